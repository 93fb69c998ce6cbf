//! One set-up, by its share code.

use actix_web::{HttpResponse, web};
use askama::Template;

use crate::formation::{Near, SetUp, Tally};
use crate::record::share_code;
use crate::rules::{Rank, RuleSet};
use crate::service::formations::{self, Around};
use crate::web::deploy::{Cells, Faces, SmallBoard};
use crate::web::error::PageError;
use crate::web::pages::list::GameLine;
use crate::web::pages::{ask, html};
use crate::web::parameters::Parameters;
use crate::web::ranks::RankWords;
use crate::web::visit::{Frame, Visit};

use super::FormationQuery;
use super::parts::{Entry, Record, files};

/// A row of the set-up as a table.
struct Row {
    name: usize,
    cells: Vec<String>,
}

#[derive(Template)]
#[template(path = "formations/one.html")]
struct OnePage {
    frame: Frame,
    code: String,
    mirror_link: String,
    board: SmallBoard,
    files: Vec<char>,
    rows: Vec<Row>,
    records: Vec<Record>,
    around: Vec<Record>,
    nearest: Vec<Entry>,
    examples: Vec<GameLine>,
    faces: Faces,
    used: bool,
    filtered: bool,
}

/// The set-up, its games, and those that are like it.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let asked = FormationQuery::read(&parameters);
    let asked = asked.map_err(|e| PageError::parameter(&visit, &e))?;
    let (actor, wish) = (visit.actor().clone(), asked.wish.clone());
    let (army, around) = ask(&visit, move |app| {
        let army = formations::by_code(&path)?;
        Ok((army, formations::around(app, &actor, &army, &wish)?))
    })
    .await?;
    let set_up = SetUp::of(&army).ok_or_else(|| {
        let e = crate::service::Error::Internal("a share code gives another army".to_owned());
        PageError::new(&visit, &e)
    })?;
    html(&visit, &page(&visit, &asked, set_up, &around))
}

fn page(visit: &Visit, asked: &FormationQuery, set_up: SetUp, around: &Around) -> OnePage {
    let (texts, nearest) = (visit.texts(), &around.nearest);
    let (army, filters) = (set_up.deployment(), asked.filters());
    let words = RankWords { texts, rules: RuleSet::STANDARD };
    let cells = Cells::of(RuleSet::STANDARD, &army);
    let label = |rank| rank_label(words, rank);
    let rows = cells.ranks().chunks(9).enumerate();
    let code = share_code(&RuleSet::STANDARD, &army);
    let mirrored = share_code(&RuleSet::STANDARD, &set_up.mirrored().deployment());
    let [own, turned] = &nearest.own;
    let near = |near: &Near| Entry {
        apart: texts.count("formation-apart", near.apart),
        ..Entry::new(&near.listed, texts, &filters)
    };
    let mut frame = visit.frame(texts.one("formation-title", "code", &code));
    frame.description = texts.one("formation-description", "code", &code).into();
    OnePage {
        frame,
        code,
        mirror_link: format!("/formations/{mirrored}{filters}"),
        board: SmallBoard::new(&cells),
        files: files(),
        rows: rows
            .map(|(at, ranks)| Row {
                name: 3 - at,
                cells: ranks.iter().map(|r| label(*r)).collect(),
            })
            .collect(),
        records: vec![
            Record::new(texts.get("formation-as-it-stands"), own),
            Record::new(texts.get("formation-mirrored"), turned),
        ],
        around: distances(&nearest.by_distance)
            .map(|(far, tally)| Record::new(texts.count("formation-within", far), &tally))
            .collect(),
        nearest: nearest.others.iter().map(near).collect(),
        examples: around.examples.iter().map(|own| GameLine::new(&own.game, texts)).collect(),
        faces: Faces::of(texts, std::iter::once(RuleSet::STANDARD)),
        used: own.games() + turned.games() > 0,
        filtered: asked.is_filtered(),
    }
}

fn rank_label(words: RankWords, rank: Option<Rank>) -> String {
    rank.map(|rank| words.label(rank).to_owned()).unwrap_or_default()
}

/// Distances on a page.
const MOST_DISTANCES: usize = 5;

/// What all set-ups came to that are no further away, where that are more than nearer by.
fn distances(by_distance: &[Tally]) -> impl Iterator<Item = (usize, Tally)> {
    let within = |far: usize| by_distance.iter().take(far + 1).copied().reduce(Tally::and);
    let mut shown: Vec<(usize, Tally)> = Vec::new();
    for far in (2..by_distance.len()).step_by(2) {
        let before = shown.last().map(|(_, tally)| tally).or(by_distance.first());
        let before = before.map_or(0, Tally::games);
        shown.extend(within(far).filter(|tally| tally.games() > before).map(|tally| (far, tally)));
    }
    shown.truncate(MOST_DISTANCES);
    shown.into_iter()
}
