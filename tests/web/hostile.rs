//! What people write into forms who mean harm (data/markup.txt), in each field of people and
//! organisations: it is refused at its field, or shown as the words that it is.

use crate::client::Reply;
use crate::markup::planted;
use crate::service::games;
use crate::visitor::{PASSWORD, Visitor, encoded};
use crate::world::World;

/// Something that somebody writes.
#[derive(Debug, Clone)]
pub struct Written {
    pub text: String,
    /// Whether it has something that nobody sees.
    pub unseen: bool,
    /// Whether it has several lines.
    pub lines: bool,
}

impl Written {
    /// Whether any page could take it for something else than words.
    fn marks(&self) -> bool {
        self.text.contains(['<', '"', '\'', '&', '{'])
    }

    pub fn short(&self) -> String {
        self.text.chars().take(60).collect()
    }
}

pub fn corpus() -> Vec<Written> {
    let lines = include_str!("data/markup.txt").lines();
    let lines = lines.filter(|line| !line.starts_with("# ") && !line.is_empty());
    let all: Vec<Written> = lines
        .map(|line| Written {
            text: told(line.trim_start_matches(['!', '~'])),
            unseen: line.starts_with('!'),
            lines: line.starts_with('~'),
        })
        .collect();
    assert!(all.len() > 80, "{}", all.len());
    all
}

fn told(line: &str) -> String {
    let long = "a".repeat(70_000);
    let mut text = line.replace("{long}", &long);
    for (escape, meant) in [("\\n", "\n"), ("\\r", "\r"), ("\\t", "\t"), ("\\0", "\0")] {
        text = text.replace(escape, meant);
    }
    while let Some(at) = text.find("\\u{") {
        let end = at + text[at..].find('}').expect("an end");
        let number = u32::from_str_radix(&text[at + 3..end], 16).expect("a number");
        let letter = char::from_u32(number).expect("a letter").to_string();
        text.replace_range(at..=end, &letter);
    }
    text
}

/// A field of a form.
#[derive(Clone, Copy)]
struct Place {
    page: &'static str,
    /// The id of its form.
    form: &'static str,
    field: &'static str,
    /// What stands before the text in the field.
    before: &'static str,
    /// What else is written.
    rest: &'static [(&'static str, &'static str)],
    /// Pages that show it; none where the form is refused for what else is written.
    shown: &'static [&'static str],
}

const fn place(
    page: &'static str,
    form: &'static str,
    field: &'static str,
    shown: &'static [&'static str],
) -> Place {
    Place { page, form, field, before: "", rest: &[], shown }
}

/// Tries all of it in a field; gives what is wrong.
fn try_all(visitor: &mut Visitor, reader: &mut Visitor, place: Place) -> Vec<String> {
    try_these(visitor, reader, place, &corpus())
}

fn try_these(
    visitor: &mut Visitor,
    reader: &mut Visitor,
    place: Place,
    corpus: &[Written],
) -> Vec<String> {
    let mut faults = Vec::new();
    let mut taken = 0;
    let mut form = visitor.form(place.page, place.page);
    for one in corpus {
        let value = format!("{}{}", place.before, one.text);
        let mut fields = vec![(place.field, value.as_str())];
        fields.extend_from_slice(place.rest);
        // A stamp says what a form was filled from.
        if form.fields.iter().any(|(name, _)| name == "before") {
            form = visitor.form(place.page, place.page);
        }
        let reply = visitor.send_form(&form, &fields);
        let mut say = |what: String| {
            faults.push(format!("{} {} {:?}: {what}", place.page, place.field, one.short()));
        };
        if let Err(what) = judged(&reply, place, one) {
            say(what);
        }
        if reply.status >= 400 || !one.marks() {
            continue;
        }
        taken += 1;
        // In turns: nothing tells one text from another once it is words.
        for (at, page) in place.shown.iter().enumerate().filter(|(at, _)| (at + taken) % 3 == 0) {
            let who = if (at / 3 + taken) % 2 == 0 { &mut *visitor } else { &mut *reader };
            let shown = who.get(page);
            if shown.status >= 500 {
                say(format!("{page} answers {}", shown.status));
            }
            planted(&shown).into_iter().for_each(|what| say(format!("{page}: {what}")));
        }
    }
    let expected = !place.shown.is_empty();
    assert_eq!(taken > 0, expected, "{} {}: {taken} are taken", place.page, place.field);
    faults
}

