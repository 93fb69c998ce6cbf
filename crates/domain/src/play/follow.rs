//! State transitions. An event that does not fit means that the stored events are damaged.

use salpakan::clock::Clocks;
use salpakan::rules::{ByColor, Color, IllegalMove, Outcome, Termination};
use three_generals::IllegalPly;

use super::life::{
    Aborted, Course, Created, Deploying, End, Ended, Final, Finished, InPlay, Kept, Life, Paused,
    RemarkKind, Talk,
};
use super::{
    AbortCause, By, Commitment, Fact, Footing, Nonce, PlayId, PlyFact, Progress, Terms, Toss,
    TossFault, Venue,
};
use crate::moment::Micros;

/// Why an event does not fit the state before it: the events are not those of one play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// There are no events, the first does not create a play, or a later one does.
    #[error("a play begins with its making, once")]
    Beginning,
    #[error("nothing of this kind happens in that state of a play")]
    State,
    #[error("it is earlier than the event before it")]
    Time,
    /// The ply or message of a side that is not entitled to it now.
    #[error("it is not that side's to do now")]
    Turn,
    #[error("{0}")]
    Move(IllegalMove),
    #[error("{0}")]
    Ply(IllegalPly),
    #[error("it belongs to another game")]
    Game,
    #[error("the arbiter cannot have said this of the move")]
    Announcement,
    #[error("{0}")]
    Toss(TossFault),
    /// Squares that no deployment occupies, or a Flag that is wrongly public or missing.
    #[error("no deployment stands so")]
    Footing,
    #[error("the game cannot have ended so")]
    Result,
}

/// The next state if the event leads to one, or the reason why nothing changed.
type Followed = Result<Option<Life>, Misfit>;

/// An event with the parts of the play that a transition needs.
pub(super) struct Next<'a> {
    pub fact: &'a Fact,
    pub at: Micros,
    pub play: &'a PlayId,
    pub commitment: Option<&'a Commitment>,
    pub terms: &'a Terms,
}

impl Life {
    /// Moves on to the state after the event; leaves it unchanged if the event does not fit.
    pub(super) fn follow(&mut self, next: &Next) -> Result<(), Misfit> {
        let followed = match self {
            Life::Created(state) => state.follow(next),
            Life::Deploying(state) => state.follow(next),
            Life::InPlay(state) => state.follow(next),
            Life::Paused(state) => state.follow(next),
            Life::Ended(state) => state.follow(next),
            Life::Final(state) if *next.fact == Fact::Revealed && state.record == Kept::Current => {
                Ok(Some(Life::Revealed(state.clone())))
            }
            // A game without ranks is open to all as soon as its record is.
            Life::Final(state) if *next.fact == Fact::Recorded && next.commitment.is_none() => {
                state.follow(next.fact).map(|_| Some(Life::Revealed(state.clone())))
            }
            Life::Final(state) | Life::Revealed(state) => state.follow(next.fact),
            Life::Aborted(_) => Err(Misfit::State),
        };
        if let Some(life) = followed? {
            *self = life;
        }
        Ok(())
    }
}

/// Ends the game. The result of an event's game awaits an official; a casual game's is final.
fn over(game: Finished, terms: &Terms) -> Life {
    if terms.is_of_event() {
        Life::Ended(Ended { game, accepted: ByColor::default() })
    } else {
        Life::Final(Final { game, record: Kept::Not })
    }
}

/// A side did not appear, or withdrew, before play began.
fn default(progress: Progress, winner: Color, terms: &Terms) -> Life {
    let end = End { outcome: Outcome::Win(winner), termination: Termination::Default };
    over(Finished { progress, end, course: None }, terms)
}

impl Created {
    fn follow(&self, next: &Next) -> Followed {
        let progress = self.progress.clone();
        Ok(Some(match next.fact {
            Fact::Opened => {
                let (ready, nonces) = Default::default();
                Life::Deploying(Deploying { progress, since: next.at, ready, nonces })
            }
            Fact::Aborted { cause: cause @ (AbortCause::Seat(_) | AbortCause::Annulled(_)) } => {
                Life::Aborted(Aborted { progress, cause: cause.clone() })
            }
            Fact::Over {
                outcome: Outcome::Win(winner), termination: Termination::Default, ..
            } => default(progress, *winner, next.terms),
            _ => return Err(Misfit::State),
        }))
    }
}

