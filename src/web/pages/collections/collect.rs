//! Adding a game to a collection, and changing a chapter.

use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::collections::{self, Chapter, Draft, LONGEST_TITLE, Listed, Target, Words};
use crate::service::games::{self, Game};
use crate::service::records::GameId;
use crate::service::reviews::Review;
use crate::service::{Error, Thing};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Choice, Done, Field, Form};
use crate::web::pages::account::attempt::{attempt, now, see_other};
use crate::web::pages::ask_briefly;
use crate::web::pages::desk::{Head, Sheet};
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::fields::{draft_of, fields, reviews_of};
use super::{address, chapter_address, number, title_of};

const ADD: Shape = Shape::of(&["collection", "name", "ply", "review", "title", "words"]);
const CHAPTER: Shape = Shape::of(&["ply", "review", "title", "words"]);

/// The game of an address, if its ranks are open.
async fn open_game(visit: &Visit, text: &str) -> Result<Game, PageError> {
    let missing = || PageError::new(visit, &Error::missing(Thing::Game, text));
    let id = GameId::parse(text).ok_or_else(missing)?;
    let game = ask_briefly(visit, move |app| games::get(app, id)).await?;
    match game.stored.revealed() {
        Some(_) => Ok(game),
        None => Err(PageError::new(visit, &Error::Hidden)),
    }
}

fn head(visit: &Visit, heading: &str, over: (String, String)) -> Head {
    Head {
        label: String::new(),
        over: Some(over),
        tabs: Vec::new(),
        heading: visit.texts().get(heading),
        done: String::new(),
    }
}

/// What the form for adding a game stands on.
struct Adding {
    game: Game,
    own: Vec<Listed>,
    reviews: Vec<Review>,
}

impl Adding {
    async fn of(visit: &Visit, game: &str) -> Result<Adding, PageError> {
        let game = open_game(visit, game).await?;
        let actor = visit.actor().clone();
        let own = ask_briefly(visit, move |app| collections::own(app, &actor)).await?;
        let reviews = reviews_of(visit, &game).await?;
        Ok(Adding { game, own, reviews })
    }

    fn sheet(&self, visit: &Visit, draft: &Draft) -> Sheet {
        let texts = visit.texts();
        let summary = &self.game.summary;
        let replay = format!("/games/{}", summary.id);
        let action = format!("{replay}/collect");
        let players = format!("{} – {}", summary.white, summary.black);
        let mut choices: Vec<Choice> =
            self.own.iter().map(|own| Choice::new(own.id.to_string(), &own.title)).collect();
        choices.push(Choice::new("", texts.get("collect-new")));
        let first = self.own.first().map(|own| own.id.to_string()).unwrap_or_default();
        let name = Field::line(texts, "name", "collect-name").hint_words(texts.one(
            "review-title-hint",
            "most",
            LONGEST_TITLE,
        ));
        let mut form = Form::new(texts, "collect", &action, &visit.form_token(), "collect-add");
        form = match self.own.is_empty() {
            true => form.with(name.required()),
            false => form
                .with(Field::select(texts, "collection", "collect-into", choices).value(first))
                .with(name),
        };
        let all = fields(texts, &self.game, &self.reviews, draft);
        Sheet::new(visit, head(visit, "collect-title", (players, replay.clone())))
            .say("collect-words")
            .form(form.with_all(all).instead(&format!("{replay}?ply={}", draft.ply), "cancel"))
    }
}

/// The form, for the ply and the review that its address names.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let wrong = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["ply", "review"]).map_err(wrong)?;
    let ply = given.number("ply", 0..=1_000_000).map_err(wrong)?.unwrap_or(0);
    let review = given.number("review", 1..=2_147_483_647).map_err(wrong)?;
    let adding = Adding::of(&visit, &path).await?;
    let draft = Draft { ply: ply.min(adding.game.summary.plies), review, ..Draft::default() };
    adding.sheet(&visit, &draft).answer(&visit)
}

/// Adds it.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, ADD).await?;
    let adding = Adding::of(&visit, &path).await?;
    let into = match sent.text("collection") {
        "" => Target::New(Words { title: sent.text("name").to_owned(), words: String::new() }),
        text => Target::Own(number(&visit, text)?),
    };
    let (actor, draft, game) = (visit.actor().clone(), draft_of(&sent), adding.game.clone());
    let own = draft.clone();
    let added =
        attempt(&visit, move |app| Ok(collections::add(app, &actor, &into, (&game, &own), now())?));
    match added.await? {
        Ok((id, _)) => Ok(see_other(&Done::address(&address(id), "done-chapter-added"))),
        Err(refusal) => {
            let draft = Draft { ply: draft.ply.min(adding.game.summary.plies), ..draft };
            adding.sheet(&visit, &draft).filled(&sent).refused(&visit, refusal)
        }
    }
}

/// What the form for changing a chapter stands on.
struct Changing {
    collection: i32,
    chapter: Chapter,
    game: Game,
    reviews: Vec<Review>,
}

impl Changing {
    async fn of(visit: &Visit, path: (String, String)) -> Result<Changing, PageError> {
        let (collection, id) = (number(visit, &path.0)?, number(visit, &path.1)?);
        let actor = visit.actor().clone();
        let (chapter, game) = ask_briefly(visit, move |app| {
            let found = collections::get(app, &actor, collection)?;
            let chapter = found.chapter(id).filter(|_| found.about.own);
            let chapter = chapter.map(|(_, own)| own.clone()).ok_or(Error::Hidden)?;
            let game = chapter.game.as_ref().ok_or(Error::Hidden)?.id;
            Ok((chapter, games::get(app, game)?))
        })
        .await?;
        let reviews = reviews_of(visit, &game).await?;
        Ok(Changing { collection, chapter, game, reviews })
    }

    fn sheet(&self, visit: &Visit) -> Sheet {
        let texts = visit.texts();
        let here = chapter_address(self.collection, self.chapter.id);
        let chapter = &self.chapter;
        let draft = Draft {
            ply: chapter.ply,
            review: chapter.review,
            title: chapter.title.clone(),
            words: chapter.words.clone(),
        };
        let action = format!("{here}/edit");
        let all = fields(texts, &self.game, &self.reviews, &draft);
        let form = Form::new(texts, "chapter", &action, &visit.form_token(), "save");
        let form = form.with_all(all).instead(&address(self.collection), "cancel");
        Sheet::new(visit, head(visit, "chapter-edit", (title_of(chapter, texts), here))).form(form)
    }
}

/// The form for a chapter.
pub async fn show_chapter(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    Changing::of(&visit, path.into_inner()).await?.sheet(&visit).answer(&visit)
}

/// Changes it.
pub async fn take_chapter(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, CHAPTER).await?;
    let changing = Changing::of(&visit, path.into_inner()).await?;
    let (actor, draft, game) = (visit.actor().clone(), draft_of(&sent), changing.game.clone());
    let at = (changing.collection, changing.chapter.id);
    let done = attempt(&visit, move |app| {
        Ok(collections::edit_chapter(app, &actor, at, (&game, &draft), now())?)
    });
    match done.await? {
        Ok(()) => Ok(see_other(&Done::address(&address(at.0), "done-chapter-saved"))),
        Err(refusal) => changing.sheet(&visit).filled(&sent).refused(&visit, refusal),
    }
}
