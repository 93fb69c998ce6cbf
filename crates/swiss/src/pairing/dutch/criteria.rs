//! The quality criteria C5 to C21 as digits of weights (C.04.3, section C). The quality of a bracket's pairing is the
//! sum of the weights of its pairs; the next bracket is included as far as C8 looks ahead.

use std::hash::Hash;

use super::super::super::points::Points;
use super::super::matching::Weight;
use super::Bracket;
use super::player::{Field, Float, Player};
use super::weights::Places;
use crate::Color;

/// What is known of the pairing-allocated bye.
#[derive(Debug, Clone)]
pub struct ByeRule {
    /// C5: the score of whoever gets it.
    pub score: Points,
    /// C9: the rank of each number of games played; fewer games rank higher.
    pub ranks: std::collections::HashMap<usize, i128>,
    /// Whether C9 applies in this bracket: whoever floats down from it gets the bye.
    pub decides: bool,
}

impl ByeRule {
    pub fn may_take(&self, player: &Player) -> bool {
        player.may_have_bye && player.score <= self.score
    }

    fn rank(&self, player: &Player) -> i128 {
        if player.score == self.score {
            self.ranks.get(&player.games).copied().unwrap_or_default()
        } else {
            0
        }
    }
}

/// The first digit of each criterion. Criteria about scores have one digit per score group.
#[derive(Debug)]
struct Digits {
    complete: usize,
    pairs: usize,
    scores: usize,
    next_pairs: usize,
    next_scores: usize,
    bye: usize,
    colors: usize,
    floats: usize,
    float_scores: usize,
}

pub struct Criteria<'a> {
    field: &'a Field,
    bye: Option<&'a ByeRule>,
    digits: Digits,
    pub places: Places,
    /// For each score group, its digit in a row.
    columns: Vec<usize>,
    /// The number of digits in a row.
    row: usize,
    rounds: usize,
    /// Whether all remaining players are included, so that all can be paired.
    whole: bool,
}

