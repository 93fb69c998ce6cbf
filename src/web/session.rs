//! Who is signed in: the cookie before every page, and what pages know of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse, ResponseError, web};
use chrono::Utc;

use crate::account::secret::Secret;
use crate::service::access::{Act, ActTarget, Actor, Part, require};
use crate::service::sessions::{self, SignedIn};
use crate::service::{self};

use super::error::PageError;
use super::parameters::percent_encode;
use super::request_context::RequestContext;
use super::site::Site;

/// Either what a handler gave, or an answer instead of it.
type EitherResponse<B> = ServiceResponse<EitherBody<B, BoxBody>>;

/// The cookie of a session; [`cookie_name`] says how it is called here.
pub const SESSION_COOKIE: &str = "session";
/// The cookie of a browser that has signed in before.
pub const DEVICE_COOKIE: &str = "device";
/// The cookie that ties the forms of somebody who is not signed in to his browser.
pub const VISITOR_COOKIE: &str = "visitor";
/// How long a browser is known after signing in.
const DEVICE_DAYS: i64 = 400;
/// Of a browser that holds a pass to a table.
pub const TABLE_PASS_COOKIE: &str = "table";
/// Longer than any game at one.
const TABLE_PASS_DAYS: i64 = 7;
/// Of a browser that holds a steward's link.
pub const STEWARD_COOKIE: &str = "hall";
/// No link is open longer.
const STEWARD_DAYS: i64 = 3;
/// What the token of a form is derived for.
const FORM_TOKEN_CONTEXT: &str = "adjutant 2026-11 token of a form";

/// What is known of who looks.
#[derive(Debug)]
pub struct VisitorIdentity {
    pub actor: Actor,
    /// The session's secret, or of somebody not signed in his browser's.
    secret: Secret,
    /// Whether the browser does not have the secret yet.
    is_new: bool,
    /// Whether a form was given out that needs it.
    form_token_used: AtomicBool,
}

impl VisitorIdentity {
    fn anonymous(known: Option<Secret>) -> VisitorIdentity {
        let new = known.is_none();
        let secret = known.unwrap_or_else(|| Secret::new(&mut rand::rng()));
        VisitorIdentity {
            actor: Actor::nobody(),
            secret,
            is_new: new,
            form_token_used: AtomicBool::new(false),
        }
    }

    /// The token that each form of this browser carries.
    #[must_use]
    pub fn form_token(&self) -> String {
        self.form_token_used.store(true, Ordering::Relaxed);
        self.secret.derive(FORM_TOKEN_CONTEXT).to_base32()
    }

    /// The secret of the session, for ending or renewing it; `None` for somebody not signed in.
    #[must_use]
    pub fn session(&self) -> Option<&Secret> {
        self.actor.is_signed_in().then_some(&self.secret)
    }
}

/// Whether cookies are for `https` alone.
pub fn uses_https(site: &Site) -> bool {
    site.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
}

/// What a cookie is called here: with `__Host-` no other host and no plain connection can set it.
pub fn cookie_name(site: &Site, plain: &'static str) -> String {
    if uses_https(site) { format!("__Host-{plain}") } else { plain.to_owned() }
}

/// The plain name of a cookie of this site's sessions, whatever it is called here.
pub fn unprefixed_cookie_name(name: &str) -> &str {
    name.strip_prefix("__Host-").unwrap_or(name)
}

fn build_cookie(site: &Site, plain: &'static str, value: String) -> Cookie<'static> {
    Cookie::build(cookie_name(site, plain), value)
        .path("/")
        .http_only(true)
        .secure(uses_https(site))
        .same_site(SameSite::Lax)
        .finish()
}

/// The cookie that carries a new session as long as it may live; the server ends it earlier.
pub fn session_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    let mut cookie = build_cookie(site, SESSION_COOKIE, secret.to_base32());
    cookie.set_max_age(Duration::days(site.settings.session_days.into()));
    cookie
}

/// The cookie of a browser that has signed in.
pub fn device_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    let mut cookie = build_cookie(site, DEVICE_COOKIE, secret.to_base32());
    cookie.set_max_age(Duration::days(DEVICE_DAYS));
    cookie
}

/// The cookie of a browser that holds a pass to a table; the server ends it earlier.
pub fn table_pass_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    let mut cookie = build_cookie(site, TABLE_PASS_COOKIE, secret.to_base32());
    cookie.set_max_age(Duration::days(TABLE_PASS_DAYS));
    cookie
}

/// The cookie of a browser that holds a steward's link; the server ends it earlier.
pub fn steward_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    let mut cookie = build_cookie(site, STEWARD_COOKIE, secret.to_base32());
    cookie.set_max_age(Duration::days(STEWARD_DAYS));
    cookie
}

/// The cookie that takes a session's back.
fn expired_session_cookie(site: &Site) -> Cookie<'static> {
    let mut cookie = build_cookie(site, SESSION_COOKIE, String::new());
    cookie.make_removal();
    cookie
}

/// Takes the session's cookie back, and has the browser drop what it keeps of this site, so that on
/// a machine of many nothing is left to the next. Other cookies stay: language and looks, and the
/// one by which guesses of strangers cannot keep this browser out.
pub fn clear_session(response: &mut HttpResponse, site: &Site) {
    let _ = response.add_cookie(&expired_session_cookie(site));
    let name = HeaderName::from_static("clear-site-data");
    response.headers_mut().insert(name, HeaderValue::from_static("\"cache\", \"storage\""));
}

/// The secret in a cookie of a request.
pub fn cookie_secret(request: &HttpRequest, site: &Site, plain: &'static str) -> Option<Secret> {
    Secret::parse(request.cookie(&cookie_name(site, plain))?.value())
}

