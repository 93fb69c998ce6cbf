//! All routes.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::{InternalError, PathError};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::ServiceConfig;
use actix_web::{Error, HttpRequest, HttpResponse, web};
use metrics_exporter_prometheus::PrometheusHandle;

use crate::web::images;
use crate::web::pages;
use crate::web::pages::audit_log::AuditFormat;
use crate::web::route_class::route_class;
use adjutant_api as api;
use adjutant_api::download;
use adjutant_event_pages as event_pages;
use adjutant_site::assets;
use adjutant_site::error::{OrPage, PageError, not_found_at};
use adjutant_site::parameters::QueryString;
use adjutant_site::readiness::Readiness;
use adjutant_site::request_context::RequestContext;
use adjutant_site::routes;
use adjutant_site::routes::Routes;

pub fn configure(config: &mut ServiceConfig) {
    let mut routes = Routes::default();
    // Routes are matched in this order, and live games are requested most.
    api::configure_live(&mut routes);
    plays(&mut routes);
    routes! { &mut routes,
        get ReadPublic "/" pages::home::show;
        get ReadPublic "/leaderboards" pages::leaderboard::index;
        get_with_query ReadPublic "/leaderboards/{pool}" pages::leaderboard::show;
        get_with_query ReadPublic "/players" pages::players::index;
        get ReadPublic "/players/{handle}" pages::players::show;
        get ReadPublic "/players/{handle}/versus/{other}" pages::players::versus;
        get ReadPublic "/players/{handle}/analysis" pages::lessons::show;
        get_with_query ReadPublic "/players/{handle}/picture.jpg" pages::player_pictures::show;
        form ModerateProfiles "/players/{handle}/clear"
            pages::player_pictures::show_clear, pages::player_pictures::submit_clear;
        get_with_query ReadPublic "/games" pages::games::index;
        get_with_query ReadPublic "/games/{id}" pages::replay::show;
    }
    reviews(&mut routes);
    rooms(&mut routes);
    collections(&mut routes);
    routes! { &mut routes,
        get_with_query ReadPublic "/games/{id}/known" pages::replay::show_knowledge;
        get_with_query ReadPublic "/games/{id}/variation" pages::variation::show;
        get_with_query ReadPublic "/games/{id}/learn" pages::learn::show;
        post KeepReviews "/games/{id}/analysis" pages::replay::request_analysis;
        form RulePlay "/games/{id}/annul"
            |visit, path| pages::replay::annulling::show(visit, path, pages::replay::annulling::ANNUL),
            |visit, path, post| pages::replay::annulling::submit(visit, path, post, pages::replay::annulling::ANNUL);
        form RulePlay "/games/{id}/reinstate"
            |visit, path| pages::replay::annulling::show(visit, path, pages::replay::annulling::REINSTATE),
            |visit, path, post| pages::replay::annulling::submit(visit, path, post, pages::replay::annulling::REINSTATE);
        get_with_query ReadPublic "/games/{id}/board.png" images::board_png;
        get_with_query ReadPublic "/games/{id}/game.gif" images::game_gif;
        get ReadPublic "/games/{id}/sheet" pages::sharing::score_sheet::show;
        get_with_query ReadPublic "/embed/games/{id}" pages::sharing::embed::show;
        get_with_query ReadPublic "/embed/players/{handle}" pages::players::show_embed;
        get_with_query ReadPublic "/embed/leaderboards/{pool}" pages::leaderboard::show_embed;
        get_with_query ReadPublic "/oembed" pages::sharing::oembed::show;
        get ReadPublic "/games/{id}/{file}" download::download_record;
        get_with_query ReadPublic "/quiz" pages::quiz::show_today;
        get_with_query ReadPublic "/quiz/{date}" pages::quiz::show;
        get_with_query ReadPublic "/events" pages::events::index;
        get_with_query ReadPublic "/events/{slug}" pages::events::show;
        get_with_query ReadPublic "/search" pages::search::show;
        get_with_query ReadPublic "/search/suggestions" pages::search::suggest;
        get ReadPublic "/rules" pages::about::rules;
        get ReadPublic "/rules/three-generals" pages::three_generals_rules::show;
        get ReadPublic "/design" pages::design::show;
        get ReadPublic "/notation" pages::notation::show;
        get ReadPublic "/notation.md" pages::notation::specification;
        get ReadPublic "/knowledge" pages::about::knowledge;
        get ReadPublic "/archive" pages::open_archive::show;
        get ReadPublic "/archive/{file}" pages::open_archive::download;
        get ReadPublic "/api" pages::about::api;
        get ReadPublic "/api/problems" pages::about::problems;
        get_with_query ReadPublic "/formations" pages::formations::index::show;
        get KeepSetUps "/formations/mine" pages::formations::own_set_ups::show;
        form ReadPublic "/formations/set-up" pages::formations::set_up::show, pages::formations::set_up::submit;
        get_with_query ReadPublic "/formations/{code}" pages::formations::set_up::redirect_moved;
    }
    event_pages::configure(&mut routes);
    routes! { &mut routes,
        get OfficiateEvent "/events/{slug}/run/files/{file}" download::download_official_file;
    }
    account(&mut routes);
    set_ups(&mut routes);
    notices(&mut routes);
    tables(&mut routes);
    organisations(&mut routes);
    organisation_desk(&mut routes);
    operator(&mut routes);
    routes! { &mut routes,
        form ChooseLooks "/preferences" pages::preferences::show, pages::preferences::update;
        get_with_query ReadPublic "/static/{digest}/{name:.*}" assets::get;
        get ReadPublic "/sw.js" pages::app::service_worker;
        get_with_query ReadPublic "/manifest.webmanifest" pages::app::manifest;
        get ReadPublic "/offline" pages::app::show_offline;
        form ReadPublic "/records/check" pages::record_check::show, pages::record_check::submit;
        form ReadPublic "/pairings/check" pages::pairing_check::show, pages::pairing_check::submit;
        get_with_query Probe "/healthz" healthz;
        get_with_query Probe "/readyz" readyz;
        get_with_query Probe "/metrics" metrics;
    }
    api::configure(&mut routes);
    routes.register(config);
    config.app_data(web::PathConfig::default().error_handler(unreadable_path));
    config.default_service(web::to(not_found));
}

