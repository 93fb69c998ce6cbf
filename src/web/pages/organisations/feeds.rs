//! An organisation's event news as an Atom feed (RFC 4287), and its event dates as a calendar. Both
//! are the same for all visitors.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_domain::moment::Micros;
use adjutant_event_pages::calendar::event_entry;
use adjutant_service::contests::{self, NewsItem, NewsKind};
use adjutant_site::calendar::write_calendar as written;
use adjutant_site::response_cache::cacheable_response;
use adjutant_site::time_format::to_rfc3339;
use adjutant_site::use_cases::run_use_case;

use adjutant_site::org_context::organisation_address;

struct FeedEntry {
    id: String,
    title: String,
    updated: String,
    link: String,
    kind: &'static str,
}

#[derive(Template)]
#[template(path = "organisations/events.xml")]
struct AtomFeed {
    language: &'static str,
    id: String,
    title: String,
    updated: String,
    author: String,
    /// `https://host` if the host is known; otherwise empty, and addresses are relative to it.
    site: String,
    own: String,
    home: String,
    entries: Vec<FeedEntry>,
}

/// A permanent id derived from the name of the item (a UUID of version 8, RFC 9562).
fn stable_uuid(what: &str) -> String {
    let hex = blake3::hash(what.as_bytes()).to_hex();
    format!(
        "urn:uuid:{}-{}-8{}-8{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[13..16],
        &hex[17..20],
        &hex[20..32]
    )
}

fn feed_entry(one: &NewsItem, site: &str, texts: Texts) -> FeedEntry {
    let event = match one.stage_name.as_str() {
        "" => one.name.clone(),
        stage => format!("{}, {stage}", one.name),
    };
    let page = format!("/events/{}", one.slug);
    let (kind, part, title, link) = match one.kind {
        NewsKind::Announced => {
            ("announced", String::new(), texts.one("news-announced", "event", event), page)
        }
        NewsKind::Published(of) => {
            let (stage, round) = (of.stage + 1, of.round + 1);
            let values = [("event", event), ("round", round.to_string())];
            let link = format!("{page}?view=pairings&stage={stage}&round={round}");
            ("round", format!("{stage}/{round}"), texts.fill("news-published", &values), link)
        }
        NewsKind::Cancelled => {
            ("cancelled", String::new(), texts.one("news-cancelled", "event", event), page)
        }
        NewsKind::Over => {
            let link = format!("{page}?view=standings");
            ("over", String::new(), texts.one("news-over", "event", event), link)
        }
    };
    let id = stable_uuid(&format!("{site}/events/{}/{kind}/{part}", one.first_slug));
    FeedEntry { id, title, updated: to_rfc3339(one.at), link, kind }
}

fn site_origin(visit: &RequestContext) -> String {
    visit.site.settings.public_url.clone().unwrap_or_default()
}

pub async fn atom(visit: RequestContext, path: Path<String>) -> PageResult {
    let slug = path.into_inner();
    let own = slug.clone();
    let (name, news) = run_use_case(&visit, move |app| contests::news(app, &own)).await?;
    let (texts, site) = (visit.texts(), site_origin(&visit));
    let feed = AtomFeed {
        language: visit.language.tag(),
        id: stable_uuid(&format!("{site}/organisations/{slug}/events")),
        title: format!("{name}: {}", texts.text("nav-events")),
        // An empty feed has a constant date, so that it does not appear to change.
        updated: to_rfc3339(news.first().map_or(Micros::NEVER, |one| one.at)),
        author: name,
        own: organisation_address(&slug, "events.atom"),
        home: organisation_address(&slug, ""),
        entries: news.iter().map(|one| feed_entry(one, &site, texts)).collect(),
        site,
    };
    let body = feed
        .render()
        .map_err(|e| PageError::new(&visit, &adjutant_service::Error::Internal(e.to_string())))?;
    let kind = "application/atom+xml; charset=utf-8";
    let mut response = cacheable_response(kind, "public, no-cache", body.into_bytes());
    let vary = HeaderValue::from_static("Accept-Language, Cookie");
    response.headers_mut().insert(header::VARY, vary);
    Ok(response)
}

pub async fn calendar(visit: RequestContext, path: Path<String>) -> PageResult {
    let slug = path.into_inner();
    let (name, dates) =
        run_use_case(&visit, move |app| contests::calendar_events(app, &slug)).await?;
    let site = site_origin(&visit);
    let entries: Vec<_> = dates.iter().map(|one| event_entry(one, &site)).collect();
    let body = written(&name, &entries).into_bytes();
    Ok(cacheable_response("text/calendar; charset=utf-8", "public, no-cache", body))
}
