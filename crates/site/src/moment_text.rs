//! Times to the minute as pages have them: in UTC, until a script shows them in the reader's zone.

use askama::Template;
use askama::filters::HtmlSafe;

use adjutant_domain::moment::Micros;

use crate::i18n::Texts;
use crate::time_format::{format_minute, to_rfc3339};

/// A time, or a sentence with one.
#[derive(Debug, Template)]
#[template(
    source = r#"<time datetime="{{ exact }}" data-local="UTC">{{ words }}</time>"#,
    ext = "html"
)]
pub struct MomentText {
    exact: String,
    words: String,
}

impl MomentText {
    /// The time alone.
    pub fn new(texts: Texts, at: Micros) -> MomentText {
        MomentText { exact: to_rfc3339(at), words: format_minute(texts, at) }
    }

    /// A sentence around the time; `sentence` gets its words.
    pub fn within(self, sentence: impl FnOnce(String) -> String) -> MomentText {
        MomentText { exact: self.exact, words: sentence(self.words) }
    }
}

impl HtmlSafe for MomentText {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;

    #[test]
    fn the_words_of_a_sentence_are_escaped() {
        let at = MomentText::new(Texts(Language::English), Micros(1_795_253_460_000_000));
        let shown = at.within(|at| format!("<b>{at}</b>")).to_string();
        assert!(
            shown.starts_with(r#"<time datetime="2026-11-21T09:31:00Z" data-local="UTC">"#),
            "{shown}"
        );
        assert!(shown.contains("21 Nov 2026, 09:31 UTC") && !shown.contains("<b>"), "{shown}");
    }
}
