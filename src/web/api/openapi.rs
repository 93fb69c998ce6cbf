//! The OpenAPI description, made from the handlers, for programs and for our own page.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use serde_json::{Value, json};
use utoipa::OpenApi;

use crate::account::scopes::TokenScopes;
use crate::service::access::Act;
use crate::service::audit::Action;

use super::super::error::Problem;
use super::super::replay::Replay;
use super::{
    CachePolicy, audit, calibration, collections, contest, error_responses, event_plays, events,
    formations, games, knowledge, leaderboards, ledgers, me, members, organisations, own_plays,
    player_ledgers, players, plays, quiz, records, respond, review_moderation, reviews, rosters,
    rulings, season_standings, seeks,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Adjutant",
        description = "Records, ratings and replays of Game of the Generals (Salpakan). Reading needs no account; nothing here tells a rank of a game that is not over.",
        license(name = "MIT OR Apache-2.0"),
    ),
    paths(
        show,
        records::import,
        games::totals,
        games::list,
        games::show,
        games::replay,
        knowledge::show,
        ledgers::show,
        games::download_file,
        reviews::list,
        reviews::show,
        reviews::create,
        reviews::update,
        reviews::publish,
        reviews::withdraw,
        reviews::delete,
        collections::list,
        collections::show,
        collections::create,
        collections::update,
        collections::delete,
        collections::add_chapter,
        collections::update_chapter,
        collections::delete_chapter,
        review_moderation::take_down,
        review_moderation::reinstate,
        review_moderation::list_taken_down,
        formations::list,
        formations::show,
        players::list,
        players::show,
        players::list_rating_history,
        player_ledgers::list,
        players::show_head_to_head,
        leaderboards::list_pools,
        leaderboards::show,
        leaderboards::histogram,
        quiz::show,
        events::list,
        events::show,
        organisations::list,
        organisations::show,
        members::list,
        season_standings::show,
        season_standings::download_csv,
        rosters::import,
        seeks::list,
        seeks::create,
        seeks::withdraw,
        seeks::accept,
        plays::show,
        plays::stream_events,
        plays::deploy,
        plays::make_ply,
        plays::act,
        rulings::rule_on_play,
        event_plays::create,
        event_plays::lift_embargo,
        contest::views::list,
        contest::views::show,
        contest::exports::download_file,
        contest::tie_break_explanation::explain_place,
        contest::pairing_explanation::explain_round,
        contest::event_setup::create,
        contest::event_setup::restore,
        contest::event_setup::update_settings,
        contest::views::show_desk,
        contest::exports::list_facts,
        contest::entrants::add,
        contest::entrants::act_on_entrants,
        contest::rounds::act_on_round,
        contest::results::enter,
        contest::entrants::act_as_participant,
        contest::participation::show,
        contest::stewards::list,
        contest::stewards::create,
        contest::stewards::revoke,
        contest::matches::list,
        contest::matches::show,
        contest::matches::list_own,
        contest::matches::act,
        contest::matches::rule_on_match,
        me::show,
        reviews::list_own,
        collections::list_own,
        calibration::show_own,
        own_plays::list,
        own_plays::stream_events,
        audit::list_own,
        audit::list_organisation,
        audit::list_event,
        audit::list_site,
    ),
    components(schemas(Problem, Replay, audit::AuditEntryPage, audit::AuditEntryItem)),
    modifiers(&TokenSecurity),
)]
struct ApiDoc;

/// How somebody shows who he is.
struct TokenSecurity;

impl utoipa::Modify for TokenSecurity {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let scopes: Vec<&str> = TokenScopes::ALL.iter().map(|(_, key)| *key).collect();
        let about = format!(
            "An API token that its owner made on the site (Account, API tokens), or the operator's. Scopes: {}. A token \
             does nothing that its owner may not do.",
            scopes.join(", ")
        );
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("adj_ and 52 letters and digits")
            .description(Some(about));
        if let Some(components) = api.components.as_mut() {
            components.add_security_scheme("token", SecurityScheme::Http(scheme.build()));
        }
    }
}

static OPENAPI_JSON: LazyLock<String> =
    LazyLock::new(|| serde_json::to_string_pretty(&build_document()).unwrap_or_default());