/// Signing up, and the account pages.
fn account(routes: &mut Routes) {
    use pages::account::*;
    routes! { routes,
        form Enter "/sign-up" sign_up::show, sign_up::submit;
        form Enter "/sign-in" sign_in::show, sign_in::submit;
        form Enter "/sign-in/code" sign_in::show_code, sign_in::submit_code;
        post Enter "/sign-in/passkey/begin" passkeys::begin_sign_in;
        post Enter "/sign-in/passkey" passkeys::sign_in;
        form Enter "/sign-in/link" sign_in_link::show, sign_in_link::submit_request;
        form Enter "/sign-in/link/{token}" sign_in_link::show_link, sign_in_link::submit_link;
        post Enter "/sign-out" sign_in::sign_out;
        form Enter "/forgotten" password_reset::show, password_reset::submit_request;
        form Enter "/reset/{token}" password_reset::show_reset, password_reset::submit_reset;
        form Enter "/confirm/{token}" email::show_confirm, email::submit_confirm;
        form Enter "/join/{token}" invitation::show, invitation::accept;
        get_with_query KeepAccount "/account" overview::show;
        form KeepAccount "/account/security" security::show, security::submit_sign_out;
        form KeepAccount "/account/prove" password::show_prompt, password::submit_prompt;
        form KeepAccount "/account/password" password::show, password::submit;
        form KeepAccount "/account/email" email::show, email::submit;
        form KeepAccount "/account/second-factor" second_factor::show, second_factor::submit_setup;
        form KeepAccount "/account/second-factor/off" second_factor::show_disable, second_factor::submit_disable;
        form KeepAccount "/account/passkeys" passkeys::show, passkeys::add;
        post KeepAccount "/account/passkeys/begin" passkeys::begin;
        post KeepAccount "/account/passkeys/remove" passkeys::remove;
        form KeepAccount "/account/confirm" passkeys::show_confirm, passkeys::submit_confirm;
        form KeepAccount "/account/recovery-codes" second_factor::show_codes, second_factor::submit_new_codes;
        form KeepAccount "/account/tokens" tokens::show, tokens::revoke;
        form KeepAccount "/account/tokens/new" tokens::show_new, tokens::create;
        form KeepAccount "/account/player" player::show, player::submit;
        form KeepProfile "/account/player/picture" picture::show, picture::submit;
        form BecomeBot "/account/player/bot" player::show_bot, player::submit_bot;
        form ClaimPlayer "/account/player/claim" player::show_claim, player::submit_claim;
        post ClaimPlayer "/account/player/withdraw" player::withdraw_claim;
        post KeepAccount "/account/player/leave" player::leave_roster;
        form Follow "/account/follows" follows::show, follows::submit;
        form ExportOwn "/account/data" data::show, data::download;
        form DeleteOwn "/account/delete" data::show_delete, data::submit_delete;
        get_with_query ReadOwnAudit "/account/audit" audit::show;
    }
}

