//! Both players on one device, without accounts. Its browser holds a pass that acts for both. Where ranks
//! are hidden it sees one army at a time: after each move everything is covered until the other player has
//! the device and uncovers it. Each look is worth one page, so that going back or loading it again shows
//! nothing. Where nothing is hidden the device lies between them, as the shared one at a table does.

use crate::{Error, Result};
use adjutant_domain::account::secret::Secret;
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::{DAY, Micros};
use adjutant_domain::play::{Life, Play, Sent, Spectators, Terms, Venue};
use adjutant_store::play_passes::{self, NewPass};
use adjutant_store::plays::SeatHolder;
use adjutant_store::{AnyConnection, players};
use salpakan::clock::Pace;
use salpakan::rules::{ByColor, Color};
use sha2::{Digest, Sha256};

use super::at_table::{self, JointAction, army_of};
use super::making::{self, NewGame};
use super::passes::{self, Pass, Place};
use super::watch::{Seen, Viewer, seen_by};
use super::{Live, Purpose};

/// The players of all games on one device. No handle that somebody chooses has such marks.
const NAMES: ByColor<&str> = ByColor { white: "White (one device)", black: "Black (one device)" };

/// What shows one page.
pub type Look = [u8; 16];

/// A game on one device, as its page shows it.
#[derive(Debug, Clone)]
pub struct OneDevice {
    /// With the army of the side whose turn it is, if uncovered.
    pub seen: Seen,
    /// Who should have the device; `None` when the game is over.
    pub turn: Option<Color>,
    /// What the links of an uncovered page show next.
    pub next: Option<Look>,
}

/// Creates a game and its pass; returns the secret for the browser. One without set-ups has begun.
pub fn begin(live: &Live, kind: GameKind) -> Result<Secret> {
    let (made_by, now) = (live.clone(), live.moments().now());
    let made_at = live.moments().on_the_wall().max(Micros(1));
    let terms = Terms {
        venue: Venue::Table,
        spectators: Spectators::None,
        deployment: DAY,
        ..Terms::casual(kind.usual_rules(), Pace::Untimed)
    };
    let token = Secret::new(&mut rand::rng());
    let hash = token.hash();
    live.writer().run(move |conn| {
        let player = |conn: &mut AnyConnection, color: Color| -> Result<SeatHolder> {
            Ok(SeatHolder { player: player_for(conn, NAMES[color])?, account: None })
        };
        let seats =
            ByColor { white: player(conn, Color::White)?, black: player(conn, Color::Black)? };
        let new =
            NewGame { terms, seats, organisation: None, event: None, round: String::new(), now };
        let (_, play) = making::make(conn, &made_by, &new)?;
        let pass = NewPass { play, place: Place::OneDevice.number(), hash, made_by: 0, made_at };
        play_passes::replace(conn, &pass)?;
        play_passes::redeem(conn, &hash, &hash, made_at)?;
        Ok(())
    })?;
    if !kind.hides_ranks() {
        let pass = passes::pass(live, &token)?.ok_or(Error::Hidden)?;
        let sent = Sent { id: live.chance().bytes(Purpose::Command), received: now };
        if let Err(e) = at_table::say_by_pass(live, &pass, sent, JointAction::Begin) {
            // The page of the game has a button for it.
            tracing::warn!(error = %Error::from(e), "a game on one device waits to be begun");
        }
    }
    Ok(token)
}

fn player_for(conn: &mut AnyConnection, handle: &str) -> Result<i32> {
    if let Some(row) = players::by_exact_handle(conn, handle)? {
        return Ok(row.id);
    }
    let player = players::add(conn, handle)?;
    players::hide(conn, player)?;
    Ok(player)
}

/// The pass of a game on one device; any other is that of nothing here.
fn only_one_device(pass: &Pass) -> Result<()> {
    match pass.place() {
        Place::OneDevice => Ok(()),
        Place::SetUp(_) | Place::Device => Err(Error::Hidden),
    }
}

/// Uncovers the army of the side whose turn it is, for one page.
pub fn uncover(live: &Live, pass: &Pass) -> Result<Look> {
    only_one_device(pass)?;
    let session = live.session(pass.play())?;
    let version = session.look(live, |open| Ok(open.play.version()))?;
    next_look(live, session.row.id, version)
}

/// The same, if it is still the turn of `side`: what answers a page of that side shows no other army.
pub fn uncover_again(live: &Live, pass: &Pass, side: Color) -> Result<Option<Look>> {
    only_one_device(pass)?;
    let session = live.session(pass.play())?;
    let (version, turn) = session.look(live, |open| Ok((open.play.version(), turn(&open.play))))?;
    let is_still = turn == Some(side);
    is_still.then(|| next_look(live, session.row.id, version)).transpose()
}

/// Makes what uncovers one page. The database has its hash only, and any server knows it.
fn next_look(live: &Live, play: i32, version: u32) -> Result<Look> {
    let look: Look = live.chance().bytes(Purpose::Command);
    live.app().write(|conn| {
        Ok::<_, Error>(play_passes::set_look(conn, play, &hash(&look), number(version))?)
    })?;
    Ok(look)
}

fn hash(look: &Look) -> [u8; 32] {
    Sha256::digest(look).into()
}

fn number(version: u32) -> i32 {
    i32::try_from(version).unwrap_or(i32::MAX)
}

/// The game as the device shows it with this look, which is used up.
pub fn see(live: &Live, pass: &Pass, look: Option<Look>) -> Result<OneDevice> {
    only_one_device(pass)?;
    let session = live.session(pass.play())?;
    let now = live.moments().now();
    let mut seen = seen_by(live, &session, Viewer::Table, now)?;
    let turn = turn(&seen.play);
    let (play, version) = (session.row.id, number(seen.play.version()));
    let hash = look.map(|look| hash(&look));
    let has_look = play_passes::has_look(&mut *live.app().store().connection()?, play)?;
    let is_open = has_look
        && live.app().write(|conn| {
            let hash = hash.as_ref().map(|hash| &hash[..]);
            Ok::<_, Error>(play_passes::use_look(conn, play, hash, version)?)
        })?;
    let Some(color) = turn.filter(|_| is_open) else {
        return Ok(OneDevice { seen, turn, next: None });
    };
    seen.viewer = Viewer::Seat(color);
    seen.own = army_of(live, &session, color)?;
    seen.may = seen.play.available_actions(color, seen.now);
    let next = next_look(live, play, seen.play.version())?;
    Ok(OneDevice { seen, turn, next: Some(next) })
}

/// Who should have the device: who has not deployed, White first; then the side to move.
fn turn(play: &Play) -> Option<Color> {
    match play.life() {
        Life::Deploying(state) => Color::ALL.into_iter().find(|color| !state.ready[*color]),
        _ => play.to_move(),
    }
}
