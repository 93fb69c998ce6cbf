//! Search over what the player knows: a tree whose nodes are histories that look alike to the player.
//!
//! Each iteration supposes an enemy army, drawn from those that agree with everything seen (determinised, as in Information Set
//! MCTS: Cowling, Powley and Whitehouse, 2012). At the player's own nodes all iterations share their statistics, for the player
//! cannot tell these armies apart, so that no plan depends on what cannot be known (no strategy fusion). The opponent knows the
//! supposed ranks of his own pieces, but not the player's: his plies are drawn from the policy, which sees no more than he does,
//! and never from statistics, which would tell him. At a new node the value network judges the supposed position.

use std::collections::HashMap;

use salpakan::rules::{Color, Move, Rank, Square, Verdict};
use salpakan_bot::Random;

use crate::belief::unit;
use crate::personality::Personality;
use crate::policy::{Policy, steps};
use crate::rest::rest;
use crate::value::Value;
use crate::world::World;

/// The learned parts.
#[derive(Clone)]
pub struct Networks {
    pub policy: Policy,
    pub value: Value,
}

/// What a search may spend, and how it explores.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Nodes of the tree, one an iteration, 0 for the policy alone. The result depends on them and the seed alone, never on time.
    pub nodes: u32,
    /// How many supposed armies the iterations choose from.
    pub armies: u32,
    /// The weight of the policy against the values found (PUCT: Silver et al., 2017).
    pub exploration: f32,
    /// How evenly the own moves are looked at first: 1 as the policy has learned, more for what it thinks little of.
    pub breadth: f32,
    /// How evenly the opponent is supposed to choose: 1 as the policy has learned of itself, more for a stranger.
    pub temperature: f32,
    /// Plies without a challenge after which the side that is ahead goes nearer.
    pub patience: u32,
    /// What it likes besides winning.
    pub personality: Option<Personality>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            nodes: 20_000,
            armies: 400,
            exploration: 0.8,
            breadth: 4.0,
            temperature: 1.6,
            patience: 30,
            personality: None,
        }
    }
}

impl Effort {
    /// An effort of so many nodes.
    pub fn of_nodes(nodes: u32) -> Effort {
        Effort { nodes, armies: (nodes / 20).clamp(16, 400), ..Effort::default() }
    }
}

/// A move that was looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candidate {
    pub mv: Move,
    /// The share of the iterations that began with it; without any, what the policy gives it.
    pub share: f32,
    /// The chance to win after it, draws counting half.
    pub chance: f32,
    /// The share that the policy alone gives it.
    pub prior: f32,
}

struct Edge {
    mv: Move,
    prior: f32,
    visits: u32,
    total: f32,
    /// What is added to what was found of it where a move is chosen.
    charm: f32,
}

struct Node {
    edges: Vec<Edge>,
    visits: u32,
    children: HashMap<u32, usize>,
}

/// How a ply of each side looked: what tells one child from another.
fn seen(edge: usize, verdict: Option<Verdict>, reply: Move, answer: Option<Verdict>) -> u32 {
    let said = |verdict: Option<Verdict>| verdict.map_or(0, |verdict| verdict as u32 + 1);
    (edge as u32) << 20
        | said(verdict) << 18
        | (reply.from.index() as u32) << 11
        | (reply.to.index() as u32) << 4
        | said(answer)
}

/// 1 where a piece other than the Flag gets nearer to the nearest enemy, or challenges it; -1 where a ply is taken back.
fn progress(world: &World, m: Move) -> f32 {
    if world.own_last().is_some_and(|last| last.from == m.to && last.to == m.from) {
        return -1.0;
    }
    let enemies = world.standing(world.to_move().opponent());
    let nearest = |square: Square| enemies.iter().map(|enemy| steps(square, enemy)).min();
    let gets_nearer = nearest(m.to) < nearest(m.from);
    f32::from(u8::from(world.rank_index(m.from) != Rank::Flag.index() && gets_nearer))
}

