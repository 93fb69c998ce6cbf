//! Actions of a room's leader and of its creator, by form or by the page's script.

use actix_web::ResponseError;

use crate::web::prelude::*;
use adjutant_service::access::Actor;
use adjutant_service::{App, Error};
use adjutant_site::error::ApiError;
use adjutant_site::html::{private_response, wants_json};
use adjutant_site::knowledge_query::{HeatMapKind, KnowledgeQuery};
use adjutant_site::replay::Perspective;
use adjutant_site::room_stream::LeaderView;

use super::{parse_link, room_address};

#[derive(Deserialize)]
struct LeadForm {
    ply: Entry<u32>,
    view: String,
    flip: String,
    shade: String,
    ghost: String,
    piece: String,
}

#[derive(Deserialize)]
struct HandOverForm {
    to: String,
}

/// Parses an optional field; the outer `None` means that it is invalid.
fn parse_optional<T>(text: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<Option<T>> {
    if text.is_empty() { Some(None) } else { read(text).map(Some) }
}

/// Parses the position to show; `None` if it is invalid.
fn position_from_form(sent: &LeadForm) -> Option<LeaderView> {
    let shade = |text: &str| HeatMapKind::ALL.into_iter().find(|one| one.key() == text);
    let look = KnowledgeQuery {
        shade: parse_optional(&sent.shade, shade)?,
        ghost: sent.ghost == "1",
        piece: parse_optional(&sent.piece, |text| text.parse().ok())?,
        table: false,
        learned: false,
    };
    Some(LeaderView {
        ply: sent.ply.get()?,
        // A game that hides nothing has one view, of which nothing is sent.
        view: parse_optional(&sent.view, Perspective::parse)?.unwrap_or(Perspective::Revealed),
        flipped: sent.flip == "1",
        overlay: look,
    })
}

fn refused(request: &HttpRequest, visit: &RequestContext, e: Error) -> PageResult {
    match wants_json(request) {
        true => Ok(ApiError::from(e).error_response()),
        false => Err(PageError::new(visit, &e)),
    }
}

/// Shows the leader's position to all.
pub async fn submit_position(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
) -> PageResult {
    let sent = post.read::<LeadForm>(&visit).await?;
    let (link, key) = parse_link(&visit, &path)?;
    let shown = position_from_form(&sent).ok_or_else(|| PageError::unreadable_form(&visit))?;
    let rooms = visit.site.rooms.clone();
    let show = move |actor: &Actor| {
        let shown = LeaderView { ply: shown.ply.min(rooms.plies(key)?), ..shown };
        rooms.show(actor, key, shown, now_micros())
    };
    match visit.run(move |_, actor| Ok(show(actor))).await? {
        Ok(version) => {
            visit.site.live.room_changed(key);
            if wants_json(&request) {
                return Ok(private_response(
                    "application/json",
                    format!("{{\"version\":{version}}}"),
                ));
            }
            Ok(redirect_with_flash(&room_address(&link), "done-room-shown"))
        }
        Err(e) => refused(&request, &visit, e),
    }
}

/// Hands the lead over, or takes it back.
pub async fn hand_over(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<HandOverForm>(&visit).await?;
    let (link, key) = parse_link(&visit, &path)?;
    let (rooms, to) = (visit.site.rooms.clone(), sent.to.clone());
    let hand_over = move |_: &App, actor: &Actor| match to.as_str() {
        "back" => rooms.take_back(actor, key),
        // No participant has the id 0.
        number => rooms.hand_over(actor, key, number.parse().unwrap_or(0), now_micros()),
    };
    visit.run(hand_over).await?;
    visit.site.live.room_changed(key);
    Ok(redirect_with_flash(&room_address(&link), "done-room-handed"))
}

/// Closes the room for everybody.
pub async fn close_room(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let (_, key) = parse_link(&visit, &path)?;
    let rooms = visit.site.rooms.clone();
    let game = visit.run(move |_, actor| rooms.end(actor, key)).await?;
    visit.site.live.room_changed(key);
    Ok(see_other(&format!("/games/{game}")))
}
