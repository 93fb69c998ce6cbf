//! Players: the list, one player, two players compared.

use actix_web::http::header;

use crate::web::prelude::*;
use adjutant_service::access::Actor;
use adjutant_service::edition::Concerns;
use adjutant_service::follows::FollowKind;
use adjutant_service::games::GameSummary;
use adjutant_service::members::Affiliation;
use adjutant_service::player_list::{self, ListedPlayer, PlayerOrder};
use adjutant_service::players::{self, Player, Score};
use adjutant_service::profiles::{self, PlayerProfile, PoolRating};
use adjutant_service::tallies::{self, Tally};
use adjutant_service::{App, Error, formations, leaderboard, player_pictures, pools, ratings};
use adjutant_site::assets;
use adjutant_site::charts::{line_path, sparkline};
use adjutant_site::embed_code::{EmbedCode, REFRESH_SCRIPT, frame_looks};
use adjutant_site::filters;
use adjutant_site::follow_button::follow_button;
use adjutant_site::game_rows::GameList;
use adjutant_site::labels::{pool_name, title_label};
use adjutant_site::markup::Markup;
use adjutant_site::parameters::{AcceptedValues, percent_encode};
use adjutant_site::replay_list::ReplayList;
use adjutant_site::response_cache::cached_while_unchanged;
use adjutant_site::time_format::format_day;
use adjutant_site::use_cases::run_use_case;
use ledger_ratings::Score as Scored;
use ledger_ratings::history::Entry;

use super::information_stats::information_stats;

/// Players and games per page.
const ROWS: usize = 50;
const RECENT_GAMES: usize = 20;

/// A column by which the list can be sorted.
struct SortLink {
    link: String,
    is_current: bool,
}

struct PlayerLine {
    handle: String,
    place: String,
    rating: String,
    deviation: String,
    games: String,
    club: String,
    province: String,
    /// Empty without rated games.
    spark: String,
}

#[derive(Template)]
#[template(path = "pages/players.html")]
struct PlayerListPage {
    frame: PageFrame,
    search: String,
    /// The pool whose ratings are shown.
    pool: String,
    /// By rating, place, name, games, club and province.
    sorts: [SortLink; 6],
    players: Vec<PlayerLine>,
    next: Option<String>,
}

/// Lists players, or those whose handle begins with what is searched for.
pub async fn index(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["search", "sort", "after"]).or_page(&visit)?;
    let orders = PlayerOrder::ALL.map(PlayerOrder::key).join(", ");
    let order = given
        .parse_with("sort", AcceptedValues::one_of(orders), PlayerOrder::parse)
        .or_page(&visit)?;
    let text = |name| given.text(name).unwrap_or_default();
    let (search, after) = (text("search"), text("after"));
    let order = match search.is_empty() {
        true => order.unwrap_or(PlayerOrder::Rating),
        false => PlayerOrder::Name,
    };
    let prefix = search.clone();
    let found = run_use_case(&visit, move |app| {
        let pool = leaderboard::busiest_pool(app)?;
        // Where nobody has a place, all are listed by name.
        let order = match leaderboard::board(app, pool)?.total() {
            0 if matches!(order, PlayerOrder::Rating | PlayerOrder::Place) => PlayerOrder::Name,
            _ => order,
        };
        Ok((pool, order, player_list::page(app, pool, order, (&prefix, &after), ROWS)?))
    });
    let (pool, order, page) = found.await?;
    let texts = visit.texts();
    let address = |order: PlayerOrder, after: &str| {
        let query = [("search", search.as_str()), ("sort", order.key()), ("after", after)];
        format!("/players{}", adjutant_site::parameters::to_query(&query))
    };
    let page = PlayerListPage {
        frame: visit.frame(texts.get("players-title")),
        pool: pool_name(pool, texts),
        sorts: PlayerOrder::ALL.map(|one| SortLink {
            link: format!("/players?sort={}", one.key()),
            is_current: one == order,
        }),
        next: page.next.map(|after| address(order, &after)),
        players: page.players.into_iter().map(player_line).collect(),
        search,
    };
    html(&visit, &page)
}

fn player_line(one: ListedPlayer) -> PlayerLine {
    let rated = one.rated.as_ref();
    let trend = rated.map(|row| row.trend.points().iter().map(|p| i32::from(*p)).collect());
    PlayerLine {
        place: one.place.map(|place| place.to_string()).unwrap_or_default(),
        rating: rated.map(|row| row.glicko.whole_points().to_string()).unwrap_or_default(),
        deviation: rated.map(|row| row.glicko.whole_deviation().to_string()).unwrap_or_default(),
        games: rated.map(|row| row.totals.games().to_string()).unwrap_or_default(),
        spark: trend.map(|trend: Vec<i32>| sparkline(&trend, 88.0, 26.0)).unwrap_or_default(),
        handle: one.handle,
        club: one.club,
        province: one.province,
    }
}

