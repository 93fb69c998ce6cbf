//! What a player sees: the public half of the game and their own army.

use std::collections::HashMap;

use salpakan::record::Timeline;
use salpakan::rules::{Army, Board, Color, Deployment, Move, Piece, Rank, Square, Verdict};
use salpakan_bot::{Random, stronger};
use salpakan_knowledge::Ranks;

use crate::world::{self, Turns, World};

/// Everything that goes into a decision. There is no way to put an enemy rank in: the timeline has none, and the army is
/// the player's own.
#[derive(Clone)]
pub struct Sight {
    me: Color,
    turns: Turns,
    /// By enemy origin, in their order: what each piece may have been deployed with.
    possible: Vec<(Square, Ranks)>,
    army: Army,
    own: Deployment,
    board: Board,
    lives: HashMap<(Color, Square), Life>,
    last: [Option<Move>; 2],
    challenged: bool,
    /// A piece that has just reached its goal, and wins there if it is the Flag.
    arrived: Option<Square>,
    timeline: Timeline,
}

/// What everybody has seen of a piece, on the board or fallen.
#[derive(Clone, Default)]
struct Life {
    wins: u8,
    moved: bool,
    /// Whether it has stood on the enemy's back row, where a Private is promoted.
    promoted: bool,
    /// The origins of those it has captured.
    victims: Vec<Square>,
    /// The number of the ply that last told of it.
    told: usize,
}

impl Sight {
    /// What the player with the army `own` sees after all plies of the timeline.
    pub fn new(timeline: &Timeline, own: &Deployment) -> Sight {
        let me = own.color();
        let (counts, sets) = salpakan_knowledge::query(timeline, own, timeline.len());
        let origins = timeline.taken[me.opponent()].unwrap_or_default();
        debug_assert_eq!(counts, timeline.rules.army().counts());
        let mut sight = Sight {
            me,
            turns: Turns::of(&timeline.rules),
            possible: origins.iter().zip(sets).collect(),
            army: timeline.rules.army(),
            own: *own,
            board: timeline.start(),
            lives: HashMap::new(),
            last: [None; 2],
            challenged: false,
            arrived: None,
            timeline: timeline.clone(),
        };
        for (number, ply) in timeline.plies.iter().enumerate() {
            sight.follow(number, ply.mv, ply.verdict, timeline.rules.options().promotion);
        }
        sight
    }

    fn follow(&mut self, number: usize, m: Move, verdict: Option<Verdict>, promotion: bool) {
        let mover = self.board.to_move();
        let Some(piece) = self.board.piece_at(m.from) else { return };
        let other = self.board.piece_at(m.to);
        self.board.apply(m, verdict);
        let enemies = self.board.standing(mover.opponent());
        let stands = matches!(verdict, None | Some(Verdict::ChallengerWins));
        let life = self.life(piece);
        life.moved = true;
        life.promoted |= promotion && stands && m.to.is_goal_of(mover);
        match (verdict, other) {
            (Some(Verdict::ChallengerWins), Some(other)) => {
                (life.wins, life.told) = (life.wins + 1, number);
                life.victims.push(other.origin);
            }
            (Some(Verdict::DefenderWins), Some(other)) => {
                let life = self.life(other);
                (life.wins, life.told) = (life.wins + 1, number);
                life.victims.push(piece.origin);
            }
            _ => {}
        }
        let waits = verdict.is_none() && m.to.is_goal_of(mover);
        let beside = !m.to.neighbours().intersection(enemies).is_empty();
        self.arrived = (waits && beside).then_some(m.to);
        self.last = [Some(m), self.last[0]];
        self.challenged = verdict.is_some();
    }

    fn life(&mut self, piece: Piece) -> &mut Life {
        self.lives.entry((piece.color, piece.origin)).or_default()
    }

