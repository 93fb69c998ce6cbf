//! Who sees which entries, in what order, under which names.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_service::access::{Actor, Credential};
use adjutant_service::audit::{
    Action, AuditEntry, AuditPerson, AuditScope, AuditView, Field, Hidden, export_page, page,
    write, write_all,
};
use adjutant_service::{App, Error};

use crate::support::{NOW, Place, SECOND, account, on_both_engines, organisation};

fn actor(id: i32) -> Actor {
    let through = Credential::Session { id: 1, authenticated_at: NOW };
    Actor { account: id, name: format!("person {id}"), credential: through, ..Actor::nobody() }
}

fn serving(id: i32, role: OrganisationRole, organisation: i32, event: i32) -> Actor {
    let grant = RoleGrant { organisation, role, event, duties: Duties::RESULTS };
    Actor { grants: vec![grant], ..actor(id) }
}

fn site(role: SiteRole) -> Actor {
    Actor { site_role: role, has_second_factor: true, gave_second_factor: true, ..actor(9) }
}

/// Two organisations with an event each, three accounts, the first with a player.
fn people(place: &Place) {
    place.run_sql("INSERT INTO players (id, handle, name_key) VALUES (1, 'Ana', 'ana')").unwrap();
    for id in 1..=3 {
        place.run_sql(&account(id)).unwrap();
    }
    place.run_sql("UPDATE accounts SET player_id = 1 WHERE id = 1").unwrap();
    for id in 1..=2 {
        place.run_sql(&organisation(id)).unwrap();
        let event = format!(
            "INSERT INTO events (id, name, name_key, slug, last_day, organisation_id) \
             VALUES ({id}, 'Cup {id}', 'cup {id}', 'cup-{id}', 0, {id})"
        );
        place.run_sql(&event).unwrap();
    }
}

/// An entry a second, of all kinds that matter here.
fn history(place: &Place) {
    let at = |n: i64| NOW + n * SECOND;
    let entries = [
        AuditEntry::for_account(0, "operator", Action::OrganisationApproved, at(1)).organisation(1),
        AuditEntry::for_account(2, "owner", Action::RoleGranted, at(2))
            .organisation(1)
            .subject(3)
            .with_change(Field::Role, "", "organizer")
            .with_reason("runs the league"),
        AuditEntry::for_account(3, "organizer", Action::MemberVerified, at(3))
            .organisation(1)
            .player(1),
        AuditEntry::for_account(1, "self", Action::AccountEmailChanged, at(4))
            .subject(1)
            .with_hidden_change(Hidden::Email),
        AuditEntry::for_account(3, "organizer", Action::RoleGranted, at(5))
            .organisation(1)
            .event(1)
            .subject(1),
        AuditEntry::for_account(2, "owner", Action::OrganisationChanged, at(6)).organisation(2),
        AuditEntry::for_account(0, "anybody", Action::AccountResetAsked, at(7)).subject(1),
    ];
    place.within(|connection| Ok(write_all(connection, &entries)?));
}

/// The seconds of the entries that somebody sees, or the kind of refusal.
fn seen(app: &App, actor: &Actor, of: AuditScope) -> Result<Vec<i64>, String> {
    match page(app, actor, &AuditView::all_of(of), None, 100) {
        Ok(page) => Ok(page.entries.iter().map(|entry| (entry.at - NOW) / SECOND).collect()),
        Err(Error::Hidden) => Err("hidden".into()),
        Err(Error::Role { .. }) => Err("role".into()),
        Err(Error::SignIn) => Err("sign in".into()),
        Err(Error::SecondFactor) => Err("second factor".into()),
        Err(other) => Err(other.to_string()),
    }
}

