//! Matches that their players arrange, as the service keeps them: who may tell what, and what the server does by itself.

use adjutant_domain::account::roles::OrganisationRole;
use adjutant_domain::contest::json;
use adjutant_domain::contest::scheduling::{DefaultRuling, MatchWindow, TableId};
use adjutant_domain::moment::{HOUR, MINUTE, Micros};
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, CommandOutcome, ContestCommand, NewContest, NewEntrant, RoundCommand, SchedulingCommand,
    run_due_actions,
};
use adjutant_service::{App, Error};
use ledger_ratings::Day;
use swiss::series::{GameResult, Side};

use crate::support::{NOW, Place, founded, on_both_engines, person, serving};

const SETTINGS: &str = r#"{"plan":{"template":"round-robin","entrants":2},"arranged":{"days":3}}"#;
const TABLE: TableId = TableId { stage: 0, round: 0, table: 0 };

/// An event in which Eva and Ben, who have accounts, arrange their match.
struct Arranged {
    app: App,
    slug: String,
    organizer: Actor,
    players: [Actor; 2],
    window: MatchWindow,
}

impl Arranged {
    fn at(place: &Place) -> Arranged {
        let app = place.open();
        let league = founded(&app, 1, "League");
        let organizer = serving(2, OrganisationRole::Organizer, &league);
        place.player(70, "Eva");
        place.player(71, "Ben");
        for (account, player, address) in [(3, 70, "eva@a.example"), (4, 71, "ben@a.example")] {
            place.run_sql(&format!(
                "UPDATE accounts SET player_id = {player}, email = '{address}', \
                 email_key = '{address}', email_confirmed = 1 WHERE id = {account}"
            ));
        }
        let settings = json::read_settings(SETTINGS).expect("settings");
        let new = NewContest { name: "August".to_owned(), first_day: Day(20_000), settings };
        let slug = contests::create_contest(&app, &organizer, &league.slug, &new, NOW)
            .expect("it is made");
        let list = ["Eva", "Ben"]
            .map(|name| NewEntrant { name: name.to_owned(), ..NewEntrant::default() });
        contests::register_entrants(&app, &organizer, &slug, &list, false, NOW)
            .expect("they are in");
        let round = [
            ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }),
            ContestCommand::Round(RoundCommand::Pair { stage: 0 }),
            ContestCommand::Round(RoundCommand::Publish { stage: 0, round: 0, draft: None }),
        ];
        contests::execute_all(&app, &organizer, &slug, &round, NOW).expect("it is published");
        let run = contests::load_contest(&app, &slug).expect("it is run");
        let window = run.contest.match_window(TABLE).expect("its window");
        let sides = run.contest.stages[0].rounds[0].meetings[0].sides;
        let player = |id: i32, player: i32| Actor { player: Some(player), ..person(id) };
        let both = [player(3, 70), player(4, 71)];
        let players = if sides[0].0 == 1 {
            both
        } else {
            let [eva, ben] = both;
            [ben, eva]
        };
        Arranged { app, slug, organizer, players, window }
    }

    fn tell(
        &self,
        actor: &Actor,
        command: SchedulingCommand,
        now: Micros,
    ) -> Result<CommandOutcome, Error> {
        contests::execute(&self.app, actor, &self.slug, &ContestCommand::Scheduling(command), now)
    }

    fn proposes(&self, side: usize, time: Micros, now: Micros) -> Result<CommandOutcome, Error> {
        self.tell(
            &self.players[side],
            SchedulingCommand::ProposeTimes { table: TABLE, times: vec![time] },
            now,
        )
    }

    fn games(&self) -> Vec<GameResult> {
        let run = contests::load_contest(&self.app, &self.slug).expect("it is run");
        run.contest.stages[0].rounds[0].meetings[0].games.clone()
    }
}

/// The first whole minute so many hours behind a moment.
fn minute(at: Micros, hours: i64) -> Micros {
    Micros((at.0 / MINUTE + 1) * MINUTE) + hours * HOUR
}

