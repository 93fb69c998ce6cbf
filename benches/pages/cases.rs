//! What is asked for: for each case many different addresses in no order, so that nearly
//! every answer is made; then a few of them again and again, as a hall does.

use std::path::Path;

use adjutant_service::records::GameId;
use diesel::prelude::*;
use diesel::sql_types::{Binary, Text};
use diesel::{Connection, SqliteConnection, sql_query};

use salpakan_bot::Field;

use super::fill::{REGULARS, VETERANS, scattered};
use super::weekend::{SIZES, slug};
use super::{CONNECTIONS, HEAVY_CONNECTIONS};

/// So many addresses of a kind: more than a turn asks for.
const DIFFERENT: u32 = 100_000;

/// So many of the same pages that a busy evening opens again and again.
const BUSY: usize = 500;

/// Names and ids that addresses are made of.
pub struct Sample {
    games: Vec<String>,
    events: Vec<String>,
    /// Handles.
    pub players: Vec<String>,
    regulars: Vec<String>,
    /// Players of about 1,000 games.
    veterans: Vec<String>,
}

#[derive(QueryableByName)]
struct GameRow {
    #[diesel(sql_type = Binary)]
    content_id: Vec<u8>,
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

impl Sample {
    /// Reads ids from all over the database.
    pub fn read(path: &Path, size: u32) -> Sample {
        let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
        let step = (size / DIFFERENT).max(1);
        let sql = format!("SELECT content_id FROM games WHERE revealed <> 0 AND id % {step} = 0");
        let rows: Vec<GameRow> = sql_query(sql).load(&mut raw).expect("ids");
        let count = rows.len() as u32;
        let games = (0..count)
            .filter_map(|n| GameId::from_bytes(&rows[scattered(n, count) as usize].content_id))
            .map(|id| id.to_string())
            .collect();
        let mut names = |sql: &str| -> Vec<String> {
            let rows: Vec<NameRow> = sql_query(sql).load(&mut raw).expect("names");
            let count = rows.len() as u32;
            (0..count).map(|n| rows[scattered(n, count) as usize].name.clone()).collect()
        };
        let field = Field::new(2, size / REGULARS, 1);
        Sample {
            games,
            events: names("SELECT slug AS name FROM events LIMIT 20000"),
            // The organiser of the weekends has played nothing.
            players: names(&format!(
                "SELECT handle AS name FROM players WHERE id % {step} = 0 \
                 AND handle NOT IN ('?', 'Bench desk')"
            )),
            regulars: (VETERANS.players..field.players())
                .map(|player| field.handle(player))
                .collect(),
            veterans: {
                let field = VETERANS.field();
                (0..field.players()).map(|player| field.handle(player)).collect()
            },
        }
    }
}

/// A kind of request.
pub struct Case {
    pub name: &'static str,
    pub paths: Vec<String>,
    /// Header lines, each with its end; with any the twin compresses too.
    pub headers: &'static str,
    pub connections: usize,
}

/// The pages of an event that a crowd looks at: pairings by table and by name, standings and cross-table, and players.
const CROWD: [&str; 6] = [
    "",
    "?view=pairings&order=name",
    "?view=standings",
    "?view=cross-table",
    "?view=players",
    "/screen",
];

/// Pages of an event that is run here: to a crowd, to a crowd while a result comes in each second, and made anew, for
/// each asks for another name.
fn of_weekends() -> Vec<Case> {
    let of = |players: usize, rest: &str| format!("/events/{}{rest}", slug(players));
    let anew = |players: usize, view: &str| -> Vec<String> {
        (0..DIFFERENT).map(|n| of(players, &format!("?view={view}&name={n}"))).collect()
    };
    let crowd = || CROWD.iter().map(|rest| of(SIZES[0], rest)).collect();
    let case = |name, paths| Case { name, paths, headers: "", connections: CONNECTIONS };
    let mut all = vec![
        case("weekend of 200: a crowd", crowd()),
        case("weekend of 200: results come in", crowd()),
    ];
    for (players, name) in SIZES.into_iter().zip(["200", "50", "800", "3000"]) {
        for view in ["standings", "players"] {
            let name = format!("weekend of {name}: {view} made anew");
            all.push(case(name.leak(), anew(players, view)));
        }
    }
    all
}

/// The pages that visitors of a busy evening open, again and again and in no order.
fn mix(sample: &Sample) -> Vec<String> {
    let some = |names: &[String], count: usize, before: &str, after: &str| -> Vec<String> {
        names.iter().take(count).map(|name| format!("{before}{name}{after}")).collect()
    };
    let mut all = [
        some(&sample.players, 60, "/players/", ""),
        some(&sample.regulars, 40, "/players/", ""),
        some(&sample.games, 120, "/games/", ""),
        some(&sample.games, 60, "/api/v1/games/", "/replay"),
        some(&sample.events, 40, "/events/", ""),
        some(&sample.events, 20, "/api/v1/events/", ""),
        vec!["/".to_owned(); 20],
        vec!["/leaderboards/rapid".to_owned(); 30],
        vec!["/api/v1/leaderboards/rapid".to_owned(); 10],
    ]
    .concat();
    let count = all.len() as u32;
    for n in 0..count {
        all.swap(n as usize, scattered(n, count) as usize);
    }
    all
}

/// Every case, those of the bar first.
pub fn all(sample: &Sample) -> Vec<Case> {
    let case =
        |name, paths: Vec<String>| Case { name, paths, headers: "", connections: CONNECTIONS };
    let heavy = |name, paths: Vec<String>| Case {
        name,
        paths,
        headers: "",
        connections: HEAVY_CONNECTIONS,
    };
    let compressed = |name, paths: Vec<String>| {
        let headers = "Accept-Encoding: gzip, deflate, br, zstd\r\n";
        Case { name, paths, headers, connections: HEAVY_CONNECTIONS }
    };
    let busy = |paths: Vec<String>| -> Vec<String> { paths.into_iter().take(BUSY).collect() };
    let again = |name, paths| case(name, busy(paths));
    let each = |names: &[String], before: &str, after: &str| -> Vec<String> {
        names.iter().map(|name| format!("{before}{name}{after}")).collect()
    };
    let size = sample.players.len() as u32;
    let places = |path: &str| -> Vec<String> {
        (0..size).map(|n| format!("{path}?place={}", 1 + scattered(n, size))).collect()
    };
    let mut all = vec![
        case("leaderboard", places("/leaderboards/rapid")),
        heavy("player (anybody)", each(&sample.players, "/players/", "")),
        heavy("player (regular, 50 games)", each(&sample.regulars, "/players/", "")),
        heavy("player (veteran, 1,000 games)", each(&sample.veterans, "/players/", "")),
        heavy("replay page", each(&sample.games, "/games/", "")),
        heavy("replay page at ply 60", each(&sample.games, "/games/", "?ply=60&view=white")),
        heavy(
            "replay page, one piece",
            each(&sample.games, "/games/", "?ply=60&piece=d7&shade=flag"),
        ),
        case("ledger json", each(&sample.games, "/api/v1/games/", "/ledger")),
        case("replay json", each(&sample.games, "/api/v1/games/", "/replay")),
        case("record json", each(&sample.games, "/api/v1/games/", "")),
        case("leaderboard json", places("/api/v1/leaderboards/rapid")),
        case("games page", each(&sample.regulars, "/games?player=", "")),
        case("event page", each(&sample.events, "/events/", "")),
        case("event json", each(&sample.events, "/api/v1/events/", "")),
        case("home", vec!["/".to_owned()]),
        compressed("compressed replay page", each(&sample.games, "/games/", "")),
        again("again: leaderboard", places("/leaderboards/rapid")),
        heavy("again: player", busy(each(&sample.players, "/players/", ""))),
        heavy("again: replay page", busy(each(&sample.games, "/games/", ""))),
        again("again: replay json", each(&sample.games, "/api/v1/games/", "/replay")),
        again("again: event page", each(&sample.events, "/events/", "")),
        compressed("again: compressed replay page", busy(each(&sample.games, "/games/", ""))),
        heavy("mix: quiet", mix(sample)),
        heavy("mix: 20 results a second", mix(sample)),
        case("nothing (healthz)", vec!["/healthz".to_owned()]),
    ];
    all.extend(of_weekends());
    all
}
