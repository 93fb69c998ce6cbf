//! An organisation's leagues: divisions between which people go up and down.

use adjutant_domain::contest::EntrantId;
use adjutant_service::contests::{self, ContestRow, Division, DivisionPlace, NextSeason};
use adjutant_site::schema_enums::ZoneName;
use ledger_ratings::Day;

use super::prelude::*;

endpoints! {
    list: ReadPublic;
    show: ReadPublic;
    make_next: RunEvent;
    delete: RunEvent;
}

/// The largest decisions about a league, in bytes.
const MAX_DECISIONS_BYTES: usize = 256 << 10;

/// A division of a league.
#[derive(Debug, Serialize, ToSchema)]
pub struct DivisionItem {
    /// 1 for the first.
    pub level: i16,
    pub name: String,
    /// The event's slug.
    pub slug: String,
    /// How many come up from the division below.
    pub up: i16,
    /// How many go down.
    pub down: i16,
    /// How many of each side of the border below play for it.
    pub play_offs: i16,
}

/// A league.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeagueItem {
    pub name: String,
    /// The first one first.
    pub divisions: Vec<DivisionItem>,
}

/// Leagues, those with the newest events first.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeagueListResponse {
    pub leagues: Vec<LeagueItem>,
}

/// Somebody in a division, as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct DivisionPlaceItem {
    pub entrant: u32,
    pub name: String,
    /// Null for who is in no stage yet.
    pub place: Option<usize>,
    /// `up`, `plays-up`, `stays`, `plays-down`, `down` or `leaves`.
    #[schema(value_type = ZoneName)]
    pub zone: &'static str,
    /// Whether somebody with the same place is in another zone.
    pub tied: bool,
}

/// A division with its standings.
#[derive(Debug, Serialize, ToSchema)]
pub struct DivisionStandingsItem {
    /// 1 for the first.
    pub level: usize,
    pub slug: String,
    pub places: Vec<DivisionPlaceItem>,
}

/// A league as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeagueStandingsResponse {
    pub name: String,
    /// Whether the next season can be made.
    pub over: bool,
    pub divisions: Vec<DivisionStandingsItem>,
}

/// Where somebody goes in the next season.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LeagueDecision {
    /// The slug of the event that they were in.
    pub event: String,
    pub entrant: u32,
    /// The division, from 1; null for who does not come back.
    pub level: Option<usize>,
}

/// The next season of a league.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NextSeasonRequest {
    pub league: String,
    /// The league's name in the next season.
    pub name: String,
    /// The first day, such as `2027-12-05`.
    #[schema(format = Date)]
    pub first_day: String,
    /// About those who do not go where their zone says.
    #[serde(default)]
    pub decisions: Vec<LeagueDecision>,
}

/// The name of the league whose drafts are deleted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteLeagueRequest {
    pub league: String,
}

/// The event of the first division.
#[derive(Debug, Serialize, ToSchema)]
pub struct NextSeasonResponse {
    pub slug: String,
}

/// The league whose drafts were deleted.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeleteLeagueResponse {
    pub league: String,
}

fn division_item(row: ContestRow) -> DivisionItem {
    let ContestRow { level, name, slug, ups, downs, play_offs, .. } = row;
    DivisionItem { level, name, slug, up: ups, down: downs, play_offs }
}

fn standings_item(division: &Division) -> DivisionStandingsItem {
    let place = |one: &DivisionPlace| DivisionPlaceItem {
        entrant: one.id.0,
        name: one.name.clone(),
        place: one.place,
        zone: one.zone.key(),
        tied: one.is_tied,
    };
    DivisionStandingsItem {
        level: division.level + 1,
        slug: division.loaded.row.slug.clone(),
        places: division.places.iter().map(place).collect(),
    }
}

/// Returns an organisation's leagues. An event becomes a division with `editEvent`.
#[utoipa::path(
    get, path = "/api/v1/organisations/{slug}/leagues", operation_id = "listLeagues",
    responses(
        (status = 200, description = "The leagues", body = LeagueListResponse,
            example = json!({"leagues": [{"name": "Liga 2026", "divisions": [{"level": 1, "name": "Liga 2026 · Una", "slug": "liga-2026-una", "up": 2, "down": 2, "play_offs": 1}]}]})),
        (status = 404, description = "No such organisation"),
    ),
)]
pub async fn list(site: SiteData, caller: Caller, slug: Path<String>) -> ApiResult {
    let (slug, nobody) = (slug.into_inner(), Actor::nobody());
    let found = run_heavy(&site, caller, move |app| contests::leagues(app, &nobody, &slug)).await?;
    let league = |(name, rows): (String, Vec<ContestRow>)| LeagueItem {
        name,
        divisions: rows.into_iter().map(division_item).collect(),
    };
    Ok(public_json(&LeagueListResponse { leagues: found.into_iter().map(league).collect() }))
}

