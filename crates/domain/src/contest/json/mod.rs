//! Facts and settings in JSON: how they rest in a store, travel in a file, and come in from outside.
//!
//! **Names of members and words are frozen**: what was written once is readable for ever. They stand where the types
//! are declared; a fact is an object in one line with its name in `fact` ([`ContestFact`]). Numbers of entrants count
//! from 1, all else from 0. Moments are microseconds since 1970.
//!
//! Settings may leave much out ([`read_settings`]); what is written has everything. A whole event is a file
//! ([`read_contest_file`]): a line with `event`, its name, and `first_day`, then a line for each fact with its `number`,
//! `at` and `fact`.

mod contest_file;
pub(crate) mod flat;
pub(super) mod limits;
mod plan;
pub(super) mod points;
mod series;
pub(super) mod settings;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{ContestFact, ContestSettings};
pub(super) use plan::MAX_BOARDS;

pub use contest_file::{
    ContestFile, ContestFileError, ContestFileHeader, MAX_FACTS, RecordedFact, read_contest_file,
    write_fact_line, write_header,
};

/// The longest text that is read, in bytes: a draft of the largest event has less than half of it.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

/// What is wrong with something that is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Where, as `plan.stages[2].rounds`; empty for the whole.
    pub place: String,
    /// What is expected there, or what it is that cannot be.
    pub expected: String,
}

impl JsonError {
    fn new(expected: impl Into<String>) -> JsonError {
        JsonError { place: String::new(), expected: expected.into() }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.expected)
    }
}

impl std::error::Error for JsonError {}

/// A fact in one line.
pub fn write_fact(fact: &ContestFact) -> String {
    write(fact)
}

/// Reads a fact. What follows from others (whose turn it is in a meeting) is left to [`super::Contest::from_facts`].
pub fn read_fact(text: &str) -> Result<ContestFact, JsonError> {
    read(text)
}

/// Settings in one line, with everything that they say.
pub fn write_settings(settings: &ContestSettings) -> String {
    write(settings)
}

/// Reads settings. Only `plan` is needed.
///
/// - `plan`: `{"template": ...}` with `entrants` (how many are expected) and wishes, or `{"unit": "players",
///   "stages": [...]}` with what [`write_settings()`] writes. Templates are `swiss`, `swiss-to-final`, `groups-to-knock-out`,
///   `round-robin`, `double-round-robin`, `single-elimination`, `double-elimination`, `qualifier-days` (of so many
///   `days`), and `team-event` (of so many `team_boards`). Wishes are `rounds` of each Swiss stage, `groups`, `series`
///   of a knock-out, `minutes` for all of it, `game_minutes` (60), `pause_minutes` (10), and `boards` at once.
///   With `team_boards` a Swiss, round robin or elimination template is one of teams, too.
/// - `points`: 2 for a win, 1 for a draw, 0 for a loss, a default and a round in which somebody is not there; the bye
///   that pairing gives is worth a win. Points are texts (`"0.5"`) or numbers.
/// - `tie_breaks`: codes as in [`swiss::tiebreak`]. With a Swiss stage `DE`, `BH/C1`, `BH`, `SB`, `PO`,
///   else `NDW`, `DEL`, `PO`, as the league has them.
///   Of teams `MPvGP`, `DE`, `BC` and `PO`, with `BH/C1` in a Swiss stage behind the first two; `DE` and `PO` with fixed
///   boards.
/// - `teams`, of a plan of teams: `alternates` (2), `match_points` (2, 1 and 0, as points), `sealed` line-ups (false), and
///   `share`, at least so many (`at_least`) of those who play with a title of at most `title_at_most`.
/// - `eligibility`: nobody is kept out. `cap`: none. `fee`: none. `kind`: none. `protection`: none. `grace_minutes`: 30.
///   `accelerated`, `check_in`, `self_check_in`, `defaults_by_itself`, `half_rule`, `players_report` and `rated`: false.
/// - `prizes`: none. Else a list of `{"what": "the cup", "from": 1, "to": 3}`, of `{"what": ..., "best": "Best lady", "among":
///   [4, 7]}` for the best placed of some entrants, and of `{"what": ..., "performance": "Best result", "among": []}` for the
///   highest performance of some, or of all. No two are for the same place. `prizes_add_up`: false, for a player wins one: prizes of
///   places come first, and then the others in their order.
/// - `arranged`: null, for matches are played when the round is. Else `{"days": 7, "cut_off": "23:00", "agree_hours": 24,
///   "zone": "Asia/Manila", "rule": {...}}`, where a rule has `one_silent`, `both_silent`, `one_absent` (`default`),
///   `not_agreed`, `both_absent` (`officials`), `grace_minutes` (30), `remind_hours` (24) and `appeal_hours` (48).
/// - A stage's `series`: what it leaves out is the event's points, White for the first side, and nothing behind the main
///   part. Without one, a meeting of a knock-out is played until someone wins, and of anything else one game.
///
/// What can be written, and cannot be played, is told by [`ContestSettings::validate`].
pub fn read_settings(text: &str) -> Result<ContestSettings, JsonError> {
    read(text)
}

fn write(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("facts and settings have text for keys")
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, JsonError> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(JsonError::new(format!("expected at most {MAX_TEXT_BYTES} bytes")));
    }
    let no_json = |error| JsonError::new(format!("this is no JSON: {error}"));
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        if !error.inner().is_data() {
            return no_json(error.into_inner());
        }
        let place = error.path().to_string();
        let message = error.into_inner().to_string();
        // Lines and columns say less than the place.
        let expected = message.rsplit_once(" at line ").map_or(&*message, |(expected, _)| expected);
        let place = if place == "." { String::new() } else { place };
        JsonError { place, expected: expected.to_owned() }
    })?;
    reader.end().map_err(no_json)?;
    Ok(value)
}
