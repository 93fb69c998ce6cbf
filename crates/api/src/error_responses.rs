//! The errors of an endpoint in its description. Those that follow from its acts, method, path and body are added here.
//! Attributes only name what is special, and get their example here: the problem that the service would respond with.

use actix_web::http::{Method, StatusCode};
use serde_json::{Map, Value, json};

use adjutant_domain::play::Refusal;
use adjutant_service::access::Act;
use adjutant_service::live::Refused;
use adjutant_service::{Error, Thing};

use super::endpoint::{Access, Endpoint};
use super::request_body::{MAX_COMMAND_BYTES, unsupported_encoding};
use adjutant_site::body::BodyError;
use adjutant_site::error::{ApiError, Problem};
use adjutant_site::i18n::{Language, Texts};

/// Something that may be missing: the path below which or the parameter by which it is named, its noun, and the name of
/// one that does not exist.
struct Named {
    address: &'static str,
    parameter: &'static str,
    noun: &'static str,
    thing: Thing,
    unknown: &'static str,
}

const NAMED: [Named; 6] = [
    named("/api/v1/games/{id}", "", "game", Thing::Game, "0123456789abcdef"),
    named("/api/v1/plays/{id}", "", "live game", Thing::Play, "0123456789abcdef"),
    named("/api/v1/players/{handle}", "player", "player", Thing::Player, "Nobody"),
    named("/api/v1/leaderboards/{pool}", "", "pool", Thing::Pool, "x"),
    named("/api/v1/events/{slug}", "", "event", Thing::Event, "x"),
    named(
        "/api/v1/organisations/{slug}",
        "organisation",
        "organisation",
        Thing::Organisation,
        "nobody",
    ),
];

impl Named {
    fn error(&self) -> Error {
        Error::missing(self.thing, self.unknown)
    }
}

const fn named(
    address: &'static str,
    parameter: &'static str,
    noun: &'static str,
    thing: Thing,
    unknown: &'static str,
) -> Named {
    Named { address, parameter, noun, thing, unknown }
}

/// Adds the errors to an operation, and examples to those that it declares.
pub(super) fn complete(operation: &mut Map<String, Value>, endpoint: &Endpoint) {
    let implied = implied_statuses(operation, endpoint);
    let parameters = query_parameters(operation);
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else {
        return;
    };
    for status in implied {
        responses.entry(status.to_string()).or_insert_with(|| json!({"description": ""}));
    }
    for (status, response) in responses {
        let Some(status) = status.parse().ok().filter(|status| *status >= 400) else { continue };
        if response["description"].as_str().unwrap_or_default().is_empty() {
            response["description"] =
                json!(description(status, endpoint, missing(endpoint, &parameters)));
        }
        if response["content"].is_null() {
            let ApiError(problem) = example(status, endpoint, &parameters);
            response["content"] = content(&problem);
        }
    }
}

fn content(problem: &Problem) -> Value {
    json!({"application/problem+json": {
        "schema": {"$ref": "#/components/schemas/Problem"},
        "example": problem,
    }})
}

fn implied_statuses(operation: &Map<String, Value>, endpoint: &Endpoint) -> Vec<u16> {
    let mut statuses = vec![400, 429, 503];
    match endpoint.access() {
        Access::Public => {}
        Access::Optional => statuses.push(401),
        Access::Required => statuses.extend([401, 403]),
    }
    // What belongs to others is hidden from viewers without permission. Any token may read its own profile.
    let hides = endpoint.access() == Access::Required && endpoint.act() != Act::ReadOwnProfile;
    if hides || endpoint.path().contains('{') {
        statuses.push(404);
    }
    if endpoint.access() == Access::Required && *endpoint.method() == Method::POST {
        // The second one: an Idempotency-Key that was sent with another request.
        statuses.extend([409, 422]);
    }
    if operation.contains_key("requestBody") {
        statuses.extend([408, 413, 415]);
    }
    statuses
}

fn query_parameters(operation: &Map<String, Value>) -> Vec<String> {
    let all = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
    let query = all.filter(|one| one["in"] == "query");
    query.filter_map(|one| one["name"].as_str().map(str::to_owned)).collect()
}

fn missing(endpoint: &Endpoint, parameters: &[String]) -> Option<&'static Named> {
    let by_address = NAMED.iter().find(|one| endpoint.path().starts_with(one.address));
    by_address.or_else(|| NAMED.iter().find(|one| parameters.iter().any(|p| p == one.parameter)))
}

fn description(status: u16, endpoint: &Endpoint, missing: Option<&Named>) -> String {
    let words = match status {
        400 => "A parameter or the body is invalid",
        401 if endpoint.access() == Access::Optional => "The token is invalid",
        401 => "There is no token, or it is invalid",
        403 => "The token lacks the scope, or its owner the role",
        404 => match missing {
            Some(named) => return format!("No such {}", named.noun),
            None => "There is nothing here that you may see",
        },
        408 => "The body arrived too slowly",
        409 => "The request conflicts with the current state",
        413 => "The body is too large",
        415 => "The Content-Encoding is not accepted",
        422 => "The Idempotency-Key, or the id of the command, was sent with another request",
        429 => "Too many requests",
        _ => "The server is busy, or nothing can be saved now",
    };
    words.to_owned()
}

fn example(status: u16, endpoint: &Endpoint, parameters: &[String]) -> ApiError {
    let texts = Texts(Language::English);
    let of_body = |e: BodyError| ApiError::new(e.status(), e.kind(), e.message(texts));
    match status {
        400 => {
            let key = if parameters.is_empty() { "parameter-none" } else { "parameter-unknown" };
            let values = [("name", "colour".to_owned()), ("known", parameters.join(", "))];
            ApiError::new(StatusCode::BAD_REQUEST, "invalid", texts.fill(key, &values))
        }
        401 if endpoint.access() == Access::Optional => ApiError::invalid_token(),
        401 => Error::SignIn.into(),
        403 => {
            let scopes = endpoint.token_acts().iter().filter_map(|act| act.right().scope);
            let needed = scopes.flat_map(|scope| scope.keys()).next();
            Error::Scope { needed }.into()
        }
        404 => missing(endpoint, parameters).map_or(Error::Hidden, Named::error).into(),
        408 => of_body(BodyError::TooSlow),
        409 => ApiError::new(StatusCode::CONFLICT, "conflict", conflict(endpoint)),
        413 => of_body(BodyError::TooLarge { most: MAX_COMMAND_BYTES }),
        415 => unsupported_encoding("gzip", &["identity"]),
        422 => Refused::Rules(Refusal::OtherCommand).into(),
        429 => {
            let words = texts.one("refused-too-often", "seconds", 3);
            ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", words)
        }
        _ => Error::Busy { seconds: 5 }.into(),
    }
}

/// An example of a conflict with the current state.
fn conflict(endpoint: &Endpoint) -> &'static str {
    match endpoint.path() {
        path if path.starts_with("/api/v1/games/") => "This review has already been taken down.",
        path if path.starts_with("/api/v1/events/") => {
            "Other players sit at this table now. Check the round again."
        }
        path if path.starts_with("/api/v1/organisations/{slug}/events") => {
            "There is already an event called Liga Open. Choose another name."
        }
        path if path.starts_with("/api/v1/plays/") => "It is your opponent's turn.",
        _ => "Something has changed meanwhile. Check and try again.",
    }
}
