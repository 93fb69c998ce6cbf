//! Reads all rated games on all cores, in canonical order.

use std::collections::HashMap;
use std::thread;

use rayon::prelude::*;

use adjutant_domain::parallel;
use adjutant_store::rateable_games::{self, ContentKey, RateableRow};
use adjutant_store::{AnyConnection, Store};
use ledger_ratings::{Day, FoldGame, Mode, Pool, Score, natural};

use super::super::pools::PoolList;
use super::super::{Error, Result};
use super::sieve::Sieve;

/// A rated game with its sort keys; 36 bytes, because ten million of them are sorted.
struct Raw {
    day: i32,
    /// The rank of the event's folded name among all.
    event: u32,
    /// The rank of the round among all.
    round: u32,
    key: ContentKey,
    score: Score,
    id: i32,
    white: i32,
    black: i32,
}

/// A pool's games in canonical order.
pub(super) struct Gathered {
    pub pool: &'static Pool,
    pub games: Vec<FoldGame>,
    /// The stored ids of the games.
    pub numbers: Vec<i64>,
    /// The stored ids of the players, ascending, by their index in the fold.
    pub players: Vec<i64>,
}

/// The ranks of the events' folded names, and the event that stands for none.
struct Events {
    ranks: Vec<u32>,
    unnamed: Option<u32>,
}

/// Reads every rated game up to the id `through`, by pool.
pub(super) fn gather(store: &Store, through: i32) -> Result<Vec<Gathered>> {
    let (sieve, events) = {
        let mut conn = store.connection()?;
        let pools = PoolList::all(&mut conn)?;
        (Sieve::read(&mut conn, pools)?, Events::read(&mut conn)?)
    };
    let parts = read_parts(store, through, &sieve, &events)?;
    let mut pools = merge(parts);
    let mut gathered = Vec::new();
    for (pool, raws) in sieve.pools().iter().zip(&mut pools) {
        if !raws.is_empty() {
            gathered.push(ordered(pool, std::mem::take(raws), events.unnamed));
        }
    }
    Ok(gathered)
}

impl Events {
    fn read(conn: &mut AnyConnection) -> Result<Events> {
        let mut keys = rateable_games::event_keys(conn)?;
        keys.sort_unstable_by(|left, right| left.1.cmp(&right.1));
        let most = keys.iter().map(|(id, _)| *id).max().unwrap_or(0);
        let mut ranks = vec![0; usize::try_from(most).unwrap_or(0) + 1];
        let mut unnamed = None;
        for (rank, (id, key)) in (0..).zip(&keys) {
            if let Some(place) = usize::try_from(*id).ok().and_then(|id| ranks.get_mut(id)) {
                *place = rank;
            }
            if key == "?" {
                unnamed = Some(rank);
            }
        }
        Ok(Events { ranks, unnamed })
    }

    fn rank(&self, id: i32) -> u32 {
        usize::try_from(id).ok().and_then(|id| self.ranks.get(id)).copied().unwrap_or(0)
    }
}

/// Games of consecutive ids by pool; rounds are referred to by index.
struct Part {
    pools: Vec<Vec<Raw>>,
    rounds: Rounds,
}

/// Rounds by index, in the order of their first games.
struct Rounds {
    names: Vec<String>,
    known: HashMap<String, u32>,
    /// The indices of recent rounds by a hash of their names: most lookups end here.
    recent: [u32; 64],
}

/// With fewer games a second reader gains nothing.
const WORTH: i32 = 20_000;

fn read_parts(store: &Store, through: i32, sieve: &Sieve, events: &Events) -> Result<Vec<Part>> {
    let readers = i32::try_from(parallel::available_workers()).unwrap_or(1).clamp(1, 8);
    let readers = if through < WORTH { 1 } else { readers };
    let bound = |reader: i32| {
        i32::try_from(i64::from(through) * i64::from(reader) / i64::from(readers))
            .unwrap_or(through)
    };
    thread::scope(|scope| {
        let handles: Vec<_> = (0..readers)
            .map(|reader| {
                let (after, last) = (bound(reader), bound(reader + 1));
                scope.spawn(move || Part::read(store, after, last, sieve, events))
            })
            .collect();
        let broken = |_| Error::Internal("a reader of games broke off".to_owned());
        handles.into_iter().map(|handle| handle.join().map_err(broken)?).collect()
    })
}

impl Part {
    fn read(
        store: &Store,
        after: i32,
        through: i32,
        sieve: &Sieve,
        events: &Events,
    ) -> Result<Part> {
        let pools = sieve.pools().iter().map(|_| Vec::new()).collect();
        let mut part = Part { pools, rounds: Rounds::new() };
        let mut conn = store.connection()?;
        rateable_games::scan(&mut conn, after, through, |row| part.take(row, sieve, events))?;
        Ok(part)
    }

    fn take(&mut self, row: RateableRow, sieve: &Sieve, events: &Events) {
        let Ok((at, score)) = sieve.judge(&row) else { return };
        let raw = Raw {
            day: row.day,
            event: events.rank(row.event_id),
            round: self.rounds.number(row.round),
            key: row.content_id,
            score,
            id: row.id,
            white: row.white_id,
            black: row.black_id,
        };
        self.pools[at].push(raw);
    }
}

