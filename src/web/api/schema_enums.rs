//! Possible values of text fields in requests, as the description lists them. Other modules parse them; a test checks
//! that these lists match.

use serde::Deserialize;
use utoipa::ToSchema;

/// A side.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "it is described, and read as a text")]
pub enum ColorName {
    White,
    Black,
}

/// An action of a player other than a ply.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(dead_code, reason = "it is described, and read as a text")]
pub enum PlayActionName {
    Offer,
    Decline,
    Withdraw,
    Accept,
    Resign,
    ShowFlag,
    Abort,
    Pause,
    Resume,
    Claim,
    AddTime,
    AcceptResult,
}

/// A ruling of an official.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(dead_code, reason = "it is described, and read as a text")]
pub enum RulingName {
    Pause,
    Resume,
    AddTime,
    Adjudicate,
    Annul,
    Default,
    Correct,
    Reinstate,
    Confirm,
}

/// The result of a game that is over.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[allow(dead_code, reason = "it is described, and read as a text")]
pub enum ResultName {
    #[serde(rename = "1-0")]
    White,
    #[serde(rename = "0-1")]
    Black,
    #[serde(rename = "1/2-1/2")]
    Draw,
}

/// The result of a record.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[allow(dead_code, reason = "it is described, and read as a text")]
pub enum RecordResultName {
    #[serde(rename = "1-0")]
    White,
    #[serde(rename = "0-1")]
    Black,
    #[serde(rename = "1/2-1/2")]
    Draw,
    #[serde(rename = "*")]
    Open,
}

/// Where the players of a game are.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "it is described, and read as a text")]
pub enum VenueName {
    Online,
    Table,
}

/// When ranks are revealed.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "it is described, and read as a text")]
pub enum DisclosureName {
    Game,
    Round,
    Event,
}

/// The annotation glyph of a ply.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[allow(dead_code, reason = "it is described, and read as a text")]
pub enum GlyphName {
    #[serde(rename = "!!")]
    Brilliant,
    #[serde(rename = "!")]
    Good,
    #[serde(rename = "!?")]
    Interesting,
    #[serde(rename = "?!")]
    Dubious,
    #[serde(rename = "?")]
    Mistake,
    #[serde(rename = "??")]
    Blunder,
}
