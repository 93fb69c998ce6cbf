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
fn what_is_wrong_with_a_row_stands_in_the_row_and_nothing_can_be_added() {
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