/// Whether what was said to it is right: taken, or refused at the field.
fn judged(reply: &Reply, place: Place, one: &Written) -> Result<(), String> {
    if let Some(what) = planted(reply) {
        return Err(what);
    }
    let at_field = reply.text().contains(&format!("href=\"#{}-{}\"", place.form, place.field));
    let several = ["about", "titles"].contains(&place.field);
    match reply.status {
        200 | 303 if one.unseen || (one.lines && !several) => Err("it is taken".to_owned()),
        200 | 303 | 413 => Ok(()),
        // No form takes such characters in any field.
        400 if one.text.contains(char::is_control) => Ok(()),
        422 if at_field => Ok(()),
        422 if place.shown.is_empty() => Ok(()),
        422 => Err("refused, and not at the field".to_owned()),
        status => Err(status.to_string()),
    }
}

pub fn assert_none(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} answers are wrong:\n{}", faults.len(), faults.join("\n"));
}

const ORGANISATION: &[&str] = &[
    "/organisations/league",
    "/organisations",
    "/organisations/league/members",
    "/operator/organisations/league",
    "/organisations/league/audit",
    "/organisations/league/edit",
];

#[test]
fn organisation_texts_are_never_markup() {
    let world = World::new();
    let (mut owner, mut reader) = (world.browser("owner"), world.browser("operator"));
    let mut faults = Vec::new();
    let edit = "/organisations/league/edit";
    for field in ["about", "place", "website", "color", "accent", "name"] {
        let place = place(edit, "profile", field, ORGANISATION);
        let place = if ["color", "accent"].contains(&field) {
            Place { shown: &[], ..place }
        } else {
            place
        };
        faults.extend(try_all(&mut owner, &mut reader, place));
    }
    let season = "/organisations/league/seasons/1";
    let shown =
        &["/organisations/league/seasons", "/organisations/league", "/organisations/league/audit"];
    faults.extend(try_all(&mut owner, &mut reader, place(season, "season", "name", shown)));
    let shown = &[
        "/organisations/league/titles",
        "/leaderboards/league.online",
        "/api/v1/leaderboards/league.online",
    ];
    let titles = place("/organisations/league/titles", "titles", "titles", shown);
    faults.extend(try_all(&mut owner, &mut reader, Place { before: "0 ", ..titles }));
    for field in ["name", "slug", "place", "about", "website"] {
        let new = place("/organisations/new", "new", field, &[]);
        let rest: &[_] = if field == "name" { &[("slug", "-")] } else { &[("name", "")] };
        let new = Place { rest, ..new };
        faults.extend(try_all(&mut owner, &mut reader, new));
    }
    assert_none(faults);
}

#[test]
fn member_and_official_texts_are_never_markup() {
    let world = World::new();
    let (mut owner, mut reader) = (world.browser("owner"), Visitor::new(&world.service));
    let mut faults = Vec::new();
    const EDIT: &str = "/organisations/league/members/Sidapa/edit";
    let shown =
        &[EDIT, "/organisations/league/members", "/organisations/league/audit", "/players/Sidapa"];
    for field in ["name", "number", "club", "province"] {
        faults.extend(try_all(&mut owner, &mut reader, place(EDIT, "member", field, shown)));
    }
    let shown = &["/organisations/league/members", "/players"];
    let add = place("/organisations/league/members/add", "member", "handle", shown);
    faults.extend(try_all(&mut owner, &mut reader, add));
    let add = "/organisations/league/officials/add";
    faults.extend(try_all(&mut owner, &mut reader, place(add, "role", "account", &[])));
    let email = place(add, "role", "email", &["/organisations/league/officials"]);
    let email = Place { rest: &[("way", "link"), ("role", "organizer")], ..email };
    faults.extend(try_all(&mut owner, &mut reader, email));
    let invitations = place("/operator/invitations", "invite", "email", &["/operator/audit"]);
    faults.extend(try_all(&mut world.browser("operator"), &mut reader, invitations));
    assert_none(faults);
}

