//! A live game as one viewer may know it, for the API and the page's script.

use crate::schema_enums::{
    ColorName, ComputerPersonalityName, PlayStateName, PlayViewerName, ResultName, TerminationName,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::play_commands::hex;
use adjutant_domain::play::{Life, OfficialAction, PlayerAction, Progress, State};
use adjutant_service::live::{ComputerPersonality, Seen, Viewer};
use salpakan::record::{Timeline, short_id_text};
use salpakan::rules::{Board, ByColor, Color, Outcome, Square};
use salpakan::view;

use crate::live::PlayEvent;
use crate::redacted_debug::mute;
use crate::replay::{PlyText, square_name};

/// A game under way.
#[derive(Serialize, ToSchema)]
pub struct PlayResponse {
    pub id: String,
    /// `created`, `deploying`, `in-play`, `paused`, `ended`, `final`, `revealed` or `aborted`.
    #[schema(value_type = PlayStateName)]
    pub state: &'static str,
    /// The number of events that you may know, which is the number of the last one.
    pub version: u32,
    /// `white` or `black` for a player, `official` for those who may rule on it, `spectator` for
    /// everybody else.
    #[schema(value_type = PlayViewerName)]
    pub viewer: &'static str,
    pub players: BySide<String>,
    /// Which of them are programs.
    pub bots: BySide<bool>,
    /// How the computer plays, if it was asked to play in some way: `attacker`, `defender`, `runner` or `bluffer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<ComputerPersonalityName>)]
    pub personality: Option<&'static str>,
    pub rules: String,
    pub pace: String,
    pub rated: bool,
    /// The server's commitment to its part of the toss; absent in a game without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// Which sides have deployed, or are ready in a game without set-ups.
    pub ready: BySide<bool>,
    /// The side that moves first; null before the toss.
    #[schema(value_type = Option<ColorName>)]
    pub first: Option<&'static str>,
    #[schema(value_type = Option<ColorName>)]
    pub to_move: Option<&'static str>,
    /// Milliseconds that each side has, at the moment of this answer; null before play begins, and without
    /// clocks.
    pub clocks: Option<BySide<i64>>,
    /// Whose time runs; null in a pause, and while the game stands.
    #[schema(value_type = Option<ColorName>)]
    pub running: Option<&'static str>,
    /// Whether nothing can be saved right now: clocks stand as they were when that began, and nobody is charged for it.
    pub stands: bool,
    /// Whose draw offer stands.
    #[schema(value_type = Option<ColorName>)]
    pub offer: Option<&'static str>,
    /// Which sides ask for a pause.
    pub asks: BySide<bool>,
    /// The pieces on the board, by square; of the Game of Three Generals in `position`.
    pub pieces: Vec<StandingPiece>,
    /// The position of the Game of Three Generals; absent in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<ThreeGeneralsPosition>,
    /// The plies as the notation writes them.
    pub plies: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2`; null while it is not over.
    #[schema(value_type = Option<ResultName>)]
    pub result: Option<&'static str>,
    #[schema(value_type = Option<TerminationName>)]
    pub termination: Option<&'static str>,
    /// Whether the result awaits confirmation: officials may still undo the end. Until then,
    /// delayed spectators stay delayed.
    pub provisional: bool,
    /// Your own set-up as the notation writes it, of one length whatever it is; null where you have none.
    pub own: Option<String>,
    /// What you may do now.
    pub may: Vec<&'static str>,
    /// What you may do now as an official.
    pub may_rule: Vec<&'static str>,
    /// The rulings of officials, oldest first.
    pub rulings: Vec<PlayEvent>,
    /// For how many milliseconds your opponent has been absent; null while present.
    pub gone: Option<i64>,
    /// The record, once it is over.
    pub game: Option<String>,
}

/// One value a side.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BySide<T> {
    pub white: T,
    pub black: T,
}

/// A piece on the board, identified by the square of its deployment.
#[derive(Clone, Serialize, ToSchema)]
pub struct StandingPiece {
    pub square: &'static str,
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    pub origin: &'static str,
    /// The rank's letter if you know it: that of your own pieces, and of what was shown to all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<char>,
}

/// A position of the Game of Three Generals.
#[derive(Clone, Serialize, ToSchema)]
pub struct ThreeGeneralsPosition {
    pub pieces: Vec<ThreeGeneralsPiece>,
    /// The letters of the pieces in hand, such as `PPR`.
    pub hands: BySide<String>,
    /// The plies that you may make now.
    pub legal: Vec<String>,
}

/// A piece on the board of the Game of Three Generals.
#[derive(Clone, Serialize, ToSchema)]
pub struct ThreeGeneralsPiece {
    pub square: String,
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    /// The letter of what it is now.
    pub kind: char,
    /// Whether it has turned: captured, it is again what it was at the start.
    pub turned: bool,
    /// Whether it is Stone because its General is gone.
    pub stone: bool,
}

impl ThreeGeneralsPosition {
    fn new(seen: &Seen, game: &three_generals::Game) -> ThreeGeneralsPosition {
        let position = game.position();
        let stone = ByColor::from_fn(|color| position.stone(color));
        let piece =
            |(square, piece): (three_generals::Square, three_generals::Piece)| ThreeGeneralsPiece {
                square: square.to_string(),
                color: piece.color().key(),
                kind: piece.kind().letter(),
                turned: piece.is_turned(),
                stone: stone[piece.color()].contains(square),
            };
        let hand = |color| {
            let held = position.hand(color).iter();
            held.flat_map(|(troop, count)| (0..count).map(move |_| troop.letter())).collect()
        };
        let legal = match seen.may.contains(&PlayerAction::Ply) {
            true => position.plies().iter().map(ToString::to_string).collect(),
            false => Vec::new(),
        };
        ThreeGeneralsPosition {
            pieces: position.pieces().map(piece).collect(),
            hands: ByColor::from_fn(hand).into(),
            legal,
        }
    }
}

mute!(PlayResponse, StandingPiece);

impl<T> From<ByColor<T>> for BySide<T> {
    fn from(both: ByColor<T>) -> BySide<T> {
        BySide { white: both.white, black: both.black }
    }
}

impl PlayResponse {
    /// Builds the response for a viewer.
    pub fn from_seen(seen: &Seen) -> PlayResponse {
        let play = &seen.play;
        let begun = play.has_begun();
        let going_on = play.life().going_on();
        let talk = going_on.map(|game| &game.talk);
        let end = play.life().finished().map(|game| game.end).or(seen.provisional);
        let is_early = seen.provisional.is_some();
        let clocks =
            play.clocks().filter(|_| begun && !is_early && !play.terms().pace.is_untimed());
        let left = |color| clocks.map_or(0, |clocks| clocks.left(color, seen.now.0) / 1000);
        let ready = match play.life() {
            Life::Created(_) => ByColor::default(),
            Life::Deploying(state) => state.ready,
            _ => ByColor::from_fn(|_| begun),
        };
        PlayResponse {
            id: short_id_text(play.id()),
            state: if is_early { State::Ended } else { play.state() }.key(),
            version: play.version(),
            viewer: match seen.viewer {
                Viewer::Seat(color) => color.key(),
                Viewer::Official => "official",
                Viewer::Spectator | Viewer::Table => "spectator",
            },
            players: seen.players.clone().into(),
            bots: seen.bots.into(),
            personality: seen.personality.map(ComputerPersonality::key),
            rules: play.terms().rules.to_string(),
            pace: play.terms().pace.key(),
            rated: play.terms().rated,
            commitment: play.commitment().map(|one| hex(one)),
            ready: ready.into(),
            first: begun.then(|| play.progress().mover(1).key()),
            to_move: play.to_move().filter(|_| !is_early).map(Color::key),
            clocks: clocks.map(|_| ByColor::from_fn(left).into()),
            running: seen.running().map(Color::key),
            stands: seen.stands_still(),
            offer: talk.and_then(|talk| talk.offer).map(Color::key),
            asks: talk.map(|talk| talk.asks).unwrap_or_default().into(),
            pieces: play.timeline().map(|of| standing_pieces(seen, of)).unwrap_or_default(),
            position: play
                .progress()
                .three_generals()
                .map(|game| ThreeGeneralsPosition::new(seen, &game.game)),
            plies: ply_texts(seen),
            result: end.map(|end| Outcome::notation(end.outcome)),
            termination: end.map(|end| end.termination.name()),
            provisional: is_early || play.state() == State::Ended,
            own: seen.own.as_ref().map(|army| army.notation()),
            may: seen.may.iter().copied().map(PlayerAction::key).collect(),
            may_rule: seen.may_rule.iter().copied().map(OfficialAction::key).collect(),
            rulings: seen
                .rulings
                .iter()
                .map(|(number, event)| PlayEvent::new(*number, event))
                .collect(),
            gone: seen.gone_since.map(|since| seen.now.since(since).max(0) / 1000),
            game: seen.game.map(|game| game.to_string()),
        }
    }
}

/// The pieces on the board with the ranks that the viewer knows.
fn standing_pieces(seen: &Seen, timeline: &Timeline) -> Vec<StandingPiece> {
    if timeline.taken.white.is_none() {
        return own_draft_pieces(seen);
    }
    let view = match &seen.own {
        Some(own) => view::player(timeline, own),
        None => view::spectator(timeline),
    };
    let board: Board = timeline.board_after(timeline.len());
    let piece = |(square, piece): (Square, salpakan::rules::Piece)| StandingPiece {
        square: square_name(square),
        color: piece.color.key(),
        origin: square_name(piece.origin),
        rank: view.rank_of(piece.origin, timeline.len()).map(|rank| rank.letter()),
    };
    board.pieces().map(piece).collect()
}

/// The pieces that a player sees before play begins: their own set-up only.
fn own_draft_pieces(seen: &Seen) -> Vec<StandingPiece> {
    let (Some(own), Viewer::Seat(color)) = (&seen.own, seen.viewer) else { return Vec::new() };
    let piece = |(square, rank): (Square, salpakan::rules::Rank)| StandingPiece {
        square: square_name(square),
        color: color.key(),
        origin: square_name(square),
        rank: Some(rank.letter()),
    };
    own.pieces().map(piece).collect()
}

fn ply_texts(seen: &Seen) -> Vec<String> {
    let timeline = match seen.play.progress() {
        Progress::Salpakan(game) => &game.timeline,
        Progress::ThreeGenerals(game) => {
            return game.game.plies().iter().map(ToString::to_string).collect();
        }
    };
    let last = timeline.len();
    let ended = timeline.ending.is_some() && seen.play.state() != State::Aborted;
    let text = |(number, ply): (u32, &salpakan::record::Ply)| {
        PlyText::from_ply(ply, ended && number == last).as_str().to_owned()
    };
    (1_u32..).zip(&timeline.plies).map(text).collect()
}
