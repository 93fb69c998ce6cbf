//! All routes.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::ServiceConfig;
use actix_web::{Error, HttpRequest, HttpResponse, web};
use metrics_exporter_prometheus::PrometheusHandle;

use adjutant_service::access::Act;

use super::error::{PageError, not_found_at};
use super::parameters::QueryString;
use super::readiness::Readiness;
use super::request_context::RequestContext;
use super::resources::{form_resource, get_resource, get_resource_without_query, post_resource};
use super::{api, assets, download, images, pages};

pub fn configure(config: &mut ServiceConfig) {
    // Routes are matched in this order, and live games are requested most.
    api::configure_live(config);
    plays(config);
    get_resource_without_query(config, Act::ReadPublic, "/", pages::home::show);
    get_resource_without_query(config, Act::ReadPublic, "/leaderboards", pages::leaderboard::index);
    get_resource(config, Act::ReadPublic, "/leaderboards/{pool}", pages::leaderboard::show);
    get_resource(config, Act::ReadPublic, "/players", pages::players::index);
    get_resource_without_query(config, Act::ReadPublic, "/players/{handle}", pages::players::show);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/players/{handle}/versus/{other}",
        pages::players::versus,
    );
    get_resource(config, Act::ReadPublic, "/games", pages::games::index);
    get_resource(config, Act::ReadPublic, "/games/{id}", pages::replay::show);
    reviews(config);
    rooms(config);
    collections(config);
    get_resource(config, Act::ReadPublic, "/games/{id}/known", pages::replay::show_knowledge);
    get_resource(config, Act::ReadPublic, "/games/{id}/variation", pages::variation::show);
    get_resource(config, Act::ReadPublic, "/games/{id}/board.png", images::board_png);
    get_resource(config, Act::ReadPublic, "/games/{id}/game.gif", images::game_gif);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/games/{id}/sheet",
        pages::sharing::score_sheet::show,
    );
    get_resource(config, Act::ReadPublic, "/embed/games/{id}", pages::sharing::embed::show);
    get_resource(config, Act::ReadPublic, "/oembed", pages::sharing::oembed::show);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/games/{id}/{file}",
        download::download_record,
    );
    get_resource(config, Act::ReadPublic, "/quiz", pages::quiz::today);
    get_resource(config, Act::ReadPublic, "/quiz/{date}", pages::quiz::show);
    get_resource(config, Act::ReadPublic, "/events", pages::events::index);
    get_resource(config, Act::ReadPublic, "/events/{slug}", pages::events::show);
    get_resource_without_query(config, Act::ReadPublic, "/rules", pages::about::rules);
    get_resource_without_query(config, Act::ReadPublic, "/notation", pages::notation::show);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/notation.md",
        pages::notation::specification,
    );
    get_resource_without_query(config, Act::ReadPublic, "/knowledge", pages::about::knowledge);
    get_resource_without_query(config, Act::ReadPublic, "/api", pages::about::api);
    get_resource_without_query(config, Act::ReadPublic, "/api/problems", pages::about::problems);
    get_resource(config, Act::ReadPublic, "/formations", pages::formations::index::show);
    get_resource_without_query(
        config,
        Act::KeepSetUps,
        "/formations/mine",
        pages::formations::own_set_ups::show,
    );
    let (show, take) = (pages::formations::set_up::show, pages::formations::set_up::submit);
    form_resource(config, Act::ReadPublic, "/formations/set-up", show, take);
    get_resource(
        config,
        Act::ReadPublic,
        "/formations/{code}",
        pages::formations::set_up::redirect_moved,
    );
    contests(config);
    account(config);
    set_ups(config);
    tables(config);
    organisations(config);
    organisation_desk(config);
    operator(config);
    post_resource(config, Act::ChooseLooks, "/preferences", pages::preferences::update);
    get_resource(config, Act::ReadPublic, "/static/{digest}/{name:.*}", assets::get);
    get_resource(config, Act::Probe, "/healthz", healthz);
    get_resource(config, Act::Probe, "/readyz", readyz);
    get_resource(config, Act::Probe, "/metrics", metrics);
    api::configure(config);
    config.default_service(web::to(not_found));
}

