//! Results sent one by one by the script of the desk: what it is answered, and what it says.

use std::collections::BTreeMap;

use serde::Serialize;

use adjutant_domain::contest::{ResultEntry, RoundId};
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{ContestCommand, execute, no_spot, recorded_result};
use adjutant_site::forms::{SubmittedForm, run_attempt};
use adjutant_site::html::private_response;
use adjutant_site::json_block::JsonBlock;
use adjutant_site::prelude::*;

use super::desk::{as_form_error, required_number, unknown_event};
use super::desk_results::{RESULT_KEYS, parse_entry, result_key};
use super::labels;

/// What the script learns of the result that it has sent.
#[derive(Serialize)]
struct ResultAnswer {
    /// The key of the recorded result; absent if other players sit at the table.
    recorded: Option<&'static str>,
    /// Who entered it, if it is not what was sent.
    by: String,
    /// Why nothing was changed; empty if the result was saved or stood already.
    detail: String,
}

impl ResultAnswer {
    fn respond(&self, status: StatusCode) -> HttpResponse {
        let json = serde_json::to_string(self).unwrap_or_default();
        let mut response = private_response("application/json", json);
        *response.status_mut() = status;
        response
    }
}

fn parse_single(sent: &SubmittedForm) -> Option<ResultEntry> {
    let stage = required_number(sent, "stage").ok()?;
    let round = required_number(sent, "round").ok()?;
    let mut results = sent.all("result");
    let entry = parse_entry(results.next()?, RoundId { stage, round }, sent.text("why"))?;
    results.next().is_none().then_some(entry)
}

/// Enters one result. Sent again, it is saved already; the answer to a refused one says what stands.
pub async fn answer(visit: &RequestContext, slug: String, sent: &SubmittedForm) -> PageResult {
    let Some(entry) = parse_single(sent).filter(|_| sent.text("do") == "enter") else {
        return Err(unknown_event(visit, &slug, no_spot()));
    };
    answer_entry(visit, slug, entry).await
}

/// The same for a result that was read.
pub async fn answer_entry(visit: &RequestContext, slug: String, entry: ResultEntry) -> PageResult {
    let (actor, own, now) = (visit.actor().clone(), slug.clone(), now_micros());
    let command = ContestCommand::EnterResults(vec![entry.clone()]);
    let done = run_attempt(visit, move |app| {
        let done = execute(app, &actor, &own, &command, now);
        done.map_err(|e| AccountError::from(as_form_error(e)))
    });
    let refusal = match done.await? {
        Ok(_) => {
            let recorded = Some(result_key(entry.result));
            let saved = ResultAnswer { recorded, by: String::new(), detail: String::new() };
            return Ok(saved.respond(StatusCode::OK));
        }
        Err(refusal) => refusal,
    };
    let (status, words) = refusal.into_messages();
    let place = (entry.spot, entry.sides);
    let found = visit.run(move |app, actor| recorded_result(app, actor, &slug, place)).await?;
    let (recorded, by) =
        found.map_or((None, String::new()), |one| (Some(result_key(one.result)), one.by));
    Ok(ResultAnswer { recorded, by, detail: words.join(" ") }.respond(status))
}

/// What the script says, with `{table}`, `{result}`, `{name}` and `{count}` for what it fills in.
const WORDS: [&str; 23] = [
    "contest-live-sending",
    "contest-live-saved",
    "contest-live-waiting",
    "contest-live-kept",
    "contest-live-refused",
    "contest-live-signed-out",
    "contest-live-conflict",
    "contest-live-conflict-by",
    "contest-live-keep",
    "contest-live-mine",
    "contest-live-save",
    "contest-live-cancel",
    "contest-live-undo",
    "contest-live-undone",
    "contest-live-unknown",
    "contest-live-lost",
    "contest-live-trouble",
    "contest-live-trouble-go",
    "contest-live-discard",
    "contest-live-required",
    "contest-live-no-reason",
    "contest-correction",
    "contest-take-away",
];

/// The words of the script by their keys, and the marks of results by theirs.
#[derive(Serialize)]
struct ResultStrings {
    words: BTreeMap<&'static str, String>,
    marks: BTreeMap<&'static str, &'static str>,
}

pub fn strings(texts: Texts) -> JsonBlock {
    let slots =
        ["table", "tables", "result", "name", "count"].map(|name| (name, format!("{{{name}}}")));
    let words = WORDS.map(|key| (key, texts.fill(key, &slots)));
    let marks = RESULT_KEYS.map(|(key, result)| (key, labels::result_mark(result)));
    JsonBlock::new(&ResultStrings { words: words.into(), marks: marks.into() })
}
