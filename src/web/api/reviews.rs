//! Reviews of games over the API: what the pages do with them, whole at once.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::Utc;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::review::{Glyph, Mark, Remark, marks_of, marks_text};
use crate::service::Error;
use crate::service::access::Actor;
use crate::service::games::Game;
use crate::service::reviews::{self, Review, Whole};

use super::super::bearer::Asker;
use super::super::error::{ApiError, Problem};
use super::super::moments::exact;
use super::super::site::Site;
use super::bodies::command;
use super::games::get as game_of;
use super::words::GlyphWord;
use super::{Keep, ask, json};

/// So large a review may be, in bytes: twice what five hundred long remarks in plain letters take.
const MOST_REVIEW: usize = 1 << 20;

/// A review in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewItem {
    pub id: i32,
    /// The id of the game that it is about.
    pub game: String,
    pub title: String,
    /// The handle of its author's player; null where his account has none.
    pub author: Option<String>,
    /// Whether it is one's own.
    pub own: bool,
    /// Whether everybody sees it; else its author alone does.
    pub published: bool,
    /// Where a moderator took it down, which its author and the moderators see; else null.
    pub taken_down: Option<TakenDownItem>,
    /// On so many plies something is remarked.
    pub plies: usize,
    pub created_at: String,
    pub changed_at: String,
}

/// That a moderator took a review down.
#[derive(Debug, Serialize, ToSchema)]
pub struct TakenDownItem {
    pub at: String,
    pub reason: String,
}

/// What is remarked on a ply.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemarkItem {
    /// 0 for the position before the first.
    pub ply: u32,
    /// Empty for none.
    pub words: String,
    /// `!!`, `!`, `!?`, `?!`, `?` or `??`; null for none.
    pub glyph: Option<&'static str>,
    /// Squares and arrows: `Ge4` is a green square, `Rd5d6` a red arrow.
    pub marks: Vec<String>,
}

/// A review with all its remarks.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewAnswer {
    pub review: ReviewItem,
    /// In the order of the game.
    pub remarks: Vec<RemarkItem>,
}

/// Reviews.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewsAnswer {
    pub reviews: Vec<ReviewItem>,
}

/// A remark that is to be made.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentRemark {
    /// 0 for the position before the first; each ply once.
    pub ply: u32,
    /// At most 1,000 characters.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub words: String,
    /// `!!`, `!`, `!?`, `?!`, `?` or `??`.
    #[serde(default)]
    #[schema(value_type = Option<GlyphWord>)]
    pub glyph: Option<String>,
    /// At most 20 squares and arrows, a letter for the color first (`G`, `R`, `Y`, `B`): `Ge4`, `Rd5d6`.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub marks: Vec<String>,
}

/// All that a review is to say.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentReview {
    /// 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub title: String,
    #[serde(default)]
    pub remarks: Vec<SentRemark>,
}

/// A review that was begun.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeReview {
    pub id: i32,
    /// Its page on this site.
    pub path: String,
}

/// What a review is now.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewState {
    pub id: i32,
    /// `published`, `private`, `removed` or `taken-down`.
    pub state: &'static str,
}

impl From<&Review> for ReviewItem {
    fn from(review: &Review) -> ReviewItem {
        ReviewItem {
            id: review.id,
            game: review.game.to_string(),
            title: review.title.clone(),
            author: Some(review.author.clone()).filter(|handle| !handle.is_empty()),
            own: review.own,
            published: review.published,
            taken_down: review
                .taken_down
                .as_ref()
                .map(|down| TakenDownItem { at: exact(down.at), reason: down.reason.clone() }),
            plies: review.remarks.len(),
            created_at: exact(review.created_at),
            changed_at: exact(review.changed_at),
        }
    }
}

impl From<&Review> for ReviewAnswer {
    fn from(review: &Review) -> ReviewAnswer {
        let mark = |mark: &Mark| marks_text(std::slice::from_ref(mark));
        let remark = |(ply, remark): (u32, &Remark)| RemarkItem {
            ply,
            words: remark.words.clone(),
            glyph: remark.glyph.map(Glyph::sign),
            marks: remark.marks.iter().map(mark).collect(),
        };
        ReviewAnswer { review: review.into(), remarks: review.remarks.iter().map(remark).collect() }
    }
}

