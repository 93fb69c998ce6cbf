//! The standings of an organisation's season: players by points from its events.

use crate::web::prelude::*;
use adjutant_domain::organisation::season_points::{EventPoints, PointScale};
use adjutant_domain::organisation::seasons::Season;
use adjutant_service::contests::{self, SeasonEvent, SeasonTable};
use adjutant_service::organisations;
use adjutant_site::filters;
use adjutant_site::time_format::{format_day, format_days, today};

use adjutant_site::org_context::OrgContext;

#[derive(Template)]
#[template(path = "organisations/standings.html")]
struct StandingsPage<'a> {
    frame: PageFrame,
    tabs: Vec<NavTab>,
    area: String,
    place: &'a OrgContext,
    /// The season shown, if there is any.
    table: Option<(&'a Season, &'a SeasonTable)>,
    /// The other seasons with their addresses.
    seasons: Vec<(String, String)>,
}

impl StandingsPage<'_> {
    fn days(&self, season: &Season) -> String {
        format_days(self.frame.texts, season.first, season.last)
    }

    fn day(&self, event: &SeasonEvent) -> String {
        format_day(self.frame.texts, event.first_day)
    }

    fn event<'t>(table: &'t SeasonTable, share: &EventPoints) -> &'t str {
        table.events.get(share.event).map_or("", |event| &event.name)
    }

    fn csv(&self, table: &SeasonTable) -> String {
        let slug = &self.place.organisation.slug;
        format!("/api/v1/organisations/{slug}/standings.csv?season={}", table.id)
    }

    fn points(scale: &PointScale) -> String {
        scale.points.iter().map(u32::to_string).collect::<Vec<_>>().join(" – ")
    }
}

fn page<'a>(
    visit: &RequestContext,
    place: &'a OrgContext,
    seasons: &[(i32, Season)],
    table: Option<&'a SeasonTable>,
) -> StandingsPage<'a> {
    let here = place.address("standings");
    let others = seasons.iter().rev().filter(|(id, _)| table.is_none_or(|one| one.id != *id));
    let title = visit.texts().get("org-standings");
    StandingsPage {
        frame: visit.frame(format!("{title} · {}", place.organisation.name)),
        tabs: place.public_tabs(visit.texts()),
        area: place.area_label(visit.texts()),
        place,
        table: table.map(|table| (&table.season, table)),
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
