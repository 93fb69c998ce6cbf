//! `RULES.md`, "How a game ends": small games, each with a sentence, in `data/endings.txt`.

use salpakan::rules::{Color, Ending, IllegalMove, Move, Outcome, TERMINATIONS, Termination};

use crate::table::Table;

const GAMES: &str = include_str!("data/endings.txt");

#[derive(Default)]
struct Case {
    sentence: String,
    ruleset: String,
    white: String,
    black: String,
    first: Option<Color>,
    plies: Vec<String>,
    end: String,
}

/// Blocks of `word value` lines, separated by empty lines; `#` starts a comment line.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for block in GAMES.split("\n\n") {
        let mut case = Case::default();
        for line in block.lines().filter(|line| !line.starts_with('#')) {
            let (word, value) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
            match word {
                "game" => case.sentence = value.to_owned(),
                "ruleset" => case.ruleset = value.to_owned(),
                "white" => case.white = value.to_owned(),
                "black" => case.black = value.to_owned(),
                "first" => case.first = Color::parse(value),
                "plies" => case.plies.extend(value.split_whitespace().map(str::to_owned)),
                "end" => case.end = value.to_owned(),
                _ => panic!("unknown word in {line}"),
            }
        }
        if !case.sentence.is_empty() {
            cases.push(case);
        }
    }
    cases
}

#[test]
fn each_game_ends_as_its_sentence_says() {
    let cases = cases();
    assert!(cases.len() >= 30, "{} games", cases.len());
    for case in cases {
        let first = case.first.unwrap_or(Color::White);
        let mut table = Table::set_up(&case.ruleset, &case.white, &case.black, first);
        let mut ending = None;
        for ply in &case.plies {
            assert_eq!(ending, None, "{}: {ply} follows the end", case.sentence);
            let result =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| table.play_written(ply)));
            ending = result.unwrap_or_else(|_| panic!("{}: at {ply}", case.sentence)).ending;
        }
        assert_eq!(said(ending), case.end, "{}", case.sentence);
        assert_eq!(table.arbiter.is_over(), ending.is_some(), "{}", case.sentence);
    }
}

fn said(ending: Option<Ending>) -> String {
    ending.map_or("*".to_owned(), |ending| {
        format!("{} {}", ending.outcome().notation(), ending.termination.name())
    })
}

#[test]
fn nothing_follows_the_end() {
    let mut table = Table::set_up(
        "standard+army=F5",
        "..F.5..../........./.........",
        "....5..../........./....F....",
        Color::White,
    );
    for ply in ["e3-e4", "e6-e5", "e4xe5+#"] {
        table.play_written(ply);
    }
    for m in table.board.moves().collect::<Vec<_>>() {
        assert_eq!(table.arbiter.play(m), Err(IllegalMove::GameOver));
    }
    let nonsense = Move::parse("a1-i8").expect("a move");
    assert_eq!(table.arbiter.play(nonsense), Err(IllegalMove::GameOver));
}

#[test]
fn each_termination_allows_the_results_that_the_notation_names() {
    let (white, black) = (Outcome::Win(Color::White), Outcome::Win(Color::Black));
    let decisive = [Some(white), Some(black)];
    let expected = |termination| -> Vec<Option<Outcome>> {
        match termination {
            Termination::FlagCaptured
            | Termination::FlagReached
            | Termination::Resignation
            | Termination::Time
            | Termination::Left
            | Termination::Stalemate
            | Termination::Default => decisive.to_vec(),
            Termination::Agreement | Termination::Repetition => vec![Some(Outcome::Draw)],
            Termination::Adjudication => vec![Some(white), Some(black), Some(Outcome::Draw)],
            Termination::Abandoned | Termination::Unterminated => vec![None],
        }
    };
    for termination in Termination::ALL {
        for outcome in [Some(white), Some(black), Some(Outcome::Draw), None] {
            let allowed = expected(termination).contains(&outcome);
            assert_eq!(termination.allows(outcome), allowed, "{termination:?} {outcome:?}");
        }
    }
}

#[test]
fn an_abandoned_or_unterminated_game_is_not_final_and_all_others_are() {
    for termination in TERMINATIONS {
        let open = matches!(termination, Termination::Abandoned | Termination::Unterminated);
        assert_eq!(termination.is_final(), !open, "{termination:?}");
        assert_eq!(Termination::parse(termination.name()), Some(termination));
    }
    assert_eq!(Termination::parse("mate"), None);
}
