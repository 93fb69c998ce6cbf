//! Teams: boards, matches, line-ups, and required shares.

use std::collections::{BTreeMap, BTreeSet};

use swiss::Color;
use swiss::pairing::Pairing;
use swiss::points::{PointSystem, Points};
use swiss::round_robin::Cycles;
use swiss::series::{GameResult, Side};
use swiss::teams::{
    Captain, Envelopes, LineUp, LineUpFault, Member, Missing, Opened, Share, Substitution, Team,
    TeamFault, board_pairings, board_round, scheveningen, score, team_points,
};

use crate::random::two_one_nought;

fn members(first: usize, count: usize) -> Vec<Member> {
    (first..first + count).map(|entrant| Member { entrant, title: None }).collect()
}

/// A team of three with one alternate, whose entrants are numbered from ten times the team's
/// number.
fn team(number: usize) -> Team {
    let captain = Captain::Member(0);
    Team::new(&format!("Team {number}"), members(number * 10, 4), 3, captain).expect("a team")
}

fn teams(count: usize) -> Vec<Team> {
    (0..count).map(team).collect()
}

#[test]
fn all_faults_of_a_team_are_told_at_once() {
    let twice = vec![Member { entrant: 4, title: None }, Member { entrant: 4, title: Some(2) }];
    let faults = Team::new("A", twice, 3, Captain::Member(2)).expect_err("it has faults");
    assert_eq!(faults, [TeamFault::TooFew(1), TeamFault::Twice(4), TeamFault::NoCaptain]);
    let other = Captain::Other("A coach".to_owned());
    let team = Team::new("B", members(0, 3), 3, other.clone()).expect("a team");
    assert_eq!((team.name(), team.captain(), team.alternates().len()), ("B", &other, 0));
}

#[test]
fn an_alternate_stands_in_for_the_rounds_that_were_said() {
    let stands_in = Substitution { board: 1, alternate: 3, rounds: (1, 3) };
    let team = team(0).with(stands_in).expect("an alternate");
    let on_boards = |round| -> Vec<usize> {
        team.on_boards(round).iter().map(|member| member.entrant).collect()
    };
    assert_eq!(on_boards(0), [0, 1, 2]);
    assert_eq!(on_boards(1), [0, 3, 2]);
    assert_eq!(on_boards(3), [0, 1, 2]);
    let again =
        |board, alternate, rounds| team.with(Substitution { board, alternate, rounds }).err();
    assert_eq!(again(2, 3, (2, 4)), Some(TeamFault::Busy(2)), "he is on another board");
    assert_eq!(again(2, 3, (3, 4)), None);
    assert_eq!(again(3, 3, (4, 5)), Some(TeamFault::NoBoard(3)));
    assert_eq!(again(0, 2, (4, 5)), Some(TeamFault::NoAlternate(2)));
    assert_eq!(again(0, 4, (4, 5)), Some(TeamFault::NoAlternate(4)));
}

#[test]
fn in_fixed_board_groups_everybody_meets_those_of_his_own_board() {
    for count in 2..=9 {
        let teams = teams(count);
        let mut met = BTreeSet::new();
        let mut whites: BTreeMap<usize, i32> = BTreeMap::new();
        let rounds = (0..).map_while(|round| board_round(&teams, Cycles::Single, round));
        for pairing in rounds.flatten() {
            for (entrant, by) in [(pairing.white, 1), (pairing.black, -1)] {
                assert_eq!(entrant % 10, pairing.board, "he plays on his own board");
                *whites.entry(entrant).or_default() += by;
            }
            let pair = [pairing.white.min(pairing.black), pairing.white.max(pairing.black)];
            assert!(met.insert(pair), "{pair:?} meet again");
        }
        assert_eq!(met.len(), 3 * count * (count - 1) / 2);
        assert!(whites.values().all(|balance| balance.abs() <= 1), "{whites:?}");
    }
}

#[test]
fn no_team_has_one_color_on_all_of_its_boards() {
    let teams = teams(6);
    let rounds = (0..).map_while(|round| board_round(&teams, Cycles::Single, round));
    for pairings in rounds {
        for team in 0..6 {
            let white = pairings.iter().filter(|one| one.white / 10 == team).count();
            assert!((1..=2).contains(&white), "team {team}: {pairings:?}");
        }
    }
}

