//! People who play the computer beside all others: each makes some ply a second, and begins anew when a game is over.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use actix_web::rt::time::sleep;
use actix_web::rt::{self, spawn};
use salpakan::rules::{Color, Square};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::random_play::Random;

const SETUP: &str = "3..PL5P../.ASKTP.4S/BMCPPF12P";

#[derive(Default)]
struct Seen {
    over: AtomicBool,
    plies: AtomicUsize,
}

/// So many opponents, in a thread of their own.
pub struct Opponents {
    seen: Arc<Seen>,
    thread: Option<JoinHandle<()>>,
}

impl Opponents {
    /// Each plays the computer's highest level.
    pub fn begin(address: SocketAddr, tokens: Vec<String>) -> Opponents {
        let seen = Arc::<Seen>::default();
        let own = Arc::clone(&seen);
        let playing = move || {
            rt::System::new().block_on(async {
                for (number, token) in tokens.into_iter().enumerate() {
                    let phase = Duration::from_millis(number as u64 * 37 % 1_000);
                    let seen = Arc::clone(&own);
                    spawn(async move {
                        sleep(phase).await;
                        let random = Random(number as u64);
                        while !seen.over.load(Ordering::Relaxed) {
                            Opponent { address, token: &token }.game(&seen, &random).await;
                        }
                    });
                }
                while !own.over.load(Ordering::Relaxed) {
                    sleep(Duration::from_millis(50)).await;
                }
            });
        };
        Opponents { seen, thread: Some(std::thread::spawn(playing)) }
    }

    /// How many plies they have made, each of which the computer answers.
    pub fn plies(&self) -> usize {
        self.seen.plies.load(Ordering::Relaxed)
    }
}

impl Drop for Opponents {
    fn drop(&mut self) {
        self.seen.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("they end");
        }
    }
}

struct Opponent<'a> {
    address: SocketAddr,
    token: &'a str,
}

impl Opponent<'_> {
    async fn send(&self, request: &str, body: Option<Value>) -> Value {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let head = format!(
            "{request} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        stream.write_all(head.as_bytes()).await.expect("it is taken");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("an answer");
        let text = String::from_utf8_lossy(&answer);
        let json =
            text.split_once("\r\n\r\n").and_then(|(_, body)| serde_json::from_str(body).ok());
        json.unwrap_or(Value::Null)
    }

    async fn game(&self, seen: &Seen, random: &Random) {
        let mut random = Random(random.0);
        let wanted = json!({"level": 9, "pace": "600+5", "color": "white"});
        let begun = self.send("POST /api/v1/computers/new", Some(wanted)).await;
        let id = begun["id"].as_str().unwrap_or_else(|| panic!("no game: {begun}")).to_owned();
        let army = json!({"id": "00000000000000aa", "setup": SETUP});
        self.send(&format!("POST /api/v1/plays/{id}/deployment"), Some(army)).await;
        while !seen.over.load(Ordering::Relaxed) {
            sleep(Duration::from_millis(950)).await;
            let play = self.send(&format!("GET /api/v1/plays/{id}"), None).await;
            if play["result"].is_string() || play["state"] == "aborted" {
                return;
            }
            if play["to_move"] != "white" {
                continue;
            }
            let Some(ply) = any_step(&play, &mut random) else { return };
            let number = play["plies"].as_array().map_or(0, Vec::len) + 1;
            let ply = json!({"id": format!("{number:016x}"), "number": number, "ply": ply});
            self.send(&format!("POST /api/v1/plays/{id}/plies"), Some(ply)).await;
            seen.plies.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Any legal step of White.
fn any_step(play: &Value, random: &mut Random) -> Option<String> {
    let pieces = play["pieces"].as_array()?;
    let of = |piece: &&Value| piece["color"] == Color::White.key();
    let square = |piece: &Value| piece["square"].as_str()?.parse::<Square>().ok();
    let own: Vec<Square> = pieces.iter().filter(of).filter_map(square).collect();
    let steps: Vec<(Square, Square)> = own
        .iter()
        .flat_map(|from| from.neighbours().iter().map(|to| (*from, to)))
        .filter(|(_, to)| !own.contains(to))
        .collect();
    let chosen = random.below(steps.len().max(1) as u64) as usize;
    let (from, to) = steps.get(chosen)?;
    Some(format!("{from}-{to}"))
}
