//! The standings of an organisation's season: players by points from its events.

use crate::web::prelude::*;
use adjutant_domain::organisation::season_points::PointScale;
use adjutant_domain::organisation::seasons::Season;
use adjutant_service::contests::{self, SeasonEvent, SeasonTable};
use adjutant_service::organisations;
use adjutant_site::parameters::percent_encode;
use adjutant_site::time_format::{format_day, format_days, today};

use super::org_context::OrgContext;

struct SeasonStandingRow {
    place: usize,
    handle: String,
    link: String,
    points: u32,
    titles: u32,
    events: usize,
    /// Name, place and points of each of the player's events.
    shares: Vec<(String, usize, u32)>,
}

struct SeasonEventRow {
    name: String,
    link: String,
    kind: String,
    day: String,
    entrants: usize,
    winners: String,
}

#[derive(Template)]
#[template(path = "organisations/standings.html")]
struct StandingsPage {
    frame: PageFrame,
    tabs: Vec<NavTab>,
    area: String,
    name: String,
    home: String,
    /// The season shown, if there is any.
    table: Option<SeasonView>,
    /// The other seasons with their addresses.
    seasons: Vec<(String, String)>,
}

struct SeasonView {
    name: String,
    days: String,
    lines: Vec<SeasonStandingRow>,
    events: Vec<SeasonEventRow>,
    scales: Vec<(String, String)>,
    guests: usize,
    partial: bool,
    csv: String,
}

fn standing_rows(table: &SeasonTable) -> Vec<SeasonStandingRow> {
    let name = |event: usize| table.events.get(event).map(|own| own.name.clone());
    let line = |row: &contests::SeasonPlace| {
        let shares = row.shares.iter();
        SeasonStandingRow {
            place: row.place,
            handle: row.handle.clone(),
            link: percent_encode(&row.handle),
            points: row.points,
            titles: row.titles,
            events: row.shares.len(),
            shares: shares
                .map(|one| (name(one.event).unwrap_or_default(), one.place, one.points))
                .collect(),
        }
    };
    table.rows.iter().map(line).collect()
}

fn event_row(one: &SeasonEvent) -> SeasonEventRow {
    SeasonEventRow {
        name: one.name.clone(),
        link: format!("/events/{}?view=standings", one.slug),
        kind: one.kind.clone(),
        day: format_day(one.first_day),
        entrants: one.entrant_count,
        winners: one.winners.join(", "),
    }
}

fn season_view(slug: &str, table: &SeasonTable, texts: Texts) -> SeasonView {
    let scale = |one: &PointScale| {
        let points: Vec<String> = one.points.iter().map(u32::to_string).collect();
        let other = || texts.get("org-points-others");
        (if one.kind.is_empty() { other() } else { one.kind.clone() }, points.join(" – "))
    };
    let season = &table.season;
    SeasonView {
        name: season.name.clone(),
        days: format_days(season.first, season.last),
        lines: standing_rows(table),
        events: table.events.iter().map(event_row).collect(),
        scales: table.scales.0.iter().map(scale).collect(),
        guests: table.guests,
        partial: table.is_partial,
        csv: format!("/api/v1/organisations/{slug}/standings.csv?season={}", table.id),
    }
}

fn page(
    visit: &RequestContext,
    place: &OrgContext,
    seasons: &[(i32, Season)],
    table: Option<&SeasonTable>,
) -> StandingsPage {
    let texts = visit.texts();
    let own = &place.organisation;
    let here = place.address("standings");
    let others = seasons.iter().rev().filter(|(id, _)| table.is_none_or(|one| one.id != *id));
    let title = texts.get("org-standings");
    StandingsPage {
        frame: visit.frame(format!("{title} · {}", own.name)),
        tabs: place.public_tabs(texts),
        area: place.area_label(texts),
        name: own.name.clone(),
        home: place.address(""),
        table: table.map(|table| season_view(&own.slug, table, texts)),
        seasons: others
            .map(|(id, season)| (season.name.clone(), format!("{here}?season={id}")))
            .collect(),
    }
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let given = query.parse(&["season"]).or_page(&visit)?;
    let season = given.number("season", 1..=i32::MAX).or_page(&visit)?;
    let slug = place.organisation.slug.clone();
    let read = visit.run_heavy(move |app, actor| {
        let table = contests::season_table(app, actor, &slug, (season, today()))?;
        Ok((organisations::seasons(app, actor, &slug)?, table))
    });
    let (seasons, table) = read.await?;
    html(&visit, &page(&visit, &place, &seasons, table.as_ref()))
}
