//! The legal plies of a position, listed and counted.

use crate::lines::{between_generals, general_reach, reach};
use crate::piece::{General, Kind, Troop};
use crate::ply::{Ply, Turn};
use crate::position::Position;
use game_record::Color;

use crate::square::{Square, Squares};

/// What all rules of a position ask for.
struct Scene<'a> {
    position: &'a Position,
    side: Color,
    own: Squares,
    occupied: Squares,
    far: Squares,
    last: Squares,
}

impl<'a> Scene<'a> {
    #[inline]
    fn new(position: &'a Position) -> Scene<'a> {
        let side = position.side_to_move();
        Scene {
            position,
            side,
            own: position.pieces_of(side),
            occupied: position.occupied(),
            far: Squares::far_rows(side),
            last: Squares::last_row(side),
        }
    }

    #[inline]
    fn own(&self, troop: Troop) -> Squares {
        self.position.kinds[troop as usize] & self.own
    }

    /// Where a piece can go from a square.
    #[inline]
    fn targets(&self, troop: Troop, from: Square) -> Squares {
        reach(troop, self.side, from, self.occupied).without(self.own)
    }

    /// Where a piece that moves from here may turn, and may stay as well. Source: *Turning*.
    #[inline]
    fn may_turn(&self, from: Square) -> Squares {
        let turning = if self.far.contains(from) { Squares::ALL } else { self.far };
        turning.without(self.last)
    }

    /// Where a General can go, and whom he can shoot.
    #[inline]
    fn of_general(&self, general: General, from: Square) -> (Squares, Option<Square>) {
        let steps = general_reach(general, self.side, from).without(self.own);
        let enemy = self.position.general(self.side.opponent(), general);
        let shot = enemy.filter(|enemy| {
            let (white, black) = match self.side {
                Color::White => (from, *enemy),
                Color::Black => (*enemy, from),
            };
            between_generals(general, white, black)
                .is_some_and(|between| (between & self.occupied).is_empty())
        });
        (steps, shot)
    }

    /// The empty squares to which a lost General may come back.
    #[inline]
    fn returns(&self, general: General) -> Squares {
        match self.position.general(self.side, general) {
            Some(_) => Squares::EMPTY,
            None => general.palace(self.side).without(self.occupied),
        }
    }

    /// Where a piece from the hand may be dropped. Source: *Hands and drops*.
    #[inline]
    fn drops(&self, troop: Troop) -> Squares {
        let empty = !self.occupied;
        match troop {
            Troop::Pawn => empty.without(self.last).without(self.own(Troop::Pawn).whole_files()),
            _ if troop.only_moves_forward() => empty.without(self.last),
            _ => empty,
        }
    }

    /// The ways in which a Pawn can promote: with nobody, or with a General to a square.
    #[inline]
    fn promotions(&self) -> u32 {
        1 + General::ALL.into_iter().map(|general| self.returns(general).len()).sum::<u32>()
    }

    #[inline]
    fn count_pawns(&self) -> u32 {
        let pawns = self.own(Troop::Pawn);
        let (mut plain, mut may, mut must) = (0, 0, 0);
        for across in [-1, 0, 1] {
            let targets = pawns.shifted(self.side, across).without(self.own);
            plain += targets.without(self.far).len();
            may += (targets & self.far).without(self.last).len();
            must += (targets & self.last).len();
        }
        match may + must {
            0 => plain,
            _ => plain + may + (may + must) * self.promotions(),
        }
    }

    #[inline]
    fn count_commanded(&self, troop: Troop) -> u32 {
        let count = |from| {
            let targets = self.targets(troop, from);
            targets.len() + (targets & self.may_turn(from)).len()
        };
        self.own(troop).map(count).sum()
    }

    fn count_drops(&self) -> u32 {
        let hand = self.position.hand(self.side);
        hand.iter().map(|(troop, _)| self.drops(troop).len()).sum()
    }
}

impl Position {
    /// The number of legal plies.
    pub fn count_plies(&self) -> u32 {
        let scene = Scene::new(self);
        let mut count = scene.count_pawns();
        for general in General::ALL {
            let Some(from) = self.general(scene.side, general) else { continue };
            let (steps, shot) = scene.of_general(general, from);
            count += steps.len() + u32::from(shot.is_some());
            for troop in general.commands() {
                count += scene.count_commanded(troop);
            }
        }
        if !self.hand(scene.side).is_empty() {
            count += scene.count_drops();
        }
        count
    }

