//! Explains the pairing of a Swiss round by the facts known at its publication.

use swiss::entrant::{Bye, Entry};
use swiss::pairing::explain::{Changes, Explanation, changes, explain};
use swiss::pairing::{self, NoPairing, Pairing};

use super::{Contest, ContestFact, EntrantId, GroupTournament, Round, RoundId};

/// An explained round of a Swiss stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundExplanation {
    /// The entrant at each place that the explanation names.
    pub ids: Vec<EntrantId>,
    pub explanation: Result<Explanation, NoPairing>,
    /// The broken rules, if no legal pairing exists.
    pub changes: Option<Changes>,
}

impl RoundExplanation {
    /// The explanation without entrants who are kept apart, which only officials may see.
    pub fn to_public(&self) -> RoundExplanation {
        RoundExplanation {
            ids: self.ids.clone(),
            explanation: self.explanation.as_ref().map(Explanation::for_everybody).map_err(|e| *e),
            changes: self.changes.as_ref().map(Changes::for_everybody),
        }
    }
}

impl Contest {
    /// Explains a round of a Swiss stage; `facts` are all facts of this contest. `None` if there is
    /// no such round, or the stage is not Swiss.
    pub fn explain_round(&self, facts: &[ContestFact], at: RoundId) -> Option<RoundExplanation> {
        let paired = self.round(at).filter(|_| self.is_dutch(at.stage))?;
        let known = facts.get(..fact_count_at_publication(facts, at)?)?;
        let then = Contest::from_facts(known).ok()?;
        let table = then.tournament_before_round(at, paired)?;
        let chosen = to_pairing_round(&table, paired);
        let said = explain(&table.tournament, Some(&chosen));
        let changes = said.is_err().then(|| changes(&table.tournament, &chosen));
        Some(RoundExplanation { ids: table.entrants, explanation: said, changes })
    }

    /// A stage before a round, with the entrants who were in the stage but not paired.
    fn tournament_before_round(&self, at: RoundId, paired: &Round) -> Option<GroupTournament> {
        let RoundId { stage, round } = at;
        let mut table = self.group_tournament(stage, 0, round)?;
        if table.tournament.played != round {
            return None;
        }
        let byes = &self.stages[stage].requested_byes;
        for (entrant, id) in table.tournament.entrants.iter_mut().zip(&table.entrants) {
            if !paired.includes(*id) {
                let asked = byes.get(&(round, *id)).map(|asked| asked.bye());
                entrant.entries.push(Entry::Bye(asked.unwrap_or(Bye::Zero)));
            }
        }
        Some(table)
    }
}

fn to_pairing_round(table: &GroupTournament, paired: &Round) -> pairing::Round {
    let place = |id: EntrantId| table.entrants.iter().position(|one| *one == id);
    let meetings = paired.meetings.iter().filter_map(|meeting| {
        let [white, black] = meeting.sides;
        Some(Pairing { white: place(white)?, black: place(black)? })
    });
    let bye = paired.byes.first().and_then(|bye| place(*bye));
    pairing::Round { pairings: meetings.collect(), bye }
}

/// How many facts existed when the current version of a round was published or changed by hand; for a draft, all of
/// them. A round that was undone and restored was published before others in its place.
fn fact_count_at_publication(facts: &[ContestFact], at: RoundId) -> Option<usize> {
    let mut rounds: Vec<Option<usize>> = Vec::new();
    let mut taken_back: Vec<Option<usize>> = Vec::new();
    for (number, fact) in facts.iter().enumerate() {
        match fact {
            ContestFact::RoundDrafted { stage, round, .. } if *stage == at.stage => {
                rounds.truncate(*round);
                rounds.push(None);
            }
            ContestFact::RoundPublished(of) if of.stage == at.stage => {
                *rounds.get_mut(of.round)? = Some(number);
                taken_back.clear();
            }
            ContestFact::RoundAltered { stage, round, .. } if *stage == at.stage => {
                *rounds.get_mut(*round)? = Some(number);
            }
            ContestFact::RoundTakenBack(of) if of.stage == at.stage => {
                taken_back.extend(rounds.pop().filter(Option::is_some));
            }
            ContestFact::StageStartTakenBack { stage } if *stage == at.stage => taken_back.clear(),
            ContestFact::RoundRestored(of) if of.stage == at.stage => {
                let again = taken_back.pop()?;
                rounds.truncate(of.round);
                rounds.push(again);
            }
            _ => {}
        }
    }
    rounds.get(at.round).map(|published| published.unwrap_or(facts.len()))
}
