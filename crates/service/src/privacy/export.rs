//! Export of an account's personal data, part by part, so that it is never in memory as a whole.

mod plays;

use adjutant_domain::account::age::AgeBand;
use adjutant_domain::account::roles::{self, Duties, SiteRole};
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_store::plays::State as PlayState;
use adjutant_store::transaction::in_transaction;
use adjutant_store::{
    AnyConnection, claims as claim_rows, data_export, id_sequence, players as player_rows,
    profiles as profile_rows,
};
use ledger_ratings::{Ledger, Pool};
use salpakan::record::JudgedRecord;
use salpakan::rules::Color;

use super::super::access::{Act, Actor};
use super::super::audit::{self, Action, ShownEntry};
use super::super::claims::{self, Claim};
use super::super::collections::{self, Collection};
use super::super::games::{self, Filter, GameSummary};
use super::super::merging::entry;
use super::super::own_set_ups::{self, SetUp};
use super::super::profiles::{self, Profile};
use super::super::ratings::{self, NamedEntry};
use super::super::records::StoredGame;
use super::super::reviews::{self, Review};
use super::super::stored::{self, Sealed};
use super::super::{App, Error, Result, Thing};
use super::allowed;

/// The account; times in microseconds since 1970, `None` for never.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub name: String,
    pub email: String,
    pub email_confirmed: bool,
    pub site_role: SiteRole,
    pub second_factor: bool,
    pub language: String,
    pub created_at: i64,
    pub signed_in_at: Option<i64>,
    pub password_at: Option<i64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    pub organisation: String,
    pub club: String,
    pub province: String,
    /// Non-public details, included if the organisation or the operator has confirmed that the
    /// account belongs to this person, which a handle alone does not show.
    pub details: Option<Details>,
    pub verified_at: Option<i64>,
    pub joined_at: i64,
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
    pub granted_at: i64,
}

/// A session without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub created_at: i64,
    pub seen_at: i64,
    pub second_factor: bool,
    pub agent: String,
}

/// An API token without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub name: String,
    pub scopes: TokenScopes,
    pub created_at: i64,
    pub expires_at: Option<i64>,
    pub used_at: Option<i64>,
    pub revoked_at: Option<i64>,
}

/// A rating.
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
    pub created_at: i64,
    pub expires_at: i64,
}

/// A live game, current or past.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The id as in addresses.
    pub id: String,
    pub color: Color,
    pub state: PlayState,
    pub rated: bool,
    pub created_at: i64,
    pub ended_at: Option<i64>,
    /// The account's own notes on enemy pieces; may be empty.
    pub notes: String,
}

/// A report of an opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub text: String,
    pub at: i64,
}

/// A part of the export.
#[derive(Debug, Clone)]
pub enum Part {
    Account(Account),
    /// The player with their profile.
    Player(Profile),
    Membership(Membership),
    Role(Role),
    Claim(Claim),
    Session(Session),
    Token(Token),
    /// A saved set-up.
    SetUp(SetUp),
    Review(Box<Review>),
    Collection(Box<Collection>),
    Seek(Seek),
    Report(Report),
    Audit(Box<ShownEntry>),
    Standing(Box<Standing>),
    Rated(Rated),
    /// A live game; its record is part of the games.
    Play(Played),
    /// A game, finished or not.
    Game(Box<GameSummary>),
    /// The complete record of a finished game, with its set-ups.
    Record(Box<JudgedRecord>),
}

impl Part {
    /// The key in the file; frozen.
    pub const fn key(&self) -> &'static str {
        match self {
            Part::Account(_) => "account",
            Part::Player(_) => "player",
            Part::Membership(_) => "membership",
            Part::Role(_) => "role",
            Part::Claim(_) => "claim",
            Part::Session(_) => "session",
            Part::Token(_) => "token",
            Part::SetUp(_) => "set-up",
            Part::Review(_) => "review",
            Part::Collection(_) => "collection",
            Part::Seek(_) => "seek",
            Part::Report(_) => "report",
            Part::Audit(_) => "audit",
            Part::Standing(_) => "standing",
            Part::Rated(_) => "rating",
            Part::Play(_) => "play",
            Part::Game(_) => "game",
            Part::Record(_) => "record",
        }
    }
}