/// Signing up, and the account pages.
fn account(config: &mut ServiceConfig) {
    use pages::account::*;
    form_resource(config, Act::Enter, "/sign-up", sign_up::show, sign_up::submit);
    form_resource(config, Act::Enter, "/sign-in", sign_in::show, sign_in::submit);
    form_resource(config, Act::Enter, "/sign-in/code", sign_in::show_code, sign_in::submit_code);
    post_resource(config, Act::Enter, "/sign-out", sign_in::sign_out);
    form_resource(
        config,
        Act::Enter,
        "/forgotten",
        password_reset::show,
        password_reset::submit_request,
    );
    form_resource(
        config,
        Act::Enter,
        "/reset/{token}",
        password_reset::show_reset,
        password_reset::submit_reset,
    );
    form_resource(
        config,
        Act::Enter,
        "/confirm/{token}",
        email::show_confirm,
        email::submit_confirm,
    );
    form_resource(config, Act::Enter, "/join/{token}", invitation::show, invitation::accept);
    get_resource(config, Act::KeepAccount, "/account", overview::show);
    form_resource(
        config,
        Act::KeepAccount,
        "/account/security",
        security::show,
        security::submit_sign_out,
    );
    form_resource(
        config,
        Act::KeepAccount,
        "/account/prove",
        password::show_prompt,
        password::submit_prompt,
    );
    form_resource(config, Act::KeepAccount, "/account/password", password::show, password::submit);
    form_resource(config, Act::KeepAccount, "/account/email", email::show, email::submit);
    let (show, take) = (second_factor::show, second_factor::submit_setup);
    form_resource(config, Act::KeepAccount, "/account/second-factor", show, take);
    let (show, take) = (second_factor::show_disable, second_factor::submit_disable);
    form_resource(config, Act::KeepAccount, "/account/second-factor/off", show, take);
    let (show, take) = (second_factor::show_codes, second_factor::submit_new_codes);
    form_resource(config, Act::KeepAccount, "/account/recovery-codes", show, take);
    form_resource(config, Act::KeepAccount, "/account/tokens", tokens::show, tokens::revoke);
    form_resource(
        config,
        Act::KeepAccount,
        "/account/tokens/new",
        tokens::show_new,
        tokens::create,
    );
    form_resource(config, Act::KeepAccount, "/account/player", player::show, player::submit);
    form_resource(
        config,
        Act::KeepProfile,
        "/account/player/bot",
        player::show_bot,
        player::submit_bot,
    );
    let (show, take) = (player::show_claim, player::submit_claim);
    form_resource(config, Act::ClaimPlayer, "/account/player/claim", show, take);
    post_resource(config, Act::ClaimPlayer, "/account/player/withdraw", player::withdraw_claim);
    post_resource(config, Act::KeepAccount, "/account/player/leave", player::leave_roster);
    form_resource(config, Act::ExportOwn, "/account/data", data::show, data::download);
    form_resource(
        config,
        Act::DeleteOwn,
        "/account/delete",
        data::show_delete,
        data::submit_delete,
    );
    get_resource(config, Act::ReadOwnAudit, "/account/audit", audit::show);
}

/// Reviews of finished games.
fn reviews(config: &mut ServiceConfig) {
    use pages::reviews::*;
    form_resource(config, Act::KeepReviews, "/games/{id}/reviews/new", new::show, new::create);
    get_resource(config, Act::ReadPublic, "/games/{id}/reviews/{review}", show::show);
    post_resource(
        config,
        Act::KeepReviews,
        "/games/{id}/reviews/{review}/remark",
        actions::submit_remark,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/games/{id}/reviews/{review}/state",
        actions::set_state,
    );
    let (show, take) = (moderate::show_take_down, moderate::submit_take_down);
    form_resource(
        config,
        Act::ModerateReviews,
        "/games/{id}/reviews/{review}/take-down",
        show,
        take,
    );
    let (show, take) = (moderate::show_restore, moderate::submit_restore);
    form_resource(
        config,
        Act::ModerateReviews,
        "/games/{id}/reviews/{review}/give-back",
        show,
        take,
    );
    get_resource_without_query(config, Act::KeepReviews, "/reviews", index::show);
    get_resource_without_query(config, Act::KeepReviews, "/reviews/notes", note_calibration::show);
}

