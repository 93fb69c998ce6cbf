//! A bot knows its own army and the arbiter's public announcements, and nothing else.

use salpakan::record::{JudgedRecord, Ply};
use salpakan::rules::{Arbiter, Board, ByColor, Color, Deployment, Draft, Move, RuleSet, Square};
use salpakan_bot::{Endings, Eyes, Field, Random, Skill, choose, simulate};

/// Chooses a move from what a bot sees; a cheat also looks at the true armies.
type Chooser = fn(&Eyes, &Board, &mut Random, &ByColor<Deployment>) -> Option<Move>;

fn honest(
    eyes: &Eyes,
    board: &Board,
    random: &mut Random,
    _: &ByColor<Deployment>,
) -> Option<Move> {
    choose(eyes, board, Skill(600), random)
}

/// Moves towards the enemy's Flag, by the file on which it was deployed.
fn cheat(
    eyes: &Eyes,
    board: &Board,
    random: &mut Random,
    armies: &ByColor<Deployment>,
) -> Option<Move> {
    let flag = armies.black.flag().expect("a Flag");
    let toward = board.moves().find(|mv| mv.to.to_string()[..1] == flag.to_string()[..1]);
    toward.or_else(|| choose(eyes, board, Skill(600), random))
}

/// The moves that White would have chosen before each ply.
fn wishes(record: &JudgedRecord, chooser: Chooser) -> Vec<Option<Move>> {
    let timeline = &record.timeline;
    let armies = record.armies.map(|army| army.expect("a simulated army"));
    let own = &armies.white;
    let taken = timeline.taken.map(|squares| squares.expect("a simulated army"));
    let mut board = Board::new(taken, timeline.first);
    let mut eyes = Eyes::new(own, taken.black);
    let mut random = Random::new(7, 7);
    let mut wishes = Vec::new();
    for ply in &timeline.plies {
        assert!(eyes.agrees_with(&board), "the bot's memory and the board part");
        let mover = board.to_move();
        if mover == Color::White {
            wishes.push(chooser(&eyes, &board, &mut random, &armies));
        }
        board.apply(ply.mv, ply.verdict);
        eyes.see(mover, ply.mv, ply.verdict);
    }
    wishes
}

/// The plies as announced by an arbiter with these armies; `None` if they are illegal.
fn words(record: &JudgedRecord, armies: &ByColor<Deployment>) -> Option<Vec<Ply>> {
    let timeline = &record.timeline;
    let mut arbiter = Arbiter::new(&timeline.rules, armies.as_ref(), timeline.first);
    timeline
        .plies
        .iter()
        .map(|ply| {
            let said = arbiter.play(ply.mv).ok()?;
            Some(Ply { verdict: said.verdict, ..*ply })
        })
        .collect()
}

/// The army with two pieces swapped.
fn exchanged(army: &Deployment, rules: &RuleSet, random: &mut Random) -> Option<Deployment> {
    let mut pieces: Vec<(Square, _)> = army.pieces().collect();
    let (one, other) =
        (random.below(pieces.len() as u32) as usize, random.below(pieces.len() as u32) as usize);
    let rank = pieces[one].1;
    pieces[one].1 = pieces[other].1;
    pieces[other].1 = rank;
    Draft::new(army.color(), pieces).check(rules).ok()
}

/// Games with two armies of Black that are both consistent with all announcements.
fn worlds() -> Vec<[JudgedRecord; 2]> {
    let field = Field::new(6, 10, 40);
    let world = |index| {
        let mut record =
            simulate(&field, &RuleSet::STANDARD, index, Endings::Final).expect("armies fit");
        // Cut before the end, which a rank may have decided.
        record.timeline.plies.truncate(60.min(record.timeline.plies.len().saturating_sub(1)));
        let mut random = Random::new(9, index);
        let mut armies = record.armies.map(|army| army.expect("a simulated army"));
        for _ in 0..200 {
            let Some(black) = exchanged(&armies.black, &RuleSet::STANDARD, &mut random) else {
                continue;
            };
            let tried = ByColor { white: armies.white, black };
            if words(&record, &tried).is_some_and(|said| said == record.timeline.plies) {
                armies = tried;
            }
        }
        let mut other = record.clone();
        other.armies = armies.map(Some);
        [record, other]
    };
    (0..40).map(world).collect()
}

#[test]
fn the_same_words_make_the_same_choices_whatever_the_enemys_ranks_are() {
    let worlds = worlds();
    let differing = worlds.iter().filter(|[one, other]| one.armies.black != other.armies.black);
    let differing = differing.count();
    assert!(differing > 30, "the worlds hardly differ: {differing}");
    for [one, other] in &worlds {
        assert_eq!(wishes(one, honest), wishes(other, honest));
    }
}

#[test]
fn l36_a_bot_that_knows_where_the_enemys_flag_is_is_noticed() {
    let worlds = worlds();
    let noticed = worlds.iter().filter(|[one, other]| wishes(one, cheat) != wishes(other, cheat));
    assert!(noticed.count() > 5);
}
