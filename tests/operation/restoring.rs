//! PostgreSQL as docs/operating.md has it archived, restored to a moment.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::postgres::{Cluster, Durability};

const SCRIPT: &str = include_str!("../../deploy/postgres/archive-wal.sh");
const DATABASE: &str = "postgres";

/// Waits until the server has archived what was written so far.
fn archive_all(cluster: &Cluster) {
    let segment = cluster
        .run_sql(DATABASE, "SELECT pg_walfile_name(pg_current_wal_lsn()) FROM pg_switch_wal()");
    let segment = segment.lines().next().expect("a name").to_owned();
    let asks = format!("SELECT last_archived_wal >= '{segment}' FROM pg_stat_archiver");
    let deadline = Instant::now() + Duration::from_secs(30);
    while cluster.run_sql(DATABASE, &asks) != "t" {
        assert!(Instant::now() < deadline, "{segment} is not archived");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn names(directory: &Path) -> Vec<String> {
    let found = fs::read_dir(directory).expect("the archive").map(|one| {
        let name = one.expect("an entry").file_name();
        name.into_string().expect("UTF-8")
    });
    found.collect()
}

/// The server has an account of its own.
fn open_to_all(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
}

#[test]
fn from_a_copy_and_the_archive_a_lost_server_is_restored_to_a_moment() {
    let mut cluster = Cluster::start(Durability::Durable);
    let archive = cluster.directory("archive");
    let script = cluster.directory("scripts").join("archive-wal.sh");
    fs::write(&script, SCRIPT).expect("a script");
    let command = format!("/bin/sh {} \"%p\" \"%f\" {}", script.display(), archive.display());
    cluster.start_with(&[("archive_mode", "on"), ("archive_command", &command)]);
    cluster.run_sql(DATABASE, "CREATE TABLE results (words TEXT)");
    let copy = cluster.base_backup();
    cluster.run_sql(DATABASE, "INSERT INTO results VALUES ('right')");
    let moment = cluster.run_sql(DATABASE, "SELECT clock_timestamp()");
    cluster.run_sql(DATABASE, "UPDATE results SET words = 'wrong'");
    archive_all(&cluster);
    let partial: Vec<String> =
        names(&archive).into_iter().filter(|name| name.starts_with('.')).collect();
    assert!(partial.is_empty(), "{partial:?}");
    // What is in the archive is enough: the server and its disk are gone.
    let kept = tempfile::tempdir().expect("a directory");
    for name in names(&archive) {
        let copy = kept.path().join(&name);
        fs::copy(archive.join(&name), &copy).expect("a segment");
        open_to_all(&copy, 0o644);
    }
    open_to_all(kept.path(), 0o755);
    drop(cluster);
    let fetch = format!("cp {}/%f \"%p\"", kept.path().display());
    let restored = copy.recover(&[
        ("archive_mode", "off"),
        ("restore_command", &fetch),
        ("recovery_target_time", &moment),
        ("recovery_target_action", "promote"),
    ]);
    assert_eq!(restored.run_sql(DATABASE, "SELECT words FROM results"), "right");
    restored.run_sql(DATABASE, "INSERT INTO results VALUES ('more')");
}

#[test]
fn a_segment_that_is_archived_is_not_overwritten_by_another() {
    let dir = tempfile::tempdir().expect("a directory");
    let archive = dir.path().join("archive");
    fs::create_dir(&archive).expect("a directory");
    let run = |holds: &str| {
        let path = dir.path().join("segment");
        fs::write(&path, holds).expect("a segment");
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/postgres/archive-wal.sh");
        let mut command = std::process::Command::new("sh");
        let status = command.arg(script).arg(&path).arg("0001").arg(&archive).status();
        status.expect("the script runs").success()
    };
    assert!(run("played"));
    assert!(run("played"), "the same again is archived already");
    assert!(!run("another"));
    assert_eq!(fs::read_to_string(archive.join("0001")).expect("it is there"), "played");
}
