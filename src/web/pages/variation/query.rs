//! The query string of a variation, and the links to other variations.

use std::fmt::Write as _;

use adjutant_domain::review::{ReplayOutcome, Swap, Variation, VariationQuery};
use adjutant_service::records::GameId;
use adjutant_site::parameters::{AcceptedValues, ParameterError, QueryString};
use adjutant_site::replay::square_name;
use salpakan::rules::{Move, Square};

/// The parameters of a variation.
#[derive(Clone)]
pub struct VariationParams {
    pub question: VariationQuery,
    /// The ply shown.
    pub ply: Option<u32>,
    /// Selects the piece deployed on this square.
    pub piece: Option<Square>,
}

/// Parses a list separated by full stops.
fn parse_list<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split('.').filter(|part| !part.is_empty()).map(parse).collect()
}

impl VariationParams {
    /// Parses the query string.
    pub fn read(parameters: &QueryString) -> Result<VariationParams, ParameterError> {
        let given = parameters.parse(&["swap", "kept", "line", "ply", "piece"])?;
        let swaps =
            given.parse_with("swap", AcceptedValues::described_by("takes-swap"), |text| {
                parse_list(text, Swap::parse)
            })?;
        let moves = |text: &str| parse_list(text, |part| Move::parse(part).ok());
        let own = given.parse_with("line", AcceptedValues::described_by("takes-line"), moves)?;
        let question = VariationQuery {
            swaps: swaps.unwrap_or_default(),
            kept_plies: given.number("kept", 0..=1_000_000)?,
            own_plies: own.unwrap_or_default(),
        };
        let piece =
            given.parse_with("piece", AcceptedValues::described_by("takes-square"), |text| {
                text.parse().ok()
            })?;
        Ok(VariationParams { question, ply: given.number("ply", 0..=1_000_000)?, piece })
    }

    /// Fills in a missing ply: the last one if the variation differs from the game, else the start.
    pub fn with_default_ply(&self, variation: &Variation) -> VariationParams {
        let last = variation.timeline.len();
        let moved = !self.question.own_plies.is_empty() || self.question.kept_plies.is_some();
        let differs = variation.outcome != ReplayOutcome::Same;
        let first = if moved || differs { last } else { 0 };
        VariationParams { ply: Some(self.ply.unwrap_or(first).min(last)), ..self.clone() }
    }
}

/// Links from a variation to others.
pub struct VariationLinks<'a> {
    pub id: GameId,
    /// Its `ply` is set.
    pub query: &'a VariationParams,
}

impl VariationLinks<'_> {
    /// The address of a variation at a ply, with a selected piece.
    pub fn link_to(
        &self,
        question: &VariationQuery,
        ply: Option<u32>,
        piece: Option<Square>,
    ) -> String {
        let mut address = format!("/games/{}/variation", self.id);
        let mut sign = '?';
        let mut add = |name: &str, value: String| {
            // Writing to a `String` cannot fail.
            let _ = write!(address, "{sign}{name}={value}");
            sign = '&';
        };
        if !question.swaps.is_empty() {
            let swaps: Vec<String> = question.swaps.iter().map(Swap::to_string).collect();
            add("swap", swaps.join("."));
        }
        if let Some(kept) = question.kept_plies {
            add("kept", kept.to_string());
        }
        if !question.own_plies.is_empty() {
            let step = |mv: &Move| format!("{}-{}", square_name(mv.from), square_name(mv.to));
            let line: Vec<String> = question.own_plies.iter().map(step).collect();
            add("line", line.join("."));
        }
        if let Some(ply) = ply {
            add("ply", ply.to_string());
        }
        if let Some(piece) = piece {
            add("piece", square_name(piece).to_owned());
        }
        address
    }

    /// The same variation at another ply.
    pub fn at_ply(&self, ply: u32) -> String {
        self.link_to(&self.query.question, Some(ply), None)
    }

    /// The same variation with the piece selected, or deselected if it was.
    pub fn toggle_piece(&self, origin: Square) -> String {
        let piece = Some(origin).filter(|origin| self.query.piece != Some(*origin));
        self.link_to(&self.query.question, self.query.ply, piece)
    }

    /// The variation that plays this move after the ply shown.
    pub fn with_move(&self, variation: &Variation, mv: Move) -> String {
        let ply = self.query.ply.unwrap_or_default();
        let (kept, behind) =
            (ply.min(variation.kept_plies), ply.saturating_sub(variation.kept_plies));
        let own = &self.query.question.own_plies;
        let mut own: Vec<Move> = own.iter().take(behind as usize).copied().collect();
        own.push(mv);
        self.link_to(
            &VariationQuery {
                kept_plies: Some(kept),
                own_plies: own,
                ..self.query.question.clone()
            },
            None,
            None,
        )
    }

    /// The variation without its last own ply.
    pub fn without_last_ply(&self, variation: &Variation) -> String {
        let mut own = self.query.question.own_plies.clone();
        own.pop();
        let kept = Some(variation.kept_plies).filter(|_| !own.is_empty());
        let ply = variation.timeline.len().saturating_sub(1);
        self.link_to(
            &VariationQuery { kept_plies: kept, own_plies: own, ..self.query.question.clone() },
            Some(ply),
            None,
        )
    }

    /// The variation with another swap, along the plies of the game.
    pub fn with_swap(&self, swap: Swap) -> String {
        let mut swaps = self.query.question.swaps.clone();
        swaps.push(swap);
        self.link_to(&VariationQuery { swaps, ..VariationQuery::default() }, None, None)
    }

    /// The variation without one of its swaps.
    pub fn without_swap(&self, at: usize) -> String {
        let mut swaps = self.query.question.swaps.clone();
        swaps.remove(at);
        self.link_to(&VariationQuery { swaps, ..VariationQuery::default() }, self.query.ply, None)
    }
}
