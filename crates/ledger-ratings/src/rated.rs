//! Which games are rated.

use game_record::clock::Speed;
use game_record::{Color, Outcome, Termination};

use super::{Entrants, Family, Pool};

/// A game's result for one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Score {
    Loss = 0,
    Draw = 1,
    Win = 2,
}

impl Score {
    /// The score of the player of `color`.
    pub fn of(outcome: Outcome, color: Color) -> Score {
        match outcome.winner() {
            None => Score::Draw,
            Some(winner) if winner == color => Score::Win,
            Some(_) => Score::Loss,
        }
    }

    #[must_use]
    pub const fn reversed(self) -> Score {
        match self {
            Score::Loss => Score::Win,
            Score::Draw => Score::Draw,
            Score::Win => Score::Loss,
        }
    }

    /// In half points: 0, 1 or 2.
    pub const fn half_points(self) -> u8 {
        self as u8
    }
}

/// Where a game's importer has it rated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RatedIn {
    /// In the site's pool for its rule-set and speed.
    Site,
    /// In an organisation's pool.
    Pool(&'static Pool),
    /// Nowhere, for this reason.
    Nowhere(Unrated),
}

/// What decides whether a game is rated. Players are of any type with equality, `None` for `?`.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<P> {
    pub wanted: RatedIn,
    /// `None` for rules that are rated nowhere.
    pub family: Option<Family>,
    pub speed: Speed,
    pub outcome: Option<Outcome>,
    pub termination: Termination,
    pub white: Option<P>,
    pub black: Option<P>,
    /// How many of the two players are bots, the site's own computers among them.
    pub bots: u8,
    /// How many of the two players are the site's own computers.
    pub computers: u8,
}

/// Why a game is not rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unrated {
    /// A member imported it, so nobody vouches for it.
    Member,
    /// The organisation that imported it did not want it rated.
    NotAsked,
    /// Its players did not want it rated.
    Casual,
    /// An official annulled it.
    Annulled,
    /// No pool accepts the rule-set at this speed.
    RuleSet,
    /// It ended by default or adjudication, or did not end.
    Ending(Termination),
    /// A player is unknown.
    Nobody,
    /// Both sides have the same name.
    SamePlayer,
    /// A bot that is not the site's own computer played against a person, or a bot played in a pool for people.
    Bot,
}

/// The pool in which a game is rated and White's score, or why it is not rated.
///
/// # Errors
/// Returns the first reason that applies.
pub fn rated_in<P: PartialEq>(game: &Candidate<P>) -> Result<(&'static Pool, Score), Unrated> {
    let family = game.family.ok_or(Unrated::RuleSet);
    let pool = match game.wanted {
        RatedIn::Site => Pool::of(family?, game.speed, entrants(game)?),
        RatedIn::Pool(pool) => {
            let family = family?;
            Some(pool).filter(|pool| pool.takes(family, game.speed))
        }
        RatedIn::Nowhere(reason) => return Err(reason),
    };
    let pool = pool.ok_or(Unrated::RuleSet)?;
    if pool.entrants != entrants(game)? {
        return Err(Unrated::Bot);
    }
    let ending = Unrated::Ending(game.termination);
    let outcome = game.outcome.filter(|_| counts(game.termination)).ok_or(ending)?;
    match (&game.white, &game.black) {
        (Some(white), Some(black)) if white == black => Err(Unrated::SamePlayer),
        (Some(_), Some(_)) => Ok((pool, Score::of(outcome, Color::White))),
        _ => Err(Unrated::Nobody),
    }
}

/// Who plays a game.
const fn entrants<P>(game: &Candidate<P>) -> Result<Entrants, Unrated> {
    match (game.bots, game.computers) {
        (0, _) => Ok(Entrants::People),
        (2, _) => Ok(Entrants::Bots),
        (1, 1) => Ok(Entrants::PersonAndComputer),
        _ => Err(Unrated::Bot),
    }
}

