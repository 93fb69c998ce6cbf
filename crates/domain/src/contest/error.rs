//! Why a command is refused.

use swiss::pairing::NoPairing;
use swiss::series::{GameResult, Side};
use swiss::stage::NotYet;

use crate::message::{Message, ToMessage, message, message_enum, several};

use super::alteration::AlterationError;
use super::teams::TeamError;
use super::{ContestFact, ContestSettingsError, EntrantId, IneligibleReason};

/// What a command returns: the facts that follow, none if nothing changes, or why it is refused.
pub type CommandResult = Result<Vec<ContestFact>, ContestError>;

message_enum! {
    /// Why a command is refused. Rounds, tables and stages are counted from 0.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ContestError {
        InvalidSettings(faults: Vec<ContestSettingsError>) => "refused-event-settings" {
            why = several(faults.iter().map(ContestSettingsError::message)),
        },
        /// The plan cannot change once a stage has started.
        PlanLocked => "refused-event-plan-used",
        /// The game cannot change once there are results.
        GameLocked => "refused-event-game-used",
        /// The event is over; nothing changes until it is reopened.
        EventOver => "refused-event-over",
        /// The event is cancelled; nothing changes until it is reopened.
        EventCancelled => "refused-event-cancelled",
        /// The reason of a cancellation is too long, or has several lines.
        InvalidCancellation => "refused-event-cancellation",
        /// The schedule has a round, from 0, that its stage does not have.
        ScheduledRoundMissing { stage: usize, round: usize, rounds: usize } => "refused-event-schedule-round" {
            stage = stage + 1,
            round = round + 1,
            rounds = rounds,
        },
        /// Some games are not finished.
        GamesLeft => "refused-event-not-over",
        /// The stage ranks without play-offs.
        NoPlayOffs => "refused-event-no-play-offs",
        /// A play-off needs two entrants.
        PlayOffOfOne => "refused-event-play-off-of-one",
        /// A play-off decides between entrants who are tied with each other.
        PlayOffUntied => "refused-event-play-off-untied",
        /// Registration is not open.
        RegistrationClosed => "refused-event-not-open",
        /// The same player is already registered.
        AlreadyRegistered(id: EntrantId) => "refused-event-already-in" { number = id.0 },
        /// A stage has started with the entrant, who cannot be removed any more.
        InStage(id: EntrantId) => "refused-event-in-stage" { number = id.0 },
        MergeIntoItself => "refused-event-merge-self",
        /// Both rows are players of the site.
        TwoPlayers => "refused-event-two-players",
        /// Both were paired in one round, or are in a stage whose rounds depend on the number of its entrants.
        TwoPeople => "refused-event-two-people",
        /// Pairing numbers go up to this one.
        NoSuchNumber { last: usize } => "refused-event-pairing-number" { last = last },
        /// Pairing numbers are changed in Swiss stages only.
        NumbersFixed => "refused-event-numbers-fixed",
        UnknownEntrant(id: EntrantId) => "refused-event-no-entrant" { number = id.0 },
        /// A name is missing, or a text is too long or has several lines.
        InvalidText => "refused-event-words",
        /// An announcement is empty, too long, or has several lines.
        InvalidAnnouncement => "refused-event-announcement",
        TooManyAnnouncements => "refused-event-announcements",
        /// All places are taken. Entrants who gave up their place do not wait again; officials may
        /// admit them.
        Full => "refused-event-no-room",
        /// The same, as the entrant is told who asks.
        FullForEntrant => "refused-event-full",
        NotEligible(reasons: Vec<IneligibleReason>) => "refused-event-unfit" {
            why = several(reasons.iter().map(IneligibleReason::message)),
        },
        /// All stages that take registrations have started, and their pairings are made for those who began.
        NoLateEntry => "refused-event-no-late-entry",
        /// The entrant never took part, or no longer does.
        NotActive(id: EntrantId) => "refused-event-not-in" { number = id.0 },
        /// They did not withdraw by themselves, or a round was published since.
        CannotReturn => "refused-event-no-return",
        /// They have not forfeited at this table.
        NoForfeit(id: EntrantId) => "refused-event-no-forfeit" { number = id.0 },
        /// There is no stage, round, table or game with this number.
        NotFound => "refused-event-no-spot",
        /// The stage has this many rounds.
        NoSuchRound { rounds: usize } => (match *rounds {
            1 => message!("refused-event-one-round"),
            _ => message!("refused-event-no-round", rounds),
        }),
        StageStarted => "refused-event-has-begun",
        StageNotStarted => "refused-event-not-begun",
        /// The entrants are not decided yet.
        EntrantsUndecided(why: NotYet) => "refused-event-not-yet" { why = undecided_message(why) },
        /// There are fewer entrants than required.
        TooFewEntrants { present: usize, needed: usize } => "refused-event-too-few" {
            there = present,
            needed = needed,
        },
        /// Some tables of the previous round have no result.
        RoundUnfinished { round: usize, tables: Vec<usize> } => "refused-event-round-open" {
            round = round + 1,
            tables = listed_tables(tables),
        },
        /// At some tables of the previous round the games played so far decide nothing.
        MatchUndecided { round: usize, tables: Vec<usize> } => "refused-event-match-open" {
            round = round + 1,
            tables = listed_tables(tables),
        },
        /// All rounds have been played.
        NoRoundLeft => "refused-event-no-round-left",
        NoPairing(why: NoPairing) => (pairing_message(*why)),
        AlreadyPublished => "refused-event-is-published",
        NotPublished => "refused-event-is-draft",
        /// The draft has changed since it was reviewed.
        DraftChanged => "refused-event-draft-changed",
        LaterRoundExists => "refused-event-round-follows",
        /// A stage in progress depends on it.
        LaterStageExists => "refused-event-stage-follows",
        /// Undoing it loses results, which must be allowed explicitly.
        HasResults { tables: usize } => (match *tables {
            1 => message!("refused-event-has-result"),
            _ => message!("refused-event-has-results", tables),
        }),
        /// Every match of the knock-out whose players are known is published.
        NoMatchReady => "refused-event-no-match-ready",
        /// An arena has not started, or has ended.
        ArenaNotRunning => "refused-event-arena-not-running",
        /// A ladder has not started, or has ended.
        LadderNotRunning => "refused-event-ladder-not-running",
        /// Who was challenged is below, or more places above than the rules allow.
        OutOfReach { reach: u32 } => (match *reach {
            1 => message!("refused-event-challenge-next"),
            _ => message!("refused-event-challenge-reach", reach),
        }),
        /// An arena cannot end in so many minutes.
        InvalidArenaMinutes { most: u32 } => "refused-event-arena-minutes",
        OwnChallengeOpen => "refused-event-own-challenge",
        OtherChallengeOpen => "refused-event-other-challenge",
        /// The same two had a challenge less than so many days ago.
        ChallengedTooSoon { days: u32 } => (match *days {
            1 => message!("refused-event-challenge-next-day"),
            _ => message!("refused-event-challenge-soon", days),
        }),
        /// There is no challenge that this could answer.
        NoChallenge => "refused-event-no-challenge",
        /// A result of an arena or a ladder cannot be removed while its players have another game.
        PlaysElsewhere => "refused-event-plays-elsewhere",
        NothingToRestore => "refused-event-nothing-to-restore",
        /// This many tables of the stage have results or reports.
        StageHasResults { tables: usize } => "refused-stage-is-played",
        /// This many published rounds would be undone with the stage, which must be allowed explicitly.
        StageHasPublishedRounds { rounds: usize } => "refused-stage-is-published",
        /// Two others sit at this table now.
        PairingChanged => "refused-event-others-meet",
        /// Somebody else has entered another result meanwhile; contains the recorded one.
        ResultConflict(stands: Option<GameResult>) => "refused-event-stands" { stands = result_mark(*stands) },
        /// An earlier game has no result, or the meeting is decided.
        GameNotOpen => "refused-event-not-its-turn",
        /// With the correction of an earlier game somebody else wins before this game of the match, from 1.
        LaterGameHasResult { game: usize } => "refused-event-later-game",
        /// The correction of a published result has no reason.
        ReasonMissing => "refused-event-why",
        /// Players can report only their own games.
        NotAtThisTable => "refused-event-not-at-table",
        /// Players do not report results in this event.
        ReportingDisabled => "refused-event-no-reports",
        /// Players do not check themselves in at this event.
        SelfCheckInDisabled => "refused-event-no-self-check-in",
        /// There is no act that was undone from this number on, or it was done again.
        NotUndone => "refused-event-not-undone",
        AlreadyUndone => "refused-event-already-undone",
        /// Players said it themselves, or it belongs to the history of a match.
        NotUndoable => "refused-event-not-undoable",
        /// What was done later relies on it.
        LaterActs => "refused-event-later-acts",
        /// A change of a published round cannot be made: the first that cannot, from 0, and why.
        Alteration { change: usize, why: AlterationError } => "refused-event-alteration" {
            number = change + 1,
            why = why.message(),
        },
        /// They are the same, or sit at no table.
        CannotSwap => "refused-event-cannot-exchange",
        Team(why: TeamError) => (why.message()),
        /// Players do not arrange match times in this stage.
        NotScheduledByPlayers => "refused-event-not-arranged",
        AlreadyDecided => "refused-event-match-played",
        /// A time is in the past, after the window, or not a whole minute; or the window's length is
        /// invalid.
        InvalidTime => "refused-event-bad-time",
        TooManyProposals => "refused-event-too-many-times",
        TimeFixedByOfficial => "refused-event-time-set",
        /// The deadline has passed, or the forfeit rule was applied.
        TooLate => "refused-event-too-late",
        /// The match starts in more than an hour.
        TooEarly => "refused-event-too-early",
        NoTimeAgreed => "refused-event-no-time",
        /// The forfeit rule was not applied, or left the decision to officials.
        DefaultNotApplied => "refused-event-not-lapsed",
        AlreadyAppealed => "refused-event-has-appealed",
        /// Officials have already decided.
        AlreadyRuled => "refused-event-is-ruled",
    }
}

