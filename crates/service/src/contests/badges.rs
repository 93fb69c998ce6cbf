//! Badges of entrants: their links, which officials and helpers at the door open to check somebody
//! in. For everybody else they are links to the event.

use crate::access::{Act, Actor};
use crate::notices::DeliveryKeys;
use crate::{App, Error, Result, Thing};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::contest::{EntrantId, EntrantStatus, RegisteredEntrant};
use adjutant_domain::moment::Micros;
use adjutant_domain::search::name_order;
use adjutant_store::players::PlayerRowState;
use adjutant_store::{AnyConnection, player_pictures, players};

use super::cache::{self, LoadedContest};
use super::command::ContestCommand;
use super::execution::{CommandOutcome, execute};
use super::hall::{check_in_at_hall, find_live_link};
use super::participation::own_entry;
use super::steward_links::StewardDuties;
use super::{authorize_act, event_row};

/// An entrant with the last part of the link on their badge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Badge {
    pub id: EntrantId,
    pub name: String,
    pub club: String,
    pub province: String,
    pub key: String,
}

/// What officials and helpers see of the holder of a badge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedBadge {
    pub event: String,
    pub id: EntrantId,
    pub name: String,
    pub club: String,
    /// The handle and digest of a picture that everybody may see.
    pub picture: Option<(String, String)>,
    pub standing: EntrantStatus,
    pub is_present: bool,
    /// `None` if the event has no fee.
    pub paid: Option<bool>,
    /// Whether the event checks people in, and is not over.
    pub checks_in: bool,
}

/// Who holds the phone that reads a badge.
#[derive(Debug, Clone, Copy)]
pub struct BadgeReader<'a> {
    pub actor: &'a Actor,
    /// The steward link that the phone has opened.
    pub link: Option<&'a Secret>,
}

/// The badges of all active entrants by name, for officials who check in.
pub fn badges(app: &App, actor: &Actor, slug: &str) -> Result<Vec<Badge>> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::CheckIn, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let keys = app.delivery_keys()?;
    let active =
        run.contest.numbered_people().filter(|(_, one)| one.status == EntrantStatus::Active);
    let mut all: Vec<Badge> = active.map(|one| badge(keys, row.id, one)).collect();
    all.sort_by_cached_key(|one| name_order(&one.name));
    Ok(all)
}

/// The name of an event and the badge of the actor's own entry, to be shown on their phone.
pub fn own_badge(app: &App, actor: &Actor, slug: &str) -> Result<(String, Badge)> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::TakePart, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let missing = || Error::missing(Thing::Event, slug);
    let id = own_entry(&run, actor).ok_or_else(missing)?;
    let one = run.contest.entrant(id).ok_or_else(missing)?;
    Ok((row.name, badge(app.delivery_keys()?, row.id, (id, one))))
}

fn badge(keys: &DeliveryKeys, event: i32, (id, one): (EntrantId, &RegisteredEntrant)) -> Badge {
    Badge {
        id,
        name: one.person.name.clone(),
        club: one.person.club.clone(),
        province: one.person.province.clone(),
        key: format!("{}-{}", id.0, keys.badge_code(event, id.0)),
    }
}

/// The entrant of a badge of this event, whose code is compared in constant time.
fn badge_holder(app: &App, event: i32, key: &str) -> Result<Option<EntrantId>> {
    let Some((number, code)) = key.split_once('-') else { return Ok(None) };
    let Ok(number) = number.parse::<u32>() else { return Ok(None) };
    let right = app.delivery_keys()?.badge_code(event, number);
    let is_right = blake3::hash(right.as_bytes()) == blake3::hash(code.as_bytes());
    Ok(is_right.then_some(EntrantId(number)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReaderKind {
    Official,
    Helper,
    Other,
}

fn reader_kind(
    conn: &mut AnyConnection,
    reader: BadgeReader<'_>,
    slug: &str,
    now: Micros,
) -> Result<ReaderKind> {
    if reader.actor.is_signed_in() && authorize_act(conn, reader.actor, Act::CheckIn, slug).is_ok()
    {
        return Ok(ReaderKind::Official);
    }
    let Some(secret) = reader.link else { return Ok(ReaderKind::Other) };
    let found = find_live_link(conn, secret, now)?;
    let is_helper = found.is_some_and(|(link, row)| {
        row.slug == slug && StewardDuties::from_bits(link.duties).check_in
    });
    Ok(if is_helper { ReaderKind::Helper } else { ReaderKind::Other })
}

/// The entrant of a badge and who reads it; an error if this event has no such badge.
fn read_badge(
    app: &App,
    reader: BadgeReader<'_>,
    (slug, key): (&str, &str),
    now: Micros,
) -> Result<(std::sync::Arc<LoadedContest>, EntrantId, ReaderKind)> {
    let mut conn = app.store().read_connection()?;
    let row = event_row(&mut conn, slug)?;
    let missing = || Error::missing(Thing::Event, slug);
    let id = badge_holder(app, row.id, key)?.ok_or_else(missing)?;
    let run = cache::load(app, &mut conn, &row)?;
    run.contest.entrant(id).ok_or_else(missing)?;
    let kind = reader_kind(&mut conn, reader, &row.slug, now)?;
    Ok((run, id, kind))
}

/// What a reader of a badge sees of its holder; `None` for everybody who does not check in.
pub fn scan_badge(
    app: &App,
    reader: BadgeReader<'_>,
    at: (&str, &str),
    now: Micros,
) -> Result<Option<ScannedBadge>> {
    let (run, id, kind) = read_badge(app, reader, at, now)?;
    let Some(one) = run.contest.entrant(id).filter(|_| kind != ReaderKind::Other) else {
        return Ok(None);
    };
    let settings = &run.contest.settings;
    Ok(Some(ScannedBadge {
        event: run.row.name.clone(),
        id,
        name: one.person.name.clone(),
        club: one.person.club.clone(),
        picture: public_picture(app, one.person.player)?,
        standing: one.status,
        is_present: one.present,
        paid: settings.has_fee().then_some(one.paid),
        checks_in: settings.check_in && !run.contest.is_over,
    }))
}

/// The picture of a player, unless everybody may not see it.
fn public_picture(app: &App, player: i32) -> Result<Option<(String, String)>> {
    let mut conn = app.store().read_connection()?;
    let Some(row) = players::by_id(&mut conn, player)? else { return Ok(None) };
    if row.privacy.is_private() || row.state != PlayerRowState::Ordinary {
        return Ok(None);
    }
    let digest = player_pictures::digest(&mut conn, player)?;
    Ok(digest.map(|digest| (row.handle, digest)))
}

/// Checks the holder of a badge in, or takes that back.
pub fn check_in_by_badge(
    app: &App,
    reader: BadgeReader<'_>,
    (slug, key): (&str, &str),
    present: bool,
    now: Micros,
) -> Result<CommandOutcome> {
    let (_, entrant, kind) = read_badge(app, reader, (slug, key), now)?;
    match (kind, reader.link) {
        (ReaderKind::Official, _) => {
            let command = ContestCommand::SetPresence { entrant, present };
            execute(app, reader.actor, slug, &command, now)
        }
        (ReaderKind::Helper, Some(secret)) => check_in_at_hall(app, secret, entrant, present, now),
        _ => Err(Error::missing(Thing::Event, slug)),
    }
}
