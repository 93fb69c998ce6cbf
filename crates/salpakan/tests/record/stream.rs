//! Splitting any input into games in constant memory.

use std::io::{self, Read};

use salpakan::record::notation::{Format, GameReader, MOST_BYTES, read_game};

use crate::support::{SAMPLE, games, refused, small_game, small_json, to_json, valid};

fn sample(count: usize) -> Vec<String> {
    let texts = games(SAMPLE.as_bytes()).into_iter().take(count);
    texts.map(|game| String::from_utf8(game.bytes).unwrap_or_default()).collect()
}

fn twins(count: usize) -> Vec<String> {
    sample(count).iter().map(|text| to_json(&valid(text))).collect()
}

/// Which games of an input are valid, by number.
fn verdicts(input: &[u8]) -> Vec<bool> {
    games(input).iter().map(|game| read_game(game).is_ok()).collect()
}

/// Indents JSON as other tools do.
fn pretty(json: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(json).expect("it is JSON");
    serde_json::to_string_pretty(&value).expect("it can be written")
}

#[test]
fn the_two_forms_are_told_apart_by_content() {
    let twin = &twins(1)[0];
    for (input, format, count) in [
        (SAMPLE.to_owned(), Format::Ggn, 800),
        (twin.clone(), Format::Json, 1),
        (pretty(twin), Format::Json, 1),
        (twins(3).join("\n"), Format::Json, 3),
        (twins(3).join("\r\n\r\n"), Format::Json, 3),
        (twins(3).concat(), Format::Json, 3),
        (format!("[{}]", twins(3).join(",")), Format::Json, 3),
        (format!("[\n{}\n]\n", twins(3).join(",\n")), Format::Json, 3),
        (pretty(&format!("[{}]", twins(3).join(","))), Format::Json, 3),
        (format!("\u{feff}\n\n  {twin}"), Format::Json, 1),
        (format!("\n \n{}", sample(2).join("\n\n\n")), Format::Ggn, 2),
    ] {
        let games = games(input.as_bytes());
        assert_eq!(games.len(), count, "{}", &input[..40]);
        for game in games {
            assert_eq!(game.format, format);
            read_game(&game).unwrap_or_else(|e| panic!("{e}"));
        }
    }
}

#[test]
fn games_keep_their_line_and_column_wherever_they_stand() {
    let bad = small_json("1-0", "agreement", "[]");
    let at = bad.find("\"1-0\"").expect("it has a result") as u64 + 1;
    let one_line = format!("[{0}, {bad}]", twins(1)[0]);
    let found = games(one_line.as_bytes());
    let e = read_game(&found[1]).expect_err("a draw is 1/2-1/2");
    assert_eq!((e.line, e.column), (1, 3 + twins(1)[0].chars().count() as u64 + at));
    let lines = format!("{}\n\n  {bad}", twins(1)[0]);
    let e = read_game(&games(lines.as_bytes())[1]).expect_err("a draw is 1/2-1/2");
    assert_eq!((e.line, e.column), (3, 2 + at));
}

#[test]
fn an_input_without_games_has_none() {
    for input in ["", "\n", " \r\n\t", "\u{feff}", "[]", "[\n]\n"] {
        assert!(games(input.as_bytes()).is_empty(), "{input:?}");
    }
}

#[test]
fn a_game_with_an_unclosed_comment_damages_only_itself() {
    let sample = sample(3);
    let open = sample[1].replacen("{[%clk", "{open [%clk", 40).replacen(']', "", 60);
    let open = open[..open.rfind('}').expect("it has clocks")].to_owned();
    let input = format!("{}\n\n{open}\n\n{}", sample[0].trim_end(), sample[2]);
    assert_eq!(verdicts(input.as_bytes()), [true, false, true]);
}

#[test]
fn tags_right_behind_a_result_begin_the_next_game_but_not_within_a_comment() {
    let game = small_game("*", "unterminated", "1. e3-e4 *");
    assert_eq!(verdicts(format!("{game}{game}").as_bytes()), [true, true]);
    let comment = small_game("*", "unterminated", "1. e3-e4 {see\n[Fischer 1970]} e6-e5 *");
    assert_eq!(verdicts(format!("{comment}\n{game}").as_bytes()), [true, true]);
}

#[test]
fn comment_lines_between_games_belong_to_neither() {
    let game = small_game("*", "unterminated", "1. e3-e4\n; his best\n\n; and mine\ne6-e5 *");
    let input = format!("; a file of rejects\n\n{game}\n; why\n\n; again why\n{game}");
    let games = games(input.as_bytes());
    assert_eq!(games.len(), 2);
    for game in games {
        let record = read_game(&game).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(record.annotations.comments[&1], "his best and mine");
        assert_eq!(record.annotations.comments.len(), 1);
    }
    let open = small_game("*", "unterminated", "1. e3-e4 {open");
    assert_eq!(verdicts(format!("{open}\n; why\n{game}").as_bytes()), [false, true]);
}

