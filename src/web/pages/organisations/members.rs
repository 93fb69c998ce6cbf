//! An organisation's members: what everybody sees of them, and what its officials do.

use actix_web::{HttpResponse, web};
use askama::Template;

use crate::account::age::AgeBand;
use crate::service::access::{Act, Actor};
use crate::service::members::{self, Member, Members, Search};
use crate::service::organisations::{Organisation, State};
use crate::service::{App, Error, leaderboard, pools};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Press};
use crate::web::moments::day;
use crate::web::pages::desk::Head;
use crate::web::pages::leaderboard::title_of;
use crate::web::pages::list::{encode, query};
use crate::web::pages::{ask, html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};
use ledger_ratings::board::Row;
use ledger_ratings::{Pool, Titles};

use super::area::Place;

/// Members on a page.
const ROWS: usize = 100;

const DONE: &[&str] = &[
    "done-org-member-added",
    "done-org-member-saved",
    "done-org-member-removed",
    "done-org-member-verified",
    "done-org-member-unverified",
    "done-org-roster",
];

/// A member in the list.
struct Line {
    handle: String,
    link: String,
    /// Rating with its title in the pool where he has one; empty where he has none.
    rating: String,
    title: String,
    club: String,
    province: String,
    /// That club and province are verified, by whom and when; empty where they are not.
    verified: String,
    /// That he keeps off lists by what this roster says, as officials see it.
    private: bool,
    desk: Option<DeskPart>,
}

/// What officials have beside it.
struct DeskPart {
    number: String,
    real_name: String,
    age: String,
    has_account: bool,
    edit: String,
    verify: Option<Press>,
}

#[derive(Template)]
#[template(path = "organisations/members.html")]
struct MembersPage {
    frame: Frame,
    head: Head,
    total: String,
    search: String,
    club: String,
    kept: bool,
    add: String,
    roster: String,
    lines: Vec<Line>,
    next: Option<String>,
}

/// The words for an age band.
pub fn age_words(age: AgeBand, texts: Texts) -> String {
    texts.get(match age {
        AgeBand::Unknown => "org-age-unknown",
        AgeBand::Below13 => "org-age-below-13",
        AgeBand::From13To17 => "org-age-13-17",
        AgeBand::From18To59 => "org-age-18-59",
        AgeBand::From60 => "org-age-60-up",
    })
}

/// A rating with its title, of one who has one in a pool of the organisation.
struct Rated {
    pool: &'static Pool,
    titles: Titles,
    row: Row,
}

struct Found {
    page: Members,
    rated: Vec<Option<Rated>>,
}

fn find(app: &App, actor: &Actor, own: &Organisation, search: &Search) -> Result<Found, Error> {
    let page = members::page(app, actor, &own.slug, search, ROWS)?;
    let open = own.state == State::Open;
    let pools = if open { pools::of_organisation(app, &own.slug)? } else { Vec::new() };
    let rated = page.items.iter().map(|member| rated(app, &pools, &member.handle));
    Ok(Found { rated: rated.collect::<Result<_, _>>()?, page })
}

/// What he has in the first of the pools in which he has anything.
fn rated(app: &App, pools: &[&'static Pool], handle: &str) -> Result<Option<Rated>, Error> {
    for pool in pools {
        if let Some(row) = leaderboard::row(app, pool, handle)? {
            return Ok(Some(Rated { pool, titles: pools::titles(app, pool)?, row }));
        }
    }
    Ok(None)
}

fn line(visit: &Visit, place: &Place, member: &Member, rated: Option<&Rated>) -> Line {
    let texts = visit.texts();
    let row = rated.map(|own| (own, &own.row));
    let title = row.and_then(|(own, row)| row.title(own.pool, &own.titles));
    let verified = member.verified_at.map(|at| {
        let values = [("name", place.organisation.name.clone()), ("day", day(at))];
        texts.fill("org-verified-by", &values)
    });
    Line {
        link: encode(&member.handle),
        rating: row.map(|(_, row)| row.glicko.whole_points().to_string()).unwrap_or_default(),
        title: title.map(|title| title_of(title, texts).into_owned()).unwrap_or_default(),
        club: member.club.clone(),
        province: member.province.clone(),
        verified: verified.unwrap_or_default(),
        private: member.private,
        desk: desk(visit, place, member),
        handle: member.handle.clone(),
    }
}

fn desk(visit: &Visit, place: &Place, member: &Member) -> Option<DeskPart> {
    let texts = visit.texts();
    let more = member.more.as_ref()?;
    let at = place.address(&format!("members/{}", encode(&member.handle)));
    let has_some = !member.club.is_empty() || !member.province.is_empty();
    let verify = Press::new(texts, format!("{at}/verify"), &visit.form_token(), "org-verify-short")
        .send("verified", "1")
        .about(&member.handle);
    Some(DeskPart {
        number: more.number.clone(),
        real_name: more.real_name.clone(),
        age: if more.age == AgeBand::Unknown { String::new() } else { age_words(more.age, texts) },
        has_account: more.has_account,
        edit: format!("{at}/edit"),
        verify: (has_some && member.verified_at.is_none()).then_some(verify),
    })
}

fn page(
    visit: &Visit,
    place: &Place,
    found: &Found,
    search: Search,
    done: Option<Done>,
) -> MembersPage {
    let texts = visit.texts();
    let head = place.head(visit, "members", "org-members").done(texts, done);
    let club = search.club.unwrap_or_default();
    let further = |after: &String| {
        let query = query(&[("search", &search.prefix), ("club", &club), ("after", after)]);
        format!("{}{query}", place.address("members"))
    };
    let rows = found.page.items.iter().zip(&found.rated);
    MembersPage {
        frame: visit.frame(format!("{} · {}", head.heading, place.organisation.name)),
        head,
        total: texts.count("org-members-count", found.page.total),
        next: found.page.next.as_ref().map(further),
        kept: place.may(visit, Act::EditRoster),
        add: place.address("members/add"),
        roster: place.address("roster"),
        lines: rows.map(|(one, rated)| line(visit, place, one, rated.as_ref())).collect(),
        search: search.prefix,
        club,
    }
}

/// The page.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["search", "club", "after", "done"]).map_err(refuse)?;
    let done = Done::of(&given, DONE).map_err(refuse)?;
    let text = |name: &str| given.text(name);
    let search = Search {
        prefix: text("search").unwrap_or_default(),
        club: text("club"),
        after: text("after").unwrap_or_default(),
    };
    let place = Place::find(&visit, &path).await?;
    let (actor, own) = (visit.actor().clone(), place.organisation.clone());
    let asked = search.clone();
    let found = ask(&visit, move |app| find(app, &actor, &own, &asked)).await?;
    html(&visit, &page(&visit, &place, &found, search, done))
}
