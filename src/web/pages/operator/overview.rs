//! What waits for the site's people, how much there is, and what was done last.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::access::{Act, Actor, On, require};
use crate::service::audit::{self, Of, Shown, View};
use crate::service::games::{self, Totals};
use crate::service::organisations::{self, Listing, Organisation, State};
use crate::service::{App, Error, claims};
use crate::web::error::PageError;
use crate::web::kit::Done;
use crate::web::pages::desk::Head;
use crate::web::pages::organisations::index::Line;
use crate::web::pages::{ask, private_html};
use crate::web::parameters::Parameters;
use crate::web::trail::{TrailLine, lines};
use crate::web::visit::{Frame, Visit};

use super::area::head;

/// Organisations that wait, and entries of the trail.
const WAITING: usize = 50;
const ENTRIES: usize = 10;
/// Claims that are counted.
const CLAIMS: usize = 100;

const DONE: &[&str] = &["done-org-decided"];

/// An organisation that waits, with where to decide about it.
pub struct Waiting {
    pub line: Line,
    pub about: String,
    pub link: String,
}

impl Waiting {
    pub fn of(one: &Organisation, visit: &Visit) -> Waiting {
        Waiting {
            line: Line::new(one, visit.texts()),
            about: one.about.clone(),
            link: format!("/operator/organisations/{}", one.slug),
        }
    }
}

#[derive(Template)]
#[template(path = "operator/overview.html")]
struct OverviewPage {
    frame: Frame,
    head: Head,
    counts: Vec<(String, String)>,
    waiting: Vec<Waiting>,
    decides: bool,
    claims: usize,
    lines: Vec<TrailLine>,
}

struct Found {
    totals: Totals,
    waiting: Vec<Organisation>,
    claims: usize,
    entries: Vec<Shown>,
}

fn find(app: &App, actor: &Actor) -> Result<Found, Error> {
    require(actor, Act::OverseeSite, On::Site, true)?;
    let (prefix, after) = (String::new(), String::new());
    let listing = Listing { prefix, after, state: State::Waiting };
    let claims = match claims::all_open(app, actor, CLAIMS) {
        Ok(all) => all.len(),
        // A moderator decides about none.
        Err(e) if e.is_of_others() => 0,
        Err(e) => return Err(e),
    };
    Ok(Found {
        totals: games::totals(app)?,
        waiting: organisations::page(app, actor, &listing, WAITING)?.items,
        claims,
        entries: audit::page(app, actor, &View::of(Of::Site), None, ENTRIES)?.entries,
    })
}

/// The page.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let actor = visit.actor().clone();
    let found = ask(&visit, move |app| find(app, &actor)).await?;
    let texts = visit.texts();
    let mut head = head(&visit, "/operator", "op-title").done(texts, done);
    head.over = None;
    let count = |key: &str, number: String| (texts.get(key), number);
    let page = OverviewPage {
        frame: visit.frame(texts.get("op-title")),
        head,
        counts: vec![
            count("op-count-waiting", found.waiting.len().to_string()),
            count("op-count-claims", found.claims.to_string()),
            count("nav-games", found.totals.games.to_string()),
            count("nav-players", found.totals.players.to_string()),
        ],
        decides: require(visit.actor(), Act::ApproveOrganisation, On::Site, true).is_ok(),
        waiting: found.waiting.iter().map(|one| Waiting::of(one, &visit)).collect(),
        claims: found.claims,
        lines: lines(texts, found.entries),
    };
    private_html(&visit, StatusCode::OK, &page)
}
