//! The lobby: open games and game requests, and accepting them. A rematch is a game request to the
//! same opponent with reversed colours and the same terms; both players deploy anew.

use std::collections::HashMap;

use crate::access::{Act, ActTarget, Actor, require};
use crate::messages::MessageArgument;
use crate::notices::{self, NewNotice};
use crate::{Error, Result, Thing, refusals};
use adjutant_domain::game::Rules;
use adjutant_domain::moment::{DAY, MINUTE, Micros};
use adjutant_domain::notice::Notice;
use adjutant_domain::play::{Confirm, PlayId, Terms, Venue};
use adjutant_store::accounts::AccountState;
use adjutant_store::plays::{PlayRow, SeatHolder};
use adjutant_store::seeks::{self, NewSeekRow, SeekRow};
use adjutant_store::{AnyConnection, accounts, computers, play_queries, players};
use salpakan::clock::Pace;
use salpakan::record::{SHORT_ID_BYTES, short_id_text};
use salpakan::rules::{ByColor, Color};

use super::computer::has_room_against_computer;
use super::error_messages::no_terms;
use super::making::{self, NewGame};
use super::watch::{plays, seat_at, viewer_of};
use super::{Chance, Live, Notification, Purpose, computer};

/// The number of open seeks per account.
const MOST_OFFERS: usize = 5;
/// The number of live games per account.
const MOST_RUNNING: usize = 100;
const MOST_LISTED: i64 = 100;
/// How long a seek lasts; one for correspondence lasts a week.
const OFFER_STANDS: i64 = 30 * MINUTE;
const CORRESPONDENCE_STANDS: i64 = 7 * DAY;
/// How long the lobby says that a request was declined.
const DECLINED_SHOWN: i64 = 30 * MINUTE;

pub type SeekId = [u8; SHORT_ID_BYTES];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub rules: Rules,
    pub pace: Pace,
    pub rated: bool,
    /// The colour of its creator; `None` for random.
    pub color: Option<Color>,
    /// The handle of the requested opponent; `None` for an open game.
    pub to: Option<String>,
}

/// A seek as shown in the lobby.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seek {
    pub id: SeekId,
    /// The handle of its creator.
    pub by: String,
    /// The handle of the requested opponent; `None` for an open game.
    pub to: Option<String>,
    pub terms: Terms,
    /// The colour of its creator; `None` for random.
    pub color: Option<Color>,
    pub expires_at: Micros,
    pub own: bool,
    pub bot: bool,
}

/// The seeks visible to an actor.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Lobby {
    pub own: Vec<Seek>,
    /// Game requests to the actor.
    pub to_me: Vec<Seek>,
    /// Open games of others.
    pub open: Vec<Seek>,
    /// Who declined a request of the actor a short while ago.
    pub declined: Vec<String>,
}

/// The player for whom the actor plays, who may be a guest in casual games.
pub(super) fn player_of(actor: &Actor, act: Act) -> Result<i32> {
    require(actor, act, ActTarget::Account(actor.account), false)?;
    actor.player.ok_or_else(|| Error::conflict(refusals::NO_OWN_PLAYER))
}

pub fn lobby(live: &Live, actor: &Actor) -> Result<Lobby> {
    let actor = &if plays(actor) { actor.clone() } else { Actor::nobody() };
    let (now, mut conn) = (live.moments().on_the_wall(), live.app().store().read_connection()?);
    let open = seeks::open_seeks(&mut conn, now, i32::MAX, MOST_LISTED)?;
    let own = match actor.account {
        0 => Vec::new(),
        account => seeks::for_account(&mut conn, account, MOST_LISTED)?,
    };
    let to_me: Vec<i32> = actor.player.into_iter().collect();
    let to_me = seeks::invitations_to_players(&mut conn, &to_me, now, MOST_LISTED as usize)?;
    let own = own.into_iter().filter(|row| row.expires_at > now).collect();
    let others = |row: &SeekRow| actor.account == 0 || row.account_id != actor.account;
    let open = open.into_iter().filter(others).collect();
    let conn = &mut *conn;
    let declined = match actor.account {
        0 => Vec::new(),
        account => notices::declined_since(live.app(), conn, account, now - DECLINED_SHOWN)?,
    };
    Ok(Lobby {
        own: shown(conn, actor, own)?,
        to_me: shown(conn, actor, to_me)?,
        open: shown(conn, actor, open)?,
        declined,
    })
}

