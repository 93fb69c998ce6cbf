//! The frame of pages: head, navigation and footer.

use std::borrow::Cow;

use askama::Template;
use askama::filters::HtmlSafe;

use crate::i18n::Texts;
use crate::request_context::Looks;

/// The data of `base.html`: what surrounds the content of a page.
pub struct PageFrame {
    pub texts: Texts,
    pub language: &'static str,
    pub looks: Looks,
    pub title: String,
    pub description: Cow<'static, str>,
    pub address: String,
    pub path: String,
    pub css: &'static str,
    pub sprite: &'static str,
    /// The script of the bell.
    pub bell: &'static str,
    /// The address of the preview image.
    pub card: Option<String>,
    /// The absolute address of a logo, which previews of links show small.
    pub logo: Option<String>,
    /// The name of the signed-in account.
    pub signed_in: Option<String>,
    /// The number of unread notices, as text; empty for none.
    pub unread: String,
    /// Whether the account has a role on the whole site.
    pub overseer: bool,
    /// The token of the sign-out form; empty if nobody is signed in.
    pub form_token: String,
    /// Where the skip link leads, and the key of its text.
    pub skip: (&'static str, &'static str),
    /// Whether sign-up is open to all.
    pub open_door: bool,
    /// The query by which the links for signing in and up lead back to the page; empty where nobody would come back to.
    pub return_query: String,
    /// What the search box contains.
    pub search: String,
}

impl PageFrame {
    /// The text of a key; the name is short for templates.
    pub fn t(&self, key: &str) -> &'static str {
        self.texts.text(key)
    }

    /// Whether the navigation entry at `path` is the current one.
    pub fn is_at(&self, path: &str) -> bool {
        self.path == path || (path != "/" && self.path.starts_with(path))
    }

    /// Whether the page is one of a game's board, to which few tab stops lead.
    pub fn has_board(&self) -> bool {
        let below = |folder: &str| {
            let own = self.path.strip_prefix(folder).is_some_and(|rest| !rest.is_empty());
            let boardless = ["/play/new", "/play/watch", "/play/quick", "/play/friend"];
            let is_form = self.path.ends_with("/annul") || self.path.ends_with("/reinstate");
            own && !is_form
                && !boardless.contains(&self.path.as_str())
                && !self.path.starts_with("/play/friend/")
        };
        below("/games/") || below("/play/") || below("/rooms/") || self.is_at("/at")
    }

    /// The script of the search box.
    pub fn search_script(&self) -> &'static str {
        crate::assets::address("js/search/box.js")
    }

    /// The style sheet of printed sheets, for the pages that show one.
    pub fn paper_css(&self) -> &'static str {
        crate::assets::address("css/paper.css")
    }

    /// The icon of the app on a home screen.
    pub fn touch_icon(&self) -> &'static str {
        crate::assets::address("icons/apple-touch-icon.png")
    }

    /// Notes in the title that the form of the page has an error.
    pub fn mark_refused(&mut self) {
        self.title = format!("{} {}", self.t("form-fault"), self.title);
    }

    /// Lets the skip link lead to the board of the page.
    pub fn skip_to_board(&mut self) {
        self.skip = ("#board", "skip-board");
    }

    /// What belongs into `<head>` on every page.
    pub fn head(&self) -> Head<'_> {
        Head { frame: self }
    }

    /// The name of the site and the navigation.
    pub fn header(&self) -> Header<'_> {
        Header { frame: self }
    }

    /// Further links, language and theme.
    pub fn footer(&self) -> Footer<'_> {
        Footer { frame: self }
    }
}

// Templates of their own: what `base.html` contains is compiled again for each page.

#[derive(Template)]
#[template(path = "frame/head.html")]
pub struct Head<'a> {
    frame: &'a PageFrame,
}

#[derive(Template)]
#[template(path = "frame/header.html")]
pub struct Header<'a> {
    frame: &'a PageFrame,
}

#[derive(Template)]
#[template(path = "frame/footer.html")]
pub struct Footer<'a> {
    frame: &'a PageFrame,
}

impl HtmlSafe for Head<'_> {}
impl HtmlSafe for Header<'_> {}
impl HtmlSafe for Footer<'_> {}
