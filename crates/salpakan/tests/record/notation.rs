//! The text form, sentence by sentence of `NOTATION.md`.

use salpakan::rules::{Color, Verdict};

use crate::support::{SAMPLE, WHITE, games, read, refused, small_game, to_ggn, to_json, valid};
use salpakan::record::notation::read_game;

/// The example in `NOTATION.md`.
const EXAMPLE: &str = r#"[Event "Path to Glory"]
[Site "Mandaluyong"]
[Date "2026.04.30"]
[Round "1"]
[White "Lakandula"]
[Black "Maharlika"]
[Result "0-1"]
[Ruleset "standard"]
[First "White"]
[TimeControl "1200+5"]
[Termination "resignation"]
[WhiteSetup "3..PL5P../.ASKTP.4S/BMCPPF12P"]
[BlackSetup "...3FT.../12SLPASKM/BPP4P5PPC"]

1. e3-e4 {[%clk 0:19:58]} e6-e5 {[%clk 0:20:01]} 2. e4xe5+ f6-f5 3. e5xf5- {a bluff
that failed} f5-f4 4. f3xf4= d6-d5 0-1
"#;

/// The move text of the small game, as it is written.
fn moves_written(moves: &str) -> String {
    let text = to_ggn(&valid(&small_game("*", "unterminated", moves)));
    text.split_once("\n\n").map(|(_, moves)| moves.trim_end().to_owned()).unwrap_or_default()
}

fn with_tag(line: &str) -> String {
    format!("{line}\n{}", small_game("*", "unterminated", "1. e3-e4"))
}

#[test]
fn the_demo_records_come_back_byte_for_byte() {
    let mut written = String::new();
    let mut through_json = String::new();
    for game in games(SAMPLE.as_bytes()) {
        let record = read_game(&game).unwrap_or_else(|e| panic!("game {}: {e}", game.number));
        written.push_str(&to_ggn(&record));
        through_json.push_str(&to_ggn(&valid(&to_json(&record))));
    }
    assert!(written == SAMPLE, "reading and writing changes nothing");
    assert!(through_json == SAMPLE, "nor does JSON in between");
}

#[test]
fn the_published_example_is_read_as_it_is_described() {
    let corrected = EXAMPLE;
    match read(corrected) {
        Ok(record) => {
            assert_eq!(record.timeline.len(), 8);
            assert_eq!(record.timeline.plies[0].clock, Some(1198));
            assert_eq!(record.annotations.comments[&5], "a bluff that failed");
            assert_eq!(record.timeline.plies[4].verdict, Some(Verdict::DefenderWins));
        }
        Err(e) => panic!("{e}"),
    }
}

#[test]
fn the_example_is_written_in_its_canonical_layout() {
    let text = to_ggn(&valid(EXAMPLE));
    let wrapped = EXAMPLE.replace("{a bluff\nthat failed}", "{a\nbluff that failed}");
    assert_eq!(text, format!("{wrapped}\n"));
}

#[test]
fn lines_end_in_lf_or_crlf_with_or_without_a_byte_order_mark() {
    let canonical = to_ggn(&valid(EXAMPLE));
    let windows = format!("\u{feff}{}", EXAMPLE.replace('\n', "\r\n"));
    assert_eq!(to_ggn(&valid(&windows)), canonical);
    let two = format!("\u{feff}{EXAMPLE}\n\u{feff}{EXAMPLE}");
    assert_eq!(games(two.as_bytes()).len(), 2);
}

