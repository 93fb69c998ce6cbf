//! Series: cases from a table, and general properties.

use swiss::Color;
use swiss::points::Points;
use swiss::series::{
    Armageddon, By, Extra, Format, GameResult, Length, Next, PartOf, SeededDraw, Series,
    SeriesFault, Side,
};

use crate::random::{Random, two_one_nought};

const ARMAGEDDON: Armageddon = Armageddon {
    white: Side::Second,
    white_seconds: 300,
    black_seconds: 240,
    draw_odds: Some(Color::Black),
};

/// The series with a name in the table.
fn named(name: &str) -> Series {
    let format = |format| Series { format, ..Series::single() };
    let twice = |draw, most| format(Format::TwiceToBeat { seeded: Side::First, draw, most });
    match name {
        "race 4" => Series::race(Points(40), two_one_nought()),
        "three games" => Series::games(3),
        "race 6 of 3" => {
            let format = Format::Race { target: Points(60), most: Some(3) };
            Series { format, ..named("race 4") }
        }
        "race 4 of 3" => {
            let format = Format::Race { target: Points(40), most: Some(3) };
            Series { format, ..named("race 4") }
        }
        "best of 3" => Series::best_of(3),
        "best of 3, defaults end" => Series { default_ends: true, ..Series::best_of(3) },
        "single" => Series::single(),
        "single then won" => Series::single().then(Extra::UntilWon),
        "first side goes on" => Series::single().then(Extra::GoesOn(Side::First)),
        "two games" => Series::games(2),
        "all of it" => Series::games(2).then(Extra::Games(2)).then(Extra::Armageddon(ARMAGEDDON)),
        "until won" => Series::until_won(),
        "twice to beat" => Series::twice_to_beat(),
        "twice to beat, draws hold" => twice(SeededDraw::Holds, None),
        "twice to beat, at most 3" => twice(SeededDraw::Replayed, Some(3)),
        "two wins of 4" => format(Format::Wins { wins: 2, most: Some(4) }),
        _ => panic!("no series {name}"),
    }
}

const NAMES: [&str; 14] = [
    "race 4",
    "race 4 of 3",
    "best of 3",
    "best of 3, defaults end",
    "single",
    "single then won",
    "first side goes on",
    "two games",
    "all of it",
    "until won",
    "twice to beat",
    "twice to beat, draws hold",
    "twice to beat, at most 3",
    "two wins of 4",
];

fn result(letter: char) -> GameResult {
    match letter {
        '1' => GameResult::Won(Side::First),
        '2' => GameResult::Won(Side::Second),
        '=' => GameResult::Drawn,
        'a' => GameResult::Default { absent: Side::First },
        'b' => GameResult::Default { absent: Side::Second },
        '0' => GameResult::BothAbsent,
        _ => panic!("no result {letter}"),
    }
}

fn answer(next: Next) -> &'static str {
    match next {
        Next::Play { first: Color::White, .. } => "play w",
        Next::Play { first: Color::Black, .. } => "play b",
        Next::Decided { winner: Side::First, .. } => "1",
        Next::Decided { winner: Side::Second, .. } => "2",
        Next::Tied => "tied",
        Next::BothOut => "nobody",
    }
}

#[test]
fn series_go_as_the_table_says() {
    let lines = include_str!("data/series.txt").lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [name, games, expected, points] = cells[..] else { panic!("four cells: {line}") };
        let results: Vec<GameResult> = games.chars().map(result).collect();
        let standing = named(name).standing(&results);
        assert_eq!(answer(standing.next), expected, "{line}");
        let expected: Vec<Option<Points>> = points.split(':').map(Points::parse).collect();
        assert_eq!(standing.points.map(Some).to_vec(), expected, "{line}");
        assert_eq!(standing.counted, results.len(), "{line}");
        count += 1;
    }
    assert!(count > 50, "{count} cases");
}

fn random_results(random: &mut Random, count: usize) -> Vec<GameResult> {
    let letters = ['1', '2', '=', '=', '1', '2', 'a', 'b', '0'];
    (0..count).map(|_| result(letters[random.below(letters.len() as u64) as usize])).collect()
}

