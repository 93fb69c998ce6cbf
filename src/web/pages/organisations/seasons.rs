//! An organisation's seasons: a list, and a form for each.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::organisation::seasons::{self as rules, Season};
use crate::service::Error;
use crate::service::access::Act;
use crate::service::organisations;
use crate::service::records::date_of;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Field, Form, Press};
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::desk::{Head, Sheet, faults_of, faulty, status_of};
use crate::web::pages::{ask, private_html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};
use ledger_ratings::Day;

use super::area::Place;
use super::faults::{FieldFault, words};

const DONE: &[&str] =
    &["done-org-season-added", "done-org-season-saved", "done-org-season-removed"];
const SHAPE: Shape = Shape::of(&["name", "first", "last"]);

type Seasons = Vec<(i32, Season)>;

/// A season in the list.
struct Line {
    name: String,
    days: String,
    table: String,
    edit: String,
    remove: Press,
}

#[derive(Template)]
#[template(path = "organisations/seasons.html")]
struct SeasonsPage {
    frame: Frame,
    head: Head,
    lines: Vec<Line>,
    form: Form,
    /// Where points are set, and where everybody sees what comes of them.
    points: String,
    standings: String,
}

fn date(day: Day) -> String {
    crate::web::moments::known(&date_of(day))
}

fn form(visit: &Visit, action: &str, button: &str, season: Option<&Season>) -> Form {
    let texts = visit.texts();
    let value = |of: fn(&Season) -> String| season.map(of).unwrap_or_default();
    Form::new(texts, "season", action, &visit.form_token(), button)
        .with(
            Field::line(texts, "name", "org-season-name")
                .hint("org-season-name-hint")
                .value(value(|one| one.name.clone()))
                .required(),
        )
        .with(
            Field::day(texts, "first", "org-season-first")
                .value(value(|one| date(one.first)))
                .required(),
        )
        .with(
            Field::day(texts, "last", "org-season-last")
                .hint("org-season-last-hint")
                .value(value(|one| date(one.last)))
                .required(),
        )
}

fn page(visit: &Visit, place: &Place, seasons: &Seasons, done: Option<Done>) -> SeasonsPage {
    let texts = visit.texts();
    let head = place.head(visit, "seasons", "org-seasons").done(texts, done);
    let line = |(id, season): &(i32, Season)| {
        let at = place.address(&format!("seasons/{id}"));
        let remove =
            Press::new(texts, format!("{at}/remove"), &visit.form_token(), "org-remove").danger();
        Line {
            name: season.name.clone(),
            days: format!("{} – {}", date(season.first), date(season.last)),
            table: format!("{}?season={id}", place.address("")),
            edit: at,
            remove: remove.about(&season.name),
        }
    };
    SeasonsPage {
        frame: visit.frame(format!("{} · {}", head.heading, place.organisation.name)),
        head,
        lines: seasons.iter().rev().map(line).collect(),
        form: form(visit, &place.address("seasons"), "org-season-add", None),
        points: place.address("points"),
        standings: place.address("standings"),
    }
}

async fn all(visit: &Visit, slug: &str) -> Result<Seasons, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    ask(visit, move |app| organisations::seasons(app, &actor, &slug)).await
}

/// What was sent, or all that is wrong with it beside `others`.
fn read(
    texts: Texts,
    sent: &forms::Form,
    others: impl Iterator<Item = Season>,
) -> Result<Season, Vec<FieldFault>> {
    let day = |name| Day::parse(sent.text(name));
    let mut faults = Vec::new();
    let mut days = [Day(0); 2];
    for (name, own) in ["first", "last"].into_iter().zip(&mut days) {
        match day(name) {
            Some(found) => *own = found,
            None => faults.push((name, texts.get("org-fault-day"))),
        }
    }
    let [first, last] = days;
    let season = Season { name: sent.text("name").to_owned(), first, last };
    let mut seasons: Vec<Season> = others.collect();
    let row = seasons.len();
    seasons.push(season);
    let unread = !faults.is_empty();
    let found = rules::check(&mut seasons).into_iter().filter(|one| one.row == row);
    // Without its days only the name can be looked at.
    let found = found.filter(|one| !unread || one.field == "name");
    faults.extend(found.map(|one| (one.field, words(texts, &one.fault))));
    if faults.is_empty() { seasons.pop().ok_or_else(Vec::new) } else { Err(faults) }
}

