//! Creating an open game or a game request.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};

use crate::service::live;
use crate::web::api::seeks::CreateSeekRequest;
use crate::web::error::PageError;
use crate::web::forms::{self, FormRefusal, FormSchema, run_attempt};
use crate::web::html::see_other;
use crate::web::i18n::Texts;
use crate::web::kit::{AreaFormPage, AreaHeader, Choice, Field, FlashMessage, Form};
use crate::web::parameters::QueryString;
use crate::web::request_context::RequestContext;
use salpakan::clock::Pace;
use salpakan::rules::{Color, Preset, RuleSet};

use super::{ADDRESS, pace_label};

const PATH: &str = "/play/new";
const SHAPE: FormSchema = FormSchema::new(&["rules", "pace", "other_pace", "rated", "color", "to"]);
/// The paces offered as choices.
const PRESET_PACES: [&str; 4] = ["300+3", "600+5", "1200+5", "3d"];
/// The choice of a typed pace.
const OTHER_PACE: &str = "other";

fn form(texts: Texts, token: &str, to: &str) -> Form {
    let rules = Preset::ALL.iter().map(|preset| Choice::new(preset.name, preset.name)).collect();
    let known = PRESET_PACES.iter().filter_map(|key| Some((key, Pace::parse(key).ok()?)));
    let mut paces: Vec<Choice> =
        known.map(|(key, pace)| Choice::new(*key, pace_label(texts, pace))).collect();
    paces.push(Choice::new(OTHER_PACE, texts.get("play-pace-other")));
    let mut colors = vec![Choice::new("", texts.get("play-color-lot"))];
    colors.extend(Color::ALL.map(|color| Choice::new(color.key(), texts.text(color.key()))));
    Form::new(texts, "offer", PATH, token, "play-offer-make")
        .with_field(Field::radio(texts, "pace", "play-pace", paces).value(PRESET_PACES[2]))
        .with_field(
            Field::text(texts, "other_pace", "play-other-pace")
                .hint("play-other-pace-hint")
                .autocomplete("off"),
        )
        .with_field(
            Field::select(texts, "rules", "set-up-rules", rules)
                .value(RuleSet::STANDARD.preset().name),
        )
        .with_field(Field::radio(texts, "color", "play-color", colors).value(""))
        .with_field(Field::checkbox(texts, "rated", "play-rated", true).hint("play-rated-hint"))
        .with_field(
            Field::text(texts, "to", "play-to").hint("play-to-hint").autocomplete("off").value(to),
        )
}

fn form_page(visit: &RequestContext, to: &str) -> AreaFormPage {
    let texts = visit.texts();
    let head = AreaHeader {
        label: String::new(),
        over: Some((texts.get("play-title"), ADDRESS.to_owned())),
        tabs: Vec::new(),
        heading: texts.get("play-offer-new"),
        done: String::new(),
    };
    AreaFormPage::new(visit, head).paragraph("play-offer-words").form(form(
        texts,
        &visit.form_token(),
        to,
    ))
}

/// Shows the form; the parameter `to` names the requested opponent.
pub async fn show(
    visit: RequestContext,
    parameters: QueryString,
) -> Result<HttpResponse, PageError> {
    let given = parameters.parse(&["to"]).map_err(|e| PageError::from_parameter(&visit, &e))?;
    form_page(&visit, &given.text("to").unwrap_or_default()).respond(&visit)
}

fn seek_from_form(sent: &forms::SubmittedForm) -> CreateSeekRequest {
    let some = |name: &str| Some(sent.text(name).to_owned()).filter(|text| !text.is_empty());
    let pace = match sent.text("pace") {
        OTHER_PACE => sent.text("other_pace"),
        key => key,
    };
    CreateSeekRequest {
        rules: some("rules"),
        pace: pace.to_owned(),
        rated: sent.is_checked("rated"),
        color: some("color"),
        to: some("to"),
    }
}

pub async fn submit(
    request: HttpRequest,
    visit: RequestContext,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read_form(&visit, &request, payload, SHAPE).await?;
    let (asked, actor, live) =
        (seek_from_form(&sent), visit.actor().clone(), visit.site.live.clone());
    let typed = sent.text("pace") == OTHER_PACE;
    let made =
        run_attempt(&visit, move |_| Ok(live::offer(&live, &actor, &asked.into_offer()?)?)).await?;
    match made {
        Ok(_) => Ok(see_other(&FlashMessage::redirect_address(ADDRESS, "done-offer-made"))),
        Err(refusal) => {
            let refusal = if typed { at_custom_pace(refusal) } else { refusal };
            form_page(&visit, "").with_sent_values(&sent).respond_refused(&visit, refusal)
        }
    }
}

/// Moves the fault of a typed pace to the field in which it was typed.
fn at_custom_pace(refusal: FormRefusal) -> FormRefusal {
    let FormRefusal::Faults { status, faults, seconds } = refusal else { return refusal };
    let moved = |field| if field == "pace" { "other_pace" } else { field };
    let faults = faults.into_iter().map(|(field, words)| (moved(field), words)).collect();
    FormRefusal::Faults { status, faults, seconds }
}
