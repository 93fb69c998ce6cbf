//! The faults and the tests that hold each: `faults.toml`, which names nothing that is not there.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

const FAULTS: &str = include_str!("faults.toml");
/// So many faults have no test; each says why.
const WITHOUT_A_TEST: usize = 0;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fault {
    what: String,
    /// `binary::rooms::test` in tests, `src/file.rs::test`, or `browser::file::words of its title`.
    held_by: Vec<String>,
    /// What is not tried, and why.
    left: Option<String>,
}

/// The crates whose tests may hold a fault.
const CRATES: [&str; 3] = ["ledger-ratings", "salpakan", "swiss"];

fn faults() -> BTreeMap<String, Fault> {
    toml::from_str(FAULTS).unwrap_or_else(|e| panic!("faults.toml: {e}"))
}

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join(path)).unwrap_or_default()
}

/// Whether a test of this name is there.
fn is_there(name: &str) -> bool {
    if let Some((file, title)) = name.strip_prefix("browser::").and_then(|at| at.split_once("::")) {
        let text = read(&format!("tests/browser/{file}.test.mjs"));
        return text.lines().any(|line| line.starts_with("test(") && line.contains(title));
    }
    let (place, test) = name.rsplit_once("::").expect("a place and a test");
    let path = match place.starts_with("src/") || place.starts_with("crates/") {
        true => place.to_owned(),
        false => format!("tests/{}.rs", place.replace("::", "/")),
    };
    let of_crates = CRATES.iter().map(|name| format!("crates/{name}/{path}"));
    let mut paths = of_crates.chain([path.clone()]);
    paths.any(|path| read(&path).contains(&format!("fn {test}(")))
}

#[test]
fn every_fault_is_held_by_tests_that_there_are_or_says_why_not() {
    let faults = faults();
    let names: Vec<String> = (1..=52).map(|number| format!("F{number:02}")).collect();
    assert_eq!(faults.keys().cloned().collect::<Vec<_>>(), names);
    let mut without = 0;
    for (name, fault) in &faults {
        assert!(!fault.what.is_empty(), "{name}");
        for test in &fault.held_by {
            assert!(is_there(test), "{name}: there is no test {test}");
        }
        if fault.held_by.is_empty() {
            assert!(
                fault.left.as_ref().is_some_and(|why| why.len() > 4),
                "{name}: why is it not tried?"
            );
            without += 1;
        }
    }
    assert_eq!(without, WITHOUT_A_TEST);
    assert!(!is_there("faults::ledger::no_such_test"));
}
