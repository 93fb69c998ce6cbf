//! Converts between judged records and database rows.

use std::fmt;

use chrono::Datelike;

use adjutant_domain::game::{AnyRecord, GameKind};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::PlayId;
use adjutant_store::batch_read::TimelineBodies;
use adjutant_store::game_writer::{NewGame, PlayDigest};
use adjutant_store::games::{NarrowGameRow, WideGameRow};
use adjutant_store::played_games::RecordedPlay;
use ledger_ratings::Day;
use salpakan::clock::{Speed, TimeControl};
use salpakan::record::codec::{
    army_bytes, decode_annotations, decode_army, decode_timeline, encode_annotations, encode_army,
    encode_timeline,
};
use salpakan::record::{
    Annotations, Armies, Embargo, FullRecord, Header, JudgedRecord, RevealKey, Roster,
    SHORT_ID_BYTES, Timeline, parse_short_id, short_id_text,
};
use salpakan::rules::{Color, Outcome, RuleSet, Termination};

use super::owner::Owner;
use super::sealed::seal;
use super::{App, Error, Result};

/// The origin of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i16)]
pub enum Provenance {
    /// Imported by the operator.
    Command = 0,
    /// Imported through the API.
    Api = 1,
    Demo = 2,
    /// Imported by a member.
    Member = 3,
    /// Imported for an organisation.
    Organisation = 4,
    /// Played on this site.
    Played = 5,
}

impl Provenance {
    pub fn of(number: i16) -> Provenance {
        match number {
            1 => Provenance::Api,
            2 => Provenance::Demo,
            3 => Provenance::Member,
            4 => Provenance::Organisation,
            5 => Provenance::Played,
            _ => Provenance::Command,
        }
    }

    /// The key in the API and on pages.
    pub const fn key(self) -> &'static str {
        match self {
            Provenance::Command => "imported",
            Provenance::Api => "imported-api",
            Provenance::Demo => "demo",
            Provenance::Member => "imported-member",
            Provenance::Organisation => "imported-organisation",
            Provenance::Played => "played",
        }
    }
}

/// The public id of a game: an 80-bit hash of its content, in 16 characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub [u8; GameId::BYTES]);

impl GameId {
    pub const BYTES: usize = SHORT_ID_BYTES;

    /// Parses the 16 characters, in either case.
    pub fn parse(text: &str) -> Option<GameId> {
        parse_short_id(text).map(GameId)
    }

    pub fn from_bytes(bytes: &[u8]) -> Option<GameId> {
        bytes.try_into().ok().map(GameId)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&short_id_text(&self.0))
    }
}

/// The content id: the same game has the same id wherever and however often it is read.
///
/// It covers the roster, the rule-set, the first player, the time control, the plies with their
/// verdicts, result and termination, and the set-ups of a final game. It never covers anything
/// secret.
pub fn content_id(record: &AnyRecord) -> GameId {
    content_id_under(record, Embargo::None)
}

