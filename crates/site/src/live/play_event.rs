//! Events of a live game as they are sent: public, and the same bytes for every viewer.

use crate::schema_enums::{
    AbortCauseName, ColorName, EventAuthorName, ResultName, TerminationName, VerdictName,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::play_commands::hex;
use crate::replay::{square_name as square, verdict_key};
use crate::time_format::to_rfc3339;
use adjutant_domain::play::{AbortCause, By, Event, Fact, Footing, PlyFact, PlyMade, Ruling};
use salpakan::record::short_id_text;
use salpakan::rules::{Announcement, ByColor, Move};

/// One event.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlayEvent {
    /// The number of the event in the game, from 1.
    pub number: u32,
    /// The time of the event (RFC 3339).
    pub at: String,
    #[serde(flatten)]
    pub what: PlayEventKind,
}

/// An event. Durations are in milliseconds.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum PlayEventKind {
    /// The game was created, with the server's commitment to its part of the toss, if the game has one.
    Created {
        play: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        commitment: Option<String>,
    },
    /// Both sides may deploy.
    Opened,
    /// A side has deployed, with its own part of the toss; in a game without set-ups it is ready.
    Ready {
        #[schema(value_type = ColorName)]
        color: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        nonce: Option<String>,
    },
    /// Both sides have deployed: who begins, the server's part of the toss, and the squares of all pieces.
    Begun {
        #[schema(value_type = ColorName)]
        first: &'static str,
        seed: String,
        white: SideSquares,
        black: SideSquares,
    },
    /// Both sides are ready: a game without set-ups has begun, and White moves first.
    Started,
    Ply(PlyEvent),
    /// A ply of the Game of Three Generals.
    ThreeGeneralsPly(ThreeGeneralsPlyEvent),
    /// A side's last ply was taken back, at a table.
    TakenBack {
        #[schema(value_type = ColorName)]
        color: &'static str,
    },
    Offered {
        #[schema(value_type = ColorName)]
        color: &'static str,
    },
    Declined {
        #[schema(value_type = ColorName)]
        color: &'static str,
    },
    Withdrawn {
        #[schema(value_type = ColorName)]
        color: &'static str,
    },
    /// A side has shown its Flag, which was deployed on this square.
    FlagShown {
        #[schema(value_type = ColorName)]
        color: &'static str,
        origin: &'static str,
    },
    /// A side asks for a pause.
    Asked {
        #[schema(value_type = ColorName)]
        color: &'static str,
    },
    Paused(EventAuthor),
    Resumed(EventAuthor),
    TimeAdded {
        to: &'static str,
        amount: i64,
        #[serde(flatten)]
        by: EventAuthor,
    },
    /// The game ended other than by a ply.
    Over {
        #[schema(value_type = ResultName)]
        result: &'static str,
        #[schema(value_type = TerminationName)]
        termination: &'static str,
        #[serde(flatten)]
        by: EventAuthor,
    },
    /// A side has accepted the result.
    Accepted {
        #[schema(value_type = ColorName)]
        color: &'static str,
    },
    Confirmed,
    Corrected {
        #[schema(value_type = ResultName)]
        result: &'static str,
        #[schema(value_type = TerminationName)]
        termination: &'static str,
        reason: String,
    },
    /// An official reinstated a game that was over.
    Reinstated {
        reason: String,
    },
    /// The game was aborted and does not count: `seat`, `nobody-ready`, `not-ready` or `annulled`.
    Aborted {
        #[schema(value_type = AbortCauseName)]
        cause: &'static str,
        #[schema(value_type = Option<ColorName>)]
        color: Option<&'static str>,
        reason: Option<String>,
    },
    /// The game was saved as a record.
    Recorded,
    /// All ranks are public.
    Revealed,
}

/// Who acted: `white`, `black`, `official` or `system`. An official gives a reason.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EventAuthor {
    #[schema(value_type = EventAuthorName)]
    pub by: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The squares of a side's pieces, in order, and that of its Flag if it is public.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SideSquares {
    pub squares: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flag: Option<&'static str>,
}

/// A ply with its verdict and the time it took.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlyEvent {
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    pub from: &'static str,
    pub to: &'static str,
    /// The winner of the challenge, `challenger` or `defender`, or `split` if both were captured; null without a
    /// challenge.
    #[schema(value_type = Option<VerdictName>)]
    pub verdict: Option<&'static str>,
    /// The letters of the challenger and the defender, if the rule set declares them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<[char; 2]>,
    /// The result and the termination, if the ply ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<[&'static str; 2]>,
    /// The time charged to the mover's clock.
    pub spent: i64,
    /// The time credited for network lag.
    pub credited: i64,
    /// The time left on the mover's clock.
    pub left: i64,
}

/// A ply of the Game of Three Generals and the time it took.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ThreeGeneralsPlyEvent {
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    /// The ply as the notation writes it.
    pub ply: String,
    /// The result and the termination, if the ply ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<[&'static str; 2]>,
    /// The time charged to the mover's clock.
    pub spent: i64,
    /// The time credited for network lag.
    pub credited: i64,
    /// The time left on the mover's clock.
    pub left: i64,
}

impl PlayEvent {
    pub fn new(number: u32, event: &Event) -> PlayEvent {
        PlayEvent { number, at: to_rfc3339(event.at), what: PlayEventKind::from_fact(&event.fact) }
    }
}

