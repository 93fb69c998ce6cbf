//! Organisations and the operator's desk as visitors meet them: who sees what, and what is refused.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::client::Reply;
use crate::service::{Service, Start};
use crate::visitor::{PASSWORD, Visitor};
use crate::world::World;

/// A site where everybody may make an organisation that is open at once; one for all tests, gone
/// with the last that holds it.
fn site() -> Arc<Service> {
    static SHARED: Mutex<Weak<Service>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(service) = shared.upgrade() {
        return service;
    }
    let start = Start::empty().env("ADJUTANT_ORGANISATIONS", "anyone");
    let service = Arc::new(start.serve());
    *shared = Arc::downgrade(&service);
    service
}

fn called(service: &Arc<Service>, name: &str) -> Visitor {
    let mut visitor = Visitor::new(service);
    let reply = visitor.sign_up(name, PASSWORD);
    assert_eq!(reply.status, 303, "{}", reply.text());
    visitor
}

fn leads_to(reply: &Reply, address: &str) {
    assert_eq!(reply.status, 303, "{}", reply.whole());
    assert_eq!(reply.must("location"), address);
}

fn found(visitor: &mut Visitor, name: &str) {
    let fields =
        [("name", name), ("slug", ""), ("place", "Baguio"), ("about", ""), ("website", "")];
    let reply = visitor.post("/organisations/new", &fields);
    assert_eq!(reply.status, 303, "{}", reply.whole());
}

/// Shows a roster, and applies what was shown.
fn import(visitor: &mut Visitor, slug: &str, csv: &str) {
    let page = format!("/organisations/{slug}/roster");
    let preview = visitor.post(&page, &[("text", csv)]);
    assert_eq!(preview.status, 200, "{}", preview.text());
    let digest = crate::visitor::hidden(&preview.text(), "digest").expect("a digest");
    let token = crate::visitor::hidden(&preview.text(), "csrf").expect("a token");
    let fields = [("csrf", token.as_str()), ("digest", digest.as_str())];
    let reply = visitor.post_bare(&format!("{page}/apply"), &fields, &[]);
    leads_to(&reply, &format!("/organisations/{slug}/members?done=org-roster"));
}

const ROSTER: &str = "handle,name,club,province,number,age\n\
                      Luningning,Luz Reyes,Baguio Hawks,Benguet,7,18-59\n\
                      Munting Bituin,Nene Cruz,Baguio Hawks,Benguet,8,13-17\n";

#[test]
fn an_organisation_is_made_found_and_seen_by_everybody() {
    let service = site();
    let mut owner = called(&service, "Gabriela");
    found(&mut owner, "Salpakan Club of Baguio");
    let home = owner.get("/organisations/salpakan-club-of-baguio").text();
    assert!(home.contains("Next steps") && home.contains("Import your members"), "{home}");
    let mut anybody = Visitor::new(&service);
    let seen = anybody.get("/organisations/salpakan-club-of-baguio");
    assert_eq!(seen.status, 200);
    assert!(!seen.text().contains("Next steps") && !seen.text().contains("Audit trail"));
    assert!(
        anybody.get("/organisations?search=salpakan").text().contains("Salpakan Club of Baguio")
    );
    assert!(
        anybody
            .get("/organisations?search=nothing")
            .text()
            .contains("No organisation has this name")
    );
}

#[test]
fn all_that_is_wrong_is_said_at_once_and_what_was_typed_comes_back() {
    let mut owner = called(&site(), "Nicomeda");
    let wrong = [
        ("name", "=<b>club"),
        ("slug", "New Club"),
        ("place", "Cebu"),
        ("about", "a\u{202e}b"),
        ("website", "javascript:alert(1)"),
    ];
    let reply = owner.post("/organisations/new", &wrong);
    assert_eq!(reply.status, 422);
    let text = reply.text();
    for field in ["name", "slug", "about", "website"] {
        assert!(text.contains(&format!("href=\"#new-{field}\"")), "{field}: {text}");
    }
    assert!(text.contains("value=\"=&#60;b&#62;club\"") && text.contains("value=\"Cebu\""));
    assert!(!text.contains("<b>club"));
}

