//! Notices of what happens in events, computed from published facts.

use adjutant_domain::contest::scheduling::SchedulingEvent;
use adjutant_domain::contest::{
    ChallengeEnd, Contest, ContestFact, EntrantId, EntrantStatus, GameSlot, Meeting, Round,
    RoundId, TableId,
};
use adjutant_domain::moment::Micros;
use adjutant_domain::notice::Notice;
use adjutant_store::contests::ContestRow;
use adjutant_store::{AnyConnection, follows, notices as rows, roles};
use swiss::Color;
use swiss::series::{Next, Side};

use super::{NewNotice, moves, publish, reminders, webhooks};
use crate::Result;

/// A notice to the players of an entrant.
struct ToEntrant {
    entrant: EntrantId,
    /// The number of the fact in the event.
    number: i32,
    notice: Notice,
}

/// Stores the notices of new facts, in their transaction. Their author knows of results already.
pub(crate) fn publish_facts(
    conn: &mut AnyConnection,
    row: &ContestRow,
    (before, after, facts): (&Contest, &Contest, &[ContestFact]),
    (author, now): (i32, Micros),
) -> Result<()> {
    let mut all = Vec::new();
    for (number, fact) in (row.version + 1..).zip(facts) {
        let told = match fact {
            ContestFact::RoundAltered { .. }
            | ContestFact::RoundExtended { .. }
            | ContestFact::Undone { .. } => changed_pairings(row.id, before, after),
            fact => fact_notices(row.id, after, fact),
        };
        all.extend(told.into_iter().map(|(entrant, notice)| ToEntrant { entrant, number, notice }));
    }
    reminders::queue(conn, row.id, (after, facts), now)?;
    let first_day = before.moved_day(after).map_or(row.first_day, |day| day.0);
    moves::queue_move(conn, row, (before, after, first_day), (author, now))?;
    webhooks::queue_facts(conn, row, (before, after, facts), now)?;
    let event = row.id;
    let rounds = (row.version + 1..).zip(facts).filter_map(|(number, fact)| match fact {
        ContestFact::RoundPublished(round) => {
            Some((number, Notice::RoundPublished { event, round: *round }))
        }
        _ => None,
    });
    let mut for_followers: Vec<(i32, Notice)> = rounds.collect();
    if let Some(notice) = cancellation_notice(event, before, after) {
        let number = row.version + i32::try_from(facts.len()).unwrap_or_default();
        let told = expected_entrants(after);
        all.extend(told.map(|entrant| ToEntrant { entrant, number, notice: notice.clone() }));
        for_followers.push((number, notice));
    }
    let disputes = disputes(row, after, facts);
    if all.is_empty() && for_followers.is_empty() && disputes.is_empty() {
        return Ok(());
    }
    let readers: Vec<i32> = all.iter().flat_map(|one| players(after, one.entrant)).collect();
    let accounts = rows::accounts_of_players(conn, &readers)?;
    let is_news = |account: i32, notice: &Notice| {
        account != author || matches!(notice, Notice::Paired { .. } | Notice::Bye { .. })
    };
    let mut new = Vec::new();
    for ToEntrant { entrant, number, notice } in all {
        let readers = players(after, entrant).filter_map(|player| accounts.get(&player).copied());
        new.extend(readers.filter(|account| is_news(*account, &notice)).map(|account| NewNotice {
            account,
            cause: format!("event:{}:{number}", row.id),
            notice: notice.clone(),
        }));
    }
    new.extend(official_notices(conn, row, &disputes, author)?);
    // Who plays has a notice of their own from the same cause, and gets no second one.
    for (number, notice) in for_followers {
        for account in follows::followers_of_event(conn, event, Some(row.organisation_id))? {
            let cause = format!("event:{event}:{number}");
            new.push(NewNotice { account, cause, notice: notice.clone() });
        }
    }
    publish(conn, new, now)
}

/// What everybody who expects the event is told when it is cancelled, or takes place after all.
fn cancellation_notice(event: i32, before: &Contest, after: &Contest) -> Option<Notice> {
    match (before.cancelled.is_some(), after.cancelled.is_some()) {
        (false, true) => Some(Notice::EventCancelled { event }),
        (true, false) => Some(Notice::EventResumed { event }),
        _ => None,
    }
}

/// Who takes part or waits for a place.
pub(super) fn expected_entrants(contest: &Contest) -> impl Iterator<Item = EntrantId> {
    let expected = contest
        .numbered_entrants()
        .filter(|(_, one)| matches!(one.status, EntrantStatus::Active | EntrantStatus::Waiting));
    expected.map(|(entrant, _)| entrant)
}

