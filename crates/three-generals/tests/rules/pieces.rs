//! Source: *Board and set-up* and *Pieces*.

use three_generals::{Color, General, IllegalPly, Kind, Piece, Position, Square, Troop};

use crate::board::{after, plies, position, refused};

/// All Generals are there, so that nobody is Stone, and out of the way.
const GENERALS: &str = "g2j2s2/9/9/9/4X4/9/9/9/2S2J2G w -";

fn with(piece: &str) -> String {
    GENERALS.replace('X', piece)
}

#[test]
fn both_sides_start_with_twenty_one_pieces_and_no_hand() {
    let start = Position::start();
    for color in Color::ALL {
        assert_eq!(start.pieces_of(color).len(), 21);
        assert!(start.hand(color).is_empty());
    }
    assert_eq!(start.side_to_move(), Color::White);
}

#[test]
fn the_start_is_the_same_after_a_half_turn() {
    let start = Position::start();
    for (square, piece) in start.pieces() {
        let opposite = Square::from_index(80 - square.index()).expect("on the board");
        assert_eq!(start.at(opposite), Some(Piece::new(piece.color().opponent(), piece.kind())));
    }
}

#[test]
fn generals_of_one_kind_face_each_other_on_a_line_from_the_start() {
    let start = Position::start();
    for (general, white, black) in [
        (General::Golden, "h2", "b8"),
        (General::Jeweled, "e2", "e8"),
        (General::Silver, "b2", "h8"),
    ] {
        let at = |color| start.general(color, general).map(|square| square.to_string());
        assert_eq!(at(Color::White).as_deref(), Some(white));
        assert_eq!(at(Color::Black).as_deref(), Some(black));
    }
}

#[test]
fn every_piece_moves_as_the_table_says() {
    for (piece, squares) in [
        ("P", "d6 e6 f6"),
        ("A", "a9+ b8 b8+ c7 c7+ d6 f6 g7 g7+ h8 h8+ i9+"),
        ("R", "a5 b5 c5 d5 e1 e2 e3 e4 e6 e7 e7+ e8 e8+ e9 f5 g5 h5 i5"),
        ("F", "a9+ b8 b8+ c7 c7+ d6 e6 e7 e7+ e8 e8+ e9+ f6 g7 g7+ h8 h8+ i9+"),
        (
            "Q",
            "a1 a5 a9 b2 b5 b8 b8+ c3 c5 c7 c7+ d4 d5 d6 e1 e2 e3 e4 e6 e7 e7+ e8 e8+ e9 f4 f5 f6 g3 g5 g7 g7+ h2 h5 h8 h8+ i5 i9",
        ),
        ("C", "e6 e7 e7+ e8 e8+ e9+"),
        ("B", "a1 a9 b2 b8 b8+ c3 c7 c7+ d4 d6 f4 f6 g3 g7 g7+ h2 h8 h8+ i9"),
    ] {
        let found = plies(&with(piece).replace("g2j2s2", "1g1j3s1"), "e5-");
        assert_eq!(found, squares, "{piece}");
    }
}

#[test]
fn black_plays_towards_row_one() {
    let black = |piece| with(piece).replace(" w ", " b ");
    assert_eq!(plies(&black("p"), "e5-"), "d4 e4 f4");
    assert_eq!(plies(&black("c"), "e5-"), "e1+ e2 e2+ e3 e3+ e4");
    assert_eq!(plies(&black("a"), "e5-"), "a1+ b2 b2+ c3 c3+ d4 f4 g3 g3+ h2 h2+");
}

#[test]
fn each_general_moves_as_his_table_says_within_his_palace() {
    let middle = "9/1g2j2s1/9/9/9/9/9/1S2J2G1/9 w -";
    assert_eq!(plies(middle, "h2-"), "g2 g3 h1 h3 i2 i3");
    assert_eq!(plies(middle, "e2-"), "d1 d2 d3 e1 e3 f1 f2 f3");
    assert_eq!(plies(middle, "b2-"), "a1 a3 b3 c1 c3");
    let black = middle.replace(" w ", " b ");
    assert_eq!(plies(&black, "b8-"), "a7 a8 b7 b9 c7 c8");
    assert_eq!(plies(&black, "h8-"), "g7 g9 h7 i7 i9");
}

#[test]
fn a_line_ends_before_an_own_piece_and_on_an_enemy() {
    let text = "g2j2s2/9/9/4p4/2P1R4/9/9/9/2S2J2G w -";
    assert_eq!(plies(text, "e5"), "-d5 -e1 -e2 -e3 -e4 -f5 -g5 -h5 -i5 xe6");
    assert_eq!(
        refused(text, "e5-e7"),
        IllegalPly::CannotReach(
            Kind::Troop(Troop::Rook),
            "e5".parse().expect("a square"),
            "e7".parse().expect("a square")
        )
    );
    assert_eq!(
        refused(text, "e5xc5").to_string(),
        "a piece of your own stands on c5; move to an empty square or onto an enemy"
    );
}

#[test]
fn only_the_side_to_move_moves_and_only_what_is_there() {
    let text = "g2j2s2/9/9/4p4/4R4/9/9/9/2S2J2G w -";
    assert_eq!(
        refused(text, "e6xe5").to_string(),
        "the piece on e6 is not White's, who is to move; move one of White's"
    );
    assert_eq!(
        refused(text, "a5-a6").to_string(),
        "no piece stands on a5; name the square of the piece that moves"
    );
}

#[test]
fn a_capture_is_written_as_one_and_a_move_as_a_move() {
    let text = "g2j2s2/9/9/4p4/4R4/9/9/9/2S2J2G w -";
    assert_eq!(
        refused(text, "e5-e6").to_string(),
        "the enemy's piece on e6 is captured; write x instead of -"
    );
    assert_eq!(
        refused(text, "e5xe4").to_string(),
        "nothing is captured on e4; write - instead of x"
    );
}

#[test]
fn a_captured_piece_goes_into_the_captors_hand() {
    let text = "g2j2s2/9/9/4p4/4R4/9/9/9/2S2J2G w -";
    assert_eq!(after(text, "e5xe6"), position("g2j2s2/9/9/4R4/9/9/9/9/2S2J2G b P"));
}
