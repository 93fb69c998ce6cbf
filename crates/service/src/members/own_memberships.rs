//! Leaving a roster on one's own initiative.

use adjutant_store::members as rows;
use adjutant_store::transaction::in_transaction;
use adjutant_store::{claims, id_sequence, profiles};

use super::super::access::{Act, ActTarget, Actor, require};
use super::super::{App, Error, Thing, persons};
use super::roster_writer::{RosterChangeAuthor, RosterStep, write_changes};
use super::{Affiliation, player_affiliations};

/// The organisations with the actor's player on their rosters.
pub fn own_affiliations(app: &App, actor: &Actor) -> Result<Vec<Affiliation>, Error> {
    require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    let Some(player) = actor.player else { return Ok(Vec::new()) };
    player_affiliations(&mut *app.store().connection()?, player)
}

/// Removes the actor's player, and those merged into it, from an organisation's roster.
pub fn leave(app: &App, actor: &Actor, slug: &str, now: i64) -> Result<(), Error> {
    require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    let missing = || Error::missing(Thing::Organisation, slug);
    let player = actor.player.ok_or_else(missing)?;
    let acting_as = require(actor, Act::KeepProfile, ActTarget::Player(player), false)?;
    let mut connection = app.store().connection()?;
    let concerned = in_transaction(&mut connection, |connection| {
        id_sequence::lock_writer(connection)?;
        let (organisation, _) =
            claims::organisation_by_slug(connection, slug)?.ok_or_else(missing)?;
        let mut own = Vec::new();
        for one in profiles::with_merged_players(connection, player)? {
            own.extend(rows::find(connection, organisation, one)?);
        }
        if own.is_empty() {
            return Err(missing());
        }
        let steps: Vec<RosterStep<'_>> = own.iter().map(|row| RosterStep::Remove { row }).collect();
        let (account, acting_as) = (actor.account, acting_as.key());
        write_changes(
            connection,
            RosterChangeAuthor { account, acting_as, organisation, now, reason: "" },
            &steps,
        )?;
        profiles::sync_privacy(connection, player)?;
        Ok::<_, Error>(player)
    })?;
    drop(connection);
    persons::changed(app, &[concerned])
}
