//! The phone page of a steward: names and tables of current rounds, and who is present. Shows and
//! accepts only what the link permits.

use crate::audit::{self, Action, AuditEntry, Field};
use crate::{App, Error, Result, refusals};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::contest::teams::{SeatedBoard, TeamMatch};
use adjutant_domain::contest::{
    Contest, ContestError, ContestFact, EntrantId, EntrantStatus, GameSlot, Meeting,
    RegisteredEntrant, StewardScope, StewardTold, TableId,
};
use adjutant_domain::moment::Micros;
use adjutant_domain::search::name_order;
use adjutant_store::contests::ContestRow;
use adjutant_store::steward_links::{self as rows, StewardLinkRow};
use adjutant_store::{AnyConnection, accounts};
use swiss::series::{GameResult, Next, Side};

use super::cache;
use super::conflict_of_interest::{player_entries, refuse_link_maker_conflict};
use super::error_messages::contest_error;
use super::execution::{CommandOutcome, append_facts};
use super::match_board::{entrant_name, member_name};
use super::onsite_games;
use super::steward_links::{StewardDuties, is_link_open, scope_from_row};

/// A table in the steward's scope, or one of its boards in a team event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HallTable {
    /// The number of the table, from 1.
    pub number: usize,
    /// The open game, or the last one.
    pub slot: GameSlot,
    /// In a team event: the board, counted from 1.
    pub board: Option<usize>,
    pub sides: [EntrantId; 2],
    pub names: [String; 2],
    pub teams: Option<[String; 2]>,
    pub games: Vec<GameResult>,
    pub is_open: bool,
    /// Whether the players are known, which takes released line-ups in a team event.
    pub has_known_players: bool,
    /// Whether differing results await an official.
    pub is_disputed: bool,
    /// Whether the creator of the link plays at the table, in which case the link cannot enter its
    /// result.
    pub is_link_makers_own: bool,
}

/// A round of a stage with the tables in the steward's scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HallRound {
    pub stage: String,
    /// Counted from 1.
    pub number: usize,
    pub tables: Vec<HallTable>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hall {
    pub event: String,
    pub has_several_stages: bool,
    pub name: String,
    pub duties: StewardDuties,
    pub expires_at: Micros,
    /// The zone of the event (IANA); empty for none.
    pub time_zone: String,
    pub rounds: Vec<HallRound>,
    /// For check-in.
    pub people: Vec<HallPerson>,
}

/// An entrant, and whether they are present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HallPerson {
    pub id: EntrantId,
    pub name: String,
    pub is_present: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HallEntryOutcome {
    Entered,
    /// It differs from another result; an official decides.
    Disputed,
    AlreadyEntered,
}

pub(super) fn find_live_link(
    conn: &mut AnyConnection,
    secret: &Secret,
    now: Micros,
) -> Result<Option<(StewardLinkRow, ContestRow)>> {
    let found = rows::by_hash(conn, &secret.hash())?;
    Ok(found.filter(|(link, _)| is_link_open(link, now)))
}

/// The event and name of a valid link, without recording its use.
pub fn steward_link_label(
    app: &App,
    secret: &Secret,
    now: Micros,
) -> Result<Option<(String, String)>> {
    let found = find_live_link(&mut *app.store().read_connection()?, secret, now)?;
    Ok(found.map(|(link, contest)| (contest.name, link.name)))
}

/// Records that a link was opened; `false` if it is invalid.
pub fn record_link_use(app: &App, secret: &Secret, now: Micros) -> Result<bool> {
    app.write(|conn| {
        let Some((link, _)) = find_live_link(conn, secret, now)? else { return Ok(false) };
        rows::record_use(conn, link.contest_id, link.number, now)?;
        Ok(true)
    })
}

