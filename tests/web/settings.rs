//! Settings that cannot be: each is named with where it stands, and nothing starts.

use crate::client::connect;
use crate::service::Start;

fn contains_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in: {text}");
    }
}

#[test]
fn a_directory_instead_of_a_configuration_is_said_to_be_one() {
    let start = Start::empty();
    std::fs::create_dir(start.dir().join("dir")).expect("a directory");
    let (code, said) = start.arg("--config").arg("dir").fail();
    assert_eq!(code, Some(2), "{said}");
    contains_all(&said, &["dir: this is a directory", "name the file in it"]);
}

#[test]
fn a_value_from_the_environment_is_refused_by_the_name_of_its_variable() {
    for (name, option) in [
        ("ADJUTANT_LISTEN", "--listen"),
        ("ADJUTANT_LARGEST_IMPORT", "--largest-import"),
        ("ADJUTANT_BEHIND_PROXY", "--behind-proxy"),
    ] {
        let (code, said) = Start::empty().env(name, "foo").fail();
        assert_eq!(code, Some(2), "{said}");
        contains_all(&said, &["'foo'", name, option]);
        let (code, said) = Start::empty().env(name, "1").arg(option).arg("foo").fail();
        assert_eq!(code, Some(2), "{said}");
        assert!(!said.contains(name), "it stands on the command line: {said}");
    }
}

#[test]
fn a_public_address_that_is_none_is_refused() {
    for wrong in [
        "nonsense",
        "",
        "salpakan.example",
        "//salpakan.example",
        "ftp://salpakan.example",
        "https://",
        "https://salpakan.example/?a=b",
        "https://salpakan.example/#top",
        "https://me@salpakan.example",
        "https://salpakan example",
        "https://a:99999",
    ] {
        let (code, said) = Start::empty().arg("--public-url").arg(wrong).fail();
        assert_eq!(code, Some(2), "{wrong}: {said}");
        contains_all(&said, &["public_url", wrong, "write it as https://"]);
    }
    for right in ["https://salpakan.example", "http://127.0.0.1:8080/", "https://a.example/games"] {
        Start::empty().arg("--public-url").arg(right).serve();
    }
}

#[test]
fn malformed_requests_are_not_logged_as_errors() {
    use std::io::Write;
    let service = Start::empty().serve();
    for sent in [
        &b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n"[..],
        b"GET http://[::bad/ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /<>|^` HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
    ] {
        let mut stream = connect(service.address);
        stream.write_all(sent).expect("it is taken");
        let _ = stream.shutdown(std::net::Shutdown::Write);
        assert_eq!(crate::client::read(&mut stream).status, 400, "{}", sent.escape_ascii());
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(!service.log().contains("ERROR"), "{}", service.log());
}

#[test]
fn registration_settings_accept_few_words() {
    let wrong = |option: &str, value: &str| Start::empty().arg(option).arg(value).fail();
    let (code, said) = wrong("--registration", "sometimes");
    assert_eq!(code, Some(2), "{said}");
    contains_all(&said, &["'sometimes'", "--registration", "open, by-invitation, closed"]);
    let (_, said) = wrong("--organisations", "nobody");
    contains_all(&said, &["'nobody'", "anyone, by-approval"]);
    let (code, said) = wrong("--session-idle-days", "91");
    assert_eq!(code, Some(2), "{said}");
    contains_all(&said, &["session_idle_days: give 1 to 90 days"]);
}

#[test]
fn a_mail_server_is_no_option_and_its_password_is_never_said() {
    let (code, said) = Start::empty().arg("--smtp-url").arg("smtp://mail.example").fail();
    assert_eq!(code, Some(2));
    contains_all(&said, &["unexpected argument '--smtp-url'"]);
    let with = |url: &str| Start::empty().env("ADJUTANT_SMTP_URL", url);
    let url = "smtps://me:hunter2@mail.example";
    let (code, said) = with(url).fail();
    assert_eq!(code, Some(2), "{said}");
    contains_all(&said, &["smtp_url", "public_url"]);
    let (code, text) = with("http://me:hunter2@mail.example")
        .env("ADJUTANT_PUBLIC_URL", "https://salpakan.example")
        .fail();
    assert_eq!(code, Some(2), "{text}");
    contains_all(&text, &["smtp_url", "smtps://user:password@host:465"]);
    assert!(!said.contains("hunter2") && !text.contains("hunter2"), "{said}{text}");
}
