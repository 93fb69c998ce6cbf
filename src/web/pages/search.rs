//! The search over players, events, organisations, games and the pages that explain things.

use adjutant_domain::search::{SearchTerms, search_key};
use adjutant_service::games::GameSummary;
use adjutant_service::search::{self, Found};
use adjutant_site::game_rows::result_text;
use adjutant_site::parameters::{percent_encode, to_query};
use adjutant_site::time_format::{format_day, format_partial_date};
use adjutant_site::use_cases::run_use_case;
use serde::Serialize;

use crate::web::prelude::*;

/// Results of each kind on the page, and of each among the suggestions.
const ROWS: usize = 25;
const SUGGESTED_ROWS: usize = 5;

/// Pages that explain or offer something: address, key of the title, and key of more words by which
/// they are found.
const PAGES: [(&str, &str, &str); 17] = [
    ("/rules", "rules-title", "find-rules"),
    ("/rules/three-generals", "tg-rules-title", "find-three-generals"),
    ("/play", "play-nav", "find-play"),
    ("/play/watch", "play-watch", "find-watch"),
    ("/leaderboards", "nav-leaderboards", "find-leaderboards"),
    ("/games", "games-title", "find-games"),
    ("/players", "players-title", "find-players"),
    ("/events", "events-title", "find-events"),
    ("/organisations", "org-title", "find-organisations"),
    ("/quiz", "quiz-nav", "find-quiz"),
    ("/formations", "formations-title", "find-formations"),
    ("/collections", "collections-title", "find-collections"),
    ("/knowledge", "knowledge-title", "find-knowledge"),
    ("/notation", "notation-title", "find-notation"),
    ("/pairings/check", "pairing-check-title", "find-pairing-check"),
    ("/api", "nav-api", "find-api"),
    ("/sign-in", "sign-in", "find-sign-in"),
];

/// A result.
#[derive(Debug, Clone, Serialize)]
pub struct SearchResult {
    /// What it is, in the visitor's language.
    kind: &'static str,
    name: String,
    /// What tells it apart; may be empty.
    about: String,
    link: String,
}

/// Results of one kind.
struct ResultGroup {
    heading: &'static str,
    results: Vec<SearchResult>,
}

#[derive(Template)]
#[template(path = "pages/search.html")]
struct SearchPage {
    frame: PageFrame,
    groups: Vec<ResultGroup>,
}

impl SearchPage {
    fn nothing(&self) -> Option<String> {
        let query = &self.frame.search;
        let none = self.groups.is_empty() && !query.is_empty();
        none.then(|| self.frame.texts.one("search-none", "query", query))
    }
}

/// Suggestions while the visitor types.
#[derive(Debug, Serialize)]
struct Suggestions {
    results: Vec<SearchResult>,
    /// How many there are, in words.
    count: String,
    /// The address of the page with all results, and its name.
    all: String,
    all_words: &'static str,
}

/// Shows what a query finds.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let query = read(&visit, &parameters)?;
    let groups = find(&visit, &query, ROWS).await?;
    let mut frame = visit.frame(visit.texts().get("search-title"));
    frame.search = query;
    html(&visit, &SearchPage { frame, groups })
}

/// Returns the best results as JSON, for the box in the header.
pub async fn suggest(visit: RequestContext, parameters: QueryString) -> PageResult {
    let query = read(&visit, &parameters)?;
    let texts = visit.texts();
    let groups = find(&visit, &query, SUGGESTED_ROWS).await?;
    let results: Vec<SearchResult> = groups.into_iter().flat_map(|group| group.results).collect();
    let suggestions = Suggestions {
        count: texts.count("search-suggestions", results.len()),
        results,
        all: format!("/search{}", to_query(&[("q", &query)])),
        all_words: texts.text("search-all"),
    };
    let body = serde_json::to_vec(&suggestions).unwrap_or_default();
    Ok(adjutant_site::response_cache::cacheable_response(
        "application/json",
        "public, no-cache",
        body,
    ))
}

fn read(visit: &RequestContext, parameters: &QueryString) -> PageResult<String> {
    Ok(parameters.parse(&["q"]).or_page(visit)?.text("q").unwrap_or_default())
}

async fn find(visit: &RequestContext, query: &str, rows: usize) -> PageResult<Vec<ResultGroup>> {
    if query.is_empty() {
        return Ok(Vec::new());
    }
    let asked = query.to_owned();
    let found = run_use_case(visit, move |app| search::find(app, &asked, rows)).await?;
    let texts = visit.texts();
    let groups = [
        ("search-game", found.game.iter().map(|game| game_result(texts, game)).collect()),
        ("search-players", player_results(texts, &found)),
        ("search-events", event_results(texts, &found)),
        ("search-organisations", organisation_results(texts, &found)),
        ("search-help", page_results(texts, query, rows)),
    ];
    let groups = groups.into_iter().filter(|(_, results): &(_, Vec<_>)| !results.is_empty());
    Ok(groups.map(|(key, results)| ResultGroup { heading: texts.text(key), results }).collect())
}

fn game_result(texts: Texts, game: &GameSummary) -> SearchResult {
    SearchResult {
        kind: texts.text("search-game"),
        name: format!("{} – {}", game.white, game.black),
        about: format!(
            "{} · {}",
            result_text(game.outcome),
            format_partial_date(texts, &game.date)
        ),
        link: format!("/games/{}", game.id),
    }
}

fn player_results(texts: Texts, found: &Found) -> Vec<SearchResult> {
    let result = |one: &search::FoundPlayer| SearchResult {
        kind: texts.text("follow-player"),
        about: match one.rating {
            Some(rating) => format!("{rating} · {}", texts.count("search-rated", one.games)),
            None => texts.get("search-unrated"),
        },
        link: format!("/players/{}", percent_encode(&one.handle)),
        name: one.handle.clone(),
    };
    found.players.iter().map(result).collect()
}

fn event_results(texts: Texts, found: &Found) -> Vec<SearchResult> {
    let result = |one: &search::FoundEvent| {
        let day = format_day(texts, one.last_day);
        SearchResult {
            kind: texts.text("follow-event"),
            about: match &one.organisation {
                Some(organisation) => format!("{day} · {organisation}"),
                None => day,
            },
            link: format!("/events/{}", one.slug),
            name: one.name.clone(),
        }
    };
    found.events.iter().map(result).collect()
}

fn organisation_results(texts: Texts, found: &Found) -> Vec<SearchResult> {
    let result = |one: &search::FoundOrganisation| SearchResult {
        kind: texts.text("follow-organisation"),
        name: one.name.clone(),
        about: one.place.clone(),
        link: format!("/organisations/{}", one.slug),
    };
    found.organisations.iter().map(result).collect()
}

/// Pages whose title or other words have those of the query.
fn page_results(texts: Texts, query: &str, rows: usize) -> Vec<SearchResult> {
    let Some(terms) = SearchTerms::parse(query) else { return Vec::new() };
    let mut found: Vec<(u8, SearchResult)> = PAGES
        .into_iter()
        .filter_map(|(link, title, more)| {
            let title = texts.get(title);
            let key = search_key(&format!("{title} {}", texts.text(more)));
            let result = || SearchResult {
                kind: texts.text("search-help"),
                about: String::new(),
                link: link.to_owned(),
                name: title.clone(),
            };
            terms.matches(&key).then(|| (terms.rank(&key), result()))
        })
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().take(rows).map(|(_, result)| result).collect()
}
