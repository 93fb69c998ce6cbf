//! The open archive: which games are in a month, what a second run changes, and what goes wrong clearly.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use crate::faults::limited;
use crate::support::{Place, demo, import_text, on_both_engines, resignation, said, unfinished};

const OCTOBER: &str = "adjutant-games-2025-10.ggn.zst";
/// In microseconds, as games of a month are dated.
const NOVEMBER_1: i64 = 1_761_955_200_000_000;

impl Place {
    fn archive_dir(&self) -> PathBuf {
        self.dir.path().join("archive")
    }

    /// Runs `adjutant archive` with these arguments: its exit code and what it said.
    fn archive(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let all = [&["archive", "archive"], arguments].concat();
        said(&self.adjutant(&all).output().expect("it runs"))
    }

    /// Runs it and expects success.
    fn archived(&self, arguments: &[&str]) -> String {
        let (code, text) = self.archive(arguments);
        assert_eq!(code, Some(0), "{text}");
        text
    }

    /// The files with what is in them, uncompressed.
    fn files(&self) -> BTreeMap<String, String> {
        let found = fs::read_dir(self.archive_dir()).expect("the archive").flatten();
        found
            .map(|file| {
                let name = file.file_name().into_string().expect("UTF-8");
                let bytes = fs::read(file.path()).expect("it can be read");
                let text = match name.ends_with(".zst") {
                    true => zstd::decode_all(bytes.as_slice()).expect("zstd"),
                    false => bytes,
                };
                (name, String::from_utf8(text).expect("UTF-8"))
            })
            .collect()
    }

    fn index(&self) -> serde_json::Value {
        serde_json::from_str(&self.files()["index.json"]).expect("JSON")
    }
}

/// The players of White, in the order of the file.
fn whites(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("[White \"")?.strip_suffix("\"]")).collect()
}

/// A game of this player with a comment and a foreign tag.
fn game(white: &str) -> String {
    resignation("Open", white, "1")
        .replace("[White ", "[Annotator \"somebody\"]\n[White ")
        .replace("1. e3-e4", "1. e3-e4 {a remark on somebody}")
}

/// Games of these players, imported on 9 October 2025.
fn place_with(place: &Place, whites: &[&str]) {
    let text: String = whites.iter().map(|white| game(white)).collect();
    assert_eq!(import_text(&place.open(), &text).counts.added, whites.len() as u64);
}

/// Changes a column of the game of this player.
fn set_column(place: &Place, white: &str, column: &str, value: i64) {
    place.run_sql(&format!(
        "UPDATE games SET {column} = {value} WHERE white_id = (SELECT id FROM players WHERE handle = '{white}')"
    ));
}

fn set_privacy(place: &Place, handle: &str, privacy: u8) {
    place.run_sql(&format!("UPDATE players SET private = {privacy} WHERE handle = '{handle}'"));
}

