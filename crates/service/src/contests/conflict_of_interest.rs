//! Nobody is an official of their own game: an official's command must not affect their own games,
//! place or presence. For commands by a steward link, the creator of the link counts.

use crate::access::{Act, Actor};
use crate::{App, Error, Result, refusals};
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{
    ChallengeEnd, Contest, ContestFact, ContestSettings, EntrantId, Meeting, ProhibitedGroup,
    RegisteredEntrant, Round, RoundId,
};
use adjutant_store::{AnyConnection, contests};

use super::cache::{self, LoadedContest};

/// Refuses facts that affect the actor's own interests in the event, unless they act as a player.
pub(super) fn refuse_conflict_of_interest(
    contest: &Contest,
    actor: &Actor,
    act: Act,
    facts: &[ContestFact],
) -> Result<()> {
    let player = actor.player.filter(|_| act != Act::TakePart);
    match player.and_then(|player| affected_interest(contest, player, facts)) {
        None => Ok(()),
        Some(AffectedInterest::Game) => Err(Error::conflict(refusals::OWN_GAME)),
        Some(AffectedInterest::Entry) => Err(Error::conflict(refusals::OWN_ENTRY)),
    }
}

/// Like [`refuse_conflict_of_interest`], for facts that are undone or done again, by the contest before and after.
pub(super) fn refuse_conflict_in_change(
    (before, after): (&Contest, &Contest),
    actor: &Actor,
    act: Act,
    facts: &[ContestFact],
) -> Result<()> {
    let Some(player) = actor.player.filter(|_| act != Act::TakePart) else { return Ok(()) };
    let own = |contest| PersonalStake { contest, entries: player_entries(contest, player) };
    let (then, now) = (own(before), own(after));
    if then.entries.is_empty() && now.entries.is_empty() {
        return Ok(());
    }
    let by_fact = facts.iter().find_map(|fact| {
        then.affected_by_fact(fact, facts).or_else(|| now.affected_by_fact(fact, facts))
    });
    match by_fact.or_else(|| then.affected_by_change(after, facts)) {
        None => Ok(()),
        Some(AffectedInterest::Game) => Err(Error::conflict(refusals::OWN_GAME)),
        Some(AffectedInterest::Entry) => Err(Error::conflict(refusals::OWN_ENTRY)),
    }
}

