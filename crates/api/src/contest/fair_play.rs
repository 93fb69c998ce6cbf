//! Fair play in an event: what is unusual, reports of players, and cases.

use adjutant_domain::contest::fair_play::cases::{APPEAL_DAYS, CaseEntry, CaseOutcome};
use adjutant_domain::contest::fair_play::{AlikeCounts, SignKind};
use adjutant_domain::contest::{EntrantId, TableId};
use adjutant_service::contests::{
    self, CaseAction, CaseEntryView, CaseSummary, CaseView, EventLikeness, GameReport, NewCase,
    PlayerLikeness, ShownGame, ShownSign, alike_counts,
};
use adjutant_site::schema_enums::{
    CaseEntryName, CaseStateName, ReportGroundName, SignGainName, SignKindName,
};

use salpakan_computer::analysis::likeness::{THRESHOLD, measured};

use super::{read_permitted, to_zero_based};
use crate::prelude::*;

endpoints! {
    list: ReviewFairPlay;
    analyze: ReviewFairPlay;
    open: ReviewFairPlay;
    show: ReviewFairPlay;
    change: ReviewFairPlay;
    report: TakePart;
    show_own: TakePart;
    appeal: TakePart;
}

/// Twice the words of an entry, in bytes, and its numbers.
const MAX_CASE_BYTES: usize = 16 << 10;

/// An entrant with their name.
#[derive(Serialize, ToSchema)]
pub struct CaseEntrantItem {
    pub entrant: u32,
    pub name: String,
}

/// A game of the event.
#[derive(Serialize, ToSchema)]
pub struct SignGameItem {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    pub game: usize,
    /// The two entrants.
    pub names: [String; 2],
}

/// Something unusual. It proves nothing.
#[derive(Serialize, ToSchema, Default)]
pub struct SignItem {
    /// `resigned-at-once`, `short-game`, `quick-result`, `only-draws`, `forfeit-to-clubmate`, `last-round-gift`,
    /// `corrected-in-favor` or `like-computer`.
    #[schema(value_type = SignKindName)]
    pub kind: &'static str,
    pub entrants: Vec<CaseEntrantItem>,
    pub games: Vec<SignGameItem>,
    /// The length of a short game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// After how many minutes the result was there, and those of half of the tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usual_minutes: Option<u32>,
    /// The number of draws, and of the events with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub events: Option<usize>,
    /// `prize` or `qualification`: what the winner has by the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SignGainName>)]
    pub gain: Option<&'static str>,
    /// By how much the loser's rating is higher; absent if the loser did not come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating_difference: Option<u32>,
    /// The official who corrected results, and how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub official: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrections: Option<usize>,
    /// How like the computer somebody played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likeness: Option<LikenessItem>,
}

/// How like the computer somebody played. It is evidence, with its error rates beside it, and not a verdict.
#[derive(Serialize, ToSchema)]
pub struct LikenessItem {
    /// Moves that matter: after the opening, in an open game, where several moves come to mind and differ.
    pub plies: u32,
    /// Those of them that are what the analysis found best.
    pub alike: u32,
    /// How many of them players of this rating find.
    pub usual: u32,
    /// The mean chance that one of them gave away, 0 to 1.
    pub mean_loss: f64,
    /// The same of players of this rating.
    pub usual_mean_loss: f64,
    /// By how many standard deviations `alike` is above the usual; 0 if it is below.
    pub deviations: f64,
}

impl From<AlikeCounts> for LikenessItem {
    fn from(counts: AlikeCounts) -> LikenessItem {
        let share = |number: u32| f64::from(number) / 10_000.0;
        LikenessItem {
            plies: counts.plies,
            alike: counts.alike,
            usual: counts.usual,
            mean_loss: share(counts.lost),
            usual_mean_loss: share(counts.usually_lost),
            deviations: f64::from(counts.deviations) / 10.0,
        }
    }
}

/// A game of a player, and how like the computer they played it.
#[derive(Serialize, ToSchema)]
pub struct GameLikenessItem {
    pub game: SignGameItem,
    pub likeness: LikenessItem,
}

