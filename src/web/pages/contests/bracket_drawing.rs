//! Draws a bracket with its lines: each match stands between the two it takes its sides from.

use std::fmt::Write;

use adjutant_domain::contest::{Contest, EntrantId};
use adjutant_site::i18n::Texts;
use swiss::knockout::{Match, MatchId, Occupant, Progress, Source, State};

use super::labels;

/// Lines of a bracket per sheet; later rounds are on a sheet of their own.
const MAX_LINES_PER_SHEET: usize = 32;
/// Sizes in drawing units.
const COLUMN_WIDTH: usize = 196;
const BOX_WIDTH: usize = 180;
const ROW_HEIGHT: usize = 46;
const HALF_HEIGHT: usize = 18;
/// Longer names are split into two lines in smaller letters.
const LONG_NAME_CHARS: usize = 22;

pub struct NameLabel {
    /// One or two lines, each with its position.
    pub lines: Vec<(usize, String)>,
    /// Whether it is on two lines.
    pub long: bool,
    pub won: bool,
}

impl NameLabel {
    /// A name centred in its half of a box.
    fn centered(middle: usize, text: &str, won: bool) -> NameLabel {
        match split_name(text) {
            None => NameLabel { lines: vec![(middle + 4, text.to_owned())], long: false, won },
            Some([first, second]) => NameLabel {
                lines: vec![(middle - 1, first), (middle + 7, second)],
                long: true,
                won,
            },
        }
    }
}

/// Splits a long name in two, between words if possible, as close to the middle as it can.
fn split_name(text: &str) -> Option<[String; 2]> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= LONG_NAME_CHARS {
        return None;
    }
    let middle = letters.len() / 2;
    let spaces = (1..letters.len() - 1).filter(|at| letters[*at] == ' ');
    let at = spaces.min_by_key(|at| at.abs_diff(middle)).filter(|at| at.abs_diff(middle) <= 8);
    let at = at.unwrap_or(middle);
    let of = |part: &[char]| part.iter().collect::<String>().trim().to_owned();
    Some([of(&letters[..at]), of(&letters[at..])])
}

pub struct MatchBox {
    pub x: usize,
    pub y: usize,
    pub names: [NameLabel; 2],
    pub result: String,
}

/// A bracket, or the part of one that fits on a sheet.
pub struct BracketDrawing {
    pub heading: String,
    pub width: usize,
    pub height: usize,
    pub slots: Vec<MatchBox>,
    /// Lines between matches, as one path.
    pub lines: String,
}

struct BracketLayout<'a> {
    contest: &'a Contest,
    stage: usize,
    matches: &'a [Match],
    progress: &'a Progress,
}

/// The position of a drawn subtree: the middle of its last match, and the number of columns before
/// it.
struct SubtreePosition {
    y: usize,
    column: usize,
}

