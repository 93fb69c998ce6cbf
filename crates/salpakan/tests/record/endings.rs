//! Every way in which a game ends, as a text record. The games are those of the rules' tests.

use salpakan::rules::{Color, Outcome, TERMINATIONS, Termination};

use crate::support::{read, refused, small_game, to_ggn, to_json, valid};

const GAMES: &str = include_str!("../rules/data/endings.txt");

struct Game {
    name: String,
    ruleset: String,
    first: String,
    setups: [String; 2],
    plies: Vec<String>,
    /// Result and termination if it ends by rule.
    end: Option<(String, String)>,
}

fn games() -> Vec<Game> {
    let blocks = GAMES.split("\n\n").filter(|block| block.contains("\nruleset "));
    blocks.map(game).collect()
}

fn game(block: &str) -> Game {
    let line = |key: &str| {
        block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' ')).unwrap_or_default()
    };
    let end = line("end").split_once(' ').map(|(one, two)| (one.to_owned(), two.to_owned()));
    Game {
        name: line("game").to_owned(),
        ruleset: line("ruleset").to_owned(),
        first: if line("first").is_empty() { "White" } else { line("first") }.to_owned(),
        setups: [line("white").to_owned(), line("black").to_owned()],
        plies: line("plies").split(' ').map(str::to_owned).collect(),
        end,
    }
}

impl Game {
    fn ggn(&self, result: &str, termination: &str, plies: &[String]) -> String {
        format!(
            "[Result \"{result}\"]\n[Ruleset \"{}\"]\n[First \"{}\"]\n[Termination \
             \"{termination}\"]\n[WhiteSetup \"{}\"]\n[BlackSetup \"{}\"]\n\n{}\n",
            self.ruleset,
            self.first,
            self.setups[0],
            self.setups[1],
            plies.join(" ")
        )
    }

    fn stated(&self) -> (&str, &str) {
        match &self.end {
            Some((result, termination)) => (result, termination),
            None => ("*", "unterminated"),
        }
    }
}

#[test]
fn every_game_of_the_rules_is_a_valid_record_with_its_end() {
    assert!(games().len() > 30);
    for game in games() {
        let (result, termination) = game.stated();
        let record = valid(&game.ggn(result, termination, &game.plies));
        assert_eq!(record.header.termination.name(), termination, "{}", game.name);
        assert_eq!(record.header.outcome.map_or("*", Outcome::notation), result, "{}", game.name);
        assert_eq!(record.timeline.ending.is_some(), game.end.is_some(), "{}", game.name);
        let again = to_ggn(&valid(&to_ggn(&record)));
        assert_eq!(again, to_ggn(&record), "{}", game.name);
        assert_eq!(to_ggn(&valid(&to_json(&record))), again, "{}", game.name);
    }
}

#[test]
fn outcomes_marks_and_hashes_may_be_left_out_and_come_back_in_writing() {
    for game in games() {
        let (result, termination) = game.stated();
        let full = to_ggn(&valid(&game.ggn(result, termination, &game.plies)));
        let bare: Vec<String> =
            game.plies.iter().map(|ply| ply.replace(['-', 'x', '+', '=', '#'], "")).collect();
        assert_eq!(to_ggn(&valid(&game.ggn(result, termination, &bare))), full, "{}", game.name);
    }
}

#[test]
fn an_end_by_rule_needs_neither_result_nor_termination() {
    for game in games().iter().filter(|game| game.end.is_some()) {
        let text = game.ggn("*", "unterminated", &game.plies);
        let without: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("[Result") && !line.starts_with("[Termination"))
            .collect();
        let record = valid(&without.join("\n"));
        assert_eq!(record.header.termination.name(), game.stated().1, "{}", game.name);
    }
}

#[test]
fn nothing_follows_the_end_of_a_game() {
    for game in games().iter().filter(|game| game.end.is_some()) {
        let (result, termination) = game.stated();
        let mut plies = game.plies.clone();
        plies.push("a1-a2".to_owned());
        let e = refused(&game.ggn(result, termination, &plies));
        assert_eq!(e.ply, Some(plies.len() as u32), "{}: {e}", game.name);
        assert!(e.message.contains("already over"), "{}: {e}", game.name);
    }
}

#[test]
fn an_end_by_rule_gives_exactly_its_result_and_termination() {
    for game in games().iter().filter(|game| game.end.is_some()) {
        let (result, termination) = game.stated();
        let other = if result == "1-0" { "0-1" } else { "1-0" };
        let e = refused(&game.ggn(other, termination, &game.plies));
        assert_eq!((e.line, e.column, e.ply), (1, 10, None), "{}: {e}", game.name);
        for wrong in TERMINATIONS.into_iter().filter(|t| t.name() != termination) {
            let text = game.ggn(result, wrong.name(), &game.plies);
            assert_eq!(refused(&text).ply, None, "{} {}", game.name, wrong.name());
        }
    }
}