struct Search<'a> {
    networks: &'a Networks,
    effort: Effort,
    me: Color,
    nodes: Vec<Node>,
    moves: Vec<Move>,
    chances: Vec<f32>,
    inputs: Vec<u16>,
    /// How much likelier, as a logarithm, it is to look at moves that go nearer to the enemy.
    urge: f32,
}

impl<'a> Search<'a> {
    fn new(networks: &'a Networks, effort: Effort, me: Color) -> Search<'a> {
        Search {
            networks,
            effort,
            me,
            nodes: Vec::new(),
            moves: Vec::new(),
            chances: Vec::new(),
            inputs: Vec::new(),
            urge: 0.0,
        }
    }

    /// Whoever is ahead and waits wins nothing: the longer no challenge was made, the more it goes nearer.
    fn be_impatient(&mut self, worlds: &[World]) {
        let Some(quiet) = worlds[0].quiet().checked_sub(self.effort.patience) else { return };
        let some = &worlds[..worlds.len().min(16)];
        let inputs = &mut self.inputs;
        let chances = some.iter().map(|world| self.networks.value.chance(world, inputs));
        if worlds[0].to_move() == self.me && chances.sum::<f32>() > 0.5 * some.len() as f32 {
            self.urge = (quiet as f32 / 30.0).min(3.0);
        }
    }

    /// Makes all iterations; returns the mean of what they found.
    fn run(&mut self, worlds: &[World], random: &mut Random) -> f32 {
        let mut total = 0.0;
        for _ in 0..self.effort.nodes {
            let world = &worlds[random.below(worlds.len() as u32) as usize];
            total += f64::from(self.iterate(world.clone(), None, random));
        }
        (total / f64::from(self.effort.nodes.max(1))) as f32
    }

    /// The moves of the root.
    fn candidates(&self) -> Vec<Candidate> {
        let root = &self.nodes[0];
        let nodes = root.visits as f32;
        let mut found: Vec<Candidate> = root
            .edges
            .iter()
            .map(|edge| Candidate {
                mv: edge.mv,
                // Without iterations the policy alone speaks.
                share: if root.visits == 0 { edge.prior } else { edge.visits as f32 / nodes },
                chance: if edge.visits == 0 { 0.5 } else { edge.total / edge.visits as f32 },
                prior: edge.prior,
            })
            .collect();
        found.sort_by(|one, other| other.share.total_cmp(&one.share));
        found
    }

    fn expand(&mut self, world: &World) -> usize {
        world.moves(&mut self.moves);
        let (policy, breadth) = (&self.networks.policy, self.effort.breadth);
        policy.probabilities(world, &self.moves, breadth, &mut self.chances);
        let personality = self.effort.personality;
        if self.urge > 0.0 || personality.is_some() {
            for (m, chance) in self.moves.iter().zip(&mut self.chances) {
                let urge = if self.urge > 0.0 { self.urge * progress(world, *m) } else { 0.0 };
                let pull = personality.map_or(0.0, |one| one.pull(world, *m));
                *chance *= (urge + pull).exp();
            }
            let total: f32 = self.chances.iter().sum();
            self.chances.iter_mut().for_each(|chance| *chance /= total);
        }
        let edge = |(mv, prior): (&Move, &f32)| {
            let charm = personality.map_or(0.0, |one| one.charm(world, *mv));
            Edge { mv: *mv, prior: *prior, visits: 0, total: 0.0, charm }
        };
        let edges = self.moves.iter().zip(&self.chances).map(edge).collect();
        self.nodes.push(Node { edges, visits: 0, children: HashMap::new() });
        self.nodes.len() - 1
    }

    fn select(&self, node: usize) -> usize {
        let node = &self.nodes[node];
        let root = (node.visits as f32 + 1.0).sqrt();
        let (sum, seen) = node.edges.iter().fold((0.0, 0.0), |(sum, seen), edge| {
            if edge.visits == 0 {
                return (sum, seen);
            }
            (sum + edge.prior * edge.total / edge.visits as f32, seen + edge.prior)
        });
        // What was not tried yet is supposed to be a little worse than what was.
        let untried = if seen > 0.0 { sum / seen - 0.15 * seen.sqrt() } else { 0.5 };
        let score = |edge: &Edge| {
            let value = if edge.visits == 0 { untried } else { edge.total / edge.visits as f32 };
            value
                + edge.charm
                + self.effort.exploration * edge.prior * root / (1.0 + edge.visits as f32)
        };
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, edge) in node.edges.iter().enumerate() {
            let score = score(edge);
            if score > best.0 {
                best = (score, index);
            }
        }
        best.1
    }

