//! Tie-break codes of C.07, with modifiers as in TRF26.

use std::fmt;
use std::mem::discriminant;
use std::str::FromStr;

use super::cut::Cut;
use super::{CODES, Criterion, ForUnrated, Forfeits, Sense, codes};

/// The highest rating that may replace a missing one.
const HIGHEST_RATING: u32 = 4_000;

/// The longest list; every tie-break would fit.
const LONGEST_LIST: usize = 64;

/// An unknown tie-break code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCode {
    pub code: String,
    pub fault: CodeFault,
}

/// What is wrong with a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeFault {
    /// There is no tie-break with this code.
    Unknown,
    /// The tie-break with this code does not take this modifier here.
    Modifier { of: &'static str, modifier: String },
    /// It is in the list before, to no effect.
    Repeated,
    /// The list is longer than this.
    TooMany { most: usize },
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: ", self.code)?;
        match &self.fault {
            CodeFault::Unknown => {
                let all: Vec<&str> = codes().collect();
                write!(f, "there is no such tie-break; choose from {}", all.join(", "))
            }
            CodeFault::Modifier { of, modifier } => {
                write!(f, "{of} takes no modifier `{modifier}` here")
            }
            CodeFault::Repeated => f.write_str("it is in the list before"),
            CodeFault::TooMany { most } => write!(f, "there are {most} tie-breaks before it"),
        }
    }
}

impl std::error::Error for UnknownCode {}

/// Parses a list of codes separated by commas or blanks. `PTS` may come first: points always do.
///
/// # Errors
/// Returns [`UnknownCode`] for the first code that is unknown, repeated to no effect, or one too many.
pub fn parse_list(text: &str) -> Result<Vec<Criterion>, UnknownCode> {
    let words = text.split([',', ' ', '\t', '\n']).filter(|word| !word.is_empty());
    let mut list: Vec<Criterion> = Vec::new();
    for (place, word) in words.enumerate() {
        if place == 0 && word.eq_ignore_ascii_case("PTS") {
            continue;
        }
        let criterion: Criterion = word.parse()?;
        if !criterion.is_among_tied() && list.contains(&criterion) {
            return Err(unknown(word, CodeFault::Repeated));
        }
        if list.len() == LONGEST_LIST {
            return Err(unknown(word, CodeFault::TooMany { most: LONGEST_LIST }));
        }
        list.push(criterion);
    }
    Ok(list)
}

fn unknown(code: &str, fault: CodeFault) -> UnknownCode {
    UnknownCode { code: code.to_owned(), fault }
}

/// Modifiers that have not been consumed yet.
struct Modifiers<'a>(Vec<&'a str>);

impl<'a> Modifiers<'a> {
    /// Consumes the first modifier that `read` accepts.
    fn take<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let place = self.0.iter().position(|one| read(one).is_some())?;
        read(self.0.remove(place))
    }

    fn has(&mut self, letter: &str) -> bool {
        self.take(|one| one.eq_ignore_ascii_case(letter).then_some(())).is_some()
    }

    fn cut(&mut self) -> Cut {
        let read = |one: &str| match one.to_ascii_uppercase().as_str() {
            "C1" => Some(Cut::One),
            "C2" => Some(Cut::Two),
            "M1" => Some(Cut::MedianOne),
            "M2" => Some(Cut::MedianTwo),
            _ => None,
        };
        self.take(read).unwrap_or_default()
    }

    fn forfeits(&mut self) -> Forfeits {
        if self.has("P") { Forfeits::Played } else { Forfeits::ByArticle15 }
    }

    fn sense(&mut self) -> Sense {
        if self.has("R") { Sense::Reverse } else { Sense::Usual }
    }

    /// `L+1`, `L1`, `L-2`: half points.
    fn limit(&mut self) -> i8 {
        let read = |one: &str| {
            let number = one.strip_prefix(['L', 'l'])?;
            let digits = number.trim_start_matches(['+', '-']);
            let fits = number.len() - digits.len() <= 1 && (1..=2).contains(&digits.len());
            fits.then(|| number.parse().ok()).flatten()
        };
        self.take(read).unwrap_or_default()
    }

    fn unrated(&mut self) -> ForUnrated {
        self.take(|one| {
            let rating = one.strip_prefix(['U', 'u'])?.parse().ok()?;
            (1..=HIGHEST_RATING).contains(&rating).then_some(rating)
        })
    }
}

impl FromStr for Criterion {
    type Err = UnknownCode;

