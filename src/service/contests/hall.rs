//! What a steward's phone shows and sends: names and tables of the rounds that are played, and who is there. What his
//! link is not for it neither shows nor takes.

use crate::account::secret::Secret;
use crate::contest::teams::{Seat, TeamMatch};
use crate::contest::{
    Contest, Contested, EntrantId, Fact, Meeting, Reach, Refusal, Spot, Standing, StewardTold,
};
use crate::service::audit::{Action, Entry, Field};
use crate::service::{App, Error, refusals};
use crate::store::contests::ContestRow;
use crate::store::steward_links::{self as rows, LinkRow};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, accounts, counted};
use swiss::series::{GameResult, Next, Side};

use super::conflict_of_interest::{entries_of, refuse_makers_own};
use super::desk::{Telling, Told, write_as};
use super::here;
use super::kept;
use super::match_board::member_name;
use super::refused::refused;
use super::stewards::{StewardDuties, is_open, reach};

/// A steward's table, or a board of it where teams meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HallTable {
    /// The game that is open, or the last one.
    pub spot: Spot,
    /// Where teams meet: its number, from 1 on.
    pub board: Option<usize>,
    pub sides: [EntrantId; 2],
    pub names: [String; 2],
    /// The teams of those who play on a board.
    pub teams: Option<[String; 2]>,
    /// What came of its games so far.
    pub games: Vec<GameResult>,
    pub is_open: bool,
    /// Whether it is known who plays: line-ups of teams are released.
    pub is_known: bool,
    /// Whether an official has to decide, since something else was said of it.
    pub waits: bool,
    /// Whether whoever made the link plays here: nothing is entered by it.
    pub is_makers: bool,
}

/// A round of a stage, as far as a steward reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HallRound {
    pub stage: String,
    /// From 1 on.
    pub number: usize,
    pub tables: Vec<HallTable>,
}

/// What a steward sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hall {
    pub event: String,
    /// Whether the event has several stages.
    pub several: bool,
    /// What the link is called.
    pub name: String,
    pub duties: StewardDuties,
    pub expires_at: i64,
    pub rounds: Vec<HallRound>,
    /// Who takes part, and whether he is there: for who checks people in.
    pub people: Vec<(EntrantId, String, bool)>,
}

/// What became of what a steward has sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    Entered,
    /// Something else stands or was said; an official decides.
    Noted,
    /// It was so already.
    Known,
}

/// The link that opens something now.
fn open(
    connection: &mut AnyConnection,
    secret: &Secret,
    now: i64,
) -> Result<Option<(LinkRow, ContestRow)>, Error> {
    let found = rows::by_hash(connection, &secret.hash())?;
    Ok(found.filter(|(link, _)| is_open(link, now)))
}

/// The event and the name of a link that opens something; nothing is noted of a look.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn steward_of(app: &App, secret: &Secret, now: i64) -> Result<Option<(String, String)>, Error> {
    let found = open(&mut *app.store().reading()?, secret, now)?;
    Ok(found.map(|(link, contest)| (contest.name, link.name)))
}

/// Notes that somebody has opened a link; `false` where it opens nothing.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn open_hall(app: &App, secret: &Secret, now: i64) -> Result<bool, Error> {
    in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let Some((link, _)) = open(connection, secret, now)? else { return Ok(false) };
        rows::use_at(connection, link.contest_id, link.number, now)?;
        Ok(true)
    })
}

/// What a steward sees; `None` where his link opens nothing any more.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn hall(app: &App, secret: &Secret, now: i64) -> Result<Option<Hall>, Error> {
    let mut connection = app.store().reading()?;
    let Some((link, row)) = open(&mut connection, secret, now)? else { return Ok(None) };
    let run = kept::run(app, &mut connection, &row)?;
    let (contest, duties) = (&run.contest, StewardDuties::of(link.duties));
    let maker = maker(&mut connection, &link)?;
    let makers = maker.map_or_else(Vec::new, |player| entries_of(contest, player));
    let people = contest.numbered().filter(|(_, one)| one.standing == Standing::In);
    let person = |(id, one): (EntrantId, &crate::contest::Registered)| {
        (id, one.person.name.clone(), one.present)
    };
    let mut people: Vec<_> = people.filter(|_| duties.check_in).map(person).collect();
    people.sort_by_cached_key(|(_, name, _)| name.to_lowercase());
    Ok(Some(Hall {
        event: row.name.clone(),
        several: contest.stages.len() > 1,
        name: link.name.clone(),
        duties,
        expires_at: link.expires_at,
        rounds: if duties.results { rounds(&run, &reach(&link), &makers) } else { Vec::new() },
        people,
    }))
}

