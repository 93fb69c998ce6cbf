//! TRF files: faults, and the output of other programs.

use swiss::Color;
use swiss::entrant::{Bye, Entry};
use swiss::pairing::dutch;
use swiss::points::Points;
use swiss::trf::{self, Edition, Heading, Person, Purpose, Sex};

/// A player's line with these rounds, each of eight columns.
fn player(number: u32, score: &str, rounds: &[&str]) -> String {
    let name = format!("Player {number}");
    let rounds: String = rounds.iter().map(|round| format!("  {round}")).collect();
    format!("001 {number:>4}      {name:<33} {:>4}{score:>32} {number:>4}{rounds}\n", 2000 - number)
}

fn faults(text: &str, purpose: Purpose) -> Vec<String> {
    let faults = trf::read(text, purpose).expect_err("it is refused");
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn a_file_that_contradicts_itself_is_refused_with_every_line() {
    let text =
        player(1, "1.0", &["   2 w 1"]) + &player(2, "1.0", &["   1 w 0"]) + &player(2, "0.0", &[]);
    assert_eq!(
        faults(&text, Purpose::Check),
        [
            "line 3: the pairing number 2 comes twice",
            "line 1: round 1 of 1 against 2 is not what the line of 2 says",
            "line 2: round 1 of 2 against 1 is not what the line of 1 says"
        ]
    );
    let text = player(1, "1.0", &["   2 w 1"]) + &player(2, "1.0", &["   1 b 0"]);
    assert_eq!(
        faults(&text, Purpose::Check),
        ["line 2: the score of 2 is written as 1.0, and the rounds give 0.0"]
    );
    let text = player(1, "1.0", &["   2 w 1"]) + &player(2, "1.0", &["   1 b 1"]);
    assert_eq!(faults(&text, Purpose::Check).len(), 2, "both have won");
    let text = player(1, "1.0", &["   9 w 1"]);
    assert_eq!(
        faults(&text, Purpose::Check),
        ["line 1: round 1 of 1 against 9 is not what the line of 9 says"]
    );
}

#[test]
fn a_fault_names_its_line_its_columns_and_the_remedy() {
    let cases = [
        ("001    x\n", "line 1: the pairing number is `x`: give a number from 1 to 9999"),
        ("142 many\n", "line 1: the number of rounds is `many`: give a number from 1 to 9999"),
        ("152 G\n", "line 1: the first color is `G`: give W or B"),
        (
            "192 FIDE_BURSTEIN\n",
            "line 1: the system is `FIDE_BURSTEIN`: only FIDE_DUTCH_2025 is paired, with or without _BAKU",
        ),
        ("\n013 a team\n", "line 2: teams cannot be paired from a TRF"),
        ("BBW  one\n", "line 1: this is `one`: give points as 2.5 in columns 5 to 12"),
        ("", "there is no player: no line begins with 001"),
    ];
    for (text, fault) in cases {
        assert_eq!(faults(text, Purpose::Check), [fault], "{text}");
    }
    let text = player(1, "0.0", &["   1 w 1"])
        + &player(2, "0.0", &["   1 w x"])
        + &player(3, "0.0", &["   1 - 1"]);
    assert_eq!(
        faults(&text, Purpose::Check),
        [
            "line 1: round 1: somebody plays against himself",
            "line 2: round 1: the result is `x`: give 1, =, 0, + or -",
            "line 3: round 1: a game without a color",
        ]
    );
}

#[test]
fn the_next_round_needs_to_be_one() {
    let two = player(1, "0.0", &[]) + &player(2, "0.0", &[]);
    assert_eq!(
        faults(&two, Purpose::PairNext),
        ["the number of rounds is missing: add a line `142` or `XXR` with it"]
    );
    let played = player(1, "1.0", &["   2 w 1"]) + &player(2, "0.0", &["   1 b 0"]) + "XXR 1\n";
    assert_eq!(
        faults(&played, Purpose::PairNext),
        ["all 1 rounds are paired: there is no next one"]
    );
}

#[test]
fn byes_of_the_next_round_are_known_before_it() {
    let text = player(1, "0.5", &["0000 - H"])
        + &player(2, "0.0", &[])
        + &player(3, "0.0", &[])
        + "142 3\n";
    let next = trf::read(&text, Purpose::PairNext).expect("it is read");
    assert_eq!((next.played, next.is_present(0), next.is_present(1)), (0, false, true));
    let round = dutch(&next).expect("a round");
    assert_eq!((round.pairings.len(), round.bye), (1, None));
    let named = player(1, "0.0", &[])
        + &player(2, "0.0", &[])
        + &player(3, "0.0", &[])
        + "142 3\n240 Z   1    2\n";
    let next = trf::read(&named, Purpose::PairNext).expect("it is read");
    assert!(next.is_present(0) && !next.is_present(1));
    // In a file that is checked, the same bye belongs to a finished round.
    assert_eq!(trf::read(&text, Purpose::Check).expect("it is read").played, 1);
}

#[test]
fn lines_of_other_programs_are_read_whatever_ends_them() {
    let players = player(1, "2.0", &["   2 b +"])
        + &player(2, "0.0", &["   1 w -"])
        + &player(3, "2.0", &["0000 - U"]);
    let text = format!(
        "012 Evening\n{players}XXR 5\nXXC black1\nBBW  2.0\nBBD  1.0\nXXP 1 3\nXXA    1  1.0  0.5\n"
    );
    for text in [
        text.clone(),
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        format!("\u{feff}{text}"),
    ] {
        let read = trf::read(&text, Purpose::PairNext).expect("it is read");
        assert_eq!(
            (read.name.as_str(), read.rounds, read.initial),
            ("Evening", 5, Some(Color::Black))
        );
        assert_eq!((read.points.win, read.points.allocated_bye), (Points(20), Points(20)));
        assert_eq!(read.apart[0].entrants, [0, 2]);
        assert_eq!(read.accelerated(0, 1), Points(25));
        assert_eq!(read.entrants[2].entries, [Entry::Bye(Bye::Allocated)]);
    }
}

#[test]
fn what_a_line_tells_of_the_person_is_read_as_it_is_written() {
    let two = player(1, "0.0", &[]) + &player(2, "0.0", &[]);
    let text = format!("{two}142 3\n");
    let file = trf::read_file(&text).expect("it is read");
    assert_eq!(file.people, [Person::default(), Person::default()]);
    let anna = Person {
        sex: Some(Sex::Woman),
        federation_number: "5200001".to_owned(),
        birth_year: Some(2011),
    };
    let ben = Person { sex: Some(Sex::Man), ..Person::default() };
    let heading = Heading { people: vec![anna.clone(), ben.clone()], ..Heading::default() };
    let written = trf::write_file(&file.tournament, &heading);
    // FIDE's columns: 10 sex, 15 name, 49 rating, 58 number, 70 date of birth, 81 points, 86 rank.
    let line =
        "001    1 w    Player 1                          1999         5200001 2011/00/00  0.0    1";
    assert!(written.lines().any(|one| one == line), "{written}");
    let again = trf::read_file(&written).expect("it is read");
    assert_eq!((again.people, again.tournament), (vec![anna, ben], file.tournament));
}

#[test]
fn both_editions_tell_the_same_tournament_with_its_place_and_days() {
    let players = player(1, "2.0", &["   2 w 1"])
        + &player(2, "0.0", &["   1 b 0"])
        + &player(3, "2.0", &["0000 - U"]);
    let text = format!("012 Evening\n{players}142 3\nXXC black1\nBBW  2.0\nBBD  1.0\nXXP 1 3\n");
    let file = trf::read_file(&text).expect("it is read");
    let heading = |edition| Heading {
        edition,
        city: "Baguio".to_owned(),
        first_day: "2026/12/05".to_owned(),
        last_day: "2026/12/06".to_owned(),
        round_days: ["2026/12/05", "2026/12/05", "2026/12/06"].map(str::to_owned).to_vec(),
        byes: vec![(1, 1, Bye::Half), (2, 1, Bye::Zero)],
        ..Heading::default()
    };
    let new = trf::write_file(&file.tournament, &heading(Edition::Trf26));
    let old = trf::write_file(&file.tournament, &heading(Edition::Trf16));
    let teams = Heading { of_teams: true, ..heading(Edition::Trf26) };
    let teams = trf::write_file(&file.tournament, &teams);
    assert!(teams.contains("\n092 Team: Swiss-System (Dutch)\n"), "{teams}");
    for text in [&new, &old] {
        for line in [
            "022 Baguio",
            "042 2026/12/05",
            "052 2026/12/06",
            "062 3",
            "092 Individual: Swiss-System (Dutch)",
        ] {
            assert!(text.lines().any(|one| one == line), "{line}: {text}");
        }
        let days = text.lines().find(|line| line.starts_with("132")).expect("the days");
        let first = text.lines().find(|line| line.starts_with("001")).expect("a player");
        assert_eq!(days.find("26/12/05"), Some(91), "above the results: {days}");
        assert_eq!(first.find("   2 w 1"), Some(91), "{first}");
        let read = trf::read(text, Purpose::PairNext).expect("it is read");
        assert!(!read.is_present(1), "the bye is asked for: {text}");
        assert_eq!(
            (read.rounds, read.initial, read.points),
            (3, Some(Color::Black), file.tournament.points)
        );
        assert_eq!(read.apart[0].entrants, [0, 2]);
    }
    for code in ["142", "152", "162", "192", "240", "260"] {
        assert!(!old.lines().any(|line| line.starts_with(code)), "{code} is of 2026: {old}");
    }
    assert!(old.contains("  0000 - H\n"), "the next round alone: {old}");
}

#[test]
fn baku_acceleration_gives_the_upper_half_more_in_the_first_half_of_the_rounds() {
    let players: String = (1..=10).map(|number| player(number, "0.0", &[])).collect();
    let read = trf::read(&format!("{players}142 9\n192 FIDE_DUTCH_2025_BAKU\n"), Purpose::PairNext)
        .expect("it is read");
    let row: Vec<i32> = read.entrants[5].accelerations.iter().map(|points| points.0).collect();
    assert_eq!(row, [10, 10, 10, 5, 5]);
    assert!(
        read.entrants[6].accelerations.is_empty(),
        "six of ten: the half, rounded up to an even number"
    );
}

#[test]
fn lines_that_accelerate_very_many_are_refused_before_they_are_applied() {
    let range = |rounds: &str, numbers: &str| format!("250 {:>4}  1.0 {rounds} {numbers}\n", "");
    let four: String = (1..=4).map(|number| player(number, "0.0", &[])).collect();
    let read = trf::read(&(four.clone() + &range("  1   2", "   2    3")), Purpose::Check);
    let added = read.expect("it is read").entrants;
    assert_eq!(added[1].accelerations, [Points(10); 2]);
    assert_eq!(added[0].accelerations, []);
    let too_far = four.clone() + &range("  1 999", "   1    4");
    assert_eq!(faults(&too_far, Purpose::Check), ["line 5: more than 500 rounds"]);
    let nobody = four.clone() + &range("  1 500", "   1 9999");
    assert_eq!(faults(&nobody, Purpose::Check), ["line 5: nobody has the pairing number 5"]);
    let many = four + &range("  1 500", "   1 9999").repeat(30_000);
    let told = faults(&many, Purpose::Check);
    assert_eq!(told[0], "line 1005: more than 1000 lines of acceleration");
}

#[test]
fn nothing_that_is_written_into_a_file_makes_the_reader_fall() {
    let whole = player(1, "1.0", &["   2 w 1"])
        + &player(2, "0.0", &["   1 b 0"])
        + "142 3\n162  W 2.0    D 1.0\n";
    let letters: Vec<char> = whole.chars().collect();
    let mut random = crate::random::Random(7);
    for _ in 0..4_000 {
        let mut broken = letters.clone();
        for _ in 0..1 + random.below(4) {
            let at = random.below(broken.len() as u64) as usize;
            match random.below(3) {
                0 => broken[at] = ['9', ' ', 'ñ', '\n', '-', '\u{202e}'][random.below(6) as usize],
                1 => drop(broken.remove(at)),
                _ => broken.insert(at, ['0', ' ', '1', '+'][random.below(4) as usize]),
            }
        }
        let text: String = broken.into_iter().collect();
        for purpose in [Purpose::PairNext, Purpose::Check] {
            if let Ok(tournament) = trf::read(&text, purpose) {
                let _round = dutch(&tournament);
            }
        }
    }
}
