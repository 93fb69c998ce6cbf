//! Collections of games over the API: what the pages do with them.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::Utc;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::service::access::Actor;
use crate::service::collections::{self, Chapter, Collection, Draft, Listed, Target, Words};
use crate::service::games::{self, Game};
use crate::service::records::GameId;
use crate::service::{App, Error, Thing};

use super::super::bearer::Asker;
use super::super::error::{ApiError, Problem};
use super::super::moments::exact;
use super::super::parameters::{Parameters, Takes};
use super::super::site::Site;
use super::bodies::command;
use super::{Keep, ask, json};

/// So large a command may be, in bytes: what the longest words take, however they are spelled.
const MOST: usize = 32 << 10;

/// A collection in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionItem {
    pub id: i32,
    pub title: String,
    /// What it is about; may be empty.
    pub words: String,
    /// The handle of its maker's player; null where his account has none.
    pub author: Option<String>,
    /// Whether everybody sees it; else its maker alone does.
    pub published: bool,
    pub chapters: usize,
    pub created_at: String,
    pub changed_at: String,
}

/// A game at a ply.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChapterItem {
    pub id: i32,
    /// Empty where its maker gave it none.
    pub title: String,
    pub words: String,
    /// The game's id; null where its ranks are not open.
    pub game: Option<String>,
    /// 0 for the position before the first.
    pub ply: u32,
    /// The number of the review that goes with it, where you may see that; else null.
    pub review: Option<i32>,
}

/// A collection with its chapters.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionAnswer {
    pub collection: CollectionItem,
    /// In the order that its maker chose.
    pub chapters: Vec<ChapterItem>,
}

/// Collections.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionsAnswer {
    pub collections: Vec<CollectionItem>,
    /// Send it as `before` for the next page; null at the end.
    pub next: Option<i32>,
}

/// A collection that is to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentCollection {
    /// 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub title: String,
    /// At most 2,000 characters.
    #[serde(default)]
    #[schema(max_length = 2000)]
    pub words: String,
}

/// What is to change of a collection; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangedCollection {
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub words: Option<String>,
    /// Whether everybody is to see it.
    #[serde(default)]
    pub published: Option<bool>,
}

/// A chapter that is to be added.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentChapter {
    /// The id of a game whose ranks are open.
    pub game: String,
    /// 0 for the position before the first.
    #[serde(default)]
    pub ply: u32,
    /// The number of a review of it that you see.
    #[serde(default)]
    pub review: Option<i32>,
    /// At most 60 characters.
    #[serde(default)]
    pub title: String,
    /// At most 1,000 characters.
    #[serde(default)]
    pub words: String,
}

/// What is to change of a chapter; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangedChapter {
    #[serde(default)]
    pub ply: Option<u32>,
    /// The number of a review of its game that you see; 0 for none.
    #[serde(default)]
    pub review: Option<i32>,
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub words: Option<String>,
    /// Where it is to stand, from 1 on; those between move by one.
    #[serde(default)]
    pub place: Option<usize>,
}

/// What is gone.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemovedCollection {
    pub id: i32,
}

impl From<&Listed> for CollectionItem {
    fn from(listed: &Listed) -> CollectionItem {
        CollectionItem {
            id: listed.id,
            title: listed.title.clone(),
            words: listed.words.clone(),
            author: Some(listed.author.clone()).filter(|handle| !handle.is_empty()),
            published: listed.published,
            chapters: listed.chapters,
            created_at: exact(listed.created_at),
            changed_at: exact(listed.changed_at),
        }
    }
}

impl From<&Chapter> for ChapterItem {
    fn from(chapter: &Chapter) -> ChapterItem {
        ChapterItem {
            id: chapter.id,
            title: chapter.title.clone(),
            words: chapter.words.clone(),
            game: chapter.game.as_ref().map(|game| game.id.to_string()),
            ply: chapter.ply,
            review: chapter.review,
        }
    }
}

impl From<&Collection> for CollectionAnswer {
    fn from(found: &Collection) -> CollectionAnswer {
        let chapters = found.chapters.iter().map(ChapterItem::from).collect();
        CollectionAnswer { collection: (&found.about).into(), chapters }
    }
}

fn now() -> i64 {
    Utc::now().timestamp_micros()
}

/// The number in an address; what is none is nobody's.
fn number(text: &str) -> Result<i32, Error> {
    text.parse().map_err(|_| Error::Hidden)
}

/// Published collections, the newest first, 30 a page.
#[utoipa::path(
    get,
    path = "/api/v1/collections",
    operation_id = "listCollections",
    params(("before" = Option<i32>, Query, description = "`next` of an earlier page", minimum = 1)),
    responses((status = 200, description = "A page of collections, without their chapters", body = CollectionsAnswer,
        example = json!({"collections": [{"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": true, "chapters": 5, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}], "next": null}))),
)]
pub async fn list(site: web::Data<Site>, parameters: Parameters) -> Result<HttpResponse, ApiError> {
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| *number > 0);
    let before =
        parameters.read(&["before"])?.parsed("before", Takes::just("takes-next"), number)?;
    let nobody = Actor::nobody();
    let (found, next) = ask(&site, move |app| collections::published(app, &nobody, before)).await?;
    let collections = found.iter().map(CollectionItem::from).collect();
    Ok(json(&CollectionsAnswer { collections, next }, Keep::Check))
}

