//! Whose games are rated where: the site's, organisations' and members', in one store.

use std::collections::BTreeMap;
use std::io::Cursor;

use adjutant_service::games::{self, Filter};
use adjutant_service::import::{Verdict, import, import_at_most};
use adjutant_service::owner::{Limits, Owner, Room, Whose};
use adjutant_service::ratings::{self, GameRating};
use adjutant_service::records::{GameId, Provenance};
use adjutant_service::{
    App, Error, edition, events, leaderboard, organisation_games, players, pools,
};
use adjutant_store::Store;
use diesel::connection::SimpleConnection;
use ledger_ratings::{AnyTitle, Day, Pool, PoolKind, Titles, Unrated};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::stored::{House, Tags, house, random_tags};
use adjutant_domain::moment::Micros;

/// Runs statements on the database of a house.
fn run(house: &House, sql: &str) {
    let store = Store::open(house.settings.database.clone()).expect("a second way in");
    store.connection().expect("a connection").batch_execute(sql).expect("the statements run");
}

/// A house with the open organisations `club` (1) and `liga` (2).
pub fn house_of_clubs(on_postgres: bool) -> House {
    let house = house(on_postgres);
    for (id, slug, name) in [(1, "club", "The Club"), (2, "liga", "Liga ng Lahat")] {
        run(
            &house,
            &format!(
                "INSERT INTO organisations VALUES ({id}, '{name}', '{slug}', '{slug}', '{slug}', \
                 1, '', '', '', 0, 0, '', '', 0, 0, 0, '')"
            ),
        );
    }
    for account in [7, 9] {
        run(
            &house,
            &format!(
                "INSERT INTO accounts SELECT {account}, 'n{account}', 'n{account}', 'n{account}', '', \
                 NULL, 0, '', 0, 0, NULL, logo, 0, 0, 'en', 0, 0, 0, 0 FROM organisations WHERE id = 1"
            ),
        );
    }
    run(&house, "UPDATE counters SET value = 2 WHERE name IN ('organisations', 'accounts')");
    house
}

pub fn club(id: i32, pool: Option<PoolKind>) -> Owner {
    let slug = ["club", "liga"][usize::try_from(id - 1).expect("1 or 2")].to_owned();
    Owner::Organisation { id, slug, pool, account: 7 }
}

/// Every importer, and the first table of their games.
fn owners() -> [Owner; 6] {
    [
        Provenance::Command.into(),
        Owner::Member { account: 9 },
        club(1, Some(PoolKind::Online)),
        club(1, Some(PoolKind::FaceToFace)),
        club(2, Some(PoolKind::Online)),
        club(1, None),
    ]
}

/// Imports games for an owner; the ids of those that are new, or theirs from now on.
pub fn take_for(app: &App, owner: &Owner, tags: &[Tags]) -> Vec<GameId> {
    let text: String = tags.iter().map(Tags::ggn).collect();
    let mut added = Vec::new();
    import(app, Cursor::new(text), owner.clone(), Micros(0), &mut |verdict, _| match verdict {
        Verdict::Added(id) => added.push(*id),
        Verdict::Unrated(remark) => panic!("not rated: {}", remark.message),
        Verdict::Duplicate(_) => {}
        Verdict::Refused(refusal) => panic!("refused: {}", refusal.error),
    })
    .expect("the games can be stored");
    added
}

/// Games, players and checksum of each pool in use, after a fold from nothing that finds
/// nothing to differ.
pub fn proven(app: &App) -> BTreeMap<&'static str, (i64, i64, i64)> {
    let pools = ratings::recompute(app, false, 5).expect("the ratings can be folded");
    for pool in &pools {
        assert!(pool.agrees(), "{}: {pool:?}", pool.pool.key);
    }
    let sums = pools.iter().map(|done| {
        (done.pool.key, (done.computed.games, done.computed.players, done.computed.checksum))
    });
    sums.filter(|(_, (games, ..))| *games > 0).collect()
}

/// Games that all count.
pub fn fair(count: u32, players: u32, seed: u64) -> Vec<Tags> {
    let mut tags = random_tags(count, players, seed);
    for one in &mut tags {
        let drawn = one.result == "1/2-1/2";
        one.termination = if drawn { "agreement" } else { "time" };
    }
    tags
}

