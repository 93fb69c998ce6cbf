//! Starting, settings, limits and stopping.

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use crate::client::{connect, read, send};
use crate::service::{GAMES, Start, TOKEN, games, import};

#[test]
fn told_to_end_it_answers_the_request_under_way_and_exits_with_0() {
    let mut service = Start::empty().token().serve();
    let mut stream = connect(service.address);
    let body = games(200);
    let (first, rest) = body.as_bytes().split_at(body.len() / 2);
    let head = format!(
        "POST /api/v1/records HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
         Authorization: Bearer {TOKEN}\r\nExpect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("the head is taken");
    let mut answer = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    stream.read_exact(&mut answer).expect("the request is under way");
    assert!(answer.starts_with(b"HTTP/1.1 100 "), "{}", String::from_utf8_lossy(&answer));
    stream.write_all(first).expect("half the body is taken");
    service.terminate();
    std::thread::sleep(Duration::from_millis(300));
    stream.write_all(rest).expect("the rest of the body is taken");
    let reply = read(&mut stream);
    assert_eq!((reply.status, reply.json()["added"].as_u64()), (200, Some(200)));
    assert_eq!(service.ended(Duration::from_secs(30)).code(), Some(0));
}

#[test]
fn started_again_it_finds_its_data() {
    let first = Start::empty().token().serve();
    let dir = first.dir.clone();
    assert_eq!(first.post_records(games(3).as_bytes()).status, 200);
    let before = first.get("/api/v1/games").text();
    first.terminate();
    drop(first);
    let second = Start::again(&dir).serve();
    assert_eq!(second.get("/api/v1/games").text(), before);
    let key = dir.path().join("data/seal.key");
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(key).expect("the key is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_second_instance_on_the_same_data_is_refused_with_what_to_do() {
    let first = Start::empty().serve();
    let (code, said) = Start::again(&first.dir).fail();
    assert_eq!(code, Some(2), "{said}");
    for part in ["already serves", "adjutant.sqlite", "stop it first"] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(first.get("/healthz").status, 200);
}

#[test]
fn an_address_that_is_taken_is_refused_with_what_to_do() {
    let first = Start::empty().serve();
    let (code, said) = Start::empty().arg("--listen").arg(&first.address.to_string()).fail();
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("cannot listen") && said.contains("--listen"), "{said}");
}

#[test]
fn the_command_line_goes_before_the_environment_before_the_file_before_defaults() {
    let limit_of = |start: Start| {
        let service = start.token().serve();
        let detail = service.post_records(&[b' '; 5_000]).json()["detail"].to_string();
        detail.split(" bytes").next().and_then(|text| text.rsplit(' ').next()).map(str::to_owned)
    };
    let with_file = || {
        let start = Start::empty();
        std::fs::write(start.dir().join("a.toml"), "largest_import = 1003\n").expect("a file");
        start.arg("--config").arg("a.toml")
    };
    assert_eq!(limit_of(with_file()).as_deref(), Some("1003"));
    let with_both = || with_file().env("ADJUTANT_LARGEST_IMPORT", "1002");
    assert_eq!(limit_of(with_both()).as_deref(), Some("1002"));
    let with_all = with_both().arg("--largest-import").arg("1001");
    assert_eq!(limit_of(with_all).as_deref(), Some("1001"));
    let with_none = Start::empty().token().serve();
    assert_eq!(with_none.post_records(&[b' '; 5_000]).status, 422);
}

#[test]
fn a_setting_that_cannot_be_read_is_named_and_nothing_starts() {
    let file = |text: &str| {
        let start = Start::empty();
        std::fs::write(start.dir().join("a.toml"), text).expect("a file");
        start.arg("--config").arg("a.toml").fail()
    };
    for (text, part) in [
        ("lisen = \"x\"", "lisen"),
        ("listen = \"nowhere\"", "listen"),
        ("largest_import = \"many\"", "largest_import"),
        ("listen = ", "a.toml"),
    ] {
        let (code, said) = file(text);
        assert_eq!(code, Some(2), "{text}: {said}");
        assert!(said.contains(part) && said.contains("a.toml"), "{text}: {said}");
    }
    let (code, said) = Start::empty().env("ADJUTANT_REQUESTS_A_MINUTE", "often").fail();
    assert_eq!(code, Some(2));
    assert!(said.contains("requests-a-minute") && said.contains("often"), "{said}");
    let (code, said) = Start::empty().arg("--config").arg("missing.toml").fail();
    assert_eq!(code, Some(2));
    assert!(said.contains("missing.toml"), "{said}");
}

#[test]
fn rate_limited_clients_are_told_when_to_retry() {
    let service = Start::empty().env("ADJUTANT_REQUESTS_A_MINUTE", "20").serve();
    let replies: Vec<_> = (0..25).map(|_| service.get("/api/v1/pools")).collect();
    let refused = replies.last().expect("replies");
    assert_eq!((replies[0].status, refused.status), (200, 429));
    assert_eq!(refused.must("content-type"), "application/problem+json");
    let seconds: u64 = refused.must("retry-after").parse().expect("seconds");
    assert!((1..=60).contains(&seconds), "{seconds}");
    assert!(refused.json()["detail"].as_str().unwrap().contains("Try again in"));
    let page = service.get("/games");
    assert_eq!(page.status, 429);
    assert!(page.must("content-type").starts_with("text/html") && page.text().contains("Too many"));
    page.must("content-security-policy");
    assert_eq!(service.get("/healthz").status, 200, "the operator's programs are not counted");
}

#[test]
fn responses_of_the_api_tell_how_many_requests_may_follow() {
    let service = Start::empty().env("ADJUTANT_REQUESTS_A_MINUTE", "20").serve();
    let reply = service.get("/api/v1/totals");
    assert_eq!(reply.must("ratelimit-policy"), "\"requests\";q=20;w=60");
    assert!(reply.must("ratelimit").starts_with("\"requests\";r=1"), "{}", reply.must("ratelimit"));
    assert_eq!(service.get("/rules").header("ratelimit"), None);
    let refused = (0..40).map(|_| service.get("/api/v1/totals")).find(|one| one.status == 429);
    let refused = refused.expect("a refusal");
    assert!(refused.must("ratelimit").starts_with("\"requests\";r=0"));
}

#[test]
fn behind_a_proxy_visitors_are_counted_apart_and_elsewhere_the_header_is_not_believed() {
    let ask = |behind: &str| {
        let service = Start::empty()
            .env("ADJUTANT_REQUESTS_A_MINUTE", "5")
            .env("ADJUTANT_BEHIND_PROXY", behind)
            .serve();
        let from = |n: usize| {
            let address = format!("10.0.0.{n}");
            service.ask("GET", "/api/v1/pools", &[("X-Forwarded-For", &address)]).status
        };
        (0..12).map(from).filter(|status| *status == 429).count()
    };
    assert_eq!(ask("true"), 0);
    assert!(ask("false") > 0);
}

#[test]
fn one_address_makes_so_many_accounts_in_an_hour_and_no_more() {
    let service = Start::empty().env("ADJUTANT_SIGN_UPS_AN_HOUR", "3").serve();
    let service = std::sync::Arc::new(service);
    let answers = ["Alay", "Bituin", "Carlo", "Dalisay"].map(|name| {
        crate::visitor::Visitor::new(&service).sign_up(name, crate::visitor::PASSWORD).status
    });
    assert_eq!(answers, [303, 303, 303, 429]);
}

#[test]
fn a_sender_who_sends_too_slowly_is_cut_off() {
    let service = Start::empty().token().env("ADJUTANT_PATIENCE_SECONDS", "1").serve();
    let start = Instant::now();
    let mut slow_head = connect(service.address);
    slow_head.write_all(b"GET / HTTP/1.1\r\nHost:").expect("it is taken");
    let mut slow_body = connect(service.address);
    let head = format!(
        "POST /api/v1/records HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\n\
         Connection: close\r\nContent-Length: 1000000\r\n\r\n"
    );
    slow_body.write_all(head.as_bytes()).expect("it is taken");
    slow_body.write_all(b"[Event").expect("it is taken");
    assert_eq!(read(&mut slow_head).status, 408);
    let reply = read(&mut slow_body);
    assert_eq!(reply.status, 408, "{}", reply.whole());
    assert!(reply.json()["detail"].as_str().unwrap().contains("too slowly"));
    let mut slow_form = connect(service.address);
    let form = "POST /preferences HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
                Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\nback";
    slow_form.write_all(form.as_bytes()).expect("it is taken");
    assert_eq!(read(&mut slow_form).status, 408);
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn an_import_by_command_shows_on_the_leaderboards_of_the_running_service() {
    let service = Start::with(&games(2)).serve();
    let players = || {
        let pools = service.get("/api/v1/pools").json();
        pools
            .as_array()
            .expect("pools")
            .iter()
            .map(|pool| pool["players"].as_u64().unwrap())
            .sum::<u64>()
    };
    let before = players();
    let file = service.dir.path().join("more.ggn");
    std::fs::write(&file, GAMES[..60].concat()).expect("a file");
    import(service.dir.path(), &file);
    let start = Instant::now();
    while players() == before {
        assert!(start.elapsed() < Duration::from_secs(20), "the leaderboards stay as they were");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(players() > before);
}

#[test]
fn health_readiness_and_metrics_are_for_the_operator_s_programs() {
    let service = Start::with(&games(1)).serve();
    assert_eq!(
        (service.get("/healthz").status, service.get("/readyz").text()),
        (200, "ready\nreading: ok\nwriting: ok\nstreams: ok\n".into())
    );
    service.get("/players/Sidapa");
    service.get("/players/Nobody");
    service.get("/no/such/page");
    let metrics = service.get("/metrics").text();
    assert!(
        metrics
            .contains("adjutant_http_requests_total{route=\"/players/{handle}\",status=\"200\"} 1"),
        "{metrics}"
    );
    assert!(metrics.contains("route=\"/players/{handle}\",status=\"404\""), "{metrics}");
    assert!(metrics.contains("adjutant_http_request_duration_seconds_bucket"), "{metrics}");
    for telling in ["Sidapa", "Nobody", "/no/such"] {
        assert!(!metrics.contains(telling), "a label tells {telling}");
    }
    let through_proxy = service.ask("GET", "/metrics", &[("X-Forwarded-For", "10.0.0.1")]);
    assert_eq!(through_proxy.status, 403);
}

#[test]
fn a_preference_is_kept_in_a_cookie_and_only_set_from_our_own_pages() {
    let service = Start::empty().serve();
    let form = [("Content-Type", "application/x-www-form-urlencoded")];
    let post = |headers: &[(&str, &str)], body: &[u8]| {
        let headers = [&form, headers].concat();
        send(service.address, "POST", "/preferences", &headers, body)
    };
    let reply = post(&[], b"language=fil&back=%2Fgames%3Fresult%3D1-0");
    assert_eq!((reply.status, reply.must("location")), (303, "/games?result=1-0"));
    let cookie = reply.must("set-cookie");
    for part in ["language=fil", "HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let elsewhere = post(&[], b"theme=dark&back=%2F%2Fevil.example");
    assert_eq!(elsewhere.must("location"), "/");
    let foreign = post(&[("Origin", "https://evil.example")], b"theme=dark");
    assert_eq!(foreign.status, 403);
    assert_eq!(foreign.header("set-cookie"), None);
    assert_eq!(post(&[("Sec-Fetch-Site", "cross-site")], b"theme=dark").status, 403);
    assert_eq!(post(&[], b"\xff\xfe").status, 400);
    assert_eq!(post(&[], &vec![b'x'; 100_000]).status, 413);
}

#[test]
fn behind_https_browsers_are_told_to_stay_there_and_cards_have_whole_addresses() {
    let service =
        Start::with(&games(1)).arg("--public-url").arg("https://salpakan.example").serve();
    let reply = service.get("/");
    assert!(reply.must("strict-transport-security").contains("max-age=31536000"));
    let id = service.get("/api/v1/games").json()["games"][0]["id"].clone();
    let page = service.get(&format!("/games/{}", id.as_str().expect("an id"))).text();
    let card =
        format!("content=\"https://salpakan.example/games/{}/board.png?", id.as_str().unwrap());
    assert!(page.contains(&card), "{page}");
    let form = send(service.address, "POST", "/preferences", &[], b"theme=dark");
    assert!(form.must("set-cookie").contains("Secure"), "{}", form.must("set-cookie"));
    let plain = Start::empty().serve();
    assert_eq!(plain.get("/").header("strict-transport-security"), None);
}

#[test]
fn a_picture_of_a_game_that_is_over_is_drawn_once() {
    let service = Start::with(&games(1)).serve();
    let id = service.get("/api/v1/games").json()["games"][0]["id"].clone();
    let picture = |query: &str| {
        let reply = service.get(&format!("/games/{}/board.png{query}", id.as_str().unwrap()));
        assert_eq!((reply.status, reply.must("content-type")), (200, "image/png"));
        assert!(reply.body.starts_with(b"\x89PNG"));
        reply.body
    };
    let (first, again) = (picture("?ply=10"), picture("?ply=10"));
    assert!(
        first == again && first != picture("?ply=11") && first != picture("?ply=10&view=public")
    );
}
