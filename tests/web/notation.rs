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
    for end in salpakan::rules::TERMINATIONS {
        assert!(PAPER.contains(&format!("`{}`", end.name())), "{}", end.name());
        assert!(page.contains(&format!("<code translate=\"no\">{}</code>", end.name())));
    }
    for tag in ["Ruleset", "First", "TimeControl", "Termination", "WhiteSetup", "BlackSetup"] {
        assert!(PAPER.contains(&format!("`{tag}`")) && page.contains(tag), "{tag}");
    }
    for rank in salpakan::rules::Rank::ALL {
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
    let page = service.get("/notation").text();
    assert!(page.contains("<a href=\"/notation.md\">"), "{page}");
    let paper = service.get("/notation.md");
    assert!(paper.must("content-type").starts_with("text/plain"), "{}", paper.whole());
    assert_eq!(paper.text(), PAPER);
    let description = service.get("/api/v1/openapi.json").json();
    let schema = &description["paths"]["/api/v1/games/{id}"]["get"]["responses"]["200"];
    assert!(schema.to_string().contains("GameFormatsSchema"), "{schema}");
    let twin = &description["components"]["schemas"]["RecordSchema"]["properties"];
    let record = service.get(&format!("/api/v1/games/{id}")).json();
    for name in record.as_object().expect("an object").keys() {
        assert!(twin[name].is_object(), "{name}: {twin}");
    }
}

#[test]
fn the_notation_is_linked_where_an_organisation_brings_records() {
    let service = crate::contest_pages::site();
    let mut keeper = crate::contest_pages::organizer(&service, "Purificacion", "Liga ng Notasyon");
    let page = crate::contest_pages::text(&mut keeper, "/organisations/liga-ng-notasyon/records");
    assert!(page.contains("href=\"/notation\""), "{page}");
}

#[test]
fn the_help_of_each_command_that_reads_or_writes_records_says_where_the_notation_is() {
    for name in ["verify", "convert", "import", "export"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let done = command.args([name, "--help"]).output().expect("it runs");
        let help = String::from_utf8(done.stdout).expect("text");
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let where_it_is = "described in docs/notation.md and, on any site, at /notation.";
        assert!(help.contains(where_it_is), "{name}: {help}");
    }
}
