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
        format!("{}, {}", self.agent(session), format_minute(session.created_at))
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
        texts.one("password-since", "day", format_date(mine.account.password_changed_at));
    let mut facts = vec![
        LabeledFact::new(texts, "password", password).with_link(
            texts,
            "/account/password",
            "change",
        ),
        if post { email.with_link(texts, "/account/email", "change") } else { email },
    ];
    if mine.account.has_second_factor {
        let (off, codes) = ("/account/second-factor/off", "/account/recovery-codes");
        let left = texts.count("codes-left", mine.recovery_codes_left);
        let on = LabeledFact::new(texts, "factor", texts.get("factor-is-on"));
        facts.push(on.with_link(texts, off, "factor-off"));
        facts.push(LabeledFact::new(texts, "codes", left).with_link(texts, codes, "codes-new"));
    } else {
        let off = LabeledFact::new(texts, "factor", texts.get("factor-is-off"));
        facts.push(off.with_link(texts, "/account/second-factor", "factor-set-up"));
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
