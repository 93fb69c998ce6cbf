//! What ranks are called, in a language and by a rule-set.

use salpakan::rules::{Rank, RuleSet};

use super::board::symbol;
use super::i18n::Texts;

/// The words for ranks in one game for one visitor.
#[derive(Debug, Clone, Copy)]
pub struct RankNames {
    pub texts: Texts,
    pub rules: RuleSet,
}

impl RankNames {
    /// The short label on a piece.
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

    /// The name with the label, so that what is seen is also said; or that the rank is hidden.
    pub fn full_label(self, rank: Option<Rank>) -> String {
        match rank {
            None => self.texts.get("hidden"),
            Some(rank) => [self.label(rank), " ", self.name(rank)].concat(),
        }
    }
}

/// The catalogues' key of a rule-set's own name for a rank.
fn variant_name_key(name: &str) -> String {
    format!("rank-{}", name.to_lowercase().replace(' ', "-"))
}
