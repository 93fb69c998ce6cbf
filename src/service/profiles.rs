//! What a person says of himself, and what of it others see.
//!
//! Public are handle and results. A display name is shown to everybody, a real name where its
//! holder chooses so; of a minor neither, whatever is chosen.

use crate::account::age::AgeBand;
use crate::account::handle::has_invisible;
use crate::store::players::{self as player_rows, PlayerRowState, Privacy};
use crate::store::profiles::{self as rows, ProfileRow};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, accounts, id_sequence};

use super::access::{Act, ActTarget, Actor, require};
use super::audit::{self, Action, AuditEntry, Field, Hidden};
use super::members::{self, Affiliation};
use super::merging::entry;
use super::persons;
use super::players::Player;
use super::{App, Error, bots, refusals};

/// A person's own profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub handle: String,
    pub display_name: String,
    pub real_name: String,
    pub real_name_public: bool,
    pub age: AgeBand,
    /// To a minor's place on leaderboards.
    pub guardian_agrees: bool,
    pub privacy: Privacy,
}

/// What its holder may change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewProfile {
    pub display_name: String,
    pub real_name: String,
    pub real_name_public: bool,
    pub age: AgeBand,
    pub guardian_agrees: bool,
}

/// What stands beside the handle, as everybody may see it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shown {
    pub display_name: Option<String>,
    pub real_name: Option<String>,
    /// By the names of the organisations.
    pub affiliations: Vec<Affiliation>,
    /// Whether a program plays for him.
    pub bot: bool,
    /// Whether somebody signs in for him, so that he can be asked to play.
    pub plays_here: bool,
}

/// Most characters of a display name and of a real name.
pub const LONGEST_NAME: usize = 60;

/// The profile of a player.
pub(super) fn of_player(connection: &mut AnyConnection, player: i32) -> Result<Profile, Error> {
    let own = player_rows::canonical(connection, player)?;
    let row = rows::for_player(connection, own.id)?;
    Ok(Profile {
        handle: own.handle,
        display_name: row.display_name,
        real_name: row.real_name,
        real_name_public: row.real_name_public != 0,
        age: AgeBand::from_number(row.age_band),
        guardian_agrees: row.guardian_agrees != 0,
        privacy: own.privacy,
    })
}

/// One's own profile; `None` for an account without a player.
///
/// # Errors
/// Those of [`require`].
pub fn own(app: &App, actor: &Actor) -> Result<Option<Profile>, Error> {
    require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    let Some(player) = actor.player else { return Ok(None) };
    require(actor, Act::KeepProfile, ActTarget::Player(player), false)?;
    Ok(Some(of_player(&mut *app.store().read_connection()?, player)?))
}

/// Changes one's own profile.
///
/// # Errors
/// [`Error::Invalid`] for a name that cannot be shown; [`Error::Conflict`] for an account
/// without a player; those of [`require`].
pub fn edit(app: &App, actor: &Actor, new: &NewProfile, now: i64) -> Result<Profile, Error> {
    require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    let no_player = || Error::conflict(refusals::NO_PLAYER);
    let player = actor.player.ok_or_else(no_player)?;
    let acting_as = require(actor, Act::KeepProfile, ActTarget::Player(player), false)?;
    let row = checked(new)?;
    let mut connection = app.store().connection()?;
    let (profile, changed) = in_transaction(&mut connection, |connection| {
        id_sequence::lock_writer(connection)?;
        let before = of_player(connection, player)?;
        let privacy = rows::upsert(connection, player, &row)?;
        let after = Profile { privacy, ..of_player(connection, player)? };
        let entry = entry(actor, acting_as, Action::PlayerChanged, now).player(player);
        let entry = told(entry.subject(actor.account), &before, &after);
        if !entry.has_no_changes() {
            audit::write(connection, &entry)?;
        }
        let changed = before.privacy != after.privacy;
        Ok::<_, Error>((after, changed))
    })?;
    drop(connection);
    match changed {
        true => persons::changed(app, &[player])?,
        false => app.editions().raise(),
    }
    Ok(profile)
}

/// What changed: of names and age that they did.
fn told(entry: AuditEntry, before: &Profile, after: &Profile) -> AuditEntry {
    let hidden = [
        (Hidden::DisplayName, before.display_name != after.display_name),
        (Hidden::RealName, before.real_name != after.real_name),
        (Hidden::AgeBand, before.age != after.age),
        (Hidden::GuardianAgrees, before.guardian_agrees != after.guardian_agrees),
    ];
    let entry = hidden
        .into_iter()
        .filter(|(_, changed)| *changed)
        .fold(entry, |entry, (field, _)| entry.with_hidden_change(field));
    entry.with_change(Field::RealNamePublic, before.real_name_public, after.real_name_public)
}

fn checked(new: &NewProfile) -> Result<ProfileRow, Error> {
    Ok(ProfileRow {
        display_name: name("display_name", &new.display_name)?,
        real_name: name("real_name", &new.real_name)?,
        real_name_public: i16::from(new.real_name_public),
        age_band: new.age as i16,
        guardian_agrees: i16::from(new.guardian_agrees && new.age.is_minor()),
    })
}

/// A name as it may be shown; it may be empty.
fn name(field: &'static str, written: &str) -> Result<String, Error> {
    if has_invisible(written) {
        return Err(Error::invalid(field, refusals::UNSEEN));
    }
    let text = written.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > LONGEST_NAME {
        return Err(Error::invalid(field, refusals::LONG_NAME.with([&LONGEST_NAME])));
    }
    Ok(text)
}

/// What stands beside a player's handle for everybody; nothing beside a minor's.
///
/// # Errors
/// [`Error::Internal`] where the store fails.
pub fn shown(app: &App, player: &Player) -> Result<Shown, Error> {
    let mut connection = app.store().read_connection()?;
    let own = player_rows::by_id(&mut connection, player.id)?;
    let public =
        own.is_some_and(|row| !row.privacy.is_private() && row.state == PlayerRowState::Ordinary);
    if !public {
        return Ok(Shown::default());
    }
    let row = rows::for_player(&mut connection, player.id)?;
    let real_name = Some(row.real_name).filter(|_| row.real_name_public != 0);
    let present = |name: &String| !name.is_empty();
    Ok(Shown {
        display_name: Some(row.display_name).filter(present),
        real_name: real_name.filter(present),
        affiliations: members::player_affiliations(&mut connection, player.id)?,
        bot: bots::is_bot(&mut connection, player.id)?,
        plays_here: accounts::by_player(&mut connection, player.id)?
            .is_some_and(|account| account.state == accounts::ACTIVE),
    })
}
