//! What becomes of a play when its result stands: a record that is read as it was written.

use adjutant_domain::play::{Command, OfficialCommand, PlayerCommand, Rule, State, Step};
use salpakan::clock::SECOND;
use salpakan::record::codec::{decode_timeline, encode_timeline};
use salpakan::record::notation::{GameReader, ggn, json, read_game};
use salpakan::record::{Armies, Header, JudgedRecord, Roster};
use salpakan::rules::{ByColor, Color, Outcome, Termination};

use crate::random_play::Random;
use crate::support::{Game, casual, event, nonce, square, timeline_of};
use crate::walk::{any_game, next, put};

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

/// The record of a play whose result stands, with the armies that took part.
fn record(game: &Game) -> JudgedRecord {
    let keeping = game.play.keeping().expect("its result stands");
    let begun = timeline_of(&keeping).taken.white.is_some();
    let armies: Armies = game.armies.map(|army| begun.then_some(army));
    let header = Header {
        roster: Roster { white: "Ana".to_owned(), black: "Ben".to_owned(), ..Roster::default() },
        time_control: keeping.time_control,
        outcome: Some(keeping.end.outcome),
        termination: keeping.end.termination,
    };
    let timeline = timeline_of(&keeping).clone();
    JudgedRecord { header, timeline, annotations: keeping.annotations, armies }
}

/// The record as it comes back from either notation, judged anew.
fn judged(record: &JudgedRecord) -> [JudgedRecord; 2] {
    let (mut ggn, mut json) = (String::new(), String::new());
    ggn::write(&mut ggn, record);
    json::write(&mut json, record);
    [ggn, json].map(|text| {
        let mut games = GameReader::new(text.as_bytes()).expect("a text");
        let game = games.next().expect("a game").expect("a whole one");
        read_game(&game).unwrap_or_else(|error| panic!("{error}\n{text}"))
    })
}

#[test]
fn a_play_becomes_a_record_with_clocks_offers_and_shown_flags() {
    let mut game = Game::begun(casual());
    game.wishes(BLACK, PlayerCommand::Offer).expect("before the first ply");
    game.later(1_500_000);
    game.moves("e3e4").expect("a ply");
    game.wishes(WHITE, PlayerCommand::Offer).expect("the other has moved, so that nothing stands");
    game.wishes(BLACK, PlayerCommand::Decline).expect("an offer stands");
    game.wishes(WHITE, PlayerCommand::Offer).expect("again");
    game.wishes(WHITE, PlayerCommand::Withdraw).expect("it stands");
    game.later(3 * SECOND);
    game.moves("i8h8").expect("a ply");
    game.wishes(BLACK, PlayerCommand::ShowFlag { origin: square("e6") }).expect("his Flag");
    game.wishes(BLACK, PlayerCommand::Offer).expect("an offer");
    game.later(SECOND);
    game.moves("a1a2").expect("an offer of the opponent is no hindrance");
    game.wishes(BLACK, PlayerCommand::Offer).expect("his own stood until then");
    game.wishes(WHITE, PlayerCommand::Accept).expect("it stands");
    let keeping = game.play.keeping().expect("a casual game is final at once");
    let clocks: Vec<Option<u32>> =
        timeline_of(&keeping).plies.iter().map(|ply| ply.clock).collect();
    assert_eq!(clocks, [Some(58), Some(57), Some(57)]);
    assert_eq!(keeping.end.outcome, Outcome::Draw);
    assert_eq!(keeping.end.termination, Termination::Agreement);
    let comments: Vec<(u32, &str)> =
        keeping.annotations.comments.iter().map(|(ply, text)| (*ply, text.as_str())).collect();
    assert_eq!(
        comments,
        [
            (0, "[%draw offer black]"),
            (1, "[%draw offer] [%draw decline black]"),
            (2, "[%flag reveal] [%draw offer]"),
            (3, "[%draw offer black]"),
        ]
    );
    let record = record(&game);
    for again in judged(&record) {
        assert_eq!(again, record);
    }
}

#[test]
fn a_game_that_ended_before_it_began_is_kept_without_set_ups() {
    let mut game = Game::small(event());
    game.done(&Command::Server(Step::Open));
    game.wishes(WHITE, PlayerCommand::Ready { nonce: Some(nonce(WHITE)) }).expect("it is open");
    game.now = game.play.due().expect("a deadline").at;
    game.steps(Step::TimePassed).expect("it is over");
    assert_eq!(game.play.keeping(), None, "an official has to confirm it");
    game.acts(OfficialCommand::Confirm).expect("it waits for that");
    let record = record(&game);
    assert_eq!(record.header.termination, Termination::Default);
    assert_eq!(record.header.outcome, Some(Outcome::Win(WHITE)));
    assert_eq!(record.timeline.taken, ByColor::default());
    for again in judged(&record) {
        assert_eq!(again, record);
    }
}

