//! The stored figures of revealed games: kept complete in the background, so that no page has to read whole records.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use adjutant_store::game_tallies::{self, GameTally};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, games, id_sequence};
use salpakan::rules::ByColor;
use salpakan_knowledge::{BluffIndex, Luck};

use super::{Side, of_records};
use crate::threads::lock;
use crate::{App, Result};

/// The version of the calculation and of its encoding; figures of another one are made anew.
const FORM: i16 = 1;
/// The number of bytes of one side.
const SIDE_BYTES: usize = 64;

/// Games examined at once.
const RANGE: i32 = 1_000;
/// Games calculated per transaction.
const AT_ONCE: usize = 32;
/// The time that one call of [`complete`] may take.
const STINT: Duration = Duration::from_millis(400);
/// How often all games are examined again, since corrected ones lack their figures.
const AGAIN: Duration = Duration::from_secs(1_800);

/// Both sides, White's first; nothing for a record without armies.
fn encode(sides: Option<&ByColor<Side>>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * SIDE_BYTES);
    for (_, side) in sides.into_iter().flat_map(ByColor::iter) {
        let Side { told, luck, bluffs } = side;
        for figure in [*told, luck.expected_wins, luck.expected_splits, luck.deviation, bluffs.mean]
        {
            bytes.extend_from_slice(&figure.to_le_bytes());
        }
        let counts = [luck.challenges, luck.wins, luck.splits];
        for count in counts.into_iter().chain([bluffs.threats, bluffs.called, bluffs.believed]) {
            bytes.extend_from_slice(&count.to_le_bytes());
        }
    }
    bytes
}

/// What [`encode`] wrote; `None` if the bytes are damaged.
#[expect(clippy::option_option, reason = "a record without armies is stored as such")]
fn decode(bytes: &[u8]) -> Option<Option<ByColor<Side>>> {
    if bytes.is_empty() {
        return Some(None);
    }
    let (white, black) = bytes.split_at_checked(SIDE_BYTES)?;
    let sides = ByColor::new(side(white)?, side(black)?);
    Some(Some(sides))
}

fn side(bytes: &[u8]) -> Option<Side> {
    let (figures, counts) = bytes.split_at_checked(5 * size_of::<f64>())?;
    let (figures, _) = figures.as_chunks();
    let (counts, rest) = counts.as_chunks();
    let [told, expected_wins, expected_splits, deviation, mean] =
        <[[u8; 8]; 5]>::try_from(figures).ok()?.map(f64::from_le_bytes);
    let [challenges, wins, splits, threats, called, believed] =
        <[[u8; 4]; 6]>::try_from(counts).ok()?.map(u32::from_le_bytes);
    rest.is_empty().then_some(Side {
        told,
        luck: Luck { challenges, expected_wins, wins, expected_splits, splits, deviation },
        bluffs: BluffIndex { threats, mean, called, believed },
    })
}

/// The stored figures of these revealed games, each row id with its content id, in their order; `None` for those that
/// are not stored.
pub(super) fn find(
    conn: &mut AnyConnection,
    wanted: &[(i32, &[u8])],
) -> Result<Vec<Option<Option<ByColor<Side>>>>> {
    let ids: Vec<i32> = wanted.iter().map(|(id, _)| *id).collect();
    let stored = game_tallies::by_games(conn, &ids, FORM)?;
    let of = |(_, content): &(i32, &[u8])| stored.get(*content).and_then(|body| decode(body));
    Ok(wanted.iter().map(of).collect())
}

/// How far the stored figures are known to be complete.
#[derive(Debug, Default)]
pub struct Progress(Mutex<Option<Sweep>>);

/// The games `from < id <= through` have been examined since `began`.
#[derive(Debug, Clone, Copy)]
struct Sweep {
    began: Instant,
    from: i32,
    through: i32,
}

/// Calculates what is lacking of the figures of revealed games, for a fraction of a second: of new games first, then
/// from the newest to the oldest. Returns the number of games calculated.
pub fn complete(app: &App) -> Result<usize> {
    let mut progress = lock(&app.memory.tallies.progress.0);
    let begin = Instant::now();
    let mut calculated = 0;
    while begin.elapsed() < STINT {
        let mut conn = app.store().read_connection()?;
        let newest = i32::try_from(id_sequence::counter(&mut conn, "games")?).unwrap_or(i32::MAX);
        let known = progress.filter(|sweep| sweep.from > 0 || sweep.began.elapsed() < AGAIN);
        let mut sweep =
            known.unwrap_or(Sweep { began: Instant::now(), from: newest, through: newest });
        let range = if sweep.through < newest {
            (sweep.through, newest.min(sweep.through.saturating_add(RANGE)))
        } else if sweep.from > 0 {
            (sweep.from.saturating_sub(RANGE).max(0), sweep.from)
        } else {
            *progress = Some(sweep);
            break;
        };
        let lacking = game_tallies::lacking(&mut conn, range, FORM)?;
        drop(conn);
        for some in lacking.chunks(AT_ONCE) {
            calculated += calculate(app, some)?;
            if begin.elapsed() >= STINT {
                // The rest of the range is looked for again.
                return Ok(calculated);
            }
        }
        sweep.from = sweep.from.min(range.0);
        sweep.through = sweep.through.max(range.1);
        *progress = Some(sweep);
    }
    Ok(calculated)
}

