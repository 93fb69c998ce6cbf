//! Floor 1: an event as its officials run it, from registration to the final standings.
//!
//! Its history is an append-only list of [`ContestFact`]s; its state is what they fold to
//! ([`Contest::from_facts`]). A command looks at the state and returns the facts that follow, or
//! the reason why not ([`ContestError`]). Nothing else changes a contest, so that correcting a
//! result updates standings, drafts and places automatically, and published rounds are marked,
//! never changed.

mod administration;
mod alteration;
mod arena;
mod cancellation;
mod copies;
mod details;
mod duplicate;
mod error;
mod explanation;
mod fact;
mod fact_entrants;
pub mod fair_play;
mod fees;
mod final_places;
mod fold;
mod group_tournament;
mod history;
pub mod json;
mod ladder;
mod lots;
mod meetings;
mod merging;
mod moving;
mod numbering;
mod onsite_games;
mod pairing;
mod personal;
mod plan_faults;
mod play_offs;
mod played_games;
mod prizes;
mod qualification;
mod ready_matches;
pub mod recurrence;
mod registration;
mod results;
mod rounds;
pub mod scheduling;
mod sections;
mod settings;
mod stand_in;
mod stewards;
pub mod teams;
mod timetable;
mod trf_import;
mod validation;
mod warnings;
mod withdrawal;

use std::collections::{BTreeMap, BTreeSet};

use swiss::Color;
use swiss::keizer;
use swiss::knockout::MatchId;
use swiss::series::{GameResult, Next, Side};
use swiss::stage::System;

pub use administration::{MAX_PROHIBITED_ROUNDS, ProhibitedGroup, RequestedBye};
pub use alteration::{AlterationError, AlteredRound, PairingChange, TableMove};
pub use arena::{ArenaState, MAX_ARENA_MINUTES};
pub use copies::{CombinedCopies, CopyConflict, NoCopy, combine_copies};
pub use details::EventDetails;
pub use error::{CommandResult, ContestError};
pub use explanation::RoundExplanation;
pub use fact::{ContestFact, GameSlot, RoundId, TableId};
pub use fees::{Amount, FeeDue, MAX_CURRENCY_LEN, NoAmount};
pub use fold::InvalidFact;
pub use group_tournament::GroupTournament;
pub use history::{Act, HistoryChange, facts_in_force, redo, undo};
pub use ladder::{Challenge, ChallengeAnswer, ChallengeEnd, ChallengeRefusal, LadderState};
pub use lots::chosen_lot;
pub use moving::{EventMove, day_text};
pub use onsite_games::{EventGames, OnsiteGames, OpenGame, to_game_result};
pub use personal::{BIRTH_YEARS, Gender, MAX_FEDERATION_NUMBER_LEN, PersonalDetails};
pub use plan_faults::plan_fault_message;
pub use play_offs::PlayOffTie;
pub use played_games::{FinishedGame, PlayedGame};
pub use prizes::{
    Award, Awards, DuplicatePlace, MAX_AMOUNT, MAX_PRIZE_LEN, MAX_PRIZE_TITLE_LEN, MAX_PRIZES,
    Payout, Prize, PrizeClass, PrizeCriterion, PrizeSharing, find_duplicate_place,
};
pub use registration::{EntrantProfile, MAX_CLUB_LEN, MAX_PERSON_NAME_LEN, SubmittedBy};
pub use results::{MAX_REASON_LEN, ResultEntry};
pub use settings::{
    ContestSettings, ContestSettingsError, Eligibility, IneligibleReason, MAX_ENTRANTS,
    MAX_FEE_LEN, MAX_FIRST_TABLE, MAX_KIND_LEN, MAX_PLACE_LEN, MAX_PROVINCES, Protection,
};
pub use stand_in::MAX_STAND_IN_LEVEL;
pub use stewards::{DisputedResult, MAX_LINK_NAME_LEN, StewardEntry as StewardTold, StewardScope};
pub use timetable::{
    MAX_ANNOUNCEMENT_LEN, MAX_ANNOUNCEMENTS, MAX_ROUND_STARTS, RoundStart, Timetable,
};
pub use trf_import::FactAtLine;
pub use trf_import::{game_of_remarks, game_remark};
pub use warnings::PairingWarning;

use teams::{Team, TeamMatch};

/// An entrant's number, in order of registration, from 1.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct EntrantId(
    #[serde(deserialize_with = "json::limits::number::<1, 1_000_000, _, _>")] pub u32,
);

