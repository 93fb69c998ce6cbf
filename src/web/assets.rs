//! Files of pages, embedded; addresses carry a digest of all of them, so that they
//! can be kept for ever and still change together.

use std::collections::HashMap;
use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, web};
use rust_embed::RustEmbed;

use super::answers::for_everybody;
use super::error::nothing_at;

#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = blake3::Hasher::new();
    let mut names: Vec<_> = Files::iter().collect();
    names.sort();
    for name in names {
        if let Some(file) = Files::get(&name) {
            hasher.update(name.as_bytes());
            hasher.update(&file.data);
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
});

static ADDRESSES: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    Files::iter().map(|name| (name.to_string(), format!("/static/{}/{name}", *DIGEST))).collect()
});

/// The address under which the file `name` is served; empty for one that is not there.
pub fn address(name: &str) -> &'static str {
    ADDRESSES.get(name).map_or("", String::as_str)
}

/// One file. An old digest still answers: a page may be older than the program.
pub async fn get(request: HttpRequest, path: web::Path<(String, String)>) -> HttpResponse {
    let (digest, name) = path.into_inner();
    let Some(file) = Files::get(&name) else {
        return nothing_at(&request, request.path());
    };
    let cache = if digest == *DIGEST { "public, max-age=31536000, immutable" } else { "no-cache" };
    for_everybody(file.metadata.mimetype(), cache, file.data.into_owned())
}
