//! The notation as users read of it: its examples are records, and what is said of them is so.

use std::process::Command;

use serde_json::Value;

use crate::service::Service;

const PAPER: &str = include_str!("../../docs/notation.md");

/// What a file of records is judged as, a line a game.
fn judged(name: &str, text: &str) -> Vec<Value> {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join(name);
    std::fs::write(&file, text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let done = command.args(["verify", "--json"]).arg(file).output().expect("it runs");
    let said = String::from_utf8(done.stdout).expect("text");
    said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn plain(html: &str) -> String {
    let signs = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
    signs.iter().fold(html.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The examples of the page.
fn examples() -> Vec<String> {
    let page = Service::shared().get("/notation");
    assert_eq!(page.status, 200);
    let text = page.text();
    let parts = text.split("<pre translate=\"no\"><code>").skip(1);
    parts.map(|rest| plain(rest.split("</code>").next().expect("an example"))).collect()
}

#[test]
fn the_examples_of_page_and_paper_are_valid_and_say_the_same() {
    let [ggn, json, verify] = &examples()[..] else { panic!("three examples") };
    assert!(PAPER.contains(ggn.trim()), "page and paper have one example");
    let verdict: Value =
        serde_json::from_str(verify.lines().nth(1).expect("a verdict")).expect("JSON");
    assert_eq!(judged("one.ggn", ggn), std::slice::from_ref(&verdict));
    assert_eq!(judged("one.json", json), [verdict]);
}

#[test]
fn every_word_that_a_record_has_stands_in_page_and_paper() {
    let page = plain(&Service::shared().get("/notation").text());
    for end in adjutant::rules::Termination::ALL {
        assert!(PAPER.contains(&format!("`{}`", end.name())), "{}", end.name());
        assert!(page.contains(&format!("<code translate=\"no\">{}</code>", end.name())));
    }
    for tag in ["Ruleset", "First", "TimeControl", "Termination", "WhiteSetup", "BlackSetup"] {
        assert!(PAPER.contains(&format!("`{tag}`")) && page.contains(tag), "{tag}");
    }
    for rank in adjutant::rules::Rank::ALL {
        assert!(PAPER.contains(&format!("`{}`", rank.letter())), "{}", rank.letter());
    }
}

#[test]
fn the_notation_is_linked_where_records_are_taken_away_and_described() {
    let service = Service::shared();
    let games = service.get("/api/v1/games?termination=flag-captured&limit=1").json();
    let id = games["games"][0]["id"].as_str().expect("a game");
    for page in [format!("/games/{id}"), "/api".to_owned()] {
        assert!(service.get(&page).text().contains("href=\"/notation\""), "{page}");
    }
    let description = service.get("/api/v1/openapi.json").json();
    let schema = &description["paths"]["/api/v1/games/{id}"]["get"]["responses"]["200"];
    assert!(schema.to_string().contains("GameAnswer"), "{schema}");
    let twin = &description["components"]["schemas"]["RecordTwin"]["properties"];
    let record = service.get(&format!("/api/v1/games/{id}")).json();
    for name in record.as_object().expect("an object").keys() {
        assert!(twin[name].is_object(), "{name}: {twin}");
    }
}
