//! An organisation's series of events, and the events of one, of which officials make the next.

use adjutant_service::access::Act;
use adjutant_service::contests::{self, ContestRow, EventSeries};
use adjutant_service::organisations::OrganisationState;
use adjutant_site::series_link::series_address;
use adjutant_site::time_format::{format_day, iso_day};
use ledger_ratings::Day;

use crate::web::prelude::*;
use adjutant_site::org_context::OrgContext;

#[derive(Template)]
#[template(path = "organisations/series.html")]
struct SeriesPage<'a> {
    frame: PageFrame,
    tabs: Vec<NavTab>,
    area: String,
    place: &'a OrgContext,
    heading: String,
    /// All series, unless one is shown.
    all: Vec<EventSeries>,
    /// The events of the series that is shown.
    events: Vec<ContestRow>,
    /// For officials: the form for the next event.
    next: Option<Form>,
}

impl SeriesPage<'_> {
    fn day(&self, event: &ContestRow) -> String {
        format_day(self.frame.texts, Day(event.first_day))
    }

    fn address(&self, series: &EventSeries) -> String {
        series_address(&self.place.organisation.slug, &series.name)
    }

    fn newest(series: &EventSeries) -> &ContestRow {
        &series.events[0]
    }
}

/// The form that duplicates the newest event at its desk.
fn next_form(visit: &RequestContext, place: &OrgContext, series: &EventSeries) -> Option<Form> {
    let is_open = place.organisation.state == OrganisationState::Open;
    if !is_open || !place.is_permitted(visit, Act::RunEvent) {
        return None;
    }
    let (texts, (name, day)) = (visit.texts(), series.next()?);
    let desk = format!("/events/{}/run/settings", series.events.first()?.slug);
    let form = visit.form("duplicate", &desk, "org-series-next").with_fields([
        Field::hidden(texts, "do", "duplicate"),
        Field::text(texts, "name", "contest-event-name").value(name).autocomplete("off").required(),
        Field::date(texts, "day", "contest-first-day").value(iso_day(day)).required(),
    ]);
    Some(form)
}

fn page<'a>(
    visit: &RequestContext,
    place: &'a OrgContext,
    (all, shown): (Vec<EventSeries>, Option<EventSeries>),
) -> SeriesPage<'a> {
    let heading = match &shown {
        Some(series) => series.name.clone(),
        None => visit.texts().get("org-series"),
    };
    SeriesPage {
        frame: visit.frame(format!("{heading} · {}", place.organisation.name)),
        tabs: place.public_tabs(visit.texts()),
        area: place.area_label(visit.texts()),
        place,
        heading,
        all,
        next: shown.as_ref().and_then(|series| next_form(visit, place, series)),
        events: shown.map(|series| series.events).unwrap_or_default(),
    }
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let given = query.parse(&["name"]).or_page(&visit)?;
    let name = given.text("name");
    let found = place.run(&visit, move |app, actor, slug| match name {
        Some(name) => Ok((Vec::new(), Some(contests::event_series(app, actor, slug, &name)?))),
        None => Ok((contests::all_series(app, actor, slug)?, None)),
    });
    let found = found.await?;
    html(&visit, &page(&visit, &place, found))
}
