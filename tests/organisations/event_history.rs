//! What officials did in an event is undone and done again, by whoever has the right, and those concerned are told.

use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::contest::{ContestFact, GameSlot, PairingChange, ResultEntry, json};
use adjutant_domain::moment::{Micros, SECOND};
use adjutant_domain::notice::Notice;
use adjutant_domain::notice::webhook::WebhookKinds;
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, ActState, ContestCommand, EventEdit, ImportOptions, NewContest, NewEntrant, RoundCommand,
};
use adjutant_service::follows::{self, FollowKind};
use adjutant_service::{App, notices};
use ledger_ratings::Day;
use swiss::series::{GameResult, Side};

use crate::support::{NOW, Place, founded, on_both_engines, person, serving};

const SWISS: &str = r#"{"plan": {"template": "swiss", "entrants": 4, "rounds": 3}}"#;

/// An event whose clock goes on with each command.
struct Desk<'a> {
    app: &'a App,
    slug: String,
    seconds: std::cell::Cell<i64>,
}

impl Desk<'_> {
    fn now(&self) -> Micros {
        self.seconds.set(self.seconds.get() + 1);
        NOW + self.seconds.get() * SECOND
    }

    fn tell(&self, actor: &Actor, command: ContestCommand) {
        contests::execute(self.app, actor, &self.slug, &command, self.now()).expect("it is told");
    }

    fn publish(&self, actor: &Actor) {
        self.tell(actor, ContestCommand::Round(RoundCommand::Pair { stage: 0 }));
        let publish = RoundCommand::Publish { stage: 0, round: 0, draft: None };
        self.tell(actor, ContestCommand::Round(publish));
    }

    fn enter(&self, actor: &Actor, table: usize, result: GameResult) {
        let run = contests::load_contest(self.app, &self.slug).expect("it is run");
        let meeting = &run.contest.stages[0].rounds[0].meetings[table];
        let spot = GameSlot { stage: 0, round: 0, table, game: 0 };
        let (sides, expected) = (meeting.sides, meeting.games.first().copied());
        let entry =
            ResultEntry { spot, sides, expected, result: Some(result), reason: String::new() };
        self.tell(actor, ContestCommand::EnterResults(vec![entry]));
    }

    /// The first fact of the latest act that this official may undo, or do again.
    fn last(&self, actor: &Actor, state: ActState) -> Option<usize> {
        let acts = contests::desk_acts(self.app, actor, &self.slug, None).expect("acts").acts;
        acts.into_iter().find(|act| act.is_reversible && act.state == state).map(|act| act.first)
    }

    fn results(&self) -> Vec<Option<GameResult>> {
        let run = contests::load_contest(self.app, &self.slug).expect("it is run");
        run.contest.stages[0].rounds[0].meetings.iter().map(|one| one.result_of(0)).collect()
    }
}

/// Four players, of whom the first is the account 4, and a stage that has begun.
fn begun<'a>(place: &Place, app: &'a App, organizer: &Actor, slug: &str) -> Desk<'a> {
    let settings = json::read_settings(SWISS).expect("settings");
    let new = NewContest { name: "Undo Open".to_owned(), first_day: Day(20_000), settings };
    let slug = contests::create_contest(app, organizer, slug, &new, NOW).expect("it is made");
    for (id, name) in [(71, "Ana"), (72, "Ben"), (73, "Cora"), (74, "Dan")] {
        place.player(id, name);
    }
    let desk = Desk { app, slug, seconds: std::cell::Cell::new(0) };
    let row = |name: &str| NewEntrant { name: name.to_owned(), ..NewEntrant::default() };
    let list = ["Ana", "Ben", "Cora", "Dan"].map(row);
    contests::register_entrants(app, organizer, &desk.slug, &list, false, desk.now()).expect("in");
    desk.tell(organizer, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }));
    desk
}

const WON: GameResult = GameResult::Won(Side::First);

