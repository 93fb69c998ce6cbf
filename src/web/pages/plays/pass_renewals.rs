//! Table passes renewed during a game: notices for both sides, and how they agree.

use crate::web::i18n::Texts;
use crate::web::kit::SubmitButton;
use crate::web::request_context::RequestContext;
use crate::web::time_format;
use adjutant_service::live::{Place, Renewal, Seen};

use super::game_access::{GameAccess, PASS_PATH};

/// The notice of a renewal.
pub struct RenewalLine {
    pub words: String,
    /// The buttons on the phone of a side whose answer is awaited.
    pub answers: Vec<SubmitButton>,
}

/// The notices at the table and on the page of the game.
pub fn renewal_lines(visit: &RequestContext, seen: &Seen, spot: GameAccess) -> Vec<RenewalLine> {
    let texts = visit.texts();
    let line = |one: &Renewal| {
        let waits = !one.is_made && !one.is_granted();
        let answers = match spot {
            GameAccess::ViaPass(pass) if waits && awaits_answer_of(one, pass.place()) => {
                answer_buttons(visit, one)
            }
            _ => Vec::new(),
        };
        RenewalLine { words: renewal_text(texts, one), answers }
    };
    seen.renewals.iter().map(line).collect()
}

/// Whether it awaits the answer of the side with this pass.
fn awaits_answer_of(one: &Renewal, place: Place) -> bool {
    matches!(place, Place::SetUp(color) if !one.agreed[color as usize])
}

fn answer_buttons(visit: &RequestContext, one: &Renewal) -> Vec<SubmitButton> {
    let press = |words, word| {
        SubmitButton::new(visit.texts(), format!("{PASS_PATH}/word"), &visit.form_token(), words)
            .with_hidden_field("word", format!("{word}-{}", one.place.key()))
    };
    vec![press("pass-agree", "agree"), press("pass-refuse", "refuse")]
}

/// The state of a renewal.
pub fn renewal_text(texts: Texts, one: &Renewal) -> String {
    let key = match (one.is_made, one.by_official, one.is_granted()) {
        (true, true, _) => "pass-renewed-by-official",
        (true, false, _) => "pass-renewed-by-both",
        (false, _, true) => "pass-granted",
        (false, _, false) => "pass-asked",
    };
    let place = texts.get(&format!("table-place-{}", one.place.key()));
    texts.fill(key, &[("place", place), ("at", time_format::format_minute(one.at))])
}
