//! A ladder on the event's page: its places, the open challenges, and whom the visitor may challenge.

use adjutant_domain::contest::{ChallengeRefusal, Contest, EntrantId, EntrantStatus};
use adjutant_domain::moment::Micros;
use adjutant_service::contests::{
    ChallengeLine, ContestBoard, LadderBoard, LadderLine, entrant_name, match_key, own_entry,
    zone_name,
};
use adjutant_site::i18n::Texts;
use adjutant_site::moment_text::MomentText;
use adjutant_site::request_context::RequestContext;
use swiss::ladder::Rules;

use super::{address, labels};

/// The places of a ladder.
pub struct LadderView {
    /// For the forms of challenges.
    pub csrf: String,
    /// When it ends, unless officials end it.
    pub ends: Option<MomentText>,
    /// Whether the visitor is in it, so that there is a column for challenges.
    pub has_actions: bool,
    pub rows: Vec<LadderRow>,
    /// Its rules, in sentences.
    pub rules: Vec<String>,
}

pub struct LadderRow {
    pub place: usize,
    pub entrant: u32,
    pub name: String,
    pub rating: String,
    pub is_own: bool,
    /// The open challenge, and when they fall.
    pub states: Vec<MomentText>,
    pub may_challenge: bool,
    /// Why the visitor cannot challenge them; `None` if they can, or nobody would.
    pub reason: Option<Reason>,
}

