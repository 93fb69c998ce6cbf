//! Lists of people as officials paste and send them: rows of a spreadsheet, with a heading or without.

use std::borrow::Cow;

use crate::organisation::text_file::{self, Encoding, NoText};
use crate::service::contests::{NewEntrant, no_text_in_line};
use crate::service::{Error, refusals};
use crate::web::forms::Form;

/// What a column says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    Rating,
    Club,
    Province,
}

impl Column {
    /// In the order in which they stand without a heading.
    const ALL: [Column; 4] = [Column::Name, Column::Rating, Column::Club, Column::Province];

    /// The column with this name in a heading.
    fn parse(cell: &str) -> Option<Column> {
        match cell.trim().to_lowercase().as_str() {
            "name" | "player" | "handle" | "full name" | "pangalan" | "manlalaro" => {
                Some(Column::Name)
            }
            "rating" | "rtg" | "elo" => Some(Column::Rating),
            "club" | "team" | "samahan" | "klub" => Some(Column::Club),
            "province" | "region" | "lalawigan" | "probinsiya" => Some(Column::Province),
            _ => None,
        }
    }
}

/// A list as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct List {
    pub people: Vec<NewEntrant>,
    /// Columns of the heading that nobody knows.
    pub skipped: Vec<String>,
    pub encoding: Encoding,
}

/// Reads rows between commas, semicolons or tabs, whichever there are; a cell with one of them stands in quotation marks.
pub fn read(text: &str) -> List {
    let mut rows = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let mut list = List::default();
    let mut columns: Vec<Option<Column>> = Column::ALL.map(Some).to_vec();
    // The text is UTF-8 and rows may have any length, so no record fails.
    for (at, row) in rows.records().map_while(Result::ok).enumerate() {
        let heading: Vec<Option<Column>> = row.iter().map(Column::parse).collect();
        if at == 0 && heading.contains(&Some(Column::Name)) {
            let unknown = heading.iter().zip(&row).filter(|(column, _)| column.is_none());
            let named = unknown.map(|(_, cell)| cell.chars().take(40).collect::<String>());
            list.skipped = named.filter(|cell| !cell.is_empty()).collect();
            columns = heading;
        } else if row.iter().any(|cell| !cell.is_empty()) {
            list.people.push(person(&row, &columns));
        }
    }
    list
}

fn person(row: &csv::StringRecord, columns: &[Option<Column>]) -> NewEntrant {
    let mut one = NewEntrant::default();
    for (cell, column) in row.iter().zip(columns) {
        let cell = cell.to_owned();
        match column {
            Some(Column::Name) => one.name = cell,
            // What is no number is told as a rating that is too high, with its row.
            Some(Column::Rating) if cell.is_empty() => one.rating = None,
            Some(Column::Rating) => one.rating = Some(cell.parse().unwrap_or(u32::MAX)),
            Some(Column::Club) => one.club = cell,
            Some(Column::Province) => one.province = cell,
            None => {}
        }
    }
    one
}

/// The sign between the cells: the one by which the first row is a heading, else the first of those that are there.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let known = |sign: &u8| {
        let cells = first.split(char::from(*sign));
        cells.filter(|cell| Column::parse(cell.trim().trim_matches('"')).is_some()).count()
    };
    let signs = [b'\t', b';', b','];
    if let Some(best) = signs.into_iter().filter(|sign| known(sign) > 1).max_by_key(known) {
        return best;
    }
    let is_there = |sign: &u8| text.contains(char::from(*sign));
    signs.into_iter().find(is_there).unwrap_or(b',')
}

