//! Splits input into SQL statements and shell commands.

use std::io::{self, BufRead};

/// A statement or command.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ScriptPiece {
    pub what: PieceKind,
    /// The line on which it begins, from 1.
    pub line: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// A statement with its number, from 1, without preceding comments.
    Statement { number: usize, sql: String },
    /// A line that begins with a dot, without the dot.
    Command(String),
}

/// Reads the pieces of an input one by one.
pub(super) struct ScriptReader<R> {
    input: R,
    /// Text that has been read but not returned.
    text: String,
    /// The line on which `text` begins, from 1.
    line: usize,
    scanner: StatementScanner,
    /// The number of statements returned so far.
    number: usize,
}

impl<R: BufRead> ScriptReader<R> {
    pub fn new(input: R) -> ScriptReader<R> {
        ScriptReader {
            input,
            text: String::new(),
            line: 1,
            scanner: StatementScanner::default(),
            number: 0,
        }
    }

    /// The next piece. `prompt` is called before each line is read, with whether a statement has begun.
    pub fn next_piece(
        &mut self,
        prompt: &mut dyn FnMut(bool) -> io::Result<()>,
    ) -> io::Result<Option<ScriptPiece>> {
        loop {
            if let Some(end) = self.scanner.advance(&self.text) {
                if let Some(piece) = self.take_statement(end) {
                    return Ok(Some(piece));
                }
                continue;
            }
            if self.scanner.is_idle() {
                self.discard(self.text.len());
            }
            prompt(self.scanner.first.is_some())?;
            let begin = self.text.len();
            if self.read_line()? == 0 {
                return Ok(self.take_statement(self.text.len()));
            }
            let command = self.text[begin..].trim().strip_prefix('.').map(str::to_owned);
            if let (true, Some(command)) = (begin == 0, command) {
                let line = self.line;
                self.discard(self.text.len());
                return Ok(Some(ScriptPiece { what: PieceKind::Command(command), line }));
            }
        }
    }

    fn read_line(&mut self) -> io::Result<usize> {
        self.input.read_line(&mut self.text).map_err(|e| match e.kind() {
            io::ErrorKind::InvalidData => {
                let line = self.line + count_newlines(&self.text);
                io::Error::new(e.kind(), format!("line {line}: this is not UTF-8"))
            }
            _ => e,
        })
    }

    /// The statement that ends at `end`; `None` for only blanks, comments and semicolons.
    fn take_statement(&mut self, end: usize) -> Option<ScriptPiece> {
        let first = self.scanner.first;
        let piece = first.map(|first| {
            self.number += 1;
            let sql = self.text[first..end].to_owned();
            let line = self.line + count_newlines(&self.text[..first]);
            ScriptPiece { what: PieceKind::Statement { number: self.number, sql }, line }
        });
        self.discard(end);
        piece
    }

    fn discard(&mut self, end: usize) {
        self.line += count_newlines(&self.text[..end]);
        self.text.drain(..end);
        self.scanner = StatementScanner::default();
    }
}

/// The number of line ends in a text.
pub(super) fn count_newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// Finds the semicolon at the end of a statement: not in quotes, comments or triggers.
#[derive(Debug, Default)]
struct StatementScanner {
    /// The number of bytes examined.
    at: usize,
    /// Where the statement's first word begins.
    first: Option<usize>,
    within: QuoteState,
    stage: TriggerStage,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum QuoteState {
    #[default]
    Nothing,
    /// Up to this closing quote.
    Quotes(u8),
    LineComment,
    BlockComment,
}

/// The stage of a statement, as in SQLite's `sqlite3_complete`: `CREATE TRIGGER` ends at `; END;`.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum TriggerStage {
    #[default]
    Start,
    Normal,
    Explain,
    Create,
    Trigger,
    TriggerSemicolon,
    TriggerEnd,
}

impl StatementScanner {
    /// Whether nothing has begun, not even a comment.
    fn is_idle(&self) -> bool {
        self.first.is_none() && self.within == QuoteState::Nothing
    }

