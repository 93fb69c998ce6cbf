//! Combining two copies of one event that went on apart, as a hall without network and the site do.
//!
//! Facts are only added: those that the other copy has beyond the common beginning follow ours, in their order, as long
//! as each says the same here as there. Whatever would say something else is a conflict, and is left to officials.

use std::collections::{BTreeMap, BTreeSet};

use swiss::series::GameResult;

use super::{
    Contest, ContestFact, EntrantId, EntrantProfile, GameSlot, InvalidFact, Meeting, Round,
    RoundId, StageState, TableId, facts_in_force,
};

/// Why a fact of the other copy is not added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyConflict {
    /// The game has this result here, or none.
    Result(Option<GameResult>),
    /// The stage, its rounds or its pairings are others here.
    Rounds,
    /// What it changes was changed here, too.
    Changed,
    /// It does not follow from what is here.
    Invalid,
    /// The other copy has undone this fact, which both had.
    UndoneThere,
}

/// What follows when the other copy is added to ours. Facts of the other copy are named by their places in it, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CombinedCopies {
    /// The facts to be added.
    pub added: Vec<(usize, ContestFact)>,
    /// What both copies did in the same way.
    pub already: Vec<usize>,
    pub conflicts: Vec<(usize, CopyConflict)>,
    /// The contest after the facts that are added.
    pub after: Contest,
    /// The contest of the other copy.
    pub other: Contest,
}

/// Why two lists of facts are not copies of one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoCopy {
    /// They have no beginning in common.
    OtherEvent,
    /// A fact does not follow from those before it: its place, from 0, in the other copy.
    Invalid(usize),
}

/// Combines our facts with those of another copy; neither has names of players in it.
pub fn combine_copies(
    ours: &[ContestFact],
    theirs: &[ContestFact],
) -> Result<CombinedCopies, NoCopy> {
    let common = ours.iter().zip(theirs).take_while(|(one, other)| one == other).count();
    if common == 0 {
        return Err(NoCopy::OtherEvent);
    }
    let invalid = |at: InvalidFact| NoCopy::Invalid(at.0);
    let other = Contest::from_facts(theirs).map_err(invalid)?;
    if common == ours.len() {
        let added = theirs.iter().cloned().enumerate().skip(common).collect();
        let (already, conflicts) = (Vec::new(), Vec::new());
        return Ok(CombinedCopies { added, already, conflicts, after: other.clone(), other });
    }
    let in_force = |facts: &[ContestFact]| {
        let told: Vec<&ContestFact> = facts.iter().collect();
        facts_in_force(&told).map_err(invalid)
    };
    let counting = in_force(theirs)?;
    let kept: BTreeSet<usize> = counting.iter().copied().filter(|at| *at < common).collect();
    let before = in_force(&theirs[..common])?;
    let here = Contest::from_facts(ours).map_err(|_| NoCopy::OtherEvent)?;
    let there = Contest::from_facts(kept.iter().map(|at| &theirs[*at])).map_err(invalid)?;
    let mut combining = Combining {
        here,
        there,
        numbers: BTreeMap::new(),
        added: Vec::new(),
        already: Vec::new(),
        conflicts: Vec::new(),
    };
    let undone = before.into_iter().filter(|at| !kept.contains(at));
    combining.conflicts.extend(undone.map(|at| (at, CopyConflict::UndoneThere)));
    for at in counting.into_iter().filter(|at| *at >= common) {
        combining.add(at, &theirs[at]).map_err(invalid)?;
    }
    let Combining { here: after, added, already, conflicts, .. } = combining;
    Ok(CombinedCopies { added, already, conflicts, after, other })
}

struct Combining {
    /// Our copy with what is added so far.
    here: Contest,
    /// The other copy up to the fact that is looked at.
    there: Contest,
    /// The numbers here of entrants who have other numbers there.
    numbers: BTreeMap<EntrantId, EntrantId>,
    added: Vec<(usize, ContestFact)>,
    already: Vec<usize>,
    conflicts: Vec<(usize, CopyConflict)>,
}

