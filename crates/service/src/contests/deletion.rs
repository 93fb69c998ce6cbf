//! Deleting an event that has not begun.

use crate::access::{Act, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::{App, Error, Result, Thing, refusals};
use adjutant_domain::contest::{ContestFact, json};
use adjutant_domain::moment::Micros;
use adjutant_store::contests::{self as rows, ContestRow};
use adjutant_store::{
    AnyConnection, distinct, event_deletion, follows, notices, organisations, roles,
};

use super::{authorize_act, cache, event_file};

/// Deletes an event before its first round is published, with all that is stored of it. `typed` is its name, by which
/// the actor confirms that it is this one. The audit log keeps its entries. Returns the slug of the organisation.
pub fn delete_event(
    app: &App,
    actor: &Actor,
    slug: &str,
    typed: &str,
    now: Micros,
) -> Result<String> {
    let host = app.write(|conn| {
        let (row, acting_as) = authorize_act(conn, actor, Act::RunEvent, slug)?;
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        if words(typed) != words(&row.name) {
            return Err(Error::invalid("name", refusal!(EVENT_NAME_TYPED, name = row.name)));
        }
        let stored = rows::facts(conn, row.id, 0)?;
        let mut facts = Vec::with_capacity(stored.len());
        for (number, fact) in stored.iter().enumerate() {
            let read = json::read_fact(&fact.body);
            facts.push(read.map_err(|e| cache::damaged_fact(&row, number, &e.to_string()))?);
        }
        let has_begun = facts.iter().any(|fact| matches!(fact, ContestFact::RoundPublished(_)));
        if has_begun || event_deletion::has_games(conn, row.id)? {
            return Err(Error::conflict(refusals::EVENT_HAS_BEGUN_ALREADY));
        }
        let authors = stored.iter().map(|fact| fact.account_id);
        let readers = readers(conn, &row, &facts)?.into_iter().chain(authors);
        let entry = AuditEntry::for_actor(actor, acting_as, Action::EventDeleted, now)
            .organisation(row.organisation_id)
            .event(row.id)
            .with_change(Field::Event, &row.name, "");
        audit::write(conn, &entry)?;
        event_deletion::delete(conn, row.id, &distinct(readers))?;
        let host = organisations::by_ids(conn, &[row.organisation_id])?.pop();
        host.map(|host| host.slug).ok_or_else(|| Error::missing(Thing::Event, slug))
    })?;
    app.editions().raise();
    Ok(host)
}

/// Accounts that may have notices of an event: those of its players and its followers.
fn readers(conn: &mut AnyConnection, row: &ContestRow, facts: &[ContestFact]) -> Result<Vec<i32>> {
    let players = facts.iter().flat_map(event_file::people).map(|person| person.player);
    let players = distinct(players.filter(|player| *player != 0));
    let mut readers: Vec<i32> =
        notices::accounts_of_players(conn, &players)?.into_values().collect();
    readers.extend(roles::accounts_for_results(conn, row.organisation_id, row.id)?);
    readers.extend(follows::followers_of_event(conn, row.id, Some(row.organisation_id))?);
    Ok(readers)
}
