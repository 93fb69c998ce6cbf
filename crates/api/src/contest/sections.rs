//! Sections of a festival: events of one organisation that are run at one desk.

use adjutant_domain::contest::EntrantId;
use adjutant_service::contests::{self, CommandOutcome, NewSection, Section, SectionMove};

use super::event_setup::CreateEventResponse;
use super::{MAX_LONG_BODY_BYTES, read_permitted};
use crate::prelude::*;

endpoints! {
    list: ReadPublic;
    add: RunEvent;
    move_entrant: CheckIn;
}

/// A section.
#[derive(Debug, Serialize, ToSchema)]
pub struct SectionItem {
    /// What it is called in its festival.
    pub section: String,
    /// The slug of its event.
    pub slug: String,
    pub name: String,
    /// The number of its first table in the hall.
    pub first_table: u32,
    /// The last round that was published; null before there is one.
    pub round: Option<usize>,
    /// The tables of current rounds at which a game is to be played.
    pub open: usize,
}

/// The sections of a festival by their first tables, or the event alone if it is no section.
#[derive(Debug, Serialize, ToSchema)]
pub struct SectionListResponse {
    /// The name of the festival; null for an event on its own.
    pub festival: Option<String>,
    pub sections: Vec<SectionItem>,
}

impl From<&Section> for SectionItem {
    fn from(section: &Section) -> SectionItem {
        let contest = section.contest();
        SectionItem {
            section: section.name().to_owned(),
            slug: section.slug().to_owned(),
            name: section.loaded.row.name.clone(),
            first_table: contest.settings.first_table,
            round: contest.current_rounds().last().map(|at| at.round + 1),
            open: contest.open_table_count(),
        }
    }
}

/// A further section.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddSectionRequest {
    /// What it is called in the festival.
    pub section: String,
    /// The name of the festival, if the event belongs to none yet.
    #[serde(default)]
    pub festival: String,
    /// What the event itself is called in the festival, if it belongs to none yet.
    #[serde(default)]
    pub own_section: String,
    /// The number of its first table; behind those of the others if omitted.
    pub first_table: Option<u32>,
}

/// An entrant who is put into another section.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveEntrantRequest {
    pub entrant: u32,
    /// The slug of the other section.
    pub into: String,
    /// Whether they need not be eligible there.
    #[serde(default)]
    pub exception: bool,
}

/// Lists the sections of an event's festival. An event becomes a section with `editEvent`.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/sections", operation_id = "listSections",
    responses(
        (status = 200, description = "The sections", body = SectionListResponse,
            example = json!({"festival": "Manila Weekend", "sections": [{"section": "Open", "slug": "manila-weekend-open", "name": "Manila Weekend · Open", "first_table": 1, "round": 3, "open": 12}, {"section": "Women", "slug": "manila-weekend-women", "name": "Manila Weekend · Women", "first_table": 51, "round": null, "open": 0}]})),
        (status = 404, description = "No such event"),
    ),
)]
pub async fn list(site: SiteData, slug: Path<String>) -> ApiResult {
    let slug = slug.into_inner();
    let all = run_read(&site, move |app| contests::sections(app, &slug)).await?;
    let festival = all.first().and_then(|section| section.loaded.row.festival.clone());
    let sections = all.iter().map(SectionItem::from).collect();
    Ok(public_json(&SectionListResponse { festival, sections }))
}

/// Makes an event with the same settings and without entrants as a further section.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/sections/add", operation_id = "addSection",
    request_body(content = AddSectionRequest, example = json!({"section": "Women", "festival": "Manila Weekend", "own_section": "Open"})),
    responses(
        (status = 200, description = "The new event", body = CreateEventResponse, example = json!({"slug": "manila-weekend-women"})),
        (status = 409, description = "The organisation has an event of this name"),
    ),
)]
pub async fn add(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let slug = slug.into_inner();
    let of = (&actor, Act::RunEvent, slug.as_str());
    let sent: AddSectionRequest = read_permitted(&site, of, body, MAX_LONG_BODY_BYTES).await?;
    let AddSectionRequest { section, festival, own_section, first_table } = sent;
    let new = NewSection { section, festival, own_section, first_table };
    let app = site.app.clone();
    let add = move || contests::add_section(&app, &actor, &slug, &new, now_micros());
    Ok(private_json(&CreateEventResponse { slug: site.lanes.write(add).await?? }))
}

/// Puts an entrant who is in no stage that has begun into another section, with what they have paid and their details.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/sections/move", operation_id = "moveEntrant",
    request_body(content = MoveEntrantRequest, example = json!({"entrant": 7, "into": "manila-weekend-women"})),
    responses(
        (status = 200, description = "The version of the other section", body = CommandOutcome, example = json!({"version": 12, "facts": 2})),
        (status = 409, description = "The entrant is paired, or is in the other section, too"),
    ),
)]
pub async fn move_entrant(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let slug = slug.into_inner();
    let of = (&actor, Act::CheckIn, slug.as_str());
    let sent: MoveEntrantRequest = read_permitted(&site, of, body, MAX_LONG_BODY_BYTES).await?;
    let MoveEntrantRequest { entrant, into, exception } = sent;
    let wanted = SectionMove { from: slug, into, entrant: EntrantId(entrant), exception };
    let app = site.app.clone();
    let change = move || contests::move_entrant(&app, &actor, &wanted, now_micros());
    Ok(private_json(&site.lanes.write(change).await??))
}
