//! Accounts as visitors meet them: signing up, in and out, and what hostile pages try.

use crate::client::Reply;
use crate::organisations::{DOT, with_file};
use crate::service::Start;
use crate::visitor::{PASSWORD, Visitor, hidden};

fn leads_to(reply: &Reply, address: &str) {
    assert_eq!(reply.status, 303, "{}", reply.whole());
    assert_eq!(reply.must("location"), address);
}

#[test]
fn signing_up_signs_in_and_shows_the_account() {
    let mut visitor = Visitor::anybody();
    let reply = visitor.sign_up("Maria Clara", PASSWORD);
    leads_to(&reply, "/account?done=signed-up");
    let page = visitor.get("/account?done=signed-up");
    assert_eq!(page.must("cache-control"), "private, no-store");
    assert!(page.text().contains("Maria Clara") && page.text().contains("Your account is ready"));
    let home = visitor.get("/");
    assert!(home.text().contains("Sign out"), "the head of every page knows him");
    assert_eq!(home.must("cache-control"), "private, no-store");
}

#[test]
fn signing_up_leads_back_to_where_the_visitor_came_from() {
    let mut visitor = Visitor::anybody();
    let sign_in = visitor.get("/sign-in?next=%2Fplay").text();
    assert!(sign_in.contains("href=\"/sign-up?next=/play\""), "{sign_in}");
    let page = visitor.get("/sign-up?next=%2Fplay").text();
    assert!(page.contains("href=\"/sign-in?next=/play\""), "{page}");
    assert_eq!(hidden(&page, "next").as_deref(), Some("/play"));
    let fields = |name, password, next| {
        [("name", name), ("email", ""), ("password", password), ("invitation", ""), ("next", next)]
    };
    let refused = visitor.post("/sign-up", &fields("Wenefrida Oroquieta", "short", "/play"));
    assert_eq!(hidden(&refused.text(), "next").as_deref(), Some("/play"), "it is kept");
    leads_to(&visitor.post("/sign-up", &fields("Wenefrida Oroquieta", PASSWORD, "/play")), "/play");
    leads_to(&visitor.get("/sign-up?next=%2Fplay"), "/play");
    let elsewhere = ["//evil.example", "https://evil.example/", "/\\evil.example"];
    for (name, next) in
        ["Zosima Ylagan", "Uldarico Nepomuceno", "Quintiliano Verzosa"].into_iter().zip(elsewhere)
    {
        let reply = Visitor::anybody().post("/sign-up", &fields(name, PASSWORD, next));
        leads_to(&reply, "/account?done=signed-up");
    }
}

#[test]
fn the_header_leads_back_to_the_page_from_signing_in_and_up() {
    let mut visitor = Visitor::anybody();
    for (path, next) in [
        ("/games", "?next=/games"),
        ("/games?result=1-0", "?next=/games%3Fresult%3D1-0"),
        ("/", ""),
        ("/sign-up?next=/play", ""),
        ("/sign-in?next=/play", ""),
        ("/forgotten", ""),
    ] {
        let page = visitor.get(path).text();
        for door in ["sign-in", "sign-up"] {
            let link = format!("href=\"/{door}{next}\" rel=\"nofollow\"");
            assert!(page.contains(&link), "{path}: {page}");
        }
    }
    let form = visitor.get("/sign-in?next=/games%3Fresult%3D1-0").text();
    assert_eq!(hidden(&form, "next").as_deref(), Some("/games?result=1-0"));
    let refused =
        visitor.post("/sign-in", &[("name", "nobody"), ("password", "x"), ("next", "/play")]);
    assert!(refused.text().contains("href=\"/sign-in\" rel=\"nofollow\""), "not to an answer");
}

#[test]
fn errors_are_shown_at_each_field_and_input_is_kept_except_passwords() {
    let mut visitor = Visitor::anybody();
    let wrong =
        [("name", "<b>x"), ("email", "no address"), ("password", "short"), ("invitation", "")];
    let reply = visitor.post("/sign-up", &wrong);
    assert_eq!(reply.status, 422);
    let text = reply.text();
    for part in ["href=\"#sign-up-name\"", "href=\"#sign-up-email\"", "href=\"#sign-up-password\""]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("value=\"&#60;b&#62;x\"") && text.contains("value=\"no address\""));
    assert!(!text.contains("value=\"short\"") && !text.contains("<b>x"));
}

