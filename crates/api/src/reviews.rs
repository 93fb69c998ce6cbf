//! Reviews of games over the API, with the same actions as the pages; each request has a whole review.

use adjutant_domain::game::GameKind;
use adjutant_domain::review::{Glyph, Mark, PlyRemark, format_marks, parse_marks};
use adjutant_service::games::GameHead;
use adjutant_service::reviews::{self, Review, Whole};

use super::games::find_head as game_of;
use super::prelude::*;
use super::{json_by_token, parse_id};
use adjutant_site::schema_enums::{GlyphName, ReviewStateName};

endpoints! {
    list: ReadPublic, KeepReviews;
    create: KeepReviews;
    show: ReadPublic, KeepReviews;
    update: KeepReviews;
    publish: KeepReviews;
    withdraw: KeepReviews;
    delete: KeepReviews;
    list_own: KeepReviews;
}

/// The largest review, in bytes: twice as much as 500 long remarks in ASCII take.
const MAX_REVIEW_BYTES: usize = 1 << 20;

/// A review in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewItem {
    pub id: i32,
    /// The id of the reviewed game.
    pub game: String,
    pub title: String,
    /// The handle of the author's player; null if the account has none.
    pub author: Option<String>,
    /// Whether it is yours.
    pub own: bool,
    /// Whether everybody sees it; otherwise only its author does.
    pub published: bool,
    /// Set if a moderator took it down, which only its author and moderators see; otherwise null.
    pub taken_down: Option<TakenDownItem>,
    /// The number of plies with remarks.
    pub plies: usize,
    pub created_at: String,
    pub changed_at: String,
}

/// The removal of a review by a moderator.
#[derive(Debug, Serialize, ToSchema)]
pub struct TakenDownItem {
    pub at: String,
    pub reason: String,
}

/// The remarks on a ply.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemarkItem {
    /// The ply; 0 for the position before the first.
    pub ply: u32,
    /// The text; empty if there is none.
    pub words: String,
    /// `!!`, `!`, `!?`, `?!`, `?` or `??`; null if there is none.
    pub glyph: Option<&'static str>,
    /// Squares and arrows: `Ge4` is a green square, `Rd5d6` a red arrow.
    pub marks: Vec<String>,
}

/// A review with all its remarks.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewResponse {
    pub review: ReviewItem,
    /// In the order of the plies.
    pub remarks: Vec<RemarkItem>,
}

/// Reviews.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewListResponse {
    pub reviews: Vec<ReviewItem>,
}

/// A new remark.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RemarkRequest {
    /// The ply; 0 for the position before the first. Each ply may occur once.
    pub ply: u32,
    /// At most 1,000 characters.
    #[serde(default)]
    #[schema(max_length = 1000)]
    pub words: String,
    /// `!!`, `!`, `!?`, `?!`, `?` or `??`.
    #[schema(value_type = Option<GlyphName>)]
    pub glyph: Option<String>,
    /// At most 20 squares and arrows, each with a letter for its color first (`G`, `R`, `Y`, `B`): `Ge4`, `Rd5d6`.
    #[serde(default)]
    #[schema(max_items = 20)]
    pub marks: Vec<String>,
}

/// The whole content of a review.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub title: String,
    #[serde(default)]
    pub remarks: Vec<RemarkRequest>,
}

/// The new review.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreateReviewResponse {
    pub id: i32,
    /// Its page on this site.
    pub path: String,
}

/// The state of a review.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewStateResponse {
    pub id: i32,
    /// `published`, `private`, `removed` or `taken-down`.
    #[schema(value_type = ReviewStateName)]
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
                .map(|down| TakenDownItem { at: to_rfc3339(down.at), reason: down.reason.clone() }),
            plies: review.remarks.len(),
            created_at: to_rfc3339(review.created_at),
            changed_at: to_rfc3339(review.changed_at),
        }
    }
}

impl From<&Review> for ReviewResponse {
    fn from(review: &Review) -> ReviewResponse {
        let mark = |mark: &Mark| format_marks(std::slice::from_ref(mark));
        let remark = |(ply, remark): (u32, &PlyRemark)| RemarkItem {
            ply,
            words: remark.comment.clone(),
            glyph: remark.glyph.map(Glyph::key),
            marks: remark.marks.iter().map(mark).collect(),
        };
        ReviewResponse {
            review: review.into(),
            remarks: review.remarks.iter().map(remark).collect(),
        }
    }
}

