//! FIDE's Dutch system, as in force from 2025 (Handbook C.04.3): bracket by bracket, from the highest score down.

#[macro_use]
mod weights;

mod bye;
mod criteria;
pub mod explain;
mod kinds;
mod order;
mod others;
mod pairer;
mod player;
mod within;

use super::super::Tournament;
use super::colors::ruled;
use super::{NoPairing, Pairing, Round};
use crate::Color;

use criteria::{ByeRule, Criteria};
use pairer::Paired;
use player::Field;

/// A bracket: moved-down players, residents, and those below. Members are indices into the field, in its order.
#[derive(Debug, Clone)]
pub struct Bracket {
    /// The moved-down players, the residents, those of the next score group, and everybody else.
    pub members: Vec<usize>,
    /// The index of the first resident.
    pub residents: usize,
    /// The index of the first member of the next score group.
    pub next: usize,
    /// The index of the first of everybody else.
    pub deeper: usize,
    /// Whether everybody else is among the members.
    pub whole: bool,
}

impl Bracket {
    /// Whether a pair with this lower member is in this bracket, and whether it is in the next one.
    pub const fn place(&self, lower: usize) -> (bool, bool) {
        let current = lower >= self.residents && lower < self.next;
        (current, lower >= self.next && lower < self.deeper)
    }

    /// The bracket without everybody else.
    pub fn alone(&self) -> Bracket {
        Bracket { members: self.members[..self.deeper].to_vec(), whole: false, ..self.clone() }
    }

    /// The bracket without the next score group and everybody else.
    pub fn closed(&self) -> Bracket {
        let members = self.members[..self.next].to_vec();
        Bracket { members, deeper: self.next, whole: false, ..self.clone() }
    }

    pub const fn is_resident(&self, member: usize) -> bool {
        member >= self.residents && member < self.next
    }
}

pub fn pair(tournament: &Tournament) -> Result<Round, NoPairing> {
    pair_by(tournament, pair_bracket)
}

/// Pairs the next round, with the given function for a bracket.
fn pair_by(
    tournament: &Tournament,
    mut pair_bracket: impl FnMut(&Field, &Bracket, Option<&ByeRule>) -> Result<Paired, NoPairing>,
) -> Result<Round, NoPairing> {
    let field = Field::of(tournament);
    if field.players.is_empty() {
        return Err(NoPairing::NobodyThere);
    }
    let mut bye = bye::rule(&field)?;
    let mut pairs = Vec::new();
    let mut moved: Vec<usize> = Vec::new();
    let mut group = 0;
    while moved.len() > 1 || group < field.groups() {
        let bracket = bracket_of(&field, &moved, group);
        let paired = pair_bracket(&field, &bracket, bye.as_ref())?;
        moved = go_on(&field, &bracket, &paired, group, bye.as_mut(), &mut pairs);
        group += 1;
    }
    let pairings = pairs.into_iter().map(|pair| colored(tournament, &field, pair)).collect();
    let left = moved.first().map(|player| field.players[*player].entrant);
    Ok(Round::new(tournament, pairings, left))
}

/// The bracket of a score group, with those who were moved down into it.
fn bracket_of(field: &Field, moved: &[usize], group: usize) -> Bracket {
    let first = |group: usize| field.players.partition_point(|player| player.group < group);
    let (start, next, deeper) = (first(group), first(group + 1), first(group + 2));
    let members: Vec<usize> = moved.iter().copied().chain(start..field.players.len()).collect();
    Bracket {
        residents: moved.len(),
        next: moved.len() + next - start,
        deeper: moved.len() + deeper - start,
        members,
        whole: true,
    }
}

/// Pairs a bracket, without regard to everybody else, or to those below the next score group, if it is certain that
/// these can be paired anyway.
fn pair_bracket(
    field: &Field,
    bracket: &Bracket,
    bye: Option<&ByeRule>,
) -> Result<Paired, NoPairing> {
    if let Some(paired) = within::pair(field, bracket, bye) {
        return Ok(paired);
    }
    let score = |member: usize| bracket.members.get(member).map(|one| field.players[*one].score);
    // Whether the bye, if there is one, goes below the next score group.
    let below = |next| bye.is_none_or(|bye| bye.score < next);
    if score(bracket.next).is_some_and(below) && score(bracket.deeper).is_some() {
        let alone = bracket.alone();
        let paired = pair_members(field, &alone, bye)?;
        let mut gone = vec![false; alone.members.len()];
        for (higher, lower) in &paired.pairs {
            (gone[*higher], gone[*lower]) = (true, true);
        }
        let left = (0..alone.members.len()).filter(|one| !gone[*one] && paired.mates[*one] == *one);
        let left = left.map(|member| alone.members[member]);
        if field.surely_meet(left.chain(bracket.members[bracket.deeper..].iter().copied())) {
            return Ok(paired);
        }
    }
    pair_members(field, bracket, bye)
}

/// Pairs a bracket with regard to all its members.
fn pair_members(
    field: &Field,
    bracket: &Bracket,
    bye: Option<&ByeRule>,
) -> Result<Paired, NoPairing> {
    let criteria = Criteria::new(field, bracket, bye);
    of_width!(criteria.places.fields(), K => pairer::pair::<K>(bracket, &criteria))
        .flatten()
        .ok_or(NoPairing::TooLarge)
}

/// Records the pairs of a bracket, and returns those who are moved down from it.
fn go_on(
    field: &Field,
    bracket: &Bracket,
    paired: &Paired,
    group: usize,
    bye: Option<&mut ByeRule>,
    pairs: &mut Vec<(usize, usize)>,
) -> Vec<usize> {
    let player = |member: usize| bracket.members[member];
    let mut gone = vec![false; bracket.members.len()];
    for (higher, lower) in &paired.pairs {
        (gone[*higher], gone[*lower]) = (true, true);
        pairs.push((player(*higher), player(*lower)));
    }
    let is_left = |member: &usize| !gone[*member];
    if let Some(bye) = bye {
        let next = field.players.iter().find(|player| player.group > group);
        bye.decides = next.is_some_and(|next| {
            bye.score >= next.score
                && (0..bracket.deeper).filter(is_left).all(|member| {
                    let mate = bracket.members.get(paired.mates[member]);
                    mate.is_none_or(|mate| field.players[*mate].score >= next.score)
                })
        });
    }
    (0..bracket.next).filter(is_left).map(player).collect()
}

fn colored(tournament: &Tournament, field: &Field, (higher, lower): (usize, usize)) -> Pairing {
    let (one, other) = (&field.players[higher], &field.players[lower]);
    match ruled(tournament, (&one.preference, one.number), &other.preference).0 {
        Color::White => Pairing { white: one.entrant, black: other.entrant },
        Color::Black => Pairing { white: other.entrant, black: one.entrant },
    }
}

#[cfg(test)]
mod tests;
