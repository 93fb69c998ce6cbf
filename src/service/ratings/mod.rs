//! Ratings: brought up to date after games came in, recomputed, and read.

mod gather;
mod more;
mod rater;
mod recompute;
mod sieve;

use crate::store::ledgers::{self, staged};
use crate::store::{AnyConnection, Store, games, merges, players, rateable_games, unrecorded};
use ledger_ratings::history::{Entry, LedgerFault, Reader};
use ledger_ratings::{Candidate, Change, Ledger, Pool, Unrated, rated_in};
use salpakan::clock::Speed;
use salpakan::rules::Color;

use super::games::Game;
use super::pools::PoolList;
use super::records::GameId;
use super::{App, Error};

pub use recompute::Recomputed;

pub(super) use sieve::Sieve;

use more::{number, rate};
use rater::{Changes, Rater};

/// What bringing the ratings up to date changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Update {
    /// The version of the ratings before and after; equal where nothing was to do.
    pub versions: (i64, i64),
    pub changed: Changed,
}

/// Which ledgers changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Changed {
    Nothing,
    /// These, by pool; and how many games were rated for them.
    Some {
        ledgers: Vec<(&'static Pool, Vec<Ledger>)>,
        rated: usize,
    },
    /// Any: everything was folded from nothing.
    Everything,
}

/// Up to so many new games, or this share of the old, are rated from the stored ledgers.
const FEW: i64 = 500;
const SHARE: i64 = 50;
/// How often rating begins again because games or ratings were changed meanwhile.
const TRIES: usize = 10;

/// Rates every game that came in since the last time. A few are rated with what they change;
/// many, or old ones on which much depends, lead to a fold from nothing. Either way the
/// ledgers are the same to the digit. Safe to call at any time and from several processes. While games
/// are under way, ledgers are written a few at a time, and readers see those from before until all are there.
///
/// # Errors
/// [`Error`] where the store fails; readers see nothing half done then, and the next call goes on.
pub fn bring_up_to_date(app: &App) -> Result<Update, Error> {
    let update = update_store(app.store())?;
    app.boards().apply(app.store(), &update)?;
    app.editions().raise();
    Ok(update)
}

/// The same where results of events were told that are to be rated, or are rated and stand no more.
///
/// # Errors
/// As [`bring_up_to_date`].
pub(super) fn follow_results(app: &App) -> Result<(), Error> {
    let is_due = {
        let mut connection = app.store().connection()?;
        unrecorded::has_unnumbered(&mut connection)? || ledgers::rated_through(&mut connection)? < 0
    };
    if is_due { bring_up_to_date(app).map(drop) } else { Ok(()) }
}

