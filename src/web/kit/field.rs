//! A field of a form, as its template shows it.

use crate::web::i18n::Texts;

/// What somebody enters into a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A line, with the type of its `input`.
    Input(&'static str),
    /// Never shown again once it was sent.
    Password,
    /// Several lines.
    Textarea,
    /// One of few, all in sight.
    Radio,
    /// One of many.
    Select,
    /// Yes or no.
    Checkbox,
    /// Several of some.
    CheckboxGroup,
    File,
    /// Sent along, not shown.
    Hidden,
}

/// What may be chosen in a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub value: String,
    pub label: String,
    pub hint: String,
    pub chosen: bool,
}

impl Choice {
    /// A choice that is not chosen; [`Field::value`] chooses.
    #[must_use]
    pub fn new(value: impl Into<String>, label: impl Into<String>) -> Choice {
        let (value, label) = (value.into(), label.into());
        Choice { value, label, hint: String::new(), chosen: false }
    }
}

/// A field: made of the keys of its texts, filled with what was there or what was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    texts: Texts,
    pub kind: FieldKind,
    pub name: &'static str,
    pub label: String,
    pub hint: String,
    /// What is wrong with what was sent; empty where nothing is.
    pub error: String,
    pub value: String,
    pub choices: Vec<Choice>,
    /// For the browser and what keeps passwords; empty for none.
    pub autocomplete: &'static str,
    /// Which keyboard a phone shows; empty for the ordinary one.
    pub inputmode: &'static str,
    /// Kinds of files, as in `accept`.
    pub accept: &'static str,
    pub required: bool,
    /// Shown only where something else of the form says so, by a rule of the style sheet for `with-` and this word;
    /// always, where the word is empty or something is wrong with what was sent.
    pub with: &'static str,
}

impl Field {
    fn new(texts: Texts, kind: FieldKind, name: &'static str, label: &str) -> Field {
        Field {
            texts,
            kind,
            name,
            label: texts.get(label),
            hint: String::new(),
            error: String::new(),
            value: String::new(),
            choices: Vec::new(),
            autocomplete: "",
            inputmode: "",
            accept: "",
            required: false,
            with: "",
        }
    }

    /// A line of text; `label` is a key of the catalogue, here and below.
    #[must_use]
    pub fn text(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::new(texts, FieldKind::Input("text"), name, label)
    }

    /// An address for mail.
    #[must_use]
    pub fn email(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::new(texts, FieldKind::Input("email"), name, label).autocomplete("email")
    }

    /// A day as the browser picks it; its value is written as 2026-04-30.
    #[must_use]
    pub fn date(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::new(texts, FieldKind::Input("date"), name, label)
    }

    /// A colour; its value is written as #1c2a20.
    #[must_use]
    pub fn color(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::new(texts, FieldKind::Input("color"), name, label)
    }

    /// A whole number: a line with the keyboard for it, which unlike `type=number` loses nothing.
    #[must_use]
    pub fn number(texts: Texts, name: &'static str, label: &str) -> Field {
        Field { inputmode: "numeric", ..Field::text(texts, name, label) }
    }

    /// A password that one has.
    #[must_use]
    pub fn password(texts: Texts, name: &'static str, label: &str) -> Field {
        let field = Field::new(texts, FieldKind::Password, name, label);
        field.autocomplete("current-password").required()
    }

    /// A password that one chooses.
    #[must_use]
    pub fn new_password(texts: Texts, name: &'static str, label: &str) -> Field {
        Field { autocomplete: "new-password", ..Field::password(texts, name, label) }
    }

    /// A code that is good for a moment.
    #[must_use]
    pub fn code(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::text(texts, name, label).autocomplete("one-time-code").required()
    }

    /// Several lines.
    #[must_use]
    pub fn textarea(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::new(texts, FieldKind::Textarea, name, label)
    }

    /// Yes or no; a browser sends `1` or nothing.
    #[must_use]
    pub fn checkbox(texts: Texts, name: &'static str, label: &str, checked: bool) -> Field {
        let field = Field::new(texts, FieldKind::Checkbox, name, label);
        field.value(if checked { "1" } else { "" })
    }

    /// One of few.
    #[must_use]
    pub fn radio(texts: Texts, name: &'static str, label: &str, choices: Vec<Choice>) -> Field {
        Field { choices, ..Field::new(texts, FieldKind::Radio, name, label) }
    }

    /// One of many; an empty choice is not added.
    #[must_use]
    pub fn select(texts: Texts, name: &'static str, label: &str, choices: Vec<Choice>) -> Field {
        Field { choices, ..Field::new(texts, FieldKind::Select, name, label) }
    }

