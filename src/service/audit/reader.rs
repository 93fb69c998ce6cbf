//! Reading the audit trail: by the page, newest first, with the names that people have now.

use std::collections::HashMap;

use crate::service::access::{Act, ActTarget, ActingAs, Actor, Credential, require};
use crate::service::organisations::access_guard;
use crate::service::{App, Error};
use crate::store::labels::{self, AccountLabel, SlugLabel};
use crate::store::seal::Sealer;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, audit as rows, id_sequence, players};

use super::AuditEntry;
use super::changes::{self, WrittenChange};
use super::keys::Action;
use super::name_masking;

/// Whose entries are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditScope {
    /// What an account did, and what was done to it or to its player.
    Account(i32),
    Event(i32),
    Organisation(i32),
    /// Of the whole site.
    Site,
}

/// Which entries are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditView {
    pub scope: AuditScope,
    /// Only this action.
    pub action: Option<Action>,
    /// From this moment on, and before that one, in microseconds since 1970.
    pub since: Option<i64>,
    pub until: Option<i64>,
}

impl AuditView {
    /// All entries of these.
    #[must_use]
    pub const fn all_of(of: AuditScope) -> AuditView {
        AuditView { scope: of, action: None, since: None, until: None }
    }
}

/// Who did something, or to whom it was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuditPerson {
    /// Somebody with the run of the server, by a command or by the configured key.
    Command,
    /// The server, by itself: nobody asked for it.
    Server,
    /// Somebody who was not signed in.
    Nobody,
    /// By the name that he has now.
    Account(String),
    /// His account is deleted: nobody knows any more who it was.
    Deleted,
}

/// An organisation or event by the name that it has now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditPlace {
    pub slug: String,
    pub name: String,
}

/// An entry with names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownEntry {
    /// Where a page begins that follows this entry.
    pub id: i32,
    /// Microseconds since 1970.
    pub at: i64,
    pub actor: AuditPerson,
    /// The role in which he acted, as `owner`.
    pub acting_as: String,
    /// What he did: the key of an [`Action`].
    pub action: String,
    pub organisation: Option<AuditPlace>,
    pub event: Option<AuditPlace>,
    /// The player's handle.
    pub player: Option<String>,
    /// The account that it concerns.
    pub subject: Option<AuditPerson>,
    pub changes: Vec<WrittenChange>,
    pub reason: String,
}

/// Some entries, newest first, and where older ones begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditTrailPage {
    pub entries: Vec<ShownEntry>,
    pub next: Option<i32>,
}

/// Most entries of a page.
pub const MAX_PAGE_ENTRIES: usize = 500;

/// The entries before the one with the id `before`, at most `limit` of them.
///
/// # Errors
/// As [`require`] where the actor may not see them, [`Error::Internal`].
pub fn page(
    app: &App,
    actor: &Actor,
    view: &AuditView,
    before: Option<i32>,
    limit: usize,
) -> Result<AuditTrailPage, Error> {
    let mut connection = app.store().read_connection()?;
    let (whose, _) = authorize(&mut connection, actor, view.scope)?;
    read_page(&mut connection, app.sealer(), whose, view, before, limit)
}

/// As [`page`], for the beginning of a file of all entries: that somebody takes a trail along is an
/// act, and in the trail behind it. The file ends with what was there before.
///
/// # Errors
/// As [`page`]; then nothing is to be given.
pub fn export_page(
    app: &App,
    actor: &Actor,
    view: &AuditView,
    before: Option<i32>,
    limit: usize,
    now: i64,
) -> Result<AuditTrailPage, Error> {
    let mut connection = app.store().connection()?;
    in_transaction(&mut connection, |connection| {
        id_sequence::lock_writer(connection)?;
        let (whose, acting_as) = authorize(connection, actor, view.scope)?;
        let page = read_page(connection, app.sealer(), whose, view, before, limit)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::AuditExported, now);
        let entry = match view.scope {
            AuditScope::Account(account) => entry.subject(account),
            AuditScope::Organisation(organisation) => entry.organisation(organisation),
            AuditScope::Event(event) => {
                let organisation = labels::owner_of_event(connection, event)?.unwrap_or_default();
                entry.organisation(organisation).event(event)
            }
            AuditScope::Site => entry,
        };
        super::write(connection, &entry)?;
        Ok(page)
    })
}

fn read_page(
    connection: &mut AnyConnection,
    sealer: &Sealer,
    whose: rows::AuditSubject,
    view: &AuditView,
    before: Option<i32>,
    limit: usize,
) -> Result<AuditTrailPage, Error> {
    let look = rows::AuditFilter {
        whose,
        action: view.action.map(|action| action.key().to_owned()),
        since: view.since.unwrap_or(i64::MIN),
        until: view.until.unwrap_or(i64::MAX),
    };
    let limit = limit.clamp(1, MAX_PAGE_ENTRIES);
    let before = before.unwrap_or(i32::MAX);
    let mut found = rows::page(connection, &look, before, limit as i64)?;
    name_masking::mask_deleted_names(connection, sealer, &mut found)?;
    let next = found.last().filter(|_| found.len() == limit).map(|row| row.id);
    let entries = with_names(connection, found)?;
    Ok(AuditTrailPage { entries, next })
}

/// The organisation with this slug; what is not there is answered as what is not for the actor.
///
/// # Errors
/// [`Error::Hidden`] or [`Error::SignIn`] where there is none.
pub fn organisation_scope(app: &App, actor: &Actor, slug: &str) -> Result<AuditScope, Error> {
    match access_guard::find_visible(&mut *app.store().read_connection()?, actor, slug) {
        Ok(row) => Ok(AuditScope::Organisation(row.id)),
        Err(Error::Missing { .. }) => Err(hidden_or_sign_in(actor)),
        Err(e) => Err(e),
    }
}

