//! Prizes, and who has them as it stands.

use adjutant_domain::contest::json::{read_settings, write_settings};
use adjutant_domain::contest::{
    Award, ContestError, ContestSettings, ContestSettingsError, DuplicatePlace, EntrantProfile,
    Gender, PersonalDetails, Prize, PrizeCriterion, PrizeSharing,
};

use crate::event::{DESK, DRAWN, Event, FIRST, id, player, stronger, swiss};

fn prize(of: PrizeCriterion) -> Prize {
    Prize { description: "a cup".to_owned(), criterion: of, amount: 0 }
}

fn places(from: u32, to: u32) -> Prize {
    prize(PrizeCriterion::Places { from, to })
}

fn best(among: &[u32]) -> Prize {
    let among = among.iter().copied().map(id).collect();
    prize(PrizeCriterion::Best { title: "Best lady".to_owned(), among })
}

/// The best of a class, given as JSON.
fn of_class(class: &str, amount: u64) -> Prize {
    let class = serde_json::from_str(class).expect(class);
    let criterion = PrizeCriterion::Class { title: "Best".to_owned(), class, from: 1, to: 1 };
    Prize { amount, ..prize(criterion) }
}

fn performance(among: &[u32]) -> Prize {
    let among = among.iter().copied().map(id).collect();
    prize(PrizeCriterion::Performance { title: "Best result".to_owned(), among })
}

/// Who has these prizes, and whether they are tied.
fn awards(event: &mut Event, prizes: &[Prize]) -> Vec<(Vec<u32>, bool)> {
    given(event, prizes, true)
}

fn given(event: &mut Event, prizes: &[Prize], prizes_add_up: bool) -> Vec<(Vec<u32>, bool)> {
    let prizes = prizes.to_vec();
    let settings = ContestSettings {
        prizes,
        prizes_cumulative: prizes_add_up,
        ..event.contest.settings.clone()
    };
    event.tell(|contest| contest.change_settings(settings));
    let award = |one: Award| (one.winners.iter().map(|id| id.0).collect(), one.is_tied);
    event.contest.awards().prizes.into_iter().map(award).collect()
}

#[test]
fn prizes_go_to_places_to_the_best_of_some_and_to_the_highest_performance() {
    let mut event = Event::of(8, &swiss(3, ""));
    let prizes = [places(1, 1), places(2, 3), best(&[5, 4, 7]), best(&[]), performance(&[])];
    assert_eq!(awards(&mut event, &prizes), vec![(vec![], false); 5], "nothing is played");
    event.begin(0);
    event.play_out(0, stronger);
    event.check();
    let order = event.order(0, 0);
    let of = |place: usize| order[place - 1];
    let found = awards(&mut event, &[places(1, 1), best(&[5, 4, 7]), best(&[]), performance(&[])]);
    assert_eq!(found[0], (vec![of(1)], false));
    assert_eq!(found[1].0.len(), 1);
    let first_of = order.iter().find(|one| [5, 4, 7].contains(*one));
    assert_eq!(found[1].0.first(), first_of);
    assert_eq!(found[2], (vec![], false), "nobody is chosen yet");
    assert_eq!(found[3].0, [of(1)]);
    let found = awards(&mut event, &[performance(&[8]), places(8, 8), best(&[6])]);
    assert_eq!((&found[0].0[..], &found[2].0[..]), (&[8][..], &[6][..]), "chosen by hand");
}

