//! Reading the audit log in pages, newest first, with current names.

use std::collections::HashMap;

use crate::access::{Act, ActTarget, ActingAs, Actor, Credential, require};
use crate::organisations::access_guard;
use crate::{App, Error, Result};
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::AccountState;
use adjutant_store::labels::{self, AccountLabel};
use adjutant_store::seal::Sealer;
use adjutant_store::{AnyConnection, audit as rows, claims, distinct, players};

use super::changes::{self, WrittenChange};
use super::keys::{Action, Field};
use super::name_masking;
use super::{AuditEntry, AuditPlace};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditScope {
    /// What an account did, and what was done to it or to its player.
    Account(i32),
    Event(i32),
    Organisation(i32),
    Site,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditView {
    pub scope: AuditScope,
    /// Only this action.
    pub action: Option<Action>,
    /// From `since` until before `until`.
    pub since: Option<Micros>,
    pub until: Option<Micros>,
}

impl AuditView {
    /// All entries of a scope.
    pub const fn all_of(of: AuditScope) -> AuditView {
        AuditView { scope: of, action: None, since: None, until: None }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuditPerson {
    /// A command on the server, or the operator's API token.
    Command,
    Server,
    /// An anonymous user.
    Nobody,
    /// The current name of the account.
    Account(String),
    /// A deleted account, which can no longer be identified.
    Deleted,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownEntry {
    /// The id, from which the next page continues.
    pub id: i32,
    pub at: Micros,
    pub actor: AuditPerson,
    /// The capacity of the actor, such as `owner`.
    pub acting_as: String,
    /// The key of an [`Action`].
    pub action: String,
    pub organisation: Option<AuditPlace>,
    pub event: Option<AuditPlace>,
    pub player: Option<String>,
    pub subject: Option<AuditPerson>,
    pub changes: Vec<WrittenChange>,
    pub reason: String,
}

/// Entries, newest first, and the id from which older ones continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditTrailPage {
    pub entries: Vec<ShownEntry>,
    pub next: Option<i32>,
}

pub const MAX_PAGE_ENTRIES: usize = 500;

/// Returns up to `limit` entries before the id `before`. Requires permission for the scope.
pub fn page(
    app: &App,
    actor: &Actor,
    view: &AuditView,
    before: Option<i32>,
    limit: usize,
) -> Result<AuditTrailPage> {
    let mut conn = app.store().read_connection()?;
    let (whose, _) = authorize(&mut conn, actor, view.scope)?;
    read_page(&mut conn, app.sealer(), whose, view, before, limit)
}

/// Like [`page`], for the start of an export. The export itself is logged and not part of the file.
pub fn export_page(
    app: &App,
    actor: &Actor,
    view: &AuditView,
    before: Option<i32>,
    limit: usize,
    now: Micros,
) -> Result<AuditTrailPage> {
    app.write(|conn| {
        let (whose, acting_as) = authorize(conn, actor, view.scope)?;
        let page = read_page(conn, app.sealer(), whose, view, before, limit)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::AuditExported, now);
        let entry = match view.scope {
            AuditScope::Account(account) => entry.subject(account),
            AuditScope::Organisation(organisation) => entry.organisation(organisation),
            AuditScope::Event(event) => {
                let organisation = labels::owner_of_event(conn, event)?.unwrap_or_default();
                entry.organisation(organisation).event(event)
            }
            AuditScope::Site => entry,
        };
        super::write(conn, &entry)?;
        Ok(page)
    })
}

fn read_page(
    conn: &mut AnyConnection,
    sealer: &Sealer,
    whose: rows::AuditSubject,
    view: &AuditView,
    before: Option<i32>,
    limit: usize,
) -> Result<AuditTrailPage> {
    let look = rows::AuditFilter {
        whose,
        action: view.action.map(|action| action.key().to_owned()),
        since: view.since,
        until: view.until,
    };
    let limit = limit.clamp(1, MAX_PAGE_ENTRIES);
    let before = before.unwrap_or(i32::MAX);
    let mut found = rows::page(conn, &look, before, limit as i64)?;
    name_masking::mask_deleted_names(conn, sealer, &mut found)?;
    let next = found.last().filter(|_| found.len() == limit).map(|row| row.id);
    let entries = with_names(conn, found)?;
    Ok(AuditTrailPage { entries, next })
}

/// The scope of an organisation.
///
/// If it does not exist, the error is the same as for an actor without permission.
pub fn organisation_scope(app: &App, actor: &Actor, slug: &str) -> Result<AuditScope> {
    match access_guard::find_visible(&mut *app.store().read_connection()?, actor, slug) {
        Ok(row) => Ok(AuditScope::Organisation(row.id)),
        Err(Error::Missing { .. }) => Err(hidden_or_sign_in(actor)),
        Err(e) => Err(e),
    }
}

/// The scope of an event, like [`organisation_scope`].
pub fn event_scope(app: &App, actor: &Actor, slug: &str) -> Result<AuditScope> {
    let found = labels::event_by_slug(&mut *app.store().read_connection()?, slug)?;
    found.map(AuditScope::Event).ok_or_else(|| hidden_or_sign_in(actor))
}

/// The error of [`require`] for an actor without any permission.
fn hidden_or_sign_in(actor: &Actor) -> Error {
    if actor.credential == Credential::Nobody { Error::SignIn } else { Error::Hidden }
}

/// Checks the permission for a scope, and returns the capacity of the actor.
fn authorize(
    conn: &mut AnyConnection,
    actor: &Actor,
    scope: AuditScope,
) -> Result<(rows::AuditSubject, ActingAs)> {
    match scope {
        // No account has this id, which stands for anonymous users.
        AuditScope::Account(0) => Err(hidden_or_sign_in(actor)),
        AuditScope::Account(account) => {
            let own = require(actor, Act::ReadOwnAudit, ActTarget::Account(account), false);
            let acting_as = own.or_else(|own| {
                require(actor, Act::ReadSiteAudit, ActTarget::Site, false).map_err(|_| own)
            })?;
            let player = claims::player_of_account(conn, account)?.unwrap_or(0);
            Ok((rows::AuditSubject::Person { account, player }, acting_as))
        }
        AuditScope::Event(event) => {
            let organisation = labels::owner_of_event(conn, event)?;
            let organisation = organisation.ok_or_else(|| hidden_or_sign_in(actor))?;
            let demanded = labels::demands_second_factor(conn, organisation)?;
            let on = ActTarget::Event { organisation, event };
            let acting_as = authorize_or_oversee(actor, Act::ReadEventAudit, on, demanded)?;
            Ok((rows::AuditSubject::Event(event), acting_as))
        }
        AuditScope::Organisation(organisation) => {
            let demanded = labels::demands_second_factor(conn, organisation)?;
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

/// Checks the permission for a target, or for the whole log.
fn authorize_or_oversee(
    actor: &Actor,
    act: Act,
    on: ActTarget,
    demanded: bool,
) -> Result<ActingAs> {
    match require(actor, act, on, demanded) {
        Err(e) if e.is_of_others() => {
            require(actor, Act::ReadSiteAudit, ActTarget::Site, false).map_err(|_| e)
        }
        other => other,
    }
}

struct EntryNames {
    accounts: HashMap<i32, AccountLabel>,
    players: HashMap<i32, String>,
    organisations: HashMap<i32, AuditPlace>,
    events: HashMap<i32, AuditPlace>,
}

/// The number and the name of each helper link that acted in an event from a moment to another, by the moment.
pub(crate) fn helper_links(
    conn: &mut AnyConnection,
    event: i32,
    (first, last): (Micros, Micros),
) -> Result<HashMap<Micros, String>> {
    let told = rows::AuditFilter {
        whose: rows::AuditSubject::Event(event),
        action: Some(Action::EventTold.key().to_owned()),
        since: Some(first),
        until: Some(last + 1),
    };
    let found = rows::page(conn, &told, i32::MAX, i64::MAX)?;
    let by_link = found.into_iter().filter(|row| row.acting_as == super::ACTING_AS_STEWARD);
    Ok(by_link.filter_map(|row| Some((row.at, link_of(&row)?))).collect())
}

fn link_of(row: &rows::AuditRow) -> Option<String> {
    let mut changes = changes::from_column(&row.changes)?.into_iter();
    let link = changes.find(|change| change.field == Field::Steward.key())?;
    link.values.map(|(_, after)| after)
}

fn with_names(conn: &mut AnyConnection, found: Vec<rows::AuditRow>) -> Result<Vec<ShownEntry>> {
    let ids = |of: fn(&rows::AuditRow) -> [i32; 2]| {
        distinct(found.iter().flat_map(of).filter(|id| *id > 0))
    };
    let people = players::by_ids(conn, &ids(|row| [row.player_id, 0]))?;
    let names = EntryNames {
        accounts: labels::accounts(conn, &ids(|row| [row.account_id, row.subject_id]))?,
        players: people.into_iter().map(|one| (one.id, one.name)).collect(),
        organisations: labels::organisations(conn, &ids(|row| [row.organisation_id, 0]))?,
        events: labels::events(conn, &ids(|row| [row.event_id, 0]))?,
    };
    found.into_iter().map(|row| names.to_shown_entry(row)).collect()
}

impl EntryNames {
    fn to_shown_entry(&self, row: rows::AuditRow) -> Result<ShownEntry> {
        let changes = changes::from_column(&row.changes).ok_or_else(|| {
            Error::Internal(format!("entry {} of the audit trail does not read", row.id))
        })?;
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
            organisation: self.organisations.get(&row.organisation_id).cloned(),
            event: self.events.get(&row.event_id).cloned(),
            player: self.players.get(&row.player_id).cloned(),
            subject: (row.subject_id > 0).then(|| self.audit_person(row.subject_id)),
            acting_as: row.acting_as,
            action: row.action,
            changes,
            reason: row.reason,
        })
    }

    fn audit_person(&self, account: i32) -> AuditPerson {
        match self.accounts.get(&account) {
            None | Some(AccountLabel { state: AccountState::Deleted, .. }) => AuditPerson::Deleted,
            Some(AccountLabel { name, .. }) => AuditPerson::Account(name.clone()),
        }
    }
}
