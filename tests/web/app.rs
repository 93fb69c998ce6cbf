//! The site as an app: what its manifest names, what browsers may keep, and the check of shared records.

use std::sync::Arc;

use serde_json::Value;

use crate::routes::routes;
use crate::service::{Service, games};
use crate::visitor::Visitor;

/// The header by which the server lets a service worker keep an answer.
const MARK: &str = "offline-copy";

fn manifest(service: &Service, language: &str) -> Value {
    let reply = service.get(&format!("/manifest.webmanifest?language={language}"));
    assert_eq!(reply.must("content-type"), "application/manifest+json");
    reply.json()
}

fn strings(value: &Value, pointer: &str, name: &str) -> Vec<String> {
    let all = value.pointer(pointer).and_then(Value::as_array).expect("a list");
    all.iter().map(|one| one[name].as_str().expect("text").to_owned()).collect()
}

#[test]
fn the_manifest_speaks_both_languages_and_names_only_what_there_is() {
    let service = Service::shared();
    let [english, filipino] = ["en", "fil"].map(|language| manifest(&service, language));
    assert_eq!((&english["lang"], &filipino["lang"]), (&"en".into(), &"fil".into()));
    assert_ne!(english["shortcuts"][0]["name"], filipino["shortcuts"][0]["name"]);
    assert_eq!(english["id"], filipino["id"], "it is one app");
    for icon in strings(&english, "/icons", "src") {
        let reply = service.get(&icon);
        assert_eq!((reply.status, reply.must("content-type")), (200, "image/png"), "{icon}");
        assert!(reply.must("cache-control").contains("immutable"), "{icon}");
    }
    let patterns: Vec<String> = routes().into_iter().map(|route| route.pattern).collect();
    for address in strings(&english, "/shortcuts", "url") {
        assert!(patterns.contains(&address), "{address}");
    }
    let action = english["share_target"]["action"].as_str().expect("an address");
    assert!(patterns.iter().any(|pattern| pattern == action), "{action}");
    assert_eq!(service.get("/manifest.webmanifest?language=xx").status, 400);
    let page = service.get("/").text();
    assert!(page.contains("rel=\"manifest\" href=\"/manifest.webmanifest?language=en\""));
    let icon = page.split("rel=\"apple-touch-icon\" href=\"").nth(1).expect("an icon");
    assert_eq!(service.get(icon.split('"').next().expect("an address")).status, 200);
}

#[test]
fn the_worker_keeps_files_that_there_are_with_all_that_they_import() {
    let service = Service::shared();
    let worker = service.get("/sw.js").text();
    let list = worker.split("const FILES = ").nth(1).and_then(|rest| rest.split(';').next());
    let files: Vec<String> = serde_json::from_str(list.expect("a list")).expect("JSON");
    let version = worker.split('"').nth(1).expect("a version");
    assert!(files.len() > 20 && files.len() < 80, "{} files", files.len());
    let mut bytes = 0;
    for file in &files {
        let reply = service.get(file);
        assert!(reply.must("cache-control").contains("immutable"), "{file}");
        bytes += reply.body.len();
        let Some((folder, _)) = file.strip_suffix(".js").and_then(|path| path.rsplit_once('/'))
        else {
            continue;
        };
        let text = reply.text();
        for imported in text.split(" from './").skip(1).filter_map(|rest| rest.split('\'').next()) {
            assert!(files.contains(&format!("{folder}/{imported}")), "{file} imports {imported}");
        }
    }
    assert!(bytes < 300_000, "{bytes} bytes");
    let old = files[0].replace(version, "0123456789abcdef");
    let old = service.get(&old);
    assert!(
        !old.must("cache-control").contains("immutable"),
        "a file at another version's address"
    );
}

#[test]
fn only_revealed_replays_files_and_the_offline_page_may_be_kept_and_nothing_with_a_name() {
    let service = Service::shared();
    let game = |query: &str| {
        let list = service.get(&format!("/api/v1/games?{query}&limit=1")).json();
        format!("/games/{}", list["games"][0]["id"].as_str().expect("a game"))
    };
    let revealed = game("result=1-0");
    assert!(service.get(&revealed).header(MARK).is_some());
    assert!(service.get("/offline").header(MARK).is_some());
    let others = ["/", "/games", "/players", "/play", "/events", "/quiz", "/at", "/notation"];
    for path in others {
        assert_eq!(service.get(path).header(MARK), None, "{path}");
    }
    let known = format!("{revealed}/known?ply=3");
    assert_eq!(service.get(&known).header(MARK), None);
    let mut member = Visitor::called("Itbayat");
    for path in [revealed.as_str(), "/offline"] {
        let reply = member.get(path);
        assert_eq!((reply.status, reply.header(MARK)), (200, None), "{path}: it names somebody");
    }
}

