//! Helpers for the tests of the rules: sets up games and plays written plies.

use salpakan::rules::{
    Announcement, Arbiter, Board, ByColor, Color, Deployment, Draft, Move, RuleSet,
};

/// A game with its public board and its arbiter.
#[derive(Clone)]
pub struct Table {
    pub board: Board,
    pub arbiter: Arbiter,
}

pub fn rule_set(key: &str) -> RuleSet {
    key.parse().unwrap_or_else(|error| panic!("{key}: {error}"))
}

pub fn deployment(rules: &RuleSet, color: Color, setup: &str) -> Deployment {
    let draft =
        Draft::parse(color, rules, setup).unwrap_or_else(|faults| panic!("{setup}: {}", faults[0]));
    draft.check(rules).unwrap_or_else(|faults| panic!("{setup}: {}", faults[0]))
}

impl Table {
    pub fn new(rules: &RuleSet, armies: ByColor<&Deployment>, first: Color) -> Table {
        Table {
            board: Board::new(armies.map(Deployment::squares), first),
            arbiter: Arbiter::new(rules, armies, first),
        }
    }

    /// Both set-ups are in the notation.
    pub fn set_up(key: &str, white: &str, black: &str, first: Color) -> Table {
        let rules = rule_set(key);
        let white = deployment(&rules, Color::White, white);
        let black = deployment(&rules, Color::Black, black);
        Table::new(&rules, ByColor::new(&white, &black), first)
    }

    /// Plays a legal move on the board and with the arbiter.
    pub fn play(&mut self, m: Move) -> Announcement {
        assert_eq!(self.board.check(m), Ok(()), "{m:?} on the board");
        let announcement = self.arbiter.play(m).unwrap_or_else(|why| panic!("{m:?}: {why}"));
        assert_eq!(announcement.verdict.is_some(), self.board.is_challenge(m), "{m:?}");
        self.board.apply(m, announcement.verdict);
        assert_eq!(self.board.to_move(), self.arbiter.to_move());
        announcement
    }

    /// Plays a ply in the notation, and checks everything it states: whether it is a challenge, its
    /// verdict, and by `#` whether it ends the game.
    pub fn play_written(&mut self, ply: &str) -> Announcement {
        let without_end = ply.trim_end_matches('#');
        let verdict = without_end.chars().last().filter(|c| "+-=".contains(*c));
        let m = Move::parse(without_end.trim_end_matches(['+', '-', '=']))
            .unwrap_or_else(|_| panic!("{ply} is no ply"));
        let announcement = self.play(m);
        assert_eq!(announcement.verdict.map(|v| v.symbol()), verdict, "the verdict of {ply}");
        assert_eq!(announcement.ending.is_some(), ply.ends_with('#'), "whether {ply} ends it");
        announcement
    }
}
