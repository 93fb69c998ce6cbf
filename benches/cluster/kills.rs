//! Servers that are killed and standbys that take over, while games are played.

use std::net::SocketAddr;
use std::sync::RwLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::SERVERS;
use crate::client::spread;
use crate::game::Game;
use crate::postgres::{Cluster, address};
use crate::program::{Ground, Program};

const DATABASE: &str = "kills_case";
const PACE: &str = "3600+30";
/// From an answer to the next ply of the game.
const THOUGHT: Duration = Duration::from_secs(2);
/// How long a killed server stays away.
const AWAY: Duration = Duration::from_secs(1);

/// What was done to the servers last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Blow {
    Kill,
    Promotion,
}

/// A ply as its player saw it.
struct Made {
    sent: Instant,
    waited: Duration,
    /// Milliseconds of the clock beyond the player's own thinking.
    charged: i64,
}

/// Three servers on a primary and its standby.
struct Site {
    primary: Cluster,
    standby: Cluster,
    ground: Ground,
    servers: Vec<Program>,
    addresses: RwLock<Vec<SocketAddr>>,
}

impl Site {
    fn start(people: usize) -> Site {
        let (primary, standby) = Cluster::with_standby(DATABASE);
        let ground = Ground::at(people, address(&[primary.port(), standby.port()], DATABASE));
        let servers: Vec<_> = (0..SERVERS).map(|number| ground.start_beside(number)).collect();
        let addresses = RwLock::new(servers.iter().map(|server| server.address).collect());
        Site { primary, standby, ground, servers, addresses }
    }

    fn games(&self, count: usize) -> Vec<Game> {
        let begin = |number: usize| {
            let players = [2 * number, 2 * number + 1].map(|one| self.ground.players[one].clone());
            let server = self.servers[number % SERVERS].address;
            Game::begin_at_pace(server, players, PACE).expect("a game")
        };
        (0..count).into_par_iter().map(begin).collect()
    }
}

/// So many games, kills and promotions, a kill in each span.
pub fn run(games: usize, kills: usize, promotions: usize, every: Duration) {
    let mut site = Site::start(2 * games);
    let mut played = site.games(games);
    let Site { primary, standby, ground, servers, addresses } = &mut site;
    let over = AtomicBool::new(false);
    println!("kills: {games} games, {kills} kills {every:?} apart, {promotions} promotions");
    let (made, blows) = std::thread::scope(|scope| {
        let (addresses, over) = (&*addresses, &over);
        let one = |(number, game)| scope.spawn(move || play(game, number, addresses, over));
        let players: Vec<_> = played.iter_mut().enumerate().map(one).collect();
        let (start, mut blows) = (Instant::now(), Vec::new());
        for kill in 0..kills {
            sleep_until(start + every * u32::try_from(kill + 1).expect("few kills"));
            let number = kill % SERVERS;
            blows.push((Instant::now(), Blow::Kill));
            servers.remove(number).kill();
            std::thread::sleep(AWAY);
            servers.insert(number, ground.start_beside(number));
            addresses.write().expect("addresses")[number] = servers[number].address;
            if (kill + 1) * promotions / kills > kill * promotions / kills {
                sleep_until(blows[blows.len() - 1].0 + every / 2);
                blows.push((Instant::now(), Blow::Promotion));
                primary.kill();
                standby.promote();
                Cluster::change_places(primary, standby);
            }
        }
        std::thread::sleep(every);
        over.store(true, Ordering::Relaxed);
        let made = players.into_iter().flat_map(|player| player.join().expect("a game"));
        (made.collect::<Vec<_>>(), blows)
    });
    tell(&made, &blows);
    let lost = |game: &Game| game.lost(&game.see(servers[0].address).expect("it is seen"));
    let lost: usize = played.iter().map(lost).sum();
    println!("  plies acknowledged {}, lost {lost}   (bar: 0)", made.len());
    servers.clear();
    println!("  faults in what is stored: {:?}   (bar: none)", ground.faults());
}

fn tell(made: &[Made], blows: &[(Instant, Blow)]) {
    let last = |one: &&Made| {
        let before = blows.iter().rev().find(|(at, _)| *at <= one.sent + one.waited);
        before.map(|(_, blow)| *blow)
    };
    let longest = |blow| {
        let waits = made.iter().filter(|one| last(one) == blow).map(|one| one.waited);
        waits.max().unwrap_or_default().as_secs_f64()
    };
    println!(
        "  longest gap    after a kill {:.2} s, after a promotion {:.2} s, before any {:.2} s   (bar: 3 s)",
        longest(Some(Blow::Kill)),
        longest(Some(Blow::Promotion)),
        longest(None)
    );
    let charged = |blow| {
        let own = made.iter().filter(|one| last(one) == blow).map(|one| one.charged);
        own.max().unwrap_or_default()
    };
    println!(
        "  a clock beyond its player's thinking   after a kill {} ms, after a promotion {} ms, before any {} ms at most   (bar: 50 ms)",
        charged(Some(Blow::Kill)),
        charged(Some(Blow::Promotion)),
        charged(None)
    );
    let micros = |one: &Made| u32::try_from(one.waited.as_micros()).unwrap_or(u32::MAX);
    println!("  accepted ply   {}", spread(made.iter().map(micros).collect()));
}

/// Plays a game at one server after the other until it is over.
fn play(
    game: &mut Game,
    number: usize,
    servers: &RwLock<Vec<SocketAddr>>,
    over: &AtomicBool,
) -> Vec<Made> {
    let mut made = Vec::new();
    // Games do not move in step.
    std::thread::sleep(THOUGHT.mul_f64((number % 97) as f64 / 97.0));
    // The clock of the first ply has run since the game was made.
    game.ply_somewhere(number, servers);
    let mut known = Instant::now();
    while !over.load(Ordering::Relaxed) {
        std::thread::sleep(THOUGHT);
        let (sent, thought) = (Instant::now(), known.elapsed());
        let waited = game.ply_somewhere(number + made.len(), servers);
        known = Instant::now();
        let spent = game.last_answer().and_then(|told| told["spent"].as_i64()).expect("the time");
        let thought = i64::try_from(thought.as_millis()).expect("a short time");
        made.push(Made { sent, waited, charged: spent - thought });
    }
    made
}

fn sleep_until(moment: Instant) {
    std::thread::sleep(moment.saturating_duration_since(Instant::now()));
}
