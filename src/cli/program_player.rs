//! A program of somebody else's at `adjutant match`: it is told what its player sees, a line at a time.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use salpakan::record::Ply;
use salpakan::rules::{Color, Deployment, Draft, Move, RuleSet, Square, Squares};
use salpakan_bot::Random;
use salpakan_computer::game::Player;
use salpakan_computer::{Candidate, Sight};

/// A running program, line by line.
pub(super) struct ProgramLines {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    patience: Duration,
}

/// A running program that plays Salpakan.
pub struct ProgramPlayer {
    program: ProgramLines,
    /// How many plies it was told; `None` before the game.
    told: Option<usize>,
}

impl ProgramLines {
    /// Starts a program, whose words are separated by blanks, and greets it with the game and the version of its lines.
    pub(super) fn start(
        command: &str,
        greeting: &str,
        patience: Duration,
    ) -> Result<ProgramLines, String> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("there is no program to start")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program} does not start: {e}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no input or output"));
        };
        let (tell, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        let mut started = ProgramLines { child, input, lines, patience };
        started.say(greeting).map_err(|e| format!("{program}: {e}"))?;
        match started.hear("ready") {
            Ok(_) => Ok(started),
            Err(fault) => Err(format!("{program}: {fault}")),
        }
    }

    pub(super) fn say(&mut self, line: &str) -> Result<(), String> {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        written.map_err(|e| format!("it takes no line any more: {e}"))
    }

    /// Waits for a line that begins with this word, and gives what follows it; other lines are remarks.
    pub(super) fn hear(&mut self, word: &str) -> Result<String, String> {
        loop {
            match self.lines.recv_timeout(self.patience) {
                Ok(line) => {
                    let line = line.trim();
                    if let Some(rest) = line.strip_prefix(word)
                        && (rest.is_empty() || rest.starts_with(' '))
                    {
                        return Ok(rest.trim().to_owned());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!("no line {word:?} within {} s", self.patience.as_secs()));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("it ended before a line {word:?}"));
                }
            }
        }
    }
}

impl ProgramPlayer {
    /// Starts a program; its words are separated by blanks.
    pub fn start(command: &str, patience: Duration) -> Result<ProgramPlayer, String> {
        let program = ProgramLines::start(command, "salpakan 1", patience)?;
        Ok(ProgramPlayer { program, told: None })
    }

    fn tell_plies(&mut self, sight: &Sight) -> Result<(), String> {
        let (own, timeline) = sight.game();
        if self.told.is_none() {
            let enemy = timeline.taken[own.color().opponent()].unwrap_or_default();
            self.program.say(&format!("enemy {}", squares(enemy)))?;
            if let Some(flag) = timeline.flags[own.color().opponent()] {
                self.program.say(&format!("flag {}", flag.origin))?;
            }
            self.program.say(&format!("first {}", timeline.first.key()))?;
        }
        for (number, ply) in (1..).zip(&timeline.plies).skip(self.told.unwrap_or_default()) {
            let mut line = format!("ply {number} {}", ply_text(ply));
            let declared = timeline.declared.iter().find(|said| said.ply == number);
            if let Some(said) = declared {
                let ranks = [said.challenger, said.defender].map(|rank| rank.letter());
                line += &format!(" {} {}", ranks[0], ranks[1]);
            }
            self.program.say(&line)?;
        }
        self.told = Some(timeline.plies.len());
        Ok(())
    }

    fn next(&mut self, sight: &Sight, random: &mut Random) -> Result<Move, String> {
        self.tell_plies(sight)?;
        self.program.say(&format!("go {}", random.bits()))?;
        let answer = self.program.hear("move")?;
        Move::parse(&answer).map_err(|_| format!("{answer:?} is no move such as e3-e4"))
    }
}

/// A ply in the notation: `e3-e4`, `e4xe5+`.
fn ply_text(ply: &Ply) -> String {
    let (between, said) = match ply.verdict {
        None => ('-', String::new()),
        Some(verdict) => ('x', verdict.symbol().to_string()),
    };
    format!("{}{between}{}{said}", ply.mv.from, ply.mv.to)
}

/// Squares as `a8 c8`, from White's left.
fn squares(set: Squares) -> String {
    set.iter().map(|square: Square| square.to_string()).collect::<Vec<_>>().join(" ")
}

impl Player for ProgramPlayer {
    fn deploy(&mut self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment> {
        let asked = format!("deploy {} {} {}", rules.key(), color.key(), random.bits());
        let answer = self.program.say(&asked).and_then(|()| self.program.hear("setup"));
        let draft = match answer {
            Ok(text) => Draft::parse(color, rules, &text).ok(),
            Err(fault) => {
                eprintln!("a program has no set-up: {fault}");
                None
            }
        };
        draft?.check(rules).ok()
    }

    fn choose(&mut self, sight: &Sight, random: &mut Random) -> Option<(Move, Vec<Candidate>)> {
        match self.next(sight, random) {
            Ok(m) => Some((m, Vec::new())),
            Err(fault) => {
                eprintln!("a program has no move: {fault}");
                None
            }
        }
    }
}

impl Drop for ProgramLines {
    fn drop(&mut self) {
        let _ended = self.say("quit");
        let _killed = self.child.kill();
        let _waited = self.child.wait();
    }
}
