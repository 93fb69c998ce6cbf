//! What may be kept, for how long, and in which encoding it travels.

use crate::client::Reply;
use crate::routes::addresses;
use crate::service::{Service, Start, games};

fn revealed(service: &Service) -> String {
    let list = service.get("/api/v1/games?result=1-0&limit=1").json();
    list["games"][0]["id"].as_str().expect("a game").to_owned()
}

fn is_for_ever(reply: &Reply) -> bool {
    let cache = reply.must("cache-control");
    cache.contains("immutable") && cache.contains("max-age=31536000") && cache.contains("public")
}

#[test]
fn pages_with_names_are_revalidated_each_time() {
    let service = Service::shared();
    let id = revealed(&service);
    for path in [
        format!("/api/v1/games/{id}"),
        format!("/api/v1/games/{id}/game.ggn"),
        format!("/games/{id}/game.json"),
    ] {
        let reply = service.get(&path);
        assert!(reply.must("cache-control").contains("no-cache"), "{path}: who plays may leave");
    }
    for path in ["/", "/games", "/api/v1/games", "/api/v1/players/Sidapa", "/leaderboards/rapid"] {
        let reply = service.get(path);
        assert!(reply.must("cache-control").contains("no-cache"), "{path}");
    }
    for path in ["/nothing", "/api/v1/nothing", "/healthz", "/readyz", "/metrics"] {
        assert_eq!(service.get(path).must("cache-control"), "no-store", "{path}");
    }
}

#[test]
fn unchanged_pages_are_not_sent_again() {
    let service = Service::shared();
    let id = revealed(&service);
    for path in [
        "/api/v1/games".to_owned(),
        "/api/v1/players/Sidapa".to_owned(),
        "/api/v1/leaderboards/rapid.csv".to_owned(),
        "/api/v1/openapi.json".to_owned(),
        format!("/api/v1/games/{id}"),
        format!("/api/v1/games/{id}/replay"),
        format!("/games/{id}/game.ggn"),
    ] {
        let reply = service.get(&path);
        let tag = reply.must("etag").to_owned();
        for known in [tag.clone(), format!("\"other\", {tag}"), "*".to_owned()] {
            let again = service.ask("GET", &path, &[("If-None-Match", &known)]);
            assert_eq!((again.status, again.body.len()), (304, 0), "{path} {known}");
            assert_eq!(again.must("etag"), tag);
            assert_eq!(again.header("cache-control"), reply.header("cache-control"));
        }
        let other = service.ask("GET", &path, &[("If-None-Match", "\"other\"")]);
        assert_eq!(other.status, 200, "{path}");
    }
}

#[test]
fn files_of_pages_have_addresses_that_change_with_them_and_are_kept_for_ever() {
    let service = Service::shared();
    let page = service.get("/").text();
    let files: Vec<&str> = page
        .split('"')
        .filter(|part| part.starts_with("/static/"))
        .map(|part| part.split('#').next().expect("an address"))
        .collect();
    assert!(files.len() > 3, "{files:?}");
    for file in files {
        let digest = file.split('/').nth(2).expect("a digest");
        assert!(digest.len() == 16 && digest.bytes().all(|b| b.is_ascii_hexdigit()), "{file}");
        assert!(is_for_ever(&service.get(file)), "{file}");
        // A PNG is compressed in itself.
        if !file.ends_with(".png") {
            let small = service.ask("GET", file, &[("Accept-Encoding", "br")]);
            assert_eq!(small.must("content-encoding"), "br", "{file}");
            assert!(small.must("vary").to_lowercase().contains("accept-encoding"), "{file}");
        }
        let older = file.replace(digest, "0123456789abcdef");
        assert!(!is_for_ever(&service.get(&older)), "a page may be older than the program");
    }
}

#[test]
fn public_pages_are_compressed_as_requested() {
    // One of its own: on a shared one a game may come in between two answers.
    let service = Start::with(&games(20)).serve();
    let id = revealed(&service);
    for path in ["/".to_owned(), "/api/v1/games".to_owned(), format!("/games/{id}/game.ggn")] {
        let plain = service.get(&path);
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        for encoding in ["gzip", "br", "zstd"] {
            let reply = service.ask("GET", &path, &[("Accept-Encoding", encoding)]);
            assert_eq!(reply.must("content-encoding"), encoding, "{path}");
            assert!(reply.body.len() < plain.body.len(), "{path}");
        }
        let zstd = service.ask("GET", &path, &[("Accept-Encoding", "zstd")]);
        let text = zstd::stream::decode_all(&zstd.body[..]).expect("zstd");
        assert_eq!(text, plain.body, "{path}");
    }
    let picture = format!("/games/{id}/board.png");
    let reply = service.ask("GET", &picture, &[("Accept-Encoding", "gzip")]);
    assert_eq!(reply.header("content-encoding"), None, "a PNG is compressed in itself");
}

