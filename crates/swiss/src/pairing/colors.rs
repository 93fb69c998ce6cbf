//! Colors: what somebody is due, how much it counts, and who gets which (C.04.3, A.6 and E).

use std::cmp::Ordering;

use super::super::Tournament;
use super::super::entrant::Entry;
use crate::Color;

/// What somebody's games so far make of his next color.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preference {
    /// The color that he is due; `None` before his first game.
    pub color: Option<Color>,
    /// By how many games of one color are more than of the other.
    pub imbalance: usize,
    /// The color of his last two games, where they had the same.
    pub repeated: Option<Color>,
    /// Colors of his games, in order.
    pub history: Vec<Color>,
}

impl Preference {
    pub fn of(entries: &[Entry]) -> Preference {
        let played = entries.iter().filter(|entry| entry.is_played());
        let history: Vec<Color> = played.filter_map(Entry::color).collect();
        let white = history.iter().filter(|color| **color == Color::White).count();
        let black = history.len() - white;
        let fewer = if white > black { Color::Black } else { Color::White };
        let imbalance = white.abs_diff(black);
        let repeated = match history.as_slice() {
            [.., one, last] if one == last => Some(*last),
            _ => None,
        };
        let color = match (imbalance, repeated, history.last()) {
            (0, None, last) => last.map(|last| last.opponent()),
            (0 | 1, Some(twice), _) => Some(twice.opponent()),
            _ => Some(fewer),
        };
        Preference { color, imbalance, repeated, history }
    }

    /// Two games more of one color, or the same color twice in a row (A.6.1).
    pub const fn is_absolute(&self) -> bool {
        self.imbalance > 1 || self.repeated.is_some()
    }

    /// One game more of one color (A.6.2).
    pub const fn is_strong(&self) -> bool {
        self.imbalance == 1 && !self.is_absolute()
    }

    /// How many games more with White than with Black.
    pub fn difference(&self) -> i32 {
        let sign = |color: &Color| if *color == Color::White { 1 } else { -1 };
        self.history.iter().map(sign).sum()
    }

    /// How much it counts.
    pub const fn strength(&self) -> Strength {
        match self.color {
            None => Strength::None,
            Some(_) if self.is_absolute() => Strength::Absolute,
            Some(_) if self.is_strong() => Strength::Strong,
            Some(_) => Strength::Mild,
        }
    }

    /// Whether both can have what they are due.
    pub fn agrees(&self, other: &Preference) -> bool {
        self.color.is_none() || other.color.is_none() || self.color != other.color
    }
}

/// The colors of the last round in which two had different ones, looking back; `None` where there is none.
fn last_difference(one: &Preference, other: &Preference) -> Option<Color> {
    let both = one.history.iter().rev().zip(other.history.iter().rev());
    both.into_iter().find(|(one, other)| one != other).map(|(_, other)| *other)
}

/// How much a preference counts (C.04.3, article 1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    None,
    Mild,
    Strong,
    Absolute,
}

/// The rule of colors that decides between two (C.04.3, article 5.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColorRule {
    /// Both have what they are due.
    Both,
    /// Whose preference is stronger has it.
    Stronger,
    /// Both are absolute: whose color difference is wider has it.
    Wider,
    /// They have other colors than in the last round in which they had different ones.
    Alternate,
    /// The higher ranked has what he is due.
    Higher,
    /// The higher ranked has the initial color if his pairing number is odd, else the other.
    Initial,
}

impl ColorRule {
    /// The article of C.04.3.
    #[must_use]
    pub const fn article(self) -> &'static str {
        match self {
            ColorRule::Both => "5.2.1",
            ColorRule::Stronger | ColorRule::Wider => "5.2.2",
            ColorRule::Alternate => "5.2.3",
            ColorRule::Higher => "5.2.4",
            ColorRule::Initial => "5.2.5",
        }
    }
}

/// The color of the first of two by what both are due (E.1 to E.3), and by which rule; `None` where that does not tell.
fn by_preference(one: &Preference, other: &Preference) -> Option<(Color, ColorRule)> {
    if one.agrees(other) {
        let color = one.color.or(other.color.map(Color::opponent));
        return color.map(|color| (color, ColorRule::Both));
    }
    let by = |color: Option<Color>, rule| color.map(|color| (color, rule));
    let mine = one.color;
    let his = other.color.map(Color::opponent);
    if one.is_absolute() || other.is_absolute() {
        let (order, rule) = match (one.is_absolute(), other.is_absolute()) {
            (true, true) => (one.imbalance.cmp(&other.imbalance), ColorRule::Wider),
            (mine, _) => (mine.cmp(&!mine), ColorRule::Stronger),
        };
        match order {
            Ordering::Greater => return by(mine, rule),
            Ordering::Less => return by(his, rule),
            Ordering::Equal => {}
        }
    }
    match (one.is_strong(), other.is_strong()) {
        (true, false) => by(mine, ColorRule::Stronger),
        (false, true) => by(his, ColorRule::Stronger),
        _ => by(last_difference(one, other), ColorRule::Alternate),
    }
}

/// The color of the higher ranked of two, whose pairing number, counted from 0, is `number` (E.1 to E.5).
pub fn color_of(
    tournament: &Tournament,
    higher: (&Preference, usize),
    lower: &Preference,
) -> Color {
    ruled(tournament, higher, lower).0
}

/// The same with the rule that decides.
pub fn ruled(
    tournament: &Tournament,
    (higher, number): (&Preference, usize),
    lower: &Preference,
) -> (Color, ColorRule) {
    let initial = tournament.initial.unwrap_or(Color::White);
    // E.5: the first color, where his number is odd as it is printed.
    let by_number = || if number.is_multiple_of(2) { initial } else { initial.opponent() };
    // E.4: else he has what he is due.
    let due = || higher.color.map(|color| (color, ColorRule::Higher));
    by_preference(higher, lower).or_else(due).unwrap_or_else(|| (by_number(), ColorRule::Initial))
}
