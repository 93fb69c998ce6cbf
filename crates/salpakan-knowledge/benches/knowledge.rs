//! Benchmark of the knowledge engine: `cargo bench --bench knowledge -- [games]`.
//!
//! On one core, over games between bots (400): one position, every ply of a game for both sides, one position under a
//! learned prior, and the whole ledger of a game. Each position in which something was learnt is queried once. Targets:
//! one position 10 us (median) and 5 ms (worst), a game of 300 plies 10 ms, a query under a learned prior 5 ms.

use std::hint::black_box;
use std::time::{Duration, Instant};

use salpakan::record::{Annotations, Embargo, FullRecord, Header, RevealKey, Roster, Timeline};
use salpakan::rules::{ByColor, Color, Deployment, Outcome, Rank, RuleSet, Termination, Verdict};
use salpakan_bot::{Endings, Field, Random, simulate};
use salpakan_knowledge::{
    Effort, Knowledge, Ledger, Precision, Prior, PublicBeliefs, Ranks, Space, Weights, best_bluff,
    bluff_index, count, likelihoods, query, threats,
};

struct Game {
    timeline: Timeline,
    armies: ByColor<Deployment>,
}

fn games(count: u64) -> Vec<Game> {
    let field = Field::new(1, 200, count);
    let played = (0..count).filter_map(|index| {
        let record = simulate(&field, &RuleSet::STANDARD, index, Endings::Final)?;
        let armies = ByColor::new(record.armies.white?, record.armies.black?);
        Some(Game { timeline: record.timeline, armies })
    });
    played.filter(|game| !game.timeline.is_empty()).collect()
}

/// Sorted times, with statistics.
struct Times(Vec<Duration>);

impl Times {
    fn of(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        Times(times)
    }

    fn at(&self, share: f64) -> f64 {
        let index = (self.0.len() as f64 * share) as usize;
        self.0[index.min(self.0.len() - 1)].as_secs_f64() * 1e6
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<Duration>().as_secs_f64() * 1e6 / self.0.len() as f64
    }
}

/// The shortest of three runs.
fn time(mut work: impl FnMut()) -> Duration {
    let run = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..3).map(run).min().unwrap_or_default()
}

/// For each moment at which a player learnt something: the army, and the known ranks of each piece.
fn queries(games: &[Game]) -> Vec<([u8; Rank::COUNT], Vec<Ranks>)> {
    let mut queries = Vec::new();
    for game in games {
        for (_, own) in game.armies.iter() {
            for change in Knowledge::of_player(&game.timeline, own).changes() {
                queries.push(query(&game.timeline, own, change.since));
            }
        }
    }
    queries
}

/// Worst cases, which do not occur in play: every piece has fought this many times, against random ranks.
fn fought(times: usize) -> Vec<([u8; Rank::COUNT], Vec<Ranks>)> {
    let mut random = Random::new(7, times as u64);
    let army = RuleSet::STANDARD.army();
    let count = |rank: &Rank| usize::from(army.count(*rank));
    let mut ranks: Vec<Rank> =
        Rank::ALL.into_iter().flat_map(|rank| std::iter::repeat_n(rank, count(&rank))).collect();
    let mut queries = Vec::new();
    for _ in 0..500 {
        random.shuffle(&mut ranks);
        let mut sets = vec![Ranks::ALL; ranks.len()];
        for (set, truth) in sets.iter_mut().zip(&ranks) {
            for _ in 0..times {
                let own = Rank::ALL[random.below(14) as usize];
                let verdict = Verdict::of(own, *truth);
                *set = set.and(Ranks::filtered(|rank| Verdict::of(own, rank) == verdict));
            }
        }
        queries.push((army.counts(), sets));
    }
    queries
}

fn positions(name: &str, queries: &[([u8; Rank::COUNT], Vec<Ranks>)]) {
    let one = |(army, sets): &([u8; Rank::COUNT], Vec<Ranks>)| {
        time(|| {
            black_box(count(*army, black_box(sets)));
        })
    };
    let times = Times::of(queries.iter().map(one).collect());
    println!(
        "one position, {name} ({} queries): {:.1} us median, {:.1} us mean, {:.0} us p99, {:.0} us p99.9, {:.0} us worst   \
         (bars: 10 us median, 5000 us worst)",
        queries.len(),
        times.at(0.5),
        times.mean(),
        times.at(0.99),
        times.at(0.999),
        times.at(1.0),
    );
}

