//! Deliveries of notices: queued with them, claimed by one worker, and tried again.

use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::moment::{DAY, HOUR, MINUTE, Micros};
use adjutant_domain::notice::{Notice, NoticeKinds, NoticeSettings, QuietHours};
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::contests::{self, BoardOptions, ContestCommand, SchedulingCommand};
use adjutant_service::live::{self, Offer};
use adjutant_service::notices::{self, Claim, NoticeMail, Outcome, Which};

use crate::officials::{league, organizer};
use crate::rounds::{SLUG, published, tell};
use crate::support::{ANA, BEN, Hall, NOW, Place, actor, on_both_engines};

/// Ben has a confirmed address and wants mail about game requests.
fn reachable(place: &Place) -> Hall {
    let hall = Hall::new(place);
    place.run_sql(&format!(
        "UPDATE accounts SET email = 'ben@b.example', email_key = 'ben@b.example', email_confirmed = 1 WHERE id = {BEN}"
    ));
    wants(&hall, |own| own);
    hall
}

fn wants(hall: &Hall, change: impl FnOnce(NoticeSettings) -> NoticeSettings) {
    let own = NoticeSettings { mail: NoticeKinds::REQUEST, ..NoticeSettings::default() };
    notices::save_settings(&hall.app, &actor(BEN), &change(own)).expect("saved");
}

fn requested(hall: &Hall) {
    let offer = Offer { to: Some("Player 2".to_owned()), ..hall.offer("3d") };
    live::offer(&hall.live, &actor(ANA), &offer).expect("offered");
}

fn claimed(hall: &Hall, at: Micros) -> Vec<(Claim, NoticeMail)> {
    notices::claim_mail(&hall.app, at).expect("claimed")
}

fn finish(hall: &Hall, claim: &Claim, outcome: Outcome, at: Micros) {
    notices::finish(&hall.app, claim, &outcome, (at, 0)).expect("recorded");
}

fn operator() -> Actor {
    Actor {
        site_role: SiteRole::Operator,
        has_second_factor: true,
        gave_second_factor: true,
        ..actor(ANA)
    }
}

