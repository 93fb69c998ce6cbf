//! Two players who are one person: what a merge would move, the merge, the list, undoing one.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::service::Error;
use crate::service::access::{Act, On, require};
use crate::service::merging::{self, Merge, Preview};
use crate::web::error::{PageError, words};
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Fact, Field, Form};
use crate::web::moments::minute;
use crate::web::pages::account::attempt::{attempt, now, see_other};
use crate::web::pages::desk::{Head, Sheet, faults_of, faulty, no_reason, status_of};
use crate::web::pages::leaderboard::pool_name;
use crate::web::pages::list::encode;
use crate::web::pages::{ask, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::area::head;

const ADDRESS: &str = "/operator/players";
const ROWS: usize = 50;
const DONE: &[&str] = &["done-op-merged", "done-op-undone"];
const MERGED: Shape = Shape::of(&["from", "into", "reason"]);
const REASON: Shape = Shape::of(&["reason"]);

struct Line {
    from: String,
    into: String,
    into_link: String,
    made: String,
    by: String,
    reason: String,
    undone: String,
    undo: Option<String>,
}

#[derive(Template)]
#[template(path = "operator/players.html")]
struct PlayersPage {
    frame: Frame,
    head: Head,
    from: String,
    into: String,
    /// Why there is nothing to look at; empty where nobody asked, or there is.
    missing: String,
    facts: Vec<Fact>,
    refusal: String,
    form: Option<Form>,
    lines: Vec<Line>,
    next: Option<String>,
}

fn line(one: &Merge) -> Line {
    Line {
        from: one.from.clone(),
        into: one.into.clone(),
        into_link: encode(&one.into),
        made: minute(one.made_at),
        by: one.made_by.clone(),
        reason: one.reason.clone(),
        undone: one.undone_at.map(minute).unwrap_or_default(),
        undo: one.undone_at.is_none().then(|| format!("{ADDRESS}/{}/undo", one.id)),
    }
}

fn facts(visit: &Visit, preview: &Preview) -> Vec<Fact> {
    let texts = visit.texts();
    let pools = preview.pools.iter().map(|(pool, games)| {
        let values = [("pool", pool_name(pool, texts)), ("games", games.to_string())];
        texts.fill("op-merge-pool", &values)
    });
    let account = if preview.has_account { "org-account-yes" } else { "org-account-no" };
    let mut facts = vec![
        Fact::new(texts, "op-merge-from", &preview.from.handle),
        Fact::new(texts, "op-merge-into", &preview.into.handle),
        Fact::new(texts, "op-merge-games", preview.games.to_string()),
        Fact::new(texts, "op-merge-pools", pools.collect::<Vec<_>>().join("; ")),
        Fact::new(texts, "op-merge-memberships", preview.memberships.to_string()),
        Fact::new(texts, "org-account", texts.get(account)),
    ];
    facts.retain(|fact| !fact.value.is_empty());
    facts
}

fn form(visit: &Visit, preview: &Preview) -> Form {
    let texts = visit.texts();
    Form::new(texts, "merge", ADDRESS, &visit.form_token(), "op-merge")
        .with(Field::hidden(texts, "from", &preview.from.handle))
        .with(Field::hidden(texts, "into", &preview.into.handle))
        .with(Field::line(texts, "reason", "org-reason").hint("org-reason-hint").required())
        .danger()
        .instead(ADDRESS, "cancel")
}

struct Found {
    merges: Vec<Merge>,
    /// What was asked for; the words where it is not there.
    preview: Option<Result<Preview, Error>>,
}

/// The page with the merges before `before`, and a look at what one would move.
async fn page(
    visit: &Visit,
    [from, into]: [String; 2],
    before: Option<i32>,
    done: Option<Done>,
) -> Result<PlayersPage, PageError> {
    let (actor, asked) = (visit.actor().clone(), [from.clone(), into.clone()]);
    let found = ask(visit, move |app| {
        let [from, into] = asked;
        let whole = !from.is_empty() && !into.is_empty();
        let preview = match whole.then(|| merging::preview(app, &actor, &from, &into)) {
            Some(Err(e @ (Error::Missing { .. } | Error::Conflict(_) | Error::Invalid { .. }))) => {
                Some(Err(e))
            }
            Some(Err(e)) => return Err(e),
            Some(Ok(preview)) => Some(Ok(preview)),
            None => None,
        };
        Ok(Found { merges: merging::list(app, &actor, before, ROWS)?, preview })
    });
    let Found { merges, preview } = found.await?;
    let texts = visit.texts();
    let head = head(visit, ADDRESS, "op-tab-players").done(texts, done);
    let next = merges.last().filter(|_| merges.len() == ROWS);
    let mut page = PlayersPage {
        frame: visit.frame(head.heading.clone()),
        head,
        from,
        into,
        missing: String::new(),
        facts: Vec::new(),
        refusal: String::new(),
        form: None,
        lines: merges.iter().map(line).collect(),
        next: next.map(|last| format!("{ADDRESS}?before={}", last.id)),
    };
    match preview {
        None => {}
        Some(Err(e)) => page.missing = words(&e, texts),
        Some(Ok(preview)) => {
            page.facts = facts(visit, &preview);
            page.form = preview.refusal.is_none().then(|| form(visit, &preview));
            page.refusal = preview.refusal.map_or_else(String::new, |e| words(&e, texts));
        }
    }
    Ok(page)
}

/// The page; with two players in the address, what a merge of them would move.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["from", "into", "before", "done"]).map_err(refuse)?;
    let done = Done::of(&given, DONE).map_err(refuse)?;
    let before = given.number("before", 1..=i32::MAX).map_err(refuse)?;
    let text = |name: &str| given.text(name).unwrap_or_default();
    let page = page(&visit, [text("from"), text("into")], before, done).await?;
    private_html(&visit, StatusCode::OK, &page)
}

