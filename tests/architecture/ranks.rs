//! No rank can be written out below floor 4: no type there that serde writes holds one, however deep.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::floor_of;
use crate::source::{Source, closing, words};

/// What holds ranks, or what ranks are computed from; every type that names one of these holds them, too.
const SECRETS: &[&str] = &["Rank", "Army", "Draft", "Deployment"];

/// What everybody knows: of which ranks an army is, and not where they stand.
const PUBLIC: &[&str] = &["RuleSet"];

/// A type by the room in which it is declared and its name.
type Place<'a> = (&'a str, &'a str);

/// The types of some sources: what each of them names, and which of them serde writes.
#[derive(Default)]
struct Types<'a> {
    named: BTreeMap<Place<'a>, BTreeSet<&'a str>>,
    /// The room from which a room has a type of this name.
    imports: BTreeMap<Place<'a>, &'a str>,
    /// Those that no other room can name.
    private: BTreeSet<Place<'a>>,
    /// With the file and the line.
    serializable: Vec<(Place<'a>, &'a str, usize)>,
}

impl<'a> Types<'a> {
    fn add(&mut self, source: &'a Source) {
        let (code, room) = (source.code(), source.room());
        let is_below = floor_of(room).is_some_and(|floor| floor < 4);
        for (start, word) in words(code) {
            if word == "use" {
                self.add_imports(room, &code[start..]);
            }
            if !["struct", "enum", "type", "impl"].contains(&word) {
                continue;
            }
            let rest = &code[start + word.len()..];
            let (head, body) = rest.split_at(rest.find(['{', ';']).unwrap_or(rest.len()));
            let (head_names, is_written) = match head.split_once(" for ") {
                Some((derived, name)) if word == "impl" => (name, names_serialize(derived)),
                _ if word == "impl" => continue,
                _ => (head, names_serialize(attributes(&code[..start]))),
            };
            let Some((_, name)) = words(head_names).find(|(_, word)| is_type(word)) else {
                continue;
            };
            if word != "impl" {
                let body = if body.starts_with('{') { &body[..closing(body)] } else { "" };
                let outermost = if word == "enum" { 2 } else { 1 };
                let fields = words_from_depth(body, outermost);
                let parts = words(head)
                    .chain(fields.filter(|(at, _)| !is_skipped(&body[..*at])))
                    .map(|(_, word)| word)
                    .filter(|word| is_type(word) && *word != name);
                self.named.entry((room, name)).or_default().extend(parts);
                let visibility = attributes(&code[..start]).trim_end();
                if !visibility.ends_with("pub") && !visibility.ends_with("pub(crate)") {
                    self.private.insert((room, name));
                }
            }
            if is_written && is_below {
                let line = code[..start].matches('\n').count() + 1;
                self.serializable.push(((room, name), &source.name, line));
            }
        }
    }

    fn add_imports(&mut self, room: &'a str, code: &'a str) {
        let mut named = words(&code[..code.find(';').unwrap_or(code.len())]).skip(1);
        let path = (named.next(), named.next());
        if let (Some((_, "crate")), Some((_, from))) = path {
            let types = named.filter(|(_, word)| is_type(word));
            self.imports.extend(types.map(|(_, name)| ((room, name), from)));
        }
    }

    /// What a name means in a room: a type of its own, one that it imports, or else any of that name that it can see.
    fn resolve(&self, room: &'a str, name: &'a str) -> Vec<Place<'a>> {
        let imported = self.imports.get(&(room, name)).map(|from| (*from, name));
        let mut known = [Some((room, name)), imported].into_iter().flatten();
        if let Some(place) = known.find(|place| self.named.contains_key(place)) {
            return vec![place];
        }
        let is_meant = |place: &&Place<'a>| place.1 == name && !self.private.contains(*place);
        self.named.keys().filter(is_meant).copied().collect()
    }

    fn reaches_secret(&self, from: Place<'a>) -> bool {
        let (mut open, mut seen) = (vec![from], BTreeSet::new());
        while let Some(place) = open.pop() {
            if SECRETS.contains(&place.1) {
                return true;
            }
            if PUBLIC.contains(&place.1) || !seen.insert(place) {
                continue;
            }
            for name in self.named.get(&place).into_iter().flatten() {
                if SECRETS.contains(name) {
                    return true;
                }
                open.extend(self.resolve(place.0, name));
            }
        }
        false
    }
}

