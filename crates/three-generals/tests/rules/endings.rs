//! Source: *End*.

use three_generals::{Color, Ending, Game, IllegalPly, OCCURRENCES};

use crate::board::{game, ply, position};

/// Both Generals walk to and fro.
const TO_AND_FRO: &str = "e2-d2 e8-d8 d2-e2 d8-e8 ";

#[test]
fn a_side_without_a_legal_ply_loses() {
    // Black has a Rook without its General, and nothing else.
    let game = game("9/9/9/9/4r4/9/9/4J4/9 w -", "e2-e3");
    assert_eq!(game.ending(), Some(Ending::NoPly { loser: Color::Black }));
    assert_eq!(game.position().count_plies(), 0);
}

#[test]
fn losing_all_generals_does_not_end_the_game_by_itself() {
    let with_pawn = game("9/4j4/9/9/p8/9/9/4J4/9 w -", "e2*e8");
    assert_eq!(with_pawn.ending(), None);
    let with_hand = game("9/4j4/9/9/9/9/9/4J4/9 w r", "e2*e8");
    assert_eq!(with_hand.ending(), None);
    let with_nothing = game("9/4j4/9/9/r8/9/9/4J4/9 w -", "e2*e8");
    assert_eq!(with_nothing.ending(), Some(Ending::NoPly { loser: Color::Black }));
}

#[test]
fn a_position_that_occurs_for_the_fourth_time_is_a_draw() {
    let start = "9/4j4/9/9/P8/9/9/4J4/9 w -";
    let thrice = game(start, &TO_AND_FRO.repeat(OCCURRENCES - 2));
    assert_eq!((thrice.ending(), thrice.occurrences()), (None, 3));
    let fourth = game(start, &TO_AND_FRO.repeat(OCCURRENCES - 1));
    assert_eq!(fourth.ending(), Some(Ending::Repetition));
    assert_eq!(fourth.occurrences(), OCCURRENCES);
}

#[test]
fn the_same_pieces_with_other_hands_or_another_side_to_move_are_another_position() {
    let one = "9/4j4/9/9/P8/9/9/4J4/9 w -";
    for other in
        ["9/4j4/9/9/P8/9/9/4J4/9 b -", "9/4j4/9/9/P8/9/9/4J4/9 w R", "9/4j4/9/9/P8/9/9/4J4/9 w r"]
    {
        assert_ne!(position(one), position(other));
        assert_ne!(position(one).key(), position(other).key());
    }
}

#[test]
fn a_piece_of_another_origin_makes_another_position() {
    let (rook, angle) = ("9/4j4/9/9/R8/9/9/4J4/9 w -", "9/4j4/9/9/+R8/9/9/4J4/9 w -");
    assert_ne!(position(rook), position(angle));
    assert_ne!(position(rook).key(), position(angle).key());
}

#[test]
fn which_of_two_like_pieces_stands_where_makes_no_difference() {
    let start = "9/1g2j4/9/9/9/9/9/4J2G1/9 w 2A2a";
    let dropped = game(start, "A@e5 A@d5 A@a5 A@b5");
    let other_way = game(start, "A@a5 A@b5 A@e5 A@d5");
    assert_eq!(dropped.position(), other_way.position());
}

#[test]
fn nothing_is_played_after_the_end() {
    let mut over = game("9/9/9/9/4r4/9/9/4J4/9 w -", "e2-e3");
    assert_eq!(over.play(ply("e3-e2")), Err(IllegalPly::GameOver));
    assert_eq!(over.plies().len(), 1);
}

#[test]
fn an_illegal_ply_changes_nothing() {
    let mut game = Game::new();
    assert!(game.play(ply("c3-c5")).is_err());
    assert_eq!(game.position(), Game::new().position());
    assert!(game.plies().is_empty());
}

#[test]
fn a_path_that_has_ended_counts_no_further() {
    let start = "9/4j4/9/9/P8/9/9/4J4/9 w -";
    let fourth = game(start, &TO_AND_FRO.repeat(3));
    assert_eq!((fourth.perft(0), fourth.perft(1)), (1, 0));
    // One of the replies is the fourth occurrence, and counts as a last ply only.
    let mut before =
        game(start, TO_AND_FRO.repeat(3).trim_end().rsplit_once(' ').expect("plies").0);
    let fresh = Game::from_position(before.position().clone());
    assert_eq!(before.perft(1), fresh.perft(1));
    let drawn = Game::from_position(position(start)).perft(1);
    assert_eq!(before.perft(2) + drawn, fresh.perft(2));
    assert_eq!(before.play(ply("d8-e8")), Ok(Some(Ending::Repetition)));
}

#[test]
fn perft_over_a_repetition_is_that_of_every_game_played_out() {
    let start = "9/4j4/9/9/9/9/9/4J4/9 w -";
    for repeated in [TO_AND_FRO.to_owned(), TO_AND_FRO.repeat(2)] {
        let game = game(start, &repeated);
        assert_eq!(game.perft(4), played_out(&game, 4));
    }
}

#[test]
fn only_positions_since_the_last_ply_for_good_may_come_again() {
    let whole = game("9/4j4/9/9/4p4/9/4P4/4J4/9 w -", "e2-d2 e8-d8 e3-e4 e5xe4 d2-e2 d8-e8 e2-d2");
    assert_eq!(whole.keys().last(), Some(&whole.position().key()));
    assert_eq!(whole.keys().len(), whole.plies().len() + 1, "a captured Pawn may be dropped again");
    let shot = game("9/4j4/9/9/p8/9/9/4J4/9 w -", "e2*e8 a5-a4");
    assert_eq!(shot.keys().len(), 2, "a General who was shot is gone");
}

#[test]
fn a_game_until_a_ply_is_the_game_as_it_was_then() {
    let whole = game("9/4j4/9/9/9/9/9/4J4/9 w -", &TO_AND_FRO.repeat(3));
    assert_eq!(whole.ending(), Some(Ending::Repetition));
    let half = whole.until(6);
    assert_eq!((half.plies(), half.ending()), (&whole.plies()[..6], None));
    assert_eq!(half.occurrences(), 2);
    assert_eq!(whole.until(99).ending(), whole.ending());
}

fn played_out(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.ending().is_some() {
        return 0;
    }
    let after = |ply| {
        let mut after = game.clone();
        after.play(ply).expect("what is listed is legal");
        played_out(&after, depth - 1)
    };
    game.position().plies().into_iter().map(after).sum()
}
