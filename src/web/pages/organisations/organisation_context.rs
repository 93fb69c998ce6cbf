//! One organisation as its pages have it: what it is, what the visitor may do there, the tabs.

use crate::service::access::{Act, ActTarget, require};
use crate::service::organisations::{self, Organisation, OrganisationRights};
use crate::service::{Error, Thing};
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::kit::NavTab;
use crate::web::pages::area_page::AreaHeader;
use crate::web::pages::run_use_case;
use crate::web::request_context::RequestContext;

/// An organisation that the visitor may know of.
pub struct OrganisationContext {
    pub organisation: Organisation,
    pub rights: OrganisationRights,
}

/// The address of an organisation, or of a page of it.
pub fn organisation_address(slug: &str, page: &str) -> String {
    let slash = if page.is_empty() { "" } else { "/" };
    format!("/organisations/{slug}{slash}{page}")
}

impl OrganisationContext {
    /// The organisation with this name in addresses.
    ///
    /// # Errors
    /// The page that says that there is none, for all that the visitor may know.
    pub async fn load(
        visit: &RequestContext,
        slug: &str,
    ) -> Result<OrganisationContext, PageError> {
        let (actor, slug) = (visit.actor().clone(), slug.to_owned());
        let organisation =
            run_use_case(visit, move |app| organisations::get(app, &actor, &slug)).await?;
        let rights = organisations::rights(visit.actor(), &organisation);
        Ok(OrganisationContext { organisation, rights })
    }

    /// The same for whoever may do this on it.
    ///
    /// # Errors
    /// As [`Place::find`] and [`Place::require`].
    pub async fn load_with_permission(
        visit: &RequestContext,
        slug: &str,
        act: Act,
    ) -> Result<OrganisationContext, PageError> {
        let place = OrganisationContext::load(visit, slug).await?;
        place.require_permission(visit, act).map(|()| place)
    }

    /// Whether the visitor may do this on it.
    ///
    /// # Errors
    /// The page for whoever may not: the role that it takes, or how to give the second factor.
    pub fn require_permission(&self, visit: &RequestContext, act: Act) -> Result<(), PageError> {
        let own = &self.organisation;
        match require(
            visit.actor(),
            act,
            ActTarget::Organisation(own.id),
            own.demands_second_factor,
        ) {
            Ok(_) => Ok(()),
            Err(Error::Hidden) => {
                Err(PageError::new(visit, &Error::missing(Thing::Organisation, own.slug.as_str())))
            }
            Err(e) => Err(PageError::new(visit, &e)),
        }
    }

    /// Whether he may, for a link to it.
    pub fn is_permitted(&self, visit: &RequestContext, act: Act) -> bool {
        let own = &self.organisation;
        require(visit.actor(), act, ActTarget::Organisation(own.id), own.demands_second_factor)
            .is_ok()
    }

    /// Whether he keeps it: then each page of it has the whole navigation.
    pub fn is_managed(&self) -> bool {
        self.rights.is_owner || self.rights.is_organizer
    }

    /// The address of a page of it; an empty one is its home's.
    pub fn address(&self, page: &str) -> String {
        organisation_address(&self.organisation.slug, page)
    }

    /// The pages that the visitor has a use for; `at` is the one that is shown, or to which the
    /// shown one belongs.
    pub fn tabs(&self, texts: Texts, at: &str) -> Vec<NavTab> {
        let OrganisationRights { is_owner: owner, is_operator: operator, .. } = self.rights;
        let kept = self.is_managed();
        let people = self.organisation.has_people();
        let all = [
            ("", "org-tab-home", true),
            ("members", "org-tab-members", people),
            ("roster", "org-tab-roster", kept && people),
            ("claims", "org-tab-claims", kept),
            ("records", "org-tab-records", kept),
            ("seasons", "org-tab-seasons", kept),
            ("titles", "org-tab-titles", kept),
            ("officials", "org-tab-officials", kept || operator),
            ("edit", "org-tab-edit", owner),
            ("audit", "org-tab-audit", owner),
        ];
        let shown = all.into_iter().filter(|(_, _, shown)| *shown);
        let at = self.address(at);
        shown.map(|(page, words, _)| NavTab::new(texts, self.address(page), words, &at)).collect()
    }

    /// What stands above a page of it; `heading` is a key.
    pub fn area_header(&self, visit: &RequestContext, at: &str, heading: &str) -> AreaHeader {
        let texts = visit.texts();
        AreaHeader {
            label: texts.one("org-area", "name", &self.organisation.name),
            over: Some((self.organisation.name.clone(), self.address(""))),
            tabs: self.tabs(texts, at),
            heading: texts.get(heading),
            done: String::new(),
        }
    }
}
