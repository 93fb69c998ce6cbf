//! Events over the API.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::{App, Error, events};

use super::super::error::{ApiError, Problem};
use super::super::parameters::Parameters;
use super::super::site::Site;
use super::games::GameItem;
use super::lists::{self, Form, Item, Part};
use super::{Keep, ask, json};

#[derive(Debug, Serialize, ToSchema)]
pub struct EventItem {
    pub name: String,
    /// The event's name in addresses.
    pub slug: String,
}

/// Events, the one added last first.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventList {
    pub events: Vec<EventItem>,
    /// Send it as `before` for the next page; null at the end.
    pub next: Option<i32>,
}

const ROWS: usize = 100;

/// Events; with `Accept: application/x-ndjson` all of them, one a line.
#[utoipa::path(
    get,
    path = "/api/v1/events",
    operation_id = "listEvents",
    params(("before" = Option<i32>, Query, description = "`next` of an earlier page", minimum = 1)),
    responses(
        (status = 200, description = "A page of events, or all of them", content(
            (EventList = "application/json", example = json!({"events": [{"name": "Salpakan Open May", "slug": "salpakan-open-may"}], "next": null})),
            (EventItem = "application/x-ndjson", example = json!({"name": "Salpakan Open May", "slug": "salpakan-open-may"})),
        )),
        (status = 400, description = "A parameter is wrong", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#invalid", "title": "Bad Request", "status": 400, "detail": "The parameter “before” takes a whole number from 1 to 2147483647."})),
    ),
)]
pub async fn list(
    request: HttpRequest,
    site: web::Data<Site>,
    parameters: Parameters,
) -> Result<HttpResponse, ApiError> {
    let before = parameters.read(&["before"])?.number("before", 1..=i32::MAX)?;
    let form = Form::without_csv(&request);
    if form == Form::Ndjson {
        return lists::whole(&site, form, before, part).await;
    }
    let Part { rows, next } = ask(&site, move |app| part(app, before)).await?;
    let mut response = json(&EventList { events: rows, next }, Keep::Check);
    lists::varies(&mut response);
    Ok(response)
}

impl Item for EventItem {}

fn part(app: &App, before: Option<i32>) -> Result<Part<EventItem, i32>, Error> {
    let mut found = events::page(app, before, ROWS + 1)?;
    let more = found.len() > ROWS;
    found.truncate(ROWS);
    let next = found.last().filter(|_| more).map(|event| event.number);
    let rows = found.into_iter().map(|e| EventItem { name: e.name, slug: e.slug }).collect();
    Ok(Part { rows, next })
}

/// A row of the standings.
#[derive(Debug, Serialize, ToSchema)]
pub struct StandingItem {
    pub place: usize,
    pub handle: String,
    pub games: u32,
    /// 2 for a win, 1 for a draw.
    pub points: u32,
    /// Points against each player in the order of the rows; null where they did not meet.
    pub against: Vec<Option<u32>>,
}

/// An event.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventAnswer {
    pub name: String,
    pub slug: String,
    pub standings: Vec<StandingItem>,
    /// The newest first, at most 2,000.
    pub games: Vec<GameItem>,
}

/// An event with its cross-table and games.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}",
    operation_id = "getEvent",
    params(("slug" = String, Path, description = "The event's name in addresses")),
    responses(
        (status = 200, description = "The event", body = EventAnswer,
            example = json!({"name": "Salpakan Open May", "slug": "salpakan-open-may", "standings": [{"place": 1, "handle": "Lakandula", "games": 4, "points": 7, "against": [null]}], "games": []})),
        (status = 404, description = "No such event", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no event \"x\""})),
    ),
)]
pub async fn one(site: web::Data<Site>, path: web::Path<String>) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let page = ask(&site, move |app| events::get(app, &slug)).await?;
    let answer = EventAnswer {
        name: page.event.name,
        slug: page.event.slug,
        standings: page
            .standings
            .into_iter()
            .map(|s| StandingItem {
                place: s.place,
                handle: s.handle,
                games: s.games,
                points: s.points,
                against: s.against,
            })
            .collect(),
        games: page.games.into_iter().map(GameItem::from).collect(),
    };
    Ok(json(&answer, Keep::Check))
}
