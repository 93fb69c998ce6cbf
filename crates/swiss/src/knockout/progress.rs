//! How far a knock-out has come: a function of its plan and the facts.

use super::super::series::Side;
use super::{Fact, Knockout, Match, MatchId, Outcome, Places, Section, Source};

/// Who stands on one side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occupant {
    Entrant(usize),
    /// Nobody will come.
    Nobody,
    /// Not known yet.
    Open,
}

/// How somebody won a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Played,
    Walkover,
    /// The other has withdrawn.
    Withdrawal,
}

/// How a match stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// For somebody who is not known yet.
    Waiting,
    /// To be played now.
    Ready,
    Decided {
        winner: usize,
        loser: usize,
        way: Way,
    },
    /// He goes on, since nobody is there to meet him.
    PassedThrough(usize),
    /// Neither came, and both are out.
    BothOut([usize; 2]),
    /// Nobody is there.
    Empty,
    /// A reset after a grand final that the unbeaten side has won.
    NotNeeded,
}

/// A match as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    pub occupants: [Occupant; 2],
    pub state: State,
    /// Who comes out of it as the winner and as the loser.
    exits: [Occupant; 2],
}

/// Where somebody has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    pub entrant: usize,
    pub places: Places,
}

/// How far a knock-out has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// One for each match of the plan.
    pub matches: Vec<Now>,
    /// Matches that have results, none of which is of the two who stand in them now: what was reported before a
    /// correction of an earlier match. The results stay where they are, and count again if the correction is
    /// taken back.
    pub stale: Vec<MatchId>,
    /// Who has ended where, the best first. Neither of two who did not come has won, and both have the loser's place.
    /// Those who are out without a place, because neither came to a match
    /// whose loser was to go on, are not among them.
    pub places: Vec<Placed>,
}

impl Progress {
    /// The matches to be played now.
    #[must_use]
    pub fn ready(&self) -> Vec<MatchId> {
        let all = self.matches.iter().enumerate();
        all.filter(|(_, now)| now.state == State::Ready).map(|(at, _)| MatchId(at)).collect()
    }

    /// Whether nothing is left to be played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.matches.iter().any(|now| matches!(now.state, State::Ready | State::Waiting))
    }

    /// Who has the first place for himself.
    #[must_use]
    pub fn champion(&self) -> Option<usize> {
        let first = self.places.first()?;
        (first.places == Places { first: 1, last: 1 }).then_some(first.entrant)
    }
}

impl Knockout {
    /// How far it has come with these facts, in the order in which they were told.
    #[must_use]
    pub fn progress(&self, facts: &[Fact]) -> Progress {
        let told = Told::new(facts, self.matches().len());
        let mut progress = Progress { matches: Vec::new(), stale: Vec::new(), places: Vec::new() };
        for (number, one) in self.matches().iter().enumerate() {
            let occupants = one.sources.map(|source| occupant(&progress.matches, source));
            let mut now = told.now(MatchId(number), occupants);
            if one.section == Section::Reset && !is_needed(&progress.matches, one) {
                // The grand final has decided: its winner and loser are those of the reset.
                now = Now { occupants, state: State::NotNeeded, exits: occupants };
            }
            if told.is_stale(MatchId(number), &now) {
                progress.stale.push(MatchId(number));
            }
            progress.places.extend(placed(one, &now));
            progress.matches.push(now);
        }
        progress.places.sort_by_key(|placed| placed.places);
        progress
    }

    /// The matches that become stale by one more fact: what a correction does to later matches.
    #[must_use]
    pub fn made_stale(&self, facts: &[Fact], fact: Fact) -> Vec<MatchId> {
        let before = self.progress(facts).stale;
        let after = self.progress(&[facts, &[fact]].concat()).stale;
        after.into_iter().filter(|id| !before.contains(id)).collect()
    }
}

fn occupant(before: &[Now], source: Source) -> Occupant {
    match source {
        Source::Entrant(entrant) => Occupant::Entrant(entrant),
        Source::Empty => Occupant::Nobody,
        Source::WinnerOf(id) => before[id.0].exits[0],
        Source::LoserOf(id) => before[id.0].exits[1],
    }
}

