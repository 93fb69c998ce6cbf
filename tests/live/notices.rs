//! Notices are stored with what they tell of, and nobody gets one twice or about others.

use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::notice::{Notice, NoticeKinds, NoticeSettings};
use adjutant_service::contests::{self, ContestCommand, SchedulingCommand};
use adjutant_service::live::{self, Offer};
use adjutant_service::notices::{self, ShownNotice, Which};
use salpakan::record::short_id_text;

use crate::officials::league;
use crate::rounds::{SLUG, published};
use crate::support::{ANA, BEN, CORA, Hall, NOW, Place, actor, on_both_engines};

const ONCE: &str = r#"{"template": "round-robin", "entrants": 2}"#;
const TABLE: TableId = TableId { stage: 0, round: 0, table: 0 };

fn told(hall: &Hall, account: i32) -> Vec<ShownNotice> {
    notices::page(&hall.app, &actor(account), None).expect("a page").0
}

fn facts(hall: &Hall, account: i32) -> Vec<Notice> {
    told(hall, account).into_iter().map(|one| one.notice).collect()
}

on_both_engines! {
    fn a_game_request_is_told_to_whom_it_is_made_and_its_acceptance_to_who_made_it(place: &Place) {
        let hall = Hall::new(place);
        let offer = Offer { to: Some("Player 2".to_owned()), ..hall.offer("3d") };
        let seek = live::offer(&hall.live, &actor(ANA), &offer).expect("offered");
        let asked = told(&hall, BEN);
        assert_eq!(asked.len(), 1);
        assert_eq!((&asked[0].notice, asked[0].name.as_str()), (&Notice::GameRequest { by: ANA }, "Player 1"));
        assert_eq!((asked[0].path.as_str(), asked[0].read_at), ("/play", None));
        assert_eq!((told(&hall, ANA).len(), told(&hall, CORA).len()), (0, 0));
        let play = live::accept(&hall.live, &actor(BEN), &seek).expect("accepted");
        let accepted = Notice::RequestAccepted { play: short_id_text(&play), by: BEN };
        assert_eq!(facts(&hall, ANA), [accepted]);
        assert!(told(&hall, BEN)[0].read_at.is_some(), "who has answered has read it");
    }

    fn a_declined_game_request_is_told_to_who_made_it(place: &Place) {
        let hall = Hall::new(place);
        let offer = Offer { to: Some("Player 2".to_owned()), ..hall.offer("3d") };
        let seek = live::offer(&hall.live, &actor(ANA), &offer).expect("offered");
        live::decline(&hall.live, &actor(BEN), &seek).expect("declined");
        let declined = told(&hall, ANA);
        assert_eq!(declined.len(), 1);
        assert_eq!((&declined[0].notice, declined[0].name.as_str()), (&Notice::RequestDeclined { by: BEN }, "Player 2"));
        assert!(told(&hall, BEN)[0].read_at.is_some(), "who has answered has read it");
        let lobby = live::lobby(&hall.live, &actor(ANA)).expect("the lobby");
        assert_eq!(lobby.declined, ["Player 2"]);
        notices::mark_read(&hall.app, &actor(ANA), Which::One(declined[0].id), NOW).expect("read");
        assert!(live::lobby(&hall.live, &actor(ANA)).expect("the lobby").declined.is_empty());
        let again = live::offer(&hall.live, &actor(ANA), &offer).expect("offered");
        live::take_back(&hall.live, &actor(ANA), &again).expect("canceled");
        assert_eq!((told(&hall, ANA).len(), told(&hall, BEN)[0].read_at), (1, None), "nobody declined it");
    }

    fn an_open_game_is_told_to_nobody(place: &Place) {
        let hall = Hall::new(place);
        live::offer(&hall.live, &actor(ANA), &hall.offer("1200+5")).expect("offered");
        assert!([ANA, BEN, CORA].into_iter().all(|account| told(&hall, account).is_empty()));
    }

    fn in_a_correspondence_game_the_side_to_move_is_told_of_each_move(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("3d");
        let move_notice = Notice::YourMove { play: short_id_text(&play) };
        let moves = |account| facts(&hall, account).into_iter().filter(|one| *one == move_notice).count();
        let (mover, other) = if hall.mover(&play) == ANA { (ANA, BEN) } else { (BEN, ANA) };
        assert_eq!((moves(mover), moves(other)), (1, 0));
        hall.any_ply(&play);
        assert_eq!((moves(mover), moves(other)), (1, 1));
        hall.any_ply(&play);
        assert_eq!((moves(mover), moves(other), moves(CORA)), (2, 1, 0));
        drop(hall);
        // The server starts again and reads the same events.
        let hall = Hall::at(place, NOW);
        hall.any_ply(&play);
        let moves = |account| facts(&hall, account).into_iter().filter(|one| *one == move_notice).count();
        assert_eq!((moves(mover), moves(other)), (2, 2));
    }

    fn a_game_with_clocks_notifies_nobody_of_moves(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        hall.any_ply(&play);
        let is_move = |notice: &Notice| notice.kind() == NoticeKinds::MOVE;
        assert!([ANA, BEN].into_iter().all(|account| !facts(&hall, account).iter().any(is_move)));
    }

    fn a_pairing_is_told_to_both_with_table_color_and_opponent(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, ONCE, "", "");
        for (account, opponent) in [(ANA, "Player 2"), (BEN, "Player 1")] {
            let all = told(&hall, account);
            assert_eq!((all.len(), all[0].name.as_str()), (1, opponent));
            assert!(matches!(all[0].notice, Notice::Paired { table: TABLE, color: Some(_), .. }), "{all:?}");
            assert_eq!(all[0].path, format!("/events/{SLUG}"));
        }
        let color = |account| match facts(&hall, account)[0] {
            Notice::Paired { color, .. } => color,
            _ => None,
        };
        assert_ne!(color(ANA), color(BEN));
        assert!(told(&hall, CORA).is_empty());
    }

    fn proposed_times_are_told_to_the_opponent_and_the_fixed_time_to_both(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app, ONCE, r#""arranged": {"days": 3, "rule": {}},"#, "");
        let time = adjutant_domain::moment::Micros((NOW.0 / 60_000_000 + 1) * 60_000_000 + 3_600_000_000);
        let propose = |by: i32| {
            let command = SchedulingCommand::ProposeTimes { table: TABLE, times: vec![time] };
            contests::execute(&hall.app, &actor(by), SLUG, &ContestCommand::Scheduling(command), hall.now())
                .expect("proposed");
        };
        propose(ANA);
        assert!(matches!(facts(&hall, BEN)[0], Notice::TimesProposed { table: TABLE, .. }));
        assert!(!facts(&hall, ANA).iter().any(|one| one.kind() == NoticeKinds::PROPOSAL));
        propose(BEN);
        assert!(facts(&hall, ANA).iter().any(|one| matches!(one, Notice::TimeFixed { at, .. } if *at == time)));
    }

    fn what_an_account_does_not_want_it_is_not_told(place: &Place) {
        let hall = Hall::new(place);
        let none = NoticeKinds::NONE;
        let quiet = NoticeSettings { site: none, mail: none, push: none, ..NoticeSettings::default() };
        notices::save_settings(&hall.app, &actor(BEN), &quiet).expect("saved");
        assert_eq!(notices::settings(&hall.app, &actor(BEN)).expect("settings"), quiet);
        let offer = Offer { to: Some("Player 2".to_owned()), ..hall.offer("3d") };
        live::offer(&hall.live, &actor(ANA), &offer).expect("offered");
        assert!(told(&hall, BEN).is_empty());
        let wrong = NoticeSettings { zone: "Nowhere".to_owned(), ..NoticeSettings::default() };
        assert!(notices::save_settings(&hall.app, &actor(BEN), &wrong).is_err());
    }

    fn reading_one_notice_or_all_marks_ones_own_only(place: &Place) {
        let hall = Hall::new(place);
        for _ in 0..3 {
            let offer = Offer { to: Some("Player 2".to_owned()), ..hall.offer("3d") };
            live::offer(&hall.live, &actor(ANA), &offer).expect("offered");
        }
        let unread = || told(&hall, BEN).iter().filter(|one| one.read_at.is_none()).count();
        let ids: Vec<i32> = told(&hall, BEN).iter().map(|one| one.id).collect();
        assert_eq!((unread(), ids.len()), (3, 3));
        let read = |by, which| notices::mark_read(&hall.app, &actor(by), which, NOW).expect("marked");
        read(ANA, Which::UpTo(ids[0]));
        assert_eq!(unread(), 3, "of others");
        read(BEN, Which::One(ids[1]));
        assert_eq!(unread(), 2);
        read(BEN, Which::UpTo(ids[0]));
        assert_eq!(unread(), 0);
    }

    fn followers_are_told_of_rounds_and_of_finished_public_games(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        for (id, column, what) in [(1, "organisation_id", "(SELECT id FROM organisations WHERE slug = 'league')"), (2, "player_id", "1")] {
            place.run_sql(&format!(
                "INSERT INTO follows (id, account_id, {column}, created_at) VALUES ({id}, {CORA}, {what}, {NOW}); \
                 UPDATE counters SET value = {id} WHERE name = 'follows'"
            ));
        }
        published(&hall.app, ONCE, "", "");
        let kinds = |account| facts(&hall, account).iter().map(Notice::kind).collect::<Vec<_>>();
        assert_eq!(kinds(ANA), [NoticeKinds::PAIRING], "who plays is told once");
        assert!(matches!(facts(&hall, CORA)[..], [Notice::RoundPublished { .. }]));
        let play = hall.begun("1200+5");
        hall.act(&play, ANA, 9, adjutant_domain::play::PlayerAction::Resign).expect("she resigns");
        hall.until(|| matches!(facts(&hall, CORA)[0], Notice::GameFinished { by: ANA, .. }));
        assert_eq!(told(&hall, CORA)[0].path, format!("/play/{}", short_id_text(&play)));
        assert!(!kinds(BEN).contains(&NoticeKinds::FOLLOWED));
    }
}
