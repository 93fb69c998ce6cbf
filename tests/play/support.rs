//! A play with those around it: both armies, the arbiter, the server's clock and its seed.

use std::convert::Infallible;

use adjutant_domain::moment::Micros;
use adjutant_domain::play::{
    Command, Decision, Event, Footing, Keeping, KeptGame, NoPly, OfficialCommand, Outage, Play,
    PlayerCommand, PlyCommand, PlyFact, PlyMade, Reason, Refusal, Rule, Seed, Sent, Step, Terms,
};
use salpakan::clock::SECOND;
use salpakan::record::Timeline;
use salpakan::rules::{
    Announcement, Arbiter, ByColor, Color, Deployment, Draft, Move, RuleSet, Square,
};

/// Some day in 2026, in microseconds.
pub const DAWN: Micros = Micros(1_790_000_000_000_000);
pub const OFFICIAL: u32 = 7;

/// One play, its events so far, and what is secret in it.
#[derive(Clone)]
pub struct Game {
    pub play: Play,
    pub events: Vec<Event>,
    pub outages: Vec<Outage>,
    pub armies: ByColor<Deployment>,
    pub seed: Seed,
    pub now: Micros,
    ids: u64,
}

/// White's Private on e3 is three steps from Black's Flag on e6; White's Flag is on a1, and Black's
/// Private on i8.
pub const SMALL: &str = "standard+army=FP";

pub fn small_armies() -> ByColor<Deployment> {
    let rules: RuleSet = SMALL.parse().expect("a key");
    let army = |color, text| {
        let draft = Draft::parse(color, &rules, text).expect("a set-up");
        draft.check(&rules).expect("a legal set-up")
    };
    ByColor::new(
        army(Color::White, "....P..../........./F........"),
        army(Color::Black, "........P/........./....F...."),
    )
}

/// What the arbiter says of the move after this timeline.
pub fn announce(armies: &ByColor<Deployment>, timeline: &Timeline, mv: Move) -> Announcement {
    let mut arbiter = Arbiter::new(&timeline.rules, armies.as_ref(), timeline.first);
    for ply in &timeline.plies {
        arbiter.play(ply.mv).expect("it was legal before");
    }
    arbiter.play(mv).expect("the board has found it legal")
}

impl Game {
    /// A play under these terms in which `first` will have the first ply.
    pub fn new(terms: Terms, armies: ByColor<Deployment>, first: Color) -> Game {
        let id = *b"ten bytes!";
        let nonces = Color::ALL.map(nonce);
        let nonces = ByColor::new(nonces[0], nonces[1]);
        let mut seeds = (0..=255).map(|byte| Seed([byte; 32]));
        let seed = seeds.find(|seed| seed.first(&id, &nonces) == first).expect("a fair toss");
        let event = Play::create(id, terms, &seed, DAWN).expect("sound terms");
        let play = Play::new(&event).expect("a first event");
        let (events, outages) = (vec![event], Vec::new());
        Game { play, events, outages, armies, seed, now: DAWN, ids: 0 }
    }

    pub fn small(terms: Terms) -> Game {
        let rules = SMALL.parse().expect("a key");
        Game::new(Terms { rules, ..terms }, small_armies(), Color::White)
    }

    /// The same, begun.
    pub fn begun(terms: Terms) -> Game {
        Game::small(terms).with_both_ready()
    }

    pub fn with_both_ready(mut self) -> Game {
        self.done(&Command::Server(Step::Open));
        for color in Color::ALL {
            self.wishes(color, PlayerCommand::Ready { nonce: Some(nonce(color)) })
                .expect("it is open");
        }
        self.done(&self.begin());
        self
    }

    pub fn begin(&self) -> Command {
        Command::Server(Step::Begin { seed: self.seed, footings: self.footings() })
    }

    pub fn footings(&self) -> ByColor<Footing> {
        let open = rules_of(self).options().open_flag;
        self.armies
            .map(|army| Footing { taken: army.squares(), flag: army.flag().filter(|_| open) })
    }

    pub fn later(&mut self, time: i64) {
        self.now += time;
    }

    /// A command that nobody has sent before, received now.
    pub fn sent(&mut self) -> Sent {
        self.ids += 1;
        Sent { id: self.ids.to_le_bytes(), received: self.now }
    }

    /// Decides, and carries out what comes of it.
    pub fn command(&mut self, command: &Command) -> Result<Vec<Event>, Refusal> {
        match self.play.decide(command, self.now)? {
            Decision::Done(event) => Ok(self.take(event)),
            Decision::Repeated(event) => panic!("event {event} has done that before"),
        }
    }

