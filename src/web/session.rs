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
use crate::service::access::{Act, Actor, On, Part, require};
use crate::service::sessions::{self, SignedIn};
use crate::service::{self};

use super::error::PageError;
use super::parameters::percent_encoded;
use super::site::Site;
use super::visit::Visit;

/// Either what a handler gave, or an answer instead of it.
type Either<B> = ServiceResponse<EitherBody<B, BoxBody>>;

/// The cookie of a session; [`cookie_name`] says how it is called here.
pub const SESSION: &str = "session";
/// The cookie of a browser that has signed in before.
pub const DEVICE: &str = "device";
/// The cookie that ties the forms of somebody who is not signed in to his browser.
pub const VISITOR: &str = "visitor";
/// How long a browser is known after signing in.
const DEVICE_DAYS: i64 = 400;
/// Of a browser that holds a pass to a table.
pub const TABLE: &str = "table";
/// Longer than any game at one.
const TABLE_DAYS: i64 = 7;
/// Of a browser that holds a steward's link.
pub const HALL: &str = "hall";
/// No link is open longer.
const HALL_DAYS: i64 = 3;
/// What the token of a form is derived for.
const FORM_PURPOSE: &str = "adjutant 2026-11 token of a form";

/// What is known of who looks.
#[derive(Debug)]
pub struct Who {
    pub actor: Actor,
    /// The session's secret, or of somebody not signed in his browser's.
    secret: Secret,
    /// Whether the browser does not have the secret yet.
    new: bool,
    /// Whether a form was given out that needs it.
    used: AtomicBool,
}

impl Who {
    fn stranger(known: Option<Secret>) -> Who {
        let new = known.is_none();
        let secret = known.unwrap_or_else(|| Secret::new(&mut rand::rng()));
        Who { actor: Actor::nobody(), secret, new, used: AtomicBool::new(false) }
    }

    /// The token that each form of this browser carries.
    #[must_use]
    pub fn form_token(&self) -> String {
        self.used.store(true, Ordering::Relaxed);
        self.secret.derived(FORM_PURPOSE).text()
    }

    /// The secret of the session, for ending or renewing it; `None` for somebody not signed in.
    #[must_use]
    pub fn session(&self) -> Option<&Secret> {
        self.actor.is_signed_in().then_some(&self.secret)
    }
}

/// Whether cookies are for `https` alone.
pub fn is_secure(site: &Site) -> bool {
    site.settings.public_url.as_deref().is_some_and(|url| url.starts_with("https:"))
}

/// What a cookie is called here: with `__Host-` no other host and no plain connection can set it.
pub fn cookie_name(site: &Site, plain: &'static str) -> String {
    if is_secure(site) { format!("__Host-{plain}") } else { plain.to_owned() }
}

/// The plain name of a cookie of this site's sessions, whatever it is called here.
pub fn plain_name(name: &str) -> &str {
    name.strip_prefix("__Host-").unwrap_or(name)
}

fn cookie(site: &Site, plain: &'static str, value: String) -> Cookie<'static> {
    Cookie::build(cookie_name(site, plain), value)
        .path("/")
        .http_only(true)
        .secure(is_secure(site))
        .same_site(SameSite::Lax)
        .finish()
}

/// The cookie that carries a new session as long as it may live; the server ends it earlier.
pub fn session_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    let mut cookie = cookie(site, SESSION, secret.text());
    cookie.set_max_age(Duration::days(site.settings.session_days.into()));
    cookie
}

/// The cookie of a browser that has signed in.
pub fn device_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    let mut cookie = cookie(site, DEVICE, secret.text());
    cookie.set_max_age(Duration::days(DEVICE_DAYS));
    cookie
}

/// The cookie of a browser that holds a pass to a table; the server ends it earlier.
pub fn table_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    let mut cookie = cookie(site, TABLE, secret.text());
    cookie.set_max_age(Duration::days(TABLE_DAYS));
    cookie
}

/// The cookie of a browser that holds a steward's link; the server ends it earlier.
pub fn hall_cookie(site: &Site, secret: &Secret) -> Cookie<'static> {
    let mut cookie = cookie(site, HALL, secret.text());
    cookie.set_max_age(Duration::days(HALL_DAYS));
    cookie
}

/// The cookie that takes a session's back.
fn no_session(site: &Site) -> Cookie<'static> {
    let mut cookie = cookie(site, SESSION, String::new());
    cookie.make_removal();
    cookie
}

