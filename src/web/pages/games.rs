//! The list of games and its filters.

use crate::web::prelude::*;
use adjutant_domain::game::GameKind;
use adjutant_service::Error;
use adjutant_service::games::{self, GameSummary, Page};
use adjutant_site::assets;
use adjutant_site::error::error_message;
use adjutant_site::game_query::{GAME_PARAMETERS, GameQuery};
use adjutant_site::game_rows::GameList;
use adjutant_site::html::html_with_status;
use adjutant_site::labels::{game_name, rule_set_name};
use adjutant_site::pickers::{Named, choices, newest_events, open_organisations};
use adjutant_site::replay_list::ReplayList;
use adjutant_site::replica_reads::reading_app;
use adjutant_site::use_cases::run_use_case;
use salpakan::clock::Speed;
use salpakan::rules::{Preset, Termination};

/// Games per page.
const ROWS: usize = 50;

#[derive(Template)]
#[template(path = "pages/games.html")]
struct GamesPage {
    frame: PageFrame,
    asked: GameQuery,
    results: Vec<Choice>,
    terminations: Vec<Choice>,
    events: Vec<Choice>,
    organisations: Vec<Choice>,
    rule_sets: Vec<Choice>,
    speeds: Vec<Choice>,
    month: String,
    names_script: &'static str,
    games: GameList,
    next: Option<String>,
    /// The address of all games that match, as a file.
    download: String,
    /// Whether the site publishes its archive.
    has_archive: bool,
    problem: String,
}

impl GamesPage {
    /// How many games were examined when none of them matched but more remain.
    fn looked_at(&self) -> Option<usize> {
        (self.games.games.is_empty() && self.next.is_some()).then_some(games::MOST_ROWS)
    }

    /// Whether a filter is set or invalid, so that the form is shown open.
    fn is_filtered(&self) -> bool {
        let is_filter = |(name, _)| !matches!(name, "cursor" | "limit");
        !self.problem.is_empty() || self.asked.params.pairs().any(is_filter)
    }
}

/// Lists the games that match; an invalid filter is explained above the form.
pub async fn index(visit: RequestContext, parameters: QueryString) -> PageResult {
    let pickers =
        run_use_case(&visit, |app| Ok([newest_events(app)?, open_organisations(app)?])).await?;
    let asked = match GameQuery::read(&parameters) {
        Ok(asked) => asked,
        Err(e) => {
            let problem = e.message(visit.texts());
            let given = parameters.parse(GAME_PARAMETERS).unwrap_or_default();
            let asked = GameQuery { params: given, ..GameQuery::default() };
            let page = games_page(&visit, asked, pickers, Err(problem));
            return html_with_status(&visit, StatusCode::BAD_REQUEST, &page);
        }
    };
    let (filter, cursor, rows) = (asked.filter.clone(), asked.cursor, asked.limit.unwrap_or(ROWS));
    let app = reading_app(&visit.site);
    let page = visit.site.lanes.read(move || games::page(&app, &filter, cursor, rows));
    match page.await.flatten() {
        Ok(page) => html(&visit, &games_page(&visit, asked, pickers, Ok(page))),
        Err(e @ Error::Missing { .. }) => {
            let page = games_page(&visit, asked, pickers, Err(error_message(&e, visit.texts())));
            html_with_status(&visit, StatusCode::NOT_FOUND, &page)
        }
        Err(e) => Err(PageError::new(&visit, &e)),
    }
}

fn games_page(
    visit: &RequestContext,
    asked: GameQuery,
    [events, organisations]: [Vec<Named>; 2],
    found: Result<Page<GameSummary>, String>,
) -> GamesPage {
    let texts = visit.texts();
    let (page, problem) = match found {
        Ok(page) => (page, String::new()),
        Err(problem) => (Page { items: Vec::new(), next: None }, problem),
    };
    let as_file = asked.params.query_replacing(&["cursor", "limit"], ("format", "ggn"));
    let next = page.next.map(|cursor| format!("/games{}", asked.next_page_query(&cursor)));
    let choice = |name: &str, value: &str, key: &str| Choice {
        chosen: asked.params.or_empty(name) == value,
        ..Choice::new(value, texts.get(key))
    };
    let results = [
        ("1-0", "result-white"),
        ("0-1", "result-black"),
        ("1/2-1/2", "result-draw"),
        ("*", "result-none"),
    ];
    let termination = |one: Termination| {
        choice("termination", one.name(), &format!("termination-{}", one.name()))
    };
    let rule_set = |(key, name): (&'static str, String)| Choice {
        chosen: asked.params.or_empty("ruleset") == key,
        ..Choice::new(key, name)
    };
    let presets = Preset::ALL.iter().map(|preset| (preset.name, rule_set_name(texts, preset)));
    let other = GameKind::ThreeGenerals;
    let rule_sets = presets.chain([(other.key(), game_name(texts, other))]);
    GamesPage {
        frame: visit.frame(texts.get("games-title")),
        events: choices(events, &asked.params.or_empty("event")),
        organisations: choices(organisations, &asked.params.or_empty("organisation")),
        rule_sets: rule_sets.map(rule_set).collect(),
        speeds: Speed::ALL
            .map(|speed| choice("speed", speed.key(), &format!("game-speed-{}", speed.key())))
            .into(),
        month: asked.params.or_empty("month").replace('.', "-"),
        names_script: assets::address("js/search/names.js"),
        results: results.map(|(value, key)| choice("result", value, key)).into(),
        terminations: Termination::ALL.map(termination).into(),
        has_archive: visit.site.settings.archive_dir.is_some(),
        games: GameList::new(texts, page.items)
            .followed_as(&ReplayList::Games(Box::new(asked.clone()))),
        asked,
        next,
        download: format!("/api/v1/games/export{as_file}"),
        problem,
    }
}
