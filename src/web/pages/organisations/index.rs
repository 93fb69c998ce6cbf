//! The organisations: one's own first, then those that are open.

use actix_web::HttpResponse;
use askama::Template;

use crate::account::roles::{Grant, Role};
use crate::organisation::color::Color;
use crate::service::organisations::{self, Listed, Listing, Organisation, State};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::pages::list::query;
use crate::web::pages::{ask, html};
use crate::web::parameters::Parameters;
use crate::web::visit::{Frame, Visit};

use super::area::address;
use super::logo;

/// Organisations on a page.
const ROWS: usize = 60;

/// The sign of an organisation: its logo, or the first letters of its name in its colours.
pub struct Emblem {
    /// Address of its logo; empty where it has none.
    pub logo: String,
    pub color: Color,
    /// Readable on the colour, whatever was chosen.
    pub accent: Color,
    pub letters: String,
}

impl Emblem {
    pub fn of(one: &Organisation) -> Emblem {
        let digest = one.logo.as_deref();
        let words = one.name.split_whitespace();
        let first = words.filter_map(|word| word.chars().find(|first| first.is_alphanumeric()));
        Emblem {
            logo: digest.map(|digest| logo::address_of(&one.slug, digest)).unwrap_or_default(),
            color: one.color,
            accent: one.accent.on(one.color),
            letters: first.take(2).flat_map(char::to_uppercase).collect(),
        }
    }
}

/// An organisation in a list.
pub struct Line {
    pub emblem: Emblem,
    pub name: String,
    pub link: String,
    pub place: String,
    /// What the visitor is there; empty where he is nothing.
    pub role: String,
    /// How it stands, where it is not open.
    pub state: String,
}

impl Line {
    pub fn new(one: &Organisation, texts: Texts) -> Line {
        Line {
            emblem: Emblem::of(one),
            name: one.name.clone(),
            link: address(&one.slug, ""),
            place: one.place.clone(),
            role: String::new(),
            state: state_words(one.state, texts),
        }
    }

    fn own((one, grants): &(Organisation, Vec<Grant>), texts: Texts) -> Line {
        let highest = grants.iter().map(|grant| grant.role).min_by_key(|role| *role as i16);
        let role = highest.map(|role| role_words(role, texts)).unwrap_or_default();
        Line { role, ..Line::new(one, texts) }
    }
}

/// A role in words.
pub fn role_words(role: Role, texts: Texts) -> String {
    texts.get(match role {
        Role::Owner => "org-role-owner",
        Role::Organizer => "org-role-organizer",
        Role::Official => "org-role-official",
    })
}

/// How an organisation stands, in a word; nothing of an open one.
pub fn state_words(state: State, texts: Texts) -> String {
    match state {
        State::Open => String::new(),
        State::Waiting => texts.get("org-state-waiting"),
        State::Refused => texts.get("org-state-refused"),
        State::Closed => texts.get("org-state-closed"),
    }
}

#[derive(Template)]
#[template(path = "organisations/index.html")]
struct IndexPage {
    frame: Frame,
    own: Vec<Line>,
    search: String,
    lines: Vec<Line>,
    next: Option<String>,
}

/// The list.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["search", "after"]);
    let given = given.map_err(|e| PageError::parameter(&visit, &e))?;
    let search = given.text("search").unwrap_or_default();
    let after = given.text("after").unwrap_or_default();
    let listing = Listing { prefix: search.clone(), after, state: State::Open };
    let actor = visit.actor().clone();
    let found = ask(&visit, move |app| {
        let Listed { items, next } = organisations::page(app, &actor, &listing, ROWS)?;
        Ok((organisations::mine(app, &actor)?, items, next))
    });
    let (own, items, next) = found.await?;
    let texts = visit.texts();
    let further = |after: String| {
        format!("/organisations{}", query(&[("search", &search), ("after", &after)]))
    };
    let page = IndexPage {
        frame: visit.frame(texts.get("org-title")),
        own: own.iter().map(|one| Line::own(one, texts)).collect(),
        lines: items.iter().map(|one| Line::new(one, texts)).collect(),
        next: next.map(further),
        search,
    };
    html(&visit, &page)
}
