//! Properties of folds over any games.

use ledger_ratings::{
    Change, Day, FoldGame, GameOrder, Mode, PlayerState, Pool, Score, fold, grown, rate_event,
    rate_game,
};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const PLAYERS: u32 = 8;

fn by_game() -> Pool {
    *Pool::by_key("classical").expect("a default pool")
}

fn by_event() -> Pool {
    Pool { mode: Mode::EventByEvent { period: 7 }, ..by_game() }
}

/// A game as it may be imported, with its sort key.
#[derive(Debug, Clone)]
struct Imported {
    day: i32,
    event: String,
    round: String,
    key: [u8; 4],
    game: FoldGame,
}

impl Imported {
    fn order(&self) -> GameOrder {
        let (event, round) = (self.event.clone(), self.round.clone());
        GameOrder { day: Day(self.day), event, round, key: self.key.to_vec() }
    }
}

fn any_score() -> impl Strategy<Value = Score> {
    prop_oneof![Just(Score::Win), Just(Score::Draw), Just(Score::Loss)]
}

fn any_game() -> impl Strategy<Value = Imported> {
    let players = (0..PLAYERS, 1..PLAYERS).prop_map(|(white, by)| (white, (white + by) % PLAYERS));
    (20_000..20_060_i32, "[A-C]", "[1-9]{1,2}", any::<[u8; 4]>(), players, any_score()).prop_map(
        |(day, event, round, key, (white, black), white_score)| {
            let number = u32::from(event.as_bytes()[0]);
            let game = FoldGame { white, black, day: Day(day), event: number, white_score };
            Imported { day, event, round, key, game }
        },
    )
}

fn any_games() -> impl Strategy<Value = Vec<Imported>> {
    prop::collection::vec(any_game(), 1..60)
}

fn canonical(mut games: Vec<Imported>) -> Vec<FoldGame> {
    games.sort_by_key(Imported::order);
    games.into_iter().map(|game| game.game).collect()
}

fn start(pool: &Pool) -> Vec<PlayerState> {
    vec![PlayerState::new(pool); PLAYERS as usize]
}

fn rated(pool: &Pool, games: &[FoldGame]) -> (Vec<PlayerState>, Vec<(Change, Change)>) {
    let mut players = start(pool);
    let mut changes = Vec::new();
    fold(pool, &mut players, games, |index, white, black| {
        assert_eq!(index, changes.len());
        changes.push((white, black));
    });
    (players, changes)
}

proptest! {
    #[test]
    fn any_import_order_gives_the_same_integers(
        (games, shuffled) in any_games().prop_flat_map(|games| {
            (Just(games.clone()), Just(games).prop_shuffle())
        })
    ) {
        let mut keys: Vec<_> = games.iter().map(|game| game.key).collect();
        keys.sort_unstable();
        keys.dedup();
        prop_assume!(keys.len() == games.len());
        prop_assert_eq!(
            rated(&by_game(), &canonical(games)),
            rated(&by_game(), &canonical(shuffled))
        );
    }

    #[test]
    fn going_on_from_a_state_is_folding_from_nothing(games in any_games(), cut in 0.0..1.0) {
        let games = canonical(games);
        let whole = rated(&by_game(), &games);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let at = (cut * games.len() as f64) as usize;
        let mut players = start(&by_game());
        let mut changes = Vec::new();
        for part in [&games[..at], &games[at..]] {
            fold(&by_game(), &mut players, part, |_, white, black| changes.push((white, black)));
        }
        prop_assert_eq!((players, changes), whole);
    }

    #[test]
    fn each_game_goes_on_from_the_one_before(games in any_games()) {
        let games = canonical(games);
        let pool = by_game();
        let (players, changes) = rated(&pool, &games);
        let mut states = start(&pool);
        for (game, (white, black)) in games.iter().zip(&changes) {
            for (id, change) in [(game.white, white), (game.black, black)] {
                let state = &mut states[id as usize];
                prop_assert_eq!(change.before, state.entering(&pool, game.day));
                *state = PlayerState { glicko: change.after, last: game.day };
            }
            let expected =
                rate_game(&pool.system, white.before, black.before, game.white_score);
            prop_assert_eq!((white.after, black.after), expected);
        }
        prop_assert_eq!(states, players);
    }

    #[test]
    fn an_event_is_rated_from_the_values_before_it(games in any_games()) {
        let pool = by_event();
        let mut games = canonical(games);
        games.sort_by_key(|game| game.event);
        let (players, changes) = rated(&pool, &games);
        let mut states = start(&pool);
        let mut first = 0;
        for event in games.chunk_by(|left, right| left.event == right.event) {
            let day = event.iter().map(|game| game.day).max().expect("a chunk has a game");
            let before = states.clone();
            let entering = |id: u32| before[id as usize].entering(&pool, day);
            for (id, state) in (0..PLAYERS).zip(&mut states) {
                let results: Vec<_> = event
                    .iter()
                    .filter_map(|game| match id {
                        id if id == game.white => Some((entering(game.black), game.white_score)),
                        id if id == game.black => {
                            Some((entering(game.white), game.white_score.reversed()))
                        }
                        _ => None,
                    })
                    .collect();
                if !results.is_empty() {
                    let glicko = rate_event(&pool.system, entering(id), &results);
                    *state = PlayerState { glicko, last: state.last.max(day) };
                }
            }
            for (game, (white, black)) in event.iter().zip(&changes[first..]) {
                prop_assert_eq!(white.before, entering(game.white));
                prop_assert_eq!(black.before, entering(game.black));
            }
            first += event.len();
        }
        prop_assert_eq!(states, players);
    }
}

