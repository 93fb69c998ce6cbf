//! Luck: what a challenge gave against what its mover had to expect.

use salpakan::record::Ply;
use salpakan::rules::{Color, Move, Verdict};

use crate::search::Networks;
use crate::world::World;

/// How likely each verdict of a challenge is by what its mover knew.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Odds {
    pub wins: f32,
    pub splits: f32,
    pub loses: f32,
}

impl Odds {
    /// Of a move in worlds that differ in the enemy's ranks alone. `None` if it is no challenge.
    pub fn of(worlds: &[World], mv: Move) -> Option<Odds> {
        let mut odds = Odds::default();
        let one = 1.0 / worlds.len().max(1) as f32;
        for world in worlds {
            *odds.share(world.clone().play(mv)?) += one;
        }
        (!worlds.is_empty()).then_some(odds)
    }

    const fn share(&mut self, verdict: Verdict) -> &mut f32 {
        match verdict {
            Verdict::ChallengerWins => &mut self.wins,
            Verdict::Split => &mut self.splits,
            Verdict::DefenderWins => &mut self.loses,
        }
    }
}

/// What a challenge gave its mover.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Luck {
    pub odds: Odds,
    /// The mover's chance right after it, over all that the mover held possible.
    pub expected: f32,
    /// The mover's chance right after it, with the verdict that came.
    pub given: f32,
}

impl Luck {
    /// The chance that the verdict gave beyond expectation; below 0 for bad luck.
    pub const fn surplus(&self) -> f32 {
        self.given - self.expected
    }
}

/// The luck of a ply in the worlds before it. `ended` is the winner if the ply ended the game. `after` has the worlds that its mover
/// supposes once the verdict is known, for one that hardly any world before it gives. `None` for a plain move.
pub(super) fn of_ply(
    networks: &Networks,
    before: &[World],
    (ply, ended): (&Ply, Option<Color>),
    after: impl FnOnce() -> Vec<World>,
) -> Option<Luck> {
    /// Fewer worlds are no basis for a mean.
    const FEWEST: usize = 8;
    let verdict = ply.verdict?;
    let odds = Odds::of(before, ply.mv)?;
    let mover = before.first()?.to_move();
    let mut inputs = Vec::new();
    let mut chance = |world: &World| match world.winner() {
        Some(winner) => f32::from(u8::from(winner == mover)),
        None => 1.0 - networks.value.chance(world, &mut inputs),
    };
    let (mut all, mut same) = (Vec::with_capacity(before.len()), Vec::new());
    for world in before {
        let mut world = world.clone();
        let came = world.play(ply.mv) == Some(verdict) && world.winner() == ended;
        let chance = chance(&world);
        all.push(chance);
        if came {
            same.push(chance);
        }
    }
    let mean = |list: &[f32]| list.iter().sum::<f32>() / list.len().max(1) as f32;
    let given = match ended {
        Some(winner) => f32::from(u8::from(winner == mover)),
        None => {
            if same.len() < FEWEST {
                same.extend(after().iter().map(chance));
            }
            mean(&same)
        }
    };
    Some(Luck { odds, expected: mean(&all), given })
}
