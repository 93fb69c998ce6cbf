//! An organisation's seasons: the list, a form for each, and the season points for places in events,
//! one line per kind of event.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_domain::organisation::season_points::PointScales;
use adjutant_domain::organisation::seasons::{self as rules, Season};
use adjutant_service::organisations;
use adjutant_site::forms::fault_at_line;
use adjutant_site::time_format::{format_days, iso_day};
use ledger_ratings::Day;

use adjutant_site::org_context::OrgContext;

const DONE_KEYS: &[&str] =
    &["done-org-season-added", "done-org-season-saved", "done-org-season-removed"];

#[derive(Deserialize)]
struct SeasonForm {
    name: String,
    first: Entry<Day>,
    last: Entry<Day>,
}

type SeasonList = Vec<(i32, Season)>;

#[derive(Template)]
#[template(path = "organisations/seasons.html")]
struct SeasonsPage<'a> {
    frame: PageFrame,
    head: AreaHeader,
    place: &'a OrgContext,
    seasons: &'a SeasonList,
    form: Form,
}

impl SeasonsPage<'_> {
    fn days(&self, season: &Season) -> String {
        format_days(self.frame.texts, season.first, season.last)
    }

    fn removal(place: &OrgContext, id: &i32) -> String {
        place.address(&format!("seasons/{id}/remove"))
    }
}

fn form(visit: &RequestContext, action: &str, button: &str, season: Option<&Season>) -> Form {
    let texts = visit.texts();
    let value = |of: fn(&Season) -> String| season.map(of).unwrap_or_default();
    visit.form("season", action, button).with_fields([
        Field::text(texts, "name", "org-season-name")
            .hint("org-season-name-hint")
            .value(value(|one| one.name.clone()))
            .required(),
        Field::date(texts, "first", "org-season-first")
            .value(value(|one| iso_day(one.first)))
            .required(),
        Field::date(texts, "last", "org-season-last")
            .hint("org-season-last-hint")
            .value(value(|one| iso_day(one.last)))
            .required(),
    ])
}

fn page<'a>(
    visit: &RequestContext,
    place: &'a OrgContext,
    seasons: &'a SeasonList,
    done: Option<FlashMessage>,
) -> SeasonsPage<'a> {
    let head = place.area_header(visit, "seasons", "org-seasons").done(visit.texts(), done);
    SeasonsPage {
        frame: head.frame(visit),
        head,
        place,
        seasons,
        form: form(visit, &place.address("seasons"), "org-season-add", None),
    }
}

/// Parses a season, or returns all faults, including conflicts with `others`.
fn season_from_form(
    texts: Texts,
    sent: &SeasonForm,
    others: impl Iterator<Item = Season>,
) -> Result<Season, FormRefusal> {
    let mut faults = Vec::new();
    let mut days = [Day(0); 2];
    let sent_days = [("first", sent.first), ("last", sent.last)];
    for ((name, day), own) in sent_days.into_iter().zip(&mut days) {
        match day.get() {
            Some(found) => *own = found,
            None => faults.push((name, texts.get("org-fault-day"))),
        }
    }
    let [first, last] = days;
    let season = Season { name: sent.name.clone(), first, last };
    let mut seasons: Vec<Season> = others.chain([season.clone()]).collect();
    let row = seasons.len() - 1;
    let unread = !faults.is_empty();
    let found = rules::validate_seasons(&mut seasons).into_iter().filter(|one| one.row == row);
    // If the dates are unreadable, only the name can be checked.
    let found = found.filter(|one| !unread || one.field == "name");
    faults.extend(found.map(|one| (one.field, texts.localize(&one.fault.message().into()))));
    FormRefusal::if_any(faults)?;
    Ok(seasons.pop().unwrap_or(season))
}

/// Lists the seasons, with a form for a new one.
pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, DONE_KEYS)?;
    let seasons = place.run(&visit, organisations::seasons).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &place, &seasons, done))
}

pub async fn create(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read::<SeasonForm>(&visit).await?;
    let seasons = place.run(&visit, organisations::seasons).await?;
    let others = seasons.iter().map(|(_, season)| season.clone());
    let season = season_from_form(visit.texts(), &sent, others);
    let added = place.attempt(&visit, season, |app, actor, slug, season| {
        organisations::add_season(app, actor, slug, &season, now_micros())
    });
    let Err(refusal) = added.await? else {
        return Ok(redirect_with_flash(&place.address("seasons"), "done-org-season-added"));
    };
    let mut page = page(&visit, &place, &seasons, None);
    page.frame.mark_refused();
    let status = refusal.status();
    page.form = page.form.filled_from(sent.raw()).with_errors(refusal.into_faults());
    private_html(&visit, status, &page)
}

