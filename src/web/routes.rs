//! The whole table of addresses.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::ServiceConfig;
use actix_web::{Error, HttpRequest, HttpResponse, web};
use metrics_exporter_prometheus::PrometheusHandle;

use crate::service::access::Act;

use super::error::{PageError, nothing_at};
use super::methods::{form, read, read_plain, write};
use super::parameters::Parameters;
use super::readiness::Readiness;
use super::visit::Visit;
use super::{api, assets, download, pages, picture};

/// Every route of the site.
pub fn configure(config: &mut ServiceConfig) {
    // An address is looked for from the top: games under way are asked for most.
    api::live(config);
    plays(config);
    read_plain(config, Act::ReadPublic, "/", pages::home::show);
    read_plain(config, Act::ReadPublic, "/leaderboards", pages::leaderboard::index);
    read(config, Act::ReadPublic, "/leaderboards/{pool}", pages::leaderboard::show);
    read(config, Act::ReadPublic, "/players", pages::players::index);
    read_plain(config, Act::ReadPublic, "/players/{handle}", pages::players::show);
    read_plain(config, Act::ReadPublic, "/players/{handle}/versus/{other}", pages::players::versus);
    read(config, Act::ReadPublic, "/games", pages::games::index);
    read(config, Act::ReadPublic, "/games/{id}", pages::replay::show);
    reviews(config);
    rooms(config);
    collections(config);
    read(config, Act::ReadPublic, "/games/{id}/variation", pages::variation::show);
    read(config, Act::ReadPublic, "/games/{id}/board.png", picture::board);
    read(config, Act::ReadPublic, "/games/{id}/game.gif", picture::film);
    read_plain(config, Act::ReadPublic, "/games/{id}/sheet", pages::sharing::sheet::show);
    read(config, Act::ReadPublic, "/embed/games/{id}", pages::sharing::embed::show);
    read(config, Act::ReadPublic, "/oembed", pages::sharing::oembed::show);
    read_plain(config, Act::ReadPublic, "/games/{id}/{file}", download::get);
    read(config, Act::ReadPublic, "/quiz", pages::quiz::today);
    read(config, Act::ReadPublic, "/quiz/{date}", pages::quiz::show);
    read(config, Act::ReadPublic, "/events", pages::events::index);
    read(config, Act::ReadPublic, "/events/{slug}", pages::events::show);
    read_plain(config, Act::ReadPublic, "/rules", pages::about::rules);
    read_plain(config, Act::ReadPublic, "/notation", pages::notation::show);
    read_plain(config, Act::ReadPublic, "/notation.md", pages::notation::paper);
    read_plain(config, Act::ReadPublic, "/knowledge", pages::about::knowledge);
    read_plain(config, Act::ReadPublic, "/api", pages::about::api);
    read_plain(config, Act::ReadPublic, "/api/problems", pages::about::problems);
    read(config, Act::ReadPublic, "/formations", pages::formations::index::show);
    read_plain(config, Act::KeepSetUps, "/formations/mine", pages::formations::mine::show);
    let (show, take) = (pages::formations::one::show, pages::formations::one::take);
    form(config, Act::ReadPublic, "/formations/set-up", show, take);
    read(config, Act::ReadPublic, "/formations/{code}", pages::formations::one::moved);
    contests(config);
    account(config);
    set_ups(config);
    tables(config);
    organisations(config);
    organisation_desk(config);
    operator(config);
    write(config, Act::ChooseLooks, "/preferences", pages::preferences::set);
    read(config, Act::ReadPublic, "/static/{digest}/{name:.*}", assets::get);
    read(config, Act::Probe, "/healthz", healthz);
    read(config, Act::Probe, "/readyz", readyz);
    read(config, Act::Probe, "/metrics", metrics);
    api::configure(config);
    config.default_service(web::to(nothing_here));
}

