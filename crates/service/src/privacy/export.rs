//! Export of an account's personal data, part by part, so that it is never in memory as a whole.

use adjutant_domain::account::age::AgeBand;
use adjutant_domain::account::roles::{self, Duties};
use adjutant_domain::contest::fair_play::cases::CaseStep;
use adjutant_domain::game::AnyRecord;
use adjutant_domain::moment::Micros;
use adjutant_domain::notice::NoticeSettings;
use adjutant_store::accounts::AccountRow;
use adjutant_store::play_reports::ReportRow;
use adjutant_store::plays::{PlayRow, State as PlayState};
use adjutant_store::seal::SealedKind;
use adjutant_store::sessions::OpenSession;
use adjutant_store::tokens::TokenRow;
use adjutant_store::{
    AnyConnection, accounts, claims as claim_rows, data_export, notices as notice_rows, passkeys,
    play_notes, play_queries, play_reports, player_pictures, players as player_rows,
    profiles as profile_rows, push_subscriptions, seeks, sessions, tokens,
};
use ledger_ratings::{Ledger, Pool};
use salpakan::record::short_id_text;
use salpakan::rules::Color;

use super::super::access::{Act, Actor};
use super::super::accounts::{AccountDetails, OwnPasskey};
use super::super::audit::{self, Action, AuditEntry, ShownEntry};
use super::super::claims::{self, Claim};
use super::super::collections::{self, Collection};
use super::super::contests;
use super::super::follows::{self, Follow};
use super::super::games::{self, Filter, GameSummary};
use super::super::notices::{self, ShownNotice};
use super::super::own_set_ups::{self, SetUp};
use super::super::profiles::{self, Profile};
use super::super::ratings::{self, NamedEntry};
use super::super::reviews::{self, Review};
use super::super::stored::{self, Sealed};
use super::super::{App, Error, Result, Thing};
use super::allowed;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    pub organisation: String,
    pub club: String,
    pub province: String,
    /// Non-public details, included if the organisation or the operator has confirmed that the
    /// account belongs to this person, which a handle alone does not show.
    pub details: Option<Details>,
    pub verified_at: Option<Micros>,
    pub joined_at: Micros,
}

/// Details of a member for the organisation's officials only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    pub reference: String,
    pub real_name: String,
    pub age: AgeBand,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    pub organisation: String,
    pub role: Option<roles::OrganisationRole>,
    /// The event's slug; `None` for all events.
    pub event: Option<String>,
    pub duties: Duties,
    pub granted_at: Micros,
}

#[derive(Debug, Clone)]
pub struct Standing {
    pub pool: &'static Pool,
    /// The figures without the packed history, which follows entry by entry.
    pub ledger: Ledger,
}

/// The effect of a rated game on a rating.
#[derive(Debug, Clone)]
pub struct Rated {
    pub pool: &'static Pool,
    pub entry: NamedEntry,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seek {
    /// The id as in addresses.
    pub id: String,
    /// The handle of the requested opponent; `None` for an open game.
    pub to: Option<String>,
    /// `None` for random.
    pub color: Option<Color>,
    pub created_at: Micros,
    pub expires_at: Micros,
}

/// A live game, current or past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The id as in addresses.
    pub id: String,
    pub color: Color,
    pub state: PlayState,
    pub rated: bool,
    pub created_at: Micros,
    pub ended_at: Option<Micros>,
    /// The account's own notes on enemy pieces; may be empty.
    pub notes: String,
}

