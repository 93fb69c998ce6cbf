//! > `standard`: the above
//!
//! The published game: 21 pieces on three home rows; a Flag on the enemy's back row wins unless an
//! adjacent enemy captures it in the next ply.

use crate::rules::{Army, FlagHome, Preset, Zone};

pub(in crate::rules) const STANDARD: Preset = Preset {
    name: "standard",
    army: Army::STANDARD,
    zone: Zone::Home,
    flag_home: FlagHome::AfterReply,
    own_names: &[],
};