on_both_engines! {
    fn a_notice_is_mailed_once_to_a_confirmed_address(place: &Place) {
        let hall = reachable(place);
        requested(&hall);
        let all = claimed(&hall, NOW);
        let [(claim, mail)] = &all[..] else { panic!("one mail") };
        assert_eq!((mail.to.as_str(), mail.notices.len(), mail.is_digest), ("ben@b.example", 1, false));
        assert_eq!(mail.notices[0].notice, Notice::GameRequest { by: ANA });
        assert!(claimed(&hall, NOW).is_empty(), "another worker finds nothing");
        finish(&hall, claim, Outcome::Delivered(String::new()), NOW);
        assert!(claimed(&hall, NOW + DAY).is_empty());
    }

    fn without_a_confirmed_address_nothing_is_queued(place: &Place) {
        let hall = Hall::new(place);
        wants(&hall, |own| own);
        requested(&hall);
        assert!(claimed(&hall, NOW).is_empty());
        let (_, figures) = notices::failed_deliveries(&hall.app, &operator()).expect("figures");
        assert_eq!(figures.waiting, 0);
    }

    fn when_a_claim_expires_another_worker_takes_it_and_the_late_answer_does_not_count(place: &Place) {
        let hall = reachable(place);
        requested(&hall);
        let first = claimed(&hall, NOW).pop().expect("claimed").0;
        assert!(claimed(&hall, NOW + 4 * MINUTE).is_empty(), "it is still taken");
        let second = claimed(&hall, NOW + 6 * MINUTE).pop().expect("claimed again").0;
        assert_eq!(first.key(), second.key(), "a receiver recognises the second");
        finish(&hall, &first, Outcome::Rejected("late".to_owned()), NOW + 6 * MINUTE);
        finish(&hall, &second, Outcome::Delivered(String::new()), NOW + 6 * MINUTE);
        let (failed, figures) = notices::failed_deliveries(&hall.app, &operator()).expect("figures");
        assert!(failed.is_empty() && figures.waiting == 0, "{failed:?}");
    }

    fn a_failed_delivery_is_tried_again_later_then_given_up_and_retried_by_the_operator(place: &Place) {
        let hall = reachable(place);
        requested(&hall);
        let (mut at, mut tries) = (NOW, 0);
        while let Some((claim, _)) = claimed(&hall, at).pop() {
            tries += 1;
            finish(&hall, &claim, Outcome::Failed("the mail server answered 450".to_owned()), at);
            assert!(claimed(&hall, at + 10_000_000).is_empty(), "not at once");
            at += 13 * HOUR;
        }
        assert_eq!(tries, 10);
        let (failed, _) = notices::failed_deliveries(&hall.app, &operator()).expect("figures");
        let [one] = &failed[..] else { panic!("{failed:?}") };
        assert_eq!((one.channel, one.account.as_str(), one.tries), ("mail", "Player 2", 10));
        assert_eq!(one.answer, "the mail server answered 450");
        let refused = notices::retry(&hall.app, &actor(BEN), one.id, at);
        assert!(matches!(refused, Err(Error::Role { .. })), "{refused:?}");
        notices::retry(&hall.app, &operator(), one.id, at).expect("queued");
        assert_eq!(claimed(&hall, at).len(), 1);
    }

    fn in_quiet_hours_mail_waits_and_what_was_read_meanwhile_is_not_mailed(place: &Place) {
        let hall = reachable(place);
        // NOW is 19:06 in Manila.
        wants(&hall, |own| NoticeSettings { quiet: QuietHours::new(18 * 60, 6 * 60), ..own });
        requested(&hall);
        assert!(claimed(&hall, NOW + HOUR).is_empty());
        assert_eq!(claimed(&hall, NOW + 11 * HOUR).len(), 1);
        requested(&hall);
        let newest = notices::page(&hall.app, &actor(BEN), None).expect("a page").0[0].id;
        notices::mark_read(&hall.app, &actor(BEN), Which::One(newest), NOW).expect("read");
        assert!(claimed(&hall, NOW + 11 * HOUR).is_empty());
    }

    fn a_digest_has_the_notices_of_a_day_in_one_mail(place: &Place) {
        let hall = reachable(place);
        wants(&hall, |own| NoticeSettings { digest: true, ..own });
        requested(&hall);
        requested(&hall);
        assert!(claimed(&hall, NOW + HOUR).is_empty());
        let all = claimed(&hall, NOW + DAY);
        let [(claim, mail)] = &all[..] else { panic!("one mail") };
        assert_eq!((mail.is_digest, mail.notices.len()), (true, 2));
        finish(&hall, claim, Outcome::Delivered(String::new()), NOW + DAY);
        assert!(claimed(&hall, NOW + 2 * DAY).is_empty());
    }

    fn a_link_in_mail_ends_its_kind_alone_and_a_forged_one_nothing(place: &Place) {
        let hall = reachable(place);
        wants(&hall, |own| NoticeSettings { mail: NoticeKinds::REQUEST.union(NoticeKinds::REVIEW), ..own });
        requested(&hall);
        let path = claimed(&hall, NOW).pop().expect("claimed").1.unsubscribe_path;
        let token = path.strip_prefix("/unsubscribe/").expect("a link").to_owned();
        let other = token.replacen(&format!("{BEN}-"), &format!("{ANA}-"), 1);
        for forged in [other.as_str(), "2-8-00", "", "x", &token.to_uppercase()[..token.len() - 1]] {
            assert!(matches!(notices::unsubscription(&hall.app, forged), Err(Error::Hidden)), "{forged}");
        }
        let link = notices::unsubscription(&hall.app, &token).expect("a link");
        for _ in 0..2 {
            notices::unsubscribe(&hall.app, link).expect("ended");
        }
        let now = notices::settings(&hall.app, &actor(BEN)).expect("settings");
        assert_eq!(now.mail, NoticeKinds::REVIEW);
        requested(&hall);
        assert!(claimed(&hall, NOW + 10 * MINUTE).is_empty());
    }

    fn ten_minutes_before_an_arranged_match_both_are_told_once(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let table = TableId { stage: 0, round: 0, table: 0 };
        let more = r#""arranged": {"days": 3, "rule": {}},"#;
        published(&hall.app, r#"{"template": "round-robin", "entrants": 2}"#, more, "");
        let time = Micros((NOW.0 / MINUTE + 1) * MINUTE) + 2 * HOUR;
        for by in [ANA, BEN] {
            let command = SchedulingCommand::ProposeTimes { table, times: vec![time] };
            contests::execute(&hall.app, &actor(by), SLUG, &ContestCommand::Scheduling(command), hall.now())
                .expect("proposed");
        }
        let starts = |account| {
            let all = notices::page(&hall.app, &actor(account), None).expect("a page").0;
            all.iter().filter(|one| one.notice.kind() == NoticeKinds::START).count()
        };
        for (at, told) in [(time - 11 * MINUTE, 0), (time - 10 * MINUTE, 1), (time - 9 * MINUTE, 1)] {
            notices::run_reminders(&hall.app, at).expect("looked");
            assert_eq!((starts(ANA), starts(BEN)), (told, told));
        }
    }

    fn ten_minutes_before_a_round_its_entrants_are_told_once_per_start(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let start = |hours: i64| NOW + hours * HOUR;
        let times = |at: Micros| format!(r#""timetable": {{"zone": "Asia/Manila", "starts": [{{"stage": 0, "round": 0, "at": {}}}]}},"#, at.0);
        published(&hall.app, r#"{"template": "round-robin", "entrants": 2}"#, &times(start(2)), "");
        let told = |account| {
            let all = notices::page(&hall.app, &actor(account), None).expect("a page").0;
            let starts = all.into_iter().filter_map(|one| match one.notice {
                Notice::RoundStarts { at, .. } => Some(at),
                _ => None,
            });
            starts.collect::<Vec<_>>()
        };
        let look = |at: Micros| {
            notices::run_reminders(&hall.app, at).expect("looked");
            assert_eq!(told(ANA), told(BEN));
            told(ANA)
        };
        assert_eq!(look(start(2) - 11 * MINUTE), []);
        assert_eq!(look(start(2) - 10 * MINUTE), [start(2)]);
        assert_eq!(look(start(2) - 9 * MINUTE), [start(2)]);
        let board = contests::contest_board(&hall.app, &organizer(), SLUG, BoardOptions::default()).expect("a board");
        let mut settings = board.loaded.contest.settings.clone();
        let mut change = |to: Micros| {
            settings.timetable.starts[0].at = to;
            tell(&hall.app, ContestCommand::ChangeSettings(Box::new(settings.clone()))).expect("changed");
        };
        change(start(3));
        change(start(4));
        assert_eq!(look(start(3) - 5 * MINUTE), [start(2)], "a time that holds no longer");
        assert_eq!(look(start(4) - 10 * MINUTE), [start(4), start(2)]);
    }
}
