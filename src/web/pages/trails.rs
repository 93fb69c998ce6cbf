//! The audit trail as those read it who keep something: page by page with filters, and whole as
//! a file.

use std::time::Instant;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use askama::Template;
use chrono::{DateTime, SecondsFormat};
use futures_util::stream;
use serde_json::json;

use crate::service::App;
use crate::service::access::Actor;
use crate::service::audit::{self, Action, Of, Person, Shown, View, WrittenChange};
use crate::web::api::defused;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::kit::Choice;
use crate::web::parameters::{Given, Parameters, Takes};
use crate::web::site::Site;
use crate::web::trail::{TrailLine, action_words, lines};
use crate::web::visit::{Frame, Visit};
use ledger_ratings::Day;

use super::account::attempt::now;
use super::desk::Head;
use super::list::query;
use super::{ask, private_html};

/// Entries on a page.
const ROWS: usize = 50;
/// Microseconds of a day.
const DAY: i64 = 86_400_000_000;

/// Which entries an address asks for.
#[derive(Debug, Clone, Default)]
struct Asked {
    action: Option<Action>,
    since: Option<Day>,
    until: Option<Day>,
    before: Option<i32>,
}

impl Asked {
    fn read(visit: &Visit, given: &Given) -> Result<Asked, PageError> {
        let refuse = |e| PageError::parameter(visit, &e);
        let day = |name| given.parsed(name, Takes::just("takes-day"), Day::parse).map_err(refuse);
        let known = || Action::ALL.iter().map(|one| one.key()).collect::<Vec<_>>().join(", ");
        Ok(Asked {
            action: given.parsed("action", Takes::one_of(known()), Action::of).map_err(refuse)?,
            since: day("since")?,
            until: day("until")?,
            before: given.number("before", 1..=i32::MAX).map_err(refuse)?,
        })
    }

    /// The last day is a whole one.
    fn view(&self, of: Of) -> View {
        let moment = |day: Day| i64::from(day.0) * DAY;
        View {
            of,
            action: self.action,
            since: self.since.map(moment),
            until: self.until.map(|day| moment(day.plus(1))),
        }
    }

    /// The address of a page with these filters.
    fn address(&self, page: &str, before: Option<i32>) -> String {
        let date = |day: Option<Day>| day.map(written).unwrap_or_default();
        let before = before.map(|id| id.to_string()).unwrap_or_default();
        let action = self.action.map(Action::key).unwrap_or_default();
        let all = [
            ("action", action),
            ("since", &date(self.since)),
            ("until", &date(self.until)),
            ("before", &before),
        ];
        format!("{page}{}", query(&all))
    }
}

fn written(day: Day) -> String {
    crate::web::moments::known(&crate::service::records::date_of(day))
}

#[derive(Template)]
#[template(path = "desk/trail.html")]
struct TrailPage {
    frame: Frame,
    head: Head,
    words: String,
    actions: Vec<Choice>,
    since: String,
    until: String,
    lines: Vec<TrailLine>,
    next: Option<String>,
    csv: String,
    ndjson: String,
}

fn actions(texts: Texts, chosen: Option<Action>) -> Vec<Choice> {
    let choice = |one: &Action| Choice {
        chosen: Some(*one) == chosen,
        ..Choice::new(one.key(), action_words(texts, one.key()))
    };
    let mut all: Vec<Choice> = Action::ALL.iter().map(choice).collect();
    all.sort_by(|left, right| left.label.cmp(&right.label));
    all
}

/// The page at the address `at`; `words` is a key.
///
/// # Errors
/// The page that says what is wrong with the address, or that there is nothing for the visitor.
pub async fn page(
    visit: &Visit,
    parameters: &Parameters,
    of: Of,
    (head, at, words): (Head, &str, &str),
) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["action", "since", "until", "before"]);
    let given = given.map_err(|e| PageError::parameter(visit, &e))?;
    let asked = Asked::read(visit, &given)?;
    let (actor, view, before) = (visit.actor().clone(), asked.view(of), asked.before);
    let found = ask(visit, move |app| audit::page(app, &actor, &view, before, ROWS)).await?;
    let texts = visit.texts();
    let title = head.over.as_ref().map_or_else(String::new, |(name, _)| format!(" · {name}"));
    let date = |day: Option<Day>| day.map(written).unwrap_or_default();
    let page = TrailPage {
        frame: visit.frame(format!("{}{title}", head.heading)),
        head,
        words: texts.get(words),
        actions: actions(texts, asked.action),
        since: date(asked.since),
        until: date(asked.until),
        lines: lines(texts, found.entries),
        next: found.next.map(|before| asked.address(at, Some(before))),
        csv: asked.address(&format!("{at}.csv"), None),
        ndjson: asked.address(&format!("{at}.ndjson"), None),
    };
    private_html(visit, StatusCode::OK, &page)
}

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Csv,
    Ndjson,
}

