//! What holds for the text of any game, in either form.

use crate::bounds::bounded;
use crate::bytes;
use salpakan::record::JudgedRecord;
use salpakan::record::notation::{Format, GameError, GameReader, GameText, ggn, json, read_game};

/// Bytes that reading may allocate for each byte of text.
const MEMORY: usize = 64;

/// Where the text stands in an imagined larger input.
const FIRST_LINE: u64 = 7;
const FIRST_COLUMN: u64 = 3;

/// Reads `text` as one game: it is refused at a place within it, or is a record for
/// which all of [`record`] holds.
pub fn game(text: &str, format: Format) {
    let game = as_game(text, format);
    match bounded(text.len(), MEMORY, || read_game(&game)) {
        Ok(judged) => record(&judged),
        Err(e) => refused_within(&e, text),
    }
}

/// The text as the only game of an input.
pub fn as_game(text: &str, format: Format) -> GameText {
    GameText {
        number: 1,
        first_line: FIRST_LINE,
        first_column: FIRST_COLUMN,
        format,
        bytes: text.as_bytes().to_vec(),
        damage: None,
    }
}

/// The error names a place of the text, a ply that it has room for, and says something
/// that a terminal can show.
pub fn refused_within(e: &GameError, text: &str) {
    let line = e.line.checked_sub(FIRST_LINE).expect("not before the text");
    let before = if line == 0 { FIRST_COLUMN } else { 1 };
    let column = e.column.checked_sub(before).expect("not before the text");
    let there = text.split('\n').nth(line as usize).expect("not behind the text");
    assert!(column <= there.chars().count() as u64, "{e}");
    assert!(e.ply.is_none_or(|ply| (1..=text.len() as u32 + 1).contains(&ply)), "{e}");
    assert!(!e.message.is_empty() && e.message.chars().count() <= 610, "{e}");
    assert!(!e.message.contains(char::is_control), "{e:?}");
}

/// Both forms and the stored bytes give the record back, and write it again byte for
/// byte as before.
pub fn record(record: &JudgedRecord) {
    let (text, twin) = (to_ggn(record), to_json(record));
    for (written, format) in [(&text, Format::Ggn), (&twin, Format::Json)] {
        let read = the_only_game(written, format);
        assert_eq!(&read, record);
        assert_eq!(to_ggn(&read), text);
        assert_eq!(to_json(&read), twin);
    }
    fits_its_lines(&text);
    assert!(!twin.contains(char::is_control), "{twin}");
    apart(&text.repeat(2), Format::Ggn, record);
    apart(&format!("{twin}\n{twin}"), Format::Json, record);
    apart(&format!("[{twin},{twin}]"), Format::Json, record);
    sparse(&text, record);
    bytes::of_record(record);
}

fn to_ggn(record: &JudgedRecord) -> String {
    let mut text = String::new();
    ggn::write(&mut text, record);
    text
}

fn to_json(record: &JudgedRecord) -> String {
    let mut text = String::new();
    json::write(&mut text, record);
    text
}

fn the_only_game(text: &str, format: Format) -> JudgedRecord {
    let read = match format {
        Format::Ggn => ggn::read(text),
        Format::Json => json::read(text),
    };
    read.unwrap_or_else(|e| panic!("what was written is valid: {e:?}\n{text}"))
}

/// Two copies in one input are two games, each the record.
fn apart(input: &str, format: Format, record: &JudgedRecord) {
    let reader = GameReader::new(input.as_bytes()).expect("memory can be read");
    let games: Vec<GameText> = reader.map(|game| game.expect("memory can be read")).collect();
    assert_eq!(games.len(), 2, "{input}");
    for game in games {
        assert_eq!(game.format, format);
        assert_eq!(read_game(&game).as_ref(), Ok(record), "{input}");
    }
}

/// No line of move text is longer than promised, but for one word or a `;` comment.
fn fits_its_lines(text: &str) {
    let moves = text.split_once("\n\n").map_or("", |parts| parts.1);
    for line in moves.lines() {
        let fits = line.chars().count() <= ggn::LINE_WIDTH;
        assert!(fits || !line.contains(' ') || line.starts_with(';'), "{line}");
    }
}

/// The same plies without numbers, signs, outcomes and comments are the same game.
fn sparse(text: &str, record: &JudgedRecord) {
    let tags = text.split_once("\n\n").map_or("", |parts| parts.0);
    let plies = record.timeline.plies.iter();
    let plies: String = plies.map(|ply| format!("{}{} ", ply.mv.from, ply.mv.to)).collect();
    let read = the_only_game(&format!("{tags}\n\n{plies}"), Format::Ggn);
    assert_eq!(read.header, record.header);
    assert_eq!(read.armies, record.armies);
    assert_eq!(read.timeline.declared, record.timeline.declared);
    assert_eq!(read.timeline.ending, record.timeline.ending);
    let heard = |record: &JudgedRecord| -> Vec<_> {
        record.timeline.plies.iter().map(|ply| (ply.mv, ply.verdict)).collect()
    };
    assert_eq!(heard(&read), heard(record));
}
