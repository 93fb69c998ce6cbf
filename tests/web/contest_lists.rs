//! Lists of people: read as spreadsheets write them, shown row by row, and added only then.

use crate::contest_pages::{SWISS, act, event, organizer, site, text};
use crate::visitor::Visitor;

fn sends(of: &mut Visitor, event: &str, name: &str, bytes: &[u8]) -> crate::client::Reply {
    let token = of.token(&format!("{event}/run"));
    let mut body = Vec::new();
    for (field, value) in [("csrf", token.as_str()), ("do", "look"), ("lines", "")] {
        let part = format!(
            "--part\r\nContent-Disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n"
        );
        body.extend_from_slice(part.as_bytes());
    }
    let head = format!(
        "--part\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
         Content-Type: text/csv\r\n\r\n"
    );
    body.extend_from_slice(head.as_bytes());
    body.extend_from_slice(bytes);
    body.extend_from_slice(b"\r\n--part--\r\n");
    of.post_bytes(&format!("{event}/run/people"), "multipart/form-data; boundary=part", &body)
}

/// What the preview would send.
fn offered(page: &str) -> String {
    let form = page.split("id=\"add-all\"").nth(1).expect("it can be added");
    let lines = form.split("<textarea").nth(1).and_then(|rest| rest.split('>').nth(1));
    let lines = lines.and_then(|rest| rest.split("</textarea").next()).expect("lines");
    lines.trim_start().replace("&#34;", "\"").replace("&quot;", "\"")
}

#[test]
fn a_spreadsheet_is_shown_row_by_row_and_added_as_it_was_shown() {
    let service = site();
    let mut keeper = organizer(&service, "Escolastica", "Liga ng Taguig");
    let event = event(&mut keeper, "liga-ng-taguig", "List Cup", &[SWISS]);
    let utf16: Vec<u8> =
        "\u{feff}Name;Rating\nPeña;1500".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let files: [(&[u8], &str); 5] = [
        ("Club,Name,Rating\nHawks,\"Dela Cruz, Juan\",1400\n".as_bytes(), "Dela Cruz, Juan"),
        ("\u{feff}name\trating\nNiño\t1300\n".as_bytes(), "Niño"),
        (b"Ibarra, 1200\n", "Ibarra"),
        (&utf16, "Peña"),
        (b"name;rating\nMu\xf1oz;1100\n", "Muñoz"),
    ];
    for (file, name) in files {
        let looked = sends(&mut keeper, &event, "list.csv", file);
        assert_eq!(looked.status, 200, "{}", looked.text());
        let page = looked.text();
        assert!(page.contains("Nothing is added yet") && page.contains(name), "{name}: {page}");
        assert!(!page.contains('\u{fffd}'), "{page}");
        assert_eq!(page.contains("was read as Windows-1252"), name == "Muñoz", "{page}");
        let players = text(&mut keeper, &format!("{event}?view=players"));
        assert!(!players.contains(name), "nothing is added yet");
        let lines = offered(&page);
        let reply = act(&mut keeper, &event, "people", &[("do", "add"), ("lines", &lines)]);
        assert_eq!(reply.status, 303, "{}", reply.text());
        let players = text(&mut keeper, &format!("{event}?view=players"));
        assert!(players.contains(&format!(">{name}<")), "{players}");
    }
}

#[test]
fn row_errors_are_shown_in_the_row_and_nothing_can_be_added() {
    let service = site();
    let mut keeper = organizer(&service, "Severina", "Liga ng Marikina");
    let event = event(&mut keeper, "liga-ng-marikina", "Fault Cup", &[SWISS]);
    let rows = [("do", "look"), ("lines", "Ana, 1450\nBen, very good\n, 1300")];
    let looked = act(&mut keeper, &event, "people", &rows);
    assert_eq!(looked.status, 200, "{}", looked.text());
    let page = looked.text();
    assert!(page.contains("new guest") && page.contains("<b>"), "{page}");
    assert!(!page.contains("id=\"add-all\""), "{page}");
    for broken in [&b"name\n\x81"[..], b"PK\x03\x04rest"] {
        let refused = sends(&mut keeper, &event, "list.csv", broken);
        assert_eq!(refused.status, 422, "{}", refused.text());
    }
}

/// The words beside a row of the preview.
fn beside(page: &str, row: usize) -> String {
    let cells = page.split(&format!("<tr><td class=\"num\">{row}</td>")).nth(1).expect("the row");
    let last = cells.split("</tr>").next().and_then(|row| row.rsplit("<td>").next());
    last.expect("its words").replace("<b>", "").replace("</b>", "").replace("</td>", "")
}

