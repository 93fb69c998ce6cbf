//! A bracket with its lines, drawn for a sheet: each match between the two that it takes its sides from.

use std::fmt::Write;

use crate::contest::{Contest, EntrantId};
use crate::web::i18n::Texts;
use swiss::knockout::{Match, MatchId, Occupant, Progress, Source, State};

use super::words;

/// So many lines of a bracket stand on one sheet; the rounds behind them are on one of their own.
const MOST: usize = 32;
/// Sizes in the units of the drawing.
const WIDTH: usize = 196;
const BOX: usize = 180;
const ROW: usize = 46;
const HALF: usize = 18;
/// Names of more characters stand on two lines, in smaller letters.
const LONG: usize = 22;

/// A name in a match.
pub struct Name {
    /// One line or two, each with where it stands.
    pub lines: Vec<(usize, String)>,
    /// Whether it is on two lines.
    pub long: bool,
    pub won: bool,
}

impl Name {
    /// A name around the middle of its half of a box.
    fn at(middle: usize, text: &str, won: bool) -> Name {
        match halves(text) {
            None => Name { lines: vec![(middle + 4, text.to_owned())], long: false, won },
            Some([first, second]) => {
                Name { lines: vec![(middle - 1, first), (middle + 7, second)], long: true, won }
            }
        }
    }
}

/// A long name in two, between two words where there are any, as close to its middle as can be.
fn halves(text: &str) -> Option<[String; 2]> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= LONG {
        return None;
    }
    let middle = letters.len() / 2;
    let spaces = (1..letters.len() - 1).filter(|at| letters[*at] == ' ');
    let at = spaces.min_by_key(|at| at.abs_diff(middle)).filter(|at| at.abs_diff(middle) <= 8);
    let at = at.unwrap_or(middle);
    let of = |part: &[char]| part.iter().collect::<String>().trim().to_owned();
    Some([of(&letters[..at]), of(&letters[at..])])
}

/// A match as a box with two names.
pub struct Slot {
    pub x: usize,
    pub y: usize,
    pub names: [Name; 2],
    /// What came of its games.
    pub result: String,
}

/// A bracket, or the part of one that fits on a sheet.
pub struct Drawing {
    pub heading: String,
    pub width: usize,
    pub height: usize,
    pub slots: Vec<Slot>,
    /// Lines from matches to the ones behind them, as one path.
    pub lines: String,
}

/// What is drawn.
struct Bracket<'a> {
    contest: &'a Contest,
    stage: usize,
    matches: &'a [Match],
    progress: &'a Progress,
}

/// Where a subtree was drawn: the middle of its last match, and how many columns stand before it.
struct Spot {
    y: usize,
    column: usize,
}

