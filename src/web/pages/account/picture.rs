//! The visitor's picture: choosing and removing it.

use crate::web::prelude::*;
use adjutant_domain::organisation::logo::MAX_LOGO_BYTES;
use adjutant_service::accounts::AccountError;
use adjutant_service::player_pictures;
use adjutant_site::forms::{FileLimits, run_import_attempt};

use super::account_page;

const ADDRESS: &str = "/account/player/picture";
const PROFILE_ADDRESS: &str = "/account/player";
const FILES: FileLimits = &[("picture", MAX_LOGO_BYTES)];

#[derive(Deserialize)]
struct PictureForm {
    remove: bool,
}

fn form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let file = Field::file(texts, "picture", "picture", "image/png,image/jpeg,image/webp");
    let form = visit
        .form("picture", ADDRESS, "save")
        .with_field(file.hint("picture-hint"))
        .with_field(Field::checkbox(texts, "remove", "picture-remove", false))
        .with_alternative(PROFILE_ADDRESS, "cancel");
    account_page(visit, PROFILE_ADDRESS, "picture-title").form(form)
}

pub async fn show(visit: RequestContext) -> PageResult {
    form_page(&visit).respond(&visit)
}

/// Stores the picture, re-encoded, or removes it.
pub async fn submit(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read_with_files::<PictureForm>(&visit, FILES).await?;
    let removes = sent.remove;
    let file = sent.file("picture").map(|file| file.bytes.clone()).filter(|_| !removes);
    if file.is_none() && !removes {
        let words = visit.texts().get("refused-logo-empty");
        return form_page(&visit).respond_refused(&visit, FormRefusal::fault("picture", words));
    }
    let actor = visit.actor().clone();
    // Decoding an image is slow, so it has the lane of imports.
    let set = run_import_attempt(&visit, move |app| {
        player_pictures::set_own(app, &actor, file.as_deref(), now_micros())
            .map_err(AccountError::Error)
    });
    let done = if removes { "done-no-picture" } else { "done-picture" };
    match set.await? {
        Ok(()) => Ok(redirect_with_flash(PROFILE_ADDRESS, done)),
        Err(refusal) => form_page(&visit).respond_refused(&visit, refusal),
    }
}
