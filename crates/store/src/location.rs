//! The location of the database: a SQLite file or a PostgreSQL server.

use std::fmt;
use std::path::PathBuf;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    Sqlite(PathBuf),
    /// A PostgreSQL address, `postgres://...`.
    Postgres(String),
}

impl Location {
    /// Parses a path, `sqlite:path` or `postgres://...`.
    pub fn parse(text: &str) -> Result<Location, String> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Location::Postgres(text.to_owned()));
        }
        let path = text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:"));
        match path.unwrap_or(text) {
            "" => Err("the database address is empty; give a path or postgres://...".to_owned()),
            // SQLite would not treat these as paths.
            other if other.starts_with("file:") || other == ":memory:" => Err(format!(
                "{other} is no path; give one as data/adjutant.sqlite (./{other} for a file of \
                 this name)"
            )),
            other if path.is_none() && other.contains("://") => Err(format!(
                "{other} is no database address; give a path, sqlite:PATH or postgres://..."
            )),
            path => Ok(Location::Sqlite(PathBuf::from(path))),
        }
    }
}

impl fmt::Display for Location {
    /// Omits the password of a PostgreSQL address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Sqlite(path) => write!(f, "{}", path.display()),
            Location::Postgres(address) => match address.rsplit_once('@') {
                Some((_, host)) => write!(f, "postgres://…@{host}"),
                None => f.write_str(address),
            },
        }
    }
}
