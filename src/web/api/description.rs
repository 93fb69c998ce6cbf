//! The OpenAPI description, made from the handlers, for programs and for our own page.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use serde_json::{Value, json};
use utoipa::OpenApi;

use super::super::error::Problem;
use super::super::replay::Replay;
use super::{Keep, events, games, leaderboards, players, records, respond};

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
        games::file,
        players::list,
        players::one,
        players::history,
        players::versus,
        leaderboards::pools,
        leaderboards::show,
        leaderboards::histogram,
        events::list,
        events::one,
    ),
    components(schemas(Problem, Replay)),
    modifiers(&Token),
)]
struct Description;

/// How an operator shows who he is.
struct Token;

impl utoipa::Modify for Token {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        if let Some(components) = api.components.as_mut() {
            components.add_security_scheme("operator", SecurityScheme::Http(scheme));
        }
    }
}

static JSON: LazyLock<String> =
    LazyLock::new(|| serde_json::to_string_pretty(&described()).unwrap_or_default());

/// The description, with the refusals that every operation shares.
fn described() -> Value {
    let mut api = serde_json::to_value(Description::openapi()).unwrap_or_default();
    let operations = api["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut());
    for operation in operations.filter_map(Value::as_object_mut).flat_map(|path| path.values_mut())
    {
        let Some(responses) = operation["responses"].as_object_mut() else { continue };
        for (status, title, kind, detail) in SHARED {
            responses.entry(status.to_string()).or_insert_with(|| {
                let problem = json!({
                    "type": format!("/api/problems#{kind}"), "title": title, "status": status,
                    "detail": detail,
                });
                let content = json!({
                    "schema": {"$ref": "#/components/schemas/Problem"}, "example": problem,
                });
                json!({
                    "description": title, "content": {"application/problem+json": content},
                })
            });
        }
    }
    api
}

const SHARED: [(u16, &str, &str, &str); 2] = [
    (400, "Bad Request", "invalid", "This address takes no parameters; take “colour” out."),
    (
        429,
        "Too Many Requests",
        "too-many-requests",
        "Too many requests from your address; try again in 3 seconds.",
    ),
];

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