/// The same list as a text that is read to the same again.
pub fn written(people: &[NewEntrant]) -> String {
    let mut writer = csv::WriterBuilder::new().delimiter(b';').from_writer(Vec::new());
    // A buffer takes whatever is written to it.
    let _heading = writer.write_record(["name", "rating", "club", "province"]);
    for one in people {
        let rating = one.rating.map(|rating| rating.to_string()).unwrap_or_default();
        let _row = writer.write_record([&one.name, &rating, &one.club, &one.province]);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// What was sent: the text that was pasted, and behind it that of a file, each with how it was written.
///
/// # Errors
/// [`Error::Invalid`] where the file is no text.
pub fn texts(sent: &Form) -> Result<Vec<(Cow<'_, str>, Encoding)>, Error> {
    let mut all = Vec::new();
    if !sent.raw("lines").trim().is_empty() {
        all.push((Cow::Borrowed(sent.raw("lines")), Encoding::Utf8));
    }
    if let Some(file) = sent.file("file") {
        match text_file::read(&file.bytes) {
            Ok(read) => all.push(read),
            Err(NoText::Empty) => {}
            Err(NoText::Workbook) => {
                return Err(Error::invalid("file", refusals::FILE_IS_WORKBOOK));
            }
            Err(NoText::BrokenUtf16) => {
                return Err(Error::invalid("file", refusals::FILE_IS_BROKEN));
            }
            Err(NoText::Byte { line, .. }) => return Err(no_text_in_line(line)),
        }
    }
    Ok(all)
}

/// The list that was sent.
///
/// # Errors
/// As [`texts`].
pub fn sent_list(sent: &Form) -> Result<List, Error> {
    let mut all = List::default();
    for (text, encoding) in texts(sent)? {
        let list = read(&text);
        all.people.extend(list.people);
        all.skipped.extend(list.skipped);
        if encoding != Encoding::Utf8 {
            all.encoding = encoding;
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Each line with anything in it is a row, whatever it is, so that faults are told by their rows.
        #[test]
        fn any_pasted_text_has_a_person_a_line(text in "([^\r\n\"]{0,12}[;\t, ]?){0,4}(\n|\r\n)?[^\r\n\"]{0,20}") {
            let people = read(&text).people;
            prop_assert!(people.len() <= text.lines().count());
            prop_assert!(people.iter().all(|one| one.name == one.name.trim()));
            prop_assert_eq!(read(&written(&people)).people, people);
        }
    }

    fn named(text: &str) -> Vec<(String, Option<u32>, String)> {
        let people = read(text).people.into_iter();
        people.map(|one| (one.name, one.rating, one.club)).collect()
    }

    #[test]
    fn a_pasted_line_is_a_person() {
        let people = read("Ana; 1450; Baguio Hawks; Benguet\r\n\n  Ben\nCora;1,200\n").people;
        assert_eq!(people.len(), 3);
        assert_eq!((people[0].name.as_str(), people[0].rating), ("Ana", Some(1450)));
        assert_eq!(people[0].province, "Benguet");
        assert_eq!((people[1].name.as_str(), people[1].rating), ("Ben", None));
        assert_eq!(people[2].rating, Some(u32::MAX), "that is no number, and is told");
    }

    #[test]
    fn any_separator_a_heading_and_quoted_commas_are_understood() {
        let one = |name: &str, rating, club: &str| (name.to_owned(), rating, club.to_owned());
        let usual = vec![one("Ana", Some(1450), "Hawks"), one("Ben", None, "")];
        for text in [
            "Ana,1450,Hawks\nBen",
            "Ana;1450;Hawks\nBen",
            "Ana\t1450\tHawks\nBen",
            "Club,Name,Rating\nHawks,Ana,1450\n,Ben,",
            "Samahan;Pangalan;Rating\nHawks;Ana;1450\n;Ben;",
        ] {
            assert_eq!(named(text), usual, "{text}");
        }
        let quoted = "name,club\n\"Dela Cruz, Juan\",\"Hawks, \"\"the\"\" Club\"";
        assert_eq!(named(quoted), [one("Dela Cruz, Juan", None, "Hawks, \"the\" Club")]);
        let list = read("Name,Birthday\nAna,2001-01-01");
        assert_eq!((list.skipped, list.people.len()), (vec!["Birthday".to_owned()], 1));
    }
}
