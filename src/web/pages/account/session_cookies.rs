//! What the browser keeps of a sign-in: the cookies that are set and taken back.

use actix_web::HttpResponse;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use crate::account::secret::Secret;
use crate::service::accounts::OpenedSession;
use crate::web::session::{cookie_name, device_cookie, session_cookie, uses_https};
use crate::web::site::Site;

use super::form_attempt::see_other;
use super::mail;

/// The cookie between the password and the second factor; it opens no session.
pub const PENDING_COOKIE: &str = "pending";
/// As long as the use case waits for the code.
const PENDING_MINUTES: i64 = 5;

/// Leads on with a new session.
pub fn redirect_signed_in(site: &Site, opened: &OpenedSession, next: &str) -> HttpResponse {
    let mut response = see_other(next);
    set_session_cookies(&mut response, site, opened);
    response
}

/// Gives the browser its new session; the step before it is over, and what is to be told of it
/// is posted.
pub fn set_session_cookies(response: &mut HttpResponse, site: &Site, opened: &OpenedSession) {
    mail::send(site, opened.mail.clone());
    let mut pending = pending_cookie(site, String::new());
    pending.make_removal();
    let cookies = [session_cookie(site, &opened.session), device_cookie(site, &opened.device)];
    for cookie in cookies.iter().chain([&pending]) {
        // Only a cookie that is no header value could fail, and these are letters and digits.
        let _ = response.add_cookie(cookie);
    }
}

/// Leads on to where the code is given.
pub fn redirect_to_second_factor(site: &Site, secret: &Secret, address: &str) -> HttpResponse {
    let mut response = see_other(address);
    let _ = response.add_cookie(&pending_cookie(site, secret.to_base32()));
    response
}

fn pending_cookie(site: &Site, value: String) -> Cookie<'static> {
    Cookie::build(cookie_name(site, PENDING_COOKIE), value)
        .path("/")
        .http_only(true)
        .secure(uses_https(site))
        .same_site(SameSite::Strict)
        .max_age(Duration::minutes(PENDING_MINUTES))
        .finish()
}
