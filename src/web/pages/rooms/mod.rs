//! Review rooms: one participant leads through a game, the others follow or browse on their own.

pub mod actions;
mod lead_panel;
pub mod new;
pub mod show;

use adjutant_domain::account::secret::Secret;
use adjutant_service::rooms::RoomKey;
use adjutant_service::{Error, refusals};
use adjutant_site::error::{PageError, PageResult};
use adjutant_site::request_context::RequestContext;

/// Flash messages of the room pages.
const DONE_KEYS: &[&str] = &[OPENED, "done-room-shown", "done-room-handed"];
/// What the leader is told first.
const OPENED: &str = "done-room-opened";

fn room_address(link: &Secret) -> String {
    format!("/rooms/{}", link.to_base32())
}

/// Parses the link in an address; an invalid one counts as that of a closed room.
fn parse_link(visit: &RequestContext, text: &str) -> PageResult<(Secret, RoomKey)> {
    let over = || PageError::new(visit, &Error::not_found(refusals::ROOM_OVER));
    let link = Secret::parse(text).ok_or_else(over)?;
    let key = RoomKey::of(&link);
    Ok((link, key))
}
