//! How a viewer reaches a game: by its address, or by a pass to its table.

use crate::web::prelude::*;
use adjutant_domain::play::PlayId;
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::live::{self, Live, Pass, Place, Seen};
use adjutant_site::play_commands::parse_play_id_param;

use super::game_address;
use super::pass_holder::pass_from_cookie;

pub const PASS_PATH: &str = "/at";

#[derive(Debug, Clone, Copy)]
pub enum GameAccess {
    ViaAccount(PlayId),
    ViaPass(Pass),
}

impl GameAccess {
    /// The access by the id in the address or, where the address has none, by the pass of this
    /// browser; `None` without a valid pass.
    pub async fn of_request(
        request: &HttpRequest,
        visit: &RequestContext,
    ) -> PageResult<Option<GameAccess>> {
        match request.match_info().get("id") {
            Some(id) => Ok(Some(GameAccess::ViaAccount(parse_play_id_param(id).or_page(visit)?))),
            None => Ok(pass_from_cookie(request, visit).await?.map(GameAccess::ViaPass)),
        }
    }

    /// The game, for what takes an account.
    pub const fn by_account(&self) -> Result<&PlayId, Error> {
        match self {
            GameAccess::ViaAccount(id) => Ok(id),
            GameAccess::ViaPass(_) => Err(Error::Hidden),
        }
    }

    /// The pass, for what takes one.
    pub const fn by_pass(&self) -> Result<&Pass, Error> {
        match self {
            GameAccess::ViaAccount(_) => Err(Error::Hidden),
            GameAccess::ViaPass(pass) => Ok(pass),
        }
    }

    /// The address of the page; commands are posted below it.
    pub fn address(&self) -> String {
        match self {
            GameAccess::ViaAccount(id) => game_address(id),
            GameAccess::ViaPass(_) => PASS_PATH.to_owned(),
        }
    }

    /// Loads the game as this viewer may know it.
    pub fn view_game(&self, live: &Live, actor: &Actor) -> Result<Seen, Error> {
        match self {
            GameAccess::ViaAccount(id) => live::see(live, actor, id),
            GameAccess::ViaPass(pass) => live::see_by_pass(live, pass),
        }
    }

    /// Whether the viewer holds a pass, and so needs no account.
    pub const fn is_via_pass(&self) -> bool {
        matches!(self, GameAccess::ViaPass(_))
    }

    /// Whether the viewer is a device of two players without accounts.
    pub fn is_one_device(&self) -> bool {
        matches!(self, GameAccess::ViaPass(pass) if pass.place() == Place::OneDevice)
    }

    /// Whether the viewer is the device shared by both players.
    pub fn is_shared_device(&self) -> bool {
        matches!(self, GameAccess::ViaPass(pass) if pass.place().is_shared_device())
    }
}
