//! Why a command is refused. Each cause is public: it follows from the events, the terms and the
//! actor, never from a rank.

use salpakan::rules::IllegalMove;
use three_generals::{Color, General, IllegalDrop, IllegalPly, IllegalShot, Kind, Squares, Troop};

use crate::message::{Message, message, message_enum};
use crate::moment::SECOND;

message_enum! {
    /// A public cause. "The actor" is whoever sent the command.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Refusal {
        /// Nobody may deploy yet.
        NotOpen => "refused-play-not-open",
        /// Both sides may already deploy.
        AlreadyOpen => "refused-internal",
        /// Not both sides have deployed.
        NotBegun => "refused-play-not-begun",
        AlreadyBegun => "refused-play-begun",
        /// The actor has already deployed, which cannot be repeated.
        AlreadyReady => "refused-play-ready",
        DeploymentOver => "refused-play-deployment-over",
        /// The clocks are stopped.
        Paused => "refused-play-paused",
        /// The clocks are running.
        NotPaused => "refused-play-not-paused",
        Over => "refused-play-over",
        NotOver => "refused-play-not-over",
        /// The play was stopped without a result.
        Aborted => "refused-play-aborted",
        NotYourTurn => "refused-play-not-your-turn",
        /// It is the actor's own turn.
        YourTurn => "refused-play-your-turn",
        /// The command is not for the next ply, which has this number.
        OtherPly { next: u32 } => "refused-play-other-ply" { number = next },
        Illegal(illegal: IllegalMove) => (illegal_move_message(*illegal)),
        IllegalPly(illegal: IllegalPly) => (illegal_ply_message(*illegal)),
        /// It belongs to another game than is played here.
        OtherGame => "refused-play-other-game",
        /// The flag of the side to move has fallen.
        TimeIsUp => "refused-play-time-is-up",
        /// The actor's own draw offer already stands.
        OfferStands => "refused-play-offer-stands",
        /// The opponent's draw offer has to be answered first.
        AnswerOffer => "refused-play-answer-offer",
        /// There is no offer to answer or withdraw.
        NoOffer => "refused-play-no-draw-offer",
        FlagIsPublic => "refused-play-flag-is-public",
        /// The actor deployed nothing on that square.
        NoSuchPiece => "refused-play-no-such-piece",
        PlyMade => "refused-play-ply-made",
        NoPly => "refused-play-no-ply",
        /// The actor did not make the last ply.
        NothingToTakeBack => "refused-play-nothing-to-take-back",
        /// The arbiter has answered the ply, which cannot be unheard.
        ChallengeAnswered => "refused-play-challenge-answered",
        /// Plies are taken back only at one shared device.
        AtTableOnly => "refused-play-at-table-only",
        NoClocks => "refused-play-no-clocks",
        /// Only officials may do this at an event or after an official's pause.
        OfficialsOnly => "refused-play-officials-only",
        /// The actor has already asked for a pause.
        AlreadyAsked => "refused-play-asked",
        /// The terms allow no claims.
        NoClaims => "refused-play-no-claims",
        /// The opponent was seen too recently; they have to be gone for `after` microseconds.
        NotGone { after: i64 } => "refused-play-not-gone" { seconds = *after / SECOND },
        /// Less than a second, more than a day, or not in whole seconds.
        Amount => "refused-play-amount",
        /// No clock may exceed 60 days.
        TooMuchTime => "refused-play-too-much-time",
        /// The actor has sent too much since the last ply.
        TooManyWords => "refused-play-too-many-words",
        /// The game cannot have this result.
        NoSuchResult => "refused-play-no-such-result",
        SameResult => "refused-play-same-result",
        /// The game ended by a rule on the board, which cannot be corrected.
        EndedByRule => "refused-play-ended-by-rule",
        /// The actor has already accepted the result.
        AlreadyAccepted => "refused-play-accepted",
        AlreadyFinal => "refused-play-final",
        /// The result has to be confirmed first.
        NotFinal => "refused-play-not-final",
        /// The game is already stored with this result.
        AlreadyRecorded => "refused-internal",
        /// The game has to be stored first.
        NotRecorded => "refused-internal",
        /// The ranks are already public.
        AlreadyRevealed => "refused-play-revealed",
        /// It is too early for this step.
        NotDue => "refused-internal",
        /// The seed does not match the commitment.
        OtherSeed => "refused-internal",
        /// No deployment can occupy these squares.
        NoSuchDeployment => "refused-internal",
        /// The id was used for a different command before.
        OtherCommand => "refused-play-other-command",
    }
}

fn illegal_move_message(illegal: IllegalMove) -> Message {
    match illegal {
        IllegalMove::GameOver => message!("refused-play-over"),
        IllegalMove::NoPiece(square) => message!("refused-play-no-piece", square),
        IllegalMove::NotYours(square) => message!("refused-play-not-yours", square),
        IllegalMove::NotOneStep(mv) => {
            message!("refused-play-not-one-step", from = mv.from, to = mv.to)
        }
        IllegalMove::OwnPiece(square) => message!("refused-play-own-piece", square),
    }
}

