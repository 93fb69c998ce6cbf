//! The fields of a chapter, shared by two forms.

use crate::web::error::PageResult;
use crate::web::forms::Entry;
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Field};
use crate::web::request_context::RequestContext;
use adjutant_service::collections::{ChapterDraft, MAX_CHAPTER_TEXT_LEN, MAX_TITLE_LEN};
use adjutant_service::games::Game;
use adjutant_service::reviews::{self, Review};

/// The reviews of a game that the visitor may see.
pub async fn visible_reviews(visit: &RequestContext, game: &Game) -> PageResult<Vec<Review>> {
    let of = (game.number, game.summary.id);
    visit.run_brief(move |app, actor| reviews::of_game(app, actor, of)).await
}

/// Builds the fields for ply, review, title and text.
pub fn chapter_fields(
    texts: Texts,
    game: &Game,
    reviews: &[Review],
    draft: &ChapterDraft,
) -> Vec<Field> {
    let mut choices = vec![Choice::new("", texts.get("chapter-no-review"))];
    let named = |review: &Review| match review.author.as_str() {
        "" => review.title.clone(),
        author => format!("{} ({author})", review.title),
    };
    choices.extend(reviews.iter().map(|own| Choice::new(own.id.to_string(), named(own))));
    let review = draft.review.map(|id| id.to_string()).unwrap_or_default();
    let mut fields = vec![
        Field::number(texts, "ply", "chapter-at")
            .required()
            .hint_text(texts.one("chapter-at-hint", "plies", game.summary.plies))
            .value(draft.ply.to_string()),
    ];
    if choices.len() > 1 {
        fields.push(Field::select(texts, "review", "chapter-review", choices).value(review));
    }
    fields.push(
        Field::text(texts, "title", "chapter-title")
            .hint_text(texts.one("chapter-title-hint", "most", MAX_TITLE_LEN))
            .value(&draft.title),
    );
    fields.push(
        Field::textarea(texts, "words", "chapter-words")
            .hint_text(texts.one("review-words-hint", "most", MAX_CHAPTER_TEXT_LEN))
            .value(&draft.text),
    );
    fields
}

/// Parses the fields; an invalid ply becomes one that no game has.
pub fn chapter_draft(ply: Entry<u32>, review: &str, title: &str, text: &str) -> ChapterDraft {
    let review = Some(review).filter(|text| !text.is_empty());
    ChapterDraft {
        ply: ply.get().unwrap_or(u32::MAX),
        // No review has an id below 1.
        review: review.map(|text| text.parse().unwrap_or(0)),
        title: title.to_owned(),
        text: text.to_owned(),
    }
}
