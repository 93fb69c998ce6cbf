//! An organisation's own titles: a line each, the lowest first.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};

use crate::organisation::titles::{self as rules, Draft};
use crate::service::access::Act;
use crate::service::organisations;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::i18n::Texts;
use crate::web::kit::{Done, Field, Form};
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::ask;
use crate::web::pages::desk::Sheet;
use crate::web::parameters::Parameters;
use crate::web::visit::Visit;

use super::area::Place;
use super::faults::words;

const DONE: &[&str] = &["done-org-titles", "done-org-titles-none"];
const SHAPE: Shape = Shape::of(&["titles", "before"]);

fn written(titles: &[Draft]) -> String {
    let line = |one: &Draft| format!("{} {}", one.from / 100, one.name);
    titles.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Reads a line for each title: the rating from which it is carried, then its name. All that is
/// wrong, with the numbers of the lines.
fn read(texts: Texts, text: &str) -> Result<Vec<Draft>, String> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (mut drafts, mut numbers, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for (number, line) in lines {
        let (from, name) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let Some(from) = from.parse::<i32>().ok().and_then(|from| from.checked_mul(100)) else {
            faults.push(at(texts, number, &texts.get("org-fault-title-line")));
            continue;
        };
        drafts.push(Draft { name: name.trim().to_owned(), from });
        numbers.push(number);
    }
    let found = rules::check(&mut drafts).into_iter().map(|one| {
        let number = numbers.get(one.row).copied().unwrap_or(one.row);
        at(texts, number, &words(texts, &one.fault))
    });
    faults.extend(found);
    if faults.is_empty() { Ok(drafts) } else { Err(faults.join(" ")) }
}

fn at(texts: Texts, line: usize, words: &str) -> String {
    texts
        .fill("org-fault-at-line", &[("line", (line + 1).to_string()), ("words", words.to_owned())])
}

fn sheet(visit: &Visit, place: &Place, titles: &[Draft], done: Option<Done>) -> Sheet {
    let texts = visit.texts();
    let written = written(titles);
    let form = Form::new(texts, "titles", &place.address("titles"), &visit.form_token(), "save")
        .with(Field::hidden(texts, "before", stamp(&written)))
        .with(Field::area(texts, "titles", "org-titles").hint("org-titles-hint").value(written));
    let head = place.head(visit, "titles", "org-titles").done(texts, done);
    let now = if titles.is_empty() { "org-titles-site" } else { "org-titles-own" };
    Sheet::new(visit, head).say("org-titles-words").say(now).form(form)
}

fn stamp(written: &str) -> String {
    blake3::hash(written.as_bytes()).to_hex()[..16].to_owned()
}

async fn present(visit: &Visit, slug: &str) -> Result<Vec<Draft>, PageError> {
    let (actor, slug) = (visit.actor().clone(), slug.to_owned());
    ask(visit, move |app| organisations::titles(app, &actor, &slug)).await
}

/// The form.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let place = Place::enter(&visit, &path, Act::EditSeasons).await?;
    let titles = present(&visit, &path).await?;
    sheet(&visit, &place, &titles, done).answer(&visit)
}

/// Writes the titles over those that were there.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let place = Place::enter(&visit, &path, Act::EditSeasons).await?;
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let texts = visit.texts();
    let before = present(&visit, &path).await?;
    let set = match read(texts, sent.text("titles")) {
        _ if !sent.has("titles") => {
            Err(Refusal::faults(vec![("titles", texts.get("org-fault-empty"))]))
        }
        Err(fault) => Err(Refusal::faults(vec![("titles", fault)])),
        Ok(_) if sent.text("before") != stamp(&written(&before)) => {
            Err(Refusal::faults(vec![("", texts.get("org-changed-since"))]))
        }
        Ok(titles) => {
            let (actor, slug) = (visit.actor().clone(), path.into_inner());
            let none = titles.is_empty();
            let set = attempt(&visit, move |app| {
                Ok(organisations::set_titles(app, &actor, &slug, &titles, now())?)
            });
            set.await?.map(|_| if none { "done-org-titles-none" } else { "done-org-titles" })
        }
    };
    match set {
        Ok(done) => Ok(see_other(&Done::address(&place.address("titles"), done))),
        Err(refusal) => sheet(&visit, &place, &before, None).filled(&sent).refused(&visit, refusal),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::i18n::Language;

    const TEXTS: Texts = Texts(Language::English);

    #[test]
    fn what_is_written_is_read_again() {
        let titles = read(TEXTS, "0 Recruit\n\n1300  Scout of Las Piñas\r\n1800 Chief").unwrap();
        assert_eq!(titles[1].name, "Scout of Las Piñas");
        assert_eq!(titles[1].from, 130_000);
        assert_eq!(read(TEXTS, &written(&titles)).unwrap(), titles);
        assert_eq!(read(TEXTS, " \n").unwrap(), []);
    }

    #[test]
    fn every_wrong_line_is_named() {
        let fault = read(TEXTS, "Recruit\n100 A\n90 A").unwrap_err();
        assert!(fault.contains("Line 1") && fault.contains("Line 3"), "{fault}");
        assert!(read(TEXTS, "99999999999 A").is_err());
    }
}
