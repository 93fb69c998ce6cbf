//! What there is, of which somebody has thought whether it can leak: routes, fields, figures, letters,
//! log lines, what browsers keep, doors to armies. `inventory.txt` is what was thought of; whatever is
//! not in it fails here, before anybody can forget it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const REVIEWED: &str = include_str!("inventory.txt");

/// A kind of thing, where it is looked for, and how it is found in a text.
pub struct Kind {
    pub name: &'static str,
    places: &'static [&'static str],
    find: fn(&str) -> Vec<String>,
    /// A text with a leak, which is found.
    plant: &'static str,
}

/// What stands between `before` and `after`.
fn between(text: &str, before: &str, after: &str) -> Vec<String> {
    let parts = text.split(before).skip(1);
    parts.filter_map(|rest| rest.split_once(after)).map(|(found, _)| found.to_owned()).collect()
}

/// The words of `words` that occur.
fn words(text: &str, words: &[&str]) -> Vec<String> {
    let text = text.to_lowercase();
    words.iter().filter(|word| text.contains(**word)).map(|word| (*word).to_owned()).collect()
}

/// Names of public fields.
fn fields(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("pub "));
    let named = lines.filter_map(|line| line.split_once(": ")).map(|(name, _)| name);
    named
        .filter(|name| name.chars().all(|c| c.is_lowercase() || c == '_'))
        .map(str::to_owned)
        .collect()
}

pub const KINDS: &[Kind] = &[
    Kind {
        name: "route",
        places: &["src/web/routes.rs", "crates/event-pages/src/routes.rs", "crates/api/src"],
        find: |text| {
            let all = between(text, "\"/", "\"").into_iter().map(|path| format!("/{path}"));
            let parts = ["/play", "seek", "quick-pairing", "/at", "/openings", "/me/events"];
            let live = |path: &String| parts.iter().any(|part| path.contains(part));
            // No address ends with a slash: what does is the beginning of some.
            let whole = |path: &String| !path.contains("/players") && !path.ends_with('/');
            all.filter(live).filter(whole).collect()
        },
        plant: "get ReadPublic \"/play/{id}/chat\" chat::show;",
    },
    Kind {
        name: "field",
        places: &["crates/site/src/play_response.rs", "crates/site/src/live/play_event.rs"],
        find: fields,
        plant: "    pub strongest: Option<char>,",
    },
    Kind {
        name: "event of a stream",
        places: &["crates/site/src/live"],
        find: |text| between(text, "b\"event: ", "\\n"),
        plant: "Bytes::from_static(b\"event: strength\\ndata: {}\\n\\n\")",
    },
    Kind {
        name: "parameter",
        places: &["src/web/pages/plays", "crates/api/src/plays.rs", "crates/api/src/seeks.rs"],
        find: |text| {
            let read = between(text, "parameters.parse(&[", "]");
            let named =
                |list: &String| list.split('"').skip(1).step_by(2).map(str::to_owned).collect();
            read.iter().flat_map(|list| -> Vec<String> { named(list) }).collect()
        },
        plant: "parameters.parse(&[\"rank\"])",
    },
    Kind {
        name: "figure",
        places: &["src", "crates"],
        find: |text| {
            let kinds = ["counter!(\"", "histogram!(\"", "gauge!(\""];
            kinds.iter().flat_map(|kind| between(text, kind, "\"")).collect()
        },
        plant: "metrics::counter!(\"pieces_fallen_total\", &rank).increment(1);",
    },
    Kind {
        name: "letter",
        places: &["crates/service/src/accounts"],
        find: |text| {
            let variants = between(text, "pub enum MailKind {", "}").concat();
            let lines = variants.lines().map(|line| line.trim().trim_end_matches(','));
            lines
                .filter(|line| !line.is_empty() && !line.starts_with('/'))
                .map(str::to_owned)
                .collect()
        },
        plant: "pub enum MailKind {\n    YourMove,\n}",
    },
    Kind {
        name: "log",
        places: &[
            "crates/service/src/live",
            "crates/site/src/live",
            "crates/domain/src/play",
            "src/web/pages/plays",
        ],
        find: |text| {
            let calls = ["error!(", "warn!(", "info!(", "debug!(", "trace!("];
            let all =
                calls.iter().flat_map(|call| between(text, &format!("tracing::{call}"), "\")"));
            all.map(|call| call.split_whitespace().collect::<Vec<_>>().join(" ") + "\"").collect()
        },
        plant: "tracing::debug!(?army, \"a side has deployed\");",
    },
    Kind {
        name: "kept by browsers",
        places: &["static/js", "static/service-worker.js"],
        find: |text| {
            let all =
                ["localstorage", "sessionstorage", "indexeddb", "caches.open", "serviceworker"];
            words(text, &all)
        },
        plant: "indexedDB.open('drafts');",
    },
    Kind {
        name: "sound",
        places: &["static/js"],
        find: |text| words(text, &["new audio", "audiocontext", "vibrate(", "speechsynthesis"]),
        plant: "navigator.vibrate(20 * rank);",
    },
    Kind {
        name: "for developers",
        places: &["static/js", "templates"],
        find: |text| words(text, &["devmode", "debugger", "console.log", "window.game ="]),
        plant: "if (devMode) console.log(armies);",
    },
    Kind {
        name: "from elsewhere",
        places: &["static/js", "static/css", "templates"],
        find: |text| {
            let all =
                between(text, "src=\"http", "\"").into_iter().chain(between(text, "url(http", ")"));
            all.chain(between(text, "fetch('http", "'")).collect()
        },
        plant: "<script src=\"https://example.org/count.js\"></script>",
    },
    Kind {
        name: "way out",
        places: &["src", "crates"],
        find: |text| {
            words(text, &["websocket", "webhook", "permessage-deflate", "reqwest", "ureq::"])
        },
        plant: "actix_ws::handle(websocket)",
    },
    Kind {
        name: "door to both armies",
        places: &[
            "crates/service/src",
            "crates/site/src",
            "crates/api/src",
            "crates/event-pages/src",
            "src/web",
            "src/cli",
        ],
        find: |text| {
            let functions = between(text, "fn ", "{");
            let opens = |head: &&String| {
                let result = head.split("->").nth(1).unwrap_or_default();
                result.contains("ByColor<Deployment>") || result.contains("Arbiter")
            };
            let name = |head: &String| head.split(['(', '<']).next().unwrap_or_default().to_owned();
            functions.iter().filter(opens).map(name).collect()
        },
        plant: "pub fn both_armies(play: &PlayId) -> ByColor<Deployment> {",
    },
    Kind {
        name: "kept for several requests",
        places: &[
            "crates/site/src",
            "crates/api/src",
            "crates/event-pages/src",
            "src/web",
            "crates/service/src",
        ],
        find: |text| {
            let own = text.split("#[cfg(test)]").next().unwrap_or_default();
            let lines = own.lines().map(str::trim);
            let global = |line: &&str| {
                let line = line.trim_start_matches("pub ").trim_start_matches("pub(super) ");
                line.starts_with("static ")
                    || line.contains("thread_local!")
                    || line.contains("moka::")
            };
            lines
                .filter(global)
                .map(|line| line.split(" = ").next().unwrap_or(line).to_owned())
                .collect()
        },
        plant: "static LATEST: Mutex<Option<Deployment>> = Mutex::new(None);",
    },
    Kind {
        name: "chance that can be foretold",
        places: &[
            "crates/service/src",
            "crates/site/src",
            "crates/api/src",
            "crates/event-pages/src",
            "src/web",
            "crates/domain/src/account",
            "crates/domain/src/play",
            "crates/store/src",
        ],
        find: |text| {
            words(text, &["seed_from_u64", "smallrng", "stdrng", "fastrand", "from_seed("])
        },
        plant: "let mut random = StdRng::seed_from_u64(now as u64);",
    },
];

