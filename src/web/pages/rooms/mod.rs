//! Rooms in which people look at a game together: one leads, the others follow or go by themselves.

pub mod actions;
mod lead_panel;
pub mod new;
pub mod show;

use crate::account::secret::Secret;
use crate::service::rooms::RoomKey;
use crate::service::{Error, refusals};
use crate::web::error::PageError;
use crate::web::request_context::RequestContext;

/// What may have been done a moment ago.
const DONE_KEYS: &[&str] = &["done-room-opened", "done-room-shown", "done-room-handed"];

/// The address of a room.
fn room_address(link: &Secret) -> String {
    format!("/rooms/{}", link.to_base32())
}

/// The link in an address, and the room's key; a link that is none is like one of a room that has ended.
fn parse_link(visit: &RequestContext, text: &str) -> Result<(Secret, RoomKey), PageError> {
    let over = || PageError::new(visit, &Error::not_found(refusals::ROOM_OVER));
    let link = Secret::parse(text).ok_or_else(over)?;
    let key = RoomKey::of(&link);
    Ok((link, key))
}
