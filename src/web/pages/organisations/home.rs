//! An organisation's own page: who it is, its pools, seasons and events; and for those who keep
//! it, what to do next.

use actix_web::{HttpResponse, web};
use askama::Template;

use crate::account::roles::Role;
use crate::organisation::color::Color;
use crate::organisation::seasons::Season;
use crate::organisation::titles::Draft;
use crate::service::access::{Act, Actor};
use crate::service::events::Event;
use crate::service::members::{self, Search};
use crate::service::organisation_games::{self, Table};
use crate::service::organisations::{self, Organisation, State};
use crate::service::records::date_of;
use crate::service::{App, Error, contests, leaderboard, pools, roles};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Tab};
use crate::web::moments::day;
use crate::web::pages::account::attempt::now;
use crate::web::pages::leaderboard::{BoardLine, pool_name};
use crate::web::pages::list::encode;
use crate::web::pages::{ask, html};
use crate::web::parameters::{Given, Parameters};
use crate::web::visit::{Frame, Visit};
use ledger_ratings::{Day, Pool, Titles};

use super::area::Place;
use super::index::{Emblem, role_words, state_words};

/// Players of a pool, events, and players of a season that the page shows.
const TOP: usize = 5;
const EVENTS: usize = 10;
const PLACED: usize = 20;

pub const DONE: &[&str] = &["done-org-made", "done-org-left", "done-org-decided"];

/// A pool with its best.
struct PoolPart {
    name: String,
    key: &'static str,
    lines: Vec<BoardLine>,
}

/// A row of a season's table.
struct SeasonLine {
    place: usize,
    handle: String,
    link: String,
    games: u32,
    score: String,
    points: String,
}

/// The season that is shown.
struct SeasonPart {
    name: String,
    days: String,
    lines: Vec<SeasonLine>,
    more: usize,
    partial: bool,
}

/// Something that those who keep it have yet to do, or have done.
struct Step {
    words: String,
    about: String,
    link: String,
    is_done: bool,
}

#[derive(Template)]
#[template(path = "organisations/home.html")]
struct HomePage {
    frame: Frame,
    tabs: Vec<Tab>,
    area: String,
    done: String,
    emblem: Emblem,
    ground: Color,
    accent: Color,
    name: String,
    place: String,
    website: String,
    about: String,
    state: String,
    since: String,
    /// How many; `None` where they are shown to nobody.
    members: Option<String>,
    members_link: String,
    /// Handle, address, role.
    keepers: Vec<(String, String, String)>,
    steps: Vec<Step>,
    pools: Vec<PoolPart>,
    titles: Vec<(String, i32)>,
    season: Option<SeasonPart>,
    /// The other seasons with their addresses.
    seasons: Vec<(String, String)>,
    /// Where its events of the season are added up.
    standings: String,
    events: Vec<(String, String, String)>,
    /// Where an event is made, for who may.
    new_event: String,
    /// The address of the feeds, without their ending.
    feed: String,
    games_link: String,
}

