//! Merging two players who are one person: preview, merge, list, undo.

use crate::web::prelude::*;
use adjutant_service::Error;
use adjutant_service::access::{Act, ActTarget, require};
use adjutant_service::merging::{self, Merge, Preview};
use adjutant_site::error::error_message;
use adjutant_site::filters;
use adjutant_site::forms::{ReasonForm, required_reason};
use adjutant_site::labels::pool_name;

use super::area_header;

const ADDRESS: &str = "/operator/players";
const ROWS: usize = 50;
const DONE_KEYS: &[&str] = &["done-op-merged", "done-op-undone"];

#[derive(Deserialize)]
struct MergeForm {
    from: String,
    into: String,
    reason: String,
}

#[derive(Template)]
#[template(path = "operator/players.html")]
struct MergesPage {
    frame: PageFrame,
    head: AreaHeader,
    from: String,
    into: String,
    /// Why there is no preview; empty if none was requested or it is shown.
    missing: String,
    facts: Vec<LabeledFact>,
    refusal: String,
    form: Option<Form>,
    lines: Vec<Merge>,
    next: Option<String>,
}

fn facts(visit: &RequestContext, preview: &Preview) -> Vec<LabeledFact> {
    let texts = visit.texts();
    let pools = preview.pools.iter().map(|(pool, games)| {
        let values = [("pool", pool_name(pool, texts)), ("games", games.to_string())];
        texts.fill("op-merge-pool", &values)
    });
    let account = if preview.has_account { "org-account-yes" } else { "org-account-no" };
    let mut facts = vec![
        LabeledFact::new(texts, "op-merge-from", &preview.from.handle),
        LabeledFact::new(texts, "op-merge-into", &preview.into.handle),
        LabeledFact::new(texts, "op-merge-games", preview.games.to_string()),
        LabeledFact::new(texts, "op-merge-pools", pools.collect::<Vec<_>>().join("; ")),
        LabeledFact::new(texts, "op-merge-memberships", preview.memberships.to_string()),
        LabeledFact::new(texts, "org-account", texts.get(account)),
    ];
    facts.retain(|fact| !fact.value.is_empty());
    facts
}

fn form(visit: &RequestContext, preview: &Preview) -> Form {
    let texts = visit.texts();
    visit
        .form("merge", ADDRESS, "op-merge")
        .with_field(Field::hidden(texts, "from", &preview.from.handle))
        .with_field(Field::hidden(texts, "into", &preview.into.handle))
        .with_field(Field::reason(texts))
        .dangerous()
        .with_alternative(ADDRESS, "cancel")
}

struct MergePageData {
    merges: Vec<Merge>,
    /// The requested preview, or why there is none.
    preview: Option<Result<Preview, Error>>,
}

/// Shows the merges before `before` and the preview, if requested.
async fn page(
    visit: &RequestContext,
    [from, into]: [String; 2],
    before: Option<i32>,
    done: Option<FlashMessage>,
) -> PageResult<MergesPage> {
    let asked = [from.clone(), into.clone()];
    let found = visit.run(move |app, actor| {
        let [from, into] = asked;
        let whole = !from.is_empty() && !into.is_empty();
        let preview = whole.then(|| merging::preview(app, actor, &from, &into));
        let told = |e: &Error| {
            matches!(e, Error::Missing { .. } | Error::Conflict(_) | Error::Invalid { .. })
        };
        let preview = match preview {
            Some(Err(e)) if !told(&e) => return Err(e),
            preview => preview,
        };
        Ok(MergePageData { merges: merging::list(app, actor, before, ROWS)?, preview })
    });
    let MergePageData { merges, preview } = found.await?;
    let texts = visit.texts();
    let head = area_header(visit, ADDRESS, "op-tab-players").done(texts, done);
    let next = merges.last().filter(|_| merges.len() == ROWS);
    let next = next.map(|last| format!("{ADDRESS}?before={}", last.id));
    let mut page = MergesPage {
        frame: visit.frame(head.heading.clone()),
        head,
        from,
        into,
        missing: String::new(),
        facts: Vec::new(),
        refusal: String::new(),
        form: None,
        lines: merges,
        next,
    };
    match preview {
        None => {}
        Some(Err(e)) => page.missing = error_message(&e, texts),
        Some(Ok(preview)) => {
            page.facts = facts(visit, &preview);
            page.form = preview.refusal.is_none().then(|| form(visit, &preview));
            page.refusal = preview.refusal.map_or_else(String::new, |e| error_message(&e, texts));
        }
    }
    Ok(page)
}

/// Shows the list and, if the address names two players, a preview of their merge.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["from", "into", "before", "done"]).or_page(&visit)?;
    let done = FlashMessage::from_query(&given, DONE_KEYS).or_page(&visit)?;
    let before = given.number("before", 1..=i32::MAX).or_page(&visit)?;
    let text = |name: &str| given.text(name).unwrap_or_default();
    let page = page(&visit, [text("from"), text("into")], before, done).await?;
    private_html(&visit, StatusCode::OK, &page)
}

pub async fn submit_merge(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<MergeForm>(&visit).await?;
    let players = || [sent.from.clone(), sent.into.clone()];
    let [from, into] = players();
    let reason = required_reason(visit.texts(), &sent.reason);
    let merged = visit.attempt_form(reason, move |app, actor, reason| {
        merging::merge(app, actor, &from, &into, &reason, now_micros())
    });
    let Err(refusal) = merged.await? else {
        return Ok(redirect_with_flash(ADDRESS, "done-op-merged"));
    };
    let mut page = page(&visit, players(), None, None).await?;
    page.frame.mark_refused();
    let status = refusal.status();
    page.form =
        page.form.map(|form| form.filled_from(sent.raw()).with_errors(refusal.into_faults()));
    private_html(&visit, status, &page)
}

fn undo_form_page(visit: &RequestContext, id: i32) -> FormPage {
    let texts = visit.texts();
    let action = format!("{ADDRESS}/{id}/undo");
    let form = visit
        .form("undo", &action, "op-undo")
        .with_field(Field::reason(texts))
        .dangerous()
        .with_alternative(ADDRESS, "cancel");
    FormPage::new(visit, area_header(visit, ADDRESS, "op-undo"))
        .paragraph("op-undo-words")
        .form(form)
}

/// Asks to confirm that a merge is undone.
pub async fn show_undo(visit: RequestContext, path: web::Path<i32>) -> PageResult {
    require(visit.actor(), Act::MergePlayers, ActTarget::Site, true).or_page(&visit)?;
    undo_form_page(&visit, *path).respond(&visit)
}

pub async fn submit_undo(visit: RequestContext, path: web::Path<i32>, post: Post) -> PageResult {
    let sent = post.read::<ReasonForm>(&visit).await?;
    let (id, reason) = (path.into_inner(), required_reason(visit.texts(), &sent.reason));
    let undone = visit.attempt_form(reason, move |app, actor, reason| {
        merging::undo(app, actor, id, &reason, now_micros())
    });
    let outcome = undone.await?.map(|_| (ADDRESS, "done-op-undone"));
    undo_form_page(&visit, id).answer(&visit, &sent, outcome)
}
