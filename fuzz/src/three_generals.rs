//! What holds for any text as plies, as a position or as a record of the Game of Three Generals, and for any bytes as a stored one.

use ::three_generals::codec::{decode_timeline, encode_timeline};
use ::three_generals::{Game, Ply, Position};
use adjutant_domain::game::{AnyRecord, read_record, write_ggn, write_json};
use salpakan::record::notation::Format;

use crate::bounds::bounded;
use crate::texts::{as_game, refused_within};

/// Bytes that reading may allocate for each byte of text.
const MEMORY: usize = 64;

/// A line is a position or, if it is none, the plies are from the start; those that are legal are played. Each ply is read as
/// it is written, or refused at a place within it.
pub fn plies(text: &str) {
    let (first, rest) = text.split_once('\n').unwrap_or(("", text));
    let mut game = first.parse().map_or_else(|_| Game::new(), Game::from_position);
    for word in rest.split_whitespace() {
        match bounded(word.len(), MEMORY, || word.parse::<Ply>()) {
            Ok(ply) => {
                assert_eq!(ply.to_string(), word);
                play(&mut game, ply);
            }
            Err(e) => {
                let place = word.chars().nth(e.column - 1);
                assert_eq!(place, e.found, "{e}");
                assert!(e.column <= word.chars().count() + 1, "{e}");
            }
        }
    }
}

/// A ply is played exactly if it is listed, and an illegal one changes nothing.
fn play(game: &mut Game, ply: Ply) {
    let before = game.position().clone();
    let is_listed = game.ending().is_none() && before.plies().contains(&ply);
    let played = game.play(ply);
    assert_eq!(played.is_ok(), is_listed, "{before} {ply}");
    if played.is_err() {
        assert_eq!(*game.position(), before);
        return;
    }
    let after = game.position();
    assert_eq!(after.to_string().parse().as_ref(), Ok(after));
    assert_eq!(after.count_plies() as usize, after.plies().len());
    assert_eq!(after.has_ply(), after.count_plies() > 0);
}

/// A position is written as it was read, or the text is refused at a place within it.
pub fn position(text: &str) {
    match bounded(text.len(), MEMORY, || text.parse::<Position>()) {
        Ok(position) => {
            assert_eq!(position.to_string(), text);
            let plies = position.plies();
            assert_eq!(plies.len(), position.count_plies() as usize);
            for ply in plies {
                let after = position.after(ply).expect("what is listed is legal");
                assert_eq!(after.to_string().parse().as_ref(), Ok(&after));
            }
        }
        Err(e) => assert!((1..=text.len() + 1).contains(&e.column), "{e}"),
    }
}

/// Reads `text` as one game of any kind, in either form: it is refused at a place within it, or is a record that both forms give back. The
/// stored bytes of one of this game give its timeline back.
pub fn record(text: &str) {
    for format in [Format::Ggn, Format::Json] {
        let game = as_game(text, format);
        match bounded(text.len(), MEMORY, || read_record(&game)) {
            Ok(record) => written_again(&record),
            Err(e) => refused_within(&e, text),
        }
    }
}

fn written_again(record: &AnyRecord) {
    let (mut ggn, mut json) = (String::new(), String::new());
    write_ggn(&mut ggn, record);
    write_json(&mut json, record);
    for (text, format) in [(ggn.trim_end(), Format::Ggn), (json.trim_end(), Format::Json)] {
        let read = read_record(&as_game(text, format)).expect("what was written is a record");
        assert_eq!(&read, record);
    }
    if let AnyRecord::ThreeGenerals(record) = record {
        let bytes = encode_timeline(&record.timeline);
        assert_eq!(decode_timeline(&bytes).as_ref(), Ok(&record.timeline));
    }
}

/// Bytes are refused at a place within them, or are what their timeline is encoded as.
pub fn stored(bytes: &[u8]) {
    if let Ok(timeline) = bounded(bytes.len(), MEMORY, || decode_timeline(bytes)) {
        assert_eq!(encode_timeline(&timeline), bytes);
    }
}