    /// What is left of it to somebody who forgets this share of the enemy pieces' challenges, sooner or later: half of what is ever
    /// forgotten after ten plies. Fallen pieces are forgotten altogether, as nobody counts them who forgets.
    pub(crate) fn forgetting(&self, share: f32, random: &mut Random) -> Sight {
        let mut left = self.clone();
        let (enemy, now) = (self.me.opponent(), self.timeline.plies.len());
        for (origin, ranks) in &mut left.possible {
            let life = left.lives.get_mut(&(enemy, *origin));
            let age = now - life.as_ref().map_or(0, |life| life.told.min(now));
            let is_gone =
                crate::belief::unit(random) < share * (1.0 - (-(age as f32) / 10.0).exp2());
            if !is_gone {
                continue;
            }
            *ranks = Ranks::of_army(&self.army);
            if let Some(life) = life {
                (life.wins, life.victims) = (0, Vec::new());
            }
        }
        left
    }

    pub const fn color(&self) -> Color {
        self.me
    }

    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The composition of the enemy's army, which is also the own one's.
    pub const fn army(&self) -> Army {
        self.army
    }

    /// By enemy origin: the ranks that the piece may have been deployed with, as far as it alone tells.
    pub fn possible(&self) -> &[(Square, Ranks)] {
        &self.possible
    }

    /// The plies made so far.
    pub fn plies(&self) -> impl Iterator<Item = &Move> {
        self.timeline.plies.iter().map(|ply| &ply.mv)
    }

    /// Plies since the last challenge, or since the start.
    pub fn quiet(&self) -> u32 {
        let quiet = self.timeline.plies.iter().rev().take_while(|ply| ply.verdict.is_none());
        u32::try_from(quiet.count()).unwrap_or(u32::MAX)
    }

    /// The own army, and the public half of the game.
    pub const fn game(&self) -> (&Deployment, &Timeline) {
        (&self.own, &self.timeline)
    }

    /// The rank at deployment of an own piece.
    pub fn own_rank(&self, origin: Square) -> Option<Rank> {
        self.own.rank_at(origin)
    }

    /// The position before the first ply if the enemy's pieces were deployed with these ranks.
    pub fn first_world(&self, guess: &[Rank]) -> World {
        let start = self.timeline.start();
        let mut world = World::empty(self.turns, start.to_move());
        for (square, piece) in start.pieces() {
            if let Some(rank) = self.deployed(guess, piece.color, piece.origin) {
                world.put(piece.color, square, world::Piece { rank, ..world::Piece::FRESH });
            }
        }
        world
    }

    fn deployed(&self, guess: &[Rank], color: Color, origin: Square) -> Option<Rank> {
        if color == self.me {
            return self.own.rank_at(origin);
        }
        let place = self.possible.binary_search_by_key(&origin, |(square, _)| *square).ok()?;
        guess.get(place).copied()
    }

    /// The position if the enemy's pieces were deployed with these ranks, in the order of [`Sight::possible`].
    pub fn world(&self, guess: &[Rank]) -> World {
        let now = |color: Color, origin: Square| {
            let promoted = self.lives.get(&(color, origin)).is_some_and(|life| life.promoted);
            let rank = self.deployed(guess, color, origin)?;
            Some(if promoted && rank == Rank::Private { Rank::Spy } else { rank })
        };
        let mut world = World::empty(self.turns, self.board.to_move());
        for (square, piece) in self.board.pieces() {
            let Some(rank) = now(piece.color, piece.origin) else { continue };
            let life = self.lives.get(&(piece.color, piece.origin));
            let victims = life.map_or(&[][..], |life| &life.victims[..]);
            let beaten = victims
                .iter()
                .filter_map(|origin| now(piece.color.opponent(), *origin))
                .fold(0, |beaten, rank| stronger(beaten, rank.index() as u8 + 1));
            let (wins, moved) = life.map_or((0, false), |life| (life.wins, life.moved));
            world.put(piece.color, square, world::Piece { rank, wins, beaten, moved });
        }
        let waiting = self.arrived.and_then(|square| self.board.piece_at(square));
        let waiting = waiting.filter(|piece| now(piece.color, piece.origin) == Some(Rank::Flag));
        world.set_before(self.last, self.challenged, waiting.map(|piece| piece.color));
        world.set_quiet(self.quiet());
        world
    }
}

impl std::fmt::Debug for Sight {
    /// Shows nothing: it depends on the own ranks.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sight(..)")
    }
}
