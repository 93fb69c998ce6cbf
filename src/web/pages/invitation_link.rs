//! Invitations: the page that shows a new link once (and mails it if possible), and open
//! invitations.

use crate::web::prelude::*;
use adjutant_service::accounts::{self, MailMessage, OpenInvitation};
use adjutant_site::assets;
use adjutant_site::kit::OpenInvitationRow;
use adjutant_site::share_link::ShareLink;
use adjutant_site::time_format::format_date;

#[derive(Template)]
#[template(path = "desk/invited.html")]
struct InvitationLinkPage {
    frame: PageFrame,
    head: AreaHeader,
    link: ShareLink,
    posted: bool,
    back: String,
    copying: &'static str,
}

pub fn link_page(
    visit: &RequestContext,
    head: AreaHeader,
    letter: MailMessage,
    back: String,
) -> PageResult {
    let link = ShareLink::new(visit, &letter.link_path().unwrap_or_default());
    let posted = visit.site.mailer.is_some() && !letter.to.is_empty();
    // In the inviter's language, since the recipient's is unknown.
    let language = visit.language.tag().to_owned();
    visit.site.send_mail(vec![MailMessage { language, ..letter }]);
    let page = InvitationLinkPage {
        frame: visit.frame(head.heading.clone()),
        link,
        posted,
        head,
        back,
        copying: assets::address("js/share/copy.js"),
    };
    private_html(visit, StatusCode::OK, &page)
}

/// Lists the open invitations to an organisation, or to the site, that the visitor could have sent.
///
/// `list` is the address below which they are withdrawn; `what` describes what one grants.
pub async fn open_invitations(
    visit: &RequestContext,
    slug: Option<&str>,
    list: &str,
    what: impl Fn(&OpenInvitation) -> String,
) -> PageResult<Vec<OpenInvitationRow>> {
    let slug = slug.map(str::to_owned);
    let open = visit.run(move |app, actor| {
        accounts::open_invitations(app, actor, slug.as_deref(), now_micros())
    });
    let open = open.await?;
    Ok(open.iter().map(|one| open_invitation_row(visit, list, one, what(one))).collect())
}

fn open_invitation_row(
    visit: &RequestContext,
    list: &str,
    one: &OpenInvitation,
    what: String,
) -> OpenInvitationRow {
    let texts = visit.texts();
    let words = match one.email.as_str() {
        "" => texts.get("org-invitation-anybody"),
        email => texts.one("org-invitation-for", "email", email),
    };
    let until = texts.one("org-invitation-until", "day", format_date(texts, one.expires_at));
    let soft = match one.created_by.as_str() {
        "" => until,
        name => format!("{until} · {}", texts.one("org-invitation-by", "name", name)),
    };
    let action = format!("{list}/{}/take-back", one.id);
    let back = visit.button(action, "org-invitation-back");
    OpenInvitationRow { back: back.with_target(&words), words, what, soft }
}

/// Withdraws an invitation.
pub async fn withdraw(visit: &RequestContext, slug: Option<String>, id: i32) -> PageResult<()> {
    let withdrawn = visit.run(move |app, actor| {
        accounts::revoke_invitation(app, actor, slug.as_deref(), id, now_micros())
    });
    withdrawn.await
}
