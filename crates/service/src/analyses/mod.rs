//! Computer analyses of revealed games: asked for by signed-in people, made one after the other, kept while the record stays.
//!
//! Nothing but a revealed record goes in, and whoever may see that record may read what came of it; no other game has an analysis.
//! Whatever replaces or hides a record deletes its row (`crates/store/src/game_writer.rs`).

mod analyst;
mod bulk;
mod codec;
mod lessons;
mod reader;
mod three_generals;
mod worker;

use std::sync::{LazyLock, OnceLock};

use adjutant_domain::moment::Micros;
use adjutant_store::AnyConnection;
use adjutant_store::analyses::{self as rows, AnalysisRow, AnalysisState, NewAnalysis};
use salpakan::record::{FullRecord, Timeline};
use salpakan::rules::{ByColor, Deployment, Move};
use salpakan_computer::Weights;
use salpakan_computer::analysis::{Analyst, Depth, METHOD, Point, Side, Turn, graph};

use super::access::{Act, ActTarget, Actor, require};
use super::edition::Topic;
use super::games::{AnyGame, Game, GameSummary};
use super::knowing;
use super::threads::Bell;
use super::{App, Error, Result, Thing, refusals};

use analyst::Analysable;
pub(super) use bulk::{Standing, of_many, of_many_three_generals, request_many};
pub use lessons::{
    ClockLeft, FlagWing, FormationRow, LOOKED_AT, Lessons, Losses, Lost, Phase, PieceKind,
    of_player,
};
pub use three_generals::{
    Whole as ThreeGeneralsWhole, loss_of as three_generals_loss_of, of_game as of_three_generals,
};
pub use worker::{AnalysisWorker, work_off};

/// Analyses of one account that may wait.
pub const MOST_OF_ONE: i64 = 5;
/// Analyses that may wait in all: about half an hour of one core.
pub const MOST: i64 = 200;
/// Analyses that may wait beside these, asked for in bulk and made when no other request is waiting.
pub const MOST_IN_BULK: i64 = 200;
/// The plies of the longest game that is analysed.
pub const LONGEST: u32 = 2_000;

const DEPTH: Depth = Depth::DEFAULT;
/// The same analysis each time.
const SEED: u64 = 1;

/// What an analysis depends on beside the record: another one is made anew.
static VERSION: LazyLock<i64> = LazyLock::new(|| {
    let Depth { nodes, comparison, armies, games, searched } = DEPTH;
    let games = u32::from_le_bytes([games, searched, 0, 0]);
    let numbers = [nodes, comparison, armies, games, u32::from(METHOD), codec::FORM];
    version(b"", &Weights::learned().to_bytes(), &numbers)
});

/// A number that differs where any of these does.
fn version(game: &[u8], weights: &[u8], numbers: &[u32]) -> i64 {
    let mut hash = blake3::Hasher::new();
    hash.update(game);
    hash.update(weights);
    for number in numbers {
        hash.update(&number.to_le_bytes());
    }
    let first = hash.finalize().as_bytes().first_chunk().copied();
    i64::from_le_bytes(first.unwrap_or_default())
}

/// What a process keeps of analyses beside its database.
#[derive(Default)]
pub(super) struct Analyses {
    /// Wakes the worker, if there is one.
    bell: OnceLock<Bell>,
}

/// A whole analysis.
#[derive(Debug, Clone, PartialEq)]
pub struct Whole {
    pub turns: Vec<Turn>,
    pub points: Vec<Point>,
    pub sides: ByColor<Side>,
}

/// How far the analysis of a game is.
#[derive(Debug, Clone, PartialEq)]
pub enum Analysis<W = Whole, P = Point> {
    /// Nobody has asked for it.
    Absent,
    Waiting {
        /// How many are made before it.
        before: i64,
        /// The first look.
        first: Vec<P>,
    },
    Done(Box<W>),
    /// It could not be made; it may be asked for again.
    Failed,
}

/// The part of a game that is analysed.
type Record<'a> = (&'a Timeline, ByColor<&'a Deployment>);

/// The public half and both armies of a revealed game.
fn record(game: &Game) -> Result<Record<'_>> {
    let record = knowing::record(game)?;
    let missing = || Error::Internal(format!("game {} has lost an army", game.summary.id));
    armies(record).map(|armies| (record.timeline(), armies)).ok_or_else(missing)
}

fn armies(record: &FullRecord) -> Option<ByColor<&Deployment>> {
    let armies = record.armies();
    Some(ByColor::new(armies.white.as_ref()?, armies.black.as_ref()?))
}

