//! Sessions: cookies, and the visitor of a page.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::body::MessageBody;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::dev::ServiceRequest;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse, ResponseError, web};

use crate::parameters::percent_encode_path;
use adjutant_domain::account::secret::Secret;
use adjutant_service::access::{Act, ActTarget, Actor, Part, require};
use adjutant_service::sessions::{self, SignedIn};

use crate::error::PageError;
use crate::middleware::EitherResponse;
use crate::request_context::RequestContext;
use crate::site::Site;
use crate::time_format::now_micros;

/// The cookie of a session; [`cookie_name`] returns its actual name.
pub const SESSION_COOKIE: &str = "session";
/// The cookie of a browser that has signed in before.
pub const DEVICE_COOKIE: &str = "device";
/// The cookie that ties forms to the browser of a signed-out visitor.
pub const VISITOR_COOKIE: &str = "visitor";
/// How long a browser is recognised after a sign-in.
const DEVICE_DAYS: i64 = 400;
/// The cookie of a browser that holds a table pass.
pub const TABLE_PASS_COOKIE: &str = "table";
/// Longer than any game at a table.
const TABLE_PASS_DAYS: i64 = 7;
/// The cookie of a browser that holds the pass of a game on one device.
pub const ONE_DEVICE_COOKIE: &str = "one-device";
/// The cookie of a browser that holds a steward link.
pub const STEWARD_COOKIE: &str = "hall";
/// The maximum lifetime of a steward link.
const STEWARD_DAYS: i64 = 3;
/// The derivation context of CSRF tokens.
const FORM_TOKEN_CONTEXT: &str = "adjutant 2026-11 token of a form";

/// The visitor of a page.
#[derive(Debug)]
pub struct VisitorIdentity {
    pub actor: Actor,
    /// The number of unread notices.
    pub unread_notices: u32,
    /// The secret of the session or, if signed out, of the browser.
    secret: Secret,
    /// Whether the browser does not have the secret yet.
    is_new: bool,
    /// Whether a form was rendered that needs the secret.
    form_token_used: AtomicBool,
}

impl VisitorIdentity {
    fn anonymous(known: Option<Secret>) -> VisitorIdentity {
        let new = known.is_none();
        let secret = known.unwrap_or_else(|| Secret::new(&mut rand::rng()));
        VisitorIdentity {
            actor: Actor::nobody(),
            unread_notices: 0,
            secret,
            is_new: new,
            form_token_used: AtomicBool::new(false),
        }
    }

    /// The CSRF token of this browser's forms.
    pub fn form_token(&self) -> String {
        self.form_token_used.store(true, Ordering::Relaxed);
        self.secret.derive(FORM_TOKEN_CONTEXT).to_base32()
    }

    /// The session secret, for ending or renewing it; `None` if signed out.
    pub fn session(&self) -> Option<&Secret> {
        self.actor.has_session().then_some(&self.secret)
    }
}

/// Whether cookies require `https`.
pub fn uses_https(site: &Site) -> bool {
    site.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
}

/// The name of a cookie; the prefix `__Host-` prevents other hosts and plain connections from
/// setting it.
pub fn cookie_name(site: &Site, plain: &'static str) -> String {
    if uses_https(site) { format!("__Host-{plain}") } else { plain.to_owned() }
}

/// The name of a cookie without the prefix.
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

/// The cookie of a new session with its maximum lifetime; the server may end it earlier.
pub fn session_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    lasting_cookie(site, SESSION_COOKIE, secret, site.settings.session_days.into())
}

pub fn device_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    lasting_cookie(site, DEVICE_COOKIE, secret, DEVICE_DAYS)
}

/// The cookie of a table pass; the server ends it earlier.
pub fn table_pass_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    lasting_cookie(site, TABLE_PASS_COOKIE, secret, TABLE_PASS_DAYS)
}

/// The cookie of a game on one device; the server ends it earlier.
pub fn one_device_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    lasting_cookie(site, ONE_DEVICE_COOKIE, secret, TABLE_PASS_DAYS)
}

/// Ends the cookie of a game on one device.
pub fn expired_one_device_cookie(site: &Site) -> Cookie<'static> {
    expired_cookie(site, ONE_DEVICE_COOKIE)
}

/// The cookie of a steward link; the server ends it earlier.
pub fn steward_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    lasting_cookie(site, STEWARD_COOKIE, secret, STEWARD_DAYS)
}