#[test]
fn browsers_get_pages_by_zstd_and_files_by_brotli() {
    let service = Service::shared();
    let browser = [("Accept-Encoding", "gzip, deflate, br, zstd")];
    let page = service.ask("GET", "/rules", &browser);
    assert_eq!(page.must("content-encoding"), "zstd");
    let text = zstd::stream::decode_all(&page.body[..]).expect("zstd");
    assert_eq!(text, service.get("/rules").body);
    let text = String::from_utf8(text).expect("UTF-8");
    let file = text.split('"').find(|part| part.ends_with(".css")).expect("a style sheet");
    let packed = service.ask("GET", file, &browser);
    assert_eq!(packed.must("content-encoding"), "br");
    assert!(packed.must("vary").contains("accept-encoding"));
    assert!(
        packed.body.len() < service.ask("GET", file, &[("Accept-Encoding", "zstd")]).body.len()
    );
    let tiny = service.ask("GET", "/healthz", &browser);
    assert_eq!(tiny.header("content-encoding"), None, "it would be no shorter");
}

#[test]
fn private_pages_are_not_compressed() {
    let service = Service::shared();
    for path in ["/nothing", "/api/v1/nothing", "/metrics"] {
        let reply = service.ask("GET", path, &[("Accept-Encoding", "gzip, br")]);
        assert_eq!(reply.header("content-encoding"), None, "{path}");
    }
}

#[test]
fn a_page_in_another_language_is_another_page_to_a_cache() {
    let service = Service::shared();
    let vary = service.get("/").must("vary").to_lowercase();
    assert!(vary.contains("accept-language") && vary.contains("cookie"), "{vary}");
    let filipino = service.ask("GET", "/", &[("Accept-Language", "fil")]).text();
    assert!(filipino.contains("<html lang=\"fil\""));
}

#[test]
fn kept_pages_follow_a_new_game_of_their_players_their_event_and_their_leaderboard() {
    let service = Start::with(&games(20)).token().serve();
    let list = service.get("/api/v1/games?limit=1").json();
    let [player, event] = ["white", "event_slug"]
        .map(|name| list["games"][0][name].as_str().expect("a name").replace(' ', "%20"));
    let pages = [
        format!("/players/{player}"),
        format!("/api/v1/players/{player}"),
        format!("/events/{event}"),
        format!("/api/v1/events/{event}"),
    ];
    let shown = || pages.iter().map(|page| service.get(page).text()).collect::<Vec<String>>();
    let before = shown();
    assert_eq!(shown(), before, "the kept answer is the same");
    let name = |field: &str| list["games"][0][field].as_str().expect("a name").to_owned();
    let game = format!(
        "[Event \"{}\"]\n[Site \"Another table\"]\n[Date \"2026.05.30\"]\n[Round \"9\"]\n[White \"{}\"]\n\
         [Black \"{}\"]\n[Result \"1-0\"]\n[TimeControl \"1200+5\"]\n[Termination \"time\"]\n\n1-0\n\n",
        name("event"),
        name("white"),
        name("black"),
    );
    assert_eq!(service.post_records(game.as_bytes()).status, 200);
    for ((page, before), after) in pages.iter().zip(before).zip(shown()) {
        assert_ne!(after, before, "{page}");
    }
}

#[test]
fn every_answer_that_may_be_kept_has_a_tag_by_which_it_is_not_sent_again() {
    let service = Service::shared();
    let mut count = 0;
    for path in addresses(&service) {
        let reply = service.get(&path);
        let cache = reply.header("cache-control").unwrap_or_default();
        if reply.status != 200 || cache.contains("no-store") {
            continue;
        }
        count += 1;
        let known = [("If-None-Match", reply.must("etag"))];
        let again = service.ask("GET", &path, &known);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
    assert!(count > 40, "{count} addresses");
}

#[test]
fn a_list_of_any_length_is_not_sent_again_before_anything_has_changed() {
    let service = Start::with(&games(400)).token().serve();
    let all = "/api/v1/games/export";
    let lists = [
        (all.to_owned(), "*/*"),
        (format!("{all}?format=ggn"), "*/*"),
        ("/api/v1/games".to_owned(), "application/x-ndjson"),
        ("/api/v1/games".to_owned(), "text/csv"),
    ];
    let ask = |(path, accept): &(String, &str), known: &str| {
        service.ask("GET", path, &[("Accept", *accept), ("If-None-Match", known)])
    };
    let mut tags = Vec::new();
    for list in &lists {
        let whole = ask(list, "\"another\"");
        assert_eq!(
            (whole.status, whole.header("content-length")),
            (200, None),
            "{list:?}: it is streamed"
        );
        let tag = whole.must("etag").to_owned();
        let again = ask(list, &tag);
        assert_eq!((again.status, again.body.len()), (304, 0), "{list:?}");
        assert_eq!(again.must("etag"), tag);
        tags.push(tag);
    }
    assert_ne!(tags[2], tags[3], "each format has its own");
    let more = games(401).split_off(games(400).len());
    assert_eq!(service.post_records(more.as_bytes()).status, 200);
    for (list, tag) in lists.iter().zip(&tags) {
        assert_eq!(ask(list, tag).status, 200, "{list:?}");
    }
}
