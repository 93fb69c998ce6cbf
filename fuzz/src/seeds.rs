//! Writes the seeds of every target below `fuzz/corpus`, from the records of the demo and
//! of the tests: `cargo run --manifest-path fuzz/Cargo.toml`.

use std::fs;
use std::io::Result;
use std::path::Path;

use adjutant::texts::as_game;
use adjutant::{changes, logs};
use adjutant_domain::game::{AnyRecord, read_record};
use salpakan::record::JudgedRecord;
use salpakan::record::codec::{encode_annotations, encode_army, encode_timeline};
use salpakan::record::notation::{Format, GameReader, GameText, json, read_game};
use salpakan::rules::Color;
use three_generals::codec as three_generals_codec;

const SAMPLE: &str = include_str!("../../demo/sample.ggn");
const BROKEN: &str = include_str!("../../crates/salpakan/tests/record/data/broken.txt");
const STORED: &str = include_str!("../../crates/salpakan/tests/record/data/codec/games.txt");
const EVENTS: &str = include_str!("../../tests/play/data/events.txt");
const FACTS: &str = include_str!("../../tests/contest/data/facts.jsonl");
const ANNOTATIONS: &str = include_str!("../../crates/salpakan/tests/record/data/codec/annotations.txt");

const SHARED: &str = include_str!("../../crates/salpakan/tests/record/data/share-codes.txt");

const CASES: &str = include_str!("../../crates/three-generals/tests/rules/data/positions.txt");

const ROSTERS: [&str; 4] = [
    "\u{feff}handle,name,club,province,number,age\r\nJuan,\"Cruz, Juan\",Knights,Cebu,7,18-59\r\n",
    "sep=;\nAge;Handle\nu13;Ana\n-;Ben\n",
    "handle\tname\nAna\t'=1+1\nana\t=HYPERLINK(\"x\")\n",
    "handle,handle\n\"a\nb\",\n",
];

/// Small tournaments.
const TOURNAMENTS: [&str; 3] = [
    include_str!("../../crates/swiss/tests/pairing/data/004-n4-r3-2-1-0.trf"),
    include_str!("../../crates/swiss/tests/pairing/data/042-n5-r5.trf"),
    include_str!("../../crates/swiss/tests/pairing/data/007-n21-r9.trf"),
];

/// Games that are put into the seeds; neighbours are alike.
const EVERY: usize = 20;

fn main() -> Result<()> {
    let sample: Vec<String> = texts(SAMPLE).into_iter().step_by(EVERY).collect();
    let broken: Vec<&str> = BROKEN.split("\n=== ").skip(1).filter_map(text_of_case).collect();
    let games: Vec<&str> = sample.iter().map(String::as_str).chain(broken.clone()).collect();
    let records: Vec<JudgedRecord> = games.iter().filter_map(|text| judged(text)).collect();
    let twins: Vec<String> = records.iter().map(twin).collect();
    let (json, ggn): (Vec<&str>, Vec<&str>) = games.iter().partition(|text| text.starts_with('{'));
    write("ggn", ggn.into_iter().map(Vec::from))?;
    write("json", json.into_iter().map(Vec::from).chain(twins.iter().map(|t| t.clone().into())))?;
    write("codec", records.iter().flat_map(stored).chain(hex(STORED)).chain(hex(ANNOTATIONS)))?;
    write("play_event", events())?;
    write("contest", facts())?;
    write("roster", ROSTERS.iter().map(|file| file.as_bytes().to_vec()))?;
    write("wal", logs::seeds())?;
    write("changes", changes::seeds())?;
    write("share_code", shared(SHARED))?;
    write("trf", TOURNAMENTS.iter().map(|file| file.as_bytes().to_vec()))?;
    write("logo", [include_bytes!("../../docs/replay.png").to_vec()].into_iter())?;
    write("three_generals_ply", cases(|case| format!("{}\n{}", case[0], case[1])))?;
    write("three_generals_position", cases(|case| case[0].to_owned()))?;
    write("three_generals_record", three_generals_records())?;
    write("three_generals_codec", three_generals_games())?;
    write("stream", streams(&sample, &broken, &twins)?.into_iter())
}

/// The games that end by the rules, as records and as they are stored.
fn three_generals_records() -> impl Iterator<Item = Vec<u8>> {
    const GAMES: &str = include_str!("../../tests/live/data/three-generals.txt");
    let games = GAMES.lines().filter(|line| !line.starts_with('#'));
    games.filter_map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let (result, termination) = (words.next()?, words.next()?);
        let plies: Vec<&str> = words.collect();
        let tags = format!(
            "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ana\"]\n[Black \"Ben\"]\n\
             [Result \"{result}\"]\n[Game \"three-generals\"]\n[TimeControl \"-\"]\n[Termination \"{termination}\"]\n"
        );
        Some(format!("{tags}\n{} {result}\n", plies.join(" ")).into_bytes())
    })
}

