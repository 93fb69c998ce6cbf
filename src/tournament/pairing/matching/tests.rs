use proptest::prelude::*;

use super::{Matching, Weight};

type Table = Vec<Vec<i64>>;

fn weight(table: &Table, one: usize, other: usize) -> Weight<2> {
    let whole = i128::from(table[one.max(other)][one.min(other)]);
    // Negative in the second field, too.
    Weight([whole / 4, whole % 4 - 2])
}

/// The best sum, by trying all.
fn best(table: &Table, left: &[usize]) -> Weight<2> {
    let Some((first, rest)) = left.split_first() else { return Weight::ZERO };
    let of = |place: usize| {
        let others: Vec<usize> =
            rest.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, one)| *one).collect();
        weight(table, *first, rest[place]) + best(table, &others)
    };
    (0..rest.len()).map(of).max().expect("somebody else")
}

fn sum(matching: &Matching<2>, table: &Table, left: &[usize]) -> Weight<2> {
    let mut sum = Weight::ZERO;
    for one in left {
        let mate = matching.mate(*one);
        assert_eq!(matching.mate(mate), *one, "{one} and {mate}");
        if mate > *one {
            sum = sum + weight(table, *one, mate);
        }
    }
    sum
}

fn table() -> impl Strategy<Value = Table> {
    (1_usize..=4, 1_i64..60).prop_flat_map(|(half, most)| {
        let count = half * 2;
        prop::collection::vec(prop::collection::vec(0..=most, count), count)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn a_matching_is_as_heavy_as_the_best_of_all(table in table()) {
        let all: Vec<usize> = (0..table.len()).collect();
        let mut matching = Matching::new(table.len(), |one, other| weight(&table, one, other));
        matching.solve();
        prop_assert_eq!(sum(&matching, &table, &all), best(&table, &all));
    }

    #[test]
    fn changed_again_and_again_it_stays_the_best(
        table in table(),
        changes in prop::collection::vec((any::<u16>(), prop::collection::vec(0_i64..60, 8)), 1..6),
        gone in any::<u16>(),
    ) {
        let mut table = table;
        let count = table.len();
        let mut all: Vec<usize> = (0..count).collect();
        let mut matching = Matching::new(count, |one, other| weight(&table, one, other));
        matching.solve();
        for (which, new) in changes {
            let vertex = which as usize % count;
            for other in (0..count).filter(|other| *other != vertex) {
                table[vertex.max(other)][vertex.min(other)] = new[other];
            }
            let changed = (0..count).filter(|other| *other != vertex);
            matching.reweigh(vertex, changed.map(|other| (other, weight(&table, vertex, other))).collect::<Vec<_>>());
            matching.solve();
            prop_assert_eq!(sum(&matching, &table, &all), best(&table, &all));
        }
        let gone = gone as usize % count;
        let mate = matching.mate(gone);
        matching.take_out(gone);
        all.retain(|one| *one != gone && *one != mate);
        matching.solve();
        prop_assert_eq!(sum(&matching, &table, &all), best(&table, &all));
    }
}
