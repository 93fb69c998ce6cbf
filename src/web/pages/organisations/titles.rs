//! An organisation's own titles: one line each, the lowest first.

use crate::web::prelude::*;
use adjutant_domain::organisation::titles::{self as rules, TitleDraft};
use adjutant_service::organisations;
use adjutant_site::forms::{fault_at_line, values_digest};

use adjutant_site::org_context::{OrgContext, require_unchanged};

const DONE_KEYS: &[&str] = &["done-org-titles", "done-org-titles-none"];

#[derive(Deserialize)]
struct TitlesForm {
    titles: Option<String>,
    before: String,
}

fn to_title_lines(titles: &[TitleDraft]) -> String {
    let line = |one: &TitleDraft| format!("{} {}", one.min_rating / 100, one.name);
    titles.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Parses one title per line: the minimum rating, then the name. All faults are listed with their
/// line numbers.
fn parse_titles(texts: Texts, text: &str) -> Result<Vec<TitleDraft>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (mut drafts, mut numbers, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for (number, line) in lines {
        let (from, name) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let Some(from) = from.parse::<i32>().ok().and_then(|from| from.checked_mul(100)) else {
            faults.push(fault_at_line(texts, number, texts.get("org-fault-title-line")));
            continue;
        };
        drafts.push(TitleDraft { name: name.trim().to_owned(), min_rating: from });
        numbers.push(number);
    }
    let found = rules::validate_titles(&mut drafts).into_iter().map(|one| {
        let number = numbers.get(one.row).copied().unwrap_or(one.row);
        fault_at_line(texts, number, texts.localize(&one.fault.message().into()))
    });
    faults.extend(found);
    if faults.is_empty() { Ok(drafts) } else { Err(faults.join(" ")) }
}

fn form_page(visit: &RequestContext, place: &OrgContext, titles: &[TitleDraft]) -> FormPage {
    let texts = visit.texts();
    let written = to_title_lines(titles);
    let form = visit
        .form("titles", &place.address("titles"), "save")
        .with_field(Field::hidden(texts, "before", values_digest(&[&written])))
        .with_field(
            Field::textarea(texts, "titles", "org-titles").hint("org-titles-hint").value(written),
        );
    let head = place.area_header(visit, "titles", "org-titles");
    let now = if titles.is_empty() { "org-titles-site" } else { "org-titles-own" };
    FormPage::new(visit, head).paragraph("org-titles-words").paragraph(now).form(form)
}

pub async fn show(visit: RequestContext, place: OrgContext, query: QueryString) -> PageResult {
    let done = FlashMessage::from_query_string(&visit, &query, DONE_KEYS)?;
    let titles = place.run(&visit, organisations::titles).await?;
    form_page(&visit, &place, &titles).done(done).respond(&visit)
}

pub async fn submit(visit: RequestContext, place: OrgContext, post: Post) -> PageResult {
    let sent = post.read::<TitlesForm>(&visit).await?;
    let texts = visit.texts();
    let before = place.run(&visit, organisations::titles).await?;
    let same = sent.before == values_digest(&[&to_title_lines(&before)]);
    let lines = sent.titles.as_deref().ok_or_else(|| texts.get("refused-field-empty"));
    let titles = lines
        .and_then(|lines| parse_titles(texts, lines))
        .map_err(|fault| FormRefusal::fault("titles", fault))
        .and_then(|titles| require_unchanged(texts, same).map(|()| titles));
    let set = place.attempt(&visit, titles, |app, actor, slug, titles| {
        organisations::set_titles(app, actor, slug, &titles, now_micros())?;
        Ok(if titles.is_empty() { "done-org-titles-none" } else { "done-org-titles" })
    });
    let outcome = set.await?.map(|done| (place.address("titles"), done));
    form_page(&visit, &place, &before).answer(&visit, &sent, outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use adjutant_site::i18n::Language;

    const TEXTS: Texts = Texts(Language::English);

    #[test]
    fn what_is_written_is_read_again() {
        let titles =
            parse_titles(TEXTS, "0 Recruit\n\n1300  Scout of Las Piñas\r\n1800 Chief").unwrap();
        assert_eq!(titles[1].name, "Scout of Las Piñas");
        assert_eq!(titles[1].min_rating, 130_000);
        assert_eq!(parse_titles(TEXTS, &to_title_lines(&titles)).unwrap(), titles);
        assert_eq!(parse_titles(TEXTS, " \n").unwrap(), []);
    }

    #[test]
    fn every_wrong_line_is_named() {
        let fault = parse_titles(TEXTS, "Recruit\n100 A\n90 A").unwrap_err();
        assert!(fault.contains("Line 1") && fault.contains("Line 3"), "{fault}");
        assert!(parse_titles(TEXTS, "99999999999 A").is_err());
    }
}
