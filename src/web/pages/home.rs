//! The front page by who looks: an introduction or their own games and events, then a featured game, what is on, the top
//! players and the newest games.

use crate::web::prelude::*;
use adjutant_service::access::Actor;
use adjutant_service::event_list::{self, EventFilter, EventPhase, ListedEvent};
use adjutant_service::events::Event;
use adjutant_service::games::{self, Filter, Game, GameSummary, Totals};
use adjutant_service::live::{self, Live, Running};
use adjutant_service::{App, Error, leaderboard};
use adjutant_site::game_rows::GameList;
use adjutant_site::time_format::{format_day, today};
use adjutant_site::use_cases::run_use_case;
use ledger_ratings::board::Page;
use ledger_ratings::{Day, Pool, Titles};
use salpakan::record::short_id_text;
use salpakan::rules::Termination;

use super::leaderboard::LeaderboardRow;
use super::replay::{ReplayAddress, ReplayParts, replay_parts};

/// Rows of the leaderboard and of the newest games.
const ROWS: usize = 5;
/// How many of the newest games are candidates for the featured game.
const FEATURED_CANDIDATES: usize = 120;

#[derive(Template)]
#[template(path = "pages/home.html")]
struct FrontPage {
    frame: PageFrame,
    totals: Totals,
    pool_name: String,
    pool_key: &'static str,
    lines: Vec<LeaderboardRow>,
    games: GameList,
    replay: Option<ReplayParts>,
    /// The visitor's games in progress: opponent, address, and whether it is their turn.
    own_games: Vec<(String, String, bool)>,
    /// Events of which the visitor is an official: name, slug and first day.
    own_events: Vec<(String, String, String)>,
    /// Events now and next.
    events: Vec<(String, String, String)>,
}

/// Events listed.
const EVENTS: usize = 4;

/// What the page says to who is signed in.
fn load_own(app: &App, live: &Live, actor: &Actor, day: Day) -> Result<OwnPart, Error> {
    Ok(OwnPart {
        games: live::running(live, actor)?,
        events: event_list::of_official(app, actor, day)?,
    })
}

#[derive(Default)]
struct OwnPart {
    games: Vec<Running>,
    events: Vec<(Day, Event)>,
}

struct FrontPageData {
    totals: Totals,
    pool: &'static Pool,
    top: Page,
    newest: Vec<GameSummary>,
    remarkable: Option<Game>,
    events: Vec<ListedEvent>,
}

pub async fn show(visit: RequestContext) -> PageResult {
    let day = today();
    let found = run_use_case(&visit, move |app| load_front_page(app, day)).await?;
    let own = match visit.is_signed_in() {
        true => {
            let live = visit.site.live.clone();
            visit.run(move |app, actor| load_own(app, &live, actor, day)).await?
        }
        false => OwnPart::default(),
    };
    let texts = visit.texts();
    let pool = found.pool;
    let page = FrontPage {
        frame: visit.frame(texts.get("home-title")),
        totals: found.totals,
        pool_name: texts.get(&format!("pool-{}", pool.key)),
        pool_key: pool.key,
        lines: found
            .top
            .rows
            .iter()
            .map(|r| LeaderboardRow::new(r, pool, &Titles::Site, texts, None))
            .collect(),
        games: GameList::new(texts, found.newest),
        own_games: own
            .games
            .into_iter()
            .map(|one| {
                let address = format!("/play/{}", short_id_text(&one.id));
                (one.opponent, address, one.to_move == Some(one.color))
            })
            .collect(),
        own_events: own.events.into_iter().map(|(day, event)| line(event, day)).collect(),
        events: found
            .events
            .into_iter()
            .map(|one| {
                let day = one.first_day.unwrap_or(one.event.last_day);
                line(one.event, day)
            })
            .collect(),
        replay: found
            .remarkable
            .map(|game| replay_parts(&visit, &game, ReplayAddress::start(&game), [None; 2])),
    };
    html(&visit, &page)
}

/// Name, slug and day of an event.
fn line(event: Event, day: Day) -> (String, String, String) {
    (event.name, event.slug, format_day(day))
}

fn load_front_page(app: &App, day: Day) -> Result<FrontPageData, Error> {
    let pool = leaderboard::busiest_pool(app)?;
    // The front page shows vouched games only.
    let filter = Filter { vouched: true, ..Filter::default() };
    let newest = games::page(app, &filter, None, FEATURED_CANDIDATES)?.items;
    let best = newest.iter().filter(|game| game.revealed).max_by_key(|game| featured_score(game));
    let remarkable = best.map(|game| games::get(app, game.id)).transpose()?;
    let everything = EventFilter::default();
    let mut events = Vec::new();
    for phase in [EventPhase::Now, EventPhase::Upcoming] {
        events.extend(event_list::page(app, day, Some(phase), &everything, (None, EVENTS))?.events);
    }
    events.truncate(EVENTS);
    Ok(FrontPageData {
        events,
        totals: games::totals(app)?,
        pool,
        top: leaderboard::board(app, pool)?.page(None, ROWS),
        newest: newest.into_iter().take(ROWS).collect(),
        remarkable,
    })
}

/// Scores a game as a feature: best if a Flag reached the far row or was captured, and about 110
/// plies.
fn featured_score(game: &GameSummary) -> u32 {
    let ending = match game.termination {
        Termination::FlagReached => 300,
        Termination::FlagCaptured => 200,
        _ => 0,
    };
    ending + 150_u32.saturating_sub(game.plies.abs_diff(110))
}
