//! The rules of the house, one function each.

use std::fmt;

use crate::source::{Source, words};

/// Each room with its floor, and the rooms of its own floor that it may look into. Which crate may use which is for
/// Cargo to say.
const ROOMS: &[(&str, u8, &[&str])] = &[
    ("rules", 0, &[]),
    ("game_record", 1, &[]),
    ("parallel", 1, &[]),
    ("record", 1, &[]),
    // A reason is words that people write; organisations have the rules for those.
    ("play", 1, &["game", "organisation"]),
    ("view", 1, &["record"]),
    ("knowledge", 1, &[]),
    ("formation", 1, &["parallel"]),
    ("game", 1, &[]),
    ("drawing", 1, &["record", "three_generals"]),
    ("quiz", 1, &[]),
    ("rating", 1, &[]),
    ("tournament", 1, &[]),
    // Modules of its own that are called as rooms are.
    ("three_generals", 1, &["game", "record"]),
    ("three_generals_computer", 1, &["game"]),
    ("contest", 1, &["game", "organisation", "play"]),
    ("review", 1, &["game", "record", "three_generals"]),
    ("notice", 1, &["contest"]),
    ("rating_list", 1, &["account", "contest", "organisation"]),
    ("account", 1, &[]),
    ("organisation", 1, &["account"]),
    ("bot", 1, &[]),
    ("store", 2, &[]),
    ("service", 3, &[]),
    ("web", 4, &[]),
    ("cli", 4, &["web"]),
];

/// Pages that others contain or share.
const SHARED_PAGES: &[&str] =
    &["audit_log", "claim_decisions", "information_stats", "invitation_link", "replay", "sharing"];

/// What else pages use of each other and of the requests of the API. The list only shrinks: what several rooms use
/// belongs below `pages` and `api`.
const PAGE_NEIGHBOURS: &[(&str, &[&str])] = &[
    ("about", &["openapi"]),
    ("account", &["data_export"]),
    ("audit_log", &["escape_formula"]),
    ("events", &["contests", "plays"]),
    ("home", &["leaderboard"]),
    ("notation", &["about"]),
    ("operator", &["organisations"]),
    ("organisations", &["contests", "leaderboard"]),
    ("plays", &["contests", "event_plays", "rulings", "seeks"]),
    ("replay", &["plays", "reviews"]),
    ("reviews", &["formations"]),
];

/// The files of `web` that put pages and API together.
const ASSEMBLY: &[&str] = &["src/web/routes.rs", "src/web/server.rs", "src/web/mod.rs"];

/// Libraries, and the lowest floor that may name them.
const LIBRARIES: &[(&str, u8)] = &[
    ("actix_web", 4),
    ("actix_web_lab", 4),
    ("askama", 4),
    ("clap", 4),
    ("indicatif", 4),
    ("serde_json", 4),
    ("tokio", 4),
    ("utoipa", 4),
    ("diesel", 2),
    ("diesel_migrations", 2),
    ("rusqlite", 2),
];

/// What of a library a lower floor may name: commands and read models derive how the API describes them. Routes and
/// the description itself belong to the API.
const DERIVES: &[(&str, u8)] = &[("utoipa::ToSchema", 3)];

/// Files that may name a library below its floor: the JSON forms of records and of the facts of
/// events, notices, passkeys, and the list of changes that the audit trail keeps as one text.
const LIBRARY_EXCEPTIONS: &[(&str, &str)] = &[
    ("src/game_record/notation/json", "serde_json"),
    ("src/contest/json", "serde_json"),
    ("src/notice/json.rs", "serde_json"),
    ("src/service/accounts/passkeys/json.rs", "serde_json"),
    ("src/service/audit/changes.rs", "serde_json"),
    ("src/service/live/servers/json.rs", "serde_json"),
    ("src/service/rooms/json.rs", "serde_json"),
];

/// Words of the outer world, which comes in as arguments below the given floor.
const OUTER_WORLD: &[(&str, u8, &str)] = &[
    ("std::fs", 2, "input and output belong to higher floors"),
    // An address is a value; what opens a connection is not.
    ("TcpStream", 2, "input and output belong to higher floors"),
    ("TcpListener", 2, "input and output belong to higher floors"),
    ("UdpSocket", 2, "input and output belong to higher floors"),
    ("std::env", 4, "settings are arguments below floor 4"),
    ("SystemTime::now", 4, "time is an argument below floor 4"),
    ("Utc::now", 4, "time is an argument below floor 4"),
    ("Local::now", 4, "time is an argument below floor 4"),
    ("rand::rng", 3, "randomness is an argument below floor 4"),
    ("OsRng", 3, "randomness is an argument below floor 4"),
    ("async fn", 4, "floors 0-3 are synchronous"),
    (".await", 4, "floors 0-3 are synchronous"),
    ("println!", 4, "only the edge prints"),
    ("eprintln!", 4, "only the edge prints"),
];

/// What stays out of `src` altogether.
const NEVER: &[(&str, &str)] = &[
    (".unwrap()", "say by expect() which invariant holds, or return an error"),
    ("todo!", "what lands is finished"),
    ("unimplemented!", "what lands is finished"),
    ("dbg!", "left over from a search"),
];

