//! Operators, links, suspensions, roles and lists.

use std::net::{IpAddr, Ipv4Addr};

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::account::secret::Secret;
use adjutant_domain::moment::Micros;
use adjutant_service::App;
use adjutant_service::access::Actor;
use adjutant_service::accounts::{self, ClientInfo, LinkKind, SignInOutcome};

use crate::support::{NOW, Place};

const PASSWORD: &str = "seven brass buttons";

/// Whether somebody gets in by this password.
fn gets_in(app: &App, name: &str, password: &str) -> bool {
    let network = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let arrival = ClientInfo { network, device: None, session: None, user_agent: "" };
    matches!(accounts::sign_in(app, name, password, &arrival, NOW), Ok(SignInOutcome::Complete(_)))
}

/// The secret at the end of a link's path.
fn secret_of(link: &str) -> Secret {
    let text = link.trim_end().rsplit('/').next().expect("a path");
    Secret::parse(text).expect("52 characters")
}

/// An operator with a password.
fn operator(place: &Place, name: &str) {
    let said = place.admin_with(&["create-operator", name, "--password-stdin"], PASSWORD);
    assert_eq!(said.fine(), format!("{name} is an operator\n"));
}

#[test]
fn an_operator_is_made_by_a_password_on_standard_input_before_anything_else_is_there() {
    let place = Place::sqlite();
    operator(&place, "Ana Reyes");
    let app = place.open();
    assert!(gets_in(&app, "Ana Reyes", PASSWORD));
    assert!(!gets_in(&app, "Ana Reyes", "seven brass button"));
    let found = accounts::find(&app, &Actor::for_command(), "ana reyes").expect("the account");
    assert_eq!(found.site_role, SiteRole::Operator);
}

#[test]
fn without_a_terminal_and_a_password_a_link_is_printed_that_works_once() {
    let place = Place::sqlite();
    let said = place.admin(&["create-operator", "ana"]);
    assert!(said.err.contains("works once, within 10 minutes"), "{said:?}");
    let link = said.fine();
    assert!(link.starts_with("/reset/") && link.lines().count() == 1, "{link}");
    let (app, secret) = (place.open(), secret_of(&link));
    let now = Micros::from(chrono::Utc::now());
    assert!(accounts::preview_link(&app, LinkKind::Reset, &secret, now).is_ok());
    let late = now + 600_000_001;
    assert!(accounts::preview_link(&app, LinkKind::Reset, &secret, late).is_err());
    assert!(accounts::reset_password(&app, &secret, PASSWORD, None, now).is_ok());
    assert!(accounts::reset_password(&app, &secret, PASSWORD, None, now).is_err());
    assert!(gets_in(&app, "ana", PASSWORD));
}

#[test]
fn a_refused_password_or_name_leaves_no_account() {
    let place = Place::sqlite();
    place.open();
    for (password, words) in [
        ("x7#q", "at least 8"),
        ("password1", "common password"),
        ("", "at least 8"),
        ("two lines\nof a password", "more than one line"),
        (&"x".repeat(4_000), "at most 128"),
    ] {
        let said = place.admin_with(&["create-operator", "ana", "--password-stdin"], password);
        let refused = said.refused();
        assert!(refused.contains(words), "{password:?}: {refused}");
        assert!(password.is_empty() || !refused.contains(password), "{refused}");
    }
    let said = place.admin_with(&["create-operator", "a\u{202e}b", "--password-stdin"], PASSWORD);
    assert!(said.refused().starts_with("adjutant: name: "));
    let said = place.admin(&["create-operator", "ana", "--email", "nobody", "--link"]);
    assert!(said.refused().starts_with("adjutant: email: "));
    assert_eq!(place.admin(&["list"]).fine(), "");
}

#[test]
fn a_link_is_whole_where_the_site_s_address_is_known() {
    let place = Place::sqlite();
    operator(&place, "ana");
    let bare = place.admin(&["reset", "ana"]);
    assert!(bare.err.contains("--public-url"), "{bare:?}");
    let whole = place.admin(&["reset", "ana", "--public-url", "https://salpakan.example/"]);
    assert!(!whole.err.contains("--public-url"), "{whole:?}");
    assert!(whole.fine().starts_with("https://salpakan.example/reset/"));
}

#[test]
fn a_suspended_account_stays_out_until_reinstated_also_beside_a_running_server() {
    let place = Place::sqlite();
    operator(&place, "ana");
    let app = place.open();
    let _serving = app.lock_for_serving(|why| panic!("{why}")).expect("nobody else serves");
    let missing = place.admin(&["suspend", "ana"]);
    assert_eq!(missing.code, Some(2), "a reason is needed: {missing:?}");
    operator(&place, "ben");
    place.admin(&["suspend", "ana", "--reason", "a test"]).fine();
    assert!(!gets_in(&app, "ana", PASSWORD));
    place.admin(&["reinstate", "ana", "--reason", "the test is over"]).fine();
    assert!(gets_in(&app, "ana", PASSWORD));
}

