//! What authentication and permissions cost: `cargo bench --bench people -- ACCOUNTS`.
//!
//! Prints each figure with its bar. A session is looked up and a right asked for as every page of
//! somebody signed in does it, among many accounts, in random order; the bar is 30 microseconds
//! and one read.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use adjutant_domain::account::secret::Secret;
use adjutant_domain::account::session::SessionLifetimes;
use adjutant_domain::moment::Micros;
use adjutant_service::access::{Act, ActTarget, require};
use adjutant_service::{App, AppSettings, Location, sessions};
use diesel::connection::{
    Instrumentation, InstrumentationEvent, SimpleConnection, set_default_instrumentation,
};
use diesel::{Connection, SqliteConnection};
use rand::seq::SliceRandom;

const NOW: Micros = Micros(1_760_000_000_000_000);

/// Statements that were sent, of all connections.
static STATEMENTS: AtomicU64 = AtomicU64::new(0);

struct Counter;

impl Instrumentation for Counter {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { .. } = event {
            STATEMENTS.fetch_add(1, Ordering::Relaxed);
        }
    }
}

fn counter() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(Counter))
}

fn main() {
    let accounts = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(100_000);
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("adjutant.sqlite");
    let settings = AppSettings {
        database: Location::Sqlite(path.clone()),
        key_file: dir.path().join("seal.key"),
    };
    let app = App::open(&settings).expect("the service opens");
    let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
    let mut secrets = fill(&mut raw, accounts);
    secrets.shuffle(&mut rand::rng());
    checks(&app, &secrets);
    statements(&settings, &secrets);
}

/// Accounts with a session each; every tenth has a role in an organisation, some have several.
fn fill(raw: &mut SqliteConnection, accounts: u32) -> Vec<Secret> {
    let mut secrets = Vec::new();
    raw.batch_execute("PRAGMA synchronous = OFF; BEGIN").expect("a transaction");
    raw.batch_execute(&format!(
        "INSERT INTO organisations (id, name, name_key, look_key, slug, state, about, place, website,
             color, accent, logo, logo_digest, second_factor, created_at, created_by)
         VALUES (1, 'L', 'l', 'l', 'l', 1, '', '', '', 0, 0, '', '', 0, {NOW}, 1);
         INSERT INTO events (id, name, name_key, slug) VALUES (1, 'a', 'a', 'a'), (2, 'b', 'b', 'b')"
    ))
    .expect("an organisation");
    for id in 1..=accounts {
        let secret = Secret::new(&mut rand::rng());
        let hash: String = secret.hash().iter().map(|byte| format!("{byte:02x}")).collect();
        let mut sql = format!(
            "INSERT INTO accounts (id, name, name_key, look_key, email, email_confirmed, password, state,
                 site_role, totp, totp_on, totp_step, language, created_at, signed_in_at, password_at)
             VALUES ({id}, 'N{id}', 'n{id}', 'n{id}', '', 0, '$argon2id$v=19$m=19456,t=2,p=1$x', 0, 0, '', 0, 0,
                 'en', {NOW}, {NOW}, {NOW});
             INSERT INTO sessions (id, token_hash, account_id, created_at, seen_at, proved_at, second_factor, agent)
             VALUES ({id}, x'{hash}', {id}, {NOW}, {NOW}, {NOW}, 0, 'Firefox on Linux');"
        );
        for event in 0..u32::from(id % 10 == 0) * (1 + id % 3) {
            sql += &format!(
                "INSERT INTO roles (account_id, organisation_id, role, event_id, duties, granted_by, granted_at)
                 VALUES ({id}, 1, 3, NULLIF({event}, 0), 7, NULL, {NOW});"
            );
        }
        raw.batch_execute(&sql).expect("an account");
        secrets.push(secret);
    }
    raw.batch_execute("COMMIT").expect("the people go in");
    secrets
}

/// Authenticates and authorizes, as before every page.
fn check(app: &App, secret: &Secret) {
    let found = sessions::who(app, secret, SessionLifetimes::from_days(14, 90), NOW + 1_000_000);
    let found = found.expect("the store answers").expect("a session");
    let on = ActTarget::Event { organisation: 1, event: 1 };
    let _ = black_box(require(&found.actor, Act::EnterResults, on, false));
}

fn checks(app: &App, secrets: &[Secret]) {
    secrets.iter().take(2_000).for_each(|secret| check(app, secret));
    let mut times = Vec::with_capacity(secrets.len());
    for secret in secrets {
        let start = Instant::now();
        check(app, secret);
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let mean = times.iter().sum::<Duration>() / u32::try_from(times.len()).unwrap_or(1);
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("session and right, {} accounts in random order", times.len());
    println!("  mean {mean:?}, p50 {:?}, p99 {:?}      (bar: 30 us)", at(50), at(99));
}

fn statements(settings: &AppSettings, secrets: &[Secret]) {
    set_default_instrumentation(counter).expect("instrumentation");
    let app = App::open(settings).expect("the service opens again");
    check(&app, &secrets[0]);
    let before = STATEMENTS.load(Ordering::Relaxed);
    let asked = secrets.len().min(1_000);
    secrets.iter().take(asked).for_each(|secret| check(&app, secret));
    let sent = STATEMENTS.load(Ordering::Relaxed) - before;
    println!("  {sent} statements for {asked} requests      (bar: one each)");
}
