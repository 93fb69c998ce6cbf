//! Pages by cursor: each game once, with any filter, the newest first.

use adjutant_service::games::{self, Cursor, Filter, GameSummary};
use adjutant_service::records::content_id;
use adjutant_service::{App, Error, players};
use ledger_ratings::Day;
use salpakan::record::JudgedRecord;
use salpakan::record::notation::{GameReader, read_game};
use salpakan::rules::{Outcome, Termination};

use crate::support::{Place, demo, import_text, on_both_engines, resignation};

/// All pages of a filter, one after another.
fn walk(app: &App, filter: &Filter, limit: usize) -> Vec<GameSummary> {
    let mut all = Vec::new();
    let mut cursor: Option<Cursor> = None;
    loop {
        let page = games::page(app, filter, cursor, limit).expect("a page");
        assert!(page.items.len() <= limit);
        all.extend(page.items);
        match page.next {
            None => return all,
            // As a visitor would hand it back.
            Some(next) => cursor = Some(Cursor::parse(&next.to_string()).expect("a cursor")),
        }
    }
}

fn records(text: &str) -> Vec<JudgedRecord> {
    let reader = GameReader::new(text.as_bytes()).expect("a reader");
    reader.map(|game| read_game(&game.expect("a game")).expect("a valid game")).collect()
}

fn fits(filter: &Filter, record: &JudgedRecord) -> bool {
    let header = &record.header;
    let roster = &header.roster;
    let has = |name: &String| roster.white == *name || roster.black == *name;
    let day = Day::of_tag(&roster.date);
    let slug = |name: &str| name.to_lowercase().replace(' ', "-");
    filter.player.as_ref().is_none_or(has)
        && filter.opponent.as_ref().is_none_or(|other| {
            // The other side of the board: nobody is their own opponent.
            has(other) && filter.player.as_ref().is_none_or(|player| player != other)
        })
        && filter.event.as_ref().is_none_or(|event| slug(&roster.event) == *event)
        && filter.round.as_ref().is_none_or(|round| roster.round == *round)
        && filter.from.is_none_or(|from| day >= from)
        && filter.to.is_none_or(|to| day <= to)
        && filter.outcome.is_none_or(|outcome| header.outcome == outcome)
        && filter.termination.is_none_or(|termination| header.termination == termination)
        && filter.rule_set.as_ref().is_none_or(|key| record.timeline.rules.key() == *key)
        && filter.least_plies.is_none_or(|least| record.timeline.len() >= least)
        && filter.most_plies.is_none_or(|most| record.timeline.len() <= most)
}

fn filters() -> Vec<Filter> {
    let text = |text: &str| Some(text.to_owned());
    let none = Filter::default;
    let day = |text| Some(Day::of_tag(text));
    vec![
        none(),
        Filter { player: text("Sidapa"), ..none() },
        Filter { player: text("Sidapa"), opponent: text("Pandesal"), ..none() },
        Filter { player: text("Sidapa"), opponent: text("Sidapa"), ..none() },
        Filter { event: text("ranked-evening-10-january"), ..none() },
        Filter { event: text("ranked-evening-10-january"), round: text("2"), ..none() },
        Filter { from: day("2026.01.20"), to: day("2026.02.20"), ..none() },
        Filter { player: text("Sidapa"), from: day("2026.02.01"), ..none() },
        Filter { outcome: Some(Some(Outcome::Draw)), ..none() },
        Filter { outcome: Some(None), ..none() },
        Filter { termination: Some(Termination::Time), least_plies: Some(100), ..none() },
        Filter {
            player: text("Sidapa"),
            most_plies: Some(120),
            rule_set: text("standard"),
            ..none()
        },
        Filter { rule_set: text("krig"), ..none() },
    ]
}

