//! Spectators in processes of their own, so that each process stays within the files that it may have open.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use actix_web::rt;
use tokio::io::AsyncReadExt;

use crate::client::line;

/// The argument that makes this program a process of spectators.
pub const WORD: &str = "listen";

/// Microseconds since 1970: processes of one machine have the same.
pub fn now() -> u64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    u64::try_from(elapsed.as_micros()).expect("before the year 500,000")
}

/// A process of spectators.
pub struct Listeners {
    child: Child,
    told: BufReader<ChildStdout>,
    until: ChildStdin,
}

impl Listeners {
    /// So many listen to the game at the server; comes back when all lines are open.
    pub fn start(server: SocketAddr, game: &str, count: usize) -> Listeners {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args([WORD, &server.to_string(), game, &count.to_string()]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut told = BufReader::new(child.stdout.take().expect("its output"));
        let until = child.stdin.take().expect("its input");
        let mut ready = String::new();
        told.read_line(&mut ready).expect("it says when all listen");
        assert_eq!(ready, "ready\n");
        Listeners { child, told, until }
    }

    /// Ends them; gives which event each heard when, as its number and microseconds since 1970.
    pub fn end(mut self) -> Vec<(usize, u64)> {
        drop(self.until);
        let mut told = String::new();
        self.told.read_to_string(&mut told).expect("what they heard");
        let _ended = self.child.wait();
        let pair = |line: &str| {
            let (number, at) = line.split_once(' ').expect("two numbers");
            (number.parse().expect("a number"), at.parse().expect("a moment"))
        };
        told.lines().map(pair).collect()
    }
}

/// What such a process does.
pub fn run(words: &[String]) {
    let [server, game, count] = words else { panic!("{WORD} SERVER GAME COUNT") };
    let server: SocketAddr = server.parse().expect("an address");
    let count: usize = count.parse().expect("a number");
    let heard: Rc<RefCell<Vec<(usize, u64)>>> = Rc::default();
    rt::System::new().block_on(async {
        for _ in 0..count {
            let mut stream = line(server, game, None).await;
            let heard = Rc::clone(&heard);
            rt::spawn(async move {
                let mut got = vec![0; 4096].into_boxed_slice();
                while let Ok(count @ 1..) = stream.read(&mut got).await {
                    let at = now();
                    let text = String::from_utf8_lossy(&got[..count]);
                    let plies =
                        text.split("\n\n").filter(|frame| frame.contains("\"event\":\"ply\""));
                    let id = |frame: &str| {
                        frame.lines().find_map(|line| line.strip_prefix("id: ")?.parse().ok())
                    };
                    heard.borrow_mut().extend(plies.filter_map(id).map(|number| (number, at)));
                }
            });
        }
        rt::time::sleep(Duration::from_secs(1)).await;
        println!("ready");
        let waits = rt::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
        waits.await.expect("it waits").expect("its input ends");
    });
    for (number, at) in heard.take() {
        println!("{number} {at}");
    }
}
