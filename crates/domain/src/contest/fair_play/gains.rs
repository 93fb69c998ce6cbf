//! Games of the last round that a stronger clubmate lost, and what the winner has by them.

use swiss::series::{GameResult, Side};
use swiss::stage::{Source, StageId};

use super::super::{Awards, Contest, ContestFact, EntrantId, GameSlot};
use super::pairs::{Clubs, results};
use super::{Evidence, Gain, Sign, SignKind};

/// A player who is weaker by this wins about three of ten games.
const GREATEST_DIFFERENCE: u32 = 150;

/// More than this are no exceptions, and each is looked at with the whole event.
const MOST_GIFTS: usize = 40;

pub(super) fn last_round_gifts(evidence: &Evidence<'_>) -> Vec<Sign> {
    let contest = evidence.contest;
    let clubs = Clubs::new(contest);
    let is_last = |spot: GameSlot| {
        let rounds = contest.stages.get(spot.stage).map_or(0, |stage| stage.rounds.len());
        // An arena has one round, and no last one.
        let has_rounds = !contest.grows(spot.stage);
        has_rounds && spot.round + 1 == rounds && contest.is_stage_over(spot.stage)
    };
    let surprise = |(spot, sides, result): (GameSlot, [EntrantId; 2], GameResult)| {
        let winner = result.winner().filter(|_| is_last(spot) && clubs.are_mates(sides))?;
        let difference = match result {
            GameResult::Default { .. } => None,
            _ => Some(advantage(contest, sides, winner)?),
        };
        Some((spot, sides, winner, difference))
    };
    let surprises: Vec<_> = results(contest).filter_map(surprise).take(MOST_GIFTS).collect();
    if surprises.is_empty() {
        return Vec::new();
    }
    let awards = contest.awards();
    let sign = |(spot, sides, winner, difference)| {
        let gain = gain((contest, &awards), spot, sides, winner)?;
        Sign::of_game(SignKind::LastRoundGift { gain, difference }, contest, spot)
    };
    surprises.into_iter().filter_map(sign).collect()
}

/// By how much the loser's rating is higher, if that is a surprise.
fn advantage(contest: &Contest, sides: [EntrantId; 2], winner: Side) -> Option<u32> {
    let rating = |side: Side| {
        let rating = contest.entrant(sides[side.index()])?.person.rating;
        (rating > 0).then_some(rating)
    };
    let difference = rating(winner.other())?.checked_sub(rating(winner)?)?;
    (difference >= GREATEST_DIFFERENCE).then_some(difference)
}

/// What the winner would not have if the other had won.
fn gain(
    (contest, awards): (&Contest, &Awards),
    spot: GameSlot,
    sides: [EntrantId; 2],
    winner: Side,
) -> Option<Gain> {
    let entrant = sides[winner.index()];
    // An event that is over takes no facts.
    let mut open = Contest { is_over: false, ..contest.clone() };
    let reversed = Some(GameResult::Won(winner.other()));
    let reason = String::new();
    open.apply_facts(&[ContestFact::ResultEntered { spot, result: reversed, reason }]).ok()?;
    let other = &open;
    if qualifications(contest, spot.stage, entrant) > qualifications(other, spot.stage, entrant) {
        return Some(Gain::Qualification);
    }
    let (now, then) = (prizes(awards, entrant), prizes(&other.awards(), entrant));
    (now.0 > then.0 || now.1 > then.1).then_some(Gain::Prize)
}

/// The number of stages that the entrant enters from a stage.
fn qualifications(contest: &Contest, from: usize, entrant: EntrantId) -> usize {
    let stages = contest.settings.plan.stages.iter().enumerate();
    let following = stages.filter(|(_, stage)| {
        let is_from = |source: &Source| source.of() == Some(StageId(from));
        stage.sources.iter().any(is_from)
    });
    let enters = |stage: usize| {
        let entering = contest.stage_entrants(stage).unwrap_or_default();
        entering.iter().any(|one| one.entrant == entrant.index())
    };
    following.filter(|(stage, _)| enters(*stage)).count()
}

/// The money of an entrant, and the number of their prizes.
fn prizes(awards: &Awards, entrant: EntrantId) -> (u64, usize) {
    let paid = awards.payouts.iter().find(|one| one.entrant == entrant).map_or(0, |one| one.amount);
    let won = awards.prizes.iter().filter(|one| one.winners.contains(&entrant)).count();
    (paid, won)
}