#[derive(Debug, Clone)]
pub enum Part {
    Account(AccountDetails),
    /// The player with their profile.
    Player(Profile),
    /// The player's picture, a JPEG.
    Picture(Vec<u8>),
    Membership(Membership),
    /// What an event knows of the person.
    EventDetails(contests::OwnPersonalDetails),
    Role(Role),
    Claim(Claim),
    Session(OpenSession),
    Passkey(OwnPasskey),
    Token(TokenRow),
    SetUp(SetUp),
    Review(Box<Review>),
    Collection(Box<Collection>),
    Seek(Seek),
    Notice(Box<ShownNotice>),
    NoticeSettings(Box<NoticeSettings>),
    /// A browser that shows notices: the host of its push service, and since when.
    Browser(String, Micros),
    Report(ReportRow),
    /// What the account wrote in a case about fair play.
    Case(Box<CaseStep>),
    Follow(Follow),
    Audit(Box<ShownEntry>),
    Standing(Box<Standing>),
    Rated(Rated),
    /// A live game; its record is part of the games.
    Play(Played),
    /// A game, finished or not.
    Game(Box<GameSummary>),
    /// The complete record of a finished game, with its set-ups.
    Record(Box<AnyRecord>),
}

impl Part {
    /// The key in the file; frozen.
    pub const fn key(&self) -> &'static str {
        match self {
            Part::Account(_) => "account",
            Part::Player(_) => "player",
            Part::Picture(_) => "picture",
            Part::Membership(_) => "membership",
            Part::EventDetails(_) => "event-details",
            Part::Role(_) => "role",
            Part::Claim(_) => "claim",
            Part::Session(_) => "session",
            Part::Passkey(_) => "passkey",
            Part::Token(_) => "token",
            Part::SetUp(_) => "set-up",
            Part::Review(_) => "review",
            Part::Collection(_) => "collection",
            Part::Seek(_) => "seek",
            Part::Notice(_) => "notice",
            Part::NoticeSettings(_) => "notice-settings",
            Part::Browser(..) => "browser",
            Part::Report(_) => "report",
            Part::Case(_) => "case",
            Part::Follow(_) => "follow",
            Part::Audit(_) => "audit",
            Part::Standing(_) => "standing",
            Part::Rated(_) => "rating",
            Part::Play(_) => "play",
            Part::Game(_) => "game",
            Part::Record(_) => "record",
        }
    }
}

/// Hands on a part, unless the receiver has had enough.
type Give<'a> = &'a mut dyn FnMut(Part) -> Result<(), Halt>;

/// Why an export ends before its end.
enum Halt {
    Enough,
    Failed(Error),
}

impl<E: Into<Error>> From<E> for Halt {
    fn from(error: E) -> Halt {
        Halt::Failed(error.into())
    }
}

/// Passes all personal data of an account to `give`, in the order of [`Part`], until it returns
/// `false`.
///
/// Passwords, tokens, hashes and set-ups of unfinished games are not included; saved set-ups are.
pub fn export(
    app: &App,
    actor: &Actor,
    account: i32,
    now: Micros,
    give: &mut dyn FnMut(&Part) -> bool,
) -> Result<()> {
    let acting_as = allowed(actor, Act::ExportOwn, account)?;
    let row = app.write(|conn| {
        let row = accounts::undeleted(conn, account)?;
        let row = row.ok_or_else(|| Error::missing(Thing::Account, account.to_string()))?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::AccountExported, now);
        audit::write(conn, &entry.subject(account))?;
        Ok::<_, Error>(row)
    })?;
    let give = &mut |part: Part| if give(&part) { Ok(()) } else { Err(Halt::Enough) };
    match give_all(app, actor, (account, row), give) {
        Err(Halt::Failed(error)) => Err(error),
        Ok(()) | Err(Halt::Enough) => Ok(()),
    }
}

