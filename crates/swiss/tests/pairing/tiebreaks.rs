//! Tie-breaks: worked examples, codes, and workings.

use std::path::PathBuf;

use swiss::Tournament;
use swiss::entrant::{Entry, Score};
use swiss::standings::{Decision, Dropped, Regulations, Standings, standings};
use swiss::tiebreak::{Adjustment, Cap, Pairings, PlayOffGame, Total, Value, Verdict, parse_list};
use swiss::trf::{self, Purpose};

use crate::random::of_results;

fn data(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pairing/standings")).join(name)
}

pub fn read(name: &str) -> Tournament {
    let text = std::fs::read_to_string(data(name)).expect("a tournament");
    trf::read(&text, Purpose::Check).unwrap_or_else(|e| panic!("{name}: {e:?}"))
}

/// Expected values: the tournament, then a table with codes above and pairing numbers on the left.
struct Expected {
    tournament: Tournament,
    regulations: Regulations,
    rows: Vec<Vec<String>>,
}

fn expected(name: &str) -> Expected {
    let text = std::fs::read_to_string(data(name)).expect("values");
    let mut lines = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<String>>());
    let head = lines.next().expect("the file's name");
    let codes = lines.next().expect("the codes")[1..].join(",");
    let criteria = parse_list(&codes).unwrap_or_else(|e| panic!("{name}: {e}"));
    let regulations = match head[2].as_str() {
        "swiss" => Regulations::swiss(criteria),
        "predetermined" => Regulations::predetermined(criteria),
        other => panic!("{name}: {other}"),
    };
    Expected { tournament: read(&head[1]), regulations, rows: lines.collect() }
}

#[test]
fn worked_examples_come_out_as_they_are_worked() {
    let files = std::fs::read_dir(data("")).expect("the data").flatten().map(|file| file.path());
    let names = files.filter_map(|path| path.file_name()?.to_str().map(str::to_owned));
    let mut values = 0;
    for name in names.filter(|name| name.ends_with(".values")) {
        let Expected { tournament, regulations, rows } = expected(&name);
        let skip_points = usize::from(rows[0].len() == regulations.criteria.len() + 2);
        for row in &rows {
            let entrant = row[0].parse::<usize>().expect("a number") - 1;
            for (place, criterion) in regulations.criteria.iter().enumerate() {
                // Each is the first one of its list, as in the exercises.
                let alone = Regulations { criteria: vec![*criterion], ..regulations.clone() };
                let found = standings(&tournament, &alone, tournament.played);
                let of = found.rows().iter().find(|one| one.entrant == entrant).expect("a row");
                let text = of.values[0].map_or_else(|| "-".to_owned(), |value| value.to_string());
                assert_eq!(text, row[place + 1 + skip_points], "{name}: {criterion} of {}", row[0]);
                assert_eq!(found.working(entrant, 0).value, of.values[0], "{name}: {criterion}");
                if skip_points == 1 {
                    assert_eq!(Value::points(of.points).to_string(), row[1], "{name}: {}", row[0]);
                }
                values += 1;
            }
        }
    }
    assert!(values > 500, "{values} values");
}

#[test]
fn codes_are_printed_as_they_are_read() {
    let codes = "DE,DE/P,DEL,PO,NDW,WIN,WON,BPG,BWG,PS,PS/C1,REP,STD,TPN,TPN/R,BH,BH/C1,BH/M2/P,AOB,AOB/F,\
                 FB/C2,SB,SB/C1/P,KS,KS/L+1,KS/L-2,ARO/M1,ARO/C1/U1400,TPR,PTP,APRO/U1500,APPO,RTNG,RTNG/R/U1000";
    let list = parse_list(codes).expect("they are read");
    let printed: Vec<String> = list.iter().map(ToString::to_string).collect();
    assert_eq!(printed.join(","), codes);
    // The Handbook writes a hyphen, other programs small letters and a limit without its sign.
    let other = parse_list("PTS bh-c1 ks/l1 bh/p/m2").expect("they are read");
    let printed: Vec<String> = other.iter().map(ToString::to_string).collect();
    assert_eq!(printed, ["BH/C1", "KS/L+1", "BH/M2/P"]);
}