fn analyst((timeline, armies): Record<'_>) -> Analyst<'_> {
    Analyst::new(Weights::learned(), (timeline, armies), DEPTH, SEED)
}

/// Whether a game can be analysed: its ranks are revealed, and it has plies, but not too many.
pub fn is_possible(game: &Game) -> bool {
    knowing::record(game).is_ok() && has_plies(&game.summary)
}

/// Whether a game has plies, but not too many to be analysed.
pub fn has_plies(game: &GameSummary) -> bool {
    (1..=LONGEST).contains(&game.plies)
}

/// The analysis of a revealed game.
///
/// # Errors
/// Returns [`Error::Missing`] for a game that is not revealed, as for one that does not exist.
pub fn of_game(app: &App, game: &Game) -> Result<Analysis> {
    let (timeline, _) = record(game)?;
    kept(
        &mut *app.store().read_connection()?,
        game,
        *VERSION,
        |body| codec::read_points(body, timeline),
        |body| codec::read_turns(body, timeline).map(|turns| whole(turns, timeline)),
    )
}

/// What is kept of the analysis of a game, read by the functions of its kind.
fn kept<S, W, P>(
    conn: &mut AnyConnection,
    game: &Game<S>,
    version: i64,
    read_points: impl Fn(&[u8]) -> Option<Vec<P>>,
    read_whole: impl Fn(&[u8]) -> Option<W>,
) -> Result<Analysis<W, P>> {
    let row = rows::of_game(conn, game.number)?;
    let Some(row) = row.filter(|row| is_of(row, &game.summary, version)) else {
        return Ok(Analysis::Absent);
    };
    Ok(match row.state {
        AnalysisState::Failed => Analysis::Failed,
        AnalysisState::Waiting => Analysis::Waiting {
            before: rows::waiting_before(conn, &row)?,
            first: read_points(&row.body).unwrap_or_default(),
        },
        AnalysisState::Done => match read_whole(&row.body) {
            Some(whole) => Analysis::Done(Box::new(whole)),
            None => Analysis::Failed,
        },
    })
}

fn whole(turns: Vec<Turn>, timeline: &Timeline) -> Whole {
    let points = graph(&turns, timeline);
    let sides = ByColor::from_fn(|color| Side::of(&turns, color));
    Whole { turns, points, sides }
}

fn is_of(row: &AnalysisRow, game: &GameSummary, version: i64) -> bool {
    row.content_id == game.id.0 && row.version == version
}

/// Asks for the analysis of a game that is open to all, unless it waits or is done.
///
/// # Errors
/// Refuses a game that is not revealed or cannot be analysed, and a request beyond the bounds of what waits.
pub fn request(app: &App, actor: &Actor, game: &AnyGame, now: Micros) -> Result<()> {
    require(actor, Act::KeepReviews, ActTarget::Account(actor.account), false)?;
    let (summary, head) = (game.summary(), game.head());
    let number = head.number;
    if !head.is_open {
        return Err(Error::missing(Thing::Game, head.id.to_string()));
    }
    if summary.plies == 0 {
        return Err(Error::conflict(refusals::ANALYSIS_WITHOUT_PLIES));
    }
    if summary.plies > LONGEST {
        return Err(Error::conflict(refusal!(ANALYSIS_LONG, most = LONGEST)));
    }
    let analysable = Analysable::of_game(game)?;
    let is_there =
        |row: Option<AnalysisRow>| row.is_some_and(|row| is_there(&row, summary, &analysable, now));
    if is_there(rows::of_game(&mut *app.store().read_connection()?, number)?) {
        return Ok(());
    }
    let new = NewAnalysis {
        game_id: number,
        content_id: summary.id.0.to_vec(),
        version: analysable.version(),
        account: actor.account,
        bulk: false,
        body: analysable.first_look(),
    };
    let added = app.write(|conn| {
        if is_there(rows::of_game(conn, number)?) {
            return Ok::<_, Error>(false);
        }
        let (all, own) = rows::waiting(conn, actor.account)?;
        if own >= MOST_OF_ONE {
            return Err(Error::conflict(refusal!(MOST_ANALYSES_OF_ONE, most = MOST_OF_ONE)));
        }
        if all >= MOST {
            return Err(Error::conflict(refusal!(MOST_ANALYSES, most = MOST)));
        }
        rows::add(conn, &new, now)?;
        Ok(true)
    })?;
    if added {
        app.editions().touch([Topic::Game(number)]);
        if let Some(bell) = app.memory.analyses.bell.get() {
            bell.ring();
        }
    }
    Ok(())
}

/// Whether the analysis of a game is done and can be read, or waits and nobody gains by asking again.
fn is_there(row: &AnalysisRow, game: &GameSummary, of: &Analysable<'_>, now: Micros) -> bool {
    is_of(row, game, of.version())
        && match row.state {
            AnalysisState::Waiting => row.bulk == 0 || row.leased_until > now,
            AnalysisState::Done => of.reads(&row.body),
            AnalysisState::Failed => false,
        }
}

/// What a move would have given away beside the best one of a ply, by what the mover knew, 0 to 1; `None` for a move that is not
/// legal there.
pub fn loss_of(game: &Game, turn: &Turn, mv: Move) -> Result<Option<f32>> {
    if mv == turn.best {
        return Ok(Some(0.0));
    }
    let chances = analyst(record(game)?).chances(turn.ply, &[turn.best, mv]);
    let loss = |chances: Vec<f32>| match chances[..] {
        [best, other] => Some((best - other).max(0.0)),
        _ => None,
    };
    Ok(chances.and_then(loss))
}