impl Deploying {
    fn follow(&mut self, next: &Next) -> Followed {
        match next.fact {
            Fact::Ready { color, .. } if self.ready[*color] => Err(Misfit::Turn),
            Fact::Ready { nonce, .. } if nonce.is_some() != next.commitment.is_some() => {
                Err(Misfit::Game)
            }
            Fact::Ready { color, nonce } => {
                self.ready[*color] = true;
                self.nonces[*color] = *nonce;
                Ok(None)
            }
            Fact::Begun { first, seed, footings } => {
                let nonces = self.both().ok_or(Misfit::State)?;
                let (play, commitment) = (*next.play, *next.commitment.ok_or(Misfit::Game)?);
                let toss = Toss { play, commitment, seed: *seed, nonces, first: *first };
                self.begin(next, toss, footings)
            }
            Fact::Started if !(self.ready.white && self.ready.black) => Err(Misfit::State),
            Fact::Started if next.commitment.is_some() => Err(Misfit::Game),
            Fact::Started => Ok(Some(in_play(self.progress.clone(), None, next))),
            Fact::Aborted { cause } => {
                let progress = self.progress.clone();
                Ok(Some(Life::Aborted(Aborted { progress, cause: cause.clone() })))
            }
            Fact::Over {
                outcome: Outcome::Win(winner), termination: Termination::Default, ..
            } => Ok(Some(default(self.progress.clone(), *winner, next.terms))),
            _ => Err(Misfit::State),
        }
    }

    /// Both nonces, once both sides have deployed.
    pub(super) fn both(&self) -> Option<ByColor<Nonce>> {
        Some(ByColor { white: self.nonces.white?, black: self.nonces.black? })
    }

    fn begin(&self, next: &Next, toss: Toss, footings: &ByColor<Footing>) -> Followed {
        toss.check().map_err(Misfit::Toss)?;
        let game = self.progress.salpakan().ok_or(Misfit::Game)?;
        let rules = &game.timeline.rules;
        if !footings.iter().all(|(color, footing)| footing.fits(rules, color)) {
            return Err(Misfit::Footing);
        }
        let game = game.begun(toss.first, footings);
        Ok(Some(in_play(Progress::Salpakan(game), Some(toss), next)))
    }
}

/// The game begins: the clock of the side to move runs.
fn in_play(progress: Progress, toss: Option<Toss>, next: &Next) -> Life {
    let mut clocks = Clocks::new(next.terms.pace);
    clocks.start(progress.to_move(), next.at.0);
    Life::InPlay(InPlay { progress, toss, clocks, talk: Talk::default() })
}

impl InPlay {
    fn follow(&mut self, next: &Next) -> Followed {
        match next.fact {
            Fact::Ply(ply) => self.ply(ply, next),
            Fact::TakenBack { color } => self.take_back(*color, next),
            Fact::Paused { by, elapsed } => {
                self.clocks.stop_after(*elapsed);
                self.talk.asks = ByColor::default();
                let (play, by) = (self.clone(), by.clone());
                Ok(Some(Life::Paused(Paused { play, by, since: next.at })))
            }
            Fact::Resumed { .. } => Err(Misfit::State),
            Fact::Asked { color } if !self.talk.asks[*color] => {
                self.talk.asks[*color] = true;
                self.talk.word(*color);
                Ok(None)
            }
            Fact::Asked { .. } => Err(Misfit::Turn),
            fact => self.talked(fact, next.terms),
        }
    }

    fn ply(&mut self, ply: &PlyFact, next: &Next) -> Followed {
        let PlyFact { color, left, .. } = *ply;
        if self.progress.to_move() != color || ply.received > next.at {
            return Err(Misfit::Turn);
        }
        self.progress.play(&ply.made, next.terms.told_clock(left))?;
        self.talk.moved(color);
        self.clocks.settle(color, left);
        if let Some(end) = ply.made.ending() {
            return Ok(Some(over(self.finish(end), next.terms)));
        }
        self.clocks.start(color.opponent(), next.at.0);
        Ok(None)
    }

    /// The game before its last ply. Remarks made since then stay, apart from those about that ply.
    fn take_back(&mut self, color: Color, next: &Next) -> Followed {
        if next.terms.venue != Venue::Table {
            return Err(Misfit::State);
        }
        if self.last_mover() != Some(color) {
            return Err(Misfit::Turn);
        }
        self.progress.take_back();
        let plies = self.progress.len();
        self.talk.unmoved(plies, color);
        self.clocks.take_back(color, next.at.0);
        Ok(None)
    }

