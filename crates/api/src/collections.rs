//! Collections of games over the API, with the same actions as the pages.

use adjutant_service::collections::{
    self, Chapter, ChapterDraft, Collection, CollectionSummary, CollectionTarget, CollectionText,
};
use adjutant_service::games;

use super::games::parse_game_id;
use super::prelude::*;
use super::{json_by_token, parse_id};

endpoints! {
    list: ReadPublic;
    create: KeepReviews;
    show: ReadPublic, KeepReviews;
    update: KeepReviews;
    delete: KeepReviews;
    add_chapter: KeepReviews;
    update_chapter: KeepReviews;
    delete_chapter: KeepReviews;
    list_own: KeepReviews;
}

/// The largest request, in bytes: enough for the longest texts, however they are escaped.
const MAX_BODY_BYTES: usize = 32 << 10;

/// A collection in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionItem {
    pub id: i32,
    pub title: String,
    /// The description; may be empty.
    pub words: String,
    /// The handle of the author's player; null if the account has none.
    pub author: Option<String>,
    /// Whether it is published; otherwise only its author sees it.
    pub published: bool,
    pub chapters: usize,
    pub created_at: String,
    pub changed_at: String,
}

/// A chapter: a game at a ply.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChapterItem {
    pub id: i32,
    /// Empty if its author gave it none.
    pub title: String,
    pub words: String,
    /// The game's id; null if its ranks are not revealed.
    pub game: Option<String>,
    /// The ply; 0 for the position before the first.
    pub ply: u32,
    /// The number of the review that belongs to it; null if there is none that you can see.
    pub review: Option<i32>,
}

/// A collection with its chapters.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionResponse {
    pub collection: CollectionItem,
    /// In the author's order.
    pub chapters: Vec<ChapterItem>,
}

/// Collections.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionListResponse {
    pub collections: Vec<CollectionItem>,
    /// Send it as `before` for the next page; null at the end.
    pub next: Option<i32>,
}

/// A new collection.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateCollectionRequest {
    /// 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub title: String,
    /// At most 2,000 characters.
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub words: String,
}

/// Changes to a collection; omitted fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateCollectionRequest {
    pub title: Option<String>,
    pub words: Option<String>,
    /// Whether it is published.
    pub published: Option<bool>,
}

/// A new chapter.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddChapterRequest {
    /// The id of a game whose ranks are revealed, or that hides none.
    pub game: String,
    /// 0 for the position before the first.
    #[serde(default)]
    pub ply: u32,
    /// The number of a review of the game that you can see.
    pub review: Option<i32>,
    /// At most 60 characters.
    #[serde(default)]
    pub title: String,
    /// At most 1,000 characters.
    #[serde(default)]
    pub words: String,
}

/// Changes to a chapter; omitted fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateChapterRequest {
    pub ply: Option<u32>,
    /// The number of a review of the game that you can see; 0 for none.
    pub review: Option<i32>,
    pub title: Option<String>,
    pub words: Option<String>,
    /// Its new position, from 1; the chapters between move by one.
    pub place: Option<usize>,
}

/// What was deleted.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeleteCollectionResponse {
    pub id: i32,
}

impl From<&CollectionSummary> for CollectionItem {
    fn from(listed: &CollectionSummary) -> CollectionItem {
        CollectionItem {
            id: listed.id,
            title: listed.title.clone(),
            words: listed.description.clone(),
            author: Some(listed.author.clone()).filter(|handle| !handle.is_empty()),
            published: listed.is_published,
            chapters: listed.chapter_count,
            created_at: to_rfc3339(listed.created_at),
            changed_at: to_rfc3339(listed.changed_at),
        }
    }
}

impl From<&Chapter> for ChapterItem {
    fn from(chapter: &Chapter) -> ChapterItem {
        ChapterItem {
            id: chapter.id,
            title: chapter.title.clone(),
            words: chapter.text.clone(),
            game: chapter.game.as_ref().map(|game| game.id.to_string()),
            ply: chapter.ply,
            review: chapter.review,
        }
    }
}

impl From<&Collection> for CollectionResponse {
    fn from(found: &Collection) -> CollectionResponse {
        let chapters = found.chapters.iter().map(ChapterItem::from).collect();
        CollectionResponse { collection: (&found.summary).into(), chapters }
    }
}

/// Lists published collections, newest first, 30 per page.
#[utoipa::path(
    get, path = "/api/v1/collections", operation_id = "listCollections",
    params(("before" = Option<i32>, Query, description = "`next` of the previous page", minimum = 1)),
    responses((status = 200, description = "A page of collections, without their chapters", body = CollectionListResponse,
        example = json!({"collections": [{"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": true, "chapters": 5, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}], "next": null}))),
)]
pub async fn list(site: SiteData, parameters: QueryString) -> ApiResult {
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| *number > 0);
    let before = parameters.parse(&["before"])?.parse_with(
        "before",
        AcceptedValues::described_by("takes-next"),
        number,
    )?;
    let nobody = Actor::nobody();
    let (found, next) =
        run_read(&site, move |app| collections::published(app, &nobody, before)).await?;
    let collections = found.iter().map(CollectionItem::from).collect();
    Ok(public_json(&CollectionListResponse { collections, next }))
}

