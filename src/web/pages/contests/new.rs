//! Creates events: a few questions, the resulting schedule, then the event.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use askama::Template;

use crate::web::error::{PageError, PageResult};
use crate::web::forms::{
    FieldFault, FormRefusal, FormSchema, Post, SubmittedForm, redirect_to_password_prompt,
};
use crate::web::html::private_html;
use crate::web::kit::{AreaHeader, Form, redirect_with_flash};
use crate::web::page_frame::PageFrame;
use crate::web::pages::organisations::organisation_context::OrganisationContext;
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use adjutant_domain::contest::json;
use adjutant_service::access::Act;
use adjutant_service::contests::{NewContest, create_contest, plan_fault_message};
use adjutant_service::organisations;

use super::address;
use super::wizard::{self, Answers, StageScheduleRow};

#[derive(Template)]
#[template(path = "contests/new.html")]
struct NewPage {
    frame: PageFrame,
    head: AreaHeader,
    whole: String,
    lines: Vec<StageScheduleRow>,
    form: Form,
    /// The address for restoring an event from a file.
    restore: String,
}

/// Identifies the answers for which a schedule was shown.
fn answers_digest(answers: &Answers) -> String {
    let Answers { settings, entrants, timing, .. } = answers;
    let all = format!("{} {entrants} {timing:?}", json::write_settings(settings));
    blake3::hash(all.as_bytes()).to_hex()[..16].to_owned()
}

/// The organisation with its own titles, lowest first.
struct NewEventContext {
    place: OrganisationContext,
    titles: Vec<String>,
}

impl NewEventContext {
    async fn enter(visit: &RequestContext, slug: &str) -> Result<NewEventContext, PageError> {
        let place = OrganisationContext::load_with_permission(visit, slug, Act::RunEvent).await?;
        let titles = place.run(visit, organisations::titles).await?;
        Ok(NewEventContext { place, titles: titles.into_iter().map(|one| one.name).collect() })
    }
}

fn page(visit: &RequestContext, asking: &NewEventContext, seen: &str) -> NewPage {
    let place = &asking.place;
    let texts = visit.texts();
    let action = place.address("events/new");
    let button = if seen.is_empty() { "contest-show-schedule" } else { "contest-make" };
    let form = Form::new(texts, "new-event", &action, &visit.form_token(), button);
    let head = place.area_header(visit, "", "contest-new");
    NewPage {
        frame: visit.frame(format!("{} · {}", head.heading, place.organisation.name)),
        head,
        whole: String::new(),
        lines: Vec::new(),
        form: wizard::wizard_form(form, &asking.titles, texts, seen),
        restore: place.address("events/restore"),
    }
}

pub async fn show(visit: RequestContext, path: Path<String>) -> PageResult {
    let asking = NewEventContext::enter(&visit, &path).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &asking, ""))
}

/// Shows the resulting schedule; creates the event if it was shown before.
pub async fn submit(visit: RequestContext, path: Path<String>, post: Post) -> PageResult {
    let asking = NewEventContext::enter(&visit, &path).await?;
    let questions = page(&visit, &asking, "").form.fields;
    let names: Vec<&str> = questions.iter().map(|field| field.name).collect();
    let sent = post.read_fields(&visit, FormSchema::new(&names)).await?;
    let texts = visit.texts();
    let answers = match wizard::parse_answers(&sent, texts) {
        Ok(answers) => answers,
        Err(refusal) => return render_refused(&visit, &asking, &sent, refusal),
    };
    let schedule = match answers.settings.plan.schedule(answers.entrants, &answers.timing) {
        Ok(schedule) => schedule,
        Err(faults) => {
            let stages = answers.settings.plan.stage_names();
            let words =
                faults.iter().map(|fault| texts.localize(&plan_fault_message(&stages, fault)));
            let fault: FieldFault = ("template", words.collect::<Vec<_>>().join("; "));
            return render_refused(&visit, &asking, &sent, FormRefusal::from_faults(vec![fault]));
        }
    };
    let digest = answers_digest(&answers);
    if sent.text("seen") != digest {
        let mut page = page(&visit, &asking, &digest);
        page.lines = wizard::schedule_rows(&answers, &schedule, texts);
        page.whole = wizard::total_duration_label(&schedule, texts);
        page.form = page.form.filled_from(&sent);
        return private_html(&visit, StatusCode::OK, &page);
    }
    let Answers { name, day, settings, .. } = answers;
    let new = Ok(NewContest { name, first_day: day, settings });
    let made = asking.place.attempt(&visit, new, |app, actor, slug, new| {
        create_contest(app, actor, slug, &new, now_micros())
    });
    match made.await? {
        Ok(event) => Ok(redirect_with_flash(&address(&event, "run"), "done-contest-made")),
        Err(refusal) => render_refused(&visit, &asking, &sent, refusal),
    }
}

fn render_refused(
    visit: &RequestContext,
    asking: &NewEventContext,
    sent: &SubmittedForm,
    refusal: FormRefusal,
) -> PageResult {
    let FormRefusal::Faults { status, faults, .. } = refusal else {
        return Ok(redirect_to_password_prompt(visit));
    };
    let mut page = page(visit, asking, "");
    page.frame.title = crate::web::kit::error_heading(&page.frame);
    page.form = page.form.filled_from(sent).with_errors(faults);
    private_html(visit, status, &page)
}
