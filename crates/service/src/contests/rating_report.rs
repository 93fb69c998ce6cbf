//! What an event did to the ratings of its players, read from their ledgers.

use std::collections::{BTreeMap, BTreeSet};

use crate::pools::{self, PoolList};
use crate::{App, Result};
use adjutant_domain::contest::{Contest, EntrantProfile, GameSlot};
use adjutant_store::contests::ContestRow;
use adjutant_store::{AnyConnection, ledgers, players, unrecorded};
use ledger_ratings::history::Entry;
use ledger_ratings::{AnyTitle, Glicko, Ledger, Pool, Titles, expected_score};
use salpakan::rules::{ByColor, Color};
use swiss::entrant::Score;
use swiss::performance;

use super::board::load_contest;
use super::unrecorded_results::rating_pool;

/// The report of a rated event.
#[derive(Debug, Clone)]
pub struct RatingReport {
    pub pool: &'static Pool,
    /// The players of this site, in the order of their numbers in the event.
    pub lines: Vec<RatingLine>,
    /// Finished games that are not rated.
    pub unrated: Vec<UnratedGame>,
    titles: Titles,
}

/// What an event did to a player's rating.
#[derive(Debug, Clone)]
pub struct RatingLine {
    pub name: String,
    /// The rating in the event; 0 for none.
    pub entered: u32,
    /// Before the first rated game of the event; without one the present values. `None` if the player is not rated.
    pub before: Option<Glicko>,
    /// After the last one.
    pub after: Option<Glicko>,
    pub games: usize,
    /// Two for a win, one for a draw.
    pub half_points: i32,
    /// In hundredths of a game.
    pub expected: i32,
    /// The performance rating (C.07, 10.2); `None` without a rated game.
    pub performance: Option<i32>,
    /// By the games of this event, in hundredths.
    pub change: i32,
}

/// A finished game that is not rated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnratedGame {
    pub spot: GameSlot,
    pub names: ByColor<String>,
    pub reason: NotRated,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotRated {
    Forfeit,
    /// A player has no account or player page here.
    Guest,
    /// It is not in the ratings, or not yet.
    Missing,
}

impl RatingReport {
    /// The title of a rating; none while it is provisional.
    pub fn title(&self, of: Glicko) -> Option<AnyTitle<'_>> {
        self.titles.of(of.rating).filter(|_| !self.pool.is_provisional(of.deviation))
    }

    /// The title that a player had not before.
    pub fn earned_title(&self, line: &RatingLine) -> Option<AnyTitle<'_>> {
        let (before, after) = line.before.zip(line.after)?;
        let earned = self.title(after)?;
        let is_new = self.title(before).is_none() || after.rating > before.rating;
        (is_new && self.title(before) != Some(earned)).then_some(earned)
    }

    /// The sum of all changes, in hundredths.
    pub fn change(&self) -> i32 {
        self.lines.iter().map(|line| line.change).sum()
    }

    /// The players who are in the event with another rating than in the pool.
    pub fn differing(&self) -> impl Iterator<Item = &RatingLine> {
        let is_other = |line: &&RatingLine| {
            line.entered > 0
                && line.before.is_some_and(|own| {
                    own.rating / 100 != i32::try_from(line.entered).unwrap_or(i32::MAX)
                })
        };
        self.lines.iter().filter(is_other)
    }
}

/// A player of the event with their ledger.
struct Rated {
    name: String,
    entered: u32,
    /// The number under which the ledger is kept.
    player: i32,
    ledger: Option<Ledger>,
    /// Their games of the event.
    entries: Vec<Entry>,
}

/// The rating report of an event; `None` if it is not rated in a public pool.
pub fn rating_report(app: &App, slug: &str) -> Result<Option<RatingReport>> {
    let run = load_contest(app, slug)?;
    let Some(number) = rating_pool(&run.row, &run.contest) else { return Ok(None) };
    let mut conn = app.store().read_connection()?;
    let list = PoolList::with(&mut conn, std::iter::once(number))?;
    let Some(pool) = list.index(number).map(|at| list.pools()[at]) else { return Ok(None) };
    let games = event_games(&mut conn, &run.row, number)?;
    let mut rated = Vec::new();
    for person in people(&run.contest) {
        rated.push(read_ledger(&mut conn, pool, &games, person)?);
    }
    drop(conn);
    let titles = pools::titles(app, pool)?;
    let unrated = unrated_games(&run.contest, &rated);
    Ok(Some(RatingReport { pool, lines: report_lines(&rated), unrated, titles }))
}