    /// Examines the rest of the text, and returns the end of a statement, which may be empty.
    fn advance(&mut self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            let pair = bytes.get(self.at + 1).map(|next| [byte, *next]);
            match self.within {
                QuoteState::Quotes(closing) if byte == closing => self.within = QuoteState::Nothing,
                QuoteState::LineComment if byte == b'\n' => self.within = QuoteState::Nothing,
                QuoteState::BlockComment if pair == Some(*b"*/") => {
                    self.at += 1;
                    self.within = QuoteState::Nothing;
                }
                QuoteState::Nothing if pair == Some(*b"--") => {
                    self.within = QuoteState::LineComment
                }
                QuoteState::Nothing if pair == Some(*b"/*") => {
                    self.at += 1;
                    self.within = QuoteState::BlockComment;
                }
                QuoteState::Nothing if byte == b';' => {
                    self.at += 1;
                    self.stage = self.stage.next_stage(";");
                    if self.stage == TriggerStage::Start {
                        return Some(self.at);
                    }
                    continue;
                }
                QuoteState::Nothing if !byte.is_ascii_whitespace() => {
                    self.token(text);
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        None
    }

    /// Consumes a word, an opening quote or a sign.
    fn token(&mut self, text: &str) {
        self.first.get_or_insert(self.at);
        let rest = &text.as_bytes()[self.at..];
        let letters = rest.iter().take_while(|byte| is_word_byte(**byte)).count();
        let length = letters.max(1);
        self.within = match rest[0] {
            quote @ (b'\'' | b'"' | b'`') => QuoteState::Quotes(quote),
            b'[' => QuoteState::Quotes(b']'),
            _ => QuoteState::Nothing,
        };
        self.stage = self.stage.next_stage(&text[self.at..self.at + length]);
        self.at += length;
    }
}

/// Non-ASCII bytes belong to words, so that no character is split.
const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

impl TriggerStage {
    fn next_stage(self, token: &str) -> TriggerStage {
        let is = |word: &str| token.eq_ignore_ascii_case(word);
        match self {
            TriggerStage::Trigger | TriggerStage::TriggerSemicolon if is(";") => {
                TriggerStage::TriggerSemicolon
            }
            _ if is(";") => TriggerStage::Start,
            TriggerStage::TriggerSemicolon if is("end") => TriggerStage::TriggerEnd,
            TriggerStage::Trigger | TriggerStage::TriggerSemicolon | TriggerStage::TriggerEnd => {
                TriggerStage::Trigger
            }
            TriggerStage::Start if is("explain") => TriggerStage::Explain,
            TriggerStage::Start | TriggerStage::Explain if is("create") => TriggerStage::Create,
            TriggerStage::Explain if is("query") || is("plan") => TriggerStage::Explain,
            TriggerStage::Create if is("temp") || is("temporary") => TriggerStage::Create,
            TriggerStage::Create if is("trigger") => TriggerStage::Trigger,
            _ => TriggerStage::Normal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<(usize, String)> {
        let mut script = ScriptReader::new(text.as_bytes());
        let mut pieces = Vec::new();
        while let Some(piece) = script.next_piece(&mut |_| Ok(())).unwrap() {
            let words = match piece.what {
                PieceKind::Statement { number, sql } => format!("{number} {sql}"),
                PieceKind::Command(command) => format!(".{command}"),
            };
            pieces.push((piece.line, words));
        }
        pieces
    }

    fn expected(pieces: &[(usize, &str)]) -> Vec<(usize, String)> {
        pieces.iter().map(|(line, words)| (*line, (*words).to_owned())).collect()
    }

    #[test]
    fn statements_end_at_semicolons_and_know_their_number_and_line() {
        let text = "SELECT 1; SELECT 2;\n\n-- the third\nSELECT\n 3;;\n/* last; */ SELECT 4";
        let found =
            [(1, "1 SELECT 1;"), (1, "2 SELECT 2;"), (4, "3 SELECT\n 3;"), (6, "4 SELECT 4")];
        assert_eq!(pieces(text), expected(&found));
        assert!(pieces("\n -- nothing;\n/* and\nnothing */ ;; \n").is_empty());
    }

    #[test]
    fn semicolons_in_quotes_and_comments_end_nothing() {
        for text in [
            "SELECT 'a;b', 'it''s; fine';",
            "SELECT \"a;\" FROM [b;c], `d;`;",
            "SELECT 1 -- one; two\n + 2;",
            "SELECT 1 /* one;\n two; */ + 2;",
            "SELECT 'é;', é;",
        ] {
            assert_eq!(pieces(text), [(1, format!("1 {text}"))]);
        }
    }

    #[test]
    fn a_trigger_ends_at_its_end() {
        let trigger = "CREATE TEMP TRIGGER t AFTER INSERT ON a BEGIN\n SELECT 1; SELECT 2;\nEND;";
        let text = format!("{trigger}\nSELECT 3;");
        assert_eq!(pieces(&text), expected(&[(1, &format!("1 {trigger}")), (4, "2 SELECT 3;")]));
    }

    #[test]
    fn commands_begin_with_a_dot_where_no_statement_has_begun() {
        let text = "  .tables \nSELECT 1;\n.schema games\nSELECT\n.5;\n.quit";
        let found = [
            (1, ".tables"),
            (2, "1 SELECT 1;"),
            (3, ".schema games"),
            (4, "2 SELECT\n.5;"),
            (6, ".quit"),
        ];
        assert_eq!(pieces(text), expected(&found));
    }

    #[test]
    fn what_is_left_open_is_handed_on_as_it_is() {
        assert_eq!(pieces("SELECT 'a;\n"), expected(&[(1, "1 SELECT 'a;\n")]));
        assert!(pieces("/* no end; SELECT 1;").is_empty());
    }

    #[test]
    fn the_prompt_tells_whether_a_statement_has_begun() {
        let mut script = ScriptReader::new(&b"SELECT\n1;\n\n"[..]);
        let mut asked = Vec::new();
        let mut prompt = |begun| {
            asked.push(begun);
            Ok(())
        };
        while script.next_piece(&mut prompt).unwrap().is_some() {}
        assert_eq!(asked, [false, true, false, false]);
    }

    #[test]
    fn what_is_not_utf_8_is_named_with_its_line() {
        let mut script = ScriptReader::new(&b"SELECT 1;\nSELECT '\xff';\n"[..]);
        script.next_piece(&mut |_| Ok(())).unwrap();
        let e = script.next_piece(&mut |_| Ok(())).unwrap_err();
        assert_eq!(e.to_string(), "line 2: this is not UTF-8");
    }
}
