//! The formats of lists, with samples as federations publish them.

use proptest::prelude::*;

use super::*;

const XML: &[u8] = include_bytes!("data/players.xml");
const TEXT: &[u8] = include_bytes!("data/players.txt");
const TABLE: &[u8] = include_bytes!("data/national.csv");

/// The players, each in a line, and the faults with their line and message.
fn read(file: &[u8], kind: RatingKind) -> (Vec<String>, Vec<(u64, &'static str)>) {
    let (mut players, mut faults) = (Vec::new(), Vec::new());
    for item in ListReader::open(file, kind).expect("it is known") {
        match item.expect("it is read") {
            ListItem::Player(one) => players.push(line(&one)),
            ListItem::Fault(fault) => faults.push((fault.line, fault_key(&fault.kind))),
        }
    }
    (players, faults)
}

fn line(one: &ListedPlayer) -> String {
    let year = one.birth_year.map_or_else(|| "-".to_owned(), |year| year.to_string());
    let gender = one.gender.map_or("-", Gender::key);
    let ListedPlayer { federation_number, name, federation, rating, .. } = one;
    format!("{federation_number}|{name}|{federation}|{rating}|{year}|{gender}")
}

fn fault_key(kind: &ListFaultKind) -> &'static str {
    match kind {
        ListFaultKind::NoName => "name",
        ListFaultKind::Rating(_) => "rating",
        ListFaultKind::BirthYear(_) => "year",
        ListFaultKind::Gender(_) => "gender",
        _ => "other",
    }
}

fn error(file: &[u8]) -> ListError {
    match ListReader::open(file, RatingKind::Standard) {
        Err(error) => error,
        Ok(rows) => rows.filter_map(Result::err).next().expect("an error"),
    }
}

#[test]
fn xml_of_fide_is_read_and_a_wrong_value_does_not_lose_a_player() {
    let (players, faults) = read(XML, RatingKind::Standard);
    assert_eq!(
        players,
        [
            "5200001|Reyes, Ana|PHI|2134|2004|female",
            "5200002|Peña, José & Sons|PHI|0|-|male",
            "5200004|Cruz, Juan Dela|PHI|0|-|-",
        ]
    );
    assert_eq!(faults, [(36, "name"), (41, "rating"), (41, "year"), (41, "gender")]);
    let (blitz, _) = read(XML, RatingKind::Blitz);
    assert_eq!(blitz[0], "5200001|Reyes, Ana|PHI|0|2004|female", "of another kind is none");
    assert_eq!(blitz[1], "5200002|Peña, José & Sons|PHI|1400|-|male");
}

#[test]
fn text_of_fide_is_cut_where_its_headings_begin() {
    let (players, faults) = read(TEXT, RatingKind::Standard);
    assert_eq!(
        players,
        [
            "5200001|Reyes, Ana|PHI|2134|2004|female",
            "5200002|Pena, Jose|PHI|0|-|male",
            "5200006|Garcia-Lim, Maria Cristina Esperanza|PHI|1911|1999|female",
        ]
    );
    assert_eq!(faults, [(4, "name")]);
    assert_eq!(read(TEXT, RatingKind::Rapid).0[1], "5200002|Pena, Jose|PHI|1500|-|male");
}

#[test]
fn a_text_of_one_kind_has_its_ratings_under_the_month() {
    let list = "ID Number  Name            Fed Sex NOV26 Gms K  B-day Flag\n\
                5200001    Pe\u{f1}a, Jos\u{e9}      PHI M   1815  3   40 1999  i\n";
    let expected = ["5200001|Peña, José|PHI|1815|1999|male"];
    assert_eq!(read(list.as_bytes(), RatingKind::Rapid).0, expected);
    let bytes: Vec<u8> = list.chars().map(|one| one as u8).collect();
    assert_eq!(read(&bytes, RatingKind::Rapid).0, expected, "in Windows-1252, too");
}

