//! Events of teams, over the API and by forms: who may hand in a line-up, who sees it and when, and what came of the
//! boards.

use adjutant_domain::account::scopes::TokenScopes;
use serde_json::{Value, json};

use crate::client::Reply;
use crate::contest_pages::{act, called, choices, done, event, organizer, part, site, text};
use crate::contests::Evening;
use crate::visitor::{Visitor, hidden};

/// A Swiss evening of two teams on three boards, with sealed line-ups; the captains are players with accounts.
struct Teams {
    evening: Evening,
    tokens: [String; 2],
}

const KINDS: [&str; 2] = ["stranger", "foreign"];

impl Teams {
    fn new(more: Value) -> Teams {
        let plan = json!({"template": "swiss", "entrants": 4, "rounds": 1, "team_boards": 3});
        let mut settings = json!({"teams": {"sealed": true, "alternates": 1}});
        settings.as_object_mut().expect("members").extend(more.as_object().expect("more").clone());
        let evening = Evening::of(plan, settings);
        for (kind, player) in KINDS.iter().zip(["Sidapa", "Pandesal"]) {
            evening.world.sql(&format!(
                "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = '{player}') WHERE name = '{kind}'"
            ));
        }
        let tokens = KINDS.map(|kind| evening.world.token(kind, TokenScopes::PLAY));
        Teams { evening, tokens }
    }

    /// Both captains have registered, and the round is published.
    fn published(more: Value) -> Teams {
        let teams = Teams::new(more);
        teams.evening.told("settings", json!({"open": true}));
        teams.evening.world.sql(
            "UPDATE accounts SET player_id = (SELECT id FROM players WHERE handle = 'Kidlat') WHERE name = 'owner'",
        );
        for (n, (team, names)) in [
            ("Eagles", ["Sidapa", "Amihan", "Bayani", "Kidlat"]),
            ("Herons", ["Pandesal", "Luningning", "Makisig", "Tala"]),
        ]
        .into_iter()
        .enumerate()
        {
            let members = names.map(|name| json!({ "name": name }));
            let body = json!({"do": "enter-team", "team": {"name": team, "members": members}});
            assert_eq!(teams.me(n, &body).status, 200, "{}", teams.me(n, &body).whole());
        }
        teams.evening.told("rounds", json!({"do": "begin", "white": true}));
        teams.evening.round(1);
        teams
    }

    fn me(&self, n: usize, body: &Value) -> Reply {
        let path = self.evening.path("me");
        self.evening.world.show(Some(&self.tokens[n]), "POST", &path, &body.to_string())
    }

    /// Hands in a line-up: places among the members, from 1 on.
    fn line_up(&self, n: usize, players: [usize; 3]) -> Reply {
        self.me(n, &json!({"do": "line-up", "round": 1, "table": 1, "players": players}))
    }

    /// What everybody but the captain of the first team and the officials can read of it, but how much was told.
    fn told_others(&self) -> Vec<String> {
        let evening = &self.evening;
        let mut all = Vec::new();
        let mut public = evening.seen();
        public.as_object_mut().expect("members").remove("version");
        all.push(public.to_string());
        for file in ["contest/pairings-1-1.csv", "contest/standings-1.csv", "contest/stage-1.trf"] {
            all.push(evening.world.service.get(&evening.path(file)).text());
        }
        for view in ["", "?view=pairings", "?view=players", "/screen", "/print/pairings"] {
            let address = format!("/events/{}{view}", evening.slug);
            all.push(evening.world.service.get(&address).text());
            all.push(without_token(&evening.world.browser(KINDS[1]).get(&address).text()));
        }
        all
    }
}

/// A page without the tokens of its forms, which are others each time.
fn without_token(page: &str) -> String {
    let parts = page.split("name=\"csrf\" value=\"");
    parts.map(|part| part.split_once('"').map_or(part, |(_, rest)| rest)).collect()
}

