//! Records over HTTP: who may send them, what becomes of each game, and what is refused.

use std::io::Write;

use crate::client::{Reply, send};
use crate::service::{GAMES, Service, Start, TOKEN, games};

fn problem(reply: &Reply, status: u16, kind: &str) -> String {
    assert_eq!(reply.status, status, "{}", reply.whole());
    assert_eq!(reply.must("content-type"), "application/problem+json");
    let problem = reply.json();
    assert_eq!(problem["type"], format!("/api/problems#{kind}"));
    problem["detail"].as_str().expect("a detail").to_owned()
}

fn counts(reply: &Reply) -> [u64; 3] {
    assert_eq!(reply.status, 200, "{}", reply.whole());
    let answer = reply.json();
    ["added", "duplicates", "refused"].map(|name| answer[name].as_u64().expect("a count"))
}

fn zstd(text: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(text, 3).expect("it can be compressed")
}

/// Games as the API's JSON, from a service that has them.
fn as_json(service: &Service, count: usize) -> Vec<String> {
    let list = service.get(&format!("/api/v1/games?limit={count}")).json();
    let ids = list["games"].as_array().expect("games").iter();
    ids.map(|game| service.get(&format!("/api/v1/games/{}", game["id"].as_str().unwrap())).text())
        .collect()
}

#[test]
fn nobody_imports_without_a_token() {
    let service = Start::empty().token().serve();
    let body = games(1);
    let ask = |header: Option<&str>| {
        let headers: Vec<(&str, &str)> =
            header.map(|value| ("Authorization", value)).into_iter().collect();
        send(service.address, "POST", "/api/v1/records", &headers, body.as_bytes())
    };
    for none in [None, Some("Basic abc"), Some("")] {
        let reply = ask(none);
        let detail = problem(&reply, 401, "unauthorized");
        assert!(detail.contains("Authorization: Bearer"), "what to do: {detail}");
        assert_eq!(reply.must("www-authenticate"), "Bearer realm=\"adjutant\"");
    }
    for wrong in ["Bearer wrong", "Bearer "] {
        let detail = problem(&ask(Some(wrong)), 401, "invalid-token");
        assert!(detail.contains("Authorization: Bearer"), "what to do: {detail}");
    }
    assert_eq!(counts(&ask(Some(&format!("Bearer {TOKEN}")))), [1, 0, 0]);
    assert_eq!(counts(&ask(Some(&format!("bearer {TOKEN}")))), [0, 1, 0]);
}

#[test]
fn without_a_key_in_the_configuration_the_operator_s_opens_nothing() {
    let service = Start::empty().serve();
    problem(&service.post_records(games(1).as_bytes()), 401, "invalid-token");
}

#[test]
fn one_game_or_many_in_every_form_are_taken_once() {
    let service = Start::empty().token().serve();
    let post = |body: &[u8]| counts(&service.post_records(body));
    assert_eq!(post(GAMES[0].as_bytes()), [1, 0, 0], "one game in GGN");
    assert_eq!(post(games(6).as_bytes()), [5, 1, 0], "many, of which one is there");
    let twins = as_json(&service, 6);
    assert_eq!(post(twins[0].as_bytes()), [0, 1, 0], "one game in JSON");
    assert_eq!(post(twins.join("\n").as_bytes()), [0, 6, 0], "many in NDJSON");
    assert_eq!(post(format!("[{}]", twins.join(",")).as_bytes()), [0, 6, 0], "an array");
    assert_eq!(post(&zstd(games(9).as_bytes())), [3, 6, 0], "GGN in zstd");
    assert_eq!(post(&zstd(twins.join("\n").as_bytes())), [0, 6, 0], "NDJSON in zstd");
    assert_eq!(post((games(2) + &games(2)).as_bytes()), [0, 4, 0], "twice in one body");
    for nothing in [&b""[..], b"\n \n"] {
        let detail = problem(&service.post_records(nothing), 422, "unreadable");
        assert!(detail.contains("no game in the body"), "{detail}");
    }
    assert_eq!(service.get("/api/v1/games?limit=200").json()["games"].as_array().unwrap().len(), 9);
}

