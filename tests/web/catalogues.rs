//! Every text is there in both languages, and none is there in vain.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use adjutant::drawing::{PictureSize, PictureTheme};
use adjutant::web::{Language, Texts};
use adjutant_domain::account::age::AgeBand;
use adjutant_domain::account::handle::HandleError;
use adjutant_domain::account::password::PasswordError;
use adjutant_domain::account::roles::SiteRole;
use adjutant_domain::account::scopes::TokenScopes;
use adjutant_domain::contest::fair_play::cases::CaseError;
use adjutant_domain::contest::teams::TeamError;
use adjutant_domain::contest::{
    AlterationError, ContestError, ContestSettingsError, IneligibleReason,
};
use adjutant_domain::formation::Strategy;
use adjutant_domain::notice::NoticeKinds;
use adjutant_domain::notice::webhook::WebhookKinds;
use adjutant_domain::organisation::FieldError;
use adjutant_domain::organisation::logo::LogoError;
use adjutant_domain::organisation::roster::RosterErrorKind;
use adjutant_domain::play::{OfficialAction, PlayerAction, Refusal, TermsFault};
use adjutant_domain::quiz::DAILY_QUESTION_KINDS;
use adjutant_domain::rating_list::{ListErrorKind, ListFaultKind};
use adjutant_domain::review::{RemarkError, RoomError};
use adjutant_service::access::TABLE;
use adjutant_service::analyses::{ClockLeft, FlagWing, PieceKind};
use adjutant_service::audit::{Action, Field, Hidden};
use adjutant_service::event_list::EventPhase;
use adjutant_service::follows::FollowKind;
use adjutant_service::live::{ComputerPersonality, Ground};
use adjutant_service::organisations::OrganisationState;
use adjutant_service::refusals;
use adjutant_service::strength::Strength;
use adjutant_site::analysis_text::judgement_key;
use ledger_ratings::{Pool, Title};
use salpakan::clock::Speed;
use salpakan::rules::{Preset, Rank, RuleSet, Termination};
use salpakan_computer::analysis::Judgement;
use swiss::tiebreak;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn files(dir: &str, kind: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root().join(dir)).expect("the directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            let below = path.strip_prefix(root()).expect("below the root").to_owned();
            found.extend(files(below.to_str().expect("a plain path"), kind));
        } else if path.extension().is_some_and(|own| own == kind) {
            found.push(path);
        }
    }
    found
}

/// All sources of the service.
fn sources() -> String {
    let folders = [
        "src",
        "crates/api/src",
        "crates/domain/src",
        "crates/event-pages/src",
        "crates/service/src",
        "crates/site/src",
    ];
    folders.into_iter().flat_map(|folder| files(folder, "rs")).map(|path| read(&path)).collect()
}

