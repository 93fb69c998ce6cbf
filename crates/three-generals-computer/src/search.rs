//! Alpha-beta search: iterative deepening with a window of width one for all but the first ply, late moves less deep, a pass
//! tried first, and captures, shots and returning Generals to the end.

use salpakan_computer::rest;
use three_generals::{Color, Ending, Game, Kind, Ply, Position, Square, Squares, Turn};

use crate::table::{Bound, Table};
use crate::value::{Look, Value, index, sigmoid, worth};

/// A score of a position: thousandths of the logarithm of the odds of the side to move.
pub type Score = i32;

/// The score of a game that is won now; each ply until then takes one off.
pub const WON: Score = 1_000_000;
/// Scores beyond this say that the game is decided.
pub const DECIDED: Score = WON - 1_000;
/// Scores down to this say that it is lost.
const HOPELESS: Score = -DECIDED;
/// No judgement of a position goes beyond this.
const MOST: Score = 20_000;
const DRAW: Score = 0;
/// The deepest ply, captures included.
const DEEPEST: usize = 64;
/// About half a millisecond.
const NODES_BETWEEN_RESTS: u32 = 256;
/// Captures are followed for so many plies.
const MOST_CAPTURES: usize = 10;
/// What an open score differs by from seed to seed, so that not all games are alike.
const TREMBLE: Score = 8;

/// What a search may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Positions to visit.
    pub nodes: u32,
    /// How many of the best plies it judges exactly.
    pub lines: usize,
    /// How many plies it looks ahead at most, captures apart.
    pub depth: i32,
}

impl Effort {
    /// The full strength.
    pub const DEFAULT: Effort = Effort::of_nodes(100_000);

    pub const fn of_nodes(nodes: u32) -> Effort {
        Effort { nodes, lines: 3, depth: 40 }
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort::DEFAULT
    }
}

/// A ply that the search judged exactly.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    pub ply: Ply,
    pub score: Score,
    /// The chance of its player to win with it, draws counting half.
    pub chance: f32,
    /// How the game would go on, beginning with the ply.
    pub line: Vec<Ply>,
}

/// The chance of a score.
pub fn chance(score: Score) -> f32 {
    match score {
        DECIDED.. => 1.0,
        ..=HOPELESS => 0.0,
        _ => sigmoid(score as f32 / 1_000.0),
    }
}

/// What a player does not notice: enemy pieces, neither as danger nor as prey, and what the enemy may drop.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unseen {
    pub pieces: Squares,
    pub drops: bool,
}

impl Unseen {
    const fn is_nothing(&self) -> bool {
        self.pieces.is_empty() && !self.drops
    }
}

/// The best plies of a game that is not over, the best first; `only` these, unless it is empty. The same seed gives the same answer.
pub fn search(
    value: &Value,
    game: &Game,
    effort: Effort,
    only: &[Ply],
    unseen: Unseen,
    seed: u64,
) -> Vec<Candidate> {
    let mut search = Search::new(value, game, effort, unseen, seed);
    search.deepen(game.position(), only)
}

/// One ply at the root.
#[derive(Clone)]
struct Root {
    ply: Ply,
    score: Score,
    is_exact: bool,
    line: Vec<Ply>,
}

struct Search<'a> {
    value: &'a Value,
    effort: Effort,
    unseen: Unseen,
    seed: u64,
    player: Color,
    table: Table,
    nodes: u32,
    is_over: bool,
    /// The keys of the game's positions that may come again, the present one last, then of those on the way to the node.
    path: Vec<u64>,
    /// How many of them the game has had, the present one apart.
    had: usize,
    killers: [[Option<Ply>; 2]; DEEPEST + 1],
    /// How often a ply was good enough, by what moves or drops, and where to.
    history: Vec<[i32; 81]>,
    lines: Vec<Vec<Ply>>,
    lists: Vec<Vec<(i32, Ply)>>,
}