#[test]
fn no_series_goes_on_once_it_is_decided() {
    let mut random = Random(5);
    for round in 0..400 {
        for name in NAMES {
            let series = named(name);
            let results = random_results(&mut random, round % 12 + 1);
            let standing = series.standing(&results);
            let used = &results[..standing.counted];
            assert_eq!(series.standing(used), standing, "{name}: {results:?}");
            if matches!(standing.next, Next::Play { .. }) {
                assert_eq!(standing.counted, results.len());
                continue;
            }
            for fewer in 0..standing.counted {
                let next = series.next(&results[..fewer]);
                assert!(matches!(next, Next::Play { .. }), "{name}: {results:?} after {fewer}");
            }
        }
    }
}

#[test]
fn colors_alternate_from_game_to_game() {
    let mut random = Random(6);
    for name in NAMES.iter().filter(|name| **name != "all of it") {
        let results = random_results(&mut random, 6);
        for games in 0..6 {
            if let Next::Play { game, first, .. } = named(name).next(&results[..games]) {
                assert_eq!(game, games);
                assert_eq!(first == Color::White, games.is_multiple_of(2), "{name}");
            }
        }
    }
}

#[test]
fn a_series_with_an_end_to_its_games_ends() {
    let mut random = Random(7);
    for _ in 0..200 {
        for name in NAMES {
            let series = named(name);
            let Some(most) = series.length().most else { continue };
            let results = random_results(&mut random, most as usize);
            let next = series.next(&results);
            let replayed = results.contains(&GameResult::BothAbsent);
            assert!(replayed || !matches!(next, Next::Play { .. }), "{name}: {results:?}");
        }
    }
}

#[test]
fn what_decided_is_told() {
    let by = |name: &str, games: &str| {
        let results: Vec<GameResult> = games.chars().map(result).collect();
        match named(name).next(&results) {
            Next::Decided { by, .. } => by,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(by("race 4", "11"), By::Games);
    assert_eq!(by("race 4", "1b"), By::Default);
    assert_eq!(by("all of it", "12==="), By::DrawOdds);
    assert_eq!(by("twice to beat, draws hold", "="), By::DrawOdds);
    assert_eq!(by("twice to beat, at most 3", "=2="), By::Seeding);
    assert_eq!(by("first side goes on", "="), By::Seeding);
}

#[test]
fn the_last_resort_has_its_own_colors_and_clocks() {
    let results: Vec<GameResult> = "12==".chars().map(result).collect();
    let next = named("all of it").next(&results);
    assert_eq!(next, Next::Play { game: 4, first: Color::Black, part: PartOf::Extra(1) });
    let extra = named("all of it").extras[1];
    assert_eq!(extra, Extra::Armageddon(ARMAGEDDON));
}

#[test]
fn lengths_are_told_for_the_schedule() {
    let length = |name: &str| {
        let Length { least, planned, most } = named(name).length();
        (least, planned, most)
    };
    assert_eq!(length("single"), (1, 1, Some(1)));
    assert_eq!(length("best of 3"), (2, 3, Some(3)));
    assert_eq!(length("race 4"), (2, 3, None));
    assert_eq!(length("two games"), (2, 2, Some(2)));
    assert_eq!(length("all of it"), (2, 5, Some(5)));
    assert_eq!(length("until won"), (1, 1, None));
    assert_eq!(length("twice to beat"), (1, 2, None));
    assert_eq!(length("twice to beat, draws hold"), (1, 2, Some(2)));
}

#[test]
fn only_some_can_end_with_both_equal() {
    let tied: Vec<&str> = NAMES.into_iter().filter(|name| named(name).may_end_tied()).collect();
    let expected = [
        "race 4 of 3",
        "best of 3",
        "best of 3, defaults end",
        "single",
        "two games",
        "two wins of 4",
    ];
    assert_eq!(tied, expected);
}

#[test]
fn a_series_that_makes_no_sense_is_told_so() {
    for name in NAMES {
        assert_eq!(named(name).faults(), [], "{name}");
    }
    assert_eq!(Series::best_of(0).faults(), [SeriesFault::NoGame]);
    assert_eq!(Series::single().then(Extra::Games(0)).faults(), [SeriesFault::NoGame]);
    let mut flat = named("race 4");
    flat.points.draw = flat.points.win;
    assert_eq!(flat.faults(), [SeriesFault::PointsOutOfOrder]);
    let late = Series::until_won().then(Extra::UntilWon);
    assert_eq!(late.faults(), [SeriesFault::NeverReached]);
    let early = Series::single().then(Extra::UntilWon).then(Extra::Games(2));
    assert_eq!(early.faults(), [SeriesFault::NeverReached]);
}
