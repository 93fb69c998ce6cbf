//! Who asks for heavy work beside those who play: pictures, films, what could be known, a replay with shades.

use std::net::SocketAddr;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::sleep;
use actix_web::rt::{self, spawn};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::hall::Hall;

/// Plies of the game that is asked about.
const PLIES: usize = 20_000;
/// Refused clients retry after this long, sooner than they were told.
const PAUSE: Duration = Duration::from_secs(1);

/// Imports the record of a long game into a hall's database.
pub fn import(hall: &Hall) {
    let steps = [["e3-e4", "e6-e5"], ["e4-e3", "e5-e6"]];
    let moves: Vec<String> = (0..PLIES / 2)
        .map(|number| {
            let [white, black] = steps[number % 2];
            format!("{}. {white} {black}", number + 1)
        })
        .collect();
    let record = format!(
        "[Event \"Long\"]\n[Site \"?\"]\n[Date \"2026.01.10\"]\n[Round \"1\"]\n[White \"P1\"]\n\
         [Black \"P2\"]\n[Result \"0-1\"]\n[Ruleset \"standard\"]\n[First \"White\"]\n\
         [Termination \"resignation\"]\n[WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n\
         [BlackSetup \"...3FT.../12SLPASKM/BPP4P5PPC\"]\n\n{} 0-1\n",
        moves.join("\n")
    );
    let file = hall.dir.join("long.ggn");
    std::fs::write(&file, record).expect("it is written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.arg("import").arg(&file).arg("--data-dir").arg(&hall.dir);
    if let Some(url) = &hall.url {
        command.args(["--database-url", url]);
    }
    let done = command.output().expect("the program runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// The whole answer; nothing where the connection broke.
async fn get(address: SocketAddr, path: &str) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let head = format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.ok()?;
    Some(answer)
}

/// The id of the long game.
pub async fn game(address: SocketAddr) -> String {
    let answer = get(address, "/api/v1/games").await.expect("games");
    let text = String::from_utf8_lossy(&answer).into_owned();
    let rest = text.split("\"id\":\"").nth(1).expect("a game");
    rest.split('"').next().expect("an id").to_owned()
}

/// What callers have seen.
#[derive(Default)]
pub struct Seen {
    pub done: AtomicUsize,
    pub refused: AtomicUsize,
    /// Any other status, or a connection that broke.
    pub other: AtomicUsize,
    pub statuses: Mutex<Vec<String>>,
    over: AtomicBool,
}

/// So many callers, in a thread of their own: what they read holds up nobody who plays.
pub struct Callers {
    pub seen: Arc<Seen>,
    thread: Option<JoinHandle<()>>,
}

impl Callers {
    pub fn begin(address: SocketAddr, game: &str, callers: usize) -> Callers {
        let (seen, game) = (Arc::<Seen>::default(), game.to_owned());
        let own = Arc::clone(&seen);
        let asking = move || {
            rt::System::new().block_on(async {
                for caller in 0..callers {
                    spawn(ask(address, game.clone(), caller, Arc::clone(&own)));
                }
                while !own.over.load(Ordering::Relaxed) {
                    sleep(Duration::from_millis(50)).await;
                }
            });
        };
        Callers { seen, thread: Some(std::thread::spawn(asking)) }
    }
}

impl Drop for Callers {
    fn drop(&mut self) {
        self.seen.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("they end");
        }
    }
}

/// Asks again and again, each time for something else.
async fn ask(address: SocketAddr, game: String, caller: usize, seen: Arc<Seen>) {
    for round in 0.. {
        let at = (caller * 31 + round * 7) % (PLIES - 500);
        let path = match caller % 4 {
            0 => format!("/games/{game}/game.gif?size=large&from={at}&to={}", at + 400),
            1 => format!("/api/v1/games/{game}/knowledge?viewer=public&ply={at}"),
            2 => format!("/games/{game}/board.png?ply={at}"),
            _ => format!("/games/{game}?ply={at}&shade=strength"),
        };
        let answer = get(address, &path).await.unwrap_or_default();
        let start = answer.get(9..12).unwrap_or_default();
        let count = match start {
            b"200" => &seen.done,
            b"503" => &seen.refused,
            _ => {
                let start = String::from_utf8_lossy(start).into_owned();
                seen.statuses.lock().expect("no panic").push(start);
                &seen.other
            }
        };
        count.fetch_add(1, Ordering::Relaxed);
        if start != b"200" {
            sleep(PAUSE).await;
        }
    }
}
