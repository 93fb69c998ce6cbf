//! Rosters from files: looked at first, written once, and never behind anybody's back.

use std::fmt::Write;

use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::organisation::roster::{MemberDetails, RosterColumn};
use adjutant_domain::organisation::text_decoding::TextEncoding;
use adjutant_service::access::Actor;
use adjutant_service::members::{self, MemberFilter};
use adjutant_service::messages::LocalizedMessage;
use adjutant_service::organisations::{CreationPolicy, CreationRules, Organisation, create};
use adjutant_service::roster::{self, Applied, Change, Options, Preview};
use adjutant_service::{App, Error};

use crate::support::{NOW, Place, founded, named, on_both_engines, owner, person, serving};

const KEEP: Options = Options { remove_missing: false };

struct League {
    app: App,
    organisation: Organisation,
    actor: Actor,
}

impl League {
    fn new(place: &Place) -> League {
        let app = place.open();
        let organisation = founded(&app, 1, "League");
        let actor = owner(&organisation);
        League { app, organisation, actor }
    }

    fn preview(&self, file: &[u8], options: Options) -> Preview {
        let slug = &self.organisation.slug;
        roster::preview(&self.app, &self.actor, slug, file, options, NOW).expect("it is read")
    }

    fn apply(&self, digest: &str) -> Result<Applied, Error> {
        roster::apply(&self.app, &self.actor, &self.organisation.slug, digest, NOW + 1)
    }

    /// Looks at the file and writes it.
    fn import(&self, file: &str) -> Applied {
        let seen = self.preview(file.as_bytes(), KEEP);
        assert!(seen.faults.is_empty(), "{:?}", seen.faults);
        self.apply(&seen.digest).expect("it is written")
    }

    fn faults(&self, file: &str) -> Vec<String> {
        let seen = self.preview(file.as_bytes(), KEEP);
        assert!(seen.digest.is_empty(), "what has faults cannot be written");
        seen.faults.iter().map(|one| LocalizedMessage::from(one.message()).to_string()).collect()
    }

    fn handles(&self) -> Vec<String> {
        let slug = &self.organisation.slug;
        let page = members::page(&self.app, &self.actor, slug, &MemberFilter::default(), 200);
        page.expect("a page").items.into_iter().map(|one| one.handle).collect()
    }
}

