//! A source file as the rules look at it: without comments, texts and tests, line by line.

/// One file of `src`.
pub struct Source {
    /// `src/room/file.rs`
    pub name: String,
    /// Everything that is not code is blanked; lines stay where they were.
    code: String,
}

/// A path that is written in the code, from the crate's root on.
#[derive(Debug, PartialEq, Eq)]
pub struct CratePath {
    pub line: usize,
    pub parts: Vec<String>,
}

impl Source {
    pub fn new(name: &str, text: &str) -> Source {
        let is_test = name.ends_with("/tests.rs") || name.contains("/tests/");
        let code = if is_test { String::new() } else { without_tests(&without_texts(text)) };
        Source { name: name.to_owned(), code }
    }

    /// The folder below `src`, or the name of a file that lies directly in it.
    pub fn room(&self) -> &str {
        let below = self.name.strip_prefix("src/").unwrap_or(&self.name);
        below.split('/').next().unwrap_or(below).trim_end_matches(".rs")
    }

    /// Everything but comments, texts and tests.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Lines with their numbers, counted from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The module that the file is: `src/a/b.rs` and `src/a/b/mod.rs` are `a::b`.
    fn module(&self) -> Vec<&str> {
        let below = self.name.strip_prefix("src/").unwrap_or(&self.name).trim_end_matches(".rs");
        let parts: Vec<&str> = below.split('/').collect();
        match parts.as_slice() {
            [rest @ .., "mod" | "lib" | "main"] => rest.to_vec(),
            all => all.to_vec(),
        }
    }

    /// All paths that begin with `crate::`, `super::`, `adjutant::` or a crate of the edge, from the root.
    pub fn crate_paths(&self) -> Vec<CratePath> {
        let module = self.module();
        let mut paths = Vec::new();
        for (start, word) in words(&self.code) {
            let rest = &self.code[start + word.len()..];
            let follows_path = self.code[..start].ends_with("::");
            let found = match word {
                "crate"
                | "adjutant"
                | "adjutant_api"
                | "adjutant_event_pages"
                | "adjutant_site"
                    if !follows_path =>
                {
                    rest.strip_prefix("::").map(|tree| (0, tree))
                }
                "super" if !follows_path => climb(&self.code[start..], module.len()),
                _ => None,
            };
            let Some((stays, tree)) = found else { continue };
            let line = self.code[..start].matches('\n').count() + 1;
            for branch in tree_branches(tree) {
                let above: &[&str] = match word {
                    "adjutant_api" => &["web", "api"],
                    "adjutant_event_pages" => &["web", "pages", "contests"],
                    "adjutant_site" => &["web"],
                    _ => &module[..stays.min(module.len())],
                };
                let above = above.iter().map(|part| (*part).to_owned());
                paths.push(CratePath { line, parts: above.chain(branch).collect() });
            }
        }
        paths
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words of a text with their places.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_word)?;
        let length = text[start..].find(|c| !is_word(c)).unwrap_or(text.len() - start);
        at = start + length;
        Some((start, &text[start..at]))
    })
}

/// What follows `super::super::…`, and how deep a module of that depth has climbed.
fn climb(mut text: &str, depth: usize) -> Option<(usize, &str)> {
    let mut climbed = 0;
    while let Some(rest) = text.strip_prefix("super::") {
        text = rest;
        climbed += 1;
    }
    (climbed > 0 && depth > 0).then_some((depth.saturating_sub(climbed), text))
}

/// The paths of a `use` tree or of a plain path: `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn tree_branches(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim_start();
    if tree.starts_with('{') {
        let inner = &tree[1..closing(tree)];
        return top_level_parts(inner).into_iter().flat_map(tree_branches).collect();
    }
    let name: String = tree.chars().take_while(|c| is_word(*c)).collect();
    if name.is_empty() {
        return Vec::new();
    }
    let below = tree[name.len()..].strip_prefix("::").map(tree_branches).unwrap_or_default();
    if below.is_empty() {
        return vec![vec![name]];
    }
    let with_name = |mut branch: Vec<String>| {
        branch.insert(0, name.clone());
        branch
    };
    below.into_iter().map(with_name).collect()
}

/// Parts between the commas that lie in no inner braces.
fn top_level_parts(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Where the brace that opens the text is closed.
pub fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return at,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Blanks what stands under `#[cfg(test)]` or `#[test]`.
fn without_tests(code: &str) -> String {
    let mut left = code.to_owned();
    for mark in ["#[cfg(test)]", "#[test]"] {
        while let Some(start) = left.find(mark) {
            let rest = &left[start..];
            let end = match rest.find(['{', ';']) {
                Some(at) if rest[at..].starts_with('{') => at + closing(&rest[at..]) + 1,
                Some(at) => at + 1,
                None => rest.len(),
            };
            let end = (start + end).min(left.len());
            let blank = blanked(&left[start..end]);
            left.replace_range(start..end, &blank);
        }
    }
    left
}

fn blanked(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect()
}

/// Blanks comments and the insides of string and character literals.
fn without_texts(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = text_length(rest, code.chars().next_back());
        if length > 0 {
            code.push_str(&blanked(&rest[..length]));
        } else {
            code.push(first);
        }
        rest = &rest[length.max(first.len_utf8())..];
    }
    code
}

/// How long the comment or literal is that begins here; 0 where none does.
fn text_length(rest: &str, before: Option<char>) -> usize {
    let to = |end: &str, from: usize| rest[from..].find(end).map_or(rest.len(), |at| from + at);
    if rest.starts_with("//") {
        return to("\n", 0);
    }
    if rest.starts_with("/*") {
        return (to("*/", 2) + 2).min(rest.len());
    }
    if rest.starts_with('"') {
        return quoted(rest, '"');
    }
    if rest.starts_with('r') && !before.is_some_and(|c| is_word(c) && c != 'b') {
        let hashes = rest[1..].chars().take_while(|c| *c == '#').count();
        if rest[1 + hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            return (to(&end, 2 + hashes) + end.len()).min(rest.len());
        }
    }
    let mut after = rest.chars().skip(1);
    match (rest.starts_with('\''), after.next(), after.next()) {
        (true, Some('\\'), _) => quoted(rest, '\''),
        (true, Some(_), Some('\'')) => quoted(rest, '\''),
        _ => 0, // a lifetime, or no quote at all
    }
}

/// The length of a literal with its quotes; a backslash takes the next character with it.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}
