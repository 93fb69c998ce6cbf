//! The entrants that facts and stages name.

use super::{ContestFact, EntrantId, Prize, PrizeCriterion, ProhibitedGroup, StageState};

impl ContestFact {
    /// Replaces the numbers of entrants.
    pub(super) fn rename_entrants(&mut self, rename: &impl Fn(&mut EntrantId)) {
        use ContestFact::*;
        match self {
            PersonAmended { entrant, .. }
            | EntrantAdmitted { entrant }
            | EntrantWithdrew { entrant, .. }
            | EntrantRemoved { entrant }
            | FeePaidSet { entrant, .. }
            | PresenceSet { entrant, .. }
            | ByeRequested { entrant, .. }
            | StageJoined { entrant, .. }
            | ArenaPaused { entrant, .. }
            | TeamAmended { entrant, .. } => rename(entrant),
            EntrantsMerged { entrant, into } => [entrant, into].into_iter().for_each(rename),
            ChallengeMade { challenger, challenged, .. }
            | ChallengeAccepted { challenger, challenged, .. }
            | ChallengeClosed { challenger, challenged, .. } => {
                [challenger, challenged].into_iter().for_each(rename);
            }
            LadderFell { entrants, .. } => entrants.iter_mut().for_each(rename),
            PlayOffDecided { winner, loser, .. } => [winner, loser].into_iter().for_each(rename),
            ProhibitedGroupsSet { groups } => rename_in_groups(groups, rename),
            StageStarted { groups, .. } => groups.iter_mut().flatten().for_each(rename),
            StageRenumbered { order, .. } => order.iter_mut().for_each(rename),
            RoundDrafted { meetings, byes, .. } | RoundAltered { meetings, byes, .. } => {
                meetings.iter_mut().flat_map(|one| &mut one.sides).for_each(rename);
                byes.iter_mut().for_each(rename);
            }
            RoundExtended { meetings, .. } => {
                meetings.iter_mut().flat_map(|one| &mut one.sides).for_each(rename);
            }
            SettingsChanged { settings } => {
                let prizes = settings.prizes.iter_mut();
                prizes.flat_map(|prize| prize.named_entrants_mut()).for_each(rename);
            }
            RegistrationToggled { .. }
            | EntrantRegistered { .. }
            | StageStartTakenBack { .. }
            | RoundPublished(_)
            | RoundTakenBack(_)
            | RoundRestored(_)
            | ResultEntered { .. }
            | ResultReported { .. }
            | TeamRegistered { .. }
            | LineUpSubmitted { .. }
            | LineUpsReleased(_)
            | ResultDisputed { .. }
            | GraceEnded(_)
            | WindowOpened { .. }
            | MatchScheduling { .. }
            | ArenaClockSet { .. }
            | ArenaEnded { .. }
            | LadderClockStarted { .. }
            | LadderEnded { .. }
            | Announced { .. }
            | EventEndedSet { .. }
            | EventCancelled { .. }
            | EventMoved(_)
            | LotDrawn { .. }
            | Undone { .. }
            | Redone { .. }
            | RoundRevoked(_) => {}
        }
    }
}

pub(super) fn rename_in_groups(groups: &mut [ProhibitedGroup], rename: &impl Fn(&mut EntrantId)) {
    groups.iter_mut().flat_map(|group| &mut group.entrants).for_each(rename);
}

impl StageState {
    /// Replaces the numbers of entrants. Where two become one, what was said of the second stands.
    pub(super) fn rename_entrants(&mut self, rename: &impl Fn(&mut EntrantId)) {
        self.groups.iter_mut().flatten().for_each(rename);
        self.late_entrants.iter_mut().for_each(rename);
        for round in self.rounds.iter_mut().chain(&mut self.taken_back) {
            round.byes.iter_mut().for_each(rename);
            round.meetings.iter_mut().flat_map(|one| &mut one.sides).for_each(rename);
            round.ladder.rename_entrants(rename);
        }
        for (winner, loser) in &mut self.play_offs {
            rename(winner);
            rename(loser);
        }
        let renamed = |mut id: EntrantId| {
            rename(&mut id);
            id
        };
        let byes = std::mem::take(&mut self.requested_byes);
        let (same, other): (Vec<_>, Vec<_>) =
            byes.into_iter().partition(|((_, id), _)| renamed(*id) == *id);
        let other = other.into_iter().map(|((round, id), bye)| ((round, renamed(id)), bye));
        self.requested_byes = other.chain(same).collect();
        let playing = std::mem::take(&mut self.withdrawn_playing_on);
        self.withdrawn_playing_on =
            playing.into_iter().map(|(round, id)| (round, renamed(id))).collect();
        let paused = std::mem::take(&mut self.arena.paused);
        self.arena.paused = paused.into_iter().map(renamed).collect();
    }
}

impl Prize {
    /// The entrants among whom it is won, if they are named.
    pub(super) fn named_entrants_mut(&mut self) -> &mut [EntrantId] {
        match &mut self.criterion {
            PrizeCriterion::Best { among, .. } | PrizeCriterion::Performance { among, .. } => among,
            PrizeCriterion::Places { .. } | PrizeCriterion::Class { .. } => &mut [],
        }
    }
}
