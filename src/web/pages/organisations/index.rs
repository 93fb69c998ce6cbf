//! The list of organisations: the visitor's own, then all open ones.

use crate::web::prelude::*;
use adjutant_domain::account::roles::RoleGrant;
use adjutant_domain::organisation::color::BrandColor;
use adjutant_service::organisations::{
    self, ListPage, Organisation, OrganisationFilter, OrganisationState,
};
use adjutant_site::labels::role_label;
use adjutant_site::parameters::to_query;

use super::logo;

const ROWS: usize = 60;

/// An organisation's logo, or its initials in its colours.
pub struct Emblem {
    /// The address of the logo; empty if there is none.
    pub logo: String,
    pub color: BrandColor,
    /// A text colour that is readable on `color`.
    pub accent: BrandColor,
    pub letters: String,
}

impl Emblem {
    pub fn new(one: &Organisation) -> Emblem {
        let digest = one.logo.as_deref();
        let words = one.name.split_whitespace();
        let first = words.filter_map(|word| word.chars().find(|first| first.is_alphanumeric()));
        Emblem {
            logo: digest.map(|digest| logo::logo_url(&one.slug, digest)).unwrap_or_default(),
            color: one.color,
            accent: one.accent.readable_on(one.color),
            letters: first.take(2).flat_map(char::to_uppercase).collect(),
        }
    }
}

pub struct OrganisationRow<'a> {
    pub one: &'a Organisation,
    pub emblem: Emblem,
    /// The visitor's role; empty if they have none.
    pub role: String,
    /// The state, unless it is open.
    pub state: String,
}

impl<'a> OrganisationRow<'a> {
    pub fn new(one: &'a Organisation, texts: Texts) -> OrganisationRow<'a> {
        OrganisationRow {
            one,
            emblem: Emblem::new(one),
            role: String::new(),
            state: state_label(one.state, texts),
        }
    }

    fn for_member((one, grants): &'a (Organisation, Vec<RoleGrant>), texts: Texts) -> Self {
        let highest = grants.iter().map(|grant| grant.role).min_by_key(|role| *role as i16);
        let role = highest.map(|role| role_label(role, texts)).unwrap_or_default();
        OrganisationRow { role, ..OrganisationRow::new(one, texts) }
    }
}

/// The state of an organisation; empty if it is open.
pub fn state_label(state: OrganisationState, texts: Texts) -> String {
    match state {
        OrganisationState::Open => String::new(),
        OrganisationState::Waiting => texts.get("org-state-waiting"),
        OrganisationState::Refused => texts.get("org-state-refused"),
        OrganisationState::Closed => texts.get("org-state-closed"),
    }
}

#[derive(Template)]
#[template(path = "organisations/index.html")]
struct OrganisationsIndexPage<'a> {
    frame: PageFrame,
    own: Vec<OrganisationRow<'a>>,
    search: String,
    lines: Vec<OrganisationRow<'a>>,
    next: Option<String>,
}

pub async fn show(visit: RequestContext, query: QueryString) -> PageResult {
    let given = query.parse(&["search", "after"]);
    let given = given.or_page(&visit)?;
    let search = given.text("search").unwrap_or_default();
    let after = given.text("after").unwrap_or_default();
    let listing =
        OrganisationFilter { prefix: search.clone(), after, state: OrganisationState::Open };
    let found = visit.run(move |app, actor| {
        let ListPage { items, next } = organisations::page(app, actor, &listing, ROWS)?;
        Ok((organisations::own_organisations(app, actor)?, items, next))
    });
    let (own, items, next) = found.await?;
    let texts = visit.texts();
    let further = |after: String| {
        format!("/organisations{}", to_query(&[("search", &search), ("after", &after)]))
    };
    let page = OrganisationsIndexPage {
        frame: visit.frame(texts.get("org-title")),
        own: own.iter().map(|one| OrganisationRow::for_member(one, texts)).collect(),
        lines: items.iter().map(|one| OrganisationRow::new(one, texts)).collect(),
        next: next.map(further),
        search,
    };
    html(&visit, &page)
}