#[test]
fn a_broken_line_of_json_damages_only_itself() {
    let twins = twins(3);
    let good = &twins[0];
    for end in [1, 20, 40, good.len() / 2, good.len() - 2] {
        let input = format!("{}\n{}\n{}\n", twins[1], &good[..end], twins[2]);
        assert_eq!(verdicts(input.as_bytes()), [true, false, true], "cut at {end}");
    }
    let garbage = format!("{}\nhello, world\n{}\n", twins[1], twins[2]);
    assert_eq!(verdicts(garbage.as_bytes()), [true, false, true]);
}

#[test]
fn an_array_that_is_cut_off_is_noticed() {
    let input = format!("[{},\n{},", twins(2)[0], twins(2)[1]);
    assert_eq!(verdicts(input.as_bytes()), [true, true, false]);
    let e = read_game(&games(input.as_bytes())[2]).expect_err("it is open");
    assert_eq!((e.line, e.column, e.ply), (1, 1, None));
    assert!(e.message.contains("not closed"), "{e}");
}

#[test]
fn one_bad_game_among_twenty_thousand_is_found_and_the_rest_stand() {
    let game = small_game("*", "unterminated", "1. e3-e4 e6-e5 2. e4xe5= *");
    let bad = small_game("*", "unterminated", "1. e3-e4 e6-e5 2. e4xe5+ *");
    let (half, lines) = (10_000, game.lines().count() as u64 + 1);
    let many = format!("{game}\n").repeat(half);
    let input = format!("{many}{bad}\n{many}");
    let reader = GameReader::new(input.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
    let mut bad = Vec::new();
    let mut count = 0;
    for game in reader {
        let game = game.unwrap_or_else(|e| panic!("{e}"));
        count += 1;
        bad.extend(read_game(&game).err().map(|e| (game.number, e.line, e.column, e.ply)));
    }
    assert_eq!(count, 2 * half + 1);
    assert_eq!(bad, [(half as u64 + 1, half as u64 * lines + 7, 19, Some(3))]);
}

#[test]
fn an_archive_is_refused_as_one() {
    for archive in [&b"PK\x03\x04\x14\0"[..], &[0xd0, 0xcf, 0x11, 0xe0, 0xa1], &[0x1f, 0x8b, 8, 0]]
    {
        let e = GameReader::new(archive).err().expect("it is no text");
        assert!(e.to_string().starts_with("no game can be read: this is an archive"), "{e}");
    }
}

#[test]
fn another_encoding_is_refused_by_its_name() {
    let latin = small_game("*", "unterminated", "1. e3-e4 {ni~o} *").replace('~', "?");
    let mut latin = latin.into_bytes();
    let at = latin.windows(4).position(|word| word == b"ni?o").expect("it is there") + 2;
    latin[at] = 0xf1;
    let e = read_game(&games(&latin)[0]).expect_err("it is Latin-1");
    assert!(e.message.contains("not UTF-8"), "{e}");
    assert_eq!((e.line, e.column, e.ply), (7, 13, None));
    let wide = |mark: &[u8], order: fn(u16) -> [u8; 2]| {
        let units: Vec<u8> = SAMPLE[..4000].encode_utf16().flat_map(order).collect();
        [mark, &units].concat()
    };
    for marked in [wide(&[0xff, 0xfe], u16::to_le_bytes), wide(&[0xfe, 0xff], u16::to_be_bytes)] {
        let e = GameReader::new(&marked[..]).err().expect("it is UTF-16");
        assert!(e.to_string().contains("UTF-16"), "{e}");
    }
    for unmarked in [wide(&[], u16::to_le_bytes), wide(&[], u16::to_be_bytes)] {
        for game in games(&unmarked) {
            let e = read_game(&game).expect_err("it is UTF-16");
            assert!(e.message.contains("NUL") && e.message.contains("UTF-16"), "{e}");
        }
    }
}

#[test]
fn nesting_costs_no_stack_however_deep_it_is() {
    let deep = |open: &str, close: &str| open.repeat(300_000) + &close.repeat(300_000);
    for value in [deep("[", "]"), deep("{\"a\":", "}"), "[".repeat(300_000)] {
        for text in [
            value.clone(),
            format!("{{\"tags\": {value}}}"),
            format!("{{\"tags\": {{\"A\": {value}}}}}"),
            format!("{{\"plies\": {value}}}"),
            format!("{{\"plies\": [{value}]}}"),
            format!("{{\"clocks\": [{value}]}}"),
            format!("{{\"comments\": {{\"0\": {value}}}}}"),
            format!("{{\"unknown\": {value}}}"),
        ] {
            assert!(verdicts(text.as_bytes()).iter().all(|valid| !valid));
        }
    }
}

#[test]
fn a_game_longer_than_the_limit_is_refused_and_the_next_is_read() {
    let small = small_game("*", "unterminated", "1. e3-e4 *");
    let enormous = format!("[Event \"{}\"]\n\n*\n", "e".repeat(MOST_BYTES));
    let many_lines = format!("[Event \"a\"]\n\n{}\n", "{comment}\n".repeat(MOST_BYTES / 10 + 1));
    for long in [enormous, many_lines] {
        let input = format!("{small}\n{long}\n{small}");
        let games = games(input.as_bytes());
        let e = read_game(&games[1]).expect_err("it is too long");
        assert!(e.message.contains("longer than 4 MiB"), "{e}");
        assert_eq!((e.line, e.ply), (small.lines().count() as u64 + 2, None));
        assert_eq!(verdicts(input.as_bytes()), [true, false, true]);
    }
    let json =
        format!("{}\n{{\"a\": \"{}\"}}\n{}", twins(1)[0], "a".repeat(MOST_BYTES), twins(1)[0]);
    assert_eq!(verdicts(json.as_bytes()), [true, false, true]);
}

#[test]
fn a_game_may_have_as_many_plies_as_its_text_has_room_for() {
    let plies = "a1a2 a8a7 a2a1 a7a8 ".repeat(200_000);
    let record = valid(&small_game("*", "unterminated", &format!("{plies}a1-a2")));
    assert_eq!(record.timeline.len(), 800_001);
    let plies = format!("\"{}\"", plies.trim_end());
    assert_eq!(valid(&small_json("*", "unterminated", &plies)).timeline.len(), 800_000);
}

#[test]
fn a_game_of_too_many_tags_is_refused() {
    let tags: String = (0..300).map(|n| format!("[Tag{n} \"\"]\n")).collect();
    assert!(refused(&format!("{tags}\n*\n")).message.contains("tags"));
    let names: Vec<String> = (0..300).map(|n| format!("\"T{n}\": \"\"")).collect();
    assert!(refused(&format!("{{\"tags\": {{{}}}}}", names.join(","))).message.contains("tags"));
}

#[test]
fn zstd_is_expanded_by_itself_in_one_frame_or_several() {
    let packed = zstd::encode_all(SAMPLE.as_bytes(), 3).expect("it shrinks");
    assert_eq!(games(&packed).len(), 800);
    assert_eq!(games(&[packed.clone(), packed].concat()).len(), 1600);
}

#[test]
fn an_archive_that_repeats_itself_is_no_bomb_but_one_endless_game_is() {
    let repeated = SAMPLE.repeat(30);
    let packed = zstd::encode_all(repeated.as_bytes(), 9).expect("it shrinks");
    assert!(repeated.len() / packed.len() > 50);
    assert_eq!(games(&packed).len(), 24_000);
    for filling in [b' ', b'[', b'a', b'{', 0] {
        let endless = io::repeat(filling).take(100 << 20);
        let bomb = zstd::encode_all(endless, 1).expect("it shrinks");
        let sound = zstd::encode_all(sample(1)[0].as_bytes(), 1).expect("it shrinks");
        let input = [sound, bomb].concat();
        let mut reader = GameReader::new(&input[..]).unwrap_or_else(|e| panic!("{e}"));
        let e = reader.find_map(Result::err).expect("it is a bomb");
        assert!(e.to_string().contains("bomb"), "{e}");
        assert!(reader.next().is_none(), "nothing follows");
    }
}

#[test]
fn zstd_that_is_cut_off_or_damaged_says_after_which_game() {
    let packed = zstd::encode_all(SAMPLE.as_bytes(), 3).expect("it shrinks");
    let reader = GameReader::new(&packed[..packed.len() / 2]).unwrap_or_else(|e| panic!("{e}"));
    let e = reader.filter_map(Result::err).next().expect("half is missing");
    assert!(e.after_game > 100 && e.to_string().contains("end too early"), "{e}");
    let mut damaged = packed;
    damaged[5000..5100].fill(0xaa);
    let found = GameReader::new(&damaged[..]).map(|games| games.filter_map(Result::err).count());
    assert!(found.is_err() || found.is_ok_and(|errors| errors == 1));
}

#[test]
fn where_lines_are_cut_by_a_buffer_nothing_changes() {
    struct Dripping<'a>(&'a [u8], usize);
    impl Read for Dripping<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len()).min(self.0.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }
    let ggn = sample(5).join("\n");
    let json = format!("[{}]", twins(5).join(", "));
    for text in [ggn, json] {
        let whole = games(text.as_bytes());
        for step in [1, 2, 3, 7, 100] {
            let reader = GameReader::new(Dripping(text.as_bytes(), step));
            let reader = reader.unwrap_or_else(|e| panic!("{e}"));
            let dripped: Vec<_> =
                reader.map(|game| game.unwrap_or_else(|e| panic!("{e}"))).collect();
            assert!(dripped == whole, "{step} bytes at a time");
        }
    }
}
