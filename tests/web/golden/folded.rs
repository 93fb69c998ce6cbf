//! How answers to several viewers of one address are written: the first whole, the others by what they have otherwise;
//! the first, too, where it is near to that of an earlier address.
//!
//! ```text
//! == /games
//! -- nobody
//! 200 | content-type: text/html
//! <h1>Games
//! <p>Forty
//! -- owner
//! [as nobody, but]
//! =2
//! -1
//! >Forty-one
//! ```
//!
//! `=` so many lines are the same, `-` so many are gone, and those behind `>` stand there instead.

use std::collections::{BTreeMap, BTreeSet};

/// So far is looked for the next line that is the same.
const FAR: usize = 300;

/// What makes `lines` of `other`.
fn script(other: &[String], lines: &[String]) -> Vec<String> {
    let (mut at, mut to) = (0, 0);
    let mut all = Vec::new();
    while at < other.len() || to < lines.len() {
        let same = other[at..].iter().zip(&lines[to..]).take_while(|(old, new)| old == new).count();
        if same > 0 {
            all.push(format!("={same}"));
            (at, to) = (at + same, to + same);
            continue;
        }
        let (gone, come) = next_same(&other[at..], &lines[to..]);
        if gone > 0 {
            all.push(format!("-{gone}"));
        }
        all.extend(lines[to..to + come].iter().map(|line| format!(">{line}")));
        (at, to) = (at + gone, to + come);
    }
    all
}

/// How many lines of either are passed before both go on alike, for two lines at least.
fn next_same(old: &[String], new: &[String]) -> (usize, usize) {
    for both in 1..FAR {
        // What stands beside each other is looked at first.
        let mut ways: Vec<usize> = (0..=both).collect();
        ways.sort_by_key(|gone| gone.abs_diff(both / 2));
        for gone in ways {
            let come = both - gone;
            let (Some(left), Some(right)) = (old.get(gone..), new.get(come..)) else { continue };
            let ends = left.is_empty() && right.is_empty();
            let same = left.iter().zip(right).take_while(|(old, new)| old == new).take(2).count();
            let enough = same == 2 || same == 1 && (left.len() == 1 || right.len() == 1);
            // A line for a line is an exchange.
            let exchanged = same == 1 && gone == come;
            if ends || enough || exchanged {
                return (gone, come);
            }
        }
    }
    (old.len(), new.len())
}

/// The bytes that lines take.
fn size(lines: &[String]) -> usize {
    lines.iter().map(|line| line.len() + 1).sum()
}

/// An answer that was written before.
pub struct Earlier {
    viewer: String,
    place: String,
    lines: Vec<String>,
    all: BTreeSet<String>,
}

impl Earlier {
    pub fn new(address: &str, viewer: &str, lines: Vec<String>) -> Earlier {
        let all = lines.iter().cloned().collect();
        Earlier { viewer: viewer.to_owned(), place: format!("{address}, {viewer}"), lines, all }
    }

    /// The bytes of these lines that it has, too.
    fn shared(&self, lines: &[String]) -> usize {
        lines.iter().filter(|line| self.all.contains(*line)).map(|line| line.len() + 1).sum()
    }
}