#[test]
fn nobody_but_its_team_and_officials_learns_of_a_sealed_line_up_before_both_are_in() {
    let teams = Teams::published(json!({}));
    assert_eq!(teams.line_up(0, [4, 2, 3]).status, 200);
    let one = teams.told_others();
    assert_eq!(teams.line_up(0, [3, 1, 2]).status, 200, "he thinks again");
    let other = teams.told_others();
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one, other, "of two line-ups others are told the same");
    }
    let table = &teams.evening.tables(1)[0];
    assert_eq!(table["match"]["line_ups_in"], json!([true, false]));
    assert_eq!(
        (&table["match"]["released"], &table["match"]["boards"][0]["names"]),
        (&json!(false), &Value::Null)
    );
    let own = teams.evening.world.browser(KINDS[0]).get(&format!("/events/{}", teams.evening.slug));
    assert!(own.text().contains("<option value=\"2\" selected>Bayani"), "{}", own.text());
    // What is said in the audit trail names nobody either.
    let trail = teams.evening.world.browser("owner").get("/organisations/league/audit");
    assert_eq!(trail.status, 200);
    assert!(
        trail.text().contains("line-up of the first team submitted")
            && !trail.text().contains("Bayani")
    );
    assert_eq!(teams.line_up(1, [1, 2, 4]).status, 200);
    let table = &teams.evening.tables(1)[0];
    assert_eq!(table["match"]["released"], true);
    assert_eq!(table["match"]["boards"][0]["names"], json!(["Bayani", "Pandesal"]));
    assert_eq!(table["match"]["boards"][2]["names"], json!(["Amihan", "Tala"]));
    assert_eq!(teams.line_up(0, [1, 2, 3]).status, 409, "both are known");
}

#[test]
fn a_captain_reads_his_own_line_up_and_an_official_who_plays_reads_no_other() {
    let teams = Teams::published(json!({}));
    let evening = &teams.evening;
    let mine = |token: &str| {
        let reply = evening.world.show(Some(token), "GET", &evening.path("mine"), "");
        assert_eq!(reply.status, 200, "{}", reply.whole());
        reply.json()
    };
    assert_eq!(teams.line_up(0, [4, 2, 3]).status, 200);
    let line_up = &mine(&teams.tokens[0])["line_ups"][0];
    assert_eq!((&line_up["players"], &line_up["handed_in"]), (&json!([4, 2, 3]), &json!(true)));
    let other = mine(&teams.tokens[1]);
    let line_up = &other["line_ups"][0];
    assert_eq!((&line_up["players"], &line_up["other_in"]), (&json!([1, 2, 3]), &json!(true)));
    assert_eq!((&other["captain"], &other["boards"]), (&json!(true), &json!([])));
    let facts = |token: &str| {
        let file = evening.world.show(Some(token), "GET", &evening.path("facts"), "");
        assert_eq!(file.status, 200, "{}", file.whole());
        file.text()
    };
    let sealed = "\"fact\":\"line-up\"";
    assert!(facts(&evening.token).contains(sealed), "who runs the event plays in no team");
    // Now it is Kidlat, of the first team.
    let kidlat = "(SELECT id FROM players WHERE handle = 'Kidlat')";
    for (name, player) in [("owner", "NULL"), ("organizer", kidlat)] {
        let set = format!("UPDATE accounts SET player_id = {player} WHERE name = '{name}'");
        evening.world.sql(&set);
    }
    let plays = evening.world.token("organizer", TokenScopes::OFFICIATE.union(TokenScopes::PLAY));
    assert_eq!(mine(&plays)["line_ups"], json!([]));
    assert!(!facts(&plays).contains(sealed), "he might tell, or be told");
    let sides = evening.tables(1)[0]["sides"].clone();
    for side in [0, 1] {
        let body = json!({"do": "line-up", "round": 1, "table": 1, "entrant": sides[side], "players": [1, 2, 3]});
        let rounds = evening.path("rounds");
        let refused = evening.world.show(Some(&plays), "POST", &rounds, &body.to_string());
        assert_eq!(refused.status, 409, "it is a match of his own: {}", refused.whole());
    }
    assert_eq!(teams.line_up(1, [1, 2, 4]).status, 200);
    assert!(facts(&plays).contains(sealed), "both are in");
    let boards = &mine(&teams.tokens[0])["boards"];
    assert_eq!(boards.as_array().map(Vec::len), Some(3), "{boards}");
    assert_eq!(mine(&plays)["boards"].as_array().map(Vec::len), Some(1));
}