impl Rounds {
    fn new() -> Rounds {
        Rounds { names: Vec::new(), known: HashMap::new(), recent: [0; 64] }
    }

    fn number(&mut self, round: String) -> u32 {
        let slot =
            round.bytes().fold(0, |hash: usize, byte| hash * 7 % 64 + usize::from(byte)) % 64;
        let seen = self.recent[slot];
        if self.names.get(seen as usize).is_some_and(|name| *name == round) {
            return seen;
        }
        let next = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let number = *self.known.entry(round.clone()).or_insert(next);
        if number == next {
            self.names.push(round);
        }
        self.recent[slot] = number;
        number
    }
}

/// Merges the games of all parts by pool, with rounds ranked among all.
fn merge(parts: Vec<Part>) -> Vec<Vec<Raw>> {
    let mut rounds: Vec<&str> =
        parts.iter().flat_map(|part| part.rounds.names.iter().map(String::as_str)).collect();
    rounds.sort_unstable_by(|left, right| natural(left, right));
    rounds.dedup();
    let rank = |round: &String| {
        let at = rounds.partition_point(|other| natural(other, round).is_lt());
        u32::try_from(at).unwrap_or(u32::MAX)
    };
    let ranks: Vec<Vec<u32>> =
        parts.iter().map(|part| part.rounds.names.iter().map(rank).collect()).collect();
    let mut pools: Vec<Vec<Raw>> = Vec::new();
    for (part, ranks) in parts.into_iter().zip(ranks) {
        for (at, mut raws) in part.pools.into_iter().enumerate() {
            raws.par_iter_mut().for_each(|raw| raw.round = ranks[raw.round as usize]);
            match pools.get_mut(at) {
                Some(pool) => pool.append(&mut raws),
                None => pools.push(raws),
            }
        }
    }
    pools
}

/// The canonical order as two integers: the first one distinguishes most games.
fn canonical(raw: &Raw) -> (u64, u128) {
    // With the sign bit flipped, unsigned comparison of days equals signed comparison.
    let day = raw.day.cast_unsigned() ^ 1 << 31;
    let mut rest = [0; 16];
    rest[..4].copy_from_slice(&raw.round.to_be_bytes());
    rest[4..4 + ContentKey::BYTES].copy_from_slice(&raw.key.0);
    (u64::from(day) << 32 | u64::from(raw.event), u128::from_be_bytes(rest))
}

fn ordered(pool: &'static Pool, mut raws: Vec<Raw>, unnamed: Option<u32>) -> Gathered {
    raws.par_sort_unstable_by(|left, right| canonical(left).cmp(&canonical(right)));
    if matches!(pool.mode, Mode::EventByEvent { .. }) {
        by_events(&mut raws, unnamed);
    }
    let (players, dense) = number_players(&raws);
    let index = |player: i32| dense[usize::try_from(player).unwrap_or(0)];
    let games = (0..u32::MAX).into_par_iter().zip(&raws).map(|(at, raw)| FoldGame {
        white: index(raw.white),
        black: index(raw.black),
        day: Day(raw.day),
        // Games without an event are events of their own; actual ranks stay far below.
        event: if Some(raw.event) == unnamed { u32::MAX - at } else { raw.event },
        white_score: raw.score,
    });
    let games = games.collect();
    let numbers = raws.par_iter().map(|raw| i64::from(raw.id)).collect();
    Gathered { pool, games, numbers, players }
}

/// Groups games by event, and sorts events by the day of their last game.
fn by_events(raws: &mut [Raw], unnamed: Option<u32>) {
    let mut last_days: HashMap<u32, i32> = HashMap::new();
    for raw in raws.iter().filter(|raw| Some(raw.event) != unnamed) {
        let last = last_days.entry(raw.event).or_insert(raw.day);
        *last = raw.day.max(*last);
    }
    let last_day = |raw: &Raw| last_days.get(&raw.event).copied().unwrap_or(raw.day);
    raws.sort_by_cached_key(|raw| (last_day(raw), raw.event, canonical(raw)));
}

/// The players that occur, ascending, and the index of each stored id among them.
fn number_players(raws: &[Raw]) -> (Vec<i64>, Vec<u32>) {
    let most = raws.iter().map(|raw| raw.white.max(raw.black)).max().unwrap_or(0);
    let mut dense = vec![0_u32; usize::try_from(most).unwrap_or(0) + 1];
    for raw in raws {
        for player in [raw.white, raw.black] {
            if let Some(seen) = usize::try_from(player).ok().and_then(|id| dense.get_mut(id)) {
                *seen = 1;
            }
        }
    }
    let mut players = Vec::new();
    for (id, place) in (0_i64..).zip(&mut dense) {
        if *place == 1 {
            *place = u32::try_from(players.len()).unwrap_or(u32::MAX);
            players.push(id);
        }
    }
    (players, dense)
}
