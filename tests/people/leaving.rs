//! People who have themselves deleted: gone without a trace, and every game still there.

use std::collections::BTreeMap;

use adjutant_domain::account::age::AgeBand;
use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::contest::EntrantId;
use adjutant_domain::contest::fair_play::cases::CaseOutcome;
use adjutant_domain::contest::json;
use adjutant_service::access::Actor;
use adjutant_service::accounts;
use adjutant_service::audit::{self, AuditScope, AuditView};
use adjutant_service::contests::{
    self, BoardOptions, CaseAction, GenderField, NewCase, NewContest, NewEntrant, PersonalFields,
};
use adjutant_service::import::{Verdict, import};
use adjutant_service::owner::Owner;
use adjutant_service::privacy::{self, Part};
use adjutant_service::profiles::{self, NewProfile, PlayerProfile};
use adjutant_service::{App, Error, members, merging, persons, players, ratings};

use ledger_ratings::Day;

use crate::support::{
    NOW, Place, demo, exported, faults, game, import_text, ledgers, on_both_engines, unfinished,
};

/// Whether any text of the database holds a word, in whatever case.
fn holds(place: &Place, word: &str) -> Vec<String> {
    let word = word.to_lowercase();
    let texts = [
        ("players", "handle || name_key || look_key"),
        ("games", "white_as || black_as || event_as"),
        ("events", "name || name_key || slug"),
        ("sites", "name"),
        ("accounts", "name || name_key || look_key || email || password || language"),
        ("members", "real_name"),
        ("profiles", "display_name || real_name"),
        ("merges", "reason"),
        ("merge_moves", "as_before"),
        ("claims", "words"),
        ("sessions", "agent"),
        ("tokens", "name"),
        ("audit", "changes || reason"),
        ("play_reports", "text"),
        ("case_entries", "body"),
    ];
    let found = texts.into_iter().filter(|(table, columns)| {
        let rows = place.words(&format!("SELECT {columns} AS word FROM {table}"));
        rows.iter().any(|row| row.to_lowercase().contains(&word))
    });
    found.map(|(table, _)| table.to_owned()).collect()
}

/// An event of an organisation, and who runs it.
fn cebu_open(place: &Place, app: &App) -> (Actor, String) {
    let settings = r#"{"plan": {"template": "swiss", "entrants": 4, "rounds": 2}}"#;
    let new = NewContest {
        name: "Cebu Open".to_owned(),
        first_day: Day(20_000),
        settings: json::read_settings(settings).expect("settings"),
    };
    let organizer = RoleGrant {
        organisation: 1,
        role: OrganisationRole::Organizer,
        event: 0,
        duties: Duties::NONE,
    };
    let desk = Actor { grants: vec![organizer], ..place.account(2, "Tala", place.row_of("Tala")) };
    let slug = contests::create_contest(app, &desk, "cebu", &new, NOW).expect("an event");
    (desk, slug)
}

fn delete(app: &App, actor: &Actor) -> Result<privacy::Deleted, Error> {
    privacy::delete(app, actor, actor.account, NOW)
}

