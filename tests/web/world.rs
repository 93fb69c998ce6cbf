//! A site with one account of each kind, made by SQL so that it depends on no use case.

use std::sync::Arc;

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::{HOUR, Micros};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};

use crate::client::{Reply, send};
use crate::service::{Service, Start, games};
use crate::visitor::Visitor;

/// Every kind of account; the names of tests/access, where the same are meant.
pub const KINDS: [&str; 10] = [
    "stranger",
    "results",
    "elsewhere",
    "organizer",
    "owner",
    "foreign",
    "moderator",
    "operator",
    "suspended",
    "guest",
];

/// What the token of a form is derived for, as crates/site/src/session.rs says it.
const FORM_PURPOSE: &str = "adjutant 2026-11 token of a form";

/// The site with a session for each kind.
pub struct World {
    pub service: Arc<Service>,
    /// A game that is over.
    pub game: String,
    sessions: Vec<(&'static str, Secret)>,
    visitor: Secret,
}

/// The account's number.
fn number(kind: &str) -> usize {
    KINDS.iter().position(|own| *own == kind).expect("a kind") + 1
}

/// Accounts 1.. in the order of [`KINDS`]; organisations: 1 `league`, open; 2 `rival`, open;
/// 3 `waiting`, not yet open and of somebody else. The event 1 is the first one's, and is run here;
/// the event 2 is that of games without one.
fn fill(sessions: &[(&'static str, Secret)]) -> String {
    let mut sql = String::from("PRAGMA foreign_keys = ON;\n");
    let now = Micros::from(chrono::Utc::now());
    for (id, (kind, secret)) in (1..).zip(sessions) {
        let site = match *kind {
            "moderator" => 1,
            "operator" => 2,
            _ => 0,
        };
        let state = match *kind {
            "suspended" => 1,
            "guest" => 3,
            _ => 0,
        };
        let hash: String = secret.hash().iter().map(|byte| format!("{byte:02x}")).collect();
        sql += &format!(
            "INSERT INTO accounts (id, name, name_key, look_key, email, email_confirmed, password, state,
                 site_role, totp, totp_on, totp_step, language, created_at, signed_in_at, password_at)
             VALUES ({id}, '{kind}', '{kind}', '{kind}', '', 0, '', {state}, {site}, '', 1, 0, 'en', {now}, {now}, {now});
             INSERT INTO sessions (id, token_hash, account_id, created_at, seen_at, proved_at, second_factor, agent)
             VALUES ({id}, x'{hash}', {id}, {now}, {now}, {now}, 1, 'Firefox on Linux');\n"
        );
    }
    for (id, slug, state) in [(1, "league", 1), (2, "rival", 1), (3, "waiting", 0)] {
        sql += &format!(
            "INSERT INTO organisations (id, name, name_key, look_key, slug, state, about, place, website, color,
                 accent, logo, logo_digest, second_factor, created_at, created_by)
             VALUES ({id}, 'The {slug}', 'the {slug}', 'the{slug}', '{slug}', {state}, '', '', '', 0, 0, '', '', 0, {now}, 1);\n"
        );
    }
    sql +=
        "INSERT OR IGNORE INTO events (id, name, name_key, slug) VALUES (2, '?', '?', 'unnamed');
         UPDATE counters SET value = max(value, 2) WHERE name = 'events';\n";
    let roles = [
        ("results", 1, 3, 1, 2),
        ("elsewhere", 1, 3, 2, 7),
        ("organizer", 1, 2, 0, 0),
        ("owner", 1, 1, 0, 0),
        ("foreign", 2, 1, 0, 0),
        ("suspended", 1, 1, 0, 0),
        ("suspended", 3, 1, 0, 0),
    ];
    for (id, (kind, organisation, role, event, duties)) in (1..).zip(roles) {
        sql += &format!(
            "INSERT INTO roles VALUES ({id}, {}, {organisation}, {role}, NULLIF({event}, 0), {duties}, NULL, {now});\n",
            number(kind)
        );
    }
    sql += &format!(
        "INSERT INTO members (id, organisation_id, player_id, reference, real_name, club, province, age_band, verified_at, joined_at)
             SELECT 1, 1, id, '7', 'Juan dela Cruz', 'Knights', 'Cebu', 3, 0, {now} FROM players
             WHERE handle = 'Sidapa';
         INSERT INTO members (id, organisation_id, player_id, reference, real_name, club, province, age_band, verified_at, joined_at)
             SELECT 2, 1, id, '8', 'Maria Clara', 'Young Knights', 'Bohol', 2, 0, {now} FROM players
             WHERE handle = 'Pandesal';
         UPDATE players SET private = 1 WHERE handle = 'Pandesal';
         INSERT INTO links (id, token_hash, kind, account_id, organisation_id, role, event_id, duties, email, created_at, expires_at, used_at)
             VALUES (1, x'01', 3, {owner}, 1, 3, 0, 1, 'new@example.org', {now}, {now} + 1000000000000, 0),
                    (2, x'02', 3, {operator}, 0, 0, 0, 0, '', {now}, {now} + 1000000000000, 0);
         INSERT INTO seasons VALUES (1, 1, 'Spring', 20000, 20100);
         UPDATE events SET organisation_id = 1 WHERE id = 1;
         INSERT INTO contests VALUES (1, 1, 0, 20463, {now}, NULL, NULL, NULL, NULL, 0, 0, 0, 0, NULL, 'salpakan');
         INSERT INTO contest_facts VALUES (1, 1, {now}, {owner}, '{settled}');\n",
        owner = number("owner"),
        operator = number("operator"),
        settled = r#"{"fact":"settled","settings":{"plan":{"template":"swiss","entrants":12}}}"#,
    );
    for (name, value) in [
        ("accounts", 10),
        ("sessions", 10),
        ("organisations", 3),
        ("roles", 7),
        ("members", 2),
        ("seasons", 1),
        ("links", 2),
    ] {
        sql += &format!("UPDATE counters SET value = {value} WHERE name = '{name}';\n");
    }
    sql
}

impl World {
    pub fn new() -> World {
        World::of(Start::with(&games(40)).env("ADJUTANT_PRIVATE_RECEIVERS", "true"))
    }

