//! Tests of roster files.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::account::age::AgeBand;
use crate::organisation::FieldError;

use super::*;

fn key(handle: &str) -> String {
    handle.to_lowercase()
}

/// The errors of a file: line, column and kind of each.
fn faults(file: &str) -> Vec<(u64, Option<usize>, RosterErrorKind)> {
    let roster = read_roster(file.as_bytes());
    roster
        .errors
        .listed
        .into_iter()
        .map(|one| (one.line, one.column.map(|place| place.number), one.kind))
        .collect()
}

fn set(text: &str) -> CellEdit {
    CellEdit::Set(text.to_owned())
}

#[test]
fn columns_stand_in_any_order_between_any_signs() {
    let expected = RosterFileRow {
        line: 2,
        handle: "Juan dela Cruz".into(),
        name: CellEdit::Keep,
        club: set("Knights, Manila"),
        province: CellEdit::Erase,
        number: CellEdit::Keep,
        age: Some(AgeBand::From13To17),
    };
    for file in [
        "handle,club,province,age\nJuan dela Cruz,\"Knights, Manila\",-,13-17\n",
        "AGE;Province; Club ;Handle\r\n13-17;-;Knights, Manila;Juan  dela Cruz\r\n;;;\r\n",
        "\u{feff}club\thandle\tage\tprovince\nKnights, Manila\t Juan dela Cruz \t13-17\t-",
    ] {
        let roster = read_roster(file.as_bytes());
        assert_eq!(roster.errors, RosterErrors::default(), "{file}");
        assert_eq!(roster.lines, std::slice::from_ref(&expected), "{file}");
    }
    let roster = read_roster(b"sep=;\nhandle;club\nJuan;A\n");
    assert_eq!(roster.lines[0].line, 3, "the line of the separator counts");
}

#[test]
fn every_fault_is_told_at_its_place() {
    let file = "handle,club,age,club,pin\n\
                ,A,,,\n\
                =cmd|x,A,,,\n\
                Ana,A,12,,\n\
                Ben,A\n\
                \n\
                Cy,a\u{202e}b,,,\n";
    let invisible = FieldError::InvisibleCharacter { at: 2, code: 0x202e };
    let expected = [
        (1, Some(4), RosterErrorKind::DuplicateColumn("club".to_owned())),
        (1, Some(5), RosterErrorKind::UnknownColumn("pin".to_owned())),
        (2, Some(1), RosterErrorKind::NoHandle),
        (3, Some(1), RosterErrorKind::Formula('=')),
        (4, Some(3), RosterErrorKind::InvalidAge("12".to_owned())),
        (5, None, RosterErrorKind::WrongCellCount { got: 2, expected: 5 }),
        (7, Some(2), RosterErrorKind::InvalidText(invisible)),
    ];
    assert_eq!(faults(file), expected);
}

#[test]
fn a_file_that_is_no_roster_says_what_it_lacks() {
    assert_eq!(faults(""), [(0, None, RosterErrorKind::EmptyFile)]);
    assert_eq!(faults("\n\n"), [(0, None, RosterErrorKind::EmptyFile)]);
    assert_eq!(faults("handle,club\n , \n"), [(0, None, RosterErrorKind::NoRows)]);
    assert_eq!(faults("name\nJuan\n"), [(1, None, RosterErrorKind::NoHandleColumn)]);
    assert_eq!(faults("handle,club\nJuan,\"A\nB,C\n"), [(2, None, RosterErrorKind::MultilineCell)]);
}

#[test]
fn what_is_too_large_is_refused() {
    let many: String = "handle\n"
        .chars()
        .chain((0..100_000).flat_map(|at| format!("p{at}\n").chars().collect::<Vec<_>>()))
        .collect();
    let roster = read_roster(many.as_bytes());
    assert_eq!(roster.lines, []);
    assert_eq!(roster.errors.listed[0].kind, RosterErrorKind::TooManyRows);
    assert_eq!(
        read_roster(&vec![b'a'; MAX_ROSTER_BYTES + 1]).errors.listed[0].kind,
        RosterErrorKind::TooLarge
    );
    let wrong = format!("handle\n{}", "=1\n".repeat(20_000));
    let faults = read_roster(wrong.as_bytes()).errors;
    assert_eq!((faults.listed.len(), faults.more), (200, 19_800));
}

