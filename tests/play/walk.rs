//! A walk through a play: whatever anybody may ask, at any time, chosen by a seed.

use adjutant_domain::game::Rules;
use adjutant_domain::play::{
    Command, Decision, OfficialCommand, PlayerCommand, PlyCommand, Refusal, Rule, Sent, Spectators,
    State, Step, Terms, Venue,
};
use adjutant_domain::play::{Confirm, Disclosure};
use salpakan::clock::{Pace, SECOND};
use salpakan::rules::{ByColor, Color, Move, Outcome, Square, Termination};

use crate::random_play::{RULE_SETS, Random};
use crate::support::{Game, LONG_GONE, OFFICIAL, reason};

/// Something that is asked, or happens.
#[derive(Debug, Clone)]
pub enum Ask {
    Command(Command),
    /// The server opens the board.
    Begin,
    Ply(PlyCommand),
    Outage(i64),
}

/// It, and how long after what came before.
#[derive(Debug, Clone)]
pub struct Asked {
    pub after: i64,
    pub ask: Ask,
}

pub type Answer = Option<Result<Decision, Refusal>>;

/// A play of any terms and armies.
pub fn any_game(random: &mut Random) -> Game {
    let terms = any_terms(random);
    let rules = *terms.rules.salpakan().expect("a rule-set");
    let armies = ByColor::from_fn(|color| random.deployment(&rules, color));
    let first = Color::ALL[random.below(2) as usize];
    Game::new(terms, armies, first)
}

fn any_terms(random: &mut Random) -> Terms {
    // Small armies meet soon, so that games end by rule too.
    let keys = ["standard+army=FP", "eleven", "standard+army=FPPSS+open-challenges"];
    let key = match random.below(3) {
        0 => RULE_SETS[random.below(RULE_SETS.len() as u64) as usize],
        _ => keys[random.below(3) as usize],
    };
    let rules: Rules = key.parse().expect("a key");
    let paces = ["60+0", "60/10+3", "20+0d5", "1d", "-"];
    let pace = Pace::parse(paces[random.below(5) as usize]).expect("a pace");
    let terms = Terms { spectators: Spectators::None, ..Terms::casual(rules, pace) };
    let credit = [0, SECOND][random.below(2) as usize];
    if random.below(2) == 0 && !pace.is_untimed() {
        return Terms { credit, ..terms };
    }
    let disclosure = [Disclosure::Game, Disclosure::Round][random.below(2) as usize];
    let venue = if pace.is_correspondence() { Venue::Online } else { Venue::Table };
    let confirm = Confirm::ByOfficial;
    Terms { venue, disclosure, confirm, claims: false, credit, deployment: 60 * SECOND, ..terms }
}

/// What is asked next, and when.
pub fn next(random: &mut Random, game: &mut Game) -> Asked {
    let after = match random.below(40) {
        0 => random.below(100_000_000) as i64,
        1..20 => random.below(1000) as i64,
        _ => random.below(1_500_000) as i64,
    };
    game.later(after);
    let seat = Color::ALL[random.below(2) as usize];
    let ask = match (game.play.state(), random.below(20)) {
        (_, 0) => Ask::Outage(random.below(100_000_000) as i64),
        (State::Created | State::Deploying, 1..18) => set_out(random, game, seat),
        (State::InPlay, 1..15) => Ask::Ply(any_ply(random, game)),
        (_, 1..4) => Ask::Command(official(random, game)),
        (_, 4..7) => Ask::Command(Command::Server(server(random))),
        _ => Ask::Command(Command::Seat {
            sent: sent(random, game),
            seat,
            command: player_command(random),
        }),
    };
    game.later(-after);
    Asked { after, ask }
}

/// Received now or a little before.
fn sent(random: &mut Random, game: &mut Game) -> Sent {
    let sent = game.sent();
    Sent { received: sent.received - random.below(100_000) as i64, ..sent }
}

/// What leads to the first ply, most of the time.
fn set_out(random: &mut Random, game: &mut Game, seat: Color) -> Ask {
    match random.below(4) {
        0 => Ask::Command(Command::Server(Step::Open)),
        1 => Ask::Begin,
        _ => {
            let wish = PlayerCommand::Ready { nonce: Some([seat as u8 + 1; 32]) };
            Ask::Command(Command::Seat { sent: sent(random, game), seat, command: wish })
        }
    }
}

