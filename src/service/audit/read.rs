//! Reading the audit trail: by the page, newest first, with the names that people have now.

use std::collections::HashMap;

use crate::service::access::{Act, ActingAs, Actor, On, Through, require};
use crate::service::organisations::guard;
use crate::service::{App, Error};
use crate::store::labels::{self, AccountLabel, Label};
use crate::store::seal::Sealer;
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, audit as rows, counted, players};

use super::Entry;
use super::changes::{self, WrittenChange};
use super::keys::Action;
use super::masks;

/// Whose entries are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of {
    /// What an account did, and what was done to it or to its player.
    Account(i32),
    Event(i32),
    Organisation(i32),
    /// Of the whole site.
    Site,
}

/// Which entries are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    pub of: Of,
    /// Only this action.
    pub action: Option<Action>,
    /// From this moment on, and before that one, in microseconds since 1970.
    pub since: Option<i64>,
    pub until: Option<i64>,
}

impl View {
    /// All entries of these.
    #[must_use]
    pub const fn of(of: Of) -> View {
        View { of, action: None, since: None, until: None }
    }
}

/// Who did something, or to whom it was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Person {
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
pub struct Place {
    pub slug: String,
    pub name: String,
}

/// An entry with names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Where a page begins that follows this entry.
    pub id: i32,
    /// Microseconds since 1970.
    pub at: i64,
    pub by: Person,
    /// The role in which he acted, as `owner`.
    pub acting_as: String,
    /// What he did: the key of an [`Action`].
    pub action: String,
    pub organisation: Option<Place>,
    pub event: Option<Place>,
    /// The player's handle.
    pub player: Option<String>,
    /// The account that it concerns.
    pub subject: Option<Person>,
    pub changes: Vec<WrittenChange>,
    pub reason: String,
}

/// Some entries, newest first, and where older ones begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub entries: Vec<Shown>,
    pub next: Option<i32>,
}

/// Most entries of a page.
pub const MOST: usize = 500;

/// The entries before the one with the id `before`, at most `limit` of them.
///
/// # Errors
/// As [`require`] where the actor may not see them, [`Error::Internal`].
pub fn page(
    app: &App,
    actor: &Actor,
    view: &View,
    before: Option<i32>,
    limit: usize,
) -> Result<Page, Error> {
    let mut connection = app.store().reading()?;
    let (whose, _) = allowed(&mut connection, actor, view.of)?;
    found(&mut connection, app.sealer(), whose, view, before, limit)
}

/// As [`page`], for the beginning of a file of all entries: that somebody takes a trail along is an
/// act, and in the trail behind it. The file ends with what was there before.
///
/// # Errors
/// As [`page`]; then nothing is to be given.
pub fn take(
    app: &App,
    actor: &Actor,
    view: &View,
    before: Option<i32>,
    limit: usize,
    now: i64,
) -> Result<Page, Error> {
    let mut connection = app.store().connection()?;
    in_transaction(&mut connection, |connection| {
        counted::claim(connection)?;
        let (whose, acting_as) = allowed(connection, actor, view.of)?;
        let page = found(connection, app.sealer(), whose, view, before, limit)?;
        let entry = Entry::of(actor, acting_as, Action::AuditExported, now);
        let entry = match view.of {
            Of::Account(account) => entry.subject(account),
            Of::Organisation(organisation) => entry.organisation(organisation),
            Of::Event(event) => {
                let organisation = labels::owner_of_event(connection, event)?.unwrap_or_default();
                entry.organisation(organisation).event(event)
            }
            Of::Site => entry,
        };
        super::write(connection, &entry)?;
        Ok(page)
    })
}

fn found(
    connection: &mut AnyConnection,
    sealer: &Sealer,
    whose: rows::Whose,
    view: &View,
    before: Option<i32>,
    limit: usize,
) -> Result<Page, Error> {
    let look = rows::Look {
        whose,
        action: view.action.map(|action| action.key().to_owned()),
        since: view.since.unwrap_or(i64::MIN),
        until: view.until.unwrap_or(i64::MAX),
    };
    let limit = limit.clamp(1, MOST);
    let before = before.unwrap_or(i32::MAX);
    let mut found = rows::page(connection, &look, before, limit as i64)?;
    masks::mask(connection, sealer, &mut found)?;
    let next = found.last().filter(|_| found.len() == limit).map(|row| row.id);
    let entries = with_names(connection, found)?;
    Ok(Page { entries, next })
}

/// The organisation with this slug; what is not there is answered as what is not for the actor.
///
/// # Errors
/// [`Error::Hidden`] or [`Error::SignIn`] where there is none.
pub fn of_organisation(app: &App, actor: &Actor, slug: &str) -> Result<Of, Error> {
    match guard::seen(&mut *app.store().reading()?, actor, slug) {
        Ok(row) => Ok(Of::Organisation(row.id)),
        Err(Error::Missing { .. }) => Err(nothing_for(actor)),
        Err(e) => Err(e),
    }
}