/// The content id under an embargo: it covers the set-ups only once there is none.
pub fn content_id_under(record: &AnyRecord, embargo: Embargo) -> GameId {
    let header = record.header();
    let (rules, first) = match record {
        AnyRecord::Salpakan(record) => (record.timeline.rules.key(), record.timeline.first),
        AnyRecord::ThreeGenerals(_) => (record.kind().key().to_owned(), Color::White),
    };
    let mut hasher = blake3::Hasher::new();
    let mut text = |text: &str| {
        hasher.update(&(text.len() as u32).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    let Roster { event, site, date, round, white, black } = &header.roster;
    for tag in [event, site, date, round, white, black] {
        text(tag);
    }
    text(&rules);
    text(first.key());
    text(&header.time_control.map_or("-".to_owned(), |tc| tc.to_string()));
    text(header.outcome.map_or("*", Outcome::notation));
    text(header.termination.name());
    match record {
        AnyRecord::Salpakan(record) => hash_salpakan(&mut hasher, record, embargo),
        AnyRecord::ThreeGenerals(record) => hash_three_generals(&mut hasher, record),
    }
    let mut id = [0; GameId::BYTES];
    id.copy_from_slice(&hasher.finalize().as_bytes()[..GameId::BYTES]);
    GameId(id)
}

/// The plies that no two games of one pair of set-ups have in common by chance.
const TELLING_PLIES: u32 = 10;

/// Hashes what is the same in every record of a game. `None` with too few plies to tell it from
/// another one, or while the set-ups are hidden.
pub fn play_digest(record: &AnyRecord) -> Option<PlayDigest> {
    let outcome = record.header().outcome.filter(|_| record.ply_count() >= TELLING_PLIES)?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(outcome.notation().as_bytes());
    match record {
        AnyRecord::Salpakan(record) => {
            RevealKey::of(&record.header, Embargo::None)?;
            hasher.update(record.timeline.rules.key().as_bytes());
            hasher.update(record.timeline.first.key().as_bytes());
            hash_salpakan(&mut hasher, record, Embargo::None);
        }
        AnyRecord::ThreeGenerals(record) => {
            hasher.update(GameKind::ThreeGenerals.key().as_bytes());
            hash_three_generals(&mut hasher, record);
        }
    }
    let mut digest = PlayDigest::default();
    hasher.finalize_xof().fill(&mut digest);
    Some(digest)
}

fn hash_three_generals(hasher: &mut blake3::Hasher, record: &three_generals::record::Record) {
    for ply in &record.timeline.plies {
        hasher.update(ply.ply.to_string().as_bytes()).update(b" ");
    }
}

fn hash_salpakan(hasher: &mut blake3::Hasher, record: &JudgedRecord, embargo: Embargo) {
    let JudgedRecord { header, timeline, armies, .. } = record;
    let mut plies = Vec::with_capacity(timeline.plies.len() * 3);
    for ply in &timeline.plies {
        plies.push(ply.mv.from.index() as u8);
        plies.push(ply.mv.to.index() as u8);
        plies.push(ply.verdict.map_or(0, |verdict| verdict as u8 + 1));
    }
    hasher.update(&plies);
    if RevealKey::of(header, embargo).is_some() {
        for color in Color::ALL {
            match &armies[color] {
                Some(army) => hasher.update(army.notation().as_bytes()),
                None => hasher.update(b"-"),
            };
        }
    }
}

/// The id of the record of a live game. It also covers the live game's id, so that identical games
/// have different records.
pub fn id_of_play(content: GameId, play: &PlayId) -> GameId {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"adjutant play").update(&content.0).update(play);
    let mut id = [0; GameId::BYTES];
    id.copy_from_slice(&hasher.finalize().as_bytes()[..GameId::BYTES]);
    GameId(id)
}

/// Encodes a judged record as rows. Everything that may reveal a rank of a game that is not final
/// is sealed.
pub fn encode(app: &App, record: &AnyRecord, owner: &Owner, now: Micros) -> Result<NewGame> {
    encode_under(app, record, owner, now, (Embargo::None, None))
}

/// What of a record is stored where: the public half, and what is hidden as long as the game is not revealed.
struct Bodies {
    rules: String,
    first: Color,
    revealed: bool,
    timeline: Vec<u8>,
    annotations: Vec<u8>,
    /// Both armies: sealed, or encoded for a revealed game. Empty where nothing is hidden, ever.
    deployments: Vec<u8>,
    sealed_annotations: Vec<u8>,
}

/// Like [`encode`], for a record that may be under an embargo, and so sealed like an unfinished
/// one, and that may be the record of a live game, given by row and id.
pub fn encode_under(
    app: &App,
    record: &AnyRecord,
    owner: &Owner,
    now: Micros,
    (embargo, play): (Embargo, Option<(i32, &PlayId)>),
) -> Result<NewGame> {
    let content = content_id_under(record, embargo);
    let id = play.map_or(content, |(_, play)| id_of_play(content, play));
    let bodies = match record {
        AnyRecord::Salpakan(record) => salpakan_bodies(app, record, id, embargo)?,
        AnyRecord::ThreeGenerals(record) => three_generals_bodies(record),
    };
    let header = record.header();
    let clock = header.time_control.and_then(TimeControl::base_and_step);
    let roster = &header.roster;
    let day = Day::of_tag(&roster.date);
    Ok(NewGame {
        content_id: id.0.to_vec(),
        play_digest: play_digest(record),
        white: roster.white.clone(),
        black: roster.black.clone(),
        event: roster.event.clone(),
        site: roster.site.clone(),
        rule_set: bodies.rules,
        round: roster.round.clone(),
        day: day.0,
        date_text: if date_of(day) == roster.date { String::new() } else { roster.date.clone() },
        base_seconds: clock.map_or(-1, |(base, _)| base as i32),
        increment_seconds: clock.map_or(0, |(_, step)| step as i32),
        time_control: header
            .time_control
            .filter(|tc| !tc.is_plain())
            .map_or_else(String::new, |tc| tc.to_string()),
        first_color: bodies.first as i16,
        outcome: outcome_number(header.outcome),
        termination: header.termination as i16,
        plies: record.ply_count() as i32,
        revealed: bodies.revealed,
        provenance: owner.provenance() as i16,
        imported_at: now,
        owner: owner.id(),
        rated_in: owner.rated_in(record.kind())?,
        imported_by: owner.account(),
        checksum: checksum(&bodies.timeline, &bodies.annotations),
        timeline: bodies.timeline,
        annotations: bodies.annotations,
        sealed: !bodies.revealed,
        deployments: bodies.deployments,
        sealed_annotations: bodies.sealed_annotations,
        played: play.map(|(play, _)| RecordedPlay { play, content_id: content.0.to_vec() }),
    })
}

fn salpakan_bodies(
    app: &App,
    record: &JudgedRecord,
    id: GameId,
    embargo: Embargo,
) -> Result<Bodies> {
    let JudgedRecord { header, timeline, annotations, armies } = record;
    let revealed = RevealKey::of(header, embargo).is_some();
    let noted = noted_bytes(annotations);
    let armies = encode_armies(&timeline.rules, armies);
    let (deployments, annotations, sealed_annotations) = if revealed {
        (armies, noted, Vec::new())
    } else {
        let sealed = seal(app, id, &armies, &noted)?;
        (sealed.armies, Vec::new(), sealed.annotations)
    };
    Ok(Bodies {
        rules: timeline.rules.key(),
        first: timeline.first,
        revealed,
        timeline: encode_timeline(timeline),
        annotations,
        deployments,
        sealed_annotations,
    })
}

/// Nothing of it is hidden, so there is nothing to reveal, before or after the end.
fn three_generals_bodies(record: &three_generals::record::Record) -> Bodies {
    Bodies {
        rules: GameKind::ThreeGenerals.key().to_owned(),
        first: Color::White,
        revealed: true,
        timeline: three_generals::codec::encode_timeline(&record.timeline),
        annotations: noted_bytes(&record.annotations),
        deployments: Vec::new(),
        sealed_annotations: Vec::new(),
    }
}

fn noted_bytes(annotations: &Annotations) -> Vec<u8> {
    if annotations.is_empty() { Vec::new() } else { encode_annotations(annotations) }
}

/// A checksum of the data not covered by the content id: clocks and comments.
pub(super) fn checksum(timeline: &[u8], annotations: &[u8]) -> i32 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&(timeline.len() as u64).to_le_bytes()).update(timeline).update(annotations);
    let hash = hasher.finalize();
    let [a, b, c, d, ..] = hash.as_bytes();
    i32::from_le_bytes([*a, *b, *c, *d])
}

