//! The power is cut: of the database and its log there is what was synced, and nothing else; of the last page
//! perhaps a half.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::Command;

use crate::game::Game;
use crate::program::Ground;

const FILES: [&str; 2] = ["adjutant.sqlite", "adjutant.sqlite-wal"];

/// A server whose disk remembers what was synced.
struct Disk {
    ground: Ground,
    library: PathBuf,
    synced: PathBuf,
}

impl Disk {
    fn new() -> Disk {
        let ground = Ground::sqlite(2);
        let (library, synced) =
            (ground.dir.path().join("power.so"), ground.dir.path().join("synced"));
        std::fs::create_dir(&synced).expect("a directory");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/power.c");
        let made =
            Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).status();
        assert!(made.expect("cc runs").success(), "{source}");
        Disk { ground, library, synced }
    }

    /// What stands before the server's own words; `only` so many syncs are true.
    fn before(&self, only: Option<u32>) -> Vec<String> {
        let mut words = vec!["env".to_owned(), format!("LD_PRELOAD={}", self.library.display())];
        words.push(format!("KEEP_DIR={}", self.synced.display()));
        words.extend(only.map(|only| format!("KEEP_ONLY={only}")));
        words
    }

    /// The files are what was synced of them. A file of which nothing was synced is as it was before.
    fn comes_back(&self) {
        let data = self.ground.data();
        for name in FILES.iter().filter(|name| self.synced.join(name).exists()) {
            std::fs::copy(self.synced.join(name), data.join(name)).expect("it is copied");
        }
        let _none = std::fs::remove_file(data.join("adjutant.sqlite-shm"));
    }

    fn log(&self) -> PathBuf {
        self.ground.data().join(FILES[1])
    }
}

#[test]
fn f17_where_the_power_is_cut_everything_that_was_answered_is_there() {
    let disk = Disk::new();
    let mut game: Option<Game> = None;
    for cut in 0..5 {
        let program =
            disk.ground.start_under(&disk.before(None)).unwrap_or_else(|log| panic!("{log}"));
        let address = program.address;
        let playing = game.get_or_insert_with(|| Game::under_way(&disk.ground, address, 3));
        for _ in 0..4 + cut {
            playing.ply_at_last(address, std::time::Duration::from_secs(10));
        }
        program.end_inner();
        disk.comes_back();
        let program = disk.ground.start();
        playing.check(program.address);
        program.kill();
        assert_eq!(disk.ground.faults(), Vec::<String>::new(), "cut {cut}");
        // It has synced what it wrote for itself: the next one begins with that.
        for name in FILES {
            let (now, then) = (disk.ground.data().join(name), disk.synced.join(name));
            let _none = std::fs::remove_file(&then);
            let _none = std::fs::copy(now, then);
        }
    }
}

#[test]
fn f17_a_disk_that_says_it_has_synced_and_has_not_is_noticed() {
    let disk = Disk::new();
    let program =
        disk.ground.start_under(&disk.before(Some(6))).unwrap_or_else(|log| panic!("{log}"));
    let mut game = Game::under_way(&disk.ground, program.address, 3);
    for _ in 0..8 {
        game.ply(program.address).expect("a ply");
    }
    program.end_inner();
    disk.comes_back();
    let found = disk
        .ground
        .start_under(&[])
        .map(|program| catch_unwind(AssertUnwindSafe(|| game.check(program.address))).is_ok());
    assert!(!found.unwrap_or(false), "plies that were answered are gone, and nobody notices");
}

#[test]
fn f18_half_a_page_behind_what_was_synced_is_nobodys() {
    let disk = Disk::new();
    let mut game: Option<Game> = None;
    for torn in [1, 24, 2_000, 4_119, 4_120] {
        let program = disk.ground.start();
        let address = program.address;
        let playing = game.get_or_insert_with(|| Game::under_way(&disk.ground, address, 3));
        for _ in 0..3 {
            playing.ply_at_last(address, std::time::Duration::from_secs(10));
        }
        program.kill();
        let log = disk.log();
        let whole = std::fs::read(&log).expect("a log of changes");
        assert!(whole.len() > 8_000, "{} bytes", whole.len());
        // It begins as the last frame does: what a write that was cut off leaves.
        let start = whole.len() - 4_120;
        let mut file = std::fs::OpenOptions::new().append(true).open(&log).expect("the log");
        file.write_all(&whole[start..start + torn]).expect("it is written");
        drop(file);
        let _none = std::fs::remove_file(disk.ground.data().join("adjutant.sqlite-shm"));
        let program = disk.ground.start();
        playing.check(program.address);
        playing.ply_at_last(program.address, std::time::Duration::from_secs(10));
        playing.check(program.address);
        program.kill();
        assert_eq!(disk.ground.faults(), Vec::<String>::new(), "{torn} bytes");
    }
}