/// Lists your own collections, newest first.
#[utoipa::path(
    get, path = "/api/v1/me/collections", operation_id = "listOwnCollections",
    responses((status = 200, description = "The collections, without their chapters", body = CollectionListResponse,
        example = json!({"collections": [{"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": false, "chapters": 5, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}], "next": null}))),
)]
pub async fn list_own(site: SiteData, BearerAuth(actor): BearerAuth) -> ApiResult {
    let found = run_read(&site, move |app| collections::own_collections(app, &actor)).await?;
    let collections = found.iter().map(CollectionItem::from).collect();
    Ok(private_json(&CollectionListResponse { collections, next: None }))
}

/// Returns a published collection, or one of your own, with its chapters.
#[utoipa::path(
    get, path = "/api/v1/collections/{collection}", operation_id = "getCollection",
    responses(
        (status = 200, description = "The collection", body = CollectionResponse,
            example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": true, "chapters": 1, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "chapters": [{"id": 8, "title": "The first try", "words": "Look left.", "game": "0123456789abcdef", "ply": 12, "review": 7}]})),
        (status = 404, description = "No such collection, or it is private"),
    ),
)]
pub async fn show(site: SiteData, BearerAuth(actor): BearerAuth, path: Path<String>) -> ApiResult {
    let id = parse_id(&path)?;
    let by = actor.clone();
    let found = run_read(&site, move |app| collections::get(app, &by, id)).await?;
    Ok(json_by_token(&actor, &CollectionResponse::from(&found)))
}

/// Returns the actor's own collection after a change.
fn reload(app: &App, actor: &Actor, id: i32) -> Result<CollectionResponse, Error> {
    Ok((&collections::get(app, actor, id)?).into())
}

/// Creates a collection. Only you see it until you publish it.
#[utoipa::path(
    post, path = "/api/v1/collections/new", operation_id = "createCollection",
    request_body(content = CreateCollectionRequest, example = json!({"title": "Flags on the wing", "words": "Five games."})),
    responses((status = 200, description = "The new collection", body = CollectionResponse,
        example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "Five games.", "author": "Lakandula", "published": false, "chapters": 0, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-20T09:00:00Z"}, "chapters": []}))),
)]
pub async fn create(ApiPost { site, actor, body }: ApiPost) -> ApiResult {
    collections::authorize(&actor)?;
    let sent: CreateCollectionRequest = body.json(MAX_BODY_BYTES).await?;
    let words = CollectionText { title: sent.title, description: sent.words };
    let made = run_read(&site, move |app| {
        let id = collections::create(app, &actor, &words, now_micros())?;
        reload(app, &actor, id)
    });
    Ok(private_json(&made.await?))
}

/// Changes the title, text or visibility of your collection. Players who keep off lists cannot
/// publish, and an empty collection cannot be published.
#[utoipa::path(
    post, path = "/api/v1/collections/{collection}/change", operation_id = "updateCollection",
    request_body(content = UpdateCollectionRequest, example = json!({"published": true})),
    responses((status = 200, description = "The collection after the change", body = CollectionResponse,
        example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": true, "chapters": 0, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "chapters": []}))),
)]
pub async fn update(ApiPost { site, actor, body }: ApiPost, path: Path<String>) -> ApiResult {
    let id = find_own(&site, &actor, &path).await?.summary.id;
    let sent: UpdateCollectionRequest = body.json(MAX_BODY_BYTES).await?;
    let done = run_read(&site, move |app| {
        let there = collections::get(app, &actor, id)?.summary;
        if sent.title.is_some() || sent.words.is_some() {
            let title = sent.title.unwrap_or(there.title);
            let words =
                CollectionText { title, description: sent.words.unwrap_or(there.description) };
            collections::edit(app, &actor, id, &words, now_micros())?;
        }
        if let Some(published) = sent.published {
            collections::set_published(app, &actor, id, published, now_micros())?;
        }
        reload(app, &actor, id)
    });
    Ok(private_json(&done.await?))
}

/// Finds the actor's own collection by its number in the address, before the body is read.
async fn find_own(site: &SiteData, actor: &Actor, id: &str) -> Result<Collection, ApiError> {
    collections::authorize(actor)?;
    let (actor, id) = (actor.clone(), parse_id(id)?);
    let found = run_read(site, move |app| collections::get(app, &actor, id)).await?;
    if found.summary.is_own { Ok(found) } else { Err(Error::Hidden.into()) }
}

