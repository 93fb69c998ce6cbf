//! How likely each rank is for each enemy piece: by where people deploy it, and by what its plies tell.

use salpakan::rules::{Color, FILES, LOCAL_SQUARES, Move, Rank, Square};
use salpakan_bot::Random;
use salpakan_knowledge::Ranks;

use crate::Sight;
use crate::belief::{Guesses, Row};
use crate::policy::{Outlook, Policy};
use crate::rest::rest;
use crate::world::World;

/// How far plies are believed: whoever plays is not the policy, and plies of one piece depend on each other.
const TRUST: f32 = 0.6;
/// A ply says no more than this, as a logarithm.
const MOST: f32 = 3.0;

/// How much likelier each rank is on each square than by chance, the own back row first, from the left.
#[derive(Clone)]
pub struct Prior(pub Vec<Row>);

impl Prior {
    pub fn uniform() -> Prior {
        Prior(vec![[1.0; Rank::COUNT]; LOCAL_SQUARES])
    }

    fn on(&self, color: Color, origin: Square) -> &Row {
        let file = match color {
            Color::White => origin.file(),
            Color::Black => FILES - 1 - origin.file(),
        };
        let place = usize::from(origin.depth(color) * FILES + file);
        &self.0[place.min(LOCAL_SQUARES - 1)]
    }
}

/// Guesses of the enemy's army, by the rules, the prior and his plies. `None` if nothing fits.
pub fn guesses(
    sight: &Sight,
    prior: &Prior,
    policy: &Policy,
    random: &mut Random,
) -> Option<Guesses> {
    Told::by_all(sight, prior, policy, random)?.guesses(sight, prior, 1.0, random)
}

/// Guesses by the rules and the prior alone.
fn plain_guesses(sight: &Sight, prior: &Prior, random: &mut Random) -> Option<Guesses> {
    Guesses::new(sight, rows(sight, prior), random)
}

/// The weights by the rules and the prior.
fn rows(sight: &Sight, prior: &Prior) -> Vec<Row> {
    let enemy = sight.color().opponent();
    let row = |(origin, ranks): &(Square, Ranks)| {
        let weights = prior.on(enemy, *origin);
        Rank::ALL.map(|rank| if ranks.contains(rank) { weights[rank.index()] } else { 0.0 })
    };
    sight.possible().iter().map(row).collect()
}

/// What the enemy's plies have told of his pieces.
#[derive(Clone)]
pub(crate) struct Told {
    /// By enemy origin and rank: the logarithm of how much likelier the piece's plies are with this rank than on average.
    rows: Vec<Row>,
    /// By enemy origin, the ranks that his other pieces are supposed to have for the next ply.
    pub(crate) guess: Vec<Rank>,
}

impl Told {
    /// By all plies so far, with the same guess for all of them. `None` if nothing fits.
    pub(crate) fn by_all(
        sight: &Sight,
        prior: &Prior,
        policy: &Policy,
        random: &mut Random,
    ) -> Option<Told> {
        let guess = plain_guesses(sight, prior, random)?.next(random).to_vec();
        Some(Told { rows: told(sight, &guess, policy), guess })
    }

    /// Adds the enemy's ply after what was seen `before`.
    pub(crate) fn add(&mut self, before: &Sight, ply: Move, policy: &Policy) {
        let Some(piece) = before.board().piece_at(ply.from) else { return };
        let place = before.possible().binary_search_by_key(&piece.origin, |(origin, _)| *origin);
        if let Ok(place) = place {
            add_ply(&before.world(&self.guess), ply, policy, &mut self.rows[place]);
        }
    }

    /// Guesses by the rules, the prior and a share of this: 1 for all that plies are believed. `None` if nothing fits.
    pub(crate) fn guesses(
        &self,
        sight: &Sight,
        prior: &Prior,
        share: f32,
        random: &mut Random,
    ) -> Option<Guesses> {
        let mut rows = rows(sight, prior);
        for (row, told) in rows.iter_mut().zip(&self.rows) {
            for (weight, told) in row.iter_mut().zip(told) {
                *weight *= (told * TRUST * share).exp();
            }
            let most = row.iter().copied().fold(0.0, f32::max);
            for weight in row.iter_mut().filter(|weight| **weight > 0.0) {
                // Nothing that is possible is ever ruled out.
                *weight = (*weight / most).max(1e-4);
            }
        }
        Guesses::new(sight, rows, random)
    }
}

/// The rows of [`Told`].
fn told(sight: &Sight, guess: &[Rank], policy: &Policy) -> Vec<Row> {
    let enemy = sight.color().opponent();
    let mut all = vec![[0.0; Rank::COUNT]; guess.len()];
    let mut world = sight.first_world(guess);
    // By square of an enemy piece, which it is.
    let mut which = [None; salpakan::rules::SQUARES];
    for (piece, (origin, _)) in sight.possible().iter().enumerate() {
        which[origin.index()] = Some(piece);
    }
    for m in sight.plies() {
        rest();
        if world.to_move() == enemy
            && let Some(piece) = which[m.from.index()]
        {
            add_ply(&world, *m, policy, &mut all[piece]);
        }
        let mover = world.to_move();
        let moving = which[m.from.index()].take();
        world.play(*m);
        match (mover == enemy, world.standing(mover).contains(m.to)) {
            // A challenge that the own piece won took the enemy's away.
            (false, true) => which[m.to.index()] = None,
            (true, true) => which[m.to.index()] = moving,
            _ => {
                if !world.standing(enemy).contains(m.to) {
                    which[m.to.index()] = None;
                }
            }
        }
    }
    all
}

/// Adds what one ply tells of the piece that makes it.
fn add_ply(world: &World, m: Move, policy: &Policy, row: &mut Row) {
    let outlook = Outlook::new(world);
    let mut moves = Vec::with_capacity(48);
    world.moves(&mut moves);
    let others: f32 = moves
        .iter()
        .filter(|other| other.from != m.from)
        .map(|other| outlook.score(policy, *other).exp())
        .sum();
    let own = moves.iter().filter(|other| other.from == m.from);
    let own: Vec<_> = own.map(|other| (*other == m, outlook.look(*other))).collect();
    let likelihood = |rank: usize| {
        let (mut made, mut sum) = (0.0, others);
        for (is_it, look) in &own {
            let score = look.score(&outlook, policy, rank);
            sum += score.exp();
            if *is_it {
                made = score;
            }
        }
        made - sum.ln()
    };
    let told: [f32; Rank::COUNT] = std::array::from_fn(likelihood);
    let mean = told.iter().sum::<f32>() / Rank::COUNT as f32;
    for (sum, told) in row.iter_mut().zip(told) {
        *sum += (told - mean).clamp(-MOST, MOST);
    }
}