/// A player, and how like the computer they played in all analyzed games of the event.
#[derive(Serialize, ToSchema)]
pub struct PlayerLikenessItem {
    /// The entrant; of a member of a team, the team.
    pub entrant: u32,
    pub name: String,
    /// Null for players without one, who count as new.
    pub rating: Option<u32>,
    pub likeness: LikenessItem,
    /// Whether there is a sign `like-computer` of it.
    pub stands_out: bool,
    pub games: Vec<GameLikenessItem>,
}

/// How many players of five games stood out when it was measured, of how many.
#[derive(Serialize, ToSchema)]
pub struct ErrorRateItem {
    /// In how many of 100 moves they asked the computer; 0 for fair players.
    pub asked_percent: u32,
    pub players: u32,
    pub stood_out: u32,
}

/// How like the computer the players of an event played.
#[derive(Serialize, ToSchema)]
pub struct EventLikenessItem {
    /// Games of the event that can be analyzed: their ranks are revealed, and people played them.
    pub games: usize,
    pub analyzed: usize,
    pub waiting: usize,
    /// From how many standard deviations on a player stands out, with at least 30 plies.
    pub threshold: f64,
    pub error_rates: Vec<ErrorRateItem>,
    /// Those who are farthest above the usual first.
    pub players: Vec<PlayerLikenessItem>,
}

impl From<EventLikeness> for EventLikenessItem {
    fn from(found: EventLikeness) -> EventLikenessItem {
        let rate = |percent: u32| {
            let (players, stood_out) = measured().helped(percent);
            ErrorRateItem { asked_percent: percent, players, stood_out }
        };
        let player = |one: PlayerLikeness| PlayerLikenessItem {
            entrant: one.entrant.0,
            name: one.name,
            rating: one.rating,
            likeness: alike_counts(&one.total).into(),
            stands_out: one.total.stands_out(),
            games: one
                .games
                .into_iter()
                .map(|(game, likeness)| GameLikenessItem {
                    game: game.into(),
                    likeness: alike_counts(&likeness).into(),
                })
                .collect(),
        };
        EventLikenessItem {
            games: found.games,
            analyzed: found.analyzed,
            waiting: found.waiting,
            threshold: THRESHOLD,
            error_rates: [0, 25, 50, 100].map(rate).into(),
            players: found.players.into_iter().map(player).collect(),
        }
    }
}

/// A player's report of a finished game that was played on this site.
#[derive(Serialize, ToSchema)]
pub struct GameReportItem {
    pub game: SignGameItem,
    /// `stalling`, `name`, `arranged`, `cheating` or `other`.
    #[schema(value_type = ReportGroundName)]
    pub ground: &'static str,
    pub words: String,
    /// RFC 3339.
    pub at: String,
}

/// A case in a list.
#[derive(Serialize, ToSchema)]
pub struct CaseItem {
    /// Counted from 1 in the event.
    pub case: u32,
    /// `open`, `decided`, `appealed` or `closed`.
    #[schema(value_type = CaseStateName)]
    pub state: &'static str,
    /// Null before a decision.
    pub outcome: Option<&'static str>,
    pub entrants: Vec<CaseEntrantItem>,
    /// Whether an entrant reported it.
    pub reported: bool,
    pub opened_at: String,
}

/// What officials look at.
#[derive(Serialize, ToSchema)]
pub struct FairPlayResponse {
    pub signs: Vec<SignItem>,
    pub reports: Vec<GameReportItem>,
    pub likeness: EventLikenessItem,
    /// The latest first.
    pub cases: Vec<CaseItem>,
}

/// An entry of a case.
#[derive(Serialize, ToSchema)]
pub struct CaseEntryItem {
    /// `opened`, `reported`, `noted`, `decided`, `appealed` or `ruled`.
    #[schema(value_type = CaseEntryName)]
    pub entry: &'static str,
    pub at: String,
    /// The account; null for deleted ones, and for those concerned.
    pub by: Option<String>,
    pub words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appeal_until: Option<String>,
}

