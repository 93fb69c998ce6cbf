//! The page with an invitation: its link is shown now and never again, and posted where there is
//! a mail server and an address.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::accounts::Letter;
use crate::web::error::PageError;
use crate::web::visit::{Frame, Visit};

use super::desk::Head;
use super::private_html;

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
