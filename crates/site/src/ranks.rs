//! Names of ranks by language and rule-set.

use salpakan::rules::{Rank, RuleSet};

use crate::board::symbol;
use crate::i18n::Texts;

/// The rank names in a game, in the visitor's language.
#[derive(Debug, Clone, Copy)]
pub struct RankNames {
    pub texts: Texts,
    pub rules: RuleSet,
}

impl RankNames {
    pub fn label(self, rank: Rank) -> &'static str {
        const LABELS: [&str; Rank::COUNT] = [
            "5★", "4★", "3★", "2★", "1★", "COL", "LTC", "MAJ", "CPT", "1LT", "2LT", "SGT", "PVT",
            "SPY", "FLAG",
        ];
        self.rules.own_name(rank).map_or(LABELS[rank.index()], |own| own.abbreviation)
    }

    /// The name in the visitor's language.
    pub fn name(self, rank: Rank) -> &'static str {
        match self.rules.own_name(rank) {
            Some(own) => self.texts.text(&variant_name_key(own.name)),
            None => self.texts.text(symbol(Some(rank))),
        }
    }

    /// The label and the name, or that the rank is hidden: an accessible name contains the visible
    /// label (WCAG 2.5.3).
    pub fn full_label(self, rank: Option<Rank>) -> String {
        match rank {
            None => self.texts.get("hidden"),
            Some(rank) => [self.label(rank), " ", self.name(rank)].concat(),
        }
    }

    /// The name, or that the rank is hidden.
    pub fn name_or_hidden(self, rank: Option<Rank>) -> String {
        rank.map_or_else(|| self.texts.get("hidden"), |rank| self.name(rank).to_owned())
    }
}

/// The catalogue key of a rule-set's own name for a rank.
fn variant_name_key(name: &str) -> String {
    format!("rank-{}", name.to_lowercase().replace(' ', "-"))
}
