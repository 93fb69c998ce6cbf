//! Integrity check of all stored data.

mod plays;

use std::collections::{HashMap, HashSet};

use adjutant_domain::game::{AnyRecord, GameKind};
use adjutant_domain::parallel;
use adjutant_domain::play::PlayId;
use adjutant_store::games::NarrowGameRow;
use adjutant_store::owners::OwnerId;
use adjutant_store::{
    AnyConnection, StoreConnection, account_deletion, audit, games as rows, integrity,
    played_games, players,
};
use salpakan::record::{
    Embargo, Fault, JudgedRecord, RevealKey, Submission, Terms, Written, WrittenPly, judge,
};
use salpakan::rules::{ByColor, Draft};

use super::owner::Owner;
use super::records::{
    GameId, Provenance, StoredGame, StoredRecord, content_id_under, encode_under, id_of_play,
};
use super::sealed::{decode_opened, opened};
use super::stored::{Raw, Sealed, read_what_can};
use super::{App, Result, contests, own_set_ups};

/// A fault. It names no rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegrityFault {
    /// The game concerned, if any.
    pub game: Option<GameId>,
    pub message: String,
}

/// The number of things checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IntegrityReport {
    pub games: u64,
    /// Of these, unfinished games, opened and judged with the key.
    pub sealed: u64,
    /// Of these, games whose ranks were lost with a sealing key.
    pub lost_keys: u64,
    pub audit_entries: u64,
    /// Saved set-ups of accounts, opened with the key.
    pub set_ups: u64,
    pub plays: u64,
    pub faults: u64,
}

const BATCH_GAMES: i64 = 500;

/// Checks the database files, the counters, the chain of the audit log, every live game, and every
/// record: that it decodes, that the arbiter confirms it, and that its id and columns follow from
/// it.
///
/// `on_fault` is called for each fault, `on_progress` with the progress. Nothing is changed.
/// Without the sealing key public data is checked, and the missing key is a fault.
pub fn check(
    app: &App,
    on_fault: &mut dyn FnMut(&IntegrityFault),
    on_progress: &mut dyn FnMut(&IntegrityReport),
) -> Result<IntegrityReport> {
    let mut checked = IntegrityReport::default();
    let mut conn = app.store().connection()?;
    let mut fault = |checked: &mut IntegrityReport, fault: IntegrityFault| {
        checked.faults += 1;
        on_fault(&fault);
    };
    for message in check_other_data(app, &mut conn, &mut checked)? {
        fault(&mut checked, IntegrityFault { game: None, message });
    }
    let mut failed = None;
    let batches = GameBatches { conn, after: i32::MIN };
    let work = |batch: Result<GameBatch>| -> Result<Vec<CheckedGame>> {
        let GameBatch { readable: raws, unreadable: nameless, anonymous, placeless, played } =
            batch?;
        Ok(raws
            .iter()
            .map(|raw| check_game(app, raw, [&anonymous, &placeless], &played))
            .chain(nameless)
            .collect())
    };
    parallel::map_in_order(batches, parallel::available_workers(), work, |examined| {
        let examined = match examined {
            Ok(examined) => examined,
            Err(e) => {
                failed = Some(e);
                return false;
            }
        };
        for one in examined {
            checked.games += 1;
            checked.sealed += u64::from(one.sealed);
            checked.lost_keys += u64::from(one.lost);
            if let Some(message) = one.fault {
                fault(&mut checked, IntegrityFault { game: one.id, message });
            }
        }
        on_progress(&checked);
        true
    });
    failed.map_or(Ok(checked), Err)
}

/// Describes the faults of everything but records.
fn check_other_data(
    app: &App,
    conn: &mut AnyConnection,
    checked: &mut IntegrityReport,
) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    if let Some(why) = app.why_shut() {
        faults.push(format!("{why}; what is sealed was not looked at"));
    }
    if app.key_is_being_replaced() {
        let message = "the sealing key is being replaced, or that was interrupted: run `adjutant admin rotate-seal` again";
        faults.push(message.to_owned());
    }
    faults.extend(integrity::check_engine(conn)?);
    faults.extend(integrity::check_merge_references(conn)?);
    for count in integrity::check_counts(conn)? {
        let integrity::CountCheck { of, maintained, counted } = count;
        faults.push(match maintained {
            Some(maintained) if maintained == counted => continue,
            Some(maintained) => format!("{counted} {of} are stored, but {maintained} are counted"),
            None => format!("{counted} {of} are stored, but their count is missing"),
        });
    }
    faults.extend(contests::unrecorded_results::find_mismatches(app, conn)?);
    let (in_event, rated) = integrity::count_games_with_wrong_owner(conn)?;
    if in_event > 0 {
        faults.push(format!("{in_event} games stand in an event of another owner"));
    }
    if rated > 0 {
        faults.push(format!("{rated} games are rated where their owner has no pool"));
    }
    let late = integrity::count_events_with_wrong_day(conn)?;
    if late > 0 {
        faults.push(format!("{late} events are listed by another day than their newest game's"));
    }
    let (entries, broken) = audit::verify_chain(conn)?;
    checked.audit_entries = entries;
    faults.extend(broken);
    if app.why_shut().is_none() {
        let (set_ups, unopened) = own_set_ups::verify(app, conn)?;
        checked.set_ups = set_ups;
        faults.extend(unopened);
    }
    let (played, wrong) = plays::check(app, conn)?;
    checked.plays = played;
    faults.extend(wrong);
    Ok(faults)
}

