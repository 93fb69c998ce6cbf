//! A hall that goes on without network, and the site meanwhile: what both did is put together again.

use adjutant_domain::contest::{
    Act, ChallengeAnswer, Contest, ContestError, ContestFact, CopyConflict, EntrantProfile, NoCopy,
    combine_copies, undo,
};
use adjutant_domain::moment::{MINUTE, Micros};

use crate::event::{
    DESK, DRAWN, Event, FIRST, SECOND, id, player, round_id, spot, stages, stronger, swiss,
};
use crate::random::Random;
use crate::walks::command;

/// An event whose first round is published.
fn begun() -> Event {
    let mut event = Event::of(6, &swiss(4, r#","check_in":true,"fee":"10 pesos""#));
    for number in 1..=6 {
        event.tell(|contest| contest.set_present(id(number), true));
    }
    event.tell(|contest| contest.start_stage(0, true));
    event.next_round(0);
    event
}

fn guest(name: &str) -> EntrantProfile {
    EntrantProfile { name: name.to_owned(), ..EntrantProfile::default() }
}

/// Our copy with what is added of the other one, which makes sense.
fn combined(
    ours: &Event,
    theirs: &Event,
) -> (Event, Vec<ContestFact>, usize, Vec<(ContestFact, CopyConflict)>) {
    let both = combine_copies(&ours.facts, &theirs.facts).expect("copies of one event");
    let mut facts = ours.facts.clone();
    let added: Vec<ContestFact> = both.added.into_iter().map(|(_, fact)| fact).collect();
    facts.extend(added.iter().cloned());
    let contest = Contest::from_facts(&facts).expect("it makes sense");
    assert_eq!(contest, both.after);
    assert_eq!(both.other, theirs.contest);
    let conflicts = both.conflicts.into_iter().map(|(at, why)| (theirs.facts[at].clone(), why));
    let conflicts = conflicts.collect();
    (Event { facts, contest }, added, both.already.len(), conflicts)
}

#[test]
fn what_the_hall_did_alone_follows_as_it_was_with_what_was_undone() {
    let site = begun();
    let mut hall = site.clone();
    hall.play(0, 0, stronger);
    hall.next_round(0);
    hall.result(spot(0, 1, 0, 0), DRAWN);
    let last = hall.facts.len();
    let (undone, after) = undo(&hall.facts, Act { first: last, last }).expect("it is undone");
    hall.facts.extend(undone);
    hall.contest = after;
    let (both, added, already, conflicts) = combined(&site, &hall);
    assert_eq!((both.contest, already, conflicts), (hall.contest, 0, Vec::new()));
    assert_eq!(added, hall.facts[site.facts.len()..]);
}

#[test]
fn results_of_different_tables_come_together_and_the_same_result_counts_once() {
    let common = begun();
    let (mut site, mut hall) = (common.clone(), common);
    site.result(spot(0, 0, 0, 0), FIRST);
    site.result(spot(0, 0, 1, 0), DRAWN);
    hall.result(spot(0, 0, 1, 0), DRAWN);
    hall.result(spot(0, 0, 2, 0), SECOND);
    let (both, added, already, conflicts) = combined(&site, &hall);
    assert_eq!((added.len(), already, conflicts), (1, 1, Vec::new()));
    let ends = |table: usize| both.contest.stages[0].rounds[0].meetings[table].games[0];
    assert_eq!([ends(0), ends(1), ends(2)], [FIRST, DRAWN, SECOND]);
}

#[test]
fn another_result_for_the_same_game_is_a_conflict_and_ours_stands() {
    let common = begun();
    let (mut site, mut hall) = (common.clone(), common);
    site.result(spot(0, 0, 0, 0), FIRST);
    hall.result(spot(0, 0, 0, 0), SECOND);
    hall.result(spot(0, 0, 1, 0), DRAWN);
    let (both, added, _, conflicts) = combined(&site, &hall);
    assert_eq!(added.len(), 1);
    assert_eq!(conflicts.len(), 1);
    assert_eq!(conflicts[0].1, CopyConflict::Result(Some(FIRST)));
    assert_eq!(both.contest.stages[0].rounds[0].meetings[0].games, [FIRST]);
}

#[test]
fn people_whom_both_registered_are_one_and_others_get_the_next_number() {
    let common = begun();
    let (mut site, mut hall) = (common.clone(), common);
    site.tell(|contest| contest.register(guest("Ana"), DESK));
    hall.tell(|contest| contest.register(guest("Ben"), DESK));
    hall.tell(|contest| contest.set_paid(id(7), true));
    hall.tell(|contest| contest.register(guest("ana"), DESK));
    hall.tell(|contest| contest.set_present(id(8), true));
    hall.tell(|contest| contest.join_stage(0, id(7)));
    let (both, _, already, conflicts) = combined(&site, &hall);
    assert_eq!((already, conflicts), (1, Vec::new()));
    let one = |number: u32| both.contest.entrant(id(number)).expect("somebody").clone();
    assert_eq!((one(7).person.name.as_str(), one(7).paid, one(7).present), ("Ana", false, true));
    assert_eq!((one(8).person.name.as_str(), one(8).paid, one(8).present), ("Ben", true, false));
    assert!(both.contest.stages[0].entrants().any(|own| own == id(8)));
    assert!(both.contest.entrant(id(9)).is_none());
}

#[test]
fn a_round_that_was_paired_otherwise_here_is_left_to_officials_with_its_results() {
    let mut common = begun();
    common.play(0, 0, stronger);
    let (mut site, mut hall) = (common.clone(), common);
    hall.next_round(0);
    hall.result(spot(0, 1, 0, 0), FIRST);
    site.tell(|contest| contest.withdraw(id(1), false));
    site.next_round(0);
    let (both, added, _, conflicts) = combined(&site, &hall);
    assert_eq!((added, &both.contest), (Vec::new(), &site.contest));
    assert!(conflicts.iter().any(|(_, why)| *why == CopyConflict::Rounds), "{conflicts:?}");
    assert_eq!(conflicts.len(), hall.facts.len() - common_len(&site, &hall));
}

fn common_len(one: &Event, other: &Event) -> usize {
    one.facts.iter().zip(&other.facts).take_while(|(one, other)| one == other).count()
}

#[test]
fn the_same_round_that_both_published_has_the_results_of_both() {
    let mut common = begun();
    common.play(0, 0, stronger);
    let (mut site, mut hall) = (common.clone(), common);
    site.tell(|contest| contest.set_paid(id(1), true));
    site.next_round(0);
    site.result(spot(0, 1, 0, 0), FIRST);
    hall.next_round(0);
    hall.result(spot(0, 1, 1, 0), SECOND);
    let (both, added, already, conflicts) = combined(&site, &hall);
    assert_eq!((added.len(), already, conflicts), (1, 2, Vec::new()));
    let games: Vec<usize> =
        both.contest.stages[0].rounds[1].meetings.iter().map(|one| one.games.len()).collect();
    assert_eq!(games, [1, 1, 0]);
}

#[test]
fn what_the_hall_undid_is_told_if_the_site_went_on_too() {
    let mut common = begun();
    common.result(spot(0, 0, 0, 0), FIRST);
    let (mut site, mut hall) = (common.clone(), common);
    let last = hall.facts.len();
    let (undone, after) = undo(&hall.facts, Act { first: last, last }).expect("it is undone");
    hall.facts.extend(undone);
    hall.contest = after;
    site.result(spot(0, 0, 1, 0), DRAWN);
    let (both, added, _, conflicts) = combined(&site, &hall);
    assert_eq!((added, &both.contest), (Vec::new(), &site.contest));
    assert_eq!(conflicts, [(hall.facts[last - 1].clone(), CopyConflict::UndoneThere)]);
}

#[test]
fn an_arena_goes_on_in_the_hall_while_its_clock_ends_on_the_site() {
    const START: Micros = Micros(1_000_000_000_000);
    let arena = r#"{"name":"Arena","system":{"type":"arena","minutes":60,"rematch":0}}"#;
    let mut site = Event::of(6, &stages(arena, ""));
    let paired = |event: &mut Event, facts: Vec<ContestFact>, now: Micros| {
        event.tell(|contest| Ok(contest.with_new_pairs(facts, now)));
    };
    site.begin(0);
    site.tell(|contest| contest.pair_round(0));
    let facts = site.contest.publish_round(round_id(0, 0)).expect("it is published");
    paired(&mut site, facts, START);
    let mut hall = site.clone();
    for game in 0..5 {
        let entry = hall.entry(spot(0, 0, game, 0), FIRST);
        let facts = hall.contest.enter_result(&entry).expect("it is entered");
        paired(&mut hall, facts, START);
    }
    hall.register(7..=7);
    let facts = hall.contest.join_arena(0, id(7)).expect("it is joined");
    paired(&mut hall, facts, START);
    paired(&mut site, Vec::new(), START + 60 * MINUTE);
    paired(&mut hall, Vec::new(), START + 61 * MINUTE);
    let (both, _, already, conflicts) = combined(&site, &hall);
    assert_eq!(conflicts, Vec::new());
    assert_eq!(already, 1, "both know that it has ended");
    assert_eq!(both.contest.stages[0].rounds, hall.contest.stages[0].rounds);
}

#[test]
fn challenges_of_a_ladder_that_were_played_in_the_hall_come_to_the_site() {
    const START: Micros = Micros(1_000_000_000_000);
    let ladder = r#"{"name":"Ladder","system":{"type":"ladder"}}"#;
    let mut site = Event::of(6, &stages(ladder, ""));
    let done = |event: &mut Event, facts: Result<Vec<ContestFact>, ContestError>| {
        let facts = facts.expect("it is not refused");
        event.tell(|contest| Ok(contest.with_new_pairs(facts, START)));
    };
    let begun = site.contest.start_stage(0, true).expect("it begins");
    let begun = site.contest.with_ladder_round(0, begun);
    done(&mut site, Ok(begun));
    let mut hall = site.clone();
    let played = |event: &mut Event, one: u32, other: u32| {
        let facts = event.contest.challenge(0, id(one), id(other), START);
        done(event, facts);
        let facts = event.contest.answer_challenge(0, id(one), ChallengeAnswer::Accept, START);
        done(event, facts);
        let entry = event.entry(spot(0, 0, 0, 0), FIRST);
        let facts = event.contest.enter_result(&entry);
        done(event, facts);
    };
    played(&mut hall, 6, 4);
    let facts = site.contest.challenge(0, id(3), id(1), START);
    done(&mut site, facts);
    let line = |event: &Event| event.contest.ladder_places(0).expect("a ladder").line;
    let (both, _, _, conflicts) = combined(&site, &hall);
    assert_eq!((line(&both), conflicts), (line(&hall), Vec::new()));
    assert!(both.contest.open_challenge(0, id(3)).is_some(), "the site's own stays");
    // The site's challenge was refused there, and taken back here.
    let mut other = site.clone();
    let close = |event: &mut Event, answer| {
        let facts = event.contest.answer_challenge(0, id(3), answer, START);
        done(event, facts);
    };
    let mut own = site.clone();
    close(&mut other, ChallengeAnswer::Refuse);
    close(&mut own, ChallengeAnswer::Withdraw);
    let (_, _, _, conflicts) = combined(&own, &other);
    assert!(conflicts.iter().any(|(_, why)| *why == CopyConflict::Rounds), "{conflicts:?}");
    // Both copies have a first table: the game of the hall gets another one here, and its result is entered again.
    played(&mut site, 5, 2);
    let (mut both, _, _, conflicts) = combined(&site, &hall);
    assert!(conflicts.iter().any(|(_, why)| *why == CopyConflict::Rounds), "{conflicts:?}");
    done(&mut both, Ok(Vec::new()));
    let open = both.contest.open_challenge(0, id(6)).expect("it is to be played");
    assert_eq!(open.table, Some(1));
}

#[test]
fn another_event_is_no_copy() {
    let one = begun();
    let other = Event::of(6, &swiss(5, ""));
    assert_eq!(combine_copies(&one.facts, &other.facts), Err(NoCopy::OtherEvent));
    let mut broken = one.facts.clone();
    broken.push(ContestFact::RoundPublished(round_id(0, 7)));
    assert_eq!(combine_copies(&one.facts, &broken), Err(NoCopy::Invalid(one.facts.len())));
}

/// Any commands on both sides: what comes together makes sense, has everything of ours, and names each fact of the
/// other copy once.
#[test]
fn whatever_both_do_comes_together_or_is_told() {
    for seed in 0..120 {
        let mut random = Random(seed);
        let mut common = Event::of(7, &swiss(5, r#","check_in":true"#));
        common.tell(|contest| contest.register(guest("Nobody"), DESK));
        for number in 1..=8 {
            common.tell(|contest| contest.set_present(id(number), true));
        }
        walk(&mut random, &mut common, 40);
        let (mut site, mut hall) = (common.clone(), common.clone());
        let steps = random.up_to(30);
        walk(&mut random, &mut site, steps);
        walk(&mut random, &mut hall, 30);
        let beginning = common_len(&site, &hall);
        let both = combine_copies(&site.facts, &hall.facts).expect("copies");
        let (_, added, already, conflicts) = combined(&site, &hall);
        let undone = both.conflicts.iter().filter(|(_, why)| *why == CopyConflict::UndoneThere);
        let told = added.len() + already + conflicts.len() - undone.count();
        assert_eq!(told, hall.facts.len() - beginning, "seed {seed}");
        if site.facts.len() == beginning {
            assert_eq!(both.after, hall.contest, "seed {seed}");
        }
    }
}

fn walk(random: &mut Random, event: &mut Event, steps: usize) {
    for _ in 0..steps {
        if let Ok(facts) = command(random, &event.contest) {
            event.tell(|_| Ok(facts));
        }
    }
}

#[test]
fn a_player_registered_in_both_is_found_by_number_and_not_by_name() {
    let common = begun();
    let (mut site, mut hall) = (common.clone(), common);
    site.tell(|contest| contest.register(player(9), DESK));
    hall.tell(|contest| {
        contest.register(EntrantProfile { name: String::from("?"), ..player(9) }, DESK)
    });
    let (both, added, already, _) = combined(&site, &hall);
    assert_eq!((added.len(), already), (0, 1));
    assert_eq!(both.contest.active_count(), 7);
}
