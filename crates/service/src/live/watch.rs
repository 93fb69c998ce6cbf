//! Views of live games, as each viewer may know them.

use std::sync::Arc;

use crate::access::{Act, ActTarget, Actor, require};
use crate::contests::onsite_games::arena_of_play;
use crate::records::GameId;
use crate::{App, Error, Result};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{
    Disclosure, End, Event, OfficialAction, Play, PlayId, PlayerAction, Spectators, State,
    known_to_spectators, provisional_end,
};
use adjutant_store::labels::{self, SlugLabel};
use adjutant_store::plays::{PlayRow, SeatProof};
use adjutant_store::{AnyConnection, computers, games, players, search, set_ups};
use salpakan::rules::{ByColor, Color, Deployment, RuleSet};
use salpakan_computer::Personality;

use super::passes::{Renewal, renewals_of};
use super::rulings::{Powers, powers};
use super::session::{GameSession, Open, missing};
use super::{Live, computer, secrets};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    Seat(Color),
    /// An official who may rule on it; sees what is public, without delay.
    Official,
    /// A holder of a table pass; sees what is public, without delay.
    Table,
    Spectator,
}

impl Seen {
    /// The side whose clock runs; none if the game is untimed or stopped.
    pub fn running(&self) -> Option<Color> {
        let timed = !self.stands && !self.play.terms().pace.is_untimed();
        self.play.clocks().filter(|_| timed && self.provisional.is_none())?.running()
    }

    /// Whether the game is stopped because nothing can be written.
    pub fn stands_still(&self) -> bool {
        self.stands && !self.play.state().is_over() && self.provisional.is_none()
    }
}

impl Viewer {
    pub const fn color(self) -> Option<Color> {
        match self {
            Viewer::Seat(color) => Some(color),
            Viewer::Official | Viewer::Table | Viewer::Spectator => None,
        }
    }
}

/// A game as a viewer may know it.
#[derive(Debug, Clone)]
pub struct Seen {
    pub viewer: Viewer,
    /// The players' handles.
    pub players: ByColor<String>,
    pub bots: ByColor<bool>,
    /// How the computer plays, if it was asked to play in some way.
    pub personality: Option<Personality>,
    /// The event of the game, for viewers who may know of it.
    pub event: Option<SlugLabel>,
    /// Whether it is a finished game of an arena, whose ranks open when the arena is over.
    pub opens_after_arena: bool,
    /// As far as the viewer may know; for delayed spectators an earlier state.
    pub play: Play,
    /// An unconfirmed end that is not yet part of [`Seen::play`].
    pub provisional: Option<End>,
    pub own: Option<Deployment>,
    pub may: Vec<PlayerAction>,
    pub may_rule: Vec<OfficialAction>,
    /// Rulings with the numbers of their events.
    pub rulings: Vec<(u32, Event)>,
    /// Table passes that were renewed during play, and requests.
    pub renewals: Vec<Renewal>,
    /// Which players are connected.
    pub present: ByColor<bool>,
    /// Since when the opponent has been absent; told to players only.
    pub gone_since: Option<Micros>,
    pub game: Option<GameId>,
    /// The current time; for a stopped game, when it stopped.
    pub now: Micros,
    /// Whether nothing can be written, so that no clock runs.
    pub stands: bool,
}

/// The actor's seat in a game, as proof that they may see its secrets.
pub(super) fn seat_of(row: &PlayRow, actor: &Actor) -> Option<SeatProof> {
    row.seat_of(actor.account).filter(|_| plays(actor))
}

/// The game and the actor's seat in it; for everybody else the same error as for a game that does
/// not exist.
pub(super) fn seat_at(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
) -> Result<(Arc<GameSession>, SeatProof)> {
    let session = live.session(id)?;
    let seat = seat_of(&session.row, actor).ok_or_else(|| missing(id))?;
    Ok((session, seat))
}

