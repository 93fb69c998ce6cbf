//! Players: search, results, opponents.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use adjutant_store::games::NarrowGameRow;
use adjutant_store::{AnyConnection, players as rows};
use salpakan::rules::{Color, Outcome, Termination};
use serde::Serialize;
use utoipa::ToSchema;

use super::games::{self, Filter, GameSummary};
use super::records::{outcome_of, termination_of};
use super::{App, Error, Result, Thing};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    pub id: i32,
    pub handle: String,
}

pub(super) fn id_of(conn: &mut AnyConnection, handle: &str) -> Result<i32> {
    rows::by_handle(conn, handle)?
        .map(|named| named.id)
        .ok_or_else(|| Error::missing(Thing::Player, handle))
}

pub fn by_handle(app: &App, handle: &str) -> Result<Player> {
    let mut conn = app.store().read_connection()?;
    rows::by_handle(&mut conn, handle)?
        .map(|named| Player { id: named.id, handle: named.name })
        .ok_or_else(|| Error::missing(Thing::Player, handle))
}

/// Whether `asked` is the handle of somebody merged into `player`, whose address should be used
/// instead.
pub fn leads_elsewhere(asked: &str, player: &Player) -> bool {
    let key = adjutant_store::names::name_key;
    key(asked) != key(&player.handle)
}

/// Players by handle after `after`, only those that begin with `prefix`; without unlisted, merged
/// and deleted players.
pub fn page(app: &App, prefix: &str, after: &str, limit: usize) -> Result<Vec<Player>> {
    let mut conn = app.store().read_connection()?;
    let after = adjutant_store::names::name_key(after);
    let limit = limit.clamp(1, 200);
    // One more, because the name of unknown players is skipped.
    let found = rows::page(&mut conn, prefix, &after, limit as i64 + 1)?;
    Ok(found
        .into_iter()
        .filter(|named| named.name != "?")
        .take(limit)
        .map(|named| Player { id: named.id, handle: named.name })
        .collect())
}

pub fn handles(app: &App, ids: &[i32]) -> Result<HashMap<i32, String>> {
    names(&mut *app.store().read_connection()?, ids)
}

