//! The address of a variation: what is asked for, and the ways from there to others.

use std::fmt::Write as _;

use crate::review::{Course, Question, Swap, Variation};
use crate::service::records::GameId;
use crate::web::parameters::{BadParameter, Parameters, Takes};
use crate::web::replay::square_name;
use salpakan::rules::{Move, Square};

/// What an address asks for.
#[derive(Clone)]
pub struct Asked {
    pub question: Question,
    /// The ply that is looked at.
    pub ply: Option<u32>,
    /// The piece that was deployed there is chosen.
    pub piece: Option<Square>,
}

/// Parts between points.
fn list<T>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    text.split('.').filter(|part| !part.is_empty()).map(parse).collect()
}

impl Asked {
    /// Reads it from an address.
    ///
    /// # Errors
    /// The parameter that is wrong.
    pub fn read(parameters: &Parameters) -> Result<Asked, BadParameter> {
        let given = parameters.read(&["swap", "kept", "line", "ply", "piece"])?;
        let swaps =
            given.parsed("swap", Takes::just("takes-swap"), |text| list(text, Swap::parse))?;
        let moves = |text: &str| list(text, |part| Move::parse(part).ok());
        let own = given.parsed("line", Takes::just("takes-line"), moves)?;
        let question = Question {
            swaps: swaps.unwrap_or_default(),
            kept: given.number("kept", 0..=1_000_000)?,
            own: own.unwrap_or_default(),
        };
        let piece = given.parsed("piece", Takes::just("takes-square"), |text| text.parse().ok())?;
        Ok(Asked { question, ply: given.number("ply", 0..=1_000_000)?, piece })
    }

    /// The same with the ply that is looked at where none is named: the end of one's own plies, where a swap changes something,
    /// else the beginning.
    pub fn settled(&self, variation: &Variation) -> Asked {
        let last = variation.timeline.len();
        let moved = !self.question.own.is_empty() || self.question.kept.is_some();
        let differs = variation.course != Course::Same;
        let first = if moved || differs { last } else { 0 };
        Asked { ply: Some(self.ply.unwrap_or(first).min(last)), ..self.clone() }
    }
}

/// Ways from a variation of a game to others.
pub struct Way<'a> {
    pub id: GameId,
    /// With the ply that is looked at.
    pub asked: &'a Asked,
}

impl Way<'_> {
    /// The address of a question, at a ply, with a piece chosen.
    pub fn to(&self, question: &Question, ply: Option<u32>, piece: Option<Square>) -> String {
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
        if let Some(kept) = question.kept {
            add("kept", kept.to_string());
        }
        if !question.own.is_empty() {
            let step = |mv: &Move| format!("{}-{}", square_name(mv.from), square_name(mv.to));
            let line: Vec<String> = question.own.iter().map(step).collect();
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
    pub fn at(&self, ply: u32) -> String {
        self.to(&self.asked.question, Some(ply), None)
    }

    /// The same with a piece chosen, or none where it was that one.
    pub fn piece(&self, origin: Square) -> String {
        let piece = Some(origin).filter(|origin| self.asked.piece != Some(*origin));
        self.to(&self.asked.question, self.asked.ply, piece)
    }

    /// The ply that is looked at, and behind it this move.
    pub fn with(&self, variation: &Variation, mv: Move) -> String {
        let ply = self.asked.ply.unwrap_or_default();
        let (kept, behind) = (ply.min(variation.kept), ply.saturating_sub(variation.kept));
        let own = &self.asked.question.own;
        let mut own: Vec<Move> = own.iter().take(behind as usize).copied().collect();
        own.push(mv);
        self.to(&Question { kept: Some(kept), own, ..self.asked.question.clone() }, None, None)
    }

    /// Without the last ply of one's own.
    pub fn shortened(&self, variation: &Variation) -> String {
        let mut own = self.asked.question.own.clone();
        own.pop();
        let kept = Some(variation.kept).filter(|_| !own.is_empty());
        let ply = variation.timeline.len().saturating_sub(1);
        self.to(&Question { kept, own, ..self.asked.question.clone() }, Some(ply), None)
    }

    /// With one more swap, along the game's own plies.
    pub fn swapping(&self, swap: Swap) -> String {
        let mut swaps = self.asked.question.swaps.clone();
        swaps.push(swap);
        self.to(&Question { swaps, ..Question::default() }, None, None)
    }

    /// Without one of the swaps.
    pub fn without(&self, at: usize) -> String {
        let mut swaps = self.asked.question.swaps.clone();
        swaps.remove(at);
        self.to(&Question { swaps, ..Question::default() }, self.asked.ply, None)
    }
}