/// Coming to have an account, and keeping it.
fn account(config: &mut ServiceConfig) {
    use pages::account::*;
    form(config, Act::Enter, "/sign-up", sign_up::show, sign_up::take);
    form(config, Act::Enter, "/sign-in", sign_in::show, sign_in::take);
    form(config, Act::Enter, "/sign-in/code", sign_in::show_code, sign_in::take_code);
    write(config, Act::Enter, "/sign-out", sign_in::leave);
    form(config, Act::Enter, "/forgotten", forgotten::show, forgotten::take);
    form(config, Act::Enter, "/reset/{token}", forgotten::show_reset, forgotten::take_reset);
    form(config, Act::Enter, "/confirm/{token}", email::confirm, email::confirmed);
    form(config, Act::Enter, "/join/{token}", invitation::show, invitation::take);
    read(config, Act::KeepAccount, "/account", overview::show);
    form(config, Act::KeepAccount, "/account/security", security::show, security::take);
    form(config, Act::KeepAccount, "/account/prove", prove::show, prove::take);
    form(config, Act::KeepAccount, "/account/password", password::show, password::take);
    form(config, Act::KeepAccount, "/account/email", email::show, email::take);
    let (show, take) = (second_factor::show, second_factor::take);
    form(config, Act::KeepAccount, "/account/second-factor", show, take);
    let (show, take) = (second_factor::show_off, second_factor::take_off);
    form(config, Act::KeepAccount, "/account/second-factor/off", show, take);
    let (show, take) = (second_factor::show_codes, second_factor::take_codes);
    form(config, Act::KeepAccount, "/account/recovery-codes", show, take);
    form(config, Act::KeepAccount, "/account/tokens", tokens::show, tokens::take);
    form(config, Act::KeepAccount, "/account/tokens/new", tokens::show_new, tokens::take_new);
    form(config, Act::KeepAccount, "/account/player", player::show, player::take);
    form(config, Act::KeepProfile, "/account/player/bot", player::show_bot, player::take_bot);
    let (show, take) = (player::show_claim, player::take_claim);
    form(config, Act::ClaimPlayer, "/account/player/claim", show, take);
    write(config, Act::ClaimPlayer, "/account/player/withdraw", player::withdraw);
    write(config, Act::KeepAccount, "/account/player/leave", player::leave);
    form(config, Act::ExportOwn, "/account/data", data::show, data::take);
    form(config, Act::DeleteOwn, "/account/delete", data::show_delete, data::take_delete);
    read(config, Act::ReadOwnAudit, "/account/audit", audit::show);
}

/// Writing about games that are over.
fn reviews(config: &mut ServiceConfig) {
    use pages::reviews::*;
    form(config, Act::KeepReviews, "/games/{id}/reviews/new", new::show, new::take);
    read(config, Act::ReadPublic, "/games/{id}/reviews/{review}", show::show);
    write(config, Act::KeepReviews, "/games/{id}/reviews/{review}/remark", acts::remark);
    write(config, Act::KeepReviews, "/games/{id}/reviews/{review}/state", acts::state);
    let (show, take) = (moderate::show_take_down, moderate::take_down);
    form(config, Act::ModerateReviews, "/games/{id}/reviews/{review}/take-down", show, take);
    let (show, take) = (moderate::show_give_back, moderate::give_back);
    form(config, Act::ModerateReviews, "/games/{id}/reviews/{review}/give-back", show, take);
    read_plain(config, Act::KeepReviews, "/reviews", index::show);
    read_plain(config, Act::KeepReviews, "/reviews/notes", worth::show);
}

/// Looking at a game together.
fn rooms(config: &mut ServiceConfig) {
    use pages::rooms::*;
    form(config, Act::KeepReviews, "/games/{id}/rooms/new", new::show, new::take);
    read(config, Act::ReadPublic, "/rooms/{link}", show::show);
    read(config, Act::ReadPublic, "/rooms/{link}/events", show::events);
    write(config, Act::KeepReviews, "/rooms/{link}/lead", acts::lead);
    write(config, Act::KeepReviews, "/rooms/{link}/crown", acts::crown);
    write(config, Act::KeepReviews, "/rooms/{link}/end", acts::end);
}

