//! Two servers behind Caddy, as deploy/Caddyfile has them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::game::{Game, ask};
use crate::keys::copy_keys;
use crate::program::Ground;

const FILE: &str = include_str!("../../deploy/Caddyfile");
const PATIENCE: Duration = Duration::from_secs(20);
/// How long Caddy tries one server after the other.
const LONGEST_GAP: Duration = Duration::from_secs(5);

/// A Caddy in front of two servers; it ends when this is dropped.
struct Caddy {
    child: Child,
    address: SocketAddr,
    dir: tempfile::TempDir,
}

impl Caddy {
    fn before(servers: [SocketAddr; 2]) -> Caddy {
        let dir = tempfile::tempdir().expect("a directory");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let address = port.expect("a free port");
        let [one, two] = servers.map(|server| server.to_string());
        let own = FILE.replace("one:8080", &one).replace("two:8080", &two);
        assert!(own.contains(&one) && own.contains(&two), "{own}");
        let file = dir.path().join("Caddyfile");
        fs::write(&file, format!("{{\n\tadmin off\n}}\n{own}")).expect("its settings");
        let child = Command::new("caddy")
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(&file)
            // Without a name it needs no certificate.
            .env("SITE", format!(":{}", address.port()))
            .env("XDG_DATA_HOME", dir.path())
            .env("XDG_CONFIG_HOME", dir.path())
            .stdout(Stdio::null())
            .stderr(fs::File::create(dir.path().join("log")).expect("a log"))
            .spawn()
            .expect("caddy is there: scripts/test installs it");
        let caddy = Caddy { child, address, dir };
        let end = Instant::now() + PATIENCE;
        while ask(address, None, "GET", "/healthz", "").is_none_or(|(status, _)| status != 200) {
            assert!(Instant::now() < end, "Caddy passes nothing on");
            std::thread::sleep(Duration::from_millis(20));
        }
        caddy
    }

    fn log(&self) -> String {
        fs::read_to_string(self.dir.path().join("log")).expect("its log")
    }
}

impl Drop for Caddy {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

#[test]
fn the_log_of_the_proxy_keeps_no_link_that_is_a_secret() {
    let ground = Ground::postgres(2);
    let server = ground.start();
    let caddy = Caddy::before([server.address, server.address]);
    for path in ["/join/a-link-for-one", "/reset?link=another-for-one"] {
        let mut stream = TcpStream::connect(caddy.address).expect("somebody listens");
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: a\r\nReferer: http://a{path}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("it is sent");
        assert!(BufReader::new(stream).lines().next().is_some(), "an answer");
    }
    let end = Instant::now() + PATIENCE;
    while !["\"/join\"", "\"/reset\""].iter().all(|kept| caddy.log().contains(kept)) {
        assert!(Instant::now() < end, "not logged: {}", caddy.log());
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!caddy.log().contains("for-one"), "{}", caddy.log());
}

/// The plies of a game as a spectator hears of them, until the stream ends.
fn plies(at: SocketAddr, game: &str) -> Receiver<()> {
    let mut stream = TcpStream::connect(at).expect("somebody listens");
    let head = format!("GET {game}/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).expect("it is sent");
    let (tell, told) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if line.contains("\"event\":\"ply\"") && tell.send(()).is_err() {
                break;
            }
        }
    });
    told
}

#[test]
fn a_game_goes_on_through_the_proxy_when_the_server_that_it_was_led_to_is_killed() {
    let ground = Ground::postgres(2);
    let log = ("ADJUTANT_ACCESS_LOG", "on");
    let one = ground.start_with(&[log]);
    let second = ground.dir.path().join("second");
    fs::create_dir(&second).expect("a directory");
    let copied = copy_keys(&ground.data(), &second);
    assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
    let data = ("ADJUTANT_DATA_DIR", second.to_str().expect("UTF-8"));
    let mut servers = vec![one, ground.start_with(&[log, data])];
    let caddy = Caddy::before([servers[0].address, servers[1].address]);
    let mut game = Game::under_way(&ground, caddy.address, 3);
    let heard = plies(caddy.address, &game.path);
    for made in 1..=6 {
        if made > 3 {
            game.ply(caddy.address).expect("a ply");
        }
        heard.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("ply {made} is not heard of"));
    }
    let played = format!("{}/plies", game.path);
    let end = Instant::now() + PATIENCE;
    let serves = loop {
        match servers.iter().position(|server| server.log().contains(&played)) {
            Some(serves) => break serves,
            None => assert!(Instant::now() < end, "no server has logged a ply"),
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    servers.remove(serves).kill();
    let killed = Instant::now();
    game.ply_at_last(caddy.address, LONGEST_GAP);
    println!("the next ply came {:?} after the kill", killed.elapsed());
    let heard = plies(caddy.address, &game.path);
    for made in 1..=7 {
        heard.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("ply {made} is not heard of"));
    }
    game.check(caddy.address);
    assert!(servers[0].log().contains(&played), "the other one serves now");
}