/// Formats a day as `2026.04.30`, or `????.??.??` if it is unknown.
pub fn date_of(day: Day) -> String {
    let date = chrono::NaiveDate::from_epoch_days(day.0).filter(|_| day != Day::UNKNOWN);
    let Some(date) = date else { return "????.??.??".to_owned() };
    // Pages have hundreds of dates, and chrono would parse its format string for each.
    format!("{:04}.{:02}.{:02}", date.year(), date.month(), date.day())
}

/// The stored number: 0 White won, 1 Black won, 2 draw, 3 `*`.
pub const fn outcome_number(outcome: Option<Outcome>) -> i16 {
    match outcome {
        Some(Outcome::Win(Color::White)) => 0,
        Some(Outcome::Win(Color::Black)) => 1,
        Some(Outcome::Draw) => 2,
        None => 3,
    }
}

pub const fn outcome_of(number: i16) -> Option<Outcome> {
    match number {
        0 => Some(Outcome::Win(Color::White)),
        1 => Some(Outcome::Win(Color::Black)),
        2 => Some(Outcome::Draw),
        _ => None,
    }
}

pub fn termination_of(number: i16) -> Termination {
    let index = usize::try_from(number).unwrap_or(usize::MAX);
    Termination::ALL.get(index).copied().unwrap_or(Termination::Unterminated)
}