#[test]
fn a_handle_that_exists_or_looks_alike_is_refused() {
    let _holder = Visitor::called("Crisostomo");
    // The demo has a player Sidapa; the second has a Cyrillic letter in it.
    for taken in ["crisostomo", "Sidapa", "Cris0stom0"] {
        let reply = Visitor::anybody().sign_up(taken, PASSWORD);
        assert_eq!(reply.status, 422, "{taken}");
        assert!(reply.text().contains("taken"), "{taken}: {}", reply.text());
    }
    assert_eq!(Visitor::anybody().sign_up("Cris\u{43e}stomo", PASSWORD).status, 422);
}

#[test]
fn a_refused_sign_in_does_not_say_which_of_both_is_wrong() {
    let _holder = Visitor::called("Basilio");
    let plain = |reply: Reply| {
        let text = reply.text();
        let token = hidden(&text, "csrf").expect("a form");
        (reply.status, text.replace(&token, "").replace("Basilio", "").replace("Nobody", ""))
    };
    let wrong = plain(Visitor::anybody().sign_in("Basilio", "not his password", "/"));
    let unknown = plain(Visitor::anybody().sign_in("Nobody", "not his password", "/"));
    assert_eq!(wrong.0, 422);
    assert_eq!(wrong, unknown);
}

#[test]
fn a_session_that_was_put_into_the_browser_before_is_not_the_one_after() {
    let _holder = Visitor::called("Sisa");
    let mut thief = Visitor::called("Padre Salvi");
    let planted = thief.cookies["session"].clone();
    let mut victim = Visitor::anybody();
    victim.cookies.insert("session".to_owned(), planted.clone());
    let reply = victim.sign_in_over("Sisa");
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert_ne!(victim.cookies["session"], planted);
    assert!(!thief.is_signed_in(), "the session that came along is over");
    let random = "a".repeat(52);
    let mut other = Visitor::anybody();
    other.cookies.insert("session".to_owned(), random.clone());
    assert!(!other.is_signed_in());
}

impl Visitor {
    /// Signs out of what is open, and in as somebody else, in the same browser.
    fn sign_in_over(&mut self, name: &str) -> Reply {
        let token = self.token("/account/password");
        self.post_bare("/sign-in", &[("csrf", &token), ("name", name), ("password", PASSWORD)], &[])
    }
}

#[test]
fn signing_in_leads_back_and_never_to_another_site() {
    let _holder = Visitor::called("Kapitan Tiago");
    let asked = Visitor::anybody().get("/account/security");
    leads_to(&asked, "/sign-in?next=/account/security");
    let back = Visitor::anybody().sign_in("Kapitan Tiago", PASSWORD, "/account/security");
    leads_to(&back, "/account/security");
    for hostile in [
        "//evil.example",
        "https://evil.example/",
        "/\\evil.example",
        "\\evil",
        "javascript:alert(1)",
    ] {
        let reply = Visitor::anybody().sign_in("Kapitan Tiago", PASSWORD, hostile);
        leads_to(&reply, "/");
        let mut signed_in = Visitor::anybody();
        signed_in.sign_in("Kapitan Tiago", PASSWORD, "/");
        let shown = signed_in.get(&format!("/sign-in?next={}", crate::visitor::encoded(hostile)));
        leads_to(&shown, "/");
    }
}

#[test]
fn signing_out_ends_the_session_and_not_only_the_cookie() {
    let mut visitor = Visitor::called("Elias");
    let session = visitor.cookies["session"].clone();
    assert_eq!(visitor.get("/sign-out").status, 405, "no link signs anybody out");
    let token = visitor.token("/account/password");
    let out = visitor.post_bare("/sign-out", &[("csrf", &token)], &[]);
    leads_to(&out, "/sign-in?done=signed-out");
    assert_eq!(out.must("clear-site-data"), "\"cache\", \"storage\"");
    assert!(!visitor.cookies.contains_key("session"));
    visitor.cookies.insert("session".to_owned(), session);
    assert!(!visitor.is_signed_in());
}

const FORMS: [(&str, &[(&str, &str)]); 7] = [
    ("/sign-out", &[]),
    ("/account/password", &[("old_password", PASSWORD), ("password", "isang bagong lihim")]),
    ("/account/email", &[("email", "evil@example.org")]),
    ("/account/security", &[]),
    ("/account/second-factor", &[]),
    ("/account/prove", &[("password", PASSWORD)]),
    ("/account/recovery-codes", &[]),
];