fn three_generals_games() -> impl Iterator<Item = Vec<u8>> {
    three_generals_records().filter_map(|text| {
        let text = String::from_utf8(text).ok()?;
        let record = read_record(&as_game(&text, Format::Ggn)).ok()?;
        match record {
            AnyRecord::ThreeGenerals(record) => Some(three_generals_codec::encode_timeline(&record.timeline)),
            AnyRecord::Salpakan(_) => None,
        }
    })
}

/// One file a seed, named by its place.
fn write(target: &str, seeds: impl Iterator<Item = Vec<u8>>) -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    fs::create_dir_all(&folder)?;
    let mut count = 0;
    for seed in seeds {
        fs::write(folder.join(format!("seed-{count:03}")), seed)?;
        count += 1;
    }
    println!("{count} seeds in {}", folder.display());
    Ok(())
}

fn games_of(input: &str) -> Vec<GameText> {
    GameReader::new(input.as_bytes()).map_or(Vec::new(), |games| games.flatten().collect())
}

fn texts(input: &str) -> Vec<String> {
    games_of(input).into_iter().map(|game| String::from_utf8_lossy(&game.bytes).into()).collect()
}

fn text_of_case(case: &str) -> Option<&str> {
    case.splitn(4, '\n').nth(3)
}

fn judged(text: &str) -> Option<JudgedRecord> {
    games_of(text).iter().find_map(|game| read_game(game).ok())
}

fn twin(record: &JudgedRecord) -> String {
    let mut text = String::new();
    json::write(&mut text, record);
    text
}

/// The public half, with an army at the end of 16 bytes behind it as the target takes
/// them; comments and tags.
fn stored(record: &JudgedRecord) -> [Vec<u8>; 2] {
    let rules = &record.timeline.rules;
    let army = record.armies[Color::White].as_ref();
    let army: Vec<u8> = army.map_or(vec![], |army| encode_army(rules, army).as_slice().to_vec());
    let mut bytes = encode_timeline(&record.timeline);
    bytes.resize(bytes.len() + 16 - army.len(), 0);
    bytes.extend(army);
    [bytes, encode_annotations(&record.annotations)]
}

/// Every word of the text that is bytes in hexadecimal digits.
fn hex(text: &str) -> impl Iterator<Item = Vec<u8>> {
    let bytes = |word: &str| -> Option<Vec<u8>> {
        let pairs = word.as_bytes().chunks(2);
        pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
    };
    text.split_whitespace().filter(|word| word.len() > 12).filter_map(bytes)
}

/// Each golden code below its rules.
fn shared(text: &str) -> impl Iterator<Item = Vec<u8>> {
    let cases = text.lines().filter(|line| !line.starts_with('#'));
    cases.filter_map(|line| {
        let (key, code) = (line.split(' ').next()?, line.rsplit(' ').next()?);
        Some(format!("{key}\n{code}").into())
    })
}

/// The golden events, each alone, then all of them behind their lengths, as the target takes them.
fn events() -> impl Iterator<Item = Vec<u8>> {
    let lines = EVENTS.lines().filter(|line| !line.starts_with('#'));
    let alone: Vec<Vec<u8>> =
        lines.filter_map(|line| line.split_once(' ')).flat_map(|(_, bytes)| hex(bytes)).collect();
    let lengths =
        alone.iter().filter_map(|event| u8::try_from(event.len()).ok().map(|n| (n, event)));
    let together = lengths.flat_map(|(length, event)| [&[length], &event[..]].concat()).collect();
    alone.into_iter().chain([together])
}

/// The golden facts of events, each alone, then all of them.
fn facts() -> impl Iterator<Item = Vec<u8>> {
    FACTS.lines().chain([FACTS]).map(Vec::from)
}

/// Every so many of the cases that the second referee of the Game of Three Generals has chosen.
fn cases(seed: fn(&[&str]) -> String) -> impl Iterator<Item = Vec<u8>> {
    let lines = CASES.lines().filter(|line| !line.starts_with('#')).step_by(EVERY);
    lines.map(move |line| seed(&line.split(" | ").collect::<Vec<_>>()).into_bytes())
}

fn streams(sample: &[String], broken: &[&str], twins: &[String]) -> Result<Vec<Vec<u8>>> {
    let few = &sample[..3.min(sample.len())];
    let ggn = few.join("\n");
    let array = format!("[{}]", twins[..2].join(",\n"));
    let mut streams: Vec<Vec<u8>> = vec![
        zstd::encode_all(ggn.as_bytes(), 3)?,
        zstd::encode_all(array.as_bytes(), 3)?,
        format!("\u{feff}{ggn}").into(),
        ggn.replace('\n', "\r\n").into(),
        format!("; rejects\n\n{}\n; why\n\n{}", few[0], few[1]).into(),
        array[..array.len() - 9].into(),
        array.into(),
        twins[..3].join("\n").into(),
        ggn.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        ggn.into(),
    ];
    streams.extend(broken.iter().map(|text| format!("{}{text}\n{}", few[0], few[0]).into()));
    Ok(streams)
}