/// Reviews of finished games.
fn reviews(routes: &mut Routes) {
    use pages::reviews::*;
    routes! { routes,
        form KeepReviews "/games/{id}/reviews/new" own::show_new, own::create;
        get_with_query ReadPublic "/games/{id}/reviews/{review}" show::show;
        post KeepReviews "/games/{id}/reviews/{review}/remark" actions::submit_remark;
        post KeepReviews "/games/{id}/reviews/{review}/state" actions::set_state;
        form ModerateReviews "/games/{id}/reviews/{review}/take-down"
            |visit, path| moderate::show(visit, path, moderate::TAKE_DOWN),
            |visit, path, post| moderate::submit(visit, path, post, moderate::TAKE_DOWN);
        form ModerateReviews "/games/{id}/reviews/{review}/give-back"
            |visit, path| moderate::show(visit, path, moderate::RESTORE),
            |visit, path, post| moderate::submit(visit, path, post, moderate::RESTORE);
        get KeepReviews "/reviews" own::show_own;
        get KeepReviews "/reviews/notes" note_calibration::show;
    }
}

/// Review rooms.
fn rooms(routes: &mut Routes) {
    use pages::rooms::*;
    routes! { routes,
        form KeepReviews "/games/{id}/rooms/new" new::show, new::create;
        get_with_query ReadPublic "/rooms/{link}" show::show;
        get_with_query ReadPublic "/rooms/{link}/events" show::events;
        post KeepReviews "/rooms/{link}/lead" actions::submit_position;
        post KeepReviews "/rooms/{link}/crown" actions::hand_over;
        post KeepReviews "/rooms/{link}/end" actions::close_room;
    }
}

/// Collections of finished games.
fn collections(routes: &mut Routes) {
    use pages::collections::*;
    routes! { routes,
        form KeepReviews "/games/{id}/collect" chapter_form::show, chapter_form::create;
        get_with_query ReadPublic "/collections" index::show;
        get_with_query KeepReviews "/collections/mine" index::show_own;
        form KeepReviews "/collections/new" edit::show_new, edit::create;
        get_with_query ReadPublic "/collections/{collection}" show::show;
        form KeepReviews "/collections/{collection}/edit" edit::show, edit::update;
        form KeepReviews "/collections/{collection}/remove" edit::show_remove, edit::delete;
        post KeepReviews "/collections/{collection}/state" actions::set_state;
        get_with_query ReadPublic "/collections/{collection}/chapters/{chapter}" chapter::show;
        form KeepReviews "/collections/{collection}/chapters/{chapter}/edit"
            chapter_form::show_chapter, chapter_form::update;
        post KeepReviews "/collections/{collection}/chapters/{chapter}/state" actions::update_chapter;
    }
}

/// Notices of the visitor.
fn notices(routes: &mut Routes) {
    use pages::notices::*;
    routes! { routes,
        get_with_query KeepNotices "/notices" list::show;
        get KeepNotices "/notices/unread" list::show_unread;
        get KeepNotices "/notices/events" list::events;
        post MarkNotices "/notices/read" list::submit_read;
        post KeepNotices "/notices/push" push::subscribe;
        post KeepNotices "/notices/push/remove" push::unsubscribe;
        form KeepNotices "/notices/settings" settings::show, settings::submit;
        form HoldPass "/unsubscribe/{link}" unsubscribing::show, unsubscribing::submit;
    }
}

/// Saved set-ups.
fn set_ups(routes: &mut Routes) {
    use pages::set_ups::*;
    routes! { routes,
        form KeepSetUps "/set-ups" index::show, index::rename;
        form KeepSetUps "/set-ups/new" edit::show_new, edit::create;
        form KeepSetUps "/set-ups/{set_up}" edit::show, edit::update;
        post KeepSetUps "/set-ups/{set_up}/remove" index::delete;
    }
}

