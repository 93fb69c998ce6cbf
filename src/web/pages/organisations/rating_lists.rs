//! An organisation's rating lists: imported from a federation's file, searched and removed.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_domain::rating_list::{ListedPlayer, RatingKind};
use adjutant_service::rating_lists::{self, ImportedList, NewRatingList, RatingList};
use adjutant_site::forms::FileLimits;
use adjutant_site::time_format::{format_day, iso_day, today};
use ledger_ratings::Day;

use adjutant_site::org_context::OrgContext;

/// The largest file of the page; larger ones are imported by the command.
const MAX_UPLOAD_BYTES: usize = 64 << 20;
const LIST_FILE: FileLimits = &[("file", MAX_UPLOAD_BYTES)];
const DONE_KEYS: &[&str] = &["done-rating-list-removed"];

/// The file itself is a [`LIST_FILE`].
#[derive(Deserialize)]
struct ListForm {
    name: String,
    day: Entry<Day>,
    kind: Entry<RatingKind>,
}

struct ListRow {
    name: String,
    about: String,
    address: String,
    remove: String,
}

#[derive(Template)]
#[template(path = "organisations/rating-lists.html")]
struct ListsPage {
    frame: PageFrame,
    head: AreaHeader,
    lists: Vec<ListRow>,
    form: Form,
    imported: Option<ImportSummary>,
}

/// What an import has done.
struct ImportSummary {
    words: String,
    /// How many rows had faults; empty if none had.
    faulty: String,
    faults: Vec<String>,
    /// The number of faults not listed.
    more: usize,
}

impl ImportSummary {
    fn new(done: &ImportedList, texts: Texts) -> ImportSummary {
        let values = [("name", done.list.name.clone()), ("count", done.list.players.to_string())];
        ImportSummary {
            words: texts.fill("rating-list-imported", &values),
            faulty: match done.fault_count {
                0 => String::new(),
                count => texts.count("rating-list-faults", count),
            },
            faults: done.faults.iter().map(|fault| texts.localize(fault)).collect(),
            more: done.fault_count - done.faults.len(),
        }
    }
}

fn form(visit: &RequestContext, place: &OrgContext) -> Form {
    let texts = visit.texts();
    let kinds = RatingKind::ALL.map(|kind| {
        let words = match kind {
            RatingKind::Standard => "rating-kind-standard",
            RatingKind::Rapid => "rating-kind-rapid",
            RatingKind::Blitz => "rating-kind-blitz",
        };
        Choice::new(kind.key(), texts.get(words))
    });
    let action = place.address("rating-lists");
    visit.form("rating-list", &action, "rating-list-import").with_fields([
        Field::text(texts, "name", "rating-list-name").hint("rating-list-name-hint").required(),
        Field::date(texts, "day", "rating-list-day").value(iso_day(today())).required(),
        Field::select(texts, "kind", "rating-list-kind", kinds.to_vec())
            .hint("rating-list-kind-hint"),
        Field::file(
            texts,
            "file",
            "rating-list-file",
            ".xml,.txt,.csv,text/plain,text/csv,text/xml",
        )
        .hint("rating-list-file-hint")
        .required(),
    ])
}

fn about(list: &RatingList, texts: Texts) -> String {
    let count = texts.count("rating-list-players", list.players);
    format!("{} · {count}", format_day(texts, list.day))
}

fn page(
    visit: &RequestContext,
    place: &OrgContext,
    lists: &[RatingList],
    done: Option<FlashMessage>,
) -> ListsPage {
    let texts = visit.texts();
    let head = place.area_header(visit, "rating-lists", "rating-lists").done(texts, done);
    let row = |list: &RatingList| {
        let address = place.address(&format!("rating-lists/{}", list.id));
        let remove = format!("{address}/remove");
        ListRow { name: list.name.clone(), about: about(list, texts), address, remove }
    };
    ListsPage {
        frame: head.frame(visit),
        head,
        lists: lists.iter().map(row).collect(),
        form: form(visit, place),
        imported: None,
    }
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, DONE_KEYS)?;
    let lists = place.run(&visit, rating_lists::lists).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &place, &lists, done))
}

