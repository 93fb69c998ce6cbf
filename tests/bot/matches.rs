//! `adjutant match` and `adjutant train` through the built program.

use std::process::{Command, Output};

fn adjutant(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn said(arguments: &[&str]) -> String {
    let output = adjutant(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

/// The line of the score, which does not depend on the machine.
fn score(text: &str) -> &str {
    text.lines().next().expect("a line")
}

fn program() -> String {
    format!("program:python3 {}/tests/bot/program.py", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_same_seed_is_the_same_match() {
    let arguments = ["match", "greedy", "simulator:300", "--games", "4", "--seed", "5"];
    let first = said(&arguments);
    assert!(score(&first).starts_with("4 games: "), "{first}");
    assert!(first.contains("Elo"), "{first}");
    assert_eq!(score(&first), score(&said(&arguments)));
}

#[test]
fn the_computer_beats_whoever_plays_any_move() {
    let text = said(&["match", "computer:40", "random", "--games", "4", "--plies", "400"]);
    assert_eq!(score(&text), "4 games: 4 won, 0 drawn, 0 lost");
}

#[test]
fn a_level_plays_with_a_personality_and_other_names_are_refused() {
    let text = said(&["match", "level:2/attacker", "level:2/defender", "--games", "2"]);
    assert!(score(&text).starts_with("2 games: "), "{text}");
    for (wrong, why) in
        [("level:2/coward", "attacker, defender, runner, bluffer"), ("level:0/attacker", "1 to 9")]
    {
        let output = adjutant(&["match", wrong, "greedy"]);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && text.contains(why), "{wrong}: {text}");
    }
}

#[test]
fn a_program_that_speaks_line_by_line_plays_whole_games() {
    let text = said(&["match", &program(), "random", "--games", "4", "--plies", "2000"]);
    assert!(score(&text).starts_with("4 games: "), "{text}");
    assert!(!text.contains("illegal"), "{text}");
    let again = said(&["match", "greedy", &program(), "--games", "2", "--plies", "2000"]);
    assert!(!again.contains("illegal"), "{again}");
}

#[test]
fn what_is_no_program_and_what_does_not_start_is_said() {
    let output = adjutant(&["match", "nobody", "greedy"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("monte-carlo") && text.contains("program:COMMAND"), "{text}");
    let output = adjutant(&["match", "program:/nowhere/at/all", "greedy", "--games", "1"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("/nowhere/at/all does not start"), "{text}");
    let output = adjutant(&["match", "program:cat", "greedy", "--games", "1", "--patience", "1"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("no line \"ready\" within 1 s"), "{text}");
}

#[test]
fn a_sequential_test_ends_as_soon_as_it_is_decided() {
    let arguments = ["match", "greedy", "random", "--games", "400", "--sprt", "0,100"];
    let text = said(&arguments);
    assert!(text.contains("SPRT: stronger by 100 points"), "{text}");
    let games: u32 = score(&text).split(' ').next().and_then(|n| n.parse().ok()).expect("games");
    assert!(games < 400, "{text}");
}

#[test]
fn what_a_generation_learns_is_the_same_each_time_and_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let train = |name: &str| {
        let file = folder.path().join(name);
        let file = file.to_str().expect("a plain path").to_owned();
        let text = said(&[
            "train",
            "--output",
            &file,
            "--simulated",
            "20",
            "--generations",
            "1",
            "--games",
            "10",
            "--nodes",
            "4",
        ]);
        assert!(text.contains("generation 0: 20 games"), "{text}");
        assert!(text.contains("generation 1: 10 games"), "{text}");
        file
    };
    let (one, other) = (train("one"), train("other"));
    let read = |file: &str| std::fs::read(file).expect("it was written");
    assert!(read(&one) == read(&other));
    let text = said(&["match", "computer:4", "random", "--games", "1", "--weights", &one]);
    assert!(score(&text).starts_with("1 games: "), "{text}");
    let output = adjutant(&[
        "match",
        "computer",
        "random",
        "--weights",
        &program()["program:python3 ".len()..],
    ]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("no weights of this version"), "{text}");
}

fn three_generals(arguments: &[&str]) -> String {
    said(&[&["match", "--game", "three-generals"], arguments].concat())
}

#[test]
fn the_computer_plays_three_generals_and_the_same_seed_is_the_same_match() {
    let arguments = ["computer:100", "random", "--games", "4", "--plies", "300"];
    let text = three_generals(&arguments);
    assert_eq!(score(&text), "4 games: 4 won, 0 drawn, 0 lost");
    assert_eq!(
        score(&three_generals(&["level:1", "greedy", "--games", "2", "--plies", "60"])),
        score(&three_generals(&["level:1", "greedy", "--games", "2", "--plies", "60"]))
    );
}

#[test]
fn a_program_plays_three_generals_line_by_line() {
    let program =
        format!("program:python3 {}/tests/bot/three_generals.py", env!("CARGO_MANIFEST_DIR"));
    // Both sides move Pawns alone until one has none left to move: so far no ply of either may be illegal.
    let text = three_generals(&[&program, &program, "--games", "2", "--plies", "20"]);
    assert!(score(&text).starts_with("2 games: "), "{text}");
    assert!(!text.contains("illegal"), "{text}");
    let output = adjutant(&[
        "match",
        "--game",
        "three-generals",
        "program:cat",
        "random",
        "--patience",
        "1",
    ]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("no line \"ready\" within 1 s"), "{text}");
}

#[test]
fn what_three_generals_does_not_have_is_said() {
    for (arguments, why) in [
        (vec!["level:6", "random"], "the levels of the Game of Three Generals are 1 to 5"),
        (vec!["monte-carlo", "random"], "simulator and monte-carlo play Salpakan alone"),
        (vec!["random", "random", "--ruleset", "standard"], "--ruleset is for Salpakan"),
        (vec!["random", "random", "--weights", "Cargo.toml"], "no weights of this version"),
    ] {
        let output = adjutant(&[&["match", "--game", "three-generals"], &arguments[..]].concat());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(why), "{text}");
    }
}

#[test]
fn a_generation_of_three_generals_learns_the_same_each_time_and_plays() {
    let folder = tempfile::tempdir().expect("a folder");
    let train = |name: &str, more: &[&str]| {
        let file = folder.path().join(name).to_str().expect("a plain path").to_owned();
        let orders = ["train", "--game", "three-generals", "--output", &file, "--generations", "1"];
        let output = adjutant(&[&orders[..], &["--games", "10", "--nodes", "10"], more].concat());
        (file, output)
    };
    let ((one, first), (other, _)) = (train("one", &[]), train("other", &[]));
    let text = String::from_utf8_lossy(&first.stdout).into_owned();
    assert!(text.starts_with("generation 1: 10 games of "), "{text}");
    let read = |file: &str| std::fs::read(file).expect("it was written");
    assert!(read(&one) == read(&other));
    let text = three_generals(&["computer:10", "random", "--games", "1", "--weights", &one]);
    assert!(score(&text).starts_with("1 games: "), "{text}");
    let (_, refused) = train("none", &["--simulated", "20"]);
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{text}");
    assert!(text.contains("are for Salpakan"), "{text}");
}
