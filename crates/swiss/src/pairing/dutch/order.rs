//! Chooses among equally good pairings by B.3 to B.8 of C.04.3, given the graph of pairs whose perfect matchings are
//! all optimal. Members choose in order the first partner with whom all others can still be matched.

use super::super::matching::{Bits, Matching, Plain, Weight};
use super::Bracket;
use super::pairer::{Pairer, Table};

/// The weight of an edge when only residents are left, large enough to outweigh the order.
const EDGE: i128 = 1 << 80;

/// The state of a bracket: its members, followed by slots for downfloaters.
pub struct Order {
    plain: Plain,
    /// The first resident, the end of the residents, and the number of vertices.
    residents: usize,
    end: usize,
    count: usize,
    /// The score groups of moved-down members.
    groups: Vec<usize>,
    pairs: Vec<(usize, usize)>,
}

impl Order {
    /// `plain` has to be perfectly matched.
    pub fn new(
        plain: Plain,
        residents: usize,
        end: usize,
        count: usize,
        groups: Vec<usize>,
    ) -> Self {
        Order { plain, residents, end, count, groups, pairs: Vec::new() }
    }

    /// The pairs, the higher-ranked member first.
    pub fn pair(mut self) -> Vec<(usize, usize)> {
        let chosen = self.choose_moved_down();
        for member in chosen {
            let all = self.members(self.residents, self.end);
            self.choose(member, &all);
        }
        let rest: Vec<usize> =
            (self.residents..self.end).filter(|one| self.plain.is_present(*one)).collect();
        let leaders = self.leaders(&rest);
        for member in leaders {
            let lower = self.members(member + 1, self.end);
            self.choose(member, &lower);
        }
        self.pairs
    }

    fn members(&self, start: usize, end: usize) -> Bits {
        Bits::range(self.count, start, end)
    }

    fn is_with_resident(&self, member: usize) -> bool {
        self.plain.mate(member).is_some_and(|mate| mate >= self.residents && mate < self.end)
    }

    /// Decides which moved-down members are paired: as many as possible of each score, the higher-ranked first (B.3).
    fn choose_moved_down(&mut self) -> Vec<usize> {
        let mut chosen = Vec::new();
        let residents = self.members(self.residents, self.end);
        let mut at = 0;
        while at < self.residents {
            let same = self.groups[at..].iter().take_while(|group| **group == self.groups[at]);
            let end = at + same.count();
            let mut paired = (at..end).filter(|member| self.is_with_resident(*member)).count();
            for member in at..end {
                if paired > 0 && self.plain.settle(member, &residents).is_some() {
                    paired -= 1;
                    chosen.push(member);
                    for place in self.end..self.count {
                        self.plain.cut(member, place);
                    }
                }
            }
            at = end;
        }
        chosen
    }

    /// Pairs a member with the first possible one of `wished` (B.4, B.6).
    fn choose(&mut self, member: usize, wished: &Bits) {
        let mate = self.plain.settle(member, wished).expect("he is matched to one of them");
        self.plain.take_out(member);
        self.pairs.push((member, mate));
    }

    /// Decides which residents lead their pairs: the first half if possible, otherwise with as few exchanges as
    /// possible (B.7). The edges are then restricted accordingly.
    fn leaders(&mut self, rest: &[usize]) -> Vec<usize> {
        let among = |one: &&usize| self.plain.mate(**one).is_some_and(|mate| mate < self.end);
        let half = rest.iter().filter(among).count() / 2;
        let first = rest[..half].to_vec();
        let mut halves = self.plain.clone();
        part_sides(&mut halves, &first, self.end);
        halves.part_all();
        for (higher, lower) in rest.iter().zip(&rest[half..]).take(half) {
            halves.marry(*higher, *lower);
        }
        if halves.solve() == 0 {
            self.plain = halves;
            return first;
        }
        let leads = self.exchanged(rest);
        let leaders: Vec<usize> =
            rest.iter().zip(leads).filter(|one| one.1).map(|one| *one.0).collect();
        part_sides(&mut self.plain, &leaders, self.end);
        let left = self.plain.solve();
        debug_assert_eq!(left, 0, "leaders were matched to the others");
        leaders
    }

    /// The leaders when some residents change halves: a matching of maximum weight among residents and slots only.
    fn exchanged(&self, rest: &[usize]) -> Vec<bool> {
        let places = (0..self.residents).chain(self.end..self.count);
        let places = places.filter(|one| self.plain.is_present(*one));
        let vertices: Vec<usize> = rest.iter().copied().chain(places).collect();
        let count = vertices.len();
        let bracket = Bracket {
            members: (0..count).collect(),
            residents: 0,
            next: rest.len(),
            deeper: count,
            whole: false,
        };
        let weights = Table::new(&bracket, count, |higher, lower| {
            let joined = self.plain.row(vertices[higher]).has(vertices[lower]);
            joined.then_some(Weight([EDGE]))
        });
        let mut place = vec![0; self.count];
        for (at, vertex) in vertices.iter().enumerate() {
            place[*vertex] = at;
        }
        let pairs = vertices.iter().enumerate().filter_map(|(at, vertex)| {
            let mate = self.plain.mate(*vertex)?;
            (*vertex < mate).then(|| (at, place[mate]))
        });
        let duals = vec![Weight([EDGE]); count];
        let weight = |one, other| weights.or_nothing(one, other);
        let matching = Matching::going_on(count, weight, &duals, pairs);
        Pairer::new(&bracket, weights, matching, Vec::new()).leaders()
    }
}

/// Keeps only edges from leaders to later members who do not lead, and those of downfloaters.
fn part_sides(plain: &mut Plain, leaders: &[usize], end: usize) {
    let count = plain.count();
    let leading = Bits::of(count, leaders.iter().copied());
    let following = Bits::of(count, (0..end).filter(|one| !leading.has(*one)));
    plain.restrict(|vertex| {
        let (mut kept, range) = match vertex {
            place if place >= end => return following.clone(),
            leader if leading.has(leader) => (following.clone(), Bits::range(count, leader, end)),
            member => (leading.clone(), Bits::range(count, 0, member)),
        };
        kept.keep(&range);
        if !leading.has(vertex) {
            kept.add(&Bits::range(count, end, count));
        }
        kept
    });
}