/// Tells an official that another undid what they did.
pub(crate) fn publish_undone_act(
    conn: &mut AnyConnection,
    row: &ContestRow,
    account: i32,
    now: Micros,
) -> Result<()> {
    let (event, cause) = (row.id, format!("event:{}:{}", row.id, row.version + 1));
    publish(conn, vec![NewNotice { account, cause, notice: Notice::ActUndone { event } }], now)
}

/// The accounts of the players of entrants.
pub(crate) fn accounts_of_entrants(
    conn: &mut AnyConnection,
    contest: &Contest,
    entrants: &[EntrantId],
) -> Result<Vec<i32>> {
    let own: Vec<i32> = entrants.iter().flat_map(|entrant| players(contest, *entrant)).collect();
    Ok(rows::accounts_of_players(conn, &own)?.into_values().collect())
}

/// Stores a notice to these accounts.
pub(crate) fn publish_to_accounts(
    conn: &mut AnyConnection,
    accounts: &[i32],
    (cause, notice): (&str, &Notice),
    now: Micros,
) -> Result<()> {
    let to = |account: &i32| {
        let (account, cause, notice) = (*account, cause.to_owned(), notice.clone());
        NewNotice { account, cause, notice }
    };
    publish(conn, accounts.iter().map(to).collect(), now)
}

/// The games of which a new fact says a result that contradicts another, by the number of the fact.
fn disputes(row: &ContestRow, after: &Contest, facts: &[ContestFact]) -> Vec<(i32, GameSlot)> {
    let dispute = |(number, fact): (i32, &ContestFact)| match fact {
        ContestFact::ResultDisputed { spot, said: Some(_) } => Some((number, *spot)),
        ContestFact::ResultReported { spot, .. } => {
            let meeting = after.published_meeting(spot.table_id())?;
            meeting.is_disputed().then_some((number, *spot))
        }
        _ => None,
    };
    (row.version + 1..).zip(facts).filter_map(dispute).collect()
}

/// Tells the officials of an event that they have to decide, apart from the author.
fn official_notices(
    conn: &mut AnyConnection,
    row: &ContestRow,
    disputes: &[(i32, GameSlot)],
    author: i32,
) -> Result<Vec<NewNotice>> {
    if disputes.is_empty() {
        return Ok(Vec::new());
    }
    let event = row.id;
    let officials = roles::accounts_for_results(conn, row.organisation_id, event)?;
    let told = |(number, game): &(i32, GameSlot)| {
        let (cause, notice) =
            (format!("event:{event}:{number}"), Notice::DecisionNeeded { event, game: *game });
        let readers = officials.iter().filter(|account| **account != author);
        let new = readers.map(|account| NewNotice {
            account: *account,
            cause: cause.clone(),
            notice: notice.clone(),
        });
        new.collect::<Vec<_>>()
    };
    Ok(disputes.iter().flat_map(told).collect())
}

/// Stores a notice of a match to the players of both sides.
pub(super) fn publish_to_both(
    conn: &mut AnyConnection,
    contest: &Contest,
    table: TableId,
    (cause, notice): (&str, impl Fn(EntrantId) -> Notice),
    now: Micros,
) -> Result<()> {
    publish_to_entrants(conn, contest, to_both(contest, table, notice), cause, now)
}

/// Stores notices of one cause to the players of entrants.
pub(crate) fn publish_to_entrants(
    conn: &mut AnyConnection,
    contest: &Contest,
    all: Vec<(EntrantId, Notice)>,
    cause: &str,
    now: Micros,
) -> Result<()> {
    let readers: Vec<i32> =
        all.iter().flat_map(|(entrant, _)| players(contest, *entrant)).collect();
    let accounts = rows::accounts_of_players(conn, &readers)?;
    let new = all.into_iter().flat_map(|(entrant, notice)| {
        let own = players(contest, entrant).filter_map(|player| accounts.get(&player).copied());
        own.map(move |account| (account, notice.clone())).collect::<Vec<_>>()
    });
    let new = new.map(|(account, notice)| NewNotice { account, cause: cause.to_owned(), notice });
    let new = new.collect();
    publish(conn, new, now)
}

/// The players of an entrant: one, or all of a team.
fn players(contest: &Contest, entrant: EntrantId) -> impl Iterator<Item = i32> {
    let found = contest.entrant(entrant);
    let own = found.into_iter().map(|one| one.person.player);
    let of_team = found.into_iter().flat_map(|one| &one.team).flat_map(|team| team.people());
    own.chain(of_team.map(|person| person.player)).filter(|player| *player != 0)
}

