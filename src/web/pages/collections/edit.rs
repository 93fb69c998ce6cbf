//! Making a collection, and saying other words of it.

use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::collections::{
    self, Collection, LONGEST_TITLE, LONGEST_WORDS, MOST, MOST_CHAPTERS, Words,
};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form};
use crate::web::pages::account::attempt::{attempt, now, see_other};
use crate::web::pages::ask_briefly;
use crate::web::pages::desk::{Head, Sheet};
use crate::web::visit::Visit;

use super::{address, number};

const SHAPE: Shape = Shape::of(&["title", "words"]);
const NOTHING: Shape = Shape::of(&[]);

fn head(visit: &Visit, heading: &str, over: Option<(String, String)>) -> Head {
    Head {
        label: String::new(),
        over,
        tabs: Vec::new(),
        heading: visit.texts().get(heading),
        done: String::new(),
    }
}

fn sheet(visit: &Visit, found: Option<&Collection>) -> Sheet {
    let texts = visit.texts();
    let own = |text: fn(&Collection) -> &String| found.map(text).cloned().unwrap_or_default();
    let title = Field::line(texts, "title", "review-title")
        .required()
        .hint_words(texts.one("review-title-hint", "most", LONGEST_TITLE))
        .value(own(|found| &found.about.title));
    let words = Field::area(texts, "words", "collection-about")
        .hint_words(texts.one("review-words-hint", "most", LONGEST_WORDS))
        .value(own(|found| &found.about.words));
    let (heading, action, back, button) = match found {
        Some(found) => {
            let here = address(found.about.id);
            ("collection-edit", format!("{here}/edit"), here, "save")
        }
        None => {
            let back = "/collections/mine".to_owned();
            ("collection-new", "/collections/new".to_owned(), back, "collection-make")
        }
    };
    let over = found.map(|found| (found.about.title.clone(), address(found.about.id)));
    let limits = [("most", MOST.to_string()), ("chapters", MOST_CHAPTERS.to_string())];
    let form = Form::new(texts, "collection", &action, &visit.form_token(), button);
    Sheet::new(visit, head(visit, heading, over))
        .say_words(texts.fill("collection-limits", &limits))
        .form(form.with(title).with(words).instead(&back, "cancel"))
}

/// The form for a new one.
pub async fn show_new(visit: Visit) -> Result<HttpResponse, PageError> {
    sheet(&visit, None).answer(&visit)
}

/// Makes it.
pub async fn take_new(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let (actor, words) = (visit.actor().clone(), said(&sent));
    let made = attempt(&visit, move |app| Ok(collections::make(app, &actor, &words, now())?));
    match made.await? {
        Ok(id) => Ok(see_other(&Done::address(&address(id), "done-collection-made"))),
        Err(refusal) => sheet(&visit, None).filled(&sent).refused(&visit, refusal),
    }
}

fn said(sent: &forms::Form) -> Words {
    Words { title: sent.text("title").to_owned(), words: sent.raw("words").to_owned() }
}

/// One's own collection of an address.
async fn own(visit: &Visit, id: &str) -> Result<Collection, PageError> {
    let (id, actor) = (number(visit, id)?, visit.actor().clone());
    let found = ask_briefly(visit, move |app| collections::get(app, &actor, id)).await?;
    match found.about.own {
        true => Ok(found),
        false => Err(PageError::new(visit, &crate::service::Error::Hidden)),
    }
}

/// The form for other words.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let found = own(&visit, &path).await?;
    sheet(&visit, Some(&found)).answer(&visit)
}

/// Takes them.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let found = own(&visit, &path).await?;
    let (actor, words, id) = (visit.actor().clone(), said(&sent), found.about.id);
    let done = attempt(&visit, move |app| Ok(collections::edit(app, &actor, id, &words, now())?));
    match done.await? {
        Ok(()) => Ok(see_other(&Done::address(&address(id), "done-collection-saved"))),
        Err(refusal) => sheet(&visit, Some(&found)).filled(&sent).refused(&visit, refusal),
    }
}

/// Asks whether it shall go.
pub async fn show_remove(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let found = own(&visit, &path).await?;
    let (texts, here) = (visit.texts(), address(found.about.id));
    let action = format!("{here}/remove");
    let form = Form::new(texts, "remove", &action, &visit.form_token(), "collection-remove");
    let over = Some((found.about.title.clone(), here.clone()));
    Sheet::new(&visit, head(&visit, "collection-remove", over))
        .say("collection-remove-words")
        .form(form.danger().instead(&here, "cancel"))
        .answer(&visit)
}

/// Removes it.
pub async fn take_remove(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    forms::read(&visit, &request, payload, NOTHING).await?;
    let found = own(&visit, &path).await?;
    let (actor, id) = (visit.actor().clone(), found.about.id);
    ask_briefly(&visit, move |app| collections::remove(app, &actor, id)).await?;
    Ok(see_other(&Done::address("/collections/mine", "done-collection-removed")))
}