impl EntrantId {
    /// The place in [`Contest::entrants`].
    pub const fn index(self) -> usize {
        (self.0 as usize).wrapping_sub(1)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EntrantStatus {
    /// There was no room, so the entrant is on the waiting list.
    Waiting,
    #[serde(rename = "in")]
    Active,
    Withdrawn,
    /// Registered by mistake. The number stays taken, and nothing lists or counts the entrant.
    Removed,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisteredEntrant {
    /// For a team, its name, rating and origin.
    pub person: EntrantProfile,
    /// In team events only.
    pub team: Option<Team>,
    pub status: EntrantStatus,
    pub paid: bool,
    /// How much they have paid in all, as far as it is recorded.
    pub amount_paid: Amount,
    /// Whether the entrant is checked in.
    pub present: bool,
    /// Whether the entrant withdrew at their own request and no round was published since, so that they may return.
    pub may_return: bool,
}

impl RegisteredEntrant {
    const fn new(
        person: EntrantProfile,
        team: Option<Team>,
        standing: EntrantStatus,
    ) -> RegisteredEntrant {
        RegisteredEntrant {
            person,
            team,
            status: standing,
            paid: false,
            amount_paid: Amount(0),
            present: false,
            may_return: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StageState {
    /// Its entrants once it has started, by group and pairing number.
    pub groups: Vec<Vec<EntrantId>>,
    /// The color of the first entrant in the first Swiss round.
    pub initial_color: Option<Color>,
    pub rounds: Vec<Round>,
    /// Entrants who joined after the first round was published.
    pub late_entrants: Vec<EntrantId>,
    /// Published rounds undone since the last publication, the latest last: what can be restored.
    pub taken_back: Vec<Round>,
    /// The number of published rounds that were undone with the start of the stage, or whose publication was undone,
    /// until another is published.
    pub revoked_with_start: usize,
    /// Requested byes by round and entrant.
    pub requested_byes: BTreeMap<(usize, EntrantId), RequestedBye>,
    /// Decided play-offs in order: the winner first.
    pub play_offs: Vec<(EntrantId, EntrantId)>,
    /// Rounds whose grace period ended automatically.
    pub grace_ended: BTreeSet<usize>,
    /// Withdrawn entrants who still play their open games, by round.
    pub withdrawn_playing_on: BTreeSet<(usize, EntrantId)>,
    /// Contradicting results of stewards, for an official to decide.
    pub disputed: BTreeMap<GameSlot, DisputedResult>,
    /// The clock of an arena, and who takes a break.
    pub arena: ArenaState,
}

impl StageState {
    pub fn has_begun(&self) -> bool {
        !self.groups.is_empty()
    }

    pub fn entrants(&self) -> impl Iterator<Item = EntrantId> {
        self.groups.iter().flatten().copied()
    }

    pub fn published_rounds(&self) -> usize {
        self.rounds.iter().take_while(|round| round.published).count()
    }

    /// The number of published rounds undone since the last publication.
    pub fn revoked_rounds(&self) -> usize {
        self.taken_back.len() + self.revoked_with_start
    }

    /// The number of finished rounds: published, with a result at each table.
    pub fn played_rounds(&self) -> usize {
        self.rounds.iter().take_while(|round| round.is_over()).count()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Round {
    /// By table.
    pub meetings: Vec<Meeting>,
    pub byes: Vec<EntrantId>,
    pub published: bool,
    /// Whether officials changed the system's pairing.
    pub is_manual: bool,
    /// Whether a result used for the pairing was corrected after publication.
    pub stale: bool,
    /// The schedule, if players arrange their matches.
    pub schedule: scheduling::RoundSchedule,
    /// Whether an arena or a ladder still adds tables to it.
    pub growing: bool,
    /// The challenges of a ladder.
    pub ladder: LadderState,
}

impl Round {
    /// Whether an entrant sits at a table or has the bye.
    fn includes(&self, id: EntrantId) -> bool {
        self.byes.contains(&id) || self.meetings.iter().any(|one| one.side_of(id).is_some())
    }

    pub fn is_over(&self) -> bool {
        self.published && !self.growing && self.meetings.iter().all(Meeting::is_over)
    }

    /// Whether any table has a result or a report.
    pub fn has_results(&self) -> bool {
        self.meetings.iter().any(Meeting::has_results)
    }
}

/// A meeting of two at a table.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(from = "meetings::MeetingJson", into = "meetings::MeetingJson")]
pub struct Meeting {
    /// The first is White, or the higher seed if they play several games.
    pub sides: [EntrantId; 2],
    /// In stages with groups.
    pub group: usize,
    /// In knockouts.
    pub knockout_match: Option<MatchId>,
    /// The number of the table in the hall, where it is not that of the meeting in its round: in arenas, which count
    /// games, and where a knock-out match started while others of an earlier round were played.
    pub hall_table: Option<usize>,
    /// The results so far; for teams the result of the whole match once it is over.
    pub games: Vec<GameResult>,
    pub team: Option<TeamMatch>,
    /// The reports of both sides about the open game.
    pub reports: [Option<GameResult>; 2],
    /// Whether a withdrawal decided it before it started.
    pub by_withdrawal: bool,
    /// What happens next.
    pub next: Next,
}

impl Meeting {
    /// The number, from 1, of the table at which it is played; `table` is its place in the round, from 0.
    pub fn number_in_hall(&self, table: usize) -> usize {
        self.hall_table.unwrap_or(table + 1)
    }

    pub const fn is_over(&self) -> bool {
        !matches!(self.next, Next::Play { .. })
    }

    /// Whether any game has a result or a report, apart from a withdrawal.
    pub fn has_results(&self) -> bool {
        let of_boards = self.team.as_ref().is_some_and(TeamMatch::has_results);
        !self.by_withdrawal && (!self.games.is_empty() || of_boards)
    }

    /// Whether a player has reported a result.
    fn is_reported(&self) -> bool {
        let boards = self.team.as_ref().map_or(&[][..], TeamMatch::boards);
        let mut said = boards.iter().map(|board| &board.reports).chain([&self.reports]);
        said.any(|said| said.iter().any(Option::is_some))
    }

    pub fn result_of(&self, game: usize) -> Option<GameResult> {
        match &self.team {
            Some(team) => team.result_of(game),
            None => self.games.get(game).copied(),
        }
    }

    /// Whether a game without result is still to be played, now or later.
    pub fn is_upcoming(&self, game: usize) -> bool {
        match &self.team {
            Some(team) => team.is_open(game),
            None => self.games.len() <= game && !self.is_over(),
        }
    }

    /// The reports about an open game or a board.
    pub fn reports_of(&self, game: usize) -> [Option<GameResult>; 2] {
        match &self.team {
            Some(team) => team.boards().get(game).map_or([None; 2], |board| board.reports),
            None => self.reports,
        }
    }

    /// Whether this game or board is to be played now.
    pub fn is_open(&self, number: usize) -> bool {
        match &self.team {
            Some(team) => team.is_open(number),
            None => matches!(self.next, Next::Play { game, .. } if game == number),
        }
    }

    /// Whether a result can be removed: of games only the last one's.
    fn can_remove_result(&self, game: usize) -> bool {
        match &self.team {
            Some(team) => team.can_remove_result(game),
            None => game + 1 == self.games.len(),
        }
    }

    pub fn side_of(&self, entrant: EntrantId) -> Option<Side> {
        match self.sides {
            [first, _] if first == entrant => Some(Side::First),
            [_, second] if second == entrant => Some(Side::Second),
            _ => None,
        }
    }

    pub const fn entrant_on(&self, side: Side) -> EntrantId {
        self.sides[side.index()]
    }

    /// Whether the reports of the open game differ.
    pub fn is_disputed(&self) -> bool {
        let differ = |said: &[_; 2]| matches!(said, [Some(one), Some(other)] if one != other);
        let boards = self.team.as_ref().map_or(&[][..], TeamMatch::boards);
        differ(&self.reports) || boards.iter().any(|board| differ(&board.reports))
    }
}

/// The state of an event, folded from its facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    pub settings: ContestSettings,
    /// Whether players can register themselves.
    pub registration_open: bool,
    /// Whether nothing changes any more, because the event ended or is cancelled.
    pub is_over: bool,
    /// Why the event is cancelled; may be empty. `None` if it is not.
    pub cancelled: Option<String>,
    /// The first day that it had first and the one that it has now; `None` if it was never moved.
    pub moved: Option<EventMove>,
    /// By number.
    pub entrants: Vec<RegisteredEntrant>,
    /// Players who are kept apart.
    pub prohibited: Vec<ProhibitedGroup>,
    /// What is announced now, by number.
    pub announcements: BTreeMap<u32, String>,
    /// The number of the last announcement, whether or not it is still shown.
    pub last_announcement: u32,
    /// One for each stage of the plan.
    pub stages: Vec<StageState>,
}

impl Contest {
    pub fn entrant(&self, id: EntrantId) -> Option<&RegisteredEntrant> {
        self.entrants.get(id.index()).filter(|one| one.status != EntrantStatus::Removed)
    }

    pub fn numbered_entrants(&self) -> impl Iterator<Item = (EntrantId, &RegisteredEntrant)> {
        let all = (1..).map(EntrantId).zip(&self.entrants);
        all.filter(|(_, one)| one.status != EntrantStatus::Removed)
    }

    /// The same without the computer, which pays nothing, checks in nowhere and needs no card.
    pub fn numbered_people(&self) -> impl Iterator<Item = (EntrantId, &RegisteredEntrant)> {
        self.numbered_entrants().filter(|(_, one)| !one.person.stands_in)
    }

    fn stage(&self, stage: usize) -> Result<&StageState, ContestError> {
        self.stages.get(stage).ok_or(ContestError::NotFound)
    }

    fn started_stage(&self, stage: usize) -> Result<&StageState, ContestError> {
        let state = self.stage(stage)?;
        if state.has_begun() { Ok(state) } else { Err(ContestError::StageNotStarted) }
    }

    /// A round, published or not.
    pub fn round(&self, at: RoundId) -> Option<&Round> {
        self.stages.get(at.stage)?.rounds.get(at.round)
    }

    /// The meeting at a table of a round, published or not.
    pub fn meeting(&self, at: TableId) -> Option<&Meeting> {
        self.round(at.round_id())?.meetings.get(at.table)
    }

    /// The number that a table has in the hall, from 1.
    pub fn table_number(&self, at: TableId) -> usize {
        let in_arena = self.meeting(at).and_then(|meeting| meeting.hall_table);
        let number = in_arena.unwrap_or(at.table + 1);
        number.saturating_add(self.settings.first_table as usize).saturating_sub(1)
    }

    /// The meeting at a table of a published round.
    pub fn published_meeting(&self, at: TableId) -> Option<&Meeting> {
        self.round(at.round_id()).filter(|round| round.published)?.meetings.get(at.table)
    }

    /// Whether the standings pair each round: Swiss and Keizer stages, which late entrants join, and in which byes are
    /// requested and drafts are changed.
    fn is_swiss(&self, stage: usize) -> bool {
        self.is_dutch(stage) || self.keizer_rules(stage).is_some()
    }

    /// Whether the Dutch rules pair it.
    fn is_dutch(&self, stage: usize) -> bool {
        let plan = self.settings.plan.stages.get(stage);
        plan.is_some_and(|plan| matches!(plan.system, System::Swiss { .. }))
    }

    fn keizer_rules(&self, stage: usize) -> Option<keizer::Rules> {
        match self.settings.plan.stages.get(stage)?.system {
            System::Keizer { rules, .. } => Some(rules),
            _ => None,
        }
    }

    fn is_knockout(&self, stage: usize) -> bool {
        let plan = self.settings.plan.stages.get(stage);
        plan.is_some_and(|plan| matches!(plan.system, System::Knockout { .. }))
    }

    /// The tables of published rounds, in order.
    pub fn published_tables(&self) -> impl Iterator<Item = (TableId, &Meeting)> {
        self.rounds().filter(|(_, round)| round.published).flat_map(|(at, round)| {
            round.meetings.iter().enumerate().map(move |(table, one)| (at.table(table), one))
        })
    }

    /// The rounds of all stages, in order.
    pub fn rounds(&self) -> impl Iterator<Item = (RoundId, &Round)> {
        self.stages.iter().enumerate().flat_map(|(stage, state)| {
            (0..).zip(&state.rounds).map(move |(round, one)| (RoundId { stage, round }, one))
        })
    }

    /// The number of those who take part; the computer as a stand-in takes nobody's place.
    pub fn active_count(&self) -> usize {
        let counts =
            |one: &&RegisteredEntrant| one.status == EntrantStatus::Active && !one.person.stands_in;
        self.entrants.iter().filter(counts).count()
    }

    /// The number of those who withdrew from a stage that has begun, whose standings still list them.
    pub fn withdrawn_count(&self) -> usize {
        let started: BTreeSet<EntrantId> =
            self.stages.iter().flat_map(StageState::entrants).collect();
        let is_gone = |id: &EntrantId| {
            self.entrant(*id).is_some_and(|one| one.status == EntrantStatus::Withdrawn)
        };
        started.into_iter().filter(is_gone).count()
    }
}
