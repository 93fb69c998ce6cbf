//! An event in somebody's own calendar.

use actix_web::{HttpResponse, web};

use crate::service::contests::{self, Date};
use crate::web::answers::for_everybody;
use crate::web::calendar::{Entry, When, calendar};
use crate::web::error::PageError;
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
        when: When::Day(of.first_day),
        summary: of.name.clone(),
        description: of.fee.clone(),
        url: if site.is_empty() { String::new() } else { page },
    }
}

/// The file.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let slug = path.into_inner();
    let date = ask(&visit, move |app| contests::date_of(app, &slug)).await?;
    let site = visit.site.settings.public_url.clone().unwrap_or_default();
    let body = calendar(&date.name, &[entry(&date, &site)]).into_bytes();
    Ok(for_everybody("text/calendar; charset=utf-8", "public, no-cache", body))
}