#[test]
fn an_added_game_is_named_listed_rated_and_shown() {
    let service = Start::empty().token().serve();
    let answer = service.post_records(games(1).as_bytes()).json();
    let id = answer["ids"][0].as_str().expect("an id");
    assert_eq!(service.get(&format!("/games/{id}")).status, 200);
    let game = service.get(&format!("/api/v1/games/{id}")).json();
    assert_eq!(
        (game["tags"]["White"].as_str(), game["result"].as_str()),
        (Some("Sidapa"), Some("0-1"))
    );
    let player = service.get("/api/v1/players/Pandesal").json();
    assert_eq!(
        (player["all"]["wins"].as_u64(), player["ratings"][0]["games"].as_u64()),
        (Some(1), Some(1))
    );
    let again = service.post_records(games(1).as_bytes()).json();
    assert_eq!(again["duplicate_ids"][0], id);
    assert!(service.get(&format!("/games/{id}")).text().contains("Imported"));
    let replay = service.get(&format!("/api/v1/games/{id}/replay")).json();
    assert_eq!(replay["provenance"], "imported-api");
    assert_eq!(replay["event"], game["tags"]["Event"]);
}

#[test]
fn refused_games_are_listed_with_place_and_reason_and_harm_no_other() {
    let service = Start::empty().token().serve();
    let illegal = GAMES[1].replacen("1. ", "1. a1-a5 ", 1);
    let two_flags = GAMES[2].replacen("[WhiteSetup \"", "[WhiteSetup \"FF", 1);
    let contradiction = GAMES[3].replace("[Result \"0-1\"]", "[Result \"1-0\"]");
    let contradiction = if contradiction == GAMES[3] {
        GAMES[3].replace("[Result \"1-0\"]", "[Result \"0-1\"]")
    } else {
        contradiction
    };
    let texts = [&GAMES[0], &illegal, &two_flags, &contradiction, &GAMES[4]].map(String::as_str);
    let body = texts.concat();
    let reply = service.post_records(body.as_bytes());
    assert_eq!(counts(&reply), [2, 0, 3]);
    let answer = reply.json();
    let refusals = answer["refusals"].as_array().expect("refusals");
    for (refusal, game) in refusals.iter().zip([2_usize, 3, 4]) {
        assert_eq!(refusal["game"], game, "{refusal}");
        let before = &texts[..game - 1];
        let first_line = before.iter().map(|text| text.lines().count()).sum::<usize>() + 1;
        assert!(refusal["line"].as_u64().unwrap() as usize >= first_line, "{refusal}");
        assert!(refusal["error"].as_str().unwrap().len() > 10, "{refusal}");
    }
    assert_eq!(refusals[0]["ply"], 1, "{}", refusals[0]);
}

#[test]
fn a_body_beyond_the_limit_is_refused_and_the_limit_said() {
    let service = Start::empty().token().env("ADJUTANT_LARGEST_IMPORT", "100000").serve();
    let detail = problem(&service.post_records(&vec![b' '; 300_000]), 413, "too-large");
    assert!(detail.contains("100000"), "{detail}");
    let stranger = send(service.address, "POST", "/api/v1/records", &[], &vec![b' '; 300_000]);
    problem(&stranger, 401, "unauthorized");
    assert_eq!(counts(&service.post_records(games(1).as_bytes())), [1, 0, 0], "and it goes on");
}

#[test]
fn a_zstd_bomb_is_refused() {
    let service = Start::empty().token().env("ADJUTANT_LARGEST_EXPANDED_IMPORT", "2000000").serve();
    let one_game = zstd(&vec![b'a'; 500 << 20]);
    assert!(one_game.len() < 100_000);
    let reply = service.post_records(&one_game);
    assert!(matches!(reply.status, 413 | 422), "{}", reply.whole());
    let many_games = zstd(GAMES[0].repeat(20_000).as_bytes());
    assert!(many_games.len() < 100_000, "{}", many_games.len());
    let detail = problem(&service.post_records(&many_games), 413, "too-large");
    assert!(detail.contains("in parts"), "what to do: {detail}");
    assert_eq!(counts(&service.post_records(games(1).as_bytes())), [0, 1, 0], "those before stay");
}

