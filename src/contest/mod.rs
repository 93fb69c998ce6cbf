//! Floor 1: an event as its officials run it, from registration to the final standings.
//!
//! What was told of it is a list of [`Fact`]s that is only ever added to; how it stands is what they add up to
//! ([`Contest::of`]). A command looks at how it stands and gives the facts that follow from it, or says why
//! there are none ([`Refusal`]): nothing else changes a contest, so that a correction of a result moves standings,
//! drafts and places by itself, and what was published before is marked, never changed.

pub mod arranged;
mod asks;
mod carrying;
mod changes;
mod draw;
mod elsewhere;
mod entering;
mod explain;
mod fact;
mod finish;
mod fold;
mod grace;
mod here;
mod meetings;
mod places;
mod played;
mod prizes;
mod refusal;
mod results;
mod rounds;
mod sense;
mod settings;
mod stewards;
mod tables;
pub mod teams;
mod warnings;
mod withdrawing;
pub mod written;

use std::collections::{BTreeMap, BTreeSet};

use swiss::Color;
use swiss::knockout::MatchId;
use swiss::series::{GameResult, Next, Side};

pub use asks::AskedBye;
pub use changes::{KeptApart, MOST_ROUNDS_APART};
pub use elsewhere::Lined;
pub use entering::{By, LONGEST_NAME, LONGEST_PLACE, Person};
pub use explain::RoundExplained;
pub use fact::{Fact, Spot};
pub use fold::Senseless;
pub use here::{GamesHere, OpenGame, result_of};
pub use played::PlayedGame;
pub use prizes::{
    Award, LONGEST_PRIZE, LONGEST_TITLE, MOST_PRIZES, PlaceTwice, Prize, PrizeFor, place_twice,
};
pub use refusal::Refusal;
pub use results::{Entry as ResultEntry, LONGEST_WHY};
pub use settings::{
    Eligibility, LONGEST_FEE, LONGEST_KIND, MOST_ENTRANTS, MOST_PROVINCES, Protection, Settings,
    SettingsFault, Unfit,
};
pub use stewards::{Contested, LONGEST_BY, Reach, Told as StewardTold};
pub use tables::Table;
pub use warnings::Warning;

use teams::{Team, TeamMatch};

/// Somebody who is registered, by the order in which they came, from 1 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId(pub u32);

impl EntrantId {
    /// His place in [`Contest::entrants`].
    #[must_use]
    pub const fn at(self) -> usize {
        (self.0 as usize).wrapping_sub(1)
    }
}

/// Whether somebody takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// There was no room when he came.
    Waiting,
    In,
    Withdrawn,
}

/// Somebody who is registered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// Of a team what it is called and rated, and where it is from.
    pub person: Person,
    /// In an event of teams, and in no other.
    pub team: Option<Team>,
    pub standing: Standing,
    pub paid: bool,
    /// Whether he was seen on the day.
    pub present: bool,
    /// Whether they have withdrawn by themselves, and no round was published since: they may come back.
    pub may_return: bool,
}

impl Registered {
    const fn new(person: Person, team: Option<Team>, standing: Standing) -> Registered {
        let (paid, present, may_return) = (false, false, false);
        Registered { person, team, standing, paid, present, may_return }
    }
}

/// A stage as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StageState {
    /// Who is in it, once it has begun: in the order of their pairing numbers, group by group.
    pub groups: Vec<Vec<EntrantId>>,
    /// The color of the first of them in the first Swiss round.
    pub initial: Option<Color>,
    pub rounds: Vec<Round>,
    /// Those of them who joined after the first round was published.
    pub late: Vec<EntrantId>,
    /// Published rounds that were taken back since the last was published, the last one last: what is restored.
    pub taken_back: Vec<Round>,
    /// How many published rounds went with a beginning that was taken back, until another is published.
    pub gone: usize,
    /// Byes that were asked for, by round and entrant.
    pub byes: BTreeMap<(usize, EntrantId), AskedBye>,
    /// What play-offs have decided, one after the other: the winner first.
    pub play_offs: Vec<(EntrantId, EntrantId)>,
    /// Rounds whose time of grace ended by itself.
    pub grace_over: BTreeSet<usize>,
    /// Who has withdrawn, and still plays what was open in a published round: by round and entrant.
    pub finishing: BTreeSet<(usize, EntrantId)>,
    /// What stewards say else than stands, by round, table and game: an official decides.
    pub contested: BTreeMap<(usize, usize, usize), Contested>,
}

impl StageState {
    #[must_use]
    pub fn has_begun(&self) -> bool {
        !self.groups.is_empty()
    }

    /// All who are in it.
    pub fn entrants(&self) -> impl Iterator<Item = EntrantId> {
        self.groups.iter().flatten().copied()
    }

    /// How many rounds were published and hold no longer, since the last was published.
    #[must_use]
    pub fn revoked(&self) -> usize {
        self.taken_back.len() + self.gone
    }