impl SentRemark {
    fn remark(self) -> Result<(u32, Remark), Error> {
        let ply = self.ply;
        let wrong = |field, what: &str| Error::invalid(field, format!("at ply {ply}: {what}"));
        let glyph = match self.glyph.as_deref() {
            None | Some("") => None,
            Some(sign) => Some(
                Glyph::parse(sign)
                    .ok_or_else(|| wrong("glyph", "a glyph is one of !!, !, !?, ?!, ? and ??"))?,
            ),
        };
        let one = |text: &String| marks_of(text).filter(|some| some.len() == 1);
        let marks: Option<Vec<_>> = self.marks.iter().map(one).collect();
        let marks =
            marks.ok_or_else(|| wrong("marks", "write squares and arrows as Ge4 or Rd5d6"))?;
        Ok((ply, Remark { words: self.words, glyph, marks: marks.concat() }))
    }
}

impl SentReview {
    fn whole(self) -> Result<Whole, Error> {
        let remarks = self.remarks.into_iter().map(SentRemark::remark);
        Ok(Whole { title: self.title, remarks: remarks.collect::<Result<_, _>>()? })
    }
}

pub(super) fn now() -> i64 {
    Utc::now().timestamp_micros()
}

/// What an answer is that tells more to who shows a token.
fn opened(actor: &Actor, value: &impl Serialize) -> HttpResponse {
    let keep = if *actor == Actor::nobody() { Keep::Check } else { Keep::Private };
    let mut response = json(value, keep);
    let by_token = HeaderValue::from_static("Authorization");
    response.headers_mut().append(header::VARY, by_token);
    response
}

/// The number in an address; what is none is nobody's review.
pub(super) fn number(text: &str) -> Result<i32, Error> {
    text.parse().map_err(|_| Error::Hidden)
}

/// One's own review of an address; asked before what is sent is read.
async fn own_of(
    site: &web::Data<Site>,
    actor: &Actor,
    (game, id): (String, String),
) -> Result<(Game, i32), ApiError> {
    reviews::may_write(actor)?;
    let (game, id) = (game_of(site, &game).await?, number(&id)?);
    let (actor, of) = (actor.clone(), game.clone());
    match ask(site, move |app| reviews::get(app, &actor, &of, id)).await?.own {
        true => Ok((game, id)),
        false => Err(Error::Hidden.into()),
    }
}

/// The reviews of a game that everybody sees, and one's own; 50 at most.
///
/// A game whose ranks are not open has none.
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/reviews",
    operation_id = "listReviews",
    params(("id" = String, Path, description = "The game's 16 characters")),
    responses(
        (status = 200, description = "The reviews, without their remarks, in the order in which they were begun", body = ReviewsAnswer,
            example = json!({"reviews": [{"id": 7, "game": "0123456789abcdef", "title": "The left wing", "author": "Lakandula", "own": false, "published": true, "taken_down": null, "plies": 12, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}]})),
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no game"})),
    ),
)]
pub async fn list(
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let game = game_of(&site, &path).await?;
    let (by, of) = (actor.clone(), (game.number, game.summary.id));
    let found = ask(&site, move |app| reviews::of_game(app, &by, of)).await?;
    Ok(opened(&actor, &ReviewsAnswer { reviews: found.iter().map(ReviewItem::from).collect() }))
}

/// A review with all its remarks: one that is published, or one's own.
#[utoipa::path(
    get,
    path = "/api/v1/games/{id}/reviews/{review}",
    operation_id = "getReview",
    params(
        ("id" = String, Path, description = "The game's 16 characters"),
        ("review" = String, Path, description = "The review's number", example = "7"),
    ),
    responses(
        (status = 200, description = "The review", body = ReviewAnswer,
            example = json!({"review": {"id": 7, "game": "0123456789abcdef", "title": "The left wing", "author": "Lakandula", "own": false, "published": true, "taken_down": null, "plies": 1, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "remarks": [{"ply": 12, "words": "Too early.", "glyph": "?!", "marks": ["Ge4", "Rd5d6"]}]})),
        (status = 404, description = "No such game, or no review of it that you may see", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is nothing here"})),
    ),
)]
pub async fn one(
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (game, id) = path.into_inner();
    let (game, id) = (game_of(&site, &game).await?, number(&id)?);
    let by = actor.clone();
    let review = ask(&site, move |app| reviews::get(app, &by, &game, id)).await?;
    Ok(opened(&actor, &ReviewAnswer::from(&review)))
}

/// All of one's own reviews, the newest first.
#[utoipa::path(
    get,
    path = "/api/v1/me/reviews",
    operation_id = "listOwnReviews",
    responses((status = 200, description = "The reviews, without their remarks", body = ReviewsAnswer,
        example = json!({"reviews": [{"id": 7, "game": "0123456789abcdef", "title": "The left wing", "author": "Lakandula", "own": true, "published": false, "taken_down": null, "plies": 12, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}]}))),
)]
pub async fn own(site: web::Data<Site>, Asker(actor): Asker) -> Result<HttpResponse, ApiError> {
    let found = ask(&site, move |app| reviews::own(app, &actor)).await?;
    let reviews = found.iter().map(ReviewItem::from).collect();
    Ok(json(&ReviewsAnswer { reviews }, Keep::Private))
}