impl<'a> Search<'a> {
    fn new(value: &'a Value, game: &Game, effort: Effort, unseen: Unseen, seed: u64) -> Search<'a> {
        Search {
            value,
            effort,
            unseen,
            seed,
            player: game.position().side_to_move(),
            table: Table::for_nodes(effort.nodes),
            nodes: 0,
            is_over: false,
            path: game.keys().to_vec(),
            had: game.keys().len() - 1,
            killers: [[None; 2]; DEEPEST + 1],
            history: vec![[0; 81]; 20],
            lines: vec![Vec::new(); DEEPEST + 2],
            lists: vec![Vec::new(); DEEPEST + 2],
        }
    }

    fn deepen(&mut self, position: &Position, only: &[Ply]) -> Vec<Candidate> {
        let mut roots: Vec<Root> = self.first_roots(position, only);
        for depth in 1..=self.effort.depth {
            if roots.is_empty() || !self.iterate(position, &mut roots, depth) {
                break;
            }
            let is_decided = roots[0].score.abs() >= DECIDED;
            // What is decided within this depth does not change by looking further.
            if is_decided && WON - roots[0].score.abs() <= depth {
                break;
            }
            if roots.len() == 1 && depth >= 6 {
                break;
            }
        }
        let exact = roots.into_iter().filter(|root| root.is_exact);
        let candidate =
            |Root { ply, score, line, .. }| Candidate { ply, score, chance: chance(score), line };
        exact.take(self.effort.lines.max(1)).map(candidate).collect()
    }

    /// The plies at the root, those that capture most first. Whoever overlooks all of them sees them after all.
    fn first_roots(&mut self, position: &Position, only: &[Ply]) -> Vec<Root> {
        let mut list = Vec::new();
        self.list(position, 0, None, &mut list);
        list.sort_by_key(|(rank, _)| -*rank);
        if list.is_empty() {
            list = position.plies().into_iter().map(|ply| (0, ply)).collect();
        }
        // Whoever has no time for any search has judged the plies at least.
        let root = |(_, ply): (i32, Ply)| {
            let mut after = position.clone();
            after.play_known(ply);
            Root { ply, score: -self.look(&after).0, is_exact: true, line: vec![ply] }
        };
        let wanted = |(_, ply): &(i32, Ply)| only.is_empty() || only.contains(ply);
        list.into_iter().filter(wanted).map(root).collect()
    }

    /// Looks at all plies of the root so deep. Returns whether there was time to finish; if not, what was found counts if as many
    /// plies as are wanted were looked at, those that were best before.
    fn iterate(&mut self, position: &Position, roots: &mut Vec<Root>, depth: i32) -> bool {
        let mut done: Vec<Root> = Vec::with_capacity(roots.len());
        for root in roots.iter() {
            let alpha = kth_best(&done, self.effort.lines.max(1));
            let Some(root) = self.root(position, root, depth, alpha) else { break };
            done.push(root);
        }
        let is_finished = done.len() == roots.len();
        if is_finished || done.len() >= self.effort.lines.max(1) {
            let rest = roots.split_off(done.len());
            *roots = done;
            // A bound that is as good as an exact score is no better.
            roots.sort_by_key(|root| (-root.score, !root.is_exact));
            roots.extend(rest.into_iter().map(|root| Root { is_exact: false, ..root }));
        }
        is_finished
    }

    /// `None` if there was no time.
    fn root(&mut self, position: &Position, root: &Root, depth: i32, alpha: Score) -> Option<Root> {
        let mut after = position.clone();
        after.play_known(root.ply);
        let mut score = if alpha > -WON {
            -self.node(&after, depth - 1, 1, (-alpha - 1, -alpha), true)
        } else {
            WON
        };
        let is_exact = score > alpha;
        if is_exact && !self.is_over {
            score = -self.node(&after, depth - 1, 1, (-WON, -alpha), true);
        }
        if self.is_over {
            return None;
        }
        let mut line = vec![root.ply];
        if score > alpha {
            line.extend_from_slice(&self.lines[1]);
        }
        Some(Root { ply: root.ply, score, is_exact: score > alpha, line })
    }

    /// Counts a position that is visited; true when there is no time for it.
    #[inline]
    fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_RESTS) {
            rest();
        }
        self.is_over |= self.nodes > self.effort.nodes;
        self.is_over
    }

    /// Whether a position that the search comes to counts as a draw: it would be the fourth of the game, or came on the way here, from
    /// where whoever can do no better can come back to it again and again.
    fn is_repeated(&self, key: u64) -> bool {
        let (had, way) = self.path.split_at(self.had);
        let is_same = |other: &&u64| **other == key;
        way.contains(&key) || had.iter().filter(is_same).count() >= 3
    }

    #[inline]
    fn look(&self, position: &Position) -> (Score, Squares) {
        let Look { logit, threatened } = self.value.look(position);
        let mixed = (position.key() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let tremble = (mixed % (2 * TREMBLE as u64 + 1)) as Score - TREMBLE;
        ((logit * 1_000.0).clamp(-MOST as f32, MOST as f32) as Score + tremble, threatened)
    }

    /// The score of a position for its side to move, within a window.
    fn node(
        &mut self,
        position: &Position,
        depth: i32,
        height: usize,
        (mut alpha, beta): (Score, Score),
        may_pass: bool,
    ) -> Score {
        self.lines[height].clear();
        if self.is_repeated(position.key()) {
            return DRAW;
        }
        if depth <= 0 || height >= DEEPEST {
            return self.captures(position, height, (alpha, beta), 0);
        }
        if self.spend() {
            return DRAW;
        }
        let is_wide = beta - alpha > 1;
        let known = self.table.get(position.key());
        if let Some(entry) = known.filter(|entry| !is_wide && entry.depth >= depth) {
            let score = here(entry.score, height);
            match entry.bound {
                Bound::Exact => return score,
                Bound::Least if score >= beta => return score,
                Bound::Most if score <= alpha => return score,
                _ => {}
            }
        }
        let (judged, _) = self.look(position);
        if may_pass && !is_wide && depth >= 2 && judged >= beta && beta > -DECIDED {
            let score = self.pass(position, depth, height, beta);
            if score >= beta {
                return if score >= DECIDED { beta } else { score };
            }
        }
        let mut list = std::mem::take(&mut self.lists[height]);
        self.list(position, height, known.and_then(|entry| entry.best), &mut list);
        let found = if list.is_empty() {
            // Whoever overlooks everything that the enemy may do supposes that nothing happens.
            if position.has_ply() { judged } else { lost(height) }
        } else {
            let from = alpha;
            let best = self.plies(position, depth, height, (&mut alpha, beta), judged, &mut list);
            if !self.is_over {
                let bound = match best.0 {
                    score if score >= beta => Bound::Least,
                    score if score > from => Bound::Exact,
                    _ => Bound::Most,
                };
                self.table.put(position.key(), depth, away(best.0, height), bound, best.1);
            }
            best.0
        };
        self.lists[height] = list;
        found
    }

    /// What the enemy can do if this side passes: if that is not enough for them, it is no better for them after a real ply.
    fn pass(&mut self, position: &Position, depth: i32, height: usize, beta: Score) -> Score {
        let after = position.passed();
        self.path.push(position.key());
        let score = -self.node(&after, depth - 3 - depth / 4, height + 1, (-beta, 1 - beta), false);
        self.path.pop();
        if self.is_over { DRAW - WON } else { score }
    }

    /// The best of the plies, and its score.
    fn plies(
        &mut self,
        position: &Position,
        depth: i32,
        height: usize,
        (alpha, beta): (&mut Score, Score),
        judged: Score,
        list: &mut [(i32, Ply)],
    ) -> (Score, Option<Ply>) {
        let is_wide = beta - *alpha > 1;
        let mut best = (-WON, None);
        self.path.push(position.key());
        for number in 0..list.len() {
            pick(list, number);
            let (rank, ply) = list[number];
            let is_quiet = rank < QUIET_BELOW;
            // Near the end of the search, a quiet ply does not make up for much.
            if is_quiet
                && !is_wide
                && number > 0
                && best.0 > -DECIDED
                && ((depth <= 3 && judged + 250 * depth <= *alpha)
                    || (depth <= 2 && number > 12 * depth as usize))
            {
                continue;
            }
            let mut after = position.clone();
            after.play_known(ply);
            let less = if is_quiet && depth >= 3 && number >= 3 {
                1 + i32::from(number >= 10) + i32::from(number >= 30 && depth >= 5)
            } else {
                0
            };
            let mut score = *alpha + 1;
            if number > 0 {
                let window = (-*alpha - 1, -*alpha);
                score = -self.node(&after, depth - 1 - less, height + 1, window, true);
                if less > 0 && score > *alpha {
                    score = -self.node(&after, depth - 1, height + 1, window, true);
                }
            }
            if number == 0 || (is_wide && score > *alpha && score < beta) {
                score = -self.node(&after, depth - 1, height + 1, (-beta, -*alpha), true);
            }
            if self.is_over {
                break;
            }
            if score > best.0 {
                best = (score, Some(ply));
            }
            if score > *alpha {
                *alpha = score;
                self.note_line(height, ply);
            }
            if score >= beta {
                if is_quiet {
                    self.note_good(position, ply, depth, height);
                }
                break;
            }
        }
        self.path.pop();
        best
    }

    /// Captures, shots and returning Generals only: until nothing is left to take, a judgement says little.
    fn captures(
        &mut self,
        position: &Position,
        height: usize,
        (mut alpha, beta): (Score, Score),
        followed: usize,
    ) -> Score {
        self.lines[height].clear();
        if self.spend() {
            return DRAW;
        }
        if !position.has_ply() {
            return lost(height);
        }
        let (judged, threatened) = self.look(position);
        if judged >= beta || followed >= MOST_CAPTURES || height >= DEEPEST {
            return judged;
        }
        alpha = alpha.max(judged);
        let mut best = judged;
        let mut list = std::mem::take(&mut self.lists[height]);
        list.clear();
        position.for_each_move(|ply| {
            if let Some(gain) = gain(position, ply, threatened)
                && !self.is_unseen(position.side_to_move(), ply)
            {
                list.push((gain, ply));
            }
        });
        for number in 0..list.len() {
            pick(&mut list, number);
            let (_, ply) = list[number];
            let mut after = position.clone();
            after.play_known(ply);
            let score = -self.captures(&after, height + 1, (-beta, -alpha), followed + 1);
            if self.is_over {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.note_line(height, ply);
            }
            if score >= beta {
                break;
            }
        }
        self.lists[height] = list;
        best
    }

    fn note_line(&mut self, height: usize, ply: Ply) {
        let (above, below) = self.lines.split_at_mut(height + 1);
        above[height].clear();
        above[height].push(ply);
        above[height].extend_from_slice(&below[0]);
    }

    fn note_good(&mut self, position: &Position, ply: Ply, depth: i32, height: usize) {
        let killers = &mut self.killers[height];
        if killers[0] != Some(ply) {
            *killers = [Some(ply), killers[0]];
        }
        if let Some((what, to)) = place(position, ply) {
            let often = &mut self.history[what][to.index()];
            *often = (*often + depth * depth).min(HISTORY);
        }
    }

    /// Whether a ply is one that the player overlooks.
    fn is_unseen(&self, side: Color, ply: Ply) -> bool {
        if self.unseen.is_nothing() {
            return false;
        }
        let pieces = self.unseen.pieces;
        match ply {
            Ply::Drop { .. } => side != self.player && self.unseen.drops,
            Ply::Move { from, .. } | Ply::Shot { from, .. } if side != self.player => {
                pieces.contains(from)
            }
            Ply::Move { to, captures, .. } => captures && pieces.contains(to),
            Ply::Shot { to, .. } => pieces.contains(to),
        }
    }

    /// The plies that are noticed, each with its rank: the higher, the earlier it is looked at.
    fn list(
        &self,
        position: &Position,
        height: usize,
        best: Option<Ply>,
        list: &mut Vec<(i32, Ply)>,
    ) {
        list.clear();
        let killers = self.killers[height];
        let side = position.side_to_move();
        position.for_each_ply(|ply| {
            if self.is_unseen(side, ply) {
                return;
            }
            let rank = if Some(ply) == best {
                i32::MAX
            } else if let Some(gain) = gain(position, ply, Squares::EMPTY) {
                QUIET_BELOW + 1_000_000 + gain
            } else if killers.contains(&Some(ply)) {
                QUIET_BELOW - 1
            } else {
                place(position, ply).map_or(0, |(what, to)| self.history[what][to.index()])
            };
            list.push((rank, ply));
        });
    }
}

