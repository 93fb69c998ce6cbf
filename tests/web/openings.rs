//! Ranks that an event keeps closed are opened early by two officials who take no part, and everybody reads why.

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::game::AnyRecord;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_service::{App, AppSettings, Location, open_archive};
use serde_json::{Value, json};

use crate::plays::{BLACK, Table, WHITE};

const EVENT: &str = "/events/ranked-evening-10-january";

/// A game of the event that is final, and whose ranks are closed until the event is over.
fn closed() -> Table {
    let mut table = Table::of_event("public", "event");
    table.deploy(WHITE, BLACK);
    assert_eq!(table.step().status, 200);
    assert_eq!(table.send("black", "/words", json!({"word": "resign"})).status, 200);
    for color in ["white", "black"] {
        let accepts = table.send(color, "/words", json!({"word": "accept-result"}));
        assert_eq!(accepts.status, 200, "{}", accepts.whole());
    }
    table
}

fn opens(table: &Table, kind: &str, body: &Value) -> (u16, Value) {
    let token = table.world.token(kind, TokenScopes::OFFICIATE);
    let path = format!("/api/v1{EVENT}/openings");
    let reply = table.world.show(Some(&token), "POST", &path, &body.to_string());
    (reply.status, reply.json())
}

#[test]
fn one_official_opens_nothing_early_and_two_say_why_to_everybody() {
    let table = closed();
    let state = |table: &Table| table.see("nobody")["state"].clone();
    let asked = json!({"reason": "The hall closes."});
    let waits = json!({"opened": 0, "waits": true});
    assert_eq!(opens(&table, "results", &asked), (200, waits));
    assert_eq!(opens(&table, "results", &asked).0, 409, "it is asked for");
    assert_eq!(opens(&table, "results", &json!({"confirm": true})).0, 409, "the same official");
    assert_eq!(state(&table), json!("final"));
    let page = table.world.ask("nobody", "GET", EVENT).text();
    assert!(!page.contains("The hall closes."), "nothing was opened: {page}");
    let mut second = table.world.browser("organizer");
    let desk = second.get(&format!("{EVENT}/plays")).text();
    assert!(desk.contains("The hall closes.") && desk.contains("Waiting for a second official"));
    let confirm = [("round", ""), ("do", "confirm")];
    let done = second.fill(&format!("{EVENT}/plays"), &format!("{EVENT}/openings"), &confirm);
    assert_eq!(done.status, 303, "{}", done.text());
    assert_eq!(state(&table), json!("revealed"));
    for kind in ["stranger", "nobody"] {
        let page = table.world.ask(kind, "GET", EVENT).text();
        assert!(page.contains("Ranks were revealed early (the whole event)"), "{kind}: {page}");
        assert!(page.contains("The hall closes."), "{kind}: {page}");
    }
    let trail = table.world.ask("owner", "GET", "/organisations/league/audit").text();
    assert!(trail.contains("Early reveal of ranks requested"), "{trail}");
}

#[test]
fn officials_who_play_cannot_reveal_ranks_early() {
    let table = closed();
    let asked = json!({"reason": "The hall closes."});
    // The arbiter is the player of White by now.
    let be = |account: usize| {
        table.world.sql(&format!(
            "UPDATE accounts SET player_id = NULL WHERE id = 1;
             UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Sidapa') WHERE id = {account};"
        ));
    };
    be(2);
    let (status, problem) = opens(&table, "results", &asked);
    assert_eq!(status, 409, "{problem}");
    assert!(
        problem["detail"].as_str().expect("a reason").contains("do not play in it"),
        "{problem}"
    );
    assert_eq!(opens(&table, "organizer", &asked).0, 200);
    assert_eq!(opens(&table, "results", &json!({"confirm": true})).0, 409);
    assert_eq!(opens(&table, "organizer", &json!({"withdraw": true})).0, 200);
    assert_eq!(table.see("nobody")["state"], json!("final"));
}

/// The number of games that became public within a span, as the open archive has them; without the key.
fn archived(table: &Table, span: (Micros, Micros)) -> usize {
    let data = table.world.service.dir.path().join("data");
    let settings = AppSettings {
        database: Location::Sqlite(data.join("adjutant.sqlite")),
        key_file: data.join("seal.key"),
    };
    let app = App::open_without_key(&settings).expect("it opens");
    let mut count = 0;
    let mut give = |_: &AnyRecord| {
        count += 1;
        true
    };
    open_archive::published_between(&app, span, &mut give).expect("the archive ends");
    count
}

#[test]
fn an_embargoed_game_is_in_the_open_archive_once_its_ranks_are_open() {
    let table = closed();
    let asked = json!({"reason": "The hall closes."});
    assert_eq!(opens(&table, "results", &asked).0, 200);
    // All records came a month ago: what counts is when everybody could see the ranks. Pandesal is not listed publicly, which
    // would keep the game out in any case.
    table.world.sql(&format!(
        "UPDATE games SET imported_at = imported_at - {}; UPDATE players SET private = 0; UPDATE plays SET listed = 1",
        30 * DAY
    ));
    let ever = (Micros::MIN, Micros::MAX);
    let lately = (Micros::from(chrono::Utc::now()).saturating_sub(DAY), Micros::MAX);
    let before = archived(&table, ever);
    assert_eq!(archived(&table, lately), 0, "its ranks are closed");
    assert_eq!(opens(&table, "organizer", &json!({"confirm": true})).0, 200);
    assert_eq!(table.see("nobody")["state"], json!("revealed"));
    assert_eq!([archived(&table, ever), archived(&table, lately)], [before + 1, 1]);
}
