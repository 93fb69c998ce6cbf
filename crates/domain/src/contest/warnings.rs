//! Rules broken by a manually changed round.

use swiss::Color;
use swiss::entrant::{Bye, Entry};

use super::{Contest, EntrantId, GroupTournament, Meeting};

/// A rule that a draft breaks (FIDE C.04.3, or that of the Keizer system, and the event's own).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairingWarning {
    /// They already met in a round, counted from 0 (C.04.3, C1).
    MetBefore { one: EntrantId, other: EntrantId, round: usize },
    /// They already had a bye, or a win without a game (C2).
    SecondBye(EntrantId),
    /// They get this color for the third time in a row (C.04.1, f).
    ColorThreeTimes(EntrantId, Color),
    /// They already had this color two times more often than the other (C.04.1, f).
    ColorImbalance(EntrantId, Color),
    /// They are kept apart in this event.
    ProhibitedPair { one: EntrantId, other: EntrantId },
    /// Their scores differ by more than a win.
    ScoreGap { one: EntrantId, other: EntrantId },
}

impl Contest {
    /// The rules that the last round of a Swiss stage breaks; none in other systems, whose rounds
    /// are fixed in advance.
    pub fn warnings(&self, stage: usize) -> Vec<PairingWarning> {
        let round = self.stages.get(stage).and_then(|state| state.rounds.last());
        let (Some(round), true) = (round.filter(|round| !round.published), self.is_swiss(stage))
        else {
            return Vec::new();
        };
        let Some(table) = self.group_tournament(stage, 0, usize::MAX) else { return Vec::new() };
        rule_warnings(&table, (&round.meetings, &round.byes))
    }
}

/// The rules that a round breaks after those before it, which the table contains.
pub(super) fn rule_warnings(
    table: &GroupTournament,
    (meetings, byes): (&[Meeting], &[EntrantId]),
) -> Vec<PairingWarning> {
    let mut found = Vec::new();
    let place = |id: EntrantId| table.entrants.iter().position(|one| *one == id);
    let played = table.tournament.played;
    for meeting in meetings {
        let [one, other] = meeting.sides;
        let (Some(white), Some(black)) = (place(one), place(other)) else { continue };
        let entries = &table.tournament.entrants[white].entries;
        let is_meeting = |entry: &Entry| entry.is_played() && entry.opponent() == Some(black);
        let met = match table.regulations.keizer {
            // By the Keizer system the same two meet again after some rounds.
            Some(rules) => entries
                .iter()
                .rposition(is_meeting)
                .filter(|round| played.saturating_sub(*round) <= rules.apart),
            None => entries.iter().position(is_meeting),
        };
        found.extend(met.map(|round| PairingWarning::MetBefore { one, other, round }));
        for (id, at, color) in [(one, white, Color::White), (other, black, Color::Black)] {
            let warning = color_warning(&table.tournament.entrants[at].entries, id, color);
            found.extend(warning.filter(|_| table.regulations.keizer.is_none()));
        }
        let apart = table.tournament.apart.iter().any(|apart| {
            let (from, to) = apart.rounds;
            (from..to).contains(&played)
                && apart.entrants.contains(&white)
                && apart.entrants.contains(&black)
        });
        if apart {
            found.push(PairingWarning::ProhibitedPair { one, other });
        }
        if table.regulations.keizer.is_some() {
            continue;
        }
        let score = |at| table.tournament.score(at, played);
        let gap = (score(white) - score(black)).0.abs();
        if gap > table.tournament.points.win.0 {
            found.push(PairingWarning::ScoreGap { one, other });
        }
    }
    let byes = if table.regulations.keizer.is_some() { &[] } else { byes };
    for bye in byes {
        let entries = place(*bye).map(|at| &table.tournament.entrants[at].entries);
        let had = |entry: &Entry| match entry {
            Entry::Bye(Bye::Allocated | Bye::Full) => true,
            Entry::Forfeit { score, .. } => *score == swiss::entrant::Score::Win,
            _ => false,
        };
        if entries.is_some_and(|entries| entries.iter().any(had)) {
            found.push(PairingWarning::SecondBye(*bye));
        }
    }
    found
}

fn color_warning(entries: &[Entry], id: EntrantId, color: Color) -> Option<PairingWarning> {
    let had: Vec<Color> =
        entries.iter().filter(|entry| entry.is_played()).filter_map(Entry::color).collect();
    let count = |color| i32::try_from(had.iter().filter(|one| **one == color).count()).unwrap_or(0);
    if had.len() >= 2 && had[had.len() - 2..].iter().all(|one| *one == color) {
        return Some(PairingWarning::ColorThreeTimes(id, color));
    }
    let difference = count(color) - count(color.opponent());
    (difference >= 2).then_some(PairingWarning::ColorImbalance(id, color))
}