/// Live games.
fn plays(routes: &mut Routes) {
    use pages::plays::*;
    routes! { routes,
        get_with_query ReadPublic "/play" lobby::show;
        get_with_query ReadPublic "/play/watch" watch::show;
        form Play "/play/new" new_seek::show, new_seek::submit;
        form PlayNow "/play/quick" quick::show, quick::submit;
        post PlayCasually "/play/quick/leave" quick::leave;
        form PlayNow "/play/computer" computer::show, computer::submit;
        form PlayNow "/play/friend" friend::show_new, friend::create;
        form PlayNow "/play/friend/{offer}" friend::show, friend::accept;
        post PlayCasually "/play/friend/{offer}/cancel" friend::cancel;
        form PlayNow "/play/device" one_device::show, one_device::create;
        post HoldPass "/play/device/uncover" one_device::uncover;
        post HoldPass "/play/device/deployment" one_device::submit_deployment;
        post HoldPass "/play/device/ply" one_device::submit_ply;
        post HoldPass "/play/device/word" one_device::submit_action;
        post Play "/play/offers/{offer}/accept" lobby::accept;
        post Play "/play/offers/{offer}/take-back" lobby::cancel;
        get_with_query ReadPublic "/play/{id}" game::show;
        get_with_query ReadPublic "/play/{id}/events" commands::events;
        post PlayCasually "/play/{id}/deployment" commands::submit_deployment;
        post PlayCasually "/play/{id}/ply" commands::submit_ply;
        post PlayCasually "/play/{id}/word" commands::submit_action;
        post PlayCasually "/play/{id}/rematch" next_game::submit_rematch;
        post PlayCasually "/play/{id}/notes" notes::submit_note;
        get_with_query ReadPublic "/overlay/play/{id}" overlay::show_game;
        get_with_query ReadPublic "/overlay/play/{id}/events" overlay::events;
        get_with_query ReadPublic "/overlay/events/{slug}/{table}" overlay::show_table;
        form Play "/play/{id}/report" report::show, report::submit;
        post RulePlay "/play/{id}/ruling" rulings::submit;
        get_with_query OfficiateEvent "/events/{slug}/plays" event_desk::show;
        post ManagePairings "/events/{slug}/plays/new" event_desk::create_game;
        post LiftEmbargo "/events/{slug}/openings" event_desk::reveal_ranks;
    }
}

/// Games at a table, for holders of a pass.
fn tables(routes: &mut Routes) {
    use pages::plays::*;
    routes! { routes,
        form RulePlay "/play/{id}/passes" table_passes::show, table_passes::create_pass;
        get_with_query ReadPublic "/at" pass_holder::show;
        get_with_query ReadPublic "/at/events" commands::events;
        post HoldPass "/at/deployment" commands::submit_deployment;
        post HoldPass "/at/ply" commands::submit_ply;
        post HoldPass "/at/word" pass_holder::submit_action;
        form HoldPass "/at/{link}" pass_holder::show_link, pass_holder::open_link;
    }
}

/// Public pages of organisations.
fn organisations(routes: &mut Routes) {
    use pages::organisations::*;
    routes! { routes,
        get_with_query ReadPublic "/organisations" index::show;
        form CreateOrganisation "/organisations/new" new::show, new::submit;
        get_with_query ReadPublic "/organisations/{slug}" home::show;
        get_with_query ReadPublic "/organisations/{slug}/members" members::show;
        get_with_query ReadPublic "/organisations/{slug}/standings" standings::show;
        get_with_query ReadPublic "/organisations/{slug}/series" series::show;
        get_with_query ReadPublic "/organisations/{slug}/leagues" leagues::show;
        get ReadPublic "/organisations/{slug}/events.atom" feeds::atom;
        get ReadPublic "/organisations/{slug}/events.ics" feeds::calendar;
        get_with_query ReadPublic "/organisations/{slug}/logo.png" logo::show;
    }
}

