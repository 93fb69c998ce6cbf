//! The course of a game of an event, online or at a table: what its official, the players' phones and the
//! device between them do. Its ranks are never opened.

use adjutant_service::games;
use salpakan::record::short_id_text;
use salpakan::rules::Color;

use crate::chance;
use crate::course::Course;
use crate::looks::{CLOSED, LISTS, Look, OF_EVENT};
use crate::pairs::{End, Setting};
use crate::people::Who;
use crate::world::Answer;

impl Course<'_> {
    /// A form that a viewer sends, with the response.
    async fn fills(&mut self, who: Who, path: &str, fields: &str, script: bool) -> Answer {
        let fields = format!("id={}&{fields}", self.command());
        let answer = self.world.fill(who, path, &fields, script).await;
        self.note(who, &format!("POST {path}"), Look::Command, answer.clone());
        self.listen();
        answer
    }

    /// The official makes the game, and at a table gives the passes to it.
    pub async fn is_arranged(&mut self) {
        let number = self.pair.number;
        let table = self.pair.setting == Setting::Table;
        let (venue, pace) = if table { ("table", "-") } else { ("online", "600%2B5") };
        let spectators = if number % 4 == 1 { "plies:3" } else { "public" };
        let disclosure = if number % 3 == 1 { "event" } else { "round" };
        let fields = format!(
            "round={}&white=Ana&black=Ben&rules={}&pace={pace}&venue={venue}&disclosure={disclosure}\
             &spectators={spectators}&deployment=",
            number % 7 + 1,
            self.pair.timeline.rules.to_string().replace('+', "%2B"),
        );
        let made =
            self.world.fill(Who::Official, "/events/evening/plays/new", &fields, false).await;
        assert!(made.status == 200 || made.status == 303, "{}", made.text());
        self.note(Who::Official, "POST plays/new", Look::Command, made);
        self.play = short_id_text(&chance::id(number));
        if table {
            self.world.sit_at(number);
        }
    }

    /// A player submits a set-up on their phone, sometimes after a faulty one.
    pub async fn hand_in(&mut self, who: Who, setup: &str) {
        self.look(Look::AtTable, who).await;
        if self.pair.number.is_multiple_of(8) {
            let faulty = setup.replacen(|letter: char| letter.is_ascii_alphanumeric(), ".", 1);
            let fields = format!("id={}&setup={faulty}", self.command());
            let answer = self.world.fill(who, "/at/deployment", &fields, true).await;
            assert_eq!(answer.status, 400, "{}", answer.text());
            self.note(who, "POST a faulty set-up", Look::OwnFaults, answer);
        }
        let script = self.pair.number.is_multiple_of(4);
        let sent = self.fills(who, "/at/deployment", &format!("setup={setup}"), script).await;
        assert!(sent.status == 200 || sent.status == 303, "{}", sent.text());
        self.look_at_all(&[Look::AtTable]).await;
    }

    /// Somebody taps a ply on the device between them; a phone may not.
    pub async fn tap(&mut self, number: usize, ply: &str, script: bool) -> Answer {
        let fields = format!("number={number}&ply={ply}");
        if number % 6 == 2 {
            let refused = self.fills(Who::White, "/at/ply", &fields, script).await;
            assert!(refused.status >= 400, "{}", refused.text());
        }
        self.fills(Who::Nobody, "/at/ply", &fields, script).await
    }

    pub async fn look_around(&mut self, turn: usize) {
        let (who, look) = (Who::ALL[turn % 5], OF_EVENT[turn / 2 % OF_EVENT.len()]);
        self.look(look, who).await;
        let look = LISTS[turn % LISTS.len()];
        self.look(look, Who::ALL[turn / 3 % 5]).await;
    }

    /// By words that both have to tick where both are bound by them.
    pub async fn end_at_table(&mut self, mover: Color) {
        let words = match self.pair.end {
            End::Agreed => "word=draw&white=yes&black=yes".to_owned(),
            End::Resigns => {
                let side = mover.opponent().key();
                format!("word=resign-{side}&{side}=yes")
            }
            End::ByRule | End::Open | End::Aborted | End::TimeIsUp => return,
        };
        let ended = self.fills(Who::Nobody, "/at/word", &words, false).await;
        assert_eq!(ended.status, 303, "{}", ended.text());
    }

    /// It is over, and found right: by the official, or by both sides. Everybody looks at everything.
    pub async fn is_closed(&mut self) {
        if self.pair.end != End::Open {
            if self.pair.number % 4 == 3 {
                self.say(Who::White, "accept-result").await;
                self.say(Who::Black, "accept-result").await;
            } else {
                let path = format!("/play/{}/ruling", self.play);
                let fields = "ruling=confirm&color=&seconds=&result=&termination=&reason=";
                let confirmed = self.fills(Who::Official, &path, fields, false).await;
                assert_eq!(confirmed.status, 303, "{}", confirmed.text());
            }
            let path = format!("/api/v1/plays/{}", self.play);
            let seen = self.world.get(Who::Nobody, &path).await.json();
            assert_eq!(seen["state"], "final", "{seen}");
            self.world.catch_up();
            let app = &self.world.site().app;
            let newest = games::page(app, &games::Filter::default(), None, 1).expect("the games");
            let record = newest.items.first().expect("it is kept").id.to_string();
            let play = std::mem::replace(&mut self.play, record);
            self.look_at_all(CLOSED).await;
            self.play = play;
        }
        self.look_at_all(&[Look::Table, Look::Answer, Look::AtTable]).await;
        if self.pair.number % 3 == 1 || self.pair.end == End::Open {
            self.look_at_all(OF_EVENT).await;
            self.look_at_all(LISTS).await;
        }
    }
}
