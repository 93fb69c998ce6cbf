//! Bluffs, by a definition that needs records only (`docs/knowledge.md`).

use salpakan::record::{FullRecord, Timeline};
use salpakan::rules::{Army, Board, ByColor, Color, Rank, Square, Squares, Verdict};

use super::{Belief, Ledger};

/// The opponent's reaction to a threat within their next two plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// The opponent challenged the threatening piece.
    Called(Verdict),
    /// A threatened piece moved out of reach.
    Believed,
    /// Neither, or the threatening piece moved first.
    Open,
}

/// A plain move by which a piece came beside an enemy piece that was not adjacent before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Threat {
    pub ply: u32,
    pub color: Color,
    pub origin: Square,
    /// The piece's expected strength in the opponent's view, as a percentile of the army, 0 to 1.
    pub seen: f64,
    /// Its true percentile.
    pub truth: f64,
    pub reply: Reply,
}

impl Threat {
    /// How much stronger it looked than it is, -1 to 1; a positive value is a bluff.
    pub fn value(&self) -> f64 {
        self.seen - self.truth
    }
}

/// A summary of a side's threats.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BluffIndex {
    pub threats: u32,
    /// The mean of [`Threat::value`]; 0 without threats.
    pub mean: f64,
    pub called: u32,
    pub believed: u32,
}

/// All threats in a revealed record, by ply; none without deployments.
pub fn threats(record: &FullRecord, ledger: &Ledger) -> Vec<Threat> {
    let (Some(white), Some(black)) = (&record.armies().white, &record.armies().black) else {
        return Vec::new();
    };
    let timeline = record.timeline();
    let percentiles = percentiles(&timeline.rules.army());
    let armies = ByColor::new(white, black);
    let mut found = Vec::new();
    let mut board = timeline.start();
    for (number, ply) in (1_u32..).zip(&timeline.plies) {
        let mover = board.to_move();
        let Some(piece) = board.piece_at(ply.mv.from) else { break };
        let before = beside(&board, ply.mv.from, mover);
        board.apply(ply.mv, ply.verdict);
        let ends = number == timeline.len() && timeline.ending.is_some();
        let fresh = beside(&board, ply.mv.to, mover).without(before);
        if ply.verdict.is_some() || ends || fresh.is_empty() {
            continue;
        }
        let beliefs = ledger.knowledge[mover.opponent()].at(number);
        let (Some(belief), Some(rank)) =
            (beliefs.piece(piece.origin), armies[mover].rank_at(piece.origin))
        else {
            continue;
        };
        found.push(Threat {
            ply: number,
            color: mover,
            origin: piece.origin,
            seen: seen(&belief, &percentiles),
            truth: percentiles[belief.by_now(rank).index()],
            reply: reply(timeline, number, board.clone(), ply.mv.to, fresh),
        });
    }
    found
}

/// The believed bluff of `color` with the highest value; the first of equals.
pub fn best_bluff(threats: &[Threat], color: Color) -> Option<&Threat> {
    let believed = threats
        .iter()
        .filter(|threat| threat.color == color && threat.reply == Reply::Believed)
        .filter(|threat| threat.value() > 0.0);
    believed.reduce(|best, threat| if threat.value() > best.value() { threat } else { best })
}

/// A summary of the threats of `color`.
pub fn bluff_index(threats: &[Threat], color: Color) -> BluffIndex {
    let mut index = BluffIndex::default();
    let mut sum = 0.0;
    for threat in threats.iter().filter(|threat| threat.color == color) {
        index.threats += 1;
        sum += threat.value();
        index.called += u32::from(matches!(threat.reply, Reply::Called(_)));
        index.believed += u32::from(threat.reply == Reply::Believed);
    }
    index.mean = sum / f64::from(index.threats.max(1));
    index
}

/// By rank: the share of the army that is weaker, with equals counted half. The strength of a rank is the share of the
/// army that it beats as the challenger, with splits counted half.
pub fn percentiles(army: &Army) -> [f64; Rank::COUNT] {
    let strength = |rank: Rank| -> u32 {
        let against = |other: Rank| {
            let worth = match Verdict::of(rank, other) {
                Verdict::ChallengerWins => 2,
                Verdict::Split => 1,
                Verdict::DefenderWins => 0,
            };
            worth * u32::from(army.count(other))
        };
        Rank::ALL.into_iter().map(against).sum()
    };
    let strengths = Rank::ALL.map(strength);
    Rank::ALL.map(|rank| {
        let own = strengths[rank.index()];
        let weaker = |other: Rank| {
            let halves = match strengths[other.index()].cmp(&own) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            };
            halves * u32::from(army.count(other))
        };
        let halves: u32 = Rank::ALL.into_iter().map(weaker).sum();
        f64::from(halves) / (2.0 * army.size() as f64)
    })
}

/// The expected percentile of a piece with its current rank.
fn seen(belief: &Belief<'_>, percentiles: &[f64; Rank::COUNT]) -> f64 {
    let weigh = |rank: Rank| belief.probability_now(rank) * percentiles[rank.index()];
    belief.possible().iter().map(weigh).sum()
}

/// The squares beside `square` with enemies of `color`.
fn beside(board: &Board, square: Square, color: Color) -> Squares {
    square.neighbours().intersection(board.standing(color.opponent()))
}

/// The reaction to a threat of the piece on `square` against pieces on `threatened`, from the board after it.
fn reply(
    timeline: &Timeline,
    ply: u32,
    mut board: Board,
    square: Square,
    threatened: Squares,
) -> Reply {
    let threatening = board.to_move().opponent();
    for next in timeline.plies.iter().skip(ply as usize).take(3) {
        let is_reply = board.to_move() != threatening;
        match next.verdict {
            Some(verdict) if is_reply && next.mv.to == square => return Reply::Called(verdict),
            // Any step leads out of reach: if two squares are one step apart, no third square is adjacent to both.
            None if is_reply && threatened.contains(next.mv.from) => return Reply::Believed,
            _ if !is_reply && next.mv.from == square => return Reply::Open,
            _ => {}
        }
        board.apply(next.mv, next.verdict);
    }
    Reply::Open
}