impl<'a> Criteria<'a> {
    pub fn new(field: &'a Field, bracket: &Bracket, bye: Option<&'a ByeRule>) -> Criteria<'a> {
        let near = &bracket.members[..bracket.deeper];
        let mut sizes: Vec<(usize, u128)> = Vec::new();
        for player in near.iter().map(|member| &field.players[*member]) {
            match sizes.last_mut() {
                Some((group, size)) if *group == player.group => *size += 1,
                _ => sizes.push((player.group, 1)),
            }
        }
        let mut columns = vec![usize::MAX; field.groups()];
        for (column, (group, _)) in sizes.iter().enumerate() {
            columns[*group] = column;
        }
        let rounds = field.played.min(2);
        let all = bracket.members.len() as u128;
        let by_score = |times: u128| sizes.iter().map(move |(_, size)| times * size + 1);
        let mut bounds = Vec::new();
        let mut put = |more: Vec<u128>| {
            bounds.extend(more);
            bounds.len()
        };
        let complete = 0;
        let pairs = put(vec![3 * all + 1]);
        let scores = put(vec![all + 1]);
        let next_pairs = put(by_score(1).collect());
        let next_scores = put(vec![all + 1]);
        let at_bye = put(by_score(1).collect());
        let most = bye.map_or(0, |bye| bye.ranks.len() as u128 + all);
        let colors = put(vec![all * most + 1]);
        let floats = put(vec![all + 1; 4]);
        let float_scores = put(vec![2 * all + 1; 2 * rounds]);
        for _ in 0..rounds {
            put(by_score(2).collect());
            put(by_score(1).collect());
        }
        let digits = Digits {
            complete,
            pairs,
            scores,
            next_pairs,
            next_scores,
            bye: at_bye,
            colors,
            floats,
            float_scores,
        };
        Criteria {
            field,
            bye,
            digits,
            places: Places::new(&bounds),
            columns,
            row: sizes.len(),
            rounds,
            whole: bracket.whole,
        }
    }

    /// The weight of a pair of members, the higher-ranked first; `None` if they may not meet. `current` is whether the
    /// lower one is in this bracket, `next` whether in the next one.
    pub fn weight<const K: usize>(
        &self,
        (higher, lower): (usize, usize),
        current: bool,
        next: bool,
    ) -> Option<Weight<K>> {
        let may_meet = self.field.may_meet(higher, lower);
        may_meet.then(|| self.worth((higher, lower), current, next))
    }

    /// The weight of a pair regardless of whether the two may meet.
    pub fn worth<const K: usize>(
        &self,
        (higher, lower): (usize, usize),
        current: bool,
        next: bool,
    ) -> Weight<K> {
        let (higher, lower) = (&self.field.players[higher], &self.field.players[lower]);
        let mut weight = Weight::ZERO;
        let mut add = |digit: usize, much: i128| self.places.add(&mut weight, digit, much);
        // C2, C4, C5: everybody is paired, except for somebody who may have the bye.
        let bound = |player: &Player| i128::from(self.bye.is_some_and(|bye| !bye.may_take(player)));
        if self.whole {
            add(self.digits.complete, 1 + bound(higher) + bound(lower));
        }
        if let Some(bye) = self.bye.filter(|bye| bye.decides) {
            add(self.digits.bye, bye.rank(higher) + bye.rank(lower));
        }
        if next {
            // C8.
            add(self.digits.next_pairs, 1);
            add(self.digits.next_scores + self.columns[higher.group], 1);
        }
        if current {
            // C6, C7.
            add(self.digits.pairs, 1);
            add(self.digits.scores + self.columns[higher.group], 1);
            self.colors(higher, lower, &mut add);
            self.floats(higher, lower, &mut add);
        }
        weight
    }

    /// The weight of floating a member down who is certain to be paired there (C8); zero if they get the bye.
    pub fn floating<const K: usize>(&self, player: usize) -> Weight<K> {
        let mut weight = Weight::ZERO;
        if !self.whole {
            let column = self.columns[self.field.players[player].group];
            self.places.add(&mut weight, self.digits.next_scores + column, 1);
        }
        weight
    }

    /// Everything that the criteria use of a player: they cannot distinguish players of the same kind.
    pub fn kind(&self, player: usize) -> impl Hash + Ord + use<> {
        let player = &self.field.players[player];
        let preference = &player.preference;
        let color = preference.color.map(|color| color == Color::White);
        let repeated = preference.repeated.map(|color| color == Color::White);
        let floats = player.floats.map(|float| float as u8);
        let bye = self.bye.map(|bye| (bye.may_take(player), bye.decides.then(|| bye.rank(player))));
        (player.group, color, preference.imbalance, repeated, floats, bye)
    }

    pub fn groups(&self, players: &[usize]) -> Vec<usize> {
        players.iter().map(|player| self.field.players[*player].group).collect()
    }

    /// C10 to C13.
    fn colors(&self, higher: &Player, lower: &Player, add: &mut impl FnMut(usize, i128)) {
        for (digit, denied) in (self.digits.colors..).zip(denied(higher, lower)) {
            add(digit, i128::from(!denied));
        }
    }

    /// C14 to C21.
    fn floats(&self, higher: &Player, lower: &Player, add: &mut impl FnMut(usize, i128)) {
        let columns = self.row;
        let (mine, his) = (self.columns[higher.group], self.columns[lower.group]);
        let above = higher.score > lower.score;
        for back in 0..self.rounds {
            let down = |player: &Player| i128::from(player.floats[back] == Float::Down);
            let again = above && lower.floats[back] == Float::Up;
            let digit = self.digits.floats + 2 * back;
            add(digit, down(lower) + if above { 0 } else { down(higher) });
            add(digit + 1, i128::from(!again));
            let digit = self.digits.float_scores + 2 * columns * back;
            add(digit + his, down(lower));
            add(digit + mine, down(higher));
            add(digit + columns + mine, i128::from(!again));
        }
    }
}

/// Which of the criteria C10 to C13 a pair violates for one of its players whatever the colors: a color difference of
/// at most two, no color three times in a row, the preferred color, and the strongly preferred color.
pub fn denied(higher: &Player, lower: &Player) -> [bool; 4] {
    let (one, other) = (&higher.preference, &lower.preference);
    let clash = one.color == other.color;
    let both_far = one.imbalance > 1 && other.imbalance > 1;
    let both_absolute = one.is_absolute() && other.is_absolute();
    let weaker = if one.imbalance > other.imbalance { other } else { one };
    // Top scorers may have a color for the third time in a row.
    let thrice = match one.imbalance == other.imbalance {
        true => one.repeated.is_some() && one.repeated == other.repeated,
        false => {
            weaker.repeated.is_some() && weaker.repeated == one.color.map(|color| color.opponent())
        }
    };
    let none = |preference: &super::super::colors::Preference| {
        !preference.is_strong() && !preference.is_absolute()
    };
    [
        both_far && clash,
        both_absolute && clash && thrice,
        !one.agrees(other),
        !(none(one) || none(other) || both_absolute) && clash,
    ]
}