/// Deletes your collection with its chapters.
#[utoipa::path(
    post, path = "/api/v1/collections/{collection}/remove", operation_id = "deleteCollection",
    responses((status = 200, description = "The collection is deleted", body = DeleteCollectionResponse, example = json!({"id": 3}))),
)]
pub async fn delete(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<String>,
) -> ApiResult {
    let id = find_own(&site, &actor, &path).await?.summary.id;
    run_read(&site, move |app| collections::remove(app, &actor, id)).await?;
    Ok(private_json(&DeleteCollectionResponse { id }))
}

/// Adds a game as the last chapter of your collection.
#[utoipa::path(
    post, path = "/api/v1/collections/{collection}/chapters/new", operation_id = "addChapter",
    request_body(content = AddChapterRequest, example = json!({"game": "0123456789abcdef", "ply": 12, "title": "The first try"})),
    responses((status = 200, description = "The collection after the change", body = CollectionResponse,
        example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": false, "chapters": 1, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "chapters": [{"id": 8, "title": "The first try", "words": "", "game": "0123456789abcdef", "ply": 12, "review": null}]}))),
)]
pub async fn add_chapter(ApiPost { site, actor, body }: ApiPost, path: Path<String>) -> ApiResult {
    let id = find_own(&site, &actor, &path).await?.summary.id;
    let sent: AddChapterRequest = body.json(MAX_BODY_BYTES).await?;
    let done = run_read(&site, move |app| {
        let game = games::get_any(app, parse_game_id(&sent.game)?)?.head();
        let AddChapterRequest { ply, review, title, words, .. } = sent;
        let draft = ChapterDraft { ply, review, title, text: words };
        collections::add_game(
            app,
            &actor,
            &CollectionTarget::Existing(id),
            (game, &draft),
            now_micros(),
        )?;
        reload(app, &actor, id)
    });
    Ok(private_json(&done.await?))
}

/// Changes the ply, review, title, text or position of a chapter of your collection.
#[utoipa::path(
    post, path = "/api/v1/collections/{collection}/chapters/{chapter}/change", operation_id = "updateChapter",
    request_body(content = UpdateChapterRequest, example = json!({"place": 1})),
    responses((status = 200, description = "The collection after the change", body = CollectionResponse,
        example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": false, "chapters": 1, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "chapters": [{"id": 8, "title": "The first try", "words": "", "game": "0123456789abcdef", "ply": 12, "review": null}]}))),
)]
pub async fn update_chapter(
    ApiPost { site, actor, body }: ApiPost,
    path: Path<(String, String)>,
) -> ApiResult {
    let (collection, id) = path.into_inner();
    let (found, id) = (find_own(&site, &actor, &collection).await?, parse_id(&id)?);
    let (_, chapter) = found.chapter(id).ok_or(Error::Hidden)?;
    let (at, there) = ((found.summary.id, id), chapter.clone());
    let sent: UpdateChapterRequest = body.json(MAX_BODY_BYTES).await?;
    let done = run_read(&site, move |app| {
        update_chapters(app, &actor, at, (&there, &sent))?;
        if let Some(place) = sent.place {
            collections::move_chapter(app, &actor, at, place, now_micros())?;
        }
        reload(app, &actor, at.0)
    });
    Ok(private_json(&done.await?))
}

/// Applies the changes that were sent to a chapter.
fn update_chapters(
    app: &App,
    actor: &Actor,
    at: (i32, i32),
    (there, sent): (&Chapter, &UpdateChapterRequest),
) -> Result<(), Error> {
    let nothing =
        sent.ply.is_none() && sent.review.is_none() && sent.title.is_none() && sent.words.is_none();
    if nothing {
        return Ok(());
    }
    let game = games::get_any(app, there.game.as_ref().ok_or(Error::Hidden)?.id)?.head();
    let draft = ChapterDraft {
        ply: sent.ply.unwrap_or(there.ply),
        review: sent.review.map_or(there.review, |id| Some(id).filter(|id| *id != 0)),
        title: sent.title.clone().unwrap_or_else(|| there.title.clone()),
        text: sent.words.clone().unwrap_or_else(|| there.text.clone()),
    };
    collections::edit_chapter(app, actor, at, (game, &draft), now_micros())
}

/// Deletes a chapter of your collection. A published collection without chapters becomes private.
#[utoipa::path(
    post, path = "/api/v1/collections/{collection}/chapters/{chapter}/remove", operation_id = "deleteChapter",
    responses((status = 200, description = "The collection after the change", body = CollectionResponse,
        example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": false, "chapters": 0, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "chapters": []}))),
)]
pub async fn delete_chapter(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, String)>,
) -> ApiResult {
    let (collection, id) = path.into_inner();
    let at = (find_own(&site, &actor, &collection).await?.summary.id, parse_id(&id)?);
    let done = run_read(&site, move |app| {
        collections::remove_chapter(app, &actor, at, now_micros())?;
        reload(app, &actor, at.0)
    });
    Ok(private_json(&done.await?))
}
