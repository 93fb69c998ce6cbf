//! Facts as the audit trail has them.

use crate::contest::arranged::{Arranging, FixedBy};
use crate::contest::{Contested, Fact, Spot};
use swiss::series::{GameResult, Side};

fn withdrew(entrant: u32, own: bool) -> String {
    format!("entrant {entrant} withdrew{}", if own { " by themselves" } else { "" })
}

/// A fact in a few words; people are named by their numbers in the event.
pub(super) fn words(fact: &Fact) -> String {
    match fact {
        Fact::Settled(_) => "settings".to_owned(),
        Fact::Opened(open) => format!("registration {}", if *open { "opened" } else { "closed" }),
        Fact::Entered { waiting, .. } => entered(*waiting).to_owned(),
        Fact::Amended { entrant, .. } => format!("entrant {} amended", entrant.0),
        Fact::Admitted(entrant) => format!("entrant {} admitted", entrant.0),
        Fact::Withdrew { entrant, own, .. } => withdrew(entrant.0, *own),
        Fact::Paid { entrant, paid } => {
            format!("entrant {} {}", entrant.0, if *paid { "paid" } else { "owes" })
        }
        Fact::Present { entrant, present } => {
            format!("entrant {} {}", entrant.0, if *present { "there" } else { "not there" })
        }
        Fact::AskedBye { stage, round, entrant, bye } => {
            let bye = if bye.is_some() { "bye" } else { "no bye" };
            format!("{}: {bye} of entrant {}", place(*stage, *round), entrant.0)
        }
        Fact::KeptApart(groups) => format!("{} groups kept apart", groups.len()),
        Fact::Begun { stage, .. } => format!("stage {} begun", stage + 1),
        Fact::BeginTakenBack { stage } => format!("stage {} not begun after all", stage + 1),
        Fact::Joined { stage, entrant, .. } => {
            format!("stage {} joined by entrant {}", stage + 1, entrant.0)
        }
        Fact::Drafted { stage, round, by_hand, .. } => {
            let by = if *by_hand { "changed by hand" } else { "paired" };
            format!("{} {by}", place(*stage, *round))
        }
        Fact::Published { stage, round } => format!("{} published", place(*stage, *round)),
        Fact::GraceOver { stage, round } => format!("{} grace over", place(*stage, *round)),
        Fact::TakenBack { stage, round } => format!("{} taken back", place(*stage, *round)),
        Fact::Restored { stage, round } => format!("{} restored", place(*stage, *round)),
        Fact::Result { spot, result, why } => {
            let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
            let at = place(spot.stage, spot.round);
            format!("{at} table {} game {}: {}{why}", spot.table + 1, spot.game + 1, came(*result))
        }
        Fact::Said { spot, side, result } => {
            let who = if *side == Side::First { "first" } else { "second" };
            let at = place(spot.stage, spot.round);
            format!("{at} table {}: {who} says {}", spot.table + 1, came(Some(*result)))
        }
        Fact::Contested { spot, said } => contested(*spot, said.as_ref()),
        Fact::Windowed { stage, round, table, .. } => {
            let of = table.map(|table| format!(" table {}", table + 1)).unwrap_or_default();
            format!("{}{of}: window set", place(*stage, *round))
        }
        Fact::Arranging { of, what, .. } => {
            format!("{} table {}: {}", place(of.stage, of.round), of.table + 1, arranging(what))
        }
        Fact::PlayedOff { stage, winner, loser } => {
            format!("stage {} play-off: {} before {}", stage + 1, winner.0, loser.0)
        }
        Fact::TeamEntered { .. }
        | Fact::TeamAmended { .. }
        | Fact::LinedUp { .. }
        | Fact::Released(_) => of_teams(fact),
        Fact::Ended(over) => if *over { "over" } else { "opened again" }.to_owned(),
    }
}

const fn entered(waiting: bool) -> &'static str {
    if waiting { "entrant, waiting" } else { "entrant" }
}

/// Facts about teams; there are no others here.
fn of_teams(fact: &Fact) -> String {
    match fact {
        Fact::TeamEntered { waiting, .. } => {
            if *waiting { "team, waiting" } else { "team" }.to_owned()
        }
        Fact::TeamAmended { entrant, .. } => format!("team {} amended", entrant.0),
        // Who plays is the team's own until it is released.
        Fact::LinedUp { at, side, .. } => {
            let who = if *side == Side::First { "first" } else { "second" };
            format!("{} table {}: line-up of the {who}", place(at.stage, at.round), at.table + 1)
        }
        Fact::Released(at) => {
            format!("{} table {}: line-ups released", place(at.stage, at.round), at.table + 1)
        }
        _ => String::new(),
    }
}

/// What a steward says of a table, or that an official has looked at it.
fn contested(spot: Spot, said: Option<&Contested>) -> String {
    let at = format!("{} table {}", place(spot.stage, spot.round), spot.table + 1);
    match said {
        Some(said) => format!("{at}: {} says {}", said.by, came(Some(said.result))),
        None => format!("{at}: stands as it is"),
    }
}

/// What was told of the time of a match. Words of players stand in the dossier alone.
fn arranging(what: &Arranging) -> String {
    match what {
        Arranging::Proposed { side, times } => {
            format!("{} proposes {} times", side_name(*side), times.len())
        }
        Arranging::TookBack { side, times } => {
            format!("{} takes {} times back", side_name(*side), times.len())
        }
        Arranging::Fixed { time: None, .. } => "time opened again".to_owned(),
        Arranging::Fixed { by: FixedBy::Players, .. } => "time agreed on".to_owned(),
        Arranging::Fixed { why, .. } => format!("time set ({why})"),
        Arranging::Here(side) => format!("{} is there", side_name(*side)),
        Arranging::Started => "game made".to_owned(),
        Arranging::Reminded(_) => "players reminded".to_owned(),
        Arranging::Lapsed { result: None, .. } => "default rule: officials decide".to_owned(),
        Arranging::Lapsed { result, .. } => format!("default rule: {}", came(*result)),
        Arranging::Appealed { side, .. } => format!("{} appeals", side_name(*side)),
        Arranging::Ruled { granted, words } => {
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

fn place(stage: usize, round: usize) -> String {
    format!("stage {} round {}", stage + 1, round + 1)
}

const fn came(result: Option<GameResult>) -> &'static str {
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