    /// How many rounds are over: published, with a result at each table.
    #[must_use]
    pub fn played(&self) -> usize {
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
    pub by_hand: bool,
    /// Whether a result that it was paired by was corrected after it was published.
    pub stale: bool,
    /// When its matches are played, where their players arrange that.
    pub times: arranged::Times,
}

impl Round {
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.published && self.meetings.iter().all(Meeting::is_over)
    }

    /// Whether anything is known of any table.
    #[must_use]
    pub fn has_results(&self) -> bool {
        self.meetings.iter().any(Meeting::has_results)
    }
}

/// Two who meet at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// The first is White, or the one seeded higher where they play several games.
    pub sides: [EntrantId; 2],
    /// Of a stage with groups.
    pub group: usize,
    /// Of a knock-out.
    pub of: Option<MatchId>,
    /// What came of each game so far; of teams, of the whole match once it is over.
    pub games: Vec<GameResult>,
    /// Where two teams meet: their boards.
    pub team: Option<TeamMatch>,
    /// What the sides say of the game that is open.
    pub said: [Option<GameResult>; 2],
    /// Whether it is decided by a withdrawal, before it began.
    pub by_withdrawal: bool,
    /// What happens next in it.
    pub next: Next,
}

impl Meeting {
    #[must_use]
    pub const fn is_over(&self) -> bool {
        !matches!(self.next, Next::Play { .. })
    }

    /// Whether anything is known of a game, but that somebody has withdrawn.
    #[must_use]
    pub fn has_results(&self) -> bool {
        let of_boards = self.team.as_ref().is_some_and(TeamMatch::has_results);
        !self.by_withdrawal && (!self.games.is_empty() || of_boards)
    }

    /// Whether one of its players has said what came of a game.
    #[must_use]
    fn is_reported(&self) -> bool {
        let boards = self.team.as_ref().map_or(&[][..], TeamMatch::boards);
        let mut said = boards.iter().map(|board| &board.said).chain([&self.said]);
        said.any(|said| said.iter().any(Option::is_some))
    }

    /// What stands of a game, or of a board.
    #[must_use]
    pub fn stands(&self, game: usize) -> Option<GameResult> {
        match &self.team {
            Some(team) => team.stands(game),
            None => self.games.get(game).copied(),
        }
    }

    /// Whether a game that nothing is known of is still to be played, now or later.
    #[must_use]
    pub fn is_to_come(&self, game: usize) -> bool {
        match &self.team {
            Some(team) => team.is_open(game),
            None => self.games.len() <= game && !self.is_over(),
        }
    }

    /// What the sides say of a game that is open, or of a board.
    #[must_use]
    pub fn said_of(&self, game: usize) -> [Option<GameResult>; 2] {
        match &self.team {
            Some(team) => team.boards().get(game).map_or([None; 2], |board| board.said),
            None => self.said,
        }
    }

    /// Whether this game, or this board, is to be played now.
    #[must_use]
    pub fn is_open(&self, number: usize) -> bool {
        match &self.team {
            Some(team) => team.is_open(number),
            None => matches!(self.next, Next::Play { game, .. } if game == number),
        }
    }

    /// Whether a result can be taken away: of games only the last.
    #[must_use]
    fn may_lose(&self, game: usize) -> bool {
        match &self.team {
            Some(team) => team.may_lose(game),
            None => game + 1 == self.games.len(),
        }
    }

    /// The side that somebody has here.
    #[must_use]
    pub fn side_of(&self, entrant: EntrantId) -> Option<Side> {
        match self.sides {
            [first, _] if first == entrant => Some(Side::First),
            [_, second] if second == entrant => Some(Side::Second),
            _ => None,
        }
    }

    /// The one of a side.
    #[must_use]
    pub const fn of_side(&self, side: Side) -> EntrantId {
        self.sides[side.index()]
    }

    /// Whether the two say different things of the open game.
    #[must_use]
    pub fn is_disputed(&self) -> bool {
        let differ = |said: &[_; 2]| matches!(said, [Some(one), Some(other)] if one != other);
        let boards = self.team.as_ref().map_or(&[][..], TeamMatch::boards);
        differ(&self.said) || boards.iter().any(|board| differ(&board.said))
    }
}

/// An event, as what was told of it adds up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    pub settings: Settings,
    /// Whether people register themselves.
    pub is_open: bool,
    pub is_over: bool,
    /// In the order of their numbers.
    pub entrants: Vec<Registered>,
    /// Who is kept apart.
    pub apart: Vec<KeptApart>,
    /// One for each of the plan's.
    pub stages: Vec<StageState>,
}

impl Contest {
    /// The one with this number.
    #[must_use]
    pub fn entrant(&self, id: EntrantId) -> Option<&Registered> {
        self.entrants.get(id.at())
    }

    /// Everybody with his number.
    pub fn numbered(&self) -> impl Iterator<Item = (EntrantId, &Registered)> {
        (1..).map(EntrantId).zip(&self.entrants)
    }

    /// How many take part.
    #[must_use]
    pub fn count_in(&self) -> usize {
        self.entrants.iter().filter(|one| one.standing == Standing::In).count()
    }
}