/// The answers of an address, each by the one that it is nearest to: what another viewer is answered, or the same one
/// at an earlier address.
pub fn fold(address: &str, of_viewers: &[(&str, Vec<String>)], earlier: &[Earlier]) -> String {
    let mut all = format!("== {address}\n");
    for (number, (viewer, lines)) in of_viewers.iter().enumerate() {
        let whole = size(lines);
        let others = of_viewers[..number].iter().map(|(name, other)| (*name, other));
        let elsewhere = earlier.iter().filter(|other| other.viewer == *viewer && whole > 2_000);
        let nearest = elsewhere.max_by_key(|other| other.shared(lines));
        // Where little is the same, it reads better whole.
        let nearest = nearest.filter(|other| other.shared(lines) * 2 > whole);
        let others = others.chain(nearest.map(|other| (other.place.as_str(), &other.lines)));
        let scripts = others.map(|(name, other)| (name, script(other, lines)));
        let best = scripts.min_by_key(|(_, script)| size(script));
        let best = best.filter(|(_, script)| size(script) + 20 < whole);
        all += &format!("-- {viewer}\n");
        let written = match best {
            Some((name, script)) if script.len() == 1 => vec![format!("[as {name}]")],
            Some((name, script)) => [vec![format!("[as {name}, but]")], script].concat(),
            None => lines.clone(),
        };
        for line in written {
            let head = line.starts_with("== ") || line.starts_with("-- ");
            all += if head { " " } else { "" };
            all += &line;
            all.push('\n');
        }
    }
    all
}

/// The answers of a file as they came, by address and viewer.
pub fn unfold(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in text.split_inclusive('\n').fold(Vec::<String>::new(), |mut parts, line| {
        if line.starts_with("== ") || parts.is_empty() {
            parts.push(String::new());
        }
        parts.last_mut().expect("it was begun").push_str(line);
        parts
    }) {
        of_address(&part, &mut all);
    }
    all
}

fn of_address(part: &str, all: &mut BTreeMap<String, Vec<String>>) {
    let mut lines = part.lines();
    let address = lines.next().unwrap_or_default().trim_start_matches("== ");
    let mut of_viewers: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in lines {
        if let Some(viewer) = line.strip_prefix("-- ") {
            of_viewers.push((viewer, Vec::new()));
        } else if let Some((_, own)) = of_viewers.last_mut() {
            own.push(line);
        }
    }
    for (viewer, lines) in of_viewers {
        let base = lines.first().and_then(|line| line.strip_prefix("[as ")?.strip_suffix(']'));
        let base = base.map(|base| base.trim_end_matches(", but"));
        let base =
            base.and_then(|base| all.get(&format!("{address}, {base}")).or_else(|| all.get(base)));
        let own = match (base, lines.len()) {
            (Some(base), 1) => base.clone(),
            (Some(base), _) => applied(base, &lines[1..]),
            (None, _) => lines.iter().map(|line| (*line).to_owned()).collect(),
        };
        all.insert(format!("{address}, {viewer}"), own);
    }
}

fn applied(base: &[String], script: &[&str]) -> Vec<String> {
    let mut rest = base.iter();
    let mut all = Vec::new();
    for line in script {
        let (mark, behind) = line.split_at(1);
        let count = behind.parse().unwrap_or(0);
        match mark {
            "=" => all.extend(rest.by_ref().take(count).cloned()),
            "-" => rest.by_ref().take(count).for_each(drop),
            _ => all.push(behind.to_owned()),
        }
    }
    all
}

#[test]
fn golden_answers_are_unfolded_as_they_were() {
    let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let (one, other) = (lines("a b c d e f g"), lines("a X c d Y Z f g h"));
    let long = |lines: &[String]| lines.iter().map(|line| line.repeat(400)).collect::<Vec<_>>();
    let answers = [("nobody", &one), ("owner", &other), ("operator", &one)];
    let answers = answers.map(|(viewer, lines)| (viewer, long(lines)));
    let earlier = [Earlier::new("/a", "nobody", answers[0].1.clone())];
    let text =
        fold("/a", &answers, &[]) + &fold("/b", &[("nobody", answers[1].1.clone())], &earlier);
    assert!(
        text.contains("[as nobody, but]\n=1\n-1\n>X") && text.contains("[as nobody]\n"),
        "{text}"
    );
    assert!(text.contains("== /b\n-- nobody\n[as /a, nobody, but]\n=1\n"), "{text}");
    let all = unfold(&text);
    assert_eq!((all.len(), &all["/b, nobody"]), (4, &answers[1].1));
    for (viewer, lines) in answers {
        assert_eq!(all[&format!("/a, {viewer}")], lines);
    }
}
