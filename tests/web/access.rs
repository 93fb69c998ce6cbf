//! The line that a request leaves in the log.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::service::{Service, Start, TOKEN};

/// Asks for some things; gives the lines of requests once the last is there.
fn lines(access_log: Option<&str>) -> (Vec<Value>, String) {
    let start = Start::empty().token().env("ADJUTANT_BEHIND_PROXY", "true");
    let service = match access_log {
        Some(what) => start.env("ADJUTANT_ACCESS_LOG", what).serve(),
        None => start.serve(),
    };
    let secrets = [
        ("Cookie", "language=fil; session=a-secret-cookie"),
        ("Authorization", &format!("Bearer {TOKEN}")),
        ("X-Forwarded-For", "203.0.113.7"),
    ];
    service.ask("GET", "/rules?utm_source=a-secret-query", &secrets);
    service.get("/healthz");
    service.ask("HEAD", "/players/Nobody", &[]);
    service.post_records(b"nothing");
    service.get(&format!("/{}", "long".repeat(200)));
    let log = settled(&service);
    (log.lines().filter_map(request).collect(), log)
}

fn request(line: &str) -> Option<Value> {
    let line: Value = serde_json::from_str(line).ok()?;
    (line["target"] == "adjutant::access").then(|| line["fields"].clone())
}

/// The log once nothing more comes.
fn settled(service: &Service) -> String {
    let start = Instant::now();
    let mut log = service.log();
    loop {
        std::thread::sleep(Duration::from_millis(400));
        let now = service.log();
        if now == log || start.elapsed() > Duration::from_secs(10) {
            return now;
        }
        log = now;
    }
}

#[test]
fn each_request_is_a_line_without_anything_that_is_nobody_s_business() {
    let (lines, log) = lines(Some("on"));
    let said: Vec<(&str, &str, u64)> = lines
        .iter()
        .map(|line| {
            let text = |name: &str| line[name].as_str().expect("a text");
            (text("method"), text("path"), line["status"].as_u64().expect("a number"))
        })
        .collect();
    assert_eq!(
        said[..3],
        [
            ("GET", "/rules", 200),
            ("HEAD", "/players/Nobody", 404),
            ("POST", "/api/v1/records", 200),
        ]
    );
    assert!(said.len() == 4 && said[3].1.len() == 200 && said[3].2 == 404, "{said:?}");
    for line in &lines {
        assert!(line["ms"].as_f64().is_some_and(|ms| ms > 0.0 && ms < 60_000.0), "{line}");
        assert!(line.get("from").is_none(), "{line}");
    }
    assert!(lines[2]["bytes"].as_u64().is_some_and(|bytes| bytes > 50), "{}", lines[2]);
    for secret in ["a-secret", TOKEN, "203.0.113.7", "utm_source"] {
        assert!(!log.contains(secret), "{secret}: {log}");
    }
}

#[test]
fn clients_are_logged_only_if_the_operator_wants_it() {
    let (with, _) = lines(Some("addresses"));
    assert_eq!((&with[0]["from"], &with[1]["from"]), (&"203.0.113.7".into(), &"127.0.0.1".into()));
    let (without, _) = lines(None);
    assert_eq!(without, Vec::<Value>::new(), "off is the default");
    let (code, said) = Start::empty().env("ADJUTANT_ACCESS_LOG", "loud").fail();
    assert!(code == Some(2) && said.contains("off, on, addresses"), "{said}");
}
