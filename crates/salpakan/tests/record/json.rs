//! The JSON form: `NOTATION.md`, "JSON twin".

use crate::support::{refused, small_game, small_json, to_ggn, to_json, valid};

const PLIES: &str = r#"["e3-e4", "e6-e5", "e4xe5="]"#;

fn game() -> String {
    small_json("*", "unterminated", PLIES)
}

/// The game with an additional member.
fn with(member: &str) -> String {
    let game = game();
    format!("{}, {member}}}", &game[..game.len() - 1])
}

#[test]
fn the_twin_says_the_same_as_the_text() {
    let ggn = small_game("*", "unterminated", "1. e3-e4 e6-e5 2. e4xe5=");
    assert_eq!(to_ggn(&valid(&game())), to_ggn(&valid(&ggn)));
    assert_eq!(to_json(&valid(&game())), to_json(&valid(&ggn)));
}

#[test]
fn the_twin_is_written_in_the_documents_order() {
    let text = to_json(&valid(&with(
        r#""tags": {"Zulu": "1", "Event": "Path to Glory"}, "clocks": [1198, null], "comments": {"3": "a bluff"}, "time_control": "1200+5""#,
    )));
    let expected = concat!(
        r#"{"tags":{"Event":"Path to Glory","Site":"?","Date":"?","Round":"?","White":"?","#,
        r#""Black":"?","Zulu":"1"},"ruleset":"standard+army=F5","first":"white","#,
        r#""time_control":"1200+5","setups":{"white":"....5..../........./F........","#,
        r#""black":"F......../........./....5...."},"plies":["e3-e4","e6-e5","e4xe5="],"#,
        r#""clocks":[1198,null,null],"comments":{"3":"a bluff"},"result":"*","#,
        r#""termination":"unterminated"}"#
    );
    assert_eq!(text, expected);
    assert_eq!(to_json(&valid(&text)), text);
}