fn illegal_ply_message(illegal: IllegalPly) -> Message {
    match illegal {
        IllegalPly::GameOver => message!("refused-play-over"),
        IllegalPly::NoPiece(square) => message!("refused-play-no-piece", square),
        IllegalPly::NotYours(square, _) => message!("refused-play-not-yours", square),
        IllegalPly::Stone(square, kind, general) => {
            message!("refused-ply-stone", square, piece = piece(kind), general = name(general))
        }
        IllegalPly::CannotReach(kind, from, to) => {
            message!("refused-ply-cannot-reach", piece = piece(kind), from, to)
        }
        IllegalPly::LeavesPalace(general, square, palace) => {
            let (first, last) = corners(palace);
            message!("refused-ply-leaves-palace", general = name(general), square, first, last)
        }
        IllegalPly::OwnPiece(square) => message!("refused-play-own-piece", square),
        IllegalPly::WrongSign { to, captures: true } => {
            message!("refused-ply-captures-nothing", square = to)
        }
        IllegalPly::WrongSign { to, captures: false } => {
            message!("refused-ply-captures", square = to)
        }
        IllegalPly::MustTurn(kind, square) => {
            message!("refused-ply-must-turn", piece = piece(kind), square)
        }
        IllegalPly::MustNotTurn(kind, square) => {
            message!("refused-ply-must-not-turn", piece = piece(kind), square)
        }
        IllegalPly::NotInFarRows(color) => {
            let (first, last) = if color == Color::White { (7, 9) } else { (1, 3) };
            message!("refused-ply-not-in-far-rows", first, last)
        }
        IllegalPly::GeneralsNeverTurn(general) => {
            message!("refused-ply-generals-never-turn", general = name(general))
        }
        IllegalPly::OnlyPawnsBringBack(kind) => {
            message!("refused-ply-only-pawns-bring-back", piece = piece(kind))
        }
        IllegalPly::NotLost(general) => message!("refused-ply-not-lost", general = name(general)),
        IllegalPly::NotHisPalace(general, square, palace) => {
            let (first, last) = corners(palace);
            message!("refused-ply-not-his-palace", general = name(general), square, first, last)
        }
        IllegalPly::Taken(square) => message!("refused-ply-taken", square),
        IllegalPly::Drop(why) => illegal_drop_message(why),
        IllegalPly::Shot(why) => illegal_shot_message(why),
    }
}

fn illegal_drop_message(illegal: IllegalDrop) -> Message {
    let piece = |troop| piece(Kind::Troop(troop));
    match illegal {
        IllegalDrop::NotInHand(troop, _) => {
            message!("refused-ply-not-in-hand", piece = piece(troop))
        }
        IllegalDrop::OnPiece(square) => message!("refused-ply-drop-on-piece", square),
        IllegalDrop::NeverMoves(troop, square) => {
            message!("refused-ply-never-moves", piece = piece(troop), square)
        }
        IllegalDrop::SecondPawn(square) => message!("refused-ply-second-pawn", square),
    }
}

fn illegal_shot_message(illegal: IllegalShot) -> Message {
    match illegal {
        IllegalShot::NoShooter(square) => message!("refused-ply-no-shooter", square),
        IllegalShot::NoTarget(general, square) => {
            message!("refused-ply-no-target", general = name(general), square)
        }
        IllegalShot::NotOnOneLine(from, to) => message!("refused-ply-not-on-one-line", from, to),
        IllegalShot::Between(square) => message!("refused-ply-between", square),
    }
}

fn piece(kind: Kind) -> Message {
    match kind {
        Kind::Troop(Troop::Pawn) => message!("refused-piece-pawn"),
        Kind::Troop(Troop::Angle) => message!("refused-piece-angle"),
        Kind::Troop(Troop::Rook) => message!("refused-piece-rook"),
        Kind::Troop(Troop::Flier) => message!("refused-piece-flier"),
        Kind::Troop(Troop::Queen) => message!("refused-piece-queen"),
        Kind::Troop(Troop::Chariot) => message!("refused-piece-chariot"),
        Kind::Troop(Troop::Bishop) => message!("refused-piece-bishop"),
        Kind::General(general) => name(general),
    }
}

fn name(general: General) -> Message {
    match general {
        General::Golden => message!("refused-piece-golden-general"),
        General::Jeweled => message!("refused-piece-jeweled-general"),
        General::Silver => message!("refused-piece-silver-general"),
    }
}

/// The first and the last square of a palace.
fn corners(palace: Squares) -> (String, String) {
    let text = |square: Option<three_generals::Square>| {
        square.map_or(String::new(), |one| one.to_string())
    };
    (text(palace.first()), text(palace.last()))
}

/// Why a ply leads to no event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoPly<E> {
    Refused(Refusal),
    /// The arbiter could not be asked.
    Failed(E),
    /// The announcement is impossible for this move: the set-ups are not those of this play.
    Contradiction,
}

impl<E> From<Refusal> for NoPly<E> {
    fn from(refusal: Refusal) -> NoPly<E> {
        NoPly::Refused(refusal)
    }
}
