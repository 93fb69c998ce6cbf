//! The history of a piece: where it was deployed and moved, its challenges, and its end.

use crate::rules::{Color, Rank, Square, Verdict};

use super::View;
use super::events::{Actor, Event};

/// A square that a piece moved to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    pub ply: u32,
    pub square: Square,
}

/// The result of a challenge for one of its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fortune {
    /// The other piece fell.
    Won,
    /// The piece itself fell.
    Lost,
    /// Both fell.
    Split,
}

/// A challenge in a piece's history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Encounter {
    pub ply: u32,
    /// The square that was challenged.
    pub square: Square,
    /// Whether this piece was the challenger.
    pub challenged: bool,
    /// The other piece, with its rank at that time if the viewer knows it.
    pub other: Actor,
    pub fortune: Fortune,
}

/// Where a piece is after the last ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// On this square.
    Stands(Square),
    /// Off the board since this ply, captured on this square.
    Fell { ply: u32, square: Square },
}

/// A piece from its deployment to the last ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Life {
    pub origin: Square,
    pub color: Color,
    /// Its last rank, if the viewer knows it.
    pub rank: Option<Rank>,
    /// The squares it moved to after its origin, by ply. A challenge that it lost or split is not a
    /// move.
    pub path: Vec<Stop>,
    /// By ply.
    pub encounters: Vec<Encounter>,
    /// The ply after which it became a Spy, if the viewer knows it did.
    pub promoted: Option<u32>,
    pub fate: Fate,
}

impl View<'_> {
    /// The histories of all pieces, by origin.
    pub fn lives(&self) -> Vec<Life> {
        let mut lives: Vec<Life> = self.pieces.iter().map(|piece| self.born(piece)).collect();
        for event in self.events(None) {
            live(&mut lives, &event);
        }
        lives
    }

    /// The history of the piece with this origin.
    pub fn life(&self, origin: Square) -> Option<Life> {
        self.lives().into_iter().find(|life| life.origin == origin)
    }

    fn born(&self, piece: &super::KnownPiece) -> Life {
        Life {
            origin: piece.origin,
            color: piece.color,
            rank: self.rank_of(piece.origin, self.timeline.len()),
            path: Vec::new(),
            encounters: Vec::new(),
            promoted: None,
            fate: Fate::Stands(piece.origin),
        }
    }
}

fn live(lives: &mut [Life], event: &Event) {
    let (ply, square) = (event.ply, event.mv.to);
    let verdict = event.challenge.map(|challenge| challenge.verdict);
    if let Some(life) = of(lives, event.piece.origin) {
        if matches!(verdict, None | Some(Verdict::ChallengerWins)) {
            life.path.push(Stop { ply, square });
            life.fate = Fate::Stands(square);
        }
        if event.promoted {
            life.promoted = Some(ply);
        }
    }
    let Some(challenge) = event.challenge else { return };
    let pairs = [
        (challenge.challenger, challenge.defender, true),
        (challenge.defender, challenge.challenger, false),
    ];
    for (own, other, challenged) in pairs {
        let Some(life) = of(lives, own.origin) else { continue };
        let fortune = fortune(challenge.verdict, challenged);
        life.encounters.push(Encounter { ply, square, challenged, other, fortune });
        if fortune != Fortune::Won {
            life.fate = Fate::Fell { ply, square };
        }
    }
}

fn of(lives: &mut [Life], origin: Square) -> Option<&mut Life> {
    let index = lives.binary_search_by_key(&origin, |life| life.origin).ok()?;
    lives.get_mut(index)
}

fn fortune(verdict: Verdict, challenged: bool) -> Fortune {
    match (verdict, challenged) {
        (Verdict::Split, _) => Fortune::Split,
        (Verdict::ChallengerWins, true) | (Verdict::DefenderWins, false) => Fortune::Won,
        (Verdict::ChallengerWins, false) | (Verdict::DefenderWins, true) => Fortune::Lost,
    }
}