pub(super) fn update_store(store: &Store) -> Result<Update, Error> {
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

/// The answer where every game is rated and every ledger in its place.
fn nothing_to_do(connection: &mut AnyConnection) -> Result<Option<Update>, Error> {
    let due = Due::read(connection)?;
    let begun =
        staged::published_run(connection)?.is_some() || merges::under_way(connection)?.is_some();
    if due.through > due.after || begun {
        return Ok(None);
    }
    Ok(Some(nothing(ledgers::version(connection)?)))
}

fn nothing(version: i64) -> Update {
    Update { versions: (version, version), changed: Changed::Nothing }
}

/// Rates what is new: a few games from the stored ledgers, else all from nothing.
///
/// # Errors
/// [`Error::Conflict`] where games or ratings were changed meanwhile: nothing is written then.
fn bring(store: &Store, rater: &mut Rater) -> Result<Update, Error> {
    let connection = rater.connection();
    let version = ledgers::version(connection)?;
    let due = Due::read(connection)?;
    if due.through <= due.after {
        return Ok(nothing(version));
    }
    if due.is_few() {
        let limit = usize::try_from(FEW.max(due.after / SHARE) * 4).unwrap_or(usize::MAX);
        let (after, through) = (number(due.after)?, number(due.through)?);
        if let Some(changes) = rate(connection, after, through, limit)? {
            rater.publish(version, due.through, &changes)?;
            return Ok(update_of(version + 1, changes));
        }
    }
    recompute::write(store, rater, 0)?;
    let version = ledgers::version(rater.connection())?;
    Ok(Update { versions: (0, version), changed: Changed::Everything })
}

/// What is to be done, as the counters say.
struct Due {
    after: i64,
    through: i64,
}

impl Due {
    fn read(connection: &mut AnyConnection) -> Result<Due, Error> {
        let after = ledgers::rated_through(connection)?;
        let through = games::counter(connection, "games")?;
        Ok(Due { after, through })
    }

    /// Nothing is few where all is to be rated anew: `after` is below 0 then.
    fn is_few(&self) -> bool {
        self.after >= 0 && self.through - self.after <= FEW.max(self.after / SHARE)
    }
}

fn update_of(version: i64, changes: Vec<Changes>) -> Update {
    let rated = changes.iter().map(|own| own.rated).sum();
    let ledgers = changes.into_iter().map(|own| (own.pool, own.ledgers)).collect();
    Update { versions: (version - 1, version), changed: Changed::Some { ledgers, rated } }
}

/// Folds all games from nothing, compares with what is stored, and with `write` makes the
/// stored ledgers the computed ones. Keeps the first `explain` differences of each pool.
///
/// # Errors
/// [`Error::Conflict`] where games or ratings were added meanwhile: try again.
pub fn recompute(app: &App, write: bool, explain: usize) -> Result<Vec<Recomputed>, Error> {
    let done = if write {
        recompute::write(app.store(), &mut Rater::take(app.store())?, explain)?
    } else {
        recompute::compare(app.store(), explain)?
    };
    app.boards().refresh(app.store())?;
    Ok(done)
}

/// What a game did to its players' ratings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GameRating {
    Rated {
        pool: &'static Pool,
        white: Change,
        black: Change,
    },
    /// It counts, but the ratings do not reach it yet.
    Due {
        pool: &'static Pool,
    },
    Unrated(Unrated),
}

/// Both players' ratings before and after a game: two reads.
///
/// # Errors
/// [`Error::Internal`] where the store fails.
pub fn of_game(app: &App, game: &Game) -> Result<GameRating, Error> {
    rating_of(&mut *app.store().connection()?, game)
}

/// [`of_game`] on a connection that is there already.
pub(super) fn rating_of(connection: &mut AnyConnection, game: &Game) -> Result<GameRating, Error> {
    let summary = &game.summary;
    let known = |handle: &str, player: i32| Some(player).filter(|_| handle != sieve::NOBODY);
    let bots = players::bots_among(connection, &[game.white_id, game.black_id])?;
    let candidate = Candidate {
        wanted: summary.whose.rated_in(game.rated_in),
        ruleset: &game.stored.timeline().rules,
        speed: Speed::of(summary.time_control),
        outcome: summary.outcome,
        termination: summary.termination,
        white: known(&summary.white, game.white_id),
        black: known(&summary.black, game.black_id),
        bots: u8::try_from(bots.len()).unwrap_or(u8::MAX),
    };
    let pool = match rated_in(&candidate) {
        Ok((pool, _)) => pool,
        Err(reason) => return Ok(GameRating::Unrated(reason)),
    };
    let white = change_by(connection, pool, game.white_id, (game.number, Color::White))?;
    let black = change_by(connection, pool, game.black_id, (game.number, Color::Black))?;
    Ok(match (white, black) {
        (Some(white), Some(black)) => GameRating::Rated { pool, white, black },
        _ => GameRating::Due { pool },
    })
}

