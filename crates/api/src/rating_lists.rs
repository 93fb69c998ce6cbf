//! Rating lists of federations over the API.

use adjutant_domain::rating_list::{ListedPlayer, RatingKind};
use adjutant_service::contests::GenderField;
use adjutant_service::rating_lists::{self, ImportedList, NewRatingList, RatingList};
use adjutant_site::parameters::ParameterError;
use adjutant_site::time_format::iso_day;
use ledger_ratings::Day;

use super::prelude::*;

endpoints! {
    import: EditRoster;
    list: ReadRoster;
    search: ReadRoster;
    remove: EditRoster;
}

/// A rating list of an organisation.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingListItem {
    pub id: i32,
    pub name: String,
    /// The day it is of.
    pub date: String,
    pub players: u32,
    pub imported_at: String,
}

/// The rating lists of an organisation, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingListsResponse {
    pub lists: Vec<RatingListItem>,
}

/// A list that was imported.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingListImportResponse {
    pub list: RatingListItem,
    /// How many values were wrong and left out. Rows without a name are left out whole.
    pub faulty: usize,
    /// The first 20 of them, each with its line.
    pub faults: Vec<String>,
}

/// A player of a rating list; what is not known is null.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedPlayerItem {
    pub federation_number: Option<String>,
    pub name: String,
    pub federation: Option<String>,
    pub rating: Option<u32>,
    pub birth_year: Option<u16>,
    #[schema(value_type = Option<GenderField>)]
    pub gender: Option<&'static str>,
}

/// Players of a rating list.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedPlayersResponse {
    /// At most 50.
    pub players: Vec<ListedPlayerItem>,
}

/// The list that was removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemovedRatingListResponse {
    pub id: i32,
}

impl From<RatingList> for RatingListItem {
    fn from(one: RatingList) -> RatingListItem {
        RatingListItem {
            id: one.id,
            name: one.name,
            date: iso_day(one.day),
            players: one.players,
            imported_at: to_rfc3339(one.imported_at),
        }
    }
}

impl From<ImportedList> for RatingListImportResponse {
    fn from(done: ImportedList) -> RatingListImportResponse {
        RatingListImportResponse {
            list: done.list.into(),
            faulty: done.fault_count,
            faults: done.faults.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<ListedPlayer> for ListedPlayerItem {
    fn from(one: ListedPlayer) -> ListedPlayerItem {
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        ListedPlayerItem {
            federation_number: some(one.federation_number),
            name: one.name,
            federation: some(one.federation),
            rating: Some(one.rating).filter(|rating| *rating > 0),
            birth_year: one.birth_year,
            gender: one.gender.map(|gender| gender.key()),
        }
    }
}

/// A rating list as a file, not empty.
#[derive(Debug, ToSchema)]
#[schema(value_type = String, min_length = 1)]
#[allow(dead_code)]
pub struct RatingListBody(String);

/// Lists the rating lists of an organisation.
#[utoipa::path(
    get, path = "/api/v1/organisations/{slug}/rating-lists", operation_id = "listRatingLists",
    responses((status = 200, description = "The lists", body = RatingListsResponse,
        example = json!({"lists": [{"id": 1, "name": "FIDE standard", "date": "2026-11-01", "players": 500000, "imported_at": "2026-11-02T08:00:00Z"}]}))),
)]
pub async fn list(site: SiteData, BearerAuth(actor): BearerAuth, path: Path<String>) -> ApiResult {
    let lists = run_read(&site, move |app| rating_lists::lists(app, &actor, &path)).await?;
    let lists = lists.into_iter().map(RatingListItem::from).collect();
    Ok(private_json(&RatingListsResponse { lists }))
}

/// Imports a rating list: FIDE's XML or TXT, or CSV with a heading in English or Filipino.
///
/// It replaces the list with the same name once it is complete; a file that cannot be read to its end
/// changes nothing. A wrong value is left out and counted.
#[utoipa::path(
    post, path = "/api/v1/organisations/{slug}/rating-lists/new", operation_id = "importRatingList",
    params(
        ("name" = String, Query, description = "The name of the list", example = "FIDE standard", max_length = 60, pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
        ("date" = Option<String>, Query, description = "The day it is of, as `2026-11-01`; today by default", format = Date),
        ("rating" = Option<String>, Query, description = "Which rating is used if the list has several: `standard`, the default, `rapid` or `blitz`", pattern = "^(standard|rapid|blitz)$"),
    ),
    request_body(content = inline(RatingListBody), content_type = "text/plain", description = "The file, unpacked; by default at most 64 MiB"),
    responses(
        (status = 200, description = "The list is complete", body = RatingListImportResponse,
            example = json!({"list": {"id": 2, "name": "FIDE standard", "date": "2026-11-01", "players": 500000, "imported_at": "2026-11-02T08:00:00Z"}, "faulty": 1, "faults": ["Line 36: The name is missing."]})),
        (status = 409, description = "There are too many lists"),
    ),
)]
pub async fn import(
    ApiPost { site, actor, body }: ApiPost,
    caller: Caller,
    slug: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    let new = parse_new_list(&parameters)?;
    let permit = run_read(&site, move |app| rating_lists::permit(app, &actor, &slug)).await?;
    let file = body.bytes(site.settings.max_import_bytes, &["identity"]).await?;
    let app = site.app.clone();
    let done = site.lanes.import(caller, move || {
        let done = rating_lists::import(&app, &permit, &new, &file[..], now_micros());
        done.map_err(|e| match e {
            Error::Invalid { field: "file", message } => Error::invalid("body", message),
            other => other,
        })
    });
    Ok(private_json(&RatingListImportResponse::from(done.await??)))
}

