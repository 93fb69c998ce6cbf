//! Every component of the pages on one page, for who changes how they look; the browser tests photograph
//! it.

use crate::web::prelude::*;
use adjutant_service::games::GameSummary;
use adjutant_service::owner::Whose;
use adjutant_service::records::GameId;
use adjutant_site::assets;
use adjutant_site::audit_lines::{AuditEntryLine, ChangeLine};
use adjutant_site::game_rows::GameList;
use adjutant_site::qr::QrCode;
use adjutant_site::ranks::RankNames;
use adjutant_site::request_context::{BOARD_LOOKS, PIECE_LOOKS};
use salpakan::rules::{ByColor, Color, Outcome, Rank, RuleSet, Termination};

/// The colours of `static/css/theme.css` that are shown.
const SWATCHES: [&str; 9] =
    ["paper", "card", "ink", "soft", "link", "accent", "gold", "good", "bad"];

/// Looks of boards and pieces, each with the keys of their names.
const LOOKS: [(&str, &str, &str, &str); 3] = [
    (BOARD_LOOKS[0], PIECE_LOOKS[0], "look-field", "look-insignia"),
    (BOARD_LOOKS[1], PIECE_LOOKS[1], "look-wood", "look-letters"),
    (BOARD_LOOKS[2], PIECE_LOOKS[2], "look-slate", "look-large"),
];

/// A tab of the game shell.
struct SampleTab {
    pane: &'static str,
    label: &'static str,
    shown: bool,
    card: bool,
}

/// A place of a leaderboard.
struct SamplePlace {
    place: usize,
    handle: &'static str,
    link: &'static str,
    title: &'static str,
    rating: i32,
    deviation: i32,
    games: u32,
    score: &'static str,
    last: &'static str,
    spark: &'static str,
    found: bool,
}

/// Wins, draws and losses.
struct SampleScore {
    wins: u32,
    draws: u32,
    losses: u32,
}

/// A line of scores.
struct SampleScores {
    name: &'static str,
    score: SampleScore,
    percent: &'static str,
}

/// The insignia of a rank.
struct SampleRank {
    letter: char,
    label: &'static str,
    name: String,
}

#[derive(Template)]
#[template(path = "pages/design.html")]
struct DesignPage {
    frame: PageFrame,
    look: &'static str,
    tabs: Vec<NavTab>,
    shell_tabs: Vec<SampleTab>,
    form: Form,
    refused: Form,
    tiles: Vec<(&'static str, &'static str)>,
    facts: Vec<LabeledFact>,
    trail: Vec<AuditEntryLine>,
    names: Vec<&'static str>,
    places: Vec<SamplePlace>,
    scores: Vec<SampleScores>,
    games: GameList,
    qr: QrCode,
    ranks: Vec<SampleRank>,
}

/// Shows the components.
pub async fn show(visit: RequestContext) -> PageResult {
    let texts = visit.texts();
    let tab = |address, words| NavTab::new(texts, address, words, "/account");
    let page = DesignPage {
        look: assets::address("css/design.css"),
        tabs: vec![
            tab("/account", "account-overview"),
            tab("/account/player", "account-player"),
            tab("/account/security", "account-security"),
        ],
        shell_tabs: shell_tabs(texts),
        form: form(texts, "design"),
        refused: form(texts, "design-refused")
            .with_error("email", texts.get("refused-email-invalid"))
            .with_error("rank", texts.get("refused-set-up-cells")),
        tiles: vec![
            (texts.text("column-rating"), "1,734"),
            (texts.text("column-games"), "128"),
            (texts.text("won"), "61 %"),
        ],
        facts: vec![
            LabeledFact::new(texts, "account-name", "Ana Reyes")
                .with_link(texts, "/players", "search"),
            LabeledFact::new(texts, "account-since", "23 Nov 2026"),
        ],
        trail: vec![audit_entry(texts)],
        names: vec!["Ana Reyes", "Ben Cruz", "Carla Santos"],
        places: places(),
        scores: scores(texts),
        games: GameList::for_player(texts, games(), "Ana Reyes"),
        qr: QrCode::new("https://salpakan.example/at/example"),
        ranks: ranks(texts),
        frame: visit.frame(texts.get("design-title")),
    };
    html(&visit, &page)
}

