//! Entries are added, hang together, and are never changed.

use std::time::Instant;

use adjutant_service::App;
use adjutant_service::audit::{Action, AuditEntry, Field, Hidden, write, write_all};
use adjutant_service::integrity::check;

use crate::support::{NOW, Place, on_both_engines};

/// What a check finds, and how many entries it saw.
fn checked(app: &App) -> (u64, Vec<String>) {
    let mut faults = Vec::new();
    let mut found =
        |fault: &adjutant_service::integrity::IntegrityFault| faults.push(fault.message.clone());
    let checked = check(app, &mut found, &mut |_| ()).expect("it reads");
    (checked.audit_entries, faults)
}

fn role_granted(subject: i32) -> AuditEntry {
    AuditEntry::for_account(1, "owner", Action::RoleGranted, NOW)
        .organisation(7)
        .subject(subject)
        .with_change(Field::Role, "", "organizer")
        .with_reason("runs the league in Cebu")
}

on_both_engines! {
    fn entries_hang_together(place: &Place) {
        let app = place.open();
        assert_eq!(checked(&app), (0, Vec::new()));
        place.within(|connection| Ok(write(connection, &role_granted(2))?));
        place.within(|connection| Ok(write_all(connection, &[role_granted(3), role_granted(4)])?));
        place.within(|connection| Ok(write_all(connection, &[])?));
        assert_eq!(checked(&app), (3, Vec::new()));
    }

    fn an_act_that_fails_leaves_no_entry(place: &Place) {
        use adjutant_store::transaction::in_transaction;
        use adjutant_store::Store;
        let app = place.open();
        let mut connection = Store::open(place.location()).expect("it opens").dedicated_connection().unwrap();
        let failed = in_transaction(&mut connection, |connection| {
            write(connection, &role_granted(2))?;
            Err::<(), _>(adjutant_service::Error::invalid("name", "taken"))
        });
        assert!(failed.is_err());
        assert_eq!(checked(&app), (0, Vec::new()));
    }

    fn the_database_itself_refuses_changes(place: &Place) {
        let app = place.open();
        place.within(|connection| Ok(write_all(connection, &[role_granted(2), role_granted(3)])?));
        let mut acts = vec![
            "UPDATE audit SET reason = 'another' WHERE id = 1",
            "UPDATE audit SET at = at",
            "DELETE FROM audit WHERE id = 2",
            "DELETE FROM audit",
        ];
        if place.is_postgres() {
            acts.push("TRUNCATE audit");
        } else {
            acts.push(
                "INSERT OR REPLACE INTO audit SELECT id, at, account_id, acting_as, action, \
                 organisation_id, event_id, player_id, subject_id, changes, 'another', chain \
                 FROM audit WHERE id = 1",
            );
        }
        for sql in acts {
            let refused = place.run_sql(sql).expect_err(sql);
            assert!(refused.contains("append-only"), "{sql}: {refused}");
        }
        assert_eq!(checked(&app), (2, Vec::new()));
    }

    fn who_takes_the_guards_off_is_still_found_out(place: &Place) {
        let app = place.open();
        let entries: Vec<AuditEntry> = (2..12).map(role_granted).collect();
        place.within(|connection| Ok(write_all(connection, &entries)?));
        place.disarm();
        place.run_sql("UPDATE audit SET acting_as = 'operator' WHERE id = 3").unwrap();
        assert_eq!(checked(&app).1, ["entry 3 of the audit trail was changed or moved"]);
        place.run_sql("UPDATE audit SET acting_as = 'owner' WHERE id = 3").unwrap();
        assert_eq!(checked(&app).1, [""; 0]);
        place.run_sql("DELETE FROM audit WHERE id = 5").unwrap();
        let lacking = [
            "9 audit entries are stored, but 10 are counted",
            "the audit trail lacks entries 5 to 5",
            "entry 6 of the audit trail was changed or moved",
        ];
        assert_eq!(checked(&app).1, lacking);
        place.run_sql("DELETE FROM audit WHERE id > 4").unwrap();
        let ended = [
            "4 audit entries are stored, but 10 are counted",
            "the audit trail ends at entry 4, but 10 were written",
        ];
        assert_eq!(checked(&app).1, ended);
    }

    fn ten_thousand_entries_are_written_at_once(place: &Place) {
        let app = place.open();
        let entries: Vec<AuditEntry> = (1..=10_000)
            .map(|player| {
                AuditEntry::for_account(1, "organizer", Action::MemberAdded, NOW)
                    .organisation(7)
                    .player(player)
                    .with_change(Field::Club, "", "Intramuros")
                    .with_change(Field::Province, "", "Cavite")
                    .with_hidden_change(Hidden::RealName)
            })
            .collect();
        let began = Instant::now();
        place.within(|connection| Ok(write_all(connection, &entries)?));
        let seconds = began.elapsed().as_secs_f64();
        assert!(seconds < 5.0, "it took {seconds:.2} s");
        assert_eq!(checked(&app), (10_000, Vec::new()));
    }
}

#[test]
fn an_entry_tells_of_changed_fields_only_and_of_personal_ones_without_values() {
    let place = Place::sqlite();
    let app = place.open();
    let entry = AuditEntry::for_account(0, "operator", Action::OrganisationChanged, NOW)
        .organisation(1)
        .with_change(Field::Place, "Cebu", "Cebu")
        .with_change(Field::Website, "", "https://example.org")
        .with_hidden_change(Hidden::Email);
    assert!(!entry.has_no_changes());
    place.within(|connection| Ok(write(connection, &entry)?));
    drop(app);
    let sql = r#"CREATE TABLE seen AS SELECT 1 FROM audit
        WHERE changes = '[["website","","https://example.org"],["email"]]';
        CREATE TABLE one (n INTEGER UNIQUE); INSERT INTO one SELECT count(*) FROM seen;
        INSERT INTO one VALUES (0);"#;
    place.run_sql(sql).expect("there is exactly one such row");
}
