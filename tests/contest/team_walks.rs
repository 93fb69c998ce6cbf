//! Any commands of an event of teams, in any order: what they give makes sense and adds up.

use adjutant_domain::contest::scheduling::TableId;
use adjutant_domain::contest::teams::BoardPlayers;
use adjutant_domain::contest::{
    Contest, ContestError, ContestFact, GameSlot, ResultEntry, SubmittedBy,
};
use swiss::series::Side;

use crate::event::{DESK, Event, id, round_id};
use crate::random::Random;
use crate::teams::team;
use crate::walks::is_sound;

const STEPS: usize = 160;

fn settings(random: &mut Random) -> String {
    let system = random.of(&[
        r#"{"type":"swiss","rounds":3}"#,
        r#"{"type":"round-robin"}"#,
        r#"{"type":"knock-out"}"#,
        r#"{"type":"board-groups"}"#,
    ]);
    let more = random.of(&[
        r#","teams":{"sealed":true},"check_in":true"#,
        r#","teams":{"sealed":true},"players_report":true"#,
        r#","players_report":true"#,
    ]);
    let last = r#"{"name":"Last","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"scheveningen"}}"#;
    let first = format!(r#"{{"name":"First","system":{system}}}"#);
    format!(r#"{{"plan":{{"unit":"teams","boards":3,"stages":[{first},{last}]}}{more}}}"#)
}

/// Something that somebody might do.
fn command(random: &mut Random, contest: &Contest) -> Result<Vec<ContestFact>, ContestError> {
    let who = id(1 + random.below(contest.entrants.len() as u64 + 1) as u32);
    let by = random.of(&[DESK, SubmittedBy::Entrant]);
    let stage = random.up_to(contest.stages.len());
    let rounds = contest.stages[stage].rounds.len();
    let last = rounds.saturating_sub(1);
    let round = if random.below(4) == 0 { random.up_to(rounds + 1) } else { last };
    match random.below(40) {
        0 => contest.enter_team(team(1 + random.below(9) as u32), by),
        1 => {
            let mut other = team(who.0);
            other.members.pop();
            contest.amend_team(who, other, by)
        }
        2 if random.below(3) == 0 => contest.withdraw(who, false),
        2 => contest.forfeit(who, TableId { stage, round, table: random.up_to(3) }),
        3 => contest.admit(who),
        4 => contest.set_present(who, random.below(4) > 0),
        5 => contest.join_stage(stage, who),
        6 if random.coin() => contest.take_back_round(round_id(stage, round), random.coin()),
        7 => contest.restore_round(stage),
        8 => contest.default_no_shows(round_id(stage, round), &[]),
        9 => contest.record_play_off(stage, who, id(1)),
        10 | 11 => contest.start_stage(stage, random.coin()),
        12..=15 => contest.pair_round(stage),
        16..=19 => contest.publish_round(round_id(stage, round)),
        20 | 21 => contest.release_line_ups(round_id(stage, round), random.coin().then_some(0)),
        _ => of_table(random, contest, stage, round),
    }
}

fn of_table(
    random: &mut Random,
    contest: &Contest,
    stage: usize,
    round: usize,
) -> Result<Vec<ContestFact>, ContestError> {
    let round_of = contest.stages[stage].rounds.get(round);
    let Some(meetings) = round_of.map(|round| &round.meetings).filter(|all| !all.is_empty()) else {
        return Ok(Vec::new());
    };
    let table = random.up_to(meetings.len());
    let (meeting, at) = (&meetings[table], TableId { stage, round, table });
    let own = meeting.sides[random.up_to(2)];
    match random.below(8) {
        0 | 1 => {
            let mut players = vec![0, 1, 2];
            players[random.up_to(3)] = random.up_to(4);
            contest.submit_line_up(
                at,
                own,
                BoardPlayers(players),
                random.of(&[DESK, SubmittedBy::Entrant]),
            )
        }
        2 if random.coin() => {
            let absent = random.of(&[None, Some(Side::First), Some(Side::Second)]);
            contest.default_match(at, meeting.sides, absent)
        }
        kind => {
            let team = meeting.team.as_ref().expect("teams meet");
            let open: Vec<usize> = team.open_games().collect();
            let game =
                if open.is_empty() { random.up_to(4) } else { open[random.up_to(open.len())] };
            let spot = GameSlot { stage, round, table, game };
            if kind == 3 {
                let roster = contest.entrant(own).and_then(|one| one.team.as_ref());
                let player = roster.map_or(0, |team| team.members[random.up_to(3)].player);
                let role = contest.team_role_of(player).ok_or(ContestError::NotAtThisTable)?;
                return contest.report_board_result(spot, role, random.result());
            }
            contest.enter_result(&ResultEntry {
                spot,
                sides: meeting.sides,
                expected: meeting.result_of(game),
                result: (random.below(12) > 0).then(|| random.result()),
                reason: "because".to_owned(),
            })
        }
    }
}

/// A seat is told of released matches alone, and with members who are there.
fn seats_are_sound(contest: &Contest) {
    for (stage, state) in contest.stages.iter().enumerate() {
        for (round, of) in state.rounds.iter().enumerate() {
            for (table, meeting) in of.meetings.iter().enumerate() {
                let team = meeting.team.as_ref().expect("teams meet");
                let seats = contest.seated_boards(round_id(stage, round).table(table));
                assert_eq!(seats.is_some(), team.is_released());
                for (side, seat) in seats.iter().flatten().flat_map(|seat| [(0, seat), (1, seat)]) {
                    let roster =
                        contest.entrant(meeting.sides[side]).and_then(|one| one.team.as_ref());
                    assert!(seat.players[side] < roster.expect("it is a team").members.len());
                }
            }
        }
        let all: usize = contest.board_scores(stage).iter().map(|one| one.games).sum();
        assert!(all.is_multiple_of(2), "each game is one of both");
    }
}

#[test]
fn any_commands_of_teams_give_facts_that_make_sense_and_add_up() {
    let (mut done, mut over) = (0, 0);
    for seed in 0..120 {
        let mut random = Random(seed);
        let mut event = Event::new(&settings(&mut random));
        for number in 1..=3 + random.below(3) as u32 {
            event.tell(|contest| contest.enter_team(team(number), DESK));
            event.tell(|contest| contest.set_present(id(number), true));
        }
        for _ in 0..STEPS {
            let Ok(facts) = command(&mut random, &event.contest) else { continue };
            let after = event.contest.with_facts(&facts);
            event.contest =
                after.unwrap_or_else(|fault| panic!("seed {seed}: {fault:?} of {facts:?}"));
            done += facts.len();
            event.facts.extend(facts);
            is_sound(&event.contest);
            seats_are_sound(&event.contest);
        }
        event.check();
        over += (0..2).filter(|stage| event.contest.is_stage_over(*stage)).count();
    }
    // The walks come somewhere.
    assert!(done > 2_000 && over > 10, "{done} facts, {over} stages");
}
