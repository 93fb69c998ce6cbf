//! A chapter: its words, the replay of its game from its ply on, and the review that goes with it.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::review::{Glyph, Remark};
use crate::service::Error;
use crate::service::collections::{self, Chapter, Collection};
use crate::service::games::Game;
use crate::service::reviews::{self, Review};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::pages::list::result_text;
use crate::web::pages::replay::{ReplayParts, within};
use crate::web::pages::reviews::drawing::drawn;
use crate::web::pages::{ask_briefly, html_as};
use crate::web::parameters::Parameters;
use crate::web::speech::Speech;
use crate::web::visit::{Frame, Visit};

use super::{address, chapter_address, number, title_of};

/// A chapter before or behind it.
struct Way {
    link: String,
    title: String,
}

/// A remark of its review.
struct Line {
    ply: u32,
    link: String,
    said: String,
    glyph: &'static str,
    words: String,
    marks: Vec<String>,
}

/// The review that goes with it.
struct Beside {
    title: String,
    author: String,
    link: String,
    lines: Vec<Line>,
}

/// What is shown of its game.
struct Opened {
    replay: ReplayParts,
    players: String,
    link: String,
    review: Option<Beside>,
}

#[derive(Template)]
#[template(path = "collections/chapter.html")]
struct ChapterPage {
    frame: Frame,
    collection: String,
    collection_link: String,
    title: String,
    place: String,
    words: String,
    before: Option<Way>,
    behind: Option<Way>,
    /// Where the chapter begins, and its ply.
    start: (String, u32),
    opened: Option<Opened>,
}

/// The chapter at a ply.
pub async fn show(
    visit: Visit,
    path: web::Path<(String, String)>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let (collection, id) = path.into_inner();
    let (collection, id) = (number(&visit, &collection)?, number(&visit, &id)?);
    let actor = visit.actor().clone();
    let found = ask_briefly(&visit, move |app| collections::get(app, &actor, collection)).await?;
    let hidden = || PageError::new(&visit, &Error::Hidden);
    let (at, chapter) = found.chapter(id).ok_or_else(hidden)?;
    let opened = match &chapter.game {
        Some(game) => {
            let page = chapter_address(collection, id);
            let (game, replay) =
                within(&visit, (game.id, page.clone(), chapter.ply), &parameters).await?;
            Some(opened(&visit, chapter, &game, replay).await?)
        }
        None => None,
    };
    html_as(&visit, StatusCode::OK, &built(&visit, &found, (at, chapter), opened))
}

async fn opened(
    visit: &Visit,
    chapter: &Chapter,
    game: &Game,
    replay: ReplayParts,
) -> Result<Opened, PageError> {
    let roster = &game.stored.header().roster;
    let result = result_text(game.stored.header().outcome);
    let review = match chapter.review {
        Some(id) => {
            let (actor, game) = (visit.actor().clone(), game.clone());
            // It may have been taken back since the chapter was read.
            ask_briefly(visit, move |app| match reviews::get(app, &actor, &game, id) {
                Err(Error::Hidden) => Ok(None),
                other => other.map(Some),
            })
            .await?
        }
        None => None,
    };
    Ok(Opened {
        players: format!("{} {result} {}", roster.white, roster.black),
        link: format!("/games/{}?ply={}", replay.id, replay.ply),
        review: review.map(|review| beside(visit.texts(), game, &replay, &review)),
        replay,
    })
}

fn beside(texts: Texts, game: &Game, replay: &ReplayParts, review: &Review) -> Beside {
    let (timeline, speech) = (game.stored.timeline(), Speech::new(texts));
    let line = |(ply, remark): (u32, &Remark)| Line {
        ply,
        link: format!("{}{ply}{}", replay.before_ply, replay.after_ply),
        said: speech.of(timeline, ply),
        glyph: remark.glyph.map_or("", Glyph::sign),
        words: remark.words.clone(),
        marks: drawn(texts, &remark.marks).into_iter().map(|mark| mark.words).collect(),
    };
    Beside {
        title: review.title.clone(),
        author: review.author.clone(),
        link: format!("/games/{}/reviews/{}?ply={}", review.game, review.id, replay.ply),
        lines: review.remarks.iter().map(line).collect(),
    }
}

fn built(
    visit: &Visit,
    found: &Collection,
    (at, chapter): (usize, &Chapter),
    opened: Option<Opened>,
) -> ChapterPage {
    let texts = visit.texts();
    let about = &found.about;
    let way = |other: &Chapter| Way {
        link: chapter_address(about.id, other.id),
        title: title_of(other, texts),
    };
    let title = title_of(chapter, texts);
    let place = [("place", (at + 1).to_string()), ("of", found.chapters.len().to_string())];
    let before = at.checked_sub(1).and_then(|at| found.chapters.get(at));
    ChapterPage {
        frame: visit.frame(format!("{title} · {}", about.title)),
        collection: about.title.clone(),
        collection_link: address(about.id),
        place: texts.fill("chapter-place", &place),
        words: chapter.words.clone(),
        before: before.map(way),
        behind: found.chapters.get(at + 1).map(way),
        start: (chapter_address(about.id, chapter.id), chapter.ply),
        title,
        opened,
    }
}
