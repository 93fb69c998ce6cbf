//! Cut contributions (C.07, articles 14.1 to 14.4 and 16.5).

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

    /// Marks what is cut, beginning with the least significant values.
    pub(super) fn apply(self, contributions: &mut [Contribution]) {
        let (lowest, highest) = self.counts();
        for _ in 0..lowest {
            let Some((place, verdict)) = lowest_of(contributions) else { return };
            contributions[place].verdict = verdict;
        }
        for _ in 0..highest {
            let left = counted(contributions);
            let Some((place, _)) = left.max_by_key(|(_, one)| (one.base, one.amount, one.round))
            else {
                return;
            };
            contributions[place].verdict = Verdict::CutHighest;
        }
    }
}

fn counted(all: &[Contribution]) -> impl Iterator<Item = (usize, &Contribution)> {
    all.iter().enumerate().filter(|(_, one)| one.counts())
}

/// The least significant value is that of the opponent with the lowest score, and among those the lowest (14.1.1). The
/// lowest one of a round in which the entrant was unavailable is cut instead, unless it is worth less (16.5.1).
fn lowest_of(contributions: &[Contribution]) -> Option<(usize, Verdict)> {
    let least = counted(contributions).min_by_key(|(_, one)| (one.base, one.amount, one.round))?;
    let voluntary = counted(contributions).filter(|(_, one)| one.voluntary);
    let voluntary = voluntary.min_by_key(|(_, one)| (one.amount, one.base, one.round));
    Some(match voluntary {
        Some((place, one)) if one.amount >= least.1.amount => (place, Verdict::CutVoluntary),
        _ => (least.0, Verdict::CutLowest),
    })
}
