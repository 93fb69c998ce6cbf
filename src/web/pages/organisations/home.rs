//! The page of an organisation with its pools, seasons and events; its managers also see the next
//! steps to set it up.

use crate::web::pages::leaderboard::LeaderboardRow;
use crate::web::prelude::*;
use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::organisation::seasons::Season;
use adjutant_domain::organisation::titles::TitleDraft;
use adjutant_service::access::{Act, Actor};
use adjutant_service::contests::{self, ContestRow};
use adjutant_service::events::Event;
use adjutant_service::follows::FollowKind;
use adjutant_service::members::{self, MemberFilter};
use adjutant_service::organisation_games::{self, Row, Table};
use adjutant_service::organisations::{self, Organisation, OrganisationState};
use adjutant_service::{App, Error, leaderboard, pools, roles};
use adjutant_site::filters;
use adjutant_site::follow_button::follow_button;
use adjutant_site::labels::{pool_name, role_label};
use adjutant_site::markup::Markup;
use adjutant_site::series_link::{league_address, series_address};
use adjutant_site::time_format::{format_date, format_day, format_days, today};
use ledger_ratings::board::Placed;
use ledger_ratings::{Day, Family, Pool, Titles};

use super::index::{Emblem, state_label};
use adjutant_site::org_context::OrgContext;

/// Players per pool, events, and players of a season shown.
const TOP_PLAYERS: usize = 5;
const MAX_EVENTS: usize = 10;
const TOP_SEASON_PLAYERS: usize = 20;

pub const DONE_KEYS: &[&str] = &[
    "done-org-made",
    "done-org-left",
    "done-org-decided",
    "done-event-deleted",
    "done-joined-owner",
    "done-joined-organizer",
    "done-joined-official",
];

/// A pool with its top players.
struct PoolPart {
    name: String,
    key: &'static str,
    lines: Vec<LeaderboardRow>,
}

/// The table of a season.
struct SeasonPart<'a> {
    texts: Texts,
    season: &'a Season,
    table: &'a Table,
}

impl SeasonPart<'_> {
    fn name(&self) -> &str {
        &self.season.name
    }

    fn days(&self) -> String {
        format_days(self.texts, self.season.first, self.season.last)
    }

    fn lines(&self) -> &[Row] {
        &self.table.rows[..self.table.rows.len().min(TOP_SEASON_PLAYERS)]
    }

    fn more(&self) -> usize {
        self.table.rows.len() - self.lines().len()
    }

    fn points(row: &Row) -> String {
        // Points are stored doubled.
        adjutant_site::digits::tenths(f64::from(row.points) / 2.0)
    }
}

/// A step to set up the organisation, open or done.
struct OnboardingStep {
    words: String,
    about: String,
    link: String,
    is_done: bool,
}

#[derive(Template)]
#[template(path = "organisations/home.html")]
struct OrganisationPage<'a> {
    frame: PageFrame,
    tabs: Vec<NavTab>,
    area: String,
    place: &'a OrgContext,
    own: &'a Organisation,
    done: String,
    emblem: Emblem,
    state: String,
    since: String,
    /// The button to follow it.
    follow: Markup,
    /// The number of members; `None` if it is not public.
    members: Option<String>,
    /// Handle and role of the officials.
    keepers: Vec<(&'a str, String)>,
    steps: Vec<OnboardingStep>,
    pools: Vec<PoolPart>,
    titles: Vec<(String, i32)>,
    season: Option<SeasonPart<'a>>,
    /// The other seasons with their addresses.
    seasons: Vec<(String, String)>,
    /// The address of the standings of the season.
    standings: String,
    events: Vec<(String, String, String)>,
    /// Names and addresses of its series of events.
    series: Vec<(String, String)>,
    /// Names and addresses of its leagues.
    leagues: Vec<(String, String)>,
    /// Whether the visitor may create an event.
    may_create: bool,
}

