//! Rates game by game on all cores, with the same integers as on one.
//!
//! A game needs only its two players' states. Within a block of consecutive games, a game's layer
//! is one above the highest layer of its players' earlier games in the block. The games of a layer
//! have no player in common and are rated in parallel; layers are processed in order.

use rayon::prelude::*;

use super::{Change, FoldGame, PlayerState, Pool, apply, changes, seated};

/// The number of games per block; layers are numbered in `LAYER_BITS` bits.
const BLOCK: usize = 1 << LAYER_BITS;
const LAYER_BITS: u32 = 13;
/// Layers with fewer games are rated on one core.
const WORTH: usize = 128;

/// The changes of a block's games, in order.
type Results = Vec<Option<[Change; 2]>>;

pub(super) fn fold(
    pool: &Pool,
    players: &mut [PlayerState],
    games: &[FoldGame],
    mut tell: impl FnMut(usize, Change, Change) + Send,
) {
    let mut layers = Layers::new(if games.len() < WORTH { 0 } else { players.len() });
    let mut order = games.chunks(BLOCK).next().and_then(|block| layers.sort(block));
    let mut told = Vec::new();
    for first in (0..games.len()).step_by(BLOCK) {
        let rest = &games[first..];
        let (block, after) = rest.split_at(rest.len().min(BLOCK));
        let mut results = vec![None; block.len()];
        // While this block is rated, finished results are passed on and the next block is sorted.
        let ((), next) = rayon::join(
            || rate_block(pool, players, block, order.as_ref(), &mut results),
            || {
                tell_all(&told, first.wrapping_sub(BLOCK), &mut tell);
                layers.sort(&after[..after.len().min(BLOCK)])
            },
        );
        (told, order) = (results, next);
    }
    let last = games.len().saturating_sub(1) / BLOCK * BLOCK;
    tell_all(&told, last, &mut tell);
}

fn tell_all(results: &Results, first: usize, tell: &mut impl FnMut(usize, Change, Change)) {
    for (index, both) in results.iter().enumerate() {
        if let Some([white, black]) = both {
            tell(first + index, *white, *black);
        }
    }
}

/// Rates a block layer by layer, or game by game if it has no order.
fn rate_block(
    pool: &Pool,
    players: &mut [PlayerState],
    block: &[FoldGame],
    order: Option<&Order>,
    results: &mut Results,
) {
    let Some(order) = order else {
        for (game, result) in block.iter().zip(results) {
            let both = changes(pool, seated(players, game), game);
            apply(players, game, both);
            *result = Some(both);
        }
        return;
    };
    for layer in order.layers() {
        rate_layer(pool, players, block, layer, results);
    }
}

/// Rates games without common players.
fn rate_layer(
    pool: &Pool,
    players: &mut [PlayerState],
    block: &[FoldGame],
    layer: &[u16],
    results: &mut Results,
) {
    let rated: Vec<[Change; 2]> = if layer.len() < WORTH {
        rate_apart(pool, players, block, layer)
    } else {
        let players = &*players;
        let parts = layer.par_chunks(WORTH);
        parts.flat_map_iter(|part| rate_apart(pool, players, block, part)).collect()
    };
    for (index, both) in layer.iter().zip(rated) {
        let index = usize::from(*index);
        apply(players, &block[index], both);
        results[index] = Some(both);
    }
}

/// Loads all states first, so that memory latencies overlap; the long formula in between would
/// prevent that.
fn rate_apart(
    pool: &Pool,
    players: &[PlayerState],
    block: &[FoldGame],
    part: &[u16],
) -> Vec<[Change; 2]> {
    let game = |index: &u16| &block[usize::from(*index)];
    let states: Vec<[PlayerState; 2]> =
        part.iter().map(|index| seated(players, game(index))).collect();
    states.into_iter().zip(part).map(|(both, index)| changes(pool, both, game(index))).collect()
}

/// The games of a block by layers, with the end of each layer in `sorted`.
struct Order {
    sorted: Vec<u16>,
    ends: Vec<usize>,
}

impl Order {
    fn layers(&self) -> impl Iterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |end| &self.sorted[std::mem::replace(&mut start, *end)..*end])
    }
}

/// Finds the layers of block after block.
struct Layers {
    /// For each player, the last block (from 1) and the player's layer there.
    seen: Vec<u32>,
    block: u32,
    /// The layer of each game, from 0.
    layer_of: Vec<u16>,
}

impl Layers {
    fn new(players: usize) -> Layers {
        Layers { seen: vec![0; players], block: 0, layer_of: Vec::new() }
    }

    /// The order of the next block; `None` if it is too small to be worth it.
    fn sort(&mut self, games: &[FoldGame]) -> Option<Order> {
        if games.len() < WORTH {
            return None;
        }
        self.next_block();
        self.layer_of.clear();
        let mut ends = Vec::new();
        for game in games {
            let layer = self.layer(game);
            if ends.len() <= layer {
                ends.push(0);
            }
            ends[layer] += 1;
        }
        let mut end = 0;
        for layer in &mut ends {
            let games = *layer;
            *layer = end;
            end += games;
        }
        let mut sorted = vec![0; games.len()];
        for (index, layer) in (0..).zip(&self.layer_of) {
            let next = &mut ends[usize::from(*layer)];
            sorted[*next] = index;
            *next += 1;
        }
        Some(Order { sorted, ends })
    }

    fn next_block(&mut self) {
        self.block += 1;
        if self.block >> (32 - LAYER_BITS) != 0 {
            self.seen.fill(0);
            self.block = 1;
        }
    }

    fn layer(&mut self, game: &FoldGame) -> usize {
        let stamp = self.block << LAYER_BITS;
        let next = |seen: u32| if seen < stamp { 0 } else { (seen & MASK) + 1 };
        let (white, black) = (game.white as usize, game.black as usize);
        let layer = next(self.seen[white]).max(next(self.seen[black]));
        self.seen[white] = stamp | layer;
        self.seen[black] = stamp | layer;
        // Layers are fewer than a block's games, so the number fits.
        #[allow(clippy::cast_possible_truncation)]
        self.layer_of.push(layer as u16);
        layer as usize
    }
}

const MASK: u32 = (1 << LAYER_BITS) - 1;