fn files(place: &Path, found: &mut Vec<PathBuf>) {
    if place.is_dir() {
        for entry in fs::read_dir(place).expect("a directory").flatten() {
            files(&entry.path(), found);
        }
    } else {
        found.push(place.to_owned());
    }
}

fn found(kind: &Kind) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    kind.places.iter().for_each(|place| files(&root.join(place), &mut all));
    assert!(!all.is_empty(), "{}", kind.name);
    let texts = all.iter().filter_map(|path| fs::read_to_string(path).ok());
    texts.flat_map(|text| (kind.find)(&text)).collect()
}

fn reviewed(kind: &Kind) -> BTreeSet<String> {
    let own = format!("{}: ", kind.name);
    REVIEWED.lines().filter_map(|line| line.strip_prefix(&own)).map(str::to_owned).collect()
}

#[test]
fn there_is_nothing_that_nobody_has_thought_of() {
    let mut wrong = Vec::new();
    for kind in KINDS {
        let (found, reviewed) = (found(kind), reviewed(kind));
        wrong.extend(found.difference(&reviewed).map(|one| format!("+ {}: {one}", kind.name)));
        wrong.extend(reviewed.difference(&found).map(|one| format!("- {}: {one}", kind.name)));
    }
    assert!(wrong.is_empty(), "new, or gone, of inventory.txt:\n{}", wrong.join("\n"));
}

#[test]
fn planted_places_are_found_and_not_yet_reviewed() {
    for kind in KINDS {
        let planted: BTreeSet<String> = (kind.find)(kind.plant).into_iter().collect();
        assert!(planted.difference(&reviewed(kind)).next().is_some(), "{}: {planted:?}", kind.name);
    }
}
