//! Golden files of the written form of events: every byte that is written, and which input is accepted or refused.
//!
//! `GOLDEN=write cargo test --test contest -- golden` updates them; review the diff.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use adjutant_domain::contest::json::{read_fact, read_settings, write_fact, write_settings};

use crate::random::Random;

const FACTS: &str = include_str!("data/facts.jsonl");
const ASKED_SETTINGS: &str = include_str!("data/golden/settings.txt");
const ASKED_FACTS: &str = include_str!("data/golden/facts.txt");

/// Compares with a file below `data/golden`, or writes it.
fn hold(name: &str, found: &str) {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/contest/data/golden").join(name);
    if std::env::var("GOLDEN").is_ok_and(|wish| wish == "write") {
        return std::fs::write(path, found).expect("the golden file is written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let mut lines = (1..).zip(kept.lines().zip(found.lines()));
    if let Some((number, (kept, found))) = lines.find(|(_, (kept, found))| kept != found) {
        panic!("{}:{number}\n  kept  {kept}\n  found {found}\n{HOW}", path.display());
    }
    assert_eq!(kept.lines().count(), found.lines().count(), "{}: {HOW}", path.display());
}

const HOW: &str = "if this is meant: GOLDEN=write cargo test --test contest -- golden";

/// FNV-1a, which no dependency changes.
struct Print(u64);

impl Print {
    const NEW: Print = Print(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn kind_of(line: &str) -> &str {
    line.split('"').nth(3).expect("a fact has a kind")
}

#[test]
fn golden_random_facts_are_written_as_they_were() {
    let later = || (0..800).map(|seed| write_fact(&Random(seed).later_fact()));
    let lines = || (0..8_000).map(|seed| write_fact(&Random(seed).fact())).chain(later());
    let short = lines().filter(|line| line.len() < 700);
    let mut of_kind: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in short {
        let kept = of_kind.entry(kind_of(&line).to_owned()).or_default();
        if kept.len() < 4 {
            kept.push(line);
        }
    }
    let settled = (0..8).map(|seed| write_settings(&Random(seed).settings()));
    let shown: Vec<String> = of_kind.into_values().flatten().chain(settled).collect();
    hold("random.jsonl", &(shown.join("\n") + "\n"));

    let mut prints: BTreeMap<String, (usize, Print)> = BTreeMap::new();
    for line in lines() {
        let (count, print) = prints.entry(kind_of(&line).to_owned()).or_insert((0, Print::NEW));
        *count += 1;
        print.add(&line);
    }
    let all = prints.into_iter().fold(String::new(), |mut all, (kind, (count, print))| {
        writeln!(all, "{kind} {count} {:016x}", print.0).expect("a string takes all");
        all
    });
    hold("prints.txt", &all);
}

/// Answers each line that begins with `<` by the one behind it.
fn answered(asked: &str, answer: impl Fn(&str) -> String) -> String {
    let lines = asked.lines().filter(|line| !line.starts_with('>'));
    lines.fold(String::new(), |all, line| match line.strip_prefix("< ") {
        Some(sent) => format!("{all}{line}\n> {}\n", answer(sent)),
        None => format!("{all}{line}\n"),
    })
}

#[test]
fn golden_settings_are_read_and_refused_as_they_were() {
    let found = answered(ASKED_SETTINGS, |sent| match read_settings(sent) {
        Ok(of) => {
            assert_eq!(read_settings(&write_settings(&of)).as_ref(), Ok(&of), "{sent}");
            write_settings(&of)
        }
        Err(fault) => format!("refused: {fault}"),
    });
    hold("settings.txt", &found);
}

#[test]
fn golden_facts_are_read_and_refused_as_they_were() {
    let found = answered(ASKED_FACTS, |sent| match read_fact(sent) {
        Ok(fact) => write_fact(&fact),
        Err(fault) => format!("refused: {fault}"),
    });
    hold("facts.txt", &found);
}

/// What is accepted, and how it is then written, but not the words of a refusal: a text with a letter changed can
/// be wrong for several reasons.
#[test]
fn golden_spoilt_facts_are_accepted_and_refused_as_they_were() {
    let mut random = Random(11);
    let mut found = String::new();
    for (number, line) in (1..).zip(FACTS.lines()) {
        let (mut accepted, mut print) = (0, Print::NEW);
        for _ in 0..400 {
            let mut bytes = line.as_bytes().to_vec();
            let at = random.up_to(bytes.len());
            bytes[at] = random.of(b"0123456789\"{}[],:-abcdefnrstuwx\\ ");
            let fact = String::from_utf8(bytes).ok().and_then(|text| read_fact(&text).ok());
            accepted += usize::from(fact.is_some());
            print.add(&fact.map_or_else(|| "refused".to_owned(), |fact| write_fact(&fact)));
        }
        writeln!(found, "{number} {} {accepted} {:016x}", kind_of(line), print.0)
            .expect("a string takes all");
    }
    hold("spoilt.txt", &found);
}
