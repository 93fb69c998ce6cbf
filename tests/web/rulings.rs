//! Rulings over the API and from the page of a game: who decides, and who reads why.

use adjutant::account::scopes::Scopes;
use serde_json::{Value, json};

use crate::plays::{BLACK, Table, WHITE};

/// A game of the league's event, which is what officials decide in.
fn of_the_league() -> Table {
    let mut table = Table::new();
    table.world.sql("UPDATE plays SET organisation_id = 1, event_id = 1");
    table.deploy(WHITE, BLACK);
    table
}

impl Table {
    fn rule(&self, kind: &str, body: &Value) -> (u16, Value) {
        let token = self.world.token(kind, Scopes::OFFICIATE);
        let reply =
            self.world.show(Some(&token), "POST", &self.path("/rulings"), &body.to_string());
        (reply.status, reply.json())
    }
}

#[test]
fn an_official_pauses_a_game_by_token_and_both_sides_read_why() {
    let table = of_the_league();
    let pause =
        json!({"id": "00000000000000b1", "ruling": "pause", "reason": "The lights are out."});
    let (status, told) = table.rule("results", &pause);
    assert_eq!((status, &told["event"], &told["by"]), (200, &json!("paused"), &json!("official")));
    assert_eq!(table.rule("results", &pause), (200, told.clone()), "sent again it is done once");
    for viewer in ["white", "black", "nobody"] {
        let seen = table.see(viewer);
        assert_eq!(
            (&seen["state"], &seen["rulings"]),
            (&json!("paused"), &json!([told])),
            "{viewer}"
        );
        assert_eq!(seen["may_rule"], json!([]), "{viewer}");
    }
    let official = table.world.token("results", Scopes::OFFICIATE);
    let seen = table.world.show(Some(&official), "GET", &table.path(""), "").json();
    assert_eq!((&seen["viewer"], &seen["own"]), (&json!("official"), &Value::Null));
    let may = seen["may_rule"].as_array().expect("a list");
    assert!(may.contains(&json!("resume")) && may.contains(&json!("add-time")), "{may:?}");
    let ranked =
        seen["pieces"].as_array().expect("pieces").iter().any(|one| one.get("rank").is_some());
    assert!(!ranked, "an official sees no rank: {seen}");
}

#[test]
fn who_may_not_decide_hears_that_there_is_no_such_game_and_what_is_wrong_is_named() {
    let table = of_the_league();
    let pause = json!({"id": "00000000000000b1", "ruling": "pause", "reason": "I say so."});
    for kind in ["stranger", "organizer", "elsewhere", "owner", "foreign", "moderator", "operator"]
    {
        assert_eq!(table.rule(kind, &pause).0, 404, "{kind}; the organizer plays in it himself");
    }
    let faulty = [
        (json!({"ruling": "sing", "reason": "x"}), "ruling"),
        (json!({"ruling": "pause", "reason": " "}), "reason"),
        (json!({"ruling": "add-time", "seconds": 60, "reason": "x"}), "color"),
        (json!({"ruling": "adjudicate", "result": "2-0", "reason": "x"}), "result"),
        (
            json!({"ruling": "correct", "result": "1-0", "termination": "luck", "reason": "x"}),
            "termination",
        ),
    ];
    for (mut body, field) in faulty {
        body["id"] = json!("00000000000000b2");
        let (status, problem) = table.rule("results", &body);
        assert_eq!((status, &problem["field"]), (400, &json!(field)), "{problem}");
    }
    let early = json!({"id": "00000000000000b3", "ruling": "resume", "reason": "x"});
    assert_eq!(table.rule("results", &early).0, 409);
}

#[test]
fn an_official_decides_from_the_page_without_script_and_nobody_else_has_the_form() {
    let table = of_the_league();
    let page = format!("/play/{}", table.play);
    let action = format!("{page}/ruling");
    assert!(!table.world.ask("stranger", "GET", &page).text().contains(&action));
    assert!(!table.world.ask("nobody", "GET", &page).text().contains(&action));
    let mut official = table.world.browser("results");
    let refused = official.fill(&page, &action, &[("ruling", "pause"), ("reason", "")]);
    assert_eq!(refused.status, 422, "{}", refused.text());
    let why = [("ruling", "pause"), ("reason", "The lights are <out>.")];
    let done = official.fill(&page, &action, &why);
    assert_eq!((done.status, done.must("location")), (303, page.as_str()));
    for kind in ["stranger", "nobody", "results"] {
        let text = table.world.ask(kind, "GET", &page).text();
        assert!(text.contains("The lights are &#60;out&#62;."), "{kind}: {text}");
        assert!(text.contains("The game was paused."), "{kind}");
    }
    let trail = table.world.ask("owner", "GET", "/organisations/league/audit").text();
    assert!(trail.contains("Ruling on a game") && trail.contains("The lights are"), "{trail}");
}
