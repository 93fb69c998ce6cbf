//! A position of a view: pieces, captured pieces and clocks.

use crate::record::Ply;
use crate::rules::{ByColor, Color, Rank, Square};

use super::View;

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    pub square: Square,
    pub color: Color,
    pub origin: Square,
    pub rank: Option<Rank>,
}

impl Standing {
    /// Whether the viewer knows it as a Flag that has reached the enemy's back row.
    pub fn is_flag_home(&self) -> bool {
        self.rank == Some(Rank::Flag) && self.square.is_goal_of(self.color)
    }
}

/// A piece that has left the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fallen {
    pub ply: u32,
    pub color: Color,
    pub origin: Square,
    pub rank: Option<Rank>,
}

/// The position after a ply, as its viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    pub ply: u32,
    /// By square.
    pub standing: Vec<Standing>,
    /// In order; if both pieces fell, the challenger first.
    pub fallen: Vec<Fallen>,
    pub last: Option<Ply>,
    /// Whose turn it is; `None` after the last ply.
    pub to_move: Option<Color>,
    /// The remaining seconds, if recorded.
    pub clocks: ByColor<Option<u32>>,
}

impl Scene {
    pub(super) fn of(view: &View<'_>, ply: u32) -> Scene {
        let timeline = view.timeline;
        let mut board = timeline.start();
        let mut fallen = Vec::new();
        let mut clocks = ByColor::default();
        for (number, played) in (1_u32..).zip(timeline.plies.iter().take(ply as usize)) {
            let mover = board.to_move();
            let before = [played.mv.from, played.mv.to].map(|square| board.piece_at(square));
            board.apply(played.mv, played.verdict);
            clocks[mover] = played.clock.or(clocks[mover]);
            if played.verdict.is_some() {
                let after = board.piece_at(played.mv.to);
                fallen.extend(before.into_iter().flatten().filter(|p| after != Some(*p)).map(
                    |p| {
                        let rank = view.rank_of(p.origin, ply);
                        Fallen { ply: number, color: p.color, origin: p.origin, rank }
                    },
                ));
            }
        }
        let standing = board
            .pieces()
            .map(|(square, piece)| Standing {
                square,
                color: piece.color,
                origin: piece.origin,
                rank: view.rank_of(piece.origin, ply),
            })
            .collect();
        Scene {
            ply,
            standing,
            fallen,
            last: (ply as usize).checked_sub(1).and_then(|n| timeline.plies.get(n)).copied(),
            to_move: (ply < timeline.len()).then(|| board.to_move()),
            clocks,
        }
    }
}
