//! Golden bytes: stored records keep their meaning forever. A case is a game as text and its bytes,
//! checked in both directions.

use std::collections::BTreeMap;

use salpakan::record::codec::*;
use salpakan::record::{Annotations, Declaration, Ply, PublicFlag, Timeline};
use salpakan::rules::{Arbiter, ByColor, Color, Deployment, Draft, Move, RuleSet};

struct Case<'a>(BTreeMap<&'a str, &'a str>);

fn cases(text: &str) -> Vec<Case<'_>> {
    let blocks = text.split("\n\n").map(|block| {
        let lines = block.lines().filter(|line| !line.starts_with('#'));
        Case(lines.filter_map(|line| line.split_once(' ')).collect())
    });
    blocks.filter(|case| !case.0.is_empty()).collect()
}

impl Case<'_> {
    fn get(&self, key: &str) -> &str {
        self.0.get(key).copied().unwrap_or_default()
    }

    fn army(&self, rules: &RuleSet, color: Color) -> Deployment {
        let draft = Draft::parse(color, rules, self.get(color.key())).expect("a set-up");
        draft.check(rules).expect("a legal set-up")
    }

    fn flag(&self, key: &str) -> Option<PublicFlag> {
        let (origin, since) = self.get(key).split_once('@')?;
        Some(PublicFlag {
            origin: origin.parse().expect("a square"),
            since: since.parse().expect("a ply"),
        })
    }

    fn timeline(&self, rules: &RuleSet, armies: &ByColor<Deployment>) -> Timeline {
        let first = Color::parse(self.get("first")).expect("a side");
        let mut arbiter = Arbiter::new(rules, armies.as_ref(), first);
        let mut timeline = Timeline {
            rules: *rules,
            first,
            taken: armies.map(|army| Some(army.squares())),
            plies: Vec::new(),
            ending: None,
            declared: Vec::new(),
            flags: ByColor::new(self.flag("white-flag"), self.flag("black-flag")),
        };
        let mut clocks = self.get("clocks").split_whitespace().map(|clock| clock.parse().ok());
        for text in self.get("plies").split_whitespace() {
            let mv = Move::parse(text.trim_end_matches(['+', '-', '=', '#'])).expect("a ply");
            let said = arbiter.play(mv).expect("a legal ply");
            let clock = clocks.next().flatten();
            timeline.plies.push(Ply { mv, verdict: said.verdict, clock });
            if let Some((challenger, defender)) = said.declared {
                timeline.declared.push(Declaration { ply: timeline.len(), challenger, defender });
            }
            timeline.ending = said.ending;
        }
        timeline
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(hex: &str) -> Vec<u8> {
    let digit = |byte: u8| (byte as char).to_digit(16).expect("a digit") as u8;
    hex.as_bytes().chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

#[test]
fn golden_games_have_their_bytes() {
    let cases = cases(include_str!("data/codec/games.txt"));
    assert_eq!(cases.len(), 6);
    for case in cases {
        let name = case.get("name");
        let rules: RuleSet = case.get("rules").parse().expect("a rule-set");
        let armies = ByColor::from_fn(|color| case.army(&rules, color));
        let timeline = case.timeline(&rules, &armies);
        assert_eq!(hex(&encode_timeline(&timeline)), case.get("public"), "{name}");
        assert_eq!(decode_timeline(&unhex(case.get("public"))), Ok(timeline), "{name}");
        for (color, army) in armies.iter() {
            let stored = case.get(&format!("{}-army", color.key()));
            assert_eq!(hex(encode_army(&rules, army).as_slice()), stored, "{name}");
            let back = decode_army(&rules, color, army.squares(), &unhex(stored));
            assert!(back.as_ref() == Ok(army), "{name}");
            let number = case.get(&format!("{}-number", color.key()));
            assert_eq!(deployment_number(&rules, army).to_string(), number, "{name}");
        }
    }
}

#[test]
fn golden_annotations_have_their_bytes() {
    let annotations = Annotations {
        comments: BTreeMap::from([
            (0, "Finals".to_owned()),
            (3, "a bluff that failed".to_owned()),
            (4, "[%draw offer]".to_owned()),
        ]),
        extra_tags: vec![("Annotator".to_owned(), "Ñ".to_owned())],
    };
    let stored = include_str!("data/codec/annotations.txt").trim();
    assert_eq!(hex(&encode_annotations(&annotations)), stored);
    assert_eq!(decode_annotations(&unhex(stored)), Ok(annotations));
}