fn parse_new_list(parameters: &QueryString) -> Result<NewRatingList, ParameterError> {
    let given = parameters.parse(&["name", "date", "rating"])?;
    let day = given.parse_with("date", AcceptedValues::described_by("takes-day"), Day::parse)?;
    let kinds = RatingKind::ALL.map(RatingKind::key).join(", ");
    let kind = given.parse_with("rating", AcceptedValues::one_of(kinds), RatingKind::parse)?;
    Ok(NewRatingList {
        name: given.text("name").unwrap_or_default(),
        day: day.unwrap_or_else(today),
        kind: kind.unwrap_or_default(),
    })
}

/// Finds players of a rating list by federation number, by the beginning of the name as it is listed,
/// or by the whole name in either order. Case and accents do not matter.
#[utoipa::path(
    get, path = "/api/v1/organisations/{slug}/rating-lists/{list}", operation_id = "searchRatingList",
    params(("search" = String, Query, description = "A federation number or a name", example = "reyes", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$")),
    responses((status = 200, description = "Who was found", body = ListedPlayersResponse,
        example = json!({"players": [{"federation_number": "5200001", "name": "Reyes, Ana", "federation": "PHI", "rating": 2134, "birth_year": 2004, "gender": "female"}]}))),
)]
pub async fn search(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, String)>,
    parameters: QueryString,
) -> ApiResult {
    let given = parameters.parse(&["search"])?;
    let query = given.text("search").unwrap_or_default();
    let (slug, list) = path.into_inner();
    // There is no list 0.
    let list = list.parse().unwrap_or(0);
    let find = move |app: &App| rating_lists::search(app, &actor, &slug, list, &query);
    let players = run_read(&site, find).await?;
    let players = players.into_iter().map(ListedPlayerItem::from).collect();
    Ok(private_json(&ListedPlayersResponse { players }))
}

/// Removes a rating list. Entrants keep what was filled from it.
#[utoipa::path(
    post, path = "/api/v1/organisations/{slug}/rating-lists/{list}/remove", operation_id = "deleteRatingList",
    responses((status = 200, description = "The list is removed", body = RemovedRatingListResponse, example = json!({"id": 1}))),
)]
pub async fn remove(
    ApiPost { site, actor, .. }: ApiPost,
    path: Path<(String, String)>,
) -> ApiResult {
    let (slug, list) = path.into_inner();
    let id = list.parse().unwrap_or(0);
    let remove = move |app: &App| rating_lists::remove(app, &actor, &slug, id, now_micros());
    run_read(&site, remove).await?;
    Ok(private_json(&RemovedRatingListResponse { id }))
}
