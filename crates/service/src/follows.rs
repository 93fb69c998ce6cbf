//! Following players, events and organisations: which notices an account wants, known to it alone.

use adjutant_domain::moment::Micros;
use adjutant_store::follows::{self as rows, Followed};
use adjutant_store::organisations::{self as organisation_rows, OrganisationState};
use adjutant_store::players::{self as player_rows, PlayerRow, PlayerRowState, Privacy};
use adjutant_store::profiles::with_merged_players;
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, events as event_rows, labels};

use super::access::{Act, ActTarget, Actor, require};
use super::organisations::access_guard::organisation_missing;
use super::{App, Error, Result, Thing};

/// What may be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowKind {
    Player,
    Event,
    Organisation,
}

impl FollowKind {
    pub const ALL: [FollowKind; 3] =
        [FollowKind::Player, FollowKind::Event, FollowKind::Organisation];

    /// The name in forms and exports.
    pub const fn key(self) -> &'static str {
        match self {
            FollowKind::Player => "player",
            FollowKind::Event => "event",
            FollowKind::Organisation => "organisation",
        }
    }

    pub fn parse(key: &str) -> Option<FollowKind> {
        FollowKind::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// Something that an account follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Follow {
    pub kind: FollowKind,
    /// The handle of a player, otherwise a slug.
    pub address: String,
    pub name: String,
    pub since: Micros,
}

/// The number of things that an account can follow.
pub const MAX_FOLLOWS: usize = 500;

fn allowed(actor: &Actor) -> Result<i32> {
    require(actor, Act::Follow, ActTarget::Account(actor.account), false)?;
    Ok(actor.account)
}

/// Whether a player may be followed: whoever is listed publicly.
fn is_listed(row: &PlayerRow) -> bool {
    row.state == PlayerRowState::Ordinary && row.privacy == Privacy::Public && row.handle != "?"
}

/// The ids under which an account may follow this: those of a player include everybody merged into
/// them, the player first.
fn find(conn: &mut AnyConnection, kind: FollowKind, name: &str) -> Result<Vec<Followed>> {
    match kind {
        FollowKind::Player => {
            let missing = || Error::missing(Thing::Player, name);
            let found = player_rows::by_exact_handle(conn, name)?.ok_or_else(missing)?;
            let row = player_rows::canonical(conn, found.id)?;
            let everybody = with_merged_players(conn, row.id)?;
            match is_listed(&row) {
                true => Ok(everybody.into_iter().map(Followed::Player).collect()),
                false => Err(missing()),
            }
        }
        FollowKind::Event => {
            let row = event_rows::by_slug(conn, name)?;
            let row = row.ok_or_else(|| Error::missing(Thing::Event, name))?;
            Ok(vec![Followed::Event(row.id)])
        }
        FollowKind::Organisation => {
            let row = organisation_rows::by_slug(conn, name)?;
            let row = row.filter(|row| row.state == OrganisationState::Open);
            let row = row.ok_or_else(|| organisation_missing(name))?;
            Ok(vec![Followed::Organisation(row.id)])
        }
    }
}

/// Follows something by its handle or slug, or ends that. Doing either again changes nothing.
///
/// # Errors
/// Returns [`Error::Missing`] also for a player who is not listed and an organisation that is not
/// open, and [`Error::Conflict`] beyond [`MAX_FOLLOWS`].
pub fn set(
    app: &App,
    actor: &Actor,
    (kind, name): (FollowKind, &str),
    follow: bool,
    now: Micros,
) -> Result<()> {
    let account = allowed(actor)?;
    in_transaction(&mut *app.store().connection()?, |conn| {
        rows::lock_writer(conn)?;
        let what = find(conn, kind, name)?;
        let own = rows::for_account(conn, account)?;
        let followed = own.iter().map(|(one, _)| *one).filter(|one| what.contains(one));
        let followed: Vec<Followed> = followed.collect();
        if !follow {
            for one in followed {
                rows::remove(conn, account, one)?;
            }
        } else if followed.is_empty() {
            if own.len() >= MAX_FOLLOWS {
                return Err(Error::conflict(refusal!(MOST_FOLLOWS, most = MAX_FOLLOWS)));
            }
            rows::add(conn, account, what[0], now)?;
        }
        Ok(())
    })
}

/// Whether the actor follows this, and may; `None` if they cannot follow it.
pub fn state(app: &App, actor: &Actor, kind: FollowKind, name: &str) -> Result<Option<bool>> {
    let Ok(account) = allowed(actor) else { return Ok(None) };
    let mut conn = app.store().read_connection()?;
    let what = match find(&mut conn, kind, name) {
        Err(Error::Missing { .. }) => return Ok(None),
        found => found?,
    };
    let own = rows::for_account(&mut conn, account)?;
    Ok(Some(own.iter().any(|(one, _)| what.contains(one))))
}

/// What the actor follows, in the order in which they began to.
pub fn own(app: &App, actor: &Actor) -> Result<Vec<Follow>> {
    let account = allowed(actor)?;
    of_account(&mut *app.store().read_connection()?, account)
}

/// What an account follows with current names, each once. Players who are no longer listed and
/// organisations that are no longer open are left out until they are again.
pub(super) fn of_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<Follow>> {
    let own = rows::for_account(conn, account)?;
    let ids = |pick: fn(Followed) -> Option<i32>| -> Vec<i32> {
        own.iter().filter_map(|(one, _)| pick(*one)).collect()
    };
    let event_ids = ids(|one| if let Followed::Event(id) = one { Some(id) } else { None });
    let events = labels::events(conn, &event_ids)?;
    let organisation_ids =
        ids(|one| if let Followed::Organisation(id) = one { Some(id) } else { None });
    let organisations = match organisation_ids.is_empty() {
        true => Vec::new(),
        false => organisation_rows::by_ids(conn, &organisation_ids)?,
    };
    let mut found: Vec<Follow> = Vec::with_capacity(own.len());
    for (one, since) in &own {
        let named = match one {
            Followed::Player(id) => {
                let row = player_rows::canonical(conn, *id)?;
                let handle = is_listed(&row).then_some(row.handle);
                handle.map(|handle| (FollowKind::Player, handle.clone(), handle))
            }
            Followed::Event(id) => {
                let label = events.get(id);
                label.map(|one| (FollowKind::Event, one.slug.clone(), one.name.clone()))
            }
            Followed::Organisation(id) => organisations
                .iter()
                .find(|row| row.id == *id && row.state == OrganisationState::Open)
                .map(|row| (FollowKind::Organisation, row.slug.clone(), row.name.clone())),
        };
        let Some((kind, address, name)) = named else { continue };
        if !found.iter().any(|known| known.kind == kind && known.address == address) {
            found.push(Follow { kind, address, name, since: *since });
        }
    }
    Ok(found)
}
