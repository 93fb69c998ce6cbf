//! What holds for events of plays: of any bytes, and of any commands that bytes choose.

use adjutant_domain::moment::Micros;
use crate::bounds::bounded;
use adjutant_domain::play::{
    OfficialCommand, Command, Decision, Event, Footing, Outage, Play, PlyCommand, Reason, Rule, Seed, Sent,
    Step, Terms, PlayerCommand, read, write,
};
use crate::played::Choices;
use salpakan::record::Timeline;
use salpakan::rules::{Announcement, Arbiter, ByColor, Color, Deployment, Move, Outcome, Termination};

/// Bytes that reading an event may allocate for each byte it is given.
const MEMORY: usize = 64;

/// Any bytes are refused or are the one form of an event; answers it.
pub fn event(bytes: &[u8]) -> Option<Event> {
    let event = bounded(bytes.len(), MEMORY, || read(bytes)).ok()?;
    assert_eq!(write(&event), bytes);
    Some(event)
}

/// Any events, each behind its length, follow or leave the play as it was.
pub fn events(mut bytes: &[u8]) {
    let mut play: Option<Play> = None;
    while let Some((length, rest)) = bytes.split_first() {
        let (one, more) = rest.split_at(usize::from(*length).min(rest.len()));
        bytes = more;
        let Some(event) = event(one) else { continue };
        match &mut play {
            None => play = Play::new(&event).ok(),
            Some(play) => {
                let before = play.clone();
                if play.apply(&event).is_err() {
                    assert_eq!(*play, before);
                }
            }
        }
    }
}

/// A play in which bytes choose who asks for what when: it rebuilds from its events.
pub fn life(choices: &mut Choices<'_>) {
    let terms = TERMS[usize::from(choices.byte()) % TERMS.len()];
    let terms = Terms::parse(terms).expect("sound terms");
    let rules = *terms.rules.salpakan().expect("terms of Salpakan");
    let armies = ByColor::from_fn(|color| choices.deployment(&rules, color));
    let (seed, id) = (Seed([choices.byte(); 32]), [0; 10]);
    let first = Play::create(id, terms, &seed, Micros(0)).expect("sound terms");
    let play = Play::new(&first).expect("a first event");
    let mut world = World { play, events: vec![first], outages: Vec::new(), armies, seed, now: Micros(0) };
    for _ in 0..LONGEST {
        if choices.0.is_empty() {
            break;
        }
        world.asks(choices);
        let rebuilt = Play::rebuild(&world.events, &world.outages).expect("events of one play");
        assert_eq!(rebuilt, world.play);
    }
}

/// Most commands of one life.
const LONGEST: usize = 100;

const TERMS: [&str; 3] = [
    "rules=standard+army=FP pace=10+0 rated=no venue=online spectators=public disclosure=game \
     deployment=60 credit=1000 confirm=at-once claims=yes",
    "rules=eleven+open-flag pace=20/10+0d3 rated=yes venue=table spectators=plies:2 \
     disclosure=round deployment=60 credit=0 confirm=official claims=no",
    "rules=standard+army=FSSPP+open-challenges+promotion pace=1d rated=no venue=online \
     spectators=none disclosure=game deployment=86400 credit=0 confirm=at-once claims=no",
];

struct World {
    play: Play,
    events: Vec<Event>,
    outages: Vec<Outage>,
    armies: ByColor<Deployment>,
    seed: Seed,
    now: Micros,
}

impl World {
    fn asks(&mut self, choices: &mut Choices<'_>) {
        // Up to 16 seconds, as a square, so that most are short.
        let wait = i64::from(choices.byte());
        self.now += wait * wait * 256;
        let what = choices.byte();
        if what == 0 {
            let outage = Outage { stopped: self.now, resumed: self.now + wait * 1_000_000 };
            self.now = outage.resumed;
            self.outages.push(outage);
            self.play.outage(outage);
            return;
        }
        let seat = Color::ALL[usize::from(what >> 7)];
        let id = [choices.byte(); 8];
        let received = self.now - i64::from(choices.byte()) * 1000;
        let sent = Sent { id, received };
        let decision = match what & 0x3f {
            0..0x18 => self
                .play
                .ply(&self.any_ply(choices, seat, sent), self.now, |timeline, mv| {
                    Ok::<_, ()>(announce(&self.armies, timeline, mv))
                })
                .ok(),
            kind => self.play.decide(&self.command(choices, kind, seat, sent), self.now).ok(),
        };
        match decision {
            Some(Decision::Done(event)) => {
                assert_eq!(read(&write(&event)).as_ref(), Ok(&event));
                self.play.apply(&event).expect("what is decided can follow");
                self.events.push(event);
            }
            Some(Decision::Repeated(number)) => {
                let event = &self.events[number as usize - 1];
                assert_eq!(event.command.map(|key| key.id), Some(id));
            }
            None => {}
        }
    }