/// A table of a published round.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseTableItem {
    #[serde(default = "super::first")]
    pub stage: usize,
    pub round: usize,
    pub table: usize,
}

/// A case with its entries.
#[derive(Serialize, ToSchema)]
pub struct CaseResponse {
    pub case: u32,
    #[schema(value_type = CaseStateName)]
    pub state: &'static str,
    pub outcome: Option<&'static str>,
    pub entrants: Vec<CaseEntrantItem>,
    pub tables: Vec<CaseTableItem>,
    pub entries: Vec<CaseEntryItem>,
    /// Until when the decision can be appealed; null before a decision.
    pub appeal_until: Option<String>,
}

fn entrants(named: Vec<(EntrantId, String)>) -> Vec<CaseEntrantItem> {
    named.into_iter().map(|(id, name)| CaseEntrantItem { entrant: id.0, name }).collect()
}

impl From<ShownGame> for SignGameItem {
    fn from(game: ShownGame) -> SignGameItem {
        let spot = game.spot;
        SignGameItem {
            stage: spot.stage + 1,
            round: spot.round + 1,
            table: spot.table + 1,
            game: spot.game + 1,
            names: game.names,
        }
    }
}

impl From<ShownSign> for SignItem {
    fn from(sign: ShownSign) -> SignItem {
        let item = SignItem {
            kind: sign.kind.key(),
            entrants: entrants(sign.entrants),
            games: sign.games.into_iter().map(SignGameItem::from).collect(),
            official: sign.official,
            ..SignItem::default()
        };
        match sign.kind {
            SignKind::ResignedAtOnce { plies } | SignKind::ShortGame { plies } => {
                SignItem { plies: Some(plies), ..item }
            }
            SignKind::QuickResult { minutes, usual } => {
                SignItem { minutes: Some(minutes), usual_minutes: Some(usual), ..item }
            }
            SignKind::OnlyDraws { games, events } => {
                SignItem { draws: Some(games), events: Some(events), ..item }
            }
            SignKind::ForfeitToClubmate => item,
            SignKind::LastRoundGift { gain, difference } => {
                SignItem { gain: Some(gain.key()), rating_difference: difference, ..item }
            }
            SignKind::CorrectedInFavor { corrections, .. } => {
                SignItem { corrections: Some(corrections), ..item }
            }
            SignKind::LikeComputer(counts) => SignItem { likeness: Some(counts.into()), ..item },
        }
    }
}

impl From<GameReport> for GameReportItem {
    fn from(report: GameReport) -> GameReportItem {
        GameReportItem {
            game: report.game.into(),
            ground: report.ground.map_or("other", |ground| ground.key()),
            words: report.words,
            at: to_rfc3339(report.at),
        }
    }
}

impl From<CaseSummary> for CaseItem {
    fn from(case: CaseSummary) -> CaseItem {
        CaseItem {
            case: case.number,
            state: case.state.key(),
            outcome: case.outcome.map(CaseOutcome::key),
            entrants: entrants(case.entrants),
            reported: case.is_reported,
            opened_at: to_rfc3339(case.opened_at),
        }
    }
}

impl From<CaseEntryView> for CaseEntryItem {
    fn from(view: CaseEntryView) -> CaseEntryItem {
        let (entry, outcome, until) = match &view.entry {
            CaseEntry::Opened { reported: true, .. } => ("reported", None, None),
            CaseEntry::Opened { .. } => ("opened", None, None),
            CaseEntry::Noted { .. } => ("noted", None, None),
            CaseEntry::Decided { outcome, appeal_until, .. } => {
                ("decided", Some(*outcome), Some(*appeal_until))
            }
            CaseEntry::Appealed { .. } => ("appealed", None, None),
            CaseEntry::Ruled { outcome, .. } => ("ruled", Some(*outcome), None),
        };
        CaseEntryItem {
            entry,
            at: to_rfc3339(view.at),
            by: view.by,
            words: view.entry.words().to_owned(),
            outcome: outcome.map(CaseOutcome::key),
            appeal_until: until.map(to_rfc3339),
        }
    }
}

