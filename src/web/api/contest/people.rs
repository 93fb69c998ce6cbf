//! Who takes part: registered by officials, one by one or in thousands, and by themselves.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::contest::arranged::TableId;
use crate::contest::teams::{Players, Table};
use crate::contest::{EntrantId, Spot};
use crate::service::Error;
use crate::service::access::Act;
use crate::service::contests::{self, Command, NewEntrant, NewTeam};

use super::super::super::bearer::Asker;
use super::super::super::error::ApiError;
use super::super::super::site::Site;
use super::super::{Keep, ask, json};
use super::teams::SentTeam;
use super::{Came, MOST_LIST, MOST_LONG, ToldAnswer, first, from_one, needed, now, taken, told};

/// So large is what somebody says of himself or of his team, in bytes.
const MOST_OWN: usize = 32 << 10;

/// Somebody who is to be registered.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentEntrant {
    /// A player's handle, or the name of a guest who is no player here.
    pub name: String,
    /// For the seeding, instead of the one in the organisation's pool; at most 4000.
    #[serde(default)]
    pub rating: Option<u32>,
    /// Instead of what the roster says.
    #[serde(default)]
    pub club: Option<String>,
    #[serde(default)]
    pub province: Option<String>,
}

/// People who are to be registered.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentEntrants {
    /// At most 3,000.
    #[serde(default)]
    pub entrants: Vec<SentEntrant>,
    /// Where teams take part, at most 500 of them.
    #[serde(default)]
    pub teams: Option<Vec<SentTeam>>,
    /// Whether they may take part who are not eligible.
    #[serde(default)]
    pub exception: bool,
}

/// What is told of people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PeopleDeed {
    /// Who waits, or had withdrawn, has a place.
    Admit,
    /// From the next round on: the game in progress is played. To forfeit that is a result.
    Withdraw,
    /// The fee is paid.
    Paid,
    Owes,
    /// He was seen on the day.
    There,
    Gone,
    /// Nobody is there any more: a new day begins.
    Clear,
}

/// What officials tell of people.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentPeople {
    #[serde(rename = "do")]
    pub deed: PeopleDeed,
    /// One of them, by his number in the event.
    #[serde(default)]
    pub entrant: Option<u32>,
    /// Or several: all or nobody.
    #[serde(default)]
    pub entrants: Vec<u32>,
}

/// What a player does himself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OwnDeed {
    Enter,
    /// He registers a `team` whose captain he is, or amends the one that he has.
    EnterTeam,
    /// Who of his team plays on which board, as its captain: the places of `players` among the members, from 1 on.
    LineUp,
    /// They withdraw, from the next round on.
    Leave,
    /// They take part again after they have withdrawn, as long as no round was published since.
    Return,
    /// They forfeit what is open at their table.
    Forfeit,
    /// He is there, where players check themselves in.
    Arrive,
    /// He says what came of a game that he plays.
    Say,
}

/// What a player tells of himself.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentOwn {
    #[serde(rename = "do")]
    pub deed: OwnDeed,
    #[serde(default = "first")]
    pub stage: usize,
    #[serde(default)]
    pub round: Option<usize>,
    #[serde(default)]
    pub table: Option<usize>,
    #[serde(default = "first")]
    pub game: usize,
    #[serde(default)]
    pub result: Option<Came>,
    #[serde(default)]
    pub team: Option<SentTeam>,
    #[serde(default)]
    pub players: Option<Vec<usize>>,
}

impl From<SentEntrant> for NewEntrant {
    fn from(sent: SentEntrant) -> NewEntrant {
        NewEntrant {
            name: sent.name,
            rating: sent.rating,
            club: sent.club.unwrap_or_default(),
            province: sent.province.unwrap_or_default(),
            unread: None,
        }
    }
}

impl SentPeople {
    fn commands(self) -> Result<Vec<Command>, Error> {
        if self.deed == PeopleDeed::Clear {
            return Ok(vec![Command::ClearCheckIn]);
        }
        let all: Vec<u32> = self.entrant.into_iter().chain(self.entrants).collect();
        if all.is_empty() {
            return Err(Error::invalid(
                "entrant",
                "name one by his number, or several as entrants",
            ));
        }
        let command = |entrant: u32| {
            let entrant = EntrantId(entrant);
            match self.deed {
                PeopleDeed::Admit => Command::Admit(entrant),
                PeopleDeed::Withdraw => Command::Withdraw(entrant),
                PeopleDeed::Paid => Command::Pay { entrant, paid: true },
                PeopleDeed::Owes => Command::Pay { entrant, paid: false },
                PeopleDeed::There => Command::CheckIn { entrant, present: true },
                PeopleDeed::Gone => Command::CheckIn { entrant, present: false },
                PeopleDeed::Clear => Command::ClearCheckIn,
            }
        };
        Ok(all.into_iter().map(command).collect())
    }
}

impl SentOwn {
    fn line_up(self) -> Result<Command, Error> {
        let at = Table {
            stage: from_one("stage", self.stage)?,
            round: from_one("round", needed("round", self.round)?)?,
            table: from_one("table", needed("table", self.table)?)?,
        };
        Ok(Command::HandIn { at, players: places(needed("players", self.players)?)? })
    }

