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
use crate::web::kit::{Done, Fact, Form, Tab};
use crate::web::visit::{Frame, Visit};

use super::account::attempt::{Refusal, to_prove};
use super::invited::Open;
use super::organisations::faults::{FieldFault, words};
use super::private_html;

/// What is wrong with a reason that somebody must give, in his words.
pub fn reason_fault(texts: Texts, reason: &str) -> Option<FieldFault> {
    let said = match text::line(reason, LONGEST_REASON) {
        Ok(line) if line.is_empty() => texts.get("org-fault-reason"),
        Ok(_) => return None,
        Err(fault) => words(texts, &fault),
    };
    Some(("reason", said))
}

/// The same as a refusal.
pub fn no_reason(texts: Texts, reason: &str) -> Option<Refusal> {
    reason_fault(texts, reason).map(|fault| Refusal::faults(vec![fault]))
}

/// What stands above every page of an area.
pub struct Head {
    /// What the area's navigation is called.
    pub label: String,
    /// Whose area it is, with its address; empty where the heading says it.
    pub over: Option<(String, String)>,
    pub tabs: Vec<Tab>,
    pub heading: String,
    /// What was done a moment ago; empty where nothing was.
    pub done: String,
}

impl Head {
    /// With what was done a moment ago.
    pub fn done(self, texts: Texts, done: Option<Done>) -> Head {
        Head { done: done.map(|done| done.words(texts)).unwrap_or_default(), ..self }
    }
}

/// A page with one form.
#[derive(Template)]
#[template(path = "desk/sheet.html")]
pub struct Sheet {
    frame: Frame,
    head: Head,
    words: Vec<String>,
    facts: Vec<Fact>,
    form: Option<Form>,
    /// A second form, that does something else to the same.
    other: Option<(String, Form)>,
    links: Vec<(String, String)>,
    /// Invitations that nobody has taken up.
    open: Vec<Open>,
}

impl Sheet {
    /// A page without anything yet.
    pub fn new(visit: &Visit, head: Head) -> Sheet {
        let title = match &head.over {
            Some((name, _)) => format!("{} · {name}", head.heading),
            None => head.heading.clone(),
        };
        let (words, facts, links, open) = Default::default();
        Sheet {
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

    /// With one more form below, under a heading: a key.
    pub fn other(self, heading: &str, form: Form) -> Sheet {
        let heading = self.frame.texts.get(heading);
        Sheet { other: Some((heading, form)), ..self }
    }

    /// With what was done a moment ago.
    pub fn done(self, visit: &Visit, done: Option<Done>) -> Sheet {
        Sheet { head: self.head.done(visit.texts(), done), ..self }
    }

    /// With the invitations that nobody has taken up, below the form.
    pub fn open(self, open: Vec<Open>) -> Sheet {
        Sheet { open, ..self }
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

    /// The page.
    ///
    /// # Errors
    /// It cannot be rendered.
    pub fn answer(self, visit: &Visit) -> Result<HttpResponse, PageError> {
        private_html(visit, StatusCode::OK, &self)
    }

    /// The page again, saying why what was sent is refused; or that where one proves who one is.
    ///
    /// # Errors
    /// It cannot be rendered.
    pub fn refused(mut self, visit: &Visit, refusal: Refusal) -> Result<HttpResponse, PageError> {
        let Refusal::Faults { status, faults, seconds } = refusal else {
            return Ok(to_prove(visit));
        };
        self.frame.title = faulty(&self.frame);
        self.form = self.form.map(|form| form.faults(faults));
        let mut response = private_html(visit, status, &self)?;
        if let Some(seconds) = seconds {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        Ok(response)
    }
}

/// The title of a page whose form has a fault: said first.
pub fn faulty(frame: &Frame) -> String {
    format!("{} {}", frame.t("form-fault"), frame.title)
}

/// The page that holds a refused form, of whatever kind; `None` where one must prove who one is.
pub fn status_of(refusal: &Refusal) -> Option<StatusCode> {
    match refusal {
        Refusal::Faults { status, .. } => Some(*status),
        _ => None,
    }
}

/// The faults alone, for a page that is more than its form.
pub fn faults_of(refusal: Refusal) -> Vec<(&'static str, String)> {
    match refusal {
        Refusal::Faults { faults, .. } => faults,
        _ => Vec::new(),
    }
}