#[derive(Debug, PartialEq, Eq)]
pub struct Offence {
    pub file: String,
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

pub fn floor_of(room: &str) -> Option<u8> {
    ROOMS.iter().find(|(name, ..)| *name == room).map(|(_, floor, _)| *floor)
}

/// Everything that is wrong with one file.
pub fn offences(source: &Source) -> Vec<Offence> {
    let mut found: Vec<(usize, String)> = Vec::new();
    broken_floors(source, &mut found);
    strange_pages(source, &mut found);
    libraries(source, &mut found);
    only_std_on_floor_0(source, &mut found);
    outer_world(source, &mut found);
    never(source, &mut found);
    let file = || source.name.clone();
    found.into_iter().map(|(line, what)| Offence { file: file(), line, what }).collect()
}

/// `lib.rs`, `main.rs` and other files directly in `src` belong to no floor.
fn own_room(source: &Source) -> Option<(&'static str, u8, &'static [&'static str])> {
    ROOMS.iter().copied().find(|(name, ..)| *name == source.room())
}

fn broken_floors(source: &Source, found: &mut Vec<(usize, String)>) {
    let Some((room, floor, neighbours)) = own_room(source) else { return };
    for path in source.crate_paths() {
        let other = path.parts[0].as_str();
        let Some(other_floor) = floor_of(other) else { continue };
        let allowed = other == room || other_floor < floor || neighbours.contains(&other);
        if !allowed {
            let what = format!("{room} (floor {floor}) may not use {other} (floor {other_floor})");
            found.push((path.line, what));
        }
    }
}

/// A page uses another page, or a lower module of `web` uses pages or API.
fn strange_pages(source: &Source, found: &mut Vec<(usize, String)>) {
    let Some(below) = source.name.strip_prefix("src/web/") else { return };
    if below.starts_with("api/") || ASSEMBLY.contains(&source.name.as_str()) {
        return;
    }
    let page = below.strip_prefix("pages/");
    let own = page.unwrap_or(below).split('/').next().unwrap_or_default().trim_end_matches(".rs");
    let neighbours = PAGE_NEIGHBOURS.iter().find(|(name, _)| *name == own);
    for path in source.crate_paths() {
        let parts: Vec<&str> = path.parts.iter().take(3).map(String::as_str).collect();
        let ["web", room @ ("pages" | "api"), rest @ ..] = parts.as_slice() else { continue };
        let Some(&other) = rest.first() else { continue };
        let listed = neighbours.is_some_and(|(_, list)| list.contains(&other))
            || page.is_some() && SHARED_PAGES.contains(&other);
        let is_own = *room == "pages" && page.is_some() && other == own;
        if !is_own && !listed {
            found.push((path.line, format!("{own} may not use {room}::{other}")));
        }
    }
}

fn libraries(source: &Source, found: &mut Vec<(usize, String)>) {
    let Some((room, floor, _)) = own_room(source) else { return };
    for (number, line) in source.lines() {
        for (start, word) in words(line) {
            let lowest = LIBRARIES.iter().find(|(name, _)| *name == word).map(|(_, floor)| *floor);
            let excepted = LIBRARY_EXCEPTIONS
                .iter()
                .any(|(file, library)| source.name.starts_with(file) && *library == word)
                || DERIVES.iter().any(|(derive, lowest)| {
                    floor >= *lowest && line[start..].trim_end_matches(';') == *derive
                });
            let names_it = line[start + word.len()..].starts_with("::")
                || line.trim_start().starts_with("use ");
            let inner = line[..start].ends_with("::");
            if lowest.is_some_and(|lowest| floor < lowest) && names_it && !inner && !excepted {
                found.push((number, format!("{room} (floor {floor}) may not use {word}")));
            }
        }
    }
}

fn only_std_on_floor_0(source: &Source, found: &mut Vec<(usize, String)>) {
    let floor = own_room(source).map(|(_, floor, _)| floor);
    for (number, line) in source.lines().filter(|_| floor == Some(0)) {
        let line = line.trim();
        let used = line.strip_prefix("use ").or(line.strip_prefix("pub use ")).unwrap_or_default();
        let first = words(used).next().map_or("", |(_, word)| word);
        let known = ["std", "core", "crate", "super", "self", "game_record"].contains(&first);
        let is_type = first.starts_with(char::is_uppercase);
        if used.contains("::") && !known && !is_type && !is_own_module(first) {
            found.push((number, format!("floor 0 uses std and game-record only, not {first}")));
        }
    }
}

fn is_own_module(name: &str) -> bool {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/salpakan/src/rules");
    root.join(format!("{name}.rs")).exists() || root.join(name).exists()
}

fn outer_world(source: &Source, found: &mut Vec<(usize, String)>) {
    let Some((_, floor, _)) = own_room(source) else { return };
    for (number, line) in source.lines() {
        for (word, lowest, why) in OUTER_WORLD {
            if floor < *lowest && line.contains(word) {
                found.push((number, format!("{word} on floor {floor}: {why}")));
            }
        }
    }
}

fn never(source: &Source, found: &mut Vec<(usize, String)>) {
    for (number, line) in source.lines() {
        for (word, why) in NEVER {
            if line.contains(word) {
                found.push((number, format!("{word}: {why}")));
            }
        }
    }
}
