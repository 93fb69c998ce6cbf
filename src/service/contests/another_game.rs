//! Another game for a table of an event whose game was annulled.

use crate::play::{PlayId, State};
use crate::service::access::{Act, Actor};
use crate::service::audit::{self, Action, Entry, Field};
use crate::service::{App, Error, refusals};
use crate::store::contest_plays::{self as rows, LinkRow};
use crate::store::counted;
use crate::store::transaction::in_transaction;
use salpakan::record::short_id_text;

use super::conflict_of_interest::entries_of;
use super::here::{key, spot};
use super::{allowed, kept};

/// Has another game made for a table whose game was annulled; gives how many facts the event has.
///
/// # Errors
/// As [`crate::service::access::require`] has it; [`Error::Missing`] where there is no such event;
/// [`Error::Conflict`] where none was annulled, its table needs none any more, or it is the actor's own.
pub(in crate::service) fn play_again(
    app: &App,
    actor: &Actor,
    slug: &str,
    play: &PlayId,
    now: i64,
) -> Result<i32, Error> {
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let (row, acting_as) = allowed(connection, actor, Act::ManagePairings, slug)?;
        let run = kept::run(app, connection, &row)?;
        let links = rows::of_contest(connection, row.id)?;
        let annulled = links.iter().find(|link| link.public_id == *play);
        let annulled = annulled.filter(|link| link.state == State::Aborted);
        let open = |link: &&LinkRow| {
            let open = run.contest.open_games().into_iter();
            open.filter_map(|one| key(one.spot, one.sides)).any(|at| at == link.at)
        };
        let nothing = || Error::conflict(refusals::EVENT_NOT_ANNULLED);
        let link = annulled.filter(open).ok_or_else(nothing)?;
        let own = actor.player.map_or_else(Vec::new, |own| entries_of(&run.contest, own));
        if spot(link.at).1.iter().any(|side| own.contains(side)) {
            return Err(Error::conflict(refusals::OWN_GAME));
        }
        rows::remove(connection, link.play_id)?;
        let entry = Entry::of(actor, acting_as, Action::EventTold, now)
            .organisation(row.organisation_id)
            .event(row.id)
            .change(Field::Play, short_id_text(play), "");
        audit::write(connection, &entry)?;
        Ok(row.version)
    })
}