/// Collections of games that are over.
fn collections(config: &mut ServiceConfig) {
    use pages::collections::*;
    form(config, Act::KeepReviews, "/games/{id}/collect", collect::show, collect::take);
    read(config, Act::ReadPublic, "/collections", index::show);
    read(config, Act::KeepReviews, "/collections/mine", index::mine);
    form(config, Act::KeepReviews, "/collections/new", edit::show_new, edit::take_new);
    read(config, Act::ReadPublic, "/collections/{collection}", show::show);
    form(config, Act::KeepReviews, "/collections/{collection}/edit", edit::show, edit::take);
    let (show, take) = (edit::show_remove, edit::take_remove);
    form(config, Act::KeepReviews, "/collections/{collection}/remove", show, take);
    write(config, Act::KeepReviews, "/collections/{collection}/state", acts::state);
    read(config, Act::ReadPublic, "/collections/{collection}/chapters/{chapter}", chapter::show);
    let (show, take) = (collect::show_chapter, collect::take_chapter);
    form(config, Act::KeepReviews, "/collections/{collection}/chapters/{chapter}/edit", show, take);
    write(
        config,
        Act::KeepReviews,
        "/collections/{collection}/chapters/{chapter}/state",
        acts::chapter,
    );
}

/// Keeping set-ups of one's own.
fn set_ups(config: &mut ServiceConfig) {
    use pages::set_ups::*;
    form(config, Act::KeepSetUps, "/set-ups", index::show, index::take);
    form(config, Act::KeepSetUps, "/set-ups/new", edit::show_new, edit::take_new);
    form(config, Act::KeepSetUps, "/set-ups/{set_up}", edit::show, edit::take);
    write(config, Act::KeepSetUps, "/set-ups/{set_up}/remove", index::remove);
}

/// Playing here.
fn plays(config: &mut ServiceConfig) {
    use pages::plays::*;
    read(config, Act::ReadPublic, "/play", lobby::show);
    read(config, Act::ReadPublic, "/play/watch", watch::show);
    form(config, Act::Play, "/play/new", offer::show, offer::take);
    write(config, Act::Play, "/play/offers/{offer}/accept", lobby::accept);
    write(config, Act::Play, "/play/offers/{offer}/take-back", lobby::take_back);
    read(config, Act::ReadPublic, "/play/{id}", game::show);
    read(config, Act::ReadPublic, "/play/{id}/events", acts::events);
    write(config, Act::Play, "/play/{id}/deployment", acts::deploy);
    write(config, Act::Play, "/play/{id}/ply", acts::ply);
    write(config, Act::Play, "/play/{id}/word", acts::word);
    write(config, Act::Play, "/play/{id}/rematch", beside::rematch);
    write(config, Act::Play, "/play/{id}/notes", notes::take);
    read(config, Act::ReadPublic, "/overlay/play/{id}", overlay::game);
    read(config, Act::ReadPublic, "/overlay/play/{id}/events", overlay::events);
    read(config, Act::ReadPublic, "/overlay/events/{slug}/{table}", overlay::table);
    form(config, Act::Play, "/play/{id}/report", report::show, report::take);
    write(config, Act::RulePlay, "/play/{id}/ruling", rulings::take);
    read(config, Act::OfficiateEvent, "/events/{slug}/plays", event_desk::show);
    write(config, Act::ManagePairings, "/events/{slug}/plays/new", event_desk::make);
    write(config, Act::LiftEmbargo, "/events/{slug}/openings", event_desk::open);
}

