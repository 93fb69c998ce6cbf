//! Hundreds of pairs of whole games, each played twice through the site: in two worlds that differ in
//! nothing but ranks. Viewers who may not notice the difference get the same bytes, in the same pieces.
//! Before a release it is a thousand, with `TESTED_PAIRS=all`.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::JoinHandle;

use crate::course::{Course, Heard};
use crate::looks::{CLOSED, LISTS, Look, OF_EVENT};
use crate::pairs::Pair;
use crate::world::World;

/// So many pairs are tried by each run, and by a long one.
const PAIRS: [u64; 2] = [250, 1_000];
/// So many games go on for ever.
const OPEN: u64 = 24;

/// Plays the games of all pairs in one world, and gives what was heard, game by game.
fn play(pairs: Arc<Vec<Pair>>, which: usize) -> (Receiver<Vec<Heard>>, JoinHandle<()>) {
    let (tell, told) = sync_channel(4);
    let thread = std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let world = World::new().await;
            for pair in pairs.iter() {
                let course = Course::run(&world, pair, which).await;
                if tell.send(course.heard).is_err() {
                    return;
                }
            }
        });
    });
    (told, thread)
}

/// Whether a viewer may notice the difference between the worlds: only their own ranks differ, and
/// the look shows them.
fn may_tell_apart(pair: &Pair, heard: &Heard) -> bool {
    heard.look.shows_own() && heard.who.color().is_some_and(|own| pair.hidden.contains(&own))
}

/// The first difference that somebody can notice who may not.
pub fn difference(pair: &Pair, one: &[Heard], other: &[Heard]) -> Option<String> {
    if one.len() != other.len() {
        return Some(format!("pair {}: {} and {} answers", pair.number, one.len(), other.len()));
    }
    let differs = |(one, other): &(&Heard, &Heard)| {
        if !may_tell_apart(pair, one) {
            return one != other;
        }
        // The viewer's own ranks are as many in both worlds, each in as many bytes over the API.
        let shape = |heard: &Heard| {
            let bytes: usize = heard.answer.pieces.iter().map(Vec::len).sum();
            let api = heard.look == crate::looks::Look::Answer;
            (heard.answer.status, heard.answer.headers.clone(), api.then_some(bytes))
        };
        shape(one) != shape(other)
    };
    let (one, other) = one.iter().zip(other).find(differs)?;
    Some(format!(
        "pair {}, {:?} after ply {}: {}\n{:?}\n{}\n--- and ---\n{:?}\n{}",
        pair.number,
        one.who,
        one.ply,
        one.what,
        one.answer.headers,
        one.answer.text(),
        other.answer.headers,
        other.answer.text()
    ))
}

#[test]
fn pairs_of_games_look_the_same_to_whoever_may_not_notice() {
    let count = PAIRS[usize::from(std::env::var("TESTED_PAIRS").is_ok_and(|which| which == "all"))];
    let pairs = Pair::many(0, count, false);
    let worlds = [0, 1].map(|which| play(Arc::clone(&pairs), which));
    let (mut answers, mut plies, mut ways) = (0, 0, std::collections::HashMap::new());
    for pair in pairs.iter() {
        let [one, other] = [0, 1].map(|which| worlds[which].0.recv().expect("a game"));
        if let Some(difference) = difference(pair, &one, &other) {
            panic!("{difference}");
        }
        answers += one.len();
        plies += pair.timeline.plies.len();
        *ways.entry(format!("{:?}", pair.end)).or_insert(0) += 1;
    }
    println!("{count} pairs, {plies} plies, {answers} answers and looks at lines; ends: {ways:?}");
    assert_eq!(ways.len(), 5, "every way to end: {ways:?}");
    assert!(answers > 50 * count as usize, "{answers} answers");
    for (_, thread) in worlds {
        thread.join().expect("it ends well");
    }
}

/// So many games of an event, every other one at a table.
const EVENING: u64 = 40;

#[test]
fn games_of_an_event_look_the_same_at_the_table_too_until_their_ranks_are_opened() {
    let pairs: Arc<Vec<Pair>> = Arc::new((0..EVENING).map(Pair::of_event).collect());
    let (mut looks, mut ways) =
        (std::collections::HashSet::new(), std::collections::HashSet::new());
    for (pair, [one, other]) in pairs.iter().zip(heard_in_both(&pairs)) {
        if let Some(difference) = difference(pair, &one, &other) {
            panic!("{difference}");
        }
        looks.extend(one.iter().filter(|heard| heard.answer.status == 200).map(|heard| heard.look));
        ways.insert(format!("{:?} {:?}", pair.setting, pair.end));
        // One byte more, somewhere at the table, for a viewer who may not notice.
        let mut leaky = other.clone();
        let at = leaky.iter().rposition(|heard| heard.look == Look::AtTable).expect("a look");
        leaky[at].answer.pieces.push(b"S".to_vec());
        assert!(difference(pair, &one, &leaky).is_some(), "a leak is noticed");
    }
    let closed = [
        Look::ClosedRecord,
        Look::ClosedParts,
        Look::ClosedKnowledge,
        Look::ClosedPublic,
        Look::ClosedLedger,
    ];
    for look in closed {
        assert!(!looks.contains(&look), "{look:?} tells of ranks");
    }
    let there = OF_EVENT.iter().chain(CLOSED).chain(LISTS);
    for look in there.filter(|look| !closed.contains(look)) {
        assert!(looks.contains(look), "{look:?} was there for nobody");
    }
    assert_eq!(ways.len(), 7, "{ways:?}");
}

/// Some pairs with all that was heard of them in both worlds.
pub fn heard_in_both(pairs: &Arc<Vec<Pair>>) -> Vec<[Vec<Heard>; 2]> {
    let worlds = [0, 1].map(|which| play(Arc::clone(pairs), which));
    let both = |_| [0, 1].map(|which: usize| worlds[which].0.recv().expect("a game"));
    (0..pairs.len()).map(both).collect()
}

#[test]
fn the_second_world_is_another_one() {
    let pairs = Pair::many(0, PAIRS[1], false);
    let differences: usize = pairs.iter().map(Pair::differences).sum();
    assert!(differences > 15 * pairs.len(), "{differences} in {} pairs", pairs.len());
    let pairs = Pair::many(0, 12, true);
    let mut noticed = 0;
    for (pair, [one, other]) in pairs.iter().zip(heard_in_both(&pairs)) {
        let both = one.iter().zip(&other);
        let own = both.filter(|(one, _)| may_tell_apart(pair, one));
        noticed += usize::from(own.into_iter().any(|(one, other)| one != other));
    }
    assert!(noticed > 8, "whose ranks they are sees another world in {noticed} of 12");
}

#[test]
fn no_row_of_games_that_go_on_differs_but_for_what_is_sealed() {
    let pairs = Pair::many(0, OPEN, true);
    let dumps = [0, 1].map(|which| {
        let pairs = Arc::clone(&pairs);
        let dumped = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async {
                let world = World::new().await;
                for pair in pairs.iter() {
                    Course::run(&world, pair, which).await;
                }
                crate::rest::Rest::of(&world, &pairs, which)
            })
        });
        dumped.join().expect("it is dumped")
    });
    dumps[0].assert_mute();
    dumps[1].assert_mute();
    assert_eq!(dumps[0].difference(&dumps[1]), None);
}
