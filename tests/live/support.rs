//! A hall: a place with two players, a stranger, and a clock that is moved by hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{PlayId, PlayerAction, PlyFact, PlyMade, Refusal, Sent, State};
use adjutant_service::access::{Actor, Credential};
use adjutant_service::live::{
    self, Answer, AskedPly, Chance, Live, Offer, Refused, Source, Threads,
};
use adjutant_service::{App, Error};
use salpakan::clock::Pace;
use salpakan::rules::{Color, Draft, Move, RuleSet};

pub use adjutant_domain::moment::SECOND;

pub(crate) use crate::engines::on_both_engines;
pub use crate::place::Place;

pub const NOW: Micros = Micros(1_795_000_000_000_000);
pub const WHITE: &str = "3..PL5P../.ASKTP.4S/BMCPPF12P";
pub const BLACK: &str = "...3FT.../12SLPASKM/BPP4P5PPC";

/// The players' account numbers.
pub const ANA: i32 = 1;
pub const BEN: i32 = 2;
/// Has an account and a player, and no side.
pub const CORA: i32 = 3;

pub struct Hall {
    pub app: App,
    pub live: Live,
    _threads: Threads,
    clock: Arc<AtomicI64>,
    /// By how much the clock on the wall is before the other.
    wall: Arc<AtomicI64>,
}

pub fn actor(account: i32) -> Actor {
    Actor {
        account,
        name: format!("Player {account}"),
        player: Some(account),
        site_role: SiteRole::None,
        credential: Credential::Session { id: 1, authenticated_at: NOW },
        ..Actor::nobody()
    }
}

/// The number of a command, spelled out.
pub fn sent(number: u8, received: Micros) -> Sent {
    Sent { id: [number; 8], received }
}

impl Hall {
    /// A new place with its people.
    pub fn new(place: &Place) -> Hall {
        drop(place.open());
        let empty = if place.postgres.is_some() { "''::bytea" } else { "x''" };
        for id in [ANA, BEN, CORA] {
            place.run_sql(&format!(
                "INSERT INTO players (id, handle, name_key, look_key, state, private) \
                 VALUES ({id}, 'Player {id}', 'player {id}', 'look {id}', 0, 0); \
                 INSERT INTO accounts VALUES ({id}, 'Player {id}', 'player {id}', 'look {id}', '', NULL, 0, 'a hash', 0, \
                 0, {id}, {empty}, 0, 0, 'en', {NOW}, {NOW}, {NOW}, 0); \
                 UPDATE counters SET value = {id} WHERE name IN ('accounts', 'players')"
            ));
        }
        Hall::at(place, NOW)
    }

    /// The same place again, with a clock of its own.
    pub fn at(place: &Place, now: Micros) -> Hall {
        Hall::with(place, "pulse", Arc::new(AtomicI64::new(now.0)), Arc::default())
    }

    /// Another server on the same database, with the same clock.
    pub fn beside(&self, place: &Place) -> Hall {
        let name = format!("beside-{}/pulse", self.live.running_servers().len());
        std::fs::create_dir_all(place.dir.path().join(&name).with_file_name(""))
            .expect("a directory");
        Hall::with(place, &name, Arc::clone(&self.clock), Arc::clone(&self.wall))
    }

    /// A new place whose chance is given.
    pub fn with_chance(place: &Place, chance: Chance) -> Hall {
        drop(Hall::new(place));
        Hall::open(place, "pulse", (Arc::new(AtomicI64::new(NOW.0)), Arc::default()), chance)
    }

    fn with(place: &Place, pulse: &str, clock: Arc<AtomicI64>, wall: Arc<AtomicI64>) -> Hall {
        Hall::open(place, pulse, (clock, wall), Chance::of_the_system())
    }

    fn open(
        place: &Place,
        pulse: &str,
        (clock, wall): (Arc<AtomicI64>, Arc<AtomicI64>),
        chance: Chance,
    ) -> Hall {
        let app = place.open();
        let (own, other, before) = (Arc::clone(&clock), Arc::clone(&clock), Arc::clone(&wall));
        let source = Source {
            even: Arc::new(move || Micros(own.load(Ordering::SeqCst))),
            wall: Arc::new(move || {
                Micros(other.load(Ordering::SeqCst) + before.load(Ordering::SeqCst))
            }),
            is_of_the_system: false,
        };
        let (live, threads) = Live::start_with(&app, source, chance, &place.dir.path().join(pulse))
            .expect("the desk opens");
        Hall { app, live, _threads: threads, clock, wall }
    }

    /// The clock on the wall is set by so much, or the machine slept so long; the server looks at it.
    pub fn wall_moves(&self, by: i64) {
        self.wall.fetch_add(by, Ordering::SeqCst);
        self.settles();
    }

