//! What is counted, beside the same counted game by game.

use adjutant_domain::formation::{
    CELLS, Condition, Filter, Nearest, SetUp, Tally, mirrored_cell, weight,
};
use salpakan::rules::{Color, Outcome, Rank};

use crate::support::{Game, drawn, index};

/// The slow way: sides that meet the filter, with the set-up as it is to be seen.
fn sides(games: &[Game], filter: &Filter) -> Vec<(SetUp, Game, Color)> {
    let mut found = Vec::new();
    for game in games {
        for color in Color::ALL {
            let Some(own) = game.set_ups[color] else { continue };
            let seen = if filter.folded { own.folded().0 } else { own };
            let facts = &game.facts;
            let rating = facts.ratings[color];
            let banded = filter.least_rating.is_some() || filter.most_rating.is_some();
            let rated = !banded || rating != 0;
            let dated = filter.from.is_none() && filter.to.is_none() || facts.day != i32::MIN;
            let fits = rated
                && dated
                && filter.least_rating.is_none_or(|least| rating >= least)
                && filter.most_rating.is_none_or(|most| rating <= most)
                && filter.pool.is_none_or(|pool| pool == facts.pool)
                && filter.event.is_none_or(|event| event == facts.event)
                && filter.owner.is_none_or(|owner| owner == facts.owner)
                && filter.from.is_none_or(|from| facts.day >= from)
                && filter.to.is_none_or(|to| facts.day <= to)
                && filter.player.is_none_or(|player| player == facts.players[color])
                && filter.opponent.is_none_or(|other| other == facts.players[color.opponent()])
                && filter.color.is_none_or(|wanted| wanted == color)
                && filter.when.iter().all(|one| seen.occupant(one.cell) == one.occupant);
            if fits {
                found.push((seen, *game, color));
            }
        }
    }
    found
}

fn tally<'a>(sides: impl IntoIterator<Item = &'a (SetUp, Game, Color)>) -> Tally {
    let mut tally = Tally::default();
    for (_, game, color) in sides {
        let score = match game.facts.outcome {
            Outcome::Draw => 1,
            Outcome::Win(winner) if winner == *color => 2,
            Outcome::Win(_) => 0,
        };
        let by_score = [&mut tally.losses, &mut tally.draws, &mut tally.wins];
        *by_score.into_iter().nth(score).expect("three scores") += 1;
        tally.weights[score] += u64::from(weight(game.facts.ratings[*color]));
    }
    tally
}

fn filters() -> Vec<Filter> {
    let none = Filter::default();
    let flag = Condition { cell: 1, occupant: Some(Rank::Flag) };
    let spy = Condition { cell: 12, occupant: Some(Rank::Spy) };
    let nothing = Condition { cell: 26, occupant: None };
    vec![
        none.clone(),
        Filter { folded: true, ..none.clone() },
        Filter { least_rating: Some(1_500), ..none.clone() },
        Filter {
            least_rating: Some(1_400),
            most_rating: Some(1_600),
            folded: true,
            ..none.clone()
        },
        Filter { pool: Some(-1), ..none.clone() },
        Filter { event: Some(3), color: Some(Color::Black), ..none.clone() },
        Filter { owner: Some(1), from: Some(20_010), to: Some(20_030), ..none.clone() },
        Filter { to: Some(20_030), ..none.clone() },
        Filter { player: Some(4), ..none.clone() },
        Filter { player: Some(4), opponent: Some(5), ..none.clone() },
        Filter { when: vec![flag], ..none.clone() },
        Filter { when: vec![flag], folded: true, ..none.clone() },
        Filter { when: vec![spy, nothing], ..none.clone() },
        Filter { when: vec![nothing, spy], folded: true, pool: Some(1), ..none },
    ]
}

#[test]
fn every_place_of_the_heat_map_is_counted_as_game_by_game() {
    let games = drawn(5, 900);
    let index = index(&games);
    assert_eq!(index.games(), games.len());
    for filter in filters() {
        let slow = sides(&games, &filter);
        let totals = index.totals(&filter);
        assert_eq!(*totals.all(), tally(&slow));
        for cell in 0..CELLS {
            for occupant in Rank::ALL.into_iter().map(Some).chain([None]) {
                let here = slow.iter().filter(|(own, ..)| own.occupant(cell) == occupant);
                assert_eq!(*totals.place(cell, occupant), tally(here));
            }
        }
    }
}

#[test]
fn conditions_that_exclude_each_other_are_met_by_nobody() {
    let index = index(&drawn(5, 300));
    let on = |rank| Condition { cell: 3, occupant: Some(rank) };
    let both = Filter { when: vec![on(Rank::Flag), on(Rank::Spy)], ..Filter::default() };
    assert_eq!(index.totals(&both).all().games(), 0);
    let twice = Filter { when: vec![on(Rank::Spy), on(Rank::Spy)], ..Filter::default() };
    let once = Filter { when: vec![on(Rank::Spy)], ..Filter::default() };
    assert_eq!(index.totals(&twice).all(), index.totals(&once).all());
}

