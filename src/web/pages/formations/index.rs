//! The set-up explorer: statistics of the set-ups that match the filters.

use crate::web::prelude::*;
use adjutant_domain::formation::Strategy;
use adjutant_service::formations::{self, FormationOverview};
use adjutant_site::deployment_board::{PieceFaces, face_id};
use adjutant_site::game_rows::GameList;
use adjutant_site::ranks::RankNames;
use ledger_ratings::{Family, Pool};
use salpakan::rules::{Color, Rank, RuleSet};

use super::widgets::{
    HeatRow, OccupancyRow, PercentRange, SetUpRow, StrategyRow, heat_board, heat_grid,
    occupant_rows, square_rows, strategy_name,
};
use adjutant_site::formation_query::{FormationQuery, color_key, square_name};

pub(super) const ADDRESS: &str = "/formations";

/// A rank to choose.
struct RankLink {
    /// The id of its face.
    face: String,
    label: &'static str,
    name: &'static str,
    link: String,
    current: bool,
}

#[derive(Template)]
#[template(path = "formations/index.html")]
struct FormationsPage {
    frame: PageFrame,
    asked: FormationQuery,
    pools: Vec<Choice>,
    colors: Vec<Choice>,
    strategies: Vec<Choice>,
    preparing: bool,
    games: String,
    set_ups: u64,
    counted: String,
    score: PercentRange,
    ranks: Vec<RankLink>,
    rank: String,
    board: Vec<HeatRow>,
    squares: Vec<OccupancyRow>,
    /// The square whose ranks are shown; empty for none.
    square: String,
    occupants: Vec<OccupancyRow>,
    grid: Vec<HeatRow>,
    plans: Vec<StrategyRow>,
    popular: Vec<SetUpRow>,
    examples: GameList,
    faces: PieceFaces,
    weight_words: String,
    may_keep: bool,
}

/// Shows the heat map of the matching set-ups, the most popular of them, and games.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let asked = FormationQuery::read(&parameters).or_page(&visit)?;
    let wish = asked.wish.clone();
    let look = visit.run_heavy(move |app, actor| formations::overview(app, actor, &wish)).await?;
    let page = page(&visit, asked, &look);
    // A page shown while the index is being built must not be cached.
    if look.is_preparing {
        private_html(&visit, StatusCode::OK, &page)
    } else {
        html(&visit, &page)
    }
}

fn page(visit: &RequestContext, asked: FormationQuery, look: &FormationOverview) -> FormationsPage {
    let (texts, totals) = (visit.texts(), &look.totals);
    let words = RankNames { texts, rules: RuleSet::STANDARD };
    let filters = asked.filter_query();
    let cell = asked.cell;
    FormationsPage {
        frame: visit.frame(texts.get("formations-title")),
        pools: pool_choices(texts, &asked),
        colors: Color::ALL
            .map(|color| chosen(&asked, "color", color_key(color), texts.text(color_key(color))))
            .into(),
        strategies: Strategy::ALL
            .map(|own| chosen(&asked, "strategy", own.key(), &strategy_name(own, texts)))
            .into(),
        preparing: look.is_preparing,
        games: match look.is_preparing {
            true => String::new(),
            false => texts.count("formations-games", look.game_count),
        },
        set_ups: totals.all().games(),
        counted: texts.count("formations-counted", totals.all().games()),
        score: PercentRange::new(totals.score_of(totals.all(), asked.weighted)),
        ranks: rank_links(words, &asked),
        rank: words.name(asked.rank).to_owned(),
        board: heat_board(totals, asked.rank, asked.weighted),
        squares: square_rows(totals, asked.rank, asked.weighted),
        square: cell.map(square_name).unwrap_or_default(),
        occupants: cell
            .map_or_else(Vec::new, |cell| occupant_rows(totals, cell, asked.weighted, texts)),
        grid: heat_grid(totals, asked.weighted, cell, |square| {
            format!("{}#square", asked.address_with(ADDRESS, "square", square))
        }),
        plans: Strategy::ALL
            .iter()
            .zip(&look.strategies)
            .map(|(own, tally)| StrategyRow::new(*own, tally, totals, &asked, texts))
            .collect(),
        popular: look.popular.iter().map(|own| SetUpRow::new(own, texts, &filters)).collect(),
        examples: GameList::new(texts, look.examples.iter().map(|own| own.game.clone()).collect()),
        faces: PieceFaces::for_rule_sets(texts, std::iter::once(RuleSet::STANDARD)),
        weight_words: if asked.weighted {
            texts.get("formations-weighted-words")
        } else {
            String::new()
        },
        may_keep: visit.is_signed_in(),
        asked,
    }
}

fn rank_links(words: RankNames, asked: &FormationQuery) -> Vec<RankLink> {
    let link = |rank: Rank| RankLink {
        face: face_id(RuleSet::STANDARD, rank),
        label: words.label(rank),
        name: words.name(rank),
        link: asked.address_with(ADDRESS, "rank", &rank.letter().to_string()),
        current: rank == asked.rank,
    };
    Rank::ALL.into_iter().rev().map(link).collect()
}

fn chosen(asked: &FormationQuery, name: &str, value: &str, label: &str) -> Choice {
    Choice { chosen: asked.params.or_empty(name) == value, ..Choice::new(value, label) }
}

fn pool_choices(texts: Texts, asked: &FormationQuery) -> Vec<Choice> {
    let pool = |key: &str| chosen(asked, "pool", key, texts.text(&format!("pool-{key}")));
    // The other game has no set-ups.
    let own = Pool::ALL.iter().filter(|own| own.family == Family::Standard);
    let mut pools: Vec<Choice> = own.map(|own| pool(own.key)).collect();
    // A pool of an organisation stays selected although the list does not offer it.
    let own = asked.params.or_empty("pool");
    if !own.is_empty() && pools.iter().all(|one| !one.chosen) {
        pools.push(chosen(asked, "pool", &own, &own));
    }
    pools
}