/// A game of Three Generals between two players of an organisation.
const OPEN_GAME: &str = "[Event \"Open\"]\n[Date \"2026.11.29\"]\n[Round \"1\"]\n[White \"Lakandula\"]\n\
    [Black \"Maharlika\"]\n[Result \"1-0\"]\n[Game \"three-generals\"]\n[TimeControl \"600+5\"]\n\
    [Termination \"resignation\"]\n\n1. e3-e4 e7-e6 2. e4-e5 e6xe5 1-0\n\n";

#[test]
fn games_of_three_generals_with_the_number_of_a_pool_of_salpakan_get_that_of_their_own() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        take_for(&house.app, &club(1, Some(PoolKind::Online)), &fair(40, 8, 5));
        let owner = club(1, Some(PoolKind::FaceToFace));
        import(&house.app, Cursor::new(OPEN_GAME), owner, Micros(0), &mut |_, _| ())
            .expect("stored");
        ratings::bring_up_to_date(&house.app).expect("rated");
        let rated = |app: &App| -> Vec<(&str, i64)> {
            proven(app).into_iter().map(|(pool, (games, ..))| (pool, games)).collect()
        };
        let right = rated(&house.app);
        assert_eq!(right, [("club.online", 40), ("club.three-generals-face-to-face", 1)]);
        // As a program left them that knew no pools of this game.
        run(&house, "UPDATE games SET rated_in = -rated_in WHERE rated_in < -1");
        ratings::recompute(&house.app, true, 0).expect("rated");
        assert_eq!(rated(&house.app), [("club.online", 40)]);
        run(&house, "DELETE FROM __diesel_schema_migrations WHERE version = '20261129000112'");
        let app = App::open(&house.settings).expect("it is migrated");
        ratings::bring_up_to_date(&app).expect("rated");
        assert_eq!(rated(&app), right);
        let lakan = players::by_handle(&app, "Lakandula").expect("a player").id;
        let own: Vec<&str> = ratings::of_player(&app, lakan)
            .expect("ledgers")
            .into_iter()
            .map(|(pool, _)| pool.key)
            .collect();
        assert_eq!(own, ["club.three-generals-face-to-face"]);
    }
}

#[test]
fn owners_in_any_order_on_either_engine_give_the_same_integers_in_the_pools_of_each() {
    let mut lots: Vec<(usize, Tags)> = Vec::new();
    for at in 0..owners().len() {
        for mut tags in random_tags(110, 14, 40 + at as u64) {
            tags.table += 1_000 * at as u32;
            lots.push((at, tags));
        }
    }
    let mut found = Vec::new();
    for (on_postgres, seed) in [(false, 1), (false, 2), (true, 3)] {
        let house = house_of_clubs(on_postgres);
        let mut rng = StdRng::seed_from_u64(seed);
        lots.shuffle(&mut rng);
        let mut rest = &lots[..];
        while !rest.is_empty() {
            let (some, others) = rest.split_at(rng.random_range(20..120).min(rest.len()));
            for (at, owner) in owners().iter().enumerate() {
                let own = some.iter().filter(|(of, _)| *of == at).map(|(_, tags)| tags.clone());
                take_for(&house.app, owner, &own.collect::<Vec<_>>());
            }
            rest = others;
        }
        found.push(proven(&house.app));
    }
    let keys: Vec<&str> = found[0].keys().copied().collect();
    assert_eq!(keys, ["club.face-to-face", "club.online", "liga.online", "rapid"]);
    assert!(found[0].values().all(|(games, ..)| (80..=110).contains(games)), "{:?}", found[0]);
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
}

#[test]
fn many_games_of_many_owners_are_folded_from_nothing_alike() {
    let house = house_of_clubs(false);
    let mut tags = random_tags(700, 20, 50);
    take_for(&house.app, &club(1, Some(PoolKind::Online)), &tags);
    tags.iter_mut().for_each(|one| one.table += 1_000);
    take_for(&house.app, &Provenance::Command.into(), &tags);
    assert_eq!(proven(&house.app).keys().collect::<Vec<_>>(), [&"club.online", &"rapid"]);
}

