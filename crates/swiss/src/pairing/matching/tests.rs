use proptest::prelude::*;

use super::{Bits, Matching, Plain, Weight, duals};

type Table = Vec<Vec<i64>>;

fn weight(table: &Table, one: usize, other: usize) -> Weight<2> {
    let whole = i128::from(table[one.max(other)][one.min(other)]);
    // Negative numbers in the second field, too.
    Weight([whole / 4, whole % 4 - 2])
}

/// The best sum, by brute force.
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

type Joined = Vec<Vec<bool>>;

/// The edges of a graph with an even number of vertices.
fn graph() -> impl Strategy<Value = Joined> {
    (1_usize..=4, 2_u32..6).prop_flat_map(|(half, odds)| {
        let count = half * 2;
        prop::collection::vec(
            prop::collection::vec(prop::bool::weighted(f64::from(odds) / 8.0), count),
            count,
        )
    })
}

fn joined(graph: &Joined, one: usize, other: usize) -> bool {
    one != other && graph[one.max(other)][one.min(other)]
}

fn plain(graph: &Joined) -> Plain {
    let count = graph.len();
    let row = |one| Bits::of(count, (0..count).filter(|other| joined(graph, one, *other)));
    Plain::new((0..count).map(row).collect())
}

/// The maximum number of pairs, by brute force.
fn most_pairs(graph: &Joined, left: &[usize]) -> usize {
    let Some((first, rest)) = left.split_first() else { return 0 };
    let without = |gone: usize| rest.iter().copied().filter(|one| *one != gone).collect::<Vec<_>>();
    let mates = rest.iter().copied().filter(|other| joined(graph, *first, *other));
    let paired = mates.map(|mate| 1 + most_pairs(graph, &without(mate))).max();
    paired.unwrap_or(0).max(most_pairs(graph, rest))
}

/// The maximum sum of weights of a permutation, fixed points included.
fn most_by_ways(
    weights: &[Option<Weight<2>>],
    kinds: &[usize],
    from: usize,
    free: &[usize],
) -> Option<Weight<2>> {
    if from == kinds.len() {
        return Some(Weight::ZERO);
    }
    let count = kinds.iter().max().map_or(0, |most| most + 1);
    let ways = free.iter().filter_map(|to| {
        let weight = weights[kinds[from] * count + kinds[*to]]?;
        let others: Vec<usize> = free.iter().copied().filter(|one| one != to).collect();
        Some(weight + most_by_ways(weights, kinds, from + 1, &others)?)
    });
    ways.max()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn as_many_are_matched_as_can_be_and_each_to_the_first_that_leaves_all_matched(graph in graph()) {
        let count = graph.len();
        let all: Vec<usize> = (0..count).collect();
        let mut plain = plain(&graph);
        let left = plain.solve();
        prop_assert_eq!(left, count - 2 * most_pairs(&graph, &all));
        let mut free = all;
        while let (0, Some(one)) = (left, free.first().copied()) {
            let possible = free.iter().copied().find(|mate| {
                let rest: Vec<usize> = free.iter().copied().filter(|other| *other != one && other != mate).collect();
                joined(&graph, one, *mate) && most_pairs(&graph, &rest) * 2 == rest.len()
            });
            let mate = plain.settle(one, &Bits::range(count, 0, count));
            prop_assert_eq!(mate, possible);
            plain.take_out(one);
            free.retain(|other| *other != one && Some(*other) != mate);
        }
    }

    #[test]
    fn duals_of_kinds_allow_all_weights_and_sum_to_the_most_that_halves_of_pairs_can_have(
        sizes in prop::collection::vec(1_usize..=3, 1..=4),
        numbers in prop::collection::vec(prop::option::weighted(0.8, 0_i128..20), 16),
    ) {
        let count = sizes.len();
        let weight = |one: usize, other: usize| {
            let number = numbers[one.max(other) * 4 + one.min(other)]?;
            (one != other || sizes[one] > 1).then_some(Weight([number / 4, number % 4]))
        };
        let weights: Vec<_> = (0..count * count).map(|at| weight(at / count, at % count)).collect();
        let kinds: Vec<usize> = (0..count).flat_map(|kind| vec![kind; sizes[kind]]).take(7).collect();
        let mut taken = vec![0; count];
        kinds.iter().for_each(|kind| taken[*kind] += 1);
        prop_assume!(taken == sizes);
        let most = most_by_ways(&weights, &kinds, 0, &(0..kinds.len()).collect::<Vec<_>>());
        let Some(duals) = duals(&sizes, &weights) else {
            prop_assert_eq!(most, None);
            return Ok(());
        };
        for (at, weight) in weights.iter().enumerate() {
            let sum = duals[at / count] + duals[at % count];
            prop_assert!(weight.is_none_or(|weight| weight.twice() <= sum));
        }
        let sum = kinds.iter().fold(Weight::ZERO, |sum, kind| sum + duals[*kind]);
        prop_assert_eq!(most, Some(sum));
    }
}
