//! A position with the ranks of both sides, as a search supposes them, and what each side has seen of the other.

use salpakan::rules::{
    Color, Direction, FlagHome, Move, Rank, RuleSet, SQUARES, Square, Squares, Verdict,
};
use salpakan_bot::stronger;

/// What of a rule-set matters while a game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turns {
    flag_wins_at_once: bool,
    promotion: bool,
}

impl Turns {
    pub fn of(rules: &RuleSet) -> Turns {
        Turns {
            flag_wins_at_once: rules.flag_home() == FlagHome::AtOnce,
            promotion: rules.options().promotion,
        }
    }
}

/// A piece on the board of a [`World`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    pub rank: Rank,
    /// How many challenges it has won, which everybody has seen.
    pub wins: u8,
    /// The strongest enemy rank that it has captured, as index + 1, which the enemy knows; 0 for none.
    pub beaten: u8,
    pub moved: bool,
}

impl Piece {
    /// A Flag of which nothing was seen, to be given another rank.
    pub const FRESH: Piece = Piece { rank: Rank::Flag, wins: 0, beaten: 0, moved: false };
}

/// A supposed position. It is made from a [`Sight`](crate::Sight) and a guess of the enemy's ranks, and plays by the rules.
#[derive(Clone)]
pub struct World {
    /// 0 for an empty square, otherwise rank index + 1.
    ranks: [u8; SQUARES],
    wins: [u8; SQUARES],
    beaten: [u8; SQUARES],
    moved: Squares,
    standing: [Squares; 2],
    to_move: Color,
    /// The side whose Flag is on its goal and wins unless the next ply captures it.
    waiting: Option<Color>,
    winner: Option<Color>,
    /// The last two plies, the newest first.
    last: [Option<Move>; 2],
    challenged: bool,
    /// Plies since the last challenge.
    quiet: u16,
    turns: Turns,
}

impl World {
    pub fn empty(turns: Turns, to_move: Color) -> World {
        World {
            ranks: [0; SQUARES],
            wins: [0; SQUARES],
            beaten: [0; SQUARES],
            moved: Squares::EMPTY,
            standing: [Squares::EMPTY; 2],
            to_move,
            waiting: None,
            winner: None,
            last: [None; 2],
            challenged: false,
            quiet: 0,
            turns,
        }
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, color: Color, square: Square, piece: Piece) {
        self.standing[color as usize].insert(square);
        let index = square.index();
        self.ranks[index] = piece.rank.index() as u8 + 1;
        self.wins[index] = piece.wins;
        self.beaten[index] = piece.beaten;
        if piece.moved {
            self.moved.insert(square);
        }
    }

    /// Takes a piece away, as somebody does who overlooks it.
    pub(crate) fn overlook(&mut self, square: Square) {
        for standing in &mut self.standing {
            standing.remove(square);
        }
        self.moved.remove(square);
        let index = square.index();
        (self.ranks[index], self.wins[index], self.beaten[index]) = (0, 0, 0);
    }

    /// States the plies before, and whose Flag waits on its goal.
    pub fn set_before(
        &mut self,
        last: [Option<Move>; 2],
        challenged: bool,
        waiting: Option<Color>,
    ) {
        self.last = last;
        self.challenged = challenged;
        self.waiting = waiting;
    }

    /// States how many plies have been made since the last challenge.
    pub fn set_quiet(&mut self, plies: u32) {
        self.quiet = u16::try_from(plies).unwrap_or(u16::MAX);
    }

    /// Plies since the last challenge, or since the start.
    #[inline]
    pub fn quiet(&self) -> u32 {
        u32::from(self.quiet)
    }

    #[inline]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Who has won, if the game is over.
    #[inline]
    pub const fn winner(&self) -> Option<Color> {
        self.winner
    }

    #[inline]
    pub const fn waiting(&self) -> Option<Color> {
        self.waiting
    }

    #[inline]
    pub const fn standing(&self, color: Color) -> Squares {
        self.standing[color as usize]
    }

    /// The index of the rank on a square that has a piece.
    #[inline]
    pub const fn rank_index(&self, square: Square) -> usize {
        self.ranks[square.index()].wrapping_sub(1) as usize % Rank::COUNT
    }

