//! Published tournaments with all rounds.

use std::path::PathBuf;

use swiss::pairing::checker::check;
use swiss::trf::{self, Purpose};

fn all() -> Vec<PathBuf> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pairing/data");
    let files = std::fs::read_dir(data).expect("the data").flatten().map(|entry| entry.path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "trf")).collect()
}

#[test]
fn every_round_of_eighty_tournaments_is_paired_as_it_was_published() {
    let files = all();
    assert_eq!(files.len(), 80);
    let mut rounds = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file");
        let tournament =
            trf::read(&text, Purpose::Check).unwrap_or_else(|e| panic!("{file:?}: {e:?}"));
        assert_eq!(check(&tournament), [], "{}", file.display());
        rounds += tournament.played;
    }
    assert!(rounds > 500, "{rounds} rounds");
}

#[test]
fn a_round_that_was_paired_otherwise_is_found() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pairing/data/070-n8-r5.trf");
    let text = std::fs::read_to_string(file).expect("a file");
    let mut tournament = trf::read(&text, Purpose::Check).expect("it is read");
    // The first two rounds are swapped.
    for entrant in &mut tournament.entrants {
        entrant.entries.swap(0, 1);
    }
    let rounds: Vec<usize> = check(&tournament).iter().map(|found| found.round).collect();
    assert!(rounds.contains(&0), "{rounds:?}");
}

#[test]
fn what_is_written_is_read_again() {
    for file in all() {
        let text = std::fs::read_to_string(&file).expect("a file");
        let tournament = trf::read(&text, Purpose::Check).expect("it is read");
        let again = trf::read(&trf::write(&tournament), Purpose::Check);
        assert_eq!(again.as_ref(), Ok(&tournament), "{}", file.display());
    }
}
