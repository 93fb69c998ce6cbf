//! A game: its plies, its ending by the rules, and the paths that lead on from it.

use crate::illegal::IllegalPly;
use crate::ply::Ply;
use crate::position::Position;
use game_record::Color;

/// How often a position occurs until the game is drawn. Source: *End*.
pub const OCCURRENCES: usize = 4;

/// How the rules end a game. Resignation, agreement and time are not theirs. Source: *End*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The side to move has no legal ply and loses.
    NoPly { loser: Color },
    /// A position occurred for the fourth time: a draw.
    Repetition,
}

/// A game from some position on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    start: Position,
    position: Position,
    plies: Vec<Ply>,
    /// The keys of all positions since the last ply that cannot be taken back.
    keys: Vec<u64>,
    ending: Option<Ending>,
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    pub fn new() -> Game {
        Game::from_position(Position::start())
    }

    /// A game in which this position occurs for the first time.
    pub fn from_position(start: Position) -> Game {
        let ending = without_ply(&start);
        let keys = vec![start.key()];
        Game { position: start.clone(), start, plies: Vec::new(), keys, ending }
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The game as it was after so many plies, or all of it if it has no more.
    #[must_use]
    pub fn until(&self, plies: usize) -> Game {
        let mut game = Game::from_position(self.start.clone());
        for ply in self.plies.iter().take(plies) {
            game.play(*ply).expect("what was played was legal");
        }
        game
    }

    /// The keys of the positions since the last ply that no other can take back, the present one's last: only these can
    /// come again.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Plays a ply, if it is legal; returns how it ended the game. An illegal ply changes nothing.
    pub fn play(&mut self, ply: Ply) -> Result<Option<Ending>, IllegalPly> {
        if self.ending.is_some() {
            return Err(IllegalPly::GameOver);
        }
        self.position.check(ply)?;
        let number = number_of_pieces(&self.position);
        self.position.play_known(ply);
        if number_of_pieces(&self.position) != number {
            self.keys.clear();
        }
        self.plies.push(ply);
        self.keys.push(self.position.key());
        self.ending =
            if self.is_repeated() { Some(Ending::Repetition) } else { without_ply(&self.position) };
        Ok(self.ending)
    }

    /// How often the position has occurred, itself included.
    pub fn occurrences(&self) -> usize {
        let mut position = self.start.clone();
        let mut count = usize::from(position == self.position);
        for &ply in &self.plies {
            position.play_known(ply);
            count += usize::from(position == self.position);
        }
        count
    }

    /// Equal keys only say that it is worth comparing the positions themselves.
    fn is_repeated(&self) -> bool {
        let key = self.position.key();
        let same = |other: &&u64| **other == key;
        self.keys.iter().rev().step_by(2).filter(same).count() >= OCCURRENCES
            && self.occurrences() >= OCCURRENCES
    }

    /// The number of sequences of exactly `depth` legal plies from here. One that ends earlier by the rules does not
    /// count; the last ply of one may end the game.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.ending.is_some() => 0,
            _ if self.may_repeat_within(depth) => self.perft_with_history(depth),
            _ => self.position.perft(depth),
        }
    }

    /// Whether a path of so many plies can go through a fourth occurrence and on. A position comes again after four plies
    /// at the earliest, since each side must leave it and return; one that was seen comes after one.
    fn may_repeat_within(&self, depth: u32) -> bool {
        let mut keys = self.keys.clone();
        keys.sort_unstable();
        let seen = keys.chunk_by(|a, b| a == b).map(<[u64]>::len).max().unwrap_or_default();
        let earliest = 1 + 4 * (OCCURRENCES.saturating_sub(seen + 1));
        depth as usize > earliest
    }

    fn perft_with_history(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.ending.is_some() => 0,
            1 => u64::from(self.position.count_plies()),
            _ => {
                let mut paths = 0;
                self.position.for_each_ply(|ply| {
                    let mut after = self.clone();
                    after.play(ply).expect("what is listed is legal");
                    paths += after.perft(depth - 1);
                });
                paths
            }
        }
    }
}

fn without_ply(position: &Position) -> Option<Ending> {
    (!position.has_ply()).then_some(Ending::NoPly { loser: position.side_to_move() })
}

/// Pieces on the board and in hands: a Pawn that promotes and a General who is captured leave the game, and what led
/// there cannot come again with fewer. A General who comes back takes the place of a Pawn.
fn number_of_pieces(position: &Position) -> u32 {
    let held = |color| position.hand(color).iter().map(|(_, held)| held).sum::<u32>();
    position.occupied().len() + Color::ALL.map(held).into_iter().sum::<u32>()
}

impl Position {
    /// The number of sequences of exactly `depth` legal plies from here, where no position has occurred before. Paths
    /// shorter than thirteen plies cannot go through a fourth occurrence; [`Game::perft`] knows of any before.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => u64::from(self.count_plies()),
            _ => {
                let mut paths = 0;
                self.for_each_ply(|ply| {
                    let mut after = self.clone();
                    after.play_known(ply);
                    paths += after.perft(depth - 1);
                });
                paths
            }
        }
    }
}