#[test]
fn a_page_for_nobody_has_the_looks_that_the_device_tells() {
    let service = Service::shared();
    let told = [("Device-Looks", "dark slate letters"), ("Accept-Language", "fil")];
    let page = service.ask("GET", "/offline", &told).text();
    for part in
        ["data-theme=\"dark\"", "data-board=\"slate\"", "data-pieces=\"letters\"", "lang=\"fil\""]
    {
        assert!(page.contains(part), "{part}");
    }
    let plain = service.ask("GET", "/offline", &[("Device-Looks", "<b> purple")]).text();
    assert!(plain.contains("data-board=\"field\"") && !plain.contains("purple"));
}

/// The body of a form with a file, and without a token.
fn upload(name: &str, file: &[u8], fields: &[(&str, &str)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (field, value) in fields {
        let head = format!("--x\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n");
        body.extend_from_slice(format!("{head}{value}\r\n").as_bytes());
    }
    let head = "--x\r\nContent-Disposition: form-data; name=\"records\"; filename=\"";
    body.extend_from_slice(format!("{head}{name}\"\r\n\r\n").as_bytes());
    body.extend_from_slice(file);
    body.extend_from_slice(b"\r\n--x--\r\n");
    body
}

fn shared(service: &Arc<Service>, file: &[u8], fields: &[(&str, &str)]) -> (u16, String) {
    let mut visitor = Visitor::new(service);
    let body = upload("a.ggn", file, fields);
    let reply = visitor.post_bytes("/records/check", "multipart/form-data; boundary=x", &body);
    (reply.status, reply.text())
}

#[test]
fn a_shared_record_is_checked_for_a_visitor_and_stored_nowhere() {
    let service = Service::shared();
    let before = service.get("/api/v1/games?limit=1").text();
    let text = games(1);
    let (status, page) = shared(&service, text.as_bytes(), &[("title", "A game"), ("url", "")]);
    assert_eq!(status, 200, "{page}");
    assert!(page.contains("chip win") && page.contains("class=\"board\""), "{page}");
    assert_eq!(service.get("/api/v1/games?limit=1").text(), before);
    let stored = service.get("/api/v1/games?result=1-0&limit=1").json();
    let id = stored["games"][0]["id"].as_str().expect("a game");
    let known = service.get(&format!("/games/{id}/game.ggn")).body;
    let (_, page) = shared(&service, &known, &[]);
    assert!(page.contains(&format!("href=\"/games/{id}\"")), "the site has it");
    let (status, page) = shared(&service, games(25).as_bytes(), &[]);
    assert_eq!(status, 200);
    assert_eq!(page.matches("chip win").count(), 20, "no more at once");
    assert!(page.contains("Only the first 20 games"), "{page}");
}

#[test]
fn a_record_that_is_wrong_names_the_place_and_one_that_is_none_says_so() {
    let service = Service::shared();
    let text = games(1);
    let wrong = text.replacen("\n1. ", "\n1. a1-i8 ", 1);
    let (status, page) = shared(&service, wrong.as_bytes(), &[]);
    assert_eq!(status, 200);
    assert!(page.contains("chip loss") && page.contains("line "), "{page}");
    for (file, words) in [(&b""[..], "Choose a file"), (&b"\xff\xfe\x00x"[..], "UTF-16")] {
        let (status, page) = shared(&service, file, &[]);
        assert_eq!(status, 422, "{page}");
        assert!(page.contains(words), "{page}");
    }
    let (status, page) = shared(&service, &vec![b'x'; (1 << 20) + 1], &[]);
    assert_eq!(status, 413, "{page}");
    let (status, _) = shared(&service, text.as_bytes(), &[("rank", "spy")]);
    assert_eq!(status, 400, "a field that no form has");
}