type PoolRanking = (&'static Pool, Titles, Vec<Placed>);

struct OrganisationData {
    /// `None` if the number is not public.
    members: Option<i64>,
    keepers: Vec<(OrganisationRole, String)>,
    pools: Vec<PoolRanking>,
    titles: Vec<TitleDraft>,
    seasons: Vec<(i32, Season)>,
    shown: Option<(i32, Season, Table)>,
    events: Vec<Event>,
    series: Vec<String>,
    leagues: Vec<String>,
    /// Upcoming events run on this site, the earliest first.
    upcoming: Vec<ContestRow>,
    /// The number of granted roles, for those who may see them.
    roles: usize,
}

/// The requested season, else the current one, else the newest.
fn selected_season(
    seasons: &[(i32, Season)],
    asked: Option<i32>,
    today: Day,
) -> Option<(i32, Season)> {
    let asked = asked.and_then(|id| seasons.iter().find(|(own, _)| *own == id));
    let present = || seasons.iter().find(|(_, season)| season.contains(today));
    asked.or_else(present).or_else(|| seasons.last()).cloned()
}

fn load_organisation(
    app: &App,
    actor: &Actor,
    own: &Organisation,
    kept: bool,
    season: Option<i32>,
) -> Result<OrganisationData, Error> {
    let slug = own.slug.as_str();
    let open = own.state == OrganisationState::Open;
    let mut parts = Vec::new();
    for pool in if open { pools::of_organisation(app, slug)? } else { Vec::new() } {
        let rows = leaderboard::board(app, pool)?.page(None, TOP_PLAYERS).rows;
        // Few organisations play another game than the usual one.
        if rows.is_empty() && pool.family != Family::Standard {
            continue;
        }
        parts.push((pool, pools::titles(app, pool)?, rows));
    }
    let seasons = organisations::seasons(app, actor, slug)?;
    let today = today();
    let shown = match selected_season(&seasons, season, today) {
        Some((id, season)) => {
            let days = (season.first, season.last);
            Some((id, season, organisation_games::table(app, own.id, days)?))
        }
        None => None,
    };
    Ok(OrganisationData {
        members: match own.has_people() {
            true => Some(members::page(app, actor, slug, &MemberFilter::default(), 1)?.total),
            false => None,
        },
        keepers: roles::keepers(app, actor, slug)?,
        pools: parts,
        titles: organisations::titles(app, actor, slug)?,
        seasons,
        shown,
        events: organisations::events(app, actor, slug, None, MAX_EVENTS)?.items,
        series: series(app, actor, slug)?,
        leagues: leagues(app, actor, slug)?,
        upcoming: upcoming(app, own, today)?,
        roles: if kept { roles::list(app, actor, slug)?.len() } else { 0 },
    })
}

fn upcoming(app: &App, own: &Organisation, today: Day) -> Result<Vec<ContestRow>, Error> {
    if own.state != OrganisationState::Open {
        return Ok(Vec::new());
    }
    let mine = contests::upcoming_for_organisation(app, own.id, today, MAX_EVENTS)?.into_iter();
    Ok(mine.filter(|row| !row.is_ended() || row.is_cancelled()).collect())
}

/// The steps from a new organisation to its first event, in order.
fn onboarding_steps(
    visit: &RequestContext,
    place: &OrgContext,
    found: &OrganisationData,
) -> Vec<OnboardingStep> {
    let texts = visit.texts();
    let own = &place.organisation;
    if own.state != OrganisationState::Open {
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
    let mine = all.into_iter().filter(|step| place.is_permitted(visit, step.4));
    let steps: Vec<OnboardingStep> = mine
        .map(|(words, about, page, is_done, _)| OnboardingStep {
            words: texts.get(words),
            about,
            link: place.address(page),
            is_done,
        })
        .collect();
    if steps.iter().all(|step| step.is_done) { Vec::new() } else { steps }
}

fn series(app: &App, actor: &Actor, slug: &str) -> Result<Vec<String>, Error> {
    let all = contests::all_series(app, actor, slug)?.into_iter();
    Ok(all.take(MAX_EVENTS).map(|one| one.name).collect())
}

fn leagues(app: &App, actor: &Actor, slug: &str) -> Result<Vec<String>, Error> {
    let all = contests::leagues(app, actor, slug)?.into_iter();
    Ok(all.take(MAX_EVENTS).map(|(name, _)| name).collect())
}

/// Upcoming events, then past ones.
fn event_rows(texts: Texts, found: &OrganisationData) -> Vec<(String, String, String)> {
    let is_past = |event: &&Event| found.upcoming.iter().all(|own| own.slug != event.slug);
    let row =
        |event: &Event| (event.name.clone(), event.slug.clone(), format_day(texts, event.last_day));
    let upcoming = found.upcoming.iter().map(|row| {
        let mut day = format_day(texts, Day(row.first_day));
        if row.is_cancelled() {
            day = format!("{day} · {}", texts.text("contest-cancelled"));
        }
        (row.name.clone(), row.slug.clone(), day)
    });
    let played = found.events.iter().filter(is_past).map(row);
    upcoming.chain(played).collect()
}

fn page<'a>(
    visit: &RequestContext,
    place: &'a OrgContext,
    found: &'a OrganisationData,
    done: Option<FlashMessage>,
) -> OrganisationPage<'a> {
    let texts = visit.texts();
    let own = &place.organisation;
    let shown = found.shown.as_ref().map_or(0, |(id, ..)| *id);
    let others = found.seasons.iter().rev().filter(|(id, _)| *id != shown);
    let link = |id: &i32| format!("{}?season={id}", place.address(""));
    let pool = |(pool, titles, rows): &PoolRanking| PoolPart {
        name: pool_name(pool, texts),
        key: pool.key,
        lines: rows.iter().map(|row| LeaderboardRow::new(row, pool, titles, texts, None)).collect(),
    };
    OrganisationPage {
        frame: visit.frame(own.name.clone()),
        tabs: place.public_tabs(texts),
        area: place.area_label(texts),
        place,
        own,
        done: done.map(|done| done.text(texts)).unwrap_or_default(),
        emblem: Emblem::new(own),
        state: match own.state {
            OrganisationState::Open => String::new(),
            OrganisationState::Waiting => texts.get("org-waits"),
            other => state_label(other, texts),
        },
        since: format_date(texts, own.created_at),
        follow: Markup::default(),
        members: found.members.map(|count| texts.count("org-members-count", count)),
        keepers: found
            .keepers
            .iter()
            .map(|(role, name)| (name.as_str(), role_label(*role, texts)))
            .collect(),
        steps: onboarding_steps(visit, place, found),
        pools: found.pools.iter().map(pool).collect(),
        titles: found
            .titles
            .iter()
            .rev()
            .map(|one| (one.name.clone(), one.min_rating / 100))
            .collect(),
        season: found.shown.as_ref().map(|(_, season, table)| SeasonPart { texts, season, table }),
        seasons: others.map(|(id, season)| (season.name.clone(), link(id))).collect(),
        standings: match found.shown.as_ref() {
            Some((id, ..)) => format!("{}?season={id}", place.address("standings")),
            None => place.address("standings"),
        },
        events: event_rows(texts, found),
        series: found
            .series
            .iter()
            .map(|name| (name.clone(), series_address(&own.slug, name)))
            .collect(),
        leagues: found
            .leagues
            .iter()
            .map(|name| (name.clone(), league_address(&own.slug, name)))
            .collect(),
        may_create: own.state == OrganisationState::Open
            && place.is_permitted(visit, Act::RunEvent),
    }
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let given = query.parse(&["season", "done"]).or_page(&visit)?;
    let season = given.number("season", 1..=i32::MAX).or_page(&visit)?;
    let done = FlashMessage::from_query(&given, DONE_KEYS).or_page(&visit)?;
    let own = place.organisation.clone();
    let kept = place.is_permitted(&visit, Act::ReadRoles);
    let found =
        visit.run(move |app, actor| load_organisation(app, actor, &own, kept, season)).await?;
    let mut page = page(&visit, &place, &found, done);
    page.follow = follow_button(&visit, FollowKind::Organisation, &place.organisation.slug).await?;
    html(&visit, &page)
}