struct GameBatches {
    conn: StoreConnection,
    after: i32,
}

/// A batch: games that can be checked, and those with missing names.
struct GameBatch {
    readable: Vec<Raw>,
    unreadable: Vec<CheckedGame>,
    anonymous: HashSet<i32>,
    /// Games whose event or site was deleted with the member who imported them.
    placeless: HashSet<i32>,
    /// For records whose id covers a live game: the live game, and the id of their content.
    played: HashMap<i32, (PlayId, Vec<u8>)>,
}

impl GameBatches {
    fn read(&mut self, rows: Vec<NarrowGameRow>) -> Result<GameBatch> {
        let ids: Vec<i32> = rows.iter().flat_map(|row| [row.white_id, row.black_id]).collect();
        let anonymous = players::anonymous_among(&mut self.conn, &ids)?.into_iter().collect();
        let by_members: Vec<i32> =
            rows.iter().filter(|row| row.owner == OwnerId::Members).map(|row| row.id).collect();
        let placeless = account_deletion::imported_by_deleted(&mut self.conn, &by_members)?
            .into_iter()
            .collect();
        let ids: Vec<i32> = rows.iter().map(|row| row.id).collect();
        let played = played_games::by_games(&mut self.conn, &ids)?;
        let (raws, lacking) = read_what_can(&mut self.conn, rows, Sealed::Read)?;
        let mut nameless = Vec::with_capacity(lacking.len());
        for row in lacking {
            let missing = integrity::missing_references(&mut self.conn, row.id)?;
            let wrong = Some(format!("it points to {}", missing.join(" and to ")));
            nameless.push(CheckedGame::new(&row, row.revealed == 0, wrong));
        }
        Ok(GameBatch { readable: raws, unreadable: nameless, anonymous, placeless, played })
    }
}

impl Iterator for GameBatches {
    type Item = Result<GameBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        let rows = match rows::page_after_id(&mut self.conn, self.after, BATCH_GAMES) {
            Ok(rows) => rows,
            Err(e) => return Some(Err(e.into())),
        };
        self.after = rows.last()?.id;
        Some(self.read(rows))
    }
}

struct CheckedGame {
    id: Option<GameId>,
    sealed: bool,
    lost: bool,
    fault: Option<String>,
}

impl CheckedGame {
    /// A game with an unreadable id is named by its row.
    fn new(row: &NarrowGameRow, sealed: bool, wrong: Option<String>) -> CheckedGame {
        let id = GameId::from_bytes(&row.content_id);
        let wrong = match id {
            Some(_) => wrong,
            None => wrong.map(|wrong| format!("row {} of games: {wrong}", row.id)),
        };
        CheckedGame { id, sealed, lost: false, fault: wrong }
    }
}

fn check_game(
    app: &App,
    raw: &Raw,
    [anonymous, placeless]: [&HashSet<i32>; 2],
    played: &HashMap<i32, (PlayId, Vec<u8>)>,
) -> CheckedGame {
    let row = &raw.wide.narrow;
    let lost = raw.sealed.as_ref().is_some_and(|sealed| sealed.armies.is_empty());
    // Its public part can be read in any case.
    if lost || (raw.sealed.is_some() && app.why_shut().is_some()) {
        let wrong = raw.decode().err().map(|e| e.to_string());
        return CheckedGame { lost, ..CheckedGame::new(row, !lost, wrong) };
    }
    // The id was computed from deleted names.
    let nameless = [row.white_id, row.black_id].iter().any(|id| anonymous.contains(id))
        || placeless.contains(&row.id);
    let agrees = |id: GameId, record: &AnyRecord| {
        let id = Some(id).filter(|_| !nameless);
        compare_with_record(app, raw, (id, played.get(&row.id)), record)
    };
    let wrong = match GameId::from_bytes(&row.content_id) {
        Some(id) => open_record(app, raw, id).and_then(|record| agrees(id, &record)).err(),
        None => Some("its id has another length".to_owned()),
    };
    CheckedGame::new(row, raw.sealed.is_some(), wrong)
}