/// The player of the account that made a link; `None` where it has none, or is gone.
fn maker(connection: &mut AnyConnection, link: &LinkRow) -> Result<Option<i32>, Error> {
    Ok(accounts::by_id(connection, link.made_by)?.and_then(|account| account.player_id))
}

fn rounds(run: &kept::Run, reach: &Reach, makers: &[EntrantId]) -> Vec<HallRound> {
    let contest = &run.contest;
    let mut rounds: Vec<HallRound> = Vec::new();
    let mut last = None;
    for (stage, round, table, meeting) in contest.within(reach) {
        if last != Some((stage, round)) {
            last = Some((stage, round));
            let name = contest.settings.plan.stages[stage].name.clone();
            rounds.push(HallRound { stage: name, number: round + 1, tables: Vec::new() });
        }
        let tables = &mut rounds.last_mut().expect("one was begun above").tables;
        match &meeting.team {
            None => tables.push(single(contest, (stage, round, table), meeting)),
            Some(team) => tables.extend(boards(contest, (stage, round, table), meeting, team)),
        }
        let is_makers = meeting.sides.iter().any(|side| makers.contains(side));
        tables.iter_mut().filter(|one| one.spot.table == table).for_each(|one| {
            one.is_makers = is_makers;
        });
    }
    rounds
}

/// What everybody is called who sits at a table.
fn names(contest: &Contest, meeting: &Meeting) -> [String; 2] {
    let name = |id| contest.entrant(id).map(|one| one.person.name.clone()).unwrap_or_default();
    meeting.sides.map(name)
}

/// The table of two players.
fn single(
    contest: &Contest,
    (stage, round, table): (usize, usize, usize),
    meeting: &Meeting,
) -> HallTable {
    let game = match meeting.next {
        Next::Play { game, .. } => game,
        _ => meeting.games.len().saturating_sub(1),
    };
    let noted = |(at, _): (&(usize, usize, usize), &Contested)| (at.0, at.1) == (round, table);
    HallTable {
        spot: Spot { stage, round, table, game },
        board: None,
        sides: meeting.sides,
        names: names(contest, meeting),
        teams: None,
        games: meeting.games.clone(),
        is_open: !meeting.is_over(),
        is_known: true,
        waits: meeting.is_disputed() || contest.stages[stage].contested.iter().any(noted),
        is_makers: false,
    }
}

/// The boards of two teams, and the games behind them that break a tie; the table alone while nobody knows who plays.
fn boards(
    contest: &Contest,
    (stage, round, table): (usize, usize, usize),
    meeting: &Meeting,
    team: &TeamMatch,
) -> Vec<HallTable> {
    let teams = names(contest, meeting);
    let of = |game: usize, names: [String; 2], is_known: bool| HallTable {
        spot: Spot { stage, round, table, game },
        board: is_known.then_some(game + 1),
        sides: meeting.sides,
        names,
        teams: is_known.then(|| teams.clone()),
        games: team.stands(game).into_iter().collect(),
        is_open: is_known && team.is_open(game),
        is_known,
        waits: matches!(meeting.said_of(game), [Some(one), Some(other)] if one != other)
            || contest.stages[stage].contested.contains_key(&(round, table, game)),
        is_makers: false,
    };
    let Some(seats) = contest.seats(stage, round, table) else {
        return vec![of(0, teams.clone(), false)];
    };
    let member = |side: Side, seat: &Seat| {
        member_name(contest, meeting.of_side(side), seat.players[side.index()])
    };
    let mut all: Vec<HallTable> = (0..)
        .zip(&seats)
        .map(|(game, seat)| {
            of(game, [Side::First, Side::Second].map(|side| member(side, seat)), true)
        })
        .collect();
    let behind = seats.len()..seats.len() + team.deciders().len() + usize::from(team.is_tied());
    all.extend(behind.map(|game| of(game, teams.clone(), true)));
    all
}