/// The possible results for each termination that is not by rule.
#[test]
fn other_terminations_need_the_result_that_fits_them() {
    let decisive: &[&str] = &["1-0", "0-1"];
    let table: [(&str, &[&str]); 8] = [
        ("left", decisive),
        ("resignation", decisive),
        ("time", decisive),
        ("agreement", &["1/2-1/2"]),
        ("adjudication", &["1-0", "0-1", "1/2-1/2"]),
        ("abandoned", &["*"]),
        ("unterminated", &["*"]),
        ("flag-captured", &[]),
    ];
    for (termination, fitting) in table {
        for result in ["1-0", "0-1", "1/2-1/2", "*"] {
            for moves in ["1. e3-e4 e6-e5", ""] {
                let read = read(&small_game(result, termination, moves));
                assert_eq!(read.is_ok(), fitting.contains(&result), "{termination} {result}");
            }
        }
    }
}

#[test]
fn a_default_is_decisive_and_has_no_plies() {
    for (result, moves, fits) in
        [("1-0", "", true), ("0-1", "0-1", true), ("1-0", "e3-e4", false), ("1/2-1/2", "", false)]
    {
        assert_eq!(read(&small_game(result, "default", moves)).is_ok(), fits, "{result} {moves}");
    }
}

#[test]
fn a_record_without_plies_may_lack_either_set_up_but_one_with_plies_may_not() {
    for missing in [&["WhiteSetup"][..], &["BlackSetup"], &["WhiteSetup", "BlackSetup"]] {
        let without = |text: &str| {
            let kept = text.lines().filter(|line| !missing.iter().any(|name| line.contains(name)));
            kept.collect::<Vec<_>>().join("\n")
        };
        let record = valid(&without(&small_game("1-0", "default", "1-0")));
        assert_eq!(record.armies.white.is_none(), missing.contains(&"WhiteSetup"));
        let json = to_json(&record);
        assert_eq!(to_ggn(&valid(&json)), to_ggn(&record));
        let e = refused(&without(&small_game("1-0", "resignation", "e3-e4")));
        assert!(e.message.contains(missing[0]), "{e}");
    }
}

#[test]
fn a_missing_result_or_termination_is_inferred_only_where_one_is_left() {
    let text = |result: &str, termination: &str| {
        let full = small_game(result, termination, "1. e3-e4");
        full.lines().filter(|line| !line.contains("\"\"]")).collect::<Vec<_>>().join("\n")
    };
    let end = |text: &str| {
        read(text).map(|record| (record.header.outcome, record.header.termination)).ok()
    };
    assert_eq!(end(&text("*", "")), Some((None, Termination::Unterminated)));
    assert_eq!(end(&text("", "abandoned")), Some((None, Termination::Abandoned)));
    let drawn = Some((Some(Outcome::Draw), Termination::Agreement));
    assert_eq!(end(&text("", "agreement")), drawn);
    for (result, termination) in
        [("", ""), ("1-0", ""), ("1/2-1/2", ""), ("", "resignation"), ("", "adjudication")]
    {
        let e = refused(&text(result, termination));
        assert!(e.message.contains("add"), "{e}");
    }
}

#[test]
fn under_open_challenges_both_ranks_of_each_challenge_are_declared() {
    let text = small_game("*", "unterminated", "1. e3-e4 e6-e5 2. e4xe5=");
    let open = text.replace("standard+army=F5", "standard+army=F5+open-challenges");
    assert!(valid(&text).timeline.declared.is_empty());
    let declared = valid(&open).timeline.declared;
    assert_eq!(declared.len(), 1);
    assert_eq!((declared[0].ply, declared[0].challenger.letter()), (3, '5'));
    assert_eq!(declared[0].defender.letter(), '5');
}

#[test]
fn under_open_flag_both_flags_are_public_from_the_deployment_on() {
    let text = small_game("*", "unterminated", "1. e3-e4");
    assert!(Color::ALL.into_iter().all(|color| valid(&text).timeline.flags[color].is_none()));
    let open = valid(&text.replace("army=F5", "army=F5+open-flag"));
    for (color, square) in [(Color::White, "a1"), (Color::Black, "a8")] {
        let flag = open.timeline.flags[color].expect("it is public");
        assert_eq!((flag.since, flag.origin.to_string().as_str()), (0, square));
    }
}

#[test]
fn a_flag_is_public_from_the_ply_at_which_its_owner_revealed_it() {
    let moves = "1. e3-e4 {[%flag reveal]} e6-e5 {gulp [%flag reveal]} 2. a1-a2";
    let flags = valid(&small_game("*", "unterminated", moves)).timeline.flags;
    assert_eq!(flags.white.map(|flag| flag.since), Some(1));
    assert_eq!(flags.black.map(|flag| flag.since), Some(2));
    let moves = "1. e3-e4 {[%flag reveal black]} e6-e5";
    let flags = valid(&small_game("*", "unterminated", moves)).timeline.flags;
    assert_eq!((flags.white, flags.black.map(|flag| flag.since)), (None, Some(1)));
}
