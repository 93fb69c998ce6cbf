//! The channels by which a rank could get out, and for each the tests that hold it and the leak that
//! was planted there: `channels.toml`, which names nothing that is not there.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

const CHANNELS: &str = include_str!("channels.toml");
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Channel {
    what: String,
    /// `binary::file::test` in tests, `src/file.rs::test`, or `browser::file::words of its title`.
    held_by: Vec<String>,
    /// `leak`: one of src/secrecy/plants.rs; `inventory: kind`; or a test that plants it.
    plant: String,
}

/// The channels that came with later ways to reach people, beside the seventy-two of the design.
const NEW: usize = 9;
/// The crates whose tests may hold a channel.
const CRATES: [&str; 3] = ["salpakan", "salpakan-bot", "salpakan-knowledge"];

fn channels() -> BTreeMap<String, Channel> {
    toml::from_str(CHANNELS).unwrap_or_else(|e| panic!("channels.toml: {e}"))
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

/// Whether a test of this name is there.
fn is_there(name: &str) -> bool {
    let parts: Vec<&str> = name.split("::").collect();
    let (path, test) = match parts[..] {
        ["browser", file, title] => {
            let text = read(&format!("tests/browser/{file}.test.mjs")).unwrap_or_default();
            return text.lines().any(|line| line.starts_with("test(") && line.contains(title));
        }
        [file, test] if file.starts_with("src/") || file.starts_with("crates/") => {
            (file.to_owned(), test)
        }
        [binary, file, test] => (format!("tests/{binary}/{file}.rs"), test),
        _ => return false,
    };
    let crates = CRATES.iter().map(|name| format!("crates/{name}/{path}"));
    let mut texts = std::iter::once(path.clone()).chain(crates).filter_map(|path| read(&path));
    texts.any(|text| text.contains(&format!("fn {test}(")))
}

#[test]
fn every_channel_is_held_by_tests_that_there_are() {
    let channels = channels();
    let names = [("L", 72), ("N", NEW)]
        .into_iter()
        .flat_map(|(letter, count)| (1..=count).map(move |number| format!("{letter}{number:02}")));
    let names: Vec<String> = names.collect();
    assert_eq!(channels.keys().cloned().collect::<Vec<_>>(), names);
    for (name, channel) in &channels {
        assert!(!channel.what.is_empty() && !channel.held_by.is_empty(), "{name}");
        for test in &channel.held_by {
            assert!(is_there(test), "{name}: there is no test {test}");
        }
    }
    assert!(!is_there("secrecy::channels::no_such_test"));
}

#[test]
fn every_channel_says_which_leak_was_planted_in_it() {
    let mut with = Vec::new();
    for (name, channel) in channels() {
        let known = match channel.plant.split_once(": ") {
            None if channel.plant == "leak" => crate::plants::planted().contains(&name.as_str()),
            Some(("inventory", kind)) => crate::inventory::KINDS.iter().any(|one| one.name == kind),
            _ => is_there(&channel.plant),
        };
        assert!(known, "{name}: there is no plant {}", channel.plant);
        with.push(name);
    }
    assert_eq!(with.len(), 72 + NEW);
    for leak in crate::plants::planted() {
        assert!(with.contains(&leak.to_owned()), "{leak} is planted and not in channels.toml");
    }
}
