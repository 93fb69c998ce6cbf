//! Smaller parts of pages: buttons that act at once, tabs, facts.

use crate::web::i18n::Texts;

/// A button that does one thing: a form without fields to fill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmitButton {
    pub action: String,
    pub csrf: String,
    /// Fields that are sent along.
    pub sent: Vec<(&'static str, String)>,
    pub words: String,
    /// What it is done to, for who does not see the row that it stands in.
    pub about: String,
    pub danger: bool,
}

impl SubmitButton {
    /// A button that sends to `action`; `words` is a key of the catalogue.
    #[must_use]
    pub fn new(texts: Texts, action: impl Into<String>, csrf: &str, words: &str) -> SubmitButton {
        SubmitButton {
            action: action.into(),
            csrf: csrf.to_owned(),
            sent: Vec::new(),
            words: texts.get(words),
            about: String::new(),
            danger: false,
        }
    }

    /// With a field that is sent along.
    #[must_use]
    pub fn with_hidden_field(mut self, name: &'static str, value: impl ToString) -> SubmitButton {
        self.sent.push((name, value.to_string()));
        self
    }

    /// With what it is done to.
    #[must_use]
    pub fn with_target(self, about: impl Into<String>) -> SubmitButton {
        SubmitButton { about: about.into(), ..self }
    }

    /// For what cannot be undone.
    #[must_use]
    pub fn dangerous(self) -> SubmitButton {
        SubmitButton { danger: true, ..self }
    }
}

/// An entry of an area's navigation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NavTab {
    pub address: String,
    pub words: String,
    pub here: bool,
}

impl NavTab {
    /// An entry, `here` where its page is the one that is shown; `words` is a key.
    #[must_use]
    pub fn new(texts: Texts, address: impl Into<String>, words: &str, path: &str) -> NavTab {
        let address = address.into();
        let here = address == path;
        NavTab { address, words: texts.get(words), here }
    }
}

/// A line of a table of facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabeledFact {
    pub name: String,
    pub value: String,
    /// Where it is changed or shown further; empty for nowhere.
    pub link: String,
    pub link_words: String,
}

impl LabeledFact {
    /// A fact; `name` is a key.
    #[must_use]
    pub fn new(texts: Texts, name: &str, value: impl Into<String>) -> LabeledFact {
        let (link, link_words) = Default::default();
        LabeledFact { name: texts.get(name), value: value.into(), link, link_words }
    }

    /// With a link; `words` is a key.
    #[must_use]
    pub fn with_link(self, texts: Texts, link: impl Into<String>, words: &str) -> LabeledFact {
        LabeledFact { link: link.into(), link_words: texts.get(words), ..self }
    }
}
