//! What holds for any file that an organisation sends: a roster, a logo, a tournament.

use std::collections::BTreeMap;

use crate::bounds::bounded;
use adjutant_domain::contest::{Contest, ContestFact, EntrantProfile, json};
use adjutant_domain::organisation::logo::{self, MAX_LOGO_SIDE};
use adjutant_domain::organisation::roster::{RosterFileRow, diff_roster, read_roster, write_roster};
use swiss::pairing::dutch;
use swiss::trf::{self, Purpose};

/// Bytes that reading a roster may allocate for each byte of it: the shortest rows have a few.
const MEMORY: usize = 512;

/// Faults lie within the file; and what is read is read again from what is written of it.
pub fn roster(file: &[u8]) {
    let roster = bounded(file.len(), MEMORY, || read_roster(file));
    // Spreadsheets end a row by one of three signs.
    let ends = file.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() as u64;
    for fault in &roster.errors.listed {
        assert!(fault.line <= ends + 1, "line {} of {}", fault.line, ends + 1);
        assert!(!format!("{fault:?}").is_empty());
    }
    assert!(roster.lines.iter().all(|line| (1..=ends + 1).contains(&line.line)));
    let before = known(&roster.lines);
    let rows = before.iter().map(|(handle, details)| (handle.as_str(), details));
    let again = read_roster(write_roster(rows).as_bytes());
    assert!(again.errors.is_empty(), "{:?}", again.errors);
    assert!(known(&again.lines) == before, "what was written is read otherwise");
}

/// What an empty roster would know after these lines.
fn known(lines: &[RosterFileRow]) -> Vec<(String, adjutant_domain::organisation::roster::MemberDetails)> {
    let found = diff_roster(lines, &BTreeMap::new(), str::to_owned, true);
    found.added.into_iter().map(|one| (one.handle, one.details)).collect()
}

/// A picture is refused or comes out as a small PNG, which stays as it is.
pub fn logo(file: &[u8]) {
    let Ok(picture) = logo::reencode(file) else { return };
    let side = |at: usize| picture[at..at + 4].iter().fold(0, |n, byte| n << 8 | u32::from(*byte));
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
    // Width and height stand behind the name of the first chunk.
    assert!((1..=MAX_LOGO_SIDE).contains(&side(16)) && (1..=MAX_LOGO_SIDE).contains(&side(20)));
    let again = logo::reencode(&picture);
    assert!(again.as_ref() == Ok(&picture), "a logo that is cleaned again changes");
}

/// More entrants than a pairing is tried with.
const MOST_PAIRED: usize = 24;

/// What is read of a file that is gone on with is told of an event, in facts that are read as they were written.
fn told(text: &str, lines: usize) {
    let file = match trf::read_file(text) {
        Ok(file) if file.tournament.entrants.len() <= MOST_PAIRED => file,
        Ok(_) => return,
        Err(faults) => {
            assert!(!faults.is_empty() && faults.iter().all(|fault| fault.line <= lines));
            return;
        }
    };
    let name = |at: usize| EntrantProfile { name: format!("Player {at}"), ..EntrantProfile::default() };
    let people: Vec<EntrantProfile> = (0..file.tournament.entrants.len()).map(name).collect();
    match Contest::import_trf(&file, &people) {
        Err(faults) => {
            assert!(!faults.is_empty() && faults.iter().all(|fault| fault.line <= lines));
        }
        Ok(facts) => {
            let facts: Vec<ContestFact> = facts.into_iter().map(|(_, fact)| fact).collect();
            assert!(Contest::from_facts(&facts).is_ok());
            let ContestFact::SettingsChanged { settings } = &facts[0] else { panic!("it is not settled first") };
            if settings.validate().is_empty() {
                assert!(facts.iter().all(|fact| json::read_fact(&json::write_fact(fact)).as_ref() == Ok(fact)));
            }
        }
    }
}

/// Faults lie within the file; what is read is paired or refused; and what is written of it is read as it was,
/// where it fits into its columns.
pub fn trf(file: &[u8]) {
    let Ok(text) = std::str::from_utf8(file) else { return };
    let lines = 1 + text.matches(['\n', '\r']).count();
    told(text, lines);
    for purpose in [Purpose::PairNext, Purpose::Check] {
        match trf::read(text, purpose) {
            Err(faults) => {
                assert!(!faults.is_empty() && faults.iter().all(|fault| fault.line <= lines));
            }
            Ok(tournament) => {
                if tournament.entrants.len() <= MOST_PAIRED {
                    let _round = dutch(&tournament);
                }
                if let Ok(once) = trf::read(&trf::write(&tournament), purpose) {
                    assert_eq!(trf::read(&trf::write(&once), purpose).as_ref(), Ok(&once));
                }
            }
        }
    }
}
