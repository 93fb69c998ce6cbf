//! Possible values of text fields, as the description lists them. Other modules parse them; a test checks that these
//! lists match.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// Declares schemas of texts that are one of some words.
macro_rules! words {
    ($($(#[doc = $about:literal])+ $name:ident: $($word:literal),+;)+) => {$(
        $(#[doc = $about])+
        #[derive(Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let schema = ObjectBuilder::new().schema_type(Type::String);
                let schema = schema.description(Some(concat!($($about),+).trim()));
                schema.enum_values(Some([$($word),+])).into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )+};
}

words! {
    /// A side.
    ColorName: "white", "black";

    /// A side of a table.
    TableSideName: "first", "second";

    /// An action of a player other than a ply.
    PlayActionName: "offer", "decline", "withdraw", "accept", "resign", "show-flag", "abort", "pause", "resume", "claim",
        "add-time", "accept-result";

    /// A ruling of an official.
    RulingName: "pause", "resume", "add-time", "adjudicate", "annul", "default", "correct", "reinstate", "confirm";

    /// The result of a game that is over.
    ResultName: "1-0", "0-1", "1/2-1/2";

    /// The result of a record.
    RecordResultName: "1-0", "0-1", "1/2-1/2", "*";

    /// How a game ended, as in filters and records.
    TerminationName: "flag-captured", "flag-reached", "resignation", "agreement", "time", "default", "adjudication",
        "abandoned", "unterminated", "left";

    /// Where the players of a game are.
    VenueName: "online", "table";

    /// When ranks are revealed.
    DisclosureName: "game", "round", "event";

    /// The annotation glyph of a ply.
    GlyphName: "!!", "!", "!?", "?!", "?", "??";

    /// The perspective of a replay.
    PerspectiveName: "revealed", "white", "black", "public";

    /// The viewer whose knowledge is returned.
    ViewerName: "white", "black", "public";

    /// The prior: which armies are assumed before anything is seen.
    PriorName: "uniform", "learned";
}