on_both_engines! {
    fn who_leaves_leaves_no_name_behind_and_every_figure_as_it_was(place: &Place) {
        let app = place.open();
        let own = game("Lakandula", "Tala", 1, "Lakandula's best, says LAKANDULA")
            + &game("LAKANDULA", "Maharlika", 2, "by Lakan Dula himself")
            + &unfinished("Tala", "Lakandula", "lakandula hides his Flag")
            + &game("Lakan D.", "Tala", 3, "");
        let others = demo(60).replace("Lakandula", "Lapulapu");
        import_text(&app, &(others + &own));
        merging::merge(&app, &Actor::for_command(), "Lakan D.", "Lakandula", "Lakandula said so", NOW)
            .expect("merged");
        let player = place.row_of("Lakandula");
        place.organisation(1, "cebu");
        place.member(1, 1, player, 3);
        let actor = place.account(1, "Lakandula", player);
        let told = NewProfile { real_name: "Lakan Dula".to_owned(), ..NewProfile::default() };
        profiles::edit(&app, &actor, &told, NOW).expect("edited");
        assert!(holds(place, "lakan").len() >= 5);
        let (rated, board) = (ledgers(place), exported(&app));

        let deleted = delete(&app, &actor).expect("deleted");
        let handle = deleted.handle.clone().expect("an anonymous handle");
        assert_eq!(deleted.games, 4);
        assert_eq!(holds(place, "lakan"), [""; 0]);
        assert_eq!(ledgers(place), rated, "ratings are what they were to the digit");
        for done in ratings::recompute(&app, false, 9).expect("a comparison") {
            assert!(done.agrees(), "{:?}", done.differences);
        }
        assert_eq!(faults(&app), [""; 0]);
        let text = exported(&app);
        assert!(!text.to_lowercase().contains("lakan"), "{text}");
        assert_eq!(text.lines().count(), board.lines().count());
        assert!(text.contains(&format!("{handle}'s best, says {handle}")));
        let shown = players::by_handle(&app, &handle).expect("his page has the other name");
        assert_eq!((shown.id, shown.handle.as_str()), (player, handle.as_str()));
        assert!(players::by_handle(&app, "Lakandula").is_err());
        assert!(players::by_handle(&app, "Lakan D.").is_err());
        assert!(players::page(&app, "anonymous", "", 9).expect("a search").is_empty());
        for table in ["members", "profiles", "claims", "roles"] {
            let sql = format!("SELECT CAST(id AS TEXT) AS word FROM {table}");
            assert_eq!(place.words(&sql), [""; 0], "{table}");
        }
    }

    fn personal_details_at_events_go_with_the_account_and_the_event_stays(place: &Place) {
        let app = place.open();
        import_text(&app, &game("Lakandula", "Tala", 1, ""));
        let player = place.row_of("Lakandula");
        place.organisation(1, "cebu");
        let actor = place.account(1, "Lakandula", player);
        let (desk, slug) = cebu_open(place, &app);
        let personal = |number: &str| PersonalFields {
            federation_number: Some(number.to_owned()),
            birth_year: Some(1947),
            gender: Some(GenderField::Male),
        };
        let entrant = |name: &str, number: &str| NewEntrant {
            name: name.to_owned(),
            personal: personal(number),
            ..NewEntrant::default()
        };
        let list = [entrant("Lakandula", "QX-771"), entrant("A guest", "ZY-882")];
        contests::register_entrants(&app, &desk, &slug, &list, false, NOW).expect("registered");
        let facts = || {
            place.words("SELECT body AS word FROM contest_facts ORDER BY number").join("\n")
        };
        assert!(facts().contains("QX-771") && facts().contains("ZY-882"), "{}", facts());
        delete(&app, &actor).expect("deleted");
        assert!(!facts().contains("QX-771"), "{}", facts());
        assert!(facts().contains("ZY-882"), "what a guest told stays: {}", facts());
        let board = contests::official_board(&app, &desk, &slug, BoardOptions::default());
        let entrants = board.expect("a desk").entrants;
        assert_eq!((entrants.len(), &entrants[0].personal), (2, &None));
        assert_eq!(entrants[1].personal, Some(personal("ZY-882")));
    }

    fn personal_details_at_events_are_exported_once_it_is_sure_whose_they_are(place: &Place) {
        let app = place.open();
        import_text(&app, &game("Lakandula", "Tala", 1, ""));
        let player = place.row_of("Lakandula");
        place.organisation(1, "cebu");
        let actor = place.account(1, "Lakandula", player);
        let (desk, slug) = cebu_open(place, &app);
        let entrant = |name: &str, number: &str| NewEntrant {
            name: name.to_owned(),
            personal: PersonalFields {
                federation_number: Some(number.to_owned()),
                birth_year: Some(1947),
                gender: None,
            },
            ..NewEntrant::default()
        };
        let list = [entrant("Lakandula", "QX-771"), entrant("A guest", "ZY-882")];
        contests::register_entrants(&app, &desk, &slug, &list, false, NOW).expect("registered");
        let exported = || {
            let mut own = Vec::new();
            let take = &mut |part: &Part| {
                if let Part::EventDetails(one) = part {
                    let number = one.details.as_ref().map(|one| one.federation_number.clone());
                    own.push((one.event.clone(), number));
                }
                true
            };
            privacy::export(&app, &actor, actor.account, NOW, take).expect("exported");
            own
        };
        assert_eq!(exported(), [(slug.clone(), None)], "a handle does not show whose they are");
        place.run_sql(&format!(
            "INSERT INTO claims VALUES (1, 1, {player}, 1, '', {NOW}, {NOW}, 2, 1)"
        ));
        assert_eq!(exported(), [(slug, Some("QX-771".to_owned()))]);
    }

    fn words_about_fair_play_go_with_their_author_and_others_lose_the_name(place: &Place) {
        let app = place.open();
        import_text(&app, &game("Lakandula", "Tala", 1, ""));
        let player = place.row_of("Lakandula");
        place.organisation(1, "cebu");
        let actor = place.account(1, "Lakandula", player);
        let (desk, slug) = cebu_open(place, &app);
        let entrant = |name: &str| NewEntrant { name: name.to_owned(), ..NewEntrant::default() };
        let list = [entrant("Lakandula"), entrant("A guest")];
        contests::register_entrants(&app, &desk, &slug, &list, false, NOW).expect("registered");
        let about = |number: u32, words: &str| NewCase {
            entrants: vec![EntrantId(number)],
            words: words.to_owned(),
            ..NewCase::default()
        };
        let report = about(2, "The guest looked at my phone.");
        contests::report_entrant(&app, &actor, &slug, &report, NOW).expect("reported");
        let case = about(1, "Lakandula spoke to a guest.");
        contests::open_case(&app, &desk, &slug, &case, NOW).expect("opened");
        let outcome = Some(CaseOutcome::Warning);
        let words = "A warning for Lakandula.".to_owned();
        let decide = CaseAction::Decide { outcome, words, appeal_days: 7 };
        contests::change_case(&app, &desk, &slug, (2, &decide), NOW).expect("decided");
        let appeal = CaseAction::Appeal { words: "I only sneezed.".to_owned() };
        contests::change_case(&app, &actor, &slug, (2, &appeal), NOW).expect("appealed");
        let mut taken: Vec<String> = Vec::new();
        let take = &mut |part: &Part| {
            if let Part::Case(step) = part {
                taken.push(step.entry.words().to_owned());
            }
            true
        };
        privacy::export(&app, &actor, actor.account, NOW, take).expect("exported");
        assert_eq!(taken, ["The guest looked at my phone.", "I only sneezed."]);
        delete(&app, &actor).expect("deleted");
        assert_eq!(holds(place, "Lakandula"), [""; 0]);
        let left = place.words("SELECT body AS word FROM case_entries ORDER BY number").join("\n");
        for gone in ["looked at my phone", "sneezed"] {
            assert!(!left.contains(gone), "{gone}: {left}");
        }
        for kept in ["spoke to a guest", "A warning for Anonymous"] {
            assert!(left.contains(kept), "{kept}: {left}");
        }
        let view = contests::case(&app, &desk, &slug, 2).expect("a case");
        assert_eq!((view.entries.len(), view.outcome), (3, outcome));
    }

    fn reasons_are_shown_without_who_left_and_the_trail_stays_as_it_was(place: &Place) {
        let app = place.open();
        import_text(&app, &game("Lakandula", "Tala", 1, ""));
        let actor = place.account(1, "Lakandula", place.row_of("Lakandula"));
        place.account(2, "Tala", place.row_of("Tala"));
        let told = NewProfile {
            display_name: "Lakan of Tondo".to_owned(),
            real_name: "Lakan Dula".to_owned(),
            ..NewProfile::default()
        };
        profiles::edit(&app, &actor, &told, NOW).expect("edited");
        let why = "rude to LAKANDULA (lakan of Tondo), says Lakan Dula; Tala knows";
        accounts::suspend(&app, &Actor::for_command(), 2, why, NOW).expect("suspended");
        let reason = || {
            let view = AuditView::all_of(AuditScope::Site);
            let all = audit::page(&app, &Actor::for_command(), &view, None, 50).expect("a page");
            all.entries.into_iter().map(|one| one.reason).find(|reason| reason.starts_with("rude"))
        };
        assert_eq!(reason().as_deref(), Some(why));
        delete(&app, &actor).expect("deleted");
        let shown = "rude to LAKANDULA ([deleted]), says [deleted]; Tala knows";
        assert_eq!(reason().as_deref(), Some(shown));
        let kept = place.words("SELECT reason AS word FROM audit WHERE action = 'account.suspended'");
        assert_eq!(kept, [why], "the chain holds what it held");
        assert_eq!(faults(&app), [""; 0]);
    }

    fn a_single_word_is_a_name_only_in_what_concerns_who_had_it(place: &Place) {
        let app = place.open();
        import_text(&app, &(game("Result", "Tala", 1, "") + &game("Rude", "Tala", 2, "")));
        let vandal = place.account(1, "Word", place.row_of("Result"));
        let other = place.account(2, "Tala", place.row_of("Tala"));
        let why = "the result was given in a rude word";
        for account in [1, 2] {
            accounts::suspend(&app, &Actor::for_command(), account, why, NOW).expect("suspended");
        }
        delete(&app, &vandal).expect("deleted");
        privacy::delete_player(&app, &Actor::for_command(), "Rude", "his wish", NOW).expect("deleted");
        let shown = |of| {
            let page = audit::page(&app, &Actor::for_command(), &AuditView::all_of(of), None, 50);
            let all = page.expect("a page").entries;
            let one = all.into_iter().find(|one| one.action == "account.suspended");
            one.expect("an entry").reason
        };
        assert_eq!(shown(AuditScope::Account(other.account)), why, "everybody keeps his words");
        let own = shown(AuditScope::Account(vandal.account));
        assert_eq!(own, "the [deleted] was given in a rude [deleted]");
    }

    fn the_places_of_his_own_games_go_with_who_brought_them(place: &Place) {
        let app = place.open();
        let actor = place.account(1, "Lakandula", 0);
        place.account(2, "other", 0);
        let at = |event: &str, site: &str, round: u32| {
            let tags = format!("[Event \"{event}\"]\n[Site \"{site}\"]\n");
            game("Juan", "Tala", round, "").replace("[Event \"Cup\"]\n", &tags)
        };
        let bring = |account: i32, text: &str| {
            import(&app, text.as_bytes(), Owner::Member { account }, NOW, &mut |_, _| ())
                .expect("imported")
        };
        let own = at("Lakandula's birthday", "12 Lakandula St", 1)
            + &at("LAKANDULA's Birthday", "12 Lakandula St", 2)
            + &at("Club night", "Tondo", 3)
            + &at("?", "?", 4);
        assert_eq!(bring(1, &own).added, 4);
        assert_eq!(bring(2, &at("Club night", "Tondo", 5)).added, 1);
        let before = exported(&app);
        delete(&app, &actor).expect("deleted");
        assert_eq!(holds(place, "lakan"), [""; 0]);
        assert_eq!(faults(&app), [""; 0]);
        let events = place.words("SELECT name AS word FROM events ORDER BY name");
        assert_eq!(events.len(), 3, "{events:?}");
        assert_eq!((events[0].as_str(), events[1].as_str()), ("?", "Club night"));
        assert!(events[2].starts_with("Event ") && events[2].ends_with(", without a name"));
        assert_eq!(bring(2, &own).duplicates, 4, "they are known again");
        // What has authority brings its own words, and the game is what it was to the byte.
        assert_eq!(import_text(&app, &own).0.added, 4);
        assert_eq!(faults(&app), [""; 0]);
        assert_eq!(exported(&app), before);
    }

    fn no_byte_of_who_left_rests_in_a_file(place: &Place) {
        if place.postgres.is_some() {
            return; // It keeps its own house: what is deleted goes with its vacuum.
        }
        let app = place.open();
        let player = |name: &str| name.replace("Lakandula", "Lapulapu");
        let own: String =
            (1..40).map(|round| game("Lakandula", "Tala", round, "by LAKANDULA himself")).collect();
        import_text(&app, &(player(&demo(300)) + &own));
        let player = place.row_of("Lakandula");
        place.organisation(1, "cebu");
        place.member(1, 1, player, 3);
        let actor = place.account(1, "Lakandula", player);
        let told = NewProfile { real_name: "Lakan Dula".to_owned(), ..NewProfile::default() };
        profiles::edit(&app, &actor, &told, NOW).expect("edited");
        let rests = || {
            let mut found = Vec::new();
            for file in ["adjutant.sqlite", "adjutant.sqlite-wal"] {
                let bytes = std::fs::read(place.dir.path().join(file)).unwrap_or_default();
                let bytes = bytes.to_ascii_lowercase();
                for word in ["lakandula", "lakan dula", "real 1"] {
                    if bytes.windows(word.len()).any(|window| window == word.as_bytes()) {
                        found.push(format!("{word} in {file}"));
                    }
                }
            }
            found
        };
        assert!(!rests().is_empty());
        delete(&app, &actor).expect("deleted");
        assert_eq!(rests(), [""; 0]);
    }

    fn nobody_gets_the_name_of_who_left_and_no_import_brings_it_back(place: &Place) {
        let app = place.open();
        let old = game("Lakandula", "Tala", 1, "") + &unfinished("Lakandula", "Tala", "a Spy");
        import_text(&app, &old);
        let actor = place.account(1, "Lakandula", place.row_of("Lakandula"));
        let handle = delete(&app, &actor).expect("deleted").handle.expect("a handle");
        let before = exported(&app);
        let (counts, _) = import_text(&app, &old);
        assert_eq!((counts.added, counts.duplicates, counts.refused), (0, 2, 0), "known");
        let new = game("lakandula", "Tala", 2, "") + &game("Sidapa", "Tala", 3, "");
        let (counts, verdicts) = import_text(&app, &new);
        assert_eq!((counts.added, counts.refused), (1, 1));
        let Verdict::Refused(refusal) = &verdicts[0] else { panic!("refused") };
        assert!(refusal.error.message.contains("write the name more fully"));
        assert!(String::from_utf8_lossy(&refusal.text).contains("[White \"lakandula\"]"));
        // What was given out since is known, too, as a game of somebody who is gone.
        let (counts, _) = import_text(&app, &before);
        assert_eq!((counts.added, counts.refused), (0, 1));
        assert!(before.contains(&handle));
        drop(app);
        let app = place.open();
        assert_eq!(import_text(&app, &new).0.refused, 1, "also after a new start");
        // A missing key would forget the names; so it is asked for.
        drop(app);
        std::fs::remove_file(place.settings().key_file).expect("removed");
        assert!(adjutant_service::App::open(&place.settings()).is_err());
    }

    fn nobody_is_left_without_an_owner_or_an_operator(place: &Place) {
        let app = place.open();
        place.organisation(1, "cebu");
        let owner = place.account(1, "one", 0);
        place.account(2, "two", 0);
        place.run_sql(&format!("INSERT INTO roles VALUES (1, 1, 1, 1, NULL, 0, NULL, {NOW})"));
        let refused = delete(&app, &owner).expect_err("the last owner").to_string();
        assert!(refused.contains("cebu") && refused.contains("Make somebody else"), "{refused}");
        place.run_sql(&format!("INSERT INTO roles VALUES (2, 2, 1, 1, NULL, 0, NULL, {NOW})"));
        let mut operator = place.account(3, "three", 0);
        operator.site_role = SiteRole::Operator;
        place.run_sql("UPDATE accounts SET site_role = 2 WHERE id = 3");
        let refused = delete(&app, &operator).expect_err("the last operator").to_string();
        assert!(refused.contains("only operator of this site"), "{refused}");
        let stranger = privacy::delete(&app, &operator, 1, NOW);
        assert!(matches!(stranger, Err(Error::Hidden)), "each leaves by himself");
        assert_eq!(delete(&app, &owner).expect("deleted").handle, None);
        assert!(matches!(delete(&app, &owner), Err(Error::Missing { .. })), "once");
        // By a command, at somebody's wish; and a player without an account.
        privacy::delete(&app, &Actor::for_command(), 2, NOW).expect_err("now he is the last owner");
        import_text(&app, &game("Juan", "Tala", 1, ""));
        let gone = privacy::delete_player(&app, &Actor::for_command(), "juan", "he wrote to us", NOW);
        assert_eq!(gone.expect("deleted").games, 1);
        assert!(players::by_handle(&app, "Juan").is_err());
        assert_eq!(faults(&app), [""; 0]);
    }

    fn a_person_gets_everything_that_is_kept_of_him_and_nothing_of_others(place: &Place) {
        let app = place.open();
        import_text(&app, &(demo(80) + &unfinished("Sidapa", "Tala", "HIS-SECRET")));
        let player = place.row_of("Sidapa");
        place.organisation(1, "cebu");
        place.member(1, 1, player, 3);
        place.organisation(2, "davao");
        place.member(2, 2, player, 1);
        let actor = place.account(1, "Sidapa", player);
        place.account(2, "somebody else", 0);
        place.run_sql(&format!(
            "INSERT INTO claims VALUES (1, 1, {player}, 1, '', {NOW}, {NOW}, 2, 1)"
        ));
        let mut parts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut text = String::new();
        privacy::export(&app, &actor, 1, NOW, &mut |part| {
            *parts.entry(part.key()).or_default() += 1;
            if let Part::Record(record) = part {
                adjutant_domain::game::write_ggn(&mut text, record);
            } else {
                text.push_str(&format!("{part:?}\n"));
            }
            true
        })
        .expect("exported");
        let games = players::summary(&app, "Sidapa").expect("a summary").all.games() as usize;
        assert_eq!(parts["game"], games + 1, "with the one that is not over");
        assert_eq!(parts["record"], games);
        assert!(parts["rating"] > 0 && parts["audit"] > 0);
        let figures = ratings::of_player(&app, player).expect("ledgers");
        assert_eq!(parts["standing"], figures.len());
        let rating = format!("{:?}", figures[0].1.glicko);
        assert!(text.contains(&rating), "{rating}");
        assert_eq!((parts["account"], parts["player"], parts["membership"]), (1, 1, 2));
        // What a roster holds of a person is for whom it has confirmed to be that person.
        assert!(text.contains("Real 1") && text.contains("no. 1"), "{text}");
        assert!(!text.contains("Real 2") && !text.contains("no. 2"), "{text}");
        assert!(text.contains("sidapa@example.org") && text.contains("Real 1"));
        for secret in ["a hash", "HIS-SECRET", "somebody else"] {
            assert!(!text.contains(secret), "{secret}");
        }
        let mut taken = 0;
        privacy::export(&app, &actor, 1, NOW, &mut |_| { taken += 1; taken < 3 }).expect("stops");
        assert_eq!(taken, 3);
        let other = privacy::export(&app, &actor, 2, NOW, &mut |_| true);
        assert!(matches!(other, Err(Error::Hidden)));
    }

    fn a_minor_by_his_own_word_or_any_roster_is_private(place: &Place) {
        let app = place.open();
        import_text(&app, &game("Sidapa", "Tala", 1, ""));
        let player = place.row_of("Sidapa");
        let actor = place.account(1, "Sidapa", player);
        let listed = |app: &App| {
            let found = players::page(app, "sidapa", "", 5).expect("a search");
            found.len() == 1
        };
        let edit = |age, guardian_agrees| {
            let new = NewProfile {
                display_name: "Datu".to_owned(),
                real_name: "Juan".to_owned(),
                real_name_public: true,
                age,
                guardian_agrees,
                about: "I play".to_owned(),
                club: "Cebu".to_owned(),
            };
            profiles::edit(&app, &actor, &new, NOW).expect("edited")
        };
        let shown = || {
            let own = players::by_handle(&app, "Sidapa").expect("there");
            profiles::shown(&app, &own).expect("shown")
        };
        assert!(!edit(AgeBand::From18To59, true).guardian_agrees, "none is needed");
        assert!(listed(&app));
        assert_eq!(shown().real_name.as_deref(), Some("Juan"));
        let minor = edit(AgeBand::Below13, false);
        assert!(minor.privacy.is_off_leaderboards() && !listed(&app));
        let handle = "Sidapa".to_owned();
        let alone = PlayerProfile { handle, ..PlayerProfile::default() };
        assert_eq!(shown(), alone, "the handle alone");
        let allowed = edit(AgeBand::From13To17, true);
        assert!(allowed.privacy.is_private() && !allowed.privacy.is_off_leaderboards());
        // Anybody can put a champion on a roster; only people who know them know better.
        place.organisation(1, "cebu");
        place.member(1, 1, player, 2);
        assert!(!edit(AgeBand::From18To59, false).privacy.is_off_leaderboards(), "he has games elsewhere");
        assert!(edit(AgeBand::Unknown, false).privacy.is_off_leaderboards(), "he does not say");
        place.run_sql("UPDATE games SET organisation_id = 1");
        assert!(edit(AgeBand::From18To59, false).privacy.is_off_leaderboards(), "cebu knows him");
        // What the operator has closed hides nobody who plays elsewhere.
        place.run_sql("UPDATE organisations SET state = 3");
        assert!(edit(AgeBand::Unknown, false).privacy.is_off_leaderboards(), "a school's children stay so");
        place.run_sql("UPDATE games SET organisation_id = NULL");
        assert!(!edit(AgeBand::Unknown, false).privacy.is_off_leaderboards());
        let long = NewProfile { real_name: "x".repeat(61), ..NewProfile::default() };
        assert!(matches!(profiles::edit(&app, &actor, &long, NOW), Err(Error::Invalid { .. })));
        persons::changed(&app, &[player]).expect("shown anew");
    }

    fn whoever_was_written_on_a_roster_leaves_it_himself(place: &Place) {
        let app = place.open();
        import_text(&app, &game("Sidapa", "Tala", 1, ""));
        let player = place.row_of("Sidapa");
        let actor = place.account(1, "Sidapa", player);
        let other = place.account(2, "Tala", place.row_of("Tala"));
        place.organisation(1, "cebu");
        place.member(1, 1, player, 2);
        profiles::edit(&app, &actor, &NewProfile::default(), NOW).expect("edited");
        let listed = || players::page(&app, "sidapa", "", 5).expect("a search").len();
        assert_eq!((members::own_affiliations(&app, &actor).expect("a list").len(), listed()), (1, 0));
        let foreign = members::leave(&app, &other, "cebu", NOW);
        assert!(matches!(foreign, Err(Error::Missing { .. })), "{foreign:?}");
        members::leave(&app, &actor, "cebu", NOW).expect("left");
        assert_eq!((members::own_affiliations(&app, &actor).expect("a list").len(), listed()), (0, 1));
        let again = members::leave(&app, &actor, "cebu", NOW);
        assert!(matches!(again, Err(Error::Missing { .. })), "{again:?}");
        let told = "SELECT acting_as || ' ' || action AS word FROM audit ORDER BY id DESC LIMIT 1";
        assert_eq!(place.words(told), ["self member.removed"]);
    }
}

#[test]
fn leaving_succeeds_despite_a_deadlock() {
    use diesel::connection::{Connection, SimpleConnection};
    use std::time::Duration;

    let place = Place::postgres();
    let app = place.open();
    let leaver = place.account(1, "one", 0);
    let url = place.postgres.as_ref().expect("a database").url();
    let mut other = diesel::PgConnection::establish(&url).expect("a connection");
    // The other one waits longer than the server does before it ends a deadlock: the leaving account is its victim.
    other
        .batch_execute(
            "BEGIN; SET LOCAL deadlock_timeout = '60s'; \
             UPDATE accounts SET language = language WHERE id = 1",
        )
        .expect("a row is held");
    let leaves = std::thread::spawn(move || delete(&app, &leaver).map(|gone| gone.handle));
    std::thread::sleep(Duration::from_millis(500));
    let crosses = "UPDATE counters SET value = value WHERE name = 'players'; COMMIT";
    other.batch_execute(crosses).expect("he gets through");
    assert_eq!(leaves.join().expect("it ends").expect("deleted"), None);
}
