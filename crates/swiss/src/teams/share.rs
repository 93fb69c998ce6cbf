//! A required share of lower titles, such as at least one player ranked Major or below.

use super::{LineUp, Member, Team};

/// How many players on the boards may have no higher title than the given one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    pub at_least: usize,
    /// The highest title that counts, as in [`Member::title`]. Members without a title count, too.
    pub title_at_most: u8,
}

/// What a team lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// The number of members that count.
    pub has: usize,
    /// The number of further ones needed.
    pub needs: usize,
}

impl Share {
    /// Whether a member counts as having one of the lower titles.
    pub fn counts(&self, member: &Member) -> bool {
        member.title.is_none_or(|title| title <= self.title_at_most)
    }

    /// What the players on the boards of a round lack. Alternates count while they substitute.
    pub fn missing(&self, team: &Team, round: usize) -> Option<Missing> {
        self.lack(&team.on_boards(round))
    }

    /// What a team's line-up lacks.
    pub fn missing_in(&self, team: &Team, line_up: &LineUp) -> Option<Missing> {
        let plays = |member: &&Member| line_up.players().contains(&member.entrant);
        let members: Vec<&Member> = team.members().iter().filter(plays).collect();
        self.lack(&members)
    }

    fn lack(&self, members: &[&Member]) -> Option<Missing> {
        let has = members.iter().filter(|member| self.counts(member)).count();
        let needs = self.at_least.checked_sub(has).filter(|needs| *needs > 0)?;
        Some(Missing { has, needs })
    }
}
