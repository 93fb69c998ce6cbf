//! Games as data for the replay script and the API, from one point of view.

use crate::schema_enums::{
    ColorName, ProvenanceName, RecordResultName, ReplayDisclosureName, TerminationName, VerdictName,
};
use std::sync::LazyLock;

use serde::Serialize;
use utoipa::ToSchema;

use adjutant_service::games::Game;
use adjutant_service::ratings::GameRating;
use adjutant_service::records::StoredGame;
use salpakan::clock::{SideControl, TimeControl};
use salpakan::rules::{Color, FILES, Outcome, ROWS, RuleSet, Square, Verdict};
use salpakan::view::{self, View};

use crate::i18n::Texts;
use crate::labels::unrated_reason;
use crate::parameters::AcceptedValues;
use crate::time_format::to_rfc3339;

/// The point of view of a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Perspective {
    Revealed,
    Player(Color),
    Public,
}

impl Perspective {
    /// The accepted values of a parameter.
    pub fn accepted_values() -> AcceptedValues {
        AcceptedValues::one_of(Perspective::ALL.map(Perspective::key).join(", "))
    }

    /// All perspectives in the order of the view switch.
    pub const ALL: [Perspective; 4] = [
        Perspective::Revealed,
        Perspective::Player(Color::White),
        Perspective::Player(Color::Black),
        Perspective::Public,
    ];

    /// The key in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Perspective::Revealed => "revealed",
            Perspective::Player(color) => color.key(),
            Perspective::Public => "public",
        }
    }

    pub fn parse(text: &str) -> Option<Perspective> {
        Perspective::ALL.into_iter().find(|one| one.key() == text)
    }
}

/// The view of a game from this perspective; always the public one if the game is not revealed.
pub fn view_from(stored: &StoredGame, knowledge: Perspective) -> View<'_> {
    let Some(record) = stored.revealed() else { return view::spectator(stored.timeline()) };
    match knowledge {
        Perspective::Revealed => view::revealed(record),
        Perspective::Public => view::spectator(record.timeline()),
        Perspective::Player(color) => match &record.armies()[color] {
            Some(own) => view::player(record.timeline(), own),
            None => view::spectator(record.timeline()),
        },
    }
}

/// A rating beside a player's name, before this game.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct SeatRating {
    pub rating: i32,
    pub deviation: i32,
    /// The change by the game.
    pub change: i32,
}