fn give_all(
    app: &App,
    actor: &Actor,
    (account, row): (i32, AccountRow),
    give: Give<'_>,
) -> Result<(), Halt> {
    let player = row.player_id;
    give(Part::Account(row.into()))?;
    let mut conn = app.store().connection()?;
    if let Some(player) = player {
        give_person(&mut conn, (account, player), give)?;
    }
    give_access(&mut conn, account, give)?;
    for one in own_set_ups::of_account(app, &mut conn, account)? {
        give(Part::SetUp(one))?;
    }
    for one in reviews::of_account(&mut conn, actor, account)? {
        give(Part::Review(Box::new(one)))?;
    }
    for one in collections::collections_of_account(&mut conn, actor, account)? {
        give(Part::Collection(Box::new(one)))?;
    }
    give_seeks_and_reports(&mut conn, account, give)?;
    for one in follows::of_account(&mut conn, account)? {
        give(Part::Follow(one))?;
    }
    for one in notices::of_account(app, &mut conn, account)? {
        give(Part::Notice(Box::new(one)))?;
    }
    if let Some(own) = notice_rows::settings(&mut conn, &[account])?.remove(&account) {
        give(Part::NoticeSettings(Box::new(own)))?;
    }
    for one in push_subscriptions::for_account(&mut conn, account)? {
        let host = one.endpoint.split('/').nth(2).unwrap_or_default().to_owned();
        give(Part::Browser(host, one.made_at))?;
    }
    drop(conn);
    give_trail(app, actor, account, give)?;
    if let Some(player) = player {
        give_ratings(app, player, give)?;
        give_plays(app, (account, player), give)?;
        give_games(app, player, give)?;
    }
    Ok(())
}

/// The player with their profile, and memberships.
fn give_person(
    conn: &mut AnyConnection,
    (account, player): (i32, i32),
    give: Give<'_>,
) -> Result<(), Halt> {
    give(Part::Player(profiles::of_player(conn, player)?))?;
    let shown = player_rows::canonical(conn, player)?.id;
    if let Some((jpeg, _)) = player_pictures::find(conn, shown)? {
        give(Part::Picture(jpeg))?;
    }
    let everybody = profile_rows::with_merged_players(conn, player)?;
    let sure = claim_rows::confirming_organisations(conn, account, &everybody)?;
    for row in data_export::memberships(conn, &everybody)? {
        let is_sure = sure.iter().any(|by| *by == 0 || *by == row.organisation_id);
        give(Part::Membership(Membership {
            organisation: row.organisation,
            club: row.club,
            province: row.province,
            details: is_sure.then(|| Details {
                reference: row.reference,
                real_name: row.real_name,
                age: AgeBand::from_number(row.age_band),
            }),
            verified_at: row.verified_at.if_ever(),
            joined_at: row.joined_at,
        }))?;
    }
    for one in contests::personal_details_of_account(conn, (account, &everybody), &sure)? {
        give(Part::EventDetails(one))?;
    }
    Ok(())
}

fn give_access(conn: &mut AnyConnection, account: i32, give: Give<'_>) -> Result<(), Halt> {
    for (organisation, role, event, duties, granted_at) in data_export::roles(conn, account)? {
        let (role, duties) =
            (roles::OrganisationRole::from_number(role), Duties::from_bits(duties));
        give(Part::Role(Role { organisation, role, event, duties, granted_at }))?;
    }
    for one in claims::of_account(conn, account)? {
        give(Part::Claim(one))?;
    }
    for session in sessions::for_account(conn, account)?.into_iter().rev() {
        give(Part::Session(session))?;
    }
    for passkey in passkeys::for_account(conn, account)? {
        give(Part::Passkey(OwnPasskey::from(passkey)))?;
    }
    for token in tokens::for_account(conn, account, i64::MAX)?.into_iter().rev() {
        give(Part::Token(token))?;
    }
    Ok(())
}

fn give_seeks_and_reports(
    conn: &mut AnyConnection,
    account: i32,
    give: Give<'_>,
) -> Result<(), Halt> {
    for row in seeks::for_account(conn, account, i64::MAX)? {
        let to = row.to_player.map(|player| player_rows::canonical(conn, player)).transpose()?;
        give(Part::Seek(Seek {
            id: short_id_text(&row.public_id),
            to: to.map(|named| named.handle),
            color: row.color,
            created_at: row.created_at,
            expires_at: row.expires_at,
        }))?;
    }
    for row in play_reports::for_account(conn, account, i64::MAX)? {
        give(Part::Report(row))?;
    }
    for step in contests::authored_entries(conn, account)? {
        give(Part::Case(Box::new(step)))?;
    }
    Ok(())
}

