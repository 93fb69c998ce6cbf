//! The demo's events: one under way, one for which people register.

use crate::account::roles::{Duties, Grant, Role};
use crate::contest::{EntrantId, ResultEntry, Spot, written};
use crate::rating::Day;
use crate::service::access::Actor;
use crate::service::contests::{self, Command, NewContest, NewEntrant};
use crate::service::{App, Error};
use crate::tournament::series::{GameResult, Side};

/// A Swiss to a final in which the first is twice to beat.
const OPEN: &str = r#"{"plan": {"template": "swiss-to-final", "entrants": 16, "rounds": 5},
    "tie_breaks": ["DE", "BH/C1", "BH", "SB", "PO"], "players_report": true, "fee": "₱75"}"#;
/// Four groups that cross over, as the league plays its months.
const CUP: &str =
    r#"{"plan": {"template": "groups-to-knock-out", "entrants": 16, "groups": 4}, "cap": 16}"#;
/// So many rounds of the first are over; of the next every second table is.
const OVER: usize = 3;
const ENTRANTS: usize = 15;

/// Makes both, for people of the roster. `today` is the day of the first.
///
/// # Errors
/// Where the database cannot be written.
pub(super) fn load(
    app: &App,
    desk: &Actor,
    organisation: (i32, &str),
    handles: &[String],
    today: Day,
    now: i64,
) -> Result<(), Error> {
    let (id, slug) = organisation;
    let role = Role::Organizer;
    let grants = vec![Grant { organisation: id, role, event: 0, duties: Duties::NONE }];
    let desk = Actor { grants, ..desk.clone() };
    let make = |name: &str, first_day: Day, settings: &str| {
        let settings = written::read_settings(settings)
            .map_err(|e| Error::Internal(format!("the demo's settings: {e}")))?;
        let new = NewContest { name: name.to_owned(), first_day, settings };
        contests::make(app, &desk, slug, &new, now)
    };
    let entrant = |handle: &String| NewEntrant { name: handle.clone(), ..NewEntrant::default() };
    let list: Vec<NewEntrant> = handles.iter().take(ENTRANTS).map(entrant).collect();
    let open = make("Demo Open", today, OPEN)?;
    contests::enter_all(app, &desk, &open, &list, false, now)?;
    let tell = |command: &Command| contests::tell(app, &desk, &open, command, now);
    tell(&Command::Begin { stage: 0, white: true })?;
    for round in 0..=OVER {
        tell(&Command::Pair { stage: 0 })?;
        tell(&Command::Publish { stage: 0, round })?;
        tell(&Command::Results(results(app, &open, round)?))?;
    }
    let cup = make("Demo Cup", Day(today.0 + 21), CUP)?;
    contests::enter_all(app, &desk, &cup, &list[..9], false, now)?;
    contests::tell(app, &desk, &cup, &Command::Open(true), now)?;
    Ok(())
}

/// What came of a round: as chance would have it, but always the same.
fn results(app: &App, slug: &str, round: usize) -> Result<Vec<ResultEntry>, Error> {
    let run = contests::run(app, slug)?;
    let meetings = &run.contest.stages[0].rounds[round].meetings;
    let came = |sides: [EntrantId; 2]| match (sides[0].0 * 7 + sides[1].0 * 3) % 7 {
        0 => GameResult::Drawn,
        1 | 4 => GameResult::Won(Side::Second),
        _ => GameResult::Won(Side::First),
    };
    let tables = meetings.iter().enumerate().filter(|(table, _)| round < OVER || table % 2 == 0);
    let entry = |(table, meeting): (usize, &crate::contest::Meeting)| ResultEntry {
        spot: Spot { stage: 0, round, table, game: 0 },
        sides: meeting.sides,
        instead_of: None,
        result: Some(came(meeting.sides)),
        why: String::new(),
    };
    Ok(tables.map(entry).collect())
}
