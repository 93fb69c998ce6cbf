//! Mail about notices outlives the server that was to send it.

use std::time::Duration;

use crate::game::ask;
use crate::lines::{Line, State};
use crate::program::Ground;
use crate::smtp::{Answers, FakeServer};

#[test]
fn f01_mail_that_waits_when_the_server_is_killed_is_sent_once_by_the_next_one() {
    let ground = Ground::sqlite(2);
    let email = "ben@b.example";
    ground.run_sql(&format!(
        "UPDATE accounts SET email = '{email}', email_key = '{email}', email_confirmed = 1 WHERE id = 2;
         INSERT INTO notice_settings VALUES (2, 255, 255, 0, 0, 0, 'UTC', 0);"
    ));
    let post = FakeServer::start(Answers::default());
    let line = Line::to(post.port());
    line.set(State::Cut);
    let url = format!("smtp://127.0.0.1:{}", line.port());
    let site = [("ADJUTANT_SMTP_URL", url.as_str()), ("ADJUTANT_PUBLIC_URL", "https://a.example")];
    let program = ground.start_with(&site);
    let request = r#"{"pace": "3d", "to": "Player 2"}"#;
    let asked =
        ask(program.address, Some(&ground.players[0]), "POST", "/api/v1/seeks/new", request);
    assert_eq!(asked.map(|(status, _)| status), Some(200));
    std::thread::sleep(Duration::from_secs(2));
    program.kill();
    assert!(post.mail(Duration::ZERO).is_none());
    line.set(State::Open);
    let program = ground.start_with(&site);
    let mail = post.mail(Duration::from_secs(60)).expect("the mail");
    assert_eq!(mail.to, [format!("<{email}>")]);
    assert!(
        mail.text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"),
        "{}",
        mail.text
    );
    assert!(post.mail(Duration::from_secs(3)).is_none(), "it is sent once");
    drop(program);
}
