//! Minors: not in lists, not on leaderboards, and nobody's place has a gap for it.

use adjutant_service::access::Actor;
use adjutant_service::{App, leaderboard, players, ratings};
use ledger_ratings::{Pool, Shortfall};

use crate::support::{Place, import_text, on_both_engines};

fn listed(app: &App) -> Vec<String> {
    let page = players::page(app, "", "", 200).expect("players");
    page.into_iter().map(|player| player.handle).collect()
}

fn placed(app: &App) -> Vec<(usize, String)> {
    let pool = Pool::by_key("rapid").expect("a default pool");
    let page = leaderboard::board(app, pool).expect("a board").page(None, 100);
    page.rows.iter().map(|placed| (placed.place, placed.row.handle.to_string())).collect()
}

on_both_engines! {
    fn a_minor_is_in_no_list_and_has_no_place(place: &Place) {
        let app = place.open();
        import_text(&app, include_str!("../../demo/sample.ggn"));
        ratings::bring_up_to_date(&app).expect("rated");
        let before = placed(&app);
        let (_, minor) = before[1].clone();
        let id = place.row_of(&minor);
        place.run_sql(&format!("UPDATE players SET private = 1 WHERE id = {id}"));
        adjutant_service::persons::changed(&app, &[id]).expect("shown anew");
        assert!(!listed(&app).contains(&minor), "not in the index");
        assert!(players::page(&app, &minor, "", 10).expect("a search").is_empty());
        let after = placed(&app);
        assert_eq!(after.len(), before.len() - 1);
        assert_eq!(after.iter().map(|(at, _)| *at).max(), Some(before.len() - 1), "no gap");
        assert!(after.iter().all(|(_, handle)| *handle != minor));
        let own = players::by_handle(&app, &minor).expect("his handle still answers");
        let pool = Pool::by_key("rapid").expect("a default pool");
        let find = |actor: &Actor| leaderboard::find(&app, actor, pool, &own.handle).expect("found");
        let standing = find(&place.account(1, "Himself", id)).expect("he sees his own rating");
        assert_eq!(standing.shortfalls, [Shortfall::KeepsOff]);
        for other in [Actor::nobody(), Actor::for_command(), place.account(2, "Other", 0)] {
            assert_eq!(find(&other), None, "to others he is as somebody who is not rated");
        }
        // The same after everything was read anew, and with a guardian's word.
        drop(app);
        let app = place.open();
        assert_eq!(placed(&app), after);
        place.run_sql(&format!("UPDATE players SET private = 2 WHERE id = {id}"));
        adjutant_service::persons::changed(&app, &[id]).expect("shown anew");
        assert_eq!(placed(&app), before, "a guardian agrees to a place");
        assert!(!listed(&app).contains(&minor), "and to nothing else");
    }
}
