//! Taking down and restoring published reviews.

use adjutant_domain::moment::Micros;
use adjutant_store::reviews::{self as rows, ReviewRow};
use adjutant_store::transaction::in_transaction;

use super::super::access::{Act, ActTarget, ActingAs, Actor, require};
use super::super::audit::{self, Action, AuditEntry, Field};
use super::super::games::GameHead;
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

/// What a moderator does about a published review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moderation {
    /// Only its author and the moderators still see it. The author sees the reason and cannot
    /// publish it until it is restored.
    TakeDown,
    /// Lets its author publish it again.
    Restore,
}

/// Takes down or restores a review of somebody else, with an audit log entry that the author sees.
pub fn moderate(
    app: &App,
    actor: &Actor,
    (game, id): (GameHead, i32),
    what: Moderation,
    reason: &str,
    now: Micros,
) -> Result<()> {
    let acting_as = may_moderate(actor)?;
    in_transaction(&mut *app.store().connection()?, |conn| {
        rows::lock_writer(conn)?;
        let anothers =
            |row: &ReviewRow| row.game_id == game.number && row.account_id != actor.account;
        let row = rows::find(conn, id)?.filter(anothers).ok_or(Error::Hidden)?;
        // Before the reason is parsed, so that invisible reviews are not revealed.
        match (what, row.taken_down_at.if_ever()) {
            (Moderation::TakeDown, Some(_)) => {
                return Err(Error::conflict(refusals::REVIEW_IS_DOWN));
            }
            (Moderation::TakeDown, None) if row.published == 0 => return Err(Error::Hidden),
            (Moderation::Restore, None) => return Err(Error::Hidden),
            _ => {}
        }
        let reason = persons::reason(reason)?;
        let (action, down) = match what {
            Moderation::TakeDown => (Action::ReviewTakenDown, (now, reason.as_str())),
            Moderation::Restore => (Action::ReviewGivenBack, (Micros::NEVER, "")),
        };
        rows::set_taken_down_at(conn, row.id, down)?;
        let entry = AuditEntry::for_actor(actor, acting_as, action, now)
            .with_reason(&reason)
            .subject(row.account_id)
            .with_change(Field::Review, "", format!("{} {id}", game.id));
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
