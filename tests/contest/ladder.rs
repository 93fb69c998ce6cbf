//! Ladders: challenges, places that are won and lost by them, and what time does.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_domain::contest::json::{read_settings, write_settings};
use adjutant_domain::contest::{
    Act, ChallengeAnswer, ChallengeEnd, ChallengeRefusal, Contest, ContestError, ContestFact,
    EntrantId, EntrantProfile, ResultEntry, facts_in_force, undo,
};
use adjutant_domain::moment::{DAY, HOUR, Micros};
use swiss::ladder::Rules;
use swiss::series::{GameResult, Side};
use swiss::stage::System;

use crate::event::{DESK, DRAWN, Event, FIRST, SECOND, id, player, round_id, spot, stages};
use crate::random::Random;

const START: Micros = Micros(1_800_000_000_000_000);

fn ladder(players: u32, rules: &str, more: &str) -> Event {
    let ladder = format!(r#"{{"name":"Ladder","system":{{"type":"ladder"{rules}}}}}"#);
    let mut event = Event::of(players, &stages(&ladder, more));
    at(
        &mut event,
        START,
        |contest| Ok(contest.with_ladder_round(0, contest.start_stage(0, true)?)),
    );
    event
}

/// Does something, as the site does: with what follows.
fn at(
    event: &mut Event,
    now: Micros,
    command: impl FnOnce(&Contest) -> Result<Vec<ContestFact>, ContestError>,
) -> Vec<ContestFact> {
    event.tell(|contest| Ok(contest.with_new_pairs(command(contest)?, now)))
}

fn challenge(event: &mut Event, one: u32, other: u32, now: Micros) {
    at(event, now, |contest| contest.challenge_own(id(one), id(other), now));
}

fn accept(event: &mut Event, own: u32, now: Micros) {
    at(event, now, |contest| answer(contest, own, ChallengeAnswer::Accept, now));
}

/// Answers the open challenge, whoever the other is.
fn answer(
    contest: &Contest,
    own: u32,
    answer: ChallengeAnswer,
    now: Micros,
) -> Result<Vec<ContestFact>, ContestError> {
    let open = contest.open_challenge(0, id(own));
    let other = open.map_or(id(own), |one| {
        if one.challenger == id(own) { one.challenged } else { one.challenger }
    });
    contest.answer_own((id(own), other), answer, now)
}

/// The challenger's game: the last table.
fn play(event: &mut Event, winner: Option<u32>, now: Micros) {
    let table = event.contest.stages[0].rounds[0].meetings.len() - 1;
    decide(event, table, winner, now);
}

fn decide(event: &mut Event, table: usize, winner: Option<u32>, now: Micros) {
    let sides = event.contest.stages[0].rounds[0].meetings[table].sides;
    let result = match winner {
        None => DRAWN,
        Some(winner) if sides[0] == id(winner) => FIRST,
        Some(_) => SECOND,
    };
    let entry = event.entry(spot(0, 0, table, 0), result);
    at(event, now, |contest| contest.enter_result(&entry));
}

fn line(event: &Event) -> Vec<u32> {
    let places = event.contest.ladder_places(0).expect("it is a ladder");
    places.line.iter().map(|id| id.0).collect()
}

fn closed(facts: &[ContestFact]) -> Vec<(ChallengeEnd, Micros)> {
    let closed = facts.iter().filter_map(|fact| match fact {
        ContestFact::ChallengeClosed { how, at, .. } => Some((*how, *at)),
        _ => None,
    });
    closed.collect()
}

#[test]
fn a_challenger_who_wins_takes_the_place_and_those_between_move_down() {
    let mut event = ladder(6, "", "");
    assert_eq!(line(&event), [1, 2, 3, 4, 5, 6]);
    challenge(&mut event, 5, 2, START);
    accept(&mut event, 2, START + HOUR);
    assert_eq!(event.contest.stages[0].rounds[0].meetings[0].sides, [id(5), id(2)]);
    play(&mut event, Some(5), START + DAY);
    assert_eq!(line(&event), [1, 5, 2, 3, 4, 6]);
    assert_eq!(event.standings(0, 0)[1], (2, 5), "the standings are the places");
    challenge(&mut event, 6, 4, START + DAY);
    accept(&mut event, 4, START + DAY);
    play(&mut event, None, START + DAY);
    challenge(&mut event, 3, 1, START + DAY);
    accept(&mut event, 1, START + DAY);
    play(&mut event, Some(1), START + DAY);
    assert_eq!(line(&event), [1, 5, 2, 3, 4, 6], "a draw and a loss change nothing");
    event.check();
}

#[test]
fn nobody_is_challenged_out_of_reach_twice_at_once_or_again_too_soon() {
    let mut event = ladder(6, "", "");
    let refusal = |event: &Event, one, other, now| {
        event.contest.challenge_refusal(0, (id(one), id(other)), now)
    };
    let reach = Some(ChallengeRefusal::OutOfReach { reach: 3 });
    assert_eq!(refusal(&event, 5, 1, START), reach);
    assert_eq!(refusal(&event, 1, 2, START), reach, "nobody challenges those below");
    assert_eq!(refusal(&event, 2, 2, START), reach);
    assert_eq!(
        event.refused(|contest| contest.challenge(0, id(5), id(1), START)),
        ContestError::OutOfReach { reach: 3 }
    );
    challenge(&mut event, 5, 2, START);
    assert_eq!(refusal(&event, 5, 3, START), Some(ChallengeRefusal::OwnChallengeOpen));
    assert_eq!(refusal(&event, 4, 2, START), Some(ChallengeRefusal::OtherChallengeOpen));
    assert_eq!(refusal(&event, 6, 5, START), Some(ChallengeRefusal::OtherChallengeOpen));
    accept(&mut event, 2, START);
    play(&mut event, Some(2), START + DAY);
    let until = START + 15 * DAY;
    assert_eq!(
        refusal(&event, 5, 2, until - 1),
        Some(ChallengeRefusal::TooSoon { days: 14, until })
    );
    assert_eq!(refusal(&event, 5, 2, until), None);
    event.check();
}

#[test]
fn who_refuses_or_is_silent_loses_the_place_unless_nothing_is_to_happen() {
    let mut event = ladder(4, "", "");
    challenge(&mut event, 4, 2, START);
    at(&mut event, START, |contest| answer(contest, 2, ChallengeAnswer::Refuse, START));
    assert_eq!(line(&event), [1, 4, 2, 3]);
    challenge(&mut event, 3, 1, START);
    let deadline = START + 3 * DAY;
    assert_eq!(event.contest.next_due_at(), Some(deadline));
    let late = deadline + 9 * DAY;
    assert_eq!(
        event.refused(|contest| answer(contest, 1, ChallengeAnswer::Accept, late)),
        ContestError::NoChallenge
    );
    let facts = at(&mut event, late, |_| Ok(Vec::new()));
    assert_eq!(closed(&facts), [(ChallengeEnd::Unanswered, deadline)], "at its own time");
    assert_eq!(line(&event), [3, 1, 4, 2]);
    event.check();
    let mut event = ladder(4, r#","forfeits":false"#, "");
    challenge(&mut event, 4, 2, START);
    at(&mut event, deadline, |_| Ok(Vec::new()));
    challenge(&mut event, 3, 1, deadline);
    at(&mut event, deadline, |contest| answer(contest, 1, ChallengeAnswer::Refuse, deadline));
    challenge(&mut event, 4, 3, deadline);
    at(&mut event, deadline, |contest| answer(contest, 4, ChallengeAnswer::Withdraw, deadline));
    assert_eq!(line(&event), [1, 2, 3, 4]);
    event.check();
}

#[test]
fn only_the_challenged_answers_and_only_the_challenger_takes_it_back() {
    let mut event = ladder(4, "", "");
    challenge(&mut event, 4, 2, START);
    for (who, tried) in
        [(4, ChallengeAnswer::Accept), (2, ChallengeAnswer::Withdraw), (1, ChallengeAnswer::Refuse)]
    {
        let refused = event.refused(|contest| answer(contest, who, tried, START));
        assert_eq!(refused, ContestError::NoChallenge, "{who} {tried:?}");
    }
    accept(&mut event, 2, START);
    let refused = event.refused(|contest| answer(contest, 4, ChallengeAnswer::Withdraw, START));
    assert_eq!(refused, ContestError::NoChallenge, "it is to be played");
}

#[test]
fn an_answer_from_an_old_page_does_not_answer_the_challenge_of_another() {
    let mut event = ladder(4, "", "");
    challenge(&mut event, 4, 2, START);
    at(&mut event, START, |contest| answer(contest, 4, ChallengeAnswer::Withdraw, START));
    challenge(&mut event, 3, 2, START);
    let refusal = (id(2), id(4));
    let old = event.refused(|contest| contest.answer_own(refusal, ChallengeAnswer::Refuse, START));
    assert_eq!(old, ContestError::NoChallenge);
    assert!(event.contest.open_challenge(0, id(3)).is_some());
}

#[test]
fn a_server_that_was_down_gives_another_day_to_answer() {
    let mut event = ladder(4, "", "");
    challenge(&mut event, 4, 2, START);
    let back = START + 8 * DAY;
    let due = |event: &mut Event, now| {
        event.tell(|contest| Ok(contest.with_ladder_moves_since(Vec::new(), now, back)))
    };
    due(&mut event, back);
    assert_eq!(line(&event), [1, 2, 3, 4]);
    assert_eq!(event.contest.next_due_at(), Some(back + DAY));
    assert!(due(&mut event, back + HOUR).is_empty(), "once");
    let facts = due(&mut event, back + DAY);
    assert_eq!(closed(&facts), [(ChallengeEnd::Unanswered, back + DAY)]);
    assert_eq!(line(&event), [1, 4, 2, 3]);
    event.check();
}

#[test]
fn silence_costs_a_guest_nothing_since_officials_answer() {
    let mut event = ladder(4, "", "");
    let guest = EntrantProfile { player: 0, ..player(2) };
    at(&mut event, START, |contest| contest.amend_person(id(2), guest));
    challenge(&mut event, 4, 2, START);
    at(&mut event, START + 9 * DAY, |_| Ok(Vec::new()));
    assert_eq!((line(&event), event.contest.next_due_at()), (vec![1, 2, 3, 4], None));
    let late = START + 9 * DAY;
    at(&mut event, late, |contest| {
        contest.answer_challenge(0, id(4), ChallengeAnswer::Refuse, late)
    });
    assert_eq!(line(&event), [1, 4, 2, 3]);
    event.check();
}

#[test]
fn who_takes_a_challenge_back_gains_no_time() {
    let mut event = ladder(4, r#","idle_days":10"#, "");
    challenge(&mut event, 4, 2, START + 5 * DAY);
    let back = START + 7 * DAY;
    at(&mut event, back, |contest| answer(contest, 4, ChallengeAnswer::Withdraw, back));
    for one in [2, 4] {
        assert_eq!(
            event.contest.falls_at(0, id(one)),
            Some(START + 12 * DAY),
            "two days stood still"
        );
    }
    event.check();
}

#[test]
fn a_game_that_is_never_played_is_no_shield() {
    let mut event = ladder(4, r#","play_days":5,"idle_days":10"#, "");
    challenge(&mut event, 4, 1, START);
    accept(&mut event, 1, START);
    let late = START + 5 * DAY;
    let due = event.contest.due_matches(late, START);
    at(&mut event, late, |contest| contest.execute_due(&due, late));
    let refusal =
        |event: &Event, one, other| event.contest.challenge_refusal(0, (id(one), id(other)), late);
    assert_eq!(refusal(&event, 4, 1), Some(ChallengeRefusal::OwnChallengeOpen), "it is open yet");
    assert_eq!(refusal(&event, 2, 1), None);
    for one in [1, 4] {
        assert_eq!(event.contest.falls_at(0, id(one)), Some(START + 15 * DAY));
    }
    challenge(&mut event, 2, 1, late);
    accept(&mut event, 1, late);
    decide(&mut event, 1, Some(2), late);
    assert_eq!(line(&event), [2, 1, 3, 4]);
    decide(&mut event, 0, Some(4), late);
    assert_eq!(line(&event), [2, 4, 1, 3], "officials may still rule");
    event.check();
}

#[test]
fn a_corrected_result_moves_everybody_who_came_later() {
    let mut event = ladder(5, "", "");
    challenge(&mut event, 3, 1, START);
    accept(&mut event, 1, START);
    play(&mut event, Some(3), START);
    challenge(&mut event, 4, 1, START);
    accept(&mut event, 1, START);
    play(&mut event, Some(4), START);
    assert_eq!(line(&event), [3, 4, 1, 2, 5]);
    challenge(&mut event, 5, 1, START);
    decide(&mut event, 0, Some(1), START);
    assert_eq!(line(&event), [4, 1, 2, 3, 5], "as if 3 had never won");
    assert!(event.contest.open_challenge(0, id(5)).is_some(), "challenges stay");
    let gone = ResultEntry {
        result: None,
        reason: "misread".to_owned(),
        ..event.entry(spot(0, 0, 0, 0), DRAWN)
    };
    assert_eq!(
        event.refused(|contest| contest.enter_result(&gone)),
        ContestError::PlaysElsewhere,
        "1 has another challenge"
    );
    event.check();
}

#[test]
fn who_leaves_is_passed_by_and_comes_back_at_the_end_as_late_ones_do() {
    let mut event = ladder(5, "", "");
    challenge(&mut event, 4, 2, START);
    at(&mut event, START, |contest| contest.withdraw(id(2), false));
    assert_eq!(line(&event), [1, 3, 4, 5]);
    assert!(event.contest.open_challenge(0, id(4)).is_none(), "it lapsed");
    at(&mut event, START + DAY, |contest| contest.register(player(6), DESK));
    assert_eq!(line(&event), [1, 3, 4, 5, 6], "at once, at the end");
    at(&mut event, START + DAY, |contest| contest.admit(id(2)));
    assert_eq!(line(&event), [1, 3, 4, 5, 6, 2]);
    let places: Vec<usize> = event.standings(0, 0).into_iter().map(|one| one.0).collect();
    assert_eq!(places, [1, 2, 3, 4, 5, 6]);
    event.check();
}

#[test]
fn who_does_not_play_falls_again_and_again() {
    let mut event = ladder(4, r#","idle_days":10,"fall":2"#, "");
    challenge(&mut event, 3, 2, START);
    accept(&mut event, 2, START);
    challenge(&mut event, 4, 1, START + DAY);
    accept(&mut event, 1, START + DAY);
    decide(&mut event, 1, Some(1), START + 5 * DAY);
    assert_eq!(event.contest.falls_at(0, id(1)), Some(START + 15 * DAY));
    assert_eq!(event.contest.falls_at(0, id(2)), None, "a game is to be played");
    at(&mut event, START + 14 * DAY, |_| Ok(Vec::new()));
    assert_eq!(line(&event), [1, 2, 3, 4]);
    let facts = at(&mut event, START + 26 * DAY, |_| Ok(Vec::new()));
    let fell: Vec<(Micros, Vec<EntrantId>)> = facts
        .iter()
        .filter_map(|fact| match fact {
            ContestFact::LadderFell { at, entrants, .. } => Some((*at, entrants.clone())),
            _ => None,
        })
        .collect();
    let both = vec![id(1), id(4)];
    assert_eq!(fell, [(START + 15 * DAY, both.clone()), (START + 25 * DAY, both)]);
    assert_eq!(line(&event), [2, 3, 1, 4]);
    event.check();
}

#[test]
fn it_ends_on_its_day_and_what_was_accepted_counts() {
    let mut event = ladder(5, r#","days":30"#, "");
    let end = START + 30 * DAY;
    challenge(&mut event, 4, 2, end - 4 * DAY);
    accept(&mut event, 2, end - 2 * DAY);
    challenge(&mut event, 3, 1, end - 3 * DAY);
    let ending = event.contest.challenge_refusal(0, (id(5), id(4)), end - 3 * DAY + 1);
    assert_eq!(ending, Some(ChallengeRefusal::Ending), "there is no time to answer");
    assert_eq!(event.contest.next_due_at(), Some(end));
    let facts = at(&mut event, end + DAY, |_| Ok(Vec::new()));
    assert_eq!(closed(&facts), [(ChallengeEnd::Unanswered, end)]);
    assert!(!event.contest.is_ladder_running(0) && !event.contest.is_stage_over(0));
    assert_eq!(
        event.refused(|contest| contest.challenge(0, id(5), id(4), end + DAY)),
        ContestError::LadderNotRunning
    );
    play(&mut event, Some(4), end + 2 * DAY);
    assert_eq!(line(&event), [3, 1, 4, 2, 5]);
    assert!(event.contest.is_stage_over(0));
    event.check();
    let mut event = ladder(3, "", "");
    challenge(&mut event, 2, 1, START);
    at(&mut event, START, |contest| contest.end_ladder(0, START));
    assert!(event.contest.is_stage_over(0));
    at(&mut event, START, |contest| contest.set_ended(true));
    assert_eq!(event.contest.next_due_at(), None);
}

#[test]
fn it_ends_with_a_cancelled_event_and_stays_ended() {
    let mut event = ladder(4, r#","idle_days":2"#, "");
    challenge(&mut event, 4, 2, START);
    at(&mut event, START, |contest| contest.cancel("a storm"));
    assert_eq!(event.contest.next_due_at(), None);
    at(&mut event, START, |contest| contest.set_ended(false));
    assert!(!event.contest.is_ladder_running(0));
    assert!(event.contest.open_challenge(0, id(4)).is_none(), "nobody can answer it");
    assert_eq!((event.contest.next_due_at(), event.contest.is_stage_over(0)), (None, true));
    event.check();
}

#[test]
fn a_game_has_days_to_be_played_then_officials_rule() {
    let mut event = ladder(4, r#","play_days":5"#, "");
    challenge(&mut event, 4, 2, START);
    accept(&mut event, 2, START + DAY);
    let at_table = round_id(0, 0).table(0);
    let window = event.contest.match_window(at_table).expect("it is to be arranged");
    assert_eq!((window.from, window.until), (START + DAY, START + 6 * DAY));
    let late = START + 7 * DAY;
    let due = event.contest.due_matches(late, START);
    at(&mut event, late, |contest| contest.execute_due(&due, late));
    assert_eq!(event.contest.matches_awaiting_officials(late), [at_table]);
    assert_eq!(line(&event), [1, 2, 3, 4]);
    let entry = event.entry(spot(0, 0, 0, 0), GameResult::BothAbsent);
    at(&mut event, late, |contest| contest.enter_result(&entry));
    assert_eq!(line(&event), [1, 2, 3, 4], "nobody came");
    assert!(event.contest.open_challenge(0, id(4)).is_none());
    event.check();
}

#[test]
fn taken_back_and_restored_it_is_as_it_was_apart_from_who_left() {
    let mut event = ladder(4, "", "");
    challenge(&mut event, 4, 2, START);
    accept(&mut event, 2, START);
    play(&mut event, Some(4), START);
    at(&mut event, START, |contest| contest.take_back_round(round_id(0, 0), true));
    assert_eq!(line(&event), [1, 2, 3, 4]);
    at(&mut event, START, |contest| contest.withdraw(id(1), false));
    at(&mut event, START, |contest| contest.restore_round(0));
    assert_eq!(line(&event), [4, 2, 3]);
    event.check();
}

#[test]
fn its_rules_are_settings_and_may_change_while_it_runs() {
    let of = |system: &str| {
        stages(&format!(r#"{{"name":"Ladder","system":{{"type":"ladder"{system}}}}}"#), "")
    };
    let usual = read_settings(&of("")).expect("it is fine");
    assert_eq!(usual.plan.stages[0].system, System::Ladder { rules: Rules::default() });
    let own = of(
        r#","reach":2,"answer_days":1,"play_days":2,"apart_days":0,"forfeits":false,"idle_days":30,"fall":2,"days":90,"by_registration":true"#,
    );
    let own = read_settings(&own).expect("it is fine");
    assert_eq!(read_settings(&write_settings(&own)), Ok(own.clone()));
    for wrong in [r#","reach":0"#, r#","answer_days":0"#, r#","fall":0"#, r#","idle_days":-1"#] {
        assert!(read_settings(&of(wrong)).is_err(), "{wrong}");
    }
    let teams = of("").replace(r#""players""#, r#""teams","boards":3"#);
    assert!(Contest::create(read_settings(&teams).expect("it can be read")).is_err());
    let mut event = ladder(4, "", "");
    challenge(&mut event, 4, 2, START);
    event.tell(|contest| contest.change_settings(own));
    assert_eq!(event.contest.next_due_at(), Some(START + 3 * DAY), "a deadline stays");
    event.check();
}

#[test]
fn rules_that_change_count_from_then_on_and_the_change_can_be_undone() {
    let change = |event: &mut Event, rules: &str, now| {
        let system = format!(r#"{{"name":"Ladder","system":{{"type":"ladder"{rules}}}}}"#);
        let settings = read_settings(&stages(&system, "")).expect("they are fine");
        at(event, now, |contest| contest.change_settings(settings))
    };
    let year = START + 365 * DAY + HOUR;
    let mut event = ladder(5, r#","answer_days":14"#, "");
    at(&mut event, year, |_| Ok(Vec::new()));
    challenge(&mut event, 4, 2, year - 4 * DAY);
    let (before, first) = (event.contest.clone(), event.facts.len() + 1);
    let facts = change(&mut event, r#","answer_days":3,"idle_days":10"#, year);
    assert!(facts.len() <= 2, "nobody falls, and no challenge is lost: {facts:?}");
    assert_eq!(event.contest.next_due_at(), Some(year + 10 * DAY), "as late as what was promised");
    assert_eq!(event.contest.falls_at(0, id(1)), Some(year + 10 * DAY + 23 * HOUR));
    let act = Act { first, last: event.facts.len() };
    assert!(undo(&event.facts, act).expect("it is undone").1 == before);
    event.check();
}

#[test]
fn a_small_file_makes_few_facts_and_they_come_in_portions() {
    let mut event = ladder(200, r#","idle_days":1,"apart_days":0"#, "");
    let mut facts = event.facts.clone();
    for fact in &mut facts {
        if let ContestFact::LadderClockStarted { at, .. } = fact {
            *at = Micros(0);
        }
    }
    let early: Vec<ContestFact> = (1..=100)
        .map(|pair| {
            let (challenger, challenged) = (id(2 * pair), id(2 * pair - 1));
            let at = Micros(i64::from(pair) * HOUR);
            ContestFact::ChallengeMade { stage: 0, challenger, challenged, at, until: at }
        })
        .collect();
    facts.extend(early);
    event.contest = Contest::from_facts(&facts).expect("it is a sound file");
    event.facts = facts;
    let mut made = at(&mut event, START, |_| Ok(Vec::new()));
    assert_eq!(made.len(), 300, "the rest follows");
    assert!(event.contest.next_due_at() < Some(START));
    made.extend(at(&mut event, START, |_| Ok(Vec::new())));
    let falls: Vec<Micros> = made
        .iter()
        .filter_map(|fact| match fact {
            ContestFact::LadderFell { at, .. } => Some(*at),
            _ => None,
        })
        .collect();
    assert_eq!(falls.len(), 400, "one a day, of the last 400 days");
    assert!(falls.is_sorted_by(|one, other| *one + DAY == *other));
    assert_eq!(made.len(), 500);
    assert!(event.contest.next_due_at() > Some(START));
}

#[test]
fn first_places_follow_the_rating_or_the_order_of_registration() {
    let of = |rules: &str| {
        let ladder = format!(r#"{{"name":"Ladder","system":{{"type":"ladder"{rules}}}}}"#);
        let mut event = Event::new(&stages(&ladder, ""));
        event.register([3, 1, 2]);
        event.begin(0);
        line(&event)
    };
    assert_eq!(of(""), [2, 3, 1]);
    assert_eq!(of(r#","by_registration":true"#), [1, 2, 3]);
}

/// A ladder by an own count over what was told.
#[derive(Default)]
struct Model {
    line: Vec<u32>,
    left: Vec<u32>,
    /// By table: who challenged whom.
    tables: Vec<(u32, u32)>,
    accepted: Vec<(u32, u32)>,
    idle: BTreeMap<u32, Micros>,
    /// When the latest challenge of each challenger was made.
    made: BTreeMap<u32, Micros>,
}

impl Model {
    fn of(event: &Event) -> Model {
        let facts: Vec<&ContestFact> = event.facts.iter().collect();
        let counting = facts_in_force(&facts).expect("they are sound");
        let mut model = Model::default();
        for at in counting {
            model.follow(facts[at], event);
        }
        model
    }

    fn pass(&mut self, winner: u32, beaten: u32) {
        let place = |line: &[u32], who| line.iter().position(|one| *one == who);
        let both = place(&self.line, winner).zip(place(&self.line, beaten));
        if both.is_some_and(|(own, other)| other < own) {
            self.line.retain(|one| *one != winner);
            let at = place(&self.line, beaten).expect("the beaten is in it");
            self.line.insert(at, winner);
        }
    }

    fn fall(&mut self, who: &BTreeSet<u32>, by: usize) {
        let (old, mut new) = (std::mem::take(&mut self.line), Vec::new());
        for at in 0..old.len() + by {
            new.extend(old.get(at).filter(|one| !who.contains(one)));
            new.extend(
                at.checked_sub(by).and_then(|from| old.get(from)).filter(|one| who.contains(one)),
            );
        }
        self.line = new;
    }

    fn follow(&mut self, fact: &ContestFact, event: &Event) {
        match fact {
            ContestFact::StageStarted { groups, .. } => {
                self.line = groups[0].iter().map(|id| id.0).collect();
            }
            ContestFact::StageJoined { entrant, .. } => self.line.push(entrant.0),
            ContestFact::EntrantWithdrew { entrant, .. } => {
                self.line.retain(|one| *one != entrant.0);
                self.left.insert(0, entrant.0);
                self.idle.remove(&entrant.0);
            }
            ContestFact::EntrantAdmitted { entrant } => {
                self.left.retain(|one| *one != entrant.0);
                self.line.push(entrant.0);
                self.idle.remove(&entrant.0);
            }
            ContestFact::ChallengeMade { challenger, at, .. } => {
                self.made.insert(challenger.0, *at);
            }
            ContestFact::ChallengeAccepted { challenger, challenged, .. } => {
                self.accepted.push((challenger.0, challenged.0));
            }
            ContestFact::RoundExtended { .. } => self.tables.extend(self.accepted.last()),
            ContestFact::LadderClockStarted { at, again, .. } => {
                for one in self.line.clone() {
                    let since = self.idle.entry(one).or_insert(*at);
                    *since = if *again { *at } else { *since };
                }
            }
            ContestFact::ChallengeClosed { challenger, challenged, how, forfeits, at, .. } => {
                self.close((challenger.0, challenged.0), (*how, *forfeits), event);
                let stood = *at - self.made[&challenger.0];
                for one in [challenger.0, challenged.0] {
                    match how {
                        ChallengeEnd::Withdrawn | ChallengeEnd::Lapsed => {
                            self.idle.entry(one).and_modify(|since| *since += stood);
                        }
                        _ => drop(self.idle.insert(one, *at)),
                    }
                }
            }
            ContestFact::LadderFell { entrants, places, at, .. } => {
                for one in entrants {
                    let idle = self.idle[&one.0];
                    let day = idle + 10 * DAY..idle + 11 * DAY;
                    assert!(day.contains(at), "{one:?} was idle for ten days");
                    self.idle.insert(one.0, *at);
                }
                self.fall(&entrants.iter().map(|id| id.0).collect(), *places);
            }
            _ => {}
        }
    }

    fn close(&mut self, two: (u32, u32), (how, forfeits): (ChallengeEnd, bool), event: &Event) {
        let won = how == ChallengeEnd::Played && {
            let table =
                self.tables.iter().rposition(|known| *known == two).expect("it has a table");
            let meeting = &event.contest.stages[0].rounds[0].meetings[table];
            let winner = match meeting.games.first() {
                Some(GameResult::Won(side)) => Some(*side),
                Some(GameResult::Default { absent: Side::First }) => Some(Side::Second),
                Some(GameResult::Default { absent: Side::Second }) => Some(Side::First),
                _ => None,
            };
            winner.is_some_and(|side| meeting.entrant_on(side).0 == two.0)
        };
        if won || forfeits {
            self.pass(two.0, two.1);
        }
    }
}

fn is_sound(event: &Event, seed: u64) {
    let model = Model::of(event);
    assert_eq!(line(event), model.line, "seed {seed}");
    let all: Vec<u32> = model.line.iter().chain(&model.left).copied().collect();
    let standings: Vec<u32> = event.standings(0, 0).into_iter().map(|one| one.1).collect();
    assert_eq!(standings, all, "seed {seed}");
    let places: Vec<usize> = event.standings(0, 0).into_iter().map(|one| one.0).collect();
    assert_eq!(places, (1..=all.len()).collect::<Vec<_>>(), "seed {seed}");
    let busy: Vec<EntrantId> =
        event.contest.open_challenges(0).flat_map(|one| [one.challenger, one.challenged]).collect();
    let once: BTreeSet<EntrantId> = busy.iter().copied().collect();
    assert_eq!(once.len(), busy.len(), "seed {seed}: nobody has two open challenges");
}

/// A challenge was in reach and not too soon, as things stood.
fn check_new_challenges(before: &Contest, facts: &[ContestFact], seed: u64) {
    let mut contest = before.clone();
    for fact in facts {
        if let ContestFact::ChallengeMade { challenger, challenged, at, .. } = fact {
            let places = contest.ladder_places(0).expect("it is a ladder");
            let place = |id| places.place_of(id).expect("they have a place");
            let above = place(*challenger) - place(*challenged);
            assert!((1..=3).contains(&above), "seed {seed}: {above} places above");
            for past in &contest.ladder(0).expect("it runs").challenges {
                if past.names(*challenger) && past.names(*challenged) {
                    let (closed, _) = past.closed.expect("it is over");
                    assert!(closed + 5 * DAY <= *at, "seed {seed}: too soon");
                }
            }
        }
        contest.apply_facts(std::slice::from_ref(fact)).expect("it is sound");
    }
}

fn something(random: &mut Random, event: &mut Event, now: Micros, seed: u64) {
    let contest = &event.contest;
    let someone = |random: &mut Random| id(1 + random.below(contest.entrants.len() as u64) as u32);
    let (who, other) = (someone(random), someone(random));
    let waiting = contest.open_challenges(0).find(|one| one.is_unanswered());
    let asked = waiting.map_or(who, |one| one.challenged);
    let tables = contest.stages[0].rounds[0].meetings.len();
    let facts = match random.below(16) {
        0 if contest.active_count() > 3 => contest.withdraw(who, random.coin()),
        1 => contest.admit(who),
        2 if contest.entrants.len() < 14 => {
            contest.register(player(contest.entrants.len() as u32 + 1), DESK)
        }
        3..=6 => contest.challenge_own(who, other, now),
        7 => answer(contest, who.0, ChallengeAnswer::Refuse, now),
        8 => answer(contest, who.0, ChallengeAnswer::Withdraw, now),
        9..=11 => answer(contest, asked.0, ChallengeAnswer::Accept, now),
        12 if tables > 0 => {
            let entry = event.entry(spot(0, 0, random.up_to(tables), 0), random.result());
            let result = entry.result.filter(|_| random.coin());
            contest.enter_result(&ResultEntry { reason: "misread".to_owned(), result, ..entry })
        }
        _ => {
            let meetings = contest.stages[0].rounds[0].meetings.iter().enumerate();
            let open = meetings.filter(|(_, one)| !one.is_over()).map(|(table, _)| table);
            match open.collect::<Vec<_>>().as_slice() {
                [] => Ok(Vec::new()),
                open => {
                    let table = open[random.up_to(open.len())];
                    let result = random.of(&[FIRST, SECOND, DRAWN]);
                    contest.enter_result(&event.entry(spot(0, 0, table, 0), result))
                }
            }
        }
    };
    let Ok(facts) = facts else { return };
    let (before, first) = (event.contest.clone(), event.facts.len());
    let facts = at(event, now, |_| Ok(facts));
    check_new_challenges(&before, &facts, seed);
    undo_sometimes(random, event, (&before, first), now);
}

/// Undone at once, it was never there.
fn undo_sometimes(
    random: &mut Random,
    event: &mut Event,
    (before, first): (&Contest, usize),
    now: Micros,
) {
    if event.facts.len() == first {
        return;
    }
    let act = Act { first: first + 1, last: event.facts.len() };
    if let Ok((facts, contest)) = undo(&event.facts, act) {
        assert!(contest == *before, "{act:?}");
        if random.below(4) == 0 {
            event.facts.extend(facts);
            event.contest = contest;
            at(event, now, |_| Ok(Vec::new()));
        }
    }
}

const RULES: &str = r#","apart_days":5,"idle_days":10,"fall":2,"days":60"#;

#[test]
fn whatever_happens_places_are_those_of_an_own_count_and_it_ends() {
    let (mut games, mut falls, mut silences) = (0, 0, 0);
    for seed in 0..40 {
        let mut random = Random(seed);
        let mut event = ladder(2 + random.below(9) as u32, RULES, "");
        let mut now = START;
        while event.contest.is_ladder_running(0) {
            now += HOUR * (1 + random.below(9) as i64);
            something(&mut random, &mut event, now, seed);
            // The site looks at what is due, and is down for days at times.
            if random.below(6) > 0 {
                at(&mut event, now, |_| Ok(Vec::new()));
            }
            if random.below(200) == 0 {
                now += 20 * DAY;
            }
            is_sound(&event, seed);
        }
        for table in 0..event.contest.stages[0].rounds[0].meetings.len() {
            if !event.contest.stages[0].rounds[0].meetings[table].is_over() {
                decide(&mut event, table, None, now);
            }
        }
        is_sound(&event, seed);
        assert!(event.contest.is_stage_over(0), "seed {seed}");
        event.check();
        games += event.contest.stages[0].rounds[0].meetings.len();
        let count = |of: fn(&ContestFact) -> bool| event.facts.iter().filter(|one| of(one)).count();
        falls += count(|fact| matches!(fact, ContestFact::LadderFell { .. }));
        silences += count(|fact| {
            matches!(fact, ContestFact::ChallengeClosed { how: ChallengeEnd::Unanswered, .. })
        });
    }
    assert!(games > 100 && falls > 100 && silences > 20, "{games} {falls} {silences}");
}

#[test]
fn a_server_that_was_down_finds_what_would_have_happened() {
    let mut awake = ladder(8, RULES, "");
    challenge(&mut awake, 8, 6, START + HOUR);
    challenge(&mut awake, 4, 2, START + DAY);
    accept(&mut awake, 2, START + DAY);
    let mut down = awake.clone();
    let back = START + 45 * DAY;
    let mut now = START + DAY;
    while now < back {
        now += HOUR;
        at(&mut awake, now, |_| Ok(Vec::new()));
    }
    at(&mut down, back, |_| Ok(Vec::new()));
    assert_eq!(awake.facts, down.facts);
    assert!(awake.facts.iter().any(|fact| matches!(fact, ContestFact::LadderFell { .. })));
}
