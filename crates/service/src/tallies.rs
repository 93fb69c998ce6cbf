//! What a player revealed, risked and bluffed in each of their revealed games.
//!
//! The figures of a game are stored by the id of its content, so that they hold through merges and restores and end
//! with a correction. A game that lacks them is calculated for the page. Pages use the newest games only.

mod stored;

use std::collections::HashMap;

use moka::sync::Cache;

use adjutant_store::AnyConnection;
use adjutant_store::games::NarrowGameRow;
use ledger_ratings::Day;
use salpakan::rules::{ByColor, Color};
use salpakan_knowledge::{BluffIndex, Luck, bluff_index};

use super::games;
use super::knowing;
use super::records::{GameId, StoredGame};
use super::stored::{Sealed, read_many};
use super::{App, Result};

pub use stored::{Recount, complete, recount};

/// The number of newest revealed games used.
pub const LOOKED_AT: usize = 40;
/// The number of newest games examined to find them.
const AMONG: usize = 200;
/// The number of cached games, of some hundred bytes each.
const KEPT: u64 = 20_000;

#[derive(Debug, Clone, Copy, Default)]
pub struct Side {
    /// Bits of information revealed.
    pub told: f64,
    pub luck: Luck,
    pub bluffs: BluffIndex,
}

/// A player's figures in a game.
#[derive(Debug, Clone, Copy)]
pub struct Tally {
    pub game: GameId,
    pub day: Day,
    pub color: Color,
    pub side: Side,
}

pub(super) struct Tallies {
    /// Calculated figures by game; `None` if a record has no armies.
    calculated: Cache<[u8; GameId::BYTES], Option<ByColor<Side>>>,
    progress: stored::Progress,
}

impl Default for Tallies {
    fn default() -> Tallies {
        Tallies { calculated: Cache::new(KEPT), progress: stored::Progress::default() }
    }
}

/// Figures of a player's newest revealed games, oldest first; games that nobody vouches for are
/// excluded.
pub fn of_player(app: &App, player: i32) -> Result<Vec<Tally>> {
    let mut conn = app.store().read_connection()?;
    let (rows, _) = games::of_player(&mut conn, player, AMONG)?;
    let told = |row: &&NarrowGameRow| row.revealed != 0 && row.plies > 0 && games::counts(row);
    let rows: Vec<NarrowGameRow> = rows.iter().filter(told).take(LOOKED_AT).cloned().collect();
    let sides = of_games(app, &mut conn, &rows)?;
    let tally = |row: &NarrowGameRow| {
        let game = id_of(row);
        let sides = sides.get(&game).copied().flatten()?;
        let color = if row.white_id == player { Color::White } else { Color::Black };
        Some(Tally { game, day: Day(row.day), color, side: sides[color] })
    };
    Ok(rows.iter().rev().filter_map(tally).collect())
}

/// The figures of revealed games: stored ones or, where those are not there yet, of their records.
fn of_games(
    app: &App,
    conn: &mut AnyConnection,
    rows: &[NarrowGameRow],
) -> Result<HashMap<GameId, Option<ByColor<Side>>>> {
    let calculated = &app.memory.tallies.calculated;
    let wanted: Vec<(i32, &[u8])> =
        rows.iter().map(|row| (row.id, row.content_id.as_slice())).collect();
    let mut found = HashMap::new();
    let mut lacking = Vec::new();
    for (row, sides) in rows.iter().zip(stored::find(conn, &wanted)?) {
        let game = id_of(row);
        match sides.or_else(|| calculated.get(&game.0)) {
            Some(sides) => drop(found.insert(game, sides)),
            None => lacking.push(row.clone()),
        }
    }
    let games: Vec<GameId> = lacking.iter().map(id_of).collect();
    for (game, sides) in games.into_iter().zip(of_records(conn, lacking)?) {
        calculated.insert(game.0, sides);
        found.insert(game, sides);
    }
    Ok(found)
}

/// The figures of revealed games according to their records, in the order of `rows`.
fn of_records(
    conn: &mut AnyConnection,
    rows: Vec<NarrowGameRow>,
) -> Result<Vec<Option<ByColor<Side>>>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let raws = read_many(conn, rows, Sealed::Leave)?;
    raws.iter().map(|raw| Ok(raw.decode()?.salpakan().and_then(|stored| sides(&stored)))).collect()
}

fn id_of(row: &NarrowGameRow) -> GameId {
    GameId::from_bytes(&row.content_id).unwrap_or(GameId([0; GameId::BYTES]))
}

fn sides(stored: &StoredGame) -> Option<ByColor<Side>> {
    let record = stored.revealed()?;
    let account = knowing::account_of(record)?;
    let length = record.timeline().len();
    Some(ByColor::from_fn(|color| Side {
        told: account.ledger.told(color, length),
        luck: account.ledger.luck(color),
        bluffs: bluff_index(&account.threats, color),
    }))
}

/// Totals over several games.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum {
    pub games: u32,
    /// Bits revealed per game.
    pub told: f64,
    pub luck: Luck,
    /// Over all threats of all games.
    pub bluffs: BluffIndex,
}

pub fn sum(tallies: &[Tally]) -> Sum {
    let mut sum = Sum::default();
    let (mut variance, mut value) = (0.0, 0.0);
    for Tally { side, .. } in tallies {
        sum.games += 1;
        sum.told += side.told;
        sum.luck.challenges += side.luck.challenges;
        sum.luck.wins += side.luck.wins;
        sum.luck.splits += side.luck.splits;
        sum.luck.expected_wins += side.luck.expected_wins;
        sum.luck.expected_splits += side.luck.expected_splits;
        variance += side.luck.deviation.powi(2);
        sum.bluffs.threats += side.bluffs.threats;
        sum.bluffs.called += side.bluffs.called;
        sum.bluffs.believed += side.bluffs.believed;
        value += side.bluffs.mean * f64::from(side.bluffs.threats);
    }
    sum.told /= f64::from(sum.games.max(1));
    sum.luck.deviation = variance.sqrt();
    sum.bluffs.mean = value / f64::from(sum.bluffs.threats.max(1));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(told: f64, wins: u32, threats: u32, mean: f64) -> Tally {
        let luck =
            Luck { challenges: 4, wins, expected_wins: 2.0, deviation: 3.0, ..Luck::default() };
        let bluffs = BluffIndex { threats, mean, ..BluffIndex::default() };
        let side = Side { told, luck, bluffs };
        Tally { game: GameId([0; GameId::BYTES]), day: Day(0), color: Color::White, side }
    }

    #[test]
    fn games_add_up_and_each_threat_counts_once() {
        let all = sum(&[tally(10.0, 1, 1, 0.5), tally(20.0, 3, 3, 0.1)]);
        assert_eq!((all.games, all.told), (2, 15.0));
        assert_eq!((all.luck.wins, all.luck.surplus()), (4, 0.0));
        assert!((all.luck.deviation - 18.0_f64.sqrt()).abs() < 1e-12);
        assert!((all.bluffs.mean - 0.2).abs() < 1e-12, "(0.5 + 3 * 0.1) / 4");
        assert_eq!(sum(&[]).told, 0.0);
    }
}
