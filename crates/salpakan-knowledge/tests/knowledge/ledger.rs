//! The ledger, luck and bluffs of revealed games.

use salpakan::record::{Annotations, Embargo, FullRecord, Header, RevealKey, Roster};
use salpakan::rules::{Army, Color, Outcome, Rank, Square, Termination, Verdict};
use salpakan_knowledge::{
    Knowledge, Ledger, Ranks, Reply, best_bluff, bluff_index, percentiles, threats,
};

use crate::proofs;
use crate::support::Game;
use crate::whole::games;

fn revealed(game: &Game) -> FullRecord {
    let header = Header {
        roster: Roster::default(),
        time_control: None,
        outcome: Some(Outcome::Draw),
        termination: Termination::Agreement,
    };
    let key = RevealKey::of(&header, Embargo::None).expect("a final game");
    let armies = game.armies.map(Some);
    FullRecord::new(header, game.timeline.clone(), Annotations::default(), armies, &key)
}

/// The first game of the proofs by hand.
fn four_challenges() -> FullRecord {
    revealed(&proofs::played(&proofs::games()[0]))
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 5e-3
}

#[test]
fn prices_are_what_the_other_had_not_known() {
    let ledger = Ledger::of(&four_challenges()).expect("a ledger");
    let [sergeant, colonels, spy, private] = ledger.deals[..] else { panic!("four challenges") };
    // What captures a Sergeant: 13 of 21. What a Brigadier General captures: 13 of 21.
    assert!(near(sergeant.prices.black.bits(), (21.0_f64 / 13.0).log2()));
    assert!(near(sergeant.prices.white.bits(), (21.0_f64 / 13.0).log2()));
    // The Colonel is not a6 with 12/13, then one of 20.
    assert!(near(colonels.prices.black.bits(), (65.0_f64 / 3.0).log2()));
    assert_eq!(colonels.captor(), None);
    // Six Privates among 19 uncertain pieces, apart from a6, which is not one: 6 of 19.
    assert!(near(spy.prices.black.bits(), (19.0_f64 / 6.0).log2()));
    assert_eq!(spy.captor(), Some(Color::Black));
    assert_eq!(private.verdict, Verdict::DefenderWins);
    // The costliest of three captures is that by the Private, which revealed itself.
    assert_eq!(ledger.dearest_capture().map(|deal| deal.ply), Some(17));
}

#[test]
fn challengers_expect_what_they_could_know() {
    let ledger = Ledger::of(&four_challenges()).expect("a ledger");
    let prospects = ledger.deals[0].prospects;
    // A Sergeant captures six Privates and the Flag, and splits with the Sergeant.
    assert!(near(prospects.wins.probability(), 7.0 / 21.0));
    assert!(near(prospects.splits.probability(), 1.0 / 21.0));
    assert!(near(prospects.loses.probability(), 13.0 / 21.0));
    let luck = ledger.luck(Color::White);
    assert_eq!((luck.challenges, luck.wins, luck.splits), (4, 0, 1));
    assert!(luck.surplus() < 0.0 && luck.deviation > 0.0);
    assert_eq!(ledger.luck(Color::Black).challenges, 0);
}

#[test]
fn the_three_ways_a_challenge_can_go_make_a_whole() {
    for game in games(30) {
        let ledger = Ledger::of(&revealed(&game)).expect("a ledger");
        let mut wins = 0.0;
        for deal in &ledger.deals {
            let p = deal.prospects;
            assert_eq!(p.wins.armies + p.splits.armies + p.loses.armies, p.wins.of);
            wins += p.wins.probability();
            for (_, price) in deal.prices.iter() {
                assert!(price.armies > 0 && price.armies <= price.of);
            }
        }
        let expected = Color::ALL.map(|color| ledger.luck(color).expected_wins);
        assert!(near(wins, expected.iter().sum()));
    }
}

