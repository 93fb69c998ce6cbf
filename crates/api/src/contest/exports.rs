//! Exports of an event: TRF for pairing and rating programs, CSV for spreadsheets, and all facts in one file.

use serde_json::value::RawValue;

use adjutant_domain::contest::{Contest, EntrantStatus, PrizeCriterion};
use adjutant_service::contests::{
    self, BoardOptions, EntrantLine, ExportedFact, GroupStandings, KnockOutPlace, RoundBoard,
    StageBoard, points_text, total_text,
};
use adjutant_site::html::BYTE_ORDER_MARK;
use swiss::series::{GameResult, Side};
use swiss::trf::Edition;

use super::rating_report::ratings_csv;
use crate::prelude::*;
use crate::{escape_formula, respond};

endpoints! {
    download_file: ReadPublic;
    download_official_file: OfficiateEvent;
    list_facts: OfficiateEvent;
}

const CSV: &str = "text/csv; charset=utf-8";
const TRF: &str = "text/plain; charset=utf-8";

/// A file of an event. Numbers are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExportFile {
    Trf { stage: usize, group: usize, edition: Edition },
    Pairings { stage: usize, round: usize },
    Standings { stage: usize, group: usize },
    Places { stage: usize },
    Prizes,
    Ratings,
}

impl ExportFile {
    fn parse(name: &str) -> Option<ExportFile> {
        match name {
            "ratings.csv" => return Some(ExportFile::Ratings),
            "prizes.csv" => return Some(ExportFile::Prizes),
            _ => {}
        }
        let number = |text: &str| {
            let plain = (1..=4).contains(&text.len()) && !text.starts_with('0');
            let digits = plain && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse::<usize>().ok()?.checked_sub(1)).flatten()
        };
        let grouped = |text: &str| match text.split_once("-group-") {
            Some((stage, group)) => Some((number(stage)?, number(group)?)),
            None => Some((number(text)?, 0)),
        };
        if let Some(of) = name.strip_prefix("stage-").and_then(|rest| rest.strip_suffix(".trf")) {
            let (of, edition) = match of.strip_suffix("-trf16") {
                Some(of) => (of, Edition::Trf16),
                None => (of, Edition::Trf26),
            };
            return grouped(of).map(|(stage, group)| ExportFile::Trf { stage, group, edition });
        }
        let (kind, of) = name.strip_suffix(".csv")?.split_once('-')?;
        match kind {
            "standings" => grouped(of).map(|(stage, group)| ExportFile::Standings { stage, group }),
            "places" => number(of).map(|stage| ExportFile::Places { stage }),
            "pairings" => {
                let (stage, round) = of.split_once('-')?;
                Some(ExportFile::Pairings { stage: number(stage)?, round: number(round)? })
            }
            _ => None,
        }
    }
}