/// The handles of the players with these ids.
pub(super) fn names(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashMap<i32, String>> {
    Ok(rows::by_ids(conn, ids)?.into_iter().map(|named| (named.id, named.name)).collect())
}

/// Games won, drawn and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = ScoreItem)]
pub struct Score {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Score {
    /// The same games as the other side sees them.
    pub const fn of_the_other(self) -> Score {
        Score { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    pub(super) fn count(&mut self, outcome: Outcome, color: Color) {
        match outcome.winner() {
            None => self.draws += 1,
            Some(winner) if winner == color => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// In half points: 2 for a win, 1 for a draw.
    pub const fn points(&self) -> u32 {
        2 * self.wins + self.draws
    }

    /// Sorts by more points, then by fewer games.
    pub(super) const fn merit(&self) -> (Reverse<u32>, u32) {
        (Reverse(self.points()), self.games())
    }
}

/// The results of games, each White, Black and the stored outcome, from both points of view: the
/// player, the opponent, the outcome, and the player's colour. Games without a result are left out.
pub(super) fn both_sides(
    results: &[(i32, i32, i16)],
) -> impl Iterator<Item = (i32, i32, Outcome, Color)> {
    results.iter().flat_map(|(white, black, outcome)| {
        let sides = [(*white, *black, Color::White), (*black, *white, Color::Black)];
        let outcome = outcome_of(*outcome);
        sides.into_iter().filter_map(move |(one, other, color)| Some((one, other, outcome?, color)))
    })
}

/// The score of each player in these games.
pub(super) fn scores(results: &[(i32, i32, i16)]) -> BTreeMap<i32, Score> {
    let mut scores: BTreeMap<i32, Score> = BTreeMap::new();
    for (player, _, outcome, color) in both_sides(results) {
        scores.entry(player).or_default().count(outcome, color);
    }
    scores
}

/// The places of a table that is sorted by points, counted from 1; the same for equal points.
pub(super) fn places(scores: impl Iterator<Item = Score>) -> impl Iterator<Item = usize> {
    let mut last = (0, None);
    scores.zip(1..).map(move |(score, row)| {
        if last.1 != Some(score.points()) {
            last = (row, Some(score.points()));
        }
        last.0
    })
}

/// Streaks, in games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = StreakItem)]
pub struct Streaks {
    /// The current streak, up to the newest game.
    pub current_wins: u32,
    pub longest_wins: u32,
    pub longest_unbeaten: u32,
}

/// The number of games that ended in a way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TerminationItem)]
pub struct TerminationScore {
    pub termination: &'static str,
    pub score: Score,
}

/// An opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = OpponentItem)]
pub struct OpponentScore {
    pub handle: String,
    pub score: Score,
}

/// A summary of a player's games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    pub all: Score,
    pub as_white: Score,
    pub as_black: Score,
    /// By termination in the order of the notation; only those that occur.
    pub terminations: Vec<TerminationScore>,
    pub streaks: Streaks,
    /// The most frequent opponents.
    pub opponents: Vec<OpponentScore>,
    /// Whether older games were omitted.
    pub partial: bool,
}

/// The number of games summarised, which bounds the cost.
pub const MOST_SUMMED: usize = 5_000;
const MOST_OPPONENTS: usize = 10;

/// Summarises a player's games (at most the newest [`MOST_SUMMED`]).
pub fn summary(app: &App, handle: &str) -> Result<Summary> {
    let mut conn = app.store().read_connection()?;
    let me = id_of(&mut conn, handle)?;
    let (rows, next) = games::of_player(&mut conn, me, MOST_SUMMED)?;
    Ok(Summary { partial: next.is_some(), ..sum_up(&mut conn, me, &rows)? })
}

/// Like [`summary`], with the newest `recent` games, read once for both.
pub fn summary_and_newest(
    app: &App,
    player: &Player,
    recent: usize,
) -> Result<(Summary, Vec<GameSummary>)> {
    let mut conn = app.store().read_connection()?;
    let (mut rows, next) = games::of_player(&mut conn, player.id, MOST_SUMMED)?;
    let partial = next.is_some();
    let summary = Summary { partial, ..sum_up(&mut conn, player.id, &rows)? };
    rows.truncate(recent);
    Ok((summary, games::summaries(&mut conn, rows)?))
}

/// Summarises rows ordered from newest to oldest.
fn sum_up(conn: &mut AnyConnection, me: i32, rows: &[NarrowGameRow]) -> Result<Summary> {
    let mut summary = Summary::default();
    let mut by_termination: HashMap<Termination, Score> = HashMap::new();
    let mut by_opponent: HashMap<i32, Score> = HashMap::new();
    let (mut wins, mut unbeaten) = (0, 0);
    for game in rows.iter().rev().filter(|game| games::counts(game)) {
        let Some(outcome) = outcome_of(game.outcome) else { continue };
        let color = if game.white_id == me { Color::White } else { Color::Black };
        let other = if color == Color::White { game.black_id } else { game.white_id };
        summary.all.count(outcome, color);
        match color {
            Color::White => summary.as_white.count(outcome, color),
            Color::Black => summary.as_black.count(outcome, color),
        }
        by_termination.entry(termination_of(game.termination)).or_default().count(outcome, color);
        by_opponent.entry(other).or_default().count(outcome, color);
        let won = outcome.winner() == Some(color);
        let lost = outcome.winner() == Some(color.opponent());
        wins = if won { wins + 1 } else { 0 };
        unbeaten = if lost { 0 } else { unbeaten + 1 };
        summary.streaks.longest_wins = summary.streaks.longest_wins.max(wins);
        summary.streaks.longest_unbeaten = summary.streaks.longest_unbeaten.max(unbeaten);
    }
    summary.streaks.current_wins = wins;
    summary.terminations = Termination::ALL
        .into_iter()
        .filter_map(|one| {
            let score = *by_termination.get(&one)?;
            Some(TerminationScore { termination: one.name(), score })
        })
        .collect();
    summary.opponents = most_met(conn, by_opponent)?;
    Ok(summary)
}

fn most_met(
    conn: &mut AnyConnection,
    by_opponent: HashMap<i32, Score>,
) -> Result<Vec<OpponentScore>> {
    let mut met: Vec<(i32, Score)> = by_opponent.into_iter().collect();
    met.sort_unstable_by_key(|(id, score)| (Reverse(score.games()), *id));
    met.truncate(MOST_OPPONENTS);
    let ids: Vec<i32> = met.iter().map(|(id, _)| *id).collect();
    let names = names(conn, &ids)?;
    let opponent = |(id, score): (i32, Score)| {
        let handle = names.get(&id).cloned().unwrap_or_default();
        OpponentScore { handle, score }
    };
    Ok(met.into_iter().map(opponent).collect())
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadToHead {
    pub one: Player,
    pub other: Player,
    /// From the first player's point of view.
    pub score: Score,
    pub as_white: Score,
    pub as_black: Score,
    /// The newest games between them.
    pub games: Vec<GameSummary>,
    /// Whether older games were omitted, also from the score.
    pub partial: bool,
}

/// The games between two players, by all rules or by one rule-set: at most the newest [`MOST_SUMMED`] are counted, and the newest
/// [`games::MOST_ON_PAGE`] listed.
pub fn head_to_head(
    app: &App,
    one: &str,
    other: &str,
    rule_set: Option<&str>,
) -> Result<HeadToHead> {
    let (one, other) = (by_handle(app, one)?, by_handle(app, other)?);
    let mut conn = app.store().read_connection()?;
    let filter = Filter {
        player: Some(one.handle.clone()),
        opponent: Some(other.handle.clone()),
        rule_set: rule_set.map(str::to_owned),
        ..Filter::default()
    };
    let (mut rows, next) = games::find_rows(&mut conn, &filter, None, MOST_SUMMED)?;
    let (mut as_white, mut as_black) = (Score::default(), Score::default());
    let mut score = Score::default();
    for row in rows.iter().filter(|row| games::counts(row)) {
        let Some(outcome) = outcome_of(row.outcome) else { continue };
        let (own, color) = match row.white_id == one.id {
            true => (&mut as_white, Color::White),
            false => (&mut as_black, Color::Black),
        };
        own.count(outcome, color);
        score.count(outcome, color);
    }
    rows.truncate(games::MOST_ON_PAGE);
    let games = games::summaries(&mut conn, rows)?;
    Ok(HeadToHead { one, other, score, as_white, as_black, games, partial: next.is_some() })
}
