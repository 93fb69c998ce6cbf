//! The numbers that text editors give to the lines of a CSV file.

/// Counts lines as text editors do. The CSV reader's own count is off after CRLF line ends and
/// empty lines.
pub struct LineCounter<'a> {
    text: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> LineCounter<'a> {
    /// `first` is the number of the first line.
    pub fn new(text: &'a str, first: u64) -> Self {
        LineCounter { text: text.as_bytes(), at: 0, line: first }
    }

    /// The line of the row that begins at this byte, or after line ends there. Rows come in order.
    pub fn line_at(&mut self, byte: u64) -> u64 {
        let start = usize::try_from(byte).unwrap_or(usize::MAX);
        while let Some(one) = self.text.get(self.at) {
            let ends = matches!(one, b'\r' | b'\n');
            if self.at >= start && !ends {
                break;
            }
            let half = *one == b'\r' && self.text.get(self.at + 1) == Some(&b'\n');
            self.line += u64::from(ends && !half);
            self.at += 1;
        }
        self.line
    }
}
