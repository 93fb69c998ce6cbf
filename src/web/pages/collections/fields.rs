//! The fields of a chapter, which two forms have.

use crate::service::collections::{Draft, LONGEST_CHAPTER, LONGEST_TITLE};
use crate::service::games::Game;
use crate::service::reviews::{self, Review};
use crate::web::error::PageError;
use crate::web::forms;
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Field};
use crate::web::pages::ask_briefly;
use crate::web::visit::Visit;

/// The reviews of a game that the visitor sees.
pub async fn reviews_of(visit: &Visit, game: &Game) -> Result<Vec<Review>, PageError> {
    let (actor, of) = (visit.actor().clone(), (game.number, game.summary.id));
    ask_briefly(visit, move |app| reviews::of_game(app, &actor, of)).await
}

/// Ply, review, title and words.
pub fn fields(texts: Texts, game: &Game, reviews: &[Review], draft: &Draft) -> Vec<Field> {
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
            .hint_words(texts.one("chapter-at-hint", "plies", game.summary.plies))
            .value(draft.ply.to_string()),
    ];
    if choices.len() > 1 {
        fields.push(Field::select(texts, "review", "chapter-review", choices).value(review));
    }
    fields.push(
        Field::line(texts, "title", "chapter-title")
            .hint_words(texts.one("chapter-title-hint", "most", LONGEST_TITLE))
            .value(&draft.title),
    );
    fields.push(
        Field::area(texts, "words", "chapter-words")
            .hint_words(texts.one("review-words-hint", "most", LONGEST_CHAPTER))
            .value(&draft.words),
    );
    fields
}

/// What was sent of these; a ply that is no number is more than any game has.
pub fn draft_of(sent: &forms::Form) -> Draft {
    let review = Some(sent.text("review")).filter(|text| !text.is_empty());
    Draft {
        ply: sent.text("ply").parse().unwrap_or(u32::MAX),
        // No review has the number 0 or less.
        review: review.map(|text| text.parse().unwrap_or(0)),
        title: sent.text("title").to_owned(),
        words: sent.raw("words").to_owned(),
    }
}