#[test]
fn a_form_from_another_site_or_without_its_token_does_nothing() {
    let mut visitor = Visitor::called("Salome");
    let mut other = Visitor::called("Tasio");
    let (own, foreign) = (visitor.token("/account/password"), other.token("/account/password"));
    for (path, fields) in FORMS {
        for token in [None, Some(""), Some("wrong"), Some(foreign.as_str())] {
            let mut sent = fields.to_vec();
            sent.extend(token.map(|token| ("csrf", token)));
            assert_eq!(visitor.post_bare(path, &sent, &[]).status, 403, "{path} with {token:?}");
        }
        let mut sent = fields.to_vec();
        sent.push(("csrf", own.as_str()));
        for foreign in [
            ("Origin", "https://evil.example"),
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Site", "same-site"),
        ] {
            assert_eq!(
                visitor.post_bare(path, &sent, &[foreign]).status,
                403,
                "{path} {foreign:?}"
            );
        }
    }
    assert!(visitor.is_signed_in());
    assert_eq!(Visitor::anybody().sign_in("Salome", PASSWORD, "/").status, 303);
}

#[test]
fn nobody_sets_what_no_form_asks_for() {
    let mut visitor = Visitor::anybody();
    let fields = [("name", "Victoria"), ("email", ""), ("password", PASSWORD), ("invitation", "")];
    for more in ["site_role", "state", "player_id", "totp_on", "id", "name"] {
        let sent: Vec<(&str, &str)> = fields.iter().copied().chain([(more, "2")]).collect();
        assert_eq!(visitor.post("/sign-up", &sent).status, 400, "{more}");
    }
    assert!(!visitor.is_signed_in());
    assert_eq!(visitor.sign_up("Victoria", PASSWORD).status, 303, "nothing of it was kept");
}

#[test]
fn changing_the_password_ends_all_other_sessions() {
    let mut here = Visitor::called("Ibarra");
    let mut elsewhere = Visitor::anybody();
    elsewhere.sign_in("Ibarra", PASSWORD, "/");
    let before = here.cookies["session"].clone();
    let new = "ang bayan kong Pilipinas";
    let wrong = here.post("/account/password", &[("old_password", "wrong"), ("password", new)]);
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("href=\"#password-old_password\""), "{}", wrong.text());
    let reply = here.post("/account/password", &[("old_password", PASSWORD), ("password", new)]);
    leads_to(&reply, "/account/security?done=password");
    assert!(here.is_signed_in() && here.cookies["session"] != before);
    assert!(!elsewhere.is_signed_in());
    assert_eq!(Visitor::anybody().sign_in("Ibarra", PASSWORD, "/").status, 422);
    assert_eq!(Visitor::anybody().sign_in("Ibarra", new, "/").status, 303);
}

#[test]
fn sessions_are_listed_and_ended_one_by_one_and_nobody_ends_anothers() {
    let mut here = Visitor::called("Paulita");
    let mut elsewhere = Visitor::anybody();
    elsewhere.sign_in("Paulita", PASSWORD, "/");
    let page = here.get("/account/security").text();
    let id = hidden(&page, "session").expect("the other session can be ended");
    let mut stranger = Visitor::called("Isagani");
    stranger.post("/account/security", &[("session", &id)]);
    assert!(elsewhere.is_signed_in(), "a session of somebody else");
    let reply = here.post("/account/security", &[("session", &id)]);
    leads_to(&reply, "/account/security?done=session");
    assert!(!elsewhere.is_signed_in() && here.is_signed_in());
}

#[test]
fn a_link_that_never_was_is_dead_and_its_secret_is_in_no_log() {
    let service = Start::empty().arg("--access-log").arg("on").serve();
    let service = std::sync::Arc::new(service);
    let secret = "q".repeat(52);
    for path in ["reset", "confirm", "join"] {
        let reply = Visitor::new(&service).get(&format!("/{path}/{secret}"));
        assert_eq!(reply.status, 410, "{path}");
        assert_eq!(reply.must("referrer-policy"), "no-referrer");
        assert_eq!(reply.must("cache-control"), "private, no-store");
    }
    assert!(service.log().contains("/reset/"), "{}", service.log());
    assert!(!service.log().contains(&secret), "{}", service.log());
}