/// All of one's own collections, the newest first.
#[utoipa::path(
    get,
    path = "/api/v1/me/collections",
    operation_id = "listOwnCollections",
    responses((status = 200, description = "The collections, without their chapters", body = CollectionsAnswer,
        example = json!({"collections": [{"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": false, "chapters": 5, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}], "next": null}))),
)]
pub async fn own(site: web::Data<Site>, Asker(actor): Asker) -> Result<HttpResponse, ApiError> {
    let found = ask(&site, move |app| collections::own(app, &actor)).await?;
    let collections = found.iter().map(CollectionItem::from).collect();
    Ok(json(&CollectionsAnswer { collections, next: None }, Keep::Private))
}

/// A collection with its chapters: one that is published, or one's own.
#[utoipa::path(
    get,
    path = "/api/v1/collections/{collection}",
    operation_id = "getCollection",
    params(("collection" = String, Path, description = "The collection's number", example = "3")),
    responses(
        (status = 200, description = "The collection", body = CollectionAnswer,
            example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": true, "chapters": 1, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "chapters": [{"id": 8, "title": "The first try", "words": "Look left.", "game": "0123456789abcdef", "ply": 12, "review": 7}]})),
        (status = 404, description = "No collection that you may see", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is nothing here"})),
    ),
)]
pub async fn one(
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let id = number(&path)?;
    let keep = if actor == Actor::nobody() { Keep::Check } else { Keep::Private };
    let found = ask(&site, move |app| collections::get(app, &actor, id)).await?;
    let mut response = json(&CollectionAnswer::from(&found), keep);
    let by_token = HeaderValue::from_static("Authorization");
    response.headers_mut().append(header::VARY, by_token);
    Ok(response)
}

/// One's own collection as it is after a change.
fn changed(app: &App, actor: &Actor, id: i32) -> Result<CollectionAnswer, Error> {
    Ok((&collections::get(app, actor, id)?).into())
}

/// Makes a collection. It is yours alone until you publish it.
#[utoipa::path(
    post,
    path = "/api/v1/collections/new",
    operation_id = "makeCollection",
    request_body(content = SentCollection, example = json!({"title": "Flags on the wing", "words": "Five games."})),
    responses((status = 200, description = "It is made", body = CollectionAnswer,
        example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "Five games.", "author": "Lakandula", "published": false, "chapters": 0, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-20T09:00:00Z"}, "chapters": []}))),
)]
pub async fn make(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    collections::may_keep(&actor)?;
    let sent: SentCollection = command(&request, payload, MOST, &site).await?;
    let words = Words { title: sent.title, words: sent.words };
    let made = ask(&site, move |app| {
        let id = collections::make(app, &actor, &words, now())?;
        changed(app, &actor, id)
    });
    Ok(json(&made.await?, Keep::Private))
}

/// Changes title, words, and who sees one's own collection. Whoever keeps off lists publishes nothing, and nobody an empty one.
#[utoipa::path(
    post,
    path = "/api/v1/collections/{collection}/change",
    operation_id = "changeCollection",
    params(("collection" = String, Path, description = "The collection's number", example = "3")),
    request_body(content = ChangedCollection, example = json!({"published": true})),
    responses((status = 200, description = "It as it is now", body = CollectionAnswer,
        example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": true, "chapters": 0, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "chapters": []}))),
)]
pub async fn change(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let id = own_of(&site, &actor, &path).await?.about.id;
    let sent: ChangedCollection = command(&request, payload, MOST, &site).await?;
    let done = ask(&site, move |app| {
        let there = collections::get(app, &actor, id)?.about;
        if sent.title.is_some() || sent.words.is_some() {
            let title = sent.title.unwrap_or(there.title);
            let words = Words { title, words: sent.words.unwrap_or(there.words) };
            collections::edit(app, &actor, id, &words, now())?;
        }
        if let Some(published) = sent.published {
            collections::publish(app, &actor, id, published, now())?;
        }
        changed(app, &actor, id)
    });
    Ok(json(&done.await?, Keep::Private))
}

/// One's own collection of an address; asked before what is sent is read.
async fn own_of(site: &web::Data<Site>, actor: &Actor, id: &str) -> Result<Collection, ApiError> {
    collections::may_keep(actor)?;
    let (actor, id) = (actor.clone(), number(id)?);
    let found = ask(site, move |app| collections::get(app, &actor, id)).await?;
    if found.about.own { Ok(found) } else { Err(Error::Hidden.into()) }
}

/// Removes one's own collection with its chapters.
#[utoipa::path(
    post,
    path = "/api/v1/collections/{collection}/remove",
    operation_id = "removeCollection",
    params(("collection" = String, Path, description = "The collection's number", example = "3")),
    responses((status = 200, description = "It is gone", body = RemovedCollection, example = json!({"id": 3}))),
)]
pub async fn remove(
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let id = own_of(&site, &actor, &path).await?.about.id;
    ask(&site, move |app| collections::remove(app, &actor, id)).await?;
    Ok(json(&RemovedCollection { id }, Keep::Private))
}

