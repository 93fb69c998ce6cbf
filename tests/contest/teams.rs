//! Teams: a whole Swiss with sealed line-ups, the league's board groups with their championship, a knock-out, and
//! what is refused.

use adjutant_domain::contest::json::read_settings;
use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::{
    BoardPlayers, Captain, SeatedBoard, Team, TeamError, TeamRole,
};
use adjutant_domain::contest::{
    Act, ContestError, ContestSettingsError, EntrantId, EntrantProfile, ResultEntry, SubmittedBy,
    undo,
};
use swiss::points::Points;
use swiss::series::{GameResult, Side};
use swiss::teams::{LineUpFault, Missing};

use crate::event::{DESK, DRAWN, Event, FIRST, SECOND, id, round_id, spot};

const SEALED: &str = r#","teams":{"sealed":true,"alternates":1}"#;
const BOARDS: usize = 3;

/// Settings of a plan of teams on three boards.
fn settings(stage: &str, more: &str) -> String {
    format!(r#"{{"plan":{{"unit":"teams","boards":{BOARDS},"stages":[{stage}]}}{more}}}"#)
}

fn swiss(rounds: usize, more: &str) -> String {
    settings(&format!(r#"{{"name":"Swiss","system":{{"type":"swiss","rounds":{rounds}}}}}"#), more)
}

/// The member of a team on this board, and its alternate on the board behind the last.
fn member(team: u32, board: usize) -> EntrantProfile {
    let number = 10 * team + board as u32;
    EntrantProfile {
        player: number as i32,
        name: format!("P{number}"),
        rating: 2_000 - 10 * number,
        ..EntrantProfile::default()
    }
}

/// Three players and an alternate; the first is the captain.
pub fn team(number: u32) -> Team {
    Team {
        name: format!("Team {number}"),
        club: String::new(),
        province: String::new(),
        captain: Captain::Member(0),
        members: (0..=BOARDS).map(|board| member(number, board)).collect(),
    }
}

fn of(teams: u32, settings: &str) -> Event {
    let mut event = Event::new(settings);
    for number in 1..=teams {
        event.tell(|contest| contest.enter_team(team(number), DESK));
    }
    event
}

const fn table(stage: usize, round: usize, table: usize) -> TableId {
    TableId { stage, round, table }
}

fn players(all: [usize; BOARDS]) -> BoardPlayers {
    BoardPlayers(all.to_vec())
}

fn refused_as(refusal: ContestError) -> TeamError {
    match refusal {
        ContestError::Team(why) => why,
        other => panic!("{other:?} is nothing of teams"),
    }
}

/// The boards of a match end like this.
fn boards(event: &mut Event, (stage, round, table): (usize, usize, usize), ends: &[GameResult]) {
    for (board, result) in ends.iter().enumerate() {
        event.result(spot(stage, round, table, board), *result);
    }
}

/// Who plays on each board of a match, as places in the rosters.
fn seated(event: &Event, (stage, round, table): (usize, usize, usize)) -> Vec<[usize; 2]> {
    let seats = event
        .contest
        .seated_boards(round_id(stage, round).table(table))
        .expect("the line-ups are released");
    seats.iter().map(|seat: &SeatedBoard| seat.players).collect()
}

/// Match points and the other points of a team, in whole points.
fn points(event: &Event, stage: usize, number: u32) -> (i32, String) {
    let table = event.contest.group_tournament(stage, 0, usize::MAX).expect("it has a table");
    let standings = table.standings();
    let at = table.entrants.iter().position(|one| one.0 == number).expect("it is in the stage");
    let row = standings.rows().iter().find(|row| row.entrant == at).expect("it stands somewhere");
    (row.points.0 / 10, row.values[0].map(|value| value.to_string()).unwrap_or_default())
}

#[test]
fn a_team_swiss_is_won_by_match_points_then_board_points() {
    let mut event = of(4, &swiss(3, ""));
    event.begin(0);
    // Team 1 wins all matches by a board; Team 2 loses to it and wins the others by three.
    while !event.contest.is_stage_over(0) {
        let round = event.next_round(0);
        for (at, sides) in event.sides(0, round).into_iter().enumerate() {
            let ends = match sides {
                [1, _] => [FIRST, DRAWN, DRAWN],
                [_, 1] => [SECOND, DRAWN, DRAWN],
                [2, _] => [FIRST, FIRST, FIRST],
                [_, 2] => [SECOND, SECOND, SECOND],
                [one, other] if one < other => [FIRST, FIRST, SECOND],
                _ => [SECOND, SECOND, FIRST],
            };
            boards(&mut event, (0, round, at), &ends);
        }
    }
    assert_eq!(event.order(0, 0), [1, 2, 3, 4]);
    // Two points a match, and two a game: four boards' points of each of Team 1's matches.
    assert_eq!(points(&event, 0, 1), (6, "12".to_owned()));
    assert_eq!(points(&event, 0, 2), (4, "14".to_owned()));
    event.check();
}

#[test]
fn equal_match_points_are_told_apart_by_board_points_and_the_working_says_how() {
    let mut event = of(4, &swiss(1, ""));
    event.begin(0);
    event.next_round(0);
    let sides = event.sides(0, 0);
    boards(&mut event, (0, 0, 0), &[FIRST, FIRST, SECOND]);
    boards(&mut event, (0, 0, 1), &[FIRST, FIRST, FIRST]);
    let [high, low] = [sides[1][0], sides[0][0]];
    assert_eq!(event.standings(0, 0)[..2], [(1, high), (2, low)]);
    let table = event.contest.group_tournament(0, 0, usize::MAX).expect("it has a table");
    assert_eq!(table.regulations.criteria[0].to_string(), "MPvGP");
    let at = table.entrants.iter().position(|one| one.0 == high).expect("it is in the stage");
    let working = table.standings().working(at, 0);
    assert_eq!(working.contributions.len(), 1);
    assert_eq!(working.contributions[0].amount.to_string(), "6", "three games won");
}

#[test]
fn the_first_team_has_white_on_every_second_board() {
    let mut event = of(2, &swiss(1, ""));
    event.begin(0);
    event.next_round(0);
    let seats = event.contest.seated_boards(round_id(0, 0).table(0)).expect("they are not sealed");
    let white: Vec<Side> = seats.iter().map(|seat| seat.white).collect();
    assert_eq!(white, [Side::First, Side::Second, Side::First]);
    assert_eq!(seated(&event, (0, 0, 0)), [[0, 0], [1, 1], [2, 2]]);
}

#[test]
fn sealed_line_ups_are_known_when_both_are_in_and_not_before() {
    let mut event = of(2, &swiss(1, SEALED));
    event.begin(0);
    event.next_round(0);
    let [one, other] = event.sides(0, 0)[0].map(EntrantId);
    let at = table(0, 0, 0);
    let entry = event.entry(spot(0, 0, 0, 0), FIRST);
    let early = event.refused(|contest| contest.enter_result(&entry));
    assert_eq!(refused_as(early), TeamError::LineUpsNotReleased);
    event.tell(|contest| contest.submit_line_up(at, one, players([3, 1, 2]), SubmittedBy::Entrant));
    assert_eq!(event.contest.seated_boards(round_id(0, 0).table(0)), None, "nobody sees who plays");
    let said = format!("{:?}", event.facts.last());
    assert!(said.contains("Players") && !said.contains("[3"), "{said}");
    // As long as the other is not in, the captain may think again.
    event.tell(|contest| contest.submit_line_up(at, one, players([0, 3, 2]), SubmittedBy::Entrant));
    event.tell(|contest| {
        contest.submit_line_up(at, other, players([2, 1, 0]), SubmittedBy::Entrant)
    });
    assert_eq!(seated(&event, (0, 0, 0)), [[0, 2], [3, 1], [2, 0]]);
    let late = event.refused(|contest| {
        contest.submit_line_up(at, one, players([0, 1, 2]), SubmittedBy::Entrant)
    });
    assert_eq!(refused_as(late), TeamError::LineUpLocked);
    boards(&mut event, (0, 0, 0), &[FIRST, SECOND, DRAWN]);
    assert!(event.contest.is_stage_over(0));
    event.check();
}

#[test]
fn a_team_without_a_line_up_plays_in_roster_order() {
    let mut event = of(4, &swiss(1, SEALED));
    event.begin(0);
    event.next_round(0);
    let one = EntrantId(event.sides(0, 0)[0][1]);
    event.tell(|contest| {
        contest.submit_line_up(table(0, 0, 0), one, players([1, 2, 3]), SubmittedBy::Entrant)
    });
    let first = event.facts.len() + 1;
    let facts = event.tell(|contest| contest.release_line_ups(round_id(0, 0), None));
    let act = Act { first, last: event.facts.len() };
    assert_eq!(undo(&event.facts, act), Err(ContestError::NotUndoable), "both have seen them");
    assert_eq!(facts.len(), 2, "both matches wait");
    assert_eq!(seated(&event, (0, 0, 0)), [[0, 1], [1, 2], [2, 3]]);
    assert_eq!(seated(&event, (0, 0, 1)), [[0, 0], [1, 1], [2, 2]]);
    assert_eq!(
        event.tell(|contest| contest.release_line_ups(round_id(0, 0), None)),
        [],
        "it is done"
    );
}

#[test]
fn an_official_sets_right_who_plays_on_boards_without_a_result_alone() {
    let mut event = of(2, &swiss(1, ""));
    event.begin(0);
    event.next_round(0);
    let (at, one) = (table(0, 0, 0), EntrantId(event.sides(0, 0)[0][0]));
    event.result(spot(0, 0, 0, 0), FIRST);
    let captain = event.refused(|contest| {
        contest.submit_line_up(at, one, players([0, 3, 2]), SubmittedBy::Entrant)
    });
    assert_eq!(refused_as(captain), TeamError::LineUpLocked);
    let played = event.refused(|contest| contest.submit_line_up(at, one, players([3, 1, 2]), DESK));
    assert_eq!(refused_as(played), TeamError::LineUpLocked);
    event.tell(|contest| contest.submit_line_up(at, one, players([0, 3, 2]), DESK));
    assert_eq!(seated(&event, (0, 0, 0)), [[0, 0], [3, 1], [2, 2]]);
}

#[test]
fn a_line_up_is_of_members_one_on_each_board() {
    let mut event = of(2, &swiss(1, ""));
    event.begin(0);
    event.next_round(0);
    let (at, one) = (table(0, 0, 0), EntrantId(event.sides(0, 0)[0][0]));
    let fault = |all: Vec<usize>| {
        refused_as(event.refused(|contest| {
            contest.submit_line_up(at, one, BoardPlayers(all), SubmittedBy::Entrant)
        }))
    };
    assert_eq!(fault(vec![0, 1]), TeamError::LineUp(LineUpFault::Boards(3)));
    assert_eq!(fault(vec![0, 1, 9]), TeamError::LineUp(LineUpFault::NoMember(9)));
    assert_eq!(fault(vec![0, 1, 0]), TeamError::LineUp(LineUpFault::Twice(0)));
    let strangers =
        event.refused(|contest| contest.submit_line_up(at, id(9), players([0, 1, 2]), DESK));
    assert_eq!(strangers, ContestError::PairingChanged);
}

#[test]
fn a_board_is_lost_by_default_and_so_is_a_match() {
    let mut event = of(4, &swiss(1, SEALED));
    event.begin(0);
    event.next_round(0);
    event.tell(|contest| contest.release_line_ups(round_id(0, 0), Some(0)));
    let absent = GameResult::Default { absent: Side::First };
    boards(&mut event, (0, 0, 0), &[absent, FIRST, FIRST]);
    let sides = event.sides(0, 0)[1].map(EntrantId);
    let first = Some(Side::First);
    event.tell(|contest| contest.default_match(table(0, 0, 1), sides, first));
    let table_of = event.contest.group_tournament(0, 0, usize::MAX).expect("the round is over");
    let entry = |id: EntrantId| {
        let at = table_of.entrants.iter().position(|one| *one == id).expect("it is there");
        table_of.tournament.entrants[at].entries[0]
    };
    assert!(!entry(sides[0]).is_played(), "nobody of them came");
    let [won, _] = event.sides(0, 0)[0];
    assert!(entry(EntrantId(won)).is_played(), "two of them did");
    assert_eq!(points(&event, 0, won), (2, "4".to_owned()));
    let again =
        event.refused(|contest| contest.default_match(table(0, 0, 1), sides, Some(Side::First)));
    assert_eq!(again, ContestError::GameNotOpen);
}

#[test]
fn a_team_that_is_not_seen_loses_its_boards_when_the_grace_is_over() {
    let mut event = of(2, &swiss(1, r#","check_in":true,"teams":{"sealed":true}"#));
    for number in [1, 2] {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.begin(0);
    event.next_round(0);
    event.tell(|contest| contest.set_present(id(2), false));
    event.tell(|contest| contest.default_no_shows(round_id(0, 0), &[]));
    assert!(event.contest.is_stage_over(0));
    assert_eq!(event.order(0, 0), [1, 2]);
    event.check();
}

#[test]
fn a_team_that_withdraws_loses_a_match_when_it_forfeits_it() {
    let mut event = of(4, &swiss(2, SEALED));
    event.begin(0);
    event.next_round(0);
    let [one, other] = event.sides(0, 0)[0];
    event.tell(|contest| contest.withdraw(id(other), false));
    assert!(!event.contest.stages[0].rounds[0].meetings[0].is_over(), "its match is played");
    let at = adjutant_domain::contest::scheduling::TableId { stage: 0, round: 0, table: 0 };
    event.tell(|contest| contest.forfeit(id(other), at));
    assert!(event.contest.stages[0].rounds[0].meetings[0].is_over());
    event.tell(|contest| contest.release_line_ups(round_id(0, 0), Some(1)));
    boards(&mut event, (0, 0, 1), &[FIRST, FIRST, DRAWN]);
    assert_eq!(points(&event, 0, one).0, 2);
    event.check();
}

#[test]
fn the_league_s_team_event_has_board_groups_and_a_championship_of_each_against_each() {
    let json = r#"{"plan":{"template":"team-event","entrants":4,"team_boards":3}}"#;
    let mut event = of(4, json);
    event.begin(0);
    // On each board the member of the team with the lower number wins, but on the last those of Team 4 do.
    while !event.contest.is_stage_over(0) {
        let round = event.next_round(0);
        for (at, [one, other]) in event.sides(0, round).into_iter().enumerate() {
            let usual = if one < other { FIRST } else { SECOND };
            let last = match (one, other) {
                (4, _) => FIRST,
                (_, 4) => SECOND,
                _ => usual,
            };
            boards(&mut event, (0, round, at), &[usual, usual, last]);
        }
    }
    // Nine games each: 8 wins of Team 1 are 16 points; Team 4 has won three games on its last board.
    let all: Vec<i32> = [1, 2, 3, 4].map(|number| points(&event, 0, number).0).into();
    assert_eq!(all, [16, 10, 4, 6]);
    assert_eq!(event.order(0, 0), [1, 2, 4, 3]);
    let of_board = |board: usize| -> Vec<(u32, i32)> {
        let scores = event.contest.board_scores(0);
        let own = scores.iter().filter(|one| one.board == board);
        own.map(|one| (one.team.0, one.points.0 / 10)).collect()
    };
    assert_eq!(of_board(0), [(1, 6), (2, 4), (3, 2), (4, 0)]);
    assert_eq!(of_board(2), [(4, 6), (1, 4), (2, 2), (3, 0)]);

    event.begin(1);
    let mut met = Vec::new();
    for round in 0..BOARDS {
        assert_eq!(event.next_round(1), round);
        assert_eq!(event.sides(1, round), [[1, 2]]);
        met.extend(seated(&event, (1, round, 0)));
        boards(&mut event, (1, round, 0), &[FIRST, DRAWN, SECOND]);
    }
    met.sort_unstable();
    let each: Vec<[usize; 2]> =
        (0..BOARDS).flat_map(|one| (0..BOARDS).map(move |other| [one, other])).collect();
    assert_eq!(met, each, "each meets each");
    assert!(event.contest.is_stage_over(1));
    assert_eq!(event.standings(1, 0), [(1, 1), (1, 2)], "nine points each");
    // Captains name a player for a game that decides.
    event.tell(|contest| contest.record_play_off(1, id(2), id(1)));
    assert_eq!(event.order(1, 0), [2, 1]);
    assert_eq!(event.contest.board_scores(1)[0].points, Points(60), "three games won");
    event.tell(|contest| contest.set_ended(true));
    event.check();
}

#[test]
fn in_board_groups_everybody_keeps_his_board_and_alternates_stand_in() {
    let json = r#"{"plan":{"template":"team-event","entrants":4,"team_boards":3},"teams":{"sealed":true}}"#;
    let mut event = of(4, json);
    event.begin(0);
    event.next_round(0);
    let (at, one) = (table(0, 0, 0), EntrantId(event.sides(0, 0)[0][0]));
    assert!(
        event.contest.seated_boards(round_id(0, 0).table(0)).is_some(),
        "nothing is sealed there"
    );
    let captain = event.refused(|contest| {
        contest.submit_line_up(at, one, players([0, 1, 3]), SubmittedBy::Entrant)
    });
    assert_eq!(refused_as(captain), TeamError::FixedBoards);
    let moved = event.refused(|contest| contest.submit_line_up(at, one, players([1, 0, 2]), DESK));
    assert_eq!(refused_as(moved), TeamError::FixedBoards);
    event.tell(|contest| contest.submit_line_up(at, one, players([0, 1, 3]), DESK));
    assert_eq!(seated(&event, (0, 0, 0))[2], [3, 2]);
}

#[test]
fn a_drawn_match_of_a_knock_out_goes_on_until_a_game_breaks_the_tie() {
    let stage = r#"{"name":"Cup","system":{"type":"knock-out"}}"#;
    let mut event = of(2, &settings(stage, ""));
    event.begin(0);
    event.next_round(0);
    boards(&mut event, (0, 0, 0), &[FIRST, DRAWN, SECOND]);
    let tied = |event: &Event| {
        event.contest.stages[0].rounds[0].meetings[0]
            .team
            .as_ref()
            .expect("teams meet")
            .needs_decider()
    };
    assert!(tied(&event) && !event.contest.is_stage_over(0));
    event.result(spot(0, 0, 0, 3), DRAWN);
    event.result(spot(0, 0, 0, 4), SECOND);
    assert!(!tied(&event));
    assert_eq!(event.champion(0), Some(event.sides(0, 0)[0][1]));
    // A board that was read wrongly decides the match, and the games behind it count for nothing.
    event.result(spot(0, 0, 0, 1), FIRST);
    assert_eq!(event.champion(0), Some(event.sides(0, 0)[0][0]));
    event.check();
}

#[test]
fn a_bye_is_worth_a_match_and_a_draw_on_each_board() {
    let mut event = of(3, &swiss(1, ""));
    event.begin(0);
    event.next_round(0);
    boards(&mut event, (0, 0, 0), &[FIRST, FIRST, FIRST]);
    let bye = event.contest.stages[0].rounds[0].byes[0].0;
    assert_eq!(points(&event, 0, bye), (2, "3".to_owned()));
}

#[test]
fn both_of_a_board_say_what_came_of_it() {
    let mut event = of(2, &swiss(1, r#","players_report":true"#));
    event.begin(0);
    event.next_round(0);
    let [one, other] = event.sides(0, 0)[0];
    let role = |team: u32, board: usize| {
        event.contest.team_role_of(member(team, board).player).expect("he is in it")
    };
    let (second, theirs, captain) = (role(one, 1), role(other, 1), role(other, 0));
    assert_eq!(captain, TeamRole { team: id(other), member: Some(0), is_captain: true });
    let board = spot(0, 0, 0, 1);
    event.tell(|contest| contest.report_board_result(board, second, DRAWN));
    let stranger = role_of_alternate(&event, other);
    let not_his = event.refused(|contest| contest.report_board_result(board, stranger, DRAWN));
    assert_eq!(not_his, ContestError::NotAtThisTable);
    event.tell(|contest| contest.report_board_result(board, theirs, FIRST));
    assert!(event.contest.stages[0].rounds[0].meetings[0].is_disputed());
    event.tell(|contest| contest.report_board_result(board, captain, DRAWN));
    assert_eq!(event.contest.stages[0].rounds[0].meetings[0].result_of(1), Some(DRAWN));
    event.check();
}

fn role_of_alternate(event: &Event, team: u32) -> TeamRole {
    event.contest.team_role_of(member(team, BOARDS).player).expect("he is in it")
}

#[test]
fn a_roster_has_its_players_once_and_not_too_many() {
    let mut event = Event::new(&swiss(3, r#","teams":{"alternates":1}"#));
    let short = Team { members: vec![member(1, 0)], ..team(1) };
    let refused = event.refused(|contest| contest.enter_team(short, DESK));
    assert_eq!(refused_as(refused), TeamError::TooFewMembers(2));
    let long = Team { members: (0..5).map(|board| member(1, board)).collect(), ..team(1) };
    let refused = event.refused(|contest| contest.enter_team(long, DESK));
    assert_eq!(refused_as(refused), TeamError::TooManyMembers(4));
    let none = Team { captain: Captain::Member(9), ..team(1) };
    let refused = event.refused(|contest| contest.enter_team(none, DESK));
    assert_eq!(refused_as(refused), TeamError::NoCaptain);
    event.tell(|contest| contest.enter_team(team(1), DESK));
    let same = Team { name: "TEAM 1".to_owned(), ..team(2) };
    assert_eq!(
        event.refused(|contest| contest.enter_team(same, DESK)),
        ContestError::AlreadyRegistered(id(1))
    );
    let mut thief = team(2);
    thief.members[2] = member(1, 2);
    let refused = event.refused(|contest| contest.enter_team(thief, DESK));
    assert_eq!(refused_as(refused), TeamError::DuplicateName("P12".to_owned()));
    let person = event.refused(|contest| contest.register(member(9, 0), DESK));
    assert_eq!(refused_as(person), TeamError::WrongUnit);
    let refused = Event::swiss(4, 2).refused(|contest| contest.enter_team(team(9), DESK));
    assert_eq!(refused_as(refused), TeamError::WrongUnit);
}

#[test]
fn a_team_whose_players_have_gone_elsewhere_does_not_come_back() {
    let mut event = of(2, &swiss(1, ""));
    event.tell(|contest| contest.withdraw(id(1), false));
    assert_eq!(event.contest.team_role_of(member(1, 0).player), None, "they are free");
    let mut other = team(3);
    other.members[1] = member(1, 1);
    event.tell(|contest| contest.enter_team(other, DESK));
    let back = event.refused(|contest| contest.admit(id(1)));
    assert_eq!(refused_as(back), TeamError::DuplicateName("P11".to_owned()));
    event.tell(|contest| contest.withdraw(id(3), false));
    event.tell(|contest| contest.admit(id(1)));
    event.check();
}

#[test]
fn captains_register_and_amend_while_it_is_open_and_until_it_begins() {
    let mut event = Event::new(&swiss(1, ""));
    assert_eq!(
        event.refused(|contest| contest.enter_team(team(1), SubmittedBy::Entrant)),
        ContestError::RegistrationClosed
    );
    event.tell(|contest| contest.set_registration_open(true));
    event.tell(|contest| contest.enter_team(team(1), SubmittedBy::Entrant));
    event.tell(|contest| contest.enter_team(team(2), SubmittedBy::Entrant));
    let mut other = team(1);
    other.members.swap(0, 1);
    event.tell(|contest| contest.amend_team(id(1), other.clone(), SubmittedBy::Entrant));
    assert_eq!(event.contest.entrants[0].person.rating, team(1).as_entrant(BOARDS).rating);
    event.begin(0);
    let late = event.refused(|contest| contest.amend_team(id(1), team(1), SubmittedBy::Entrant));
    assert_eq!(refused_as(late), TeamError::RosterLocked);
    let moved = event.refused(|contest| contest.amend_team(id(1), team(1), DESK));
    assert_eq!(refused_as(moved), TeamError::RosterLocked);
    other.members.push(member(1, 7));
    event.tell(|contest| contest.amend_team(id(1), other, DESK));
    event.check();
}

#[test]
fn a_required_share_of_lower_titles_holds_for_rosters_and_line_ups() {
    let json = swiss(1, r#","teams":{"share":{"at_least":1,"title_at_most":6}}"#);
    let mut event = Event::new(&json);
    let titled = |number: u32, titles: [u8; BOARDS + 1]| {
        let mut team = team(number);
        for (one, title) in team.members.iter_mut().zip(titles) {
            one.title = Some(title);
        }
        team
    };
    let proud = titled(1, [9, 9, 7, 6]);
    let refused = event.refused(|contest| contest.enter_team(proud.clone(), DESK));
    assert_eq!(refused_as(refused), TeamError::TitleShare(Missing { has: 0, needs: 1 }));
    event.tell(|contest| contest.enter_team(titled(1, [9, 9, 6, 7]), DESK));
    let second = titled(2, [9, 9, 7, 6]);
    event.tell(|contest| {
        contest.enter_team(second, SubmittedBy::Official { waives_eligibility: true })
    });
    event.begin(0);
    event.next_round(0);
    let at = table(0, 0, 0);
    let high = event.refused(|contest| {
        contest.submit_line_up(at, id(1), players([0, 1, 3]), SubmittedBy::Entrant)
    });
    assert_eq!(refused_as(high), TeamError::TitleShare(Missing { has: 0, needs: 1 }));
    event.tell(|contest| {
        contest.submit_line_up(at, id(2), players([0, 1, 3]), SubmittedBy::Entrant)
    });
}

#[test]
fn a_corrected_board_makes_the_next_round_stale() {
    let mut event = of(4, &swiss(2, ""));
    event.begin(0);
    event.next_round(0);
    for at in [0, 1] {
        boards(&mut event, (0, 0, at), &[FIRST, FIRST, SECOND]);
    }
    event.next_round(0);
    let sides = event.sides(0, 0)[0].map(EntrantId);
    let entry = ResultEntry {
        spot: spot(0, 0, 0, 0),
        sides,
        expected: Some(FIRST),
        result: Some(SECOND),
        reason: "the slip was read upside down".to_owned(),
    };
    event.tell(|contest| contest.enter_result(&entry));
    assert!(event.contest.stages[0].rounds[1].stale);
    assert_eq!(points(&event, 0, sides[1].0).0, 2);
    event.check();
}

#[test]
fn a_knock_out_of_teams_is_one_match_and_boards_stay_while_teams_are_registered() {
    let series = r#"{"name":"Cup","system":{"type":"knock-out"},"series":{"format":"games","count":2,"extras":[{"extra":"until-won"}]}}"#;
    let read = read_settings(&settings(series, "")).expect("it is well written");
    assert!(read.validate().contains(&ContestSettingsError::TeamSeries), "{:?}", read.validate());
    let event = of(2, &swiss(1, ""));
    let mut other = event.contest.settings.clone();
    other.plan.unit = swiss::stage::Unit::Teams { boards: 2 };
    assert_eq!(event.refused(|contest| contest.change_settings(other)), ContestError::PlanLocked);
}
