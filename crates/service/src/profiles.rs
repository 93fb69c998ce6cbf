//! Profiles: what people state about themselves, and who can see it.
//!
//! Handle and results are public. A display name is public, a real name if its holder chooses so;
//! those of minors never are.

use adjutant_domain::account::age::AgeBand;
use adjutant_domain::account::handle::has_invisible;
use adjutant_domain::account::totp::percent_encoded;
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::AccountState;
use adjutant_store::players::{self as player_rows, PlayerRowState, Privacy};
use adjutant_store::profiles::{self as rows, ProfileRow};
use adjutant_store::{AnyConnection, accounts, player_pictures};
use ledger_ratings::{Ledger, Pool, Titles};
use serde::Serialize;
use utoipa::ToSchema;

use super::access::{Act, ActTarget, Actor, require};
use super::audit::{self, Action, AuditEntry, Field, Hidden};
use super::games::GameSummary;
use super::members::{self, Affiliation};
use super::players::{self, OpponentScore, Player, Score, Streaks, TerminationScore};
use super::records::date_of;
use super::strength::{self, StrengthScore};
use super::{App, Error, Result, bots, leaderboard, persons, pools, ratings, refusals};

/// The profile as its holder sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub handle: String,
    pub display_name: String,
    pub real_name: String,
    pub real_name_public: bool,
    pub age: AgeBand,
    /// Consent to the leaderboard place of a minor.
    pub guardian_agrees: bool,
    /// A line about themselves; empty for none.
    pub about: String,
    /// Empty for none.
    pub club: String,
    /// The digest of the picture, if any.
    pub picture: Option<String>,
    pub privacy: Privacy,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewProfile {
    pub display_name: String,
    pub real_name: String,
    pub real_name_public: bool,
    pub age: AgeBand,
    pub guardian_agrees: bool,
    pub about: String,
    pub club: String,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Default, Serialize, ToSchema)]
#[schema(as = PlayerResponse)]
pub struct PlayerProfile {
    pub handle: String,
    /// Whether the player is a bot.
    pub bot: bool,
    /// The name that the player chose; null if there is none, and for everybody under 18.
    pub display_name: Option<String>,
    /// The real name, if the player made it public.
    pub real_name: Option<String>,
    /// A line that the player wrote about themselves; null if there is none, and for everybody under 18.
    pub about: Option<String>,
    /// The club that the player names; likewise.
    pub club: Option<String>,
    /// The address of the player's picture, a JPEG of 256 pixels a side; likewise.
    pub picture: Option<String>,
    pub affiliations: Vec<Affiliation>,
    pub ratings: Vec<PoolRating>,
    pub all: Score,
    pub as_white: Score,
    pub as_black: Score,
    pub by_strength: Vec<StrengthScore>,
    pub by_termination: Vec<TerminationScore>,
    pub streaks: Streaks,
    /// The most frequent opponents, at most ten.
    pub opponents: Vec<OpponentScore>,
    /// Whether the results, without those by strength, cover the newest 5,000 games only.
    pub partial: bool,
    /// Whether the player has an account, and so can be asked for a game.
    #[serde(skip)]
    pub plays_here: bool,
}

/// A rating in a pool.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = RatingItem)]
pub struct PoolRating {
    #[serde(rename = "pool")]
    pub key: &'static str,
    pub rating: i32,
    pub deviation: i32,
    pub provisional: bool,
    /// The key of the site's title, or the name of an organisation's own title.
    pub title: Option<String>,
    pub peak: Option<i32>,
    /// The place on the leaderboard; null if the player has none.
    pub place: Option<usize>,
    pub games: u32,
    pub last_day: String,
    /// The number of players on the leaderboard.
    #[serde(skip)]
    pub total: usize,
    #[serde(skip)]
    pub pool: &'static Pool,
    #[serde(skip)]
    pub ledger: Ledger,
    #[serde(skip)]
    pub titles: Titles,
}

/// Maximum length of display name and real name, in characters.
pub const LONGEST_NAME: usize = 60;
/// Maximum length of the line about oneself, in characters.
pub const LONGEST_ABOUT: usize = 160;

pub(super) fn of_player(conn: &mut AnyConnection, player: i32) -> Result<Profile> {
    let own = player_rows::canonical(conn, player)?;
    let row = rows::for_player(conn, own.id)?;
    Ok(Profile {
        picture: player_pictures::digest(conn, own.id)?,
        about: row.about,
        club: row.club,
        handle: own.handle,
        display_name: row.display_name,
        real_name: row.real_name,
        real_name_public: row.real_name_public != 0,
        age: AgeBand::from_number(row.age_band),
        guardian_agrees: row.guardian_agrees != 0,
        privacy: own.privacy,
    })
}

/// The actor's own profile; `None` for an account without a player.
pub fn own(app: &App, actor: &Actor) -> Result<Option<Profile>> {
    require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    let Some(player) = actor.player else { return Ok(None) };
    require(actor, Act::KeepProfile, ActTarget::Player(player), false)?;
    Ok(Some(of_player(&mut *app.store().read_connection()?, player)?))
}

/// Changes the actor's own profile.
pub fn edit(app: &App, actor: &Actor, new: &NewProfile, now: Micros) -> Result<Profile> {
    require(actor, Act::KeepAccount, ActTarget::Account(actor.account), false)?;
    let no_player = || Error::conflict(refusals::NO_PLAYER);
    let player = actor.player.ok_or_else(no_player)?;
    let acting_as = require(actor, Act::KeepProfile, ActTarget::Player(player), false)?;
    let row = checked(new)?;
    let (profile, changed) = app.write(|conn| {
        let before = of_player(conn, player)?;
        let privacy = rows::upsert(conn, player, &row)?;
        let after = Profile { privacy, ..of_player(conn, player)? };
        let entry =
            AuditEntry::for_actor(actor, acting_as, Action::PlayerChanged, now).player(player);
        let entry = told(entry.subject(actor.account), &before, &after);
        if !entry.has_no_changes() {
            audit::write(conn, &entry)?;
        }
        let changed = before.privacy != after.privacy;
        Ok::<_, Error>((after, changed))
    })?;
    match changed {
        true => persons::changed(app, &[player])?,
        false => app.editions().raise(),
    }
    Ok(profile)
}

