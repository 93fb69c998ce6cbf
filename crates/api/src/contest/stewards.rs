//! Links for stewards: created, listed and revoked by officials.

use adjutant_domain::contest::StewardScope;
use adjutant_service::contests::{self, NewStewardLink, StewardDuties, StewardLink};

use super::{read_permitted, to_zero_based};
use crate::prelude::*;

endpoints! {
    list: OfficiateEvent;
    create: OfficiateEvent;
    revoke: OfficiateEvent;
}

/// A new link.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateStewardLinkRequest {
    /// The link's name, such as that of a hall; at most 40 characters.
    pub name: String,
    /// Whether stewards may enter results with it.
    #[serde(default)]
    pub results: bool,
    /// Whether stewards may check in players with it.
    #[serde(default)]
    pub check_in: bool,
    /// The stage whose results may be entered; all if omitted, as for the next two fields.
    pub stage: Option<usize>,
    pub round: Option<usize>,
    /// The first and the last table.
    pub tables: Option<[usize; 2]>,
    /// Hours until it expires, at most 72.
    pub hours: u32,
}

/// The new link.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreateStewardLinkResponse {
    /// The link's address on this site. It contains the secret and is not shown again.
    pub path: String,
}

/// A link as officials see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct StewardLinkItem {
    /// Counted from 1 in the event.
    pub number: i32,
    pub name: String,
    pub results: bool,
    pub check_in: bool,
    pub stage: Option<usize>,
    pub round: Option<usize>,
    pub tables: Option<[usize; 2]>,
    pub made_at: String,
    pub expires_at: String,
    /// Null if nobody has used it.
    pub used_at: Option<String>,
    /// Whether it works: it has neither expired nor been revoked.
    pub open: bool,
}

/// Links, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct StewardLinkListResponse {
    pub links: Vec<StewardLinkItem>,
}

/// The state of a revoked link.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevokeStewardLinkResponse {
    pub number: i32,
    pub open: bool,
}

impl CreateStewardLinkRequest {
    fn into_new_link(self) -> Result<NewStewardLink, Error> {
        let number =
            |field, given: Option<usize>| given.map(|n| to_zero_based(field, n)).transpose();
        let tables = match self.tables {
            Some([first, last]) => {
                Some(to_zero_based("tables", first)?..=to_zero_based("tables", last)?)
            }
            None => None,
        };
        Ok(NewStewardLink {
            name: self.name,
            duties: StewardDuties { results: self.results, check_in: self.check_in },
            scope: StewardScope {
                stage: number("stage", self.stage)?,
                round: number("round", self.round)?,
                tables,
            },
            hours: self.hours,
        })
    }
}

impl From<StewardLink> for StewardLinkItem {
    fn from(link: StewardLink) -> StewardLinkItem {
        let from_1 = |number: usize| number + 1;
        StewardLinkItem {
            number: link.number,
            name: link.name,
            results: link.duties.results,
            check_in: link.duties.check_in,
            stage: link.scope.stage.map(from_1),
            round: link.scope.round.map(from_1),
            tables: link.scope.tables.map(|all| [from_1(*all.start()), from_1(*all.end())]),
            made_at: to_rfc3339(link.created_at),
            expires_at: to_rfc3339(link.expires_at),
            used_at: to_rfc3339_opt(link.used_at),
            open: link.is_open,
        }
    }
}

/// Lists the links by which people without an account enter results or check in players.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/stewards", operation_id = "listStewardLinks",
    responses((status = 200, description = "The links, without their secrets", body = StewardLinkListResponse,
        example = json!({"links": [{"number": 1, "name": "Hall B", "results": true, "check_in": false, "stage": null, "round": null, "tables": [1, 20], "made_at": "2026-12-05T08:00:00Z", "expires_at": "2026-12-05T16:00:00Z", "used_at": null, "open": true}]}))),
)]
pub async fn list(site: SiteData, BearerAuth(actor): BearerAuth, slug: Path<String>) -> ApiResult {
    let links =
        run_read(&site, move |app| contests::steward_links(app, &actor, &slug, now_micros()))
            .await?;
    let links = links.into_iter().map(StewardLinkItem::from).collect();
    Ok(private_json(&StewardLinkListResponse { links }))
}

/// Creates a link by which somebody without an account enters results of some tables, or checks in
/// players.
///
/// It works for whoever has its address until it expires or an official revokes it. It never
/// overwrites a result: if another one was entered or reported, an official decides.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/stewards/new", operation_id = "createStewardLink",
    request_body(content = CreateStewardLinkRequest, example = json!({"name": "Hall B", "results": true, "tables": [1, 20], "hours": 8})),
    responses((status = 200, description = "The new link", body = CreateStewardLinkResponse,
        example = json!({"path": "/hall/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}))),
)]
pub async fn create(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let of = (&actor, Act::OfficiateEvent, slug.as_str());
    let sent: CreateStewardLinkRequest = read_permitted(&site, of, body, MAX_COMMAND_BYTES).await?;
    let new = sent.into_new_link()?;
    let make = move |app: &_| contests::create_steward_link(app, &actor, &slug, &new, now_micros());
    let secret = run_read(&site, make).await?;
    Ok(private_json(&CreateStewardLinkResponse { path: format!("/hall/{}", secret.to_base32()) }))
}

/// Revokes a link at once.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/stewards/{number}/end", operation_id = "revokeStewardLink",
    responses((status = 200, description = "The link is revoked", body = RevokeStewardLinkResponse,
        example = json!({"number": 1, "open": false}))),
)]
pub async fn revoke(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, String)>,
) -> ApiResult {
    let (slug, number) = path.into_inner();
    // There is no link 0.
    let number: i32 = number.parse().unwrap_or(0);
    let end =
        move |app: &_| contests::revoke_steward_link(app, &actor, &slug, number, now_micros());
    run_read(&site, end).await?;
    Ok(private_json(&RevokeStewardLinkResponse { number, open: false }))
}
