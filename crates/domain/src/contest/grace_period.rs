//! The grace period: how long a round waits for absent entrants, if the event ends it
//! automatically.

use swiss::series::GameResult;

use super::{CommandResult, Contest, ContestFact, GameSlot};

/// A minute, in microseconds.
const MINUTE_MICROS: i64 = 60_000_000;

impl Contest {
    /// The end of the automatic grace period of a published round, in microseconds since 1970;
    /// `None` if there is none, or the period or the round is over. `published` is the time of
    /// publication.
    pub fn grace_ends_at(&self, stage: usize, round: usize, published: i64) -> Option<i64> {
        let settings = &self.settings;
        let state = self.stages.get(stage)?;
        let is_open = state.rounds.get(round).is_some_and(|one| one.published && !one.is_over());
        let waits = settings.check_in && settings.auto_default && !self.is_over;
        let is_over = state.grace_ended.contains(&round);
        let grace = i64::from(settings.grace_minutes) * MINUTE_MICROS;
        (waits && is_open && !is_over).then(|| published.saturating_add(grace))
    }

    /// Ends the grace period of a round: absent entrants lose by forfeit if nothing is known of
    /// their meeting. This happens once per round, whatever officials change afterwards.
    /// Games in `left` are decided otherwise.
    pub fn end_grace_period(&self, stage: usize, round: usize, left: &[GameSlot]) -> CommandResult {
        if self.grace_ends_at(stage, round, 0).is_none() {
            return Ok(Vec::new());
        }
        let mut facts = vec![ContestFact::GraceEnded { stage, round }];
        // A meeting whose first game was played has started; officials decide how it continues.
        let first = |(spot, _): &(GameSlot, GameResult)| spot.game == 0 && !left.contains(spot);
        let lost = self.no_shows(stage, round).into_iter().filter(first);
        facts.extend(lost.map(|(spot, result)| ContestFact::result(spot, result)));
        self.with_updated_drafts(facts)
    }
}
