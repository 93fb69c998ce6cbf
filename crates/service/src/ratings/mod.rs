//! Ratings: updating them after new games, recomputing and reading them.

mod gather;
mod more;
mod rater;
mod recompute;
mod sieve;

use std::collections::HashMap;

use adjutant_store::ledgers::{self, staged};
use adjutant_store::{
    AnyConnection, Store, computers, distinct, id_sequence, merges, players, rateable_games,
    unrecorded,
};
use ledger_ratings::history::{Entry, LedgerFault, Reader};
use ledger_ratings::{Candidate, Change, Family, Ledger, Pool, Unrated, rated_in};
use salpakan::clock::Speed;
use salpakan::rules::Color;

use super::games::Game;
use super::pools::PoolList;
use super::records::GameId;
use super::{App, Error, Result, edition};

pub use recompute::Recomputed;

pub(super) use sieve::Sieve;

use more::{number, rate};
use rater::{Changes, Rater};

#[derive(Debug, Clone, PartialEq)]
pub struct Update {
    /// The version of the ratings before and after; equal if there was nothing to do.
    pub versions: (i64, i64),
    pub changed: Changed,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Changed {
    Nothing,
    /// These, by pool, and the number of games rated.
    Some {
        ledgers: Vec<(&'static Pool, Vec<Ledger>)>,
        rated: usize,
    },
    /// Possibly all: everything was recomputed.
    Everything,
}

/// Up to this number of new games, or this fraction of the old ones, is rated incrementally.
const FEW: i64 = 500;
const SHARE: i64 = 50;
/// How often an update is restarted because games or ratings have changed.
const TRIES: usize = 10;

/// Rates every game added since the last update: a few incrementally; if there are many, or old
/// ones on which much depends, by recomputing everything. The resulting ledgers are identical.
///
/// Safe to call at any time and from several processes. While live games are in progress, ledgers
/// are written in small steps, and readers see the old ones until all are written.
///
/// # Errors
/// Returns [`Error`] if the database fails; readers then see no partial update, and the next call
/// continues.
pub fn bring_up_to_date(app: &App) -> Result<Update> {
    let update = update_store(app.store())?;
    app.memory.boards.apply(app.store(), &update)?;
    edition::follow_own(app);
    Ok(update)
}

/// Updates the ratings if results of events were entered or removed.
pub(super) fn follow_results(app: &App) -> Result<()> {
    let is_due = {
        let mut conn = app.store().connection()?;
        unrecorded::has_unnumbered(&mut conn)? || ledgers::rated_through(&mut conn)? < 0
    };
    if is_due { bring_up_to_date(app).map(drop) } else { Ok(()) }
}

pub(super) fn update_store(store: &Store) -> Result<Update> {
    unrecorded::assign_numbers(&mut *store.connection()?)?;
    if let Some(nothing) = nothing_to_do(&mut *store.connection()?)? {
        return Ok(nothing);
    }
    let mut rater = Rater::take(store)?;
    let mut tries = 0;
    loop {
        tries += 1;
        match bring(store, &mut rater) {
            Err(Error::Conflict(_)) if tries < TRIES => {}
            done => return done,
        }
    }
}

/// The result if every game is rated and no update was interrupted.
fn nothing_to_do(conn: &mut AnyConnection) -> Result<Option<Update>> {
    let due = Due::read(conn)?;
    let begun = staged::published_run(conn)?.is_some() || merges::under_way(conn)?.is_some();
    if due.through > due.after || begun {
        return Ok(None);
    }
    Ok(Some(nothing(ledgers::version(conn)?)))
}

fn nothing(version: i64) -> Update {
    Update { versions: (version, version), changed: Changed::Nothing }
}

/// Rates the new games, incrementally if there are few, else by recomputing.
///
/// # Errors
/// Returns [`Error::Conflict`] if games or ratings have changed in the meantime; nothing is then
/// written.
fn bring(store: &Store, rater: &mut Rater) -> Result<Update> {
    let conn = rater.slices.connection();
    let version = ledgers::version(conn)?;
    let due = Due::read(conn)?;
    if due.through <= due.after {
        return Ok(nothing(version));
    }
    if due.is_few() {
        let limit = usize::try_from(FEW.max(due.after / SHARE) * 4).unwrap_or(usize::MAX);
        let (after, through) = (number(due.after)?, number(due.through)?);
        if let Some(changes) = rate(conn, after, through, limit)? {
            rater.publish(version, due.through, &changes)?;
            return Ok(update_of(version + 1, changes));
        }
    }
    recompute::write(store, rater, 0)?;
    let version = ledgers::version(rater.slices.connection())?;
    Ok(Update { versions: (0, version), changed: Changed::Everything })
}

/// The work to be done according to the counters.
struct Due {
    after: i64,
    through: i64,
}

impl Due {
    fn read(conn: &mut AnyConnection) -> Result<Due> {
        let after = ledgers::rated_through(conn)?;
        let through = id_sequence::counter(conn, "games")?;
        Ok(Due { after, through })
    }

    /// A full recomputation is due if `after` is negative.
    fn is_few(&self) -> bool {
        self.after >= 0 && self.through - self.after <= FEW.max(self.after / SHARE)
    }
}

fn update_of(version: i64, changes: Vec<Changes>) -> Update {
    let rated = changes.iter().map(|own| own.rated).sum();
    let ledgers = changes.into_iter().map(|own| (own.pool, own.ledgers)).collect();
    Update { versions: (version - 1, version), changed: Changed::Some { ledgers, rated } }
}

/// Recomputes all ledgers, compares them with the stored ones and, if `write` is set, replaces
/// those. Returns the first `explain` differences of each pool.
///
/// # Errors
/// Returns [`Error::Conflict`] if games or ratings were added in the meantime: try again.
pub fn recompute(app: &App, write: bool, explain: usize) -> Result<Vec<Recomputed>> {
    let done = if write {
        recompute::write(app.store(), &mut Rater::take(app.store())?, explain)?
    } else {
        recompute::compare(app.store(), explain)?
    };
    app.memory.boards.refresh(app.store())?;
    Ok(done)
}

/// The effect of a game on its players' ratings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GameRating {
    Rated {
        pool: &'static Pool,
        white: Change,
        black: Change,
    },
    /// It will be rated with the next update.
    Due {
        pool: &'static Pool,
    },
    Unrated(Unrated),
}

/// Both players' ratings before and after a game; costs two queries.
pub fn of_game<S>(app: &App, game: &Game<S>) -> Result<GameRating> {
    rating_of(&mut *app.store().connection()?, game)
}

/// Like [`of_game`], on an existing connection.
pub(super) fn rating_of<S>(conn: &mut AnyConnection, game: &Game<S>) -> Result<GameRating> {
    let summary = &game.summary;
    let known = |handle: &str, player: i32| Some(player).filter(|_| handle != sieve::NOBODY);
    let both = [game.white_id, game.black_id];
    let (bots, computers) = (players::bots_among(conn, &both)?, computers::among(conn, &both)?);
    let candidate = Candidate {
        wanted: summary.whose.rated_in(game.rated_in),
        family: Family::of(&summary.rule_set),
        speed: Speed::of(summary.time_control),
        outcome: summary.outcome,
        termination: summary.termination,
        white: known(&summary.white, game.white_id),
        black: known(&summary.black, game.black_id),
        bots: u8::try_from(bots.len()).unwrap_or(u8::MAX),
        computers: u8::try_from(computers.len()).unwrap_or(u8::MAX),
    };
    let pool = match rated_in(&candidate) {
        Ok((pool, _)) => pool,
        Err(reason) => return Ok(GameRating::Unrated(reason)),
    };
    let white = change_by(conn, pool, game.white_id, (game.number, Color::White))?;
    let black = change_by(conn, pool, game.black_id, (game.number, Color::Black))?;
    Ok(match (white, black) {
        (Some(white), Some(black)) => GameRating::Rated { pool, white, black },
        _ => GameRating::Due { pool },
    })
}

/// The rating change of a player by the game with this id and colour.
fn change_by(
    conn: &mut AnyConnection,
    pool: &Pool,
    player: i32,
    (game, color): (i32, Color),
) -> Result<Option<Change>> {
    let Some(history) = ledgers::packed_history(conn, pool.id, player)? else {
        return Ok(None);
    };
    let damaged = |e: LedgerFault| Error::Internal(e.to_string());
    let mut reader = Reader::new(pool.system.start, &history).map_err(damaged)?;
    while let Some(entry) = reader.next_entry().map_err(damaged)? {
        if entry.game == i64::from(game) && entry.color == color {
            return Ok(Some(entry.change));
        }
    }
    Ok(None)
}

/// A player's ledgers: the site's in the order of [`Pool::ALL`], then those of open organisations;
/// pools without a rated game are omitted. [`Ledger::entries`] is the history, oldest first.
pub fn of_player(app: &App, player: i32) -> Result<Vec<(&'static Pool, Ledger)>> {
    let mut conn = app.store().connection()?;
    let found = ledgers::for_player(&mut conn, player)?;
    let list = PoolList::with(&mut conn, found.iter().map(|(id, _)| *id))?;
    let at = |(id, ledger): (i16, Ledger)| Some((list.index(id)?, ledger));
    let mut own: Vec<(usize, Ledger)> = found.into_iter().filter_map(at).collect();
    own.sort_by_key(|(at, _)| *at);
    Ok(own.into_iter().map(|(at, ledger)| (list.pools()[at], ledger)).collect())
}

/// A player's rating history in a pool, oldest first; empty without a rated game.
pub fn history(app: &App, pool: &Pool, player: i32) -> Result<Vec<Entry>> {
    match ledgers::find(&mut *app.store().connection()?, pool.id, player)? {
        Some(ledger) => Ok(ledger.entries(pool)?),
        None => Ok(Vec::new()),
    }
}

/// A ledger entry with names for display.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedEntry {
    pub entry: Entry,
    pub game: RatedGame,
    pub opponent: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RatedGame {
    Record(GameId),
    /// A result of an event's table without a record.
    Result {
        /// Name and slug of the event.
        event: String,
        slug: String,
        /// Counted from 1.
        stage: i16,
        round: i16,
    },
}

impl std::fmt::Display for RatedGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RatedGame::Record(id) => write!(f, "{id}"),
            RatedGame::Result { slug, round, .. } => write!(f, "round {round} of {slug}"),
        }
    }
}