/// Writes rows as a CSV file: with a byte order mark, by which spreadsheets know the encoding. Cells that they would run as
/// formulas are escaped.
pub(crate) fn table<T: AsRef<[u8]>>(head: &[T], rows: Vec<Vec<String>>) -> Result<String, Error> {
    let fail = |e: &dyn std::fmt::Display| Error::Internal(format!("a table: {e}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(head).map_err(|e| fail(&e))?;
    for row in rows {
        writer.write_record(row.into_iter().map(escape_formula)).map_err(|e| fail(&e))?;
    }
    let bytes = writer.into_inner().map_err(|e| fail(&e))?;
    let text = str::from_utf8(&bytes).map_err(|e| fail(&e))?;
    Ok(format!("{BYTE_ORDER_MARK}{text}"))
}

const fn trf_result(result: GameResult) -> &'static str {
    match result {
        GameResult::Won(Side::First) => "1-0",
        GameResult::Won(Side::Second) => "0-1",
        GameResult::Drawn => "1/2-1/2",
        GameResult::Default { absent: Side::First } => "0-1 by default",
        GameResult::Default { absent: Side::Second } => "1-0 by default",
        GameResult::BothAbsent => "0-0 by default",
    }
}

fn pairings_csv(round: &RoundBoard) -> Result<String, Error> {
    let mut rows = Vec::new();
    for one in &round.meetings {
        let score =
            |side: usize| one.scores.map(|both| points_text(both[side])).unwrap_or_default();
        let results: Vec<&str> = one.games.iter().map(|game| trf_result(*game)).collect();
        let [first, second] = one.names.clone();
        rows.push(vec![
            one.table.to_string(),
            first,
            score(0),
            second,
            score(1),
            results.join(", "),
        ]);
    }
    let nothing = String::new;
    rows.extend(round.byes.iter().map(|bye| {
        vec![nothing(), bye.name.clone(), nothing(), nothing(), nothing(), "bye".to_owned()]
    }));
    table(&["table", "first", "first_points", "second", "second_points", "result"], rows)
}

fn standings_csv(group: &GroupStandings) -> Result<String, Error> {
    let rounds: Vec<String> = (1..=group.rounds).map(|round| format!("round_{round}")).collect();
    let mut head = vec!["place", "name", "points"];
    head.extend(group.tie_breaks.iter().map(String::as_str));
    head.extend(rounds.iter().map(String::as_str));
    head.push("performance");
    let row = |line: &contests::StandingsPlace| {
        let place = if line.stands_in { String::new() } else { line.place.to_string() };
        let mut row = vec![place, line.name.clone(), points_text(line.points)];
        row.extend(line.values.iter().map(|value| value.clone().unwrap_or_default()));
        row.extend(line.rounds.iter().cloned());
        row.push(line.performance.map(|rating| rating.to_string()).unwrap_or_default());
        row
    };
    table(&head, group.lines.iter().map(row).collect())
}

/// The places of a stage without standings, such as a knock-out; those that are shared reach to `to`.
fn places_csv(stage: &StageBoard) -> Result<String, Error> {
    let row =
        |one: &KnockOutPlace| vec![one.from.to_string(), one.to.to_string(), one.name.clone()];
    table(&["place", "to", "name"], stage.places.iter().map(row).collect())
}

/// Each prize with each of its winners, and what they are paid in all.
fn prizes_csv(contest: &Contest) -> Result<String, Error> {
    let (awards, settings) = (contest.awards(), &contest.settings);
    let amount = |hundredths: u64| match hundredths {
        0 => String::new(),
        hundredths => total_text(hundredths),
    };
    let mut rows = Vec::new();
    for (prize, award) in settings.prizes.iter().zip(&awards.prizes) {
        let tied = if award.is_tied { "tied" } else { "" };
        let own = [prize_text(&prize.criterion), amount(prize.amount), prize.description.clone()];
        for id in &award.winners {
            let paid = awards.payouts.iter().find(|one| one.entrant == *id);
            let paid = paid.map(|one| amount(one.amount)).unwrap_or_default();
            let winner = contests::entrant_name(contest, *id);
            rows.push([own.to_vec(), vec![winner, tied.to_owned(), paid]].concat());
        }
        if award.winners.is_empty() {
            rows.push([own.to_vec(), vec![String::new(); 3]].concat());
        }
    }
    table(&["prize", "amount", "description", "winner", "undecided", "paid_in_all"], rows)
}

/// The places, or the title with them.
fn prize_text(criterion: &PrizeCriterion) -> String {
    let range = |from: u32, to: u32| match from == to {
        true => from.to_string(),
        false => format!("{from}-{to}"),
    };
    match criterion {
        PrizeCriterion::Places { from, to } => range(*from, *to),
        PrizeCriterion::Best { title, .. } | PrizeCriterion::Performance { title, .. } => {
            title.clone()
        }
        PrizeCriterion::Class { title, from: 1, to: 1, .. } => title.clone(),
        PrizeCriterion::Class { title, from, to, .. } => format!("{title}: {}", range(*from, *to)),
    }
}

fn render_export(app: &App, slug: &str, name: &str) -> Result<(&'static str, String), Error> {
    let none = || contests::unknown_file(name);
    let board = || contests::contest_board(app, &Actor::nobody(), slug, BoardOptions::default());
    match ExportFile::parse(name) {
        Some(ExportFile::Trf { stage, group, edition }) => {
            Ok((TRF, contests::export_trf(app, slug, (stage, group, edition))?))
        }
        Some(ExportFile::Pairings { stage, round }) => {
            let board = board()?;
            let stage = board.stages.get(stage).ok_or_else(none)?;
            let round = stage.rounds.iter().find(|one| one.number == round + 1);
            Ok((CSV, pairings_csv(round.ok_or_else(none)?)?))
        }
        Some(ExportFile::Standings { stage, group }) => {
            let board = board()?;
            let group = board.stages.get(stage).and_then(|stage| stage.groups.get(group));
            Ok((CSV, standings_csv(group.ok_or_else(none)?)?))
        }
        Some(ExportFile::Places { stage }) => {
            let board = board()?;
            let stage = board.stages.get(stage).filter(|stage| !stage.places.is_empty());
            Ok((CSV, places_csv(stage.ok_or_else(none)?)?))
        }
        Some(ExportFile::Prizes) => {
            let board = board()?;
            let contest = &board.loaded.contest;
            match contest.settings.prizes.is_empty() {
                true => Err(none()),
                false => Ok((CSV, prizes_csv(contest)?)),
            }
        }
        Some(ExportFile::Ratings) => {
            let report = contests::rating_report(app, slug)?.ok_or_else(none)?;
            Ok((CSV, ratings_csv(&report)?))
        }
        None => Err(board().map_or_else(|e| e, |_| none())),
    }
}

/// Downloads a file of an event: `stage-1.trf` or `stage-1-group-2.trf` (TRF26), `stage-1-trf16.trf`
/// (TRF16, for older programs), `pairings-1-3.csv` (stage
/// and round), `standings-1.csv` or `standings-1-group-2.csv`, `places-1.csv` of a knockout,
/// `prizes.csv`, and `ratings.csv` of a rated event.
///
/// CSV is in UTF-8 and begins with a byte order mark, by which spreadsheets know the encoding.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/contest/{file}", operation_id = "getContestFile",
    responses(
        (status = 200, description = "The file", content(
            (String = "text/plain", example = json!("012 Liga Open\n")),
            (String = "text/csv", example = json!("place,name,points,BH,round_1,performance\n1,Lakandula,2,2,2w1,1800\n")),
            )),
        (status = 404, description = "No such event or file"),
    ),
)]
pub async fn download_file(
    site: SiteData,
    caller: Caller,
    path: Path<(String, String)>,
) -> ApiResult {
    let (slug, name) = path.into_inner();
    let (kind, text) =
        run_heavy(&site, caller, move |app| render_export(app, &slug, &name)).await?;
    Ok(respond(kind, text.into_bytes(), CachePolicy::Revalidate))
}