#[test]
fn helpers_in_the_hall_enter_what_came_of_boards() {
    let teams = Teams::published(json!({}));
    let evening = &teams.evening;
    let made = evening.world.show(
        Some(&evening.token),
        "POST",
        &evening.path("stewards/new"),
        &json!({"name": "Row A", "results": true, "hours": 3}).to_string(),
    );
    assert_eq!(made.status, 200, "{}", made.whole());
    let link = made.json()["path"].as_str().expect("a path").to_owned();
    let mut phone = Visitor::new(&evening.world.service);
    let token = hidden(&text(&mut phone, &link), "csrf").expect("a form");
    assert_eq!(phone.post_bare(&link, &[("csrf", &token)], &[]).status, 303);
    let page = text(&mut phone, "/hall");
    assert!(page.contains("ine-ups are not") && !page.contains("name=\"came\""), "{page}");
    evening.told("rounds", json!({"do": "release", "round": 1}));
    let page = text(&mut phone, "/hall");
    assert!(
        page.contains("Board 3")
            && page.contains("Sidapa")
            && (page.contains("Eagles – Herons") || page.contains("Herons – Eagles")),
        "{page}"
    );
    let at = |page: &str, board: usize| {
        let form = page.split("name=\"at\" value=\"").nth(board).expect("a board");
        form.split('"').next().expect("its place").to_owned()
    };
    let mut press = |board: usize, came: &str| {
        let page = text(&mut phone, "/hall");
        let token = hidden(&page, "csrf").expect("a form");
        let fields = [("csrf", token.as_str()), ("at", &at(&page, board)), ("came", came)];
        phone.post_bare("/hall/results", &fields, &[])
    };
    for (board, came, done) in [
        (2, "first", "done-hall-entered"),
        (2, "first", "done-hall-known"),
        (2, "drawn", "done-hall-noted"),
    ] {
        let reply = press(board, came);
        assert_eq!(reply.status, 303, "{}", reply.text());
        assert!(reply.must("location").contains(&done[5..]), "{}", reply.must("location"));
    }
    let table = &evening.tables(1)[0];
    assert_eq!(table["match"]["boards"][1]["result"], "first");
    assert_eq!(evening.desk()["stages"][0]["rounds"][0]["tables"][0]["contested"][0]["game"], 2);
}

#[test]
fn only_the_captain_and_officials_hand_in_a_line_up() {
    let teams = Teams::published(json!({}));
    let evening = &teams.evening;
    let body = json!({"do": "line-up", "round": 1, "table": 1, "players": [1, 2, 3]});
    let as_kind = |kind: &str| {
        let token = evening.world.token(kind, TokenScopes::PLAY);
        evening.world.show(Some(&token), "POST", &evening.path("me"), &body.to_string())
    };
    assert_eq!(as_kind("results").status, 409, "he is in no team");
    let member = as_kind("owner");
    assert_eq!(member.status, 409);
    assert!(member.text().contains("Only the captain can"), "{}", member.text());
    let nobody = evening.world.show(None, "POST", &evening.path("me"), &body.to_string());
    assert_eq!(nobody.status, 401);
    let sides = evening.tables(1)[0]["sides"].clone();
    let desk = |players: Value| json!({"do": "line-up", "round": 1, "table": 1, "entrant": sides[1], "players": players});
    let play = &teams.tokens[1];
    let rounds = evening.path("rounds");
    let own = evening.world.show(Some(play), "POST", &rounds, &desk(json!([1, 2, 3])).to_string());
    assert!([403, 404].contains(&own.status), "a captain is no official: {}", own.whole());
    assert_eq!(evening.refused("rounds", desk(json!([1, 2]))).0, 409, "a board is missing");
    assert_eq!(evening.refused("rounds", desk(json!([0, 2, 3]))).0, 400, "places count from 1");
    evening.told("rounds", desk(json!([4, 2, 3])));
    assert_eq!(evening.tables(1)[0]["match"]["line_ups_in"], json!([false, true]));
    evening.told("rounds", json!({"do": "release", "round": 1}));
    let boards = evening.tables(1)[0]["match"]["boards"].clone();
    assert_eq!(boards[0]["names"], json!(["Sidapa", "Tala"]), "who is late plays by the roster");
}