/// Plies of a rank below this capture nothing.
const QUIET_BELOW: i32 = 10_000_000;
const HISTORY: i32 = 1_000_000;

/// The score that a ply must beat to be among the best `count`.
fn kth_best(done: &[Root], count: usize) -> Score {
    let mut scores: Vec<Score> =
        done.iter().filter(|root| root.is_exact).map(|root| root.score).collect();
    scores.sort_unstable_by_key(|score| -*score);
    scores.get(count - 1).copied().unwrap_or(-WON)
}

/// Brings the ply of the highest rank among those from `number` on to this place.
#[inline]
fn pick(list: &mut [(i32, Ply)], number: usize) {
    let mut best = number;
    for other in number + 1..list.len() {
        if list[other].0 > list[best].0 {
            best = other;
        }
    }
    list.swap(number, best);
}

const fn lost(height: usize) -> Score {
    height as Score - WON
}

/// A score as the table keeps it: a decided game is told by the plies from the position, not from the root.
const fn away(score: Score, height: usize) -> Score {
    match score {
        DECIDED.. => score + height as Score,
        ..=HOPELESS => score - height as Score,
        _ => score,
    }
}

const fn here(score: Score, height: usize) -> Score {
    match score {
        DECIDED.. => score - height as Score,
        ..=HOPELESS => score + height as Score,
        _ => score,
    }
}

