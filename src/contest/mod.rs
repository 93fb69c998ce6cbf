//! Floor 1: an event as its officials run it, from registration to the final standings.
//!
//! What was told of it is a list of [`ContestFact`]s that is only ever added to; how it stands is what they add up to
//! ([`Contest::from_facts`]). A command looks at how it stands and gives the facts that follow from it, or says why
//! there are none ([`ContestError`]): nothing else changes a contest, so that a correction of a result moves standings,
//! drafts and places by itself, and what was published before is marked, never changed.

mod administration;
mod carryover;
mod error;
mod explanation;
mod fact;
mod final_places;
mod fold;
mod grace_period;
mod group_tournament;
pub mod json;
mod meetings;
mod onsite_games;
mod pairing;
mod played_games;
mod prizes;
mod qualification;
mod registration;
mod requested_bye;
mod results;
mod rounds;
pub mod scheduling;
mod settings;
mod stewards;
pub mod teams;
mod trf_import;
mod validation;
mod warnings;
mod withdrawal;

use std::collections::{BTreeMap, BTreeSet};

use swiss::Color;
use swiss::knockout::MatchId;
use swiss::series::{GameResult, Next, Side};

pub use administration::{MAX_PROHIBITED_ROUNDS, ProhibitedGroup};
pub use error::ContestError;
pub use explanation::RoundExplanation;
pub use fact::{ContestFact, GameSlot};
pub use fold::InvalidFact;
pub use group_tournament::GroupTournament;
pub use onsite_games::{OnsiteGames, OpenGame, to_game_result};
pub use played_games::PlayedGame;
pub use prizes::{
    Award, DuplicatePlace, MAX_PRIZE_LEN, MAX_PRIZE_TITLE_LEN, MAX_PRIZES, Prize, PrizeCriterion,
    find_duplicate_place,
};
pub use registration::{EntrantProfile, MAX_CLUB_LEN, MAX_PERSON_NAME_LEN, SubmittedBy};
pub use requested_bye::RequestedBye;
pub use results::{MAX_REASON_LEN, ResultEntry};
pub use settings::{
    ContestSettings, ContestSettingsError, Eligibility, IneligibleReason, MAX_ENTRANTS,
    MAX_FEE_LEN, MAX_KIND_LEN, MAX_PROVINCES, Protection,
};
pub use stewards::{DisputedResult, MAX_LINK_NAME_LEN, StewardEntry as StewardTold, StewardScope};
pub use trf_import::FactAtLine;
pub use warnings::PairingWarning;

use teams::{Team, TeamMatch};

/// Somebody who is registered, by the order in which they came, from 1 on.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct EntrantId(
    #[serde(deserialize_with = "json::limits::number::<1, 1_000_000, _, _>")] pub u32,
);

impl EntrantId {
    /// His place in [`Contest::entrants`].
    pub const fn index(self) -> usize {
        (self.0 as usize).wrapping_sub(1)
    }
}

/// Whether somebody takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntrantStatus {
    /// There was no room when he came.
    Waiting,
    Active,
    Withdrawn,
}

/// Somebody who is registered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisteredEntrant {
    /// Of a team what it is called and rated, and where it is from.
    pub person: EntrantProfile,
    /// In an event of teams, and in no other.
    pub team: Option<Team>,
    pub status: EntrantStatus,
    pub paid: bool,
    /// Whether he was seen on the day.
    pub present: bool,
    /// Whether they have withdrawn by themselves, and no round was published since: they may come back.
    pub may_return: bool,
}

impl RegisteredEntrant {
    const fn new(
        person: EntrantProfile,
        team: Option<Team>,
        standing: EntrantStatus,
    ) -> RegisteredEntrant {
        let (paid, present, may_return) = (false, false, false);
        RegisteredEntrant { person, team, status: standing, paid, present, may_return }
    }
}

/// A stage as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StageState {
    /// Who is in it, once it has begun: in the order of their pairing numbers, group by group.
    pub groups: Vec<Vec<EntrantId>>,
    /// The color of the first of them in the first Swiss round.
    pub initial_color: Option<Color>,
    pub rounds: Vec<Round>,
    /// Those of them who joined after the first round was published.
    pub late_entrants: Vec<EntrantId>,
    /// Published rounds that were taken back since the last was published, the last one last: what is restored.
    pub taken_back: Vec<Round>,
    /// How many published rounds went with a beginning that was taken back, until another is published.
    pub revoked_with_start: usize,
    /// Byes that were asked for, by round and entrant.
    pub requested_byes: BTreeMap<(usize, EntrantId), RequestedBye>,
    /// What play-offs have decided, one after the other: the winner first.
    pub play_offs: Vec<(EntrantId, EntrantId)>,
    /// Rounds whose time of grace ended by itself.
    pub grace_ended: BTreeSet<usize>,
    /// Who has withdrawn, and still plays what was open in a published round: by round and entrant.
    pub withdrawn_playing_on: BTreeSet<(usize, EntrantId)>,
    /// What stewards say else than stands, by round, table and game: an official decides.
    pub disputed: BTreeMap<(usize, usize, usize), DisputedResult>,
}

impl StageState {
    pub fn has_begun(&self) -> bool {
        !self.groups.is_empty()
    }

    /// All who are in it.
    pub fn entrants(&self) -> impl Iterator<Item = EntrantId> {
        self.groups.iter().flatten().copied()
    }

    /// How many rounds were published and hold no longer, since the last was published.
    pub fn revoked_rounds(&self) -> usize {
        self.taken_back.len() + self.revoked_with_start
    }