fn any_ply(random: &mut Random, game: &mut Game) -> PlyCommand {
    let board = game.play.board().expect("it goes on");
    let legal: Vec<Move> = board.moves().collect();
    // Challenges are rare among all moves, and what tells most.
    let challenges: Vec<Move> =
        legal.iter().copied().filter(|mv| board.is_challenge(*mv)).collect();
    let from = if random.below(2) == 0 && !challenges.is_empty() { challenges } else { legal };
    let mut mv = from[random.below(from.len() as u64) as usize];
    let mut seat = board.to_move();
    let mut number = game.play.progress().len() + 1;
    match random.below(30) {
        0 => seat = seat.opponent(),
        1 => number += 1,
        2 => mv.to = Square::from_index(random.below(72) as usize).expect("a square"),
        3 => mv.from = Square::from_index(random.below(72) as usize).expect("a square"),
        _ => {}
    }
    let credit = random.below(2_000_000) as i64 - 500_000;
    PlyCommand { sent: sent(random, game), seat, number, ply: mv.into(), credit }
}

fn player_command(random: &mut Random) -> PlayerCommand {
    match random.below(27) {
        0 => PlayerCommand::Ready { nonce: Some([9; 32]) },
        1..5 => PlayerCommand::Offer,
        5..7 => PlayerCommand::Decline,
        7..9 => PlayerCommand::Withdraw,
        9 => PlayerCommand::Accept,
        10 => PlayerCommand::Resign,
        // The server puts in where the Flag is.
        11..13 => PlayerCommand::ShowFlag { origin: Square::from_index(0).expect("a square") },
        13 => PlayerCommand::Abort,
        14..17 => PlayerCommand::Pause,
        17..20 => PlayerCommand::Resume,
        20 => PlayerCommand::Claim { gone: [0, LONG_GONE][random.below(2) as usize] },
        21..23 => PlayerCommand::TakeBack,
        23 => PlayerCommand::AcceptResult,
        _ => PlayerCommand::AddTime { amount: random.below(30) as i64 * SECOND / 2 },
    }
}

fn official(random: &mut Random, game: &mut Game) -> Command {
    let color = Color::ALL[random.below(2) as usize];
    let outcome = [Outcome::Draw, Outcome::Win(color)][random.below(2) as usize];
    let termination = Termination::ALL[random.below(9) as usize];
    let rule = match random.below(20) {
        0..4 => Rule::Pause,
        4..9 => Rule::Resume,
        9..11 => Rule::AddTime { to: color, amount: 5 * SECOND },
        11 => Rule::Adjudicate { outcome },
        12 => Rule::Annul,
        13 => Rule::Default { loser: color },
        14..16 => Rule::Reinstate,
        _ => Rule::Correct { outcome, termination },
    };
    let act = if random.below(4) == 0 {
        OfficialCommand::Confirm
    } else {
        OfficialCommand::Rule(rule, reason())
    };
    Command::Official { sent: sent(random, game), account: OFFICIAL, command: act }
}

fn server(random: &mut Random) -> Step {
    match random.below(4) {
        0 => Step::TimePassed,
        1 => Step::Record,
        2 => Step::Reveal,
        _ => Step::Open,
    }
}

/// Asks it, and carries out what comes of it; `None` where nobody answers.
pub fn put(game: &mut Game, asked: &Asked) -> Answer {
    game.later(asked.after);
    let answer = match &asked.ask {
        Ask::Outage(length) => {
            game.goes_out(*length);
            return None;
        }
        Ask::Begin => game.play.decide(&game.begin(), game.now),
        Ask::Ply(command) => game.ply(command),
        Ask::Command(Command::Seat { sent, seat, command: PlayerCommand::ShowFlag { .. } }) => {
            let origin = game.armies[*seat].flag().expect("an army has a Flag");
            let wish = PlayerCommand::ShowFlag { origin };
            game.play.decide(&Command::Seat { sent: *sent, seat: *seat, command: wish }, game.now)
        }
        Ask::Command(command) => game.play.decide(command, game.now),
    };
    if let Ok(Decision::Done(event)) = &answer {
        game.play.apply(event).unwrap_or_else(|misfit| panic!("{event:?}: {misfit}"));
        game.events.push(event.clone());
    }
    Some(answer)
}
