//! Computer analyses of revealed games: asked for by signed-in people, made one after the other, kept while the record stays.
//!
//! Nothing but a revealed record goes in, and whoever may see that record may read what came of it; no other game has an analysis.
//! Whatever replaces or hides a record deletes its row (`crates/store/src/game_writer.rs`).

mod bulk;
mod codec;
mod lessons;
mod worker;

use std::sync::{LazyLock, OnceLock};

use adjutant_domain::moment::Micros;
use adjutant_store::analyses::{self as rows, AnalysisRow, AnalysisState, NewAnalysis};
use salpakan::record::{FullRecord, Timeline};
use salpakan::rules::{ByColor, Deployment, Move};
use salpakan_computer::Weights;
use salpakan_computer::analysis::{Analyst, Depth, METHOD, Point, Side, Turn, graph};

use super::access::{Act, ActTarget, Actor, require};
use super::edition::Topic;
use super::games::Game;
use super::knowing;
use super::threads::Bell;
use super::{App, Error, Result, refusals};

pub(super) use bulk::{Standing, of_many, request_many};
pub use lessons::{
    ClockLeft, FlagWing, FormationRow, LOOKED_AT, Lessons, Lost, Phase, PieceKind, of_player,
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
    let mut hash = blake3::Hasher::new();
    hash.update(&Weights::learned().to_bytes());
    for number in [DEPTH.nodes, DEPTH.comparison, DEPTH.armies, DEPTH.games, u32::from(METHOD)] {
        hash.update(&number.to_le_bytes());
    }
    hash.update(&codec::FORM.to_le_bytes());
    let first = hash.finalize().as_bytes().first_chunk().copied();
    i64::from_le_bytes(first.unwrap_or_default())
});

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
pub enum Analysis {
    /// Nobody has asked for it.
    Absent,
    Waiting {
        /// How many are made before it.
        before: i64,
        /// The first look.
        first: Vec<Point>,
    },
    Done(Box<Whole>),
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
    knowing::record(game).is_ok() && (1..=LONGEST).contains(&game.summary.plies)
}

/// The analysis of a revealed game.
///
/// # Errors
/// Returns [`Error::Missing`] for a game that is not revealed, as for one that does not exist.
pub fn of_game(app: &App, game: &Game) -> Result<Analysis> {
    let (timeline, _) = record(game)?;
    let mut conn = app.store().read_connection()?;
    let Some(row) = rows::of_game(&mut conn, game.number)?.filter(|row| is_of(row, game)) else {
        return Ok(Analysis::Absent);
    };
    Ok(match row.state {
        AnalysisState::Failed => Analysis::Failed,
        AnalysisState::Waiting => Analysis::Waiting {
            before: rows::waiting_before(&mut conn, &row)?,
            first: codec::read_points(&row.body, timeline).unwrap_or_default(),
        },
        AnalysisState::Done => match codec::read_turns(&row.body, timeline) {
            Some(turns) => Analysis::Done(Box::new(whole(turns, timeline))),
            None => Analysis::Failed,
        },
    })
}

fn whole(turns: Vec<Turn>, timeline: &Timeline) -> Whole {
    let points = graph(&turns, timeline);
    let sides = ByColor::from_fn(|color| Side::of(&turns, color));
    Whole { turns, points, sides }
}

fn is_of(row: &AnalysisRow, game: &Game) -> bool {
    row.content_id == game.summary.id.0 && row.version == *VERSION
}

/// Asks for the analysis of a revealed game, unless it waits or is done.
///
/// # Errors
/// Refuses a game that is not revealed or cannot be analysed, and a request beyond the bounds of what waits.
pub fn request(app: &App, actor: &Actor, game: &Game, now: Micros) -> Result<()> {
    require(actor, Act::KeepReviews, ActTarget::Account(actor.account), false)?;
    let record = record(game)?;
    if game.summary.plies == 0 {
        return Err(Error::conflict(refusals::ANALYSIS_WITHOUT_PLIES));
    }
    if game.summary.plies > LONGEST {
        return Err(Error::conflict(refusal!(ANALYSIS_LONG, most = LONGEST)));
    }
    let known = rows::of_game(&mut *app.store().read_connection()?, game.number)?;
    if is_there(known.as_ref(), game, now) {
        return Ok(());
    }
    let analyst = analyst(record);
    let first: Vec<Point> =
        (1..=game.summary.plies).filter_map(|ply| analyst.glance(ply)).collect();
    let new = NewAnalysis {
        game_id: game.number,
        content_id: game.summary.id.0.to_vec(),
        version: *VERSION,
        account: actor.account,
        bulk: false,
        body: codec::write_points(&first),
    };
    let added = app.write(|conn| {
        if is_there(rows::of_game(conn, game.number)?.as_ref(), game, now) {
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
        app.editions().touch([Topic::Game(game.number)]);
        if let Some(bell) = app.memory.analyses.bell.get() {
            bell.ring();
        }
    }
    Ok(())
}

/// Whether the analysis of a game is done and can be read, or waits and nobody gains by asking again.
fn is_there(row: Option<&AnalysisRow>, game: &Game, now: Micros) -> bool {
    row.filter(|row| is_of(row, game)).is_some_and(|row| match row.state {
        AnalysisState::Waiting => row.bulk == 0 || row.leased_until > now,
        AnalysisState::Done => codec::read_turns(&row.body, game.stored.timeline()).is_some(),
        AnalysisState::Failed => false,
    })
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
