//! Draws a bracket with its lines: each match stands between the two it takes its sides from.
//! On paper it is cut into sheets; on the event's page it is one tree, with a list of its matches.

use std::fmt::Write;

use adjutant_domain::contest::{Contest, EntrantId};
use adjutant_service::contests::{MeetingLine, StageBoard, entrant_name};
use adjutant_site::i18n::Texts;
use swiss::knockout::{Match, MatchId, Occupant, Progress, Section, Source, State};

use super::labels;
use super::round_views::PairingPlayLink;

/// Lines of a bracket per sheet; later rounds are on a sheet of their own.
const MAX_LINES_PER_SHEET: usize = 32;
/// Sizes in drawing units.
const COLUMN_WIDTH: usize = 196;
const BOX_WIDTH: usize = 180;
const ROW_HEIGHT: usize = 46;
const HALF_HEIGHT: usize = 18;
/// The height of a heading, and its baseline.
const HEADING_HEIGHT: usize = 26;
const HEADING_BASELINE: usize = 16;
/// Longer names are split into two lines in smaller letters.
const LONG_NAME_CHARS: usize = 22;

pub struct NameLabel {
    /// One or two lines, each with its position.
    pub lines: Vec<(usize, String)>,
    /// Whether it is on two lines.
    pub long: bool,
    pub won: bool,
    /// Whether the other side won.
    pub lost: bool,
}

