//! Creating an open game or a game request.

use crate::web::prelude::*;
use adjutant_api::seeks::CreateSeekRequest;
use adjutant_domain::game::GameKind;
use adjutant_service::live;
use adjutant_site::labels::{game_name, pace_label, rule_set_choices};
use salpakan::clock::Pace;
use salpakan::rules::{Color, RuleSet};

use super::ADDRESS;

const PATH: &str = "/play/new";
/// The paces offered as choices.
const PRESET_PACES: [&str; 4] = ["300+3", "600+5", "1200+5", "3d"];
/// The choice of a typed pace.
const OTHER_PACE: &str = "other";

fn form(texts: Texts, token: &str, to: &str) -> Form {
    let other = GameKind::ThreeGenerals;
    let mut rules = rule_set_choices(texts);
    rules.push(Choice::new(other.key(), game_name(texts, other)));
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

fn form_page(visit: &RequestContext, to: &str) -> FormPage {
    let texts = visit.texts();
    let head = AreaHeader::below(
        (texts.get("play-title"), ADDRESS.to_owned()),
        texts.get("play-offer-new"),
    );
    FormPage::new(visit, head).paragraph("play-offer-words").form(form(
        texts,
        &visit.form_token(),
        to,
    ))
}

/// Shows the form; the parameter `to` names the requested opponent.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["to"]).or_page(&visit)?;
    form_page(&visit, &given.text("to").unwrap_or_default()).respond(&visit)
}

#[derive(Deserialize)]
struct SeekForm {
    rules: String,
    pace: String,
    other_pace: String,
    rated: bool,
    color: String,
    to: String,
}

fn seek_from_form(sent: &SeekForm) -> CreateSeekRequest {
    let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let pace = match sent.pace.as_str() {
        OTHER_PACE => sent.other_pace.as_str(),
        key => key,
    };
    CreateSeekRequest {
        rules: some(&sent.rules),
        pace: pace.to_owned(),
        rated: sent.rated,
        color: some(&sent.color),
        to: some(&sent.to),
    }
}

pub async fn submit(visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<SeekForm>(&visit).await?;
    let (asked, live) = (seek_from_form(&sent), visit.site.live.clone());
    let typed = sent.pace == OTHER_PACE;
    let made =
        visit.attempt(move |_, actor| live::offer(&live, actor, &asked.into_offer()?)).await?;
    let outcome = made
        .map(|_| (ADDRESS, "done-offer-made"))
        .map_err(|refusal| if typed { at_custom_pace(refusal) } else { refusal });
    form_page(&visit, "").answer(&visit, &sent, outcome)
}

/// Moves the fault of a typed pace to the field in which it was typed.
fn at_custom_pace(refusal: FormRefusal) -> FormRefusal {
    let FormRefusal::Faults { status, faults, seconds } = refusal else { return refusal };
    let moved = |field| if field == "pace" { "other_pace" } else { field };
    let faults = faults.into_iter().map(|(field, words)| (moved(field), words)).collect();
    FormRefusal::Faults { status, faults, seconds }
}
