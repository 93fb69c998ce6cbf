//! Descriptions of event facts in the audit log.

use adjutant_domain::contest::scheduling::{FixedBy, SchedulingEvent};
use adjutant_domain::contest::{
    ChallengeEnd, ContestFact, DisputedResult, EventMove, GameSlot, RoundId, TableId, chosen_lot,
    day_text,
};
use swiss::series::{GameResult, Side};

/// Describes a fact in a few words; people are referred to by their numbers in the event.
pub(super) fn fact_text(fact: &ContestFact) -> String {
    use ContestFact::*;
    match fact {
        SettingsChanged { .. }
        | Announced { .. }
        | EventEndedSet { .. }
        | EventCancelled { .. }
        | EventMoved(_) => event_text(fact),
        LotDrawn { stage, lot } => format!("stage {} lot {lot} drawn", stage + 1),
        RegistrationToggled { open: true } => "registration opened".to_owned(),
        RegistrationToggled { open: false } => "registration closed".to_owned(),
        EntrantRegistered { waiting: true, .. } => "entrant, waiting".to_owned(),
        EntrantRegistered { waiting: false, .. } => "entrant".to_owned(),
        PersonAmended { entrant, .. } => format!("entrant {} amended", entrant.0),
        EntrantAdmitted { entrant } => format!("entrant {} admitted", entrant.0),
        EntrantsMerged { entrant, into } => {
            format!("entrant {} merged into {}", entrant.0, into.0)
        }
        StageRenumbered { stage, .. } => format!("stage {} numbered again", stage + 1),
        EntrantRemoved { entrant } => format!("entrant {} removed", entrant.0),
        EntrantWithdrew { entrant, by_entrant, .. } => {
            let by = if *by_entrant { " by themselves" } else { "" };
            format!("entrant {} withdrew{by}", entrant.0)
        }
        FeePaidSet { entrant, amount, .. } if amount.0 > 0 => {
            format!("entrant {} paid {amount}", entrant.0)
        }
        FeePaidSet { entrant, paid, .. } => {
            format!("entrant {} {}", entrant.0, if *paid { "paid" } else { "owes" })
        }
        PresenceSet { entrant, present } => {
            format!("entrant {} {}", entrant.0, if *present { "there" } else { "not there" })
        }
        ByeRequested { stage, round, entrant, bye } => {
            let bye = if bye.is_some() { "bye" } else { "no bye" };
            format!(
                "{}: {bye} of entrant {}",
                round_text(RoundId { stage: *stage, round: *round }),
                entrant.0
            )
        }
        ProhibitedGroupsSet { groups } => format!("{} groups kept apart", groups.len()),
        StageStarted { stage, .. } => format!("stage {} begun", stage + 1),
        StageStartTakenBack { stage } => format!("stage {} not begun after all", stage + 1),
        StageJoined { stage, entrant, .. } => {
            format!("stage {} joined by entrant {}", stage + 1, entrant.0)
        }
        RoundDrafted { stage, round, is_manual, .. } => {
            let by = if *is_manual { "changed by hand" } else { "paired" };
            format!("{} {by}", round_text(RoundId { stage: *stage, round: *round }))
        }
        RoundPublished(at) => format!("{} published", round_text(*at)),
        GraceEnded(at) => format!("{} grace over", round_text(*at)),
        RoundTakenBack(at) => format!("{} taken back", round_text(*at)),
        RoundRestored(at) => format!("{} restored", round_text(*at)),
        ResultEntered { spot, result, reason } => {
            let (at, result) = (table_text(spot.table_id()), result_text(*result));
            let why = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
            format!("{at} game {}: {result}{why}", spot.game + 1)
        }
        ResultReported { spot, side, result } => {
            let (at, result) = (table_text(spot.table_id()), result_text(Some(*result)));
            format!("{at}: {} says {result}", side_name(*side))
        }
        ResultDisputed { spot, said } => dispute_text(*spot, said.as_ref()),
        WindowOpened { stage, round, table, .. } => {
            let of = table.map(|table| format!(" table {}", table + 1)).unwrap_or_default();
            format!("{}{of}: window set", round_text(RoundId { stage: *stage, round: *round }))
        }
        MatchScheduling { table, event, .. } => {
            format!("{}: {}", table_text(*table), scheduling_text(event))
        }
        PlayOffDecided { stage, winner, loser } => {
            format!("stage {} play-off: {} before {}", stage + 1, winner.0, loser.0)
        }
        TeamRegistered { waiting: true, .. } => "team, waiting".to_owned(),
        TeamRegistered { waiting: false, .. } => "team".to_owned(),
        TeamAmended { entrant, .. } => format!("team {} amended", entrant.0),
        // The players are confidential until the line-up is released.
        LineUpSubmitted { at, side, .. } => {
            format!("{}: line-up of the {}", table_text(*at), side_name(*side))
        }
        LineUpsReleased(at) => format!("{}: line-ups released", table_text(*at)),
        RoundAltered { stage, round, .. } => {
            format!("{} altered by hand", round_text(RoundId { stage: *stage, round: *round }))
        }
        RoundExtended { .. }
        | ArenaClockSet { .. }
        | ArenaEnded { .. }
        | ArenaPaused { .. }
        | ChallengeMade { .. }
        | ChallengeAccepted { .. }
        | ChallengeClosed { .. }
        | LadderClockStarted { .. }
        | LadderFell { .. }
        | LadderEnded { .. } => growing_round_text(fact),
        Undone { first, last } => format!("facts {first} to {last} undone"),
        Redone { first } => format!("what was undone from fact {first} on done again"),
        RoundRevoked(at) => format!("{} revoked", round_text(*at)),
    }
}

