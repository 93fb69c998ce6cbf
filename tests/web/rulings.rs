//! Rulings over the API and from the page of a game: who decides, and who reads why.

use adjutant_domain::account::scopes::TokenScopes;
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
        let token = self.world.token(kind, TokenScopes::OFFICIATE);
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
    let official = table.world.token("results", TokenScopes::OFFICIATE);
    let seen = table.world.show(Some(&official), "GET", &table.path(""), "").json();
    assert_eq!((&seen["viewer"], &seen["own"]), (&json!("official"), &Value::Null));
    let may = seen["may_rule"].as_array().expect("a list");
    assert!(may.contains(&json!("resume")) && may.contains(&json!("add-time")), "{may:?}");
    let ranked =
        seen["pieces"].as_array().expect("pieces").iter().any(|one| one.get("rank").is_some());
    assert!(!ranked, "an official sees no rank: {seen}");
}

#[test]
fn refused_rulings_name_the_role_or_the_error() {
    let table = of_the_league();
    let pause = json!({"id": "00000000000000b1", "ruling": "pause", "reason": "I say so."});
    for kind in ["stranger", "elsewhere", "foreign", "moderator", "operator"] {
        assert_eq!(table.rule(kind, &pause).0, 403, "{kind}");
    }
    assert_eq!(table.rule("organizer", &pause).0, 404, "nobody is an official of his own game");
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

#[test]
fn the_page_of_an_events_game_leads_to_the_event_and_says_when_its_ranks_open() {
    let mut table = Table::of_event("public", "round");
    let page = format!("/play/{}", table.play);
    let link = "<a href=\"/events/ranked-evening-10-january\">";
    let shown = |table: &Table, kind| table.world.ask(kind, "GET", &page).text();
    assert!(shown(&table, "stranger").contains(link), "while both deploy");
    table.deploy(WHITE, BLACK);
    let playing = shown(&table, "stranger");
    assert!(playing.contains(link) && !playing.contains("The ranks open"), "{playing}");
    assert!(shown(&table, "nobody").contains(link), "a spectator of a public event");
    assert_eq!(table.send("black", "/words", json!({"word": "resign"})).status, 200);
    for kind in ["stranger", "elsewhere"] {
        let over = shown(&table, kind);
        assert!(over.contains("Back to ") && !over.contains("New game"), "{kind}: {over}");
        assert!(over.contains("The ranks open when the round is over."), "{kind}: {over}");
    }
    table.world.sql("UPDATE organisations SET state = 3 WHERE id = 1");
    assert!(!shown(&table, "nobody").contains(link), "its organisation is closed");
    assert!(shown(&table, "stranger").contains(link), "who plays knows the event");
}

/// What a reason became, as everybody reads it.
fn written(table: &Table, number: u32, ruling: &str, reason: &str) -> String {
    let body = json!({"id": format!("{number:016x}"), "ruling": ruling, "reason": reason});
    let (status, told) = table.rule("results", &body);
    assert_eq!(status, 200, "{told}");
    told["reason"].as_str().expect("a reason").to_owned()
}

#[test]
fn a_reason_tells_its_writer_no_real_name_that_he_may_not_see() {
    let table = of_the_league();
    table.world.sql(
        "INSERT INTO profiles (id, player_id, display_name, real_name, real_name_public, age_band, guardian_agrees)
             SELECT 901, id, 'Little Bread', 'Maria Clara Reyes', 1, 2, 0 FROM players WHERE handle = 'Pandesal';
         INSERT INTO profiles (id, player_id, display_name, real_name, real_name_public, age_band, guardian_agrees)
             SELECT 902, id, 'King John', 'Juan Reyes', 0, 3, 0 FROM players WHERE handle = 'Sidapa';",
    );
    for (number, ruling, guess) in [
        (1, "pause", "Maria Clara is ill."),
        (2, "resume", "Maria Clara Reyes is back."),
        (3, "pause", "Little Bread is ill again."),
        (4, "resume", "Juan dela Cruz said so, that is Juan Reyes."),
    ] {
        assert_eq!(written(&table, number, ruling, guess), guess, "as a guess that is wrong");
    }
    let public = "Pandesal asked King John, who is SIDAPA.";
    let replaced = "the player asked the player, who is the player.";
    assert_eq!(written(&table, 5, "pause", public), replaced);
    table.world.sql(
        "INSERT INTO roles SELECT max(id) + 1, 2, 1, 2, NULL, 0, NULL, max(granted_at) FROM roles;
         UPDATE profiles SET real_name_public = 1 WHERE player_id = (SELECT id FROM players WHERE handle = 'Sidapa')",
    );
    let known = "Maria Clara hears that Juan dela Cruz is Juan Reyes, and not Maria Clara Reyes.";
    let replaced = "the player hears that the player is the player, and not the player Reyes.";
    assert_eq!(
        written(&table, 6, "resume", "Maria Clara and Juan Reyes."),
        "Maria Clara and the player.",
        "a token that reads no roster"
    );
    let page = format!("/play/{}", table.play);
    let mut official = table.world.browser("results");
    let fields = [("ruling", "pause"), ("reason", known)];
    assert_eq!(official.fill(&page, &format!("{page}/ruling"), &fields).status, 303);
    let rulings = table.see("nobody")["rulings"].as_array().expect("rulings").clone();
    assert_eq!(rulings.last().expect("one")["reason"], replaced, "whoever reads the roster");
}

#[test]
fn a_corrected_record_is_reached_from_each_address_that_it_ever_had() {
    let mut table = of_the_league();
    assert_eq!(table.send("white", "/words", json!({"word": "resign"})).status, 200);
    let begun = std::time::Instant::now();
    let record_other_than = |table: &Table, before: Option<&str>| loop {
        if let Some(id) = table.see("nobody")["game"].as_str().filter(|id| Some(*id) != before) {
            return id.to_owned();
        }
        assert!(begun.elapsed().as_secs() < 60, "no other record: {}", table.see("nobody"));
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    let former = record_other_than(&table, None);
    let correct = json!({
        "id": "00000000000000c2", "ruling": "correct", "result": "1/2-1/2", "termination": "agreement",
        "reason": "They had agreed on a draw.",
    });
    let (status, told) = table.rule("results", &correct);
    assert_eq!(status, 200, "{told}");
    let current = record_other_than(&table, Some(&former));
    for (before, after) in [
        (
            format!("/games/{former}?ply=0&view=public"),
            format!("/games/{current}?ply=0&view=public"),
        ),
        (format!("/embed/games/{former}?ply=0"), format!("/embed/games/{current}?ply=0")),
    ] {
        let moved = table.world.ask("nobody", "GET", &before);
        assert_eq!((moved.status, moved.must("location")), (308, after.as_str()));
        assert_eq!(moved.must("cache-control"), "no-store");
        assert_eq!(table.world.ask("nobody", "GET", &after).status, 200);
    }
    let record = |id: &str| table.world.ask("nobody", "GET", &format!("/api/v1/games/{id}")).text();
    assert!(record(&former).contains("1/2-1/2"), "{}", record(&former));
    assert_eq!(record(&former), record(&current));
    let file = table.world.ask("nobody", "GET", &format!("/games/{former}/game.ggn"));
    assert!(file.status == 200 && file.text().contains("agreement"), "{}", file.whole());
}
