//! Everything is compared with a second referee, which was written in Python from the text of the rules alone.
//!
//! The ordinary test lets it recount a sample of its cases; `TESTED_REFEREE=whole` all of them.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use three_generals::{Ending, Game, Ply};

use crate::board::game;

const REFEREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/referee.py");
const CASES: &str = include_str!("data/positions.txt");
/// How many cases cover a rule at least.
const OF_EACH_RULE: usize = 5;
/// All that the cases cover.
const RULES: usize = 45;

struct Case<'a> {
    line: &'a str,
    game: Game,
    rules: Vec<&'a str>,
    counts: Vec<u64>,
}

fn cases() -> Vec<Case<'static>> {
    let lines = CASES.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split(" | ").collect();
            let [start, plies, rules, counts] = parts[..] else { panic!("four parts: {line}") };
            let counts = counts.split(' ').map(|count| count.parse().expect("a number")).collect();
            Case { line, game: game(start, plies), rules: rules.split(' ').collect(), counts }
        })
        .collect()
}

/// What the referee answers to these cases, a line each.
fn referee(arguments: &[&str], cases: &[Case<'_>]) -> Vec<String> {
    let mut child = Command::new("python3")
        .arg(REFEREE)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is installed, as scripts/test sees to");
    let mut stdin = child.stdin.take().expect("its standard input is a pipe");
    let input: String = cases.iter().map(|case| format!("{}\n", case.line)).collect();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()).expect("it reads all cases"));
        child.wait_with_output().expect("it ends")
    });
    assert!(output.status.success(), "the referee fails");
    let text = String::from_utf8(output.stdout).expect("it prints UTF-8");
    text.lines().map(str::to_owned).collect()
}

fn is_whole() -> bool {
    std::env::var_os("TESTED_REFEREE").is_some_and(|value| value == "whole")
}

/// The last position, how the game stands and its legal plies, as the referee prints them.
fn described(game: &Game) -> String {
    let ending = match game.ending() {
        None => "playing",
        Some(Ending::Repetition) => "repetition",
        Some(Ending::NoPly { .. }) => "no-move",
    };
    let listed = if game.ending().is_some() { Vec::new() } else { game.position().plies() };
    let mut plies: Vec<String> = listed.iter().map(Ply::to_string).collect();
    plies.sort_unstable();
    format!("{} | {ending} | {}", game.position(), plies.join(" "))
}

#[test]
fn the_cases_cover_every_rule_several_times() {
    let cases = cases();
    assert_eq!(cases.len(), 300);
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for rule in cases.iter().flat_map(|case| &case.rules).filter(|rule| !rule.is_empty()) {
        *numbers.entry(rule).or_default() += 1;
    }
    let rare: Vec<_> = numbers.iter().filter(|(_, number)| **number < OF_EACH_RULE).collect();
    assert!(rare.is_empty(), "{rare:?}");
    assert_eq!(numbers.len(), RULES, "{numbers:?}");
}

#[test]
fn paths_are_as_many_as_the_referee_has_counted() {
    for case in cases() {
        for (depth, count) in (1..).zip(&case.counts) {
            assert_eq!(case.game.perft(depth), *count, "depth {depth}: {}", case.line);
        }
    }
}

#[test]
fn the_referee_lists_the_same_plies_after_the_same_games() {
    let cases = cases();
    let answers = referee(&["plies"], &cases);
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(answers) {
        assert_eq!(described(&case.game), answer, "{}", case.line);
    }
}

#[test]
fn the_referee_counts_its_cases_as_it_did() {
    let cases = cases();
    let (step, depth) = if is_whole() { (1, 3) } else { (cases.len() / 12, 2) };
    let sample: Vec<Case<'_>> = cases.into_iter().step_by(step).collect();
    assert!(sample.len() >= 12);
    let answers = referee(&["count", &depth.to_string()], &sample);
    assert_eq!(answers.len(), sample.len());
    for (case, answer) in sample.iter().zip(answers) {
        assert_eq!(answer, case.counts[depth - 1].to_string(), "{}", case.line);
    }
}

#[test]
fn the_start_has_as_many_paths_as_the_referee_counts() {
    for depth in 1..=4 {
        let answer = referee(&["perft", &depth.to_string(), "start"], &[]);
        assert_eq!(answer, [Game::new().perft(depth).to_string()], "depth {depth}");
    }
}
