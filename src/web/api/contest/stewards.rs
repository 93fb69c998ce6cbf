//! Links for stewards: made, listed and ended by officials.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::contest::Reach;
use crate::service::Error;
use crate::service::access::Act;
use crate::service::contests::{self, NewLink, StewardDuties, StewardLink};

use super::super::super::bearer::Asker;
use super::super::super::error::ApiError;
use super::super::super::moments::{exact, perhaps};
use super::super::super::site::Site;
use super::super::bodies::MOST_COMMAND;
use super::super::{Keep, ask, json};
use super::{from_one, now, taken};

/// A link that is to be made.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentLink {
    /// Such as a hall; at most 40 characters.
    pub name: String,
    /// Whether results are entered by it.
    #[serde(default)]
    pub results: bool,
    /// Whether people are checked in by it.
    #[serde(default)]
    pub check_in: bool,
    /// Of which stage results are entered; of all where it is left out, as in the next two.
    #[serde(default)]
    pub stage: Option<usize>,
    #[serde(default)]
    pub round: Option<usize>,
    /// The first and the last table.
    #[serde(default)]
    pub tables: Option<[usize; 2]>,
    /// So many hours it is open, at most 72.
    pub hours: u32,
}

/// A link that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeLink {
    /// Its address on this site, which has its secret: it is told now and never again.
    pub path: String,
}

/// A link as officials see it.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkItem {
    /// From 1 on, in the event.
    pub number: i32,
    pub name: String,
    pub results: bool,
    pub check_in: bool,
    pub stage: Option<usize>,
    pub round: Option<usize>,
    pub tables: Option<[usize; 2]>,
    pub made_at: String,
    pub expires_at: String,
    /// Null where nobody has used it.
    pub used_at: Option<String>,
    /// Whether it opens something: it has not expired, and nobody has ended it.
    pub open: bool,
}

/// Links, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct LinkList {
    pub links: Vec<LinkItem>,
}

/// What came of ending a link.
#[derive(Debug, Serialize, ToSchema)]
pub struct EndedLink {
    pub number: i32,
    pub open: bool,
}

impl SentLink {
    fn new_link(self) -> Result<NewLink, Error> {
        let number = |field, given: Option<usize>| given.map(|n| from_one(field, n)).transpose();
        let tables = match self.tables {
            Some([first, last]) => Some(from_one("tables", first)?..=from_one("tables", last)?),
            None => None,
        };
        Ok(NewLink {
            name: self.name,
            duties: StewardDuties { results: self.results, check_in: self.check_in },
            reach: Reach {
                stage: number("stage", self.stage)?,
                round: number("round", self.round)?,
                tables,
            },
            hours: self.hours,
        })
    }
}

impl From<StewardLink> for LinkItem {
    fn from(link: StewardLink) -> LinkItem {
        let from_1 = |number: usize| number + 1;
        LinkItem {
            number: link.number,
            name: link.name,
            results: link.duties.results,
            check_in: link.duties.check_in,
            stage: link.reach.stage.map(from_1),
            round: link.reach.round.map(from_1),
            tables: link.reach.tables.map(|all| [from_1(*all.start()), from_1(*all.end())]),
            made_at: exact(link.made_at),
            expires_at: exact(link.expires_at),
            used_at: perhaps(link.used_at),
            open: link.is_open,
        }
    }
}

/// The links by which people without an account enter results or check people in.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/stewards",
    operation_id = "listStewards",
    params(("slug" = String, Path, description = "The event's name in addresses")),
    responses((status = 200, description = "The links, without their secrets", body = LinkList,
        example = json!({"links": [{"number": 1, "name": "Hall B", "results": true, "check_in": false, "stage": null, "round": null, "tables": [1, 20], "made_at": "2026-12-05T08:00:00Z", "expires_at": "2026-12-05T16:00:00Z", "used_at": null, "open": true}]}))),
)]
pub async fn list(
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let links = ask(&site, move |app| contests::links(app, &actor, &slug, now())).await?;
    let links = links.into_iter().map(LinkItem::from).collect();
    Ok(json(&LinkList { links }, Keep::Private))
}

/// Makes a link by which somebody without an account enters results of some tables, or checks people in.
///
/// Whoever has its address can do that until it expires or an official ends it. What stands is never written over by
/// it: where something else was entered or said, an official decides.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/stewards/new",
    operation_id = "makeSteward",
    params(("slug" = String, Path, description = "The event's name in addresses")),
    request_body(content = SentLink, example = json!({"name": "Hall B", "results": true, "tables": [1, 20], "hours": 8})),
    responses((status = 200, description = "It is made", body = MadeLink,
        example = json!({"path": "/hall/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}))),
)]
pub async fn make(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let of = (&actor, Act::OfficiateEvent, slug.as_str());
    let sent: SentLink = taken((&request, payload), &site, of, MOST_COMMAND).await?;
    let new = sent.new_link()?;
    let make = move |app: &_| contests::make_link(app, &actor, &slug, &new, now());
    let secret = ask(&site, make).await?;
    Ok(json(&MadeLink { path: format!("/hall/{}", secret.text()) }, Keep::Private))
}

/// Ends a link at once.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/stewards/{number}/end",
    operation_id = "endSteward",
    params(
        ("slug" = String, Path, description = "The event's name in addresses"),
        ("number" = String, Path, description = "The link's number in the event", example = "1"),
    ),
    responses((status = 200, description = "It opens nothing any more", body = EndedLink,
        example = json!({"number": 1, "open": false}))),
)]
pub async fn end(
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, ApiError> {
    let (slug, number) = path.into_inner();
    // There is no link 0.
    let number: i32 = number.parse().unwrap_or(0);
    let end = move |app: &_| contests::end_link(app, &actor, &slug, number, now());
    ask(&site, end).await?;
    Ok(json(&EndedLink { number, open: false }, Keep::Private))
}