impl From<CaseView> for CaseResponse {
    fn from(view: CaseView) -> CaseResponse {
        let table = |at: &TableId| CaseTableItem {
            stage: at.stage + 1,
            round: at.round + 1,
            table: at.table + 1,
        };
        CaseResponse {
            case: view.number,
            state: view.state.key(),
            outcome: view.outcome.map(CaseOutcome::key),
            entrants: entrants(view.entrants),
            tables: view.tables.iter().map(table).collect(),
            entries: view.entries.into_iter().map(CaseEntryItem::from).collect(),
            appeal_until: view.appeal_until.map(to_rfc3339),
        }
    }
}

/// Lists what is unusual in an event, reports of finished games, and cases.
///
/// Nothing here proves anything. What is about your own games is left out.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/fair-play", operation_id = "getFairPlay",
    responses((status = 200, description = "Signs, reports and cases", body = FairPlayResponse,
        example = json!({"signs": [{"kind": "resigned-at-once", "entrants": [{"entrant": 3, "name": "Ana"}, {"entrant": 8, "name": "Ben"}], "games": [{"stage": 1, "round": 4, "table": 2, "game": 1, "names": ["Ana", "Ben"]}], "plies": 0}], "reports": [], "likeness": {"games": 12, "analyzed": 4, "waiting": 8, "threshold": 3.0, "error_rates": [{"asked_percent": 0, "players": 150, "stood_out": 0}], "players": [{"entrant": 3, "name": "Ana", "rating": 1480, "likeness": {"plies": 52, "alike": 27, "usual": 24, "mean_loss": 0.021, "usual_mean_loss": 0.03, "deviations": 0.7}, "stands_out": false, "games": []}]}, "cases": [{"case": 1, "state": "open", "outcome": null, "entrants": [{"entrant": 8, "name": "Ben"}], "reported": true, "opened_at": "2026-12-05T08:00:00Z"}]}))),
)]
pub async fn list(site: SiteData, BearerAuth(actor): BearerAuth, slug: Path<String>) -> ApiResult {
    let found = run_read(&site, move |app| contests::fair_play_report(app, &actor, &slug)).await?;
    Ok(private_json(&FairPlayResponse {
        signs: found.signs.into_iter().map(SignItem::from).collect(),
        reports: found.reports.into_iter().map(GameReportItem::from).collect(),
        likeness: found.likeness.into(),
        cases: found.cases.into_iter().map(CaseItem::from).collect(),
    }))
}

/// How many games were asked for.
#[derive(Serialize, ToSchema)]
pub struct AnalysesAskedResponse {
    pub asked: usize,
}

/// Asks for the computer's analysis of all revealed games of an event that have none.
///
/// They are made when no other request is waiting. If the queue has no room for all of them, ask again later.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/analyses", operation_id = "analyzeEvent",
    responses((status = 200, description = "How many games were asked for now", body = AnalysesAskedResponse,
        example = json!({"asked": 12}))),
)]
pub async fn analyze(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    slug: Path<String>,
) -> ApiResult {
    let app = site.app.clone();
    let ask = move || contests::analyze_event(&app, &actor, &slug, now_micros());
    Ok(private_json(&AnalysesAskedResponse { asked: site.lanes.write(ask).await?? }))
}

/// What a case, or a report, is about.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenCaseRequest {
    /// The numbers of 1 to 20 entrants.
    entrants: Vec<u32>,
    /// Tables of published rounds, at most 20.
    #[serde(default)]
    tables: Vec<CaseTableItem>,
    /// At most 2,000 characters.
    words: String,
}

impl OpenCaseRequest {
    fn into_new(self) -> Result<NewCase, Error> {
        let table = |one: &CaseTableItem| {
            Ok(TableId {
                stage: to_zero_based("tables", one.stage)?,
                round: to_zero_based("tables", one.round)?,
                table: to_zero_based("tables", one.table)?,
            })
        };
        let mut entrants: Vec<EntrantId> = self.entrants.into_iter().map(EntrantId).collect();
        entrants.sort_unstable();
        entrants.dedup();
        let tables = self.tables.iter().map(table).collect::<Result<_, Error>>()?;
        Ok(NewCase { entrants, tables, words: self.words })
    }
}