/// The sources of pages, of the API, and of what both stand on.
pub fn web_sources() -> impl Iterator<Item = PathBuf> {
    ["src/web", "crates/api/src", "crates/event-pages/src", "crates/site/src"]
        .into_iter()
        .flat_map(|folder| files(folder, "rs"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Whether a variable is named as those that are filled: a message with any other shows an error instead of its text.
fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

#[test]
fn a_variable_is_one_word() {
    for (name, is_one) in [("games", true), ("elo0", true), ("found-half", false), ("", false)] {
        assert_eq!(is_variable(name), is_one, "{name}");
    }
}

/// The messages of a language: key and the names of its values.
fn catalogue(language: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut current = String::new();
    for path in files(&format!("locales/{language}"), "ftl") {
        for line in read(&path).lines() {
            if let Some((key, _)) = line.split_once(" =").filter(|_| !line.starts_with([' ', '#']))
            {
                current = key.to_owned();
                let twice = messages.insert(current.clone(), BTreeSet::new());
                assert!(twice.is_none(), "{language}: {current} is there twice");
            }
            let values = line.split('$').skip(1).map(|rest| {
                let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
                let name = &rest[..rest.find(is_end).unwrap_or(rest.len())];
                assert!(is_variable(name), "{language}: ${name} of {current} is filled by nothing");
                name.to_owned()
            });
            let word = |text: &&str| text.bytes().all(|byte| byte.is_ascii_lowercase());
            let filled = line.split('%').skip(1).step_by(2).filter(word).map(str::to_owned);
            messages.entry(current.clone()).or_default().extend(values.chain(filled));
        }
    }
    messages
}

/// Every string literal of templates and of the web floor.
fn literals() -> BTreeSet<String> {
    let mut literals = BTreeSet::new();
    let paths = files("templates", "html").into_iter().chain(web_sources());
    for path in paths {
        let text = read(&path).replace("\\\"", "'");
        // Every piece between two quotes: half of them are no literals, which does no harm.
        literals.extend(text.split('"').map(str::to_owned));
    }
    literals
}

/// The keys of reasons in analyses of games of Three Generals.
fn three_generals_reasons() -> Vec<String> {
    use three_generals::{General, Troop};
    use three_generals_computer::analysis::Reason;
    let general = General::Golden;
    let reasons = [
        Reason::WinsGame,
        Reason::LosesGame,
        Reason::OpensLineOfFire(general),
        Reason::LosesGeneral(general),
        Reason::WinsGeneral(general),
        Reason::WakesStone(general),
        Reason::LetsEnemyWake(general),
        Reason::LosesPiece(Troop::Pawn),
        Reason::WinsPiece(Troop::Pawn),
    ];
    reasons.map(|reason| reason.key().to_owned()).into()
}

/// The keys of reasons in analyses.
fn reasons() -> Vec<String> {
    let keys = [
        "flag-in-danger",
        "stops-flag",
        "challenge",
        "poor-challenge",
        "into-danger",
        "left-in-danger",
        "flag-runs",
        "line",
    ];
    keys.map(str::to_owned).to_vec()
}

/// How somebody may win a game.
fn wins() -> Vec<String> {
    let draw = |one: &&Termination| **one != Termination::Repetition;
    Termination::ALL.iter().filter(draw).map(|one| one.name().to_owned()).collect()
}

/// What pages say of a rule-set: its name, and of those that are not the standard one what they change, shortly and at length.
fn rule_set_keys(preset: &Preset) -> Vec<String> {
    let name = preset.name;
    match name == RuleSet::STANDARD.preset().name {
        true => vec![name.to_owned()],
        false => vec![name.to_owned(), format!("{name}-words"), format!("{name}-rules")],
    }
}

/// The keys that are put together from a beginning and a name.
fn composed() -> Vec<String> {
    let judgements = Judgement::ALL.map(|one| judgement_key(one).to_owned()).to_vec();
    let of = |prefix: &str, names: Vec<String>| {
        names.into_iter().map(move |name| format!("{prefix}{name}")).collect::<Vec<_>>()
    };
    [
        of("termination-", Termination::ALL.iter().map(|t| t.name().to_owned()).collect()),
        of("play-end-won-", wins()),
        of("play-end-lost-", wins()),
        of("rank-", Rank::ALL.iter().map(|rank| rank.letter().to_string()).collect()),
        of(
            "rank-",
            Preset::ALL.iter().flat_map(|p| p.own_names).map(|o| o.name.to_lowercase()).collect(),
        ),
        of("rule-set-", Preset::ALL.iter().flat_map(|preset| rule_set_keys(preset)).collect()),
        of(
            "rules-option-",
            ["open-challenges", "open-flag", "promotion"].map(str::to_owned).to_vec(),
        ),
        of("pool-", Pool::ALL.iter().map(|pool| pool.key.to_owned()).collect()),
        of(
            "pool-",
            Pool::kinds_of_organisation()
                .map(|(kind, family)| kind.key_of(family).to_owned())
                .collect(),
        ),
        of("month-", (1..=12).map(|month| month.to_string()).collect()),
        of("strength-", Strength::ALL.iter().map(|one| one.key.to_owned()).collect()),
        of("view-", ["revealed", "white", "black", "public"].map(str::to_owned).to_vec()),
        of("action-", Action::ALL.iter().map(|one| dashed(one.key())).collect()),
        of("field-", Field::ALL.iter().map(|one| dashed(one.key())).collect()),
        of("field-", Hidden::ALL.iter().map(|one| dashed(one.key())).collect()),
        // What the server does by itself is in no table of rights.
        of("part-", vec!["server".to_owned()]),
        // Who holds a steward's link has no part in the table: the link is looked at.
        of("part-", vec!["steward".to_owned()]),
        of("part-", TABLE.iter().flat_map(|r| r.parts).map(|p| p.key().to_owned()).collect()),
        of("scope-", TokenScopes::ALL.iter().map(|(_, key)| key.replace(':', "-")).collect()),
        of(
            "webhook-kind-",
            WebhookKinds::ALL.iter().map(|(_, key)| key.replace('.', "-")).collect(),
        ),
        of("age-", AgeBand::ALL.iter().map(|age| age.key().to_owned()).collect()),
        of("claim-", ["open", "confirmed", "refused", "withdrawn"].map(str::to_owned).to_vec()),
        of("table-", jointly()),
        of(
            "league-zone-",
            ["up", "plays-up", "plays-down", "down", "leaves"].map(str::to_owned).to_vec(),
        ),
        of("events-", EventPhase::ALL.map(|phase| phase.key().to_owned()).to_vec()),
        of("follow-", FollowKind::ALL.map(|kind| kind.key().to_owned()).to_vec()),
        of("game-speed-", Speed::ALL.map(|speed| speed.key().to_owned()).to_vec()),
        of("venue-", ["online", "table"].map(str::to_owned).to_vec()),
        of("table-place-", ["white", "black", "device"].map(str::to_owned).to_vec()),
        of("play-do-", actions()),
        of("play-rule-", OfficialAction::ALL.map(|action| action.key().to_owned()).to_vec()),
        of("play-report-", Ground::ALL.map(|ground| ground.key().to_owned()).to_vec()),
        of("disclosure-", ["game", "round", "event"].map(str::to_owned).to_vec()),
        of("notice-kind-", NoticeKinds::ALL.iter().map(|(_, key)| (*key).to_owned()).collect()),
        of(
            "op-state-",
            ["active", "suspended", "deleted", "guest", "suspended-guest"]
                .map(str::to_owned)
                .to_vec(),
        ),
        of("op-role-", SiteRole::ALL.map(|role| role.key().to_owned()).to_vec()),
        of("org-state-", OrganisationState::ALL.map(|state| state.key().to_owned()).to_vec()),
        of("play-", confirmations()),
        of("token-state-", ["open", "expired", "revoked"].map(str::to_owned).to_vec()),
        of("", refusals::ALL.iter().map(|(key, ..)| (*key).to_owned()).collect()),
        of("share-size-", PictureSize::ALL.map(|size| size.key().to_owned()).to_vec()),
        of("share-pace-", ["slow", "normal", "fast"].map(str::to_owned).to_vec()),
        of("share-below-", ["0", "1"].map(str::to_owned).to_vec()),
        of("share-names-", ["0", "1"].map(str::to_owned).to_vec()),
        of("theme-", PictureTheme::ALL.map(|theme| theme.key().to_owned()).to_vec()),
        of("look-", BOARD_LOOKS.map(str::to_owned).to_vec()),
        of("strategy-", Strategy::ALL.map(|one| one.key().to_owned()).to_vec()),
        of("strategy-", Strategy::ALL.map(|one| format!("{}-words", one.key())).to_vec()),
        of("personality-", ComputerPersonality::ALL.map(|one| one.key().to_owned()).to_vec()),
        of(
            "personality-",
            ComputerPersonality::ALL.map(|one| format!("{}-words", one.key())).to_vec(),
        ),
        of("analysis-", judgements.clone()),
        of("learn-ask-", judgements),
        of("analysis-reason-", reasons()),
        of("analysis-tg-reason-", three_generals_reasons()),
        of("lessons-piece-", PieceKind::ALL.map(|one| one.key().to_owned()).to_vec()),
        of("lessons-clock-", ClockLeft::ALL.map(|one| one.key().to_owned()).to_vec()),
        of("lessons-wing-", FlagWing::ALL.map(|one| one.key().to_owned()).to_vec()),
        of("quiz-feeling-", (0..5).map(|digit| digit.to_string()).collect()),
        of("quiz-seen-", ["theirs", "mine", "both"].map(str::to_owned).to_vec()),
        of("quiz-ask-", DAILY_QUESTION_KINDS.map(|kind| kind.key().to_owned()).to_vec()),
        of("quiz-exact-", DAILY_QUESTION_KINDS.map(|kind| kind.key().to_owned()).to_vec()),
        of("quiz-kind-", DAILY_QUESTION_KINDS.map(|kind| kind.key().to_owned()).to_vec()),
        of("why-worse-", (5..=21).map(|criterion| format!("c{criterion}")).collect()),
        of("tie-break-", tiebreak::codes().map(str::to_ascii_lowercase).collect()),
        of("title-", (0..400).map(|n| Title::of(n * 1_000).key().to_owned()).collect()),
    ]
    .concat()
}

/// Kinds of boards and of pieces.
const BOARD_LOOKS: [&str; 6] = ["field", "wood", "slate", "insignia", "letters", "large"];

/// What a player does by a button.
fn actions() -> Vec<String> {
    let pressed =
        |action: &&PlayerAction| !matches!(action, PlayerAction::Ply | PlayerAction::TakeBack);
    PlayerAction::ALL.iter().filter(pressed).map(|action| action.key().to_owned()).collect()
}

/// What is asked before a action that cannot be undone, and the answer.
fn confirmations() -> Vec<String> {
    let deeds = ["accept", "abort", "claim", "resign", "show-flag"].into_iter();
    deeds.flat_map(|action| [format!("{action}-sure"), format!("{action}-yes")]).collect()
}

/// What is said at a table by both.
fn jointly() -> Vec<String> {
    let of_both = ["take-back", "resign", "flag"].into_iter();
    let of_each = of_both.flat_map(|word| ["white", "black"].map(|who| format!("{word}-{who}")));
    of_each.chain(["begin", "draw"].map(str::to_owned)).collect()
}

/// A key of the audit trail as a part of one of the catalogues.
fn dashed(key: &str) -> String {
    key.replace(['.', '_'], "-")
}

/// What the sources ask the catalogues for by a literal.
fn asked() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let calls = [".t(\"", "texts.get(\"", "texts().get(\"", ".one(\"", ".count(\"", ".fill(\""];
    for path in files("templates", "html").into_iter().chain(web_sources()) {
        let text = read(&path);
        let tight: String = text.split_whitespace().collect();
        for call in calls {
            keys.extend(tight.split(call).skip(1).filter_map(|rest| {
                let key = rest.split('"').next()?;
                (!key.contains('{')).then(|| key.to_owned())
            }));
        }
    }
    keys
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_values() {
    let (english, filipino) = (catalogue("en"), catalogue("fil"));
    assert!(english.len() > 100);
    for (key, values) in &english {
        assert_eq!(Some(values), filipino.get(key), "{key} in Filipino");
    }
    for key in filipino.keys() {
        assert!(english.contains_key(key), "{key} is missing in English");
    }
}

#[test]
fn every_message_that_is_asked_for_exists() {
    let messages = catalogue("en");
    let asked = asked();
    assert!(asked.len() > 80, "the sources ask for {} keys", asked.len());
    for key in asked.iter().chain(&composed()) {
        assert!(messages.contains_key(key), "{key} is asked for and is in no catalogue");
    }
}

#[test]
fn every_refusal_of_a_rule_has_a_message() {
    let mut keys = BTreeSet::new();
    for path in files("crates/domain/src", "rs") {
        let text = read(&path);
        let own = text.split("mod tests {").next().unwrap_or_default();
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code: String = own.lines().filter(is_code).collect();
        keys.extend(code.split("\"refused-").skip(1).filter_map(|rest| {
            let key = rest.split('"').next()?;
            Some(format!("refused-{key}"))
        }));
    }
    assert!(keys.len() > 150, "the sources refuse for {} reasons", keys.len());
    for key in keys {
        let is_known = refusals::ALL.iter().any(|(own, ..)| *own == key);
        assert!(is_known, "{key} is in no catalogue");
    }
}

#[test]
fn no_message_is_unused() {
    let literals = literals();
    let composed = composed();
    for key in catalogue("en").keys() {
        let of_problem = key.strip_prefix("problem-").is_some_and(|name| literals.contains(name));
        // The script gets its messages by a list of their names.
        let of_script = key.strip_prefix("js-").is_some_and(|name| literals.contains(name));
        let used = literals.contains(key) || composed.contains(key) || of_script || of_problem;
        assert!(used, "{key} is used nowhere");
    }
}

#[test]
fn the_filipino_category_one_is_used_with_the_count_only() {
    // Filipino's category `one` takes 2, 3, 5 and many more (CLDR).
    for path in files("locales/fil", "ftl") {
        for line in read(&path).lines().filter(|line| line.trim_start().starts_with("[one]")) {
            assert!(line.contains("$count"), "{}: {line}: write [1]", path.display());
        }
    }
}

#[test]
fn every_action_that_the_trail_can_be_asked_for_is_written_by_somebody() {
    let sources = sources();
    for action in Action::ALL {
        assert!(sources.contains(&format!("Action::{action:?}")), "{} never is", action.key());
    }
}

#[test]
fn english_refusals_read_the_same_in_code_and_catalogue() {
    for (key, _, pattern) in refusals::ALL {
        let names = pattern.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        let values: Vec<(&'static str, String)> =
            names.map(|name| (name, format!("{{{name}}}"))).collect();
        assert_eq!(Texts(Language::English).fill(key, &values), *pattern, "{key}");
    }
}

#[test]
fn each_refusal_of_the_rules_has_its_message_with_these_arguments() {
    let declared: BTreeMap<&str, BTreeSet<String>> = [
        AlterationError::MESSAGES,
        CaseError::MESSAGES,
        ContestError::MESSAGES,
        ContestSettingsError::MESSAGES,
        FieldError::MESSAGES,
        HandleError::MESSAGES,
        IneligibleReason::MESSAGES,
        ListErrorKind::MESSAGES,
        ListFaultKind::MESSAGES,
        LogoError::MESSAGES,
        PasswordError::MESSAGES,
        Refusal::MESSAGES,
        RemarkError::MESSAGES,
        RoomError::MESSAGES,
        RosterErrorKind::MESSAGES,
        TeamError::MESSAGES,
        TermsFault::MESSAGES,
    ]
    .concat()
    .into_iter()
    .filter(|(key, _)| !key.is_empty())
    .map(|(key, names)| (key, names.iter().map(|&name| name.to_owned()).collect()))
    .collect();
    let catalogues = [catalogue("en"), catalogue("fil")];
    for (key, names) in &declared {
        for catalogue in &catalogues {
            assert_eq!(catalogue.get(*key), Some(names), "{key}");
        }
    }
    // Including the enums that the list above does not have, and single messages.
    for path in files("crates/domain/src", "rs") {
        let text = read(&path);
        for rest in text.split("=> \"refused-").skip(1) {
            let key = format!("refused-{}", rest.split('"').next().unwrap_or_default());
            let is_example = path.ends_with("message.rs");
            assert!(is_example || declared.contains_key(&*key), "{key} is in no list above");
        }
        for (key, names) in messages_in(&text).filter(|_| !path.ends_with("message.rs")) {
            assert_eq!(catalogues[0].get(key), Some(&names), "{key} in {}", path.display());
        }
    }
}

/// Each `message!` of a source: its key, and the names of its arguments.
fn messages_in(source: &str) -> impl Iterator<Item = (&str, BTreeSet<String>)> {
    source.split(" message!(").skip(1).filter_map(|rest| {
        let mut arguments = arguments(rest).trim().split(',').map(str::trim);
        let key = arguments.next()?.strip_prefix('"')?.strip_suffix('"')?;
        let name = |argument: &str| argument.split(' ').next().unwrap_or_default().to_owned();
        Some((key, arguments.map(name).filter(|name| !name.is_empty()).collect()))
    })
}

#[test]
fn no_refusal_is_unused() {
    let sources = sources();
    let other = |one: char| !one.is_ascii_alphanumeric() && one != '_' && one != '-';
    let words: BTreeSet<&str> = sources.split(other).collect();
    for (key, name, _) in refusals::ALL {
        assert!(words.contains(name) || words.contains(key), "{key} is used nowhere");
    }
}

#[test]
fn a_title_is_called_in_english_as_the_catalogue_has_it() {
    let catalogue = read(&root().join("locales/en/site.ftl"));
    for title in Title::ALL {
        let line = format!("title-{} = {}", title.key(), title.name());
        assert!(catalogue.lines().any(|own| own == line), "{line}");
    }
}

/// What only a command or a program is told, and what a page has looked at before or shows field by
/// field: by file, how often it says something that has no key.
const IN_ENGLISH_ALONE: &[(&str, usize)] = &[
    ("backup.rs", 4),
    ("backup_directory.rs", 1),
    ("continuous_backup.rs", 2),
    ("continuous_backup/recovery.rs", 2),
    ("continuous_backup/shipper.rs", 1),
    ("database.rs", 2),
    ("error.rs", 1),
    ("games.rs", 1),
    ("import.rs", 1),
    ("importing.rs", 1),
    ("live/error_messages.rs", 1),
    ("replicas.rs", 1),
    ("reviews/mod.rs", 3),
    ("seal_keys.rs", 2),
    ("shell.rs", 3),
];

/// What stands between the brackets of the call that begins before `text`.
fn arguments(text: &str) -> &str {
    let mut depth = 1;
    let end = text.char_indices().find(|(_, one)| {
        depth += i32::from(*one == '(') - i32::from(*one == ')');
        depth == 0
    });
    end.map_or(text, |(end, _)| &text[..end])
}

/// Sentences without a key in a source: whatever is no sentence of the list, and no fault.
fn without_key(source: &str) -> usize {
    let tight: String = source.split_whitespace().collect();
    let has_key = |said: &str| {
        said.contains("refusals::")
            || said.starts_with("refusal!(")
            || said.ends_with(".message()")
            || ["e", "fault", "message", "said"].contains(&said)
    };
    let others = ["Error::conflict(", "Error::forbidden(", "Error::not_found("];
    let others = others.iter().flat_map(|call| tight.split(call).skip(1)).map(arguments);
    let invalid = tight.split("Error::invalid(").skip(1).map(arguments);
    let invalid = invalid.map(|said| said.split_once(',').map_or(said, |(_, said)| said));
    others.chain(invalid).filter(|said| !has_key(said.trim_end_matches(','))).count()
}

#[test]
fn every_message_of_a_page_has_a_key() {
    let base = root().join("crates/service/src");
    let counted = files("crates/service/src", "rs").into_iter().map(|path| {
        let below = path.strip_prefix(&base).expect("below").display().to_string();
        (below, without_key(&read(&path)))
    });
    let english: BTreeMap<String, usize> = counted.filter(|(_, count)| *count > 0).collect();
    let expected = IN_ENGLISH_ALONE.iter().map(|(file, count)| ((*file).to_owned(), *count));
    assert_eq!(english, expected.collect(), "its text belongs in locales/en/refusals.ftl");
}

#[test]
fn a_message_in_filipino_is_seldom_the_english_one() {
    let texts = |language: &str| -> BTreeMap<String, String> {
        let files = files(&format!("locales/{language}"), "ftl");
        let text: String = files.iter().map(|path| read(path)).collect();
        let lines = text.lines().filter_map(|line| line.split_once(" = "));
        lines.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    };
    let (english, filipino) = (texts("en"), texts("fil"));
    let same = |key: &&&String| english.get(**key) == filipino.get(**key);
    // Ranks, titles and names of pools are English in Filipino play, too.
    let own: Vec<&String> = filipino
        .keys()
        .filter(|key| !["rank-", "title-", "pool-"].iter().any(|start| key.starts_with(start)))
        .collect();
    let untranslated: Vec<&&String> = own.iter().filter(|key| same(key)).collect();
    assert!(untranslated.len() * 5 < own.len(), "untranslated: {untranslated:?}");
}