/// Encodes a byte that tells which armies are present, then White's and Black's.
pub(super) fn encode_armies(rules: &RuleSet, armies: &Armies) -> Vec<u8> {
    let mut bytes = vec![u8::from(armies.white.is_some()) | u8::from(armies.black.is_some()) << 1];
    for color in Color::ALL {
        match &armies[color] {
            Some(army) => bytes.extend_from_slice(encode_army(rules, army).as_slice()),
            // Constant length: a missing army takes the same space.
            None => bytes.resize(bytes.len() + army_bytes(rules), 0),
        }
    }
    bytes
}

/// Decodes both armies; returns the remaining bytes too.
pub(super) fn decode_armies<'a>(
    timeline: &Timeline,
    bytes: &'a [u8],
) -> Result<(Armies, &'a [u8])> {
    let damaged = |what: &str| Error::Internal(format!("stored set-ups are damaged: {what}"));
    let (present, mut rest) = bytes.split_first().ok_or_else(|| damaged("empty"))?;
    let mut armies = Armies::default();
    for color in Color::ALL {
        let length = army_bytes(&timeline.rules);
        let (own, after) = rest.split_at_checked(length).ok_or_else(|| damaged("cut"))?;
        rest = after;
        if present >> color as u8 & 1 == 1 {
            let taken = timeline.taken[color].ok_or_else(|| damaged("no squares"))?;
            let army = decode_army(&timeline.rules, color, taken, own)
                .map_err(|e| damaged(&e.to_string()))?;
            armies[color] = Some(army);
        }
    }
    Ok((armies, rest))
}

pub(super) fn decode_noted(bytes: &[u8]) -> Result<Annotations> {
    if bytes.is_empty() {
        return Ok(Annotations::default());
    }
    decode_annotations(bytes)
        .map_err(|e| Error::Internal(format!("stored comments are damaged: {e}")))
}

/// A stored game of Salpakan: complete once it is revealed, else its public half.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredGame {
    Revealed(FullRecord),
    Public { header: Header, timeline: Timeline },
}

impl StoredGame {
    pub fn header(&self) -> &Header {
        match self {
            StoredGame::Revealed(record) => record.header(),
            StoredGame::Public { header, .. } => header,
        }
    }

    pub fn timeline(&self) -> &Timeline {
        match self {
            StoredGame::Revealed(record) => record.timeline(),
            StoredGame::Public { timeline, .. } => timeline,
        }
    }

    /// The full record of a revealed game.
    pub fn revealed(&self) -> Option<&FullRecord> {
        match self {
            StoredGame::Revealed(record) => Some(record),
            StoredGame::Public { .. } => None,
        }
    }
}

/// A stored record of a game of any kind, as far as it may be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredRecord {
    Salpakan(Box<StoredGame>),
    ThreeGenerals(Box<three_generals::record::Record>),
}

impl StoredRecord {
    /// The game of Salpakan, for what only Salpakan has.
    pub fn salpakan(self) -> Option<StoredGame> {
        match self {
            StoredRecord::Salpakan(stored) => Some(*stored),
            StoredRecord::ThreeGenerals(_) => None,
        }
    }

    /// The record, if it may be shown whole.
    pub fn whole(self) -> Option<AnyRecord> {
        match self {
            StoredRecord::ThreeGenerals(record) => Some(AnyRecord::ThreeGenerals(record)),
            StoredRecord::Salpakan(stored) => match *stored {
                StoredGame::Revealed(record) => Some(record.into_judged().into()),
                StoredGame::Public { .. } => None,
            },
        }
    }
}