/// Adds game ids and opponents' handles to entries, in order; costs two queries.
pub fn named(app: &App, entries: &[Entry]) -> Result<Vec<NamedEntry>> {
    let numbers = |of: fn(&Entry) -> i64| {
        entries.iter().map(|e| number(of(e))).collect::<Result<Vec<i32>, _>>()
    };
    let (game_numbers, opponents) = (numbers(|e| e.game)?, distinct(numbers(|e| e.opponent)?));
    let mut conn = app.store().connection()?;
    let games = games_called(&mut conn, &game_numbers)?;
    let handles: HashMap<i32, String> = players::by_ids(&mut conn, &opponents)?
        .into_iter()
        .map(|named| (named.id, named.name))
        .collect();
    let missing =
        || Error::Internal("a rating names a game or player that is not there".to_owned());
    entries
        .iter()
        .map(|entry| {
            let id = games.get(&number(entry.game)?).cloned();
            let opponent = handles.get(&number(entry.opponent)?).cloned();
            Ok(NamedEntry {
                entry: *entry,
                game: id.ok_or_else(missing)?,
                opponent: opponent.ok_or_else(missing)?,
            })
        })
        .collect()
}

/// The games that ledgers refer to, by id.
fn games_called(conn: &mut AnyConnection, numbers: &[i32]) -> Result<HashMap<i32, RatedGame>> {
    let mut found = HashMap::new();
    for (number, id) in rateable_games::content_ids(conn, numbers)? {
        found.extend(GameId::from_bytes(&id).map(|id| (number, RatedGame::Record(id))));
    }
    let rest: Vec<i32> =
        numbers.iter().copied().filter(|number| !found.contains_key(number)).collect();
    let rows = unrecorded::by_numbers(conn, &rest)?;
    let events: Vec<i32> = rows.iter().map(|row| row.event_id).collect();
    let called = unrecorded::event_names(conn, &events)?;
    for row in rows {
        let event = called.iter().find(|(id, ..)| *id == row.event_id);
        let Some((_, _, event, slug)) = event.cloned() else { continue };
        let (stage, round) = (row.stage.saturating_add(1), row.round.saturating_add(1));
        found.insert(row.number, RatedGame::Result { event, slug, stage, round });
    }
    Ok(found)
}
