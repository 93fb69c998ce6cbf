//! The API under `/api/v1`: the same use cases as the pages.

mod address_parameters;
mod analyses;
mod annulments;
pub mod audit;
mod calibration;
mod collections;
pub mod computers;
mod contest;
pub mod data_export;
mod deprecations;
pub mod download;
mod endpoint;
mod error_responses;
pub mod event_plays;
mod event_series;
mod events;
mod formations;
pub mod games;
mod knowledge;
mod leaderboards;
mod leagues;
mod ledgers;
mod lists;
mod me;
mod members;
mod notices;
mod open_archive;
pub mod openapi;
mod organisations;
mod own_plays;
mod plain_schemas;
mod player_ledgers;
pub mod players;
pub mod plays;
mod prelude;
mod quick_pairing;
mod quiz;
mod rating_lists;
mod record_export;
mod record_schema;
mod records;
mod request_body;
mod response_headers;
mod review_moderation;
mod reviews;
mod rosters;
pub mod rulings;
mod search;
mod season_standings;
pub mod seeks;
mod tags;
mod watched_plays;
mod webhooks;

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderValue};
use serde::Serialize;

use adjutant_service::access::Actor;
use adjutant_service::live::Live;
use adjutant_service::{App, Error};

use adjutant_service::edition::Concerns;
use adjutant_site::error::ApiError;
use adjutant_site::replica_reads::reading_app;
use adjutant_site::request_limits::Caller;
use adjutant_site::response_cache::{cacheable_response, cached_while_unchanged};
use adjutant_site::routes::Routes;
use adjutant_site::site::SiteData;

pub use deprecations::announce_deprecations;
pub use endpoint::Endpoint;
pub use lists::escape_formula;

/// The endpoints of live games, which are requested most, in the order in which they are matched.
static LIVE: LazyLock<Vec<Endpoint>> = LazyLock::new(|| {
    let seeks = [computers::endpoints(), seeks::endpoints(), quick_pairing::endpoints()].concat();
    [watched_plays::endpoints(), plays::endpoints(), rulings::endpoints(), seeks].concat()
});

/// All other endpoints. Those of games come last, because they match files of any name below a game's address.
static OTHERS: LazyLock<Vec<Endpoint>> = LazyLock::new(|| {
    [
        contest::endpoints(),
        reviews::endpoints(),
        calibration::endpoints(),
        review_moderation::endpoints(),
        annulments::endpoints(),
        collections::endpoints(),
        openapi::endpoints(),
        records::endpoints(),
        knowledge::endpoints(),
        ledgers::endpoints(),
        analyses::endpoints(),
        record_export::endpoints(),
        open_archive::endpoints(),
        games::endpoints(),
        formations::endpoints(),
        players::endpoints(),
        player_ledgers::endpoints(),
        leaderboards::endpoints(),
        quiz::endpoints(),
        events::endpoints(),
        event_plays::endpoints(),
        organisations::endpoints(),
        search::endpoints(),
        members::endpoints(),
        event_series::endpoints(),
        leagues::endpoints(),
        season_standings::endpoints(),
        rosters::endpoints(),
        rating_lists::endpoints(),
        me::endpoints(),
        own_plays::endpoints(),
        notices::endpoints(),
        webhooks::endpoints(),
        audit::endpoints(),
    ]
    .concat()
});

/// Returns every endpoint in the order in which they are matched.
pub fn endpoints() -> impl Iterator<Item = &'static Endpoint> {
    LIVE.iter().chain(OTHERS.iter())
}

pub fn configure_live(routes: &mut Routes) {
    LIVE.iter().for_each(|endpoint| endpoint.register(routes));
}

pub fn configure(routes: &mut Routes) {
    OTHERS.iter().for_each(|endpoint| endpoint.register(routes));
}

/// Runs a use case outside the worker threads.
fn run_read<T: Send + 'static>(
    site: &SiteData,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> impl Future<Output = Result<T, ApiError>> {
    let app = reading_app(site);
    or_problem(site.lanes.read(move || use_case(&app)))
}