/// Returns the divisions of a league as they stand, with who goes up and down.
#[utoipa::path(
    get, path = "/api/v1/organisations/{slug}/leagues/standings", operation_id = "getLeagueStandings",
    params(("league" = Option<String>, Query, description = "The name of the league, instead of the newest", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$")),
    responses(
        (status = 200, description = "The league", body = LeagueStandingsResponse,
            example = json!({"name": "Liga 2026", "over": false, "divisions": [{"level": 1, "slug": "liga-2026-una", "places": [{"entrant": 3, "name": "Ana", "place": 1, "zone": "stays", "tied": false}]}]})),
        (status = 404, description = "No such organisation or league"),
    ),
)]
pub async fn show(
    site: SiteData,
    caller: Caller,
    slug: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    let asked = parameters.parse(&["league"])?.text("league");
    let (slug, nobody) = (slug.into_inner(), Actor::nobody());
    let found = run_heavy(&site, caller, move |app| {
        let newest = || Ok::<_, Error>(contests::leagues(app, &nobody, &slug)?.into_iter().next());
        let name = match asked {
            Some(name) => Some(name),
            None => newest()?.map(|(name, _)| name),
        };
        name.map(|name| contests::league(app, &nobody, &slug, &name)).transpose()
    });
    let Some(league) = found.await? else {
        return Ok(public_json(&LeagueStandingsResponse {
            name: String::new(),
            over: false,
            divisions: Vec::new(),
        }));
    };
    Ok(public_json(&LeagueStandingsResponse {
        over: league.is_over(),
        divisions: league.divisions.iter().map(standings_item).collect(),
        name: league.name,
    }))
}

/// Makes the events of a league's next season, with those who go up, stay and come down.
#[utoipa::path(
    post, path = "/api/v1/organisations/{slug}/leagues/next", operation_id = "createNextSeason",
    request_body(content = NextSeasonRequest, example = json!({"league": "Liga 2026", "name": "Liga 2027", "first_day": "2027-12-05", "decisions": [{"event": "liga-2026-una", "entrant": 4, "level": null}]})),
    responses(
        (status = 200, description = "The event of the first division", body = NextSeasonResponse, example = json!({"slug": "liga-2027-una"})),
        (status = 409, description = "An event of the league is not over, or the organisation has one of this name"),
    ),
)]
pub async fn make_next(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let slug = slug.into_inner();
    permit(&site, &actor, &slug).await?;
    let sent: NextSeasonRequest = body.json(MAX_DECISIONS_BYTES).await?;
    let first_day = Day::parse(&sent.first_day);
    let first_day = first_day.ok_or_else(|| Error::invalid("first_day", Day::TAKES))?;
    let mut decisions = contests::Decisions::new();
    for LeagueDecision { event, entrant, level } in sent.decisions {
        let level = match level {
            Some(0) => return Err(Error::invalid("decisions", "Divisions count from 1.").into()),
            level => level.map(|level| level - 1),
        };
        decisions.insert((event, EntrantId(entrant)), level);
    }
    let NextSeasonRequest { league, name, .. } = sent;
    let next = NextSeason { league, name, first_day, decisions };
    let app = site.app.clone();
    let make = move || contests::make_next_season(&app, &actor, &slug, &next, now_micros());
    Ok(private_json(&NextSeasonResponse { slug: site.lanes.write(make).await?? }))
}

/// Deletes the events of a league, none of which has begun.
#[utoipa::path(
    post, path = "/api/v1/organisations/{slug}/leagues/delete", operation_id = "deleteLeague",
    request_body(content = DeleteLeagueRequest, example = json!({"league": "Liga 2027"})),
    responses(
        (status = 200, description = "The events are deleted", body = DeleteLeagueResponse, example = json!({"league": "Liga 2027"})),
        (status = 409, description = "A round of it was published"),
    ),
)]
pub async fn delete(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let slug = slug.into_inner();
    permit(&site, &actor, &slug).await?;
    let DeleteLeagueRequest { league } = body.json(MAX_DECISIONS_BYTES).await?;
    let (app, name) = (site.app.clone(), league.clone());
    let delete = move || contests::delete_drafts(&app, &actor, &slug, &name, now_micros());
    site.lanes.write(delete).await??;
    Ok(private_json(&DeleteLeagueResponse { league }))
}

async fn permit(site: &SiteData, actor: &Actor, slug: &str) -> ApiResult<()> {
    let (by, asked) = (actor.clone(), slug.to_owned());
    run_read(site, move |app| contests::authorize_creation(app, &by, &asked)).await
}
