//! The graph of stages: plans of the usual events, what is wrong with others, and who enters what.

use std::collections::BTreeSet;

use adjutant_domain::contest::plan_fault_message;
use adjutant_service::messages::LocalizedMessage;
use swiss::groups::Finisher;
use swiss::knockout::{Fact, Knockout, Occupant, Outcome, Shape};
use swiss::points::Points;
use swiss::round_robin::Cycles;
use swiss::series::{Extra, Series, SeriesFault, Side};
use swiss::stage::{
    CarriedGame, CarriedPoints, Carry, Draw, Entered, Fault, Known, NotYet, Plan, Source, Stage,
    StageId, StageResult, System, Template, Timing, Unit, Wishes, carried_points, swiss_rounds,
};

use crate::random::{Random, two_one_nought};

const TIMING: Timing = Timing { game_minutes: 40, pause_minutes: 10, boards: None };

fn wishes(entrants: usize) -> Wishes {
    Wishes { entrants, timing: TIMING, minutes: None, series: Series::until_won() }
}

const TEMPLATES: [Template; 10] = [
    Template::Swiss,
    Template::SwissToFinal,
    Template::Keizer,
    Template::GroupsToKnockout,
    Template::RoundRobin,
    Template::DoubleRoundRobin,
    Template::SingleElimination,
    Template::DoubleElimination,
    Template::QualifierDays(2),
    Template::TeamEvent { boards: 3 },
];

fn players(stages: Vec<Stage>) -> Plan {
    Plan { unit: Unit::Players, stages }
}

fn top(of: usize, each: usize) -> Source {
    Source::Top { of: StageId(of), each }
}

const SINGLE: System = System::Knockout { shape: Shape::SINGLE, draw: Draw::Seeded };

fn knockout(name: &str, sources: Vec<Source>) -> Stage {
    Stage { series: Series::until_won(), ..Stage::new(name, sources, SINGLE) }
}

fn swiss(name: &str, rounds: usize) -> Stage {
    Stage::new(name, vec![Source::Registration], System::Swiss { rounds })
}

fn groups(groups: usize) -> Stage {
    let system = System::RoundRobin { groups, cycles: Cycles::Single, lot: None, drawn: false };
    Stage::new("Groups", vec![Source::Registration], system)
}

#[test]
fn every_template_makes_a_plan_that_can_be_played() {
    for entrants in 4..=200 {
        for template in TEMPLATES {
            let plan = template.plan(&wishes(entrants));
            assert_eq!(plan.check(entrants), [], "{template:?} for {entrants}");
            let schedule = plan.schedule(entrants, &TIMING).expect("it has no faults");
            assert_eq!(schedule.stages.len(), plan.stages.len());
            assert!(schedule.games.0 > 0 && schedule.games.0 <= schedule.games.1);
            assert!(schedule.boards > 0 && schedule.rounds > 0 && schedule.minutes >= 40);
        }
    }
}

#[test]
fn sixteen_in_four_groups_cross_over_as_in_the_leagues_august_championship() {
    let race = Series::race(Points(40), two_one_nought());
    let plan = Template::GroupsToKnockout.plan(&Wishes { series: race, ..wishes(16) });
    let schedule = plan.schedule(16, &TIMING).expect("it can be played");
    let [groups, knockout] = &schedule.stages[..] else { panic!("two stages") };
    assert_eq!((groups.entrants, groups.rounds, groups.boards, groups.games), (16, 3, 8, (24, 24)));
    // Quarter-finals, semi-finals, and the final beside the match for the third place; a race to 4 takes two games or,
    // without a draw, three at most.
    assert_eq!((knockout.entrants, knockout.rounds), (8, 3));
    assert_eq!((knockout.boards_by_round.as_slice(), knockout.boards), (&[4, 2, 2][..], 4));
    assert_eq!((knockout.games, knockout.sittings), ((16, 24), 9));
    assert_eq!(schedule.minutes, 12 * 40 + 11 * 10);
}

