//! Service errors as HTML error pages and as problem documents (RFC 9457).

use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use askama::Template;
use serde::Serialize;

use adjutant_domain::play::Refusal;
use adjutant_service::Error;
use adjutant_service::live::Refused;

use crate::i18n::{Language, Texts};
use crate::page_frame::PageFrame;
use crate::parameters::{ParameterError, percent_encode_path};
use crate::request_context::RequestContext;
use crate::request_id::RequestId;

/// The HTTP status of a service error, and its kind of problem.
const fn status_and_kind(e: &Error) -> (StatusCode, &'static str) {
    match e {
        Error::Missing { .. } | Error::NotFound(_) | Error::Hidden => {
            (StatusCode::NOT_FOUND, "not-found")
        }
        Error::SignIn => (StatusCode::UNAUTHORIZED, "unauthorized"),
        Error::Role { .. } | Error::Forbidden(_) => (StatusCode::FORBIDDEN, "forbidden"),
        Error::Scope { .. } => (StatusCode::FORBIDDEN, "insufficient-scope"),
        Error::SecondFactor => (StatusCode::FORBIDDEN, "second-factor"),
        Error::TooOften { .. } => (StatusCode::TOO_MANY_REQUESTS, "too-many-requests"),
        Error::Invalid { .. } => (StatusCode::BAD_REQUEST, "invalid"),
        Error::Conflict(_) => (StatusCode::CONFLICT, "conflict"),
        Error::Busy { .. } => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
        Error::Unavailable(_) | Error::NotSaved { .. } => {
            (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
        }
        Error::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
    }
}

/// Logs a server error; being busy is none.
fn log_server_error(e: &Error) {
    if status_and_kind(e).0.is_server_error() && !matches!(e, Error::Busy { .. }) {
        tracing::error!(error = %e, "a request failed");
    }
}

/// Seconds after which to retry a temporarily failed request.
pub const RETRY_AFTER_SECONDS: u64 = 5;

/// The seconds for `Retry-After`, if any.
fn retry_after(e: &Error) -> Option<u64> {
    match e {
        Error::TooOften { seconds } | Error::Busy { seconds } => Some(*seconds),
        Error::Unavailable(_) | Error::NotSaved { .. } => Some(RETRY_AFTER_SECONDS),
        _ => None,
    }
}

/// The message of an error in the visitor's language.
pub fn error_message(e: &Error, texts: Texts) -> String {
    log_server_error(e);
    texts.localize(&e.message())
}

/// Where a visitor without the second factor gives it, or sets one up.
fn remedy(visit: &RequestContext, e: &Error) -> Option<(String, String)> {
    let Error::SecondFactor = e else { return None };
    Some(match visit.actor().has_second_factor {
        true => {
            let address = format!("/account/confirm?next={}", percent_encode_path(&visit.address));
            (address, visit.texts().get("factor-give"))
        }
        false => ("/account/security".to_owned(), visit.texts().get("factor-set-up-here")),
    })
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage {
    frame: PageFrame,
    status: u16,
    heading: String,
    message: String,
    /// Where to do what is missing: address and label.
    remedy: Option<(String, String)>,
    /// The number by which the operator finds what went wrong in the log.
    request_id: Option<RequestId>,
}

/// What a page answers or needs: its response by default, or the page that says why there is none.
pub type PageResult<T = HttpResponse> = Result<T, PageError>;

pub struct PageError {
    status: StatusCode,
    html: String,
    /// In seconds.
    retry_after: Option<u64>,
}

impl PageError {
    /// Builds the page of a service error.
    pub fn new(visit: &RequestContext, e: &Error) -> PageError {
        let words = match e {
            // The same message as for an address that does not exist.
            Error::Hidden => visit.texts().one("error-nothing-here", "path", &visit.path),
            e => error_message(e, visit.texts()),
        };
        let status = status_and_kind(e).0;
        PageError {
            retry_after: retry_after(e),
            ..PageError::with_remedy(visit, status, words, remedy(visit, e))
        }
    }

    /// Builds the page of what does not exist, or not for this visitor.
    pub fn hidden(visit: &RequestContext) -> PageError {
        PageError::new(visit, &Error::Hidden)
    }

    /// Builds the page of a form that this site does not send.
    pub fn unreadable_form(visit: &RequestContext) -> PageError {
        let message = visit.texts().get("error-form");
        PageError::with_status(visit, StatusCode::BAD_REQUEST, message)
    }

    /// Builds the page of a refused query.
    pub fn from_parameter(visit: &RequestContext, e: &ParameterError) -> PageError {
        PageError::with_status(visit, StatusCode::BAD_REQUEST, e.message(visit.texts()))
    }

    /// Builds a page with this status and message.
    pub fn with_status(visit: &RequestContext, status: StatusCode, message: String) -> PageError {
        PageError::with_remedy(visit, status, message, None)
    }

    fn with_remedy(
        visit: &RequestContext,
        status: StatusCode,
        message: String,
        remedy: Option<(String, String)>,
    ) -> PageError {
        let key = match status {
            StatusCode::NOT_FOUND => "error-not-found",
            StatusCode::BAD_REQUEST => "error-invalid",
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => "error-not-allowed",
            StatusCode::CONFLICT => "error-conflict",
            _ => "error-other",
        };
        let heading = visit.texts().get(key);
        let frame = visit.frame(heading.clone());
        let request_id = visit.request_id.clone().filter(|_| status.is_server_error());
        let status_code = status.as_u16();
        let page = ErrorPage { frame, status: status_code, heading, message, remedy, request_id };
        PageError { status, html: page.render().unwrap_or_default(), retry_after: None }
    }
}

/// Turns an error into the page that explains it.
pub trait OrPage<T> {
    fn or_page(self, visit: &RequestContext) -> PageResult<T>;
}

impl<T> OrPage<T> for Result<T, Error> {
    fn or_page(self, visit: &RequestContext) -> PageResult<T> {
        self.map_err(|e| PageError::new(visit, &e))
    }
}

impl<T> OrPage<T> for Result<T, ParameterError> {
    fn or_page(self, visit: &RequestContext) -> PageResult<T> {
        self.map_err(|e| PageError::from_parameter(visit, &e))
    }
}

impl fmt::Debug for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PageError({})", self.status)
    }
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.status)
    }
}

impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(seconds) = self.retry_after {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        response
            .content_type("text/html; charset=utf-8")
            .insert_header(("Cache-Control", "no-store"))
            .body(self.html.clone())
    }
}

/// Every kind of problem with its status; the keys of the messages begin with `problem-`.
pub const PROBLEM_KINDS: [(u16, &str); 18] = [
    (400, "invalid"),
    (401, "unauthorized"),
    (401, "invalid-token"),
    (403, "forbidden"),
    (403, "insufficient-scope"),
    (403, "second-factor"),
    (404, "not-found"),
    (405, "method-not-allowed"),
    (408, "too-slow"),
    (409, "conflict"),
    (413, "too-large"),
    (415, "unsupported-encoding"),
    (422, "unreadable"),
    (422, "other-command"),
    (429, "too-many-requests"),
    (500, "internal"),
    (503, "busy"),
    (503, "unavailable"),
];

/// A problem document.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Problem {
    /// What kind of problem it is, as an address under this API.
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub status: u16,
    pub detail: String,
    /// The parameter or field that is wrong, where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The scope that the token lacks, where one would do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<&'static str>,
    /// Seconds after which to try again, for the header.
    #[serde(skip)]
    pub retry_after: Option<u16>,
}

impl fmt::Debug for Problem {
    /// Omits the detail: it may name faults of a set-up, and request logs contain this text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Problem({} {})", self.status, self.kind)
    }
}

#[derive(Debug)]
pub struct ApiError(pub Problem);

pub type ApiResult<T = HttpResponse> = Result<T, ApiError>;

impl ApiError {
    /// Builds a problem of a kind such as `invalid` or `unauthorized`.
    pub fn new(status: StatusCode, kind: &str, detail: impl Into<String>) -> ApiError {
        ApiError(Problem {
            kind: format!("/api/problems#{kind}"),
            title: status.canonical_reason().unwrap_or("Problem").to_owned(),
            status: status.as_u16(),
            detail: detail.into(),
            field: None,
            scope: None,
            retry_after: None,
        })
    }

