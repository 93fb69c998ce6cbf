//! PostgreSQL servers: a single one, or a primary with standbys.
//!
//! An address may name several hosts (`postgres://name@one:5432,two:5432/adjutant`). All are asked,
//! and the primary with the highest *timeline* is used. The promotion of a standby starts a new
//! timeline (PostgreSQL, "Continuous Archiving", 26.3.5), so that a superseded primary that comes
//! back has a lower one and is never written to again.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use diesel::pg::PgConnection;
use diesel::sql_types::Text;
use diesel::{Connection, QueryableByName, RunQueryDsl};

/// Connection parameters unless the address sets them: how long to wait for a silent server, and
/// how soon a broken connection is noticed.
const TIMEOUT_PARAMETERS: [(&str, &str); 6] = [
    ("connect_timeout", "3"),
    ("keepalives_idle", "5"),
    ("keepalives_interval", "2"),
    ("keepalives_count", "3"),
    ("tcp_user_timeout", "10000"),
    ("application_name", "adjutant"),
];

/// The minimum interval of checks for the promotion of a standby.
const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// The servers of a database, and the highest timeline seen.
pub struct PostgresServers {
    /// One address per host, with timeouts.
    addresses: Vec<String>,
    /// The highest timeline of a primary seen; 0 initially.
    newest: AtomicU32,
}

impl fmt::Debug for PostgresServers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Servers({})", self.addresses.len())
    }
}

/// The timeline of a connection's server, and when it was last checked.
#[derive(Debug, Clone, Copy)]
pub struct ServerPosition {
    timeline: u32,
    asked: Instant,
}

#[derive(QueryableByName)]
struct WalTimelineRow {
    #[diesel(sql_type = Text)]
    timeline: String,
}

/// The timeline of a primary; `None` for a standby.
fn timeline(connection: &mut PgConnection) -> diesel::QueryResult<Option<u32>> {
    // The name of a WAL file begins with the timeline as eight hexadecimal digits.
    const ASKS: &str = "SELECT CASE WHEN pg_is_in_recovery() THEN '' \
        ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline";
    let said: WalTimelineRow = diesel::sql_query(ASKS).get_result(connection)?;
    Ok(u32::from_str_radix(&said.timeline, 16).ok())
}

impl PostgresServers {
    /// The servers named by an address.
    pub fn from_address(address: &str) -> PostgresServers {
        let addresses = split_hosts(address).iter().map(|one| with_timeouts(one)).collect();
        PostgresServers { addresses, newest: AtomicU32::new(0) }
    }

    pub fn connect_primary(&self) -> Result<(PgConnection, ServerPosition), String> {
        let mut found: Option<(PgConnection, ServerPosition)> = None;
        let mut reasons: Vec<String> = Vec::new();
        for address in &self.addresses {
            match connect_to_primary(address) {
                Ok(one) => {
                    let further = |best: &(_, ServerPosition)| one.1.timeline > best.1.timeline;
                    if found.as_ref().is_none_or(further) {
                        found = Some(one);
                    }
                }
                Err(reason) => reasons.push(reason),
            }
        }
        let newest = self.newest.load(Ordering::Relaxed);
        match found {
            Some((connection, standing)) if standing.timeline >= newest => {
                self.newest.fetch_max(standing.timeline, Ordering::Relaxed);
                Ok((connection, standing))
            }
            Some((_, standing)) => Err(superseded_reason(standing.timeline, newest)),
            None => Err(reasons.join("; ")),
        }
    }

    /// Checks that a connection is still to the primary, unless that was checked recently.
    pub fn check_primary(
        &self,
        connection: &mut PgConnection,
        standing: &mut ServerPosition,
    ) -> Result<(), String> {
        let newest = self.newest.load(Ordering::Relaxed);
        if standing.timeline == newest && standing.asked.elapsed() < REFRESH_INTERVAL {
            return Ok(());
        }
        let now = timeline(connection).map_err(|e| e.to_string())?;
        let now = now.ok_or_else(|| STANDBY_REASON.to_owned())?;
        if now < newest {
            return Err(superseded_reason(now, newest));
        }
        self.newest.fetch_max(now, Ordering::Relaxed);
        *standing = ServerPosition { timeline: now, asked: Instant::now() };
        Ok(())
    }