on_both_engines! {
    fn the_default_rule_fires_once_and_a_server_that_begins_again_knows_it(place: &Place) {
        let event = Arranged::at(place);
        event.proposes(0, minute(NOW, 30), NOW + HOUR).unwrap();
        let cut_off = event.window.agree_by;
        let reminded = run_due_actions(&event.app, cut_off - HOUR, Micros(0)).unwrap();
        let told: Vec<&str> = reminded.mail.iter().map(|letter| letter.to.as_str()).collect();
        assert_eq!(told.len(), 1, "who has proposed is not reminded: {told:?}");
        assert!(run_due_actions(&event.app, cut_off - 1, Micros(0)).unwrap().mail.is_empty(), "once");
        let done = run_due_actions(&event.app, cut_off, Micros(0)).unwrap();
        assert_eq!((done.applied_defaults, done.mail.len()), (1, 2));
        assert_eq!(event.games(), [GameResult::Default { absent: Side::Second }]);
        let again = place.open_again();
        let done = run_due_actions(&again, cut_off + HOUR, cut_off + HOUR).unwrap();
        assert_eq!((done.applied_defaults, done.mail.len()), (0, 0));
        let trail = place.trail().join("\n");
        assert!(trail.contains("operator event.told") && trail.contains("default rule"), "{trail}");
        let due = place.number("SELECT count(*) AS number FROM contest_dues");
        assert_eq!(due, 0, "nothing is left to be done");
    }

    fn only_its_two_players_propose_and_only_officials_rule(place: &Place) {
        let event = Arranged::at(place);
        let time = minute(NOW, 30);
        let propose = || SchedulingCommand::ProposeTimes { table: TABLE, times: vec![time] };
        let stranger = Actor { player: Some(5), ..person(1) };
        assert!(matches!(event.tell(&stranger, propose(), NOW), Err(Error::Conflict(_))));
        assert!(matches!(event.tell(&Actor::nobody(), propose(), NOW), Err(Error::SignIn)));
        let fix = || SchedulingCommand::FixTime { table: TABLE, time: Some(time), reason: "called".to_owned() };
        let by_player = event.tell(&event.players[0], fix(), NOW);
        assert!(matches!(by_player, Err(Error::Role { .. })), "{by_player:?}");
        let own = Actor { grants: event.organizer.grants.clone(), ..event.players[0].clone() };
        assert!(matches!(event.tell(&own, fix(), NOW), Err(Error::Conflict(_))), "his own match");
        event.tell(&event.organizer, fix(), NOW).unwrap();
        let run = contests::load_contest(&event.app, &event.slug).unwrap();
        assert_eq!(run.contest.match_time(TABLE), Some(time));
    }

    fn an_appeal_is_granted_and_the_match_is_agreed_on_anew(place: &Place) {
        let event = Arranged::at(place);
        event.proposes(0, minute(NOW, 30), NOW + HOUR).unwrap();
        let now = event.window.agree_by;
        run_due_actions(&event.app, now, Micros(0)).unwrap();
        let appeal = SchedulingCommand::Appeal { table: TABLE, text: "I was ill.".to_owned() };
        event.tell(&event.players[1], appeal, now + HOUR).unwrap();
        let ruling = SchedulingCommand::DecideDefault {
            table: TABLE,
            ruling: DefaultRuling::Reschedule { days: 3 },
            text: "He was.".to_owned(),
        };
        event.tell(&event.organizer, ruling, now + 2 * HOUR).unwrap();
        assert!(event.games().is_empty());
        let time = minute(now, 4);
        event.proposes(0, time, now + 3 * HOUR).unwrap();
        event.proposes(1, time, now + 3 * HOUR).unwrap();
        let run = contests::load_contest(&event.app, &event.slug).unwrap();
        assert_eq!(run.contest.match_time(TABLE), Some(time));
    }
}