/// Begins a review of a game whose ranks are open, with all its remarks. It is yours alone until you publish it.
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/reviews/new",
    operation_id = "makeReview",
    params(("id" = String, Path, description = "The game's 16 characters")),
    request_body(content = SentReview, example = json!({"title": "The left wing", "remarks": [{"ply": 12, "words": "Too early.", "glyph": "?!", "marks": ["Ge4", "Rd5d6"]}]})),
    responses((status = 200, description = "It is begun", body = MadeReview,
        example = json!({"id": 7, "path": "/games/0123456789abcdef/reviews/7"}))),
)]
pub async fn make(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    reviews::may_write(&actor)?;
    let game = game_of(&site, &path).await?;
    let sent: SentReview = command(&request, payload, MOST_REVIEW, &site).await?;
    let (whole, of) = (sent.whole()?, game.summary.id);
    let id = ask(&site, move |app| reviews::make(app, &actor, &game, &whole, now())).await?;
    Ok(json(&MadeReview { id, path: format!("/games/{of}/reviews/{id}") }, Keep::Private))
}

/// Puts another title and other remarks in the place of all that one's own review said; who sees it stays as it is.
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/reviews/{review}/change",
    operation_id = "changeReview",
    params(
        ("id" = String, Path, description = "The game's 16 characters"),
        ("review" = String, Path, description = "The review's number", example = "7"),
    ),
    request_body(content = SentReview, example = json!({"title": "The left wing", "remarks": [{"ply": 0, "words": "A start."}]})),
    responses((status = 200, description = "The review as it is now", body = ReviewAnswer,
        example = json!({"review": {"id": 7, "game": "0123456789abcdef", "title": "The left wing", "author": "Lakandula", "own": true, "published": false, "taken_down": null, "plies": 1, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "remarks": [{"ply": 0, "words": "A start.", "glyph": null, "marks": []}]}))),
)]
pub async fn change(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let (game, id) = own_of(&site, &actor, path.into_inner()).await?;
    let sent: SentReview = command(&request, payload, MOST_REVIEW, &site).await?;
    let whole = sent.whole()?;
    let review = ask(&site, move |app| {
        reviews::rewrite(app, &actor, (&game, id), &whole, now())?;
        reviews::get(app, &actor, &game, id)
    });
    Ok(json(&ReviewAnswer::from(&review.await?), Keep::Private))
}

/// Shows one's own review to everybody, with one's name. Whoever keeps off lists publishes nothing: 404; one that a
/// moderator took down is not published until he gives it back: 409.
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/reviews/{review}/publish",
    operation_id = "publishReview",
    params(
        ("id" = String, Path, description = "The game's 16 characters"),
        ("review" = String, Path, description = "The review's number", example = "7"),
    ),
    responses((status = 200, description = "Everybody sees it", body = ReviewState,
        example = json!({"id": 7, "state": "published"}))),
)]
pub async fn publish(
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    shown(&site, actor, path.into_inner(), true).await
}

/// Keeps one's own review to oneself again.
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/reviews/{review}/withdraw",
    operation_id = "withdrawReview",
    params(
        ("id" = String, Path, description = "The game's 16 characters"),
        ("review" = String, Path, description = "The review's number", example = "7"),
    ),
    responses((status = 200, description = "Nobody but you sees it", body = ReviewState,
        example = json!({"id": 7, "state": "private"}))),
)]
pub async fn withdraw(
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    shown(&site, actor, path.into_inner(), false).await
}

async fn shown(
    site: &web::Data<Site>,
    actor: Actor,
    path: (String, String),
    published: bool,
) -> Result<HttpResponse, ApiError> {
    let (game, id) = own_of(site, &actor, path).await?;
    ask(site, move |app| reviews::publish(app, &actor, (&game, id), published, now())).await?;
    let state = if published { "published" } else { "private" };
    Ok(json(&ReviewState { id, state }, Keep::Private))
}

/// Removes one's own review for good.
#[utoipa::path(
    post,
    path = "/api/v1/games/{id}/reviews/{review}/remove",
    operation_id = "removeReview",
    params(
        ("id" = String, Path, description = "The game's 16 characters"),
        ("review" = String, Path, description = "The review's number", example = "7"),
    ),
    responses((status = 200, description = "It is gone", body = ReviewState,
        example = json!({"id": 7, "state": "removed"}))),
)]
pub async fn remove(
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (game, id) = own_of(&site, &actor, path.into_inner()).await?;
    ask(&site, move |app| reviews::remove(app, &actor, (&game, id))).await?;
    Ok(json(&ReviewState { id, state: "removed" }, Keep::Private))
}
