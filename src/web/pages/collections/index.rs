//! Lists: what is published, and one's own.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::collections::{self, Listed};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Tab};
use crate::web::moments::day;
use crate::web::pages::list::encode;
use crate::web::pages::{ask_briefly, html, private_html};
use crate::web::parameters::{Parameters, Takes};
use crate::web::visit::{Frame, Visit};

use super::address;

const DONE: &[&str] = &["done-collection-removed"];
/// Of longer words so many characters are shown in a list.
const SHOWN: usize = 200;

struct Line {
    link: String,
    title: String,
    words: String,
    author: String,
    author_link: String,
    chapters: String,
    changed: String,
    /// Whether nobody but the visitor sees it.
    private: bool,
}

#[derive(Template)]
#[template(path = "collections/index.html")]
struct IndexPage {
    frame: Frame,
    tabs: Vec<Tab>,
    done: String,
    own: bool,
    lines: Vec<Line>,
    next: Option<i32>,
}

fn brief(words: String) -> String {
    let first = words.lines().next().unwrap_or_default();
    if first.len() == words.len() && first.chars().count() <= SHOWN {
        return words;
    }
    first.chars().take(SHOWN).chain(std::iter::once('…')).collect()
}

fn line(listed: Listed, texts: Texts) -> Line {
    Line {
        link: address(listed.id),
        title: listed.title,
        words: brief(listed.words),
        author_link: format!("/players/{}", encode(&listed.author)),
        author: listed.author,
        chapters: texts.count("collection-chapters", listed.chapters),
        changed: day(listed.changed_at),
        private: !listed.published,
    }
}

fn page(visit: &Visit, own: bool, all: Vec<Listed>, next: Option<i32>) -> IndexPage {
    let texts = visit.texts();
    let tabs = match visit.is_signed_in() {
        true => vec![
            Tab::new(texts, "/collections", "collections-published", &visit.path),
            Tab::new(texts, "/collections/mine", "collections-own", &visit.path),
        ],
        false => Vec::new(),
    };
    let title = if own { "collections-own" } else { "collections-title" };
    IndexPage {
        frame: visit.frame(texts.get(title)),
        tabs,
        done: String::new(),
        own,
        lines: all.into_iter().map(|one| line(one, texts)).collect(),
        next,
    }
}

/// What is published, the newest first.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| *number > 0);
    let given = parameters.read(&["before"]);
    let before = given.and_then(|given| given.parsed("before", Takes::just("takes-next"), number));
    let before = before.map_err(|e| PageError::parameter(&visit, &e))?;
    let actor = visit.actor().clone();
    let (all, next) =
        ask_briefly(&visit, move |app| collections::published(app, &actor, before)).await?;
    html(&visit, &page(&visit, false, all, next))
}

/// All of one's own.
pub async fn mine(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let actor = visit.actor().clone();
    let all = ask_briefly(&visit, move |app| collections::own(app, &actor)).await?;
    let done = done.map(|done| done.words(visit.texts())).unwrap_or_default();
    private_html(&visit, StatusCode::OK, &IndexPage { done, ..page(&visit, true, all, None) })
}
