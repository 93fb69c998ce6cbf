//! Games whose set-ups are drawn, and an index of them.

use std::sync::Arc;

use adjutant_domain::formation::{Facts, GAMES, Index, SegmentBuilder, SetUp};
use salpakan::rules::{Army, ByColor, Color, Draft, Outcome, Rank, RuleSet, Square};

/// A game as it went into the index.
#[derive(Clone, Copy)]
pub struct Game {
    pub facts: Facts,
    pub set_ups: ByColor<Option<SetUp>>,
}

/// Numbers that are the same in each run (xorshift64*).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound
    }

    pub fn set_up(&mut self) -> SetUp {
        let army = Army::STANDARD;
        let mut pieces: Vec<Option<Rank>> = Rank::ALL
            .into_iter()
            .flat_map(|rank| std::iter::repeat_n(Some(rank), army.count(rank).into()))
            .collect();
        pieces.resize(27, None);
        for at in (1..27).rev() {
            pieces.swap(at, self.below(at as u64 + 1) as usize);
        }
        let pieces = Square::all().zip(pieces).filter_map(|(square, rank)| Some((square, rank?)));
        let draft = Draft::new(Color::White, pieces.collect());
        SetUp::of(&draft.check(&RuleSet::STANDARD).expect("legal")).expect("standard")
    }
}

/// The set-up that this text writes, rows from the front on.
pub fn set_up(text: &str) -> SetUp {
    let draft = Draft::parse(Color::White, &RuleSet::STANDARD, text).expect("a set-up");
    SetUp::of(&draft.check(&RuleSet::STANDARD).expect("legal")).expect("standard")
}

/// Games with numbers that leave gaps, over three segments, from few set-ups and players.
pub fn drawn(seed: u64, count: i32) -> Vec<Game> {
    let mut chance = Chance(seed);
    let known: Vec<SetUp> = (0..40).map(|_| chance.set_up()).collect();
    let one = |chance: &mut Chance| match chance.below(10) {
        0 => None,
        1..=3 => Some(chance.set_up()),
        _ => {
            let own = known[chance.below(40) as usize];
            Some(if chance.below(2) == 0 { own } else { own.mirrored() })
        }
    };
    let step = GAMES * 5 / 2 / count;
    (0..count)
        .map(|at| {
            let set_ups = ByColor::new(one(&mut chance), one(&mut chance));
            let rating = |chance: &mut Chance| {
                [0, 1_300 + chance.below(700) as u16][chance.below(5).min(1) as usize]
            };
            let outcome = match chance.below(5) {
                0 => Outcome::Draw,
                1 | 2 => Outcome::Win(Color::White),
                _ => Outcome::Win(Color::Black),
            };
            let facts = Facts {
                number: 1 + at * step + chance.below(step as u64) as i32,
                players: ByColor::new(chance.below(9) as i32 + 1, chance.below(9) as i32 + 1),
                ratings: ByColor::new(rating(&mut chance), rating(&mut chance)),
                day: if chance.below(20) == 0 {
                    i32::MIN
                } else {
                    20_000 + chance.below(50) as i32
                },
                event: chance.below(4) as i32 + 1,
                owner: chance.below(3) as i32,
                pool: chance.below(4) as i16 - 1,
                outcome,
            };
            Game { facts, set_ups }
        })
        .collect()
}

/// The index of games that are in the order of their numbers.
pub fn index(games: &[Game]) -> Index {
    let segments =
        games.iter().map(|game| (game.facts.number - 1) / GAMES).max().map_or(0, |last| last + 1);
    let one = |segment: i32| {
        let mut builder = SegmentBuilder::default();
        let own = games.iter().filter(|game| (game.facts.number - 1) / GAMES == segment);
        own.for_each(|game| builder.push(game.facts, game.set_ups));
        Arc::new(builder.finish())
    };
    Index::new((0..segments).map(one).collect())
}
