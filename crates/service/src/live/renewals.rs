//! Renewals of table passes that could reveal something: both sides agree on their own phones or a
//! second official confirms, and both sides are notified.

use crate::access::{ActingAs, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::{Error, Result, refusals};
use adjutant_domain::play::{Life, Play, PlayId, State, Venue};
use adjutant_store::AnyConnection;
use adjutant_store::pass_renewals::{self as rows, RenewalRow};
use adjutant_store::plays::PlayRow;
use salpakan::record::short_id_text;
use salpakan::rules::Color;

use super::Live;
use super::passes::{Pass, Place, officiated};
use super::table::Table;

/// Requests expire after an hour.
const LASTS: i64 = 3_600_000_000;

/// A renewed pass or a request, as shown to both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renewal {
    pub place: Place,
    /// When it was created or, if pending, requested, in microseconds since 1970.
    pub at: i64,
    pub is_made: bool,
    /// Whether a second official has confirmed it.
    pub by_official: bool,
    /// Which sides have agreed.
    pub agreed: [bool; 2],
}

impl Renewal {
    /// Whether the official may now create the pass.
    pub const fn is_granted(&self) -> bool {
        self.by_official || (self.agreed[0] && self.agreed[1])
    }
}

fn shown(row: &RenewalRow) -> Option<Renewal> {
    Some(Renewal {
        place: Place::of(row.place)?,
        at: if row.made_at == 0 { row.asked_at } else { row.made_at },
        is_made: row.made_at != 0,
        by_official: row.confirmed_by != 0,
        agreed: [row.white_at != 0, row.black_at != 0],
    })
}

const fn is_open(row: &RenewalRow, now: i64) -> bool {
    row.made_at == 0 && now < row.asked_at.saturating_add(LASTS)
}

/// Whether a new pass could reveal something to its holder: the phone of a side that has deployed,
/// or a replaced device of a game in progress.
pub(super) fn is_guarded(play: &Play, place: Place, had_one: bool) -> bool {
    let goes_on = matches!(play.state(), State::InPlay | State::Paused | State::Ended);
    match place {
        Place::Device => goes_on && had_one,
        Place::SetUp(color) => {
            let is_ready = match play.life() {
                Life::Deploying(state) => state.nonces[color].is_some(),
                _ => false,
            };
            goes_on || is_ready
        }
    }
}

/// Uses a granted request, or creates one.
///
/// # Errors
/// Returns [`Error::Conflict`] while it is pending.
pub(super) fn take(
    conn: &mut AnyConnection,
    row: &PlayRow,
    place: Place,
    account: i32,
    now: i64,
) -> Result<bool> {
    let all = rows::for_play(conn, row.id)?;
    let number = all.first().map_or(1, |last| last.number + 1);
    let open = all.into_iter().find(|one| one.place == place.number() && is_open(one, now));
    match open {
        Some(open) if shown(&open).is_some_and(|one| one.is_granted()) => {
            rows::upsert(conn, &RenewalRow { made_at: now, ..open })?;
            Ok(true)
        }
        Some(_) => Err(Error::conflict(refusals::PASS_WAITS)),
        None => {
            let asked = RenewalRow {
                play_id: row.id,
                number,
                place: place.number(),
                asked_by: account,
                asked_at: now,
                white_at: 0,
                black_at: 0,
                confirmed_by: 0,
                made_at: 0,
            };
            rows::upsert(conn, &asked)?;
            Ok(false)
        }
    }
}

/// Passes renewed during the game, and requests, newest first.
pub(super) fn of_play(
    conn: &mut AnyConnection,
    table: &Table,
    venue: Venue,
    now: i64,
) -> Result<Vec<Renewal>> {
    if venue == Venue::Online {
        return Ok(Vec::new());
    }
    let all = rows::for_play(conn, table.row.id)?;
    let told = all.iter().filter(|row| row.made_at != 0 || is_open(row, now));
    Ok(told.filter_map(shown).collect())
}

/// The answer of an official or a side to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Agree,
    Refuse,
}

/// Lets a second official confirm or reject a request.
pub fn answer_pass(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
    place: Place,
    answer: Answer,
) -> Result<()> {
    let (table, acting_as) = officiated(live, actor, id)?;
    let now = live.moments().on_the_wall();
    live.app().write(|conn| {
        let row = asked(conn, &table.row, place, now)?;
        let action = match answer {
            Answer::Agree if row.asked_by == actor.account => {
                return Err(Error::conflict(refusals::PASS_OWN));
            }
            Answer::Agree => {
                rows::upsert(conn, &RenewalRow { confirmed_by: actor.account, ..row })?;
                Action::PassConfirmed
            }
            Answer::Refuse => {
                rows::remove(conn, &row)?;
                Action::PassRefused
            }
        };
        Ok(audit::write(conn, &entry(actor, acting_as, action, &table.row, place, now))?)
    })
}

pub(super) fn entry(
    actor: &Actor,
    acting_as: ActingAs,
    action: Action,
    row: &PlayRow,
    place: Place,
    now: i64,
) -> AuditEntry {
    AuditEntry::for_actor(actor, acting_as, action, now)
        .organisation(row.organisation_id)
        .event(row.event_id)
        .with_change(Field::Play, "", short_id_text(&row.public_id))
        .with_change(Field::Pass, "", place.key())
}

/// Lets a side answer a request on its own phone.
pub fn answer_by_pass(live: &Live, pass: &Pass, place: Place, answer: Answer) -> Result<()> {
    live.stands()?;
    let Place::SetUp(color) = pass.place() else { return Err(Error::Hidden) };
    let table = live.table(pass.play())?;
    let now = live.moments().on_the_wall();
    live.app().write(|conn| {
        let row = asked(conn, &table.row, place, now)?;
        match (answer, color) {
            (Answer::Refuse, _) => rows::remove(conn, &row)?,
            (_, Color::White) => rows::upsert(conn, &RenewalRow { white_at: now, ..row })?,
            (_, Color::Black) => rows::upsert(conn, &RenewalRow { black_at: now, ..row })?,
        }
        Ok(())
    })
}

fn asked(conn: &mut AnyConnection, row: &PlayRow, place: Place, now: i64) -> Result<RenewalRow> {
    let mut all = rows::for_play(conn, row.id)?.into_iter();
    let found = all.find(|one| one.place == place.number() && is_open(one, now));
    found.ok_or_else(|| Error::conflict(refusals::PASS_NOT_ASKED))
}
