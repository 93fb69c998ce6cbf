//! Benchmark of standings: `cargo bench --bench standings -- [most players]`.
//!
//! Plays tournaments of eleven rounds with random results, and prints the time on one core for ranking by every
//! tie-break: anew, and with what was kept before the result of one game was corrected. The last column is the time for
//! each player's working of each value. Targets: 200 players in 2 ms, 3,000 in 10 ms.

#[path = "../tests/pairing/random.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod random;

use std::hint::black_box;
use std::time::{Duration, Instant};

use swiss::Tournament;
use swiss::entrant::{Entry, Score};
use swiss::pairing::{Pairing, Round};
use swiss::points::PointSystem;
use swiss::standings::{Regulations, standings, standings_after};
use swiss::tiebreak::parse_list;

use random::{Random, absences, empty, results};

const SIZES: [(usize, &str); 4] = [(200, "2"), (1_000, "-"), (3_000, "10"), (5_000, "-")];
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

/// Turns the result of one game of some round around, as a correction does.
fn corrected(tournament: &Tournament, random: &mut Random) -> Tournament {
    let mut corrected = tournament.clone();
    loop {
        let (one, round) =
            (random.below(corrected.entrants.len() as u64) as usize, random.below(ROUNDS as u64));
        let entry = &mut corrected.entrants[one].entries[round as usize];
        let Entry::Played { opponent, score, .. } = entry else { continue };
        let (own, other) = match score {
            Score::Win => (Score::Loss, Score::Win),
            Score::Loss | Score::Draw => (Score::Win, Score::Loss),
        };
        let opponent = *opponent;
        for (entrant, now) in [(one, own), (opponent, other)] {
            if let Entry::Played { score, .. } =
                &mut corrected.entrants[entrant].entries[round as usize]
            {
                *score = now;
            }
        }
        return corrected;
    }
}

fn main() {
    let most =
        std::env::args().skip(1).filter_map(|word| word.parse().ok()).next().unwrap_or(3_000);
    let regulations = Regulations::swiss(parse_list(CODES).expect("the codes"));
    let criteria = regulations.criteria.len();
    println!("{ROUNDS} rounds, {criteria} tie-breaks, in milliseconds");
    println!("players    anew  corrected  ratio    bar  all workings");
    for (count, bar) in SIZES.into_iter().filter(|(count, _)| *count <= most) {
        let (tournament, mut random) = (tournament(count), Random(count as u64 + 1));
        let (mut anew, mut updated, mut working) = (Duration::MAX, Duration::MAX, Duration::MAX);
        for _ in 0..REPEATS {
            let start = Instant::now();
            let found = black_box(standings(black_box(&tournament), &regulations, ROUNDS));
            anew = anew.min(start.elapsed());
            let start = Instant::now();
            for entrant in 0..count {
                for criterion in 0..criteria {
                    black_box(found.working(entrant, criterion));
                }
            }
            working = working.min(start.elapsed());
            let (kept, corrected) = (found.kept(), corrected(&tournament, &mut random));
            let start = Instant::now();
            black_box(standings_after(&corrected, &regulations, ROUNDS, Some(&kept)));
            updated = updated.min(start.elapsed());
        }
        let [anew, updated, working] = [anew, updated, working].map(|one| one.as_secs_f64() * 1e3);
        let ratio = anew / updated;
        println!("{count:>7} {anew:>7.2} {updated:>10.2} {ratio:>6.1} {bar:>6} {working:>13.2}");
    }
}