/// The complete record, opened with the key if the game is not revealed.
fn open_record(app: &App, raw: &Raw, id: GameId) -> Result<AnyRecord, String> {
    let (header, timeline) = match raw.decode().map_err(|e| e.to_string())? {
        StoredRecord::ThreeGenerals(record) => return Ok(AnyRecord::ThreeGenerals(record)),
        StoredRecord::Salpakan(stored) => match *stored {
            StoredGame::Revealed(record) => return Ok(record.into_judged().into()),
            StoredGame::Public { header, timeline } => (header, timeline),
        },
    };
    // Embargoes are checked with the live games.
    let played = Provenance::of(raw.wide.details.provenance) == Provenance::Played;
    if RevealKey::of(&header, Embargo::None).is_some() && !played {
        return Err("it is over, but marked as not revealed".to_owned());
    }
    let sealed = raw.sealed.as_ref().ok_or("it is not over, but its set-ups are not sealed")?;
    let plain = opened(app, id, sealed).map_err(|e| e.to_string())?;
    // The contents are secret, so the message has no details.
    let (armies, annotations) =
        decode_opened(&timeline, &plain).map_err(|_| "what it seals does not decode")?;
    Ok(JudgedRecord { header, timeline, annotations, armies }.into())
}

/// Compares the arbiter's judgement, the id (if it follows from the content) and the columns with
/// what is stored.
fn compare_with_record(
    app: &App,
    raw: &Raw,
    (id, play): (Option<GameId>, Option<&(PlayId, Vec<u8>)>),
    record: &AnyRecord,
) -> Result<(), String> {
    let embargo = Embargo::of(raw.wide.narrow.revealed != 0);
    let secret =
        record.kind() == GameKind::Salpakan && RevealKey::of(record.header(), embargo).is_none();
    let judged = judged_again(record).map_err(|fault| match secret {
        true => "the arbiter judges its plies otherwise".to_owned(),
        false => format!("the arbiter refuses it: {}", fault.message),
    })?;
    if judged != *record {
        return Err("the arbiter judges it otherwise".to_owned());
    }
    let content = content_id_under(record, embargo);
    let own = play.map_or(content, |(play, _)| id_of_play(content, play));
    if id.is_some() && play.is_some_and(|(_, known)| content.0 != known[..]) {
        return Err(format!("it is known as another's content than {content}"));
    }
    if id.is_some_and(|id| own != id) {
        return Err(format!("its content gives the id {own}"));
    }
    let row = &raw.wide.narrow;
    let owner = Owner::from(Provenance::of(raw.wide.details.provenance));
    let new = encode_under(app, record, &owner, raw.wide.details.imported_at, (embargo, None))
        .map_err(|e| e.to_string())?;
    let bodies = raw.timeline.clone().unwrap_or_default();
    let columns = [
        ("day", row.day == new.day),
        ("date", row.date_text == new.date_text),
        ("base_seconds", row.base_seconds == new.base_seconds),
        ("increment_seconds", row.increment_seconds == new.increment_seconds),
        ("time_control", row.time_control == new.time_control),
        ("first_color", raw.wide.details.first_color == new.first_color),
        ("outcome", row.outcome == new.outcome),
        ("termination", row.termination == new.termination),
        ("plies", row.plies == new.plies),
        ("rule_set_id", raw.wide.details.rule_set == new.rule_set),
        ("revealed", (row.revealed != 0) == new.revealed),
        ("timeline", bodies.body == new.timeline),
        ("annotations", bodies.annotations == new.annotations),
    ];
    match columns.iter().find(|(_, agrees)| !agrees) {
        Some((column, _)) => Err(format!("its column {column} does not agree with the record")),
        None => Ok(()),
    }
}

/// What the rules say of the record as a new submission with all its claims.
fn judged_again(record: &AnyRecord) -> Result<AnyRecord, Fault> {
    match record {
        AnyRecord::Salpakan(record) => judge(to_submission(record)).map(AnyRecord::from),
        AnyRecord::ThreeGenerals(record) => record.judged_again().map(AnyRecord::from),
    }
}

/// The record as a new submission with all its claims.
fn to_submission(record: &JudgedRecord) -> Submission {
    let JudgedRecord { header, timeline, annotations, armies } = record;
    let plies = timeline.plies.iter().map(|ply| {
        let (mv, challenge, verdict) = (ply.mv, Some(ply.verdict.is_some()), ply.verdict);
        let written = WrittenPly { mv, challenge, verdict, ends: false };
        Written { ply: written, clock: ply.clock }
    });
    let drafts = ByColor::from_fn(|color| {
        armies[color].as_ref().map(|army| Draft::new(color, army.pieces().collect()))
    });
    Submission {
        roster: header.roster.clone(),
        terms: Terms { rules: timeline.rules, first: timeline.first, drafts },
        time_control: header.time_control,
        plies: plies.collect(),
        outcome: Some(header.outcome),
        termination: Some(header.termination),
        annotations: annotations.clone(),
    }
}
