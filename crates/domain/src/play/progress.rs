//! How far a game has come, with what its rules need to judge the next ply. What differs from game to
//! game while one is played is here.

use salpakan::record::codec::footprint_number;
use salpakan::record::{Declaration, Ply, PublicFlag, Timeline};
use salpakan::rules::{
    Announcement, Board, ByColor, Color, Move, RuleSet, Square, Termination, Verdict,
};

use super::life::End;
use super::refusal::NoPly;
use super::{Footing, Misfit, PlyMade, Refusal};
use crate::game::{AnyPly, Rules};

/// The public course of a game, up to its last ply.
#[expect(clippy::large_enum_variant, reason = "there is one of it in a live game")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    Salpakan(SalpakanProgress),
    ThreeGenerals(ThreeGeneralsProgress),
}

/// A game whose ranks are hidden.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalpakanProgress {
    pub timeline: Timeline,
    /// The position after the last ply.
    pub board: Board,
}

/// A game in which nothing is hidden.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ThreeGeneralsProgress {
    pub game: three_generals::Game,
    /// What the mover's clock showed after each ply, in seconds.
    pub clocks: Vec<Option<u32>>,
}

impl Progress {
    /// A game that has not begun. One of Salpakan has no pieces, and White first, until the toss.
    pub(super) fn unbegun(rules: Rules) -> Progress {
        match rules {
            Rules::Salpakan(rules) => Progress::Salpakan(SalpakanProgress::unbegun(rules)),
            Rules::ThreeGenerals => Progress::ThreeGenerals(ThreeGeneralsProgress::default()),
        }
    }

    /// The course of a game of Salpakan.
    pub const fn salpakan(&self) -> Option<&SalpakanProgress> {
        match self {
            Progress::Salpakan(game) => Some(game),
            Progress::ThreeGenerals(_) => None,
        }
    }

    pub const fn three_generals(&self) -> Option<&ThreeGeneralsProgress> {
        match self {
            Progress::Salpakan(_) => None,
            Progress::ThreeGenerals(game) => Some(game),
        }
    }

