//! Rounds of events whose games are played here.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_domain::contest::fair_play::SignKind;
use adjutant_domain::contest::{
    ContestFact, ContestSettings, EntrantId, EventGames, GameSlot, OnsiteGames, ResultEntry, json,
};
use adjutant_domain::play::{Disclosure, PlayId, PlayerAction, Rule, Spectators, State};
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, BoardOptions, ContestCommand, ImportOptions, MeetingLine, NewContest, NewEntrant,
    RoundCommand,
};
use adjutant_service::live::{self, Ground};
use adjutant_service::{App, Error, analyses, games};
use ledger_ratings::Day;
use salpakan::rules::{Color, Outcome, Termination};
use swiss::series::{GameResult, Side};
use swiss::stage::System;

use crate::officials::{DORA, LEAGUE, league, organizer};
use crate::support::{ANA, BEN, BLACK, Hall, NOW, Place, SECOND, WHITE, actor, on_both_engines};

pub(crate) const SLUG: &str = "league-evening";
/// Two rounds of two players.
pub(crate) const TWICE: &str = r#"{"template": "double-round-robin", "entrants": 2}"#;

/// An event of Ana and Ben whose first round is published; `more` of its settings, and of how games are played.
pub(crate) fn published(app: &App, plan: &str, more: &str, games: &str) {
    published_for(app, ["Player 1", "Player 2"], (plan, more, games));
}

/// The same for these two.
pub(crate) fn published_for(app: &App, names: [&str; 2], (plan, more, games): (&str, &str, &str)) {
    let text =
        format!(r#"{{"plan": {plan}, {more} "rated": true, "games": {{"pace": "600+5"{games}}}}}"#);
    let settings = json::read_settings(&text).expect("settings");
    let new = NewContest { name: "Evening".to_owned(), first_day: Day(20_000), settings };
    let slug =
        contests::create_contest(app, &organizer(), "league", &new, NOW).expect("it is made");
    assert_eq!(slug, SLUG);
    let guest = |name: &str| NewEntrant { name: name.to_owned(), ..NewEntrant::default() };
    let both = names.map(guest);
    contests::register_entrants(app, &organizer(), SLUG, &both, false, NOW).expect("they are in");
    tell(app, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }))
        .expect("it begins");
    publish(app, 0);
}

pub(crate) fn tell(app: &App, command: ContestCommand) -> Result<contests::CommandOutcome, Error> {
    contests::execute(app, &organizer(), SLUG, &command, NOW)
}

pub(crate) fn publish(app: &App, round: usize) {
    tell(app, ContestCommand::Round(RoundCommand::Pair { stage: 0 })).expect("it is paired");
    tell(app, ContestCommand::Round(RoundCommand::Publish { stage: 0, round, draft: None }))
        .expect("it is published");
}

/// The one table of a round, as everybody sees it.
pub(crate) fn table(app: &App, round: usize) -> MeetingLine {
    let board = contests::contest_board(app, &Actor::nobody(), SLUG, BoardOptions::default())
        .expect("a board");
    board.stages[0].rounds[round].meetings[0].clone()
}

/// The game of the round's table, once it is made.
pub(crate) fn made(hall: &Hall, round: usize) -> PlayId {
    hall.once(|| table(&hall.app, round).play).id
}

/// Both deploy in it, whoever has White.
pub(crate) fn deployed(hall: &Hall, play: &PlayId) {
    let seen = live::see(&hall.live, &actor(ANA), play).expect("seen");
    let ana_is_white = seen.viewer == live::Viewer::Seat(Color::White);
    let (white, black) = if ana_is_white { (ANA, BEN) } else { (BEN, ANA) };
    hall.deploy(play, white, WHITE).expect("White deploys");
    hall.deploy(play, black, BLACK).expect("Black deploys");
}

pub(crate) fn results(app: &App, round: usize) -> Vec<GameResult> {
    table(app, round).games
}

