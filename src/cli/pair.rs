//! `adjutant pair`: pairs the next round of a TRF file, or checks all of its rounds.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::web::pairing_text::{self, RoundText};
use crate::web::{Language, Texts};
use swiss::Tournament;
use swiss::pairing::checker::{Difference, check, published};
use swiss::pairing::explain::{changes, explain};
use swiss::pairing::{NoPairing, Pairing, Round, dutch};
use swiss::trf::{self, Purpose};

use super::Status;
use super::input::read_at_most;
use super::words::{count_text, say};

/// Pair the next round of a tournament by FIDE's Dutch system of 2025.
///
/// Reads TRF16 and TRF26, including the extensions of JaVaFo and bbpPairings. Prints the number of
/// pairings, then one per line: the pairing numbers of White and Black; the bye comes last, against
/// 0.
///
/// With `--explain` it prints the reasons: the brackets, who floats down and why, which color
/// preferences are denied by which rule, and the deciding criterion.
///
/// Exits 0 if everything was paired, 1 if no pairing is legal or a check finds a difference, 2 if a
/// file cannot be read or has no such round.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant pair evening.trf\n  adjutant pair --check season/*.trf\n  \
                  adjutant pair --explain --round 4 evening.trf"
)]
pub struct Pair {
    /// Pair every finished round again and report differences.
    #[arg(long)]
    check: bool,
    /// Explain the pairing of the next round, or of the one given by `--round`.
    #[arg(long, conflicts_with = "check")]
    explain: bool,
    /// The finished round to explain, from 1; differences from how it was paired are reported, too.
    #[arg(long, requires = "explain", value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    round: Option<u16>,
    /// TRF files; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Pair {
    pub(super) fn run(self) -> Status {
        let named = self.files.len() > 1;
        let is_over = self.check || self.round.is_some();
        let purpose = if is_over { Purpose::Check } else { Purpose::PairNext };
        let mut worst = Status::Good;
        for file in &self.files {
            let label = if named { format!("{}: ", file.display()) } else { String::new() };
            let found = match read_tournament(file, purpose) {
                Ok(tournament) if self.check => print_differences(&tournament, &label),
                Ok(tournament) if self.explain => {
                    print_explanation(&tournament, self.round, &label)
                }
                Ok(tournament) => print_pairings(&tournament, &label),
                Err(complaints) => {
                    for complaint in complaints {
                        eprintln!("adjutant: {}: {complaint}", file.display());
                    }
                    Status::Failed
                }
            };
            worst = worst.max(found);
        }
        worst
    }
}

/// More than the size of any tournament's file.
const MAX_FILE_BYTES: u64 = 64 << 20;

fn read_tournament(file: &Path, purpose: Purpose) -> Result<Tournament, Vec<String>> {
    let bytes = read_at_most(file, MAX_FILE_BYTES);
    let bytes = bytes.map_err(|e| vec![format!("cannot be read: {e}")])?;
    if bytes.len() as u64 == MAX_FILE_BYTES {
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

/// Explains a finished round, or the next.
fn print_explanation(tournament: &Tournament, number: Option<u16>, label: &str) -> Status {
    let round = number.map_or(tournament.played, |number| usize::from(number) - 1);
    // When reading for the next round, requested byes belong to it.
    if number.is_some() && round >= tournament.played {
        let over = count_text(tournament.played as u64, "round");
        let next = "leave --round out to have the next explained";
        eprintln!("adjutant: {label}round {} is not over, of {over}: {next}", round + 1);
        return Status::Failed;
    }
    let before = tournament.before_round(round);
    let chosen = (round < tournament.played).then(|| published(tournament, &before, round));
    let said = explain(&before, chosen.as_ref());
    let name = |entrant: usize| {
        let own = &before.entrants[entrant];
        format!("{} {}", own.number, own.name).trim_end().to_owned()
    };
    say!("{label}round {}", round + 1);
    let found = said.as_ref().err().map(|why| {
        eprintln!("adjutant: {label}{why}");
        chosen.as_ref().map(|chosen| changes(&before, chosen))
    });
    let changed = found.clone().flatten();
    let words =
        pairing_text::pairing_text(&said, changed.as_ref(), Texts(Language::English), &name);
    explanation_lines(&words).iter().for_each(|line| say!("{line}"));
    if found.is_some() { Status::Bad } else { Status::Good }
}

/// An explanation as lines: the brackets with their texts and pairs.
fn explanation_lines(words: &RoundText) -> Vec<String> {
    let mut lines: Vec<String> = [&words.changed[..], &words.bye[..]].concat();
    for bracket in &words.brackets {
        lines.extend([String::new(), bracket.heading.clone(), format!("  {}", bracket.about)]);
        for pair in &bracket.pairs {
            let [white, black] = &pair.names;
            let [first, second] = &pair.due;
            lines.push(format!("  {white} ({first}) - {black} ({second}). {}", pair.colors));
        }
        let said = bracket.floaters.iter().chain(&bracket.first);
        lines.extend(said.map(|sentence| format!("  {sentence}")));
    }
    lines
}

fn print_pairings(tournament: &Tournament, label: &str) -> Status {
    match dutch(tournament) {
        Ok(round) => {
            let count = round.pairings.len() + usize::from(round.bye.is_some());
            say!("{label}{count}");
            pairing_lines(tournament, &round).iter().for_each(|line| say!("{line}"));
            Status::Good
        }
        Err(why) => {
            eprintln!("adjutant: {label}{why}");
            Status::Bad
        }
    }
}

/// `12 7`, and `9 0` for the bye.
fn pairing_lines(tournament: &Tournament, round: &Round) -> Vec<String> {
    let number = |entrant: usize| tournament.entrants[entrant].number;
    let pairing =
        |Pairing { white, black }: &Pairing| format!("{} {}", number(*white), number(*black));
    let bye = round.bye.map(|entrant| format!("{} 0", number(entrant)));
    round.pairings.iter().map(pairing).chain(bye).collect()
}

fn print_differences(tournament: &Tournament, label: &str) -> Status {
    let differences = check(tournament);
    let rounds = count_text(tournament.played as u64, "round");
    for Difference { round, published, by_the_rules } in &differences {
        say!("{label}round {} is paired otherwise:", round + 1);
        match by_the_rules {
            Ok(right) => print_side_by_side(
                &pairing_lines(tournament, published),
                &pairing_lines(tournament, right),
            ),
            Err(NoPairing::NoneIsLegal) => say!("  by the rules no pairing is legal"),
            Err(why) => say!("  by the rules {why}"),
        }
    }
    if differences.is_empty() {
        say!("{label}{rounds}, all as the rules pair them");
        return Status::Good;
    }
    say!("{label}{rounds}, {} of them otherwise than the rules pair them", differences.len());
    Status::Bad
}

/// Prints lines that are only in one of the two, side by side.
fn print_side_by_side(published: &[String], right: &[String]) {
    let own: Vec<&String> = published.iter().filter(|line| !right.contains(line)).collect();
    let other: Vec<&String> = right.iter().filter(|line| !published.contains(line)).collect();
    say!("  {:<14}by the rules", "published");
    for at in 0..own.len().max(other.len()) {
        let text =
            |lines: &[&String]| lines.get(at).map_or_else(String::new, |line| (*line).clone());
        say!("  {:<14}{}", text(&own), text(&other));
    }
}
