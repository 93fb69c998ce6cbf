//! Boards of teams that are played here.

use adjutant_domain::contest::json;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::BoardPlayers;
use adjutant_domain::play::{PlayId, PlayerAction, State};
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, BoardLine, BoardOptions, ContestCommand, NewContest, NewEntrant, NewTeam, RoundCommand,
};
use adjutant_service::live;
use adjutant_service::{App, Error};
use ledger_ratings::Day;

use crate::officials::{league, organizer};
use crate::rounds::deployed;
use crate::support::{ANA, Hall, NOW, Place, actor, on_both_engines};

const SLUG: &str = "league-teams";
const SETTINGS: &str = r#"{"plan": {"template": "round-robin", "entrants": 2, "team_boards": 2},
    "teams": {"sealed": true, "alternates": 1}, "rated": true, "games": {"pace": "600+5"}}"#;
const MATCH: TableId = TableId { stage: 0, round: 0, table: 0 };

/// Ana's team and Ben's, whose round is published; on each second board is a guest.
fn published(app: &App) {
    let settings = json::read_settings(SETTINGS).expect("settings");
    let new = NewContest { name: "Teams".to_owned(), first_day: Day(20_000), settings };
    let slug =
        contests::create_contest(app, &organizer(), "league", &new, NOW).expect("it is made");
    assert_eq!(slug, SLUG);
    let member = |name: &str| NewEntrant { name: name.to_owned(), ..NewEntrant::default() };
    let team = |name: &str, members: [&str; 3]| NewTeam {
        name: name.to_owned(),
        members: members.map(member).to_vec(),
        ..NewTeam::default()
    };
    let both = [
        team("Eagles", ["Player 1", "Gina", "Hugo"]),
        team("Herons", ["Player 2", "Ines", "Player 3"]),
    ];
    contests::register_teams(app, &organizer(), SLUG, &both, false, NOW).expect("they are in");
    for command in [
        ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }),
        ContestCommand::Round(RoundCommand::Pair { stage: 0 }),
        ContestCommand::Round(RoundCommand::Publish { stage: 0, round: 0, draft: None }),
    ] {
        tell(app, command).expect("it is told");
    }
}

fn tell(app: &App, command: ContestCommand) -> Result<contests::CommandOutcome, Error> {
    contests::execute(app, &organizer(), SLUG, &command, NOW)
}

fn board(app: &App, number: usize) -> BoardLine {
    let board = contests::contest_board(app, &Actor::nobody(), SLUG, BoardOptions::default())
        .expect("a board");
    let team = board.stages[0].rounds[0].meetings[0].team.clone().expect("teams meet");
    team.boards[number].clone()
}

fn made(hall: &Hall, number: usize) -> PlayId {
    hall.once(|| board(&hall.app, number).play).id
}

/// The team of Ben has these members on its boards.
fn line_up(app: &App, players: [usize; 2]) -> Result<contests::CommandOutcome, Error> {
    let run = contests::load_contest(app, SLUG).expect("it is run");
    let herons = run.contest.numbered_entrants().find(|(_, one)| one.person.name == "Herons");
    let team = herons.expect("they are there").0;
    tell(
        app,
        ContestCommand::Round(RoundCommand::LineUp {
            stage: MATCH.stage,
            round: MATCH.round,
            table: MATCH.table,
            entrant: team,
            players: BoardPlayers(players.to_vec()),
        }),
    )
}

on_both_engines! {
    fn boards_have_their_games_once_it_is_known_who_plays_and_take_their_results(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        published(&hall.app);
        std::thread::sleep(std::time::Duration::from_millis(1_300));
        assert!(board(&hall.app, 0).play.is_none(), "nobody knows who plays");
        tell(&hall.app, ContestCommand::Round(RoundCommand::Release { stage: 0, round: 0, table: None })).unwrap();
        let play = made(&hall, 0);
        assert!(board(&hall.app, 1).play.is_none(), "guests have no accounts");
        // An official sets right who plays, and the game is another one's.
        line_up(&hall.app, [2, 1]).unwrap();
        hall.until(|| hall.state(&play) == State::Aborted);
        line_up(&hall.app, [0, 1]).unwrap();
        // A game of the line-up in between may have been opened, and goes again.
        hall.until(|| {
            board(&hall.app, 0).play.is_some_and(|one| {
                let seen = live::see(&hall.live, &actor(2), &one.id);
                one.id != play && seen.is_ok_and(|seen| matches!(seen.viewer, live::Viewer::Seat(_)))
            })
        });
        let play = made(&hall, 0);
        deployed(&hall, &play);
        hall.any_ply(&play);
        let refused = line_up(&hall.app, [2, 1]).unwrap_err().to_string();
        assert!(refused.contains("being played on this site"), "{refused}");
        hall.act(&play, ANA, 50, PlayerAction::Resign).unwrap();
        hall.until(|| board(&hall.app, 0).result.is_some());
        let won = board(&hall.app, 0).result.unwrap().winner().unwrap();
        assert_eq!(board(&hall.app, 0).names.unwrap()[won.index()], "Player 2");
        assert!(board(&hall.app, 1).result.is_none());
    }
}
