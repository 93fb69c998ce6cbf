//! The front page by who looks: an introduction or their own games and events, then a featured game, what is on, the top
//! players and the newest games.

use std::time::Duration;

use crate::web::prelude::*;
use adjutant_domain::game::GameKind;
use adjutant_service::access::Actor;
use adjutant_service::contests::{OwnEvent, OwnTable};
use adjutant_service::event_list::{self, EventFilter, EventPhase, ListedEvent};
use adjutant_service::events::Event;
use adjutant_service::games::{self, Filter, Game, GameSummary, Totals};
use adjutant_service::live::{self, Live, Running, Watched};
use adjutant_service::{App, Error, leaderboard};
use adjutant_site::game_rows::GameList;
use adjutant_site::response_cache::cached_briefly;
use adjutant_site::time_format::{format_day, today};
use adjutant_site::use_cases::run_use_case;
use ledger_ratings::board::Page;
use ledger_ratings::{Day, Pool, Titles};
use salpakan::record::short_id_text;
use salpakan::rules::{Color, Termination};

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
    live_games: Vec<LiveGame>,
    /// Whether the computer plays here.
    computer: bool,
    /// The visitor's games in progress: opponent, address, and whether it is their turn.
    own_games: Vec<(String, String, bool)>,
    /// Events in which the visitor plays: name, slug, and where.
    played_events: Vec<(String, String, Vec<String>)>,
    /// Events of which the visitor is an official: name, slug and first day.
    own_events: Vec<(String, String, String)>,
    /// Events now and next.
    events: Vec<(String, String, String)>,
}

/// A game in play that everybody may watch.
struct LiveGame {
    address: String,
    players: String,
    /// Its event and how far it is.
    about: String,
}

impl LiveGame {
    fn new(texts: Texts, game: Watched) -> LiveGame {
        let name = |color: Color| match game.bots[color] {
            true => format!("{} ({})", game.players[color], texts.text("bot")),
            false => game.players[color].clone(),
        };
        let plies = texts.count("plies-count", game.play.progress().len());
        let event = game.event.as_ref().map(|event| format!("{} · ", event.name));
        LiveGame {
            address: format!("/play/{}", short_id_text(&game.id)),
            players: format!("{} – {}", name(Color::White), name(Color::Black)),
            about: event.unwrap_or_default() + &plies,
        }
    }
}

/// Live games listed for visitors, and for who is signed in and has lists of their own.
const LIVE_GAMES: usize = 4;
const LIVE_GAMES_SIGNED_IN: usize = 3;
/// How long the page is cached: live games go on.
const MAX_AGE: Duration = Duration::from_secs(5);
/// Events listed.
const EVENTS: usize = 4;

/// What the page says to who is signed in.
fn load_own(app: &App, live: &Live, actor: &Actor, day: Day) -> Result<OwnPart, Error> {
    Ok(OwnPart {
        games: live::running(live, actor)?,
        played: event_list::of_participant(app, actor, day)?,
        events: event_list::of_official(app, actor, day)?,
    })
}

#[derive(Default)]
struct OwnPart {
    games: Vec<Running>,
    played: Vec<OwnEvent>,
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
    let most = if visit.is_signed_in() { LIVE_GAMES_SIGNED_IN } else { LIVE_GAMES };
    let live = visit.site.live.clone();
    let watched = run_use_case(&visit, move |_| live::newest_watched(&live, most)).await?;
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
        computer: visit.site.live.has_computer(),
        live_games: watched.into_iter().map(|game| LiveGame::new(texts, game)).collect(),
        own_games: own
            .games
            .into_iter()
            .map(|one| {
                let address = format!("/play/{}", short_id_text(&one.id));
                (one.opponent, address, one.to_move == Some(one.color))
            })
            .collect(),
        played_events: own.played.into_iter().map(|one| played_line(texts, one)).collect(),
        own_events: own.events.into_iter().map(|(day, event)| line(texts, event, day)).collect(),
        events: found
            .events
            .into_iter()
            .map(|one| {
                let day = one.first_day.unwrap_or(one.event.last_day);
                line(texts, one.event, day)
            })
            .collect(),
        replay: found
            .remarkable
            .map(|game| replay_parts(&visit, &game, ReplayAddress::start(&game), [None; 2])),
    };
    Ok(cached_briefly(html(&visit, &page)?, MAX_AGE))
}

/// Name and slug of an event, and where the visitor plays in it.
fn played_line(texts: Texts, event: OwnEvent) -> (String, String, Vec<String>) {
    let seat = |one: OwnTable| {
        let (round, table) = (one.round.to_string(), one.table.to_string());
        texts.fill("home-own-table", &[("round", round), ("table", table), ("other", one.opponent)])
    };
    (event.name, event.slug, event.tables.into_iter().map(seat).collect())
}

/// Name, slug and day of an event.
fn line(texts: Texts, event: Event, day: Day) -> (String, String, String) {
    (event.name, event.slug, format_day(texts, day))
}

fn load_front_page(app: &App, day: Day) -> Result<FrontPageData, Error> {
    let pool = leaderboard::busiest_pool(app)?;
    // The front page shows vouched games only.
    let filter = Filter { vouched: true, ..Filter::default() };
    let newest = games::page(app, &filter, None, FEATURED_CANDIDATES)?.items;
    // Its last position is shown with all ranks.
    let may_be_featured = |game: &&GameSummary| game.revealed && game.kind() == GameKind::Salpakan;
    let best = newest.iter().filter(may_be_featured).max_by_key(|game| featured_score(game));
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