impl RemarkRequest {
    fn into_remark(self, kind: GameKind) -> Result<(u32, PlyRemark), Error> {
        let ply = self.ply;
        let wrong = |field, what: &str| Error::invalid(field, format!("at ply {ply}: {what}"));
        let glyph = match self.glyph.as_deref() {
            None | Some("") => None,
            Some(sign) => Some(
                Glyph::parse(sign)
                    .ok_or_else(|| wrong("glyph", "use one of !!, !, !?, ?!, ? and ??"))?,
            ),
        };
        let one = |text: &String| parse_marks(text, kind).filter(|some| some.len() == 1);
        let marks: Option<Vec<_>> = self.marks.iter().map(one).collect();
        let marks =
            marks.ok_or_else(|| wrong("marks", "write squares and arrows as Ge4 or Rd5d6"))?;
        Ok((ply, PlyRemark { comment: self.words, glyph, marks: marks.concat() }))
    }
}

impl ReviewRequest {
    fn into_review(self, kind: GameKind) -> Result<Whole, Error> {
        let remarks = self.remarks.into_iter().map(|remark| remark.into_remark(kind));
        Ok(Whole { title: self.title, remarks: remarks.collect::<Result<_, _>>()? })
    }
}

/// Finds the actor's own review by its number in the address, before the body is read.
async fn find_own(
    site: &SiteData,
    actor: &Actor,
    (game, id): (String, String),
) -> Result<(GameHead, i32), ApiError> {
    reviews::may_write(actor)?;
    let (game, id) = (game_of(site, &game).await?, parse_id(&id)?);
    let actor = actor.clone();
    match run_read(site, move |app| reviews::get(app, &actor, game, id)).await?.own {
        true => Ok((game, id)),
        false => Err(Error::Hidden.into()),
    }
}

/// Lists the published reviews of a game and your own, at most 50.
///
/// A game whose ranks are not revealed has none.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/reviews", operation_id = "listReviews",
    responses((status = 200, description = "The reviews, oldest first, without their remarks", body = ReviewListResponse,
        example = json!({"reviews": [{"id": 7, "game": "0123456789abcdef", "title": "The left wing", "author": "Lakandula", "own": false, "published": true, "taken_down": null, "plies": 12, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}]}))),
)]
pub async fn list(site: SiteData, BearerAuth(actor): BearerAuth, path: Path<String>) -> ApiResult {
    let game = game_of(&site, &path).await?;
    let (by, of) = (actor.clone(), (game.number, game.id));
    let found = run_read(&site, move |app| reviews::of_game(app, &by, of)).await?;
    Ok(json_by_token(
        &actor,
        &ReviewListResponse { reviews: found.iter().map(ReviewItem::from).collect() },
    ))
}

/// Returns a published review, or one of your own, with all its remarks.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/reviews/{review}", operation_id = "getReview",
    responses(
        (status = 200, description = "The review", body = ReviewResponse,
            example = json!({"review": {"id": 7, "game": "0123456789abcdef", "title": "The left wing", "author": "Lakandula", "own": false, "published": true, "taken_down": null, "plies": 1, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "remarks": [{"ply": 12, "words": "Too early.", "glyph": "?!", "marks": ["Ge4", "Rd5d6"]}]})),
        (status = 404, description = "No such game, or no review of it that you can see"),
    ),
)]
pub async fn show(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, String)>,
) -> ApiResult {
    let (game, id) = path.into_inner();
    let (game, id) = (game_of(&site, &game).await?, parse_id(&id)?);
    let by = actor.clone();
    let review = run_read(&site, move |app| reviews::get(app, &by, game, id)).await?;
    Ok(json_by_token(&actor, &ReviewResponse::from(&review)))
}

/// Lists all your reviews, newest first.
#[utoipa::path(
    get, path = "/api/v1/me/reviews", operation_id = "listOwnReviews",
    responses((status = 200, description = "The reviews, without their remarks", body = ReviewListResponse,
        example = json!({"reviews": [{"id": 7, "game": "0123456789abcdef", "title": "The left wing", "author": "Lakandula", "own": true, "published": false, "taken_down": null, "plies": 12, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}]}))),
)]
pub async fn list_own(site: SiteData, BearerAuth(actor): BearerAuth) -> ApiResult {
    let found = run_read(&site, move |app| reviews::own(app, &actor)).await?;
    let reviews = found.iter().map(ReviewItem::from).collect();
    Ok(private_json(&ReviewListResponse { reviews }))
}

