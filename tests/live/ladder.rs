//! Ladders whose games are played here: an accepted challenge begins at the time that both agree on, and silence has its
//! consequence by the server's clock.

use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::{ChallengeAnswer, EntrantId, json};
use adjutant_domain::moment::{DAY, HOUR, MINUTE, Micros};
use adjutant_domain::notice::Notice;
use adjutant_domain::play::{PlayerAction, State};
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, BoardOptions, ContestCommand, NewContest, NewEntrant, RoundCommand, SchedulingCommand,
};
use adjutant_service::notices;
use ledger_ratings::Day;

use crate::officials::{league, organizer};
use crate::rounds::{SLUG, deployed, made, table, tell};
use crate::support::{ANA, BEN, Hall, NOW, Place, actor, on_both_engines};

const TABLE: TableId = TableId { stage: 0, round: 0, table: 0 };

/// A ladder of Ana before Ben that has begun.
fn begun(hall: &Hall, place: &Place) {
    league(place);
    let text = r#"{"plan": {"template": "ladder", "entrants": 2}, "games": {"pace": "600+5"}}"#;
    let settings = json::read_settings(text).expect("settings");
    let new = NewContest { name: "Evening".to_owned(), first_day: Day(20_000), settings };
    contests::create_contest(&hall.app, &organizer(), "league", &new, NOW).expect("it is made");
    let guest = |name: &str| NewEntrant { name: name.to_owned(), ..NewEntrant::default() };
    let both = [guest("Player 1"), guest("Player 2")];
    contests::register_entrants(&hall.app, &organizer(), SLUG, &both, false, NOW)
        .expect("they are in");
    tell(&hall.app, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }))
        .expect("it begins");
}

fn of_player(hall: &Hall, by: i32, command: ContestCommand) {
    contests::execute(&hall.app, &actor(by), SLUG, &command, hall.now()).expect("it is done");
}

/// The numbers of the entrants by place.
fn line(hall: &Hall) -> Vec<u32> {
    let board = contests::contest_board(&hall.app, &Actor::nobody(), SLUG, BoardOptions::default())
        .expect("a board");
    let ladder = board.stages[0].ladder.clone().expect("a ladder");
    ladder.line.iter().map(|line| line.entrant.0).collect()
}

fn told(hall: &Hall, who: i32) -> Vec<Notice> {
    let all = notices::page(&hall.app, &actor(who), None).expect("a page").0;
    all.into_iter().map(|shown| shown.notice).collect()
}

on_both_engines! {
    fn an_accepted_challenge_is_played_here_and_its_winner_takes_the_place(place: &Place) {
        let hall = Hall::new(place);
        begun(&hall, place);
        let first = line(&hall);
        // Whoever is second challenges the first.
        let [above, below] = if first == [1, 2] { [ANA, BEN] } else { [BEN, ANA] };
        of_player(&hall, below, ContestCommand::ChallengeSelf(EntrantId(first[0])));
        let is_challenge = |notice: &Notice| matches!(notice, Notice::Challenged { .. });
        assert!(told(&hall, above).iter().any(is_challenge));
        of_player(&hall, above, ContestCommand::AnswerSelf(ChallengeAnswer::Accept, EntrantId(first[1])));
        let is_pairing = |notice: &Notice| matches!(notice, Notice::Paired { table: TABLE, .. });
        assert!(told(&hall, below).iter().any(is_pairing), "the challenger is told");
        assert!(table(&hall.app, 0).play.is_none(), "no time is agreed on");
        let time = Micros((NOW.0 / MINUTE + 1) * MINUTE) + 5 * HOUR;
        for by in [ANA, BEN] {
            let times = SchedulingCommand::ProposeTimes { table: TABLE, times: vec![time] };
            of_player(&hall, by, ContestCommand::Scheduling(times));
        }
        hall.pass(time - hall.now());
        let play = made(&hall, 0);
        deployed(&hall, &play);
        hall.act(&play, above, 50, PlayerAction::Resign).unwrap();
        hall.until(|| matches!(hall.state(&play), State::Final | State::Revealed));
        hall.until(|| line(&hall) == [first[1], first[0]]);
    }

    fn silence_costs_the_place_by_the_servers_clock(place: &Place) {
        let hall = Hall::new(place);
        begun(&hall, place);
        let first = line(&hall);
        let [above, below] = if first == [1, 2] { [ANA, BEN] } else { [BEN, ANA] };
        of_player(&hall, below, ContestCommand::ChallengeSelf(EntrantId(first[0])));
        let due = |at| contests::run_due_actions(&hall.app, at, NOW).expect("it is looked at");
        due(hall.now() + 3 * DAY - HOUR);
        assert_eq!(line(&hall), first);
        due(hall.now() + 3 * DAY + HOUR);
        assert_eq!(line(&hall), [first[1], first[0]]);
        let is_closed = |notice: &Notice| matches!(notice, Notice::ChallengeClosed { .. });
        assert!(told(&hall, above).iter().any(is_closed) && told(&hall, below).iter().any(is_closed));
    }
}
