//! The OpenAPI description, generated from the handlers, for clients and for the page about the API.

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::Method;
use serde_json::{Map, Value, json};
use utoipa::OpenApi;

use adjutant_domain::account::scopes::TokenScopes;
use adjutant_service::access::Act;
use adjutant_service::audit::Action;

use super::endpoint::{Access, Endpoint, endpoints};
use super::{
    CachePolicy, address_parameters, audit, deprecations, error_responses, plain_schemas, respond,
    response_headers, tags,
};
use adjutant_site::error::Problem;
use adjutant_site::live::InboxEvent;
use adjutant_site::watched_plays::PlayListEvent;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Adjutant",
        description = "Records, ratings and replays of Game of the Generals (Salpakan). Reading needs no account. No response reveals a rank of an unfinished game. Every POST that needs a token takes an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): the same request with the same key is carried out once and answered again for a day, with `Idempotent-Replayed: ?1`; with another address or body it is refused with 422, and with 409 while it is in progress or where its answer was too long to be kept.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    components(schemas(Problem, InboxEvent, PlayListEvent, audit::AuditEntryPage, audit::AuditEntryItem)),
    modifiers(&TokenSecurity),
)]
struct ApiDoc;

/// Adds the bearer token with its scopes.
struct TokenSecurity;

impl utoipa::Modify for TokenSecurity {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
        let scopes: Vec<&str> = TokenScopes::ALL.iter().map(|(_, key)| *key).collect();
        let about = format!(
            "An API token created on the site (Account, API tokens), or the operator's. Scopes: {}. A token never \
             permits more than its owner's roles do.",
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

/// The schemas of the `data` of server-sent events, for which OpenAPI 3.1 has no place of its own.
const STREAMED: [(&str, &str); 3] = [
    ("/api/v1/me/events", "InboxEvent"),
    ("/api/v1/plays/events", "PlayListEvent"),
    ("/api/v1/plays/{id}/events", "PlayEvent"),
];

static DOCUMENT: LazyLock<Value> = LazyLock::new(build_document);

static OPENAPI_JSON: LazyLock<String> =
    LazyLock::new(|| serde_json::to_string_pretty(&*DOCUMENT).unwrap_or_default());

/// The description of every endpoint, with what follows from its acts.
fn build_document() -> Value {
    let mut api = ApiDoc::openapi();
    for endpoint in super::endpoints() {
        api.merge(endpoint.describe());
    }
    let mut api = serde_json::to_value(api).unwrap_or_default();
    for endpoint in super::endpoints() {
        let method = endpoint.method().as_str().to_lowercase();
        let operation = &mut api["paths"][endpoint.path()][method];
        if let Some((_, event)) = STREAMED.iter().find(|(path, _)| *path == endpoint.path()) {
            operation["x-event-data"] = json!({"$ref": format!("#/components/schemas/{event}")});
        }
        operation["tags"] = json!([tags::of_path(endpoint.path())]);
        describe_access(operation, endpoint);
        deprecations::describe(operation, endpoint.method().as_str(), endpoint.path());
        list_audit_actions(operation);
        if let Some(operation) = operation.as_object_mut() {
            address_parameters::complete(operation, endpoint.path());
            take_idempotency_key(operation, endpoint);
            error_responses::complete(operation, endpoint);
            response_headers::complete(operation, endpoint);
        }
    }
    // Relative to the address of the description, so that it is true behind every proxy.
    api["servers"] = json!([{"url": "/", "description": "The site that serves this description"}]);
    api["tags"] = tags::described();
    api["components"]["headers"] = response_headers::described();
    plain_schemas::simplify(&mut api);
    api
}

/// Adds the header `Idempotency-Key` to what changes something.
fn take_idempotency_key(operation: &mut Map<String, Value>, endpoint: &Endpoint) {
    if *endpoint.method() == Method::POST && endpoint.access() == Access::Required {
        let parameters = operation.entry("parameters").or_insert_with(|| json!([]));
        if let Some(parameters) = parameters.as_array_mut() {
            parameters.push(json!({
                "name": "Idempotency-Key", "in": "header", "required": false,
                "description": IDEMPOTENCY_KEY_ABOUT,
                "schema": {"type": "string", "pattern": IDEMPOTENCY_KEY_PATTERN},
                "example": "8e03978e-40d5-43dd-bc93-6894a57f9324",
            }));
        }
    }
}

const IDEMPOTENCY_KEY_ABOUT: &str = "Random, and new for each request: sent again with the same key within a day, the \
                                     request is carried out once and answered as the first time";
const IDEMPOTENCY_KEY_PATTERN: &str = "^[!#-\\[\\]-~]{16,128}$";

/// Adds the scopes that a token needs and the roles that its owner needs: as data for programs and in words for people.
fn describe_access(operation: &mut Value, endpoint: &Endpoint) {
    let (scopes, roles) = required_scopes_and_roles(endpoint.token_acts());
    let (scope, role) = (scopes.join(" "), roles.join(", "));
    let words = match endpoint.access() {
        Access::Public => {
            operation["security"] = json!([]);
            "Requires no token.".to_owned()
        }
        Access::Optional => {
            operation["security"] = json!([{}, {"token": scopes}]);
            format!("Shows more with a token of the scope {scope} and one of these roles: {role}.")
        }
        Access::Required => {
            operation["security"] = json!([{"token": scopes}]);
            format!("Requires a token with the scope {scope} and one of these roles: {role}.")
        }
    };
    let before = operation["description"].as_str().map_or_else(String::new, |d| format!("{d}\n\n"));
    operation["description"] = json!(before + &words);
    if endpoint.access() != Access::Public {
        operation["x-roles"] = json!(roles);
    }
}

/// The scopes and the roles of acts, without duplicates.
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

/// Lists the possible values of the parameter `action`.
fn list_audit_actions(operation: &mut Value) {
    let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
    let parameters = parameters.into_iter().flatten();
    for parameter in parameters.filter(|parameter| parameter["name"] == "action") {
        let keys: Vec<&str> = Action::ALL.iter().map(|action| action.key()).collect();
        parameter["schema"] = json!({"type": "string", "enum": keys});
    }
}

endpoints! {
    show: ReadPublic;
}

/// Returns this description.
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    operation_id = "getApiDescription",
    responses((status = 200, description = "This description", body = Object, example = json!({"openapi": "3.1.0"}))),
)]
pub async fn show() -> HttpResponse {
    respond("application/json", OPENAPI_JSON.clone().into_bytes(), CachePolicy::Revalidate)
}

/// An operation as the page about the API shows it.
pub struct OperationSummary {
    pub method: String,
    pub path: String,
    pub summary: String,
    /// The name and the description of each.
    pub parameters: Vec<(String, String)>,
    /// The status code and the description of each.
    pub responses: Vec<(String, String)>,
}

/// Returns every operation in the order of their paths.
pub fn operations() -> Vec<OperationSummary> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    for (path, methods) in DOCUMENT["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let responses = operation["responses"].as_object().into_iter().flatten();
            found.push(OperationSummary {
                method: method.to_uppercase(),
                path: path.clone(),
                summary: match &operation["x-sunset"] {
                    Value::String(day) => format!("{} Ends on {day}.", text(&operation["summary"])),
                    _ => text(&operation["summary"]),
                },
                parameters: parameters
                    // What every command takes is said once, above them all.
                    .filter(|p| p["in"] != "header")
                    .map(|p| (text(&p["name"]), text(&p["description"])))
                    .collect(),
                responses: responses.map(|(s, r)| (s.clone(), text(&r["description"]))).collect(),
            });
        }
    }
    found
}

#[cfg(test)]
pub(super) fn document() -> &'static Value {
    &DOCUMENT
}
