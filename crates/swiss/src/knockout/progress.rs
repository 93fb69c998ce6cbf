//! The progress of a knock-out, as a function of its plan and the facts.

use super::super::series::Side;
use super::{Fact, Knockout, Match, MatchId, Outcome, Places, Section, Source};

/// Who is on one side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occupant {
    Entrant(usize),
    /// Nobody will come.
    Nobody,
    /// Not known yet.
    Open,
}

/// How a match was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Played,
    Walkover,
    /// The opponent has withdrawn.
    Withdrawal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Waits for at least one side.
    Waiting,
    /// Can be played now.
    Ready,
    Decided {
        winner: usize,
        loser: usize,
        way: Way,
    },
    /// One side advances because there is no opponent.
    PassedThrough(usize),
    /// Neither came, and both are eliminated.
    BothOut([usize; 2]),
    /// Has no sides.
    Empty,
    /// A reset after a grand final that the unbeaten side won.
    NotNeeded,
}

/// A match as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Now {
    pub occupants: [Occupant; 2],
    pub state: State,
    /// Who leaves it as the winner and as the loser.
    exits: [Occupant; 2],
}

/// A final place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    pub entrant: usize,
    pub places: Places,
}

/// The progress of a knock-out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// One for each match of the plan.
    pub matches: Vec<Now>,
    /// Matches with results of which none is between the current two sides, because an earlier match was corrected. The
    /// results are kept, and count again if the correction is reverted.
    pub stale: Vec<MatchId>,
    /// Final places, the best first. If neither side of a match came, both get the loser's place; if that loser was to
    /// play on, they get none and are missing here.
    pub places: Vec<Placed>,
}

impl Progress {
    /// The matches that can be played now.
    pub fn ready(&self) -> Vec<MatchId> {
        let all = self.matches.iter().enumerate();
        all.filter(|(_, now)| now.state == State::Ready).map(|(at, _)| MatchId(at)).collect()
    }

    /// Whether there is nothing left to play.
    pub fn is_over(&self) -> bool {
        !self.matches.iter().any(|now| matches!(now.state, State::Ready | State::Waiting))
    }

    /// Who has the first place alone.
    pub fn champion(&self) -> Option<usize> {
        let first = self.places.first()?;
        (first.places == Places { first: 1, last: 1 }).then_some(first.entrant)
    }
}

impl Knockout {
    /// The progress with these facts, in the order in which they were reported.
    pub fn progress(&self, facts: &[Fact]) -> Progress {
        let told = Told::new(facts, self.matches().len());
        let mut progress = Progress { matches: Vec::new(), stale: Vec::new(), places: Vec::new() };
        for (number, one) in self.matches().iter().enumerate() {
            let occupants = one.sources.map(|source| occupant(&progress.matches, source));
            let mut now = told.now(MatchId(number), occupants);
            if one.section == Section::Reset && !is_needed(&progress.matches, one) {
                // The grand final decided: its winner and loser are those of the reset.
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

    /// The matches that become stale with one more fact: the effect of a correction on later matches.
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

/// Whether a reset may still be needed: the grand final is undecided, or was won from the losers' bracket.
fn is_needed(before: &[Now], reset: &Match) -> bool {
    let Source::WinnerOf(last) = reset.sources[0] else { return true };
    let grand_final = &before[last.0];
    match grand_final.state {
        State::Waiting | State::Ready => true,
        State::Decided { winner, .. } => grand_final.occupants[1] == Occupant::Entrant(winner),
        _ => false,
    }
}

/// The final places of those who do not play on.
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

/// The facts by subject.
struct Told {
    /// For each match, the sides and the outcome of each result.
    results: Vec<Vec<([usize; 2], Outcome)>>,
    withdrawn: Vec<usize>,
}

impl Told {
    /// Results of matches that the plan does not have are ignored.
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

    /// The last result between these two.
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

    /// The state of a match between two entrants.
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
                // Who has played a later match went on before they withdrew, too.
                [true, true] => match sides.map(|who| self.went_on(id, who)) {
                    [true, false] => won(sides, Side::First, Way::Withdrawal),
                    [false, true] => won(sides, Side::Second, Way::Withdrawal),
                    _ => State::BothOut(sides),
                },
            },
        }
    }

    /// Whether an entrant has played a match after this one.
    fn went_on(&self, id: MatchId, who: usize) -> bool {
        let later = self.results.iter().skip(id.0 + 1).flatten();
        later.into_iter().any(|(between, _)| between.contains(&who))
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