#[test]
fn private_member_details_are_for_officials_only() {
    let service = site();
    let mut owner = called(&service, "Josefa");
    found(&mut owner, "Hawks");
    import(&mut owner, "hawks", ROSTER);
    let own = owner.get("/organisations/hawks/members").text();
    for part in ["Luningning", "Luz Reyes", "Munting Bituin", "Nene Cruz", "13 to 17", "2 members"]
    {
        assert!(own.contains(part), "{part}: {own}");
    }
    let mut stranger = called(&service, "Trinidad");
    for visitor in [&mut stranger, &mut Visitor::new(&service)] {
        let page = visitor.get("/organisations/hawks/members").text();
        assert!(page.contains("Luningning") && page.contains("Baguio Hawks"), "{page}");
        for secret in ["Luz Reyes", "Munting Bituin", "Nene", "13 to 17", "18 to 59", "/edit"] {
            assert!(!page.contains(secret), "{secret}: {page}");
        }
    }
}

#[test]
fn a_players_page_says_where_he_is_a_member_and_who_verified_it_but_of_no_minor() {
    let service = site();
    let mut owner = called(&service, "Apolonia");
    found(&mut owner, "Eagles");
    let roster = "handle,name,club,province,age\nMalaya,Maria Cruz,Eagle Point,Iloilo,18-59\n\
                  Batang Lawin,Ben Cruz,Eagle Point,Iloilo,below-13\n";
    import(&mut owner, "eagles", roster);
    let mut anybody = Visitor::new(&service);
    let page = anybody.get("/players/Malaya").text();
    assert!(
        page.contains("/organisations/eagles") && page.contains("Eagle Point, Iloilo"),
        "{page}"
    );
    assert!(!page.contains("verified by") && !page.contains("Maria Cruz"), "{page}");
    assert!(page.contains("No games yet."), "{page}");
    let at = "/organisations/eagles/members/Malaya/verify";
    for sent in [&[("verified", "1")][..], &[]] {
        let verify = owner.post(at, sent);
        assert_eq!(verify.status, 303, "{}", verify.text());
        let page = anybody.get("/players/Malaya").text();
        assert!(page.contains("verified by Eagles on 2"), "{sent:?}: {page}");
    }
    let told: serde_json::Value =
        serde_json::from_str(&anybody.get("/api/v1/players/malaya").text()).expect("JSON");
    let one = &told["affiliations"][0];
    assert_eq!((&one["slug"], &one["province"]), (&"eagles".into(), &"Iloilo".into()));
    assert!(one["verified_on"].as_str().is_some_and(|day| day.len() == 10), "{told}");
    for page in ["/players/Batang%20Lawin", "/api/v1/players/batang%20lawin"] {
        let page = anybody.get(page).text();
        assert!(!page.contains("Eagle") && !page.contains("eagles"), "{page}");
    }
}

#[test]
fn a_display_name_stands_beside_the_handle_once_it_is_chosen() {
    let service = site();
    let mut owner = called(&service, "Tandang Sora");
    let sent =
        [("display_name", "Melchora A."), ("real_name", "Melchora Aquino"), ("age", "60-up")];
    assert_eq!(owner.post("/account/player", &sent).status, 303);
    let mut anybody = Visitor::new(&service);
    let page = anybody.get("/players/Tandang%20Sora").text();
    assert!(page.contains("Melchora A.") && !page.contains("Melchora Aquino"), "{page}");
    let shown = [("real_name_public", "1"), ("display_name", "Melchora A.")];
    let sent = [&shown[..], &[("real_name", "Melchora Aquino"), ("age", "60-up")]].concat();
    assert_eq!(owner.post("/account/player", &sent).status, 303);
    assert!(anybody.get("/players/Tandang%20Sora").text().contains("Melchora Aquino"));
    let sent = [&shown[..], &[("real_name", "Melchora Aquino"), ("age", "13-17")]].concat();
    assert_eq!(owner.post("/account/player", &sent).status, 303);
    let page = anybody.get("/players/Tandang%20Sora").text();
    assert!(!page.contains("Melchora"), "a minor's handle alone: {page}");
}

