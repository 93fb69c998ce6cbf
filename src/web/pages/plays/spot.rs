//! Where a game is shown and played: at its own address, or to whoever holds a pass to its table.

use crate::play::PlayId;
use crate::service::Error;
use crate::service::access::Actor;
use crate::service::live::{self, Live, Pass, Place, Seen};
use salpakan::record::short_id_text;

use super::ADDRESS;

/// The address of whoever holds a pass.
pub const AT: &str = "/at";

/// A game, and how who looks at it got there.
#[derive(Debug, Clone, Copy)]
pub enum Spot {
    Play(PlayId),
    Table(Pass),
}

impl Spot {
    /// The address of the page; what is sent goes below it.
    pub fn address(&self) -> String {
        match self {
            Spot::Play(id) => format!("{ADDRESS}/{}", short_id_text(id)),
            Spot::Table(_) => AT.to_owned(),
        }
    }

    /// The game as it may be known here.
    ///
    /// # Errors
    /// As [`live::see`].
    pub fn look(&self, live: &Live, actor: &Actor) -> Result<Seen, Error> {
        match self {
            Spot::Play(id) => live::see(live, actor, id),
            Spot::Table(pass) => live::see_by_pass(live, pass),
        }
    }

    /// Whether it is shown by a pass: then who looks has no account here.
    pub const fn is_table(&self) -> bool {
        matches!(self, Spot::Table(_))
    }

    /// Whether it is the device between both players.
    pub fn is_device(&self) -> bool {
        matches!(self, Spot::Table(pass) if pass.place() == Place::Device)
    }
}
