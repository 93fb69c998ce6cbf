//! Whether the service is ready follows its store, on both engines, and the log says why not.

use std::time::{Duration, Instant};

use diesel::connection::{Connection, SimpleConnection};
use diesel::sqlite::SqliteConnection;

use crate::postgres::{Cluster, Durability};
use crate::service::{Service, Start, games};

const REASON: &str = "not ready";

/// Asks until the answer is `status`, as who balances loads does.
fn wait_for(service: &Service, status: u16) {
    let start = Instant::now();
    loop {
        let reply = service.get("/readyz");
        if reply.status == status {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{}", service.log());
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// What it writes may reach us after its answer.
fn wait_for_words(service: &Service, words: &[&str]) {
    let start = Instant::now();
    while !words.iter().all(|word| service.log().contains(word)) {
        assert!(start.elapsed() < Duration::from_secs(10), "{words:?}: {}", service.log());
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn without_its_server_the_service_is_alive_but_not_ready_and_with_it_ready_again() {
    let mut cluster = Cluster::start(Durability::Fast);
    let url = cluster.url("postgres");
    let service = Start::empty().env("ADJUTANT_DATABASE_URL", &url).serve();
    assert_eq!(service.get("/readyz").text(), "ready\nreading: ok\nwriting: ok\nstreams: ok\n");
    cluster.stop();
    let start = Instant::now();
    wait_for(&service, 503);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    let all = |reply: &str| {
        ["reading: failing", "writing: failing", "streams: ok"]
            .iter()
            .all(|one| reply.contains(one))
    };
    while !all(&service.get("/readyz").text()) {
        assert!(start.elapsed() < Duration::from_secs(5), "{}", service.get("/readyz").text());
        std::thread::sleep(Duration::from_millis(100));
    }
    let reply = service.get("/readyz");
    assert_eq!(service.get("/readyz?only=streams").status, 200);
    assert_eq!(service.get("/readyz?only=everything").status, 400);
    assert_eq!(service.get("/healthz").status, 200, "a restart would not help");
    let page = service.ask("GET", "/players/Sidapa", &[("Accept-Language", "fil")]);
    assert!(page.status == 503 && page.text().contains("lang=\"fil\""), "{}", page.whole());
    for told in [reply.whole(), page.whole()] {
        assert!(!told.contains("only-for-tests") && !told.contains("127.0.0.1"), "{told}");
    }
    cluster.start_again();
    wait_for(&service, 200);
    assert_eq!(service.get("/api/v1/players").status, 200);
    wait_for_words(&service, &[REASON, "127.0.0.1"]);
    let log = service.log();
    assert!(!log.contains("only-for-tests"), "the log holds the password: {log}");
}

#[test]
fn without_its_tables_the_service_is_not_ready_and_with_them_ready_again() {
    let service = Start::with(&games(2)).serve();
    let file = service.dir.path().join("data/adjutant.sqlite");
    let run = |sql: &str| {
        let file = file.to_str().expect("a path in UTF-8");
        let mut connection = SqliteConnection::establish(file).expect("the database opens");
        connection.batch_execute(sql).expect("the SQL runs");
    };
    wait_for(&service, 200);
    run("PRAGMA busy_timeout = 10000; ALTER TABLE counters RENAME TO lost");
    wait_for(&service, 503);
    let told = service.get("/readyz").text();
    assert!(told.contains("reading: failing") && told.contains("writing: ok"), "{told}");
    wait_for_words(&service, &[REASON, "counters"]);
    run("PRAGMA busy_timeout = 10000; ALTER TABLE lost RENAME TO counters");
    wait_for(&service, 200);
}

#[test]
fn each_figure_says_what_it_means() {
    let service = Start::with(&games(2)).serve();
    service.get("/players");
    std::thread::sleep(Duration::from_secs(3));
    let figures = service.get("/metrics").text();
    let told =
        |figure: &str| figures.lines().any(|line| line.starts_with(&format!("# HELP {figure} ")));
    let families =
        figures.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    let lacking: Vec<&str> = families.filter(|family| !told(family)).collect();
    assert!(lacking.is_empty(), "without a word: {lacking:?}");
    for line in [
        "adjutant_ready{part=\"reading\"} 1",
        "adjutant_ready{part=\"writing\"} 1",
        "adjutant_ready{part=\"streams\"} 1",
        "adjutant_live_games 0",
        "adjutant_event_streams 0",
        "adjutant_live_writes_waiting 0",
        "adjutant_outbox_deliveries{channel=\"webhook\",state=\"given_up\"} 0",
        "adjutant_outbox_late_seconds{channel=\"mail\"} 0",
        "adjutant_disk_free_bytes{directory=\"data\"} ",
        "adjutant_database_size_bytes ",
        "adjutant_replicas 0",
        "adjutant_http_request_duration_seconds_bucket{class=\"page\",le=\"0.001\"} ",
        "adjutant_live_due_lag_seconds 0",
        "database=\"sqlite\"",
        "adjutant_database_probe_duration_seconds_count{operation=\"write\"}",
        "adjutant_database_connections{pool=\"reading\",state=\"idle\"}",
        "process_resident_memory_bytes",
        "process_open_fds",
        "process_start_time_seconds",
    ] {
        assert!(figures.contains(line), "{line}: {figures}");
    }
}

#[test]
fn figures_are_for_this_machine_alone_or_have_an_address_of_their_own() {
    let service = Start::empty().serve();
    for name in ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via", "X-Forwarded-Host"] {
        assert_eq!(service.ask("GET", "/metrics", &[(name, "10.0.0.1")]).status, 403, "{name}");
    }
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
    let own = port.expect("a free port");
    let text = own.to_string();
    let service = Start::empty().env("ADJUTANT_METRICS_LISTEN", &text).serve();
    assert_eq!(service.get("/metrics").status, 403);
    // Figures of readiness are there once it has been tried.
    std::thread::sleep(Duration::from_secs(3));
    let reply = crate::client::send(own, "GET", "/metrics", &[], b"");
    assert!(
        reply.status == 200 && reply.text().contains("# HELP adjutant_ready "),
        "{}",
        reply.whole()
    );
    assert_eq!(crate::client::send(own, "GET", "/", &[], b"").status, 404);
    let service = Start::empty().env("ADJUTANT_BEHIND_PROXY", "true").serve();
    assert_eq!(service.get("/metrics").status, 403, "the proxy is on this machine, too");
}

/// The number that an answer has.
fn number(reply: &crate::client::Reply) -> String {
    reply.header("x-request-id").expect("each answer has a number").to_owned()
}

#[test]
fn each_request_has_a_number_of_its_own_that_the_log_and_the_page_of_an_error_tell() {
    let service = Start::with(&games(2)).env("ADJUTANT_ACCESS_LOG", "on").serve();
    let (one, other) = (number(&service.get("/players")), number(&service.get("/players")));
    assert!(one != other && one.len() == 13, "{one} {other}");
    let foreign = [("X-Request-Id", "given-by-a-visitor")];
    let own = number(&service.ask("GET", "/nothing-here", &foreign));
    assert_ne!(own, foreign[0].1, "without a proxy nobody else numbers");
    wait_for_words(&service, &[&one, &other, &own]);
    let file = service.dir.path().join("data/adjutant.sqlite");
    let mut connection =
        SqliteConnection::establish(file.to_str().expect("UTF-8")).expect("the database opens");
    connection
        .batch_execute("PRAGMA busy_timeout = 10000; ALTER TABLE players RENAME TO lost")
        .expect("the SQL runs");
    let page = service.get("/players/Somebody");
    let id = number(&page);
    assert!(page.status >= 500 && page.text().contains(&id), "{}", page.whole());
    let missing = service.get("/nothing-here");
    assert!(missing.status == 404 && !missing.text().contains(&number(&missing)));
    wait_for_words(&service, &[&format!("\"request_id\":\"{id}\"")]);
}

#[test]
fn behind_a_proxy_its_number_is_taken_if_it_is_one() {
    let service = Start::with(&games(2)).env("ADJUTANT_BEHIND_PROXY", "true").serve();
    let given = "0e24f1c8-3a51-4f6e-9d0a-7f1a5b7c9d10";
    assert_eq!(number(&service.ask("GET", "/", &[("X-Request-Id", given)])), given);
    for wrong in ["short", "with spaces in it", "<script>alert(1)</script>", &"a".repeat(65)] {
        assert_ne!(number(&service.ask("GET", "/", &[("X-Request-Id", wrong)])), wrong);
    }
}

#[test]
fn a_container_asks_the_server_by_its_own_program() {
    let service = Start::with(&games(2)).serve();
    let ask = |url: &str| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let output = program.args(["probe", url]).output().expect("it runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let base = format!("http://{}", service.address);
    assert_eq!(ask(&format!("{base}/healthz")), (Some(0), String::new()));
    assert_eq!(ask(&format!("{base}/readyz")).0, Some(0));
    let (code, told) = ask(&format!("{base}/readyz?only=everything"));
    assert!(code == Some(1) && told.contains("400"), "{told}");
    drop(service);
    let (code, told) = ask(&format!("{base}/healthz"));
    assert!(code == Some(1) && told.contains(&base), "{told}");
}