/// All entries that an address asks for, as a file that is written while it is read.
///
/// # Errors
/// As [`page`].
pub async fn file(
    visit: &Visit,
    parameters: &Parameters,
    of: Of,
    form: Form,
) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["action", "since", "until"]);
    let given = given.map_err(|e| PageError::parameter(visit, &e))?;
    let view = Asked::read(visit, &given)?.view(of);
    let first = Part { actor: visit.actor().clone(), view, before: None, form, begun: Some(now()) };
    // The first part is asked for at once, so that a refusal is a page and not half a file.
    let part = first.clone();
    let (bytes, next) = ask(visit, move |app| part.read(app)).await?;
    let site = visit.site.clone();
    let rest = stream::unfold(next, move |part| {
        let site = site.clone();
        async move { further(site, part?).await }
    });
    let whole = futures_util::StreamExt::chain(
        stream::once(async move { Ok::<Bytes, std::io::Error>(bytes) }),
        rest,
    );
    let (kind, name) = match form {
        Form::Csv => ("text/csv; charset=utf-8", "audit.csv"),
        Form::Ndjson => ("application/x-ndjson", "audit.ndjson"),
    };
    Ok(HttpResponse::Ok()
        .content_type(kind)
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")))
        .streaming(whole))
}

type Step = (Result<Bytes, std::io::Error>, Option<Part>);

async fn further(site: Data<Site>, part: Part) -> Option<Step> {
    let begun = Instant::now();
    let app = site.app.clone();
    let read = site.lanes.read(move || part.read(&app)).await.flatten();
    match read {
        Ok((bytes, next)) => Some((Ok(bytes), next)),
        other => {
            let ms = begun.elapsed().as_millis();
            tracing::error!(failed = ?other.is_err(), ms, "an audit file broke off");
            Some((Err(std::io::Error::other("the file broke off")), None))
        }
    }
}

/// Where a file is.
#[derive(Clone)]
struct Part {
    actor: Actor,
    view: View,
    before: Option<i32>,
    form: Form,
    /// When it was asked for; `None` behind the first part.
    begun: Option<i64>,
}

impl Part {
    /// Its lines, and the part behind it.
    fn read(self, app: &App) -> Result<(Bytes, Option<Part>), crate::service::Error> {
        let Part { actor, view, before, .. } = &self;
        let page = match self.begun {
            Some(now) => audit::take(app, actor, view, *before, audit::MOST, now)?,
            None => audit::page(app, actor, view, *before, audit::MOST)?,
        };
        let mut text = String::new();
        if self.form == Form::Csv && self.begun.is_some() {
            text += &row(&COLUMNS.map(str::to_owned));
        }
        for entry in &page.entries {
            text += &match self.form {
                Form::Csv => row(&cells(entry)),
                Form::Ndjson => object(entry),
            };
        }
        let next = page.next.map(|before| Part { before: Some(before), begun: None, ..self });
        Ok((Bytes::from(text), next))
    }
}

const COLUMNS: [&str; 11] = [
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

fn row(cells: &[String; 11]) -> String {
    let quoted = cells.iter().map(|cell| {
        let cell = defused(cell.clone());
        let plain = !cell.contains(['"', ',', '\n', '\r']);
        if plain { cell } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
    });
    quoted.collect::<Vec<_>>().join(",") + "\r\n"
}

fn moment(micros: i64) -> String {
    let at = DateTime::from_timestamp_micros(micros).unwrap_or_default();
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

fn name(person: &Person) -> Option<&str> {
    match person {
        Person::Account(name) => Some(name),
        Person::Command => Some("(command)"),
        Person::Server => Some("(server)"),
        Person::Nobody | Person::Deleted => None,
    }
}

fn cells(entry: &Shown) -> [String; 11] {
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    let change = |one: &WrittenChange| match &one.values {
        Some((before, after)) => format!("{}: {before} -> {after}", one.field),
        None => one.field.clone(),
    };
    [
        entry.id.to_string(),
        moment(entry.at),
        text(name(&entry.by)),
        entry.acting_as.clone(),
        entry.action.clone(),
        text(entry.organisation.as_ref().map(|one| one.slug.as_str())),
        text(entry.event.as_ref().map(|one| one.slug.as_str())),
        text(entry.player.as_deref()),
        text(entry.subject.as_ref().and_then(name)),
        entry.changes.iter().map(change).collect::<Vec<_>>().join("; "),
        entry.reason.clone(),
    ]
}

fn object(entry: &Shown) -> String {
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
        "at": moment(entry.at),
        "by": name(&entry.by),
        "acting_as": entry.acting_as,
        "action": entry.action,
        "organisation": entry.organisation.as_ref().map(|one| one.slug.as_str()),
        "event": entry.event.as_ref().map(|one| one.slug.as_str()),
        "player": entry.player,
        "account": entry.subject.as_ref().and_then(name),
        "changes": changes,
        "reason": entry.reason,
    });
    format!("{line}\n")
}
