//! What pages and the use cases of accounts say to each other: where a request comes from, and
//! why something is refused, in words for the form.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse};
use chrono::Utc;

use crate::account::secret::Secret;
use crate::service::accounts::{Arrival, Fault, Refused};
use crate::service::said::Said;
use crate::service::{App, Error};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::limits::asker_of;
use crate::web::parameters::percent_encoded;
use crate::web::session::{DEVICE, secret_in};
use crate::web::visit::Visit;

/// The texts of faults; each begins with `fault-`, and the rest is the use cases' key.
const FAULTS: &[&str] = &[
    "fault-handle-short",
    "fault-handle-long",
    "fault-handle-character",
    "fault-handle-invisible",
    "fault-handle-script",
    "fault-handle-edges",
    "fault-handle-letter",
    "fault-handle-reserved",
    "fault-handle-taken",
    "fault-handle-retired",
    "fault-email-wrong",
    "fault-email-taken",
    "fault-password-short",
    "fault-password-long",
    "fault-password-common",
    "fault-password-own",
    "fault-password-wrong",
    "fault-sign-in-wrong",
    "fault-code-paper-only",
    "fault-code-wrong",
    "fault-role-held",
    "fault-registration-closed",
    "fault-invitation-needed",
];

/// The present moment in microseconds since 1970.
pub fn now() -> i64 {
    Utc::now().timestamp_micros()
}

/// Where a request comes from, to be taken to another thread.
pub struct Came {
    network: IpAddr,
    device: Option<Secret>,
    session: Option<Secret>,
    agent: String,
}

impl Came {
    /// Where this one comes from.
    pub fn of(request: &HttpRequest, visit: &Visit) -> Came {
        let agent = request.headers().get(header::USER_AGENT);
        Came {
            network: asker_of(request).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
            device: secret_in(request, &visit.site, DEVICE),
            session: visit.session().cloned(),
            agent: agent.and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned(),
        }
    }

    /// The same as the use cases take it.
    pub fn arrival(&self) -> Arrival<'_> {
        Arrival {
            network: self.network,
            device: self.device.as_ref(),
            session: self.session.as_ref(),
            agent: &self.agent,
        }
    }
}

/// Why something is refused.
pub enum Refusal {
    /// The password must be given first.
    Prove,
    /// The link, or the sign-in that waits for its second step, is over.
    DeadLink,
    /// Each fault with its field and words, and when to try again where it was tried too often.
    Faults { status: StatusCode, faults: Vec<(&'static str, String)>, seconds: Option<u64> },
}

impl Refusal {
    /// Faults that the page itself has found, each with its field and words.
    pub fn faults(faults: Vec<(&'static str, String)>) -> Refusal {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Refusal::Faults { status, faults, seconds: None }
    }

    /// The faults alone, for a page that is more than its form.
    pub fn into_faults(self) -> Vec<(&'static str, String)> {
        match self {
            Refusal::Faults { faults, .. } => faults,
            Refusal::Prove | Refusal::DeadLink => Vec::new(),
        }
    }
}

/// Runs a use case off the workers' threads; what its form can say comes back, anything else
/// is a page of its own.
pub async fn attempt<T: Send + 'static>(
    visit: &Visit,
    use_case: impl FnOnce(&App) -> Result<T, Refused> + Send + 'static,
) -> Result<Result<T, Refusal>, PageError> {
    let app = visit.site.app.clone();
    said_of(visit, visit.site.lanes.act(move || use_case(&app)).await)
}

/// The same where a password or a code is made or checked, which takes a while.
pub async fn attempt_secret<T: Send + 'static>(
    visit: &Visit,
    use_case: impl FnOnce(&App) -> Result<T, Refused> + Send + 'static,
) -> Result<Result<T, Refusal>, PageError> {
    let app = visit.site.app.clone();
    said_of(visit, visit.site.lanes.hash(visit.caller, move || use_case(&app)).await)
}

/// The same where much is imported.
pub async fn attempt_import<T: Send + 'static>(
    visit: &Visit,
    use_case: impl FnOnce(&App) -> Result<T, Refused> + Send + 'static,
) -> Result<Result<T, Refusal>, PageError> {
    let app = visit.site.app.clone();
    said_of(visit, visit.site.lanes.import(visit.caller, move || use_case(&app)).await)
}

fn said_of<T>(
    visit: &Visit,
    done: Result<Result<T, Refused>, Error>,
) -> Result<Result<T, Refusal>, PageError> {
    match done.unwrap_or_else(|e| Err(Refused::Error(e))) {
        Ok(value) => Ok(Ok(value)),
        Err(refused) => Ok(Err(refusal(visit, refused)?)),
    }
}

fn refusal(visit: &Visit, refused: Refused) -> Result<Refusal, PageError> {
    let texts = visit.texts();
    match refused {
        Refused::ProveAgain => Ok(Refusal::Prove),
        Refused::Faults(faults) if faults.iter().any(|fault| fault.key == "link-dead") => {
            Ok(Refusal::DeadLink)
        }
        Refused::Faults(faults) => Ok(Refusal::faults(
            faults.iter().map(|fault| (fault.field, words(texts, fault))).collect(),
        )),
        Refused::Error(Error::Invalid { field, message }) => {
            Ok(Refusal::faults(vec![(field, said(texts, &message))]))
        }
        Refused::Error(Error::Conflict(message)) => Ok(Refusal::Faults {
            status: StatusCode::CONFLICT,
            faults: vec![("", said(texts, &message))],
            seconds: None,
        }),
        Refused::Error(Error::TooOften { seconds }) => Ok(Refusal::Faults {
            status: StatusCode::TOO_MANY_REQUESTS,
            faults: vec![("", texts.one("account-too-often", "seconds", seconds))],
            seconds: Some(seconds),
        }),
        Refused::Error(e) => Err(PageError::new(visit, &e)),
    }
}

/// Why a use case refuses; where it says so in English alone, that it is English.
fn said(texts: Texts, said: &Said) -> String {
    match said.key() {
        Some(_) => texts.said(said),
        None => texts.one("refused-because", "reason", said),
    }
}

fn words(texts: Texts, fault: &Fault) -> String {
    let known = |key: &&&str| key.strip_prefix("fault-") == Some(fault.key);
    let key = FAULTS.iter().find(known).copied().unwrap_or("fault-other");
    texts.one(key, "value", &fault.value)
}

/// The answer that leads to another page of this site.
pub fn see_other(address: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, address))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .finish()
}

/// To where one gives one's password again, and from there back to where one is.
pub fn to_prove(visit: &Visit) -> HttpResponse {
    see_other(&format!("/account/prove?next={}", percent_encoded(&visit.path)))
}
