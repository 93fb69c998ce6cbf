//! Pages of an organisation's or the operator's area: the header with its tabs, and form pages.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use askama::Template;

use crate::web::error::PageError;
use crate::web::forms::{FormRefusal, SubmittedForm, redirect_to_password_prompt};
use crate::web::html::private_html;
use crate::web::i18n::Texts;
use crate::web::request_context::{PageFrame, RequestContext};

use super::{FlashMessage, Form, LabeledFact, NavTab, SubmitButton};

/// The header of each page of an area.
pub struct AreaHeader {
    /// Accessible name of the navigation.
    pub label: String,
    /// The organisation and its address; `None` where the heading names the area.
    pub over: Option<(String, String)>,
    pub tabs: Vec<NavTab>,
    pub heading: String,
    /// The flash message; empty if there is none.
    pub done: String,
}

impl AreaHeader {
    pub fn done(self, texts: Texts, done: Option<FlashMessage>) -> AreaHeader {
        AreaHeader { done: done.map(|done| done.text(texts)).unwrap_or_default(), ..self }
    }
}

/// An invitation that can still be accepted.
pub struct OpenInvitationRow {
    /// Who is invited.
    pub words: String,
    /// What it grants; empty for an invitation to the site.
    pub what: String,
    /// Who sent it, and when it expires.
    pub soft: String,
    pub back: SubmitButton,
}

#[derive(Template)]
#[template(path = "desk/sheet.html")]
pub struct AreaFormPage {
    frame: PageFrame,
    head: AreaHeader,
    words: Vec<String>,
    facts: Vec<LabeledFact>,
    form: Option<Form>,
    /// A second form with its heading.
    other: Option<(String, Form)>,
    links: Vec<(String, String)>,
    /// Invitations that have not been accepted.
    open: Vec<OpenInvitationRow>,
}

impl AreaFormPage {
    pub fn new(visit: &RequestContext, head: AreaHeader) -> AreaFormPage {
        let title = match &head.over {
            Some((name, _)) => format!("{} · {name}", head.heading),
            None => head.heading.clone(),
        };
        let (words, facts, links, open) = Default::default();
        AreaFormPage {
            frame: visit.frame(title),
            head,
            words,
            facts,
            form: None,
            other: None,
            links,
            open,
        }
    }

    /// Adds a paragraph; `key` is a key of the catalogue.
    pub fn paragraph(self, key: &str) -> AreaFormPage {
        let words = self.frame.texts.get(key);
        self.paragraph_text(words)
    }

    pub fn paragraph_text(mut self, words: String) -> AreaFormPage {
        self.words.push(words);
        self
    }

    pub fn facts(self, facts: Vec<LabeledFact>) -> AreaFormPage {
        AreaFormPage { facts, ..self }
    }

    pub fn form(self, form: Form) -> AreaFormPage {
        AreaFormPage { form: Some(form), ..self }
    }

    /// Adds a second form below the first; `heading` is a key of the catalogue.
    pub fn second_form(self, heading: &str, form: Form) -> AreaFormPage {
        let heading = self.frame.texts.get(heading);
        AreaFormPage { other: Some((heading, form)), ..self }
    }

    pub fn done(self, visit: &RequestContext, done: Option<FlashMessage>) -> AreaFormPage {
        AreaFormPage { head: self.head.done(visit.texts(), done), ..self }
    }

    pub fn open_invitations(self, open: Vec<OpenInvitationRow>) -> AreaFormPage {
        AreaFormPage { open, ..self }
    }

    /// Fills the form with the submitted values.
    pub fn with_sent_values(mut self, sent: &SubmittedForm) -> AreaFormPage {
        self.form = self.form.map(|form| form.filled_from(sent));
        self
    }

    /// Adds a link below the form; `words` is a key of the catalogue.
    pub fn link(mut self, address: impl Into<String>, words: &str) -> AreaFormPage {
        self.links.push((address.into(), self.frame.texts.get(words)));
        self
    }

    pub fn respond(self, visit: &RequestContext) -> Result<HttpResponse, PageError> {
        private_html(visit, StatusCode::OK, &self)
    }

    /// Shows the page again with the faults, or redirects to the password prompt.
    pub fn respond_refused(
        mut self,
        visit: &RequestContext,
        refusal: FormRefusal,
    ) -> Result<HttpResponse, PageError> {
        let FormRefusal::Faults { status, faults, seconds } = refusal else {
            return Ok(redirect_to_password_prompt(visit));
        };
        self.frame.title = error_heading(&self.frame);
        self.form = self.form.map(|form| form.with_errors(faults));
        let mut response = private_html(visit, status, &self)?;
        if let Some(seconds) = seconds {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        Ok(response)
    }
}

/// Prefixes the page title with a note that the form has an error.
pub fn error_heading(frame: &PageFrame) -> String {
    format!("{} {}", frame.t("form-fault"), frame.title)
}

/// The status of the page with a refused form; `None` if the visitor must confirm their password.
pub fn refusal_status(refusal: &FormRefusal) -> Option<StatusCode> {
    match refusal {
        FormRefusal::Faults { status, .. } => Some(*status),
        _ => None,
    }
}

/// The faults alone, for a page that is more than one form.
pub fn refusal_faults(refusal: FormRefusal) -> Vec<(&'static str, String)> {
    match refusal {
        FormRefusal::Faults { faults, .. } => faults,
        _ => Vec::new(),
    }
}