/// Merges two players.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, MERGED).await?;
    let text = |name: &str| sent.text(name).to_owned();
    let merged = if let Some(refusal) = no_reason(visit.texts(), &text("reason")) {
        Err(refusal)
    } else {
        let (from, into, reason) = (text("from"), text("into"), text("reason"));
        let actor = visit.actor().clone();
        let merged = attempt(&visit, move |app| {
            Ok(merging::merge(app, &actor, &from, &into, &reason, now())?)
        });
        merged.await?
    };
    let refusal = match merged {
        Ok(_) => return Ok(see_other(&Done::address(ADDRESS, "done-op-merged"))),
        Err(refusal) => refusal,
    };
    let mut page = page(&visit, [text("from"), text("into")], None, None).await?;
    page.frame.title = faulty(&page.frame);
    let status = status_of(&refusal).unwrap_or(StatusCode::CONFLICT);
    page.form = page.form.map(|form| form.filled(&sent).faults(faults_of(refusal)));
    private_html(&visit, status, &page)
}

fn undo_sheet(visit: &Visit, id: i32) -> Sheet {
    let texts = visit.texts();
    let action = format!("{ADDRESS}/{id}/undo");
    let form = Form::new(texts, "undo", &action, &visit.form_token(), "op-undo")
        .with(Field::line(texts, "reason", "org-reason").hint("org-reason-hint").required())
        .danger()
        .instead(ADDRESS, "cancel");
    Sheet::new(visit, head(visit, ADDRESS, "op-undo")).say("op-undo-words").form(form)
}

/// Asks whether a merge is to be undone.
pub async fn show_undo(visit: Visit, path: web::Path<i32>) -> Result<HttpResponse, PageError> {
    let allowed = require(visit.actor(), Act::MergePlayers, On::Site, true);
    allowed.map_err(|e| PageError::new(&visit, &e))?;
    undo_sheet(&visit, *path).answer(&visit)
}

/// Undoes a merge.
pub async fn take_undo(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<i32>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, REASON).await?;
    let (id, reason) = (path.into_inner(), sent.text("reason").to_owned());
    let undone = if let Some(refusal) = no_reason(visit.texts(), &reason) {
        Err(refusal)
    } else {
        let actor = visit.actor().clone();
        let undone =
            attempt(&visit, move |app| Ok(merging::undo(app, &actor, id, &reason, now())?));
        undone.await?
    };
    match undone {
        Ok(_) => Ok(see_other(&Done::address(ADDRESS, "done-op-undone"))),
        Err(refusal) => undo_sheet(&visit, id).filled(&sent).refused(&visit, refusal),
    }
}
