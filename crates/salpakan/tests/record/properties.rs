//! Properties of all records, with arbitrary texts.

use proptest::prelude::*;
use salpakan::record::notation::{GameReader, read_game};
use salpakan::record::{Annotations, Header, JudgedRecord, Roster};
use salpakan::rules::{Outcome, RuleSet, Termination};

use crate::random_play::{Clocks, Random, random_game};
use crate::support::{games, read, to_ggn, to_json, valid};

const KEYS: [&str; 6] = [
    "standard",
    "electronic",
    "krig",
    "eleven+open-flag",
    "standard+army=F5PPS+open-challenges+promotion",
    "standard+army=F",
];

/// Words that are difficult to parse or write.
const WORDS: [&str; 22] = [
    "a",
    "bluff",
    "}",
    "{",
    ";",
    "[",
    "]",
    "[Event",
    "\"1-0\"]",
    "*",
    "1-0",
    "1.",
    "e3-e4",
    "\\",
    "\"",
    "[%draw",
    "offer]",
    "[%flag reveal]",
    "ñandú",
    "\u{1f3f3}",
    "[%",
    "%",
];

fn any_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => prop::sample::select(&WORDS[..]).prop_map(str::to_owned),
        1 => "[!-~À-ž]{1,90}",
    ];
    prop::collection::vec(word, 1..24).prop_map(|words| words.join(" "))
}

/// A comment as it may be in other programs' JSON: truncated or adjacent commands, and all kinds of
/// white space.
fn any_raw_comment() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        2 => prop::sample::select(&WORDS[..]).prop_map(str::to_owned),
        2 => prop::sample::select(&["[%clk", "[%clk 0:01:02]", "[%clk\u{a0}0:01:02 ]"][..])
            .prop_map(str::to_owned),
        1 => Just("\"result\": ".to_owned()),
        1 => prop::sample::select(&["\u{feff}", "\u{feff}abc", "\n", "\u{a0}", "\u{2028}", "\u{85}"][..])
            .prop_map(str::to_owned),
        1 => "[!-z]{60,100}",
    ];
    let parts = prop::collection::vec((part, prop::sample::select(&["", " "][..])), 1..8);
    parts.prop_map(|parts| parts.into_iter().map(|(part, space)| part + space).collect())
}

fn any_tag() -> impl Strategy<Value = String> {
    prop_oneof!["[ -~À-ž]{0,30}", Just("\\\"[]{};%".to_owned()), Just("?".to_owned())]
}

prop_compose! {
    fn any_roster()(texts in prop::collection::vec(any_tag(), 6)) -> Roster {
        // A blank value is unknown, and is written like that.
        let text = |index: usize| match texts[index].trim() {
            "" => "?".to_owned(),
            _ => texts[index].clone(),
        };
        Roster {
            event: text(0),
            site: text(1),
            date: text(2),
            round: text(3),
            white: text(4),
            black: text(5),
        }
    }
}

prop_compose! {
    fn any_record()(
        seed in any::<u64>(),
        key in prop::sample::select(&KEYS[..]),
        longest in prop::sample::select(&[0_usize, 1, 7, 60, 300][..]),
        clocks in prop::sample::select(&[Clocks::None, Clocks::All, Clocks::Some, Clocks::Wild][..]),
        roster in any_roster(),
        comments in prop::collection::vec((any::<u32>(), any_text()), 0..8),
        extra in prop::collection::btree_map("[a-z][A-Za-z0-9_]{0,8}", any_tag(), 0..4),
        timed in prop::option::of(0_usize..4),
        end in 0_usize..9,
    ) -> JudgedRecord {
        let rules: RuleSet = key.parse().expect("it is a rule-set");
        let game = random_game(&mut Random(seed), &rules, clocks, longest);
        let plies = game.timeline.len();
        let (outcome, termination) = match game.timeline.ending {
            Some(ending) => (Some(ending.outcome()), ending.termination),
            None => other_end(end),
        };
        let comments = comments.into_iter().map(|(at, text)| (at % (plies + 1), text)).collect();
        let controls = ["1200+5", "1200d5", "1/259200", "1200+5|600d5"];
        let time_control = timed.map(|at| controls[at].parse().expect("a time control"));
        JudgedRecord {
            header: Header { roster, time_control, outcome, termination },
            timeline: game.timeline,
            annotations: Annotations { comments, extra_tags: extra.into_iter().collect() },
            armies: game.armies.map(Some),
        }
    }
}

