//! Standing still, a second instance, and what is seen before and after.

use std::time::Duration;

use serde_json::Value;

use crate::game::Game;
use crate::program::Ground;

/// What is seen, but for the time that goes on.
fn still(mut seen: Value) -> Value {
    for name in ["clocks", "gone"] {
        seen.as_object_mut().expect("an object").remove(name);
    }
    seen
}

fn the_same_is_seen_after_a_kill(ground: &Ground) {
    let program = ground.start();
    let mut game = Game::under_way(ground, program.address, 0);
    for _ in 0..7 {
        game.ply(program.address).expect("a ply");
    }
    let views = |game: &Game, address| {
        [game.see(address), game.own(address)].map(|seen| still(seen.expect("seen")))
    };
    let before = views(&game, program.address);
    program.kill();
    let program = ground.start();
    assert_eq!(views(&game, program.address), before);
    game.ply(program.address).expect("it goes on");
}

#[test]
fn after_a_kill_everybody_sees_what_he_saw_on_sqlite() {
    the_same_is_seen_after_a_kill(&Ground::sqlite(2));
}

#[test]
fn after_a_kill_everybody_sees_what_he_saw_on_postgresql() {
    the_same_is_seen_after_a_kill(&Ground::postgres(2));
}

#[test]
fn f10_a_server_that_stood_still_charges_nobody_for_it() {
    let ground = Ground::sqlite(2);
    let program = ground.start();
    let mut game = Game::under_way(&ground, program.address, 0);
    game.ply(program.address).expect("a ply");
    let before = game.left(program.address);
    program.signal("-STOP");
    std::thread::sleep(Duration::from_secs(8));
    program.signal("-CONT");
    std::thread::sleep(Duration::from_millis(500));
    let charged = before - game.left(program.address);
    assert!(charged < 2_500, "{charged} ms of the 8 s in which it stood still are charged");
    game.ply(program.address).expect("it goes on");
    game.check(program.address);
}

#[test]
fn f11_of_two_on_one_file_the_second_goes_elsewhere() {
    let ground = &Ground::sqlite(2);
    let first = ground.start();
    let mut game = Game::under_way(ground, first.address, 0);
    let refused = ground.start_under(&[]).expect_err("the second does not serve");
    assert!(refused.contains("already serves"), "{refused}");
    game.ply(first.address).expect("the first goes on");
    game.check(first.address);
}