/// Tells what a steward's link allows, with its name in the audit trail and nobody's account.
fn told(
    app: &App,
    secret: &Secret,
    now: i64,
    command: impl FnOnce(&kept::Run, &LinkRow) -> Result<Vec<Fact>, Error>,
) -> Result<(Told, Vec<Fact>), Error> {
    let done = in_transaction(&mut *app.store().connection()?, |connection| {
        counted::claim(connection)?;
        let found = open(connection, secret, now)?;
        let (link, row) = found.ok_or_else(|| Error::conflict(refusals::STEWARD_OVER))?;
        let run = kept::run(app, connection, &row)?;
        let facts = command(&run, &link)?;
        refuse_makers_own(&run.contest, maker(connection, &link)?, &facts)?;
        here::games(connection, &run)?.stand_before(&run.contest, &facts)?;
        rows::use_at(connection, link.contest_id, link.number, now)?;
        if facts.is_empty() {
            return Ok::<_, Error>((Told { version: row.version, facts: 0 }, facts));
        }
        let entry = Entry::by(0, "steward", Action::EventTold, now)
            .organisation(row.organisation_id)
            .event(row.id)
            .change(Field::Steward, "", format!("{} {}", link.number, link.name));
        let telling = Telling { account: 0, at: now, entry };
        Ok((write_as(connection, telling, &run, &facts)?, facts))
    })?;
    if done.0.facts > 0 {
        app.editions().raise();
    }
    Ok(done)
}

/// Enters a result by a steward's link. What stands is never written over.
///
/// # Errors
/// [`Error::Conflict`] where the link is over, and as [`super::tell`] where the table is not his to enter.
pub fn enter_in_hall(
    app: &App,
    secret: &Secret,
    (spot, sides, result): (Spot, [EntrantId; 2], GameResult),
    now: i64,
) -> Result<Taken, Error> {
    let (_, facts) = told(app, secret, now, |run, link| {
        if !StewardDuties::of(link.duties).results {
            return Err(refused(Refusal::NoSuchSpot));
        }
        let told = StewardTold { spot, sides, result, by: &link.name };
        run.contest.enter_by_steward(&reach(link), &told).map_err(refused)
    })?;
    let entered = facts.iter().any(|fact| matches!(fact, Fact::Result { .. }));
    let noted = facts.iter().any(|fact| matches!(fact, Fact::Contested { .. }));
    Ok(match (entered, noted) {
        (true, _) => Taken::Entered,
        (false, true) => Taken::Noted,
        // What was noted before is noted still.
        (false, false) => still(app, secret, spot, result, now)?,
    })
}

/// Whether what was said stands, or waits for an official.
fn still(
    app: &App,
    secret: &Secret,
    spot: Spot,
    result: GameResult,
    now: i64,
) -> Result<Taken, Error> {
    let mut connection = app.store().connection()?;
    let Some((_, row)) = open(&mut connection, secret, now)? else { return Ok(Taken::Noted) };
    let run = kept::run(app, &mut connection, &row)?;
    let stands = run.contest.meeting_at(spot).ok().and_then(|meeting| meeting.stands(spot.game));
    Ok(if stands == Some(result) { Taken::Known } else { Taken::Noted })
}

/// Notes by a steward's link whether somebody is there.
///
/// # Errors
/// [`Error::Conflict`] where the link is over or not for this; [`Error::NotFound`] where there is nobody.
pub fn check_in_in_hall(
    app: &App,
    secret: &Secret,
    entrant: EntrantId,
    present: bool,
    now: i64,
) -> Result<Told, Error> {
    let (told, _) = told(app, secret, now, |run, link| {
        let known = run.contest.entrant(entrant);
        let is_in = known.is_some_and(|one| one.standing == Standing::In);
        if !StewardDuties::of(link.duties).check_in || !is_in {
            return Err(refused(Refusal::NoEntrant(entrant)));
        }
        run.contest.check_in(entrant, present).map_err(refused)
    })?;
    Ok(told)
}
