//! Handles: what tells look-alikes apart, and what no import takes.

use adjutant_domain::account::handle::look_key;
use adjutant_service::import::{Verdict, import};
use adjutant_service::owner::Owner;
use adjutant_service::{Error, claims};

use crate::support::{NOW, Place, demo, game, import_text, on_both_engines};

on_both_engines! {
    fn every_player_has_a_look_key_whether_he_is_new_or_from_an_older_program(place: &Place) {
        let app = place.open();
        import_text(&app, &demo(100));
        drop(app);
        place.run_sql("UPDATE players SET look_key = '' WHERE id % 3 = 0");
        place.open();
        let rows = place.words("SELECT handle || '|' || look_key AS word FROM players");
        assert!(rows.len() > 10, "{} players", rows.len());
        for row in rows {
            let (handle, look) = row.split_once('|').expect("two columns");
            assert_eq!(look, look_key(handle), "{handle}");
        }
    }

    fn an_import_by_anybody_but_the_site_brings_no_look_alike(place: &Place) {
        let app = place.open();
        let (counts, _) =
            import_text(&app, &(game("Moro", "Tala", 1, "") + &game("M0ro", "Tala", 2, "")));
        assert_eq!(counts.added, 2, "an archive may");
        place.account(1, "Somebody", 0);
        place.run_sql(&format!("UPDATE accounts SET look_key = '{}'", look_key("Somebody")));
        let text = game("moro", "Tala", 3, "")
            + &game("Mor0", "Tala", 4, "")
            + &game("Tala", "S0mebody", 5, "")
            + &game("somebody", "Tala", 6, "")
            + &game("Luzon", "Tala", 7, "")
            + &game("Iuzon", "Tala", 8, "");
        let mut said = Vec::new();
        let member = Owner::Member { account: 1 };
        import(&app, text.as_bytes(), member, NOW, &mut |verdict, _| {
            said.push(match verdict {
                Verdict::Added(_) => String::new(),
                Verdict::Refused(refusal) => refusal.error.message.clone(),
                Verdict::Duplicate(_) | Verdict::Unrated(_) => "there".to_owned(),
            });
        })
        .expect("imported");
        for refused in [&said[1], &said[2]] {
            assert!(refused.contains("looks like somebody else's"), "{said:?}");
        }
        assert!(said[0].is_empty(), "this is the name itself");
        assert!(said[4].is_empty() != said[5].is_empty(), "one of the two: {said:?}");
    }

    fn a_name_that_is_nobodys_is_made_by_the_site_alone_and_claimed_by_nobody(place: &Place) {
        let app = place.open();
        import_text(&app, &(game("Moderator", "Tala", 1, "") + &game("Pedro", "Tala", 1, "")));
        let games = ["Operator", "adm1n", "Anonymous abc12345", "moderator", "Operador"]
            .into_iter()
            .zip(2..)
            .map(|(name, round)| game(name, "Tala", round, ""))
            .collect::<String>();
        let actor = place.account(1, "Somebody", 0);
        place.organisation(1, "cebu");
        let pool = None;
        let club = Owner::Organisation { id: 1, slug: "cebu".to_owned(), pool, account: 1 };
        for (owner, fate) in [(Owner::Member { account: 1 }, "added"), (club, "added")] {
            let mut said = Vec::new();
            import(&app, games.as_bytes(), owner, NOW, &mut |verdict, _| {
                said.push(match verdict {
                    Verdict::Refused(refusal) => refusal.error.message.clone(),
                    _ => "added".to_owned(),
                });
            })
            .expect("imported");
            for refused in &said[..3] {
                assert!(refused.contains("kept for what is no person"), "{said:?}");
            }
            assert_eq!(said[3..], [fate, fate], "who is there already, and somebody new");
        }
        let ask = |handle| claims::ask(&app, &actor, handle, "it is me", NOW);
        assert!(matches!(ask("Moderator"), Err(Error::Missing { .. })));
        ask("Pedro").expect("a person");
    }

    fn names_with_characters_that_nobody_sees_are_refused_by_every_import(place: &Place) {
        let app = place.open();
        for (number, hidden) in ['\u{200b}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{ad}']
            .into_iter()
            .enumerate()
        {
            let white = format!("La{hidden}kan");
            let text = game("Sidapa", "Maharlika", number as u32, "") + &game(&white, "Tala", 1, "");
            let (counts, verdicts) = import_text(&app, &text);
            assert_eq!((counts.added, counts.refused), (1, 1), "{hidden:?}");
            let Verdict::Refused(refusal) = &verdicts[1] else { panic!("refused") };
            let message = &refusal.error.message;
            assert!(message.contains("White") && message.contains("write it anew"), "{message}");
            assert!(refusal.error.line > 1);
        }
    }
}
