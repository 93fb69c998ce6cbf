//! Who follows whom: private, kept through merges, gone with either side.

use adjutant_domain::moment::Micros;
use adjutant_service::access::Actor;
use adjutant_service::follows::{self, FollowKind, MAX_FOLLOWS};
use adjutant_service::privacy::{self, Part};
use adjutant_service::{App, Error, merging};

use crate::support::{NOW, Place, game, import_text, on_both_engines};

fn names(app: &App, who: &Actor) -> Vec<String> {
    follows::own(app, who).expect("a list").into_iter().map(|one| one.name).collect()
}

fn follow(app: &App, who: &Actor, kind: FollowKind, name: &str) -> Result<(), Error> {
    follows::set(app, who, (kind, name), true, NOW)
}

/// A place where Ana, Ben and Carla have played at the Cup of the organisation `liga`.
fn played(place: &Place) -> (App, Actor) {
    let app = place.open();
    import_text(&app, &(game("Ana", "Ben", 1, "") + &game("Carla", "Dan", 2, "")));
    place.organisation(1, "liga");
    (app, place.account(1, "Watcher", 0))
}

on_both_engines! {
    fn one_follows_players_events_and_organisations_and_stops_again(place: &Place) {
        let (app, watcher) = played(place);
        for (kind, name) in [
            (FollowKind::Player, "ana"),
            (FollowKind::Event, "cup"),
            (FollowKind::Organisation, "liga"),
        ] {
            follow(&app, &watcher, kind, name).expect("followed");
            follow(&app, &watcher, kind, name).expect("as before");
            assert_eq!(follows::state(&app, &watcher, kind, name).expect("known"), Some(true));
        }
        assert_eq!(names(&app, &watcher), ["Ana", "Cup", "liga"]);
        let event = (FollowKind::Event, "cup");
        follows::set(&app, &watcher, event, false, NOW).expect("ended");
        follows::set(&app, &watcher, event, false, NOW).expect("as before");
        assert_eq!(names(&app, &watcher), ["Ana", "liga"]);
        assert_eq!(names(&app, &place.account(2, "Other", 0)), [""; 0]);
        let stranger = follow(&app, &Actor::nobody(), FollowKind::Player, "Ana");
        assert!(matches!(stranger, Err(Error::SignIn)));
    }

    fn nobody_follows_who_is_not_listed(place: &Place) {
        let (app, watcher) = played(place);
        follow(&app, &watcher, FollowKind::Player, "Ana").expect("followed");
        place.run_sql("UPDATE players SET private = 2 WHERE handle IN ('Ana', 'Ben')");
        let refused = follow(&app, &watcher, FollowKind::Player, "Ben");
        assert!(matches!(refused, Err(Error::Missing { .. })));
        assert_eq!(names(&app, &watcher), [""; 0]);
        place.run_sql("UPDATE players SET private = 0; UPDATE organisations SET state = 3");
        assert_eq!(names(&app, &watcher), ["Ana"]);
        let refused = follow(&app, &watcher, FollowKind::Organisation, "liga");
        assert!(matches!(refused, Err(Error::Missing { .. })));
    }

    fn a_merge_keeps_followers_and_its_undoing_gives_them_back(place: &Place) {
        let (app, watcher) = played(place);
        let (operator, why) = (Actor::for_command(), "one person");
        follow(&app, &watcher, FollowKind::Player, "Carla").expect("followed");
        let merge = merging::merge(&app, &operator, "Carla", "Ana", why, NOW).expect("merged");
        assert_eq!(names(&app, &watcher), ["Ana"]);
        let ana = |app: &App| follows::state(app, &watcher, FollowKind::Player, "Ana");
        assert_eq!(ana(&app).expect("known"), Some(true));
        follow(&app, &watcher, FollowKind::Player, "Ana").expect("as before");
        merging::undo(&app, &operator, merge.id, "two persons", NOW).expect("undone");
        assert_eq!(names(&app, &watcher), ["Carla"]);
        merging::merge(&app, &operator, "Carla", "Ana", why, NOW).expect("merged");
        follows::set(&app, &watcher, (FollowKind::Player, "Ana"), false, NOW).expect("ended");
        assert_eq!(names(&app, &watcher), [""; 0]);
    }

    fn an_account_takes_its_follows_along_and_leaves_none(place: &Place) {
        let (app, watcher) = played(place);
        follow(&app, &watcher, FollowKind::Player, "Ana").expect("followed");
        let mut told = Vec::new();
        privacy::export(&app, &watcher, watcher.account, NOW, &mut |part| {
            if let Part::Follow(one) = part {
                told.push((one.kind, one.name.clone(), one.since));
            }
            true
        })
        .expect("exported");
        assert_eq!(told, [(FollowKind::Player, "Ana".to_owned(), NOW)]);
        privacy::delete(&app, &watcher, watcher.account, NOW).expect("deleted");
        assert_eq!(place.words("SELECT CAST(count(*) AS TEXT) AS word FROM follows"), ["0"]);
    }

    fn who_is_deleted_is_followed_by_nobody(place: &Place) {
        let (app, watcher) = played(place);
        follow(&app, &watcher, FollowKind::Player, "Ana").expect("followed");
        privacy::delete_player(&app, &Actor::for_command(), "Ana", "asked", Micros(NOW.0 + 1))
            .expect("deleted");
        assert_eq!(place.words("SELECT CAST(count(*) AS TEXT) AS word FROM follows"), ["0"]);
    }

    fn an_account_follows_only_so_many(place: &Place) {
        let (app, watcher) = played(place);
        place.run_sql(&format!(
            "WITH RECURSIVE n (id) AS (SELECT 100 UNION ALL SELECT id + 1 FROM n WHERE id < {}) \
             INSERT INTO players (id, handle, name_key, look_key) \
             SELECT id, 'P' || id, 'p' || id, 'p' || id FROM n",
            99 + MAX_FOLLOWS
        ));
        place.run_sql(
            "INSERT INTO follows (id, account_id, player_id, created_at) \
             SELECT id, 1, id, 1 FROM players WHERE id >= 100; \
             UPDATE counters SET value = 10000 WHERE name = 'follows'",
        );
        let refused = follow(&app, &watcher, FollowKind::Player, "Ana");
        assert!(matches!(refused, Err(Error::Conflict(_))));
    }
}
