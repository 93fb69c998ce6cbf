//! Why an entrant has their place: the working of each tie-break, round by round.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use askama::Template;

use crate::web::error::{PageError, PageResult};
use crate::web::html::html_with_status;
use crate::web::i18n::Texts;
use crate::web::page_frame::PageFrame;
use crate::web::parameters::QueryString;
use crate::web::request_context::RequestContext;
use crate::web::use_cases::run_heavy_use_case;
use adjutant_domain::contest::EntrantId;
use adjutant_service::contests::{self, PlaceExplanation};
use swiss::tiebreak::{Contribution, Working};

use super::{address, labels, with_query};

const MAX_QUERY_NUMBER: usize = 1_000;

struct ContributionRow {
    round: usize,
    opponent: String,
    scored: String,
    base: String,
    amount: String,
    counts: bool,
    /// Why it does not count, or why another score replaces the opponent's.
    note: String,
}

struct TieBreakPart {
    code: String,
    about: String,
    value: String,
    /// The tied entrants, if the tie-break looks only at them.
    among: String,
    lines: Vec<ContributionRow>,
}

#[derive(Template)]
#[template(path = "contests/place.html")]
struct TieBreakPage {
    frame: PageFrame,
    back: String,
    event: String,
    heading: String,
    points: String,
    parts: Vec<TieBreakPart>,
}

fn contribution_row(one: &Contribution, names: &[String], texts: Texts) -> ContributionRow {
    let opponent = one.opponent.and_then(|at| names.get(at)).cloned();
    let adjusted = one
        .adjusted
        .map(|why| texts.one("contest-adjusted", "article", why.article()))
        .unwrap_or_default();
    let verdict = labels::verdict_label(one.verdict, texts);
    let notes: Vec<String> =
        [verdict.clone(), adjusted].into_iter().filter(|note| !note.is_empty()).collect();
    ContributionRow {
        round: one.round + 1,
        opponent: opponent.unwrap_or_else(|| "–".to_owned()),
        scored: labels::format_points(one.scored),
        base: one.base.to_string(),
        amount: one.amount.to_string(),
        counts: verdict.is_empty(),
        note: notes.join("; "),
    }
}

fn part((code, working): &(String, Working), names: &[String], texts: Texts) -> TieBreakPart {
    let among = working.among.iter().filter_map(|at| names.get(*at)).cloned();
    let lines = working.contributions.iter().map(|one| contribution_row(one, names, texts));
    TieBreakPart {
        code: code.clone(),
        about: labels::tie_break_label(code, texts),
        value: working.value.map_or_else(|| "–".to_owned(), |value| value.to_string()),
        among: among.collect::<Vec<_>>().join(", "),
        lines: lines.collect(),
    }
}

pub async fn show(
    visit: RequestContext,
    path: Path<(String, u32)>,
    query: QueryString,
) -> PageResult {
    let refuse = |e| PageError::from_parameter(&visit, &e);
    let given = query.parse(&["stage", "after"]).map_err(refuse)?;
    let stage = given.number("stage", 1..=MAX_QUERY_NUMBER).map_err(refuse)?.unwrap_or(1);
    let after = given.number("after", 0..=MAX_QUERY_NUMBER).map_err(refuse)?;
    let (slug, entrant) = path.into_inner();
    let own = slug.clone();
    let (event, explained) = run_heavy_use_case(&visit, move |app| {
        let run = contests::load_contest(app, &own)?;
        let explained = contests::explain_place(app, &own, stage - 1, EntrantId(entrant), after)?;
        Ok((run.row.name.clone(), explained))
    })
    .await?;
    let texts = visit.texts();
    let PlaceExplanation { name, place, points, criteria, names, ids: _ } = explained;
    let values = [("name", name), ("place", place.to_string())];
    let heading = texts.fill("contest-why", &values);
    let asked = [
        ("view", "standings".to_owned()),
        ("stage", stage.to_string()),
        ("after", after.map(|after| after.to_string()).unwrap_or_default()),
    ];
    let page = TieBreakPage {
        frame: visit.frame(format!("{heading} · {event}")),
        back: with_query(&address(&slug, ""), &asked),
        event,
        heading,
        points: texts.one("contest-has-points", "points", labels::format_points(points)),
        parts: criteria.iter().map(|one| part(one, &names, texts)).collect(),
    };
    html_with_status(&visit, StatusCode::OK, &page)
}