#[test]
fn a_game_says_whose_it_is_and_why_it_is_not_rated() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        for (at, owner) in owners().iter().enumerate() {
            let mut tags = fair(1, 6, 60);
            tags[0].table += 1_000 * at as u32;
            let id = take_for(&house.app, owner, &tags)[0];
            let (game, rating) = games::get_rated(&house.app, id).expect("it is stored");
            let pool = match &rating {
                GameRating::Rated { pool, .. } => Ok(pool.key),
                GameRating::Unrated(reason) => Err(*reason),
                GameRating::Due { .. } => panic!("an import rates what it brings"),
            };
            let expected = [
                ("site", Ok("rapid")),
                ("member", Err(Unrated::Member)),
                ("organisation", Ok("club.online")),
                ("organisation", Ok("club.face-to-face")),
                ("organisation", Ok("liga.online")),
                ("organisation", Err(Unrated::NotAsked)),
            ];
            assert_eq!((game.summary.whose.key(), pool), expected[at]);
        }
    }
}

#[test]
fn an_event_of_one_owner_never_collects_anothers_games() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        for (at, owner) in owners().iter().enumerate() {
            let mut tags = fair(4, 6, 61);
            tags.iter_mut().for_each(|one| one.table += 1_000 * at as u32);
            tags[..2].iter_mut().for_each(|one| one.event = "Liga".to_owned());
            tags[2].event = " liga ".to_owned();
            tags[3].event = "?".to_owned();
            take_for(&house.app, owner, &tags);
        }
        let page = events::page(&house.app, None, None, 50).expect("events");
        let mut found: Vec<(String, &str, usize)> = Vec::new();
        for event in &page.items {
            let games = events::get(&house.app, &event.slug).expect("it is there").games;
            found.push((event.slug.clone(), event.whose.key(), games.len()));
        }
        found.sort();
        let expected = [
            ("club-liga", "organisation", 9),
            ("liga", "site", 3),
            ("liga-liga", "organisation", 3),
            ("member-liga", "member", 3),
        ];
        assert_eq!(found, expected.map(|(slug, whose, games)| (slug.to_owned(), whose, games)));
    }
}

#[test]
fn a_members_game_becomes_that_of_whom_brings_it_with_authority() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        let tags = fair(30, 6, 62);
        let member = Owner::Member { account: 9 };
        let first = take_for(&house.app, &member, &tags);
        assert!(proven(&house.app).is_empty());
        let organisation = club(1, Some(PoolKind::FaceToFace));
        assert_eq!(take_for(&house.app, &organisation, &tags[..20]), first[..20]);
        assert_eq!(proven(&house.app)["club.face-to-face"].0, 20);
        assert_eq!(take_for(&house.app, &Provenance::Command.into(), &tags), first[20..]);
        assert_eq!(proven(&house.app)["rapid"].0, 10);
        // Nobody takes what somebody has vouched for.
        for owner in owners() {
            assert!(take_for(&house.app, &owner, &tags).is_empty());
        }
        let whose = |id| games::get(&house.app, id).expect("it is stored").summary.whose;
        assert_eq!(whose(first[0]).organisation().map(|own| own.name.as_str()), Some("The Club"));
        assert_eq!(whose(first[29]), Whose::Site);
        let mut faults = Vec::new();
        adjutant_service::integrity::check(
            &house.app,
            &mut |fault| faults.push(fault.message.clone()),
            &mut |_| {},
        )
        .expect("it can be checked");
        assert!(faults.is_empty(), "{faults:?}");
    }
}

/// Brings games for the club's face-to-face pool by this account: what was said of each.
fn brought_by(house: &House, account: i32, tags: &[Tags]) -> Vec<String> {
    let text: String = tags.iter().map(Tags::ggn).collect();
    let pool = Some(PoolKind::FaceToFace);
    let owner = Owner::Organisation { id: 1, slug: "club".to_owned(), pool, account };
    let mut said = Vec::new();
    import(&house.app, Cursor::new(text), owner, Micros(0), &mut |verdict, _| {
        said.push(match verdict {
            Verdict::Added(_) => "added".to_owned(),
            Verdict::Unrated(remark) => {
                assert!(remark.line > 0 && remark.message.english().contains("another organizer"));
                format!("unrated {}", remark.game)
            }
            Verdict::Duplicate(_) => "there".to_owned(),
            Verdict::Refused(refusal) => panic!("refused: {}", refusal.error),
        });
    })
    .expect("the games can be stored");
    said
}