#[test]
fn a_code_that_means_nothing_is_named() {
    let wrong = |text: &str| parse_list(text).expect_err("it is refused").to_string();
    let unknown = wrong("BH,XYZ");
    assert!(unknown.starts_with("`XYZ`: there is no such tie-break; choose from DE, DEL, PO, "));
    assert_eq!(wrong("BPG/C1"), "`BPG/C1`: BPG takes no modifier `C1` here");
    assert_eq!(wrong("BH/C1/C2"), "`BH/C1/C2`: BH takes no modifier `C2` here");
    assert_eq!(wrong("KS/L+-1"), "`KS/L+-1`: KS takes no modifier `L+-1` here");
    assert_eq!(wrong("RTNG/U9999"), "`RTNG/U9999`: RTNG takes no modifier `U9999` here");
    assert_eq!(wrong("BH,WIN,BH"), "`BH`: it is in the list before");
    assert_eq!(wrong(&"DE,".repeat(65)), "`DE`: there are 64 tie-breaks before it");
    // Among those tied, the same criterion may decide later what it could not before (4.3).
    assert!(parse_list("DE,BH,DE").is_ok());
}

fn swiss(codes: &str) -> Regulations {
    Regulations::swiss(parse_list(codes).expect("codes"))
}

/// Round, base and amount of each contribution.
fn told(found: &Standings<'_>, entrant: usize) -> Vec<(usize, String, String)> {
    let contributions = found.working(entrant, 0).contributions;
    let one =
        contributions.iter().map(|one| (one.round, one.base.to_string(), one.amount.to_string()));
    one.collect()
}

#[test]
fn a_working_tells_each_round_and_what_was_cut_and_why() {
    let (tournament, regulations) = (read("tec-swiss.trf"), swiss("SB/C1"));
    let found = standings(&tournament, &regulations, 5);
    // David (4): 3.0, a dummy for the bye, 1.5, 3.5, 3.5; Opal's is cut, since the bye's is worth less.
    let text = |told: &[(usize, &str, &str)]| -> Vec<(usize, String, String)> {
        told.iter()
            .map(|(round, base, amount)| (*round, base.to_string(), amount.to_string()))
            .collect()
    };
    let rounds = [
        (0, "3", "3"),
        (1, "2.5", "1.25"),
        (2, "1.5", "1.5"),
        (3, "3.5", "1.75"),
        (4, "3.5", "1.75"),
    ];
    assert_eq!(told(&found, 3), text(&rounds));
    let working = found.working(3, 0);
    let verdicts: Vec<Verdict> = working.contributions.iter().map(|one| one.verdict).collect();
    let counts = Verdict::Counts;
    assert_eq!(verdicts, [counts, counts, Verdict::CutLowest, counts, counts]);
    assert_eq!(working.total, Total::Sum);
    let [nick, bye, ..] = working.contributions.as_slice() else { panic!("five rounds") };
    // Nick, who withdrew before the fourth round with 2.0, counts 3.0 for others.
    let withdrawn = nick.adjusted.expect("it is adjusted");
    assert!(matches!(withdrawn, Adjustment::ByesAsDraws { byes: 2, has } if has.0 == 20));
    assert_eq!(withdrawn.article(), "16.3.2");
    let dummy = bye.adjusted.expect("it is adjusted");
    assert!(
        matches!(dummy, Adjustment::Dummy { own, cap: Cap::Draws(most) } if (own.0, most.0) == (35, 25))
    );
    assert_eq!((dummy.article(), bye.voluntary, bye.opponent), ("16.4.2", true, None));
    // Nick's own 2.0 is below every limit.
    let articles = found.working(11, 0).contributions;
    let articles: Vec<_> =
        articles.iter().filter_map(|one| Some(one.adjusted?.article())).collect();
    assert_eq!(articles, ["16.4"; 4]);
}