/// Review rooms.
fn rooms(config: &mut ServiceConfig) {
    use pages::rooms::*;
    form_resource(config, Act::KeepReviews, "/games/{id}/rooms/new", new::show, new::create);
    get_resource(config, Act::ReadPublic, "/rooms/{link}", show::show);
    get_resource(config, Act::ReadPublic, "/rooms/{link}/events", show::events);
    post_resource(config, Act::KeepReviews, "/rooms/{link}/lead", actions::submit_position);
    post_resource(config, Act::KeepReviews, "/rooms/{link}/crown", actions::hand_over);
    post_resource(config, Act::KeepReviews, "/rooms/{link}/end", actions::close_room);
}

/// Collections of finished games.
fn collections(config: &mut ServiceConfig) {
    use pages::collections::*;
    form_resource(
        config,
        Act::KeepReviews,
        "/games/{id}/collect",
        chapter_form::show,
        chapter_form::create,
    );
    get_resource(config, Act::ReadPublic, "/collections", index::show);
    get_resource(config, Act::KeepReviews, "/collections/mine", index::show_own);
    form_resource(config, Act::KeepReviews, "/collections/new", edit::show_new, edit::create);
    get_resource(config, Act::ReadPublic, "/collections/{collection}", show::show);
    form_resource(
        config,
        Act::KeepReviews,
        "/collections/{collection}/edit",
        edit::show,
        edit::update,
    );
    let (show, take) = (edit::show_remove, edit::delete);
    form_resource(config, Act::KeepReviews, "/collections/{collection}/remove", show, take);
    post_resource(config, Act::KeepReviews, "/collections/{collection}/state", actions::set_state);
    get_resource(
        config,
        Act::ReadPublic,
        "/collections/{collection}/chapters/{chapter}",
        chapter::show,
    );
    let (show, take) = (chapter_form::show_chapter, chapter_form::update);
    form_resource(
        config,
        Act::KeepReviews,
        "/collections/{collection}/chapters/{chapter}/edit",
        show,
        take,
    );
    post_resource(
        config,
        Act::KeepReviews,
        "/collections/{collection}/chapters/{chapter}/state",
        actions::update_chapter,
    );
}

/// Saved set-ups.
fn set_ups(config: &mut ServiceConfig) {
    use pages::set_ups::*;
    form_resource(config, Act::KeepSetUps, "/set-ups", index::show, index::rename);
    form_resource(config, Act::KeepSetUps, "/set-ups/new", edit::show_new, edit::create);
    form_resource(config, Act::KeepSetUps, "/set-ups/{set_up}", edit::show, edit::update);
    post_resource(config, Act::KeepSetUps, "/set-ups/{set_up}/remove", index::delete);
}

/// Live games.
fn plays(config: &mut ServiceConfig) {
    use pages::plays::*;
    get_resource(config, Act::ReadPublic, "/play", lobby::show);
    get_resource(config, Act::ReadPublic, "/play/watch", watch::show);
    form_resource(config, Act::Play, "/play/new", new_seek::show, new_seek::submit);
    post_resource(config, Act::Play, "/play/offers/{offer}/accept", lobby::accept);
    post_resource(config, Act::Play, "/play/offers/{offer}/take-back", lobby::cancel);
    get_resource(config, Act::ReadPublic, "/play/{id}", game::show);
    get_resource(config, Act::ReadPublic, "/play/{id}/events", commands::events);
    post_resource(config, Act::Play, "/play/{id}/deployment", commands::submit_deployment);
    post_resource(config, Act::Play, "/play/{id}/ply", commands::submit_ply);
    post_resource(config, Act::Play, "/play/{id}/word", commands::submit_action);
    post_resource(config, Act::Play, "/play/{id}/rematch", rematch::submit_rematch);
    post_resource(config, Act::Play, "/play/{id}/notes", notes::submit_note);
    get_resource(config, Act::ReadPublic, "/overlay/play/{id}", overlay::show_game);
    get_resource(config, Act::ReadPublic, "/overlay/play/{id}/events", overlay::events);
    get_resource(config, Act::ReadPublic, "/overlay/events/{slug}/{table}", overlay::show_table);
    form_resource(config, Act::Play, "/play/{id}/report", report::show, report::submit);
    post_resource(config, Act::RulePlay, "/play/{id}/ruling", rulings::submit);
    get_resource(config, Act::OfficiateEvent, "/events/{slug}/plays", event_desk::show);
    post_resource(config, Act::ManagePairings, "/events/{slug}/plays/new", event_desk::create_game);
    post_resource(config, Act::LiftEmbargo, "/events/{slug}/openings", event_desk::reveal_ranks);
}

