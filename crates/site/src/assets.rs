//! Embedded static files. Their addresses contain a digest of all files, so that they can be cached
//! forever and still change together.

use std::collections::HashMap;
use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, web};
use rust_embed::RustEmbed;

use crate::error::not_found_at;
use crate::response_cache::cacheable_response;

#[derive(RustEmbed)]
#[folder = "../../static/"]
#[exclude = "*.d.ts"]
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
    let others = Files::iter().map(String::from).filter(|name| !is_style(name));
    let served = others.chain(STYLES.keys().cloned());
    served.map(|name| (name.clone(), format!("/static/{}/{name}", *DIGEST))).collect()
});

/// The style sheets as served: the components of all pages combined into `css/adjutant.css` in the
/// order declared by `css/order.css`; those of single pages as they are.
static STYLES: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let order = style("css/order.css");
    let names = order.trim_start_matches("@layer").trim_end_matches(';');
    let parts: Vec<_> = names.split(',').map(|layer| format!("css/{}.css", layer.trim())).collect();
    let alone = Files::iter()
        .map(String::from)
        .filter(|name| is_style(name) && name != "css/order.css" && !parts.contains(name));
    let mut styles: HashMap<_, _> = alone.map(|name| (name.clone(), style(&name))).collect();
    let joined = parts.iter().map(|part| style(part)).collect::<String>();
    styles.insert("css/adjutant.css".to_owned(), order + &joined);
    styles
});

fn is_style(name: &str) -> bool {
    name.ends_with(".css")
}

/// Reads a style sheet and strips comments, line breaks, indentation and the spaces of blocks.
fn style(name: &str) -> String {
    let file = Files::get(name).expect("each layer of css/order.css has its file");
    let text = String::from_utf8_lossy(&file.data);
    let mut bare = String::with_capacity(text.len());
    for (at, piece) in text.split("/*").enumerate() {
        let code =
            if at == 0 { piece } else { piece.split_once("*/").map_or("", |(_, code)| code) };
        for line in code.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let goes_on = !bare.is_empty() && !bare.ends_with(['{', '}', ';', ',']);
            bare.push_str(if goes_on && line != "}" { " " } else { "" });
            bare.push_str(line);
        }
    }
    bare.replace("{ ", "{").replace("; ", ";").replace(" }", "}")
}

/// The digest of all files, which is part of their addresses.
pub fn digest() -> &'static str {
    &DIGEST
}

/// These modules and all that they import, themselves or by others.
pub fn with_imports(modules: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = modules.iter().map(|name| (*name).to_owned()).collect();
    let mut next = 0;
    while let Some(name) = found.get(next).cloned() {
        next += 1;
        let imported = imports(&name, &text(&name));
        for one in imported {
            if !found.contains(&one) {
                found.push(one);
            }
        }
    }
    found
}

/// The modules that one names by their relative addresses.
fn imports(name: &str, code: &str) -> Vec<String> {
    let folder: Vec<&str> = name.split('/').rev().skip(1).collect();
    let quoted = code.split("'.").skip(1).filter_map(|rest| rest.split('\'').next());
    let relative = quoted.filter(|path| path.starts_with(['.', '/']) && path.ends_with(".js"));
    let resolve = |path: &str| {
        let mut parts: Vec<&str> = folder.iter().rev().copied().collect();
        for part in path.split('/') {
            match part {
                // The first dot is what the path was found by.
                "" => {}
                "." | ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        parts.join("/")
    };
    relative.map(resolve).collect()
}

/// A text file; empty if there is no such file.
pub fn text(name: &str) -> String {
    Files::get(name)
        .map_or_else(String::new, |file| String::from_utf8_lossy(&file.data).into_owned())
}

/// The address at which a file is served; empty if there is no such file.
pub fn address(name: &str) -> &'static str {
    ADDRESSES.get(name).map_or("", String::as_str)
}

/// Serves a file. Old digests are accepted, since a page may be older than the program.
pub async fn get(request: HttpRequest, path: web::Path<(String, String)>) -> HttpResponse {
    let (digest, name) = path.into_inner();
    let file = match STYLES.get(&name) {
        Some(style) => Some(("text/css".to_owned(), style.clone().into_bytes())),
        None if is_style(&name) => None,
        None => Files::get(&name)
            .map(|file| (file.metadata.mimetype().to_owned(), file.data.into_owned())),
    };
    let Some((kind, body)) = file else {
        return not_found_at(&request, request.path());
    };
    let cache = if digest == *DIGEST { "public, max-age=31536000, immutable" } else { "no-cache" };
    cacheable_response(&kind, cache, body)
}
