//! The page with an invitation: its link is shown now and never again, and posted where there is
//! a mail server and an address. And the list of those that nobody has taken up.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::accounts::{self, Letter, OpenInvitation};
use crate::web::error::PageError;
use crate::web::kit::Press;
use crate::web::moments::day;
use crate::web::visit::{Frame, Visit};

use super::account::attempt::now;
use super::desk::Head;
use super::{ask, private_html};

#[derive(Template)]
#[template(path = "desk/invited.html")]
struct InvitedPage {
    frame: Frame,
    head: Head,
    link: String,
    posted: bool,
    back: String,
}

/// The page.
///
/// # Errors
/// It cannot be rendered.
pub fn link_page(
    visit: &Visit,
    head: Head,
    letter: Letter,
    back: String,
) -> Result<HttpResponse, PageError> {
    let path = letter.path().unwrap_or_default();
    let site = visit.site.settings.public_url.as_deref().unwrap_or_default();
    let posted = visit.site.post.is_some() && !letter.to.is_empty();
    // In the language of who invites: of who is invited nothing is known.
    let language = visit.language.tag().to_owned();
    visit.site.post(vec![Letter { language, ..letter }]);
    let page = InvitedPage {
        frame: visit.frame(head.heading.clone()),
        link: format!("{}{path}", site.trim_end_matches('/')),
        posted,
        head,
        back,
    };
    private_html(visit, StatusCode::OK, &page)
}

/// An invitation that works still.
pub struct Open {
    /// Whom it is for.
    pub words: String,
    /// What it brings; empty to the site.
    pub what: String,
    /// By whom, and how long it works.
    pub soft: String,
    pub back: Press,
}

/// The open invitations to an organisation, or to the site, that the visitor might make himself; `list`
/// is the address below which they are taken back, `what` says what one brings.
///
/// # Errors
/// The page that says why there are none.
pub async fn open_ones(
    visit: &Visit,
    slug: Option<&str>,
    list: &str,
    what: impl Fn(&OpenInvitation) -> String,
) -> Result<Vec<Open>, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.map(str::to_owned));
    let open = move |app: &_| accounts::open_invitations(app, &actor, slug.as_deref(), now());
    let open = ask(visit, open).await?;
    Ok(open.iter().map(|one| row(visit, list, one, what(one))).collect())
}

fn row(visit: &Visit, list: &str, one: &OpenInvitation, what: String) -> Open {
    let texts = visit.texts();
    let words = match one.email.as_str() {
        "" => texts.get("org-invitation-anybody"),
        email => texts.one("org-invitation-for", "email", email),
    };
    let until = texts.one("org-invitation-until", "day", day(one.expires_at));
    let soft = match one.made_by.as_str() {
        "" => until,
        name => format!("{until} · {}", texts.one("org-invitation-by", "name", name)),
    };
    let action = format!("{list}/{}/take-back", one.id);
    let back = Press::new(texts, action, &visit.form_token(), "org-invitation-back");
    Open { back: back.about(&words), words, what, soft }
}

/// Takes one back.
///
/// # Errors
/// The page that says why not.
pub async fn take_back(visit: &Visit, slug: Option<String>, id: i32) -> Result<(), PageError> {
    let actor = visit.actor().clone();
    let back =
        move |app: &_| accounts::take_back_invitation(app, &actor, slug.as_deref(), id, now());
    ask(visit, back).await
}
