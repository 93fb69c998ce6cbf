//! What an entrant does about fair play: report others to the officials, and find cases about themselves.

use actix_web::web::Path;

use adjutant_service::contests::{
    CaseSummary, LoadedContest, entrant_name, load_contest, own_cases, report_entrant,
};
use adjutant_site::prelude::*;

use super::super::address;
use super::{CaseRow, case_row, parse_case};

#[derive(Deserialize)]
struct ReportForm {
    entrants: String,
    tables: String,
    words: String,
}

#[derive(Template)]
#[template(path = "contests/fair-play-report.html")]
struct ReportPage {
    frame: PageFrame,
    back: String,
    event: String,
    cases: Vec<CaseRow>,
    form: Form,
}

/// The event, and the cases about the reader.
async fn read(
    visit: &RequestContext,
    slug: &str,
) -> Result<(std::sync::Arc<LoadedContest>, Vec<CaseSummary>), PageError> {
    let own = slug.to_owned();
    let read = move |app: &_, actor: &_| {
        let cases = own_cases(app, actor, &own)?;
        Ok((load_contest(app, &own)?, cases))
    };
    visit.run(read).await
}

fn page(
    visit: &RequestContext,
    slug: &str,
    (run, cases): &(std::sync::Arc<LoadedContest>, Vec<CaseSummary>),
) -> ReportPage {
    let (texts, back) = (visit.texts(), address(slug, ""));
    let form = visit
        .form("report", &address(slug, "report"), "case-report-save")
        .with_fields([
            Field::textarea(texts, "entrants", "case-report-entrants")
                .hint("case-entrants-hint")
                .required(),
            Field::text(texts, "tables", "case-tables").hint("case-tables-hint"),
            Field::textarea(texts, "words", "case-words").hint("case-report-words-hint").required(),
        ])
        .with_alternative(&back, "cancel");
    let zone = run.contest.settings.timetable.zone();
    let area = address(slug, "cases");
    ReportPage {
        frame: visit.frame(format!("{} · {}", texts.text("fair-play-title"), run.row.name)),
        back,
        event: run.row.name.clone(),
        cases: cases.iter().map(|one| case_row(one, (&area, zone), texts)).collect(),
        form,
    }
}

pub async fn show(visit: RequestContext, path: Path<String>) -> PageResult {
    let read = read(&visit, &path).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &path, &read))
}

pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read::<ReportForm>(&visit).await?;
    let slug = path.into_inner();
    let read = read(&visit, &slug).await?;
    let contest = &read.0.contest;
    let all: Vec<_> =
        contest.numbered_entrants().map(|(id, _)| (id, entrant_name(contest, id))).collect();
    let typed = (sent.entrants.clone(), sent.tables.clone(), sent.words.clone());
    let own = slug.clone();
    let told = visit.attempt(move |app, actor| {
        let new = parse_case(&all, (&typed.0, &typed.1, &typed.2))?;
        report_entrant(app, actor, &own, &new, now_micros())
    });
    match told.await? {
        Ok(_) => Ok(redirect_with_flash(&address(&slug, ""), "done-case-reported")),
        Err(refusal) => {
            let mut page = page(&visit, &slug, &read);
            page.frame.mark_refused();
            let status = refusal.status();
            page.form = page.form.filled_from(sent.raw()).with_errors(refusal.into_faults());
            private_html(&visit, status, &page)
        }
    }
}
