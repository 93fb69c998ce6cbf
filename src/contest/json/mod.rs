//! The JSON twin of facts and settings: how they rest in a store, travel in a file, and come in from outside.
//!
//! **Names of members and words are frozen**: what was written once is readable for ever. Numbers of entrants count
//! from 1, all else from 0. A fact is an object in one line:
//!
//! | `fact` | its other members |
//! |---|---|
//! | `settled` | `settings` |
//! | `opened` | `open` |
//! | `entered` | `person`, `waiting`? |
//! | `amended` | `entrant`, `person` |
//! | `admitted` | `entrant` |
//! | `withdrew` | `entrant`, `plays_on`? (else what is open is lost), `own`? |
//! | `paid` | `entrant`, `paid` |
//! | `present` | `entrant`, `present` |
//! | `asked-bye` | `stage`, `round`, `entrant`, `bye`: `half`, `zero`, `full` or null |
//! | `kept-apart` | `groups`: lists of entrants, or objects with `entrants` and `rounds`, so many first ones |
//! | `begun` | `stage`, `groups`, `initial`: `white` or `black` |
//! | `begin-taken-back` | `stage` |
//! | `joined` | `stage`, `entrant`, `at` |
//! | `drafted` | `stage`, `round`, `meetings`, `byes`, `by_hand`? |
//! | `published`, `taken-back`, `restored`, `grace-over` | `stage`, `round` |
//! | `result` | `stage`, `round`, `table`, `game`, `result` or null, `why`? |
//! | `said` | `stage`, `round`, `table`, `game`, `side`, `result` |
//! | `contested` | `stage`, `round`, `table`, `game`, `by`?, `result` or null |
//! | `played-off` | `stage`, `winner`, `loser` |
//! | `windowed` | `stage`, `round`, `table`? (of one match alone), `from`, `agree_by`, `until`, `rule` |
//! | `proposed`, `times-taken-back` | `stage`, `round`, `table`, `at`, `side`, `times` |
//! | `fixed` | `stage`, `round`, `table`, `at`, `time` or null, `by`: `players` or `official`, `why`? |
//! | `here` | `stage`, `round`, `table`, `at`, `side` |
//! | `reminded` | `stage`, `round`, `table`, `at`, `about`: `to-agree` or `start` |
//! | `lapsed` | `stage`, `round`, `table`, `at`, `clause`, `result` or null |
//! | `appealed` | `stage`, `round`, `table`, `at`, `side`, `words` |
//! | `ruled` | `stage`, `round`, `table`, `at`, `granted`, `words` |
//! | `ended` | `over` |
//! | `team-entered` | `team`, `waiting`? |
//! | `team-amended` | `entrant`, `team` |
//! | `line-up` | `stage`, `round`, `table`, `side`, `players`: places among the members, board by board |
//! | `released` | `stage`, `round`, `table` |
//!
//! Moments are microseconds since 1970. A rule is as in settings; clauses are named by its members.
//!
//! A person has `name` and, where they say something, `player`, `rating`, `title`, `titles_won`, `club`, `province`; the name
//! of one with a `player` may be empty, where he has it in his own row. A meeting has `sides`, and where they say something `group`, `match`, and `games` that are decided by a withdrawal.
//! Games that are played here have `rules`, `pace`, `venue`, `spectators`, `disclosure` and `confirm`, as plays have them.
//! A team has `name`, `captain` (a place among its members, or a person who does not play), `members` and, where they
//! say something, `club` and `province`.
//!
//! Results are `first`, `second`, `drawn`, `first-absent`, `second-absent` and `both-absent`. Settings are told in
//! [`read_settings`], where much may be left out; what is written has everything. A whole event is a file ([`read_contest_file`]): a line
//! with `event`, its name, and `first_day`, then a line for each fact with its `number`, `at` and `fact`.

mod contest_file;
mod facts;
mod onsite_games;
mod people;
mod plan;
mod prizes;
mod reader;
mod scheduling;
mod series;
mod settings;
mod teams;
mod template;
mod tree;

use super::{ContestFact, ContestSettings};
use reader::{JsonResult, json_error};
pub(super) use series::LEAGUE_POINTS;
use tree::Json;

pub use contest_file::{
    ContestFile, ContestFileError, ContestFileHeader, MAX_FACTS, RecordedFact, read_contest_file,
    write_fact_line, write_header,
};
pub use reader::JsonError;
pub use scheduling::{format_minute_of_day, parse_minute_of_day};

/// The longest text that is read, in bytes: a draft of the largest event has less than half of it.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

/// A fact in one line.
pub fn write_fact(fact: &ContestFact) -> String {
    to_line(&facts::write(fact))
}

/// Reads a fact. What follows from others (whose turn it is in a meeting) is left to [`super::Contest::from_facts`].
///
/// # Errors
/// The first [`JsonError`].
pub fn read_fact(text: &str) -> Result<ContestFact, JsonError> {
    facts::read(&parse_tree(text)?)
}

/// Settings in one line, with everything that they say.
pub fn write_settings(settings: &ContestSettings) -> String {
    to_line(&settings::write(settings))
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
/// # Errors
/// The first [`JsonError`]. What can be written, and cannot be played, is told by [`ContestSettings::validate`].
pub fn read_settings(text: &str) -> Result<ContestSettings, JsonError> {
    settings::read(&parse_tree(text)?)
}

fn to_line(json: &Json) -> String {
    serde_json::to_string(json).expect("a tree of text and numbers is JSON")
}

fn parse_tree(text: &str) -> JsonResult<Json> {
    if text.len() > MAX_TEXT_BYTES {
        return Err(json_error(format!("expected at most {MAX_TEXT_BYTES} bytes")));
    }
    serde_json::from_str(text).map_err(|error| json_error(format!("this is no JSON: {error}")))
}
