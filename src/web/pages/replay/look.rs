//! What of the knowledge is looked at in a replay: one piece, a shade on the board, whose pieces, the table.

use crate::web::parameters::{BadParameter, Given, Takes};
use crate::web::replay::{Knowledge, square_name};
use salpakan::rules::{Color, Square};

/// What the board is shaded by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shade {
    /// The part of the army that is expected to be weaker.
    Strength,
    /// The probability that the piece is the Flag.
    Flag,
}

impl Shade {
    pub const ALL: [Shade; 2] = [Shade::Strength, Shade::Flag];

    /// The word in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Shade::Strength => "strength",
            Shade::Flag => "flag",
        }
    }
}

fn priors() -> Takes {
    Takes::one_of("uniform, learned".to_owned())
}

/// Whether it is the learned one.
fn prior(text: &str) -> Option<bool> {
    ["uniform", "learned"].iter().position(|own| *own == text).map(|at| at == 1)
}

/// What is looked at beside the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    pub shade: Option<Shade>,
    /// In a player's view: his own pieces as the opponent sees them, instead of the enemy's.
    pub ghost: bool,
    /// The piece that was deployed on this square.
    pub piece: Option<Square>,
    pub table: bool,
    /// Whether ranks are held to stand as people put them, in a player's eyes.
    pub learned: bool,
}

impl Look {
    /// Reads it from an address.
    ///
    /// # Errors
    /// The parameter that is wrong.
    pub fn of(given: &Given) -> Result<Look, BadParameter> {
        let words = || Takes::one_of(Shade::ALL.map(Shade::key).join(", "));
        let shade = |text: &str| Shade::ALL.into_iter().find(|one| one.key() == text);
        Ok(Look {
            shade: given.parsed("shade", words(), shade)?,
            ghost: given.number("ghost", 0..=1)? == Some(1),
            piece: given.parsed("piece", Takes::just("takes-square"), |text| text.parse().ok())?,
            table: given.number("table", 0..=1)? == Some(1),
            learned: given.parsed("prior", priors(), prior)? == Some(true),
        })
    }

    /// What it adds to an address.
    pub fn query(self) -> String {
        let shade = self.shade.map(|shade| format!("&shade={}", shade.key()));
        let piece = self.piece.map(|piece| format!("&piece={}", square_name(piece)));
        [
            shade.as_deref().unwrap_or_default(),
            if self.ghost { "&ghost=1" } else { "" },
            piece.as_deref().unwrap_or_default(),
            if self.table { "&table=1" } else { "" },
            if self.learned { "&prior=learned" } else { "" },
        ]
        .concat()
    }

    /// Whether pieces of this color are shaded and listed in a view.
    pub fn covers(self, color: Color, view: Knowledge) -> bool {
        match view {
            Knowledge::As(viewer) => (color == viewer) == self.ghost,
            Knowledge::Revealed | Knowledge::Public => true,
        }
    }
}
