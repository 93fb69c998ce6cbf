//! How likely the side to move is to win: a sum of learned weights over what a position has.
//!
//! Most inputs count for the side to move and against the other one. Those of danger are apart for each, since it matters whose
//! turn it is.

use three_generals::{Color, General, Kind, Position, SQUARES, Square, Squares, Troop};

const KINDS: usize = 10;
const TROOPS: usize = 7;
/// A piece that is alive, by its square as its side sees it.
const PLACES: usize = 0;
/// A General by his square.
const GENERALS: usize = PLACES + TROOPS * SQUARES;
/// A piece that is Stone, and whether it stands among the enemy's first rows.
const STONES: usize = GENERALS + 3 * SQUARES;
/// Which Generals are gone.
const GONE: usize = STONES + TROOPS * 2;
/// Held pieces: whether their General is there, and the how manieth it is.
const HELD: usize = GONE + 8;
/// Squares within reach by kind of piece, in tens.
const REACH: usize = HELD + TROOPS * 2 * 4;
/// How many squares all of a side's pieces reach, by its logarithm: a side that reaches none and holds none has lost.
const FREEDOM: usize = REACH + KINDS;
/// How far the nearest Pawn is from promoting, by the number of Generals gone.
const RUN: usize = FREEDOM + 10;
/// The number of Pawns, and whether a General is gone.
const PAWNS: usize = RUN + 4 * 10;
/// Squares of a palace that the enemy reaches, in tens, while the General is there.
const SIEGE: usize = PAWNS + 2 * 10;
/// A piece that the enemy can capture: for the side to move, then for the other.
const ATTACKED: usize = SIEGE + 3;
/// The same without a friend who would take back.
const LOOSE: usize = ATTACKED + 2 * KINDS;
/// A piece that a Pawn can capture.
const BY_PAWN: usize = LOOSE + 2 * KINDS;
/// What stands between both Generals of a kind.
const LINES: usize = BY_PAWN + 2 * KINDS;
/// The Generals gone of both sides together.
const BOTH_GONE: usize = LINES + 3 * 6;
/// It is somebody's turn.
const TURN: usize = BOTH_GONE + 64;
/// The number of inputs.
pub const INPUTS: usize = TURN + 1;

/// The learned weights, in logarithms of the odds.
#[derive(Clone)]
pub struct Value(pub Vec<f32>);

/// A position as the weights see it.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// The logarithm of the odds of the side to move.
    pub logit: f32,
    /// The squares that the other side reaches.
    pub threatened: Squares,
}

impl Value {
    /// What knows nothing but that more pieces are better, and roughly by how much.
    pub fn untrained() -> Value {
        let mut value = Value(vec![0.0; INPUTS]);
        for troop in Troop::ALL {
            let worth = worth(Kind::Troop(troop)) as f32 / 1_000.0;
            for square in 0..SQUARES {
                value.0[PLACES + troop as usize * SQUARES + square] = worth;
            }
            for place in 0..2 {
                value.0[STONES + troop as usize * 2 + place] = worth * 0.3;
            }
            for (state, share) in [0.3, 0.9].into_iter().enumerate() {
                let held = HELD + (troop as usize * 2 + state) * 4;
                value.0[held..held + 4].fill(worth * share);
            }
        }
        for general in General::ALL {
            let worth = worth(Kind::General(general)) as f32 / 1_000.0;
            for square in 0..SQUARES {
                value.0[GENERALS + general as usize * SQUARES + square] = worth;
            }
        }
        value
    }

    /// What the position looks like to the side to move.
    #[inline]
    pub fn look(&self, position: &Position) -> Look {
        let mut logit = 0.0;
        let threatened = inputs(position, |input, value| logit += self.0[input] * value);
        Look { logit, threatened }
    }

    /// The chance of the side to move to win, draws counting half.
    pub fn chance(&self, position: &Position) -> f32 {
        sigmoid(self.look(position).logit)
    }
}

