//! The presets, as `RULES.md` describes them.

use super::{Army, FlagHome, OwnName, Preset, Rank, Zone};

/// > `standard`: the above
///
/// The published game: 21 pieces on three home rows; a Flag on the enemy's back row wins unless an
/// adjacent enemy captures it in the next ply.
pub(super) const STANDARD: Preset = Preset {
    name: "standard",
    army: Army::STANDARD,
    zone: Zone::Home,
    flag_home: FlagHome::AfterReply,
    own_names: &[],
};

/// > `electronic`: Ideal's electronic version of 1980: a Flag that reaches the
/// > back rank wins at once, adjacent enemies or not; Spies are called Agents
pub(super) const ELECTRONIC: Preset = Preset {
    name: "electronic",
    flag_home: FlagHome::AtOnce,
    own_names: &[OwnName { rank: Rank::Spy, name: "Agent", abbreviation: "AGT" }],
    ..STANDARD
};

/// > `eleven`: eleven pieces a side; accounts do not list them, so ours are F, S,
/// > P x3, 5, 4, 3, 2, 1, C
pub(super) const ELEVEN: Preset = Preset {
    name: "eleven",
    army: Army::of([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 3, 1, 1]),
    ..STANDARD
};

/// > `krig`: an online variant: at most one piece may be deployed on the owner's
/// > own border, the fourth rank from his edge (rank 4 for White, 5 for Black),
/// > the rest at home
pub(super) const KRIG: Preset = Preset { name: "krig", zone: Zone::HomeAndBorder, ..STANDARD };