impl Combining {
    fn add(&mut self, at: usize, fact: &ContestFact) -> Result<(), InvalidFact> {
        let there = self.there.with_facts(std::slice::from_ref(fact))?;
        let before = std::mem::replace(&mut self.there, there);
        if let Some(person) = registered(fact) {
            self.add_registration(at, fact, person);
            return Ok(());
        }
        let mut own = fact.clone();
        own.rename_entrants(&|id| *id = self.number(*id));
        let is_same = self.is_same(&before, fact, &own);
        if !is_same {
            match self.is_same(&self.there, fact, &own) || self.has_round(fact) {
                true => self.already.push(at),
                false => self.conflicts.push((at, self.conflict(fact))),
            }
            return Ok(());
        }
        match self.here.with_facts(std::slice::from_ref(&own)) {
            Ok(after) if after == self.here => self.already.push(at),
            Ok(after) => {
                self.here = after;
                self.added.push((at, own));
            }
            Err(_) => self.conflicts.push((at, CopyConflict::Invalid)),
        }
        Ok(())
    }

    /// Registers somebody under the next number here, unless both copies have registered them.
    fn add_registration(&mut self, at: usize, fact: &ContestFact, person: Registered<'_>) {
        let number = |contest: &Contest| EntrantId(contest.entrants.len() as u32);
        let there = number(&self.there);
        let known = self.here.numbered_entrants().find(|(_, one)| person.is_same(&one.person));
        if let Some((id, _)) = known {
            self.numbers.insert(there, id);
            self.already.push(at);
            return;
        }
        match self.here.with_facts(std::slice::from_ref(fact)) {
            Ok(after) => {
                self.numbers.insert(there, number(&after));
                self.here = after;
                self.added.push((at, fact.clone()));
            }
            Err(_) => self.conflicts.push((at, CopyConflict::Invalid)),
        }
    }

    /// The number here of an entrant there; 0 for one who is not here.
    fn number(&self, id: EntrantId) -> EntrantId {
        self.numbers.get(&id).copied().unwrap_or(id)
    }

