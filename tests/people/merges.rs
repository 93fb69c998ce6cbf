//! Two players who are one person, and are two again.

use adjutant_service::access::Actor;
use adjutant_service::merging::{self, Merge};
use adjutant_service::{App, Error, games, players, ratings};

use crate::support::{
    NOW, Place, demo, exported, faults, game, import_text, ledgers, on_both_engines,
};

/// What a merge may change, apart from its own rows.
fn everything(place: &Place) -> Vec<String> {
    let mut all = ledgers(place);
    for sql in [
        "SELECT id || '|' || white_id || '|' || black_id || '|' || white_as || '|' || black_as \
         AS word FROM games ORDER BY id",
        "SELECT id || '|' || handle || '|' || name_key || '|' || look_key || '|' || state || '|' \
         || coalesce(merged_into, 0) || '|' || private AS word FROM players ORDER BY id",
        "SELECT id || '|' || player_id || '|' || club AS word FROM members ORDER BY id",
        "SELECT id || '|' || COALESCE(player_id, 0) AS word FROM accounts ORDER BY id",
        "SELECT id || '|' || player_id || '|' || real_name AS word FROM profiles ORDER BY id",
        "SELECT pool || '|' || games || '|' || players || '|' || checksum AS word \
         FROM rating_pools ORDER BY pool",
    ] {
        all.extend(place.words(sql));
    }
    all
}

fn merge(app: &App, from: &str, into: &str) -> Result<Merge, Error> {
    merging::merge(app, &Actor::for_command(), from, into, "he told me so", NOW)
}

fn undo(app: &App, merge: &Merge) -> Result<Merge, Error> {
    merging::undo(app, &Actor::for_command(), merge.id, "he is another one", NOW + 1)
}

/// Two of the demo's players who never met.
fn two_who_never_met(place: &Place) -> (String, String) {
    let pair = place.words(
        "SELECT a.handle || '|' || b.handle AS word FROM players a JOIN players b ON a.id < b.id \
         WHERE NOT EXISTS (SELECT 1 FROM games g WHERE (g.white_id = a.id AND g.black_id = b.id) \
         OR (g.white_id = b.id AND g.black_id = a.id)) AND a.handle <> '?' AND b.handle <> '?' \
         ORDER BY a.id, b.id LIMIT 1",
    );
    let (one, other) = pair[0].split_once('|').expect("two of them");
    (one.to_owned(), other.to_owned())
}

