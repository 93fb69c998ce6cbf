//! Differences between a stored ledger and a recomputed one.

use super::history::{Entry, read};
use super::{Ledger, Pool};

/// The first difference in a player's ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// A player with rated games has no stored ledger.
    NotStored,
    /// A player without rated games has a stored ledger.
    NotComputed,
    /// The stored entries cannot be decoded.
    Damaged,
    /// The entries at this index (from 0) differ; `None` is the end. Later entries differ as a
    /// consequence.
    Entry { at: usize, stored: Option<Entry>, computed: Option<Entry> },
    /// The entries agree, but a figure derived from them differs.
    Summary,
}

/// The first difference between a player's stored and computed ledger, if any.
pub fn difference(
    pool: &Pool,
    stored: Option<&Ledger>,
    computed: Option<&Ledger>,
) -> Option<Difference> {
    match (stored, computed) {
        (None, None) => None,
        (None, Some(_)) => Some(Difference::NotStored),
        (Some(_), None) => Some(Difference::NotComputed),
        (Some(stored), Some(computed)) if stored == computed => None,
        (Some(stored), Some(computed)) => Some(within(pool, stored, computed)),
    }
}

fn within(pool: &Pool, stored: &Ledger, computed: &Ledger) -> Difference {
    let start = pool.system.start;
    let (Ok(stored), Ok(computed)) = (read(start, &stored.history), read(start, &computed.history))
    else {
        return Difference::Damaged;
    };
    let longest = stored.len().max(computed.len());
    match (0..longest).find(|at| stored.get(*at) != computed.get(*at)) {
        Some(at) => Difference::Entry {
            at,
            stored: stored.get(at).copied(),
            computed: computed.get(at).copied(),
        },
        None => Difference::Summary,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Books, Day, FoldGame, Score};
    use super::*;

    fn ledgers(scores: &[Score]) -> Vec<Ledger> {
        let games: Vec<FoldGame> = scores
            .iter()
            .map(|score| FoldGame {
                white: 0,
                black: 1,
                day: Day(5),
                event: 0,
                white_score: *score,
            })
            .collect();
        let numbers: Vec<i64> = (0..).take(scores.len()).collect();
        Books::fold(&Pool::ALL[0], &games, &numbers, vec![10, 11]).ledgers()
    }

    #[test]
    fn the_first_differing_game_is_named() {
        let computed = ledgers(&[Score::Win, Score::Draw, Score::Win]);
        let stored = ledgers(&[Score::Win, Score::Loss, Score::Win]);
        let pool = &Pool::ALL[0];
        let found = difference(pool, Some(&stored[0]), Some(&computed[0]));
        let Some(Difference::Entry { at: 1, stored: Some(stored), computed: Some(computed) }) =
            found
        else {
            panic!("{found:?}");
        };
        assert_eq!((stored.game, computed.game), (1, 1));
        assert_eq!((stored.score, computed.score), (Score::Loss, Score::Draw));
    }

    #[test]
    fn a_missing_last_game_and_a_wrong_sum_are_told_apart() {
        let computed = ledgers(&[Score::Win, Score::Draw]);
        let shorter = ledgers(&[Score::Win]);
        let pool = &Pool::ALL[0];
        assert!(matches!(
            difference(pool, Some(&shorter[1]), Some(&computed[1])),
            Some(Difference::Entry { at: 1, stored: None, computed: Some(_) })
        ));
        let mut wrong = computed[1].clone();
        wrong.totals.wins += 1;
        assert_eq!(difference(pool, Some(&wrong), Some(&computed[1])), Some(Difference::Summary));
        wrong.history = vec![9];
        assert_eq!(difference(pool, Some(&wrong), Some(&computed[1])), Some(Difference::Damaged));
        assert_eq!(difference(pool, None, Some(&computed[1])), Some(Difference::NotStored));
        assert_eq!(difference(pool, Some(&wrong), None), Some(Difference::NotComputed));
        assert_eq!(difference(pool, Some(&computed[0]), Some(&computed[0])), None);
    }
}
