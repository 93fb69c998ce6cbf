//! The links below a board that lead to other plies.

use crate::i18n::Texts;

pub struct StepLink {
    /// Its name for scripts.
    pub go: &'static str,
    pub sign: &'static str,
    pub words: &'static str,
    pub link: String,
}

/// Links from `ply` of a game of `last` plies; `link` returns the address of a ply.
pub fn step_links(
    texts: Texts,
    ply: u32,
    last: u32,
    link: impl Fn(u32) -> String,
) -> Vec<StepLink> {
    let steps = [
        ("first", "«", "step-first", 0),
        ("back10", "−10", "step-back10", ply.saturating_sub(10)),
        ("previous", "‹", "step-previous", ply.saturating_sub(1)),
        ("next", "›", "step-next", (ply + 1).min(last)),
        ("on10", "+10", "step-on10", (ply + 10).min(last)),
        ("last", "»", "step-last", last),
    ];
    let step =
        |(go, sign, key, ply)| StepLink { go, sign, words: texts.text(key), link: link(ply) };
    steps.map(step).into()
}
