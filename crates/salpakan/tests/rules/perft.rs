//! Counts of move paths, compared with those of an independent implementation.

use std::collections::BTreeMap;

use salpakan::rules::{Color, Deployment, Move, Termination, Verdict, perft::perft};
use serde_json::Value;

use crate::table::{Table, deployment, rule_set};

const DATA: &str = include_str!("data/perft.json");

fn cases() -> Vec<Value> {
    let data: Value = serde_json::from_str(DATA).expect("perft.json is JSON");
    data["cases"].as_array().expect("cases").clone()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} is a text"))
}

fn first(case: &Value) -> Color {
    Color::parse(text(case, "first")).expect("a color")
}

fn table(case: &Value) -> Table {
    let setups = &case["setups"];
    Table::set_up(text(case, "ruleset"), text(setups, "white"), text(setups, "black"), first(case))
}

/// Adds, by kind, the last plies of all sequences of exactly `depth` plies.
fn count(table: &Table, depth: usize, totals: &mut BTreeMap<&'static str, u64>) {
    if table.arbiter.is_over() {
        return;
    }
    for m in table.board.moves() {
        let mut after = table.clone();
        let Ok(said) = after.arbiter.play(m) else { panic!("the board allows {m:?}") };
        if depth > 1 {
            after.board.apply(m, said.verdict);
            count(&after, depth - 1, totals);
            continue;
        }
        let verdict = said.verdict.map(|verdict| match verdict {
            Verdict::ChallengerWins => "won",
            Verdict::DefenderWins => "lost",
            Verdict::Split => "split",
        });
        let end = said.ending.map(|ending| ending.termination.name());
        for kind in [Some("paths"), verdict, end].into_iter().flatten() {
            *totals.entry(kind).or_default() += 1;
        }
    }
}

#[test]
fn paths_challenges_and_endings_are_as_many_as_the_independent_arbiter_counts() {
    let kinds = ["paths", "won", "lost", "split"];
    let ends = [Termination::FlagCaptured.name(), Termination::FlagReached.name()];
    for case in cases() {
        let mut table = table(&case);
        for ply in case["plies"].as_array().expect("plies") {
            table.play_written(ply.as_str().expect("a ply"));
        }
        for (index, expected) in case["counts"].as_array().expect("counts").iter().enumerate() {
            // Greater counts are left to the benchmarks: tests run without optimisation.
            if expected["paths"].as_u64() > Some(400_000) {
                continue;
            }
            let mut totals = BTreeMap::new();
            count(&table, index + 1, &mut totals);
            for kind in kinds.into_iter().chain(ends) {
                let found = totals.get(kind).copied().unwrap_or_default();
                let place = format!("{} {kind} at depth {}", text(&case, "ruleset"), index + 1);
                assert_eq!(Some(found), expected[kind].as_u64(), "{place}");
            }
        }
    }
}

#[test]
fn perft_from_the_deployments_gives_the_same_counts() {
    let mut compared = 0;
    for case in cases().iter().filter(|case| case["plies"].as_array().is_some_and(Vec::is_empty)) {
        let rules = rule_set(text(case, "ruleset"));
        let army = |color: Color| -> Deployment {
            deployment(&rules, color, text(&case["setups"], color.key()))
        };
        let armies = salpakan::rules::ByColor::from_fn(army);
        for (index, expected) in case["counts"].as_array().expect("counts").iter().enumerate() {
            let depth = index as u32 + 1;
            let found = perft(&rules, armies.as_ref(), first(case), depth);
            assert_eq!(Some(found), expected["paths"].as_u64(), "{} {depth}", rules.key());
            compared += 1;
        }
    }
    assert!(compared >= 20, "{compared} counts compared");
}

#[test]
fn a_path_that_has_ended_counts_no_further() {
    let mut table = Table::set_up(
        "standard+army=F",
        "....F..../........./.........",
        "........./........./....F....",
        Color::White,
    );
    for ply in ["e3-e4", "e6-e5", "e4xe5+#"] {
        table.play_written(ply);
    }
    let mut totals = BTreeMap::new();
    count(&table, 1, &mut totals);
    assert!(totals.is_empty());
    assert!(table.arbiter.play(Move::parse("e5-e4").expect("a move")).is_err());
}
