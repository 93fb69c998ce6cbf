//! The parameters of a replay's knowledge panel: selected piece, heat map, side, table.

use crate::parameters::{AcceptedValues, ParameterError, QueryParameters};
use crate::replay::{Perspective, square_name};
use salpakan::rules::{Color, Square};

/// What the heat map shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeatMapKind {
    /// The share of the enemy army that is expected to be weaker.
    Strength,
    Flag,
}

impl HeatMapKind {
    pub const ALL: [HeatMapKind; 2] = [HeatMapKind::Strength, HeatMapKind::Flag];

    /// The key in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            HeatMapKind::Strength => "strength",
            HeatMapKind::Flag => "flag",
        }
    }
}

fn prior_values() -> AcceptedValues {
    AcceptedValues::one_of("uniform, learned".to_owned())
}

/// Whether the learned prior is requested.
fn parse_prior(text: &str) -> Option<bool> {
    ["uniform", "learned"].iter().position(|own| *own == text).map(|at| at == 1)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KnowledgeQuery {
    pub shade: Option<HeatMapKind>,
    /// In a player's view: shows their own pieces as the opponent sees them instead of the enemy's.
    pub ghost: bool,
    /// The piece deployed on this square.
    pub piece: Option<Square>,
    pub table: bool,
    /// Whether probabilities start from the learned prior of set-ups.
    pub learned: bool,
}

impl KnowledgeQuery {
    /// Parses the parameters.
    pub fn from_params(given: &QueryParameters) -> Result<KnowledgeQuery, ParameterError> {
        let words = || AcceptedValues::one_of(HeatMapKind::ALL.map(HeatMapKind::key).join(", "));
        let shade = |text: &str| HeatMapKind::ALL.into_iter().find(|one| one.key() == text);
        Ok(KnowledgeQuery {
            shade: given.parse_with("shade", words(), shade)?,
            ghost: given.number("ghost", 0..=1)? == Some(1),
            piece: given.parse_with(
                "piece",
                AcceptedValues::described_by("takes-square"),
                |text| text.parse().ok(),
            )?,
            table: given.number("table", 0..=1)? == Some(1),
            learned: given.parse_with("prior", prior_values(), parse_prior)? == Some(true),
        })
    }

    /// The query string of these parameters, with a leading `&`.
    pub fn to_query(self) -> String {
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

    /// Whether pieces of this colour are shaded and listed in a view.
    pub fn includes(self, color: Color, view: Perspective) -> bool {
        match view {
            Perspective::Player(viewer) => (color == viewer) == self.ghost,
            Perspective::Revealed | Perspective::Public => true,
        }
    }
}
