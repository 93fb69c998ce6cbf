//! Writes a stage as TRF: for everybody, and for officials with what federations ask of persons.

use adjutant_domain::contest::{EntrantId, Gender, PersonalDetails, game_remark};
use ledger_ratings::Day;
use swiss::Tournament;
use swiss::stage::System;
use swiss::trf::{self, Edition};

use crate::access::{Act, Actor};
use crate::records::date_of;
use crate::{App, Result};

use super::authorize_act;
use super::board::load_contest;
use super::cache::{self, LoadedContest};
use super::error_messages::no_spot;

/// A group of a stage, and the edition of the format.
pub type TrfOf = (usize, usize, Edition);

/// A stage as TRF, without what only officials know.
pub fn export_trf(app: &App, slug: &str, of: TrfOf) -> Result<String> {
    trf_of(&*load_contest(app, slug)?, of, Vec::new())
}

/// A stage as TRF for officials, with federation numbers, years of birth and genders.
pub fn export_official_trf(app: &App, actor: &Actor, slug: &str, of: TrfOf) -> Result<String> {
    let (stage, group, _) = of;
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::OfficiateEvent, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let group_of_stage = run.contest.stages.get(stage).and_then(|one| one.groups.get(group));
    let ids = group_of_stage.ok_or_else(no_spot)?;
    let person = |id: &EntrantId| {
        let one = run.contest.entrant(*id);
        one.map(|one| trf_person(&one.person.personal)).unwrap_or_default()
    };
    trf_of(&run, of, ids.iter().map(person).collect())
}

fn trf_person(details: &PersonalDetails) -> trf::Person {
    trf::Person {
        sex: details.gender.map(|gender| match gender {
            Gender::Female => trf::Sex::Woman,
            Gender::Male => trf::Sex::Man,
        }),
        federation_number: details.federation_number.clone(),
        birth_year: details.birth_year,
    }
}

fn trf_of(
    run: &LoadedContest,
    (stage, group, edition): TrfOf,
    people: Vec<trf::Person>,
) -> Result<String> {
    let table = run.contest.group_tournament(stage, group, usize::MAX);
    let table = table.ok_or_else(no_spot)?;
    let all = Tournament { name: run.row.name.clone(), ..table.with_all_results().clone() };
    let settings = &run.contest.settings;
    let system = settings.plan.stages.get(stage).map(|stage| stage.system);
    let codes: Vec<String> = table.regulations.criteria.iter().map(ToString::to_string).collect();
    let day = |day: Day| date_of(day).replace('.', "/");
    let zone = settings.timetable.zone();
    let starts = settings.timetable.starts.iter().filter(|start| start.stage == stage);
    let mut round_days = vec![String::new(); all.rounds];
    for start in starts.clone() {
        if let Some(own) = round_days.get_mut(start.round) {
            *own = day(start.at.day_in(zone));
        }
    }
    let heading = trf::Heading {
        edition,
        city: settings.place.clone(),
        first_day: day(Day(run.row.first_day)),
        last_day: starts
            .map(|start| start.at)
            .max()
            .map(|at| day(at.day_in(zone)))
            .unwrap_or_default(),
        round_days,
        tie_breaks: codes.join(","),
        of_teams: settings.team_boards().is_some(),
        is_round_robin: !matches!(
            system,
            Some(
                System::Swiss { .. }
                    | System::Keizer { .. }
                    | System::Arena { .. }
                    | System::Ladder { .. }
            )
        ),
        keizer: table.regulations.keizer,
        arena: table.regulations.arena,
        ladder: table.regulations.order.clone(),
        order: table.standings().rows().iter().map(|row| row.entrant).collect(),
        byes: run.contest.upcoming_byes(stage),
        remarks: game_remark(settings.game()).into_iter().collect(),
        people,
    };
    Ok(trf::write_file(&all, &heading))
}