fn lasting_cookie(site: &Site, plain: &'static str, secret: &Secret, days: i64) -> Cookie<'static> {
    let mut cookie = build_cookie(site, plain, secret.to_base32());
    cookie.set_max_age(Duration::days(days));
    cookie
}

fn expired_session_cookie(site: &Site) -> Cookie<'static> {
    expired_cookie(site, SESSION_COOKIE)
}

fn expired_cookie(site: &Site, plain: &'static str) -> Cookie<'static> {
    let mut cookie = build_cookie(site, plain, String::new());
    cookie.make_removal();
    cookie
}

/// Removes the session cookie and clears the browser's cache and storage for this site, so that the
/// next user of a shared machine finds nothing. Other cookies remain: the preferences, and the one
/// that keeps this browser from being locked out by others guessing the password.
pub fn clear_session(response: &mut HttpResponse, site: &Site) {
    let _ = response.add_cookie(&expired_session_cookie(site));
    let name = HeaderName::from_static("clear-site-data");
    response.headers_mut().insert(name, HeaderValue::from_static("\"cache\", \"storage\""));
}

pub fn cookie_secret(request: &HttpRequest, site: &Site, plain: &'static str) -> Option<Secret> {
    Secret::parse(request.cookie(&cookie_name(site, plain))?.value())
}

/// Identifies the visitor of a page. The API uses tokens only, and static files are public.
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
    if who.is_new && !who.actor.has_session() && who.form_token_used.load(Ordering::Relaxed) {
        set(&build_cookie(&site, VISITOR_COOKIE, who.secret.to_base32()))?;
    }
    Ok(response.map_into_left_body())
}

fn identification_error<B: MessageBody + 'static>(
    request: ServiceRequest,
    e: &adjutant_service::Error,
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
) -> Result<Option<VisitorIdentity>, adjutant_service::Error> {
    let now = now_micros();
    let lives = site.settings.session_lifetimes();
    let found = if site.app.reads_at_once() {
        sessions::who(&site.app, &secret, lives, now)?
    } else {
        let (app, secret) = (site.app.clone(), secret.clone());
        let found = web::block(move || sessions::who(&app, &secret, lives, now)).await;
        found.map_err(|_| adjutant_service::Error::Internal("a use case was cut off".into()))??
    };
    Ok(found.map(|SignedIn { actor, unread, due }| {
        if let Some(session) = due {
            let app = site.app.clone();
            // The response does not wait for this, and it may fail.
            drop(web::block(move || sessions::touch(&app, session, now)));
        }
        VisitorIdentity {
            actor,
            unread_notices: unread,
            secret,
            is_new: false,
            form_token_used: AtomicBool::new(false),
        }
    }))
}

/// Rejects visitors who cannot have the permission before anything is read; the use case checks it
/// fully. Signed-out visitors are redirected to sign in.
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
            adjutant_service::Error::SignIn if reads => redirect_to_sign_in(&visit.address),
            e => PageError::new(&visit, &e).error_response(),
        };
        return Ok(request.into_response(answer).map_into_right_body());
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// Whether the actor can have the permission for an act, without looking at its target.
fn may_attempt(actor: &Actor, act: Act) -> Result<(), adjutant_service::Error> {
    let parts = act.right().parts;
    let any = |wanted: &[Part]| parts.iter().any(|part| wanted.contains(part));
    if any(&[Part::Anybody])
        || (any(&[Part::SignedIn]) && actor.is_signed_in())
        || (any(&[Part::Guest]) && actor.is_guest)
    {
        return Ok(());
    }
    if !actor.is_signed_in() {
        return Err(adjutant_service::Error::SignIn);
    }
    let serves = actor
        .grants
        .iter()
        .map(|grant| ActTarget::Event { organisation: grant.organisation, event: grant.event });
    let mut tried = vec![ActTarget::Site, ActTarget::Account(actor.account)];
    tried.extend(serves);
    let mut last = adjutant_service::Error::Hidden;
    for on in tried {
        match require(actor, act, on, false) {
            Ok(_) => return Ok(()),
            Err(e) if !e.is_of_others() || last.is_of_others() => last = e,
            Err(_) => {}
        }
    }
    Err(last)
}

/// Redirects to the sign-in page, which leads back to `address`.
pub fn redirect_to_sign_in(address: &str) -> HttpResponse {
    let there = format!("/sign-in?next={}", percent_encode_path(address));
    HttpResponse::build(StatusCode::SEE_OTHER)
        .insert_header((header::LOCATION, there))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .finish()
}

/// Accepts only a path of this site, against open redirects.
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
