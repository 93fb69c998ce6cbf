//! Forms: fields, faults and the submit button.

use askama::Template;

use crate::forms;
use crate::i18n::Texts;
use crate::markup::Markup;
use crate::request_context::RequestContext;

use super::field::{Field, FieldKind};

#[derive(Debug, Clone, PartialEq, Eq, Template)]
#[template(path = "kit/form.html")]
pub struct Form {
    texts: Texts,
    /// The prefix of all ids in the form; unique on the page.
    pub id: String,
    pub action: String,
    /// The CSRF token.
    pub csrf: String,
    pub fields: Vec<Field>,
    /// The label of the button.
    pub button: String,
    /// Whether the action cannot be undone.
    pub danger: bool,
    /// Faults that concern no particular field.
    pub error: String,
    /// Address and label of an alternative link.
    pub instead: Option<(String, String)>,
}

impl RequestContext {
    /// A form of the visitor's, posted to `action`; `button` is a key of the catalogue.
    pub fn form(&self, id: &'static str, action: &str, button: &str) -> Form {
        Form::new(self.texts(), id, action, &self.form_token(), button)
    }
}

impl Form {
    /// A form posted to `action`; `button` is a key of the catalogue.
    pub fn new(texts: Texts, id: &'static str, action: &str, csrf: &str, button: &str) -> Form {
        Form {
            texts,
            id: id.to_owned(),
            action: action.to_owned(),
            csrf: csrf.to_owned(),
            fields: Vec::new(),
            button: texts.get(button),
            danger: false,
            error: String::new(),
            instead: None,
        }
    }

    pub fn with_field(mut self, field: Field) -> Form {
        self.fields.push(field);
        self
    }

    pub fn with_fields(self, fields: impl IntoIterator<Item = Field>) -> Form {
        fields.into_iter().fold(self, Form::with_field)
    }

    /// Makes the id unique among similar forms on a page.
    pub fn numbered(self, number: impl std::fmt::Display) -> Form {
        let id = format!("{}-{number}", self.id);
        Form { id, ..self }
    }

    /// Marks an action that cannot be undone.
    pub fn dangerous(self) -> Form {
        Form { danger: true, ..self }
    }

    /// Adds a link beside the button; `words` is a key of the catalogue.
    pub fn with_alternative(self, address: &str, words: &str) -> Form {
        let instead = Some((address.to_owned(), self.texts.get(words)));
        Form { instead, ..self }
    }

    /// Fills in the submitted values; passwords and files stay empty.
    pub fn filled_from(self, sent: &forms::SubmittedForm) -> Form {
        self.filled_with(|name| sent.all(name).map(str::to_owned).collect())
    }

    fn filled_with(mut self, sent: impl Fn(&str) -> Vec<String>) -> Form {
        for field in self.fields.iter_mut().filter(|field| field.kind != FieldKind::Hidden) {
            field.set_values(&sent(field.name));
        }
        self
    }

    /// Fills in a field that the page itself has an answer for.
    pub fn with_value(mut self, name: &str, value: String) -> Form {
        let own = self.fields.iter_mut().find(|field| field.name == name);
        if let Some(field) = own {
            field.set_values(&[value]);
        }
        self
    }

    /// Adds the fault of a field; if no visible field has this name, of the whole form.
    pub fn with_error(mut self, name: &str, words: impl Into<String>) -> Form {
        let shown = |field: &&mut Field| field.name == name && field.kind != FieldKind::Hidden;
        match self.fields.iter_mut().find(shown) {
            Some(field) => field.error = words.into(),
            None => self.error = words.into(),
        }
        self
    }

    pub fn with_errors(self, faults: Vec<(&'static str, String)>) -> Form {
        faults.into_iter().fold(self, |form, (name, words)| form.with_error(name, words))
    }

    pub fn is_faulty(&self) -> bool {
        !self.error.is_empty() || self.faulty().next().is_some()
    }

    /// Whether the form uploads a file.
    pub fn is_multipart(&self) -> bool {
        self.fields.iter().any(|field| field.kind == FieldKind::File)
    }

    pub fn markup(&self) -> Markup {
        Markup::render(self)
    }

    fn faulty(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.error.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Language;
    use crate::kit::Choice;

    const TEXTS: Texts = Texts(Language::English);

    fn form() -> Form {
        let choices = vec![Choice::new("a", "First"), Choice::new("b", "Second")];
        Form::new(TEXTS, "f", "/somewhere", "token", "save")
            .with_field(Field::text(TEXTS, "handle", "search-handle").hint("skip").required())
            .with_field(Field::password(TEXTS, "password", "white"))
            .with_field(Field::radio(TEXTS, "which", "results", choices.clone()))
            .with_field(Field::checkbox_group(TEXTS, "scopes", "results", choices))
    }

    fn sent(name: &str) -> Vec<String> {
        let sent = [("handle", "<b>Ana"), ("password", "secret"), ("which", "b"), ("scopes", "a")];
        let own = sent.iter().filter(|(own, _)| *own == name);
        own.map(|(_, value)| (*value).to_owned()).collect()
    }

    #[test]
    fn what_was_typed_comes_back_escaped_and_passwords_never_do() {
        let html = form().filled_with(sent).with_error("handle", "Too long.").markup().to_string();
        assert!(html.contains("value=\"&#60;b&#62;Ana\""), "{html}");
        assert!(!html.contains("secret"), "{html}");
        for (choice, checked) in [
            ("name=\"which\" value=\"a\"", false),
            ("name=\"which\" value=\"b\"", true),
            ("name=\"scopes\" value=\"a\"", true),
            ("name=\"scopes\" value=\"b\"", false),
        ] {
            assert_eq!(html.contains(&format!("{choice} checked")), checked, "{choice}: {html}");
        }
    }

    #[test]
    fn a_fault_is_summed_up_linked_and_tied_to_its_field() {
        let html = form()
            .with_error("handle", "Too long.")
            .with_error("", "Not now.")
            .markup()
            .to_string();
        assert!(html.contains("<a href=\"#f-handle\">Too long.</a>"), "{html}");
        assert!(html.contains("<li>Not now.</li>"), "{html}");
        assert!(html.contains("aria-describedby=\"f-handle-error f-handle-hint\""), "{html}");
        assert!(html.contains("aria-invalid=\"true\""), "{html}");
        assert!(!form().markup().to_string().contains("role=\"alert\""));
    }

    #[test]
    fn a_fault_of_a_group_leads_to_its_first_choice() {
        let html = form().with_error("which", "Choose one.").markup().to_string();
        assert!(html.contains("<a href=\"#f-which-1\">Choose one.</a>"), "{html}");
        assert!(html.contains("id=\"f-which-1\""), "{html}");
    }

    #[test]
    fn a_fault_of_a_field_that_is_not_there_is_said_of_the_whole() {
        assert_eq!(form().with_error("elsewhere", "Gone.").error, "Gone.");
    }
}
