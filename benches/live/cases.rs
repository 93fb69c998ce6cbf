//! What is measured.

use std::path::Path;
use std::process::Stdio;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use actix_web::rt;
use actix_web::rt::time::{sleep, sleep_until};
use salpakan::rules::Color;

use crate::client::{Watch, line, listen, spread};
use crate::hall::Hall;
use crate::heavy::{self, Callers};
use crate::opponents::Opponents;
use crate::players::{SECOND, Times, as_fast_as_may_be, both_hands, done, micros, side};
use crate::records;
use crate::server::{self, Server};

/// Plies that warm up before anything is counted.
const WARM: usize = 3;

/// Each game a ply a second.
pub fn steady(hall: &Hall, seconds: usize) {
    let server = Server::start(hall);
    rt::System::new().block_on(async {
        let (answers, heard) = play_steadily(&server, hall, seconds, 0).await;
        println!("steady: {} games, a ply a second each, {seconds} s", hall.games.len());
        println!("  accepted ply   {}   (bar: p99 25 ms)", spread(answers));
        println!("  at the opponent {}   (bar: p99 50 ms after)", spread(heard));
    });
    drop(server);
    let alone = crate::disk::waits(&hall.dir, hall.games.len(), seconds);
    println!("  the disk alone {}   (a durable answer cannot be sooner)", spread(alone));
}

/// How long plies took to be answered, and to come to the opponent, after so many that were made before.
async fn play_steadily(
    server: &Server,
    hall: &Hall,
    seconds: usize,
    before: usize,
) -> (Vec<u32>, Vec<u32>) {
    let answers = Times::default();
    let watches: Vec<Watch> = hall.games.iter().map(|_| Watch::new()).collect();
    for (game, watch) in hall.games.iter().zip(&watches) {
        for color in Color::ALL {
            let lines = line(server.address, &game.id, Some(&game.tokens[color])).await;
            rt::spawn(listen(lines, Some(color), watch.clone()));
        }
    }
    let start = Instant::now() + SECOND;
    let mut players = Vec::new();
    for (number, (game, watch)) in hall.games.iter().zip(&watches).enumerate() {
        let mut hands = both_hands(&[server.address], 0, game).await;
        let phase = SECOND.mul_f64(number as f64 / hall.games.len() as f64);
        let (plies, first) = (game.plies.clone(), game.first);
        let (watch, answers) = (watch.clone(), Rc::clone(&answers));
        players.push(rt::spawn(async move {
            for (made, ply) in plies.iter().skip(before).take(WARM + seconds).enumerate() {
                let due = start + phase + SECOND * u32::try_from(made).unwrap_or(0);
                sleep_until(due.into()).await;
                watch.counts.set(made >= WARM);
                watch.due.set(due);
                hands[side(first, before + made)].ply(before + made + 1, ply).await;
                if made >= WARM {
                    answers.borrow_mut().push(micros(due));
                }
            }
        }));
    }
    done(players).await;
    sleep(SECOND).await;
    (answers.take(), watches.iter().flat_map(|watch| watch.heard.take()).collect())
}

/// Each game a ply a second while another process imports so many games.
pub fn import(hall: &Hall, seconds: usize, records: usize) {
    let file = records::file(&hall.dir, "many.ggn", records, "2026");
    beside_import(hall, seconds, &file, &format!("the import of {records} games"));
}

/// The same where so many are there, and one comes that is older than all of them.
pub fn late(hall: &Hall, seconds: usize, records: usize) {
    records::bring(hall, &records::file(&hall.dir, "many.ggn", records, "2026"));
    let late = records::file(&hall.dir, "late.ggn", 1, "2023");
    beside_import(hall, seconds, &late, &format!("one game of 2023 at {records} games"));
}

fn beside_import(hall: &Hall, seconds: usize, file: &Path, what: &str) {
    let server = Server::start(hall);
    let began = Instant::now();
    let mut import = server::adjutant(hall, &["import", &file.to_string_lossy()])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    rt::System::new().block_on(async {
        let (answers, heard) = play_steadily(&server, hall, seconds, 0).await;
        println!("{what}: beside {} games, a ply a second each, {seconds} s", hall.games.len());
        println!("  accepted ply   {}   (bar: p99 50 ms)", spread(answers));
        println!("  at the opponent {}", spread(heard));
    });
    match import.try_wait().expect("the import") {
        Some(status) => println!("  the import ended meanwhile: {status}"),
        None => println!("  the import goes on after {:.0} s", began.elapsed().as_secs_f64()),
    }
    let _killed = import.kill();
    let _gone = import.wait();
}

/// What a sync of the slower disk takes longer, in microseconds: about 500 syncs a second.
const SLOWER: u32 = 2000;

/// As fast as answers come: on this disk, then on a slower one.
pub fn flood(hall: &Hall, seconds: usize) {
    let half = hall.games.len() / 2;
    println!("flood: {half} games at once");
    let server = Server::start(hall);
    let (count, elapsed, answers) =
        as_fast_as_may_be(&[server.address], &hall.games[..half], seconds);
    drop(server);
    let rate = count as f64 / elapsed.as_secs_f64();
    let disk = crate::disk::syncs_a_second(&hall.dir);
    println!("  {rate:.0} durable plies a second, {:.2} x the disk's {disk:.0} syncs", rate / disk);
    println!("  accepted ply   {}", spread(answers));
    if hall.url.is_some() {
        // PostgreSQL's own processes do not load what slows a disk.
        return;
    }
    let slower = crate::disk::slower(&hall.dir, SLOWER);
    let server = Server::start_with(hall, &slower);
    let (count, elapsed, answers) =
        as_fast_as_may_be(&[server.address], &hall.games[half..], seconds);
    let rate = count as f64 / elapsed.as_secs_f64();
    let slowed = 1.0 / (1.0 / disk + f64::from(SLOWER) / 1e6);
    println!(
        "  on a slower disk {rate:.0} a second, {:.2} x its {slowed:.0} syncs   (bar: 3 x)",
        rate / slowed
    );
    println!("  accepted ply   {}", spread(answers));
}