    /// The problem of an invalid token, whatever the reason.
    pub fn invalid_token() -> ApiError {
        let detail = "The token is unknown, expired or revoked, or its account may not sign in. \
                      Make another one on the site, and send it as Authorization: Bearer TOKEN.";
        ApiError::new(StatusCode::UNAUTHORIZED, "invalid-token", detail)
    }

    /// The `WWW-Authenticate` challenge (RFC 6750, section 3).
    fn www_authenticate(&self) -> Option<String> {
        let Problem { kind, scope, .. } = &self.0;
        let error = match kind.rsplit_once('#').map_or("", |(_, kind)| kind) {
            "unauthorized" => return Some(REALM.to_owned()),
            "invalid-token" => "invalid_token",
            "insufficient-scope" => "insufficient_scope",
            _ => return None,
        };
        let scope = scope.map_or_else(String::new, |scope| format!(", scope=\"{scope}\""));
        Some(format!("{REALM}, error=\"{error}\"{scope}"))
    }
}

const TOKEN_HELP: &str = "Send a token as Authorization: Bearer TOKEN. You can create one on the site if you \
                        have an account.";
const REALM: &str = "Bearer realm=\"adjutant\"";

impl From<ParameterError> for ApiError {
    fn from(e: ParameterError) -> ApiError {
        let words = e.message(Texts(Language::English));
        let mut problem = ApiError::new(StatusCode::BAD_REQUEST, "invalid", words);
        problem.0.field = Some(e.name().to_owned());
        problem
    }
}

impl From<Error> for ApiError {
    fn from(e: Error) -> ApiError {
        ApiError::localized(e, Texts(Language::English))
    }
}

impl ApiError {
    /// Builds the problem of an error; messages of server errors are in the language of `texts`.
    pub fn localized(e: Error, texts: Texts) -> ApiError {
        let (status, kind) = status_and_kind(&e);
        let detail = match &e {
            Error::SignIn => TOKEN_HELP.to_owned(),
            e if status.is_server_error() => error_message(e, texts),
            e => e.to_string(),
        };
        let mut problem = ApiError::new(status, kind, detail);
        problem.0.retry_after =
            retry_after(&e).map(|after| u16::try_from(after).unwrap_or(u16::MAX));
        match e {
            Error::Invalid { field, .. } => problem.0.field = Some(field.to_owned()),
            Error::Scope { needed } => problem.0.scope = needed,
            _ => {}
        }
        problem
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0.status, self.0.title)
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        if let Some(challenge) = self.www_authenticate() {
            response.insert_header(("WWW-Authenticate", challenge));
        }
        if let Some(seconds) = self.0.retry_after {
            response.insert_header((header::RETRY_AFTER, u64::from(seconds)));
        }
        response
            .content_type("application/problem+json")
            .insert_header(("Cache-Control", "no-store"))
            .body(serde_json::to_string(&self.0).unwrap_or_default())
    }
}

/// An error from outside the handlers: a problem document below `/api/`, a page elsewhere. `words`
/// returns its message.
pub fn negotiated_error(
    request: &HttpRequest,
    status: StatusCode,
    kind: &str,
    words: impl Fn(Texts) -> String,
) -> HttpResponse {
    match RequestContext::from_http_request(request) {
        Some(visit) if !request.path().starts_with("/api/") => {
            PageError::with_status(&visit, status, words(visit.texts())).error_response()
        }
        _ => ApiError::new(status, kind, words(Texts(Language::English))).error_response(),
    }
}

/// The response for an address that does not exist.
pub fn not_found_at(request: &HttpRequest, path: &str) -> HttpResponse {
    let api = path.starts_with("/api/");
    let key = if api { "error-nothing-in-api" } else { "error-nothing-here" };
    negotiated_error(request, StatusCode::NOT_FOUND, "not-found", |texts| {
        texts.one(key, "path", path)
    })
}

impl From<actix_web::error::BlockingError> for ApiError {
    fn from(_: actix_web::error::BlockingError) -> ApiError {
        Error::Internal("a use case was cut off".into()).into()
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> ApiError {
        let other = matches!(refused, Refused::Rules(Refusal::OtherCommand));
        let mut problem = ApiError::from(Error::from(refused));
        if other {
            let detail = std::mem::take(&mut problem.0.detail);
            problem = ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "other-command", detail);
        }
        problem
    }
}
