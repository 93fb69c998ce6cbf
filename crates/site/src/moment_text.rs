//! Times to the minute as pages have them: in the zone of their event, or in UTC until a script shows them in the
//! reader's zone.

use askama::Template;
use askama::filters::HtmlSafe;

use adjutant_domain::moment::Micros;

use crate::i18n::Texts;
use crate::time_format::{format_in_zone, format_minute, own_zone, to_rfc3339};

/// A time, or a sentence with one.
#[derive(Debug, Template)]
#[template(
    source = r#"<time datetime="{{ exact }}"{% if is_utc %} data-local="UTC"{% endif %}>{{ words }}</time>"#,
    ext = "html"
)]
pub struct MomentText {
    exact: String,
    words: String,
    /// Whether the words are in UTC, which a script replaces by the reader's time.
    is_utc: bool,
}

impl MomentText {
    /// The time alone.
    pub fn new(texts: Texts, at: Micros) -> MomentText {
        MomentText { exact: to_rfc3339(at), words: format_minute(texts, at), is_utc: true }
    }

    /// The time alone in the zone of its event, which it names; in UTC if the event has none.
    pub fn in_zone(texts: Texts, at: Micros, zone: &str) -> MomentText {
        let is_utc = own_zone(zone).is_none();
        MomentText { exact: to_rfc3339(at), words: format_in_zone(texts, at, zone), is_utc }
    }

    /// A sentence around the time; `sentence` gets its words.
    pub fn within(self, sentence: impl FnOnce(String) -> String) -> MomentText {
        MomentText { words: sentence(self.words), ..self }
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

    #[test]
    fn only_times_of_events_without_a_zone_become_the_readers() {
        let at = Micros(1_795_253_460_000_000);
        let shown = |zone| MomentText::in_zone(Texts(Language::English), at, zone).to_string();
        for zone in ["", "UTC"] {
            assert_eq!(
                shown(zone),
                r#"<time datetime="2026-11-21T09:31:00Z" data-local="UTC">21 Nov 2026, 09:31 UTC</time>"#
            );
        }
        assert_eq!(
            shown("Asia/Manila"),
            r#"<time datetime="2026-11-21T09:31:00Z">21 Nov 2026, 17:31 (Asia/Manila)</time>"#
        );
    }
}
