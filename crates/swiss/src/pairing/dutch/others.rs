//! Those below a bracket: whether they, and those who float down to them, can be paired as well as possible.

use std::collections::HashSet;

use super::super::matching::{Bits, Matching, Plain, Weight};
use super::Bracket;
use super::criteria::ByeRule;
use super::player::Field;

/// The number of players of the next bracket that are tried as floaters to those further below.
const TRIES: usize = 8;

/// Whether the bye, if any, goes below the bracket, and the next bracket is indifferent to who floats down now.
pub fn get_the_bye(field: &Field, bracket: &Bracket, bye: Option<&ByeRule>) -> bool {
    let next = field.players[bracket.members[bracket.next]].score;
    let last = bracket.deeper == bracket.members.len();
    bye.is_none_or(|bye| !bye.decides && (bye.score < next || last && bye.score == next))
}

/// Whether the remaining members of the bracket and everybody below can be paired, with as many pairs in the next
/// bracket as for any downfloaters.
pub fn can_be_paired(
    field: &Field,
    bracket: &Bracket,
    pairs: &[(usize, usize)],
    bye: Option<&ByeRule>,
) -> bool {
    let paired: HashSet<usize> = pairs.iter().flat_map(|pair| [pair.0, pair.1]).collect();
    let members = |start: usize, end: usize| bracket.members[start..end].iter().copied();
    let moved = (0..bracket.next).filter(|one| !paired.contains(one));
    let moved: Vec<usize> = moved.map(|one| bracket.members[one]).collect();
    let all = bracket.members.len();
    if moved.is_empty() {
        return all_but_the_bye(field, members(bracket.next, all), bye);
    }
    let others = Others { field, bracket, bye };
    others.surely_take(&moved) || others.may_take(&moved) || others.take_as_hoped(&moved)
}

/// Whether all of these can be paired, apart from whoever gets the bye if their number is odd.
fn all_but_the_bye(
    field: &Field,
    some: impl Iterator<Item = usize> + Clone,
    bye: Option<&ByeRule>,
) -> bool {
    field.surely_meet(some.clone())
        || left_over(field, 0, &some.collect::<Vec<_>>(), bye).is_empty()
}

/// The indices of those who stay unpaired in a maximum pairing, apart from the bye if their number is odd. The first
/// `moved` of them do not meet each other.
fn left_over(field: &Field, moved: usize, some: &[usize], bye: Option<&ByeRule>) -> Vec<usize> {
    let count = some.len() + 1;
    let bye = bye.filter(|_| some.len() % 2 == 1);
    let mut rows = vec![Bits::none(count); count];
    for (at, one) in some.iter().enumerate() {
        let before = if at < moved { 0 } else { at };
        let met = (0..before).filter(|place| field.may_meet(some[*place], *one));
        let takes = bye.is_some_and(|bye| bye.may_take(&field.players[*one]));
        for other in met.chain(takes.then_some(some.len())) {
            rows[at].insert(other);
            rows[other].insert(at);
        }
    }
    let mut plain = Plain::new(rows);
    plain.solve();
    (0..some.len()).filter(|one| plain.mate(*one).is_none()).collect()
}

/// Everybody below a bracket.
struct Others<'a> {
    field: &'a Field,
    bracket: &'a Bracket,
    bye: Option<&'a ByeRule>,
}