/// Seeks with names. Players who are not listed publicly are shown to signed-in actors only.
fn shown(conn: &mut AnyConnection, actor: &Actor, rows: Vec<SeekRow>) -> Result<Vec<Seek>> {
    let named = rows.iter().flat_map(|row| [Some(row.player_id), row.to_player]).flatten();
    let ids: Vec<i32> = named.collect();
    let players: HashMap<i32, _> = players::with_privacy(conn, &ids)?
        .into_iter()
        .map(|(named, privacy)| (named.id, (named.name, privacy)))
        .collect();
    let bots = players::bots_among(conn, &ids)?;
    let one = |row: SeekRow| {
        let (by, privacy) = players.get(&row.player_id)?;
        if privacy.is_off_leaderboards() && !actor.is_signed_in() {
            return None;
        }
        let to = match row.to_player {
            Some(player) => Some(players.get(&player)?.0.clone()),
            None => None,
        };
        Some(Seek {
            id: row.public_id,
            by: by.clone(),
            to,
            terms: Terms::parse(std::str::from_utf8(&row.terms).ok()?).ok()?,
            color: row.color,
            expires_at: row.expires_at,
            own: actor.is_signed_in() && row.account_id == actor.account,
            bot: bots.contains(&row.player_id),
        })
    };
    Ok(rows.into_iter().filter_map(one).collect())
}

pub fn offer(live: &Live, actor: &Actor, offer: &Offer) -> Result<SeekId> {
    let own = player_of(actor, Act::Play)?;
    let terms = Terms { rated: offer.rated, ..Terms::casual(offer.rules, offer.pace) };
    terms.check().map_err(|faults| no_terms(&faults))?;
    put(live, (actor.account, own), &terms, offer.color, |conn| match &offer.to {
        None => Ok(Audience::Everybody),
        Some(handle) => {
            let player = asked(conn, own, handle)?;
            computer::check_asked(conn, player, offer.rules.kind())?;
            Ok(Audience::Player(player))
        }
    })
}

/// Creates a casual game for a friend, who accepts it by its link; by a guest only with clocks.
pub fn offer_by_link(
    live: &Live,
    actor: &Actor,
    rules: Rules,
    pace: Pace,
    color: Option<Color>,
) -> Result<SeekId> {
    let own = player_of(actor, Act::PlayCasually)?;
    let terms = Terms::casual(rules, pace);
    terms.check().map_err(|faults| no_terms(&faults))?;
    if actor.is_guest && pace.is_correspondence() {
        return Err(Error::invalid("pace", refusals::GUEST_PACE));
    }
    put(live, (actor.account, own), &terms, color, |_| Ok(Audience::WhoeverHasTheLink))
}

/// The game that a link invites to; `None` if it is accepted, cancelled or expired.
pub fn offered_by_link(live: &Live, actor: &Actor, id: &SeekId) -> Result<Option<Seek>> {
    let now = live.moments().on_the_wall();
    let conn = &mut *live.app().store().read_connection()?;
    let row = seeks::by_public_id(conn, id)?;
    let Some(row) = row.filter(|row| row.by_link != 0 && row.expires_at > now) else {
        return Ok(None);
    };
    let by = players::canonical(conn, row.player_id)?.handle;
    let bot = !players::bots_among(conn, &[row.player_id])?.is_empty();
    Ok(Some(Seek {
        id: row.public_id,
        by,
        to: None,
        terms: terms_of(&row)?,
        color: row.color,
        expires_at: row.expires_at,
        own: actor.has_session() && row.account_id == actor.account,
        bot,
    }))
}