/// Administration of organisations.
fn organisation_desk(routes: &mut Routes) {
    use pages::organisations::*;
    routes! { routes,
        form EditRoster "/organisations/{slug}/members/add" member_form::show_new, member_form::submit_new;
        form EditRoster "/organisations/{slug}/members/{handle}/edit" member_form::show, member_form::submit_edit;
        form EditRoster "/organisations/{slug}/members/{handle}/remove"
            member_form::show_remove, member_form::submit_remove;
        post EditRoster "/organisations/{slug}/members/{handle}/verify" member_form::set_verified;
        form EditRoster "/organisations/{slug}/roster" roster::show, roster::submit_preview;
        form EditRoster "/organisations/{slug}/roster/apply" roster::show_apply, roster::apply;
        get ReadRoster "/organisations/{slug}/roster/template.csv" roster::template;
        get ReadRoster "/organisations/{slug}/roster.csv" roster::export;
        form EditRoster "/organisations/{slug}/rating-lists" rating_lists::show, rating_lists::import;
        get_with_query ReadRoster "/organisations/{slug}/rating-lists/{list}" rating_lists::search;
        post EditRoster "/organisations/{slug}/rating-lists/{list}/remove" rating_lists::remove;
        form DecideClaim "/organisations/{slug}/claims" claims::show, claims::submit_decision;
        form ImportForOrganisation "/organisations/{slug}/records" record_upload::show, record_upload::submit;
        form EditSeasons "/organisations/{slug}/seasons" seasons::show, seasons::create;
        form EditSeasons "/organisations/{slug}/seasons/{season}" seasons::show_edit, seasons::update;
        post EditSeasons "/organisations/{slug}/seasons/{season}/remove" seasons::delete;
        form EditSeasons "/organisations/{slug}/titles" titles::show, titles::submit;
        form EditSeasons "/organisations/{slug}/points" seasons::show_points, seasons::submit_points;
        post RunEvent "/organisations/{slug}/leagues/next" leagues::submit_next;
        post RunEvent "/organisations/{slug}/leagues/delete" leagues::delete;
        get_with_query ReadRoles "/organisations/{slug}/officials" officials::show;
        form GrantOfficial "/organisations/{slug}/officials/add"
            officials::show_role_form, officials::submit_role_form;
        form GrantOrganizer "/organisations/{slug}/officials/appoint"
            officials::show_role_form, officials::submit_role_form;
        form ReadRoles "/organisations/{slug}/officials/{role}/revoke" officials::show_revoke, officials::submit_revoke;
        post LeaveRole "/organisations/{slug}/officials/{role}/leave" officials::resign;
        post ReadRoles "/organisations/{slug}/officials/invitations/{invitation}/take-back"
            officials::withdraw_invitation;
        form ManageWebhooks "/organisations/{slug}/webhooks" webhooks::show, webhooks::create;
        post ManageWebhooks "/organisations/{slug}/webhooks/{webhook}/remove" webhooks::delete;
        post ManageWebhooks "/organisations/{slug}/webhooks/{webhook}/replay" webhooks::replay;
        form EditOrganisation "/organisations/{slug}/edit" edit::show, edit::submit;
        form EditOrganisation "/organisations/{slug}/edit/logo" edit::show_logo, edit::submit_logo;
        get_with_query ReadOrganisationAudit "/organisations/{slug}/audit" audit::show;
        get_with_query ReadOrganisationAudit "/organisations/{slug}/audit.csv"
            |visit, place, query| audit::export(visit, place, query, AuditFormat::Csv);
        get_with_query ReadOrganisationAudit "/organisations/{slug}/audit.ndjson"
            |visit, place, query| audit::export(visit, place, query, AuditFormat::Ndjson);
    }
}

