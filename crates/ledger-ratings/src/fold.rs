//! The fold over rated games in canonical order, which updates the players' states.

mod layers;

use super::{Day, Glicko, Mode, Pool, Score, formula};

/// The state of a player between games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayerState {
    pub glicko: Glicko,
    /// The day of the last rated game; [`Day::UNKNOWN`] before the first.
    pub last: Day,
}

impl PlayerState {
    /// The state of all players before their first game in `pool`.
    pub const fn new(pool: &Pool) -> PlayerState {
        PlayerState { glicko: pool.system.start, last: Day::UNKNOWN }
    }

    /// The player's values at the beginning of a game on `day`: the deviation has grown by the
    /// whole periods since the last game.
    pub fn entering(&self, pool: &Pool, day: Day) -> Glicko {
        formula::grown(self.glicko, pool.idle_periods(self.last, day))
    }

    /// A game with an unknown day does not set the last day back.
    fn play(&mut self, glicko: Glicko, day: Day) {
        *self = PlayerState { glicko, last: self.last.max(day) };
    }
}

/// A rated game between players numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoldGame {
    pub white: u32,
    pub black: u32,
    pub day: Day,
    /// The event, which only event-by-event pools use. Games of an event are adjacent.
    pub event: u32,
    pub white_score: Score,
}

/// A player's values before and after a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Change {
    pub before: Glicko,
    pub after: Glicko,
}

/// Rates `games`, which have to be in canonical order, and calls `tell` for each of them in order,
/// with its index and White's and Black's change. `players` holds the states before and, on return,
/// after the games. The resulting integers are the same whether the games are folded in one call or
/// in several (split between events if the pool is rated event by event).
pub fn fold(
    pool: &Pool,
    players: &mut [PlayerState],
    games: &[FoldGame],
    mut tell: impl FnMut(usize, Change, Change) + Send,
) {
    match pool.mode {
        Mode::GameByGame { .. } => layers::fold(pool, players, games, tell),
        Mode::EventByEvent { .. } => {
            let mut first = 0;
            for event in games.chunk_by(|left, right| left.event == right.event) {
                rate_event(pool, players, event, &mut |index, white, black| {
                    tell(first + index, white, black);
                });
                first += event.len();
            }
        }
    }
}

/// The states of a game's players before it.
fn seated(players: &[PlayerState], game: &FoldGame) -> [PlayerState; 2] {
    [players[game.white as usize], players[game.black as usize]]
}

fn changes(pool: &Pool, [white, black]: [PlayerState; 2], game: &FoldGame) -> [Change; 2] {
    let white = white.entering(pool, game.day);
    let black = black.entering(pool, game.day);
    let (white_after, black_after) =
        formula::rate_game(&pool.system, white, black, game.white_score);
    [Change { before: white, after: white_after }, Change { before: black, after: black_after }]
}

/// Updates the states with a game's changes.
fn apply(players: &mut [PlayerState], game: &FoldGame, [white, black]: [Change; 2]) {
    players[game.white as usize].play(white.after, game.day);
    players[game.black as usize].play(black.after, game.day);
}

/// A player's part in one event.
struct Part {
    player: u32,
    before: Glicko,
    /// The index of the game in the event, the opponent's number, and the player's score.
    games: Vec<(usize, u32, Score)>,
}

fn rate_event(
    pool: &Pool,
    players: &mut [PlayerState],
    games: &[FoldGame],
    tell: &mut impl FnMut(usize, Change, Change),
) {
    let day = games.iter().map(|game| game.day).max().unwrap_or(Day::UNKNOWN);
    let parts = parts_of(pool, players, games, day);
    let before = |player: u32| {
        let at = parts.partition_point(|part| part.player < player);
        parts[at].before
    };
    let unmoved = |player: u32| Change { before: before(player), after: before(player) };
    let mut changes: Vec<[Change; 2]> =
        games.iter().map(|game| [unmoved(game.white), unmoved(game.black)]).collect();
    for part in &parts {
        let results: Vec<(Glicko, Score)> =
            part.games.iter().map(|(_, opponent, score)| (before(*opponent), *score)).collect();
        let after = formula::rate_event(&pool.system, part.before, &results);
        players[part.player as usize].play(after, day);
        if let Some((last, ..)) = part.games.last() {
            let seat = usize::from(games[*last].black == part.player);
            changes[*last][seat].after = after;
        }
    }
    for (index, [white, black]) in changes.into_iter().enumerate() {
        tell(index, white, black);
    }
}

/// All players in the event, by number, with their values before it.
fn parts_of(pool: &Pool, players: &[PlayerState], games: &[FoldGame], day: Day) -> Vec<Part> {
    let mut seats: Vec<(u32, usize, u32, Score)> = Vec::with_capacity(games.len() * 2);
    for (index, game) in games.iter().enumerate() {
        seats.push((game.white, index, game.black, game.white_score));
        seats.push((game.black, index, game.white, game.white_score.reversed()));
    }
    seats.sort_unstable_by_key(|(player, index, ..)| (*player, *index));
    seats
        .chunk_by(|left, right| left.0 == right.0)
        .map(|own| Part {
            player: own[0].0,
            before: players[own[0].0 as usize].entering(pool, day),
            games: own
                .iter()
                .map(|(_, index, opponent, score)| (*index, *opponent, *score))
                .collect(),
        })
        .collect()
}