#[test]
fn tied_players_are_named_and_none_is_chosen() {
    let mut event = Event::of(4, &swiss(1, r#", "tie_breaks": []"#));
    event.begin(0);
    event.next_round(0);
    event.play(0, 0, |sides| if sides.contains(&id(1)) { FIRST } else { DRAWN });
    // One has won, two have drawn, one has lost.
    let apart = awards(&mut event, &[places(1, 1), places(2, 2), places(3, 3), places(4, 4)]);
    let together = awards(&mut event, &[places(1, 1), places(2, 3), places(4, 4)]);
    let tied = |found: &[(Vec<u32>, bool)]| found.iter().map(|one| one.1).collect::<Vec<bool>>();
    assert_eq!(tied(&apart), [false, true, true, false], "{apart:?}");
    assert_eq!(tied(&together), [false, false, false], "{together:?}");
    assert_eq!(apart[1].0.len(), 2);
    assert_eq!(apart[1].0, together[1].0);
    let twice = [places(1, 2), places(2, 3)];
    let settings = ContestSettings { prizes: twice.to_vec(), ..event.contest.settings.clone() };
    let refused = event.refused(|contest| contest.change_settings(settings));
    let twice = DuplicatePlace { prizes: [0, 1], place: 2 };
    assert_eq!(
        refused,
        ContestError::InvalidSettings(vec![ContestSettingsError::DuplicatePrizePlace(twice)])
    );
}

#[test]
fn a_player_wins_one_prize_unless_they_add_up() {
    let mut event = Event::of(8, &swiss(3, ""));
    event.begin(0);
    event.play_out(0, stronger);
    let order = event.order(0, 0);
    let all: Vec<u32> = (1..=8).collect();
    let prizes = [best(&all), places(1, 1), best(&all), performance(&[])];
    let one_each = given(&mut event, &prizes, false);
    let mut winners: Vec<u32> = one_each.iter().flat_map(|one| one.0.clone()).collect();
    assert_eq!((&one_each[1].0[..], &one_each[0].0[..]), (&order[..1], &order[1..2]));
    let count = winners.len();
    winners.sort_unstable();
    winners.dedup();
    assert_eq!(winners.len(), count, "{one_each:?}");
    let added = given(&mut event, &prizes, true);
    assert!(added.iter().all(|one| one.0 == order[..1]), "{added:?}");
    event.check();
}

#[test]
fn prizes_of_classes_go_to_the_best_who_meet_all_conditions() {
    let mut event = Event::new(&swiss(3, ""));
    for (number, rating, club, province, title) in [
        (1, 1_500, "Lakan", "Cebu", Some(3)),
        (2, 1_400, "Mayon", "Albay", Some(2)),
        (3, 1_199, "lakan ", "Cebu", Some(1)),
        (4, 0, "", "Cebu", None),
        (5, 0, "Mayon", "Albay", Some(0)),
        (6, 1_000, "", "", None),
    ] {
        let gender = if number % 2 == 0 { Gender::Female } else { Gender::Male };
        let personal = PersonalDetails {
            birth_year: (number != 6).then_some(2_004 + number as u16),
            gender: (number != 5).then_some(gender),
            ..PersonalDetails::default()
        };
        let person = EntrantProfile {
            personal,
            rating,
            title,
            club: club.to_owned(),
            province: province.to_owned(),
            ..player(number)
        };
        event.tell(|contest| contest.register(person, DESK));
    }
    event.begin(0);
    event.play_out(0, stronger);
    let order = event.order(0, 0);
    let best = |among: &[u32]| vec![*order.iter().find(|one| among.contains(one)).expect("one")];
    for (class, among) in [
        (r#"{"rating_to":1199}"#, &[3, 6][..]),
        (r#"{"rating_from":1200,"rating_to":1499}"#, &[2]),
        (r#"{"unrated":true}"#, &[4, 5]),
        (r#"{"unrated":true,"province":"albay"}"#, &[5]),
        (r#"{"club":"Lakan","title_to":1}"#, &[3]),
        (r#"{"title_from":2}"#, &[1, 2]),
        (r#"{"title_to":0}"#, &[4, 5, 6]),
        (r#"{"born_from":2007}"#, &[3, 4, 5]),
        (r#"{"born_to":2006}"#, &[1, 2]),
        (r#"{"born_from":2006,"born_to":2008,"gender":"female"}"#, &[2, 4]),
        (r#"{"gender":"male"}"#, &[1, 3]),
    ] {
        let found = awards(&mut event, &[of_class(class, 0)]);
        assert_eq!(found[0], (best(among), false), "{class}");
    }
    let found = awards(&mut event, &[of_class(r#"{"club":"Nobody"}"#, 0)]);
    assert_eq!(found[0], (vec![], false));
    event.check();
}

#[test]
fn those_who_are_equal_on_points_share_money_whatever_tie_breaks_say() {
    let mut event = Event::of(4, &swiss(1, r#", "tie_breaks": []"#));
    event.begin(0);
    event.next_round(0);
    event.play(0, 0, |sides| if sides.contains(&id(1)) { FIRST } else { DRAWN });
    let money = |place, amount| Prize { amount, ..places(place, place) };
    let prizes = vec![money(1, 1_000), money(2, 501), of_class(r#"{"rating_to":1980}"#, 100)];
    let paid = |event: &mut Event, prize_sharing, prizes_cumulative| {
        let settings = ContestSettings {
            prizes: prizes.clone(),
            prizes_cumulative,
            prize_sharing,
            ..event.contest.settings.clone()
        };
        event.tell(|contest| contest.change_settings(settings));
        event.contest.awards().payouts.iter().map(|one| one.amount).collect::<Vec<u64>>()
    };
    assert_eq!(paid(&mut event, PrizeSharing::None, false).first(), Some(&1_000));
    assert_eq!(paid(&mut event, PrizeSharing::Equal, false)[..3], [1_000, 251, 250]);
    assert_eq!(paid(&mut event, PrizeSharing::Equal, true).iter().sum::<u64>(), 1_601);
    event.check();
}

#[test]
fn prizes_are_written_where_there_are_any() {
    let mut event = Event::of(4, &swiss(1, ""));
    assert!(!write_settings(&event.contest.settings).contains("prizes"));
    let prizes = [places(1, 2), best(&[3]), performance(&[])];
    awards(&mut event, &prizes);
    let text = write_settings(&event.contest.settings);
    assert!(text.contains(r#""prizes":[{"what":"a cup","from":1,"to":2},{"what""#), "{text}");
    assert_eq!(read_settings(&text).expect(&text).prizes, prizes);
    for (wrong, why) in [
        (r#"{"what":"a","from":3,"to":2}"#, "prizes[0]: `to`"),
        (r#"{"what":" ","from":3}"#, "prizes[0].what: expected words"),
        (r#"{"from":3}"#, "prizes[0]: missing field `what`"),
        (r#"{"what":"a"}"#, "prizes[0]: expected `from`"),
    ] {
        let text = format!(r#"{{"plan":{{"template":"swiss","entrants":8}},"prizes":[{wrong}]}}"#);
        let fault = read_settings(&text).expect_err(wrong).to_string();
        assert!(fault.starts_with(why), "{fault}");
    }
}