/// The list, with a form for one more.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let place = Place::enter(&visit, &path, Act::EditSeasons).await?;
    let seasons = all(&visit, &path).await?;
    let status = actix_web::http::StatusCode::OK;
    private_html(&visit, status, &page(&visit, &place, &seasons, done))
}

/// Adds a season.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditSeasons).await?;
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let seasons = all(&visit, &path).await?;
    let others = seasons.iter().map(|(_, season)| season.clone());
    let added = match read(visit.texts(), &sent, others) {
        Err(faults) => Err(Refusal::faults(faults)),
        Ok(season) => {
            let (actor, slug) = (visit.actor().clone(), path.into_inner());
            let added = attempt(&visit, move |app| {
                Ok(organisations::add_season(app, &actor, &slug, &season, now())?)
            });
            added.await?
        }
    };
    let refusal = match added {
        Ok(_) => {
            let there = Done::address(&place.address("seasons"), "done-org-season-added");
            return Ok(see_other(&there));
        }
        Err(refusal) => refusal,
    };
    let mut page = page(&visit, &place, &seasons, None);
    page.frame.title = faulty(&page.frame);
    let status = status_of(&refusal).unwrap_or(actix_web::http::StatusCode::CONFLICT);
    page.form = page.form.filled(&sent).faults(faults_of(refusal));
    private_html(&visit, status, &page)
}

/// One season of an organisation that the visitor keeps, and all of them.
async fn one(visit: &Visit, slug: &str, id: i32) -> Result<(Place, Season, Seasons), PageError> {
    let place = Place::enter(visit, slug, Act::EditSeasons).await?;
    let seasons = all(visit, slug).await?;
    let found = seasons.iter().find(|(own, _)| *own == id).map(|(_, season)| season.clone());
    let season = found.ok_or_else(|| PageError::new(visit, &Error::Hidden))?;
    Ok((place, season, seasons))
}

fn sheet(visit: &Visit, place: &Place, id: i32, season: &Season) -> Sheet {
    let form = form(visit, &place.address(&format!("seasons/{id}")), "save", Some(season));
    Sheet::new(visit, place.head(visit, "seasons", "org-season-edit"))
        .form(form.instead(&place.address("seasons"), "cancel"))
}

/// The form of one season.
pub async fn show_one(
    visit: Visit,
    path: web::Path<(String, i32)>,
) -> Result<HttpResponse, PageError> {
    let (place, season, _) = one(&visit, &path.0, path.1).await?;
    sheet(&visit, &place, path.1, &season).answer(&visit)
}

/// Changes a season.
pub async fn take_one(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, i32)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let (slug, id) = path.into_inner();
    let (place, before, seasons) = one(&visit, &slug, id).await?;
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let others = seasons.into_iter().filter(|(own, _)| *own != id).map(|(_, season)| season);
    let changed = match read(visit.texts(), &sent, others) {
        Err(faults) => Err(Refusal::faults(faults)),
        Ok(season) => {
            let actor = visit.actor().clone();
            let changed = attempt(&visit, move |app| {
                Ok(organisations::edit_season(app, &actor, &slug, id, &season, now())?)
            });
            changed.await?
        }
    };
    match changed {
        Ok(_) => Ok(see_other(&Done::address(&place.address("seasons"), "done-org-season-saved"))),
        Err(refusal) => sheet(&visit, &place, id, &before).filled(&sent).refused(&visit, refusal),
    }
}

/// Takes a season away; the games stay.
pub async fn remove(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, i32)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let (slug, id) = path.into_inner();
    let (place, _, _) = one(&visit, &slug, id).await?;
    forms::read(&visit, &request, payload, Shape::of(&[])).await?;
    let actor = visit.actor().clone();
    ask(&visit, move |app| organisations::remove_season(app, &actor, &slug, id, now())).await?;
    Ok(see_other(&Done::address(&place.address("seasons"), "done-org-season-removed")))
}
