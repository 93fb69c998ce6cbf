//! Decides players' commands.

use salpakan::clock::Pace;
use salpakan::rules::{Color, Outcome, Termination};

use super::life::{Deploying, InPlay, Life, Talk};
use super::{AbortCause, By, Fact, Play, PlayerCommand, Refusal, Venue};
use crate::moment::{DAY, Micros, SECOND};

impl Play {
    /// The event that a command received at `received` leads to.
    pub(super) fn decide_player(
        &self,
        seat: Color,
        command: PlayerCommand,
        received: Micros,
    ) -> Result<Fact, Refusal> {
        match self.life() {
            Life::Created(_) => match command {
                PlayerCommand::Abort => self.abort(seat),
                _ => Err(Refusal::NotOpen),
            },
            Life::Deploying(state) => {
                self.in_time(received, Refusal::DeploymentOver)?;
                self.while_deploying(state, seat, command)
            }
            Life::InPlay(play) => {
                self.in_time(received, Refusal::TimeIsUp)?;
                self.while_playing(play, seat, command, received)
            }
            Life::Paused(paused) => match (command, &paused.by) {
                // However much was said: nothing else can end a pause, and to ask for the next one needs a word.
                (PlayerCommand::Resume, By::Seat(_)) => Ok(Fact::Resumed { by: By::Seat(seat) }),
                (PlayerCommand::Resume, By::Official(_) | By::System) => {
                    Err(Refusal::OfficialsOnly)
                }
                (
                    PlayerCommand::Pause | PlayerCommand::Claim { .. } | PlayerCommand::TakeBack,
                    _,
                ) => Err(Refusal::Paused),
                _ => self.while_going_on(&paused.play, seat, command, received),
            },
            Life::Ended(state) => match command {
                PlayerCommand::AcceptResult if state.accepted[seat] => {
                    Err(Refusal::AlreadyAccepted)
                }
                PlayerCommand::AcceptResult => Ok(Fact::Accepted { color: seat }),
                _ => Err(Refusal::Over),
            },
            Life::Final(_) | Life::Revealed(_) => match command {
                PlayerCommand::AcceptResult => Err(Refusal::AlreadyFinal),
                _ => Err(Refusal::Over),
            },
            Life::Aborted(_) => Err(Refusal::Aborted),
        }
    }

    fn while_deploying(
        &self,
        state: &Deploying,
        seat: Color,
        command: PlayerCommand,
    ) -> Result<Fact, Refusal> {
        match command {
            PlayerCommand::Ready { .. } if state.ready[seat] => Err(Refusal::AlreadyReady),
            // A set-up comes with a nonce; where there are none, nobody has one.
            PlayerCommand::Ready { nonce } if nonce.is_some() != self.hides_ranks() => {
                Err(Refusal::OtherGame)
            }
            PlayerCommand::Ready { nonce } => Ok(Fact::Ready { color: seat, nonce }),
            PlayerCommand::Abort => self.abort(seat),
            _ => Err(Refusal::NotBegun),
        }
    }

    fn while_playing(
        &self,
        play: &InPlay,
        seat: Color,
        command: PlayerCommand,
        received: Micros,
    ) -> Result<Fact, Refusal> {
        match command {
            PlayerCommand::Pause if play.talk.asks[seat] => Err(Refusal::AlreadyAsked),
            PlayerCommand::Pause
                if play.talk.asks[seat.opponent()] && !self.terms().is_of_event() =>
            {
                let elapsed = play.clocks.elapsed(received.0);
                Ok(Fact::Paused { by: By::Seat(seat), elapsed })
            }
            PlayerCommand::Pause => {
                words_left(play, seat)?;
                Ok(Fact::Asked { color: seat })
            }
            PlayerCommand::Resume => Err(Refusal::NotPaused),
            PlayerCommand::TakeBack => self.take_back(play, seat),
            PlayerCommand::Claim { gone } => self.claim(play, seat, gone, received),
            _ => self.while_going_on(play, seat, command, received),
        }
    }

