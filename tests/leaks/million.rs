//! A million pairs of views: what a viewer sees of a game in one world and in another that fits all they
//! saw. The public half of each world comes from its own arbiter.

use salpakan::record::Timeline;
use salpakan::rules::{Arbiter, ByColor, Color, Deployment};
use salpakan::view::{self, View};

use crate::histories::{same_history, swapped};
use crate::random_play::{Clocks, Random, random_game, rule_sets};

const PAIRS: usize = 1_000_000;
/// Swaps that are tried for each game and side.
const SWAPS: usize = 40;
/// Games are cut off after so many plies.
const LENGTHS: [usize; 4] = [3, 8, 16, 48];

/// The public half as the arbiter of a world announces it.
fn announced(timeline: &Timeline, armies: &ByColor<Deployment>) -> Timeline {
    let mut own = timeline.clone();
    let mut arbiter = Arbiter::new(&own.rules, armies.as_ref(), own.first);
    own.taken = armies.map(|army| Some(army.squares()));
    own.ending = None;
    for ply in &mut own.plies {
        let said = arbiter.play(ply.mv).expect("it was legal in the other world");
        (ply.verdict, own.ending) = (said.verdict, said.ending);
    }
    own
}

fn seen<'a>(timeline: &'a Timeline, armies: &ByColor<Deployment>, me: Option<Color>) -> View<'a> {
    match me {
        Some(me) => view::player(timeline, &armies[me]),
        None => view::spectator(timeline),
    }
}

/// All pairs of one game: how many, and of how many pieces the rank was another one.
fn pairs_of(random: &mut Random, number: usize, leak: bool) -> (usize, usize) {
    let sets = rule_sets();
    let rules = &sets[number % sets.len()];
    let game = random_game(random, rules, Clocks::None, LENGTHS[number / sets.len() % 4]);
    let (one, armies) = (game.timeline, game.armies);
    let (mut pairs, mut differences) = (0, 0);
    for color in Color::ALL {
        // Who may notice nothing of this side's ranks: everybody but its owner.
        let viewers = [Some(color.opponent()), None];
        let views = viewers.map(|me| seen(&one, &armies, me));
        let mut other = armies;
        for _ in 0..SWAPS {
            let mut tried = other;
            tried[color] = swapped(random, &one, &other[color]);
            if tried == other || !same_history(&one, &tried) {
                continue;
            }
            other = tried;
            let theirs = announced(&one, &other);
            for (me, view) in viewers.into_iter().zip(&views) {
                let me = if leak { Some(color) } else { me };
                assert!(seen(&theirs, &other, me) == *view, "game {number}, {me:?}");
                pairs += 1;
            }
            differences += usize::from(armies[color] != other[color]);
        }
    }
    (pairs, differences)
}

#[test]
fn a_million_pairs_of_views_are_the_same() {
    let threads = std::thread::available_parallelism().map_or(2, std::num::NonZero::get).min(8);
    let one = |thread: usize| {
        let mut random = Random(0x0a11_ed00 ^ (thread as u64) << 48);
        let (mut pairs, mut differences, mut game) = (0, 0, thread);
        while pairs < PAIRS.div_ceil(threads) {
            let (more, changed) = pairs_of(&mut random, game, false);
            (pairs, differences, game) = (pairs + more, differences + changed, game + threads);
        }
        (pairs, differences)
    };
    let (pairs, differences) = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|thread| scope.spawn(move || one(thread))).collect();
        all.into_iter()
            .map(|one| one.join().expect("the views are the same"))
            .fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
    });
    assert!(pairs >= PAIRS, "{pairs} pairs");
    assert!(differences > pairs / 4, "{differences} of {pairs} pairs are of two worlds");
}

#[test]
#[should_panic(expected = "game")]
fn a_view_of_the_wrong_side_is_noticed() {
    let mut random = Random(3);
    for game in 0..20 {
        pairs_of(&mut random, game, true);
    }
}