#[test]
fn roster_texts_are_never_markup() {
    let world = World::new();
    let mut owner = world.browser("owner");
    let page = "/organisations/league/roster";
    let mut faults = Vec::new();
    for column in ["handle", "name", "club", "province", "number", "age", "unknown"] {
        for one in corpus() {
            let Written { text, unseen, lines } = &one;
            let cell = format!("\"{}\"", text.replace('"', "\"\""));
            let csv = match column {
                "handle" => format!("handle\n{cell}\n"),
                "unknown" => format!("handle,{cell}\nSidapa,x\n"),
                _ => format!("handle,{column}\nSidapa,{cell}\n"),
            };
            let mut say = |what: String| faults.push(format!("{column} {:?}: {what}", one.short()));
            let shown = owner.fill(page, page, &[("text", &csv)]);
            planted(&shown).into_iter().for_each(&mut say);
            match shown.status {
                200 if *unseen || *lines => say("it is taken".to_owned()),
                200 | 413 | 422 => {}
                400 if text.contains(char::is_control) => {}
                status => say(format!("{status}")),
            }
            let apply = "/organisations/league/roster/apply";
            let form =
                crate::markup::forms(&shown.text()).into_iter().find(|one| one.action == apply);
            let Some(form) = form else { continue };
            let fields: Vec<(&str, &str)> =
                form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            let applied = owner.post_bare(apply, &fields, &[]);
            if applied.status != 303 {
                say(format!("applied: {}", applied.status));
            }
            planted(&owner.get("/organisations/league/members")).into_iter().for_each(&mut say);
        }
    }
    planted(&owner.get("/organisations/league/audit"))
        .into_iter()
        .for_each(|what| faults.push(what));
    assert_none(faults);
}

#[test]
fn profile_texts_are_never_markup() {
    let world = World::new();
    let mut reader = world.browser("operator");
    let mut player = Visitor::new(&world.service);
    assert_eq!(player.sign_up("Pilar", PASSWORD).status, 303);
    let mut faults = Vec::new();
    const PAGE: &str = "/account/player";
    let shown =
        &[PAGE, "/players/Pilar", "/api/v1/players/Pilar", "/account/audit", "/account/data"];
    for field in ["display_name", "real_name"] {
        let own =
            Place { rest: &[("real_name_public", "1")], ..place(PAGE, "profile", field, shown) };
        faults.extend(try_all(&mut player, &mut reader, own));
    }
    const BOARD: &str = "/set-ups/new";
    let kept = player.fill(BOARD, BOARD, &[("do", "random")]).text();
    let kept = crate::markup::forms(&kept).into_iter().find(|form| form.action == BOARD);
    let kept = player.send_form(&kept.expect("the board"), &[("name", "mine")]);
    assert_eq!(kept.status, 303, "{}", kept.whole());
    const ONE: &str = "/set-ups/1";
    let shown = &[ONE, "/set-ups", BOARD, "/account/data"];
    faults.extend(try_all(&mut player, &mut reader, place(ONE, "set-up", "name", shown)));
    let code = Place { rest: &[("do", "load")], ..place(ONE, "set-up", "code", &[]) };
    faults.extend(try_all(&mut player, &mut reader, code));
    let claim = place("/account/player/claim", "claim", "handle", &[]);
    faults.extend(try_all(&mut player, &mut reader, claim));
    let token = place("/account/tokens/new", "token", "name", &["/account/tokens"]);
    let token = Place { rest: &[("days", "30"), ("scopes", "profile:read")], ..token };
    // Nobody has more than fifty.
    for (some, kind) in corpus().chunks(40).zip(["stranger", "results", "elsewhere"]) {
        let token =
            if some.iter().any(Written::marks) { token } else { Place { shown: &[], ..token } };
        faults.extend(try_these(&mut world.browser(kind), &mut reader, token, some));
    }
    let email = place(
        "/account/email",
        "email",
        "email",
        &["/account/security", "/operator/accounts/Pilar"],
    );
    faults.extend(try_all(&mut player, &mut reader, email));
    assert_none(faults);
}