impl NameLabel {
    /// A name centred in its half of a box.
    fn centered(middle: usize, text: &str, [won, lost]: [bool; 2]) -> NameLabel {
        match split_name(text) {
            None => {
                NameLabel { lines: vec![(middle + 4, text.to_owned())], long: false, won, lost }
            }
            Some([first, second]) => NameLabel {
                lines: vec![(middle - 1, first), (middle + 7, second)],
                long: true,
                won,
                lost,
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
    /// The address of the game or replay; empty for none.
    pub play: String,
}

/// A bracket, or the part of one that fits on a sheet.
pub struct BracketDrawing {
    pub heading: String,
    pub width: usize,
    pub height: usize,
    pub slots: Vec<MatchBox>,
    /// Lines between matches, as one path.
    pub lines: String,
    /// Headings of rounds and sections, each with its position.
    pub headings: Vec<(usize, usize, String)>,
}

/// A match in a list.
pub struct ListedMatch {
    /// Empty where the entrant is not known yet.
    pub names: [String; 2],
    pub result: String,
    /// The winner's name; empty if there is none yet.
    pub winner: String,
    pub play: String,
}

/// A whole bracket: its drawing, and its matches round by round.
pub struct BracketTree {
    pub drawing: BracketDrawing,
    pub rounds: Vec<(String, Vec<ListedMatch>)>,
}

struct BracketLayout<'a> {
    contest: &'a Contest,
    stage: usize,
    matches: &'a [Match],
    progress: &'a Progress,
    /// The published matches, for a whole tree with its headings.
    whole: Option<WholeTree<'a>>,
}

struct WholeTree<'a> {
    board: &'a StageBoard,
    texts: Texts,
}

/// The position of a drawn subtree: the middle of its last match, and the number of columns before
/// it.
struct SubtreePosition {
    y: usize,
    column: usize,
}

impl BracketLayout<'_> {
    /// The matches of the same section whose winners play this one, without byes; in a whole tree
    /// both brackets lead to the grand final.
    fn feeder_matches(&self, of: MatchId) -> impl Iterator<Item = MatchId> + '_ {
        let own = &self.matches[of.0];
        let is_final = matches!(own.section, Section::GrandFinal | Section::Reset);
        let joins = self.whole.is_some() && is_final;
        own.sources.iter().filter_map(move |source| match source {
            Source::WinnerOf(from) if joins || self.matches[from.0].section == own.section => {
                Some(*from)
            }
            _ => None,
        })
    }

    /// Whether a match is left out, because nobody plays it.
    fn is_empty(&self, of: MatchId) -> bool {
        let passes = || {
            matches!(
                self.progress.matches[of.0].state,
                State::PassedThrough(_) | State::Empty | State::NotNeeded
            )
        };
        self.matches[of.0].sources.contains(&Source::Empty) || (self.whole.is_some() && passes())
    }

    /// The number of lines a subtree starts with.
    fn leaf_count(&self, of: MatchId) -> usize {
        let before: usize = self.feeder_matches(of).map(|from| self.leaf_count(from)).sum();
        before.max(1)
    }

    fn occupant_name(&self, occupant: Occupant) -> String {
        let Occupant::Entrant(at) = occupant else { return String::new() };
        let id = u32::try_from(at + 1).map(EntrantId).ok();
        id.map(|id| entrant_name(self.contest, id)).unwrap_or_default()
    }

    fn result_label(&self, of: MatchId) -> String {
        let rounds = self.contest.stages[self.stage].rounds.iter().filter(|round| round.published);
        let mut meetings = rounds.flat_map(|round| &round.meetings);
        let meeting = meetings.find(|meeting| meeting.knockout_match == Some(of));
        meeting.map(|meeting| labels::result_marks(&meeting.games)).unwrap_or_default()
    }

    /// The published line of a match.
    fn published_line(&self, of: MatchId) -> Option<&MeetingLine> {
        let board = self.whole.as_ref()?.board;
        let state = &self.contest.stages[self.stage];
        let rounds = state.rounds.iter().zip(&board.rounds).filter(|(round, _)| round.published);
        let mut lines =
            rounds.flat_map(|(round, shown)| round.meetings.iter().zip(&shown.meetings));
        lines.find(|(meeting, _)| meeting.knockout_match == Some(of)).map(|(_, line)| line)
    }

    fn play_address(&self, of: MatchId) -> String {
        let play = self.published_line(of).and_then(|line| line.play.as_ref());
        play.map(|play| PairingPlayLink::new(play).address).unwrap_or_default()
    }

    fn winner(&self, of: MatchId) -> Option<usize> {
        match self.progress.matches[of.0].state {
            State::Decided { winner, .. } => Some(winner),
            _ => None,
        }
    }

    fn match_box(&self, of: MatchId, column: usize, y: usize) -> MatchBox {
        let now = &self.progress.matches[of.0];
        let winner = self.winner(of);
        let name = |at: usize| {
            let won = matches!(now.occupants[at], Occupant::Entrant(one) if Some(one) == winner);
            let won = [won, winner.is_some() && !won];
            let middle = if at == 0 { y - HALF_HEIGHT / 2 } else { y + HALF_HEIGHT / 2 };
            NameLabel::centered(middle, &self.occupant_name(now.occupants[at]), won)
        };
        MatchBox {
            x: column * COLUMN_WIDTH,
            y: y - HALF_HEIGHT,
            names: [name(0), name(1)],
            result: self.result_label(of),
            play: self.play_address(of),
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
        let mut spots: Vec<SubtreePosition> = Vec::with_capacity(before.len());
        for from in &before {
            let section = self.matches[from.0].section;
            if section != self.matches[of.0].section && !is_of_finalists(section) {
                self.draw_heading(*from, 0, into);
            }
            spots.push(self.draw_subtree(*from, apart, into));
        }
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
            self.draw_final_heading(of, (column, y), into);
            into.slots.push(self.match_box(of, column, y));
        } else if before.iter().any(|from| !self.is_empty(*from)) {
            // The line goes on to the next match.
            let _infallible = write!(into.lines, "M{} {y}h{BOX_WIDTH}", column * COLUMN_WIDTH);
        }
        SubtreePosition { y, column }
    }

    /// The heading of a section whose first match this is; none for the main bracket.
    fn draw_heading(&self, of: MatchId, column: usize, into: &mut BracketDrawing) {
        let Some(WholeTree { texts, .. }) = self.whole else { return };
        let section = labels::section_label(Some(self.matches[of.0].section), texts);
        if !section.is_empty() {
            let y = into.height + HEADING_BASELINE;
            into.headings.push((column * COLUMN_WIDTH, y, capitalized(&section)));
            into.height += HEADING_HEIGHT;
        }
    }

    /// The heading of a match between the winners of both brackets, above it.
    fn draw_final_heading(
        &self,
        of: MatchId,
        (column, y): (usize, usize),
        into: &mut BracketDrawing,
    ) {
        let Some(WholeTree { texts, .. }) = self.whole else { return };
        let section = self.matches[of.0].section;
        if is_of_finalists(section) {
            let words = capitalized(&labels::section_label(Some(section), texts));
            let above = y.saturating_sub(HALF_HEIGHT + HEADING_HEIGHT - HEADING_BASELINE);
            into.headings.push((column * COLUMN_WIDTH, above, words));
        }
    }

    /// Whether losers of the main bracket play on in a bracket of their own, to meet its winner.
    fn has_losers_bracket(&self) -> bool {
        self.matches.iter().any(|one| one.section == Section::Losers)
    }

    /// The last matches of the plan, of which nobody goes on within the drawing.
    fn last_matches(&self) -> Vec<MatchId> {
        let all = || (0..self.matches.len()).map(MatchId);
        let goes_on =
            |own: MatchId| all().any(|of| self.feeder_matches(of).any(|from| from == own));
        all().filter(|own| !goes_on(*own)).collect()
    }

    /// The name of a round of the main bracket, from 0, of so many.
    fn main_round_label(&self, round: usize, rounds: usize, texts: Texts) -> String {
        let ends_with_final = self.matches.iter().any(|one| {
            one.section == Section::Main && one.winner.is_some_and(|places| places.last == 1)
        });
        match rounds - round {
            1 if ends_with_final => texts.get("contest-final"),
            2 if ends_with_final => texts.get("contest-semi-finals"),
            3 if ends_with_final => texts.get("contest-quarter-finals"),
            _ => texts.one("contest-round", "number", round + 1),
        }
    }

    fn main_rounds(&self) -> usize {
        let main = self.matches.iter().filter(|one| one.section == Section::Main);
        main.map(|one| one.round + 1).max().unwrap_or(0)
    }

    /// The whole tree: the main bracket first, then what is played beside it.
    fn draw_tree(&self, texts: Texts) -> BracketDrawing {
        let rounds = self.main_rounds();
        let name = self.has_losers_bracket().then(|| capitalized(texts.text("contest-winners")));
        let above = if name.is_some() { HEADING_HEIGHT } else { 0 };
        let heading = |round: usize| {
            let words = self.main_round_label(round, rounds, texts);
            (round * COLUMN_WIDTH, above + HEADING_BASELINE, words)
        };
        let name = name.map(|name| (0, HEADING_BASELINE, name));
        let mut drawing = BracketDrawing {
            heading: String::new(),
            width: 0,
            height: above + HEADING_HEIGHT,
            slots: Vec::new(),
            lines: String::new(),
            headings: name.into_iter().chain((0..rounds).map(heading)).collect(),
        };
        let mut roots = self.last_matches();
        let is_aside = |of: MatchId| {
            matches!(self.matches[of.0].section, Section::ThirdPlace | Section::Placement(_))
        };
        roots.sort_by_key(|of| is_aside(*of));
        for root in roots {
            if is_aside(root) {
                self.draw_heading(root, 0, &mut drawing);
            }
            self.draw_subtree(root, &[], &mut drawing);
        }
        drawing
    }

    /// All matches that are played, round by round.
    fn listed_rounds(&self, texts: Texts) -> Vec<(String, Vec<ListedMatch>)> {
        let rounds = self.main_rounds();
        let mut listed: Vec<(String, Vec<ListedMatch>)> = Vec::new();
        for number in 0..self.matches.len() {
            let (of, own) = (MatchId(number), &self.matches[number]);
            if self.is_empty(of) {
                continue;
            }
            let round = texts.one("contest-round", "number", own.round + 1);
            let heading = match own.section {
                Section::Main => self.main_round_label(own.round, rounds, texts),
                Section::Losers | Section::Placement(_) => {
                    let section = labels::section_label(Some(own.section), texts);
                    format!("{}, {round}", capitalized(&section))
                }
                section => capitalized(&labels::section_label(Some(section), texts)),
            };
            let occupants = self.progress.matches[number].occupants;
            let winner = self.winner(of).map(|one| self.occupant_name(Occupant::Entrant(one)));
            let line = ListedMatch {
                names: occupants.map(|one| self.occupant_name(one)),
                result: self.result_label(of),
                winner: winner.unwrap_or_default(),
                play: self.play_address(of),
            };
            match listed.iter_mut().find(|(known, _)| *known == heading) {
                Some((_, lines)) => lines.push(line),
                None => listed.push((heading, vec![line])),
            }
        }
        listed
    }

    /// The name of what is drawn on a sheet; empty for a main bracket that has no other beside it.
    fn sheet_heading(&self, of: MatchId, texts: Texts) -> String {
        match self.matches[of.0].section {
            Section::Main if self.has_losers_bracket() => {
                capitalized(texts.text("contest-winners"))
            }
            section => capitalized(&labels::section_label(Some(section), texts)),
        }
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

/// Whether it is between the winners of both brackets of a double elimination.
const fn is_of_finalists(section: Section) -> bool {
    matches!(section, Section::GrandFinal | Section::Reset)
}

pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The bracket of a knockout; `None` for other stages, and before it starts.
pub fn bracket_tree(
    contest: &Contest,
    stage: usize,
    board: &StageBoard,
    texts: Texts,
) -> Option<BracketTree> {
    let (knockout, progress) = (contest.knockout(stage)?, contest.knockout_progress(stage)?);
    let whole = Some(WholeTree { board, texts });
    let matches = knockout.matches();
    let bracket = BracketLayout { contest, stage, matches, progress: &progress, whole };
    Some(BracketTree { drawing: bracket.draw_tree(texts), rounds: bracket.listed_rounds(texts) })
}

/// The sheets of a knockout; empty for other stages.
pub fn bracket_sheets(contest: &Contest, stage: usize, texts: Texts) -> Vec<BracketDrawing> {
    let (Some(knockout), Some(progress)) =
        (contest.knockout(stage), contest.knockout_progress(stage))
    else {
        return Vec::new();
    };
    let matches = knockout.matches();
    let bracket = BracketLayout { contest, stage, matches, progress: &progress, whole: None };
    let mut drawings = Vec::new();
    for own in bracket.last_matches() {
        let apart = bracket.separate_subtrees(own);
        for root in apart.iter().copied().chain([own]) {
            let mut drawing = BracketDrawing {
                heading: bracket.sheet_heading(own, texts),
                width: 0,
                height: 0,
                slots: Vec::new(),
                lines: String::new(),
                headings: Vec::new(),
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
