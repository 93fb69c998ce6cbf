//! Form fields.

use crate::i18n::Texts;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A single line, with the type of its `input`.
    Input(&'static str),
    /// Never filled in again from a submission.
    Password,
    Textarea,
    /// One of a few visible choices.
    Radio,
    /// One of many choices.
    Select,
    Checkbox,
    /// Several of some choices.
    CheckboxGroup,
    File,
    /// Submitted, but not shown.
    Hidden,
}

/// A choice of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub value: String,
    pub label: String,
    pub hint: String,
    pub chosen: bool,
}

impl Choice {
    /// A choice that is not selected; [`Field::value`] selects.
    pub fn new(value: impl Into<String>, label: impl Into<String>) -> Choice {
        let (value, label) = (value.into(), label.into());
        Choice { value, label, hint: String::new(), chosen: false }
    }
}

/// A field: its labels, its value, and the fault of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    texts: Texts,
    pub kind: FieldKind,
    pub name: &'static str,
    pub label: String,
    pub hint: String,
    /// The fault of the submitted value; empty if there is none.
    pub error: String,
    pub value: String,
    pub choices: Vec<Choice>,
    /// For browsers and password managers; empty for none.
    pub autocomplete: &'static str,
    /// The keyboard of phones; empty for the default.
    pub inputmode: &'static str,
    /// The accepted file types.
    pub accept: &'static str,
    pub required: bool,
    /// Shows the field only while another one has a certain value, by a style rule for the class
    /// `with-` and this word. Always shown if empty or if there is a fault.
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
    pub fn text(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::new(texts, FieldKind::Input("text"), name, label)
    }

    /// Why something is done, which the audit trail keeps.
    pub fn reason(texts: Texts) -> Field {
        Field::text(texts, "reason", "org-reason").hint("org-reason-hint").required()
    }

    /// An e-mail address.
    pub fn email(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::new(texts, FieldKind::Input("email"), name, label).autocomplete("email")
    }

    /// A date picker; the value is written as 2026-04-30.
    pub fn date(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::new(texts, FieldKind::Input("date"), name, label)
    }

    /// A colour; the value is written as #1c2a20.
    pub fn color(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::new(texts, FieldKind::Input("color"), name, label)
    }

    /// An integer, with a numeric keyboard; unlike `type=number` it keeps invalid input.
    pub fn number(texts: Texts, name: &'static str, label: &str) -> Field {
        Field { inputmode: "numeric", ..Field::text(texts, name, label) }
    }

    /// An existing password.
    pub fn password(texts: Texts, name: &'static str, label: &str) -> Field {
        let field = Field::new(texts, FieldKind::Password, name, label);
        field.autocomplete("current-password").required()
    }

    pub fn new_password(texts: Texts, name: &'static str, label: &str) -> Field {
        Field { autocomplete: "new-password", ..Field::password(texts, name, label) }
    }

    /// A one-time code.
    pub fn code(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::text(texts, name, label).autocomplete("one-time-code").required()
    }

    pub fn textarea(texts: Texts, name: &'static str, label: &str) -> Field {
        Field::new(texts, FieldKind::Textarea, name, label)
    }

    /// A checkbox; browsers send `1` or nothing.
    pub fn checkbox(texts: Texts, name: &'static str, label: &str, checked: bool) -> Field {
        let field = Field::new(texts, FieldKind::Checkbox, name, label);
        field.value(if checked { "1" } else { "" })
    }

    pub fn radio(texts: Texts, name: &'static str, label: &str, choices: Vec<Choice>) -> Field {
        Field { choices, ..Field::new(texts, FieldKind::Radio, name, label) }
    }

    /// A select; no empty choice is added.
    pub fn select(texts: Texts, name: &'static str, label: &str, choices: Vec<Choice>) -> Field {
        Field { choices, ..Field::new(texts, FieldKind::Select, name, label) }
    }

    /// Checkboxes for several choices; browsers send the name once for each selected one.
    pub fn checkbox_group(
        texts: Texts,
        name: &'static str,
        label: &str,
        choices: Vec<Choice>,
    ) -> Field {
        Field { choices, ..Field::new(texts, FieldKind::CheckboxGroup, name, label) }
    }

    /// A file upload; `accept` is such as `image/png,image/jpeg`.
    pub fn file(texts: Texts, name: &'static str, label: &str, accept: &'static str) -> Field {
        Field { accept, ..Field::new(texts, FieldKind::File, name, label) }
    }

    /// A hidden field, readable in the source of the page.
    pub fn hidden(texts: Texts, name: &'static str, value: impl Into<String>) -> Field {
        Field { value: value.into(), ..Field::new(texts, FieldKind::Hidden, name, "form-fault") }
    }

    /// Adds a hint; `key` is a key of the catalogue.
    pub fn hint(self, key: &str) -> Field {
        let hint = self.texts.get(key);
        Field { hint, ..self }
    }

    /// Adds a hint as text.
    pub fn hint_text(self, hint: impl Into<String>) -> Field {
        Field { hint: hint.into(), ..self }
    }

    /// Sets the value, which selects among choices.
    pub fn value(mut self, value: impl Into<String>) -> Field {
        self.set_values(&[value.into()]);
        self
    }

    pub fn autocomplete(self, autocomplete: &'static str) -> Field {
        Field { autocomplete, ..self }
    }

    pub fn inputmode(self, inputmode: &'static str) -> Field {
        Field { inputmode, ..self }
    }

    /// Marks the field as required; all others are labelled as optional.
    pub fn required(self) -> Field {
        Field { required: true, ..self }
    }

    /// Shows the field only while another one has a certain value, by a style rule. It is submitted
    /// in any case.
    pub fn shown_only_with(self, with: &'static str) -> Field {
        Field { with, ..self }
    }

    /// The CSS classes of the field's container.
    pub fn classes(&self) -> String {
        let wrong = if self.error.is_empty() { "" } else { " wrong" };
        let with =
            if self.with.is_empty() { String::new() } else { format!(" with-{}", self.with) };
        format!("field{wrong}{with}")
    }

    /// Selects these choices.
    pub fn with_chosen(mut self, values: &[String]) -> Field {
        self.set_values(values);
        self
    }

    /// Fills in submitted values, except into password and file fields.
    pub(super) fn set_values(&mut self, values: &[String]) {
        if matches!(self.kind, FieldKind::Password | FieldKind::File) {
            return;
        }
        for choice in &mut self.choices {
            choice.chosen = values.contains(&choice.value);
        }
        self.value = values.first().cloned().unwrap_or_default();
    }

    /// Whether the field is labelled as optional; a select or radio group always has a value.
    pub fn is_optional(&self) -> bool {
        let typed = matches!(
            self.kind,
            FieldKind::Input(_) | FieldKind::Password | FieldKind::Textarea | FieldKind::File
        );
        typed && !self.required && self.kind != FieldKind::Input("color")
    }

    /// Whether browsers should not correct the input, as with names and codes.
    pub fn is_plain(&self) -> bool {
        matches!(self.kind, FieldKind::Input(_)) && !self.autocomplete.is_empty()
    }

    /// Whether the field is a group with a legend.
    pub fn is_group(&self) -> bool {
        matches!(self.kind, FieldKind::Radio | FieldKind::CheckboxGroup)
    }

    /// The type of its `input` element.
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

    /// The id of its control; in a group, that of the first choice.
    pub fn id(&self, form: &str) -> String {
        if self.is_group() {
            return format!("{form}-{}-1", self.name);
        }
        format!("{form}-{}", self.name)
    }

    /// The value of `aria-describedby`: first the fault, then the hint.
    pub fn described_by(&self, form: &str) -> String {
        let about =
            |words: &str, what| (!words.is_empty()).then(|| format!("{form}-{}-{what}", self.name));
        let all = [about(&self.error, "error"), about(&self.hint, "hint")];
        all.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}
