//! Deals both armies rank by rank, from the highest officer down. At each rank, the pieces that have it are chosen,
//! first White's and then Black's, and the consequences of their challenges for other pieces are noted.
//!
//! A *state* is what is still open: the ranks left to each linked group, and the number of pieces of each group without
//! a rank. States that are reached in several ways are merged. Since ranks are dealt in the order in which they beat
//! each other, most challenges are settled without a trace, and states stay few.
//!
//! If there are too many states, some are dropped at random and the others reweighted, such that every sum keeps its
//! expectation: heavy states stay; a light one stays with some probability and then counts for its inverse (P.
//! Fearnhead and P. Clifford, *On-line inference for hidden Markov models via particle filters*, 2003, section 3).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use salpakan::rules::{Color, Rank};

use super::super::Ranks;
use super::network::Network;
use super::random::Random;

/// The dealing of one rank to one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub rank: Rank,
    pub color: Color,
}

impl Step {
    /// All steps in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Step> {
        let of = |rank| Color::ALL.into_iter().map(move |color| Step { rank, color });
        Rank::ALL.into_iter().flat_map(of)
    }

    /// The ranks that a side is dealt after this step.
    pub fn later(self, color: Color) -> Ranks {
        let done = |rank: Rank| (rank, color) <= (self.rank, self.color);
        Ranks::filtered(|rank| !done(rank))
    }
}

/// The ranks left to the pieces of each linked group (none once all are dealt), then the number of pieces left in each
/// group.
pub type Key = Box<[u16]>;

/// What is dealt in one step.
pub struct Dealt {
    pub key: Vec<u16>,
    /// How many pieces of which groups got the rank.
    pub chosen: Vec<(usize, u16)>,
    /// The number of ways to choose them.
    pub ways: f64,
}

/// A simple hash of words; the keys are our own, so nobody can provoke collisions.
#[derive(Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = (self.0.rotate_left(23) ^ u64::from_le_bytes(word))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.0 = mixed ^ (mixed >> 32);
        }
    }
}

type Index = HashMap<Key, usize, BuildHasherDefault<Mix>>;

/// The states before a step.
#[derive(Default)]
struct Level {
    index: Index,
    keys: Vec<Key>,
    /// The number of ways to reach each state, or an estimate of it.
    ways: Vec<f64>,
    /// The weight of a way into the state: 1, or more if others were dropped.
    scale: Vec<f64>,
}

/// The result of one sweep.
pub struct Swept {
    /// The number of pairs of armies.
    pub total: f64,
    /// By group and rank: in how many of them one piece of the group has the rank.
    pub sums: Vec<[f64; Rank::COUNT]>,
    /// The amount of work: the number of ways to deal a rank that were examined.
    pub looks: u64,
}

/// Deals all ranks, with at most `most` states after each step. Without `lots` it gives up if there are more.
pub fn sweep(network: &Network, most: usize, mut lots: Option<&mut Random>) -> Option<Swept> {
    let mut levels = vec![Level::default()];
    levels[0].reach(&network.start(), 1.0);
    levels[0].scale = vec![1.0];
    let mut looks = 0;
    for step in Step::all() {
        let mut next = Level::default();
        if let Some(level) = levels.last() {
            for (key, ways) in level.keys.iter().zip(&level.ways) {
                network.deal(step, key, &mut |dealt| {
                    looks += 1;
                    next.reach(&dealt.key, ways * dealt.ways);
                });
            }
        }
        next.scale = vec![1.0; next.keys.len()];
        if next.keys.len() > most {
            next.thin(network, step, most, lots.as_deref_mut()?);
        }
        levels.push(next);
    }
    let mut sums = vec![[0.0; Rank::COUNT]; network.groups.len()];
    let total = back(network, &levels, &mut sums);
    for (group, row) in network.groups.iter().zip(&mut sums) {
        *row = row.map(|sum| sum / f64::from(group.size));
    }
    Some(Swept { total, sums, looks })
}

/// Goes back from the last step: computes the number of continuations of each state, and from these the counts of each
/// choice.
fn back(network: &Network, levels: &[Level], sums: &mut [[f64; Rank::COUNT]]) -> f64 {
    let mut onward: Vec<f64> = vec![1.0; levels.last().map_or(0, |level| level.keys.len())];
    let pairs: Vec<(Step, &[Level])> = Step::all().zip(levels.windows(2)).collect();
    for (step, pair) in pairs.into_iter().rev() {
        let [level, next] = pair else { continue };
        let mut own = vec![0.0; level.keys.len()];
        for (state, key) in level.keys.iter().enumerate() {
            network.deal(step, key, &mut |dealt| {
                let Some(&to) = next.index.get(dealt.key.as_slice()) else { return };
                let ways = dealt.ways * next.scale[to] * onward[to];
                own[state] += ways;
                for &(group, count) in &dealt.chosen {
                    sums[group][step.rank.index()] += level.ways[state] * ways * f64::from(count);
                }
            });
        }
        onward = own;
    }
    onward.first().copied().unwrap_or_default()
}

