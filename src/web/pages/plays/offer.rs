//! Making an offer to play.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};

use crate::service::live;
use crate::web::api::seeks::NewSeek;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Choice, Done, Field, Form};
use crate::web::pages::account::attempt::{Refusal, attempt, see_other};
use crate::web::pages::desk::{Head, Sheet};
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;
use salpakan::clock::Pace;
use salpakan::rules::{Color, Preset, RuleSet};

use super::{ADDRESS, pace_words};

const NEW: &str = "/play/new";
const SHAPE: Shape = Shape::of(&["rules", "pace", "other_pace", "rated", "color", "to"]);
/// Paces to choose from without typing.
const PACES: [&str; 4] = ["300+3", "600+5", "1200+5", "3d"];
/// The choice of what is typed.
const OTHER: &str = "other";

fn form(texts: Texts, token: &str, to: &str) -> Form {
    let rules = Preset::ALL.iter().map(|preset| Choice::new(preset.name, preset.name)).collect();
    let known = PACES.iter().filter_map(|key| Some((key, Pace::parse(key).ok()?)));
    let mut paces: Vec<Choice> =
        known.map(|(key, pace)| Choice::new(*key, pace_words(texts, pace))).collect();
    paces.push(Choice::new(OTHER, texts.get("play-pace-other")));
    let mut colors = vec![Choice::new("", texts.get("play-color-lot"))];
    colors.extend(Color::ALL.map(|color| Choice::new(color.key(), texts.text(color.key()))));
    Form::new(texts, "offer", NEW, token, "play-offer-make")
        .with(Field::radio(texts, "pace", "play-pace", paces).value(PACES[2]))
        .with(
            Field::line(texts, "other_pace", "play-other-pace")
                .hint("play-other-pace-hint")
                .autocomplete("off"),
        )
        .with(
            Field::select(texts, "rules", "set-up-rules", rules)
                .value(RuleSet::STANDARD.preset().name),
        )
        .with(Field::radio(texts, "color", "play-color", colors).value(""))
        .with(Field::check(texts, "rated", "play-rated", true).hint("play-rated-hint"))
        .with(
            Field::line(texts, "to", "play-to").hint("play-to-hint").autocomplete("off").value(to),
        )
}

fn sheet(visit: &Visit, to: &str) -> Sheet {
    let texts = visit.texts();
    let head = Head {
        label: String::new(),
        over: Some((texts.get("play-title"), ADDRESS.to_owned())),
        tabs: Vec::new(),
        heading: texts.get("play-offer-new"),
        done: String::new(),
    };
    Sheet::new(visit, head).say("play-offer-words").form(form(texts, &visit.form_token(), to))
}

/// The form; `to` in its address names whom one asks.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let given = parameters.read(&["to"]).map_err(|e| PageError::parameter(&visit, &e))?;
    sheet(&visit, &given.text("to").unwrap_or_default()).answer(&visit)
}

fn read(sent: &forms::Form) -> NewSeek {
    let some = |name: &str| Some(sent.text(name).to_owned()).filter(|text| !text.is_empty());
    let pace = match sent.text("pace") {
        OTHER => sent.text("other_pace"),
        key => key,
    };
    NewSeek {
        rules: some("rules"),
        pace: pace.to_owned(),
        rated: sent.is_ticked("rated"),
        color: some("color"),
        to: some("to"),
    }
}

/// Makes it.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let (asked, actor, live) = (read(&sent), visit.actor().clone(), visit.site.live.clone());
    let typed = sent.text("pace") == OTHER;
    let made = attempt(&visit, move |_| Ok(live::offer(&live, &actor, &asked.offer()?)?)).await?;
    match made {
        Ok(_) => Ok(see_other(&Done::address(ADDRESS, "done-offer-made"))),
        Err(refusal) => {
            let refusal = if typed { at_typed(refusal) } else { refusal };
            sheet(&visit, "").filled(&sent).refused(&visit, refusal)
        }
    }
}

/// What is wrong with a pace is said where it was typed.
fn at_typed(refusal: Refusal) -> Refusal {
    let Refusal::Faults { status, faults, seconds } = refusal else { return refusal };
    let moved = |field| if field == "pace" { "other_pace" } else { field };
    let faults = faults.into_iter().map(|(field, words)| (moved(field), words)).collect();
    Refusal::Faults { status, faults, seconds }
}