#[test]
fn one_player_in_two_rows_is_a_fault() {
    let mut roster = read_roster(b"handle\nJuan\nANA\njuan\nana\n");
    report_duplicates(&mut roster, key);
    let found: Vec<_> = roster.errors.listed.into_iter().map(|one| (one.line, one.kind)).collect();
    let twice =
        |handle: &str, line| RosterErrorKind::DuplicateHandle { handle: handle.into(), line };
    assert_eq!(found, [(4, twice("juan", 2)), (5, twice("ana", 3))]);
}

#[test]
fn two_players_with_one_number_are_a_fault() {
    let mut roster = read_roster(b"handle;number\nJuan;7\nAna;8\nBen;7\nFe;-\nGil;-\njuan;7\n");
    report_duplicates(&mut roster, key);
    let found: Vec<_> = roster.errors.listed.into_iter().map(|one| (one.line, one.kind)).collect();
    let number = RosterErrorKind::DuplicateNumber { number: "7".into(), line: 2 };
    let handle = RosterErrorKind::DuplicateHandle { handle: "juan".into(), line: 2 };
    assert_eq!(found, [(4, number), (7, handle)]);
}

fn present(rows: &[(&str, MemberDetails)]) -> BTreeMap<String, CurrentMember> {
    let one = |(handle, details): &(&str, MemberDetails)| {
        (key(handle), CurrentMember { handle: (*handle).into(), details: details.clone() })
    };
    rows.iter().map(one).collect()
}

#[test]
fn the_diff_is_value_by_value() {
    let club = |club: &str| MemberDetails {
        club: club.into(),
        number: "7".into(),
        ..MemberDetails::default()
    };
    let before = present(&[("Ana", club("A")), ("Ben", club("A")), ("Cy", club("A"))]);
    let roster = read_roster(b"handle,club,number\nANA,,\nben,B,-\nDee,A,1\n");
    let diff = diff_roster(&roster.lines, &before, key, true);
    assert_eq!(diff.unchanged, 1, "an empty cell erases nothing");
    assert_eq!(diff.changed.len(), 1);
    assert_eq!(diff.changed[0].handle, "Ben", "as it was written first");
    let fields: Vec<_> = diff.changed[0]
        .fields
        .iter()
        .map(|one| (one.column, one.before.as_str(), one.after.as_str()))
        .collect();
    assert_eq!(fields, [(RosterColumn::Club, "A", "B"), (RosterColumn::Number, "7", "")]);
    assert_eq!(diff.added.len(), 1);
    assert_eq!((diff.added[0].line, diff.added[0].handle.as_str()), (4, "Dee"));
    assert_eq!(diff.removed, ["cy"]);
    let kept = super::diff_roster(&roster.lines, &before, key, false);
    assert!(kept.removed.is_empty(), "nobody goes who is not to go");
}

#[test]
fn no_spreadsheet_runs_what_is_written() {
    let details = |text: &str| MemberDetails {
        real_name: text.into(),
        club: text.into(),
        number: text.into(),
        ..MemberDetails::default()
    };
    for hostile in ["=1+1", "+1", "-1", "@x", "＝1", "'=1"] {
        let text = write_roster([("Ana", &details(hostile))].into_iter());
        let row = text.lines().nth(1).expect("a row");
        assert!(row.split(',').all(|cell| !cell.starts_with(['=', '+', '-', '@', '＝'])), "{row}");
    }
}

fn any_details() -> impl Strategy<Value = MemberDetails> {
    let value = || "['=+@a-zñ\",;]{0,6}|-";
    (value(), value(), value(), value(), 0i16..5).prop_map(|(number, name, club, province, age)| {
        MemberDetails { number, real_name: name, club, province, age: AgeBand::from_number(age) }
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(all in proptest::collection::vec(any_details(), 1..5)) {
        let rows: Vec<(String, MemberDetails)> =
            all.into_iter().enumerate().map(|(at, one)| (format!("Player {at}"), one)).collect();
        let text = write_roster(rows.iter().map(|(handle, details)| (handle.as_str(), details)));
        let roster = read_roster(text.as_bytes());
        prop_assert_eq!(&roster.errors, &RosterErrors::default());
        let before: BTreeMap<String, CurrentMember> = rows
            .into_iter()
            .map(|(handle, details)| (key(&handle), CurrentMember { handle, details }))
            .collect();
        let diff = diff_roster(&roster.lines, &before, key, true);
        prop_assert_eq!(diff.unchanged, before.len());
    }

    #[test]
    fn no_file_upsets_the_reader(file in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_roster(&file);
        let mut named = b"handle,club\n".to_vec();
        named.extend_from_slice(&file);
        let _ = read_roster(&named);
    }
}
