//! Players of many games, at one server or at some.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use actix_web::rt;
use actix_web::rt::task::JoinHandle;
use salpakan::rules::{ByColor, Color};

use crate::client::Hand;
use crate::hall::Game;

pub const SECOND: Duration = Duration::from_secs(1);

/// In microseconds.
pub type Times = Rc<RefCell<Vec<u32>>>;

/// How many plies are made in what time, and how long each took, as fast as answers come. Each player of a game
/// plays at another server, if there are some.
pub fn as_fast_as_may_be(
    servers: &[SocketAddr],
    games: &[Game],
    seconds: usize,
) -> (usize, Duration, Vec<u32>) {
    rt::System::new().block_on(async {
        let answers = Times::default();
        let mut players = Vec::new();
        let start = Instant::now();
        let end = start + SECOND * u32::try_from(seconds).unwrap_or(1);
        for (number, game) in games.iter().enumerate() {
            let mut hands = both_hands(servers, number, game).await;
            let (plies, first) = (game.plies.clone(), game.first);
            let answers = Rc::clone(&answers);
            players.push(rt::spawn(async move {
                for (made, ply) in plies.iter().enumerate() {
                    let sent = Instant::now();
                    if sent > end {
                        break;
                    }
                    hands[side(first, made)].ply(made + 1, ply).await;
                    answers.borrow_mut().push(micros(sent));
                }
            }));
        }
        done(players).await;
        let answers = answers.take();
        (answers.len(), start.elapsed(), answers)
    })
}

/// Both players of the game with this number, one after the other at the servers.
pub async fn both_hands(servers: &[SocketAddr], number: usize, game: &Game) -> ByColor<Hand> {
    let at = |place: usize| servers[(number + place) % servers.len()];
    let white = Hand::of(at(0), game, Color::White).await;
    ByColor::new(white, Hand::of(at(1), game, Color::Black).await)
}

/// Who makes the ply that follows so many.
pub fn side(first: Color, made: usize) -> Color {
    if made.is_multiple_of(2) { first } else { first.opponent() }
}

pub fn micros(since: Instant) -> u32 {
    u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX)
}

pub async fn done(players: Vec<JoinHandle<()>>) {
    for player in players {
        player.await.expect("a player plays to the end");
    }
}
