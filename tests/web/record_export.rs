//! Games with their moves over the API: all of them, in each format, and continued where somebody stopped.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::service::{Service, Start, games};

const EXPORT: &str = "/api/v1/games/export";

fn entries(path: &str) -> Vec<Value> {
    entries_of(&Service::shared(), path)
}

fn entries_of(service: &Service, path: &str) -> Vec<Value> {
    let reply = service.get(path);
    assert_eq!(reply.status, 200, "{path}");
    reply.text().lines().map(|line| serde_json::from_str(line).expect("an entry")).collect()
}

fn ids(entries: &[Value]) -> Vec<String> {
    entries.iter().map(|one| one["id"].as_str().expect("an id").to_owned()).collect()
}

/// The games of the list that are revealed, in its order.
fn revealed(query: &str) -> Vec<String> {
    revealed_of(&Service::shared(), query)
}

fn revealed_of(service: &Service, query: &str) -> Vec<String> {
    let list = service.ask(
        "GET",
        &format!("/api/v1/games?{query}"),
        &[("Accept", "application/x-ndjson")],
    );
    let rows = list.text();
    let rows = rows.lines().map(|line| serde_json::from_str::<Value>(line).expect("a game"));
    let rows = rows.filter(|row| row["revealed"] == true);
    rows.map(|row| row["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn every_revealed_game_is_exported_once_in_the_order_of_the_list_and_no_other() {
    let all = revealed("");
    assert!(all.len() >= 40, "{}", all.len());
    assert_eq!(ids(&entries(&format!("{EXPORT}?format=entries"))), all);
    let of_player = entries(&format!("{EXPORT}?format=entries&player=Sidapa&result=1-0"));
    assert!(!of_player.is_empty());
    assert_eq!(ids(&of_player), revealed("player=Sidapa&result=1-0"));
    assert!(Service::shared().get("/api/v1/games?result=*").json()["games"][0].is_object());
    assert!(entries(&format!("{EXPORT}?format=entries&result=*")).is_empty());
}

#[test]
fn an_export_of_many_batches_has_them_all() {
    let service = Start::with(&games(400)).serve();
    let all = revealed_of(&service, "");
    assert_eq!(all.len(), 400);
    assert_eq!(ids(&entries_of(&service, &format!("{EXPORT}?format=entries"))), all);
}

#[test]
fn an_export_continues_after_the_last_game_that_arrived() {
    let all = revealed("player=Sidapa");
    let (first, rest) = all.split_at(all.len() / 2);
    let last = first.last().expect("games");
    let path = format!("{EXPORT}?format=entries&player=Sidapa&after={last}");
    assert_eq!(ids(&entries(&path)), rest);
    assert_eq!(Service::shared().get(&format!("{EXPORT}?after=0123456789abcdef")).status, 404);
    let reply = Service::shared().get(&format!("{EXPORT}?after=x"));
    assert_eq!((reply.status, &reply.json()["field"]), (400, &"after".into()));
}

#[test]
fn pages_of_an_export_lead_to_all_of_it() {
    let (mut path, mut found) = (format!("{EXPORT}?format=entries&player=Sidapa&limit=3"), vec![]);
    loop {
        let reply = Service::shared().get(&path);
        let text = reply.text();
        let page: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("an entry")).collect();
        assert!(page.len() <= 3);
        found.extend(ids(&page));
        let Some(link) = reply.header("link") else { break };
        path = link.trim_start_matches('<').split('>').next().expect("an address").to_owned();
    }
    assert_eq!(found, revealed("player=Sidapa"));
}

#[test]
fn both_notations_hold_the_same_games_as_their_files() {
    let service = Service::shared();
    let entries = entries(&format!("{EXPORT}?format=entries&limit=2"));
    let ggn = service.get(&format!("{EXPORT}?format=ggn&limit=2"));
    assert_eq!(ggn.must("content-type"), "text/plain; charset=utf-8");
    assert_eq!(ggn.must("content-disposition"), "attachment; filename=\"games.ggn\"");
    let ndjson = service.get(&format!("{EXPORT}?limit=2")).text();
    let mut files = (String::new(), String::new());
    for id in ids(&entries) {
        files.0 += &service.get(&format!("/api/v1/games/{id}/game.ggn")).text();
        files.0.push('\n');
        files.1 += &service.get(&format!("/api/v1/games/{id}/game.json")).text();
    }
    assert_eq!(ggn.text(), files.0);
    assert_eq!(ndjson, files.1);
    let records: BTreeSet<String> = entries.iter().map(|one| one["record"].to_string()).collect();
    let lines = ndjson
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a record").to_string());
    assert_eq!(records, lines.collect());
}

#[test]
fn games_since_a_moment_are_those_that_were_stored_from_then_on() {
    let since = |moment: &str| entries(&format!("{EXPORT}?format=entries&since={moment}")).len();
    assert_eq!(since("1999-01-01T00:00:00Z"), revealed("").len());
    assert_eq!(since("2999-01-01T00:00:00Z"), 0);
    let reply = Service::shared().get(&format!("{EXPORT}?since=yesterday"));
    assert_eq!((reply.status, &reply.json()["field"]), (400, &"since".into()));
}
