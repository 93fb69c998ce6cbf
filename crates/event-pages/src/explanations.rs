//! Explains the pairing of a round, bracket by bracket, in the terms of the rules; and why an entrant
//! has their place: the working of each tie-break, round by round.

use actix_web::web::Path;

use adjutant_domain::contest::{EntrantId, RoundId};
use adjutant_service::contests::{self, ExplainedRound, PlaceExplanation, StageBoard, points_text};
use adjutant_site::html::html_with_status;
use adjutant_site::pairing_text::{self, RoundText};
use adjutant_site::prelude::*;
use adjutant_site::use_cases::run_heavy_use_case;
use swiss::stage::System;
use swiss::tiebreak::{Contribution, Total, Working};

use super::{MAX_QUERY_NUMBER, address, labels, with_query};

#[derive(Template)]
#[template(path = "contests/why.html")]
struct PairingExplanationPage {
    frame: PageFrame,
    back: String,
    event: String,
    stage: String,
    number: usize,
    is_draft: bool,
    is_stale: bool,
    by_hand: bool,
    words: RoundText,
}

/// The address of the explanation of a round; the stage is counted from 0. Empty for other systems
/// than Swiss.
pub fn explanation_url(slug: &str, at: usize, stage: &StageBoard, round: usize) -> String {
    match stage.system {
        System::Swiss { .. } => {
            let page = address(slug, &format!("why/{round}"));
            with_query(&page, &[("stage", (at + 1).to_string())])
        }
        _ => String::new(),
    }
}

pub async fn show_pairing(
    visit: RequestContext,
    path: Path<(String, usize)>,
    query: QueryString,
) -> PageResult {
    let given = query.parse(&["stage"]).or_page(&visit)?;
    let stage = given.number("stage", 1..=MAX_QUERY_NUMBER).or_page(&visit)?.unwrap_or(1);
    let (slug, number) = path.into_inner();
    let (own, actor) = (slug.clone(), visit.actor().clone());
    // Round 0 does not exist, nor does the number it wraps to.
    let at = RoundId { stage: stage - 1, round: number.wrapping_sub(1) };
    let explain = move |app: &_| contests::explain_round(app, &actor, &own, at);
    let of = run_heavy_use_case(&visit, explain).await?;
    let page = pairing_page(&visit, &of, &slug, (stage, number));
    if of.for_officials {
        return private_html(&visit, StatusCode::OK, &page);
    }
    html_with_status(&visit, StatusCode::OK, &page)
}

fn pairing_page(
    visit: &RequestContext,
    of: &ExplainedRound,
    slug: &str,
    (stage, number): (usize, usize),
) -> PairingExplanationPage {
    let (texts, contest) = (visit.texts(), &of.loaded.contest);
    let explained = &*of.explanation;
    let name = |place: usize| {
        let id = explained.ids.get(place);
        id.map(|id| contests::entrant_name(contest, *id)).unwrap_or_default()
    };
    let event = of.loaded.row.name.clone();
    let (page, view) = if of.is_published { ("", "pairings") } else { ("run", "") };
    let part = if of.is_published { "" } else { "rounds" };
    let asked = [
        ("view", view.to_owned()),
        ("part", part.to_owned()),
        ("stage", stage.to_string()),
        ("round", if of.is_published { number.to_string() } else { String::new() }),
    ];
    let stages = &contest.settings.plan.stages;
    PairingExplanationPage {
        frame: visit.frame(format!("{} · {event}", texts.one("why-of-round", "number", number))),
        back: with_query(&address(slug, page), &asked),
        event,
        stage: if stages.len() > 1 { stages[stage - 1].name.clone() } else { String::new() },
        number,
        is_draft: !of.is_published,
        is_stale: of.is_stale,
        by_hand: of.by_hand,
        words: pairing_text::pairing_text(
            &explained.explanation,
            explained.changes.as_ref(),
            texts,
            &name,
        ),
    }
}

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
    words: String,
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
        scored: points_text(one.scored),
        base: one.base.to_string(),
        amount: one.amount.to_string(),
        counts: verdict.is_empty(),
        note: notes.join("; "),
    }
}

fn tie_break_part(
    (code, working): &(String, Working),
    names: &[String],
    texts: Texts,
) -> TieBreakPart {
    let own = match working.total {
        Total::SumAndOwnValue { own } => texts.one("keizer-own-value", "value", own),
        _ => String::new(),
    };
    let value = match (working.total, working.value) {
        (Total::Place { is_divided: true }, Some(place)) => {
            texts.one("tie-break-place", "place", place)
        }
        (Total::Place { is_divided: false }, Some(_)) => texts.get("tie-break-undecided"),
        (_, Some(value)) => value.to_string(),
        (_, None) => "–".to_owned(),
    };
    let among = working.among.iter().filter_map(|at| names.get(*at)).cloned();
    let lines = working.contributions.iter().map(|one| contribution_row(one, names, texts));
    TieBreakPart {
        code: code.clone(),
        about: [labels::tie_break_label(code, texts), own].join(" ").trim_end().to_owned(),
        value,
        among: among.collect::<Vec<_>>().join(", "),
        lines: lines.collect(),
    }
}

pub async fn show_place(
    visit: RequestContext,
    path: Path<(String, u32)>,
    query: QueryString,
) -> PageResult {
    let given = query.parse(&["stage", "after"]).or_page(&visit)?;
    let stage = given.number("stage", 1..=MAX_QUERY_NUMBER).or_page(&visit)?.unwrap_or(1);
    let after = given.number("after", 0..=MAX_QUERY_NUMBER).or_page(&visit)?;
    let (slug, entrant) = path.into_inner();
    let own = slug.clone();
    let (event, is_ladder, explained) = run_heavy_use_case(&visit, move |app| {
        let run = contests::load_contest(app, &own)?;
        let explained = contests::explain_place(app, &own, stage - 1, EntrantId(entrant), after)?;
        Ok((run.row.name.clone(), run.contest.is_ladder(stage - 1), explained))
    })
    .await?;
    let texts = visit.texts();
    let PlaceExplanation { name, place, points, criteria, names, ids: _ } = explained;
    let has = |points: &str| criteria.iter().any(|(code, _)| code == points);
    let words = match (has(contests::KEIZER_POINTS), has(contests::ARENA_POINTS)) {
        (true, _) => "keizer-why-words",
        (_, true) => "arena-why-words",
        _ if is_ladder => "ladder-why-words",
        _ => "contest-why-words",
    };
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
        points: texts.one("contest-has-points", "points", points_text(points)),
        words: texts.get(words),
        parts: criteria.iter().map(|one| tie_break_part(one, &names, texts)).collect(),
    };
    html_with_status(&visit, StatusCode::OK, &page)
}