/// Imports a file at once: a list is replaced only by one that can be read to its end.
pub async fn import(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read_with_files::<ListForm>(&visit, LIST_FILE).await?;
    let texts = visit.texts();
    let mut faults = Vec::new();
    if sent.day.get().is_none() {
        faults.push(("day", texts.get("org-fault-day")));
    }
    if sent.file("file").is_none() {
        faults.push(("file", texts.get("rating-list-no-file")));
    }
    let done = match FormRefusal::if_any(faults) {
        Err(refusal) => Err(refusal),
        Ok(()) => {
            let file = sent.file("file").map(|file| file.bytes.clone()).unwrap_or_default();
            let new = NewRatingList {
                name: sent.name.clone(),
                day: sent.day.get().unwrap_or_else(today),
                kind: sent.kind.get().unwrap_or_default(),
            };
            let import = place.attempt_import(&visit, move |app, actor, slug| {
                let permit = rating_lists::permit(app, actor, slug)?;
                rating_lists::import(app, &permit, &new, &file[..], now_micros())
            });
            import.await?
        }
    };
    let lists = place.run(&visit, rating_lists::lists).await?;
    let mut page = page(&visit, &place, &lists, None);
    let status = match done {
        Ok(done) => {
            page.imported = Some(ImportSummary::new(&done, texts));
            StatusCode::OK
        }
        Err(refusal) => {
            let status = refusal.status();
            page.frame.mark_refused();
            page.form = page.form.filled_from(sent.raw()).with_errors(refusal.into_faults());
            status
        }
    };
    private_html(&visit, status, &page)
}

#[derive(Template)]
#[template(path = "organisations/rating-list.html")]
struct SearchPage {
    frame: PageFrame,
    head: AreaHeader,
    about: String,
    searched: String,
    found: Vec<ListedPlayer>,
    is_full: bool,
}

impl SearchPage {
    fn gender(&self, one: &ListedPlayer) -> &'static str {
        one.gender.map_or("", |gender| {
            self.frame.texts.text(match gender.key() {
                "female" => "gender-female",
                _ => "gender-male",
            })
        })
    }
}

/// Looks for players of a list.
pub async fn search(
    visit: RequestContext,
    place: OrgContext,
    path: Path<(String, i32)>,
    query: QueryString,
) -> PageResult {
    let given = query.parse(&["search"]).or_page(&visit)?;
    let (searched, id) = (given.text("search").unwrap_or_default(), path.1);
    let asked = searched.clone();
    let read = move |app: &_, actor: &_, slug: &_| {
        let found = rating_lists::search(app, actor, slug, id, &asked)?;
        let lists = rating_lists::lists(app, actor, slug)?;
        Ok((lists.into_iter().find(|list| list.id == id), found))
    };
    let (list, found) = place.run(&visit, read).await?;
    let texts = visit.texts();
    let mut head = place.area_header(&visit, "rating-lists", "rating-lists");
    let mut words = String::new();
    if let Some(list) = &list {
        head.heading.clone_from(&list.name);
        words = about(list, texts);
    }
    let page = SearchPage {
        frame: head.frame(&visit),
        head,
        about: words,
        searched,
        is_full: found.len() == rating_lists::MAX_FOUND,
        found,
    };
    private_html(&visit, StatusCode::OK, &page)
}

pub async fn remove(
    visit: RequestContext,
    place: OrgContext,
    path: Path<(String, i32)>,
    post: Post,
) -> PageResult {
    post.read_empty(&visit).await?;
    let id = path.1;
    let remove = move |app: &_, actor: &_, slug: &_| {
        rating_lists::remove(app, actor, slug, id, now_micros())
    };
    place.run(&visit, remove).await?;
    Ok(redirect_with_flash(&place.address("rating-lists"), "done-rating-list-removed"))
}