    #[inline]
    pub const fn wins(&self, square: Square) -> u8 {
        self.wins[square.index()]
    }

    #[inline]
    pub const fn beaten(&self, square: Square) -> u8 {
        self.beaten[square.index()]
    }

    #[inline]
    pub const fn has_moved(&self, square: Square) -> bool {
        self.moved.contains(square)
    }

    /// The ply before, and whether it was a challenge.
    #[inline]
    pub const fn last(&self) -> (Option<Move>, bool) {
        (self.last[0], self.challenged)
    }

    /// The last ply of the side to move.
    #[inline]
    pub const fn own_last(&self) -> Option<Move> {
        self.last[1]
    }

    /// The legal moves of the side to move.
    pub fn moves(&self, into: &mut Vec<Move>) {
        into.clear();
        let own = self.standing(self.to_move);
        for direction in Direction::ALL {
            for from in own.that_can_step(direction, own).iter() {
                if let Some(to) = from.step(direction) {
                    into.push(Move { from, to });
                }
            }
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) -> Option<Verdict> {
        let mover = self.to_move;
        let (own, other) = (mover as usize, mover.opponent() as usize);
        let (from, to) = (m.from.index(), m.to.index());
        self.to_move = mover.opponent();
        self.last = [Some(m), self.last[0]];
        self.challenged = self.standing[other].contains(m.to);
        self.quiet = if self.challenged { 0 } else { self.quiet.saturating_add(1) };
        self.standing[own].remove(m.from);
        self.moved.remove(m.from);
        let challenger = std::mem::take(&mut self.ranks[from]);
        let (wins, beaten) =
            (std::mem::take(&mut self.wins[from]), std::mem::take(&mut self.beaten[from]));
        if !self.challenged {
            self.standing[own].insert(m.to);
            self.moved.insert(m.to);
            (self.ranks[to], self.wins[to], self.beaten[to]) = (challenger, wins, beaten);
            self.after_plain_move(m.to, mover);
            return None;
        }
        let defender = self.ranks[to];
        let (one, another) = (rank(challenger), rank(defender));
        let verdict = Verdict::of(one, another);
        match verdict {
            Verdict::ChallengerWins => {
                self.standing[other].remove(m.to);
                self.standing[own].insert(m.to);
                self.moved.insert(m.to);
                self.ranks[to] = challenger;
                self.wins[to] = wins.saturating_add(1);
                self.beaten[to] = stronger(beaten, defender);
            }
            Verdict::DefenderWins => {
                self.wins[to] = self.wins[to].saturating_add(1);
                self.beaten[to] = stronger(self.beaten[to], challenger);
            }
            Verdict::Split => {
                self.standing[other].remove(m.to);
                self.moved.remove(m.to);
                (self.ranks[to], self.wins[to], self.beaten[to]) = (0, 0, 0);
            }
        }
        self.winner = if another == Rank::Flag {
            Some(mover)
        } else if one == Rank::Flag {
            Some(mover.opponent())
        } else {
            self.waiting
        };
        if verdict == Verdict::ChallengerWins && m.to.is_goal_of(mover) {
            self.promote(to);
        }
        Some(verdict)
    }

    fn after_plain_move(&mut self, to: Square, mover: Color) {
        if self.waiting.is_some() {
            self.winner = self.waiting;
        } else if to.is_goal_of(mover) {
            if rank(self.ranks[to.index()]) != Rank::Flag {
                self.promote(to.index());
                return;
            }
            let enemies = self.standing(mover.opponent());
            if self.turns.flag_wins_at_once || to.neighbours().intersection(enemies).is_empty() {
                self.winner = Some(mover);
            } else {
                self.waiting = Some(mover);
            }
        }
    }

    fn promote(&mut self, index: usize) {
        if self.turns.promotion && rank(self.ranks[index]) == Rank::Private {
            self.ranks[index] = Rank::Spy.index() as u8 + 1;
        }
    }
}

#[inline]
fn rank(cell: u8) -> Rank {
    Rank::from_index(usize::from(cell).wrapping_sub(1)).unwrap_or(Rank::Flag)
}

impl std::fmt::Debug for World {
    /// Shows nothing, for a guess may be true.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("World(..)")
    }
}
