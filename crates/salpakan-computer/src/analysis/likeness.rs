//! How like the computer somebody played: evidence for arbiters, with its error rates, and never a verdict.
//!
//! Of the plies that matter it counts those that are what the analysis found best, beside how many of them a player of this rating finds.
//! What players of a rating find is measured with players of known kinds (`likeness.txt`, made by `examples/likeness.rs`); those of them
//! that find most at a rating set the mark, so that any error is in the player's favor.

use std::sync::LazyLock;

use salpakan::rules::Color;

use super::Turn;

/// Before this ply the armies have hardly met, and whoever has a plan for the opening plays like others with that plan.
const FIRST_PLY: u32 = 21;
/// Where less is at stake on average, any move will do.
const LEAST_AT_STAKE: f32 = 0.01;
/// Where the policy is so sure, everybody plays the move.
const MOST_LIKELY: f32 = 0.9;
/// Outside of these chances the game is decided.
const OPEN: std::ops::RangeInclusive<f32> = 0.05..=0.95;
/// Fewer plies tell nothing.
pub const FEWEST_PLIES: u32 = 30;
/// Standard deviations beyond what players of the rating find, from which it is a sign.
pub const THRESHOLD: f64 = 3.0;
/// The rating of somebody who has none: where new players start.
pub const UNRATED: u32 = 1_500;
/// Nobody was measured beyond these ratings, so that whoever is counts as the nearest.
const RATINGS: std::ops::RangeInclusive<f64> = 1_189.0..=1_715.0;

/// Whether a ply says something about its player: it is none of the opening, the game is open, several moves come to mind, and they
/// differ. What was played plays no part in it.
pub fn matters(turn: &Turn) -> bool {
    let choice = turn.choice;
    turn.ply >= FIRST_PLY
        && OPEN.contains(&turn.chance)
        && choice.at_stake >= LEAST_AT_STAKE
        && choice.likely < MOST_LIKELY
}

/// What players of a rating do, by the measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// Of the logarithm of the odds to find the best move: the constant, for each unit of those by the policy, and for 400 points above
    /// [`UNRATED`].
    pub odds: [f64; 3],
    /// Of what is at stake they give away this share, and so much more for 400 points above [`UNRATED`].
    pub given: [f64; 2],
    /// How much more fair players differ than independent plies would, as a factor of the variance.
    pub dispersion: f64,
}

impl Model {
    /// What goes into the odds of a ply; the example fits [`Model::odds`] to it.
    pub fn terms(turn: &Turn, rating: u32) -> [f64; 3] {
        let likely = f64::from(turn.choice.likely).clamp(0.001, 0.999);
        [1.0, (likely / (1.0 - likely)).ln(), beyond(rating)]
    }

    /// How likely a player of this rating finds the best move.
    fn expected(&self, turn: &Turn, rating: u32) -> f64 {
        let terms = Model::terms(turn, rating).into_iter().zip(self.odds);
        let log_odds: f64 = terms.map(|(term, weight)| term * weight).sum();
        1.0 / (1.0 + (-log_odds).exp())
    }

    /// What a player of this rating gives away in this ply.
    fn given(&self, turn: &Turn, rating: u32) -> f64 {
        let share = self.given[0] + self.given[1] * beyond(rating);
        f64::from(turn.choice.at_stake) * share.clamp(0.0, 1.0)
    }
}

/// In units of 400 points.
fn beyond(rating: u32) -> f64 {
    (f64::from(rating).clamp(*RATINGS.start(), *RATINGS.end()) - f64::from(UNRATED)) / 400.0
}

/// How like the computer a player played in some plies that matter.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Likeness {
    pub plies: u32,
    /// Those that are what the analysis found best.
    pub alike: u32,
    /// How many of them players of the rating find.
    pub expected: f64,
    variance: f64,
    /// The chances given away, summed up; 1 is a whole win.
    pub lost: f64,
    /// What players of the rating give away.
    pub usually_lost: f64,
}

impl Likeness {
    /// How like the computer this side of an analyzed game played, by what was measured.
    pub fn of(turns: &[Turn], color: Color, rating: Option<u32>) -> Likeness {
        Likeness::by(&measured().model, turns, color, rating)
    }

    /// The same by another model.
    pub fn by(model: &Model, turns: &[Turn], color: Color, rating: Option<u32>) -> Likeness {
        let rating = rating.unwrap_or(UNRATED);
        let mut sum = Likeness::default();
        for turn in turns.iter().filter(|turn| turn.mover == color && matters(turn)) {
            let expected = model.expected(turn, rating);
            sum.add(&Likeness {
                plies: 1,
                alike: u32::from(turn.best == turn.played),
                expected,
                variance: expected * (1.0 - expected) * model.dispersion,
                lost: f64::from(turn.loss()),
                usually_lost: model.given(turn, rating),
            });
        }
        sum
    }