on_both_engines! {
    fn every_filter_finds_each_of_its_games_once_the_newest_first(place: &Place) {
        let app = place.open();
        let text = demo().concat();
        import_text(&app, &text);
        let records = records(&text);
        for filter in filters() {
            let mut expected: Vec<String> = records
                .iter()
                .filter(|record| fits(&filter, record))
                .map(|record| content_id(&record.clone().into()).to_string())
                .collect();
            expected.sort();
            for limit in [7, 200] {
                let found = walk(&app, &filter, limit);
                let dates: Vec<&str> = found.iter().map(|game| game.date.as_str()).collect();
                assert!(dates.is_sorted_by(|a, b| a >= b), "{filter:?}");
                let mut ids: Vec<String> = found.iter().map(|game| game.id.to_string()).collect();
                ids.sort();
                assert_eq!(ids, expected, "{filter:?} by {limit}");
            }
        }
    }

    fn a_page_does_not_change_when_games_come_in(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..100].concat());
        let first = games::page(&app, &Filter::default(), None, 10).expect("a page");
        let second = games::page(&app, &Filter::default(), first.next, 10).expect("a page");
        import_text(&app, &resignation("Later", "Lakandula", "1"));
        let again = games::page(&app, &Filter::default(), first.next, 10).expect("a page");
        assert_eq!(second, again);
    }

    fn a_cursor_that_is_none_is_refused(place: &Place) {
        let _ = place;
        for text in ["", "_", "1", "1_", "x_y", "1_2_3", "99999999999999999999_1"] {
            assert_eq!(Cursor::parse(text), None, "{text:?}");
        }
        let last = Cursor::parse("99999999999_1");
        assert_eq!(last, Cursor::parse("2147483647_1"), "beyond every day is the last day");
    }

    fn names_that_are_not_there_are_said_so(place: &Place) {
        let app = place.open();
        let filter = Filter { player: Some("Nobody".to_owned()), ..Filter::default() };
        let refused = games::page(&app, &filter, None, 10).expect_err("nobody");
        assert!(matches!(refused, Error::Missing { .. }), "{refused}");
        let filter = Filter { opponent: Some("Nobody".to_owned()), ..Filter::default() };
        let refused = games::page(&app, &filter, None, 10).expect_err("no player");
        assert!(matches!(refused, Error::Invalid { field: "opponent", .. }), "{refused}");
    }

    fn two_players_are_counted_against_each_other(place: &Place) {
        let app = place.open();
        let text = demo().concat();
        import_text(&app, &text);
        let between: Vec<JudgedRecord> = records(&text)
            .into_iter()
            .filter(|record| {
                let roster = &record.header.roster;
                let pair = [roster.white.as_str(), roster.black.as_str()];
                pair == ["Sidapa", "Pandesal"] || pair == ["Pandesal", "Sidapa"]
            })
            .collect();
        let met = players::head_to_head(&app, "Sidapa", "Pandesal", None).expect("both are there");
        assert_eq!(met.games.len(), between.len());
        assert!(!met.partial && !between.is_empty());
        assert_eq!(met.score.games() as usize, between.len());
        let back = players::head_to_head(&app, "Pandesal", "Sidapa", None).expect("both are there");
        assert_eq!((back.score.wins, back.score.losses), (met.score.losses, met.score.wins));
    }

    fn players_are_found_by_the_beginning_of_their_names_in_one_order(place: &Place) {
        let app = place.open();
        let names = ["ana", "Änä", "Ana B", "ana-c", "Anabel", "Bea", "_x", "Ñandú", "ana_d", "アナ"];
        let text: String =
            names.iter().map(|name| resignation("Cup", name, "1")).collect();
        import_text(&app, &text);
        let handles = |prefix: &str, after: &str| -> Vec<String> {
            let page = players::page(&app, prefix, after, 50).expect("players");
            page.into_iter().map(|player| player.handle).collect()
        };
        assert_eq!(handles("AN", ""), ["ana", "Ana B", "ana-c", "ana_d", "Anabel"]);
        assert_eq!(handles("an", "ana-c"), ["ana_d", "Anabel"]);
        assert_eq!(handles("ñ", ""), ["Ñandú"]);
        let mut all = handles("", "");
        assert_eq!(all.len(), names.len() + 1);
        let mut after = Vec::new();
        let mut last = String::new();
        while let [next, ..] = players::page(&app, "", &last, 1).expect("players").as_slice() {
            last.clone_from(&next.handle);
            after.push(last.clone());
        }
        assert_eq!(after, all);
        all.dedup();
        assert_eq!(after.len(), all.len());
    }
}