on_both_engines! {
    fn another_official_undoes_the_last_act_and_its_author_is_told(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let [one, other] = [2, 3].map(|id| serving(id, OrganisationRole::Organizer, &league));
        let desk = begun(place, &app, &one, &league.slug);
        desk.publish(&one);
        desk.enter(&one, 0, WON);
        desk.enter(&one, 1, WON);
        let last = desk.last(&other, ActState::InForce).expect("the second result");
        contests::undo_act(&app, &other, &desk.slug, last, desk.now()).expect("it is undone");
        assert_eq!(desk.results(), [Some(WON), None]);
        let stands = |table: usize| {
            let sides = contests::load_contest(&app, &desk.slug).unwrap().contest.stages[0].rounds[0].meetings[table].sides;
            let spot = GameSlot { stage: 0, round: 0, table, game: 0 };
            contests::recorded_result(&app, &other, &desk.slug, (spot, sides)).unwrap().expect("a table")
        };
        assert_eq!((stands(0).result, stands(0).by.is_empty()), (Some(WON), false));
        assert_eq!((stands(1).result, stands(1).by.as_str()), (None, ""), "nobody's result stands there");
        let told = notices::page(&app, &one, None).expect("a page").0;
        let undone: Vec<_> = told.iter().filter(|one| matches!(one.notice, Notice::ActUndone { .. })).collect();
        assert_eq!(undone.len(), 1, "{told:?}");
        assert_eq!(undone[0].path, format!("/events/{}/run?part=log", desk.slug));
        assert!(notices::page(&app, &other, None).expect("a page").0.is_empty(), "they know");
        contests::undo_act(&app, &other, &desk.slug, last, desk.now()).expect_err("it is undone already");
        contests::redo_act(&app, &one, &desk.slug, last, desk.now()).expect("it is done again");
        assert_eq!(desk.results(), [Some(WON), Some(WON)]);
        let again = contests::load_contest(&place.open_again(), &desk.slug).unwrap();
        let here = contests::load_contest(&app, &desk.slug).unwrap();
        assert_eq!(again.contest, here.contest, "as it reads from the store");
        let trail = place.trail().join("\n");
        assert!(trail.contains("undone") && trail.contains("done again"), "{trail}");
    }

    fn nobody_undoes_what_decides_their_own_game(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let desk = begun(place, &app, &organizer, &league.slug);
        let playing = Actor { player: Some(71), ..serving(3, OrganisationRole::Organizer, &league) };
        desk.publish(&organizer);
        let own = contests::load_contest(&app, &desk.slug).unwrap().contest.stages[0].rounds[0]
            .meetings.iter().position(|one| one.sides.iter().any(|id| id.0 == 1)).expect("a table");
        desk.enter(&organizer, own, WON);
        let last = desk.last(&organizer, ActState::InForce).expect("the result");
        let refused = contests::undo_act(&app, &playing, &desk.slug, last, desk.now());
        assert!(refused.is_err());
        desk.enter(&organizer, 1 - own, WON);
        let other = desk.last(&organizer, ActState::InForce).expect("the other result");
        contests::undo_act(&app, &playing, &desk.slug, other, desk.now()).expect("that is of others");
        contests::undo_act(&app, &person(9), &desk.slug, last, desk.now()).expect_err("no official");
        assert_eq!(desk.results()[own], Some(WON));
    }

    fn players_whose_table_or_opponent_is_changed_are_told_and_others_are_not(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let desk = begun(place, &app, &organizer, &league.slug);
        place.run_sql("UPDATE accounts SET player_id = 71 WHERE id = 1");
        desk.publish(&organizer);
        let sides = contests::load_contest(&app, &desk.slug).unwrap().contest.stages[0].rounds[0]
            .meetings[0].sides;
        let changes = vec![PairingChange::SwapColors { entrant: sides[0] }];
        desk.tell(&organizer, ContestCommand::Round(RoundCommand::Alter { stage: 0, round: 0, changes, results_too: false }));
        let now = contests::load_contest(&app, &desk.slug).unwrap().contest.stages[0].rounds[0].meetings[0].sides;
        assert_eq!(now, [sides[1], sides[0]]);
        let paired = notices::page(&app, &person(1), None).expect("a page").0;
        let paired = paired.iter().filter(|one| matches!(one.notice, Notice::Paired { .. })).count();
        let is_moved = sides.iter().any(|id| id.0 == 1);
        assert_eq!(paired, if is_moved { 2 } else { 1 }, "once, and again if that is their table");
        desk.enter(&organizer, 0, WON);
        let last = desk.last(&organizer, ActState::InForce).expect("the result");
        contests::undo_act(&app, &organizer, &desk.slug, last, desk.now()).expect("it is undone");
        // The whole history is restored from its file, with the same result.
        let file = contests::export_event(&app, &organizer, &desk.slug).expect("a file");
        let wish = ImportOptions { name: "Again".to_owned(), first_day: None };
        let slug = contests::import_event(&app, &organizer, &league.slug, (&file, &wish), desk.now()).expect("it is restored");
        let again = contests::load_contest(&app, &slug).unwrap();
        let here = contests::load_contest(&app, &desk.slug).unwrap();
        assert_eq!(again.contest, here.contest);
    }

    fn settings_that_were_undone_do_not_decide_the_game_of_an_imported_event(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let of = |game: &str| {
            let text = SWISS.replacen('{', &format!(r#"{{"game": "{game}", "#), 1);
            json::read_settings(&text).expect("settings")
        };
        let new = NewContest { name: "Other Open".to_owned(), first_day: Day(20_000), settings: of("salpakan") };
        let slug = contests::create_contest(&app, &organizer, &league.slug, &new, NOW).expect("it is made");
        let desk = Desk { app: &app, slug, seconds: std::cell::Cell::new(0) };
        desk.tell(&organizer, ContestCommand::ChangeSettings(Box::new(of("three-generals"))));
        let last = desk.last(&organizer, ActState::InForce).expect("the other game");
        contests::undo_act(&app, &organizer, &desk.slug, last, desk.now()).expect("it is undone");
        // This level of the computer plays Game of the Generals alone.
        place.player(75, "Computer Major");
        place.run_sql("UPDATE players SET bot = 1 WHERE id = 75; INSERT INTO computers VALUES (5, 4, 75)");
        let row = NewEntrant { name: "Computer Major".to_owned(), ..NewEntrant::default() };
        contests::register_entrants(&app, &organizer, &desk.slug, &[row], false, desk.now()).expect("in");
        let file = contests::export_event(&app, &organizer, &desk.slug).expect("a file");
        let wish = ImportOptions { name: "Again".to_owned(), first_day: None };
        let slug = contests::import_event(&app, &organizer, &league.slug, (&file, &wish), desk.now()).expect("it is restored");
        let again = contests::load_contest(&app, &slug).unwrap();
        assert_eq!(again.contest, contests::load_contest(&app, &desk.slug).unwrap().contest);
        assert_eq!(again.contest.numbered_entrants().next().expect("an entrant").1.person.player, 75);
    }

    fn who_takes_part_waits_or_follows_is_told_that_the_event_is_cancelled_and_that_it_is_not(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let desk = begun(place, &app, &organizer, &league.slug);
        // The organizer plays, and knows.
        for (account, player) in [(1, 71), (2, 72), (3, 73)] {
            place.run_sql(&format!("UPDATE accounts SET player_id = {player} WHERE id = {account}"));
        }
        desk.tell(&organizer, ContestCommand::Withdraw(adjutant_domain::contest::EntrantId(3)));
        follows::set(&app, &person(4), (FollowKind::Event, &desk.slug), true, NOW).expect("it is followed");
        let told = |account: i32| -> Vec<String> {
            let page = notices::page(&app, &person(account), None).expect("a page").0;
            page.into_iter().map(|one| format!("{:?} {}", one.notice, one.path)).collect()
        };
        desk.publish(&organizer);
        let before = [1, 2, 3, 4].map(|account| told(account).len());
        desk.tell(&organizer, ContestCommand::Cancel("No hall".to_owned()));
        let news = |notice: &str| -> Vec<i32> {
            let is_news = |account: &i32| told(*account).iter().any(|one| one.starts_with(notice));
            [1, 2, 3, 4].into_iter().filter(is_news).collect()
        };
        assert_eq!(news("EventCancelled"), [1, 4], "the player and the follower");
        desk.tell(&organizer, ContestCommand::Cancel("The hall burns".to_owned()));
        let counts = [1, 2, 3, 4].map(|account| told(account).len());
        assert_eq!(counts, [before[0] + 1, before[1], before[2], before[3] + 1], "once");
        let last = desk.last(&organizer, ActState::InForce).expect("the second reason");
        contests::undo_act(&app, &organizer, &desk.slug, last, desk.now()).expect("it is undone");
        assert_eq!(news("EventResumed"), [] as [i32; 0], "it is cancelled still");
        let last = desk.last(&organizer, ActState::InForce).expect("the cancellation");
        contests::undo_act(&app, &organizer, &desk.slug, last, desk.now()).expect("it is undone");
        assert_eq!(news("EventResumed"), [1, 4]);
        let trail = place.trail().join("\n");
        assert!(trail.contains("cancelled: No hall"), "{trail}");
        let run = contests::load_contest(&app, &desk.slug).unwrap();
        assert_eq!((run.row.phase, run.contest.cancelled.clone()), (1, None));
    }

    fn a_move_is_told_once_after_all_edits_and_undoing_it_restores_the_first_day(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let desk = begun(place, &app, &organizer, &league.slug);
        for (account, player) in [(1, 71), (2, 72), (3, 73)] {
            place.run_sql(&format!("UPDATE accounts SET player_id = {player} WHERE id = {account}"));
        }
        desk.tell(&organizer, ContestCommand::Withdraw(adjutant_domain::contest::EntrantId(3)));
        follows::set(&app, &person(4), (FollowKind::Event, &desk.slug), true, NOW).expect("it is followed");
        let told = |account: i32| -> Vec<(Option<i32>, String)> {
            let page = notices::page(&app, &person(account), None).expect("a page").0.into_iter();
            let moved = page.filter_map(|one| match one.notice {
                Notice::EventMoved { day, .. } => Some((day, one.name)),
                _ => None,
            });
            moved.collect()
        };
        let edit = |day: i32| {
            let edit = EventEdit { first_day: Some(Day(day)), ..EventEdit::default() };
            contests::edit_event(&app, &organizer, &desk.slug, &edit, desk.now()).expect("it is moved");
        };
        let first_day = || contests::load_contest(&app, &desk.slug).unwrap().row.first_day;
        edit(20_007);
        edit(20_014);
        let mut settings = contests::load_contest(&app, &desk.slug).unwrap().contest.settings.clone();
        settings.place = "Rizal Hall".to_owned();
        desk.tell(&organizer, ContestCommand::ChangeSettings(Box::new(settings)));
        let later = |minutes: i64| Micros(NOW.0 + minutes * 60 * SECOND);
        notices::run_reminders(&app, later(5)).expect("reminders");
        assert_eq!(told(1), [], "officials may go on for some minutes");
        notices::run_reminders(&app, later(12)).expect("reminders");
        notices::run_reminders(&app, later(13)).expect("reminders");
        let news = [(Some(20_014), "Rizal Hall".to_owned())];
        assert_eq!([1, 2, 3, 4].map(told), [news.to_vec(), vec![], vec![], news.to_vec()]);
        // Both moves are undone: nobody hears of what is as it was.
        edit(20_021);
        for expected in [20_014, 20_007] {
            let acts = contests::desk_acts(&app, &organizer, &desk.slug, None).expect("acts").acts;
            let is_move = |act: &&contests::DeskAct| {
                act.is_reversible && act.state == ActState::InForce
                    && act.facts.iter().any(|fact| matches!(fact, ContestFact::EventMoved(_)))
            };
            let first = acts.iter().find(is_move).expect("a move").first;
            contests::undo_act(&app, &organizer, &desk.slug, first, desk.now()).expect("it is undone");
            assert_eq!(first_day(), expected);
        }
        let last = desk.last(&organizer, ActState::Undone).expect("a move");
        contests::redo_act(&app, &organizer, &desk.slug, last, desk.now()).expect("it is done again");
        assert_eq!(first_day(), 20_021);
        let last = desk.last(&organizer, ActState::Change).expect("it is done again");
        contests::undo_act(&app, &organizer, &desk.slug, last, desk.now()).expect("it is undone");
        edit(20_014);
        notices::run_reminders(&app, later(60)).expect("reminders");
        assert_eq!(told(4).len(), 1, "all is as it was");
        let trail = place.trail().join("\n");
        assert!(trail.contains("moved from 2024-10-04 to 2024-10-11"), "{trail}");
    }

    fn webhooks_say_that_a_published_round_was_altered_and_that_it_was_undone(place: &Place) {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        let desk = begun(place, &app, &organizer, &league.slug);
        let hook = ("https://hooks.example.org/", WebhookKinds::ROUND_CHANGED);
        notices::add_webhook(&app, &organizer, &league.slug, hook, NOW).expect("it is added");
        let sent = || -> Vec<String> {
            let calls = notices::claim_webhooks(&app, desk.now()).expect("calls");
            calls.into_iter().map(|(_, call)| call.body).collect()
        };
        desk.publish(&organizer);
        assert_eq!(sent(), [""; 0], "it is published, and that is another message");
        let sides = contests::load_contest(&app, &desk.slug).unwrap().contest.stages[0].rounds[0]
            .meetings[0].sides;
        let changes = vec![PairingChange::SwapColors { entrant: sides[0] }];
        desk.tell(&organizer, ContestCommand::Round(RoundCommand::Alter { stage: 0, round: 0, changes, results_too: false }));
        let changed = format!(
            r#"{{"type":"round.changed","data":{{"event":"{}","stage":1,"round":1}}}}"#, desk.slug
        );
        assert_eq!(sent(), [changed.as_str()]);
        let last = desk.last(&organizer, ActState::InForce).expect("the alteration");
        contests::undo_act(&app, &organizer, &desk.slug, last, desk.now()).expect("it is undone");
        assert_eq!(sent(), [changed.as_str()]);
    }
}