    /// Adds other plies of the same player.
    pub fn add(&mut self, other: &Likeness) {
        self.plies += other.plies;
        self.alike += other.alike;
        self.expected += other.expected;
        self.variance += other.variance;
        self.lost += other.lost;
        self.usually_lost += other.usually_lost;
    }

    /// By how many standard deviations the player found more than others of the rating; negative for less, 0 without plies.
    pub fn deviations(&self) -> f64 {
        if self.variance > 0.0 {
            (f64::from(self.alike) - self.expected) / self.variance.sqrt()
        } else {
            0.0
        }
    }

    /// Whether arbiters should look at it.
    pub fn stands_out(&self) -> bool {
        self.plies >= FEWEST_PLIES && self.deviations() >= THRESHOLD
    }
}

/// Players of a kind in the measurement, of [`Measured::GAMES`] games each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// As `adjutant match` names programs; `asks-N` asked the computer for N in 100 plies.
    pub name: String,
    pub players: u32,
    /// Those of them who stood out.
    pub stood_out: u32,
}

impl Kind {
    /// In how many of 100 plies they had help; 0 for fair players.
    pub fn asked(&self) -> u32 {
        self.name.strip_prefix("asks-").and_then(|percent| percent.parse().ok()).unwrap_or(0)
    }
}

/// What was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    pub model: Model,
    pub kinds: Vec<Kind>,
}

impl Measured {
    /// Games of each player.
    pub const GAMES: usize = 5;

    /// How many fair players there were, and how many of them stood out.
    pub fn fair(&self) -> (u32, u32) {
        self.sum(0)
    }

    /// The same for players with help in this many of 100 plies.
    pub fn helped(&self, percent: u32) -> (u32, u32) {
        self.sum(percent)
    }

    fn sum(&self, percent: u32) -> (u32, u32) {
        let kinds = self.kinds.iter().filter(|kind| kind.asked() == percent);
        kinds.fold((0, 0), |(all, out), kind| (all + kind.players, out + kind.stood_out))
    }

    fn read(text: &str) -> Option<Measured> {
        let mut lines =
            text.lines().filter(|line| !line.starts_with('#')).map(str::split_whitespace);
        let mut numbers = |key: &str| {
            let mut words = lines.next()?;
            (words.next()? == key).then_some(())?;
            words.map(|word| word.parse().ok()).collect::<Option<Vec<f64>>>()
        };
        let odds = numbers("odds")?.try_into().ok()?;
        let given = numbers("given")?.try_into().ok()?;
        let dispersion = *numbers("dispersion")?.first()?;
        let kind = |mut words: std::str::SplitWhitespace<'_>| {
            let name = words.next()?.to_owned();
            let mut number = || words.next()?.parse().ok();
            Some(Kind { name, players: number()?, stood_out: number()? })
        };
        let kinds = lines.map(kind).collect::<Option<_>>()?;
        Some(Measured { model: Model { odds, given, dispersion }, kinds })
    }
}

