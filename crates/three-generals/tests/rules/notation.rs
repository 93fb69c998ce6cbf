//! Source: *Notation*.

use three_generals::{ParsePlyError, Ply};

use crate::board::ply;

#[test]
fn every_form_of_a_ply_is_read_and_written_as_it_is() {
    for text in [
        "c3-c4",
        "c3xd4",
        "e6-e7+",
        "e6xd7+",
        "e6-e7+G@h2",
        "e6xd7+S@a3",
        "e8-e9+J@f1",
        "R@e5",
        "P@a2",
        "e2*e8",
    ] {
        assert_eq!(ply(text).to_string(), text);
    }
}

#[test]
fn what_is_no_ply_is_refused_with_its_place_and_what_belongs_there() {
    for (text, message) in [
        (
            "",
            "it ends after 0 characters; expected: a file a to i of a move, such as c3-c4, or a piece that is dropped (P, A, R, F, Q, C or B), such as R@e5",
        ),
        (
            "G@e5",
            "character 1 is 'G'; expected: a file a to i of a move, such as c3-c4, or a piece that is dropped (P, A, R, F, Q, C or B), such as R@e5",
        ),
        (
            "j3-c4",
            "character 1 is 'j'; expected: a file a to i of a move, such as c3-c4, or a piece that is dropped (P, A, R, F, Q, C or B), such as R@e5",
        ),
        ("c0-c4", "character 2 is '0'; expected: a row 1 to 9"),
        ("c3c4", "character 3 is 'c'; expected: - for a move, x for a capture or * for a shot"),
        (
            "c3",
            "it ends after 2 characters; expected: - for a move, x for a capture or * for a shot",
        ),
        ("c3-4", "character 4 is '4'; expected: a file a to i"),
        ("c3-c4=", "character 6 is '='; expected: the end of the move, or + where the piece turns"),
        (
            "c6-c7+K",
            "character 7 is 'K'; expected: the end of the move, or the General that the Pawn brings back (G, J or S), such as +G@h2",
        ),
        ("c6-c7+G", "it ends after 7 characters; expected: @ and the square, such as R@e5"),
        ("c6-c7+G@h", "it ends after 9 characters; expected: a row 1 to 9"),
        ("R-e5", "character 2 is '-'; expected: @ and the square, such as R@e5"),
        ("R@e5+", "character 5 is '+'; expected: the end of the move"),
        ("e2*e8+", "character 6 is '+'; expected: the end of the move"),
        ("c3-é4", "character 4 is 'é'; expected: a file a to i"),
    ] {
        let why: ParsePlyError = text.parse::<Ply>().expect_err(text);
        assert_eq!(why.to_string(), message, "{text}");
    }
}