#[test]
fn a_page_of_an_organisation_that_is_not_ones_own_looks_as_if_there_were_none() {
    let service = site();
    let mut owner = called(&service, "Teresa");
    found(&mut owner, "Teresas");
    let mut other = called(&service, "Agueda");
    found(&mut other, "Aguedas");
    let pages = [
        "edit",
        "seasons",
        "titles",
        "officials",
        "roster",
        "roster.csv",
        "claims",
        "records",
        "audit",
        "audit.csv",
        "members/add",
    ];
    for page in pages {
        let there = other.get(&format!("/organisations/teresas/{page}"));
        let nowhere = other.get(&format!("/organisations/nowhere/{page}"));
        assert_eq!((there.status, nowhere.status), (403, 404), "{page}");
        assert!(there.text().contains("You need one of these roles"), "{page}: {}", there.text());
        let anonymous = Visitor::new(&service).get(&format!("/organisations/teresas/{page}"));
        assert_eq!(anonymous.status, 303, "{page}");
        assert!(anonymous.must("location").starts_with("/sign-in?next="), "{page}");
    }
}

#[test]
fn a_field_that_no_form_has_is_refused() {
    let service = site();
    let mut owner = called(&service, "Leonor");
    let before = [("name", "Leonors"), ("state", "1"), ("id", "1")];
    assert_eq!(owner.post("/organisations/new", &before).status, 400);
    found(&mut owner, "Leonors");
    let planted = [("name", "Leonors"), ("slug", "other"), ("state", "open")];
    assert_eq!(owner.post("/organisations/leonors/edit", &planted).status, 400);
    let planted = [("handle", "Sisa II"), ("verified_at", "1"), ("player_id", "1")];
    assert_eq!(owner.post("/organisations/leonors/members/add", &planted).status, 400);
}

#[test]
fn a_form_that_brings_nothing_empties_nothing_and_a_stale_one_is_noticed() {
    let service = site();
    let mut owner = called(&service, "Segunda");
    found(&mut owner, "Segundas");
    import(&mut owner, "segundas", ROSTER);
    let page = "/organisations/segundas/members/Luningning/edit";
    let stamp = crate::visitor::hidden(&owner.get(page).text(), "before").expect("a stamp");
    let reply = owner.post(page, &[("before", &stamp)]);
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert!(owner.get(page).text().contains("value=\"Luz Reyes\""));
    let reply = owner.post(page, &[("before", &stamp), ("club", "Other Club")]);
    assert_eq!(reply.status, 303, "{}", reply.text());
    let late = owner.post(page, &[("before", &stamp), ("club", "Third Club")]);
    assert_eq!(late.status, 422);
    assert!(late.text().contains("Somebody else changed this"), "{}", late.text());
    assert!(owner.get(page).text().contains("value=\"Other Club\""));
}

#[test]
fn a_roster_says_every_change_and_every_fault_before_anything_is_written() {
    let service = site();
    let mut owner = called(&service, "Marina");
    found(&mut owner, "Marinas");
    let wrong = "handle,age,colour\nAna,2010-01-01,red\n=cmd,u13,blue\n";
    let refused = owner.post("/organisations/marinas/roster", &[("text", wrong)]);
    assert_eq!(refused.status, 422);
    let text = refused.text();
    assert!(text.contains("Line 1") && text.contains("Unknown column"), "{text}");
    assert!(text.contains("=cmd,u13"), "what was pasted comes back: {text}");
    import(&mut owner, "marinas", ROSTER);
    let changed = "handle,club,province\nLuningning,Cordillera Club,\nLakambini,,Ifugao\n";
    let preview = owner.post("/organisations/marinas/roster", &[("text", changed)]).text();
    for part in
        ["<del>Baguio Hawks</del>", "<ins>Cordillera Club</ins>", "Lakambini", "<ins>Ifugao</ins>"]
    {
        assert!(preview.contains(part), "{part}: {preview}");
    }
    assert!(!preview.contains("<del>Benguet</del>"), "an empty cell keeps what is there");
    assert!(!owner.get("/organisations/marinas/members").text().contains("Lakambini"));
    let file = owner.get("/organisations/marinas/roster.csv");
    assert_eq!(file.must("cache-control"), "private, no-store");
    assert!(file.must("content-disposition").contains("marinas-roster.csv"));
    let again = owner.post("/organisations/marinas/roster", &[("text", &file.text())]).text();
    assert!(again.contains("nothing to change"), "{again}");
}

