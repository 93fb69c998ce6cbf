//! The address of a variation: what is asked for, and the ways from there to others.

use std::fmt::Write as _;

use crate::review::{ReplayOutcome, Swap, Variation, VariationQuery};
use crate::service::records::GameId;
use crate::web::parameters::{AcceptedValues, ParameterError, QueryString};
use crate::web::replay::square_name;
use salpakan::rules::{Move, Square};

/// What an address asks for.
#[derive(Clone)]
pub struct VariationParams {
    pub question: VariationQuery,
    /// The ply that is looked at.
    pub ply: Option<u32>,
    /// The piece that was deployed there is chosen.
    pub piece: Option<Square>,
}

/// Parts between points.
fn parse_list<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split('.').filter(|part| !part.is_empty()).map(parse).collect()
}

impl VariationParams {
    /// Reads it from an address.
    ///
    /// # Errors
    /// The parameter that is wrong.
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

    /// The same with the ply that is looked at where none is named: the end of one's own plies, where a swap changes something,
    /// else the beginning.
    pub fn with_default_ply(&self, variation: &Variation) -> VariationParams {
        let last = variation.timeline.len();
        let moved = !self.question.own_plies.is_empty() || self.question.kept_plies.is_some();
        let differs = variation.outcome != ReplayOutcome::Same;
        let first = if moved || differs { last } else { 0 };
        VariationParams { ply: Some(self.ply.unwrap_or(first).min(last)), ..self.clone() }
    }
}

/// Ways from a variation of a game to others.
pub struct VariationLinks<'a> {
    pub id: GameId,
    /// With the ply that is looked at.
    pub query: &'a VariationParams,
}

impl VariationLinks<'_> {
    /// The address of a question, at a ply, with a piece chosen.
    pub fn link_to(
        &self,
        question: &VariationQuery,
        ply: Option<u32>,
        piece: Option<Square>,
    ) -> String {
        let mut address = format!("/games/{}/variation", self.id);
        let mut sign = '?';
        let mut add = |name: &str, value: String| {
            // Writing into a text cannot fail.
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

    /// The same with a piece chosen, or none where it was that one.
    pub fn toggle_piece(&self, origin: Square) -> String {
        let piece = Some(origin).filter(|origin| self.query.piece != Some(*origin));
        self.link_to(&self.query.question, self.query.ply, piece)
    }

    /// The ply that is looked at, and behind it this move.
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

    /// Without the last ply of one's own.
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

    /// With one more swap, along the game's own plies.
    pub fn with_swap(&self, swap: Swap) -> String {
        let mut swaps = self.query.question.swaps.clone();
        swaps.push(swap);
        self.link_to(&VariationQuery { swaps, ..VariationQuery::default() }, None, None)
    }

    /// Without one of the swaps.
    pub fn without_swap(&self, at: usize) -> String {
        let mut swaps = self.query.question.swaps.clone();
        swaps.remove(at);
        self.link_to(&VariationQuery { swaps, ..VariationQuery::default() }, self.query.ply, None)
    }
}
