//! Games of an event that are played on this site: which are open, and their results in the event.

use crate::game::Rules;
use crate::moment::{MINUTE, SECOND};
use crate::play::{Disclosure, Spectators, Terms, TermsFault, Venue};
use salpakan::clock::Pace;
use salpakan::rules::{ByColor, Color, Outcome, RuleSet, Termination};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use swiss::series::{Armageddon, Extra, GameResult, Next, PartOf, Side};
use swiss::stage::Plan;

use super::json::limits::{as_text, parsed, some};
use super::teams::SeatedBoard;
use super::{Contest, ContestSettings, EntrantId, GameSlot, Meeting, TableId};

/// How an event's games are played here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OnsiteGames {
    #[serde(serialize_with = "as_text")]
    pub rules: RuleSet,
    #[serde(serialize_with = "as_text")]
    pub pace: Pace,
    pub venue: Venue,
    #[serde(serialize_with = "as_text")]
    pub spectators: Spectators,
    pub disclosure: Disclosure,
    /// Whether a result is final as soon as a game ends; otherwise both sides or an official must confirm it.
    #[serde(rename = "confirm", with = "confirm")]
    pub auto_confirm: bool,
}

/// [`OnsiteGames`] as read from JSON: when ranks are revealed by default depends on the plan.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(super) struct OnsiteGamesJson {
    #[serde(default, deserialize_with = "parsed")]
    rules: RuleSet,
    #[serde(deserialize_with = "parsed")]
    pace: Pace,
    #[serde(default)]
    venue: Venue,
    #[serde(default, deserialize_with = "spectators")]
    spectators: Spectators,
    #[serde(default, deserialize_with = "some")]
    disclosure: Option<Disclosure>,
    #[serde(rename = "confirm", default = "at_once", with = "confirm")]
    auto_confirm: bool,
}

impl OnsiteGamesJson {
    pub(super) fn into_games(self, plan: &Plan) -> OnsiteGames {
        // Those who meet in an arena may meet again a minute later.
        let usual = if plan.has_arena() { Disclosure::Round } else { Disclosure::Game };
        OnsiteGames {
            rules: self.rules,
            pace: self.pace,
            venue: self.venue,
            spectators: self.spectators,
            disclosure: self.disclosure.unwrap_or(usual),
            auto_confirm: self.auto_confirm,
        }
    }
}

const fn at_once() -> bool {
    true
}

fn spectators<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Spectators, D::Error> {
    let text = String::deserialize(deserializer)?;
    let expected = "expected `public`, `none`, `plies:6` or `minutes:15`";
    Spectators::parse(&text).ok_or_else(|| D::Error::custom(expected))
}

/// When a result is final, as a word in JSON.
mod confirm {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Confirm {
        AtOnce,
        Official,
    }

    pub fn serialize<S: Serializer>(is_at_once: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        let confirm = if *is_at_once { Confirm::AtOnce } else { Confirm::Official };
        confirm.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        Confirm::deserialize(deserializer).map(|confirm| matches!(confirm, Confirm::AtOnce))
    }
}

impl OnsiteGames {
    /// The terms of a game at this pace; `grace` is the time to deploy in minutes, 0 for the
    /// default.
    pub const fn terms(&self, pace: Pace, rated: bool, grace: u32) -> Terms {
        let OnsiteGames { rules, venue, spectators, disclosure, .. } = *self;
        let usual = Terms::of_event(Rules::Salpakan(rules), pace);
        let deployment = match grace {
            0 => usual.deployment,
            minutes => minutes as i64 * MINUTE,
        };
        Terms { rated, venue, spectators, disclosure, deployment, ..usual }
    }
}

/// A game to be played now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenGame {
    pub spot: GameSlot,
    /// In seating order at the table.
    pub sides: [EntrantId; 2],
    /// The players of a board in team matches, as places among the members of both.
    pub members: Option<[usize; 2]>,
    pub first_color: Color,
    odds: Option<Armageddon>,
}

impl OpenGame {
    pub fn entrants_by_color(&self) -> ByColor<EntrantId> {
        let [first, second] = self.sides;
        ByColor::from_fn(|color| if color == self.first_color { first } else { second })
    }

