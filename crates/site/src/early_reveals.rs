//! Ranks of an event that were revealed before it was over, in words.

use adjutant_service::live::Lifting;

use crate::i18n::Texts;
use crate::moment_text::MomentText;

/// The early reveals shown on the public event page, each with its reason.
pub fn early_reveal_lines(texts: Texts, all: &[Lifting]) -> Vec<(MomentText, String)> {
    let line = |one| (early_reveal_text(texts, one, "event-ranks-opened"), one.reason.clone());
    all.iter().map(line).collect()
}

/// Says when ranks were revealed early or requested, and of which games; `key` is that of the catalogue.
pub fn early_reveal_text(texts: Texts, one: &Lifting, key: &str) -> MomentText {
    let of = match one.round.as_str() {
        "" => texts.get("event-ranks-of-event"),
        round => texts.one("event-ranks-of-round", "round", round),
    };
    MomentText::new(texts, one.at).within(|at| texts.fill(key, &[("at", at), ("of", of)]))
}