fn whole_games(games: &[Game]) {
    let both = |game: &Game| {
        time(|| {
            for color in Color::ALL {
                black_box(Knowledge::of_player(&game.timeline, &game.armies[color]));
            }
        })
    };
    let long: Vec<&Game> = games.iter().filter(|game| game.timeline.len() >= 300).collect();
    for (name, games) in [("all games", games.iter().collect()), ("300 plies and more", long)] {
        let plies: u32 = games.iter().map(|game: &&Game| game.timeline.len()).sum();
        let times = Times::of(games.iter().map(|game| both(game)).collect());
        if games.is_empty() {
            continue;
        }
        println!(
            "every ply for both sides, {name} ({}, {} plies each): {:.2} ms median, {:.2} ms worst   (bar: 10 ms)",
            games.len(),
            plies as usize / games.len(),
            times.at(0.5) / 1e3,
            times.at(1.0) / 1e3,
        );
    }
}

/// Everything that the replay page shows of a game: both curves, the price of each challenge, luck and bluffs.
fn ledgers(games: &[Game]) {
    let records: Vec<FullRecord> = games.iter().map(revealed).collect();
    let all: Vec<&FullRecord> = records.iter().collect();
    let long: Vec<&FullRecord> =
        records.iter().filter(|record| record.timeline().len() >= 300).collect();
    for (name, records) in [("all games", all), ("300 plies and more", long)] {
        let whole = |record: &&FullRecord| {
            time(|| {
                let ledger = Ledger::of(record).expect("both armies");
                let threats = threats(record, &ledger);
                for color in Color::ALL {
                    black_box((ledger.luck(color), bluff_index(&threats, color)));
                    black_box((best_bluff(&threats, color), ledger.curve(color)));
                }
                black_box(ledger.dearest_capture());
            })
        };
        if records.is_empty() {
            continue;
        }
        let times = Times::of(records.iter().map(whole).collect());
        println!(
            "the whole ledger, {name} ({}): {:.2} ms median, {:.2} ms worst   (bar: 10 ms)",
            records.len(),
            times.at(0.5) / 1e3,
            times.at(1.0) / 1e3,
        );
    }
}

fn revealed(game: &Game) -> FullRecord {
    let header = Header {
        roster: Roster::default(),
        outcome: Some(Outcome::Draw),
        termination: Termination::Agreement,
        time_control: None,
    };
    let key = RevealKey::of(&header, Embargo::None).expect("a final game");
    let armies = game.armies.map(Some);
    FullRecord::new(header, game.timeline.clone(), Annotations::default(), armies, &key)
}

/// Positions under a prior learned from the games themselves. The first position of a game is the hardest, because
/// everything is open.
fn learned(games: &[Game]) {
    let army = RuleSet::STANDARD.army();
    let seen = games.iter().flat_map(|game| [&game.armies.white, &game.armies.black]);
    let weights = Weights::learn(&army, seen, 1.0);
    let mut times = Vec::new();
    let mut space = Space::default();
    for (index, game) in games.iter().enumerate().take(100) {
        let ply = game.timeline.len() * (index as u32 % 10) / 10;
        for (_, own) in game.armies.iter() {
            times.push(time(|| {
                black_box(likelihoods(
                    &game.timeline,
                    own,
                    ply,
                    Prior::Learned(&weights),
                    &mut space,
                ));
            }));
        }
    }
    let times = Times::of(times);
    println!(
        "learned prior ({} queries): {:.2} ms median, {:.2} ms worst   (bar: 5 ms)",
        times.0.len(),
        times.at(0.5) / 1e3,
        times.at(1.0) / 1e3,
    );
}

/// The last positions of games for a spectator, at the usual effort. There is no target.
fn spectators(games: &[Game]) {
    let (mut exact, mut estimated, mut error) = (Vec::new(), Vec::new(), 0.0_f64);
    for game in games.iter().take(40) {
        let start = Instant::now();
        let ply = game.timeline.len();
        let Some(found) = PublicBeliefs::at(&game.timeline, ply, &Effort::default()) else {
            continue;
        };
        let times = if found.precision == Precision::Exact { &mut exact } else { &mut estimated };
        times.push(start.elapsed());
        let errors = found.pieces.iter().flat_map(|piece| piece.probabilities);
        error = errors.map(|one| one.error).fold(error, f64::max);
    }
    for (name, times) in [("exact", exact), ("estimated", estimated)] {
        if !times.is_empty() {
            let times = Times::of(times);
            let (count, median, worst) = (times.0.len(), times.at(0.5) / 1e3, times.at(1.0) / 1e3);
            println!(
                "spectators, {name} ({count} ends of games): {median:.1} ms median, {worst:.0} ms worst"
            );
        }
    }
    println!("the largest standard error of a probability: {error:.3}");
}

fn main() {
    let most = std::env::args().skip(1).filter_map(|word| word.parse().ok()).next().unwrap_or(400);
    let games = games(most);
    positions("games", &queries(&games));
    for times in [1, 2, 3] {
        positions(&format!("all fought {times} times"), &fought(times));
    }
    whole_games(&games);
    ledgers(&games);
    learned(&games);
    spectators(&games);
}