/// Stores the figures of these games.
fn calculate(app: &App, ids: &[i32]) -> Result<usize> {
    let tallies = recounted(app, ids)?;
    store(app, &tallies)?;
    Ok(tallies.len())
}

/// Without the lock of those who write people, which on PostgreSQL would have live games wait.
fn store(app: &App, tallies: &[GameTally]) -> Result<()> {
    in_transaction(&mut *app.store().connection()?, |conn| {
        id_sequence::lock_writer_before_reading(conn)?;
        Ok(game_tallies::replace(conn, tallies)?)
    })
}

/// The figures of these games according to their records.
fn recounted(app: &App, ids: &[i32]) -> Result<Vec<GameTally>> {
    let mut conn = app.store().read_connection()?;
    let rows: Vec<_> = games::by_ids(&mut conn, ids)?;
    // A game may have been hidden again meanwhile.
    let rows: Vec<_> = rows.into_iter().filter(|row| row.revealed != 0).collect();
    let keys: Vec<(i32, Vec<u8>)> =
        rows.iter().map(|row| (row.id, row.content_id.clone())).collect();
    let counted = of_records(&mut conn, rows)?;
    Ok(keys
        .into_iter()
        .zip(counted)
        .map(|((game_id, content_id), sides)| GameTally {
            game_id,
            content_id,
            form: FORM,
            body: encode(sides.as_ref()),
        })
        .collect())
}

/// What a recount of all revealed games has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Recount {
    pub games: u64,
    /// Games without stored figures.
    pub lacking: u64,
    /// Games whose stored figures are not those of their records.
    pub wrong: u64,
}

/// Compares the stored figures of all revealed games with their records; with `write` makes them so.
pub fn recount(app: &App, write: bool) -> Result<Recount> {
    let mut found = Recount::default();
    let last = id_sequence::counter(&mut *app.store().read_connection()?, "games")?;
    let last = i32::try_from(last).unwrap_or(i32::MAX);
    let mut after = 0;
    while after < last {
        let ids: Vec<i32> = (after + 1..=last).take(AT_ONCE).collect();
        after = ids.last().copied().unwrap_or(last);
        let tallies = recounted(app, &ids)?;
        let stored = game_tallies::by_games(&mut *app.store().read_connection()?, &ids, FORM)?;
        let is_right = |tally: &GameTally| stored.get(&tally.content_id) == Some(&tally.body);
        found.games += tallies.len() as u64;
        let lacks = tallies.iter().filter(|tally| !stored.contains_key(&tally.content_id));
        let lacking = lacks.count() as u64;
        let differing: Vec<GameTally> =
            tallies.into_iter().filter(|tally| !is_right(tally)).collect();
        found.lacking += lacking;
        found.wrong += differing.len() as u64 - lacking;
        if write && !differing.is_empty() {
            store(app, &differing)?;
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use salpakan::rules::Color;

    #[test]
    fn figures_are_read_as_they_were_written() {
        let side = |n: u32| Side {
            told: f64::from(n) + 0.1,
            luck: Luck {
                challenges: n,
                expected_wins: 0.3,
                wins: n + 1,
                expected_splits: 0.7,
                splits: n + 2,
                deviation: 1.1,
            },
            bluffs: BluffIndex { threats: n + 3, mean: 0.9, called: n + 4, believed: n + 5 },
        };
        let sides = ByColor::new(side(10), side(20));
        let bytes = encode(Some(&sides));
        assert_eq!(bytes.len(), 2 * SIDE_BYTES);
        let read = decode(&bytes).flatten().expect("both sides");
        for color in [Color::White, Color::Black] {
            assert_eq!(format!("{:?}", read[color]), format!("{:?}", sides[color]));
        }
        assert!(decode(&bytes[1..]).is_none(), "it is damaged");
        assert!(decode(&encode(None)).is_some_and(|read| read.is_none()), "it has no armies");
    }
}
