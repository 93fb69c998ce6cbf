//! Color preferences and color allocation (C.04.3, A.6 and E).

use std::cmp::Ordering;

use super::super::Tournament;
use super::super::entrant::Entry;
use crate::Color;

/// A player's color preference after their games so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preference {
    /// The preferred color; `None` before the first game.
    pub color: Option<Color>,
    /// The absolute difference between the numbers of games with each color.
    pub imbalance: usize,
    /// The color of the last two games if it was the same.
    pub repeated: Option<Color>,
    /// The colors of all games, in order.
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

    /// An absolute preference: two more games with one color, or the same color twice in a row (A.6.1).
    pub const fn is_absolute(&self) -> bool {
        self.imbalance > 1 || self.repeated.is_some()
    }

    /// A strong preference: one more game with one color (A.6.2).
    pub const fn is_strong(&self) -> bool {
        self.imbalance == 1 && !self.is_absolute()
    }

    /// The number of games with White minus the number with Black.
    pub fn difference(&self) -> i32 {
        let sign = |color: &Color| if *color == Color::White { 1 } else { -1 };
        self.history.iter().map(sign).sum()
    }

    pub const fn strength(&self) -> Strength {
        match self.color {
            None => Strength::None,
            Some(_) if self.is_absolute() => Strength::Absolute,
            Some(_) if self.is_strong() => Strength::Strong,
            Some(_) => Strength::Mild,
        }
    }

    /// Whether both preferences can be granted.
    pub fn agrees(&self, other: &Preference) -> bool {
        self.color.is_none() || other.color.is_none() || self.color != other.color
    }
}

/// The colors in the last round in which the two had different ones, if any.
fn last_difference(one: &Preference, other: &Preference) -> Option<Color> {
    let both = one.history.iter().rev().zip(other.history.iter().rev());
    both.into_iter().find(|(one, other)| one != other).map(|(_, other)| *other)
}

/// The strength of a preference (C.04.3, article 1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Strength {
    None,
    Mild,
    Strong,
    Absolute,
}

/// The rule of color allocation that decides (C.04.3, article 5.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ColorRule {
    /// Both preferences are granted.
    Both,
    /// The stronger preference is granted.
    Stronger,
    /// Both preferences are absolute: that of the wider color difference is granted.
    Wider,
    /// Colors alternate from the last round in which the two had different ones.
    Alternate,
    /// The preference of the higher-ranked player is granted.
    Higher,
    /// The higher-ranked player gets the initial color if their pairing number is odd, otherwise the other.
    Initial,
}

impl ColorRule {
    /// The article of C.04.3.
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

/// The color of the first player by both preferences (E.1 to E.3), and the rule; `None` if these do not decide.
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

/// The color of the higher-ranked player, whose pairing number, counted from 0, is `number`, and the rule that decides
/// (E.1 to E.5).
pub fn ruled(
    tournament: &Tournament,
    (higher, number): (&Preference, usize),
    lower: &Preference,
) -> (Color, ColorRule) {
    let initial = tournament.initial.unwrap_or(Color::White);
    // E.5: the initial color for an odd printed number.
    let by_number = || if number.is_multiple_of(2) { initial } else { initial.opponent() };
    // E.4: otherwise the preferred color.
    let due = || higher.color.map(|color| (color, ColorRule::Higher));
    by_preference(higher, lower).or_else(due).unwrap_or_else(|| (by_number(), ColorRule::Initial))
}
