//! The API under `/api/v1`: the same use cases as the pages.

pub mod audit;
pub mod calibration;
pub mod collections;
pub mod contest;
mod error_responses;
pub mod event_plays;
pub mod events;
pub mod formations;
pub mod games;
pub mod knowledge;
pub mod leaderboards;
pub mod ledgers;
mod lists;
pub mod me;
pub mod members;
pub mod openapi;
pub mod organisations;
pub mod own_plays;
pub mod player_ledgers;
pub mod players;
pub mod plays;
pub mod quiz;
mod record_schema;
pub mod records;
mod request_body;
pub mod review_moderation;
pub mod reviews;
pub mod rosters;
pub mod rulings;
mod schema_enums;
pub mod season_standings;
pub mod seeks;

use actix_web::http::header;
use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, web};
use serde::Serialize;

use crate::service::access::Act;
use crate::service::live::Live;
use crate::service::{App, Error};

use super::error::ApiError;
use super::request_limits::Caller;
use super::resources::{
    get_resource, get_resource_without_query, post_resource, post_resource_with_query,
};
use super::response_cache::cacheable_response;
use super::site::Site;

pub(in crate::web) use lists::escape_formula;

/// Of games that are played here: the address of plies first.
pub fn configure_live(config: &mut ServiceConfig) {
    post_resource(config, Act::Play, "/api/v1/plays/{id}/plies", plays::make_ply);
    get_resource_without_query(config, Act::ReadPublic, "/api/v1/plays/{id}", plays::show);
    get_resource(config, Act::ReadPublic, "/api/v1/plays/{id}/events", plays::stream_events);
    post_resource(config, Act::Play, "/api/v1/plays/{id}/deployment", plays::deploy);
    post_resource(config, Act::Play, "/api/v1/plays/{id}/words", plays::act);
    post_resource(config, Act::RulePlay, "/api/v1/plays/{id}/rulings", rulings::rule_on_play);
    get_resource_without_query(config, Act::ReadPublic, "/api/v1/seeks", seeks::list);
    post_resource(config, Act::Play, "/api/v1/seeks/new", seeks::create);
    post_resource(config, Act::Play, "/api/v1/seeks/{id}/take-back", seeks::withdraw);
    post_resource(config, Act::Play, "/api/v1/seeks/{id}/accept", seeks::accept);
}

/// Of events that are run here.
fn configure_contests(config: &mut ServiceConfig) {
    post_resource(
        config,
        Act::RunEvent,
        "/api/v1/organisations/{slug}/events",
        contest::event_setup::create,
    );
    post_resource_with_query(
        config,
        Act::RunEvent,
        "/api/v1/organisations/{slug}/events/restore",
        contest::event_setup::restore,
    );
    get_resource(config, Act::ReadPublic, "/api/v1/contests", contest::views::list);
    get_resource(config, Act::ReadPublic, "/api/v1/events/{slug}/contest", contest::views::show);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/events/{slug}/contest/{file}",
        contest::exports::download_file,
    );
    get_resource(
        config,
        Act::ReadPublic,
        "/api/v1/events/{slug}/places/{entrant}",
        contest::tie_break_explanation::explain_place,
    );
    get_resource(
        config,
        Act::ReadPublic,
        "/api/v1/events/{slug}/rounds/{round}/why",
        contest::pairing_explanation::explain_round,
    );
    get_resource(
        config,
        Act::OfficiateEvent,
        "/api/v1/events/{slug}/desk",
        contest::views::show_desk,
    );
    get_resource_without_query(
        config,
        Act::OfficiateEvent,
        "/api/v1/events/{slug}/facts",
        contest::exports::list_facts,
    );
    post_resource(
        config,
        Act::RunEvent,
        "/api/v1/events/{slug}/settings",
        contest::event_setup::update_settings,
    );
    post_resource(config, Act::CheckIn, "/api/v1/events/{slug}/entrants", contest::entrants::add);
    post_resource(
        config,
        Act::CheckIn,
        "/api/v1/events/{slug}/people",
        contest::entrants::act_on_entrants,
    );
    post_resource(
        config,
        Act::ManagePairings,
        "/api/v1/events/{slug}/rounds",
        contest::rounds::act_on_round,
    );
    post_resource(
        config,
        Act::EnterResults,
        "/api/v1/events/{slug}/results",
        contest::results::enter,
    );
    get_resource_without_query(
        config,
        Act::TakePart,
        "/api/v1/events/{slug}/mine",
        contest::participation::show,
    );
    post_resource(
        config,
        Act::TakePart,
        "/api/v1/events/{slug}/me",
        contest::entrants::act_as_participant,
    );
    configure_stewards_and_matches(config);
}

