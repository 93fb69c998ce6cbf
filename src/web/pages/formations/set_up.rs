//! The page of one set-up. Its share code is posted, so that it appears neither in logs nor in the
//! browser's history.

use actix_web::http::header;
use actix_web::web::Payload;

use crate::web::prelude::*;
use adjutant_domain::formation::{Near, SetUp, Strategy, Tally};
use adjutant_service::formations::{self, SimilarFormations};
use adjutant_site::assets;
use adjutant_site::board::BoardRow;
use adjutant_site::deployment_board::{DraftCells, PieceFaces, SmallBoard};
use adjutant_site::forms::read_plain_form;
use adjutant_site::game_rows::GameList;
use adjutant_site::ranks::RankNames;
use adjutant_site::use_cases::run_use_case;
use salpakan::record::share_code;
use salpakan::rules::{Rank, RuleSet};

use super::SET_UP_PATH;
use super::widgets::{ScoreRecord, SetUpRow, strategy_name};
use adjutant_site::formation_query::FormationQuery;

#[derive(Template)]
#[template(path = "formations/one.html")]
struct SetUpPage {
    frame: PageFrame,
    code: String,
    /// The address for search by set-up, with and without the filters.
    action: String,
    all_games: &'static str,
    mirrored: String,
    may_keep: bool,
    token: String,
    board: SmallBoard,
    /// The strategies it follows, by key and name.
    strategies: Vec<(&'static str, String)>,
    rows: Vec<BoardRow<&'static str>>,
    records: Vec<ScoreRecord>,
    around: Vec<ScoreRecord>,
    nearest: Vec<SetUpRow>,
    examples: GameList,
    faces: PieceFaces,
    used: bool,
    preparing: bool,
    filtered: bool,
}

#[derive(Template)]
#[template(path = "formations/ask.html")]
struct SetUpPromptPage {
    frame: PageFrame,
    action: String,
    script: &'static str,
}

/// Asks for a share code. The script of the page takes one from the fragment of the address, which
/// browsers do not send to servers.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let asked = FormationQuery::read(&parameters).or_page(&visit)?;
    let page = SetUpPromptPage {
        frame: visit.frame(visit.texts().get("formation-ask")),
        action: format!("{SET_UP_PATH}{}", asked.filter_query()),
        script: assets::address("js/formations/ask.js"),
    };
    html(&visit, &page)
}

/// Redirects old addresses, which contained the share code, to one with the code in the fragment.
pub async fn redirect_moved(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let asked = FormationQuery::read(&parameters).or_page(&visit)?;
    let army = run_use_case(&visit, move |_| formations::from_share_code(&path)).await?;
    let code = share_code(&RuleSet::STANDARD, &army);
    Ok(HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, format!("{SET_UP_PATH}{}#{code}", asked.filter_query())))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish())
}

/// More than a form with a share code needs.
const MAX_FORM_BYTES: usize = 1024;

/// Shows the set-up, its games and similar set-ups. Posting changes nothing, so the form needs no
/// token and may appear on cached pages.
pub async fn submit(
    visit: RequestContext,
    parameters: QueryString,
    payload: Payload,
) -> PageResult {
    let asked = FormationQuery::read(&parameters).or_page(&visit)?;
    let form = read_plain_form(&visit, payload, MAX_FORM_BYTES, &["code"]).await?;
    let code = form.text("code").unwrap_or_default();
    let wish = asked.wish.clone();
    let (army, around) = visit
        .run_heavy(move |app, actor| {
            let army = formations::from_share_code(code.trim())?;
            Ok((army, formations::similar_formations(app, actor, &army, &wish)?))
        })
        .await?;
    let set_up = SetUp::of(&army).ok_or_else(|| {
        let e = adjutant_service::Error::Internal("a share code gives another army".to_owned());
        PageError::new(&visit, &e)
    })?;
    private_html(&visit, StatusCode::OK, &page(&visit, &asked, set_up, &around))
}

fn page(
    visit: &RequestContext,
    asked: &FormationQuery,
    set_up: SetUp,
    around: &SimilarFormations,
) -> SetUpPage {
    let (texts, nearest) = (visit.texts(), &around.nearest);
    let (army, filters) = (set_up.deployment(), asked.filter_query());
    let words = RankNames { texts, rules: RuleSet::STANDARD };
    let cells = DraftCells::from_deployment(RuleSet::STANDARD, &army);
    let label = |rank: &Option<Rank>| rank.map_or("", |rank| words.label(rank));
    let rows = [3, 2, 1].into_iter().zip(cells.ranks().chunks(9));
    let [own, turned] = &nearest.own;
    let near = |near: &Near| SetUpRow {
        apart: texts.count("formation-apart", near.apart),
        ..SetUpRow::new(&near.listed, texts, &filters)
    };
    SetUpPage {
        frame: visit.frame(texts.get("formation")),
        code: share_code(&RuleSet::STANDARD, &army),
        action: format!("{SET_UP_PATH}{filters}"),
        all_games: SET_UP_PATH,
        mirrored: share_code(&RuleSet::STANDARD, &set_up.mirrored().deployment()),
        may_keep: visit.is_signed_in(),
        token: visit.form_token(),
        board: SmallBoard::new(&cells),
        strategies: Strategy::of(set_up)
            .map(|own| (own.key(), strategy_name(own, texts)))
            .collect(),
        rows: rows
            .map(|(name, ranks)| BoardRow { name, cells: ranks.iter().map(label).collect() })
            .collect(),
        records: vec![
            ScoreRecord::new(texts.get("formation-as-it-stands"), *own),
            ScoreRecord::new(texts.get("formation-mirrored"), *turned),
        ],
        around: distance_rows(&nearest.by_distance)
            .map(|(far, tally)| ScoreRecord::new(texts.count("formation-within", far), tally))
            .collect(),
        nearest: nearest.others.iter().map(near).collect(),
        examples: GameList::new(
            texts,
            around.examples.iter().map(|own| own.game.clone()).collect(),
        ),
        faces: PieceFaces::for_rule_sets(texts, std::iter::once(RuleSet::STANDARD)),
        used: own.games() + turned.games() > 0,
        preparing: around.is_preparing,
        filtered: asked.is_filtered(),
    }
}

/// Distances shown.
const MAX_DISTANCES: usize = 5;

/// Cumulative results of the set-ups within each distance; distances that add no game are left out.
fn distance_rows(by_distance: &[Tally]) -> impl Iterator<Item = (usize, Tally)> {
    let within = |far: usize| by_distance.iter().take(far + 1).copied().reduce(Tally::and);
    let mut shown: Vec<(usize, Tally)> = Vec::new();
    for far in (2..by_distance.len()).step_by(2) {
        let before = shown.last().map(|(_, tally)| tally).or(by_distance.first());
        let before = before.map_or(0, Tally::games);
        shown.extend(within(far).filter(|tally| tally.games() > before).map(|tally| (far, tally)));
    }
    shown.truncate(MAX_DISTANCES);
    shown.into_iter()
}
