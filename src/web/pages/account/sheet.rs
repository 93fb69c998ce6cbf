//! The page that most forms stand on: a heading, a few words, the form, and where else to go.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use askama::Template;

use crate::web::error::PageError;
use crate::web::forms;
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Fact, Form, Tab};
use crate::web::pages::private_html;
use crate::web::visit::{Frame, Visit};

use super::attempt::{Refusal, to_prove};

/// The pages of one's account, in the order of the navigation.
const AREA: [(&str, &str); 6] = [
    ("/account", "account-overview"),
    ("/account/player", "account-player"),
    ("/account/security", "account-security"),
    ("/account/tokens", "account-tokens"),
    ("/account/data", "account-data"),
    ("/account/audit", "account-audit"),
];

/// The navigation among the pages of one's account; `at` is the address of that one which is
/// shown, or to which the shown one belongs.
pub fn area(texts: Texts, at: &str) -> Vec<Tab> {
    AREA.iter().map(|(address, words)| Tab::new(texts, *address, words, at)).collect()
}

/// A page with one form.
#[derive(Template)]
#[template(path = "account/sheet.html")]
pub struct Sheet {
    frame: Frame,
    area: Vec<Tab>,
    done: String,
    heading: String,
    words: Vec<String>,
    facts: Vec<Fact>,
    form: Option<Form>,
    links: Vec<(String, String)>,
}

impl Sheet {
    /// A page for who is not signed in yet; `heading` is a key of the catalogue.
    pub fn at_the_door(visit: &Visit, heading: &str) -> Sheet {
        let heading = visit.texts().get(heading);
        Sheet {
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

    /// A page of one's account that belongs to the one at the address `at`.
    pub fn of_account(visit: &Visit, at: &str, heading: &str) -> Sheet {
        Sheet { area: area(visit.texts(), at), ..Sheet::at_the_door(visit, heading) }
    }

    /// With a sentence: a key.
    pub fn say(self, key: &str) -> Sheet {
        let words = self.frame.texts.get(key);
        self.say_words(words)
    }

    /// With a sentence that has a value in it.
    pub fn say_words(mut self, words: String) -> Sheet {
        self.words.push(words);
        self
    }

    /// With what is known of the matter.
    pub fn facts(self, facts: Vec<Fact>) -> Sheet {
        Sheet { facts, ..self }
    }

    /// With the form.
    pub fn form(self, form: Form) -> Sheet {
        Sheet { form: Some(form), ..self }
    }

    /// With the form filled with what was sent.
    pub fn filled(mut self, sent: &forms::Form) -> Sheet {
        self.form = self.form.map(|form| form.filled(sent));
        self
    }

    /// With a link below the form; `words` is a key.
    pub fn link(mut self, address: impl Into<String>, words: &str) -> Sheet {
        self.links.push((address.into(), self.frame.texts.get(words)));
        self
    }

    /// With what was done a moment ago.
    pub fn done(self, done: Option<Done>) -> Sheet {
        let done = done.map(|done| done.words(self.frame.texts)).unwrap_or_default();
        Sheet { done, ..self }
    }

    /// The page.
    ///
    /// # Errors
    /// It cannot be rendered.
    pub fn answer(self, visit: &Visit) -> Result<HttpResponse, PageError> {
        private_html(visit, StatusCode::OK, &self)
    }

    /// The page with a status of its own.
    ///
    /// # Errors
    /// It cannot be rendered.
    pub fn answer_as(self, visit: &Visit, status: StatusCode) -> Result<HttpResponse, PageError> {
        private_html(visit, status, &self)
    }

    /// The page again, saying why what was sent is refused; or that where one proves who one is.
    ///
    /// # Errors
    /// It cannot be rendered.
    pub fn refused(mut self, visit: &Visit, refusal: Refusal) -> Result<HttpResponse, PageError> {
        let (status, faults, seconds) = match refusal {
            Refusal::Faults { status, faults, seconds } => (status, faults, seconds),
            Refusal::Prove => return Ok(to_prove(visit)),
            Refusal::DeadLink => {
                let words = self.frame.texts.get("fault-link-dead");
                (StatusCode::GONE, vec![("", words)], None)
            }
        };
        let fault = self.frame.texts.text("form-fault");
        self.frame.title = format!("{fault} {}", self.frame.title);
        self.form = self.form.map(|form| form.faults(faults));
        let mut response = private_html(visit, status, &self)?;
        if let Some(seconds) = seconds {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        Ok(response)
    }
}
