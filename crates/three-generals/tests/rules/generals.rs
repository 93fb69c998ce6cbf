//! Source: *Generals*.

use three_generals::{Color, General};

use crate::board::{after, plies, position, refused};

#[test]
fn palaces_are_nine_squares_on_the_first_three_rows() {
    for (color, general, corners) in [
        (Color::White, General::Silver, ["a1", "c3"]),
        (Color::White, General::Jeweled, ["d1", "f3"]),
        (Color::White, General::Golden, ["g1", "i3"]),
        (Color::Black, General::Golden, ["a7", "c9"]),
        (Color::Black, General::Jeweled, ["d7", "f9"]),
        (Color::Black, General::Silver, ["g7", "i9"]),
    ] {
        let palace = general.palace(color);
        let found = [palace.first(), palace.last()].map(|square| square.expect("it has some"));
        assert_eq!(found.map(|square| square.to_string()), corners);
        assert_eq!(palace.len(), 9);
        let [low, high] = found;
        assert!(
            palace.into_iter().all(|square| (low.file()..=high.file()).contains(&square.file()))
        );
    }
}

#[test]
fn a_general_does_not_leave_his_palace() {
    let corners = "9/9/9/9/9/9/2S2JG2/9/9 w -";
    assert_eq!(plies(corners, "f3"), "-e2 -e3 -f2");
    assert_eq!(plies(corners, "c3"), "-b2");
    assert_eq!(plies(corners, "g3"), "-g2 -h3");
    assert_eq!(
        refused(corners, "f3-f4").to_string(),
        "f4 is outside the palace of the Jeweled General; he stays in d1-f3"
    );
}

#[test]
fn he_captures_within_his_palace_only() {
    let text = "9/9/9/9/9/4p4/4J4/3p5/9 w -";
    assert_eq!(plies(text, "e3x"), "d2");
}

#[test]
fn generals_shoot_along_a_file() {
    let text = "9/4j4/9/9/9/9/9/4J4/9 w -";
    assert_eq!(plies(text, "e2*"), "e8");
    assert_eq!(after(text, "e2*e8"), position("9/9/9/9/9/9/9/4J4/9 b -"));
    assert_eq!(plies(&text.replace(" w ", " b "), "e8*"), "e2");
}

#[test]
fn generals_shoot_along_both_diagonals() {
    assert_eq!(plies("9/1g7/9/9/9/9/9/7G1/9 w -", "h2*"), "b8");
    assert_eq!(plies("9/7s1/9/9/9/9/9/1S7/9 w -", "b2*"), "h8");
    assert_eq!(plies("9/7s1/9/9/9/9/9/1S7/9 b -", "h8*"), "b2");
}

#[test]
fn nothing_may_stand_between_them() {
    let text = "9/4j4/9/9/4p4/9/9/4J4/9 w -";
    assert_eq!(plies(text, "e2*"), "");
    assert_eq!(
        refused(text, "e2*e8").to_string(),
        "a piece on e5 stands between the Generals; shoot only when the line is empty"
    );
}

#[test]
fn they_must_stand_on_one_line() {
    let text = "9/3j5/9/9/9/9/9/4J4/9 w -";
    assert_eq!(plies(text, "e2*"), "");
    assert_eq!(
        refused(text, "e2*d8").to_string(),
        "e2 and d8 are not on one row, file or diagonal; shoot only along a line"
    );
}

#[test]
fn a_general_shoots_no_other_kind_and_nobody_else_shoots() {
    let text = "9/4j4/9/9/9/9/9/4J1R2/9 w -";
    assert_eq!(refused(text, "g2*e8").to_string(), "no General stands on g2; only Generals shoot");
    let other = "9/1g7/9/9/9/9/9/1S5G1/9 w -";
    assert_eq!(
        refused(other, "b2*b8").to_string(),
        "the enemy's Silver General is not on b8; a Silver General shoots nobody else"
    );
}

#[test]
fn a_captured_general_is_in_nobodys_hand() {
    let text = "9/4j4/3P5/9/9/9/9/9/9 w -";
    let taken = after(text, "d7xe8");
    assert_eq!(taken, position("9/4P4/9/9/9/9/9/9/9 b -"));
    assert!(taken.hand(Color::White).is_empty());
}

#[test]
fn without_their_general_his_pieces_are_stone_and_others_are_not() {
    let text = "9/9/9/9/A1R1F1Q1C/8B/9/1S2J4/9 w -";
    assert_eq!(plies(text, "a5"), "");
    assert_eq!(plies(text, "c5"), "");
    assert_ne!(plies(text, "e5"), "");
    assert_ne!(plies(text, "i5"), "");
    assert_eq!(
        refused(text, "c5-c6").to_string(),
        "the Rook on c5 is Stone while the Golden General is gone; move another piece, or bring him back with a Pawn"
    );
    let stone = position(text).stone(Color::White);
    assert_eq!(
        stone.into_iter().map(|square| square.to_string()).collect::<Vec<_>>(),
        ["a5", "c5"]
    );
}

#[test]
fn stone_is_captured_as_any_piece() {
    let text = "9/4j4/9/4q4/4R4/9/9/9/9 b -";
    assert_eq!(after(text, "e6xe5"), position("9/4j4/9/9/4q4/9/9/9/9 w r"));
}

#[test]
fn what_is_dropped_while_the_general_is_gone_is_stone() {
    let text = "9/9/9/9/9/9/9/4J4/9 w R";
    let dropped = after(text, "R@e5");
    assert_eq!(dropped.stone(Color::White).len(), 1);
    assert_eq!(plies("9/4j4/9/9/4R4/9/9/4J4/9 w -", "e5"), "");
}

#[test]
fn a_general_who_comes_back_wakes_his_pieces() {
    let text = "9/9/9/P8/4R4/9/9/4J4/9 w -";
    let woken = after(text, "a6-a7+G@h2");
    assert!(woken.stone(Color::White).is_empty());
    let white = woken.to_string().replace(" b ", " w ");
    assert_ne!(plies(&white, "e5"), "");
}

#[test]
fn there_is_no_check() {
    // The Jeweled General may stay on a line with the other, and walk onto one.
    let text = "9/4j4/9/9/9/9/9/3J3G1/9 w -";
    assert_eq!(plies(text, "d2-"), "d1 d3 e1 e2 e3");
    assert_ne!(plies("9/4j4/9/9/9/9/9/4J2G1/9 w -", "h2-"), "");
}
