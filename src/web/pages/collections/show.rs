//! The page of a collection with its chapters; its author also sees the available actions.

use crate::web::prelude::*;
use adjutant_service::collections::{self, Chapter, Collection, CollectionSummary};
use adjutant_site::filters;
use adjutant_site::game_rows::result_text;
use adjutant_site::labels::unusual_game_name;

use super::{DONE_KEYS, chapter_address, chapter_title, collection_address};

/// A chapter in the list.
struct ChapterRow<'a> {
    chapter: &'a Chapter,
    link: String,
    title: String,
    /// Players, result and ply.
    game: String,
    /// Whether its game may be shown.
    open: bool,
    edit: String,
    presses: Vec<SubmitButton>,
}

#[derive(Template)]
#[template(path = "collections/show.html")]
struct CollectionPage<'a> {
    frame: PageFrame,
    done: String,
    /// Why an action was refused, otherwise empty.
    refused: String,
    about: &'a CollectionSummary,
    quiet: bool,
    here: String,
    lines: Vec<ChapterRow<'a>>,
    presses: Vec<SubmitButton>,
}

pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let id = visit.parse_id(&path)?;
    let done = done.map(|done| done.text(visit.texts())).unwrap_or_default();
    page(&visit, id, done, None).await
}

/// Renders the page, with the reason if an action was refused.
pub(super) async fn page(
    visit: &RequestContext,
    id: i32,
    done: String,
    refused: Option<(StatusCode, String)>,
) -> PageResult {
    let found = visit.run_brief(move |app, actor| collections::get(app, actor, id)).await?;
    let mut page = collection_page(visit, &found);
    page.done = done;
    if !found.summary.is_own {
        return html(visit, &page);
    }
    let (status, words) = refused.unwrap_or((StatusCode::OK, String::new()));
    page.refused = words;
    page.presses = action_buttons(visit, &found);
    private_html(visit, status, &page)
}

fn collection_page<'a>(visit: &RequestContext, found: &'a Collection) -> CollectionPage<'a> {
    let about = &found.summary;
    let last = found.chapters.len();
    let line =
        |(at, chapter): (usize, &'a Chapter)| chapter_row(visit, about.id, (at, last), chapter);
    let mut lines: Vec<ChapterRow> = found.chapters.iter().enumerate().map(line).collect();
    if !about.is_own {
        lines.iter_mut().for_each(|line| line.presses.clear());
    }
    let mut frame = visit.frame(about.title.clone());
    if let Some(first) = about.description.lines().next().filter(|first| !first.is_empty()) {
        frame.description = first.to_owned().into();
    }
    CollectionPage {
        frame,
        done: String::new(),
        refused: String::new(),
        about,
        quiet: !found.can_publish,
        here: collection_address(about.id),
        lines,
        presses: Vec::new(),
    }
}

fn chapter_row<'a>(
    visit: &RequestContext,
    collection: i32,
    (at, last): (usize, usize),
    chapter: &'a Chapter,
) -> ChapterRow<'a> {
    let texts = visit.texts();
    let title = chapter_title(chapter, texts);
    let link = chapter_address(collection, chapter.id);
    let action = format!("{link}/state");
    let press = |words: &str| visit.button(&action, words).with_target(&title);
    let mut presses = Vec::new();
    if at > 0 {
        presses.push(
            press("chapter-up").with_hidden_field("do", "place").with_hidden_field("place", at),
        );
    }
    if at + 1 < last {
        presses.push(
            press("chapter-down")
                .with_hidden_field("do", "place")
                .with_hidden_field("place", at + 2),
        );
    }
    presses.push(press("chapter-remove").with_hidden_field("do", "remove").dangerous());
    let game = chapter.game.as_ref().map(|game| {
        let ply = texts.one("chapter-ply", "ply", chapter.ply);
        let players = format!("{} {} {}", game.white, result_text(game.outcome), game.black);
        let parts = unusual_game_name(texts, game.kind()).into_iter().chain([players, ply]);
        parts.collect::<Vec<_>>().join(" · ")
    });
    ChapterRow {
        chapter,
        edit: format!("{link}/edit"),
        link,
        title,
        open: game.is_some(),
        game: game.unwrap_or_default(),
        presses,
    }
}

fn action_buttons(visit: &RequestContext, found: &Collection) -> Vec<SubmitButton> {
    let action = format!("{}/state", collection_address(found.summary.id));
    let press =
        |words: &str, what: &str| visit.button(&action, words).with_hidden_field("do", what);
    match (found.summary.is_published, found.can_publish) {
        (true, _) => vec![press("review-withdraw", "withdraw")],
        (false, true) => vec![press("review-publish", "publish")],
        (false, false) => Vec::new(),
    }
}
