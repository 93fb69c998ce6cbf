//! Colors: what somebody is due, how much it counts, and who gets which (C.04.3, A.6 and E).

use std::cmp::Ordering;

use super::super::Tournament;
use super::super::entrant::Entry;
use crate::rules::Color;

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

/// The color of the first of two by what both are due (E.1 to E.3); `None` where that does not tell.
fn by_preference(one: &Preference, other: &Preference) -> Option<Color> {
    if one.agrees(other) {
        return one.color.or(other.color.map(Color::opponent));
    }
    let mine = one.color;
    let his = other.color.map(Color::opponent);
    if one.is_absolute() || other.is_absolute() {
        let order = match (one.is_absolute(), other.is_absolute()) {
            (true, true) => one.imbalance.cmp(&other.imbalance),
            (mine, _) => mine.cmp(&!mine),
        };
        match order {
            Ordering::Greater => return mine,
            Ordering::Less => return his,
            Ordering::Equal => {}
        }
    }
    match (one.is_strong(), other.is_strong()) {
        (true, false) => mine,
        (false, true) => his,
        _ => last_difference(one, other),
    }
}

/// The color of the higher ranked of two, whose pairing number, counted from 0, is `number` (E.1 to E.5).
pub fn color_of(
    tournament: &Tournament,
    (higher, number): (&Preference, usize),
    lower: &Preference,
) -> Color {
    let initial = tournament.initial.unwrap_or(Color::White);
    // E.5: the first color, where his number is odd as it is printed.
    let by_number = || if number.is_multiple_of(2) { initial } else { initial.opponent() };
    // E.4: else he has what he is due.
    by_preference(higher, lower).or(higher.color).unwrap_or_else(by_number)
}
