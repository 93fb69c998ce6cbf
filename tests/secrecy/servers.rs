//! The same games on two servers with one database, asked in turn: what one of them tells of the other's games is
//! no more than it tells of its own.

use std::sync::Arc;

use crate::course::{Course, Heard};
use crate::looks::Look;
use crate::pairs::Pair;
use crate::postgres;
use crate::world::World;
use crate::worlds::difference;

const PAIRS: u64 = 24;

/// Plays the games of all pairs in one world of two servers.
fn play(pairs: &Arc<Vec<Pair>>, which: usize) -> std::thread::JoinHandle<Vec<Vec<Heard>>> {
    let pairs = Arc::clone(pairs);
    std::thread::spawn(move || {
        let database = postgres::migrated_database();
        actix_web::rt::System::new().block_on(async {
            let (world, mut heard) = (World::of_two_servers(&database).await, Vec::new());
            for pair in pairs.iter() {
                heard.push(Course::run(&world, pair, which).await.heard);
            }
            heard
        })
    })
}

#[test]
fn games_look_the_same_on_two_servers_to_whoever_may_not_notice() {
    let pairs = Pair::many(0, PAIRS, false);
    let [one, other] = [0, 1].map(|which| play(&pairs, which)).map(|it| it.join().expect("games"));
    let mut frames = 0;
    for ((pair, one), mut other) in pairs.iter().zip(&one).zip(other) {
        if let Some(difference) = difference(pair, one, &other) {
            panic!("{difference}");
        }
        frames += one.iter().filter(|heard| heard.look == Look::Frames).count();
        // A byte more that one line of another server told.
        let line = other
            .iter_mut()
            .rfind(|heard| heard.look == Look::Frames && !heard.answer.pieces.is_empty());
        line.expect("a line").answer.pieces[0].push(b'S');
        assert!(difference(pair, one, &other).is_some(), "a leak is noticed");
    }
    assert!(frames > 5 * PAIRS as usize, "{frames} lines");
}