fn other_end(number: usize) -> (Option<Outcome>, Termination) {
    let win = Outcome::parse("1-0");
    [
        (win, Termination::Resignation),
        (Outcome::parse("0-1"), Termination::Time),
        (Some(Outcome::Draw), Termination::Agreement),
        (win, Termination::Adjudication),
        (Some(Outcome::Draw), Termination::Adjudication),
        (None, Termination::Abandoned),
        (None, Termination::Unterminated),
        (Outcome::parse("0-1"), Termination::Resignation),
        (win, Termination::Left),
    ][number]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_was_written_reads_and_writes_the_same_in_both_forms(record in any_record()) {
        let ggn = to_ggn(&record);
        let read = valid(&ggn);
        prop_assert_eq!(to_ggn(&read), ggn.clone());
        let json = to_json(&read);
        let twin = valid(&json);
        prop_assert_eq!(to_json(&twin), json);
        prop_assert_eq!(to_ggn(&twin), ggn);
        prop_assert_eq!(twin, read);
    }

    #[test]
    fn any_comment_that_json_may_hold_is_written_so_that_it_can_be_read(
        record in any_record(),
        comments in prop::collection::btree_map(0_u32..8, any_raw_comment(), 1..4),
    ) {
        let mut twin: serde_json::Value = serde_json::from_str(&to_json(&record))?;
        twin["clocks"] = serde_json::Value::Null;
        twin["comments"] = serde_json::to_value(comments)?;
        if let Ok(record) = read(&twin.to_string()) {
            let ggn = to_ggn(&record);
            prop_assert_eq!(&valid(&ggn), &record);
            prop_assert_eq!(valid(&to_json(&record)), record);
        }
    }

    #[test]
    fn what_is_read_is_what_was_written(record in any_record()) {
        let read = valid(&to_ggn(&record));
        prop_assert_eq!(&read.header, &record.header);
        prop_assert_eq!(&read.timeline.plies, &record.timeline.plies);
        prop_assert_eq!(&read.timeline.declared, &record.timeline.declared);
        prop_assert_eq!(&read.armies, &record.armies);
        prop_assert_eq!(&read.annotations, &record.annotations);
        prop_assert_eq!(read, valid(&to_json(&record)));
    }

    #[test]
    fn games_written_one_after_another_are_told_apart(records in prop::collection::vec(any_record(), 1..6)) {
        let ggn: String = records.iter().map(to_ggn).collect();
        let lines: Vec<String> = records.iter().map(to_json).collect();
        for input in [ggn, lines.join("\n"), format!("[{}]", lines.join(","))] {
            let again: Vec<_> = games(input.as_bytes()).iter().map(read_game).collect();
            prop_assert_eq!(again.len(), records.len());
            for (again, record) in again.into_iter().zip(&records) {
                let again = again.unwrap_or_else(|e| panic!("{e}"));
                prop_assert_eq!(&again.annotations, &record.annotations);
            }
        }
    }

    #[test]
    fn a_spoilt_text_is_read_or_refused_with_a_place_within_it(
        record in any_record(), json in any::<bool>(), at in any::<prop::sample::Index>(),
        length in 0_usize..40, patch in "[ -~\n]{0,12}",
    ) {
        let mut text = if json { to_json(&record) } else { to_ggn(&record) };
        let mut from = at.index(text.len());
        while !text.is_char_boundary(from) { from -= 1; }
        let mut to = (from + length).min(text.len());
        while !text.is_char_boundary(to) { to -= 1; }
        text.replace_range(from..to, &patch);
        let lines = text.split('\n').count() as u64;
        for game in GameReader::new(text.as_bytes()).unwrap_or_else(|e| panic!("{e}")) {
            let game = game.unwrap_or_else(|e| panic!("{e}"));
            if let Err(e) = read_game(&game) {
                prop_assert!(e.line >= 1 && e.line <= lines, "{}", e);
                let line = text.split('\n').nth(e.line as usize - 1).unwrap_or_default();
                prop_assert!(e.column >= 1 && e.column <= line.chars().count() as u64 + 1, "{}", e);
            }
        }
    }

    #[test]
    fn any_bytes_at_all_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(reader) = GameReader::new(&bytes[..]) {
            for game in reader.flatten() {
                let _ = read_game(&game);
            }
        }
    }
}
