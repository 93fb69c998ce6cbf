//! The logo of an event: its image, and the form at the desk that sets and removes it.

use actix_web::web::Path;

use adjutant_domain::organisation::logo::MAX_LOGO_BYTES;
use adjutant_service::access::Act;
use adjutant_service::accounts::AccountError;
use adjutant_service::contests::{self, ContestRow, authorize, load_contest};
use adjutant_site::forms::{FileLimits, run_import_attempt};
use adjutant_site::prelude::*;
use adjutant_site::response_cache::cacheable_response;

use super::desk::DeskQuery;
use super::{address, with_query};

const FILES: FileLimits = &[("logo", MAX_LOGO_BYTES)];

/// The address of an event's logo, which changes with it; empty if there is none.
pub fn logo_url(row: &ContestRow) -> String {
    let digest = row.logo.clone();
    let url = |digest| with_query(&address(&row.slug, "logo.png"), &[("digest", digest)]);
    digest.map(url).unwrap_or_default()
}

/// The absolute address of the logo, for previews of links; `None` if the public address is not configured.
pub fn preview_url(visit: &RequestContext, row: &ContestRow) -> Option<String> {
    let (site, own) = (visit.site_origin(), logo_url(row));
    (!site.is_empty() && !own.is_empty()).then(|| format!("{site}{own}"))
}

/// Serves the logo: immutable at the address with its digest, revalidated at others.
pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let given = query.parse(&["digest"]).or_page(&visit)?;
    let logo = visit.run(move |app, _| contests::event_logo(app, &path)).await?;
    let same = given.text("digest").is_some_and(|asked| asked == logo.digest);
    let keep = if same { "public, max-age=31536000, immutable" } else { "no-cache" };
    Ok(cacheable_response("image/png", keep, logo.png))
}

#[derive(Deserialize)]
struct LogoForm {
    remove: bool,
}

pub fn form(visit: &RequestContext, row: &ContestRow) -> Form {
    let texts = visit.texts();
    let action = address(&row.slug, "run/logo");
    let file = Field::file(texts, "logo", "org-logo", "image/png,image/jpeg,image/webp");
    let form = visit.form("logo", &action, "org-logo-save").with_field(file.hint("org-logo-hint"));
    match row.logo {
        Some(_) => form.with_field(Field::checkbox(texts, "remove", "org-logo-remove", false)),
        None => form,
    }
}

async fn form_page(visit: &RequestContext, slug: &str) -> PageResult<FormPage> {
    let own = slug.to_owned();
    let row = visit.run(move |app, actor| {
        authorize(app, actor, Act::RunEvent, &own)?;
        Ok(load_contest(app, &own)?.row.clone())
    });
    let row = row.await?;
    let desk = with_query(&address(slug, "run"), &[("part", "settings".to_owned())]);
    let head = AreaHeader::below((row.name.clone(), desk), visit.texts().get("org-logo"));
    Ok(FormPage::new(visit, head).form(form(visit, &row)))
}

/// Shows the form for the logo alone.
pub async fn show_form(visit: RequestContext, path: Path<String>) -> PageResult {
    form_page(&visit, &path).await?.respond(&visit)
}

/// Stores the logo, re-encoded, or removes it.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let sent = post.read_with_files::<LogoForm>(&visit, FILES).await?;
    let slug = path.into_inner();
    let removes = sent.remove;
    let file = sent.file("logo").map(|file| file.bytes.clone()).filter(|_| !removes);
    if file.is_none() && !removes {
        let words = visit.texts().get("refused-logo-empty");
        let page = form_page(&visit, &slug).await?;
        return page.respond_refused(&visit, FormRefusal::fault("logo", words));
    }
    let (actor, own) = (visit.actor().clone(), slug.clone());
    // Decoding an image is slow, so it has the lane of imports.
    let set = run_import_attempt(&visit, move |app| {
        contests::set_event_logo(app, &actor, &own, file.as_deref(), now_micros())
            .map_err(AccountError::Error)
    });
    let done = if removes { "done-org-no-logo" } else { "done-org-logo" };
    match set.await? {
        Ok(()) => {
            let at = DeskQuery { part: "settings", ..DeskQuery::default() };
            Ok(see_other(&at.address_after(&slug, done)))
        }
        Err(refusal) => form_page(&visit, &slug).await?.respond_refused(&visit, refusal),
    }
}
