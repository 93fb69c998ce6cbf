//! > `eleven`: eleven pieces a side; accounts do not list them, so ours are F, S,
//! > P x3, 5, 4, 3, 2, 1, C

use crate::rules::{Army, FlagHome, Preset, Zone};

pub(in crate::rules) const ELEVEN: Preset = Preset {
    name: "eleven",
    army: Army::of([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 3, 1, 1]),
    zone: Zone::Home,
    flag_home: FlagHome::AfterReply,
    own_names: &[],
};