/// Who may accept a seek.
enum Audience {
    Everybody,
    Player(i32),
    WhoeverHasTheLink,
}

impl Audience {
    const fn player(&self) -> Option<i32> {
        match self {
            Audience::Player(player) => Some(*player),
            Audience::Everybody | Audience::WhoeverHasTheLink => None,
        }
    }
}

/// Stores a seek for whom `to` finds.
fn put(
    live: &Live,
    (account, player): (i32, i32),
    terms: &Terms,
    color: Option<Color>,
    to: impl Fn(&mut AnyConnection) -> Result<Audience>,
) -> Result<SeekId> {
    let now = live.moments().on_the_wall();
    let id: SeekId = live.chance().bytes(Purpose::Offer);
    let stands = if terms.pace.is_correspondence() { CORRESPONDENCE_STANDS } else { OFFER_STANDS };
    let asked = live.app().write(|conn| {
        let audience = to(conn)?;
        let to = audience.player();
        if let Some(to) = to {
            may_be_rated(conn, terms, [player, to])?;
        }
        if seeks::for_account(conn, account, MOST_LISTED)?
            .iter()
            .filter(|row| row.expires_at > now)
            .count()
            >= MOST_OFFERS
        {
            return Err(Error::conflict(refusal!(MOST_OFFERS, most = MOST_OFFERS)));
        }
        has_room(conn, account)?;
        let key = terms.key();
        seeks::add(
            conn,
            &NewSeekRow {
                public_id: id,
                player_id: player,
                account_id: account,
                to_player: to,
                terms: key.as_bytes(),
                color,
                by_link: matches!(audience, Audience::WhoeverHasTheLink),
                created_at: now,
                expires_at: now + stands,
            },
        )?;
        let asked = to.map(|player| accounts::by_player(conn, player)).transpose()?;
        let asked = asked.flatten().map(|account| account.id);
        let notice = Notice::GameRequest { by: player };
        let cause = request_cause(&id);
        let new = asked.map(|account| NewNotice { account, cause, notice });
        notices::publish(conn, new.into_iter().collect(), now)?;
        Ok::<_, Error>(asked)
    })?;
    live.notify(
        asked.into_iter().map(|account| (account, Notification::Offered { seek: id })).collect(),
    );
    Ok(id)
}

/// The player with this handle, if they can be asked.
fn asked(conn: &mut AnyConnection, own: i32, handle: &str) -> Result<i32> {
    let missing = || Error::missing(Thing::Player, handle);
    let named = players::by_handle(conn, handle)?.ok_or_else(missing)?;
    can_be_asked(conn, own, named.id, &[AccountState::Active])
}

/// Checks that an account other than the actor's, in one of these states, plays for this player.
fn can_be_asked(
    conn: &mut AnyConnection,
    own: i32,
    player: i32,
    states: &[AccountState],
) -> Result<i32> {
    if player == own {
        return Err(Error::conflict(refusals::PLAYS_ONESELF));
    }
    let account = accounts::by_player(conn, player)?;
    match account.filter(|account| states.contains(&account.state)) {
        Some(_) => Ok(player),
        None => {
            let name = players::canonical(conn, player)?.handle;
            Err(Error::conflict(refusal!(NOBODY_SIGNS_IN, name)))
        }
    }
}

/// Refuses rated games between a person and a bot that is not the site's own computer.
pub(super) fn may_be_rated(
    conn: &mut AnyConnection,
    terms: &Terms,
    players: [i32; 2],
) -> Result<()> {
    if terms.rated
        && players::bots_among(conn, &players)?.len() == 1
        && computers::among(conn, &players)?.is_empty()
    {
        return Err(Error::conflict(refusals::RATED_WITH_BOT));
    }
    Ok(())
}

