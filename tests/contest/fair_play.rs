//! Signs that results may be arranged, and cases about them.

use adjutant_domain::contest::fair_play::cases::{
    Case, CaseEntry, CaseError, CaseOutcome, CaseState, CaseStep, appeal_until,
};
use adjutant_domain::contest::fair_play::{
    AlikeCounts, Evidence, Gain, OtherGame, PlayedAlike, RecordedEnd, Sign, SignKind, Spots,
    ToldFact, signs,
};
use adjutant_domain::contest::json::{read_case_entry, write_case_entry};
use adjutant_domain::contest::{ContestFact, EntrantProfile};
use adjutant_domain::moment::{DAY, MINUTE, Micros};
use proptest::prelude::*;
use salpakan::rules::Termination;
use swiss::series::{GameResult, Side};

use crate::event::{DESK, DRAWN, Event, FIRST, SECOND, id, player, spot, stages, stronger, swiss};

/// Who told the facts, unless a test says otherwise.
const OFFICIAL: i32 = 7;

/// Players who are 160 points apart; those up to `mates` are of one club.
fn with_club(players: u32, mates: u32, settings: &str) -> Event {
    let mut event = Event::new(settings);
    for number in 1..=players {
        let club = if number <= mates { "Quezon" } else { "" }.to_owned();
        let rating = 2_400 - 160 * number;
        let person = EntrantProfile { rating, club, ..player(number) };
        event.tell(|contest| contest.register(person, DESK));
    }
    event
}

/// Signs of an event whose fact of each number is told by an official at a time.
fn signs_at(event: &Event, told: impl Fn(usize, &ContestFact) -> (Micros, i32)) -> Vec<Sign> {
    look(event, told, &[], &[])
}

fn look(
    event: &Event,
    told: impl Fn(usize, &ContestFact) -> (Micros, i32),
    records: &[RecordedEnd],
    elsewhere: &[OtherGame],
) -> Vec<Sign> {
    let facts: Vec<ToldFact<'_>> = event
        .facts
        .iter()
        .enumerate()
        .map(|(number, fact)| {
            let (at, account) = told(number, fact);
            ToldFact { at, account, in_force: true, fact }
        })
        .collect();
    signs(&Evidence { contest: &event.contest, facts: &facts, records, elsewhere, alike: &[] })
}

/// All at once, by the official.
fn at_once(_: usize, _: &ContestFact) -> (Micros, i32) {
    (Micros(DAY), OFFICIAL)
}

fn kinds(signs: &[Sign]) -> Vec<SignKind> {
    signs.iter().map(|sign| sign.kind).collect()
}

