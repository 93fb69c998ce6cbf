//! Pasted or uploaded lists of people: rows of a spreadsheet, with or without a header, and their
//! preview.

use std::borrow::Cow;
use std::io::Read;
use std::iter::repeat;

use adjutant_domain::account::handle::is_invisible;
use adjutant_domain::organisation::line_counter::LineCounter;
use adjutant_domain::organisation::separator_line::strip_separator_line;
use adjutant_domain::organisation::text_decoding::{self, TextDecodeError, TextEncoding};
use adjutant_service::access::{Act, Actor};
use adjutant_service::contests::{
    EntrantPreviewRow, EntrantRowStatus, FilledList, Filling, GenderField, NewEntrant, NewTeam,
    UnreadableReason, authorize, column_twice_error, fill_shown_entrants, is_team_event,
    load_contest, preview_entrants, undecodable_line,
};
use adjutant_service::{App, Error, refusals};
use adjutant_site::forms::SubmittedForm;
use adjutant_site::i18n::Texts;
use adjutant_site::labels::encoding_notice;

use super::rating_fill::{filled_words, filling_words};
use super::{labels, teams};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Name,
    Rating,
    Club,
    Province,
    FederationNumber,
    BirthYear,
    Gender,
    Guest,
}

impl Column {
    /// In the order used without a header.
    const USUAL: [Column; 4] = [Column::Name, Column::Rating, Column::Club, Column::Province];
    /// The header of a list that is written.
    const HEADER: [&str; 8] = [
        "name",
        "rating",
        "club",
        "province",
        "federation number",
        "birth year",
        "gender",
        "guest",
    ];