/// A rating with its chart.
pub struct RatingCard {
    pub pool: String,
    pub link: String,
    pub standing: PoolRating,
    pub title: String,
    pub line: String,
    pub dots: Vec<RatingDot>,
    pub low: i32,
    pub high: i32,
    pub first_day: String,
    pub last_day: String,
    /// The newest games rated without a record.
    pub results: Vec<RecentResult>,
}

/// A game that was rated by an event result alone.
pub struct RecentResult {
    pub link: String,
    pub words: String,
}

/// A game in a rating chart.
pub struct RatingDot {
    pub x: String,
    pub y: String,
    pub link: String,
    pub words: String,
}

pub struct OpponentScoreRow {
    pub name: String,
    pub link: String,
    pub score: Score,
    pub percent: String,
}

#[derive(Template)]
#[template(path = "pages/player.html")]
struct PublicPlayerPage {
    frame: PageFrame,
    profile: PlayerProfile,
    link: String,
    /// Whether the visitor may challenge the player to a game.
    may_ask: bool,
    /// Whether the player is the visitor.
    own: bool,
    /// Whether the visitor may clear what the player shows, if that is anything.
    may_clear: bool,
    has_formations: bool,
    /// The button to follow the player.
    follow: Markup,
    /// The display name, and the real name if its holder shows it.
    names: Vec<String>,
    affiliations: Vec<AffiliationRow>,
    ratings: Vec<RatingCard>,
    by_color: Vec<OpponentScoreRow>,
    by_strength: Vec<OpponentScoreRow>,
    by_termination: Vec<OpponentScoreRow>,
    opponents: Vec<OpponentScoreRow>,
    /// Statistics on information revealed.
    told: Markup,
    games: GameList,
    embed: EmbedCode,
}

/// An organisation that the player is a member of.
pub struct AffiliationRow {
    pub link: String,
    pub name: String,
    /// Club and province.
    pub words: String,
    pub verified: String,
}

struct PlayerData {
    player: Player,
    profile: PlayerProfile,
    histories: Vec<PoolHistory>,
    games: Vec<GameSummary>,
    /// Whether the visitor may see the player's set-ups.
    has_formations: bool,
    tallies: Vec<Tally>,
}

/// The newest games of a rating.
struct PoolHistory {
    /// Whether the pool's leaderboard is public.
    is_open: bool,
    entries: Vec<ratings::NamedEntry>,
}

/// Redirects permanently to a merged player's new handle, uncached since a merge can be undone.
fn redirect_to_player(to: String) -> HttpResponse {
    HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, to))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}

/// Shows a player.
pub async fn show(visit: RequestContext, name: web::Path<String>) -> PageResult {
    let handle = name.into_inner();
    let asked = handle.clone();
    let found = visit.run_heavy(move |app, actor| load_player(app, actor, &asked)).await?;
    if players::leads_elsewhere(&handle, &found.player) {
        return Ok(redirect_to_player(format!(
            "/players/{}",
            percent_encode(&found.player.handle)
        )));
    }
    let texts = visit.texts();
    let PlayerData { player, mut profile, histories, games, has_formations, tallies } = found;
    let concerns = Concerns::of_player(player.id, &profile, has_formations);
    let handle = player.handle;
    let own = visit.actor().player == Some(player.id);
    let follow = match own {
        true => Markup::default(),
        false => follow_button(&visit, FollowKind::Player, &handle).await?,
    };
    let path = format!("/embed/players/{}", percent_encode(&handle));
    let page = PublicPlayerPage {
        embed: EmbedCode::new(&visit, &path, &handle, 300),
        frame: visit.frame(handle.clone()),
        may_ask: profile.plays_here && !own,
        own,
        may_clear: may_clear(&visit, &profile),
        has_formations,
        follow,
        link: percent_encode(&handle),
        names: [&profile.display_name, &profile.real_name].into_iter().flatten().cloned().collect(),
        affiliations: profile.affiliations.iter().map(|one| affiliation_row(one, texts)).collect(),
        ratings: std::mem::take(&mut profile.ratings)
            .into_iter()
            .zip(&histories)
            .map(|(standing, history)| card(texts, standing, history))
            .collect(),
        by_color: vec![
            score_row(texts.get("white"), &profile.as_white),
            score_row(texts.get("black"), &profile.as_black),
        ],
        by_strength: profile
            .by_strength
            .iter()
            .map(|one| score_row(texts.get(&format!("strength-{}", one.opponents)), &one.score))
            .collect(),
        by_termination: profile
            .by_termination
            .iter()
            .map(|one| {
                score_row(texts.get(&format!("termination-{}", one.termination)), &one.score)
            })
            .collect(),
        opponents: profile
            .opponents
            .iter()
            .map(|one| OpponentScoreRow {
                link: format!(
                    "/players/{}/versus/{}",
                    percent_encode(&handle),
                    percent_encode(&one.handle)
                ),
                ..score_row(one.handle.clone(), &one.score)
            })
            .collect(),
        told: information_stats(texts, &tallies),
        games: GameList::for_player(texts, games, &handle)
            .followed_as(&ReplayList::of_player(&handle)),
        profile,
    };
    Ok(cached_while_unchanged(html(&visit, &page)?, Some(concerns)))
}