    /// Goes down to a new node, beginning with the edge `first` of the root if one is given, and returns what it found there.
    fn iterate(&mut self, mut world: World, mut first: Option<usize>, random: &mut Random) -> f32 {
        rest();
        let mut path: Vec<(usize, usize)> = Vec::with_capacity(16);
        let mut node = 0;
        let result = loop {
            // Only the root may be the opponent's turn.
            let (mut index, mut verdict) = (0, None);
            if world.to_move() == self.me {
                index = first.take().unwrap_or_else(|| self.select(node));
                path.push((node, index));
                verdict = world.play(self.nodes[node].edges[index].mv);
            }
            if let Some(winner) = world.winner() {
                break f32::from(u8::from(winner == self.me));
            }
            let Some(reply) = self.reply(&world, random) else { break 1.0 };
            let answer = world.play(reply);
            if let Some(winner) = world.winner() {
                break f32::from(u8::from(winner == self.me));
            }
            if world.standing(self.me).is_empty() {
                break 0.0;
            }
            let key = seen(index, verdict, reply, answer);
            if let Some(child) = self.nodes[node].children.get(&key) {
                node = *child;
                continue;
            }
            let child = self.expand(&world);
            self.nodes[node].children.insert(key, child);
            break self.networks.value.chance(&world, &mut self.inputs);
        };
        for (node, edge) in path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.edges[edge].visits += 1;
            node.edges[edge].total += result;
        }
        result
    }

    /// A ply of the opponent, who knows his ranks and not ours.
    fn reply(&mut self, world: &World, random: &mut Random) -> Option<Move> {
        world.moves(&mut self.moves);
        let policy = &self.networks.policy;
        policy.probabilities(world, &self.moves, self.effort.temperature, &mut self.chances);
        let mut draw = unit(random);
        for (m, chance) in self.moves.iter().zip(&self.chances) {
            draw -= chance;
            if draw <= 0.0 {
                return Some(*m);
            }
        }
        self.moves.last().copied()
    }
}

/// A ply of a line: what the search expects, with the verdict that most iterations supposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub mv: Move,
    /// `None` for a plain move, and for a challenge that nothing was looked at after.
    pub verdict: Option<Verdict>,
}

/// What a search has found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Those with the most nodes first.
    pub candidates: Vec<Candidate>,
    /// What follows the first of them, as far as enough iterations went.
    pub line: Vec<Step>,
}

/// Plies of a line, at most.
const LONGEST: usize = 6;
/// A line ends where fewer iterations went.
const FEWEST: u32 = 12;