/// Who has won by these results, as an account.
pub(crate) fn winner(app: &App, round: usize) -> i32 {
    let line = table(app, round);
    let Some(side) = line.games[0].winner() else { panic!("nobody: {line:?}") };
    if line.names[side.index()] == "Player 1" { ANA } else { BEN }
}

/// The event's arbiter: its number is behind that of the league's first.
fn judge() -> Actor {
    let grants = vec![RoleGrant {
        organisation: LEAGUE,
        role: OrganisationRole::Official,
        event: 2,
        duties: Duties::RESULTS,
    }];
    Actor { grants, ..actor(DORA) }
}

pub(crate) fn by_hand(
    app: &App,
    round: usize,
    result: GameResult,
) -> Result<contests::CommandOutcome, Error> {
    let line = table(app, round);
    let entry = ResultEntry {
        spot: GameSlot { stage: 0, round, table: 0, game: 0 },
        sides: line.sides,
        expected: line.games.first().copied(),
        result: Some(result),
        reason: "seen at the table".to_owned(),
    };
    tell(app, ContestCommand::EnterResults(vec![entry]))
}

/// How its games are played here.
fn games_here(settings: &mut ContestSettings) -> &mut OnsiteGames {
    let EventGames::Here(games) = &mut settings.games else { panic!("they are played elsewhere") };
    games
}

/// Adds settings behind what is stored, past every guard of the desk.
fn tell_raw(hall: &Hall, place: &Place, change: impl Fn(&mut OnsiteGames)) -> bool {
    let board = contests::contest_board(&hall.app, &Actor::nobody(), SLUG, BoardOptions::default())
        .unwrap();
    let mut settings = board.loaded.contest.settings.clone();
    change(games_here(&mut settings));
    let body = json::write_fact(&ContestFact::SettingsChanged { settings: Box::new(settings) })
        .replace('\'', "''");
    let (id, number) = (board.loaded.row.id, board.loaded.row.version + 1);
    place.run_sql(&format!(
        "INSERT INTO contest_facts VALUES ({id}, {number}, {NOW}, 0, '{body}'); \
         UPDATE contests SET version = {number} WHERE id = {id}"
    ));
    true
}

/// Other settings of how its games are played here; `None`: they are not.
fn settles(
    hall: &Hall,
    games: Option<&dyn Fn(&mut OnsiteGames)>,
) -> Result<contests::CommandOutcome, Error> {
    let board = contests::contest_board(&hall.app, &Actor::nobody(), SLUG, BoardOptions::default())
        .unwrap();
    let mut settings = board.loaded.contest.settings.clone();
    match games {
        None => settings.games = EventGames::default(),
        Some(change) => change(games_here(&mut settings)),
    }
    tell(&hall.app, ContestCommand::ChangeSettings(Box::new(settings)))
}