#[test]
fn sign_in_texts_are_never_markup() {
    let world = World::new();
    let mut faults = Vec::new();
    for (page, form, field) in [
        ("/sign-up", "sign-up", "name"),
        ("/sign-up", "sign-up", "email"),
        ("/sign-up", "sign-up", "invitation"),
    ] {
        let mut nobody = Visitor::new(&world.service);
        let mut reader = Visitor::new(&world.service);
        let rest: &[(&str, &str)] = &[("password", "short")];
        let own = Place { rest, ..place(page, form, field, &[]) };
        faults.extend(try_all(&mut nobody, &mut reader, own));
    }
    for Written { text, .. } in corpus() {
        let mut nobody = Visitor::new(&world.service);
        let text = if text.len() > 2_000 { &text[..2_000] } else { &text };
        for path in [
            "/sign-in?next=",
            "/organisations?search=",
            "/players?search=",
            "/sign-up?invitation=",
            "/organisations/league/members?search=",
            "/organisations/league/members?club=",
            "/organisations/",
            "/players/",
            "/join/",
            "/reset/",
            "/organisations/league?done=",
        ] {
            let reply = nobody.get(&format!("{path}{}", encoded(text)));
            let fault = planted(&reply);
            faults.extend(fault.map(|fault| format!("{path} {text:?}: {fault}")));
            if reply.status >= 500 {
                faults.push(format!("{path} {text:?}: {}", reply.status));
            }
        }
    }
    assert_none(faults);
}

/// All that is taken as a reason or as words to a claim, in as few texts as can be.
pub fn bundles(most: usize) -> Vec<String> {
    let mut bundles = vec![String::new()];
    for one in corpus().into_iter().filter(|one| !one.unseen && !one.lines && one.text.len() < 100)
    {
        let last = bundles.last_mut().expect("one");
        if last.chars().count() + one.text.chars().count() + 1 > most {
            bundles.push(one.text);
        } else {
            *last += " ";
            *last += &one.text;
        }
    }
    bundles
}

#[test]
fn reasons_and_words_to_a_claim_stay_words() {
    let world = World::new();
    // Else the operator alone would read the claim.
    world.sql("UPDATE games SET organisation_id = 1");
    let mut owner = world.browser("owner");
    let mut operator = world.browser("operator");
    let mut player = Visitor::new(&world.service);
    assert_eq!(player.sign_up("Rosario", PASSWORD).status, 303);
    let claim = "/account/player/claim";
    let claims = "/organisations/league/claims";
    let fine = [("handle", "Sidapa"), ("words", "It is me")];
    let mut faults = Vec::new();
    let bad = || corpus().into_iter().filter(|one| one.unseen || one.text.len() > 60_000);
    let refused = |status: u16, one: &Written| {
        status == 413 || status == 422 || (status == 400 && one.text.contains(char::is_control))
    };
    for one in bad() {
        let sent = [("handle", "Sidapa"), ("words", one.text.as_str())];
        let reply = player.fill(claim, claim, &sent);
        if !refused(reply.status, &one) {
            faults.push(format!("the claim's words {:?}: {}", one.text, reply.status));
        }
    }
    // Five claims a day.
    for words in bundles(480).iter().take(4) {
        let reply = player.fill(claim, claim, &[fine[0], ("words", words)]);
        assert_eq!(reply.status, 303, "{}", reply.text());
        for (who, page) in [
            (&mut owner, claims),
            (&mut operator, "/operator/claims"),
            (&mut player, "/account/player"),
        ] {
            let page = who.get(page);
            assert!(page.text().contains("name=\"claim\""), "{}", page.text());
            faults.extend(planted(&page));
        }
        let withdraw = "/account/player/withdraw";
        assert_eq!(player.fill("/account/player", withdraw, &[]).status, 303);
    }
    let remove = "/organisations/league/members/Sidapa/remove";
    let suspend = "/operator/accounts/elsewhere/suspend";
    let reinstate = "/operator/accounts/elsewhere/reinstate";
    for one in bad() {
        for (who, page) in [(&mut owner, remove), (&mut operator, suspend)] {
            let reply = who.fill(page, page, &[("reason", &one.text)]);
            if !refused(reply.status, &one) {
                faults.push(format!("{page} {:?}: {}", one.text, reply.status));
            }
        }
    }
    for reason in bundles(480) {
        let add = "/organisations/league/members/add";
        assert_eq!(owner.fill(remove, remove, &[("reason", &reason)]).status, 303);
        assert_eq!(owner.fill(add, add, &[("handle", "Sidapa")]).status, 303);
        for page in [suspend, reinstate] {
            let reply = operator.fill(page, page, &[("reason", &reason)]);
            assert_eq!(reply.status, 303, "{page}: {}", reply.text());
        }
    }
    for (who, page) in [
        (&mut owner, "/organisations/league/audit"),
        (&mut operator, "/operator/audit"),
        (&mut world.browser("operator"), "/operator/accounts/elsewhere"),
        (&mut player, "/account/audit"),
    ] {
        let page = who.get(page);
        assert_eq!(page.status, 200);
        faults.extend(planted(&page));
    }
    let json = owner.get("/organisations/league/audit.ndjson");
    assert_eq!(json.must("x-content-type-options"), "nosniff");
    for line in json.text().lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("each line is JSON");
    }
    assert_none(faults);
}

