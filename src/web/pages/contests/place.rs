//! Why somebody stands where he stands: the working of each tie-break, round by round.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::contest::EntrantId;
use crate::service::contests::{self, Explained};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::pages::{ask_long, html_as};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};
use swiss::tiebreak::{Contribution, Working};

use super::{address, asking, words};

const MOST: usize = 1_000;

/// A round in a tie-break.
struct Line {
    round: usize,
    opponent: String,
    scored: String,
    base: String,
    amount: String,
    counts: bool,
    /// Why it does not count, or why another score stands for the opponent's.
    note: String,
}

/// A tie-break.
struct Part {
    code: String,
    about: String,
    value: String,
    /// With whom he was tied, where only that is looked at.
    among: String,
    lines: Vec<Line>,
}

#[derive(Template)]
#[template(path = "contests/place.html")]
struct PlacePage {
    frame: Frame,
    back: String,
    event: String,
    heading: String,
    points: String,
    parts: Vec<Part>,
}

fn line(one: &Contribution, names: &[String], texts: Texts) -> Line {
    let opponent = one.opponent.and_then(|at| names.get(at)).cloned();
    let adjusted = one
        .adjusted
        .map(|why| texts.one("contest-adjusted", "article", why.article()))
        .unwrap_or_default();
    let verdict = words::verdict(one.verdict, texts);
    let notes: Vec<String> =
        [verdict.clone(), adjusted].into_iter().filter(|note| !note.is_empty()).collect();
    Line {
        round: one.round + 1,
        opponent: opponent.unwrap_or_else(|| "–".to_owned()),
        scored: words::points(one.scored),
        base: one.base.to_string(),
        amount: one.amount.to_string(),
        counts: verdict.is_empty(),
        note: notes.join("; "),
    }
}

fn part((code, working): &(String, Working), names: &[String], texts: Texts) -> Part {
    let among = working.among.iter().filter_map(|at| names.get(*at)).cloned();
    let lines = working.contributions.iter().map(|one| line(one, names, texts));
    Part {
        code: code.clone(),
        about: words::tie_break(code, texts),
        value: working.value.map_or_else(|| "–".to_owned(), |value| value.to_string()),
        among: among.collect::<Vec<_>>().join(", "),
        lines: lines.collect(),
    }
}

/// The page.
pub async fn show(
    visit: Visit,
    path: web::Path<(String, u32)>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["stage", "after"]).map_err(refuse)?;
    let stage = given.number("stage", 1..=MOST).map_err(refuse)?.unwrap_or(1);
    let after = given.number("after", 0..=MOST).map_err(refuse)?;
    let (slug, entrant) = path.into_inner();
    let own = slug.clone();
    let (event, explained) = ask_long(&visit, move |app| {
        let run = contests::run(app, &own)?;
        let explained = contests::explained(app, &own, stage - 1, EntrantId(entrant), after)?;
        Ok((run.row.name.clone(), explained))
    })
    .await?;
    let texts = visit.texts();
    let Explained { name, place, points, criteria, names, ids: _ } = explained;
    let values = [("name", name), ("place", place.to_string())];
    let heading = texts.fill("contest-why", &values);
    let asked = [
        ("view", "standings".to_owned()),
        ("stage", stage.to_string()),
        ("after", after.map(|after| after.to_string()).unwrap_or_default()),
    ];
    let page = PlacePage {
        frame: visit.frame(format!("{heading} · {event}")),
        back: asking(&address(&slug, ""), &asked),
        event,
        heading,
        points: texts.one("contest-has-points", "points", words::points(points)),
        parts: criteria.iter().map(|one| part(one, &names, texts)).collect(),
    };
    html_as(&visit, StatusCode::OK, &page)
}
