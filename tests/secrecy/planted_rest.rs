//! Leaks that are planted in what rests on the disk, and in what is sent to be kept.

use std::sync::{Arc, LazyLock};

use crate::course::{Course, Heard};
use crate::looks::Look;
use crate::pairs::Pair;
use crate::people::Who;
use crate::rest::{Rest, forms};
use crate::world::World;

static PAIRS: LazyLock<Arc<Vec<Pair>>> = LazyLock::new(|| Pair::many(0, 8, true));

/// What rests of a few games that go on, and what was heard of them.
fn rest(which: usize) -> (Rest, Vec<Heard>) {
    let thread = std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let (world, mut heard) = (World::new().await, Vec::new());
            for pair in PAIRS.iter() {
                let mut course = Course::run(&world, pair, which).await;
                heard.append(&mut course.heard);
            }
            (Rest::of(&world, &PAIRS, which), heard)
        })
    });
    thread.join().expect("it rests")
}

static RESTS: LazyLock<[(Rest, Vec<Heard>); 2]> = LazyLock::new(|| [rest(0), rest(1)]);

/// Both worlds with more rows in one table.
fn noticed(table: &str, rows: impl Fn(usize) -> Vec<String>) -> bool {
    let with = |which: usize| {
        let (rest, _) = &RESTS[which];
        let mut tables = rest.rows.clone();
        tables.entry(table.to_owned()).or_default().extend(rows(which));
        tables
    };
    RESTS[0].0.rows == RESTS[1].0.rows && with(0) != with(1)
}

#[test]
fn l18_rows_in_the_order_of_ranks_are_noticed() {
    assert!(noticed("pieces", |which| {
        let army = &PAIRS[0].armies[which][PAIRS[0].hidden[0]];
        let mut squares: Vec<_> = army.pieces().collect();
        squares.sort_by_key(|(_, rank)| rank.index());
        squares.into_iter().zip(1..).map(|((at, _), id)| format!("{id} {at}")).collect()
    }));
}

#[test]
fn l31_a_notice_or_a_delivery_that_depends_on_a_rank_is_noticed() {
    assert!(RESTS[0].0.rows["notices"].iter().any(|row| row.contains("your-move")));
    for table in ["notices", "outbox"] {
        assert!(noticed(table, |which| {
            let army = &PAIRS[0].armies[which][PAIRS[0].hidden[0]];
            army.pieces().take(1).map(|(at, rank)| format!("{at} fell: {}", rank.name())).collect()
        }));
    }
}

#[test]
fn l57_a_longer_row_for_one_verdict_is_noticed() {
    assert!(noticed("play_events", |which| {
        let spy = PAIRS[0].armies[which][PAIRS[0].hidden[0]]
            .pieces()
            .position(|(_, r)| r.letter() == 'S');
        vec!["x".repeat(spy.unwrap_or_default())]
    }));
}

#[test]
fn l62_a_set_up_in_a_database_in_the_clear_is_noticed() {
    assert!(noticed("set_ups", |which| {
        let told = String::from_utf8_lossy(&forms(&PAIRS[0], which).concat()).into_owned();
        vec![format!("Failing row contains ({told})")]
    }));
}

#[test]
fn l64_a_set_up_in_any_form_in_a_file_is_noticed() {
    for which in [0, 1] {
        assert_eq!(RESTS[which].0.told(), None);
        for form in forms(&PAIRS[0], which) {
            let mut planted = rest_of(&RESTS[which].0);
            planted
                .files
                .push(("a journal".to_owned(), [b"before ", &form[..], b" after"].concat()));
            assert!(planted.told().is_some(), "{}", String::from_utf8_lossy(&form));
        }
    }
}

fn rest_of(rest: &Rest) -> Rest {
    let mut rest = rest.clone();
    rest.files.clear();
    rest
}

/// The first answer about a game that somebody between could keep.
fn kept(heard: &[Heard]) -> Option<String> {
    let about = |one: &&Heard| {
        one.look.shows_own()
            || one.look == Look::Command
            || one.what.starts_with("GET /api/v1/plays")
    };
    let kept = |one: &&Heard| {
        let of = |name: &str| one.answer.headers.iter().find(|(own, _)| own == name);
        let control = of("cache-control").map(|(_, value)| value.clone()).unwrap_or_default();
        !control.contains("no-store")
            || of("content-encoding").is_some_and(|(_, v)| v != "identity")
    };
    let one = heard.iter().filter(about).find(kept)?;
    Some(format!("{:?} {}: {:?}", one.who, one.what, one.answer.headers))
}

#[test]
fn l67_every_answer_about_a_game_is_private_and_kept_by_nobody() {
    let (_, heard) = &RESTS[0];
    assert_eq!(kept(heard), None);
    let mut planted = heard.clone();
    let answer = planted.iter_mut().rev().find(|one| one.look == Look::Answer).expect("an answer");
    for (name, value) in &mut answer.answer.headers {
        if name == "cache-control" {
            "public, max-age=60".clone_into(value);
        }
    }
    assert!(kept(&planted).is_some());
}

/// The first answer about a game that a service worker may keep, other than the page of the device at a table.
fn kept_offline(heard: &[Heard]) -> Option<String> {
    let is_marked = |one: &&Heard| {
        one.answer.headers.iter().any(|(name, _)| name == "offline-copy")
            && !matches!(one.look, Look::AtTable | Look::AtTableChosen)
    };
    heard.iter().find(is_marked).map(|one| format!("{:?} {}", one.who, one.what))
}

#[test]
fn n03_nothing_of_a_game_that_goes_on_is_marked_to_be_kept_without_network() {
    let (_, heard) = &RESTS[0];
    assert_eq!(kept_offline(heard), None);
    let mut planted = heard.clone();
    let page = planted.iter_mut().find(|one| one.look == Look::Table).expect("a page");
    page.answer.headers.push(("offline-copy".to_owned(), "1".to_owned()));
    assert!(kept_offline(&planted).is_some());
}

#[test]
fn n03_of_a_table_the_device_alone_keeps_its_page_and_no_phone_of_a_player() {
    let pairs: Vec<Pair> = (0..4).map(Pair::of_event).collect();
    let heard = std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let world = World::new().await;
            let mut heard = Vec::new();
            for pair in &pairs {
                heard.append(&mut Course::run(&world, pair, 0).await.heard);
            }
            heard
        })
    });
    let heard = heard.join().expect("it is heard");
    assert_eq!(kept_offline(&heard), None, "nor the closed record of a game");
    let marked = |one: &&Heard| one.answer.headers.iter().any(|(name, _)| name == "offline-copy");
    let marked: Vec<&Heard> = heard.iter().filter(marked).collect();
    assert!(!marked.is_empty());
    for one in marked {
        assert_eq!(one.who, Who::Nobody, "{}", one.what);
        let text = one.answer.text();
        // The mark of the site is the stars of a rank.
        assert_eq!(text.matches("#rank-hidden").count() + 1, text.matches("#rank-").count());
        let control = one.answer.headers.iter().find(|(name, _)| name == "cache-control");
        assert_eq!(control.map(|(_, value)| value.as_str()), Some("private, no-cache"));
    }
}