    /// Long enough for the pulse to beat at the moment that the clock was moved to.
    pub fn settles(&self) {
        std::thread::sleep(Duration::from_millis(120));
    }

    /// What the side to move has left.
    pub fn left(&self, play: &PlayId) -> i64 {
        let seen = live::see(&self.live, &actor(ANA), play).expect("seen");
        let turn = seen.play.to_move().expect("somebody is to move");
        seen.play.clocks().expect("they run").left(turn, self.now().0)
    }

    pub fn now(&self) -> Micros {
        self.live.moments().now()
    }

    pub fn pass(&self, time: i64) {
        self.clock.fetch_add(time, Ordering::SeqCst);
    }

    pub fn offer(&self, pace: &str) -> Offer {
        let rules = "standard".parse().expect("a rule-set");
        let pace = Pace::parse(pace).expect("a pace");
        Offer { rules, pace, rated: true, color: Some(Color::White), to: None }
    }

    /// A play between Ana, White, and Ben.
    pub fn play(&self, pace: &str) -> PlayId {
        let seek = live::offer(&self.live, &actor(ANA), &self.offer(pace)).expect("offered");
        live::accept(&self.live, &actor(BEN), &seek).expect("accepted")
    }

    pub fn deploy(&self, play: &PlayId, account: i32, text: &str) -> Result<Answer, Refused> {
        let draft = |color: Color, rules: &RuleSet| {
            Draft::parse(color, rules, text).map_err(|_| Error::invalid("setup", "no set-up"))
        };
        live::deploy(&self.live, &actor(account), play, sent(0, self.now()), draft, None)
    }

    /// A play that has begun.
    pub fn begun(&self, pace: &str) -> PlayId {
        let play = self.play(pace);
        self.deploy(&play, ANA, WHITE).expect("White deploys");
        self.deploy(&play, BEN, BLACK).expect("Black deploys");
        assert_eq!(self.state(&play), State::InPlay);
        play
    }

    pub fn state(&self, play: &PlayId) -> State {
        live::see(&self.live, &actor(ANA), play).expect("seen").play.state()
    }

    /// Whose turn it is.
    pub fn turn(&self, play: &PlayId) -> Color {
        let seen = live::see(&self.live, &actor(ANA), play).expect("seen");
        seen.play.to_move().expect("somebody is to move")
    }

    /// The account whose turn it is.
    pub fn mover(&self, play: &PlayId) -> i32 {
        if self.turn(play) == Color::White { ANA } else { BEN }
    }

    pub fn ply(
        &self,
        play: &PlayId,
        account: i32,
        number: u32,
        mv: Move,
    ) -> Result<Answer, Refused> {
        let asked = AskedPly { sent: sent(number as u8, self.now()), number, ply: written(mv) };
        live::ply(&self.live, &actor(account), play, asked)
    }

    /// Plays the first legal ply of the side to move; returns the response.
    pub fn any_ply(&self, play: &PlayId) -> Answer {
        let seen = live::see(&self.live, &actor(ANA), play).expect("seen");
        let mv = seen.play.board().expect("a board").moves().next().expect("a move");
        let number = seen.play.progress().len() + 1;
        let sent = sent(number as u8, self.now());
        let asked = AskedPly { sent, number, ply: written(mv) };
        live::ply(&self.live, &actor(self.mover(play)), play, asked).expect("a legal ply")
    }

    pub fn act(
        &self,
        play: &PlayId,
        account: i32,
        command: u8,
        action: PlayerAction,
    ) -> Result<Answer, Refused> {
        live::act(&self.live, &actor(account), play, sent(command, self.now()), (action, 0))
    }

    /// Waits until the server has done something by itself.
    pub fn until(&self, what: impl Fn() -> bool) {
        self.once(|| what().then_some(()));
    }

    /// What is there once the server has made it by itself: looked at once, so that nothing changes in between.
    pub fn once<T>(&self, what: impl Fn() -> Option<T>) -> T {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(found) = what() {
                return found;
            }
            assert!(Instant::now() < end, "the server does nothing by itself");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Why it was refused, where the play itself refused it.
pub fn refusal(answer: Result<Answer, Refused>) -> Refusal {
    match answer {
        Err(Refused::Rules(refusal)) => refusal,
        other => panic!("no refusal: {other:?}"),
    }
}

/// A move in the notation.
pub fn written(mv: Move) -> String {
    format!("{}-{}", mv.from, mv.to)
}

/// The move of a ply of Salpakan.
pub fn mv_of(ply: &PlyFact) -> Move {
    match ply.made {
        PlyMade::Salpakan { mv, .. } => mv,
        PlyMade::ThreeGenerals { .. } => panic!("it is of another game"),
    }
}
