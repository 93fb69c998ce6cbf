//! Programs that play and listen: raw HTTP/1.1 on connections that stay open, all in one thread.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Instant;

use actix_web::rt::net::TcpStream;
use salpakan::rules::Color;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::hall::Game;

/// A player's connection for commands.
pub struct Hand {
    stream: TcpStream,
    head: String,
    answer: Vec<u8>,
}

impl Hand {
    pub async fn of(address: SocketAddr, game: &Game, color: Color) -> Hand {
        let stream = TcpStream::connect(address).await.expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        let head = format!(
            "POST /api/v1/plays/{}/plies HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\n",
            game.id, game.tokens[color]
        );
        Hand { stream, head, answer: Vec::new() }
    }

    /// Sends the ply with this number, counted from 1; comes back with the whole answer.
    pub async fn ply(&mut self, number: usize, ply: &str) {
        let body = format!("{{\"id\":\"{number:016x}\",\"number\":{number},\"ply\":\"{ply}\"}}");
        let request = format!("{}Content-Length: {}\r\n\r\n{body}", self.head, body.len());
        self.stream.write_all(request.as_bytes()).await.expect("it is taken");
        self.answer.clear();
        let mut more = [0; 2048];
        while !is_whole(&self.answer) {
            let count = self.stream.read(&mut more).await.expect("an answer");
            assert!(count > 0, "the connection ended: {}", String::from_utf8_lossy(&self.answer));
            self.answer.extend_from_slice(&more[..count]);
        }
        let said = String::from_utf8_lossy(&self.answer);
        assert!(said.starts_with("HTTP/1.1 200"), "ply {number} {ply}: {said}");
    }
}

fn is_whole(answer: &[u8]) -> bool {
    let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else { return false };
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
    let length: usize = length.and_then(|text| text.trim().parse().ok()).expect("a length");
    answer.len() >= end + 4 + length
}

/// When the latest ply was to be sent, and how long it took to reach the listeners.
#[derive(Clone)]
pub struct Watch {
    pub due: Rc<Cell<Instant>>,
    /// Microseconds.
    pub heard: Rc<RefCell<Vec<u32>>>,
    pub counts: Rc<Cell<bool>>,
}

impl Watch {
    pub fn new() -> Watch {
        Watch {
            due: Rc::new(Cell::new(Instant::now())),
            heard: Rc::default(),
            counts: Rc::new(Cell::new(false)),
        }
    }
}

/// Opens a line of events; `token` for a player's own. What has happened comes at once and is not counted.
pub async fn line(address: SocketAddr, game: &str, token: Option<&str>) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let token = token.map(|text| format!("Authorization: Bearer {text}\r\n")).unwrap_or_default();
    let request = format!("GET /api/v1/plays/{game}/events HTTP/1.1\r\nHost: a\r\n{token}\r\n");
    stream.write_all(request.as_bytes()).await.expect("it is taken");
    let mut start = [0; 15];
    stream.read_exact(&mut start).await.expect("an answer");
    assert_eq!(&start[..12], b"HTTP/1.1 200", "{}", String::from_utf8_lossy(&start));
    stream
}

/// Listens for ever; notes when plies come. `own` leaves out those of one's own side.
pub async fn listen(mut stream: TcpStream, own: Option<Color>, watch: Watch) {
    let own = own.map(|color| format!("\"color\":\"{}\"", color.key()));
    let mut got = vec![0; 8192].into_boxed_slice();
    loop {
        let Ok(count) = stream.read(&mut got).await else { return };
        if count == 0 {
            return;
        }
        let text = String::from_utf8_lossy(&got[..count]);
        let is_ply = text.contains("\"event\":\"ply\"");
        if watch.counts.get() && is_ply && !own.as_ref().is_some_and(|own| text.contains(own)) {
            let micros = watch.due.get().elapsed().as_micros();
            watch.heard.borrow_mut().push(u32::try_from(micros).unwrap_or(u32::MAX));
        }
    }
}

/// `p50 1.2 ms, p99 3.4 ms, worst 5.6 ms of 1000`.
pub fn spread(mut times: Vec<u32>) -> String {
    times.sort_unstable();
    let Some(most) = times.len().checked_sub(1) else { return "none".to_owned() };
    let at = |share: usize| f64::from(times[most * share / 100]) / 1e3;
    format!(
        "p50 {:.2} ms, p99 {:.2} ms, worst {:.1} ms of {}",
        at(50),
        at(99),
        at(100),
        times.len()
    )
}
