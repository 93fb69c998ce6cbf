//! A case, as officials and as those concerned read it and add to it.

use actix_web::web::Path;

use adjutant_domain::contest::fair_play::cases::{
    APPEAL_DAYS, CaseEntry, CaseOutcome, MAX_APPEAL_DAYS,
};
use adjutant_service::contests::{
    self, CaseAction, CaseEntryView, CaseReader, CaseView, change_case, match_key,
};
use adjutant_site::forms::Sent;
use adjutant_site::prelude::*;
use adjutant_site::time_format::format_zoned_minute;

use super::super::address;
use super::{joined_names, outcome_key, state_key};

const DONE_KEYS: &[&str] = &[
    "done-case-opened",
    "done-case-noted",
    "done-case-decided",
    "done-case-ruled",
    "done-case-appealed",
];

#[derive(Deserialize)]
struct ActionForm {
    #[serde(rename = "do")]
    verb: String,
    words: String,
    #[serde(default)]
    outcome: String,
    #[serde(default)]
    appeal_days: String,
}

#[derive(Deserialize)]
struct AppealForm {
    words: String,
}

struct EntryRow {
    title: String,
    at: String,
    words: String,
    /// Until when it can be appealed; empty if that is not told.
    appeal: String,
}

#[derive(Template)]
#[template(path = "contests/case.html")]
struct CasePage {
    frame: PageFrame,
    back: String,
    back_words: String,
    title: String,
    state: String,
    done: String,
    faults: Vec<String>,
    facts: Vec<LabeledFact>,
    /// For those concerned, what a case is.
    about: &'static str,
    entries: Vec<EntryRow>,
    forms: Vec<Form>,
}

fn entry_row(entry: &CaseEntryView, view: &CaseView, texts: Texts) -> EntryRow {
    let is_own = matches!(entry.entry, CaseEntry::Appealed { .. });
    let by = entry.by.clone().unwrap_or_else(|| {
        texts.get(match view.reader {
            CaseReader::Official => "case-by-deleted",
            CaseReader::Concerned if is_own => "case-by-you",
            CaseReader::Concerned => "case-by-official",
        })
    });
    let title = |key| texts.one(key, "by", by.clone());
    let with_outcome = |key, outcome| {
        texts.fill(key, &[("by", by.clone()), ("outcome", texts.get(outcome_key(outcome)))])
    };
    let minute = |at| format_zoned_minute(texts, at, view.zone);
    let (title, appeal) = match &entry.entry {
        CaseEntry::Opened { reported: true, .. } => (title("case-entry-reported"), None),
        CaseEntry::Opened { .. } => (title("case-entry-opened"), None),
        CaseEntry::Noted { .. } => (title("case-entry-noted"), None),
        CaseEntry::Decided { outcome, appeal_until, .. } => {
            (with_outcome("case-entry-decided", *outcome), Some(*appeal_until))
        }
        CaseEntry::Appealed { .. } => (title("case-entry-appealed"), None),
        CaseEntry::Ruled { outcome, .. } => (with_outcome("case-entry-ruled", *outcome), None),
    };
    let appeal = appeal.map(|until| texts.one("case-appeal-until", "until", minute(until)));
    let (at, words) = (minute(entry.at), entry.entry.words().to_owned());
    EntryRow { title, at, words, appeal: appeal.unwrap_or_default() }
}

fn outcomes(texts: Texts) -> Vec<Choice> {
    let choice = |outcome: CaseOutcome| Choice::new(outcome.key(), texts.get(outcome_key(outcome)));
    CaseOutcome::ALL.map(choice).to_vec()
}

/// The forms of an official; what they do not show cannot be done now.
fn official_forms(visit: &RequestContext, view: &CaseView, action: &str) -> Vec<Form> {
    let texts = visit.texts();
    let words = |label| Field::textarea(texts, "words", label).hint("case-reason-hint").required();
    let mut forms = Vec::new();
    if view.may_rule {
        forms.push(
            visit
                .form("rule", action, "case-rule-save")
                .with_field(Field::hidden(texts, "do", "rule"))
                .with_fields([
                    Field::radio(texts, "outcome", "case-rule-outcome", outcomes(texts)).required(),
                    words("case-reason"),
                ]),
        );
    }
    if view.may_decide {
        let most = MAX_APPEAL_DAYS.to_string();
        let form = visit
            .form("decide", action, "case-decide-save")
            .with_field(Field::hidden(texts, "do", "decide"));
        forms.push(
            form.with_fields([
                Field::radio(texts, "outcome", "case-outcome", outcomes(texts))
                    .hint("case-outcome-hint")
                    .required(),
                words("case-reason"),
                Field::number(texts, "appeal_days", "case-appeal-days")
                    .hint_text(texts.one("case-appeal-days-hint", "most", most))
                    .value(APPEAL_DAYS.to_string())
                    .required(),
            ]),
        );
    }
    let note = Field::textarea(texts, "words", "case-note").hint("case-note-hint").required();
    forms.push(
        visit
            .form("note", action, "case-note-save")
            .with_field(Field::hidden(texts, "do", "note"))
            .with_field(note),
    );
    forms
}

fn appeal_form(visit: &RequestContext, action: &str) -> Form {
    let words =
        Field::textarea(visit.texts(), "words", "case-appeal").hint("case-appeal-hint").required();
    visit.form("appeal", action, "case-appeal-save").with_field(words)
}