/// Events run on this site.
fn contests(config: &mut ServiceConfig) {
    use pages::contests::*;
    get_resource(
        config,
        Act::ReadPublic,
        "/events/{slug}/places/{entrant}",
        tie_break_explanation::show,
    );
    get_resource(config, Act::ReadPublic, "/events/{slug}/why/{round}", pairing_explanation::show);
    get_resource(config, Act::ReadPublic, "/events/{slug}/print/{sheet}", print::show);
    get_resource(config, Act::ReadPublic, "/events/{slug}/screen", screen::show);
    get_resource_without_query(config, Act::ReadPublic, "/events/{slug}/event.ics", calendar::show);
    post_resource(config, Act::TakePart, "/events/{slug}/part", participation::submit);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/events/{slug}/matches",
        match_lists::show,
    );
    get_resource(
        config,
        Act::ReadPublic,
        "/events/{slug}/matches.ics",
        match_lists::event_calendar,
    );
    get_resource(config, Act::ReadPublic, "/events/{slug}/matches/{match}", match_page::show);
    post_resource(
        config,
        Act::TakePart,
        "/events/{slug}/matches/{match}/part",
        match_page::submit_player_action,
    );
    post_resource(
        config,
        Act::EnterResults,
        "/events/{slug}/matches/{match}/ruling",
        match_page::submit_ruling,
    );
    get_resource_without_query(config, Act::Play, "/matches", match_lists::show_own);
    get_resource_without_query(config, Act::Play, "/matches.ics", match_lists::own_calendar);
    get_resource(config, Act::OfficiateEvent, "/events/{slug}/run", desk::show);
    post_resource(config, Act::CheckIn, "/events/{slug}/run/people", desk_people::submit);
    post_resource(config, Act::ManagePairings, "/events/{slug}/run/rounds", desk_rounds::submit);
    post_resource(config, Act::EnterResults, "/events/{slug}/run/results", desk_results::submit);
    post_resource(config, Act::RunEvent, "/events/{slug}/run/settings", desk_settings::submit);
    get_resource_without_query(
        config,
        Act::OfficiateEvent,
        "/events/{slug}/run/event.ndjson",
        restore::download,
    );
    post_resource(
        config,
        Act::OfficiateEvent,
        "/events/{slug}/run/stewards",
        desk_stewards::submit,
    );
    get_resource(config, Act::ReadPublic, "/hall", hall::show);
    post_resource(config, Act::HoldPass, "/hall/results", hall::submit_results);
    post_resource(config, Act::HoldPass, "/hall/people", hall::submit_check_ins);
    form_resource(config, Act::HoldPass, "/hall/{link}", hall::show_link, hall::open_link);
    form_resource(
        config,
        Act::RunEvent,
        "/organisations/{slug}/events/new",
        new::show,
        new::submit,
    );
    let (show, take) = (restore::show, restore::submit);
    form_resource(config, Act::RunEvent, "/organisations/{slug}/events/restore", show, take);
}

/// Games at a table, for holders of a pass.
fn tables(config: &mut ServiceConfig) {
    use pages::plays::*;
    form_resource(
        config,
        Act::RulePlay,
        "/play/{id}/passes",
        table_passes::show,
        table_passes::create_pass,
    );
    get_resource(config, Act::ReadPublic, "/at", pass_holder::show);
    get_resource(config, Act::ReadPublic, "/at/events", pass_holder::events);
    post_resource(config, Act::HoldPass, "/at/deployment", pass_holder::submit_deployment);
    post_resource(config, Act::HoldPass, "/at/ply", pass_holder::submit_ply);
    post_resource(config, Act::HoldPass, "/at/word", pass_holder::submit_action);
    form_resource(
        config,
        Act::HoldPass,
        "/at/{link}",
        pass_holder::show_link,
        pass_holder::open_link,
    );
}

