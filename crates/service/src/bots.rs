//! Bots: marked for everybody, and rated separately.

use std::cmp::Reverse;

use adjutant_domain::game::GameKind;
use adjutant_domain::moment::Micros;
use adjutant_store::{AnyConnection, computers, play_queries, players};

use super::access::{Act, ActTarget, Actor, require};
use super::audit::{self, Action, AuditEntry};
use ledger_ratings::Pool;
use salpakan_computer::Level;

use super::live::computer_plays;
use super::messages::LocalizedMessage;
use super::players::Score;
use super::{App, Error, Result, leaderboard, ratings, refusals};

/// Whether the actor's player is a bot; `None` for an account without a player.
pub fn own(app: &App, actor: &Actor) -> Result<Option<bool>> {
    require(actor, Act::ReadOwnProfile, ActTarget::Account(actor.account), false)?;
    let Some(player) = actor.player else { return Ok(None) };
    is_bot(&mut *app.store().read_connection()?, player).map(Some)
}

pub(super) fn is_bot(conn: &mut AnyConnection, player: i32) -> Result<bool> {
    Ok(!players::bots_among(conn, &[player])?.is_empty())
}

/// Why a player may not play in an event of this game: events are closed to bots, but for the site's own computer, which may
/// stand in for the odd player at the levels that play the game.
pub(super) fn refusal_in_event(
    conn: &mut AnyConnection,
    (player, name): (i32, &str),
    game: GameKind,
) -> Result<Option<LocalizedMessage>> {
    if !is_bot(conn, player)? {
        return Ok(None);
    }
    Ok(match computer_plays(conn, player, game)? {
        Some(true) => None,
        Some(false) => Some(refusals::COMPUTER_IN_EVENT.into()),
        None => Some(refusal!(BOT_IN_EVENT, name)),
    })
}

/// Declares the actor's player a bot, permanently, and returns its handle. Repeating it has no effect.
///
/// # Errors
/// Returns [`Error::Conflict`] for an account without a player, and for a player with rated or
/// current games, which a person played.
pub fn declare(app: &App, actor: &Actor, now: Micros) -> Result<String> {
    let acting_as = require(actor, Act::BecomeBot, ActTarget::Account(actor.account), false)?;
    let player = actor.player.ok_or_else(|| Error::conflict(refusals::NO_OWN_PLAYER))?;
    if !ratings::of_player(app, player)?.is_empty() {
        return Err(Error::conflict(refusals::BOT_IS_RATED));
    }
    let handle = app.write(|conn| {
        let handle = players::canonical(conn, player)?.handle;
        if is_bot(conn, player)? {
            return Ok(handle);
        }
        if !play_queries::running_for_account(conn, actor.account, 1)?.is_empty() {
            return Err(Error::conflict(refusals::BOT_PLAYS));
        }
        players::mark_bot(conn, player)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::BotDeclared, now);
        audit::write(conn, &entry.player(player).subject(actor.account))?;
        Ok::<_, Error>(handle)
    })?;
    app.editions().raise();
    Ok(handle)
}

/// The most bots on the ladder.
const MOST_RUNGS: usize = 50;

/// A bot on the ladder, with a rating in the pool of bots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rung {
    pub handle: String,
    /// In points.
    pub rating: i32,
    pub deviation: i32,
    pub games: u32,
    /// Which level of the computer it is, if it is one.
    pub level: Option<Level>,
    /// The score against the one above and the one below, where they have met.
    pub neighbors: [Option<(String, Score)>; 2],
}

/// The bots with a rating in a pool of bots, the strongest first, whether or not they have games enough for a place on the
/// leaderboard.
pub fn ladder(app: &App, pool: &'static Pool) -> Result<Vec<Rung>> {
    let board = leaderboard::board(app, pool)?;
    let mut rows = board.most_played(MOST_RUNGS);
    rows.sort_by_key(|row| (Reverse(row.glicko.rating), row.player));
    let levels = computers::all(&mut *app.store().read_connection()?)?;
    let level_of = |player: i64| {
        let of = levels.iter().find(|one| i64::from(one.player) == player)?;
        u8::try_from(of.level).ok().and_then(Level::new)
    };
    let mut met = Vec::new();
    for pair in rows.windows(2) {
        let [above, below] = pair else { continue };
        met.push(players_met(app, pool, &above.handle, &below.handle)?);
    }
    let rungs = rows.iter().enumerate().map(|(at, row)| {
        let above = at.checked_sub(1).and_then(|before| {
            let score = (*met.get(before)?)?;
            Some((rows[before].handle.to_string(), score.of_the_other()))
        });
        let below = met.get(at).copied().flatten();
        let below = below.map(|score| (rows[at + 1].handle.to_string(), score));
        Rung {
            handle: row.handle.to_string(),
            rating: row.glicko.whole_points(),
            deviation: row.glicko.whole_deviation(),
            games: row.totals.games(),
            level: level_of(row.player),
            neighbors: [above, below],
        }
    });
    Ok(rungs.collect())
}

/// The score of one against another in the games of a pool's kind; `None` if they have not met.
fn players_met(app: &App, pool: &Pool, one: &str, other: &str) -> Result<Option<Score>> {
    let score = super::players::head_to_head(app, one, other, Some(pool.family.rules()))?.score;
    Ok(Some(score).filter(|score| score.games() > 0))
}
