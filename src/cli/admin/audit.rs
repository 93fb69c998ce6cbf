//! `adjutant admin audit`: the audit trail as NDJSON.

use std::io::{self, Write};

use chrono::NaiveDate;
use clap::{ArgGroup, Args};
use serde::Serialize;

use crate::cli::output::ignore_broken_pipe;
use adjutant_domain::moment::Micros;
use adjutant_service::audit::{
    self, Action, AuditPerson, AuditScope, AuditView, ShownEntry, WrittenChange,
};
use adjutant_service::{Error, accounts, organisations};
use adjutant_site::time_format::to_rfc3339_micros;
use ledger_ratings::Day;

use super::{AdminContext, AdminError};

/// Write the audit trail as NDJSON, newest first.
///
/// People and places appear under their current names; deleted ones are `null`. It contains no
/// secret, no rank and no personal value. The export itself is an entry of the next one.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant admin audit > audit.ndjson\n  \
                  adjutant admin audit --organisation metro --since 2026-01-01\n  \
                  adjutant admin audit --account juan --action role.granted",
    group = ArgGroup::new("whose").args(["organisation", "account"])
)]
pub(super) struct Audit {
    /// Only actions in this organisation.
    #[arg(long, value_name = "SLUG")]
    organisation: Option<String>,
    /// Only actions by or on this account.
    #[arg(long, value_name = "NAME")]
    account: Option<String>,
    /// Only this action, such as `role.granted`.
    #[arg(long, value_name = "KEY", value_parser = parse_action)]
    action: Option<Action>,
    /// From this day, in UTC.
    #[arg(long, value_name = "YYYY-MM-DD")]
    since: Option<NaiveDate>,
    /// Before this day, in UTC.
    #[arg(long, value_name = "YYYY-MM-DD")]
    until: Option<NaiveDate>,
}

fn parse_action(key: &str) -> Result<Action, String> {
    let known = || Action::ALL.iter().map(|action| action.key()).collect::<Vec<_>>().join(", ");
    Action::of(key).ok_or_else(|| format!("there are {}", known()))
}

/// An entry as it is written.
#[derive(Serialize)]
struct AuditLine<'a> {
    id: i32,
    at: String,
    /// For `command` and `anonymous`, no account did it.
    through: &'static str,
    by: Option<&'a str>,
    acting_as: &'a str,
    action: &'a str,
    organisation: Option<&'a str>,
    event: Option<&'a str>,
    player: Option<&'a str>,
    account: Option<&'a str>,
    changes: Vec<AuditChangeLine<'a>>,
    reason: &'a str,
}

/// A changed field; personal values are left out.
#[derive(Serialize)]
struct AuditChangeLine<'a> {
    field: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<&'a str>,
}

impl Audit {
    pub(super) fn run(&self, desk: &AdminContext) -> Result<(), AdminError> {
        let start_of = |day: NaiveDate| Micros::start_of(Day(day.to_epoch_days()));
        let view = AuditView {
            scope: self.scope(desk)?,
            action: self.action,
            since: self.since.map(start_of),
            until: self.until.map(start_of),
        };
        let AdminContext { app, actor, now, .. } = desk;
        let mut page = audit::export_page(app, actor, &view, None, audit::MAX_PAGE_ENTRIES, *now)?;
        loop {
            let written = write_entries(&page.entries);
            let went = matches!(&written, Err(e) if e.kind() == io::ErrorKind::BrokenPipe);
            ignore_broken_pipe(written).map_err(|e| Error::Unavailable(e.to_string()))?;
            if page.next.is_none() || went {
                return Ok(());
            }
            page = audit::page(app, actor, &view, page.next, audit::MAX_PAGE_ENTRIES)?;
        }
    }

    fn scope(&self, desk: &AdminContext) -> Result<AuditScope, AdminError> {
        let AdminContext { app, actor, .. } = desk;
        Ok(match (&self.organisation, &self.account) {
            (Some(slug), _) => AuditScope::Organisation(organisations::get(app, actor, slug)?.id),
            (None, Some(name)) => AuditScope::Account(accounts::find(app, actor, name)?.id),
            (None, None) => AuditScope::Site,
        })
    }
}

fn write_entries(entries: &[ShownEntry]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for entry in entries {
        let mut line = serde_json::to_string(&audit_line(entry))?;
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    out.flush()
}

fn audit_line(entry: &ShownEntry) -> AuditLine<'_> {
    AuditLine {
        id: entry.id,
        at: to_rfc3339_micros(entry.at),
        through: match entry.actor {
            AuditPerson::Command => "command",
            AuditPerson::Server => "server",
            AuditPerson::Nobody => "anonymous",
            AuditPerson::Account(_) | AuditPerson::Deleted => "account",
        },
        by: person_name(&entry.actor),
        acting_as: &entry.acting_as,
        action: &entry.action,
        organisation: entry.organisation.as_ref().map(|place| place.slug.as_str()),
        event: entry.event.as_ref().map(|place| place.slug.as_str()),
        player: entry.player.as_deref(),
        account: entry.subject.as_ref().and_then(person_name),
        changes: entry.changes.iter().map(change_line).collect(),
        reason: &entry.reason,
    }
}

fn person_name(person: &AuditPerson) -> Option<&str> {
    if let AuditPerson::Account(name) = person { Some(name) } else { None }
}

fn change_line(change: &WrittenChange) -> AuditChangeLine<'_> {
    let values = change.values.as_ref();
    AuditChangeLine {
        field: &change.field,
        before: values.map(|(before, _)| before.as_str()),
        after: values.map(|(_, after)| after.as_str()),
    }
}
