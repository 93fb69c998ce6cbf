//! Builds the index of set-ups from the database: revealed games only, by segment.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::pools::PoolList;
use crate::ratings::Sieve;
use crate::records::{decode_armies, outcome_of, termination_of};
use crate::{App, Result};
use adjutant_domain::formation::{Facts, GAMES, Index, Segment, SegmentBuilder, SetUp};
use adjutant_store::rateable_games::RateableRow;
use adjutant_store::{
    AnyConnection, batch_read, deployments, games, id_sequence, ledgers, rateable_games,
};
use ledger_ratings::Pool;
use salpakan::record::codec::decode_timeline;
use salpakan::record::{Embargo, RevealKey};
use salpakan::rules::{ByColor, Color, RuleSet, Termination};

/// The number of games whose set-ups are read and decoded per batch.
const BATCH_GAMES: usize = 2_000;
/// The number of players whose ledgers are read per batch.
const BATCH_LEDGERS: i32 = 2_000;

/// Builds the index of the current data; segments in `before` are reused.
pub(super) fn build_index(app: &App, before: Option<&Index>) -> Result<Index> {
    let mut conn = app.store().connection()?;
    let through = i32::try_from(id_sequence::counter(&mut conn, "games")?).unwrap_or(i32::MAX);
    let pools = PoolList::all(&mut conn)?;
    let ratings = ratings_before_games(&mut conn, pools.pools(), through)?;
    let sieve = Sieve::read(&mut conn, pools)?;
    let standard = standard_rule_ids(&mut conn)?;
    let reader = SegmentReader { sieve, ratings, standard };
    let mut segments = Vec::new();
    for place in 0..(through + GAMES - 1) / GAMES {
        let old = before.and_then(|index| index.segments().get(place as usize));
        segments.push(reader.segment(&mut conn, place, old)?);
    }
    Ok(Index::new(segments))
}

/// The ids of the standard rules: set-ups under other rules are not comparable.
fn standard_rule_ids(conn: &mut AnyConnection) -> Result<Vec<i32>> {
    let all = games::rule_set_names(conn)?;
    let standard = |key: &str| key.parse::<RuleSet>().is_ok_and(|own| own == RuleSet::STANDARD);
    Ok(all.into_iter().filter(|(_, key)| standard(key)).map(|(id, _)| id).collect())
}

/// Both players' ratings in points before each rated game, by game id; 0 for none.
fn ratings_before_games(
    conn: &mut AnyConnection,
    pools: &[&'static Pool],
    through: i32,
) -> Result<Vec<[u16; 2]>> {
    let mut ratings = vec![[0; 2]; usize::try_from(through).unwrap_or(0) + 1];
    let last = i32::try_from(id_sequence::counter(conn, "players")?).unwrap_or(i32::MAX);
    let stored = ledgers::pools(conn)?;
    for pool in pools.iter().filter(|pool| stored.contains(&pool.id)) {
        for first in (1..=last).step_by(BATCH_LEDGERS as usize) {
            let until = first.saturating_add(BATCH_LEDGERS - 1);
            for ledger in ledgers::in_player_range(conn, pool.id, first, until)? {
                for entry in ledger.entries(pool)? {
                    let game = usize::try_from(entry.game).ok().and_then(|at| ratings.get_mut(at));
                    let points = (entry.change.before.rating + 50) / 100;
                    if let Some(game) = game {
                        game[entry.color as usize] = points.clamp(1, u16::MAX.into()) as u16;
                    }
                }
            }
        }
    }
    Ok(ratings)
}

struct SegmentReader {
    sieve: Sieve,
    ratings: Vec<[u16; 2]>,
    standard: Vec<i32>,
}

/// A game's id with both set-ups, if present.
type RevealedSetUps = (i32, ByColor<Option<SetUp>>);

impl SegmentReader {
    fn segment(
        &self,
        conn: &mut AnyConnection,
        place: i32,
        old: Option<&Arc<Segment>>,
    ) -> Result<Arc<Segment>> {
        let mut all: Vec<(Facts, Termination)> = Vec::new();
        rateable_games::scan_revealed(conn, place * GAMES, (place + 1) * GAMES, |(row, owner)| {
            if let Some(facts) = self.game_facts(&row, owner.unwrap_or(0)) {
                all.push((facts, termination_of(row.termination)));
            }
        })?;
        let before = |number| old.and_then(|old| Some((old, old.find(number)?)));
        if let Some(old) = old
            && old.len() == all.len()
            && all.iter().enumerate().all(|(at, (facts, _))| old.facts(at) == *facts)
        {
            return Ok(old.clone());
        }
        let new = all.iter().filter(|(facts, _)| before(facts.number).is_none());
        let new: Vec<(i32, Termination)> =
            new.map(|(facts, termination)| (facts.number, *termination)).collect();
        let mut opened: HashMap<i32, ByColor<Option<SetUp>>> = HashMap::new();
        for some in new.chunks(BATCH_GAMES) {
            opened.extend(open_set_ups(conn, some)?);
        }
        let mut builder = SegmentBuilder::default();
        for (facts, _) in all {
            let known = before(facts.number).map(|(old, at)| old.set_ups(at));
            let set_ups = known.or_else(|| opened.remove(&facts.number)).unwrap_or_default();
            builder.push(facts, set_ups);
        }
        Ok(Arc::new(builder.finish()))
    }

    fn game_facts(&self, row: &RateableRow, owner: i32) -> Option<Facts> {
        let rated = self.sieve.judge(row).ok();
        let pool = rated.map_or(-1, |(at, _)| self.sieve.pools()[at].id);
        let ratings = usize::try_from(row.id).ok().and_then(|at| self.ratings.get(at));
        let [white, black] = ratings.copied().unwrap_or_default();
        self.standard.contains(&row.rule_set_id).then_some(Facts {
            number: row.id,
            players: ByColor::new(row.white_id, row.black_id),
            ratings: ByColor::new(white, black),
            day: row.day,
            event: row.event_id,
            owner,
            pool,
            outcome: outcome_of(row.outcome)?,
        })
    }
}

/// Decodes the set-ups of revealed games, with the key that only such games yield. Damaged ones are
/// skipped and reported by `adjutant check`.
fn open_set_ups(
    conn: &mut AnyConnection,
    some: &[(i32, Termination)],
) -> Result<Vec<RevealedSetUps>> {
    let keys = some.iter().filter_map(|(number, termination)| {
        Some((*number, RevealKey::of_end(*termination, Embargo::None)?))
    });
    let keys: Vec<(i32, RevealKey)> = keys.collect();
    let numbers: Vec<i32> = keys.iter().map(|(number, _)| *number).collect();
    let armies = deployments::revealed_by_games(conn, &keys)?;
    let timelines = batch_read::timelines(conn, &numbers)?;
    let opened = armies.into_par_iter().filter_map(|(number, bytes)| {
        let timeline = decode_timeline(&timelines.get(&number)?.body).ok()?;
        let (armies, _) = decode_armies(&timeline, &bytes).ok()?;
        let set_up = |color: Color| armies[color].as_ref().and_then(SetUp::of);
        Some((number, ByColor::new(set_up(Color::White), set_up(Color::Black))))
    });
    Ok(opened.collect())
}
