//! What stands at a game, for an official whose result was refused or saved.

use crate::access::{Act, Actor};
use crate::{App, Result};
use adjutant_domain::contest::{ContestFact, EntrantId, GameSlot, json};
use adjutant_store::{contests as rows, labels};
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
    let facts = rows::facts(&mut conn, row.id, 0)?;
    let is_about = |body: &str| match json::read_fact(body) {
        Ok(ContestFact::ResultEntered { spot: own, .. }) => own == spot,
        _ => false,
    };
    let account = facts.iter().rev().find(|fact| is_about(&fact.body)).map(|fact| fact.account_id);
    let names = labels::account_names(&mut conn, account.as_slice())?;
    let by = account.and_then(|id| names.get(&id).cloned()).unwrap_or_default();
    Ok(Some(RecordedResult { result, by }))
}
