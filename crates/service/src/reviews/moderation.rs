//! Taking down and restoring published reviews.

use adjutant_domain::moment::Micros;
use adjutant_store::reviews::{self as rows, ReviewRow};
use adjutant_store::transaction::in_transaction;

use super::super::access::{Act, ActTarget, ActingAs, Actor, require};
use super::super::audit::{self, Action, AuditEntry, Field};
use super::super::games::Game;
use super::super::{App, Error, Result, persons, refusals};
use super::{Review, decoded_all};

const LISTED: i64 = 100;

/// Why and when a published review was taken down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenDown {
    pub at: Micros,
    pub reason: String,
}

impl TakenDown {
    pub(super) fn of(row: &ReviewRow) -> Option<TakenDown> {
        let reason = || row.taken_down_for.clone();
        row.taken_down_at.if_ever().map(|at| TakenDown { at, reason: reason() })
    }
}

/// Checks the permission to moderate, before the request body is read.
pub fn may_moderate(actor: &Actor) -> Result<ActingAs> {
    require(actor, Act::ModerateReviews, ActTarget::Site, true)
}

/// Takes a published review down: only its author and the moderators see it, and the author sees
/// the reason and cannot publish it until it is restored.
pub fn take_down(
    app: &App,
    actor: &Actor,
    at: (&Game, i32),
    reason: &str,
    now: Micros,
) -> Result<()> {
    let acting_as = may_moderate(actor)?;
    let entry = AuditEntry::for_actor(actor, acting_as, Action::ReviewTakenDown, now);
    let may_go = |row: &ReviewRow| {
        if row.taken_down_at > Micros::NEVER {
            return Err(Error::conflict(refusals::REVIEW_IS_DOWN));
        }
        if row.published == 0 { Err(Error::Hidden) } else { Ok(()) }
    };
    ruled(app, actor, at, (entry, reason), may_go, |reason| (now, reason))
}

/// Restores a review, so that its author may publish it again.
pub fn give_back(
    app: &App,
    actor: &Actor,
    at: (&Game, i32),
    reason: &str,
    now: Micros,
) -> Result<()> {
    let acting_as = may_moderate(actor)?;
    let entry = AuditEntry::for_actor(actor, acting_as, Action::ReviewGivenBack, now);
    let may_come = |row: &ReviewRow| match row.taken_down_at {
        Micros::NEVER => Err(Error::Hidden),
        _ => Ok(()),
    };
    ruled(app, actor, at, (entry, reason), may_come, |_| (Micros::NEVER, ""))
}

/// Takes down or restores a review of somebody else, with an audit log entry that the author sees.
/// `may` is checked before the reason is parsed, so that invisible reviews are not revealed.
fn ruled(
    app: &App,
    actor: &Actor,
    (game, id): (&Game, i32),
    (entry, reason): (AuditEntry, &str),
    may: impl FnOnce(&ReviewRow) -> Result<()>,
    down_from: impl FnOnce(&str) -> (Micros, &str),
) -> Result<()> {
    in_transaction(&mut *app.store().connection()?, |conn| {
        rows::lock_writer(conn)?;
        let anothers =
            |row: &ReviewRow| row.game_id == game.number && row.account_id != actor.account;
        let row = rows::find(conn, id)?.filter(anothers).ok_or(Error::Hidden)?;
        may(&row)?;
        let reason = persons::reason(reason)?;
        rows::set_taken_down_at(conn, row.id, down_from(&reason))?;
        let which = format!("{} {id}", game.summary.id);
        let entry = entry.with_reason(&reason).subject(row.account_id);
        let entry = entry.with_change(Field::Review, "", which);
        Ok::<_, Error>(audit::write(conn, &entry)?)
    })?;
    // Cached pages are now outdated.
    app.editions().raise();
    Ok(())
}

/// Reviews that are taken down, newest first, at most a hundred; without the actor's own, which
/// others decide.
pub fn taken_down(app: &App, actor: &Actor) -> Result<Vec<Review>> {
    may_moderate(actor)?;
    let conn = &mut *app.store().read_connection()?;
    let mut all = rows::newest_taken_down(conn, LISTED)?;
    all.retain(|row| row.account_id != actor.account);
    decoded_all(conn, actor, all, None)
}
