//! A bracket is paired: first as well as the criteria allow, then, among equals, in the order of B.3 to B.8 of
//! C.04.3: who of those moved down is paired, with whom, which residents change halves, and who meets whom.

use super::super::matching::{Matching, Weight};
use super::bracket::Bracket;
use super::criteria::Criteria;
use super::weights::nudged;

/// A bracket under way.
pub struct Pairer<'a, const K: usize> {
    bracket: &'a Bracket,
    /// How many vertices: one more than members where their number is odd.
    count: usize,
    base: Table<K>,
    matching: Matching<K>,
    /// Whom each was to meet when the matching was last the best; himself for nobody.
    mates: Vec<usize>,
    /// Who is paired, or will be.
    settled: Vec<bool>,
    /// Who is paired for good.
    gone: Vec<bool>,
    /// Of those moved down, their score groups.
    groups: Vec<usize>,
    pairs: Vec<(usize, usize)>,
}

/// What a bracket became.
pub struct Paired {
    /// Pairs of members, the higher ranked first.
    pub pairs: Vec<(usize, usize)>,
    /// Whom each member who is left would meet, as far as it was looked ahead.
    pub mates: Vec<usize>,
}

/// Pairs a bracket; `None` where it is too large.
pub fn pair<const K: usize>(bracket: &Bracket, criteria: &Criteria<'_>) -> Option<Paired> {
    if !fits::<K>(bracket.members.len()) {
        return None;
    }
    let members = bracket.members.len();
    let count = members + members % 2;
    let weights = Table::<K>::new(bracket, count, |higher, lower| {
        let (current, next) = bracket.place(lower);
        criteria.weight(
            (*bracket.members.get(higher)?, *bracket.members.get(lower)?),
            current,
            next,
        )
    });
    let matching = Matching::new(count, |one, other| weights.or_nothing(one, other));
    let groups = criteria.groups(&bracket.members[..bracket.residents]);
    Some(Pairer::new(bracket, weights, matching, groups).pair())
}

/// The most memory that the weights of pairs may take, in bytes: 4 GiB.
const MOST_MEMORY: usize = 1 << 32;

/// Whether the weights of all pairs of so many can be kept: twice, in a table and in a matching.
pub const fn fits<const K: usize>(count: usize) -> bool {
    count.saturating_mul(count).saturating_mul(2 * size_of::<Option<Weight<K>>>()) <= MOST_MEMORY
}

/// What pairs are worth, by the higher and the lower member; `None` where they cannot meet, or not any more.
pub struct Table<const K: usize> {
    count: usize,
    weights: Vec<Option<Weight<K>>>,
}

impl<const K: usize> Table<K> {
    /// `count` is how many vertices there are: members, and places beside them. Those who were moved down do not
    /// meet each other.
    pub fn new(
        bracket: &Bracket,
        count: usize,
        weight: impl Fn(usize, usize) -> Option<Weight<K>>,
    ) -> Table<K> {
        let mut weights = vec![None; count * count];
        for lower in bracket.residents..count {
            for higher in 0..lower {
                weights[higher * count + lower] = weight(higher, lower);
            }
        }
        Table { count, weights }
    }

    pub fn get(&self, higher: usize, lower: usize) -> Option<Weight<K>> {
        self.weights[higher * self.count + lower]
    }

    pub fn or_nothing(&self, higher: usize, lower: usize) -> Weight<K> {
        self.get(higher, lower).unwrap_or(Weight::ZERO)
    }

    fn bar(&mut self, higher: usize, lower: usize) {
        self.weights[higher * self.count + lower] = None;
    }
}

impl<'a, const K: usize> Pairer<'a, K> {
    /// `groups` are the score groups of those who were moved down.
    pub fn new(
        bracket: &'a Bracket,
        base: Table<K>,
        matching: Matching<K>,
        groups: Vec<usize>,
    ) -> Self {
        let count = base.count;
        Pairer {
            bracket,
            count,
            base,
            matching,
            mates: (0..count).collect(),
            settled: vec![false; count],
            gone: vec![false; count],
            groups,
            pairs: Vec::new(),
        }
    }

    pub fn pair(mut self) -> Paired {
        self.solve();
        self.choose_moved_down();
        self.pair_moved_down();
        let (remainder, half) = self.remainder();
        self.exchange(&remainder, half);
        self.pair_remainder(&remainder, half);
        self.solve();
        Paired { pairs: self.pairs, mates: self.mates }
    }

    /// Of residents alone: who is the higher ranked of his pair.
    pub fn leaders(mut self) -> Vec<bool> {
        self.solve();
        let (remainder, half) = self.remainder();
        self.exchange(&remainder, half);
        self.solve();
        (0..self.bracket.next).map(|member| self.leads(member)).collect()
    }

