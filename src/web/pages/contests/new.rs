//! An event is made: a few questions, the schedule that follows, and only then the event.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::contest::written;
use crate::service::access::Act;
use crate::service::contests::{NewContest, make, plan_fault};
use crate::service::organisations;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Form};
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other, to_prove};
use crate::web::pages::desk::Head;
use crate::web::pages::organisations::area::Place;
use crate::web::pages::organisations::faults::FieldFault;
use crate::web::pages::{ask, private_html};
use crate::web::visit::{Frame, Visit};

use super::address;
use super::wizard::{self, Answers, FIELDS, StageLine};

const SHAPE: Shape = Shape::of(FIELDS);

#[derive(Template)]
#[template(path = "contests/new.html")]
struct NewPage {
    frame: Frame,
    head: Head,
    whole: String,
    lines: Vec<StageLine>,
    form: Form,
    /// Where one is made from its file.
    restore: String,
}

/// What tells whether the schedule that was seen is that of these answers.
fn digest(answers: &Answers) -> String {
    let Answers { settings, entrants, timing, .. } = answers;
    let all = format!("{} {entrants} {timing:?}", written::settings(settings));
    blake3::hash(all.as_bytes()).to_hex()[..16].to_owned()
}

/// The organisation, with what its own titles are called, the lowest first.
struct Asking {
    place: Place,
    titles: Vec<String>,
}

impl Asking {
    async fn enter(visit: &Visit, slug: &str) -> Result<Asking, PageError> {
        let place = Place::enter(visit, slug, Act::RunEvent).await?;
        let (actor, slug) = (visit.actor().clone(), slug.to_owned());
        let titles = ask(visit, move |app| organisations::titles(app, &actor, &slug)).await?;
        Ok(Asking { place, titles: titles.into_iter().map(|one| one.name).collect() })
    }
}

fn page(visit: &Visit, asking: &Asking, seen: &str) -> NewPage {
    let place = &asking.place;
    let texts = visit.texts();
    let action = place.address("events/new");
    let button = if seen.is_empty() { "contest-show-schedule" } else { "contest-make" };
    let form = Form::new(texts, "new-event", &action, &visit.form_token(), button);
    let head = place.head(visit, "", "contest-new");
    NewPage {
        frame: visit.frame(format!("{} · {}", head.heading, place.organisation.name)),
        head,
        whole: String::new(),
        lines: Vec::new(),
        form: wizard::form(form, &asking.titles, texts, seen),
        restore: place.address("events/restore"),
    }
}

/// The questions.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let asking = Asking::enter(&visit, &path).await?;
    private_html(&visit, StatusCode::OK, &page(&visit, &asking, ""))
}

/// Shows the schedule that follows from the answers; makes the event where it was shown before.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let asking = Asking::enter(&visit, &path).await?;
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let texts = visit.texts();
    let answers = match wizard::read(&sent, texts) {
        Ok(answers) => answers,
        Err(faults) => return refused(&visit, &asking, &sent, Refusal::faults(faults)),
    };
    let schedule = match answers.settings.plan.schedule(answers.entrants, &answers.timing) {
        Ok(schedule) => schedule,
        Err(faults) => {
            let stages = answers.settings.plan.stage_names();
            let words = faults.iter().map(|fault| texts.said(&plan_fault(&stages, fault)));
            let fault: FieldFault = ("template", words.collect::<Vec<_>>().join("; "));
            return refused(&visit, &asking, &sent, Refusal::faults(vec![fault]));
        }
    };
    let digest = digest(&answers);
    if sent.text("seen") != digest {
        let mut page = page(&visit, &asking, &digest);
        page.lines = wizard::lines(&answers, &schedule, texts);
        page.whole = wizard::whole(&schedule, texts);
        page.form = page.form.filled(&sent);
        return private_html(&visit, StatusCode::OK, &page);
    }
    let (actor, slug) = (visit.actor().clone(), asking.place.organisation.slug.clone());
    let Answers { name, day, settings, .. } = answers;
    let new = NewContest { name, first_day: day, settings };
    let made = attempt(&visit, move |app| Ok(make(app, &actor, &slug, &new, now())?)).await?;
    match made {
        Ok(event) => Ok(see_other(&Done::address(&address(&event, "run"), "done-contest-made"))),
        Err(refusal) => refused(&visit, &asking, &sent, refusal),
    }
}

/// The questions again, with what is wrong.
fn refused(
    visit: &Visit,
    asking: &Asking,
    sent: &forms::Form,
    refusal: Refusal,
) -> Result<HttpResponse, PageError> {
    let Refusal::Faults { status, faults, .. } = refusal else { return Ok(to_prove(visit)) };
    let mut page = page(visit, asking, "");
    page.frame.title = crate::web::pages::desk::faulty(&page.frame);
    page.form = page.form.filled(sent).faults(faults);
    private_html(visit, status, &page)
}
