//! Beginning a game against the computer.

use adjutant_domain::game::Rules;
use adjutant_domain::play::{PlayId, Terms};
use adjutant_store::plays::SeatHolder;
use adjutant_store::{AnyConnection, computers};
use salpakan::clock::Pace;
use salpakan::rules::{ByColor, Color};
use salpakan_computer::{Level, Personality};

use super::super::Live;
use super::super::error_messages::no_terms;
use super::super::lobby::{has_room, lot, player_of};
use super::super::making::{self, NewGame};
use super::levels::check_plays;
use super::players;
use crate::access::{Act, Actor};
use crate::{Error, Result, refusals};

/// A game that somebody wants to play against the computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComputerGame {
    pub level: Level,
    pub rules: Rules,
    pub pace: Pace,
    /// The colour of the person; `None` for random.
    pub color: Option<Color>,
    /// Whether it counts for the person's rating against the computer, which no other rating depends on.
    pub rated: bool,
    /// How it plays, in casual games of Salpakan: the levels' ratings are of how they play by themselves.
    pub personality: Option<Personality>,
}

/// The games of one account against the computer at a time, so that nobody takes all of them.
const MOST_OF_ONE: i64 = 20;

/// Refuses one more game against the computer to an account that has many.
pub(in super::super) fn has_room_against_computer(
    conn: &mut AnyConnection,
    account: i32,
) -> Result<()> {
    if computers::running_against(conn, account)? >= MOST_OF_ONE {
        return Err(Error::conflict(refusal!(MOST_AGAINST_COMPUTER, most = MOST_OF_ONE)));
    }
    Ok(())
}

/// Begins a game against the computer; also as a guest, if it is casual.
///
/// # Errors
/// Returns a fault of the terms, and [`Error::Conflict`] if no computer plays here, or either side has too many games.
pub fn begin(live: &Live, actor: &Actor, wanted: &ComputerGame) -> Result<PlayId> {
    let act = if wanted.rated { Act::Play } else { Act::PlayCasually };
    let own = SeatHolder { player: player_of(actor, act)?, account: Some(actor.account) };
    if wanted.rated && wanted.personality.is_some() {
        return Err(Error::invalid("personality", refusals::PERSONALITY_RATED));
    }
    if wanted.personality.is_some() && wanted.rules.salpakan().is_none() {
        return Err(Error::invalid("personality", refusals::PERSONALITY_GAME));
    }
    check_plays(wanted.level, wanted.rules.kind())?;
    let terms = Terms { rated: wanted.rated, ..Terms::casual(wanted.rules, wanted.pace) };
    terms.check().map_err(|faults| no_terms(&faults))?;
    if actor.is_guest && wanted.pace.is_correspondence() {
        return Err(Error::invalid("pace", refusals::GUEST_PACE));
    }
    let pool = live.computers().ok_or_else(|| Error::conflict(refusals::COMPUTER_OFF))?;
    let (made_by, wanted, most) = (live.clone(), *wanted, pool.most_games());
    let (now, today) = (live.moments().now(), live.moments().on_the_wall());
    let (play, seats, all, are_new) = live.writer().run(move |conn| {
        let known = players::all(conn)?.len();
        let all = players::make_all(conn, made_by.app(), today)?;
        has_room(conn, own.account.unwrap_or_default())?;
        has_room_against_computer(conn, own.account.unwrap_or_default())?;
        if computers::running(conn)? >= i64::from(most) {
            return Err(Error::conflict(refusal!(COMPUTER_BUSY, most)));
        }
        let computer = all.iter().find(|one| one.level == wanted.level && one.is_active);
        let computer = computer.ok_or_else(|| Error::conflict(refusals::COMPUTER_OFF))?;
        let other = SeatHolder { player: computer.player, account: Some(computer.account) };
        let color = wanted.color.unwrap_or_else(|| lot(made_by.chance()));
        let seats = ByColor::from_fn(|side| if side == color { own } else { other });
        let new =
            NewGame { terms, seats, organisation: None, event: None, round: String::new(), now };
        let (play, row) = making::make(conn, &made_by, &new)?;
        if let Some(personality) = wanted.personality {
            computers::set_personality(conn, row, i16::from(personality.number()))?;
        }
        let are_new = all.len() > known;
        Ok((play, seats, all, are_new))
    })?;
    if are_new {
        live.app().editions().raise();
    }
    pool.know(live, all);
    live.play_created(&play, &seats);
    Ok(play)
}
