//! Killed at any moment while a hundred games are played, again and again; and stopped politely.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::program::Ground;

const GAMES: usize = 100;
const KILLS: usize = 100;
const HANDS: usize = 4;
const PATIENCE: Duration = Duration::from_secs(60);

fn begun(ground: &Ground, count: usize) -> Vec<Game> {
    let program = ground.start();
    let pair =
        |game: usize| [ground.players[game * 2].clone(), ground.players[game * 2 + 1].clone()];
    (0..count).map(|game| Game::begin(program.address, pair(game)).expect("a game")).collect()
}

/// Numbers that look like chance.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn f02_killed_a_hundred_times_under_a_hundred_games_nothing_acknowledged_is_lost() {
    let ground = Ground::sqlite(GAMES * 2);
    let mut games = begun(&ground, GAMES);
    let began = Instant::now();
    let seed = u64::from(std::process::id());
    let (mut state, mut longest) = (seed, Duration::ZERO);
    for round in 0..KILLS {
        let asked = Instant::now();
        let program = ground.start();
        longest = longest.max(asked.elapsed());
        let address = program.address;
        let life = Duration::from_millis(20 + next(&mut state) % 200);
        std::thread::scope(|scope| {
            for hand in games.chunks_mut(GAMES / HANDS) {
                scope.spawn(move || {
                    // From where it was left, so that each game has its turn.
                    hand.rotate_left(7);
                    let mut alive = true;
                    while alive {
                        alive = hand.iter_mut().all(|game| game.ply(address).is_some());
                    }
                });
            }
            std::thread::sleep(life);
            program.kill();
        });
        if round % 10 == 9 {
            let program = ground.start();
            games.iter().skip(round % 7).step_by(7).for_each(|game| game.check(program.address));
        }
    }
    let program = ground.start();
    games.iter().for_each(|game| game.check(program.address));
    let plies: usize = games.iter().map(|game| game.plies).sum();
    drop(program);
    assert_eq!(ground.faults(), Vec::<String>::new(), "seed {seed}");
    assert!(plies > KILLS, "{plies} plies");
    println!(
        "{KILLS} kills, {plies} plies, {:?}; the longest start {longest:?}; seed {seed}",
        began.elapsed()
    );
}

#[test]
fn f03_stopped_politely_while_games_are_played_no_ply_fails() {
    const FEW: usize = 16;
    let ground = Ground::sqlite(FEW * 2);
    let mut games = begun(&ground, FEW);
    let mut program = ground.start();
    let (address, over) =
        (Arc::new(RwLock::new(program.address)), Arc::new(AtomicBool::new(false)));
    std::thread::scope(|scope| {
        for hand in games.chunks_mut(FEW / HANDS) {
            let (address, over) = (Arc::clone(&address), Arc::clone(&over));
            scope.spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    for game in hand.iter_mut() {
                        let end = Instant::now() + PATIENCE;
                        // It asks again, wherever the next one serves.
                        while game.ply(*address.read().expect("an address")).is_none() {
                            assert!(Instant::now() < end, "nobody serves");
                            std::thread::sleep(Duration::from_millis(10));
                        }
                    }
                }
            });
        }
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(800));
            program.signal("-TERM");
            let status = program.ended(Duration::from_secs(30));
            assert!(status.success(), "{status}: {}", program.log());
            program = ground.start();
            *address.write().expect("an address") = program.address;
        }
        std::thread::sleep(Duration::from_millis(300));
        over.store(true, Ordering::Relaxed);
    });
    games.iter().for_each(|game| game.check(program.address));
    let fewest = games.iter().map(|game| game.plies).min().expect("games");
    assert!(fewest > 0, "every game went on");
}