/// Creates a review of a revealed game, with all its remarks. Only you see it until you publish it.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/reviews/new", operation_id = "createReview",
    request_body(content = ReviewRequest, example = json!({"title": "The left wing", "remarks": [{"ply": 12, "words": "Too early.", "glyph": "?!", "marks": ["Ge4", "Rd5d6"]}]})),
    responses((status = 200, description = "The new review", body = CreateReviewResponse,
        example = json!({"id": 7, "path": "/games/0123456789abcdef/reviews/7"}))),
)]
pub async fn create(ApiPost { site, actor, body }: ApiPost, path: Path<String>) -> ApiResult {
    reviews::may_write(&actor)?;
    let game = game_of(&site, &path).await?;
    let sent: ReviewRequest = body.json(MAX_REVIEW_BYTES).await?;
    let (whole, of) = (sent.into_review(game.kind)?, game.id);
    let id =
        run_read(&site, move |app| reviews::make(app, &actor, game, &whole, now_micros())).await?;
    Ok(private_json(&CreateReviewResponse { id, path: format!("/games/{of}/reviews/{id}") }))
}

/// Replaces the title and the remarks of your review. Its visibility stays.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/reviews/{review}/change", operation_id = "updateReview",
    request_body(content = ReviewRequest, example = json!({"title": "The left wing", "remarks": [{"ply": 0, "words": "A start."}]})),
    responses((status = 200, description = "The review after the change", body = ReviewResponse,
        example = json!({"review": {"id": 7, "game": "0123456789abcdef", "title": "The left wing", "author": "Lakandula", "own": true, "published": false, "taken_down": null, "plies": 1, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "remarks": [{"ply": 0, "words": "A start.", "glyph": null, "marks": []}]}))),
)]
pub async fn update(
    ApiPost { site, actor, body }: ApiPost,
    path: Path<(String, String)>,
) -> ApiResult {
    let (game, id) = find_own(&site, &actor, path.into_inner()).await?;
    let sent: ReviewRequest = body.json(MAX_REVIEW_BYTES).await?;
    let whole = sent.into_review(game.kind)?;
    let review = run_read(&site, move |app| {
        reviews::rewrite(app, &actor, (game, id), &whole, now_micros())?;
        reviews::get(app, &actor, game, id)
    });
    Ok(private_json(&ReviewResponse::from(&review.await?)))
}

/// Publishes your review under your name. Players who keep off lists cannot publish (404), nor can
/// a review that was taken down be published before it is reinstated (409).
#[utoipa::path(
    post, path = "/api/v1/games/{id}/reviews/{review}/publish", operation_id = "publishReview",
    responses((status = 200, description = "Everybody sees it", body = ReviewStateResponse,
        example = json!({"id": 7, "state": "published"}))),
)]
pub async fn publish(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, String)>,
) -> ApiResult {
    state_response(&site, actor, path.into_inner(), true).await
}

/// Makes your review private again.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/reviews/{review}/withdraw", operation_id = "withdrawReview",
    responses((status = 200, description = "Only you see it", body = ReviewStateResponse,
        example = json!({"id": 7, "state": "private"}))),
)]
pub async fn withdraw(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, String)>,
) -> ApiResult {
    state_response(&site, actor, path.into_inner(), false).await
}

async fn state_response(
    site: &SiteData,
    actor: Actor,
    path: (String, String),
    published: bool,
) -> ApiResult {
    let (game, id) = find_own(site, &actor, path).await?;
    run_read(site, move |app| reviews::publish(app, &actor, (game, id), published, now_micros()))
        .await?;
    let state = if published { "published" } else { "private" };
    Ok(private_json(&ReviewStateResponse { id, state }))
}

/// Deletes your review.
#[utoipa::path(
    post, path = "/api/v1/games/{id}/reviews/{review}/remove", operation_id = "deleteReview",
    responses((status = 200, description = "The review is deleted", body = ReviewStateResponse,
        example = json!({"id": 7, "state": "removed"}))),
)]
pub async fn delete(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, String)>,
) -> ApiResult {
    let (game, id) = find_own(&site, &actor, path.into_inner()).await?;
    run_read(&site, move |app| reviews::remove(app, &actor, (game, id))).await?;
    Ok(private_json(&ReviewStateResponse { id, state: "removed" }))
}
