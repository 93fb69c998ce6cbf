//! How facts and settings are written: the same again, readable for ever, and bounded.

use adjutant_domain::contest::json::{
    ContestFileHeader, MAX_TEXT_BYTES, read_contest_file, read_fact, read_settings, write_fact,
    write_fact_line, write_header, write_settings,
};
use adjutant_domain::contest::{ContestSettings, ContestSettingsError};
use swiss::points::{PointSystem, Points};
use swiss::series::{Format, Series};
use swiss::stage::{Plan, Source, Stage, StageId, System, Unit};

use crate::random::Random;

const GOLDEN: &str = include_str!("data/facts.jsonl");
const KINDS: [&str; 53] = [
    "settled",
    "opened",
    "entered",
    "amended",
    "admitted",
    "withdrew",
    "removed",
    "merged",
    "paid",
    "present",
    "asked-bye",
    "kept-apart",
    "begun",
    "joined",
    "renumbered",
    "extended",
    "arena-clock",
    "arena-ended",
    "arena-paused",
    "challenged",
    "challenge-accepted",
    "challenge-closed",
    "ladder-clock",
    "ladder-fell",
    "ladder-ended",
    "drafted",
    "published",
    "taken-back",
    "restored",
    "begin-taken-back",
    "grace-over",
    "result",
    "said",
    "contested",
    "played-off",
    "windowed",
    "proposed",
    "times-taken-back",
    "fixed",
    "here",
    "started",
    "reminded",
    "lapsed",
    "appealed",
    "ruled",
    "ended",
    "cancelled",
    "moved",
    "lot-drawn",
    "team-entered",
    "team-amended",
    "line-up",
    "released",
];

fn of_template(json: &str) -> ContestSettings {
    read_settings(json).unwrap_or_else(|fault| panic!("{json}: {fault}"))
}

/// What is wrong with a text, in one line.
fn fault(json: &str) -> String {
    read_fact(json).expect_err(json).to_string()
}

fn settings_fault(json: &str) -> String {
    read_settings(json).expect_err(json).to_string()
}

#[test]
fn a_fact_that_was_written_is_read_as_it_was() {
    for seed in 0..4_000 {
        let fact = Random(seed).fact();
        let line = write_fact(&fact);
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(read_fact(&line).as_ref(), Ok(&fact), "{line}");
    }
}

#[test]
fn settings_that_were_written_are_read_as_they_were() {
    for seed in 0..1_000 {
        let of = Random(seed).settings();
        assert_eq!(read_settings(&write_settings(&of)).as_ref(), Ok(&of), "seed {seed}");
    }
}

