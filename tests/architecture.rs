//! `ARCHITECTURE.md` as a test: floors, rooms, and what may not be written in `src`.
//!
//! It reads the sources as text. That is coarse, and on purpose simple: each rule is a few lines
//! in `architecture/rules.rs`, and `architecture/planted.rs` shows that each of them fails.

#[path = "../build/collapse.rs"]
mod collapse;
#[path = "architecture/papers.rs"]
mod papers;
#[path = "architecture/planted.rs"]
mod planted;
#[path = "architecture/ranks.rs"]
mod ranks;
#[path = "architecture/rules.rs"]
mod rules;
#[path = "architecture/source.rs"]
mod source;
#[path = "architecture/styles.rs"]
mod styles;
#[path = "architecture/templates.rs"]
mod templates;

use std::fs;
use std::path::{Path, PathBuf};

use source::Source;

#[test]
fn the_house_stands_as_architecture_md_says() {
    let offences: Vec<String> =
        all_sources().iter().flat_map(rules::offences).map(|offence| offence.to_string()).collect();
    assert!(offences.is_empty(), "{} offences:\n{}", offences.len(), offences.join("\n"));
}

#[test]
fn the_edge_reaches_the_store_only_through_the_service() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("it can be read");
    let manifest: toml::Table = manifest.parse().expect("it is TOML");
    let dependencies = manifest["dependencies"].as_table().expect("it has dependencies");
    assert!(dependencies.contains_key("adjutant-service"));
    for below in ["adjutant-store", "diesel", "rusqlite"] {
        assert!(!dependencies.contains_key(below), "{below} is no dependency of web and cli");
    }
}

/// Dev builds leave them out elsewhere, so there one would hold nothing.
#[test]
fn packages_with_debug_assertions_are_built_with_them() {
    let table = |path: &Path| -> toml::Table {
        fs::read_to_string(path).expect("a manifest").parse().expect("it is TOML")
    };
    let dev = &table(&root().join("Cargo.toml"))["profile"]["dev"];
    let mut found = 0;
    let crates = fs::read_dir(root().join("crates")).expect("crates").flatten();
    for package in crates.map(|entry| entry.path()).chain([root().to_owned()]) {
        let mut paths = Vec::new();
        collect(&package.join("src"), &mut paths);
        let asserts =
            |path: &PathBuf| fs::read_to_string(path).expect("a source").contains("debug_assert");
        if !paths.iter().any(asserts) {
            continue;
        }
        found += 1;
        let manifest = table(&package.join("Cargo.toml"));
        let name = manifest["package"]["name"].as_str().expect("a name");
        let own = dev["package"].get(name).and_then(|own| own.get("debug-assertions"));
        assert_eq!(own.and_then(toml::Value::as_bool), Some(true), "{name} in Cargo.toml");
    }
    assert!(found > 2, "only {found} packages have debug assertions");
}

#[test]
fn no_rank_can_be_written_below_floor_4() {
    let found = ranks::serializable_ranks(&all_sources());
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_room_has_a_floor() {
    let without: Vec<String> =
        rooms().map(|(_, room)| room).filter(|room| rules::floor_of(room).is_none()).collect();
    assert!(without.is_empty(), "rooms without a floor in tests/architecture: {without:?}");
}

/// The folders of the modules of this package and of `domain`, each with the folder that it is in.
fn rooms() -> impl Iterator<Item = (&'static str, String)> {
    ["src", "crates/domain/src"].into_iter().flat_map(|folder| {
        let entries = fs::read_dir(root().join(folder)).expect("sources can be read").flatten();
        entries.filter(|entry| entry.path().is_dir()).map(move |entry| {
            (folder, entry.file_name().into_string().expect("a room has a plain name"))
        })
    })
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The crates: each is a room, but for `domain` and `salpakan`, which hold several.
const CRATES: [(&str, &str); 14] = [
    ("crates/api/src/", "src/web/api/"),
    ("crates/domain/src/", "src/"),
    ("crates/event-pages/src/", "src/web/pages/contests/"),
    ("crates/game-record/src/", "src/game_record/"),
    ("crates/ledger-ratings/src/", "src/rating/"),
    ("crates/salpakan-bot/src/", "src/bot/"),
    ("crates/salpakan-knowledge/src/", "src/knowledge/"),
    ("crates/salpakan/src/", "src/"),
    ("crates/service/src/", "src/service/"),
    ("crates/site/src/", "src/web/"),
    ("crates/store/src/", "src/store/"),
    ("crates/swiss/src/", "src/tournament/"),
    ("crates/three-generals/src/", "src/three_generals/"),
    ("crates/three-generals-computer/src/", "src/three_generals_computer/"),
];

fn all_sources() -> Vec<Source> {
    let mut paths = Vec::new();
    collect(&root().join("src"), &mut paths);
    for (folder, _) in CRATES {
        collect(&root().join(folder), &mut paths);
    }
    paths.sort();
    assert!(paths.len() > 20, "only {} files in src", paths.len());
    paths
        .iter()
        .map(|path| {
            let name = path.strip_prefix(root()).expect("below the root").display().to_string();
            let room = CRATES.iter().find_map(|(folder, room)| {
                name.strip_prefix(folder).map(|rest| format!("{room}{rest}"))
            });
            let text = fs::read_to_string(path).expect("a source is UTF-8");
            Source::new(&room.unwrap_or(name), &text)
        })
        .collect()
}

fn collect(dir: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("src can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

#[test]
fn the_papers_name_only_what_exists() {
    for paper in ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"] {
        let text = fs::read_to_string(root().join(paper)).expect("the paper can be read");
        let named = text.split('`').skip(1).step_by(2).filter(|word| {
            let tops = [
                "src/",
                "crates/",
                "tests/",
                "docs/",
                "static/",
                "scripts/",
                "templates/",
                "locales/",
            ];
            tops.iter().any(|top| word.starts_with(top)) && !word.contains([' ', '<', '*'])
        });
        let missing: Vec<&str> = named.filter(|name| !root().join(name).exists()).collect();
        assert!(missing.is_empty(), "{paper} names what does not exist: {missing:?}");
    }
}

#[test]
fn architecture_md_has_a_line_for_each_room() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it can be read");
    for (folder, room) in rooms() {
        let line = format!("| `{folder}/{room}` |");
        assert!(text.contains(&line), "no line about {folder}/{room}");
    }
}
