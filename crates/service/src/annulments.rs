//! Annulling stored games: the record stays, says so and why, and counts for nothing.

use adjutant_domain::moment::Micros;
use adjutant_store::record_annulments as rows;
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, accounts, labels};

pub use adjutant_store::record_annulments::RecordAnnulment;

use super::access::{Act, ActTarget, ActingAs, Actor, require};
use super::audit::{self, Action, AuditEntry, Field};
use super::games::GameHead;
use super::live::may_serve;
use super::{App, Error, Result, persons, privacy, ratings, refusals};

/// What an official does to a stored game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Annulling {
    /// It no longer counts in ratings, in standings of its event or in the table of a season. The
    /// result of a match in an event run here is not changed by it.
    Annul,
    /// It counts again.
    Reinstate,
}

/// Checks the permission: that of an official of the game's event or organisation or, for a game
/// without an organisation, of a moderator. Nobody annuls their own game.
pub fn may_annul(app: &App, actor: &Actor, game: ActTarget) -> Result<ActingAs> {
    may_serve(actor, Act::RulePlay)?;
    let ActTarget::Game { organisation, .. } = game else { return Err(Error::Hidden) };
    let (act, demands_second_factor) = match organisation {
        0 => (Act::ModeratePlay, false),
        own => {
            let conn = &mut *app.store().read_connection()?;
            (Act::CorrectFinal, labels::demands_second_factor(conn, own)?)
        }
    };
    require(actor, act, game, demands_second_factor)
}

/// Annuls or reinstates a game, with a reason that everybody reads, and brings all ratings up to
/// date.
///
/// # Errors
/// Returns [`Error::Conflict`] if it already is as asked, and [`Error::Invalid`] with the field
/// `reason`.
pub fn annul(
    app: &App,
    actor: &Actor,
    (head, on): (GameHead, ActTarget),
    what: Annulling,
    reason: &str,
    now: Micros,
) -> Result<()> {
    let acting_as = may_annul(app, actor, on)?;
    let ActTarget::Game { organisation, event, players } = on else { return Err(Error::Hidden) };
    let written = persons::reason(reason)?;
    in_transaction(&mut *app.store().connection()?, |conn| {
        rows::lock_writer(conn)?;
        // Events and records outlive the people that they name.
        let reason = privacy::without_names_of(conn, actor, &written, &players, &actor.name)?;
        let action = match what {
            Annulling::Annul => {
                let annulment = RecordAnnulment { annulled_at: now, reason: reason.clone() };
                if !rows::annul(conn, head.number, &annulment)? {
                    return Err(Error::conflict(refusals::GAME_IS_ANNULLED));
                }
                Action::RecordAnnulled
            }
            Annulling::Reinstate => {
                if !rows::reinstate(conn, head.number)? {
                    return Err(Error::conflict(refusals::GAME_IS_NOT_ANNULLED));
                }
                Action::RecordReinstated
            }
        };
        let entry = AuditEntry::for_actor(actor, acting_as, action, now)
            .organisation(organisation)
            .event(event)
            .player(players[0])
            .subject(account_of(conn, players[1])?)
            .with_change(Field::Game, "", head.id)
            .with_reason(&reason);
        Ok::<_, Error>(audit::write(conn, &entry)?)
    })?;
    // Cached pages are now outdated.
    app.editions().raise();
    ratings::bring_up_to_date(app).map(drop)
}

fn account_of(conn: &mut AnyConnection, player: i32) -> Result<Option<i32>> {
    Ok(accounts::by_player(conn, player)?.map(|account| account.id))
}
