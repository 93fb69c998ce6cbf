//! The program is killed again and again while it starts.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use adjutant_domain::moment::Micros;
use adjutant_service::continuous_backup::recover;

use crate::game::Game;
use crate::program::Ground;

#[test]
fn f04_killed_while_it_starts_it_starts_all_the_same_the_next_time() {
    let ground = Ground::sqlite(2);
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 4);
    program.kill();
    for after in (0..24).map(|step| Duration::from_millis(step * 15)) {
        let mut starting = ground
            .command(&[])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(after);
        starting.kill().expect("it is killed");
        starting.wait().expect("it is gone");
    }
    let program = ground.start();
    game.check(program.address);
    game.ply(program.address).expect("it goes on");
    game.check(program.address);
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f50_a_backup_that_is_restored_beside_the_old_files_charges_nobody_since_it_was_made() {
    let ground = Ground::sqlite(2);
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 3);
    let backup = ground.dir.path().join("all.backup");
    let backup = backup.to_str().expect("UTF-8");
    ground.adjutant(&["backup", backup]);
    let before = game.left(program.address);
    // The server runs on, and a ply is made that the backup does not know.
    std::thread::sleep(Duration::from_secs(6));
    game.ply(program.address).expect("a ply");
    program.kill();
    for file in ["adjutant.sqlite", "adjutant.sqlite-wal", "adjutant.sqlite-shm"] {
        let _not_there = std::fs::remove_file(ground.data().join(file));
    }
    ground.adjutant(&["restore", backup]);
    let started = Instant::now();
    let program = ground.start();
    let charged = before - game.left(program.address);
    let most = started.elapsed().as_millis() as i64 + 500;
    assert!(
        charged <= most,
        "{charged} ms are charged since the backup, at most {most} of them since the start"
    );
}

/// Waits until everything that was committed before is in the continuous backup.
fn wait_for_backup(changes: &Path) {
    let now = Micros::from(chrono::Utc::now());
    // Without a change there is a sign of life each minute.
    let deadline = Instant::now() + Duration::from_secs(120);
    loop {
        let dir = tempfile::tempdir().expect("a directory");
        let found = recover(changes, None, &dir.path().join("a.sqlite"));
        if found.as_ref().is_ok_and(|found| found.as_of >= now) {
            return;
        }
        assert!(Instant::now() < deadline, "{found:?} is older than {now}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn f50_from_a_continuous_backup_all_but_the_last_second_is_back_after_the_disk_is_gone() {
    let ground = Ground::sqlite(2);
    let changes = ground.dir.path().join("changes");
    let changes_text = changes.to_str().expect("UTF-8").to_owned();
    let setting = [("ADJUTANT_CONTINUOUS_BACKUP_DIR", changes_text.as_str())];
    let mut program = ground.start_with(&setting);
    let mut game = Game::under_way(&ground, program.address, 3);
    // The server dies twice, and the backup goes on with the next one.
    for _ in 0..2 {
        for _ in 0..20 {
            game.ply(program.address).expect("a ply");
        }
        program.kill();
        program = ground.start_with(&setting);
    }
    game.ply(program.address).expect("a ply");
    let acknowledged = game.plies;
    wait_for_backup(&changes);
    program.kill();
    for file in ["adjutant.sqlite", "adjutant.sqlite-wal", "adjutant.sqlite-shm"] {
        let _not_there = std::fs::remove_file(ground.data().join(file));
    }
    ground.adjutant(&["restore", "--continuous", &changes_text]);
    let program = ground.start_with(&setting);
    let seen = game.see(program.address).expect("it is seen");
    assert_eq!(seen["plies"].as_array().expect("plies").len(), acknowledged);
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new());
}
