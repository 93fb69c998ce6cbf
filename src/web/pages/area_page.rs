//! Pages of people who keep something, an organisation or the site: the frame with its tabs, and
//! the page that most forms stand on.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use askama::Template;

use crate::organisation::text;
use crate::service::persons::LONGEST_REASON;
use crate::web::error::PageError;
use crate::web::forms;
use crate::web::i18n::Texts;
use crate::web::kit::{FlashMessage, Form, LabeledFact, NavTab};
use crate::web::request_context::{PageFrame, RequestContext};

use super::account::form_attempt::{FormRefusal, redirect_to_password_prompt};
use super::invitation_link::OpenInvitationRow;
use super::organisations::form_faults::{FieldFault, organisation_fault_text};
use super::private_html;

/// What is wrong with a reason that somebody must give, in his words.
pub fn reason_field_fault(texts: Texts, reason: &str) -> Option<FieldFault> {
    let said = match text::clean_line(reason, LONGEST_REASON) {
        Ok(line) if line.is_empty() => texts.get("org-fault-reason"),
        Ok(_) => return None,
        Err(fault) => organisation_fault_text(texts, &fault),
    };
    Some(("reason", said))
}

/// The same as a refusal.
pub fn refuse_missing_reason(texts: Texts, reason: &str) -> Option<FormRefusal> {
    reason_field_fault(texts, reason).map(|fault| FormRefusal::from_faults(vec![fault]))
}

/// What stands above every page of an area.
pub struct AreaHeader {
    /// What the area's navigation is called.
    pub label: String,
    /// Whose area it is, with its address; empty where the heading says it.
    pub over: Option<(String, String)>,
    pub tabs: Vec<NavTab>,
    pub heading: String,
    /// What was done a moment ago; empty where nothing was.
    pub done: String,
}

impl AreaHeader {
    /// With what was done a moment ago.
    pub fn done(self, texts: Texts, done: Option<FlashMessage>) -> AreaHeader {
        AreaHeader { done: done.map(|done| done.text(texts)).unwrap_or_default(), ..self }
    }
}

/// A page with one form.
#[derive(Template)]
#[template(path = "desk/sheet.html")]
pub struct AreaFormPage {
    frame: PageFrame,
    head: AreaHeader,
    words: Vec<String>,
    facts: Vec<LabeledFact>,
    form: Option<Form>,
    /// A second form, that does something else to the same.
    other: Option<(String, Form)>,
    links: Vec<(String, String)>,
    /// Invitations that nobody has taken up.
    open: Vec<OpenInvitationRow>,
}

impl AreaFormPage {
    /// A page without anything yet.
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

    /// With a sentence: a key.
    pub fn paragraph(self, key: &str) -> AreaFormPage {
        let words = self.frame.texts.get(key);
        self.paragraph_text(words)
    }

    /// With a sentence that has a value in it.
    pub fn paragraph_text(mut self, words: String) -> AreaFormPage {
        self.words.push(words);
        self
    }

    /// With what is known of the matter.
    pub fn facts(self, facts: Vec<LabeledFact>) -> AreaFormPage {
        AreaFormPage { facts, ..self }
    }

    /// With the form.
    pub fn form(self, form: Form) -> AreaFormPage {
        AreaFormPage { form: Some(form), ..self }
    }

    /// With one more form below, under a heading: a key.
    pub fn second_form(self, heading: &str, form: Form) -> AreaFormPage {
        let heading = self.frame.texts.get(heading);
        AreaFormPage { other: Some((heading, form)), ..self }
    }

    /// With what was done a moment ago.
    pub fn done(self, visit: &RequestContext, done: Option<FlashMessage>) -> AreaFormPage {
        AreaFormPage { head: self.head.done(visit.texts(), done), ..self }
    }

    /// With the invitations that nobody has taken up, below the form.
    pub fn open_invitations(self, open: Vec<OpenInvitationRow>) -> AreaFormPage {
        AreaFormPage { open, ..self }
    }

    /// With the form filled with what was sent.
    pub fn with_sent_values(mut self, sent: &forms::SubmittedForm) -> AreaFormPage {
        self.form = self.form.map(|form| form.filled_from(sent));
        self
    }

    /// With a link below the form; `words` is a key.
    pub fn link(mut self, address: impl Into<String>, words: &str) -> AreaFormPage {
        self.links.push((address.into(), self.frame.texts.get(words)));
        self
    }

    /// The page.
    ///
    /// # Errors
    /// It cannot be rendered.
    pub fn respond(self, visit: &RequestContext) -> Result<HttpResponse, PageError> {
        private_html(visit, StatusCode::OK, &self)
    }

    /// The page again, saying why what was sent is refused; or that where one proves who one is.
    ///
    /// # Errors
    /// It cannot be rendered.
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

/// The title of a page whose form has a fault: said first.
pub fn error_heading(frame: &PageFrame) -> String {
    format!("{} {}", frame.t("form-fault"), frame.title)
}

/// The page that holds a refused form, of whatever kind; `None` where one must prove who one is.
pub fn refusal_status(refusal: &FormRefusal) -> Option<StatusCode> {
    match refusal {
        FormRefusal::Faults { status, .. } => Some(*status),
        _ => None,
    }
}

/// The faults alone, for a page that is more than its form.
pub fn refusal_faults(refusal: FormRefusal) -> Vec<(&'static str, String)> {
    match refusal {
        FormRefusal::Faults { faults, .. } => faults,
        _ => Vec::new(),
    }
}
