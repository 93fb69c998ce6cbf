//! Lists of collections: published ones, and the visitor's own.

use crate::web::prelude::*;
use adjutant_service::collections::{self, CollectionSummary};
use adjutant_site::filters;
use adjutant_site::parameters::AcceptedValues;

const DONE_KEYS: &[&str] = &["done-collection-removed"];
/// Characters of a description shown in a list.
const MAX_EXCERPT_CHARS: usize = 200;

#[derive(Template)]
#[template(path = "collections/index.html")]
struct CollectionsPage {
    frame: PageFrame,
    tabs: Vec<NavTab>,
    done: String,
    own: bool,
    collections: Vec<CollectionSummary>,
    next: Option<i32>,
}

impl CollectionsPage {
    fn excerpt(words: &str) -> String {
        let first = words.lines().next().unwrap_or_default();
        if first.len() == words.len() && first.chars().count() <= MAX_EXCERPT_CHARS {
            return words.to_owned();
        }
        first.chars().take(MAX_EXCERPT_CHARS).chain(std::iter::once('…')).collect()
    }
}

fn page(
    visit: &RequestContext,
    own: bool,
    collections: Vec<CollectionSummary>,
    next: Option<i32>,
) -> CollectionsPage {
    let texts = visit.texts();
    let tabs = match visit.is_signed_in() {
        true => vec![
            NavTab::new(texts, "/collections", "collections-published", &visit.path),
            NavTab::new(texts, "/collections/mine", "collections-own", &visit.path),
        ],
        false => Vec::new(),
    };
    let title = if own { "collections-own" } else { "collections-title" };
    CollectionsPage {
        frame: visit.frame(texts.get(title)),
        tabs,
        done: String::new(),
        own,
        collections,
        next,
    }
}

/// Lists published collections, the newest first.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| *number > 0);
    let given = parameters.parse(&["before"]);
    let before = given
        .and_then(|given| {
            given.parse_with("before", AcceptedValues::described_by("takes-next"), number)
        })
        .or_page(&visit)?;
    let (all, next) =
        visit.run_brief(move |app, actor| collections::published(app, actor, before)).await?;
    html(&visit, &page(&visit, false, all, next))
}

/// Lists the visitor's own collections.
pub async fn show_own(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let all = visit.run_brief(collections::own_collections).await?;
    let done = done.map(|done| done.text(visit.texts())).unwrap_or_default();
    private_html(&visit, StatusCode::OK, &CollectionsPage { done, ..page(&visit, true, all, None) })
}
