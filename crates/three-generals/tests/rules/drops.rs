//! Source: *Hands and drops*.

use crate::board::{after, plies, position, refused};

#[test]
fn a_piece_from_the_hand_is_dropped_on_any_empty_square() {
    let text = "9/4j4/9/9/9/9/9/4J4/9 w R";
    assert_eq!(plies(text, "R@").split(' ').count(), 79);
    assert_eq!(after(text, "R@e5"), position("9/4j4/9/9/4R4/9/9/4J4/9 b -"));
    assert_eq!(refused(text, "R@e8").to_string(), "a piece stands on e8; drop on an empty square");
}

#[test]
fn what_is_not_in_the_hand_is_not_dropped() {
    let text = "9/4j4/9/9/9/9/9/4J4/9 w Rb";
    assert_eq!(
        refused(text, "B@e5").to_string(),
        "White has no Bishop in hand; drop a piece that was captured"
    );
}

#[test]
fn what_only_moves_forward_is_not_dropped_on_the_last_row() {
    for letter in ["P", "A", "F", "C"] {
        let text = format!("9/4j4/9/9/9/9/9/4J4/9 w {letter}");
        assert_eq!(plies(&text, &format!("{letter}@")).split(' ').count(), 70, "{letter}");
        let why = refused(&text, &format!("{letter}@a9")).to_string();
        assert!(why.ends_with("could never move from a9; drop it on another row"), "{why}");
    }
    for letter in ["r", "q", "b"] {
        let text = format!("9/4j4/9/9/9/9/9/4J4/9 b {letter}");
        let upper = letter.to_ascii_uppercase();
        assert_eq!(plies(&text, &format!("{upper}@")).split(' ').count(), 79, "{letter}");
    }
}

#[test]
fn a_pawn_is_not_dropped_on_a_file_with_another_of_its_side() {
    let text = "9/4j4/p8/9/9/P7P/9/4J4/9 w P";
    let squares = plies(text, "P@");
    assert!(!squares.contains(['a', 'i']), "{squares}");
    assert_eq!(squares.split(' ').count(), 7 * 8 - 2);
    assert_eq!(
        refused(text, "P@i5").to_string(),
        "you already have a Pawn on the file of i5; drop the Pawn on a file without one"
    );
}

#[test]
fn an_enemys_pawn_on_the_file_does_not_matter() {
    assert!(plies("9/4j4/p8/9/9/9/9/4J4/9 w P", "P@").contains("a5"));
}

#[test]
fn a_dropped_pawn_may_leave_the_enemy_no_move() {
    let text = "9/9/9/9/4p4/9/9/9/9 w P";
    assert!(position(text).plies().contains(&"P@e4".parse().expect("a ply")));
}

#[test]
fn a_dropped_piece_moves_later_as_any() {
    let text = "9/4j4/9/9/9/9/9/4J2G1/9 w A";
    let white = after(text, "A@e5").to_string().replace(" b ", " w ");
    assert!(plies(&white, "e5-").contains("d6"));
}