impl Search<'_> {
    /// From the root, the edges and replies with the most iterations.
    fn line(&self) -> Vec<Step> {
        let (mut line, mut node) = (Vec::new(), 0);
        while line.len() < LONGEST {
            let edges = self.nodes[node].edges.iter().enumerate();
            // Of two alike the first, as in the list of candidates.
            let most = edges.rev().max_by_key(|(_, edge)| edge.visits);
            let Some((index, edge)) = most.filter(|(_, edge)| edge.visits > 0) else { break };
            let children = self.nodes[node].children.iter();
            let next = children
                .filter(|(key, _)| **key >> 20 == index as u32)
                .max_by_key(|(key, child)| (self.nodes[**child].visits, **key));
            let next = next.filter(|(_, child)| self.nodes[**child].visits >= FEWEST);
            let Some((key, child)) = next else {
                line.push(Step { mv: edge.mv, verdict: None });
                break;
            };
            let (verdict, reply, answer) = unseen(*key);
            line.push(Step { mv: edge.mv, verdict });
            line.extend(reply.map(|mv| Step { mv, verdict: answer }));
            node = *child;
        }
        line
    }
}

/// How the plies that [`seen`] made this of looked.
fn unseen(key: u32) -> (Option<Verdict>, Option<Move>, Option<Verdict>) {
    const VERDICTS: [Verdict; 3] = [Verdict::ChallengerWins, Verdict::DefenderWins, Verdict::Split];
    let verdict = |said: u32| VERDICTS.into_iter().find(|one| *one as u32 + 1 == said & 3);
    let square = |index: u32| Square::from_index((index & 127) as usize);
    let reply = square(key >> 11).zip(square(key >> 4));
    (verdict(key >> 18), reply.map(|(from, to)| Move { from, to }), verdict(key))
}

/// The moves of the player to move in `worlds`, which differ in the enemy's ranks alone; those with the most nodes first.
///
/// `worlds` must not be empty, and all must have the same pieces on the same squares.
pub fn search(
    networks: &Networks,
    worlds: &[World],
    effort: Effort,
    random: &mut Random,
) -> Vec<Candidate> {
    explore(networks, worlds, effort, random).candidates
}

/// Like [`search`], with the line that it expects.
pub fn explore(
    networks: &Networks,
    worlds: &[World],
    effort: Effort,
    random: &mut Random,
) -> Found {
    let Some(first) = worlds.first() else {
        return Found { candidates: Vec::new(), line: Vec::new() };
    };
    let mut search = Search::new(networks, effort, first.to_move());
    search.be_impatient(worlds);
    search.expand(first);
    search.run(worlds, random);
    Found { candidates: search.candidates(), line: search.line() }
}

/// The chance of `me` to win in `worlds`, which differ in the ranks of `me`'s enemy alone, whoever is to move; draws count half.
pub(crate) fn chance(
    networks: &Networks,
    worlds: &[World],
    me: Color,
    effort: Effort,
    random: &mut Random,
) -> Option<f32> {
    let first = worlds.first()?;
    let mut search = Search::new(networks, effort, me);
    search.expand(first);
    let mean = search.run(worlds, random);
    if first.to_move() == me {
        return search.candidates().first().map(|best| best.chance);
    }
    Some(mean)
}

/// The chance after each of these legal moves, in their order. All get as many nodes, `effort.nodes` together, whatever is found of
/// them, and the same supposed armies, so that their difference is as exact as so many nodes allow.
pub fn compare(
    networks: &Networks,
    worlds: &[World],
    moves: &[Move],
    effort: Effort,
    random: &mut Random,
) -> Vec<f32> {
    let Some(first) = worlds.first() else { return Vec::new() };
    let mut search = Search::new(networks, effort, first.to_move());
    search.expand(first);
    let of = |m: &Move| search.nodes[0].edges.iter().position(|edge| edge.mv == *m);
    let edges: Vec<usize> = moves.iter().filter_map(of).collect();
    for _ in 0..effort.nodes / (edges.len().max(1) as u32) {
        let world = &worlds[random.below(worlds.len() as u32) as usize];
        for edge in &edges {
            search.iterate(world.clone(), Some(*edge), random);
        }
    }
    let edge = |index: &usize| &search.nodes[0].edges[*index];
    edges.iter().map(edge).map(|edge| edge.total / edge.visits.max(1) as f32).collect()
}
