//! Public evidence: what a game shows, ply by ply, as facts about ranks.
//!
//! A fact is about ranks *at deployment*, because a rank may change (`promotion`) but a deployment does not. Facts
//! depend on the [`Timeline`] only; viewers who know one side's ranks apply them afterwards.

use salpakan::record::Timeline;
use salpakan::rules::{Board, Color, Ending, FlagHome, Piece, Rank, Square, Termination, Verdict};

use super::Ranks;

/// A piece in a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fighter {
    pub color: Color,
    pub origin: Square,
    /// Whether it is now a Spy if it was deployed as a Private.
    pub promoted: bool,
}

impl Fighter {
    /// Its rank in the challenge if it was deployed with `rank`.
    #[inline]
    pub const fn brings(&self, rank: Rank) -> Rank {
        if self.promoted && matches!(rank, Rank::Private) { Rank::Spy } else { rank }
    }
}

/// A challenge as it is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meeting {
    pub challenger: Fighter,
    pub defender: Fighter,
    pub verdict: Verdict,
}

impl Meeting {
    /// Whether pieces deployed with these ranks would get this verdict.
    #[inline]
    pub fn agrees(&self, challenger: Rank, defender: Rank) -> bool {
        let ranks = (self.challenger.brings(challenger), self.defender.brings(defender));
        Verdict::of(ranks.0, ranks.1) == self.verdict
    }

    pub fn of(&self, color: Color) -> &Fighter {
        if self.challenger.color == color { &self.challenger } else { &self.defender }
    }

    /// The possible ranks at deployment of the fighter of `color`, if the other was deployed with `other`.
    pub fn ranks_against(&self, color: Color, other: Rank) -> Ranks {
        Ranks::filtered(|rank| {
            if self.challenger.color == color {
                self.agrees(rank, other)
            } else {
                self.agrees(other, rank)
            }
        })
    }
}

/// Something that follows from a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// The piece was deployed with one of these ranks.
    Among { piece: Piece, ranks: Ranks },
    /// Two pieces met in a challenge.
    Met(Meeting),
    /// The piece has reached the enemy's back row: if it was a Private, it is now a Spy.
    Promotes { piece: Piece },
}

/// A fact, and the ply after which it is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evidence {
    /// 0 means from the deployment on.
    pub ply: u32,
    pub fact: Fact,
}

/// All facts of the first `plies` plies, by ply.
pub fn evidence(timeline: &Timeline, plies: u32) -> Vec<Evidence> {
    let mut watcher = Watcher::new(timeline);
    for (color, flag) in timeline.flags.iter() {
        if let Some(flag) = flag.filter(|flag| flag.since <= plies) {
            let piece = Piece { color, origin: flag.origin };
            let fact = Fact::Among { piece, ranks: Ranks::FLAG };
            watcher.found.push(Evidence { ply: flag.since, fact });
        }
    }
    for number in 1..=plies.min(timeline.len()) {
        if !watcher.watch(number) {
            break;
        }
    }
    let mut found = watcher.found;
    found.sort_by_key(|one| one.ply);
    found
}

/// An observer of the public board.
struct Watcher<'a> {
    timeline: &'a Timeline,
    board: Board,
    /// The piece that reached its goal with the last ply and has an enemy beside it: a Flag would have to survive one
    /// ply.
    arrived: Option<Piece>,
    /// Pieces that are now Spies if they were deployed as Privates.
    promoted: Vec<Piece>,
    found: Vec<Evidence>,
}

/// The ply under observation.
struct Look {
    number: u32,
    mover: Color,
    piece: Piece,
    ending: Option<Ending>,
    /// The piece that may have been a waiting Flag when the ply began.
    waiting: Option<Piece>,
}

