//! Random work on plays beside a model of it: both engines end as the model does.

use adjutant_store::plays::{
    self, AppendOutcome, NewEvent, NewPlay, PlayAppend, PlayRowUpdate, State,
};
use adjutant_store::{play_queries, set_ups};

use super::{casual, player, read, seats, store, write};
use crate::random_play::Random;
use crate::support::{NOW, Place, on_both_engines};
use adjutant_domain::moment::Micros;

const STEPS: u64 = 300;

/// What a play should be.
#[derive(Debug, Clone, PartialEq)]
struct Model {
    state: State,
    due_at: Micros,
    ended_at: Micros,
    events: Vec<Vec<u8>>,
    set_ups: [Option<Vec<u8>>; 2],
}

fn events(random: &mut Random) -> Vec<NewEvent> {
    let count = random.below(4);
    (0..count)
        .map(|_| {
            let length = random.below(200);
            let body = (0..length).map(|_| random.next() as u8).collect();
            NewEvent { at: NOW + random.below(1_000) as i64, body }
        })
        .collect()
}

/// An append that follows what is there, or, now and then, something else.
fn append(random: &mut Random, play: usize, model: &Model) -> PlayAppend {
    let state = State::ALL[random.below(8) as usize];
    let due_at = random.below(5) as i64;
    let ended_at = if state.is_over() { NOW + 1 + random.below(9) as i64 } else { Micros::NEVER };
    let off = [0, 0, 0, 1, -1][random.below(5) as usize];
    let after = PlayRowUpdate { state, due_at: Micros(due_at), ended_at, game_id: None };
    let version = model.events.len() as i32 + off;
    PlayAppend { play: play as i32 + 1, version, after, events: events(random) }
}

/// What becomes of it in the model.
fn apply(models: &mut [Model], one: &PlayAppend) -> AppendOutcome {
    let model = &mut models[one.play as usize - 1];
    if one.version != model.events.len() as i32 {
        return AppendOutcome::Conflict;
    }
    model.events.extend(one.events.iter().map(|event| event.body.clone()));
    (model.state, model.due_at) = (one.after.state, one.after.due_at);
    model.ended_at = one.after.ended_at;
    AppendOutcome::Stored
}

on_both_engines! {
    fn whatever_is_done_the_store_holds_what_the_model_holds(place: &Place) {
        let store = store(place);
        let both = seats(player(&store, "Ana"), player(&store, "Ben"));
        let mut random = Random(20_261_122);
        let mut models: Vec<Model> = Vec::new();
        let mut conflicts = 0;
        for step in 0..STEPS {
            let some = models.len() as u64;
            match random.below(10) {
                0 | 1 => {
                    let first = events(&mut random);
                    let new = NewPlay { events: &first, ..casual(step, both) };
                    let id = write(&store, |c| plays::add(c, &new));
                    assert_eq!(id as u64, some + 1, "ids follow on each other");
                    models.push(Model {
                        state: State::Created,
                        due_at: Micros::NEVER,
                        ended_at: Micros::NEVER,
                        events: first.into_iter().map(|event| event.body).collect(),
                        set_ups: [None, None],
                    });
                }
                2 if some > 0 => {
                    let (at, color) = (random.below(some) as usize, random.below(2) as usize);
                    let body = step.to_be_bytes().to_vec();
                    let side = salpakan::rules::Color::ALL[color];
                    let put = write(&store, |c| set_ups::insert_once(c, at as i32 + 1, side, &body));
                    let own = &mut models[at].set_ups[color];
                    assert_eq!(put, own.is_none());
                    own.get_or_insert(body);
                }
                _ if some > 0 => {
                    let count = 1 + random.below(6);
                    let group: Vec<PlayAppend> = (0..count)
                        .map(|_| {
                            let at = random.below(some) as usize;
                            append(&mut random, at, &models[at])
                        })
                        .collect();
                    let fates = write(&store, |c| plays::append_all(c, &group));
                    let expected: Vec<AppendOutcome> =
                        group.iter().map(|one| apply(&mut models, one)).collect();
                    assert_eq!(fates, expected);
                    conflicts += fates.iter().filter(|fate| **fate == AppendOutcome::Conflict).count();
                }
                _ => {}
            }
        }
        assert!(models.len() > 30 && conflicts > 100, "{} plays, {conflicts} conflicts", models.len());
        for (id, model) in (1..).zip(&models) {
            let row = read(&store, |c| plays::by_id(c, id)).expect("it is there");
            let events = read(&store, |c| plays::events_from(c, id, 1));
            assert_eq!(row.version as usize, events.len());
            let both = read(&store, |c| set_ups::for_both_sides(c, id));
            let expected = model.set_ups.clone();
            assert_eq!(both.map(|both| [Some(both.white), Some(both.black)]),
                Some(expected).filter(|own| own.iter().all(Option::is_some)));
            let there = Model {
                state: row.state,
                due_at: row.due_at,
                ended_at: row.ended_at,
                events: events.into_iter().map(|event| event.body).collect(),
                set_ups: model.set_ups.clone(),
            };
            assert_eq!(&there, model);
        }
        let mut due: Vec<(Micros, i32)> = (1..)
            .zip(&models)
            .filter(|(_, model)| (Micros(1)..=Micros(3)).contains(&model.due_at))
            .map(|(id, model)| (model.due_at, id))
            .collect();
        due.sort_unstable();
        let found = read(&store, |c| play_queries::due_plays(c, Micros(3), 1_000));
        assert_eq!(found.into_iter().map(|(id, at)| (at, id)).collect::<Vec<_>>(), due);
        let mut running: Vec<i32> =
            (1..).zip(&models).filter(|(_, model)| model.ended_at == Micros::NEVER).map(|(id, _)| id).collect();
        running.reverse();
        let listed = read(&store, |c| play_queries::running(c, play_queries::PlayScope::Everybody, i32::MAX, 1_000));
        assert_eq!(listed.into_iter().map(|row| row.id).collect::<Vec<_>>(), running);
    }
}
