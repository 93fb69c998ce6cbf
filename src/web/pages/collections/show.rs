//! A collection: what it is about and its chapters; for its maker also what he may do with it.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::service::collections::{self, Chapter, Collection};
use crate::web::error::PageError;
use crate::web::kit::{Done, Press};
use crate::web::pages::list::{encode, result_text};
use crate::web::pages::{ask_briefly, html, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::{DONE, address, chapter_address, number, title_of};

/// A chapter in the list.
struct Line {
    link: String,
    title: String,
    /// Who played, how it ended, and the ply.
    game: String,
    words: String,
    review: bool,
    /// Whether its game may be seen.
    open: bool,
    edit: String,
    presses: Vec<Press>,
}

#[derive(Template)]
#[template(path = "collections/show.html")]
struct ShowPage {
    frame: Frame,
    done: String,
    /// Why something was not done; empty where nothing was refused.
    refused: String,
    title: String,
    words: String,
    author: String,
    author_link: String,
    private: bool,
    own: bool,
    quiet: bool,
    here: String,
    lines: Vec<Line>,
    presses: Vec<Press>,
}

/// The collection.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let id = number(&visit, &path)?;
    let done = done.map(|done| done.words(visit.texts())).unwrap_or_default();
    page(&visit, id, done, None).await
}

/// The page, or the same with why something was not done.
pub(super) async fn page(
    visit: &Visit,
    id: i32,
    done: String,
    refused: Option<(StatusCode, String)>,
) -> Result<HttpResponse, PageError> {
    let actor = visit.actor().clone();
    let found = ask_briefly(visit, move |app| collections::get(app, &actor, id)).await?;
    let mut page = built(visit, &found);
    page.done = done;
    if !found.about.own {
        return html(visit, &page);
    }
    let (status, words) = refused.unwrap_or((StatusCode::OK, String::new()));
    page.refused = words;
    page.presses = presses(visit, &found);
    private_html(visit, status, &page)
}

fn built(visit: &Visit, found: &Collection) -> ShowPage {
    let about = &found.about;
    let last = found.chapters.len();
    let line = |(at, chapter): (usize, &Chapter)| line(visit, about.id, (at, last), chapter);
    let mut lines: Vec<Line> = found.chapters.iter().enumerate().map(line).collect();
    if !about.own {
        lines.iter_mut().for_each(|line| line.presses.clear());
    }
    let mut frame = visit.frame(about.title.clone());
    if let Some(first) = about.words.lines().next().filter(|first| !first.is_empty()) {
        frame.description = first.to_owned().into();
    }
    ShowPage {
        frame,
        done: String::new(),
        refused: String::new(),
        title: about.title.clone(),
        words: about.words.clone(),
        author_link: format!("/players/{}", encode(&about.author)),
        author: about.author.clone(),
        private: !about.published,
        own: about.own,
        quiet: !found.may_publish,
        here: address(about.id),
        lines,
        presses: Vec::new(),
    }
}

fn line(visit: &Visit, collection: i32, (at, last): (usize, usize), chapter: &Chapter) -> Line {
    let texts = visit.texts();
    let title = title_of(chapter, texts);
    let link = chapter_address(collection, chapter.id);
    let action = format!("{link}/state");
    let token = visit.form_token();
    let press = |words: &str| Press::new(texts, &action, &token, words).about(&title);
    let mut presses = Vec::new();
    if at > 0 {
        presses.push(press("chapter-up").send("do", "place").send("place", at));
    }
    if at + 1 < last {
        presses.push(press("chapter-down").send("do", "place").send("place", at + 2));
    }
    presses.push(press("chapter-remove").send("do", "remove").danger());
    let game = chapter.game.as_ref().map(|game| {
        let ply = texts.one("chapter-ply", "ply", chapter.ply);
        format!("{} {} {} · {ply}", game.white, result_text(game.outcome), game.black)
    });
    Line {
        edit: format!("{link}/edit"),
        link,
        title,
        open: game.is_some(),
        game: game.unwrap_or_default(),
        words: chapter.words.clone(),
        review: chapter.review.is_some(),
        presses,
    }
}

fn presses(visit: &Visit, found: &Collection) -> Vec<Press> {
    let (texts, token) = (visit.texts(), visit.form_token());
    let action = format!("{}/state", address(found.about.id));
    let press =
        |words: &str, what: &str| Press::new(texts, &action, &token, words).send("do", what);
    match (found.about.published, found.may_publish) {
        (true, _) => vec![press("review-withdraw", "withdraw")],
        (false, true) => vec![press("review-publish", "publish")],
        (false, false) => Vec::new(),
    }
}