impl PlayEventKind {
    fn from_fact(fact: &Fact) -> PlayEventKind {
        match fact {
            Fact::Created { play, commitment, .. } => PlayEventKind::Created {
                play: short_id_text(play),
                commitment: commitment.map(|one| hex(&one)),
            },
            Fact::Opened => PlayEventKind::Opened,
            Fact::Ready { color, nonce } => {
                PlayEventKind::Ready { color: color.key(), nonce: nonce.map(|one| hex(&one)) }
            }
            Fact::Begun { first, seed, footings } => {
                let ByColor { white, black } = footings;
                let (white, black) = (side_squares(white), side_squares(black));
                PlayEventKind::Begun { first: first.key(), seed: hex(&seed.0), white, black }
            }
            Fact::Started => PlayEventKind::Started,
            Fact::Ply(ply) => match ply.made {
                PlyMade::Salpakan { mv, said } => {
                    PlayEventKind::Ply(PlyEvent::from_fact(ply, mv, said))
                }
                PlyMade::ThreeGenerals { ply: made, .. } => {
                    PlayEventKind::ThreeGeneralsPly(ThreeGeneralsPlyEvent::from_fact(ply, made))
                }
            },
            Fact::TakenBack { color } => PlayEventKind::TakenBack { color: color.key() },
            Fact::Offered { color } => PlayEventKind::Offered { color: color.key() },
            Fact::Declined { color } => PlayEventKind::Declined { color: color.key() },
            Fact::Withdrawn { color } => PlayEventKind::Withdrawn { color: color.key() },
            Fact::FlagShown { color, origin } => {
                PlayEventKind::FlagShown { color: color.key(), origin: square(*origin) }
            }
            Fact::Asked { color } => PlayEventKind::Asked { color: color.key() },
            Fact::Paused { by, .. } => PlayEventKind::Paused(event_author(by)),
            Fact::Resumed { by } => PlayEventKind::Resumed(event_author(by)),
            Fact::TimeAdded { to, amount, by } => PlayEventKind::TimeAdded {
                to: to.key(),
                amount: amount / 1000,
                by: event_author(by),
            },
            Fact::Over { outcome, termination, by, .. } => PlayEventKind::Over {
                result: outcome.notation(),
                termination: termination.name(),
                by: event_author(by),
            },
            Fact::Accepted { color } => PlayEventKind::Accepted { color: color.key() },
            Fact::Confirmed { .. } => PlayEventKind::Confirmed,
            Fact::Corrected { outcome, termination, ruling } => PlayEventKind::Corrected {
                result: outcome.notation(),
                termination: termination.name(),
                reason: ruling_reason(ruling),
            },
            Fact::Reinstated { ruling, .. } => {
                PlayEventKind::Reinstated { reason: ruling_reason(ruling) }
            }
            Fact::Aborted { cause } => aborted_kind(cause),
            Fact::Recorded => PlayEventKind::Recorded,
            Fact::Revealed => PlayEventKind::Revealed,
        }
    }
}

impl PlyEvent {
    fn from_fact(ply: &PlyFact, mv: Move, said: Announcement) -> PlyEvent {
        let PlyFact { color, spent, credited, left, .. } = ply;
        let ends = ends(ply);
        PlyEvent {
            color: color.key(),
            from: square(mv.from),
            to: square(mv.to),
            verdict: said.verdict.map(verdict_key),
            declared: said.declared.map(|(one, other)| [one.letter(), other.letter()]),
            ends,
            spent: spent / 1000,
            credited: credited / 1000,
            left: left / 1000,
        }
    }
}

impl ThreeGeneralsPlyEvent {
    fn from_fact(ply: &PlyFact, made: three_generals::Ply) -> ThreeGeneralsPlyEvent {
        ThreeGeneralsPlyEvent {
            color: ply.color.key(),
            ply: made.to_string(),
            ends: ends(ply),
            spent: ply.spent / 1000,
            credited: ply.credited / 1000,
            left: ply.left / 1000,
        }
    }
}

/// The result and the termination, if the ply ended the game.
fn ends(ply: &PlyFact) -> Option<[&'static str; 2]> {
    let end = ply.made.ending()?;
    Some([end.outcome.notation(), end.termination.name()])
}

fn aborted_kind(cause: &AbortCause) -> PlayEventKind {
    let (key, color, reason) = match cause {
        AbortCause::Seat(color) => ("seat", Some(color.key()), None),
        AbortCause::NobodyReady => ("nobody-ready", None, None),
        AbortCause::NotReady(color) => ("not-ready", Some(color.key()), None),
        AbortCause::Annulled(ruling) => ("annulled", None, Some(ruling_reason(ruling))),
    };
    PlayEventKind::Aborted { cause: key, color, reason }
}

fn event_author(by: &By) -> EventAuthor {
    match by {
        By::Seat(color) => EventAuthor { by: color.key(), reason: None },
        By::Official(ruling) => EventAuthor { by: "official", reason: Some(ruling_reason(ruling)) },
        By::System => EventAuthor { by: "system", reason: None },
    }
}

fn ruling_reason(ruling: &Ruling) -> String {
    ruling.reason.as_str().to_owned()
}

fn side_squares(footing: &Footing) -> SideSquares {
    SideSquares {
        squares: footing.taken.iter().map(square).collect(),
        flag: footing.flag.map(square),
    }
}