/// Of helpers in the hall, and of matches whose players arrange them.
fn configure_stewards_and_matches(config: &mut ServiceConfig) {
    get_resource_without_query(
        config,
        Act::OfficiateEvent,
        "/api/v1/events/{slug}/stewards",
        contest::stewards::list,
    );
    post_resource(
        config,
        Act::OfficiateEvent,
        "/api/v1/events/{slug}/stewards/new",
        contest::stewards::create,
    );
    post_resource(
        config,
        Act::OfficiateEvent,
        "/api/v1/events/{slug}/stewards/{number}/end",
        contest::stewards::revoke,
    );
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/events/{slug}/matches",
        contest::matches::list,
    );
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/events/{slug}/matches/{match}",
        contest::matches::show,
    );
    post_resource(
        config,
        Act::TakePart,
        "/api/v1/events/{slug}/matches/{match}/part",
        contest::matches::act,
    );
    post_resource(
        config,
        Act::EnterResults,
        "/api/v1/events/{slug}/matches/{match}/ruling",
        contest::matches::rule_on_match,
    );
    get_resource_without_query(config, Act::Play, "/api/v1/me/matches", contest::matches::list_own);
}

/// Of what people write about games that are over.
fn configure_reviews(config: &mut ServiceConfig) {
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/games/{id}/reviews",
        reviews::list,
    );
    post_resource(config, Act::KeepReviews, "/api/v1/games/{id}/reviews/new", reviews::create);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/games/{id}/reviews/{review}",
        reviews::show,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/api/v1/games/{id}/reviews/{review}/change",
        reviews::update,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/api/v1/games/{id}/reviews/{review}/publish",
        reviews::publish,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/api/v1/games/{id}/reviews/{review}/withdraw",
        reviews::withdraw,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/api/v1/games/{id}/reviews/{review}/remove",
        reviews::delete,
    );
    get_resource_without_query(config, Act::KeepReviews, "/api/v1/me/reviews", reviews::list_own);
    get_resource_without_query(
        config,
        Act::KeepReviews,
        "/api/v1/me/calibration",
        calibration::show_own,
    );
    post_resource(
        config,
        Act::ModerateReviews,
        "/api/v1/games/{id}/reviews/{review}/take-down",
        review_moderation::take_down,
    );
    post_resource(
        config,
        Act::ModerateReviews,
        "/api/v1/games/{id}/reviews/{review}/give-back",
        review_moderation::reinstate,
    );
    get_resource_without_query(
        config,
        Act::ModerateReviews,
        "/api/v1/reviews/taken-down",
        review_moderation::list_taken_down,
    );
}

/// Of collections of games that are over.
fn configure_collections(config: &mut ServiceConfig) {
    get_resource(config, Act::ReadPublic, "/api/v1/collections", collections::list);
    post_resource(config, Act::KeepReviews, "/api/v1/collections/new", collections::create);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/collections/{collection}",
        collections::show,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/api/v1/collections/{collection}/change",
        collections::update,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/api/v1/collections/{collection}/remove",
        collections::delete,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/api/v1/collections/{collection}/chapters/new",
        collections::add_chapter,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/api/v1/collections/{collection}/chapters/{chapter}/change",
        collections::update_chapter,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/api/v1/collections/{collection}/chapters/{chapter}/remove",
        collections::delete_chapter,
    );
    get_resource_without_query(
        config,
        Act::KeepReviews,
        "/api/v1/me/collections",
        collections::list_own,
    );
}

