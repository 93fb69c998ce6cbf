//! Rendered parts of pages.

use std::fmt;
use std::sync::Arc;

use askama::Template;

/// Rendered markup, inserted into pages as it is. It is created from templates, which escape
/// their values, and from Markdown (`crate::markdown`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Markup(Arc<str>);

impl Default for Markup {
    fn default() -> Markup {
        Markup("".into())
    }
}

impl Markup {
    /// Renders a template, which cannot fail for those of this program.
    pub fn render(template: &impl Template) -> Markup {
        Markup(template.render().unwrap_or_default().into())
    }

    /// Markup whose values are escaped.
    pub(crate) fn from_escaped(markup: String) -> Markup {
        Markup(markup.into())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

// Escaped when it was rendered.
impl askama::filters::HtmlSafe for Markup {}
