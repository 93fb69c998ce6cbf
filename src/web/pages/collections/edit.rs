//! Creating a collection, editing its title and description, deleting it.

use crate::web::prelude::*;
use adjutant_service::collections::{
    self, Collection, CollectionText, MAX_CHAPTERS, MAX_COLLECTIONS, MAX_DESCRIPTION_LEN,
    MAX_TITLE_LEN,
};

use super::collection_address;

#[derive(Deserialize)]
struct CollectionForm {
    title: String,
    words: Verbatim,
}

fn area_header(
    visit: &RequestContext,
    heading: &str,
    over: Option<(String, String)>,
) -> AreaHeader {
    AreaHeader { over, ..AreaHeader::new(String::new(), Vec::new(), visit.texts().get(heading)) }
}

fn form_page(visit: &RequestContext, found: Option<&Collection>) -> FormPage {
    let texts = visit.texts();
    let own = |text: fn(&Collection) -> &String| found.map(text).cloned().unwrap_or_default();
    let title = Field::text(texts, "title", "review-title")
        .required()
        .hint_text(texts.one("review-title-hint", "most", MAX_TITLE_LEN))
        .value(own(|found| &found.summary.title));
    let words = Field::textarea(texts, "words", "collection-about")
        .hint_text(texts.one("review-words-hint", "most", MAX_DESCRIPTION_LEN))
        .value(own(|found| &found.summary.description));
    let (heading, action, back, button) = match found {
        Some(found) => {
            let here = collection_address(found.summary.id);
            ("collection-edit", format!("{here}/edit"), here, "save")
        }
        None => {
            let back = "/collections/mine".to_owned();
            ("collection-new", "/collections/new".to_owned(), back, "collection-make")
        }
    };
    let over =
        found.map(|found| (found.summary.title.clone(), collection_address(found.summary.id)));
    let limits = [("most", MAX_COLLECTIONS.to_string()), ("chapters", MAX_CHAPTERS.to_string())];
    let form = visit.form("collection", &action, button);
    FormPage::new(visit, area_header(visit, heading, over))
        .paragraph_text(texts.fill("collection-limits", &limits))
        .form(form.with_field(title).with_field(words).with_alternative(&back, "cancel"))
}

pub async fn show_new(visit: RequestContext) -> PageResult {
    form_page(&visit, None).respond(&visit)
}

pub async fn create(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<CollectionForm>(&visit).await?;
    let words = words_from_form(&sent);
    let made =
        visit.attempt(move |app, actor| collections::create(app, actor, &words, now_micros()));
    let outcome = made.await?.map(|id| (collection_address(id), "done-collection-made"));
    form_page(&visit, None).answer(&visit, &sent, outcome)
}

fn words_from_form(sent: &CollectionForm) -> CollectionText {
    CollectionText { title: sent.title.clone(), description: sent.words.to_string() }
}

/// Loads a collection of the visitor's own.
async fn load_own(visit: &RequestContext, id: &str) -> PageResult<Collection> {
    let id = visit.parse_id(id)?;
    let found = visit.run_brief(move |app, actor| collections::get(app, actor, id)).await?;
    match found.summary.is_own {
        true => Ok(found),
        false => Err(PageError::hidden(visit)),
    }
}

pub async fn show(visit: RequestContext, path: web::Path<String>) -> PageResult {
    let found = load_own(&visit, &path).await?;
    form_page(&visit, Some(&found)).respond(&visit)
}

pub async fn update(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<CollectionForm>(&visit).await?;
    let found = load_own(&visit, &path).await?;
    let (words, id) = (words_from_form(&sent), found.summary.id);
    let done =
        visit.attempt(move |app, actor| collections::edit(app, actor, id, &words, now_micros()));
    let outcome = done.await?.map(|()| (collection_address(id), "done-collection-saved"));
    form_page(&visit, Some(&found)).answer(&visit, &sent, outcome)
}

/// Asks to confirm the deletion.
pub async fn show_remove(visit: RequestContext, path: web::Path<String>) -> PageResult {
    let found = load_own(&visit, &path).await?;
    let here = collection_address(found.summary.id);
    let action = format!("{here}/remove");
    let form = visit.form("remove", &action, "collection-remove");
    let over = Some((found.summary.title.clone(), here.clone()));
    FormPage::new(&visit, area_header(&visit, "collection-remove", over))
        .paragraph("collection-remove-words")
        .form(form.dangerous().with_alternative(&here, "cancel"))
        .respond(&visit)
}

pub async fn delete(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let found = load_own(&visit, &path).await?;
    let id = found.summary.id;
    visit.run_brief(move |app, actor| collections::remove(app, actor, id)).await?;
    Ok(redirect_with_flash("/collections/mine", "done-collection-removed"))
}
