//! The tags of the notation, shared by both forms.

use crate::clock::TimeControl;
use crate::{Color, Fault, Game, Outcome, Place, Submission, Termination};

use super::error::{TextError, shown};

/// The tag that says which game it is.
pub(super) const GAME: &str = "Game";

/// The known tags, in the order in which they are written.
pub(super) const KNOWN: [&str; 14] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    GAME,
    "Ruleset",
    "First",
    "TimeControl",
    "Termination",
    "WhiteSetup",
    "BlackSetup",
];

/// The maximum number of tags of a game; real ones have a dozen, and hostile ones cost time.
pub(super) const MOST_TAGS: usize = 256;

/// Whether a tag may have this name: a letter, then letters, digits and `_`.
pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The tag of a side's set-up.
pub(super) const fn setup_name(color: Color) -> &'static str {
    match color {
        Color::White => "WhiteSetup",
        Color::Black => "BlackSetup",
    }
}

/// An error at a character of a set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetUpFault {
    /// Counted from 0.
    pub character: usize,
    pub message: String,
}

/// Takes the value of a tag into the submission, except for set-ups, which need the rule-set.
pub(super) fn take<G: Game>(
    game: &mut Submission<G>,
    name: &str,
    value: &str,
) -> Result<(), String> {
    match name {
        "Event" => game.roster.event = text(value),
        "Site" => game.roster.site = text(value),
        "Date" => game.roster.date = text(value),
        "Round" => game.roster.round = text(value),
        "White" => game.roster.white = text(value),
        "Black" => game.roster.black = text(value),
        "Result" => game.outcome = Some(result(value)?),
        GAME => own_game::<G>(value)?,
        "Ruleset" => G::take_rules(&mut game.terms, value)?,
        "First" => G::take_first(&mut game.terms, first(value)?)?,
        "TimeControl" => game.time_control = time_control(value)?,
        "Termination" => game.termination = termination::<G>(value)?,
        _ => game.annotations.extra_tags.push((name.to_owned(), value.to_owned())),
    }
    Ok(())
}

fn text(value: &str) -> String {
    if value.trim().is_empty() { "?".to_owned() } else { value.to_owned() }
}

/// Whether a word of move text is a result.
pub(super) fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// Parses `1-0`, `0-1`, `1/2-1/2` or `*`.
pub(super) fn result(value: &str) -> Result<Option<Outcome>, String> {
    match (value, Outcome::parse(value)) {
        ("*", _) => Ok(None),
        (_, Some(outcome)) => Ok(Some(outcome)),
        _ => Err(format!("{} is no result; write 1-0, 0-1, 1/2-1/2 or *", shown(value))),
    }
}

/// Whoever reads a text as one game has found out before that it is this one.
fn own_game<G: Game>(value: &str) -> Result<(), String> {
    let message = || format!("this is read as {}, not as {}", G::KEY, shown(value));
    (value == G::KEY).then_some(()).ok_or_else(message)
}

fn first(value: &str) -> Result<Color, String> {
    Color::parse(value).ok_or_else(|| format!("First is White or Black, not {}", shown(value)))
}

fn time_control(value: &str) -> Result<Option<TimeControl>, String> {
    match value {
        "-" | "?" => Ok(None),
        _ => value.parse().map(Some).map_err(|e| format!("{}: {e}", shown(value))),
    }
}

fn termination<G: Game>(value: &str) -> Result<Option<Termination>, String> {
    let known = Termination::parse(value).filter(|one| G::TERMINATIONS.contains(one));
    known.map(Some).ok_or_else(|| {
        let names: Vec<&str> = G::TERMINATIONS.iter().map(|one| one.name()).collect();
        format!("{} is no termination; write one of {}", shown(value), names.join(", "))
    })
}

/// The offset of each known tag's value, for errors found in judging.
#[derive(Default)]
pub(super) struct Places {
    pub result: Option<usize>,
    pub termination: Option<usize>,
    pub setups: [Option<usize>; 2],
    pub plies: Vec<usize>,
}

impl Places {
    /// Notes where the value of a tag is.
    pub fn note(&mut self, name: &str, at: usize) {
        match name {
            "Result" => self.result = Some(at),
            "Termination" => self.termination = Some(at),
            _ => {}
        }
    }

    /// The offset of a judge's place; 0 if unknown.
    pub fn byte_of(&self, place: Place) -> usize {
        let found = match place {
            Place::Setup(color, character) => {
                self.setups[color as usize].map(|start| start + character)
            }
            Place::Ply(number) => self.plies.get(number as usize - 1).copied(),
            Place::Result => self.result.or(self.termination),
            Place::Termination => self.termination.or(self.result),
            Place::Record => None,
        };
        found.unwrap_or(0)
    }

    /// Converts a judge's fault to an error with its offset.
    pub fn error_of(&self, fault: Fault) -> TextError {
        let ply = if let Place::Ply(number) = fault.place { Some(number) } else { None };
        TextError { at: self.byte_of(fault.place), ply, message: fault.message }
    }
}
