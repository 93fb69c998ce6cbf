//! > `krig`: an online variant: at most one piece may be deployed on the owner's
//! > own border, the fourth rank from his edge (rank 4 for White, 5 for Black),
//! > the rest at home

use crate::rules::{Army, FlagHome, Preset, Zone};

pub(in crate::rules) const KRIG: Preset = Preset {
    name: "krig",
    army: Army::STANDARD,
    zone: Zone::HomeAndBorder,
    flag_home: FlagHome::AfterReply,
    own_names: &[],
};