/// Everybody in an event with what only its officials know of them.
fn entrants_csv(entrants: &[EntrantLine]) -> Result<String, Error> {
    let head = [
        "number",
        "name",
        "rating",
        "club",
        "province",
        "federation_number",
        "birth_year",
        "gender",
        "standing",
        "paid",
        "present",
    ];
    let said = |is: Option<bool>| match is {
        Some(true) => "yes".to_owned(),
        Some(false) => "no".to_owned(),
        None => String::new(),
    };
    let row = |one: &EntrantLine| {
        let personal = one.personal.clone().unwrap_or_default();
        vec![
            one.id.0.to_string(),
            one.name.clone(),
            one.rating.to_string(),
            one.club.clone(),
            one.province.clone(),
            personal.federation_number.unwrap_or_default(),
            personal.birth_year.map(|year| year.to_string()).unwrap_or_default(),
            personal.gender.map(|gender| gender.key().to_owned()).unwrap_or_default(),
            standing_key(one.standing).to_owned(),
            said(one.paid),
            said(one.present),
        ]
    };
    table(&head, entrants.iter().map(row).collect())
}

const fn standing_key(standing: EntrantStatus) -> &'static str {
    match standing {
        EntrantStatus::Waiting => "waiting",
        EntrantStatus::Active => "in",
        EntrantStatus::Withdrawn => "withdrawn",
        EntrantStatus::Removed => "removed",
    }
}

/// A file of an event for its officials: its media type and text.
pub(crate) fn official_file(
    app: &App,
    actor: &Actor,
    slug: &str,
    name: &str,
) -> Result<(&'static str, String), Error> {
    if name == "entrants.csv" {
        let board = contests::official_board(app, actor, slug, BoardOptions::default())?;
        return Ok((CSV, entrants_csv(&board.entrants)?));
    }
    match ExportFile::parse(name) {
        Some(ExportFile::Trf { stage, group, edition }) => {
            let of = (stage, group, edition);
            Ok((TRF, contests::export_official_trf(app, actor, slug, of)?))
        }
        _ => {
            contests::authorize(app, actor, Act::OfficiateEvent, slug)?;
            Err(contests::unknown_file(name))
        }
    }
}