#[test]
fn results_of_boards_come_by_the_call_of_all_events_and_make_match_points() {
    let teams = Teams::published(json!({}));
    let evening = &teams.evening;
    let sides = evening.tables(1)[0]["sides"].clone();
    let board = |game: usize, came: &str| json!({"round": 1, "table": 1, "game": game, "sides": sides, "result": came});
    let early = evening.refused("results", json!({"results": [board(1, "first")]}));
    assert_eq!(early.0, 409, "nobody knows who plays: {}", early.1);
    evening.told("rounds", json!({"do": "release", "round": 1, "table": 1}));
    evening.told("results", json!({"results": [board(3, "drawn"), board(1, "second")]}));
    assert_eq!(evening.refused("results", json!({"results": [board(1, "drawn")]})).0, 409);
    evening.told(
        "results",
        json!({"default": {"round": 1, "table": 1, "sides": sides, "absent": "first"}}),
    );
    let event = evening.seen();
    let stage = &event["stages"][0];
    let table = &stage["rounds"][0]["tables"][0];
    assert_eq!(
        (&table["results"], &table["match"]["board_points"]),
        (&json!(["second"]), &json!(["1", "5"]))
    );
    assert_eq!(table["match"]["boards"][1]["result"], "first-absent");
    let group = &stage["groups"][0];
    assert_eq!(group["tie_breaks"], json!(["MPvGP", "DE", "BH/C1", "BC", "PO"]));
    assert_eq!(
        (&group["standings"][0]["name"], &group["standings"][0]["points"]),
        (&json!("Herons"), &json!("2"))
    );
    assert_eq!(group["standings"][0]["values"][0], "5");
    let winner = group["standings"][0]["entrant"].clone();
    let why = evening.world.service.get(&evening.path(&format!("places/{winner}"))).json();
    assert_eq!(
        (&why["tie_breaks"][0]["code"], &why["tie_breaks"][0]["rounds"][0]["amount"]),
        (&json!("MPvGP"), &json!("5"))
    );
    assert_eq!(stage["boards"].as_array().map(Vec::len), Some(6), "three boards of two");
    let file = evening.world.show(Some(&evening.token), "GET", &evening.path("facts"), "").text();
    assert!(
        file.contains("\"name\":\"Sidapa\"") && file.contains("\"fact\":\"released\""),
        "{file}"
    );
}

#[test]
fn players_of_a_board_and_their_captains_say_what_came_of_it() {
    let teams = Teams::published(json!({"players_report": true, "teams": {"alternates": 1}}));
    let say = |came: &str| json!({"do": "say", "round": 1, "table": 1, "game": 1, "result": came});
    assert_eq!(teams.me(0, &say("drawn")).status, 200);
    assert_eq!(teams.me(1, &say("first")).status, 200);
    let table = &teams.evening.desk()["stages"][0]["rounds"][0]["tables"][0];
    assert_eq!(table["disputed"], true);
    let board = &table["match"]["boards"][0];
    let said = board["said"].as_array().expect("both reports");
    assert!(said.contains(&json!("drawn")) && said.contains(&json!("first")), "{board}");
    let public = teams.evening.seen().to_string();
    assert!(!public.contains("\"disputed\"") && !public.contains("\"said\""));
    let desk = format!("/events/{}/run?part=results", teams.evening.slug);
    let page = teams.evening.world.browser("organizer").get(&desk).text();
    assert!(page.contains("Sidapa: “Draw”") && page.contains("Pandesal: “"), "{page}");
    assert_eq!(teams.me(1, &say("drawn")).status, 200);
    assert_eq!(teams.evening.tables(1)[0]["match"]["boards"][0]["result"], "drawn");
}

