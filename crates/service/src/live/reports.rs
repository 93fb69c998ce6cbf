//! Reports of opponents to the moderators, who see them with the public game. The audit log records
//! that a report was made, but not its content.

use crate::access::{Act, ActTarget, Actor, require};
use crate::audit::{self, Action, AuditEntry, Hidden};
use crate::{Error, Result, players, refusals};
use adjutant_domain::keyed_enum;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_domain::organisation::text;
use adjutant_domain::play::PlayId;
use adjutant_store::play_reports::{self as rows, ReportRow};
use adjutant_store::{AnyConnection, accounts, plays};
use salpakan::record::short_id_text;

use super::Live;
use super::watch::seat_at;

pub const LONGEST_REPORT: usize = 500;
const MOST_A_DAY: usize = 5;

keyed_enum! {
    /// The ground of a report; its key begins the stored text.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ground {
        /// Lets the clock run instead of playing.
        Stalling => "stalling",
        /// Has an insulting name.
        Name => "name",
        /// Loses or draws on purpose or by agreement.
        Arranged => "arranged",
        /// Has illegitimate knowledge or help.
        Cheating => "cheating",
        Other => "other",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub id: i32,
    pub play: PlayId,
    /// The reporting account; empty if it is deleted.
    pub by: String,
    /// The players' handles, White's first.
    pub players: [String; 2],
    pub ground: Ground,
    pub words: String,
    pub at: Micros,
}

pub fn report(
    live: &Live,
    actor: &Actor,
    id: &PlayId,
    (ground, words): (Option<Ground>, &str),
) -> Result<()> {
    let acting_as = require(actor, Act::Play, ActTarget::Account(actor.account), false)?;
    let (session, _) = seat_at(live, actor, id)?;
    let ground = ground.ok_or_else(|| Error::invalid("ground", refusals::REPORT_GROUND))?;
    let words = text::clean_lines(words, LONGEST_REPORT)
        .map_err(|e| Error::invalid("words", e.message()))?;
    let now = live.moments().on_the_wall();
    live.app().write(|conn| {
        bounds(conn, actor.account, session.row.id, now)?;
        let told = format!("{}\n{words}", ground.key());
        rows::add(conn, (session.row.id, actor.account), &told, now)?;
        // The opponent is not named, or they would see it in their own audit log.
        let entry = AuditEntry::for_actor(actor, acting_as, Action::PlayReported, now)
            .subject(actor.account)
            .with_hidden_change(Hidden::Words)
            .with_reason(&short_id_text(id));
        audit::write(conn, &entry)?;
        Ok(())
    })
}

/// Allows one report per game, and few per day.
fn bounds(conn: &mut AnyConnection, account: i32, play: i32, now: Micros) -> Result<()> {
    let newest = rows::for_account(conn, account, MOST_A_DAY as i64)?;
    let here = rows::for_play(conn, play, 100)?;
    if here.iter().any(|row| row.account_id == account) {
        return Err(Error::conflict(refusals::REPORTED));
    }
    if newest.iter().filter(|row| row.at > now - DAY).count() >= MOST_A_DAY {
        return Err(Error::TooOften { seconds: 86_400 });
    }
    Ok(())
}

/// Reports older than `before`, newest first, and whether there are more. Requires the permission
/// of a moderator.
pub fn reports(
    live: &Live,
    actor: &Actor,
    before: Option<i32>,
    most: usize,
) -> Result<(Vec<Report>, bool)> {
    require(actor, Act::OverseeSite, ActTarget::Site, true)?;
    let conn = &mut *live.app().store().read_connection()?;
    let limit = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
    let found = rows::page(conn, before.unwrap_or(i32::MAX), limit)?;
    let more = found.len() > most;
    let shown = found.into_iter().take(most).filter_map(|row| shown(conn, actor, row).transpose());
    Ok((shown.collect::<Result<_>>()?, more))
}

/// A report with names; `None` if the reader plays in the game.
fn shown(conn: &mut AnyConnection, actor: &Actor, row: ReportRow) -> Result<Option<Report>> {
    let lost = || Error::Internal(format!("report {} is of no play", row.id));
    let play = plays::by_id(conn, row.play_id)?.ok_or_else(lost)?;
    if play.seat_of(actor.account).is_some() {
        return Ok(None);
    }
    let ids = [play.seats.white.player, play.seats.black.player];
    let names = players::names(conn, &ids)?;
    let by = accounts::by_id(conn, row.account_id)?;
    let (ground, words) = row.text.split_once('\n').unwrap_or(("", &row.text));
    Ok(Some(Report {
        id: row.id,
        play: play.public_id,
        by: by.map(|account| account.name).unwrap_or_default(),
        players: ids.map(|id| names.get(&id).cloned().unwrap_or_default()),
        ground: Ground::parse(ground).unwrap_or(Ground::Other),
        words: words.to_owned(),
        at: row.at,
    }))
}
