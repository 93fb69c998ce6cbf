//! Events that are run on this site, over the API: commands of officials, actions of players, and what everybody sees.
//! Stages, rounds, tables and games are counted from 1.

pub(crate) mod acts;
mod badges;
mod contest_response;
pub(crate) mod entrants;
pub(crate) mod event_setup;
pub(super) mod exports;
pub(crate) mod fair_play;
mod fees;
mod match_responses;
pub(crate) mod matches;
mod pairing_explanation;
mod participation;
pub(crate) mod rating_fill;
mod rating_report;
pub(crate) mod results;
mod rounds;
pub(crate) mod sections;
pub(crate) mod stewards;
mod tie_break_explanation;
mod views;

use serde::de::DeserializeOwned;

use adjutant_service::contests::{self, ContestCommand};

use super::endpoint::Endpoint;
use super::prelude::*;
use super::request_body::PostBody;

pub(crate) use exports::official_file;

pub(super) fn endpoints() -> Vec<Endpoint> {
    [
        event_setup::endpoints(),
        sections::endpoints(),
        views::endpoints(),
        exports::endpoints(),
        rating_report::endpoints(),
        tie_break_explanation::endpoints(),
        pairing_explanation::endpoints(),
        entrants::endpoints(),
        rating_fill::endpoints(),
        rounds::endpoints(),
        acts::endpoints(),
        results::endpoints(),
        participation::endpoints(),
        stewards::endpoints(),
        badges::endpoints(),
        fees::endpoints(),
        fair_play::endpoints(),
        matches::endpoints(),
    ]
    .concat()
}

/// The largest list of entrants, in bytes.
const MAX_LIST_BYTES: usize = 1 << 20;
/// The largest settings or results of a round, in bytes.
const MAX_LONG_BODY_BYTES: usize = 256 << 10;

/// The largest number of rounds of a stage.
const MAX_ROUNDS: usize = 1_000;

/// Converts numbers of stages, rounds, tables or games, which are counted from 1.
fn all_to_zero_based<const N: usize>(
    numbers: [(&'static str, usize); N],
) -> Result<[usize; N], Error> {
    let mut converted = [0; N];
    for (to, (field, number)) in converted.iter_mut().zip(numbers) {
        *to = to_zero_based(field, number)?;
    }
    Ok(converted)
}

fn to_zero_based(field: &'static str, number: usize) -> Result<usize, Error> {
    number.checked_sub(1).ok_or_else(|| Error::invalid(field, "Numbers count from 1."))
}

/// Returns the value of a field that this action requires.
fn require_field<T>(field: &'static str, given: Option<T>) -> Result<T, Error> {
    given.ok_or_else(|| Error::invalid(field, "This action requires the field. Send it."))
}

const fn first() -> usize {
    1
}

/// Reads a command once its sender is known to be permitted.
async fn read_permitted<T: DeserializeOwned>(
    site: &SiteData,
    (actor, act, slug): (&Actor, Act, &str),
    body: PostBody,
    most: usize,
) -> Result<T, ApiError> {
    let (by, asked) = (actor.clone(), slug.to_owned());
    run_read(site, move |app| contests::authorize(app, &by, act, &asked)).await?;
    body.json(most).await
}

/// Executes all commands, or none.
async fn execute_commands(
    site: &SiteData,
    actor: Actor,
    slug: String,
    commands: Vec<ContestCommand>,
) -> ApiResult {
    let app = site.app.clone();
    let tell = move || contests::execute_all(&app, &actor, &slug, &commands, now_micros());
    let outcome = site.lanes.write(tell).await?.map_err(Error::from);
    let outcome = outcome.map_err(contests::name_consent)?;
    Ok(private_json(&outcome))
}

/// Reads what somebody sends to an event, and executes the commands that it stands for.
async fn run_commands<T: DeserializeOwned>(
    ApiPost { site, actor, body }: ApiPost,
    (act, slug): (Act, String),
    most: usize,
    to_commands: impl FnOnce(T) -> Result<Vec<ContestCommand>, Error>,
) -> ApiResult {
    let sent = read_permitted(&site, (&actor, act, &slug), body, most).await?;
    execute_commands(&site, actor, slug, to_commands(sent)?).await
}
