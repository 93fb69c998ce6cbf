//! A required share of lower titles: at least one who is ranked Major or below.

use super::{LineUp, Member, Team};

/// How many of those who play must have no higher title than that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    pub at_least: usize,
    /// The highest title that counts, by its height as in [`Member::title`]. Who has no title counts, too.
    pub title_at_most: u8,
}

/// What a team lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing {
    /// How many there are.
    pub has: usize,
    /// How many more are needed.
    pub needs: usize,
}

impl Share {
    /// Whether a member counts as one of the lower titles.
    #[must_use]
    pub fn counts(&self, member: &Member) -> bool {
        member.title.is_none_or(|title| title <= self.title_at_most)
    }

    /// What those on the boards of a round lack. Alternates count where they stand in.
    #[must_use]
    pub fn missing(&self, team: &Team, round: usize) -> Option<Missing> {
        self.lack(&team.on_boards(round))
    }

    /// What a line-up of a team lacks.
    #[must_use]
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
