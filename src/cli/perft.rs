//! `adjutant perft`: counts sequences of plies, for comparing one implementation of the rules with another.

use std::fmt::Display;
use std::ops::Range;

use clap::Args;

use salpakan::rules::{
    Board, ByColor, Color, Draft, IllegalMove, Move, RuleSet, Square, Squares, Verdict,
};
use three_generals::{Game, Ply, Position};

use super::Status;
use super::game_choice::GameChoice;
use super::words::say;

/// Count the sequences of legal plies of a given length.
///
/// Prints the number last, on a line of its own; with --divide, before it the number behind each first ply. A sequence
/// that the rules end before its last ply does not count.
///
/// Salpakan is counted on the public board, which knows no ranks: a challenge counts three times, as won (+), lost (-) and
/// split (=), at every depth, and a Flag's win ends nothing unless a ply of --after is marked with #. Set-ups say which squares
/// are taken.
///
/// Exits 2 if a position, a set-up or a ply of --after is not legal.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant perft --depth 3\n  adjutant perft --after \"e3-e4 e6-e5 e4xe5+\" --depth 4\n  adjutant perft --game three-generals --after \"c3-c4 e7-e6\" --depth 4 --divide"
)]
pub struct Perft {
    /// The game.
    #[arg(long, value_enum, default_value_t = GameChoice::Salpakan)]
    game: GameChoice,
    /// The number of plies of a sequence.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=MOST_PLIES))]
    depth: u32,
    /// Plies to play first, in the notation of the game and separated by spaces; move numbers may stand between them.
    #[arg(long, value_name = "PLIES", default_value = "", hide_default_value = true)]
    after: String,
    /// The position to start from, as the README of the crate three-generals describes it.
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["white_setup", "black_setup"])]
    position: Option<String>,
    /// White's set-up in a record's form, under the standard rules.
    #[arg(long, value_name = "SETUP", default_value = "3..PL5P../.ASKTP.4S/BMCPPF12P")]
    white_setup: String,
    /// Black's set-up in a record's form.
    #[arg(long, value_name = "SETUP", default_value = "...3FT.../12SLPASKM/BPP4P5PPC")]
    black_setup: String,
    /// Also print the number behind each first ply.
    #[arg(long)]
    divide: bool,
}

/// No count of so many plies would end.
const MOST_PLIES: i64 = 20;

impl Perft {
    pub(super) fn run(self) -> Status {
        Status::of(self.count().map(|()| Status::Good))
    }

    fn count(&self) -> Result<(), String> {
        match self.game {
            GameChoice::Salpakan if self.position.is_some() => {
                Err("--position is for --game three-generals; give Salpakan --white-setup and --black-setup".to_owned())
            }
            GameChoice::Salpakan => {
                let public = self.public_game()?;
                self.report(|| public.after_each(), |depth| public.perft(depth), PublicGame::perft);
                Ok(())
            }
            GameChoice::ThreeGenerals => {
                let game = self.three_generals()?;
                self.report(|| after_each(&game), |depth| game.perft(depth), Game::perft);
                Ok(())
            }
        }
    }

    /// Prints the paths, divided by first plies if that was asked for.
    fn report<G>(
        &self,
        after_each: impl Fn() -> Vec<(String, G)>,
        whole: impl Fn(u32) -> u64,
        perft: impl Fn(&G, u32) -> u64,
    ) {
        let Some(rest) = self.depth.checked_sub(1).filter(|_| self.divide) else {
            say!("{}", whole(self.depth));
            return;
        };
        let mut total = 0;
        for (ply, game) in after_each() {
            let paths = perft(&game, rest);
            say!("{ply}: {paths}");
            total += paths;
        }
        say!("{total}");
    }

    fn three_generals(&self) -> Result<Game, String> {
        let start = match &self.position {
            Some(text) => text.parse::<Position>().map_err(|e| format!("--position: {e}"))?,
            None => Position::start(),
        };
        let mut game = Game::from_position(start);
        for (number, text) in self.plies() {
            let ply: Ply = text.parse().map_err(|e| refused(number, text, e))?;
            game.play(ply).map_err(|e| refused(number, text, e))?;
        }
        Ok(game)
    }

    fn public_game(&self) -> Result<PublicGame, String> {
        let taken = ByColor {
            white: taken(Color::White, &self.white_setup)?,
            black: taken(Color::Black, &self.black_setup)?,
        };
        let mut game = PublicGame { board: Board::new(taken, Color::White), is_over: false };
        for (number, text) in self.plies() {
            game.play(text).map_err(|e| refused(number, text, e))?;
        }
        Ok(game)
    }

    /// The plies of `--after` with their numbers from 1.
    fn plies(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_number = |word: &&str| {
            let digits = word.trim_end_matches('.');
            digits.len() < word.len() && digits.bytes().all(|sign| sign.is_ascii_digit())
        };
        let words = self.after.split_whitespace().filter(move |word| !is_number(word));
        words.enumerate().map(|(index, text)| (index + 1, text))
    }
}

