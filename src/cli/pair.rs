//! `adjutant pair`: the next round of a TRF file, or every round of it paired again.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::tournament::Tournament;
use crate::tournament::pairing::checker::{Difference, check};
use crate::tournament::pairing::{NoPairing, Pairing, Round, dutch};
use crate::tournament::trf::{self, Purpose};

use super::words::{counted, say};

/// Pair the next round of a tournament by FIDE's Dutch system of 2025.
///
/// Reads TRF16 and TRF26, with the lines that JaVaFo and bbpPairings add. Prints the number of pairings, then
/// one a line: White's pairing number and Black's; the bye stands last, against 0.
///
/// Exits 0 where everything was paired, 1 where no pairing is legal or a check finds a difference, 2 where a
/// file cannot be read.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant pair evening.trf\n  adjutant pair --check season/*.trf"
)]
pub struct Pair {
    /// Pair every round again that is over, and tell the differences.
    #[arg(long)]
    check: bool,
    /// TRF files; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// What came out, worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Paired = 0,
    Different = 1,
    Unreadable = 2,
}

impl Pair {
    /// Runs the command.
    pub fn run(self) -> ExitCode {
        let named = self.files.len() > 1;
        let purpose = if self.check { Purpose::Check } else { Purpose::PairNext };
        let mut worst = Found::Paired;
        for file in &self.files {
            let label = if named { format!("{}: ", file.display()) } else { String::new() };
            let found = match tournament(file, purpose) {
                Ok(tournament) if self.check => tell_differences(&tournament, &label),
                Ok(tournament) => pair(&tournament, &label),
                Err(complaints) => {
                    for complaint in complaints {
                        eprintln!("adjutant: {}: {complaint}", file.display());
                    }
                    Found::Unreadable
                }
            };
            worst = worst.max(found);
        }
        ExitCode::from(worst as u8)
    }
}

/// More than any tournament's file has.
const MOST_BYTES: u64 = 64 << 20;

fn tournament(file: &Path, purpose: Purpose) -> Result<Tournament, Vec<String>> {
    let mut bytes = Vec::new();
    let read = if file.as_os_str() == "-" {
        io::stdin().lock().take(MOST_BYTES).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|open| open.take(MOST_BYTES).read_to_end(&mut bytes))
    };
    read.map_err(|e| vec![format!("cannot be read: {e}")])?;
    if bytes.len() as u64 == MOST_BYTES {
        return Err(vec!["is longer than 64 MiB: it is no TRF of one tournament".to_owned()]);
    }
    let text = String::from_utf8(bytes);
    let text = text.map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        vec![format!("is not UTF-8 from byte {at} on: save it as UTF-8")]
    })?;
    let read = trf::read(&text, purpose);
    read.map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn pair(tournament: &Tournament, label: &str) -> Found {
    match dutch(tournament) {
        Ok(round) => {
            let count = round.pairings.len() + usize::from(round.bye.is_some());
            say!("{label}{count}");
            lines(tournament, &round).iter().for_each(|line| say!("{line}"));
            Found::Paired
        }
        Err(why) => {
            eprintln!("adjutant: {label}{why}");
            Found::Different
        }
    }
}

/// `12 7`, and `9 0` for the bye.
fn lines(tournament: &Tournament, round: &Round) -> Vec<String> {
    let number = |entrant: usize| tournament.entrants[entrant].number;
    let pairing =
        |Pairing { white, black }: &Pairing| format!("{} {}", number(*white), number(*black));
    let bye = round.bye.map(|entrant| format!("{} 0", number(entrant)));
    round.pairings.iter().map(pairing).chain(bye).collect()
}

fn tell_differences(tournament: &Tournament, label: &str) -> Found {
    let differences = check(tournament);
    let rounds = counted(tournament.played as u64, "round");
    for Difference { round, published, by_the_rules } in &differences {
        say!("{label}round {} is paired otherwise:", round + 1);
        match by_the_rules {
            Ok(right) => tell_both(&lines(tournament, published), &lines(tournament, right)),
            Err(NoPairing::NoneIsLegal) => say!("  by the rules no pairing is legal"),
            Err(why) => say!("  by the rules {why}"),
        }
    }
    if differences.is_empty() {
        say!("{label}{rounds}, all as the rules pair them");
        return Found::Paired;
    }
    say!("{label}{rounds}, {} of them otherwise than the rules pair them", differences.len());
    Found::Different
}

/// What one has and the other has not, side by side.
fn tell_both(published: &[String], right: &[String]) {
    let own: Vec<&String> = published.iter().filter(|line| !right.contains(line)).collect();
    let other: Vec<&String> = right.iter().filter(|line| !published.contains(line)).collect();
    say!("  {:<14}by the rules", "published");
    for at in 0..own.len().max(other.len()) {
        let text =
            |lines: &[&String]| lines.get(at).map_or_else(String::new, |line| (*line).clone());
        say!("  {:<14}{}", text(&own), text(&other));
    }
}
