//! Explains a Swiss round: its brackets, who floats and why, which color preferences are denied and by which rule, and
//! the criterion that ruled out a bracket's first candidate. Everything is recomputed from the pairing rules; pairing
//! itself records nothing.

mod candidate;
mod changes;
mod floats;
mod outlook;
mod said;

use super::super::super::Tournament;
use super::super::colors::{Strength, ruled};
use super::super::{NoPairing, Pairing, Round};
use super::Bracket;
use super::criteria::ByeRule;
use super::player::Field;
use super::{colored, pair_bracket, pair_by};
use crate::Color;

use candidate::Candidate;

pub use super::super::colors::{ColorRule, Strength as PreferenceStrength};
pub use said::{
    Allotted, Bar, BracketSaid, Breach, ByeSaid, Changes, Criterion, Due, Explanation, Fault,
    First, Floater, HowMany, Measure, Moved, Spared, Verdict, WhyFloats,
};

/// Explains the next round of a tournament. `chosen` is the actual round, which may differ from the rules.
///
/// # Errors
/// Returns [`NoPairing`] if the rules give no pairing; [`changes`] reports the rules that such a round breaks.
pub fn explain(before: &Tournament, chosen: Option<&Round>) -> Result<Explanation, NoPairing> {
    let mut steps = Vec::new();
    let by_the_rules = pair_by(before, |field, bracket, bye| {
        let paired = pair_bracket(field, bracket, bye)?;
        let pairs = paired.pairs.clone();
        steps.push(Step { bracket: bracket.clone(), pairs, bye: bye.cloned() });
        Ok(paired)
    })?;
    let field = Field::of(before);
    let brackets = steps.iter().map(|step| Whole { before, field: &field, step }.said());
    let bye = by_the_rules.bye.and_then(|entrant| bye_said(&field, entrant));
    let changed = chosen.filter(|round| !round.is_same(&by_the_rules));
    Ok(Explanation {
        brackets: brackets.collect(),
        bye,
        changed: changed.map(|round| changes::of(before, &field, round, Some(&by_the_rules))),
        by_the_rules,
    })
}

/// The rules that a round breaks which was paired by hand or although the rules give none.
pub fn changes(before: &Tournament, chosen: &Round) -> Changes {
    changes::of(before, &Field::of(before), chosen, None)
}

/// Explains the bye: those with a lower score have had a bye (C2), or without them not all others can be paired (C4): the bye goes to the
/// lowest score that allows a complete pairing (C5).
fn bye_said(field: &Field, entrant: usize) -> Option<ByeSaid> {
    let own = field.players.iter().find(|player| player.entrant == entrant)?;
    let lower = field.players.iter().filter(|player| player.score < own.score);
    let spared = lower.map(|player| {
        let why = if player.may_have_bye { Spared::OthersUnpaired } else { Spared::HasHadOne };
        (player.entrant, why)
    });
    Some(ByeSaid {
        entrant,
        score: own.score,
        unplayed: field.played.saturating_sub(own.games),
        spared: spared.collect(),
    })
}

/// A bracket as it was paired.
struct Step {
    bracket: Bracket,
    pairs: Vec<(usize, usize)>,
    /// What was known of the bye at that point.
    bye: Option<ByeRule>,
}

/// A bracket with its context.
struct Whole<'a> {
    before: &'a Tournament,
    field: &'a Field,
    step: &'a Step,
}

impl Whole<'_> {
    fn said(&self) -> BracketSaid {
        let (field, bracket) = (self.field, &self.step.bracket);
        let entrant = |player: &usize| field.players[*player].entrant;
        let chosen = Candidate::of(bracket, &self.step.pairs);
        let first = Candidate::first(bracket);
        let moved = bracket.members[..bracket.residents].iter();
        let residents = &bracket.members[bracket.residents..bracket.next];
        let named = |pairs: &[(usize, usize)]| {
            pairs.iter().map(|(one, other)| [entrant(one), entrant(other)]).collect()
        };
        BracketSaid {
            score: residents.first().map(|one| field.players[*one].score).unwrap_or_default(),
            moved: moved
                .map(|one| Moved { entrant: entrant(one), from: field.players[*one].score })
                .collect(),
            residents: residents.iter().map(entrant).collect(),
            pairs: chosen.pairs.iter().map(|pair| self.allotted(*pair)).collect(),
            how_many: self.how_many(&chosen),
            floaters: self.floaters(&chosen, &first),
            first: First {
                pairs: named(&first.pairs),
                floaters: first.floats.iter().map(entrant).collect(),
                verdict: if first == chosen { None } else { Some(self.judge(&chosen, &first)) },
            },
        }
    }

    /// The colors of a pair, and why.
    fn allotted(&self, (higher, lower): (usize, usize)) -> Allotted {
        let (one, other) = (&self.field.players[higher], &self.field.players[lower]);
        let pairing = colored(self.before, self.field, (higher, lower));
        let (color, rule) = ruled(self.before, (&one.preference, one.number), &other.preference);
        let due = |player: &super::player::Player, own: Color| {
            let strength = player.preference.strength();
            Due {
                strength,
                color: player.preference.color,
                is_granted: strength == Strength::None || player.preference.color == Some(own),
                difference: player.preference.difference(),
            }
        };
        let both = [due(one, color), due(other, color.opponent())];
        Allotted {
            pairing,
            higher: one.entrant,
            is_moved: one.score > other.score,
            due: if color == Color::White { both } else { [both[1], both[0]] },
            rule,
        }
    }
}

/// The two entrants of a pairing.
const fn both(pairing: &Pairing) -> [usize; 2] {
    [pairing.white, pairing.black]
}