    /// Events that happen whether the clocks run or not.
    fn talked(&mut self, fact: &Fact, terms: &Terms) -> Followed {
        let ply = self.progress.len();
        let offer = self.talk.offer;
        match fact {
            Fact::Offered { color } if offer.is_none() => {
                self.talk.offer = Some(*color);
                self.talk.remark(ply, *color, RemarkKind::Offered);
            }
            Fact::Declined { color } if offer == Some(color.opponent()) => {
                self.talk.offer = None;
                self.talk.remark(ply, *color, RemarkKind::Declined);
            }
            Fact::Withdrawn { color } if offer == Some(*color) => self.talk.offer = None,
            Fact::FlagShown { color, origin } => {
                let Progress::Salpakan(game) = &mut self.progress else {
                    return Err(Misfit::Game);
                };
                if !game.may_show(*color, *origin) {
                    return Err(Misfit::Turn);
                }
                game.show(*color, *origin);
                self.talk.remark(ply, *color, RemarkKind::FlagShown);
            }
            Fact::Offered { .. } | Fact::Declined { .. } | Fact::Withdrawn { .. } => {
                return Err(Misfit::Turn);
            }
            Fact::TimeAdded { to, amount, .. } => self.clocks.add(*to, *amount),
            Fact::Over { outcome, termination, elapsed, .. } => {
                let end = End { outcome: *outcome, termination: *termination };
                if !Finished::fits(&self.progress, end) {
                    return Err(Misfit::Result);
                }
                self.clocks.stop_after(*elapsed);
                return Ok(Some(over(self.finish(end), terms)));
            }
            Fact::Aborted { cause } if self.may_abort(cause) => {
                let progress = self.progress.clone();
                return Ok(Some(Life::Aborted(Aborted { progress, cause: cause.clone() })));
            }
            _ => return Err(Misfit::State),
        }
        if let Some(color) = fact.seat() {
            self.talk.word(color);
        }
        Ok(None)
    }

    /// Officials annul at any time; a player aborts before the first ply only.
    fn may_abort(&self, cause: &AbortCause) -> bool {
        match cause {
            AbortCause::Annulled(_) => true,
            AbortCause::Seat(_) => self.progress.is_empty(),
            AbortCause::NobodyReady | AbortCause::NotReady(_) => false,
        }
    }
}

impl Paused {
    fn follow(&mut self, next: &Next) -> Followed {
        let Fact::Resumed { by } = next.fact else {
            return self.play.talked(next.fact, next.terms);
        };
        let mut play = self.play.clone();
        play.clocks.go_on(next.at.0);
        if let By::Seat(color) = by {
            play.talk.word(*color);
        }
        Ok(Some(Life::InPlay(play)))
    }
}

impl Ended {
    fn follow(&mut self, next: &Next) -> Followed {
        let confirmed = |game: &Finished| {
            Ok(Some(Life::Final(Final { game: game.clone(), record: Kept::Not })))
        };
        match next.fact {
            Fact::Reinstated { ruling } => {
                let play = self.game.go_on().ok_or(Misfit::Result)?;
                let by = By::Official(ruling.clone());
                Ok(Some(Life::Paused(Paused { play, by, since: next.at })))
            }
            Fact::Accepted { color } if !self.accepted[*color] => {
                self.accepted[*color] = true;
                match self.accepted.white && self.accepted.black {
                    true => confirmed(&self.game),
                    false => Ok(None),
                }
            }
            Fact::Accepted { .. } => Err(Misfit::Turn),
            Fact::Confirmed { .. } => confirmed(&self.game),
            Fact::Corrected { outcome, termination, .. } => {
                self.game.correct(End { outcome: *outcome, termination: *termination })?;
                // The players accepted a different result.
                self.accepted = ByColor::default();
                Ok(None)
            }
            Fact::Aborted { cause: cause @ AbortCause::Annulled(_) } => {
                let progress = self.game.progress.clone();
                Ok(Some(Life::Aborted(Aborted { progress, cause: cause.clone() })))
            }
            _ => Err(Misfit::State),
        }
    }
}

impl Final {
    /// Follows an event that leaves the ranks hidden or public as they are.
    fn follow(&mut self, fact: &Fact) -> Followed {
        match fact {
            Fact::Corrected { outcome, termination, .. } => {
                self.game.correct(End { outcome: *outcome, termination: *termination })?;
                self.record = self.record.outdated();
            }
            Fact::Recorded if self.record != Kept::Current => self.record = Kept::Current,
            _ => return Err(Misfit::State),
        }
        Ok(None)
    }
}

impl Kept {
    const fn outdated(self) -> Kept {
        match self {
            Kept::Not => Kept::Not,
            Kept::Outdated | Kept::Current => Kept::Outdated,
        }
    }
}

impl Finished {
    /// The game before it ended, unless it ended by a rule on the board.
    fn go_on(&self) -> Option<InPlay> {
        let Course { toss, clocks, remarks } = self.course.clone()?;
        if self.progress.ending().is_some() {
            return None;
        }
        let progress = self.progress.clone();
        Some(InPlay { progress, toss, clocks, talk: Talk { remarks, ..Talk::default() } })
    }

    /// Corrects the result if the game can have ended like that.
    fn correct(&mut self, end: End) -> Result<(), Misfit> {
        if end == self.end || !Finished::fits(&self.progress, end) {
            return Err(Misfit::Result);
        }
        self.end = end;
        Ok(())
    }
}