/// Compiled once for each type of result and not for each use case.
async fn or_problem<T>(
    done: impl Future<Output = Result<Result<T, Error>, Error>>,
) -> Result<T, ApiError> {
    Ok(done.await??)
}

/// Runs a long use case outside the worker threads. At most as many run at once as there are cores.
async fn run_heavy<T: Send + 'static>(
    site: &SiteData,
    caller: Caller,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let app = reading_app(site);
    Ok(site.lanes.heavy(caller, move || use_case(&app)).await??)
}

/// Runs a use case that reads a few rows by key: directly if that takes less time than switching threads.
async fn run_short_read<T: Send + 'static>(
    site: &SiteData,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    if site.app.reads_at_once() {
        return Ok(use_case(&site.app)?);
    }
    run_read(site, use_case).await
}

/// Runs a read of live games outside the worker threads.
async fn run_play_read<T: Send + 'static, E: Into<ApiError> + Send + 'static>(
    site: &SiteData,
    use_case: impl FnOnce(&Live) -> Result<T, E> + Send + 'static,
) -> Result<T, ApiError> {
    let live = site.live.clone();
    site.lanes.read_play(move || use_case(&live)).await?.map_err(Into::into)
}

/// How long a response may be cached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CachePolicy {
    /// Is revalidated for each request, and answered with 304 while it is unchanged.
    Revalidate,
    /// Is for the requester only, and must not be stored.
    Private,
}

impl CachePolicy {
    /// Private if the requester showed a token, because the response may then contain more.
    fn for_actor(actor: &Actor) -> CachePolicy {
        if *actor == Actor::nobody() { CachePolicy::Revalidate } else { CachePolicy::Private }
    }

    /// The value of the Cache-Control header.
    const fn cache_control(self) -> &'static str {
        match self {
            CachePolicy::Revalidate => "public, no-cache",
            CachePolicy::Private => "private, no-store",
        }
    }
}

/// Responds with a body. Public ones get their digest as entity tag.
pub fn respond(content_type: &str, body: Vec<u8>, keep: CachePolicy) -> HttpResponse {
    match keep {
        CachePolicy::Revalidate => cacheable_response(content_type, keep.cache_control(), body),
        CachePolicy::Private => HttpResponse::Ok()
            .content_type(content_type)
            .insert_header((header::CACHE_CONTROL, keep.cache_control()))
            .body(body),
    }
}

/// Responds with a value as JSON.
fn json_response(value: &impl Serialize, keep: CachePolicy) -> HttpResponse {
    respond("application/json", to_json_bytes(value), keep)
}

/// A value that everybody may see, as JSON.
fn public_json(value: &impl Serialize) -> HttpResponse {
    json_response(value, CachePolicy::Revalidate)
}

/// A value that everybody may see, as JSON, cached while what it concerns does not change.
fn public_json_of(value: &impl Serialize, concerns: Option<Concerns>) -> HttpResponse {
    cached_while_unchanged(public_json(value), concerns)
}

/// A value that is for the requester only, as JSON.
fn private_json(value: &impl Serialize) -> HttpResponse {
    json_response(value, CachePolicy::Private)
}

/// A value that contains more with a token, as JSON: private if there was one.
fn json_by_token(actor: &Actor, value: &impl Serialize) -> HttpResponse {
    vary_by_token(json_response(value, CachePolicy::for_actor(actor)))
}

/// Makes caches tell responses apart by the token.
fn vary_by_token(mut response: HttpResponse) -> HttpResponse {
    let by_token = HeaderValue::from_static("Authorization");
    response.headers_mut().append(header::VARY, by_token);
    response
}

/// Rounds to decimals that are finer than any relevant difference; never to a negative zero.
fn round_to(decimals: i32, value: f64) -> f64 {
    let scale = 10_f64.powi(decimals);
    // A sum of nothing is -0.0, which becomes 0.0 by this addition.
    (value * scale).round() / scale + 0.0
}

/// Parses the number in an address. Anything else is reported as not found.
fn parse_id(text: &str) -> Result<i32, Error> {
    text.parse().map_err(|_| Error::Hidden)
}

fn to_json_bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

#[cfg(test)]
mod request_examples;
