//! Queries of the index with names and permissions.

use std::collections::{HashMap, HashSet};

use crate::access::Actor;
use crate::games::{GameSummary, summaries};
use crate::{App, Error, Result, Thing, own_set_ups, pools, refusals};
use adjutant_domain::formation::{
    Condition, Example, Filter, Listed, Nearest, SetUp, Strategy, StrategyTallies, Totals,
};
use adjutant_store::{AnyConnection, distinct, events, games, owners, players, seasons};
use ledger_ratings::Day;
use salpakan::rules::{Color, Deployment, RuleSet};

use super::index_cache::current_snapshot;

/// Search criteria; all are optional and must hold together.
#[derive(Clone, Default)]
pub struct FormationSearch {
    pub player: Option<String>,
    pub opponent: Option<String>,
    pub event: Option<String>,
    /// The slug of the organisation that owns the games.
    pub organisation: Option<String>,
    /// The id of one of its seasons.
    pub season: Option<i32>,
    pub pool: Option<String>,
    pub min_rating: Option<u16>,
    pub max_rating: Option<u16>,
    pub from: Option<Day>,
    pub to: Option<Day>,
    pub color: Option<Color>,
    pub folded: bool,
    pub conditions: Vec<Condition>,
    pub strategy: Option<Strategy>,
}

#[derive(Debug, Clone)]
pub struct ExampleGame {
    pub game: GameSummary,
    /// The side whose set-up matches.
    pub color: Color,
}

#[derive(Default)]
pub struct FormationOverview {
    /// Whether the index is still being built, so that there is no result yet.
    pub is_preparing: bool,
    pub game_count: usize,
    pub totals: Totals,
    pub strategies: StrategyTallies,
    /// The most used, folded.
    pub popular: Vec<Listed>,
    pub examples: Vec<ExampleGame>,
}

#[derive(Default)]
pub struct SimilarFormations {
    /// Whether the index is still being built, so that there is no result yet.
    pub is_preparing: bool,
    pub nearest: Nearest,
    pub examples: Vec<ExampleGame>,
}

const MAX_LISTED: usize = 10;
/// The number of games examined for the list, as some are not public.
const MAX_SCANNED_EXAMPLES: usize = 50;

/// The heat map, the most used set-ups and the newest games that match.
pub fn overview(app: &App, actor: &Actor, search: &FormationSearch) -> Result<FormationOverview> {
    let filter = build_filter(app, actor, search)?;
    let Some(snapshot) = current_snapshot(app)? else {
        return Ok(FormationOverview { is_preparing: true, ..FormationOverview::default() });
    };
    let index = &snapshot.index;
    let mut popular = index.popular(&filter, MAX_LISTED);
    // Set-ups used once are not popular.
    popular.set_ups.retain(|listed| listed.tally.games() > 1);
    let found = index.examples(&filter, MAX_SCANNED_EXAMPLES);
    Ok(FormationOverview {
        is_preparing: false,
        game_count: index.games(),
        totals: index.totals(&filter),
        strategies: index.strategies(&filter),
        popular: popular.set_ups,
        examples: examples(&mut *app.store().read_connection()?, actor, &found)?,
    })
}

/// The games of a set-up and similar set-ups among those that match.
pub fn similar_formations(
    app: &App,
    actor: &Actor,
    army: &Deployment,
    search: &FormationSearch,
) -> Result<SimilarFormations> {
    let filter = build_filter(app, actor, search)?;
    let set_up = SetUp::of(army).ok_or_else(|| {
        Error::Internal("a share code of the standard rules gives another army".to_owned())
    })?;
    let Some(snapshot) = current_snapshot(app)? else {
        return Ok(SimilarFormations { is_preparing: true, ..SimilarFormations::default() });
    };
    let nearest = Nearest::find(&snapshot.index, set_up, &filter, MAX_SCANNED_EXAMPLES);
    let examples = examples(&mut *app.store().read_connection()?, actor, &nearest.examples)?;
    let others = nearest.others.iter().take(MAX_LISTED).copied().collect();
    Ok(SimilarFormations { is_preparing: false, nearest: Nearest { others, ..nearest }, examples })
}

/// The set-up of a share code under the standard rules, as White's.
pub fn from_share_code(code: &str) -> Result<Deployment> {
    own_set_ups::by_share_code(&RuleSet::STANDARD, code).map_err(|e| match e {
        Error::Invalid { message, .. } => Error::NotFound(message),
        other => other,
    })
}

