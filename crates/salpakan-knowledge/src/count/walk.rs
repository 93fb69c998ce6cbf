//! Enumerates the choices of the pieces outside the chain, merging equivalent states.

use super::chain::Chain;
use super::number::Number;
use super::reduce::Reduced;

/// Numbers of ways with all pieces labelled, each divided by the factor `scale`.
pub struct Tally {
    pub total: u128,
    /// By group and class: the ways in which one piece of the group is of the class.
    pub groups: Vec<[u128; 15]>,
    pub scale: u128,
}

/// The number of pieces of each class that are taken, a byte each.
#[derive(Clone, Copy)]
struct Taken([u8; 16]);

impl Taken {
    #[inline]
    const fn of(self, class: usize) -> u8 {
        self.0[class & 15]
    }

    /// The state with one more piece of a class.
    #[inline]
    const fn and(mut self, class: usize) -> Taken {
        self.0[class & 15] += 1;
        self
    }
}

/// The choices of one piece outside the chain.
struct Step {
    group: usize,
    /// Classes with the resulting change of the state's position.
    options: Vec<(usize, u32)>,
    /// The last piece of its group, which represents all of them.
    is_last: bool,
}

/// The states by layers: in layer `n`, `n` pieces have chosen.
struct States<N> {
    taken: Vec<Taken>,
    /// The position of a state among all possible ones.
    place: Vec<u32>,
    /// The number of ways to reach it.
    ways: Vec<N>,
    /// Where each layer begins, and where the last one ends.
    layers: Vec<usize>,
    /// By position: the state's index, or [`NOWHERE`].
    at: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

/// Enumerates all choices, forward and backward.
pub fn walk<N: Number>(reduced: &Reduced) -> Tally {
    let chain = Chain::longest(reduced);
    let (steps, places) = steps(reduced, &chain);
    let states = forward::<N>(reduced, &steps, places);
    let mut sums = vec![[N::ZERO; 15]; reduced.groups.len()];
    let total = backward(reduced, &chain, &steps, &states, &mut sums);
    let groups = sums.into_iter().map(|by_class| by_class.map(N::wide)).collect();
    Tally { total: total.wide(), groups, scale: chain.scale() }
}

/// The pieces outside the chain, those with the fewest options first, and the number of possible states.
fn steps(reduced: &Reduced, chain: &Chain) -> (Vec<Step>, usize) {
    let groups = &reduced.groups;
    let mut order: Vec<usize> = (0..groups.len()).filter(|&g| !chain.has(g)).collect();
    order.sort_unstable_by_key(|&g| (groups[g].options, groups[g].classes));
    let mut strides = [0_u32; 15];
    let mut places = 1_usize;
    for (class, stride) in strides.iter_mut().enumerate().take(reduced.classes.len()) {
        let able = order.iter().filter(|&&g| groups[g].classes >> class & 1 == 1);
        let most = able.map(|&g| groups[g].size).sum::<u8>().min(reduced.classes[class].size);
        *stride = places as u32;
        places *= usize::from(most) + 1;
    }
    let mut steps = Vec::new();
    for group in order {
        let classes = groups[group].classes;
        let has = |class: &usize| classes >> class & 1 == 1;
        for piece in 1..=groups[group].size {
            let options = (0..15).filter(has).map(|class| (class, strides[class])).collect();
            steps.push(Step { group, options, is_last: piece == groups[group].size });
        }
    }
    (steps, places)
}

fn forward<N: Number>(reduced: &Reduced, steps: &[Step], places: usize) -> States<N> {
    let mut states = States {
        taken: vec![Taken([0; 16])],
        place: vec![0],
        ways: vec![N::ONE],
        layers: vec![0],
        at: vec![NOWHERE; places],
    };
    for step in steps {
        let start = states.layers.last().copied().unwrap_or_default();
        let end = states.taken.len();
        states.layers.push(end);
        for from in start..end {
            for &(class, stride) in &step.options {
                let taken = states.taken[from];
                let left = reduced.classes[class].size - taken.of(class);
                if left > 0 {
                    let ways = states.ways[from].times(N::from_small(left));
                    states.reach(taken, class, states.place[from] + stride, ways);
                }
            }
        }
    }
    states.layers.push(states.taken.len());
    states
}

impl<N: Number> States<N> {
    /// Adds ways to reach a state.
    #[inline]
    fn reach(&mut self, before: Taken, class: usize, place: u32, ways: N) {
        let known = self.at[place as usize];
        if known == NOWHERE {
            self.at[place as usize] = self.taken.len() as u32;
            self.taken.push(before.and(class));
            self.place.push(place);
            self.ways.push(ways);
        } else {
            let sum = &mut self.ways[known as usize];
            *sum = sum.plus(ways);
        }
    }
}

/// Computes the number of ways to continue from each state, and returns that of the first.
fn backward<N: Number>(
    reduced: &Reduced,
    chain: &Chain,
    steps: &[Step],
    states: &States<N>,
    sums: &mut [[N; 15]],
) -> N {
    let mut onward = vec![N::ZERO; states.taken.len()];
    let classes = &reduced.classes;
    let ends = states.taken.iter().zip(&states.ways).zip(&mut onward);
    for ((taken, ways), onward) in ends.skip(states.layers[steps.len()]) {
        let after = chain.after::<N>(|class| taken.of(class));
        *onward = after.all;
        after.add(*ways, |class| classes[class].size - taken.of(class), sums);
    }
    for (layer, step) in steps.iter().enumerate().rev() {
        let sums = &mut sums[step.group];
        for state in states.layers[layer]..states.layers[layer + 1] {
            let (taken, ways) = (states.taken[state], states.ways[state]);
            let mut sum = N::ZERO;
            for &(class, stride) in &step.options {
                let left = classes[class].size - taken.of(class);
                if left == 0 {
                    continue;
                }
                let next = states.at[(states.place[state] + stride) as usize] as usize;
                let on = N::from_small(left).times(onward[next]);
                sum = sum.plus(on);
                if step.is_last {
                    sums[class] = sums[class].plus(ways.times(on));
                }
            }
            onward[state] = sum;
        }
    }
    onward[0]
}
