//! Somebody who signs up and in, at moments that the test chooses.

use std::net::IpAddr;

use adjutant_domain::account::secret::Secret;
use adjutant_domain::account::session::SessionLifetimes;
use adjutant_domain::moment::Micros;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{
    self, AccountError, ClientInfo, FormFieldError, OpenedSession, SignInOutcome, SignUpForm,
    SignUpOutcome, SignUpPolicy,
};
use adjutant_service::{App, sessions};

pub use adjutant_domain::moment::{DAY, MINUTE};

pub use crate::support::NOW;

pub const LIVES: SessionLifetimes = SessionLifetimes::from_days(14, 90);
pub const PASSWORD: &str = "tatlong bibe sa ilog";

pub fn address(number: u32) -> IpAddr {
    IpAddr::from(number.to_be_bytes())
}

/// From a browser that nobody knows.
pub fn stranger() -> ClientInfo<'static> {
    ClientInfo {
        network: address(1),
        device: None,
        session: None,
        user_agent: "Firefox/140 (Android)",
    }
}

/// From the browser that was opened.
pub fn known(opened: &OpenedSession) -> ClientInfo<'_> {
    ClientInfo { device: Some(&opened.device), session: Some(&opened.session), ..stranger() }
}

pub fn form<'a>(name: &'a str, email: &'a str) -> SignUpForm<'a> {
    SignUpForm { name, email, password: PASSWORD, language: "en", invitation: None, guest: None }
}

pub fn signed_up(app: &App, name: &str) -> SignUpOutcome {
    signed_up_with(app, name, "")
}

/// Signs up from an address of their own.
pub fn signed_up_with(app: &App, name: &str, email: &str) -> SignUpOutcome {
    accounts::sign_up(app, SignUpPolicy::Open, &form(name, email), &stranger(), NOW)
        .expect("the form is right")
}

/// Signs up and confirms the address.
pub fn confirmed(app: &App, name: &str, email: &str) -> SignUpOutcome {
    let registered = signed_up_with(app, name, email);
    let link = registered.mail[0].link.as_ref().expect("a link");
    accounts::confirm_email(app, link, NOW).expect("it works");
    registered
}

pub fn signed_in(app: &App, name: &str, now: Micros) -> OpenedSession {
    match accounts::sign_in(app, name, PASSWORD, &stranger(), now).expect("the password is right") {
        SignInOutcome::Complete(opened) => opened,
        SignInOutcome::SecondFactorRequired(_) => panic!("there is no second factor"),
    }
}

/// Whose session it is at this moment.
pub fn who(app: &App, session: &Secret, now: Micros) -> Option<Actor> {
    sessions::who(app, session, LIVES, now).expect("the store answers").map(|found| found.actor)
}

pub fn actor(app: &App, opened: &OpenedSession, now: Micros) -> Actor {
    who(app, &opened.session, now).expect("the session lives")
}

/// The keys of the faults of a form, without `refused-`.
pub fn faults<T>(done: Result<T, AccountError>) -> Vec<String> {
    let key = |fault: &FormFieldError| {
        let key = fault.message.key().unwrap_or_default();
        key.strip_prefix("refused-").unwrap_or(key).to_owned()
    };
    match done {
        Err(AccountError::InvalidForm(faults)) => faults.iter().map(key).collect(),
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("it was not refused"),
    }
}