    /// The same, started otherwise; the records of 40 games are in it.
    pub fn of(start: Start) -> World {
        let sessions: Vec<_> =
            KINDS.into_iter().map(|kind| (kind, Secret::new(&mut rand::rng()))).collect();
        let path = start.dir().join("data/adjutant.sqlite");
        let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
        raw.batch_execute(&fill(&sessions)).expect("the people go in");
        drop(raw);
        let visitor = Secret::new(&mut rand::rng());
        let service = Arc::new(start.token().serve());
        let games = service.get("/api/v1/games?limit=1").json();
        let game = games["games"][0]["id"].as_str().expect("a game").to_owned();
        World { service, game, sessions, visitor }
    }

    /// Changes the database beside the service.
    pub fn sql(&self, sql: &str) {
        let path = self.service.dir.path().join("data/adjutant.sqlite");
        let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
        raw.batch_execute("PRAGMA busy_timeout = 10000").expect("a pragma");
        raw.batch_execute(sql).unwrap_or_else(|e| panic!("{sql}: {e}"));
    }

    /// A token of the account with this number, and the SQL that finds it.
    pub fn token_of(&self, account: usize, scopes: TokenScopes) -> (String, String) {
        let secret = Secret::new(&mut rand::rng());
        let hash: String = secret.hash().iter().map(|byte| format!("{byte:02x}")).collect();
        let now = Micros::from(chrono::Utc::now());
        let later = now + HOUR;
        self.sql(&format!(
            "INSERT INTO tokens (id, token_hash, account_id, name, scopes, created_at, expires_at, used_at, revoked_at)
             SELECT coalesce(max(id), 0) + 1, x'{hash}', {account}, 'a program', {}, {now}, {later}, 0, 0 FROM tokens",
            scopes.bits()
        ));
        (format!("adj_{}", secret.to_base32()), format!("token_hash = x'{hash}'"))
    }

    /// A token of a kind of account.
    pub fn token(&self, kind: &str, scopes: TokenScopes) -> String {
        self.token_of(number(kind), scopes).0
    }

    /// Asks the API with a token, or with none.
    pub fn show(&self, token: Option<&str>, method: &str, path: &str, body: &str) -> Reply {
        let header = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> =
            header.iter().map(|header| ("Authorization", header.as_str())).collect();
        send(self.service.address, method, path, &headers, body.as_bytes())
    }

    fn secret(&self, kind: &str) -> Option<&Secret> {
        self.sessions.iter().find(|(own, _)| *own == kind).map(|(_, secret)| secret)
    }

    /// The cookie that a kind has, and the token of its forms.
    fn marks(&self, kind: &str) -> (String, String) {
        match self.secret(kind).filter(|_| kind != "suspended") {
            Some(secret) => {
                (format!("session={}", secret.to_base32()), secret.derive(FORM_PURPOSE).to_base32())
            }
            None => {
                let own =
                    self.secret(kind).map(|secret| format!("session={}; ", secret.to_base32()));
                let cookie =
                    format!("{}visitor={}", own.unwrap_or_default(), self.visitor.to_base32());
                (cookie, self.visitor.derive(FORM_PURPOSE).to_base32())
            }
        }
    }

    /// The browser of a kind of account, which sends the forms that it is shown.
    pub fn browser(&self, kind: &str) -> Visitor {
        let mut visitor = Visitor::new(&self.service);
        let secret = self.secret(kind).expect("a kind");
        visitor.cookies.insert("session".to_owned(), secret.to_base32());
        visitor
    }

    /// Asks as a kind of account; `nobody` has none.
    pub fn ask(&self, kind: &str, method: &str, path: &str) -> Reply {
        let (cookie, _) = self.marks(kind);
        send(self.service.address, method, path, &[("Cookie", &cookie)], b"")
    }

    /// Sends a form from one of our own pages, with the token that it needs.
    pub fn post(&self, kind: &str, path: &str, fields: &str) -> Reply {
        let (cookie, token) = self.marks(kind);
        let and = if fields.is_empty() { "" } else { "&" };
        self.send_form(&cookie, "same-origin", path, &format!("csrf={token}{and}{fields}"))
    }

    /// Sends a form as a hostile page would: with the cookie, without the token.
    pub fn post_from_elsewhere(&self, kind: &str, site: &str, path: &str) -> Reply {
        let (cookie, _) = self.marks(kind);
        self.send_form(&cookie, site, path, "")
    }

    fn send_form(&self, cookie: &str, site: &str, path: &str, body: &str) -> Reply {
        let headers = [
            ("Cookie", cookie),
            ("Sec-Fetch-Site", site),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ];
        send(self.service.address, "POST", path, &headers, body.as_bytes())
    }
}