/// The numbers that the games of an event have in ledgers.
fn event_games(conn: &mut AnyConnection, row: &ContestRow, pool: i16) -> Result<BTreeSet<i64>> {
    let results = unrecorded::for_event(conn, row.id)?;
    let numbered = results.iter().map(|one| one.number).filter(|number| *number != 0);
    let recorded = unrecorded::recorded_numbers(conn, row.id, pool)?;
    Ok(numbered.chain(recorded).map(i64::from).collect())
}

/// The players of this site, also those in teams.
fn people(contest: &Contest) -> Vec<&EntrantProfile> {
    let mut found = Vec::new();
    for (_, entrant) in contest.numbered_entrants() {
        match &entrant.team {
            Some(team) => found.extend(&team.members),
            None => found.push(&entrant.person),
        }
    }
    found.retain(|person| person.player > 0);
    found
}

fn read_ledger(
    conn: &mut AnyConnection,
    pool: &Pool,
    games: &BTreeSet<i64>,
    person: &EntrantProfile,
) -> Result<Rated> {
    let mut player = person.player;
    let mut ledger = ledgers::find(conn, pool.id, player)?;
    if ledger.is_none() {
        // Players who were merged have theirs under another number.
        player = players::canonical(conn, player)?.id;
        ledger = ledgers::find(conn, pool.id, player)?;
    }
    let entries = match &ledger {
        None => Vec::new(),
        Some(ledger) => ledger.entries(pool)?,
    };
    let entries = entries.into_iter().filter(|entry| games.contains(&entry.game)).collect();
    let (name, entered) = (person.name.clone(), person.rating);
    Ok(Rated { name, entered, player, ledger, entries })
}

fn report_lines(rated: &[Rated]) -> Vec<RatingLine> {
    let known = rated.iter().flat_map(|one| &one.entries);
    let before: BTreeMap<(i64, bool), Glicko> = known
        .map(|entry| ((entry.game, entry.color == Color::White), entry.change.before))
        .collect();
    rated.iter().map(|one| report_line(one, &before)).collect()
}

fn report_line(one: &Rated, before: &BTreeMap<(i64, bool), Glicko>) -> RatingLine {
    let now = one.ledger.as_ref().map(|ledger| ledger.glicko);
    let (mut expected, mut games) = (0.0_f64, Vec::new());
    for entry in &one.entries {
        let Some(opponent) = before.get(&(entry.game, entry.color != Color::White)) else {
            continue;
        };
        expected += expected_score(entry.change.before, *opponent);
        games.push((opponent.whole_points(), score(entry)));
    }
    RatingLine {
        name: one.name.clone(),
        entered: one.entered,
        before: one.entries.first().map(|entry| entry.change.before).or(now),
        after: one.entries.last().map(|entry| entry.change.after).or(now),
        games: one.entries.len(),
        half_points: one.entries.iter().map(|entry| entry.score as i32).sum(),
        expected: (expected * 100.0).round() as i32,
        performance: performance::of_games(&games).map(|own| own.tournament),
        change: one
            .entries
            .iter()
            .map(|entry| entry.change.after.rating - entry.change.before.rating)
            .sum(),
    }
}

const fn score(entry: &Entry) -> Score {
    match entry.score {
        ledger_ratings::Score::Win => Score::Win,
        ledger_ratings::Score::Draw => Score::Draw,
        ledger_ratings::Score::Loss => Score::Loss,
    }
}

fn unrated_games(contest: &Contest, rated: &[Rated]) -> Vec<UnratedGame> {
    let pair = |one: i64, other: i64| (one.min(other), one.max(other));
    let mut counted: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    for one in rated {
        for entry in one.entries.iter().filter(|entry| entry.color == Color::White) {
            *counted.entry(pair(i64::from(one.player), entry.opponent)).or_default() += 1;
        }
    }
    let own: Vec<i32> = people(contest).iter().map(|person| person.player).collect();
    let number = |player: i32| {
        let at = own.iter().position(|one| *one == player);
        at.map(|at| i64::from(rated[at].player))
    };
    let mut unrated = Vec::new();
    for game in contest.finished_games() {
        let name =
            |one: Option<&EntrantProfile>| one.map(|one| one.name.clone()).unwrap_or_default();
        let ByColor { white, black } = game.players;
        let both =
            white.and_then(|one| number(one.player)).zip(black.and_then(|one| number(one.player)));
        let reason = match (game.outcome, both) {
            (None, _) => NotRated::Forfeit,
            (_, None) => NotRated::Guest,
            (_, Some((one, other))) => match counted.get_mut(&pair(one, other)) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    continue;
                }
                _ => NotRated::Missing,
            },
        };
        let names = ByColor::new(name(white), name(black));
        unrated.push(UnratedGame { spot: game.spot, names, reason });
    }
    unrated
}
