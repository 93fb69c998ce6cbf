//! What officials, players and everybody ask of events that are run here, each use case once.

use adjutant::account::roles::{Duties, Grant, Role};
use adjutant::contest::teams::{Players, Table};
use adjutant::contest::{EntrantId, Reach, ResultEntry, Spot, written};
use adjutant::organisation::points::Scales;
use adjutant::organisation::seasons::Season;
use adjutant::service::access::{Act, Actor, Through};
use adjutant::service::contests::{
    self, Boards, Command, NewContest, NewEntrant, NewLink, NewTeam, StewardDuties, Wish,
};
use adjutant::service::{App, organisations, players};
use ledger_ratings::Day;
use swiss::series::{GameResult, Side};

use crate::support::NOW;

/// When all was told that is told here.
const LATER: i64 = NOW + 30 * 86_400_000_000;

/// Somebody with these parts in the first organisation, and with this player.
fn actor(grants: Vec<Grant>, player: Option<i32>) -> Actor {
    let through = Through::Session { id: 1, proved_at: NOW };
    Actor { account: 1, player, grants, through, ..Actor::nobody() }
}

/// A Swiss evening of one round: two players, and nobody but the organizer to run it.
pub fn ask(app: &App) {
    let part = Grant { organisation: 1, role: Role::Organizer, event: 0, duties: Duties::NONE };
    let organizer = actor(vec![part], None);
    let settings = r#"{"plan":{"template":"swiss","entrants":4,"rounds":1},"players_report":true,"arranged":{}}"#;
    let settings = written::read_settings(settings).expect("settings");
    let new = NewContest { name: "An evening".to_owned(), first_day: Day(20_463), settings };
    contests::permit_making(app, &organizer, "club").expect("he may");
    let slug = contests::make(app, &organizer, "club", &new, NOW).expect("it is made");
    contests::permit(app, &organizer, Act::RunEvent, &slug).expect("he may");
    let tell = |command: Command| {
        contests::tell(app, &organizer, &slug, &command, NOW).expect("it is told");
    };
    tell(Command::Open(true));
    let own = players::by_handle(app, "Sidapa").expect("a player").id;
    let himself = actor(Vec::new(), Some(own));
    contests::enter_oneself(app, &himself, &slug, NOW).expect("he is in");
    let guest = ["Pandesal", "A guest"]
        .map(|name| NewEntrant { name: name.to_owned(), ..NewEntrant::default() });
    contests::enter_all(app, &organizer, &slug, &guest, false, NOW).expect("they are in");
    let begun = [Command::Begin { stage: 0, white: true }, Command::Pair { stage: 0 }];
    contests::tell_all(app, &organizer, &slug, &begun, NOW).expect("it begins");
    tell(Command::Publish { stage: 0, round: 0 });
    // The players are told at once that they are to agree.
    contests::do_due(app, NOW + 5 * 86_400_000_000, 0).expect("it is done");
    let of = contests::match_of("1-1-1").expect("a table");
    assert_eq!(contests::match_key(of), "1-1-1");
    let (run, _) = contests::matches(app, &slug, NOW).expect("matches");
    assert_eq!(contests::zone_of(&run.contest), "Asia/Manila");
    contests::one_match(app, &organizer, &slug, of, NOW).expect("a match");
    assert_eq!(contests::own_matches(app, &himself, NOW).expect("matches").len(), 1);
    let run = contests::run(app, &slug).expect("it is run");
    let spot = Spot { stage: 0, round: 0, table: 0, game: 0 };
    let sides = run.contest.meeting_at(spot).expect("a table").sides;
    let result = Some(GameResult::Won(Side::First));
    let entry = ResultEntry { spot, sides, instead_of: None, result, why: String::new() };
    tell(Command::Results(vec![entry]));
    assert_eq!(contests::end_graces(app, Day(20_463), NOW).expect("an answer"), 0);
    stewards(app, &organizer, &slug);
    look(app, &organizer, &slug);
    ask_of_teams(app, &organizer, &himself);
}

/// An evening of two teams, one of them the player's own.
fn ask_of_teams(app: &App, organizer: &Actor, captain: &Actor) {
    let settings = r#"{"plan":{"template":"swiss","entrants":2,"rounds":1,"team_boards":2},"players_report":true}"#;
    let settings = written::read_settings(settings).expect("settings");
    let new = NewContest { name: "A team evening".to_owned(), first_day: Day(20_464), settings };
    let slug = contests::make(app, organizer, "club", &new, NOW).expect("it is made");
    contests::tell(app, organizer, &slug, &Command::Open(true), NOW).expect("it is open");
    let team = |name: &str, members: [&str; 2]| {
        let member = |name: &str| NewEntrant { name: name.to_owned(), ..NewEntrant::default() };
        let members = members.map(member).into();
        NewTeam { name: name.to_owned(), members, ..NewTeam::default() }
    };
    let own = team("Eagles", ["Sidapa", "Amihan"]);
    contests::enter_own_team(app, captain, &slug, &own, NOW).expect("it is in");
    let other = [team("Herons", ["Pandesal", "Bayani"])];
    contests::enter_teams(app, organizer, &slug, &other, false, NOW).expect("it is in");
    let begun = [Command::Begin { stage: 0, white: true }, Command::Pair { stage: 0 }];
    contests::tell_all(app, organizer, &slug, &begun, NOW).expect("it begins");
    let publish = Command::Publish { stage: 0, round: 0 };
    contests::tell(app, organizer, &slug, &publish, NOW).expect("it is published");
    let at = Table { stage: 0, round: 0, table: 0 };
    let line_up = Command::HandIn { at, players: Players(vec![1, 0]) };
    contests::tell(app, captain, &slug, &line_up, NOW).expect("it is in");
    let run = contests::run(app, &slug).expect("it is run");
    assert!(contests::is_of_teams(&run.contest));
    assert_eq!(contests::own_team(&run, captain).expect("his team").matches.len(), 1);
    assert_eq!(contests::own_boards(&run, captain).len(), 2);
    assert_eq!(contests::own_team(&run, organizer), None);
}