#[test]
fn a_missing_account_is_reported() {
    let place = Place::sqlite();
    place.open();
    for command in [
        &["reset", "ana"][..],
        &["suspend", "ana", "--reason", "x"],
        &["reinstate", "ana", "--reason", "x"],
        &["role", "ana", "moderator"],
        &["drop-second-factor", "ana", "--reason", "x"],
        &["audit", "--account", "ana"],
    ] {
        let refused = place.admin(command).refused();
        assert_eq!(refused, "adjutant: Account “ana” not found.\n", "{command:?}");
    }
}

#[test]
fn a_list_has_names_states_and_roles_and_nothing_that_is_secret() {
    let place = Place::sqlite();
    let email = ["create-operator", "ana", "--email", "ana@a.example", "--link"];
    place.admin(&email).fine();
    operator(&place, "ben");
    place.admin(&["role", "ben", "moderator"]).fine();
    let all = place.admin(&["list"]).fine();
    let names = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.split('\t').next()).map(str::to_owned).collect()
    };
    assert_eq!(names(&all), ["ana", "ben"]);
    assert!(all.contains("ben\tactive\tmoderator\tpassword\t20"), "{all}");
    assert!(!all.contains('@') && !all.contains("argon2"), "{all}");
    assert_eq!(names(&place.admin(&["list", "--role", "moderator"]).fine()), ["ben"]);
    assert_eq!(names(&place.admin(&["list", "--prefix", "A"]).fine()), ["ana"]);
}

#[test]
fn an_invitation_is_a_link_to_join() {
    let place = Place::sqlite();
    place.open();
    let link = place.admin(&["invite"]).fine();
    assert!(link.starts_with("/join/"), "{link}");
    let shown = accounts::preview_link(
        &place.open(),
        LinkKind::Invitation,
        &secret_of(&link),
        Micros::from(chrono::Utc::now()),
    );
    assert!(shown.is_ok());
    let half = place.admin(&["invite", "--role", "owner"]);
    assert_eq!(half.code, Some(2), "{half:?}");
    let unknown = place.admin(&["invite", "--organisation", "metro", "--role", "owner"]);
    assert!(unknown.refused().contains("Organisation “metro” not found"));
}

#[test]
fn the_trail_has_every_action_and_no_secret() {
    for place in [Place::sqlite(), Place::postgres()] {
        operator(&place, "ana");
        let link = place.admin(&["create-operator", "ben", "--email", "ben@b.example"]).fine();
        place.admin(&["role", "ben", "moderator", "--reason", "helps out"]).fine();
        place.admin(&["suspend", "ben", "--reason", "too helpful"]).fine();
        let trail = place.admin(&["audit", "--account", "ben"]).fine();
        let lines: Vec<serde_json::Value> =
            trail.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let actions: Vec<&str> = lines.iter().filter_map(|line| line["action"].as_str()).collect();
        assert_eq!(actions[0], "account.suspended", "newest first: {trail}");
        assert!(actions.contains(&"account.created"), "{trail}");
        assert_eq!(lines[0]["reason"], "too helpful");
        assert_eq!((&lines[0]["through"], &lines[0]["by"]), (&"command".into(), &().into()));
        assert_eq!(
            (&lines[0]["acting_as"], &lines[0]["account"]),
            (&"operator".into(), &"ben".into())
        );
        let all = place.admin(&["audit"]).fine();
        assert!(all.lines().count() > lines.len());
        for secret in [PASSWORD, "b.example", "argon2", secret_of(&link).to_base32().as_str()] {
            assert!(!all.contains(secret), "{secret}: {all}");
        }
        let suspended = ["audit", "--action", "account.suspended", "--since", "2020-01-01"];
        assert_eq!(place.admin(&suspended).fine().lines().count(), 1);
        assert_eq!(place.admin(&["audit", "--until", "2020-01-01"]).fine(), "");
    }
}

#[test]
fn expired_data_is_deleted_by_command() {
    let place = Place::sqlite();
    assert!(place.admin(&["create-operator", "ana"]).fine().starts_with("/reset/"));
    assert_eq!(
        place.admin(&["tidy"]).fine(),
        "taken away: 0 sessions, 0 links, 0 tokens, 0 seeks, 0 passes, 0 notices, 0 guests\n"
    );
    // A session of long ago, and a link.
    place.run_sql(
        "UPDATE links SET expires_at = 1; UPDATE counters SET value = 1 WHERE name = 'sessions'",
    );
    place.run_sql("INSERT INTO sessions VALUES (1, x'00', 1, 1, 1, 1, 0, '')");
    let said = place.admin(&["tidy", "--session-idle-days", "400"]);
    assert_eq!(
        said.fine(),
        "taken away: 1 sessions, 1 links, 0 tokens, 0 seeks, 0 passes, 0 notices, 0 guests\n"
    );
    let said = place.admin(&["tidy", "--session-idle-days", "0"]);
    assert!(said.err.contains("1..=400"), "{said:?}");
}
