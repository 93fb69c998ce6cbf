//! What holds in every position of any game.

use std::collections::BTreeMap;

use proptest::prelude::*;
use three_generals::{Color, General, Kind, Piece, Ply, Position, Square, Troop, Turn};

use crate::random::Random;

/// How many pieces of each origin are on the board and in both hands.
fn origins(position: &Position) -> BTreeMap<Kind, u32> {
    let mut numbers = BTreeMap::new();
    for (_, piece) in position.pieces() {
        *numbers.entry(piece.origin()).or_default() += 1;
    }
    for (troop, held) in Color::ALL.into_iter().flat_map(|color| position.hand(color).iter()) {
        *numbers.entry(Kind::Troop(troop)).or_default() += held;
    }
    numbers
}

/// The same position, put together piece by piece.
fn rebuilt(position: &Position) -> Position {
    let pieces: Vec<(Square, Piece)> = position.pieces().collect();
    let hands = Color::ALL.map(|color| position.hand(color));
    Position::new(pieces.into_iter().rev(), hands, position.side_to_move())
        .unwrap_or_else(|e| panic!("{position}: {e}"))
}

/// What a ply takes out of the game and brings back, by kind.
fn expected_change(position: &Position, ply: Ply) -> BTreeMap<Kind, u32> {
    let mut numbers = origins(position);
    let is_pawn = |square| {
        position.at(square).is_some_and(|piece: Piece| piece.kind() == Kind::Troop(Troop::Pawn))
    };
    let captured = match ply {
        Ply::Move { to, .. } | Ply::Shot { to, .. } => position.at(to).map(Piece::kind),
        Ply::Drop { .. } => None,
    };
    if let Some(general @ Kind::General(_)) = captured {
        *numbers.get_mut(&general).expect("it was there") -= 1;
    }
    if let Ply::Move { from, turn, .. } = ply
        && is_pawn(from)
        && turn != Turn::No
    {
        *numbers.get_mut(&Kind::Troop(Troop::Pawn)).expect("it was there") -= 1;
        if let Turn::Return(general, _) = turn {
            *numbers.entry(Kind::General(general)).or_default() += 1;
        }
    }
    numbers.retain(|_, number| *number > 0);
    numbers
}

fn all_turns() -> Vec<Turn> {
    let returns = General::ALL.into_iter().flat_map(|general| {
        // One square in each palace and one outside all of them.
        ["b1", "e1", "h2", "b9", "d8", "i7", "e5"]
            .map(|square| Turn::Return(general, square.parse().expect("a square")))
    });
    [Turn::No, Turn::Yes].into_iter().chain(returns).collect()
}

/// Plies of every form, most of them illegal.
fn conceivable(from: Square) -> impl Iterator<Item = Ply> {
    let moves = move |to| {
        all_turns().into_iter().flat_map(move |turn| {
            [true, false].map(move |captures| Ply::Move { from, to, captures, turn })
        })
    };
    let drops = Troop::ALL.into_iter().map(move |troop| Ply::Drop { troop, to: from });
    Square::all().flat_map(move |to| moves(to).chain([Ply::Shot { from, to }])).chain(drops)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn pieces_are_conserved_and_the_key_is_that_of_the_position(seed: u64) {
        let mut random = Random(seed);
        let mut position = Position::start();
        for _ in 0..200 {
            if !position.has_ply() {
                break;
            }
            let ply = random.ply(&position);
            let after = position.after(ply).expect("what is listed is legal");
            prop_assert_eq!(origins(&after), expected_change(&position, ply), "{} {}", position, ply);
            let again = rebuilt(&after);
            prop_assert_eq!(again.key(), after.key());
            prop_assert_eq!(&again, &after);
            prop_assert_eq!(after.to_string().parse(), Ok(after.clone()));
            position = after;
        }
    }

    #[test]
    fn every_legal_ply_is_read_as_it_was_written_and_counted(seed: u64, most in 0_usize..160) {
        let game = Random(seed).game(most);
        let plies = game.position().plies();
        prop_assert_eq!(plies.len(), game.position().count_plies() as usize);
        prop_assert_eq!(!plies.is_empty(), game.position().has_ply());
        for ply in plies {
            prop_assert_eq!(ply.to_string().parse::<Ply>(), Ok(ply));
            prop_assert!(game.position().check(ply).is_ok(), "{}", ply);
        }
    }

    #[test]
    fn what_is_not_listed_is_refused(seed: u64, most in 0_usize..160) {
        let game = Random(seed).game(most);
        let listed = game.position().plies();
        let from = Random(seed).below(81);
        for from in [from, (from + 40) % 81].map(|index| Square::from_index(index).expect("below 81")) {
            for ply in conceivable(from) {
                let is_legal = game.position().check(ply).is_ok();
                prop_assert_eq!(is_legal, listed.contains(&ply), "{} {}", game.position(), ply);
            }
        }
    }

    #[test]
    fn no_text_is_read_as_what_it_is_not(text in "[a-jA-S0-9+@*x/ -]{0,40}") {
        if let Ok(ply) = text.parse::<Ply>() {
            prop_assert_eq!(ply.to_string(), text.clone());
        }
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string(), text);
        }
    }
}
