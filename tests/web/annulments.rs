//! Stored games that officials annul, by pages and over the API.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::json;

use crate::visitor::Visitor;
use crate::world::World;

/// Gives the game to the organisation 1, or to nobody but the site.
fn belongs(world: &World, organisation: Option<i32>) {
    let (owner, rated) = match organisation {
        Some(own) => (own.to_string(), 100 + 2 * own),
        None => ("NULL".to_owned(), 0),
    };
    world.sql(&format!(
        "UPDATE games SET organisation_id = {owner}, rated_in = {rated} WHERE id = \
         (SELECT max(id) FROM games WHERE day = (SELECT max(day) FROM games))"
    ));
}

fn send(visitor: &mut Visitor, world: &World, what: &str, reason: &str) -> u16 {
    let form = format!("/games/{}/{what}", world.game);
    visitor.fill(&form, &form, &[("reason", reason)]).status
}

/// How many games count in the score of the game's first player, and in that against the other one.
fn scored(world: &World) -> [u64; 2] {
    let replay = world.show(None, "GET", &format!("/api/v1/games/{}/replay", world.game), "");
    let players = replay.json()["players"].clone();
    let [white, black] =
        ["white", "black"].map(|side| players[side]["handle"].as_str().expect("a name").to_owned());
    let total = |path: &str, field: &str| {
        let score = world.show(None, "GET", path, "").json()[field].clone();
        ["wins", "draws", "losses"].map(|one| score[one].as_u64().expect(one)).iter().sum()
    };
    let path = format!("/api/v1/players/{white}");
    [total(&path, "all"), total(&format!("{path}/versus/{black}"), "score")]
}

/// What visitors, lists and programs are told of the game that was annulled with the reason "Both had <help>.".
fn everybody_reads_it(world: &World, page: &str) {
    let mut nobody = Visitor::new(&world.service);
    let shown = nobody.get(page).text();
    assert!(
        shown.contains("Reason: Both had &#60;help&#62;.") && shown.contains("annulled"),
        "{shown}"
    );
    assert!(shown.contains("class=\"notice annulled\""), "above the board: {shown}");
    let ended = nobody.get(&format!("{page}?ply=1000")).text();
    let end = ended.split("id=\"end\"").nth(1).expect("what is told at the end");
    assert!(end.split("</div>").next().expect("it").contains(">annulled<"), "{end}");
    let tagalog = nobody.get(&format!("{page}?lang=fil"));
    assert!(matches!(tagalog.status, 200 | 303 | 400));
    let list = nobody.get("/games").text();
    assert_eq!(list.matches(">annulled<").count(), 1);
    let listed = world.show(None, "GET", "/api/v1/games?limit=200", "").json();
    let marked =
        listed["games"].as_array().expect("games").iter().filter(|one| one["annulled"] == true);
    assert_eq!(marked.map(|one| one["id"].as_str()).collect::<Vec<_>>(), [Some(&*world.game)]);
    let replay = world.show(None, "GET", &format!("/api/v1{page}/replay"), "").json();
    assert_eq!(replay["annulment"]["reason"], "Both had <help>.");
}

#[test]
fn a_moderator_annuls_a_game_of_the_site_and_everybody_reads_why() {
    let world = World::new();
    let page = format!("/games/{}", world.game);
    let rated = |world: &World| {
        let replay = world.show(None, "GET", &format!("/api/v1{page}/replay"), "").json();
        replay["players"]["white"]["rating"].is_number()
    };
    assert!(rated(&world));
    let before = scored(&world);
    let mut moderator = world.browser("moderator");
    for kind in ["stranger", "organizer", "owner", "results"] {
        assert!(!world.browser(kind).get(&page).text().contains("/annul"), "{kind}");
        assert_eq!(world.browser(kind).get(&format!("{page}/annul")).status, 403, "{kind}");
    }
    assert!(moderator.get(&page).text().contains(&format!("{page}/annul")));
    assert_eq!(moderator.get(&format!("{page}/reinstate")).status, 404);
    let form = moderator.get(&format!("{page}/annul")).text();
    assert!(form.contains("no longer counts"), "{form}");
    assert_eq!(send(&mut moderator, &world, "annul", " "), 422, "there must be a reason");
    assert_eq!(send(&mut moderator, &world, "annul", "Both had <help>."), 303);
    assert!(!rated(&world));
    assert_eq!(scored(&world), before.map(|games| games - 1), "it counts in no score");
    everybody_reads_it(&world, &page);
    let trail = world.browser("operator").get("/operator/audit").text();
    assert!(trail.contains("Game annulled") && trail.contains("Both had"), "{trail}");
    assert_eq!(moderator.get(&format!("{page}/annul")).status, 404, "once is enough");
    assert_eq!(send(&mut moderator, &world, "reinstate", "They had none."), 303);
    assert!(rated(&world));
    assert_eq!(scored(&world), before);
    let again = Visitor::new(&world.service).get(&page).text();
    assert!(!again.contains("Both had"), "{again}");
    let form = format!("{page}/annul");
    let done = moderator.fill(&form, &form, &[("reason", "They had some.")]);
    assert_eq!(done.must("location"), format!("{page}?done=game-annulled"));
    let told = moderator.get(done.must("location")).text();
    assert!(told.contains("The game is annulled."), "{told}");
}

#[test]
fn over_the_api_officials_annul_games_of_their_own_organisation() {
    let world = World::new();
    belongs(&world, Some(1));
    let annul = |kind: &str, what: &str, body: &str| {
        let token = world.token(kind, TokenScopes::OFFICIATE);
        world.show(Some(&token), "POST", &format!("/api/v1/games/{}/{what}", world.game), body)
    };
    let body = json!({"reason": "It was imported twice."}).to_string();
    for kind in ["stranger", "elsewhere", "foreign", "moderator"] {
        assert_eq!(annul(kind, "annul", &body).status, 403, "{kind}");
    }
    for (kind, wrong) in [("organizer", "{}"), ("owner", r#"{"reason": ""}"#)] {
        assert!(matches!(annul(kind, "annul", wrong).status, 400 | 422), "{kind}");
    }
    let done = annul("organizer", "annul", &body);
    assert_eq!((done.status, done.json()["annulled"].clone()), (200, json!(true)));
    assert_eq!(annul("owner", "annul", &body).status, 409);
    assert_eq!(annul("owner", "reinstate", &body).json()["annulled"], false);
    assert_eq!(annul("owner", "reinstate", &body).status, 409);
    let narrow = world.token("owner", TokenScopes::PLAY);
    let path = format!("/api/v1/games/{}/annul", world.game);
    assert_eq!(world.show(Some(&narrow), "POST", &path, &body).status, 403);
    assert_eq!(world.show(None, "POST", &path, &body).status, 401);
}
