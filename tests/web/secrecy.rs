//! Of a game that is not over nothing is told that only its players know: neither a rank nor a
//! comment nor an unknown tag, on any address, in any form, in any language, nor in the log.

use std::sync::Arc;

use crate::routes::addresses;
use crate::service::{Service, Start, games, unfinished};
use crate::visitor::{PASSWORD, Visitor};

/// The set-ups of the two games, each row of each.
fn secrets() -> Vec<String> {
    let mut secrets = vec!["canary".to_owned()];
    for game in unfinished() {
        for line in game.lines().filter(|line| line.contains("Setup \"")) {
            let setup = line.split('"').nth(1).expect("a set-up");
            secrets.extend(setup.split('/').map(str::to_owned));
            secrets.push(setup.to_owned());
        }
    }
    assert_eq!(secrets.len(), 1 + 4 * 4, "{secrets:?}");
    secrets
}

fn assert_mute(what: &str, said: &str) {
    for secret in secrets() {
        assert!(!said.contains(&secret), "{what} says {secret}");
    }
}

/// A service whose only games are not over, and their ids.
fn service() -> (Service, Vec<String>) {
    let service = Start::with(&unfinished().concat()).token().env("RUST_LOG", "trace").serve();
    let list = service.get("/api/v1/games").json();
    let ids: Vec<String> = list["games"]
        .as_array()
        .expect("games")
        .iter()
        .map(|game| game["id"].as_str().expect("an id").to_owned())
        .collect();
    assert_eq!(ids.len(), 2);
    (service, ids)
}

#[test]
fn no_address_tells_a_rank_a_comment_or_a_tag_of_an_unfinished_game() {
    let (service, ids) = service();
    let mut asked = vec![
        "/".to_owned(),
        "/games".to_owned(),
        "/players".to_owned(),
        "/players/Sidapa".to_owned(),
        "/players/Sidapa/versus/Pandesal".to_owned(),
        "/events".to_owned(),
        "/events/still-going-on".to_owned(),
        "/leaderboards/rapid?handle=Sidapa".to_owned(),
        "/metrics".to_owned(),
    ];
    let api: Vec<String> = asked.iter().skip(1).map(|path| format!("/api/v1{path}")).collect();
    asked.extend(api);
    for id in &ids {
        for view in ["revealed", "white", "black", "public"] {
            asked.push(format!("/games/{id}?view={view}"));
            asked.push(format!("/games/{id}?view={view}&ply=9999"));
            asked.push(format!("/games/{id}/board.png?view={view}"));
            asked.push(format!("/embed/games/{id}?view={view}&ply=9999"));
            asked.push(format!("/api/v1/games/{id}/replay?view={view}"));
            asked.push(format!("/games/{id}?view={view}&ply=9&shade=flag&piece=a2&table=1"));
            asked.push(format!("/games/{id}/known?view={view}&ply=9&shade=flag&piece=a2&table=1"));
            asked.push(format!("/api/v1/games/{id}/knowledge?viewer={view}&ply=9"));
        }
        asked.push(format!("/games/{id}/sheet"));
        for file in ["game.ggn", "game.json", "nothing"] {
            asked.push(format!("/games/{id}/{file}"));
            asked.push(format!("/api/v1/games/{id}/{file}"));
        }
        asked.push(format!("/api/v1/games/{id}"));
        asked.push(format!("/api/v1/games/{id}/ledger"));
    }
    for address in &asked {
        assert_mute(address, &service.get(address).whole());
        for accept in ["text/csv", "application/x-ndjson"] {
            assert_mute(address, &service.ask("GET", address, &[("Accept", accept)]).whole());
        }
    }
    assert_mute("the log", &service.log());
}