on_both_engines! {
    fn a_file_is_looked_at_then_written_once(place: &Place) {
        let league = League::new(place);
        place.player(1, "Maharlika");
        let file = "handle,name,club,age\nmaharlika,Jose Rizal,Knights,18-59\nAna,Ana Cruz,Pawns,u13\n";
        let seen = league.preview(file.as_bytes(), KEEP);
        assert_eq!((seen.added, seen.changed, seen.unchanged, seen.removed), (2, 0, 0, 0));
        assert_eq!(seen.rows[0].handle, "Maharlika", "as he is called");
        assert!(matches!(&seen.rows[0].what, Change::Added { new_player: false, .. }));
        assert!(matches!(&seen.rows[1].what, Change::Added { new_player: true, .. }));
        assert!(league.handles().is_empty(), "looking writes nothing");
        let done = league.apply(&seen.digest).unwrap();
        assert_eq!((done.added, done.new_players), (2, 1));
        assert_eq!(league.handles(), ["Ana", "Maharlika"]);
        assert!(matches!(league.apply(&seen.digest), Err(Error::Conflict(_))), "it is written once");
        assert_eq!(place.number("SELECT COUNT(*) AS number FROM players WHERE private <> 0"), 1);
        let told = place.trail();
        assert_eq!(told.iter().filter(|one| one.contains("member.added")).count(), 2);
        let all = told.join("\n");
        assert!(!all.contains("Rizal") && !all.contains("Ana Cruz") && !all.contains("Pawns"), "{all}");
    }

    fn the_second_file_changes_what_it_says_and_nothing_else(place: &Place) {
        let league = League::new(place);
        league.import("handle,name,club,number\nAna,Ana Cruz,Pawns,1\nBen,Ben Luna,Pawns,2\nCy,Cy Go,Pawns,3\n");
        let file = "number;handle;club\n;ana;Knights\n-;Ben;\n";
        let seen = league.preview(file.as_bytes(), KEEP);
        assert_eq!((seen.added, seen.changed, seen.unchanged, seen.removed), (0, 2, 0, 0));
        let Change::Changed(fields) = &seen.rows[0].what else { panic!("{:?}", seen.rows[0]) };
        assert_eq!(fields.len(), 1);
        assert_eq!((fields[0].column, &*fields[0].before, &*fields[0].after), (RosterColumn::Club, "Pawns", "Knights"));
        league.apply(&seen.digest).unwrap();
        let get = |handle: &str| {
            members::get(&league.app, &league.actor, &league.organisation.slug, handle).unwrap().to_details()
        };
        assert_eq!(get("Ana"), MemberDetails { real_name: "Ana Cruz".into(), number: "1".into(), club: "Knights".into(), ..MemberDetails::default() });
        assert_eq!(get("Ben"), MemberDetails { real_name: "Ben Luna".into(), club: "Pawns".into(), ..MemberDetails::default() });
        let all = Options { remove_missing: true };
        let seen = league.preview(b"handle\nana\nben\n", all);
        assert_eq!((seen.unchanged, seen.removed), (2, 1));
        league.apply(&seen.digest).unwrap();
        assert_eq!(league.handles(), ["Ana", "Ben"]);
    }

    fn nothing_is_written_where_anything_has_changed_since(place: &Place) {
        let league = League::new(place);
        let slug = &league.organisation.slug;
        let seen = league.preview(b"handle,club\nAna,Pawns\n", KEEP);
        members::add(&league.app, &league.actor, slug, "Ben", &MemberDetails::default(), NOW).unwrap();
        assert!(matches!(league.apply(&seen.digest), Err(Error::Conflict(_))), "another member");
        let seen = league.preview(b"handle,club\nAna,Pawns\n", KEEP);
        place.player(9, "Ana");
        assert!(matches!(league.apply(&seen.digest), Err(Error::Conflict(_))), "she is a player now");
        let seen = league.preview(b"handle,club\nAna,Pawns\n", KEEP);
        let other = serving(2, OrganisationRole::Organizer, &league.organisation);
        let taken = roster::apply(&league.app, &other, slug, &seen.digest, NOW);
        assert!(matches!(taken, Err(Error::Conflict(_))), "it is another's file");
        let late = roster::apply(&league.app, &league.actor, slug, &seen.digest, NOW + 31 * 60_000_000);
        assert!(matches!(late, Err(Error::Conflict(_))), "it is too old");
        let file = b"handle,club\nAna,Knights\n";
        let other_file = roster::apply_file(&league.app, &league.actor, slug, file, KEEP, Some(&seen.digest), NOW);
        assert!(matches!(other_file, Err(Error::Conflict(_))), "it is not the file that was seen");
        assert_eq!(league.handles(), ["Ben"]);
        roster::apply_file(&league.app, &league.actor, slug, file, KEEP, None, NOW).unwrap();
        assert_eq!(league.handles(), ["Ana", "Ben"]);
    }

    fn handles_that_look_alike_are_named_with_whom_they_resemble(place: &Place) {
        let league = League::new(place);
        place.player(1, "Maharlika");
        place.run_sql(
            "INSERT INTO players (id, handle, name_key, look_key, state, merged_into) \
             VALUES (2, 'Old Name', 'old name', 'old name', 1, 1), \
             (3, 'Anonymous 1a2b', 'anonymous 1a2b', 'anonymous 1a2b', 2, NULL); \
             UPDATE counters SET value = 3 WHERE name = 'players'",
        );
        let faults = league.faults(
            "handle\nMahar1ika\nLuzon\nLuz0n\nluzon\n=cmd|x\nAnonymous 1a2b\nx\n?\nOld Name\nmaharlika\n",
        );
        let expected = [
            "Line 6, column 1 (handle): A handle cannot start with “=”",
            "Line 7, column 1 (handle): “Anonymous 1a2b” belonged to somebody who left",
            "Line 5, column 1 (handle): “luzon” is also in line 3",
            "Line 11, column 1 (handle): “Maharlika” is also in line 10",
            "Line 2, column 1 (handle): “Mahar1ika” looks like “Maharlika”",
            "Line 4, column 1 (handle): “Luz0n” looks like “Luzon”",
        ];
        for words in expected {
            assert!(faults.iter().any(|fault| fault.starts_with(words)), "{words} in {faults:#?}");
        }
        assert!(faults.iter().any(|fault| fault.starts_with("Line 8") && fault.contains("Too short")), "{faults:#?}");
        assert!(faults.iter().any(|fault| fault.starts_with("Line 9")));
        league.import("handle\nold name\n");
        assert_eq!(league.handles(), ["Maharlika"], "a merged handle leads on");
    }

    fn what_is_exported_changes_nothing_when_it_comes_back(place: &Place) {
        let league = League::new(place);
        league.import("handle,name,club,number,age\nAna,'=1+1,@club,-,60+\nPeña,\"Peña, José\",,+7,13-17\n");
        let slug = &league.organisation.slug;
        let file = roster::export(&league.app, &league.actor, slug, NOW).unwrap();
        let dangerous = file.split([',', '\n']).filter(|cell| cell.starts_with(['=', '+', '-', '@']));
        assert_eq!(dangerous.count(), 0, "{file}");
        let seen = league.preview(file.as_bytes(), Options { remove_missing: true });
        assert_eq!((seen.faults.len(), seen.unchanged, seen.rows.len()), (0, 2, 0), "{file}");
        assert!(place.trail().join("\n").contains("rows"), "that it was taken is told");
        for stranger in [person(3), Actor::nobody()] {
            assert!(roster::export(&league.app, &stranger, slug, NOW).is_err());
        }
    }

    fn a_wrong_file_says_what_to_do(place: &Place) {
        let league = League::new(place);
        let first = |file: &[u8]| {
            LocalizedMessage::from(league.preview(file, KEEP).faults[0].message()).to_string()
        };
        assert!(first(b"\xff\xfeh\x00a").contains("UTF-16"), "half a character is broken");
        assert!(first(b"handle,name\nAna,Pe\x81a\n").starts_with("Line 2: Byte 0x81"));
        // What a spreadsheet writes is read, and said.
        let text = "handle,name\nAna,Peña\n";
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let windows = b"handle,name\nAna,Pe\xf1a\n";
        let files = [(&utf16[..], TextEncoding::Utf16), (&windows[..], TextEncoding::Windows1252)];
        for (file, encoding) in files {
            let seen = league.preview(file, KEEP);
            assert_eq!((seen.faults.len(), seen.added, seen.encoding), (0, 1, encoding));
            let Change::Added { fields, .. } = &seen.rows[0].what else { panic!("{seen:?}") };
            assert_eq!(fields[0].after, "Peña");
        }
        assert!(first(b"PK\x03\x04").contains("OpenDocument"));
        assert!(first(b"handle,birthday\nAna,2012-01-01\n").contains("Unknown column “birthday”"));
        assert!(first(b"handle,age\nAna,2012-01-01\n").contains("never a date"));
        let many: Vec<String> = (0..100_000).map(|at| format!("Player {at}")).collect();
        let many = format!("handle\n{}\n", many.join("\n"));
        assert!(first(many.as_bytes()).contains("More than 20000 rows"));
    }

    fn nobody_is_put_on_a_roster_that_waits_for_approval(place: &Place) {
        let app = place.open();
        let rules = CreationRules { policy: CreationPolicy::ByApproval, max_per_owner: 5 };
        let made = create(&app, &person(1), rules, &named("League"), NOW).unwrap();
        let seen = roster::preview(&app, &owner(&made), &made.slug, b"handle\nAna\n", KEEP, NOW);
        assert!(matches!(seen, Err(Error::Conflict(_))));
    }

    fn many_rows_are_written_and_changed_at_once(place: &Place) {
        let league = League::new(place);
        let mut file = String::from("handle,name,club,province,number,age\n");
        for at in 0..600 {
            let age = ["u13", "13-17", "18-59", "60+"][at % 4];
            writeln!(file, "Player {at},Real Name {at},Club {},Laguna,{at},{age}", at % 50).unwrap();
        }
        let done = league.import(&file);
        assert_eq!((done.added, done.new_players), (600, 600));
        assert_eq!(place.number("SELECT COUNT(*) AS number FROM players WHERE private = 1"), 300);
        let grown = file.replace("u13", "18-59").replace("Laguna", "Cavite");
        assert_eq!(league.import(&grown).changed, 600);
        assert_eq!(place.number("SELECT COUNT(*) AS number FROM players WHERE private = 1"), 150);
        let told = "SELECT COUNT(*) AS number FROM audit WHERE action = 'member.changed'";
        assert_eq!(place.number(told), 600, "an entry for each");
    }
}
