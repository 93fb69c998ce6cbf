//! `RULES.md`, "Challenges".

use salpakan::rules::{Color, Rank, Verdict};

use crate::table::Table;

const TABLE: &str = include_str!("data/challenges.txt");

/// The challenger, the defender and the verdict of each cell of the table.
fn cells() -> Vec<(Rank, Rank, Verdict)> {
    let mut lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let letter = |text: &str| text.chars().next().and_then(Rank::from_letter).expect("a letter");
    let defenders: Vec<Rank> =
        lines.next().expect("a heading").split_whitespace().map(letter).collect();
    let mut cells = Vec::new();
    for line in lines {
        let mut words = line.split_whitespace();
        let challenger = letter(words.next().expect("a challenger"));
        for (defender, symbol) in defenders.iter().zip(words) {
            let verdict = symbol.chars().next().and_then(Verdict::from_symbol).expect("a verdict");
            cells.push((challenger, *defender, verdict));
        }
    }
    cells
}

#[test]
fn each_of_the_225_challenges_is_judged_as_the_independent_table_says() {
    let cells = cells();
    assert_eq!(cells.len(), 225);
    for (one, other, expected) in cells {
        let pair = (one.name(), other.name());
        assert_eq!(Verdict::of(one, other), expected, "{pair:?}");
    }
}

#[test]
fn who_started_it_does_not_matter_but_for_flag_against_flag() {
    let mirrored = |verdict| match verdict {
        Verdict::ChallengerWins => Verdict::DefenderWins,
        Verdict::DefenderWins => Verdict::ChallengerWins,
        Verdict::Split => Verdict::Split,
    };
    for one in Rank::ALL {
        for other in Rank::ALL {
            let swapped = mirrored(Verdict::of(other, one));
            let both_flags = one == Rank::Flag && other == Rank::Flag;
            assert_eq!(Verdict::of(one, other) == swapped, !both_flags, "{}", one.name());
        }
    }
}

/// A side with a Flag, `one` and `other`, and `front` on file e of its front row.
fn behind(front: Rank, army: &str, color: Color) -> String {
    let rest = army.replacen(front.letter(), "", 1);
    let (front, back) = (format!("....{}....", front.letter()), format!("{rest:.<9}"));
    match color {
        Color::White => format!("{front}/........./{back}"),
        Color::Black => format!("{back}/........./{front}"),
    }
}

#[test]
fn on_the_board_the_arbiter_says_what_the_table_says() {
    for (one, other, expected) in cells() {
        let mut army = "F".to_owned();
        army.extend([one, other].into_iter().filter(|r| *r != Rank::Flag).map(Rank::letter));
        let mut table = Table::set_up(
            &format!("standard+army={army}"),
            &behind(one, &army, Color::White),
            &behind(other, &army, Color::Black),
            Color::White,
        );
        table.play_written("e3-e4");
        table.play_written("e6-e5");
        let a_flag_falls = one == Rank::Flag || other == Rank::Flag;
        let end = if a_flag_falls { "#" } else { "" };
        table.play_written(&format!("e4xe5{}{end}", expected.symbol()));
    }
}