/// A steward's link: made, opened, used and ended.
fn stewards(app: &App, organizer: &Actor, slug: &str) {
    let duties = StewardDuties { results: true, check_in: true };
    let name = "Hall B".to_owned();
    let new = NewLink { name, duties, reach: Reach::default(), hours: 8 };
    let secret = contests::make_link(app, organizer, slug, &new, NOW).expect("it is made");
    assert!(contests::steward_of(app, &secret, NOW).expect("an answer").is_some());
    assert!(contests::open_hall(app, &secret, NOW).expect("an answer"));
    let hall = contests::hall(app, &secret, NOW).expect("an answer").expect("it is open");
    let table = &hall.rounds[0].tables[0];
    let said = (table.spot, table.sides, GameResult::Drawn);
    let taken = contests::enter_in_hall(app, &secret, said, NOW).expect("it is noted");
    assert_eq!(taken, contests::Taken::Noted);
    contests::check_in_in_hall(app, &secret, EntrantId(1), true, NOW).expect("he is there");
    assert_eq!(contests::links(app, organizer, slug, NOW).expect("links").len(), 1);
    contests::end_link(app, organizer, slug, 1, NOW).expect("it is ended");
}

/// Every way in which an event is looked at.
fn look(app: &App, organizer: &Actor, slug: &str) {
    assert!(!contests::upcoming(app, Day(20_000), 50).expect("events").is_empty());
    assert!(!contests::upcoming_of(app, 1, Day(20_000), 50).expect("events").is_empty());
    assert!(contests::news(app, "club").expect("news").1.len() >= 2, "it is made, and a round");
    assert!(!contests::dates(app, "club").expect("dates").1.is_empty());
    assert_eq!(contests::date_of(app, slug).expect("a date").slug, slug);
    season(app, organizer, slug);
    assert!(contests::may_look(app, organizer, slug).expect("an answer"));
    assert!(contests::is_run_here(app, slug).expect("an answer"));
    let seen = contests::board(app, &Actor::nobody(), slug, Boards::default()).expect("a board");
    let meeting = &seen.stages[0].rounds[0].meetings[0];
    assert_eq!(contests::winner(meeting), Some(Side::First));
    assert!(!contests::is_of_teams(&seen.run.contest));
    contests::desk(app, organizer, slug, Boards::default()).expect("a desk");
    contests::explained(app, slug, 0, EntrantId(1), None).expect("a place");
    contests::explained_round(app, organizer, slug, 0, 0).expect("a round");
    contests::trf(app, slug, 0, 0).expect("a file");
    assert!(contests::facts(app, organizer, slug).expect("facts").len() > 5);
    let file = contests::whole(app, organizer, slug).expect("a file");
    let wish = Wish { name: "The same again".to_owned(), first_day: None };
    let seen = contests::look(app, organizer, "club", (&file, &wish), LATER).expect("it is read");
    assert_eq!((seen.players, seen.guests), (2, 1));
    let again = contests::restore_kept(app, organizer, "club", &seen.digest, LATER);
    assert_ne!(again.expect("it is made"), slug);
    let wish = Wish { name: "And again".to_owned(), first_day: None };
    contests::restore(app, organizer, "club", (&file, &wish), LATER).expect("it is made");
    assert!(contests::no_file("game.ggn").to_string().contains("game.ggn"));
}

/// A season in which the event counts once it is over.
fn season(app: &App, organizer: &Actor, slug: &str) {
    let year = Season { name: "A year".to_owned(), first: Day(20_454), last: Day(20_818) };
    let id = organisations::add_season(app, organizer, "club", &year, NOW).expect("a season");
    let scales = Scales::read("3 2 1").expect("scales");
    organisations::set_points(app, organizer, "club", &scales, NOW).expect("they are kept");
    assert_eq!(organisations::points(app, organizer, "club").expect("scales"), scales);
    let asked = (Some(id), Day(20_463));
    let table = || contests::season_table(app, organizer, "club", asked).expect("a table");
    assert!(table().expect("a season").rows.is_empty());
    let tell = |command: Command| contests::tell(app, organizer, slug, &command, NOW);
    tell(Command::End(true)).expect("it is over");
    assert!(!table().expect("a season").rows.is_empty());
    tell(Command::End(false)).expect("it is open again");
    let bar = r#"{"plan":{"template":"swiss","entrants":4},"eligibility":{"titles_won":1}}"#;
    let settings = written::read_settings(bar).expect("settings");
    let new = NewContest { name: "Barred".to_owned(), first_day: Day(20_470), settings };
    let barred = contests::make(app, organizer, "club", &new, NOW).expect("it is made");
    let guest = NewEntrant { name: "A guest".to_owned(), ..NewEntrant::default() };
    contests::enter_all(app, organizer, &barred, &[guest], false, NOW).expect("he is in");
}