fn shell_tabs(texts: Texts) -> Vec<SampleTab> {
    let tab = |pane, key, shown| SampleTab { pane, label: texts.text(key), shown, card: false };
    vec![
        tab("boards", "tab-pieces", true),
        tab("fields", "tab-knowledge", false),
        tab("tables", "tab-game", false),
    ]
}

/// One field of each kind; nothing of it is ever sent, because the page makes it inert.
fn form(texts: Texts, id: &'static str) -> Form {
    let choices = || ["spy", "flag"].map(|key| Choice::new(key, texts.get(rank_key(key)))).to_vec();
    Form::new(texts, id, "/design", "", "save")
        .with_field(Field::email(texts, "email", "email").hint("email-hint").required())
        .with_field(Field::password(texts, "password", "password"))
        .with_field(Field::date(texts, "day", "column-date").value("2026-11-23"))
        .with_field(Field::textarea(texts, "why", "org-reason").value(texts.get("rules-flag")))
        .with_field(Field::select(texts, "rank", "rules-rank", choices()).value("flag"))
        .with_field(Field::radio(texts, "side", "rules-rank", choices()).value("spy"))
        .with_field(Field::checkbox_group(texts, "ranks", "rules-army", choices()).value("flag"))
        .with_field(Field::checkbox(texts, "sure", "bot-sure", true))
        .with_field(Field::file(texts, "file", "org-logo", "image/png"))
        .with_alternative("/design", "cancel")
}

fn rank_key(name: &str) -> &'static str {
    if name == "spy" { "rank-S" } else { "rank-F" }
}

fn audit_entry(texts: Texts) -> AuditEntryLine {
    AuditEntryLine {
        at: "2026-11-23 14:30 UTC".to_owned(),
        exact: "2026-11-23T14:30:00Z".to_owned(),
        by: "Ben Cruz".to_owned(),
        acting_as: texts.get("part-owner"),
        action: texts.get("password-change"),
        about: vec![("Ana Reyes".to_owned(), "/players".to_owned())],
        changes: vec![ChangeLine {
            words: format!("{}: 1–0", texts.text("column-result")),
            address: String::new(),
        }],
        reason: texts.get("rules-move"),
    }
}

fn places() -> Vec<SamplePlace> {
    let place = |place, handle, rating, found| SamplePlace {
        place,
        handle,
        link: "",
        title: if found { "" } else { "NM" },
        rating,
        deviation: 62,
        games: 128,
        score: "71 %",
        last: "23 Nov 2026",
        spark: "M0 20 L22 14 L44 17 L66 8 L88 4",
        found,
    };
    vec![place(1, "Ana Reyes", 1734, false), place(2, "Ben Cruz", 1698, true)]
}

fn scores(texts: Texts) -> Vec<SampleScores> {
    let line = |key, wins, draws, losses, percent| SampleScores {
        name: texts.text(key),
        score: SampleScore { wins, draws, losses },
        percent,
    };
    vec![line("white", 12, 3, 5, "68 %"), line("black", 9, 4, 7, "55 %")]
}

fn games() -> Vec<GameSummary> {
    let game = |white: &str, black: &str, outcome, termination, whose| GameSummary {
        id: GameId([0; GameId::BYTES]),
        white: white.to_owned(),
        black: black.to_owned(),
        event: "Cebu Open".to_owned(),
        event_slug: "cebu-open".to_owned(),
        round: "3".to_owned(),
        date: "2026.11.23".to_owned(),
        time_control: None,
        rule_set: "standard".to_owned(),
        outcome: Some(outcome),
        termination,
        plies: 118,
        revealed: true,
        whose,
        annulled: false,
        bots: ByColor::new(false, false),
    };
    let won = Outcome::Win(Color::White);
    vec![
        game("Ana Reyes", "Ben Cruz", won, Termination::FlagCaptured, Whose::Site),
        game("Carla Santos", "Ana Reyes", won, Termination::Resignation, Whose::Member),
        game("Ana Reyes", "Dario Lim", Outcome::Draw, Termination::Agreement, Whose::Site),
    ]
}

fn ranks(texts: Texts) -> Vec<SampleRank> {
    let words = RankNames { texts, rules: RuleSet::STANDARD };
    let sample = |rank: Rank| SampleRank {
        letter: rank.letter(),
        label: words.label(rank),
        name: words.name(rank).to_owned(),
    };
    Rank::ALL.into_iter().map(sample).collect()
}
