//! Variations of a game that hides nothing: its plies up to one of them, and others from there on.

use three_generals::record::Timeline;
use three_generals::{Game, IllegalPly, Ply};

use super::MAX_OWN_PLIES;

/// A game that was not played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenLine {
    /// How many plies of the game are kept.
    pub kept_plies: u32,
    /// The kept plies, followed by the user's own.
    pub game: Game,
}

/// Why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenLineError {
    /// More than [`MAX_OWN_PLIES`].
    TooManyPlies,
    /// This own ply, counted from 1, is illegal.
    IllegalPly(u32, IllegalPly),
}

impl OpenLine {
    /// Plays on after the first `kept_plies` of a game, or after all of them.
    ///
    /// # Errors
    /// Returns the first [`OpenLineError`].
    pub fn new(
        timeline: &Timeline,
        kept_plies: Option<u32>,
        own_plies: &[Ply],
    ) -> Result<OpenLine, OpenLineError> {
        if own_plies.len() > MAX_OWN_PLIES {
            return Err(OpenLineError::TooManyPlies);
        }
        let kept_plies = kept_plies.unwrap_or(timeline.len()).min(timeline.len());
        let mut game = Game::new();
        for played in timeline.plies.iter().take(kept_plies as usize) {
            game.play(played.ply).map_err(|illegal| OpenLineError::IllegalPly(0, illegal))?;
        }
        for (number, ply) in (1..).zip(own_plies) {
            game.play(*ply).map_err(|illegal| OpenLineError::IllegalPly(number, illegal))?;
        }
        Ok(OpenLine { kept_plies, game })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use three_generals::record::TimedPly;

    fn plies(text: &str) -> Vec<Ply> {
        text.split_whitespace().map(|ply| ply.parse().expect("a ply")).collect()
    }

    fn timeline(text: &str) -> Timeline {
        let timed = |ply| TimedPly { ply, clock: None };
        Timeline { plies: plies(text).into_iter().map(timed).collect(), ending: None }
    }

    #[test]
    fn a_game_goes_on_otherwise_from_any_of_its_plies() {
        let played = timeline("e3-e4 e7-e6 e4-e5 e6xe5");
        let line = OpenLine::new(&played, Some(2), &plies("e4-d5 e6xd5")).expect("legal plies");
        assert_eq!(line.kept_plies, 2);
        assert_eq!(line.game.plies(), plies("e3-e4 e7-e6 e4-d5 e6xd5"));
        let whole = OpenLine::new(&played, None, &[]).expect("the game itself");
        assert_eq!((whole.kept_plies, whole.game.plies().len()), (4, 4));
        assert_eq!(OpenLine::new(&played, Some(9), &[]).expect("as much as there is"), whole);
    }

    #[test]
    fn an_illegal_ply_is_named_by_its_number_and_a_line_has_its_bound() {
        let played = timeline("e3-e4 e7-e6");
        let refused = OpenLine::new(&played, Some(1), &plies("e7-e6 a3-a5")).expect_err("illegal");
        assert!(matches!(refused, OpenLineError::IllegalPly(2, _)), "{refused:?}");
        let there_and_back = "a3-a4 a7-a6 ".repeat(31);
        let refused = OpenLine::new(&played, None, &plies(&there_and_back)).expect_err("too long");
        assert_eq!(refused, OpenLineError::TooManyPlies);
    }

    #[test]
    fn nothing_follows_the_end_by_the_rules() {
        // Generals walk there and back until the first position occurs for the fourth time.
        let played = timeline(&"e2-d2 e8-d8 d2-e2 d8-e8 ".repeat(3));
        let refused = OpenLine::new(&played, None, &plies("e3-e4")).expect_err("it has ended");
        assert_eq!(refused, OpenLineError::IllegalPly(1, IllegalPly::GameOver));
        assert!(OpenLine::new(&played, Some(11), &plies("e8-d7")).is_err(), "the General left e8");
        assert!(OpenLine::new(&played, Some(11), &plies("e7-e6")).is_ok(), "one ply before it");
    }
}