/// What `likeness.txt` says.
pub fn measured() -> &'static Measured {
    static MEASURED: LazyLock<Measured> = LazyLock::new(|| {
        Measured::read(include_str!("likeness.txt"))
            .expect("the file is that of this crate, and a test reads it")
    });
    &MEASURED
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use salpakan::rules::Move;
    use salpakan_bot::Random;

    use super::super::{Choice, Forecast};
    use super::*;

    const BEST: &str = "e3-e4";

    fn turn(ply: u32, likely: f32, at_stake: f32, found: bool) -> Turn {
        let mv = |text| Move::parse(text).expect("a move");
        Turn {
            ply,
            mover: if ply % 2 == 1 { Color::White } else { Color::Black },
            played: if found { mv(BEST) } else { mv("d3-d4") },
            chance: 0.5,
            after: if found { 0.5 } else { 0.4 },
            best: mv(BEST),
            line: Vec::new(),
            reason: None,
            luck: None,
            forecast: Forecast::default(),
            truth: Forecast::default(),
            choice: Choice { likely, at_stake },
        }
    }

    #[test]
    fn a_ply_matters_if_moves_that_come_to_mind_differ_while_the_game_is_open() {
        let good = turn(41, 0.3, 0.05, true);
        assert!(matters(&good));
        assert!(!matters(&turn(20, 0.3, 0.05, true)), "the opening");
        assert!(!matters(&turn(41, 0.95, 0.05, true)), "everybody plays it");
        assert!(!matters(&turn(41, 0.3, 0.005, true)), "any move will do");
        assert!(!matters(&Turn { chance: 0.97, ..good.clone() }), "it is won");
        assert!(!matters(&Turn { chance: 0.03, ..good.clone() }), "it is lost");
        assert!(
            matters(&Turn { played: Move::parse("a3-a4").expect("a move"), ..good }),
            "whatever is played"
        );
    }

    /// Plies of one player who finds each best move with the chance that the model expects of this rating.
    fn fair_player(plies: u32, rating: u32, random: &mut Random) -> Likeness {
        let model = Model { dispersion: 1.0, ..measured().model };
        let turns: Vec<Turn> = (0..plies)
            .map(|number| {
                let likely = 0.05 + 0.8 * random.below(1_000) as f32 / 1_000.0;
                let blank = turn(2 * number + 31, likely, 0.05, false);
                let expected = model.expected(&blank, rating);
                turn(blank.ply, likely, 0.05, f64::from(random.below(1_000_000)) < expected * 1e6)
            })
            .collect();
        Likeness::by(&model, &turns, Color::White, Some(rating))
    }

    #[test]
    fn a_fair_player_deviates_as_chance_does() {
        let mut random = Random::new(7, 7);
        let mut all: Vec<f64> =
            (0..2_000).map(|_| fair_player(100, 1_400, &mut random).deviations()).collect();
        all.sort_by(f64::total_cmp);
        // Shares of the normal distribution below -1.5, -1, 0, 1, 1.5 and 2 standard deviations.
        for (at, share) in [
            (-1.5, 0.0668),
            (-1.0, 0.1587),
            (0.0, 0.5),
            (1.0, 0.8413),
            (1.5, 0.9332),
            (2.0, 0.9772),
        ] {
            let below = all.iter().filter(|one| **one < at).count() as f64 / all.len() as f64;
            assert!((below - share).abs() < 0.035, "below {at}: {below} instead of {share}");
        }
    }

    proptest! {
        #[test]
        fn whoever_finds_one_more_is_more_like_it_and_a_higher_rating_expects_more(
            found in 0_u32..40, rating in 1_189_u32..1_600, likely in 0.02_f32..0.85,
        ) {
            let of = |found: u32, rating| {
                let turns: Vec<Turn> = (0..40).map(|one| turn(2 * one + 31, likely, 0.05, one < found)).collect();
                Likeness::of(&turns, Color::White, Some(rating))
            };
            let (one, more) = (of(found, rating), of(found + 1, rating));
            prop_assert!(more.deviations() > one.deviations());
            prop_assert!(more.lost < one.lost);
            let stronger = of(found, rating + 100);
            prop_assert!(stronger.expected > one.expected && stronger.usually_lost <= one.usually_lost);
        }
    }

    #[test]
    fn games_of_a_player_add_up_and_the_other_side_counts_for_nothing() {
        let turns: Vec<Turn> = (31..71).map(|ply| turn(ply, 0.3, 0.05, ply % 3 == 0)).collect();
        let whole = Likeness::of(&turns, Color::White, None);
        let mut halves = Likeness::of(&turns[..20], Color::White, None);
        halves.add(&Likeness::of(&turns[20..], Color::White, None));
        assert_eq!((whole.plies, halves.plies, halves.alike), (20, 20, whole.alike));
        assert!((whole.deviations() - halves.deviations()).abs() < 1e-9);
        assert_eq!(whole, Likeness::of(&turns, Color::White, Some(UNRATED)));
    }

    #[test]
    fn few_plies_never_stand_out_and_many_like_the_computer_do() {
        let of = |plies: u32| {
            let turns: Vec<Turn> =
                (0..plies).map(|one| turn(2 * one + 31, 0.1, 0.05, true)).collect();
            Likeness::of(&turns, Color::White, None)
        };
        assert!(!of(FEWEST_PLIES - 1).stands_out());
        assert!(of(FEWEST_PLIES + 70).stands_out());
        assert!(!Likeness::default().stands_out());
    }

    #[test]
    fn the_measurement_finds_those_with_help_and_spares_the_others() {
        let (fair, wrongly) = measured().fair();
        assert!(fair >= 100, "{fair} fair players");
        assert!(f64::from(wrongly) <= 0.02 * f64::from(fair), "{wrongly} of {fair}");
        let (helped, found) = measured().helped(100);
        assert!(
            helped >= 10 && f64::from(found) >= 0.95 * f64::from(helped),
            "{found} of {helped}"
        );
        assert!(measured().model.dispersion >= 1.0);
    }
}
