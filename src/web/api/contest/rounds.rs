//! Stages begin, and rounds are paired, changed, published and taken back.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use rand::RngExt;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::contest::teams::Table;
use crate::contest::{AskedBye, EntrantId, KeptApart};
use crate::service::access::Act;
use crate::service::contests::Command;
use crate::service::{App, Error, live, refusals};

use super::super::super::bearer::Asker;
use super::super::super::error::ApiError;
use super::super::super::site::Site;
use super::super::plays::read_id;
use super::super::{Keep, ask, json};
use super::apart::ApartGroup;
use super::people::places;
use super::{MOST_LONG, ToldAnswer, first, from_one, needed, taken, told};

/// What is done with a stage or a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RoundDeed {
    /// The stage begins with those who enter it.
    Begin,
    /// The stage has not begun after all, as long as nothing of it is played; with `rounds_too` its published rounds go.
    TakeBackBegin,
    /// An `entrant` who came late joins it.
    Join,
    /// The next round is paired as a draft, or the draft anew.
    Pair,
    /// Of a draft, `entrant` and `with` change their seats.
    Exchange,
    /// Everybody sees the `round`; with `draft`, as the desk has it, only if it is the one that was seen.
    Publish,
    /// The last `round` goes; with `results_too` one that has results.
    TakeBack,
    /// The round that was taken back last is there again.
    Restore,
    /// An `entrant` asks for a `bye` in a `round`, or for none after all.
    Bye,
    /// Of the team `entrant`, the `players` (their places among its members, from 1 on) play on the boards of a `table`.
    LineUp,
    /// The time for line-ups is over, of a `table` or of a whole `round`.
    Release,
    /// Another game is made for a table whose `play` was annulled.
    PlayAgain,
    /// People of the same of `groups` do not meet, at all or in the first `rounds`; instead of all groups before.
    KeepApart,
}

/// A bye that somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ByeWord {
    /// For the points of a draw.
    Half,
    /// For none.
    Zero,
    /// For the points of a win.
    Full,
    /// He plays after all.
    None,
}

/// What officials do with a stage or a round.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentRound {
    #[serde(rename = "do")]
    pub deed: RoundDeed,
    /// The first where it is left out.
    #[serde(default = "first")]
    pub stage: usize,
    #[serde(default)]
    pub round: Option<usize>,
    #[serde(default)]
    pub entrant: Option<u32>,
    #[serde(default)]
    pub with: Option<u32>,
    #[serde(default)]
    pub bye: Option<ByeWord>,
    #[serde(default)]
    pub groups: Option<Vec<ApartGroup>>,
    #[serde(default)]
    pub play: Option<String>,
    #[serde(default)]
    pub draft: Option<String>,
    #[serde(default)]
    pub results_too: bool,
    #[serde(default)]
    pub rounds_too: bool,
    #[serde(default)]
    pub table: Option<usize>,
    #[serde(default)]
    pub players: Option<Vec<usize>>,
    /// The lot for the first color, if officials have drawn it: whether the first has White. Left out, it is
    /// drawn here.
    #[serde(default)]
    pub white: Option<bool>,
}

impl SentRound {
    fn command(self) -> Result<Command, Error> {
        let stage = from_one("stage", self.stage)?;
        let round = || from_one("round", needed("round", self.round)?);
        let entrant = || needed("entrant", self.entrant).map(EntrantId);
        Ok(match self.deed {
            RoundDeed::Begin => {
                let lot = || rand::rng().random::<bool>();
                Command::Begin { stage, white: self.white.unwrap_or_else(lot) }
            }
            RoundDeed::TakeBackBegin => {
                Command::TakeBackBegin { stage, with_rounds: self.rounds_too }
            }
            RoundDeed::Join => Command::Join { stage, entrant: entrant()? },
            RoundDeed::Pair => Command::Pair { stage },
            RoundDeed::Exchange => Command::Exchange {
                stage,
                one: entrant()?,
                other: needed("with", self.with).map(EntrantId)?,
            },
            RoundDeed::Publish => match self.draft.as_deref() {
                None => Command::Publish { stage, round: round()? },
                Some(seen) => {
                    // What is no draft of ours is another than the one that is there.
                    let seen = u64::from_str_radix(seen, 16).unwrap_or_default();
                    Command::PublishSeen { stage, round: round()?, seen }
                }
            },
            RoundDeed::TakeBack => {
                Command::TakeBack { stage, round: round()?, with_results: self.results_too }
            }
            RoundDeed::Restore => Command::Restore { stage },
            RoundDeed::Bye => Command::AskBye {
                stage,
                round: round()?,
                entrant: entrant()?,
                bye: match needed("bye", self.bye)? {
                    ByeWord::Half => Some(AskedBye::Half),
                    ByeWord::Zero => Some(AskedBye::Zero),
                    ByeWord::Full => Some(AskedBye::Full),
                    ByeWord::None => None,
                },
            },
            RoundDeed::LineUp => {
                let table = from_one("table", needed("table", self.table)?)?;
                let (at, team) = (Table { stage, round: round()?, table }, entrant()?);
                Command::LineUp { at, team, players: places(needed("players", self.players)?)? }
            }
            RoundDeed::Release => {
                let table = self.table.map(|table| from_one("table", table)).transpose()?;
                Command::Release { stage, round: round()?, table }
            }
            // It is no command of the event, and was taken before.
            RoundDeed::PlayAgain => return Err(Error::not_found(refusals::EVENT_NO_SPOT)),
            RoundDeed::KeepApart => {
                let groups = needed("groups", self.groups)?;
                let groups = groups.into_iter().map(KeptApart::try_from);
                Command::KeepApart(groups.collect::<Result<_, _>>()?)
            }
        })
    }
}

/// Begins a stage, pairs its rounds, changes drafts, publishes them, and takes rounds back.
///
/// A draft is seen by officials alone, at `/api/v1/events/{slug}/desk`, with the rules that it breaks.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/rounds",
    operation_id = "tellOfRounds",
    params(("slug" = String, Path, description = "The event's name in addresses")),
    request_body(content = SentRound, example = json!({"do": "publish", "stage": 1, "round": 1})),
    responses((status = 200, description = "It is done", body = ToldAnswer,
        example = json!({"version": 17, "facts": 1}))),
)]
pub async fn tell(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let of = (&actor, Act::ManagePairings, slug.as_str());
    let sent: SentRound = taken((&request, payload), &site, of, MOST_LONG).await?;
    if sent.deed == RoundDeed::PlayAgain {
        let play = read_id(&needed("play", sent.play)?)?;
        let live = site.live.clone();
        let again = move |_: &App| live::play_again(&live, &actor, &slug, &play);
        let version = ask(&site, again).await?;
        return Ok(json(&ToldAnswer { version, facts: 0 }, Keep::Private));
    }
    let commands = vec![sent.command()?];
    Ok(json(&told(&site, actor, slug, commands).await?, Keep::Private))
}