#[test]
fn teams_are_registered_at_once_or_none_of_them_and_players_stand_in_one() {
    let teams = Teams::new(json!({}));
    let evening = &teams.evening;
    let team = |name: &str, members: [&str; 3]| json!({"name": name, "members": members.map(|name| json!({ "name": name }))});
    let twice = json!([
        team("Eagles", ["Sidapa", "Ana", "Ben"]),
        team("Herons", ["Sidapa", "Cora", "Dan"])
    ]);
    let (status, why) = evening.refused("entrants", json!({ "teams": twice }));
    assert!(
        status == 400 && why.contains("Row 2: Sidapa is in this team twice or also in another one"),
        "{why}"
    );
    assert_eq!(evening.desk()["entrants"], json!([]));
    let alike = json!([
        team("Eagles", ["Ana", "Ben", "Cora"]),
        team("Eag\u{4cf}es", ["Dan", "Elsa", "Fe"])
    ]);
    assert_eq!(evening.refused("entrants", json!({ "teams": alike })).0, 400);
    let short = json!([{"name": "Eagles", "members": [{"name": "Ana"}]}]);
    assert!(evening.refused("entrants", json!({ "teams": short })).1.contains("2 more players"));
    let person = evening.refused("entrants", json!({"entrants": [{"name": "Ana"}]}));
    assert!(person.1.contains("is for teams"), "{}", person.1);
    evening.told("entrants", json!({"teams": [team("Eagles", ["Sidapa", "Ana", "Ben"])]}));
    let mut other = team("Golden Eagles", ["Sidapa", "Ana", "Gil"]);
    other["entrant"] = json!(1);
    other["captain"] = json!("Ana");
    evening.told("entrants", json!({ "teams": [other] }));
    let entrant = evening.seen()["entrants"][0].clone();
    assert_eq!(
        (&entrant["name"], &entrant["team"]["captain"]),
        (&json!("Golden Eagles"), &json!("Ana"))
    );
    assert_eq!(entrant["team"]["members"][2]["name"], "Gil");
}

#[test]
fn team_settings_are_changed_at_the_desk() {
    let service = site();
    let mut keeper = organizer(&service, "Vicenta", "Liga ng Guimaras");
    let answers = [("template", "team-swiss"), ("team-boards", "3")];
    let event = event(&mut keeper, "liga-ng-guimaras", "Shared Cup", &answers);
    let teams = [
        ("do", "teams"),
        ("alternates", "1"),
        ("sealed", "1"),
        ("match-win", "3"),
        ("match-draw", "1.5"),
        ("match-loss", "0"),
        ("share", "2"),
        ("share-title", "5"),
    ];
    done(&mut keeper, &event, "settings", &teams);
    let path = format!("{event}/run?part=settings");
    let page = text(&mut keeper, &path);
    assert!(
        page.contains("value=\"1.5\"") && page.contains("value=\"5\" selected>Major"),
        "{page}"
    );
    assert!(!page.contains("Arranged matches"), "teams arrange none");
    for (name, value, why) in [
        ("match-win", "many", "points from 0 to 100"),
        ("share", "4", "lower titles are required"),
        ("alternates", "21", "up to 20"),
    ] {
        let but = teams.map(|(own, old)| (own, if own == name { value } else { old }));
        let refused = act(&mut keeper, &event, "settings", &but);
        assert!([409, 422].contains(&refused.status), "{name}: {}", refused.status);
        assert!(refused.text().contains(why), "{why}: {}", refused.text());
    }
}

