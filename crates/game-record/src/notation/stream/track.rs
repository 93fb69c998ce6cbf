//! Tracks the braces, brackets, strings and commas of one JSON object.

/// Tracks one object from its first byte on, in constant memory.
#[derive(Default)]
pub(super) struct Track {
    /// A bit per open level, the innermost lowest: whether it is an object.
    open: u16,
    depth: u32,
    next: Next,
    in_string: bool,
    escaped: bool,
    in_word: bool,
    /// The number of open braces, if the text is no longer JSON.
    broken: Option<u32>,
}

/// The deepest nesting that is tracked; a game has two levels.
const DEEPEST: u32 = u16::BITS;

/// What may come next in JSON.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Next {
    #[default]
    Object,
    Key,
    KeyOrEnd,
    Colon,
    Value,
    ValueOrEnd,
    CommaOrEnd,
}

/// The state of the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Open,
    Whole,
    /// It is not JSON, and either its last brace is closed or the line of garbage has ended.
    Broken,
}

impl Track {
    /// Whether an object may come next in JSON.
    pub fn may_open(&self) -> bool {
        self.broken.is_none()
            && !self.in_string
            && matches!(self.next, Next::Value | Next::ValueOrEnd)
    }

    /// Marks the text as not JSON: from here on only strings and braces are tracked.
    pub fn spoil(&mut self) {
        if self.broken.is_none() {
            self.broken = Some(self.open.count_ones());
        }
    }

    /// Consumes bytes up to the end of the text or piece, and returns how many.
    pub fn take(&mut self, piece: &[u8]) -> (usize, End) {
        let mut at = 0;
        while at < piece.len() {
            if self.in_string {
                at += self.take_string(&piece[at..]);
                continue;
            }
            let byte = piece[at];
            let end = match self.broken {
                Some(braces) => self.take_broken(byte, braces),
                None => match self.take_sound(byte) {
                    Some(end) => end,
                    None => {
                        self.spoil();
                        continue;
                    }
                },
            };
            at += 1;
            if end != End::Open {
                return (at, end);
            }
        }
        (at, End::Open)
    }

    /// Consumes a string up to its closing quote, and returns the number of bytes.
    fn take_string(&mut self, piece: &[u8]) -> usize {
        if std::mem::take(&mut self.escaped) && piece[0] != b'\n' {
            return 1;
        }
        // Most strings are plies, too short for a search by blocks.
        match piece.iter().position(|byte| matches!(byte, b'"' | b'\\' | b'\n')) {
            None => piece.len(),
            Some(at) => {
                self.escaped = piece[at] == b'\\';
                self.in_string = self.escaped;
                // A JSON string contains no line break: an open one is damaged and ends here.
                if piece[at] == b'\n' {
                    self.spoil();
                    return at;
                }
                at + 1
            }
        }
    }

    fn take_broken(&mut self, byte: u8, braces: u32) -> End {
        match byte {
            b'"' => self.in_string = true,
            b'{' => self.broken = Some(braces.saturating_add(1)),
            b'}' if braces > 1 => self.broken = Some(braces - 1),
            b'}' => return End::Broken,
            // Garbage outside any object ends with its line.
            b'\n' if braces == 0 => return End::Broken,
            _ => {}
        }
        End::Open
    }

    /// Consumes a byte of JSON; `None` if it is not JSON.
    #[inline]
    fn take_sound(&mut self, byte: u8) -> Option<End> {
        let in_word = std::mem::take(&mut self.in_word);
        match (byte, self.next) {
            (b' ' | b'\t' | b'\r' | b'\n', _) => {}
            (b'"', Next::Key | Next::KeyOrEnd) => (self.in_string, self.next) = (true, Next::Colon),
            (b'"', Next::Value | Next::ValueOrEnd) => {
                (self.in_string, self.next) = (true, Next::CommaOrEnd);
            }
            (b':', Next::Colon) => self.next = Next::Value,
            (b',', Next::CommaOrEnd) => {
                self.next = if self.in_object() { Next::Key } else { Next::Value };
            }
            (b'{', Next::Object | Next::Value | Next::ValueOrEnd) => {
                self.open(true, Next::KeyOrEnd)?;
            }
            (b'[', Next::Value | Next::ValueOrEnd) => self.open(false, Next::ValueOrEnd)?,
            (b'}', Next::KeyOrEnd | Next::CommaOrEnd) if self.in_object() => {
                return Some(self.shut());
            }
            (b']', Next::ValueOrEnd | Next::CommaOrEnd) if !self.in_object() => {
                return Some(self.shut());
            }
            (b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'+' | b'-' | b'.', next) => {
                let begins = matches!(next, Next::Value | Next::ValueOrEnd);
                if !begins && !in_word {
                    return None;
                }
                (self.in_word, self.next) = (true, Next::CommaOrEnd);
            }
            _ => return None,
        }
        Some(End::Open)
    }

    const fn in_object(&self) -> bool {
        self.open & 1 == 1
    }

    fn open(&mut self, object: bool, next: Next) -> Option<()> {
        if self.depth == DEEPEST {
            return None;
        }
        self.depth += 1;
        self.open = self.open << 1 | u16::from(object);
        self.next = next;
        Some(())
    }

    fn shut(&mut self) -> End {
        self.depth -= 1;
        self.open >>= 1;
        self.next = Next::CommaOrEnd;
        if self.depth == 0 { End::Whole } else { End::Open }
    }
}
