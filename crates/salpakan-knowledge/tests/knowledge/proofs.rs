//! Probabilities that were computed by hand.

use salpakan::record::{Ply, Timeline};
use salpakan::rules::{Arbiter, Board, ByColor, Color, Draft, Move, Rank, Square};
use salpakan_knowledge::{Knowledge, Ranks};

use crate::support::{Game, rules};

fn text<'a>(table: &'a toml::Table, key: &str) -> &'a str {
    table.get(key).and_then(toml::Value::as_str).unwrap_or_else(|| panic!("no {key}: {table:?}"))
}

fn list(table: &toml::Table, key: &str) -> Vec<toml::Table> {
    let values = table.get(key).and_then(toml::Value::as_array).expect("a list");
    values.iter().map(|value| value.as_table().expect("a table").clone()).collect()
}

/// Plays the moves of a table; the arbiter adds the verdicts.
pub fn played(table: &toml::Table) -> Game {
    let rules = rules(text(table, "rules"));
    let first = table.get("first").map_or(Color::White, |_| Color::Black);
    let armies = ByColor::from_fn(|color| {
        let draft = Draft::parse(color, &rules, text(table, color.key())).expect("a set-up");
        draft.check(&rules).expect("a legal set-up")
    });
    let mut arbiter = Arbiter::new(&rules, armies.as_ref(), first);
    let taken = armies.map(|army| army.squares());
    let mut board = Board::new(taken, first);
    let mut plies = Vec::new();
    for word in text(table, "moves").split(' ') {
        let mv = Move::parse(word).expect("a move");
        let said = arbiter.play(mv).unwrap_or_else(|fault| panic!("{word}: {fault}"));
        board.apply(mv, said.verdict);
        assert_eq!(said.ending, None, "{word}");
        plies.push(Ply { mv, verdict: said.verdict, clock: None });
    }
    let (taken, flags) = (taken.map(Some), ByColor::default());
    let timeline =
        Timeline { rules, first, taken, plies, ending: None, declared: Vec::new(), flags };
    Game { timeline, armies }
}

pub fn games() -> Vec<toml::Table> {
    let file: toml::Table = include_str!("data/proofs.toml").parse().expect("TOML");
    list(&file, "game")
}

#[test]
fn probabilities_are_what_they_were_worked_out_to_be_by_hand() {
    let mut claims = 0;
    for table in games() {
        let game = played(&table);
        let knowledge =
            ByColor::from_fn(|viewer| Knowledge::of_player(&game.timeline, &game.armies[viewer]));
        for claim in list(&table, "claim") {
            let name = format!("{}: {claim:?}", text(&table, "name"));
            let viewer = Color::parse(text(&claim, "viewer")).expect("a color");
            let ply = claim["ply"].as_integer().expect("a ply") as u32;
            let origin: Square = text(&claim, "piece").parse().expect("a square");
            let letter = text(&claim, "rank").chars().next().expect("a letter");
            let rank = Rank::from_letter(letter).expect("a rank");
            let (share, of) = text(&claim, "share").split_once('/').expect("a fraction");
            let (share, of): (u128, u128) =
                (share.parse().expect("a number"), of.parse().expect("a number"));
            let beliefs = knowledge[viewer].at(ply);
            let belief = beliefs.piece(origin).expect("a piece");
            let (armies, all) = belief.share(Ranks::only(rank));
            assert_eq!(armies * of, share * all, "{name}");
            if let Some(stated) = claim.get("armies").and_then(toml::Value::as_str) {
                assert_eq!(stated.parse(), Ok(all), "{name}");
            }
            claims += 1;
        }
    }
    assert!(claims >= 20, "only {claims}");
}