    /// How many rounds are over: published, with a result at each table.
    pub fn played_rounds(&self) -> usize {
        self.rounds.iter().take_while(|round| round.is_over()).count()
    }
}

/// A round of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Round {
    /// In the order of their tables.
    pub meetings: Vec<Meeting>,
    pub byes: Vec<EntrantId>,
    pub published: bool,
    /// Whether officials have changed what the system paired.
    pub is_manual: bool,
    /// Whether a result that it was paired by was corrected after it was published.
    pub stale: bool,
    /// When its matches are played, where their players arrange that.
    pub schedule: scheduling::RoundSchedule,
}

impl Round {
    pub fn is_over(&self) -> bool {
        self.published && self.meetings.iter().all(Meeting::is_over)
    }

    /// Whether anything is known of any table.
    pub fn has_results(&self) -> bool {
        self.meetings.iter().any(Meeting::has_results)
    }
}

/// Two who meet at a table.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(from = "meetings::MeetingJson", into = "meetings::MeetingJson")]
pub struct Meeting {
    /// The first is White, or the one seeded higher where they play several games.
    pub sides: [EntrantId; 2],
    /// Of a stage with groups.
    pub group: usize,
    /// Of a knock-out.
    pub knockout_match: Option<MatchId>,
    /// What came of each game so far; of teams, of the whole match once it is over.
    pub games: Vec<GameResult>,
    /// Where two teams meet: their boards.
    pub team: Option<TeamMatch>,
    /// What the sides say of the game that is open.
    pub reports: [Option<GameResult>; 2],
    /// Whether it is decided by a withdrawal, before it began.
    pub by_withdrawal: bool,
    /// What happens next in it.
    pub next: Next,
}

impl Meeting {
    pub const fn is_over(&self) -> bool {
        !matches!(self.next, Next::Play { .. })
    }

    /// Whether anything is known of a game, but that somebody has withdrawn.
    pub fn has_results(&self) -> bool {
        let of_boards = self.team.as_ref().is_some_and(TeamMatch::has_results);
        !self.by_withdrawal && (!self.games.is_empty() || of_boards)
    }

    /// Whether one of its players has said what came of a game.
    fn is_reported(&self) -> bool {
        let boards = self.team.as_ref().map_or(&[][..], TeamMatch::boards);
        let mut said = boards.iter().map(|board| &board.reports).chain([&self.reports]);
        said.any(|said| said.iter().any(Option::is_some))
    }

    /// What stands of a game, or of a board.
    pub fn result_of(&self, game: usize) -> Option<GameResult> {
        match &self.team {
            Some(team) => team.result_of(game),
            None => self.games.get(game).copied(),
        }
    }

    /// Whether a game that nothing is known of is still to be played, now or later.
    pub fn is_upcoming(&self, game: usize) -> bool {
        match &self.team {
            Some(team) => team.is_open(game),
            None => self.games.len() <= game && !self.is_over(),
        }
    }

    /// What the sides say of a game that is open, or of a board.
    pub fn reports_of(&self, game: usize) -> [Option<GameResult>; 2] {
        match &self.team {
            Some(team) => team.boards().get(game).map_or([None; 2], |board| board.reports),
            None => self.reports,
        }
    }

    /// Whether this game, or this board, is to be played now.
    pub fn is_open(&self, number: usize) -> bool {
        match &self.team {
            Some(team) => team.is_open(number),
            None => matches!(self.next, Next::Play { game, .. } if game == number),
        }
    }

    /// Whether a result can be taken away: of games only the last.
    fn can_remove_result(&self, game: usize) -> bool {
        match &self.team {
            Some(team) => team.can_remove_result(game),
            None => game + 1 == self.games.len(),
        }
    }

    /// The side that somebody has here.
    pub fn side_of(&self, entrant: EntrantId) -> Option<Side> {
        match self.sides {
            [first, _] if first == entrant => Some(Side::First),
            [_, second] if second == entrant => Some(Side::Second),
            _ => None,
        }
    }

    /// The one of a side.
    pub const fn entrant_on(&self, side: Side) -> EntrantId {
        self.sides[side.index()]
    }

    /// Whether the two say different things of the open game.
    pub fn is_disputed(&self) -> bool {
        let differ = |said: &[_; 2]| matches!(said, [Some(one), Some(other)] if one != other);
        let boards = self.team.as_ref().map_or(&[][..], TeamMatch::boards);
        differ(&self.reports) || boards.iter().any(|board| differ(&board.reports))
    }
}

/// An event, as what was told of it adds up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    pub settings: ContestSettings,
    /// Whether people register themselves.
    pub registration_open: bool,
    pub is_over: bool,
    /// In the order of their numbers.
    pub entrants: Vec<RegisteredEntrant>,
    /// Who is kept apart.
    pub prohibited: Vec<ProhibitedGroup>,
    /// One for each of the plan's.
    pub stages: Vec<StageState>,
}

impl Contest {
    /// The one with this number.
    pub fn entrant(&self, id: EntrantId) -> Option<&RegisteredEntrant> {
        self.entrants.get(id.index())
    }

    /// Everybody with his number.
    pub fn numbered_entrants(&self) -> impl Iterator<Item = (EntrantId, &RegisteredEntrant)> {
        (1..).map(EntrantId).zip(&self.entrants)
    }

    /// How many take part.
    pub fn active_count(&self) -> usize {
        self.entrants.iter().filter(|one| one.status == EntrantStatus::Active).count()
    }
}
