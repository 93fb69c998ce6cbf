//! A chapter: its text, the replay of its game from its ply on, and its review.

use crate::web::pages::replay::{AnyReplay, ReplayWithin, load_asked_replay_within, replay_markup};
use crate::web::prelude::*;
use adjutant_service::Error;
use adjutant_service::collections::{self, Chapter, Collection};
use adjutant_service::games::AnyGame;
use adjutant_service::reviews::{self, Review};
use adjutant_site::game_rows::result_text;
use adjutant_site::html::html_with_status;
use adjutant_site::markup::Markup;
use adjutant_site::remarks::{RemarkRow, any_remark_rows};
use adjutant_site::replay_list::ReplayList;
use adjutant_site::use_cases::build_maybe_offloaded;

use super::{chapter_address, chapter_title, collection_address};

/// The previous or next chapter.
struct ChapterLink {
    link: String,
    title: String,
}

/// The review that the chapter refers to.
struct ChapterReview {
    title: String,
    author: String,
    link: String,
    lines: Vec<RemarkRow>,
}

/// The replay of the chapter's game.
struct ChapterReplay {
    replay: Markup,
    players: String,
    link: String,
    review: Option<ChapterReview>,
}

#[derive(Template)]
#[template(path = "collections/chapter.html")]
struct ChapterPage {
    frame: PageFrame,
    collection: String,
    collection_link: String,
    title: String,
    place: String,
    words: String,
    before: Option<ChapterLink>,
    behind: Option<ChapterLink>,
    /// The address and the number of the ply at which the chapter begins.
    start: (String, u32),
    opened: Option<ChapterReplay>,
}

/// Shows the chapter at a ply.
pub async fn show(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    parameters: QueryString,
) -> PageResult {
    let (collection, id) = path.into_inner();
    let (collection, id) = (visit.parse_id(&collection)?, visit.parse_id(&id)?);
    let found = visit.run_brief(move |app, actor| collections::get(app, actor, collection)).await?;
    let hidden = || PageError::hidden(&visit);
    let (at, chapter) = found.chapter(id).ok_or_else(hidden)?;
    let opened = match &chapter.game {
        Some(game) => {
            let page = chapter_address(collection, id);
            let at = (game.id, page, chapter.ply);
            let opened = load_asked_replay_within(&visit, at, &parameters).await?;
            let list = ReplayList::Collection(collection);
            Some(load_replay(&visit, (chapter, &list), opened).await?)
        }
        None => None,
    };
    html_with_status(&visit, StatusCode::OK, &chapter_page(&visit, &found, (at, chapter), opened))
}

async fn load_replay(
    visit: &RequestContext,
    (chapter, list): (&Chapter, &ReplayList),
    ReplayWithin { game, replay }: ReplayWithin,
) -> PageResult<ChapterReplay> {
    let roster = &game.header().roster;
    let result = result_text(game.header().outcome);
    let head = game.head();
    let review = match chapter.review {
        Some(id) => {
            // The review may have been unpublished since the chapter was loaded.
            visit
                .run_brief(move |app, actor| match reviews::get(app, actor, head, id) {
                    Err(Error::Hidden) => Ok(None),
                    other => other.map(Some),
                })
                .await?
        }
        None => None,
    };
    let players = format!("{} {result} {}", roster.white, roster.black);
    let link = format!("/games/{}?ply={}{}", head.id, replay.ply(), list.to_query());
    let (review, replay) = build_maybe_offloaded(visit, head.plies, move |visit| {
        let review = review.map(|review| chapter_review(visit.texts(), &game, &replay, &review));
        (review, replay)
    })
    .await?;
    let replay = replay_markup(visit, (replay, head.plies), Markup::default()).await?;
    Ok(ChapterReplay { players, link, review, replay })
}

fn chapter_review(
    texts: Texts,
    game: &AnyGame,
    replay: &AnyReplay,
    review: &Review,
) -> ChapterReview {
    ChapterReview {
        title: review.title.clone(),
        author: review.author.clone(),
        link: format!("/games/{}/reviews/{}?ply={}", review.game, review.id, replay.ply()),
        lines: any_remark_rows(texts, game, review, |ply| replay.at_ply(ply)),
    }
}

fn chapter_page(
    visit: &RequestContext,
    found: &Collection,
    (at, chapter): (usize, &Chapter),
    opened: Option<ChapterReplay>,
) -> ChapterPage {
    let texts = visit.texts();
    let about = &found.summary;
    let way = |other: &Chapter| ChapterLink {
        link: chapter_address(about.id, other.id),
        title: chapter_title(other, texts),
    };
    let title = chapter_title(chapter, texts);
    let place = [("place", (at + 1).to_string()), ("of", found.chapters.len().to_string())];
    let before = at.checked_sub(1).and_then(|at| found.chapters.get(at));
    ChapterPage {
        frame: visit.frame(format!("{title} · {}", about.title)),
        collection: about.title.clone(),
        collection_link: collection_address(about.id),
        place: texts.fill("chapter-place", &place),
        words: chapter.text.clone(),
        before: before.map(way),
        behind: found.chapters.get(at + 1).map(way),
        start: (chapter_address(about.id, chapter.id), chapter.ply),
        title,
        opened,
    }
}
