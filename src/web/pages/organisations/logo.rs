//! The logo of an organisation: a picture that this program drew, for everybody.

use actix_web::{HttpResponse, web};

use crate::service::access::Actor;
use crate::service::organisations::{self, State};
use crate::service::{App, Error, Thing};
use crate::web::answers::for_everybody;
use crate::web::error::PageError;
use crate::web::pages::{ask, for_one_bytes};
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::area::address;

/// Its address, which changes with the picture.
pub fn address_of(slug: &str, digest: &str) -> String {
    format!("{}?digest={digest}", address(slug, "logo.png"))
}

/// The picture; its digest, whether the organisation is open, and the PNG itself.
type Picture = (String, bool, Vec<u8>);

fn find(app: &App, actor: &Actor, slug: &str) -> Result<Picture, Error> {
    let organisation = organisations::get(app, actor, slug)?;
    let picture = organisations::logo(app, actor, slug)?;
    let found = organisation.logo.zip(picture);
    let (digest, bytes) = found.ok_or_else(|| Error::missing(Thing::Organisation, slug))?;
    Ok((digest, organisation.state == State::Open, bytes))
}

/// The picture: kept for ever under the address with its digest, asked for again under others.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["digest"]).map_err(|e| PageError::parameter(&visit, &e))?;
    let (actor, slug) = (visit.actor().clone(), path.into_inner());
    let (digest, open, bytes) = ask(&visit, move |app| find(app, &actor, &slug)).await?;
    let same = given.text("digest").is_some_and(|asked| asked == digest);
    if !open {
        return Ok(for_one_bytes("image/png", bytes));
    }
    let keep = if same { "public, max-age=31536000, immutable" } else { "no-cache" };
    Ok(for_everybody("image/png", keep, bytes))
}
