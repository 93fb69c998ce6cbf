//! Importing or checking a record of a game in progress with guessed armies: the response does not reveal whether
//! the guess is right.

use std::sync::Arc;

use salpakan::record::notation::ggn;
use salpakan::record::{Annotations, Header, JudgedRecord, Roster};
use salpakan::rules::{Color, Outcome, Termination};

use crate::course::Course;
use crate::pairs::Pair;
use crate::people::Who;
use crate::world::{Answer, World};

const GAMES: u64 = 10;

/// The record of what was played so far, with the armies of one world.
fn guess(pair: &Pair, which: usize) -> String {
    let roster = Roster { white: "Ana".to_owned(), black: "Ben".to_owned(), ..Roster::default() };
    let header = Header {
        roster,
        time_control: None,
        outcome: Some(Outcome::Win(Color::White)),
        termination: Termination::Resignation,
    };
    let record = JudgedRecord {
        header,
        timeline: pair.timeline.clone(),
        annotations: Annotations::default(),
        armies: pair.armies[which].map(Some),
    };
    let mut text = String::new();
    ggn::write(&mut text, &record);
    text
}

/// What is answered to each guess while the games of one world go on.
fn answers(pairs: Arc<Vec<Pair>>, which: usize) -> Vec<(usize, Answer)> {
    let asked = std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let world = World::new().await;
            let mut answers = Vec::new();
            for pair in pairs.iter() {
                let _course = Course::run(&world, pair, which).await;
                for guessed in [0, 1] {
                    let guess = guess(pair, guessed);
                    let checked = world.check(Who::Nobody, &guess).await;
                    assert!(checked.text().contains("chip win"), "{}", checked.text());
                    answers.push((guessed, checked));
                    answers.push((guessed, world.import(Who::Spectator, &guess).await));
                }
            }
            answers
        })
    });
    asked.join().expect("it is answered")
}

#[test]
fn l39_an_import_says_the_same_whether_a_guess_at_a_game_that_goes_on_is_right() {
    let pairs = Pair::many(0, GAMES, true);
    let worlds = [0, 1].map(|which| answers(Arc::clone(&pairs), which));
    assert_eq!(worlds[0], worlds[1]);
    let added = |(_, answer): &&(usize, Answer)| answer.text().contains("\"added\":1");
    let taken = worlds[0].iter().filter(added).count();
    assert_eq!(2 * taken, worlds[0].len(), "{}", worlds[0][1].1.text());
    // One that told of a right guess would be noticed.
    let mut telling = worlds;
    for (which, answers) in telling.iter_mut().enumerate() {
        for (_, answer) in answers.iter_mut().filter(|(guessed, _)| *guessed == which) {
            answer.pieces.push(b"under way".to_vec());
        }
    }
    assert_ne!(telling[0], telling[1]);
}
