//! The public logo of an organisation, re-encoded by this program.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_service::access::Actor;
use adjutant_service::organisations::{self, OrganisationState};
use adjutant_service::{App, Error, Thing};
use adjutant_site::html::private_response;
use adjutant_site::response_cache::cacheable_response;

use adjutant_site::org_context::organisation_address;

/// The address of a logo; its digest makes it change with the image.
pub fn logo_url(slug: &str, digest: &str) -> String {
    format!("{}?digest={digest}", organisation_address(slug, "logo.png"))
}

/// Digest, whether the organisation is open, and the PNG file.
type LogoFile = (String, bool, Vec<u8>);

fn load_logo(app: &App, actor: &Actor, slug: &str) -> Result<LogoFile, Error> {
    let organisation = organisations::get(app, actor, slug)?;
    let picture = organisations::logo(app, actor, slug)?;
    let found = organisation.logo.zip(picture);
    let (digest, bytes) = found.ok_or_else(|| Error::missing(Thing::Organisation, slug))?;
    Ok((digest, organisation.state == OrganisationState::Open, bytes))
}

/// Serves the logo: immutable at the address with its digest, revalidated at others.
pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let given = query.parse(&["digest"]).or_page(&visit)?;
    let (digest, open, bytes) = visit.run(move |app, actor| load_logo(app, actor, &path)).await?;
    let same = given.text("digest").is_some_and(|asked| asked == digest);
    if !open {
        return Ok(private_response("image/png", bytes));
    }
    let keep = if same { "public, max-age=31536000, immutable" } else { "no-cache" };
    Ok(cacheable_response("image/png", keep, bytes))
}