    fn any_ply(&self, choices: &mut Choices<'_>, seat: Color, sent: Sent) -> PlyCommand {
        let (index, credit) = (u32::from(choices.byte()), i64::from(choices.byte()) * 8000);
        let board = self.play.board();
        let mv = board.and_then(|board| board.move_at(index % board.move_count()));
        let mv = mv.unwrap_or_else(|| Move::parse("a1a2").expect("a move"));
        // Mostly the side to move.
        let seat = if index == 255 { seat } else { self.play.to_move().unwrap_or(seat) };
        PlyCommand { sent, seat, number: self.play.progress().len() + 1, ply: mv.into(), credit }
    }

    fn command(&self, choices: &mut Choices<'_>, kind: u8, seat: Color, sent: Sent) -> Command {
        match kind {
            0x18..0x1c => Command::Server(Step::Open),
            0x1c..0x20 => {
                let open = self.play.terms().rules.salpakan().is_some_and(|rules| rules.options().open_flag);
                let footings = self.armies.map(|army| Footing {
                    taken: army.squares(),
                    flag: army.flag().filter(|_| open),
                });
                Command::Server(Step::Begin { seed: self.seed, footings })
            }
            0x20 => Command::Server(Step::TimePassed),
            0x21 => Command::Server(Step::Record),
            0x22 => Command::Server(Step::Reveal),
            0x23..0x30 => Command::Official { sent, account: 7, command: act(choices, seat) },
            _ => Command::Seat { sent, seat, command: self.player_command(choices, kind, seat) },
        }
    }

    fn player_command(&self, choices: &mut Choices<'_>, kind: u8, seat: Color) -> PlayerCommand {
        match kind {
            0x30..0x33 => PlayerCommand::Ready { nonce: Some([choices.byte(); 32]) },
            0x33 => PlayerCommand::Offer,
            0x34 => PlayerCommand::Decline,
            0x35 => PlayerCommand::Withdraw,
            0x36 => PlayerCommand::Accept,
            0x37 => PlayerCommand::Resign,
            0x38 => {
                PlayerCommand::ShowFlag { origin: self.armies[seat].flag().expect("an army has a Flag") }
            }
            0x39 => PlayerCommand::Abort,
            0x3a | 0x3b => PlayerCommand::Pause,
            0x3c => PlayerCommand::Resume,
            0x3e => PlayerCommand::TakeBack,
            0x3d => PlayerCommand::Claim { gone: i64::from(choices.byte()) * 1_000_000 },
            _ => PlayerCommand::AddTime { amount: i64::from(choices.byte()) * 500_000 },
        }
    }
}

fn act(choices: &mut Choices<'_>, color: Color) -> OfficialCommand {
    let byte = choices.byte();
    let outcome = if byte & 0x80 == 0 { Outcome::Draw } else { Outcome::Win(color) };
    let termination = Termination::ALL[usize::from(byte >> 3 & 0xf) % 10];
    let rule = match byte & 7 {
        0 => return OfficialCommand::Confirm,
        1 => Rule::Pause,
        2 => Rule::Resume,
        3 => Rule::AddTime { to: color, amount: i64::from(choices.byte()) * 500_000 },
        4 => Rule::Adjudicate { outcome },
        5 => Rule::Correct { outcome, termination },
        6 => Rule::Reinstate,
        _ if byte & 8 == 0 => Rule::Annul,
        _ => Rule::Default { loser: color },
    };
    OfficialCommand::Rule(rule, Reason::new("-").expect("a reason"))
}

/// What the arbiter says of the move after this timeline.
fn announce(armies: &ByColor<Deployment>, timeline: &Timeline, mv: Move) -> Announcement {
    let mut arbiter = Arbiter::new(&timeline.rules, armies.as_ref(), timeline.first);
    for ply in &timeline.plies {
        arbiter.play(ply.mv).expect("it was legal before");
    }
    arbiter.play(mv).expect("the board has found it legal")
}
