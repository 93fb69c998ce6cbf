//! Why something is not done.

use swiss::pairing::NoPairing;
use swiss::series::GameResult;
use swiss::stage::NotYet;

use super::teams::TeamError;
use super::{ContestSettingsError, EntrantId, IneligibleReason};

/// Why a command has no effect. Rounds, tables and stages are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContestError {
    /// What is wrong with the settings.
    InvalidSettings(Vec<ContestSettingsError>),
    /// The plan stays as it is once a stage has begun.
    PlanLocked,
    /// It is over: nothing changes before it is reopened.
    EventOver,
    /// Something is left to be played.
    GamesLeft,
    /// People do not register themselves, or no longer.
    RegistrationClosed,
    /// The same player is registered.
    AlreadyRegistered(EntrantId),
    UnknownEntrant(EntrantId),
    /// A name is missing, or words are longer than there is room for, or on several lines.
    InvalidText,
    /// All places are taken, and who had one and gave it up does not wait again; officials may admit him.
    Full,
    /// He may not take part.
    NotEligible(Vec<IneligibleReason>),
    /// He has taken no part, or no longer does.
    NotActive(EntrantId),
    /// They have not withdrawn by themselves, or a round was published since.
    CannotReturn,
    /// They have forfeited nothing at this table.
    NoForfeit(EntrantId),
    /// There is no stage, round, table or game of this number.
    NotFound,
    /// The stage has so many rounds.
    NoSuchRound {
        rounds: usize,
    },
    StageStarted,
    StageNotStarted,
    /// It is not known who enters.
    EntrantsUndecided(NotYet),
    /// Fewer than it takes.
    TooFewEntrants {
        present: usize,
        needed: usize,
    },
    /// Some tables of the round before have no result.
    RoundUnfinished {
        round: usize,
        tables: Vec<usize>,
    },
    /// All rounds are played.
    NoRoundLeft,
    NoPairing(NoPairing),
    /// It was published.
    AlreadyPublished,
    /// It is a draft.
    NotPublished,
    /// It is another draft by now than the one that was looked at.
    DraftChanged,
    /// A later round stands on it.
    LaterRoundExists,
    /// A stage that has begun stands on it.
    LaterStageExists,
    /// Taking it back loses results: it is to be said explicitly.
    HasResults {
        tables: usize,
    },
    NothingToRestore,
    /// So many tables of the stage have results, or somebody has said one.
    StageHasResults {
        tables: usize,
    },
    /// So many published rounds would go with the stage: it is to be said explicitly.
    StageHasPublishedRounds {
        rounds: usize,
    },
    /// Other two sit at this table now.
    PairingChanged,
    /// Somebody else has entered another result meanwhile; what stands.
    ResultConflict(Option<GameResult>),
    /// A game before it has no result, or the meeting is decided.
    GameNotOpen,
    /// A correction of what was published says why.
    ReasonMissing,
    /// Who plays says nothing of others' games.
    NotAtThisTable,
    /// Players do not report here.
    ReportingDisabled,
    /// Players do not check themselves in here.
    SelfCheckInDisabled,
    /// Both are the same, or sit at no table.
    CannotSwap,
    /// Of teams.
    Team(TeamError),
    /// Players do not arrange the times of their matches there.
    NotScheduledByPlayers,
    /// The match is decided.
    AlreadyDecided,
    /// A time is no whole minute, past, or behind the end of the window; or a window has no such length.
    InvalidTime,
    TooManyProposals,
    /// Officials have set the time.
    TimeFixedByOfficial,
    /// The cut-off is past, or the default rule has fired.
    TooLate,
    /// The match begins later than in an hour.
    TooEarly,
    /// No time is agreed on.
    NoTimeAgreed,
    /// The default rule has not fired, or has left nothing that could stand.
    DefaultNotApplied,
    AlreadyAppealed,
    /// Officials have decided about it.
    AlreadyRuled,
}
