//! Set-ups by a mixed strategy: no two alike, so that none can be learned by heart.

use salpakan::rules::{Color, Deployment, Draft, Rank, RuleSet, Square, Zone};
use salpakan_bot::{Random, advance_one};

use crate::belief::unit;
use crate::personality::Personality;
use crate::rest::rest;
use crate::value::Value;
use crate::world::{Piece, Turns, World};

/// A legal set-up: each rank has preferences for squares, to which chance is added (Gumbel noise, so that squares are drawn in
/// proportion to the exponential of the preference). A share of the pieces, `scatters`, is placed without any, the Flag like others.
/// `None` only for an army that cannot be deployed.
pub fn deploy(
    rules: &RuleSet,
    color: Color,
    personality: Option<Personality>,
    scatters: f32,
    random: &mut Random,
) -> Option<Deployment> {
    let mut free: Vec<Square> = Square::all().filter(|square| square.depth(color) < 3).collect();
    let army = rules.army();
    let mut pieces: Vec<(Square, Rank)> = Vec::with_capacity(army.size());
    let mut flag = None;
    for rank in ORDER {
        for _ in 0..army.count(rank) {
            let anywhere = scatters > 0.0 && unit(random) < scatters;
            let drawn = |square: &Square| {
                let noise = gumbel(random);
                if anywhere {
                    return noise;
                }
                let own = personality.map_or(0.0, |one| one.preference(rank, *square, color, flag));
                preference(rank, *square, color, flag) + own + noise
            };
            let scores: Vec<f32> = free.iter().map(drawn).collect();
            let best = (0..free.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]))?;
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

/// Enemy set-ups that each of the own is judged against.
const ENEMIES: usize = 24;
/// How evenly it chooses among set-ups that it judged: one whose chance is better by this is e times as likely.
const EVENNESS: f32 = 0.02;

/// One of these set-ups of a color, drawn by the chance that `value` gives each of them against enemy ones drawn by [`deploy`], either
/// side beginning. `None` if there are none.
pub fn choose(
    rules: &RuleSet,
    color: Color,
    drafts: Vec<Deployment>,
    value: &Value,
    random: &mut Random,
) -> Option<Deployment> {
    let enemy = color.opponent();
    let drawn = |_| deploy(rules, enemy, None, 0.0, random);
    let enemies: Vec<Deployment> = (0..ENEMIES).filter_map(drawn).collect();
    let mut buffer = Vec::new();
    let mut best: Option<(f32, Deployment)> = None;
    for draft in drafts {
        rest();
        let mut chance = 0.0;
        for army in &enemies {
            let of = |first| opening(rules, first, [(color, &draft), (enemy, army)]);
            chance += value.chance(&of(color), &mut buffer);
            chance += 1.0 - value.chance(&of(enemy), &mut buffer);
        }
        let score = chance / (2 * enemies.len().max(1)) as f32 + EVENNESS * gumbel(random);
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, draft));
        }
    }
    best.map(|(_, draft)| draft)
}

/// The position before the first ply.
fn opening(rules: &RuleSet, first: Color, armies: [(Color, &Deployment); 2]) -> World {
    let mut world = World::empty(Turns::of(rules), first);
    for (color, army) in armies {
        for (square, rank) in army.pieces() {
            world.put(color, square, Piece { rank, ..Piece::FRESH });
        }
    }
    world
}

/// Chance that turns scores into a draw in proportion to their exponentials, if the highest sum is taken (Gumbel noise).
fn gumbel(random: &mut Random) -> f32 {
    -(-unit(random).max(1e-9).ln()).max(1e-9).ln()
}

/// The most particular first.
const ORDER: [Rank; Rank::COUNT] = [
    Rank::Flag,
    Rank::Spy,
    Rank::GeneralOfTheArmy,
    Rank::General,
    Rank::LieutenantGeneral,
    Rank::MajorGeneral,
    Rank::BrigadierGeneral,
    Rank::Colonel,
    Rank::Private,
    Rank::Sergeant,
    Rank::LieutenantColonel,
    Rank::Major,
    Rank::Captain,
    Rank::FirstLieutenant,
    Rank::SecondLieutenant,
];

/// How much a rank likes a square, as the logarithm of a weight.
fn preference(rank: Rank, square: Square, color: Color, flag: Option<Square>) -> f32 {
    let depth = f32::from(square.depth(color));
    let beside = flag.is_some_and(|flag| flag.is_next_to(square));
    let beside = f32::from(u8::from(beside));
    match rank {
        Rank::Flag => 1.0 - 2.0 * depth,
        Rank::Spy => 0.8 - (depth - 1.0).abs() + 0.5 * beside,
        Rank::Private => 0.5 * depth + 0.5 * beside,
        Rank::GeneralOfTheArmy | Rank::General => 0.7 * depth,
        Rank::Sergeant | Rank::SecondLieutenant => beside - 0.3 * depth,
        _ => 0.4 * depth,
    }
}
