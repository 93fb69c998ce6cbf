//! Whose games and events are, on pages and in answers.

use adjutant_service::import::import;
use adjutant_service::owner::Owner;
use adjutant_service::records::Provenance;
use adjutant_service::{App, AppSettings, Location};
use adjutant_store::Store;
use diesel::connection::SimpleConnection;
use ledger_ratings::PoolKind;

use crate::service::{GAMES, Service, Start};
use adjutant_domain::moment::Micros;

/// A name that a page has to write with care, as it stands in markup.
const NAME: &str = "Tala & \"Araw\" <b>";
const ESCAPED: &str = "Tala &#38; &#34;Araw&#34; &#60;b&#62;";

/// A service with the demo's games, some of them the site's, an organisation's and a member's.
fn service() -> Service {
    let start = Start::empty();
    let dir = start.dir().join("data");
    std::fs::create_dir_all(&dir).expect("a directory");
    let database = Location::Sqlite(dir.join("adjutant.sqlite"));
    let settings = AppSettings { database: database.clone(), key_file: dir.join("seal.key") };
    let app = App::open(&settings).expect("an empty database opens");
    Store::open(database)
        .expect("a second way in")
        .connection()
        .expect("a connection")
        .batch_execute(&format!(
            "INSERT INTO organisations VALUES (1, '{NAME}', 'tala', 'tala', 'tala', 1, '', '', '', \
             0, 0, '', '', 0, 0, 0, ''); \
             INSERT INTO titles VALUES (1, 1, 1, '<i>Bituin', -100000); \
             INSERT INTO accounts (id, name, name_key, look_key, email, email_confirmed, password, state, \
             site_role, totp, totp_on, totp_step, language, created_at, signed_in_at, password_at) \
             VALUES (1, 'n1', 'n1', 'n1', '', 0, '', 0, 0, '', 0, 0, 'en', 0, 0, 0), \
             (2, 'n2', 'n2', 'n2', '', 0, '', 0, 0, '', 0, 0, 'en', 0, 0, 0); \
             UPDATE counters SET value = 2 WHERE name = 'accounts'"
        ))
        .expect("an organisation");
    let club = Owner::Organisation {
        id: 1,
        slug: "tala".to_owned(),
        pool: Some(PoolKind::FaceToFace),
        account: 1,
    };
    let lots: [(Owner, usize, usize); 3] = [
        (Provenance::Command.into(), 0, 20),
        (club, 20, 320),
        // The newest, which a first page would show.
        (Owner::Member { account: 2 }, GAMES.len() - 40, GAMES.len()),
    ];
    for (owner, from, to) in lots {
        let text = GAMES[from..to].concat();
        import(&app, text.as_bytes(), owner, Micros(0), &mut |_, _| {}).expect("the games go in");
    }
    drop(app);
    start.serve()
}

#[test]
fn pages_and_answers_say_whose_each_record_is() {
    let service = service();
    let all = service.get("/api/v1/games?limit=200").json();
    let id_of = |owner: &str| {
        let games = all["games"].as_array().expect("games");
        let game = games.iter().find(|game| game["owner"] == owner).expect(owner);
        game["id"].as_str().expect("an id").to_owned()
    };
    let of_club = service.get("/api/v1/games?organisation=tala&limit=200").json();
    let of_club = of_club["games"].as_array().expect("games");
    assert_eq!(of_club.len(), 200);
    assert!(of_club.iter().all(|game| game["organisation"] == "tala"));
    assert_eq!(service.get("/api/v1/games?organisation=nobody").status, 404);

    let page = service.get(&format!("/games/{}", id_of("member"))).text();
    assert!(page.contains("unverified: uploaded by a member"), "{page}");
    assert!(page.contains("unrated: uploaded by a member"));
    let of_club = of_club[0]["id"].as_str().expect("an id");
    let page = service.get(&format!("/games/{of_club}")).text();
    assert!(page.contains(&format!("Imported by {ESCAPED}")), "{page}");
    assert!(!page.contains(NAME));
    let replay = service.get(&format!("/api/v1/games/{of_club}/replay")).json();
    assert_eq!(replay["provenance"], "imported-organisation");
    assert_eq!(replay["organisation"], "tala");

    let list = service.get("/games").text();
    assert!(list.contains("title=\"unverified: uploaded by a member\""), "{list}");
    let list = service.get("/games?organisation=tala").text();
    assert!(list.contains(ESCAPED) && !list.contains("unverified"));
    let filipino = service.ask("GET", "/games", &[("Accept-Language", "fil")]).text();
    assert!(filipino.contains("hindi pa beripikado: in-upload ng isang kasapi"));

    let events = service.get("/api/v1/events").json();
    let events = events["events"].as_array().expect("events").clone();
    let event = events.iter().find(|event| event["owner"] == "organisation").expect("one");
    let slug = event["slug"].as_str().expect("a slug");
    assert!(slug.starts_with("tala-"), "{slug}");
    let page = service.get(&format!("/events/{slug}")).text();
    assert!(page.contains(&format!("Event of {ESCAPED}.")), "{page}");
    let event = events.iter().find(|event| event["owner"] == "member").expect("one");
    let page = service.get(&format!("/events/{}", event["slug"].as_str().expect("a slug")));
    assert!(page.text().contains("Uploaded by members: unverified."));
}

