//! Smaller components: buttons, tabs, facts.

use askama::Template;

use crate::assets;
use crate::i18n::Texts;
use crate::markup::Markup;
use crate::request_context::RequestContext;

use super::Form;

/// A button that posts a form without visible fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmitButton {
    pub action: String,
    pub csrf: String,
    /// Hidden fields.
    pub sent: Vec<(&'static str, String)>,
    pub words: String,
    /// The object of the action, for screen readers.
    pub about: String,
    pub danger: bool,
}

impl RequestContext {
    /// A button of the visitor's that posts to `action`; `words` is a key of the catalogue.
    pub fn button(&self, action: impl Into<String>, words: &str) -> SubmitButton {
        SubmitButton::new(self.texts(), action, &self.form_token(), words)
    }
}

impl SubmitButton {
    /// A button that posts to `action`; `words` is a key of the catalogue.
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

    pub fn with_hidden_field(mut self, name: &'static str, value: impl ToString) -> SubmitButton {
        self.sent.push((name, value.to_string()));
        self
    }

    /// Names the object of the action.
    pub fn with_target(self, about: impl Into<String>) -> SubmitButton {
        SubmitButton { about: about.into(), ..self }
    }

    /// Marks an action that cannot be undone.
    pub fn dangerous(self) -> SubmitButton {
        SubmitButton { danger: true, ..self }
    }
}

/// A form that a passkey answers: shown by its script, in browsers that have passkeys.
#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(path = "components/passkey.html")]
pub struct PasskeyBox {
    texts: Texts,
    script: &'static str,
    /// The address of the challenge.
    begin: &'static str,
    form: Form,
}

impl PasskeyBox {
    /// The form has a hidden field `answer`.
    pub fn new(texts: Texts, begin: &'static str, form: Form) -> PasskeyBox {
        PasskeyBox { texts, script: assets::address("js/account/passkey.js"), begin, form }
    }

    pub fn markup(&self) -> Markup {
        Markup::render(self)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NavTab {
    pub address: String,
    pub words: String,
    pub here: bool,
}

impl NavTab {
    /// A tab, current if its address equals `path`; `words` is a key of the catalogue.
    pub fn new(texts: Texts, address: impl Into<String>, words: &str, path: &str) -> NavTab {
        let address = address.into();
        let here = address == path;
        NavTab { address, words: texts.get(words), here }
    }
}

/// A row of a table of facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabeledFact {
    pub name: String,
    pub value: String,
    /// A related address; empty for none.
    pub link: String,
    pub link_words: String,
}

impl LabeledFact {
    /// A fact; `name` is a key of the catalogue.
    pub fn new(texts: Texts, name: &str, value: impl Into<String>) -> LabeledFact {
        let (link, link_words) = Default::default();
        LabeledFact { name: texts.get(name), value: value.into(), link, link_words }
    }

    /// Adds a link; `words` is a key of the catalogue.
    pub fn with_link(self, texts: Texts, link: impl Into<String>, words: &str) -> LabeledFact {
        LabeledFact { link: link.into(), link_words: texts.get(words), ..self }
    }
}