    fn at(&self) -> Result<TableId, Error> {
        Ok(TableId {
            stage: from_one("stage", self.stage)?,
            round: from_one("round", needed("round", self.round)?)?,
            table: from_one("table", needed("table", self.table)?)?,
        })
    }

    fn said(&self) -> Result<Command, Error> {
        let spot = Spot {
            stage: from_one("stage", self.stage)?,
            round: from_one("round", needed("round", self.round)?)?,
            table: from_one("table", needed("table", self.table)?)?,
            game: from_one("game", self.game)?,
        };
        Ok(Command::Say { spot, result: needed("result", self.result)?.into() })
    }
}

/// Places among the members of a team, as people count them.
pub(super) fn places(players: Vec<usize>) -> Result<Players, Error> {
    let places = players.into_iter().map(|place| from_one("players", place));
    places.collect::<Result<Vec<usize>, Error>>().map(Players)
}

/// Registers people, all of them or nobody; or teams.
///
/// Players are known by their handles; who is none is a guest. What is wrong is told row by row. Who is registered
/// already with the same player stays as he is, so that a list that was corrected is sent again.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/entrants",
    operation_id = "enterPeople",
    params(("slug" = String, Path, description = "The event's name in addresses")),
    request_body(content = SentEntrants, example = json!({"entrants": [{"name": "Lakandula"}, {"name": "Maria Makiling", "rating": 1500, "club": "Knights"}]})),
    responses((status = 200, description = "All are registered", body = ToldAnswer,
        example = json!({"version": 3, "facts": 2}))),
)]
pub async fn enter(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let of = (&actor, Act::CheckIn, slug.as_str());
    let sent: SentEntrants = taken((&request, payload), &site, of, MOST_LIST).await?;
    if let Some(teams) = sent.teams {
        if !sent.entrants.is_empty() {
            return Err(Error::invalid("body", "it takes one of entrants and teams").into());
        }
        let list: Vec<NewTeam> = teams.into_iter().map(NewTeam::from).collect();
        let enter = move |app: &_| {
            let told = contests::enter_teams(app, &actor, &slug, &list, sent.exception, now());
            told.map(ToldAnswer::from)
        };
        return Ok(json(&ask(&site, enter).await?, Keep::Private));
    }
    let list: Vec<NewEntrant> = sent.entrants.into_iter().map(NewEntrant::from).collect();
    let enter = move |app: &_| {
        contests::enter_all(app, &actor, &slug, &list, sent.exception, now()).map(ToldAnswer::from)
    };
    Ok(json(&ask(&site, enter).await?, Keep::Private))
}

/// Who has a place, withdraws, pays, and is there.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/people",
    operation_id = "tellOfPeople",
    params(("slug" = String, Path, description = "The event's name in addresses")),
    request_body(content = SentPeople, example = json!({"do": "there", "entrants": [1, 2]})),
    responses((status = 200, description = "It is told", body = ToldAnswer,
        example = json!({"version": 5, "facts": 2}))),
)]
pub async fn tell(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let of = (&actor, Act::CheckIn, slug.as_str());
    let sent: SentPeople = taken((&request, payload), &site, of, MOST_LONG).await?;
    let commands = sent.commands()?;
    Ok(json(&told(&site, actor, slug, commands).await?, Keep::Private))
}

/// Registers oneself or one's team, withdraws, checks in, hands in a line-up, or says what came of one's own game.
///
/// Nobody but its team and officials knows a sealed line-up before both are in or an official releases them.
/// A result that both sides say alike counts, where players report; another is left to an official.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/me",
    operation_id = "takePart",
    params(("slug" = String, Path, description = "The event's name in addresses")),
    request_body(content = SentOwn, example = json!({"do": "say", "round": 1, "table": 3, "result": "first"})),
    responses((status = 200, description = "It is done", body = ToldAnswer,
        example = json!({"version": 9, "facts": 1}))),
)]
pub async fn take_part(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let of = (&actor, Act::TakePart, slug.as_str());
    let sent: SentOwn = taken((&request, payload), &site, of, MOST_OWN).await?;
    let command = match sent.deed {
        OwnDeed::Enter => {
            let enter = move |app: &_| contests::enter_oneself(app, &actor, &slug, now());
            let answer = ToldAnswer::from(ask(&site, enter).await?);
            return Ok(json(&answer, Keep::Private));
        }
        OwnDeed::EnterTeam => {
            let team = NewTeam::from(needed("team", sent.team)?);
            let enter = move |app: &_| contests::enter_own_team(app, &actor, &slug, &team, now());
            let answer = ToldAnswer::from(ask(&site, enter).await?);
            return Ok(json(&answer, Keep::Private));
        }
        OwnDeed::LineUp => sent.line_up()?,
        OwnDeed::Leave => Command::Leave,
        OwnDeed::Return => Command::ComeBack,
        OwnDeed::Forfeit => Command::GiveUp(sent.at()?),
        OwnDeed::Arrive => Command::Arrive,
        OwnDeed::Say => sent.said()?,
    };
    Ok(json(&told(&site, actor, slug, vec![command]).await?, Keep::Private))
}
