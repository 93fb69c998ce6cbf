//! Badges with a code: their sheets, and what the phone of an official or a helper shows after it has
//! read one. Everybody else is led to the event.

use actix_web::web::Path;

use adjutant_domain::account::secret::Secret;
use adjutant_domain::contest::EntrantStatus;
use adjutant_service::contests::{
    self, Badge, BadgeReader, ScannedBadge, check_in_by_badge, scan_badge,
};
use adjutant_site::forms::FormSchema;
use adjutant_site::parameters::percent_encode;
use adjutant_site::prelude::*;
use adjutant_site::session::{STEWARD_COOKIE, cookie_secret};
use adjutant_site::share_link::ShareLink;

use super::hall::with_noindex;
use super::print_cards::name_size;
use super::{address, labels};

const SCHEMA: FormSchema = FormSchema::new(&["there"]);

/// A badge as it is printed.
pub struct PrintedBadge {
    pub name: String,
    /// `""`, `"long"` or `"longer"`.
    pub size: &'static str,
    pub number: u32,
    pub from: String,
    pub path: String,
    pub link: ShareLink,
}

/// The badges of an event, for officials who check in.
pub async fn printed_badges(
    visit: &RequestContext,
    slug: &str,
) -> Result<Vec<PrintedBadge>, PageError> {
    let own = slug.to_owned();
    let all = visit.run(move |app, actor| contests::badges(app, actor, &own)).await?;
    Ok(all.into_iter().map(|one| printed_badge(visit, slug, one)).collect())
}

fn printed_badge(visit: &RequestContext, slug: &str, one: Badge) -> PrintedBadge {
    let path = address(slug, &format!("badges/{}", one.key));
    PrintedBadge {
        from: labels::joined(&[&one.club, &one.province]),
        link: ShareLink::new(visit, &path),
        path,
        size: name_size(&one.name),
        name: one.name,
        number: one.id.0,
    }
}

#[derive(Template)]
#[template(path = "contests/own-badge.html")]
struct OwnBadgePage {
    frame: PageFrame,
    back: String,
    event: String,
    badge: PrintedBadge,
}

/// The badge of the visitor's own entry, which they show at the door.
pub async fn show_own(visit: RequestContext, path: Path<String>) -> PageResult {
    let slug = path.into_inner();
    let own = slug.clone();
    let own_badge = visit.run(move |app, actor| contests::own_badge(app, actor, &own));
    let (event, badge) = own_badge.await?;
    let badge = printed_badge(&visit, &slug, badge);
    let frame = visit.frame(visit.texts().get("badge-own"));
    let page = OwnBadgePage { frame, back: address(&slug, ""), event, badge };
    private_html(&visit, StatusCode::OK, &page).map(with_noindex)
}

#[derive(Template)]
#[template(path = "contests/badge.html")]
struct BadgePage {
    frame: PageFrame,
    badge: ScannedBadge,
    /// Empty without one.
    picture: String,
    standing: String,
    is_active: bool,
    csrf: String,
    faults: Vec<String>,
}

fn page(visit: &RequestContext, badge: ScannedBadge, faults: Vec<String>) -> BadgePage {
    let picture = badge.picture.as_ref().map(|(handle, digest)| {
        format!("/players/{}/picture.jpg?digest={digest}", percent_encode(handle))
    });
    BadgePage {
        frame: visit.frame(format!("{} · {}", badge.name, badge.event)),
        picture: picture.unwrap_or_default(),
        standing: labels::standing_label(badge.standing, visit.texts()),
        is_active: badge.standing == EntrantStatus::Active,
        csrf: visit.form_token(),
        badge,
        faults,
    }
}

async fn scan(
    visit: &RequestContext,
    link: Option<Secret>,
    (slug, key): (String, String),
) -> Result<Option<ScannedBadge>, PageError> {
    visit
        .run(move |app, actor| {
            let reader = BadgeReader { actor, link: link.as_ref() };
            scan_badge(app, reader, (&slug, &key), now_micros())
        })
        .await
}

/// Shows the holder of a badge to those who check in, and the event to everybody else.
pub async fn show(
    request: HttpRequest,
    visit: RequestContext,
    path: Path<(String, String)>,
) -> PageResult {
    let link = cookie_secret(&request, &visit.site, STEWARD_COOKIE);
    let at = path.into_inner();
    let slug = at.0.clone();
    match scan(&visit, link, at).await? {
        Some(badge) => private_html(&visit, StatusCode::OK, &page(&visit, badge, Vec::new())),
        None => Ok(see_other(&address(&slug, ""))),
    }
    .map(with_noindex)
}

/// Checks the holder of a badge in, or takes that back.
pub async fn submit(
    request: HttpRequest,
    visit: RequestContext,
    path: Path<(String, String)>,
    post: Post,
) -> PageResult {
    let sent = post.read_fields(&visit, SCHEMA).await?;
    let link = cookie_secret(&request, &visit.site, STEWARD_COOKIE);
    let (slug, key) = path.into_inner();
    let (own, at) = (link.clone(), (slug.clone(), key.clone()));
    let present = sent.text("there") == "1";
    let done = visit
        .attempt(move |app, actor| {
            let reader = BadgeReader { actor, link: own.as_ref() };
            check_in_by_badge(app, reader, (&at.0, &at.1), present, now_micros())
        })
        .await?;
    let refusal = match done {
        Ok(_) => return Ok(see_other(&address(&slug, &format!("badges/{key}")))),
        Err(refusal) => refusal,
    };
    let (status, faults) = refusal.into_messages();
    match scan(&visit, link, (slug.clone(), key)).await? {
        Some(badge) => private_html(&visit, status, &page(&visit, badge, faults)),
        None => Ok(see_other(&address(&slug, ""))),
    }
    .map(with_noindex)
}