#[test]
fn a_pause_of_whole_weeks_widens_the_deviation_before_the_next_game() {
    let pool = by_game();
    let game = |day: i32| FoldGame {
        white: 0,
        black: 1,
        day: Day(day),
        event: 0,
        white_score: Score::Win,
    };
    let (_, changes) = rated(&pool, &[game(0), game(6), game(20)]);
    assert_eq!(changes[1].0.before, changes[0].0.after, "six days are no whole period");
    assert_eq!(changes[2].0.before, grown(changes[1].0.after, 2));
    assert!(changes[2].0.before.deviation > changes[1].0.after.deviation);
}

#[test]
fn a_draw_between_equals_moves_nobody_and_between_unequals_both() {
    let system = by_game().system;
    let (white, black) = rate_game(&system, system.start, system.start, Score::Draw);
    assert_eq!((white.rating, black.rating), (150_000, 150_000));
    assert!(white.deviation < system.start.deviation);
    let strong = ledger_ratings::Glicko { rating: 180_000, ..system.start };
    let (strong_after, weak_after) = rate_game(&system, strong, system.start, Score::Draw);
    assert!(strong_after.rating < 180_000 && weak_after.rating > 150_000);
}

#[test]
fn a_dozen_games_against_equals_end_the_provisional_time() {
    let pool = by_game();
    let mut players = start(&pool);
    let mut games_until = 0;
    while pool.is_provisional(players[0].glicko.deviation) {
        let white_score = if games_until % 2 == 0 { Score::Win } else { Score::Loss };
        let game = FoldGame { white: 0, black: 1, day: Day(0), event: 0, white_score };
        fold(&pool, &mut players, &[game], |_, _, _| {});
        games_until += 1;
    }
    assert!((10..=14).contains(&games_until), "{games_until} games");
}

/// Enough games for many blocks: first among few players, then among many, then between one pair.
fn many_games() -> Vec<FoldGame> {
    let mut rng = StdRng::seed_from_u64(5);
    (0..30_000_u32)
        .map(|index| {
            let among = match index / 10_000 {
                0 => 40,
                1 => 3_000,
                _ => 2,
            };
            let white = rng.random_range(0..among);
            let black = (white + rng.random_range(1..among)) % among;
            let white_score = [Score::Win, Score::Draw, Score::Loss][rng.random_range(0..3)];
            let day = Day(20_000 + i32::try_from(index / 100).expect("a small number"));
            FoldGame { white, black, day, event: 0, white_score }
        })
        .collect()
}

#[test]
fn all_cores_give_the_integers_of_one_game_after_the_other() {
    let pool = by_game();
    let games = many_games();
    let mut together = vec![PlayerState::new(&pool); 3_000];
    let mut changes = Vec::new();
    fold(&pool, &mut together, &games, |index, white, black| {
        assert_eq!(index, changes.len());
        changes.push((white, black));
    });
    let mut alone = vec![PlayerState::new(&pool); 3_000];
    for (game, expected) in games.iter().zip(&changes) {
        fold(&pool, &mut alone, std::slice::from_ref(game), |_, white, black| {
            assert_eq!((white, black), *expected);
        });
    }
    assert_eq!(alone, together);
}