on_both_engines! {
    fn everybody_sees_what_he_did_and_what_was_done_to_him(place: &Place) {
        let app = place.open();
        people(place);
        history(place);
        assert_eq!(seen(&app, &actor(1), AuditScope::Account(1)), Ok(vec![7, 5, 4, 3]));
        assert_eq!(seen(&app, &actor(3), AuditScope::Account(3)), Ok(vec![5, 3, 2]));
        let hidden = Err("hidden".to_owned());
        assert_eq!(seen(&app, &actor(1), AuditScope::Account(3)), hidden);
        assert_eq!(seen(&app, &actor(1), AuditScope::Account(77)), hidden, "the same where nobody is");
        assert_eq!(seen(&app, &Actor::nobody(), AuditScope::Account(1)), Err("sign in".to_owned()));
        assert_eq!(seen(&app, &site(SiteRole::Operator), AuditScope::Account(3)), Ok(vec![5, 3, 2]));
    }

    fn an_organisation_is_seen_by_its_owners_and_an_event_by_its_officials(place: &Place) {
        let app = place.open();
        people(place);
        history(place);
        let role = Err("role".to_owned());
        let owner = serving(2, OrganisationRole::Owner, 1, 0);
        assert_eq!(seen(&app, &owner, AuditScope::Organisation(1)), Ok(vec![5, 3, 2, 1]));
        for of in [AuditScope::Organisation(2), AuditScope::Organisation(77), AuditScope::Event(2), AuditScope::Site] {
            assert_eq!(seen(&app, &owner, of), role, "{of:?}");
        }
        let organizer = serving(3, OrganisationRole::Organizer, 1, 0);
        assert_eq!(seen(&app, &organizer, AuditScope::Organisation(1)), role);
        assert_eq!(seen(&app, &organizer, AuditScope::Event(1)), Ok(vec![5]));
        let official = serving(1, OrganisationRole::Official, 1, 1);
        assert_eq!(seen(&app, &official, AuditScope::Event(1)), Ok(vec![5]));
        assert_eq!(seen(&app, &serving(1, OrganisationRole::Official, 1, 2), AuditScope::Event(1)), role);
        for role in [SiteRole::Moderator, SiteRole::Operator] {
            assert_eq!(seen(&app, &site(role), AuditScope::Site), Ok(vec![7, 6, 5, 4, 3, 2, 1]));
            assert_eq!(seen(&app, &site(role), AuditScope::Organisation(2)), Ok(vec![6]));
        }
        assert_eq!(seen(&app, &Actor::for_command(), AuditScope::Event(1)), Ok(vec![5]));
    }

    fn an_organisation_that_demands_a_second_factor_demands_it_here_too(place: &Place) {
        let app = place.open();
        people(place);
        place.run_sql("UPDATE organisations SET second_factor = 1 WHERE id = 1").unwrap();
        let owner = serving(2, OrganisationRole::Owner, 1, 0);
        let refused = Err("second factor".to_owned());
        assert_eq!(seen(&app, &owner, AuditScope::Organisation(1)), refused);
        let owner = Actor { has_second_factor: true, gave_second_factor: true, ..owner };
        assert_eq!(seen(&app, &owner, AuditScope::Organisation(1)), Ok(vec![]));
    }

    fn entries_have_the_names_of_today(place: &Place) {
        let app = place.open();
        people(place);
        history(place);
        let shown = |n: i64| {
            let all = page(&app, &Actor::for_command(), &AuditView::all_of(AuditScope::Site), None, 100).expect("it reads");
            all.entries.into_iter().find(|one| one.at == NOW + n * SECOND).expect("it is there")
        };
        let granted = shown(2);
        assert_eq!(granted.actor, AuditPerson::Account("person 2".into()));
        assert_eq!(granted.subject, Some(AuditPerson::Account("person 3".into())));
        assert_eq!(granted.organisation.map(|one| one.slug), Some("league-1".into()));
        assert_eq!(granted.reason, "runs the league");
        let change = &granted.changes[0];
        assert_eq!(change.values, Some((String::new(), "organizer".to_owned())));
        assert_eq!((shown(1).actor, shown(7).actor), (AuditPerson::Command, AuditPerson::Nobody));
        assert_eq!((shown(3).player, shown(5).event.map(|one| one.slug)), (Some("Ana".into()), Some("cup-1".into())));
        place.run_sql("UPDATE players SET handle = 'Anonymous 1', name_key = 'anonymous 1'").unwrap();
        place.run_sql("UPDATE accounts SET state = 2, name = '#3' WHERE id = 3").unwrap();
        assert_eq!((shown(2).subject, shown(3).actor), (Some(AuditPerson::Deleted), AuditPerson::Deleted));
        assert_eq!(shown(3).player, Some("Anonymous 1".into()));
    }

    fn pages_follow_each_other_without_gap_or_repetition(place: &Place) {
        let app = place.open();
        people(place);
        let entries: Vec<AuditEntry> = (0..25)
            .map(|n| {
                let (by, subject) = if n % 2 == 0 { (1, 1) } else { (2, 1) };
                AuditEntry::for_account(by, "self", Action::AccountSignedIn, NOW + n * SECOND).subject(subject)
            })
            .collect();
        place.within(|connection| Ok(write_all(connection, &entries)?));
        let (mut before, mut all) = (None, Vec::new());
        loop {
            let view = AuditView::all_of(AuditScope::Account(1));
            let page = page(&app, &actor(1), &view, before, 7).expect("it reads");
            all.extend(page.entries.iter().map(|one| (one.at - NOW) / SECOND));
            before = page.next;
            if before.is_none() {
                break;
            }
        }
        assert_eq!(all, (0..25).rev().collect::<Vec<_>>());
    }

    fn a_view_is_narrowed_by_action_and_time(place: &Place) {
        let app = place.open();
        people(place);
        history(place);
        let count = |view: AuditView| {
            page(&app, &Actor::for_command(), &view, None, 100).expect("it reads").entries.len()
        };
        let all = AuditView::all_of(AuditScope::Site);
        assert_eq!(count(AuditView { action: Some(Action::RoleGranted), ..all }), 2);
        assert_eq!(count(AuditView { since: Some(NOW + 5 * SECOND), ..all }), 3);
        assert_eq!(count(AuditView { until: Some(NOW + 5 * SECOND), ..all }), 4);
        let since = Some(NOW + 2 * SECOND);
        let (action, until) = (Some(Action::RoleGranted), Some(NOW + 3 * SECOND));
        assert_eq!(count(AuditView { action, since, until, ..all }), 1);
    }

    fn an_entry_that_does_not_read_is_a_fault_and_no_guess(place: &Place) {
        let app = place.open();
        people(place);
        place.within(|connection| {
            Ok(write(connection, &AuditEntry::for_account(1, "self", Action::TokenMade, NOW).subject(1))?)
        });
        place.disarm();
        place.run_sql("UPDATE audit SET changes = 'nonsense'").unwrap();
        let failed = page(&app, &actor(1), &AuditView::all_of(AuditScope::Account(1)), None, 10);
        assert!(matches!(failed, Err(Error::Internal(_))), "{failed:?}");
    }

    fn that_a_trail_was_taken_is_in_it_from_then_on(place: &Place) {
        let app = place.open();
        people(place);
        history(place);
        let owner = serving(2, OrganisationRole::Owner, 1, 0);
        let view = AuditView::all_of(AuditScope::Organisation(1));
        let before = page(&app, &owner, &view, None, 50).unwrap();
        let taken = export_page(&app, &owner, &view, None, 50, NOW + 9 * SECOND).unwrap();
        assert_eq!(taken, before, "what was there is what is given");
        let after = page(&app, &owner, &view, None, 50).unwrap().entries;
        assert_eq!(after.len(), before.entries.len() + 1);
        assert_eq!((after[0].action.as_str(), after[0].at), ("audit.exported", NOW + 9 * SECOND));
        assert_eq!(after[0].acting_as, "owner");
        assert_eq!(after[0].actor, AuditPerson::Account("person 2".into()));
        let official = serving(1, OrganisationRole::Official, 1, 1);
        export_page(&app, &official, &AuditView::all_of(AuditScope::Event(1)), None, 50, NOW + 10 * SECOND).unwrap();
        let seen = page(&app, &owner, &view, None, 1).unwrap().entries.remove(0);
        assert_eq!(seen.event.map(|event| event.slug).as_deref(), Some("cup-1"));
        assert_eq!(seen.acting_as, "official");
        for of in [AuditScope::Site, AuditScope::Organisation(1), AuditScope::Event(1), AuditScope::Account(1)] {
            let refused = export_page(&app, &actor(3), &AuditView::all_of(of), None, 50, NOW + 11 * SECOND);
            let own = matches!(of, AuditScope::Account(_));
            let fits = if own { matches!(refused, Err(Error::Hidden)) } else { matches!(refused, Err(Error::Role { .. })) };
            assert!(fits, "{of:?}");
        }
        let all = page(&app, &site(SiteRole::Operator), &AuditView::all_of(AuditScope::Site), None, 50).unwrap();
        let exports = all.entries.iter().filter(|entry| entry.action == "audit.exported");
        assert_eq!(exports.count(), 2, "who gets nothing takes nothing");
    }
}
