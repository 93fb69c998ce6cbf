//! The visitor's saved set-ups, each with its board, name, share code and actions.

use crate::web::prelude::*;
use adjutant_service::own_set_ups::{self, LONGEST_NAME, MOST, SetUp};
use adjutant_site::assets;
use adjutant_site::deployment_board::{DraftCells, PieceFaces, SmallBoard};
use adjutant_site::time_format::format_date;
use salpakan::rules::RuleSet;

use super::ADDRESS;

const DONE_KEYS: &[&str] =
    &["done-set-up-kept", "done-set-up-saved", "done-set-up-renamed", "done-set-up-removed"];

#[derive(Deserialize)]
struct RenameForm {
    id: String,
    name: Verbatim,
}

struct OwnSetUpRow {
    id: i32,
    name: String,
    /// The content of the name field: the refused name, if any.
    written: String,
    fault: String,
    /// Empty for the standard rules.
    rules: String,
    changed: String,
    code: String,
    board: SmallBoard,
    remove: SubmitButton,
}

#[derive(Template)]
#[template(path = "set-ups/index.html")]
struct OwnSetUpsPage {
    frame: PageFrame,
    done: String,
    faults: Vec<(String, String)>,
    lines: Vec<OwnSetUpRow>,
    faces: PieceFaces,
    most: String,
    longest: usize,
    full: bool,
    script: &'static str,
}

/// A refused name for a set-up.
struct RefusedName {
    id: i32,
    written: String,
    words: String,
}

fn set_up_row(visit: &RequestContext, set_up: SetUp, refused: Option<&RefusedName>) -> OwnSetUpRow {
    let refused = refused.filter(|refused| refused.id == set_up.id);
    let action = format!("{ADDRESS}/{}/remove", set_up.id);
    let remove = visit.button(action, "set-up-remove").dangerous();
    let rules = set_up.rules.key();
    OwnSetUpRow {
        id: set_up.id,
        written: refused.map_or_else(|| set_up.name.clone(), |refused| refused.written.clone()),
        fault: refused.map(|refused| refused.words.clone()).unwrap_or_default(),
        rules: if set_up.rules == RuleSet::STANDARD { String::new() } else { rules },
        changed: format_date(visit.texts(), set_up.changed_at),
        code: set_up.share_code(),
        board: SmallBoard::new(&DraftCells::from_deployment(set_up.rules, &set_up.army)),
        remove: remove.with_target(&set_up.name),
        name: set_up.name,
    }
}

async fn page(
    visit: &RequestContext,
    status: StatusCode,
    done: Option<FlashMessage>,
    refused: Option<RefusedName>,
) -> PageResult {
    let all = visit.run(own_set_ups::list).await?;
    let texts = visit.texts();
    let faces = PieceFaces::for_rule_sets(texts, all.iter().map(|one| one.rules));
    let lines: Vec<OwnSetUpRow> =
        all.into_iter().map(|one| set_up_row(visit, one, refused.as_ref())).collect();
    let page = OwnSetUpsPage {
        frame: visit.frame(texts.get("set-ups-title")),
        done: done.map(|done| done.text(texts)).unwrap_or_default(),
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

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    page(&visit, StatusCode::OK, done, None).await
}

pub async fn rename(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<RenameForm>(&visit).await?;
    let id = visit.parse_id(&sent.id)?;
    let name = sent.name.to_string();
    let renamed =
        visit.attempt(move |app, actor| own_set_ups::rename(app, actor, id, &name, now_micros()));
    match renamed.await? {
        Ok(()) => Ok(redirect_with_flash(ADDRESS, "done-set-up-renamed")),
        Err(refusal) => {
            let (status, words) = refusal.into_messages();
            let written = sent.name.trim().to_owned();
            page(&visit, status, None, Some(RefusedName { id, written, words: words.concat() }))
                .await
        }
    }
}

pub async fn delete(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let id = visit.parse_id(&path)?;
    visit.run(move |app, actor| own_set_ups::remove(app, actor, id)).await?;
    Ok(redirect_with_flash(ADDRESS, "done-set-up-removed"))
}
