//! The API under `/api/v1`: the same use cases as the pages.

pub mod audit;
mod bodies;
pub mod calibration;
pub mod collections;
pub mod contest;
pub mod description;
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
pub mod mine;
pub mod organisations;
pub mod players;
pub mod plays;
pub mod quiz;
pub mod records;
mod refusals;
pub mod review_rulings;
pub mod reviews;
pub mod rosters;
pub mod rulings;
pub mod seeks;
pub mod standings;
pub mod tallies;
mod twin;
mod words;

use actix_web::http::header;
use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, web};
use serde::Serialize;

use crate::service::access::Act;
use crate::service::live::Live;
use crate::service::{App, Error};

use super::answers::for_everybody;
use super::error::ApiError;
use super::limits::Caller;
use super::methods::{read, read_plain, write, write_asked};
use super::site::Site;

pub(in crate::web) use lists::defused;

/// Of games that are played here: the address of plies first.
pub fn live(config: &mut ServiceConfig) {
    write(config, Act::Play, "/api/v1/plays/{id}/plies", plays::ply);
    read_plain(config, Act::ReadPublic, "/api/v1/plays/{id}", plays::one);
    read(config, Act::ReadPublic, "/api/v1/plays/{id}/events", plays::events);
    write(config, Act::Play, "/api/v1/plays/{id}/deployment", plays::deploy);
    write(config, Act::Play, "/api/v1/plays/{id}/words", plays::say);
    write(config, Act::RulePlay, "/api/v1/plays/{id}/rulings", rulings::rule);
    read_plain(config, Act::ReadPublic, "/api/v1/seeks", seeks::list);
    write(config, Act::Play, "/api/v1/seeks/new", seeks::make);
    write(config, Act::Play, "/api/v1/seeks/{id}/take-back", seeks::take_back);
    write(config, Act::Play, "/api/v1/seeks/{id}/accept", seeks::accept);
}

/// Of events that are run here.
fn contests(config: &mut ServiceConfig) {
    write(config, Act::RunEvent, "/api/v1/organisations/{slug}/events", contest::making::make);
    write_asked(
        config,
        Act::RunEvent,
        "/api/v1/organisations/{slug}/events/restore",
        contest::making::restore,
    );
    read(config, Act::ReadPublic, "/api/v1/contests", contest::reads::list);
    read(config, Act::ReadPublic, "/api/v1/events/{slug}/contest", contest::reads::show);
    read_plain(
        config,
        Act::ReadPublic,
        "/api/v1/events/{slug}/contest/{file}",
        contest::files::file,
    );
    read(
        config,
        Act::ReadPublic,
        "/api/v1/events/{slug}/places/{entrant}",
        contest::places::explain,
    );
    read(
        config,
        Act::ReadPublic,
        "/api/v1/events/{slug}/rounds/{round}/why",
        contest::why::explain,
    );
    read(config, Act::OfficiateEvent, "/api/v1/events/{slug}/desk", contest::reads::desk);
    read_plain(config, Act::OfficiateEvent, "/api/v1/events/{slug}/facts", contest::files::facts);
    write(config, Act::RunEvent, "/api/v1/events/{slug}/settings", contest::making::settle);
    write(config, Act::CheckIn, "/api/v1/events/{slug}/entrants", contest::people::enter);
    write(config, Act::CheckIn, "/api/v1/events/{slug}/people", contest::people::tell);
    write(config, Act::ManagePairings, "/api/v1/events/{slug}/rounds", contest::rounds::tell);
    write(config, Act::EnterResults, "/api/v1/events/{slug}/results", contest::results::enter);
    read_plain(config, Act::TakePart, "/api/v1/events/{slug}/mine", contest::own::show);
    write(config, Act::TakePart, "/api/v1/events/{slug}/me", contest::people::take_part);
    stewards_and_matches(config);
}

/// Of helpers in the hall, and of matches whose players arrange them.
fn stewards_and_matches(config: &mut ServiceConfig) {
    read_plain(
        config,
        Act::OfficiateEvent,
        "/api/v1/events/{slug}/stewards",
        contest::stewards::list,
    );
    write(
        config,
        Act::OfficiateEvent,
        "/api/v1/events/{slug}/stewards/new",
        contest::stewards::make,
    );
    write(
        config,
        Act::OfficiateEvent,
        "/api/v1/events/{slug}/stewards/{number}/end",
        contest::stewards::end,
    );
    read_plain(config, Act::ReadPublic, "/api/v1/events/{slug}/matches", contest::matches::list);
    read_plain(
        config,
        Act::ReadPublic,
        "/api/v1/events/{slug}/matches/{match}",
        contest::matches::show,
    );
    write(
        config,
        Act::TakePart,
        "/api/v1/events/{slug}/matches/{match}/part",
        contest::matches::take_part,
    );
    write(
        config,
        Act::EnterResults,
        "/api/v1/events/{slug}/matches/{match}/ruling",
        contest::matches::rule,
    );
    read_plain(config, Act::Play, "/api/v1/me/matches", contest::matches::own);
}

