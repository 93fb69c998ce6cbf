//! The security page: password, e-mail address, second factor, sessions.

use crate::web::prelude::*;
use adjutant_service::accounts::{self, OwnAccount, OwnSession};
use adjutant_site::filters;
use adjutant_site::time_format::{format_date, format_minute};

use super::account_tabs;

const ADDRESS: &str = "/account/security";
const DONE_KEYS: &[&str] = &[
    "done-password",
    "done-email-sent",
    "done-email-confirmed",
    "done-factor-off",
    "done-passkey-removed",
    "done-session",
    "done-sessions",
];

#[derive(Deserialize)]
struct SignOutForm {
    session: Option<Entry<i32>>,
}

#[derive(Template)]
#[template(path = "account/security.html")]
struct SecurityPage {
    frame: PageFrame,
    area: Vec<NavTab>,
    done: String,
    facts: Vec<LabeledFact>,
    sessions: Vec<OwnSession>,
}

impl SecurityPage {
    fn agent<'a>(&self, session: &'a OwnSession) -> &'a str {
        if session.agent.is_empty() { self.frame.t("session-unknown") } else { &session.agent }
    }

    fn name(&self, session: &OwnSession) -> String {
        format!("{}, {}", self.agent(session), format_minute(self.frame.texts, session.created_at))
    }

    fn has_others(&self) -> bool {
        self.sessions.iter().any(|session| !session.is_current)
    }
}

fn facts(texts: Texts, mine: &OwnAccount, post: bool) -> Vec<LabeledFact> {
    let email = match (mine.account.email.as_str(), mine.account.email_confirmed) {
        ("", _) => texts.get("email-none"),
        (email, true) => email.to_owned(),
        (email, false) => texts.one("email-unconfirmed", "email", email),
    };
    let email = LabeledFact::new(texts, "email", email);
    let password =
        texts.one("password-since", "day", format_date(texts, mine.account.password_changed_at));
    let mut facts = vec![
        LabeledFact::new(texts, "password", password).with_link(
            texts,
            "/account/password",
            "change",
        ),
        if post { email.with_link(texts, "/account/email", "change") } else { email },
    ];
    facts.extend(factor_facts(texts, mine));
    facts
}

/// The second factors: passkeys, an authenticator app, and recovery codes for both.
fn factor_facts(texts: Texts, mine: &OwnAccount) -> Vec<LabeledFact> {
    let passkeys = texts.count("passkeys-count", mine.account.passkeys);
    let passkeys = LabeledFact::new(texts, "passkeys-title", passkeys);
    let (words, address, link) = match mine.account.has_totp {
        true => ("factor-is-on", "/account/second-factor/off", "factor-off"),
        false => ("factor-is-off", "/account/second-factor", "factor-set-up"),
    };
    let app = LabeledFact::new(texts, "factor-app", texts.get(words));
    let mut facts = vec![
        passkeys.with_link(texts, "/account/passkeys", "passkeys-manage"),
        app.with_link(texts, address, link),
    ];
    if mine.account.has_second_factor {
        let left = texts.count("codes-left", mine.recovery_codes_left);
        let codes = LabeledFact::new(texts, "codes", left);
        facts.push(codes.with_link(texts, "/account/recovery-codes", "codes-new"));
    }
    facts
}

pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let lives = visit.site.settings.session_lifetimes();
    let found = visit.attempt(move |app, actor| {
        let sessions = accounts::sessions(app, actor, lives, now_micros())?;
        accounts::own_account(app, actor).map(|mine| (mine, sessions))
    });
    let Ok((mine, sessions)) = found.await? else { return Ok(see_other("/sign-in")) };
    let texts = visit.texts();
    let page = SecurityPage {
        frame: visit.frame(texts.get("account-security")),
        area: account_tabs(texts, ADDRESS),
        done: done.map(|done| done.text(texts)).unwrap_or_default(),
        facts: facts(texts, &mine, visit.site.mailer.is_some()),
        sessions,
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// Ends one session or, if none is named, all but the current one.
pub async fn submit_sign_out(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<SignOutForm>(&visit).await?;
    let ended = if let Some(session) = sent.session {
        // Id 0 belongs to no session.
        let id = session.get().unwrap_or(0);
        let ended = visit.attempt(move |app, actor| {
            accounts::end_session(app, actor, id, now_micros()).map(|_| ())
        });
        (ended.await?, "done-session")
    } else {
        let ended = visit.attempt(move |app, actor| {
            accounts::end_other_sessions(app, actor, now_micros()).map(|_| ())
        });
        (ended.await?, "done-sessions")
    };
    match ended {
        (Ok(()), done) => Ok(redirect_with_flash(ADDRESS, done)),
        (Err(_), _) => Ok(see_other(ADDRESS)),
    }
}
