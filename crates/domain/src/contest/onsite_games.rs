//! Games of an event that are played on this site: which are open, and their results in the event.

use crate::game::{GameKind, Rules};
use crate::moment::{MINUTE, SECOND};
use crate::play::{Disclosure, Spectators, Terms, TermsFault, Venue};
use salpakan::clock::Pace;
use salpakan::rules::{ByColor, Color, Outcome, RuleSet, Termination};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use swiss::series::{Armageddon, Extra, GameResult, Next, PartOf, Side};
use swiss::stage::Plan;

use super::json::limits::{as_text, is_zero, parsed, some};
use super::teams::SeatedBoard;
use super::{Contest, ContestSettings, EntrantId, GameSlot, Meeting, TableId};

/// Which game an event is of, and how its games are played if they are played here. One value has both, because the rules of
/// games here say which game it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventGames {
    /// They are played elsewhere, and their results are entered.
    Elsewhere(GameKind),
    /// They are played on this site.
    Here(OnsiteGames),
}

/// [`EventGames`] as members of the settings in JSON.
#[derive(Serialize)]
struct EventGamesJson {
    #[serde(skip_serializing_if = "is_zero")]
    game: GameKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<OnsiteGames>,
}

impl Default for EventGames {
    fn default() -> EventGames {
        EventGames::Elsewhere(GameKind::default())
    }
}

impl Serialize for EventGames {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        EventGamesJson { game: self.kind(), games: self.onsite() }.serialize(serializer)
    }
}

impl EventGames {
    pub const fn kind(&self) -> GameKind {
        match self {
            EventGames::Elsewhere(kind) => *kind,
            EventGames::Here(games) => games.rules.kind(),
        }
    }

    /// The same for another game in an event with this plan: by its usual rules, and without what it does not have.
    #[must_use]
    pub fn of_game(self, kind: GameKind, plan: &Plan) -> EventGames {
        match self {
            _ if kind == self.kind() => self,
            EventGames::Elsewhere(_) => EventGames::Elsewhere(kind),
            EventGames::Here(games) => EventGames::Here(OnsiteGames {
                rules: kind.usual_rules(),
                disclosure: usual_disclosure(kind, plan),
                ..games
            }),
        }
    }

    /// How its games are played here; `None` if they are played elsewhere.
    pub const fn onsite(&self) -> Option<OnsiteGames> {
        match self {
            EventGames::Elsewhere(_) => None,
            EventGames::Here(games) => Some(*games),
        }
    }
}

/// How an event's games are played here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(into = "WrittenOnsiteGames")]
pub struct OnsiteGames {
    pub rules: Rules,
    pub pace: Pace,
    pub venue: Venue,
    pub spectators: Spectators,
    /// When ranks are revealed; after each game if it hides none.
    pub disclosure: Disclosure,
    /// Whether a result is final as soon as a game ends; otherwise both sides or an official must confirm it.
    pub auto_confirm: bool,
}

/// [`OnsiteGames`] as written: rule-sets and when ranks are revealed belong to a game that hides them.
#[derive(Serialize)]
struct WrittenOnsiteGames {
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    #[serde(serialize_with = "as_text")]
    pace: Pace,
    venue: Venue,
    #[serde(serialize_with = "as_text")]
    spectators: Spectators,
    #[serde(skip_serializing_if = "Option::is_none")]
    disclosure: Option<Disclosure>,
    #[serde(rename = "confirm", with = "confirm")]
    auto_confirm: bool,
}

impl From<OnsiteGames> for WrittenOnsiteGames {
    fn from(games: OnsiteGames) -> WrittenOnsiteGames {
        let OnsiteGames { rules, pace, venue, spectators, disclosure, auto_confirm } = games;
        WrittenOnsiteGames {
            rules: rules.salpakan().map(RuleSet::to_string),
            pace,
            venue,
            spectators,
            disclosure: rules.hides_ranks().then_some(disclosure),
            auto_confirm,
        }
    }
}

/// [`OnsiteGames`] as read from JSON: the rules depend on the game, and when ranks are revealed by default on the plan.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(super) struct OnsiteGamesJson {
    #[serde(default, deserialize_with = "optional_rule_set")]
    rules: Option<RuleSet>,
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
    /// The games of an event of this game and plan.
    ///
    /// # Errors
    /// Returns what belongs to a game that hides ranks, and is said of another one.
    pub(super) fn into_games(
        self,
        game: GameKind,
        plan: &Plan,
    ) -> Result<OnsiteGames, &'static str> {
        if !game.hides_ranks() {
            match self {
                OnsiteGamesJson { rules: Some(_), .. } => {
                    return Err("`games.rules` is for a game with rule-sets: leave it out");
                }
                OnsiteGamesJson { disclosure: Some(_), .. } => {
                    return Err("`games.disclosure` is for a game that hides ranks: leave it out");
                }
                _ => {}
            }
        }
        let usual = usual_disclosure(game, plan);
        Ok(OnsiteGames {
            rules: self.rules.map_or_else(|| game.usual_rules(), Rules::Salpakan),
            pace: self.pace,
            venue: self.venue,
            spectators: self.spectators,
            disclosure: self.disclosure.unwrap_or(usual),
            auto_confirm: self.auto_confirm,
        })
    }
}

/// When ranks are revealed unless an organizer chooses: those who meet in an arena may meet again a minute later.
fn usual_disclosure(game: GameKind, plan: &Plan) -> Disclosure {
    match game.hides_ranks() && plan.has_arena() {
        true => Disclosure::Round,
        false => Disclosure::Game,
    }
}

fn optional_rule_set<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<RuleSet>, D::Error> {
    parsed(deserializer).map(Some)
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
        let usual = Terms::of_event(rules, pace);
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
    pub const fn game(&self) -> GameKind {
        self.games.kind()
    }

    /// How its games are played here; `None` if they are played elsewhere.
    pub const fn onsite_games(&self) -> Option<OnsiteGames> {
        self.games.onsite()
    }

    /// Whether the ranks of each game of an arena are revealed while its players may soon meet again.
    pub fn reveals_during_arena(&self) -> bool {
        let opens =
            |games: OnsiteGames| games.rules.hides_ranks() && games.disclosure == Disclosure::Game;
        self.plan.has_arena() && self.onsite_games().is_some_and(opens)
    }

    /// Errors in the settings of games here.
    pub(super) fn onsite_game_faults(&self) -> Vec<TermsFault> {
        let check =
            |games: &OnsiteGames| games.terms(games.pace, self.rated, self.grace_minutes).check();
        self.onsite_games().and_then(|games| check(&games).err()).unwrap_or_default()
    }
}

impl Contest {
    /// The open games of published rounds: at most one per table, or all boards of a team match.
    /// Empty if the event is over, or its games are played elsewhere.
    pub fn open_games(&self) -> Vec<OpenGame> {
        if self.is_over || self.settings.onsite_games().is_none() {
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
