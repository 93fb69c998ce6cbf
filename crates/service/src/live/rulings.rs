//! Rulings of officials on live games: checked by the permission table, with a reason shown to both
//! players, and logged in the transaction of the resulting event.

use crate::access::{Act, ActTarget, ActingAs, Actor, require};
use crate::audit::{Action, AuditEntry, Field};
use crate::{Error, Result, persons, privacy};
use adjutant_domain::moment::{Micros, SECOND};
use adjutant_domain::play::{
    Command, OfficialAction, OfficialCommand, Play, PlayId, Reason, Rule, Sent, State,
};
use adjutant_store::plays::PlayRow;
use adjutant_store::{AnyConnection, labels};
use salpakan::record::short_id_text;
use salpakan::rules::{Color, Outcome};

use super::Live;
use super::session::{Answer, Refused, missing};

/// Makes a ruling, with its reason, or confirms the result, which needs none.
pub fn rule(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
    sent: Sent,
    asked: (Option<Rule>, &str),
) -> Result<Answer, Refused> {
    may_serve(actor, Act::RulePlay)?;
    live.stands()?;
    let session = live.session(id)?;
    let row = &session.row;
    let mut powers = powers(live, actor, row)?.not_none(id)?;
    let command = official_command(live, actor, row, asked)?;
    let account = u32::try_from(actor.account).unwrap_or_default();
    let (action, now) = (command.action(), live.moments().now());
    let today = live.moments().on_the_wall();
    let reason = match &command {
        OfficialCommand::Confirm => String::new(),
        OfficialCommand::Rule(_, reason) => reason.as_str().to_owned(),
    };
    session.rule(
        live,
        |play| {
            let right = right_for(action, row.organisation_id.is_none(), play.state());
            let acting_as = powers.acting_as(right)?;
            let entry = AuditEntry::for_actor(actor, acting_as, Action::PlayRuled, today)
                .organisation(row.organisation_id)
                .event(row.event_id)
                .player(row.seats.white.player)
                .subject(row.seats.black.account)
                .with_change(Field::Play, "", short_id_text(id))
                .with_change(Field::Ruling, "", action.key())
                .with_reason(&reason);
            Ok((Command::Official { sent, account, command: command.clone() }, entry))
        },
        |entry, before, after| told(entry, before, after, now),
    )
}

/// Refuses actors who may not perform the act in any game, before anything is read.
pub fn may_serve(actor: &Actor, act: Act) -> Result<()> {
    let event = |organisation, event| ActTarget::Event { organisation, event };
    let serves = actor.grants.iter().map(|one| event(one.organisation, one.event));
    let mut last = require(actor, act, ActTarget::Site, false);
    for on in serves {
        match last {
            Err(e) if e.is_of_others() => last = require(actor, act, on, false),
            _ => break,
        }
    }
    last.map(|_| ())
}

/// The permissions of an actor as an official of one game.
#[derive(Debug)]
pub(super) struct Powers(Vec<(Act, Result<ActingAs>)>);

impl Powers {
    /// Refuses an actor without any permission, with the required role if one would suffice.
    pub(super) fn not_none(self, id: &PlayId) -> Result<Powers> {
        let is_of_others = |right: &Result<_>| matches!(right, Err(e) if e.is_of_others());
        if !self.0.iter().all(|(_, right)| is_of_others(right)) {
            return Ok(self);
        }
        let mut roles = self.0.iter().filter(|(_, right)| matches!(right, Err(Error::Role { .. })));
        let role = roles.next().map(|(act, _)| Error::Role { needed: act.right().parts });
        Err(role.unwrap_or_else(|| missing(id)))
    }

    pub(super) fn hold(&self) -> bool {
        self.0.iter().any(|(_, right)| right.is_ok())
    }

    /// As what the actor performs this act. A refusal is given once.
    pub(super) fn acting_as(&mut self, act: Act) -> Result<ActingAs> {
        match self.0.iter().position(|(own, _)| *own == act) {
            Some(at) => match self.0[at].1 {
                Ok(acting_as) => Ok(acting_as),
                Err(_) => self.0.swap_remove(at).1,
            },
            None => Err(Error::Hidden),
        }
    }

