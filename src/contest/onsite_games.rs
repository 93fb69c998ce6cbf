//! Games of an event that are played on this site: what is open, and what their results are in the event.

use crate::play::{Confirm, Disclosure, Spectators, Terms, TermsFault, Venue};
use salpakan::clock::{Pace, SECOND};
use salpakan::rules::{ByColor, Color, Outcome, RuleSet, Termination};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use swiss::series::{Armageddon, Extra, GameResult, Next, PartOf, Side};

use super::json::limits::{as_text, parsed};
use super::teams::SeatedBoard;
use super::{Contest, ContestSettings, EntrantId, GameSlot, Meeting};

/// How an event's games are played here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct OnsiteGames {
    #[serde(default = "standard_rules", serialize_with = "as_text", deserialize_with = "parsed")]
    pub rules: RuleSet,
    #[serde(serialize_with = "as_text", deserialize_with = "parsed")]
    pub pace: Pace,
    #[serde(default = "online")]
    pub venue: Venue,
    #[serde(default = "everybody", serialize_with = "as_text", deserialize_with = "spectators")]
    pub spectators: Spectators,
    #[serde(default = "after_the_game")]
    pub disclosure: Disclosure,
    /// Whether a result is final as soon as a game is over; else both sides or an official say that it is right.
    #[serde(rename = "confirm", default = "at_once", with = "confirm")]
    pub auto_confirm: bool,
}

const fn standard_rules() -> RuleSet {
    RuleSet::STANDARD
}

const fn online() -> Venue {
    Venue::Online
}

const fn everybody() -> Spectators {
    Spectators::Public
}

const fn after_the_game() -> Disclosure {
    Disclosure::Game
}

const fn at_once() -> bool {
    true
}

fn spectators<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Spectators, D::Error> {
    let text = String::deserialize(deserializer)?;
    let expected = "expected `public`, `none`, `plies:6` or `minutes:15`";
    Spectators::parse(&text).ok_or_else(|| D::Error::custom(expected))
}

/// When a result is final, in a word.
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
    /// What a game with these clocks is played under; `grace` in minutes is how long both have to deploy, and 0
    /// leaves what is usual.
    pub const fn terms(&self, pace: Pace, rated: bool, grace: u32) -> Terms {
        let deployment = match grace {
            0 => Terms::usual_deployment(pace),
            minutes => minutes as i64 * 60 * SECOND,
        };
        let OnsiteGames { rules, venue, spectators, disclosure, .. } = *self;
        let confirm = Confirm::ByOfficial;
        Terms {
            rules,
            pace,
            rated,
            venue,
            spectators,
            disclosure,
            deployment,
            credit: 0,
            confirm,
            claims: false,
        }
    }
}

/// A game that is to be played now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenGame {
    pub spot: GameSlot,
    /// As they sit at the table.
    pub sides: [EntrantId; 2],
    /// Where teams meet: who plays on this board, as places among the members of both.
    pub members: Option<[usize; 2]>,
    /// The color of the first side.
    pub first_color: Color,
    /// The odds of an armageddon, where it is one.
    odds: Option<Armageddon>,
}

impl OpenGame {
    /// Which side has which color.
    pub fn entrants_by_color(&self) -> ByColor<EntrantId> {
        let [first, second] = self.sides;
        ByColor::from_fn(|color| if color == self.first_color { first } else { second })
    }

    /// The clocks of this game where the event's are these.
    pub fn pace(&self, usual: Pace) -> Pace {
        self.odds.map_or(usual, |odds| {
            let seconds = |seconds: u32| i64::from(seconds) * SECOND;
            let base = ByColor::new(seconds(odds.white_seconds), seconds(odds.black_seconds));
            Pace::Clocked { base, increment: 0, delay: 0 }
        })
    }
}

impl ContestSettings {
    /// What is wrong with how games are played here.
    pub(super) fn onsite_game_faults(&self) -> Vec<TermsFault> {
        let check =
            |games: &OnsiteGames| games.terms(games.pace, self.rated, self.grace_minutes).check();
        self.onsite_games.as_ref().and_then(|games| check(games).err()).unwrap_or_default()
    }
}

impl Contest {
    /// The games that are open: at each table of a published round at most one, or of teams all boards. None where the
    /// event is over, or its games are played elsewhere.
    pub fn open_games(&self) -> Vec<OpenGame> {
        let is_run = !self.is_over && self.settings.onsite_games.is_some();
        if !is_run {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (stage, state) in self.stages.iter().enumerate() {
            let progress = self.knockout_progress(stage);
            let published = state.rounds.iter().enumerate().filter(|(_, round)| round.published);
            for (round, of) in published {
                for (table, meeting) in of.meetings.iter().enumerate() {
                    let seated =
                        progress.as_ref().is_none_or(|now| self.has_current_pair(now, meeting));
                    let spot = |game| GameSlot { stage, round, table, game };
                    match &meeting.team {
                        _ if !seated => {}
                        Some(_) => found.extend(self.open_boards(meeting, spot)),
                        None => found.extend(self.open_game(meeting, spot)),
                    }
                }
            }
        }
        found
    }

    fn open_game(&self, meeting: &Meeting, spot: impl Fn(usize) -> GameSlot) -> Option<OpenGame> {
        let Next::Play { game, first, part } = meeting.next else { return None };
        let spot = spot(game);
        let series = self.series_of(spot.stage)?;
        let odds = match part {
            PartOf::Main => None,
            PartOf::Extra(number) => match series.extras.get(number)? {
                Extra::Armageddon(odds) => Some(*odds),
                _ => None,
            },
        };
        let first = to_game_color(first);
        Some(OpenGame { spot, sides: meeting.sides, members: None, first_color: first, odds })
    }

    /// The boards of two teams that are open, once it is known who plays there. Who breaks a tie behind the boards is
    /// told by hand.
    fn open_boards(&self, meeting: &Meeting, spot: impl Fn(usize) -> GameSlot) -> Vec<OpenGame> {
        let GameSlot { stage, round, table, .. } = spot(0);
        let seats = self.seated_boards(stage, round, table).unwrap_or_default();
        let open = seats.iter().enumerate().filter(|(_, seat)| seat.board.result.is_none());
        let game = |(board, seat): (usize, &SeatedBoard)| OpenGame {
            spot: spot(board),
            sides: meeting.sides,
            members: Some(seat.players),
            first_color: if seat.white == Side::First { Color::White } else { Color::Black },
            odds: None,
        };
        open.map(game).collect()
    }

    /// Who plays an open game, by the numbers of players here; 0 for somebody who is none.
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

/// The side of a game that a side of a pairing is.
const fn to_game_color(color: swiss::Color) -> Color {
    match color {
        swiss::Color::White => Color::White,
        swiss::Color::Black => Color::Black,
    }
}

/// What a game that is over is in its event; `first` is the color of the first side.
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
