//! Events that organisations run here, from registration to the end.

use adjutant_domain::account::roles::{Duties, OrganisationRole};
use adjutant_domain::contest::{EntrantId, EntrantStatus, GameSlot, ResultEntry, json};
use adjutant_domain::notice::Notice;
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, BoardOptions, CommandOutcome, ContestCommand, NewContest, NewEntrant, PersonalFields,
    RoundCommand,
};
use adjutant_service::organisations::Organisation;
use adjutant_service::{App, Error, notices};
use ledger_ratings::Day;
use swiss::series::{GameResult, Side};

use crate::support::{NOW, Place, founded, on_both_engines, person, serving};

const SWISS: &str = r#"{"plan": {"template": "swiss", "entrants": 8, "rounds": 3}}"#;

fn made(app: &App, organizer: &Actor, organisation: &Organisation, settings: &str) -> String {
    let settings = json::read_settings(settings).expect("settings");
    let new = NewContest { name: "Open  I".to_owned(), first_day: Day(20_000), settings };
    contests::create_contest(app, organizer, &organisation.slug, &new, NOW).expect("it is made")
}

fn tell(
    app: &App,
    actor: &Actor,
    slug: &str,
    command: ContestCommand,
) -> Result<CommandOutcome, Error> {
    contests::execute(app, actor, slug, &command, NOW)
}

fn guests(count: usize) -> Vec<NewEntrant> {
    let names = ["Ana", "Ben", "Cora", "Dan", "Eva", "Fe", "Gil", "Hana", "Ivan", "Jo"];
    let guest = |(at, name): (usize, &&str)| NewEntrant {
        name: (*name).to_owned(),
        rating: Some(2_000 - 10 * at as u32),
        ..NewEntrant::default()
    };
    names.iter().enumerate().take(count).map(guest).collect()
}

fn enter(
    app: &App,
    actor: &Actor,
    slug: &str,
    list: &[NewEntrant],
) -> Result<CommandOutcome, Error> {
    contests::register_entrants(app, actor, slug, list, false, NOW)
}

/// The result that an official enters for a table of the round as they see it.
fn result(app: &App, slug: &str, round: usize, table: usize, result: GameResult) -> ResultEntry {
    let run = contests::load_contest(app, slug).expect("it is run");
    let meeting = &run.contest.stages[0].rounds[round].meetings[table];
    ResultEntry {
        spot: GameSlot { stage: 0, round, table, game: 0 },
        sides: meeting.sides,
        expected: meeting.games.first().copied(),
        result: Some(result),
        reason: String::new(),
    }
}

/// Pairs and publishes a round, and has the first of each table win.
fn play(app: &App, actor: &Actor, slug: &str, round: usize) {
    tell(app, actor, slug, ContestCommand::Round(RoundCommand::Pair { stage: 0 }))
        .expect("it is paired");
    tell(
        app,
        actor,
        slug,
        ContestCommand::Round(RoundCommand::Publish { stage: 0, round, draft: None }),
    )
    .expect("it is published");
    let tables = contests::load_contest(app, slug).expect("it is run").contest.stages[0].rounds
        [round]
        .meetings
        .len();
    let all =
        (0..tables).map(|table| result(app, slug, round, table, GameResult::Won(Side::First)));
    tell(app, actor, slug, ContestCommand::EnterResults(all.collect())).expect("results");
}

fn said(error: Result<CommandOutcome, Error>) -> String {
    error.expect_err("it is refused").to_string()
}