/// The viewer of a game, disregarding rulings.
pub(super) fn viewer_of(row: &PlayRow, actor: &Actor) -> Viewer {
    seat_of(row, actor).map_or(Viewer::Spectator, |seat| Viewer::Seat(seat.color()))
}

/// Whether the actor acts as a player, be it as a guest; a token without the scope does not.
pub(super) fn plays(actor: &Actor) -> bool {
    require(actor, Act::PlayCasually, ActTarget::Account(actor.account), false).is_ok()
}

/// The game as the actor may know it.
pub fn see(live: &Live, actor: &Actor, id: &PlayId) -> Result<Seen> {
    let session = live.session(id)?;
    let powers = powers(live, actor, &session.row)?;
    let viewer = known_as(&session.row, actor, &powers);
    let now = live.moments().now();
    let seen = seen_by(live, &session, viewer, now)?;
    let may_rule = powers.actions(&session.row, &seen.play, now);
    let Viewer::Seat(color) = viewer else { return Ok(Seen { may_rule, ..seen }) };
    live.seen(*id, color);
    let mut may = seen.play.available_actions(color, now);
    if seen.bots[color.opponent()] && computer::refuses_pauses(live, &session.row, color)? {
        may.retain(|action| *action != PlayerAction::Pause);
    }
    Ok(Seen {
        own: match seen.play.terms().rules.salpakan() {
            Some(rules) => own_army(live, &session.row, actor, rules)?,
            None => None,
        },
        may,
        may_rule,
        gone_since: live.gone_since(&session.row, color.opponent()),
        ..seen
    })
}

/// The game as known to a viewer, without what only its players and officials have: their army, and
/// what they may do.
pub(super) fn seen_by(
    live: &Live,
    session: &GameSession,
    viewer: Viewer,
    now: Micros,
) -> Result<Seen> {
    let (play, rulings, provisional) = session.look(live, |open| {
        let known = known_to(viewer, open, now)?;
        let (play, rulings) = known.ok_or_else(|| missing(&session.id))?;
        // The end is announced ahead of the delayed plies.
        let end = provisional_end(&open.play).filter(|_| play.life().finished().is_none());
        Ok((play, rulings, end))
    })?;
    let (shown_at, stands) = live.shown_at(now);
    let conn = &mut *live.app().store().read_connection()?;
    let seats = session.row.seats.map(|seat| seat.player);
    let ids = [seats.white, seats.black];
    let names = crate::players::names(conn, &ids)?;
    let bots = players::bots_among(conn, &ids)?;
    let personality = match bots.is_empty() {
        true => None,
        false => computers::personality(conn, session.row.id)?.and_then(Personality::from_number),
    };
    Ok(Seen {
        viewer,
        provisional,
        players: seats.map(|id| names.get(&id).cloned().unwrap_or_else(|| "?".to_owned())),
        bots: seats.map(|id| bots.contains(&id)),
        personality,
        event: event_of(conn, &session.row, viewer)?,
        opens_after_arena: opens_after_arena(live.app(), conn, &session.row, &play)?,
        own: None,
        may: Vec::new(),
        may_rule: Vec::new(),
        rulings,
        renewals: renewals_of(conn, session, play.terms().venue, now)?,
        present: live.present(&session.id, &session.row.seats),
        gone_since: None,
        game: game_of(conn, &session.row, &play)?,
        now: shown_at,
        stands,
        play,
    })
}

fn opens_after_arena(
    app: &App,
    conn: &mut AnyConnection,
    row: &PlayRow,
    play: &Play,
) -> Result<bool> {
    let waits = play.hides_ranks() && play.state().is_over();
    if !waits || play.terms().disclosure != Disclosure::Round {
        return Ok(false);
    }
    Ok(arena_of_play(app, conn, row.id)?.is_some())
}

