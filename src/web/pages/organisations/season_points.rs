//! Season points for places in an organisation's events: one line per kind of event.

use actix_web::web::Path;
use serde::Deserialize;

use crate::web::error::PageResult;
use crate::web::forms::{FormRefusal, Post, fault_at_line};
use crate::web::i18n::Texts;
use crate::web::kit::{Field, FlashMessage, Form, FormPage};
use crate::web::parameters::QueryString;
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use adjutant_domain::organisation::season_points::PointScales;
use adjutant_service::access::Act;
use adjutant_service::organisations;

use super::organisation_context::OrganisationContext;

const DONE_KEYS: &[&str] = &["done-org-points"];

#[derive(Deserialize)]
struct PointsForm {
    points: Option<String>,
}

/// Parses the scales; all faults are listed with their line numbers.
fn parse_scales(texts: Texts, text: &str) -> Result<PointScales, String> {
    PointScales::parse(text).map_err(|faults| {
        let told = faults
            .iter()
            .map(|one| fault_at_line(texts, one.row, texts.localize(&one.fault.clone().into())));
        told.collect::<Vec<_>>().join(" ")
    })
}

fn form_page(
    visit: &RequestContext,
    place: &OrganisationContext,
    scales: &PointScales,
    done: Option<FlashMessage>,
) -> FormPage {
    let texts = visit.texts();
    let field = Field::textarea(texts, "points", "org-points").hint("org-points-hint");
    let form = Form::new(texts, "points", &place.address("points"), &visit.form_token(), "save")
        .with_field(field.value(scales.to_text()));
    let head = place.area_header(visit, "seasons", "org-points").done(texts, done);
    FormPage::new(visit, head)
        .paragraph("org-points-words")
        .form(form)
        .link(place.address("standings"), "org-standings")
}

pub async fn show(visit: RequestContext, path: Path<String>, query: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, DONE_KEYS)?;
    let place = OrganisationContext::load_with_permission(&visit, &path, Act::EditSeasons).await?;
    let scales = place.run(&visit, organisations::point_scales).await?;
    form_page(&visit, &place, &scales, done).respond(&visit)
}

pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let place = OrganisationContext::load_with_permission(&visit, &path, Act::EditSeasons).await?;
    let sent = post.read::<PointsForm>(&visit).await?;
    let texts = visit.texts();
    let before = place.run(&visit, organisations::point_scales).await?;
    let lines = sent.points.as_deref().ok_or_else(|| texts.get("refused-field-empty"));
    let scales = lines
        .and_then(|lines| parse_scales(texts, lines))
        .map_err(|fault| FormRefusal::from_faults(vec![("points", fault)]));
    let set = place.attempt(&visit, scales, |app, actor, slug, scales| {
        organisations::set_point_scales(app, actor, slug, &scales, now_micros())
    });
    let outcome = set.await?.map(|()| (place.address("points"), "done-org-points"));
    form_page(&visit, &place, &before, None).answer(&visit, &sent, outcome)
}