#[test]
fn member_uploads_are_not_on_the_front_page() {
    let service = service();
    let home = service.get("/").text();
    assert!(home.contains("/games/") && !home.contains("unverified"), "{home}");
}

#[test]
fn an_organisations_leaderboards_stand_at_addresses_of_their_own() {
    let service = service();
    let page = service.get("/leaderboards/tala.face-to-face").text();
    assert!(page.contains(&format!("Leaderboard: {ESCAPED}, face to face")), "{page}");
    assert!(page.contains("href=\"/leaderboards/tala.online\""));
    assert!(page.contains("after 6 rated games against 3 opponents"));
    assert!(page.contains("&#60;i&#62;Bituin") && !page.contains("<i>Bituin"));
    let board = service.get("/api/v1/leaderboards/tala.face-to-face").json();
    let titles = board["rows"].as_array().expect("rows").iter().map(|row| &row["title"]);
    assert!(titles.clone().count() > 5);
    assert!(titles.clone().any(|title| title == "<i>Bituin"), "{board}");
    let csv = service.get("/api/v1/leaderboards/tala.face-to-face.csv");
    assert_eq!((csv.status, csv.must("content-type")), (200, "text/csv; charset=utf-8"));
    assert_eq!(service.get("/api/v1/leaderboards/tala.face-to-face/histogram").status, 200);
    let pools = service.get("/api/v1/pools?organisation=tala").json();
    let keys: Vec<&str> =
        pools.as_array().expect("pools").iter().filter_map(|pool| pool["key"].as_str()).collect();
    let pools = ["online", "face-to-face", "three-generals-online", "three-generals-face-to-face"];
    assert_eq!(keys, pools.map(|pool| format!("tala.{pool}")));
    assert_eq!(service.get("/leaderboards/nobody.online").status, 404);
    let handle = board["rows"][0]["handle"].as_str().expect("a handle").to_owned();
    let player = service.get(&format!("/players/{handle}")).text();
    assert!(player.contains("href=\"/leaderboards/tala.face-to-face\""), "{player}");
    let history = format!("/api/v1/players/{handle}/ratings/tala.face-to-face");
    assert!(!service.get(&history).json().as_array().expect("games").is_empty());
}

#[test]
fn the_figures_of_a_closed_organisation_stay_and_lead_nowhere() {
    let service = service();
    let board = service.get("/api/v1/leaderboards/tala.face-to-face?limit=1&all=true");
    let games = service.get("/api/v1/games?organisation=tala&limit=1").json();
    let handle = games["games"][0]["white"].as_str().expect("a handle").to_owned();
    let link = "href=\"/leaderboards/tala.face-to-face\"";
    let page = || service.get(&format!("/players/{handle}")).text();
    assert_eq!(board.status, service.get("/api/v1/leaderboards/rapid?limit=1&all=true").status);
    assert!(page().contains(link) && page().contains(ESCAPED), "{}", page());
    let database = Location::Sqlite(service.dir.path().join("data/adjutant.sqlite"));
    let mut raw =
        Store::open(database).expect("a second way in").dedicated_connection().expect("it opens");
    raw.batch_execute("UPDATE organisations SET state = 3").expect("it is closed");
    raw.batch_execute("UPDATE counters SET value = value + 1 WHERE name = 'ratings_version'")
        .expect("pages are made anew");
    std::thread::sleep(std::time::Duration::from_secs(5));
    assert_eq!(service.get("/leaderboards/tala.face-to-face").status, 404);
    assert!(!page().contains(link) && page().contains(ESCAPED), "{}", page());
}