/// The number of a new case.
#[derive(Serialize, ToSchema)]
pub struct OpenCaseResponse {
    pub case: u32,
}

/// Opens a case about entrants. Only officials can read it until they decide.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/cases", operation_id = "openCase",
    request_body(content = OpenCaseRequest, example = json!({"entrants": [3, 8], "tables": [{"round": 4, "table": 2}], "words": "Both resigned their games against each other at once."})),
    responses((status = 200, description = "The case is open", body = OpenCaseResponse,
        example = json!({"case": 1}))),
)]
pub async fn open(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let of = (&actor, Act::ReviewFairPlay, slug.as_str());
    let new: OpenCaseRequest = read_permitted(&site, of, body, MAX_CASE_BYTES).await?;
    let (new, app) = (new.into_new()?, site.app.clone());
    let open = move || contests::open_case(&app, &actor, &slug, &new, now_micros());
    Ok(private_json(&OpenCaseResponse { case: site.lanes.write(open).await?? }))
}

/// Returns a case with all of its entries, for officials whom it does not concern.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/cases/{case}", operation_id = "getCase",
    responses((status = 200, description = "The case", body = CaseResponse,
        example = json!({"case": 1, "state": "decided", "outcome": "warning", "entrants": [{"entrant": 8, "name": "Ben"}], "tables": [{"stage": 1, "round": 4, "table": 2}], "entries": [{"entry": "opened", "at": "2026-12-05T08:00:00Z", "by": "ana", "words": "He spoke to a spectator."}, {"entry": "decided", "at": "2026-12-05T09:00:00Z", "by": "ana", "words": "Do not speak during a game.", "outcome": "warning", "appeal_until": "2026-12-12T09:00:00Z"}], "appeal_until": "2026-12-12T09:00:00Z"}))),
)]
pub async fn show(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, u32)>,
) -> ApiResult {
    let (slug, case) = path.into_inner();
    let view = run_read(&site, move |app| contests::case(app, &actor, &slug, case)).await?;
    Ok(private_json(&CaseResponse::from(view)))
}

/// What an official adds to a case.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CaseVerb {
    /// A note for officials.
    Note,
    /// A decision, or another in its place while nobody has appealed.
    Decide,
    /// A ruling on an appeal, by an official who did not decide.
    Rule,
}

/// What is decided.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = CaseOutcome)]
pub enum OutcomeField {
    NoAction,
    Warning,
    ResultChanged,
    Withdrawn,
}

impl From<OutcomeField> for CaseOutcome {
    fn from(outcome: OutcomeField) -> CaseOutcome {
        match outcome {
            OutcomeField::NoAction => CaseOutcome::NoAction,
            OutcomeField::Warning => CaseOutcome::Warning,
            OutcomeField::ResultChanged => CaseOutcome::ResultChanged,
            OutcomeField::Withdrawn => CaseOutcome::Withdrawn,
        }
    }
}

/// Adds to a case.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeCaseRequest {
    #[serde(rename = "do")]
    verb: CaseVerb,
    /// For those concerned, unless it is a note; at most 2,000 characters.
    words: String,
    /// Not with a note.
    outcome: Option<OutcomeField>,
    /// For how many days the decision can be appealed, from 1 to 60; 7 if omitted.
    appeal_days: Option<u32>,
}

impl ChangeCaseRequest {
    fn into_action(self) -> CaseAction {
        let ChangeCaseRequest { verb, words, outcome, appeal_days } = self;
        let outcome = outcome.map(CaseOutcome::from);
        match verb {
            CaseVerb::Note => CaseAction::Note { words },
            CaseVerb::Decide => {
                let appeal_days = appeal_days.unwrap_or(APPEAL_DAYS);
                CaseAction::Decide { outcome, words, appeal_days }
            }
            CaseVerb::Rule => CaseAction::Rule { outcome, words },
        }
    }
}

