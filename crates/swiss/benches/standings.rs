//! Benchmark of standings: `cargo bench --bench standings -- [most players]`.
//!
//! Plays tournaments of eleven rounds with random results, and prints the time on one core for ranking by every
//! tie-break and for computing each player's working of each value. Target: 1,000 players in 50 ms for both.

#[path = "../tests/pairing/random.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod random;

use std::hint::black_box;
use std::time::{Duration, Instant};

use swiss::Tournament;
use swiss::pairing::{Pairing, Round};
use swiss::points::PointSystem;
use swiss::standings::{Regulations, standings};
use swiss::tiebreak::parse_list;

use random::{Random, absences, empty, results};

const SIZES: [(usize, &str); 4] = [(128, "none"), (512, "none"), (1_000, "50 ms"), (5_000, "none")];
const ROUNDS: usize = 11;
const REPEATS: usize = 20;

/// Every tie-break, with each cut where there is one, the league's first.
const CODES: &str = "NDW DEL DE PO BH/C1 BH/C2 BH/M1 BH/M2 BH FB FB/C1 AOB AOB/F SB SB/C1 SB/C2 KS WIN WON BPG \
                     BWG PS PS/C1 REP STD ARO ARO/C1 TPR PTP APRO APPO RTNG TPN";

/// Pairs players of similar score at random; this benchmark does not need the Dutch system.
fn tournament(count: usize) -> Tournament {
    let mut random = Random(count as u64);
    let mut tournament = empty(count, ROUNDS, PointSystem::default());
    for entrant in &mut tournament.entrants {
        entrant.rating = 1200 + random.below(1200) as u32;
    }
    for _ in 0..ROUNDS {
        absences(&mut random, &mut tournament);
        let present = (0..count).filter(|one| tournament.is_present(*one));
        let mut order: Vec<(i32, u64, usize)> = present
            .map(|one| (-tournament.score(one, ROUNDS).0, random.below(1 << 32), one))
            .collect();
        order.sort_unstable();
        let bye = if order.len() % 2 == 1 { order.pop().map(|last| last.2) } else { None };
        let pairings =
            order.chunks_exact(2).map(|pair| Pairing { white: pair[0].2, black: pair[1].2 });
        let round = Round { pairings: pairings.collect(), bye };
        results(&mut random, &mut tournament, &round);
    }
    tournament
}

fn main() {
    let most =
        std::env::args().skip(1).filter_map(|word| word.parse().ok()).next().unwrap_or(1_000);
    let regulations = Regulations::swiss(parse_list(CODES).expect("the codes"));
    let criteria = regulations.criteria.len();
    for (count, bar) in SIZES.into_iter().filter(|(count, _)| *count <= most) {
        let tournament = tournament(count);
        let (mut ranking, mut working) = (Duration::MAX, Duration::MAX);
        for _ in 0..REPEATS {
            let start = Instant::now();
            let found = black_box(standings(black_box(&tournament), &regulations, ROUNDS));
            ranking = ranking.min(start.elapsed());
            let start = Instant::now();
            for entrant in 0..count {
                for criterion in 0..criteria {
                    black_box(found.working(entrant, criterion));
                }
            }
            working = working.min(start.elapsed());
        }
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{count:>5} players, {ROUNDS} rounds, {criteria} tie-breaks: {:.1} ms to rank, {:.1} ms for all \
             workings, {:.1} ms together   (bar: {bar})",
            ms(ranking),
            ms(working),
            ms(ranking + working)
        );
    }
}