#[test]
fn a_team_has_what_its_members_have_together() {
    let points = |entrant: usize| Points([20, 10, 0, 5][entrant % 10]);
    assert_eq!(team_points(&team(2), points), Points(35));
}

#[test]
fn in_scheveningen_each_meets_each_of_the_other_team_with_both_colors_alike() {
    for boards in 1..=16 {
        let mut met = BTreeSet::new();
        let mut white = [vec![0_usize; boards], vec![0_usize; boards]];
        for round in 0..boards {
            let encounters = scheveningen(boards, round).expect("a round");
            let seconds: BTreeSet<usize> = encounters.iter().map(|one| one.second).collect();
            assert_eq!(seconds.len(), boards, "everybody plays in each round");
            let mut first_white = 0;
            for one in encounters {
                assert!(met.insert((one.first, one.second)));
                let is_white = one.color == Color::White;
                white[0][one.first] += usize::from(is_white);
                white[1][one.second] += usize::from(!is_white);
                first_white += usize::from(is_white);
            }
            let most = [0, 1, 2, 1][boards % 4];
            assert!(first_white.abs_diff(boards - first_white) <= most, "{boards}: {round}");
        }
        assert_eq!(met.len(), boards * boards);
        for white in white.iter().flatten() {
            assert!(white.abs_diff(boards - white) <= boards % 2, "{boards} boards");
        }
        let all: usize = white[0].iter().sum();
        assert!(all.abs_diff(boards * boards - all) <= boards % 2, "{boards}: a team has more");
        assert_eq!(scheveningen(boards, boards), None);
    }
}

#[test]
fn scheveningen_on_two_boards_is_as_it_is_printed() {
    let mut lines =
        include_str!("data/scheveningen.txt").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.next(), Some("2"));
    for (round, line) in lines.enumerate() {
        let printed: Vec<String> = (scheveningen(2, round).expect("a round").iter())
            .map(|one| {
                let (first, second) = (one.first + 1, one.second + 1);
                match one.color {
                    Color::White => format!("A{first}-B{second}"),
                    Color::Black => format!("B{second}-A{first}"),
                }
            })
            .collect();
        assert_eq!(printed.join(" "), line);
    }
}

fn line_up(team: &Team, players: [usize; 3]) -> LineUp {
    LineUp::new(team, players.to_vec()).expect("a line-up")
}

#[test]
fn line_ups_are_opened_when_both_are_in() {
    let (one, other) = (team(0), team(1));
    let mut envelopes = Envelopes::default();
    assert_eq!(envelopes.hand_in(Side::First, line_up(&one, [2, 1, 0])), Ok(()));
    assert_eq!((envelopes.is_in(Side::First), envelopes.is_in(Side::Second)), (true, false));
    assert_eq!(envelopes.opened(), None);
    // Until then a captain may change their mind.
    assert_eq!(envelopes.hand_in(Side::First, line_up(&one, [3, 1, 0])), Ok(()));
    assert_eq!(envelopes.own(Side::First).map(LineUp::players), Some(&[3, 1, 0][..]));
    assert_eq!(envelopes.hand_in(Side::Second, line_up(&other, [10, 11, 12])), Ok(()));
    let opened = envelopes.opened().expect("both are in");
    assert_eq!(opened.map(LineUp::players), [&[3, 1, 0][..], &[10, 11, 12]]);
    assert_eq!(envelopes.hand_in(Side::Second, line_up(&other, [12, 11, 10])), Err(Opened));
}

#[test]
fn captains_nominate_one_for_a_game_that_breaks_a_tie() {
    let mut envelopes = Envelopes::default();
    let nominated = |number, entrant| LineUp::nomination(&team(number), entrant);
    for (side, number, entrant) in [(Side::First, 0, 2), (Side::Second, 1, 13)] {
        let one = nominated(number, entrant).expect("he is a member");
        envelopes.hand_in(side, one).expect("none is open");
    }
    let pairings = board_pairings(envelopes.opened().expect("both are in"), Color::White);
    assert_eq!(pairings, [Pairing { white: 2, black: 13 }]);
    assert_eq!(nominated(0, 13), Err(LineUpFault::NoMember(13)));
}

