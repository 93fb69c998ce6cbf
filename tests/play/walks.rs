//! Whatever is asked in whatever order: nothing breaks, nothing is lost, nothing leaks.

use std::collections::BTreeMap;

use adjutant_domain::play::{Decision, Fact, Kept, Life, Play, Refusal, State, What, read, write};
use salpakan::record::Timeline;
use salpakan::rules::{Color, Deployment, Draft, Rank, RuleSet};

use crate::random_play::Random;
use crate::support::{Game, announce, announced, rules_of};
use crate::walk::{Answer, Ask, Asked, any_game, next, put};

const WALKS: u64 = 250;
const LONGEST: usize = 150;

/// A walk to its end, with each step that led there.
fn walk(
    seed: u64,
    mut look: impl FnMut(&Game, &Game, &Asked, &Answer),
) -> (Game, Vec<(Asked, Answer)>) {
    let mut random = Random(seed);
    let mut game = any_game(&mut random);
    let mut steps = Vec::new();
    for _ in 0..LONGEST {
        let asked = next(&mut random, &mut game);
        let before = game.clone();
        let answer = put(&mut game, &asked);
        look(&before, &game, &asked, &answer);
        steps.push((asked, answer));
    }
    (game, steps)
}

#[test]
fn a_play_rebuilds_from_its_events_at_each_step() {
    for seed in 0..WALKS {
        walk(seed, |_, game, asked, _| {
            assert_eq!(game.rebuilt(), game.play, "{asked:?}");
            assert_eq!(game.play.version() as usize, game.events.len());
            assert_eq!(game.events.last().map(|event| event.at), Some(game.play.at()));
        });
    }
}

#[test]
fn it_rebuilds_from_stored_bytes() {
    for seed in 0..WALKS {
        let (game, _) = walk(seed, |_, _, _, _| {});
        let stored: Vec<Vec<u8>> = game.events.iter().map(write).collect();
        let events: Vec<_> = stored.iter().map(|bytes| read(bytes).expect("an event")).collect();
        assert_eq!(events, game.events);
        let play = Play::rebuild(&events, &game.outages).expect("the events of a play");
        assert_eq!(play, game.play);
    }
}

#[test]
fn walks_come_through_every_state_every_event_and_nearly_every_refusal() {
    let mut states = BTreeMap::<State, u32>::new();
    let mut kinds = BTreeMap::<u8, u32>::new();
    let mut refusals = BTreeMap::<String, u32>::new();
    for seed in 0..WALKS {
        let (game, steps) = walk(seed, |_, game, _, _| {
            *states.entry(game.play.state()).or_default() += 1;
        });
        for event in &game.events {
            *kinds.entry(write(event)[1]).or_default() += 1;
        }
        for refusal in steps.into_iter().filter_map(|(_, answer)| answer?.err()) {
            let name = format!("{refusal:?}");
            let name = name.split(['(', ' ']).next().unwrap_or_default().to_owned();
            *refusals.entry(name).or_default() += 1;
        }
    }
    assert_eq!(states.len(), State::ALL.len(), "{states:?}");
    assert_eq!(kinds.len(), 22, "{kinds:?}");
    assert!(refusals.len() >= 30, "{refusals:?}");
}

/// The states that may follow a state directly.
fn may_follow(before: State, after: State) -> bool {
    use State::{Aborted, Created, Deploying, Ended, Final, InPlay, Paused, Revealed};
    before == after
        || match before {
            Created => matches!(after, Deploying | Ended | Final | Aborted),
            Deploying => matches!(after, InPlay | Ended | Final | Aborted),
            InPlay => matches!(after, Paused | Ended | Final | Aborted),
            Paused => matches!(after, InPlay | Ended | Final | Aborted),
            Ended => matches!(after, Paused | Final | Aborted),
            Final => after == Revealed,
            Revealed | Aborted => false,
        }
}

#[test]
fn ranks_are_revealed_from_a_final_game_alone_and_never_closed_again() {
    for seed in 0..WALKS {
        walk(seed, |before, game, asked, _| {
            let (was, is) = (before.play.state(), game.play.state());
            assert!(may_follow(was, is), "{was:?} to {is:?} by {asked:?}");
            if let Life::Final(state) = before.play.life() {
                assert!(is != State::Revealed || state.record == Kept::Current);
            }
            // Nothing changes once it is aborted.
            assert!(was != State::Aborted || before.play == game.play);
        });
    }
}

#[test]
fn a_refusal_changes_nothing() {
    for seed in 0..WALKS {
        walk(seed, |before, game, asked, answer| {
            if let Some(Err(refusal)) = answer {
                assert_eq!(before.play, game.play, "{asked:?}: {refusal:?}");
            }
        });
    }
}

#[test]
fn the_timeline_changes_by_plies_and_by_slips_alone_and_is_what_the_arbiter_has_said() {
    for seed in 0..WALKS {
        walk(seed, |before, game, _, _| {
            let (was, is) = (
                before.play.timeline().expect("a game of Salpakan"),
                game.play.timeline().expect("a game of Salpakan"),
            );
            let last = game.events.last().map(|event| &event.fact);
            if let Some(Fact::TakenBack { .. }) = last.filter(|_| is.len() < was.len()) {
                assert_eq!(is.plies[..], was.plies[..was.plies.len() - 1]);
                assert_eq!(game.play.board(), Some(&is.board_after(is.len())));
                return;
            }
            assert!(is.plies.starts_with(&was.plies));
            if let Some(ply) = is.plies.get(was.plies.len()) {
                assert_eq!(is.len(), was.len() + 1);
                let said = announce(&game.armies, was, ply.mv);
                assert_eq!((ply.verdict, is.ending), (said.verdict, said.ending));
                let declared = is.declared.last().filter(|said| said.ply == is.len());
                let declared = declared.map(|said| (said.challenger, said.defender));
                assert_eq!(declared, said.declared);
            }
        });
    }
}