#[test]
fn plies_may_be_one_string_separated_by_spaces() {
    let one = small_json("*", "unterminated", r#""e3-e4 e6e5  e4xe5""#);
    assert_eq!(to_json(&valid(&one)), to_json(&valid(&game())));
    let e = refused(&small_json("*", "unterminated", r#""e3-e4 e6-e8""#));
    assert_eq!(e.ply, Some(2));
    let at = small_json("*", "unterminated", r#""e3-e4 e6-e8""#).find("e6-e8");
    assert_eq!(Some(e.column as usize - 1), at);
    // Whatever the white space in between.
    let text = small_json("*", "unterminated", r#""e3-e4\n\u0020\te6-e8""#);
    assert_eq!(Some(refused(&text).column as usize - 1), text.find("e6-e8"));
}

#[test]
fn a_fault_in_a_set_up_is_found_where_slashes_are_escaped() {
    let text = game().replace("/F", "\\/x").replace("...../....", ".....\\/....");
    let e = refused(&text);
    assert_eq!(Some(e.column as usize - 1), text.find('x'), "{text}: {e}");
}

#[test]
fn keys_may_come_in_any_order_and_over_many_lines() {
    let text = "{\n  \"plies\": [\n    \"e3-e4\",\n    \"e4-e5\",\n    \"e6-e5\"\n  ],\n  \"result\": \
                \"*\",\n  \"ruleset\": \"standard+army=F5\",\n  \"setups\": {\"black\": \
                \"F......../........./....5....\", \"white\": \"....5..../........./F........\"}\n}";
    let e = refused(text);
    assert_eq!((e.line, e.column, e.ply), (4, 5, Some(2)), "{e}");
    valid(&text.replace("    \"e4-e5\",\n", ""));
}

#[test]
fn comments_go_by_ply_and_clocks_may_stand_in_them() {
    let record = valid(&with(
        r#""comments": {"0": " before\n the first ", "2": "[%draw offer] [%clk 0:20:00]"}"#,
    ));
    assert_eq!(record.annotations.comments[&0], "before the first");
    assert_eq!(record.annotations.comments[&2], "[%draw offer]");
    assert_eq!(record.timeline.plies[1].clock, Some(1200));
}

#[test]
fn commands_in_a_comment_do_not_nest() {
    let record = valid(&with(r#""comments": {"1": "[%clk[%clk 0:01:02] a [%clk 0:00:09]"}"#));
    assert_eq!(record.annotations.comments[&1], "[%clk[%clk 0:01:02] a");
    assert_eq!(record.timeline.plies[0].clock, Some(9));
    let written = to_ggn(&record);
    assert_eq!(to_ggn(&valid(&written)), written);
}

#[test]
fn tags_that_have_a_key_may_stand_among_the_tags_if_they_agree() {
    let record = valid(&with(
        r#""tags": {"Result": "*", "First": "White", "TimeControl": "60+0", "WhiteSetup": "....5..../........./F........"}"#,
    ));
    assert_eq!(record.header.time_control, Some("60+0".parse().expect("a time control")));
    assert!(record.annotations.extra_tags.is_empty());
    let e = refused(&with(r#""tags": {"Result": "1-0"}"#));
    assert!(e.message.contains("keep one"), "{e}");
    let e = refused(&with(r#""tags": {"WhiteSetup": "5......../........./F........"}"#));
    assert!(e.message.contains("keep one"), "{e}");
    let only_tags = r#"{"tags": {"Ruleset": "eleven", "Result": "*", "Termination": "abandoned"}}"#;
    assert_eq!(valid(only_tags).timeline.rules.key(), "eleven");
}

#[test]
fn what_does_not_belong_is_refused_with_its_place() {
    for (text, marked, ply, part) in [
        (with(r#""termnation": "time""#), r#""termnation""#, None, "unknown key"),
        (with(r#""result": "*""#), r#""result": "*"}"#, None, "twice"),
        (with(r#""tags": {"A": "1", "A": "2"}"#), r#""A": "2""#, None, "twice"),
        (with(r#""tags": {"9": "1"}"#), r#""1"}"#, None, "cannot be written"),
        (with(r#""tags": {"A": "a\nb"}"#), r#""a\nb""#, None, "control"),
        (with(r#""tags": {"A": 1}"#), "1}}", None, "string"),
        (with(r#""clocks": [1, 2, 3, 4]"#), "4]", None, "there are 3 plies"),
        (with(r#""clocks": [1, -2]"#), "-2", Some(2), "no clock"),
        (with(r#""clocks": [1, 2.5]"#), "2.5", Some(2), "no clock"),
        (with(r#""comments": {"4": "x"}"#), r#""4""#, None, "not the number of a move"),
        (with(r#""comments": {"01": "x"}"#), r#""01""#, None, "not the number of a move"),
        (with(r#""comments": {"1": "x", "1": "y"}"#), r#""1": "y""#, None, "two comments"),
        (with(r#""comments": {"1": "\u0000"}"#), r#""\u0000""#, Some(1), "control"),
        (with(r#""comments": {"1": "[%clk 5]"}"#), r#""[%clk 5]""#, Some(1), "no clock"),
        (
            with(r#""clocks": [5], "comments": {"1": "[%clk 0:00:06]"}"#),
            r#""[%clk"#,
            Some(1),
            "clock",
        ),
        (game().replace("\"white\":", "\"green\":"), "\"green\"", None, "white and black"),
        (game().replace("\"e4xe5=\"", "7"), "7]", Some(3), "string"),
        (game().replace("e4xe5=", "e4xe5+"), "\"e4xe5+\"", Some(3), "'='"),
        (game().replace("..../F", "...x/F"), "x/F", None, "no piece"),
        (game().replace("unterminated", "bored"), "\"bored\"", None, "no termination"),
        (game().replace("army=F5", "army=55"), "\"standard+army=55\"", None, "Flag"),
    ] {
        let e = refused(&text);
        let at = text.rfind(marked).unwrap_or_else(|| panic!("{marked} in {text}"));
        let column = text[..at].chars().count() as u64 + 1;
        assert_eq!((e.line, e.column, e.ply), (1, column, ply), "{text}: {e}");
        assert!(e.message.contains(part), "{part}: {e}");
    }
}

#[test]
fn broken_json_is_refused_where_it_breaks() {
    for text in [
        "{",
        "{\"tags\": {",
        "{\"plies\": [\"e3-e4\"",
        "{\"plies\": [\"e3-e4]}",
        "{\"result\": \"*\" \"first\": \"white\"}",
        "{'result': '*'}",
        "{\"comments\": {\"0\": \"\\ud800\"}, \"result\": \"*\"}",
        "{\"result\": nul}",
    ] {
        let e = refused(text);
        assert!(e.message.contains("JSON"), "{text}: {e}");
        assert!(e.column <= text.len() as u64 + 1, "{text}: {e}");
    }
}