/// Notes, decides, or rules on an appeal. Those concerned are told of decisions and rulings.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/cases/{case}/entries", operation_id = "addCaseEntry",
    request_body(content = ChangeCaseRequest, example = json!({"do": "decide", "outcome": "warning", "words": "Do not speak during a game.", "appeal_days": 3})),
    responses((status = 200, description = "It is recorded", body = OpenCaseResponse,
        example = json!({"case": 1}))),
)]
pub async fn change(
    ApiPost { site, actor, body }: ApiPost,
    path: Path<(String, u32)>,
) -> ApiResult {
    let (slug, case) = path.into_inner();
    let of = (&actor, Act::ReviewFairPlay, slug.as_str());
    let sent: ChangeCaseRequest = read_permitted(&site, of, body, MAX_CASE_BYTES).await?;
    let (action, app) = (sent.into_action(), site.app.clone());
    let change = move || contests::change_case(&app, &actor, &slug, (case, &action), now_micros());
    site.lanes.write(change).await??;
    Ok(private_json(&OpenCaseResponse { case }))
}

/// Reports other entrants to the officials, who alone learn who reported.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/reports", operation_id = "reportEntrants",
    request_body(content = OpenCaseRequest, example = json!({"entrants": [8], "tables": [{"round": 4, "table": 2}], "words": "A spectator told him a rank."})),
    responses((status = 200, description = "The officials are told", body = OpenCaseResponse,
        example = json!({"case": 2}))),
)]
pub async fn report(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let of = (&actor, Act::TakePart, slug.as_str());
    let new: OpenCaseRequest = read_permitted(&site, of, body, MAX_CASE_BYTES).await?;
    let (new, app) = (new.into_new()?, site.app.clone());
    let report = move || contests::report_entrant(&app, &actor, &slug, &new, now_micros());
    Ok(private_json(&OpenCaseResponse { case: site.lanes.write(report).await?? }))
}

/// Returns a case about you, once there is a decision: decisions, rulings and your own appeal.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/cases/{case}/own", operation_id = "getOwnCase",
    responses((status = 200, description = "The case", body = CaseResponse,
        example = json!({"case": 1, "state": "decided", "outcome": "warning", "entrants": [{"entrant": 8, "name": "Ben"}], "tables": [], "entries": [{"entry": "decided", "at": "2026-12-05T09:00:00Z", "by": null, "words": "Do not speak during a game.", "outcome": "warning", "appeal_until": "2026-12-12T09:00:00Z"}], "appeal_until": "2026-12-12T09:00:00Z"}))),
)]
pub async fn show_own(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<(String, u32)>,
) -> ApiResult {
    let (slug, case) = path.into_inner();
    let read = move |app: &_| contests::own_case(app, &actor, &slug, case, now_micros());
    Ok(private_json(&CaseResponse::from(run_read(&site, read).await?)))
}

/// Why somebody appeals.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AppealRequest {
    /// At most 2,000 characters.
    words: String,
}

/// Appeals a decision about you, once. An official who did not decide rules on it.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/cases/{case}/appeal", operation_id = "appealCase",
    request_body(content = AppealRequest, example = json!({"words": "He asked me for the time."})),
    responses((status = 200, description = "The officials are told", body = OpenCaseResponse,
        example = json!({"case": 1}))),
)]
pub async fn appeal(
    ApiPost { site, actor, body }: ApiPost,
    path: Path<(String, u32)>,
) -> ApiResult {
    let (slug, case) = path.into_inner();
    let of = (&actor, Act::TakePart, slug.as_str());
    let AppealRequest { words } = read_permitted(&site, of, body, MAX_CASE_BYTES).await?;
    let (action, app) = (CaseAction::Appeal { words }, site.app.clone());
    let appeal = move || contests::change_case(&app, &actor, &slug, (case, &action), now_micros());
    site.lanes.write(appeal).await??;
    Ok(private_json(&OpenCaseResponse { case }))
}