#[test]
fn where_registration_is_closed_or_by_invitation_nobody_signs_up_alone() {
    for (setting, words) in [("closed", "Sign-up is closed"), ("by-invitation", "by invitation")] {
        let service =
            std::sync::Arc::new(Start::empty().env("ADJUTANT_REGISTRATION", setting).serve());
        let mut visitor = Visitor::new(&service);
        let shown = visitor.get("/sign-up");
        assert_eq!(shown.status, 403, "{setting}");
        assert!(shown.text().contains(words), "{setting}: {}", shown.text());
        for path in ["/", "/sign-in", "/organisations"] {
            let page = visitor.get(path).text();
            assert!(!page.contains("href=\"/sign-up"), "{setting}: {path} leads to a closed door");
        }
        let token = visitor.token("/sign-in");
        let fields = [("csrf", token.as_str()), ("name", "Ana"), ("password", PASSWORD)];
        assert_eq!(visitor.post_bare("/sign-up", &fields, &[]).status, 422, "{setting}");
    }
}

#[test]
fn a_token_is_shown_once_and_opens_no_more_than_its_scopes() {
    let mut visitor = Visitor::called("Tinyente Guevara");
    let nothing = visitor.post("/account/tokens/new", &[("name", ""), ("days", "900")]);
    assert_eq!(nothing.status, 422);
    for part in ["#token-name", "#token-days", "#token-scopes-1"] {
        assert!(nothing.text().contains(&format!("href=\"{part}\"")), "{part}: {}", nothing.text());
    }
    let fields = [("name", "<i>desk"), ("days", "30"), ("scopes", "profile:read")];
    let made = visitor.post("/account/tokens/new", &fields);
    assert_eq!((made.status, made.must("cache-control")), (200, "private, no-store"));
    let text = made.text();
    let token = text.split("Bearer ").nth(1).and_then(|rest| rest.split('<').next());
    let token = format!("Bearer {}", token.expect("a token"));
    let bearer = [("Authorization", token.as_str())];
    assert_eq!(visitor.service.ask("GET", "/api/v1/me", &bearer).status, 200);
    assert_eq!(visitor.service.ask("POST", "/api/v1/records", &bearer).status, 403);
    let list = visitor.get("/account/tokens").text();
    assert!(!list.contains(&token["Bearer ".len()..]), "it is never shown again");
    assert!(list.contains("&#60;i&#62;desk"), "{list}");
    let id = hidden(&list, "token").expect("it can be revoked");
    let foreign = Visitor::called("Donya Victorina").post("/account/tokens", &[("token", &id)]);
    assert_eq!(foreign.status, 404, "a token of somebody else");
    leads_to(
        &visitor.post("/account/tokens", &[("token", &id)]),
        "/account/tokens?done=token-revoked",
    );
    assert_eq!(visitor.service.ask("GET", "/api/v1/me", &bearer).status, 401);
}

#[test]
fn a_player_is_claimed_and_the_claim_taken_back() {
    let mut visitor = Visitor::called("Don Primitivo");
    let nobody =
        visitor.post("/account/player/claim", &[("handle", "Nobody at all"), ("words", "x")]);
    assert_eq!(nobody.status, 422);
    assert!(nobody.text().contains("href=\"#claim-handle\""), "{}", nobody.text());
    let claim = [("handle", "Pandesal"), ("words", "<script>I am he</script>")];
    leads_to(&visitor.post("/account/player/claim", &claim), "/account/player?done=claim");
    let page = visitor.get("/account/player").text();
    assert!(page.contains("Pandesal") && page.contains("&#60;script&#62;"), "{page}");
    let id = hidden(&page, "claim").expect("it can be withdrawn");
    let mut stranger = Visitor::called("Hermana Penchang");
    let token = stranger.token("/account/player/claim");
    let foreign = [("csrf", token.as_str()), ("claim", id.as_str())];
    assert_eq!(stranger.post_bare("/account/player/withdraw", &foreign, &[]).status, 404);
    let token = visitor.token("/account/player/claim");
    let own = [("csrf", token.as_str()), ("claim", id.as_str())];
    let withdrawn = visitor.post_bare("/account/player/withdraw", &own, &[]);
    leads_to(&withdrawn, "/account/player?done=claim-withdrawn");
    assert!(hidden(&visitor.get("/account/player").text(), "claim").is_none());
}

