//! A part of a page that was rendered before.

use std::fmt;
use std::sync::Arc;

use askama::Template;

/// Rendered markup, to be put into pages as it is. It is made from a template only, which
/// has escaped what is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Markup(Arc<str>);

impl Default for Markup {
    fn default() -> Markup {
        Markup("".into())
    }
}

impl Markup {
    /// Renders a template; our own do not fail.
    pub fn render(template: &impl Template) -> Markup {
        Markup(template.render().unwrap_or_default().into())
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// See `Markup`: it was escaped when it was rendered.
impl askama::filters::HtmlSafe for Markup {}