#[test]
fn every_walk_ends_in_a_valid_record() {
    let mut kept = 0;
    for seed in 0..300 {
        let mut random = Random(seed);
        let mut game = any_game(&mut random);
        for _ in 0..150 {
            let asked = next(&mut random, &mut game);
            put(&mut game, &asked);
        }
        let state = game.play.state();
        let stands = matches!(state, State::Final | State::Revealed);
        assert_eq!(game.play.keeping().is_some(), stands, "{state:?}");
        if !stands {
            continue;
        }
        kept += 1;
        let record = record(&game);
        for again in judged(&record) {
            assert_eq!(again, record);
        }
        let bytes = encode_timeline(&record.timeline);
        assert_eq!(decode_timeline(&bytes).as_ref(), Ok(&record.timeline));
    }
    assert!(kept > 100, "only {kept} games are kept");
}

#[test]
fn a_result_that_is_set_right_is_kept_anew() {
    let mut game = Game::begun(event());
    game.moves("e3e4").expect("a ply");
    game.wishes(WHITE, PlayerCommand::Resign).expect("it goes on");
    game.acts(OfficialCommand::Confirm).expect("it waits for that");
    game.steps(Step::Record).expect("it is final");
    let (outcome, termination) = (Outcome::Draw, Termination::Adjudication);
    game.rules(Rule::Correct { outcome, termination }).expect("a ruling");
    assert_eq!(game.play.due().map(|due| due.what), Some(adjutant_domain::play::What::Record));
    assert_eq!(record(&game).header.outcome, Some(Outcome::Draw));
    assert!(game.steps(Step::Reveal).is_err(), "what is kept is not what stands");
    game.steps(Step::Record).expect("it is not what stands");
    game.steps(Step::Reveal).expect("now it is");
}

#[test]
fn a_reinstated_game_continues_where_it_was() {
    let mut game = Game::begun(event());
    game.moves("e3e4").expect("a ply");
    game.wishes(BLACK, PlayerCommand::Offer).expect("an offer");
    game.now = game.play.due().expect("a flag").at;
    game.steps(Step::TimePassed).expect("his flag has fallen");
    assert_eq!(game.play.state(), State::Ended);
    game.rules(Rule::Reinstate).expect("a ruling");
    assert_eq!(game.play.state(), State::Paused);
    assert_eq!(game.play.clocks().map(|clocks| clocks.left(BLACK, game.now.0)), Some(0));
    game.rules(Rule::AddTime { to: BLACK, amount: 30 * SECOND }).expect("a ruling");
    game.rules(Rule::Resume).expect("it is paused");
    game.later(10 * SECOND);
    assert_eq!(
        game.wishes(WHITE, PlayerCommand::Accept),
        Err(adjutant_domain::play::Refusal::NoOffer)
    );
    game.moves("i8h8").expect("he has time again");
    let clocks = game.play.clocks().expect("it runs");
    assert_eq!(
        (clocks.left(WHITE, game.now.0), clocks.left(BLACK, game.now.0)),
        (60 * SECOND, 20 * SECOND)
    );
    assert_eq!(game.rebuilt(), game.play);
}

#[test]
fn the_next_play_of_the_same_two_has_no_set_up_until_both_have_deployed_anew() {
    let mut before = Game::begun(casual());
    before.moves("e3e4").expect("a ply");
    before.wishes(BLACK, PlayerCommand::Resign).expect("it goes on");
    before.steps(Step::Record).expect("it is final");
    before.steps(Step::Reveal).expect("it is kept");
    let mut rematch = Game::small(*before.play.terms());
    assert_eq!(rematch.play.timeline().expect("a game of Salpakan").taken, ByColor::default());
    rematch.done(&Command::Server(Step::Open));
    assert!(rematch.command(&rematch.begin()).is_err(), "nobody has deployed");
    rematch.wishes(WHITE, PlayerCommand::Ready { nonce: Some(nonce(WHITE)) }).expect("it is open");
    assert!(rematch.command(&rematch.begin()).is_err(), "one side has deployed");
    assert_eq!(rematch.play.timeline().expect("a game of Salpakan").taken, ByColor::default());
    rematch.wishes(BLACK, PlayerCommand::Ready { nonce: Some(nonce(BLACK)) }).expect("it is open");
    rematch.done(&rematch.begin());
    assert_eq!(rematch.play.progress().len(), 0);
}