pub fn header_of(row: &WideGameRow) -> Header {
    let as_written = |stored: &str, written: &str| {
        if written.is_empty() { stored.to_owned() } else { written.to_owned() }
    };
    let WideGameRow { narrow, white, black, details } = row;
    Header {
        roster: Roster {
            event: as_written(&details.event, &details.event_as),
            site: details.site.clone(),
            date: date_text(narrow.day, &narrow.date_text),
            round: narrow.round.clone(),
            white: as_written(white, &details.white_as),
            black: as_written(black, &details.black_as),
        },
        time_control: time_control_of(narrow),
        outcome: outcome_of(narrow.outcome),
        termination: termination_of(narrow.termination),
    }
}

/// The date as written in the record.
pub fn date_text(day: i32, stored: &str) -> String {
    if stored.is_empty() { date_of(Day(day)) } else { stored.to_owned() }
}

pub fn time_control_of(row: &NarrowGameRow) -> Option<TimeControl> {
    let written = row.time_control.parse().ok();
    written.or_else(|| plain(row.base_seconds, row.increment_seconds))
}

/// The speed of a game by the clock columns of its row.
pub fn speed_of(base: i32, increment: i32) -> Speed {
    Speed::of(plain(base, increment))
}

/// The time control of these columns; -1 stands for none.
fn plain(base: i32, increment: i32) -> Option<TimeControl> {
    let base = u32::try_from(base).ok()?;
    Some(TimeControl::new(base, u32::try_from(increment).unwrap_or(0)))
}

/// Decodes a game from its row and bodies; `armies` is called only for a revealed game.
pub fn decode(
    row: &WideGameRow,
    bodies: &TimelineBodies,
    armies: impl FnOnce(&RevealKey) -> Result<Vec<u8>>,
) -> Result<StoredRecord> {
    let header = header_of(row);
    let damaged = |e: String| Error::Internal(format!("a stored record is damaged: {e}"));
    if checksum(&bodies.body, &bodies.annotations) != bodies.checksum {
        return Err(damaged("its checksum is another".to_owned()));
    }
    if row.details.rule_set == GameKind::ThreeGenerals.key() {
        let timeline = three_generals::codec::decode_timeline(&bodies.body);
        let timeline = timeline.map_err(|e| damaged(e.to_string()))?;
        let annotations = decode_noted(&bodies.annotations)?;
        let record = three_generals::record::Record { header, timeline, annotations };
        return Ok(StoredRecord::ThreeGenerals(Box::new(record)));
    }
    let timeline = decode_timeline(&bodies.body).map_err(|e| damaged(e.to_string()))?;
    let salpakan = |stored| StoredRecord::Salpakan(Box::new(stored));
    let Some(key) = RevealKey::of(&header, Embargo::of(row.narrow.revealed != 0)) else {
        return Ok(salpakan(StoredGame::Public { header, timeline }));
    };
    let bytes = armies(&key)?;
    let (armies, rest) = decode_armies(&timeline, &bytes)?;
    if !rest.is_empty() {
        return Err(damaged("something stands behind its set-ups".to_owned()));
    }
    let annotations = decode_noted(&bodies.annotations)?;
    let record = FullRecord::new(header, timeline, annotations, armies, &key);
    Ok(salpakan(StoredGame::Revealed(record)))
}

#[cfg(test)]
mod tests {
    use super::GameId;

    #[test]
    fn an_id_reads_back_from_its_sixteen_characters() {
        let id = GameId([0, 1, 2, 3, 250, 251, 252, 253, 254, 255]);
        let text = id.to_string();
        assert_eq!(text.len(), 16);
        assert_eq!(GameId::parse(&text), Some(id));
        assert_eq!(GameId::parse(&text.to_uppercase()), Some(id));
        assert_eq!(GameId::parse("too short"), None);
        assert_eq!(GameId::parse("uuuuuuuuuuuuuuuu"), None);
    }
}
