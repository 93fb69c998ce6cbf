//! Replacing the annulled game of an event's table.

use crate::access::{Act, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::{App, Error, Result, refusals};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{PlayId, State};
use adjutant_store::contest_plays::{self as rows, ContestPlayRow};
use salpakan::record::short_id_text;

use super::conflict_of_interest::player_entries;
use super::onsite_games::{slot_from_key, slot_key};
use super::{authorize_act, cache};

/// Allows another game for a table whose game was annulled; returns the number of the event's
/// facts.
pub(crate) fn allow_replacement_game(
    app: &App,
    actor: &Actor,
    slug: &str,
    play: &PlayId,
    now: Micros,
) -> Result<i32> {
    app.write(|conn| {
        let (row, acting_as) = authorize_act(conn, actor, Act::ManagePairings, slug)?;
        let run = cache::load(app, conn, &row)?;
        let links = rows::for_contest(conn, row.id)?;
        let annulled = links.iter().find(|link| link.public_id == *play);
        let annulled = annulled.filter(|link| link.state == State::Aborted);
        let open = |link: &&ContestPlayRow| {
            let open = run.contest.open_games().into_iter();
            open.filter_map(|one| slot_key(one.spot, one.sides)).any(|at| at == link.spot)
        };
        let nothing = || Error::conflict(refusals::EVENT_NOT_ANNULLED);
        let link = annulled.filter(open).ok_or_else(nothing)?;
        let own = actor.player.map_or_else(Vec::new, |own| player_entries(&run.contest, own));
        if slot_from_key(link.spot).1.iter().any(|side| own.contains(side)) {
            return Err(Error::conflict(refusals::OWN_GAME));
        }
        rows::remove(conn, link.play_id)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::EventTold, now)
            .organisation(row.organisation_id)
            .event(row.id)
            .with_change(Field::Play, short_id_text(play), "");
        audit::write(conn, &entry)?;
        Ok(row.version)
    })
}