    /// The column with this name in a header.
    fn parse(cell: &str) -> Option<Column> {
        // Our own files write `birth_year`.
        match cell.trim().to_lowercase().replace('_', " ").as_str() {
            "name" | "player" | "handle" | "full name" | "pangalan" | "manlalaro" => {
                Some(Column::Name)
            }
            "rating" | "rtg" | "elo" => Some(Column::Rating),
            "club" | "team" | "samahan" | "klub" => Some(Column::Club),
            "province" | "region" | "lalawigan" | "probinsiya" => Some(Column::Province),
            "federation number"
            | "federation id"
            | "fide id"
            | "fideid"
            | "fide number"
            | "ncfp id"
            | "id number"
            | "numero sa pederasyon" => Some(Column::FederationNumber),
            "birth year"
            | "year of birth"
            | "born"
            | "yob"
            | "birthday"
            | "birth date"
            | "birthdate"
            | "date of birth"
            | "taon ng kapanganakan"
            | "kapanganakan" => Some(Column::BirthYear),
            "gender" | "sex" | "kasarian" => Some(Column::Gender),
            "guest" | "panauhin" => Some(Column::Guest),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EntrantList {
    pub people: Vec<NewEntrant>,
    pub skipped: Vec<String>,
    pub encoding: TextEncoding,
}

/// A row appended to all others; if it is not found again, a quotation mark before it is not
/// closed.
const QUOTE_SENTINEL: &str = "\u{1}";
/// Shown length of an invalid cell, in characters.
const MAX_SHOWN_CHARS: usize = 40;

/// What people write in place of a rating that somebody does not have.
const NO_RATING: [&str; 12] =
    ["-", "–", "—", "n/a", "na", "n.a.", "none", "unr", "unr.", "unrated", "wala", "walang rating"];

/// Parses rows separated by commas, semicolons or tabs; cells that contain the delimiter are
/// quoted.
/// Fails if two columns of the header mean the same.
pub fn parse_list(text: &str) -> Result<EntrantList, Error> {
    let (text, skipped) = strip_separator_line(text.trim_start_matches('\u{feff}'));
    let sign = detect_delimiter(text);
    let mut rows = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .delimiter(sign)
        .from_reader(text.as_bytes().chain(&b"\n"[..]).chain(QUOTE_SENTINEL.as_bytes()));
    let mut list = EntrantList::default();
    let mut columns: Vec<Option<Column>> = Column::USUAL.map(Some).to_vec();
    let mut lines = LineCounter::new(text, 1 + skipped);
    let mut is_first = true;
    // The text is UTF-8 and rows may have any length, so no record fails.
    for row in rows.records().map_while(Result::ok) {
        if row.iter().eq([QUOTE_SENTINEL]) || row.iter().all(str::is_empty) {
            continue;
        }
        let line = lines.line_at(row.position().map_or(0, csv::Position::byte));
        let heading: Vec<Option<Column>> = row.iter().map(Column::parse).collect();
        let may_be_header = std::mem::replace(&mut is_first, false);
        if may_be_header && heading.contains(&Some(Column::Name)) {
            if let Some([first, other]) = same_columns(&heading) {
                let [first, other] = [first, other].map(|at| shown_cell(&row[at]));
                return Err(column_twice_error(first, other));
            }
            let unknown = heading.iter().zip(&row).filter(|(column, _)| column.is_none());
            let named =
                unknown.map(|(_, cell)| cell.chars().take(MAX_SHOWN_CHARS).collect::<String>());
            list.skipped = named.filter(|cell| !cell.is_empty()).collect();
            columns = heading;
        } else {
            let one = parse_entrant(&row, &columns, sign == b',');
            list.people.push(NewEntrant { row: usize::try_from(line).ok(), ..one });
        }
    }
    Ok(list)
}

/// The first two columns of a header that mean the same.
fn same_columns(heading: &[Option<Column>]) -> Option<[usize; 2]> {
    heading.iter().enumerate().filter(|(_, column)| column.is_some()).find_map(|(at, column)| {
        let first = heading[..at].iter().position(|one| one == column)?;
        Some([first, at])
    })
}

fn parse_entrant(row: &csv::StringRecord, columns: &[Option<Column>], commas: bool) -> NewEntrant {
    let mut one = NewEntrant::default();
    for (cell, column) in row.iter().zip(columns) {
        // Following lines are other entries.
        let first = cell.lines().next().unwrap_or_default().trim().to_owned();
        match column {
            Some(Column::Name) => one.name = first,
            Some(Column::Rating) => set_rating(&mut one, cell, commas),
            Some(Column::Club) => one.club = first,
            Some(Column::Province) => one.province = first,
            Some(Column::FederationNumber) => {
                one.personal.federation_number = (!first.is_empty()).then_some(first);
            }
            Some(Column::BirthYear) => set_birth_year(&mut one, cell),
            Some(Column::Gender) => set_gender(&mut one, &first),
            Some(Column::Guest) => one.guest = is_yes(&first),
            None => {}
        }
    }
    if row.iter().any(|cell| cell.contains(QUOTE_SENTINEL)) {
        one.unreadable = Some(UnreadableReason::OpenQuote);
    } else if row.iter().any(|cell| cell.contains(['\n', '\r'])) {
        one.unreadable = Some(UnreadableReason::SeveralLines);
    }
    one
}

/// Sets the year of a year or a date: the day is not stored.
fn set_birth_year(one: &mut NewEntrant, cell: &str) {
    let numbers = cell.split(|sign: char| !sign.is_ascii_digit());
    let years: Vec<&str> = numbers.filter(|digits| digits.len() == 4).collect();
    match years[..] {
        _ if cell.is_empty() => {}
        [year] => one.personal.birth_year = year.parse().ok(),
        _ => one.unreadable = Some(UnreadableReason::BirthYear(shown_cell(cell))),
    }
}

/// Sets a gender as people write it.
fn set_gender(one: &mut NewEntrant, cell: &str) {
    match cell.to_lowercase().as_str() {
        "" => {}
        "f" | "w" | "female" | "woman" | "girl" | "babae" => {
            one.personal.gender = Some(GenderField::Female);
        }
        "m" | "male" | "man" | "boy" | "lalaki" => one.personal.gender = Some(GenderField::Male),
        _ => one.unreadable = Some(UnreadableReason::Gender(shown_cell(cell))),
    }
}

/// Whether a cell is ticked.
fn is_yes(cell: &str) -> bool {
    ["yes", "y", "x", "1", "true", "oo"].contains(&cell.to_lowercase().as_str())
}

/// The beginning of a cell, as it is shown in an error.
fn shown_cell(cell: &str) -> String {
    cell.chars().filter(|character| !is_invisible(*character)).take(MAX_SHOWN_CHARS).collect()
}

/// Parses a rating; `after_comma` if a name with a comma may have been split there.
pub fn set_rating(one: &mut NewEntrant, cell: &str, after_comma: bool) {
    one.rating = cell.parse().ok();
    let has_none = cell.is_empty() || NO_RATING.contains(&cell.to_lowercase().as_str());
    if one.rating.is_none() && !has_none {
        let after_comma = after_comma && !cell.starts_with(|c: char| c.is_ascii_digit());
        one.unreadable = Some(UnreadableReason::Rating { text: shown_cell(cell), after_comma });
    }
}

/// The delimiter: the one that makes the first row a header, otherwise the first one found.
fn detect_delimiter(text: &str) -> u8 {
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

/// Writes the list so that it parses to the same again.
pub fn to_csv(people: &[NewEntrant]) -> String {
    let mut writer = csv::WriterBuilder::new().delimiter(b';').from_writer(Vec::new());
    // Writing to a buffer cannot fail.
    let _heading = writer.write_record(Column::HEADER);
    for one in people {
        let rating = one.rating.map(|rating| rating.to_string()).unwrap_or_default();
        let personal = &one.personal;
        let number = personal.federation_number.as_deref().unwrap_or_default();
        let year = personal.birth_year.map(|year| year.to_string()).unwrap_or_default();
        let gender = personal.gender.map_or("", GenderField::key);
        let guest = if one.guest { "yes" } else { "" };
        let (name, club, province) = (&*one.name, &*one.club, &*one.province);
        let row = [name, &rating, club, province, number, &year, gender, guest];
        let _row = writer.write_record(row);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// The pasted text and then that of the file, each with its encoding.
pub fn uploaded_texts(sent: &SubmittedForm) -> Result<Vec<(Cow<'_, str>, TextEncoding)>, Error> {
    let mut all = Vec::new();
    if !sent.raw("lines").trim().is_empty() {
        all.push((Cow::Borrowed(sent.raw("lines")), TextEncoding::Utf8));
    }
    if let Some(file) = sent.file("file") {
        match text_decoding::decode(&file.bytes) {
            Ok(read) => all.push(read),
            Err(TextDecodeError::Empty) => {}
            Err(TextDecodeError::Workbook) => {
                return Err(Error::invalid("file", refusals::FILE_IS_WORKBOOK));
            }
            Err(TextDecodeError::BrokenUtf16) => {
                return Err(Error::invalid("file", refusals::FILE_IS_BROKEN));
            }
            Err(TextDecodeError::InvalidByte { line, .. }) => return Err(undecodable_line(line)),
        }
    }
    Ok(all)
}

pub fn empty_list_error() -> Error {
    Error::invalid("lines", refusals::LIST_EMPTY)
}

pub fn list_from_form(sent: &SubmittedForm) -> Result<EntrantList, Error> {
    let mut all = EntrantList::default();
    for (text, encoding) in uploaded_texts(sent)? {
        let list = parse_list(&text)?;
        all.people.extend(list.people);
        all.skipped.extend(list.skipped);
        if encoding != TextEncoding::Utf8 {
            all.encoding = encoding;
        }
    }
    if all.people.is_empty() { Err(empty_list_error()) } else { Ok(all) }
}

/// The list of a form that is sent twice: that of the file, otherwise the one that was shown.
pub fn newest_list(sent: &SubmittedForm) -> Result<Option<EntrantList>, Error> {
    let Some((text, encoding)) = uploaded_texts(sent)?.pop() else { return Ok(None) };
    let list = EntrantList { encoding, ..parse_list(&text)? };
    Ok((!list.people.is_empty()).then_some(list))
}

/// The field with the numbers of rows that are guests although a player has the name.
pub const GUEST_FIELD: &str = "guest";

/// Makes guests of the rows that are ticked, and of no others: for a list that was shown before.
pub fn set_guests(list: &mut [NewEntrant], sent: &SubmittedForm) {
    let ticked: Vec<usize> = sent.all(GUEST_FIELD).filter_map(|row| row.parse().ok()).collect();
    for (number, one) in (1..).zip(list) {
        one.guest = ticked.contains(&number);
    }
}

/// Maximum number of rows with errors that are listed above the others.
const MAX_WRONG_ROWS: usize = 20;
/// Maximum number of rows shown; a list has no more.
const MAX_PREVIEW_ROWS: usize = 3_000;

pub enum ListPreview {
    People {
        rows: Vec<EntrantPreviewRow>,
        list: Vec<NewEntrant>,
        filled: FilledList,
        skipped: Vec<String>,
        encoding: TextEncoding,
        /// Whether games of the event are rated.
        is_rated: bool,
    },
    Teams {
        list: Vec<NewTeam>,
        lines: String,
        encoding: TextEncoding,
    },
}

#[derive(Clone)]
pub struct PreviewRow {
    /// The row or line of the list as it was sent.
    pub number: usize,
    /// The place in the list, from 1, by which a guest is ticked.
    pub place: usize,
    pub name: String,
    pub rating: String,
    pub from: String,
    /// Its kind, or its error.
    pub words: String,
    pub is_wrong: bool,
    /// Whether it can be chosen that this is a guest, and whether it was; `None` where no player has
    /// the name.
    pub guest: Option<bool>,
}

pub struct PreviewPart {
    /// How many entries would be added, or how many rows have errors.
    pub count: String,
    /// What to do next.
    pub words: String,
    pub rows: Vec<PreviewRow>,
    /// A remark on an unusual encoding; otherwise empty.
    pub encoding: String,
    /// Ignored columns; empty if there are none.
    pub skipped: String,
    /// How many were completed from a rating list; empty if there is none.
    pub filled: String,
    /// That games of guests are not rated; empty if none is, or nobody is a guest.
    pub unrated: String,
    /// The first rows with errors, so that nobody searches a long list for them.
    pub wrong: Vec<PreviewRow>,
    /// What is sent to add them; empty if there are errors or nothing to add.
    pub lines: String,
    pub exception: bool,
}

pub fn preview_list(
    app: &App,
    actor: &Actor,
    slug: &str,
    sent: &SubmittedForm,
) -> Result<ListPreview, Error> {
    authorize(app, actor, Act::CheckIn, slug)?;
    let exception = sent.is_checked("exception");
    if is_team_event(&load_contest(app, slug)?.contest) {
        let texts = uploaded_texts(sent)?;
        let mut encodings = texts.iter().map(|(_, encoding)| *encoding);
        let encoding = encodings.rfind(|one| *one != TextEncoding::Utf8).unwrap_or_default();
        let lines: Vec<&str> = texts.iter().map(|(text, _)| text.trim_end()).collect();
        let lines = lines.join("\n");
        let list = teams::refuse_people(teams::parse_team_lines(&lines))?;
        if list.is_empty() {
            return Err(empty_list_error());
        }
        return Ok(ListPreview::Teams { list, lines, encoding });
    }
    let mut list = list_from_form(sent)?;
    let filled = fill_shown_entrants(app, actor, slug, &mut list.people)?;
    let rows = preview_entrants(app, actor, slug, &list.people, exception)?;
    let (skipped, encoding) = (list.skipped, list.encoding);
    let is_rated = load_contest(app, slug)?.contest.settings.rated;
    Ok(ListPreview::People { rows, list: list.people, filled, skipped, encoding, is_rated })
}

impl ListPreview {
    pub fn into_part(self, sent: &SubmittedForm, texts: Texts) -> PreviewPart {
        let (count, words) = self.heading(sent, texts);
        let unrated = self.unrated_words(texts);
        let (rows, lines, encoding, skipped, filled) = match self {
            ListPreview::People { rows, list, filled, skipped, encoding, .. } => {
                let new = |row: &EntrantPreviewRow| {
                    matches!(row.status, EntrantRowStatus::Player | EntrantRowStatus::Guest)
                };
                let wrong =
                    |row: &EntrantPreviewRow| matches!(row.status, EntrantRowStatus::Invalid(_));
                let fits = rows.iter().any(new) && !rows.iter().any(wrong);
                let lines = if fits { to_csv(&list) } else { String::new() };
                let shown: Vec<PreviewRow> = (1..)
                    .zip(&rows)
                    .zip(filled.rows.iter().chain(repeat(&Filling::Nothing)))
                    .map(|((place, row), filling)| entrant_row(place, row, filling, texts))
                    .collect();
                (shown, lines, encoding, skipped, filled_words(&filled, texts))
            }
            ListPreview::Teams { list, lines, encoding } => {
                let shown = (1..).zip(&list).map(|(place, one)| team_row(place, one)).collect();
                (shown, lines, encoding, Vec::new(), String::new())
            }
        };
        let values = [("names", skipped.join(", "))];
        let wrong = rows.iter().filter(|row| row.is_wrong).take(MAX_WRONG_ROWS).cloned().collect();
        PreviewPart {
            count,
            words,
            rows: rows.into_iter().take(MAX_PREVIEW_ROWS).collect(),
            encoding: encoding_notice(encoding, texts),
            skipped: match skipped.is_empty() {
                true => String::new(),
                false => texts.fill("contest-row-skipped", &values),
            },
            filled,
            unrated,
            wrong,
            lines,
            exception: sent.is_checked("exception"),
        }
    }

    /// That games of guests are not rated, if that matters.
    fn unrated_words(&self, texts: Texts) -> String {
        let ListPreview::People { rows, is_rated: true, .. } = self else { return String::new() };
        match rows.iter().filter(|row| row.status == EntrantRowStatus::Guest).count() {
            0 => String::new(),
            guests => texts.count("contest-guests-unrated", guests),
        }
    }

    /// How many entries would be added or how many rows have errors, and what to do next.
    fn heading(&self, sent: &SubmittedForm, texts: Texts) -> (String, String) {
        let count = |is: fn(&EntrantRowStatus) -> bool| match self {
            ListPreview::People { rows, .. } => rows.iter().filter(|row| is(&row.status)).count(),
            ListPreview::Teams { list, .. } => list.len(),
        };
        let of_people = matches!(self, ListPreview::People { .. });
        let wrong = count(|is| matches!(is, EntrantRowStatus::Invalid(_)));
        if of_people && wrong > 0 {
            let pasted = sent.file("file").is_none();
            let words = if pasted { "contest-set-right-below" } else { "contest-set-right-file" };
            return (texts.count("contest-rows-wrong", wrong), texts.get(words));
        }
        let new = count(|is| matches!(is, EntrantRowStatus::Player | EntrantRowStatus::Guest));
        let words = if new > 0 { "contest-preview-words" } else { "contest-all-in" };
        (texts.one("contest-to-add", "count", new), texts.get(words))
    }
}

fn entrant_row(
    place: usize,
    row: &EntrantPreviewRow,
    filling: &Filling,
    texts: Texts,
) -> PreviewRow {
    let words = match &row.status {
        EntrantRowStatus::Player => texts.get("contest-row-player"),
        EntrantRowStatus::Guest if row.is_told_apart => texts.get("contest-row-told-apart"),
        EntrantRowStatus::Guest => texts.get("contest-row-guest"),
        EntrantRowStatus::AlreadyRegistered => texts.get("contest-row-in"),
        EntrantRowStatus::DuplicateOf(row) => texts.one("contest-row-again", "row", row),
        EntrantRowStatus::Invalid(why) => texts.localize(why),
    };
    PreviewRow {
        number: row.number,
        place,
        name: row.name.clone(),
        rating: match row.rating {
            0 | u32::MAX => String::new(),
            rating => rating.to_string(),
        },
        from: labels::joined(&[&row.club, &row.province]),
        words: labels::joined(&[&words, &filling_words(filling, texts)]),
        is_wrong: matches!(row.status, EntrantRowStatus::Invalid(_)),
        guest: match row.status {
            EntrantRowStatus::AlreadyRegistered => None,
            EntrantRowStatus::Player | EntrantRowStatus::DuplicateOf(_) => Some(false),
            EntrantRowStatus::Guest | EntrantRowStatus::Invalid(_) => {
                row.may_be_guest.then_some(true)
            }
        },
    }
}

fn team_row(place: usize, one: &NewTeam) -> PreviewRow {
    let members: Vec<&str> = one.members.iter().map(|member| member.name.as_str()).collect();
    let (name, from) = (one.name.clone(), members.join(", "));
    let (rating, words) = (String::new(), String::new());
    let number = one.row.unwrap_or(place);
    PreviewRow { number, place, name, rating, from, words, is_wrong: false, guest: None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> EntrantList {
        parse_list(text).expect("its columns are told apart")
    }

    proptest! {
        /// Each non-empty line is a row whatever it contains, so that errors name the right rows.
        #[test]
        fn any_pasted_text_has_a_person_a_line(text in "([^\r\n\"]{0,12}[;\t, ]?){0,4}(\n|\r\n)?[^\r\n\"]{0,20}") {
            let mut people = read(&text).people;
            prop_assert!(people.len() <= text.lines().count());
            prop_assert!(people.iter().all(|one| one.name == one.name.trim()));
            let mut lines = (1..).zip(text.lines());
            for one in &people {
                let line = lines.find(|(row, _)| one.row == Some(*row)).map(|(_, line)| line);
                prop_assert!(line.is_some_and(|line| line.contains(one.name.as_str())), "{one:?}");
            }
            if people.iter().all(|one| one.unreadable.is_none()) {
                for (row, one) in (2..).zip(&mut people) {
                    one.row = Some(row);
                }
                prop_assert_eq!(read(&to_csv(&people)).people, people);
            }
        }
    }

    fn parsed_names(text: &str) -> Vec<(String, Option<u32>, String)> {
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
        let told = UnreadableReason::Rating { text: "1,200".to_owned(), after_comma: false };
        assert_eq!((people[2].rating, &people[2].unreadable), (None, &Some(told)));
    }

    #[test]
    fn a_name_that_a_comma_cuts_in_two_is_told_as_that() {
        let unread = |text: &str| read(text).people.remove(0).unreadable;
        let rating = |text: &str, after_comma| {
            Some(UnreadableReason::Rating { text: text.to_owned(), after_comma })
        };
        assert_eq!(unread("Cruz, Ana"), rating("Ana", true));
        assert_eq!(unread("Cruz, 12a"), rating("12a", false));
        assert_eq!(unread("Cruz; Ana"), rating("Ana", false));
        assert_eq!(unread("Cruz, \u{202e}Ana"), rating("Ana", true));
        assert_eq!(unread("\"Cruz, Ana\""), None);
    }

    #[test]
    fn a_quotation_mark_that_is_not_closed_is_told_at_its_row() {
        for text in ["Ana\n\"Ben, 1200\nCora", "Ana\n\"Ben, 1200\n", "Ana\n\"Ben, 1200"] {
            let people = read(text).people;
            assert_eq!(people.len(), 2, "{text:?}");
            assert_eq!(people[1].unreadable, Some(UnreadableReason::OpenQuote), "{text:?}");
            assert_eq!(people[1].name, "Ben, 1200");
        }
        assert!(read("").people.is_empty());
    }

    #[test]
    fn rows_are_counted_as_they_are_seen_in_the_file() {
        let rows = |text: &str| -> Vec<usize> {
            read(text).people.into_iter().filter_map(|one| one.row).collect()
        };
        assert_eq!(rows("name,rating\nAna,\n\nBen,\n"), [2, 4]);
        assert_eq!(rows("\r\n\r\nname,rating\r\nAna,\r\n,\r\nBen,\r\n"), [4, 6]);
        assert_eq!(rows("  \nName;Rating\nAna;\n"), [3]);
        assert_eq!(rows("\u{feff}name,rating\nAna,1"), [2]);
        assert_eq!(rows("Ana\n\"Ben\nor Bea\"\nCora"), [1, 2, 4]);
        assert_eq!(rows("sep=;\r\nname;rating\r\nAna;1\r\nBen;2"), [3, 4]);
    }

    #[test]
    fn our_own_file_of_entrants_is_read() {
        let file = "\u{feff}number,name,rating,club,province,federation_number,birth_year,gender,standing\n\
                    7,Niño,1640,Hawks,,5200001,1990,male,in\n";
        let one = read(file).people.remove(0);
        let personal = (one.personal.federation_number.as_deref(), one.personal.birth_year);
        assert_eq!(
            (one.name.as_str(), one.rating, one.club.as_str()),
            ("Niño", Some(1640), "Hawks")
        );
        assert_eq!(personal, (Some("5200001"), Some(1990)));
    }

    #[test]
    fn a_line_break_in_a_closed_cell_is_told_as_that() {
        let people = read("name,club\nAna,\"Lakan\nClub\"\nBen,").people;
        assert_eq!(people[0].unreadable, Some(UnreadableReason::SeveralLines));
        assert_eq!((people.len(), &people[1].unreadable), (2, &None));
    }

    #[test]
    fn a_word_for_no_rating_is_none() {
        for word in ["n/a", "N/A", "unrated", "Unr.", "-", "—", "Walang rating"] {
            let one = read(&format!("Ana; {word}; Hawks")).people.remove(0);
            assert_eq!((one.rating, one.unreadable), (None, None), "{word}");
        }
    }

    #[test]
    fn a_header_names_each_column_once() {
        for twice in ["name,name\nAna,Ben", "Rating;Name;Rtg\n1;Ana;2", "Club\tteam\tname\n"] {
            let refused = parse_list(twice).expect_err(twice).message();
            assert!(refused.english().contains("mean the same"), "{refused:?}");
        }
        assert_eq!(read("Name,Shirt,Shirt\nAna,XL,L").skipped.len(), 2, "what is not read may");
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
            assert_eq!(parsed_names(text), usual, "{text}");
        }
        let quoted = "name,club\n\"Dela Cruz, Juan\",\"Hawks, \"\"the\"\" Club\"";
        assert_eq!(parsed_names(quoted), [one("Dela Cruz, Juan", None, "Hawks, \"the\" Club")]);
        let list = read("Name,Shirt\nAna,XL");
        assert_eq!((list.skipped, list.people.len()), (vec!["Shirt".to_owned()], 1));
    }

    #[test]
    fn federation_number_year_of_birth_and_gender_are_read_as_lists_have_them() {
        let details = |text: &str| {
            let one = read(text).people.remove(0).personal;
            (one.federation_number, one.birth_year, one.gender)
        };
        let ana = (Some("5200001".to_owned()), Some(2011), Some(GenderField::Female));
        for text in [
            "Name,FIDE ID,Birth year,Sex\nAna,5200001,2011,F",
            "Name;Federation number;Birthday;Gender\nAna;5200001;2011-03-04;female",
            "Pangalan;NCFP ID;Kapanganakan;Kasarian\nAna;5200001;04/03/2011;babae",
        ] {
            assert_eq!(details(text), ana, "{text}");
        }
        assert_eq!(details("Name,Birth year,Sex\nAna,,"), (None, None, None));
        let born = |cell: &str| read(&format!("Name;Born\nAna;{cell}")).people.remove(0);
        for unread in ["11", "3/4/11", "2011 or 2012"] {
            let told = UnreadableReason::BirthYear(unread.to_owned());
            assert_eq!(born(unread).unreadable, Some(told));
        }
        let unread = read("Name;Sex\nAna;x").people.remove(0).unreadable;
        assert_eq!(unread, Some(UnreadableReason::Gender("x".to_owned())));
    }
}
