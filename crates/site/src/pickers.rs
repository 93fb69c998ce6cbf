//! What filters of lists offer to pick from.

use adjutant_service::access::Actor;
use adjutant_service::organisations::{self, OrganisationFilter, OrganisationState};
use adjutant_service::{App, Error, events};

use crate::kit::Choice;

/// Slug and name.
pub type Named = (String, String);

/// The newest events that are offered.
const EVENTS: usize = 100;

/// The newest events.
pub fn newest_events(app: &App) -> Result<Vec<Named>, Error> {
    let found = events::page(app, None, None, EVENTS)?.items.into_iter();
    Ok(found.filter(|event| !event.is_unknown()).map(|event| (event.slug, event.name)).collect())
}

/// Open organisations, by name.
pub fn open_organisations(app: &App) -> Result<Vec<Named>, Error> {
    let listing = OrganisationFilter {
        prefix: String::new(),
        after: String::new(),
        state: OrganisationState::Open,
    };
    let page = organisations::page(app, &Actor::nobody(), &listing, organisations::MAX_PAGE_SIZE)?;
    Ok(page.items.into_iter().map(|one| (one.slug, one.name)).collect())
}

/// The choices, of which one may be chosen; if it is not among them, it is offered by its slug.
pub fn choices(known: Vec<Named>, chosen: &str) -> Vec<Choice> {
    let is_known = chosen.is_empty() || known.iter().any(|(slug, _)| slug == chosen);
    let other = (!is_known).then(|| (chosen.to_owned(), chosen.to_owned()));
    let choice = |(slug, name): Named| Choice { chosen: slug == chosen, ..Choice::new(slug, name) };
    other.into_iter().chain(known).map(choice).collect()
}