#[test]
fn a_weekend_of_sixty_takes_what_the_wizard_shows() {
    let plan = players(vec![swiss("Swiss", 6), {
        let last = knockout("Final", vec![top(0, 2)]);
        Stage { series: Series::twice_to_beat(), ..last }
    }]);
    let schedule = plan.schedule(60, &TIMING).expect("it can be played");
    assert_eq!((schedule.rounds, schedule.boards, schedule.games), (7, 30, (181, 182)));
    assert_eq!(schedule.minutes, 8 * 40 + 7 * 10);
    // With twenty boards every round of the Swiss takes two sittings.
    let timing = Timing { boards: Some(20), ..TIMING };
    let schedule = plan.schedule(60, &timing).expect("it can be played");
    assert_eq!(schedule.stages[0].sittings, 12);
    assert_eq!(schedule.minutes, 14 * 40 + 13 * 10);
}

#[test]
fn a_team_event_is_board_groups_and_a_scheveningen_final() {
    let plan = Template::TeamEvent { boards: 3 }.plan(&wishes(6));
    assert_eq!(plan.unit, Unit::Teams { boards: 3 });
    let schedule = plan.schedule(6, &TIMING).expect("it can be played");
    let [groups, last] = &schedule.stages[..] else { panic!("two stages") };
    assert_eq!((groups.rounds, groups.boards, groups.games), (5, 9, (45, 45)));
    assert_eq!((last.entrants, last.rounds, last.boards, last.games), (2, 3, 3, (9, 9)));
}

#[test]
fn a_reset_that_may_not_be_needed_is_in_the_most_games_only() {
    let schedule = Template::DoubleElimination.plan(&wishes(4)).schedule(4, &TIMING);
    assert_eq!(schedule.expect("it can be played").games, (6, 7));
}