#[test]
fn a_roster_that_has_changed_since_it_was_shown_is_not_applied() {
    let service = site();
    let mut owner = called(&service, "Narcisa");
    found(&mut owner, "Narcisas");
    let page = "/organisations/narcisas/roster";
    let preview = owner.post(page, &[("text", ROSTER)]).text();
    let digest = crate::visitor::hidden(&preview, "digest").expect("a digest");
    let added = owner.post("/organisations/narcisas/members/add", &[("handle", "Luningning")]);
    assert_eq!(added.status, 303, "{}", added.text());
    let token = owner.token(page);
    let fields = [("csrf", token.as_str()), ("digest", digest.as_str())];
    let reply = owner.post_bare(&format!("{page}/apply"), &fields, &[]);
    assert_eq!(reply.status, 409, "{}", reply.text());
    assert!(!owner.get("/organisations/narcisas/members").text().contains("Munting Bituin"));
}

/// A form with one file.
pub fn with_file(token: &str, name: &str, kind: &str, bytes: &[u8]) -> Vec<u8> {
    let mut body = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n{token}\r\n--edge\r\n\
         Content-Disposition: form-data; name=\"{name}\"; filename=\"x\"\r\nContent-Type: {kind}\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(bytes);
    body.extend_from_slice(b"\r\n--edge--\r\n");
    body
}

fn logo(owner: &mut Visitor, kind: &str, bytes: &[u8]) -> Reply {
    let token = owner.token("/organisations/hiyas/edit");
    let body = with_file(&token, "logo", kind, bytes);
    owner.post_bytes("/organisations/hiyas/edit/logo", "multipart/form-data; boundary=edge", &body)
}

/// One red dot.
pub const DOT: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53,
    0xde, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0xf8, 0xcf, 0xc0, 0x00,
    0x00, 0x03, 0x01, 0x01, 0x00, 0xc9, 0xfe, 0x92, 0xef, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e,
    0x44, 0xae, 0x42, 0x60, 0x82,
];

#[test]
fn a_logo_is_a_picture_that_was_drawn_anew_and_never_a_script_or_a_bomb() {
    let service = site();
    let mut owner = called(&service, "Hilaria");
    found(&mut owner, "Hiyas");
    let script = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    // A head that promises a picture of 60,000 by 60,000 dots.
    let bomb = [&DOT[..16], &[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60], &DOT[24..]].concat();
    for (kind, wrong) in
        [("image/svg+xml", &script[..]), ("image/png", &script[..]), ("image/png", &bomb[..])]
    {
        let reply = logo(&mut owner, kind, wrong);
        assert_eq!(reply.status, 422, "{kind}: {}", reply.text());
    }
    let large = vec![0u8; (1 << 20) + 1];
    assert_eq!(logo(&mut owner, "image/png", &large).status, 413);
    assert_eq!(owner.get("/organisations/hiyas/logo.png").status, 404);
    let with_script = [DOT, b"<script>alert(1)</script>"].concat();
    leads_to(
        &logo(&mut owner, "image/png", &with_script),
        "/organisations/hiyas/edit?done=org-logo",
    );
    let mut anybody = Visitor::new(&service);
    let home = anybody.get("/organisations/hiyas").text();
    let address = home
        .split("<img")
        .nth(1)
        .and_then(|rest| rest.split("src=\"").nth(1))
        .and_then(|rest| rest.split('"').next());
    let picture = anybody.get(address.expect("the logo's address"));
    assert_eq!((picture.status, picture.must("content-type")), (200, "image/png"));
    assert_eq!(picture.must("x-content-type-options"), "nosniff");
    assert!(picture.must("cache-control").contains("immutable"));
    assert!(!picture.body.windows(7).any(|part| part == b"<script"), "it was drawn anew");
    assert_eq!(anybody.get("/organisations/hiyas/logo.png").must("cache-control"), "no-cache");
}

