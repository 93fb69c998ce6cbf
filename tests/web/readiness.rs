//! Whether the service is ready follows its store, on both engines, and the log says why not.

use std::time::{Duration, Instant};

use diesel::connection::{Connection, SimpleConnection};
use diesel::sqlite::SqliteConnection;

use crate::postgres::{Cluster, Durability};
use crate::service::{Service, Start, games};

const REASON: &str = "not ready: the store does not answer";

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
    assert_eq!(service.get("/readyz").text(), "ready");
    cluster.stop();
    let start = Instant::now();
    let reply = service.get("/readyz");
    assert_eq!((reply.status, reply.text()), (503, "the store does not answer".into()));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
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
    wait_for_words(&service, &[REASON, "counters"]);
    run("PRAGMA busy_timeout = 10000; ALTER TABLE lost RENAME TO counters");
    wait_for(&service, 200);
}
