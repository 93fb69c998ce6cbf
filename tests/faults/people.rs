//! Players of the games that are interrupted.

use std::fmt::Write as _;

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::Micros;

/// A player's token.
#[derive(Debug, Clone)]
pub struct Player(pub String);

fn token(id: usize) -> Secret {
    let letters = b"abcdefghijklmnopqrstuvwxyz234567";
    let digit = |at: usize| char::from(letters[(id >> (5 * at)) % 32]);
    let text: String = (0..51).map(digit_of(digit)).collect();
    Secret::parse(&format!("{text}a")).expect("52 letters")
}

fn digit_of(digit: impl Fn(usize) -> char) -> impl Fn(usize) -> char {
    move |at| if at < 3 { digit(at) } else { 'k' }
}

/// So many players, and the SQL that lets them in.
pub fn players(count: usize, empty: &str, bytes: impl Fn(&str) -> String) -> (Vec<Player>, String) {
    let now = Micros::from(chrono::Utc::now());
    let later = now + 36_000_000_000;
    let mut sql = String::new();
    let mut players = Vec::new();
    for id in 1..=count {
        let secret = token(id);
        let hash: String = secret.hash().iter().map(|byte| format!("{byte:02x}")).collect();
        let hash = bytes(&hash);
        let _infallible = write!(
            sql,
            "INSERT INTO players (id, handle, name_key, look_key, state, private)
                 VALUES ({id}, 'Player {id}', 'player {id}', 'look {id}', 0, 0);
             INSERT INTO accounts (id, name, name_key, look_key, email, email_confirmed, password, state,
                 site_role, player_id, totp, totp_on, totp_step, language, created_at, signed_in_at, password_at)
                 VALUES ({id}, 'Player {id}', 'player {id}', 'look {id}', '', 0, '', 0, 0, {id}, {empty}, 0, 0, 'en', {now}, {now}, {now});
             INSERT INTO tokens (id, token_hash, account_id, name, scopes, created_at, expires_at, used_at, revoked_at)
                 VALUES ({id}, {hash}, {id}, 'a program', {scopes}, {now}, {later}, {now}, 0);",
            scopes = TokenScopes::PLAY.bits(),
        );
        players.push(Player(format!("adj_{}", secret.to_base32())));
    }
    for name in ["players", "accounts", "tokens"] {
        let _infallible = write!(sql, "UPDATE counters SET value = {count} WHERE name = '{name}';");
    }
    (players, sql)
}