/// Loads a season that the visitor may edit, and all seasons.
async fn load_season(
    visit: &RequestContext,
    place: &OrgContext,
    id: i32,
) -> PageResult<(Season, SeasonList)> {
    let seasons = place.run(visit, organisations::seasons).await?;
    let found = seasons.iter().find(|(own, _)| *own == id).map(|(_, season)| season.clone());
    let season = found.ok_or_else(|| PageError::hidden(visit))?;
    Ok((season, seasons))
}

fn edit_form_page(
    visit: &RequestContext,
    place: &OrgContext,
    id: i32,
    season: &Season,
) -> FormPage {
    let form = form(visit, &place.address(&format!("seasons/{id}")), "save", Some(season));
    FormPage::new(visit, place.area_header(visit, "seasons", "org-season-edit"))
        .form(form.with_alternative(&place.address("seasons"), "cancel"))
}

pub async fn show_edit(
    visit: RequestContext,
    place: OrgContext,
    path: Path<(String, i32)>,
) -> PageResult {
    let (season, _) = load_season(&visit, &place, path.1).await?;
    edit_form_page(&visit, &place, path.1, &season).respond(&visit)
}

pub async fn update(
    visit: RequestContext,
    place: OrgContext,
    path: Path<(String, i32)>,
    post: Post,
) -> PageResult {
    let id = path.1;
    let (before, seasons) = load_season(&visit, &place, id).await?;
    let sent = post.read::<SeasonForm>(&visit).await?;
    let others = seasons.into_iter().filter(|(own, _)| *own != id).map(|(_, season)| season);
    let season = season_from_form(visit.texts(), &sent, others);
    let changed = place.attempt(&visit, season, move |app, actor, slug, season| {
        organisations::edit_season(app, actor, slug, id, &season, now_micros())
    });
    let outcome = changed.await?.map(|_| (place.address("seasons"), "done-org-season-saved"));
    edit_form_page(&visit, &place, id, &before).answer(&visit, &sent, outcome)
}

/// Deletes a season; its games remain.
pub async fn delete(
    visit: RequestContext,
    place: OrgContext,
    path: Path<(String, i32)>,
    post: Post,
) -> PageResult {
    let id = path.1;
    load_season(&visit, &place, id).await?;
    post.read_empty(&visit).await?;
    let remove = move |app: &_, actor: &_, slug: &_| {
        organisations::remove_season(app, actor, slug, id, now_micros())
    };
    place.run(&visit, remove).await?;
    Ok(redirect_with_flash(&place.address("seasons"), "done-org-season-removed"))
}

const POINTS_DONE_KEYS: &[&str] = &["done-org-points"];

#[derive(Deserialize)]
struct PointsForm {
    points: Option<String>,
}

/// Parses the scales; all faults are listed with their line numbers.
fn parse_scales(texts: Texts, text: &str) -> Result<PointScales, String> {
    PointScales::parse(text).map_err(|faults| {
        let told = faults
            .iter()
            .map(|one| fault_at_line(texts, one.row, texts.localize(&one.fault.message().into())));
        told.collect::<Vec<_>>().join(" ")
    })
}

fn points_form_page(visit: &RequestContext, place: &OrgContext, scales: &PointScales) -> FormPage {
    let texts = visit.texts();
    let field = Field::textarea(texts, "points", "org-points").hint("org-points-hint");
    let form = visit
        .form("points", &place.address("points"), "save")
        .with_field(field.value(scales.to_text()));
    FormPage::new(visit, place.area_header(visit, "seasons", "org-points"))
        .paragraph("org-points-words")
        .form(form)
        .link(place.address("standings"), "org-standings")
}

pub async fn show_points(
    visit: RequestContext,
    place: OrgContext,
    query: QueryString,
) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, POINTS_DONE_KEYS)?;
    let scales = place.run(&visit, organisations::point_scales).await?;
    points_form_page(&visit, &place, &scales).done(done).respond(&visit)
}

pub async fn submit_points(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read::<PointsForm>(&visit).await?;
    let texts = visit.texts();
    let before = place.run(&visit, organisations::point_scales).await?;
    let lines = sent.points.as_deref().ok_or_else(|| texts.get("refused-field-empty"));
    let scales = lines
        .and_then(|lines| parse_scales(texts, lines))
        .map_err(|fault| FormRefusal::fault("points", fault));
    let set = place.attempt(&visit, scales, |app, actor, slug, scales| {
        organisations::set_point_scales(app, actor, slug, &scales, now_micros())
    });
    let outcome = set.await?.map(|()| (place.address("points"), "done-org-points"));
    points_form_page(&visit, &place, &before).answer(&visit, &sent, outcome)
}
