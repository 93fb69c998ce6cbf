//! Results of events that nobody has a record of: rated in the organisation's pool, by the same fold.

use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{EntrantId, GameSlot, ResultEntry, json};
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, ContestCommand, EntrantCorrection, EventEdit, NewContest, NewEntrant, NotRated,
    RatingReport, RoundCommand,
};
use adjutant_service::export::export;
use adjutant_service::games::Filter;
use adjutant_service::import::import;
use adjutant_service::integrity::check;
use adjutant_service::owner::Owner;
use adjutant_service::ratings::{self, RatedGame};
use adjutant_service::{App, pools};
use ledger_ratings::{Day, PoolKind, Score};
use salpakan::record::notation::ggn;
use salpakan::rules::RuleSet;
use salpakan_bot::{Endings, Field, simulate};
use swiss::series::{GameResult, Side};

use crate::support::{NOW, Place, founded, on_both_engines, serving};

const PLAYERS: [&str; 8] = ["Ana", "Ben", "Cora", "Dan", "Eva", "Fe", "Gil", "Hana"];
const SETTINGS: &str =
    r#"{"plan": {"template": "swiss", "entrants": 8, "rounds": 3}, "rated": true}"#;

/// A rated event of eight players of the league.
fn begun(place: &Place, app: &App) -> (Actor, String) {
    begun_by(place, app, SETTINGS)
}

fn begun_by(place: &Place, app: &App, settings: &str) -> (Actor, String) {
    contests::backfill_results(app).expect("there are none");
    let league = founded(app, 1, "League");
    let organizer = serving(2, OrganisationRole::Organizer, &league);
    let settings = json::read_settings(settings).expect("settings");
    let new = NewContest { name: "Open".to_owned(), first_day: Day(20_000), settings };
    let slug =
        contests::create_contest(app, &organizer, &league.slug, &new, NOW).expect("it is made");
    for (id, name) in (70..).zip(PLAYERS) {
        place.player(id, name);
    }
    let named = |name: &&str| NewEntrant { name: (*name).to_owned(), ..NewEntrant::default() };
    let list: Vec<NewEntrant> = PLAYERS.iter().map(named).collect();
    contests::register_entrants(app, &organizer, &slug, &list, false, NOW).expect("they are in");
    tell(
        app,
        &organizer,
        &slug,
        ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }),
    );
    (organizer, slug)
}

fn tell(app: &App, actor: &Actor, slug: &str, command: ContestCommand) {
    contests::execute(app, actor, slug, &command, NOW).expect("it is told");
}

fn sides(app: &App, slug: &str, round: usize) -> Vec<[EntrantId; 2]> {
    let run = contests::load_contest(app, slug).expect("it is run");
    run.contest.stages[0].rounds[round].meetings.iter().map(|meeting| meeting.sides).collect()
}

fn entry(
    app: &App,
    slug: &str,
    (round, table): (usize, usize),
    result: Option<GameResult>,
) -> ContestCommand {
    let run = contests::load_contest(app, slug).expect("it is run");
    let meeting = &run.contest.stages[0].rounds[round].meetings[table];
    ContestCommand::EnterResults(vec![ResultEntry {
        spot: GameSlot { stage: 0, round, table, game: 0 },
        sides: meeting.sides,
        expected: meeting.games.first().copied(),
        result,
        reason: "read wrongly".to_owned(),
    }])
}

/// Pairs and publishes a round; the stronger side wins, but that at the last table they draw.
fn play(app: &App, actor: &Actor, slug: &str, round: usize) {
    tell(app, actor, slug, ContestCommand::Round(RoundCommand::Pair { stage: 0 }));
    tell(
        app,
        actor,
        slug,
        ContestCommand::Round(RoundCommand::Publish { stage: 0, round, draft: None }),
    );
    let all = sides(app, slug, round);
    for (table, [one, other]) in all.iter().enumerate() {
        let stronger = if one < other { Side::First } else { Side::Second };
        let drawn = table + 1 == all.len();
        let result = if drawn { GameResult::Drawn } else { GameResult::Won(stronger) };
        tell(app, actor, slug, entry(app, slug, (round, table), Some(result)));
    }
}

