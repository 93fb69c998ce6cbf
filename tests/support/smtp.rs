//! A mail server for tests: a thread that speaks SMTP on a free port of 127.0.0.1 and keeps what
//! it hears.

#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How it answers.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    /// Answers to the first recipients that are named; those after them are taken.
    pub to_recipient: Vec<&'static str>,
    /// Whether it says that it can encrypt, which it cannot.
    pub offers_starttls: bool,
}

/// A letter that it took.
#[derive(Debug, Clone, Default)]
pub struct Mail {
    /// Sender and readers as the envelope says them, in angle brackets.
    pub from: String,
    pub to: Vec<String>,
    /// Headers and text as they came.
    pub text: String,
}

pub struct FakeServer {
    port: u16,
    mails: Mutex<Receiver<Mail>>,
    heard: Arc<Mutex<String>>,
}

impl FakeServer {
    pub fn start(answers: Answers) -> FakeServer {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (sender, mails) = channel();
        let heard: Arc<Mutex<String>> = Arc::default();
        let ears = heard.clone();
        std::thread::spawn(move || {
            let mut answers = answers;
            for stream in listener.incoming().map_while(Result::ok) {
                // A caller that hangs up in the middle is no fault of the server's.
                let _ = talk(&stream, &mut answers, &sender, &ears);
            }
        });
        FakeServer { port, mails: Mutex::new(mails), heard }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The next letter, waiting for it.
    pub fn mail(&self, within: Duration) -> Option<Mail> {
        self.mails.lock().expect("the letters").recv_timeout(within).ok()
    }

    /// All that was said to it so far, but for the letters' texts.
    pub fn said(&self) -> String {
        self.heard.lock().expect("what was said").clone()
    }

    /// Waits until something was said so many times.
    pub fn wait_for(&self, words: &str, times: usize, within: Duration) {
        let end = Instant::now() + within;
        while self.said().matches(words).count() < times {
            assert!(Instant::now() < end, "{words} was not said {times} times: {}", self.said());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn talk(
    stream: &TcpStream,
    answers: &mut Answers,
    sender: &Sender<Mail>,
    heard: &Mutex<String>,
) -> std::io::Result<()> {
    let mut out = stream;
    let mut lines = BufReader::new(stream);
    let mut mail = Mail::default();
    out.write_all(b"220 fake.example ready\r\n")?;
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(());
        }
        heard.lock().expect("what was said").push_str(&line);
        let word: String = line.chars().take(4).collect::<String>().to_uppercase();
        let answer = match word.as_str() {
            "EHLO" if answers.offers_starttls => "250-fake.example\r\n250 STARTTLS",
            "EHLO" => "250-fake.example\r\n250-8BITMIME\r\n250 AUTH PLAIN",
            "AUTH" => "235 welcome",
            "STAR" => "220 go on",
            "MAIL" => {
                mail = Mail { from: bracketed(&line), ..Mail::default() };
                "250 fine"
            }
            "RCPT" => {
                mail.to.push(bracketed(&line));
                if answers.to_recipient.is_empty() {
                    "250 fine"
                } else {
                    answers.to_recipient.remove(0)
                }
            }
            "DATA" => {
                out.write_all(b"354 go on\r\n")?;
                mail.text = text(&mut lines)?;
                let _ = sender.send(mail.clone());
                "250 taken"
            }
            "QUIT" => {
                out.write_all(b"221 bye\r\n")?;
                return Ok(());
            }
            _ => "500 what?",
        };
        out.write_all(format!("{answer}\r\n").as_bytes())?;
    }
}

fn bracketed(line: &str) -> String {
    let from = line.find('<').unwrap_or(0);
    let end = line.rfind('>').map_or(line.len(), |at| at + 1);
    line[from..end].to_owned()
}

fn text(lines: &mut impl BufRead) -> std::io::Result<String> {
    let mut text = String::new();
    loop {
        let start = text.len();
        if lines.read_line(&mut text)? == 0 || &text[start..] == ".\r\n" {
            text.truncate(start);
            return Ok(text);
        }
    }
}
