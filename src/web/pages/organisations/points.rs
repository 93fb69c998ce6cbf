//! What places in an organisation's events are worth for its seasons: a line for each kind of event.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::organisation::points::Scales;
use crate::service::access::Act;
use crate::service::organisations;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Field, Form};
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::ask;
use crate::web::pages::desk::Sheet;
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::area::Place;
use super::faults::words;

const DONE: &[&str] = &["done-org-points"];
const SHAPE: Shape = Shape::of(&["points"]);

/// All that is wrong in words, with the numbers of the lines.
fn read(texts: Texts, text: &str) -> Result<Scales, String> {
    Scales::read(text).map_err(|faults| {
        let at = |line: usize, words: String| {
            let values = [("line", (line + 1).to_string()), ("words", words)];
            texts.fill("org-fault-at-line", &values)
        };
        let told = faults.iter().map(|one| at(one.row, words(texts, &one.fault)));
        told.collect::<Vec<_>>().join(" ")
    })
}

fn sheet(visit: &Visit, place: &Place, scales: &Scales, done: Option<Done>) -> Sheet {
    let texts = visit.texts();
    let field = Field::area(texts, "points", "org-points").hint("org-points-hint");
    let form = Form::new(texts, "points", &place.address("points"), &visit.form_token(), "save")
        .with(field.value(scales.written()));
    let head = place.head(visit, "seasons", "org-points").done(texts, done);
    Sheet::new(visit, head)
        .say("org-points-words")
        .form(form)
        .link(place.address("standings"), "org-standings")
}

async fn present(visit: &Visit, slug: &str) -> Result<Scales, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    ask(visit, move |app| organisations::points(app, &actor, &slug)).await
}

/// The form.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let place = Place::enter(&visit, &path, Act::EditSeasons).await?;
    let scales = present(&visit, &path).await?;
    sheet(&visit, &place, &scales, done).answer(&visit)
}

/// Writes them over those that were there.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditSeasons).await?;
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let texts = visit.texts();
    let before = present(&visit, &path).await?;
    let set = match read(texts, sent.text("points")) {
        _ if !sent.has("points") => {
            Err(Refusal::faults(vec![("points", texts.get("org-fault-empty"))]))
        }
        Err(fault) => Err(Refusal::faults(vec![("points", fault)])),
        Ok(scales) => {
            let (actor, slug) = (visit.actor().clone(), path.into_inner());
            let set = attempt(&visit, move |app| {
                Ok(organisations::set_points(app, &actor, &slug, &scales, now())?)
            });
            set.await?
        }
    };
    match set {
        Ok(()) => Ok(see_other(&Done::address(&place.address("points"), "done-org-points"))),
        Err(refusal) => sheet(&visit, &place, &before, None).filled(&sent).refused(&visit, refusal),
    }
}