#[test]
fn a_team_event_goes_from_the_wizard_to_its_standings_by_forms_alone() {
    let service = site();
    let mut keeper = organizer(&service, "Graciosa", "Liga ng Koponan");
    let answers = [("template", "team-swiss"), ("team-boards", "3"), ("sealed", "1")];
    let answers: Vec<(&str, &str)> = answers.into_iter().collect();
    let event = event(&mut keeper, "liga-ng-koponan", "Team Cup", &answers);
    done(&mut keeper, &event, "settings", &[("do", "open")]);
    let mut captain = called(&service, "Kapitana");
    let page = text(&mut captain, &event);
    assert!(page.contains("Register a team") && !page.contains(">Register<"), "{page}");
    let team = [
        ("do", "team"),
        ("team", "Agila"),
        ("club", ""),
        ("members", "Kapitana\nOna; 1500\nPia\nQuin"),
    ];
    let reply = part(&mut captain, &event, &team);
    assert_eq!(reply.status, 303, "{}", reply.text());
    let few = [("do", "team"), ("team", "Agila"), ("club", ""), ("members", "Kapitana")];
    assert_eq!(part(&mut captain, &event, &few).status, 409, "three play");
    let pasted =
        "Tikbalang: Rey*, Sam (1400), Tess\nSarimanok: Uma, Vic, Wena, Xena\nKapre: Yoyo, Zed, Abe";
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", pasted)]);
    let players = text(&mut keeper, &format!("{event}?view=players"));
    assert!(players.contains("1. Kapitana ★") && players.contains("2. Sam"), "{players}");
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    done(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    let seen = crate::contest_pages::seen(&mut keeper, &event, 1);
    let publish = [("do", "publish"), ("stage", "1"), ("round", "1"), ("draft", &seen)];
    done(&mut keeper, &event, "rounds", &publish);
    let page = text(&mut captain, &event);
    assert!(page.contains("Submit line-up"), "{page}");
    let table =
        page.split("name=\"table\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let table = table.expect("the table of the match").to_owned();
    let handed = [
        ("do", "line-up"),
        ("stage", "0"),
        ("round", "0"),
        ("table", &table),
        ("player", "3"),
        ("player", "1"),
        ("player", "0"),
    ];
    let reply = part(&mut captain, &event, &handed);
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert!(text(&mut captain, &event).contains("Your line-up is submitted"));
    let desk = text(&mut keeper, &format!("{event}/run?part=results"));
    assert!(
        desk.contains("Some line-ups are not released") && choices(&desk, '1').is_empty(),
        "{desk}"
    );
    done(&mut keeper, &event, "rounds", &[("do", "release"), ("stage", "1"), ("round", "1")]);
    boards_and_standings(&mut keeper, &event, &service);
}

/// The first side wins all boards, and everybody reads so.
fn boards_and_standings(
    keeper: &mut Visitor,
    event: &str,
    service: &std::sync::Arc<crate::service::Service>,
) {
    let desk = text(keeper, &format!("{event}/run?part=results"));
    let first = choices(&desk, '1');
    assert_eq!(first.len(), 6, "two matches on three boards");
    let mut fields = vec![("do", "enter"), ("stage", "0"), ("round", "0"), ("why", "")];
    fields.extend(first[..5].iter().map(|one| ("result", one.as_str())));
    assert_eq!(act(keeper, event, "results", &fields).status, 303);
    // Who did not come to the last board's match loses what is open of it.
    let absent = desk.split("name=\"absent\"").nth(1).expect("absences");
    let absent = absent.split("value=\"").nth(5).and_then(|rest| rest.split('"').next());
    let absent = absent.expect("the second of the second match").to_owned();
    let default = [("do", "default"), ("stage", "0"), ("round", "0"), ("absent", absent.as_str())];
    done(keeper, event, "results", &default);
    let mut anybody = Visitor::new(service);
    let page = text(&mut anybody, &format!("{event}?view=pairings"));
    assert!(
        page.contains("<summary>Boards") && page.contains("6 : 0") && page.contains("Quin"),
        "{page}"
    );
    let standings = text(&mut anybody, &format!("{event}?view=standings"));
    assert!(standings.contains("MPvGP") && standings.contains("Agila"), "{standings}");
    assert!(standings.contains("<th scope=\"col\">Team</th>"), "{standings}");
    let boards = text(&mut anybody, &format!("{event}?view=boards"));
    assert!(boards.contains("Board 3") && boards.contains("Sarimanok"), "{boards}");
    let why = text(&mut anybody, &format!("{event}/places/1?stage=1"));
    assert!(why.contains("Board points where matches count"), "{why}");
    let filipino = [("Accept-Language", "fil")];
    let reply = crate::client::send(service.address, "GET", event, &filipino, b"");
    assert!(reply.text().contains("Mga board"), "{}", reply.text());
}
