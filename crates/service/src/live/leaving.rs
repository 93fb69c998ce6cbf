//! Ending the live games of an account that is deleted.

use crate::{Error, Result};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{
    Command, Decision, Event, OfficialCommand, Play, PlayId, PlayerCommand, Reason, Rule, Sent,
    read,
};
use adjutant_store::plays::{self, AppendOutcome, PlayRow};
use adjutant_store::{AnyConnection, outages, play_passes, play_queries};
use salpakan::rules::Color;

use super::Live;
use super::writer::append_of;

/// More games than any account has in progress.
const MOST: i64 = 10_000;
/// Games read per batch when all are ended.
const MOST_AT_ONCE: i64 = 500;
/// The reason given in event games that had not begun.
const WHY: &str = "This player's account was deleted.";

/// The reason given in games on one device that nobody continued.
const ABANDONED: &str = "Nobody continued this game on its device.";

/// Ends all live games of an account, in a transaction of the caller: games in progress are
/// resigned, others are aborted or, in an event, lost by default. A damaged game is skipped and
/// prevents nothing.
///
/// # Errors
/// Returns [`Error::Busy`] if a game changes at the same time: to be tried again.
pub(crate) fn end_plays(conn: &mut AnyConnection, account: i32, now: Micros) -> Result<()> {
    for row in play_queries::running_for_account(conn, account, MOST)? {
        let Some(seat) = row.seat_of(account) else { continue };
        let Some((events, play)) = rebuilt(conn, &row)? else {
            tracing::warn!(play = row.id, "a damaged play could not be ended");
            continue;
        };
        let Some(end) = ending(&play, seat.color(), now.max(play.at())) else { continue };
        add(conn, &row, &events, play, &end)?;
    }
    Ok(())
}

/// Aborts all games that are not final, because their set-ups can no longer be opened, in a
/// transaction of the caller. Returns their number; damaged games are skipped.
///
/// # Errors
/// Returns [`Error::Busy`] if a game changes at the same time.
pub(crate) fn stop_all(conn: &mut AnyConnection, why: &str, now: Micros) -> Result<u64> {
    let (mut count, mut after) = (0, i32::MIN);
    loop {
        let some = play_queries::unfinished(conn, after, MOST_AT_ONCE)?;
        let Some(last) = some.last() else { return Ok(count) };
        after = last.id;
        for row in &some {
            let Some((events, play)) = rebuilt(conn, row)? else {
                tracing::warn!(play = row.id, "a damaged play could not be stopped");
                continue;
            };
            count += u64::from(annul(conn, row, &events, play, (why, now))?);
        }
    }
}

/// Aborts games on one device that were begun before this time, whose pass has expired; up to `limit`
/// of them, in a transaction of the caller. Returns their number.
pub(crate) fn stop_abandoned(
    conn: &mut AnyConnection,
    before: Micros,
    limit: i64,
    now: Micros,
) -> Result<usize> {
    let mut count = 0;
    for row in play_passes::running_on_one_device(conn, before, limit)? {
        if let Some((events, play)) = rebuilt(conn, &row)? {
            count += usize::from(annul(conn, &row, &events, play, (ABANDONED, now))?);
        }
    }
    Ok(count)
}

/// Aborts a game without a result; `false` if that is not possible any more.
fn annul(
    conn: &mut AnyConnection,
    row: &PlayRow,
    events: &[Event],
    play: Play,
    (why, now): (&str, Micros),
) -> Result<bool> {
    let why = Reason::new(why).map_err(|e| Error::Internal(format!("a reason: {e:?}")))?;
    let now = now.max(play.at());
    let sent = Sent { id: rand::random(), received: now };
    let act = OfficialCommand::Rule(Rule::Annul, why);
    let command = Command::Official { sent, account: 0, command: act };
    let Ok(Decision::Done(end)) = play.decide(&command, now) else { return Ok(false) };
    add(conn, row, events, play, &end)?;
    Ok(true)
}

fn add(
    conn: &mut AnyConnection,
    row: &PlayRow,
    events: &[Event],
    mut next: Play,
    end: &Event,
) -> Result<()> {
    next.apply(end).map_err(|e| Error::Internal(format!("a play went wrong: {e}")))?;
    match plays::append(conn, &append_of(row.id, events, &next, end))? {
        // Another server appended first: the whole is decided again, by what there is then.
        AppendOutcome::Conflict => Err(Error::Busy { seconds: 1 }),
        _ => Ok(()),
    }
}

fn rebuilt(conn: &mut AnyConnection, row: &PlayRow) -> Result<Option<(Vec<Event>, Play)>> {
    let stored = plays::events_from(conn, row.id, 1)?;
    let events: Result<Vec<Event>, _> = stored.iter().map(|one| read(&one.body)).collect();
    let Ok(events) = events else { return Ok(None) };
    let began = events.first().map_or(Micros(0), |event| event.at);
    let outages = outages::ended_after(conn, began)?;
    Ok(Play::rebuild(&events, &outages).ok().map(|play| (events, play)))
}

/// The event that ends the game for this side; `None` if its time is over and the timer ends it.
fn ending(play: &Play, seat: Color, now: Micros) -> Option<Event> {
    let sent = Sent { id: rand::random(), received: now };
    let asks = |command| Command::Seat { sent, seat, command };
    let why = Reason::new(WHY).ok()?;
    let act = OfficialCommand::Rule(Rule::Default { loser: seat }, why);
    let ways = [
        asks(PlayerCommand::Resign),
        asks(PlayerCommand::Abort),
        Command::Official { sent, account: 0, command: act },
    ];
    ways.iter().find_map(|command| match play.decide(command, now) {
        Ok(Decision::Done(event)) => Some(event),
        _ => None,
    })
}

impl Live {
    /// Adopts and publishes changes made to a game without its session.
    pub fn refresh(&self, id: &PlayId) -> Result<()> {
        if let Some(session) = self.find_session(id)? {
            session.forget();
            super::publish_all(self, id)?;
            self.act_by_itself(id)?;
        }
        Ok(())
    }
}