fn may_clear(visit: &RequestContext, profile: &PlayerProfile) -> bool {
    let shows = profile.picture.is_some() || profile.about.is_some() || profile.club.is_some();
    shows && player_pictures::may_clear(visit.actor()).is_ok()
}

#[derive(Template)]
#[template(path = "sharing/embed-player.html")]
struct EmbeddedPlayerPage {
    frame: PageFrame,
    link: String,
    /// Clubs and organisations.
    clubs: String,
    /// Ratings, each with the name of its pool.
    ratings: Vec<(String, PoolRating)>,
    profile: PlayerProfile,
    script: &'static str,
}

/// Shows the card of a player in a frame on another site.
pub async fn show_embed(
    visit: RequestContext,
    name: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let looks = frame_looks(&parameters).or_page(&visit)?;
    let handle = name.into_inner();
    let found = run_use_case(&visit, move |app| {
        let player = players::by_handle(app, &handle)?;
        Ok(profiles::profile(app, &player, 0)?.0)
    });
    let (mut profile, texts) = (found.await?, visit.texts());
    let ratings = std::mem::take(&mut profile.ratings).into_iter();
    let clubs: Vec<String> =
        profile.affiliations.iter().map(|one| one.organisation.clone()).collect();
    let page = EmbeddedPlayerPage {
        frame: PageFrame { looks, ..visit.frame(profile.handle.clone()) },
        link: percent_encode(&profile.handle),
        clubs: clubs.join(" · "),
        ratings: ratings.map(|one| (pool_name(one.pool, texts), one)).collect(),
        profile,
        script: assets::address(REFRESH_SCRIPT),
    };
    html(&visit, &page)
}

/// Results without a record per pool.
const MAX_RECENT_RESULTS: usize = 20;
/// Newest games marked in a chart.
const MAX_DOTS: usize = 200;

fn load_player(app: &App, actor: &Actor, handle: &str) -> Result<PlayerData, Error> {
    let player = players::by_handle(app, handle)?;
    let has_formations = formations::can_query_player(app, actor, &player.handle)?;
    let (profile, games) = profiles::profile(app, &player, RECENT_GAMES)?;
    let history = |one: &PoolRating| {
        let entries = one.ledger.entries(one.pool)?;
        let newest: Vec<Entry> = entries.iter().rev().take(MAX_DOTS).rev().copied().collect();
        let entries = ratings::named(app, &newest)?;
        Ok(PoolHistory { is_open: pools::is_open(app, one.pool)?, entries })
    };
    let histories = profile.ratings.iter().map(history).collect::<Result<_, Error>>()?;
    let tallies = tallies::of_player(app, player.id)?;
    Ok(PlayerData { player, profile, histories, games, has_formations, tallies })
}

fn affiliation_row(one: &Affiliation, texts: Texts) -> AffiliationRow {
    let words: Vec<&str> =
        [&one.club, &one.province].into_iter().flatten().map(String::as_str).collect();
    let verified = one.verified_on.as_ref().map(|day| {
        texts.fill("org-verified-by", &[("name", one.organisation.clone()), ("day", day.clone())])
    });
    AffiliationRow {
        link: format!("/organisations/{}", one.slug),
        name: one.organisation.clone(),
        words: words.join(", "),
        verified: verified.unwrap_or_default(),
    }
}

fn score_row(name: String, score: &Score) -> OpponentScoreRow {
    let points = f64::from(score.wins) + f64::from(score.draws) / 2.0;
    let percent = 100.0 * points / f64::from(score.games().max(1));
    OpponentScoreRow {
        name,
        link: String::new(),
        score: *score,
        percent: format!("{percent:.0} %"),
    }
}

