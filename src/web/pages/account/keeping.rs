//! What the browser keeps of a sign-in: the cookies that are set and taken back.

use actix_web::HttpResponse;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};

use crate::account::secret::Secret;
use crate::service::accounts::Opened;
use crate::web::session::{cookie_name, device_cookie, is_secure, session_cookie};
use crate::web::site::Site;

use super::attempt::see_other;
use super::letters;

/// The cookie between the password and the second factor; it opens no session.
pub const PENDING: &str = "pending";
/// As long as the use case waits for the code.
const PENDING_MINUTES: i64 = 5;

/// Leads on with a new session.
pub fn entered(site: &Site, opened: &Opened, next: &str) -> HttpResponse {
    let mut response = see_other(next);
    keep(&mut response, site, opened);
    response
}

/// Gives the browser its new session; the step before it is over, and what is to be told of it
/// is posted.
pub fn keep(response: &mut HttpResponse, site: &Site, opened: &Opened) {
    letters::send(site, opened.letters.clone());
    let mut pending = pending_cookie(site, String::new());
    pending.make_removal();
    let cookies = [session_cookie(site, &opened.session), device_cookie(site, &opened.device)];
    for cookie in cookies.iter().chain([&pending]) {
        // Only a cookie that is no header value could fail, and these are letters and digits.
        let _ = response.add_cookie(cookie);
    }
}

/// Leads on to where the code is given.
pub fn waiting(site: &Site, secret: &Secret, address: &str) -> HttpResponse {
    let mut response = see_other(address);
    let _ = response.add_cookie(&pending_cookie(site, secret.text()));
    response
}

fn pending_cookie(site: &Site, value: String) -> Cookie<'static> {
    Cookie::build(cookie_name(site, PENDING), value)
        .path("/")
        .http_only(true)
        .secure(is_secure(site))
        .same_site(SameSite::Strict)
        .max_age(Duration::minutes(PENDING_MINUTES))
        .finish()
}
