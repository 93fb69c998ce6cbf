//! Letters from a form to the mail server and back by their links.

use std::sync::Arc;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};

use crate::service::{Service, Start};
use crate::smtp::{Answers, FakeServer, Mail};
use crate::visitor::{PASSWORD, Visitor};

const SITE: &str = "https://salpakan.example";
const SOON: Duration = Duration::from_secs(20);
const NEW: &str = "apat na bibe sa dagat";

fn site() -> (FakeServer, Arc<Service>) {
    let post = FakeServer::start(Answers::default());
    let start = Start::empty()
        .env("ADJUTANT_SMTP_URL", &format!("smtp://127.0.0.1:{}", post.port()))
        .env("ADJUTANT_PUBLIC_URL", SITE);
    (post, Arc::new(start.serve()))
}

/// The next letter that says something; where that begins a link's path, with the whole of it.
fn letter(post: &FakeServer, words: &str) -> (Mail, String) {
    loop {
        let mut mail = post.mail(SOON).unwrap_or_else(|| panic!("no letter with {words}"));
        // Long lines are broken for the way (RFC 2045, 6.7).
        mail.text = mail.text.replace("=\r\n", "").replace("=3D", "=");
        if let Some((_, behind)) = mail.text.split_once(words) {
            let link = behind.split_whitespace().next().unwrap_or_default();
            let link = format!("{words}{link}");
            return (mail, link);
        }
    }
}

/// One reader, in the envelope and in the head, and nobody else.
fn is_for(mail: &Mail, address: &str) {
    assert_eq!(mail.to, [format!("<{address}>")]);
    let head = mail.text.split("\r\n\r\n").next().expect("a head");
    let of = |name: &str| head.lines().filter(|line| line.starts_with(name)).count();
    assert_eq!((of("To: "), of("Cc: "), of("Bcc: "), of("Subject: ")), (1, 0, 0, 1), "{head}");
    assert!(head.contains(&format!("To: {address}")), "{head}");
}

fn sign_up(visitor: &mut Visitor, name: &str, email: &str) -> u16 {
    let fields = [("name", name), ("email", email), ("password", PASSWORD), ("invitation", "")];
    visitor.post("/sign-up", &fields).status
}

fn sql(service: &Service, sql: &str) {
    let path = service.dir.path().join("data/adjutant.sqlite");
    let mut raw = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
    raw.batch_execute("PRAGMA busy_timeout = 10000").expect("a pragma");
    raw.batch_execute(sql).expect("the SQL runs");
}

#[test]
fn an_address_is_confirmed_and_a_forgotten_password_set_by_the_links_in_letters() {
    let (post, service) = site();
    let mut maria = Visitor::new(&service);
    assert_eq!(sign_up(&mut maria, "Maria", "maria@example.org"), 303);
    let (mail, confirm) = letter(&post, "/confirm/");
    is_for(&mail, "maria@example.org");
    // Programs that look into letters follow links: nothing is done by that.
    let mut elsewhere = Visitor::new(&service);
    for _ in 0..2 {
        assert_eq!(elsewhere.get(&confirm).status, 200);
    }
    let done = maria.post(&confirm, &[]);
    assert_eq!(
        (done.status, done.must("location")),
        (303, "/account/security?done=email-confirmed")
    );
    assert_eq!(maria.get(&confirm).status, 410, "it works once");

    let asked = elsewhere.post("/forgotten", &[("email", "MARIA@example.org")]);
    assert_eq!((asked.status, asked.must("location")), (303, "/forgotten?done=letter"));
    let (mail, reset) = letter(&post, "/reset/");
    is_for(&mail, "maria@example.org");
    let shown = elsewhere.get(&reset);
    assert_eq!((shown.status, shown.must("referrer-policy")), (200, "no-referrer"));
    assert_eq!(elsewhere.post(&reset, &[("password", "short")]).status, 422);
    assert!(maria.is_signed_in(), "nothing has happened yet");
    let done = elsewhere.post(&reset, &[("password", NEW)]);
    assert_eq!((done.status, done.must("location")), (303, "/sign-in?done=password-reset"));
    assert!(!elsewhere.is_signed_in(), "a letter signs nobody in");
    assert!(!maria.is_signed_in(), "old sessions are over");
    assert_eq!(elsewhere.get(&reset).status, 410, "it works once");
    let token = elsewhere.token("/sign-in");
    let again = [("csrf", token.as_str()), ("password", "limang bibe sa lawa")];
    assert_eq!(elsewhere.post_bare(&reset, &again, &[]).status, 410);
    assert_eq!(Visitor::new(&service).sign_in("Maria", PASSWORD, "/").status, 422);
    assert_eq!(Visitor::new(&service).sign_in("maria@example.org", NEW, "/").status, 303);
    let (mail, _) = letter(&post, "password");
    is_for(&mail, "maria@example.org");
    assert!(!mail.text.contains(NEW) && !mail.text.contains("/reset/"), "{}", mail.text);
}

