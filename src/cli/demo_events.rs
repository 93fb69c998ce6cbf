//! The demo's events: one in progress, one for teams, one open for registration, and a finished one of the Game of Three Generals.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_domain::contest::{EntrantId, GameSlot, Meeting, ResultEntry, json};
use adjutant_domain::moment::Micros;
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, ContestCommand, NewContest, NewEntrant, NewTeam, RoundCommand,
};
use adjutant_service::games::{self, Filter, GameSummary};
use adjutant_service::{App, Error};
use chrono::{NaiveDate, NaiveTime};
use ledger_ratings::Day;
use salpakan::rules::{Color, Outcome};
use swiss::series::{GameResult, Side};

/// A Swiss followed by a final in which the first is twice to beat.
const SWISS_SETTINGS: &str = r#"{"plan": {"template": "swiss-to-final", "entrants": 16, "rounds": 5},
    "tie_breaks": ["DE", "BH/C1", "BH", "SB", "PO"], "players_report": true, "fee": "₱75"}"#;
/// Four groups with a cross-over, the league's monthly format.
const GROUPS_SETTINGS: &str =
    r#"{"plan": {"template": "groups-to-knock-out", "entrants": 16, "groups": 4}, "cap": 16}"#;
/// Clubs on three fixed boards; the first two play the championship.
const TEAM_SETTINGS: &str = r#"{"plan": {"template": "team-event", "entrants": 5, "team_boards": 3}, "teams": {"alternates": 1},
    "tie_breaks": ["MPvGP", "DE", "PO"]}"#;
/// Everybody meets everybody once at the Game of Three Generals.
const CUP_SETTINGS: &str = r#"{"plan": {"template": "round-robin", "entrants": 4}, "game": "three-generals",
    "tie_breaks": ["DE", "SB"]}"#;
const CUP: &str = "Demo Generals Cup";
/// The event that its records name, which is the site's.
const CUP_RECORDS: &str = "generals-cup-batangas";
/// Noon in Manila.
const NOON: NaiveTime = NaiveTime::from_hms_opt(4, 0, 0).expect("a time of day");
/// Its players, by their numbers.
const CUP_PLAYERS: [&str; 4] = ["Dapdap", "Datu", "Gitara", "Halohalo"];
/// The number of finished rounds; of the next one, every second table is finished.
const FINISHED_ROUNDS: usize = 3;
const ENTRANT_COUNT: usize = 15;

/// A member of the demo's roster.
pub(super) struct DemoMember {
    pub handle: String,
    pub club: String,
}

impl DemoMember {
    fn to_entrant(&self) -> NewEntrant {
        NewEntrant { name: self.handle.clone(), ..NewEntrant::default() }
    }
}

/// Creates events for an organisation.
struct EventMaker<'a> {
    app: &'a App,
    actor: Actor,
    organisation: &'a str,
    now: Micros,
}

fn organizer(desk: &Actor, organisation: i32) -> Actor {
    let role = OrganisationRole::Organizer;
    let grants = vec![RoleGrant { organisation, role, event: 0, duties: Duties::NONE }];
    Actor { grants, ..desk.clone() }
}

/// Creates the events with members of the roster. `today` is the day of those in progress.
pub(super) fn load(
    app: &App,
    desk: &Actor,
    organisation: (i32, &str),
    roster: &[DemoMember],
    today: Day,
    now: Micros,
) -> Result<(), Error> {
    let (id, slug) = organisation;
    let desk = EventMaker { app, actor: organizer(desk, id), organisation: slug, now };
    let list: Vec<NewEntrant> =
        roster.iter().take(ENTRANT_COUNT).map(DemoMember::to_entrant).collect();
    let open = desk.create_event("Demo Open", today, SWISS_SETTINGS)?;
    contests::register_entrants(app, &desk.actor, &open, &list, false, now)?;
    desk.play_rounds(&open)?;
    let clubs = desk.create_event("Demo Clubs", today, TEAM_SETTINGS)?;
    contests::register_teams(app, &desk.actor, &clubs, &teams(roster), false, now)?;
    desk.play_rounds(&clubs)?;
    let cup = desk.create_event("Demo Cup", Day(today.0 + 21), GROUPS_SETTINGS)?;
    contests::register_entrants(app, &desk.actor, &cup, &list[..9], false, now)?;
    contests::execute(app, &desk.actor, &cup, &ContestCommand::SetRegistrationOpen(true), now)?;
    Ok(())
}

