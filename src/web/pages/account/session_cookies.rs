//! The cookies of a sign-in.

use actix_web::HttpResponse;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use adjutant_domain::account::secret::Secret;
use adjutant_service::accounts::OpenedSession;
use adjutant_site::html::see_other;
use adjutant_site::session::{cookie_name, device_cookie, session_cookie, uses_https};
use adjutant_site::site::Site;

/// The cookie between password and second factor; it opens no session.
pub const PENDING_COOKIE: &str = "pending";
/// As long as the use case accepts the code.
const PENDING_MINUTES: i64 = 5;

/// Redirects to `next` with a new session.
pub fn redirect_signed_in(site: &Site, opened: &OpenedSession, next: &str) -> HttpResponse {
    let mut response = see_other(next);
    set_session_cookies(&mut response, site, opened);
    response
}

/// Sets the session cookies, removes the pending one, and sends the messages about the sign-in.
pub fn set_session_cookies(response: &mut HttpResponse, site: &Site, opened: &OpenedSession) {
    site.send_mail(opened.mail.clone());
    let mut pending = pending_cookie(site, String::new());
    pending.make_removal();
    let cookies = [session_cookie(site, &opened.session), device_cookie(site, &opened.device)];
    for cookie in cookies.iter().chain([&pending]) {
        // Can fail only for an invalid header value, and these are letters and digits.
        let _ = response.add_cookie(cookie);
    }
}

/// Redirects to the form for the second factor.
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