#[test]
fn nobody_has_the_games_rated_that_he_plays_in() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        let mut tags = fair(6, 2, 81);
        for (at, one) in tags.iter_mut().enumerate() {
            (one.table, one.white, one.black) = (at as u32, "Lapu".into(), "Tala".into());
        }
        tags[0].white = "HARI".to_owned();
        tags[1].black = "Dati".to_owned();
        tags[2].white = "N7".to_owned();
        let mut there = fair(2, 2, 82);
        there[1].white = "N7".to_owned();
        take_for(&house.app, &Provenance::Command.into(), &there);
        let person = |id: i32, handle: &str, more: &str| {
            let key = handle.to_lowercase();
            run(
                &house,
                &format!(
                    "UPDATE players SET handle = '{handle}', name_key = '{key}', look_key = '{key}'                  {more} WHERE id = {id}"
                ),
            );
        };
        person(1, "Hari", "");
        person(2, "Dati", ", state = 1, merged_into = 1");
        run(
            &house,
            "INSERT INTO merges (id, from_player, into_player, made_at, undone_at, reason)
                     VALUES (1, 2, 1, 0, 0, '');
                     UPDATE accounts SET player_id = 1 WHERE id = 7",
        );
        let before = proven(&house.app);
        let own = brought_by(&house, 7, &tags[..3]);
        assert_eq!(
            own,
            ["unrated 1", "unrated 2", "unrated 3"],
            "his own, his old and his account's"
        );
        assert_eq!(proven(&house.app), before);
        let filter = Filter { organisation: Some("club".to_owned()), ..Filter::default() };
        let kept = games::page(&house.app, &filter, None, 9).expect("a page").items;
        assert_eq!(kept.len(), 3, "they are stored, and the club's");
        assert_eq!(
            brought_by(&house, 7, &tags),
            ["there", "there", "there", "added", "added", "added"]
        );
        assert_eq!(proven(&house.app)["club.face-to-face"].0, 3);
        assert_eq!(brought_by(&house, 9, &tags[..2]), ["added", "added"], "another vouches");
        assert_eq!(proven(&house.app)["club.face-to-face"].0, 5);
        assert_eq!(brought_by(&house, 9, &tags[..2]), ["there", "there"], "once");
        assert_eq!(brought_by(&house, 7, &tags[..2]), ["there", "there"], "nor back");
        assert_eq!(proven(&house.app)["club.face-to-face"].0, 5);
        // What an organizer brought unrated on purpose stays so.
        let mut friendly = tags[3].clone();
        friendly.table = 99;
        take_for(&house.app, &club(1, None), &[friendly.clone()]);
        assert_eq!(brought_by(&house, 9, &[friendly]), ["there"]);
        assert_eq!(proven(&house.app)["club.face-to-face"].0, 5);
    }
}

#[test]
fn member_uploads_are_listed_but_count_in_no_score() {
    let house = house_of_clubs(false);
    take_for(&house.app, &Provenance::Command.into(), &fair(20, 2, 63));
    let before = players::summary(&house.app, "Player 0").expect("he plays");
    let versus =
        || players::head_to_head(&house.app, "Player 0", "Player 1", None).expect("both play");
    let score = versus().score;
    let mut tags = fair(15, 2, 64);
    tags.iter_mut().for_each(|one| one.table += 1_000);
    take_for(&house.app, &Owner::Member { account: 9 }, &tags);
    assert_eq!(players::summary(&house.app, "Player 0").expect("he plays"), before);
    let after = versus();
    assert_eq!((after.score, after.games.len()), (score, 35));
    let all = games::page(&house.app, &Filter::default(), None, 50).expect("a page").items;
    let marked = all.iter().filter(|game| game.whose == Whose::Member).count();
    assert_eq!((all.len(), marked), (35, 15));
    let vouched = Filter { vouched: true, ..Filter::default() };
    assert_eq!(games::page(&house.app, &vouched, None, 50).expect("a page").items.len(), 20);
}

#[test]
fn an_organisations_games_are_found_by_its_name_in_addresses() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        for (at, owner) in owners().iter().enumerate() {
            let mut tags = fair(10, 6, 65);
            tags.iter_mut().for_each(|one| one.table += 1_000 * at as u32);
            take_for(&house.app, owner, &tags);
        }
        let count = |slug: &str| {
            let filter = Filter { organisation: Some(slug.to_owned()), ..Filter::default() };
            games::page(&house.app, &filter, None, 100).map(|page| page.items.len())
        };
        assert_eq!((count("club").ok(), count("liga").ok()), (Some(30), Some(10)));
        assert!(matches!(count("nobody"), Err(Error::Missing { .. })));
        run(&house, "UPDATE organisations SET state = 0 WHERE id = 2");
        assert!(matches!(count("liga"), Err(Error::Missing { .. })));
    }
}

