//! Deploys armies roughly as people do.

use salpakan::rules::{Color, Deployment, Draft, Rank, RuleSet, Square, Zone};

use super::{Random, Skill};

/// A legal deployment: the Flag far back, guards beside it, the rest by preference.
///
/// Each rank has a preference for each square, to which randomness is added; ranks choose in order,
/// the most particular first.
pub fn deploy(
    rules: &RuleSet,
    color: Color,
    skill: Skill,
    random: &mut Random,
) -> Option<Deployment> {
    let mut free: Vec<Square> = Square::all().filter(|square| square.depth(color) < 3).collect();
    random.shuffle(&mut free);
    let army = rules.army();
    // Beginners often place their pieces anywhere.
    let wild = random.chance((1000 - skill.0) * 9 / 10);
    let mut pieces = Vec::with_capacity(army.size());
    let mut flag = None;
    for rank in ORDER {
        for _ in 0..army.count(rank) {
            let liking = |square: &Square| {
                if wild { 0 } else { likes(rank, *square, color, flag) }
            };
            let scored = free.iter().enumerate().map(|(n, square)| {
                // The order was shuffled, so ties are broken at random.
                (liking(square) + (n as i32 % 7), n)
            });
            let (_, best) = scored.max()?;
            let square = free.swap_remove(best);
            if rank == Rank::Flag {
                flag = Some(square);
            }
            pieces.push((square, rank));
        }
    }
    if rules.zone() == Zone::HomeAndBorder && random.chance(500) {
        advance_one(&mut pieces, color, random);
    }
    Draft::new(color, pieces).check(rules).ok()
}

/// Under krig one piece may be on the border.
pub fn advance_one(pieces: &mut [(Square, Rank)], color: Color, random: &mut Random) {
    let row = if color == Color::White { 3 } else { 4 };
    let chosen = random.below(pieces.len() as u32) as usize;
    let (square, rank) = pieces[chosen];
    if rank != Rank::Flag
        && let Some(border) = Square::new(square.file(), row)
    {
        pieces[chosen].0 = border;
    }
}

const ORDER: [Rank; Rank::COUNT] = [
    Rank::Flag,
    Rank::Spy,
    Rank::GeneralOfTheArmy,
    Rank::General,
    Rank::Private,
    Rank::Sergeant,
    Rank::LieutenantGeneral,
    Rank::MajorGeneral,
    Rank::BrigadierGeneral,
    Rank::Colonel,
    Rank::LieutenantColonel,
    Rank::Major,
    Rank::Captain,
    Rank::FirstLieutenant,
    Rank::SecondLieutenant,
];

/// The preference of a rank for a square, in points.
fn likes(rank: Rank, square: Square, color: Color, flag: Option<Square>) -> i32 {
    let depth = i32::from(square.depth(color));
    let beside = flag.is_some_and(|flag| flag.is_next_to(square));
    match rank {
        Rank::Flag => 6 - 5 * depth,
        Rank::Private => 3 * depth + if beside { 3 } else { 0 },
        Rank::Spy => 4 - depth + if beside { 4 } else { 0 },
        Rank::GeneralOfTheArmy | Rank::General => 2 * depth,
        Rank::Sergeant | Rank::SecondLieutenant => 2 - depth + if beside { 5 } else { 0 },
        _ => depth,
    }
}