/// Public pages of organisations.
fn organisations(config: &mut ServiceConfig) {
    use pages::organisations::*;
    get_resource(config, Act::ReadPublic, "/organisations", index::show);
    form_resource(config, Act::CreateOrganisation, "/organisations/new", new::show, new::submit);
    get_resource(config, Act::ReadPublic, "/organisations/{slug}", home::show);
    get_resource(config, Act::ReadPublic, "/organisations/{slug}/members", members::show);
    get_resource(config, Act::ReadPublic, "/organisations/{slug}/standings", standings::show);
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/organisations/{slug}/events.atom",
        feeds::atom,
    );
    get_resource_without_query(
        config,
        Act::ReadPublic,
        "/organisations/{slug}/events.ics",
        feeds::calendar,
    );
    get_resource(config, Act::ReadPublic, "/organisations/{slug}/logo.png", logo::show);
}

/// Administration of organisations.
#[expect(clippy::too_many_lines, reason = "a table of addresses, one call each")]
fn organisation_desk(config: &mut ServiceConfig) {
    use pages::organisations::*;
    let (show, take) = (member_form::show_new, member_form::submit_new);
    form_resource(config, Act::EditRoster, "/organisations/{slug}/members/add", show, take);
    let (show, take) = (member_form::show, member_form::submit_edit);
    form_resource(
        config,
        Act::EditRoster,
        "/organisations/{slug}/members/{handle}/edit",
        show,
        take,
    );
    let (show, take) = (member_form::show_remove, member_form::submit_remove);
    form_resource(
        config,
        Act::EditRoster,
        "/organisations/{slug}/members/{handle}/remove",
        show,
        take,
    );
    post_resource(
        config,
        Act::EditRoster,
        "/organisations/{slug}/members/{handle}/verify",
        member_form::set_verified,
    );
    form_resource(
        config,
        Act::EditRoster,
        "/organisations/{slug}/roster",
        roster::show,
        roster::submit_preview,
    );
    let (show, take) = (roster::show_apply, roster::apply);
    form_resource(config, Act::EditRoster, "/organisations/{slug}/roster/apply", show, take);
    get_resource_without_query(
        config,
        Act::ReadRoster,
        "/organisations/{slug}/roster/template.csv",
        roster::template,
    );
    get_resource_without_query(
        config,
        Act::ReadRoster,
        "/organisations/{slug}/roster.csv",
        roster::export,
    );
    form_resource(
        config,
        Act::DecideClaim,
        "/organisations/{slug}/claims",
        claims::show,
        claims::submit_decision,
    );
    let (show, take) = (record_upload::show, record_upload::submit);
    form_resource(config, Act::ImportForOrganisation, "/organisations/{slug}/records", show, take);
    form_resource(
        config,
        Act::EditSeasons,
        "/organisations/{slug}/seasons",
        seasons::show,
        seasons::create,
    );
    let (show, take) = (seasons::show_edit, seasons::update);
    form_resource(config, Act::EditSeasons, "/organisations/{slug}/seasons/{season}", show, take);
    post_resource(
        config,
        Act::EditSeasons,
        "/organisations/{slug}/seasons/{season}/remove",
        seasons::delete,
    );
    form_resource(
        config,
        Act::EditSeasons,
        "/organisations/{slug}/titles",
        titles::show,
        titles::submit,
    );
    form_resource(
        config,
        Act::EditSeasons,
        "/organisations/{slug}/points",
        season_points::show,
        season_points::submit,
    );
    get_resource(config, Act::ReadRoles, "/organisations/{slug}/officials", officials::show);
    let (show, take) = (officials::show_add, officials::submit_add);
    form_resource(config, Act::GrantOfficial, "/organisations/{slug}/officials/add", show, take);
    let (show, take) = (officials::show_appoint, officials::submit_appoint);
    form_resource(
        config,
        Act::GrantOrganizer,
        "/organisations/{slug}/officials/appoint",
        show,
        take,
    );
    let (show, take) = (officials::show_revoke, officials::submit_revoke);
    form_resource(
        config,
        Act::ReadRoles,
        "/organisations/{slug}/officials/{role}/revoke",
        show,
        take,
    );
    post_resource(
        config,
        Act::LeaveRole,
        "/organisations/{slug}/officials/{role}/leave",
        officials::resign,
    );
    post_resource(
        config,
        Act::ReadRoles,
        "/organisations/{slug}/officials/invitations/{invitation}/take-back",
        officials::withdraw_invitation,
    );
    form_resource(
        config,
        Act::EditOrganisation,
        "/organisations/{slug}/edit",
        edit::show,
        edit::submit,
    );
    let (show, take) = (edit::show_logo, edit::submit_logo);
    form_resource(config, Act::EditOrganisation, "/organisations/{slug}/edit/logo", show, take);
    get_resource(config, Act::ReadOrganisationAudit, "/organisations/{slug}/audit", audit::show);
    get_resource(config, Act::ReadOrganisationAudit, "/organisations/{slug}/audit.csv", audit::csv);
    get_resource(
        config,
        Act::ReadOrganisationAudit,
        "/organisations/{slug}/audit.ndjson",
        audit::ndjson,
    );
}

