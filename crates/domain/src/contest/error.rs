//! Why a command is refused.

use swiss::pairing::NoPairing;
use swiss::series::GameResult;
use swiss::stage::NotYet;

use super::teams::TeamError;
use super::{ContestFact, ContestSettingsError, EntrantId, IneligibleReason};

/// What a command returns: the facts that follow, none if nothing changes, or why it is refused.
pub type CommandResult = Result<Vec<ContestFact>, ContestError>;

/// Why a command is refused. Rounds, tables and stages are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContestError {
    InvalidSettings(Vec<ContestSettingsError>),
    /// The plan cannot change once a stage has started.
    PlanLocked,
    /// The event is over; nothing changes until it is reopened.
    EventOver,
    /// Some games are not finished.
    GamesLeft,
    /// Registration is not open.
    RegistrationClosed,
    /// The same player is already registered.
    AlreadyRegistered(EntrantId),
    UnknownEntrant(EntrantId),
    /// A name is missing, or a text is too long or has several lines.
    InvalidText,
    /// All places are taken. Entrants who gave up their place do not wait again; officials may
    /// admit them.
    Full,
    NotEligible(Vec<IneligibleReason>),
    /// The entrant never took part, or no longer does.
    NotActive(EntrantId),
    /// They did not withdraw by themselves, or a round was published since.
    CannotReturn,
    /// They have not forfeited at this table.
    NoForfeit(EntrantId),
    /// There is no stage, round, table or game with this number.
    NotFound,
    /// The stage has this many rounds.
    NoSuchRound {
        rounds: usize,
    },
    StageStarted,
    StageNotStarted,
    /// The entrants are not decided yet.
    EntrantsUndecided(NotYet),
    /// There are fewer entrants than required.
    TooFewEntrants {
        present: usize,
        needed: usize,
    },
    /// Some tables of the previous round have no result.
    RoundUnfinished {
        round: usize,
        tables: Vec<usize>,
    },
    /// All rounds have been played.
    NoRoundLeft,
    NoPairing(NoPairing),
    AlreadyPublished,
    NotPublished,
    /// The draft has changed since it was reviewed.
    DraftChanged,
    LaterRoundExists,
    /// A stage in progress depends on it.
    LaterStageExists,
    /// Undoing it loses results, which must be allowed explicitly.
    HasResults {
        tables: usize,
    },
    NothingToRestore,
    /// This many tables of the stage have results or reports.
    StageHasResults {
        tables: usize,
    },
    /// This many published rounds would be undone with the stage, which must be allowed explicitly.
    StageHasPublishedRounds {
        rounds: usize,
    },
    /// Two others sit at this table now.
    PairingChanged,
    /// Somebody else has entered another result meanwhile; contains the recorded one.
    ResultConflict(Option<GameResult>),
    /// An earlier game has no result, or the meeting is decided.
    GameNotOpen,
    /// The correction of a published result has no reason.
    ReasonMissing,
    /// Players can report only their own games.
    NotAtThisTable,
    /// Players do not report results in this event.
    ReportingDisabled,
    /// Players do not check themselves in at this event.
    SelfCheckInDisabled,
    /// They are the same, or sit at no table.
    CannotSwap,
    Team(TeamError),
    /// Players do not arrange match times in this stage.
    NotScheduledByPlayers,
    AlreadyDecided,
    /// A time is in the past, after the window, or not a whole minute; or the window's length is
    /// invalid.
    InvalidTime,
    TooManyProposals,
    TimeFixedByOfficial,
    /// The deadline has passed, or the forfeit rule was applied.
    TooLate,
    /// The match starts in more than an hour.
    TooEarly,
    NoTimeAgreed,
    /// The forfeit rule was not applied, or left the decision to officials.
    DefaultNotApplied,
    AlreadyAppealed,
    /// Officials have already decided.
    AlreadyRuled,
}
