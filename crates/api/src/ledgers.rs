//! The information ledger of a game over the API: only of finished games whose ranks are revealed.

use adjutant_service::games;
use adjutant_service::knowing::{self, Account};
use adjutant_site::schema_enums::{ColorName, ThreatReplyName, VerdictName};
use salpakan::rules::{ByColor, Color};
use salpakan_knowledge::{Chance, Deal, Ledger, Reply, Threat, best_bluff, bluff_index};

use super::games::parse_game_id;
use super::prelude::*;
use super::round_to;
use adjutant_site::replay::{square_name, verdict_key};

endpoints! {
    show: ReadPublic;
}

/// The bits that each side revealed with a ply.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevealedBitsItem {
    pub ply: u32,
    pub white: f64,
    pub black: f64,
}

/// The price of a challenge for a side.
#[derive(Debug, Serialize, ToSchema)]
pub struct CapturePriceItem {
    /// The number of armies of that side, in decimal digits, in which the challenge has this verdict, out of `of`.
    pub armies: String,
    /// The number of armies that the opponent considered possible before the ply, in decimal digits.
    pub of: String,
    /// The price: the negative binary logarithm of that share.
    pub bits: f64,
}

/// The probabilities of a challenge's verdicts, as the challenger saw it before the ply.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChallengeOddsItem {
    pub wins: f64,
    pub splits: f64,
    pub loses: f64,
}

/// A challenge with its prices.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChallengeItem {
    pub ply: u32,
    pub challenger: &'static str,
    /// The squares where White's and Black's pieces were deployed.
    pub white_origin: &'static str,
    pub black_origin: &'static str,
    /// `challenger`, `defender` or `split`.
    #[schema(value_type = VerdictName)]
    pub verdict: &'static str,
    /// The price for White, and for Black.
    pub white: CapturePriceItem,
    pub black: CapturePriceItem,
    pub prospects: ChallengeOddsItem,
}

/// A move to a square next to an enemy piece that the moving piece was not next to before.
#[derive(Debug, Serialize, ToSchema)]
pub struct ThreatItem {
    pub ply: u32,
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    pub origin: &'static str,
    /// The piece's strength as the opponent saw it, and its true one, 0 to 1.
    pub seen: f64,
    pub truth: f64,
    /// `seen` minus `truth`; above 0 it is a bluff.
    pub value: f64,
    /// `called`, `believed` or `open`.
    #[schema(value_type = ThreatReplyName)]
    pub reply: &'static str,
}

/// The ledger of a side.
#[derive(Debug, Serialize, ToSchema)]
pub struct SideLedgerItem {
    /// Bits hidden at the deployment and at the end, and bits revealed in between.
    pub hidden_first: f64,
    pub hidden_last: f64,
    pub told: f64,
    /// Challenges started and won, and the expected number of wins.
    pub challenges: u32,
    pub wins: u32,
    pub expected_wins: f64,
    pub splits: u32,
    pub expected_splits: f64,
    /// The standard deviation of the number of wins if challenges were independent.
    pub deviation: f64,
    /// `wins` minus `expected_wins`.
    pub luck: f64,
    pub threats: u32,
    /// The mean value of the threats.
    pub bluff_index: f64,
    pub called: u32,
    pub believed: u32,
    /// The ply of the side's best bluff.
    pub best_bluff: Option<u32>,
}

/// The ledger of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct LedgerResponse {
    pub game: String,
    pub length: u32,
    pub white: SideLedgerItem,
    pub black: SideLedgerItem,
    /// The ply of the capture that cost its captor the most bits.
    pub dearest_capture: Option<u32>,
    /// The bits revealed at each ply that revealed something.
    pub curve: Vec<RevealedBitsItem>,
    pub challenges: Vec<ChallengeItem>,
    pub threats: Vec<ThreatItem>,
}