/// Of what people write about games that are over.
fn reviews_of_games(config: &mut ServiceConfig) {
    read_plain(config, Act::ReadPublic, "/api/v1/games/{id}/reviews", reviews::list);
    write(config, Act::KeepReviews, "/api/v1/games/{id}/reviews/new", reviews::make);
    read_plain(config, Act::ReadPublic, "/api/v1/games/{id}/reviews/{review}", reviews::one);
    write(config, Act::KeepReviews, "/api/v1/games/{id}/reviews/{review}/change", reviews::change);
    write(
        config,
        Act::KeepReviews,
        "/api/v1/games/{id}/reviews/{review}/publish",
        reviews::publish,
    );
    write(
        config,
        Act::KeepReviews,
        "/api/v1/games/{id}/reviews/{review}/withdraw",
        reviews::withdraw,
    );
    write(config, Act::KeepReviews, "/api/v1/games/{id}/reviews/{review}/remove", reviews::remove);
    read_plain(config, Act::KeepReviews, "/api/v1/me/reviews", reviews::own);
    read_plain(config, Act::KeepReviews, "/api/v1/me/calibration", calibration::own);
    write(
        config,
        Act::ModerateReviews,
        "/api/v1/games/{id}/reviews/{review}/take-down",
        review_rulings::take_down,
    );
    write(
        config,
        Act::ModerateReviews,
        "/api/v1/games/{id}/reviews/{review}/give-back",
        review_rulings::give_back,
    );
    read_plain(config, Act::ModerateReviews, "/api/v1/reviews/taken-down", review_rulings::list);
}

/// Of collections of games that are over.
fn collections_of_games(config: &mut ServiceConfig) {
    read(config, Act::ReadPublic, "/api/v1/collections", collections::list);
    write(config, Act::KeepReviews, "/api/v1/collections/new", collections::make);
    read_plain(config, Act::ReadPublic, "/api/v1/collections/{collection}", collections::one);
    write(config, Act::KeepReviews, "/api/v1/collections/{collection}/change", collections::change);
    write(config, Act::KeepReviews, "/api/v1/collections/{collection}/remove", collections::remove);
    write(
        config,
        Act::KeepReviews,
        "/api/v1/collections/{collection}/chapters/new",
        collections::add,
    );
    write(
        config,
        Act::KeepReviews,
        "/api/v1/collections/{collection}/chapters/{chapter}/change",
        collections::change_chapter,
    );
    write(
        config,
        Act::KeepReviews,
        "/api/v1/collections/{collection}/chapters/{chapter}/remove",
        collections::remove_chapter,
    );
    read_plain(config, Act::KeepReviews, "/api/v1/me/collections", collections::own);
}