/// The seat of a player in a game of an event. Online they need an account that can sign in and take
/// one more game; at a table anybody can play, since nobody moves by an account.
pub(super) fn seat_in_event(
    conn: &mut AnyConnection,
    venue: Venue,
    player: i32,
    name: impl MessageArgument,
) -> Result<SeatHolder> {
    if venue == Venue::Table {
        return Ok(SeatHolder { player, account: None });
    }
    let account = accounts::by_player(conn, player)?;
    let Some(account) = account.filter(|account| account.state == AccountState::Active) else {
        return Err(Error::conflict(refusal!(NOBODY_SIGNS_IN, name)));
    };
    has_room(conn, account.id)?;
    Ok(SeatHolder { player, account: Some(account.id) })
}

pub(super) fn has_room(conn: &mut AnyConnection, account: i32) -> Result<()> {
    let most = MOST_RUNNING as i64;
    let running = play_queries::running_for_account(conn, account, most)?;
    if running.len() >= MOST_RUNNING {
        return Err(Error::conflict(refusal!(MOST_RUNNING, most = MOST_RUNNING)));
    }
    Ok(())
}

/// Cancels the actor's own seek, or declines one to them.
pub fn take_back(live: &Live, actor: &Actor, id: &SeekId) -> Result<()> {
    close(live, actor, id, |row| row.account_id == actor.account)
}

/// Declines a seek to the actor, and tells its creator.
///
/// # Errors
/// Returns [`Error::NotFound`] for a seek that is gone or was not sent to the actor's player.
pub fn decline(live: &Live, actor: &Actor, id: &SeekId) -> Result<()> {
    close(live, actor, id, |_| false)
}

/// Removes a seek that was sent to the actor, or that they may cancel.
fn close(
    live: &Live,
    actor: &Actor,
    id: &SeekId,
    may_cancel: impl Fn(&SeekRow) -> bool,
) -> Result<()> {
    let own = player_of(actor, Act::PlayCasually)?;
    let now = live.moments().on_the_wall();
    let declined = live.app().write(|conn| {
        let row = seeks::by_public_id(conn, id)?.ok_or_else(no_offer)?;
        let is_cancelled = may_cancel(&row);
        if !is_cancelled && row.to_player != Some(own) {
            return Err(no_offer());
        }
        let was_there = seeks::remove(conn, row.id)?;
        if is_cancelled || !was_there {
            return Ok::<_, Error>(None);
        }
        notices::mark_answered(conn, actor.account, &request_cause(id), now)?;
        let declined = NewNotice {
            account: row.account_id,
            cause: format!("declined:{}", short_id_text(id)),
            notice: Notice::RequestDeclined { by: own },
        };
        notices::publish(conn, vec![declined], now)?;
        Ok(Some(row.account_id))
    })?;
    let notification = Notification::Declined { seek: *id };
    live.notify(declined.into_iter().map(|account| (account, notification)).collect());
    Ok(())
}

/// What the notice of a game request is caused by.
fn request_cause(id: &SeekId) -> String {
    format!("seek:{}", short_id_text(id))
}

fn no_offer() -> Error {
    Error::not_found(refusals::NO_OFFER)
}

/// In a rematch, a game by the same terms right after the last one, the computer plays as it did.
fn keep_personality(
    conn: &mut AnyConnection,
    (own, other): (i32, i32),
    new: &NewGame,
    made: i32,
) -> Result<()> {
    let Some(last) = play_queries::last_ended_for_account(conn, other)? else { return Ok(()) };
    // Only where ranks are hidden the computer has ways of playing.
    let is_same = last.seat_of(own).is_some() && !new.terms.rated && new.terms.rules.hides_ranks();
    let known = if is_same { computers::personality(conn, last.id)? } else { None };
    if let Some(personality) = known {
        computers::set_personality(conn, made, personality)?;
    }
    Ok(())
}

