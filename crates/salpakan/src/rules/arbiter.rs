//! The arbiter, the only holder of both armies.

use super::{
    Announcement, ByColor, Color, Deployment, Ending, FlagHome, IllegalMove, Move, Rank, RuleSet,
    SQUARES, Square, Termination, Verdict,
};

/// The judge of a game. It takes moves, returns announcements, and has no getter for a rank.
#[derive(Clone)]
pub struct Arbiter {
    /// 0 for an empty square, otherwise rank index + 1, plus [`BLACK`] for Black's pieces.
    cells: [u8; SQUARES],
    to_move: Color,
    /// The side whose Flag is on the goal and wins unless the next ply captures it.
    waiting: Option<Color>,
    over: bool,
    flag_wins_at_once: bool,
    promotion: bool,
    open_challenges: bool,
}

const BLACK: u8 = 0x10;
const RANK: u8 = 0x0f;
const FLAG: u8 = Rank::Flag.index() as u8 + 1;
const PRIVATE: u8 = Rank::Private.index() as u8 + 1;
const SPY: u8 = Rank::Spy.index() as u8 + 1;

#[inline]
const fn side_bit(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => BLACK,
    }
}

impl Arbiter {
    /// Takes both armies before the first ply.
    pub fn new(rules: &RuleSet, armies: ByColor<&Deployment>, first: Color) -> Arbiter {
        let mut cells = [0; SQUARES];
        for (color, army) in armies.iter() {
            for (square, rank) in army.pieces() {
                cells[square.index()] = rank.index() as u8 + 1 + side_bit(color);
            }
        }
        Arbiter {
            cells,
            to_move: first,
            waiting: None,
            over: false,
            flag_wins_at_once: rules.flag_home() == FlagHome::AtOnce,
            promotion: rules.options().promotion,
            open_challenges: rules.options().open_challenges,
        }
    }

    #[inline]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Whether the game has ended by rule.
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Judges one ply of the side to move.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] and leaves the position unchanged.
    #[inline]
    pub fn play(&mut self, m: Move) -> Result<Announcement, IllegalMove> {
        let mover = self.to_move;
        let challenger = self.cells[m.from.index()];
        let defender = self.cells[m.to.index()];
        let own = side_bit(mover);
        if self.over
            || challenger == 0
            || challenger & BLACK != own
            || !m.from.is_next_to(m.to)
            || (defender != 0 && defender & BLACK == own)
        {
            return Err(self.refusal(m));
        }
        self.to_move = mover.opponent();
        self.cells[m.from.index()] = 0;
        if defender == 0 {
            Ok(self.plain_move(m.to, challenger, mover))
        } else {
            Ok(self.challenge(m.to, challenger, defender, mover))
        }
    }

    #[inline]
    fn plain_move(&mut self, to: Square, piece: u8, mover: Color) -> Announcement {
        self.cells[to.index()] = piece;
        let ending = if self.waiting.is_some() {
            // The reply did not capture the waiting Flag, which therefore wins, whatever the reply
            // did.
            self.end(mover.opponent(), Termination::FlagReached)
        } else if to.is_goal_of(mover) {
            self.arrival(to, piece, mover)
        } else {
            None
        };
        Announcement { verdict: None, declared: None, ending }
    }

    #[inline]
    fn challenge(
        &mut self,
        to: Square,
        challenger: u8,
        defender: u8,
        mover: Color,
    ) -> Announcement {
        let (one, other) = (rank_of(challenger), rank_of(defender));
        let verdict = Verdict::of(one, other);
        self.cells[to.index()] = match verdict {
            Verdict::ChallengerWins => challenger,
            Verdict::DefenderWins => defender,
            Verdict::Split => 0,
        };
        let ending = if other == Rank::Flag {
            self.end(mover, Termination::FlagCaptured)
        } else if one == Rank::Flag {
            self.end(mover.opponent(), Termination::FlagCaptured)
        } else if self.waiting.is_some() {
            self.end(mover.opponent(), Termination::FlagReached)
        } else {
            if verdict == Verdict::ChallengerWins && to.is_goal_of(mover) {
                self.promote(to, challenger);
            }
            None
        };
        let declared = self.open_challenges.then_some((one, other));
        Announcement { verdict: Some(verdict), declared, ending }
    }

    /// Handles a piece that has moved to the enemy's back row.
    fn arrival(&mut self, to: Square, piece: u8, mover: Color) -> Option<Ending> {
        if piece & RANK == FLAG {
            if self.flag_wins_at_once || !self.enemy_beside(to, mover) {
                return self.end(mover, Termination::FlagReached);
            }
            self.waiting = Some(mover);
        } else {
            self.promote(to, piece);
        }
        None
    }

    fn promote(&mut self, to: Square, piece: u8) {
        if self.promotion && piece & RANK == PRIVATE {
            self.cells[to.index()] = piece & BLACK | SPY;
        }
    }

    fn enemy_beside(&self, square: Square, mover: Color) -> bool {
        square.neighbours().iter().any(|beside| {
            let cell = self.cells[beside.index()];
            cell != 0 && cell & BLACK != side_bit(mover)
        })
    }

    fn end(&mut self, winner: Color, termination: Termination) -> Option<Ending> {
        self.over = true;
        Some(Ending { winner, termination })
    }

    #[cold]
    fn refusal(&self, m: Move) -> IllegalMove {
        let own = side_bit(self.to_move);
        let cell = self.cells[m.from.index()];
        if self.over {
            IllegalMove::GameOver
        } else if cell == 0 {
            IllegalMove::NoPiece(m.from)
        } else if cell & BLACK != own {
            IllegalMove::NotYours(m.from)
        } else if !m.from.is_next_to(m.to) {
            IllegalMove::NotOneStep(m)
        } else {
            IllegalMove::OwnPiece(m.to)
        }
    }
}

#[inline]
fn rank_of(cell: u8) -> Rank {
    // A cell holds rank index + 1; the mask makes a bounds check unnecessary.
    const RANKS: [Rank; 16] = {
        let mut table = [Rank::Flag; 16];
        let mut index = 0;
        while index < Rank::COUNT {
            table[index + 1] = Rank::ALL[index];
            index += 1;
        }
        table
    };
    RANKS[(cell & RANK) as usize]
}

impl std::fmt::Debug for Arbiter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Arbiter(..)")
    }
}