    /// Several of some: the browser sends the name once for each that is chosen.
    #[must_use]
    pub fn checkbox_group(
        texts: Texts,
        name: &'static str,
        label: &str,
        choices: Vec<Choice>,
    ) -> Field {
        Field { choices, ..Field::new(texts, FieldKind::CheckboxGroup, name, label) }
    }

    /// A file, of kinds as `image/png,image/jpeg`.
    #[must_use]
    pub fn file(texts: Texts, name: &'static str, label: &str, accept: &'static str) -> Field {
        Field { accept, ..Field::new(texts, FieldKind::File, name, label) }
    }

    /// Sent along, and seen by whoever looks.
    #[must_use]
    pub fn hidden(texts: Texts, name: &'static str, value: impl Into<String>) -> Field {
        Field { value: value.into(), ..Field::new(texts, FieldKind::Hidden, name, "form-fault") }
    }

    /// What to know before entering something: a key.
    #[must_use]
    pub fn hint(self, key: &str) -> Field {
        let hint = self.texts.get(key);
        Field { hint, ..self }
    }

    /// The same, in words that have a value in them.
    #[must_use]
    pub fn hint_text(self, hint: impl Into<String>) -> Field {
        Field { hint: hint.into(), ..self }
    }

    /// What is there; it chooses among the choices.
    #[must_use]
    pub fn value(mut self, value: impl Into<String>) -> Field {
        self.set_values(&[value.into()]);
        self
    }

    #[must_use]
    pub fn autocomplete(self, autocomplete: &'static str) -> Field {
        Field { autocomplete, ..self }
    }

    #[must_use]
    pub fn inputmode(self, inputmode: &'static str) -> Field {
        Field { inputmode, ..self }
    }

    /// It may not be left empty; all others are marked as optional.
    #[must_use]
    pub fn required(self) -> Field {
        Field { required: true, ..self }
    }

    /// Shown only where something else of the form says so: a word that the style sheet has a rule for. It is sent all
    /// the same.
    #[must_use]
    pub fn shown_only_with(self, with: &'static str) -> Field {
        Field { with, ..self }
    }

    /// The classes of what it stands in.
    #[must_use]
    pub fn classes(&self) -> String {
        let wrong = if self.error.is_empty() { "" } else { " wrong" };
        let with =
            if self.with.is_empty() { String::new() } else { format!(" with-{}", self.with) };
        format!("field{wrong}{with}")
    }

    /// With these among its choices chosen.
    #[must_use]
    pub fn with_chosen(mut self, values: &[String]) -> Field {
        self.set_values(values);
        self
    }

    /// Takes the values that were sent, except what is not shown again.
    pub(super) fn set_values(&mut self, values: &[String]) {
        if matches!(self.kind, FieldKind::Password | FieldKind::File) {
            return;
        }
        for choice in &mut self.choices {
            choice.chosen = values.contains(&choice.value);
        }
        self.value = values.first().cloned().unwrap_or_default();
    }

    /// Whether "optional" is said of it: choices among which one always is chosen need no word.
    #[must_use]
    pub fn is_optional(&self) -> bool {
        let typed = matches!(
            self.kind,
            FieldKind::Input(_) | FieldKind::Password | FieldKind::Textarea | FieldKind::File
        );
        typed && !self.required && self.kind != FieldKind::Input("color")
    }

    /// Whether a browser must not correct what is typed: names and codes are no prose.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(self.kind, FieldKind::Input(_)) && !self.autocomplete.is_empty()
    }

    /// Whether it is shown as a group with a legend.
    #[must_use]
    pub fn is_group(&self) -> bool {
        matches!(self.kind, FieldKind::Radio | FieldKind::CheckboxGroup)
    }

    /// The type of its `input`.
    #[must_use]
    pub fn input(&self) -> &'static str {
        match self.kind {
            FieldKind::Input(kind) => kind,
            FieldKind::Password => "password",
            FieldKind::File => "file",
            FieldKind::Radio => "radio",
            FieldKind::Hidden => "hidden",
            FieldKind::Checkbox
            | FieldKind::CheckboxGroup
            | FieldKind::Textarea
            | FieldKind::Select => "checkbox",
        }
    }

    /// The id of its control in a form: that of the first choice in a group.
    #[must_use]
    pub fn id(&self, form: &str) -> String {
        if self.is_group() {
            return format!("{form}-{}-1", self.name);
        }
        format!("{form}-{}", self.name)
    }

    /// The value of `aria-describedby`: what is wrong first, then the hint.
    #[must_use]
    pub fn described_by(&self, form: &str) -> String {
        let about =
            |words: &str, what| (!words.is_empty()).then(|| format!("{form}-{}-{what}", self.name));
        let all = [about(&self.error, "error"), about(&self.hint, "hint")];
        all.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}