/// Events that are run here.
fn contests(config: &mut ServiceConfig) {
    use pages::contests::*;
    read(config, Act::ReadPublic, "/events/{slug}/places/{entrant}", place::show);
    read(config, Act::ReadPublic, "/events/{slug}/why/{round}", why::show);
    read(config, Act::ReadPublic, "/events/{slug}/print/{sheet}", print::show);
    read(config, Act::ReadPublic, "/events/{slug}/screen", screen::show);
    read_plain(config, Act::ReadPublic, "/events/{slug}/event.ics", calendar::show);
    write(config, Act::TakePart, "/events/{slug}/part", part::take);
    read_plain(config, Act::ReadPublic, "/events/{slug}/matches", match_lists::show);
    read(config, Act::ReadPublic, "/events/{slug}/matches.ics", match_lists::event_calendar);
    read(config, Act::ReadPublic, "/events/{slug}/matches/{match}", matches::show);
    write(config, Act::TakePart, "/events/{slug}/matches/{match}/part", match_acts::take_part);
    write(config, Act::EnterResults, "/events/{slug}/matches/{match}/ruling", match_acts::rule);
    read_plain(config, Act::Play, "/matches", match_lists::own);
    read_plain(config, Act::Play, "/matches.ics", match_lists::own_calendar);
    read(config, Act::OfficiateEvent, "/events/{slug}/run", desk::show);
    write(config, Act::CheckIn, "/events/{slug}/run/people", acts::take_people);
    write(config, Act::ManagePairings, "/events/{slug}/run/rounds", acts::take_rounds);
    write(config, Act::EnterResults, "/events/{slug}/run/results", acts::take_results);
    write(config, Act::RunEvent, "/events/{slug}/run/settings", acts::take_settings);
    read_plain(config, Act::OfficiateEvent, "/events/{slug}/run/event.ndjson", restore::download);
    write(config, Act::OfficiateEvent, "/events/{slug}/run/stewards", desk_stewards::take);
    read(config, Act::ReadPublic, "/hall", hall::show);
    write(config, Act::HoldPass, "/hall/results", hall::take_results);
    write(config, Act::HoldPass, "/hall/people", hall::take_people);
    form(config, Act::HoldPass, "/hall/{link}", hall::show_link, hall::open_link);
    form(config, Act::RunEvent, "/organisations/{slug}/events/new", new::show, new::take);
    let (show, take) = (restore::show, restore::take);
    form(config, Act::RunEvent, "/organisations/{slug}/events/restore", show, take);
}

/// Games at a table, for whoever holds a pass to one.
fn tables(config: &mut ServiceConfig) {
    use pages::plays::*;
    form(config, Act::RulePlay, "/play/{id}/passes", passes::show, passes::take);
    read(config, Act::ReadPublic, "/at", at_table::show);
    read(config, Act::ReadPublic, "/at/events", at_table::events);
    write(config, Act::HoldPass, "/at/deployment", at_table::deploy);
    write(config, Act::HoldPass, "/at/ply", at_table::ply);
    write(config, Act::HoldPass, "/at/word", at_table::word);
    form(config, Act::HoldPass, "/at/{link}", at_table::show_link, at_table::open_link);
}

/// Organisations as everybody sees them.
fn organisations(config: &mut ServiceConfig) {
    use pages::organisations::*;
    read(config, Act::ReadPublic, "/organisations", index::show);
    form(config, Act::CreateOrganisation, "/organisations/new", new::show, new::take);
    read(config, Act::ReadPublic, "/organisations/{slug}", home::show);
    read(config, Act::ReadPublic, "/organisations/{slug}/members", members::show);
    read(config, Act::ReadPublic, "/organisations/{slug}/standings", standings::show);
    read_plain(config, Act::ReadPublic, "/organisations/{slug}/events.atom", feeds::atom);
    read_plain(config, Act::ReadPublic, "/organisations/{slug}/events.ics", feeds::calendar);
    read(config, Act::ReadPublic, "/organisations/{slug}/logo.png", logo::show);
}

