//! What leaves the site: mail and messages to browsers, with all that they say, while games go on and when they end.

use std::sync::Arc;

use adjutant_service::notices::{self, ShownNotice};
use adjutant_site::i18n::{Language, Texts};
use adjutant_site::notice_text::notice_sentence;
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};

use crate::course::Course;
use crate::pairs::Pair;
use crate::world::World;
use adjutant_domain::moment::{HOUR, Micros};

/// Both players have an address and a browser, and want to hear of everything.
const SUBSCRIBED: &str = "
    UPDATE accounts SET email = name || '@example.org', email_key = lower(name) || '@example.org',
        email_confirmed = 1 WHERE id IN (1, 2);
    INSERT INTO notice_settings (account_id, site_kinds, mail_kinds, push_kinds, quiet_from, quiet_until, zone, digest)
        VALUES (1, 65535, 65535, 65535, 0, 0, 'Asia/Manila', 0), (2, 65535, 65535, 65535, 0, 0, 'Asia/Manila', 0);
    INSERT INTO push_subscriptions (id, account_id, endpoint, p256dh, auth, made_at)
        VALUES (1, 1, 'https://push.example.org/1', x'04', x'05', 1), (2, 2, 'https://push.example.org/2', x'04', x'05', 1);
    UPDATE counters SET value = 2 WHERE name = 'push_subscriptions';";

/// One message, all of it: to whom, and what.
type Message = (String, String);

fn words(way: &str, notice: &ShownNotice) -> String {
    let said = Language::ALL.map(|one| notice_sentence(Texts(one), notice, "Asia/Manila"));
    format!("{way} {} {} {}: {:?}", notice.id, notice.path, said.join(" / "), notice.notice)
}

/// All that is due to be sent.
fn sent(world: &World, now: Micros) -> Vec<Message> {
    let app = &world.site().app;
    let mut sent = Vec::new();
    for (claim, mail) in notices::claim_mail(app, now).expect("the outbox") {
        let said = mail.notices.iter().map(|one| words("mail", one)).collect::<Vec<_>>();
        sent.push((format!("{} {}", mail.to, claim.key()), said.join("\n")));
    }
    for (claim, push) in notices::claim_push(app, now).expect("the outbox") {
        let said = format!("{} {}", words("push", &push.notice), push.unread);
        sent.push((format!("{} {}", push.endpoint, claim.key()), said));
    }
    sent
}

/// What is sent in one world while games are played: after each, all that is due within some hours.
fn messages(pairs: Arc<Vec<Pair>>, which: usize) -> Vec<Message> {
    let thread = std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let world = World::new().await;
            let path = world.dir.path().join("adjutant.sqlite");
            let mut raw =
                SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("a file");
            raw.batch_execute("PRAGMA busy_timeout = 10000").expect("it waits");
            raw.batch_execute(SUBSCRIBED).expect("they subscribe");
            let mut all = Vec::new();
            for pair in pairs.iter() {
                let _course = Course::run(&world, pair, which).await;
                for hours in [1, 12] {
                    all.extend(sent(&world, Micros(world.now().0 + hours * HOUR)));
                }
            }
            all
        })
    });
    thread.join().expect("it is sent")
}

#[test]
fn n02_mail_and_messages_to_browsers_say_the_same_in_both_worlds() {
    let pairs = Pair::many(0, 12, true);
    let worlds = [0, 1].map(|which| messages(Arc::clone(&pairs), which));
    for way in ["mail", "push"] {
        let told = worlds[0].iter().filter(|(_, said)| said.starts_with(way)).count();
        assert!(told > 5, "{told} messages by {way}: {:?}", worlds[0]);
    }
    assert_eq!(worlds[0], worlds[1]);
    // One that named what has fallen would be noticed.
    let mut telling = worlds;
    for (which, messages) in telling.iter_mut().enumerate() {
        let army = &pairs[0].armies[which][pairs[0].hidden[0]];
        let ranks: String = army.pieces().map(|(_, rank)| rank.letter()).collect();
        messages[0].1 += &ranks;
    }
    assert_ne!(telling[0], telling[1]);
}