/// A chance by the logarithm of its odds.
pub fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// What a piece is worth roughly, in thousandths of a logarithm of odds: to look at captures in a good order, and for a learner to
/// begin with.
pub(crate) const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Troop(Troop::Pawn) => 120,
        Kind::Troop(Troop::Chariot) => 220,
        Kind::Troop(Troop::Angle) => 260,
        Kind::Troop(Troop::Bishop) => 420,
        Kind::Troop(Troop::Flier) => 480,
        Kind::Troop(Troop::Rook) => 520,
        Kind::Troop(Troop::Queen) => 900,
        Kind::General(General::Silver) => 900,
        Kind::General(General::Golden) => 1_000,
        Kind::General(General::Jeweled) => 1_300,
    }
}

/// 0 to 9.
#[inline]
pub(crate) const fn index(kind: Kind) -> usize {
    match kind {
        Kind::Troop(troop) => troop as usize,
        Kind::General(general) => TROOPS + general as usize,
    }
}

/// A side as the inputs need it.
struct Side {
    color: Color,
    /// 0 for the side to move.
    role: usize,
    /// Which Generals are gone, a bit each.
    gone: usize,
    reached: Squares,
    by_pawns: Squares,
}

/// Calls `add` with each input of a position and its value. Returns what the side that is not to move reaches.
#[inline]
pub fn inputs(position: &Position, mut add: impl FnMut(usize, f32)) -> Squares {
    let mover = position.side_to_move();
    let [own, other] = [mover, mover.opponent()].map(|color| {
        let role = usize::from(color != mover);
        let sign = if role == 0 { 1.0 } else { -1.0 };
        let mut add = |input, value: f32| add(input, sign * value);
        let side = of_pieces(position, color, role, &mut add);
        of_hand(position, &side, &mut add);
        of_pawns(position, &side, &mut add);
        side
    });
    for (side, enemy) in [(&own, &other), (&other, &own)] {
        of_danger(position, side, enemy, &mut add);
    }
    for general in General::ALL {
        add(LINES + general as usize * 6 + line(position, general, mover), 1.0);
    }
    add(BOTH_GONE + own.gone * 8 + other.gone, 1.0);
    add(TURN, 1.0);
    other.reached
}

/// The index of a square as the side sees it: its home is below.
#[inline]
const fn seen(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.index(),
        Color::Black => SQUARES - 1 - square.index(),
    }
}

#[inline]
fn of_pieces(
    position: &Position,
    color: Color,
    role: usize,
    add: &mut impl FnMut(usize, f32),
) -> Side {
    let occupied = position.occupied();
    let own = position.pieces_of(color);
    let by_pawns = pawns_reach(position, color);
    let mut side = Side { color, role, gone: 0, reached: Squares::EMPTY, by_pawns };
    let mut freedom = 0;
    for general in General::ALL {
        let Some(square) = position.general(color, general) else {
            side.gone |= 1 << general as usize;
            continue;
        };
        add(GENERALS + general as usize * SQUARES + seen(color, square), 1.0);
        let kind = Kind::General(general);
        let reach = kind.reach(color, square, occupied);
        let steps = reach.without(own).len();
        add(REACH + index(kind), steps as f32 / 10.0);
        side.reached = side.reached | reach;
        freedom += steps;
    }
    for troop in Troop::ALL {
        let kind = Kind::Troop(troop);
        let is_stone =
            troop.commander().is_some_and(|general| side.gone >> general as usize & 1 == 1);
        let mut steps = 0;
        for square in position.standing(color, kind) {
            if is_stone {
                let is_far = Squares::far_rows(color).contains(square);
                add(STONES + troop as usize * 2 + usize::from(is_far), 1.0);
                continue;
            }
            add(PLACES + troop as usize * SQUARES + seen(color, square), 1.0);
            let reach = kind.reach(color, square, occupied);
            steps += reach.without(own).len();
            side.reached = side.reached | reach;
        }
        if steps > 0 {
            add(REACH + index(kind), steps as f32 / 10.0);
        }
        freedom += steps;
    }
    add(FREEDOM + (32 - freedom.leading_zeros()).min(9) as usize, 1.0);
    add(GONE + side.gone, 1.0);
    side
}

#[inline]
fn pawns_reach(position: &Position, color: Color) -> Squares {
    let pawn = Kind::Troop(Troop::Pawn);
    let reach = |square| pawn.reach(color, square, Squares::EMPTY);
    position.standing(color, pawn).map(reach).fold(Squares::EMPTY, |all, some| all | some)
}