/// Keeping an organisation.
fn organisation_desk(config: &mut ServiceConfig) {
    use pages::organisations::*;
    let (show, take) = (member::show_new, member::take_new);
    form(config, Act::EditRoster, "/organisations/{slug}/members/add", show, take);
    let (show, take) = (member::show, member::take);
    form(config, Act::EditRoster, "/organisations/{slug}/members/{handle}/edit", show, take);
    let (show, take) = (member::show_remove, member::take_remove);
    form(config, Act::EditRoster, "/organisations/{slug}/members/{handle}/remove", show, take);
    write(config, Act::EditRoster, "/organisations/{slug}/members/{handle}/verify", member::verify);
    form(config, Act::EditRoster, "/organisations/{slug}/roster", roster::show, roster::take);
    let (show, take) = (roster::show_apply, roster::apply);
    form(config, Act::EditRoster, "/organisations/{slug}/roster/apply", show, take);
    read_plain(
        config,
        Act::ReadRoster,
        "/organisations/{slug}/roster/template.csv",
        roster::template,
    );
    read_plain(config, Act::ReadRoster, "/organisations/{slug}/roster.csv", roster::export);
    form(config, Act::DecideClaim, "/organisations/{slug}/claims", claims::show, claims::take);
    let (show, take) = (records::show, records::take);
    form(config, Act::ImportForOrganisation, "/organisations/{slug}/records", show, take);
    form(config, Act::EditSeasons, "/organisations/{slug}/seasons", seasons::show, seasons::take);
    let (show, take) = (seasons::show_one, seasons::take_one);
    form(config, Act::EditSeasons, "/organisations/{slug}/seasons/{season}", show, take);
    write(
        config,
        Act::EditSeasons,
        "/organisations/{slug}/seasons/{season}/remove",
        seasons::remove,
    );
    form(config, Act::EditSeasons, "/organisations/{slug}/titles", titles::show, titles::take);
    form(config, Act::EditSeasons, "/organisations/{slug}/points", points::show, points::take);
    read(config, Act::ReadRoles, "/organisations/{slug}/officials", officials::show);
    let (show, take) = (officials::show_add, officials::take_add);
    form(config, Act::GrantOfficial, "/organisations/{slug}/officials/add", show, take);
    let (show, take) = (officials::show_appoint, officials::take_appoint);
    form(config, Act::GrantOrganizer, "/organisations/{slug}/officials/appoint", show, take);
    let (show, take) = (officials::show_revoke, officials::take_revoke);
    form(config, Act::ReadRoles, "/organisations/{slug}/officials/{role}/revoke", show, take);
    write(config, Act::LeaveRole, "/organisations/{slug}/officials/{role}/leave", officials::leave);
    write(
        config,
        Act::ReadRoles,
        "/organisations/{slug}/officials/invitations/{invitation}/take-back",
        officials::take_back,
    );
    form(config, Act::EditOrganisation, "/organisations/{slug}/edit", edit::show, edit::take);
    let (show, take) = (edit::show_logo, edit::take_logo);
    form(config, Act::EditOrganisation, "/organisations/{slug}/edit/logo", show, take);
    read(config, Act::ReadOrganisationAudit, "/organisations/{slug}/audit", audit::show);
    read(config, Act::ReadOrganisationAudit, "/organisations/{slug}/audit.csv", audit::csv);
    read(config, Act::ReadOrganisationAudit, "/organisations/{slug}/audit.ndjson", audit::ndjson);
}