/// What the game with this number and color changed for a player.
fn change_by(
    connection: &mut AnyConnection,
    pool: &Pool,
    player: i32,
    (game, color): (i32, Color),
) -> Result<Option<Change>, Error> {
    let Some(history) = ledgers::packed_history(connection, pool.id, player)? else {
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

fn entries_of(
    connection: &mut AnyConnection,
    pool: &Pool,
    player: i32,
) -> Result<Vec<Entry>, Error> {
    match ledgers::find(connection, pool.id, player)? {
        Some(ledger) => Ok(ledger.entries(pool)?),
        None => Ok(Vec::new()),
    }
}

/// A player's ledgers, pool by pool: the site's in the order of [`Pool::ALL`], then those of
/// open organisations, without pools where he has no rated game. [`Ledger::entries`] gives the rating history, oldest first.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn of_player(app: &App, player: i32) -> Result<Vec<(&'static Pool, Ledger)>, Error> {
    let mut connection = app.store().connection()?;
    let found = ledgers::for_player(&mut connection, player)?;
    let list = PoolList::with(&mut connection, found.iter().map(|(id, _)| *id))?;
    let at = |(id, ledger): (i16, Ledger)| Some((list.index(id)?, ledger));
    let mut own: Vec<(usize, Ledger)> = found.into_iter().filter_map(at).collect();
    own.sort_by_key(|(at, _)| *at);
    Ok(own.into_iter().map(|(at, ledger)| (list.pools()[at], ledger)).collect())
}

/// A player's rating history in a pool, oldest first; empty without a rated game.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn history(app: &App, pool: &Pool, player: i32) -> Result<Vec<Entry>, Error> {
    entries_of(&mut *app.store().connection()?, pool, player)
}

/// A ledger entry with what a page or a file shows of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedEntry {
    pub entry: Entry,
    pub game: RatedGame,
    pub opponent: String,
}

/// A game as a ledger names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RatedGame {
    Record(GameId),
    /// The result of a table of an event, of which nobody has a record.
    Result {
        /// The event's name, and its name in addresses.
        event: String,
        slug: String,
        /// From 1 on.
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

/// Adds game ids and opponents' handles to entries, in their order: two reads.
///
/// # Errors
/// [`Error::Internal`] where an entry names what is not there.
pub fn named(app: &App, entries: &[Entry]) -> Result<Vec<NamedEntry>, Error> {
    let numbers = |of: fn(&Entry) -> i64| {
        entries.iter().map(|e| number(of(e))).collect::<Result<Vec<i32>, _>>()
    };
    let (game_numbers, mut opponents) = (numbers(|e| e.game)?, numbers(|e| e.opponent)?);
    opponents.sort_unstable();
    opponents.dedup();
    let mut connection = app.store().connection()?;
    let games = games_called(&mut connection, &game_numbers)?;
    let handles: std::collections::HashMap<i32, String> =
        players::by_ids(&mut connection, &opponents)?
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

/// What games are called that ledgers name, by their numbers.
fn games_called(
    connection: &mut AnyConnection,
    numbers: &[i32],
) -> Result<std::collections::HashMap<i32, RatedGame>, Error> {
    let mut found = std::collections::HashMap::new();
    for (number, id) in rateable_games::content_ids(connection, numbers)? {
        found.extend(GameId::from_bytes(&id).map(|id| (number, RatedGame::Record(id))));
    }
    let rest: Vec<i32> =
        numbers.iter().copied().filter(|number| !found.contains_key(number)).collect();
    let rows = unrecorded::by_numbers(connection, &rest)?;
    let events: Vec<i32> = rows.iter().map(|row| row.event_id).collect();
    let called = unrecorded::event_names(connection, &events)?;
    for row in rows {
        let event = called.iter().find(|(id, ..)| *id == row.event_id);
        let Some((_, _, event, slug)) = event.cloned() else { continue };
        let (stage, round) = (row.stage.saturating_add(1), row.round.saturating_add(1));
        found.insert(row.number, RatedGame::Result { event, slug, stage, round });
    }
    Ok(found)
}
