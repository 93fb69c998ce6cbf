//! Positions as text, and what is no position.

use three_generals::{Color, General, Hand, Kind, Piece, Ply, Position, PositionFault, Troop};

use crate::board::position;
use crate::random::Random;

fn refused(text: &str) -> String {
    text.parse::<Position>().expect_err(text).to_string()
}

#[test]
fn positions_are_written_as_they_were_read() {
    for text in [
        "arafqfcbc/1g2j2s1/ppppppppp/9/9/9/PPPPPPPPP/1S2J2G1/CBCFQFARA w -",
        "9/9/9/9/9/9/9/9/9 b -",
        "4+r4/9/9/+F3+a4/9/9/9/9/8+C w 2PAR12pqb",
        "9/9/9/9/9/9/9/9/9 w p",
    ] {
        assert_eq!(position(text).to_string(), text);
    }
}

#[test]
fn what_is_no_position_is_refused_with_its_place() {
    for (text, message) in [
        ("", "character 1: row 9 has 0 squares; give it nine"),
        (
            "9/9/9/9/9/9/9/9 w -",
            "character 16: behind nine rows belongs the side to move, ' w ' or ' b '",
        ),
        (
            "9/9/9/9/9/9/9/9/9/9 w -",
            "character 18: behind nine rows belongs the side to move, ' w ' or ' b '",
        ),
        ("9/8/9/9/9/9/9/9/9 w -", "character 4: row 8 has 8 squares; give it nine"),
        ("9/9P/9/9/9/9/9/9/9 w -", "character 4: row 8 has 10 squares; give it nine"),
        (
            "9/45/9/9/9/9/9/9/9 w -",
            "character 4: write the empty squares between two pieces as one number from 1 to 9",
        ),
        (
            "9/4P5/9/9/9/9/9/9/9 w -",
            "character 5: write the empty squares between two pieces as one number from 1 to 9",
        ),
        (
            "9/x8/9/9/9/9/9/9/9 w -",
            "character 3: a piece (P, A, R, F, Q, C, B, G, J, S or small for Black), a number of empty squares or / belongs here",
        ),
        (
            "9/+P8/9/9/9/9/9/9/9 w -",
            "character 4: only A, R, F, Q, C and B turn; put + before one of these or leave it out",
        ),
        (
            "9/9/9/9/9/9/9/9/9 x -",
            "character 19: behind nine rows belongs the side to move, ' w ' or ' b '",
        ),
        (
            "9/9/9/9/9/9/9/9/9 w",
            "character 20: behind nine rows belongs the side to move, ' w ' or ' b '",
        ),
        (
            "9/9/9/9/9/9/9/9/9 w ",
            "character 21: hands are White's PARFQCB and then Black's parfqcb in this order, each letter once, or - for none",
        ),
        (
            "9/9/9/9/9/9/9/9/9 w AP",
            "character 22: hands are White's PARFQCB and then Black's parfqcb in this order, each letter once, or - for none",
        ),
        (
            "9/9/9/9/9/9/9/9/9 w G",
            "character 21: hands are White's PARFQCB and then Black's parfqcb in this order, each letter once, or - for none",
        ),
        (
            "9/9/9/9/9/9/9/9/9 w 1P",
            "character 21: before a letter stands how many a hand has, from 2 to as many as the game has",
        ),
        (
            "9/9/9/9/9/9/9/9/9 w 3R",
            "character 22: before a letter stands how many a hand has, from 2 to as many as the game has",
        ),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
}

#[test]
fn what_cannot_stand_so_is_no_position() {
    for (text, message) in [
        (
            "9/9/9/9/9/9/9/9/G8 w -",
            "White's Golden General stands on a1, outside his palace g1-i3; put him there",
        ),
        ("9/9/9/9/9/9/9/9/SS7 w -", "White has two Silver Generals; leave one of them out"),
        (
            "4P4/9/9/9/9/9/9/9/9 w -",
            "the Pawn on e9 could never move again; put it on another row or turn it",
        ),
        (
            "9/9/9/9/9/9/9/9/4f4 w -",
            "the Flier on e1 could never move again; put it on another row or turn it",
        ),
        ("9/9/9/9/9/9/9/RR7/9 w r", "3 pieces that started as Rook are too many; the game has 2"),
        (
            "9/9/9/9/9/9/9/+R8/9 w 2A2a",
            "5 pieces that started as Angle are too many; the game has 4",
        ),
    ] {
        let why = refused(text);
        assert_eq!(why.split_once(": ").expect("a place").1, message, "{text}");
    }
}

#[test]
fn two_pieces_on_one_square_are_no_position() {
    let square = "e5".parse().expect("a square");
    let rook = Piece::new(Color::White, Kind::Troop(Troop::Rook));
    let twice = Position::new([(square, rook), (square, rook)], [Hand::default(); 2], Color::White);
    assert_eq!(twice, Err(PositionFault::Twice(square)));
}

#[test]
fn whoever_passes_leaves_all_but_the_turn_as_it_is() {
    let before = position("9/4j4/9/9/4P4/9/9/4J4/9 w Rr");
    let passed = before.passed();
    assert_eq!(passed, position("9/4j4/9/9/4P4/9/9/4J4/9 b Rr"));
    assert_eq!(passed.key(), position(&passed.to_string()).key());
    assert_eq!(passed.passed(), before);
}

#[test]
fn the_squares_between_generals_of_a_kind_are_their_line_of_fire() {
    let start = Position::start();
    let line = start.line_of_fire(General::Jeweled).expect("they face each other");
    let squares: Vec<String> = line.map(|square| square.to_string()).collect();
    assert_eq!(squares, ["e3", "e4", "e5", "e6", "e7"]);
    let aside = position("9/4j4/9/9/9/9/9/3J5/9 w -");
    assert_eq!(aside.line_of_fire(General::Jeweled), None);
    assert_eq!(aside.line_of_fire(General::Golden), None);
}

#[test]
fn what_a_kind_reaches_holds_every_ply_of_its_pieces() {
    for position in (0..20).map(|seed| Random(seed).game(60).position().clone()) {
        let side = position.side_to_move();
        for ply in position.plies() {
            let Ply::Move { from, to, .. } = ply else { continue };
            let kind = position.at(from).expect("a piece moves").kind();
            assert!(position.standing(side, kind).contains(from), "{ply} in {position}");
            assert!(
                kind.reach(side, from, position.occupied()).contains(to),
                "{ply} in {position}"
            );
        }
    }
}

#[test]
fn the_plies_that_are_no_drops_come_first() {
    for position in (0..20).map(|seed| Random(seed).game(90).position().clone()) {
        let mut moves = Vec::new();
        position.for_each_move(|ply| moves.push(ply));
        let plies = position.plies();
        assert_eq!(plies[..moves.len()], moves, "{position}");
        assert!(
            plies[moves.len()..].iter().all(|ply| matches!(ply, Ply::Drop { .. })),
            "{position}"
        );
    }
}