    /// Requests that are possible whether the clocks run or not.
    fn while_going_on(
        &self,
        play: &InPlay,
        seat: Color,
        command: PlayerCommand,
        received: Micros,
    ) -> Result<Fact, Refusal> {
        let color = seat;
        let over = |outcome, termination| {
            let elapsed = play.clocks.elapsed(received.0);
            Fact::Over { outcome, termination, by: By::Seat(seat), elapsed }
        };
        match command {
            PlayerCommand::Ready { .. } => Err(Refusal::AlreadyBegun),
            PlayerCommand::Offer => match play.talk.offer {
                Some(offerer) if offerer == seat => Err(Refusal::OfferStands),
                Some(_) => Err(Refusal::AnswerOffer),
                None => words_left(play, seat).map(|()| Fact::Offered { color }),
            },
            PlayerCommand::Decline | PlayerCommand::Accept
                if play.talk.offer != Some(seat.opponent()) =>
            {
                Err(Refusal::NoOffer)
            }
            PlayerCommand::Decline => words_left(play, seat).map(|()| Fact::Declined { color }),
            PlayerCommand::Accept => Ok(over(Outcome::Draw, Termination::Agreement)),
            PlayerCommand::Withdraw if play.talk.offer != Some(seat) => Err(Refusal::NoOffer),
            PlayerCommand::Withdraw => words_left(play, seat).map(|()| Fact::Withdrawn { color }),
            PlayerCommand::Resign => {
                Ok(over(Outcome::Win(seat.opponent()), Termination::Resignation))
            }
            PlayerCommand::ShowFlag { origin } => {
                let game = play.progress.salpakan().ok_or(Refusal::OtherGame)?;
                if game.timeline.flags[seat].is_some() {
                    Err(Refusal::FlagIsPublic)
                } else if game.may_show(seat, origin) {
                    Ok(Fact::FlagShown { color, origin })
                } else {
                    Err(Refusal::NoSuchPiece)
                }
            }
            PlayerCommand::Abort if !play.progress.is_empty() => Err(Refusal::PlyMade),
            PlayerCommand::Abort => self.abort(seat),
            PlayerCommand::AddTime { amount } => {
                self.may_add(play, seat.opponent(), amount, received)?;
                words_left(play, seat)?;
                Ok(Fact::TimeAdded { to: seat.opponent(), amount, by: By::Seat(seat) })
            }
            PlayerCommand::AcceptResult => Err(Refusal::NotOver),
            PlayerCommand::Pause
            | PlayerCommand::Resume
            | PlayerCommand::Claim { .. }
            | PlayerCommand::TakeBack => Err(Refusal::Paused),
        }
    }

    /// At one shared device both sides can see the agreement; online they could not.
    fn take_back(&self, play: &InPlay, seat: Color) -> Result<Fact, Refusal> {
        if self.terms().venue != Venue::Table {
            Err(Refusal::AtTableOnly)
        } else if play.last_mover() != Some(seat) {
            Err(Refusal::NothingToTakeBack)
        } else if play.progress.last_was_challenge() {
            Err(Refusal::ChallengeAnswered)
        } else {
            words_left(play, seat)?;
            Ok(Fact::TakenBack { color: seat })
        }
    }

    /// A casual game can be aborted before the first ply; a game of an event by its officials only.
    fn abort(&self, seat: Color) -> Result<Fact, Refusal> {
        if self.terms().is_of_event() {
            Err(Refusal::OfficialsOnly)
        } else {
            Ok(Fact::Aborted { cause: AbortCause::Seat(seat) })
        }
    }

    fn claim(
        &self,
        play: &InPlay,
        seat: Color,
        gone: i64,
        received: Micros,
    ) -> Result<Fact, Refusal> {
        let after = self.terms().gone_after(seat.opponent());
        if !self.terms().claims {
            Err(Refusal::NoClaims)
        } else if play.progress.is_empty() {
            Err(Refusal::NoPly)
        } else if play.progress.to_move() == seat {
            Err(Refusal::YourTurn)
        } else if gone < after {
            Err(Refusal::NotGone { after })
        } else {
            let (outcome, termination) = (Outcome::Win(seat), Termination::Left);
            let elapsed = play.clocks.elapsed(received.0);
            Ok(Fact::Over { outcome, termination, by: By::Seat(seat), elapsed })
        }
    }

    /// Whether `to` may get this much more time.
    pub(super) fn may_add(
        &self,
        play: &InPlay,
        to: Color,
        amount: i64,
        now: Micros,
    ) -> Result<(), Refusal> {
        if self.terms().pace.is_untimed() {
            Err(Refusal::NoClocks)
        } else if !(SECOND..=DAY).contains(&amount) || amount % SECOND != 0 {
            Err(Refusal::Amount)
        } else if play.clocks.left(to, now.0).saturating_add(amount) > Pace::LONGEST_BASE {
            Err(Refusal::TooMuchTime)
        } else {
            Ok(())
        }
    }
}

/// Refuses a side that has sent too much since the last ply.
fn words_left(play: &InPlay, seat: Color) -> Result<(), Refusal> {
    if play.talk.words[seat] < Talk::MOST_WORDS { Ok(()) } else { Err(Refusal::TooManyWords) }
}