fn give_trail(app: &App, actor: &Actor, account: i32, give: Give<'_>) -> Result<(), Halt> {
    let view = audit::AuditView::all_of(audit::AuditScope::Account(account));
    let mut before = None;
    loop {
        let page = audit::page(app, actor, &view, before, audit::MAX_PAGE_ENTRIES)?;
        for shown in page.entries {
            give(Part::Audit(Box::new(shown)))?;
        }
        match page.next {
            None => return Ok(()),
            next => before = next,
        }
    }
}

/// Entries of a rating that are named at once.
const ENTRIES: usize = 1_000;

/// Ratings, game by game.
fn give_ratings(app: &App, player: i32, give: Give<'_>) -> Result<(), Halt> {
    for (pool, ledger) in ratings::of_player(app, player)? {
        let figures = Ledger { history: Vec::new(), ..ledger.clone() };
        give(Part::Standing(Box::new(Standing { pool, ledger: figures })))?;
        for some in ledger.entries(pool)?.chunks(ENTRIES) {
            for entry in ratings::named(app, some)? {
                give(Part::Rated(Rated { pool, entry }))?;
            }
        }
    }
    Ok(())
}

const GAMES: usize = 200;

/// Live games, those with White first; running ones before finished ones.
fn give_plays(app: &App, (account, player): (i32, i32), give: Give<'_>) -> Result<(), Halt> {
    let mut conn = app.store().connection()?;
    for color in Color::ALL {
        let mut after = (Micros::NEVER, 0);
        loop {
            let rows = play_queries::for_player(&mut conn, player, color, after, GAMES as i64)?;
            let Some(last) = rows.last() else { break };
            after = (last.ended_at, last.id);
            for row in &rows {
                give(Part::Play(played(app, &mut conn, row, (account, color))?))?;
            }
        }
    }
    Ok(())
}

fn played(
    app: &App,
    conn: &mut AnyConnection,
    row: &PlayRow,
    (account, color): (i32, Color),
) -> Result<Played> {
    // Notes of another account for the same player are not included.
    let sealed = match row.seat_of(account).filter(|seat| seat.color() == color) {
        Some(seat) => play_notes::for_seat(conn, seat)?,
        None => None,
    };
    let notes = match sealed {
        Some(body) => app.sealer().open(SealedKind::Notes(color), &row.public_id, &body)?,
        None => Vec::new(),
    };
    Ok(Played {
        id: short_id_text(&row.public_id),
        color,
        state: row.state,
        rated: row.rated,
        created_at: row.created_at,
        ended_at: row.ended_at.if_ever(),
        notes: String::from_utf8_lossy(&notes).into_owned(),
    })
}

/// Games, with the records of finished ones.
fn give_games(app: &App, player: i32, give: Give<'_>) -> Result<(), Halt> {
    let mut conn = app.store().connection()?;
    let handle = player_rows::canonical(&mut conn, player)?.handle;
    let filter = Filter { player: Some(handle), ..Filter::default() };
    let mut cursor = None;
    loop {
        let (rows, next) = games::find_rows(&mut conn, &filter, cursor, GAMES)?;
        let summaries = games::summaries(&mut conn, rows.clone())?;
        let raws = stored::read_many(&mut conn, rows, Sealed::Leave)?;
        for (summary, raw) in summaries.into_iter().zip(raws) {
            give(Part::Game(Box::new(summary)))?;
            if let Some(record) = raw.decode()?.whole() {
                give(Part::Record(Box::new(record)))?;
            }
        }
        match next {
            None => return Ok(()),
            next => cursor = next,
        }
    }
}