/// Returns the information ledger of a game: what each side revealed, paid, risked and bluffed.
///
/// The page `/knowledge` has the definitions.
#[utoipa::path(
    get, path = "/api/v1/games/{id}/ledger", operation_id = "getLedger",
    responses(
        (status = 200, description = "The ledger", body = LedgerResponse,
            example = json!({"game": "0123456789abcdef", "length": 131, "white": {"hidden_first": 54.978, "hidden_last": 30.5, "told": 24.478, "challenges": 9, "wins": 5, "expected_wins": 4.2, "splits": 1, "expected_splits": 0.6, "deviation": 1.3, "luck": 0.8, "threats": 14, "bluff_index": 0.03, "called": 5, "believed": 2, "best_bluff": 40}, "black": {"hidden_first": 54.978, "hidden_last": 54.978, "told": 0.0, "challenges": 0, "wins": 0, "expected_wins": 0.0, "splits": 0, "expected_splits": 0.0, "deviation": 0.0, "luck": 0.0, "threats": 0, "bluff_index": 0.0, "called": 0, "believed": 0, "best_bluff": null}, "dearest_capture": 21, "curve": [{"ply": 0, "white": 0.0, "black": 0.0}], "challenges": [{"ply": 5, "challenger": "white", "white_origin": "a3", "black_origin": "a6", "verdict": "defender", "white": {"armies": "21963698684928000", "of": "35479820952576000", "bits": 0.692}, "black": {"armies": "13", "of": "21", "bits": 0.692}, "prospects": {"wins": 0.333, "splits": 0.048, "loses": 0.619}}], "threats": []})),
        (status = 404, description = "No such game, or it is not revealed"),
    ),
)]
pub async fn show(site: SiteData, caller: Caller, path: Path<String>) -> ApiResult {
    let id = parse_game_id(&path)?;
    let answer = run_heavy(&site, caller, move |app| {
        let game = games::get(app, id)?;
        let account = knowing::account(&game)?;
        let answer = ledger_response(game.summary.id.to_string(), game.summary.plies, &account);
        Ok((answer, Concerns::of_record(&game)))
    });
    let (answer, concerns) = answer.await?;
    Ok(public_json_of(&answer, concerns))
}

fn ledger_response(game: String, length: u32, account: &Account) -> LedgerResponse {
    let Account { ledger, threats } = account;
    LedgerResponse {
        game,
        length,
        white: side(account, Color::White, length),
        black: side(account, Color::Black, length),
        dearest_capture: ledger.dearest_capture().map(|deal| deal.ply),
        curve: knowing::steps(ledger).into_iter().map(|ply| revealed_bits(ledger, ply)).collect(),
        challenges: ledger.deals.iter().map(challenge).collect(),
        threats: threats.iter().map(threat).collect(),
    }
}

fn revealed_bits(ledger: &Ledger, ply: u32) -> RevealedBitsItem {
    let bits = ByColor::from_fn(|color| round_to(6, ledger.told(color, ply)));
    RevealedBitsItem { ply, white: bits.white, black: bits.black }
}

fn side(account: &Account, color: Color, length: u32) -> SideLedgerItem {
    let Account { ledger, threats } = account;
    let (luck, bluffs) = (ledger.luck(color), bluff_index(threats, color));
    SideLedgerItem {
        hidden_first: round_to(6, ledger.hidden(color, 0)),
        hidden_last: round_to(6, ledger.hidden(color, length)),
        told: round_to(6, ledger.told(color, length)),
        challenges: luck.challenges,
        wins: luck.wins,
        expected_wins: round_to(6, luck.expected_wins),
        splits: luck.splits,
        expected_splits: round_to(6, luck.expected_splits),
        deviation: round_to(6, luck.deviation),
        luck: round_to(6, luck.surplus()),
        threats: bluffs.threats,
        bluff_index: round_to(6, bluffs.mean),
        called: bluffs.called,
        believed: bluffs.believed,
        best_bluff: best_bluff(threats, color).map(|threat| threat.ply),
    }
}

fn price(chance: Chance) -> CapturePriceItem {
    CapturePriceItem {
        armies: chance.armies.to_string(),
        of: chance.of.to_string(),
        bits: round_to(6, chance.bits()),
    }
}

fn challenge(deal: &Deal) -> ChallengeItem {
    ChallengeItem {
        ply: deal.ply,
        challenger: deal.challenger.key(),
        white_origin: square_name(deal.origins.white),
        black_origin: square_name(deal.origins.black),
        verdict: verdict_key(deal.verdict),
        white: price(deal.prices.white),
        black: price(deal.prices.black),
        prospects: ChallengeOddsItem {
            wins: round_to(6, deal.prospects.wins.probability()),
            splits: round_to(6, deal.prospects.splits.probability()),
            loses: round_to(6, deal.prospects.loses.probability()),
        },
    }
}

fn threat(threat: &Threat) -> ThreatItem {
    ThreatItem {
        ply: threat.ply,
        color: threat.color.key(),
        origin: square_name(threat.origin),
        seen: round_to(6, threat.seen),
        truth: round_to(6, threat.truth),
        value: round_to(6, threat.value()),
        reply: reply_key(threat.reply),
    }
}

/// The key of the opponent's reply to a threat, in JSON and in the catalogues.
pub const fn reply_key(reply: Reply) -> &'static str {
    match reply {
        Reply::Called(_) => "called",
        Reply::Believed => "believed",
        Reply::Open => "open",
    }
}
