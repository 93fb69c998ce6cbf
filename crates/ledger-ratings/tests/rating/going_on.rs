//! Incremental updates of stored ledgers give the same ledgers as recomputing them.

use std::collections::BTreeMap;

use ledger_ratings::history::{Entry, LedgerFault};
use ledger_ratings::{
    Addition, Books, Day, FoldGame, GameOrder, Going, Ledger, Pool, Score, Source, go_on,
};
use proptest::prelude::*;

fn pool() -> &'static Pool {
    &Pool::ALL[0]
}

/// Stored ledgers and games in memory.
#[derive(Default)]
struct Shelf {
    ledgers: BTreeMap<i64, Ledger>,
    games: BTreeMap<i64, Addition>,
}

impl Source for Shelf {
    type Error = LedgerFault;

    fn entries(&mut self, player: i64) -> Result<Vec<Entry>, LedgerFault> {
        self.ledgers.get(&player).map_or(Ok(Vec::new()), |ledger| ledger.entries(pool()))
    }

    fn order(&mut self, game: i64) -> Result<GameOrder, LedgerFault> {
        Ok(self.games[&game].order.clone())
    }
}

impl Shelf {
    /// Adds games and updates the ledgers; returns the number of rated games.
    fn take(&mut self, additions: &[Addition], limit: usize) -> Option<usize> {
        for addition in additions {
            self.games.insert(addition.game, addition.clone());
        }
        match go_on(pool(), self, additions.to_vec(), limit).expect("the shelf is sound") {
            Going::TooMany => None,
            Going::Done { ledgers, rated } => {
                self.ledgers.extend(ledgers.into_iter().map(|ledger| (ledger.player, ledger)));
                Some(rated)
            }
        }
    }

    /// The recomputed ledgers of the same games.
    fn recomputed(&self) -> BTreeMap<i64, Ledger> {
        let mut games: Vec<&Addition> = self.games.values().collect();
        games.sort_by(|left, right| left.order.cmp(&right.order));
        let mut players: Vec<i64> =
            games.iter().flat_map(|game| [game.white, game.black]).collect();
        players.sort_unstable();
        players.dedup();
        let index = |player: i64| {
            u32::try_from(players.binary_search(&player).expect("he plays")).expect("a few")
        };
        let fold_games: Vec<FoldGame> = games
            .iter()
            .map(|game| FoldGame {
                white: index(game.white),
                black: index(game.black),
                day: game.order.day,
                event: 0,
                white_score: game.white_score,
            })
            .collect();
        let numbers: Vec<i64> = games.iter().map(|game| game.game).collect();
        let books = Books::fold(pool(), &fold_games, &numbers, players.clone());
        books.ledgers().into_iter().map(|ledger| (ledger.player, ledger)).collect()
    }
}

fn any_addition() -> impl Strategy<Value = Addition> {
    let players = (0..10_i64, 1..10_i64).prop_map(|(white, by)| (white, (white + by) % 10));
    let score = prop_oneof![Just(Score::Win), Just(Score::Draw), Just(Score::Loss)];
    let day = prop_oneof![Just(Day::UNKNOWN), (20_000..20_030).prop_map(Day)];
    (day, "[AB]", "[1-3]", any::<u32>(), players, score).prop_map(
        |(day, event, round, key, (white, black), white_score)| Addition {
            game: i64::from(key),
            order: GameOrder { day, event, round, key: key.to_be_bytes().to_vec() },
            white,
            black,
            white_score,
        },
    )
}

fn any_batches() -> impl Strategy<Value = Vec<Vec<Addition>>> {
    prop::collection::vec(prop::collection::vec(any_addition(), 1..12), 1..8)
}

proptest! {
    #[test]
    fn in_whatever_order_games_come_the_ledgers_are_those_from_nothing(batches in any_batches()) {
        let mut shelf = Shelf::default();
        for batch in &batches {
            shelf.take(batch, usize::MAX);
            prop_assert_eq!(&shelf.ledgers, &shelf.recomputed());
        }
    }

    #[test]
    fn games_that_are_there_already_change_nothing(batch in prop::collection::vec(any_addition(), 1..12)) {
        let mut shelf = Shelf::default();
        shelf.take(&batch, usize::MAX);
        let before = shelf.ledgers.clone();
        prop_assert_eq!(shelf.take(&batch, usize::MAX), Some(0));
        prop_assert_eq!(shelf.ledgers, before);
    }
}

fn game(number: i64, day: i32, white: i64, black: i64) -> Addition {
    let order = GameOrder {
        day: Day(day),
        event: "Liga".into(),
        round: "1".into(),
        key: number.to_be_bytes().to_vec(),
    };
    Addition { game: number, order, white, black, white_score: Score::Win }
}

#[test]
fn a_game_later_than_all_others_rates_only_itself() {
    let mut shelf = Shelf::default();
    shelf.take(&(0..100).map(|n| game(n, 100, n % 7, 7 + n % 5)).collect::<Vec<_>>(), usize::MAX);
    assert_eq!(shelf.take(&[game(1_000, 101, 0, 7)], 1), Some(1));
}

#[test]
fn an_old_game_re_rates_only_what_depends_on_it() {
    let mut shelf = Shelf::default();
    // Two groups that never meet.
    let games: Vec<Addition> = (0..40)
        .flat_map(|n| {
            [game(2 * n, 101, n % 4, 4 + n % 3), game(2 * n + 1, 101, 10 + n % 4, 14 + n % 3)]
        })
        .collect();
    shelf.take(&games, usize::MAX);
    let rated = shelf.take(&[game(1_000, 50, 0, 4)], usize::MAX).expect("no limit");
    assert!((2..=41).contains(&rated), "{rated} games of one circle of 40 and the new one");
    assert_eq!(shelf.ledgers, shelf.recomputed());
    assert_eq!(shelf.take(&[game(1_001, 40, 1, 5)], 5), None, "the limit is kept");
}