/// Downloads a file for officials, with the federation number, year of birth and gender of everybody:
/// `entrants.csv`, or `stage-1.trf` or `stage-1-group-2.trf`.
///
/// CSV is in UTF-8 and begins with a byte order mark, by which spreadsheets know the encoding.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/files/{file}", operation_id = "getOfficialFile",
    responses(
        (status = 200, description = "The file", content(
            (String = "text/csv", example = json!("number,name,rating,club,province,federation_number,birth_year,gender,standing,paid,present\n1,Lakandula,1640,,,5200001,1990,male,in,yes,yes\n")),
            (String = "text/plain", example = json!("012 Liga Open\n")),
            )),
        (status = 404, description = "No such event or file"),
    ),
)]
pub async fn download_official_file(
    site: SiteData,
    caller: Caller,
    path: Path<(String, String)>,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let (slug, name) = path.into_inner();
    let (kind, text) =
        run_heavy(&site, caller, move |app| official_file(app, &actor, &slug, &name)).await?;
    Ok(respond(kind, text.into_bytes(), CachePolicy::Private))
}

/// A fact of an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct FactItem {
    /// Counted from 1.
    pub number: i32,
    /// The time of the fact (RFC 3339).
    pub at: String,
    /// The fact; its member `fact` names its kind.
    #[schema(value_type = Object)]
    pub fact: Box<RawValue>,
}

fn fact_item(told: ExportedFact) -> Result<FactItem, Error> {
    let fact = RawValue::from_string(told.body);
    let fact = fact.map_err(|e| Error::Internal(format!("fact {}: {e}", told.number)))?;
    Ok(FactItem { number: told.number, at: to_rfc3339(told.at), fact })
}

/// Returns all facts of an event, one per line: the file from which it can be restored. In facts,
/// stages, rounds, tables and games are counted from 0.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/facts", operation_id = "listFacts",
    responses((status = 200, description = "All facts, one per line", body = FactItem, content_type = "application/x-ndjson",
        example = json!({"number": 2, "at": "2026-12-05T09:00:00Z", "fact": {"fact": "opened", "open": true}}))),
)]
pub async fn list_facts(
    site: SiteData,
    caller: Caller,
    slug: Path<String>,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let lines = run_heavy(&site, caller, move |app| {
        let mut lines = Vec::new();
        for told in contests::exported_facts(app, &actor, &slug)? {
            let line = serde_json::to_writer(&mut lines, &fact_item(told)?);
            line.map_err(|e| Error::Internal(format!("a fact: {e}")))?;
            lines.push(b'\n');
        }
        Ok(lines)
    });
    Ok(respond("application/x-ndjson", lines.await?, CachePolicy::Private))
}

#[cfg(test)]
mod tests {
    use super::{Edition, ExportFile};

    #[test]
    fn files_are_known_by_their_names_and_nothing_else_is() {
        let parse = ExportFile::parse;
        assert_eq!(parse("ratings.csv"), Some(ExportFile::Ratings));
        assert_eq!(parse("prizes.csv"), Some(ExportFile::Prizes));
        assert_eq!(parse("places-2.csv"), Some(ExportFile::Places { stage: 1 }));
        let trf = |stage, group, edition| Some(ExportFile::Trf { stage, group, edition });
        assert_eq!(parse("stage-1.trf"), trf(0, 0, Edition::Trf26));
        assert_eq!(parse("stage-1-trf16.trf"), trf(0, 0, Edition::Trf16));
        assert_eq!(parse("stage-2-group-3.trf"), trf(1, 2, Edition::Trf26));
        assert_eq!(parse("pairings-1-3.csv"), Some(ExportFile::Pairings { stage: 0, round: 2 }));
        assert_eq!(
            parse("standings-1-group-2.csv"),
            Some(ExportFile::Standings { stage: 0, group: 1 })
        );
        for none in ["stage-0.trf", "stage-01.trf", "stage-.trf", "pairings-1.csv", "x-1.csv", ""] {
            assert_eq!(parse(none), None, "{none}");
        }
    }
}