/// Both players' ratings before the game, or why there are none.
pub fn seat_ratings(texts: Texts, rating: &GameRating) -> ([Option<SeatRating>; 2], String) {
    match rating {
        GameRating::Rated { white, black, .. } => {
            let seat = |change: &ledger_ratings::Change| SeatRating {
                rating: change.before.whole_points(),
                deviation: change.before.whole_deviation(),
                change: change.after.whole_points() - change.before.whole_points(),
            };
            ([Some(seat(white)), Some(seat(black))], String::new())
        }
        GameRating::Due { .. } => ([None; 2], texts.get("rating-due")),
        GameRating::Unrated(reason) => ([None; 2], unrated_reason(*reason, texts)),
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReplaySeat {
    pub handle: String,
    #[serde(flatten)]
    pub rating: Option<SeatRating>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReplaySeats {
    pub white: ReplaySeat,
    pub black: ReplaySeat,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct ReplayTimeControl {
    /// Seconds for the game; of White, where Black has another clock.
    pub base: u32,
    /// Seconds added a ply.
    pub increment: u32,
    /// Seconds of each ply before they count.
    pub delay: u32,
    /// Whether each ply has the base for itself.
    pub each_ply: bool,
    /// Black's clock if it differs; null if both are the same.
    pub black: Option<ReplaySideClock>,
}

/// One side's clock.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct ReplaySideClock {
    /// Seconds for the game.
    pub base: u32,
    /// Seconds added a ply.
    pub increment: u32,
    /// Seconds of each ply before they count.
    pub delay: u32,
    /// Whether each ply has the base for itself.
    pub each_ply: bool,
}

fn side_clock(side: SideControl) -> ReplaySideClock {
    let delay = if let SideControl::Delay { delay, .. } = side { delay } else { 0 };
    ReplaySideClock {
        base: side.base(),
        increment: side.increment(),
        delay,
        each_ply: matches!(side, SideControl::EachPly { .. }),
    }
}

fn replay_time_control(control: TimeControl) -> ReplayTimeControl {
    let [white, black] = Color::ALL.map(|color| side_clock(control.side(color)));
    let ReplaySideClock { base, increment, delay, each_ply } = white;
    let black = matches!(control, TimeControl::Unequal(..)).then_some(black);
    ReplayTimeControl { base, increment, delay, each_ply, black }
}

/// A piece by the square it was deployed on.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReplayPiece {
    pub origin: &'static str,
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    /// The notation's letter; absent where this view does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<char>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReplayPly {
    pub ply: u32,
    pub from: &'static str,
    pub to: &'static str,
    pub challenge: bool,
    /// Who won the challenge: `challenger`, `defender`, or `split`.
    #[schema(value_type = Option<VerdictName>)]
    pub verdict: Option<&'static str>,
    /// The mover's clock after the ply, in seconds.
    pub clock: Option<u32>,
    pub comment: Option<String>,
    /// Whether the ply ended the game by rule.
    pub ends: bool,
    #[schema(value_type = String)]
    pub text: PlyText,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReplayPromotion {
    pub ply: u32,
    pub origin: &'static str,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReplayDisclosure {
    pub ply: u32,
    pub origin: &'static str,
    pub rank: char,
}

/// The name of a rank in this rule-set, if the published game has another one.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReplayRankName {
    /// The notation's letter, the same under every rule-set.
    pub rank: char,
    pub name: &'static str,
    /// Three letters, for a piece's face.
    pub abbreviation: &'static str,
}

/// A game for stepping through, in one viewer's knowledge.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Replay {
    pub game: String,
    /// `revealed`, or `public` for a game that is not over.
    #[schema(value_type = ReplayDisclosureName)]
    pub disclosure: &'static str,
    /// How the record came here: `imported`, `imported-api`, `imported-member`,
    /// `imported-organisation`, `demo` or, for a game played on this site, `played`.
    #[schema(value_type = ProvenanceName)]
    pub provenance: &'static str,
    /// The slug of the organisation that owns the record; null if none does.
    pub organisation: Option<String>,
    pub event: String,
    /// The event's slug.
    pub event_slug: String,
    pub round: String,
    pub date: String,
    pub ruleset: String,
    /// Ranks that this rule-set calls otherwise than the published game.
    pub rank_names: Vec<ReplayRankName>,
    pub files: u8,
    pub rows: u8,
    #[schema(value_type = ColorName)]
    pub first: &'static str,
    pub players: ReplaySeats,
    pub time_control: Option<ReplayTimeControl>,
    /// By square.
    pub pieces: Vec<ReplayPiece>,
    pub plies: Vec<ReplayPly>,
    /// Privates that became Spies, as far as this view knows them.
    pub promotions: Vec<ReplayPromotion>,
    /// Ranks that everybody knows from a ply on.
    pub disclosed: Vec<ReplayDisclosure>,
    #[schema(value_type = RecordResultName)]
    pub result: &'static str,
    #[schema(value_type = TerminationName)]
    pub termination: &'static str,
    pub length: u32,
    /// Only of a game that an official annulled, so that it counts for nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub annulment: Option<ReplayAnnulment>,
}

/// The annulment of a game.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ReplayAnnulment {
    #[schema(format = DateTime)]
    pub at: String,
    pub reason: String,
}

/// Builds the data of a replay.
pub fn replay(game: &Game, knowledge: Perspective, ratings: [Option<SeatRating>; 2]) -> Replay {
    let view = view_from(&game.stored, knowledge);
    let header = game.stored.header();
    let [white, black] = ratings;
    Replay {
        game: game.summary.id.to_string(),
        disclosure: if game.stored.revealed().is_some() { "revealed" } else { "public" },
        provenance: game.provenance.key(),
        organisation: game.summary.whose.organisation().map(|own| own.slug.clone()),
        event: game.summary.event.clone(),
        event_slug: game.summary.event_slug.clone(),
        round: game.summary.round.clone(),
        date: game.summary.date.clone(),
        ruleset: view.timeline.rules.key(),
        rank_names: rank_names(view.timeline.rules),
        files: FILES,
        rows: ROWS,
        first: view.timeline.first.key(),
        players: ReplaySeats {
            white: ReplaySeat { handle: header.roster.white.clone(), rating: white },
            black: ReplaySeat { handle: header.roster.black.clone(), rating: black },
        },
        time_control: header.time_control.map(replay_time_control),
        pieces: pieces(&view),
        plies: plies(game, &view),
        promotions: view
            .promotions
            .iter()
            .map(|p| ReplayPromotion { ply: p.ply, origin: square_name(p.origin) })
            .collect(),
        disclosed: view
            .disclosed
            .iter()
            .map(|d| ReplayDisclosure {
                ply: d.since,
                origin: square_name(d.origin),
                rank: d.rank.letter(),
            })
            .collect(),
        result: header.outcome.map_or("*", Outcome::notation),
        termination: header.termination.name(),
        length: view.timeline.len(),
        annulment: game.annulment.as_ref().map(|one| ReplayAnnulment {
            at: to_rfc3339(one.annulled_at),
            reason: one.reason.clone(),
        }),
    }
}