/// Administration of the site.
fn operator(routes: &mut Routes) {
    use pages::operator::*;
    routes! { routes,
        get_with_query OverseeSite "/operator" overview::show;
        get_with_query OverseeSite "/operator/accounts" accounts::index;
        get OverseeSite "/operator/accounts/{name}" accounts::show;
        form Suspend "/operator/accounts/{name}/suspend"
            |visit, path| accounts::show_action(visit, path, accounts::SUSPEND),
            |visit, path, post| accounts::submit_action(visit, path, post, accounts::SUSPEND);
        form Suspend "/operator/accounts/{name}/reinstate"
            |visit, path| accounts::show_action(visit, path, accounts::REINSTATE),
            |visit, path, post| accounts::submit_action(visit, path, post, accounts::REINSTATE);
        form GrantSiteRole "/operator/accounts/{name}/role"
            |visit, path| accounts::show_action(visit, path, accounts::GRANT),
            |visit, path, post| accounts::submit_action(visit, path, post, accounts::GRANT);
        get_with_query OverseeSite "/operator/organisations" organisations::index;
        form ApproveOrganisation "/operator/organisations/{slug}" organisations::show, organisations::submit_decision;
        get_with_query OverseeSite "/operator/deliveries" deliveries::show;
        post OverseeSite "/operator/deliveries/retry" deliveries::submit_retry;
        get OverseeSite "/operator/status" status::show;
        form MergePlayers "/operator/players" merges::show, merges::submit_merge;
        form MergePlayers "/operator/players/{merge}/undo" merges::show_undo, merges::submit_undo;
        get_with_query OverseeSite "/operator/reports" moderation::show_reports;
        get_with_query ModerateReviews "/operator/reviews" moderation::show_reviews;
        form DecideAnyClaim "/operator/claims" claims::show, claims::submit_decision;
        form Invite "/operator/invitations" invitations::show, invitations::submit;
        post Invite "/operator/invitations/{invitation}/take-back" invitations::withdraw;
        get_with_query ReadSiteAudit "/operator/audit" audit::show;
        get_with_query ReadSiteAudit "/operator/audit.csv" |visit, query| audit::export(visit, query, AuditFormat::Csv);
        get_with_query ReadSiteAudit "/operator/audit.ndjson"
            |visit, query| audit::export(visit, query, AuditFormat::Ndjson);
    }
}

async fn healthz() -> HttpResponse {
    plain_text(StatusCode::OK, "ok")
}

/// Reports all parts, or the requested one: `/readyz?only=reading`.
async fn readyz(visit: RequestContext, parameters: QueryString) -> Result<HttpResponse, PageError> {
    let only = parameters.parse(&["only"]).or_page(&visit)?.text("only");
    if only.as_deref().is_some_and(|only| !Readiness::is_part(only)) {
        return Ok(plain_text(StatusCode::BAD_REQUEST, "only is reading, writing or streams\n"));
    }
    Ok(visit.site.readiness.respond(&visit.site, only.as_deref()))
}

/// Headers that proxies add; a proxied client may be anywhere.
const PROXY_HEADERS: [&str; 5] =
    ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

/// Serves metrics to clients on this machine. Disabled behind a proxy, which is on this machine
/// too, and if metrics have an address of their own.
async fn metrics(
    visit: RequestContext,
    request: HttpRequest,
    handle: web::Data<PrometheusHandle>,
) -> HttpResponse {
    let settings = &visit.site.settings;
    if settings.behind_proxy || settings.metrics_listen.is_some() {
        return plain_text(
            StatusCode::FORBIDDEN,
            "metrics have an address of their own: metrics_listen",
        );
    }
    let local = request.peer_addr().is_some_and(|peer| peer.ip().is_loopback());
    if local && !PROXY_HEADERS.iter().any(|name| request.headers().contains_key(*name)) {
        plain_text(StatusCode::OK, handle.render())
    } else {
        plain_text(StatusCode::FORBIDDEN, "metrics are for this machine only")
    }
}

/// Serves metrics at their own address.
pub async fn internal_metrics(handle: web::Data<PrometheusHandle>) -> HttpResponse {
    plain_text(StatusCode::OK, handle.render())
}

fn plain_text(status: StatusCode, words: impl Into<String>) -> HttpResponse {
    HttpResponse::build(status)
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(words.into())
}

async fn not_found(request: HttpRequest) -> HttpResponse {
    not_found_at(&request, request.path())
}

/// There is nothing below a number that cannot be read.
fn unreadable_path(error: PathError, request: &HttpRequest) -> Error {
    let response = not_found_at(request, request.path());
    InternalError::from_response(error, response).into()
}

/// Counts and times requests by route pattern, not by path.
pub async fn record_request_metrics<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let start = Instant::now();
    let response = next.call(request).await?;
    let route = response.request().match_pattern().unwrap_or_else(|| "none".to_owned());
    let class = route_class(&route);
    let labels = [("route", route), ("status", response.status().as_u16().to_string())];
    metrics::counter!("adjutant_http_requests_total", &labels).increment(1);
    metrics::histogram!("adjutant_http_request_duration_seconds", "class" => class)
        .record(start.elapsed().as_secs_f64());
    Ok(response)
}
