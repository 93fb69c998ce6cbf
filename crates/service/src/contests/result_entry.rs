//! What stands at a game, for an official whose result was refused or saved.

use std::ops::RangeInclusive;

use crate::access::{Act, Actor};
use crate::{App, Result};
use adjutant_domain::contest::{ContestFact, EntrantId, GameSlot, json};
use adjutant_store::contests::{self as rows, FactRow};
use adjutant_store::labels;
use swiss::series::GameResult;

use super::{authorize_act, cache};

/// The recorded result of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedResult {
    /// `None` if there is no result.
    pub result: Option<GameResult>,
    /// Who entered it last; empty if the server did, or an account that is gone.
    pub by: String,
}

/// The recorded result of a game, for officials who enter results; `None` if these entrants do not
/// meet there.
pub fn recorded_result(
    app: &App,
    actor: &Actor,
    slug: &str,
    (spot, sides): (GameSlot, [EntrantId; 2]),
) -> Result<Option<RecordedResult>> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::EnterResults, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let Some(meeting) = run.contest.meeting_at(spot).ok().filter(|one| one.sides == sides) else {
        return Ok(None);
    };
    let result = meeting.result_of(spot.game);
    let account = last_author(&rows::facts(&mut conn, row.id, 0)?, spot);
    let names = labels::account_names(&mut conn, account.as_slice())?;
    let by = account.and_then(|id| names.get(&id).cloned()).unwrap_or_default();
    Ok(Some(RecordedResult { result, by }))
}

/// The account that entered the last result of a game which was not undone; what undoes a fact follows it.
fn last_author(facts: &[FactRow], spot: GameSlot) -> Option<i32> {
    let mut undone: Vec<RangeInclusive<usize>> = Vec::new();
    for row in facts.iter().rev() {
        let number = usize::try_from(row.number).unwrap_or_default();
        match json::read_fact(&row.body) {
            Ok(ContestFact::Undone { first, last }) => undone.push(first..=last),
            Ok(ContestFact::ResultEntered { spot: own, .. })
                if own == spot && !undone.iter().any(|range| range.contains(&number)) =>
            {
                return Some(row.account_id);
            }
            _ => {}
        }
    }
    None
}