#[test]
fn a_sealed_line_up_does_not_show_in_a_log() {
    let mut envelopes = Envelopes::default();
    envelopes.hand_in(Side::First, line_up(&team(7), [73, 71, 70])).expect("it is the first");
    assert!(!format!("{envelopes:?}").contains('7'));
}

#[test]
fn a_line_up_names_a_member_for_each_board() {
    let team = team(0);
    let fault = |players: &[usize]| LineUp::new(&team, players.to_vec()).err();
    assert_eq!(fault(&[0, 1]), Some(LineUpFault::Boards(3)));
    assert_eq!(fault(&[0, 1, 10]), Some(LineUpFault::NoMember(10)));
    assert_eq!(fault(&[0, 1, 0]), Some(LineUpFault::Twice(0)));
    assert_eq!(fault(&[0, 1, 3]), None);
}

#[test]
fn colors_alternate_from_board_to_board() {
    let (one, other) = (line_up(&team(0), [0, 1, 2]), line_up(&team(1), [10, 11, 12]));
    let pairings = board_pairings([&one, &other], Color::Black);
    let expected = [(10, 0), (1, 11), (12, 2)].map(|(white, black)| Pairing { white, black });
    assert_eq!(pairings, expected);
}

#[test]
fn a_match_is_won_by_more_board_points() {
    let (games, matches) = (PointSystem::default(), two_one_nought());
    let won = |side| Some(GameResult::Won(side));
    let drawn = Some(GameResult::Drawn);
    let of = |boards: &[Option<GameResult>]| score(boards, &games, &matches);
    let over = of(&[won(Side::First), drawn, drawn]);
    assert_eq!(over.board_points, [Points(20), Points(10)]);
    assert_eq!(over.match_points, Some([Points(20), Points(0)]));
    let equal = of(&[won(Side::First), drawn, won(Side::Second)]);
    assert_eq!(equal.match_points, Some([Points(10), Points(10)]));
    let open = of(&[won(Side::First), None, None]);
    assert_eq!((open.board_points, open.match_points), ([Points(10), Points(0)], None));
}

#[test]
fn a_team_that_is_absent_from_every_board_has_lost_by_default() {
    let games = PointSystem::default();
    let matches = PointSystem { forfeit_loss: Points(-10), ..two_one_nought() };
    let absent = |absent| Some(GameResult::Default { absent });
    let lost = score(&[absent(Side::First); 3], &games, &matches);
    assert_eq!(lost.match_points, Some([Points(-10), Points(20)]));
    let nobody = score(&[Some(GameResult::BothAbsent); 3], &games, &matches);
    assert_eq!(nobody.match_points, Some([Points(-10), Points(-10)]));
    let one_came = score(
        &[absent(Side::First), absent(Side::First), Some(GameResult::Drawn)],
        &games,
        &matches,
    );
    assert_eq!(one_came.match_points, Some([Points(0), Points(20)]));
}

#[test]
fn a_required_share_of_lower_titles_says_how_many_are_missing() {
    // Titles by level: Major is 6 here.
    let titled = |titles: [Option<u8>; 4]| {
        let members = titles.into_iter().zip(0..).map(|(title, entrant)| Member { entrant, title });
        Team::new("A", members.collect(), 3, Captain::Member(0)).expect("a team")
    };
    let share = Share { at_least: 1, title_at_most: 6 };
    assert_eq!(share.missing(&titled([Some(9), Some(6), Some(8), None]), 0), None);
    assert_eq!(share.missing(&titled([Some(9), None, Some(8), None]), 0), None, "no title is low");
    let team = titled([Some(9), Some(7), Some(8), Some(2)]);
    assert_eq!(share.missing(&team, 0), Some(Missing { has: 0, needs: 1 }));
    let two = Share { at_least: 2, ..share };
    let line_up = line_up(&team, [0, 1, 3]);
    assert_eq!(share.missing_in(&team, &line_up), None);
    assert_eq!(two.missing_in(&team, &line_up), Some(Missing { has: 1, needs: 1 }));
}