#[test]
fn the_round_one_was_not_there_for_is_cut_first() {
    let (tournament, regulations) = (read("tec-swiss.trf"), swiss("BH/C1"));
    let found = standings(&tournament, &regulations, 5);
    // David's bye, worth 2.5, is cut although Opal has 1.5; Maria's forfeit win is not an absence.
    let cut = |entrant: usize| {
        let all = found.working(entrant, 0).contributions;
        let cut: Vec<_> =
            all.iter().filter(|one| !one.counts()).map(|one| (one.round, one.verdict)).collect();
        cut
    };
    assert_eq!(cut(3), [(1, Verdict::CutVoluntary)]);
    assert_eq!(cut(10), [(3, Verdict::CutLowest)]);
    let maria = found.working(10, 0).contributions[3];
    assert_eq!(maria.adjusted.map(|one| one.article()), Some("16.4.1"));
    assert_eq!((maria.voluntary, maria.opponent), (false, Some(8)));
    assert_eq!(
        (Verdict::CutVoluntary.article(), Verdict::CutLowest.article()),
        (Some("16.5"), Some("14.1"))
    );
}

#[test]
fn a_performance_tells_how_it_is_made() {
    let (tournament, regulations) = (read("tec-swiss.trf"), swiss("TPR PTP"));
    let found = standings(&tournament, &regulations, 5);
    // Charline: 1940 on average, 3.5 of 5 is 70 per cent, which adds 149.
    let total = Total::Performance { average: 1940, percent: 70, difference: 149 };
    assert_eq!(found.working(2, 0).total, total);
    // With 2112 the expected score is 0.93 + 0.71 + 0.82 + 0.59 + 0.45 = 3.50 (exercise 22).
    let working = found.working(2, 1);
    let chances: Vec<String> =
        working.contributions.iter().map(|one| one.amount.to_string()).collect();
    assert_eq!(chances, ["0.93", "0.71", "0.82", "0.59", "0.45"]);
    assert_eq!(working.total, Total::Perfect { score: 350, expected: 350 });
}

#[test]
fn ratings_decide_nothing_where_somebody_has_none() {
    let mut tournament = read("tec-swiss.trf");
    tournament.entrants[11].rating = 0;
    let regulations = swiss("ARO ARO/U1650 RTNG");
    let found = standings(&tournament, &regulations, 5);
    let dropped: Vec<Option<Dropped>> = (0..3).map(|one| found.dropped(one)).collect();
    assert_eq!(dropped, [Some(Dropped::Unrated), None, Some(Dropped::Unrated)]);
    let david = found.rows().iter().find(|row| row.entrant == 3).expect("a row");
    assert_eq!(david.values, [None, Some(Value::whole(1888)), None]);
    assert_eq!(found.working(3, 0).value, None);
}

#[test]
fn buchholz_is_left_out_of_a_round_robin() {
    let tournament = read("tec-round-robin.trf");
    let mut regulations = swiss("BH AOB FB/C1 SB");
    regulations.pairings = Pairings::Predetermined;
    let found = standings(&tournament, &regulations, 5);
    let dropped: Vec<bool> = (0..4).map(|one| found.dropped(one).is_some()).collect();
    assert_eq!(dropped, [true, true, true, false]);
}

#[test]
fn in_the_league_a_default_win_stands_behind_before_heads_are_compared() {
    let tournament = read("league-group.trf");
    let (amado, bulosan) = (0, 1);
    let order = |codes: &str| {
        let regulations = Regulations::predetermined(parse_list(codes).expect("codes"));
        let found = standings(&tournament, &regulations, 3);
        let first = found.rows()[0].entrant;
        (first, found.decided_by(amado, bulosan))
    };
    assert_eq!(order("NDW,DEL,PO"), (amado, Some(Decision::Criterion(0))));
    assert_eq!(order("DEL,NDW,PO"), (bulosan, Some(Decision::Criterion(0))));
}

#[test]
fn direct_encounter_counts_a_default_only_if_the_event_says_so() {
    let tournament = read("last-round-default.trf");
    let mut even = tournament.clone();
    // Amado won by forfeit against Carpio, who gets 1.5 for it, so that both have 2 points.
    even.points.forfeit_loss = swiss::points::Points(15);
    let value = |codes: &str| {
        let regulations = swiss(codes);
        let found = standings(&even, &regulations, 2);
        found.rows().iter().find(|row| row.entrant == 0).and_then(|row| row.values[0])
    };
    assert_eq!(value("DE"), Some(Value::whole(1)));
    let regulations = swiss("DE");
    let found = standings(&even, &regulations, 2);
    assert_eq!(found.working(0, 0).contributions[0].verdict, Verdict::NotPlayed);
    assert_eq!(found.decided_by(0, 2), None);
    // Their only game gives 1 to one and 1.5 to the other.
    assert_eq!(value("DE/P"), Some(Value::whole(2)));
    assert_eq!(value("DEL"), Some(Value::whole(2)));
}