    /// The pace of this game if the event's is `usual`.
    pub fn pace(&self, usual: Pace) -> Pace {
        self.odds.map_or(usual, |odds| {
            let seconds = |seconds: u32| i64::from(seconds) * SECOND;
            let base = ByColor::new(seconds(odds.white_seconds), seconds(odds.black_seconds));
            Pace::Clocked { base, increment: 0, delay: 0 }
        })
    }
}

impl ContestSettings {
    /// Whether the ranks of each game of an arena are revealed while its players may soon meet again.
    pub fn reveals_during_arena(&self) -> bool {
        let opens = |games: OnsiteGames| games.disclosure == Disclosure::Game;
        self.plan.has_arena() && self.onsite_games.is_some_and(opens)
    }

    /// Errors in the settings of games here.
    pub(super) fn onsite_game_faults(&self) -> Vec<TermsFault> {
        let check =
            |games: &OnsiteGames| games.terms(games.pace, self.rated, self.grace_minutes).check();
        self.onsite_games.as_ref().and_then(|games| check(games).err()).unwrap_or_default()
    }
}

impl Contest {
    /// The open games of published rounds: at most one per table, or all boards of a team match.
    /// Empty if the event is over, or its games are played elsewhere.
    pub fn open_games(&self) -> Vec<OpenGame> {
        if self.is_over || self.settings.onsite_games.is_none() {
            return Vec::new();
        }
        let stages = 0..self.stages.len();
        let progress: Vec<_> = stages.map(|stage| self.knockout_progress(stage)).collect();
        let mut found = Vec::new();
        for (at, meeting) in self.published_tables() {
            let now = progress[at.stage].as_ref();
            match &meeting.team {
                _ if now.is_some_and(|now| !self.has_current_pair(now, meeting)) => {}
                Some(_) => found.extend(self.open_boards(meeting, at)),
                None => found.extend(self.open_game(meeting, at)),
            }
        }
        found
    }

    fn open_game(&self, meeting: &Meeting, at: TableId) -> Option<OpenGame> {
        let Next::Play { game, first, part } = meeting.next else { return None };
        let series = self.series_of(at.stage)?;
        let odds = match part {
            PartOf::Main => None,
            PartOf::Extra(number) => match series.extras.get(number)? {
                Extra::Armageddon(odds) => Some(*odds),
                _ => None,
            },
        };
        let (spot, first_color) = (at.game(game), to_game_color(first));
        Some(OpenGame { spot, sides: meeting.sides, members: None, first_color, odds })
    }

    /// The open boards of a team match with known players. Tie-break games are entered by hand.
    fn open_boards(&self, meeting: &Meeting, at: TableId) -> Vec<OpenGame> {
        let seats = self.seated_boards(at).unwrap_or_default();
        let open = seats.iter().enumerate().filter(|(_, seat)| seat.board.result.is_none());
        let game = |(board, seat): (usize, &SeatedBoard)| OpenGame {
            spot: at.game(board),
            sides: meeting.sides,
            members: Some(seat.players),
            first_color: if seat.white == Side::First { Color::White } else { Color::Black },
            odds: None,
        };
        open.map(game).collect()
    }

    /// The players' numbers; 0 for guests.
    pub fn player_ids(&self, open: &OpenGame) -> ByColor<i32> {
        let player = |side: Side| {
            let own = self.entrant(open.sides[side.index()])?;
            Some(match (open.members, &own.team) {
                (Some(members), Some(team)) => team.members.get(members[side.index()])?.player,
                _ => own.person.player,
            })
        };
        ByColor::from_fn(|color| {
            let side = if color == open.first_color { Side::First } else { Side::Second };
            player(side).unwrap_or_default()
        })
    }
}

/// Converts the color of a pairing.
const fn to_game_color(color: swiss::Color) -> Color {
    match color {
        swiss::Color::White => Color::White,
        swiss::Color::Black => Color::Black,
    }
}

/// The result in the event of a finished game; `first` is the color of the first side.
pub fn to_game_result(first: Color, outcome: Outcome, termination: Termination) -> GameResult {
    let side = |color: Color| if color == first { Side::First } else { Side::Second };
    match outcome {
        Outcome::Draw => GameResult::Drawn,
        Outcome::Win(winner) if termination == Termination::Default => {
            GameResult::Default { absent: side(winner.opponent()) }
        }
        Outcome::Win(winner) => GameResult::Won(side(winner)),
    }
}
