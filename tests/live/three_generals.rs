//! Games of Three Generals between two accounts: begun without set-ups, ended by the rules or by the players, stored, rated and
//! verified again.

use adjutant_domain::game::{AnyRecord, Rules, read_record, write_ggn};
use adjutant_domain::play::{PlayId, PlayerAction, Refusal, State};
use adjutant_service::games::{self, AnyGame};
use adjutant_service::integrity::{self, IntegrityFault};
use adjutant_service::live::{self, AskedPly, Offer, Refused};
use adjutant_service::{Error, ratings};
use game_record::notation::GameText;
use salpakan::rules::{Outcome, Termination};

use crate::support::{ANA, BEN, CORA, Hall, Place, SECOND, actor, on_both_engines, refusal, sent};

/// How a game ends, with its plies.
pub(crate) struct Whole {
    pub name: &'static str,
    result: &'static str,
    termination: &'static str,
    pub plies: Vec<&'static str>,
}

pub(crate) fn whole_games() -> Vec<Whole> {
    let lines = include_str!("data/three-generals.txt").lines();
    let game = |line: &'static str| {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a word");
        let (name, result, termination) = (word(), word(), word());
        Whole { name, result, termination, plies: words.collect() }
    };
    lines.filter(|line| !line.starts_with('#')).map(game).collect()
}

/// A rated game between Ana, White, and Ben.
fn play(hall: &Hall) -> PlayId {
    let offer = Offer { rules: Rules::ThreeGenerals, ..hall.offer("600+5") };
    let seek = live::offer(&hall.live, &actor(ANA), &offer).expect("offered");
    live::accept(&hall.live, &actor(BEN), &seek).expect("accepted")
}

fn begun(hall: &Hall) -> PlayId {
    let play = play(hall);
    for account in [ANA, BEN] {
        hall.act(&play, account, 200, PlayerAction::Ready).expect("it is open");
    }
    assert_eq!(hall.state(&play), State::InPlay);
    play
}

fn ply(hall: &Hall, play: &PlayId, number: usize, ply: &str) -> Result<(), Refused> {
    let mover = if number % 2 == 1 { ANA } else { BEN };
    let number = number as u32;
    let asked = AskedPly { sent: sent(number as u8, hall.now()), number, ply: ply.to_owned() };
    live::ply(&hall.live, &actor(mover), play, asked).map(|_| ())
}

fn play_all(hall: &Hall, play: &PlayId, plies: &[&str]) {
    for (index, written) in plies.iter().enumerate() {
        hall.pass(SECOND);
        ply(hall, play, index + 1, written).unwrap_or_else(|why| panic!("{written}: {why:?}"));
    }
}

/// The record of a game that is over, as everybody reads it.
fn record(hall: &Hall, play: &PlayId) -> Box<games::Game<three_generals::record::Record>> {
    let seen = live::see(&hall.live, &actor(CORA), play).expect("everybody may see it");
    let game = seen.game.expect("it is recorded at once");
    let AnyGame::ThreeGenerals(game) = games::get_any(&hall.app, game).expect("it is stored")
    else {
        panic!("it is of another game")
    };
    game
}

on_both_engines! {
    fn games_that_the_rules_end_are_recorded_rated_and_verified(place: &Place) {
        let hall = Hall::new(place);
        for (count, whole) in (1..).zip(whole_games()) {
            let play = begun(&hall);
            play_all(&hall, &play, &whole.plies);
            assert_eq!(hall.state(&play), State::Revealed, "{}", whole.name);
            let stored = record(&hall, &play).stored;
            let outcome = stored.header.outcome.map(Outcome::notation);
            assert_eq!(outcome, Some(whole.result), "{}", whole.name);
            assert_eq!(stored.header.termination.name(), whole.termination, "{}", whole.name);
            let mut text = String::new();
            write_ggn(&mut text, &AnyRecord::from(stored));
            let read = read_record(&GameText::alone(text.into_bytes())).expect("it is verified anew");
            assert_eq!(read.ply_count() as usize, whole.plies.len());
            hall.until(|| rated_games(&hall) == count);
        }
        let mut faults = Vec::new();
        let fault = &mut |fault: &IntegrityFault| faults.push(fault.message.clone());
        integrity::check(&hall.app, fault, &mut |_| ()).expect("it can be checked");
        assert_eq!(faults, [""; 0]);
    }

    fn a_game_that_is_resigned_is_recorded_with_its_clocks(place: &Place) {
        let hall = Hall::new(place);
        let play = begun(&hall);
        play_all(&hall, &play, &["c3-c4", "c7-c6"]);
        hall.act(&play, ANA, 9, PlayerAction::Resign).expect("it runs");
        let stored = record(&hall, &play).stored;
        assert_eq!(stored.header.termination, Termination::Resignation);
        let clocks: Vec<_> = stored.timeline.plies.iter().map(|ply| ply.clock).collect();
        assert_eq!(clocks, [Some(604), Some(604)]);
    }

    fn everybody_sees_the_whole_game_and_a_server_that_starts_again_reads_it_back(place: &Place) {
        let hall = Hall::new(place);
        let play = begun(&hall);
        play_all(&hall, &play, &["c3-c4", "c7-c6", "c4-c5"]);
        let looks = |hall: &Hall, account| {
            live::see(&hall.live, &actor(account), &play).expect("seen").play.progress().clone()
        };
        assert_eq!(looks(&hall, CORA), looks(&hall, ANA), "nothing is hidden from anybody");
        let (before, now) = (looks(&hall, ANA), hall.now());
        drop(hall);
        let hall = Hall::at(place, now);
        assert_eq!(looks(&hall, BEN), before);
        ply(&hall, &play, 4, "c6xc5").expect("it goes on");
    }

    fn what_belongs_to_the_other_game_is_refused_with_a_reason(place: &Place) {
        let hall = Hall::new(place);
        let play = play(&hall);
        let set_up = hall.deploy(&play, ANA, crate::support::WHITE);
        assert_eq!(refusal(set_up), Refusal::OtherGame);
        // There are no set-ups here, of which the refusals of the other game speak.
        let early = Error::from(ply(&hall, &play, 1, "c3-c4").expect_err("nobody is ready"));
        assert!(early.to_string().contains("send the word ready"), "{early}");
        hall.act(&play, ANA, 200, PlayerAction::Ready).expect("it is open");
        let again = hall.act(&play, ANA, 201, PlayerAction::Ready).expect_err("she is ready");
        assert!(Error::from(again).to_string().starts_with("You are ready already."));
        hall.act(&play, BEN, 200, PlayerAction::Ready).expect("it is open");
        let nonsense = ply(&hall, &play, 1, "not a ply");
        assert!(matches!(nonsense, Err(Refused::Error(Error::Invalid { .. }))), "{nonsense:?}");
        let illegal = ply(&hall, &play, 1, "e2*e8");
        assert!(matches!(illegal, Err(Refused::Rules(Refusal::IllegalPly(_)))), "{illegal:?}");
        let salpakan = hall.play("600+5");
        let no_set_up = hall.act(&salpakan, ANA, 7, PlayerAction::Ready);
        assert!(matches!(no_set_up, Err(Refused::Error(Error::Invalid { .. }))), "{no_set_up:?}");
    }
}

/// How many games Ana has in the pool of this game.
fn rated_games(hall: &Hall) -> usize {
    let ledgers = ratings::of_player(&hall.app, ANA).expect("her ratings");
    let own = ledgers.iter().find(|(pool, _)| pool.key == "three-generals");
    own.map_or(0, |(_, ledger)| ledger.totals.games() as usize)
}