/// Accepts a seek and returns the new game. Only one of several actors succeeds.
///
/// # Errors
/// Returns [`Error::NotFound`] for a seek that is gone or for somebody else, and
/// [`Error::Conflict`] for the actor's own, and if either side has too many games.
pub fn accept(live: &Live, actor: &Actor, id: &SeekId) -> Result<PlayId> {
    let (player, account) = (player_of(actor, Act::PlayCasually)?, actor.account);
    let (id, made_by, is_guest) = (*id, live.clone(), actor.is_guest);
    let (now, today) = (live.moments().now(), live.moments().on_the_wall());
    let (play, seats) = live.writer().run(move |conn| {
        let row = seeks::by_public_id(conn, &id)?.ok_or_else(no_offer)?;
        if row.to_player.is_some_and(|to| to != player) || row.expires_at <= today {
            return Err(no_offer());
        }
        if row.account_id == account || row.player_id == player {
            return Err(Error::conflict(refusals::PLAYS_ONESELF));
        }
        let is_open = row.to_player.is_none() && row.by_link == 0;
        if is_guest && is_open {
            return Err(Error::SignIn);
        }
        if !seeks::accept(conn, row.id, today)? {
            return Err(no_offer());
        }
        // The computer has as many games as the site lets it have.
        if computers::among(conn, &[player])?.is_empty() {
            has_room(conn, account)?;
        } else {
            has_room_against_computer(conn, row.account_id)?;
        }
        has_room(conn, row.account_id)?;
        let seeker = SeatHolder { player: row.player_id, account: Some(row.account_id) };
        let own = SeatHolder { player, account: Some(account) };
        let color = row.color.unwrap_or_else(|| lot(made_by.chance()));
        let seats = ByColor::from_fn(|side| if side == color { seeker } else { own });
        let terms = terms_of(&row)?;
        may_be_rated(conn, &terms, [row.player_id, player])?;
        let new =
            NewGame { terms, seats, organisation: None, event: None, round: String::new(), now };
        let (play, made) = making::make(conn, &made_by, &new)?;
        keep_personality(conn, (account, row.account_id), &new, made)?;
        notices::mark_answered(conn, account, &request_cause(&id), today)?;
        let text = short_id_text(&play);
        let accepted = NewNotice {
            account: row.account_id,
            cause: format!("accepted:{text}"),
            notice: Notice::RequestAccepted { play: text, by: player },
        };
        notices::publish(conn, vec![accepted], today)?;
        Ok((play, seats))
    })?;
    live.play_created(&play, &seats);
    Ok(play)
}

pub(super) fn lot(chance: &Chance) -> Color {
    let [byte] = chance.bytes(Purpose::Lot);
    if byte & 1 == 0 { Color::White } else { Color::Black }
}