/// The event with this slug, as [`organisation_scope`].
///
/// # Errors
/// [`Error::Hidden`] or [`Error::SignIn`] where there is none.
pub fn event_scope(app: &App, actor: &Actor, slug: &str) -> Result<AuditScope, Error> {
    let found = labels::event_by_slug(&mut *app.store().read_connection()?, slug)?;
    found.map(AuditScope::Event).ok_or_else(|| hidden_or_sign_in(actor))
}

/// What [`require`] says to somebody who may nothing.
fn hidden_or_sign_in(actor: &Actor) -> Error {
    if actor.credential == Credential::Nobody { Error::SignIn } else { Error::Hidden }
}

/// Whose entries the actor may see by this view, and in which part.
fn authorize(
    connection: &mut AnyConnection,
    actor: &Actor,
    scope: AuditScope,
) -> Result<(rows::AuditSubject, ActingAs), Error> {
    match scope {
        // No account has this number; entries have it for acts of nobody.
        AuditScope::Account(0) => Err(hidden_or_sign_in(actor)),
        AuditScope::Account(account) => {
            let own = require(actor, Act::ReadOwnAudit, ActTarget::Account(account), false);
            let acting_as = own.or_else(|own| {
                require(actor, Act::ReadSiteAudit, ActTarget::Site, false).map_err(|_| own)
            })?;
            let player = labels::player_of_account(connection, account)?;
            Ok((rows::AuditSubject::Person { account, player }, acting_as))
        }
        AuditScope::Event(event) => {
            let organisation = labels::owner_of_event(connection, event)?;
            let organisation = organisation.ok_or_else(|| hidden_or_sign_in(actor))?;
            let demanded = labels::demands_second_factor(connection, organisation)?;
            let on = ActTarget::Event { organisation, event };
            let acting_as = authorize_or_oversee(actor, Act::ReadEventAudit, on, demanded)?;
            Ok((rows::AuditSubject::Event(event), acting_as))
        }
        AuditScope::Organisation(organisation) => {
            let demanded = labels::demands_second_factor(connection, organisation)?;
            let on = ActTarget::Organisation(organisation);
            let acting_as = authorize_or_oversee(actor, Act::ReadOrganisationAudit, on, demanded)?;
            Ok((rows::AuditSubject::Organisation(organisation), acting_as))
        }
        AuditScope::Site => {
            let acting_as = require(actor, Act::ReadSiteAudit, ActTarget::Site, false)?;
            Ok((rows::AuditSubject::Everybody, acting_as))
        }
    }
}

/// In which part the actor may do it there, or may read everything anyway.
fn authorize_or_oversee(
    actor: &Actor,
    act: Act,
    on: ActTarget,
    demanded: bool,
) -> Result<ActingAs, Error> {
    match require(actor, act, on, demanded) {
        Err(e) if e.is_of_others() => {
            require(actor, Act::ReadSiteAudit, ActTarget::Site, false).map_err(|_| e)
        }
        other => other,
    }
}

/// What everybody and everything in some rows is called now.
struct EntryNames {
    accounts: HashMap<i32, AccountLabel>,
    players: HashMap<i32, String>,
    organisations: HashMap<i32, SlugLabel>,
    events: HashMap<i32, SlugLabel>,
}

fn with_names(
    connection: &mut AnyConnection,
    found: Vec<rows::AuditRow>,
) -> Result<Vec<ShownEntry>, Error> {
    let ids = |of: fn(&rows::AuditRow) -> [i32; 2]| {
        let mut ids: Vec<i32> = found.iter().flat_map(of).filter(|id| *id > 0).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let people = players::by_ids(connection, &ids(|row| [row.player_id, 0]))?;
    let names = EntryNames {
        accounts: labels::accounts(connection, &ids(|row| [row.account_id, row.subject_id]))?,
        players: people.into_iter().map(|one| (one.id, one.name)).collect(),
        organisations: labels::organisations(connection, &ids(|row| [row.organisation_id, 0]))?,
        events: labels::events(connection, &ids(|row| [row.event_id, 0]))?,
    };
    found.into_iter().map(|row| names.to_shown_entry(row)).collect()
}

impl EntryNames {
    fn to_shown_entry(&self, row: rows::AuditRow) -> Result<ShownEntry, Error> {
        let changes = changes::from_column(&row.changes).ok_or_else(|| {
            Error::Internal(format!("entry {} of the audit trail does not read", row.id))
        })?;
        let place =
            |label: &SlugLabel| AuditPlace { slug: label.slug.clone(), name: label.name.clone() };
        let by = match (row.account_id, row.acting_as.as_str()) {
            (0, "operator") => AuditPerson::Command,
            (0, super::ACTING_AS_SERVER) => AuditPerson::Server,
            (0, _) => AuditPerson::Nobody,
            (account, _) => self.audit_person(account),
        };
        Ok(ShownEntry {
            id: row.id,
            at: row.at,
            actor: by,
            organisation: self.organisations.get(&row.organisation_id).map(place),
            event: self.events.get(&row.event_id).map(place),
            player: self.players.get(&row.player_id).cloned(),
            subject: (row.subject_id > 0).then(|| self.audit_person(row.subject_id)),
            acting_as: row.acting_as,
            action: row.action,
            changes,
            reason: row.reason,
        })
    }

    /// By state 2 an account is deleted.
    fn audit_person(&self, account: i32) -> AuditPerson {
        match self.accounts.get(&account) {
            Some(AccountLabel { name, state: 0 | 1 }) => AuditPerson::Account(name.clone()),
            _ => AuditPerson::Deleted,
        }
    }
}
