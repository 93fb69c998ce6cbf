//! Events that are run here: Swiss ones of several sizes, all rounds over but the last, in which a result is corrected
//! each second while a crowd looks on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use adjutant::account::roles::{Duties, Grant, Role, SiteRole};
use adjutant::contest::{ResultEntry, Spot, written};
use adjutant::service::access::Actor;
use adjutant::service::contests::{Command, NewContest, NewEntrant, enter_all, make, run, tell};
use adjutant::service::organisations::{Creation, NewOrganisation, Rules, create};
use adjutant::service::{App, accounts};
use ledger_ratings::Day;
use swiss::series::{GameResult, Side};

/// Players of each event; the bar is of the first.
pub const SIZES: [usize; 4] = [200, 50, 800, 3_000];
const ROUNDS: usize = 6;
const SLUG: &str = "bench-league";
const NOW: i64 = 1_780_000_000_000_000;
/// Whether results come in: while events are asked for.
static COMES: AtomicBool = AtomicBool::new(false);

/// What an event is called in addresses.
pub fn slug(players: usize) -> String {
    format!("{SLUG}-weekend-of-{players}")
}

/// Makes the events that are not there, and an official who corrects results of the first.
pub fn fill(app: &App) {
    let desk = organizer(app);
    for players in SIZES {
        if run(app, &slug(players)).is_err() {
            weekend(app, &desk, players);
        }
    }
    let app = app.clone();
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_secs(1));
            if COMES.load(Ordering::Relaxed) {
                correct(&app, &desk);
            }
        }
    });
}

/// Has results come in, or come no more.
pub fn results_come(come: bool) {
    COMES.store(come, Ordering::Relaxed);
}

fn organizer(app: &App) -> Actor {
    let command = Actor::command();
    let found = accounts::found_account(app, &command, "Bench desk", "", SiteRole::None, NOW);
    let account = found.map_or(1, |(account, _)| account);
    let desk = Actor { account, name: "Bench desk".to_owned(), ..command };
    let new = NewOrganisation {
        name: "Bench League".to_owned(),
        slug: SLUG.to_owned(),
        ..NewOrganisation::default()
    };
    let rules = Rules { creation: Creation::Anyone, most: 1 };
    let id = create(app, &desk, rules, &new, NOW).map_or(1, |made| made.id);
    let grant = Grant { organisation: id, role: Role::Organizer, event: 0, duties: Duties::NONE };
    Actor { grants: vec![grant], ..desk }
}

fn weekend(app: &App, desk: &Actor, players: usize) {
    let settings = format!(
        r#"{{"plan": {{"template": "swiss", "entrants": {players}, "rounds": {ROUNDS}}}}}"#
    );
    let settings = written::read_settings(&settings).expect("settings");
    let new =
        NewContest { name: format!("Weekend of {players}"), first_day: Day(20_600), settings };
    let slug = make(app, desk, SLUG, &new, NOW).expect("it is made");
    let guest = |n: usize| NewEntrant {
        name: format!("Guest {n:04} of {players}"),
        rating: Some(2_400 - (n * 1_000 / players) as u32),
        club: "Knights".to_owned(),
        ..NewEntrant::default()
    };
    let list: Vec<NewEntrant> = (1..=players).map(guest).collect();
    enter_all(app, desk, &slug, &list, false, NOW).expect("they are registered");
    let told =
        |command: &Command| tell(app, desk, &slug, command, NOW).map(|_| ()).expect("it is done");
    told(&Command::Begin { stage: 0, white: true });
    for round in 0..ROUNDS {
        told(&Command::Pair { stage: 0 });
        told(&Command::Publish { stage: 0, round });
        let open = usize::from(round + 1 == ROUNDS);
        let tables =
            run(app, &slug).expect("it is run").contest.stages[0].rounds[round].meetings.len();
        let came = |table: usize| match (table * 7 + round * 3) % 5 {
            0 => GameResult::Drawn,
            1 => GameResult::Won(Side::Second),
            _ => GameResult::Won(Side::First),
        };
        let entries =
            (0..tables - open).map(|table| entry(app, &slug, (round, table), came(table)));
        told(&Command::Results(entries.collect()));
    }
}

fn entry(app: &App, slug: &str, (round, table): (usize, usize), result: GameResult) -> ResultEntry {
    let run = run(app, slug).expect("it is run");
    let meeting = &run.contest.stages[0].rounds[round].meetings[table];
    ResultEntry {
        spot: Spot { stage: 0, round, table, game: 0 },
        sides: meeting.sides,
        instead_of: meeting.games.first().copied(),
        result: Some(result),
        why: "The slip was read again.".to_owned(),
    }
}

/// Another result at the first table of the last round.
fn correct(app: &App, desk: &Actor) {
    let slug = slug(SIZES[0]);
    let was = entry(app, &slug, (ROUNDS - 1, 0), GameResult::Drawn);
    let result = match was.instead_of {
        Some(GameResult::Drawn) => GameResult::Won(Side::First),
        _ => GameResult::Drawn,
    };
    let right = ResultEntry { result: Some(result), ..was };
    tell(app, desk, &slug, &Command::Results(vec![right]), NOW).expect("it is set right");
}