/// One game that many watch.
pub fn crowd(hall: &Hall, spectators: usize, seconds: usize) {
    let server = Server::start(hall);
    let game = &hall.games[0];
    rt::System::new().block_on(async {
        let mut hands = both_hands(&[server.address], 0, game).await;
        hands[game.first].ply(1, &game.plies[0]).await;
        let before = server.resident();
        let watch = Watch::new();
        for _ in 0..spectators {
            let lines = line(server.address, &game.id, None).await;
            rt::spawn(listen(lines, None, watch.clone()));
        }
        sleep(SECOND).await;
        let each = (server.resident() - before) / spectators as u64;
        watch.counts.set(true);
        let answers = Times::default();
        for made in 1..=seconds {
            let due = Instant::now();
            watch.due.set(due);
            hands[side(game.first, made)].ply(made + 1, &game.plies[made]).await;
            answers.borrow_mut().push(micros(due));
            sleep(SECOND.saturating_sub(due.elapsed())).await;
        }
        sleep(SECOND).await;
        let heard = watch.heard.take();
        println!("crowd: {spectators} spectators of one game, {seconds} plies");
        println!("  each resident  {:.1} KB   (bar: 24 KB)", each as f64 / 1024.0);
        println!("  accepted ply   {}", spread(answers.take()));
        println!("  at a spectator {}   (bar: p99 150 ms)", spread(heard));
    });
}

/// Each game a ply a second, while so many ask for heavy work without end.
pub fn beside(hall: &Hall, callers: usize, seconds: usize) {
    heavy::import(hall);
    let server = Server::start(hall);
    rt::System::new().block_on(async {
        let game = heavy::game(server.address).await;
        let answers = Times::default();
        let asking = Callers::begin(server.address, &game, callers);
        let seen = Arc::clone(&asking.seen);
        sleep(2 * SECOND).await;
        let start = Instant::now() + SECOND;
        let mut players = Vec::new();
        for (number, game) in hall.games.iter().enumerate() {
            let mut hands = both_hands(&[server.address], 0, game).await;
            let phase = SECOND.mul_f64(number as f64 / hall.games.len() as f64);
            let (plies, first, answers) = (game.plies.clone(), game.first, Rc::clone(&answers));
            players.push(rt::spawn(async move {
                for (made, ply) in plies.iter().take(WARM + seconds).enumerate() {
                    let due = start + phase + SECOND * u32::try_from(made).unwrap_or(0);
                    sleep_until(due.into()).await;
                    hands[side(first, made)].ply(made + 1, ply).await;
                    if made >= WARM {
                        answers.borrow_mut().push(micros(due));
                    }
                }
            }));
        }
        let mut most = 0;
        for _ in 0..WARM + seconds {
            sleep(SECOND).await;
            most = most.max(server.resident());
        }
        done(players).await;
        drop(asking);
        sleep(15 * SECOND).await;
        let megabytes = |bytes: u64| bytes as f64 / 1024.0 / 1024.0;
        println!(
            "beside: {} games, {callers} callers of heavy work, {seconds} s",
            hall.games.len()
        );
        println!("  accepted ply   {}   (bar: p99 25 ms)", spread(answers.take()));
        println!(
            "  heavy work     {} done, {} refused, {} otherwise {:?}",
            seen.done.load(Ordering::Relaxed),
            seen.refused.load(Ordering::Relaxed),
            seen.other.load(Ordering::Relaxed),
            seen.statuses.lock().expect("no panic").first()
        );
        println!(
            "  in memory      {:.0} MB at most, {:.0} MB 15 s later   (bar: 600 MB)",
            megabytes(most),
            megabytes(server.resident())
        );
    });
}

/// Games against the computer at a time.
const AGAINST_COMPUTER: usize = 50;

/// Each game a ply a second, first alone, then beside games against the computer.
pub fn beside_computer(hall: &Hall, seconds: usize) {
    println!("computer: {} games, a ply a second each, {seconds} s", hall.games.len());
    let server = Server::start(hall);
    rt::System::new().block_on(async {
        let (answers, _) = play_steadily(&server, hall, seconds, 0).await;
        println!("  accepted ply alone   {}", spread(answers));
        let players = hall.games.iter().take(AGAINST_COMPUTER);
        let opponents = Opponents::begin(
            server.address,
            players.map(|game| game.tokens.white.clone()).collect(),
        );
        sleep(5 * SECOND).await;
        let before = opponents.plies();
        let (answers, _) = play_steadily(&server, hall, seconds, WARM + seconds).await;
        let count = opponents.plies() - before;
        println!(
            "  beside {AGAINST_COMPUTER} games against the computer, {count} plies of it: {}   (bar: p99 25 ms)",
            spread(answers)
        );
    });
}

/// A server that is started while so many games go on.
pub fn restart(hall: &Hall) {
    let server = Server::start(hall);
    let listening = server.started.elapsed();
    rt::System::new().block_on(async {
        let game = &hall.games[hall.games.len() / 2];
        let mut hands = both_hands(&[server.address], 0, game).await;
        hands[game.first].ply(1, &game.plies[0]).await;
        println!(
            "restart: {} games under way, serving after {:.2} s, a ply answered after {:.2} s   (bar: 2 s)",
            hall.games.len(),
            listening.as_secs_f64(),
            server.started.elapsed().as_secs_f64()
        );
    });
}
