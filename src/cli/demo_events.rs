//! The demo's events: one in progress, one for teams, and one open for registration.

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_domain::contest::{EntrantId, GameSlot, Meeting, ResultEntry, json};
use adjutant_domain::moment::Micros;
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, ContestCommand, NewContest, NewEntrant, NewTeam, RoundCommand,
};
use adjutant_service::{App, Error};
use ledger_ratings::Day;
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
    let role = OrganisationRole::Organizer;
    let grants = vec![RoleGrant { organisation: id, role, event: 0, duties: Duties::NONE }];
    let actor = Actor { grants, ..desk.clone() };
    let desk = EventMaker { app, actor, organisation: slug, now };
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
