//! The page with one form: heading, introduction, form and links.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use askama::Template;

use crate::web::error::PageError;
use crate::web::forms::{FormRefusal, SubmittedForm, redirect_to_password_prompt};
use crate::web::html::private_html;
use crate::web::request_context::{PageFrame, RequestContext};

use super::{FlashMessage, Form, LabeledFact, NavTab};

#[derive(Template)]
#[template(path = "account/sheet.html")]
pub struct FormPage {
    frame: PageFrame,
    area: Vec<NavTab>,
    done: String,
    heading: String,
    words: Vec<String>,
    facts: Vec<LabeledFact>,
    form: Option<Form>,
    links: Vec<(String, String)>,
}

impl FormPage {
    /// A page for signed-out visitors; `heading` is a key of the catalogue.
    pub fn signed_out(visit: &RequestContext, heading: &str) -> FormPage {
        let heading = visit.texts().get(heading);
        FormPage {
            frame: visit.frame(heading.clone()),
            area: Vec::new(),
            done: String::new(),
            heading,
            words: Vec::new(),
            facts: Vec::new(),
            form: None,
            links: Vec::new(),
        }
    }

    /// A page of an area with these tabs.
    pub fn with_tabs(self, area: Vec<NavTab>) -> FormPage {
        FormPage { area, ..self }
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

    pub fn done(self, done: Option<FlashMessage>) -> FormPage {
        let done = done.map(|done| done.text(self.frame.texts)).unwrap_or_default();
        FormPage { done, ..self }
    }

    pub fn respond(self, visit: &RequestContext) -> Result<HttpResponse, PageError> {
        private_html(visit, StatusCode::OK, &self)
    }

    pub fn respond_with_status(
        self,
        visit: &RequestContext,
        status: StatusCode,
    ) -> Result<HttpResponse, PageError> {
        private_html(visit, status, &self)
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
                let words = self.frame.texts.get("fault-link-dead");
                (StatusCode::GONE, vec![("", words)], None)
            }
        };
        let fault = self.frame.texts.text("form-fault");
        self.frame.title = format!("{fault} {}", self.frame.title);
        self.form = self.form.map(|form| form.with_errors(faults));
        let mut response = private_html(visit, status, &self)?;
        if let Some(seconds) = seconds {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        Ok(response)
    }
}
