//! Strategies against set-ups written for them, and a slow count.

use adjutant_domain::formation::{Filter, SetUp, Strategy};

use crate::support::{Chance, drawn, index, set_up};

fn followed(set_up: SetUp) -> Vec<&'static str> {
    Strategy::of(set_up).map(Strategy::key).collect()
}

/// A set-up for each strategy, and one that misses it by one piece.
const EXAMPLES: [(&str, &str, &str); 7] = [
    ("blitzkrieg", "54P..PPPP/32S..PSK./1CLMFABT.", "54P..PPPP/3.S..PSK2/1CLMFABT."),
    ("banzai-charge", "PPPPP1CLM/KABTS..../F5432SP..", "PPPP.1CLM/KABTSP.../F5432SP.."),
    ("slow-moving-shield", "54321CK.P/LMABTPP.P/FSSPP....", "54321.K.P/LMABTPPCP/FSSPP...."),
    ("rampaging-bulls", "5PP321P4P/CLMKABT../FSSPP....", "5PP341P2P/CLMKABT../FSSPP...."),
    ("strongholds", "5432PPPPP/TCLMKAB1./SFSP.....", "5432PPPPP/.CLMKAB1T/SF.PS...."),
    ("clustered-task-forces", "54PPP.PPP/SCL...SMK/1AB..3T2F", "54PPP.PPP/SCL.2.SMK/1AB..3T.F"),
    ("distributed-defense", "5.P3.PS.P/P.P1CPL.M/4FKS.A2BT", "54P3.PS.P/P.P1CPL.M/.FKS.A2BT"),
];

#[test]
fn each_strategy_is_recognised_and_missed_by_a_piece() {
    for (strategy, here, not_here) in EXAMPLES {
        assert!(followed(set_up(here)).contains(&strategy), "{strategy}: {here}");
        assert!(!followed(set_up(not_here)).contains(&strategy), "{strategy}: {not_here}");
    }
}

#[test]
fn a_mirror_image_follows_the_same_strategies() {
    let mut chance = Chance(11);
    for _ in 0..20_000 {
        let own = chance.set_up();
        assert_eq!(followed(own), followed(own.mirrored()), "{}", own.deployment().notation());
    }
}

#[test]
fn a_random_set_up_follows_each_with_a_chance_of_one_to_five_percent() {
    let mut chance = Chance(5);
    let mut counts = [0; Strategy::ALL.len()];
    for _ in 0..50_000 {
        Strategy::of(chance.set_up()).for_each(|own| counts[own as usize] += 1);
    }
    for (strategy, count) in Strategy::ALL.into_iter().zip(counts) {
        let percent = f64::from(count) / 500.0;
        assert!((0.5..5.5).contains(&percent), "{}: {percent} %", strategy.key());
    }
}

#[test]
fn results_by_strategy_are_those_of_the_set_ups_that_the_filter_keeps() {
    let games = drawn(3, 900);
    let index = index(&games);
    for filter in [Filter::default(), Filter { player: Some(4), ..Filter::default() }] {
        let counted = index.strategies(&filter);
        for (strategy, tally) in Strategy::ALL.into_iter().zip(counted) {
            let only = Filter { strategy: Some(strategy), ..filter.clone() };
            assert_eq!(tally, *index.totals(&only).all(), "{}", strategy.key());
        }
        assert!(counted.iter().any(|tally| tally.games() > 0));
    }
}