on_both_engines! {
    fn a_swiss_evening_is_run_and_reads_the_same_from_the_store(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let slug = made(&app, &organizer, &league, SWISS);
        assert_eq!(slug, "league-open-i");
        place.player(70, "Eva");
        enter(&app, &organizer, &slug, &guests(6)).unwrap();
        assert_eq!(enter(&app, &organizer, &slug, &guests(6)[4..5]).unwrap().fact_count, 0, "she is in");
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true })).unwrap();
        play(&app, &organizer, &slug, 0);
        let draft = tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Pair { stage: 0 }));
        assert!(draft.is_ok());
        let seen = |actor: &Actor| contests::contest_board(&app, actor, &slug, BoardOptions::default()).unwrap();
        assert_eq!(seen(&organizer).stages[0].rounds.len(), 2, "officials see the draft");
        assert_eq!(seen(&Actor::nobody()).stages[0].rounds.len(), 1, "and nobody else does");
        // She is called otherwise from now on, everywhere.
        place.run_sql("UPDATE players SET handle = 'Evangeline' WHERE id = 70");
        let again = place.open_again();
        let run = contests::load_contest(&again, &slug).unwrap();
        assert_eq!(run.contest.entrants[4].person.name, "Evangeline");
        let stored = place.number("SELECT count(*) AS number FROM contest_facts WHERE body LIKE '%Eva%'");
        assert_eq!(stored, 0, "a player's name is stored nowhere but in his own row");
        let before = contests::load_contest(&app, &slug).unwrap();
        assert_eq!(before.contest.stages, run.contest.stages);
        let trail = place.trail().join("\n");
        assert!(trail.contains("organizer event.made") && trail.contains("stage 1 round 1 published"), "{trail}");
    }

    fn who_has_no_duty_does_nothing_and_who_has_one_does_that_alone(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let slug = made(&app, &organizer, &league, SWISS);
        let official = |duties: Duties| {
            let mut actor = serving(3, OrganisationRole::Official, &league);
            actor.grants[0].duties = duties;
            actor
        };
        let (results, desk) = (official(Duties::RESULTS), official(Duties::CHECK_IN));
        let stranger = person(3);
        for actor in [&stranger, &results] {
            let refused = enter(&app, actor, &slug, &guests(2));
            assert!(matches!(refused, Err(Error::Role { .. })), "{refused:?}");
        }
        assert!(matches!(enter(&app, &Actor::nobody(), &slug, &guests(2)), Err(Error::SignIn)));
        enter(&app, &desk, &slug, &guests(4)).unwrap();
        let begin = tell(&app, &desk, &slug, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }));
        assert!(matches!(begin, Err(Error::Role { .. })), "{begin:?}");
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true })).unwrap();
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Pair { stage: 0 })).unwrap();
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Publish { stage: 0, round: 0, draft: None })).unwrap();
        let one = result(&app, &slug, 0, 0, GameResult::Drawn);
        assert!(tell(&app, &desk, &slug, ContestCommand::EnterResults(vec![one.clone()])).is_err());
        assert_eq!(tell(&app, &results, &slug, ContestCommand::EnterResults(vec![one])).unwrap().fact_count, 1);
    }

    fn of_two_officials_at_once_the_second_hears_what_stands(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let slug = made(&app, &organizer, &league, SWISS);
        enter(&app, &organizer, &slug, &guests(4)).unwrap();
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true })).unwrap();
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Pair { stage: 0 })).unwrap();
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Publish { stage: 0, round: 0, draft: None })).unwrap();
        let one = result(&app, &slug, 0, 0, GameResult::Won(Side::First));
        let other = result(&app, &slug, 0, 0, GameResult::Won(Side::Second));
        let both: Vec<Result<CommandOutcome, Error>> = std::thread::scope(|scope| {
            let send = |entry: ResultEntry| {
                let (app, organizer, slug) = (&app, &organizer, &slug);
                scope.spawn(move || tell(app, organizer, slug, ContestCommand::EnterResults(vec![entry])))
            };
            let threads = [send(one.clone()), send(other)];
            threads.into_iter().map(|thread| thread.join().expect("it ends")).collect()
        });
        assert_eq!(both.iter().filter(|told| told.is_ok()).count(), 1, "{both:?}");
        let refused = both.into_iter().find(Result::is_err).expect("one is refused");
        assert!(said(refused).contains("Somebody else entered a result first"));
        // What stands is set right with a reason alone, and the same again changes nothing.
        let mut right = result(&app, &slug, 0, 0, GameResult::Drawn);
        assert!(said(tell(&app, &organizer, &slug, ContestCommand::EnterResults(vec![right.clone()]))).contains("why"));
        right.reason = "misread slip".to_owned();
        assert_eq!(tell(&app, &organizer, &slug, ContestCommand::EnterResults(vec![right.clone()])).unwrap().fact_count, 1);
        assert_eq!(tell(&app, &organizer, &slug, ContestCommand::EnterResults(vec![right])).unwrap().fact_count, 0);
    }

    fn bad_rows_are_named_and_nobody_is_registered(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let slug = made(&app, &organizer, &league, SWISS);
        let row = |name: &str| NewEntrant { name: name.to_owned(), ..NewEntrant::default() };
        let mut list = guests(3);
        list.extend([row(""), row("ana"), row("B\u{435}n"), row("a\u{200b}b"), row("Dan")]);
        list.push(NewEntrant { rating: Some(9_999), ..row("Zed") });
        let words = said(enter(&app, &organizer, &slug, &list));
        for named in [
            "Row 4: The name is missing.",
            "Row 5: The name looks the same as in row 1.",
            "Row 6: The name looks the same as in row 2.",
            "Row 7: Name: ",
            "Row 9: A rating is at most 4000.",
        ] {
            assert!(words.contains(named), "{named}: {words}");
        }
        assert!(!words.contains("Row 8"), "{words}");
        assert!(contests::load_contest(&app, &slug).unwrap().contest.entrants.is_empty());
        enter(&app, &organizer, &slug, &guests(1)).unwrap();
        let words = said(enter(&app, &organizer, &slug, &[row("ana")]));
        assert!(words.contains("Row 1: Ana is already registered and looks the same."), "{words}");
        let many: Vec<NewEntrant> = (0..3_001).map(|at| row(&format!("Guest {at}"))).collect();
        assert!(said(enter(&app, &organizer, &slug, &many)).contains("3000 rows at once"));
        assert_eq!(enter(&app, &organizer, &slug, &many[..3_000]).unwrap().fact_count, 3_000);
    }

    fn people_of_one_name_are_told_apart_by_their_clubs(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let slug = made(&app, &organizer, &league, SWISS);
        place.player(71, "Ben");
        let row = |name: &str, club: &str, province: &str| NewEntrant {
            name: name.to_owned(),
            club: club.to_owned(),
            province: province.to_owned(),
            ..NewEntrant::default()
        };
        let list = [
            row("Maria Santos", "Owls", "Cebu"),
            row("Maria Santos", "Hawks", "Cebu"),
            row("maria santos", "Hawks", "Albay"),
            row("Ben", "Kites", ""),
            row("Ben", "Herons", ""),
            NewEntrant { guest: true, ..row("Ana", "", "") },
        ];
        let shown = contests::preview_entrants(&app, &organizer, &slug, &list, false).expect("a preview");
        let told_apart: Vec<bool> = shown.iter().map(|one| one.is_told_apart).collect();
        assert_eq!(told_apart, [false, true, true, false, true, false]);
        enter(&app, &organizer, &slug, &list).expect("they are in");
        let names = || -> Vec<(String, i32)> {
            let run = contests::load_contest(&app, &slug).expect("it is run");
            let people = run.contest.numbered_entrants().map(|(_, one)| &one.person);
            people.map(|one| (one.name.clone(), one.player)).collect()
        };
        let all = ["Maria Santos", "Maria Santos (Hawks)", "maria santos (Albay)", "Ben", "Ben (Herons)", "Ana"];
        let players = [0, 0, 0, 71, 0, 0];
        let expected: Vec<(String, i32)> = all.iter().map(|name| (*name).to_owned()).zip(players).collect();
        assert_eq!(names(), expected);
        // The same list again adds nobody, and says why.
        let words = said(enter(&app, &organizer, &slug, &list));
        for row in [1, 2, 3, 6] {
            assert!(words.contains(&format!("Row {row}: ")), "{row}: {words}");
        }
        assert!(!words.contains("Row 4") && !words.contains("Row 5"), "the player is in: {words}");
        assert_eq!(names(), expected);
        // What only officials see tells nobody apart in public.
        let born = |year| NewEntrant {
            personal: PersonalFields { birth_year: Some(year), ..PersonalFields::default() },
            ..row("Jose Cruz", "", "")
        };
        let words = said(enter(&app, &organizer, &slug, &[born(1990), born(2001)]));
        assert!(words.contains("Row 2: The name looks the same as in row 1. Delete one of the two, or"), "{words}");
    }

    fn names_that_differ_by_accents_alone_look_the_same(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let slug = made(&app, &organizer, &league, SWISS);
        place.player(71, "Pe\u{f1}a");
        place.player(72, "Pena");
        let row = |name: &str, club: &str| NewEntrant {
            name: name.to_owned(),
            club: club.to_owned(),
            ..NewEntrant::default()
        };
        enter(&app, &organizer, &slug, &[row("Jos\u{e9} Reyes", "Hawks")]).expect("he is in");
        for same in ["Jose Reyes", "JOSE  REYES", "Jose\u{301} reyes"] {
            let words = said(enter(&app, &organizer, &slug, &[row(same, "")]));
            assert!(words.contains("Jos\u{e9} Reyes is already registered and looks the same"), "{words}");
        }
        enter(&app, &organizer, &slug, &[row("Jose Reyes", "Owls")]).expect("another club's");
        let both = [row("Ni\u{f1}o", ""), row("Nino", "")];
        assert!(said(enter(&app, &organizer, &slug, &both)).contains("the same as in row 1"));
        // Each of two accounts is known by its own name.
        let accounts = [row("Pe\u{f1}a", ""), row("Pena", "")];
        enter(&app, &organizer, &slug, &accounts).expect("both are in");
        enter(&app, &organizer, &slug, &accounts).expect("both are in already");
        let renamed = contests::EntrantCorrection {
            name: Some("Jose Reyes".to_owned()),
            ..contests::EntrantCorrection::default()
        };
        let owl = contests::load_contest(&app, &slug).expect("it is run");
        let owl = owl.contest.numbered_entrants().find(|(_, one)| one.person.club == "Owls");
        let owl = owl.expect("entered").0;
        let words = said(contests::correct_entrant(&app, &organizer, &slug, owl, &renamed, NOW));
        assert!(words.contains("Jos\u{e9} Reyes is already registered"), "{words}");
    }

    fn a_player_registers_himself_and_says_what_came_of_his_games(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let settings = r#"{"plan": {"template": "swiss", "entrants": 2, "rounds": 1}, "cap": 2, "players_report": true}"#;
        let slug = made(&app, &organizer, &league, settings);
        for (id, name) in [(71, "Ana"), (72, "Ben"), (73, "Cora")] {
            place.player(id, name);
        }
        let own = |player: i32| adjutant_service::access::Actor {
            player: Some(player),
            ..person(player - 70)
        };
        let enter = |player: i32| contests::register_self(&app, &own(player), &slug, NOW);
        assert!(said(enter(71)).contains("Registration is closed."));
        tell(&app, &organizer, &slug, ContestCommand::SetRegistrationOpen(true)).unwrap();
        for player in [71, 72, 73] {
            enter(player).unwrap();
        }
        assert!(said(enter(71)).contains("already registered as number 1"));
        let standing = |at: usize| contests::load_contest(&app, &slug).unwrap().contest.entrants[at].status;
        assert_eq!(standing(2), EntrantStatus::Waiting);
        tell(&app, &own(72), &slug, ContestCommand::WithdrawSelf).unwrap();
        assert_eq!((standing(1), standing(2)), (EntrantStatus::Withdrawn, EntrantStatus::Active));
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true })).unwrap();
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Pair { stage: 0 })).unwrap();
        tell(&app, &organizer, &slug, ContestCommand::Round(RoundCommand::Publish { stage: 0, round: 0, draft: None })).unwrap();
        let spot = GameSlot { stage: 0, round: 0, table: 0, game: 0 };
        let say = |player: i32, result| tell(&app, &own(player), &slug, ContestCommand::ReportResult { spot, result });
        let first = contests::load_contest(&app, &slug).unwrap().contest.stages[0].rounds[0].meetings[0].sides[0];
        assert!(first == EntrantId(1) || first == EntrantId(3));
        say(71, GameResult::Won(Side::First)).unwrap();
        assert!(said(say(72, GameResult::Drawn)).contains("You do not play at this table."));
        say(73, GameResult::Drawn).unwrap();
        let board = contests::contest_board(&app, &organizer, &slug, BoardOptions::default()).unwrap();
        assert!(board.stages[0].rounds[0].meetings[0].is_disputed);
        let owner = person(1);
        let asked = || {
            let all = notices::page(&app, &owner, None).expect("a page").0;
            all.into_iter().filter(|one| matches!(one.notice, Notice::DecisionNeeded { .. })).collect::<Vec<_>>()
        };
        let [notice] = &asked()[..] else { panic!("one notice: {:?}", asked()) };
        assert_eq!(notice.path, format!("/events/{slug}/run"));
        say(73, GameResult::Won(Side::First)).unwrap();
        let board = contests::contest_board(&app, &Actor::nobody(), &slug, BoardOptions::default()).unwrap();
        assert_eq!(board.stages[0].rounds[0].meetings[0].games, [GameResult::Won(Side::First)]);
    }
}