/// Adds the changes to the entry; names and age without their values.
fn told(entry: AuditEntry, before: &Profile, after: &Profile) -> AuditEntry {
    let hidden = [
        (Hidden::DisplayName, before.display_name != after.display_name),
        (Hidden::RealName, before.real_name != after.real_name),
        (Hidden::AgeBand, before.age != after.age),
        (Hidden::GuardianAgrees, before.guardian_agrees != after.guardian_agrees),
        (Hidden::About, before.about != after.about),
        (Hidden::Affiliation, before.club != after.club),
    ];
    let entry = hidden
        .into_iter()
        .filter(|(_, changed)| *changed)
        .fold(entry, |entry, (field, _)| entry.with_hidden_change(field));
    entry.with_change(Field::RealNamePublic, before.real_name_public, after.real_name_public)
}

fn checked(new: &NewProfile) -> Result<ProfileRow> {
    Ok(ProfileRow {
        display_name: line("display_name", &new.display_name, LONGEST_NAME)?,
        real_name: line("real_name", &new.real_name, LONGEST_NAME)?,
        real_name_public: i16::from(new.real_name_public),
        age_band: new.age as i16,
        guardian_agrees: i16::from(new.guardian_agrees && new.age.is_minor()),
        about: line("about", &new.about, LONGEST_ABOUT)?,
        club: line("club", &new.club, LONGEST_NAME)?,
    })
}

/// Validates a line, which may be empty.
fn line(field: &'static str, written: &str, most: usize) -> Result<String> {
    if has_invisible(written) {
        return Err(Error::invalid(field, refusals::UNSEEN));
    }
    let text = written.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > most {
        return Err(Error::invalid(field, refusal!(LONG_NAME, most)));
    }
    Ok(text)
}

/// What a player shows of themselves, without results; nothing of a minor.
pub fn shown(app: &App, player: &Player) -> Result<PlayerProfile> {
    let mut conn = app.store().read_connection()?;
    let own = player_rows::by_id(&mut conn, player.id)?;
    let public =
        own.is_some_and(|row| !row.privacy.is_private() && row.state == PlayerRowState::Ordinary);
    let handle = player.handle.clone();
    if !public {
        return Ok(PlayerProfile { handle, ..PlayerProfile::default() });
    }
    let row = rows::for_player(&mut conn, player.id)?;
    let real_name = Some(row.real_name).filter(|_| row.real_name_public != 0);
    let present = |name: &String| !name.is_empty();
    Ok(PlayerProfile {
        handle,
        display_name: Some(row.display_name).filter(present),
        real_name: real_name.filter(present),
        about: Some(row.about).filter(present),
        club: Some(row.club).filter(present),
        picture: player_pictures::digest(&mut conn, player.id)?
            .map(|digest| picture_address(&player.handle, &digest)),
        affiliations: members::player_affiliations(&mut conn, player.id)?,
        bot: bots::is_bot(&mut conn, player.id)?,
        plays_here: accounts::by_player(&mut conn, player.id)?
            .is_some_and(|account| account.state == AccountState::Active),
        ..PlayerProfile::default()
    })
}

/// The address of a picture; its digest makes it change with the picture.
fn picture_address(handle: &str, digest: &str) -> String {
    let handle = percent_encoded(handle);
    format!("/players/{handle}/picture.jpg?digest={digest}")
}

/// A player with ratings and results, and the newest `recent` games.
pub fn profile(
    app: &App,
    player: &Player,
    recent: usize,
) -> Result<(PlayerProfile, Vec<GameSummary>)> {
    let ledgers = ratings::of_player(app, player.id)?;
    let by_strength = strength::results(app, &ledgers)?;
    let (summary, games) = players::summary_and_newest(app, player, recent)?;
    let rating = |(pool, ledger)| rating(app, player.id, pool, ledger);
    let profile = PlayerProfile {
        ratings: ledgers.into_iter().map(rating).collect::<Result<_>>()?,
        all: summary.all,
        as_white: summary.as_white,
        as_black: summary.as_black,
        by_strength,
        by_termination: summary.terminations,
        streaks: summary.streaks,
        opponents: summary.opponents,
        partial: summary.partial,
        ..shown(app, player)?
    };
    Ok((profile, games))
}

fn rating(app: &App, player: i32, pool: &'static Pool, ledger: Ledger) -> Result<PoolRating> {
    let standing = leaderboard::board(app, pool)?.standing(i64::from(player));
    let total = standing.as_ref().map_or(0, |standing| standing.position.total);
    let placed = standing.filter(|standing| standing.shortfalls.is_empty());
    let provisional = pool.is_provisional(ledger.glicko.deviation);
    let titles = pools::titles(app, pool)?;
    let title = titles.of(ledger.glicko.rating).filter(|_| !provisional);
    Ok(PoolRating {
        key: pool.key,
        rating: ledger.glicko.whole_points(),
        deviation: ledger.glicko.whole_deviation(),
        provisional,
        title: title.map(|title| title.word().to_owned()),
        peak: ledger.peak.map(|peak| (peak + 50) / 100),
        place: placed.map(|standing| standing.position.place),
        games: ledger.totals.games(),
        last_day: date_of(ledger.last_day),
        total,
        pool,
        ledger,
        titles,
    })
}
