//! Intervals and weights, against published values and their definitions.

use adjutant_domain::formation::{BASELINE, START, weight, wilson};

#[test]
fn intervals_are_those_of_published_examples() {
    // Newcombe, Statistics in Medicine 17 (1998), table I, method 3: the score method without continuity correction.
    for (seen, of, low, high) in [
        (81.0, 263.0, 0.2553, 0.3662),
        (15.0, 148.0, 0.0624, 0.1605),
        (0.0, 20.0, 0.0000, 0.1611),
        (1.0, 29.0, 0.0061, 0.1718),
    ] {
        let found = wilson(seen / of, of).expect("trials");
        assert!((found.low - low).abs() < 5e-5, "{seen} of {of}: {}", found.low);
        assert!((found.high - high).abs() < 5e-5, "{seen} of {of}: {}", found.high);
    }
}

#[test]
fn an_interval_holds_its_value_and_stays_between_nothing_and_all() {
    for of in [1.0, 2.0, 3.5, 10.0, 1e6] {
        for share in [0.0, 1e-9, 0.25, 0.5, 0.75, 1.0] {
            let found = wilson(share, of).expect("trials");
            assert!(0.0 <= found.low && found.low <= found.value);
            assert!(found.value <= found.high && found.high <= 1.0);
        }
    }
    assert!(wilson(0.5, 0.0).is_none());
}

#[test]
fn a_weight_is_the_score_that_a_rating_promises_against_the_baseline() {
    for (rating, thousandths) in
        [(BASELINE, 500), (START, 240), (2_100, 909), (1_300, 91), (1, 1), (u16::MAX, 1_000)]
    {
        assert_eq!(weight(rating), thousandths, "{rating}");
    }
    assert_eq!(weight(0), weight(START));
    assert!((1..4_000).all(|rating| weight(rating) <= weight(rating + 1)));
}