#[test]
fn a_quote_and_a_backslash_are_the_only_escapes_in_a_tag() {
    let record = valid(&with_tag(r#"[White "The \"Old\" \\ Guard"]"#));
    assert_eq!(record.header.roster.white, r#"The "Old" \ Guard"#);
    assert!(to_ggn(&record).contains(r#"[White "The \"Old\" \\ Guard"]"#));
    let e = refused(&with_tag(r#"[White "a\nb"]"#));
    assert_eq!((e.line, e.column), (1, 10));
}

#[test]
fn unknown_tags_are_kept_in_their_order_and_given_back() {
    let record = valid(&with_tag("[Zulu \"1\"]\n[Alpha \"\"]\n[event \"small\"]"));
    let names: Vec<&str> = record.annotations.extra_tags.iter().map(|(n, _)| n.as_str()).collect();
    assert_eq!(names, ["Zulu", "Alpha", "event"]);
    assert!(to_ggn(&record).contains("[Zulu \"1\"]\n[Alpha \"\"]\n[event \"small\"]\n\n"));
    assert_eq!(to_ggn(&valid(&to_json(&record))), to_ggn(&record));
}

#[test]
fn rule_set_first_and_texts_have_their_defaults() {
    let text = "[Result \"*\"]\n\n*\n";
    let record = valid(text);
    assert_eq!(record.timeline.rules.key(), "standard");
    assert_eq!(record.timeline.first, Color::White);
    assert_eq!(record.header.roster.event, "?");
    assert_eq!(record.header.roster.black, "?");
    assert_eq!(record.header.time_control, None);
    assert!(to_ggn(&record).contains("[TimeControl \"-\"]"));
}

#[test]
fn a_question_mark_is_an_unknown_text_and_no_result_termination_side_rule_set_or_set_up() {
    let record = valid(&with_tag("[White \"?\"]\n[TimeControl \"?\"]"));
    assert_eq!(record.header.roster.white, "?");
    let game = small_game("*", "unterminated", "*");
    for (line, value) in [(1, "*"), (2, "standard+army=F5"), (3, "unterminated"), (4, WHITE)] {
        let e = refused(&game.replacen(&format!("\"{value}\""), "\"?\"", 1));
        assert_eq!((e.line, e.ply), (line, None), "{e}");
    }
    assert_eq!(refused(&with_tag("[First \"?\"]")).line, 1);
}

#[test]
fn a_tag_stands_alone_on_its_line_and_once() {
    for (line, part) in [
        ("[White \"a\"] [Black \"b\"]", "does not end"),
        ("[White \"a\"", "does not end"),
        ("[White a]", "not a tag"),
        ("[White \"a]", "closing quote"),
        ("[White]", "not a tag"),
        ("[White \"a\"]\n[White \"a\"]", "twice"),
        ("[Result \"*\"]", "twice"),
    ] {
        let e = refused(&with_tag(line));
        assert!(e.message.contains(part), "{line}: {e}");
        assert_eq!(e.ply, None, "{line}");
    }
}

#[test]
fn krig_may_have_a_fourth_row_first_for_white_and_last_for_black() {
    let three = ["3..PL5P../.ASKTP.4S/BMCPPF12P", "...3FT.../12SLPASKM/BPP4P5PPC"];
    let four =
        ["....P..../3...L5P../.ASKTP.4S/BMCPPF12P", "...3FT.../12SLPASKM/BPP4P5PP./C........"];
    let text = |ruleset: &str, white: &str, black: &str| {
        format!(
            "[Result \"*\"]\n[Ruleset \"{ruleset}\"]\n[Termination \
             \"unterminated\"]\n[WhiteSetup \"{white}\"]\n[BlackSetup \"{black}\"]\n\n*\n"
        )
    };
    for white in [three[0], four[0]] {
        for black in [three[1], four[1]] {
            let record = valid(&text("krig", white, black));
            assert!(to_ggn(&record).contains(&format!("[WhiteSetup \"{white}\"]")));
            assert!(to_ggn(&record).contains(&format!("[BlackSetup \"{black}\"]")));
        }
    }
    assert!(read(&text("standard", four[0], three[1])).is_err());
    let crowded = "....P...P/3...L5P../.ASKT..4S/BMCPPF12P";
    let e = refused(&text("krig", crowded, three[1]));
    assert!(e.message.contains("border"), "{e}");
}

#[test]
fn all_faults_of_a_set_up_are_named_at_once() {
    let text = small_game("*", "unterminated", "*")
        .replace("....5..../........./F", "F...5..../....4..../F");
    let e = refused(&text);
    assert!(e.message.contains("2 of Flag") && e.message.contains("1 of General"), "{e}");
    assert_eq!((e.line, e.column, e.ply), (4, 14, None));
}

#[test]
fn the_side_named_in_first_has_the_first_of_each_pair() {
    let text = small_game("*", "unterminated", "1. e6-e5 e3-e4 2. e5xe4=");
    let record = valid(&format!("[First \"Black\"]\n{text}"));
    assert_eq!(record.timeline.mover(1), Color::Black);
    assert_eq!(refused(&text).ply, Some(1));
    assert_eq!(refused(&format!("[First \"Green\"]\n{text}")).ply, None);
}

#[test]
fn plies_may_lack_numbers_marks_outcomes_and_dots_may_touch() {
    let full = "1. e3-e4 e6-e5 2. e4xe5= a8-a7 *";
    for moves in [
        "e3-e4 e6-e5 e4xe5= a8-a7",
        "e3e4 e6e5 e4e5 a8a7",
        "1.e3-e4 1...e6-e5 2.e4xe5 2...a8-a7 *",
        "1. e3-e4 1... e6-e5 2. e4e5= a8a7",
        "1. e3-e4\n\n e6-e5\t2.\r\ne4xe5= a8-a7   *  ",
    ] {
        assert_eq!(moves_written(moves), full, "{moves}");
    }
}

#[test]
fn what_is_present_must_agree() {
    for (moves, ply, part) in [
        ("1. e3xe4", 1, "challenge"),
        ("1. e3-e4 e6-e5 2. e4-e5", 3, "plain move"),
        ("1. e3-e4+", 1, "no challenge"),
        ("1. e3-e4 e6-e5 2. e4xe5+", 3, "'='"),
        ("1. e3-e4 e6-e5 2. e4xe5-", 3, "'='"),
        ("1. e3-e4#", 1, "does not end"),
        ("2. e3-e4", 1, "move number"),
        ("1... e3-e4", 1, "move number"),
        ("1. e3-e4 2. e6-e5", 2, "move number"),
        ("1. e3-e4 e6-e5 99999999999999999999. e4xe5", 3, "move number"),
    ] {
        let e = refused(&small_game("*", "unterminated", moves));
        assert_eq!(e.ply, Some(ply), "{moves}: {e}");
        assert!(e.message.contains(part), "{moves}: {e}");
    }
}

#[test]
fn a_comment_belongs_to_the_ply_before_it_with_its_white_space_folded() {
    let moves = "{before\n it all} 1. e3-e4 {one} ; two  three\n{four} e6-e5 {[%draw offer]} *";
    let record = valid(&small_game("*", "unterminated", moves));
    let comments: Vec<(u32, &str)> =
        record.annotations.comments.iter().map(|(ply, text)| (*ply, text.as_str())).collect();
    assert_eq!(comments, [(0, "before it all"), (1, "one two three four"), (2, "[%draw offer]")]);
    assert_eq!(
        moves_written(moves),
        "{before it all} 1. e3-e4 {one two three four} e6-e5 {[%draw offer]} *"
    );
}

#[test]
fn a_clock_is_the_movers_after_the_ply_and_comes_first_in_the_one_brace() {
    let moves = "1. e3-e4 {well [%clk 1:02:03] played} {[%emt 5]} e6-e5 {[%clk 0:00:00]}";
    let record = valid(&small_game("*", "unterminated", moves));
    assert_eq!(record.timeline.plies[0].clock, Some(3723));
    assert_eq!(record.timeline.plies[1].clock, Some(0));
    assert_eq!(
        moves_written(moves),
        "1. e3-e4 {[%clk 1:02:03] well played [%emt 5]} e6-e5 {[%clk 0:00:00]} *"
    );
}

#[test]
fn a_clock_that_cannot_be_one_is_refused_with_its_place() {
    for (comment, column) in [
        ("{[%clk 19:58]}", 11),
        ("{[%clk 0:60:00]}", 11),
        ("{[%clk 0:19:58}", 11),
        ("{[%clk]}", 11),
        ("{[%clk -0:00:01]}", 11),
        ("{é [%clk x]}", 13),
        ("{[%clk 0:00:01] [%clk 0:00:02]}", 26),
    ] {
        let e = refused(&small_game("*", "unterminated", &format!("1. e3-e4 {comment} e6-e5")));
        assert_eq!((e.line, e.column, e.ply), (7, column, Some(1)), "{comment}: {e}");
    }
    let e = refused(&small_game("*", "unterminated", "{[%clk 0:00:01]} 1. e3-e4"));
    assert!(e.message.contains("before the first ply"), "{e}");
}

#[test]
fn a_comment_with_a_closing_brace_is_written_behind_a_semicolon() {
    let moves = "1. e3-e4 ; a } b { c\n{[%clk 0:00:09]} e6-e5";
    let written = "1. e3-e4 {[%clk 0:00:09]} ; a } b { c\ne6-e5 *";
    assert_eq!(moves_written(moves), written);
    assert_eq!(moves_written(written), written);
}

#[test]
fn a_byte_order_mark_in_a_comment_is_white_space_wherever_lines_break() {
    let marks = "\u{feff}fine ".repeat(40);
    let written = moves_written(&format!("1. e3-e4 {{[%clk\u{feff}0:00:09] {marks}}} *"));
    assert_eq!(written.matches("fine").count(), 40);
    assert!(written.starts_with("1. e3-e4 {[%clk 0:00:09] fine fine") && written.is_ascii());
    assert_eq!(moves_written(&written), written);
}

#[test]
fn no_line_of_move_text_is_longer_than_79_but_for_one_long_word() {
    let long = "w".repeat(100);
    let words = "salpakan ".repeat(40);
    let written = moves_written(&format!("1. e3-e4 {{{words} {long} ñ{words}}} e6-e5"));
    for line in written.lines() {
        assert!(line.chars().count() <= 79 || line.starts_with(&long), "{line}");
    }
    assert_eq!(moves_written(&written), written);
}

#[test]
fn the_result_at_the_end_of_the_move_text_must_agree_with_the_tag() {
    let e = refused(&small_game("1-0", "resignation", "1. e3-e4 0-1"));
    assert_eq!((e.line, e.column, e.ply), (7, 10, None));
    let e = refused(&small_game("1-0", "resignation", "1. e3-e4 1-0 e6-e5"));
    assert_eq!(e.ply, Some(2));
    let text = small_game("1-0", "resignation", "1. e3-e4 1-0").replace("[Result \"1-0\"]\n", "");
    assert_eq!(to_ggn(&valid(&text)), to_ggn(&valid(&small_game("1-0", "resignation", "e3e4"))));
}

#[test]
fn an_error_names_the_first_fault_in_reading_order() {
    // An illegal second ply comes before a malformed ply and before a wrong result.
    for moves in ["1. e3-e4 e4-e5 2. nonsense", "1. e3-e4 e4-e5 {open", "1. e3-e4 e4-e5 1-0"] {
        let e = refused(&small_game("*", "unterminated", moves));
        assert_eq!((e.line, e.column, e.ply), (7, 10, Some(2)), "{moves}: {e}");
    }
    let e = refused(&small_game("*", "unterminated", "1. nonsense e4-e5"));
    assert_eq!((e.column, e.ply), (4, Some(1)));
}

#[test]
fn every_rule_set_and_option_is_read_and_written_in_its_one_spelling() {
    let text = |key: &str| format!("[Ruleset \"{key}\"]\n[Result \"*\"]\n\n*\n");
    for (given, written) in [
        ("standard", "standard"),
        ("electronic+promotion", "electronic+promotion"),
        ("eleven+promotion+open-flag", "eleven+open-flag+promotion"),
        ("standard+open-challenges+army=5F", "standard+army=F5+open-challenges"),
        ("krig", "krig"),
    ] {
        assert_eq!(valid(&text(given)).timeline.rules.key(), written);
    }
    for bad in ["Standard", "chess", "standard+", "standard+army=5", "standard+promotion+promotion"]
    {
        let e = refused(&text(bad));
        assert_eq!((e.line, e.column, e.ply), (1, 11, None), "{bad}: {e}");
    }
}