    /// Asks all hosts, if there are several, for a new primary.
    pub fn refresh_primary(&self) {
        if self.addresses.len() > 1 {
            let _what_it_saw_counts = self.connect_primary();
        }
    }

    /// Whether the server of a connection is known to be superseded.
    pub fn is_superseded(&self, standing: ServerPosition) -> bool {
        standing.timeline < self.newest.load(Ordering::Relaxed)
    }
}

const STANDBY_REASON: &str = "it is a standby, which takes no writes: name the primary's address, or all \
                       of them (postgres://name@one:5432,two:5432/adjutant)";

fn superseded_reason(timeline: u32, newest: u32) -> String {
    format!(
        "it was the primary once and was overtaken (its timeline is {timeline}, another's {newest}): nothing is \
         written to it; make it a standby of the new primary"
    )
}

/// Connects to one server, whatever it is.
pub fn connect(address: &str) -> Result<PgConnection, String> {
    PgConnection::establish(&with_timeouts(address)).map_err(|e| e.to_string())
}

fn connect_to_primary(address: &str) -> Result<(PgConnection, ServerPosition), String> {
    let mut connection = PgConnection::establish(address).map_err(|e| e.to_string())?;
    match timeline(&mut connection) {
        Ok(Some(timeline)) => Ok((connection, ServerPosition { timeline, asked: Instant::now() })),
        Ok(None) => Err(STANDBY_REASON.to_owned()),
        Err(e) => Err(e.to_string()),
    }
}

/// Splits an address with several hosts.
fn split_hosts(address: &str) -> Vec<String> {
    let Some((scheme, rest)) = address.split_once("://") else { return vec![address.to_owned()] };
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let (login, hosts) = match authority.rsplit_once('@') {
        Some((login, hosts)) => (format!("{login}@"), hosts),
        None => (String::new(), authority),
    };
    hosts.split(',').map(|host| format!("{scheme}://{login}{host}{path}")).collect()
}

/// Adds the timeouts that the address does not set.
fn with_timeouts(address: &str) -> String {
    let stated = address.split_once('?').map_or("", |(_, parameters)| parameters);
    let is_stated = |name: &str| {
        stated.split('&').any(|one| one.split_once('=').is_some_and(|(stated, _)| stated == name))
    };
    let mut whole = address.to_owned();
    for (name, value) in TIMEOUT_PARAMETERS.iter().filter(|(name, _)| !is_stated(name)) {
        whole.push(if whole.contains('?') { '&' } else { '?' });
        whole += &format!("{name}={value}");
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_several_hosts_is_one_of_each() {
        let of = |address| split_hosts(address);
        assert_eq!(of("postgres://a:b@one:5432/db"), ["postgres://a:b@one:5432/db"]);
        assert_eq!(
            of("postgres://a:b@one:5432,[::1]:5433/db?sslmode=require"),
            [
                "postgres://a:b@one:5432/db?sslmode=require",
                "postgres://a:b@[::1]:5433/db?sslmode=require"
            ]
        );
        assert_eq!(of("postgresql:///db?host=/run/a"), ["postgresql:///db?host=/run/a"]);
        assert_eq!(of("postgres://one,two"), ["postgres://one", "postgres://two"]);
    }

    #[test]
    fn what_an_address_says_itself_is_left_as_it_is() {
        let whole = with_timeouts("postgres://one/db?connect_timeout=60&application_name=hall");
        assert!(whole.starts_with("postgres://one/db?connect_timeout=60&application_name=hall&"));
        assert_eq!(whole.matches("connect_timeout").count(), 1);
        assert!(whole.contains("&tcp_user_timeout=10000"), "{whole}");
        assert!(with_timeouts("postgres://one/db").contains("/db?connect_timeout=3&"));
    }
}