impl Bracket<'_> {
    /// The matches of the same part whose winners play this one; one that somebody passes through is none.
    fn before(&self, of: MatchId) -> impl Iterator<Item = MatchId> + '_ {
        let own = &self.matches[of.0];
        own.sources.iter().filter_map(move |source| match source {
            Source::WinnerOf(from) if self.matches[from.0].section == own.section => Some(*from),
            _ => None,
        })
    }

    /// Whether nobody meets anybody in it.
    fn is_empty(&self, of: MatchId) -> bool {
        self.matches[of.0].sources.contains(&Source::Empty)
    }

    /// How many lines a subtree begins with.
    fn lines(&self, of: MatchId) -> usize {
        let before: usize = self.before(of).map(|from| self.lines(from)).sum();
        before.max(1)
    }

    fn name(&self, occupant: Occupant) -> String {
        let Occupant::Entrant(at) = occupant else { return String::new() };
        let id = u32::try_from(at + 1).map(EntrantId).ok();
        let one = id.and_then(|id| self.contest.entrant(id));
        one.map(|one| one.person.name.clone()).unwrap_or_default()
    }

    /// What came of a match.
    fn result(&self, of: MatchId) -> String {
        let rounds = self.contest.stages[self.stage].rounds.iter().filter(|round| round.published);
        let mut meetings = rounds.flat_map(|round| &round.meetings);
        let meeting = meetings.find(|meeting| meeting.of == Some(of));
        meeting.map(|meeting| words::marks(&meeting.games)).unwrap_or_default()
    }

    fn drawn(&self, of: MatchId, column: usize, y: usize) -> Slot {
        let now = &self.progress.matches[of.0];
        let winner = match now.state {
            State::Decided { winner, .. } => Some(winner),
            _ => None,
        };
        let name = |at: usize| {
            let won = matches!(now.occupants[at], Occupant::Entrant(one) if Some(one) == winner);
            let middle = if at == 0 { y - HALF / 2 } else { y + HALF / 2 };
            Name::at(middle, &self.name(now.occupants[at]), won)
        };
        Slot { x: column * WIDTH, y: y - HALF, names: [name(0), name(1)], result: self.result(of) }
    }

    /// Draws a match and all before it into a drawing; what comes before those `apart` stands on other sheets.
    fn draw(&self, of: MatchId, apart: &[MatchId], into: &mut Drawing) -> Spot {
        let all = self.before(of).filter(|_| !apart.contains(&of));
        let before: Vec<MatchId> = all.collect();
        let spots: Vec<Spot> = before.iter().map(|from| self.draw(*from, apart, into)).collect();
        let column = spots.iter().map(|spot| spot.column + 1).max().unwrap_or(0);
        let y = match spots.as_slice() {
            [] => {
                into.height += ROW;
                into.height - ROW / 2
            }
            [first, .., last] => usize::midpoint(first.y, last.y),
            [one] => one.y,
        };
        for (_, spot) in before.iter().zip(&spots).filter(|(from, _)| !self.is_empty(**from)) {
            let (from, to) = (spot.column * WIDTH + BOX, column * WIDTH);
            let middle = to - (WIDTH - BOX) / 2;
            let _infallible = write!(into.lines, "M{from} {}H{middle}V{y}H{to}", spot.y);
        }
        into.width = into.width.max(column * WIDTH + BOX);
        if !self.is_empty(of) {
            into.slots.push(self.drawn(of, column, y));
        }
        Spot { y, column }
    }

    /// The subtrees of a match that are drawn on sheets of their own.
    fn apart(&self, root: MatchId) -> Vec<MatchId> {
        if self.lines(root) * 2 <= MOST {
            return Vec::new();
        }
        let mut apart = Vec::new();
        for from in self.before(root) {
            if self.lines(from) * 2 <= MOST {
                apart.push(from)
            } else {
                apart.extend(self.apart(from))
            }
        }
        apart
    }
}

/// The sheets of a knock-out; none of a stage that is none.
pub fn sheets(contest: &Contest, stage: usize, texts: Texts) -> Vec<Drawing> {
    let (Some(knockout), Some(progress)) = (contest.knockout(stage), contest.progress(stage))
    else {
        return Vec::new();
    };
    let matches = knockout.matches();
    let bracket = Bracket { contest, stage, matches, progress: &progress };
    let mut drawings = Vec::new();
    for number in 0..matches.len() {
        let own = MatchId(number);
        let goes_on =
            (0..matches.len()).any(|other| bracket.before(MatchId(other)).any(|from| from == own));
        if goes_on {
            continue;
        }
        let apart = bracket.apart(own);
        for root in apart.iter().copied().chain([own]) {
            let mut drawing = Drawing {
                heading: words::section(Some(matches[number].section), texts),
                width: 0,
                height: 0,
                slots: Vec::new(),
                lines: String::new(),
            };
            bracket.draw(root, if root == own { &apart } else { &[] }, &mut drawing);
            drawings.push(drawing);
        }
    }
    drawings.retain(|drawing| !drawing.slots.is_empty());
    drawings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_stands_on_two_lines_and_none_is_cut() {
        assert_eq!(halves("Ana Reyes"), None);
        let [first, second] = halves("Maria Concepcion Bartolome de los Santos").expect("long");
        assert_eq!(
            (first.as_str(), second.as_str()),
            ("Maria Concepcion", "Bartolome de los Santos")
        );
        let word = "Nakakapagpabagabagnakakapagpabagabagan";
        let [first, second] = halves(word).expect("long");
        assert_eq!(format!("{first}{second}"), word);
        assert!(first.chars().count() <= word.len().div_ceil(2));
    }
}
