//! Public data of organisations over the API.

use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::organisation::seasons::Season;
use adjutant_domain::organisation::titles::TitleDraft;
use adjutant_service::members::{self, MemberFilter};
use adjutant_service::organisations::{self, Organisation, OrganisationFilter, OrganisationState};
use adjutant_service::records::date_of;
use adjutant_service::{pools, roles};
use adjutant_site::schema_enums::OrganisationRoleName;
use ledger_ratings::Pool;

use super::lists::{self, ListRow, RowBatch};
use super::prelude::*;

endpoints! {
    list: ReadPublic;
    show: ReadPublic;
}

/// The number of rows on a page.
const BATCH_ROWS: usize = 100;

/// An organisation.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrganisationItem {
    pub name: String,
    /// The organisation's slug; it never changes.
    pub slug: String,
    pub place: String,
    pub about: String,
    /// An address that begins with `https`, or empty.
    pub website: String,
    /// Such as `#0a3d62`.
    pub color: String,
    pub accent: String,
    /// The address of its logo, a PNG; null if it has none.
    pub logo: Option<String>,
}

/// Organisations by name.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrganisationPage {
    pub organisations: Vec<OrganisationItem>,
    /// Send it as `after` for the next page; null at the end.
    pub next: Option<String>,
}

impl ListRow for OrganisationItem {}

impl From<Organisation> for OrganisationItem {
    fn from(one: Organisation) -> OrganisationItem {
        OrganisationItem {
            logo: one.logo.map(|_| format!("/organisations/{}/logo.png", one.slug)),
            name: one.name,
            slug: one.slug,
            place: one.place,
            about: one.about,
            website: one.website,
            color: one.color.to_string(),
            accent: one.accent.to_string(),
        }
    }
}

/// Lists organisations by name; with `Accept: application/x-ndjson` all of them, one per line.
#[utoipa::path(
    get, path = "/api/v1/organisations", operation_id = "listOrganisations",
    params(
        ("search" = Option<String>, Query, description = "The beginning of the name", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
        ("after" = Option<String>, Query, description = "`next` of the previous page", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
    ),
    responses((status = 200, description = "A page of organisations, or all of them", content(
        (OrganisationPage = "application/json", example = json!({"organisations": [{"name": "Liga ng Bayan", "slug": "liga-ng-bayan", "place": "Cebu", "about": "", "website": "", "color": "#0a3d62", "accent": "#f6b93b", "logo": null}], "next": null})),
        (OrganisationItem = "application/x-ndjson", example = json!({"name": "Liga ng Bayan", "slug": "liga-ng-bayan", "place": "Cebu", "about": "", "website": "", "color": "#0a3d62", "accent": "#f6b93b", "logo": null})),
        ))),
)]
pub async fn list(request: HttpRequest, site: SiteData, parameters: QueryString) -> ApiResult {
    let given = parameters.parse(&["search", "after"])?;
    let prefix = given.text("search").unwrap_or_default();
    // Those that are not open are not available over the API.
    let fetch = move |app: &App, after: Option<String>| {
        let (prefix, after) = (prefix.clone(), after.unwrap_or_default());
        let filter = OrganisationFilter { prefix, after, state: OrganisationState::Open };
        let found = organisations::page(app, &Actor::nobody(), &filter, BATCH_ROWS)?;
        let rows = found.items.into_iter().map(OrganisationItem::from).collect();
        Ok(RowBatch { rows, next: found.next })
    };
    let to_page = |organisations, next| OrganisationPage { organisations, next };
    lists::page_or_all(&site, &request, given.text("after"), fetch, to_page).await
}

/// A title and the rating that it requires.
#[derive(Debug, Serialize, ToSchema)]
pub struct TitleItem {
    pub name: String,
    pub from_rating: i32,
}

/// A season, including its first and last day.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeasonItem {
    pub name: String,
    pub first_day: String,
    pub last_day: String,
}

/// An official of an organisation.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnerItem {
    pub handle: String,
    /// `owner` or `organizer`.
    #[schema(value_type = OrganisationRoleName)]
    pub role: &'static str,
}

/// An organisation with officials, pools, titles and seasons.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrganisationResponse {
    #[serde(flatten)]
    pub organisation: OrganisationItem,
    /// Officials of the organisation, owners first, at most 20. Only players of this site are listed, and no minors.
    pub keepers: Vec<OwnerItem>,
    /// The number of public members.
    pub members: i64,
    /// The keys of its rating pools, for `/api/v1/leaderboards/POOL`.
    pub pools: Vec<&'static str>,
    /// Its own titles, lowest first; empty if the site's titles apply.
    pub titles: Vec<TitleItem>,
    pub seasons: Vec<SeasonItem>,
}

/// Returns an organisation with its officials, pools, titles and seasons.
#[utoipa::path(
    get, path = "/api/v1/organisations/{slug}", operation_id = "getOrganisation",
    responses((status = 200, description = "The organisation", body = OrganisationResponse,
        example = json!({"name": "Liga ng Bayan", "slug": "liga-ng-bayan", "place": "Cebu", "about": "", "website": "", "color": "#0a3d62", "accent": "#f6b93b", "logo": null, "keepers": [{"handle": "Lakandula", "role": "owner"}], "members": 60, "pools": ["liga-ng-bayan.online", "liga-ng-bayan.face-to-face"], "titles": [{"name": "Kapitan", "from_rating": 1600}], "seasons": [{"name": "Dry season", "first_day": "2026.01.01", "last_day": "2026.05.31"}]}))),
)]
pub async fn show(site: SiteData, slug: Path<String>) -> ApiResult {
    let slug = slug.into_inner();
    let answer = run_read(&site, move |app| find_organisation(app, &slug)).await?;
    Ok(public_json(&answer))
}

fn find_organisation(app: &App, slug: &str) -> Result<OrganisationResponse, Error> {
    let nobody = Actor::nobody();
    let organisation = organisations::get(app, &nobody, slug)?;
    let title =
        |one: TitleDraft| TitleItem { name: one.name, from_rating: one.min_rating.div_euclid(100) };
    let season = |(_, one): (i32, Season)| SeasonItem {
        name: one.name,
        first_day: date_of(one.first),
        last_day: date_of(one.last),
    };
    let keeper =
        |(role, handle): (OrganisationRole, String)| OwnerItem { handle, role: role.key() };
    Ok(OrganisationResponse {
        keepers: roles::keepers(app, &nobody, slug)?.into_iter().map(keeper).collect(),
        members: members::page(app, &nobody, slug, &MemberFilter::default(), 1)?.total,
        pools: pools::of_organisation(app, slug)?.into_iter().map(|pool: &Pool| pool.key).collect(),
        titles: organisations::titles(app, &nobody, slug)?.into_iter().map(title).collect(),
        seasons: organisations::seasons(app, &nobody, slug)?.into_iter().map(season).collect(),
        organisation: organisation.into(),
    })
}