/// Administration of the site.
fn operator(config: &mut ServiceConfig) {
    use pages::operator::*;
    get_resource(config, Act::OverseeSite, "/operator", overview::show);
    get_resource(config, Act::OverseeSite, "/operator/accounts", accounts::index);
    get_resource_without_query(
        config,
        Act::OverseeSite,
        "/operator/accounts/{name}",
        accounts::show,
    );
    let (show, take) = (accounts::show_suspend, accounts::submit_suspend);
    form_resource(config, Act::Suspend, "/operator/accounts/{name}/suspend", show, take);
    let (show, take) = (accounts::show_reinstate, accounts::submit_reinstate);
    form_resource(config, Act::Suspend, "/operator/accounts/{name}/reinstate", show, take);
    let (show, take) = (accounts::show_role, accounts::submit_role);
    form_resource(config, Act::GrantSiteRole, "/operator/accounts/{name}/role", show, take);
    get_resource(config, Act::OverseeSite, "/operator/organisations", organisations::index);
    let (show, take) = (organisations::show, organisations::submit_decision);
    form_resource(config, Act::ApproveOrganisation, "/operator/organisations/{slug}", show, take);
    form_resource(
        config,
        Act::MergePlayers,
        "/operator/players",
        merges::show,
        merges::submit_merge,
    );
    let (show, take) = (merges::show_undo, merges::submit_undo);
    form_resource(config, Act::MergePlayers, "/operator/players/{merge}/undo", show, take);
    get_resource(config, Act::OverseeSite, "/operator/reports", reports::show);
    get_resource(config, Act::ModerateReviews, "/operator/reviews", reviews::show);
    form_resource(
        config,
        Act::DecideAnyClaim,
        "/operator/claims",
        claims::show,
        claims::submit_decision,
    );
    form_resource(
        config,
        Act::Invite,
        "/operator/invitations",
        invitations::show,
        invitations::submit,
    );
    post_resource(
        config,
        Act::Invite,
        "/operator/invitations/{invitation}/take-back",
        invitations::withdraw,
    );
    get_resource(config, Act::ReadSiteAudit, "/operator/audit", audit::show);
    get_resource(config, Act::ReadSiteAudit, "/operator/audit.csv", audit::csv);
    get_resource(config, Act::ReadSiteAudit, "/operator/audit.ndjson", audit::ndjson);
}

async fn healthz() -> HttpResponse {
    plain_text(StatusCode::OK, "ok")
}

/// Reports all parts, or the requested one: `/readyz?only=reading`.
async fn readyz(visit: RequestContext, parameters: QueryString) -> Result<HttpResponse, PageError> {
    let wrong = |e| PageError::from_parameter(&visit, &e);
    let only = parameters.parse(&["only"]).map_err(wrong)?.text("only");
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

/// Counts and times requests by route pattern, not by path.
pub async fn record_request_metrics<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let start = Instant::now();
    let response = next.call(request).await?;
    let route = response.request().match_pattern().unwrap_or_else(|| "none".to_owned());
    let labels = [("route", route), ("status", response.status().as_u16().to_string())];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_seconds", &labels).record(start.elapsed().as_secs_f64());
    Ok(response)
}
