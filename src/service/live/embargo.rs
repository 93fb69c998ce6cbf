//! Opening the ranks of an event's games, which its policy has kept closed.

use crate::play::{Disclosure, State};
use crate::service::access::{Act, Actor};
use crate::service::audit::{self, Action, Entry, Field};
use crate::service::{Error, persons, privacy, refusals};
use crate::store::plays::PlayRow;
use crate::store::transaction::in_transaction;
use crate::store::{counted, play_lists};

use super::Live;
use super::arranging::{allowed, over};

/// More games than one event has under way.
const MOST: i64 = 10_000;

/// Opens the ranks of a round that is over, or of the whole event; gives how many games they are of. It is
/// written down before anything is opened, and what was interrupted is asked for again.
///
/// # Errors
/// As [`crate::service::access::require`] has it; [`Error::Missing`] where there is no such event;
/// [`Error::Invalid`] without a reason; [`Error::Conflict`] while games are not final, where none is closed,
/// and for one's own games.
pub fn lift(
    live: &Live,
    actor: &Actor,
    slug: &str,
    round: Option<&str>,
    why: &str,
) -> Result<usize, Error> {
    live.stands()?;
    let now = live.moments().now();
    let why = persons::reason(why)?;
    let closed = in_transaction(&mut *live.app().store().connection()?, |connection| {
        counted::claim(connection)?;
        let (event, acting_as) = allowed(connection, actor, Act::LiftEmbargo, slug)?;
        let mut unfinished = play_lists::running_of_event(connection, event.id, MOST)?;
        unfinished.extend(over(connection, event.id, State::Ended)?);
        let of_round = |row: &&PlayRow| round.is_none_or(|round| row.round == round);
        match unfinished.iter().filter(of_round).count() {
            0 => {}
            games => return Err(Error::conflict(refusals::ROUND_GOES_ON.with([&games]))),
        }
        let all = over(connection, event.id, State::Final)?;
        let closed: Vec<PlayRow> = all.into_iter().filter(|row| of_round(&row)).collect();
        let own = |row: &PlayRow| {
            let seats = [row.seats.white, row.seats.black];
            seats
                .iter()
                .any(|seat| seat.account == actor.account || Some(seat.player) == actor.player)
        };
        if closed.iter().any(own) {
            return Err(Error::conflict(refusals::OWN_GAME));
        }
        if closed.is_empty() {
            return Err(Error::conflict(refusals::NOTHING_CLOSED));
        }
        let people = actor.player.into_iter().collect::<Vec<_>>();
        let why = privacy::without_names_of(connection, &why, &people, &actor.name)?;
        let entry = Entry::of(actor, acting_as, Action::EmbargoLifted, now)
            .organisation(event.organisation_id)
            .event(event.id)
            .change(Field::Round, "", round.unwrap_or_default())
            .because(&why);
        audit::write(connection, &entry)?;
        Ok::<_, Error>(closed)
    })?;
    let mut opened = 0;
    for row in closed {
        let Some(table) = live.table(&row.public_id)? else { continue };
        // What the whole event keeps closed is not opened with a round.
        let by_round = table.look(live, |open| Ok(open.play.terms().disclosure))?;
        if round.is_some() && by_round == Disclosure::Event {
            continue;
        }
        opened += usize::from(table.reveal(live)?);
    }
    live.games_changed();
    Ok(opened)
}
