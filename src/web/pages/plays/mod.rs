//! Playing on the site: the lobby, and the pages of a live game.

mod action_buttons;
mod announcement;
mod board;
pub mod commands;
pub mod computer;
mod deployment_form;
mod end;
pub mod event_desk;
pub mod friend;
pub mod game;
mod game_access;
mod guest;
mod joint_actions;
pub mod lobby;
pub mod new_seek;
pub mod next_game;
pub mod notes;
pub mod one_device;
pub mod overlay;
pub mod pass_holder;
pub mod quick;
pub mod report;
pub mod rulings;
mod status;
pub mod table_passes;
mod three_generals;
mod toss;
pub mod watch;

use crate::web::prelude::*;
use adjutant_domain::game::Rules;
use adjutant_domain::play::PlayId;
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::live::{Live, Purpose};
use adjutant_site::play_commands::hex;
use salpakan::record::short_id_text;
use salpakan::rules::{Color, Outcome, RuleSet, Termination};

const ADDRESS: &str = "/play";

/// Runs a use case of the visitor's for live games off the worker threads and returns its error.
async fn run_live<T: Send + 'static, E: From<Error> + Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&Live, &Actor) -> Result<T, E> + Send + 'static,
) -> Result<T, E> {
    let (live, actor) = (visit.site.live.clone(), visit.actor().clone());
    visit.site.lanes.read_play(move || use_case(&live, &actor)).await?
}

/// Like [`run_live`], with the error as a page.
async fn query_live<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&Live, &Actor) -> Result<T, Error> + Send + 'static,
) -> PageResult<T> {
    run_live(visit, use_case).await.or_page(visit)
}

fn rated_label(texts: Texts, rated: bool) -> &'static str {
    texts.text(if rated { "play-is-rated" } else { "play-is-casual" })
}

/// The rules of a game; empty for the standard ones.
fn rules_name(texts: Texts, rules: Rules) -> String {
    match rules {
        Rules::Salpakan(RuleSet::STANDARD) => String::new(),
        Rules::Salpakan(rules) => rules.to_string(),
        Rules::ThreeGenerals => texts.get("tg-name"),
    }
}

/// The address of the page of a game.
fn game_address(id: &PlayId) -> String {
    format!("{ADDRESS}/{}", short_id_text(id))
}

/// Who won, in words.
fn winner_label(texts: Texts, outcome: Outcome) -> &'static str {
    texts.text(match outcome {
        Outcome::Win(Color::White) => "result-white",
        Outcome::Win(Color::Black) => "result-black",
        Outcome::Draw => "result-draw",
    })
}

fn termination_label(texts: Texts, termination: Termination) -> String {
    texts.get(&format!("termination-{}", termination.name()))
}

/// How a game ended, with its result in words where the end does not say it: `White won: Resignation`, `Draw by agreement`.
fn end_label(texts: Texts, outcome: Outcome, termination: Termination) -> String {
    let how = termination_label(texts, termination);
    match termination {
        Termination::Agreement | Termination::Repetition => how,
        _ => format!("{}: {how}", winner_label(texts, outcome)),
    }
}

/// A random command id; it makes a form that is sent twice take effect once.
fn new_command_id(visit: &RequestContext) -> String {
    hex(&visit.site.live.chance().bytes::<8>(Purpose::Command))
}
