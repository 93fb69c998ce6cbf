//! Additions to the notation: time controls, the termination by leaving, and the limit for
//! comments.

use salpakan::clock::{SideControl, TimeControl};
use salpakan::rules::Color;

use crate::support::{games, read, refused, small_game, small_json, to_ggn, to_json, valid};
use salpakan::record::notation::read_game;

/// The maximum length of a comment in bytes.
const MOST: usize = 64 << 10;

fn with_control(control: &str) -> String {
    format!("[TimeControl \"{control}\"]\n{}", small_game("*", "unterminated", "1. e3-e4 *"))
}

#[test]
fn each_time_control_reads_back_in_both_forms_as_it_is_written() {
    for (read, written) in [
        ("1200+5", "1200+5"),
        ("01200+05", "1200+5"),
        ("1200d5", "1200d5"),
        ("1200d0", "1200+0"),
        ("1/259200", "1/259200"),
        ("1200+5|600+5", "1200+5|600+5"),
        ("1200+5|1200+5", "1200+5"),
        ("1200d5|600d0", "1200d5|600+0"),
        ("1/86400|1200+5", "1/86400|1200+5"),
        ("0+0", "0+0"),
        ("5184000+5184000", "5184000+5184000"),
    ] {
        let record = valid(&with_control(read));
        let text = to_ggn(&record);
        assert!(text.contains(&format!("[TimeControl \"{written}\"]")), "{read}: {text}");
        let twin = to_json(&record);
        assert!(twin.contains(&format!("\"time_control\":\"{written}\"")), "{read}: {twin}");
        assert_eq!((to_ggn(&valid(&twin)), to_ggn(&valid(&text))), (text.clone(), text), "{read}");
    }
}

#[test]
fn what_is_no_time_control_is_refused_with_examples() {
    for control in [
        "1200",
        "+5",
        "1200+",
        "1200d",
        "d5",
        "1/0",
        "1/",
        "2/1200",
        "40/9000",
        "1200+5|",
        "|",
        "1200+5|-",
        "1200+5|600+5|300+5",
        "1200+5d5",
        "-5+5",
        "1200 + 5",
        "5184001+0",
        "1/5184001",
        "1200d5184001",
        "",
    ] {
        let e = refused(&with_control(control));
        assert!(e.message.contains("1/259200") && e.message.contains("1200d5"), "{control}: {e}");
    }
}

#[test]
fn sides_with_different_clocks_are_told_apart() {
    let control: TimeControl = "1200d5|1/259200".parse().expect("a time control");
    assert_eq!(control.side(Color::White), SideControl::Delay { base: 1200, delay: 5 });
    assert_eq!(control.side(Color::Black), SideControl::EachPly { seconds: 259_200 });
    assert_eq!(control.side(Color::White).used(1200, 1190), Some(10));
    assert_eq!(control.side(Color::Black).used(7, 259_000), Some(200), "each ply begins anew");
}

#[test]
fn who_left_has_lost() {
    for (result, fits) in [("1-0", true), ("0-1", true), ("1/2-1/2", false), ("*", false)] {
        let text = small_game(result, "left", &format!("1. e3-e4 {result}"));
        assert_eq!(read(&text).is_ok(), fits, "{result}");
        let twin = small_json(result, "left", "[\"e3-e4\"]");
        assert_eq!(read(&twin).is_ok(), fits, "{result}");
        if fits {
            assert_eq!(to_ggn(&valid(&twin)), to_ggn(&valid(&text)));
        }
    }
}