#[test]
fn a_command_that_is_sent_again_is_done_once_and_answered_the_same() {
    for seed in 0..WALKS {
        let (mut game, steps) = walk(seed, |_, _, _, _| {});
        let mut event = 1;
        for (asked, answer) in steps {
            let Some(Ok(Decision::Done(_))) = answer else { continue };
            event += 1;
            let (Ask::Command(_) | Ask::Ply(_)) = &asked.ask else { continue };
            if game.events[event as usize - 1].command.is_none() {
                continue;
            }
            let before = game.play.clone();
            let again = put(&mut game, &Asked { after: 0, ..asked });
            assert_eq!(again, Some(Ok(Decision::Repeated(event))));
            assert_eq!(game.play, before);
        }
    }
}

#[test]
fn due_actions_are_possible_then_and_not_before() {
    for seed in 0..WALKS {
        walk(seed, |_, game, _, _| {
            let Some(due) = game.play.due() else { return };
            let command = match due.what {
                What::Begin => game.begin(),
                What::TimePassed => {
                    adjutant_domain::play::Command::Server(adjutant_domain::play::Step::TimePassed)
                }
                What::Record => {
                    adjutant_domain::play::Command::Server(adjutant_domain::play::Step::Record)
                }
                What::Reveal => {
                    adjutant_domain::play::Command::Server(adjutant_domain::play::Step::Reveal)
                }
            };
            let mut play = game.play.clone();
            let Ok(Decision::Done(event)) = play.decide(&command, due.at) else {
                panic!("{due:?} cannot be done")
            };
            play.apply(&event).expect("it can follow");
            assert_ne!(play.due(), Some(due));
            if due.what == What::TimePassed {
                let early = game.play.decide(&command, due.at - 1);
                assert_eq!(early, Err(Refusal::NotDue));
            }
        });
    }
}

/// Another army on the same squares, with two ranks changed; `None` where they are equal, or
/// everybody knows the Flag.
fn swapped(
    random: &mut Random,
    rules: &RuleSet,
    timeline: &Timeline,
    army: &Deployment,
) -> Option<Deployment> {
    let mut pieces: Vec<_> = army.pieces().collect();
    let count = pieces.len() as u64;
    let (one, other) = (random.below(count) as usize, random.below(count) as usize);
    let ranks = (pieces[one].1, pieces[other].1);
    let flag = ranks.0 == Rank::Flag || ranks.1 == Rank::Flag;
    if ranks.0 == ranks.1 || (flag && timeline.flags[army.color()].is_some()) {
        return None;
    }
    (pieces[one].1, pieces[other].1) = (ranks.1, ranks.0);
    Some(Draft::new(army.color(), pieces).check(rules).expect("the same ranks and squares"))
}

/// Another world with the same public history.
fn other_world(random: &mut Random, game: &Game, start: &Game) -> (Game, usize) {
    let timeline = game.play.timeline().expect("a game of Salpakan");
    let mut armies = game.armies;
    let mut swaps = 0;
    for _ in 0..60 {
        let color = Color::ALL[random.below(2) as usize];
        let Some(army) = swapped(random, &timeline.rules, timeline, &armies[color]) else {
            continue;
        };
        let mut changed = armies;
        changed[color] = army;
        if tells_the_same(&armies, &changed, timeline) {
            armies = changed;
            swaps += 1;
        }
    }
    let mut other = start.clone();
    other.armies = armies;
    (other, swaps)
}

/// Whether the arbiter says the same of each ply.
fn tells_the_same(
    one: &salpakan::rules::ByColor<Deployment>,
    other: &salpakan::rules::ByColor<Deployment>,
    timeline: &Timeline,
) -> bool {
    use salpakan::rules::Arbiter;
    let mut arbiters =
        [one, other].map(|armies| Arbiter::new(&timeline.rules, armies.as_ref(), timeline.first));
    let [first, second] = &mut arbiters;
    timeline.plies.iter().all(|ply| first.play(ply.mv) == second.play(ply.mv))
}

#[test]
fn refusals_and_events_follow_from_the_public_history_alone() {
    let mut swapped = 0;
    for seed in 0..WALKS {
        let mut random = Random(seed);
        let start = any_game(&mut random);
        let (game, steps) = walk(seed, |_, _, _, _| {});
        let (mut other, swaps) = other_world(&mut Random(!seed), &game, &start);
        swapped += swaps;
        for (asked, answer) in &steps {
            assert_eq!(&put(&mut other, asked), answer, "{asked:?}");
        }
        assert_eq!(other.play, game.play);
        let bytes = |game: &Game| game.events.iter().map(write).collect::<Vec<_>>();
        assert_eq!(bytes(&other), bytes(&game));
        for seat in Color::ALL {
            assert_eq!(
                other.play.available_actions(seat, game.now),
                game.play.available_actions(seat, game.now)
            );
        }
    }
    assert!(swapped > 20 * WALKS as usize, "only {swapped} ranks were swapped");
}

#[test]
fn no_rank_stands_in_the_events_before_the_play_is_revealed_unless_it_was_declared() {
    for seed in 0..WALKS {
        let (game, _) = walk(seed, |_, _, _, _| {});
        let declares = rules_of(&game).options().open_challenges;
        for event in &game.events {
            if let Fact::Ply(ply) = &event.fact {
                assert!(announced(ply).declared.is_none() || declares);
            }
        }
    }
}
