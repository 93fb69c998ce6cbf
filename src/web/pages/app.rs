//! The site as an app: its manifest, its service worker, and the page for when there is no network.

use actix_web::http::header;
use serde::Serialize;

use crate::web::prelude::*;
use adjutant_site::assets;
use adjutant_site::i18n::Language;
use adjutant_site::offline::allow_offline_copy;
use adjutant_site::parameters::AcceptedValues;
use adjutant_site::response_cache::cacheable_response;

/// Where records go that other apps share.
const SHARE_PATH: &str = "/records/check";
/// The colour of the header and of the window around the app, and that of the page while it opens.
const THEME_COLOR: &str = "#26352b";
const PAPER_COLOR: &str = "#f7f3e8";
/// Files, and modules with all that they import, that pages need without network: replays, games at a table, and
/// the page that lists what is kept.
const SHELL_FILES: [&str; 4] =
    ["css/adjutant.css", "css/deploy.css", "css/sharing.css", "pieces.svg"];
const SHELL_MODULES: [&str; 6] = [
    "js/app/main.js",
    "js/app/offline.js",
    "js/search/box.js",
    "js/replay/main.js",
    "js/play/main.js",
    "js/share/main.js",
];
/// Icons with their sizes and purposes.
const ICONS: [(&str, &str, &str); 3] = [
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
];
/// Where the long press on the app's icon leads, with the keys of the names.
const SHORTCUTS: [(&str, &str); 4] = [
    ("/play", "play-nav"),
    ("/games", "nav-games"),
    ("/events", "nav-events"),
    ("/notices", "notices-title"),
];

#[derive(Serialize)]
struct Manifest {
    id: &'static str,
    name: &'static str,
    short_name: &'static str,
    description: &'static str,
    lang: &'static str,
    dir: &'static str,
    start_url: &'static str,
    scope: &'static str,
    display: &'static str,
    theme_color: &'static str,
    background_color: &'static str,
    categories: [&'static str; 1],
    icons: Vec<Icon>,
    shortcuts: Vec<Shortcut>,
    share_target: ShareTarget,
}

#[derive(Serialize)]
struct Icon {
    src: &'static str,
    sizes: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    purpose: &'static str,
}

#[derive(Serialize)]
struct Shortcut {
    name: &'static str,
    url: &'static str,
    icons: Vec<Icon>,
}

/// Records that other apps share.
#[derive(Serialize)]
struct ShareTarget {
    action: &'static str,
    method: &'static str,
    enctype: &'static str,
    params: ShareFields,
}

#[derive(Serialize)]
struct ShareFields {
    title: &'static str,
    text: &'static str,
    url: &'static str,
    files: [ShareFiles; 1],
}

#[derive(Serialize)]
struct ShareFiles {
    name: &'static str,
    accept: [&'static str; 6],
}

fn icon((name, sizes, purpose): (&'static str, &'static str, &'static str)) -> Icon {
    Icon { src: assets::address(name), sizes, kind: "image/png", purpose }
}

fn share_target() -> ShareTarget {
    let accept =
        [".ggn", ".json", ".ndjson", "application/json", "application/x-ndjson", "text/plain"];
    ShareTarget {
        action: SHARE_PATH,
        method: "POST",
        enctype: "multipart/form-data",
        params: ShareFields {
            title: "title",
            text: "text",
            url: "url",
            files: [ShareFiles { name: "records", accept }],
        },
    }
}

/// The manifest in the language of the page that names it: browsers fetch it without cookies.
pub async fn manifest(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["language"]).or_page(&visit)?;
    let known = AcceptedValues::one_of("en, fil".to_owned());
    let language = given.parse_with("language", known, Language::parse).or_page(&visit)?;
    let texts = Texts(language.unwrap_or(visit.language));
    let shortcut =
        |(url, key)| Shortcut { name: texts.text(key), url, icons: vec![icon(ICONS[0])] };
    let manifest = Manifest {
        id: "/",
        name: "Adjutant",
        short_name: "Adjutant",
        description: texts.text("site-description"),
        lang: texts.0.tag(),
        dir: "ltr",
        start_url: "/",
        scope: "/",
        display: "standalone",
        theme_color: THEME_COLOR,
        background_color: PAPER_COLOR,
        categories: ["games"],
        icons: ICONS.into_iter().map(icon).collect(),
        shortcuts: SHORTCUTS.into_iter().map(shortcut).collect(),
        share_target: share_target(),
    };
    let body = serde_json::to_vec(&manifest)
        .map_err(|e| PageError::new(&visit, &adjutant_service::Error::Internal(e.to_string())))?;
    let mut response = cacheable_response("application/manifest+json", "no-cache", body);
    let vary = header::HeaderValue::from_static("Accept-Language, Cookie");
    response.headers_mut().insert(header::VARY, vary);
    Ok(response)
}

/// The service worker, at an address below which all pages are. It begins with what it keeps, so that a new program is a
/// new worker.
pub async fn service_worker() -> HttpResponse {
    let modules = assets::with_imports(&SHELL_MODULES);
    let names = SHELL_FILES.into_iter().chain(modules.iter().map(String::as_str));
    let files: Vec<&str> = names.map(assets::address).collect();
    let (version, code) = (assets::digest(), assets::text("service-worker.js"));
    let body = format!("const VERSION = {version:?};\nconst FILES = {files:?};\n{code}");
    cacheable_response("text/javascript; charset=utf-8", "no-cache", body.into_bytes())
}

#[derive(Template)]
#[template(path = "pages/offline.html")]
struct OfflinePage {
    frame: PageFrame,
    script: &'static str,
}

/// Shown in place of pages that cannot be reached; the script lists the replays that are kept.
pub async fn show_offline(visit: RequestContext) -> PageResult {
    let frame = visit.frame(visit.texts().get("offline-title"));
    let script = assets::address("js/app/offline.js");
    let mut response = html(&visit, &OfflinePage { frame, script })?;
    if !visit.actor().has_session() {
        allow_offline_copy(&mut response);
    }
    Ok(response)
}