/// What a ply takes or brings back, roughly; `None` for a quiet one, and for one that gives more for less where the enemy
/// reaches.
#[inline]
fn gain(position: &Position, ply: Ply, threatened: Squares) -> Option<i32> {
    match ply {
        Ply::Drop { .. } => None,
        Ply::Shot { to, .. } => position.at(to).map(|shot| 2_000 + worth(shot.kind())),
        Ply::Move { from, to, captures, turn } => {
            let taken = if captures { worth(position.at(to)?.kind()) } else { 0 };
            let brought = match turn {
                Turn::Return(general, _) => worth(Kind::General(general)),
                _ => 0,
            };
            if taken + brought == 0 {
                return None;
            }
            let spent = worth(position.at(from)?.kind());
            let is_poor = taken + brought < spent && threatened.contains(to);
            (!is_poor).then_some(8 * (taken + brought) - spent)
        }
    }
}

/// What moves or is dropped, and where to. `None` for a shot.
#[inline]
fn place(position: &Position, ply: Ply) -> Option<(usize, Square)> {
    match ply {
        Ply::Move { from, to, .. } => Some((index(position.at(from)?.kind()), to)),
        Ply::Drop { troop, to } => Some((10 + troop as usize, to)),
        Ply::Shot { .. } => None,
    }
}

/// Plies since the last that took something, or brought a General back.
pub fn quiet(game: &Game) -> u32 {
    let is_quiet = |ply: &&Ply| {
        matches!(
            ply,
            Ply::Move { captures: false, turn: Turn::No | Turn::Yes, .. } | Ply::Drop { .. }
        )
    };
    game.plies().iter().rev().take_while(is_quiet).count() as u32
}

/// Who has won a game that is over by the rules; `None` for a draw and for one that goes on.
pub fn winner(ending: Option<Ending>) -> Option<Color> {
    match ending {
        Some(Ending::NoPly { loser }) => Some(loser.opponent()),
        _ => None,
    }
}