impl<'a> Watcher<'a> {
    fn new(timeline: &'a Timeline) -> Watcher<'a> {
        let board = timeline.start();
        let found = Vec::with_capacity(2 * timeline.plies.len());
        Watcher { timeline, board, arrived: None, promoted: Vec::new(), found }
    }

    /// Observes one ply; returns whether it is possible on the board.
    fn watch(&mut self, number: u32) -> bool {
        let ply = self.timeline.plies[number as usize - 1];
        let mover = self.board.to_move();
        let Some(piece) = self.board.piece_at(ply.mv.from) else { return false };
        let is_last = number == self.timeline.len();
        let ending = self.timeline.ending.filter(|_| is_last);
        let waiting = self.arrived.take();
        let look = Look { number, mover, piece, ending, waiting };
        match ply.verdict {
            Some(verdict) => {
                let Some(other) = self.board.piece_at(ply.mv.to) else { return false };
                self.challenge(&look, other, verdict);
                self.board.apply(ply.mv, ply.verdict);
            }
            None => {
                self.board.apply(ply.mv, None);
                self.plain(&look, ply.mv.to);
            }
        }
        let stands = matches!(ply.verdict, None | Some(Verdict::ChallengerWins));
        if stands && ply.mv.to.is_goal_of(mover) {
            self.promote(number, piece);
        }
        true
    }

    fn among(&mut self, ply: u32, piece: impl Into<Option<Piece>>, ranks: Ranks) {
        if let Some(piece) = piece.into() {
            self.found.push(Evidence { ply, fact: Fact::Among { piece, ranks } });
        }
    }

    fn fighter(&self, piece: Piece) -> Fighter {
        let promoted = self.promoted.contains(&piece);
        Fighter { color: piece.color, origin: piece.origin, promoted }
    }

    fn challenge(&mut self, look: &Look, other: Piece, verdict: Verdict) {
        let (challenger, defender) = (self.fighter(look.piece), self.fighter(other));
        let meeting = Meeting { challenger, defender, verdict };
        self.found.push(Evidence { ply: look.number, fact: Fact::Met(meeting) });
        let said = self.timeline.declared.binary_search_by_key(&look.number, |said| said.ply);
        if let Ok(index) = said {
            let said = self.timeline.declared[index];
            for (fighter, piece, rank) in
                [(challenger, look.piece, said.challenger), (defender, other, said.defender)]
            {
                let ranks = Ranks::filtered(|deployed| fighter.brings(deployed) == rank);
                self.among(look.number, piece, ranks);
            }
        }
        self.after_challenge(look, other);
    }

    /// What follows after a challenge from the end of the game, or from its continuation.
    fn after_challenge(&mut self, look: &Look, other: Piece) {
        let (number, own) = (look.number, look.piece);
        let waiting = look.waiting.filter(|waiting| *waiting != other);
        match look.ending.map(|end| (end.termination, end.winner == look.mover)) {
            None => {
                for piece in [Some(own), Some(other), waiting] {
                    self.among(number, piece, Ranks::NO_FLAG);
                }
            }
            Some((Termination::FlagCaptured, true)) => self.among(number, other, Ranks::FLAG),
            Some((Termination::FlagCaptured, false)) => {
                // It ended with the mover's Flag, which says nothing about the one that waited.
                self.among(number, own, Ranks::FLAG);
                self.among(number, other, Ranks::NO_FLAG);
            }
            Some(_) => {
                self.among(number, own, Ranks::NO_FLAG);
                self.among(number, waiting, Ranks::FLAG);
            }
        }
    }

    /// What follows after a plain move from the end of the game, or from its continuation.
    fn plain(&mut self, look: &Look, to: Square) {
        let number = look.number;
        let arrives = to.is_goal_of(look.mover);
        match look.ending.map(|end| end.winner == look.mover) {
            None => {
                self.among(number, look.waiting, Ranks::NO_FLAG);
                if arrives && self.wins_at_once(to, look.mover) {
                    self.among(number, look.piece, Ranks::NO_FLAG);
                } else if arrives {
                    self.arrived = Some(look.piece);
                }
            }
            Some(true) => {
                self.among(number, look.piece, Ranks::FLAG);
                self.among(number, look.waiting, Ranks::NO_FLAG);
            }
            // The reply came too late, whatever it was: this says nothing about the piece that moved.
            Some(false) => {
                self.among(number, look.waiting, Ranks::FLAG);
            }
        }
    }

    /// Whether a Flag on `square`, its goal, would win immediately.
    fn wins_at_once(&self, square: Square, mover: Color) -> bool {
        let enemies = self.board.standing(mover.opponent());
        self.timeline.rules.flag_home() == FlagHome::AtOnce
            || square.neighbours().intersection(enemies).is_empty()
    }

    fn promote(&mut self, number: u32, piece: Piece) {
        if self.timeline.rules.options().promotion && !self.promoted.contains(&piece) {
            self.promoted.push(piece);
            self.found.push(Evidence { ply: number, fact: Fact::Promotes { piece } });
        }
    }
}
