//! Writes GGN in canonical form, so that reading and writing it again changes nothing.

use crate::clock::push_clock;
use crate::{Color, Game, Outcome};

use super::super::json::begins_twin;
use super::super::tag::{GAME, setup_name};

/// The maximum line length of move text, except for a single longer word.
pub const LINE_WIDTH: usize = 79;

/// Appends the canonical text of a record, followed by an empty line.
pub fn write<G: Game>(text: &mut String, record: &G::Record) {
    write_tags::<G>(text, record);
    text.push('\n');
    write_moves::<G>(text, record);
}

fn write_tags<G: Game>(text: &mut String, record: &G::Record) {
    let (header, own) = (G::header(record), G::own_tags(record));
    let mut tag = |name: &str, value: &str| push_tag(text, name, value);
    for (name, value) in header.roster.tags() {
        tag(name, value);
    }
    tag("Result", result(header.outcome));
    let own_tags = [
        (GAME, own.game),
        ("Ruleset", own.rules.as_deref()),
        ("First", own.first.map(Color::name)),
    ];
    for (name, value) in own_tags {
        if let Some(value) = value {
            tag(name, value);
        }
    }
    tag("TimeControl", &header.time_control.map_or("-".to_owned(), |control| control.to_string()));
    tag("Termination", header.termination.name());
    for color in Color::ALL {
        if let Some(setup) = &own.setups[color] {
            tag(setup_name(color), setup);
        }
    }
    for (name, value) in &G::annotations(record).extra_tags {
        tag(name, value);
    }
}

fn push_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text.push_str("\"]\n");
}

fn result(outcome: Option<Outcome>) -> &'static str {
    outcome.map_or("*", Outcome::notation)
}

fn write_moves<G: Game>(text: &mut String, record: &G::Record) {
    let comments = &G::annotations(record).comments;
    let mut line = Line { text, used: 0, must_break: false };
    let comment_of = |number: u32| comments.get(&number).map(String::as_str);
    line.comment(None, comment_of(0));
    let mut word = String::with_capacity(8);
    for number in 1..=G::ply_count(record) {
        word.clear();
        if number % 2 == 1 {
            push_number(&mut word, number.div_ceil(2));
            word.push('.');
            line.word(&word);
            word.clear();
        }
        G::push_ply(record, number, &mut word);
        line.word(&word);
        line.comment(G::clock(record, number), comment_of(number));
    }
    line.word(result(G::header(record).outcome));
    line.text.push_str("\n\n");
}

/// Appends a decimal number; faster than a formatter for the thousands of numbers in a game.
fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Words on lines of at most [`LINE_WIDTH`] characters.
struct Line<'a> {
    text: &'a mut String,
    used: usize,
    /// A `;` comment extends to the end of the line.
    must_break: bool,
}

impl Line<'_> {
    fn word(&mut self, word: &str) {
        let width = if word.is_ascii() { word.len() } else { word.chars().count() };
        if self.must_break || (self.used > 0 && self.used + 1 + width > LINE_WIDTH) {
            self.text.push('\n');
            self.used = 0;
            self.must_break = false;
        }
        if self.used > 0 {
            self.text.push(' ');
            self.used += 1;
        }
        self.text.push_str(word);
        self.used += width;
    }

    /// Writes one brace comment: the clock, then the text. A text that contains a closing brace, or
    /// would look like JSON in braces, is written after `;` instead.
    fn comment(&mut self, clock: Option<u32>, text: Option<&str>) {
        let fits_brace = |text: &&str| !text.contains('}') && !begins_twin(text.as_bytes());
        let behind_semicolon = text.filter(|text| !fits_brace(text));
        let in_brace = text.filter(fits_brace);
        if let Some(clock) = clock {
            let mut word = String::with_capacity(16);
            word.push_str("{[%clk ");
            push_clock(&mut word, clock);
            word.push_str(if in_brace.is_some() { "]" } else { "]}" });
            self.word(&word);
        }
        if let Some(text) = in_brace {
            self.words_closed(text, if clock.is_some() { "" } else { "{" });
        }
        if let Some(text) = behind_semicolon {
            self.word(&format!("; {text}"));
            self.must_break = true;
        }
    }

    /// The words of `text`, preceded by `open` and followed by a brace.
    fn words_closed(&mut self, text: &str, open: &str) {
        let mut words = text.split(' ').peekable();
        let mut open = open;
        while let Some(word) = words.next() {
            let close = if words.peek().is_none() { "}" } else { "" };
            self.word(&format!("{open}{word}{close}"));
            open = "";
        }
    }
}
