//! Backups that the server makes at intervals.

use std::time::{Duration, Instant};

use crate::service::{Service, Start, games};

fn backups(service: &Service) -> Vec<String> {
    let found = std::fs::read_dir(service.dir.path().join("backups")).expect("a directory");
    found.map(|one| one.expect("an entry").file_name().into_string().expect("UTF-8")).collect()
}

fn figure(service: &Service, name: &str) -> Option<f64> {
    let figures = service.get("/metrics").text();
    let line = figures.lines().find(|line| line.starts_with(&format!("{name} ")))?.to_owned();
    line.rsplit_once(' ')?.1.parse().ok()
}

/// The size of the last backup, as soon as the server knows of one.
fn size_when_told(service: &Service) -> f64 {
    let since = Instant::now();
    loop {
        if let Some(size) = figure(service, "adjutant_backup_last_size_bytes") {
            return size;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "no backup: {}", service.log());
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_server_makes_a_backup_at_once_and_the_next_one_when_it_is_due() {
    let start = Start::with(&games(2));
    let dir = start.dir().join("backups");
    let start = start.env("ADJUTANT_BACKUP_DIR", dir.to_str().expect("UTF-8"));
    let service = start.serve();
    let first_size = size_when_told(&service);
    let made = backups(&service);
    assert_eq!(made.len(), 1, "{made:?}");
    assert!(made[0].starts_with("adjutant-2") && made[0].ends_with("Z.backup"), "{made:?}");
    let size = std::fs::metadata(dir.join(&made[0])).expect("it is there").len();
    assert_eq!(first_size, size as f64);
    assert_eq!(figure(&service, "adjutant_backup_failures_total"), Some(0.0));
    let told = figure(&service, "adjutant_backup_last_made_timestamp_seconds").expect("a time");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a time");
    assert!((now.as_secs_f64() - told).abs() < 60.0, "{told}");
    let again = Start::again(&service.dir).env("ADJUTANT_BACKUP_DIR", dir.to_str().expect("UTF-8"));
    service.terminate();
    drop(service);
    let service = again.serve();
    assert_eq!(size_when_told(&service), size as f64, "the first stands");
    assert_eq!(backups(&service), made, "a day has not passed");
}

#[test]
fn backups_that_cannot_be_made_are_refused_at_the_start_with_the_remedy() {
    let start = Start::empty();
    let file = start.dir().join("taken");
    std::fs::write(&file, "").expect("a file");
    let (code, told) = start.env("ADJUTANT_BACKUP_DIR", file.to_str().expect("UTF-8")).fail();
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("taken") && told.contains("name a directory"), "{told}");
    let start = Start::empty();
    let file = start.dir().join("taken");
    std::fs::write(&file, "").expect("a file");
    let path = file.to_str().expect("UTF-8");
    let (code, told) = start.env("ADJUTANT_CONTINUOUS_BACKUP_DIR", path).fail();
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("taken") && told.contains("name another directory"), "{told}");
    for (name, value, field) in [
        ("ADJUTANT_CONTINUOUS_BACKUP_HOURS", "0", "continuous_backup_hours"),
        ("ADJUTANT_BACKUP_HOURS", "0", "backup_hours"),
        ("ADJUTANT_BACKUPS_KEPT", "0", "backups_kept"),
    ] {
        let start = Start::empty();
        let dir = start.dir().join("backups");
        let dir = dir.to_str().expect("UTF-8").to_owned();
        let start = start.env("ADJUTANT_BACKUP_DIR", &dir);
        let start = start.env("ADJUTANT_CONTINUOUS_BACKUP_DIR", &dir);
        let (code, told) = start.env(name, value).fail();
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains(field) && told.contains("give 1 or more"), "{told}");
    }
}

#[test]
fn a_server_copies_its_database_and_then_every_change_until_it_stops() {
    let start = Start::with(&games(2)).token();
    let dir = start.dir().join("changes");
    let service = start.env("ADJUTANT_CONTINUOUS_BACKUP_DIR", dir.to_str().expect("UTF-8")).serve();
    let since = Instant::now();
    let until = "adjutant_continuous_backup_until_timestamp_seconds";
    while figure(&service, until).is_none() {
        assert!(since.elapsed() < Duration::from_secs(20), "no copy: {}", service.log());
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(figure(&service, "adjutant_continuous_backup_failures_total"), Some(0.0));
    assert_eq!(service.post_records(games(3).as_bytes()).status, 200);
    // It writes what is left when it is stopped.
    service.terminate();
    let mut service = service;
    assert!(service.ended(Duration::from_secs(30)).success());
    let new = tempfile::tempdir().expect("a directory");
    let restored = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .args(["restore", "--data-dir"])
        .arg(new.path())
        .arg("--continuous")
        .arg(&dir)
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&restored.stdout);
    assert!(restored.status.success() && told.contains("restored 3 games"), "{told}{restored:?}");
}
