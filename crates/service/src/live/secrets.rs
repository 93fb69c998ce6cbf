//! The arbiter's secrets: both armies, sealed wherever they are stored.

use crate::{Error, Result};
use adjutant_domain::play::{PlayId, Seed};
use adjutant_store::plays::PlayRow;
use adjutant_store::seal::{SealedKind, Sealer};
use adjutant_store::{AnyConnection, toss_seeds};
use salpakan::record::Timeline;
use salpakan::record::codec::{decode_army, encode_army};
use salpakan::rules::{
    Announcement, Arbiter, ByColor, Color, Deployment, IllegalMove, Move, RuleSet, Squares,
};

/// The length of the squares of an army, before its arrangement.
const SQUARES: usize = 16;

/// Both armies, sealed, as in memory and in the database.
pub(super) type Sealed = ByColor<Vec<u8>>;

/// Seals the army of one side; all armies of a rule-set have the same length.
pub(super) fn seal_army(
    sealer: &Sealer,
    play: &PlayId,
    color: Color,
    rules: &RuleSet,
    army: &Deployment,
) -> Result<Vec<u8>> {
    let taken = army.squares().bits().to_le_bytes();
    let plain = [&taken[..], encode_army(rules, army).as_slice()].concat();
    Ok(sealer.seal(SealedKind::SetUp(color), play, &plain, rand::random())?)
}

pub(crate) fn open_army(
    sealer: &Sealer,
    play: &PlayId,
    color: Color,
    rules: &RuleSet,
    sealed: &[u8],
) -> Result<Deployment> {
    let damaged = || Error::Internal("a sealed set-up is no army".to_owned());
    let plain = sealer.open(SealedKind::SetUp(color), play, sealed)?;
    let (taken, arrangement) = plain.split_first_chunk::<SQUARES>().ok_or_else(damaged)?;
    let taken = Squares::from_bits(u128::from_le_bytes(*taken));
    decode_army(rules, color, taken, arrangement).map_err(|_| damaged())
}

pub(super) fn open_both(
    sealer: &Sealer,
    play: &PlayId,
    rules: &RuleSet,
    sealed: &Sealed,
) -> Result<ByColor<Deployment>> {
    let open = |color| open_army(sealer, play, color, rules, &sealed[color]);
    Ok(ByColor::new(open(Color::White)?, open(Color::Black)?))
}

/// Checks that the armies match the timeline and that the arbiter confirms each of its plies.
///
/// # Errors
/// Returns a description of the mismatch, which names no rank.
pub(crate) fn judged_again(
    timeline: &Timeline,
    armies: &ByColor<Deployment>,
) -> Result<(), String> {
    let stands = |color: Color| timeline.taken[color] == Some(armies[color].squares());
    if !Color::ALL.into_iter().all(stands) {
        return Err("its set-ups stand elsewhere than its events say".to_owned());
    }
    let mut arbiter = Arbiter::new(&timeline.rules, armies.as_ref(), timeline.first);
    for (number, ply) in (1_u32..).zip(&timeline.plies) {
        let ending = timeline.ending.filter(|_| number == timeline.len());
        let told = timeline.declared.iter().find(|one| one.ply == number);
        let declared = told.map(|one| (one.challenger, one.defender));
        let said = Announcement { verdict: ply.verdict, declared, ending };
        if arbiter.play(ply.mv).ok() != Some(said) {
            return Err(format!("the arbiter judges ply {number} otherwise"));
        }
    }
    Ok(())
}

/// Judges one ply with a new arbiter that replays the game up to it: the same work whatever the
/// ranks are.
///
/// # Errors
/// An [`IllegalMove`] of the timeline's own plies means that the database is damaged.
pub(super) fn judge(
    timeline: &Timeline,
    armies: &ByColor<Deployment>,
    mv: Move,
) -> Result<Announcement, IllegalMove> {
    let mut arbiter = Arbiter::new(&timeline.rules, armies.as_ref(), timeline.first);
    for ply in &timeline.plies {
        arbiter.play(ply.mv)?;
    }
    arbiter.play(mv)
}

/// The server's part of the toss, secret until play begins.
pub(super) fn toss_seed(sealer: &Sealer, conn: &mut AnyConnection, row: &PlayRow) -> Result<Seed> {
    let damaged = || Error::Internal("the seed of a toss is damaged".to_owned());
    let sealed = toss_seeds::for_play(conn, row.id)?.ok_or_else(damaged)?;
    let plain = sealer.open(SealedKind::TossSeed, &row.public_id, &sealed)?;
    Ok(Seed(plain.try_into().map_err(|_| damaged())?))
}
