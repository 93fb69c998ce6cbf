//! `adjutant perft` as it is called.

use salpakan::rules::perft::perft;
use salpakan::rules::{ByColor, Color, Deployment, Draft, RuleSet};

use crate::program::{adjutant, stderr, stdout};

/// The published set-ups, which are the defaults.
const WHITE: &str = "3..PL5P../.ASKTP.4S/BMCPPF12P";
const BLACK: &str = "...3FT.../12SLPASKM/BPP4P5PPC";

/// The lines that it prints.
fn counted(arguments: &[&str]) -> Vec<String> {
    let output = adjutant(&[&["perft"], arguments].concat(), b"");
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    stdout(&output).lines().map(str::to_owned).collect()
}

fn refused(arguments: &[&str]) -> String {
    let output = adjutant(&[&["perft", "--depth", "1"], arguments].concat(), b"");
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{arguments:?}");
    stderr(&output)
}

fn three_generals(after: &str, depth: &str) -> Vec<String> {
    counted(&["--game", "three-generals", "--after", after, "--depth", depth])
}

#[test]
fn three_generals_is_counted_as_its_second_referee_does() {
    // `python3 crates/three-generals/tests/rules/referee.py perft DEPTH start c3-c4 e7-e6`
    for (depth, paths) in [("0", "1"), ("1", "43"), ("2", "1929"), ("3", "85575")] {
        assert_eq!(three_generals("c3-c4 e7-e6", depth), [paths], "depth {depth}");
    }
}

#[test]
fn move_numbers_may_stand_between_the_plies() {
    assert_eq!(three_generals("1. c3-c4 e7-e6", "1"), three_generals("c3-c4 e7-e6", "1"));
}

#[test]
fn divided_counts_add_up_to_the_last_line() {
    for game in ["salpakan", "three-generals"] {
        let lines = counted(&["--game", game, "--depth", "3", "--divide"]);
        let (last, parts) = lines.split_last().expect("a total");
        let number = |text: &str| text.parse::<u64>().expect("a number");
        let sum: u64 =
            parts.iter().map(|part| number(part.split(": ").nth(1).expect("a count"))).sum();
        assert_eq!(sum, number(last), "{game}");
        assert_eq!(counted(&["--game", game, "--depth", "3"]), [last.as_str()], "{game}");
    }
}

#[test]
fn a_position_of_three_generals_is_counted_as_well() {
    let alone = ["--game", "three-generals", "--position", "9/9/9/9/9/9/9/4J4/9 w -"];
    assert_eq!(counted(&[&alone[..], &["--depth", "1"]].concat()), ["8"]);
    // Black has no ply and has lost.
    assert_eq!(counted(&[&alone[..], &["--depth", "2"]].concat()), ["0"]);
}

#[test]
fn a_bad_ply_of_three_generals_is_named_with_its_number_and_the_remedy() {
    let after = |plies| refused(&["--game", "three-generals", "--after", plies]);
    assert_eq!(
        after("c3-c4 e7xe6"),
        "adjutant: --after: ply 2, e7xe6: nothing is captured on e6; write - instead of x\n"
    );
    assert_eq!(
        after("c3-c4 e7-e6 c4_c5"),
        "adjutant: --after: ply 3, c4_c5: character 3 is '_'; expected: - for a move, x for a capture or * for a shot\n"
    );
    assert_eq!(
        refused(&["--game", "three-generals", "--position", "9/9"]),
        "adjutant: --position: character 4: behind nine rows belongs the side to move, ' w ' or ' b '\n"
    );
}

fn army(color: Color, setup: &str) -> Deployment {
    let rules = &RuleSet::STANDARD;
    let draft = Draft::parse(color, rules, setup).expect("a set-up");
    draft.check(rules).unwrap_or_else(|_| panic!("{setup} is legal"))
}

/// Salpakan as the arbiter counts it, who knows the ranks.
fn by_arbiter(depth: u32) -> u64 {
    let armies = ByColor { white: army(Color::White, WHITE), black: army(Color::Black, BLACK) };
    perft(&RuleSet::STANDARD, armies.as_ref(), Color::White, depth)
}

#[test]
fn salpakan_is_the_default_and_counted_as_the_arbiter_does_until_there_are_challenges() {
    for depth in 1..=2 {
        assert_eq!(counted(&["--depth", &depth.to_string()]), [by_arbiter(depth).to_string()]);
    }
}

#[test]
fn a_challenge_counts_with_each_of_its_verdicts() {
    let divided = counted(&["--after", "e3-e4 e6-e5", "--depth", "1", "--divide"]);
    let of_e4: Vec<&String> = divided.iter().filter(|line| line.starts_with("e4x")).collect();
    assert_eq!(of_e4, ["e4xe5+: 1", "e4xe5-: 1", "e4xe5=: 1"]);
    let whole: u64 = counted(&["--depth", "3"])[0].parse().expect("a number");
    // The only challenges of a third ply are those of two pieces that met after both had stepped forward on one file.
    let lines = counted(&["--depth", "2", "--divide"]);
    let meetings = lines[..lines.len() - 1].iter().filter(|line| meets(line)).count() as u64;
    assert!(meetings > 0);
    assert_eq!(whole, by_arbiter(3) + 2 * meetings);
}

/// Whether this first ply steps forward to row 4 on a file on which Black can step to row 5.
fn meets(line: &str) -> bool {
    let from_third = line.as_bytes()[1] == b'3' && line.as_bytes()[4] == b'4';
    let file = usize::from(line.as_bytes()[0] - b'a');
    from_third && BLACK.rsplit('/').next().is_some_and(|row| file_is_taken(row, file))
}

fn file_is_taken(row: &str, file: usize) -> bool {
    row.as_bytes()[file] != b'.'
}

#[test]
fn a_game_that_was_ended_has_no_paths() {
    assert_eq!(counted(&["--after", "e3-e4 e6-e5 e4xe5+#", "--depth", "1"]), ["0"]);
    assert_eq!(counted(&["--after", "e3-e4 e6-e5 e4xe5+#", "--depth", "0"]), ["1"]);
}

#[test]
fn a_bad_ply_of_salpakan_is_named_with_its_number_and_the_remedy() {
    for (plies, message) in [
        (
            "e3-e5",
            "ply 1, e3-e5: e3 to e5 is not one step forward, backward or sideways; move to a square next to it",
        ),
        (
            "e3-e4 e6-e5 e4-e5",
            "ply 3, e4-e5: this is a challenge; write x and behind it the verdict: + won, - lost or = split",
        ),
        ("e3xe4+", "ply 1, e3xe4+: nobody is challenged there; write - and no verdict"),
        (
            "e3-e4 e6-e5 e4xe5+# e5-e4",
            "ply 4, e5-e4: the game is over; leave out what follows the #",
        ),
        (
            "1. x",
            "ply 1, x: not a ply; expected a move such as e3-e4, or a challenge with its verdict: e4xe5+, e4xe5- or e4xe5=",
        ),
    ] {
        assert_eq!(refused(&["--after", plies]), format!("adjutant: --after: {message}\n"));
    }
    assert!(refused(&["--white-setup", "x/y/z"]).starts_with("adjutant: White's set-up x/y/z: "));
    assert!(refused(&["--position", "9/9"]).contains("--position is for --game three-generals"));
}
