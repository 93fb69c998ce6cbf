//! The viewers and their credentials: the same secrets in both worlds.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::LazyLock;

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::Micros;
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use salpakan::rules::Color;

use crate::chance;

/// A viewer of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Who {
    White,
    Black,
    /// Has an account and no side.
    Spectator,
    /// Has nothing at all.
    Nobody,
    /// The operator of the whole site.
    Official,
    /// Plays without having signed up, in other games.
    Guest,
}

/// The key of the operator's programs.
pub const OPERATOR: &str = "the operator's own long key of the API";
/// What the token of a form is derived for, as crates/site/src/session.rs says it.
const FORM_PURPOSE: &str = "adjutant 2026-11 token of a form";
/// Sessions and tokens are as old in both worlds.
static BORN: LazyLock<Micros> = LazyLock::new(|| Micros::from(chrono::Utc::now()));

impl Who {
    pub const ALL: [Who; 6] =
        [Who::White, Who::Black, Who::Spectator, Who::Nobody, Who::Official, Who::Guest];

    pub fn color(self) -> Option<Color> {
        match self {
            Who::White => Some(Color::White),
            Who::Black => Some(Color::Black),
            _ => None,
        }
    }

    pub fn of(color: Color) -> Who {
        if color == Color::White { Who::White } else { Who::Black }
    }

    fn secret(self, letter: char) -> Secret {
        let own = ['b', 'c', 'd', 'e', 'f', 'g'][self as usize];
        let text = format!("{own}{}a", letter.to_string().repeat(50));
        Secret::parse(&text).expect("52 letters")
    }

    /// The cookie of their browser.
    pub fn cookie(self) -> String {
        let name = if self == Who::Nobody { "visitor" } else { "session" };
        format!("{name}={}", self.secret('s').to_base32())
    }

    /// The pass to a table that their browser holds, where a game is played at one: the phone of a player, or
    /// the device between them, which is nobody's. The official and who looks on have none.
    pub fn pass(self, play: u64) -> Option<(i16, Secret)> {
        let place = match self {
            Who::White => 0,
            Who::Black => 1,
            Who::Nobody => 2,
            Who::Spectator | Who::Official | Who::Guest => return None,
        };
        let secret = chance::pass(play, place);
        Some((place, secret))
    }

    /// What each form of their browser carries.
    pub fn form_token(self) -> String {
        self.secret('s').derive(FORM_PURPOSE).to_base32()
    }

    /// Their API token.
    pub fn authorization(self) -> Option<String> {
        match self {
            Who::Nobody | Who::Guest => None,
            Who::Official => Some(format!("Bearer {OPERATOR}")),
            _ => Some(format!("Bearer adj_{}", self.secret('t').to_base32())),
        }
    }
}

fn hex(secret: &Secret) -> String {
    secret.hash().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sql() -> String {
    let (now, later) = (*BORN, *BORN + 36_000_000_000);
    let mut sql = String::new();
    let people = [
        (Who::White, "Ana"),
        (Who::Black, "Ben"),
        (Who::Spectator, "Cora"),
        (Who::Official, "Dalisay"),
        (Who::Guest, "Guest Emil"),
    ];
    for (id, (who, name)) in (1..).zip(people) {
        let site = if who == Who::Official { 2 } else { 0 };
        let (state, private) = if who == Who::Guest { (3, 1) } else { (0, 0) };
        let (session, token, key) =
            (hex(&who.secret('s')), hex(&who.secret('t')), name.to_lowercase());
        let _infallible = write!(
            sql,
            "INSERT INTO players (id, handle, name_key, look_key, state, private)
                 VALUES ({id}, '{name}', '{key}', 'look {key}', 0, {private});
             INSERT INTO accounts (id, name, name_key, look_key, email, email_confirmed, password, state,
                 site_role, player_id, totp, totp_on, totp_step, language, created_at, signed_in_at, password_at)
                 VALUES ({id}, '{name}', '{key}', 'look {key}', '', 0, '', {state}, {site}, {id}, '', 1, 0, 'en', {now}, {now}, {now});
             INSERT INTO sessions (id, token_hash, account_id, created_at, seen_at, proved_at, second_factor, agent)
                 VALUES ({id}, x'{session}', {id}, {now}, {now}, {now}, 1, 'Firefox on Linux');
             INSERT INTO tokens (id, token_hash, account_id, name, scopes, created_at, expires_at, used_at, revoked_at)
                 VALUES ({id}, x'{token}', {id}, 'a program', {scopes}, {now}, {later}, {now}, 0);",
            scopes = TokenScopes::PLAY.union(TokenScopes::RECORDS_IMPORT).bits(),
        );
    }
    // The operator is an official of an event, too: over pages by their session.
    let _infallible = write!(
        sql,
        "INSERT INTO organisations (id, name, name_key, look_key, slug, state, about, place, website, color,
             accent, logo, logo_digest, second_factor, created_at, created_by)
             VALUES (1, 'The league', 'the league', 'the league', 'league', 1, '', '', '', 0, 0, '', '', 0, {now}, 4);
         INSERT INTO events (id, name, name_key, slug, last_day, organisation_id)
             VALUES (1, 'Evening', 'evening', 'evening', 20770, 1);
         INSERT INTO roles VALUES (1, 4, 1, 3, 1, 3, NULL, {now});
         UPDATE counters SET value = 1 WHERE name IN ('organisations', 'events', 'roles');",
    );
    for name in ["players", "accounts", "sessions", "tokens"] {
        let _infallible = write!(sql, "UPDATE counters SET value = 5 WHERE name = '{name}';");
    }
    sql
}

/// The key of what is sent to browsers and receivers: every world has the same, for pages name the public half.
pub fn keep_delivery_key(seal_key: &Path) {
    let path = seal_key.with_file_name("delivery.key");
    adjutant_store::delivery_key::read_or_create(&path, [7; 32]).expect("a key");
}

/// Puts them into a database that was opened once.
pub fn move_in(database: &Path) {
    let mut raw = SqliteConnection::establish(database.to_str().expect("UTF-8")).expect("a file");
    raw.batch_execute("PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = OFF").expect("set");
    raw.batch_execute(&sql()).expect("the people go in");
}

/// The same people, as PostgreSQL writes bytes.
pub fn people_in_postgres() -> String {
    sql().replace(" x'", " '\\x")
}

/// Opens the passes to the table of the play with this number.
pub fn give_passes(database: &Path, play: u64) {
    let mut raw = SqliteConnection::establish(database.to_str().expect("UTF-8")).expect("a file");
    let id: String = chance::id(play).iter().map(|byte| format!("{byte:02x}")).collect();
    let mut sql = "PRAGMA busy_timeout = 10000;".to_owned();
    for (place, secret) in Who::ALL.into_iter().filter_map(|who| who.pass(play)) {
        let _infallible = write!(
            sql,
            "INSERT INTO play_passes (play_id, place, token_hash, made_by, made_at, opened_at)
                 SELECT id, {place}, x'{hash}', 4, 1, 1 FROM plays WHERE public_id = x'{id}';",
            hash = hex(&secret),
        );
    }
    raw.batch_execute(&sql).expect("the passes go in");
}