impl Others<'_> {
    fn members(&self, start: usize, end: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
        self.bracket.members[start..end].iter().copied()
    }

    /// Those below the next bracket, with some of it who are unpaired.
    fn far(&self, left: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let far = self.members(self.bracket.deeper, self.bracket.members.len());
        left.into_iter().chain(far).collect()
    }

    fn far_meet(&self, left: impl IntoIterator<Item = usize>) -> bool {
        all_but_the_bye(self.field, self.far(left).iter().copied(), self.bye)
    }

    /// Whether it is certain that the downfloaters and all others can be paired.
    fn surely_take(&self, moved: &[usize]) -> bool {
        let (next, deeper) = (self.bracket.next, self.bracket.deeper);
        let mut free: Vec<usize> = self.members(next, deeper).collect();
        for one in moved {
            let Some(place) = free.iter().rposition(|other| self.field.may_meet(*one, *other))
            else {
                return false;
            };
            free.remove(place);
        }
        if !self.field.surely_meet(free.iter().copied()) {
            return false;
        }
        // If their number is odd, one of the next bracket floats down, whoever it is; the last may get the bye.
        if free.len() % 2 == 1 && deeper < self.bracket.members.len() {
            free.iter().rev().take(TRIES).any(|left| self.far_meet([*left]))
        } else {
            self.far_meet([])
        }
    }

    /// Decides the same with a matching of the next bracket.
    fn may_take(&self, moved: &[usize]) -> bool {
        let (next, deeper) = (self.bracket.next, self.bracket.deeper);
        if deeper == self.bracket.members.len() {
            return false;
        }
        let near: Vec<usize> = moved.iter().copied().chain(self.members(next, deeper)).collect();
        let left = left_over(self.field, moved.len(), &near, None);
        left.len() < 2
            && left.iter().all(|one| *one >= moved.len())
            && self.far_meet(left.into_iter().map(|one| near[one]))
    }

    /// Whether all downfloaters are paired in the next bracket, with as many pairs there as for any downfloaters, and
    /// all others after them.
    fn take_as_hoped(&self, moved: &[usize]) -> bool {
        let (deeper, all) = (self.bracket.deeper, self.bracket.members.len());
        let as_hoped = |end: usize| {
            let found = self.pairs(moved, end, false);
            let hoped = self.pairs(moved, end, true);
            let same = (found.pairs, found.floats) == (hoped.pairs, hoped.floats);
            (same && found.floats == moved.len()).then_some(found.left)
        };
        as_hoped(deeper).is_some_and(|left| self.far_meet(left))
            || !self.field.surely_meet(self.far([]).iter().copied())
                && as_hoped(all).as_deref() == Some(&[])
    }

    /// The best pairing of the downfloaters and those below, up to `end`: as many pairs as possible; of these, as many
    /// as possible in the next bracket; of these, as many as possible with downfloaters. With `anybody`, each
    /// downfloater is replaced by somebody who may meet everyone, which gives an upper bound.
    fn pairs(&self, moved: &[usize], end: usize, anybody: bool) -> Below {
        const PAIR: i128 = 1 << 60;
        let (next, deeper) = (self.bracket.next, self.bracket.deeper);
        let some: Vec<usize> = moved.iter().copied().chain(self.members(next, end)).collect();
        let (count, near) = (some.len() + some.len() % 2, moved.len() + deeper - next);
        let bye = self.bye.filter(|_| end == self.bracket.members.len());
        let meet = |higher: usize, lower: usize| match some.get(lower) {
            None => bye.is_some_and(|bye| bye.may_take(&self.field.players[some[higher]])),
            Some(_) if lower < moved.len() => false,
            Some(_) if anybody && higher < moved.len() => true,
            Some(lower) => self.field.may_meet(some[higher], *lower),
        };
        let floats = |higher: usize, lower: usize| higher < moved.len() && lower < near;
        let worth = |higher: usize, lower: usize| {
            let in_next = if lower < near { 2 * count } else { 0 };
            let worth = in_next + 2 * usize::from(floats(higher, lower));
            if meet(higher, lower) { PAIR + worth as i128 } else { 0 }
        };
        let mut matching = Matching::new(count, |one, other| Weight([worth(one, other)]));
        matching.solve();
        let pairs = (0..count).map(|one| (one, matching.mate(one))).filter(|pair| pair.0 < pair.1);
        let mut below = Below::default();
        for (higher, lower) in pairs {
            if meet(higher, lower) {
                below.pairs += usize::from(lower < near);
                below.floats += usize::from(floats(higher, lower));
            } else {
                below.left.extend([higher, lower].iter().filter_map(|one| some.get(*one)));
            }
        }
        below
    }
}

/// The result for those below.
#[derive(Default)]
struct Below {
    /// The number of pairs in the next bracket.
    pairs: usize,
    /// The number of those with a downfloater.
    floats: usize,
    /// Those who are unpaired.
    left: Vec<usize>,
}
