//! Filling in what is missing of entrants from a rating list of the organisation.

use adjutant_service::contests::{self, FillLine, FillOptions, FillPreview, Filling};
use adjutant_site::schema_enums::{FillStatusName, FilledFieldName};

use super::{MAX_LONG_BODY_BYTES, read_permitted};
use crate::prelude::*;

endpoints! {
    fill: CheckIn;
}

/// What to fill in.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FillRequest {
    /// The number of a rating list; the newest by default.
    pub list: Option<i32>,
    /// Fills in ratings although a round was paired.
    #[serde(default)]
    pub late_ratings: bool,
    /// The `digest` of the preview, to apply it.
    pub apply: Option<String>,
}

/// A value that is filled in.
#[derive(Debug, Serialize, ToSchema)]
pub struct FilledValueItem {
    /// `rating`, `federation_number`, `birth_year` or `gender`.
    #[schema(value_type = FilledFieldName)]
    pub field: &'static str,
    /// Null for those who may not search the organisation's rating lists.
    pub value: Option<String>,
}

/// An entrant of whom something is missing.
#[derive(Debug, Serialize, ToSchema)]
pub struct FillItem {
    pub entrant: u32,
    pub name: String,
    /// `filled`, `unlisted`; `ambiguous`: then send the federation number first; `taken`: another
    /// entrant is, or may be, the same person of the list; or `doubtful`: who has the number has quite another name, or who
    /// has the name another year of birth.
    #[schema(value_type = FillStatusName)]
    pub status: &'static str,
    /// The name in the list; null for those who may not search it, too.
    pub from: Option<String>,
    pub values: Vec<FilledValueItem>,
}

/// What a rating list fills in, or has filled in.
#[derive(Debug, Serialize, ToSchema)]
pub struct FillResponse {
    pub applied: bool,
    /// Send it as `apply` to fill in what is shown; null if that is done.
    pub digest: Option<String>,
    /// The list's number.
    pub list: i32,
    pub list_name: String,
    /// The number of entrants who are completed.
    pub filled: usize,
    pub entrants: Vec<FillItem>,
}

impl From<FillLine> for FillItem {
    fn from(line: FillLine) -> FillItem {
        let (status, from, fields) = match line.filling {
            Filling::Filled { from, fields } => {
                ("filled", Some(from.name).filter(|name| !name.is_empty()), fields)
            }
            Filling::Ambiguous(_) => ("ambiguous", None, Vec::new()),
            Filling::Taken => ("taken", None, Vec::new()),
            Filling::Doubtful(name) => {
                ("doubtful", Some(name).filter(|name| !name.is_empty()), Vec::new())
            }
            Filling::Unlisted | Filling::Nothing => ("unlisted", None, Vec::new()),
        };
        let value = |(field, value): (contests::FilledField, String)| FilledValueItem {
            field: field.key(),
            value: Some(value).filter(|value| !value.is_empty()),
        };
        FillItem {
            entrant: line.entrant.0,
            name: line.name,
            status,
            from,
            values: fields.into_iter().map(value).collect(),
        }
    }
}

impl FillResponse {
    fn new(preview: FillPreview, applied: bool) -> FillResponse {
        FillResponse {
            applied,
            digest: (!applied).then(|| preview.digest.clone()),
            list: preview.list.id,
            filled: preview.filled_count(),
            list_name: preview.list.name,
            entrants: preview.lines.into_iter().map(FillItem::from).collect(),
        }
    }
}

/// Fills in what is missing of entrants from a rating list of the organisation, or previews it if
/// `apply` is missing.
///
/// Entrants are found by federation number; those without one by name, if the list has it once. What is
/// known stays. Once a round was paired, ratings are filled in with `late_ratings` only. If anything
/// has changed since the preview, nothing is done.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/fill", operation_id = "fillEntrantsFromRatingList",
    request_body(content = FillRequest, example = json!({})),
    responses(
        (status = 200, description = "What is or was filled in", body = FillResponse,
            example = json!({"applied": false, "digest": "2-41-0", "list": 2, "list_name": "FIDE standard", "filled": 1, "entrants": [{"entrant": 1, "name": "Ana Reyes", "status": "filled", "from": "Reyes, Ana", "values": [{"field": "rating", "value": "2134"}]}, {"entrant": 2, "name": "Juan Cruz", "status": "ambiguous", "from": null, "values": []}]})),
        (status = 409, description = "There is no list, or something has changed since the preview"),
    ),
)]
pub async fn fill(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let of = (&actor, Act::CheckIn, slug.as_str());
    let sent: FillRequest = read_permitted(&site, of, body, MAX_LONG_BODY_BYTES).await?;
    let options = FillOptions { list: sent.list, late_ratings: sent.late_ratings };
    let fill = move |app: &App| {
        let preview = contests::preview_fill(app, &actor, &slug, options)?;
        let Some(digest) = sent.apply else { return Ok(FillResponse::new(preview, false)) };
        contests::apply_fill(app, &actor, &slug, (options, &digest), now_micros())?;
        Ok::<_, Error>(FillResponse::new(preview, true))
    };
    Ok(private_json(&run_read(&site, fill).await?))
}