#[test]
fn an_event_that_ends_as_expected_has_no_signs() {
    let mut event = with_club(8, 8, &swiss(3, r#", "prizes": [{"what":"a cup","from":1,"to":1}]"#));
    event.begin(0);
    event.play_out(0, stronger);
    assert_eq!(signs_at(&event, at_once), []);
}

/// A record of the first game of the event.
fn record(event: &Event, termination: Termination, plies: u32) -> RecordedEnd {
    let game = &event.contest.played_games()[0];
    RecordedEnd { players: game.players, round: game.round.clone(), termination, plies }
}

#[test]
fn a_game_resigned_at_once_or_drawn_in_a_few_moves_is_a_sign() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.play_out(0, stronger);
    let of = |termination, plies| {
        let records = [record(&event, termination, plies)];
        kinds(&look(&event, at_once, &records, &[]))
    };
    for plies in 0..=2 {
        let at_once = [SignKind::ResignedAtOnce { plies }];
        assert_eq!(of(Termination::Resignation, plies), at_once);
    }
    assert_eq!(of(Termination::Resignation, 3), [SignKind::ShortGame { plies: 3 }]);
    assert_eq!(of(Termination::Agreement, 0), [SignKind::ShortGame { plies: 0 }]);
    assert_eq!(of(Termination::Agreement, 19), [SignKind::ShortGame { plies: 19 }]);
    for ending in [Termination::Agreement, Termination::Resignation] {
        assert_eq!(of(ending, 20), [], "a game that was played");
    }
    for ending in [Termination::Time, Termination::FlagCaptured, Termination::Default] {
        assert_eq!(of(ending, 0), [], "nobody chose that end: {ending:?}");
    }
    let elsewhere =
        RecordedEnd { round: "9".to_owned(), ..record(&event, Termination::Resignation, 0) };
    assert_eq!(look(&event, at_once, &[elsewhere], &[]), [], "no game of the event");
    let sign = &look(&event, at_once, &[record(&event, Termination::Resignation, 0)], &[])[0];
    assert_eq!(sign.games, [spot(0, 0, 0, 0)]);
    assert_eq!(sign.entrants, [id(1), id(5)]);
}

#[test]
fn whoever_stands_out_by_playing_like_the_computer_is_a_sign_the_farthest_first() {
    let event = Event::swiss(8, 3);
    let played = |entrant, stands_out, deviations| PlayedAlike {
        entrant: id(entrant),
        games: vec![spot(0, 0, 0, 0)],
        stands_out,
        counts: AlikeCounts {
            plies: 40,
            alike: 30,
            usual: 16,
            lost: 20,
            usually_lost: 300,
            deviations,
        },
    };
    let alike = [played(1, true, 31), played(2, false, 29), played(3, true, 52)];
    let contest = &event.contest;
    let found =
        signs(&Evidence { contest, facts: &[], records: &[], elsewhere: &[], alike: &alike });
    let told: Vec<_> = found.iter().map(|sign| (sign.kind, sign.entrants.clone())).collect();
    assert_eq!(
        told,
        [
            (SignKind::LikeComputer(alike[2].counts), vec![id(3)]),
            (SignKind::LikeComputer(alike[0].counts), vec![id(1)])
        ]
    );
    assert_eq!(found[0].games, [spot(0, 0, 0, 0)]);
}

#[test]
fn a_record_is_found_at_the_table_of_its_players_in_its_round() {
    let mut event = Event::swiss(8, 3);
    event.begin(0);
    event.play_out(0, stronger);
    let spots = Spots::of(&event.contest);
    for game in event.contest.played_games() {
        assert_eq!(spots.find(game.players, &game.round), Some(game.spot));
        assert_eq!(spots.find(game.players, "9"), None);
    }
}

/// An event of one round, of which the results came so many minutes after its publication.
fn minutes_after(minutes: &[i64]) -> Vec<Sign> {
    let mut event = Event::swiss(2 * minutes.len() as u32, 1);
    event.begin(0);
    event.play_out(0, stronger);
    signs_at(&event, |_, fact| {
        let after = match fact {
            ContestFact::ResultEntered { spot, .. } => minutes[spot.table],
            _ => 0,
        };
        (Micros(DAY + after * MINUTE), OFFICIAL)
    })
}

#[test]
fn a_result_that_is_there_long_before_the_others_of_its_round_is_a_sign() {
    let found = minutes_after(&[3, 30, 31, 32, 40, 45, 50]);
    assert_eq!(kinds(&found), [SignKind::QuickResult { minutes: 3, usual: 32 }]);
    assert_eq!(found[0].games, [spot(0, 0, 0, 0)]);
    assert_eq!(minutes_after(&[7, 30, 31, 32, 40, 45, 50]), [], "a quick game");
    assert_eq!(minutes_after(&[1, 30, 31, 32, 40]), [], "too few to compare");
    assert_eq!(minutes_after(&[1, 9, 9, 10, 12, 12, 14]), [], "all are quick");
}

#[test]
fn results_that_nobody_played_for_are_never_too_quick() {
    let mut event = Event::swiss(14, 1);
    event.begin(0);
    let absent = GameResult::Default { absent: Side::First };
    let round = event.next_round(0);
    event.play(0, round, |sides| if sides.contains(&id(1)) { absent } else { stronger(sides) });
    let found = signs_at(&event, |_, fact| {
        let is_late = matches!(fact, ContestFact::ResultEntered { spot, .. } if spot.table > 0);
        (Micros(DAY + if is_late { 40 * MINUTE } else { 0 }), OFFICIAL)
    });
    assert_eq!(found, []);
}

#[test]
fn two_who_drew_all_their_games_here_and_elsewhere_are_a_sign() {
    let mut event = Event::swiss(4, 1);
    event.begin(0);
    event.play_out(0, |_| DRAWN);
    let [one, other] = event.contest.round(crate::event::round_id(0, 0)).unwrap().meetings[0].sides;
    let game = |event, is_draw| {
        // In either order.
        OtherGame { event, players: [other.0 as i32, one.0 as i32], is_draw }
    };
    let of = |elsewhere: &[OtherGame]| kinds(&look(&event, at_once, &[], elsewhere));
    assert_eq!(of(&[game(1, true)]), [], "two draws are nothing");
    assert_eq!(of(&[game(1, true), game(2, true)]), [SignKind::OnlyDraws { games: 3, events: 3 }]);
    assert_eq!(of(&[game(1, true), game(1, true)]), [SignKind::OnlyDraws { games: 3, events: 2 }]);
    assert_eq!(of(&[game(1, true), game(2, true), game(2, false)]), [], "one was won");
    let others = OtherGame { players: [90, 91], ..game(1, true) };
    assert_eq!(of(&[others, others, others]), [], "they do not play here");
}

#[test]
fn a_single_forfeit_to_a_clubmate_is_a_sign_and_others_are_not() {
    let absent = GameResult::Default { absent: Side::Second };
    let play = |mates: u32, missed: &[usize]| {
        let mut event = with_club(8, mates, &swiss(4, ""));
        event.begin(0);
        for round in 0..4 {
            event.next_round(0);
            let is_missed = missed.contains(&round);
            let table = event.sides(0, round).iter().position(|sides| sides.contains(&8)).unwrap();
            let [first, _] = event.sides(0, round)[table];
            let forfeit =
                if first == 8 { GameResult::Default { absent: Side::First } } else { absent };
            event.play(0, round, |sides| {
                if is_missed && sides.contains(&id(8)) { forfeit } else { stronger(sides) }
            });
        }
        kinds(&signs_at(&event, at_once))
    };
    assert_eq!(play(8, &[1]), [SignKind::ForfeitToClubmate]);
    assert_eq!(play(7, &[1]), [], "another club");
    assert_eq!(play(8, &[1, 2]), [], "somebody who comes late");
    assert_eq!(play(8, &[]), []);
}

#[test]
fn where_nearly_everybody_is_of_one_club_to_meet_a_mate_is_no_sign() {
    let absent = GameResult::Default { absent: Side::Second };
    let play = |mates: u32| {
        let mut event = with_club(12, mates, &swiss(3, ""));
        event.begin(0);
        event.next_round(0);
        event.play(0, 0, |sides| if sides.contains(&id(1)) { absent } else { stronger(sides) });
        event.play_out(0, stronger);
        kinds(&signs_at(&event, at_once))
    };
    assert_eq!(play(12), []);
    assert_eq!(play(7), [], "most are");
}

#[test]
fn games_of_a_round_that_begin_at_different_times_are_not_compared() {
    let mut event = Event::swiss(14, 1);
    event.begin(0);
    event.play_out(0, stronger);
    let told = |event: &Event| {
        kinds(&signs_at(event, |_, fact| {
            let is_late = matches!(fact, ContestFact::ResultEntered { spot, .. } if spot.table > 0);
            (Micros(DAY + if is_late { 40 * MINUTE } else { 0 }), OFFICIAL)
        }))
    };
    assert_eq!(told(&event), [SignKind::QuickResult { minutes: 0, usual: 40 }]);
    let round = event.contest.stages[0].rounds[0].clone();
    let (meetings, byes) = (round.meetings, round.byes);
    event.facts.push(ContestFact::RoundAltered { stage: 0, round: 0, meetings, byes });
    assert_eq!(told(&event), [], "others may have sat there");
}

#[test]
fn an_arena_has_no_quick_results_and_no_last_round() {
    let plan = r#"{"name":"Arena","system":{"type":"arena","minutes":90}}"#;
    let mut event = with_club(8, 8, &stages(plan, CUP));
    event.begin(0);
    event.next_round(0);
    event.play(0, 0, |sides| if sides.contains(&id(1)) { SECOND } else { stronger(sides) });
    let found = signs_at(&event, |number, _| (Micros(DAY + number as i64 * MINUTE), OFFICIAL));
    assert_eq!(found, []);
}

/// An event whose last round the second wins from the first, or gets as a present.
fn upset(mates: u32, settings: &str, last: GameResult) -> Event {
    let mut event = with_club(8, mates, settings);
    event.begin(0);
    for _ in 0..2 {
        let round = event.next_round(0);
        event.play(0, round, stronger);
    }
    let round = event.next_round(0);
    assert!(event.sides(0, round).contains(&[1, 2]), "they meet for the first place");
    event.play(0, round, |sides| if sides.contains(&id(1)) { last } else { stronger(sides) });
    event
}

const CUP: &str = r#", "prizes": [{"what":"a cup","from":1,"to":1}]"#;

#[test]
fn a_clubmates_lost_last_round_that_gives_the_winner_a_prize_is_a_sign() {
    let gift = |difference| SignKind::LastRoundGift { gain: Gain::Prize, difference };
    let found = signs_at(&upset(8, &swiss(3, CUP), SECOND), at_once);
    assert_eq!(kinds(&found), [gift(Some(160))]);
    assert_eq!(
        (&found[0].entrants[..], &found[0].games[..]),
        (&[id(1), id(2)][..], &[spot(0, 2, 0, 0)][..])
    );
    let absent = GameResult::Default { absent: Side::First };
    let found = kinds(&signs_at(&upset(8, &swiss(3, CUP), absent), at_once));
    assert!(found.contains(&gift(None)), "{found:?}");
    let expected = kinds(&signs_at(&upset(8, &swiss(3, CUP), FIRST), at_once));
    assert_eq!(expected, [], "the stronger one won");
    assert_eq!(signs_at(&upset(1, &swiss(3, CUP), SECOND), at_once), [], "of two clubs");
    assert_eq!(signs_at(&upset(8, &swiss(3, ""), SECOND), at_once), [], "there is nothing to win");
}

#[test]
fn a_sign_stays_when_the_event_is_over() {
    let mut event = upset(8, &swiss(3, CUP), SECOND);
    event.tell(|contest| contest.set_ended(true));
    let gift = SignKind::LastRoundGift { gain: Gain::Prize, difference: Some(160) };
    assert_eq!(kinds(&signs_at(&event, at_once)), [gift]);
}

#[test]
fn a_clubmates_lost_last_round_that_qualifies_the_winner_is_a_sign() {
    let plan = r#"{"name":"Swiss","system":{"type":"swiss","rounds":1}},
        {"name":"Final","sources":[{"from":"top","of":0,"each":2}],"system":{"type":"round-robin"}}"#;
    let mut event = with_club(4, 4, &stages(plan, ""));
    event.begin(0);
    event.play_out(0, |sides| if sides.contains(&id(1)) { SECOND } else { stronger(sides) });
    assert_eq!(event.sides(0, 0)[0], [1, 3]);
    let found = kinds(&signs_at(&event, at_once));
    let gain = Gain::Qualification;
    assert_eq!(found, [SignKind::LastRoundGift { gain, difference: Some(320) }]);
}

#[test]
fn corrections_of_one_official_in_favor_of_one_entrant_are_a_sign() {
    let correct =
        |rounds: usize, by: fn(usize) -> i32| {
            let mut event = Event::swiss(8, 3);
            event.begin(0);
            for round in 0..3 {
                event.next_round(0);
                event.play(0, round, |_| DRAWN);
                let table =
                    event.sides(0, round).iter().position(|sides| sides.contains(&8)).unwrap();
                let won = if event.sides(0, round)[table][0] == 8 { FIRST } else { SECOND };
                if round < rounds {
                    event.result(spot(0, round, table, 0), won);
                }
            }
            let mut corrected = 0;
            let authors: Vec<i32> = event.facts.iter().map(|fact| {
            let is_correction =
                matches!(fact, ContestFact::ResultEntered { reason, .. } if !reason.is_empty());
            corrected += usize::from(is_correction);
            by(corrected)
        }).collect();
            signs_at(&event, |number, _| (Micros(DAY), authors[number]))
        };
    let found = correct(3, |_| OFFICIAL);
    assert_eq!(kinds(&found), [SignKind::CorrectedInFavor { account: OFFICIAL, corrections: 3 }]);
    assert_eq!(found[0].entrants, [id(8)]);
    assert_eq!(found[0].games.len(), 3);
    assert_eq!(correct(2, |_| OFFICIAL), [], "two are mistakes");
    assert_eq!(correct(3, |corrected| OFFICIAL + corrected as i32), [], "of several officials");
}

fn step(account: i32, at: Micros, entry: CaseEntry) -> CaseStep {
    CaseStep { at, account, entry }
}

fn words() -> String {
    "As the arbiter saw it.".to_owned()
}

fn opened() -> CaseEntry {
    let tables = vec![spot(0, 1, 2, 0).table_id()];
    CaseEntry::Opened { entrants: vec![id(3), id(4)], tables, words: words(), reported: false }
}

fn decided(until: Micros) -> CaseEntry {
    CaseEntry::Decided { outcome: CaseOutcome::Warning, words: words(), appeal_until: until }
}

fn appealed(number: u32) -> CaseEntry {
    CaseEntry::Appealed { entrant: id(number), words: words() }
}

fn ruled() -> CaseEntry {
    CaseEntry::Ruled { outcome: CaseOutcome::NoAction, words: words() }
}

/// A case with these entries, an hour after each other.
fn case(entries: &[(i32, CaseEntry)]) -> Option<Case> {
    let steps = entries.iter().enumerate().map(|(hour, (account, entry))| {
        step(*account, Micros(hour as i64 * 60 * MINUTE), entry.clone())
    });
    Case::from_steps(1, steps.collect())
}

#[test]
fn a_case_is_opened_decided_appealed_and_ruled_on_by_another_official() {
    let (until, late) = (appeal_until(Micros(0), 1), Micros(DAY + 1));
    let open = case(&[(1, opened())]).unwrap();
    assert_eq!((open.state, open.outcome()), (CaseState::Open, None));
    let refused =
        |case: &Case, account, at, entry| case.check(&step(account, at, entry)).unwrap_err();
    assert_eq!(refused(&open, 9, Micros(5), appealed(3)), CaseError::NotAppealable);
    assert_eq!(refused(&open, 2, Micros(5), ruled()), CaseError::NoAppeal);
    assert_eq!(refused(&open, 2, Micros(5), opened()), CaseError::Misplaced);
    let noted = CaseEntry::Noted { words: words() };
    let decision = case(&[(1, opened()), (1, noted), (1, decided(until))]).unwrap();
    assert_eq!(
        (decision.state, decision.outcome()),
        (CaseState::Decided, Some(CaseOutcome::Warning))
    );
    assert_eq!(decision.check(&step(2, Micros(5), decided(until))), Ok(()), "decided anew");
    assert_eq!(refused(&decision, 9, Micros(5), appealed(5)), CaseError::NotAppealable);
    assert_eq!(refused(&decision, 9, late, appealed(3)), CaseError::NotAppealable);
    let entries = [(1, opened()), (1, decided(until)), (9, appealed(3))];
    let appeal = case(&entries).unwrap();
    assert_eq!(appeal.state, CaseState::Appealed);
    assert_eq!(refused(&appeal, 9, until, appealed(3)), CaseError::AppealedBefore);
    assert_eq!(appeal.check(&step(8, until, appealed(4))), Ok(()), "the other one");
    assert_eq!(refused(&appeal, 1, late, ruled()), CaseError::OwnDecision);
    assert_eq!(refused(&appeal, 2, late, decided(until)), CaseError::Final);
    let closed = case(&[entries.to_vec(), vec![(2, ruled())]].concat()).unwrap();
    assert_eq!((closed.state, closed.outcome()), (CaseState::Closed, Some(CaseOutcome::NoAction)));
    assert_eq!(closed.check(&step(8, until, appealed(4))), Ok(()), "the other one still may");
    assert_eq!(refused(&closed, 8, late, appealed(4)), CaseError::NotAppealable);
    assert!(closed.has_decided(1) && !closed.has_decided(2));
    assert_eq!(refused(&closed, 1, late, decided(until)), CaseError::Final);
    assert_eq!(case(&[]), None);
    assert_eq!(case(&[(1, decided(until))]), None, "it is not opened");
    assert_eq!(case(&[(1, opened()), (1, opened())]), None, "it is opened twice");
}

#[test]
fn a_row_that_was_merged_is_named_by_the_other_and_its_owner_appeals_once() {
    let until = appeal_until(Micros(0), 1);
    let mut merged = case(&[(1, opened()), (1, decided(until))]).unwrap();
    merged.merge(id(3), id(9));
    assert_eq!(merged.entrants, [id(4), id(9)]);
    assert_eq!(merged.check(&step(8, until, appealed(9))), Ok(()));
    // Stored as it was told, under the number that the row has now.
    let mut again = case(&[(1, opened()), (1, decided(until)), (8, appealed(9))]).unwrap();
    again.merge(id(3), id(9));
    assert_eq!(again.state, CaseState::Appealed);
    let twice = again.check(&step(8, until, appealed(9)));
    assert_eq!(twice, Err(CaseError::AppealedBefore));
}

fn entries() -> impl Strategy<Value = CaseEntry> {
    let until = (0..20_i64).prop_map(|hours| Micros(hours * 60 * MINUTE));
    prop_oneof![
        Just(opened()),
        Just(CaseEntry::Noted { words: words() }),
        until.prop_map(decided),
        (2_u32..6).prop_map(appealed),
        Just(ruled()),
    ]
}

proptest! {
    #[test]
    fn whatever_follows_each_other_is_read_as_it_was_written(
        all in proptest::collection::vec((1..4_i32, entries()), 0..12)
    ) {
        let mut steps = vec![step(1, Micros(0), opened())];
        for (hour, (account, entry)) in (1..).zip(all) {
            let next = step(account, Micros(hour * 60 * MINUTE), entry);
            let case = Case::from_steps(1, steps.clone()).expect("it followed");
            prop_assert_eq!(read_case_entry(&write_case_entry(&next.entry)), Ok(next.entry.clone()));
            let before = case.state;
            if case.check(&next).is_ok() {
                // Nobody rules on their own decision, and no decision follows a ruling.
                let is_decision = matches!(next.entry, CaseEntry::Decided { .. });
                prop_assert!(before != CaseState::Closed || !is_decision);
                let is_ruling = matches!(next.entry, CaseEntry::Ruled { .. });
                prop_assert!(!is_ruling || case.decided_by() != Some(next.account));
                steps.push(next);
            }
        }
        let appeals = |number: u32| steps.iter().filter(|step| step.entry == appealed(number)).count();
        prop_assert!((2..6).all(|number| appeals(number) <= 1), "each appeals once");
        prop_assert_eq!(appeals(2) + appeals(5), 0, "those whom it does not concern do not");
    }
}