fn build_filter(app: &App, actor: &Actor, search: &FormationSearch) -> Result<Filter> {
    let mut conn = app.store().read_connection()?;
    let mut filter = Filter {
        least_rating: search.min_rating,
        most_rating: search.max_rating,
        from: search.from.map(|day| day.0),
        to: search.to.map(|day| day.0),
        color: search.color,
        folded: search.folded,
        when: search.conditions.clone(),
        strategy: search.strategy,
        ..Filter::default()
    };
    let named = |conn: &mut AnyConnection, handle: &Option<String>| match handle {
        Some(handle) => find_queryable_player(conn, actor, handle).map(Some),
        None => Ok(None),
    };
    filter.player = named(&mut conn, &search.player)?;
    filter.opponent = named(&mut conn, &search.opponent)?;
    if let Some(slug) = &search.event {
        let event = events::by_slug(&mut conn, slug)?;
        filter.event = Some(event.ok_or_else(|| Error::missing(Thing::Event, slug))?.id);
    }
    if search.season.is_some() && search.organisation.is_none() {
        return Err(Error::not_found(refusals::SEASON_OF_NOBODY));
    }
    if let Some(slug) = &search.organisation {
        let owner = owners::by_slug(&mut conn, slug)?
            .ok_or_else(|| Error::missing(Thing::Organisation, slug))?;
        filter.owner = Some(owner.id);
        if let Some(id) = search.season {
            let season = seasons::for_organisation(&mut conn, owner.id)?
                .into_iter()
                .find(|own| own.id == id);
            let season = season.ok_or_else(|| Error::not_found(refusals::NO_SEASON))?;
            filter.from = filter.from.max(Some(season.first_day));
            filter.to = Some(filter.to.map_or(season.last_day, |to| to.min(season.last_day)));
        }
    }
    drop(conn);
    if let Some(key) = &search.pool {
        filter.pool = Some(pools::by_key(app, key)?.id);
    }
    Ok(filter)
}

/// The id of a player whom this actor may search for. Players who are not listed publicly count as
/// missing, except for themselves.
fn find_queryable_player(conn: &mut AnyConnection, actor: &Actor, handle: &str) -> Result<i32> {
    let missing = || Error::missing(Thing::Player, handle);
    let id = players::by_handle(conn, handle)?.ok_or_else(missing)?.id;
    let row = players::by_id(conn, id)?.ok_or_else(missing)?;
    let shown = !row.privacy.is_private() && row.state == players::PlayerRowState::Ordinary;
    if shown || actor.player == Some(id) { Ok(id) } else { Err(missing()) }
}

pub fn can_query_player(app: &App, actor: &Actor, handle: &str) -> Result<bool> {
    match find_queryable_player(&mut *app.store().read_connection()?, actor, handle) {
        Ok(_) => Ok(true),
        Err(Error::Missing { .. }) => Ok(false),
        Err(e) => Err(e),
    }
}

/// The first of these games whose players may be named to this actor.
pub(super) fn examples(
    conn: &mut AnyConnection,
    actor: &Actor,
    found: &[Example],
) -> Result<Vec<ExampleGame>> {
    let numbers: Vec<i32> = found.iter().map(|example| example.number).collect();
    let rows = games::by_ids(conn, &numbers)?;
    let seats = rows.iter().flat_map(|row| [row.white_id, row.black_id]);
    let seats = distinct(seats.filter(|player| actor.player != Some(*player)));
    let shown = players::with_privacy(conn, &seats)?;
    let quiet = shown.into_iter().filter(|(_, privacy)| privacy.is_private());
    let quiet: HashSet<i32> = quiet.map(|(named, _)| named.id).collect();
    // Games hidden since the index was built are omitted.
    let open = rows.into_iter().filter(|row| {
        row.revealed != 0 && !quiet.contains(&row.white_id) && !quiet.contains(&row.black_id)
    });
    let mut rows: HashMap<i32, _> = open.map(|row| (row.id, row)).collect();
    let (mut kept, mut colors) = (Vec::new(), Vec::new());
    for example in found {
        if kept.len() == MAX_LISTED {
            break;
        }
        if let Some(row) = rows.remove(&example.number) {
            kept.push(row);
            colors.push(example.color);
        }
    }
    let games = summaries(conn, kept)?.into_iter().zip(colors);
    Ok(games.map(|(game, color)| ExampleGame { game, color }).collect())
}
