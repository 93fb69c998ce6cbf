//! A game that is played while somebody imports.

use std::time::{Duration, Instant};

use diesel::sql_types::BigInt;
use diesel::{Connection, QueryableByName, RunQueryDsl, SqliteConnection};

use crate::plays::{BLACK, Table, WHITE};
use crate::service::TOKEN;

const GAMES: i64 = 6_000;

#[derive(QueryableByName)]
struct Games {
    #[diesel(sql_type = BigInt)]
    value: i64,
}

fn records() -> String {
    let game = |round| {
        format!(
            "[Event \"Open\"]\n[Date \"2026.04.30\"]\n[Round \"{round}\"]\n[White \"Lam-ang\"]\n\
             [Black \"Maharlika\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\
             [WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
             [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n1. e3-e4 e6-e5 0-1\n\n"
        )
    };
    (0..GAMES).map(game).collect()
}

#[test]
fn moves_are_stored_in_the_middle_of_an_import() {
    let mut table = Table::new();
    table.deploy(WHITE, BLACK);
    let address = table.world.service.address;
    let path = table.world.service.dir.path().join("data/adjutant.sqlite");
    let path = path.to_str().expect("UTF-8");
    let mut sqlite = SqliteConnection::establish(path).expect("the file");
    // Not by the API, whose answer may be kept for some seconds.
    let mut totals = || {
        let sql = "SELECT value FROM counters WHERE name = 'games'";
        diesel::sql_query(sql).get_result::<Games>(&mut sqlite).expect("a number").value
    };
    let before = totals();
    let import = std::thread::spawn(move || {
        let token = format!("Bearer {TOKEN}");
        let headers = [("Authorization", token.as_str())];
        crate::client::send(address, "POST", "/api/v1/records", &headers, records().as_bytes())
    });
    let until = Instant::now() + Duration::from_secs(60);
    while totals() == before {
        assert!(Instant::now() < until && !import.is_finished(), "the import does not begin");
    }
    for _ in 0..4 {
        let stored = table.step();
        assert_eq!(stored.status, 200, "{}", stored.whole());
    }
    let then = totals();
    assert!(then < before + GAMES, "moves waited for all {GAMES} games");
    let imported = import.join().expect("an answer");
    assert_eq!(imported.status, 200, "{}", imported.text());
    assert_eq!(totals(), before + GAMES);
}
