//! Beginning a game against the computer, which guests may, too.

use crate::web::prelude::*;
use adjutant_domain::game::{GameKind, Rules};
use adjutant_service::access::{Act, ActTarget, require};
use adjutant_service::live::{self, ComputerPersonality, OfferedLevel};
use adjutant_site::computer_game::{ComputerGameRequest, computer_address};
use adjutant_site::labels::{computer_level_label, pace_label, rule_set_choices};
use adjutant_site::parameters::percent_encode;
use adjutant_site::use_cases::run_use_case;
use salpakan::clock::Pace;
use salpakan::rules::Color;

use super::guest::{Beginner, may_begin};
use super::{ADDRESS, game_address, query_live};

pub const PATH: &str = "/play/computer";
/// The paces offered; who tries the game needs much time.
const PACES: [&str; 4] = ["1800+20", "1200+5", "600+5", "300+3"];

/// The levels of a game, by number, and the one that the visitor played last at it.
async fn offers(visit: &RequestContext, kind: GameKind) -> PageResult<Offers> {
    let last =
        query_live(visit, move |live, actor| live::last_computer_level(live, actor, kind)).await?;
    let levels = run_use_case(visit, move |app| live::computer_levels(app, kind)).await?;
    let numbered: Vec<(u8, OfferedLevel)> = (1..).zip(levels).collect();
    let own = numbered.iter().find(|(_, offered)| last == Some(offered.level));
    let last = own.map_or(1, |(number, _)| *number);
    Ok(Offers { kind, levels: numbered, last })
}

struct Offers {
    kind: GameKind,
    levels: Vec<(u8, OfferedLevel)>,
    last: u8,
}

fn form(visit: &RequestContext, offers: &Offers) -> Form {
    let texts = visit.texts();
    let levels = offers.levels.iter().map(|(number, offered)| {
        let label = computer_level_label(texts, offered.level);
        let rating = offered.rating.map(|rating| format!(" · {rating}")).unwrap_or_default();
        Choice::new(number.to_string(), format!("{label}{rating}"))
    });
    let paces = PACES.iter().filter_map(|key| Some((key, Pace::parse(key).ok()?)));
    let paces = paces.map(|(key, pace)| Choice::new(*key, pace_label(texts, pace))).collect();
    let mut colors = vec![Choice::new("", texts.get("play-color-lot"))];
    colors.extend(Color::ALL.map(|color| Choice::new(color.key(), texts.text(color.key()))));
    let has_ratings = offers.levels.iter().any(|(_, offered)| offered.rating.is_some());
    let hint = if has_ratings { "computer-level-hint" } else { "computer-level-unrated" };
    let levels = Field::select(texts, "level", "computer-level", levels.collect());
    let mut form = visit
        .form("computer", PATH, "computer-play")
        .with_field(levels.value(offers.last.to_string()).hint(hint));
    if offers.kind == GameKind::Salpakan {
        form = form.with_field(personality_field(texts));
    }
    form = form
        .with_field(Field::select(texts, "pace", "play-pace", paces).value(PACES[0]))
        .with_field(Field::select(texts, "color", "play-color", colors).value(""));
    let actor = visit.actor();
    if require(actor, Act::Play, ActTarget::Account(actor.account), false).is_ok() {
        let rated = Field::checkbox(texts, "rated", "play-rated", false);
        form = form.with_field(rated.hint("computer-rated-hint"));
    }
    form.with_field(rules_field(texts, offers.kind))
}

/// The rule-sets of the game, where there are several.
fn rules_field(texts: Texts, kind: GameKind) -> Field {
    let usual = kind.usual_rules();
    if usual.salpakan().is_none() {
        return Field::hidden(texts, "rules", usual.key());
    }
    Field::select(texts, "rules", "set-up-rules", rule_set_choices(texts)).value(usual.key())
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

fn form_page(visit: &RequestContext, kind: GameKind) -> FormPage {
    let texts = visit.texts();
    let over = (texts.get("play-title"), ADDRESS.to_owned());
    let about = OpponentTexts::of(kind);
    FormPage::new(visit, AreaHeader::below(over, texts.get("computer-title")))
        .paragraph(about.words)
        .link(computer_address(about.other), OpponentTexts::of(about.other).invitation)
        .link(about.ladder, "computer-ladder")
        .link(about.rules, "rules-title")
}

/// How the computer is offered as an opponent in a game.
struct OpponentTexts {
    words: &'static str,
    /// The words of a link to it.
    invitation: &'static str,
    ladder: &'static str,
    rules: &'static str,
    other: GameKind,
}

impl OpponentTexts {
    const fn of(kind: GameKind) -> OpponentTexts {
        match kind {
            GameKind::Salpakan => OpponentTexts {
                words: "computer-words",
                invitation: "computer-play-salpakan",
                ladder: "/leaderboards/bots",
                rules: "/rules",
                other: GameKind::ThreeGenerals,
            },
            GameKind::ThreeGenerals => OpponentTexts {
                words: "computer-tg-words",
                invitation: "computer-play-tg",
                ladder: "/leaderboards/three-generals-bots",
                rules: "/rules/three-generals",
                other: GameKind::Salpakan,
            },
        }
    }
}

/// Shows the form for the game that the parameter `game` names.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["game"]).or_page(&visit)?;
    let kind = given.game().or_page(&visit)?.unwrap_or_default();
    if !visit.site.live.has_computer() {
        return form_page(&visit, kind).paragraph("refused-computer-off").respond(&visit);
    }
    if !may_begin(&visit) {
        let next = percent_encode(computer_address(kind));
        return Ok(see_other(&format!("/sign-in?next={next}")));
    }
    let offers = offers(&visit, kind).await?;
    form_page(&visit, kind).form(form(&visit, &offers)).respond(&visit)
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
    let kind = sent.rules.parse().map_or_else(|_| GameKind::default(), |rules: Rules| rules.kind());
    let offers = offers(&visit, kind).await?;
    let page = || form_page(&visit, kind).form(form(&visit, &offers));
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
