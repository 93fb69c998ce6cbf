//! Leaving a roster by oneself: whoever was written on one need not stay there.

use crate::store::members as rows;
use crate::store::transaction::in_transaction;
use crate::store::{claims, counted, profiles};

use super::super::access::{Act, Actor, On, require};
use super::super::{App, Error, Thing, persons};
use super::write::{By, Step, write};
use super::{Affiliation, of_player};

/// The organisations that have one's player on their rosters.
///
/// # Errors
/// Those of [`require`].
pub fn own(app: &App, actor: &Actor) -> Result<Vec<Affiliation>, Error> {
    require(actor, Act::KeepAccount, On::Account(actor.account), false)?;
    let Some(player) = actor.player else { return Ok(Vec::new()) };
    of_player(&mut *app.store().connection()?, player)
}

/// Takes one's own player, and those who were merged into him, off an organisation's roster.
///
/// # Errors
/// [`Error::Missing`] where he is not on it; those of [`require`].
pub fn leave(app: &App, actor: &Actor, slug: &str, now: i64) -> Result<(), Error> {
    require(actor, Act::KeepAccount, On::Account(actor.account), false)?;
    let missing = || Error::missing(Thing::Organisation, slug);
    let player = actor.player.ok_or_else(missing)?;
    let acting_as = require(actor, Act::KeepProfile, On::Player(player), false)?;
    let mut connection = app.store().connection()?;
    let concerned = in_transaction(&mut connection, |connection| {
        counted::claim(connection)?;
        let (organisation, _) = claims::organisation(connection, slug)?.ok_or_else(missing)?;
        let mut own = Vec::new();
        for one in profiles::with_merged(connection, player)? {
            own.extend(rows::one(connection, organisation, one)?);
        }
        if own.is_empty() {
            return Err(missing());
        }
        let steps: Vec<Step<'_>> = own.iter().map(|row| Step::Remove { row }).collect();
        let (account, acting_as) = (actor.account, acting_as.key());
        write(connection, By { account, acting_as, organisation, now, reason: "" }, &steps)?;
        profiles::keep_privacy(connection, player)?;
        Ok::<_, Error>(player)
    })?;
    drop(connection);
    persons::changed(app, &[concerned])
}
