//! Dual values for vertices of few kinds. Vertices of one kind have the same weights with all others and can have the
//! same dual value; what remains is a transport problem between kinds, solved by shortest paths (Kuhn 1955; Tomizawa
//! 1971).

use super::Weight;

/// The kinds on either side: those that are matched, and those they are matched to.
struct Transport<'a, const K: usize> {
    kinds: usize,
    weights: &'a [Option<Weight<K>>],
    /// The remaining number of each kind on either side.
    supply: Vec<usize>,
    demand: Vec<usize>,
    /// How many of one kind go to another, row by row.
    flow: Vec<usize>,
    left: Vec<Weight<K>>,
    right: Vec<Weight<K>>,
}

/// Twice a feasible dual value for each kind such that the sum over all vertices is the least possible in the
/// relaxation with half pairs. `sizes` is the number of vertices of each kind, `weights` a symmetric table of the
/// weights of pairs of kinds, `None` if they cannot be paired. Returns `None` if there is no perfect pairing.
pub fn duals<const K: usize>(
    sizes: &[usize],
    weights: &[Option<Weight<K>>],
) -> Option<Vec<Weight<K>>> {
    let mut transport = Transport::begin(sizes, weights)?;
    while let Some(kind) = transport.supply.iter().position(|supply| *supply > 0) {
        transport.send(kind)?;
    }
    let sums = transport.left.iter().zip(&transport.right).map(|(left, right)| *left + *right);
    Some(sums.collect())
}

impl<'a, const K: usize> Transport<'a, K> {
    fn begin(sizes: &[usize], weights: &'a [Option<Weight<K>>]) -> Option<Self> {
        let kinds = sizes.len();
        let row = |kind: usize| weights[kind * kinds..(kind + 1) * kinds].iter();
        let greatest = |kind: usize| row(kind).flatten().max().copied();
        let left = (0..kinds).map(greatest).collect::<Option<Vec<_>>>()?;
        // The table is symmetric: rows are columns.
        let needed = |kind: usize| {
            let worth = row(kind).zip(&left).filter_map(|(weight, left)| Some((*weight)? - *left));
            worth.max()
        };
        let right = (0..kinds).map(needed).collect::<Option<Vec<_>>>()?;
        let (supply, demand) = (sizes.to_vec(), sizes.to_vec());
        let flow = vec![0; kinds * kinds];
        let mut transport = Transport { kinds, weights, supply, demand, flow, left, right };
        for from in 0..kinds {
            for to in 0..kinds {
                if transport.slack(from, to) == Some(Weight::ZERO) {
                    let much = transport.supply[from].min(transport.demand[to]);
                    transport.flow[from * kinds + to] = much;
                    transport.supply[from] -= much;
                    transport.demand[to] -= much;
                }
            }
        }
        Some(transport)
    }

    fn slack(&self, from: usize, to: usize) -> Option<Weight<K>> {
        let weight = self.weights[from * self.kinds + to]?;
        Some(self.left[from] + self.right[to] - weight)
    }

    /// Assigns more of a kind along the shortest path to a kind with demand; `None` if there is no path.
    fn send(&mut self, root: usize) -> Option<()> {
        let kinds = self.kinds;
        let (mut left, mut right) = (vec![None; kinds], vec![None::<Weight<K>>; kinds]);
        let (mut before, mut back) = (vec![usize::MAX; kinds], vec![usize::MAX; kinds]);
        let mut done = vec![false; kinds];
        left[root] = Some(Weight::ZERO);
        let mut reached = vec![root];
        let (end, length) = loop {
            for from in reached.drain(..) {
                let so_far = left[from]?;
                for to in (0..kinds).filter(|to| !done[*to]) {
                    let Some(slack) = self.slack(from, to) else { continue };
                    let length = so_far + slack;
                    if right[to].is_none_or(|known| length < known) {
                        (right[to], before[to]) = (Some(length), from);
                    }
                }
            }
            let open = (0..kinds).filter(|to| !done[*to]);
            let next = open.filter_map(|to| Some((right[to]?, to))).min();
            let (length, to) = next?;
            done[to] = true;
            if self.demand[to] > 0 {
                break (to, length);
            }
            for from in 0..kinds {
                if self.flow[from * kinds + to] > 0 && left[from].is_none() {
                    (left[from], back[from]) = (Some(length), to);
                    reached.push(from);
                }
            }
        };
        for kind in 0..kinds {
            if let Some(way) = left[kind] {
                self.left[kind] = self.left[kind] - (length - way);
            }
            if let Some(way) = right[kind].filter(|_| done[kind]) {
                self.right[kind] = self.right[kind] + (length - way);
            }
        }
        self.augment(root, end, &before, &back);
        Some(())
    }

    fn augment(&mut self, root: usize, end: usize, before: &[usize], back: &[usize]) {
        let mut way = Vec::new();
        let mut to = end;
        let mut much = self.supply[root].min(self.demand[end]);
        loop {
            let from = before[to];
            way.push(from * self.kinds + to);
            if from == root {
                break;
            }
            to = back[from];
            much = much.min(self.flow[from * self.kinds + to]);
            way.push(from * self.kinds + to);
        }
        for (step, at) in way.into_iter().enumerate() {
            if step.is_multiple_of(2) {
                self.flow[at] += much;
            } else {
                self.flow[at] -= much;
            }
        }
        self.supply[root] -= much;
        self.demand[end] -= much;
    }
}
