//! What the leader of a room does, and who opened it: by forms, or by the page's script.

use actix_web::http::{StatusCode, header};
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse, ResponseError};

use crate::service::Error;
use crate::web::error::{ApiError, PageError};
use crate::web::forms::{self, Form, Shape};
use crate::web::kit::Done;
use crate::web::pages::account::attempt::{now, see_other};
use crate::web::pages::for_one;
use crate::web::pages::replay::{Look, Shade};
use crate::web::replay::Knowledge;
use crate::web::rooms::Shown;
use crate::web::visit::Visit;

use super::{address, read_link};

const LEAD: Shape = Shape::of(&["ply", "view", "flip", "shade", "ghost", "piece"]);
const CROWN: Shape = Shape::of(&["to"]);
const END: Shape = Shape::of(&[]);

fn unreadable(visit: &Visit) -> PageError {
    PageError::with(visit, StatusCode::BAD_REQUEST, visit.texts().get("error-form"))
}

/// A field that may be empty; `None` where it says what cannot be.
fn chosen<T>(text: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<Option<T>> {
    if text.is_empty() { Some(None) } else { read(text).map(Some) }
}

/// What a leader wants to show; `None` where it is nothing that can be shown.
fn read(sent: &Form) -> Option<Shown> {
    let shade = |text: &str| Shade::ALL.into_iter().find(|one| one.key() == text);
    let look = Look {
        shade: chosen(sent.text("shade"), shade)?,
        ghost: sent.text("ghost") == "1",
        piece: chosen(sent.text("piece"), |text| text.parse().ok())?,
        table: false,
        learned: false,
    };
    Some(Shown {
        ply: sent.text("ply").parse().ok()?,
        view: Knowledge::parse(sent.text("view"))?,
        flipped: sent.text("flip") == "1",
        look,
    })
}

/// Whether a page's script sent it.
fn by_script(request: &HttpRequest) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|kinds| kinds.contains("application/json"))
}

fn refused(request: &HttpRequest, visit: &Visit, e: Error) -> Result<HttpResponse, PageError> {
    match by_script(request) {
        true => Ok(ApiError::from(e).error_response()),
        false => Err(PageError::new(visit, &e)),
    }
}

/// Takes what the leader shows.
pub async fn lead(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, LEAD).await?;
    let (link, key) = read_link(&visit, &path)?;
    let rooms = &visit.site.rooms;
    // Memory alone: nothing here waits.
    let plies = match rooms.plies(key) {
        Ok(plies) => plies,
        Err(e) => return refused(&request, &visit, e),
    };
    let shown = read(&sent).ok_or_else(|| unreadable(&visit))?;
    let shown = Shown { ply: shown.ply.min(plies), ..shown };
    match rooms.show(visit.actor(), key, shown, now()) {
        Ok(version) => {
            visit.site.feeds.rooms.ring(key);
            if by_script(&request) {
                return Ok(for_one("application/json", format!("{{\"version\":{version}}}")));
            }
            Ok(see_other(&Done::address(&address(&link), "done-room-shown")))
        }
        Err(e) => refused(&request, &visit, e),
    }
}

/// Hands the lead to somebody, or takes it back.
pub async fn crown(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, CROWN).await?;
    let (link, key) = read_link(&visit, &path)?;
    let rooms = &visit.site.rooms;
    let (actor, to) = (visit.actor(), sent.text("to"));
    let done = match to {
        "back" => rooms.take_back(actor, key),
        // Nobody has the number 0.
        number => rooms.hand_over(actor, key, number.parse().unwrap_or(0), now()),
    };
    done.map_err(|e| PageError::new(&visit, &e))?;
    visit.site.feeds.rooms.ring(key);
    Ok(see_other(&Done::address(&address(&link), "done-room-handed")))
}

/// Ends it for everybody.
pub async fn end(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    forms::read(&visit, &request, payload, END).await?;
    let (_, key) = read_link(&visit, &path)?;
    let game = visit.site.rooms.end(visit.actor(), key).map_err(|e| PageError::new(&visit, &e))?;
    visit.site.feeds.rooms.ring(key);
    Ok(see_other(&format!("/games/{game}")))
}
