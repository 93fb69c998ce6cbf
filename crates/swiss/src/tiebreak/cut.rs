//! Cut contributions (C.07, articles 14.1 to 14.4 and 16.5).

use super::value::Value;
use super::working::{Contribution, Verdict};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Cut {
    #[default]
    Nothing,
    /// `C1`, `C2`: the one or two least significant values (14.1, 14.2).
    One,
    Two,
    /// `M1`, `M2`: also as many of the most significant ones (14.3, 14.4).
    MedianOne,
    MedianTwo,
}

impl Cut {
    /// The numbers of least and of most significant values.
    pub const fn counts(self) -> (usize, usize) {
        match self {
            Cut::Nothing => (0, 0),
            Cut::One => (1, 0),
            Cut::Two => (2, 0),
            Cut::MedianOne => (1, 1),
            Cut::MedianTwo => (2, 2),
        }
    }

    /// Marks what is cut, beginning with the least significant values; the parts are in the order of rounds.
    pub(super) fn apply(self, parts: &mut [Part]) {
        let (lowest, highest) = self.counts();
        for _ in 0..lowest {
            let Some((place, verdict)) = lowest_of(parts) else { return };
            parts[place].verdict = verdict;
        }
        for _ in 0..highest {
            let highest = counted(parts).max_by_key(|(_, one)| (one.base, one.amount));
            let Some((place, _)) = highest else { return };
            parts[place].verdict = Verdict::CutHighest;
        }
    }
}

/// Of a contribution, what decides whether it is cut, and what it adds.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub base: Value,
    pub amount: Value,
    pub voluntary: bool,
    pub verdict: Verdict,
}

impl Part {
    pub const fn of(contribution: &Contribution) -> Part {
        let Contribution { base, amount, voluntary, verdict, .. } = *contribution;
        Part { base, amount, voluntary, verdict }
    }

    pub fn counts(&self) -> bool {
        self.verdict == Verdict::Counts
    }
}

fn counted(all: &[Part]) -> impl Iterator<Item = (usize, &Part)> {
    all.iter().enumerate().filter(|(_, one)| one.counts())
}

/// The least significant value is that of the opponent with the lowest score, and among those the lowest (14.1.1). The
/// lowest one of a round in which the entrant was unavailable is cut instead, unless it is worth less (16.5.1).
fn lowest_of(parts: &[Part]) -> Option<(usize, Verdict)> {
    let (mut least, mut voluntary): (Option<usize>, Option<usize>) = (None, None);
    for (place, one) in counted(parts) {
        let is_below =
            |other: usize| (one.base, one.amount) < (parts[other].base, parts[other].amount);
        if least.is_none_or(is_below) {
            least = Some(place);
        }
        let is_worse =
            |other: usize| (one.amount, one.base) < (parts[other].amount, parts[other].base);
        if one.voluntary && voluntary.is_none_or(is_worse) {
            voluntary = Some(place);
        }
    }
    let least = least?;
    Some(match voluntary {
        Some(place) if parts[place].amount >= parts[least].amount => (place, Verdict::CutVoluntary),
        _ => (least, Verdict::CutLowest),
    })
}
