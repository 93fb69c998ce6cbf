//! A receiver of messages: a server that keeps the requests it gets and answers them as it is told.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver as Channel, channel};
use std::time::Duration;

pub struct Request {
    pub path: String,
    /// By name in lower case.
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

pub struct Receiver {
    port: u16,
    requests: Channel<Request>,
}

impl Receiver {
    /// Answers with these heads in turn, and then with `204 No Content`.
    pub fn start(answers: &'static [&'static str]) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (sender, requests) = channel();
        std::thread::spawn(move || {
            let mut answers = answers.iter();
            for stream in listener.incoming().map_while(Result::ok) {
                let Some(request) = read(&stream) else { continue };
                let answer = answers.next().unwrap_or(&"204 No Content");
                let _gone = (&stream).write_all(
                    format!("HTTP/1.1 {answer}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
                        .as_bytes(),
                );
                if sender.send(request).is_err() {
                    return;
                }
            }
        });
        Receiver { port, requests }
    }

    pub fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    pub fn next(&self, within: Duration) -> Option<Request> {
        self.requests.recv_timeout(within).ok()
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut headers = BTreeMap::new();
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let length = headers.get("content-length")?.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { path, headers, body })
}
