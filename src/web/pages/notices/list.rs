//! The list of notices, and the number that the bell shows.

use std::sync::Arc;

use actix_web::http::header;

use crate::web::prelude::*;
use adjutant_service::notices::{self, ShownNotice, Which};
use adjutant_site::assets;
use adjutant_site::filters;
use adjutant_site::notice_stream::follow_notices;
use adjutant_site::notice_text::notice_sentence;
use adjutant_site::parameters::AcceptedValues;
use adjutant_site::push::PushKey;
use adjutant_site::request_context::unread_label;
use adjutant_site::session::safe_return_path;

pub const ADDRESS: &str = "/notices";

#[derive(Template)]
#[template(path = "notices/list.html")]
struct NoticesPage {
    frame: PageFrame,
    zone: String,
    notices: Vec<ShownNotice>,
    push: PushButton,
    /// The address of the next page.
    next: Option<String>,
}

/// What the script needs to turn notices on in this browser.
struct PushButton {
    script: &'static str,
    /// The public key of the server.
    key: String,
}

impl NoticesPage {
    fn sentence(&self, one: &ShownNotice) -> String {
        notice_sentence(self.frame.texts, one, &self.zone)
    }

    /// The newest notice, up to which all are marked as read.
    fn newest(&self) -> Option<i32> {
        self.notices.first().filter(|_| !self.frame.unread.is_empty()).map(|one| one.id)
    }
}

/// One notice, or all up to one, and the page to return to.
#[derive(Deserialize)]
struct ReadForm {
    one: Option<Entry<i32>>,
    all: Option<Entry<i32>>,
    back: Option<String>,
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let number = |text: &str| text.parse::<i32>().ok().filter(|number| *number > 0);
    let given = parameters.parse(&["before"]);
    let before = given
        .and_then(|given| {
            given.parse_with("before", AcceptedValues::described_by("takes-next"), number)
        })
        .or_page(&visit)?;
    let found = visit.run_brief(move |app, actor| {
        let zone = notices::settings(app, actor)?.zone;
        let key = PushKey::new(&notices::push_key(app)?).map(|key| key.public());
        notices::page(app, actor, before).map(|page| (page, zone, key.unwrap_or_default()))
    });
    let ((notices, next), zone, key) = found.await?;
    let page = NoticesPage {
        frame: visit.frame(visit.texts().get("notices-title")),
        zone,
        notices,
        push: PushButton { script: assets::address("js/notices/push.js"), key },
        next: next.map(|next| format!("{ADDRESS}?before={next}")),
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// Marks notices as read.
pub async fn submit_read(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<ReadForm>(&visit).await?;
    let number = |entry: &Option<Entry<i32>>| entry.and_then(Entry::get);
    let which = number(&sent.one).map(Which::One).or_else(|| number(&sent.all).map(Which::UpTo));
    if let Some(which) = which {
        let feeds = Arc::clone(&visit.site.feeds);
        let read = visit.run(move |app, actor| {
            notices::mark_read(app, actor, which, now_micros())?;
            feeds.notices.recount(actor.account);
            Ok(())
        });
        read.await?;
    }
    let back = sent.back.as_deref().filter(|back| !back.is_empty()).unwrap_or(ADDRESS);
    Ok(see_other(safe_return_path(Some(back))))
}

/// Streams the number of unread notices.
pub async fn events(visit: RequestContext) -> PageResult {
    let line = follow_notices(&visit.site.feeds, visit.actor()).or_page(&visit)?;
    Ok(line.into_response())
}

/// The number of unread notices, as the bell shows it.
pub async fn show_unread(visit: RequestContext) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .body(unread_label(visit.unread_notices()))
}
