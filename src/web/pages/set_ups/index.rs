//! The list: each set-up small, with its name, its share code, and what can be done with it.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::service::own_set_ups::{self, LONGEST_NAME, MOST, SetUp};
use crate::web::assets;
use crate::web::deploy::{Cells, Faces, SmallBoard};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Press};
use crate::web::moments::day;
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::{ask, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};
use salpakan::rules::RuleSet;

use super::{ADDRESS, number};

const DONE: &[&str] =
    &["done-set-up-kept", "done-set-up-saved", "done-set-up-renamed", "done-set-up-removed"];

struct Line {
    id: i32,
    name: String,
    /// What the field for a new name holds: what was sent, where that was refused.
    written: String,
    fault: String,
    /// Empty for the published game.
    rules: String,
    changed: String,
    code: String,
    board: SmallBoard,
    remove: Press,
}

#[derive(Template)]
#[template(path = "set-ups/index.html")]
struct IndexPage {
    frame: Frame,
    done: String,
    faults: Vec<(String, String)>,
    lines: Vec<Line>,
    faces: Faces,
    most: String,
    longest: usize,
    full: bool,
    script: &'static str,
}

/// A name that was sent for a set-up, and why it is refused.
struct Refused {
    id: i32,
    written: String,
    words: String,
}

fn line(visit: &Visit, set_up: SetUp, refused: Option<&Refused>) -> Line {
    let refused = refused.filter(|refused| refused.id == set_up.id);
    let action = format!("{ADDRESS}/{}/remove", set_up.id);
    let remove = Press::new(visit.texts(), action, &visit.form_token(), "set-up-remove").danger();
    let rules = set_up.rules.key();
    Line {
        id: set_up.id,
        written: refused.map_or_else(|| set_up.name.clone(), |refused| refused.written.clone()),
        fault: refused.map(|refused| refused.words.clone()).unwrap_or_default(),
        rules: if set_up.rules == RuleSet::STANDARD { String::new() } else { rules },
        changed: day(set_up.changed_at),
        code: set_up.share_code(),
        board: SmallBoard::new(&Cells::of(set_up.rules, &set_up.army)),
        remove: remove.about(&set_up.name),
        name: set_up.name,
    }
}

async fn page(
    visit: &Visit,
    status: StatusCode,
    done: Option<Done>,
    refused: Option<Refused>,
) -> Result<HttpResponse, PageError> {
    let actor = visit.actor().clone();
    let all = ask(visit, move |app| own_set_ups::list(app, &actor)).await?;
    let texts = visit.texts();
    let faces = Faces::of(texts, all.iter().map(|one| one.rules));
    let lines: Vec<Line> = all.into_iter().map(|one| line(visit, one, refused.as_ref())).collect();
    let page = IndexPage {
        frame: visit.frame(texts.get("set-ups-title")),
        done: done.map(|done| done.words(texts)).unwrap_or_default(),
        faults: refused
            .map(|refused| (format!("name-{}", refused.id), refused.words))
            .into_iter()
            .collect(),
        most: texts.one("set-ups-words", "most", MOST),
        longest: LONGEST_NAME,
        full: lines.len() >= MOST,
        lines,
        faces,
        script: assets::address("js/deploy/list.js"),
    };
    private_html(visit, status, &page)
}

/// All of one's own.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    page(&visit, StatusCode::OK, done, None).await
}

/// Gives one another name.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["id", "name"])).await?;
    let id = number(&visit, sent.text("id"))?;
    let (actor, name) = (visit.actor().clone(), sent.raw("name").to_owned());
    let renamed =
        attempt(&visit, move |app| Ok(own_set_ups::rename(app, &actor, id, &name, now())?));
    match renamed.await? {
        Ok(()) => Ok(see_other(&Done::address(ADDRESS, "done-set-up-renamed"))),
        Err(refusal) => {
            let status = match &refusal {
                Refusal::Faults { status, .. } => *status,
                Refusal::Prove | Refusal::DeadLink => StatusCode::UNPROCESSABLE_ENTITY,
            };
            let words = refusal.into_faults().into_iter().map(|(_, words)| words).collect();
            let written = sent.text("name").to_owned();
            page(&visit, status, None, Some(Refused { id, written, words })).await
        }
    }
}

/// Removes one.
pub async fn remove(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    forms::read(&visit, &request, payload, Shape::default()).await?;
    let id = number(&visit, &path)?;
    let actor = visit.actor().clone();
    ask(&visit, move |app| own_set_ups::remove(app, &actor, id)).await?;
    Ok(see_other(&Done::address(ADDRESS, "done-set-up-removed")))
}
