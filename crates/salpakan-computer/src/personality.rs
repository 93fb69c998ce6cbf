//! Personalities, after the ways in which people like to play: they change set-ups and what a search prefers, never what it knows.

use salpakan::rules::{Color, Move, Rank, Square};

use crate::policy::steps;
use crate::world::World;

/// A way to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Personality {
    /// Deploys its generals in front, and goes ahead and challenges.
    Attacker,
    /// Keeps its strength around the Flag, and lets the enemy come.
    Defender,
    /// Deploys the Flag in the second row, and looks for a way to the other side with it.
    Runner,
    /// Sends weak pieces ahead as if they were strong, and hides the strong ones behind them.
    Bluffer,
}

/// The logarithm by which a search looks more often at a move that a personality likes entirely.
const PULL: f32 = 1.2;
/// How much of a chance to win a personality gives up for a move that it likes entirely, at most.
const WILLINGNESS: f32 = 0.04;

impl Personality {
    pub const ALL: [Personality; 4] =
        [Personality::Attacker, Personality::Defender, Personality::Runner, Personality::Bluffer];

    /// Its name in commands and addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Personality::Attacker => "attacker",
            Personality::Defender => "defender",
            Personality::Runner => "runner",
            Personality::Bluffer => "bluffer",
        }
    }

    /// Its number where games are stored, from 1.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The one with this number.
    pub fn from_number(number: i16) -> Option<Personality> {
        Personality::ALL.into_iter().find(|one| i16::from(one.number()) == number)
    }

    pub fn parse(key: &str) -> Option<Personality> {
        Personality::ALL.into_iter().find(|one| one.key() == key)
    }

    /// How much likelier, as a logarithm, a search looks at a move at first.
    pub(crate) fn pull(self, world: &World, m: Move) -> f32 {
        PULL * self.liking(world, m)
    }

    /// How much better, as a chance to win, a move seems than the search finds.
    pub(crate) fn charm(self, world: &World, m: Move) -> f32 {
        WILLINGNESS * self.liking(world, m)
    }

    /// How much it likes a legal move of the player to move, from -1 to 1, by what this player knows: ranks of its own alone.
    fn liking(self, world: &World, m: Move) -> f32 {
        let me = world.to_move();
        let enemies = world.standing(me.opponent());
        let challenges = enemies.contains(m.to);
        let ahead = i32::from(m.to.depth(me)) - i32::from(m.from.depth(me));
        let rank = Rank::ALL[world.rank_index(m.from)];
        let touches = enemies.iter().any(|enemy| enemy.is_next_to(m.to));
        match self {
            Personality::Attacker if rank == Rank::Flag => 0.0,
            Personality::Attacker if challenges => 1.0,
            Personality::Attacker => 0.7 * ahead as f32,
            Personality::Defender if challenges && m.to.depth(me) < OWN_HALF => 0.5,
            Personality::Defender if m.to.depth(me) < OWN_HALF => -0.4 * ahead as f32,
            Personality::Defender => -0.8 * ahead.max(0) as f32,
            Personality::Runner if rank == Rank::Flag && touches => -0.5,
            Personality::Runner if rank == Rank::Flag => ahead as f32,
            Personality::Runner => escort(world, me, m, ahead),
            Personality::Bluffer if rank == Rank::Flag => 0.0,
            Personality::Bluffer if is_weak(rank) && touches && !challenges => 0.8,
            Personality::Bluffer if is_weak(rank) => 0.4 * ahead as f32,
            Personality::Bluffer => -0.1 * ahead as f32,
        }
    }

    /// How much more a rank likes a square of the set-up, as the logarithm of a weight.
    pub(crate) fn preference(
        self,
        rank: Rank,
        square: Square,
        color: Color,
        flag: Option<Square>,
    ) -> f32 {
        let depth = f32::from(square.depth(color));
        let beside = f32::from(u8::from(flag.is_some_and(|flag| flag.is_next_to(square))));
        let wing = (f32::from(square.file()) - 4.0).abs();
        match (self, rank) {
            (Personality::Attacker, Rank::Flag) => -depth,
            (Personality::Attacker, rank) if is_strong(rank) => 1.2 * depth,
            (Personality::Attacker, _) => -0.5 * depth,
            (Personality::Defender, Rank::Flag) => -depth,
            (Personality::Defender, rank) if is_strong(rank) => 1.5 * beside - depth,
            (Personality::Defender, Rank::Private) => 1.2 * depth,
            (Personality::Defender, _) => 0.3 * depth,
            // The second row is between a breakthrough and a retreat.
            (Personality::Runner, Rank::Flag) => {
                let second = (depth - 1.0).abs() < 0.5;
                2.0 * depth + if second { 2.0 } else { 0.0 } + 0.2 * wing
            }
            (Personality::Runner, rank) if is_strong(rank) => beside,
            (Personality::Bluffer, rank) if is_weak(rank) => 0.8 * depth,
            (Personality::Bluffer, rank) if is_strong(rank) => -0.5 * depth,
            (Personality::Runner | Personality::Bluffer, _) => 0.0,
        }
    }
}

/// The rows of a player's own half.
const OWN_HALF: u8 = 4;

/// A piece that clears the way of its Flag.
fn escort(world: &World, me: Color, m: Move, ahead: i32) -> f32 {
    let is_flag = |square: &Square| world.rank_index(*square) == Rank::Flag.index();
    let Some(flag) = world.standing(me).iter().find(is_flag) else { return 0.0 };
    let near = steps(flag, m.from) <= 3;
    if near && ahead > 0 && m.from.depth(me) >= flag.depth(me) { 0.4 } else { 0.0 }
}

const fn is_strong(rank: Rank) -> bool {
    matches!(
        rank,
        Rank::GeneralOfTheArmy
            | Rank::General
            | Rank::LieutenantGeneral
            | Rank::MajorGeneral
            | Rank::BrigadierGeneral
            | Rank::Spy
    )
}

const fn is_weak(rank: Rank) -> bool {
    matches!(rank, Rank::Captain | Rank::FirstLieutenant | Rank::SecondLieutenant | Rank::Sergeant)
}

#[cfg(test)]
mod tests {
    use super::Personality;

    #[test]
    fn each_has_a_name_of_its_own() {
        for one in Personality::ALL {
            assert_eq!(Personality::parse(one.key()), Some(one));
            assert_eq!(Personality::from_number(i16::from(one.number())), Some(one));
        }
        assert_eq!(Personality::parse("Attacker"), None);
    }
}
