//! > `electronic`: Ideal's electronic version of 1980: a Flag that reaches the
//! > back rank wins at once, adjacent enemies or not; Spies are called Agents

use crate::rules::{Army, FlagHome, OwnName, Preset, Rank, Zone};

pub(in crate::rules) const ELECTRONIC: Preset = Preset {
    name: "electronic",
    army: Army::STANDARD,
    zone: Zone::Home,
    flag_home: FlagHome::AtOnce,
    own_names: &[OwnName { rank: Rank::Spy, name: "Agent", abbreviation: "AGT" }],
};
