//! Playing here: the lobby, where offers are made and taken up, and the game itself.

mod action_buttons;
mod board;
pub mod commands;
mod deployment_form;
pub mod event_desk;
pub mod game;
mod game_access;
mod joint_actions;
pub mod lobby;
pub mod new_seek;
pub mod notes;
pub mod overlay;
pub mod pass_holder;
mod pass_renewals;
pub mod rematch;
pub mod report;
pub mod rulings;
mod script_strings;
mod status;
pub mod table_passes;
pub mod watch;

use crate::service::Error;
use crate::service::live::{Live, Purpose};
use crate::web::api::plays::hex;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::request_context::RequestContext;
use salpakan::clock::Pace;

use super::replay::time_control_label;

/// The lobby.
const ADDRESS: &str = "/play";

/// Runs a use case of the desk off the workers' threads; its own error comes back.
async fn run_live<T: Send + 'static, E: From<Error> + Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&Live) -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    let live = visit.site.live.clone();
    visit.site.lanes.read_play(move || use_case(&live)).await?
}

/// Runs a command of a play, on threads that nothing else takes.
async fn run_command<T: Send + 'static, E: From<Error> + Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&Live) -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    let live = visit.site.live.clone();
    visit.site.lanes.command(move || use_case(&live)).await?
}

/// The same, with the error as a page.
async fn query_live<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&Live) -> Result<T, Error> + Send + 'static,
) -> Result<T, PageError> {
    run_live(visit, use_case).await.map_err(|e: Error| PageError::new(visit, &e))
}

/// A pace in words; one that has none by its key.
pub fn pace_label(texts: Texts, pace: Pace) -> String {
    match (pace, pace.time_control()) {
        (Pace::Untimed, _) => texts.get("play-untimed"),
        (_, Some(tc)) => time_control_label(texts, tc),
        (_, None) => pace.key(),
    }
}

/// Whether a game counts for ratings, in words.
fn rated_label(texts: Texts, rated: bool) -> &'static str {
    texts.text(if rated { "play-is-rated" } else { "play-is-casual" })
}

/// A new command's name: at random, so that what is sent twice from one page is done once.
fn new_command_id(visit: &RequestContext) -> String {
    hex(&visit.site.live.chance().bytes::<8>(Purpose::Command))
}