    /// The number of plies.
    pub fn len(&self) -> u32 {
        match self {
            Progress::Salpakan(game) => game.timeline.len(),
            Progress::ThreeGenerals(game) => game.game.plies().len() as u32,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Who makes the ply with this number, counted from 1.
    pub fn mover(&self, ply: u32) -> Color {
        match self {
            Progress::Salpakan(game) => game.timeline.mover(ply),
            Progress::ThreeGenerals(_) => three_generals::record::Timeline::mover(ply),
        }
    }

    pub fn to_move(&self) -> Color {
        match self {
            Progress::Salpakan(game) => game.board.to_move(),
            Progress::ThreeGenerals(game) => game.game.position().side_to_move(),
        }
    }

    /// How the last ply ended the game by its rules.
    pub fn ending(&self) -> Option<End> {
        match self {
            Progress::Salpakan(game) => game.timeline.ending.map(End::from),
            Progress::ThreeGenerals(game) => game.game.ending().map(End::from),
        }
    }

    /// Whether the last ply was a challenge, whose answer cannot be unheard.
    pub(super) fn last_was_challenge(&self) -> bool {
        let last = self.salpakan().and_then(|game| game.timeline.plies.last());
        last.is_some_and(|ply| ply.verdict.is_some())
    }

    /// Judges a ply of the side to move; asks `arbiter` for what is said of one of Salpakan.
    pub(super) fn judge<E>(
        &self,
        ply: AnyPly,
        arbiter: impl FnOnce(&Timeline, Move) -> Result<Announcement, E>,
    ) -> Result<PlyMade, NoPly<E>> {
        match (self, ply) {
            (Progress::Salpakan(game), AnyPly::Salpakan(mv)) => {
                game.board.check(mv).map_err(Refusal::Illegal)?;
                let said = arbiter(&game.timeline, mv).map_err(NoPly::Failed)?;
                let fits = may_be_said(&game.timeline.rules, &game.board, mv, said);
                fits.then_some(PlyMade::Salpakan { mv, said }).ok_or(NoPly::Contradiction)
            }
            (Progress::ThreeGenerals(game), AnyPly::ThreeGenerals(ply)) => {
                let ply = ply.signed(game.game.position());
                let ending = game.game.clone().play(ply).map_err(Refusal::IllegalPly)?;
                Ok(PlyMade::ThreeGenerals { ply, ending })
            }
            (Progress::Salpakan(_), AnyPly::ThreeGenerals(_))
            | (Progress::ThreeGenerals(_), AnyPly::Salpakan(_)) => Err(Refusal::OtherGame.into()),
        }
    }

    /// Adds a ply that was made. Returns a [`Misfit`] and changes nothing if it cannot have been made.
    pub(super) fn play(&mut self, made: &PlyMade, clock: Option<u32>) -> Result<(), Misfit> {
        match (self, made) {
            (Progress::Salpakan(game), PlyMade::Salpakan { mv, said }) => {
                game.play(*mv, *said, clock)
            }
            (Progress::ThreeGenerals(game), PlyMade::ThreeGenerals { ply, ending }) => {
                let mut next = game.game.clone();
                if next.play(*ply).map_err(Misfit::Ply)? != *ending {
                    return Err(Misfit::Announcement);
                }
                game.game = next;
                game.clocks.push(clock);
                Ok(())
            }
            (Progress::Salpakan(_), PlyMade::ThreeGenerals { .. })
            | (Progress::ThreeGenerals(_), PlyMade::Salpakan { .. }) => Err(Misfit::Game),
        }
    }

    /// Takes back the last ply.
    pub(super) fn take_back(&mut self) {
        match self {
            Progress::Salpakan(game) => game.take_back(),
            Progress::ThreeGenerals(game) => {
                game.clocks.pop();
                game.game = game.game.until(game.clocks.len());
            }
        }
    }
}

impl SalpakanProgress {
    fn unbegun(rules: RuleSet) -> SalpakanProgress {
        let timeline = Timeline {
            rules,
            first: Color::White,
            taken: ByColor::default(),
            plies: Vec::new(),
            ending: None,
            declared: Vec::new(),
            flags: ByColor::default(),
        };
        SalpakanProgress { board: timeline.start(), timeline }
    }

    /// The game once both sides have deployed.
    pub(super) fn begun(&self, first: Color, footings: &ByColor<Footing>) -> SalpakanProgress {
        let flag = |footing: Footing| footing.flag.map(|origin| PublicFlag { since: 0, origin });
        let timeline = Timeline {
            first,
            taken: footings.map(|footing| Some(footing.taken)),
            flags: footings.map(flag),
            ..self.timeline.clone()
        };
        SalpakanProgress { board: timeline.start(), timeline }
    }

    fn play(&mut self, mv: Move, said: Announcement, clock: Option<u32>) -> Result<(), Misfit> {
        self.board.check(mv).map_err(Misfit::Move)?;
        if !may_be_said(&self.timeline.rules, &self.board, mv, said) {
            return Err(Misfit::Announcement);
        }
        self.board.apply(mv, said.verdict);
        self.timeline.plies.push(Ply { mv, verdict: said.verdict, clock });
        if let Some((challenger, defender)) = said.declared {
            let ply = self.timeline.len();
            self.timeline.declared.push(Declaration { ply, challenger, defender });
        }
        self.timeline.ending = said.ending;
        Ok(())
    }

    fn take_back(&mut self) {
        self.timeline.plies.pop();
        let plies = self.timeline.len();
        self.timeline.declared.retain(|declared| declared.ply <= plies);
        let flags = &mut self.timeline.flags;
        for flag in [&mut flags.white, &mut flags.black].into_iter().flatten() {
            flag.since = flag.since.min(plies);
        }
        self.board = self.timeline.board_after(plies);
    }

    /// Whether the side's Flag is not yet public and may have been deployed on `origin`.
    pub(super) fn may_show(&self, color: Color, origin: Square) -> bool {
        let taken = self.timeline.taken[color].unwrap_or_default();
        self.timeline.flags[color].is_none() && taken.contains(origin)
    }

    /// Shows the side's Flag to all.
    pub(super) fn show(&mut self, color: Color, origin: Square) {
        let since = self.timeline.len();
        self.timeline.flags[color] = Some(PublicFlag { since, origin });
    }
}

impl ThreeGeneralsProgress {
    /// The plies with their clocks.
    pub fn timeline(&self) -> three_generals::record::Timeline {
        let plies = self.game.plies().iter().zip(&self.clocks);
        let timed = |(ply, clock): (&three_generals::Ply, &Option<u32>)| {
            three_generals::record::TimedPly { ply: *ply, clock: *clock }
        };
        let plies = plies.map(timed).collect();
        three_generals::record::Timeline { plies, ending: self.game.ending() }
    }
}

impl Footing {
    /// Whether a deployment of `color` can occupy these squares, and the Flag is public exactly if
    /// the rules say so.
    pub fn fits(&self, rules: &RuleSet, color: Color) -> bool {
        let flag_fits = match self.flag {
            Some(flag) => rules.options().open_flag && self.taken.contains(flag),
            None => !rules.options().open_flag,
        };
        flag_fits && footprint_number(rules, color, self.taken).is_some()
    }
}

/// Whether the arbiter may announce this of a legal move, as far as the public can tell.
fn may_be_said(rules: &RuleSet, board: &Board, mv: Move, said: Announcement) -> bool {
    let Announcement { verdict, declared, ending } = said;
    let challenge = board.is_challenge(mv);
    let declares = challenge && rules.options().open_challenges;
    let verdict_fits = declared.is_none_or(|(one, other)| verdict == Some(Verdict::of(one, other)));
    let ending_fits = ending.is_none_or(|ending| {
        ending.termination == Termination::FlagReached
            || (ending.termination == Termination::FlagCaptured && challenge)
    });
    verdict.is_some() == challenge && declared.is_some() == declares && verdict_fits && ending_fits
}