/// The description, with the refusals that every operation shares, and with the scope and the
/// roles of each that is not for everybody, from the table of rights.
fn build_document() -> Value {
    let mut api = serde_json::to_value(ApiDoc::openapi()).unwrap_or_default();
    let operations = api["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    for operation in operations.filter_map(Value::as_object_mut).flat_map(|path| path.values_mut())
    {
        let name = operation["operationId"].as_str().unwrap_or_default();
        let acts_of = |table: &[(&str, &'static [Act])]| {
            table.iter().find(|(own, _)| *own == name).map(|(_, acts)| *acts)
        };
        let (guarded, opened) = (acts_of(PROTECTED_OPERATIONS), acts_of(OPTIONAL_AUTH_OPERATIONS));
        if let Some(acts) = guarded {
            require_token(operation, acts);
        }
        if let Some(acts) = opened {
            allow_token(operation, acts);
        }
        list_audit_actions(operation);
        let of_tokens = match (guarded, opened) {
            (Some(_), _) => &error_responses::TOKEN_ERRORS[..],
            (None, Some(_)) => &error_responses::INVALID_TOKEN_ERRORS,
            (None, None) => &[],
        };
        let name = operation["operationId"].as_str().unwrap_or_default();
        let (of_play, of_event) =
            (error_responses::play_errors(name), error_responses::event_errors(name));
        let of_review = error_responses::review_errors(name);
        let Some(responses) = operation["responses"].as_object_mut() else { continue };
        let of_rooms = of_play.iter().chain(of_event).chain(of_review);
        for refusal in error_responses::COMMON_ERRORS.iter().chain(of_tokens).chain(of_rooms) {
            let status = refusal.status.to_string();
            responses.entry(status).or_insert_with(|| refusal.to_openapi());
        }
    }
    api
}

/// What the operations that are not for everybody do, by the table of rights.
const PROTECTED_OPERATIONS: &[(&str, &[Act])] = &[
    ("importRecords", &[Act::ImportUnrated, Act::ImportForOrganisation, Act::ImportForSite]),
    ("importRoster", &[Act::EditRoster]),
    ("getMe", &[Act::ReadOwnProfile]),
    ("makeReview", &[Act::KeepReviews]),
    ("changeReview", &[Act::KeepReviews]),
    ("publishReview", &[Act::KeepReviews]),
    ("withdrawReview", &[Act::KeepReviews]),
    ("removeReview", &[Act::KeepReviews]),
    ("listOwnReviews", &[Act::KeepReviews]),
    ("getOwnCalibration", &[Act::KeepReviews]),
    ("makeCollection", &[Act::KeepReviews]),
    ("changeCollection", &[Act::KeepReviews]),
    ("removeCollection", &[Act::KeepReviews]),
    ("addChapter", &[Act::KeepReviews]),
    ("changeChapter", &[Act::KeepReviews]),
    ("removeChapter", &[Act::KeepReviews]),
    ("listOwnCollections", &[Act::KeepReviews]),
    ("takeReviewDown", &[Act::ModerateReviews]),
    ("giveReviewBack", &[Act::ModerateReviews]),
    ("listTakenDown", &[Act::ModerateReviews]),
    ("makeSeek", &[Act::Play]),
    ("takeSeekBack", &[Act::Play]),
    ("acceptSeek", &[Act::Play]),
    ("deploy", &[Act::Play]),
    ("makePly", &[Act::Play]),
    ("sayInPlay", &[Act::Play]),
    ("listOwnPlays", &[Act::Play]),
    ("listenToOwn", &[Act::Play]),
    ("ruleOnPlay", &[Act::RulePlay]),
    ("makeEventPlay", &[Act::ManagePairings]),
    ("openRanks", &[Act::LiftEmbargo]),
    ("makeEvent", &[Act::RunEvent]),
    ("restoreEvent", &[Act::RunEvent]),
    ("settleEvent", &[Act::RunEvent]),
    ("getDesk", &[Act::OfficiateEvent]),
    ("getFacts", &[Act::OfficiateEvent]),
    ("enterPeople", &[Act::CheckIn]),
    ("tellOfPeople", &[Act::CheckIn]),
    ("tellOfRounds", &[Act::ManagePairings]),
    ("enterResults", &[Act::EnterResults]),
    ("takePart", &[Act::TakePart]),
    ("listStewards", &[Act::OfficiateEvent]),
    ("makeSteward", &[Act::EnterResults, Act::CheckIn]),
    ("endSteward", &[Act::EnterResults, Act::CheckIn]),
    ("arrangeMatch", &[Act::TakePart]),
    ("ruleOnMatch", &[Act::EnterResults]),
    ("listOwnMatches", &[Act::Play]),
    ("getOwnPart", &[Act::TakePart]),
    ("listOwnAudit", &[Act::ReadOwnAudit]),
    ("listOrganisationAudit", &[Act::ReadOrganisationAudit, Act::ReadSiteAudit]),
    ("listEventAudit", &[Act::ReadEventAudit, Act::ReadSiteAudit]),
    ("listAudit", &[Act::ReadSiteAudit]),
];

/// Those for everybody that tell more to whoever may see it, by the table of rights.
const OPTIONAL_AUTH_OPERATIONS: &[(&str, &[Act])] = &[
    ("listMembers", &[Act::ReadRoster]),
    ("listSeeks", &[Act::Play]),
    ("getPlay", &[Act::Play]),
    ("getMatch", &[Act::TakePart]),
    ("listenToPlay", &[Act::Play]),
    ("explainRound", &[Act::OfficiateEvent]),
    ("listReviews", &[Act::KeepReviews]),
    ("getReview", &[Act::KeepReviews]),
    ("getCollection", &[Act::KeepReviews]),
];

/// The scopes and the roles of acts, each once.
fn required_scopes_and_roles(acts: &[Act]) -> (Vec<&'static str>, Vec<&'static str>) {
    let (mut scopes, mut roles) = (Vec::new(), Vec::new());
    for right in acts.iter().map(|act| act.right()) {
        scopes.extend(right.scope.iter().flat_map(|scope| scope.keys()));
        roles.extend(right.parts.iter().map(|part| part.key()));
    }
    for list in [&mut scopes, &mut roles] {
        let mut seen = Vec::new();
        list.retain(|one| {
            !seen.contains(one) && {
                seen.push(*one);
                true
            }
        });
    }
    (scopes, roles)
}

/// Names the scopes that a token needs and the roles that its owner needs, for programs and, in
/// words, for people.
fn require_token(operation: &mut Value, acts: &[Act]) {
    let (scopes, roles) = required_scopes_and_roles(acts);
    let words = format!(
        "Needs a token with the scope {}, of somebody who is: {}.",
        scopes.join(" "),
        roles.join(", ")
    );
    append_description(operation, &words);
    operation["security"] = json!([{"token": scopes}]);
    operation["x-roles"] = json!(roles);
}

/// The same for what a token adds to what everybody reads.
fn allow_token(operation: &mut Value, acts: &[Act]) {
    let (scopes, roles) = required_scopes_and_roles(acts);
    let words = format!(
        "Needs no token; tells more for one with the scope {}, of somebody who is: {}.",
        scopes.join(" "),
        roles.join(", ")
    );
    append_description(operation, &words);
    operation["security"] = json!([{}, {"token": scopes}]);
    operation["x-roles"] = json!(roles);
}

fn append_description(operation: &mut Value, words: &str) {
    let before = operation["description"].as_str().map_or_else(String::new, |d| format!("{d}\n\n"));
    operation["description"] = json!(before + words);
}

/// Gives the parameter `action` all the words that it takes.
fn list_audit_actions(operation: &mut Value) {
    let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
    let parameters = parameters.into_iter().flatten();
    for parameter in parameters.filter(|parameter| parameter["name"] == "action") {
        let keys: Vec<&str> = Action::ALL.iter().map(|action| action.key()).collect();
        parameter["schema"] = json!({"type": "string", "enum": keys});
    }
}

/// This description.
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    operation_id = "getDescription",
    responses((status = 200, description = "This description", body = Object, example = json!({"openapi": "3.1.0"}))),
)]
pub async fn show() -> HttpResponse {
    respond("application/json", OPENAPI_JSON.clone().into_bytes(), CachePolicy::Revalidate)
}

/// An operation for the documentation page.
pub struct Endpoint {
    pub method: String,
    pub path: String,
    pub summary: String,
    /// Names and what they mean.
    pub parameters: Vec<(String, String)>,
    /// Status codes and what they mean.
    pub responses: Vec<(String, String)>,
}

/// Every operation, read back from the description.
pub fn endpoints() -> Vec<Endpoint> {
    let value: serde_json::Value = serde_json::from_str(&OPENAPI_JSON).unwrap_or_default();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    for (path, methods) in value["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let responses = operation["responses"].as_object().into_iter().flatten();
            found.push(Endpoint {
                method: method.to_uppercase(),
                path: path.clone(),
                summary: text(&operation["summary"]),
                parameters: parameters
                    .map(|p| (text(&p["name"]), text(&p["description"])))
                    .collect(),
                responses: responses.map(|(s, r)| (s.clone(), text(&r["description"]))).collect(),
            });
        }
    }
    found
}
