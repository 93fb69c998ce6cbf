//! Why something is not done.

use swiss::pairing::NoPairing;
use swiss::series::GameResult;
use swiss::stage::NotYet;

use super::teams::TeamRefusal;
use super::{EntrantId, SettingsFault, Unfit};

/// Why a command has no effect. Rounds, tables and stages are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// What is wrong with the settings.
    Settings(Vec<SettingsFault>),
    /// The plan stays as it is once a stage has begun.
    PlanIsUsed,
    /// It is over: nothing changes before it is reopened.
    Over,
    /// Something is left to be played.
    NotOver,
    /// People do not register themselves, or no longer.
    NotOpen,
    /// The same player is registered.
    Already(EntrantId),
    NoEntrant(EntrantId),
    /// A name is missing, or words are longer than there is room for, or on several lines.
    Words,
    /// All places are taken, and who had one and gave it up does not wait again; officials may admit him.
    NoRoom,
    /// He may not take part.
    Unfit(Vec<Unfit>),
    /// He has taken no part, or no longer does.
    NotIn(EntrantId),
    /// They have not withdrawn by themselves, or a round was published since.
    NoReturn,
    /// They have forfeited nothing at this table.
    NoForfeit(EntrantId),
    /// There is no stage, round, table or game of this number.
    NoSuchSpot,
    /// The stage has so many rounds.
    NoSuchRound {
        rounds: usize,
    },
    HasBegun,
    NotBegun,
    /// It is not known who enters.
    NotYet(NotYet),
    /// Fewer than it takes.
    TooFew {
        there: usize,
        needed: usize,
    },
    /// Some tables of the round before have no result.
    RoundIsOpen {
        round: usize,
        tables: Vec<usize>,
    },
    /// All rounds are played.
    NoRoundLeft,
    NoPairing(NoPairing),
    /// It was published.
    IsPublished,
    /// It is a draft.
    IsDraft,
    /// It is another draft by now than the one that was looked at.
    DraftChanged,
    /// A later round stands on it.
    RoundFollows,
    /// A stage that has begun stands on it.
    StageFollows,
    /// Taking it back loses results: it is to be said explicitly.
    HasResults {
        tables: usize,
    },
    NothingToRestore,
    /// So many tables of the stage have results, or somebody has said one.
    StageIsPlayed {
        tables: usize,
    },
    /// So many published rounds would go with the stage: it is to be said explicitly.
    StageIsPublished {
        rounds: usize,
    },
    /// Other two sit at this table now.
    OthersMeet,
    /// Somebody else has entered another result meanwhile; what stands.
    Stands(Option<GameResult>),
    /// A game before it has no result, or the meeting is decided.
    NotItsTurn,
    /// A correction of what was published says why.
    WhyMissing,
    /// Who plays says nothing of others' games.
    NotAtTable,
    /// Players do not report here.
    NoReports,
    /// Players do not check themselves in here.
    NoSelfCheckIn,
    /// Both are the same, or sit at no table.
    CannotExchange,
    /// Of teams.
    Team(TeamRefusal),
    /// Players do not arrange the times of their matches there.
    NotArranged,
    /// The match is decided.
    IsPlayed,
    /// A time is no whole minute, past, or behind the end of the window; or a window has no such length.
    BadTime,
    TooManyTimes,
    /// Officials have set the time.
    TimeIsSet,
    /// The cut-off is past, or the default rule has fired.
    TooLate,
    /// The match begins later than in an hour.
    TooEarly,
    /// No time is agreed on.
    NoTime,
    /// The default rule has not fired, or has left nothing that could stand.
    NotLapsed,
    HasAppealed,
    /// Officials have decided about it.
    IsRuled,
}