/// The event with this slug, as [`of_organisation`].
///
/// # Errors
/// [`Error::Hidden`] or [`Error::SignIn`] where there is none.
pub fn of_event(app: &App, actor: &Actor, slug: &str) -> Result<Of, Error> {
    let found = labels::event_by_slug(&mut *app.store().reading()?, slug)?;
    found.map(Of::Event).ok_or_else(|| nothing_for(actor))
}

/// What [`require`] says to somebody who may nothing.
fn nothing_for(actor: &Actor) -> Error {
    if actor.through == Through::Nobody { Error::SignIn } else { Error::Hidden }
}

/// Whose entries the actor may see by this view, and in which part.
fn allowed(
    connection: &mut AnyConnection,
    actor: &Actor,
    of: Of,
) -> Result<(rows::Whose, ActingAs), Error> {
    match of {
        // No account has this number; entries have it for acts of nobody.
        Of::Account(0) => Err(nothing_for(actor)),
        Of::Account(account) => {
            let own = require(actor, Act::ReadOwnAudit, On::Account(account), false);
            let acting_as = own.or_else(|own| {
                require(actor, Act::ReadSiteAudit, On::Site, false).map_err(|_| own)
            })?;
            let player = labels::player_of(connection, account)?;
            Ok((rows::Whose::Person { account, player }, acting_as))
        }
        Of::Event(event) => {
            let organisation = labels::owner_of_event(connection, event)?;
            let organisation = organisation.ok_or_else(|| nothing_for(actor))?;
            let demanded = labels::demands_second_factor(connection, organisation)?;
            let on = On::Event { organisation, event };
            let acting_as = overseen(actor, Act::ReadEventAudit, on, demanded)?;
            Ok((rows::Whose::Event(event), acting_as))
        }
        Of::Organisation(organisation) => {
            let demanded = labels::demands_second_factor(connection, organisation)?;
            let on = On::Organisation(organisation);
            let acting_as = overseen(actor, Act::ReadOrganisationAudit, on, demanded)?;
            Ok((rows::Whose::Organisation(organisation), acting_as))
        }
        Of::Site => {
            let acting_as = require(actor, Act::ReadSiteAudit, On::Site, false)?;
            Ok((rows::Whose::Everybody, acting_as))
        }
    }
}

/// In which part the actor may do it there, or may read everything anyway.
fn overseen(actor: &Actor, act: Act, on: On, demanded: bool) -> Result<ActingAs, Error> {
    match require(actor, act, on, demanded) {
        Err(e) if e.is_of_others() => {
            require(actor, Act::ReadSiteAudit, On::Site, false).map_err(|_| e)
        }
        other => other,
    }
}

/// What everybody and everything in some rows is called now.
struct Names {
    accounts: HashMap<i32, AccountLabel>,
    players: HashMap<i32, String>,
    organisations: HashMap<i32, Label>,
    events: HashMap<i32, Label>,
}

fn with_names(connection: &mut AnyConnection, found: Vec<rows::Row>) -> Result<Vec<Shown>, Error> {
    let ids = |of: fn(&rows::Row) -> [i32; 2]| {
        let mut ids: Vec<i32> = found.iter().flat_map(of).filter(|id| *id > 0).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let people = players::by_ids(connection, &ids(|row| [row.player_id, 0]))?;
    let names = Names {
        accounts: labels::accounts(connection, &ids(|row| [row.account_id, row.subject_id]))?,
        players: people.into_iter().map(|one| (one.id, one.name)).collect(),
        organisations: labels::organisations(connection, &ids(|row| [row.organisation_id, 0]))?,
        events: labels::events(connection, &ids(|row| [row.event_id, 0]))?,
    };
    found.into_iter().map(|row| names.shown(row)).collect()
}

impl Names {
    fn shown(&self, row: rows::Row) -> Result<Shown, Error> {
        let changes = changes::read(&row.changes).ok_or_else(|| {
            Error::Internal(format!("entry {} of the audit trail does not read", row.id))
        })?;
        let place = |label: &Label| Place { slug: label.slug.clone(), name: label.name.clone() };
        let by = match (row.account_id, row.acting_as.as_str()) {
            (0, "operator") => Person::Command,
            (0, super::BY_ITSELF) => Person::Server,
            (0, _) => Person::Nobody,
            (account, _) => self.person(account),
        };
        Ok(Shown {
            id: row.id,
            at: row.at,
            by,
            organisation: self.organisations.get(&row.organisation_id).map(place),
            event: self.events.get(&row.event_id).map(place),
            player: self.players.get(&row.player_id).cloned(),
            subject: (row.subject_id > 0).then(|| self.person(row.subject_id)),
            acting_as: row.acting_as,
            action: row.action,
            changes,
            reason: row.reason,
        })
    }

    /// By state 2 an account is deleted.
    fn person(&self, account: i32) -> Person {
        match self.accounts.get(&account) {
            Some(AccountLabel { name, state: 0 | 1 }) => Person::Account(name.clone()),
            _ => Person::Deleted,
        }
    }
}
