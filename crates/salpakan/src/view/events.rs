//! The plies as a viewer may know them: for move lists, marks on a slider and logs. Texts are made
//! at the edge.

use crate::clock::TimeControl;
use crate::record::Ply;
use crate::rules::{Board, Color, Ending, Move, Rank, Square, Verdict};

use super::View;

/// A piece in an event, with its rank at that time if the viewer knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Actor {
    pub color: Color,
    pub origin: Square,
    pub rank: Option<Rank>,
}

/// A challenge: both pieces with their ranks at that time, and the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Challenge {
    pub challenger: Actor,
    pub defender: Actor,
    pub verdict: Verdict,
}

impl Challenge {
    /// The pieces that fell, the challenger first.
    pub fn fallen(&self) -> impl Iterator<Item = Actor> {
        let challenger = (self.verdict != Verdict::ChallengerWins).then_some(self.challenger);
        let defender = (self.verdict != Verdict::DefenderWins).then_some(self.defender);
        challenger.into_iter().chain(defender)
    }
}

/// What happened in one ply, as far as the viewer may know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Counted from 1.
    pub ply: u32,
    pub mv: Move,
    /// The piece that moved, with its rank before the ply.
    pub piece: Actor,
    pub challenge: Option<Challenge>,
    /// The piece was a Private and is now a Spy.
    pub promoted: bool,
    /// The piece is a Flag and is now on the enemy's back row.
    pub flag_home: bool,
    /// Flags that their owners showed after this ply, by square.
    pub shown_flags: Vec<Square>,
    /// The mover's clock after the ply, in seconds.
    pub clock: Option<u32>,
    /// The seconds used, if clocks and time control determine them.
    pub used: Option<u32>,
    /// Present on the last ply of a game that ended by rule.
    pub ending: Option<Ending>,
}

impl View<'_> {
    /// All plies in order; `control` is the header's, for the seconds used.
    pub fn events(&self, control: Option<TimeControl>) -> Vec<Event> {
        let mut board = self.timeline.start();
        let mut clocks = Color::ALL.map(|color| Some(control?.side(color).base()));
        let mut events = Vec::with_capacity(self.timeline.plies.len());
        for (number, ply) in (1_u32..).zip(&self.timeline.plies) {
            let mover = board.to_move();
            let before = &mut clocks[mover as usize];
            let side = control.map(|control| control.side(mover));
            let used = side.zip(*before).zip(ply.clock);
            let used = used.and_then(|((side, before), after)| side.used(before, after));
            // After a missing clock the time of the next ply is unknown.
            *before = ply.clock;
            let Some(event) = self.event(&board, number, ply) else { break };
            events.push(Event { used, ..event });
            board.apply(ply.mv, ply.verdict);
        }
        if let Some(last) = events.last_mut() {
            last.ending = self.timeline.ending;
        }
        events
    }

    fn event(&self, board: &Board, number: u32, ply: &Ply) -> Option<Event> {
        let piece = self.actor(board, ply.mv.from, number)?;
        let challenge = ply.verdict.and_then(|verdict| {
            let defender = self.actor(board, ply.mv.to, number)?;
            Some(Challenge { challenger: piece, defender, verdict })
        });
        let arrived = matches!(ply.verdict, None | Some(Verdict::ChallengerWins))
            && ply.mv.to.is_goal_of(piece.color);
        let promoted = |p: &super::Promotion| p.ply == number && p.origin == piece.origin;
        Some(Event {
            ply: number,
            mv: ply.mv,
            piece,
            challenge,
            promoted: self.promotions.iter().any(promoted),
            flag_home: arrived && self.rank_of(piece.origin, number) == Some(Rank::Flag),
            shown_flags: self.flags_shown_after(number),
            clock: ply.clock,
            used: None,
            ending: None,
        })
    }

    /// The piece on `square` with its rank in ply `number`, before a promotion by that ply.
    fn actor(&self, board: &Board, square: Square, number: u32) -> Option<Actor> {
        let piece = board.piece_at(square)?;
        let brought = self.rank_of(piece.origin, number.saturating_sub(1));
        let rank = self.declared_in(piece.origin, number).or(brought);
        Some(Actor { color: piece.color, origin: piece.origin, rank })
    }

    fn declared_in(&self, origin: Square, number: u32) -> Option<Rank> {
        let said = self.disclosed.iter().find(|one| one.since == number && one.origin == origin);
        said.map(|disclosure| disclosure.rank)
    }

    fn flags_shown_after(&self, number: u32) -> Vec<Square> {
        let flags = [self.timeline.flags.white, self.timeline.flags.black];
        let mut shown: Vec<Square> =
            flags.into_iter().flatten().filter(|f| f.since == number).map(|f| f.origin).collect();
        shown.sort_unstable();
        shown
    }
}
