//! Source: *Pawns*.

use three_generals::Color;

use crate::board::{after, plies, position, refused};

#[test]
fn a_pawn_that_promotes_leaves_the_game() {
    let text = "9/9/9/4P4/9/9/9/1S2J2G1/9 w -";
    let promoted = after(text, "e6-e7+");
    assert_eq!(promoted, position("9/9/9/9/9/9/9/1S2J2G1/9 b -"));
    assert!(Color::ALL.into_iter().all(|color| promoted.hand(color).is_empty()));
}

#[test]
fn it_may_decline_before_the_last_row() {
    let text = "9/9/9/4P4/9/9/9/1S2J2G1/9 w -";
    assert_eq!(plies(text, "e6-e7"), " +");
    assert_eq!(after(text, "e6-e7"), position("9/9/4P4/9/9/9/9/1S2J2G1/9 b -"));
}

#[test]
fn it_must_promote_on_the_last_row() {
    let text = "9/4P4/9/9/9/9/9/1S2J2G1/9 w -";
    assert_eq!(plies(text, "e8-e9"), "+");
    assert_eq!(
        refused(text, "e8-e9").to_string(),
        "a Pawn could never move again on e9; turn it with + behind the move"
    );
}

#[test]
fn its_owner_may_bring_back_one_lost_general_to_an_empty_square_of_his_palace() {
    let text = "9/9/9/4P4/9/9/7PP/4J2PP/6PPP w -";
    let silver = "+S@a1 +S@a2 +S@a3 +S@b1 +S@b2 +S@b3 +S@c1 +S@c2 +S@c3";
    assert_eq!(plies(text, "e6-e7"), format!(" + +G@g2 +G@g3 {silver}"));
    assert_eq!(after(text, "e6-e7+G@g3"), position("9/9/9/9/9/9/6GPP/4J2PP/6PPP b -"));
}

#[test]
fn he_comes_back_nowhere_else() {
    let text = "9/9/9/4P4/9/9/9/4J2p1/9 w -";
    assert_eq!(
        refused(text, "e6-e7+G@e5").to_string(),
        "e5 is outside the palace of the Golden General; bring him back to g1-i3"
    );
    assert_eq!(
        refused(text, "e6-e7+G@h2").to_string(),
        "a piece stands on h2; bring the General back to an empty square"
    );
    assert_eq!(
        refused(text, "e6-e7+J@d1").to_string(),
        "the Jeweled General is on the board; bring back one who is lost, or nobody with + alone"
    );
}

#[test]
fn nobody_comes_back_to_a_palace_that_is_full() {
    let text = "9/9/9/4P4/9/9/3ppp3/3ppp3/3rqb3 w -";
    assert!(!plies(text, "e6-e7").contains('J'));
    assert!(plies(text, "e6-e7").contains("+G@"));
}

#[test]
fn what_it_captures_while_it_promotes_goes_into_the_hand() {
    let text = "9/9/3q5/4P4/9/9/9/4J4/9 w -";
    assert_eq!(after(text, "e6xd7+S@a1"), position("9/9/9/9/9/9/9/4J4/S8 b Q"));
}

#[test]
fn only_a_pawn_brings_a_general_back() {
    let text = "9/9/9/4R4/9/9/9/7G1/9 w -";
    assert_eq!(
        refused(text, "e6-e7+S@a1").to_string(),
        "a Rook brings no General back, only a Pawn that promotes does; leave out what follows the move"
    );
    assert!(refused("9/9/9/9/4P4/9/9/7G1/9 w -", "e5-e6+S@a1").to_string().contains("rows 7 to 9"));
}

#[test]
fn two_pawns_may_come_to_one_file_by_moving() {
    assert_eq!(
        after("9/9/9/9/4P4/9/3P5/7G1/9 w -", "d3-e4"),
        position("9/9/9/9/4P4/4P4/9/7G1/9 b -")
    );
}
