//! Filling in what is missing of entrants from a rating list: a preview, which is then applied.

use actix_web::web::Path;

use adjutant_service::Error;
use adjutant_service::access::Act;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{
    self, FillOptions, FillPreview, FilledField, FilledList, Filling,
};
use adjutant_service::rating_lists::RatingList;
use adjutant_site::forms::run_attempt;
use adjutant_site::prelude::*;
use adjutant_site::time_format::format_day;

use super::address;
use super::desk::as_form_error;

#[derive(Deserialize)]
struct ApplyForm {
    list: Entry<i32>,
    #[serde(default)]
    late: bool,
    digest: String,
}

#[derive(Template)]
#[template(path = "contests/rating-fill.html")]
struct FillPage {
    frame: PageFrame,
    /// The list of entrants at the desk, and this page.
    desk: String,
    action: String,
    csrf: String,
    faults: Vec<String>,
    event: String,
    lists: Vec<ListChoice>,
    preview: Option<PreviewTable>,
}

struct ListChoice {
    id: i32,
    name: String,
    is_chosen: bool,
}

struct PreviewTable {
    lines: Vec<FillRow>,
    /// How many entrants are completed; empty if none is.
    filled: String,
    digest: String,
    has_begun: bool,
    late: bool,
}

struct FillRow {
    number: u32,
    name: String,
    words: String,
    is_filled: bool,
}

/// A list with its day.
fn list_label(list: &RatingList, texts: Texts) -> String {
    format!("{} ({})", list.name, format_day(texts, list.day))
}

/// What a list fills in for a person; empty for nothing.
pub fn filling_words(filling: &Filling, texts: Texts) -> String {
    match filling {
        Filling::Nothing => String::new(),
        Filling::Unlisted => texts.get("fill-unlisted"),
        Filling::Ambiguous(count) => texts.count("fill-ambiguous", *count),
        Filling::Taken => texts.get("fill-taken"),
        Filling::Doubtful(name) if name.is_empty() => texts.get("fill-doubtful"),
        Filling::Doubtful(name) => texts.one("fill-doubtful-who", "name", name),
        Filling::Filled { from, fields } => {
            let field = |(field, value): &(FilledField, String)| field_words(*field, value, texts);
            let fields: Vec<String> = fields.iter().map(field).collect();
            if from.name.is_empty() {
                return fields.join(", ");
            }
            let values = [("fields", fields.join(", ")), ("name", from.name.clone())];
            texts.fill("fill-from", &values)
        }
    }
}

fn field_words(field: FilledField, value: &str, texts: Texts) -> String {
    if value.is_empty() {
        return texts.get(match field {
            FilledField::Rating => "fill-hidden-rating",
            FilledField::FederationNumber => "fill-hidden-number",
            FilledField::BirthYear => "fill-hidden-born",
            FilledField::Gender => "fill-hidden-gender",
        });
    }
    let words = match field {
        FilledField::Rating => "fill-field-rating",
        FilledField::FederationNumber => "fill-field-number",
        FilledField::BirthYear => "fill-field-born",
        FilledField::Gender if value == "female" => return texts.get("gender-female"),
        FilledField::Gender => return texts.get("gender-male"),
    };
    texts.one(words, "value", value)
}

/// How many people of a list were completed, and from which list; empty if there is none.
pub fn filled_words(filled: &FilledList, texts: Texts) -> String {
    let Some(list) = &filled.list else { return String::new() };
    let count = filled.rows.iter().filter(|one| matches!(one, Filling::Filled { .. })).count();
    let values = [("list", list_label(list, texts)), ("count", count.to_string())];
    texts.fill("fill-done-list", &values)
}

fn preview_table(preview: &FillPreview, options: FillOptions, texts: Texts) -> PreviewTable {
    let row = |one: &contests::FillLine| FillRow {
        number: one.entrant.0,
        name: one.name.clone(),
        words: filling_words(&one.filling, texts),
        is_filled: matches!(one.filling, Filling::Filled { .. }),
    };
    let mut lines: Vec<FillRow> = preview.lines.iter().map(row).collect();
    // Those who are completed come first.
    lines.sort_by_key(|line| !line.is_filled);
    PreviewTable {
        lines,
        filled: match preview.filled_count() {
            0 => String::new(),
            count => texts.count("fill-count", count),
        },
        digest: preview.digest.clone(),
        has_begun: preview.has_begun,
        late: options.late_ratings,
    }
}

async fn page(
    visit: &RequestContext,
    slug: &str,
    options: FillOptions,
    faults: Vec<String>,
) -> Result<FillPage, PageError> {
    let own = slug.to_owned();
    let look = move |app: &_, actor: &_| {
        let lists = contests::lists_to_fill_from(app, actor, &own)?;
        let event = contests::load_contest(app, &own)?.row.name.clone();
        if lists.is_empty() {
            return Ok((lists, event, None));
        }
        let preview = contests::preview_fill(app, actor, &own, options)?;
        Ok((lists, event, Some(preview)))
    };
    let (lists, event, preview) = visit.run(look).await?;
    let texts = visit.texts();
    let chosen = preview.as_ref().map(|preview| preview.list.id);
    let choice = |list: &RatingList| ListChoice {
        id: list.id,
        name: list_label(list, texts),
        is_chosen: chosen == Some(list.id),
    };
    Ok(FillPage {
        frame: visit.frame(format!("{} · {event}", texts.text("fill-title"))),
        desk: format!("{}?part=people", address(slug, "run")),
        action: address(slug, "run/rating-list"),
        csrf: visit.form_token(),
        faults,
        event,
        lists: lists.iter().map(choice).collect(),
        preview: preview.map(|preview| preview_table(&preview, options, texts)),
    })
}

/// Shows what a list would fill in.
pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let given = query.parse(&["list", "late"]).or_page(&visit)?;
    let list = given.text("list").and_then(|id| id.parse().ok());
    let options = FillOptions { list, late_ratings: given.text("late").is_some() };
    private_html(&visit, StatusCode::OK, &page(&visit, &path, options, Vec::new()).await?)
}

/// Fills in what the preview has shown.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read::<ApplyForm>(&visit).await?;
    let slug = path.into_inner();
    let own = slug.clone();
    visit.run(move |app, actor| contests::authorize(app, actor, Act::CheckIn, &own)).await?;
    let options = FillOptions { list: sent.list.get(), late_ratings: sent.late };
    let (actor, own, digest) = (visit.actor().clone(), slug.clone(), sent.digest.clone());
    let done = run_attempt(&visit, move |app| {
        contests::apply_fill(app, &actor, &own, (options, &digest), now_micros())
            .map_err(|e: Error| AccountError::from(as_form_error(e)))
    });
    match done.await? {
        Ok(_) => {
            let back = format!("{}?part=people", address(&slug, "run"));
            Ok(redirect_with_flash(&back, "done-contest-filled"))
        }
        Err(refusal) => {
            let (status, faults) = refusal.into_messages();
            // The list may be the one that is gone.
            let options = FillOptions { list: None, ..options };
            private_html(&visit, status, &page(&visit, &slug, options, faults).await?)
        }
    }
}