/// Returns what the steward sees; `None` if the link is invalid.
pub fn hall(app: &App, secret: &Secret, now: Micros) -> Result<Option<Hall>> {
    let mut conn = app.store().read_connection()?;
    let Some((link, row)) = find_live_link(&mut conn, secret, now)? else { return Ok(None) };
    let run = cache::load(app, &mut conn, &row)?;
    let (contest, duties) = (&run.contest, StewardDuties::from_bits(link.duties));
    let maker = link_maker_player(&mut conn, &link)?;
    let makers = maker.map_or_else(Vec::new, |player| player_entries(contest, player));
    let people = contest.numbered_people().filter(|(_, one)| one.status == EntrantStatus::Active);
    let person = |(id, one): (EntrantId, &RegisteredEntrant)| HallPerson {
        id,
        name: one.person.name.clone(),
        is_present: one.present,
    };
    let mut people: Vec<_> = people.filter(|_| duties.check_in).map(person).collect();
    people.sort_by_cached_key(|one| name_order(&one.name));
    Ok(Some(Hall {
        event: row.name.clone(),
        has_several_stages: contest.stages.len() > 1,
        name: link.name.clone(),
        duties,
        expires_at: link.expires_at,
        time_zone: contest.settings.timetable.time_zone.clone(),
        rounds: if duties.results {
            hall_rounds(&run, &scope_from_row(&link), &makers)
        } else {
            Vec::new()
        },
        people,
    }))
}

/// The player of the account that created a link, if any.
fn link_maker_player(conn: &mut AnyConnection, link: &StewardLinkRow) -> Result<Option<i32>> {
    Ok(accounts::by_id(conn, link.made_by)?.and_then(|account| account.player_id))
}

fn hall_rounds(
    run: &cache::LoadedContest,
    reach: &StewardScope,
    makers: &[EntrantId],
) -> Vec<HallRound> {
    let contest = &run.contest;
    let mut rounds: Vec<HallRound> = Vec::new();
    let mut last = None;
    for (at, meeting) in contest.tables_in_scope(reach) {
        if last != Some(at.round_id()) {
            last = Some(at.round_id());
            let stage = contest.settings.plan.stages[at.stage].name.clone();
            rounds.push(HallRound { stage, number: at.round + 1, tables: Vec::new() });
        }
        let tables = &mut rounds.last_mut().expect("one was begun above").tables;
        match &meeting.team {
            None => tables.push(player_table(contest, at, meeting)),
            Some(team) => tables.extend(team_tables(contest, at, meeting, team)),
        }
        let is_makers = meeting.sides.iter().any(|side| makers.contains(side));
        tables.iter_mut().filter(|one| one.slot.table == at.table).for_each(|one| {
            one.is_link_makers_own = is_makers;
        });
    }
    rounds
}

fn player_table(contest: &Contest, at: TableId, meeting: &Meeting) -> HallTable {
    let game = match meeting.next {
        Next::Play { game, .. } => game,
        _ => meeting.games.len().saturating_sub(1),
    };
    let is_noted = contest.stages[at.stage].disputed.keys().any(|slot| slot.table_id() == at);
    HallTable {
        number: contest.table_number(at),
        slot: at.game(game),
        board: None,
        sides: meeting.sides,
        names: meeting.sides.map(|side| entrant_name(contest, side)),
        teams: None,
        games: meeting.games.clone(),
        is_open: !meeting.is_over(),
        has_known_players: true,
        is_disputed: meeting.is_disputed() || is_noted,
        is_link_makers_own: false,
    }
}

/// The boards of a team match and its tie-breaking games; only the table before the line-ups are
/// known.
fn team_tables(
    contest: &Contest,
    at: TableId,
    meeting: &Meeting,
    team: &TeamMatch,
) -> Vec<HallTable> {
    let teams = meeting.sides.map(|side| entrant_name(contest, side));
    let of = |game: usize, names: [String; 2], is_known: bool| HallTable {
        number: contest.table_number(at),
        slot: at.game(game),
        board: is_known.then_some(game + 1),
        sides: meeting.sides,
        names,
        teams: is_known.then(|| teams.clone()),
        games: team.result_of(game).into_iter().collect(),
        is_open: is_known && team.is_open(game),
        has_known_players: is_known,
        is_disputed: matches!(meeting.reports_of(game), [Some(one), Some(other)] if one != other)
            || contest.stages[at.stage].disputed.contains_key(&at.game(game)),
        is_link_makers_own: false,
    };
    let Some(seats) = contest.seated_boards(at) else {
        return vec![of(0, teams.clone(), false)];
    };
    let member = |side: Side, seat: &SeatedBoard| {
        member_name(contest, meeting.entrant_on(side), seat.players[side.index()])
    };
    let mut all: Vec<HallTable> = (0..)
        .zip(&seats)
        .map(|(game, seat)| {
            of(game, [Side::First, Side::Second].map(|side| member(side, seat)), true)
        })
        .collect();
    let behind =
        seats.len()..seats.len() + team.deciders().len() + usize::from(team.needs_decider());
    all.extend(behind.map(|game| of(game, teams.clone(), true)));
    all
}