struct Found {
    /// `None` where they are shown to nobody.
    members: Option<i64>,
    keepers: Vec<(Role, String)>,
    pools: Vec<(&'static Pool, Titles, Vec<ledger_ratings::board::Placed>)>,
    titles: Vec<Draft>,
    seasons: Vec<(i32, Season)>,
    shown: Option<(i32, Season, Table)>,
    events: Vec<Event>,
    /// Run here and to be played, the earliest first.
    upcoming: Vec<(String, String, String)>,
    /// Roles that were given, for those who may know.
    roles: usize,
}

/// The season that is asked for, else that of today, else the newest.
fn chosen(seasons: &[(i32, Season)], asked: Option<i32>, today: Day) -> Option<(i32, Season)> {
    let asked = asked.and_then(|id| seasons.iter().find(|(own, _)| *own == id));
    let present = || seasons.iter().find(|(_, season)| season.has(today));
    asked.or_else(present).or_else(|| seasons.last()).cloned()
}

fn find(
    app: &App,
    actor: &Actor,
    own: &Organisation,
    kept: bool,
    season: Option<i32>,
) -> Result<Found, Error> {
    let slug = own.slug.as_str();
    let open = own.state == State::Open;
    let mut parts = Vec::new();
    for pool in if open { pools::of_organisation(app, slug)? } else { Vec::new() } {
        let rows = leaderboard::board(app, pool)?.page(None, TOP).rows;
        parts.push((pool, pools::titles(app, pool)?, rows));
    }
    let seasons = organisations::seasons(app, actor, slug)?;
    let days = now().div_euclid(86_400_000_000);
    let today = i32::try_from(days).map_or(Day::UNKNOWN, Day);
    let shown = match chosen(&seasons, season, today) {
        Some((id, season)) => {
            let days = (season.first, season.last);
            Some((id, season, organisation_games::table(app, own.id, days)?))
        }
        None => None,
    };
    Ok(Found {
        members: match own.has_people() {
            true => Some(members::page(app, actor, slug, &Search::default(), 1)?.total),
            false => None,
        },
        keepers: roles::keepers(app, actor, slug)?,
        pools: parts,
        titles: organisations::titles(app, actor, slug)?,
        seasons,
        shown,
        events: organisations::events(app, actor, slug, None, EVENTS)?.items,
        upcoming: upcoming(app, own, today)?,
        roles: if kept { roles::list(app, actor, slug)?.len() } else { 0 },
    })
}

/// The organisation's events that are to be played.
fn upcoming(
    app: &App,
    own: &Organisation,
    today: Day,
) -> Result<Vec<(String, String, String)>, Error> {
    if own.state != State::Open {
        return Ok(Vec::new());
    }
    let mine = contests::upcoming_of(app, own.id, today, EVENTS)?.into_iter();
    let day = |day: i32| crate::web::moments::known(&date_of(Day(day)));
    let to_come = mine.filter(|row| !row.is_over());
    Ok(to_come.map(|row| (row.name, row.slug, day(row.first_day))).collect())
}

/// The way from nothing to a first event, in the order in which one goes it.
fn steps(visit: &Visit, place: &Place, found: &Found) -> Vec<Step> {
    let texts = visit.texts();
    let own = &place.organisation;
    if own.state != State::Open {
        return Vec::new();
    }
    let described = !own.about.is_empty() && own.logo.is_some();
    let officials = found.roles.saturating_sub(1);
    let listed = found.members.unwrap_or_default();
    let members = texts.count("org-step-roster-now", listed);
    let roles = texts.count("org-step-officials-now", officials);
    let all = [
        ("org-step-roster", members, "roster", listed > 0, Act::EditRoster),
        ("org-step-officials", roles, "officials/add", officials >= 2, Act::GrantOfficial),
        ("org-step-profile", String::new(), "edit", described, Act::EditOrganisation),
        ("org-step-season", String::new(), "seasons", !found.seasons.is_empty(), Act::EditSeasons),
        (
            "org-step-records",
            String::new(),
            "records",
            !found.events.is_empty(),
            Act::ImportForOrganisation,
        ),
    ];
    let mine = all.into_iter().filter(|step| place.may(visit, step.4));
    let steps: Vec<Step> = mine
        .map(|(words, about, page, is_done, _)| Step {
            words: texts.get(words),
            about,
            link: place.address(page),
            is_done,
        })
        .collect();
    if steps.iter().all(|step| step.is_done) { Vec::new() } else { steps }
}

fn season_part(season: &Season, table: &Table) -> SeasonPart {
    let date = |day: Day| crate::web::moments::known(&date_of(day));
    let lines = table.rows.iter().take(PLACED).map(|row| SeasonLine {
        place: row.place,
        handle: row.handle.clone(),
        link: encode(&row.handle),
        games: row.games,
        score: format!("{}/{}/{}", row.score.wins, row.score.draws, row.score.losses),
        // Half points are what people count in: 2 for a win is the point.
        points: crate::web::digits::tenths(f64::from(row.points) / 2.0),
    });
    SeasonPart {
        name: season.name.clone(),
        days: format!("{} – {}", date(season.first), date(season.last)),
        lines: lines.collect(),
        more: table.rows.len().saturating_sub(PLACED),
        partial: table.partial,
    }
}

fn pool_part(
    (pool, titles, rows): &(&'static Pool, Titles, Vec<ledger_ratings::board::Placed>),
    texts: Texts,
) -> PoolPart {
    let lines = rows.iter().map(|row| BoardLine::new(row, pool, titles, texts, None)).collect();
    PoolPart { name: pool_name(pool, texts), key: pool.key, lines }
}

fn keeper((role, handle): &(Role, String), texts: Texts) -> (String, String, String) {
    (handle.clone(), encode(handle), role_words(*role, texts))
}

fn event_line(event: &Event) -> (String, String, String) {
    (event.name.clone(), event.slug.clone(), crate::web::moments::known(&date_of(event.last_day)))
}

/// Those to be played first, then those that were.
fn events(found: &Found) -> Vec<(String, String, String)> {
    let is_coming = |event: &&Event| found.upcoming.iter().all(|own| own.1 != event.slug);
    let played = found.events.iter().filter(is_coming).map(event_line);
    found.upcoming.iter().cloned().chain(played).collect()
}

fn page(visit: &Visit, place: &Place, found: &Found, done: Option<Done>) -> HomePage {
    let texts = visit.texts();
    let own = &place.organisation;
    let shown = found.shown.as_ref().map_or(0, |(id, ..)| *id);
    let others = found.seasons.iter().rev().filter(|(id, _)| *id != shown);
    let link = |id: &i32| format!("{}?season={id}", place.address(""));
    let several = place.tabs(texts, "").len() > 2;
    HomePage {
        frame: visit.frame(own.name.clone()),
        tabs: if several { place.tabs(texts, "") } else { Vec::new() },
        area: texts.one("org-area", "name", &own.name),
        done: done.map(|done| done.words(texts)).unwrap_or_default(),
        emblem: Emblem::of(own),
        ground: own.color,
        accent: own.accent.on(own.color),
        name: own.name.clone(),
        place: own.place.clone(),
        website: own.website.clone(),
        about: own.about.clone(),
        state: match own.state {
            State::Open => String::new(),
            State::Waiting => texts.get("org-waits"),
            other => state_words(other, texts),
        },
        since: day(own.created_at),
        members: found.members.map(|count| texts.count("org-members-count", count)),
        members_link: place.address("members"),
        keepers: found.keepers.iter().map(|one| keeper(one, texts)).collect(),
        steps: steps(visit, place, found),
        pools: found.pools.iter().map(|part| pool_part(part, texts)).collect(),
        titles: found.titles.iter().rev().map(|one| (one.name.clone(), one.from / 100)).collect(),
        season: found.shown.as_ref().map(|(_, season, table)| season_part(season, table)),
        seasons: others.map(|(id, season)| (season.name.clone(), link(id))).collect(),
        standings: match found.shown.as_ref() {
            Some((id, ..)) => format!("{}?season={id}", place.address("standings")),
            None => place.address("standings"),
        },
        events: events(found),
        new_event: match own.state == State::Open && place.may(visit, Act::RunEvent) {
            true => place.address("events/new"),
            false => String::new(),
        },
        feed: place.address("events"),
        games_link: format!("/games?organisation={}", own.slug),
    }
}

/// What an address asks of the page.
fn asked(visit: &Visit, parameters: &Parameters) -> Result<(Option<i32>, Option<Done>), PageError> {
    let refuse = |e| PageError::parameter(visit, &e);
    let given: Given = parameters.read(&["season", "done"]).map_err(refuse)?;
    let season = given.number("season", 1..=i32::MAX).map_err(refuse)?;
    Ok((season, Done::of(&given, DONE).map_err(refuse)?))
}

/// The page.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let (season, done) = asked(&visit, &parameters)?;
    let place = Place::find(&visit, &path).await?;
    let (actor, own) = (visit.actor().clone(), place.organisation.clone());
    let kept = place.may(&visit, Act::ReadRoles);
    let found = ask(&visit, move |app| find(app, &actor, &own, kept, season)).await?;
    html(&visit, &page(&visit, &place, &found, done))
}
