//! Divisions of a league: whatever the standings, the borders and the decisions, nobody is lost or in two divisions.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_domain::organisation::divisions::{
    Border, DivisionTable, Finisher, Zone, Zoned, next_season, zones,
};

use crate::random::Random;

fn order(first: u32, places: &[usize]) -> Vec<Finisher<u32>> {
    let row = |(at, place): (u32, &usize)| Finisher { who: at, place: *place, leaves: false };
    (first..).zip(places).map(row).collect()
}

fn keys(rows: &[Zoned<u32>]) -> Vec<&'static str> {
    rows.iter().map(|row| row.zone.key()).collect()
}

const ONE_EACH: Border = Border { up: 1, down: 1, play_offs: 1 };

#[test]
fn the_first_go_up_and_the_last_go_down() {
    let tables = [
        DivisionTable { border: ONE_EACH, order: order(1, &[1, 2, 3, 4, 5]) },
        DivisionTable { border: ONE_EACH, order: order(11, &[1, 2, 3, 4, 5]) },
    ];
    let all = zones(&tables);
    assert_eq!(keys(&all[0]), ["stays", "stays", "stays", "plays-down", "down"]);
    assert_eq!(keys(&all[1]), ["up", "plays-up", "stays", "stays", "stays"], "none is below");
    let next = next_season(&all, &BTreeMap::new());
    let who = |at: usize| next[at].iter().map(|one| one.who).collect::<Vec<_>>();
    assert_eq!((who(0), who(1)), (vec![1, 2, 3, 4, 11], vec![5, 12, 13, 14, 15]));
    // The play-off is won from below, and one of the first does not come back.
    let decided = BTreeMap::from([(12, Some(0)), (4, Some(1)), (1, None)]);
    let next = next_season(&all, &decided);
    let who = |at: usize| next[at].iter().map(|one| one.who).collect::<Vec<_>>();
    assert_eq!((who(0), who(1)), (vec![2, 3, 11, 12], vec![4, 5, 13, 14, 15]));
}

#[test]
fn a_tie_across_a_border_is_told_of_and_who_left_takes_no_place() {
    let mut first = order(1, &[1, 2, 2, 4, 4]);
    first[4].leaves = true;
    let border = Border { up: 0, down: 2, play_offs: 0 };
    let tables = [
        DivisionTable { border, order: first },
        DivisionTable { border: Border::default(), order: Vec::new() },
    ];
    let rows = &zones(&tables)[0];
    assert_eq!(keys(rows), ["stays", "stays", "down", "down", "leaves"]);
    let tied: Vec<bool> = rows.iter().map(|row| row.is_tied).collect();
    assert_eq!(tied, [false, true, true, false, false]);
}

#[test]
fn nobody_is_lost_and_nobody_is_twice() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let mut who = 0;
        let tables: Vec<DivisionTable<u32>> = (0..1 + random.below(5))
            .map(|_| {
                let order = (0..random.below(12)).map(|at| {
                    who += 1;
                    let place = at as usize / 2 * 2 + 1;
                    Finisher { who, place, leaves: random.below(6) == 0 }
                });
                let order = order.collect();
                let mut number = || random.below(5) as u32;
                let border = Border { up: number(), down: number(), play_offs: number() };
                DivisionTable { border, order }
            })
            .collect();
        let all = zones(&tables);
        let mut decisions = BTreeMap::new();
        for who in 1..=who {
            if random.below(5) == 0 {
                decisions.insert(who, Some(random.below(9) as usize).filter(|level| *level < 7));
            }
        }
        let next = next_season(&all, &decisions);
        assert_eq!((all.len(), next.len()), (tables.len(), tables.len()));
        let in_it: Vec<u32> = next.iter().flatten().map(|one| one.who).collect();
        let each: BTreeSet<u32> = in_it.iter().copied().collect();
        assert_eq!(each.len(), in_it.len(), "seed {seed}: nobody is in two");
        for row in all.iter().flatten() {
            let is_out = match decisions.get(&row.who) {
                Some(decided) => decided.is_none(),
                None => row.zone == Zone::Leaves,
            };
            assert_eq!(each.contains(&row.who), !is_out, "seed {seed}: {}", row.who);
        }
    }
}

#[test]
fn sizes_stay_where_as_many_go_up_as_down() {
    for seed in 0..200 {
        let mut random = Random(seed);
        let tables: Vec<DivisionTable<(u64, u64)>> = (0..2 + random.below(4))
            .map(|level| {
                let count = 10 + random.below(6);
                let finisher =
                    |at| Finisher { who: (level, at), place: at as usize + 1, leaves: false };
                let moving = random.below(4) as u32;
                let border = Border { up: moving, down: moving, play_offs: random.below(2) as u32 };
                DivisionTable { border, order: (0..count).map(finisher).collect() }
            })
            .collect();
        let next = next_season(&zones(&tables), &BTreeMap::new());
        for (before, after) in tables.iter().zip(&next) {
            assert_eq!(before.order.len(), after.len(), "seed {seed}");
        }
    }
}
