//! Live games created by officials of an event, and the games that need their attention.

use crate::access::{Act, ActTarget, ActingAs, Actor, require};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::{Error, Result, Thing, bots, refusals};
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::text::clean_line;
use adjutant_domain::play::{PlayId, State, Terms};
use adjutant_store::contests;
use adjutant_store::events::EventRow;
use adjutant_store::plays::{PlayRow, SeatHolder};
use adjutant_store::{AnyConnection, events, labels, play_queries, players};
use salpakan::record::short_id_text;
use salpakan::rules::ByColor;

use super::Live;
use super::embargo::{self, Lifting};
use super::error_messages::no_terms;
use super::game_lists::seat_names;
use super::lobby::seat_in_event;
use super::making::{self, NewGame};

/// The number of games listed per state.
const MOST_LISTED: i64 = 500;
/// Maximum length of the name of a round, in characters.
const LONGEST_ROUND: usize = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// As in the record: `3`, or `2.1`.
    pub round: String,
    /// The players' handles.
    pub players: ByColor<String>,
    /// Those of an event.
    pub terms: Terms,
}

/// The event, and the capacity in which the actor may perform the act; of a game, with its players.
pub(super) fn allowed(
    conn: &mut AnyConnection,
    actor: &Actor,
    act: Act,
    slug: &str,
) -> Result<(EventRow, ActingAs)> {
    let missing = || Error::missing(Thing::Event, slug);
    let event = events::by_slug(conn, slug)?.ok_or_else(missing)?;
    let organisation = event.owner.organisation().unwrap_or(0);
    let demanded = labels::demands_second_factor(conn, organisation)?;
    let on = ActTarget::Event { organisation, event: event.id };
    match require(actor, act, on, demanded) {
        Ok(acting_as) => Ok((event, acting_as)),
        Err(Error::Hidden) => Err(missing()),
        Err(e) => Err(e),
    }
}

fn sitting(
    conn: &mut AnyConnection,
    terms: &Terms,
    field: &'static str,
    handle: &str,
) -> Result<SeatHolder> {
    let named = players::by_handle(conn, handle)?;
    let named =
        named.ok_or_else(|| Error::invalid(field, refusal!(NO_PLAYER_CALLED, name = handle)))?;
    let barred = bots::refusal_in_event(conn, (named.id, &named.name), terms.rules.kind())?;
    if let Some(message) = barred {
        return Err(Error::conflict(message));
    }
    seat_in_event(conn, terms.venue, named.id, named.name)
}

/// Creates a game of an event. Both players may deploy at once; the result is final once an
/// official or both sides confirm it.
pub fn arrange(live: &Live, actor: &Actor, slug: &str, asked: Arrangement) -> Result<PlayId> {
    live.stands()?;
    let (terms, round) = (asked.terms, asked.round);
    terms.check().map_err(|faults| no_terms(&faults))?;
    let round =
        clean_line(&round, LONGEST_ROUND).map_err(|e| Error::invalid("round", e.message()))?;
    let (now, today) = (live.moments().now(), live.moments().on_the_wall());
    let (made_by, actor) = (live.clone(), actor.clone());
    let (slug, handles) = (slug.to_owned(), asked.players);
    let (play, seats) = live.writer().run(move |conn| {
        let (event, acting_as) = allowed(conn, &actor, Act::ManagePairings, &slug)?;
        if game_of(conn, event.id)?.is_some_and(|game| game != terms.rules.kind()) {
            return Err(Error::invalid("rules", refusals::EVENT_OTHER_GAME));
        }
        let white = sitting(conn, &terms, "white", &handles.white)?;
        let black = sitting(conn, &terms, "black", &handles.black)?;
        if white.player == black.player {
            return Err(Error::conflict(refusals::PLAYS_ONESELF));
        }
        if actor.player.is_some_and(|own| [white.player, black.player].contains(&own)) {
            return Err(Error::conflict(refusals::OWN_GAME));
        }
        let seats = ByColor::new(white, black);
        let organisation = event.owner.organisation();
        let new = NewGame {
            terms,
            seats,
            organisation,
            event: Some(event.id),
            round: round.clone(),
            now,
        };
        let (play, _) = making::make(conn, &made_by, &new)?;
        let entry = AuditEntry::for_actor(&actor, acting_as, Action::PlayMade, today)
            .organisation(organisation)
            .event(event.id)
            .player(white.player)
            .subject(black.account)
            .with_change(Field::Play, "", short_id_text(&play))
            .with_change(Field::Round, "", &round);
        audit::write(conn, &entry)?;
        Ok((play, seats))
    })?;
    live.play_created(&play, &seats);
    Ok(play)
}

/// A game in the officials' list; all of it is public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arranged {
    pub id: PlayId,
    pub round: String,
    /// The players' handles.
    pub players: ByColor<String>,
    pub state: State,
}

/// The current games of an event, and those that need attention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventDesk {
    pub name: String,
    /// The game of an event that is run here.
    pub game: Option<GameKind>,
    pub running: Vec<Arranged>,
    /// Ended, with a result to be confirmed.
    pub ended: Vec<Arranged>,
    /// Final, but not revealed.
    pub closed: Vec<Arranged>,
    /// Reveal requests that await a second official.
    pub asked: Vec<Lifting>,
    /// Whether the actor may create games, and reveal ranks.
    pub makes: bool,
    pub opens: bool,
}

/// The live games of an event, for its officials.
pub fn event_desk(live: &Live, actor: &Actor, slug: &str) -> Result<EventDesk> {
    let conn = &mut *live.app().store().read_connection()?;
    let (event, _) = allowed(conn, actor, Act::OfficiateEvent, slug)?;
    let mut may = |act| allowed(conn, actor, act, slug).is_ok();
    let (makes, opens) = (may(Act::ManagePairings), may(Act::LiftEmbargo));
    let running = play_queries::running_for_event(conn, event.id, MOST_LISTED)?;
    let ended = over(conn, event.id, State::Ended)?;
    let closed = over(conn, event.id, State::Final)?;
    let asked = embargo::asked(conn, event.id, live.moments().on_the_wall())?;
    let game = game_of(conn, event.id)?;
    let mut named = |rows| named(conn, rows);
    Ok(EventDesk {
        name: event.name,
        game,
        running: named(running)?,
        ended: named(ended)?,
        closed: named(closed)?,
        asked,
        makes,
        opens,
    })
}

/// The game of an event that is run here; `None` for an event of records.
fn game_of(conn: &mut AnyConnection, event: i32) -> Result<Option<GameKind>> {
    let contest = contests::by_id(conn, event)?;
    Ok(contest.map(|contest| GameKind::parse(&contest.game).unwrap_or_default()))
}

/// An event's finished games in this state.
pub(super) fn over(conn: &mut AnyConnection, event: i32, state: State) -> Result<Vec<PlayRow>> {
    Ok(play_queries::ended_in_event(conn, event, state, (Micros::NEVER, 0), MOST_LISTED)?)
}

fn named(conn: &mut AnyConnection, rows: Vec<PlayRow>) -> Result<Vec<Arranged>> {
    let names = seat_names(conn, &rows)?;
    let one = |row: PlayRow| Arranged {
        id: row.public_id,
        players: row.seats.map(|seat| names.get(&seat.player).cloned().unwrap_or_default()),
        state: row.state,
        round: row.round,
    };
    Ok(rows.into_iter().map(one).collect())
}
