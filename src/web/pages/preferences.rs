//! Preferences of a browser (language, looks, hidden ranks, sound, confirmed moves), each in its own
//! cookie.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;

use crate::web::prelude::*;
use adjutant_site::forms::{is_same_origin, read_plain_form};
use adjutant_site::i18n::Language;
use adjutant_site::request_context::{
    BOARD_COOKIE, BOARD_LOOKS, CONFIRM_COOKIE, LANGUAGE_COOKIE, PIECE_LOOKS, PIECES_COOKIE,
    RANKS_COOKIE, SOUND_COOKIE, THEME_COOKIE,
};
use adjutant_site::session::{safe_return_path, uses_https};

/// More than any form of this site needs.
const MAX_FORM_BYTES: usize = 8 << 10;

/// A look of boards or pieces, with its preview.
struct LookChoice {
    key: &'static str,
    words: &'static str,
    /// The looks of the preview.
    board: &'static str,
    pieces: &'static str,
    chosen: bool,
}

#[derive(Template)]
#[template(path = "pages/preferences.html")]
struct PreferencesPage {
    frame: PageFrame,
    boards: [LookChoice; 3],
    pieces: [LookChoice; 3],
}

/// Shows the looks of boards and pieces.
pub async fn show(visit: RequestContext) -> PageResult {
    let (texts, looks) = (visit.texts(), visit.looks);
    let choice = |key, board, pieces| LookChoice {
        key,
        words: texts.text(&format!("look-{key}")),
        board,
        pieces,
        chosen: key == looks.board || key == looks.pieces,
    };
    let page = PreferencesPage {
        boards: BOARD_LOOKS.map(|key| choice(key, key, looks.pieces)),
        pieces: PIECE_LOOKS.map(|key| choice(key, looks.board, key)),
        frame: visit.frame(texts.get("looks-title")),
    };
    private_html(&visit, StatusCode::OK, &page)
}

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
    let fields = &["language", "theme", "board", "pieces", "ranks", "sound", "confirm", "back"];
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
    let looks = [("board", BOARD_COOKIE, BOARD_LOOKS), ("pieces", PIECES_COOKIE, PIECE_LOOKS)];
    for (field, cookie, values) in looks {
        let given = form.text(field);
        if let Some(look) = values.iter().find(|look| given.as_deref() == Some(**look)) {
            response.cookie(preference_cookie(cookie, look, secure));
        }
    }
    if let Some(ranks @ ("hidden" | "shown")) = form.text("ranks").as_deref() {
        response.cookie(preference_cookie(RANKS_COOKIE, ranks, secure));
    }
    if let Some(sound @ ("on" | "off")) = form.text("sound").as_deref() {
        response.cookie(preference_cookie(SOUND_COOKIE, sound, secure));
    }
    if let Some(confirm @ ("on" | "off")) = form.text("confirm").as_deref() {
        response.cookie(preference_cookie(CONFIRM_COOKIE, confirm, secure));
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