#[test]
fn roles_are_given_by_name_or_by_a_link_that_is_shown_once_and_taken_with_a_reason() {
    let service = site();
    let mut owner = called(&service, "Gregoria");
    found(&mut owner, "Gregorias");
    called(&service, "Lorenza");
    let page = "/organisations/gregorias/officials/add";
    let unknown = [("way", "account"), ("account", "Nobody Here"), ("role", "organizer")];
    let reply = owner.post(page, &unknown);
    assert_eq!(reply.status, 422);
    assert!(reply.text().contains("” not found. Ask the person"), "{}", reply.text());
    let given = [("way", "account"), ("account", "Lorenza"), ("role", "organizer"), ("event", "")];
    leads_to(&owner.post(page, &given), "/organisations/gregorias/officials?done=org-role-given");
    let link = [("way", "link"), ("email", ""), ("role", "official"), ("duties", "results")];
    let invited = owner.post(page, &link);
    assert!(invited.status == 200 && invited.text().contains("/join/"), "{}", invited.text());
    assert_eq!(invited.must("cache-control"), "private, no-store");
    let list = owner.get("/organisations/gregorias/officials").text();
    assert!(list.contains("For anyone who has the link") && list.contains("Results"), "{list}");
    let back = list.split("action=\"").find_map(|rest| {
        let action = rest.split('"').next()?;
        action.ends_with("/take-back").then(|| action.to_owned())
    });
    let back = back.expect("an invitation to take back");
    let there = "/organisations/gregorias/officials?done=org-invitation-back";
    leads_to(&owner.post(&back, &[]), there);
    assert!(!owner.get(there).text().contains("/take-back"));
    assert_eq!(owner.post(&back, &[]).status, 404);
    assert!(list.contains("Lorenza") && !list.contains("/join/"), "{list}");
    let revoke = list.split("href=\"").find_map(|rest| {
        let link = rest.split('"').next()?;
        link.ends_with("/revoke").then(|| link.to_owned())
    });
    let revoke = revoke.expect("a role to take away");
    assert_eq!(owner.post(&revoke, &[("reason", "")]).status, 422);
    assert_eq!(owner.post(&revoke, &[("reason", "moved away")]).status, 303);
    assert!(!owner.get("/organisations/gregorias/officials").text().contains(">Lorenza"));
    let trail = owner.get("/organisations/gregorias/audit").text();
    assert!(trail.contains("moved away") && trail.contains("Role removed"), "{trail}");
    let file = owner.get("/organisations/gregorias/audit.ndjson");
    assert!(file.text().lines().all(|line| line.starts_with('{')), "{}", file.text());
    assert!(
        owner.get("/organisations/gregorias/audit.csv").text().starts_with("\u{feff}id,at,by,")
    );
}

#[test]
fn an_invitation_leads_to_the_organisation_which_says_the_role() {
    let service = site();
    let mut owner = called(&service, "Hermogena");
    found(&mut owner, "Hermogenas");
    let mut invite = |role: &str| {
        let link = [("way", "link"), ("email", ""), ("role", role), ("duties", "results")];
        let page = owner.post("/organisations/hermogenas/officials/add", &link).text();
        let secret = page.split("/join/").nth(1).expect("a link");
        secret.chars().take_while(char::is_ascii_alphanumeric).collect::<String>()
    };
    let (official, organizer) = (invite("official"), invite("organizer"));
    let fields = [
        ("name", "Isagani Ylaya"),
        ("email", ""),
        ("password", "correct horse battery"),
        ("invitation", official.as_str()),
    ];
    let mut new = Visitor::new(&service);
    let there = "/organisations/hermogenas?done=joined-official";
    leads_to(&new.post("/sign-up", &fields), there);
    assert!(new.get(there).text().contains("You are now an official of this organisation."));
    let mut known = called(&service, "Juliana");
    let there = "/organisations/hermogenas?done=joined-organizer";
    leads_to(&known.post(&format!("/join/{organizer}"), &[]), there);
    assert!(known.get(there).text().contains("You are now an organizer of this organisation."));
}

#[test]
fn an_organizer_keeps_the_roster_and_neither_the_profile_nor_owners() {
    let service = site();
    let mut owner = called(&service, "Patrocinio");
    found(&mut owner, "Patrocinios");
    let mut organizer = called(&service, "Remedios");
    let given = [("way", "account"), ("account", "Remedios"), ("role", "organizer"), ("event", "")];
    assert_eq!(owner.post("/organisations/patrocinios/officials/add", &given).status, 303);
    // The role holds in the session that was open before.
    import(&mut organizer, "patrocinios", ROSTER);
    for page in ["edit", "audit"] {
        assert_eq!(organizer.get(&format!("/organisations/patrocinios/{page}")).status, 403);
    }
    let page = "/organisations/patrocinios/officials/add";
    assert!(!organizer.get(page).text().contains("value=\"owner\""));
    let own = [("way", "account"), ("account", "Remedios"), ("role", "owner"), ("event", "")];
    assert_eq!(organizer.post(page, &own).status, 403);
}