#[test]
fn a_table_is_read_by_its_headings_in_filipino() {
    let (players, faults) = read(TABLE, RatingKind::Standard);
    assert_eq!(
        players,
        [
            "12-0001|Reyes, Ana||1650|2004|female",
            "12-0002|dela Cruz; Jr., Juan||0|1998|male",
            "12-0003|Santos||0|-|male",
        ]
    );
    assert_eq!(faults, [(5, "rating"), (5, "year")]);
    let (players, _) =
        read(b"\xef\xbb\xbfRating,Name\r\n1500,\"Reyes, Ana\"\r\n", RatingKind::Blitz);
    assert_eq!(players, ["|Reyes, Ana||1500|-|-"]);
}

#[test]
fn a_row_of_a_table_has_the_line_that_an_editor_shows() {
    for (file, line) in [
        ("name,rating\nAna,1\nBen,x\n", 3),
        ("name,rating\r\nAna,1\r\nBen,x\r\n", 3),
        ("name,rating\r\nAna,1\r\n\r\n\r\nBen,x", 5),
        ("name,rating\n\n\nBen,x\nAna,1\n", 4),
        ("\u{feff}sep=;\r\nname;rating\r\nAna;1\r\nBen;x\r\n", 4),
    ] {
        let (_, faults) = read(file.as_bytes(), RatingKind::Standard);
        assert_eq!(faults, [(line, "rating")], "{file:?}");
    }
}

#[test]
fn a_file_that_cannot_be_used_is_refused_with_its_line() {
    let cut = &XML[..XML.len() - 40];
    for (file, line, kind) in [
        (&b""[..], 0, ListErrorKind::Empty),
        (b"\n \n", 0, ListErrorKind::Empty),
        (b"PK\x03\x04...", 0, ListErrorKind::Archive),
        (b"\xff\xfeN\0", 0, ListErrorKind::Utf16),
        (b"rank,points\n1,2\n", 1, ListErrorKind::NoNameColumn),
        (b"name,rating\n", 0, ListErrorKind::NoPlayers),
        (b"name,rating\nAna,1\n\"Juan,2\nMaria,3\n", 3, ListErrorKind::OpenQuote),
        (b"<list><player></list>", 1, ListErrorKind::Xml),
        (b"<list></list>", 0, ListErrorKind::NoPlayers),
        (cut, 47, ListErrorKind::CutOff),
    ] {
        let error = error(file);
        assert_eq!(error, kind.at(line), "{}", String::from_utf8_lossy(file));
    }
    let long = format!("name\n{}\nAna", "x".repeat(20_000));
    assert_eq!(read(long.as_bytes(), RatingKind::Standard).1, [(2, "other")]);
}

#[test]
fn a_name_is_found_in_either_order() {
    let listed = search_key("Dela Cruz, Juan");
    for name in ["Juan dela Cruz", "DELA CRUZ JUAN", "dela Cruz, Juán"] {
        assert!(possible_name_keys(name).contains(&listed), "{name}");
    }
    assert!(!possible_name_keys("Cruz dela Juan").contains(&listed));
    assert_eq!(possible_name_keys("?!"), [""; 0]);
}

proptest! {
    #[test]
    fn no_file_stops_the_reader_or_makes_more_rows_than_it_has(
        beginning in "(<player><name>|name,rating\n|ID Number  Name  Fed\n|)",
        rest in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let file = [beginning.as_bytes(), &rest].concat();
        if let Ok(rows) = ListReader::open(&file[..], RatingKind::Standard) {
            prop_assert!(rows.count() <= 5 * (file.len() + 1));
        }
    }
}

#[test]
fn a_record_without_end_is_refused_and_a_cell_is_cut() {
    let long = "x".repeat(200_000);
    for file in [
        format!("name,rating\nAna,1500\n\"{long}\",1400\n"),
        format!("<playerslist><player><name>{long}</name></player></playerslist>"),
        format!("<playerslist><!-- {long} --></playerslist>"),
    ] {
        assert_eq!(error(file.as_bytes()).kind, ListErrorKind::LongLine, "{}", &file[..40]);
    }
    let cells = "<name>Ana</name>".repeat(50_000);
    let file = format!("<playerslist><player>{cells}</player></playerslist>");
    assert_eq!(read(file.as_bytes(), RatingKind::Standard).0, ["|Ana||0|-|-"]);
    let file = format!("name,rating{}\nAna,1500{}\n", ",rating".repeat(500), ",1".repeat(500));
    assert_eq!(read(file.as_bytes(), RatingKind::Standard).0, ["|Ana||1500|-|-"]);
}