on_both_engines! {
    fn after_a_merge_is_undone_everything_is_as_before_to_the_byte(place: &Place) {
        let app = place.open();
        import_text(&app, &demo(150));
        let (from, into) = two_who_never_met(place);
        let (b, a) = (place.row_of(&from), place.row_of(&into));
        place.organisation(1, "cebu");
        place.organisation(2, "davao");
        place.member(1, 1, b, 3);
        place.member(2, 2, b, 3);
        place.member(3, 2, a, 3);
        place.account(1, "somebody", b);
        place.run_sql(&format!("INSERT INTO profiles VALUES (1, {b}, '', 'Real', 0, 3, 0, '', '')"));
        place.run_sql("UPDATE counters SET value = 1 WHERE name = 'profiles'");
        let (before, text) = (everything(place), exported(&app));

        let preview = merging::preview(&app, &Actor::for_command(), &from, &into).expect("a preview");
        assert!(preview.games > 0 && preview.has_account && preview.refusal.is_none());
        assert_eq!(preview.memberships, 2);
        let made = merge(&app, &from, &into).expect("merged");
        assert_eq!((made.from.as_str(), made.into.as_str()), (from.as_str(), into.as_str()));
        let merged = everything(place);
        assert_ne!(merged, before);
        assert_eq!(exported(&app), text, "the records still say what they said");
        assert_eq!(faults(&app), [""; 0]);
        let other = players::by_handle(&app, &from).expect("his handle leads there");
        assert_eq!(other.handle, into);
        assert!(players::leads_elsewhere(&from, &other));
        assert!(players::page(&app, &from, "", 5).expect("a search").is_empty());
        assert_eq!(place.words("SELECT CAST(player_id AS TEXT) AS word FROM accounts"), [a.to_string()]);
        let rosters = place.words("SELECT player_id || '' AS word FROM members ORDER BY id");
        assert_eq!(rosters, [a.to_string(), b.to_string(), a.to_string()], "where he had none");
        for done in ratings::recompute(&app, false, 9).expect("a comparison") {
            assert!(done.agrees(), "{:?}", done.differences);
        }

        let undone = undo(&app, &made).expect("undone");
        assert_eq!(undone.undone_at, Some(NOW + 1));
        assert_eq!(everything(place), before);
        assert_eq!(exported(&app), text);
        let refused = undo(&app, &made).expect_err("it is undone");
        assert!(matches!(refused, Error::Conflict(_)), "{refused}");
    }

    fn an_import_of_the_old_name_finds_the_one_who_he_is(place: &Place) {
        let app = place.open();
        import_text(&app, &(game("Juan", "Tala", 1, "") + &game("Johnny", "Tala", 2, "")));
        let text = game("JOHNNY", "Tala", 3, "") + &game("Johnny", "Tala", 4, "");
        let made = merge(&app, "Johnny", "Juan").expect("merged");
        import_text(&app, &text);
        assert_eq!(players::summary(&app, "juan").expect("a summary").all.games(), 4);
        assert_eq!(players::summary(&app, "johnny").expect("a summary").all.games(), 4);
        assert!(exported(&app).contains("JOHNNY"), "as it is written");
        // The same as if they had never been one.
        undo(&app, &made).expect("undone");
        let other = if place.postgres.is_some() { Place::postgres() } else { Place::sqlite() };
        let apart = other.open();
        import_text(&apart, &(game("Juan", "Tala", 1, "") + &game("Johnny", "Tala", 2, "")));
        import_text(&apart, &text);
        let own = |place: &Place| {
            let rows = everything(place);
            rows.into_iter().filter(|row| !row.starts_with("merges")).collect::<Vec<_>>()
        };
        assert_eq!(own(place), own(&other));
    }

    fn merges_of_merges_are_undone_from_the_newest_on(place: &Place) {
        let app = place.open();
        let text: String = ["Ana", "Anna", "Hannah"].map(|one| game(one, "Tala", 1, "")).concat();
        import_text(&app, &text);
        let before = everything(place);
        let first = merge(&app, "Ana", "Anna").expect("merged");
        let second = merge(&app, "Anna", "Hannah").expect("merged");
        assert_eq!(players::by_handle(&app, "ana").expect("leads on").handle, "Hannah");
        assert_eq!(games::totals(&app).expect("counts").games, 3);
        let refused = undo(&app, &first).expect_err("the second stands on it");
        assert!(refused.to_string().contains("ndo that merge first"), "{refused}");
        import_text(&app, &game("Ana", "Tala", 2, ""));
        undo(&app, &second).expect("undone");
        assert_eq!(players::summary(&app, "Ana").expect("a summary").all.games(), 3);
        undo(&app, &first).expect("undone");
        assert_eq!(players::summary(&app, "Ana").expect("a summary").all.games(), 2);
        assert_eq!(players::summary(&app, "Anna").expect("a summary").all.games(), 1);
        let now = everything(place);
        assert!(before.iter().filter(|row| row.contains("|Ana|") || row.contains("|Anna|")).all(|row| now.contains(row)));
        assert_eq!(faults(&app), [""; 0]);
    }

    fn what_cannot_be_one_person_is_refused_with_the_remedy(place: &Place) {
        let app = place.open();
        let text = game("Juan", "Tala", 1, "") + &game("Pedro", "Tala", 2, "") + &game("Jose", "?", 3, "");
        import_text(&app, &text);
        let refused = |from: &str, into: &str, words: &str| {
            let refused = merge(&app, from, into).expect_err(words).to_string();
            assert!(refused.contains(words), "{refused}");
        };
        refused("Juan", "juan", "the same player");
        refused("Juan", "Nobody", "not found");
        refused("Juan", "?", "any unknown player");
        refused("Juan", "Tala", "have played each other");
        place.account(1, "one", place.row_of("Juan"));
        place.account(2, "two", place.row_of("Pedro"));
        refused("Juan", "Pedro", "Release one of them");
        let stranger = place.account(3, "three", 0);
        let hidden = merging::merge(&app, &stranger, "Juan", "Jose", "why not", NOW);
        assert!(matches!(hidden, Err(Error::Role { .. })));
        merge(&app, "Jose", "Juan").expect("merged");
        refused("Jose", "Pedro", "is already merged");
        refused("Pedro", "Jose", "is already merged");
        let no_reason = merging::merge(&app, &Actor::for_command(), "Pedro", "Juan", " ", NOW);
        assert!(matches!(no_reason, Err(Error::Invalid { field: "reason", .. })));
    }

    fn a_merge_beside_a_play_that_is_cut_off_goes_on_and_so_does_its_undoing(place: &Place) {
        let text: String = (1..=600).map(|round| game("Johnny", "Tala", round, "")).collect();
        let text = text + &game("Juan", "Tala", 1, "");
        let smooth = if place.postgres.is_some() { Place::postgres() } else { Place::sqlite() };
        for place in [place, &smooth] {
            import_text(&place.open(), &text);
            place.run_sql(
                "INSERT INTO plays (id, public_id, state, version, rule_set_id, white_id, black_id, \
                 rated, listed, speed, created_at, due_at, ended_at) \
                 SELECT 1, 'a-play-abc', 2, 1, 1, id, id, 1, 1, 1, 1, 0, 0 FROM players WHERE handle = 'Tala'",
            );
        }
        let app = place.open();
        let (from, into) = (place.row_of("Johnny"), place.row_of("Juan"));
        let count = |player| {
            let sql = format!("SELECT COUNT(*) || '' AS word FROM games WHERE white_id = {player}");
            place.words(&sql)[0].parse::<u32>().expect("a number")
        };
        let before = everything(place);

        cut(place, Some(into));
        merge(&app, "Johnny", "Juan").expect_err("it is cut off");
        assert!(count(into) > 1 && count(from) >= 300, "{} and {}", count(into), count(from));
        assert_eq!(players::by_handle(&app, "Johnny").expect("it leads there").handle, "Juan");
        let other = merging::undo(&app, &Actor::for_command(), 1, "no", NOW).expect_err("one by one");
        assert!(other.to_string().contains("Another merge is in progress"), "{other}");
        cut(place, None);
        let anew = place.open();
        ratings::bring_up_to_date(&anew).expect("it goes on");
        assert_eq!((count(from), count(into)), (0, 601));
        let app_2 = smooth.open();
        let made = merge(&app_2, "Johnny", "Juan").expect("merged");
        assert_eq!(everything(place), everything(&smooth));

        cut(place, Some(from));
        undo(&anew, &made).expect_err("it is cut off");
        assert!(count(from) > 0 && count(into) >= 300, "{} and {}", count(from), count(into));
        cut(place, None);
        let anew = place.open();
        ratings::bring_up_to_date(&anew).expect("it goes on");
        assert_eq!(everything(place), before);
        undo(&app_2, &made).expect("undone");
        assert_eq!(everything(&smooth), before);
    }
}

/// Lets no game of the later ones become White's of this player, or any again.
fn cut(place: &Place, player: Option<i32>) {
    let sql = match (place.postgres.is_some(), player) {
        (true, Some(player)) => format!(
            "ALTER TABLE games ADD CONSTRAINT cut CHECK (id <= 300 OR white_id <> {player}) NOT VALID"
        ),
        (true, None) => "ALTER TABLE games DROP CONSTRAINT cut".to_owned(),
        (false, Some(player)) => format!(
            "CREATE TRIGGER cut BEFORE UPDATE ON games WHEN NEW.id > 300 AND NEW.white_id = {player} \
             BEGIN SELECT RAISE(ABORT, 'cut'); END"
        ),
        (false, None) => "DROP TRIGGER cut".to_owned(),
    };
    place.run_sql(&sql);
}
