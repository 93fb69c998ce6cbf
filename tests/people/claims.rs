//! Accounts that say that a player is them.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_domain::moment::Micros;
use adjutant_service::access::Actor;
use adjutant_service::claims::{self, Decision, State};
use adjutant_service::{App, Error, players};

use crate::support::{NOW, Place, game, import_text, on_both_engines};

fn serving(actor: &Actor, organisation: i32, role: OrganisationRole) -> Actor {
    let grant = RoleGrant { organisation, role, event: 0, duties: Duties::RESULTS };
    Actor { grants: vec![grant], ..actor.clone() }
}

fn ask(app: &App, actor: &Actor, handle: &str, now: Micros) -> Result<claims::Claim, Error> {
    claims::ask(app, actor, handle, "it is me", now)
}

on_both_engines! {
    fn a_claim_is_confirmed_by_who_knows_the_person(place: &Place) {
        let app = place.open();
        import_text(&app, &(game("Juan Cruz", "Tala", 1, "") + &game("Tala", "Pedro", 2, "")));
        place.run_sql("UPDATE games SET organisation_id = 1");
        place.organisation(1, "cebu");
        place.organisation(2, "davao");
        let player = place.row_of("Juan Cruz");
        place.member(1, 1, player, 3);
        place.run_sql("INSERT INTO players (id, handle, name_key, look_key) VALUES (900, 'juancho', 'juancho', 'juancho')");
        let claimant = place.account(1, "juancho", 900);
        let organizer = serving(&place.account(2, "organizer", 0), 1, OrganisationRole::Organizer);
        let official = serving(&place.account(3, "official", 0), 1, OrganisationRole::Official);
        let foreign = serving(&place.account(4, "foreign", 0), 2, OrganisationRole::Owner);

        let claim = ask(&app, &claimant, "juan cruz", NOW).expect("claimed");
        assert_eq!((claim.player.as_str(), claim.state), ("Juan Cruz", State::Open));
        let second = ask(&app, &claimant, "Pedro", NOW).expect_err("one at a time");
        assert!(second.to_string().contains("Withdraw that claim first"), "{second}");
        let seen = claims::of_organisation(&app, &organizer, "cebu", 50).expect("a list");
        assert_eq!(seen, std::slice::from_ref(&claim));
        assert!(claims::of_organisation(&app, &foreign, "cebu", 50).is_err());
        assert_eq!(claims::of_organisation(&app, &foreign, "davao", 50).expect("a list"), []);
        assert_eq!(claims::all_open(&app, &Actor::for_command(), 50).expect("a list").len(), 1);
        for stranger in [&foreign, &official] {
            let refused = claims::decide(&app, stranger, claim.id, Decision::Confirm, "", NOW);
            assert!(matches!(refused, Err(Error::Hidden)), "{refused:?}");
        }
        let himself = serving(&claimant, 1, OrganisationRole::Owner);
        let own = claims::decide(&app, &himself, claim.id, Decision::Confirm, "", NOW);
        assert!(matches!(own, Err(Error::Forbidden(_))), "{own:?}");

        let done = claims::decide(&app, &organizer, claim.id, Decision::Confirm, "", NOW + 5);
        let done = done.expect("confirmed");
        assert_eq!((done.state, done.decided_at), (State::Confirmed, Some(NOW + 5)));
        let sql = "SELECT COALESCE(player_id, 0) || '' AS word FROM accounts WHERE id = 1";
        assert_eq!(place.words(sql), [player.to_string()]);
        assert_eq!(players::by_handle(&app, "juancho").expect("leads on").id, player);
        let again = claims::decide(&app, &organizer, claim.id, Decision::Refuse, "no", NOW);
        assert!(matches!(again, Err(Error::Conflict(_))));
        let other = place.account(5, "other", 0);
        let taken = ask(&app, &other, "Juan Cruz", NOW).expect_err("he has an account");
        assert!(taken.to_string().contains("belongs to an account"), "{taken}");
    }

    fn who_claimed_a_player_that_another_was_given_is_told_so_in_the_trail(place: &Place) {
        let app = place.open();
        import_text(&app, &game("Juan", "Tala", 1, ""));
        let claimants = [place.account(1, "one", 0), place.account(2, "two", 0), place.account(3, "three", 0)];
        let asked = claimants.each_ref().map(|one| ask(&app, one, "Juan", NOW).expect("claimed"));
        claims::decide(&app, &Actor::for_command(), asked[1].id, Decision::Confirm, "", NOW).expect("confirmed");
        let told = "SELECT action || ' ' || subject_id || ' ' || (player_id > 0) AS word FROM audit \
                    WHERE action IN ('claim.refused', 'claim.confirmed') ORDER BY subject_id";
        let yes = if place.postgres.is_some() { "true" } else { "1" };
        let expected = ["claim.refused 1", "claim.confirmed 2", "claim.refused 3"].map(|one| format!("{one} {yes}"));
        assert_eq!(place.words(told), expected);
        for loser in [&claimants[0], &claimants[2]] {
            assert_eq!(claims::own(&app, loser).expect("a list")[0].state, State::Refused);
        }
    }

    fn an_organisation_gives_no_player_away_who_is_not_its_own(place: &Place) {
        let app = place.open();
        import_text(&app, &(game("Champion", "Tala", 1, "") + &game("Tala", "Pedro", 2, "")));
        place.organisation(1, "robbers");
        place.organisation(2, "davao");
        let champion = place.row_of("Champion");
        place.run_sql("INSERT INTO players (id, handle, name_key, look_key) VALUES (900, 'newcomer', 'newcomer', 'newcomer')");
        place.member(1, 1, 900, 0);
        place.member(2, 2, 900, 0);
        place.member(3, 1, champion, 0);
        let owner = serving(&place.account(1, "robber", 0), 1, OrganisationRole::Owner);
        let davao = serving(&place.account(2, "davao", 0), 2, OrganisationRole::Organizer);
        let friend = place.account(3, "friend", 0);
        let other = place.account(4, "other", 0);

        let site = ask(&app, &friend, "Champion", NOW).expect("claimed");
        let early = ask(&app, &other, "newcomer", NOW).expect("claimed");
        for (actor, slug) in [(&owner, "robbers"), (&davao, "davao")] {
            assert_eq!(claims::of_organisation(&app, actor, slug, 50).expect("a list"), []);
        }
        for (actor, claim) in [(&owner, site.id), (&owner, early.id), (&davao, early.id)] {
            for way in [Decision::Confirm, Decision::Refuse] {
                let refused = claims::decide(&app, actor, claim, way, "ours", NOW).expect_err("no");
                assert!(matches!(refused, Error::Forbidden(_)), "{refused:?}");
                assert!(refused.to_string().contains("The operator decides"), "{refused}");
            }
        }
        // With a single roster, its keeper knows the member.
        place.run_sql("DELETE FROM members WHERE id = 1");
        let done = claims::decide(&app, &davao, early.id, Decision::Confirm, "", NOW);
        assert_eq!(done.expect("the only roster's word").state, State::Confirmed);
        let done = claims::decide(&app, &Actor::for_command(), site.id, Decision::Confirm, "", NOW);
        assert_eq!(done.expect("the operator's word").state, State::Confirmed);
    }

    fn a_claim_is_refused_withdrawn_or_not_even_made(place: &Place) {
        let app = place.open();
        import_text(&app, &(game("Juan", "Tala", 1, "") + &game("Tala", "Pedro", 2, "")));
        let nobody = ask(&app, &Actor::nobody(), "Juan", NOW);
        assert!(matches!(nobody, Err(Error::SignIn)));
        let busy = place.account(1, "Pedro", place.row_of("Pedro"));
        let refused = ask(&app, &busy, "Juan", NOW).expect_err("his own has games").to_string();
        assert!(refused.contains("Ask the operator to merge"), "{refused}");
        let free = place.account(2, "free", 0);
        assert!(matches!(ask(&app, &free, "?", NOW), Err(Error::Missing { .. })));
        assert!(matches!(ask(&app, &free, "Nobody", NOW), Err(Error::Missing { .. })));
        let first = ask(&app, &free, "Juan", NOW).expect("claimed");
        let foreign = claims::withdraw(&app, &busy, first.id, NOW);
        assert!(matches!(foreign, Err(Error::Hidden)));
        let back = claims::withdraw(&app, &free, first.id, NOW).expect("withdrawn");
        assert_eq!(back.state, State::Withdrawn);
        for day in 1..5 {
            let claim = ask(&app, &free, "Juan", NOW + day).expect("claimed");
            let why = claims::decide(&app, &Actor::for_command(), claim.id, Decision::Refuse, "", NOW);
            assert!(matches!(why, Err(Error::Invalid { field: "reason", .. })));
            claims::decide(&app, &Actor::for_command(), claim.id, Decision::Refuse, "not you", NOW)
                .expect("refused");
        }
        assert!(matches!(ask(&app, &free, "Juan", NOW + 9), Err(Error::TooOften { .. })));
        assert_eq!(claims::own(&app, &free).expect("a list").len(), 5);
        claims::release(&app, &Actor::for_command(), "Pedro", "a mistake", NOW).expect("released");
        let none = "SELECT COALESCE(player_id, 0) || '' AS word FROM accounts WHERE id = 1";
        assert_eq!(place.words(none), ["0"]);
    }
}