#[test]
fn what_is_told_adds_up_to_what_was_hidden() {
    for game in games(30) {
        let ledger = Ledger::of(&revealed(&game)).expect("a ledger");
        for color in Color::ALL {
            let curve = ledger.curve(color);
            assert_eq!(curve.len(), game.timeline.plies.len() + 1);
            assert!(curve.is_sorted() && curve[0] == 0.0);
            let last = game.timeline.len();
            let whole = ledger.told(color, last) + ledger.hidden(color, last);
            assert!(near(whole, ledger.hidden(color, 0)));
        }
    }
}

#[test]
fn ones_own_ghost_is_what_the_opponent_knows() {
    for game in games(4) {
        let ghost = Knowledge::ghost(&revealed(&game), Color::White).expect("armies");
        assert_eq!(ghost.viewer(), Color::Black);
        assert!(ghost == Knowledge::of_player(&game.timeline, &game.armies.black));
    }
}

#[test]
fn percentiles_go_from_the_flag_to_the_highest_officer() {
    let table = percentiles(&Army::STANDARD);
    let of = |letter| table[Rank::from_letter(letter).expect("a rank").index()];
    // The Flag is the weakest of 21, counted half; the highest officer has 20 below and half of itself.
    assert!(near(of('F'), 0.5 / 21.0) && near(of('5'), 20.5 / 21.0));
    assert!(near(of('P'), 4.0 / 21.0), "the Flag below, and half of six: 1 + 3");
    let mean: f64 = Rank::ALL
        .into_iter()
        .map(|rank| table[rank.index()] * f64::from(Army::STANDARD.count(rank)) / 21.0)
        .sum();
    assert!(near(mean, 0.5));
}

#[test]
fn a_step_beside_an_enemy_is_a_threat_and_a_step_away_believes_it() {
    let text = r#"
        rules = "standard+army=FP5"
        first = "black"
        white = "....P..../5......../F........"
        black = "F......../........5/....P...."
        moves = "e6e5 e3e4 e5d5 a2a3 d5d4 e4f4"
    "#;
    let game = proofs::played(&text.parse().expect("TOML"));
    let record = revealed(&game);
    let ledger = Ledger::of(&record).expect("a ledger");
    let found = threats(&record, &ledger);
    // White's step beside e5, answered by a step aside; then Black's step beside e4, and White leaves.
    let [white, black] = found[..] else { panic!("{} threats", found.len()) };
    assert_eq!((white.ply, white.origin, white.reply), (2, square("e3"), Reply::Believed));
    assert_eq!((black.ply, black.origin, black.reply), (5, square("e6"), Reply::Believed));
    // In an army of F, P and 5 the percentiles are 1/6, 3/6 and 5/6: the expected one is a half, as is a Private's.
    assert!(near(white.seen, 0.5) && near(white.truth, 0.5) && near(white.value(), 0.0));
    assert_eq!(bluff_index(&found, Color::White).believed, 1);
    assert!(best_bluff(&found, Color::White).is_none(), "it looked no stronger than it is");
}

#[test]
fn threats_are_told_of_whole_games() {
    let (mut called, mut believed) = (0, 0);
    for game in games(20) {
        let record = revealed(&game);
        let ledger = Ledger::of(&record).expect("a ledger");
        let found = threats(&record, &ledger);
        for threat in &found {
            assert!((0.0..=1.0).contains(&threat.seen) && (0.0..=1.0).contains(&threat.truth));
            let belief = ledger.knowledge[threat.color.opponent()].at(threat.ply);
            let seen = belief.piece(threat.origin).expect("a piece");
            assert_eq!(seen.share(Ranks::ALL).0, belief.armies());
        }
        for color in Color::ALL {
            let index = bluff_index(&found, color);
            called += index.called;
            believed += index.believed;
            if let Some(best) = best_bluff(&found, color) {
                assert!(best.value() > 0.0 && best.reply == Reply::Believed);
            }
        }
    }
    assert!(called > 20 && believed > 20, "{called} called, {believed} believed");
}
