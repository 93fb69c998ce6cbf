//! The OpenAPI description, made from the handlers, for programs and for our own page.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use serde_json::{Value, json};
use utoipa::OpenApi;

use crate::account::scopes::Scopes;
use crate::service::access::Act;
use crate::service::audit::Action;

use super::super::error::Problem;
use super::super::replay::Replay;
use super::{
    Keep, audit, calibration, collections, contest, event_plays, events, formations, games,
    knowledge, leaderboards, ledgers, me, members, mine, organisations, players, plays, quiz,
    records, refusals, respond, review_rulings, reviews, rosters, rulings, seeks, standings,
    tallies,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Adjutant",
        description = "Records, ratings and replays of Game of the Generals (Salpakan). Reading needs no account; nothing here tells a rank of a game that is not over.",
        license(name = "MIT OR Apache-2.0"),
    ),
    paths(
        document,
        records::import,
        games::totals,
        games::list,
        games::one,
        games::replay,
        knowledge::knowledge,
        ledgers::ledger,
        games::file,
        reviews::list,
        reviews::one,
        reviews::make,
        reviews::change,
        reviews::publish,
        reviews::withdraw,
        reviews::remove,
        collections::list,
        collections::one,
        collections::make,
        collections::change,
        collections::remove,
        collections::add,
        collections::change_chapter,
        collections::remove_chapter,
        review_rulings::take_down,
        review_rulings::give_back,
        review_rulings::list,
        formations::list,
        formations::one,
        players::list,
        players::one,
        players::history,
        tallies::list,
        players::versus,
        leaderboards::pools,
        leaderboards::show,
        leaderboards::histogram,
        quiz::show,
        events::list,
        events::one,
        organisations::list,
        organisations::one,
        members::list,
        standings::show,
        standings::file,
        rosters::import,
        seeks::list,
        seeks::make,
        seeks::take_back,
        seeks::accept,
        plays::one,
        plays::events,
        plays::deploy,
        plays::ply,
        plays::say,
        rulings::rule,
        event_plays::make,
        event_plays::open,
        contest::reads::list,
        contest::reads::show,
        contest::files::file,
        contest::places::explain,
        contest::why::explain,
        contest::making::make,
        contest::making::restore,
        contest::making::settle,
        contest::reads::desk,
        contest::files::facts,
        contest::people::enter,
        contest::people::tell,
        contest::rounds::tell,
        contest::results::enter,
        contest::people::take_part,
        contest::own::show,
        contest::stewards::list,
        contest::stewards::make,
        contest::stewards::end,
        contest::matches::list,
        contest::matches::show,
        contest::matches::own,
        contest::matches::take_part,
        contest::matches::rule,
        me::show,
        reviews::own,
        collections::own,
        calibration::own,
        mine::plays,
        mine::events,
        audit::own,
        audit::of_organisation,
        audit::of_event,
        audit::of_site,
    ),
    components(schemas(Problem, Replay, audit::EntryPage, audit::EntryItem)),
    modifiers(&Token),
)]
struct Description;

/// How somebody shows who he is.
struct Token;

impl utoipa::Modify for Token {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let scopes: Vec<&str> = Scopes::ALL.iter().map(|(_, key)| *key).collect();
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

static JSON: LazyLock<String> =
    LazyLock::new(|| serde_json::to_string_pretty(&described()).unwrap_or_default());

/// The description, with the refusals that every operation shares, and with the scope and the
/// roles of each that is not for everybody, from the table of rights.
fn described() -> Value {
    let mut api = serde_json::to_value(Description::openapi()).unwrap_or_default();
    let operations = api["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    for operation in operations.filter_map(Value::as_object_mut).flat_map(|path| path.values_mut())
    {
        let name = operation["operationId"].as_str().unwrap_or_default();
        let acts_of = |table: &[(&str, &'static [Act])]| {
            table.iter().find(|(own, _)| *own == name).map(|(_, acts)| *acts)
        };
        let (guarded, opened) = (acts_of(GUARDED), acts_of(OPENED));
        if let Some(acts) = guarded {
            guard(operation, acts);
        }
        if let Some(acts) = opened {
            open(operation, acts);
        }
        name_actions(operation);
        let of_tokens = match (guarded, opened) {
            (Some(_), _) => &refusals::OF_TOKENS[..],
            (None, Some(_)) => &refusals::DEAD_TOKEN,
            (None, None) => &[],
        };
        let name = operation["operationId"].as_str().unwrap_or_default();
        let (of_play, of_event) = (refusals::of_play(name), refusals::of_event(name));
        let of_review = refusals::of_review(name);
        let Some(responses) = operation["responses"].as_object_mut() else { continue };
        let of_rooms = of_play.iter().chain(of_event).chain(of_review);
        for refusal in refusals::SHARED.iter().chain(of_tokens).chain(of_rooms) {
            let status = refusal.status.to_string();
            responses.entry(status).or_insert_with(|| refusal.described());
        }
    }
    api
}

/// What the operations that are not for everybody do, by the table of rights.
const GUARDED: &[(&str, &[Act])] = &[
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
const OPENED: &[(&str, &[Act])] = &[
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
fn needs(acts: &[Act]) -> (Vec<&'static str>, Vec<&'static str>) {
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
fn guard(operation: &mut Value, acts: &[Act]) {
    let (scopes, roles) = needs(acts);
    let words = format!(
        "Needs a token with the scope {}, of somebody who is: {}.",
        scopes.join(" "),
        roles.join(", ")
    );
    say(operation, &words);
    operation["security"] = json!([{"token": scopes}]);
    operation["x-roles"] = json!(roles);
}

/// The same for what a token adds to what everybody reads.
fn open(operation: &mut Value, acts: &[Act]) {
    let (scopes, roles) = needs(acts);
    let words = format!(
        "Needs no token; tells more for one with the scope {}, of somebody who is: {}.",
        scopes.join(" "),
        roles.join(", ")
    );
    say(operation, &words);
    operation["security"] = json!([{}, {"token": scopes}]);
    operation["x-roles"] = json!(roles);
}

fn say(operation: &mut Value, words: &str) {
    let before = operation["description"].as_str().map_or_else(String::new, |d| format!("{d}\n\n"));
    operation["description"] = json!(before + words);
}

/// Gives the parameter `action` all the words that it takes.
fn name_actions(operation: &mut Value) {
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
pub async fn document() -> HttpResponse {
    respond("application/json", JSON.clone().into_bytes(), Keep::Check)
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
    let value: serde_json::Value = serde_json::from_str(&JSON).unwrap_or_default();
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
