//! Season points for places in an organisation's events: one line per kind of event.

use actix_web::web;
use serde::Deserialize;

use crate::web::error::{PageError, PageResult};
use crate::web::forms::{FormRefusal, Post, fault_at_line, run_attempt};
use crate::web::i18n::Texts;
use crate::web::kit::{Field, FlashMessage, Form, FormPage};
use crate::web::parameters::QueryString;
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use crate::web::use_cases::run_use_case;
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

async fn current_scales(visit: &RequestContext, slug: &str) -> Result<PointScales, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    run_use_case(visit, move |app| organisations::point_scales(app, &actor, &slug)).await
}

pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &parameters, DONE_KEYS)?;
    let place = OrganisationContext::load_with_permission(&visit, &path, Act::EditSeasons).await?;
    let scales = current_scales(&visit, &path).await?;
    form_page(&visit, &place, &scales, done).respond(&visit)
}

/// Replaces the point scales.
pub async fn submit(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let place = OrganisationContext::load_with_permission(&visit, &path, Act::EditSeasons).await?;
    let sent = post.read::<PointsForm>(&visit).await?;
    let texts = visit.texts();
    let before = current_scales(&visit, &path).await?;
    let set = match parse_scales(texts, sent.points.as_deref().unwrap_or_default()) {
        _ if sent.points.is_none() => {
            Err(FormRefusal::from_faults(vec![("points", texts.get("refused-field-empty"))]))
        }
        Err(fault) => Err(FormRefusal::from_faults(vec![("points", fault)])),
        Ok(scales) => {
            let (actor, slug) = (visit.actor().clone(), path.into_inner());
            let set = run_attempt(&visit, move |app| {
                Ok(organisations::set_point_scales(app, &actor, &slug, &scales, now_micros())?)
            });
            set.await?
        }
    };
    let outcome = set.map(|()| (place.address("points"), "done-org-points"));
    form_page(&visit, &place, &before, None).answer(&visit, &sent, outcome)
}
