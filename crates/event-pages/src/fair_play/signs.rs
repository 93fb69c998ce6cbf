//! The officials' page: signs, reports and cases of an event, and the form for a new case.

use actix_web::web::Path;

use adjutant_domain::contest::EntrantId;
use adjutant_service::access::Act;
use adjutant_service::contests::{
    self, FairPlayReport, GameReport, ShownSign, match_key, open_case,
};
use adjutant_service::live::Ground;
use adjutant_site::parameters::percent_encode;
use adjutant_site::prelude::*;

use super::super::address;
use super::likeness::{self, LikenessPart};
use super::sign_text::{detail, game_text, kind_keys};
use super::{CaseRow, case_row, parse_case};

pub const DONE_KEYS: &[&str] = &["done-case-opened", "done-analyses-asked"];

#[derive(Deserialize)]
struct CaseForm {
    entrants: String,
    tables: String,
    words: String,
}

struct SignRow {
    games: Vec<String>,
    detail: String,
    /// Where a case about it is opened.
    open: String,
}

/// The signs of a kind.
struct SignGroup {
    title: String,
    words: String,
    signs: Vec<SignRow>,
}

struct ReportRow {
    game: String,
    ground: &'static str,
    words: String,
    at: String,
    open: String,
}

#[derive(Template)]
#[template(path = "contests/fair-play.html")]
struct FairPlayPage {
    frame: PageFrame,
    desk: String,
    event: String,
    done: String,
    groups: Vec<SignGroup>,
    likeness: LikenessPart,
    reports: Vec<ReportRow>,
    cases: Vec<CaseRow>,
    form: Form,
}

/// The address of the form, filled with entrants and tables.
pub fn open_address(
    base: &str,
    entrants: impl Iterator<Item = String>,
    tables: impl Iterator<Item = String>,
) -> String {
    let entrants = entrants.collect::<Vec<_>>().join(";");
    let mut tables: Vec<String> = tables.collect();
    tables.dedup();
    let (entrants, tables) = (percent_encode(&entrants), percent_encode(&tables.join(", ")));
    format!("{base}?entrants={entrants}&tables={tables}#case")
}

/// An entrant as the form names them: a name alone may be that of two.
pub fn numbered((id, name): &(EntrantId, String)) -> String {
    format!("{} {name}", id.0)
}

fn sign_row(sign: &ShownSign, base: &str, texts: Texts) -> SignRow {
    let tables = sign.games.iter().map(|game| match_key(game.spot.table_id()));
    SignRow {
        games: sign.games.iter().map(|game| game_text(game, texts)).collect(),
        detail: detail(sign, texts),
        open: open_address(base, sign.entrants.iter().map(numbered), tables),
    }
}

/// Signs of one kind follow each other.
fn groups(signs: &[ShownSign], base: &str, texts: Texts) -> Vec<SignGroup> {
    let alike = |one: &ShownSign, other: &ShownSign| one.kind.key() == other.kind.key();
    let group = |signs: &[ShownSign]| {
        let [title, words] = kind_keys(signs[0].kind).map(|key| texts.get(key));
        let signs = signs.iter().map(|sign| sign_row(sign, base, texts)).collect();
        SignGroup { title, words, signs }
    };
    signs.chunk_by(alike).map(group).collect()
}

const fn ground_key(ground: Option<Ground>) -> &'static str {
    match ground {
        Some(Ground::Stalling) => "play-report-stalling",
        Some(Ground::Name) => "play-report-name",
        Some(Ground::Arranged) => "play-report-arranged",
        Some(Ground::Cheating) => "play-report-cheating",
        Some(Ground::Other) | None => "play-report-other",
    }
}

fn report_row(report: &GameReport, base: &str, zone: chrono_tz::Tz, texts: Texts) -> ReportRow {
    let table = report.is_current.then(|| match_key(report.game.spot.table_id()));
    let entrants: Vec<(EntrantId, String)> =
        report.entrants.into_iter().zip(report.game.names.iter().cloned()).collect();
    ReportRow {
        game: game_text(&report.game, texts),
        ground: texts.text(ground_key(report.ground)),
        words: report.words.clone(),
        at: adjutant_site::time_format::format_zoned_minute(texts, report.at, zone),
        open: open_address(base, entrants.iter().map(numbered), table.into_iter()),
    }
}

fn case_form(visit: &RequestContext, base: &str) -> Form {
    let texts = visit.texts();
    visit.form("case", base, "case-open-save").with_fields([
        Field::textarea(texts, "entrants", "case-entrants").hint("case-entrants-hint").required(),
        Field::text(texts, "tables", "case-tables").hint("case-tables-hint"),
        Field::textarea(texts, "words", "case-words").hint("case-words-hint").required(),
    ])
}

fn page(visit: &RequestContext, slug: &str, report: &FairPlayReport) -> FairPlayPage {
    let (texts, base) = (visit.texts(), address(slug, "run/fair-play"));
    let zone = report.zone;
    FairPlayPage {
        frame: visit.frame(format!("{} · {}", texts.text("fair-play-title"), report.event)),
        desk: address(slug, "run"),
        event: report.event.clone(),
        done: String::new(),
        groups: groups(&report.signs, &base, texts),
        likeness: likeness::part(visit, &base, &report.likeness),
        reports: report.reports.iter().map(|one| report_row(one, &base, zone, texts)).collect(),
        cases: report.cases.iter().map(|one| case_row(one, (&base, zone), texts)).collect(),
        form: case_form(visit, &base),
    }
}

async fn read(visit: &RequestContext, slug: &str) -> Result<FairPlayReport, PageError> {
    let own = slug.to_owned();
    visit.run(move |app, actor| contests::fair_play_report(app, actor, &own)).await
}

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let given = query.parse(&["done", "entrants", "tables"]).or_page(&visit)?;
    let done = FlashMessage::from_query(&given, DONE_KEYS).or_page(&visit)?;
    let report = read(&visit, &path).await?;
    let mut page = page(&visit, &path, &report);
    page.done = done.map(|done| done.text(visit.texts())).unwrap_or_default();
    // An address has no line breaks.
    let lines = given.or_empty("entrants").replace(';', "\n");
    let form = page.form.with_value("entrants", lines);
    page.form = form.with_value("tables", given.or_empty("tables"));
    private_html(&visit, StatusCode::OK, &page)
}

/// Opens a case.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read::<CaseForm>(&visit).await?;
    let slug = path.into_inner();
    let own = slug.clone();
    visit.run(move |app, actor| contests::authorize(app, actor, Act::ReviewFairPlay, &own)).await?;
    let report = read(&visit, &slug).await?;
    let all = report.entrants.clone();
    let typed = (sent.entrants.clone(), sent.tables.clone(), sent.words.clone());
    let own = slug.clone();
    let opened = visit.attempt(move |app, actor| {
        let new = parse_case(&all, (&typed.0, &typed.1, &typed.2))?;
        open_case(app, actor, &own, &new, now_micros())
    });
    match opened.await? {
        Ok(number) => {
            let case = address(&slug, &format!("run/fair-play/{number}"));
            Ok(redirect_with_flash(&case, DONE_KEYS[0]))
        }
        Err(refusal) => {
            let mut page = page(&visit, &slug, &report);
            page.frame.mark_refused();
            let status = refusal.status();
            page.form = page.form.filled_from(sent.raw()).with_errors(refusal.into_faults());
            private_html(&visit, status, &page)
        }
    }
}
