//! The OpenAPI description, made from the handlers, for programs and for our own page.

use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse};
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
    LazyLock::new(|| Description::openapi().to_pretty_json().unwrap_or_default());

/// This description.
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    responses((status = 200, description = "This description", body = Object, example = json!({"openapi": "3.1.0"}))),
)]
pub async fn document(request: HttpRequest) -> HttpResponse {
    respond(&request, "application/json", JSON.clone().into_bytes(), Keep::Check)
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
