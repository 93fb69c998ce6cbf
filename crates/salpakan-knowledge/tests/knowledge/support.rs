//! Random games under any rule-set, from a seed.

use salpakan::record::{Declaration, Ply, PublicFlag, Timeline};
use salpakan::rules::{
    Announcement, Arbiter, Board, ByColor, Color, Deployment, Draft, Move, Rank, RuleSet, Square,
    Squares,
};

/// A random number generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

/// A game with both armies, which only tests have.
pub struct Game {
    pub timeline: Timeline,
    pub armies: ByColor<Deployment>,
}

pub fn rules(key: &str) -> RuleSet {
    key.parse().expect("a rule-set")
}

/// The pieces of an army, by rank.
pub fn pieces(rules: &RuleSet) -> Vec<Rank> {
    let count = |rank: &Rank| rules.army().count(*rank) as usize;
    Rank::ALL.into_iter().flat_map(|rank| std::iter::repeat_n(rank, count(&rank))).collect()
}

pub fn deployment(rules: &RuleSet, color: Color, squares: Squares, ranks: &[Rank]) -> Deployment {
    let pieces = squares.iter().zip(ranks.iter().copied()).collect();
    Draft::new(color, pieces).check(rules).expect("a deployment")
}

/// An army at random home squares.
pub fn deploy(random: &mut Random, rules: &RuleSet, color: Color) -> Deployment {
    let mut home: Vec<Square> = Square::all().filter(|square| square.depth(color) < 3).collect();
    random.shuffle(&mut home);
    let mut ranks = pieces(rules);
    random.shuffle(&mut ranks);
    let squares = home.into_iter().take(ranks.len()).collect();
    deployment(rules, color, squares, &ranks)
}

/// A move that advances the game, more often than not.
fn choose(random: &mut Random, board: &Board) -> Move {
    let moves: Vec<Move> = board.moves().collect();
    let me = board.to_move();
    let challenges: Vec<Move> = moves.iter().copied().filter(|m| board.is_challenge(*m)).collect();
    if !challenges.is_empty() && !random.one_in(3) {
        return challenges[random.below(challenges.len())];
    }
    let ahead: Vec<Move> =
        moves.iter().copied().filter(|m| m.to.depth(me) > m.from.depth(me)).collect();
    let among = if ahead.is_empty() || random.one_in(4) { &moves } else { &ahead };
    among[random.below(among.len())]
}

/// Plays until the game ends by rule, or for `most` plies.
pub fn play(random: &mut Random, rules: &RuleSet, most: usize) -> Game {
    let armies = ByColor::from_fn(|color| deploy(random, rules, color));
    let first = if random.one_in(2) { Color::White } else { Color::Black };
    play_with(random, rules, armies, first, most)
}

pub fn play_with(
    random: &mut Random,
    rules: &RuleSet,
    armies: ByColor<Deployment>,
    first: Color,
    most: usize,
) -> Game {
    let mut arbiter = Arbiter::new(rules, armies.as_ref(), first);
    let taken = armies.map(|army| army.squares());
    let mut board = Board::new(taken, first);
    let mut flags = ByColor::default();
    for (color, army) in armies.iter() {
        if rules.options().open_flag {
            flags[color] = army.flag().map(|origin| PublicFlag { since: 0, origin });
        } else if random.one_in(5) {
            let since = random.below(most) as u32;
            flags[color] = army.flag().map(|origin| PublicFlag { since, origin });
        }
    }
    let mut timeline = Timeline {
        rules: *rules,
        first,
        taken: taken.map(Some),
        plies: Vec::new(),
        ending: None,
        declared: Vec::new(),
        flags,
    };
    while timeline.plies.len() < most && timeline.ending.is_none() {
        let mv = choose(random, &board);
        let said = arbiter.play(mv).expect("a legal move");
        board.apply(mv, said.verdict);
        timeline.plies.push(Ply { mv, verdict: said.verdict, clock: None });
        if let Some((challenger, defender)) = said.declared {
            let ply = timeline.len();
            timeline.declared.push(Declaration { ply, challenger, defender });
        }
        timeline.ending = said.ending;
    }
    Game { timeline, armies }
}

/// All distinct permutations of a sorted list, in order.
pub fn orders(sorted: &[Rank]) -> Vec<Vec<Rank>> {
    let mut all = vec![sorted.to_vec()];
    let mut order = sorted.to_vec();
    loop {
        let Some(pivot) = (1..order.len()).rev().find(|&i| order[i - 1] < order[i]) else {
            return all;
        };
        let next = (pivot..order.len()).rev().find(|&i| order[i] > order[pivot - 1]);
        order.swap(pivot - 1, next.expect("the pivot is lower than one behind it"));
        order[pivot..].reverse();
        all.push(order.clone());
    }
}

/// The arbiter's announcement of ply `number`, as recorded in the timeline.
pub fn said(timeline: &Timeline, number: u32) -> Announcement {
    let declared = timeline.declared.iter().find(|said| said.ply == number);
    Announcement {
        verdict: timeline.plies[number as usize - 1].verdict,
        declared: declared.map(|said| (said.challenger, said.defender)),
        ending: timeline.ending.filter(|_| number == timeline.len()),
    }
}