fn refused(number: usize, text: &str, why: impl Display) -> String {
    format!("--after: ply {number}, {text}: {why}")
}

fn after_each(game: &Game) -> Vec<(String, Game)> {
    if game.ending().is_some() {
        return Vec::new();
    }
    let after = |ply: Ply| {
        let mut after = game.clone();
        after.play(ply).expect("what is listed is legal");
        (ply.to_string(), after)
    };
    game.position().plies().into_iter().map(after).collect()
}

/// The squares of a set-up; its ranks play no part.
fn taken(color: Color, setup: &str) -> Result<Squares, String> {
    let fault = |why: &dyn Display| format!("{color}'s set-up {setup}: {why}");
    let rules = &RuleSet::STANDARD;
    let draft = Draft::parse(color, rules, setup).map_err(|faults| fault(&faults[0]))?;
    let deployment = draft.check(rules).map_err(|faults| fault(&faults[0]))?;
    Ok(deployment.squares())
}

/// A game of Salpakan as everybody sees it.
struct PublicGame {
    board: Board,
    is_over: bool,
}

impl PublicGame {
    /// Plays a ply in canonical notation.
    fn play(&mut self, text: &str) -> Result<(), String> {
        if self.is_over {
            return Err("the game is over; leave out what follows the #".to_owned());
        }
        let (text, ends) = text.strip_suffix('#').map_or((text, false), |text| (text, true));
        let ply = read_ply(text).ok_or(
            "not a ply; expected a move such as e3-e4, or a challenge with its verdict: e4xe5+, e4xe5- or e4xe5=",
        )?;
        self.board.check(ply.step).map_err(|e| format!("{e}; {}", remedy(e)))?;
        match (self.board.is_challenge(ply.step), ply.verdict) {
            (true, None) => {
                return Err("this is a challenge; write x and behind it the verdict: + won, - lost or = split".to_owned());
            }
            (false, Some(_)) => {
                return Err("nobody is challenged there; write - and no verdict".to_owned());
            }
            (_, verdict) => self.board.apply(ply.step, verdict),
        }
        self.is_over = ends;
        Ok(())
    }

    /// The game after each ply with each of its verdicts.
    fn after_each(&self) -> Vec<(String, PublicGame)> {
        if self.is_over {
            return Vec::new();
        }
        let plies = self.board.moves().flat_map(|step| {
            verdicts(&self.board, step)
                .iter()
                .map(move |verdict| PublicPly { step, verdict: *verdict })
        });
        plies
            .map(|ply| {
                let mut board = self.board.clone();
                board.apply(ply.step, ply.verdict);
                (ply.to_string(), PublicGame { board, is_over: false })
            })
            .collect()
    }

    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_over => 0,
            _ => public_paths(&self.board, depth),
        }
    }
}

/// A ply with the verdict that was announced.
struct PublicPly {
    step: Move,
    verdict: Option<Verdict>,
}

impl Display for PublicPly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Move { from, to } = self.step;
        match self.verdict {
            None => write!(f, "{from}-{to}"),
            Some(verdict) => write!(f, "{from}x{to}{}", verdict.symbol()),
        }
    }
}

fn read_ply(text: &str) -> Option<PublicPly> {
    let square = |range: Range<usize>| text.get(range)?.parse::<Square>().ok();
    let step = Move { from: square(0..2)?, to: square(3..5)? };
    let verdict = match (text.as_bytes()[2], text.get(5..)?.as_bytes()) {
        (b'-', []) => None,
        (b'x', [symbol]) => Some(Verdict::from_symbol(char::from(*symbol))?),
        _ => return None,
    };
    Some(PublicPly { step, verdict })
}

const fn remedy(illegal: IllegalMove) -> &'static str {
    match illegal {
        IllegalMove::GameOver => "leave out what follows its end",
        IllegalMove::NoPiece(_) => "name the square of the piece that moves",
        IllegalMove::NotYours(_) => "move a piece of the side that is to move",
        IllegalMove::NotOneStep(_) => "move to a square next to it",
        IllegalMove::OwnPiece(_) => "move to an empty square or onto an enemy",
    }
}

/// What the arbiter may say to a move, as far as the public board knows.
fn verdicts(board: &Board, step: Move) -> &'static [Option<Verdict>] {
    const OF_A_CHALLENGE: [Option<Verdict>; 3] =
        [Some(Verdict::ALL[0]), Some(Verdict::ALL[1]), Some(Verdict::ALL[2])];
    if board.is_challenge(step) { &OF_A_CHALLENGE } else { &[None] }
}

fn public_paths(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let of_move = |step| {
        let verdicts = verdicts(board, step);
        if depth == 1 {
            return verdicts.len() as u64;
        }
        let after = |verdict: &Option<Verdict>| {
            let mut after = board.clone();
            after.apply(step, *verdict);
            public_paths(&after, depth - 1)
        };
        verdicts.iter().map(after).sum()
    };
    board.moves().map(of_move).sum()
}
