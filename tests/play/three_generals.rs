//! A play of the Game of Three Generals: nobody deploys, nothing is hidden, and the rules end it.

use adjutant_domain::game::{AnyPly, GameKind, Rules};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{
    AbortCause, Command, Decision, End, Event, Fact, KeptGame, Misfit, NoPly, Play, PlayerAction,
    PlayerCommand, PlyCommand, Refusal, Seed, Sent, State, Step, Terms, Venue,
};
use salpakan::clock::{Pace, SECOND};
use salpakan::rules::{ByColor, Color, Outcome, Termination};
use three_generals::IllegalPly;

use crate::support::DAWN;

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

struct Table {
    play: Play,
    events: Vec<Event>,
    now: Micros,
}

fn casual() -> Terms {
    Terms::casual(Rules::ThreeGenerals, Pace::parse("600+5").expect("a pace"))
}

impl Table {
    fn new(terms: Terms) -> Table {
        let first = Play::create(*b"ten bytes!", terms, &Seed([7; 32]), DAWN).expect("terms");
        let play = Play::new(&first).expect("a first event");
        let mut table = Table { play, events: vec![first], now: DAWN };
        table.step(Step::Open);
        table
    }

    fn begun(terms: Terms) -> Table {
        let mut table = Table::new(terms);
        for color in Color::ALL {
            table.wish(color, PlayerCommand::Ready { nonce: None }).expect("it is open");
        }
        table.step(Step::Start);
        table
    }

    fn sent(&self) -> Sent {
        let id = (self.events.len() as u64).to_le_bytes();
        Sent { id, received: self.now }
    }

    fn take(&mut self, decision: Decision) {
        let Decision::Done(event) = decision else { panic!("it is new") };
        self.play.apply(&event).expect("it was decided");
        self.events.push(event);
    }

    fn step(&mut self, step: Step) {
        let decided = self.play.decide(&Command::Server(step), self.now).expect("it is due");
        self.take(decided);
    }

    fn wish(&mut self, seat: Color, command: PlayerCommand) -> Result<(), Refusal> {
        let command = Command::Seat { sent: self.sent(), seat, command };
        let decided = self.play.decide(&command, self.now)?;
        self.take(decided);
        Ok(())
    }

    fn ask(&self, ply: AnyPly) -> Result<Decision, NoPly<()>> {
        let seat = self.play.to_move().unwrap_or(WHITE);
        let number = self.play.progress().len() + 1;
        let command = PlyCommand { sent: self.sent(), seat, number, ply, credit: 0 };
        self.play.ply(&command, self.now, |_, _| panic!("there is no arbiter to ask"))
    }

    fn written(&self, ply: &str) -> Result<Decision, NoPly<()>> {
        self.ask(AnyPly::parse(GameKind::ThreeGenerals, ply).expect("a ply"))
    }

    fn plies(&mut self, written: &str) {
        for ply in written.split_whitespace() {
            self.now = self.now.saturating_add(SECOND);
            let decided = self.written(ply).unwrap_or_else(|why| panic!("{ply}: {why:?}"));
            self.take(decided);
        }
    }

    fn end(&self) -> Option<End> {
        self.play.life().finished().map(|game| game.end)
    }
}

#[test]
fn it_begins_without_set_ups_and_toss_once_both_are_ready_and_white_moves_first() {
    let mut table = Table::new(casual());
    assert_eq!((table.play.commitment(), table.play.hides_ranks()), (None, false));
    table.wish(BLACK, PlayerCommand::Ready { nonce: None }).expect("it is open");
    let start = Command::Server(Step::Start);
    assert_eq!(table.play.decide(&start, table.now), Err(Refusal::NotBegun), "White is not there");
    table.wish(WHITE, PlayerCommand::Ready { nonce: None }).expect("it is open");
    assert!(!table.play.has_begun());
    table.step(Step::Start);
    assert!(table.play.has_begun());
    assert_eq!((table.play.to_move(), table.play.state()), (Some(WHITE), State::InPlay));
    assert_eq!(table.play.life().going_on().expect("it runs").toss, None);
}

#[test]
fn whoever_is_not_there_in_time_has_the_game_aborted() {
    let mut table = Table::new(casual());
    table.wish(BLACK, PlayerCommand::Ready { nonce: None }).expect("it is open");
    table.now = table.play.due().expect("a time to be ready").at;
    table.step(Step::TimePassed);
    let fact = &table.events.last().expect("an event").fact;
    assert_eq!(*fact, Fact::Aborted { cause: AbortCause::NotReady(WHITE) });
}

