//! Tournaments that were begun elsewhere, by their TRF files.

use std::path::PathBuf;

use adjutant_domain::contest::{Contest, ContestFact, EntrantProfile};
use swiss::Color;
use swiss::pairing::dutch;
use swiss::tiebreak::Criterion;
use swiss::trf::{self, Heading, TrfFile};

use crate::event::{DESK, DRAWN, Event, FIRST, SECOND, id, player, round_id, swiss};

/// Everybody as the file names them.
fn people(file: &TrfFile) -> Vec<EntrantProfile> {
    let person = |one: &swiss::entrant::Entrant| EntrantProfile {
        name: one.name.clone(),
        rating: one.rating,
        ..EntrantProfile::default()
    };
    file.tournament.entrants.iter().map(person).collect()
}

fn told(text: &str) -> Result<Contest, Vec<String>> {
    let words =
        |faults: Vec<trf::Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>();
    let file = trf::read_file(text).map_err(words)?;
    let facts = Contest::import_trf(&file, &people(&file)).map_err(words)?;
    let facts: Vec<ContestFact> = facts.into_iter().map(|(_, fact)| fact).collect();
    Ok(Contest::from_facts(&facts).expect("facts of a file make sense"))
}

fn files() -> Vec<PathBuf> {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/swiss/tests/pairing/data");
    let files = std::fs::read_dir(data).expect("the data").flatten().map(|entry| entry.path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "trf")).collect()
}

#[test]
fn eighty_tournaments_go_on_as_their_files_have_them() {
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("a file");
        let rounds = |more: usize| {
            let known = trf::read(&text, trf::Purpose::Check).expect("it is read").played;
            format!("{text}\nXXR {}\n", known + more)
        };
        for more in [0, 1] {
            let text = rounds(more);
            let file = trf::read_file(&text).unwrap_or_else(|e| panic!("{path:?}: {e:?}"));
            let contest = told(&text).unwrap_or_else(|e| panic!("{path:?}: {e:?}"));
            let table = contest.group_tournament(0, 0, usize::MAX).expect("a table");
            let (own, of) = (&table.tournament, &file.tournament);
            assert_eq!((own.played, own.rounds, own.points), (of.played, of.rounds, of.points));
            for (own, of) in own.entrants.iter().zip(&of.entrants) {
                assert_eq!(own, of, "{path:?}");
            }
            if more == 1 {
                let before = contest.pairing_tournament(0).expect("it goes on").tournament;
                let paired = contest.pair_round(0).map(|facts| facts.len());
                assert_eq!(paired.is_ok(), dutch(&file.tournament).is_ok(), "{path:?}");
                assert_eq!(dutch(&before), dutch(&file.tournament), "{path:?}");
            } else {
                assert!(contest.is_stage_over(0), "{path:?}");
            }
        }
    }
}

/// An event with everything that a TRF can tell: byes of each kind, a default, a late entry, people kept apart.
fn eventful(more: &str) -> Event {
    let mut event = Event::of(13, &swiss(6, more));
    event.tell(|contest| contest.keep_apart(vec![vec![id(1), id(2), id(3)], vec![id(5), id(9)]]));
    event.begin(0);
    event.tell(|contest| {
        contest.request_bye(
            round_id(0, 0),
            id(4),
            Some(adjutant_domain::contest::RequestedBye::Half),
        )
    });
    event.tell(|contest| {
        contest.request_bye(
            round_id(0, 1),
            id(6),
            Some(adjutant_domain::contest::RequestedBye::Full),
        )
    });
    event.tell(|contest| {
        contest.request_bye(
            round_id(0, 2),
            id(7),
            Some(adjutant_domain::contest::RequestedBye::Zero),
        )
    });
    for round in 0..3 {
        event.next_round(0);
        event.play(0, round, |[one, other]| match (one.0 * 5 + other.0 * 3) % 7 {
            0 | 1 => DRAWN,
            2 | 3 => SECOND,
            4 => swiss::series::GameResult::BothAbsent,
            _ => FIRST,
        });
        if round == 0 {
            event.register([14, 15]);
            event.tell(|contest| contest.join_stage(0, id(14)));
            event.tell(|contest| contest.join_stage(0, id(15)));
        }
    }
    event.tell(|contest| {
        contest.request_bye(
            round_id(0, 3),
            id(8),
            Some(adjutant_domain::contest::RequestedBye::Half),
        )
    });
    event.tell(|contest| {
        contest.request_bye(
            round_id(0, 3),
            id(2),
            Some(adjutant_domain::contest::RequestedBye::Zero),
        )
    });
    event.tell(|contest| contest.withdraw(id(10), false));
    event
}

/// Its file, as the service writes it, with the byes of the next round.
fn file_of(event: &Event) -> String {
    let table = event.contest.group_tournament(0, 0, usize::MAX).expect("a table");
    let codes: Vec<String> =
        event.contest.settings.tie_breaks.iter().map(Criterion::to_string).collect();
    let byes = event.contest.upcoming_byes(0);
    assert!(byes.len() > 4, "{byes:?}");
    let heading = Heading { tie_breaks: codes.join(","), byes, ..Heading::default() };
    trf::write_file(&table.tournament, &heading)
}

/// Pairs of the next round by name.
fn paired(contest: &Contest) -> Vec<[String; 2]> {
    let facts = contest.pair_round(0).expect("it is paired");
    let Some(ContestFact::RoundDrafted { meetings, .. }) = facts.last() else {
        panic!("no draft: {facts:?}")
    };
    let name = |of| contest.entrant(of).expect("he is in it").person.name.clone();
    meetings.iter().map(|meeting| meeting.sides.map(name)).collect()
}

