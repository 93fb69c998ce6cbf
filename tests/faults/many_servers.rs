//! Several servers on one PostgreSQL database: killed, stopped politely, and stopped in their tracks, while
//! games go on at the others.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::game::{Game, ask};
use crate::history::{Asked, Told, contradictions};
use crate::lines::{Line, State};
use crate::postgres::{Cluster, Durability};
use crate::program::{Ground, Program};

const PATIENCE: Duration = Duration::from_secs(20);
/// The longest time without an answer to somebody who asks one server after the other.
const LONGEST_GAP: Duration = Duration::from_secs(3);
/// How long a server may be lost before the others know.
const NOTICED: Duration = Duration::from_secs(4);

/// Servers beside each other, each in a directory of its own.
fn servers(ground: &Ground, count: usize) -> Vec<Program> {
    (0..count).map(|number| ground.start_beside(number)).collect()
}

/// What everybody sees of a game.
fn see(address: SocketAddr, path: &str) -> Option<Value> {
    let (status, text) = ask(address, None, "GET", path, "")?;
    (status == 200).then(|| serde_json::from_str(&text).expect("JSON"))
}

fn outages(ground: &Ground) -> i64 {
    ground.count("SELECT coalesce(sum(resumed_at - stopped_at), 0)::bigint AS count FROM outages")
        / 1_000
}