#[test]
fn an_organisation_has_a_board_and_titles_of_its_own() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        let pool = pools::by_key(&house.app, "club.online").expect("its pool");
        assert_eq!(leaderboard::board(&house.app, pool).expect("a board").players(), 0);
        take_for(&house.app, &club(1, Some(PoolKind::Online)), &fair(80, 8, 66));
        let board = leaderboard::board(&house.app, pool).expect("a board");
        assert_eq!((board.players(), board.total()), (8, 8));
        let anew = App::open(&house.settings).expect("it opens again");
        assert_eq!(leaderboard::board(&anew, pool).expect("a board").total(), 8);
        assert_eq!(pools::titles(&house.app, pool).expect("titles"), Titles::Site);
        run(
            &house,
            "INSERT INTO titles VALUES (1, 1, 1, 'Kadete', 100000); \
             INSERT INTO titles VALUES (2, 1, 2, 'Bihasa', 150000)",
        );
        let titles = pools::titles(&house.app, pool).expect("titles");
        assert_eq!(titles.of(150_000), Some(AnyTitle::Own("Bihasa")));
        let found = ratings::of_player(
            &house.app,
            players::by_handle(&house.app, "Player 3").expect("he plays").id,
        );
        let keys: Vec<&str> = found.expect("ledgers").iter().map(|(pool, _)| pool.key).collect();
        assert_eq!(keys, ["club.online"]);
        assert_eq!(leaderboard::board(&house.app, &Pool::ALL[1]).expect("a board").players(), 0);
        for none in ["club.offline", "clubonline", "nobody.online", ".online"] {
            assert!(pools::by_key(&house.app, none).is_err(), "{none}");
        }
    }
}

#[test]
fn another_process_may_rate_in_a_pool_that_this_one_has_not_seen() {
    let house = house_of_clubs(false);
    assert_eq!(leaderboard::board(&house.app, &Pool::ALL[1]).expect("a board").players(), 0);
    let other = App::open(&house.settings).expect("it opens again");
    take_for(&other, &club(2, Some(PoolKind::FaceToFace)), &fair(40, 5, 67));
    edition::look_for_changes(&house.app, Day::of_tag("2027.01.01")).expect("a look");
    let pool = pools::by_key(&house.app, "liga.face-to-face").expect("its pool");
    assert_eq!(leaderboard::board(&house.app, pool).expect("a board").players(), 5);
}

#[test]
fn a_members_import_is_bounded_at_once_and_in_all() {
    let house = house_of_clubs(false);
    let text: String = fair(300, 9, 68).iter().map(Tags::ggn).collect();
    let bring = |owner: Owner| {
        let mut added = 0;
        let done =
            import(&house.app, Cursor::new(text.clone()), owner, Micros(0), &mut |verdict, _| {
                added += usize::from(matches!(verdict, Verdict::Added(_)));
            });
        (done.is_ok(), added)
    };
    assert_eq!(bring(Owner::Member { account: 9 }), (false, 200));
    run(&house, "UPDATE games SET imported_by = 7");
    assert_eq!(bring(Owner::Member { account: 9 }), (false, 0));
    assert_eq!(bring(club(1, None)), (true, 300));
}

#[test]
fn an_import_is_bounded_as_the_operator_set_it() {
    let house = house_of_clubs(false);
    let mut seed = 700;
    let mut bring = |owner: Owner, limits: Limits| {
        seed += 1;
        let text: String = fair(20, 9, seed).iter().map(Tags::ggn).collect();
        let mut added = 0;
        let tell = &mut |verdict: &Verdict, _: &_| {
            added += usize::from(matches!(verdict, Verdict::Added(_)));
        };
        let done = import_at_most(&house.app, Cursor::new(&text), &limits, owner, Micros(0), tell);
        (done.is_ok(), added)
    };
    let (member, all) = (Owner::Member { account: 9 }, Limits::default());
    let bytes = Room { bytes: 100, ..all.member };
    assert_eq!(bring(member.clone(), Limits { member: bytes, ..all }), (false, 0));
    assert_eq!(bring(club(1, None), Limits { organisation: bytes, ..all }), (false, 0));
    assert_eq!(bring(club(1, None), Limits { bytes: 100, ..all }), (false, 0));
    assert_eq!(bring(member.clone(), Limits { member_games: 0, ..all }), (false, 0));
    let games = Room { games: 3, ..all.member };
    assert_eq!(bring(member.clone(), Limits { member: games, ..all }), (false, 3));
    assert_eq!(bring(member, Limits { member_games: 5, ..all }), (false, 2));
    let organisation = Room { games: 7, ..all.organisation };
    assert_eq!(bring(club(1, None), Limits { organisation, ..all }), (false, 7));
    assert_eq!(bring(club(1, None), Limits { member: bytes, ..all }), (true, 20));
}