#[test]
fn truncated_and_damaged_zstd_is_refused_and_what_came_before_is_kept() {
    let service = Start::empty().token().serve();
    let whole = zstd(games(40).as_bytes());
    let detail = problem(&service.post_records(&whole[..whole.len() / 2]), 422, "unreadable");
    assert!(detail.contains("zstd") && detail.contains("complete"), "{detail}");
    let mut damaged = whole.clone();
    damaged[8..200].fill(0x55);
    problem(&service.post_records(&damaged), 422, "unreadable");
    let [added, duplicates, refused] = counts(&service.post_records(&whole));
    assert_eq!((added + duplicates, refused), (40, 0));
}

#[test]
fn text_in_another_encoding_is_refused_with_what_to_do() {
    let service = Start::empty().token().serve();
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(games(1).bytes().flat_map(|b| [b, 0])).collect();
    let detail = problem(&service.post_records(&utf16), 422, "unreadable");
    assert!(detail.contains("UTF-8"), "{detail}");
    let mut latin1 = games(1).replacen("Sidapa", "Sid~pa", 1).into_bytes();
    let at = latin1.iter().position(|byte| *byte == b'~').expect("the letter");
    latin1[at] = 0xe1;
    let answer = service.post_records(&latin1).json();
    let refusal = &answer["refusals"][0];
    assert!(refusal["error"].as_str().unwrap().contains("UTF-8"), "{answer}");
    assert_eq!(refusal["line"], 5, "where: {refusal}");
}

#[test]
fn an_encoding_that_is_not_taken_is_refused_with_those_that_are() {
    let service = Start::empty().token().serve();
    let token = format!("Bearer {TOKEN}");
    let post = |encoding: &str, body: &[u8]| {
        let headers = [("Authorization", token.as_str()), ("Content-Encoding", encoding)];
        send(service.address, "POST", "/api/v1/records", &headers, body)
    };
    let body = games(2);
    let gzip = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0][..], &[0; 60]].concat();
    for wrong in ["gzip", "br", "deflate", "x-gzip", "gzip, zstd", "zstd, br", "né"] {
        for sent in [&gzip[..], body.as_bytes()] {
            let detail = problem(&post(wrong, sent), 415, "unsupported-encoding");
            assert!(detail.contains("zstd") && detail.contains("identity"), "{detail}");
        }
    }
    assert!(problem(&post("gzip", &gzip), 415, "unsupported-encoding").contains("gzip"));
    assert_eq!(counts(&post("identity", body.as_bytes())), [2, 0, 0]);
    assert_eq!(counts(&post("zstd", &zstd(body.as_bytes()))), [0, 2, 0]);
    assert_eq!(counts(&post("ZSTD", &zstd(body.as_bytes()))), [0, 2, 0]);
    let headers = [("Content-Encoding", "gzip")];
    let stranger = send(service.address, "POST", "/api/v1/records", &headers, &gzip);
    problem(&stranger, 401, "unauthorized");
}

#[test]
fn deeply_nested_and_endless_json_is_refused() {
    let service = Start::empty().token().serve();
    for nested in [
        "[".repeat(1_000_000),
        "{\"tags\":".repeat(200_000),
        format!("{{\"plies\":{}", "[".repeat(500_000)),
    ] {
        let reply = service.post_records(nested.as_bytes());
        assert!(matches!(reply.status, 200 | 422), "{}", reply.status);
        if reply.status == 200 {
            assert!(reply.json()["refused"].as_u64().unwrap() > 0);
        }
    }
    let mut long = Vec::from(*b"{\"tags\":{\"Event\":\"");
    long.write_all(&vec![b'x'; 6 << 20]).expect("memory");
    let answer = service.post_records(&long).json();
    assert!(answer["refusals"][0]["error"].as_str().unwrap().contains("longer"), "{answer}");
    assert_eq!(counts(&service.post_records(games(1).as_bytes())), [1, 0, 0]);
}

#[test]
fn an_answer_to_the_operator_is_neither_kept_nor_compressed() {
    let service = Start::empty().token().serve();
    let token = format!("Bearer {TOKEN}");
    let headers = [("Authorization", token.as_str()), ("Accept-Encoding", "gzip, br, zstd")];
    let reply = send(service.address, "POST", "/api/v1/records", &headers, games(30).as_bytes());
    assert_eq!(counts(&reply), [30, 0, 0]);
    assert_eq!(reply.must("cache-control"), "no-store");
    assert_eq!(reply.header("content-encoding"), None);
}