fn rank_names(rules: RuleSet) -> Vec<ReplayRankName> {
    let name = |own: &salpakan::rules::OwnName| ReplayRankName {
        rank: own.rank.letter(),
        name: own.name,
        abbreviation: own.abbreviation,
    };
    rules.preset().own_names.iter().map(name).collect()
}

fn pieces(view: &View<'_>) -> Vec<ReplayPiece> {
    view.pieces
        .iter()
        .map(|piece| ReplayPiece {
            origin: square_name(piece.origin),
            color: piece.color.key(),
            rank: piece.rank.map(|rank| rank.letter()),
        })
        .collect()
}

fn plies(game: &Game, view: &View<'_>) -> Vec<ReplayPly> {
    let comments = game.stored.revealed().map(|record| &record.annotations().comments);
    let timeline = view.timeline;
    (1_u32..)
        .zip(&timeline.plies)
        .map(|(number, ply)| {
            let ends = timeline.ending.is_some() && number == timeline.len();
            ReplayPly {
                ply: number,
                from: square_name(ply.mv.from),
                to: square_name(ply.mv.to),
                challenge: ply.verdict.is_some(),
                verdict: ply.verdict.map(verdict_key),
                clock: ply.clock,
                comment: comments.and_then(|all| all.get(&number)).cloned(),
                ends,
                text: PlyText::from_ply(ply, ends),
            }
        })
        .collect()
}

/// The key of a verdict in JSON and in the catalogues.
pub const fn verdict_key(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::ChallengerWins => "challenger",
        Verdict::DefenderWins => "defender",
        Verdict::Split => "split",
    }
}

pub fn square_name(square: Square) -> &'static str {
    static NAMES: LazyLock<Vec<String>> =
        LazyLock::new(|| Square::all().map(|square| square.to_string()).collect());
    NAMES.get(square.index()).map_or("", String::as_str)
}

/// A ply in notation, such as `e3-e4` or `e4xe5+#`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlyText {
    bytes: [u8; PlyText::MAX_BYTES],
    len: u8,
}

impl PlyText {
    const MAX_BYTES: usize = 7;

    /// The notation of a ply; `ends` tells whether it ended the game by rule.
    pub fn from_ply(ply: &salpakan::record::Ply, ends: bool) -> PlyText {
        let mut text = PlyText { bytes: [0; PlyText::MAX_BYTES], len: 0 };
        text.push(square_name(ply.mv.from));
        text.push(if ply.verdict.is_some() { "x" } else { "-" });
        text.push(square_name(ply.mv.to));
        text.push(match ply.verdict {
            None => "",
            Some(Verdict::ChallengerWins) => "+",
            Some(Verdict::DefenderWins) => "-",
            Some(Verdict::Split) => "=",
        });
        text.push(if ends { "#" } else { "" });
        text
    }

    fn push(&mut self, part: &str) {
        for byte in part.bytes() {
            if let Some(place) = self.bytes.get_mut(usize::from(self.len)) {
                *place = byte;
                self.len += 1;
            }
        }
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl Serialize for PlyText {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(verdict: Option<Verdict>, clock: Option<u32>, comment: Option<&str>) -> ReplayPly {
        let square = |text: &str| text.parse().expect("a square");
        let mv = salpakan::rules::Move { from: square("e3"), to: square("e4") };
        let ends = clock.is_none();
        ReplayPly {
            ply: 7,
            from: square_name(mv.from),
            to: square_name(mv.to),
            challenge: verdict.is_some(),
            verdict: verdict.map(verdict_key),
            clock,
            comment: comment.map(str::to_owned),
            ends,
            text: PlyText::from_ply(&salpakan::record::Ply { mv, verdict, clock }, ends),
        }
    }

    #[test]
    fn a_ply_reads_as_in_the_notation() {
        assert_eq!(ply(None, Some(1), None).text.as_str(), "e3-e4");
        assert_eq!(ply(Some(Verdict::ChallengerWins), None, None).text.as_str(), "e3xe4+#");
    }
}