/// Creates the cup with the results of its records.
pub(super) fn load_cup(
    app: &App,
    desk: &Actor,
    (id, slug): (i32, &str),
    now: Micros,
) -> Result<(), Error> {
    let day = NaiveDate::from_ymd_opt(2026, 5, 23).unwrap_or_default();
    // Its rounds were published on the day of its records, which is its only one.
    let now = now.min(Micros::from(day.and_time(NOON).and_utc()));
    let desk = EventMaker { app, actor: organizer(desk, id), organisation: slug, now };
    let cup = desk.create_event(CUP, Day(day.to_epoch_days()), CUP_SETTINGS)?;
    let row = |name: &str| NewEntrant { name: name.to_owned(), ..NewEntrant::default() };
    contests::register_entrants(app, &desk.actor, &cup, &CUP_PLAYERS.map(row), false, now)?;
    let tell = |command: &ContestCommand| contests::execute(app, &desk.actor, &cup, command, now);
    for round in 0..CUP_PLAYERS.len() - 1 {
        let begin = (round == 0).then_some(RoundCommand::Begin { stage: 0, white: true });
        let pair = RoundCommand::Pair { stage: 0 };
        let publish = RoundCommand::Publish { stage: 0, round, draft: None };
        let commands: Vec<ContestCommand> =
            begin.into_iter().chain([pair, publish]).map(ContestCommand::Round).collect();
        contests::execute_all(app, &desk.actor, &cup, &commands, now).map_err(Error::from)?;
        tell(&ContestCommand::EnterResults(recorded_results(app, &cup, round)?))?;
    }
    tell(&ContestCommand::SetEnded(true)).map(drop)
}

/// The results of a round by its records.
fn recorded_results(app: &App, slug: &str, round: usize) -> Result<Vec<ResultEntry>, Error> {
    let run = contests::load_contest(app, slug)?;
    let filter = Filter {
        event: Some(CUP_RECORDS.to_owned()),
        round: Some((round + 1).to_string()),
        ..Filter::default()
    };
    let games = games::page(app, &filter, None, CUP_PLAYERS.len())?.items;
    let name = |id: EntrantId| run.contest.entrant(id).map(|one| one.person.name.as_str());
    let entry = |(table, meeting): (usize, &Meeting)| {
        let [white, black] = meeting.sides.map(name);
        let is_it =
            |game: &&GameSummary| Some(&*game.white) == white && Some(&*game.black) == black;
        let result = match games.iter().find(is_it)?.outcome? {
            Outcome::Win(Color::White) => GameResult::Won(Side::First),
            Outcome::Win(Color::Black) => GameResult::Won(Side::Second),
            Outcome::Draw => GameResult::Drawn,
        };
        let spot = GameSlot { stage: 0, round, table, game: 0 };
        let (expected, reason) = (None, String::new());
        Some(ResultEntry { spot, sides: meeting.sides, expected, result: Some(result), reason })
    };
    let meetings = &run.contest.stages[0].rounds[round].meetings;
    Ok(meetings.iter().enumerate().filter_map(entry).collect())
}

/// The clubs of the roster with their members, in order.
fn teams(roster: &[DemoMember]) -> Vec<NewTeam> {
    let team = |members: &[DemoMember]| NewTeam {
        name: members[0].club.clone(),
        members: members.iter().map(DemoMember::to_entrant).collect(),
        ..NewTeam::default()
    };
    roster.chunk_by(|one, next| one.club == next.club).map(team).collect()
}

impl EventMaker<'_> {
    fn create_event(&self, name: &str, first_day: Day, settings: &str) -> Result<String, Error> {
        let settings = json::read_settings(settings)
            .map_err(|e| Error::Internal(format!("the demo's settings: {e}")))?;
        let new = NewContest { name: name.to_owned(), first_day, settings };
        contests::create_contest(self.app, &self.actor, self.organisation, &new, self.now)
    }

    /// Plays some rounds of the first stage, the last one only partly.
    fn play_rounds(&self, slug: &str) -> Result<(), Error> {
        let tell = |command: &ContestCommand| {
            contests::execute(self.app, &self.actor, slug, command, self.now)
        };
        tell(&ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }))?;
        for round in 0..=FINISHED_ROUNDS {
            tell(&ContestCommand::Round(RoundCommand::Pair { stage: 0 }))?;
            tell(&ContestCommand::Round(RoundCommand::Publish { stage: 0, round, draft: None }))?;
            tell(&ContestCommand::EnterResults(round_results(self.app, slug, round)?))?;
        }
        Ok(())
    }
}

/// The results of a round: arbitrary, but reproducible.
fn round_results(app: &App, slug: &str, round: usize) -> Result<Vec<ResultEntry>, Error> {
    let run = contests::load_contest(app, slug)?;
    let boards = run.contest.settings.team_boards().unwrap_or(1);
    let meetings = &run.contest.stages[0].rounds[round].meetings;
    let tables =
        meetings.iter().enumerate().filter(|(table, _)| round < FINISHED_ROUNDS || table % 2 == 0);
    let entry = |(table, meeting): (usize, &Meeting), game: usize| ResultEntry {
        spot: GameSlot { stage: 0, round, table, game },
        sides: meeting.sides,
        expected: None,
        result: Some(sample_result(meeting.sides, game)),
        reason: String::new(),
    };
    let games = tables.flat_map(|table| (0..boards).map(move |game| entry(table, game)));
    Ok(games.collect())
}

fn sample_result(sides: [EntrantId; 2], game: usize) -> GameResult {
    let board = u32::try_from(game).unwrap_or_default();
    match (sides[0].0 * 7 + sides[1].0 * 3 + board * 5) % 7 {
        0 => GameResult::Drawn,
        1 | 4 => GameResult::Won(Side::Second),
        _ => GameResult::Won(Side::First),
    }
}
