//! Text that people wrote in Markdown, as markup.
//!
//! Each piece of the text is rendered only if it is on the list in `Cleaner::clean`: HTML is shown as it was typed,
//! a picture becomes a link, and links go to websites and mail addresses only.

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::markup::Markup;

/// Whether a link may go there; what begins otherwise may run a script or lie about this site.
fn is_allowed_target(target: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| target.starts_with(scheme))
}

/// Renders Markdown. Headings become bold paragraphs: the outline belongs to the page.
pub fn render_markdown(text: &str) -> Markup {
    let mut cleaner = Cleaner::default();
    let events = Parser::new_ext(text, Options::ENABLE_STRIKETHROUGH);
    let mut out = String::new();
    html::push_html(&mut out, events.flat_map(|event| cleaner.clean(event)));
    Markup::from_escaped(out)
}

#[derive(Default)]
struct Cleaner {
    /// The open links and pictures, and whether each was written as a link.
    links: Vec<bool>,
}

impl Cleaner {
    fn clean<'a>(&mut self, event: Event<'a>) -> Vec<Event<'a>> {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(end) => self.close(end),
            Event::Html(text) | Event::InlineHtml(text) => vec![Event::Text(text)],
            Event::Text(_) | Event::Code(_) | Event::SoftBreak | Event::HardBreak | Event::Rule => {
                vec![event]
            }
            // Of extensions that are not enabled.
            _ => Vec::new(),
        }
    }

    fn open<'a>(&mut self, tag: Tag<'a>) -> Vec<Event<'a>> {
        match tag {
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => self.open_link(&dest_url),
            Tag::Heading { .. } => {
                vec![Event::Start(Tag::Paragraph), Event::Start(Tag::Strong)]
            }
            Tag::HtmlBlock => vec![Event::Start(Tag::Paragraph)],
            Tag::Paragraph
            | Tag::BlockQuote(_)
            | Tag::CodeBlock(_)
            | Tag::List(_)
            | Tag::Item
            | Tag::Emphasis
            | Tag::Strong
            | Tag::Strikethrough => vec![Event::Start(tag)],
            _ => Vec::new(),
        }
    }

    fn open_link<'a>(&mut self, target: &str) -> Vec<Event<'a>> {
        // Links do not nest, and a picture may be in one.
        let is_link = is_allowed_target(target) && !self.links.contains(&true);
        self.links.push(is_link);
        if !is_link {
            return Vec::new();
        }
        let target = target.replace('&', "&amp;").replace('"', "&quot;");
        let target = target.replace('<', "&lt;").replace('>', "&gt;");
        let start = format!("<a href=\"{target}\" rel=\"nofollow noopener\">");
        vec![Event::InlineHtml(CowStr::from(start))]
    }

    fn close<'a>(&mut self, end: TagEnd) -> Vec<Event<'a>> {
        match end {
            TagEnd::Link | TagEnd::Image => match self.links.pop() {
                Some(true) => vec![Event::InlineHtml(CowStr::from("</a>"))],
                _ => Vec::new(),
            },
            TagEnd::Heading(_) => vec![Event::End(TagEnd::Strong), Event::End(TagEnd::Paragraph)],
            TagEnd::HtmlBlock => vec![Event::End(TagEnd::Paragraph)],
            TagEnd::Paragraph
            | TagEnd::BlockQuote(_)
            | TagEnd::CodeBlock
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough => vec![Event::End(end)],
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_becomes_markup_without_headings() {
        let text = "# Program\n\n- **Lunch** is *free*\n- ~~Dinner~~";
        assert_eq!(
            render_markdown(text).to_string(),
            "<p><strong>Program</strong></p>\n<ul>\n<li><strong>Lunch</strong> is <em>free</em></li>\n\
             <li><del>Dinner</del></li>\n</ul>\n"
        );
    }

    #[test]
    fn links_go_to_websites_and_mail_addresses_and_are_not_recommended() {
        let link = |target: &str, words: &str| {
            format!("<p><a href=\"{target}\" rel=\"nofollow noopener\">{words}</a></p>\n")
        };
        for (text, markup) in [
            (
                "[Hotel](https://example.org/?a=1&b=2)",
                link("https://example.org/?a=1&amp;b=2", "Hotel"),
            ),
            ("<ana@example.org>", "<p>ana@example.org</p>\n".to_owned()),
            ("[Ana](mailto:ana@example.org)", link("mailto:ana@example.org", "Ana")),
            (
                "[x](<https://a.example/\"onclick=\">)",
                link("https://a.example/&quot;onclick=&quot;", "x"),
            ),
            ("![Hall](https://a.example/hall.png)", link("https://a.example/hall.png", "Hall")),
            (
                "[![Hall](https://a.example/1)](https://a.example/2)",
                link("https://a.example/2", "Hall"),
            ),
        ] {
            assert_eq!(render_markdown(text).to_string(), markup, "{text}");
        }
    }

    #[test]
    fn nothing_that_runs_or_loads_comes_out() {
        for text in [
            "<script>alert(1)</script>",
            "a <img src=x onerror=alert(1)> b",
            "[x](javascript:alert(1))",
            "[x](JavaScript:alert(1))",
            "![x](data:image/svg+xml,<svg/onload=alert(1)>)",
            "[x]: javascript:alert(1)\n\n[x]",
            "<div\nonclick=alert(1)>\n\nx",
            "```js\" onclick=\"alert(1)\nx\n```",
            "[x](//evil.example)",
            "<style>*{display:none}</style>",
        ] {
            let markup = render_markdown(text).to_string();
            let tags = markup.split('<').skip(1).map(|tag| tag.split('>').next().unwrap_or(tag));
            for tag in tags {
                let name = tag.trim_start_matches('/').split(' ').next().unwrap_or(tag);
                assert!(["p", "pre", "code"].contains(&name), "{text}: {markup}");
                assert!(!tag.contains("onclick=\""), "{text}: {markup}");
            }
        }
    }
}