on_both_engines! {
    fn what_keeps_ranks_closed_is_not_loosened_while_any_are(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", r#", "disclosure": "event""#);
        let first = made(&hall, 0);
        deployed(&hall, &first);
        hall.act(&first, BEN, 50, PlayerAction::Resign).unwrap();
        hall.until(|| !results(&hall.app, 0).is_empty() && hall.state(&first) == State::Final);
        let refused = |games: Option<&dyn Fn(&mut OnsiteGames)>| {
            let why = settles(&hall, games).unwrap_err();
            assert!(why.to_string().contains("still hidden (1)"), "{why}");
        };
        refused(None);
        for disclosure in [Disclosure::Round, Disclosure::Game] {
            refused(Some(&|games| games.disclosure = disclosure));
        }
        let later = |games: &mut OnsiteGames| games.spectators = Spectators::DelayedPlies(3);
        settles(&hall, Some(&later)).expect("it is no less closed");
        assert_eq!(hall.state(&first), State::Final);
    }

    fn an_event_is_not_made_shorter_to_open_its_ranks(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let plan = r#"{"template": "swiss", "entrants": 12, "rounds": 3}"#;
        published(&hall.app, plan, "", r#", "disclosure": "event""#);
        let first = made(&hall, 0);
        deployed(&hall, &first);
        hall.act(&first, BEN, 50, PlayerAction::Resign).unwrap();
        hall.until(|| !results(&hall.app, 0).is_empty() && hall.state(&first) == State::Final);
        let rounds = |number: usize| {
            let board = contests::contest_board(&hall.app, &Actor::nobody(), SLUG, BoardOptions::default());
            let mut settings = board.unwrap().loaded.contest.settings.clone();
            settings.plan.stages[0].system = System::Swiss { rounds: number };
            tell(&hall.app, ContestCommand::ChangeSettings(Box::new(settings)))
        };
        rounds(4).expect("it lasts longer");
        let why = rounds(1).unwrap_err();
        assert!(why.to_string().contains("still hidden (1)"), "{why}");
        assert!(tell(&hall.app, ContestCommand::SetEnded(true)).is_err(), "it is not over by its plan");
    }

    fn an_event_is_not_cancelled_to_open_its_ranks_nor_while_a_game_is_played(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", r#", "disclosure": "event""#);
        let cancel = || tell(&hall.app, ContestCommand::Cancel("No hall".to_owned()));
        let first = made(&hall, 0);
        deployed(&hall, &first);
        let why = cancel().expect_err("it is played");
        assert!(why.to_string().contains("being played"), "{why}");
        hall.act(&first, BEN, 50, PlayerAction::Resign).unwrap();
        hall.until(|| !results(&hall.app, 0).is_empty() && hall.state(&first) == State::Final);
        publish(&hall.app, 1);
        let second = made(&hall, 1);
        cancel().expect("nobody has moved");
        hall.until(|| hall.state(&second) == State::Aborted);
        assert_eq!(hall.state(&first), State::Final, "its ranks stay closed");
        tell(&hall.app, ContestCommand::SetEnded(false)).expect("it takes place after all");
        assert_eq!(hall.state(&first), State::Final);
    }

    fn a_game_is_opened_when_its_own_terms_say_so(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", r#", "disclosure": "event""#);
        let first = made(&hall, 0);
        deployed(&hall, &first);
        hall.act(&first, BEN, 50, PlayerAction::Resign).unwrap();
        hall.until(|| !results(&hall.app, 0).is_empty() && hall.state(&first) == State::Final);
        // Settings that were loosened by whatever way since.
        let loosened = tell_raw(&hall, place, |games| games.disclosure = Disclosure::Game);
        publish(&hall.app, 1);
        let second = made(&hall, 1);
        deployed(&hall, &second);
        hall.act(&second, BEN, 51, PlayerAction::Resign).unwrap();
        hall.until(|| hall.state(&second) == State::Revealed);
        assert!(loosened && hall.state(&first) == State::Final, "it was agreed to be closed");
        hall.until(|| !results(&hall.app, 1).is_empty());
        tell(&hall.app, ContestCommand::SetEnded(true)).expect("it is over");
        hall.until(|| hall.state(&first) == State::Revealed);
    }

    fn a_published_round_makes_its_games_and_takes_their_results(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", r#", "disclosure": "event""#);
        let first = made(&hall, 0);
        let seen = live::see(&hall.live, &actor(ANA), &first).unwrap();
        assert!(seen.play.terms().rated && seen.play.terms().is_of_event());
        deployed(&hall, &first);
        hall.any_ply(&first);
        hall.act(&first, BEN, 50, PlayerAction::Resign).unwrap();
        hall.until(|| !results(&hall.app, 0).is_empty());
        assert_eq!(winner(&hall.app, 0), ANA, "no official has done anything");
        publish(&hall.app, 1);
        let second = made(&hall, 1);
        assert_ne!(first, second);
        let viewer = |play| live::see(&hall.live, &actor(ANA), play).unwrap().viewer;
        assert_ne!(viewer(&first), viewer(&second), "the colors change");
        deployed(&hall, &second);
        hall.act(&second, BEN, 51, PlayerAction::Resign).unwrap();
        hall.until(|| !results(&hall.app, 1).is_empty());
        let page = games::page(&hall.app, &games::Filter::default(), None, 10).unwrap();
        let rounds: Vec<&str> = page.items.iter().map(|game| game.round.as_str()).collect();
        assert_eq!((rounds.len(), rounds.contains(&"1"), rounds.contains(&"2")), (2, true, true));
        assert!(page.items.iter().all(|game| !game.revealed), "the event goes on");
        let likeness = || contests::fair_play_report(&hall.app, &organizer(), SLUG).unwrap().likeness;
        assert_eq!(likeness().games, 0, "nobody analyses what is sealed");
        tell(&hall.app, ContestCommand::SetEnded(true)).unwrap();
        hall.until(|| [first, second].iter().all(|play| hall.state(play) == State::Revealed));

        hall.until(|| likeness().games == 1);
        let ask = || contests::analyze_event(&hall.app, &organizer(), SLUG, NOW).unwrap();
        assert_eq!((ask(), ask()), (1, 0), "the game with a ply, once");
        assert_eq!((likeness().waiting, likeness().analyzed), (1, 0));
        assert_eq!(analyses::work_off(&hall.app, || NOW).unwrap(), 1);
        let found = likeness();
        assert_eq!((found.waiting, found.analyzed), (0, 1));
        let games: Vec<usize> = found.players.iter().map(|player| player.games.len()).collect();
        assert_eq!(games, [1, 1], "each of both is told of");
    }

    fn officials_see_a_game_resigned_at_once_and_what_was_reported_of_it_once_it_is_over(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", r#", "disclosure": "event""#);
        let play = made(&hall, 0);
        deployed(&hall, &play);
        let words = "He said that he would let me win.";
        live::report(&hall.live, &actor(ANA), &play, (Some(Ground::Arranged), words)).unwrap();
        let seen = || contests::fair_play_report(&hall.app, &organizer(), SLUG).unwrap();
        assert_eq!((seen().signs.len(), seen().reports.len()), (0, 0), "it is still played");
        assert_eq!(seen().likeness.games, 0, "nothing of it is shown before");
        hall.any_ply(&play);
        hall.act(&play, BEN, 50, PlayerAction::Resign).unwrap();
        hall.until(|| hall.state(&play) == State::Final && !results(&hall.app, 0).is_empty());
        let report = seen();
        let kinds: Vec<SignKind> = report.signs.iter().map(|sign| sign.kind).collect();
        assert_eq!(kinds, [SignKind::ResignedAtOnce { plies: 1 }]);
        let [told] = &report.reports[..] else { panic!("{:?}", report.reports) };
        assert_eq!((told.ground, told.words.as_str()), (Some(Ground::Arranged), words));
        assert_eq!(told.game.spot, report.signs[0].games[0].spot);
        let player = contests::fair_play_report(&hall.app, &actor(BEN), SLUG);
        assert!(player.is_err(), "a player reads none of it");

        for somebody in [actor(ANA), actor(BEN), Actor::nobody()] {
            let asked = contests::analyze_event(&hall.app, &somebody, SLUG, NOW);
            assert!(asked.is_err(), "only officials ask");
        }
    }

    fn who_does_not_come_in_time_loses_by_default(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, r#""grace_minutes": 5,"#, "");
        let play = made(&hall, 0);
        let seen = live::see(&hall.live, &actor(BEN), &play).unwrap();
        let live::Viewer::Seat(color) = seen.viewer else { panic!("{:?}", seen.viewer) };
        hall.deploy(&play, BEN, if color == Color::White { WHITE } else { BLACK }).unwrap();
        hall.pass(299 * SECOND);
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert_eq!(results(&hall.app, 0), []);
        hall.pass(2 * SECOND);
        hall.until(|| !results(&hall.app, 0).is_empty());
        assert!(matches!(results(&hall.app, 0)[0], GameResult::Default { .. }));
        assert_eq!(winner(&hall.app, 0), BEN);
        publish(&hall.app, 1);
        made(&hall, 1);
        hall.pass(301 * SECOND);
        hall.until(|| results(&hall.app, 1) == [GameResult::BothAbsent]);
    }

    fn what_is_judged_at_the_table_is_not_told_by_hand(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", "");
        let play = made(&hall, 0);
        let refused = by_hand(&hall.app, 0, GameResult::Drawn).unwrap_err().to_string();
        assert!(refused.contains("being played on this site"), "{refused}");
        deployed(&hall, &play);
        let back = ContestCommand::Round(RoundCommand::TakeBack { stage: 0, round: 0, results_too: true });
        let refused = tell(&hall.app, back.clone()).unwrap_err().to_string();
        assert!(refused.contains("Annul"), "{refused}");
        tell(&hall.app, ContestCommand::Withdraw(EntrantId(1))).expect("from the next round on");
        let at = adjutant_domain::contest::scheduling::TableId { stage: 0, round: 0, table: 0 };
        let gone = tell(&hall.app, ContestCommand::Forfeit { entrant: EntrantId(1), at });
        assert!(gone.is_err(), "they play");
        hall.any_ply(&play);
        hall.act(&play, ANA, 50, PlayerAction::Resign).unwrap();
        hall.until(|| !results(&hall.app, 0).is_empty());
        let refused = by_hand(&hall.app, 0, GameResult::Drawn).unwrap_err().to_string();
        assert!(refused.contains("in the game itself"), "{refused}");
        let rule = Rule::Correct { outcome: Outcome::Draw, termination: Termination::Agreement };
        hall.rule(&judge_of_final(), &play, 1, Some(rule), "They had agreed.").unwrap();
        hall.until(|| results(&hall.app, 0) == [GameResult::Drawn]);
    }

    fn a_restored_event_has_its_games_made(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", "");
        made(&hall, 0);
        let file = contests::export_event(&hall.app, &organizer(), SLUG).expect("a file");
        let wish = ImportOptions { name: "Evening again".to_owned(), first_day: None };
        let again = contests::import_event(&hall.app, &organizer(), "league", (&file, &wish), NOW);
        let again = again.expect("it is restored");
        let play = || {
            let board = contests::contest_board(&hall.app, &Actor::nobody(), &again, BoardOptions::default());
            board.expect("a board").stages[0].rounds[0].meetings[0].play
        };
        hall.until(|| play().is_some());
    }

    fn games_of_a_round_that_is_taken_back_are_gone_and_a_restored_one_has_new_ones(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", "");
        let play = made(&hall, 0);
        tell(&hall.app, ContestCommand::Round(RoundCommand::TakeBack { stage: 0, round: 0, results_too: false })).unwrap();
        hall.until(|| hall.state(&play) == State::Aborted);
        tell(&hall.app, ContestCommand::Round(RoundCommand::Restore { stage: 0 })).unwrap();
        hall.until(|| table(&hall.app, 0).play.is_some_and(|one| one.id != play));
    }

    fn a_round_that_was_played_here_stays_and_who_wants_to_undo_it_reads_why(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", "");
        let play = made(&hall, 0);
        deployed(&hall, &play);
        hall.any_ply(&play);
        let undo = || tell(&hall.app, ContestCommand::Round(RoundCommand::TakeBack { stage: 0, round: 0, results_too: true }));
        assert!(undo().unwrap_err().to_string().contains("are being played"));
        hall.act(&play, ANA, 50, PlayerAction::Resign).unwrap();
        hall.until(|| results(&hall.app, 0).len() == 1);
        let refused = undo().unwrap_err().to_string();
        assert!(refused.contains("Correct their results"), "{refused}");
    }

    fn an_annulled_game_is_played_again_or_told_by_hand(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, TWICE, "", r#", "confirm": "official""#);
        let play = made(&hall, 0);
        assert!(live::play_again(&hall.live, &organizer(), SLUG, &play).is_err(), "it stands");
        deployed(&hall, &play);
        hall.rule(&judge(), &play, 1, Some(Rule::Annul), "A wrong set-up was shown.").unwrap();
        assert!(live::play_again(&hall.live, &judge(), SLUG, &play).is_err(), "he pairs nobody");
        live::play_again(&hall.live, &organizer(), SLUG, &play).unwrap();
        hall.until(|| table(&hall.app, 0).play.is_some_and(|one| one.id != play));
        let again = made(&hall, 0);
        deployed(&hall, &again);
        hall.any_ply(&again);
        hall.act(&again, ANA, 50, PlayerAction::Resign).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert_eq!((hall.state(&again), results(&hall.app, 0)), (State::Ended, vec![]), "not final");
        hall.rule(&judge(), &again, 2, Some(Rule::Annul), "He had gone home ill.").unwrap();
        by_hand(&hall.app, 0, GameResult::Default { absent: Side::First }).unwrap();
        assert_eq!(results(&hall.app, 0), [GameResult::Default { absent: Side::First }]);
    }

    fn a_server_that_was_stopped_makes_the_games_when_it_starts(place: &Place) {
        drop(Hall::new(place));
        league(place);
        let app = place.open();
        published(&app, TWICE, "", "");
        assert!(table(&app, 0).play.is_none());
        drop(app);
        let hall = Hall::at(place, NOW + 60 * SECOND);
        let play = made(&hall, 0);
        assert_eq!(hall.state(&play), State::Deploying);
    }
}

/// Who may set right what is final.
fn judge_of_final() -> Actor {
    let grants = vec![RoleGrant {
        organisation: LEAGUE,
        role: OrganisationRole::Organizer,
        event: 0,
        duties: Duties::NONE,
    }];
    Actor { grants, ..judge() }
}

/// After which steps of a game of an event its page is told of a change; White has this set-up.
fn changes(white: &str) -> Vec<bool> {
    let place = Place::sqlite();
    let hall = Hall::new(&place);
    league(&place);
    published(&hall.app, TWICE, "", r#", "disclosure": "event""#);
    let play = made(&hall, 0);
    let version = || {
        let now = contests::public_version(&hall.app, &Actor::nobody(), SLUG);
        now.expect("everybody may see it")
    };
    let seen = live::see(&hall.live, &actor(ANA), &play).expect("seen");
    let ana_is_white = seen.viewer == live::Viewer::Seat(Color::White);
    let sides = if ana_is_white { [ANA, BEN] } else { [BEN, ANA] };
    let (mut before, mut changed) = (version(), Vec::new());
    let mut step = |what: &dyn Fn()| {
        what();
        let now = version();
        changed.push(now != before);
        before = now;
    };
    step(&|| hall.deploy(&play, sides[0], white).map(drop).expect("White deploys"));
    step(&|| hall.deploy(&play, sides[1], BLACK).map(drop).expect("Black deploys"));
    for _ in 0..6 {
        step(&|| drop(hall.any_ply(&play)));
    }
    step(&|| {
        hall.act(&play, sides[1], 50, PlayerAction::Resign).expect("it ends");
        hall.until(|| !results(&hall.app, 0).is_empty());
    });
    changed
}

#[test]
fn n07_the_page_of_an_event_is_told_of_the_same_changes_whatever_the_ranks_in_its_games() {
    // The Spies, the Flag and officers stand on each other's squares.
    let other: String = WHITE
        .chars()
        .map(|letter| match letter {
            'F' => 'A',
            'A' => 'F',
            '5' => '1',
            '1' => '5',
            'L' => 'M',
            'M' => 'L',
            same => same,
        })
        .collect();
    let worlds = [changes(WHITE), changes(&other)];
    assert!(worlds[0].contains(&true) && worlds[0].contains(&false), "{worlds:?}");
    assert_eq!(worlds[0], worlds[1]);
    // One that changed by the rank of the piece in a corner would be noticed.
    let mut leaky = worlds;
    for (changed, army) in leaky.iter_mut().zip([WHITE, &other]) {
        changed[5] = army.contains("F12P");
    }
    assert_ne!(leaky[0], leaky[1]);
}
