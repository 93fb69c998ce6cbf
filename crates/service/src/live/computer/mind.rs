//! What the computer thinks with in a game: the program of that game, given what its player sees.

use adjutant_domain::game::AnyPly;
use salpakan::rules::Color;
use salpakan_bot::Random;
use salpakan_computer::{Effort, Level, Personality, Sight};

use super::super::watch::Seen;
use super::levels::three_generals_level;

/// A program with the game that it is asked about.
pub(super) enum Mind {
    Salpakan {
        player: salpakan_computer::Computer<'static>,
        sight: Sight,
    },
    ThreeGenerals {
        player: three_generals_computer::Computer<'static>,
        game: three_generals::Game,
        own: Color,
    },
}

/// What the computer would play.
pub(super) struct Choice {
    pub ply: AnyPly,
    /// The chance to win with the best ply, 0 to 1, by what the player can know.
    pub chance: Option<f32>,
}

/// A level's player of Salpakan, which has a set-up to choose before there is anything to see.
pub(super) fn salpakan_player(
    level: Level,
    personality: Option<Personality>,
) -> salpakan_computer::Computer<'static> {
    level.player_like(salpakan_computer::Weights::learned(), personality)
}

impl Mind {
    /// The mind of a level in a game that it plays, once there is something to see.
    pub(super) fn of_level(level: Level, seen: &Seen) -> Option<Mind> {
        let own = seen.viewer.color()?;
        if let Some(game) = seen.play.progress().three_generals() {
            let player = three_generals_level(level)?;
            let player = player.player(three_generals_computer::Weights::learned());
            return Some(Mind::ThreeGenerals { player, game: game.game.clone(), own });
        }
        let player = salpakan_player(level, seen.personality);
        Some(Mind::Salpakan { player, sight: sight(seen)? })
    }

    /// A mind that plays its best with so many nodes, of a player who has a seat.
    pub(super) fn of_nodes(nodes: u32, seen: &Seen) -> Option<Mind> {
        let own = seen.viewer.color()?;
        if let Some(game) = seen.play.progress().three_generals() {
            let weights = three_generals_computer::Weights::learned();
            let effort = three_generals_computer::Effort::of_nodes(nodes);
            let player = three_generals_computer::Computer::new(weights, effort);
            return Some(Mind::ThreeGenerals { player, game: game.game.clone(), own });
        }
        let weights = salpakan_computer::Weights::learned();
        let player = salpakan_computer::Computer::new(weights, Effort::of_nodes(nodes));
        Some(Mind::Salpakan { player, sight: sight(seen)? })
    }

    /// Has it look at no more nodes than these.
    pub(super) fn limit_nodes(&mut self, nodes: u32) {
        match self {
            Mind::Salpakan { player, .. } => {
                let effort = &mut player.effort;
                effort.nodes = effort.nodes.min(nodes);
                effort.armies = effort.armies.min(nodes);
            }
            Mind::ThreeGenerals { player, .. } => {
                player.effort.nodes = player.effort.nodes.min(nodes);
            }
        }
    }

    /// Whether it accepts a draw that is offered.
    pub(super) fn accepts_draw(&self, random: &mut Random) -> bool {
        match self {
            Mind::Salpakan { player, sight } => player.accepts_draw(sight, random),
            Mind::ThreeGenerals { player, game, own } => player.accepts_draw(game, *own, random),
        }
    }

    /// Whether it offers a draw with the coming ply.
    pub(super) fn offers_draw(&self, random: &mut Random) -> bool {
        match self {
            Mind::Salpakan { player, sight } => player.offers_draw(sight, random),
            Mind::ThreeGenerals { player, game, own } => player.offers_draw(game, *own, random),
        }
    }

    /// Whether it gives the game up.
    pub(super) fn resigns(&self, random: &mut Random) -> bool {
        match self {
            Mind::Salpakan { player, sight } => player.resigns(sight, random),
            Mind::ThreeGenerals { player, game, own } => player.resigns(game, *own, random),
        }
    }

    /// The coming ply; `None` if there is none.
    pub(super) fn decide(&self, random: &mut Random) -> Option<Choice> {
        Some(match self {
            Mind::Salpakan { player, sight } => {
                let decision = player.decide(sight, random)?;
                let chance = decision.candidates.first().map(|best| best.chance);
                Choice { ply: decision.mv.into(), chance }
            }
            Mind::ThreeGenerals { player, game, .. } => {
                let decision = player.decide(game, random)?;
                let chance = decision.candidates.first().map(|best| best.chance);
                Choice { ply: decision.ply.into(), chance }
            }
        })
    }
}

/// What a player of Salpakan sees: nothing else reaches the program.
fn sight(seen: &Seen) -> Option<Sight> {
    Some(Sight::new(seen.play.timeline()?, seen.own.as_ref()?))
}
