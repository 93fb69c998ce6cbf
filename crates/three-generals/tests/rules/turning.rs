//! Source: *Turning (promotion and demotion)*.

use three_generals::{Color, Kind, Square, Troop};

use crate::board::{after, game, plies, ply, position, refused};

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

fn is_legal(text: &str, moved: &str) -> bool {
    position(text).plies().contains(&ply(moved))
}

#[test]
fn a_piece_may_turn_when_it_moves_into_within_or_out_of_the_farthest_rows() {
    for (text, moved) in [
        ("9/9/9/4R4/9/9/9/7G1/9 w -", "e6-e7"),
        ("9/9/4R4/9/9/9/9/7G1/9 w -", "e7-d7"),
        ("9/9/4R4/9/9/9/9/7G1/9 w -", "e7-e3"),
        ("9/1g7/9/9/9/4a4/9/9/9 b -", "e4-d3"),
    ] {
        let found = (is_legal(text, moved), is_legal(text, &format!("{moved}+")));
        assert_eq!(found, (true, true), "{moved}");
    }
}

#[test]
fn elsewhere_nothing_turns() {
    let text = "9/9/9/9/4R4/9/9/7G1/9 w -";
    assert_eq!(
        refused(text, "e5-e6+").to_string(),
        "White's pieces turn when they move into, within or out of rows 7 to 9; leave out the +"
    );
    let black = "9/1g7/9/9/4r4/9/9/9/9 b -";
    assert_eq!(
        refused(black, "e5-e6+").to_string(),
        "Black's pieces turn when they move into, within or out of rows 1 to 3; leave out the +"
    );
}

#[test]
fn each_piece_turns_into_its_other_side_and_back() {
    for (one, other) in [("A", "R"), ("F", "Q"), ("C", "B")] {
        let find = |letter: &str| Troop::from_letter(letter.chars().next().expect("a letter"));
        let (one, other) = (find(one).expect("a piece"), find(other).expect("a piece"));
        assert_eq!(one.turned(), Some(other));
        assert_eq!(other.turned(), Some(one));
    }
    assert_eq!(Troop::Pawn.turned(), None);
}

#[test]
fn a_piece_turns_to_and_fro_as_often_as_it_likes() {
    let start = "9/1g7/9/4R4/9/9/9/7G1/9 w -";
    let once = game(start, "e6-e7+");
    let angle = once.position().at(square("e7")).expect("a piece");
    assert_eq!(
        (angle.kind(), angle.origin()),
        (Kind::Troop(Troop::Angle), Kind::Troop(Troop::Rook))
    );
    let twice = game(start, "e6-e7+ b8-b9 e7-d8+ b9-b8");
    let rook = twice.position().at(square("d8")).expect("a piece");
    assert_eq!((rook.kind(), rook.is_turned()), (Kind::Troop(Troop::Rook), false));
    assert_eq!(after(start, "e6-e7+ b8-b9 e7-d8+ b9-b8 d8-d4+").at(square("d4")), Some(angle));
}

#[test]
fn what_only_moves_forward_must_turn_on_the_last_row() {
    let text = "9/4C4/9/9/9/9/9/1S7/9 w -";
    assert_eq!(plies(text, "e8-"), "e9+");
    assert_eq!(
        refused(text, "e8-e9").to_string(),
        "a Chariot could never move again on e9; turn it with + behind the move"
    );
}

#[test]
fn what_moves_backward_must_not_turn_on_the_last_row() {
    let text = "9/4R4/9/9/9/9/9/7G1/9 w -";
    assert!(is_legal(text, "e8-e9"));
    assert_eq!(
        refused(text, "e8-e9+").to_string(),
        "a Rook would turn into what could never move again on e9; leave out the +"
    );
    let at_last = "4R4/9/9/9/9/9/9/7G1/9 w -";
    assert!(!is_legal(at_last, "e9-d9+"));
    assert!(is_legal(at_last, "e9-e8+"));
}

#[test]
fn a_captured_piece_is_in_the_hand_what_it_was_at_the_start() {
    let text = "9/9/9/4+r4/4R4/9/9/7G1/9 w -";
    let hand = after(text, "e5xe6").hand(Color::White);
    assert_eq!(hand.iter().collect::<Vec<_>>(), [(Troop::Angle, 1)]);
}

#[test]
fn a_piece_that_is_dropped_does_not_turn() {
    let text = "9/9/9/9/9/9/9/7G1/9 w A";
    let dropped = after(text, "A@e8").at(square("e8")).expect("a piece");
    assert_eq!((dropped.kind(), dropped.is_turned()), (Kind::Troop(Troop::Angle), false));
}

#[test]
fn a_general_never_turns() {
    let text = "9/9/9/9/9/9/9/7G1/9 w -";
    assert_eq!(
        refused(text, "h2-h3+").to_string(),
        "a Golden General never turns; leave out the +"
    );
}