#[test]
fn a_comment_has_at_most_64_kib_in_both_forms() {
    let long = |bytes: usize| {
        let text = "seven77 ".repeat(bytes / 8 + 1)[..bytes].to_owned();
        text.strip_suffix(' ').map_or(text.clone(), |text| format!("{text}x"))
    };
    for (bytes, fits) in [(MOST, true), (MOST + 1, false)] {
        let text = long(bytes);
        let game = small_game("*", "unterminated", &format!("1. e3-e4 {{{text}}} e6-e5 *"));
        let twin = small_json("*", "unterminated", "[\"e3-e4\", \"e6-e5\"]")
            .replace("\"result\"", &format!("\"comments\": {{\"1\": \"{text}\"}}, \"result\""));
        let in_two = game.replacen(" seven77", "} {seven77", 1);
        let clocked = game.replacen("1. e3-e4 {", "1. e3-e4 {[%clk 0:19:58] ", 1);
        for input in [&game, &twin, &in_two, &clocked] {
            match read(input) {
                Ok(record) => {
                    assert!(fits);
                    let written = to_ggn(&record);
                    assert_eq!(to_ggn(&valid(&written)), written, "what is written is read");
                }
                Err(e) => assert!(!fits && e.message.contains("64 KiB"), "{e}"),
            }
        }
    }
}

#[test]
fn a_comment_that_is_too_long_is_told_to_end_as_its_kind_ends() {
    let text = "seven77 ".repeat(MOST / 8 + 1);
    let braced = small_game("*", "unterminated", &format!("1. e3-e4 {{{text}}} e6-e5 *"));
    let line = small_game("*", "unterminated", &format!("1. e3-e4 ;{text}\ne6-e5 *"));
    let twin = small_json("*", "unterminated", "[\"e3-e4\", \"e6-e5\"]")
        .replace("\"result\"", &format!("\"comments\": {{\"1\": \"{text}\"}}, \"result\""));
    for (input, remedy) in [
        (braced, "shorten it, or close its brace where it ends"),
        (line, "shorten it, or end its line where it ends"),
        (twin, "shorten it"),
    ] {
        let why = read(&input).expect_err("it is too long").message;
        assert!(why.ends_with(remedy), "{why}");
    }
}

#[test]
fn a_lost_brace_harms_one_game() {
    let good = |name: &str| {
        let noted = "1. e3-e4 {noted {twice} e6-e5 {[%clk 0:00:01]} *";
        format!("[Event \"{name}\"]\n{}", small_game("*", "unterminated", noted))
    };
    let lost =
        format!("[Event \"lost\"]\n{}", small_game("*", "unterminated", "1. e3-e4 {lost e6-e5 *"));
    // A note without any comment after it, and one whose comment closes the lost brace.
    let bare = format!("[Event \"bare\"]\n{}", small_game("*", "unterminated", "1. e3-e4 e6-e5 *"));
    for line_end in ["\n", "\r\n"] {
        for after in [vec![good("a")], vec![bare.clone(), good("a")], vec![bare.clone(); 20]] {
            let input = [vec![good("0"), lost.clone()], after.clone()].concat().join("\n");
            let input = input.replace('\n', line_end);
            let verdicts: Vec<bool> =
                games(input.as_bytes()).iter().map(|game| read_game(game).is_ok()).collect();
            let mut expected = vec![true; after.len() + 2];
            expected[1] = false;
            assert_eq!(verdicts, expected, "{input}");
        }
    }
}

#[test]
fn an_event_behind_an_empty_line_ends_a_comment_even_if_it_is_closed_later() {
    let open = small_game("*", "unterminated", "1. e3-e4 {a\n\n[Event \"x\"]\nb} e6-e5 *");
    let found = games(open.as_bytes());
    assert_eq!(found.len(), 2);
    let e = read_game(&found[0]).expect_err("its comment is open");
    assert_eq!((e.line, e.ply), (7, Some(1)), "{e}");
    // As a single text it is read like in a file.
    let alone = salpakan::record::notation::GameText::alone(open.clone().into_bytes());
    let e = read_game(&alone).expect_err("its comment is open");
    assert_eq!((e.line, e.ply), (7, Some(1)), "{e}");
    for held in [
        "{a\n[Event \"x\"]\nb}",
        "{a\n\n [Event \"x\"]\nb}",
        "{[Event \"x\"]}",
        "{a\n\n[Events \"x\"]\nb}",
    ] {
        let game = small_game("*", "unterminated", &format!("1. e3-e4 {held} e6-e5 *"));
        assert_eq!(valid(&game).timeline.plies.len(), 2, "{held}");
    }
}
