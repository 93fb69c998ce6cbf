//! The set-up explorer: statistics of the set-ups that match the filters.

use actix_web::http::StatusCode;
use askama::Template;

use crate::web::deployment_board::PieceFaces;
use crate::web::error::{OrPage, PageResult};
use crate::web::game_rows::GameRow;
use crate::web::html::{html, private_html};
use crate::web::kit::Choice;
use crate::web::page_frame::PageFrame;
use crate::web::parameters::QueryString;
use crate::web::ranks::RankNames;
use crate::web::request_context::RequestContext;
use adjutant_service::formations::{self, FormationOverview};
use ledger_ratings::Pool;
use salpakan::rules::{Color, Rank, RuleSet};

use super::widgets::{
    HeatRow, OccupancyRow, PercentRange, SetUpRow, file_letters, heat_board, heat_grid,
    occupant_rows, square_rows,
};
use crate::web::formation_query::{FormationQuery, color_key, square_name};

pub(super) const ADDRESS: &str = "/formations";

/// A rank to choose.
struct RankLink {
    label: &'static str,
    name: &'static str,
    link: String,
    current: bool,
}

/// The fields of the filter form as submitted.
struct FilterFields {
    player: String,
    opponent: String,
    event: String,
    organisation: String,
    season: String,
    min_rating: String,
    max_rating: String,
    from: String,
    to: String,
    when: String,
    rank: String,
    pools: Vec<Choice>,
    colors: Vec<Choice>,
    mirror: bool,
    weighted: bool,
    open: bool,
}

#[derive(Template)]
#[template(path = "formations/index.html")]
struct FormationsPage {
    frame: PageFrame,
    fields: FilterFields,
    preparing: bool,
    games: String,
    set_ups: u64,
    counted: String,
    score: PercentRange,
    ranks: Vec<RankLink>,
    rank: String,
    files: Vec<char>,
    board: Vec<HeatRow>,
    squares: Vec<OccupancyRow>,
    /// The square whose ranks are shown; empty for none.
    square: String,
    occupants: Vec<OccupancyRow>,
    grid: Vec<HeatRow>,
    popular: Vec<SetUpRow>,
    examples: Vec<GameRow>,
    faces: PieceFaces,
    weight_words: String,
    may_keep: bool,
}

/// Shows the heat map of the matching set-ups, the most popular of them, and games.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let asked = FormationQuery::read(&parameters).or_page(&visit)?;
    let wish = asked.wish.clone();
    let look = visit.run_heavy(move |app, actor| formations::overview(app, actor, &wish)).await?;
    let page = page(&visit, &asked, &look);
    // A page shown while the index is being built must not be cached.
    if look.is_preparing {
        private_html(&visit, StatusCode::OK, &page)
    } else {
        html(&visit, &page)
    }
}

fn page(
    visit: &RequestContext,
    asked: &FormationQuery,
    look: &FormationOverview,
) -> FormationsPage {
    let (texts, totals) = (visit.texts(), &look.totals);
    let words = RankNames { texts, rules: RuleSet::STANDARD };
    let filters = asked.filter_query();
    let cell = asked.cell;
    FormationsPage {
        frame: visit.frame(texts.get("formations-title")),
        fields: fields(visit, asked),
        preparing: look.is_preparing,
        games: match look.is_preparing {
            true => String::new(),
            false => texts.count("formations-games", look.game_count),
        },
        set_ups: totals.all().games(),
        counted: texts.count("formations-counted", totals.all().games()),
        score: PercentRange::new(totals.score_of(totals.all(), asked.weighted)),
        ranks: rank_links(words, asked),
        rank: words.name(asked.rank).to_owned(),
        files: file_letters(),
        board: heat_board(totals, asked.rank, asked.weighted),
        squares: square_rows(totals, asked.rank, asked.weighted),
        square: cell.map(square_name).unwrap_or_default(),
        occupants: cell
            .map_or_else(Vec::new, |cell| occupant_rows(totals, cell, asked.weighted, texts)),
        grid: heat_grid(totals, asked.weighted, cell, |square| {
            format!("{}#square", asked.address_with(ADDRESS, "square", square))
        }),
        popular: look.popular.iter().map(|own| SetUpRow::new(own, texts, &filters)).collect(),
        examples: look.examples.iter().map(|own| GameRow::new(&own.game, texts)).collect(),
        faces: PieceFaces::for_rule_sets(texts, std::iter::once(RuleSet::STANDARD)),
        weight_words: if asked.weighted {
            texts.get("formations-weighted-words")
        } else {
            String::new()
        },
        may_keep: visit.is_signed_in(),
    }
}

fn rank_links(words: RankNames, asked: &FormationQuery) -> Vec<RankLink> {
    let link = |rank: Rank| RankLink {
        label: words.label(rank),
        name: words.name(rank),
        link: asked.address_with(ADDRESS, "rank", &rank.letter().to_string()),
        current: rank == asked.rank,
    };
    Rank::ALL.into_iter().rev().map(link).collect()
}

fn fields(visit: &RequestContext, asked: &FormationQuery) -> FilterFields {
    let texts = visit.texts();
    let chosen = |mut choice: Choice, name: &str| {
        choice.chosen = choice.value == asked.param_text(name);
        choice
    };
    let pool = |pool: &Pool| Choice::new(pool.key, texts.text(&format!("pool-{}", pool.key)));
    let mut pools: Vec<Choice> = Pool::ALL.iter().map(|own| chosen(pool(own), "pool")).collect();
    // A pool of an organisation stays selected although the list does not offer it.
    let own = asked.param_text("pool");
    if !own.is_empty() && pools.iter().all(|one| !one.chosen) {
        pools.push(chosen(Choice::new(&own, &own), "pool"));
    }
    let color = |color: Color| Choice::new(color_key(color), texts.text(color_key(color)));
    FilterFields {
        player: asked.param_text("player"),
        opponent: asked.param_text("opponent"),
        event: asked.param_text("event"),
        organisation: asked.param_text("organisation"),
        season: asked.param_text("season"),
        min_rating: asked.param_text("min_rating"),
        max_rating: asked.param_text("max_rating"),
        // Date inputs take hyphens.
        from: asked.param_text("from").replace('.', "-"),
        to: asked.param_text("to").replace('.', "-"),
        when: asked.param_text("when"),
        rank: asked.rank.letter().to_string(),
        pools,
        colors: Color::ALL.map(|own| chosen(color(own), "color")).into(),
        mirror: asked.wish.folded,
        weighted: asked.weighted,
        open: asked.is_filtered(),
    }
}