on_both_engines! {
    fn a_month_has_the_games_that_became_public_in_it_without_comments(place: &Place) {
        place_with(place, &["Ana", "Ben", "Carla"]);
        import_text(&place.open(), &unfinished("Dina", "the spy waits"));
        set_column(place, "Ana", "imported_at", NOVEMBER_1 - 1);
        set_column(place, "Ben", "imported_at", NOVEMBER_1);
        // Its record came in October, and its ranks were opened in December.
        set_column(place, "Carla", "revealed_at", NOVEMBER_1 + 30 * 86_400_000_000);
        let text = place.archived(&[]);
        assert!(text.contains("2025-10.ggn.zst: 1 game,"), "{text}");
        assert!(text.contains("archive: 3 months, 3 games"), "{text}");
        let files = place.files();
        let of = |month: &str| whites(&files[&format!("adjutant-games-{month}.ggn.zst")]);
        assert_eq!([of("2025-10"), of("2025-11"), of("2025-12")], [["Ana"], ["Ben"], ["Carla"]]);
        assert_eq!(files.len(), 6, "{:?}", files.keys());
        for (name, text) in &files {
            assert!(!text.contains("somebody") && !text.contains("Dina"), "{name}");
        }
        let listed: Vec<&str> = files["SHA256SUMS"].lines().map(|line| &line[66..]).collect();
        let months = ["2025-10", "2025-11", "2025-12"];
        assert_eq!(listed, months.map(|month| format!("adjutant-games-{month}.ggn.zst")));
        assert!(files["README.txt"].contains("CC0") && files["README.txt"].contains("2025-11             1"));
        // The records can be imported elsewhere, and are the whole games.
        let other = place.another();
        assert_eq!(import_text(&other.open(), &files[OCTOBER]).counts.added, 1);
    }

    fn the_index_and_the_sums_are_those_of_the_files(place: &Place) {
        assert_eq!(import_text(&place.open(), &demo()[..30].concat()).counts.refused, 0);
        place.archived(&[]);
        let file = fs::read(place.archive_dir().join(OCTOBER)).expect("the file");
        let text = zstd::decode_all(file.as_slice()).expect("zstd");
        let sum = |bytes: &[u8]| data_encoding::HEXLOWER.encode(&Sha256::digest(bytes));
        let index = place.index();
        assert_eq!(index["licence"], "CC0-1.0");
        let month = &index["months"][0];
        assert_eq!((&month["month"], &month["file"]), (&"2025-10".into(), &OCTOBER.into()));
        assert_eq!((&month["bytes"], &month["sha256"]), (&file.len().into(), &sum(&file).into()));
        assert_eq!(month["text_bytes"], text.len());
        assert_eq!(month["text_sha256"], sum(&text));
        assert_eq!(month["games"], whites(&String::from_utf8(text).expect("UTF-8")).len());
        assert_eq!(place.files()["SHA256SUMS"], format!("{}  {OCTOBER}\n", sum(&file)));
    }

    fn the_same_games_make_the_same_bytes(place: &Place) {
        assert_eq!(import_text(&place.open(), &demo()[..30].concat()).counts.refused, 0);
        place.archived(&[]);
        let first = fs::read(place.archive_dir().join(OCTOBER)).expect("the file");
        fs::remove_dir_all(place.archive_dir()).expect("it goes");
        place.archived(&[]);
        assert!(fs::read(place.archive_dir().join(OCTOBER)).expect("the file") == first);
    }

    fn a_second_run_makes_only_what_is_missing_or_has_changed(place: &Place) {
        place_with(place, &["Ana", "Ben"]);
        set_column(place, "Ben", "imported_at", NOVEMBER_1);
        place.archived(&[]);
        let inode = |month: &str| {
            use std::os::unix::fs::MetadataExt;
            let name = format!("adjutant-games-{month}.ggn.zst");
            fs::metadata(place.archive_dir().join(name)).expect("the file").ino()
        };
        let foreign = place.archive_dir().join("notes.txt");
        fs::write(&foreign, "of somebody").expect("it is written");
        let before = (inode("2025-10"), inode("2025-11"), place.files());
        let text = place.archived(&[]);
        assert_eq!(text.matches(": unchanged").count(), 2, "{text}");
        assert_eq!((inode("2025-10"), inode("2025-11"), place.files()), before);
        // A game of October is not shown any more, and then is again.
        place_with(place, &["Carla"]);
        for (privacy, expected) in [(1, vec!["Ana"]), (0, vec!["Ana", "Carla"])] {
            set_privacy(place, "Carla", privacy);
            let text = place.archived(&[]);
            assert_eq!(whites(&place.files()[OCTOBER]), expected);
            if privacy == 0 {
                assert!(text.contains("2 games"), "{text}");
                assert!(text.contains("made anew, because games were corrected, hidden or shown again"), "{text}");
            }
            assert_eq!(text.matches(": unchanged").count(), 2 - usize::from(privacy == 0), "{text}");
        }
        // A deleted person's name goes with the next run.
        place.run_sql("UPDATE players SET handle = 'Anonymous bcdf' WHERE handle = 'Carla'");
        place.archived(&[]);
        assert_eq!(whites(&place.files()[OCTOBER]), ["Ana", "Anonymous bcdf"]);
        // One file is lost, another is cut.
        fs::remove_file(place.archive_dir().join("adjutant-games-2025-11.ggn.zst")).expect("it goes");
        fs::write(place.archive_dir().join(OCTOBER), "cut").expect("it is written");
        let text = place.archived(&[]);
        assert_eq!(text.matches("made anew, because the file was gone or cut").count(), 2, "{text}");
        // Nothing of November is public any more.
        set_privacy(place, "Ben", 1);
        let text = place.archived(&[]);
        assert!(text.contains("2025-11.ggn.zst: removed"), "{text}");
        assert!(!place.files().contains_key("adjutant-games-2025-11.ggn.zst"));
        assert_eq!(place.index()["months"].as_array().map(Vec::len), Some(1));
        assert_eq!(fs::read_to_string(foreign).expect("it stays"), "of somebody");
    }

    fn games_of_unlisted_players_of_members_and_without_spectators_are_left_out(place: &Place) {
        place_with(place, &["Ana", "Ben", "Carla", "Dina"]);
        set_privacy(place, "Ben", 2);
        set_column(place, "Dina", "by_member", 1);
        place.run_sql(
            "INSERT INTO plays (id, public_id, state, version, rule_set_id, white_id, black_id, rated, listed, speed,
                                created_at, due_at, ended_at, game_id, round)
             SELECT 1, content_id, 5, 1, rule_set_id, white_id, black_id, 0, 0, 0, 1, 0, 2, id, '' FROM games
             WHERE white_id = (SELECT id FROM players WHERE handle = 'Carla')",
        );
        place.archived(&[]);
        assert_eq!(whites(&place.files()[OCTOBER]), ["Ana"]);
        place.run_sql("UPDATE plays SET listed = 1");
        place.archived(&[]);
        assert_eq!(whites(&place.files()[OCTOBER]), ["Ana", "Carla"]);
    }

    fn one_month_or_those_since_one_can_be_asked_for_once_they_are_over(place: &Place) {
        place_with(place, &["Ana", "Ben", "Carla"]);
        set_column(place, "Ben", "imported_at", NOVEMBER_1);
        set_column(place, "Carla", "imported_at", NOVEMBER_1 + 30 * 86_400_000_000);
        let months = |place: &Place| {
            let months = place.index()["months"].as_array().cloned().expect("months");
            months.iter().map(|one| one["month"].as_str().expect("a month").to_owned()).collect::<Vec<_>>()
        };
        place.archived(&["--month", "2025-11"]);
        assert_eq!(months(place), ["2025-11"]);
        place.archived(&["--since", "2025-11"]);
        assert_eq!(months(place), ["2025-12", "2025-11"]);
        place.archived(&[]);
        assert_eq!(months(place), ["2025-12", "2025-11", "2025-10"]);
        let this = chrono::Utc::now().format("%Y-%m").to_string();
        for option in ["--month", "--since"] {
            let (code, text) = place.archive(&[option, &this]);
            assert_eq!(code, Some(2), "{text}");
            assert!(text.contains("is not over") && text.contains("from"), "{text}");
        }
        for wrong in ["2025-13", "2025", "../2025-10"] {
            let (code, text) = place.archive(&["--month", wrong]);
            assert_eq!(code, Some(2), "{text}");
            assert!(text.contains("2026-10"), "{text}");
        }
        // A game of this month waits until it is over.
        set_column(place, "Ana", "imported_at", chrono::Utc::now().timestamp_micros());
        place.archived(&[]);
        assert_eq!(months(place), ["2025-12", "2025-11"]);
    }

    fn an_archive_is_kept_from_other_databases_other_writers_and_damage(place: &Place) {
        place_with(place, &["Ana"]);
        place.archived(&[]);
        let before = place.files();
        let empty = place.another();
        drop(empty.open());
        let directory = place.archive_dir();
        let run = |place: &Place| {
            let mut command = place.adjutant(&["archive", directory.to_str().expect("UTF-8")]);
            said(&command.output().expect("it runs"))
        };
        let (code, text) = run(&empty);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("no game in the database, but 1 month"), "{text}");
        let lock = fs::File::open(&directory).expect("it opens");
        lock.lock().expect("nobody else has it");
        let (code, text) = run(place);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("another `adjutant archive` writes there; wait"), "{text}");
        drop(lock);
        assert_eq!(place.files(), before);
        fs::write(directory.join("index.json"), "{\"months\": 3}").expect("it is written");
        let (code, text) = run(place);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("index.json") && text.contains("makes it anew"), "{text}");
        fs::remove_file(directory.join("index.json")).expect("it goes");
        assert_eq!(run(place).0, Some(0));
        assert_eq!(place.index()["months"][0]["games"], 1);
    }

    fn a_full_disk_stops_it_and_leaves_what_was_there(place: &Place) {
        place_with(place, &["Ana"]);
        place.archived(&[]);
        let before = place.files();
        let (code, text) = limited(place, 200_000, &["archive", "archive"]);
        assert_eq!(code, Some(0), "nothing is written: {text}");
        assert_eq!(import_text(&place.open(), &demo().concat()).counts.refused, 0);
        let (code, text) = limited(place, 200_000, &["archive", "archive"]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains(OCTOBER) && text.contains("File too large"), "{text}");
        assert_eq!(place.files(), before);
    }
}
