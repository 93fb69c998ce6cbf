//! Who has paid the entry fee, how much and when, for the officials who check in.

use actix_web::web::Path;

use adjutant_domain::contest::EntrantStatus;
use adjutant_service::Error;
use adjutant_service::access::Act;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{
    self, ContestCommand, FeeLine, FeeReport, execute, invalid_amount,
};
use adjutant_site::forms::{FormSchema, SubmittedForm, run_attempt};
use adjutant_site::html::private_download;
use adjutant_site::prelude::*;
use adjutant_site::time_format::format_zoned_minute;

use super::desk::{as_form_error, required_entrant, unknown_event};
use super::prizes::amount_label;
use super::{address, labels};

const SCHEMA: FormSchema = FormSchema::new(&["entrant", "amount"]);
const DONE_KEYS: &[&str] = &["done-fee"];

#[derive(Template)]
#[template(path = "contests/fees.html")]
struct FeesPage {
    frame: PageFrame,
    desk: String,
    event: String,
    action: String,
    file: String,
    csrf: String,
    done: String,
    faults: Vec<String>,
    facts: Vec<LabeledFact>,
    lines: Vec<FeeRow>,
}

struct FeeRow {
    number: u32,
    name: String,
    /// Empty for those who take part.
    standing: String,
    is_paid: bool,
    /// What is in the field.
    amount: String,
    at: String,
}

fn fee_row(
    one: &FeeLine,
    report: &FeeReport,
    sent: Option<&SubmittedForm>,
    texts: Texts,
) -> FeeRow {
    let own = sent.filter(|sent| sent.text("entrant") == one.id.0.to_string());
    let known = if one.amount.0 == 0 { String::new() } else { one.amount.to_string() };
    FeeRow {
        number: one.id.0,
        name: one.name.clone(),
        standing: match one.standing {
            EntrantStatus::Active => String::new(),
            other => labels::standing_label(other, texts),
        },
        is_paid: one.paid,
        amount: own.map_or(known, |sent| sent.raw("amount").to_owned()),
        at: one.at.map(|at| format_zoned_minute(texts, at, report.zone)).unwrap_or_default(),
    }
}

/// The fee and the totals.
fn facts(report: &FeeReport, texts: Texts) -> Vec<LabeledFact> {
    let currency = report.due.as_ref().map_or("", |due| due.currency.as_str());
    let sum = |hundredths: u64| amount_label(hundredths, currency);
    let due = report.due.as_ref().map(|due| due.to_string());
    let mut facts: Vec<LabeledFact> =
        due.into_iter().map(|due| LabeledFact::new(texts, "contest-fee", due)).collect();
    let count = [("count", report.paid.to_string()), ("cap", report.entrants.len().to_string())];
    facts.push(LabeledFact::new(texts, "fee-paid-count", texts.fill("contest-of", &count)));
    facts.push(LabeledFact::new(texts, "fee-received", sum(report.received)));
    if report.due.is_some() {
        facts.push(LabeledFact::new(texts, "fee-outstanding", sum(report.outstanding)));
    }
    facts
}

async fn page(
    visit: &RequestContext,
    slug: &str,
    faults: Vec<String>,
    sent: Option<&SubmittedForm>,
) -> Result<FeesPage, PageError> {
    let own = slug.to_owned();
    let report = visit.run(move |app, actor| contests::fee_report(app, actor, &own)).await?;
    let texts = visit.texts();
    Ok(FeesPage {
        frame: visit.frame(format!("{} · {}", texts.text("fee-title"), report.event)),
        desk: address(slug, "run"),
        event: report.event.clone(),
        action: address(slug, "run/fees"),
        file: address(slug, "run/fees.csv"),
        csrf: visit.form_token(),
        done: String::new(),
        faults,
        facts: facts(&report, texts),
        lines: report.entrants.iter().map(|one| fee_row(one, &report, sent, texts)).collect(),
    })
}

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let done = query
        .parse(&["done"])
        .and_then(|given| FlashMessage::from_query(&given, DONE_KEYS))
        .or_page(&visit)?;
    let page = page(&visit, &path, Vec::new(), None).await?;
    let done = done.map(|done| done.text(visit.texts())).unwrap_or_default();
    private_html(&visit, StatusCode::OK, &FeesPage { done, ..page })
}

/// Records how much an entrant has paid.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_fields(&visit, SCHEMA).await?;
    let slug = path.into_inner();
    let own = slug.clone();
    visit.run(move |app, actor| contests::authorize(app, actor, Act::CheckIn, &own)).await?;
    let entrant =
        required_entrant(&sent, "entrant").map_err(|e| unknown_event(&visit, &slug, e))?;
    let (actor, own, form) = (visit.actor().clone(), slug.clone(), sent.clone());
    let done = run_attempt(&visit, move |app| {
        let record = || -> Result<_, Error> {
            let amount = match form.text("amount") {
                "" => "0",
                amount => amount,
            };
            let amount = amount.parse().map_err(|_| invalid_amount("amount"))?;
            let command = ContestCommand::RecordPayment { entrant, amount };
            execute(app, &actor, &own, &command, now_micros())
        };
        record().map_err(|e| AccountError::from(as_form_error(e)))
    });
    match done.await? {
        Ok(_) => {
            let back = FlashMessage::redirect_address(&address(&slug, "run/fees"), "done-fee");
            Ok(see_other(&format!("{back}#fee-{}", entrant.0)))
        }
        Err(refusal) => {
            let (status, faults) = refusal.into_messages();
            private_html(&visit, status, &page(&visit, &slug, faults, Some(&sent)).await?)
        }
    }
}

/// Downloads the table, for the same officials.
pub async fn download(visit: RequestContext, path: Path<String>) -> PageResult {
    let slug = path.into_inner();
    let name = format!("{slug}-fees.csv");
    let file = visit.run(move |app, actor| contests::export_fees(app, actor, &slug)).await?;
    Ok(private_download("text/csv; charset=utf-8", &name, file.into_bytes()))
}