fn names_serialize(text: &str) -> bool {
    words(text).any(|(_, word)| word == "Serialize")
}

/// The words within so many brackets: those of an enum's variants stand in two.
fn words_from_depth(body: &str, least: usize) -> impl Iterator<Item = (usize, &str)> {
    words(body).filter(move |(at, _)| {
        let opened = body[..*at].matches(['{', '(', '[']).count();
        opened - body[..*at].matches(['}', ')', ']']).count() >= least
    })
}

/// Whether a body that ends here ends in a field that serde neither writes nor reads.
fn is_skipped(body: &str) -> bool {
    body.rfind("#[serde(skip)]").is_some_and(|at| !body[at..].contains(",\n"))
}

/// The attributes that stand right before a declaration, and its visibility.
fn attributes(before: &str) -> &str {
    let start = before.rfind(['}', ';']).map_or(0, |at| at + 1);
    &before[start..]
}

fn is_type(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// Each type below floor 4 that serde writes and that holds a rank.
pub fn serializable_ranks(sources: &[Source]) -> Vec<String> {
    let mut types = Types::default();
    sources.iter().for_each(|source| types.add(source));
    let found = types.serializable.iter().filter(|(place, ..)| types.reaches_secret(*place));
    found
        .map(|((_, name), file, line)| {
            format!("{file}:{line}: {name} can be written and holds ranks")
        })
        .collect()
}

#[test]
fn a_planted_rank_that_can_be_written_is_found() {
    let record = "pub struct FullRecord { armies: [Option<Rank>; 2] }";
    let planted = [
        ("src/contest/fact.rs", "#[derive(Clone, Serialize)]\npub enum Fact { Shown(FullRecord) }"),
        (
            "src/play/life.rs",
            "#[derive(serde::Serialize)]\n#[serde(tag = \"a\")]\nstruct A { b: B }\nstruct B(Rank);",
        ),
        ("src/rules/rank.rs", "pub enum Rank { Spy, Flag }\nimpl Serialize for Rank {}"),
        (
            "src/play/seat.rs",
            "struct Seat<'a> { army: &'a Deployment }\nimpl<'a> serde::Serialize for Seat<'a> {}",
        ),
        (
            "src/store/games.rs",
            "type Secret = Vec<Deployment>;\n#[derive(Serialize)]\nstruct Row(Secret);",
        ),
    ];
    let found = |name: &str, text: &str| {
        serializable_ranks(&[Source::new("src/record/full.rs", record), Source::new(name, text)])
    };
    for (name, text) in planted {
        assert_eq!(found(name, text).len(), 1, "{text}");
    }
    let sound =
        "struct Row { army: Deployment }\n#[derive(Serialize)]\nstruct Fact { name: String }";
    assert!(found("src/contest/fact.rs", sound).is_empty());
    let rules = "pub struct RuleSet(Army);\n#[derive(Serialize)]\nstruct Games { rules: RuleSet }";
    assert!(found("src/contest/games.rs", rules).is_empty());
    let skipped = |attribute| {
        let fields = format!("{attribute}\n    army: Deployment,\n    name: String,\n");
        found(
            "src/contest/fact.rs",
            &format!("#[derive(Serialize)]\nstruct Row {{\n    {fields}}}"),
        )
    };
    assert!(skipped("#[serde(skip)]").is_empty());
    assert_eq!(skipped("#[serde(rename = \"side\")]").len(), 1);
    // The edge decides field by field what goes out.
    assert!(found("src/web/replay.rs", planted[0].1).is_empty());
}