#[test]
fn facts_of_the_past_stay_readable_and_are_written_as_they_were() {
    for line in GOLDEN.lines() {
        let fact = read_fact(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!(write_fact(&fact), line);
    }
}

#[test]
fn there_is_a_golden_fact_of_each_kind() {
    for kind in KINDS {
        let begin = format!("{{\"fact\":\"{kind}\"");
        assert!(GOLDEN.lines().any(|line| line.starts_with(&begin)), "{kind}");
    }
}

#[test]
fn only_the_plan_must_be_told() {
    let of = of_template(r#"{"plan":{"template":"swiss","entrants":40}}"#);
    assert_eq!(of.plan.stages.len(), 1);
    let PointSystem { win, draw, loss, allocated_bye, .. } = of.points;
    assert_eq!([win, draw, loss, allocated_bye], [Points(20), Points(10), Points(0), Points(20)]);
    let codes: Vec<String> = of.tie_breaks.iter().map(ToString::to_string).collect();
    assert_eq!(codes, ["DE", "BH/C1", "BH", "SB", "PO"]);
    assert_eq!((of.max_entrants, of.fee.as_str(), of.grace_minutes), (None, "", 30));
    assert!(!of.accelerated && !of.check_in && !of.player_reports && !of.rated);
    assert!(of.validate().is_empty(), "{:?}", of.validate());
}

#[test]
fn an_arena_that_is_played_here_waits_shortly_for_who_is_absent_unless_told_otherwise() {
    let of = |minutes: u32, more: &str| {
        let plan = format!(r#"{{"template":"arena","entrants":8,"minutes":{minutes}}}"#);
        of_template(&format!(r#"{{"plan":{plan}{more}}}"#))
    };
    let here = r#","games":{"pace":"300+3"}"#;
    for (minutes, grace) in [(5, 1), (19, 1), (20, 2), (30, 2), (90, 2), (600, 2)] {
        assert_eq!(of(minutes, here).grace_minutes, grace, "{minutes} minutes");
    }
    assert_eq!(of(30, "").grace_minutes, 30, "officials decide over the board");
    let chosen = of(30, &format!(r#"{here},"grace_minutes":7"#));
    assert_eq!(chosen.grace_minutes, 7);
    assert_eq!(read_settings(&write_settings(&chosen)), Ok(chosen));
}

#[test]
fn each_template_makes_a_plan_that_can_be_played() {
    let names = [
        ("swiss", ""),
        ("swiss-to-final", ""),
        ("keizer", ""),
        ("ladder", ""),
        ("groups-to-knock-out", ""),
        ("round-robin", ""),
        ("double-round-robin", ""),
        ("single-elimination", ""),
        ("double-elimination", ""),
        ("qualifier-days", r#","days":4"#),
        ("team-event", r#","team_boards":3"#),
    ];
    for (name, more) in names {
        let json = format!(r#"{{"plan":{{"template":"{name}","entrants":32{more}}}}}"#);
        let of = of_template(&json);
        assert!(of.plan.check(32).is_empty(), "{name}: {:?}", of.plan.check(32));
        assert_eq!(read_settings(&write_settings(&of)), Ok(of), "{name}");
    }
}

#[test]
fn wishes_say_how_many_rounds_and_groups_there_are() {
    let of = of_template(r#"{"plan":{"template":"swiss-to-final","entrants":60,"rounds":6}}"#);
    assert_eq!(of.plan.stages[0].system, System::Swiss { rounds: 6 });
    let of = of_template(r#"{"plan":{"template":"groups-to-knock-out","entrants":16,"groups":2}}"#);
    assert!(matches!(of.plan.stages[0].system, System::RoundRobin { groups: 2, .. }));
}

#[test]
fn a_race_counts_the_points_of_the_event() {
    let json = r#"{"plan":{"unit":"players","stages":[
        {"name":"Swiss","system":{"type":"swiss","rounds":6}},
        {"name":"Final","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"knock-out"},
         "series":{"format":"race","target":"4"}}]}}"#;
    let of = of_template(json);
    let sources = vec![Source::Top { of: StageId(0), each: 2 }];
    let race = Series::race(Points(40), of.points);
    let expected = Plan {
        unit: Unit::Players,
        stages: vec![
            Stage {
                series: Series { points: of.points, ..Series::single() },
                ..Stage::new("Swiss", vec![Source::Registration], System::Swiss { rounds: 6 })
            },
            Stage { series: race, ..Stage::new("Final", sources, of.plan.stages[1].system) },
        ],
    };
    assert_eq!(of.plan, expected);
    assert!(matches!(of.plan.stages[1].series.format, Format::Race { most: None, .. }));
}

#[test]
fn points_are_numbers_or_texts() {
    let points = |json: &str| {
        let json =
            format!(r#"{{"points":{{"win":{json}}},"plan":{{"template":"swiss","entrants":8}}}}"#);
        read_settings(&json).map(|of| of.points.win)
    };
    assert_eq!(points("3"), Ok(Points(30)));
    assert_eq!(points("2.5"), Ok(Points(25)));
    assert_eq!(points("\"2.5\""), Ok(Points(25)));
    for wrong in ["-1", "100.5", "101", "\"two\"", "0.25", "1e300", "null", "[1]"] {
        let fault = points(wrong).expect_err(wrong);
        assert_eq!(fault.place, "points.win");
        assert!(fault.expected.contains("expected points from 0 to 100"), "{fault}");
    }
}

#[test]
fn a_fault_says_where_it_is_and_what_is_expected() {
    assert_eq!(fault("{}"), "missing field `fact`");
    assert!(
        fault(r#"{"fact":"won"}"#).starts_with("unknown variant `won`, expected one of `settled`")
    );
    assert_eq!(fault(r#"{"fact":"opened"}"#), "missing field `open`");
    assert_eq!(
        fault(r#"{"fact":"opened","open":1}"#),
        "open: invalid type: integer `1`, expected a boolean"
    );
    assert_eq!(
        fault(r#"{"fact":"opened","open":true,"by":2}"#),
        "unknown field `by`, expected `open`"
    );
    assert_eq!(
        fault(r#"{"open":1,"fact":"opened"}"#),
        "open: invalid type: integer `1`, expected a boolean"
    );
    assert_eq!(
        fault(
            r#"{"fact":"proposed","stage":0,"round":0,"table":0,"at":1,"side":"first","times":7}"#
        ),
        "times: invalid type: integer `7`, expected a list"
    );
    assert_eq!(
        fault(r#"{"fact":"admitted","entrant":0}"#),
        "entrant: expected a whole number from 1 to 1000000"
    );
    assert_eq!(
        fault(
            r#"{"fact":"drafted","stage":0,"round":0,"meetings":[{"sides":[1,2]},{"sides":[1]}],"byes":[]}"#
        ),
        "meetings[1].sides: expected two items"
    );
    assert_eq!(
        settings_fault(
            r#"{"plan":{"unit":"players","stages":[{"name":"A","system":{"type":"berger"}}]}}"#
        ),
        "plan.stages[0].system: unknown variant `berger`, expected one of `swiss`, `keizer`, `arena`, `ladder`, `round-robin`, `knock-out`, \
         `placement-knock-out`, `double-elimination`, `board-groups`, `scheveningen`"
    );
    assert_eq!(
        settings_fault(r#"{"tie_breaks":["DE","XX"],"plan":{"template":"swiss","entrants":8}}"#),
        "tie_breaks[1]: `XX`: there is no such tie-break; choose from DE, DEL, PO, NDW, WIN, WON, BPG, BWG, PS, REP, STD, TPN, BH, AOB, FB, SB, KS, \
         ARO, TPR, PTP, APRO, APPO, RTNG, MPvGP, BC"
    );
}

#[test]
fn a_member_that_is_there_twice_is_refused() {
    assert!(
        fault(r#"{"fact":"opened","open":true,"open":false}"#).contains("duplicate field `open`")
    );
}

#[test]
fn oversized_values_are_refused() {
    let name = "n".repeat(61);
    let person = format!(r#"{{"fact":"entered","person":{{"name":"{name}"}}}}"#);
    assert_eq!(fault(&person), "person.name: expected text of at most 60 characters on one line");
    assert!(fault(r#"{"fact":"entered","person":{"name":"a\nb"}}"#).starts_with("person.name"));
    assert_eq!(
        fault(r#"{"fact":"entered","person":{"name":" "}}"#),
        "person: expected a name or a player"
    );
    assert!(fault(r#"{"fact":"published","stage":32,"round":0}"#).starts_with("stage: "));
    let entrants = r#"{"plan":{"template":"swiss","entrants":4000000000}}"#;
    assert!(settings_fault(entrants).starts_with("plan.entrants: "));
    let system = r#"{"type":"swiss","rounds":101}"#;
    let plan = format!(r#"{{"unit":"players","stages":[{{"name":"A","system":{system}}}]}}"#);
    let fault_of = settings_fault(&format!(r#"{{"plan":{plan}}}"#));
    assert_eq!(fault_of, "plan.stages[0].system.rounds: expected a whole number from 0 to 100");
    let stages = vec![r#"{"name":"A","system":{"type":"scheveningen"}}"#; 33].join(",");
    let many = format!(r#"{{"plan":{{"unit":"players","stages":[{stages}]}}}}"#);
    assert_eq!(settings_fault(&many), "plan.stages: expected at most 32 items");
    assert!(fault(&" ".repeat(MAX_TEXT_BYTES + 1)).starts_with("expected at most"));
    assert_eq!(fault(&"[".repeat(10_000)), "invalid type: sequence, expected an object");
    assert!(fault(r#"{"fact":18446744073709551615}"#).starts_with("fact: invalid type"));
}

#[test]
fn a_fact_with_any_byte_changed_is_read_as_one_that_is_written_or_refused() {
    let mut random = Random(7);
    for line in GOLDEN.lines() {
        for _ in 0..200 {
            let mut bytes = line.as_bytes().to_vec();
            let at = random.up_to(bytes.len());
            bytes[at] = random.of(b"0123456789\"{}[],:-abcdefnrstuwx\\ ");
            let Ok(text) = String::from_utf8(bytes) else { continue };
            if let Ok(fact) = read_fact(&text) {
                assert_eq!(read_fact(&write_fact(&fact)), Ok(fact), "{text}");
            }
        }
    }
}

#[test]
fn settings_that_could_not_be_read_again_are_refused() {
    let mut of = of_template(r#"{"plan":{"template":"swiss","entrants":8}}"#);
    of.fee = "one\ntwo".to_owned();
    let faults = of.validate();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(
        matches!(faults[0], ContestSettingsError::NotSerializable(ref fault) if fault.place == "fee")
    );
}

#[test]
fn a_player_may_have_his_name_elsewhere_and_a_guest_may_not() {
    let player = r#"{"fact":"entered","person":{"name":"","player":7}}"#;
    let fact = read_fact(player).expect("a player without a name");
    assert_eq!(read_fact(&write_fact(&fact)), Ok(fact));
    let guest = r#"{"fact":"entered","person":{"name":"","player":0}}"#;
    assert_eq!(fault(guest), "person: expected a name or a player");
}

#[test]
fn a_file_that_was_written_is_read_as_it_was_and_its_first_line_may_be_missing() {
    let head =
        ContestFileHeader { name: "Liga \"Open\"".to_owned(), first_day: "2026-12-05".to_owned() };
    let facts: Vec<_> = (0..200).map(|seed| Random(seed).fact()).collect();
    let at = "2026-12-05T09:00:00Z";
    let lines: Vec<String> =
        (1..).zip(&facts).map(|(number, fact)| write_fact_line(number, at, fact)).collect();
    let whole = format!("{}\n\n{}\n", write_header(&head), lines.join("\r\n"));
    let read = read_contest_file(&whole).expect("a file");
    assert_eq!(read.header, Some(head));
    assert!((3..).zip(&read.facts).all(|(line, one)| one.line == line && one.at == at));
    assert!(read.facts.iter().map(|one| &one.fact).eq(&facts));
    let bare = read_contest_file(&lines.join("\n")).expect("a file");
    assert_eq!((bare.header, bare.facts.len()), (None, 200));
}

#[test]
fn errors_in_a_file_name_the_line() {
    let fact = |number: usize| {
        format!(
            r#"{{"number":{number},"at":"2026-12-05T09:00:00Z","fact":{{"fact":"opened","open":true}}}}"#
        )
    };
    let head = r#"{"event":"Liga","first_day":"2026-12-05"}"#;
    let faults = [
        (String::new(), "line 1: there are no facts"),
        (format!("{head}\n"), "line 1: there are no facts"),
        (format!("{head}\n{head}"), "line 2: event: unknown field `event`"),
        (
            format!("{head}\n{}\n{}", fact(1), fact(3)),
            "line 3: expected the number 2, for none is left out",
        ),
        (format!("{}\nx", fact(1)), "line 2: this is no JSON"),
        (
            format!("{}\n{}", fact(1), fact(2).replace("true", "1")),
            "line 2: fact.open: invalid type: integer `1`, expected a boolean",
        ),
        (fact(1).replace("\"at\":\"2026-12-05T09:00:00Z\",", ""), "line 1: missing field `at`"),
        (fact(1).replace("}}", "},\"by\":3}"), "line 1: by: unknown field `by`"),
    ];
    for (file, expected) in faults {
        let told = read_contest_file(&file).expect_err(&file).to_string();
        assert!(told.starts_with(expected), "{file}: {told}");
    }
}

#[test]
fn details_are_kept_line_by_line_and_may_be_left_out() {
    let plan = r#""plan":{"template":"swiss","entrants":8}"#;
    assert!(!write_settings(&of_template(&format!("{{{plan}}}"))).contains("about"));
    let about = r##""about":{"address":"Session Road","description":"# Welcome\n\n\tAna"}"##;
    let of = of_template(&format!("{{{plan},{about}}}"));
    assert_eq!(of.about.description, "# Welcome\n\n\tAna");
    assert!(write_settings(&of).ends_with(&format!(",{about}}}")), "{}", write_settings(&of));
    for (wrong, why) in [
        (r#"{"map":"a\nb"}"#, "about.map: expected text of at most 200 characters on one line"),
        (
            r#"{"description":"a\u0000"}"#,
            "about.description: expected text of at most 4000 characters",
        ),
    ] {
        assert_eq!(settings_fault(&format!(r#"{{{plan},"about":{wrong}}}"#)), why);
    }
}

#[test]
fn the_number_of_a_lot_is_written_only_where_groups_are_drawn_by_one() {
    let of = |more: &str| {
        let system = format!(r#"{{"type":"round-robin","groups":4{more}}}"#);
        let stage = format!(r#"{{"name":"Groups","system":{system}}}"#);
        read_settings(&format!(r#"{{"plan":{{"unit":"players","stages":[{stage}]}}}}"#))
    };
    let [snake, lot] = ["", r#","lot":0"#].map(|more| of(more).expect("it is read"));
    assert!(!write_settings(&snake).contains("lot"));
    assert!(write_settings(&lot).contains(r#""lot":0"#));
    assert_eq!(lot.duplicate(7), snake, "a known lot does not draw the groups of another event");
    assert_eq!(read_settings(&write_settings(&lot)).as_ref(), Ok(&lot));
    let fault = of(r#","lot":1000000000"#).expect_err("it has ten digits");
    assert!(fault.to_string().starts_with("plan.stages[0].system"), "{fault}");
}
