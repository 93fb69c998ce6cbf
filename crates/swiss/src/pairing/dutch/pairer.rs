//! Pairs a bracket: first optimally by the criteria, then, among equals, in the order of B.3 to B.8 of C.04.3: which
//! moved-down players are paired, with whom, which residents change halves, and who meets whom.

use super::super::matching::{Matching, Weight};
use super::Bracket;
use super::criteria::Criteria;
use super::weights::nudged;

/// The state of a bracket.
pub struct Pairer<'a, const K: usize> {
    bracket: &'a Bracket,
    /// The number of vertices: one more than members if their number is odd.
    count: usize,
    base: Table<K>,
    matching: Matching<K>,
    /// Each member's opponent in the most recent optimal matching; the member itself for none.
    mates: Vec<usize>,
    /// Those who are paired or are certain to be.
    settled: Vec<bool>,
    /// Those who are finally paired.
    gone: Vec<bool>,
    /// The score groups of moved-down members.
    groups: Vec<usize>,
    pairs: Vec<(usize, usize)>,
}

pub struct Paired {
    /// Pairs of members, the higher-ranked first.
    pub pairs: Vec<(usize, usize)>,
    /// The opponent that each remaining member would meet, as far as was looked ahead.
    pub mates: Vec<usize>,
}

/// Pairs a bracket; `None` if it is too large.
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

/// Whether the weights of all pairs fit into memory twice, in a table and in a matching.
pub const fn fits<const K: usize>(count: usize) -> bool {
    count.saturating_mul(count).saturating_mul(2 * size_of::<Option<Weight<K>>>()) <= MOST_MEMORY
}

/// The weights of pairs, by the higher and the lower member; `None` if they may not, or no longer, meet.
pub struct Table<const K: usize> {
    count: usize,
    weights: Vec<Option<Weight<K>>>,
}

impl<const K: usize> Table<K> {
    /// `count` is the number of vertices: members, and slots after them. Moved-down members do not meet each other.
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
    /// `groups` are the score groups of moved-down members.
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

    /// For a bracket of residents: whether each is the higher-ranked of a pair.
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
                // A member who is left over is matched to something, too.
                let meets = self.base(member.min(mate), member.max(mate)).is_some();
                self.mates[member] = if meets { mate } else { member };
            }
        }
    }

    fn base(&self, higher: usize, lower: usize) -> Option<Weight<K>> {
        self.base.get(higher, lower)
    }

    /// Changes the weights of a member's pairs with lower members in the order among equals.
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

    /// Decides which moved-down members are paired: as many as possible of each score, the higher-ranked first (B.3).
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

    /// Decides with whom: the higher-ranked choose first, and prefer the best-ranked resident (B.4).
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

    /// The residents whom no moved-down member meets, and the number of pairs among them.
    fn remainder(&self) -> (Vec<usize>, usize) {
        let bracket = self.bracket;
        let residents = bracket.residents..bracket.next;
        let rest =
            residents.filter(|one| !self.gone[*one] && self.mates[*one] >= bracket.residents);
        let rest: Vec<usize> = rest.collect();
        let half = rest.iter().filter(|one| self.mates[**one] < **one).count();
        (rest, half)
    }

    /// Whether a resident is the higher-ranked of a pair of residents.
    fn leads(&self, member: usize) -> bool {
        self.mates[member] > member && self.mates[member] < self.bracket.next
    }

    /// Decides which residents change halves (B.7): as few as possible, with numbers close together, the last of the
    /// first half and the first of the second.
    fn exchange(&mut self, rest: &[usize], half: usize) {
        let order = |place: usize| order(rest.len(), half, place);
        let mut weights = Vec::with_capacity(rest.len() * rest.len() / 2);
        for (place, higher) in rest.iter().enumerate() {
            for lower in &rest[place + 1..] {
                let weight = self.base(*higher, *lower).map(|base| nudged(base, order(place)));
                weights.push((*higher, *lower, weight.unwrap_or(Weight::ZERO)));
            }
        }
        // The first half bears what the order adds; it makes none of the second half worse.
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

    /// Decides who meets whom: the higher-ranked of the first half choose first (B.6).
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

/// The weight of a pair among equals, by the place of its higher-ranked member in the remainder: as far as possible
/// those of the first half lead, otherwise those close to it.
const fn order(count: usize, half: usize, place: usize) -> i128 {
    let far = (count as i128 + 1) * (count as i128 + 1);
    ((if place < half { far } else { 0 }) - place as i128) * 2
}

/// The best matching of a bracket by its criteria: the opponent of each member, if any; `None` if two of them have no
/// weight.
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
