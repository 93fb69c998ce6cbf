//! What a device prefers: language, theme, whether ranks are hidden and games heard. A cookie each,
//! set by plain forms.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};

use crate::web::body;
use crate::web::error::PageError;
use crate::web::forms::from_own_page;
use crate::web::i18n::Language;
use crate::web::parameters::{Given, Parameters};
use crate::web::session::{is_secure, own_address};
use crate::web::visit::{LANGUAGE_COOKIE, RANKS_COOKIE, SOUND_COOKIE, THEME_COOKIE, Visit};

/// A form of this site is far shorter.
const MOST_BYTES: usize = 8 << 10;

/// Sets a preference and goes back to the page.
pub async fn set(
    request: HttpRequest,
    visit: Visit,
    payload: web::Payload,
) -> Result<HttpResponse, PageError> {
    if !from_own_page(&request) {
        let message = visit.texts().get("error-foreign-form");
        return Err(PageError::with(&visit, StatusCode::FORBIDDEN, message));
    }
    let form = sent(&visit, payload).await?;
    let mut response = HttpResponse::SeeOther();
    response.insert_header((header::LOCATION, own_address(form.text("back").as_deref())));
    let secure = is_secure(&visit.site);
    if let Some(language) = form.text("language").as_deref().and_then(Language::parse) {
        response.cookie(cookie(LANGUAGE_COOKIE, language.tag(), secure));
    }
    if let Some(theme @ ("light" | "dark" | "system")) = form.text("theme").as_deref() {
        response.cookie(cookie(THEME_COOKIE, theme, secure));
    }
    if let Some(ranks @ ("hidden" | "shown")) = form.text("ranks").as_deref() {
        response.cookie(cookie(RANKS_COOKIE, ranks, secure));
    }
    if let Some(sound @ ("on" | "off")) = form.text("sound").as_deref() {
        response.cookie(cookie(SOUND_COOKIE, sound, secure));
    }
    Ok(response.finish())
}

/// The fields of the form.
async fn sent(visit: &Visit, payload: web::Payload) -> Result<Given, PageError> {
    let body = body::read(payload, MOST_BYTES, visit.site.settings.patience)
        .await
        .map_err(|e| PageError::with(visit, e.status(), e.words(visit.texts())))?;
    let unreadable =
        || PageError::with(visit, StatusCode::BAD_REQUEST, visit.texts().get("error-form"));
    let text = std::str::from_utf8(&body).map_err(|_| unreadable())?;
    let form = Parameters::of_form(text).read(&["language", "theme", "ranks", "sound", "back"]);
    form.map_err(|_| unreadable())
}

fn cookie(name: &'static str, value: &str, secure: bool) -> Cookie<'static> {
    Cookie::build(name, value.to_owned())
        .path("/")
        .http_only(true)
        .secure(secure)
        .same_site(SameSite::Lax)
        .max_age(Duration::days(365))
        .finish()
}