#[test]
fn record_texts_are_never_markup() {
    let world = World::new();
    let mut owner = world.browser("owner");
    let page = "/organisations/league/records";
    let fine = games(1);
    let event = fine.lines().find(|line| line.starts_with("[Event ")).expect("an event").to_owned();
    let white = fine.lines().find(|line| line.starts_with("[White ")).expect("a player").to_owned();
    let mut text = String::new();
    for one in corpus().into_iter().filter(|one| one.text.len() < 200 && !one.text.contains('\n')) {
        let value = one.text.replace('\\', "\\\\").replace('"', "\\\"");
        text += &fine.replace(&event, &format!("[Event \"{value}\"]"));
        text += &fine.replace(&white, &format!("[White \"{value}\"]"));
    }
    let sent = [("pool", "online"), ("text", "")];
    assert_eq!(owner.fill(page, page, &sent).status, 422);
    let token = owner.token(page);
    let mut body = Vec::new();
    for (name, value) in [("csrf", token.as_str()), ("pool", "online")] {
        body.extend_from_slice(
            format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
                .as_bytes(),
        );
    }
    let head = "--edge\r\nContent-Disposition: form-data; name=\"records\"; filename=\"\\\"><b id=pwn>\"\r\n\r\n";
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(text.as_bytes());
    body.extend_from_slice(b"\r\n--edge--\r\n");
    let done = owner.post_bytes(page, "multipart/form-data; boundary=edge", &body);
    assert_eq!(done.status, 200, "{}", done.text());
    let mut faults: Vec<String> = planted(&done).into_iter().collect();
    let mut pages = vec!["/events".to_owned(), "/games?organisation=league".to_owned()];
    pages.extend(
        ["/players", "/organisations/league", "/leaderboards/league.online"].map(str::to_owned),
    );
    let events = owner.get("/api/v1/events").json();
    let slugs = events["events"].as_array().expect("events").iter().map(|one| &one["slug"]);
    pages.extend(slugs.map(|slug| format!("/events/{}", encoded(slug.as_str().expect("a slug")))));
    let games = owner.get("/api/v1/games?organisation=league&limit=200").json();
    let games = games["games"].as_array().expect("games");
    assert!(games.len() > 50, "{}", games.len());
    pages.extend(
        games.iter().step_by(3).map(|one| format!("/games/{}", one["id"].as_str().expect("an id"))),
    );
    for page in pages {
        let reply = owner.get(&page);
        if reply.status != 200 {
            faults.push(format!("{page}: {}", reply.status));
        }
        faults.extend(planted(&reply).map(|fault| format!("{page}: {fault}")));
    }
    assert_none(faults);
}