#[inline]
fn of_hand(position: &Position, side: &Side, add: &mut impl FnMut(usize, f32)) {
    for (troop, held) in position.hand(side.color).iter() {
        let general = troop.commander();
        let is_alive = general.is_none_or(|general| side.gone >> general as usize & 1 == 0);
        let first = HELD + (troop as usize * 2 + usize::from(is_alive)) * 4;
        for number in 0..held as usize {
            add(first + number.min(3), 1.0);
        }
    }
}

#[inline]
fn of_pawns(position: &Position, side: &Side, add: &mut impl FnMut(usize, f32)) {
    let pawns = position.standing(side.color, Kind::Troop(Troop::Pawn));
    let first = match side.color {
        Color::White => pawns.last(),
        Color::Black => pawns.first(),
    };
    let run = first.map_or(9, |pawn| {
        let row = seen(side.color, pawn) / 9;
        6_usize.saturating_sub(row)
    });
    add(RUN + side.gone.count_ones() as usize * 10 + run, 1.0);
    add(PAWNS + usize::from(side.gone > 0) * 10 + pawns.len().min(9) as usize, 1.0);
}

#[inline]
fn of_danger(position: &Position, side: &Side, enemy: &Side, add: &mut impl FnMut(usize, f32)) {
    let attacked = position.pieces_of(side.color) & enemy.reached;
    let sign = if side.role == 0 { 1.0 } else { -1.0 };
    for general in General::ALL {
        if side.gone >> general as usize & 1 == 0 {
            let besieged = (general.palace(side.color) & enemy.reached).len();
            add(SIEGE + general as usize, sign * besieged as f32 / 10.0);
        }
    }
    if attacked.is_empty() {
        return;
    }
    let place = side.role * KINDS;
    for kind in Kind::all() {
        let attacked = position.standing(side.color, kind) & attacked;
        if attacked.is_empty() {
            continue;
        }
        add(ATTACKED + place + index(kind), attacked.len() as f32);
        let loose = attacked.without(side.reached);
        if !loose.is_empty() {
            add(LOOSE + place + index(kind), loose.len() as f32);
        }
        let by_pawn = attacked & enemy.by_pawns;
        if !by_pawn.is_empty() {
            add(BY_PAWN + place + index(kind), by_pawn.len() as f32);
        }
    }
}

/// What stands between both Generals of a kind: they are not in line; nobody; one piece of the side to move, or of the other
/// side; two pieces; more.
#[inline]
fn line(position: &Position, general: General, mover: Color) -> usize {
    let Some(between) = position.line_of_fire(general) else { return 0 };
    let blockers = between & position.occupied();
    match blockers.len() {
        0 => 1,
        1 if (blockers & position.pieces_of(mover)).is_empty() => 3,
        1 => 2,
        2 => 4,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use three_generals::{Game, Position};

    use super::{INPUTS, Value, inputs};

    fn of(text: &str) -> f32 {
        Value::untrained().look(&text.parse().expect("a position")).logit
    }

    #[test]
    fn every_input_of_a_long_game_has_a_weight() {
        let mut game = Game::new();
        for ply in 0..300 {
            let plies = game.position().plies();
            let Some(ply) = plies.get(ply * 7 % plies.len().max(1)) else { break };
            inputs(game.position(), |input, _| assert!(input < INPUTS, "{input}"));
            if game.play(*ply).expect("it is listed").is_some() {
                break;
            }
        }
    }

    #[test]
    fn the_start_is_even_to_who_knows_only_what_pieces_are_worth() {
        assert!(Value::untrained().look(&Position::start()).logit.abs() < 1e-4);
    }

    #[test]
    fn a_piece_is_worth_less_while_it_is_stone() {
        assert!(of("9/9/9/9/9/9/9/1S2J2G1/7R1 w -") > of("9/9/9/9/9/9/9/1S2J4/7R1 w -") + 1.0);
        let alive = of("9/9/9/9/9/9/9/7G1/7R1 w -") - of("9/9/9/9/9/9/9/7G1/9 w -");
        let stone = of("9/9/9/9/9/9/9/9/7R1 w -") - of("9/9/9/9/9/9/9/9/9 w -");
        assert!(alive > 2.0 * stone, "{alive} and {stone}");
    }
}
