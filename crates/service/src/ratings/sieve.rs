//! Determines from stored columns whether and where a game is rated.

use adjutant_store::rateable_games::{self, RateableRow};
use adjutant_store::{AnyConnection, computers, games, players};
use ledger_ratings::{Candidate, Day, Family, GameOrder, Pool, RatedIn, Score, Unrated, rated_in};

use super::super::Result;
use super::super::pools::PoolList;
use super::super::records::{outcome_of, speed_of, termination_of};

pub(crate) const NOBODY: &str = "?";

/// Maps stored ids of rule-sets to what rates them, and to pools, and knows the unknown player and bots.
pub(crate) struct Sieve {
    /// Indexed by stored id: one is looked up for every game.
    families: Vec<Option<Family>>,
    nobody: Option<i32>,
    /// Ascending; usually empty.
    bots: Vec<i32>,
    /// The site's own computers, ascending; they are bots, too.
    computers: Vec<i32>,
    pools: PoolList,
}

impl Sieve {
    /// Reads the data for games rated in these pools.
    pub(crate) fn read(conn: &mut AnyConnection, pools: PoolList) -> Result<Sieve> {
        let mut families = Vec::new();
        for (id, key) in games::rule_set_names(conn)? {
            let Ok(at) = usize::try_from(id) else { continue };
            families.resize(families.len().max(at + 1), None);
            families[at] = Family::of(&key);
        }
        let nobody = players::by_handle(conn, NOBODY)?.map(|named| named.id);
        let (bots, computers) = (players::bots(conn)?, computers::players(conn)?);
        Ok(Sieve { families, nobody, bots, computers, pools })
    }

    /// All known pools, the site's first.
    pub(crate) fn pools(&self) -> &[&'static Pool] {
        self.pools.pools()
    }

    /// The index in [`Sieve::pools`] of the pool that rates a game, and White's score.
    pub(crate) fn judge(&self, row: &RateableRow) -> Result<(usize, Score), Unrated> {
        let wanted = self.pools.wanted(row.rated_in);
        let unrecorded = row.rule_set_id == rateable_games::UNRECORDED_RULE_SET;
        let stored = usize::try_from(row.rule_set_id).ok().and_then(|at| self.families.get(at));
        let family = match (unrecorded, wanted) {
            (true, RatedIn::Pool(pool)) => Some(pool.family),
            (true, _) => Some(Family::Standard),
            (false, _) => stored.copied().flatten(),
        };
        let known = |player: i32| Some(player).filter(|player| Some(*player) != self.nobody);
        let (pool, score) = rated_in(&Candidate {
            wanted,
            family,
            speed: speed_of(row.base_seconds, row.increment_seconds),
            outcome: outcome_of(row.outcome),
            termination: termination_of(row.termination),
            white: known(row.white_id),
            black: known(row.black_id),
            bots: count(&self.bots, row),
            computers: count(&self.computers, row),
        })?;
        Ok((self.pools.index(pool.id).ok_or(Unrated::RuleSet)?, score))
    }
}

/// How many of the players of a game are in an ascending list.
fn count(players: &[i32], row: &RateableRow) -> u8 {
    let is_in =
        |player: i32| u8::from(!players.is_empty() && players.binary_search(&player).is_ok());
    is_in(row.white_id) + is_in(row.black_id)
}

/// The position of a stored game in the canonical order. Events are identified by their folded
/// names, since which spelling is stored depends on the order of imports.
pub(crate) fn order_of(row: RateableRow, event_key: String) -> GameOrder {
    GameOrder {
        day: Day(row.day),
        event: event_key,
        round: row.round,
        key: row.content_id.0.to_vec(),
    }
}
