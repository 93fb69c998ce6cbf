//! Teams: matches, line-ups, and required shares.

use std::collections::BTreeSet;

use swiss::Color;
use swiss::points::{PointSystem, Points};
use swiss::series::{GameResult, Side};
use swiss::teams::{
    Captain, LineUp, LineUpFault, Member, Missing, Share, Team, TeamFault, scheveningen, score,
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

#[test]
fn all_faults_of_a_team_are_told_at_once() {
    let twice = vec![Member { entrant: 4, title: None }, Member { entrant: 4, title: Some(2) }];
    let faults = Team::new("A", twice, 3, Captain::Member(2)).expect_err("it has faults");
    assert_eq!(faults, [TeamFault::TooFew(1), TeamFault::Twice(4), TeamFault::NoCaptain]);
    let other = Captain::Other("A coach".to_owned());
    let team = Team::new("B", members(0, 3), 3, other.clone()).expect("a team");
    assert_eq!((team.name(), team.captain(), team.on_boards().len()), ("B", &other, 3));
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
fn a_sealed_line_up_does_not_show_in_a_log() {
    assert!(!format!("{:?}", line_up(&team(7), [73, 71, 70])).contains('7'));
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
    assert_eq!(share.missing(&titled([Some(9), Some(6), Some(8), None])), None);
    assert_eq!(share.missing(&titled([Some(9), None, Some(8), None])), None, "no title is low");
    let team = titled([Some(9), Some(7), Some(8), Some(2)]);
    assert_eq!(share.missing(&team), Some(Missing { has: 0, needs: 1 }));
    let two = Share { at_least: 2, ..share };
    let line_up = line_up(&team, [0, 1, 3]);
    assert_eq!(share.missing_in(&team, &line_up), None);
    assert_eq!(two.missing_in(&team, &line_up), Some(Missing { has: 1, needs: 1 }));
}