/// Receives parts; returns whether to go on.
type Give<'a> = &'a mut dyn FnMut(&Part) -> bool;

/// Whether to go on.
type Goes = Result<bool>;

/// Passes all personal data of an account to `give`, in the order of [`Part`], until it returns
/// `false`.
///
/// Passwords, tokens, hashes and set-ups of unfinished games are not included; saved set-ups are.
pub fn export(app: &App, actor: &Actor, account: i32, now: i64, give: Give<'_>) -> Result<()> {
    let acting_as = allowed(actor, Act::ExportOwn, account)?;
    let mut conn = app.store().connection()?;
    let row = in_transaction(&mut conn, |conn| {
        id_sequence::lock_writer(conn)?;
        let row = data_export::account(conn, account)?;
        let row = row.ok_or_else(|| Error::missing(Thing::Account, account.to_string()))?;
        let entry = entry(actor, acting_as, Action::AccountExported, now).subject(account);
        audit::write(conn, &entry)?;
        Ok::<_, Error>(row)
    })?;
    let player = row.player_id;
    let goes = give(&Part::Account(account_of(row)))
        && person(&mut conn, (account, player), give)?
        && doors(&mut conn, account, give)?
        && set_ups(app, &mut conn, account, give)?
        && written(&mut conn, actor, account, give)?
        && plays::told(&mut conn, account, give)?;
    drop(conn);
    if !goes || !trail(app, actor, account, give)? {
        return Ok(());
    }
    match player {
        Some(player)
            if history(app, player, give)? && plays::plays(app, (account, player), give)? =>
        {
            played(app, player, give).map(|_| ())
        }
        _ => Ok(()),
    }
}

fn ever(at: i64) -> Option<i64> {
    Some(at).filter(|at| *at != 0)
}

fn account_of(row: data_export::ExportedAccountRow) -> Account {
    Account {
        name: row.name,
        email: row.email,
        email_confirmed: row.email_confirmed != 0,
        site_role: SiteRole::from_number(row.site_role),
        second_factor: row.totp_on != 0,
        language: row.language,
        created_at: row.created_at,
        signed_in_at: ever(row.signed_in_at),
        password_at: ever(row.password_at),
    }
}

