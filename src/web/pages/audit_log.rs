//! The audit log of the site or an organisation: paginated with filters, and as an export.

use std::time::Instant;

use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use futures_util::stream;
use serde_json::json;

use crate::web::prelude::*;
use adjutant_api::escape_formula;
use adjutant_domain::moment::Micros;
use adjutant_service::App;
use adjutant_service::access::Actor;
use adjutant_service::audit::{
    self, Action, AuditPerson, AuditScope, AuditView, ShownEntry, WrittenChange,
};
use adjutant_site::audit_lines::{AuditEntryLine, action_label, audit_lines};
use adjutant_site::html::BYTE_ORDER_MARK;
use adjutant_site::parameters::{AcceptedValues, QueryParameters, to_query};
use adjutant_site::site::Site;
use adjutant_site::time_format::{iso_day, to_rfc3339_micros};
use adjutant_site::use_cases::run_use_case;
use ledger_ratings::Day;

/// Entries per page.
const ROWS: usize = 50;

/// Filters and position from the query string.
#[derive(Debug, Clone, Default)]
struct AuditQuery {
    action: Option<Action>,
    since: Option<Day>,
    until: Option<Day>,
    before: Option<i32>,
}

impl AuditQuery {
    fn read(visit: &RequestContext, given: &QueryParameters) -> PageResult<AuditQuery> {
        let day = |name| {
            given
                .parse_with(name, AcceptedValues::described_by("takes-day"), Day::parse)
                .or_page(visit)
        };
        let known = || Action::ALL.iter().map(|one| one.key()).collect::<Vec<_>>().join(", ");
        Ok(AuditQuery {
            action: given
                .parse_with("action", AcceptedValues::one_of(known()), Action::of)
                .or_page(visit)?,
            since: day("since")?,
            until: day("until")?,
            before: given.number("before", 1..=i32::MAX).or_page(visit)?,
        })
    }

    /// Converts the filters; `until` includes its whole day.
    fn to_view(&self, of: AuditScope) -> AuditView {
        AuditView {
            scope: of,
            action: self.action,
            since: self.since.map(Micros::start_of),
            until: self.until.map(|day| Micros::start_of(day.plus(1))),
        }
    }

    /// The address of a page with these filters.
    fn address(&self, page: &str, before: Option<i32>) -> String {
        let date = |day: Option<Day>| day.map(iso_day).unwrap_or_default();
        let before = before.map(|id| id.to_string()).unwrap_or_default();
        let action = self.action.map(Action::key).unwrap_or_default();
        let all = [
            ("action", action),
            ("since", &date(self.since)),
            ("until", &date(self.until)),
            ("before", &before),
        ];
        format!("{page}{}", to_query(&all))
    }
}

#[derive(Template)]
#[template(path = "desk/trail.html")]
struct AuditLogPage {
    frame: PageFrame,
    head: AreaHeader,
    words: String,
    actions: Vec<Choice>,
    since: String,
    until: String,
    lines: Vec<AuditEntryLine>,
    next: Option<String>,
    csv: String,
    ndjson: String,
}

fn action_choices(texts: Texts, chosen: Option<Action>) -> Vec<Choice> {
    let choice = |one: &Action| Choice {
        chosen: Some(*one) == chosen,
        ..Choice::new(one.key(), action_label(texts, one.key()))
    };
    let mut all: Vec<Choice> = Action::ALL.iter().map(choice).collect();
    all.sort_by(|left, right| left.label.cmp(&right.label));
    all
}

/// Shows the audit log at the address `at`; `words` is the key of the introduction.
pub async fn page(
    visit: &RequestContext,
    parameters: &QueryString,
    of: AuditScope,
    (head, at, words): (AreaHeader, &str, &str),
) -> PageResult {
    let given = parameters.parse(&["action", "since", "until", "before"]).or_page(visit)?;
    let asked = AuditQuery::read(visit, &given)?;
    let (view, before) = (asked.to_view(of), asked.before);
    let found = visit.run(move |app, actor| audit::page(app, actor, &view, before, ROWS)).await?;
    let texts = visit.texts();
    let date = |day: Option<Day>| day.map(iso_day).unwrap_or_default();
    let page = AuditLogPage {
        frame: head.frame(visit),
        head,
        words: texts.get(words),
        actions: action_choices(texts, asked.action),
        since: date(asked.since),
        until: date(asked.until),
        lines: audit_lines(texts, found.entries),
        next: found.next.map(|before| asked.address(at, Some(before))),
        csv: asked.address(&format!("{at}.csv"), None),
        ndjson: asked.address(&format!("{at}.ndjson"), None),
    };
    private_html(visit, StatusCode::OK, &page)
}

/// The format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditFormat {
    Csv,
    Ndjson,
}

