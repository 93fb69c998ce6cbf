//! Merging two rows of one person, who was registered twice.

use super::fact_entrants::rename_in_groups;
use super::{
    Amount, CommandResult, Contest, ContestError, ContestFact, EntrantId, EntrantProfile,
    EntrantStatus, Round, StageState,
};

impl Contest {
    /// Makes two rows one, because they are the same person: `into` gets the games, byes and what else is recorded of
    /// `entrant`, whose row is removed.
    pub fn merge(&self, entrant: EntrantId, into: EntrantId) -> CommandResult {
        self.ensure_running()?;
        if entrant == into {
            self.registered_entrant(entrant)?;
            return Err(ContestError::MergeIntoItself);
        }
        let [one, other] = [self.registered_entrant(entrant)?, self.registered_entrant(into)?];
        if one.team.is_some() || other.team.is_some() {
            return Err(ContestError::Team(super::teams::TeamError::WrongUnit));
        }
        if one.person.player != 0 && other.person.player != 0 {
            return Err(ContestError::TwoPlayers);
        }
        if !self.can_merge(entrant, into) {
            return Err(ContestError::TwoPeople);
        }
        let both_in = [one, other].iter().all(|one| one.status == EntrantStatus::Active);
        let standing = if both_in { EntrantStatus::Active } else { EntrantStatus::Withdrawn };
        self.with_successor(standing, ContestFact::EntrantsMerged { entrant, into })
    }

    /// Whether two rows can be one person: in no published round were both paired, and a stage in which both are is
    /// Swiss, where one fewer changes nobody else's rounds.
    pub fn can_merge(&self, entrant: EntrantId, into: EntrantId) -> bool {
        let is_guest_or_alone = || {
            let player = |id| self.entrant(id).map(|one| (one.team.is_none(), one.person.player));
            matches!(
                (player(entrant), player(into)),
                (Some((true, one)), Some((true, other))) if one == 0 || other == 0
            )
        };
        entrant != into
            && is_guest_or_alone()
            && (0..self.stages.len()).all(|stage| self.can_merge_in(stage, entrant, into))
    }

    fn can_merge_in(&self, stage: usize, entrant: EntrantId, into: EntrantId) -> bool {
        let state = &self.stages[stage];
        let is_in = |id: EntrantId| state.entrants().any(|one| one == id);
        let both = |round: &Round| round.includes(entrant) && round.includes(into);
        let published = state.rounds.iter().filter(|round| round.published);
        let never_met = !published.chain(&state.taken_back).any(both);
        never_met && (!(is_in(entrant) && is_in(into)) || self.is_swiss(stage))
    }

    pub(super) fn apply_merge(&mut self, entrant: EntrantId, into: EntrantId) -> Option<()> {
        let gone = self.entrants.get(entrant.index())?.clone();
        let kept = self.entrant_mut(into)?;
        kept.status = match (kept.status, gone.status) {
            (EntrantStatus::Active, _) | (_, EntrantStatus::Active) => EntrantStatus::Active,
            (EntrantStatus::Waiting, _) | (_, EntrantStatus::Waiting) => EntrantStatus::Waiting,
            _ => EntrantStatus::Withdrawn,
        };
        kept.paid |= gone.paid;
        kept.amount_paid = Amount(kept.amount_paid.0.saturating_add(gone.amount_paid.0));
        kept.present |= gone.present;
        kept.may_return &= gone.may_return && kept.status == EntrantStatus::Withdrawn;
        kept.person = merged_profile(std::mem::take(&mut kept.person), &gone.person);
        rename_in_groups(&mut self.prohibited, &|id| {
            if *id == entrant {
                *id = into;
            }
        });
        for group in &mut self.prohibited {
            let mut seen = std::collections::BTreeSet::new();
            group.entrants.retain(|id| seen.insert(*id));
        }
        self.prohibited.retain(|group| group.entrants.len() > 1);
        let named = self.settings.prizes.iter_mut().flat_map(|prize| prize.named_entrants_mut());
        named.filter(|id| **id == entrant).for_each(|id| *id = into);
        for state in &mut self.stages {
            state.merge(entrant, into);
        }
        self.apply_removal(entrant)
    }
}

/// What is known of both; where both say something, what `kept` says.
fn merged_profile(kept: EntrantProfile, gone: &EntrantProfile) -> EntrantProfile {
    let or = |own: String, other: &str| if own.is_empty() { other.to_owned() } else { own };
    let is_player = kept.player == 0 && gone.player != 0;
    EntrantProfile {
        name: if is_player { gone.name.clone() } else { kept.name },
        player: kept.player.max(gone.player),
        rating: if kept.rating == 0 { gone.rating } else { kept.rating },
        title: kept.title.or(gone.title),
        titles_won: kept.titles_won.max(gone.titles_won),
        club: or(kept.club, &gone.club),
        province: or(kept.province, &gone.province),
        personal: kept.personal.or(&gone.personal),
        stands_in: kept.stands_in || gone.stands_in,
    }
}

impl StageState {
    fn merge(&mut self, entrant: EntrantId, into: EntrantId) {
        // A draft is made again.
        if self
            .rounds
            .last()
            .is_some_and(|last| !last.published && last.includes(entrant) && last.includes(into))
        {
            self.rounds.pop();
        }
        self.merge_in_groups(entrant, into);
        self.rename_entrants(&|id| {
            if *id == entrant {
                *id = into;
            }
        });
        self.play_offs.retain(|(winner, loser)| winner != loser);
    }

    /// Of two pairing numbers, that of whoever was there first stays.
    fn merge_in_groups(&mut self, entrant: EntrantId, into: EntrantId) {
        let is_late = |id: EntrantId| self.late_entrants.contains(&id);
        let keeps_number = !self.groups.iter().flatten().any(|id| *id == into);
        let is_both = !keeps_number && self.groups.iter().flatten().any(|id| *id == entrant);
        let takes_number = keeps_number || is_both && is_late(into) && !is_late(entrant);
        let stays_late = match is_both {
            true => is_late(entrant) && is_late(into),
            false => is_late(entrant) || is_late(into),
        };
        for group in &mut self.groups {
            if takes_number {
                group.retain(|id| *id != into);
                group.iter_mut().filter(|id| **id == entrant).for_each(|id| *id = into);
            } else {
                group.retain(|id| *id != entrant);
            }
        }
        self.late_entrants.retain(|id| *id != entrant && *id != into);
        if stays_late {
            self.late_entrants.push(into);
        }
    }
}
