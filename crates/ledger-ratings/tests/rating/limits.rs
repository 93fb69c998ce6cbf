//! No storable state makes the formulas fail.

use ledger_ratings::{Glicko, Pool, Score, grown, rate_event, rate_game};
use proptest::prelude::*;

fn any_glicko() -> impl Strategy<Value = Glicko> {
    let within = |(low, high): (i32, i32)| prop_oneof![Just(low), Just(high), low..=high];
    (within(Glicko::RATINGS), within(Glicko::DEVIATIONS), within(Glicko::VOLATILITIES))
        .prop_map(|(rating, deviation, volatility)| Glicko { rating, deviation, volatility })
}

fn any_score() -> impl Strategy<Value = Score> {
    prop_oneof![Just(Score::Win), Just(Score::Draw), Just(Score::Loss)]
}

fn within_limits(value: Glicko) -> bool {
    let within = |value: i32, (low, high): (i32, i32)| (low..=high).contains(&value);
    within(value.rating, Glicko::RATINGS)
        && within(value.deviation, Glicko::DEVIATIONS)
        && within(value.volatility, Glicko::VOLATILITIES)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn every_game_ends_within_the_limits(a in any_glicko(), b in any_glicko(), score in any_score()) {
        let system = Pool::ALL[0].system;
        let (white, black) = rate_game(&system, a, b, score);
        prop_assert!(within_limits(white) && within_limits(black), "{white:?} {black:?}");
        // Losing never raises a rating, winning never lowers it.
        if score == Score::Win {
            prop_assert!(white.rating >= a.rating && black.rating <= b.rating);
        }
        let (mirrored_black, mirrored_white) = rate_game(&system, b, a, score.reversed());
        prop_assert_eq!((white, black), (mirrored_white, mirrored_black));
    }

    #[test]
    fn every_event_ends_within_the_limits(
        player in any_glicko(),
        results in prop::collection::vec((any_glicko(), any_score()), 0..12),
    ) {
        let after = rate_event(&Pool::ALL[0].system, player, &results);
        prop_assert!(within_limits(after), "{after:?}");
    }

    #[test]
    fn waiting_only_widens_up_to_the_cap(player in any_glicko(), periods in any::<u32>()) {
        let after = grown(player, periods);
        prop_assert!(within_limits(after));
        prop_assert!(after.deviation >= player.deviation);
        prop_assert_eq!((after.rating, after.volatility), (player.rating, player.volatility));
        prop_assert!(grown(player, periods.saturating_add(1)).deviation >= after.deviation);
    }
}
