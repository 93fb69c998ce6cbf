//! Games with random legal moves, from a seed: for tests and benchmarks.
#![allow(dead_code, reason = "each test binary uses its part")]

use salpakan::record::codec::{deployment_count, deployment_from_number};
use salpakan::record::{Declaration, Ply, PublicFlag, Timeline};
use salpakan::rules::{Arbiter, Board, ByColor, Color, Deployment, RuleSet};

/// SplitMix64: a seed always gives the same numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `n`, almost uniform.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn deployment(&mut self, rules: &RuleSet, color: Color) -> Deployment {
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        let number = wide % deployment_count(rules);
        deployment_from_number(rules, color, number).expect("it is below the count")
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clocks {
    None,
    /// 1200+5, with the times of a usual player.
    All,
    /// As `All`, with about every fifth clock missing.
    Some,
    /// Any number.
    Wild,
}

pub struct Game {
    pub timeline: Timeline,
    pub armies: ByColor<Deployment>,
}

/// Plays until the rules end the game, or for `longest` plies.
pub fn random_game(random: &mut Random, rules: &RuleSet, clocks: Clocks, longest: usize) -> Game {
    random_game_from(random, rules, clocks, longest, None)
}

/// Plays a game that the given side begins.
pub fn random_game_from(
    random: &mut Random,
    rules: &RuleSet,
    clocks: Clocks,
    longest: usize,
    first: Option<Color>,
) -> Game {
    let armies = ByColor::from_fn(|color| random.deployment(rules, color));
    let first = first.unwrap_or_else(|| Color::ALL[random.below(2) as usize]);
    let mut arbiter = Arbiter::new(rules, armies.as_ref(), first);
    let mut timeline = Timeline {
        rules: *rules,
        first,
        taken: armies.map(|army| Some(army.squares())),
        plies: Vec::new(),
        ending: None,
        declared: Vec::new(),
        flags: ByColor::default(),
    };
    let mut board = timeline.start();
    let mut clock = [1200_u32; 2];
    while timeline.plies.len() < longest && !arbiter.is_over() {
        let mv = random_move(random, &board);
        let said = arbiter.play(mv).expect("it is a legal move");
        board.apply(mv, said.verdict);
        let side = timeline.plies.len() % 2;
        let clock = tick(random, clocks, &mut clock[side]);
        timeline.plies.push(Ply { mv, verdict: said.verdict, clock });
        if let Some((challenger, defender)) = said.declared {
            let ply = timeline.len();
            timeline.declared.push(Declaration { ply, challenger, defender });
        }
        timeline.ending = said.ending;
    }
    timeline.flags = public_flags(random, &timeline, &armies);
    Game { timeline, armies }
}

/// The information of the plies in bits, if all legal moves and all verdicts are equally likely.
pub fn ideal_bits(timeline: &Timeline) -> f64 {
    let mut board = timeline.start();
    let mut bits = 0.0;
    for ply in &timeline.plies {
        bits += f64::from(board.move_count()).log2();
        bits += if ply.verdict.is_some() { 3_f64.log2() } else { 0.0 };
        board.apply(ply.mv, ply.verdict);
    }
    bits
}

fn random_move(random: &mut Random, board: &Board) -> salpakan::rules::Move {
    let index = random.below(u64::from(board.move_count()));
    board.moves().nth(index as usize).expect("it is below the count")
}

fn tick(random: &mut Random, clocks: Clocks, clock: &mut u32) -> Option<u32> {
    let used = if random.below(20) == 0 { random.below(100) } else { random.below(12) };
    *clock = (*clock + 5).saturating_sub(used as u32);
    match clocks {
        Clocks::None => None,
        Clocks::All => Some(*clock),
        Clocks::Some => (random.below(5) > 0).then_some(*clock),
        Clocks::Wild => Some(random.next() as u32 >> random.below(32)),
    }
}

/// Public Flags as required by the option; otherwise each owner in every fourth game reveals theirs
/// at some ply.
fn public_flags(
    random: &mut Random,
    timeline: &Timeline,
    armies: &ByColor<Deployment>,
) -> ByColor<Option<PublicFlag>> {
    ByColor::from_fn(|color| {
        let origin = armies[color].flag()?;
        if timeline.rules.options().open_flag {
            return Some(PublicFlag { since: 0, origin });
        }
        let revealed = random.below(4) == 0;
        let since = 1 + random.below(u64::from(timeline.len()).max(1)) as u32;
        (revealed && since <= timeline.len()).then_some(PublicFlag { since, origin })
    })
}

/// Every preset with every option, and armies of all sizes.
pub const RULE_SETS: [&str; 15] = [
    "standard",
    "electronic",
    "eleven",
    "krig",
    "standard+open-challenges",
    "standard+open-flag",
    "standard+promotion",
    "krig+open-challenges+open-flag+promotion",
    "standard+army=F",
    "standard+army=FP",
    "krig+army=F",
    "krig+army=FSSPPPPPPPPPPPPPPPPPPPPPPPP",
    "standard+army=FSSPP5544332211CCLLMMKKAABB",
    "krig+army=FSSPP5544332211CCLLMMKKAABB",
    "eleven+army=FSPPP54321C+open-challenges",
];

/// The parsed [`RULE_SETS`].
pub fn rule_sets() -> Vec<RuleSet> {
    RULE_SETS.iter().map(|key| key.parse().expect("a key of a rule-set")).collect()
}