#[test]
fn nobody_but_the_site_makes_players_who_look_like_others() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        let game = |table: u32, white: &str, black: &str| {
            let mut tags = fair(1, 2, 70).remove(0);
            (tags.table, tags.white, tags.black) = (table, white.to_owned(), black.to_owned());
            tags
        };
        take_for(&house.app, &Provenance::Command.into(), &[game(1, "Luzon", "Moro")]);
        let refused = |owner: Owner, tags: &[Tags]| {
            let text: String = tags.iter().map(Tags::ggn).collect();
            let mut refused = Vec::new();
            let tell = &mut |verdict: &Verdict, _: &_| {
                if let Verdict::Refused(refusal) = verdict {
                    assert!(refusal.error.message.contains("looks like"), "{}", refusal.error);
                    assert!(!refusal.text.is_empty());
                    refused.push(refusal.game);
                }
            };
            import(&house.app, Cursor::new(text), owner, Micros(0), tell).expect("it is judged");
            refused
        };
        let games = [
            game(2, "luzon", "MORO"),
            game(3, "Iuzon", "Moro"),
            game(4, "Luzon", "M0ro"),
            game(5, "Visayas", "Mindoro"),
            game(6, "V1sayas", "Luzon"),
            game(7, "L\u{443}zon", "Visayas"),
        ];
        assert_eq!(refused(Owner::Member { account: 9 }, &games), [2, 3, 5]);
        assert_eq!(refused(club(1, None), &games), [2, 3, 5]);
        assert_eq!(refused(Provenance::Command.into(), &games), [0; 0]);
    }
}

#[test]
fn a_season_counts_an_organisations_games_of_its_days() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        let mut tags = fair(5, 2, 69);
        for (at, one) in tags.iter_mut().enumerate() {
            one.date = ["2026.01.31", "2026.02.01", "2026.02.10", "2026.02.28", "2026.03.01"][at]
                .to_owned();
            one.white = ["Ana", "Ana", "Ben", "Cora", "Ana"][at].to_owned();
            one.black = ["Ben", "Ben", "Ana", "?", "Ben"][at].to_owned();
            one.result = ["1-0", "1-0", "1/2-1/2", "1-0", "1-0"][at];
            one.termination = if at == 2 { "agreement" } else { "time" };
        }
        take_for(&house.app, &club(1, None), &tags);
        let days = (Day::of_tag("2026.02.01"), Day::of_tag("2026.02.28"));
        let table = organisation_games::table(&house.app, 1, days).expect("a table");
        let rows: Vec<_> = table
            .rows
            .iter()
            .map(|row| (row.place, row.handle.as_str(), row.points, row.games))
            .collect();
        assert_eq!(rows, [(1, "Ana", 3, 2), (2, "Cora", 2, 1), (3, "Ben", 1, 2)]);
        assert!(!table.partial);
        for (privacy, expected) in
            [(1, &[(1, "Ana"), (2, "Ben")][..]), (2, &[(1, "Ana"), (2, "Cora"), (3, "Ben")])]
        {
            run(&house, &format!("UPDATE players SET private = {privacy} WHERE handle = 'Cora'"));
            let table = organisation_games::table(&house.app, 1, days).expect("a table");
            let places: Vec<_> =
                table.rows.iter().map(|row| (row.place, row.handle.as_str())).collect();
            assert_eq!(places, expected, "no gap for who keeps off, unless a guardian agrees");
        }
        assert!(organisation_games::table(&house.app, 2, days).expect("a table").rows.is_empty());
    }
}
