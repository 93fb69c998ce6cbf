//! The client: keep-alive connections in one thread, one request outstanding on each.

use std::cell::{Cell, RefCell};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use actix_web::rt;
use actix_web::rt::net::TcpStream;

/// What is asked, and where.
pub struct Target {
    address: SocketAddr,
    requests: Rc<Vec<String>>,
    /// Where the next turn goes on.
    next: Rc<Cell<usize>>,
}

/// One whole answer, to build a twin from.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    pub content_type: String,
    pub body: Vec<u8>,
}

/// What a turn came to.
pub struct Round {
    seconds: f64,
    bytes: u64,
    /// Microseconds, ascending.
    times: Vec<u32>,
    answers: Vec<Answer>,
    /// Processor time of the server's threads a request.
    pub server_micros: f64,
}

impl Round {
    /// Answers a second.
    pub fn rate(&self) -> f64 {
        self.times.len() as f64 / self.seconds
    }

    /// Bytes of a body.
    pub fn mean_bytes(&self) -> f64 {
        self.bytes as f64 / self.times.len().max(1) as f64
    }

    /// Milliseconds.
    pub fn percentile(&self, percent: usize) -> f64 {
        f64::from(self.times[(self.times.len() - 1) * percent / 100]) / 1e3
    }

    /// Of some answers the one whose size is nearest to the mean.
    pub fn sample(&self) -> &Answer {
        let mean = self.mean_bytes() as usize;
        let nearest = self.answers.iter().min_by_key(|answer| answer.body.len().abs_diff(mean));
        nearest.expect("a turn has answers")
    }
}

/// What the connections of a turn share.
struct Shared {
    requests: Rc<Vec<String>>,
    next: Rc<Cell<usize>>,
    until: Instant,
    times: RefCell<Vec<u32>>,
    bytes: Cell<u64>,
    answers: RefCell<Vec<Answer>>,
}

impl Target {
    /// Requests for these paths, in their order, from the first again after the last.
    pub fn new(address: SocketAddr, paths: Vec<String>, headers: &str) -> Target {
        let request = |path: String| format!("GET {path} HTTP/1.1\r\nHost: bench\r\n{headers}\r\n");
        let requests = Rc::new(paths.into_iter().map(request).collect());
        Target { address, requests, next: Rc::default() }
    }

    /// Asks for so long.
    pub fn run(&self, connections: usize, time: Duration) -> Round {
        let start = Instant::now();
        let shared = Rc::new(Shared {
            requests: self.requests.clone(),
            next: self.next.clone(),
            until: start + time,
            times: RefCell::default(),
            bytes: Cell::default(),
            answers: RefCell::default(),
        });
        let before = server_time();
        rt::System::new().block_on(async {
            let all: Vec<_> = (0..connections)
                .map(|_| rt::spawn(connection(self.address, shared.clone())))
                .collect();
            for one in all {
                one.await.expect("a connection");
            }
        });
        let spent = server_time() - before;
        let shared = Rc::into_inner(shared).expect("all connections are done");
        let mut times = shared.times.into_inner();
        times.sort_unstable();
        Round {
            seconds: start.elapsed().as_secs_f64(),
            bytes: shared.bytes.get(),
            server_micros: spent * 1e6 / times.len().max(1) as f64,
            times,
            answers: shared.answers.into_inner(),
        }
    }
}

/// Seconds of processor time of all threads but this one.
fn server_time() -> f64 {
    let of = |file: &str| {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let after = text.rsplit(')').next().unwrap_or_default();
        let ticks = |field: usize| -> f64 {
            after.split_whitespace().nth(field).and_then(|n| n.parse().ok()).unwrap_or(0.0)
        };
        (ticks(11) + ticks(12)) / 100.0
    };
    of("/proc/self/stat") - of("/proc/thread-self/stat")
}

async fn connection(address: SocketAddr, shared: Rc<Shared>) {
    let stream = TcpStream::connect(address).await.expect("it connects");
    stream.set_nodelay(true).expect("an option");
    let mut buffer = vec![0; 256 * 1024];
    while Instant::now() < shared.until {
        let at = shared.next.get();
        shared.next.set((at + 1) % shared.requests.len());
        let start = Instant::now();
        write(&stream, shared.requests[at].as_bytes()).await;
        let (head, length) = read(&stream, &mut buffer, &shared.requests[at]).await;
        shared.times.borrow_mut().push(start.elapsed().as_micros() as u32);
        shared.bytes.set(shared.bytes.get() + length as u64);
        let mut answers = shared.answers.borrow_mut();
        if answers.len() < 200 {
            let text = std::str::from_utf8(&buffer[..head]).expect("a head is text");
            let content_type = header(text, "content-type").unwrap_or("text/plain").to_owned();
            let body = buffer[head..head + length].to_vec();
            answers.push(Answer { content_type, body });
        }
    }
}

async fn write(stream: &TcpStream, mut request: &[u8]) {
    while !request.is_empty() {
        match stream.try_write(request) {
            Ok(written) => request = &request[written..],
            Err(e) if e.kind() == ErrorKind::WouldBlock => {
                stream.writable().await.expect("a connection");
            }
            Err(e) => panic!("the server hung up: {e}"),
        }
    }
}

/// Reads one answer; gives the length of its head and of its body.
async fn read(stream: &TcpStream, buffer: &mut Vec<u8>, request: &str) -> (usize, usize) {
    let mut filled = 0;
    let mut whole: Option<(usize, Option<usize>)> = None;
    loop {
        stream.readable().await.expect("a connection");
        match stream.try_read(&mut buffer[filled..]) {
            Ok(0) => panic!("the server hung up"),
            Ok(read) => filled += read,
            Err(e) if e.kind() == ErrorKind::WouldBlock => continue,
            Err(e) => panic!("the server hung up: {e}"),
        }
        if whole.is_none() {
            whole = memchr::memmem::find(&buffer[..filled], b"\r\n\r\n").map(|end| {
                let head = std::str::from_utf8(&buffer[..end]).expect("a head is text");
                assert!(head.starts_with("HTTP/1.1 200"), "{request} is answered with {head}");
                let length = header(head, "content-length").and_then(|text| text.parse().ok());
                (end + 4, length)
            });
            if let Some((head, Some(length))) = whole
                && buffer.len() < head + length
            {
                buffer.resize(head + length, 0);
            }
        }
        match whole {
            Some((head, Some(length))) if filled >= head + length => return (head, length),
            // In chunks, as an answer that is compressed on its way.
            Some((head, None)) if buffer[..filled].ends_with(b"\r\n0\r\n\r\n") => {
                return (head, filled - head);
            }
            _ => {}
        }
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| {
        let (own, value) = line.split_once(':')?;
        own.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}