#[test]
fn a_link_in_a_letter_signs_in_once_after_a_button_and_tells_nobody_who_has_an_account() {
    let (post, service) = site();
    let mut maria = Visitor::new(&service);
    assert_eq!(sign_up(&mut maria, "Maria", "maria@example.org"), 303);
    let mut elsewhere = Visitor::new(&service);
    let ask = |visitor: &mut Visitor, email: &str| {
        let asked = visitor.post("/sign-in/link", &[("email", email)]);
        (asked.status, asked.must("location").to_owned())
    };
    let same = (303, "/sign-in/link?done=letter".to_owned());
    assert_eq!(ask(&mut elsewhere, "maria@example.org"), same, "the address is not confirmed");
    let (_, confirm) = letter(&post, "/confirm/");
    assert_eq!(maria.post(&confirm, &[]).status, 303);
    assert_eq!(ask(&mut elsewhere, "nobody@example.org"), same);
    assert_eq!(ask(&mut elsewhere, "MARIA@example.org"), same);
    let (mail, link) = letter(&post, "/sign-in/link/");
    is_for(&mail, "maria@example.org");
    for _ in 0..2 {
        let shown = elsewhere.get(&link);
        assert_eq!((shown.status, shown.must("referrer-policy")), (200, "no-referrer"));
        assert!(shown.text().contains("Maria"), "it says whom it signs in");
    }
    assert!(!elsewhere.is_signed_in(), "programs that look into letters follow links");
    assert_eq!(elsewhere.post(&link, &[]).status, 303);
    assert!(elsewhere.is_signed_in() && maria.is_signed_in(), "other sessions go on");
    assert_eq!(Visitor::new(&service).get(&link).status, 410, "it works once");
    assert!(Visitor::new(&service).get("/sign-in").text().contains("/sign-in/link"));
    let silent = Arc::new(Start::empty().serve());
    assert!(!Visitor::new(&silent).get("/sign-in").text().contains("/sign-in/link"), "no mail");
}

#[test]
fn an_owner_locked_out_by_strangers_is_told_how_to_get_in() {
    let (_post, service) = site();
    let told = |service: &Arc<Service>| {
        let mut last = Visitor::new(service).sign_in("Nobody", "wrong guess", "/");
        for _ in 0..10 {
            last = Visitor::new(service).sign_in("Nobody", "wrong guess", "/");
        }
        assert_eq!(last.status, 429);
        last.text()
    };
    assert!(told(&service).contains("Or request a link"));
    let without = Arc::new(Start::empty().serve());
    assert!(told(&without).contains("Or ask the operator for a link"));
}

#[test]
fn the_link_of_a_forgotten_password_is_dead_after_ten_minutes() {
    let (post, service) = site();
    let mut jose = Visitor::new(&service);
    assert_eq!(sign_up(&mut jose, "Jose", "jose@example.org"), 303);
    let (_, confirm) = letter(&post, "/confirm/");
    assert_eq!(jose.post(&confirm, &[]).status, 303);
    let mut elsewhere = Visitor::new(&service);
    assert_eq!(elsewhere.post("/forgotten", &[("email", "jose@example.org")]).status, 303);
    let (_, reset) = letter(&post, "/reset/");
    let earlier = |minutes: i64| {
        let by = minutes * 60_000_000;
        sql(
            &service,
            &format!(
                "UPDATE links SET expires_at = expires_at - {by}, created_at = created_at - {by}"
            ),
        );
    };
    earlier(9);
    assert_eq!(elsewhere.get(&reset).status, 200);
    let token = elsewhere.token(&reset);
    earlier(1);
    assert_eq!(elsewhere.get(&reset).status, 410);
    let late = [("csrf", token.as_str()), ("password", NEW)];
    assert_eq!(elsewhere.post_bare(&reset, &late, &[]).status, 410);
    assert!(jose.is_signed_in());
    assert_eq!(Visitor::new(&service).sign_in("Jose", PASSWORD, "/").status, 303);
}

#[test]
fn nobody_has_a_letter_sent_to_others_or_writes_its_head() {
    let (post, service) = site();
    let hostile = [
        "a@example.org\r\nBcc: victim@example.org",
        "a@example.org\nBcc: victim@example.org",
        "a@example.org%0d%0aBcc: victim@example.org",
        "a@example.org, victim@example.org",
        "a@example.org;victim@example.org",
        "\"a\r\nBcc: victim@example.org\"@example.org",
        "<a@example.org> victim@example.org",
        "a@example.org\u{2028}Bcc: victim@example.org",
        "a@[127.0.0.1]\r\nDATA",
    ];
    let mut ana = Visitor::new(&service);
    assert_eq!(sign_up(&mut ana, "Ana", "ana@example.org"), 303);
    for email in hostile {
        let mut nobody = Visitor::new(&service);
        assert_eq!(sign_up(&mut nobody, "Berto", email), 422, "{email:?}");
        assert_eq!(nobody.post("/forgotten", &[("email", email)]).status, 422, "{email:?}");
        assert_eq!(ana.post("/account/email", &[("email", email)]).status, 422, "{email:?}");
        let status = sign_up(&mut nobody, &format!("Caloy\r\nBcc: {email}"), "caloy@example.org");
        assert_eq!(status, 422, "{email:?}");
    }
    // Who has no account hears the same, and no letter goes out.
    let mut nobody = Visitor::new(&service);
    let asked = nobody.post("/forgotten", &[("email", "nobody@example.org")]);
    assert_eq!((asked.status, asked.must("location")), (303, "/forgotten?done=letter"));
    let mut last = Visitor::new(&service);
    assert_eq!(sign_up(&mut last, "Dodong", "dodong@example.org"), 303);
    post.wait_for("RCPT TO:<dodong@example.org>", 1, SOON);
    let said = post.said();
    let to: Vec<&str> = said.lines().filter(|line| line.starts_with("RCPT")).collect();
    assert_eq!(to, ["RCPT TO:<ana@example.org>", "RCPT TO:<dodong@example.org>"], "{said}");
}