#[test]
fn the_most_used_set_ups_are_those_that_a_list_of_all_has_first() {
    let games = drawn(6, 900);
    let index = index(&games);
    for filter in filters().into_iter().map(|own| Filter { folded: true, ..own }) {
        let slow = sides(&games, &filter);
        let mut set_ups: Vec<SetUp> = slow.iter().map(|(own, ..)| *own).collect();
        set_ups.sort_unstable();
        set_ups.dedup();
        let mut all: Vec<(SetUp, Tally)> = set_ups
            .into_iter()
            .map(|own| (own, tally(slow.iter().filter(|(other, ..)| *other == own))))
            .collect();
        all.sort_by_key(|(own, tally)| (std::cmp::Reverse(tally.games()), *own));
        all.truncate(12);
        let found = index.popular(&filter, 12);
        let found: Vec<(SetUp, Tally)> =
            found.set_ups.into_iter().map(|own| (own.set_up, own.tally)).collect();
        assert!(found == all);
    }
}

#[test]
fn the_most_used_set_ups_are_found_without_counting_all() {
    let few = drawn(7, 900);
    let one = few.iter().find_map(|game| game.set_ups.white).expect("a set-up");
    let mut chance = crate::support::Chance(11);
    let many: Vec<Game> = (0..60_000)
        .map(|number| {
            let mut game = few[number % few.len()];
            game.facts.number = number as i32 + 1;
            game.set_ups.white = Some(if number % 100 == 0 { one } else { chance.set_up() });
            game.set_ups.black = Some(chance.set_up());
            game
        })
        .collect();
    let found = index(&many).popular(&Filter { folded: true, ..Filter::default() }, 5);
    let first = found.set_ups.first().expect("one is used often");
    assert!(first.set_up == one.folded().0);
    assert_eq!(first.tally.games(), 600);
}

#[test]
fn examples_are_the_newest_games_that_meet_the_filter() {
    let games = drawn(8, 900);
    let index = index(&games);
    for filter in filters() {
        let mut slow: Vec<(i32, i32, Color)> = sides(&games, &filter)
            .into_iter()
            .map(|(_, game, color)| (game.facts.day, game.facts.number, color))
            .collect();
        slow.sort_unstable();
        slow.reverse();
        slow.truncate(7);
        let found = index.examples(&filter, 7);
        let found: Vec<_> = found.iter().map(|own| (own.day, own.number, own.color)).collect();
        assert_eq!(found, slow);
    }
}

#[test]
fn around_a_set_up_every_other_one_is_at_its_distance() {
    let games = drawn(9, 900);
    let index = index(&games);
    let asked = games.iter().find_map(|game| game.set_ups.black).expect("a set-up");
    for filter in [Filter::default(), Filter { pool: Some(1), ..Filter::default() }] {
        let slow = sides(&games, &filter);
        let found = Nearest::find(&index, asked, &filter, 10);
        let apart = |own: SetUp| own.squares_apart(asked).min(own.squares_apart(asked.mirrored()));
        let at = |distance| tally(slow.iter().filter(|(own, ..)| apart(*own) == distance));
        for (distance, tally) in (0..).zip(&found.by_distance) {
            assert_eq!(*tally, at(distance));
        }
        let own = |set_up: SetUp| tally(slow.iter().filter(|(own, ..)| *own == set_up));
        assert_eq!(found.own, [own(asked), own(asked.mirrored())]);
        let mut before = (0, u64::MAX);
        for near in &found.others {
            assert_eq!(near.apart, apart(near.listed.set_up));
            let both = slow.iter().filter(|(own, ..)| own.folded().0 == near.listed.set_up);
            assert_eq!(near.listed.tally, tally(both));
            let games = near.listed.tally.games();
            assert!(
                (before.0, std::cmp::Reverse(before.1)) <= (near.apart, std::cmp::Reverse(games))
            );
            before = (near.apart, games);
        }
        assert_eq!(found.others.len(), 10);
        assert!(found.examples.iter().all(|own| index.find(own.number).is_some()));
    }
}

#[test]
fn a_game_is_found_by_its_number_with_what_went_in() {
    let games = drawn(10, 500);
    let index = index(&games);
    for game in &games {
        let (segment, at) = index.find(game.facts.number).expect("it is there");
        assert_eq!(segment.facts(at), game.facts);
        assert!(segment.set_ups(at) == game.set_ups);
    }
    for none in [0, -1, i32::MIN, i32::MAX] {
        assert!(index.find(none).is_none());
    }
}

#[test]
fn an_index_of_many_games_takes_no_more_than_sixty_bytes_a_game() {
    let mut games = Vec::new();
    for game in drawn(12, 1_000).into_iter().cycle().take(60_000) {
        let mut game = game;
        game.facts.number = games.len() as i32 + 1;
        games.push(game);
    }
    let bytes = index(&games).bytes();
    assert!(bytes <= 60 * games.len(), "{bytes}");
}

#[test]
fn the_cells_of_both_wings_answer_each_other() {
    for cell in 0..CELLS {
        assert_eq!(mirrored_cell(mirrored_cell(cell)), cell);
        assert_eq!(mirrored_cell(cell) / 9, cell / 9);
        assert_eq!(mirrored_cell(cell) % 9 + cell % 9, 8);
    }
}
