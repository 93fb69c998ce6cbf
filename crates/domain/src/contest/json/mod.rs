//! Facts and settings in JSON: as stored, exported and imported.
//!
//! **Names of members and values are frozen**: what was written once must stay readable. They are declared with the
//! types. A fact is an object on one line with its name in `fact` ([`ContestFact`]). Entrants are numbered from 1,
//! everything else from 0. Times are microseconds since 1970.
//!
//! Settings may omit most members ([`read_settings`]); written settings have all of them. A whole event is a file
//! ([`read_contest_file`]): a line with `event`, its name, and `first_day`, then a line per fact with its `number`,
//! `at` and `fact`.

mod contest_file;
pub(crate) mod flat;
pub(super) mod limits;
mod plan;
pub(super) mod points;
mod series;
pub(super) mod settings;

use serde::{Deserialize, Serialize};

use super::fair_play::cases::CaseEntry;
use super::{ContestFact, ContestSettings};
pub(super) use plan::MAX_BOARDS;

pub use contest_file::{
    ContestFile, ContestFileError, ContestFileHeader, MAX_FACTS, RecordedFact, read_contest_file,
    write_fact_line, write_header,
};

/// Maximum size of a text that is read, in bytes: a draft of the largest event has less than half of it.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}{}{expected}", if place.is_empty() { "" } else { ": " })]
pub struct JsonError {
    /// The place, such as `plan.stages[2].rounds`; empty for the whole text.
    pub place: String,
    /// What was expected there, or what is invalid.
    pub expected: String,
}

impl JsonError {
    fn new(expected: impl Into<String>) -> JsonError {
        JsonError { place: String::new(), expected: expected.into() }
    }
}

pub fn write_fact(fact: &ContestFact) -> String {
    write(fact)
}

/// Reads a fact. [`super::Contest::from_facts`] checks whether it is valid after others.
pub fn read_fact(text: &str) -> Result<ContestFact, JsonError> {
    read(text)
}

/// Writes an entry of a case about fair play.
pub fn write_case_entry(entry: &CaseEntry) -> String {
    write(entry)
}

/// Reads an entry of a case.
pub fn read_case_entry(text: &str) -> Result<CaseEntry, JsonError> {
    read(text)
}

/// Writes settings on one line, with all members.
pub fn write_settings(settings: &ContestSettings) -> String {
    write(settings)
}

/// Reads settings. Only `plan` is required; the others have defaults.
///
/// - `plan`: `{"template": ...}` with `entrants` (the expected number) and options, or `{"unit": "players", "stages":
///   [...]}` as [`write_settings()`] writes it. Templates are `swiss`, `swiss-to-final`, `groups-to-knock-out`,
///   `round-robin`, `double-round-robin`, `single-elimination`, `double-elimination`, `qualifier-days` (with the number
///   of `days`) and `team-event` (with the number of `team_boards`). Options are the `rounds` of each Swiss stage,
///   `groups`, the `series` of a knock-out, `minutes` for the whole event, `game_minutes` (60), `pause_minutes` (10),
///   and `boards`, the number available at once. With `team_boards`, a Swiss, round robin or elimination template is
///   for teams, too.
/// - `points`: 2 for a win, 1 for a draw, 0 for a loss, a forfeit and a missed round; the pairing-allocated bye is
///   worth a win. Points are texts (`"0.5"`) or numbers.
/// - `tie_breaks`: codes as in [`swiss::tiebreak`]. With a Swiss stage `DE`, `BH/C1`, `BH`, `SB` and `PO`, otherwise
///   the league's `NDW`, `DEL` and `PO`. For teams `MPvGP`, `DE`, `BC` and `PO`, with `BH/C1` after the first two if
///   there is a Swiss stage; `DE` and `PO` with fixed boards.
/// - `teams`, for a plan of teams: `alternates` (2), `match_points` (2, 1 and 0, as in `points`), `sealed` line-ups
///   (false), and `share`: at least this many (`at_least`) of the players in a line-up must have a title of at most
///   `title_at_most`.
/// - `eligibility`: everybody. `cap`: none. `fee`: none. `kind`: none. `protection`: none. `grace_minutes`: 30, and for
///   an arena with `games` a tenth of its minutes, at least 1 and at most 2.
///   `accelerated`, `check_in`, `self_check_in`, `defaults_by_itself`, `half_rule`, `players_report` and `rated`:
///   false.
/// - `prizes`: none. Otherwise a list of `{"what": "the cup", "from": 1, "to": 3}`, of `{"what": ..., "best": "Best
///   lady", "among": [4, 7]}` for the best placed of some entrants, and of `{"what": ..., "performance": "Best result",
///   "among": []}` for the highest performance of some, or of all. `{"what": ..., "best": "Best under 1200", "class":
///   {"rating_to": 1199}, "from": 1, "to": 1}` is for places among those who meet all conditions of a class:
///   `rating_from`, `rating_to`, `unrated`, `club`, `province`, `title_from` and `title_to`. Each may have an `amount`
///   for each of its places, in hundredths of the `currency` (a text); then `what` can be left out. No two are for the
///   same place. `prizes_shared`: none; `equal` or `hort` if those who are equal on points share the amounts.
///   `prizes_add_up`: false, which means that a player wins only one: prizes for places without an amount come first,
///   and then the others by their amount and in their order.
/// - `arranged`: null, which means that matches are played with their round. Otherwise `{"days": 7, "cut_off": "23:00",
///   "agree_hours": 24, "zone": "Asia/Manila", "rule": {...}}`, where a rule has `one_silent`, `both_silent`,
///   `one_absent` (`default`), `not_agreed`, `both_absent` (`officials`), `grace_minutes` (30), `remind_hours` (24) and
///   `appeal_hours` (48).
/// - `place`: none. `timetable`: none; otherwise `{"zone": "Asia/Manila", "starts": [{"stage": 0, "round": 0, "at":
///   1795320000000000}]}`, where `at` is in microseconds since 1970.
/// - `fee_due`: null; otherwise `{"amount": "75.00", "currency": "PHP"}`.
/// - `about`: nothing; otherwise any of `address`, `map` (an https address), `description` and `regulations` (both in
///   Markdown, regulations also as an address) and `contact`.
/// - `stand_in`: none, which means byes; otherwise the level of the computer in this game, from 1, that plays where
///   the number of players is odd; Game of the Generals has 9 levels, the Game of Three Generals 5.
/// - The `series` of a stage: by default the event's points, White for the first side, and nothing after the main part.
///   If omitted, a meeting of a knock-out is played until someone wins, and any other is a single game.
///
/// [`ContestSettings::validate`] checks whether settings that can be written can be played.
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
        // The place is more useful than line and column.
        let expected = message.rsplit_once(" at line ").map_or(&*message, |(expected, _)| expected);
        let place = if place == "." { String::new() } else { place };
        JsonError { place, expected: expected.to_owned() }
    })?;
    reader.end().map_err(no_json)?;
    Ok(value)
}
