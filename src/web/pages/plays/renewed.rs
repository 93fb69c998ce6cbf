//! Passes to a table that are made anew while its game goes on: what both sides read of it, and how they agree.

use crate::service::live::{Place, Renewal, Seen};
use crate::web::i18n::Texts;
use crate::web::kit::Press;
use crate::web::moments;
use crate::web::visit::Visit;

use super::spot::{AT, Spot};

/// What is told of one pass.
pub struct RenewedLine {
    pub words: String,
    /// For a side's phone, while it waits.
    pub answers: Vec<Press>,
}

/// What is told at the table, and on the page of the game.
pub fn lines(visit: &Visit, seen: &Seen, spot: Spot) -> Vec<RenewedLine> {
    let texts = visit.texts();
    let line = |one: &Renewal| {
        let waits = !one.is_made && !one.is_granted();
        let answers = match spot {
            Spot::Table(pass) if waits && is_open_to(one, pass.place()) => answers(visit, one),
            _ => Vec::new(),
        };
        RenewedLine { words: words(texts, one), answers }
    };
    seen.renewals.iter().map(line).collect()
}

/// Whether it waits for the side that has this pass.
fn is_open_to(one: &Renewal, place: Place) -> bool {
    matches!(place, Place::SetUp(color) if !one.agreed[color as usize])
}

fn answers(visit: &Visit, one: &Renewal) -> Vec<Press> {
    let press = |words, word| {
        Press::new(visit.texts(), format!("{AT}/word"), &visit.form_token(), words)
            .send("word", format!("{word}-{}", one.place.key()))
    };
    vec![press("pass-agree", "agree"), press("pass-refuse", "refuse")]
}

/// What became of it, or what it waits for.
pub fn words(texts: Texts, one: &Renewal) -> String {
    let key = match (one.is_made, one.by_official, one.is_granted()) {
        (true, true, _) => "pass-renewed-by-official",
        (true, false, _) => "pass-renewed-by-both",
        (false, _, true) => "pass-granted",
        (false, _, false) => "pass-asked",
    };
    let place = texts.get(&format!("table-place-{}", one.place.key()));
    texts.fill(key, &[("place", place), ("at", moments::minute(one.at))])
}