    /// Whether what a fact changes is the same here as in the other copy `there`. `own` is the fact with the numbers
    /// of entrants here.
    fn is_same(&self, there: &Contest, fact: &ContestFact, own: &ContestFact) -> bool {
        use ContestFact::*;
        let here = &self.here;
        if let Some(is_same) = self.is_same_in_growing_round(there, fact, own) {
            return is_same;
        }
        match (fact, own) {
            (SettingsChanged { .. }, _) => there.settings == here.settings,
            (RegistrationToggled { .. }, _) => there.registration_open == here.registration_open,
            (EventEndedSet { .. } | EventCancelled { .. }, _) => {
                (there.is_over, &there.cancelled) == (here.is_over, &here.cancelled)
            }
            (EventMoved(_), _) => there.moved == here.moved,
            (Announced { .. }, _) => there.announcements == here.announcements,
            (ProhibitedGroupsSet { .. }, _) => {
                let mut groups = there.prohibited.clone();
                super::fact_entrants::rename_in_groups(&mut groups, &|id| *id = self.number(*id));
                groups == here.prohibited
            }
            (FeePaidSet { entrant: of, .. }, FeePaidSet { entrant, .. }) => {
                there.entrant(*of).map(|one| one.paid) == here.entrant(*entrant).map(|one| one.paid)
            }
            (PresenceSet { entrant: of, .. }, PresenceSet { entrant, .. }) => {
                let present = |contest: &Contest, id| contest.entrant(id).map(|one| one.present);
                present(there, *of) == present(here, *entrant)
            }
            (PersonAmended { entrant: of, .. }, PersonAmended { entrant, .. })
            | (TeamAmended { entrant: of, .. }, TeamAmended { entrant, .. }) => {
                let entry = |contest: &Contest, id| {
                    contest.entrant(id).map(|one| (one.person.clone(), one.team.clone()))
                };
                entry(there, *of) == entry(here, *entrant)
            }
            (EntrantAdmitted { entrant: of }, EntrantAdmitted { entrant })
            | (EntrantRemoved { entrant: of }, EntrantRemoved { entrant })
            | (EntrantWithdrew { entrant: of, .. }, EntrantWithdrew { entrant, .. }) => {
                self.has_same_standing(there, *of, *entrant)
            }
            (EntrantsMerged { entrant: one, into: other }, EntrantsMerged { entrant, into }) => {
                self.has_same_standing(there, *one, *entrant)
                    && self.has_same_standing(there, *other, *into)
            }
            (ByeRequested { stage, round, entrant: of, .. }, ByeRequested { entrant, .. }) => {
                let bye = |contest: &Contest, id| {
                    contest
                        .stages
                        .get(*stage)
                        .map(|one| one.requested_byes.get(&(*round, id)).copied())
                };
                bye(there, *of) == bye(here, *entrant)
            }
            (ResultEntered { spot, .. } | ResultReported { spot, .. }, _) => {
                self.has_same_result(there, *spot)
            }
            (
                LineUpSubmitted { at, .. }
                | LineUpsReleased(at)
                | MatchScheduling { table: at, .. },
                _,
            ) => self.has_same_table(there, *at),
            (ResultDisputed { spot, .. }, _) => self.has_same_table(there, spot.table_id()),
            (RoundDrafted { stage, .. }, _) => self.has_same_stage(there, *stage, true),
            (GraceEnded(at), _) => self.has_same_pairs(there, *at),
            (
                StageStarted { stage, .. }
                | LotDrawn { stage, .. }
                | StageStartTakenBack { stage }
                | StageRenumbered { stage, .. }
                | StageJoined { stage, .. }
                | PlayOffDecided { stage, .. }
                | WindowOpened { stage, .. }
                | RoundAltered { stage, .. }
                | RoundExtended { stage, .. }
                | RoundPublished(RoundId { stage, .. })
                | RoundTakenBack(RoundId { stage, .. })
                | RoundRestored(RoundId { stage, .. })
                | RoundRevoked(RoundId { stage, .. }),
                _,
            ) => self.has_same_stage(there, *stage, false),
            (Undone { .. } | Redone { .. }, _) => true,
            _ => false,
        }
    }

    /// The same for what happens in a round that grows: its clock goes on in both copies, each game is one for itself, and
    /// so is each challenge. `None` for other facts.
    fn is_same_in_growing_round(
        &self,
        there: &Contest,
        fact: &ContestFact,
        own: &ContestFact,
    ) -> Option<bool> {
        use ContestFact::*;
        let here = &self.here;
        Some(match (fact, own) {
            (RoundExtended { stage, round, .. }, _) if here.grows(*stage) => {
                self.has_same_pairs(there, RoundId { stage: *stage, round: *round })
            }
            (StageJoined { stage, .. }, _) if here.grows(*stage) => {
                self.has_same_entrants(there, *stage)
            }
            (ArenaClockSet { stage, .. } | ArenaEnded { stage }, _) => {
                let clock = |contest: &Contest| {
                    let ends = contest.stages.get(*stage).map(|state| state.arena.ends);
                    (ends, contest.is_arena_running(*stage))
                };
                clock(there) == clock(here)
            }
            (ArenaPaused { stage, entrant: of, .. }, ArenaPaused { entrant, .. }) => {
                let paused = |contest: &Contest, id| {
                    contest.stages.get(*stage).map(|one| one.arena.paused.contains(&id))
                };
                paused(there, *of) == paused(here, *entrant)
            }
            (
                ChallengeMade { stage, .. }
                | ChallengeAccepted { stage, .. }
                | ChallengeClosed { stage, .. },
                _,
            ) if here.is_ladder(*stage) => self.has_same_challenge(there, fact, own),
            (LadderClockStarted { stage, .. }, _) if here.is_ladder(*stage) => true,
            (LadderFell { stage, .. } | LadderEnded { stage, .. }, _) => {
                self.has_same_places(there, *stage)
            }
            (WindowOpened { stage, round, table: Some(table), .. }, _)
                if here.is_ladder(*stage) =>
            {
                self.has_same_table(there, RoundId { stage: *stage, round: *round }.table(*table))
            }
            _ => return None,
        })
    }