impl Level {
    fn reach(&mut self, key: &[u16], ways: f64) {
        let state = self.index.get(key).copied().unwrap_or_else(|| {
            self.keys.push(key.into());
            self.ways.push(0.0);
            self.index.insert(key.into(), self.keys.len() - 1);
            self.keys.len() - 1
        });
        self.ways[state] += ways;
    }

    /// Drops random states until about `most` are left.
    fn thin(&mut self, network: &Network, dealt: Step, most: usize, lots: &mut Random) {
        let hopes =
            self.keys.iter().zip(&self.ways).map(|(key, ways)| ways * network.promise(dealt, key));
        let hopes: Vec<f64> = hopes.collect();
        let least = threshold(&hopes, most);
        let before = std::mem::take(self);
        for ((key, ways), hope) in before.keys.into_iter().zip(before.ways).zip(hopes) {
            let stays = (hope / least).min(1.0);
            if lots.unit() < stays {
                self.reach(&key, ways / stays);
                self.scale.push(1.0 / stays);
            }
        }
    }
}

/// The weight from which on states are kept; with lighter ones kept in proportion, `most` stay on average.
fn threshold(hopes: &[f64], most: usize) -> f64 {
    let mut sorted = hopes.to_vec();
    sorted.sort_by(|one, other| other.total_cmp(one));
    let mut light: f64 = sorted.iter().sum();
    for (heavy, hope) in sorted.iter().enumerate().take(most) {
        let least = light / (most - heavy) as f64;
        if *hope <= least {
            return least.max(f64::MIN_POSITIVE);
        }
        light -= hope;
    }
    sorted.get(most).copied().unwrap_or_default().max(f64::MIN_POSITIVE)
}

impl Network {
    /// The state before any rank is dealt.
    pub fn start(&self) -> Vec<u16> {
        let ranks = self.groups[..self.linked].iter().map(|group| group.ranks.bits());
        ranks.chain(self.groups.iter().map(|group| group.size)).collect()
    }

    /// An estimate of the number of continuations of a state, good enough to choose by: every open piece takes its rank
    /// independently of the others, and every open challenge gets its verdict by chance. 0 only if there is no
    /// continuation.
    pub fn promise(&self, dealt: Step, key: &[u16]) -> f64 {
        let count = |rank: Rank| f64::from(self.army[rank.index()]);
        let able = |ranks: Ranks| ranks.iter().map(count).sum::<f64>();
        let later = Color::ALL.map(|color| able(dealt.later(color)).max(1.0));
        let (sets, sizes) = key.split_at(self.linked);
        let mut promise = if self.is_crowded(sets, sizes) { 0.0 } else { 1.0 };
        for (index, (ranks, size)) in sets.iter().zip(sizes).enumerate() {
            let ranks = Ranks::of_bits(*ranks);
            let group = &self.groups[index];
            promise *= (able(ranks) / later[group.color as usize]).powi(i32::from(*size));
            // Each challenge once, from the perspective of White's piece.
            let seen = group.links.iter().filter(|_| group.color == Color::White && *size > 0);
            for link in seen.filter(|link| sizes[link.other] > 0) {
                let others = Ranks::of_bits(sets[link.other]);
                let agree = |rank: Rank| count(rank) * able(others.and(link.leaves[rank.index()]));
                let agreeing: f64 = ranks.iter().map(agree).sum();
                let times = i32::from(*size * sizes[link.other]);
                promise *= (agreeing / (able(ranks) * able(others))).powi(times);
            }
        }
        promise
    }

    /// Whether more pieces must have one of some ranks than there are of these ranks.
    fn is_crowded(&self, sets: &[u16], sizes: &[u16]) -> bool {
        let count = |rank: Rank| u16::from(self.army[rank.index()]);
        (0..self.linked).filter(|group| sets[*group] != 0).any(|group| {
            let alike = |other: &usize| {
                self.groups[*other].color == self.groups[group].color
                    && sets[*other] & !sets[group] == 0
            };
            let must: u16 = (0..self.linked).filter(alike).map(|other| sizes[other]).sum();
            must > Ranks::of_bits(sets[group]).iter().map(count).sum()
        })
    }
}
