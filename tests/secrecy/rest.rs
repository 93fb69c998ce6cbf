//! What rests on the disk of a world while games go on: each row of the database, and the bytes of
//! every file.

use std::collections::{BTreeMap, HashMap};

use diesel::prelude::*;
use diesel::sql_types::Text;
use salpakan::record::codec::encode_army;

use crate::pairs::Pair;
use crate::world::World;

/// What is sealed: of it the length alone may be known.
const SEALED: [(&str, &str); 5] = [
    ("set_ups", "body"),
    ("toss_seeds", "body"),
    ("play_notes", "body"),
    ("deployments", "body"),
    ("deployments", "annotations"),
];
/// What the test itself put there, by the clock on the wall.
const BY_THE_WALL: [&str; 2] = ["sessions", "tokens"];

#[derive(Clone)]
pub struct Rest {
    pub rows: BTreeMap<String, Vec<String>>,
    pub files: Vec<(String, Vec<u8>)>,
    /// What may stand nowhere in the clear.
    secrets: Vec<Vec<u8>>,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// A set-up in each form in which it could lie about.
pub fn forms(pair: &Pair, which: usize) -> Vec<Vec<u8>> {
    let mut forms = Vec::new();
    for (_, army) in pair.armies[which].iter() {
        let notation = army.notation();
        let rows = notation.split('/').filter(|row| row.replace('.', "").len() >= 7);
        forms.extend(rows.map(|row| row.as_bytes().to_vec()));
        let bytes = encode_army(&pair.timeline.rules, army).as_slice().to_vec();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        forms.push(hex.clone().into_bytes());
        forms.push(hex.to_uppercase().into_bytes());
        forms.push(data_encoding::BASE64.encode(notation.as_bytes()).into_bytes());
        forms.push(bytes);
    }
    forms.retain(|form| form.len() >= 8);
    forms
}

impl Rest {
    pub fn of(world: &World, pairs: &[Pair], which: usize) -> Rest {
        let path = world.dir.path().join("adjutant.sqlite");
        let mut sqlite =
            SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("it opens");
        let mut read = |sql: &str| -> Vec<String> {
            let lines = diesel::sql_query(sql).load::<Line>(&mut sqlite);
            let lines = lines.unwrap_or_else(|e| panic!("{sql}: {e}"));
            lines.into_iter().map(|line| line.line).collect()
        };
        let tables = "SELECT name AS line FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_\\_%' ESCAPE '\\'";
        let mut rows = BTreeMap::new();
        for table in read(tables).into_iter().filter(|one| !BY_THE_WALL.contains(&one.as_str())) {
            let columns = read(&format!("SELECT name AS line FROM pragma_table_info('{table}')"));
            let shown: Vec<String> = columns
                .iter()
                .map(|column| match SEALED.contains(&(table.as_str(), column.as_str())) {
                    true => format!("length({column})"),
                    false => format!("quote({column})"),
                })
                .collect();
            let sql =
                format!("SELECT {} AS line FROM {table} ORDER BY 1", shown.join(" || ' ' || "));
            rows.insert(table.clone(), read(&sql));
        }
        let entries = std::fs::read_dir(world.dir.path()).expect("the directory").flatten();
        let file = |path: std::path::PathBuf| {
            let bytes = std::fs::read(&path).expect("a file");
            (path.display().to_string(), bytes)
        };
        let files = entries.map(|entry| file(entry.path())).collect();
        let secrets = pairs.iter().flat_map(|pair| forms(pair, which)).collect();
        Rest { rows, files, secrets }
    }

    /// The first file that holds a set-up in the clear, in any form.
    pub fn told(&self) -> Option<String> {
        let mut by_beginning: HashMap<&[u8], Vec<&[u8]>> = HashMap::new();
        for secret in &self.secrets {
            by_beginning.entry(&secret[..8]).or_default().push(secret);
        }
        let holds = |(name, bytes): &(String, Vec<u8>)| {
            let starts = bytes.windows(8).enumerate();
            let mut found = starts.filter_map(|(at, eight)| Some((at, by_beginning.get(eight)?)));
            let (at, _) =
                found.find(|(at, all)| all.iter().any(|one| bytes[*at..].starts_with(one)))?;
            Some(format!("{name} holds a set-up at byte {at}"))
        };
        self.files.iter().find_map(holds)
    }

    pub fn assert_mute(&self) {
        assert!(self.secrets.len() > 40, "{} secrets", self.secrets.len());
        assert!(self.files.iter().any(|(_, bytes)| bytes.len() > 100_000), "a database");
        assert!(!self.rows["set_ups"].is_empty() && !self.rows["play_events"].is_empty());
        assert_eq!(self.told(), None);
    }

    /// The first row that is another one in the other world.
    pub fn difference(&self, other: &Rest) -> Option<String> {
        let tables = self.rows.keys().chain(other.rows.keys());
        let differs =
            tables.into_iter().find(|table| self.rows.get(*table) != other.rows.get(*table))?;
        let none = Vec::new();
        let [one, other] = [self, other].map(|rest| rest.rows.get(differs).unwrap_or(&none));
        let row = one.iter().zip(other).find(|(one, other)| one != other);
        Some(format!("{differs}: {} and {} rows; {row:?}", one.len(), other.len()))
    }
}

/// Whether `needle` is in `hay`.
pub fn contains(hay: &[u8], needle: &[u8]) -> bool {
    memchr::memmem::find(hay, needle).is_some()
}
