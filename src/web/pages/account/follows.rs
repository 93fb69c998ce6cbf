//! Players, events and organisations that the visitor follows.

use crate::web::prelude::*;
use adjutant_service::follows::{self, Follow, FollowKind};
use adjutant_site::filters;
use adjutant_site::parameters::percent_encode;

use super::account_tabs;

const ADDRESS: &str = "/account/follows";
const DONE_KEYS: &[&str] = &["done-unfollowed"];

#[derive(Deserialize)]
struct FollowForm {
    kind: String,
    name: String,
    #[serde(rename = "do")]
    action: String,
    /// Whether it was sent by the list, to which it returns.
    listed: bool,
}

#[derive(Template)]
#[template(path = "account/follows.html")]
struct FollowsPage {
    frame: PageFrame,
    area: Vec<NavTab>,
    done: String,
    follows: Vec<Follow>,
}

impl FollowsPage {
    fn kind(&self, one: &Follow) -> &'static str {
        self.frame.t(&format!("follow-{}", one.kind.key()))
    }

    fn link(one: &Follow) -> String {
        page_address(one.kind, &one.address)
    }
}

fn page_address(kind: FollowKind, name: &str) -> String {
    let name = percent_encode(name);
    match kind {
        FollowKind::Player => format!("/players/{name}"),
        FollowKind::Event => format!("/events/{name}"),
        FollowKind::Organisation => format!("/organisations/{name}"),
    }
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let found = visit.run(follows::own).await?;
    let texts = visit.texts();
    let page = FollowsPage {
        frame: visit.frame(texts.get("follows-title")),
        area: account_tabs(texts, ADDRESS),
        done: done.map(|done| done.text(texts)).unwrap_or_default(),
        follows: found,
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// Follows something or ends that, and returns to its page.
pub async fn submit(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<FollowForm>(&visit).await?;
    let kind = FollowKind::parse(&sent.kind).ok_or_else(|| PageError::unreadable_form(&visit))?;
    let follow = match sent.action.as_str() {
        "follow" => true,
        "unfollow" => false,
        _ => return Err(PageError::unreadable_form(&visit)),
    };
    let back = page_address(kind, &sent.name);
    let (listed, name) = (sent.listed, sent.name.clone());
    visit
        .run(move |app, actor| follows::set(app, actor, (kind, &name), follow, now_micros()))
        .await?;
    match listed {
        true => Ok(redirect_with_flash(ADDRESS, "done-unfollowed")),
        false => Ok(see_other(&back)),
    }
}