/// Whether a reset may still be needed: the grand final is not decided, or whoever came from the losers has won.
fn is_needed(before: &[Now], reset: &Match) -> bool {
    let Source::WinnerOf(last) = reset.sources[0] else { return true };
    let grand_final = &before[last.0];
    match grand_final.state {
        State::Waiting | State::Ready => true,
        State::Decided { winner, .. } => grand_final.occupants[1] == Occupant::Entrant(winner),
        _ => false,
    }
}

/// Where those end who go no further.
fn placed(one: &Match, now: &Now) -> Vec<Placed> {
    let at = |occupant: Occupant, places: Option<Places>| match (occupant, places) {
        (Occupant::Entrant(entrant), Some(places)) => Some(Placed { entrant, places }),
        _ => None,
    };
    if let State::BothOut(both) = now.state {
        return both.into_iter().filter_map(|who| at(Occupant::Entrant(who), one.loser)).collect();
    }
    let [winner, loser] = now.exits;
    [at(winner, one.winner), at(loser, one.loser)].into_iter().flatten().collect()
}

/// The facts, sorted by what they are about.
struct Told {
    /// For each match: who met, and what came of it.
    results: Vec<Vec<([usize; 2], Outcome)>>,
    withdrawn: Vec<usize>,
}

impl Told {
    /// A result of a match that the plan does not have is nobody's.
    fn new(facts: &[Fact], matches: usize) -> Told {
        let mut told = Told { results: vec![Vec::new(); matches], withdrawn: Vec::new() };
        for fact in facts {
            match *fact {
                Fact::Withdrawal(entrant) => told.withdrawn.push(entrant),
                Fact::Result { of, between, outcome } => {
                    if let Some(results) = told.results.get_mut(of.0) {
                        results.push((between, outcome));
                    }
                }
            }
        }
        told
    }

    /// The last result of these two.
    fn result(&self, id: MatchId, sides: [usize; 2]) -> Option<([usize; 2], Outcome)> {
        let [one, other] = sides;
        let fits = |between: &[usize; 2]| *between == sides || *between == [other, one];
        self.results[id.0].iter().rev().find(|(between, _)| fits(between)).copied()
    }

    fn now(&self, id: MatchId, occupants: [Occupant; 2]) -> Now {
        use Occupant::{Entrant, Nobody, Open};
        let (state, exits) = match occupants {
            [Open, _] | [_, Open] => (State::Waiting, [Open, Open]),
            [Nobody, Nobody] => (State::Empty, [Nobody, Nobody]),
            [Entrant(who), Nobody] | [Nobody, Entrant(who)] => {
                (State::PassedThrough(who), [Entrant(who), Nobody])
            }
            [Entrant(one), Entrant(other)] => {
                let state = self.between(id, [one, other]);
                let exits = match state {
                    State::Decided { winner, loser, .. } => [Entrant(winner), Entrant(loser)],
                    State::BothOut(_) => [Nobody, Nobody],
                    _ => [Open, Open],
                };
                (state, exits)
            }
        };
        Now { occupants, state, exits }
    }

    /// What is known of a match of two who are there.
    fn between(&self, id: MatchId, sides: [usize; 2]) -> State {
        let won = |sides: [usize; 2], side: Side, way: Way| State::Decided {
            winner: sides[side.index()],
            loser: sides[side.other().index()],
            way,
        };
        match self.result(id, sides) {
            Some((between, Outcome::Won(side))) => won(between, side, Way::Played),
            Some((between, Outcome::Walkover(side))) => won(between, side, Way::Walkover),
            Some((_, Outcome::BothAbsent)) => State::BothOut(sides),
            None => match sides.map(|who| self.withdrawn.contains(&who)) {
                [false, false] => State::Ready,
                [true, false] => won(sides, Side::Second, Way::Withdrawal),
                [false, true] => won(sides, Side::First, Way::Withdrawal),
                [true, true] => State::BothOut(sides),
            },
        }
    }

    fn is_stale(&self, id: MatchId, now: &Now) -> bool {
        let counts = match (now.state, now.occupants) {
            (State::NotNeeded, _) => false,
            (_, [Occupant::Entrant(one), Occupant::Entrant(other)]) => {
                self.result(id, [one, other]).is_some()
            }
            _ => false,
        };
        !counts && !self.results[id.0].is_empty()
    }
}
