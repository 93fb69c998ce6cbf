//! Bots: marked for everybody, and rated separately.

use adjutant_domain::moment::Micros;
use adjutant_store::{AnyConnection, computers, play_queries, players};

use super::access::{Act, ActTarget, Actor, require};
use super::audit::{self, Action, AuditEntry};
use super::{App, Error, Result, ratings, refusals};

/// Whether the actor's player is a bot; `None` for an account without a player.
pub fn own(app: &App, actor: &Actor) -> Result<Option<bool>> {
    require(actor, Act::ReadOwnProfile, ActTarget::Account(actor.account), false)?;
    let Some(player) = actor.player else { return Ok(None) };
    is_bot(&mut *app.store().read_connection()?, player).map(Some)
}

pub(super) fn is_bot(conn: &mut AnyConnection, player: i32) -> Result<bool> {
    Ok(!players::bots_among(conn, &[player])?.is_empty())
}

/// Whether the player is somebody's bot, which events are closed to. The site's own computer may stand in for the odd player.
pub(super) fn is_barred_from_events(conn: &mut AnyConnection, player: i32) -> Result<bool> {
    Ok(is_bot(conn, player)? && computers::among(conn, &[player])?.is_empty())
}

/// Declares the actor's player a bot, permanently, and returns its handle. Repeating it has no effect.
///
/// # Errors
/// Returns [`Error::Conflict`] for an account without a player, and for a player with rated or
/// current games, which a person played.
pub fn declare(app: &App, actor: &Actor, now: Micros) -> Result<String> {
    let acting_as = require(actor, Act::BecomeBot, ActTarget::Account(actor.account), false)?;
    let player = actor.player.ok_or_else(|| Error::conflict(refusals::NO_OWN_PLAYER))?;
    if !ratings::of_player(app, player)?.is_empty() {
        return Err(Error::conflict(refusals::BOT_IS_RATED));
    }
    let handle = app.write(|conn| {
        let handle = players::canonical(conn, player)?.handle;
        if is_bot(conn, player)? {
            return Ok(handle);
        }
        if !play_queries::running_for_account(conn, actor.account, 1)?.is_empty() {
            return Err(Error::conflict(refusals::BOT_PLAYS));
        }
        players::mark_bot(conn, player)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::BotDeclared, now);
        audit::write(conn, &entry.player(player).subject(actor.account))?;
        Ok::<_, Error>(handle)
    })?;
    app.editions().raise();
    Ok(handle)
}
