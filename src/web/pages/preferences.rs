//! Preferences of a browser (language, theme, hidden ranks, sound), each in its own cookie.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;

use crate::web::prelude::*;
use adjutant_site::forms::{is_same_origin, read_plain_form};
use adjutant_site::i18n::Language;
use adjutant_site::request_context::{LANGUAGE_COOKIE, RANKS_COOKIE, SOUND_COOKIE, THEME_COOKIE};
use adjutant_site::session::{safe_return_path, uses_https};

/// More than any form of this site needs.
const MAX_FORM_BYTES: usize = 8 << 10;

/// Sets a preference and redirects back to the page.
pub async fn update(
    request: HttpRequest,
    visit: RequestContext,
    payload: web::Payload,
) -> PageResult {
    if !is_same_origin(&request) {
        let message = visit.texts().get("error-foreign-form");
        return Err(PageError::with_status(&visit, StatusCode::FORBIDDEN, message));
    }
    let fields = &["language", "theme", "ranks", "sound", "back"];
    let form = read_plain_form(&visit, payload, MAX_FORM_BYTES, fields).await?;
    let mut response = HttpResponse::SeeOther();
    response.insert_header((header::LOCATION, safe_return_path(form.text("back").as_deref())));
    let secure = uses_https(&visit.site);
    if let Some(language) = form.text("language").as_deref().and_then(Language::parse) {
        response.cookie(preference_cookie(LANGUAGE_COOKIE, language.tag(), secure));
    }
    if let Some(theme @ ("light" | "dark" | "system")) = form.text("theme").as_deref() {
        response.cookie(preference_cookie(THEME_COOKIE, theme, secure));
    }
    if let Some(ranks @ ("hidden" | "shown")) = form.text("ranks").as_deref() {
        response.cookie(preference_cookie(RANKS_COOKIE, ranks, secure));
    }
    if let Some(sound @ ("on" | "off")) = form.text("sound").as_deref() {
        response.cookie(preference_cookie(SOUND_COOKIE, sound, secure));
    }
    Ok(response.finish())
}

fn preference_cookie(name: &'static str, value: &str, secure: bool) -> Cookie<'static> {
    Cookie::build(name, value.to_owned())
        .path("/")
        .http_only(true)
        .secure(secure)
        .same_site(SameSite::Lax)
        .max_age(Duration::days(365))
        .finish()
}
