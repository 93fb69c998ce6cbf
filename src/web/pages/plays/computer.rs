//! Beginning a game against the computer, which guests may, too.

use crate::web::prelude::*;
use adjutant_service::access::{Act, ActTarget, require};
use adjutant_service::live::{self, ComputerLevel, ComputerPersonality, OfferedLevel};
use adjutant_site::computer_game::ComputerGameRequest;
use adjutant_site::labels::{computer_level_label, pace_label};
use adjutant_site::use_cases::run_use_case;
use salpakan::clock::Pace;
use salpakan::rules::{Color, Preset, RuleSet};

use super::guest::{Beginner, may_begin};
use super::{ADDRESS, game_address, query_live};

pub const PATH: &str = "/play/computer";
/// The paces offered; who tries the game needs much time.
const PACES: [&str; 4] = ["1800+20", "1200+5", "600+5", "300+3"];

/// The levels, and the one that the visitor played last.
async fn offers(visit: &RequestContext) -> PageResult<(Vec<OfferedLevel>, u8)> {
    let last = query_live(visit, live::last_computer_level).await?;
    let levels = run_use_case(visit, live::computer_levels).await?;
    Ok((levels, last.map_or(1, ComputerLevel::number)))
}

fn form(visit: &RequestContext, offers: &[OfferedLevel], level: u8) -> Form {
    let texts = visit.texts();
    let levels = offers.iter().map(|offered| {
        let label = computer_level_label(texts, offered.level);
        let rating = offered.rating.map(|rating| format!(" · {rating}")).unwrap_or_default();
        Choice::new(offered.level.number().to_string(), format!("{label}{rating}"))
    });
    let paces = PACES.iter().filter_map(|key| Some((key, Pace::parse(key).ok()?)));
    let paces = paces.map(|(key, pace)| Choice::new(*key, pace_label(texts, pace))).collect();
    let mut colors = vec![Choice::new("", texts.get("play-color-lot"))];
    colors.extend(Color::ALL.map(|color| Choice::new(color.key(), texts.text(color.key()))));
    let rules = Preset::ALL.iter().map(|preset| Choice::new(preset.name, preset.name)).collect();
    let levels = Field::select(texts, "level", "computer-level", levels.collect());
    let form = visit
        .form("computer", PATH, "computer-play")
        .with_field(levels.value(level.to_string()).hint("computer-level-hint"))
        .with_field(personality_field(texts))
        .with_field(Field::select(texts, "pace", "play-pace", paces).value(PACES[0]))
        .with_field(Field::select(texts, "color", "play-color", colors).value(""));
    let actor = visit.actor();
    let form = match require(actor, Act::Play, ActTarget::Account(actor.account), false) {
        Ok(_) => form.with_field(
            Field::checkbox(texts, "rated", "play-rated", false).hint("computer-rated-hint"),
        ),
        Err(_) => form,
    };
    let rules = Field::select(texts, "rules", "set-up-rules", rules);
    form.with_field(rules.value(RuleSet::STANDARD.preset().name))
}

/// How it plays.
fn personality_field(texts: Texts) -> Field {
    let none = Choice::new("", texts.get("personality-none"));
    let named = ComputerPersonality::ALL.map(|one| {
        let words = texts.get(&format!("personality-{}-words", one.key()));
        Choice::new(one.key(), words)
    });
    let choices = std::iter::once(none).chain(named).collect();
    Field::select(texts, "personality", "personality", choices).value("").hint("personality-hint")
}

fn form_page(visit: &RequestContext) -> FormPage {
    let texts = visit.texts();
    let over = (texts.get("play-title"), ADDRESS.to_owned());
    FormPage::new(visit, AreaHeader::below(over, texts.get("computer-title")))
        .paragraph("computer-words")
        .link("/leaderboards/bots", "computer-ladder")
}

/// Shows the form.
pub async fn show(visit: RequestContext) -> PageResult {
    if !visit.site.live.has_computer() {
        return form_page(&visit).paragraph("refused-computer-off").respond(&visit);
    }
    if !may_begin(&visit) {
        return Ok(see_other("/sign-in?next=%2Fplay%2Fcomputer"));
    }
    let (offers, level) = offers(&visit).await?;
    form_page(&visit).form(form(&visit, &offers, level)).respond(&visit)
}

#[derive(Clone, Deserialize)]
struct ComputerForm {
    level: String,
    pace: String,
    color: String,
    #[serde(default)]
    rated: bool,
    rules: String,
    #[serde(default)]
    personality: String,
}

impl ComputerForm {
    fn request(&self) -> ComputerGameRequest {
        let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        ComputerGameRequest {
            level: self.level.parse().unwrap_or(0),
            rules: some(&self.rules),
            pace: self.pace.clone(),
            rated: self.rated,
            color: some(&self.color),
            personality: some(&self.personality),
        }
    }
}

/// Begins the game and leads to it.
pub async fn submit(request: HttpRequest, visit: RequestContext, post: Post) -> PageResult {
    let sent = post.read::<ComputerForm>(&visit).await?;
    let (offers, level) = offers(&visit).await?;
    let page = || form_page(&visit).form(form(&visit, &offers, level));
    let asked = sent.request();
    let wanted = match visit.attempt(move |_, _| asked.into_game()).await? {
        Ok(wanted) => wanted,
        Err(refusal) => return page().respond_again(&visit, sent.raw(), refusal),
    };
    let beginner = match Beginner::of_request(&request, &visit, String::new()).await? {
        Ok(beginner) => beginner,
        Err(refusal) => return page().respond_again(&visit, sent.raw(), refusal),
    };
    let begun =
        beginner.attempt(&visit, move |live, actor| live::play_computer(live, actor, &wanted));
    match begun.await? {
        Ok(play) => Ok(beginner.redirect(&visit, &game_address(&play))),
        Err(refusal) => page().respond_again(&visit, sent.raw(), refusal),
    }
}