fn facts(view: &CaseView, texts: Texts) -> Vec<LabeledFact> {
    let mut facts = vec![LabeledFact::new(texts, "case-entrants", joined_names(&view.entrants))];
    if !view.tables.is_empty() {
        let tables = view.tables.iter().map(|at| match_key(*at)).collect::<Vec<_>>().join(", ");
        facts.push(LabeledFact::new(texts, "case-tables-keys", tables));
    }
    if let Some(outcome) = view.outcome {
        facts.push(LabeledFact::new(texts, "case-outcome-now", texts.get(outcome_key(outcome))));
    }
    facts
}

fn page(visit: &RequestContext, slug: &str, view: &CaseView) -> CasePage {
    let texts = visit.texts();
    let title = texts.one("case-title", "number", view.number);
    let number = view.number;
    let (back, back_words, about, forms) = match view.reader {
        CaseReader::Official => {
            let back = address(slug, "run/fair-play");
            let forms = official_forms(visit, view, &format!("{back}/{number}"));
            (back, texts.get("fair-play-title"), "", forms)
        }
        CaseReader::Concerned => {
            let action = address(slug, &format!("cases/{number}"));
            let form = view.may_appeal.then(|| appeal_form(visit, &action));
            let about = texts.text("case-about");
            (address(slug, ""), view.event.clone(), about, form.into_iter().collect())
        }
    };
    CasePage {
        frame: visit.frame(format!("{title} · {}", view.event)),
        back,
        back_words,
        title,
        state: texts.get(state_key(view.state)),
        done: String::new(),
        faults: Vec::new(),
        facts: facts(view, texts),
        about,
        entries: view.entries.iter().map(|one| entry_row(one, view, texts)).collect(),
        forms,
    }
}

/// Shows a case to an official.
pub async fn show(
    visit: RequestContext,
    path: Path<(String, u32)>,
    query: QueryString,
) -> PageResult {
    let (slug, number) = path.into_inner();
    let view = read(&visit, &slug, number).await?;
    respond(&visit, &query, page(&visit, &slug, &view))
}

async fn read(visit: &RequestContext, slug: &str, number: u32) -> Result<CaseView, PageError> {
    let own = slug.to_owned();
    visit.run(move |app, actor| contests::case(app, actor, &own, number)).await
}

async fn read_own(visit: &RequestContext, slug: &str, number: u32) -> Result<CaseView, PageError> {
    let own = slug.to_owned();
    visit.run(move |app, actor| contests::own_case(app, actor, &own, number, now_micros())).await
}

/// Shows a case to one of those concerned.
pub async fn show_own(
    visit: RequestContext,
    path: Path<(String, u32)>,
    query: QueryString,
) -> PageResult {
    let (slug, number) = path.into_inner();
    let view = read_own(&visit, &slug, number).await?;
    respond(&visit, &query, page(&visit, &slug, &view))
}

fn respond(visit: &RequestContext, query: &QueryString, mut page: CasePage) -> PageResult {
    let done = FlashMessage::from_query_string(visit, query, DONE_KEYS)?;
    page.done = done.map(|done| done.text(visit.texts())).unwrap_or_default();
    private_html(visit, StatusCode::OK, &page)
}

/// Adds an official's note, decision or ruling.
pub async fn submit(visit: RequestContext, path: Path<(String, u32)>, post: Post) -> PageResult {
    let sent = post.read::<ActionForm>(&visit).await?;
    let (slug, number) = path.into_inner();
    let view = read(&visit, &slug, number).await?;
    let words = sent.words.clone();
    let outcome = CaseOutcome::parse(&sent.outcome);
    let days = sent.appeal_days.trim().parse().unwrap_or(u32::MAX);
    let (action, done) = match sent.verb.as_str() {
        "decide" => (CaseAction::Decide { outcome, words, appeal_days: days }, "done-case-decided"),
        "rule" => (CaseAction::Rule { outcome, words }, "done-case-ruled"),
        _ => (CaseAction::Note { words }, "done-case-noted"),
    };
    let own = slug.clone();
    let added = visit
        .attempt(move |app, actor| change_case(app, actor, &own, (number, &action), now_micros()));
    let back = address(&slug, &format!("run/fair-play/{number}"));
    let form = |form: &Form| form.id == sent.verb;
    answer(&visit, page(&visit, &slug, &view), (added.await?, &sent, form), (&back, done))
}

/// Appeals a decision.
pub async fn submit_appeal(
    visit: RequestContext,
    path: Path<(String, u32)>,
    post: Post,
) -> PageResult {
    let sent = post.read::<AppealForm>(&visit).await?;
    let (slug, number) = path.into_inner();
    let view = read_own(&visit, &slug, number).await?;
    let (own, action) = (slug.clone(), CaseAction::Appeal { words: sent.words.clone() });
    let added = visit
        .attempt(move |app, actor| change_case(app, actor, &own, (number, &action), now_micros()));
    let back = address(&slug, &format!("cases/{number}"));
    let page = page(&visit, &slug, &view);
    answer(&visit, page, (added.await?, &sent, |_: &Form| true), (&back, "done-case-appealed"))
}

/// Leads back to the case, or shows the form with what is wrong.
fn answer<T>(
    visit: &RequestContext,
    mut page: CasePage,
    (added, sent, is_meant): (Result<(), FormRefusal>, &Sent<T>, impl Fn(&Form) -> bool),
    (back, done): (&str, &'static str),
) -> PageResult {
    let Err(refusal) = added else { return Ok(redirect_with_flash(back, done)) };
    page.frame.mark_refused();
    let (status, faults) = (refusal.status(), refusal.into_faults());
    match page.forms.iter_mut().find(|form| is_meant(form)) {
        Some(form) => *form = form.clone().filled_from(sent.raw()).with_errors(faults),
        // What was asked for is no longer possible.
        None => page.faults = faults.into_iter().map(|(_, words)| words).collect(),
    }
    private_html(visit, status, &page)
}