    fn solve(&mut self) {
        self.matching.solve();
        for member in 0..self.count {
            if !self.gone[member] {
                let mate = self.matching.mate(member);
                // What is left over is matched to something, too.
                let meets = self.base(member.min(mate), member.max(mate)).is_some();
                self.mates[member] = if meets { mate } else { member };
            }
        }
    }

    fn base(&self, higher: usize, lower: usize) -> Option<Weight<K>> {
        self.base.get(higher, lower)
    }

    /// Gives the pairs of a member and those after him other weights in the order among equals.
    fn nudge(&mut self, member: usize, lower: impl IntoIterator<Item = (usize, i128)>) {
        let weights: Vec<(usize, Weight<K>)> = lower
            .into_iter()
            .map(|(lower, by)| {
                let weight = self.base(member, lower).map_or(Weight::ZERO, |base| nudged(base, by));
                (lower, weight)
            })
            .collect();
        self.matching.reweigh(member, weights);
    }

    fn take(&mut self, member: usize) {
        let mate = self.mates[member];
        self.matching.take_out(member);
        for one in [member, mate] {
            (self.settled[one], self.gone[one]) = (true, true);
        }
        self.pairs.push((member.min(mate), member.max(mate)));
        self.solve();
    }

    fn is_with_resident(&self, member: usize) -> bool {
        self.bracket.is_resident(self.mates[member])
    }

    /// Which of those moved down are paired: of each score as many as can be, the higher ranked first (B.3).
    fn choose_moved_down(&mut self) {
        let bracket = self.bracket;
        let mut at = 0;
        while at < bracket.residents {
            let same = self.groups[at..].iter().take_while(|group| **group == self.groups[at]);
            let end = at + same.count();
            let mut paired = (at..end).filter(|member| self.is_with_resident(*member)).count();
            let mut left = end - at;
            for member in at..end {
                if paired == 0 {
                    break;
                }
                if left <= paired {
                    self.settled[member] = true;
                    continue;
                }
                left -= 1;
                if !self.is_with_resident(member) {
                    self.nudge(member, (bracket.residents..bracket.next).map(|lower| (lower, 1)));
                    self.solve();
                }
                if self.is_with_resident(member) {
                    self.settled[member] = true;
                    paired -= 1;
                    let firm = self.count as i128 + 1;
                    self.nudge(
                        member,
                        (bracket.residents..bracket.next).map(|lower| (lower, firm)),
                    );
                    self.solve();
                }
            }
            at = end;
        }
    }

    /// With whom: the higher ranked chooses first, and the best ranked resident is the first choice (B.4).
    fn pair_moved_down(&mut self) {
        let bracket = self.bracket;
        for member in
            (0..bracket.residents).filter(|member| self.settled[*member]).collect::<Vec<_>>()
        {
            let free = (bracket.residents..bracket.next).rev();
            let free =
                free.filter(|lower| !self.settled[*lower] && self.base(member, *lower).is_some());
            let choice: Vec<(usize, i128)> = free.zip(self.count as i128 + 1..).collect();
            self.nudge(member, choice);
            self.solve();
            self.take(member);
        }
    }

    /// The residents whom nobody moved down meets, and how many pairs there are among them.
    fn remainder(&self) -> (Vec<usize>, usize) {
        let bracket = self.bracket;
        let residents = bracket.residents..bracket.next;
        let rest =
            residents.filter(|one| !self.gone[*one] && self.mates[*one] >= bracket.residents);
        let rest: Vec<usize> = rest.collect();
        let half = rest.iter().filter(|one| self.mates[**one] < **one).count();
        (rest, half)
    }

    /// Whether a resident is the higher ranked of a pair of residents.
    fn leads(&self, member: usize) -> bool {
        self.mates[member] > member && self.mates[member] < self.bracket.next
    }

    /// Which residents change from one half to the other (B.7): as few as can be, of numbers that are near each
    /// other, the last of the first half and the first of the second.
    fn exchange(&mut self, rest: &[usize], half: usize) {
        let order = |place: usize| order(rest.len(), half, place);
        let mut weights = Vec::with_capacity(rest.len() * rest.len() / 2);
        for (place, higher) in rest.iter().enumerate() {
            for lower in &rest[place + 1..] {
                let weight = self.base(*higher, *lower).map(|base| nudged(base, order(place)));
                weights.push((*higher, *lower, weight.unwrap_or(Weight::ZERO)));
            }
        }
        // The first half bears what the order adds; nobody is worse off in the second one.
        let mut add = vec![Weight::ZERO; self.count];
        for (place, member) in rest[..half].iter().enumerate() {
            add[*member] = nudged(Weight::ZERO, 2 * order(place));
        }
        let halves = rest.iter().copied().zip(rest[half..].iter().copied()).take(half);
        self.matching.begin_again(weights, |member| add[member], halves);
        self.solve();
        let exchanges = rest[..half].iter().filter(|one| !self.leads(**one)).count();
        let mut left = exchanges;
        for place in (0..half).rev() {
            if left == 0 {
                break;
            }
            left -= usize::from(self.leaves_first_half(rest, place, order(place)));
        }
        let mut left = exchanges;
        for place in half..rest.len() {
            if left <= 1 {
                break;
            }
            left -= usize::from(self.leaves_second_half(rest, place, order(place)));
        }
    }

