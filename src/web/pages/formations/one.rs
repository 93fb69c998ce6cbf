//! One set-up, by its share code. The code is sent as a form, and so stands in no address: neither in a log
//! nor in a browser's history.

use actix_web::http::{StatusCode, header};
use actix_web::web::Payload;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::formation::{Near, SetUp, Tally};
use crate::service::formations::{self, Around};
use crate::web::deploy::{Cells, Faces, SmallBoard};
use crate::web::error::PageError;
use crate::web::pages::list::GameLine;
use crate::web::pages::{ask, ask_long, html, private_html};
use crate::web::parameters::Parameters;
use crate::web::ranks::RankWords;
use crate::web::visit::{Frame, Visit};
use crate::web::{assets, body};
use salpakan::record::share_code;
use salpakan::rules::{Rank, RuleSet};

use super::parts::{Entry, Record, files};
use super::{FormationQuery, ONE};

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
    /// Where set-ups are asked for, with the filters, and without.
    action: String,
    all_games: &'static str,
    mirrored: String,
    may_keep: bool,
    token: String,
    board: SmallBoard,
    files: Vec<char>,
    rows: Vec<Row>,
    records: Vec<Record>,
    around: Vec<Record>,
    nearest: Vec<Entry>,
    examples: Vec<GameLine>,
    faces: Faces,
    used: bool,
    preparing: bool,
    filtered: bool,
}

#[derive(Template)]
#[template(path = "formations/ask.html")]
struct AskPage {
    frame: Frame,
    action: String,
    script: &'static str,
}

fn read(visit: &Visit, parameters: &Parameters) -> Result<FormationQuery, PageError> {
    FormationQuery::read(parameters).map_err(|e| PageError::parameter(visit, &e))
}

/// Asks for a share code. Its script takes one that stands behind the `#` of the address, which browsers
/// send to nobody.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let asked = read(&visit, &parameters)?;
    let page = AskPage {
        frame: visit.frame(visit.texts().get("formation-ask")),
        action: format!("{ONE}{}", asked.filters()),
        script: assets::address("js/formations/ask.js"),
    };
    html(&visit, &page)
}

/// Where a share code once stood in the address: on to where it stands behind the `#`.
pub async fn moved(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let asked = read(&visit, &parameters)?;
    let army = ask(&visit, move |_| formations::by_code(&path)).await?;
    let code = share_code(&RuleSet::STANDARD, &army);
    Ok(HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, format!("{ONE}{}#{code}", asked.filters())))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish())
}

/// A form with a code has fewer bytes.
const MOST_BYTES: usize = 1024;

/// The code that was sent; nothing else is taken.
async fn sent(visit: &Visit, payload: Payload) -> Result<String, PageError> {
    let body = body::read(payload, MOST_BYTES, visit.site.settings.patience)
        .await
        .map_err(|e| PageError::with(visit, e.status(), e.words(visit.texts())))?;
    let unreadable =
        || PageError::with(visit, StatusCode::BAD_REQUEST, visit.texts().get("error-form"));
    let text = std::str::from_utf8(&body).map_err(|_| unreadable())?;
    let form = Parameters::of_form(text).read(&["code"]).map_err(|_| unreadable())?;
    Ok(form.text("code").unwrap_or_default())
}

/// The set-up, its games, and those that are like it. It changes nothing, so that the form needs no token
/// and may stand on pages that are kept for everybody.
pub async fn take(
    visit: Visit,
    parameters: Parameters,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let asked = read(&visit, &parameters)?;
    let code = sent(&visit, payload).await?;
    let (actor, wish) = (visit.actor().clone(), asked.wish.clone());
    let (army, around) = ask_long(&visit, move |app| {
        let army = formations::by_code(code.trim())?;
        Ok((army, formations::around(app, &actor, &army, &wish)?))
    })
    .await?;
    let set_up = SetUp::of(&army).ok_or_else(|| {
        let e = crate::service::Error::Internal("a share code gives another army".to_owned());
        PageError::new(&visit, &e)
    })?;
    private_html(&visit, StatusCode::OK, &page(&visit, &asked, set_up, &around))
}

fn page(visit: &Visit, asked: &FormationQuery, set_up: SetUp, around: &Around) -> OnePage {
    let (texts, nearest) = (visit.texts(), &around.nearest);
    let (army, filters) = (set_up.deployment(), asked.filters());
    let words = RankWords { texts, rules: RuleSet::STANDARD };
    let cells = Cells::of(RuleSet::STANDARD, &army);
    let label = |rank| rank_label(words, rank);
    let rows = cells.ranks().chunks(9).enumerate();
    let [own, turned] = &nearest.own;
    let near = |near: &Near| Entry {
        apart: texts.count("formation-apart", near.apart),
        ..Entry::new(&near.listed, texts, &filters)
    };
    OnePage {
        frame: visit.frame(texts.get("formation")),
        code: share_code(&RuleSet::STANDARD, &army),
        action: format!("{ONE}{filters}"),
        all_games: ONE,
        mirrored: share_code(&RuleSet::STANDARD, &set_up.mirrored().deployment()),
        may_keep: visit.is_signed_in(),
        token: visit.form_token(),
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
        preparing: around.preparing,
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