/// Why somebody cannot be challenged.
pub enum Reason {
    Words(&'static str),
    /// A sentence with the time from which they can.
    Until(MomentText),
}

/// The open challenge of the visitor.
pub struct OwnChallenge {
    pub words: MomentText,
    /// The number of the other.
    pub other: u32,
    pub may_answer: bool,
    pub may_withdraw: bool,
    /// The address where the two arrange their game; empty before it is accepted.
    pub arrange: String,
}

fn moment(contest: &Contest, at: Micros, texts: Texts) -> MomentText {
    MomentText::in_zone(texts, at, zone_name(contest))
}

/// When a ladder ends, as a sentence.
pub fn end_sentence(contest: &Contest, ends: Micros, texts: Texts) -> MomentText {
    moment(contest, ends, texts).within(|at| texts.one("ladder-until", "at", at))
}

pub fn ladder_view(
    visit: &RequestContext,
    board: &ContestBoard,
    at: usize,
    now: Micros,
) -> Option<LadderView> {
    let (texts, contest) = (visit.texts(), &board.loaded.contest);
    let ladder = board.stages.get(at)?.ladder.as_ref()?;
    let (rules, places) = (contest.ladder_rules(at)?, contest.ladder_places(at)?);
    let own = own_entry(&board.loaded, visit.actor()).filter(|id| {
        let place = ladder.line.iter().any(|line| line.entrant == *id);
        place && ladder.is_running && !contest.is_over
    });
    let own_place = ladder.line.iter().find(|one| Some(one.entrant) == own).map(|one| one.place);
    let row = |line: &LadderLine| {
        // Of those below nobody asks, and who is too far above needs no look at challenges.
        let above = own_place.and_then(|own| own.checked_sub(line.place)).filter(|by| *by > 0);
        let reach = rules.reach;
        let refusal = own.zip(above).and_then(|(own, above)| match above <= reach as usize {
            true => contest.challenge_refusal_at(at, &places, (own, line.entrant), now),
            false => Some(ChallengeRefusal::OutOfReach { reach }),
        });
        let is_own = own == Some(line.entrant);
        LadderRow {
            place: line.place,
            entrant: line.entrant.0,
            name: line.name.clone(),
            rating: labels::rating_label(
                contest.entrant(line.entrant).map_or(0, |one| one.person.rating),
            ),
            is_own,
            states: row_states(contest, ladder, &rules, line, texts),
            may_challenge: above.is_some() && refusal.is_none(),
            reason: refusal.map(|why| refusal_reason(contest, why, texts)),
        }
    };
    Some(LadderView {
        csrf: own.map(|_| visit.form_token()).unwrap_or_default(),
        ends: ladder.ends.map(|ends| end_sentence(contest, ends, texts)),
        has_actions: own.is_some(),
        rows: ladder.line.iter().map(row).collect(),
        rules: rule_sentences(&rules, texts),
    })
}

fn refusal_reason(contest: &Contest, refusal: ChallengeRefusal, texts: Texts) -> Reason {
    let key = match refusal {
        ChallengeRefusal::OutOfReach { .. } => "ladder-out-of-reach",
        ChallengeRefusal::OwnChallengeOpen => "ladder-own-open",
        ChallengeRefusal::OtherChallengeOpen => "ladder-other-open",
        ChallengeRefusal::TooSoon { until, .. } => {
            let until = moment(contest, until, texts);
            return Reason::Until(until.within(|at| texts.one("ladder-too-soon", "at", at)));
        }
        ChallengeRefusal::Ending => "ladder-ending",
    };
    Reason::Words(texts.text(key))
}

/// An open challenge as a sentence for everybody.
pub fn challenge_sentence(contest: &Contest, one: &ChallengeLine, texts: Texts) -> MomentText {
    let key = if one.is_accepted { "ladder-playing" } else { "ladder-challenged" };
    let [challenger, challenged] =
        [one.challenger, one.challenged].map(|id| entrant_name(contest, id));
    moment(contest, one.until, texts)
        .within(|at| texts.fill(key, &[("one", challenger), ("other", challenged), ("at", at)]))
}

fn row_states(
    contest: &Contest,
    ladder: &LadderBoard,
    rules: &Rules,
    line: &LadderLine,
    texts: Texts,
) -> Vec<MomentText> {
    let open = ladder.challenges.iter();
    let own = open.filter(|one| [one.challenger, one.challenged].contains(&line.entrant));
    let states = own.map(|one| {
        let key = match (one.is_accepted, one.challenger == line.entrant) {
            (true, _) => "ladder-row-plays",
            (false, true) => "ladder-row-challenges",
            (false, false) => "ladder-row-challenged",
        };
        let is_challenger = one.challenger == line.entrant;
        let other = if is_challenger { one.challenged } else { one.challenger };
        let name = entrant_name(contest, other);
        moment(contest, one.until, texts)
            .within(|at| texts.fill(key, &[("name", name), ("at", at)]))
    });
    let falls = line.falls.map(|at| {
        let places = rules.fall.to_string();
        moment(contest, at, texts)
            .within(|at| texts.fill("ladder-row-falls", &[("places", places), ("at", at)]))
    });
    states.chain(falls).collect()
}

pub fn rule_sentences(rules: &Rules, texts: Texts) -> Vec<String> {
    let mut all = vec![
        texts.count("ladder-rule-reach", rules.reach),
        texts.count("ladder-rule-answer", rules.answer_days),
        texts.get(if rules.forfeits { "ladder-rule-forfeits" } else { "ladder-rule-no-forfeits" }),
        texts.count("ladder-rule-play", rules.play_days),
        texts.get("ladder-rule-win"),
    ];
    if rules.apart_days > 0 {
        all.push(texts.count("ladder-rule-apart", rules.apart_days));
    }
    if rules.idle_days > 0 {
        let values = [("days", rules.idle_days.to_string()), ("places", rules.fall.to_string())];
        all.push(texts.fill("ladder-rule-idle", &values));
    }
    all
}

/// The open challenge of an entrant, in any ladder of the event.
pub fn own_challenge(board: &ContestBoard, own: EntrantId, texts: Texts) -> Option<OwnChallenge> {
    let contest = &board.loaded.contest;
    let is_active = contest.entrant(own).is_some_and(|one| one.status == EntrantStatus::Active);
    let all = board.stages.iter().filter_map(|stage| Some((stage.number, stage.ladder.as_ref()?)));
    let mut open = all.flat_map(|(stage, ladder)| {
        ladder.challenges.iter().map(move |one| (stage, ladder.is_running, one))
    });
    // An older one may wait for officials.
    let is_own = |one: &ChallengeLine| [one.challenger, one.challenged].contains(&own);
    let (stage, is_running, one) = open.rfind(|(.., one)| is_own(one))?;
    let is_challenger = one.challenger == own;
    let other = if is_challenger { one.challenged } else { one.challenger };
    let key = match (one.is_accepted, is_challenger) {
        (true, _) => "ladder-own-game",
        (false, true) => "ladder-own-challenge",
        (false, false) => "ladder-own-challenged",
    };
    let name = entrant_name(contest, other);
    let may_act = is_active && is_running && !contest.is_over && !one.is_accepted;
    let table = one.table.map(|table| adjutant_domain::contest::TableId {
        stage: stage - 1,
        round: 0,
        table: table - 1,
    });
    let slug = &board.loaded.row.slug;
    Some(OwnChallenge {
        words: moment(contest, one.until, texts)
            .within(|at| texts.fill(key, &[("name", name), ("at", at)])),
        other: other.0,
        may_answer: may_act && !is_challenger,
        may_withdraw: may_act && is_challenger,
        arrange: table
            .map(|table| address(slug, &format!("matches/{}", match_key(table))))
            .unwrap_or_default(),
    })
}