    fn leaves_first_half(&mut self, rest: &[usize], place: usize, order: i128) -> bool {
        let (member, lower) = (rest[place], &rest[place + 1..]);
        if self.leads(member) {
            self.nudge(member, lower.iter().map(|lower| (*lower, order - 1)));
            self.solve();
        }
        let leaves = !self.leads(member);
        if leaves {
            for lower in lower {
                self.base.bar(member, *lower);
            }
        }
        self.nudge(member, lower.iter().map(|lower| (*lower, order)));
        leaves
    }

    fn leaves_second_half(&mut self, rest: &[usize], place: usize, order: i128) -> bool {
        let (member, lower) = (rest[place], &rest[place + 1..]);
        let already = self.leads(member);
        if !already {
            self.nudge(member, lower.iter().map(|lower| (*lower, order + 1)));
            self.solve();
        }
        let leaves = self.leads(member);
        if leaves {
            let higher = rest[..place].iter().copied();
            for other in higher.clone() {
                self.base.bar(other, member);
            }
            let next = self.bracket.next..self.bracket.deeper;
            for other in next.clone() {
                self.base.bar(member, other);
            }
            let none = higher.chain(next).map(|other| (other, Weight::ZERO));
            self.matching.reweigh(member, none.collect::<Vec<_>>());
        }
        if !already {
            self.nudge(member, lower.iter().map(|lower| (*lower, order)));
        }
        leaves
    }

    /// Who meets whom: the higher ranked of the first half chooses first (B.6).
    fn pair_remainder(&mut self, rest: &[usize], half: usize) {
        let leads: Vec<bool> = rest.iter().map(|member| self.leads(*member)).collect();
        let mut barred = Vec::new();
        for (place, member) in rest.iter().enumerate() {
            for (lower, lower_leads) in rest.iter().zip(&leads).skip(place + 1) {
                if !leads[place] || *lower_leads {
                    self.base.bar(*member, *lower);
                    barred.push((*member, *lower, Weight::ZERO));
                }
            }
        }
        self.matching.begin_again(barred, |_| Weight::ZERO, []);
        self.solve();
        for (place, member) in rest.iter().enumerate() {
            if self.gone[*member] || !self.leads(*member) {
                continue;
            }
            let own = order(rest.len(), half, place);
            let free =
                rest.iter().rev().filter(|lower| **lower > *member && !self.settled[**lower]);
            let choice: Vec<(usize, i128)> = free.copied().zip(own..).collect();
            let mut open = choice.iter().rev().map(|(lower, _)| *lower);
            let first = open.find(|lower| self.base(*member, *lower).is_some());
            if first != Some(self.mates[*member]) {
                self.nudge(*member, choice);
                self.solve();
            }
            self.take(*member);
        }
    }
}

/// What a pair is worth, among equals, by the place of its higher ranked member in the remainder: those of the
/// first half lead as far as can be, and else those near it.
const fn order(count: usize, half: usize, place: usize) -> i128 {
    let far = (count as i128 + 1) * (count as i128 + 1);
    ((if place < half { far } else { 0 }) - place as i128) * 2
}

/// The best matching of a bracket by its criteria: the opponent of each member; `None` where two have no weight.
pub fn best_matching(bracket: &Bracket, criteria: &Criteria<'_>) -> Option<Vec<Option<usize>>> {
    let members = bracket.members.len();
    let count = members + members % 2;
    of_width!(criteria.places.fields(), K => {
        let table = Table::<K>::new(bracket, count, |higher, lower| {
            let (current, next) = bracket.place(lower);
            let pair = (*bracket.members.get(higher)?, *bracket.members.get(lower)?);
            criteria.weight(pair, current, next)
        });
        let mut matching = Matching::new(count, |one, other| table.or_nothing(one, other));
        matching.solve();
        let mate = |member: usize| {
            let mate = matching.mate(member);
            table.get(member.min(mate), member.max(mate)).is_some().then_some(mate)
        };
        (0..members).map(mate).collect()
    })
}
