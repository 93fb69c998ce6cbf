//! An organisation, the visitor's rights in it, and its navigation.

use actix_web::FromRequest;
use actix_web::dev::Payload;
use futures_util::future::LocalBoxFuture;

use crate::forms::run_import_attempt;
use crate::prelude::*;
use adjutant_service::access::{Act, ActTarget, Actor, require};
use adjutant_service::organisations::{self, Organisation, OrganisationRights};
use adjutant_service::{App, Error, Thing};

/// The organisation that an address names, as an argument of handlers: visible to the visitor, who
/// has the permission of the route.
pub struct OrgContext {
    pub organisation: Organisation,
    pub rights: OrganisationRights,
}

/// The address of an organisation or of one of its pages.
pub fn organisation_address(slug: &str, page: &str) -> String {
    let slash = if page.is_empty() { "" } else { "/" };
    format!("/organisations/{slug}{slash}{page}")
}

/// Refuses a form that was filled from what somebody else has changed since.
pub fn require_unchanged(texts: Texts, is_same: bool) -> Result<(), FormRefusal> {
    match is_same {
        true => Ok(()),
        false => Err(FormRefusal::fault("", texts.get("org-changed-since"))),
    }
}

#[derive(Deserialize)]
struct OrganisationPath {
    slug: String,
}

impl FromRequest for OrgContext {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<OrgContext, actix_web::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let visit = RequestContext::extract(&request).await?;
            let path = web::Path::<OrganisationPath>::extract(&request).await?;
            let place = OrgContext::load(&visit, &path.slug).await?;
            match request.app_data::<Act>() {
                Some(Act::ReadPublic) => {}
                Some(act) => place.require_permission(&visit, *act)?,
                None => return Err(PageError::hidden(&visit).into()),
            }
            Ok(place)
        })
    }
}

impl OrgContext {
    /// Loads the organisation with this slug. One that is invisible to the visitor counts as
    /// missing.
    pub async fn load(visit: &RequestContext, slug: &str) -> PageResult<OrgContext> {
        let slug = slug.to_owned();
        let organisation =
            visit.run(move |app, actor| organisations::get(app, actor, &slug)).await?;
        let rights = organisations::rights(visit.actor(), &organisation);
        Ok(OrgContext { organisation, rights })
    }

    /// Checks that the visitor has the permission.
    ///
    /// # Errors
    /// Returns a page that names the required role or explains how to set up the second factor.
    pub fn require_permission(&self, visit: &RequestContext, act: Act) -> Result<(), PageError> {
        self.permission(visit, act).map_err(|e| match e {
            Error::Hidden => {
                let slug = self.organisation.slug.as_str();
                PageError::new(visit, &Error::missing(Thing::Organisation, slug))
            }
            e => PageError::new(visit, &e),
        })
    }

    /// Whether the visitor has the permission, for showing a link.
    pub fn is_permitted(&self, visit: &RequestContext, act: Act) -> bool {
        self.permission(visit, act).is_ok()
    }

    fn permission(&self, visit: &RequestContext, act: Act) -> Result<(), Error> {
        let own = &self.organisation;
        let target = ActTarget::Organisation(own.id);
        require(visit.actor(), act, target, own.demands_second_factor).map(|_| ())
    }

    /// Runs a use case of the visitor about this organisation.
    pub async fn run<T: Send + 'static>(
        &self,
        visit: &RequestContext,
        use_case: impl FnOnce(&App, &Actor, &str) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, PageError> {
        let slug = self.organisation.slug.clone();
        visit.run(move |app, actor| use_case(app, actor, &slug)).await
    }

    /// Likewise with what a form says, unless the form has faults itself.
    pub async fn attempt<F: Send + 'static, T: Send + 'static>(
        &self,
        visit: &RequestContext,
        form: Result<F, FormRefusal>,
        use_case: impl FnOnce(&App, &Actor, &str, F) -> Result<T, Error> + Send + 'static,
    ) -> Result<Result<T, FormRefusal>, PageError> {
        let slug = self.organisation.slug.clone();
        visit.attempt_form(form, move |app, actor, form| use_case(app, actor, &slug, form)).await
    }

    /// Like [`attempt`](Self::attempt), for a large import.
    pub async fn attempt_import<T: Send + 'static>(
        &self,
        visit: &RequestContext,
        use_case: impl FnOnce(&App, &Actor, &str) -> Result<T, Error> + Send + 'static,
    ) -> PageResult<Result<T, FormRefusal>> {
        let (actor, slug) = (visit.actor().clone(), self.organisation.slug.clone());
        run_import_attempt(visit, move |app| Ok(use_case(app, &actor, &slug)?)).await
    }

    /// Whether the visitor manages it and sees its whole navigation.
    pub fn is_managed(&self) -> bool {
        self.rights.is_owner || self.rights.is_organizer
    }

    /// The address of a page; an empty `page` is the home page.
    pub fn address(&self, page: &str) -> String {
        organisation_address(&self.organisation.slug, page)
    }

    /// The tabs that the visitor can use; `at` is the current one.
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
            ("rating-lists", "rating-lists", kept && people),
            ("seasons", "org-tab-seasons", kept),
            ("titles", "org-tab-titles", kept),
            ("officials", "org-tab-officials", kept || operator),
            ("webhooks", "webhooks-title", kept),
            ("edit", "org-tab-edit", owner),
            ("audit", "org-tab-audit", owner),
        ];
        let shown = all.into_iter().filter(|(_, _, shown)| *shown);
        let at = self.address(at);
        shown.map(|(page, words, _)| NavTab::new(texts, self.address(page), words, &at)).collect()
    }

    /// The tabs of a public page: none if there is little to choose.
    pub fn public_tabs(&self, texts: Texts) -> Vec<NavTab> {
        Some(self.tabs(texts, "")).filter(|tabs| tabs.len() > 2).unwrap_or_default()
    }

    /// The accessible name of the navigation.
    pub fn area_label(&self, texts: Texts) -> String {
        texts.one("org-area", "name", &self.organisation.name)
    }

    /// Builds the header of a page; `heading` is a key of the catalogue.
    pub fn area_header(&self, visit: &RequestContext, at: &str, heading: &str) -> AreaHeader {
        let texts = visit.texts();
        let over = Some((self.organisation.name.clone(), self.address("")));
        let (label, tabs) = (self.area_label(texts), self.tabs(texts, at));
        AreaHeader { over, ..AreaHeader::new(label, tabs, texts.get(heading)) }
    }
}