/// Looks up who asks and leaves it with the request; the API knows tokens alone, and what is
/// static is for everybody.
pub async fn identify_visitor<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<EitherResponse<B>, Error> {
    let path = request.path();
    let site = request.app_data::<Data<Site>>().cloned();
    let Some(site) =
        site.filter(|_| !path.starts_with("/api/v1/") && !path.starts_with("/static/"))
    else {
        return Ok(next.call(request).await?.map_into_left_body());
    };
    let secret = cookie_secret(request.request(), &site, SESSION_COOKIE);
    let shown = request.cookie(&cookie_name(&site, SESSION_COOKIE)).is_some();
    let found = match secret {
        Some(secret) => find_session(&site, secret).await,
        None => Ok(None),
    };
    let who = match found {
        Ok(found) => found,
        Err(e) => return Ok(identification_error(request, &e)),
    };
    let gone = shown && who.is_none();
    let stranger =
        || VisitorIdentity::anonymous(cookie_secret(request.request(), &site, VISITOR_COOKIE));
    let who = Arc::new(who.unwrap_or_else(stranger));
    request.extensions_mut().insert(who.clone());
    let mut response = next.call(request).await?;
    let mut set = |one: &Cookie<'_>| response.response_mut().add_cookie(one);
    if gone {
        set(&expired_session_cookie(&site))?;
    }
    if who.is_new && !who.actor.is_signed_in() && who.form_token_used.load(Ordering::Relaxed) {
        set(&build_cookie(&site, VISITOR_COOKIE, who.secret.to_base32()))?;
    }
    Ok(response.map_into_left_body())
}

fn identification_error<B: MessageBody + 'static>(
    request: ServiceRequest,
    e: &service::Error,
) -> EitherResponse<B> {
    let answer = match RequestContext::from_http_request(request.request()) {
        Some(visit) => PageError::new(&visit, e).error_response(),
        None => HttpResponse::InternalServerError().finish(),
    };
    request.into_response(answer).map_into_right_body()
}

async fn find_session(
    site: &Data<Site>,
    secret: Secret,
) -> Result<Option<VisitorIdentity>, service::Error> {
    let now = Utc::now().timestamp_micros();
    let lives = site.settings.session_lifetimes();
    let found = if site.app.reads_at_once() {
        sessions::who(&site.app, &secret, lives, now)?
    } else {
        let (app, secret) = (site.app.clone(), secret.clone());
        let found = web::block(move || sessions::who(&app, &secret, lives, now)).await;
        found.map_err(|_| service::Error::Internal("a use case was cut off".into()))??
    };
    Ok(found.map(|SignedIn { actor, due }| {
        if let Some(session) = due {
            let app = site.app.clone();
            // Nobody waits for it, and nothing is lost without it.
            drop(web::block(move || sessions::touch(&app, session, now)));
        }
        VisitorIdentity { actor, secret, is_new: false, form_token_used: AtomicBool::new(false) }
    }))
}

/// Keeps away who cannot be the right one, before anything is read: the use case looks closer.
/// Who is not signed in is led there and back.
pub async fn guard<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<EitherResponse<B>, Error> {
    let act = request.app_data::<Act>().copied();
    let visit = RequestContext::from_http_request(request.request());
    if let (Some(act), Some(visit)) = (act, visit)
        && !request.path().starts_with("/api/v1/")
        && let Err(e) = may_attempt(visit.actor(), act)
    {
        let reads = request.method() == Method::GET;
        let answer = match e {
            service::Error::SignIn if reads => redirect_to_sign_in(&visit.address),
            e => PageError::new(&visit, &e).error_response(),
        };
        return Ok(request.into_response(answer).map_into_right_body());
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// Whether the actor may be the right one for an act, as far as that shows without looking at
/// what it is done on.
fn may_attempt(actor: &Actor, act: Act) -> Result<(), service::Error> {
    let parts = act.right().parts;
    let any = |wanted: &[Part]| parts.iter().any(|part| wanted.contains(part));
    if any(&[Part::Anybody]) || (any(&[Part::SignedIn]) && actor.is_signed_in()) {
        return Ok(());
    }
    if !actor.is_signed_in() {
        return Err(service::Error::SignIn);
    }
    let serves = actor
        .grants
        .iter()
        .map(|grant| ActTarget::Event { organisation: grant.organisation, event: grant.event });
    let mut tried = vec![ActTarget::Site, ActTarget::Account(actor.account)];
    tried.extend(serves);
    let mut last = service::Error::Hidden;
    for on in tried {
        match require(actor, act, on, false) {
            Ok(_) => return Ok(()),
            Err(e) if !e.is_of_others() || last.is_of_others() => last = e,
            Err(_) => {}
        }
    }
    Err(last)
}

/// To where one signs in, and from there back to `address`.
pub fn redirect_to_sign_in(address: &str) -> HttpResponse {
    let there = format!("/sign-in?next={}", percent_encode(address));
    HttpResponse::build(StatusCode::SEE_OTHER)
        .insert_header((header::LOCATION, there))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .finish()
}

/// A path of this site, and nothing else: no open redirect.
pub fn safe_return_path(back: Option<&str>) -> &str {
    let own = |path: &&str| {
        path.starts_with('/')
            && !path.starts_with("//")
            && !path.contains('\\')
            && !path.contains(char::is_control)
    };
    back.filter(own).unwrap_or("/")
}

#[cfg(test)]
mod tests {
    use super::safe_return_path;

    #[test]
    fn only_own_paths_are_gone_back_to() {
        assert_eq!(safe_return_path(Some("/games?x=1")), "/games?x=1");
        let hostile = ["//evil.example", "https://evil.example", "/\\evil", "", "/\t/evil.example"];
        for hostile in hostile {
            assert_eq!(safe_return_path(Some(hostile)), "/", "{hostile}");
        }
    }
}
