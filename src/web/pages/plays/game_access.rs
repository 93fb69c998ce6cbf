//! Where a game is shown and played: at its own address, or to whoever holds a pass to its table.

use crate::play::PlayId;
use crate::service::Error;
use crate::service::access::Actor;
use crate::service::live::{self, Live, Pass, Place, Seen};
use salpakan::record::short_id_text;

use super::ADDRESS;

/// The address of whoever holds a pass.
pub const PASS_PATH: &str = "/at";

/// A game, and how who looks at it got there.
#[derive(Debug, Clone, Copy)]
pub enum GameAccess {
    ViaAccount(PlayId),
    ViaPass(Pass),
}

impl GameAccess {
    /// The address of the page; what is sent goes below it.
    pub fn address(&self) -> String {
        match self {
            GameAccess::ViaAccount(id) => format!("{ADDRESS}/{}", short_id_text(id)),
            GameAccess::ViaPass(_) => PASS_PATH.to_owned(),
        }
    }

    /// The game as it may be known here.
    ///
    /// # Errors
    /// As [`live::see`].
    pub fn view_game(&self, live: &Live, actor: &Actor) -> Result<Seen, Error> {
        match self {
            GameAccess::ViaAccount(id) => live::see(live, actor, id),
            GameAccess::ViaPass(pass) => live::see_by_pass(live, pass),
        }
    }

    /// Whether it is shown by a pass: then who looks has no account here.
    pub const fn is_via_pass(&self) -> bool {
        matches!(self, GameAccess::ViaPass(_))
    }

    /// Whether it is the device between both players.
    pub fn is_shared_device(&self) -> bool {
        matches!(self, GameAccess::ViaPass(pass) if pass.place() == Place::Device)
    }
}