#[test]
fn a_row_says_what_is_no_rating_which_mark_is_open_and_which_row_has_the_name() {
    let service = site();
    let mut keeper = organizer(&service, "Teopista", "Liga ng Malabon");
    let event = event(&mut keeper, "liga-ng-malabon", "Row Cup", &[SWISS]);
    let cut = "“Ana” is not a rating. Put a name that contains a comma in quotation marks.";
    let open = "A quotation mark is not closed. Close or delete it.";
    let broken = "A cell has a line break in it. Write it on one line.";
    let lists = [
        ("Dan, 1200\nCruz, Ana", 2, cut, "One row has an error"),
        ("Dan\n\"Cruz, Ana\nBen\nCora", 2, open, "One row has an error"),
        (
            "Dan; 1200\nBen; good",
            2,
            "“good” is not a rating. Enter a whole number up to 4000, or leave it empty.",
            "",
        ),
        ("name,club\n\nDan,\"Lakan\nClub\"\nBen,", 3, broken, "One row has an error"),
        ("Dan\nBen\ndan", 3, "The name looks the same as in row 1.", "One row has an error"),
        ("name;rating\n\nDan; x\nBen; y", 4, "“y” is not a rating", "2 rows have errors"),
    ];
    for (lines, row, words, heading) in lists {
        let looked = act(&mut keeper, &event, "people", &[("do", "look"), ("lines", lines)]);
        assert_eq!(looked.status, 200, "{}", looked.text());
        let page = looked.text();
        assert!(beside(&page, row).contains(words), "{lines:?}: {page}");
        assert!(page.contains(heading) && !page.contains("to add"), "{lines:?}: {page}");
        assert!(
            page.contains("Nothing was added. Correct the rows below and check again."),
            "{page}"
        );
        assert!(page.contains("<th scope=\"col\">Name</th>"), "{page}");
    }
    let twice = [("do", "look"), ("lines", "name,name\nDan,Ben")];
    let refused = act(&mut keeper, &event, "people", &twice);
    assert_eq!(refused.status, 422, "{}", refused.text());
    let words = "Two columns of the header mean the same: “name” and “name”. Delete or rename one.";
    assert!(refused.text().contains(words), "{}", refused.text());
    let looked = sends(&mut keeper, &event, "list.csv", b"name;rating\nCruz;Ana\n");
    assert!(looked.text().contains("Correct the rows in the file and check again."));
}

#[test]
fn a_list_without_anybody_in_it_is_refused_in_the_language_of_the_page() {
    let service = site();
    let mut keeper = organizer(&service, "Urbanita", "Liga ng Malabog");
    let event = event(&mut keeper, "liga-ng-malabog", "Empty Cup", &[SWISS]);
    for to_do in ["look", "add"] {
        let sent = [("do", to_do), ("lines", "name;rating\n\n")];
        let refused = act(&mut keeper, &event, "people", &sent);
        assert_eq!(refused.status, 422, "{}", refused.text());
        let words = "The list is empty. Paste rows or choose a file.";
        assert!(refused.text().contains(words), "{}", refused.text());
    }
    let desk = text(&mut keeper, &format!("{event}/run?part=people"));
    assert!(desk.contains("No registrations yet."), "{desk}");
    let desk = text(&mut keeper, &format!("{event}/run?part=people&name=Ana"));
    assert!(desk.contains("No player with this name."), "{desk}");
    keeper.cookies.insert("language".to_owned(), "fil".to_owned());
    let refused = act(&mut keeper, &event, "people", &[("do", "look"), ("lines", "")]);
    assert!(refused.text().contains("Walang laman ang listahan"), "{}", refused.text());
}

#[test]
fn registered_players_are_not_counted_as_new() {
    let service = site();
    let mut keeper = organizer(&service, "Valeriana", "Liga ng Navotas");
    let event = event(&mut keeper, "liga-ng-navotas", "Again Cup", &[SWISS]);
    let look = [("do", "look"), ("lines", "Ana\nBen")];
    let looked = act(&mut keeper, &event, "people", &look).text();
    assert!(looked.contains("2 to add") && looked.contains("Nothing is added yet"), "{looked}");
    let added = act(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Ana\nBen")]);
    assert_eq!(added.status, 303, "{}", added.text());
    let looked = act(&mut keeper, &event, "people", &look).text();
    assert!(
        beside(&looked, 1).contains("Ana is already registered and looks the same."),
        "{looked}"
    );
    assert!(looked.contains("2 rows have errors"), "{looked}");
}

#[test]
fn who_has_the_name_of_a_player_may_be_a_guest_and_stays_what_was_chosen() {
    let service = site();
    let mut keeper = organizer(&service, "Wenceslao", "Liga ng Panitan");
    drop(crate::contest_pages::called(&service, "Ximena Cruz"));
    let event = event(&mut keeper, "liga-ng-panitan", "Namesake Cup", &[SWISS]);
    let look = [("do", "look"), ("lines", "Ximena Cruz; 1400; Hawks\nYolly; 1300")];
    let page = act(&mut keeper, &event, "people", &look).text();
    assert!(beside(&page, 1).contains("has a player here"), "{page}");
    assert!(page.contains("Somebody else: a guest"), "{page}");
    assert_eq!(page.matches("name=\"guest\"").count(), 1, "only she has a player here: {page}");
    let lines = offered(&page);
    let add = [("do", "add"), ("lines", lines.as_str()), ("guest", "1")];
    assert_eq!(act(&mut keeper, &event, "people", &add).status, 303);
    let desk = text(&mut keeper, &format!("{event}/run?part=people"));
    assert!(desk.contains("name=\"new-name\" value=\"Ximena Cruz\""), "a guest can be renamed");
    // And without the tick she is the player, until it is corrected.
    let other = self::event(&mut keeper, "liga-ng-panitan", "Other Cup", &[SWISS]);
    let add = [("do", "add"), ("lines", lines.as_str())];
    assert_eq!(act(&mut keeper, &other, "people", &add).status, 303);
    let people = format!("{other}/run?part=people");
    let desk = text(&mut keeper, &people);
    assert!(desk.contains("id=\"correct-1-guest\"") && !desk.contains("correct-1-name"), "{desk}");
    assert!(!desk.contains("id=\"correct-2-guest\""), "she is one already: {desk}");
    let correct = [("do", "correct"), ("entrant", "1"), ("guest", "1")];
    assert_eq!(act(&mut keeper, &other, "people", &correct).status, 303);
    let desk = text(&mut keeper, &people);
    assert!(desk.contains("correct-1-name") && !desk.contains("correct-1-guest"), "{desk}");
}