#[test]
fn f11_servers_on_one_database_go_on_with_each_others_games() {
    let ground = Ground::postgres(2);
    let servers = servers(&ground, 3);
    let mut game = Game::under_way(&ground, servers[0].address, 0);
    for turn in 0..30 {
        game.ply(servers[turn % 3].address).expect("a ply");
    }
    for server in &servers {
        game.check(server.address);
    }
    assert_eq!(outages(&ground), 0, "nobody was ever without a server");
    drop(servers);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f02_servers_killed_one_after_the_other_lose_nothing_and_keep_nobody_waiting() {
    const GAMES: usize = 12;
    const KILLS: usize = 5;
    let ground = Ground::postgres(GAMES * 2);
    let mut servers = servers(&ground, 3);
    let mut games: Vec<Game> = (0..GAMES)
        .map(|game| {
            let pair = [&ground.players[game * 2], &ground.players[game * 2 + 1]].map(Clone::clone);
            Game::begin(servers[game % 3].address, pair).expect("a game")
        })
        .collect();
    let addresses = RwLock::new(servers.iter().map(|one| one.address).collect::<Vec<_>>());
    let (over, longest) = (AtomicBool::new(false), Mutex::new(Duration::ZERO));
    std::thread::scope(|scope| {
        for hand in games.chunks_mut(GAMES / 4) {
            let (over, longest, addresses) = (&over, &longest, &addresses);
            scope.spawn(move || {
                let mut turn = 0;
                while !over.load(Ordering::Relaxed) {
                    for game in hand.iter_mut() {
                        turn += 1;
                        let gap = game.ply_somewhere(turn, addresses);
                        let mut longest = longest.lock().expect("the longest");
                        *longest = (*longest).max(gap);
                    }
                }
            });
        }
        for kill in 0..KILLS {
            std::thread::sleep(Duration::from_millis(1_500));
            let number = kill % servers.len();
            servers.remove(number).kill();
            std::thread::sleep(Duration::from_millis(if kill % 2 == 0 { 100 } else { 2_500 }));
            servers.insert(number, ground.start_beside(number));
            addresses.write().expect("addresses")[number] = servers[number].address;
        }
        std::thread::sleep(Duration::from_millis(500));
        over.store(true, Ordering::Relaxed);
    });
    for server in &servers {
        games.iter().for_each(|game| game.check(server.address));
    }
    let (plies, gap) =
        (games.iter().map(|game| game.plies).sum::<usize>(), *longest.lock().expect("it"));
    println!("{KILLS} kills, {plies} plies, the longest gap {gap:?}");
    assert!(gap < LONGEST_GAP, "somebody waited for {gap:?}");
    drop(servers);
    assert_eq!(ground.faults(), Vec::<String>::new());
}

#[test]
fn f02_while_a_server_is_lost_no_clock_runs_on_any_other() {
    let ground = Ground::postgres(2);
    let mut servers = servers(&ground, 2);
    let mut game = Game::under_way(&ground, servers[0].address, 1);
    let (seen, left) = (Instant::now(), game.left(servers[1].address));
    servers.remove(0).kill();
    let killed = Instant::now();
    let end = Instant::now() + NOTICED;
    while outages(&ground) == 0 {
        assert!(Instant::now() < end, "nobody notices: {}", servers[0].log());
        std::thread::sleep(Duration::from_millis(10));
    }
    let noticed = killed.elapsed();
    let charged = left - game.left(servers[0].address);
    let ran = seen.elapsed() - noticed;
    assert!(charged <= ran.as_millis() as i64 + 50, "{charged} ms are charged for {ran:?}");
    game.ply(servers[0].address).expect("it goes on");
    game.check(servers[0].address);
    println!("noticed after {noticed:?}");
}

#[test]
fn f03_servers_that_are_replaced_one_after_the_other_stop_no_game_and_no_clock() {
    let ground = Ground::postgres(2);
    let mut servers = servers(&ground, 2);
    let mut game = Game::under_way(&ground, servers[0].address, 1);
    for number in [0, 1, 0] {
        servers[number].signal("-TERM");
        let other = servers[1 - number].address;
        for _ in 0..10 {
            game.ply(other).expect("the other serves");
        }
        let status = servers[number].ended(Duration::from_secs(30));
        assert!(status.success(), "{status}: {}", servers[number].log());
        servers[number] = ground.start_beside(number);
        game.ply(servers[number].address).expect("the next one serves");
    }
    game.check(servers[1].address);
    assert_eq!(outages(&ground), 0, "one of them always ran");
}

/// What the next release may do to a database while this one serves: columns and tables that this one does not know.
const NEXT_RELEASE: &str = "
    DO $$ DECLARE known text; BEGIN
        FOR known IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
            EXECUTE format('ALTER TABLE %I ADD COLUMN next_release BIGINT', known);
        END LOOP;
    END $$;
    CREATE TABLE next_release (id INTEGER PRIMARY KEY);
    INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000001')";

#[test]
fn f03_a_server_serves_on_while_the_next_release_has_widened_its_database() {
    let ground = Ground::postgres(4);
    let servers = servers(&ground, 2);
    let mut game = Game::under_way(&ground, servers[0].address, 3);
    ground.run_sql(NEXT_RELEASE);
    for turn in 0..20 {
        game.ply(servers[turn % 2].address).expect("a ply");
    }
    let pair = [&ground.players[2], &ground.players[3]].map(Clone::clone);
    let mut second = Game::begin(servers[1].address, pair).expect("a game that begins later");
    for turn in 0..20 {
        second.ply(servers[turn % 2].address).expect("a ply");
    }
    for server in &servers {
        game.check(server.address);
        second.check(server.address);
    }
    let resign = serde_json::json!({"id": "ffffffffffffffff", "word": "resign"}).to_string();
    let (player, words) = (&ground.players[0], format!("{}/words", game.path));
    let (status, said) =
        ask(servers[0].address, Some(player), "POST", &words, &resign).expect("an answer");
    assert_eq!(status, 200, "{said}");
    let over = see(servers[1].address, &game.path).expect("it is over");
    assert!(over["result"].is_string(), "{over}");
    for server in servers {
        assert!(!server.log().contains("ERROR"), "{}", server.log());
    }
    let Err(refused) = ground.start_under(&[]) else {
        panic!("what is older than its database starts");
    };
    assert!(refused.contains("was made by a newer adjutant"), "{refused}");
}

#[test]
fn f10_a_server_that_stood_still_beside_another_takes_in_what_has_happened_meanwhile() {
    let ground = Ground::postgres(2);
    let servers = servers(&ground, 2);
    let mut game = Game::under_way(&ground, servers[0].address, 4);
    game.check(servers[1].address);
    servers[0].signal("-STOP");
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(7) {
        game.ply(servers[1].address).expect("the other goes on");
        std::thread::sleep(Duration::from_millis(50));
    }
    servers[0].signal("-CONT");
    game.ply_at_last(servers[0].address, Duration::from_secs(5));
    for server in &servers {
        game.check(server.address);
    }
    let free = outages(&ground);
    assert!(free < NOTICED.as_millis() as i64, "{free} ms were free, though one server ran");
    let end = Instant::now() + NOTICED;
    while !servers[0].log().contains("other servers had taken over") {
        assert!(Instant::now() < end, "it does not know: {}", servers[0].log());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The next numbers of events that somebody hears on a stream of the game.
fn hears(address: SocketAddr, game: &Game, last: usize) -> std::thread::JoinHandle<Vec<usize>> {
    let mut stream = TcpStream::connect(address).expect("somebody listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let head = format!("GET {}/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", game.path);
    stream.write_all(head.as_bytes()).expect("it is sent");
    std::thread::spawn(move || {
        let mut numbers = Vec::new();
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let number: Option<usize> =
                line.strip_prefix("id: ").and_then(|id| id.trim().parse().ok());
            numbers.extend(number);
            if numbers.last() == Some(&last) {
                break;
            }
        }
        numbers
    })
}

#[test]
fn who_listens_at_another_server_hears_every_event_once_and_in_order() {
    let ground = Ground::postgres(2);
    let servers = servers(&ground, 2);
    let mut game = Game::under_way(&ground, servers[0].address, 2);
    let version = |game: &Game| {
        let seen = game.see(servers[0].address).expect("seen");
        seen["version"].as_u64().expect("a version") as usize
    };
    let last = version(&game) + 40;
    let heard = hears(servers[1].address, &game, last);
    for _ in 0..40 {
        game.ply(servers[0].address).expect("a ply");
    }
    let heard = heard.join().expect("it hears");
    assert_eq!(heard, (heard[0]..=last).collect::<Vec<_>>());
}

/// Plays at one server after the other, until it is over; what was asked and answered.
fn play(
    game: &mut Game,
    addresses: &RwLock<Vec<SocketAddr>>,
    over: &AtomicBool,
    history: &Mutex<Vec<Asked>>,
) {
    let mut turn = 0;
    while !over.load(Ordering::Relaxed) {
        let address = addresses.read().expect("addresses")[turn % 3];
        turn += 1;
        // What was not answered may have been done: it begins when it was first sent.
        let began = game.asked_at();
        if game.ply(address).is_some()
            && let Some(number) = game.last_answer().and_then(|told| told["number"].as_u64())
        {
            let ended = Instant::now();
            let asked = Asked { began, ended, told: Told::Event(number) };
            history.lock().expect("the history").push(asked);
        }
    }
}

/// Looks at a game at one server after the other, until it is over.
fn look(
    game: &str,
    addresses: &RwLock<Vec<SocketAddr>>,
    over: &AtomicBool,
    history: &Mutex<Vec<Asked>>,
) {
    let mut turn = 0;
    while !over.load(Ordering::Relaxed) {
        let address = addresses.read().expect("addresses")[turn % 3];
        turn += 1;
        let began = Instant::now();
        let seen = see(address, game).and_then(|seen| seen["version"].as_u64());
        if let Some(seen) = seen {
            let asked = Asked { began, ended: Instant::now(), told: Told::Seen(seen) };
            history.lock().expect("the history").push(asked);
        }
        std::thread::sleep(Duration::from_millis(3));
    }
}

/// A clock on the wall that a server takes for the machine's, and that can be set.
struct Wall {
    file: PathBuf,
    library: String,
}

/// By how much clocks on the wall are set, in seconds.
const HOUR: i64 = 3_600;

impl Wall {
    fn new(ground: &Ground, number: usize) -> Wall {
        let folders = std::fs::read_dir("/usr/lib").expect("libraries").map_while(Result::ok);
        let library = folders
            .map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"))
            .find(|path| path.exists())
            .expect("libfaketime is missing: apt-get install libfaketime");
        let wall = Wall {
            file: ground.data().with_file_name(format!("wall-{number}")),
            library: library.to_str().expect("UTF-8").to_owned(),
        };
        wall.set(0);
        wall
    }

    /// Sets it to so many seconds before or after the time.
    fn set(&self, seconds: i64) {
        // Replaced as a whole, for it is read all the time.
        let new = self.file.with_extension("new");
        std::fs::write(&new, format!("{seconds:+}s\n")).expect("the clock is set");
        std::fs::rename(&new, &self.file).expect("the clock is set");
    }

    /// The environment of a program with this clock.
    fn environment(&self) -> [(&str, &str); 4] {
        [
            ("LD_PRELOAD", self.library.as_str()),
            ("FAKETIME_TIMESTAMP_FILE", self.file.to_str().expect("UTF-8")),
            ("FAKETIME_NO_CACHE", "1"),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        ]
    }
}

/// What happens to one of the servers.
#[derive(Debug, Clone, Copy)]
enum Blow {
    Kill,
    Pause,
    Partition(State),
    /// Its clock on the wall jumps by so many seconds, and stays there.
    Clock(i64),
}

const BLOWS: [Blow; 11] = [
    Blow::Kill,
    Blow::Pause,
    Blow::Partition(State::Cut),
    Blow::Clock(HOUR),
    Blow::Clock(-HOUR),
    Blow::Kill,
    Blow::Pause,
    Blow::Partition(State::SilentBack),
    Blow::Clock(-HOUR),
    Blow::Kill,
    Blow::Clock(HOUR),
];

/// The hour that a server tells with its answers.
fn hour(address: SocketAddr) -> Option<i64> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").ok()?;
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let date = lines.find_map(|line| Some(line.strip_prefix("date: ")?.to_owned()))?;
    date.split(' ').nth(4)?.split(':').next()?.parse().ok()
}

/// Sets the clock of a server, and waits until it goes by it.
fn set_clock(wall: &Wall, server: &Program, seconds: i64) {
    wall.set(seconds);
    let end = Instant::now() + PATIENCE;
    let told = || {
        let now = std::time::UNIX_EPOCH.elapsed().expect("a time").as_secs() as i64;
        ((now + seconds) / HOUR).rem_euclid(24)
    };
    while hour(server.address).is_none_or(|hour| hour != told()) {
        assert!(Instant::now() < end, "its clock is not set");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn what_three_servers_answer_under_kills_pauses_partitions_and_set_clocks_one_alone_could_have_answered()
 {
    const GAMES: usize = 4;
    let cluster = Cluster::start(Durability::Durable);
    cluster.run_sql("postgres", "CREATE DATABASE played");
    let ground = Ground::at(GAMES * 2, cluster.url("played"));
    let lines: Vec<Line> = (0..3).map(|_| Line::to(cluster.port())).collect();
    let url = |number: usize| {
        cluster
            .url("played")
            .replace(&cluster.port().to_string(), &lines[number].port().to_string())
    };
    let walls: Vec<Wall> = (0..3).map(|number| Wall::new(&ground, number)).collect();
    let start = |number: usize| {
        ground.start_beside_with(number, Some(&url(number)), &walls[number].environment())
    };
    let mut servers: Vec<Program> = (0..3).map(start).collect();
    let began = Instant::now();
    let mut games: Vec<Game> = (0..GAMES)
        .map(|game| {
            let pair = [&ground.players[game * 2], &ground.players[game * 2 + 1]].map(Clone::clone);
            Game::begin(servers[game % 3].address, pair).expect("a game")
        })
        .collect();
    let addresses = RwLock::new(servers.iter().map(|one| one.address).collect::<Vec<_>>());
    let over = AtomicBool::new(false);
    let histories: Vec<Mutex<Vec<Asked>>> = games.iter().map(|_| Mutex::default()).collect();
    let paths: Vec<String> = games.iter().map(|game| game.path.clone()).collect();
    std::thread::scope(|scope| {
        for ((game, path), history) in games.iter_mut().zip(&paths).zip(&histories) {
            let (addresses, over) = (&addresses, &over);
            scope.spawn(move || play(game, addresses, over, history));
            scope.spawn(move || look(path, addresses, over, history));
        }
        for (round, blow) in BLOWS.into_iter().enumerate() {
            let number = round % 3;
            std::thread::sleep(Duration::from_millis(700));
            match blow {
                Blow::Kill => {
                    servers.remove(number).kill();
                    std::thread::sleep(Duration::from_millis(200));
                    servers.insert(number, start(number));
                    addresses.write().expect("addresses")[number] = servers[number].address;
                }
                Blow::Pause => {
                    servers[number].signal("-STOP");
                    std::thread::sleep(Duration::from_millis(2_500));
                    servers[number].signal("-CONT");
                }
                Blow::Partition(state) => {
                    lines[number].set(state);
                    std::thread::sleep(Duration::from_millis(2_500));
                    lines[number].set(State::Open);
                }
                Blow::Clock(seconds) => set_clock(&walls[number], &servers[number], seconds),
            }
        }
        std::thread::sleep(Duration::from_millis(700));
        over.store(true, Ordering::Relaxed);
    });
    for (history, path) in histories.iter().zip(&paths) {
        let history = history.lock().expect("the history");
        let events = history.iter().filter(|one| matches!(one.told, Told::Event(_))).count();
        println!("{path}: {} asked, {events} of them commands", history.len());
        assert!(events > 20 && history.len() > events, "too little was asked: {}", history.len());
        assert_eq!(contradictions(&history), Vec::<String>::new(), "{path}");
    }
    let free = outages(&ground);
    assert!(free > 0, "servers were lost");
    for game in &games {
        game.check(servers[0].address);
        // Of two clocks one runs at a time, and what is set on a wall is nobody's time.
        let charged = 2 * 600_000 - game.left(servers[0].address);
        let ran = began.elapsed().as_millis() as i64;
        assert!((0..=ran).contains(&charged), "{charged} ms are charged in {ran} ms");
    }
}
