//! The page with one form, and the header that all pages of an area have.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use askama::Template;

use crate::error::PageError;
use crate::forms::{FormRefusal, Sent, SubmittedForm, redirect_to_password_prompt};
use crate::html::private_html;
use crate::i18n::Texts;
use crate::page_frame::PageFrame;
use crate::request_context::RequestContext;

use super::flash::redirect_with_flash;
use super::{FlashMessage, Form, LabeledFact, NavTab, PasskeyBox, SubmitButton};

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
    /// A header that names the area in its heading.
    pub fn new(label: String, tabs: Vec<NavTab>, heading: String) -> AreaHeader {
        AreaHeader { label, over: None, tabs, heading, done: String::new() }
    }

    /// A header without tabs, below another page: its name and address.
    pub fn below(over: (String, String), heading: String) -> AreaHeader {
        AreaHeader { over: Some(over), ..AreaHeader::new(String::new(), Vec::new(), heading) }
    }

    /// The frame of a page with this header and no other title.
    pub fn frame(&self, visit: &RequestContext) -> PageFrame {
        visit.frame(match &self.over {
            Some((name, _)) => format!("{} · {name}", self.heading),
            None => self.heading.clone(),
        })
    }

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
#[template(path = "kit/form-page.html")]
pub struct FormPage {
    frame: PageFrame,
    head: AreaHeader,
    words: Vec<String>,
    facts: Vec<LabeledFact>,
    form: Option<Form>,
    /// What a passkey answers instead of the form.
    passkey: Option<PasskeyBox>,
    /// A second form with its heading.
    other: Option<(String, Form)>,
    links: Vec<(String, String)>,
    /// Invitations that have not been accepted.
    open: Vec<OpenInvitationRow>,
}

impl FormPage {
    pub fn new(visit: &RequestContext, head: AreaHeader) -> FormPage {
        let (words, facts, links, open) = Default::default();
        FormPage {
            frame: head.frame(visit),
            head,
            words,
            facts,
            form: None,
            passkey: None,
            other: None,
            links,
            open,
        }
    }

    /// A page for signed-out visitors; `heading` is a key of the catalogue.
    pub fn signed_out(visit: &RequestContext, heading: &str) -> FormPage {
        FormPage::new(visit, AreaHeader::new(String::new(), Vec::new(), visit.texts().get(heading)))
    }

    /// Adds a paragraph; `key` is a key of the catalogue.
    pub fn paragraph(self, key: &str) -> FormPage {
        let words = self.frame.texts.get(key);
        self.paragraph_text(words)
    }

    pub fn paragraph_text(mut self, words: String) -> FormPage {
        self.words.push(words);
        self
    }

    pub fn facts(self, facts: Vec<LabeledFact>) -> FormPage {
        FormPage { facts, ..self }
    }

    pub fn form(self, form: Form) -> FormPage {
        FormPage { form: Some(form), ..self }
    }

    /// Lets a passkey answer instead of the form.
    pub fn passkey(self, passkey: Option<PasskeyBox>) -> FormPage {
        FormPage { passkey, ..self }
    }

    /// Adds a second form below the first; `heading` is a key of the catalogue.
    pub fn second_form(self, heading: &str, form: Form) -> FormPage {
        let heading = self.frame.texts.get(heading);
        FormPage { other: Some((heading, form)), ..self }
    }

    pub fn done(self, done: Option<FlashMessage>) -> FormPage {
        FormPage { head: self.head.done(self.frame.texts, done), ..self }
    }

    pub fn open_invitations(self, open: Vec<OpenInvitationRow>) -> FormPage {
        FormPage { open, ..self }
    }

    /// Fills the form with the submitted values.
    pub fn with_sent_values(mut self, sent: &SubmittedForm) -> FormPage {
        self.form = self.form.map(|form| form.filled_from(sent));
        self
    }

    /// Adds a link below the form; `words` is a key of the catalogue.
    pub fn link(mut self, address: impl Into<String>, words: &str) -> FormPage {
        self.links.push((address.into(), self.frame.texts.get(words)));
        self
    }

    pub fn respond(self, visit: &RequestContext) -> Result<HttpResponse, PageError> {
        private_html(visit, StatusCode::OK, &self)
    }

    /// Shows the page again with what was typed and the faults.
    pub fn respond_again(
        self,
        visit: &RequestContext,
        sent: &SubmittedForm,
        refusal: FormRefusal,
    ) -> Result<HttpResponse, PageError> {
        self.with_sent_values(sent).respond_refused(visit, refusal)
    }

    pub fn respond_with_status(
        self,
        visit: &RequestContext,
        status: StatusCode,
    ) -> Result<HttpResponse, PageError> {
        private_html(visit, status, &self)
    }

    /// Answers a submission: a redirect with the flash message of its outcome, or the page again
    /// with what was typed and the faults.
    pub fn answer<T>(
        self,
        visit: &RequestContext,
        sent: &Sent<T>,
        outcome: Result<(impl AsRef<str>, &str), FormRefusal>,
    ) -> Result<HttpResponse, PageError> {
        match outcome {
            Ok((address, done)) => Ok(redirect_with_flash(address.as_ref(), done)),
            Err(refusal) => self.respond_again(visit, sent.raw(), refusal),
        }
    }

    /// Shows the page again with the faults, or redirects to the password prompt.
    pub fn respond_refused(
        mut self,
        visit: &RequestContext,
        refusal: FormRefusal,
    ) -> Result<HttpResponse, PageError> {
        let (status, faults, seconds) = match refusal {
            FormRefusal::Faults { status, faults, seconds } => (status, faults, seconds),
            FormRefusal::PasswordRequired => return Ok(redirect_to_password_prompt(visit)),
            FormRefusal::DeadLink => {
                let words = self.frame.texts.get("refused-link-dead");
                (StatusCode::GONE, vec![("", words)], None)
            }
        };
        self.frame.mark_refused();
        self.form = self.form.map(|form| form.with_errors(faults));
        let mut response = private_html(visit, status, &self)?;
        if let Some(seconds) = seconds {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        Ok(response)
    }
}
