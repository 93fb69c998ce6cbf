//! What players show of themselves besides names: their picture, and its removal by moderators
//! together with the line about themselves and the club.

use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::portrait;
use adjutant_store::players::{self as player_rows, PlayerRowState};
use adjutant_store::profiles::{self as profile_rows, ProfileRow};
use adjutant_store::{AnyConnection, accounts, player_pictures as rows};

use super::access::{Act, ActTarget, ActingAs, Actor, require};
use super::audit::{self, Action, AuditEntry, Hidden};
use super::players::Player;
use super::{App, Error, Result, Thing, persons, refusals};

/// A picture as it is served; the digest makes its address change with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerPicture {
    pub jpeg: Vec<u8>,
    pub digest: String,
}

/// The picture of a player as everybody sees it: none of a minor, and none of a merged player.
pub fn public_picture(app: &App, player: &Player) -> Result<PlayerPicture> {
    let mut conn = app.store().read_connection()?;
    let own = player_rows::by_id(&mut conn, player.id)?;
    let found = match own {
        Some(row) if !row.privacy.is_private() && row.state == PlayerRowState::Ordinary => {
            rows::find(&mut conn, player.id)?
        }
        _ => None,
    };
    let found = found.map(|(jpeg, digest)| PlayerPicture { jpeg, digest });
    found.ok_or_else(|| Error::missing(Thing::Player, &player.handle))
}

fn own_player(actor: &Actor) -> Result<(i32, ActingAs)> {
    require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    let player = actor.player.ok_or_else(|| Error::conflict(refusals::NO_PLAYER))?;
    let acting_as = require(actor, Act::KeepProfile, ActTarget::Player(player), false)?;
    Ok((player, acting_as))
}

/// Sets or, without a file, removes the actor's own picture. It is re-encoded before it is stored.
pub fn set_own(app: &App, actor: &Actor, file: Option<&[u8]>, now: Micros) -> Result<()> {
    let (player, acting_as) = own_player(actor)?;
    let jpeg = file.map(portrait::reencode).transpose();
    let jpeg = jpeg.map_err(|e| Error::invalid("picture", e.message()))?;
    app.write(|conn| {
        let player = player_rows::canonical(conn, player)?.id;
        let before = rows::digest(conn, player)?;
        let digest = jpeg.as_ref().map(|jpeg| digest_of(jpeg));
        if before == digest {
            return Ok(());
        }
        match jpeg.as_deref().zip(digest.as_deref()) {
            Some((jpeg, digest)) => rows::put(conn, player, jpeg, digest)?,
            None => drop(rows::remove(conn, &[player])?),
        }
        let entry =
            AuditEntry::for_actor(actor, acting_as, Action::PlayerChanged, now).player(player);
        let entry = entry.subject(actor.account).with_hidden_change(Hidden::Picture);
        Ok::<_, Error>(audit::write(conn, &entry)?)
    })?;
    app.editions().raise();
    Ok(())
}

fn digest_of(jpeg: &[u8]) -> String {
    blake3::hash(jpeg).to_hex()[..16].to_owned()
}

/// Checks the permission to clear profiles, before the request body is read.
pub fn may_clear(actor: &Actor) -> Result<ActingAs> {
    require(actor, Act::ModerateProfiles, ActTarget::Site, true)
}

/// Whether a player shows a picture, a line about themselves or a club.
fn shows_anything(conn: &mut AnyConnection, player: i32, row: &ProfileRow) -> Result<bool> {
    let says = !row.about.is_empty() || !row.club.is_empty();
    Ok(says || rows::digest(conn, player)?.is_some())
}

/// Removes what somebody else shows of themselves, for a reason that they read in their activity
/// log.
pub fn clear(app: &App, actor: &Actor, player: &Player, reason: &str, now: Micros) -> Result<()> {
    let acting_as = may_clear(actor)?;
    let reason = persons::reason(reason)?;
    app.write(|conn| {
        let before = profile_rows::for_player(conn, player.id)?;
        if !shows_anything(conn, player.id, &before)? {
            return Err(Error::conflict(refusals::PROFILE_EMPTY));
        }
        rows::remove(conn, &[player.id])?;
        let none = ProfileRow { about: String::new(), club: String::new(), ..before.clone() };
        profile_rows::upsert(conn, player.id, &none)?;
        let owner = accounts::by_player(conn, player.id)?.map_or(0, |account| account.id);
        let entry = AuditEntry::for_actor(actor, acting_as, Action::ProfileCleared, now)
            .with_reason(&reason)
            .subject(owner)
            .player(player.id)
            .with_hidden_change(Hidden::Picture)
            .with_hidden_change(Hidden::About)
            .with_hidden_change(Hidden::Affiliation);
        Ok::<_, Error>(audit::write(conn, &entry)?)
    })?;
    app.editions().raise();
    Ok(())
}
