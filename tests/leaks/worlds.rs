//! Pairs of worlds: an unfinished game, and the same game for everybody who looks on, with other
//! ranks on the pieces. Made as a walk: two pieces of a side change places, and where the arbiter's
//! words stay the same through all plies, the change stays.

use salpakan::record::notation::{GameReader, read_game};
use salpakan::record::{JudgedRecord, Ply};
use salpakan::rules::{Arbiter, ByColor, Color, Deployment, Draft, Rank, Square, Termination};

const SAMPLE: &str = include_str!("../../demo/sample.ggn");
const WALK: u32 = 300;

/// The same unfinished game in both worlds.
pub struct Pair {
    pub one: JudgedRecord,
    pub other: JudgedRecord,
}

/// Pairs from the first games of the sample, each cut off at another place; every second is
/// `abandoned`, the others `unterminated`.
pub fn pairs(count: usize) -> Vec<Pair> {
    let reader = GameReader::new(SAMPLE.as_bytes()).expect("the sample can be read");
    let games = reader.take(count).map(|game| {
        let game = game.expect("the sample can be read");
        read_game(&game).unwrap_or_else(|error| panic!("the sample is valid: {error}"))
    });
    games.enumerate().map(|(number, record)| pair(record, number)).collect()
}

fn pair(mut record: JudgedRecord, number: usize) -> Pair {
    let mut chance = Chance(number as u64 + 1);
    let whole = record.timeline.plies.len();
    record.timeline.plies.truncate(chance.below(whole));
    record.timeline.ending = None;
    record.header.outcome = None;
    record.header.termination =
        if number.is_multiple_of(2) { Termination::Abandoned } else { Termination::Unterminated };
    // As long in both worlds: how much was written is no secret of a rank, and stays out of this.
    let note = |word: &str| format!("{word} is where my flag stood at game {number}");
    record.annotations.comments = [(0, note("canary-one"))].into();
    record.annotations.extra_tags = vec![("Note".to_owned(), note("canary-one"))];
    let mut other = record.clone();
    other.annotations.comments = [(0, note("canary-two"))].into();
    other.annotations.extra_tags = vec![("Note".to_owned(), note("canary-two"))];
    other.armies = walked(&record, &mut chance);
    Pair { one: record, other }
}

fn walked(record: &JudgedRecord, chance: &mut Chance) -> ByColor<Option<Deployment>> {
    let mut armies = record.armies;
    for _ in 0..WALK {
        let color = Color::ALL[chance.below(2)];
        let mut changed = armies;
        changed[color] = armies[color].map(|army| exchanged(record, &army, chance));
        if words(record, &changed).as_deref() == Some(&record.timeline.plies[..]) {
            armies = changed;
        }
    }
    armies
}

/// The army with two of its pieces in each other's place.
fn exchanged(record: &JudgedRecord, army: &Deployment, chance: &mut Chance) -> Deployment {
    let mut pieces: Vec<(Square, Rank)> = army.pieces().collect();
    let (one, other) = (chance.below(pieces.len()), chance.below(pieces.len()));
    (pieces[one].1, pieces[other].1) = (pieces[other].1, pieces[one].1);
    let draft = Draft::new(army.color(), pieces);
    draft.check(&record.timeline.rules).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

/// The plies as the arbiter of these armies announces them, if the game runs through without end.
fn words(record: &JudgedRecord, armies: &ByColor<Option<Deployment>>) -> Option<Vec<Ply>> {
    let timeline = &record.timeline;
    let both = ByColor::new(armies.white.as_ref()?, armies.black.as_ref()?);
    let mut arbiter = Arbiter::new(&timeline.rules, both, timeline.first);
    let announced = |ply: &Ply| {
        let said = arbiter.play(ply.mv).ok().filter(|said| said.ending.is_none())?;
        Some(Ply { verdict: said.verdict, ..*ply })
    };
    timeline.plies.iter().map(announced).collect()
}

/// How many pieces have another rank in the other world.
pub fn difference(pair: &Pair) -> usize {
    let other = |color: Color, square| pair.other.armies[color].and_then(|a| a.rank_at(square));
    let armies = pair.one.armies.as_ref();
    let pieces = armies.iter().flat_map(|(color, army)| {
        army.iter()
            .flat_map(|army| army.pieces())
            .map(move |(s, r)| (color, s, r))
            .collect::<Vec<_>>()
    });
    pieces.filter(|(color, square, rank)| other(*color, *square) != Some(*rank)).count()
}

/// A small generator of its own, so that a failure comes again.
struct Chance(u64);

impl Chance {
    /// 0 to `limit` - 1.
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}