fn terms_of(row: &SeekRow) -> Result<Terms> {
    let text = std::str::from_utf8(&row.terms).ok();
    let terms = text.and_then(|text| Terms::parse(text).ok());
    terms.ok_or_else(|| Error::Internal(format!("the terms of seek {} do not read", row.id)))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rematch {
    Offered,
    /// The opponent had asked already; this is the new game.
    Play(PlayId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    pub own: Option<SeekId>,
    pub theirs: Option<SeekId>,
    /// The newest game between the two since.
    pub next: Option<PlayId>,
}

/// A finished game from the point of view of one of its players.
struct Over {
    row: PlayRow,
    /// The actor's account.
    account: i32,
    own: SeatHolder,
    other: SeatHolder,
    /// The actor's colour in the rematch.
    color: Color,
    terms: Terms,
}

/// The state of a rematch; `None` for non-players, during the game, and in events.
pub fn standing(live: &Live, actor: &Actor, id: &PlayId) -> Result<Option<Standing>> {
    let Some(over) = over(live, actor, id)? else { return Ok(None) };
    if over.terms.confirm != Confirm::AtOnce || over.other.account.is_none() {
        return Ok(None);
    }
    let now = live.moments().on_the_wall();
    let conn = &mut *live.app().store().read_connection()?;
    Ok(Some(Standing {
        own: own_offer(conn, &over, now)?.map(|row| row.public_id),
        theirs: their_offer(conn, &over, now)?.map(|row| row.public_id),
        next: next(conn, &over)?,
    }))
}

/// Requests a rematch, or accepts the opponent's request. Repeating it has no effect.
///
/// # Errors
/// Returns [`Error::Conflict`] during the game and in events.
pub fn rematch(live: &Live, actor: &Actor, id: &PlayId) -> Result<Rematch> {
    require(actor, Act::PlayCasually, ActTarget::Account(actor.account), false)?;
    seat_at(live, actor, id)?;
    let own = player_of(actor, Act::PlayCasually)?;
    let over = over(live, actor, id)?.ok_or_else(|| Error::conflict(refusals::PLAY_NOT_OVER))?;
    if over.terms.confirm != Confirm::AtOnce {
        return Err(Error::conflict(refusals::REMATCH_OF_EVENT));
    }
    let now = live.moments().on_the_wall();
    let (mine, theirs) = {
        let conn = &mut *live.app().store().connection()?;
        (own_offer(conn, &over, now)?, their_offer(conn, &over, now)?)
    };
    match (theirs, mine) {
        (Some(seek), _) => Ok(Rematch::Play(accept(live, actor, &seek.public_id)?)),
        (None, Some(_)) => Ok(Rematch::Offered),
        (None, None) => {
            let to = over.other.player;
            put(live, (actor.account, own), &over.terms, Some(over.color), |conn| {
                // The opponent may have been merged into another player.
                let to = players::canonical(conn, to)?.id;
                let states = [AccountState::Active, AccountState::Guest];
                can_be_asked(conn, own, to, &states).map(Audience::Player)
            })?;
            Ok(Rematch::Offered)
        }
    }
}

/// The game, if it is finished and the actor played in it.
fn over(live: &Live, actor: &Actor, id: &PlayId) -> Result<Option<Over>> {
    let session = live.session(id)?;
    let Some(color) = viewer_of(&session.row, actor).color() else { return Ok(None) };
    let (over, terms) =
        session.look(live, |open| Ok((open.play.state().is_over(), *open.play.terms())))?;
    let row = session.row.clone();
    let (own, other) = (row.seats[color], row.seats[color.opponent()]);
    Ok(over.then_some(Over {
        row,
        account: actor.account,
        own,
        other,
        color: color.opponent(),
        terms,
    }))
}

fn is_rematch(over: &Over, row: &SeekRow, color: Color, now: Micros) -> bool {
    let same = row.terms == over.terms.key().as_bytes();
    same && row.color == Some(color) && row.expires_at > now
}

fn own_offer(conn: &mut AnyConnection, over: &Over, now: Micros) -> Result<Option<SeekRow>> {
    let all = seeks::for_account(conn, over.account, MOST_LISTED)?;
    let to_them = |row: &SeekRow| row.to_player == Some(over.other.player);
    Ok(all.into_iter().find(|row| to_them(row) && is_rematch(over, row, over.color, now)))
}

fn their_offer(conn: &mut AnyConnection, over: &Over, now: Micros) -> Result<Option<SeekRow>> {
    let all = seeks::invitations_to_players(conn, &[over.own.player], now, MOST_LISTED as usize)?;
    let theirs = |row: &SeekRow| over.other.account == Some(row.account_id);
    Ok(all.into_iter().find(|row| theirs(row) && is_rematch(over, row, over.color.opponent(), now)))
}

/// The newest running game of the two created after this one.
fn next(conn: &mut AnyConnection, over: &Over) -> Result<Option<PlayId>> {
    let all = play_queries::running_for_account(conn, over.account, MOST_LISTED)?;
    let Some(other) = over.other.account else { return Ok(None) };
    let found = all.into_iter().find(|row| row.id > over.row.id && row.seat_of(other).is_some());
    Ok(found.map(|row| row.public_id))
}