fn card(texts: Texts, standing: PoolRating, history: &PoolHistory) -> RatingCard {
    let PoolHistory { is_open, entries } = history;
    let pool = standing.pool;
    let title = standing.titles.of(standing.ledger.glicko.rating);
    let points: Vec<(f64, f64)> = entries
        .iter()
        .enumerate()
        .map(|(n, e)| (n as f64, f64::from(e.entry.change.after.whole_points())))
        .collect();
    let values = || entries.iter().map(|e| e.entry.change.after.whole_points());
    let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    RatingCard {
        pool: pool_name(pool, texts),
        link: if *is_open { format!("/leaderboards/{}", pool.key) } else { String::new() },
        title: title.map(|title| title_label(title, texts).into_owned()).unwrap_or_default(),
        line: line_path(&points, 600.0, 160.0, 8.0),
        dots: rating_dots(texts, entries, low, high),
        results: recent_results(texts, entries),
        low,
        high,
        first_day: entries.first().map(|e| day(texts, &e.entry)).unwrap_or_default(),
        last_day: entries.last().map(|e| day(texts, &e.entry)).unwrap_or_default(),
        standing,
    }
}

fn day(texts: Texts, entry: &Entry) -> String {
    format_day(texts, entry.day)
}

/// The address of a rated game: its replay, or the round of its event.
fn link(game: &ratings::RatedGame) -> String {
    match game {
        ratings::RatedGame::Record(id) => format!("/games/{id}"),
        ratings::RatedGame::Result { slug, stage, round, .. } => {
            format!("/events/{slug}?view=pairings&stage={stage}&round={round}")
        }
    }
}

/// A label for a game rated without a record, otherwise empty.
fn unrecorded_label(game: &ratings::RatedGame, texts: Texts) -> String {
    match game {
        ratings::RatedGame::Record(_) => String::new(),
        ratings::RatedGame::Result { .. } => format!(" ({})", texts.text("rating-no-record")),
    }
}

/// The newest games of a pool that were rated by a result alone, newest first.
fn recent_results(texts: Texts, entries: &[ratings::NamedEntry]) -> Vec<RecentResult> {
    let line = |one: &ratings::NamedEntry| {
        let ratings::RatedGame::Result { event, .. } = &one.game else { return None };
        let mark = match one.entry.score {
            Scored::Win => "1–0",
            Scored::Draw => "½–½",
            Scored::Loss => "0–1",
        };
        Some(RecentResult {
            link: link(&one.game),
            words: format!("{} · {} · {} · {mark}", day(texts, &one.entry), event, one.opponent),
        })
    };
    entries.iter().rev().filter_map(line).take(MAX_RECENT_RESULTS).collect()
}

fn rating_dots(
    texts: Texts,
    entries: &[ratings::NamedEntry],
    low: i32,
    high: i32,
) -> Vec<RatingDot> {
    let span = f64::from((high - low).max(1));
    let step = 584.0 / (entries.len().saturating_sub(1)).max(1) as f64;
    entries
        .iter()
        .enumerate()
        .map(|(n, e)| {
            let rating = e.entry.change.after.whole_points();
            let change = rating - e.entry.change.before.whole_points();
            RatingDot {
                x: format!("{:.1}", 8.0 + n as f64 * step),
                y: format!("{:.1}", 152.0 - f64::from(rating - low) / span * 144.0),
                link: link(&e.game),
                words: texts.fill(
                    "chart-dot",
                    &[
                        ("day", day(texts, &e.entry)),
                        ("opponent", e.opponent.clone()),
                        ("rating", rating.to_string()),
                        ("change", format!("{change:+}")),
                    ],
                ) + &unrecorded_label(&e.game, texts),
            }
        })
        .collect()
}

#[derive(Template)]
#[template(path = "pages/versus.html")]
struct VersusPage {
    frame: PageFrame,
    one: String,
    one_link: String,
    other: String,
    other_link: String,
    lines: Vec<OpponentScoreRow>,
    games: GameList,
}

/// Compares two players.
pub async fn versus(visit: RequestContext, names: web::Path<(String, String)>) -> PageResult {
    let (one, other) = names.into_inner();
    let asked = (one.clone(), other.clone());
    let found =
        run_use_case(&visit, move |app| players::head_to_head(app, &asked.0, &asked.1, None))
            .await?;
    let leads = |asked: &str, player| players::leads_elsewhere(asked, player);
    if leads(&one, &found.one) || leads(&other, &found.other) {
        let (one, other) = (percent_encode(&found.one.handle), percent_encode(&found.other.handle));
        return Ok(redirect_to_player(format!("/players/{one}/versus/{other}")));
    }
    let texts = visit.texts();
    let (one, other) = (found.one.handle, found.other.handle);
    let page = VersusPage {
        frame: visit.frame(format!("{one} – {other}")),
        lines: vec![
            score_row(texts.get("all-games"), &found.score),
            score_row(texts.get("as-white"), &found.as_white),
            score_row(texts.get("as-black"), &found.as_black),
        ],
        games: GameList::for_player(texts, found.games, &one)
            .followed_as(&ReplayList::of_pair(&one, &other)),
        one_link: percent_encode(&one),
        other_link: percent_encode(&other),
        one,
        other,
    };
    html(&visit, &page)
}
