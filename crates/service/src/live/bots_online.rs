//! The bots that listen for game requests.

use adjutant_store::{accounts, players};

use super::Live;
use crate::Result;

/// The handles of the bots that listen for their notifications, in alphabetical order; players who are not listed
/// publicly are left out.
pub fn bots_online(live: &Live) -> Result<Vec<String>> {
    let connected = live.0.listeners.all_connected();
    let conn = &mut *live.app().store().read_connection()?;
    let found = accounts::players_of(conn, &connected)?;
    let bots = players::bots_among(conn, &found)?;
    let listed = players::with_privacy(conn, &bots)?.into_iter();
    let listed = listed.filter(|(_, privacy)| !privacy.is_private());
    let mut names: Vec<String> = listed.map(|(player, _)| player.name).collect();
    names.sort_unstable();
    Ok(names)
}