/// The rest of the API's routes.
pub fn configure(config: &mut ServiceConfig) {
    configure_contests(config);
    configure_reviews(config);
    configure_collections(config);
    get_resource_without_query(config, Act::ReadPublic, "/api/v1/openapi.json", openapi::show);
    get_resource_without_query(config, Act::ReadPublic, "/api/v1/totals", games::totals);
    post_resource_with_query(config, Act::ImportUnrated, "/api/v1/records", records::import);
    get_resource(config, Act::ReadPublic, "/api/v1/games", games::list);
    get_resource_without_query(config, Act::ReadPublic, "/api/v1/games/{id}", games::show);
    get_resource(config, Act::ReadPublic, "/api/v1/games/{id}/replay", games::replay);
    get_resource(config, Act::ReadPublic, "/api/v1/games/{id}/knowledge", knowledge::show);
    get_resource_without_query(config, Act::ReadPublic, "/api/v1/games/{id}/ledger", ledgers::show);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/games/{id}/{file}",
        games::download_file,
    );
    get_resource(config, Act::ReadPublic, "/api/v1/formations", formations::list);
    post_resource_with_query(
        config,
        Act::ReadPublic,
        "/api/v1/formations/set-up",
        formations::show,
    );
    get_resource(config, Act::ReadPublic, "/api/v1/players", players::list);
    get_resource_without_query(config, Act::ReadPublic, "/api/v1/players/{handle}", players::show);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/players/{handle}/ledgers",
        player_ledgers::list,
    );
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/players/{handle}/ratings/{pool}",
        players::list_rating_history,
    );
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/players/{handle}/versus/{other}",
        players::show_head_to_head,
    );
    get_resource(config, Act::ReadPublic, "/api/v1/pools", leaderboards::list_pools);
    get_resource(config, Act::ReadPublic, "/api/v1/leaderboards/{pool}", leaderboards::show);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/leaderboards/{pool}/histogram",
        leaderboards::histogram,
    );
    get_resource(config, Act::ReadPublic, "/api/v1/quiz/{date}", quiz::show);
    get_resource(config, Act::ReadPublic, "/api/v1/events", events::list);
    get_resource_without_query(config, Act::ReadPublic, "/api/v1/events/{slug}", events::show);
    get_resource(config, Act::ReadEventAudit, "/api/v1/events/{slug}/audit", audit::list_event);
    post_resource(config, Act::ManagePairings, "/api/v1/events/{slug}/plays", event_plays::create);
    post_resource(
        config,
        Act::LiftEmbargo,
        "/api/v1/events/{slug}/openings",
        event_plays::lift_embargo,
    );
    get_resource(config, Act::ReadPublic, "/api/v1/organisations", organisations::list);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/api/v1/organisations/{slug}",
        organisations::show,
    );
    get_resource(config, Act::ReadPublic, "/api/v1/organisations/{slug}/members", members::list);
    get_resource(
        config,
        Act::ReadPublic,
        "/api/v1/organisations/{slug}/standings",
        season_standings::show,
    );
    get_resource(
        config,
        Act::ReadPublic,
        "/api/v1/organisations/{slug}/standings.csv",
        season_standings::download_csv,
    );
    post_resource_with_query(
        config,
        Act::EditRoster,
        "/api/v1/organisations/{slug}/roster",
        rosters::import,
    );
    get_resource(
        config,
        Act::ReadOrganisationAudit,
        "/api/v1/organisations/{slug}/audit",
        audit::list_organisation,
    );
    get_resource_without_query(config, Act::ReadOwnProfile, "/api/v1/me", me::show);
    get_resource_without_query(config, Act::Play, "/api/v1/me/plays", own_plays::list);
    get_resource(config, Act::Play, "/api/v1/me/events", own_plays::stream_events);
    get_resource(config, Act::ReadOwnAudit, "/api/v1/me/audit", audit::list_own);
    get_resource(config, Act::ReadSiteAudit, "/api/v1/audit", audit::list_site);
}

/// Runs a use case off the workers' threads.
async fn run_read<T: Send + 'static>(
    site: &web::Data<Site>,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let app = site.app.clone();
    Ok(site.lanes.read(move || use_case(&app)).await??)
}

/// The same for what takes long: as much of it goes on at once as there are cores.
async fn run_heavy<T: Send + 'static>(
    site: &web::Data<Site>,
    caller: Caller,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let app = site.app.clone();
    Ok(site.lanes.heavy(caller, move || use_case(&app)).await??)
}

/// Runs a use case that reads a few rows by their keys: at once where that takes less than
/// finding another thread for it.
async fn run_short_read<T: Send + 'static>(
    site: &web::Data<Site>,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    if site.app.reads_at_once() {
        return Ok(use_case(&site.app)?);
    }
    run_read(site, use_case).await
}

/// Runs a command of a play, on threads that nothing else takes.
async fn run_play_command<T: Send + 'static, E: Into<ApiError> + Send + 'static>(
    site: &web::Data<Site>,
    use_case: impl FnOnce(&Live) -> Result<T, E> + Send + 'static,
) -> Result<T, ApiError> {
    let live = site.live.clone();
    site.lanes.command(move || use_case(&live)).await?.map_err(Into::into)
}

/// Runs a use case of the desk off the workers' threads.
async fn run_play_read<T: Send + 'static, E: Into<ApiError> + Send + 'static>(
    site: &web::Data<Site>,
    use_case: impl FnOnce(&Live) -> Result<T, E> + Send + 'static,
) -> Result<T, ApiError> {
    let live = site.live.clone();
    site.lanes.read_play(move || use_case(&live)).await?.map_err(Into::into)
}

/// How long an answer may be kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CachePolicy {
    /// It is asked for again each time, and answered with 304 while it is the same.
    Revalidate,
    /// It is for who asked, and nobody keeps it.
    Private,
}

impl CachePolicy {
    /// The header that says so.
    const fn cache_control(self) -> &'static str {
        match self {
            CachePolicy::Revalidate => "public, no-cache",
            CachePolicy::Private => "private, no-store",
        }
    }
}

/// A body; what is for everybody has its digest as entity tag.
pub fn respond(content_type: &str, body: Vec<u8>, keep: CachePolicy) -> HttpResponse {
    match keep {
        CachePolicy::Revalidate => cacheable_response(content_type, keep.cache_control(), body),
        CachePolicy::Private => HttpResponse::Ok()
            .content_type(content_type)
            .insert_header((header::CACHE_CONTROL, keep.cache_control()))
            .body(body),
    }
}

/// A value as JSON.
fn json_response(value: &impl Serialize, keep: CachePolicy) -> HttpResponse {
    respond("application/json", to_json_bytes(value), keep)
}

fn to_json_bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}
