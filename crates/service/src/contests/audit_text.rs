//! Descriptions of event facts in the audit log.

use adjutant_domain::contest::scheduling::{FixedBy, SchedulingEvent};
use adjutant_domain::contest::{ContestFact, DisputedResult, GameSlot};
use swiss::series::{GameResult, Side};

fn withdrawal_text(entrant: u32, own: bool) -> String {
    format!("entrant {entrant} withdrew{}", if own { " by themselves" } else { "" })
}

/// Describes a fact in a few words; people are referred to by their numbers in the event.
pub(super) fn fact_text(fact: &ContestFact) -> String {
    match fact {
        ContestFact::SettingsChanged { .. } => "settings".to_owned(),
        ContestFact::RegistrationToggled { open } => {
            format!("registration {}", if *open { "opened" } else { "closed" })
        }
        ContestFact::EntrantRegistered { waiting, .. } => registration_text(*waiting).to_owned(),
        ContestFact::PersonAmended { entrant, .. } => format!("entrant {} amended", entrant.0),
        ContestFact::EntrantAdmitted { entrant } => format!("entrant {} admitted", entrant.0),
        ContestFact::EntrantWithdrew { entrant, by_entrant: own, .. } => {
            withdrawal_text(entrant.0, *own)
        }
        ContestFact::FeePaidSet { entrant, paid } => {
            format!("entrant {} {}", entrant.0, if *paid { "paid" } else { "owes" })
        }
        ContestFact::PresenceSet { entrant, present } => {
            format!("entrant {} {}", entrant.0, if *present { "there" } else { "not there" })
        }
        ContestFact::ByeRequested { stage, round, entrant, bye } => {
            let bye = if bye.is_some() { "bye" } else { "no bye" };
            format!("{}: {bye} of entrant {}", round_text(*stage, *round), entrant.0)
        }
        ContestFact::ProhibitedGroupsSet { groups } => {
            format!("{} groups kept apart", groups.len())
        }
        ContestFact::StageStarted { stage, .. } => format!("stage {} begun", stage + 1),
        ContestFact::StageStartTakenBack { stage } => {
            format!("stage {} not begun after all", stage + 1)
        }
        ContestFact::StageJoined { stage, entrant, .. } => {
            format!("stage {} joined by entrant {}", stage + 1, entrant.0)
        }
        ContestFact::RoundDrafted { stage, round, is_manual: by_hand, .. } => {
            let by = if *by_hand { "changed by hand" } else { "paired" };
            format!("{} {by}", round_text(*stage, *round))
        }
        ContestFact::RoundPublished { stage, round } => {
            format!("{} published", round_text(*stage, *round))
        }
        ContestFact::GraceEnded { stage, round } => {
            format!("{} grace over", round_text(*stage, *round))
        }
        ContestFact::RoundTakenBack { stage, round } => {
            format!("{} taken back", round_text(*stage, *round))
        }
        ContestFact::RoundRestored { stage, round } => {
            format!("{} restored", round_text(*stage, *round))
        }
        ContestFact::ResultEntered { spot, result, reason: why } => {
            let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
            let at = round_text(spot.stage, spot.round);
            format!(
                "{at} table {} game {}: {}{why}",
                spot.table + 1,
                spot.game + 1,
                result_text(*result)
            )
        }
        ContestFact::ResultReported { spot, side, result } => {
            let who = if *side == Side::First { "first" } else { "second" };
            let at = round_text(spot.stage, spot.round);
            format!("{at} table {}: {who} says {}", spot.table + 1, result_text(Some(*result)))
        }
        ContestFact::ResultDisputed { spot, said } => dispute_text(*spot, said.as_ref()),
        ContestFact::WindowOpened { stage, round, table, .. } => {
            let of = table.map(|table| format!(" table {}", table + 1)).unwrap_or_default();
            format!("{}{of}: window set", round_text(*stage, *round))
        }
        ContestFact::MatchScheduling { table: of, event: what, .. } => {
            format!(
                "{} table {}: {}",
                round_text(of.stage, of.round),
                of.table + 1,
                scheduling_text(what)
            )
        }
        ContestFact::PlayOffDecided { stage, winner, loser } => {
            format!("stage {} play-off: {} before {}", stage + 1, winner.0, loser.0)
        }
        ContestFact::TeamRegistered { .. }
        | ContestFact::TeamAmended { .. }
        | ContestFact::LineUpSubmitted { .. }
        | ContestFact::LineUpsReleased(_) => team_fact_text(fact),
        ContestFact::EventEndedSet { over } => {
            if *over { "over" } else { "opened again" }.to_owned()
        }
    }
}

const fn registration_text(waiting: bool) -> &'static str {
    if waiting { "entrant, waiting" } else { "entrant" }
}

/// Describes a fact about teams.
fn team_fact_text(fact: &ContestFact) -> String {
    match fact {
        ContestFact::TeamRegistered { waiting, .. } => {
            if *waiting { "team, waiting" } else { "team" }.to_owned()
        }
        ContestFact::TeamAmended { entrant, .. } => format!("team {} amended", entrant.0),
        // The players are confidential until the line-up is released.
        ContestFact::LineUpSubmitted { at, side, .. } => {
            let who = if *side == Side::First { "first" } else { "second" };
            format!(
                "{} table {}: line-up of the {who}",
                round_text(at.stage, at.round),
                at.table + 1
            )
        }
        ContestFact::LineUpsReleased(at) => {
            format!("{} table {}: line-ups released", round_text(at.stage, at.round), at.table + 1)
        }
        _ => String::new(),
    }
}

/// Describes a steward's disagreeing result, or its resolution.
fn dispute_text(spot: GameSlot, said: Option<&DisputedResult>) -> String {
    let at = format!("{} table {}", round_text(spot.stage, spot.round), spot.table + 1);
    match said {
        Some(said) => format!("{at}: {} says {}", said.link_name, result_text(Some(said.result))),
        None => format!("{at}: stands as it is"),
    }
}

/// Describes a scheduling fact. Texts of players are kept in the dossier only.
fn scheduling_text(what: &SchedulingEvent) -> String {
    match what {
        SchedulingEvent::TimesProposed { side, proposals: times } => {
            format!("{} proposes {} times", side_name(*side), times.len())
        }
        SchedulingEvent::ProposalsWithdrawn { side, proposals: times } => {
            format!("{} takes {} times back", side_name(*side), times.len())
        }
        SchedulingEvent::TimeFixed { time: None, .. } => "time opened again".to_owned(),
        SchedulingEvent::TimeFixed { by: FixedBy::Players, .. } => "time agreed on".to_owned(),
        SchedulingEvent::TimeFixed { why, .. } => format!("time set ({why})"),
        SchedulingEvent::CheckedIn { side } => format!("{} is there", side_name(*side)),
        SchedulingEvent::GameStarted => "game made".to_owned(),
        SchedulingEvent::Reminded { .. } => "players reminded".to_owned(),
        SchedulingEvent::DefaultApplied { result: None, .. } => {
            "default rule: officials decide".to_owned()
        }
        SchedulingEvent::DefaultApplied { result, .. } => {
            format!("default rule: {}", result_text(*result))
        }
        SchedulingEvent::Appealed { side, .. } => format!("{} appeals", side_name(*side)),
        SchedulingEvent::Ruled { granted, reason: words } => {
            format!("{} ({words})", if *granted { "default lifted" } else { "default stands" })
        }
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

fn round_text(stage: usize, round: usize) -> String {
    format!("stage {} round {}", stage + 1, round + 1)
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
