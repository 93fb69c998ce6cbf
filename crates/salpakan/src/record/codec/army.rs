//! Binary format of the secret half of one side: which rank is on which of its squares.

use crate::rules::{Color, Deployment, Draft, Rank, RuleSet, Square, Squares};

use super::bytes::{bytes_below, read_fixed};
use super::footprint::{footprint, footprint_count, footprint_number};
use super::{CodecError, CodecFault};

/// The encoded arrangement of one side's ranks: 7 bytes for `standard`, always the same length for
/// a rule-set. As secret as the deployment; `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ArmyBytes {
    bytes: [u8; 16],
    length: u8,
}

impl ArmyBytes {
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

impl AsRef<[u8]> for ArmyBytes {
    fn as_ref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl std::fmt::Debug for ArmyBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ArmyBytes(..)")
    }
}

/// The length of the result of [`encode_army`] for this rule-set.
pub fn army_bytes(rules: &RuleSet) -> usize {
    bytes_below(arrangement_count(rules))
}

/// The number of ways to arrange an army's ranks on given squares: 21!/(6! 2!) for `standard`.
pub fn arrangement_count(rules: &RuleSet) -> u128 {
    let mut count = 1;
    let mut placed = 0;
    for pieces in rules.army().counts() {
        for place in 1..=u128::from(pieces) {
            placed += 1;
            // Each step yields a binomial coefficient, so the division is exact.
            count = count * placed / place;
        }
    }
    count
}

/// Encodes the arrangement of `deployment`, a legal one of `rules`.
pub fn encode_army(rules: &RuleSet, deployment: &Deployment) -> ArmyBytes {
    let bytes = arrangement(rules, deployment).to_le_bytes();
    ArmyBytes { bytes, length: army_bytes(rules) as u8 }
}

/// Decodes the deployment of `color` on the squares `taken`.
///
/// # Errors
/// Returns a [`CodecError`] if the length differs from [`army_bytes`], the bytes are not an
/// arrangement, or the squares are not those of an army.
pub fn decode_army(
    rules: &RuleSet,
    color: Color,
    taken: Squares,
    bytes: &[u8],
) -> Result<Deployment, CodecError> {
    let fault = |fault| CodecError::new(0, fault);
    match bytes.len().cmp(&army_bytes(rules)) {
        std::cmp::Ordering::Less => return Err(fault(CodecFault::Truncated)),
        std::cmp::Ordering::Greater => return Err(fault(CodecFault::TrailingBytes)),
        std::cmp::Ordering::Equal => {}
    }
    if footprint_number(rules, color, taken).is_none() {
        return Err(fault(CodecFault::WrongSquares));
    }
    arranged(rules, color, taken, read_fixed(bytes)).ok_or(fault(CodecFault::OutOfRange))
}

/// The number of deployments of a side: 27!/(6! 6! 2!) = 10,502,381,800,172,021,760,000 for
/// `standard`.
pub fn deployment_count(rules: &RuleSet) -> u128 {
    u128::from(footprint_count(rules)) * arrangement_count(rules)
}

/// The number of a legal deployment of `rules`, below [`deployment_count`]: footprint x
/// arrangements + arrangement. Both sides number alike, from their own back row.
pub fn deployment_number(rules: &RuleSet, deployment: &Deployment) -> u128 {
    let footprint = footprint_number(rules, deployment.color(), deployment.squares());
    let footprint = footprint.expect("a legal deployment takes its army's squares");
    u128::from(footprint) * arrangement_count(rules) + arrangement(rules, deployment)
}

/// The deployment of `color` with this number.
///
/// # Errors
/// Returns [`CodecFault::OutOfRange`] from [`deployment_count`] on.
pub fn deployment_from_number(
    rules: &RuleSet,
    color: Color,
    number: u128,
) -> Result<Deployment, CodecError> {
    let arrangements = arrangement_count(rules);
    u64::try_from(number / arrangements)
        .ok()
        .and_then(|place| footprint(rules, color, place))
        .and_then(|taken| arranged(rules, color, taken, number % arrangements))
        .ok_or(CodecError::new(0, CodecFault::OutOfRange))
}

/// The lexicographic number among the arrangements of the army, with squares in order from the own
/// back row, and ranks in the order of [`Rank::ALL`].
fn arrangement(rules: &RuleSet, deployment: &Deployment) -> u128 {
    let mut left = rules.army().counts();
    let mut pieces = rules.army().size() as u128;
    let (mut number, mut ways) = (0, arrangement_count(rules));
    for (_, rank) in deployment.pieces() {
        let smaller: u8 = left[..rank.index()].iter().sum();
        let own = &mut left[rank.index()];
        number += ways * u128::from(smaller) / pieces;
        ways = ways * u128::from(*own) / pieces;
        *own -= 1;
        pieces -= 1;
    }
    number
}

/// The deployment with that arrangement, if there is one.
fn arranged(rules: &RuleSet, color: Color, taken: Squares, mut number: u128) -> Option<Deployment> {
    let mut left = rules.army().counts();
    let mut ways = arrangement_count(rules);
    if number >= ways {
        return None;
    }
    let squares = local_order(color, taken);
    let mut pieces = Vec::with_capacity(squares.len());
    for (done, square) in squares.iter().enumerate() {
        let remaining = (squares.len() - done) as u128;
        let (rank, smaller) = rank_holding(&left, number * remaining / ways)?;
        let own = &mut left[rank.index()];
        number -= ways * u128::from(smaller) / remaining;
        ways = ways * u128::from(*own) / remaining;
        *own -= 1;
        pieces.push((*square, rank));
    }
    Draft::new(color, pieces).check(rules).ok()
}

/// The rank of the piece at this position among those left, and the number of pieces before its
/// rank.
fn rank_holding(left: &[u8; Rank::COUNT], place: u128) -> Option<(Rank, u8)> {
    let mut before = 0;
    for (rank, count) in Rank::ALL.into_iter().zip(left) {
        if place < u128::from(before + count) {
            return Some((rank, before));
        }
        before += count;
    }
    None
}

/// Squares from the own back row on, files `a` to `i`.
fn local_order(color: Color, taken: Squares) -> Vec<Square> {
    let mut squares: Vec<Square> = taken.iter().collect();
    squares.sort_by_key(|square| (square.depth(color), square.file()));
    squares
}
