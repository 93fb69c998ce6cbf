//! Events that are run here: Swiss ones of several sizes, all rounds over but the last, in which a result is corrected
//! each second while a crowd looks on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant, SiteRole};
use adjutant_domain::contest::{GameSlot, ResultEntry, json};
use adjutant_domain::moment::Micros;
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    ContestCommand, NewContest, NewEntrant, RoundCommand, create_contest, execute, load_contest,
    register_entrants,
};
use adjutant_service::organisations::{CreationPolicy, CreationRules, NewOrganisation, create};
use adjutant_service::{App, accounts};
use ledger_ratings::Day;
use swiss::series::{GameResult, Side};

/// Players of each event; the bar is of the first.
pub const SIZES: [usize; 4] = [200, 50, 800, 3_000];
const ROUNDS: usize = 6;
const SLUG: &str = "bench-league";
const NOW: Micros = Micros(1_780_000_000_000_000);
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
        if load_contest(app, &slug(players)).is_err() {
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
    let command = Actor::for_command();
    let found = accounts::create_account(app, &command, "Bench desk", "", SiteRole::None, NOW);
    let account = found.map_or(1, |(account, _)| account);
    let desk = Actor { account, name: "Bench desk".to_owned(), ..command };
    let new = NewOrganisation {
        name: "Bench League".to_owned(),
        slug: SLUG.to_owned(),
        ..NewOrganisation::default()
    };
    let rules = CreationRules { policy: CreationPolicy::Anyone, max_per_owner: 1 };
    let id = create(app, &desk, rules, &new, NOW).map_or(1, |made| made.id);
    let grant = RoleGrant {
        organisation: id,
        role: OrganisationRole::Organizer,
        event: 0,
        duties: Duties::NONE,
    };
    Actor { grants: vec![grant], ..desk }
}

fn weekend(app: &App, desk: &Actor, players: usize) {
    let settings = format!(
        r#"{{"plan": {{"template": "swiss", "entrants": {players}, "rounds": {ROUNDS}}}}}"#
    );
    let settings = json::read_settings(&settings).expect("settings");
    let new =
        NewContest { name: format!("Weekend of {players}"), first_day: Day(20_600), settings };
    let slug = create_contest(app, desk, SLUG, &new, NOW).expect("it is made");
    let guest = |n: usize| NewEntrant {
        name: format!("Guest {n:04} of {players}"),
        rating: Some(2_400 - (n * 1_000 / players) as u32),
        club: "Knights".to_owned(),
        ..NewEntrant::default()
    };
    let list: Vec<NewEntrant> = (1..=players).map(guest).collect();
    register_entrants(app, desk, &slug, &list, false, NOW).expect("they are registered");
    let told = |command: &ContestCommand| {
        execute(app, desk, &slug, command, NOW).map(|_| ()).expect("it is done")
    };
    told(&ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }));
    for round in 0..ROUNDS {
        told(&ContestCommand::Round(RoundCommand::Pair { stage: 0 }));
        told(&ContestCommand::Round(RoundCommand::Publish { stage: 0, round, draft: None }));
        let open = usize::from(round + 1 == ROUNDS);
        let tables = load_contest(app, &slug).expect("it is run").contest.stages[0].rounds[round]
            .meetings
            .len();
        let came = |table: usize| match (table * 7 + round * 3) % 5 {
            0 => GameResult::Drawn,
            1 => GameResult::Won(Side::Second),
            _ => GameResult::Won(Side::First),
        };
        let entries =
            (0..tables - open).map(|table| entry(app, &slug, (round, table), came(table)));
        told(&ContestCommand::EnterResults(entries.collect()));
    }
}

fn entry(app: &App, slug: &str, (round, table): (usize, usize), result: GameResult) -> ResultEntry {
    let run = load_contest(app, slug).expect("it is run");
    let meeting = &run.contest.stages[0].rounds[round].meetings[table];
    ResultEntry {
        spot: GameSlot { stage: 0, round, table, game: 0 },
        sides: meeting.sides,
        expected: meeting.games.first().copied(),
        result: Some(result),
        reason: "The slip was read again.".to_owned(),
    }
}

/// Another result at the first table of the last round.
fn correct(app: &App, desk: &Actor) {
    let slug = slug(SIZES[0]);
    let was = entry(app, &slug, (ROUNDS - 1, 0), GameResult::Drawn);
    let result = match was.expected {
        Some(GameResult::Drawn) => GameResult::Won(Side::First),
        _ => GameResult::Drawn,
    };
    let right = ResultEntry { result: Some(result), ..was };
    execute(app, desk, &slug, &ContestCommand::EnterResults(vec![right]), NOW)
        .expect("it is set right");
}
