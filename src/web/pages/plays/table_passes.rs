//! Table passes: the page where officials hand them out, each link and its QR code shown once, and
//! how both sides agree to renew one during a game.

use crate::web::prelude::*;
use adjutant_service::access::Act;
use adjutant_service::live::{self, PassAnswer, PassGiven, Place, Renewal, Seen};
use adjutant_site::moment_text::MomentText;
use adjutant_site::play_commands::parse_play_id_param;
use adjutant_site::share_link::ShareLink;

use super::game_access::{GameAccess, PASS_PATH};
use super::{game_address, query_live};

#[derive(Deserialize)]
struct PassForm {
    place: Entry<Place>,
    #[serde(rename = "do")]
    action: String,
}

struct PassRow {
    name: String,
    words: String,
    /// A requested renewal and whose answer it awaits.
    asked: Option<MomentText>,
    make: Option<SubmitButton>,
    answers: Vec<SubmitButton>,
}

struct NewPassLink {
    name: String,
    link: ShareLink,
}

#[derive(Template)]
#[template(path = "play/passes.html")]
struct PassesPage {
    frame: PageFrame,
    address: String,
    shown: Option<NewPassLink>,
    rows: Vec<PassRow>,
}

pub async fn show(visit: RequestContext, path: web::Path<String>) -> PageResult {
    page(&visit, &path, None).await
}

async fn page(visit: &RequestContext, path: &str, shown: Option<NewPassLink>) -> PageResult {
    let id = parse_play_id_param(path).or_page(visit)?;
    let given = query_live(visit, move |live, actor| {
        live::may_serve(actor, Act::RulePlay)?;
        let has_set_ups = live::see(live, actor, &id)?.play.hides_ranks();
        Ok((live::passes(live, actor, &id)?, has_set_ups))
    });
    let (given, has_set_ups) = given.await?;
    let address = game_address(&id);
    // Where nobody sets anything up in secret, the shared device is enough.
    let places = Place::ALL.into_iter().filter(|place| has_set_ups || *place == Place::Device);
    let rows = places.map(|place| pass_row(visit, &address, place, &given)).collect();
    let frame = visit.frame(visit.texts().get("passes-title"));
    private_html(visit, StatusCode::OK, &PassesPage { frame, address, shown, rows })
}

fn pass_row(visit: &RequestContext, address: &str, place: Place, given: &[PassGiven]) -> PassRow {
    let texts = visit.texts();
    let known = given.iter().find(|one| one.place == place);
    let (words, make) = match known {
        None => ("passes-not-made", "passes-make"),
        Some(one) if one.opened => ("passes-opened", "passes-anew"),
        Some(_) => ("passes-made", "passes-anew"),
    };
    let name = texts.get(&format!("table-place-{}", place.key()));
    let press = visit.button(format!("{address}/passes"), make);
    let asked = known.and_then(|one| one.asked);
    let answer = |words, what: &str| {
        visit
            .button(format!("{address}/passes"), words)
            .with_hidden_field("place", place.key())
            .with_hidden_field("do", what)
            .with_target(&name)
    };
    let waits = asked.filter(|one| !one.is_granted());
    let answers = match waits {
        Some(_) => vec![answer("pass-confirm", "confirm"), answer("pass-drop", "drop")],
        None => Vec::new(),
    };
    PassRow {
        words: texts.get(words),
        asked: asked.map(|one| renewal_text(texts, &one)),
        make: waits
            .is_none()
            .then(|| press.with_hidden_field("place", place.key()).with_target(&name)),
        answers,
        name,
    }
}

pub async fn create_pass(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let form = post.read::<PassForm>(&visit).await?;
    let id = parse_play_id_param(&path).or_page(&visit)?;
    let place = form.place.get().ok_or_else(|| PageError::hidden(&visit))?;
    let what = form.action.clone();
    let link = query_live(&visit, move |live, actor| {
        live::may_serve(actor, Act::RulePlay)?;
        let answer = match what.as_str() {
            "confirm" => PassAnswer::Agree,
            "drop" => PassAnswer::Refuse,
            _ => return live::make_pass(live, actor, &id, place),
        };
        live::answer_pass(live, actor, &id, place, answer).map(|()| None)
    });
    let Some(link) = link.await? else { return page(&visit, &path, None).await };
    let link = ShareLink::new(&visit, &format!("{PASS_PATH}/{}", link.to_base32()));
    let name = visit.texts().get(&format!("table-place-{}", place.key()));
    let shown = NewPassLink { name, link };
    page(&visit, &path, Some(shown)).await
}

pub struct RenewalLine {
    pub words: MomentText,
    /// The buttons on the phone of a side whose answer is awaited.
    pub answers: Vec<SubmitButton>,
}

/// The notices at the table and on the page of the game.
pub fn renewal_lines(visit: &RequestContext, seen: &Seen, spot: GameAccess) -> Vec<RenewalLine> {
    let texts = visit.texts();
    let line = |one: &Renewal| {
        let waits = !one.is_made && !one.is_granted();
        let answers = match spot {
            GameAccess::ViaPass(pass) if waits && awaits_answer_of(one, pass.place()) => {
                answer_buttons(visit, one)
            }
            _ => Vec::new(),
        };
        RenewalLine { words: renewal_text(texts, one), answers }
    };
    seen.renewals.iter().map(line).collect()
}

/// Whether it awaits the answer of the side with this pass.
fn awaits_answer_of(one: &Renewal, place: Place) -> bool {
    matches!(place, Place::SetUp(color) if !one.agreed[color as usize])
}

fn answer_buttons(visit: &RequestContext, one: &Renewal) -> Vec<SubmitButton> {
    let press = |words, word| {
        visit
            .button(format!("{PASS_PATH}/word"), words)
            .with_hidden_field("word", format!("{word}-{}", one.place.key()))
    };
    vec![press("pass-agree", "agree"), press("pass-refuse", "refuse")]
}

fn renewal_text(texts: Texts, one: &Renewal) -> MomentText {
    let key = match (one.is_made, one.by_official, one.is_granted()) {
        (true, true, _) => "pass-renewed-by-official",
        (true, false, _) => "pass-renewed-by-both",
        (false, _, true) => "pass-granted",
        (false, _, false) => "pass-asked",
    };
    let place = texts.get(&format!("table-place-{}", one.place.key()));
    MomentText::new(texts, one.at).within(|at| texts.fill(key, &[("place", place), ("at", at)]))
}