/// The rest of the API's routes.
pub fn configure(config: &mut ServiceConfig) {
    contests(config);
    reviews_of_games(config);
    collections_of_games(config);
    read_plain(config, Act::ReadPublic, "/api/v1/openapi.json", description::document);
    read_plain(config, Act::ReadPublic, "/api/v1/totals", games::totals);
    write_asked(config, Act::ImportUnrated, "/api/v1/records", records::import);
    read(config, Act::ReadPublic, "/api/v1/games", games::list);
    read_plain(config, Act::ReadPublic, "/api/v1/games/{id}", games::one);
    read(config, Act::ReadPublic, "/api/v1/games/{id}/replay", games::replay);
    read(config, Act::ReadPublic, "/api/v1/games/{id}/knowledge", knowledge::knowledge);
    read_plain(config, Act::ReadPublic, "/api/v1/games/{id}/ledger", ledgers::ledger);
    read_plain(config, Act::ReadPublic, "/api/v1/games/{id}/{file}", games::file);
    read(config, Act::ReadPublic, "/api/v1/formations", formations::list);
    write_asked(config, Act::ReadPublic, "/api/v1/formations/set-up", formations::one);
    read(config, Act::ReadPublic, "/api/v1/players", players::list);
    read_plain(config, Act::ReadPublic, "/api/v1/players/{handle}", players::one);
    read_plain(config, Act::ReadPublic, "/api/v1/players/{handle}/ledgers", tallies::list);
    read_plain(
        config,
        Act::ReadPublic,
        "/api/v1/players/{handle}/ratings/{pool}",
        players::history,
    );
    read_plain(config, Act::ReadPublic, "/api/v1/players/{handle}/versus/{other}", players::versus);
    read(config, Act::ReadPublic, "/api/v1/pools", leaderboards::pools);
    read(config, Act::ReadPublic, "/api/v1/leaderboards/{pool}", leaderboards::show);
    read_plain(
        config,
        Act::ReadPublic,
        "/api/v1/leaderboards/{pool}/histogram",
        leaderboards::histogram,
    );
    read(config, Act::ReadPublic, "/api/v1/quiz/{date}", quiz::show);
    read(config, Act::ReadPublic, "/api/v1/events", events::list);
    read_plain(config, Act::ReadPublic, "/api/v1/events/{slug}", events::one);
    read(config, Act::ReadEventAudit, "/api/v1/events/{slug}/audit", audit::of_event);
    write(config, Act::ManagePairings, "/api/v1/events/{slug}/plays", event_plays::make);
    write(config, Act::LiftEmbargo, "/api/v1/events/{slug}/openings", event_plays::open);
    read(config, Act::ReadPublic, "/api/v1/organisations", organisations::list);
    read_plain(config, Act::ReadPublic, "/api/v1/organisations/{slug}", organisations::one);
    read(config, Act::ReadPublic, "/api/v1/organisations/{slug}/members", members::list);
    read(config, Act::ReadPublic, "/api/v1/organisations/{slug}/standings", standings::show);
    read(config, Act::ReadPublic, "/api/v1/organisations/{slug}/standings.csv", standings::file);
    write_asked(config, Act::EditRoster, "/api/v1/organisations/{slug}/roster", rosters::import);
    read(
        config,
        Act::ReadOrganisationAudit,
        "/api/v1/organisations/{slug}/audit",
        audit::of_organisation,
    );
    read_plain(config, Act::ReadOwnProfile, "/api/v1/me", me::show);
    read_plain(config, Act::Play, "/api/v1/me/plays", mine::plays);
    read(config, Act::Play, "/api/v1/me/events", mine::events);
    read(config, Act::ReadOwnAudit, "/api/v1/me/audit", audit::own);
    read(config, Act::ReadSiteAudit, "/api/v1/audit", audit::of_site);
}

/// Runs a use case off the workers' threads.
async fn ask<T: Send + 'static>(
    site: &web::Data<Site>,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let app = site.app.clone();
    Ok(site.lanes.read(move || use_case(&app)).await??)
}

/// The same for what takes long: as much of it goes on at once as there are cores.
async fn ask_long<T: Send + 'static>(
    site: &web::Data<Site>,
    caller: Caller,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let app = site.app.clone();
    Ok(site.lanes.heavy(caller, move || use_case(&app)).await??)
}

/// Runs a use case that reads a few rows by their keys: at once where that takes less than
/// finding another thread for it.
async fn ask_briefly<T: Send + 'static>(
    site: &web::Data<Site>,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    if site.app.reads_at_once() {
        return Ok(use_case(&site.app)?);
    }
    ask(site, use_case).await
}

/// Runs a command of a play, on threads that nothing else takes.
async fn command_desk<T: Send + 'static, E: Into<ApiError> + Send + 'static>(
    site: &web::Data<Site>,
    use_case: impl FnOnce(&Live) -> Result<T, E> + Send + 'static,
) -> Result<T, ApiError> {
    let live = site.live.clone();
    site.lanes.command(move || use_case(&live)).await?.map_err(Into::into)
}

/// Runs a use case of the desk off the workers' threads.
async fn desk<T: Send + 'static, E: Into<ApiError> + Send + 'static>(
    site: &web::Data<Site>,
    use_case: impl FnOnce(&Live) -> Result<T, E> + Send + 'static,
) -> Result<T, ApiError> {
    let live = site.live.clone();
    site.lanes.look(move || use_case(&live)).await?.map_err(Into::into)
}

/// How long an answer may be kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// It is asked for again each time, and answered with 304 while it is the same.
    Check,
    /// It is for who asked, and nobody keeps it.
    Private,
}

impl Keep {
    /// The header that says so.
    const fn cache_control(self) -> &'static str {
        match self {
            Keep::Check => "public, no-cache",
            Keep::Private => "private, no-store",
        }
    }
}

/// A body; what is for everybody has its digest as entity tag.
pub fn respond(content_type: &str, body: Vec<u8>, keep: Keep) -> HttpResponse {
    match keep {
        Keep::Check => for_everybody(content_type, keep.cache_control(), body),
        Keep::Private => HttpResponse::Ok()
            .content_type(content_type)
            .insert_header((header::CACHE_CONTROL, keep.cache_control()))
            .body(body),
    }
}

/// A value as JSON.
fn json(value: &impl Serialize, keep: Keep) -> HttpResponse {
    respond("application/json", bytes(value), keep)
}

fn bytes(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}