fn game_of(app: &App, text: &str) -> Result<Game, Error> {
    let missing = || Error::missing(Thing::Game, text);
    games::get(app, GameId::parse(text).ok_or_else(missing)?)
}

/// Adds a game as the last chapter of one's own collection.
#[utoipa::path(
    post,
    path = "/api/v1/collections/{collection}/chapters/new",
    operation_id = "addChapter",
    params(("collection" = String, Path, description = "The collection's number", example = "3")),
    request_body(content = SentChapter, example = json!({"game": "0123456789abcdef", "ply": 12, "title": "The first try"})),
    responses((status = 200, description = "The collection as it is now", body = CollectionAnswer,
        example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": false, "chapters": 1, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "chapters": [{"id": 8, "title": "The first try", "words": "", "game": "0123456789abcdef", "ply": 12, "review": null}]}))),
)]
pub async fn add(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let id = own_of(&site, &actor, &path).await?.about.id;
    let sent: SentChapter = command(&request, payload, MOST, &site).await?;
    let done = ask(&site, move |app| {
        let game = game_of(app, &sent.game)?;
        let SentChapter { ply, review, title, words, .. } = sent;
        let draft = Draft { ply, review, title, words };
        collections::add(app, &actor, &Target::Own(id), (&game, &draft), now())?;
        changed(app, &actor, id)
    });
    Ok(json(&done.await?, Keep::Private))
}

/// Changes ply, review, title, words and place of a chapter of one's own collection.
#[utoipa::path(
    post,
    path = "/api/v1/collections/{collection}/chapters/{chapter}/change",
    operation_id = "changeChapter",
    params(
        ("collection" = String, Path, description = "The collection's number", example = "3"),
        ("chapter" = String, Path, description = "The chapter's number", example = "8"),
    ),
    request_body(content = ChangedChapter, example = json!({"place": 1})),
    responses((status = 200, description = "The collection as it is now", body = CollectionAnswer,
        example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": false, "chapters": 1, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "chapters": [{"id": 8, "title": "The first try", "words": "", "game": "0123456789abcdef", "ply": 12, "review": null}]}))),
)]
pub async fn change_chapter(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let (collection, id) = path.into_inner();
    let (found, id) = (own_of(&site, &actor, &collection).await?, number(&id)?);
    let (_, chapter) = found.chapter(id).ok_or(Error::Hidden)?;
    let (at, there) = ((found.about.id, id), chapter.clone());
    let sent: ChangedChapter = command(&request, payload, MOST, &site).await?;
    let done = ask(&site, move |app| {
        rewrite(app, &actor, at, (&there, &sent))?;
        if let Some(place) = sent.place {
            collections::place_chapter(app, &actor, at, place, now())?;
        }
        changed(app, &actor, at.0)
    });
    Ok(json(&done.await?, Keep::Private))
}

/// What a chapter says now, where anything of it was sent.
fn rewrite(
    app: &App,
    actor: &Actor,
    at: (i32, i32),
    (there, sent): (&Chapter, &ChangedChapter),
) -> Result<(), Error> {
    let nothing =
        sent.ply.is_none() && sent.review.is_none() && sent.title.is_none() && sent.words.is_none();
    if nothing {
        return Ok(());
    }
    let game = games::get(app, there.game.as_ref().ok_or(Error::Hidden)?.id)?;
    let draft = Draft {
        ply: sent.ply.unwrap_or(there.ply),
        review: sent.review.map_or(there.review, |id| Some(id).filter(|id| *id != 0)),
        title: sent.title.clone().unwrap_or_else(|| there.title.clone()),
        words: sent.words.clone().unwrap_or_else(|| there.words.clone()),
    };
    collections::edit_chapter(app, actor, at, (&game, &draft), now())
}

/// Removes a chapter of one's own collection; the last one of a published collection makes it yours alone again.
#[utoipa::path(
    post,
    path = "/api/v1/collections/{collection}/chapters/{chapter}/remove",
    operation_id = "removeChapter",
    params(
        ("collection" = String, Path, description = "The collection's number", example = "3"),
        ("chapter" = String, Path, description = "The chapter's number", example = "8"),
    ),
    responses((status = 200, description = "The collection as it is now", body = CollectionAnswer,
        example = json!({"collection": {"id": 3, "title": "Flags on the wing", "words": "", "author": "Lakandula", "published": false, "chapters": 0, "created_at": "2026-11-20T09:00:00Z", "changed_at": "2026-11-21T10:30:00Z"}, "chapters": []}))),
)]
pub async fn remove_chapter(
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (collection, id) = path.into_inner();
    let at = (own_of(&site, &actor, &collection).await?.about.id, number(&id)?);
    let done = ask(&site, move |app| {
        collections::remove_chapter(app, &actor, at, now())?;
        changed(app, &actor, at.0)
    });
    Ok(json(&done.await?, Keep::Private))
}