/// Takes the session's cookie back, and has the browser drop what it keeps of this site, so that on
/// a machine of many nothing is left to the next. Other cookies stay: language and looks, and the
/// one by which guesses of strangers cannot keep this browser out.
pub fn leave_nothing(response: &mut HttpResponse, site: &Site) {
    let _ = response.add_cookie(&no_session(site));
    let name = HeaderName::from_static("clear-site-data");
    response.headers_mut().insert(name, HeaderValue::from_static("\"cache\", \"storage\""));
}

/// The secret in a cookie of a request.
pub fn secret_in(request: &HttpRequest, site: &Site, plain: &'static str) -> Option<Secret> {
    Secret::parse(request.cookie(&cookie_name(site, plain))?.value())
}

/// Looks up who asks and leaves it with the request; the API knows tokens alone, and what is
/// static is for everybody.
pub async fn recognise<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<Either<B>, Error> {
    let path = request.path();
    let site = request.app_data::<Data<Site>>().cloned();
    let Some(site) =
        site.filter(|_| !path.starts_with("/api/v1/") && !path.starts_with("/static/"))
    else {
        return Ok(next.call(request).await?.map_into_left_body());
    };
    let secret = secret_in(request.request(), &site, SESSION);
    let shown = request.cookie(&cookie_name(&site, SESSION)).is_some();
    let found = match secret {
        Some(secret) => look_up(&site, secret).await,
        None => Ok(None),
    };
    let who = match found {
        Ok(found) => found,
        Err(e) => return Ok(failed(request, &e)),
    };
    let gone = shown && who.is_none();
    let stranger = || Who::stranger(secret_in(request.request(), &site, VISITOR));
    let who = Arc::new(who.unwrap_or_else(stranger));
    request.extensions_mut().insert(who.clone());
    let mut response = next.call(request).await?;
    let mut set = |one: &Cookie<'_>| response.response_mut().add_cookie(one);
    if gone {
        set(&no_session(&site))?;
    }
    if who.new && !who.actor.is_signed_in() && who.used.load(Ordering::Relaxed) {
        set(&cookie(&site, VISITOR, who.secret.text()))?;
    }
    Ok(response.map_into_left_body())
}

fn failed<B: MessageBody + 'static>(request: ServiceRequest, e: &service::Error) -> Either<B> {
    let answer = match Visit::of(request.request()) {
        Some(visit) => PageError::new(&visit, e).error_response(),
        None => HttpResponse::InternalServerError().finish(),
    };
    request.into_response(answer).map_into_right_body()
}

async fn look_up(site: &Data<Site>, secret: Secret) -> Result<Option<Who>, service::Error> {
    let now = Utc::now().timestamp_micros();
    let lives = site.settings.lives();
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
        Who { actor, secret, new: false, used: AtomicBool::new(false) }
    }))
}

/// Keeps away who cannot be the right one, before anything is read: the use case looks closer.
/// Who is not signed in is led there and back.
pub async fn guard<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<Either<B>, Error> {
    let act = request.app_data::<Act>().copied();
    let visit = Visit::of(request.request());
    if let (Some(act), Some(visit)) = (act, visit)
        && !request.path().starts_with("/api/v1/")
        && let Err(e) = may_try(visit.actor(), act)
    {
        let reads = request.method() == Method::GET;
        let answer = match e {
            service::Error::SignIn if reads => to_sign_in(&visit.address),
            e => PageError::new(&visit, &e).error_response(),
        };
        return Ok(request.into_response(answer).map_into_right_body());
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// Whether the actor may be the right one for an act, as far as that shows without looking at
/// what it is done on.
fn may_try(actor: &Actor, act: Act) -> Result<(), service::Error> {
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
        .map(|grant| On::Event { organisation: grant.organisation, event: grant.event });
    let mut tried = vec![On::Site, On::Account(actor.account)];
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
pub fn to_sign_in(address: &str) -> HttpResponse {
    let there = format!("/sign-in?next={}", percent_encoded(address));
    HttpResponse::build(StatusCode::SEE_OTHER)
        .insert_header((header::LOCATION, there))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .finish()
}

/// A path of this site, and nothing else: no open redirect.
pub fn own_address(back: Option<&str>) -> &str {
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
    use super::own_address;

    #[test]
    fn only_own_paths_are_gone_back_to() {
        assert_eq!(own_address(Some("/games?x=1")), "/games?x=1");
        let hostile = ["//evil.example", "https://evil.example", "/\\evil", "", "/\t/evil.example"];
        for hostile in hostile {
            assert_eq!(own_address(Some(hostile)), "/", "{hostile}");
        }
    }
}