/// The event of a game. A device at a table stays with its game, and spectators are told of events that may be found.
fn event_of(conn: &mut AnyConnection, row: &PlayRow, viewer: Viewer) -> Result<Option<SlugLabel>> {
    let Some(id) = row.event_id else { return Ok(None) };
    let is_told = match viewer {
        Viewer::Seat(_) | Viewer::Official => true,
        Viewer::Table => false,
        Viewer::Spectator => !search::public_events(conn, &[id])?.is_empty(),
    };
    if !is_told {
        return Ok(None);
    }
    Ok(labels::events(conn, &[id])?.remove(&id))
}

/// The viewer, including officials.
fn known_as(row: &PlayRow, actor: &Actor, powers: &Powers) -> Viewer {
    match viewer_of(row, actor) {
        Viewer::Spectator if powers.hold() => Viewer::Official,
        other => other,
    }
}

/// The known state of a game, and the rulings in it.
pub(super) type Known = (Play, Vec<(u32, Event)>);

/// The state known to a viewer; `None` if nothing is.
pub(super) fn known_to(viewer: Viewer, open: &Open, now: Micros) -> Result<Option<Known>> {
    let all = open.events.len();
    let some = match viewer {
        Viewer::Seat(_) | Viewer::Official | Viewer::Table => all,
        Viewer::Spectator => known_to_spectators(open.play.terms().spectators, &open.events, now),
    };
    let known: &[Event] = &open.events[..some];
    let play = match some {
        0 => return Ok(None),
        some if some == all => open.play.clone(),
        _ => Play::rebuild(known, &open.outages).map_err(|e| Error::Internal(e.to_string()))?,
    };
    let by_official = |(_, event): &(u32, &Event)| event.fact.official().is_some();
    let rulings = (1_u32..).zip(known).filter(by_official);
    Ok(Some((play, rulings.map(|(number, event)| (number, event.clone())).collect())))
}

/// The army that the actor deployed, if they play and have done so.
pub(super) fn own_army(
    live: &Live,
    row: &PlayRow,
    actor: &Actor,
    rules: &RuleSet,
) -> Result<Option<Deployment>> {
    let Some(seat) = seat_of(row, actor) else { return Ok(None) };
    let sealed = set_ups::for_seat(&mut *live.app().store().read_connection()?, seat)?;
    let open = |sealed: Vec<u8>| {
        secrets::open_army(live.app().sealer(), &row.public_id, seat.color(), rules, &sealed)
    };
    sealed.map(open).transpose()
}

/// The record of a revealed game.
fn game_of(conn: &mut AnyConnection, row: &PlayRow, play: &Play) -> Result<Option<GameId>> {
    if play.state() != State::Revealed {
        return Ok(None);
    }
    let now = adjutant_store::plays::by_id(conn, row.id)?;
    let Some(game) = now.and_then(|row| row.game_id) else { return Ok(None) };
    let content = games::content_id_by_row(conn, game)?;
    Ok(content.and_then(|bytes| GameId::from_bytes(&bytes)))
}

/// The kind of a subscriber, and the delay for spectators.
pub fn subscription(live: &Live, actor: &Actor, id: &PlayId) -> Result<(Viewer, Spectators)> {
    let session = live.session(id)?;
    let viewer = known_as(&session.row, actor, &powers(live, actor, &session.row)?);
    let now = live.moments().now();
    let (known, spectators) = session.look(live, |open| {
        Ok((known_to(viewer, open, now)?.is_some(), open.play.terms().spectators))
    })?;
    if known { Ok((viewer, spectators)) } else { Err(missing(id)) }
}

/// Publishes all events of a game so far, without gap or repetition, and who is connected.
pub fn publish_all(live: &Live, id: &PlayId) -> Result<()> {
    let session = live.session(id)?;
    live.announce_presence(id, &session.row.seats);
    session.look(live, |open| {
        live.announce(|listener| listener.events_stored(id, 1, &open.events, live.moments().now()));
        Ok(())
    })
}