    pub fn done(&mut self, command: &Command) -> Vec<Event> {
        self.command(command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal:?}"))
    }

    fn take(&mut self, event: Event) -> Vec<Event> {
        self.play.apply(&event).unwrap_or_else(|misfit| panic!("{event:?}: {misfit}"));
        self.events.push(event.clone());
        vec![event]
    }

    pub fn wishes(&mut self, seat: Color, wish: PlayerCommand) -> Result<Vec<Event>, Refusal> {
        let sent = self.sent();
        self.command(&Command::Seat { sent, seat, command: wish })
    }

    pub fn acts(&mut self, command: OfficialCommand) -> Result<Vec<Event>, Refusal> {
        let sent = self.sent();
        self.command(&Command::Official { sent, account: OFFICIAL, command })
    }

    pub fn rules(&mut self, rule: Rule) -> Result<Vec<Event>, Refusal> {
        self.acts(OfficialCommand::Rule(rule, reason()))
    }

    pub fn steps(&mut self, step: Step) -> Result<Vec<Event>, Refusal> {
        self.command(&Command::Server(step))
    }

    /// The side to move makes this move, or says why it cannot.
    pub fn moves(&mut self, mv: &str) -> Result<Vec<Event>, Refusal> {
        let seat = self.play.board().map_or(Color::White, |board| board.to_move());
        let mv = Move::parse(mv).expect("a move");
        self.plays(seat, mv, 0)
    }

    pub fn plays(&mut self, seat: Color, mv: Move, credit: i64) -> Result<Vec<Event>, Refusal> {
        let number = self.play.progress().len() + 1;
        let command = PlyCommand { sent: self.sent(), seat, number, ply: mv.into(), credit };
        match self.ply(&command)? {
            Decision::Done(event) => Ok(self.take(event)),
            Decision::Repeated(event) => panic!("event {event} has done that before"),
        }
    }

    /// What comes of a ply; nothing is carried out.
    pub fn ply(&self, command: &PlyCommand) -> Result<Decision, Refusal> {
        let judge = |timeline: &Timeline, mv: Move| {
            Ok::<_, Infallible>(announce(&self.armies, timeline, mv))
        };
        match self.play.ply(command, self.now, judge) {
            Ok(decision) => Ok(decision),
            Err(NoPly::Refused(refusal)) => Err(refusal),
            Err(NoPly::Contradiction) => panic!("the arbiter contradicts the board"),
        }
    }

    /// No server runs for so long.
    pub fn goes_out(&mut self, length: i64) {
        let outage = Outage { stopped: self.now, resumed: self.now + length };
        self.now = outage.resumed;
        self.outages.push(outage);
        self.play.outage(outage);
    }

    /// What happened last is durable now.
    pub fn is_durable(&mut self) {
        self.outages.extend(self.play.announced(self.now));
    }

    pub fn rebuilt(&self) -> Play {
        Play::rebuild(&self.events, &self.outages).expect("the events of a play")
    }
}

pub fn nonce(color: Color) -> [u8; 32] {
    [color as u8 + 1; 32]
}

pub fn reason() -> Reason {
    Reason::new("Naubusan ng kuryente").expect("a reason")
}

pub fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

pub fn casual() -> Terms {
    terms(
        "rules=standard pace=60+0 rated=no venue=online spectators=public disclosure=game \
           deployment=600 credit=0 confirm=at-once claims=yes",
    )
}

pub fn event() -> Terms {
    terms(
        "rules=standard pace=60+0 rated=yes venue=online spectators=public disclosure=round \
           deployment=600 credit=0 confirm=official claims=no",
    )
}

pub fn terms(text: &str) -> Terms {
    Terms::parse(text).expect("terms")
}

/// Gone for longer than any claim asks for.
pub const LONG_GONE: i64 = 1000 * SECOND;

/// The rule-set of a game of Salpakan.
pub fn rules_of(game: &Game) -> RuleSet {
    *game.play.terms().rules.salpakan().expect("a rule-set")
}

/// What was said of a ply of Salpakan.
pub fn announced(ply: &PlyFact) -> Announcement {
    match ply.made {
        PlyMade::Salpakan { said, .. } => said,
        PlyMade::ThreeGenerals { .. } => panic!("it is of another game"),
    }
}

/// The timeline of a game of Salpakan.
pub fn timeline_of<'a>(keeping: &'a Keeping<'_>) -> &'a Timeline {
    match &keeping.game {
        KeptGame::Salpakan(timeline) => timeline,
        KeptGame::ThreeGenerals(_) => panic!("it is of another game"),
    }
}
