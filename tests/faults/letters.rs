//! The mail server hangs or is gone while games are played.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::lines::{Line, State};
use crate::program::Ground;
use crate::smtp::{Answers, FakeServer};

/// A page or a form's answer, whole.
fn whole(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(request.as_bytes()).expect("it is taken");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    text
}

/// What stands between two texts.
fn between<'a>(text: &'a str, before: &str, behind: &str) -> &'a str {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("no {before} in {text}")).1;
    rest.split_once(behind).expect("its end").0
}

/// Requests a reset link by e-mail.
fn ask_for_letter(address: SocketAddr, email: &str) {
    let head = "Host: a\r\nConnection: close\r\n";
    let page = whole(address, &format!("GET /forgotten HTTP/1.1\r\n{head}\r\n"));
    let cookie = between(&page, "set-cookie: ", ";");
    let token = between(&page, "name=\"csrf\" value=\"", "\"");
    let body = format!("csrf={token}&email={}", email.replace('@', "%40"));
    let length = body.len();
    let answer = whole(
        address,
        &format!(
            "POST /forgotten HTTP/1.1\r\n{head}Cookie: {cookie}\r\nContent-Type: \
             application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{body}"
        ),
    );
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
}

#[test]
fn f44_while_the_mail_server_is_out_of_reach_games_go_on_and_the_letter_comes_at_last() {
    let ground = Ground::sqlite(2);
    let email = "ana@a.example";
    ground.run_sql(&format!(
        "UPDATE accounts SET email = '{email}', email_key = '{email}', email_confirmed = 1 WHERE id = 1"
    ));
    let post = FakeServer::start(Answers::default());
    let line = Line::to(post.port());
    let url = format!("smtp://127.0.0.1:{}", line.port());
    let site = [("ADJUTANT_SMTP_URL", url.as_str()), ("ADJUTANT_PUBLIC_URL", "https://a.example")];
    let program = ground.start_with(&site);
    let mut game = Game::under_way(&ground, program.address, 3);
    for state in [State::SilentBack, State::Cut] {
        line.set(state);
        let began = Instant::now();
        ask_for_letter(program.address, email);
        for _ in 0..10 {
            game.ply(program.address).expect("a ply");
        }
        assert!(began.elapsed() < Duration::from_secs(5), "somebody waits for the mail server");
        assert!(post.mail(Duration::ZERO).is_none(), "{state:?}");
        line.set(State::Open);
        let mail = post.mail(Duration::from_secs(60)).expect("the letter");
        assert_eq!(mail.to, [format!("<{email}>")]);
    }
    game.check(program.address);
}