/// The desk of the site's people.
fn operator(config: &mut ServiceConfig) {
    use pages::operator::*;
    read(config, Act::OverseeSite, "/operator", overview::show);
    read(config, Act::OverseeSite, "/operator/accounts", accounts::index);
    read_plain(config, Act::OverseeSite, "/operator/accounts/{name}", accounts::show);
    let (show, take) = (accounts::show_suspend, accounts::take_suspend);
    form(config, Act::Suspend, "/operator/accounts/{name}/suspend", show, take);
    let (show, take) = (accounts::show_reinstate, accounts::take_reinstate);
    form(config, Act::Suspend, "/operator/accounts/{name}/reinstate", show, take);
    let (show, take) = (accounts::show_role, accounts::take_role);
    form(config, Act::GrantSiteRole, "/operator/accounts/{name}/role", show, take);
    read(config, Act::OverseeSite, "/operator/organisations", organisations::index);
    let (show, take) = (organisations::show, organisations::take);
    form(config, Act::ApproveOrganisation, "/operator/organisations/{slug}", show, take);
    form(config, Act::MergePlayers, "/operator/players", players::show, players::take);
    let (show, take) = (players::show_undo, players::take_undo);
    form(config, Act::MergePlayers, "/operator/players/{merge}/undo", show, take);
    read(config, Act::OverseeSite, "/operator/reports", reports::show);
    read(config, Act::ModerateReviews, "/operator/reviews", reviews::show);
    form(config, Act::DecideAnyClaim, "/operator/claims", claims::show, claims::take);
    form(config, Act::Invite, "/operator/invitations", invitations::show, invitations::take);
    write(
        config,
        Act::Invite,
        "/operator/invitations/{invitation}/take-back",
        invitations::take_back,
    );
    read(config, Act::ReadSiteAudit, "/operator/audit", audit::show);
    read(config, Act::ReadSiteAudit, "/operator/audit.csv", audit::csv);
    read(config, Act::ReadSiteAudit, "/operator/audit.ndjson", audit::ndjson);
}

async fn healthz() -> HttpResponse {
    plain(StatusCode::OK, "ok")
}

/// Answers for all parts, or for the one that is asked for: `/readyz?only=reading`.
async fn readyz(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let wrong = |e| PageError::parameter(&visit, &e);
    let only = parameters.read(&["only"]).map_err(wrong)?.text("only");
    if only.as_deref().is_some_and(|only| !Readiness::is_part(only)) {
        return Ok(plain(StatusCode::BAD_REQUEST, "only is reading, writing or streams\n"));
    }
    Ok(visit.site.readiness.answer(&visit.site, only.as_deref()))
}

/// What proxies add: who comes by one comes from anywhere.
const OF_PROXIES: [&str; 5] =
    ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"];

/// Figures for the operator, on this machine only. Behind a proxy of its own, which is on this machine, too, and
/// with an address of their own they are not here.
async fn metrics(
    visit: Visit,
    request: HttpRequest,
    handle: web::Data<PrometheusHandle>,
) -> HttpResponse {
    let settings = &visit.site.settings;
    if settings.behind_proxy || settings.metrics_listen.is_some() {
        return plain(
            StatusCode::FORBIDDEN,
            "metrics have an address of their own: metrics_listen",
        );
    }
    let local = request.peer_addr().is_some_and(|peer| peer.ip().is_loopback());
    if local && !OF_PROXIES.iter().any(|name| request.headers().contains_key(*name)) {
        plain(StatusCode::OK, handle.render())
    } else {
        plain(StatusCode::FORBIDDEN, "metrics are for this machine only")
    }
}

/// The same figures, for whoever reaches the address that is for them alone.
pub async fn own_metrics(handle: web::Data<PrometheusHandle>) -> HttpResponse {
    plain(StatusCode::OK, handle.render())
}

/// A few words for the operator's programs.
fn plain(status: StatusCode, words: impl Into<String>) -> HttpResponse {
    HttpResponse::build(status)
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(words.into())
}

async fn nothing_here(request: HttpRequest) -> HttpResponse {
    nothing_at(&request, request.path())
}

/// Counts and times requests by the route's pattern, never by its path.
pub async fn measure<B: MessageBody>(
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