impl BracketLayout<'_> {
    /// The matches of the same section whose winners play this one, without byes.
    fn feeder_matches(&self, of: MatchId) -> impl Iterator<Item = MatchId> + '_ {
        let own = &self.matches[of.0];
        own.sources.iter().filter_map(move |source| match source {
            Source::WinnerOf(from) if self.matches[from.0].section == own.section => Some(*from),
            _ => None,
        })
    }

    fn is_empty(&self, of: MatchId) -> bool {
        self.matches[of.0].sources.contains(&Source::Empty)
    }

    /// The number of lines a subtree starts with.
    fn leaf_count(&self, of: MatchId) -> usize {
        let before: usize = self.feeder_matches(of).map(|from| self.leaf_count(from)).sum();
        before.max(1)
    }

    fn occupant_name(&self, occupant: Occupant) -> String {
        let Occupant::Entrant(at) = occupant else { return String::new() };
        let id = u32::try_from(at + 1).map(EntrantId).ok();
        let one = id.and_then(|id| self.contest.entrant(id));
        one.map(|one| one.person.name.clone()).unwrap_or_default()
    }

    fn result_label(&self, of: MatchId) -> String {
        let rounds = self.contest.stages[self.stage].rounds.iter().filter(|round| round.published);
        let mut meetings = rounds.flat_map(|round| &round.meetings);
        let meeting = meetings.find(|meeting| meeting.knockout_match == Some(of));
        meeting.map(|meeting| labels::result_marks(&meeting.games)).unwrap_or_default()
    }

    fn match_box(&self, of: MatchId, column: usize, y: usize) -> MatchBox {
        let now = &self.progress.matches[of.0];
        let winner = match now.state {
            State::Decided { winner, .. } => Some(winner),
            _ => None,
        };
        let name = |at: usize| {
            let won = matches!(now.occupants[at], Occupant::Entrant(one) if Some(one) == winner);
            let middle = if at == 0 { y - HALF_HEIGHT / 2 } else { y + HALF_HEIGHT / 2 };
            NameLabel::centered(middle, &self.occupant_name(now.occupants[at]), won)
        };
        MatchBox {
            x: column * COLUMN_WIDTH,
            y: y - HALF_HEIGHT,
            names: [name(0), name(1)],
            result: self.result_label(of),
        }
    }

    /// Draws a match and all matches before it; those before the matches in `apart` are on other
    /// sheets.
    fn draw_subtree(
        &self,
        of: MatchId,
        apart: &[MatchId],
        into: &mut BracketDrawing,
    ) -> SubtreePosition {
        let all = self.feeder_matches(of).filter(|_| !apart.contains(&of));
        let before: Vec<MatchId> = all.collect();
        let spots: Vec<SubtreePosition> =
            before.iter().map(|from| self.draw_subtree(*from, apart, into)).collect();
        let column = spots.iter().map(|spot| spot.column + 1).max().unwrap_or(0);
        let y = match spots.as_slice() {
            [] => {
                into.height += ROW_HEIGHT;
                into.height - ROW_HEIGHT / 2
            }
            [first, .., last] => usize::midpoint(first.y, last.y),
            [one] => one.y,
        };
        for (_, spot) in before.iter().zip(&spots).filter(|(from, _)| !self.is_empty(**from)) {
            let (from, to) = (spot.column * COLUMN_WIDTH + BOX_WIDTH, column * COLUMN_WIDTH);
            let middle = to - (COLUMN_WIDTH - BOX_WIDTH) / 2;
            let _infallible = write!(into.lines, "M{from} {}H{middle}V{y}H{to}", spot.y);
        }
        into.width = into.width.max(column * COLUMN_WIDTH + BOX_WIDTH);
        if !self.is_empty(of) {
            into.slots.push(self.match_box(of, column, y));
        }
        SubtreePosition { y, column }
    }

    /// The subtrees of a match that are drawn on sheets of their own.
    fn separate_subtrees(&self, root: MatchId) -> Vec<MatchId> {
        if self.leaf_count(root) * 2 <= MAX_LINES_PER_SHEET {
            return Vec::new();
        }
        let mut apart = Vec::new();
        for from in self.feeder_matches(root) {
            if self.leaf_count(from) * 2 <= MAX_LINES_PER_SHEET {
                apart.push(from)
            } else {
                apart.extend(self.separate_subtrees(from))
            }
        }
        apart
    }
}

/// The sheets of a knockout; empty for other stages.
pub fn bracket_sheets(contest: &Contest, stage: usize, texts: Texts) -> Vec<BracketDrawing> {
    let (Some(knockout), Some(progress)) =
        (contest.knockout(stage), contest.knockout_progress(stage))
    else {
        return Vec::new();
    };
    let matches = knockout.matches();
    let bracket = BracketLayout { contest, stage, matches, progress: &progress };
    let mut drawings = Vec::new();
    for number in 0..matches.len() {
        let own = MatchId(number);
        let goes_on = (0..matches.len())
            .any(|other| bracket.feeder_matches(MatchId(other)).any(|from| from == own));
        if goes_on {
            continue;
        }
        let apart = bracket.separate_subtrees(own);
        for root in apart.iter().copied().chain([own]) {
            let mut drawing = BracketDrawing {
                heading: labels::section_label(Some(matches[number].section), texts),
                width: 0,
                height: 0,
                slots: Vec::new(),
                lines: String::new(),
            };
            bracket.draw_subtree(root, if root == own { &apart } else { &[] }, &mut drawing);
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
        assert_eq!(split_name("Ana Reyes"), None);
        let [first, second] = split_name("Maria Concepcion Bartolome de los Santos").expect("long");
        assert_eq!(
            (first.as_str(), second.as_str()),
            ("Maria Concepcion", "Bartolome de los Santos")
        );
        let word = "Nakakapagpabagabagnakakapagpabagabagan";
        let [first, second] = split_name(word).expect("long");
        assert_eq!(format!("{first}{second}"), word);
        assert!(first.chars().count() <= word.len().div_ceil(2));
    }
}
