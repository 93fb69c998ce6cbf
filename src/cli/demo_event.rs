//! The demo's events: one under way, one of teams, and one for which people register.

use crate::account::roles::{Duties, Grant, Role};
use crate::contest::{EntrantId, Meeting, ResultEntry, Spot, written};
use crate::service::access::Actor;
use crate::service::contests::{self, Command, NewContest, NewEntrant, NewTeam};
use crate::service::{App, Error};
use ledger_ratings::Day;
use swiss::series::{GameResult, Side};

/// A Swiss to a final in which the first is twice to beat.
const OPEN: &str = r#"{"plan": {"template": "swiss-to-final", "entrants": 16, "rounds": 5},
    "tie_breaks": ["DE", "BH/C1", "BH", "SB", "PO"], "players_report": true, "fee": "₱75"}"#;
/// Four groups that cross over, as the league plays its months.
const CUP: &str =
    r#"{"plan": {"template": "groups-to-knock-out", "entrants": 16, "groups": 4}, "cap": 16}"#;
/// Clubs that meet on three fixed boards; the first two play the championship.
const CLUBS: &str = r#"{"plan": {"template": "team-event", "entrants": 5, "team_boards": 3}, "teams": {"alternates": 1},
    "tie_breaks": ["MPvGP", "DE", "PO"]}"#;
/// So many rounds are over; of the next every second table is.
const OVER: usize = 3;
const ENTRANTS: usize = 15;

/// Somebody of the demo's roster.
pub(super) struct Member {
    pub handle: String,
    pub club: String,
}

impl Member {
    fn entrant(&self) -> NewEntrant {
        NewEntrant { name: self.handle.clone(), ..NewEntrant::default() }
    }
}

/// Who makes events for whom.
struct Desk<'a> {
    app: &'a App,
    actor: Actor,
    organisation: &'a str,
    now: i64,
}

/// Makes them, for people of the roster. `today` is the day of those that are under way.
///
/// # Errors
/// Where the database cannot be written.
pub(super) fn load(
    app: &App,
    desk: &Actor,
    organisation: (i32, &str),
    roster: &[Member],
    today: Day,
    now: i64,
) -> Result<(), Error> {
    let (id, slug) = organisation;
    let role = Role::Organizer;
    let grants = vec![Grant { organisation: id, role, event: 0, duties: Duties::NONE }];
    let actor = Actor { grants, ..desk.clone() };
    let desk = Desk { app, actor, organisation: slug, now };
    let list: Vec<NewEntrant> = roster.iter().take(ENTRANTS).map(Member::entrant).collect();
    let open = desk.make("Demo Open", today, OPEN)?;
    contests::enter_all(app, &desk.actor, &open, &list, false, now)?;
    desk.play(&open)?;
    let clubs = desk.make("Demo Clubs", today, CLUBS)?;
    contests::enter_teams(app, &desk.actor, &clubs, &teams(roster), false, now)?;
    desk.play(&clubs)?;
    let cup = desk.make("Demo Cup", Day(today.0 + 21), CUP)?;
    contests::enter_all(app, &desk.actor, &cup, &list[..9], false, now)?;
    contests::tell(app, &desk.actor, &cup, &Command::Open(true), now)?;
    Ok(())
}

/// The clubs of the roster, each with its members in their order.
fn teams(roster: &[Member]) -> Vec<NewTeam> {
    let team = |members: &[Member]| NewTeam {
        name: members[0].club.clone(),
        members: members.iter().map(Member::entrant).collect(),
        ..NewTeam::default()
    };
    roster.chunk_by(|one, next| one.club == next.club).map(team).collect()
}

impl Desk<'_> {
    fn make(&self, name: &str, first_day: Day, settings: &str) -> Result<String, Error> {
        let settings = written::read_settings(settings)
            .map_err(|e| Error::Internal(format!("the demo's settings: {e}")))?;
        let new = NewContest { name: name.to_owned(), first_day, settings };
        contests::make(self.app, &self.actor, self.organisation, &new, self.now)
    }

    /// Some rounds of the first stage, the last of them not to its end.
    fn play(&self, slug: &str) -> Result<(), Error> {
        let tell =
            |command: &Command| contests::tell(self.app, &self.actor, slug, command, self.now);
        tell(&Command::Begin { stage: 0, white: true })?;
        for round in 0..=OVER {
            tell(&Command::Pair { stage: 0 })?;
            tell(&Command::Publish { stage: 0, round })?;
            tell(&Command::Results(results(self.app, slug, round)?))?;
        }
        Ok(())
    }
}

/// What came of a round: as chance would have it, but always the same.
fn results(app: &App, slug: &str, round: usize) -> Result<Vec<ResultEntry>, Error> {
    let run = contests::run(app, slug)?;
    let boards = run.contest.settings.team_boards().unwrap_or(1);
    let meetings = &run.contest.stages[0].rounds[round].meetings;
    let tables = meetings.iter().enumerate().filter(|(table, _)| round < OVER || table % 2 == 0);
    let entry = |(table, meeting): (usize, &Meeting), game: usize| ResultEntry {
        spot: Spot { stage: 0, round, table, game },
        sides: meeting.sides,
        instead_of: None,
        result: Some(came(meeting.sides, game)),
        why: String::new(),
    };
    let games = tables.flat_map(|table| (0..boards).map(move |game| entry(table, game)));
    Ok(games.collect())
}

fn came(sides: [EntrantId; 2], game: usize) -> GameResult {
    let board = u32::try_from(game).unwrap_or_default();
    match (sides[0].0 * 7 + sides[1].0 * 3 + board * 5) % 7 {
        0 => GameResult::Drawn,
        1 | 4 => GameResult::Won(Side::Second),
        _ => GameResult::Won(Side::First),
    }
}
