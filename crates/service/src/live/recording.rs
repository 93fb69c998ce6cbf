//! Recording finished live games.

use std::time::Duration;

use crate::owner::Owner;
use crate::records::{Provenance, StoredGame, date_of, encode_under};
use crate::retries::Chore;
use crate::threads::Rings;
use crate::{App, Error, Result, ratings, stored};
use adjutant_domain::game::AnyRecord;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{End, PlayId, Venue};
use adjutant_store::game_writer::{GameWriteOutcome, NewGame, RATED_NOWHERE, write_games};
use adjutant_store::names::NameCache;
use adjutant_store::plays::{self, PlayRow};
use adjutant_store::{
    AnyConnection, games, labels, owners, played_games, players, record_corrections,
};
use ledger_ratings::PoolKind;
use salpakan::clock::TimeControl;
use salpakan::record::{Annotations, Armies, Embargo, Header, JudgedRecord, Roster, Timeline};

/// The data of a finished game for its record.
pub(super) struct Over {
    pub rated: bool,
    pub game: OverGame,
    pub end: End,
    pub time_control: Option<TimeControl>,
    pub annotations: Annotations,
    pub venue: Venue,
    /// When it began by the calendar.
    pub began_at: Micros,
}

/// The plies of a finished game, and what else there is of it.
#[expect(clippy::large_enum_variant, reason = "it is made once for each record")]
pub(super) enum OverGame {
    Salpakan {
        timeline: Timeline,
        armies: Armies,
        /// Whether its set-ups were lost with the sealing key, so that it is never revealed.
        lost: bool,
        /// Whether its ranks remain closed for now.
        embargo: Embargo,
    },
    ThreeGenerals(three_generals::record::Timeline),
}

/// Writes the record, replacing an existing one if its result was corrected, in a transaction of
/// the caller. Returns the row of the game.
pub(super) fn record(
    app: &App,
    conn: &mut AnyConnection,
    row: &PlayRow,
    over: Over,
    now: Micros,
) -> Result<i32> {
    let (owner, event) = place(conn, row, &over)?;
    let rated = over.rated;
    let (embargo, lost) = match &over.game {
        OverGame::Salpakan { embargo, lost, .. } => (*embargo, *lost),
        OverGame::ThreeGenerals(_) => (Embargo::None, false),
    };
    let judged = judged(conn, row, event, over)?;
    let mut new: NewGame =
        encode_under(app, &judged, &owner, now, (embargo, Some((row.id, &row.public_id))))?;
    new.provenance = Provenance::Played as i16;
    if !rated {
        new.rated_in = RATED_NOWHERE;
    }
    if lost {
        // Lost sealed bodies are stored as empty.
        new.deployments.clear();
        new.sealed_annotations.clear();
    }
    let before = plays::by_id(conn, row.id)?.and_then(|row| row.game_id);
    // A record shared with another live game is left to that one.
    if let Some(before) = before
        && !played_games::is_shared(conn, before, row.id)?
    {
        record_corrections::replace_record(conn, before, &new)?;
        return Ok(before);
    }
    let mut names = NameCache::new(owner.events());
    let written = write_games(conn, &mut names, std::slice::from_ref(&new))?;
    match written.first() {
        Some(GameWriteOutcome::Added | GameWriteOutcome::TakenOver) => {}
        // The id covers the live game, so an existing record belongs to another one.
        Some(GameWriteOutcome::Duplicate) => {
            return Err(Error::Internal("another game has the record of a play".to_owned()));
        }
        _ => return Err(Error::Internal("the record of a play is refused".to_owned())),
    }
    let found = games::by_content_id(conn, &new.content_id)?;
    let (game, _) = found.ok_or_else(|| Error::Internal("a record is gone".to_owned()))?;
    Ok(game.narrow.id)
}

/// Updates ratings after each record, in a thread of its own so that players do not wait for it.
pub(super) fn rate(app: &App, rings: &Rings) {
    let mut pause = None;
    while rings.wait(pause).is_some() {
        pause = match ratings::bring_up_to_date(app) {
            Ok(_) => {
                app.retries().done(Chore::Ratings);
                None
            }
            Err(e) => {
                tracing::warn!(error = %e, "ratings could not follow a game; that is tried again");
                // Counted from now, so the current time is irrelevant.
                let pause = app.retries().fail(Chore::Ratings, Micros(0)).0;
                Some(Duration::from_micros(pause.unsigned_abs()))
            }
        };
    }
}

/// The armies of a revealed game from its record, for a game whose sealed set-ups were lost with
/// the key.
pub(super) fn recorded_armies(app: &App, play: &PlayId) -> Result<Option<Armies>> {
    let mut conn = app.store().read_connection()?;
    let game = plays::by_public_id(&mut conn, play)?.and_then(|row| row.game_id);
    let rows = games::by_ids(&mut conn, game.as_slice())?;
    for raw in stored::read_many(&mut conn, rows, stored::Sealed::Leave)? {
        if let Some(StoredGame::Revealed(record)) = raw.decode()?.salpakan() {
            return Ok(Some(record.into_judged().armies));
        }
    }
    Ok(None)
}

/// The owner of the record, and the name of its event.
fn place(conn: &mut AnyConnection, row: &PlayRow, over: &Over) -> Result<(Owner, Option<String>)> {
    let Some(id) = row.organisation_id else {
        return Ok((Owner::Site { provenance: Provenance::Played, account: 0 }, None));
    };
    let gone = || Error::Internal(format!("the organisation of play {} is gone", row.id));
    let own = owners::by_ids(conn, &[id])?.pop().ok_or_else(gone)?;
    let kind = match over.venue {
        Venue::Online => PoolKind::Online,
        Venue::Table => PoolKind::FaceToFace,
    };
    let pool = over.rated.then_some(kind);
    let events = labels::events(conn, row.event_id.as_slice())?;
    let event = events.into_values().next().map(|event| event.name);
    Ok((Owner::Organisation { id, slug: own.slug, pool, account: 0 }, event))
}

fn judged(
    conn: &mut AnyConnection,
    row: &PlayRow,
    event: Option<String>,
    over: Over,
) -> Result<AnyRecord> {
    let handle = |conn: &mut AnyConnection, player: i32| {
        players::canonical(conn, player).map(|player| player.handle)
    };
    let white = handle(conn, row.seats.white.player)?;
    let black = handle(conn, row.seats.black.player)?;
    let mut roster =
        Roster { date: date_of(over.began_at.day()), white, black, ..Roster::default() };
    if let Some(event) = event {
        roster.event = event;
    }
    if !row.round.is_empty() {
        roster.round.clone_from(&row.round);
    }
    let Over { game, end, time_control, annotations, .. } = over;
    let (outcome, termination) = (Some(end.outcome), end.termination);
    let header = Header { roster, time_control, outcome, termination };
    Ok(match game {
        OverGame::Salpakan { timeline, armies, .. } => {
            JudgedRecord { header, timeline, annotations, armies }.into()
        }
        OverGame::ThreeGenerals(timeline) => {
            three_generals::record::Record { header, timeline, annotations }.into()
        }
    })
}
