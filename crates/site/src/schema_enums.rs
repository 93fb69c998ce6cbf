//! Possible values of text fields, as the description lists them. Other modules parse them; a test checks that these
//! lists match.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// Declares schemas of texts that are one of some words.
macro_rules! words {
    ($($(#[doc = $about:literal])+ $name:ident: $($word:literal),+;)+) => {$(
        $(#[doc = $about])+
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let schema = ObjectBuilder::new().schema_type(Type::String);
                let schema = schema.description(Some(concat!($($about),+).trim()));
                schema.enum_values(Some([$($word),+])).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )+};
}

words! {
    /// A side.
    ColorName: "white", "black";

    /// A way in which the computer plays.
    ComputerPersonalityName: "attacker", "defender", "runner", "bluffer";

    /// A side of a table.
    TableSideName: "first", "second";

    /// An action of a player other than a ply.
    PlayActionName: "ready", "offer", "decline", "withdraw", "accept", "resign", "show-flag", "abort", "pause", "resume",
        "claim", "add-time", "accept-result";

    /// A ruling of an official.
    RulingName: "pause", "resume", "add-time", "adjudicate", "annul", "default", "correct", "reinstate", "confirm";

    /// The result of a game that is over.
    ResultName: "1-0", "0-1", "1/2-1/2";

    /// The format of exported games.
    RecordFormatName: "ndjson", "entries", "ggn";

    /// The result of a record.
    RecordResultName: "1-0", "0-1", "1/2-1/2", "*";

    /// How a game ended, as in filters and records.
    TerminationName: "flag-captured", "flag-reached", "resignation", "agreement", "time", "default", "adjudication",
        "abandoned", "unterminated", "left", "stalemate", "repetition";

    /// A game of this site, as records name it.
    GameName: "salpakan", "three-generals";

    /// Where the players of a game are.
    VenueName: "online", "table";

    /// When ranks are revealed.
    DisclosureName: "game", "round", "event";

    /// The annotation glyph of a ply.
    GlyphName: "!!", "!", "!?", "?!", "?", "??";

    /// How far an analysis is.
    AnalysisStateName: "none", "waiting", "done", "failed";

    /// What a ply is called that gave chances away.
    JudgementName: "inaccuracy", "mistake", "blunder";

    /// Why a move is better.
    ReasonName: "flag-in-danger", "stops-flag", "challenge", "poor-challenge", "into-danger", "left-in-danger", "flag-runs", "line",
        "wins-game", "loses-game", "opens-line-of-fire", "loses-general", "wins-general", "wakes-stone", "lets-enemy-wake",
        "loses-piece", "wins-piece";

    /// The perspective of a replay.
    PerspectiveName: "revealed", "white", "black", "public";

    /// The viewer whose knowledge is returned.
    ViewerName: "white", "black", "public";

    /// The prior: which armies are assumed before anything is seen.
    PriorName: "uniform", "learned";

    /// Who acted.
    AuditActorKind: "account", "deleted", "command", "nobody";

    /// Whether an act of an official holds.
    ActStateName: "in-force", "undone", "change";

    /// The phase of an event.
    ContestPhaseName: "to-come", "under-way", "over", "cancelled";

    /// What looks odd in a game.
    SignKindName: "resigned-at-once", "short-game", "quick-result", "only-draws", "forfeit-to-clubmate", "last-round-gift", "corrected-in-favor", "like-computer";

    /// What the winner of a game has by it.
    SignGainName: "prize", "qualification";

    /// Why somebody reported a game.
    ReportGroundName: "stalling", "name", "arranged", "cheating", "other";

    /// The state of a case of fair play.
    CaseStateName: "open", "decided", "appealed", "closed";

    /// What an entry of a case is.
    CaseEntryName: "opened", "reported", "noted", "decided", "appealed", "ruled";

    /// What happens if one side proposes no time.
    SilentSideRule: "default", "officials";

    /// What happened in a match.
    DossierEntryName: "window", "proposed", "taken-back", "fixed", "here", "started", "reminded", "lapsed", "appealed", "ruled";

    /// The kind of a bracket.
    BracketKindName: "homogeneous", "heterogeneous";

    /// Why so many float down.
    FloatCountReason: "nobody", "odd", "no-more-pairs", "for-others", "for-the-bye", "untold";

    /// Why an entrant floats down.
    FloatReason: "alone", "no-opponent", "last", "all-lower", "instead", "withheld";

    /// What became of a candidate.
    CandidateVerdictName: "breaks", "worse", "later", "untold", "withheld";

    /// Why a pair is not allowed.
    PairingFaultName: "met", "kept-apart", "same-color", "second-bye", "colors";

    /// A field that a rating list fills.
    FilledFieldName: "rating", "federation_number", "birth_year", "gender";

    /// Whether an entrant was found in a rating list.
    FillStatusName: "filled", "unlisted", "ambiguous", "taken", "doubtful";

    /// Why a game of an event is not rated.
    UnratedReason: "forfeit", "guest", "missing";

    /// How the rounds of a tie-break combine.
    TieBreakTotalName: "sum", "average", "rounded-average", "none-of-them", "own", "performance", "perfect-performance", "place", "sum-and-own-value";

    /// Why a score counts otherwise.
    AdjustmentReason: "byes-as-draws", "dummy";

    /// The owner of records and events.
    RecordOwnerName: "site", "organisation", "member";

    /// How precise probabilities are.
    PrecisionName: "exact", "estimated";

    /// Whether sets of possible ranks are exact.
    RankSetsName: "exact", "at-least";

    /// What a player lacks for a place.
    ShortfallName: "games", "opponents", "deviation", "activity";

    /// Where a place of a division leads.
    ZoneName: "up", "plays-up", "stays", "plays-down", "down", "leaves";

    /// The verdict of a challenge.
    VerdictName: "challenger", "defender", "split";

    /// How a threat was answered.
    ThreatReplyName: "called", "believed", "open";

    /// A role in an organisation.
    OrganisationRoleName: "owner", "organizer", "official";

    /// A role on the site.
    SiteRoleName: "none", "moderator", "operator";

    /// An age band.
    AgeBandName: "unknown", "below-13", "13-17", "18-59", "60-up";

    /// What a notice is about.
    NoticeKindName: "pairing", "start", "move", "request", "result", "ranks", "review", "proposal", "followed";

    /// The state of a live game that is not over.
    RunningPlayStateName: "deploying", "in-play", "paused";

    /// Whether you wait to be paired.
    QuickPairingStateName: "outside", "waiting", "paired";

    /// Whose piece was captured.
    FallenSideName: "theirs", "mine", "both";

    /// What a question asks for.
    QuizQuestionKind: "ranks", "fight";

    /// The state of a review.
    ReviewStateName: "published", "private", "removed", "taken-down";

    /// A field of a roster.
    RosterFieldName: "name", "club", "province", "number", "age";

    /// What an import does with a row.
    RosterRowChangeName: "added", "changed", "removed";

    /// The state of a delivery.
    DeliveryStateName: "waiting", "done", "dead";

    /// Why a game was aborted.
    AbortCauseName: "seat", "nobody-ready", "not-ready", "annulled";

    /// Who acted in a live game.
    EventAuthorName: "white", "black", "official", "system";

    /// The state of a live game.
    PlayStateName: "created", "deploying", "in-play", "paused", "ended", "final", "revealed", "aborted";

    /// As whom you see a live game.
    PlayViewerName: "white", "black", "official", "spectator";

    /// Whether a replay shows all ranks.
    ReplayDisclosureName: "revealed", "public";

    /// How a record came here.
    ProvenanceName: "imported", "imported-api", "imported-member", "imported-organisation", "demo";
}
