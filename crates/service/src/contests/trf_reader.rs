//! Reads a TRF file of a tournament begun elsewhere; matches its people and reports all faults at
//! once.

use std::collections::HashMap;

use crate::messages::LocalizedMessage;
use crate::{Error, Result};
use adjutant_domain::account::handle::look_key;
use adjutant_domain::contest::json::ContestFileHeader;
use adjutant_domain::contest::{BIRTH_YEARS, Contest, EntrantProfile, game_of_remarks};
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::Micros;
use adjutant_store::AnyConnection;
use swiss::entrant::Entrant;
use swiss::trf::{self, Fault, TrfFile};

use super::event_import::{ImportedFact, file_error, line_message};
use super::personal::{GenderField, PersonalFields};
use super::registration::{NewEntrant, resolve_entrant, summarize_faults};

type LineErrors = Vec<(usize, LocalizedMessage)>;

/// Whether a text is a TRF file and not an event file.
pub(super) fn is_trf(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').split(['\n', '\r']);
    let is_of_trf = |line: &str| ["001", "012"].iter().any(|code| line.starts_with(code));
    !is_contest_file(text) && lines.any(is_of_trf)
}

pub(super) fn is_contest_file(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with('{')
}

/// Converts a TRF file to the facts of an event, all with the same time.
pub(super) fn read_trf(
    conn: &mut AnyConnection,
    organisation: i32,
    text: &str,
    now: Micros,
) -> Result<(ContestFileHeader, Vec<ImportedFact>)> {
    let file = trf::read_file(text).map_err(|faults| into_error(to_line_errors(faults)))?;
    let (people, mut faults) =
        resolve_people(conn, (organisation, game_of_remarks(&file.remarks)), &file)?;
    let facts = match Contest::import_trf(&file, &people) {
        Ok(facts) => facts,
        Err(more) => {
            faults.extend(to_line_errors(more));
            Vec::new()
        }
    };
    if !faults.is_empty() {
        return Err(into_error(faults));
    }
    let head = ContestFileHeader {
        name: file.tournament.name.clone(),
        first_day: file.first_day.replace(['/', '.'], "-"),
    };
    Ok((head, facts.into_iter().map(|(line, fact)| (line, now, fact)).collect()))
}

fn to_line_errors(faults: Vec<Fault>) -> LineErrors {
    faults.into_iter().map(|fault| (fault.line, format!("{}.", fault.what).into())).collect()
}

fn into_error(mut faults: LineErrors) -> Error {
    faults.sort_by_key(|(line, _)| *line);
    file_error(summarize_faults(
        faults.into_iter().map(|(line, why)| line_message(line, why)).collect(),
    ))
}

/// Resolves everybody: players are matched by handle, others become guests, and lookalike names are
/// refused. Wrong names are kept and listed among the faults.
fn resolve_people(
    conn: &mut AnyConnection,
    host: (i32, GameKind),
    file: &TrfFile,
) -> Result<(Vec<EntrantProfile>, LineErrors)> {
    let (mut people, mut faults) = (Vec::new(), Vec::new());
    let mut looks: HashMap<String, usize> = HashMap::new();
    let mut players: HashMap<i32, usize> = HashMap::new();
    let rows = file.tournament.entrants.iter().zip(&file.people).zip(&file.lines);
    for ((entrant, person), line) in rows {
        let new = to_new_entrant(entrant, person);
        let person = match resolve_entrant(conn, host, &new)? {
            Ok(person) => person,
            Err(why) => {
                faults.push((*line, why));
                EntrantProfile { name: entrant.name.clone(), ..EntrantProfile::default() }
            }
        };
        let alike = looks.insert(look_key(&person.name), *line);
        let same = match person.player {
            0 => None,
            player => players.insert(player, *line),
        };
        if let Some(other) = alike.or(same).filter(|_| !person.name.is_empty()) {
            faults.push((*line, refusal!(LINE_AGAIN, line = other)));
        }
        people.push(person);
    }
    Ok((people, faults))
}

/// Uses the rating in the file, because the rounds were paired by it.
fn to_new_entrant(entrant: &Entrant, person: &trf::Person) -> NewEntrant {
    let (name, rating) = (entrant.name.clone(), Some(entrant.rating));
    let gender = person.sex.map(|sex| match sex {
        trf::Sex::Woman => GenderField::Female,
        trf::Sex::Man => GenderField::Male,
    });
    let number = &person.federation_number;
    let personal = PersonalFields {
        federation_number: (!number.is_empty()).then(|| number.clone()),
        birth_year: person.birth_year.filter(|year| BIRTH_YEARS.contains(year)),
        gender,
    };
    NewEntrant { name, rating, personal, ..NewEntrant::default() }
}
