//! An event in somebody's own calendar.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, web};

use crate::service::contests::{self, Date, RoundDate};
use crate::web::answers::for_everybody;
use crate::web::calendar::{Entry, When, calendar};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::pages::ask;
use crate::web::visit::Visit;

use super::address;

/// An event as a calendar has it; `site` is `https://host` where that is known.
pub fn entry(of: &Date, site: &str) -> Entry {
    let page = format!("{site}{}", address(&of.slug, ""));
    let host = site.rsplit('/').next().filter(|host| !host.is_empty()).unwrap_or("adjutant");
    Entry {
        uid: format!("{}@{host}", of.slug),
        changed: of.announced,
        when: When::Days(of.first_day, of.last_day),
        summary: of.name.clone(),
        description: of.fee.clone(),
        url: if site.is_empty() { String::new() } else { page },
    }
}

/// Its published rounds, each on its day, or in the window in which its matches are arranged.
fn rounds(of: &Date, site: &str, texts: Texts) -> Vec<Entry> {
    let whole = entry(of, site);
    let round = |one: &RoundDate| {
        let (stage, round) = (one.stage + 1, one.round + 1);
        let name = texts.one("contest-round", "number", round);
        let name = match one.stage_name.as_str() {
            "" => name,
            stage => format!("{stage}, {name}"),
        };
        let asked = format!("?view=pairings&stage={stage}&round={round}");
        Entry {
            uid: format!("{stage}-{round}-{}", whole.uid),
            changed: one.at,
            when: match one.window {
                Some((from, until)) => When::Span(from, until),
                None => When::Day(one.day),
            },
            summary: format!("{}: {name}", of.name),
            description: String::new(),
            url: if whole.url.is_empty() { String::new() } else { whole.url.clone() + &asked },
        }
    };
    of.rounds.iter().map(round).collect()
}

/// The file.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let slug = path.into_inner();
    let date = ask(&visit, move |app| contests::date_of(app, &slug)).await?;
    let site = visit.site.settings.public_url.clone().unwrap_or_default();
    let mut entries = vec![entry(&date, &site)];
    entries.extend(rounds(&date, &site, visit.texts()));
    let body = calendar(&date.name, &entries).into_bytes();
    let mut response = for_everybody("text/calendar; charset=utf-8", "public, no-cache", body);
    let vary = HeaderValue::from_static("Accept-Language, Cookie");
    response.headers_mut().insert(header::VARY, vary);
    Ok(response)
}