/// Scores of a player in the pool, with the ratings behind each; every game is one without a record.
fn history(app: &App, player: i32) -> Vec<(Score, i32)> {
    let pool = pools::by_key(app, "league.face-to-face").expect("a pool");
    let entries = ratings::history(app, pool, player).expect("a ledger");
    for named in ratings::named(app, &entries).expect("names") {
        assert!(matches!(&named.game, RatedGame::Result { event, .. } if event == "Open"));
    }
    entries.iter().map(|one| (one.score, one.change.after.rating)).collect()
}

fn report(app: &App, slug: &str) -> RatingReport {
    contests::rating_report(app, slug).expect("a report").expect("it is rated")
}

/// Of each of a player's rated games, whether somebody has a record of it.
fn rated(app: &App, player: i32) -> Vec<&'static str> {
    let pool = pools::by_key(app, "league.face-to-face").expect("a pool");
    let entries = ratings::history(app, pool, player).expect("a ledger");
    let named = ratings::named(app, &entries).expect("names");
    let kind = |game: &RatedGame| match game {
        RatedGame::Record(_) => "record",
        RatedGame::Result { .. } => "result",
    };
    named.iter().map(|one| kind(&one.game)).collect()
}

/// The text of a record of a game of this event between these two.
fn record_of(round: &str, white: &str, black: &str) -> String {
    let field = Field::new(3, 6, 1);
    let mut record = simulate(&field, &RuleSet::STANDARD, 0, Endings::All).expect("it fits");
    let roster = &mut record.header.roster;
    (roster.event, roster.round) = ("Open".to_owned(), round.to_owned());
    (roster.white, roster.black) = (white.to_owned(), black.to_owned());
    let mut text = String::new();
    ggn::write(&mut text, &record);
    text
}

/// The league imports records for its ratings.
fn bring(app: &App, text: String) {
    let pool = Some(PoolKind::FaceToFace);
    let owner = Owner::Organisation { id: 1, slug: "league".to_owned(), pool, account: 2 };
    let counts = import(app, text.as_bytes(), owner, NOW, &mut |_, _| ()).expect("it is read");
    assert_eq!(counts.added, 1);
}

/// The stored ledgers are those of a fold from nothing, and a check finds nothing.
fn is_whole(app: &App) {
    for pool in ratings::recompute(app, false, 20).expect("it is folded") {
        assert!(pool.agrees(), "{}: {:?}", pool.pool.key, pool.differences);
    }
    let mut found: Vec<String> = Vec::new();
    check(app, &mut |fault| found.push(fault.message.clone()), &mut |_| ()).expect("it reads");
    // The players of these tests have no accounts, and numbers that nobody counted.
    let ours = ["games", "results", "unrecorded", "rating"];
    found.retain(|one| ours.iter().any(|word| one.contains(word)));
    assert!(found.is_empty(), "{found:?}");
}

