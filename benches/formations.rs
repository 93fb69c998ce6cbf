//! Speed of the explorer of set-ups: `cargo bench --bench formations -- [games] [of one kind]`.
//!
//! Over games (1,000,000) whose set-ups are drawn: half of all are one of 500 favourites of their players, the rest
//! are shuffled. Bars: the first view 50 ms, any filter 300 ms, 60 bytes a game, ready within 1 s of a start.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use adjutant_domain::formation::{
    Condition, Facts, Filter, GAMES, Index, Nearest, Popular, SegmentBuilder, SetUp,
};
use salpakan::rules::{Army, ByColor, Color, Draft, Outcome, Rank, RuleSet, Square};

/// Bytes that this process holds, as Linux has it; 0 elsewhere.
fn held() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) << 10
}

/// A stream of numbers that is the same in each run (xorshift64*).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound
    }

    fn set_up(&mut self) -> SetUp {
        let army = Army::STANDARD;
        let mut pieces: Vec<Option<Rank>> = Rank::ALL
            .into_iter()
            .flat_map(|rank| std::iter::repeat_n(Some(rank), army.count(rank).into()))
            .collect();
        pieces.resize(27, None);
        for at in (1..27).rev() {
            pieces.swap(at, self.below(at as u64 + 1) as usize);
        }
        let squares = Square::all().zip(pieces);
        let pieces = squares.filter_map(|(square, rank)| Some((square, rank?))).collect();
        let army = Draft::new(Color::White, pieces).check(&RuleSet::STANDARD).expect("legal");
        SetUp::of(&army).expect("the standard army")
    }
}

const PLAYERS: u64 = 20_000;
const EVENTS: u64 = 2_000;

fn built(games: i32) -> Index {
    let mut chance = Chance(0x5eed);
    let favourites: Vec<SetUp> = (0..500).map(|_| chance.set_up()).collect();
    // A shuffle for each side would take longer than all that is measured.
    let others: Vec<SetUp> = (0..100_000).map(|_| chance.set_up()).collect();
    let mut segments = Vec::new();
    for first in (1..=games).step_by(GAMES as usize) {
        let mut builder = SegmentBuilder::default();
        for number in first..=(first + GAMES - 1).min(games) {
            let mut set_up = || {
                Some(match chance.below(2) {
                    0 => favourites[(chance.below(500) * chance.below(500) / 500) as usize],
                    _ => {
                        let one = others[chance.below(100_000) as usize];
                        if chance.below(2) == 0 { one } else { one.mirrored() }
                    }
                })
            };
            let set_ups = ByColor::new(set_up(), set_up());
            let outcome = match chance.below(20) {
                0 => Outcome::Draw,
                odd if odd % 2 == 1 => Outcome::Win(Color::White),
                _ => Outcome::Win(Color::Black),
            };
            let player = chance.below(PLAYERS) as i32 + 1;
            let facts = Facts {
                number,
                players: ByColor::new(player, player % PLAYERS as i32 + 1),
                ratings: ByColor::new(
                    1_200 + chance.below(900) as u16,
                    1_200 + chance.below(900) as u16,
                ),
                day: 18_000 + number / 400,
                event: chance.below(EVENTS) as i32 + 1,
                owner: chance.below(5) as i32,
                pool: chance.below(4) as i16,
                outcome,
            };
            builder.push(facts, set_ups);
        }
        segments.push(Arc::new(builder.finish()));
    }
    Index::new(segments)
}

/// The shortest and the longest of five runs.
fn time(mut work: impl FnMut()) -> (Duration, Duration) {
    let run = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    let times: Vec<Duration> = (0..5).map(run).collect();
    (
        times.iter().min().copied().unwrap_or_default(),
        times.iter().max().copied().unwrap_or_default(),
    )
}

fn tell(name: &str, bar: u32, work: impl FnMut()) {
    let (best, worst) = time(work);
    let [best, worst] = [best, worst].map(|time| time.as_secs_f64() * 1e3);
    println!("{name}: {best:.1} ms, at worst {worst:.1} ms   (bar: {bar} ms)");
}

/// What a page shows: the heat map, the most used set-ups and the newest games.
fn page(index: &Index, filter: &Filter) {
    black_box(index.totals(filter));
    black_box(index.popular(&Filter { folded: true, ..filter.clone() }, 10));
    black_box(index.examples(filter, 10));
}

fn filters(index: &Index) -> Vec<(&'static str, Filter)> {
    let none = Filter::default();
    let condition = |cell, rank| Condition { cell, occupant: rank };
    let (player, opponent) = match index.find(1) {
        Some((segment, at)) => (segment.facts(at).players.white, segment.facts(at).players.black),
        None => (1, 2),
    };
    vec![
        (
            "a rating band",
            Filter { least_rating: Some(1_500), most_rating: Some(1_799), ..none.clone() },
        ),
        ("nearly all by rating", Filter { least_rating: Some(1_201), ..none.clone() }),
        ("a pool", Filter { pool: Some(1), ..none.clone() }),
        ("an event", Filter { event: Some(7), ..none.clone() }),
        (
            "a season",
            Filter { owner: Some(1), from: Some(18_100), to: Some(19_500), ..none.clone() },
        ),
        ("a player", Filter { player: Some(player), ..none.clone() }),
        ("two players", Filter { player: Some(player), opponent: Some(opponent), ..none.clone() }),
        ("a span of nearly all days", Filter { from: Some(18_001), ..none.clone() }),
        ("White, folded", Filter { color: Some(Color::White), folded: true, ..none.clone() }),
        ("the Flag on b1", Filter { when: vec![condition(1, Some(Rank::Flag))], ..none.clone() }),
        (
            "no piece on e3 and a Spy on a1, folded",
            Filter {
                when: vec![condition(22, None), condition(0, Some(Rank::Spy))],
                folded: true,
                ..none
            },
        ),
    ]
}

fn main() {
    let games = std::env::args().skip(1).find_map(|one| one.parse().ok()).unwrap_or(1_000_000);
    let before = held();
    let index = built(games);
    let each = |bytes: u64| bytes as f64 / f64::from(games);
    let (columns, resident) = (each(index.bytes() as u64), each(held().saturating_sub(before)));
    println!("{games} games: {columns:.1} bytes a game, {resident:.1} resident   (bar: 60)");
    let start = Instant::now();
    black_box(index.first());
    let first = start.elapsed().as_secs_f64() * 1e3;
    println!("totals and the most used of all games, once after a change: {first:.0} ms");
    let mut bytes = Vec::new();
    tell("its bytes, for the file beside the database", 1_000, || {
        bytes.clear();
        index.write(&mut bytes);
    });
    tell("read from them and ready, as at a start", 1_000, || {
        let index = Index::read(&bytes).expect("as it was written");
        black_box(index.first());
    });
    tell("the first view", 50, || page(&index, &Filter::default()));
    for (name, filter) in filters(&index) {
        tell(&format!("a page of {name}"), 300, || page(&index, &filter));
    }
    let one = index.first().popular.set_ups.first().map(|listed| listed.set_up);
    let shuffled = Chance(77).set_up();
    for (name, set_up) in
        [("the most used set-up", one.unwrap_or(shuffled)), ("one that nobody used", shuffled)]
    {
        tell(&format!("what is nearest to {name}"), 300, || {
            black_box(Nearest::find(&index, set_up, &Filter::default(), 10));
        });
    }
    tell("the most used of nearly all", 300, || {
        black_box(Popular::find(
            &index,
            &Filter { least_rating: Some(1_201), ..Filter::default() },
            10,
        ));
    });
}
