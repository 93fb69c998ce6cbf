//! The headers of responses in the description: what follows from the method, the status and who may ask.

use actix_web::http::Method;
use serde_json::{Map, Value, json};

use super::endpoint::{Access, Endpoint};

/// Each header that is described: its key among the components, its name, its meaning, its type and an example.
const HEADERS: [(&str, &str, &str, &str, &str); 10] = [
    (
        "ETag",
        "ETag",
        "The digest of the response; send it as If-None-Match to get 304 while it is unchanged. Long streams have none",
        "string",
        "W/\"fcf7b8c6e0347300ed7b5926\"",
    ),
    (
        "CacheControl",
        "Cache-Control",
        "`public, no-cache` may be stored and is revalidated; `no-store` must not be stored",
        "string",
        "public, no-cache",
    ),
    ("Vary", "Vary", "The request headers that the response depends on", "string", "Accept"),
    (
        "Link",
        "Link",
        "The next page (RFC 8288); absent on the last one",
        "string",
        "</api/v1/games?cursor=20582_800>; rel=\"next\"",
    ),
    ("RetryAfter", "Retry-After", "Seconds after which to try again", "integer", "3"),
    (
        "WwwAuthenticate",
        "WWW-Authenticate",
        "What the token lacks (RFC 6750)",
        "string",
        "Bearer realm=\"adjutant\"",
    ),
    (
        "ContentDisposition",
        "Content-Disposition",
        "The suggested name of the file",
        "string",
        "attachment; filename=\"0123456789abcdef.ggn\"",
    ),
    (
        "IdempotentReplayed",
        "Idempotent-Replayed",
        "`?1` if this is the answer to an earlier request with the same Idempotency-Key; otherwise absent",
        "string",
        "?1",
    ),
    (
        "RateLimit",
        "RateLimit",
        "How many requests you may send at once (`r`), and the seconds until all that the policy allows are free again (`t`)",
        "string",
        "\"requests\";r=97;t=1",
    ),
    (
        "RateLimitPolicy",
        "RateLimit-Policy",
        "The requests that you may send at once (`q`), and the seconds in which as many become free again (`w`)",
        "string",
        "\"requests\";q=100;w=20",
    ),
];

/// The headers that operations refer to.
pub(super) fn described() -> Value {
    let entries = HEADERS.iter().map(|(key, _, about, kind, example)| {
        let example = match *kind {
            "integer" => json!(example.parse::<u32>().unwrap_or_default()),
            _ => json!(example),
        };
        let header = json!({"description": about, "schema": {"type": kind}, "example": example});
        ((*key).to_owned(), header)
    });
    Value::Object(entries.collect())
}

/// What changes by the second, which no cache keeps: its responses have no entity tag.
const UNCACHED: [&str; 7] = [
    "/api/v1/bots/online",
    "/api/v1/computers",
    "/api/v1/plays",
    "/api/v1/plays/events",
    "/api/v1/plays/{id}",
    "/api/v1/plays/{id}/events",
    "/api/v1/seeks",
];

/// Adds the headers of each response to an operation.
pub(super) fn complete(operation: &mut Map<String, Value>, endpoint: &Endpoint) {
    let paged = operation["description"].as_str().is_some_and(|text| text.contains("`Link`"));
    let is_read = *endpoint.method() == Method::GET;
    let has_tag =
        is_read && endpoint.access() != Access::Required && !UNCACHED.contains(&endpoint.path());
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else {
        return;
    };
    for (status, response) in responses {
        let kinds = response["content"].as_object().map_or(0, Map::len);
        let keys: &[&str] = match status.as_str() {
            "200" if has_tag => match (paged, kinds > 1) {
                (true, _) => &["CacheControl", "ETag", "Link", "Vary"],
                (false, true) => &["CacheControl", "ETag", "Vary"],
                (false, false) => &["CacheControl", "ETag"],
            },
            "200" if !is_read && endpoint.access() == Access::Required => {
                &["CacheControl", "IdempotentReplayed"]
            }
            "200" => &["CacheControl"],
            "401" | "403" => &["CacheControl", "WwwAuthenticate"],
            "429" | "503" => &["CacheControl", "RetryAfter"],
            _ => &["CacheControl"],
        };
        // Records and exports are saved under a name.
        let is_file = is_read && !response["content"]["text/plain"].is_null();
        let name: &[&str] = if is_file { &["ContentDisposition"] } else { &[] };
        let keys = keys.iter().chain(name).chain(&["RateLimit", "RateLimitPolicy"]);
        let all = keys.filter_map(|key| HEADERS.iter().find(|one| one.0 == *key));
        let all = all.map(|(key, name, ..)| {
            let path = format!("#/components/headers/{key}");
            ((*name).to_owned(), json!({"$ref": path}))
        });
        response["headers"] = Value::Object(all.collect());
    }
}