/// Like [`refuse_conflict_of_interest`], for a steward link created by this player.
pub(super) fn refuse_link_maker_conflict(
    contest: &Contest,
    maker: Option<i32>,
    facts: &[ContestFact],
) -> Result<()> {
    match maker.and_then(|player| affected_interest(contest, player, facts)) {
        None => Ok(()),
        Some(AffectedInterest::Game) => Err(Error::conflict(refusals::STEWARD_OWN_GAME)),
        Some(AffectedInterest::Entry) => Err(Error::conflict(refusals::STEWARD_OWN_ENTRY)),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AffectedInterest {
    /// One of their meetings.
    Game,
    /// Their participation, presence or place.
    Entry,
}

/// Whether a player takes or took part in an event, as an entrant or in a team.
pub(crate) fn is_participant(
    app: &App,
    conn: &mut AnyConnection,
    event: i32,
    player: i32,
) -> Result<bool> {
    let Some(row) = contests::by_id(conn, event)? else { return Ok(false) };
    let run = cache::load(app, conn, &row)?;
    Ok(!player_entries(&run.contest, player).is_empty())
}

pub fn is_own_entry(run: &LoadedContest, actor: &Actor, entrant: EntrantId) -> bool {
    actor.player.is_some_and(|player| player_entries(&run.contest, player).contains(&entrant))
}

/// The entries of a player, as an entrant or in a team.
pub(super) fn player_entries(contest: &Contest, player: i32) -> Vec<EntrantId> {
    let is_theirs = |one: &RegisteredEntrant| match &one.team {
        Some(team) => team.people().any(|person| person.player == player),
        None => one.person.player == player,
    };
    let own = contest.numbered_entrants().filter(|(_, one)| player != 0 && is_theirs(one));
    own.map(|(id, _)| id).collect()
}

fn affected_interest(
    contest: &Contest,
    player: i32,
    facts: &[ContestFact],
) -> Option<AffectedInterest> {
    let own = PersonalStake { contest, entries: player_entries(contest, player) };
    if own.entries.is_empty() {
        return None;
    }
    facts
        .iter()
        .find_map(|fact| own.affected_by_fact(fact, facts))
        .or_else(|| own.affected_by_rounds(facts))
}

struct PersonalStake<'a> {
    contest: &'a Contest,
    entries: Vec<EntrantId>,
}

impl PersonalStake<'_> {
    fn is_own(&self, entrant: EntrantId) -> bool {
        self.entries.contains(&entrant)
    }

    fn plays_in_meeting(&self, meeting: &Meeting) -> bool {
        meeting.sides.iter().any(|side| self.is_own(*side))
    }

    /// Whether they sit at a table, possibly in a draft.
    fn is_seated_at_table(&self, at: TableId) -> bool {
        self.contest.meeting(at).is_some_and(|meeting| self.plays_in_meeting(meeting))
    }

    /// Whether they meet an entrant in a published or drafted round.
    fn is_opponent(&self, other: EntrantId) -> bool {
        let rounds = self.contest.stages.iter().flat_map(|state| &state.rounds);
        let mut meetings = rounds.flat_map(|round| &round.meetings);
        meetings
            .any(|one| !one.is_over() && self.plays_in_meeting(one) && one.sides.contains(&other))
    }

    /// Whether they met an entrant in any round, also a finished one.
    fn has_met(&self, other: EntrantId) -> bool {
        let rounds = self.contest.stages.iter().flat_map(|state| &state.rounds);
        let mut meetings = rounds.flat_map(|round| &round.meetings);
        meetings.any(|one| self.plays_in_meeting(one) && one.sides.contains(&other))
    }

    fn changes_player(&self, entrant: EntrantId, player: i32) -> bool {
        self.contest.entrant(entrant).is_some_and(|one| one.person.player != player)
    }

    /// Whether they are in a ladder in progress with an entrant.
    fn shares_ladder(&self, other: EntrantId) -> bool {
        let ladder = self.contest.own_ladder(other);
        ladder.is_some_and(|stage| self.is_in_stage(stage))
    }

    /// How a fact affects them directly.
    fn affected_by_fact(
        &self,
        fact: &ContestFact,
        all: &[ContestFact],
    ) -> Option<AffectedInterest> {
        let game = |is: bool| is.then_some(AffectedInterest::Game);
        let entry = |is: bool| is.then_some(AffectedInterest::Entry);
        use ContestFact::*;
        match fact {
            ResultEntered { spot, .. }
            | ResultReported { spot, .. }
            | ResultDisputed { spot, .. } => game(self.is_seated_at_table(spot.table_id())),
            LineUpSubmitted { at, .. }
            | LineUpsReleased(at)
            | MatchScheduling { table: at, .. } => game(self.is_seated_at_table(*at)),
            WindowOpened { stage, round, table, .. } => {
                let of = RoundId { stage: *stage, round: *round };
                game(match table {
                    Some(table) => self.is_seated_at_table(of.table(*table)),
                    None => self.has_window(of),
                })
            }
            // They take a break as everybody does.
            ArenaPaused { entrant, paused: true, .. } if self.is_own(*entrant) => None,
            // Whoever leads an arena gains by its end, and by a break of a rival.
            ArenaClockSet { stage, .. } | ArenaEnded { stage } | ArenaPaused { stage, .. } => {
                entry(self.is_in_stage(*stage))
            }
            ChallengeMade { challenger, challenged, .. }
            | ChallengeAccepted { challenger, challenged, .. }
            | ChallengeClosed {
                challenger,
                challenged,
                how: ChallengeEnd::Refused | ChallengeEnd::Withdrawn,
                ..
            } => game(self.is_own(*challenger) || self.is_own(*challenged)),
            // Whoever leads a ladder gains by its end.
            LadderEnded { stage, .. } => entry(self.is_in_stage(*stage)),
            PlayOffDecided { winner, loser, .. } => {
                entry(self.is_own(*winner) || self.is_own(*loser))
            }
            PresenceSet { entrant, present } if self.is_own(*entrant) => {
                entry(*present || !self.clears_all_presence(all))
            }
            PresenceSet { entrant, present } => game(!present && self.is_opponent(*entrant)),
            EntrantWithdrew { entrant, .. } if self.is_own(*entrant) => {
                Some(AffectedInterest::Entry)
            }
            // Those below in a ladder move up.
            EntrantWithdrew { entrant, .. } => {
                game(self.is_opponent(*entrant)).or_else(|| entry(self.shares_ladder(*entrant)))
            }
            EntrantAdmitted { entrant }
            | EntrantRemoved { entrant }
            | ByeRequested { entrant, .. }
            | StageJoined { entrant, .. } => entry(self.is_own(*entrant)),
            // Who becomes somebody else takes the ratings of their games along.
            PersonAmended { entrant, person } if self.changes_player(*entrant, person.player) => {
                game(self.is_own(*entrant) || self.has_met(*entrant))
            }
            PersonAmended { entrant, .. } => entry(self.is_own(*entrant)),
            EntrantsMerged { entrant, into } => entry(self.is_own(*entrant) || self.is_own(*into)),
            StageRenumbered { order, .. } => entry(order.iter().any(|id| self.is_own(*id))),
            // Before the event begins, the team's list affects nobody.
            TeamAmended { entrant, .. } => entry(self.is_own(*entrant) && self.has_begun()),
            ProhibitedGroupsSet { groups } => game(
                self.prohibited_groups(groups) != self.prohibited_groups(&self.contest.prohibited),
            ),
            RoundDrafted { stage, round, meetings, byes, is_manual: true } => {
                let draft = self.contest.round(RoundId { stage: *stage, round: *round });
                let before = draft.map(|draft| self.seats(&draft.meetings, &draft.byes));
                game(before.is_some_and(|before| before != self.seats(meetings, byes)))
            }
            SettingsChanged { settings } => entry(self.is_affected_by_settings(settings)),
            _ => None,
        }
    }

    /// How the facts affect published or drafted rounds, whatever they are.
    fn affected_by_rounds(&self, facts: &[ContestFact]) -> Option<AffectedInterest> {
        self.affected_by_change(&self.contest.with_facts(facts).ok()?, facts)
    }

    /// How published or drafted rounds differ for them after facts.
    fn affected_by_change(
        &self,
        after: &Contest,
        facts: &[ContestFact],
    ) -> Option<AffectedInterest> {
        let no_rounds: &[Round] = &[];
        for (stage, state) in self.contest.stages.iter().enumerate() {
            let later = after.stages.get(stage).map_or(no_rounds, |state| &state.rounds);
            for number in 0..state.rounds.len().max(later.len()) {
                let (before, after) = (state.rounds.get(number), later.get(number));
                let is_touched = match (self.own_pairings(before), self.own_pairings(after)) {
                    (Some(before), after) => before != after.unwrap_or_default(),
                    // A restored round may bring back results.
                    (None, Some((games, _))) => games.iter().any(|one| one.has_results()),
                    (None, None) => false,
                };
                if is_touched || self.is_moved_in_draft(before, after, facts) {
                    return Some(AffectedInterest::Game);
                }
            }
        }
        None
    }

    /// Whether facts about others change their opponent, side or bye in a draft. Regenerating a
    /// draft alone does not count.
    fn is_moved_in_draft(
        &self,
        before: Option<&Round>,
        after: Option<&Round>,
        facts: &[ContestFact],
    ) -> bool {
        let is_pairing = |fact: &ContestFact| matches!(fact, ContestFact::RoundDrafted { .. });
        let (Some(before), Some(after)) = (before, after) else { return false };
        !before.published
            && !facts.iter().all(is_pairing)
            && self.seats(&before.meetings, &before.byes)
                != self.seats(&after.meetings, &after.byes)
    }

    /// Their meetings and byes in a published round.
    fn own_pairings<'b>(
        &self,
        round: Option<&'b Round>,
    ) -> Option<(Vec<&'b Meeting>, Vec<EntrantId>)> {
        let round = round.filter(|round| round.published)?;
        let games = round.meetings.iter().filter(|one| self.plays_in_meeting(one)).collect();
        let byes = round.byes.iter().copied().filter(|id| self.is_own(*id)).collect();
        Some((games, byes))
    }

    /// Their pairings with sides, and whether they have a bye.
    fn seats(&self, meetings: &[Meeting], byes: &[EntrantId]) -> (Vec<[EntrantId; 2]>, bool) {
        let own = meetings.iter().filter(|one| self.plays_in_meeting(one)).map(|one| one.sides);
        (own.collect(), byes.iter().any(|id| self.is_own(*id)))
    }

    fn is_in_stage(&self, stage: usize) -> bool {
        let state = self.contest.stages.get(stage);
        state.is_some_and(|state| state.entrants().any(|id| self.is_own(id)))
    }

    fn prohibited_groups<'b>(&self, groups: &'b [ProhibitedGroup]) -> Vec<&'b ProhibitedGroup> {
        groups.iter().filter(|group| group.entrants.iter().any(|id| self.is_own(*id))).collect()
    }

    /// Whether they have an open match in the round with a window, which a new window for all would
    /// move.
    fn has_window(&self, at: RoundId) -> bool {
        let of = self.contest.round(at);
        let open = of.into_iter().flat_map(|of| of.meetings.iter().enumerate());
        let mut own = open.filter(|(_, one)| !one.is_over() && self.plays_in_meeting(one));
        own.any(|(table, _)| self.contest.match_window(at.table(table)).is_some())
    }

    /// Whether the presence of all is cleared, as on a new day.
    fn clears_all_presence(&self, facts: &[ContestFact]) -> bool {
        let goes = |id: EntrantId| {
            facts.iter().any(
                |fact| matches!(fact, ContestFact::PresenceSet { entrant, present: false } if *entrant == id),
            )
        };
        let mut there = self.contest.numbered_entrants().filter(|(_, one)| one.present);
        there.all(|(id, _)| goes(id))
    }

    fn has_begun(&self) -> bool {
        let mut begun = self.contest.stages.iter().flat_map(|state| state.entrants());
        begun.any(|id| self.is_own(id))
    }

    /// Whether new settings change their place, or when the event ends.
    fn is_affected_by_settings(&self, settings: &ContestSettings) -> bool {
        if !self.has_begun() {
            return false;
        }
        let settled = ContestFact::SettingsChanged { settings: Box::new(settings.clone()) };
        let Ok(after) = self.contest.with_facts(std::slice::from_ref(&settled)) else {
            return false;
        };
        let place = |contest: &Contest| {
            let own = contest.final_places().into_iter().filter(|(id, _)| self.is_own(*id));
            own.collect::<Vec<_>>()
        };
        settings.plan != self.contest.settings.plan || place(self.contest) != place(&after)
    }
}
