//! Links for stewards at an event's desk: which there are, and how one is made, shown once and ended.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::account::secret::Secret;
use crate::contest::Reach;
use crate::service::accounts::Refused;
use crate::service::contests::{NewLink, StewardDuties, StewardLink, end_link, make_link};
use crate::service::{Error, Thing, refusals};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::handed_link::HandedLink;
use crate::web::i18n::Texts;
use crate::web::kit::Done;
use crate::web::moments::minute;
use crate::web::pages::account::attempt::{attempt, now, see_other};
use crate::web::pages::private_html;
use crate::web::visit::{Frame, Visit};

use super::acts::{on_form, refused};
use super::desk::{Asked, Desk, find};
use super::hall::AT;

const SHAPE: Shape = Shape::of(&[
    "do", "number", "name", "results", "check-in", "stage", "round", "first", "last", "hours",
]);
/// Hours that can be chosen.
const HOURS: [u32; 6] = [2, 4, 8, 12, 24, 72];
const USUAL: u32 = 8;

/// A link as the desk lists it.
pub struct LinkLine {
    pub number: i32,
    pub name: String,
    /// What it is for.
    pub duties: String,
    pub until: String,
    /// Empty where nobody has used it.
    pub used: String,
    pub is_open: bool,
}

/// Stages, and what was typed before it was refused.
pub struct StewardsPart {
    pub may_results: bool,
    pub may_people: bool,
    pub links: Vec<LinkLine>,
    /// Empty where there is only one.
    pub stages: Vec<String>,
    pub hours: Vec<(u32, bool)>,
    /// What was typed and refused.
    pub name: String,
    pub round: String,
    pub first: String,
    pub last: String,
}

/// A link that was just made: to be shown, or printed, and never told again.
#[derive(Template)]
#[template(path = "contests/steward.html")]
struct LinkPage {
    frame: Frame,
    back: String,
    event: String,
    name: String,
    duties: String,
    until: String,
    link: HandedLink,
}

fn tables(reach: &Reach, texts: Texts) -> String {
    match &reach.tables {
        None => texts.get("steward-all-tables"),
        Some(tables) => texts.fill(
            "steward-tables",
            &[
                ("first", (tables.start() + 1).to_string()),
                ("last", (tables.end() + 1).to_string()),
            ],
        ),
    }
}

fn duties(duties: StewardDuties, reach: &Reach, texts: Texts) -> String {
    let mut parts = Vec::new();
    if duties.results {
        parts.push(format!("{}: {}", texts.get("contest-results"), tables(reach, texts)));
        let round = reach.round.map(|round| texts.one("contest-round", "number", round + 1));
        parts.extend(round);
    }
    if duties.check_in {
        parts.push(texts.get("hall-people"));
    }
    parts.join(" · ")
}

fn line(link: &StewardLink, texts: Texts) -> LinkLine {
    LinkLine {
        number: link.number,
        name: link.name.clone(),
        duties: duties(link.duties, &link.reach, texts),
        until: minute(link.expires_at),
        used: link.used_at.map(minute).unwrap_or_default(),
        is_open: link.is_open,
    }
}

/// What the desk shows of its links.
pub fn stewards(desk: &Desk, sent: Option<&forms::Form>, texts: Texts) -> StewardsPart {
    let (contest, rights) = (&desk.board.run.contest, desk.rights);
    let several = contest.stages.len() > 1;
    let stages = contest.settings.plan.stages.iter().filter(|_| several);
    let typed = |name: &str| sent.map(|sent| sent.text(name).to_owned()).unwrap_or_default();
    let hours = typed("hours").parse().unwrap_or(USUAL);
    StewardsPart {
        may_results: rights.results && !contest.is_over,
        may_people: rights.people && !contest.is_over && contest.settings.check_in,
        links: desk.links.iter().map(|link| line(link, texts)).collect(),
        stages: stages.map(|stage| stage.name.clone()).collect(),
        hours: HOURS.map(|own| (own, own == hours)).to_vec(),
        name: typed("name"),
        round: typed("round"),
        first: typed("first"),
        last: typed("last"),
    }
}

/// A number from 1 on; `None` where nothing is said.
fn number(sent: &forms::Form, name: &str) -> Result<Option<usize>, Error> {
    match sent.text(name) {
        "" => Ok(None),
        text => {
            let number = text.parse::<usize>().ok().filter(|number| (1..=100_000).contains(number));
            number
                .map(|number| Some(number - 1))
                .ok_or_else(|| Error::not_found(refusals::EVENT_NO_SPOT))
        }
    }
}

fn new_link(sent: &forms::Form) -> Result<NewLink, Error> {
    let (first, last) = (number(sent, "first")?, number(sent, "last")?);
    let tables = match (first, last) {
        (None, None) => None,
        (first, last) => {
            let first = first.unwrap_or(0);
            Some(first..=last.unwrap_or(first))
        }
    };
    let duties =
        StewardDuties { results: sent.is_ticked("results"), check_in: sent.is_ticked("check-in") };
    Ok(NewLink {
        name: sent.text("name").to_owned(),
        duties,
        reach: Reach { stage: number(sent, "stage")?, round: number(sent, "round")?, tables },
        hours: sent.text("hours").parse().unwrap_or(0),
    })
}

/// Makes a link and shows it now and never again, or ends one.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let slug = path.into_inner();
    if !["make", "end"].contains(&sent.text("do")) {
        return Err(PageError::new(&visit, &Error::missing(Thing::Event, &slug)));
    }
    let (looks, own, form) = (visit.clone(), slug.clone(), sent.clone());
    let done = attempt(&visit, move |app| {
        let actor = looks.actor();
        if form.text("do") == "end" {
            let number = form.text("number").parse().unwrap_or(0);
            return Ok(end_link(app, actor, &own, number, now()).map(|()| None)?);
        }
        let new = new_link(&form).map_err(on_form)?;
        let made = make_link(app, actor, &own, &new, now());
        let secret = made.map_err(|e| Refused::from(on_form(e)))?;
        Ok(Some((secret, new)))
    });
    let at = Asked { part: "stewards", ..Asked::default() };
    match done.await? {
        Ok(Some((secret, new))) => {
            let desk = find(&visit, &slug).await?;
            made(&visit, &desk, &secret, &new)
        }
        Ok(None) => Ok(see_other(&Done::address(&at.address(&slug), "done-contest-link-ended"))),
        Err(refusal) => refused(&visit, &slug, &at, &sent, refusal).await,
    }
}

fn made(
    visit: &Visit,
    desk: &Desk,
    secret: &Secret,
    new: &NewLink,
) -> Result<HttpResponse, PageError> {
    let texts = visit.texts();
    let row = &desk.board.run.row;
    let back = Asked { part: "stewards", ..Asked::default() }.address(&row.slug);
    let mut frame = visit.frame(new.name.clone());
    // Preferences lead back to the desk, for this page is shown once.
    frame.address.clone_from(&back);
    let page = LinkPage {
        frame,
        event: row.name.clone(),
        back,
        name: new.name.clone(),
        duties: duties(new.duties, &new.reach, texts),
        until: minute(now() + i64::from(new.hours) * 3_600_000_000),
        link: HandedLink::new(visit, &format!("{AT}/{}", secret.text())),
    };
    private_html(visit, StatusCode::OK, &page)
}