/// Only results of the players' own play count: a no-show or an official's ruling says nothing
/// about strength.
const fn counts(termination: Termination) -> bool {
    match termination {
        Termination::FlagCaptured
        | Termination::FlagReached
        | Termination::Resignation
        | Termination::Agreement
        | Termination::Time
        | Termination::Left
        | Termination::Stalemate
        | Termination::Repetition => true,
        Termination::Default
        | Termination::Adjudication
        | Termination::Abandoned
        | Termination::Unterminated => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::PoolKind;
    use super::*;

    fn game(termination: Termination, outcome: Option<Outcome>) -> Candidate<&'static str> {
        Candidate {
            wanted: RatedIn::Site,
            family: Some(Family::Standard),
            speed: Speed::Blitz,
            outcome,
            termination,
            white: Some("Sidapa"),
            black: Some("Tala"),
            bots: 0,
            computers: 0,
        }
    }

    #[test]
    fn only_what_the_players_did_is_rated() {
        let win = Some(Outcome::Win(Color::Black));
        for termination in Termination::ALL {
            let outcome =
                if termination == Termination::Agreement { Some(Outcome::Draw) } else { win };
            let rated = rated_in(&game(termination, outcome)).is_ok();
            let expected = matches!(
                termination.name(),
                "flag-captured"
                    | "flag-reached"
                    | "resignation"
                    | "agreement"
                    | "time"
                    | "left"
                    | "stalemate"
                    | "repetition"
            );
            assert_eq!(rated, expected, "{}", termination.name());
        }
    }

    #[test]
    fn an_organisation_rates_all_speeds_in_its_own_pool_and_a_member_none() {
        let club = Pool::of_organisation(3, "liga", "Liga", (PoolKind::Online, Family::Standard))
            .expect("a number");
        let fair = game(Termination::Time, Some(Outcome::Win(Color::White)));
        for speed in Speed::ALL {
            let own = Candidate { wanted: RatedIn::Pool(club), speed, ..fair };
            assert_eq!(rated_in(&own).map(|(pool, _)| pool.id), Ok(106));
            let members = Candidate { wanted: RatedIn::Nowhere(Unrated::Member), ..own };
            assert_eq!(rated_in(&members), Err(Unrated::Member));
        }
        let other = Candidate { wanted: RatedIn::Pool(club), family: None, ..fair };
        assert_eq!(rated_in(&other), Err(Unrated::RuleSet));
    }

    #[test]
    fn programs_are_rated_apart_and_never_against_people() {
        let fair = game(Termination::Time, Some(Outcome::Win(Color::White)));
        let by = |bots| rated_in(&Candidate { bots, ..fair }).map(|(pool, _)| pool.key);
        assert_eq!((by(0), by(1), by(2)), (Ok("blitz"), Err(Unrated::Bot), Ok("bots")));
        let club = Pool::of_organisation(3, "liga", "Liga", (PoolKind::Online, Family::Standard))
            .expect("a number");
        for (bots, computers) in [(1, 0), (1, 1), (2, 0), (2, 1)] {
            let own = Candidate { wanted: RatedIn::Pool(club), bots, computers, ..fair };
            assert_eq!(rated_in(&own), Err(Unrated::Bot));
        }
    }

    #[test]
    fn a_person_is_rated_apart_against_the_sites_computer() {
        let fair = game(Termination::Time, Some(Outcome::Win(Color::White)));
        let by = |bots, computers| {
            rated_in(&Candidate { bots, computers, ..fair }).map(|(pool, _)| pool.key)
        };
        assert_eq!(by(1, 1), Ok("computer"));
        assert_eq!(by(1, 0), Err(Unrated::Bot), "somebody else's bot");
        assert_eq!((by(2, 1), by(2, 2)), (Ok("bots"), Ok("bots")));
    }

    #[test]
    fn a_rated_game_needs_two_different_people() {
        let time = game(Termination::Time, Some(Outcome::Win(Color::White)));
        let nobody = Candidate { white: None, ..time };
        let alone = Candidate { white: Some("Tala"), ..time };
        assert_eq!(rated_in(&nobody), Err(Unrated::Nobody));
        assert_eq!(rated_in(&alone), Err(Unrated::SamePlayer));
        assert_eq!(rated_in(&time).map(|(_, score)| score), Ok(Score::Win));
    }
}