/// Streams all entries that match the filters as a file.
pub async fn stream_export(
    visit: &RequestContext,
    parameters: &QueryString,
    of: AuditScope,
    form: AuditFormat,
) -> PageResult {
    let given = parameters.parse(&["action", "since", "until"]).or_page(visit)?;
    let view = AuditQuery::read(visit, &given)?.to_view(of);
    let first = ExportCursor {
        actor: visit.actor().clone(),
        view,
        before: None,
        form,
        begun: Some(now_micros()),
    };
    // The first batch is read before the response starts, so that a refusal becomes an error page.
    let part = first.clone();
    let (bytes, next) = run_use_case(visit, move |app| part.read_batch(app)).await?;
    let site = visit.site.clone();
    let rest = stream::unfold(next, move |part| {
        let site = site.clone();
        async move { next_export_step(site, part?).await }
    });
    let whole = futures_util::StreamExt::chain(
        stream::once(async move { Ok::<Bytes, std::io::Error>(bytes) }),
        rest,
    );
    let (kind, name) = match form {
        AuditFormat::Csv => ("text/csv; charset=utf-8", "audit.csv"),
        AuditFormat::Ndjson => ("application/x-ndjson", "audit.ndjson"),
    };
    Ok(HttpResponse::Ok()
        .content_type(kind)
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .streaming(whole))
}

type ExportStep = (Result<Bytes, std::io::Error>, Option<ExportCursor>);

async fn next_export_step(site: Data<Site>, part: ExportCursor) -> Option<ExportStep> {
    let begun = Instant::now();
    let app = site.app.clone();
    let read = site.lanes.read(move || part.read_batch(&app)).await.flatten();
    match read {
        Ok((bytes, next)) => Some((Ok(bytes), next)),
        other => {
            let ms = begun.elapsed().as_millis();
            tracing::error!(failed = ?other.is_err(), ms, "an audit file broke off");
            Some((Err(std::io::Error::other("the file broke off")), None))
        }
    }
}

/// The position of an export.
#[derive(Clone)]
struct ExportCursor {
    actor: Actor,
    view: AuditView,
    before: Option<i32>,
    form: AuditFormat,
    /// When the export started (the time of its first batch); `None` before it.
    begun: Option<Micros>,
}

impl ExportCursor {
    /// Reads the next batch; returns its lines and the following position.
    fn read_batch(
        self,
        app: &App,
    ) -> Result<(Bytes, Option<ExportCursor>), adjutant_service::Error> {
        let ExportCursor { actor, view, before, .. } = &self;
        let page = match self.begun {
            Some(now) => {
                audit::export_page(app, actor, view, *before, audit::MAX_PAGE_ENTRIES, now)?
            }
            None => audit::page(app, actor, view, *before, audit::MAX_PAGE_ENTRIES)?,
        };
        let mut text = String::new();
        if self.form == AuditFormat::Csv && self.begun.is_some() {
            text.push(BYTE_ORDER_MARK);
            text += &csv_row(&CSV_COLUMNS.map(str::to_owned));
        }
        for entry in &page.entries {
            text += &match self.form {
                AuditFormat::Csv => csv_row(&csv_cells(entry)),
                AuditFormat::Ndjson => json_line(entry),
            };
        }
        let next =
            page.next.map(|before| ExportCursor { before: Some(before), begun: None, ..self });
        Ok((Bytes::from(text), next))
    }
}

const CSV_COLUMNS: [&str; 11] = [
    "id",
    "at",
    "by",
    "acting_as",
    "action",
    "organisation",
    "event",
    "player",
    "account",
    "changes",
    "reason",
];

fn csv_row(cells: &[String; 11]) -> String {
    let quoted = cells.iter().map(|cell| {
        let cell = escape_formula(cell.clone());
        let plain = !cell.contains(['"', ',', '\n', '\r']);
        if plain { cell } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
    });
    quoted.collect::<Vec<_>>().join(",") + "\r\n"
}

fn person_name(person: &AuditPerson) -> Option<&str> {
    match person {
        AuditPerson::Account(name) => Some(name),
        AuditPerson::Command => Some("(command)"),
        AuditPerson::Server => Some("(server)"),
        AuditPerson::Nobody | AuditPerson::Deleted => None,
    }
}

fn csv_cells(entry: &ShownEntry) -> [String; 11] {
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    let change = |one: &WrittenChange| match &one.values {
        Some((before, after)) => format!("{}: {before} -> {after}", one.field),
        None => one.field.clone(),
    };
    [
        entry.id.to_string(),
        to_rfc3339_micros(entry.at),
        text(person_name(&entry.actor)),
        entry.acting_as.clone(),
        entry.action.clone(),
        text(entry.organisation.as_ref().map(|one| one.slug.as_str())),
        text(entry.event.as_ref().map(|one| one.slug.as_str())),
        text(entry.player.as_deref()),
        text(entry.subject.as_ref().and_then(person_name)),
        entry.changes.iter().map(change).collect::<Vec<_>>().join("; "),
        entry.reason.clone(),
    ]
}

fn json_line(entry: &ShownEntry) -> String {
    let changes: Vec<_> = entry
        .changes
        .iter()
        .map(|one| match &one.values {
            Some((before, after)) => {
                json!({ "field": one.field, "before": before, "after": after })
            }
            None => json!({ "field": one.field }),
        })
        .collect();
    let line = json!({
        "id": entry.id,
        "at": to_rfc3339_micros(entry.at),
        "by": person_name(&entry.actor),
        "acting_as": entry.acting_as,
        "action": entry.action,
        "organisation": entry.organisation.as_ref().map(|one| one.slug.as_str()),
        "event": entry.event.as_ref().map(|one| one.slug.as_str()),
        "player": entry.player,
        "account": entry.subject.as_ref().and_then(person_name),
        "changes": changes,
        "reason": entry.reason,
    });
    format!("{line}\n")
}