#[test]
fn what_belongs_to_the_other_game_is_refused() {
    let mut table = Table::new(casual());
    let nonce = Some([1; 32]);
    assert_eq!(table.wish(WHITE, PlayerCommand::Ready { nonce }), Err(Refusal::OtherGame));
    let mut table = Table::begun(casual());
    let origin = "a1".parse().expect("a square");
    assert_eq!(table.wish(WHITE, PlayerCommand::ShowFlag { origin }), Err(Refusal::OtherGame));
    let ply = AnyPly::parse(GameKind::Salpakan, "c3-c4").expect("a move");
    assert_eq!(table.ask(ply), Err(NoPly::Refused(Refusal::OtherGame)));
    let actions = table.play.available_actions(WHITE, table.now);
    assert!(!actions.contains(&PlayerAction::ShowFlag), "{actions:?}");
    assert!(actions.contains(&PlayerAction::Ply), "{actions:?}");
}

#[test]
fn an_illegal_ply_is_refused_with_its_reason_and_changes_nothing() {
    let mut table = Table::begun(casual());
    let before = table.play.clone();
    let why = table.written("a1-a3").expect_err("his own Pawn stands there");
    assert!(matches!(why, NoPly::Refused(Refusal::IllegalPly(IllegalPly::OwnPiece(_)))), "{why:?}");
    assert_eq!(table.play, before);
    table.plies("c3c4");
    let ply = table.play.progress().three_generals().expect("this game").game.plies()[0];
    assert_eq!(ply.to_string(), "c3-c4", "a ply without its sign is written whole");
}

#[test]
fn the_fourth_occurrence_of_a_position_ends_it_and_its_record_is_open_to_all() {
    let mut table = Table::begun(casual());
    for _ in 0..3 {
        assert_eq!(table.end(), None);
        table.plies("e2-d2 e8-d8 d2-e2 d8-e8");
    }
    let end = End { outcome: Outcome::Draw, termination: Termination::Repetition };
    assert_eq!(table.end(), Some(end));
    assert_eq!(table.written("c3-c4"), Err(NoPly::Refused(Refusal::Over)));
    let keeping = table.play.keeping().expect("it is final");
    let KeptGame::ThreeGenerals(timeline) = keeping.game else { panic!("this game") };
    assert_eq!((timeline.len(), timeline.plies[0].clock), (12, Some(604)));
    table.step(Step::Record);
    assert_eq!(table.play.state(), State::Revealed, "there is nothing to reveal later");
    assert_eq!(table.play.due(), None);
    let reveal = table.play.decide(&Command::Server(Step::Reveal), table.now);
    assert_eq!(reveal, Err(Refusal::AlreadyRevealed));
}

#[test]
fn at_a_table_any_last_ply_is_taken_back() {
    let mut table = Table::begun(Terms { venue: Venue::Table, claims: false, ..casual() });
    table.plies("c3-c4 c7-c6 c4-c5");
    let before = table.play.progress().clone();
    table.plies("c6xc5");
    table.wish(BLACK, PlayerCommand::TakeBack).expect("nothing was hidden");
    assert_eq!(*table.play.progress(), before);
    assert_eq!(table.play.to_move(), Some(BLACK));
}

#[test]
fn a_play_is_rebuilt_from_its_events() {
    let mut table = Table::begun(casual());
    table.plies("c3-c4 c7-c6 e2-d2 e8-d8");
    table.wish(WHITE, PlayerCommand::Resign).expect("it runs");
    table.step(Step::Record);
    let rebuilt = Play::rebuild(&table.events, &[]).expect("its own events");
    assert_eq!(rebuilt, table.play);
    let resigned = Termination::Resignation;
    let end = End { outcome: Outcome::Win(BLACK), termination: resigned };
    assert_eq!(table.end(), Some(end));
}

#[test]
fn events_of_another_game_do_not_fit() {
    let table = Table::new(casual());
    let misfit = |fact: Fact| {
        let mut play = table.play.clone();
        let event = Event { at: table.now, command: None, fact };
        play.apply(&event).expect_err("it does not fit")
    };
    assert_eq!(misfit(Fact::Ready { color: WHITE, nonce: Some([0; 32]) }), Misfit::Game);
    assert_eq!(misfit(Fact::Started), Misfit::State, "nobody is ready");
    let footing = adjutant_domain::play::Footing { taken: Default::default(), flag: None };
    let footings = ByColor::new(footing, footing);
    let begun = Fact::Begun { first: WHITE, seed: Seed([7; 32]), footings };
    assert_eq!(misfit(begun), Misfit::State);
    let Fact::Created { play, terms, .. } = table.events[0].fact else { panic!("created") };
    let created = Fact::Created { play, terms, commitment: Some([0; 32]) };
    let event = Event { at: DAWN, command: None, fact: created };
    assert_eq!(Play::new(&event), Err(Misfit::Game), "there is no toss to commit to");
}
