//! What holds for any text as plies or as a position of the Game of Three Generals.

use ::three_generals::{Game, Ply, Position};

use crate::bounds::bounded;

/// Bytes that reading may allocate for each byte of text.
const MEMORY: usize = 64;

/// A line is a position or, if it is none, the plies are from the start; those that are legal are played. Each ply is read as
/// it is written, or refused at a place within it.
pub fn plies(text: &str) {
    let (first, rest) = text.split_once('\n').unwrap_or(("", text));
    let mut game = first.parse().map_or_else(|_| Game::new(), Game::from_position);
    for word in rest.split_whitespace() {
        match bounded(word.len(), MEMORY, || word.parse::<Ply>()) {
            Ok(ply) => {
                assert_eq!(ply.to_string(), word);
                play(&mut game, ply);
            }
            Err(e) => {
                let place = word.chars().nth(e.column - 1);
                assert_eq!(place, e.found, "{e}");
                assert!(e.column <= word.chars().count() + 1, "{e}");
            }
        }
    }
}

/// A ply is played exactly if it is listed, and an illegal one changes nothing.
fn play(game: &mut Game, ply: Ply) {
    let before = game.position().clone();
    let is_listed = game.ending().is_none() && before.plies().contains(&ply);
    let played = game.play(ply);
    assert_eq!(played.is_ok(), is_listed, "{before} {ply}");
    if played.is_err() {
        assert_eq!(*game.position(), before);
        return;
    }
    let after = game.position();
    assert_eq!(after.to_string().parse().as_ref(), Ok(after));
    assert_eq!(after.count_plies() as usize, after.plies().len());
    assert_eq!(after.has_ply(), after.count_plies() > 0);
}

/// A position is written as it was read, or the text is refused at a place within it.
pub fn position(text: &str) {
    match bounded(text.len(), MEMORY, || text.parse::<Position>()) {
        Ok(position) => {
            assert_eq!(position.to_string(), text);
            let plies = position.plies();
            assert_eq!(plies.len(), position.count_plies() as usize);
            for ply in plies {
                let after = position.after(ply).expect("what is listed is legal");
                assert_eq!(after.to_string().parse().as_ref(), Ok(&after));
            }
        }
        Err(e) => assert!((1..=text.len() + 1).contains(&e.column), "{e}"),
    }
}
