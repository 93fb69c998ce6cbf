//! GGN and JSON.

use std::fmt::Write;

use game_record::notation::{GameReader, GameText, ggn, json, name_of_game, read_game};
use game_record::{Annotations, Header, Outcome, Roster, Termination};
use proptest::prelude::*;
use three_generals::record::{Record, ThreeGenerals, TimedPly, Timeline};

use crate::random::Random;

const GAME: &str = "\
[Event \"Path to Glory\"]
[Site \"Mandaluyong\"]
[Date \"2026.11.29\"]
[Round \"1\"]
[White \"Lakandula\"]
[Black \"Maharlika\"]
[Result \"1-0\"]
[Game \"three-generals\"]
[TimeControl \"600+5\"]
[Termination \"resignation\"]

1. e3-e4 {[%clk 0:09:58]} e7-e6 2. e4-e5 {the Jeweled Generals' file opens}
e6xe5 3. f3-f4 e5xf4 4. e2*e8 {[%clk 0:09:40]} P@e3 1-0

";

const TWIN: &str = r#"{"tags":{"Event":"Path to Glory","Site":"Mandaluyong","Date":"2026.11.29","Round":"1","White":"Lakandula","Black":"Maharlika"},"game":"three-generals","time_control":"600+5","plies":["e3-e4","e7-e6","e4-e5","e6xe5","f3-f4","e5xf4","e2*e8","P@e3"],"clocks":[598,null,null,null,null,null,580,null],"comments":{"3":"the Jeweled Generals' file opens"},"result":"1-0","termination":"resignation"}"#;

fn read(text: &str) -> Result<Record, String> {
    let game = GameText::alone(text.as_bytes().to_vec());
    read_game::<ThreeGenerals>(&game).map_err(|error| error.to_string())
}

fn ggn_of(record: &Record) -> String {
    let mut text = String::new();
    ggn::write::<ThreeGenerals>(&mut text, record);
    text
}

fn json_of(record: &Record) -> String {
    let mut text = String::new();
    json::write::<ThreeGenerals>(&mut text, record);
    text
}

#[test]
fn a_record_in_canonical_form_is_written_as_it_was_read() {
    let record = read(GAME).expect("a valid record");
    assert_eq!(ggn_of(&record), GAME);
    assert_eq!(json_of(&record), TWIN);
    assert_eq!(read(TWIN), Ok(record));
}

#[test]
fn tags_of_rules_and_first_side_may_say_what_is_so_anyway_and_signs_may_be_left_out() {
    let loose = GAME
        .replace("[TimeControl", "[Ruleset \"standard\"]\n[First \"white\"]\n[TimeControl")
        .replace("e4-e5 ", "e4e5 ")
        .replace("e6xe5", "e6e5");
    assert_eq!(read(&loose), read(GAME));
}

#[test]
fn each_fault_is_named_with_its_place_and_remedy() {
    let faults = [
        (
            "e3-e4",
            "e3-e5",
            "line 12, column 4, ply 1: e3-e5 is illegal: the Pawn on e3 cannot reach e5",
        ),
        (
            "e6xe5",
            "e6-e5",
            "line 13, column 1, ply 4: e6-e5 is illegal: the enemy's piece on e5 is captured; write x",
        ),
        ("P@e3", "R@e3", "ply 8: R@e3 is illegal: Black has no Rook in hand"),
        (
            "P@e3",
            "P@",
            "ply 8: \"P@\" is not a move: it ends after 2 characters; expected: a file a to i",
        ),
        (
            "resignation",
            "flag-captured",
            "line 10, column 15: \"flag-captured\" is no termination; write one of stalemate, repetition, resignation",
        ),
        (
            "resignation",
            "stalemate",
            "line 10, column 15: the termination is stalemate, but no ply ends the game by rule",
        ),
        (
            "resignation",
            "agreement",
            "line 7, column 10: the result 1-0 does not fit the termination agreement",
        ),
        (
            "[TimeControl",
            "[First \"Black\"]\n[TimeControl",
            "line 9, column 9: White moves first in this game",
        ),
        (
            "[TimeControl",
            "[Ruleset \"krig\"]\n[TimeControl",
            "line 9, column 11: \"krig\" is no rule-set of this game; leave the tag out",
        ),
        (
            "[TimeControl",
            "[WhiteSetup \"3..PL5P../.ASKTP.4S/BMCPPF12P\"]\n[TimeControl",
            "line 9, column 14: this game has one set-up",
        ),
        (
            "three-generals",
            "salpakan",
            "line 8, column 8: this is read as three-generals, not as \"salpakan\"",
        ),
    ];
    for (right, wrong, expected) in faults {
        let text = GAME.replacen(right, wrong, 1);
        let error = read(&text).expect_err(wrong);
        assert!(error.contains(expected), "{wrong}: {error}");
    }
}

#[test]
fn an_end_by_rule_gives_result_and_termination() {
    let mut seen = Vec::new();
    for seed in 0..4_000 {
        let game = Random(seed).game(1_500);
        let Some(ending) = game.ending() else { continue };
        if seen.contains(&ending.termination()) {
            continue;
        }
        seen.push(ending.termination());
        let mut text = "[Game \"three-generals\"]\n\n".to_owned();
        for (index, ply) in game.plies().iter().enumerate() {
            let number =
                if index % 2 == 0 { format!("{}. ", index / 2 + 1) } else { String::new() };
            write!(text, "{number}{ply} ").expect("strings take everything");
        }
        let record = read(&text).expect("it follows the rules");
        assert_eq!(record.header.outcome, Some(ending.outcome()));
        assert_eq!(record.header.termination, ending.termination());
        let further = format!("{text}a3-a4");
        let error = read(&further).expect_err("the game is over");
        assert!(error.contains("the game is over; leave out what follows its end"), "{error}");
        if seen.len() == 2 {
            assert!(
                seen.contains(&Termination::Stalemate) && seen.contains(&Termination::Repetition)
            );
            return;
        }
    }
    panic!("no game ends by each rule: {seen:?}");
}

#[test]
fn the_name_of_the_game_is_found_in_either_form_and_nowhere_else() {
    let name = |text: &str| {
        let game = GameReader::new(text.as_bytes()).expect("it can be read").next();
        name_of_game(&game.expect("one game").expect("it can be read")).map(|found| found.name)
    };
    assert_eq!(name(GAME).as_deref(), Some("three-generals"));
    assert_eq!(name(TWIN).as_deref(), Some("three-generals"));
    assert_eq!(name(r#"{"tags": {"Game": "go"}, "plies": []}"#).as_deref(), Some("go"));
    assert_eq!(name("[Event \"?\"]\n\n{[Game \"go\"]} *\n"), None);
    assert_eq!(name(r#"{"comments": {"0": "\"game\""}}"#), None);
    assert_eq!(name("[Event \"[Game \\\"go\\\"]\"]\n\n*\n"), None);
}

fn record_of(seed: u64, most: usize, timed: bool, comment: &str) -> Record {
    let mut random = Random(seed);
    let game = random.game(most);
    let clocks: Vec<Option<u32>> =
        game.plies().iter().map(|_| timed.then(|| random.below(7_200) as u32)).collect();
    let plies = game.plies().iter().zip(clocks);
    let plies = plies.map(|(ply, clock)| TimedPly { ply: *ply, clock }).collect();
    let (outcome, termination) = match game.ending() {
        Some(ending) => (Some(ending.outcome()), ending.termination()),
        None => (Some(Outcome::Draw), Termination::Agreement),
    };
    let header = Header { roster: Roster::default(), time_control: None, outcome, termination };
    let mut annotations = Annotations::default();
    let words: Vec<&str> = comment.split_whitespace().collect();
    if !words.is_empty() && !game.plies().is_empty() {
        annotations.comments.insert(1, words.join(" "));
    }
    Record { header, timeline: Timeline { plies, ending: game.ending() }, annotations }
}

proptest! {
    #[test]
    fn any_record_is_read_back_from_either_form(seed in any::<u64>(), most in 0_usize..80, timed in any::<bool>(), comment in "[a-z ;.]{0,40}") {
        let record = record_of(seed, most, timed, &comment);
        prop_assert_eq!(read(&ggn_of(&record)), Ok(record.clone()));
        prop_assert_eq!(read(&json_of(&record)), Ok(record));
    }
}
