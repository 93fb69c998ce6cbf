//! Chooses a move: a few candidates, scored by tables.

use std::sync::LazyLock;

use salpakan::rules::{Board, Color, Direction, Move, Rank, RuleSet, SQUARES, Square, Verdict};

use super::{Eyes, Random};

/// The playing strength of a bot, 0 to 1000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skill(pub u32);

/// The cost of losing a piece, by rank.
const WORTH: [i32; Rank::COUNT] = [95, 80, 68, 60, 52, 45, 40, 36, 32, 28, 25, 22, 16, 60, 2_000];

/// Precomputed scores by own rank and by the strongest own rank that the enemy piece has captured
/// (index + 1; 0 for none), for the standard army.
pub struct Tables {
    /// The expected gain of a challenge.
    challenge: [[i16; Rank::COUNT + 1]; Rank::COUNT],
    /// The risk of standing beside the enemy piece.
    danger: [[i16; Rank::COUNT + 1]; Rank::COUNT],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables {
        challenge: [[0; Rank::COUNT + 1]; Rank::COUNT],
        danger: [[0; Rank::COUNT + 1]; Rank::COUNT],
    };
    for rank in Rank::ALL {
        for beaten in 0..=Rank::COUNT {
            let (challenge, danger) = weigh(rank, beaten);
            tables.challenge[rank.index()][beaten] = challenge;
            tables.danger[rank.index()][beaten] = danger;
        }
    }
    tables
});

/// The expected gain of challenging such a piece, and the risk of being challenged by it.
fn weigh(rank: Rank, beaten: usize) -> (i16, i16) {
    let (wins, splits) = chances(rank, beaten);
    let loses = 1000 - wins - splits;
    let worth = WORTH[rank.index()];
    // A piece that has captured a high rank is worth more.
    let prize = if beaten == 0 { 42 } else { 30 + WORTH[beaten - 1] };
    let challenge = 90 + (wins * prize - loses * worth + splits * (prize - worth)) / 1000;
    (challenge as i16, (loses * worth.min(400) / 1000) as i16)
}

/// The probabilities, in thousandths, that a rank wins or splits against a piece that captured
/// `beaten`.
fn chances(own: Rank, beaten: usize) -> (i32, i32) {
    let army = RuleSet::STANDARD.army();
    let lost = beaten.checked_sub(1).and_then(Rank::from_index);
    let (mut total, mut wins, mut splits) = (0, 0, 0);
    for enemy in Rank::ALL {
        if lost.is_some_and(|lost| Verdict::of(enemy, lost) != Verdict::ChallengerWins) {
            continue;
        }
        let count = i32::from(army.count(enemy));
        total += count;
        match Verdict::of(own, enemy) {
            Verdict::ChallengerWins => wins += count,
            Verdict::Split => splits += count,
            Verdict::DefenderWins => {}
        }
    }
    (wins * 1000 / total.max(1), splits * 1000 / total.max(1))
}

/// The best-scored move of those that the bot considers.
pub fn choose(eyes: &Eyes, board: &Board, skill: Skill, random: &mut Random) -> Option<Move> {
    let view = View { tables: &TABLES, eyes, board, deepest: deepest(eyes, board) };
    // A stronger player considers more moves, and scores each with less error.
    let looks = 2 + skill.0 * 10 / 1000;
    let error = 6 + (1000 - skill.0) * 380 / 1000;
    let mut best: Option<(i32, Move)> = None;
    for _ in 0..looks {
        let Some(m) = glance(board, random) else { continue };
        let score = view.score(m) + random.below(error) as i32;
        if best.is_none_or(|(top, _)| score > top) {
            best = Some((score, m));
        }
    }
    // Without candidates, takes any move.
    best.map(|(_, m)| m).or_else(|| board.move_at(random.below(board.move_count())))
}

/// A random step: the next own piece from some square, in some direction.
#[inline]
fn glance(board: &Board, random: &mut Random) -> Option<Move> {
    let own = board.standing(board.to_move());
    let bits = random.bits();
    let start = ((bits >> 32) * SQUARES as u64) >> 32;
    let after = own.bits() >> start;
    let index = if after == 0 {
        own.bits().trailing_zeros()
    } else {
        start as u32 + after.trailing_zeros()
    };
    let from = Square::from_index(index as usize)?;
    let to = from.step(Direction::ALL[(bits & 3) as usize])?;
    (!own.contains(to)).then_some(Move { from, to })
}

/// The depth of the enemy piece that is farthest from the own side.
fn deepest(eyes: &Eyes, board: &Board) -> u8 {
    let me = eyes.color();
    let bits = board.standing(me.opponent()).bits();
    let index = match me {
        Color::White => 127_u32.saturating_sub(bits.leading_zeros()),
        Color::Black => bits.trailing_zeros(),
    };
    Square::from_index(index as usize).map_or(0, |square| square.depth(me))
}

/// A position as seen by one bot.
struct View<'a> {
    tables: &'a Tables,
    eyes: &'a Eyes,
    board: &'a Board,
    deepest: u8,
}

impl View<'_> {
    fn score(&self, m: Move) -> i32 {
        let Some(rank) = self.eyes.own(m.from) else { return i32::MIN / 2 };
        let me = self.eyes.color();
        if self.board.is_challenge(m) {
            let home = self.eyes.is_unmoved(m.to) && m.to.depth(me) >= 6;
            let hope = if home { 14 } else { 0 };
            return hope + i32::from(self.tables.challenge[rank.index()][self.eyes.beaten(m.to)]);
        }
        let depth = m.from.depth(me);
        let forward = i32::from(m.to.depth(me)) - i32::from(depth);
        let risks = &self.tables.danger[rank.index()];
        let danger = self.danger(risks, m.to) - self.danger(risks, m.from);
        if rank == Rank::Flag {
            return self.flag(m, forward) - danger;
        }
        // Beyond the last enemy there is nobody left to challenge.
        let towards = if depth > self.deepest { -forward } else { forward };
        10 + towards * 34 - danger / 4
    }

    /// The risk of standing on `square`, from the adjacent enemies.
    #[inline]
    fn danger(&self, risks: &[i16; Rank::COUNT + 1], square: Square) -> i32 {
        let enemies = self.board.standing(self.eyes.color().opponent());
        let near = square.neighbours().intersection(enemies);
        near.iter().map(|enemy| i32::from(risks[self.eyes.beaten(enemy)])).max().unwrap_or(0)
    }

    /// The Flag stays at home until the way is free, then runs.
    fn flag(&self, m: Move, forward: i32) -> i32 {
        let me = self.eyes.color();
        let enemies = self.board.standing(me.opponent());
        let ahead = enemies.iter().filter(|square| {
            let files = i32::from(square.file()) - i32::from(m.to.file());
            square.depth(me) > m.from.depth(me) && files.abs() <= 1
        });
        match ahead.count() {
            0 => 60 + forward * 120,
            1 if enemies.len() <= 8 => 20 + forward * 40,
            _ => -60,
        }
    }
}
