//! A place for a database on either engine, and the program on it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use adjutant_service::{App, AppSettings, Location};

use crate::postgres;
use adjutant_domain::moment::Micros;

/// A moment of the year 2026, in microseconds.
pub const NOW: Micros = Micros(1_790_000_000_000_000);

/// A directory, and a database of its own on one of the engines.
pub struct Place {
    dir: tempfile::TempDir,
    postgres: Option<postgres::Database>,
}

/// What the program said, and how it ended.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn sqlite() -> Place {
        Place { dir: tempfile::tempdir().expect("a directory"), postgres: None }
    }

    pub fn postgres() -> Place {
        let postgres = Some(postgres::migrated_database());
        Place { dir: tempfile::tempdir().expect("a directory"), postgres }
    }

    pub fn dir(&self) -> &Path {
        self.dir.path()
    }

    /// The service on its database, as a server has it open.
    pub fn open(&self) -> App {
        let database = match &self.postgres {
            None => Location::Sqlite(self.dir().join("adjutant.sqlite")),
            Some(database) => Location::parse(&database.url()).expect("an address"),
        };
        let settings = AppSettings { database, key_file: self.dir().join("seal.key") };
        App::open(&settings).expect("the service opens")
    }

    /// Runs SQL on the database of a file.
    pub fn run_sql(&self, sql: &str) {
        use diesel::connection::{Connection, SimpleConnection};
        let path = self.dir().join("adjutant.sqlite");
        let path = path.to_str().expect("UTF-8");
        let mut connection = diesel::SqliteConnection::establish(path).expect("it opens");
        connection.batch_execute(sql).expect("the SQL runs");
    }

    /// `adjutant admin` with these arguments and with this place's options behind them.
    pub fn admin(&self, arguments: &[&str]) -> Said {
        self.admin_with(arguments, "")
    }

    /// As [`Place::admin`], with something on standard input.
    pub fn admin_with(&self, arguments: &[&str], input: &str) -> Said {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("ADJUTANT_")) {
            command.env_remove(name);
        }
        command.arg("admin").args(arguments).arg("--data-dir").arg(self.dir());
        if let Some(database) = &self.postgres {
            command.arg("--database-url").arg(database.url());
        }
        command.current_dir(self.dir());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        // It may not want to hear everything.
        let _ = child.stdin.take().expect("its input").write_all(input.as_bytes());
        Said::of(&child.wait_with_output().expect("it ends"))
    }
}

impl Said {
    fn of(output: &Output) -> Said {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Said { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// What it printed, where all went well.
    #[track_caller]
    pub fn fine(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.out
    }

    /// What it complained of, where it refused.
    #[track_caller]
    pub fn refused(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (Some(1), ""), "{self:?}");
        self.err
    }
}
