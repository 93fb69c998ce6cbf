//! Splitting inputs that have an unusual layout, are damaged, or mention games in comments.

use std::io::{self, Read};

use salpakan::record::notation::{Format, GameReader, GameText, read_game};

use crate::support::{games, read, refused, small_game, small_json, to_ggn, valid};

/// Which games of an input are valid, by number.
fn verdicts(input: &str) -> Vec<bool> {
    games(input.as_bytes()).iter().map(|game| read_game(game).is_ok()).collect()
}

/// A game with every member that the JSON form may have.
fn twin() -> String {
    let game = small_json("*", "unterminated", r#"["e3-e4", "e6-e5", "e4xe5="]"#);
    let more =
        r#", "tags": {"Event": "{\"x\": [1,"}, "clocks": [3, null], "comments": {"1": "}"}}"#;
    format!("{}{more}", &game[..game.len() - 1])
}

/// JSON with line breaks around the characters in `breaks` outside strings.
fn laid_out(json: &str, breaks: &str) -> String {
    let mut text = String::new();
    let (mut in_string, mut escaped) = (false, false);
    for c in json.chars() {
        if !in_string && breaks.contains(c) {
            text.push_str(&format!("\n{c}\n"));
        } else {
            text.push(c);
        }
        in_string ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
    }
    text
}

#[test]
fn an_object_is_one_game_however_it_is_laid_out() {
    for breaks in ["{", "{}", "{}[]", "{}[],", "{}[],:", "[", ":", ","] {
        let one = laid_out(&twin(), breaks);
        assert_eq!(verdicts(&one), [true], "{one}");
        assert_eq!(verdicts(&format!("{one}{one}\n{one}")), [true; 3], "{one}");
        assert_eq!(verdicts(&format!("[{one},\n{one}]")), [true; 2], "{one}");
        assert_eq!(verdicts(&laid_out(&format!("[{0},{0}]", twin()), breaks)), [true; 2], "{one}");
        let bad = one.replace("e4xe5=", "e4xe5+");
        assert_eq!(verdicts(&format!("{one}\n{bad}\n{one}")), [true, false, true], "{one}");
    }
}

#[test]
fn an_object_that_is_cut_off_anywhere_takes_no_other_with_it() {
    let good = twin();
    for end in 1..good.len() {
        let cut = &good[..end];
        let lines = format!("{good}\n{cut}\n{good}\n{good}\n");
        assert_eq!(verdicts(&lines), [true, false, true, true], "{cut}");
        let last = format!("{good}\n{cut}\n{good}\n");
        assert_eq!(verdicts(&last), [true, false, true], "{cut}");
        let array = format!("[\n{good},\n{cut}\n{good},\n{good}\n]\n");
        assert_eq!(verdicts(&array)[..4], [true, false, true, true], "{cut}");
    }
}

#[test]
fn a_broken_object_laid_out_over_lines_is_one_fault() {
    let open = laid_out(&twin(), "{}").replace("\"e4xe5=\"]", "\"e4xe5=\"");
    let input = format!("{}\n{open}\n{}", twin(), twin());
    assert_eq!(verdicts(&input), [true, false, true]);
}

#[test]
fn games_inside_of_broken_ones_cost_little_and_keep_their_lines() {
    let nested = "{\"tags\":\n".repeat(20_000);
    let found = games(format!("{nested}{}", twin()).as_bytes());
    assert_eq!(found.len(), 20_001);
    for (game, line) in found.iter().zip(1..) {
        assert_eq!((game.number, game.first_line, game.first_column), (line, line, 1));
    }
    read_game(&found[20_000]).unwrap_or_else(|e| panic!("{e}"));
}

fn game_with(moves: &str) -> String {
    small_game("*", "unterminated", moves)
}

#[test]
fn a_comment_may_hold_tags_behind_an_empty_line() {
    let plain = valid(&game_with("1. e3-e4 e6-e5 *"));
    for (comment, text) in [
        ("{a\n\n[White \"x\"]\nb}", "a [White \"x\"] b"),
        ("{a\n\n[White \"x\"]\n\nb}", "a [White \"x\"] b"),
        ("{a\n\n[White \"x\"] b}", "a [White \"x\"] b"),
        ("{a\r\n\r\n  [White \"x\"]\r\n[Black \"{\"]\r\n b}", "a [White \"x\"] [Black \"{\"] b"),
        ("{\n\n; a\n[White \"x\"]\n\n[Black \"x\"]\n}", "; a [White \"x\"] [Black \"x\"]"),
    ] {
        let game = game_with(&format!("1. e3-e4 {comment} e6-e5 *"));
        let record = valid(&game);
        assert_eq!(record.annotations.comments[&1], text);
        assert_eq!(record.timeline, plain.timeline);
        assert_eq!(verdicts(&format!("{game}\n{game}{game}")), [true; 3], "{comment}");
    }
}

#[test]
fn a_comment_that_is_never_closed_takes_no_other_game_with_it() {
    let open = game_with("1. e3-e4 {open");
    let bare = game_with("1. e3-e4 e6-e5 *");
    let noted = game_with("{well} 1. e3-e4 {[%clk 0:00:01]} e6-e5 *");
    let moveless = game_with("");
    for games in [
        vec![&bare],
        vec![&noted],
        vec![&moveless],
        vec![&bare, &noted],
        vec![&moveless, &noted],
        vec![&bare, &bare, &moveless, &bare],
        vec![&bare; 30],
        vec![&noted; 30],
    ] {
        for parted in ["\n", "\n\n", "\n; why\n", "\n \n"] {
            let after: String = games.iter().map(|game| format!("{parted}{game}")).collect();
            let found = verdicts(&format!("{bare}{parted}{open}{after}"));
            let mut expected = vec![true; games.len() + 2];
            expected[1] = false;
            assert_eq!(found, expected, "{after}");
        }
    }
    let found = verdicts(&format!("{open}\n{open}\n{noted}\n{open}\n{bare}"));
    assert_eq!(found, [false, false, true, false, true]);
    let e = refused(&open);
    assert_eq!((e.line, e.column, e.ply), (7, 10, Some(1)), "{e}");
}

#[test]
fn many_comments_that_are_never_closed_cost_little() {
    let open = "[Event \"x\"]\n\n1. e3-e4 {open\n\n[A \"x\"]\nb\n\n";
    let found = games(open.repeat(5_000).as_bytes());
    assert!(found.len() >= 5_000);
    assert!(found.windows(2).all(|pair| pair[0].first_line < pair[1].first_line));
}

#[test]
fn a_note_between_games_belongs_to_neither_at_the_end_too() {
    let game = format!("{}\n; a note\n", game_with("*"));
    for game in games(game.repeat(2).as_bytes()) {
        let record = read_game(&game).unwrap_or_else(|e| panic!("{e}"));
        assert!(record.annotations.is_empty());
    }
    // Before any move text, it is a comment before the first ply.
    let game = format!("{}; a note\n", game_with(""));
    for game in games(game.repeat(2).as_bytes()) {
        let record = read_game(&game).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(record.annotations.comments[&0], "a note");
    }
}

#[test]
fn json_behind_a_game_is_a_game_and_so_is_what_follows_it() {
    let ended = game_with("1. e3-e4 e6-e5 {[%clk 0:00:01]} *");
    let open = game_with("1. e3-e4 e6-e5");
    let moveless = game_with("");
    let pretty = twin().replace("{\"", "{\n \"");
    let array = format!("[\n{},\n{}]", twin(), twin());
    for (text, count) in [
        (twin(), 1),
        (twin().replacen('{', "{ ", 1), 1),
        (pretty, 1),
        (laid_out(&twin(), "{}[]"), 1),
        (format!("[{0},{0}]", twin()), 2),
        (array, 2),
        (format!("{0}\n{0}", twin()), 2),
    ] {
        let text = text.trim_start();
        for (before, parted) in [
            (&ended, ""),
            (&ended, "\n"),
            (&ended, "{good}\n"),
            (&ended, "\n; a note\n"),
            (&open, "\n"),
            (&moveless, "\n"),
        ] {
            if parted.is_empty() || before == &ended || text.starts_with("{\"") {
                let input = format!("{before}{parted}{text}\n\n{ended}\n{text}\n{open}");
                let found = games(input.as_bytes());
                let expected: Vec<Format> = [(1, Format::Ggn), (count, Format::Json)]
                    .repeat(2)
                    .into_iter()
                    .flat_map(|(count, format)| vec![format; count])
                    .chain([Format::Ggn])
                    .collect();
                let formats: Vec<Format> = found.iter().map(|game| game.format).collect();
                assert_eq!(formats, expected, "{input}");
                for game in &found {
                    read_game(game).unwrap_or_else(|e| panic!("{e}\n{input}"));
                }
            }
        }
    }
    let short = format!("{ended}\n{{\"result\":\"*\",\"termination\":\"abandoned\"}}\n");
    assert_eq!(verdicts(&short), [true, true]);
    let fault = format!("{ended}{{\"nice\" they said}}\n");
    assert_eq!(verdicts(&fault), [true, false]);
}

#[test]
fn a_comment_that_looks_like_json_is_a_comment_within_its_game() {
    for moves in [
        "1. e3-e4\n{\"nice\", they said} e6-e5 *",
        "1. e3-e4 {see\n\n{\"result\": 1} e6-e5 *",
        "{\"nice\": so} 1. e3-e4 *",
        "1. e3-e4 ; 1-0\n{\"nice\"} e6-e5 *",
        "1. e3-e4 *\n{\nwell played}",
    ] {
        read(&game_with(moves)).unwrap_or_else(|e| panic!("{e}\n{moves}"));
    }
    // At the start of the move text, it is written after a semicolon.
    let record = valid(&game_with("; \"result\": a } b\n1. e3-e4 *"));
    assert_eq!(valid(&to_ggn(&record)), record);
    let record = valid(&game_with("; \"result\": a b\n1. e3-e4 *"));
    assert_eq!(record.annotations.comments[&0], "\"result\": a b");
    assert_eq!(valid(&to_ggn(&record)), record);
}

#[test]
fn tags_may_be_indented() {
    let game = game_with("1. e3-e4 *");
    let first = format!(" {game}");
    let all = game.replace("\n[", "\n\t[");
    let record = valid(&game);
    for text in [&first, &all, &format!("  {all}")] {
        assert_eq!(valid(text), record);
        assert_eq!(verdicts(&format!("{text}\n{text}{game}")), [true; 3]);
    }
}

#[test]
fn where_a_buffer_ends_changes_nothing() {
    struct Dripping<'a>(&'a [u8]);
    impl Read for Dripping<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(&mut buffer[..1])
        }
    }
    let open = game_with("1. e3-e4 {open\n; x");
    let quoting = game_with("1. e3-e4 {a\n\n[White \"x\"]\nb} *");
    let cut = &twin()[..60];
    let input = format!(
        "{open}\n{quoting}\n{open}\n{quoting}\n{}\n{cut}\n{}\n{{\"tags\":\n{}\n{open}\n{quoting}",
        twin(),
        twin(),
        laid_out(&twin(), "{}")
    );
    let dripped: io::Result<Vec<GameText>> = GameReader::new(Dripping(input.as_bytes()))
        .and_then(Iterator::collect)
        .map_err(|e| e.cause);
    let whole = games(input.as_bytes());
    assert_eq!(whole, dripped.expect("it is read"));
    assert_eq!(verdicts(&input), [0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1].map(|valid| valid == 1));
}