    fn has_same_standing(&self, there: &Contest, of: EntrantId, entrant: EntrantId) -> bool {
        let standing = |contest: &Contest, id| contest.entrant(id).map(|one| one.status);
        standing(there, of) == standing(&self.here, entrant)
    }

    fn sides_here(&self, there: &Meeting) -> [EntrantId; 2] {
        there.sides.map(|id| self.number(id))
    }

    fn has_same_result(&self, there: &Contest, spot: GameSlot) -> bool {
        let at = spot.table_id();
        let (Some(one), Some(own)) = (there.published_meeting(at), self.here.published_meeting(at))
        else {
            return false;
        };
        self.sides_here(one) == own.sides && one.result_of(spot.game) == own.result_of(spot.game)
    }

    fn has_same_table(&self, there: &Contest, at: TableId) -> bool {
        let (Some(one), Some(own)) = (there.published_meeting(at), self.here.published_meeting(at))
        else {
            return false;
        };
        Meeting { sides: self.sides_here(one), ..one.clone() } == *own
    }

    /// Whether the open challenges of the two whom a fact names, and how their latest ended, are the same in both copies.
    fn has_same_challenge(&self, there: &Contest, fact: &ContestFact, own: &ContestFact) -> bool {
        let Some(((stage, theirs), (_, ours))) = challengers(fact).zip(challengers(own)) else {
            return false;
        };
        let open = |contest: &Contest, [one, other]: [EntrantId; 2]| {
            [one, other].map(|id| {
                let open = contest.open_challenge(stage, id);
                open.map(|open| (open.challenger == one, open.made, open.accepted.is_some()))
            })
        };
        let ended = |contest: &Contest, two| {
            let latest = contest.latest_challenge(stage, two)?;
            Some((latest.challenger == two[0], latest.made, latest.closed.map(|(_, how)| how)))
        };
        open(there, theirs) == open(&self.here, ours)
            && ended(there, theirs) == ended(&self.here, ours)
    }

    fn has_same_places(&self, there: &Contest, stage: usize) -> bool {
        let places = |contest: &Contest| contest.ladder_places(stage).map(|all| all.line);
        let theirs = places(there).map(|line| line.iter().map(|id| self.number(*id)).collect());
        theirs == places(&self.here)
            && there.is_ladder_running(stage) == self.here.is_ladder_running(stage)
    }

    fn has_same_pairs(&self, there: &Contest, at: RoundId) -> bool {
        let (Some(one), Some(own)) = (there.round(at), self.here.round(at)) else { return false };
        self.is_same_pairing(one, own)
    }

    fn is_same_pairing(&self, there: &Round, own: &Round) -> bool {
        let sides = there.meetings.iter().map(|one| self.sides_here(one));
        let byes: Vec<EntrantId> = there.byes.iter().map(|id| self.number(*id)).collect();
        there.published == own.published
            && byes == own.byes
            && sides.eq(own.meetings.iter().map(|one| one.sides))
    }

    fn has_same_entrants(&self, there: &Contest, stage: usize) -> bool {
        let entrants = |contest: &Contest| -> Option<Vec<EntrantId>> {
            Some(contest.stages.get(stage)?.entrants().collect())
        };
        let theirs = entrants(there).map(|all| all.iter().map(|id| self.number(*id)).collect());
        theirs == entrants(&self.here)
    }

