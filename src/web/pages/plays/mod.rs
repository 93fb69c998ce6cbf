//! Playing here: the lobby, where offers are made and taken up, and the game itself.

pub mod acts;
pub mod at_table;
pub mod beside;
mod deeds;
mod deploying;
pub mod event_desk;
pub mod game;
mod jointly;
pub mod lobby;
pub mod notes;
pub mod offer;
pub mod overlay;
pub mod passes;
mod renewed;
pub mod report;
pub mod rulings;
mod spot;
mod status;
mod strings;
mod table;
pub mod watch;

use crate::service::Error;
use crate::service::live::{Live, Purpose};
use crate::web::api::plays::hex;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::visit::Visit;
use salpakan::clock::Pace;

use super::replay::control;

/// The lobby.
const ADDRESS: &str = "/play";

/// Runs a use case of the desk off the workers' threads; its own error comes back.
async fn at_desk<T: Send + 'static, E: From<Error> + Send + 'static>(
    visit: &Visit,
    use_case: impl FnOnce(&Live) -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    let live = visit.site.live.clone();
    visit.site.lanes.look(move || use_case(&live)).await?
}

/// Runs a command of a play, on threads that nothing else takes.
async fn command_desk<T: Send + 'static, E: From<Error> + Send + 'static>(
    visit: &Visit,
    use_case: impl FnOnce(&Live) -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    let live = visit.site.live.clone();
    visit.site.lanes.command(move || use_case(&live)).await?
}

/// The same, with the error as a page.
async fn ask_desk<T: Send + 'static>(
    visit: &Visit,
    use_case: impl FnOnce(&Live) -> Result<T, Error> + Send + 'static,
) -> Result<T, PageError> {
    at_desk(visit, use_case).await.map_err(|e: Error| PageError::new(visit, &e))
}

/// A pace in words; one that has none by its key.
pub fn pace_words(texts: Texts, pace: Pace) -> String {
    match (pace, pace.time_control()) {
        (Pace::Untimed, _) => texts.get("play-untimed"),
        (_, Some(tc)) => control(texts, tc),
        (_, None) => pace.key(),
    }
}

/// Whether a game counts for ratings, in words.
fn rated_words(texts: Texts, rated: bool) -> &'static str {
    texts.text(if rated { "play-is-rated" } else { "play-is-casual" })
}

/// A new command's name: at random, so that what is sent twice from one page is done once.
fn command_id(visit: &Visit) -> String {
    hex(&visit.site.live.chance().bytes::<8>(Purpose::Command))
}
