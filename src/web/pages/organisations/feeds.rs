//! What becomes known of an organisation's events, as a feed (Atom, RFC 4287), and their dates as a calendar. Both are
//! the same for everybody.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::service::contests::{self, News, What};
use crate::web::answers::for_everybody;
use crate::web::calendar::calendar as written;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::moments::exact;
use crate::web::pages::ask;
use crate::web::pages::contests::calendar::entry;
use crate::web::visit::Visit;

use super::area::address;

/// Something that became known.
struct Line {
    id: String,
    title: String,
    updated: String,
    link: String,
    kind: &'static str,
}

#[derive(Template)]
#[template(path = "organisations/events.xml")]
struct Feed {
    language: &'static str,
    id: String,
    title: String,
    updated: String,
    author: String,
    /// `https://host` where that is known; else addresses are those of this host.
    site: String,
    own: String,
    home: String,
    entries: Vec<Line>,
}

/// A name that is the same for ever, of what is told of (RFC 9562, version 8).
fn lasting(what: &str) -> String {
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

fn line(one: &News, site: &str, texts: Texts) -> Line {
    let event = match one.stage_name.as_str() {
        "" => one.name.clone(),
        stage => format!("{}, {stage}", one.name),
    };
    let page = format!("/events/{}", one.slug);
    let (kind, part, title, link) = match one.what {
        What::Announced => {
            ("announced", String::new(), texts.one("news-announced", "event", event), page)
        }
        What::Published { stage, round } => {
            let (stage, round) = (stage + 1, round + 1);
            let values = [("event", event), ("round", round.to_string())];
            let link = format!("{page}?view=pairings&stage={stage}&round={round}");
            ("round", format!("{stage}/{round}"), texts.fill("news-published", &values), link)
        }
        What::Over => {
            let link = format!("{page}?view=standings");
            ("over", String::new(), texts.one("news-over", "event", event), link)
        }
    };
    let id = lasting(&format!("{site}/events/{}/{kind}/{part}", one.slug));
    Line { id, title, updated: exact(one.at), link, kind }
}

fn site(visit: &Visit) -> String {
    visit.site.settings.public_url.clone().unwrap_or_default()
}

/// The feed.
pub async fn atom(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let slug = path.into_inner();
    let own = slug.clone();
    let (name, news) = ask(&visit, move |app| contests::news(app, &own)).await?;
    let (texts, site) = (visit.texts(), site(&visit));
    let feed = Feed {
        language: visit.language.tag(),
        id: lasting(&format!("{site}/organisations/{slug}/events")),
        title: format!("{name}: {}", texts.text("nav-events")),
        // A feed without entries has been so ever since.
        updated: exact(news.first().map_or(0, |one| one.at)),
        author: name,
        own: address(&slug, "events.atom"),
        home: address(&slug, ""),
        entries: news.iter().map(|one| line(one, &site, texts)).collect(),
        site,
    };
    let body = feed
        .render()
        .map_err(|e| PageError::new(&visit, &crate::service::Error::Internal(e.to_string())))?;
    let kind = "application/atom+xml; charset=utf-8";
    let mut response = for_everybody(kind, "public, no-cache", body.into_bytes());
    let vary = HeaderValue::from_static("Accept-Language, Cookie");
    response.headers_mut().insert(header::VARY, vary);
    Ok(response)
}

/// The calendar.
pub async fn calendar(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let slug = path.into_inner();
    let (name, dates) = ask(&visit, move |app| contests::dates(app, &slug)).await?;
    let site = site(&visit);
    let entries: Vec<_> = dates.iter().map(|one| entry(one, &site)).collect();
    let body = written(&name, &entries).into_bytes();
    Ok(for_everybody("text/calendar; charset=utf-8", "public, no-cache", body))
}
