//! What the papers promise is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).expect("it can be read").flatten() {
        let path = entry.path();
        match path.extension().and_then(|extension| extension.to_str()) {
            _ if path.is_dir() && !path.ends_with("node_modules") => files(&path, found),
            Some("rs" | "mjs") => found.push(path),
            _ => {}
        }
    }
}

/// The names of all functions, and the titles of the tests of pages.
fn tests() -> BTreeSet<String> {
    let mut paths = Vec::new();
    files(&root().join("tests"), &mut paths);
    files(&root().join("src"), &mut paths);
    files(&root().join("crates"), &mut paths);
    let mut names = BTreeSet::new();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a source is UTF-8");
        for line in text.lines() {
            let line = line.trim();
            if let Some(rest) = line.strip_prefix("fn ") {
                names.extend(rest.split(['(', '<']).next().map(str::to_owned));
            }
            let titled = ["test(", "t.test("].iter().find_map(|call| line.strip_prefix(call));
            if let Some((quote, rest)) = titled.and_then(|rest| rest.split_at_checked(1)) {
                names.extend(rest.split(quote).next().map(str::to_owned));
            }
        }
    }
    names
}

#[test]
fn every_requirement_names_a_test_or_a_file_that_is_there() {
    let text = fs::read_to_string(root().join("docs/asvs.md")).expect("it can be read");
    let tests = tests();
    let mut rows = 0;
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [item, _, proof] = cells[..] else { panic!("no row of three: {line}") };
        if item == "| item" {
            continue;
        }
        rows += 1;
        let named: Vec<&str> = proof.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "{item} names no test");
        for name in named {
            assert!(tests.contains(name) || root().join(name).exists(), "{item}: no test {name}");
        }
    }
    assert!(rows > 60, "only {rows} requirements");
}

#[test]
fn templates_escape_everything() {
    let mut dirs = vec![root().join("templates")];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(dir).expect("it can be read").flatten() {
            let path = entry.path();
            if path.is_dir() {
                dirs.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a template is UTF-8");
            for unsafe_word in ["|safe", "| safe", "autoescape"] {
                assert!(!text.contains(unsafe_word), "{}: {unsafe_word}", path.display());
            }
        }
    }
}

/// What an operator starts at a terminal to play a match: the server has no use for it.
const STARTS_PROGRAMS: [&str; 3] =
    ["src/cli/program_player.rs", "src/cli/matches.rs", "src/cli/three_generals.rs"];

#[test]
fn nothing_runs_another_program() {
    let mut paths = Vec::new();
    files(&root().join("src"), &mut paths);
    for name in fs::read_dir(root().join("crates")).expect("it can be read").flatten() {
        files(&name.path().join("src"), &mut paths);
    }
    let at_a_terminal = |path: &Path| STARTS_PROGRAMS.iter().any(|own| path.ends_with(own));
    for path in paths {
        let text = fs::read_to_string(&path).expect("a source is UTF-8");
        if at_a_terminal(&path) {
            continue;
        }
        let is_told_of = path.ends_with("src/cli/mod.rs");
        assert!(is_told_of || !text.contains("program_player"), "{}", path.display());
        for word in ["process::Command", "Command::new", "libc::exec", "libloading", "dlopen"] {
            // clap calls its own a command.
            let own = text.contains("clap") && word == "Command::new";
            assert!(own || !text.contains(word), "{}: {word}", path.display());
        }
    }
}
