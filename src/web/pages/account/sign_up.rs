//! Creating an account.

use crate::web::prelude::*;
use adjutant_domain::account::secret::Secret;
use adjutant_service::accounts::{self, LinkKind, SignUpForm};
use adjutant_site::forms::RequestOrigin;
use adjutant_site::parameters::percent_encode_path;
use adjutant_site::session::safe_return_path;

use adjutant_site::site::RegistrationMode;

use super::invitation::welcome_address;
use super::password_reset::{dead_link_page, inspect_link};
use super::session_cookies::redirect_signed_in;

#[derive(Clone, Deserialize)]
struct SignUpFields {
    name: String,
    email: String,
    password: Verbatim,
    invitation: String,
    /// Where the visitor came from; empty for nowhere.
    #[serde(default)]
    next: String,
    /// Whether the games of the guest in this browser become the new player's.
    keep: bool,
}

/// The address of the form for somebody who wanted to go to `next`.
pub(super) fn sign_up_address(next: &str) -> String {
    match next {
        "/" => "/sign-up".to_owned(),
        next => format!("/sign-up?next={}", percent_encode_path(next)),
    }
}

fn form(visit: &RequestContext, invitation: &str, next: &str) -> Form {
    let texts = visit.texts();
    let form = visit
        .form("sign-up", "/sign-up", "sign-up")
        .with_field(
            Field::text(texts, "name", "handle")
                .hint("handle-hint")
                .autocomplete("username")
                .required(),
        )
        .with_field(Field::email(texts, "email", "email").hint("email-hint"))
        .with_field(Field::new_password(texts, "password", "password").hint("password-hint"))
        .with_field(Field::hidden(texts, "invitation", invitation));
    let form = match next {
        "/" => form,
        next => form.with_field(Field::hidden(texts, "next", next)),
    };
    if !visit.actor().is_guest {
        return form;
    }
    let label = texts.one("guest-sign-up", "name", &visit.actor().name);
    let mut keep = Field::checkbox(texts, "keep", "guest-keep", true).hint("guest-sign-up-hint");
    keep.label = label;
    form.with_field(keep)
}

fn form_page(visit: &RequestContext, form: Form, next: &str) -> FormPage {
    let sheet = FormPage::signed_out(visit, "sign-up").paragraph("sign-up-words").form(form);
    let sign_in = match next {
        "/" => "/sign-in".to_owned(),
        next => format!("/sign-in?next={}", percent_encode_path(next)),
    };
    sheet.link(sign_in, "sign-in-link")
}

/// The page shown if sign-up is closed or by invitation only.
fn closed_page(visit: &RequestContext, key: &str) -> PageResult {
    let sheet =
        FormPage::signed_out(visit, "sign-up").paragraph(key).link("/sign-in", "sign-in-link");
    sheet.respond_with_status(visit, StatusCode::FORBIDDEN)
}

/// Shows the form; the query string may hold an invitation and where to go afterwards.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["invitation", "next"]).or_page(&visit)?;
    let invitation = given.text("invitation").unwrap_or_default();
    let next = given.text("next");
    let next = safe_return_path(next.as_deref());
    if visit.is_signed_in() {
        return Ok(see_other(if next == "/" { "/account" } else { next }));
    }
    match visit.site.settings.registration {
        RegistrationMode::Closed => closed_page(&visit, "refused-registration-closed"),
        RegistrationMode::ByInvitation if invitation.is_empty() => {
            closed_page(&visit, "refused-invitation-needed")
        }
        _ => form_page(&visit, form(&visit, &invitation, next), next).respond(&visit),
    }
}

/// Creates the account and a player of the same name, and signs in.
pub async fn submit(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<SignUpFields>(&visit).await?;
    let (fields, came) = ((*sent).clone(), RequestOrigin::new(&request, &visit));
    let language = visit.language.tag();
    let registration = visit.site.settings.registration.into();
    // Once it is used the invitation says nothing any more.
    let offer = match sent.invitation.as_str() {
        "" => None,
        token => {
            let found = inspect_link(&visit, LinkKind::Invitation, token).await?;
            found.ok().and_then(|(_, shown)| shown.offered_role)
        }
    };
    let registered = visit.attempt_secret(move |app, actor| {
        let invitation = Secret::parse(&fields.invitation);
        let new = SignUpForm {
            name: &fields.name,
            email: &fields.email,
            password: &fields.password,
            language,
            invitation: invitation.as_ref(),
            guest: (actor.is_guest && fields.keep).then_some(actor.account),
        };
        accounts::sign_up(app, registration, &new, &came.as_arrival(), now_micros())
    });
    match registered.await? {
        Ok(registered) => {
            visit.site.send_mail(registered.mail);
            let next = match (&offer, safe_return_path(Some(&sent.next))) {
                (Some(offer), _) => welcome_address(offer),
                (None, "/") => FlashMessage::redirect_address("/account", "done-signed-up"),
                (None, next) => next.to_owned(),
            };
            Ok(redirect_signed_in(&visit.site, &registered.session, &next))
        }
        // The invitation was used in the meantime or has expired.
        Err(FormRefusal::DeadLink) => dead_link_page(&visit, LinkKind::Invitation),
        Err(refusal) => {
            let next = safe_return_path(Some(&sent.next));
            let form = form(&visit, &sent.invitation, next).filled_from(sent.raw());
            form_page(&visit, form, next).respond_refused(&visit, refusal)
        }
    }
}
