//! Templates without the line breaks and indents that are there to be read.
//!
//! White space with a line break goes
//! - just inside of an element: after its opening tag, before its closing tag;
//! - next to a tag of a block, or of what shows nothing;
//! - in a tag, before its end.
//!
//! Elsewhere it becomes one space, as browsers show it: between words, inline elements, askama's
//! tags, attributes. Where not even a space may stand, askama's own marks take it: `{%-`, `-%}`, or
//! `{#- -#}` on a line of its own. White space without a line break stays, and so do values of
//! attributes and what is in `<pre>`, `<textarea>`, `<script>`, `<style>` and askama's tags.

/// What stands on lines of its own, shows nothing, or draws where white space is nothing. A form is
/// not among them: styles put some in a line.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "base",
    "blockquote",
    "body",
    "br",
    "caption",
    "circle",
    "col",
    "colgroup",
    "dd",
    "defs",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "g",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "legend",
    "li",
    "line",
    "link",
    "main",
    "meta",
    "nav",
    "noscript",
    "ol",
    "optgroup",
    "option",
    "p",
    "path",
    "polygon",
    "polyline",
    "pre",
    "rect",
    "script",
    "section",
    "style",
    "summary",
    "table",
    "tbody",
    "td",
    "template",
    "text",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
    "use",
];

/// Elements without a closing tag.
const VOID: &[&str] = &["base", "br", "col", "hr", "img", "input", "link", "meta"];

/// Elements whose inside is not looked at.
const AS_WRITTEN: &[&str] = &["pre", "script", "style", "textarea"];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Space,
    /// Words and askama's tags.
    Text,
    Opening,
    Closing,
    /// A tag without an inside.
    Void,
}

#[derive(Clone, Copy)]
struct Piece<'a> {
    kind: Kind,
    text: &'a str,
}

/// In XML, every tag is one of a block.
pub fn collapse(source: &str, is_xml: bool) -> String {
    let pieces = pieces(source);
    let mut collapsed = String::with_capacity(source.len());
    for (at, piece) in pieces.iter().enumerate() {
        match piece.kind {
            Kind::Space if piece.text.contains('\n') => {
                let before = at.checked_sub(1).map(|before| pieces[before]);
                let shows =
                    before.zip(pieces.get(at + 1).copied()).is_some_and(|(before, after)| {
                        let is_inside = before.kind == Kind::Opening || after.kind == Kind::Closing;
                        !(is_inside || is_block(before, is_xml) || is_block(after, is_xml))
                    });
                collapsed.push_str(if shows { " " } else { "" });
            }
            Kind::Opening | Kind::Void => push_tag(piece.text, &mut collapsed),
            _ => collapsed.push_str(piece.text),
        }
    }
    collapsed
}

fn is_block(piece: Piece, is_xml: bool) -> bool {
    let is_tag = matches!(piece.kind, Kind::Opening | Kind::Closing | Kind::Void);
    let shows_nothing = piece.text.starts_with("<!")
        || (name(piece.text) == "input" && piece.text.contains("type=\"hidden\""));
    is_tag && (is_xml || shows_nothing || BLOCKS.contains(&name(piece.text)))
}

fn name(tag: &str) -> &str {
    let name = tag.trim_start_matches(['<', '/']);
    name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or(name)
}

fn push_tag(tag: &str, collapsed: &mut String) {
    let mut quoted = false;
    let mut rest = tag;
    while let Some(first) = rest.chars().next() {
        let askama = askama_length(rest);
        let space = if quoted { 0 } else { space_length(rest) };
        if space > 0 && rest[..space].contains('\n') {
            let ends = matches!(&rest[space..], ">" | "/>");
            collapsed.push_str(if ends { "" } else { " " });
            rest = &rest[space..];
            continue;
        }
        quoted ^= askama == 0 && first == '"';
        let length = askama.max(first.len_utf8());
        collapsed.push_str(&rest[..length]);
        rest = &rest[length..];
    }
}

fn pieces(source: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = source;
    while !rest.is_empty() {
        let (kind, length) = first_piece(rest);
        let (text, after) = rest.split_at(length);
        pieces.push(Piece { kind, text });
        rest = after;
        if kind == Kind::Opening && AS_WRITTEN.contains(&name(text)) {
            let end = rest.find(&format!("</{}", name(text))).unwrap_or(rest.len());
            let (inside, after) = rest.split_at(end);
            pieces.push(Piece { kind: Kind::Text, text: inside });
            rest = after;
        }
    }
    pieces
}

fn first_piece(rest: &str) -> (Kind, usize) {
    let (space, askama) = (space_length(rest), askama_length(rest));
    if space > 0 {
        return (Kind::Space, space);
    }
    if askama > 0 {
        return (Kind::Text, askama);
    }
    if !rest.starts_with('<') {
        let starts = |&(at, c): &(usize, char)| {
            c == '<' || space_length(&rest[at..]) > 0 || askama_length(&rest[at..]) > 0
        };
        return (Kind::Text, rest.char_indices().find(starts).map_or(rest.len(), |(at, _)| at));
    }
    let length = tag_length(rest);
    let tag = &rest[..length];
    let is_void = tag.starts_with("<!")
        || tag.starts_with("<?")
        || tag.ends_with("/>")
        || VOID.contains(&name(tag));
    let kind = match tag.as_bytes().get(1) {
        Some(b'/') => Kind::Closing,
        _ if is_void => Kind::Void,
        _ => Kind::Opening,
    };
    (kind, length)
}

fn space_length(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len()
}

/// The length of the askama tag that begins here; 0 where none does.
fn askama_length(text: &str) -> usize {
    let end = match text.get(..2) {
        Some("{{") => "}}",
        Some("{%") => "%}",
        Some("{#") => "#}",
        _ => return 0,
    };
    text[2..].find(end).map_or(text.len(), |at| at + 4)
}

/// The length of the tag that begins here; what is quoted or askama's does not end it.
fn tag_length(text: &str) -> usize {
    let mut quoted = false;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let askama = askama_length(&text[at..]);
        if askama == 0 && c == '>' && !quoted {
            return at + 1;
        }
        quoted ^= askama == 0 && c == '"';
        at += askama.max(c.len_utf8());
    }
    text.len()
}
