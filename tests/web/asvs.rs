//! What docs/asvs.md promises and no other test shows: asked of the real program.

use std::io::Write;
use std::sync::Arc;

use crate::client::{connect, read, send};
use crate::markup::tags;
use crate::service::{Service, Start, games};
use crate::visitor::{PASSWORD, Visitor};

#[test]
fn behind_https_cookies_are_for_this_host_alone() {
    let start = Start::empty().env("ADJUTANT_PUBLIC_URL", "https://salpakan.example");
    let mut visitor = Visitor::new(&Arc::new(start.serve()));
    let reply = visitor.sign_up("Amihan", PASSWORD);
    assert_eq!(reply.status, 303, "{}", reply.text());
    let cookies: Vec<&String> =
        reply.headers.iter().filter(|(n, _)| n == "set-cookie").map(|(_, v)| v).collect();
    assert!(cookies.len() >= 2, "{cookies:?}");
    for cookie in cookies {
        assert!(cookie.starts_with("__Host-"), "{cookie}");
        let same = ["SameSite=Lax", "SameSite=Strict"];
        assert!(same.iter().any(|same| cookie.contains(same)), "{cookie}");
        for part in ["Secure", "HttpOnly", "Path=/"] {
            assert!(cookie.split("; ").any(|own| own == part), "{part} in {cookie}");
        }
        assert!(!cookie.contains("Domain"), "{cookie}");
    }
    assert!(visitor.is_signed_in());
}

#[test]
fn cookies_are_opaque() {
    let visitor = Visitor::called("Bagwis");
    let names: Vec<&str> = visitor.cookies.keys().map(String::as_str).collect();
    assert!(names.contains(&"session") && names.contains(&"device"), "{names:?}");
    for (name, value) in &visitor.cookies {
        let random = value.len() == 52 && value.bytes().all(|b| b.is_ascii_alphanumeric());
        assert!(random, "{name} holds something: {value}");
    }
}

#[test]
fn a_password_can_be_pasted_and_is_known_to_managers() {
    let service = Service::shared();
    for (path, word) in [("/sign-in", "current-password"), ("/sign-up", "new-password")] {
        let page = service.get(path).text();
        assert!(page.contains("type=\"password\""), "{path}");
        assert!(page.contains(&format!("autocomplete=\"{word}\"")), "{path}");
        assert!(!page.contains("onpaste"), "{path}");
        let tags = tags(&page).expect("a page");
        let mut passwords = tags.iter().filter(|tag| tag.get("type") == Some("password"));
        assert!(passwords.all(|field| field.get("autocomplete") == Some(word)), "{path}");
    }
}

#[test]
fn a_cookie_is_no_token() {
    let visitor = Visitor::called("Carina");
    let cookie = format!("session={}", visitor.cookies["session"]);
    let game = games(1);
    let service = &visitor.service;
    let headers = [("Cookie", cookie.as_str()), ("Sec-Fetch-Site", "same-origin")];
    let reply = send(service.address, "POST", "/api/v1/records", &headers, game.as_bytes());
    assert_eq!(reply.status, 401, "{}", reply.text());
    let reply = send(service.address, "GET", "/api/v1/me", &headers[..1], b"");
    assert_eq!(reply.status, 401, "{}", reply.text());
}

#[test]
fn a_request_with_two_lengths_is_refused() {
    let service = Service::shared();
    let both = "POST /preferences HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\
                Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /games HTTP/1.1\r\n\r\n";
    let twice = "POST /preferences HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\
                 Content-Length: 5\r\n\r\nabcde";
    let odd = "POST /preferences HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: +4\r\n\r\nabcd";
    for request in [both, twice, odd] {
        let mut stream = connect(service.address);
        stream.write_all(request.as_bytes()).expect("the request is taken");
        let reply = read(&mut stream);
        assert_eq!(reply.status, 400, "{request}");
        assert!(!reply.text().contains("HTTP/1.1"), "one request, one answer");
    }
}

#[test]
fn files_for_download_have_names_of_ours() {
    let service = Service::shared();
    let games = service.get("/api/v1/games?limit=1&result=1-0").json();
    let id = games["games"][0]["id"].as_str().expect("a game");
    for (file, kind) in [("game.ggn", "ggn"), ("game.json", "json")] {
        let reply = service.get(&format!("/games/{id}/{file}"));
        let disposition = reply.must("content-disposition");
        let ours = disposition.contains(id) && disposition.contains(kind);
        assert!(ours && disposition.starts_with("attachment"), "{disposition}");
    }
}

#[test]
fn signing_in_and_being_refused_are_written_down() {
    let service = Arc::new(Start::empty().serve());
    let mut visitor = Visitor::new(&service);
    assert_eq!(visitor.sign_up("Diwata", PASSWORD).status, 303);
    let mut other = Visitor::new(&service);
    let refused = other.sign_in("Diwata", "hindi ito ang lihim", "");
    assert!(refused.status >= 400, "{}", refused.status);
    assert_eq!(other.sign_in("Diwata", PASSWORD, "").status, 303);
    let trail = visitor.get("/account/audit").text();
    assert!(trail.contains("Diwata"), "the trail is one's own");
    let log = service.log();
    assert!(log.contains("a sign-in was refused"), "{log}");
    for secret in [PASSWORD, "hindi ito ang lihim", &visitor.cookies["session"]] {
        assert!(!log.contains(secret) && !trail.contains(secret));
    }
}
