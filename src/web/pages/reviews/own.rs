//! The visitor's own reviews: the list, and starting one.

use crate::web::prelude::*;
use adjutant_service::games::AnyGame;
use adjutant_service::reviews::{self, LONGEST_TITLE, Review};
use adjutant_site::filters;
use adjutant_site::games::{any_game_heading, load_open_game};

use super::review_address;

#[derive(Template)]
#[template(path = "reviews/index.html")]
struct OwnReviewsPage {
    frame: PageFrame,
    reviews: Vec<Review>,
}

/// Lists the visitor's own reviews, the newest first.
pub async fn show_own(visit: RequestContext) -> PageResult {
    let reviews = visit.run(reviews::own).await?;
    let page = OwnReviewsPage { frame: visit.frame(visit.texts().get("reviews-title")), reviews };
    private_html(&visit, StatusCode::OK, &page)
}

#[derive(Deserialize)]
struct ReviewForm {
    title: String,
    ply: Option<Entry<u32>>,
}

fn form_page(visit: &RequestContext, game: &AnyGame, ply: u32) -> FormPage {
    let texts = visit.texts();
    let replay = format!("/games/{}", game.summary().id);
    let head = AreaHeader::below((any_game_heading(game), replay.clone()), texts.get("review-new"));
    let hint = texts.one("review-title-hint", "most", LONGEST_TITLE);
    let title = Field::text(texts, "title", "review-title").required().hint_text(hint);
    let action = format!("{replay}/reviews/new");
    let form = visit.form("review", &action, "review-begin").with_field(Field::hidden(
        texts,
        "ply",
        ply.to_string(),
    ));
    let replay = format!("{replay}?ply={ply}");
    FormPage::new(visit, head)
        .paragraph("review-about")
        .form(form.with_field(title).with_alternative(&replay, "cancel"))
}

/// Shows the form; the query string may name the ply at which the review begins.
pub async fn show_new(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["ply"]).or_page(&visit)?;
    let ply = given.number("ply", 0..=1_000_000).or_page(&visit)?.unwrap_or(0);
    let game = load_open_game(&visit, &path).await?;
    form_page(&visit, &game, ply).respond(&visit)
}

pub async fn create(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<ReviewForm>(&visit).await?;
    let game = load_open_game(&visit, &path).await?;
    let ply = sent.ply.and_then(Entry::get).unwrap_or(0).min(game.summary().plies);
    let (title, own) = (sent.title.clone(), game.head());
    let begun =
        visit.attempt(move |app, actor| reviews::begin(app, actor, own, &title, now_micros()));
    let at = |id| format!("{}?ply={ply}", review_address(game.summary().id, id));
    let outcome = begun.await?.map(|id| (at(id), "done-review-begun"));
    form_page(&visit, &game, ply).answer(&visit, &sent, outcome)
}