#[test]
fn an_event_restored_from_a_file_has_the_same_standings_and_next_round() {
    for more in ["", r#", "accelerated": true"#] {
        let event = eventful(more);
        let again = told(&file_of(&event)).unwrap_or_else(|e| panic!("{more}: {e:?}"));
        assert_eq!(again.settings.accelerated, !more.is_empty());
        assert_eq!(again.settings.tie_breaks, event.contest.settings.tie_breaks);
        let lines = |contest: &Contest| {
            let table = contest.group_tournament(0, 0, usize::MAX).expect("a table");
            let standings = table.standings();
            let name = |at: usize| table.tournament.entrants[at].name.clone();
            let rows = standings.rows().iter();
            rows.map(|row| (row.place, name(row.entrant), row.points, row.values.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(lines(&again), lines(&event.contest), "{more}");
        assert_eq!(paired(&again), paired(&event.contest), "{more}");
    }
}

#[test]
fn clubs_are_kept_apart_in_the_remaining_protected_rounds() {
    let mut event = Event::new(&swiss(5, r#","protection":{"of":"club","rounds":3}"#));
    for number in 1..=8 {
        let club = ["Hawks", "Owls", "", "Kites"][number as usize % 4].to_owned();
        let person = EntrantProfile { club, ..player(number) };
        event.tell(|contest| contest.register(person, DESK));
    }
    event.tell(|contest| contest.keep_apart([vec![id(3), id(7)]]));
    event.begin(0);
    let file = |contest: &Contest| {
        let table = contest.group_tournament(0, 0, usize::MAX).expect("a table");
        trf::write_file(&table.tournament, &Heading::default())
    };
    for round in 0..5 {
        let text = file(&event.contest);
        let again = told(&text).unwrap_or_else(|e| panic!("{round} rounds are over: {e:?}"));
        assert_eq!(file(&again), text, "{round} rounds are over");
        assert_eq!(paired(&again), paired(&event.contest), "{round} rounds are over");
        let first = again.prohibited.iter().filter(|group| group.rounds == Some(3)).count();
        assert_eq!((first, again.prohibited.len()), (3, 4), "three clubs, and who is named");
        event.next_round(0);
        event.play(0, round, |_| FIRST);
    }
}

/// Two rounds of four, of which the first is over.
fn four(rounds: [&str; 4], more: &str) -> String {
    let mut text = "012 Four\n142 3\n".to_owned();
    for (number, round) in (1..).zip(rounds) {
        let points = match round.chars().last() {
            Some('1' | '+' | 'F' | 'U') => "1.0",
            Some('=' | 'H') => "0.5",
            _ => "0.0",
        };
        let name = format!("Player {number}");
        text += &format!("001 {number:>4}      {name:<33} 1900{points:>32} {number:>4}  {round}\n");
    }
    text + more
}

#[test]
fn unsupported_lines_of_a_file_are_reported() {
    let usual = ["   2 w 1", "   1 b 0", "   4 b =", "   3 w ="];
    assert!(told(&four(usual, "")).is_ok());
    let lost = ["   2 w 0", "   1 b 0", "0000 - U", "0000 - U"];
    assert_eq!(
        told(&four(lost, "")).expect_err("it is refused"),
        [
            "line 6: the bye that pairing gives in round 1 is given twice",
            "line 3: both have lost the game of round 1: tell it by - for both"
        ]
    );
    for (more, why) in [
        ("260   3   3    1    3\n", "line 7: kept apart from round 3 on, which is not the next: "),
        ("XXA    1  1.0  1.0  1.0\n", "line 7: points are added otherwise than by Baku "),
        ("202 BH,XYZ\n", "line 7: `XYZ`"),
        ("092 Round Robin\n", "line 7: this is a round robin"),
        ("240 H   1    1\n", "line 7: 1 has another bye or a game in round 1"),
        ("240 H   9    1\n", "line 7: a bye in round 9, and there are 3 rounds"),
        ("240 X   2    1\n", "line 7: the bye is `X`: give F, H or Z"),
        ("240 H   2    8\n", "line 7: nobody has the pairing number 8"),
    ] {
        let faults = told(&four(usual, more)).expect_err(more);
        assert!(faults.len() == 1 && faults[0].starts_with(why), "{more}: {faults:?}");
    }
    let short = four(usual, "").replace("142 3\n", "");
    assert_eq!(
        told(&short).expect_err("it is refused"),
        ["the number of rounds is missing: add a line `142` or `XXR` with it"]
    );
    let none = four(usual, "XXR 0\n");
    assert!(told(&none).is_err());
}

#[test]
fn colors_of_games_that_nobody_played_agree_or_are_said_once() {
    let told_once = ["   2 - +", "   1 b -", "   4 w -", "   3 - -"];
    let contest = told(&four(told_once, "")).expect("it is taken");
    let meetings = &contest.stages[0].rounds[0].meetings;
    assert_eq!(meetings.len(), 2);
    assert!(meetings.iter().any(|one| one.sides == [id(1), id(2)]), "{meetings:?}");
    let both_white = ["   2 w +", "   1 w -", "   4 w -", "   3 b -"];
    assert_eq!(told(&four(both_white, "")).expect_err("it is refused").len(), 2);
}

#[test]
fn a_list_without_rounds_is_registered_for_and_byes_to_come_are_kept() {
    let rounds = ["", "", "", ""];
    let contest = told(&four(rounds, "240 H   2    3\n")).expect("it is taken");
    assert_eq!(contest.entrants.len(), 4);
    assert!(!contest.stages[0].has_begun(), "nobody has drawn the first color");
    assert_eq!(contest.stages[0].requested_byes.len(), 1);
    let begun = told(&four(rounds, "152 B\n")).expect("it is taken");
    assert_eq!(begun.stages[0].initial_color, Some(Color::Black));
    assert!(begun.pair_round(0).is_ok());
}