    /// Whether the side to move has a legal ply; without one it loses. Source: *End*.
    pub fn has_ply(&self) -> bool {
        let scene = Scene::new(self);
        let pawns = scene.own(Troop::Pawn);
        let ahead = |across| !pawns.shifted(scene.side, across).without(scene.own).is_empty();
        [0, -1, 1].into_iter().any(ahead) || self.count_plies() > 0
    }

    /// All legal plies: the moves of Pawns, then for each General his own, his shot and those of his pieces, then drops.
    /// The order is the same on every machine.
    pub fn plies(&self) -> Vec<Ply> {
        let mut plies = Vec::with_capacity(self.count_plies() as usize);
        self.for_each_ply(|ply| plies.push(ply));
        plies
    }

    /// Calls `found` with each legal ply, in the order of [`Position::plies`].
    #[inline]
    pub fn for_each_ply(&self, mut found: impl FnMut(Ply)) {
        self.for_each_move(&mut found);
        let scene = Scene::new(self);
        for (troop, _) in self.hand(scene.side).iter() {
            for to in scene.drops(troop) {
                found(Ply::Drop { troop, to });
            }
        }
    }

    /// Calls `found` with each legal ply that is no drop, in the order of [`Position::plies`].
    #[inline]
    pub fn for_each_move(&self, mut found: impl FnMut(Ply)) {
        let scene = Scene::new(self);
        self.each_pawn_ply(&scene, &mut found);
        for general in General::ALL {
            let Some(from) = self.general(scene.side, general) else { continue };
            let (steps, shot) = scene.of_general(general, from);
            for to in steps {
                found(scene.plain(from, to, Turn::No));
            }
            if let Some(to) = shot {
                found(Ply::Shot { from, to });
            }
            for troop in general.commands() {
                for from in scene.own(troop) {
                    scene.each_move(troop, from, &mut found);
                }
            }
        }
    }

    #[inline]
    fn each_pawn_ply(&self, scene: &Scene<'_>, found: &mut impl FnMut(Ply)) {
        for from in scene.own(Troop::Pawn) {
            for to in scene.targets(Troop::Pawn, from) {
                if !scene.last.contains(to) {
                    found(scene.plain(from, to, Turn::No));
                }
                if scene.far.contains(to) {
                    found(scene.plain(from, to, Turn::Yes));
                    for general in General::ALL {
                        for square in scene.returns(general) {
                            found(scene.plain(from, to, Turn::Return(general, square)));
                        }
                    }
                }
            }
        }
    }
}

impl Scene<'_> {
    #[inline]
    fn plain(&self, from: Square, to: Square, turn: Turn) -> Ply {
        Ply::Move { from, to, captures: self.occupied.contains(to), turn }
    }

    #[inline]
    fn each_move(&self, troop: Troop, from: Square, found: &mut impl FnMut(Ply)) {
        let may_turn = self.may_turn(from);
        let must_turn = if troop.only_moves_forward() { self.last } else { Squares::EMPTY };
        for to in self.targets(troop, from) {
            if !must_turn.contains(to) {
                found(self.plain(from, to, Turn::No));
            }
            if may_turn.contains(to) || must_turn.contains(to) {
                found(self.plain(from, to, Turn::Yes));
            }
        }
    }
}

impl Kind {
    /// The squares that such a piece reaches among others if it is alive, whoever stands on the last of each line.
    #[inline]
    pub fn reach(self, color: Color, from: Square, occupied: Squares) -> Squares {
        match self {
            Kind::Troop(troop) => reach(troop, color, from, occupied),
            Kind::General(general) => general_reach(general, color, from),
        }
    }
}
