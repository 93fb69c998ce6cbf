//! The passes to a table, for the official who gives them out: a link and its pattern for a phone's
//! camera, shown once.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::service::Error;
use crate::service::access::Act;
use crate::service::live::{self, PassAnswer, PassGiven, Place};
use crate::web::api::plays::read_id;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::handed_link::HandedLink;
use crate::web::kit::Press;
use crate::web::pages::private_html;
use crate::web::visit::{Frame, Visit};
use salpakan::record::short_id_text;

use super::spot::AT;
use super::{ADDRESS, ask_desk, renewed};

/// A place at the table.
struct Row {
    name: String,
    words: String,
    /// That another one is asked for, and for whom it waits; empty where none is.
    asked: String,
    make: Option<Press>,
    answers: Vec<Press>,
}

/// The link that was just made.
struct Shown {
    name: String,
    link: HandedLink,
}

#[derive(Template)]
#[template(path = "play/passes.html")]
struct PassesPage {
    frame: Frame,
    /// The game's.
    address: String,
    shown: Option<Shown>,
    rows: Vec<Row>,
}

/// The places, and which have a pass.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    page(&visit, &path, None).await
}

async fn page(visit: &Visit, path: &str, shown: Option<Shown>) -> Result<HttpResponse, PageError> {
    let id = read_id(path).map_err(|e| PageError::new(visit, &e))?;
    let actor = visit.actor().clone();
    let given = ask_desk(visit, move |live| {
        live::may_serve(&actor, Act::RulePlay)?;
        live::passes(live, &actor, &id)
    });
    let given = given.await?;
    let address = format!("{ADDRESS}/{}", short_id_text(&id));
    let rows = Place::ALL.into_iter().map(|place| row(visit, &address, place, &given)).collect();
    let frame = visit.frame(visit.texts().get("passes-title"));
    private_html(visit, StatusCode::OK, &PassesPage { frame, address, shown, rows })
}

fn row(visit: &Visit, address: &str, place: Place, given: &[PassGiven]) -> Row {
    let texts = visit.texts();
    let known = given.iter().find(|one| one.place == place);
    let (words, make) = match known {
        None => ("passes-not-made", "passes-make"),
        Some(one) if one.opened => ("passes-opened", "passes-anew"),
        Some(_) => ("passes-made", "passes-anew"),
    };
    let name = texts.get(&format!("table-place-{}", place.key()));
    let press = Press::new(texts, format!("{address}/passes"), &visit.form_token(), make);
    let asked = known.and_then(|one| one.asked);
    let answer = |words, what: &str| {
        Press::new(texts, format!("{address}/passes"), &visit.form_token(), words)
            .send("place", place.key())
            .send("do", what)
            .about(&name)
    };
    let waits = asked.filter(|one| !one.is_granted());
    let answers = match waits {
        Some(_) => vec![answer("pass-confirm", "confirm"), answer("pass-drop", "drop")],
        None => Vec::new(),
    };
    Row {
        words: texts.get(words),
        asked: asked.map(|one| renewed::words(texts, &one)).unwrap_or_default(),
        make: waits.is_none().then(|| press.send("place", place.key()).about(&name)),
        answers,
        name,
    }
}

/// Makes a pass, and shows its link now and never again.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let form = forms::read(&visit, &request, payload, Shape::of(&["place", "do"])).await?;
    let id = read_id(&path).map_err(|e| PageError::new(&visit, &e))?;
    let place = Place::parse(form.text("place"));
    let place = place.ok_or_else(|| PageError::new(&visit, &Error::Hidden))?;
    let (actor, what) = (visit.actor().clone(), form.text("do").to_owned());
    let link = ask_desk(&visit, move |live| {
        live::may_serve(&actor, Act::RulePlay)?;
        let answer = match what.as_str() {
            "confirm" => PassAnswer::Agree,
            "drop" => PassAnswer::Refuse,
            _ => return live::make_pass(live, &actor, &id, place),
        };
        live::answer_pass(live, &actor, &id, place, answer).map(|()| None)
    });
    let Some(link) = link.await? else { return page(&visit, &path, None).await };
    let link = HandedLink::new(&visit, &format!("{AT}/{}", link.text()));
    let name = visit.texts().get(&format!("table-place-{}", place.key()));
    let shown = Shown { name, link };
    page(&visit, &path, Some(shown)).await
}
