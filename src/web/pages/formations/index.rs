//! All set-ups, by filters.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::formations::{self, Look};
use crate::web::deploy::Faces;
use crate::web::error::PageError;
use crate::web::kit::Choice;
use crate::web::pages::list::GameLine;
use crate::web::pages::{ask_long, html, private_html};
use crate::web::parameters::Parameters;
use crate::web::ranks::RankWords;
use crate::web::visit::{Frame, Visit};
use ledger_ratings::Pool;
use salpakan::rules::{Color, Rank, RuleSet};

use super::parts::{Entry, HeatRow, Line, Shown, board, files, grid, occupants, squares};
use super::{FormationQuery, color_key, square_name};

pub(super) const ADDRESS: &str = "/formations";

/// A rank to choose.
struct RankLink {
    label: &'static str,
    name: &'static str,
    link: String,
    current: bool,
}

/// The form's fields as they were sent.
struct Fields {
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
struct IndexPage {
    frame: Frame,
    fields: Fields,
    preparing: bool,
    games: String,
    set_ups: u64,
    counted: String,
    score: Shown,
    ranks: Vec<RankLink>,
    rank: String,
    files: Vec<char>,
    board: Vec<HeatRow>,
    squares: Vec<Line>,
    /// The square whose ranks are shown; empty for none.
    square: String,
    occupants: Vec<Line>,
    grid: Vec<HeatRow>,
    popular: Vec<Entry>,
    examples: Vec<GameLine>,
    faces: Faces,
    weight_words: String,
    may_keep: bool,
}

/// The heat map of the set-ups that fit, the most used of them, and games.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let asked = FormationQuery::read(&parameters);
    let asked = asked.map_err(|e| PageError::parameter(&visit, &e))?;
    let (actor, wish) = (visit.actor().clone(), asked.wish.clone());
    let look = ask_long(&visit, move |app| formations::look(app, &actor, &wish)).await?;
    let page = page(&visit, &asked, &look);
    // What is not there yet is kept by nobody.
    if look.preparing { private_html(&visit, StatusCode::OK, &page) } else { html(&visit, &page) }
}

fn page(visit: &Visit, asked: &FormationQuery, look: &Look) -> IndexPage {
    let (texts, totals) = (visit.texts(), &look.totals);
    let words = RankWords { texts, rules: RuleSet::STANDARD };
    let filters = asked.filters();
    let cell = asked.cell;
    IndexPage {
        frame: visit.frame(texts.get("formations-title")),
        fields: fields(visit, asked),
        preparing: look.preparing,
        games: match look.preparing {
            true => String::new(),
            false => texts.count("formations-games", look.games),
        },
        set_ups: totals.all().games(),
        counted: texts.count("formations-counted", totals.all().games()),
        score: Shown::of(totals.score_of(totals.all(), asked.weighted)),
        ranks: ranks(words, asked),
        rank: words.said(Some(asked.rank)),
        files: files(),
        board: board(totals, asked.rank, asked.weighted),
        squares: squares(totals, asked.rank, asked.weighted),
        square: cell.map(square_name).unwrap_or_default(),
        occupants: cell
            .map_or_else(Vec::new, |cell| occupants(totals, cell, asked.weighted, texts)),
        grid: grid(totals, asked.weighted, cell, |square| {
            format!("{}#square", asked.with(ADDRESS, "square", square))
        }),
        popular: look.popular.iter().map(|own| Entry::new(own, texts, &filters)).collect(),
        examples: look.examples.iter().map(|own| GameLine::new(&own.game, texts)).collect(),
        faces: Faces::of(texts, std::iter::once(RuleSet::STANDARD)),
        weight_words: if asked.weighted {
            texts.get("formations-weighted-words")
        } else {
            String::new()
        },
        may_keep: visit.is_signed_in(),
    }
}

fn ranks(words: RankWords, asked: &FormationQuery) -> Vec<RankLink> {
    let link = |rank: Rank| RankLink {
        label: words.label(rank),
        name: words.name(rank),
        link: asked.with(ADDRESS, "rank", &rank.letter().to_string()),
        current: rank == asked.rank,
    };
    Rank::ALL.into_iter().rev().map(link).collect()
}

fn fields(visit: &Visit, asked: &FormationQuery) -> Fields {
    let texts = visit.texts();
    let chosen = |mut choice: Choice, name: &str| {
        choice.chosen = choice.value == asked.text(name);
        choice
    };
    let pool = |pool: &Pool| Choice::new(pool.key, texts.text(&format!("pool-{}", pool.key)));
    let mut pools: Vec<Choice> = Pool::ALL.iter().map(|own| chosen(pool(own), "pool")).collect();
    // An organisation's pool stays chosen, though it is not offered.
    let own = asked.text("pool");
    if !own.is_empty() && pools.iter().all(|one| !one.chosen) {
        pools.push(chosen(Choice::new(&own, &own), "pool"));
    }
    let color = |color: Color| Choice::new(color_key(color), texts.text(color_key(color)));
    Fields {
        player: asked.text("player"),
        opponent: asked.text("opponent"),
        event: asked.text("event"),
        organisation: asked.text("organisation"),
        season: asked.text("season"),
        min_rating: asked.text("min_rating"),
        max_rating: asked.text("max_rating"),
        // As a browser's field for days takes them.
        from: asked.text("from").replace('.', "-"),
        to: asked.text("to").replace('.', "-"),
        when: asked.text("when"),
        rank: asked.rank.letter().to_string(),
        pools,
        colors: Color::ALL.map(|own| chosen(color(own), "color")).into(),
        mirror: asked.wish.folded,
        weighted: asked.weighted,
        open: asked.is_filtered(),
    }
}