#[test]
fn there_are_as_many_swiss_rounds_as_there_is_time_for() {
    assert_eq!([2, 4, 8, 9, 60, 200].map(swiss_rounds), [1, 3, 5, 6, 8, 10]);
    let rounds = |minutes: u64| {
        let plan = Template::Swiss.plan(&Wishes { minutes: Some(minutes), ..wishes(60) });
        match plan.stages[0].system {
            System::Swiss { rounds } => rounds,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(rounds(1000), 8);
    assert_eq!(rounds(7 * 40 + 6 * 10), 7);
    assert_eq!(rounds(7 * 40 + 6 * 10 - 1), 6);
    assert_eq!(rounds(60), 6, "not fewer than it takes to have one without a loss");
}

/// The only fault of a plan, whose message says what is wrong, then what to do.
fn fault(plan: &Plan, registered: usize) -> Fault {
    let faults = plan.check(registered);
    let [fault] = &faults[..] else { panic!("one fault: {faults:?}") };
    let words = LocalizedMessage::from(plan_fault_message(&plan.stage_names(), fault)).to_string();
    assert!(words.matches(". ").count() == 1 && words.ends_with('.'), "{words}");
    assert!(plan.schedule(registered, &TIMING).is_err());
    fault.clone()
}

#[test]
fn a_plan_in_which_nobody_can_enter_is_told_so() {
    assert_eq!(fault(&players(vec![]), 8), Fault::NoStage);
    let orphan = Stage { sources: Vec::new(), ..swiss("Swiss", 3) };
    let faults = players(vec![orphan]).check(8);
    assert!(faults.contains(&Fault::NobodyEnters(StageId(0))));
    assert_eq!(fault(&players(vec![swiss("Swiss", 3)]), 0), Fault::NobodyEnters(StageId(0)));
}

#[test]
fn stages_that_wait_for_each_other_and_unknown_ones_are_found() {
    let circle = players(vec![
        swiss("Swiss", 3),
        knockout("One", vec![top(0, 2), Source::Winners(StageId(2))]),
        knockout("Two", vec![Source::Winners(StageId(1))]),
    ]);
    assert_eq!(fault(&circle, 8), Fault::Circle(vec![StageId(1), StageId(2)]));
    let itself = players(vec![knockout("Final", vec![top(0, 2)])]);
    assert_eq!(fault(&itself, 8), Fault::Circle(vec![StageId(0)]));
    let unknown = players(vec![swiss("Swiss", 3), knockout("Final", vec![top(7, 2)])]);
    let expected = Fault::UnknownStage { stage: StageId(1), named: StageId(7) };
    assert_eq!(fault(&unknown, 8), expected);
}

#[test]
fn two_stages_of_one_name_are_found() {
    let plan = players(vec![swiss("Day", 3), swiss("Day", 3)]);
    assert_eq!(fault(&plan, 16), Fault::SameName(StageId(0), StageId(1)));
}

#[test]
fn no_more_go_on_than_there_are() {
    let (stage, of) = (StageId(1), StageId(0));
    let plan = |sources| players(vec![groups(4), knockout("Final", sources)]);
    // Of 15 in four groups one has three only.
    let each = fault(&plan(vec![top(0, 4)]), 15);
    assert_eq!(each, Fault::MoreThanThere { stage, of, asked: 16, there: 15 });
    let fourths = Source::BestOfPlace { of, place: 3, count: 4 };
    let best = fault(&plan(vec![top(0, 1), fourths]), 15);
    assert_eq!(best, Fault::MoreThanThere { stage, of, asked: 4, there: 3 });
}

#[test]
fn a_knock_out_sends_on_only_those_whose_places_it_tells() {
    let plan = |system, source| {
        let first = Stage { system, ..knockout("Cup", vec![Source::Registration]) };
        players(vec![first, knockout("Final", vec![source])])
    };
    let of = StageId(0);
    let shared = Fault::PlacesShared { stage: StageId(1), of, decided: 2 };
    assert_eq!(fault(&plan(SINGLE, top(0, 3)), 8), shared);
    let third = System::Knockout { shape: Shape::THIRD_PLACE, draw: Draw::Seeded };
    assert_eq!(plan(third, top(0, 4)).check(8), []);
    let four = Shape::Single { left: 4, third_place: false };
    let four = System::Knockout { shape: four, draw: Draw::Seeded };
    assert_eq!(plan(four, Source::Winners(of)).check(13), []);
    let too_few = Fault::NeverSoMany { stage: of, left: 4 };
    let faults = plan(four, Source::Winners(of)).check(4);
    assert!(faults.contains(&too_few), "{faults:?}");
    let swiss = plan(System::Swiss { rounds: 3 }, Source::Losers(of));
    let faults = swiss.check(8);
    assert!(faults.contains(&Fault::NoWinners { stage: StageId(1), of }), "{faults:?}");
}

#[test]
fn nobody_enters_twice() {
    let of = StageId(0);
    let thirds = |place| Source::BestOfPlace { of, place, count: 2 };
    let plan = |sources| players(vec![groups(4), knockout("Final", sources)]);
    assert_eq!(fault(&plan(vec![top(0, 2), thirds(1)]), 16), Fault::EntersTwice(StageId(1)));
    assert_eq!(plan(vec![top(0, 2), thirds(2)]).check(16), []);
}

#[test]
fn rounds_and_sizes_that_do_not_go_together_are_found() {
    let stage = StageId(0);
    let rounds = Fault::MoreRoundsThanOpponents { stage, rounds: 8, most: 7 };
    assert_eq!(fault(&players(vec![swiss("Swiss", 8)]), 8), rounds);
    assert_eq!(fault(&players(vec![swiss("Swiss", 0)]), 8), Fault::NoRound(stage));
    let few = Fault::TooFew { stage, entrants: 7, needs: 8 };
    assert_eq!(fault(&players(vec![groups(4)]), 7), few);
}

#[test]
fn numbers_out_of_all_proportion_are_refused_before_anything_is_counted() {
    let huge = usize::MAX;
    let too_large = |sources, system| {
        let stage = Stage { sources, ..Stage::new("Swiss", Vec::new(), system) };
        fault(&players(vec![stage]), 8)
    };
    let system = System::Swiss { rounds: 3 };
    assert_eq!(too_large(vec![Source::Seeds(huge)], system), Fault::TooLarge(StageId(0)));
    let groups =
        System::RoundRobin { groups: huge, cycles: Cycles::Single, lot: None, drawn: false };
    let registered = vec![Source::Registration];
    assert_eq!(too_large(registered.clone(), groups), Fault::TooLarge(StageId(0)));
    let rounds = System::Swiss { rounds: huge };
    assert_eq!(too_large(registered, rounds), Fault::TooLarge(StageId(0)));
    for template in TEMPLATES {
        let plan = template.plan(&wishes(huge));
        assert!(plan.check(huge).contains(&Fault::TooLarge(StageId(0))), "{template:?}");
    }
    assert!(Template::QualifierDays(huge).plan(&wishes(64)).stages.len() <= 101);
}

#[test]
fn only_the_right_groups_cross_over() {
    let plan = |count, each| {
        let system = System::Knockout { shape: Shape::SINGLE, draw: Draw::CrossOver };
        let last = Stage { system, ..knockout("Final", vec![top(0, each)]) };
        players(vec![groups(count), last])
    };
    assert_eq!(plan(4, 2).check(16), []);
    assert_eq!(fault(&plan(3, 2), 16), Fault::NoCrossOver(StageId(1)));
    assert_eq!(fault(&plan(4, 3), 16), Fault::NoCrossOver(StageId(1)));
    let system = System::Knockout { shape: Shape::SINGLE, draw: Draw::Spread };
    let spread = Stage { system, ..knockout("Final", vec![Source::Seeds(2), top(0, 1)]) };
    assert_eq!(fault(&players(vec![groups(4), spread]), 16), Fault::NoGroups(StageId(1)));
}

#[test]
fn a_knock_out_needs_a_series_that_decides() {
    let plan =
        |series| players(vec![Stage { series, ..knockout("Cup", vec![Source::Registration]) }]);
    let stage = StageId(0);
    assert_eq!(fault(&plan(Series::best_of(3)), 8), Fault::MayEndTied(stage));
    assert_eq!(plan(Series::best_of(3).then(Extra::UntilWon)).check(8), []);
    let fault = fault(&plan(Series::until_won().then(Extra::UntilWon)), 8);
    assert_eq!(fault, Fault::Series { stage, fault: SeriesFault::NeverReached });
}

#[test]
fn systems_of_teams_need_teams() {
    let system = System::BoardGroups { cycles: Cycles::Single };
    let stage = Stage { system, ..swiss("Boards", 1) };
    assert_eq!(fault(&players(vec![stage]), 6), Fault::NeedsTeams(StageId(0)));
    let boardless = Plan { unit: Unit::Teams { boards: 0 }, stages: vec![swiss("Swiss", 1)] };
    assert_eq!(fault(&boardless, 6), Fault::NeedsTeams(StageId(0)));
    let stages = vec![Stage { system: System::Scheveningen, ..swiss("Match", 1) }];
    let plan = Plan { unit: Unit::Teams { boards: 3 }, stages };
    let expected = Fault::NeedsTwoTeams { stage: StageId(0), entrants: 3 };
    assert_eq!(fault(&plan, 3), expected);
}

fn ranked(entrants: &[usize]) -> Vec<Finisher> {
    let of = |(at, entrant): (usize, &usize)| Finisher {
        entrant: *entrant,
        games: 3,
        points: Points(100 - at as i32 * 10),
        tie_breaks: vec![*entrant as i64],
    };
    entrants.iter().enumerate().map(of).collect()
}

/// Plays a stage by chance.
fn play(random: &mut Random, stage: &Stage, entered: &[Entered]) -> StageResult {
    let System::Knockout { shape, .. } = stage.system else {
        let mut groups = stage.groups(entered, |_| None::<u8>);
        for group in &mut groups {
            for at in (1..group.len()).rev() {
                group.swap(at, random.below(at as u64 + 1) as usize);
            }
        }
        let groups = groups.iter().map(|group| ranked(group)).collect();
        return StageResult { groups, ..StageResult::default() };
    };
    let lines = stage.lines(entered).expect("a knock-out has lines");
    let knockout = Knockout::new(&lines, shape).expect("a knock-out");
    let mut facts = Vec::new();
    loop {
        let progress = knockout.progress(&facts);
        if let Some(result) = StageResult::of_knockout(&progress) {
            return result;
        }
        for of in progress.ready() {
            let [Occupant::Entrant(one), Occupant::Entrant(other)] =
                progress.matches[of.0].occupants
            else {
                panic!("two are ready")
            };
            let side = [Side::First, Side::Second][random.below(2) as usize];
            facts.push(Fact::Result { of, between: [one, other], outcome: Outcome::Won(side) });
        }
    }
}

#[test]
fn entrants_come_from_a_source_and_all_stages_can_be_played() {
    let mut random = Random(21);
    for entrants in 8..=40 {
        for template in TEMPLATES {
            let plan = template.plan(&wishes(entrants));
            let doors = plan.stages.iter().filter(|s| s.sources == [Source::Registration]).count();
            let mut known = Known {
                registered: vec![Vec::new(); plan.stages.len()],
                seeds: Vec::new(),
                results: vec![None; plan.stages.len()],
            };
            for entrant in 0..entrants {
                known.registered[entrant % doors].push(entrant);
            }
            let counts: Vec<usize> = (plan.schedule(entrants, &TIMING).expect("no faults").stages)
                .iter()
                .map(|stage| stage.entrants)
                .collect();
            for (at, stage) in plan.stages.iter().enumerate() {
                let entered =
                    plan.entrants(StageId(at), &known, &[]).expect("those before are over");
                assert_eq!(entered.len(), counts[at], "as many as were counted");
                let different: BTreeSet<usize> = entered.iter().map(|one| one.entrant).collect();
                assert_eq!(different.len(), entered.len(), "nobody twice");
                for one in &entered {
                    let source = stage.sources[one.source];
                    let is_from = match source.of() {
                        None => known.registered[at].contains(&one.entrant),
                        Some(of) => known.results[of.0].as_ref().is_some_and(|result| {
                            result.groups.iter().flatten().any(|f| f.entrant == one.entrant)
                        }),
                    };
                    assert!(is_from, "{one:?} comes from {source:?}");
                }
                known.results[at] = Some(play(&mut random, stage, &entered));
            }
        }
    }
}

#[test]
fn entrants_are_unknown_until_the_earlier_stage_is_decided() {
    let of = StageId(0);
    let thirds = Source::BestOfPlace { of, place: 2, count: 1 };
    let plan = players(vec![groups(2), knockout("Final", vec![top(0, 1), thirds])]);
    let mut known = Known { results: vec![None, None], ..Known::default() };
    let entrants = |known: &Known| plan.entrants(StageId(1), known, &[]);
    assert_eq!(entrants(&known), Err(NotYet::Unfinished(of)));
    let mut groups = vec![ranked(&[1, 2, 3]), ranked(&[4, 5, 6])];
    groups[1][2].tie_breaks = groups[0][2].tie_breaks.clone();
    known.results[0] = Some(StageResult { groups: groups.clone(), ..StageResult::default() });
    assert!(matches!(entrants(&known), Err(NotYet::Undecided { .. })));
    // A lot is a further tie-break.
    groups[1][2].tie_breaks.push(1);
    known.results[0] = Some(StageResult { groups: groups.clone(), ..StageResult::default() });
    let entered: Vec<usize> = entrants(&known).expect("known").iter().map(|e| e.entrant).collect();
    assert_eq!(entered, [1, 4, 6]);
    groups.iter_mut().for_each(|group| group.truncate(2));
    known.results[0] = Some(StageResult { groups, ..StageResult::default() });
    assert_eq!(entrants(&known), Err(NotYet::Missing { of, missing: 1 }));
    assert_eq!(plan.entrants(StageId(9), &known, &[]), Err(NotYet::NoStage(StageId(9))));
}

#[test]
fn where_places_do_not_carry_over_the_events_seeding_does() {
    let carry = Carry { points: CarriedPoints::None, places: false };
    let last = Stage { carry, ..knockout("Final", vec![top(0, 3)]) };
    let plan = players(vec![swiss("Swiss", 3), last]);
    let groups = vec![ranked(&[5, 1, 3, 2])];
    let result = StageResult { groups, ..StageResult::default() };
    let known = Known { results: vec![Some(result)], ..Known::default() };
    let entered = plan.entrants(StageId(1), &known, &[1, 2, 3, 4]).expect("it is over");
    assert_eq!(entered.iter().map(|one| one.entrant).collect::<Vec<_>>(), [1, 3, 5]);
}

#[test]
fn seeds_that_the_officials_name_come_with_those_who_qualify() {
    let last = knockout("Final", vec![Source::Seeds(2), top(0, 2)]);
    let plan = players(vec![swiss("Swiss", 3), last]);
    assert_eq!(plan.check(8), []);
    let result = StageResult { groups: vec![ranked(&[7, 1, 2])], ..StageResult::default() };
    let known =
        Known { seeds: vec![vec![], vec![9, 7]], results: vec![Some(result)], ..Known::default() };
    let entered = plan.entrants(StageId(1), &known, &[]).expect("it is over");
    let from: Vec<(usize, usize)> = entered.iter().map(|one| (one.entrant, one.source)).collect();
    assert_eq!(from, [(9, 0), (7, 0), (1, 1)], "who is named and qualifies enters once");
}

#[test]
fn two_of_one_qualifier_day_meet_as_late_as_possible() {
    let plan = Template::QualifierDays(2).plan(&wishes(32));
    let results = [0, 1].map(|day| {
        let entrants: Vec<usize> = (day * 16..day * 16 + 16).collect();
        Some(StageResult { groups: vec![ranked(&entrants)], ..StageResult::default() })
    });
    let known = Known { results: results.to_vec(), ..Known::default() };
    let entered = plan.entrants(StageId(2), &known, &[]).expect("both days are over");
    let lines = plan.stages[2].lines(&entered).expect("a knock-out");
    assert_eq!(lines.len(), 8);
    let at = |entrant| lines.iter().position(|line| *line == Some(entrant)).expect("he is in");
    assert_ne!(at(0) / 4, at(1) / 4, "the first two of a day in different halves");
    for pair in lines.chunks(2) {
        let days: BTreeSet<Option<usize>> =
            pair.iter().map(|one| one.map(|one| one / 16)).collect();
        assert_eq!(days.len(), 2, "{lines:?}");
    }
}

#[test]
fn the_first_two_of_each_of_four_days_meet_in_the_final_only() {
    let plan = Template::QualifierDays(4).plan(&wishes(64));
    let results = (0..4).map(|day| {
        let entrants: Vec<usize> = (day * 16..day * 16 + 16).collect();
        Some(StageResult { groups: vec![ranked(&entrants)], ..StageResult::default() })
    });
    let known = Known { results: results.collect(), ..Known::default() };
    let entered = plan.entrants(StageId(4), &known, &[]).expect("all days are over");
    let lines = plan.stages[4].lines(&entered).expect("a knock-out");
    let at = |entrant| lines.iter().position(|line| *line == Some(entrant)).expect("he is in");
    for day in 0..4 {
        assert_ne!(at(day * 16) / 4, at(day * 16 + 1) / 4, "{lines:?}");
    }
}

#[test]
fn points_carry_over_as_the_stage_says() {
    let game = |one, other, points: [i32; 2]| CarriedGame {
        entrants: [one, other],
        points: points.map(Points),
    };
    let games = [game(1, 2, [20, 0]), game(1, 3, [10, 10]), game(2, 3, [20, 0])];
    let others = [(1, Points(20)), (3, Points(20))];
    let carried = |which| -> Vec<i32> {
        carried_points(which, &[1, 2], &games, &others).values().map(|points| points.0).collect()
    };
    assert_eq!(carried(CarriedPoints::None), [0, 0]);
    assert_eq!(carried(CarriedPoints::All), [50, 20]);
    assert_eq!(carried(CarriedPoints::AmongAdvancing), [20, 0]);
}

#[test]
fn winners_and_losers_of_a_knock_out_go_different_ways() {
    let four = Shape::Single { left: 4, third_place: false };
    let system = System::Knockout { shape: four, draw: Draw::Seeded };
    let first = Stage { system, ..knockout("Round of 8", vec![Source::Registration]) };
    let plan = players(vec![
        first,
        knockout("Cup", vec![Source::Winners(StageId(0))]),
        knockout("Plate", vec![Source::Losers(StageId(0))]),
    ]);
    assert_eq!(plan.check(8), []);
    let mut known =
        Known { registered: vec![(0..8).collect()], results: vec![None; 3], ..Known::default() };
    let entered = plan.entrants(StageId(0), &known, &[]).expect("they are registered");
    known.results[0] = Some(play(&mut Random(3), &plan.stages[0], &entered));
    let of = |stage| -> BTreeSet<usize> {
        let entered = plan.entrants(StageId(stage), &known, &[]).expect("it is over");
        entered.iter().map(|one| one.entrant).collect()
    };
    assert_eq!((of(1).len(), of(2).len()), (4, 4));
    assert!(of(1).is_disjoint(&of(2)));
}