    /// Parses `BH/C1`, or `BH-C1` as in the Handbook, in either case.
    fn from_str(text: &str) -> Result<Criterion, UnknownCode> {
        let mut parts = text.split('/');
        let mut head = parts.next().unwrap_or_default().split('-');
        let name = head.next().unwrap_or_default();
        let mut modifiers = Modifiers(head.chain(parts).collect());
        let known = CODES.iter().find(|(code, _)| code.eq_ignore_ascii_case(name));
        let (of, criterion) = known.ok_or_else(|| unknown(text, CodeFault::Unknown))?;
        let criterion = criterion.modified(&mut modifiers);
        match modifiers.0.first() {
            None => Ok(criterion),
            Some(left) => {
                let modifier = (*left).to_owned();
                Err(unknown(text, CodeFault::Modifier { of, modifier }))
            }
        }
    }
}

impl Criterion {
    /// The code without its modifiers.
    pub fn name(&self) -> &'static str {
        let plain = match self {
            Criterion::OpponentsForeBuchholz => &Criterion::OpponentsBuchholz,
            other => other,
        };
        let is_same = |one: &Criterion| discriminant(one) == discriminant(plain);
        CODES.iter().find(|(_, one)| is_same(one)).map_or("", |(code, _)| code)
    }

    /// The criterion with the modifiers that it takes.
    fn modified(self, modifiers: &mut Modifiers<'_>) -> Criterion {
        match self {
            Criterion::DirectEncounter(_) => Criterion::DirectEncounter(modifiers.forfeits()),
            Criterion::Progressive(_) => Criterion::Progressive(modifiers.cut()),
            Criterion::PairingNumber(_) => Criterion::PairingNumber(modifiers.sense()),
            Criterion::Buchholz(..) => Criterion::Buchholz(modifiers.cut(), modifiers.forfeits()),
            Criterion::OpponentsBuchholz if modifiers.has("F") => Criterion::OpponentsForeBuchholz,
            Criterion::ForeBuchholz(..) => {
                Criterion::ForeBuchholz(modifiers.cut(), modifiers.forfeits())
            }
            Criterion::SonnebornBerger(..) => {
                Criterion::SonnebornBerger(modifiers.cut(), modifiers.forfeits())
            }
            Criterion::Koya(_) => Criterion::Koya(modifiers.limit()),
            Criterion::OpponentsRating(..) => {
                Criterion::OpponentsRating(modifiers.cut(), modifiers.unrated())
            }
            Criterion::Performance(_) => Criterion::Performance(modifiers.unrated()),
            Criterion::PerfectPerformance(_) => Criterion::PerfectPerformance(modifiers.unrated()),
            Criterion::OpponentsPerformance(_) => {
                Criterion::OpponentsPerformance(modifiers.unrated())
            }
            Criterion::OpponentsPerfect(_) => Criterion::OpponentsPerfect(modifiers.unrated()),
            Criterion::Rating(..) => Criterion::Rating(modifiers.sense(), modifiers.unrated()),
            plain => plain,
        }
    }

    /// The modifiers that it has: the cut, a letter, and the rating of the unrated.
    fn modifiers(&self) -> (Cut, &'static str, ForUnrated) {
        let played = |forfeits| if forfeits == Forfeits::Played { "/P" } else { "" };
        let reversed = |sense| if sense == Sense::Reverse { "/R" } else { "" };
        match *self {
            Criterion::DirectEncounter(forfeits) => (Cut::Nothing, played(forfeits), None),
            Criterion::Progressive(cut) => (cut, "", None),
            Criterion::PairingNumber(sense) => (Cut::Nothing, reversed(sense), None),
            Criterion::Buchholz(cut, forfeits)
            | Criterion::ForeBuchholz(cut, forfeits)
            | Criterion::SonnebornBerger(cut, forfeits) => (cut, played(forfeits), None),
            Criterion::OpponentsForeBuchholz => (Cut::Nothing, "/F", None),
            Criterion::OpponentsRating(cut, unrated) => (cut, "", unrated),
            Criterion::Performance(unrated)
            | Criterion::PerfectPerformance(unrated)
            | Criterion::OpponentsPerformance(unrated)
            | Criterion::OpponentsPerfect(unrated) => (Cut::Nothing, "", unrated),
            Criterion::Rating(sense, unrated) => (Cut::Nothing, reversed(sense), unrated),
            _ => (Cut::Nothing, "", None),
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cut, letter, unrated) = self.modifiers();
        f.write_str(self.name())?;
        f.write_str(match cut {
            Cut::Nothing => "",
            Cut::One => "/C1",
            Cut::Two => "/C2",
            Cut::MedianOne => "/M1",
            Cut::MedianTwo => "/M2",
        })?;
        f.write_str(letter)?;
        match (self, unrated) {
            (Criterion::Koya(limit), _) if *limit != 0 => write!(f, "/L{limit:+}"),
            (_, Some(rating)) => write!(f, "/U{rating}"),
            _ => Ok(()),
        }
    }
}
