//! Connects form pages with the use cases of accounts: where a request comes from, and why a form
//! is refused.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse};

use crate::error::{PageError, PageResult};
use crate::html::see_other;
use crate::parameters::percent_encode_path;
use crate::request_context::RequestContext;
use crate::request_limits::client_ip;
use crate::session::{DEVICE_COOKIE, cookie_secret};
use adjutant_domain::account::secret::Secret;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{AccountError, ClientInfo};
use adjutant_service::{App, Error, refusals};

/// Where a request comes from, as an owned value that can be sent to another thread.
pub struct RequestOrigin {
    network: IpAddr,
    device: Option<Secret>,
    session: Option<Secret>,
    agent: String,
}

impl RequestOrigin {
    pub fn new(request: &HttpRequest, visit: &RequestContext) -> RequestOrigin {
        let agent = request.headers().get(header::USER_AGENT);
        RequestOrigin {
            network: client_ip(request).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
            device: cookie_secret(request, &visit.site, DEVICE_COOKIE),
            session: visit.session().cloned(),
            agent: agent.and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned(),
        }
    }

    /// Borrows this as an argument of a use case.
    pub fn as_arrival(&self) -> ClientInfo<'_> {
        ClientInfo {
            network: self.network,
            device: self.device.as_ref(),
            session: self.session.as_ref(),
            user_agent: &self.agent,
        }
    }
}

/// Why a form is refused.
pub enum FormRefusal {
    /// The password must be confirmed first.
    PasswordRequired,
    /// The link, or the sign-in that awaits its second factor, has expired.
    DeadLink,
    /// Each fault with its field and message, and the seconds to wait if the rate limit was hit.
    Faults { status: StatusCode, faults: Vec<(&'static str, String)>, seconds: Option<u64> },
}

impl FormRefusal {
    /// Faults found by the page itself, each with its field and message.
    pub fn from_faults(faults: Vec<(&'static str, String)>) -> FormRefusal {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        FormRefusal::Faults { status, faults, seconds: None }
    }

    /// A fault of one field, found by the page itself.
    pub fn fault(field: &'static str, message: String) -> FormRefusal {
        FormRefusal::from_faults(vec![(field, message)])
    }

    /// Refuses a form in which the page found faults.
    pub fn if_any(faults: Vec<(&'static str, String)>) -> Result<(), FormRefusal> {
        if faults.is_empty() { Ok(()) } else { Err(FormRefusal::from_faults(faults)) }
    }

    /// The status of the page with the refused form.
    pub fn status(&self) -> StatusCode {
        match self {
            FormRefusal::Faults { status, .. } => *status,
            FormRefusal::PasswordRequired | FormRefusal::DeadLink => StatusCode::CONFLICT,
        }
    }

    /// The status and the messages, for a page that lists them above all its forms.
    pub fn into_messages(self) -> (StatusCode, Vec<String>) {
        let status = self.status();
        (status, self.into_faults().into_iter().map(|(_, words)| words).collect())
    }

    /// The faults alone, for a page that is more than one form.
    pub fn into_faults(self) -> Vec<(&'static str, String)> {
        match self {
            FormRefusal::Faults { faults, .. } => faults,
            FormRefusal::PasswordRequired | FormRefusal::DeadLink => Vec::new(),
        }
    }
}

/// Runs a use case off the worker threads. Errors that the form can explain are returned as a
/// [`FormRefusal`], all others as an error page.
pub async fn run_attempt<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App) -> Result<T, AccountError> + Send + 'static,
) -> PageResult<Result<T, FormRefusal>> {
    let app = visit.site.app.clone();
    into_form_result(visit, visit.site.lanes.write(move || use_case(&app)).await)
}

/// Like [`run_attempt`], for a large import.
pub async fn run_import_attempt<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App) -> Result<T, AccountError> + Send + 'static,
) -> PageResult<Result<T, FormRefusal>> {
    let app = visit.site.app.clone();
    into_form_result(visit, visit.site.lanes.import(visit.caller, move || use_case(&app)).await)
}

impl RequestContext {
    /// Like [`run_attempt`], for a use case of the visitor's.
    pub fn attempt<T: Send + 'static, E: Into<AccountError> + Send + 'static>(
        &self,
        use_case: impl FnOnce(&App, &Actor) -> Result<T, E> + Send + 'static,
    ) -> impl Future<Output = PageResult<Result<T, FormRefusal>>> {
        let actor = self.actor().clone();
        run_attempt(self, move |app| use_case(app, &actor).map_err(E::into))
    }

    /// Likewise with what a form says, unless the form has faults itself.
    pub async fn attempt_form<F, T, E>(
        &self,
        form: Result<F, FormRefusal>,
        use_case: impl FnOnce(&App, &Actor, F) -> Result<T, E> + Send + 'static,
    ) -> PageResult<Result<T, FormRefusal>>
    where
        F: Send + 'static,
        T: Send + 'static,
        E: Into<AccountError> + Send + 'static,
    {
        match form {
            Ok(form) => self.attempt(move |app, actor| use_case(app, actor, form)).await,
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Likewise, for one that hashes or checks a password or code, which is slow.
    pub async fn attempt_secret<T: Send + 'static, E: Into<AccountError> + Send + 'static>(
        &self,
        use_case: impl FnOnce(&App, &Actor) -> Result<T, E> + Send + 'static,
    ) -> PageResult<Result<T, FormRefusal>> {
        let (app, actor) = (self.site.app.clone(), self.actor().clone());
        let done = self.site.lanes.hash(self.caller, move || use_case(&app, &actor)).await;
        into_form_result(self, done.map(|done| done.map_err(E::into)))
    }
}

fn into_form_result<T>(
    visit: &RequestContext,
    done: Result<Result<T, AccountError>, Error>,
) -> PageResult<Result<T, FormRefusal>> {
    match done.unwrap_or_else(|e| Err(AccountError::Error(e))) {
        Ok(value) => Ok(Ok(value)),
        Err(refused) => Ok(Err(form_refusal(visit, refused)?)),
    }
}

fn form_refusal(visit: &RequestContext, refused: AccountError) -> Result<FormRefusal, PageError> {
    let texts = visit.texts();
    match refused {
        AccountError::ReauthenticationRequired => Ok(FormRefusal::PasswordRequired),
        AccountError::InvalidForm(faults)
            if faults.iter().any(|fault| fault.message == refusals::LINK_DEAD.into()) =>
        {
            Ok(FormRefusal::DeadLink)
        }
        AccountError::InvalidForm(faults) => Ok(FormRefusal::from_faults(
            faults.iter().map(|fault| (fault.field, texts.localize(&fault.message))).collect(),
        )),
        AccountError::Error(Error::Invalid { field, message }) => {
            Ok(FormRefusal::fault(field, texts.localize(&message)))
        }
        AccountError::Error(Error::Conflict(message)) => Ok(FormRefusal::Faults {
            status: StatusCode::CONFLICT,
            faults: vec![("", texts.localize(&message))],
            seconds: None,
        }),
        AccountError::Error(Error::TooOften { seconds }) => Ok(FormRefusal::Faults {
            status: StatusCode::TOO_MANY_REQUESTS,
            faults: vec![("", texts.one("account-too-often", "seconds", seconds))],
            seconds: Some(seconds),
        }),
        AccountError::Error(e) => Err(PageError::new(visit, &e)),
    }
}

/// Redirects to the password prompt, which leads back to this page.
pub fn redirect_to_password_prompt(visit: &RequestContext) -> HttpResponse {
    see_other(&format!("/account/prove?next={}", percent_encode_path(&visit.path)))
}