#[test]
fn a_double_default_is_as_many_points_for_both() {
    let mut tournament = of_results(&["1+2", "1-2"]);
    if let Entry::Forfeit { score, .. } = &mut tournament.entrants[0].entries[0] {
        *score = Score::Loss;
    }
    // 7.7: half a point for as many points as the paired opponent; 7.6: both were absent.
    let regulations = swiss("STD REP NDW DE/P");
    let found = standings(&tournament, &regulations, 2);
    let [half, one] = [Value::hundredths(50), Value::whole(1)];
    let values: Vec<_> = found.rows().iter().map(|row| &row.values[..3]).collect();
    assert_eq!(values[0], [Some(one.plus(half)), Some(one), Some(one)]);
    assert_eq!(values[1], [Some(half), Some(one), Some(one)]);
}

#[test]
fn play_offs_decide_stage_by_stage_among_those_tied() {
    let tournament = read("tec-swiss.trf");
    // With 3.5 points: 1, 3, 4 and 16; 1 beats 16, 3 beats 4; then 3 beats 1.
    let mut regulations = swiss("PO");
    let games = [
        PlayOffGame::both(0, 0, 15, Score::Win),
        PlayOffGame::both(0, 2, 3, Score::Win),
        PlayOffGame::both(1, 0, 2, Score::Loss),
    ];
    regulations.play_offs = games.concat();
    let found = standings(&tournament, &regulations, 5);
    let places: Vec<(usize, usize)> =
        found.rows()[1..5].iter().map(|row| (row.entrant + 1, row.place)).collect();
    assert_eq!(places, [(3, 2), (1, 3), (4, 4), (16, 4)]);
    let working = found.working(0, 0);
    assert_eq!((working.value, working.among), (Some(Value::whole(2)), vec![0, 2, 3, 15]));
    assert_eq!(working.contributions.len(), 2);
    // Those with 2.5, 2 and 1.5 points have to play, too.
    let sizes: Vec<usize> = found.tied_before(0).iter().map(Vec::len).collect();
    assert_eq!(sizes, [4, 3, 3, 3]);
    // Play-offs follow the last round and do not affect earlier standings.
    let before = standings(&tournament, &regulations, 4);
    assert!(before.working(0, 0).contributions.is_empty());
}

#[test]
fn who_is_surely_first_is_first_though_games_are_missing() {
    // The example before exercise 23: Alyx beat everybody, Bruno the two others, who have not met. Alyx is first, Bruno
    // second, and nothing decides between Charline and David; byes make up for their points.
    let tournament = of_results(&["1-2 3:F 4:F", "1-3 2-4", "1-4 2-3", "2:F 3:F 4:F", "3:F 4:F"]);
    let regulations = swiss("DE");
    let found = standings(&tournament, &regulations, 5);
    assert!(found.rows().iter().all(|row| row.points.0 == 30));
    let places: Vec<(usize, usize)> =
        found.rows().iter().map(|row| (row.entrant + 1, row.place)).collect();
    assert_eq!(places, [(1, 1), (2, 2), (3, 3), (4, 3)]);
    // The league's variant decides nothing if two have not met.
    let regulations = swiss("DEL");
    let found = standings(&tournament, &regulations, 5);
    assert!(found.rows().iter().all(|row| row.place == 1));
}

#[test]
fn two_who_met_twice_count_their_average() {
    // 1 beat 2 and lost to 2; both have 2.5 points.
    let tournament = of_results(&["1-2", "2-1", "1-3", "1=3", "2-3", "2:H"]);
    let regulations = swiss("DE");
    let found = standings(&tournament, &regulations, 6);
    let working = found.working(0, 0);
    let amounts: Vec<String> =
        working.contributions.iter().map(|one| one.amount.to_string()).collect();
    // Each game is half of their average: 0.5 to 0.5, so nothing is decided.
    assert_eq!((amounts, working.among), (vec!["0.5".to_owned(), "0".to_owned()], vec![0, 1]));
    assert_eq!(found.decided_by(0, 1), None);
}