fn undecided_message(why: &NotYet) -> Message {
    match why {
        NotYet::NoStage(stage) => message!("refused-no-stage", stage = stage.0 + 1),
        NotYet::Unfinished(stage) => message!("refused-stage-unfinished", stage = stage.0 + 1),
        NotYet::Undecided { of, undecided } => message!(
            "refused-stage-undecided",
            stage = of.0 + 1,
            among = undecided.among.len(),
            places = undecided.places
        ),
        NotYet::Missing { of, missing } => {
            message!("refused-stage-missing", missing, stage = of.0 + 1)
        }
    }
}

fn pairing_message(why: NoPairing) -> Message {
    let why = match why {
        NoPairing::NobodyThere => return message!("refused-event-nobody-there"),
        NoPairing::NoneIsLegal => message!("refused-none-is-legal"),
        NoPairing::TooLarge => message!("refused-too-large-to-pair"),
    };
    message!("refused-event-no-pairing", why)
}

/// The first tables as people count them, and the last one.
fn listed_tables(tables: &[usize]) -> String {
    const MOST: usize = 12;
    let number = |table: &usize| (table + 1).to_string();
    let first: Vec<String> = tables.iter().take(MOST).map(number).collect();
    match tables[first.len()..].last() {
        Some(last) => format!("{}, …, {} ({})", first.join(", "), number(last), tables.len()),
        None => first.join(", "),
    }
}

/// A result as on score sheets.
fn result_mark(result: Option<GameResult>) -> Message {
    let mark = match result {
        None => return message!("refused-event-no-result"),
        Some(GameResult::Won(Side::First)) => "1–0",
        Some(GameResult::Won(Side::Second)) => "0–1",
        Some(GameResult::Drawn) => "½–½",
        Some(GameResult::Default { absent: Side::Second }) => "+ −",
        Some(GameResult::Default { absent: Side::First }) => "− +",
        Some(GameResult::BothAbsent) => "− −",
    };
    mark.to_message()
}
