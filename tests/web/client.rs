//! A small client: one request a connection, and everything of the answer kept as it came.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Longer than any answer may take, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Longer than any answer goes on.
const LONGEST: Duration = Duration::from_secs(180);

/// An answer.
#[derive(Debug, Clone)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    /// The first header of this name, in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The header, which must be there.
    pub fn must(&self, name: &str) -> &str {
        self.header(name).unwrap_or_else(|| panic!("no {name} in {:?}", self.headers))
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("the body is UTF-8")
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// Everything that came, for searching.
    pub fn whole(&self) -> String {
        format!("{} {:?}\n{}", self.status, self.headers, String::from_utf8_lossy(&self.body))
    }
}

/// Opens a connection.
pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the service listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time-out can be set");
    stream
}

/// Sends a request and reads the answer to its end.
pub fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Reply {
    let mut stream = connect(address);
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() || method == "POST" {
        head += &format!("Content-Length: {}\r\n", body.len());
    }
    head += "\r\n";
    stream.write_all(head.as_bytes()).expect("the request is taken");
    // A refusal may come, and the connection end, before a large body is through.
    let _ = stream.write_all(body);
    read(&mut stream)
}

/// Reads one answer from a connection that ends with it.
pub fn read(stream: &mut TcpStream) -> Reply {
    let (begun, mut bytes, mut part) = (Instant::now(), Vec::new(), vec![0; 1 << 16]);
    loop {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(some) => bytes.extend(&part[..some]),
            Err(e) => {
                assert!(!bytes.is_empty(), "no answer: {e}");
                break;
            }
        }
        // A stream of events goes on for ever, and its heartbeats keep the connection alive.
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(400)]);
        assert!(begun.elapsed() < LONGEST, "an answer that does not end: {start}");
    }
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Reply {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a whole head");
    let head = std::str::from_utf8(&bytes[..end]).expect("a head in ASCII");
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status line");
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let chunked = headers.iter().any(|(n, v)| n == "transfer-encoding" && v == "chunked");
    let body = if chunked { joined(&bytes[end + 4..]) } else { bytes[end + 4..].to_vec() };
    Reply { status: status.parse().expect("a status"), headers, body }
}

fn joined(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let length = std::str::from_utf8(&bytes[..end]).expect("a length in ASCII");
        let length = usize::from_str_radix(length, 16).expect("a length in hexadecimal");
        if length == 0 {
            break;
        }
        body.extend(&bytes[end + 2..end + 2 + length]);
        bytes = &bytes[end + 2 + length + 2..];
    }
    body
}