on_both_engines! {
    fn who_was_taken_for_a_player_becomes_a_guest_and_the_player_rates_nothing(place: &Place) {
        let app = place.open();
        let (organizer, slug) = begun(place, &app);
        play(&app, &organizer, &slug, 0);
        ratings::bring_up_to_date(&app).expect("it is rated");
        let opponent = |player: i32| {
            let own = EntrantId((player - 69) as u32);
            let pair = sides(&app, &slug, 0).into_iter().find(|pair| pair.contains(&own));
            let [one, other] = pair.expect("they play");
            69 + if one == own { other.0 } else { one.0 } as i32
        };
        assert_eq!((history(&app, 72).len(), history(&app, opponent(72)).len()), (1, 1));
        let guest = EntrantCorrection { guest: true, ..EntrantCorrection::default() };
        // Who lost to her cannot undo that so.
        let helper = Actor { player: Some(opponent(72)), ..organizer.clone() };
        let refused = contests::correct_entrant(&app, &helper, &slug, EntrantId(3), &guest, NOW);
        assert!(refused.expect_err("their own game").to_string().contains("play in this game yourself"));
        contests::correct_entrant(&app, &organizer, &slug, EntrantId(3), &guest, NOW).expect("a guest");
        ratings::bring_up_to_date(&app).expect("it is rated");
        assert_eq!((history(&app, 72).len(), history(&app, opponent(72)).len()), (0, 0));
        let run = contests::load_contest(&app, &slug).expect("it is run");
        let person = &run.contest.entrant(EntrantId(3)).expect("they are in").person;
        assert_eq!((person.player, person.name.as_str()), (0, "Cora"));
        // The player herself may come as well.
        let cora = NewEntrant { name: "Cora".to_owned(), ..NewEntrant::default() };
        let refused = contests::register_entrants(&app, &organizer, &slug, &[cora], false, NOW);
        assert!(refused.expect_err("two of one name").to_string().contains("add a middle name"));
    }

    fn results_of_another_game_are_rated_in_the_leagues_pool_of_that_game(place: &Place) {
        let app = place.open();
        let settings = SETTINGS.replace("\"rated\"", "\"game\": \"three-generals\", \"rated\"");
        let (organizer, slug) = begun_by(place, &app, &settings);
        play(&app, &organizer, &slug, 0);
        ratings::bring_up_to_date(&app).expect("it is rated");
        let own = pools::by_key(&app, "league.three-generals-face-to-face").expect("a pool");
        let in_own = |player| ratings::history(&app, own, player).map_or(0, |games| games.len());
        assert_eq!((70..78).map(in_own).sum::<usize>(), 2 * 4);
        let rated = ratings::of_player(&app, 70).expect("ratings");
        let pools: Vec<&str> = rated.iter().map(|(pool, _)| pool.key).collect();
        assert_eq!(pools, [own.key], "and in no other pool");
        assert_eq!(report(&app, &slug).pool.key, own.key);
        is_whole(&app);

        // Whoever enters the next event of this game is seeded by it, and in the other game as a newcomer.
        let seeded = |game: &str| {
            let settings = SETTINGS.replace("\"rated\"", &format!("\"game\": \"{game}\", \"rated\""));
            let settings = json::read_settings(&settings).expect("settings");
            let new = NewContest { name: format!("Next {game}"), first_day: Day(20_001), settings };
            let slug = contests::create_contest(&app, &organizer, "league", &new, NOW).expect("made");
            let ana = NewEntrant { name: "Ana".to_owned(), ..NewEntrant::default() };
            contests::register_entrants(&app, &organizer, &slug, &[ana], false, NOW).expect("in");
            let run = contests::load_contest(&app, &slug).expect("it is run");
            run.contest.entrant(EntrantId(1)).expect("she is in").person.rating
        };
        assert!(seeded("three-generals") > 0);
        assert_eq!(seeded("salpakan"), 0);
    }

    fn results_without_a_record_are_rated_and_follow_what_is_set_right(place: &Place) {
        let app = place.open();
        let (organizer, slug) = begun(place, &app);
        for round in 0..3 {
            play(&app, &organizer, &slug, round);
        }
        let games: usize = (70..78).map(|player| history(&app, player).len()).sum();
        assert_eq!(games, 2 * 12, "each of the twelve games stands in two ledgers");
        is_whole(&app);
        let report = report(&app, &slug);
        assert_eq!(report.lines.iter().map(|line| line.games).sum::<usize>(), 2 * 12);
        assert!(report.unrated.is_empty() && report.differing().next().is_none());
        for (player, line) in (70..).zip(&report.lines) {
            let last = history(&app, player).last().map(|one| one.1);
            assert_eq!(line.after.map(|after| after.rating), last, "{line:?}");
            assert_eq!(line.change, last.unwrap() - 150_000, "it is their first event: {line:?}");
        }
        // What was read wrongly is set right: the ledgers are those of the right results.
        let [one, other] = sides(&app, &slug, 0)[0];
        let (one, other) = (69 + one.0 as i32, 69 + other.0 as i32);
        let before = (history(&app, one), history(&app, other));
        let stands = contests::load_contest(&app, &slug).unwrap().contest.stages[0].rounds[0].meetings[0].games[0];
        let right = match stands {
            GameResult::Won(Side::First) => GameResult::Won(Side::Second),
            _ => GameResult::Won(Side::First),
        };
        tell(&app, &organizer, &slug, entry(&app, &slug, (0, 0), Some(right)));
        let after = (history(&app, one), history(&app, other));
        assert_eq!((before.0[0].0, before.1[0].0), (after.1[0].0, after.0[0].0), "the other has won");
        assert_eq!(after.0.len(), 3);
        is_whole(&app);
        // And set right again it is as it was, to the digit.
        tell(&app, &organizer, &slug, entry(&app, &slug, (0, 0), Some(stands)));
        assert_eq!((history(&app, one), history(&app, other)), before);
        is_whole(&app);
        tell(&app, &organizer, &slug, ContestCommand::SetEnded(true));
        is_whole(&app);
    }

    fn a_record_that_comes_later_is_rated_in_the_place_of_its_result(place: &Place) {
        let app = place.open();
        let (organizer, slug) = begun(place, &app);
        for round in 0..2 {
            play(&app, &organizer, &slug, round);
        }
        let [one, other] = sides(&app, &slug, 0)[0].map(|entrant| entrant.0 as usize - 1);
        let games = |app: &App, of: usize| rated(app, 70 + i32::try_from(of).unwrap());
        assert_eq!(games(&app, one), ["result", "result"]);
        bring(&app, record_of("1", PLAYERS[one], PLAYERS[other]));
        let report = report(&app, &slug);
        assert_eq!(report.lines.iter().map(|line| line.games).sum::<usize>(), 2 * 8, "the record counts");
        assert!(report.unrated.is_empty(), "{:?}", report.unrated);
        for player in [one, other] {
            let mut now = games(&app, player);
            now.sort_unstable();
            assert_eq!(now, ["record", "result"], "the game counts once");
        }
        // Of the second round nobody has a record: another game of the first does not take its place.
        bring(&app, record_of("1", PLAYERS[other], PLAYERS[one]));
        assert_eq!(games(&app, one).iter().filter(|one| **one == "result").count(), 1);
        is_whole(&app);
    }

    fn a_renamed_event_keeps_its_address_its_records_and_its_place_in_the_ratings(place: &Place) {
        let app = place.open();
        let (organizer, slug) = begun(place, &app);
        for round in 0..2 {
            play(&app, &organizer, &slug, round);
        }
        let [one, other] = sides(&app, &slug, 0)[0].map(|entrant| PLAYERS[entrant.0 as usize - 1]);
        bring(&app, record_of("1", one, other));
        let before: Vec<_> = (70..78).map(|player| rated(&app, player)).collect();
        let exported = |app: &App| {
            let mut text = String::new();
            export(app, &Filter::default(), &mut |record| {
                adjutant_domain::game::write_ggn(&mut text, record);
                true
            })
            .expect("records");
            text
        };
        let record = exported(&app);
        let rename = |name: &str| {
            let edit = EventEdit { name: Some(name.to_owned()), ..EventEdit::default() };
            contests::edit_event(&app, &organizer, &slug, &edit, NOW)
        };
        rename(" A Better  Open ").expect("it is renamed");
        let run = contests::load_contest(&app, &slug).expect("at its address");
        assert_eq!((run.row.name.as_str(), run.row.slug.as_str()), ("A Better Open", slug.as_str()));
        assert_eq!(exported(&app), record, "records are as they were written");
        assert_eq!((70..78).map(|player| rated(&app, player)).collect::<Vec<_>>(), before);
        is_whole(&app);
        // Records with either name belong to it.
        let events = || place.number("SELECT count(*) AS number FROM events WHERE organisation_id = 1");
        assert_eq!(events(), 1);
        bring(&app, record_of("2", one, other).replace("\"Open\"", "\"a better open\""));
        bring(&app, record_of("3", one, other));
        assert_eq!(events(), 1);
        is_whole(&app);
        // Nobody else gets either of its names.
        let settings = json::read_settings(SETTINGS).expect("settings");
        for name in ["open", "A better open"] {
            let new = NewContest { name: name.to_owned(), first_day: Day(1), settings: settings.clone() };
            contests::create_contest(&app, &organizer, "league", &new, NOW).expect_err(name);
        }
        let new = NewContest { name: "Another".to_owned(), first_day: Day(1), settings };
        contests::create_contest(&app, &organizer, "league", &new, NOW).expect("it is made");
        let taken = rename("another").expect_err("there is one");
        assert!(taken.to_string().contains("another"), "{taken}");
        for wrong in ["", "?", &"x".repeat(81)] {
            rename(wrong).expect_err(wrong);
        }
        let kept = exported(&app);
        let other = place.restored();
        assert_eq!(exported(&other.open_again()), kept, "a backup keeps both names");
        rename("Open").expect("it has its first name again");
        assert_eq!(exported(&app), kept);
        is_whole(&app);
        let trail = place.trail().join("\n");
        assert!(trail.contains("A Better Open"), "{trail}");
    }

    fn who_was_not_there_changes_no_rating(place: &Place) {
        let app = place.open();
        let (organizer, slug) = begun(place, &app);
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Pair { stage: 0 }));
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Publish { stage: 0, round: 0, draft: None }));
        let at = TableId { stage: 0, round: 0, table: 0 };
        let [one, other] = sides(&app, &slug, 0)[0];
        tell(&app, &organizer, &slug, ContestCommand::Forfeit { entrant: one, at });
        let absent = GameResult::Default { absent: Side::Second };
        tell(&app, &organizer, &slug, entry(&app, &slug, (0, 1), Some(absent)));
        tell(&app, &organizer, &slug, entry(&app, &slug, (0, 2), Some(GameResult::BothAbsent)));
        for player in 70..78 {
            assert_eq!(history(&app, player), [], "{player}");
        }
        let why: Vec<NotRated> = report(&app, &slug).unrated.iter().map(|game| game.reason).collect();
        assert_eq!(why, [NotRated::Forfeit; 3]);
        // A forfeit that was none is a game.
        tell(&app, &organizer, &slug, ContestCommand::TakeBackForfeit { entrant: one, at });
        tell(&app, &organizer, &slug, entry(&app, &slug, (0, 0), Some(GameResult::Drawn)));
        for player in [one, other] {
            assert_eq!(history(&app, 69 + player.0 as i32).len(), 1);
        }
        // A round that is taken back was not played, until it is restored.
        let back = ContestCommand::Round(RoundCommand::TakeBack { stage: 0, round: 0, results_too: true });
        tell(&app, &organizer, &slug, back);
        assert_eq!(history(&app, 69 + one.0 as i32), []);
        is_whole(&app);
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Restore { stage: 0 }));
        assert_eq!(history(&app, 69 + one.0 as i32).len(), 1);
        is_whole(&app);
    }

    fn a_check_finds_results_that_are_not_rated_as_they_stand(place: &Place) {
        let app = place.open();
        let (organizer, slug) = begun(place, &app);
        play(&app, &organizer, &slug, 0);
        is_whole(&app);
        place.run_sql("UPDATE unrecorded_games SET outcome = 2 WHERE outcome = 0");
        let mut found = Vec::new();
        check(&app, &mut |fault| found.push(fault.message.clone()), &mut |_| ()).expect("it reads");
        assert!(found.iter().any(|one| one.contains("are not rated as they stand")), "{found:?}");
        assert!(ratings::recompute(&app, false, 1).unwrap().iter().any(|pool| !pool.agrees()));
    }

    fn results_from_before_they_were_rated_are_taken_once(place: &Place) {
        let app = place.open();
        let (organizer, slug) = begun(place, &app);
        play(&app, &organizer, &slug, 0);
        let before: Vec<_> = (70..78).map(|player| history(&app, player)).collect();
        place.run_sql("DELETE FROM unrecorded_games");
        place.run_sql("DELETE FROM player_ratings");
        place.run_sql("DELETE FROM rating_pools");
        place.run_sql("UPDATE counters SET value = 0 WHERE name IN \
                       ('games', 'unrecorded_games', 'unrecorded_numbers', 'rated_through', 'results_taken')");
        let again = place.open_again();
        contests::backfill_results(&again).unwrap();
        ratings::bring_up_to_date(&again).unwrap();
        let after: Vec<_> = (70..78).map(|player| history(&again, player)).collect();
        assert_eq!(before, after);
        contests::backfill_results(&again).unwrap();
        is_whole(&again);
    }
}
