//! Creating a live game: its row, its first events, and the server's part of the toss.

use crate::Result;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{self, Event, Fact, PlayId, Seed, Spectators, Terms};
use adjutant_store::plays::{self, NewEvent, NewPlay, SeatHolder, State};
use adjutant_store::seal::SealedKind;
use adjutant_store::{AnyConnection, players, toss_seeds};
use salpakan::clock::Speed;
use salpakan::rules::ByColor;

use super::{Live, Purpose};

/// A game to be created.
#[derive(Debug, Clone)]
pub(super) struct NewGame {
    pub terms: Terms,
    pub seats: ByColor<SeatHolder>,
    pub organisation: Option<i32>,
    pub event: Option<i32>,
    /// Empty for none.
    pub round: String,
    pub now: Micros,
}

/// Creates a game in which both sides may deploy, in a transaction of the caller; returns its id and
/// that of its row.
pub(super) fn make(conn: &mut AnyConnection, live: &Live, new: &NewGame) -> Result<(PlayId, i32)> {
    let (sealer, chance) = (live.app().sealer(), live.chance());
    let id: PlayId = chance.bytes(Purpose::Play);
    let seed = Seed(chance.bytes(Purpose::Toss));
    let terms = &new.terms;
    let has_toss = terms.rules.salpakan().is_some();
    let commitment = has_toss.then(|| seed.commitment(&id));
    let created = Fact::Created { play: id, terms: *terms, commitment };
    let events = [created, Fact::Opened].map(|fact| {
        let event = Event { at: new.now, command: None, fact };
        NewEvent { at: event.at, body: play::write(&event) }
    });
    let listed = is_listed(conn, new)?;
    let row = plays::add(
        conn,
        &NewPlay {
            public_id: id,
            state: State::Deploying,
            rule_set: &terms.rules.key(),
            seats: new.seats,
            organisation_id: new.organisation,
            event_id: new.event,
            round: &new.round,
            rated: terms.rated,
            listed,
            speed: Speed::of(terms.pace.time_control()),
            created_at: new.now,
            due_at: new.now.saturating_add(terms.deployment),
            events: &events,
        },
    )?;
    if has_toss {
        let sealed = sealer.seal(SealedKind::TossSeed, &id, &seed.0, rand::random())?;
        toss_seeds::insert_once(conn, row, &sealed)?;
    }
    Ok((id, row))
}

/// Whether public lists may show it: not if it has a player who is not listed publicly, or no
/// spectators.
fn is_listed(conn: &mut AnyConnection, new: &NewGame) -> Result<bool> {
    let ByColor { white, black } = new.seats;
    let shown = players::with_privacy(conn, &[white.player, black.player])?;
    let private = shown.iter().any(|(_, privacy)| privacy.is_private());
    Ok(!private && new.terms.spectators != Spectators::None)
}
