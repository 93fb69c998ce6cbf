//! Game by game on all cores, with the integers of one core.
//!
//! A game needs only its two players' states. Within a block of consecutive games, a game's
//! layer is one above the highest among its players' earlier games of the block; the games
//! of a layer share no player, so they may be computed at once. Layers follow one another.

use rayon::prelude::*;

use super::{Change, FoldGame, PlayerState, Pool, apply, changes, seated};

/// Games a block; its layers are numbered in `LAYER_BITS` bits.
const BLOCK: usize = 1 << LAYER_BITS;
const LAYER_BITS: u32 = 13;
/// A layer with fewer games is not worth handing out.
const WORTH: usize = 128;

pub(super) fn fold(
    pool: &Pool,
    players: &mut [PlayerState],
    games: &[FoldGame],
    mut tell: impl FnMut(usize, Change, Change),
) {
    let mut layers = Layers::new(if games.len() < WORTH { 0 } else { players.len() });
    let mut results = Vec::new();
    for (number, block) in games.chunks(BLOCK).enumerate() {
        let first = number * BLOCK;
        if block.len() < WORTH {
            for (index, game) in block.iter().enumerate() {
                let both = changes(pool, seated(players, game), game);
                apply(players, game, both);
                tell(first + index, both[0], both[1]);
            }
            continue;
        }
        layers.sort(block);
        results.clear();
        results.resize(block.len(), None);
        for layer in layers.iter() {
            rate_layer(pool, players, block, layer, &mut results);
        }
        for (index, both) in results.iter().enumerate() {
            if let Some([white, black]) = both {
                tell(first + index, *white, *black);
            }
        }
    }
}

/// Rates games that share no player.
fn rate_layer(
    pool: &Pool,
    players: &mut [PlayerState],
    block: &[FoldGame],
    layer: &[u16],
    results: &mut [Option<[Change; 2]>],
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

/// Fetches all states first: so the waits for memory overlap, which a formula of a thousand
/// instructions between two of them would prevent.
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

/// The games of a block, layer by layer.
struct Layers {
    /// For each player, the block he last played in (from 1) and his layer there.
    seen: Vec<u32>,
    block: u32,
    /// Each game's layer, from 0.
    layer_of: Vec<u16>,
    /// Games ordered by layer, and where each layer ends.
    sorted: Vec<u16>,
    ends: Vec<usize>,
}

impl Layers {
    fn new(players: usize) -> Layers {
        Layers {
            seen: vec![0; players],
            block: 0,
            layer_of: Vec::new(),
            sorted: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn sort(&mut self, games: &[FoldGame]) {
        self.next_block();
        self.layer_of.clear();
        self.ends.clear();
        for game in games {
            let layer = self.layer(game);
            if self.ends.len() <= layer {
                self.ends.push(0);
            }
            self.ends[layer] += 1;
        }
        let mut end = 0;
        for layer in &mut self.ends {
            let games = *layer;
            *layer = end;
            end += games;
        }
        self.sorted.clear();
        self.sorted.resize(games.len(), 0);
        for (index, layer) in (0..).zip(&self.layer_of) {
            let next = &mut self.ends[usize::from(*layer)];
            self.sorted[*next] = index;
            *next += 1;
        }
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
        // A layer is below the block's number of games, which fits.
        #[allow(clippy::cast_possible_truncation)]
        self.layer_of.push(layer as u16);
        layer as usize
    }

    fn iter(&self) -> impl Iterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |end| &self.sorted[std::mem::replace(&mut start, *end)..*end])
    }
}

const MASK: u32 = (1 << LAYER_BITS) - 1;