/// Account, player and profile.
fn person(conn: &mut AnyConnection, (account, player): (i32, Option<i32>), give: Give<'_>) -> Goes {
    let Some(player) = player else { return Ok(true) };
    if !give(&Part::Player(profiles::of_player(conn, player)?)) {
        return Ok(false);
    }
    let everybody = profile_rows::with_merged_players(conn, player)?;
    let sure = claim_rows::confirming_organisations(conn, account, &everybody)?;
    for row in data_export::memberships(conn, &everybody)? {
        let is_sure = sure.iter().any(|by| *by == 0 || *by == row.organisation_id);
        let membership = Membership {
            organisation: row.organisation,
            club: row.club,
            province: row.province,
            details: is_sure.then(|| Details {
                reference: row.reference,
                real_name: row.real_name,
                age: AgeBand::from_number(row.age_band),
            }),
            verified_at: ever(row.verified_at),
            joined_at: row.joined_at,
        };
        if !give(&Part::Membership(membership)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Roles, claims, sessions and tokens.
fn doors(conn: &mut AnyConnection, account: i32, give: Give<'_>) -> Goes {
    let mut parts = Vec::new();
    for (organisation, role, event, duties, granted_at) in data_export::roles(conn, account)? {
        let (role, duties) =
            (roles::OrganisationRole::from_number(role), Duties::from_bits(duties));
        parts.push(Part::Role(Role { organisation, role, event, duties, granted_at }));
    }
    parts.extend(claims::of_account(conn, account)?.into_iter().map(Part::Claim));
    for (created_at, seen_at, second_factor, agent) in data_export::sessions(conn, account)? {
        let second_factor = second_factor != 0;
        parts.push(Part::Session(Session { created_at, seen_at, second_factor, agent }));
    }
    for (name, scopes, created_at, expires, used, revoked) in data_export::tokens(conn, account)? {
        let scopes = TokenScopes::from_bits(scopes);
        let (expires_at, used_at, revoked_at) = (ever(expires), ever(used), ever(revoked));
        parts.push(Part::Token(Token {
            name,
            scopes,
            created_at,
            expires_at,
            used_at,
            revoked_at,
        }));
    }
    Ok(parts.iter().all(give))
}

/// Saved set-ups.
fn set_ups(app: &App, conn: &mut AnyConnection, account: i32, give: Give<'_>) -> Goes {
    let all = own_set_ups::of_account(app, conn, account)?;
    Ok(all.into_iter().map(Part::SetUp).all(|part| give(&part)))
}

/// Reviews and collections.
fn written(conn: &mut AnyConnection, actor: &Actor, account: i32, give: Give<'_>) -> Goes {
    let all = reviews::of_account(conn, actor, account)?;
    let reviews = all.into_iter().map(|one| Part::Review(Box::new(one)));
    let all = collections::collections_of_account(conn, actor, account)?;
    let collections = all.into_iter().map(|one| Part::Collection(Box::new(one)));
    Ok(reviews.chain(collections).all(|part| give(&part)))
}

/// Entries of the audit log.
fn trail(app: &App, actor: &Actor, account: i32, give: Give<'_>) -> Goes {
    let view = audit::AuditView::all_of(audit::AuditScope::Account(account));
    let mut before = None;
    loop {
        let page = audit::page(app, actor, &view, before, audit::MAX_PAGE_ENTRIES)?;
        for shown in page.entries {
            if !give(&Part::Audit(Box::new(shown))) {
                return Ok(false);
            }
        }
        match page.next {
            None => return Ok(true),
            next => before = next,
        }
    }
}

/// Entries of a rating that are named at once.
const ENTRIES: usize = 1_000;

/// Ratings, game by game.
fn history(app: &App, player: i32, give: Give<'_>) -> Goes {
    for (pool, ledger) in ratings::of_player(app, player)? {
        let figures = Ledger { history: Vec::new(), ..ledger.clone() };
        if !give(&Part::Standing(Box::new(Standing { pool, ledger: figures }))) {
            return Ok(false);
        }
        for some in ledger.entries(pool)?.chunks(ENTRIES) {
            for entry in ratings::named(app, some)? {
                if !give(&Part::Rated(Rated { pool, entry })) {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// Games read per batch.
const GAMES: usize = 200;

/// Games, with the records of finished ones.
fn played(app: &App, player: i32, give: Give<'_>) -> Goes {
    let mut conn = app.store().connection()?;
    let handle = player_rows::canonical(&mut conn, player)?.handle;
    let filter = Filter { player: Some(handle), ..Filter::default() };
    let mut cursor = None;
    loop {
        let (rows, next) = games::find_rows(&mut conn, &filter, cursor, GAMES)?;
        let summaries = games::summaries(&mut conn, rows.clone())?;
        let raws = stored::read_many(&mut conn, rows, Sealed::Leave)?;
        for (summary, raw) in summaries.into_iter().zip(raws) {
            if !give(&Part::Game(Box::new(summary))) {
                return Ok(false);
            }
            if let StoredGame::Revealed(record) = raw.decode()?
                && !give(&Part::Record(Box::new(record.into_judged())))
            {
                return Ok(false);
            }
        }
        match next {
            None => return Ok(true),
            next => cursor = next,
        }
    }
}