#[test]
fn a_profile_keeps_what_was_not_sent_and_a_minor_is_told_what_it_means() {
    let mut visitor = Visitor::called("Kabesang Tales");
    let whole = [
        ("display_name", "Tales"),
        ("real_name", "T. Reyes"),
        ("real_name_public", "1"),
        ("age", "13-17"),
    ];
    leads_to(&visitor.post("/account/player", &whole), "/account/player?done=profile");
    let page = visitor.get("/account/player").text();
    assert!(page.contains("value=\"Tales\"") && page.contains("under 18"), "{page}");
    leads_to(&visitor.post("/account/player", &[("age", "13-17")]), "/account/player?done=profile");
    let page = visitor.get("/account/player").text();
    assert!(page.contains("value=\"Tales\"") && page.contains("value=\"T. Reyes\""), "{page}");
    let long = "x".repeat(81);
    let wrong = visitor
        .post("/account/player", &[("display_name", &long), ("real_name", ""), ("age", "120")]);
    assert_eq!(wrong.status, 422);
    for part in ["#profile-display_name", "#profile-age-1"] {
        assert!(wrong.text().contains(&format!("href=\"{part}\"")), "{part}: {}", wrong.text());
    }
}

#[test]
fn one_takes_all_ones_data_along_and_no_secret_is_in_it() {
    let mut visitor = Visitor::called("Placido Penitente");
    let reply = visitor.post("/account/data", &[]);
    assert_eq!((reply.status, reply.must("cache-control")), (200, "private, no-store"));
    assert!(reply.must("content-disposition").starts_with("attachment"));
    let data = reply.json();
    let parts = data["parts"].as_array().expect("parts");
    for key in ["account", "player", "session", "audit"] {
        assert!(parts.iter().any(|part| part["part"] == key), "{key}: {data}");
    }
    let text = reply.text();
    for secret in ["argon2", visitor.cookies["session"].as_str(), "token_hash"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[test]
fn deleting_an_account_takes_its_name_and_password() {
    let mut visitor = Visitor::called("Padre Florentino");
    let wrong = [
        [("name", "padre"), ("password", PASSWORD)],
        [("name", "Padre Florentino"), ("password", "wrong")],
    ];
    for fields in wrong {
        assert_eq!(visitor.post("/account/delete", &fields).status, 422);
        assert!(visitor.is_signed_in());
    }
    let fields = [("name", "Padre Florentino"), ("password", PASSWORD)];
    let deleted = visitor.post("/account/delete", &fields);
    leads_to(&deleted, "/sign-in?done=deleted");
    assert_eq!(deleted.must("clear-site-data"), "\"cache\", \"storage\"");
    assert!(!visitor.is_signed_in());
    assert_eq!(Visitor::anybody().sign_in("Padre Florentino", PASSWORD, "/").status, 422);
    assert_eq!(
        Visitor::anybody().sign_up("Padre Florentino", PASSWORD).status,
        422,
        "his name is kept"
    );
}

#[test]
fn a_player_page_shows_a_picture_drawn_anew_a_line_and_a_club() {
    let mut owner = Visitor::called("Trinidad");
    let said = [
        ("display_name", ""),
        ("real_name", ""),
        ("age", "18-59"),
        ("about", "<b>I open on the left"),
        ("club", "Tondo Generals"),
    ];
    leads_to(&owner.post("/account/player", &said), "/account/player?done=profile");
    let page = "/account/player/picture";
    let picture = |owner: &mut Visitor, bytes: &[u8]| {
        let body = with_file(&owner.token(page), "picture", "image/png", bytes);
        owner.post_bytes(page, "multipart/form-data; boundary=edge", &body)
    };
    assert_eq!(picture(&mut owner, b"<svg><script>alert(1)</script></svg>").status, 422);
    assert_eq!(picture(&mut owner, &vec![0; (1 << 20) + 1]).status, 413);
    let with_script = [DOT, b"<script>alert(1)</script>"].concat();
    leads_to(&picture(&mut owner, &with_script), "/account/player?done=picture");
    let shown = owner.get("/players/Trinidad").text();
    assert!(shown.contains("&#60;b&#62;I open on the left") && shown.contains("Tondo Generals"));
    let address = shown.split("src=\"/players/").nth(1).and_then(|rest| rest.split('"').next());
    let served = owner.get(&format!("/players/{}", address.expect("a picture")));
    assert_eq!((served.status, served.must("content-type")), (200, "image/jpeg"));
    assert!(!served.body.windows(7).any(|part| part == b"<script"), "it was drawn anew");
    assert!(!shown.contains("/players/Trinidad/clear"), "moderators clear, nobody else");
    assert_eq!(owner.get("/players/Trinidad/clear").status, 403);
    let minor =
        [("display_name", ""), ("real_name", ""), ("age", "13-17"), ("about", "x"), ("club", "y")];
    assert_eq!(owner.post("/account/player", &minor).status, 303);
    assert_eq!(owner.get("/players/Trinidad/picture.jpg").status, 404, "nothing of a minor");
}