/// The notices of one fact, and to whom.
fn fact_notices(event: i32, after: &Contest, fact: &ContestFact) -> Vec<(EntrantId, Notice)> {
    match fact {
        ContestFact::RoundPublished(round) => round_notices(event, after, *round),
        ContestFact::ResultEntered { spot, result: Some(_), .. } => {
            let entered = |opponent| Notice::ResultEntered { event, game: *spot, opponent };
            to_both(after, spot.table_id(), entered)
        }
        ContestFact::ResultReported { spot, side, .. } => {
            report_notices(event, after, *spot, *side)
        }
        ContestFact::ChallengeMade { stage, challenger, challenged, .. } => {
            let known = after.open_challenge(*stage, *challenged);
            let at = known.map(|known| known.until);
            let told = |at| Notice::Challenged { event, at, opponent: *challenger };
            at.map(|at| (*challenged, told(at))).into_iter().collect()
        }
        // Of a game they are told by its result.
        ContestFact::ChallengeClosed { how: ChallengeEnd::Played, .. } => Vec::new(),
        ContestFact::ChallengeClosed { challenger, challenged, how, .. } => {
            let closed = |opponent| Notice::ChallengeClosed { event, how: *how, opponent };
            vec![(*challenger, closed(*challenged)), (*challenged, closed(*challenger))]
        }
        ContestFact::MatchScheduling { table, event: change, .. } => {
            scheduling_notices(event, after, *table, change)
        }
        _ => Vec::new(),
    }
}

pub(super) fn to_both(
    after: &Contest,
    table: TableId,
    notice: impl Fn(EntrantId) -> Notice,
) -> Vec<(EntrantId, Notice)> {
    let Some(meeting) = after.published_meeting(table) else { return Vec::new() };
    let [first, second] = meeting.sides;
    vec![(first, notice(second)), (second, notice(first))]
}

fn round_notices(event: i32, after: &Contest, round: RoundId) -> Vec<(EntrantId, Notice)> {
    let Some(published) = after.round(round) else { return Vec::new() };
    let mut all = Vec::new();
    for (table, meeting) in published.meetings.iter().enumerate() {
        for (side, entrant) in meeting.sides.into_iter().enumerate() {
            let opponent = meeting.sides[1 - side];
            let color =
                first_color(meeting).map(|first| if side == 0 { first } else { first.opponent() });
            let table = round.table(table);
            let number = after.table_number(table);
            let hall_table = Some(number).filter(|number| *number != table.table + 1);
            all.push((entrant, Notice::Paired { event, table, color, opponent, hall_table }));
        }
    }
    let byes = published.byes.iter().map(|entrant| (*entrant, Notice::Bye { event, round }));
    all.extend(byes);
    all
}

/// What those are told who have another table, opponent or color in a published round that was published before.
fn changed_pairings(event: i32, before: &Contest, after: &Contest) -> Vec<(EntrantId, Notice)> {
    let published = after.rounds().filter(|(at, round)| {
        round.published && before.round(*at).is_some_and(|round| round.published)
    });
    let changed = published.flat_map(|(at, round)| {
        let known = before.round(at);
        let is_known = move |(id, notice): &(EntrantId, Notice)| match notice {
            Notice::Paired { table, .. } => {
                let sides = |of: Option<&Round>| Some(of?.meetings.get(table.table)?.sides);
                sides(known) == sides(Some(round))
            }
            _ => known.is_some_and(|round| round.byes.contains(id)),
        };
        round_notices(event, after, at).into_iter().filter(move |one| !is_known(one))
    });
    changed.collect()
}

/// The color of the first side in the next game; `None` between teams.
fn first_color(meeting: &Meeting) -> Option<Color> {
    match meeting.next {
        Next::Play { first, .. } if meeting.team.is_none() => Some(first),
        _ => None,
    }
}

/// A report that the other side contradicts is a dispute; both are told. One that it confirms is
/// followed by the result.
fn report_notices(
    event: i32,
    after: &Contest,
    game: GameSlot,
    side: Side,
) -> Vec<(EntrantId, Notice)> {
    let Some(meeting) = after.published_meeting(game.table_id()) else { return Vec::new() };
    if meeting.is_disputed() {
        return to_both(after, game.table_id(), |_| Notice::ResultDisputed { event, game });
    }
    if !meeting.is_open(game.game) {
        return Vec::new();
    }
    let [own, other] = [side, side.other()].map(|side| meeting.sides[side.index()]);
    vec![(other, Notice::ResultReported { event, game, opponent: own })]
}

fn scheduling_notices(
    event: i32,
    after: &Contest,
    table: TableId,
    change: &SchedulingEvent,
) -> Vec<(EntrantId, Notice)> {
    match change {
        SchedulingEvent::TimesProposed { side, .. } => {
            let Some(meeting) = after.published_meeting(table) else { return Vec::new() };
            let [own, other] = [*side, side.other()].map(|side| meeting.sides[side.index()]);
            vec![(other, Notice::TimesProposed { event, table, opponent: own })]
        }
        SchedulingEvent::TimeFixed { time: Some(at), .. } => {
            to_both(after, table, |opponent| Notice::TimeFixed { event, table, at: *at, opponent })
        }
        _ => Vec::new(),
    }
}
