//! The page about who can get in: password, e-mail address, second factor, sessions.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::service::accounts::{self, Mine, OwnSession};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Fact, Press, Tab};
use crate::web::moments::{day, minute};
use crate::web::pages::private_html;
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::attempt::{attempt, now, see_other};
use super::letters;
use super::sheet::area;

const ADDRESS: &str = "/account/security";
const DONE: &[&str] = &[
    "done-password",
    "done-email-sent",
    "done-email-confirmed",
    "done-factor-off",
    "done-session",
    "done-sessions",
];

/// A browser that is signed in.
struct SessionLine {
    agent: String,
    since: String,
    seen: String,
    second_factor: bool,
    /// Ends it; `None` for the one that looks.
    end: Option<Press>,
}

#[derive(Template)]
#[template(path = "account/security.html")]
struct SecurityPage {
    frame: Frame,
    area: Vec<Tab>,
    done: String,
    facts: Vec<Fact>,
    sessions: Vec<SessionLine>,
    end_others: Option<Press>,
}

fn facts(texts: Texts, mine: &Mine, post: bool) -> Vec<Fact> {
    let email = match (mine.email.as_str(), mine.email_confirmed) {
        ("", _) => texts.get("email-none"),
        (email, true) => email.to_owned(),
        (email, false) => texts.one("email-unconfirmed", "email", email),
    };
    let email = Fact::new(texts, "email", email);
    let password = texts.one("password-since", "day", day(mine.password_at));
    let mut facts = vec![
        Fact::new(texts, "password", password).link(texts, "/account/password", "change"),
        if post { email.link(texts, "/account/email", "change") } else { email },
    ];
    if mine.has_second_factor {
        let (off, codes) = ("/account/second-factor/off", "/account/recovery-codes");
        let left = texts.count("codes-left", mine.recovery_codes_left);
        let on = Fact::new(texts, "factor", texts.get("factor-is-on"));
        facts.push(on.link(texts, off, "factor-off"));
        facts.push(Fact::new(texts, "codes", left).link(texts, codes, "codes-new"));
    } else {
        let off = Fact::new(texts, "factor", texts.get("factor-is-off"));
        facts.push(off.link(texts, "/account/second-factor", "factor-set-up"));
    }
    facts
}

fn session_line(visit: &Visit, row: OwnSession) -> SessionLine {
    let texts = visit.texts();
    let agent = if row.agent.is_empty() { texts.get("session-unknown") } else { row.agent };
    let about = format!("{agent}, {}", minute(row.created_at));
    let end = Press::new(texts, ADDRESS, &visit.form_token(), "session-end");
    SessionLine {
        since: minute(row.created_at),
        seen: minute(row.seen_at),
        second_factor: row.second_factor,
        end: (!row.here).then(|| end.send("session", row.id).about(about)),
        agent,
    }
}

/// The page.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let actor = visit.actor().clone();
    let lives = visit.site.settings.lives();
    let found = attempt(&visit, move |app| {
        let at = now();
        Ok((accounts::mine(app, &actor)?, accounts::sessions(app, &actor, lives, at)?))
    });
    let Ok((mine, rows)) = found.await? else { return Ok(see_other("/sign-in")) };
    let texts = visit.texts();
    let sessions: Vec<SessionLine> =
        rows.into_iter().map(|row| session_line(&visit, row)).collect();
    let others = sessions.iter().any(|line| line.end.is_some());
    let end_others = Press::new(texts, ADDRESS, &visit.form_token(), "sessions-end").danger();
    let page = SecurityPage {
        frame: visit.frame(texts.get("account-security")),
        area: area(texts, ADDRESS),
        done: done.map(|done| done.words(texts)).unwrap_or_default(),
        facts: facts(texts, &mine, letters::go_out(&visit.site)),
        sessions,
        end_others: others.then_some(end_others),
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// Ends one session, or, where none is named, all but this one.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, Shape::of(&["session"])).await?;
    let actor = visit.actor().clone();
    let ended = if sent.has("session") {
        // What is no number is nobody's session.
        let id: i32 = sent.text("session").parse().unwrap_or(0);
        let ended =
            attempt(&visit, move |app| accounts::end_session(app, &actor, id, now()).map(|_| ()));
        (ended.await?, "done-session")
    } else {
        let ended = attempt(&visit, move |app| {
            accounts::end_other_sessions(app, &actor, now()).map(|_| ())
        });
        (ended.await?, "done-sessions")
    };
    match ended {
        (Ok(()), done) => Ok(see_other(&Done::address(ADDRESS, done))),
        (Err(_), _) => Ok(see_other(ADDRESS)),
    }
}