    /// The rulings possible in the current state of the game.
    pub(super) fn actions(&self, row: &PlayRow, play: &Play, now: Micros) -> Vec<OfficialAction> {
        let may = |action: &OfficialAction| {
            let act = right_for(*action, row.organisation_id.is_none(), play.state());
            self.0.iter().any(|(own, right)| *own == act && right.is_ok())
        };
        play.official_actions(now).into_iter().filter(may).collect()
    }
}

/// The actor's permissions for a game; none in a game in which they play.
pub(super) fn powers(live: &Live, actor: &Actor, row: &PlayRow) -> Result<Powers> {
    let organisation = row.organisation_id;
    let none = !actor.is_signed_in() || row.seat_of(actor.account).is_some();
    if none || may_serve(actor, Act::RulePlay).is_err() {
        return Ok(Powers(Vec::new()));
    }
    let demanded = match organisation {
        None => false,
        Some(own) => {
            labels::demands_second_factor(&mut *live.app().store().read_connection()?, own)?
        }
    };
    let players = [row.seats.white.player, row.seats.black.player];
    let event = row.event_id.unwrap_or(0);
    let on = ActTarget::Game { organisation: organisation.unwrap_or(0), event, players };
    let acts: &[Act] = match organisation {
        None => &[Act::ModeratePlay],
        Some(_) => &[Act::PausePlay, Act::ArbitratePlay, Act::EnterResults, Act::CorrectFinal],
    };
    Ok(Powers(acts.iter().map(|act| (*act, require(actor, *act, on, demanded))).collect()))
}

/// The act of a ruling. A game of the site has no officials but moderators, who can annul it or
/// correct its result.
const fn right_for(action: OfficialAction, is_sites: bool, state: State) -> Act {
    match action {
        OfficialAction::Annul | OfficialAction::Correct if is_sites => Act::ModeratePlay,
        OfficialAction::Correct if matches!(state, State::Final | State::Revealed) => {
            Act::CorrectFinal
        }
        OfficialAction::Pause | OfficialAction::Resume => Act::PausePlay,
        OfficialAction::Confirm | OfficialAction::AddTime | OfficialAction::Reinstate => {
            Act::ArbitratePlay
        }
        OfficialAction::Adjudicate
        | OfficialAction::Annul
        | OfficialAction::Default
        | OfficialAction::Correct => Act::EnterResults,
    }
}

/// Validates the ruling and removes names of people from its reason: events never change, and a
/// named person may be deleted.
fn official_command(
    live: &Live,
    actor: &Actor,
    row: &PlayRow,
    (rule, reason): (Option<Rule>, &str),
) -> Result<OfficialCommand> {
    let Some(rule) = rule else { return Ok(OfficialCommand::Confirm) };
    let written = persons::reason(reason)?;
    let conn: &mut AnyConnection = &mut *live.app().store().read_connection()?;
    let seats = [row.seats.white.player, row.seats.black.player].into_iter();
    let people: Vec<i32> = seats.chain(actor.player).collect();
    let plain = privacy::without_names_of(conn, actor, &written, &people, &actor.name)?;
    let reason = Reason::new(&plain).map_err(|e| Error::invalid("reason", e.message()))?;
    Ok(OfficialCommand::Rule(rule, reason))
}

/// Adds the effect on the game, which is public, to the audit log entry.
fn told(entry: AuditEntry, before: &Play, after: &Play, now: Micros) -> AuditEntry {
    let end = |play: &Play| play.life().finished().map(|game| game.end);
    let result = |play| end(play).map_or("", |end| Outcome::notation(end.outcome));
    let how = |play| end(play).map_or("", |end| end.termination.name());
    let clock = |play: &Play, color: Color| {
        let left = play.clocks().map(|clocks| clocks.left(color, now.0).max(0) / SECOND);
        left.map(|seconds| seconds.to_string()).unwrap_or_default()
    };
    let over = after.clocks().is_none();
    let entry = entry
        .with_change(Field::State, before.state().key(), after.state().key())
        .with_change(Field::Result, result(before), result(after))
        .with_change(Field::Termination, how(before), how(after));
    if over {
        return entry;
    }
    entry
        .with_change(Field::WhiteClock, clock(before, Color::White), clock(after, Color::White))
        .with_change(Field::BlackClock, clock(before, Color::Black), clock(after, Color::Black))
}