    /// Whether both copies published the same round.
    fn has_round(&self, fact: &ContestFact) -> bool {
        let at = match fact {
            ContestFact::RoundDrafted { stage, round, .. } => {
                RoundId { stage: *stage, round: *round }
            }
            ContestFact::RoundPublished(at) => *at,
            _ => return false,
        };
        let (Some(one), Some(own)) = (self.there.round(at), self.here.round(at)) else {
            return false;
        };
        own.published && self.is_same_pairing(&Round { published: true, ..one.clone() }, own)
    }

    /// Whether a stage is the same; drafts are left out of it where one is made.
    fn has_same_stage(&self, there: &Contest, stage: usize, is_drafted: bool) -> bool {
        let state = |contest: &Contest| -> Option<StageState> {
            let mut state = contest.stages.get(stage)?.clone();
            if is_drafted {
                state.rounds.retain(|round| round.published);
            }
            Some(state)
        };
        let mut one = state(there);
        if let Some(one) = &mut one {
            one.rename_entrants(&|id| *id = self.number(*id));
        }
        one == state(&self.here)
    }

    fn conflict(&self, fact: &ContestFact) -> CopyConflict {
        use ContestFact::*;
        match fact {
            ResultEntered { spot, .. } | ResultReported { spot, .. } => {
                let at = spot.table_id();
                let sides = |contest: &Contest| contest.published_meeting(at).map(|one| one.sides);
                let there = self.there.published_meeting(at).map(|one| self.sides_here(one));
                match sides(&self.here) == there && there.is_some() {
                    true => {
                        let own = self.here.published_meeting(at);
                        CopyConflict::Result(own.and_then(|own| own.result_of(spot.game)))
                    }
                    false => CopyConflict::Rounds,
                }
            }
            StageStarted { .. }
            | LotDrawn { .. }
            | StageStartTakenBack { .. }
            | StageRenumbered { .. }
            | StageJoined { .. }
            | PlayOffDecided { .. }
            | WindowOpened { .. }
            | RoundDrafted { .. }
            | RoundAltered { .. }
            | RoundExtended { .. }
            | ArenaClockSet { .. }
            | ArenaEnded { .. }
            | ChallengeMade { .. }
            | ChallengeAccepted { .. }
            | ChallengeClosed { .. }
            | LadderFell { .. }
            | LadderEnded { .. }
            | RoundPublished(_)
            | RoundTakenBack(_)
            | RoundRestored(_)
            | RoundRevoked(_)
            | GraceEnded(_)
            | MatchScheduling { .. }
            | LineUpSubmitted { .. }
            | LineUpsReleased(_)
            | ResultDisputed { .. } => CopyConflict::Rounds,
            _ => CopyConflict::Changed,
        }
    }
}

/// The stage and the two of a challenge.
const fn challengers(fact: &ContestFact) -> Option<(usize, [EntrantId; 2])> {
    match fact {
        ContestFact::ChallengeMade { stage, challenger, challenged, .. }
        | ContestFact::ChallengeAccepted { stage, challenger, challenged, .. }
        | ContestFact::ChallengeClosed { stage, challenger, challenged, .. } => {
            Some((*stage, [*challenger, *challenged]))
        }
        _ => None,
    }
}

/// Whom a fact registers.
#[derive(Clone, Copy)]
enum Registered<'a> {
    Person(&'a EntrantProfile),
    Team(&'a str),
}

fn registered(fact: &ContestFact) -> Option<Registered<'_>> {
    match fact {
        ContestFact::EntrantRegistered { person, .. } => Some(Registered::Person(person)),
        ContestFact::TeamRegistered { team, .. } => Some(Registered::Team(&team.name)),
        _ => None,
    }
}

impl Registered<'_> {
    fn is_same(self, known: &EntrantProfile) -> bool {
        match self {
            Registered::Person(person) if person.player != 0 => known.player == person.player,
            Registered::Person(person) => {
                known.player == 0 && known.name.to_lowercase() == person.name.to_lowercase()
            }
            Registered::Team(name) => known.name.to_lowercase() == name.to_lowercase(),
        }
    }
}