#[test]
fn seasons_and_titles_are_checked_line_by_line() {
    let service = site();
    let mut owner = called(&service, "Delfina");
    found(&mut owner, "Delfinas");
    let page = "/organisations/delfinas/seasons";
    let wrong = [("name", ""), ("first", "2026-02-30"), ("last", "")];
    let reply = owner.post(page, &wrong);
    assert_eq!(reply.status, 422);
    for field in ["name", "first", "last"] {
        assert!(reply.text().contains(&format!("href=\"#season-{field}\"")), "{field}");
    }
    let season = [("name", "Season 2026"), ("first", "2026-01-01"), ("last", "2026-12-31")];
    leads_to(&owner.post(page, &season), &format!("{page}?done=org-season-added"));
    assert_eq!(owner.post(page, &season).status, 422, "it shares its days with itself");
    let home = Visitor::new(&service).get("/organisations/delfinas").text();
    assert!(home.contains("Season 2026") && home.contains("1 Jan 2026"), "{home}");
    let page = "/organisations/delfinas/titles";
    let stamp = crate::visitor::hidden(&owner.get(page).text(), "before").expect("a stamp");
    let wrong = [("before", stamp.as_str()), ("titles", "1300 Scout\n1200 Recruit\nChief")];
    let reply = owner.post(page, &wrong);
    assert!(reply.status == 422 && reply.text().contains("Line 3"), "{}", reply.text());
    let fine = [("before", stamp.as_str()), ("titles", "0 Recruit\n1300 Scout")];
    leads_to(&owner.post(page, &fine), &format!("{page}?done=org-titles"));
}

#[test]
fn records_are_brought_for_the_organisation_and_every_refusal_is_said() {
    let service = site();
    let mut owner = called(&service, "Sabina");
    found(&mut owner, "Sabinas");
    let page = "/organisations/sabinas/records";
    let refused = owner.post(page, &[("text", "")]);
    assert!(
        refused.text().contains("#records-pool") && refused.text().contains("#records-records")
    );
    let games = format!("{}[Event \"Broken\"]\n\n1. zz9 *\n\n", crate::service::games(2));
    let done = owner.post(page, &[("pool", "face-to-face"), ("text", &games)]);
    assert_eq!(done.status, 200, "{}", done.text());
    assert!(done.text().contains("id=\"count-added\">2<"), "{}", done.text());
    assert!(done.text().contains("id=\"count-refused\">1<"), "{}", done.text());
    let list = Visitor::new(&service).get("/games?organisation=sabinas").text();
    assert!(list.contains("Sabinas"), "{list}");
}

#[test]
fn an_organisation_that_waits_is_there_for_its_owner_alone() {
    let service = Arc::new(Start::empty().serve());
    let mut owner = called(&service, "Felipa");
    found(&mut owner, "Felipas");
    assert!(owner.get("/organisations/felipas").text().contains("has not approved"));
    let mut other = called(&service, "Martina");
    let hidden = other.get("/organisations/felipas");
    let nowhere = other.get("/organisations/nowhere");
    assert_eq!((hidden.status, nowhere.status), (404, 404));
    assert_eq!(hidden.text().replace("felipas", ""), nowhere.text().replace("nowhere", ""));
    let roster = owner.post("/organisations/felipas/roster", &[("text", ROSTER)]);
    assert_eq!(roster.status, 409, "{}", roster.text());
}

#[test]
fn the_operators_desk_is_nothing_to_others() {
    let service = site();
    let mut visitor = called(&service, "Andrea");
    let pages = [
        "",
        "/accounts",
        "/organisations",
        "/players",
        "/claims",
        "/invitations",
        "/audit",
        "/audit.csv",
    ];
    for page in pages {
        let address = format!("/operator{page}");
        assert_eq!(visitor.get(&address).status, 403, "{address}");
        let anonymous = Visitor::new(&service).get(&address);
        assert_eq!(anonymous.status, 303, "{address}");
    }
}

#[test]
fn the_last_owner_who_would_leave_reads_that_it_is_not_possible_and_why() {
    let world = World::new();
    let last = world.post("foreign", "/organisations/rival/officials/5/leave", "");
    assert_eq!(last.status, 409, "{}", last.whole());
    let page = last.text();
    assert!(page.contains(">Not possible</h1>") && page.contains("is the last owner"), "{page}");
}