#[test]
fn every_view_of_an_unfinished_game_is_the_public_one() {
    let (service, ids) = service();
    for id in ids {
        let picture = |view: &str| service.get(&format!("/games/{id}/board.png?view={view}")).body;
        let film = |view: &str| service.get(&format!("/games/{id}/game.gif?view={view}")).body;
        let embedded = |view: &str| service.get(&format!("/embed/games/{id}?view={view}")).body;
        let replay =
            |view: &str| service.get(&format!("/api/v1/games/{id}/replay?view={view}")).text();
        let page = |view: &str| {
            let text = service.get(&format!("/games/{id}?view={view}")).text();
            // The links for signing in lead back to the address that was asked for.
            text.replace(&format!("view={view}"), "view=public")
                .replace(&format!("view%3D{view}"), "view%3Dpublic")
        };
        for view in ["revealed", "white", "black"] {
            assert_eq!(picture(view), picture("public"), "{id} {view}");
            assert_eq!(film(view), film("public"), "{id} {view}");
            assert_eq!(embedded(view), embedded("public"), "{id} {view}");
            assert_eq!(replay(view), replay("public"), "{id} {view}");
            assert_eq!(page(view), page("public"), "{id} {view}");
        }
        let public: serde_json::Value = serde_json::from_str(&replay("public")).expect("JSON");
        for piece in public["pieces"].as_array().expect("pieces") {
            assert!(piece["rank"].is_null(), "{piece}");
        }
        let plain = service.get(&format!("/games/{id}?view=public")).text();
        let looked = format!("/games/{id}?view=public&shade=flag&ghost=1&piece=a2&table=1");
        let looked = service.get(&looked).text();
        let (plain, looked) = (plain.lines(), looked.lines());
        // But for the page's own address, which a form of it has.
        let other: Vec<_> = plain.zip(looked).filter(|(one, other)| one != other).collect();
        assert!(other.iter().all(|(line, _)| line.contains("name=\"back\"")), "{other:?}");
        for told in ["ledger", "knowledge?viewer=white&ply=3", "knowledge?viewer=public&ply=3"] {
            let reply = service.get(&format!("/api/v1/games/{id}/{told}"));
            let ledger = service.get(&format!("/api/v1/games/{id}/ledger"));
            assert_eq!((reply.status, reply.text()), (404, ledger.text()), "{told}");
        }
        for none in ["game.ggn", "known", "known?view=white&ply=3&shade=flag&piece=a2&table=1"] {
            assert_eq!(service.get(&format!("/games/{id}/{none}")).status, 404, "{none}");
        }
        assert_eq!(service.get(&format!("/api/v1/games/{id}/game.json")).status, 404);
    }
}

#[test]
fn an_unfinished_game_is_asked_for_again_each_time_and_never_kept_for_ever() {
    let (service, ids) = service();
    for id in ids {
        for path in [
            format!("/api/v1/games/{id}"),
            format!("/api/v1/games/{id}/replay"),
            format!("/games/{id}"),
        ] {
            let reply = service.get(&path);
            assert!(reply.must("cache-control").contains("no-cache"), "{path}");
            assert!(!reply.must("cache-control").contains("immutable"), "{path}");
        }
        let picture = service.get(&format!("/games/{id}/board.png"));
        assert!(
            picture.must("cache-control").contains("no-cache"),
            "{}",
            picture.must("cache-control")
        );
    }
}

#[test]
fn the_log_holds_no_rank_no_query_and_no_token_even_when_all_is_logged() {
    let service = Start::empty().token().env("RUST_LOG", "trace").serve();
    let broken = unfinished().concat().replace("[WhiteSetup \"", "[WhiteSetup \"F");
    for body in [unfinished().concat(), broken, games(3)] {
        assert_eq!(service.post_records(body.as_bytes()).status, 200);
    }
    let list = service.get("/api/v1/games?player=Sidapa").json();
    for game in list["games"].as_array().expect("games") {
        service.get(&format!("/games/{}", game["id"].as_str().expect("an id")));
    }
    let log = service.log();
    assert_mute("the log", &log);
    assert!(!log.contains(crate::service::TOKEN), "the operator's token is in the log");
    for setup in games(3).lines().filter(|line| line.contains("Setup \"")) {
        assert!(!log.contains(setup), "{setup}");
    }
}

#[test]
fn the_log_of_a_refused_sign_in_names_account_and_neighbourhood_and_nothing_that_was_typed() {
    let service = Arc::new(Start::empty().env("RUST_LOG", "info").serve());
    let mut visitor = Visitor::new(&service);
    assert_eq!(visitor.sign_up("Gregoria", PASSWORD).status, 303);
    for name in ["Gregoria", "mistyped secret"] {
        let refused = Visitor::new(&service).sign_in(name, "not her password", "/");
        assert_eq!(refused.status, 422);
    }
    // The log comes through a pipe, a moment behind the answers.
    let refusals = |log: &str| log.matches("sign-in was refused").count();
    let mut log = service.log();
    for _ in 0..100 {
        if refusals(&log) == 2 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
        log = service.log();
    }
    let lines: Vec<&str> =
        log.lines().filter(|line| line.contains("sign-in was refused")).collect();
    assert_eq!(lines.len(), 2, "{log}");
    assert!(lines[0].contains("\"account\":1") && lines[1].contains("\"account\":0"), "{lines:?}");
    assert!(lines.iter().all(|line| line.contains("\"network\":\"127.0.0.0/24\"")), "{lines:?}");
    for typed in ["Gregoria", "mistyped", "her password"] {
        assert!(!log.contains(typed), "{typed}: {log}");
    }
}

#[test]
fn the_shared_service_tells_nothing_of_its_unfinished_games_either() {
    let service = Service::shared();
    for address in addresses(&service) {
        let said = service.get(&address).whole();
        assert!(!said.contains("canary"), "{address}");
    }
}
