//! The presets as constants.

mod electronic;
mod eleven;
mod krig;
mod standard;

pub(super) use electronic::ELECTRONIC;
pub(super) use eleven::ELEVEN;
pub(super) use krig::KRIG;
pub(super) use standard::STANDARD;