/// Describes how a round grows, and what happens in arenas and ladders beside their games.
fn growing_round_text(fact: &ContestFact) -> String {
    use ContestFact::*;
    match fact {
        RoundExtended { stage, round, .. } => {
            format!("{} has more matches", round_text(RoundId { stage: *stage, round: *round }))
        }
        ArenaClockSet { stage, .. } => format!("stage {}: clock of the arena set", stage + 1),
        ArenaEnded { stage } => format!("stage {}: arena ended", stage + 1),
        ArenaPaused { stage, entrant, paused } => {
            let what = if *paused { "pauses" } else { "is back" };
            format!("stage {}: entrant {} {what}", stage + 1, entrant.0)
        }
        ChallengeMade { stage, challenger, challenged, .. } => {
            format!("stage {}: entrant {} challenges {}", stage + 1, challenger.0, challenged.0)
        }
        ChallengeAccepted { stage, challenger, challenged, .. } => format!(
            "stage {}: challenge of entrant {} accepted by {}",
            stage + 1,
            challenger.0,
            challenged.0
        ),
        ChallengeClosed { stage, challenger, challenged, how, .. } => format!(
            "stage {}: challenge of entrant {} to {} {}",
            stage + 1,
            challenger.0,
            challenged.0,
            challenge_end_text(*how)
        ),
        LadderClockStarted { stage, .. } => format!("stage {}: clock of the ladder set", stage + 1),
        LadderFell { stage, entrants, .. } => {
            format!("stage {}: {} entrants fall without a game", stage + 1, entrants.len())
        }
        LadderEnded { stage, .. } => format!("stage {}: ladder ended", stage + 1),
        _ => String::new(),
    }
}

const fn challenge_end_text(how: ChallengeEnd) -> &'static str {
    match how {
        ChallengeEnd::Played => "played",
        ChallengeEnd::Refused => "refused",
        ChallengeEnd::Unanswered => "not answered",
        ChallengeEnd::Withdrawn => "taken back",
        ChallengeEnd::Lapsed => "lapsed",
    }
}

/// Describes a fact about the whole event.
fn event_text(fact: &ContestFact) -> String {
    use ContestFact::*;
    match fact {
        SettingsChanged { settings } => match chosen_lot(&settings.plan) {
            Some((stage, lot)) => format!("settings, stage {} with the lot {lot}", stage + 1),
            None => "settings".to_owned(),
        },
        Announced { number, text: Some(text) } => format!("announcement {number}: {text}"),
        Announced { number, text: None } => format!("announcement {number} taken down"),
        EventEndedSet { over: true } => "over".to_owned(),
        EventEndedSet { over: false } => "opened again".to_owned(),
        EventCancelled { reason } if reason.is_empty() => "cancelled".to_owned(),
        EventCancelled { reason } => format!("cancelled: {reason}"),
        EventMoved(EventMove { from, to }) => {
            format!("moved from {} to {}", day_text(*from), day_text(*to))
        }
        _ => String::new(),
    }
}

/// Describes a steward's disagreeing result, or its resolution.
fn dispute_text(spot: GameSlot, said: Option<&DisputedResult>) -> String {
    let at = table_text(spot.table_id());
    match said {
        Some(said) => format!("{at}: {} says {}", said.link_name, result_text(Some(said.result))),
        None => format!("{at}: stands as it is"),
    }
}

/// Describes a scheduling fact. Texts of players are kept in the dossier only.
fn scheduling_text(what: &SchedulingEvent) -> String {
    use SchedulingEvent::*;
    match what {
        TimesProposed { side, proposals } => {
            format!("{} proposes {} times", side_name(*side), proposals.len())
        }
        ProposalsWithdrawn { side, proposals } => {
            format!("{} takes {} times back", side_name(*side), proposals.len())
        }
        TimeFixed { time: None, .. } => "time opened again".to_owned(),
        TimeFixed { by: FixedBy::Players, .. } => "time agreed on".to_owned(),
        TimeFixed { why, .. } => format!("time set ({why})"),
        CheckedIn { side } => format!("{} is there", side_name(*side)),
        GameStarted => "game made".to_owned(),
        Reminded { .. } => "players reminded".to_owned(),
        DefaultApplied { result: None, .. } => "default rule: officials decide".to_owned(),
        DefaultApplied { result, .. } => format!("default rule: {}", result_text(*result)),
        Appealed { side, .. } => format!("{} appeals", side_name(*side)),
        Ruled { granted: true, reason } => format!("default lifted ({reason})"),
        Ruled { granted: false, reason } => format!("default stands ({reason})"),
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

fn round_text(at: RoundId) -> String {
    format!("stage {} round {}", at.stage + 1, at.round + 1)
}

fn table_text(at: TableId) -> String {
    format!("{} table {}", round_text(at.round_id()), at.table + 1)
}

const fn result_text(result: Option<GameResult>) -> &'static str {
    match result {
        None => "no result",
        Some(GameResult::Won(Side::First)) => "first won",
        Some(GameResult::Won(Side::Second)) => "second won",
        Some(GameResult::Drawn) => "drawn",
        Some(GameResult::Default { absent: Side::First }) => "second won by default",
        Some(GameResult::Default { absent: Side::Second }) => "first won by default",
        Some(GameResult::BothAbsent) => "both absent",
    }
}
