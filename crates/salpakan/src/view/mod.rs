//! What each viewer may know of a game.
//!
//! A view adds to the public timeline: [`spectator`] is given no secret, so it cannot leak one;
//! [`player`] adds the viewer's own army; [`revealed`] takes a full record, which exists for final
//! games only.

mod events;
mod life;
mod scene;

pub use events::{Actor, Challenge, Event};
pub use life::{Encounter, Fate, Fortune, Life, Stop};
pub use scene::{Fallen, Scene, Standing};

use crate::record::{Annotations, FullRecord, Timeline};
use crate::rules::{ByColor, Color, Deployment, Rank, Square};

/// A rank that is public from some ply on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disclosure {
    /// Known after this ply; 0 means from the deployment on.
    pub since: u32,
    pub origin: Square,
    pub rank: Rank,
}

/// A Private that became a Spy, if the viewer knows the piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Promotion {
    pub ply: u32,
    pub origin: Square,
}

/// A piece, with its rank if the viewer knows it from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownPiece {
    pub origin: Square,
    pub color: Color,
    pub rank: Option<Rank>,
}

/// A game as one viewer may know it. It borrows the public half and only adds to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View<'a> {
    pub timeline: &'a Timeline,
    /// By square.
    pub pieces: Vec<KnownPiece>,
    /// By ply.
    pub promotions: Vec<Promotion>,
    /// By ply, then by square.
    pub disclosed: Vec<Disclosure>,
    /// Comments and tags may mention ranks, so they are in views of revealed records only.
    pub annotations: Option<&'a Annotations>,
}

/// What everybody may know: the public half and public declarations.
pub fn spectator(timeline: &Timeline) -> View<'_> {
    build(timeline, ByColor::default())
}

/// What a player may know: the own army and public declarations.
pub fn player<'a>(timeline: &'a Timeline, own: &Deployment) -> View<'a> {
    let mut armies = ByColor::default();
    armies[own.color()] = Some(own);
    build(timeline, armies)
}

/// Everything, for a finished game.
pub fn revealed(record: &FullRecord) -> View<'_> {
    let view = build(record.timeline(), record.armies().as_ref().map(Option::as_ref));
    View { annotations: Some(record.annotations()), ..view }
}

/// Everything, for a hypothetical game with supposed set-ups.
pub fn supposed<'a>(timeline: &'a Timeline, armies: ByColor<&Deployment>) -> View<'a> {
    build(timeline, armies.map(Some))
}

fn build<'a>(timeline: &'a Timeline, armies: ByColor<Option<&Deployment>>) -> View<'a> {
    let mut pieces: Vec<KnownPiece> = Vec::with_capacity(42);
    for color in Color::ALL {
        for origin in timeline.taken[color].unwrap_or_default().iter() {
            let rank = armies[color].and_then(|army| army.rank_at(origin));
            pieces.push(KnownPiece { origin, color, rank });
        }
    }
    pieces.sort_unstable_by_key(|piece| piece.origin);
    let (promotions, disclosed, annotations) = (Vec::new(), Vec::new(), None);
    let mut view = View { timeline, pieces, promotions, disclosed, annotations };
    view.walk();
    view
}

impl View<'_> {
    /// Adds what becomes known during the game: promotions, declarations, public Flags.
    fn walk(&mut self) {
        for (color, flag) in self.timeline.flags.iter() {
            if let Some(flag) = flag {
                debug_assert!(self.timeline.taken[color].is_none_or(|t| t.contains(flag.origin)));
                let rank = Rank::Flag;
                self.disclosed.push(Disclosure { since: flag.since, origin: flag.origin, rank });
            }
        }
        let promotes = self.timeline.rules.options().promotion;
        if promotes || !self.timeline.declared.is_empty() {
            self.replay(promotes);
        }
        self.disclosed.sort_by_key(|one| (one.since, one.origin));
    }

    fn replay(&mut self, promotes: bool) {
        let mut board = self.timeline.start();
        let mut declared = self.timeline.declared.iter().peekable();
        for (number, ply) in (1_u32..).zip(&self.timeline.plies) {
            let mover = board.to_move();
            let origin_at = |square| board.piece_at(square).map(|piece| piece.origin);
            let (challenger, defender) = (origin_at(ply.mv.from), origin_at(ply.mv.to));
            if let Some(said) = declared.next_if(|said| said.ply == number) {
                for (origin, rank) in [(challenger, said.challenger), (defender, said.defender)] {
                    let Some(origin) = origin else { continue };
                    self.disclosed.push(Disclosure { since: number, origin, rank });
                }
            }
            board.apply(ply.mv, ply.verdict);
            let arrived = board.piece_at(ply.mv.to).filter(|piece| piece.color == mover);
            if let Some(piece) = arrived.filter(|_| promotes && ply.mv.to.is_goal_of(mover))
                && self.rank_of(piece.origin, number) == Some(Rank::Private)
            {
                self.promotions.push(Promotion { ply: number, origin: piece.origin });
            }
        }
    }

    /// The rank of the piece with this origin after `ply` plies, if the viewer knows it.
    pub fn rank_of(&self, origin: Square, ply: u32) -> Option<Rank> {
        let known = self.pieces.binary_search_by_key(&origin, |piece| piece.origin).ok();
        let own = known.and_then(|index| self.pieces[index].rank);
        let told = || {
            let told = self.disclosed.iter().rev();
            told.filter(|d| d.origin == origin && d.since <= ply).max_by_key(|d| d.since)
        };
        let (rank, since) = match own {
            Some(rank) => (rank, 0),
            None => told().map(|told| (told.rank, told.since))?,
        };
        // A declaration names the rank at the time of the challenge.
        let promoted = |p: &Promotion| p.origin == origin && (since..=ply).contains(&p.ply);
        let promoted = self.promotions.iter().any(promoted);
        Some(if rank == Rank::Private && promoted { Rank::Spy } else { rank })
    }

    /// The position after `ply` plies, or the last one if there are fewer.
    pub fn scene(&self, ply: u32) -> Scene {
        Scene::of(self, ply.min(self.timeline.len()))
    }
}