/// Executes a command by a steward link; the audit log names the link and no account.
fn execute_by_link(
    app: &App,
    secret: &Secret,
    now: Micros,
    command: impl FnOnce(&cache::LoadedContest, &StewardLinkRow) -> Result<Vec<ContestFact>>,
) -> Result<(CommandOutcome, Vec<ContestFact>)> {
    let done = app.write(|conn| {
        let found = find_live_link(conn, secret, now)?;
        let (link, row) = found.ok_or_else(|| Error::conflict(refusals::STEWARD_OVER))?;
        let run = cache::load(app, conn, &row)?;
        let facts = command(&run, &link)?;
        refuse_link_maker_conflict(&run.contest, link_maker_player(conn, &link)?, &facts)?;
        onsite_games::load_event_plays(conn, &run)?.check_facts(&run.contest, &facts)?;
        rows::record_use(conn, link.contest_id, link.number, now)?;
        if facts.is_empty() {
            return Ok::<_, Error>((CommandOutcome { version: row.version, fact_count: 0 }, facts));
        }
        let entry = AuditEntry::for_account(0, audit::ACTING_AS_STEWARD, Action::EventTold, now)
            .with_change(Field::Steward, "", format!("{} {}", link.number, link.name));
        Ok((append_facts(conn, entry, &run, &facts)?, facts))
    })?;
    if done.0.fact_count > 0 {
        crate::edition::follow_own(app);
    }
    Ok(done)
}

/// Enters a result by a steward link; an existing result is never overwritten.
pub fn enter_hall_result(
    app: &App,
    secret: &Secret,
    (spot, sides, result): (GameSlot, [EntrantId; 2], GameResult),
    now: Micros,
) -> Result<HallEntryOutcome> {
    let (_, facts) = execute_by_link(app, secret, now, |run, link| {
        if !StewardDuties::from_bits(link.duties).results {
            return Err(contest_error(ContestError::NotFound));
        }
        let told = StewardTold { spot, sides, result, link_name: &link.name };
        run.contest.enter_steward_result(&scope_from_row(link), &told).map_err(contest_error)
    })?;
    let entered = facts.iter().any(|fact| matches!(fact, ContestFact::ResultEntered { .. }));
    let noted = facts.iter().any(|fact| matches!(fact, ContestFact::ResultDisputed { .. }));
    if entered {
        return Ok(HallEntryOutcome::Entered);
    }
    // An earlier dispute may still stand.
    let stands = !noted && {
        let mut conn = app.store().connection()?;
        let row = find_live_link(&mut conn, secret, now)?.map(|(_, row)| row);
        let run = row.map(|row| cache::load(app, &mut conn, &row)).transpose()?;
        let meeting = run.as_ref().and_then(|run| run.contest.meeting_at(spot).ok());
        meeting.is_some_and(|meeting| meeting.result_of(spot.game) == Some(result))
    };
    Ok(if stands { HallEntryOutcome::AlreadyEntered } else { HallEntryOutcome::Disputed })
}

pub fn check_in_at_hall(
    app: &App,
    secret: &Secret,
    entrant: EntrantId,
    present: bool,
    now: Micros,
) -> Result<CommandOutcome> {
    let (told, _) = execute_by_link(app, secret, now, |run, link| {
        let known = run.contest.entrant(entrant);
        let is_in = known.is_some_and(|one| one.status == EntrantStatus::Active);
        if !StewardDuties::from_bits(link.duties).check_in || !is_in {
            return Err(contest_error(ContestError::UnknownEntrant(entrant)));
        }
        run.contest.set_present(entrant, present).map_err(contest_error)
    })?;
    Ok(told)
}
